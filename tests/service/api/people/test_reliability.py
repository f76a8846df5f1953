"""What others see of how reliably somebody answers: at tables that fill, and nowhere below ten answers."""

from service.context import Context
from service.store import keys
from tests.service.api.players import Player, refused

WISH = {"rules": "kontor", "grace_seconds": 0, "least_reliability": {"percent": 80}}


def remember(context: Context, player: Player, answers: str) -> None:
    """Give an account a past."""
    context.store._ask(("HSET", keys.account(player.account), "answered", answers))


def test_a_table_that_fills_shows_who_answers_in_time(context: Context, ada: Player, ben: Player) -> None:
    remember(context, ada, "1" * 96 + "0" * 4)
    remember(context, ben, "10" * 5)
    path = f"/v1/matches/{ada.post('/v1/matches', WISH).get_json()['match']}"
    seen = {"asked": 100, "answered": 96, "percent": 96}
    [listed] = [one for one in ben.sees("/v1/matches")["matches"] if path.endswith(one["match"])]
    for shown in (ben.sees(path), listed, ada.sees("/v1/me/matches")["matches"][0]):
        assert [one["reliability"] for one in shown["seats"]] == [seen, None]
        assert shown["least_reliability"] == {"percent": 80, "newcomers": True}
    problem = refused(ben.put(f"{path}/seats/me", {}), 403, "reliability-too-low")
    assert "yours are 50 %: 5 of the last 10" in problem["detail"]
    remember(context, ben, "1" * 9)
    begun = ben.put(f"{path}/seats/me", {}).get_json()
    assert [one["reliability"] for one in begun["seats"]] == [seen, None]  # a newcomer has none


def test_the_own_number_and_its_export(context: Context, ada: Player) -> None:
    assert ada.sees("/v1/me")["reliability"] == {"asked": 0, "answered": 0, "percent": None}
    remember(context, ada, "1101111111")
    assert ada.sees("/v1/me")["reliability"] == {"asked": 10, "answered": 9, "percent": 90}
    assert ada.sees("/v1/me/export")["answered_in_time"] == [True, True, False, *[True] * 7]


def test_conditions_that_mean_nothing_are_named(ada: Player) -> None:
    for percent in (0, 101, "80"):
        refused(ada.post("/v1/matches", {**WISH, "least_reliability": {"percent": percent}}), 422, "invalid")
    refused(ada.post("/v1/matches", {**WISH, "visibility": "private"}), 422, "invalid")

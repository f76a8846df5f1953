"""Vacations over HTTP: entered, changed, ended; shown to the others at tables where the clock stops; refused by name."""

from datetime import timedelta
from typing import Any

import pytest

from engine.protocol.log import milliseconds
from service.calendar import today
from service.context import Context
from tests.service.api.players import Player, refused
from workers.resolve.drain import drain_once

PATH = "/v1/me/vacations"


def day(context: Context, player: Player, ahead: int) -> str:
    return (today(player.stored(context), context.store.now()) + timedelta(days=ahead)).isoformat()


def enter(context: Context, player: Player, first: int, last: int) -> Any:
    return player.put(f"{PATH}/{day(context, player, first)}", {"last": day(context, player, last)})


def left(shown: Any) -> list[int]:
    return [one["days"] for one in shown["left"]]


def test_a_vacation_is_entered_changed_and_taken_back(context: Context, ada: Player) -> None:
    assert ada.sees(PATH)["vacations"] == []
    assert (ada.sees(PATH)["days_a_year"], left(ada.sees(PATH))) == (28, [28, 28])
    made = enter(context, ada, 3, 9).get_json()
    assert made["vacations"] == [{"first": day(context, ada, 3), "last": day(context, ada, 9), "state": "to-come"}]
    assert sum(left(made)) == 56 - 7
    assert enter(context, ada, 3, 9).get_json() == made, "sent again, it changes nothing"
    assert sum(left(enter(context, ada, 3, 4).get_json())) == 56 - 2
    gone = ada.delete(f"{PATH}/{day(context, ada, 3)}").get_json()
    assert (gone["vacations"], left(gone)) == ([], [28, 28])
    refused(ada.delete(f"{PATH}/{day(context, ada, 3)}"), 404, "not-found")


def test_one_that_has_begun_ends_now_and_its_days_are_used_up(context: Context, ada: Player) -> None:
    assert enter(context, ada, 0, 3).get_json()["vacations"][0]["state"] == "now"
    ended = ada.delete(f"{PATH}/{day(context, ada, 0)}").get_json()
    assert (ended["vacations"][0]["state"], sum(left(ended))) == ("over", 56 - 4)


@pytest.mark.parametrize(
    ("first", "body", "where"),
    [
        ("2026-02-30", {"last": "2026-03-02"}, {"parameter": "day"}),
        ("0000-01-01", {"last": "2026-03-02"}, {"parameter": "day"}),
        ("2020-01-01", {"last": "2026-03-02"}, {"parameter": "day"}),
        ("9999-12-31", {"last": "9999-12-31"}, {"pointer": "/last"}),
        ("9999-12-31", {"last": "0001-01-01"}, {"pointer": "/last"}),
        ("2026-12-24", {"last": "tomorrow"}, {"pointer": "/last"}),
        ("2026-12-24", {}, {"pointer": "/last"}),
        ("2026-12-24", {"last": 7}, {"pointer": "/last"}),
    ],
)
def test_what_is_no_vacation_is_refused_by_name(ada: Player, first: str, body: Any, where: dict[str, str]) -> None:
    problem = refused(ada.put(f"{PATH}/{first}", body), 422, "invalid")
    assert where.items() <= problem["errors"][0].items()


def test_what_is_no_day_in_a_path_is_no_address(ada: Player) -> None:
    assert ada.put(f"{PATH}/tomorrow", {"last": "2026-12-24"}).status_code == 404


def test_more_days_than_a_year_has_are_refused_with_those_that_are_left(context: Context, ada: Player) -> None:
    problem = refused(enter(context, ada, 1, 90), 422, "invalid")
    assert "days of vacation left" in problem["errors"][0]["detail"]


@pytest.mark.parametrize(
    ("wish", "policy"),
    [
        ({}, "plays-on"),
        ({"visibility": "private"}, "clock-stops"),
        ({"vacation": "clock-stops"}, "clock-stops"),
        ({"visibility": "private", "vacation": "plays-on"}, "plays-on"),
        ({"visibility": "private", "pace": {"kind": "duration", "seconds": 60}}, "plays-on"),
    ],
)
def test_a_new_match_says_what_a_vacation_does(ada: Player, wish: dict[str, Any], policy: str) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor", **wish}).get_json()
    assert (made["vacation"], made["away"]) == (policy, [])
    assert made["created"]["entry"]["body"].get("vacation", "plays-on") == policy


@pytest.mark.parametrize("vacation", ["", "stops", None, 28])
def test_nothing_else_can_be_agreed(ada: Player, vacation: Any) -> None:
    refused(ada.post("/v1/matches", {"rules": "kontor", "vacation": vacation}), 422, "invalid")


def test_the_others_see_who_is_away_and_the_deadline_after_it(context: Context, ada: Player, ben: Player) -> None:
    wish = {"rules": "kontor", "grace_seconds": 0, "vacation": "clock-stops", "nights": "ignored"}
    path = f"/v1/matches/{ada.post('/v1/matches', wish).get_json()['match']}"
    assert ben.put(f"{path}/seats/me").status_code == 200
    drain_once(context)
    before = milliseconds(ben.sees(path)["decisions"][0]["deadline_at"])
    assert enter(context, ada, 0, 2).status_code == 200
    drain_once(context)
    [away] = ben.sees(path)["away"]
    assert away["seat"] == 0
    assert milliseconds(ben.sees(path)["decisions"][0]["deadline_at"]) > max(before, milliseconds(away["until_at"]))
    [told] = [one for one in ben.sees("/v1/me/events")["events"] if one["type"] == "more-time"]
    assert (told["by"], told["vacation_until_at"]) == (0, away["until_at"])
    assert ada.sees("/v1/me/export")["vacations"][0]["state"] == "now"

"""Nights over HTTP: kept by slow matches unless they say otherwise, shown to everybody, and by the deadline to the player."""

from typing import Any

import pytest

from engine.protocol.log import milliseconds
from service.context import Context
from service.matches.absence.fair_hours import is_night, night_of
from tests.service.api.players import Player, refused
from workers.resolve.drain import drain_once

DAY = 86_400_000


@pytest.mark.parametrize(
    ("wish", "nights"),
    [
        ({}, "kept"),
        ({"nights": "ignored"}, "ignored"),
        ({"pace": {"kind": "duration", "seconds": 3600}}, "ignored"),
        ({"pace": {"kind": "duration", "seconds": 3600}, "nights": "kept"}, "kept"),
        ({"pace": {"kind": "daily", "time": "20:00", "zone": "Asia/Tokyo"}}, "kept"),
        ({"pace": {"kind": "daily", "time": "23:00", "zone": "Asia/Tokyo"}}, "ignored"),
    ],
)
def test_a_new_match_says_whether_it_keeps_nights(ada: Player, wish: dict[str, Any], nights: str) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor", **wish}).get_json()
    assert made["nights"] == nights
    assert made["created"]["entry"]["body"].get("nights", "ignored") == nights
    assert ada.sees("/v1/matches?status=mine")["matches"][0]["nights"] == nights


@pytest.mark.parametrize("nights", ["", "never", None, True, {"from": 22}])
def test_nothing_else_can_be_agreed(ada: Player, nights: Any) -> None:
    refused(ada.post("/v1/matches", {"rules": "kontor", "nights": nights}), 422, "invalid")


@pytest.mark.parametrize("nights", ["kept", "ignored"])
def test_a_deadline_keeps_out_of_the_quiet_hours_of_the_account(
    context: Context, ada: Player, ben: Player, nights: str
) -> None:
    hour = (context.store.now() // 3_600_000) % 24
    for player in (ada, ben):
        assert player.stored(context).zone == "UTC"
        quiet = {"kinds": {}, "muted_matches": [], "quiet_from": (hour - 1) % 24, "quiet_to": (hour + 3) % 24}
        assert player.put("/v1/me/notifications", quiet).status_code == 200
    wish = {"rules": "kontor", "grace_seconds": 0, "nights": nights}
    match = ada.post("/v1/matches", wish).get_json()["match"]
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    drain_once(context)
    [asked] = ada.sees(f"/v1/matches/{match}")["decisions"]
    deadline = milliseconds(asked["deadline_at"])
    night = night_of(ada.stored(context))
    assert night is not None
    assert is_night(night, deadline) == (nights == "ignored")


def test_who_asks_is_told_when_it_is_night_for_them(ada: Player) -> None:
    assert ada.sees("/v1/me")["night"] == {"begins": 22, "ends": 8}
    wish: dict[str, Any] = {"kinds": {}, "muted_matches": []}
    ada.put("/v1/me/notifications", {**wish, "quiet_from": 22, "quiet_to": 9})
    assert ada.sees("/v1/me")["night"] == {"begins": 22, "ends": 10}
    ada.put("/v1/me/notifications", {**wish, "quiet_from": 7, "quiet_to": 7})
    assert ada.sees("/v1/me")["night"] is None


def test_the_times_of_reminders_are_chosen_and_kept_in_order(ada: Player) -> None:
    path = "/v1/me/notifications"
    assert ada.sees(path)["reminders"] == []
    assert ada.put(path, {"reminders": [3, 24]}).get_json()["reminders"] == [24, 3]
    assert ada.put(path, {"digest": "news"}).get_json()["reminders"] == [24, 3], "what is left out stays as it is"
    for wrong in ([1, 2, 3], [0], [337], ["1"], 3, None):
        refused(ada.put(path, {"reminders": wrong}), 422, "invalid")
    assert ada.put(path, {"reminders": []}).get_json()["reminders"] == []

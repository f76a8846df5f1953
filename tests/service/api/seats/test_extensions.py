"""More time over HTTP: taken without asking, as often as agreed, seen by everybody; requests are refused by name."""

import json
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engine.protocol.log import milliseconds
from engine.verifier.replay import verify
from service.context import Context
from service.keys.signing import verify_signature
from tests.service.api.players import Player, refused
from tests.service.hours import pass_hours
from workers.resolve.drain import drain_once

DAY = 86_400_000


@pytest.fixture
def path(context: Context, ada: Player, ben: Player) -> str:
    """A running match in which everybody may take more time twice."""
    wish = {"rules": "kontor", "grace_seconds": 0, "extensions": {"times": 2}}
    match = ada.post("/v1/matches", wish).get_json()["match"]
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    drain_once(context)
    return f"/v1/matches/{match}"


def take(player: Player, path: str, seq: Any = None, decision: str = "r1.choose", **besides: Any) -> Any:
    number = player.sees(path)["extensions"]["mine"]["seq"] if seq is None else seq
    return player.put(f"{path}/decisions/{decision}/extension", {"seq": number, **besides})


def deadline(player: Player, path: str) -> int:
    return milliseconds(player.sees(path)["decisions"][0]["deadline_at"])


def test_a_new_match_lets_everybody_take_more_time_three_times_unless_it_says_otherwise(ada: Player) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor"}).get_json()
    agreed = {"seconds": 86_400, "times": 3}
    assert made["created"]["entry"]["body"]["extensions"] == agreed
    assert made["extensions"] == {**agreed, "taken": [0, 0], "mine": {"left": 3, "seq": 1, "decisions": []}}
    nothing = ada.post("/v1/matches", {"rules": "kontor", "extensions": None}).get_json()
    assert (nothing["extensions"], "extensions" in nothing["created"]["entry"]["body"]) == (None, False)


def test_more_time_keeps_the_local_hour_and_ends_on_a_day_that_counts(
    context: Context, ada: Player, ben: Player
) -> None:
    zone = ZoneInfo("Europe/Berlin")

    def local(at: int) -> datetime:
        return datetime.fromtimestamp(at / 1000, zone)

    day = local(context.store.now() + 2 * DAY).date()
    counted = {"weekdays": [day.isoweekday()], "zone": "Europe/Berlin"}
    pace = {"kind": "duration", "seconds": 12 * 3600, "counted": counted}
    wish = {"rules": "kontor", "nights": "ignored", "extensions": {"seconds": 86_400}, "pace": pace}
    match = ada.post("/v1/matches", wish).get_json()["match"]
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    drain_once(context)
    path = f"/v1/matches/{match}"
    first = local(deadline(ada, path))
    assert (first.date(), first.hour) in [(day, 11), (day, 12), (day, 13)], (
        "half a day, of which clocks may take an hour"
    )
    assert take(ada, path).status_code == 200
    assert local(deadline(ada, path)).replace(tzinfo=None) == first.replace(tzinfo=None) + timedelta(days=7)
    lines = [json.loads(line)["entry"] for line in context.store.lines(match)]
    moved = [one["body"] for one in lines if one["type"] == "extended"]
    assert [one["by"] for one in moved] == ["seat", "server"]
    assert local(milliseconds(moved[0]["deadline"])).replace(tzinfo=None) == first.replace(tzinfo=None) + timedelta(
        days=1
    )


@pytest.mark.parametrize("wish", [{"times": 0}, {"times": 21}, {"times": True}, {"seconds": 0}, {"more": 1}, 2])
def test_what_cannot_be_agreed_is_refused(ada: Player, wish: Any) -> None:
    refused(ada.post("/v1/matches", {"rules": "kontor", "extensions": wish}), 422, "invalid")


def test_the_deadline_moves_for_all_the_others_are_told_and_the_log_is_verified(
    path: str, context: Context, ada: Player, ben: Player
) -> None:
    before = deadline(ben, path)
    said = take(ada, path).get_json()
    assert (said["receipt"]["act"], said["receipt"]["seq"]) == ("extend", 1)
    assert take(ada, path, 1).get_json()["receipt"] == said["receipt"], "sent again, it takes nothing more"
    assert deadline(ben, path) == before + DAY
    assert ben.sees(path)["extensions"]["taken"] == [1, 0]
    [told] = [one for one in ben.sees("/v1/me/events")["events"] if one["type"] == "more-time"]
    assert (told["by"], told["decision"]["id"], milliseconds(told["deadline_at"])) == (0, "r1.choose", before + DAY)
    assert not [one for one in ada.sees("/v1/me/events")["events"] if one["type"] == "more-time"]
    match = path.rpartition("/")[2]
    pass_hours(context, match, lambda record: record.table["status"] == "closed")
    export = b"".join(line if line.endswith(b"\n") else line + b"\n" for line in context.store.lines(match))
    receipts = [{"receipt": said["receipt"], "signature": said["signature"]}]
    key = json.loads(export.partition(b"\n")[0])["entry"]["body"]["key"]
    found = verify(export, check_signature=checking(key), public_key=key, receipts=receipts)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", 1)


def checking(key: str) -> Any:
    from engine.protocol.canon import unb64

    return lambda message, signature: verify_signature(unb64(key), message, signature)


def test_nobody_extends_for_ever(path: str, ada: Player, ben: Player) -> None:
    before = deadline(ada, path)
    assert [take(ada, path).status_code for _ in range(2)] == [200, 200]
    refused(take(ada, path), 409, "no-extension")
    assert deadline(ada, path) == before + 2 * DAY
    assert ada.sees(path)["extensions"]["mine"] == {"left": 0, "seq": 3, "decisions": []}
    assert take(ben, path).status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "invalid"),
        ({"seq": 0}, 422, "invalid"),
        ({"seq": "1"}, 422, "invalid"),
        ({"seq": 2}, 409, "no-extension"),
        ({"seq": 1, "seat": 1}, 422, "invalid"),
        ({"seq": 1, "signature": "A" * 86}, 422, "no-seat-key"),
    ],
)
def test_what_is_refused(path: str, ada: Player, body: Any, status: int, code: str) -> None:
    n = ada.sees(path)["n"]
    refused(ada.put(f"{path}/decisions/r1.choose/extension", body), status, code)
    assert ada.sees(path)["n"] == n, "nothing was written"


def test_who_has_answered_or_is_not_asked_takes_no_time(path: str, context: Context, ada: Player, ben: Player) -> None:
    refused(take(ada, path, 1, "r9.choose"), 409, "gone")
    move = ada.sees(f"{path}/decisions/r1.choose/moves")["moves"][0]
    assert ada.put(f"{path}/decisions/r1.choose/commitment", {"move": move}).status_code == 200
    refused(take(ada, path), 409, "no-extension")
    move = ben.sees(f"{path}/decisions/r1.choose/moves")["moves"][0]
    assert ben.put(f"{path}/decisions/r1.choose/commitment", {"move": move}).status_code == 200
    drain_once(context)
    standing = ada.sees(path)["decisions"][0]
    other = {0: ben, 1: ada}[standing["seats"][0]]
    refused(take(other, path, 1, standing["id"]), 403, "not-asked")


def test_a_match_without_extensions_gives_none(context: Context, ada: Player, ben: Player) -> None:
    match = ada.post("/v1/matches", {"rules": "kontor", "extensions": None}).get_json()["match"]
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    drain_once(context)
    refused(take(ada, f"/v1/matches/{match}", 1), 409, "no-extension")

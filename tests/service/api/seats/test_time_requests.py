"""More time that one asks the others for, over HTTP: everybody sees it, who grants it moves the deadline, the log is verified."""

import json
from typing import Any

import pytest
from flask import Flask

from engine.protocol.log import milliseconds
from engine.verifier.replay import verify
from service.context import Context
from tests.service.api.players import Player, new_player, refused
from tests.service.api.seats.test_extensions import checking, deadline
from tests.service.hours import pass_hours
from workers.resolve.drain import drain_once

HOUR, DAY = 3_600, 86_400
DECISION = "r1.choose"
NO_NIGHT = {"nights": "ignored"}
"""Deadlines move by what is asked for, whatever hour the test runs at."""


@pytest.fixture
def path(context: Context, ada: Player, ben: Player) -> str:
    """A running match of two in which nobody takes time by himself, but may ask for two days."""
    wish = {"rules": "kontor", "grace_seconds": 0, "extensions": None, "time_requests": {"seconds": 2 * DAY}} | NO_NIGHT
    match = ada.post("/v1/matches", wish).get_json()["match"]
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    drain_once(context)
    return f"/v1/matches/{match}"


def ask(player: Player, path: str, seconds: Any = HOUR, seq: Any = None, decision: str = DECISION) -> Any:
    number = player.sees(path)["time_requests"]["mine"]["request_seq"] if seq is None else seq
    return player.put(f"{path}/decisions/{decision}/time-request", {"seconds": seconds, "seq": number})


def answer(player: Player, path: str, grant: Any, requester: int = 0, seq: Any = None, decision: str = DECISION) -> Any:
    number = player.sees(path)["time_requests"]["mine"]["response_seq"] if seq is None else seq
    body = {"grant": grant, "requester": requester, "seq": number}
    return player.put(f"{path}/decisions/{decision}/time-response", body)


def told(player: Player, kind: str) -> list[dict[str, Any]]:
    return [one for one in player.sees("/v1/me/events")["events"] if one["type"] == kind]


def test_a_new_match_lets_one_ask_for_three_times_the_time_of_a_decision(ada: Player) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor"}).get_json()
    body, agreed = made["created"]["entry"]["body"], {"majority": "most", "seconds": 6 * DAY}
    assert (body["time_requests"], body["operator_extensions"]) == (agreed, {"seconds": 14 * DAY, "times": 20})
    mine = {"decisions": [], "request_seq": 1, "responses": [], "response_seq": 1}
    assert made["time_requests"] == {**agreed, "open": [], "mine": mine}
    assert made["operator_extensions"] == {"seconds": 14 * DAY, "times": 20, "given": 0}
    nothing = ada.post("/v1/matches", {"rules": "kontor", "time_requests": None}).get_json()
    assert (nothing["time_requests"], "time_requests" in nothing["created"]["entry"]["body"]) == (None, False)


@pytest.mark.parametrize("wish", [{"majority": "few"}, {"seconds": 0}, {"seconds": 15 * DAY}, {"more": 1}, 2])
def test_what_cannot_be_agreed_is_refused(ada: Player, wish: Any) -> None:
    refused(ada.post("/v1/matches", {"rules": "kontor", "time_requests": wish}), 422, "invalid")


def test_time_is_asked_for_granted_told_and_verified(path: str, context: Context, ada: Player, ben: Player) -> None:
    before = deadline(ben, path)
    assert ada.sees(path)["time_requests"]["mine"]["decisions"] == [DECISION]
    asked = ask(ada, path).get_json()
    assert (asked["receipt"]["act"], asked["receipt"]["seq"]) == ("request", 1)
    assert ask(ada, path, seq=1).get_json()["receipt"] == asked["receipt"], "sent again, it asks no more"
    shown = ben.sees(path)["time_requests"]
    assert shown["open"] == [
        {"decision": DECISION, "seat": 0, "seconds": HOUR, "voters": [1], "grants": [], "refusals": []}
    ]
    assert shown["mine"]["responses"] == [DECISION] and shown["mine"]["decisions"] == []
    assert deadline(ben, path) == before
    [news] = told(ben, "time-requested")
    assert (news["by"], news["seconds"], milliseconds(news["until_at"])) == (0, HOUR, before + HOUR * 1000)
    assert not told(ada, "time-requested")

    granted = answer(ben, path, True).get_json()
    assert (granted["receipt"]["act"], granted["receipt"]["seq"]) == ("respond", 1)
    assert answer(ben, path, True, seq=1).get_json()["receipt"] == granted["receipt"], "it changes nothing"
    assert deadline(ben, path) == before + HOUR * 1000
    assert ben.sees(path)["time_requests"]["open"] == []
    for player in (ada, ben):
        [news] = told(player, "time-decided")
        assert (news["what"], news["by"], milliseconds(news["deadline_at"])) == ("granted", 0, before + HOUR * 1000)

    match = path.rpartition("/")[2]
    pass_hours(context, match, lambda record: record.table["status"] == "closed")
    export = b"".join(line if line.endswith(b"\n") else line + b"\n" for line in context.store.lines(match))
    receipts = [{"receipt": one["receipt"], "signature": one["signature"]} for one in (asked, granted)]
    key = json.loads(export.partition(b"\n")[0])["entry"]["body"]["key"]
    found = verify(export, check_signature=checking(key), public_key=key, receipts=receipts)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", 2)


def test_who_is_refused_is_told_and_asks_for_this_decision_no_more(path: str, ada: Player, ben: Player) -> None:
    before = deadline(ben, path)
    ask(ada, path)
    assert answer(ben, path, False).status_code == 200
    assert deadline(ada, path) == before
    assert [one["what"] for one in told(ada, "time-decided")] == ["refused"] and not told(ben, "time-decided")
    refused(ask(ada, path), 409, "no-time-request")
    refused(answer(ben, path, True), 409, "no-time-request")
    assert ask(ben, path).status_code == 200, "the other one may ask as well"
    assert answer(ada, path, True, requester=1).status_code == 200
    assert deadline(ada, path) == before + HOUR * 1000


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "invalid"),
        ({"seconds": HOUR}, 422, "invalid"),
        ({"seconds": 0, "seq": 1}, 422, "invalid"),
        ({"seconds": "60", "seq": 1}, 422, "invalid"),
        ({"seconds": 2 * DAY + 1, "seq": 1}, 409, "no-time-request"),
        ({"seconds": HOUR, "seq": 2}, 409, "no-time-request"),
        ({"seconds": HOUR, "seq": 1, "seat": 1}, 422, "invalid"),
        ({"seconds": HOUR, "seq": 1, "signature": "A" * 86}, 422, "no-seat-key"),
    ],
)
def test_requests_that_are_refused(path: str, ada: Player, body: Any, status: int, code: str) -> None:
    n = ada.sees(path)["n"]
    refused(ada.put(f"{path}/decisions/{DECISION}/time-request", body), status, code)
    assert ada.sees(path)["n"] == n, "nothing was written"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "invalid"),
        ({"grant": True, "seq": 1}, 422, "invalid"),
        ({"grant": 1, "requester": 0, "seq": 1}, 422, "invalid"),
        ({"grant": True, "requester": 1, "seq": 1}, 409, "no-time-request"),
        ({"grant": True, "requester": 0, "seq": 7}, 409, "no-time-request"),
        ({"grant": True, "requester": 0, "seq": 1, "signature": "A" * 86}, 422, "no-seat-key"),
    ],
)
def test_responses_that_are_refused(path: str, ada: Player, ben: Player, body: Any, status: int, code: str) -> None:
    ask(ada, path)
    n = ben.sees(path)["n"]
    refused(ben.put(f"{path}/decisions/{DECISION}/time-response", body), status, code)
    assert ben.sees(path)["n"] == n, "nothing was written"


def test_nobody_grants_himself_time_and_no_stranger_has_a_say(
    app: Flask, path: str, context: Context, ada: Player, ben: Player
) -> None:
    cyd = new_player(app, context, "Cyd")
    refused(answer(ben, path, True), 409, "no-time-request")
    ask(ada, path)
    refused(answer(ada, path, True), 409, "not-a-voter")
    refused(cyd.put(f"{path}/decisions/{DECISION}/time-request", {"seconds": 60, "seq": 1}), 403, "not-seated")
    body = {"grant": True, "requester": 0, "seq": 1}
    refused(cyd.put(f"{path}/decisions/{DECISION}/time-response", body), 403, "not-seated")
    refused(ask(ben, path), 409, "no-time-request")


def test_who_has_answered_does_not_ask(path: str, ada: Player) -> None:
    refused(ask(ada, path, decision="r9.choose"), 409, "gone")
    move = ada.sees(f"{path}/decisions/{DECISION}/moves")["moves"][0]
    assert ada.put(f"{path}/decisions/{DECISION}/commitment", {"move": move}).status_code == 200
    refused(ask(ada, path), 409, "no-time-request")


def test_against_bots_alone_it_is_granted_at_once(context: Context, ada: Player) -> None:
    wish = {"rules": "kontor", "grace_seconds": 0, "bots": ["steady"]} | NO_NIGHT
    path = f"/v1/matches/{ada.post('/v1/matches', wish).get_json()['match']}"
    drain_once(context)
    before = deadline(ada, path)
    assert ask(ada, path).status_code == 200
    assert deadline(ada, path) == before + HOUR * 1000
    refused(ask(ada, path), 409, "no-time-request")


def test_a_match_that_has_not_agreed_on_it_takes_no_requests(context: Context, ada: Player, ben: Player) -> None:
    match = ada.post("/v1/matches", {"rules": "kontor", "time_requests": None}).get_json()["match"]
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    drain_once(context)
    refused(ask(ada, f"/v1/matches/{match}", seq=1), 409, "no-time-request")
    refused(answer(ben, f"/v1/matches/{match}", True, seq=1), 409, "no-time-request")


def test_in_a_pause_nothing_is_asked_or_granted(path: str, context: Context, ada: Player, ben: Player) -> None:
    ask(ada, path)
    for player in (ada, ben):
        assert player.put(f"{path}/pause", {"pause": True, "seq": 1}).status_code == 200
    drain_once(context)
    refused(answer(ben, path, True), 409, "paused")
    shown = ben.sees(path)["time_requests"]
    assert (shown["mine"]["responses"], shown["mine"]["decisions"]) == ([], [])
    assert ben.put(f"{path}/pause", {"pause": False, "seq": 2}).status_code == 200
    drain_once(context)
    before = deadline(ben, path)
    assert answer(ben, path, True).status_code == 200
    assert deadline(ben, path) == before + HOUR * 1000

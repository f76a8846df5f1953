"""Pauses over HTTP: agreed by the people at the table, ended by anyone of them or by themselves; no time is won or lost."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.match.absence import case_of
from engine.match.pauses import pause_of
from engine.protocol.canon import unb64
from engine.protocol.log import milliseconds
from engine.verifier.replay import Report, verify
from service.context import Context
from service.keys.signing import verify_signature
from service.matches.absence import pauses
from service.store.keys import recipient_of
from service.store.records import Outage
from tests.given.contexts import loaded
from tests.service.api.players import Player, refused
from tests.service.hours import pass_hours
from workers.resolve.drain import drain_once
from workers.resolve.step import step_due

WEEK = 7 * 86_400


@pytest.fixture
def path(context: Context, ada: Player, ben: Player) -> str:
    """A running match that may pause for a week."""
    wish = {"rules": "kontor", "grace_seconds": 0, "pauses": {"seconds": WEEK}}
    match = ada.post("/v1/matches", wish).get_json()["match"]
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    drain_once(context)
    return f"/v1/matches/{match}"


def wish(player: Player, path: str, pause: bool = True, seq: Any = None) -> Any:
    number = player.sees(path)["pauses"]["mine"]["seq"] if seq is None else seq
    return player.put(f"{path}/pause", {"pause": pause, "seq": number})


def paused(context: Context, path: str, ada: Player, ben: Player) -> list[dict[str, Any]]:
    """Let both want a pause; return their receipts."""
    said = [wish(player, path).get_json() for player in (ada, ben)]
    drain_once(context)
    assert ada.sees(path)["pauses"]["now"] is not None
    return [{"receipt": one["receipt"], "signature": one["signature"]} for one in said]


def seal(player: Player, path: str) -> Any:
    move = player.sees(f"{path}/decisions/r1.choose/moves")["moves"][0]
    return player.put(f"{path}/decisions/r1.choose/commitment", {"move": move})


def deadline(player: Player, path: str) -> int:
    return milliseconds(player.sees(path)["decisions"][0]["deadline_at"])


def proof(context: Context, path: str, *receipts: dict[str, Any]) -> Report:
    match = path.rpartition("/")[2]
    pass_hours(context, match, lambda record: record.table["status"] == "closed")
    export = b"".join(line if line.endswith(b"\n") else line + b"\n" for line in context.store.lines(match))
    key = json.loads(export.partition(b"\n")[0])["entry"]["body"]["key"]

    def check(message: bytes, signature: bytes) -> bool:
        return verify_signature(unb64(key), message, signature)

    return verify(export, check_signature=check, public_key=key, receipts=receipts)


def test_a_new_match_may_pause_for_a_fortnight_when_all_want_it_unless_it_says_otherwise(ada: Player) -> None:
    made = ada.post("/v1/matches", {"rules": "kontor"}).get_json()
    agreed = {"majority": "all", "seconds": 2 * WEEK}
    assert made["created"]["entry"]["body"]["pauses"] == agreed
    assert made["pauses"] == {**agreed, "wishes": [], "people": [0], "now": None, "mine": {"pause": None, "seq": 1}}
    nothing = ada.post("/v1/matches", {"rules": "kontor", "pauses": None}).get_json()
    assert (nothing["pauses"], "pauses" in nothing["created"]["entry"]["body"]) == (None, False)


@pytest.mark.parametrize("what", [{"majority": "one"}, {"seconds": 0}, {"seconds": 90 * 86_400 + 1}, {"more": 1}, 2])
def test_what_cannot_be_agreed_is_refused(ada: Player, what: Any) -> None:
    refused(ada.post("/v1/matches", {"rules": "kontor", "pauses": what}), 422, "invalid")


def test_a_pause_ends_by_itself_and_everybody_has_the_time_as_before(
    path: str, context: Context, ada: Player, ben: Player
) -> None:
    assert seal(ada, path).status_code == 200
    receipts = paused(context, path, ada, ben)
    refused(seal(ben, path), 409, "paused")
    refused(ben.put(f"{path}/decisions/r1.choose/extension", {"seq": 1}), 409, "paused")
    before, since = deadline(ben, path), ada.sees(path)["pauses"]["now"]["since_at"]
    match = path.rpartition("/")[2]
    record = pass_hours(context, match, lambda record: pause_of(record.table) is None)
    [resumed] = [one for one in lines(context, path) if one["type"] == "resumed"]
    took = milliseconds(resumed["at"]) - milliseconds(since)
    assert took >= WEEK * 1000
    assert record.table["standing"][0]["deadline"] == before + took
    refused(wish(ada, path), 409, "no-pause")
    found = proof(context, path, *receipts)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", 2)


def lines(context: Context, path: str) -> list[Any]:
    return [json.loads(line)["entry"] for line in context.store.lines(path.rpartition("/")[2])]


def test_who_wants_the_pause_no_longer_ends_it_and_what_lay_ready_is_opened(
    path: str, context: Context, ada: Player, ben: Player
) -> None:
    paused(context, path, ada, ben)
    said = wish(ben, path, pause=False)
    assert said.status_code == 200
    assert wish(ben, path, pause=False, seq=2).get_json()["receipt"] == said.get_json()["receipt"], "sent again"
    drain_once(context)
    assert ada.sees(path)["pauses"]["now"] is None
    assert [seal(player, path).status_code for player in (ada, ben)] == [200, 200]
    drain_once(context)
    assert "resolved" in [one["type"] for one in lines(context, path)]
    assert wish(ada, path).status_code == 200, "something was resolved, so there may be another"


def test_answers_that_were_all_in_are_opened_when_the_pause_ends(context: Context, ada: Player, ben: Player) -> None:
    """Attacked: the pause begins between the last seal and the lock."""
    match = ada.post("/v1/matches", {"rules": "kontor", "grace_seconds": 3600}).get_json()["match"]
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    path = f"/v1/matches/{match}"
    drain_once(context)
    assert [seal(player, path).status_code for player in (ada, ben)] == [200, 200]
    paused(context, path, ada, ben)
    record = context.store.load(match)
    assert record is not None and record.due == record.table["pauses"]["now"]["until"], "nothing to do until then"
    assert [ben.sees("/v1/me/waiting")["waiting"], ben.sees(path)["waiting_for"]] == [[], []]
    wish(ada, path, pause=False)
    drain_once(context)
    assert "locked" in [one["type"] for one in lines(context, path)]
    told = [one["what"] for one in ben.sees("/v1/me/events")["events"] if one["type"] == "table-pause"]
    assert told == ["wished", "paused", "resumed"]


def test_a_list_says_until_when_the_others_are_awaited_and_nothing_of_a_pause(
    path: str, context: Context, ada: Player, ben: Player
) -> None:
    """A player saw in the list of his tables whose move it was, but not until when."""
    [listed] = ada.sees("/v1/me/matches")["matches"]
    [decision] = ada.sees(path)["decisions"]
    assert listed["awaited_until_at"] == decision["deadline_at"] is not None
    paused(context, path, ada, ben)
    [listed] = ada.sees("/v1/me/matches")["matches"]
    assert (listed["waiting_for"], listed["awaited_until_at"]) == ([], None)


def test_a_match_that_pauses_is_whole_to_who_inspects_it(path: str, context: Context, ada: Player, ben: Player) -> None:
    """The sweep inspects each match; one that it takes for torn is parked, and its table is shown to nobody any more."""
    paused(context, path, ada, ben)
    assert context.store.sweep().halves == 0
    assert ada.sees(path)["pauses"]["now"] is not None
    assert wish(ada, path, pause=False).status_code == 200
    drain_once(context)
    assert context.store.sweep().halves == 0
    assert ada.sees(path)["pauses"]["now"] is None


def test_one_alone_pauses_nothing(path: str, context: Context, ada: Player, ben: Player) -> None:
    """Attacked: whoever is losing wants a pause, again and again."""
    assert wish(ada, path).status_code == 200
    drain_once(context)
    assert (ada.sees(path)["pauses"]["now"], ben.sees(path)["pauses"]["wishes"]) == (None, [0])
    refused(wish(ada, path), 409, "no-pause")
    assert [seal(player, path).status_code for player in (ada, ben)] == [200, 200]
    drain_once(context)
    assert "resolved" in [one["type"] for one in lines(context, path)]


def test_who_wants_a_pause_and_does_not_again_and_again_fills_nobodys_mailbox(
    path: str, context: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: 250 letters to everybody else at the table, each as soon as the one before has gone out."""

    def told() -> int:
        (match,) = context.store.unfinished_of(ben.account)
        waiting = context.store.notices(recipient_of(ben.account, match)).pending
        return sum(one["kind"] == "table-pause" for one in waiting)

    for number in range(pauses.LOUD_WISHES + 8):
        assert wish(ada, path, number % 2 == 0).status_code == 200
        drain_once(context)
    assert told() == pauses.LOUD_WISHES // 2
    monkeypatch.setattr(pauses, "DAY", -1)
    assert wish(ada, path).status_code == 200
    assert told() == pauses.LOUD_WISHES // 2 + 1, "a day later it is news"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "invalid"),
        ({"pause": True}, 422, "invalid"),
        ({"pause": "yes", "seq": 1}, 422, "invalid"),
        ({"pause": True, "seq": 2}, 409, "no-pause"),
        ({"pause": False, "seq": 1}, 409, "no-pause"),
        ({"pause": True, "seq": 1, "seat": 1}, 422, "invalid"),
        ({"pause": True, "seq": 1, "signature": "A" * 86}, 422, "no-seat-key"),
    ],
)
def test_what_is_refused(path: str, ada: Player, body: Any, status: int, code: str) -> None:
    n = ada.sees(path)["n"]
    refused(ada.put(f"{path}/pause", body), status, code)
    assert ada.sees(path)["n"] == n, "nothing was written"


def test_nobody_is_called_absent_in_a_pause(context: Context, ada: Player, ben: Player) -> None:
    wanted = {"rules": "kontor", "absence": {"misses": 1}, "pauses": {"seconds": WEEK}}
    match = ada.post("/v1/matches", wanted).get_json()["match"]
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    drain_once(context)
    path = f"/v1/matches/{match}"
    paused(context, path, ada, ben)
    record = pass_hours(context, match, lambda record: pause_of(record.table) is None)
    assert [case_of(record.table, seat) for seat in (0, 1)] == [None, None]
    assert proof(context, path).verdict == "PASS"


def test_who_comes_back_ends_the_pause_that_the_other_began_alone(context: Context, ada: Player, ben: Player) -> None:
    """Attacked: who is asked about an absent opponent decides about pauses alone, and begins one before he is back."""
    wanted = {"rules": "kontor", "absence": {"misses": 1}, "pauses": {"seconds": WEEK}}
    match = ada.post("/v1/matches", wanted).get_json()["match"]
    path = f"/v1/matches/{match}"
    assert ben.put(f"{path}/seats/me").status_code == 200
    drain_once(context)
    pass_hours(context, match, lambda record: "polled" in (case_of(record.table, 0) or {}))
    assert wish(ben, path).status_code == 200
    drain_once(context)
    assert ben.sees(path)["pauses"]["now"] is not None
    refused(ben.put(f"{path}/seats/0/vote", {"choice": "win"}), 409, "paused")
    assert ada.put(f"{path}/seats/me/presence").status_code == 200
    drain_once(context)
    assert ada.sees(path)["pauses"]["now"] is None
    assert proof(context, path).verdict == "PASS"


def test_an_outage_in_a_pause_is_given_back_once(path: str, context: Context, ada: Player, ben: Player) -> None:
    """Attacked: the pause and the outage within it both give back the same hour."""
    paused(context, path, ada, ben)
    record = loaded(context, path.rpartition("/")[2], secrets=True)
    pause, before = record.table["pauses"]["now"], record.table["standing"][0]["deadline"]
    assert before is not None
    hour = 3_600_000
    record = replace(record, outages=[Outage(pause["since"] + hour, pause["since"] + 2 * hour)])
    meanwhile = step_due(context, replace(record, now=pause["since"] + 3 * hour))
    assert (meanwhile.lines, meanwhile.due) == ([], pause["until"])
    ended = step_due(context, replace(record, now=pause["until"]))
    assert [json.loads(line)["entry"]["type"] for line in ended.lines] == ["resumed"]
    assert ended.table["standing"][0]["deadline"] == before + pause["until"] - pause["since"]
    after = replace(record, table=ended.table, n=ended.n + 1, head=ended.head, at=ended.at, now=pause["until"] + hour)
    assert step_due(context, after).lines == []


def test_who_resigns_in_a_pause_has_resigned(path: str, context: Context, ada: Player, ben: Player) -> None:
    paused(context, path, ada, ben)
    assert ada.post(f"{path}/resign").status_code == 202
    drain_once(context)
    assert ada.sees(path)["over"] == "resigned"
    assert proof(context, path).verdict == "PASS"

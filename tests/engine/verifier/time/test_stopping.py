"""An operator stops a match: only where that was agreed, with his reason, without a result (protocol section 12.19)."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.protocol.canon import b64
from engine.protocol.log import timestamp
from engine.verifier.replay import Report, verify
from tests.engine.playing import MATCH, Played, Server
from tests.engine.verifier.lies import Lie, forged
from tests.engine.verifier.mutations import signed
from tests.engine.verifier.seats.test_absence import Leaving
from tests.engine.verifier.seats.test_absence import win as others_decide
from tests.engine.verifier.seats.test_resigning import receipt

WHY = "Das Regelwerk rechnet ab Runde 3 falsch – entschuldigt! \N{PENSIVE FACE}"


class Stopped(Server):
    """A match that its operator stops: in its third round, or ``when`` a table waits or has been seated."""

    def __init__(self, when: str = "running", *, agreed: bool = True, why: str = WHY, **chosen: Any) -> None:
        options = {"preset": "goldsieber-basic", "round_limit": 4}
        super().__init__(**{"options": options, "seed": 5, "operator": agreed, **chosen})
        self.when, self.why = when, why

    def played(self) -> Played:
        if self.when == "running":
            self.play(rounds=3)
        elif self.when != "lobby":
            self.gather()
        self.step.at += 1_000
        self.step.close(None, "stopped", self.server_seed, why=self.why)
        return Played(b"".join(self.step.lines), bytes(self.key.verify_key), self.receipts)


class InMidVote(Leaving):
    """A match that is stopped after the others have decided to take it as won, before that was carried out."""

    def abandon(self) -> None:
        self.step.close(None, "stopped", self.server_seed, why=WHY)


class Resigning(Stopped):
    """A match that is stopped after a seat has got its receipt for resigning, before that was carried out."""

    def played(self) -> Played:
        self.play(rounds=3)
        given = receipt(n=self.step.n, head=b64(self.step.head), received=timestamp(self.step.at))
        self.step.close(None, "stopped", self.server_seed, why=WHY)
        return Played(b"".join(self.step.lines), bytes(self.key.verify_key), [*self.receipts, given])


@cache
def honest(name: str = "running") -> Played:
    if name == "in mid-vote":
        server = InMidVote(operator=True)
        return server.played(others_decide)
    if name == "resigned":
        return Resigning().played()
    if name == "hidden answers":
        return Stopped(rules="packet-row", options={}, places=3).played()
    return Stopped(name).played()


@cache
def not_agreed() -> Played:
    return Stopped(agreed=False).played()


HONEST = ("running", "lobby", "in mid-vote", "resigned", "hidden answers")


def judged(played: Played, export: bytes | None = None) -> Report:
    return verify(
        played.export if export is None else export,
        check_signature=played.check_signature,
        public_key=b64(played.public_key),
        receipts=played.receipts,
    )


@pytest.mark.parametrize("name", HONEST)
def test_a_match_that_was_stopped_passes_with_all_its_receipts_and_says_so(name: str) -> None:
    found = judged(honest(name))
    assert (found.verdict, found.reason, found.stopped) == ("PASS", "", WHY)
    assert found.ignored == ()


def test_between_revealed_and_the_deal_nobody_stops_a_match() -> None:
    found = judged(Stopped("seated").played())
    assert (found.verdict, "closed" in found.reason) == ("FAIL", True)


def body_of(change: Callable[[dict[str, Any]], None]) -> Lie:
    return lambda entries: change(entries[-1]["body"])


def told(**changes: Any) -> Lie:
    return body_of(lambda body: body.update(changes))


def without(member: str) -> Lie:
    return body_of(lambda body: body.pop(member))


def goes_on(entries: list[Any]) -> None:
    """An act after the end."""
    entries.append({**entries[-2], "at": entries[-1]["at"]})


def in_a_finished_match(entries: list[Any]) -> None:
    entries[-1]["body"] |= {"reason": "cancelled"}


RESULT = {"winners": [0], "scores": [0, 0], "reason": "stopped"}
LIES: list[tuple[Lie, str]] = [
    (told(outcome=RESULT), "no other"),
    (told(seed=b64(bytes(32))), "committed to"),
    (without("seed"), "seed"),
    (without("why"), "says why"),
    (without("by"), "says why"),
    (told(why=""), "one line"),
    (told(why="x" * 201), "one line"),
    (told(why="two\nlines"), "one line"),
    (told(why="turned \u202e round"), "one line"),
    (told(by="seat"), "is none of"),
    (told(seats=[0]), "seats are named"),
    (told(reason="abandoned", outcome={**RESULT, "reason": "abandoned"}), "and"),
    (in_a_finished_match, "not how such a match ends"),
    (goes_on, "after closed"),
]


@pytest.mark.parametrize(("change", "reason"), LIES)
def test_an_end_that_is_none_of_an_operator_is_refuted(change: Lie, reason: str) -> None:
    found = judged(honest(), forged(honest(), change))
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found


def test_a_match_that_has_not_agreed_is_not_stopped() -> None:
    found = judged(not_agreed())
    assert (found.verdict, found.member) == ("FAIL", "/reason")
    assert "has not agreed" in found.reason


def test_a_match_that_is_over_by_the_rules_is_not_stopped_to_hide_who_won() -> None:
    server = Stopped()
    server.play()
    entries = [json.loads(line)["entry"] for line in b"".join(server.step.lines).splitlines()]
    assert entries[-1]["body"]["reason"] == "finished"
    entries[-1]["body"] |= {"by": "operator", "outcome": None, "reason": "stopped", "why": WHY}

    found = judged(honest(), signed(MATCH, entries))

    assert (found.verdict, "over by the rules" in found.reason) == ("FAIL", True)

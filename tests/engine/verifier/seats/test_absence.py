"""Nobody is given up who was there, and the others decide as the match agreed (protocol section 12.12)."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.match.absence import (
    agreed_on,
    case_of,
    choices,
    write_absent,
    write_polled,
    write_returned,
    write_substituted,
    write_vote,
)
from engine.match.step import outcome_of_resigning
from engine.match.table import Seat
from engine.protocol import seal
from engine.protocol.acts import key_commitment
from engine.protocol.agreements import Absence, Choice
from engine.protocol.canon import b64
from engine.protocol.log import timestamp
from engine.verifier.replay import Report, verify
from service.keys.signing import verify_signature
from tests.engine.playing import MATCH, Played, Server
from tests.engine.verifier.lies import Lie, find, forged, judged, told, twice, without
from tests.engine.verifier.mutations import KEY, entries_in
from tests.engine.verifier.seats.test_seat_keys import Signing, public, seat_key, signature

NOTICE = 1_000
AGREED: Absence = {"majority": "most", "misses": 2, "notice_seconds": NOTICE}
KONTOR: dict[str, Any] = {"options": {"preset": "goldsieber-basic", "round_limit": 4}, "seed": 5}
Course = Callable[["Leaving"], None]


class Leaving(Server):
    """A match in which the player of the last seat answers twice and then never again."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**{**KONTOR, "absence": AGREED, **given})
        self.gone = len(self.step.table["seats"]) - 1
        self.away = False

    def disappear(self) -> None:
        """Play until the seat is told that it is missed."""
        self.deal()
        self.step.run_on(self.seed, self.deadline)
        answered = 0
        while case_of(self.step.table, self.gone) is None:
            standing = self.next()
            answered += self.gone in standing["seats"]
            self.away = answered > 2
            self.answer(standing)
            self.step.run_on(self.seed, self.deadline)
            if len(self.step.table["absence"]["missed"][self.gone]) >= 2:
                write_absent(self.step, self.gone)

    def is_silent(self, seat: int) -> bool:
        return self.away and seat == self.gone

    def poll(self) -> None:
        """Ask the others, when the notice is over."""
        self.step.at += NOTICE * 1000
        case = case_of(self.step.table, self.gone)
        assert case is not None
        write_polled(self.step, case)

    def vote(self, seat: int, choice: Choice, by: str | None = None) -> dict[str, Any]:
        """Let a seat vote; return its receipt, which the player keeps."""
        case = case_of(self.step.table, self.gone)
        assert case is not None
        self.step.at += 1_000
        vote = write_vote(self.step, case, seat, choice, by)
        said = {
            "act": "vote",
            "absent": self.gone,
            "choice": choice,
            "decision": "vote",
            "seat": seat,
            "seq": vote["seq"],
        }
        return self.spoken(said)

    def here(self, by: str | None = None) -> dict[str, Any]:
        """Let the seat that is missed say that it is there; return its receipt."""
        self.step.at += 1_000
        write_returned(self.step, self.gone, "seat", by)
        return self.spoken({"act": "here", "decision": "here", "seat": self.gone, "seq": 1})

    def spoken(self, said: dict[str, Any]) -> dict[str, Any]:
        proof = receipt(**said, n=self.step.n, head=b64(self.step.head), received=timestamp(self.step.at))
        self.receipts.append(proof)
        return proof

    def substitute(self) -> None:
        write_substituted(self.step, self.gone, Seat(player="bot:steady", name="steady (bot)", bot="steady"))

    def abandon(self) -> None:
        outcome = outcome_of_resigning(self.game, self.state, len(self.step.table["seats"]), [self.gone], "abandoned")
        self.step.close(outcome, "abandoned", self.server_seed)

    def play_on(self) -> None:
        self.away = False
        while not self.step.finish(self.server_seed):
            self.answer(self.next())
            if self.game.outcome(self.state) is None:
                self.step.run_on(self.seed, self.deadline)

    def played(self, course: Course) -> Played:
        self.disappear()
        course(self)
        return Played(b"".join(self.step.lines), bytes(self.key.verify_key), self.receipts)


def receipt(**said: Any) -> dict[str, Any]:
    full = {
        "commitment": None, "custody": None, "key": b64(bytes(8)), "match": MATCH, "protocol": "siegelpost/1", **said,
    }  # fmt: skip
    return {"receipt": full, "signature": b64(KEY.sign(seal.receipt_bytes(full)).signature)}


def win(server: Leaving) -> None:
    server.poll()
    server.vote(0, "win")
    server.abandon()


def bot(server: Leaving) -> None:
    server.poll()
    server.vote(0, "bot")
    server.substitute()
    server.play_on()


def wait(server: Leaving) -> None:
    server.poll()
    server.vote(0, "wait")
    server.play_on()


def back(server: Leaving) -> None:
    server.poll()
    server.here()
    server.play_on()


def back_at_once(server: Leaving) -> None:
    server.here()
    server.play_on()


COURSES: dict[str, Course] = {"win": win, "bot": bot, "wait": wait, "back": back, "back at once": back_at_once}


@cache
def honest(name: str) -> Played:
    return Leaving().played(COURSES[name])


@pytest.mark.parametrize("name", COURSES)
def test_a_match_that_somebody_left_passes_however_it_went_on(name: str) -> None:
    played = honest(name)
    found = judged(played, None, *played.receipts)
    assert (found.verdict, found.reason, found.ignored) == ("PASS", "", ())
    assert found.receipts == len(played.receipts)


def test_the_others_win_a_match_that_is_abandoned() -> None:
    closed = json.loads(honest("win").export.splitlines()[-1])["entry"]["body"]
    assert (closed["reason"], closed["outcome"]) == (
        "abandoned",
        {"winners": [0], "scores": [0, 0], "reason": "abandoned"},
    )


def too_soon(entries: list[Any]) -> None:
    told = find(entries, "absent")["at"]
    for entry in entries[entries.index(find(entries, "polled")) :]:
        entry["at"] = told


def goes_on(entries: list[Any]) -> None:
    entries.insert(-1, {**find(entries, "locked"), "at": entries[-1]["at"]})


LIES: list[tuple[str, Lie, str]] = [
    ("win", told("absent", "missed", ["r1.choose", "r2.choose"]), "has not missed these decisions in a row"),
    ("win", told("absent", "seat", 0), "has not missed"),
    ("win", told("absent", "seat", 7), "no seat 7"),
    ("win", told("absent", "until", "2026-11-21T09:00:00.000Z"), "notice"),
    ("win", without("absent"), "is not missed"),
    ("win", without("polled"), "is not asked"),
    ("win", without("voted"), "not otherwise"),
    ("win", twice("absent"), "nobody could be asked"),
    ("win", twice("polled"), "twice"),
    ("win", too_soon, "too early"),
    ("win", told("voted", "seat", 1), "is not asked"),
    ("win", told("voted", "choice", "wait"), "not otherwise"),
    ("win", told("voted", "signature", b64(bytes(64))), "brought no key"),
    ("win", goes_on, "goes on with"),
    ("win", told("closed", "reason", "resigned"), "one of a match that was resigned"),
    ("bot", told("substituted", "player", "p_1"), "to no bot"),
    ("bot", told("substituted", "seat", 0), "was not decided"),
    ("bot", without("substituted"), "goes on with"),
    ("wait", told("voted", "choice", "win"), "goes on with"),
    ("back", told("returned", "seat", 0), "is not missed"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "reason"), LIES)
def test_an_absence_that_the_key_s_owner_made_up_is_refuted(name: str, change: Lie, reason: str) -> None:
    found = judged(honest(name), forged(honest(name), change))
    assert found.verdict == "FAIL" and reason in found.reason, found


@pytest.mark.parametrize(
    ("agreed", "reason"),
    [(None, "has not agreed"), ({**AGREED, "misses": 3}, "has not missed these decisions in a row")],
)
def test_nobody_is_called_absent_sooner_than_was_agreed(agreed: Absence | None, reason: str) -> None:
    server = Leaving(absence=agreed)
    server.step.table["absence"] = agreed_on(AGREED, 2)
    found = judged(server.played(win))
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found


def test_who_acted_while_called_absent_and_was_given_up_proves_it() -> None:
    server = Leaving()
    played = server.played(win)
    absent = find(entries_in(honest("win").export), "absent")
    head = json.loads(played.export.splitlines()[absent["n"] - 1])["head"]
    said = {"act": "order", "commitment": None, "custody": "escrow", "decision": "orders"}
    proof = receipt(**{**said, "seat": server.gone, "seq": 1, "n": absent["n"], "head": head, "received": absent["at"]})
    found = judged(played, None, proof)
    assert (found.verdict, "was given up" in found.reason) == ("FAIL", True), found


@pytest.mark.parametrize("changes", [{"choice": "bot"}, {"seat": 1}, {"absent": 0}, {"received": timestamp(0)}])
def test_a_receipt_for_a_vote_binds_the_server(changes: dict[str, Any]) -> None:
    played = honest("win")
    vote = next(one["receipt"] for one in played.receipts if one["receipt"]["act"] == "vote")
    found = judged(played, None, receipt(**{**vote, **changes}))
    assert (found.verdict, "does not tell" in found.reason) == ("FAIL", True), found


class SignedAway(Signing, Leaving):
    """The same, but seat 0, who votes, signs."""


def test_a_seat_with_a_key_signs_its_vote() -> None:
    def voted(server: SignedAway, **changes: Any) -> Played:
        server.disappear()
        server.poll()
        case = case_of(server.step.table, server.gone)
        assert case is not None
        act = {
            "act": "vote",
            "choice": "win",
            "commitment": None,
            "decision": "vote",
            "head": case["polled"],
            "seat": 0,
            "seq": 1,
        }
        server.vote(0, "win", signature(server.own, **{**act, **changes}))
        server.abandon()
        return Played(b"".join(server.step.lines), bytes(server.key.verify_key), server.receipts)

    def found(**changes: Any) -> Report:
        played = voted(SignedAway(), **changes)
        return verify(
            played.export, check_signature=played.check_signature, public_key=b64(played.public_key),
            receipts=played.receipts, check_seat=verify_signature,
        )  # fmt: skip

    assert (found().verdict, found().reason) == ("PASS", "")
    for changes in ({"choice": "wait"}, {"seq": 2}, {"head": b64(bytes(32))}):
        assert "does not hold" in found(**changes).reason


class Rekeyed(SignedAway):
    """The same; between its deciding vote and what it decides, seat 0 changes its key: by the old one, or as all agree."""

    def after_deciding(self, seats_agree: bool, **lies: Any) -> Played:
        self.disappear()
        self.poll()
        case = case_of(self.step.table, self.gone)
        assert case is not None
        act = {"commitment": None, "decision": "vote", "head": case["polled"], "seat": 0, "seq": 1}
        self.vote(0, "bot", signature(self.own, **{**act, "act": "vote", "choice": "bot"}))
        fresh = seat_key(0, " on another device")
        change = {**act, "commitment": key_commitment(bytes(fresh.verify_key)), "decision": "key", "head": self.start}
        by = (
            {"consents": [[1, None]]} if seats_agree else {"signature": signature(self.own, **{**change, "act": "key"})}
        )
        self.step.write("rekeyed", {"key": public(fresh), "seat": 0, **by, **lies})
        self.own = fresh
        self.substitute()
        self.play_on()
        return Played(b"".join(self.step.lines), bytes(self.key.verify_key), self.receipts)


REKEYED: list[tuple[bool, dict[str, Any], str]] = [
    (False, {}, ""),
    (True, {}, ""),
    (False, {"key": public(seat_key(7))}, "does not hold"),
    (True, {"seat": 1}, "brought none"),
    (True, {"consents": [[1, b64(bytes(64))]]}, "is signed, but the seat brought no key"),
]


@pytest.mark.parametrize(("seats_agree", "lies", "reason"), REKEYED)
def test_a_key_may_change_between_a_decision_and_what_it_decides(
    seats_agree: bool, lies: dict[str, Any], reason: str
) -> None:
    played = Rekeyed().after_deciding(seats_agree, **lies)
    found = verify(
        played.export, check_signature=played.check_signature, public_key=b64(played.public_key),
        receipts=played.receipts, check_seat=verify_signature,
    )  # fmt: skip
    assert (found.verdict, reason in found.reason) == ("FAIL" if lies else "PASS", True), found


def test_a_bot_takes_no_seat_where_everybody_keeps_the_openings() -> None:
    server = Leaving(custody="client")
    assert choices(server.step.table) == ["wait", "win"]

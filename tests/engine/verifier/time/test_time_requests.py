"""More time is granted where enough of the others agreed, and by the operator as often as agreed (protocol section 12.18)."""

from functools import cache
from typing import Any

import pytest

from engine.match.absence import case_of
from engine.match.asking import standing_of
from engine.match.extensions import write_extended_by_operator
from engine.match.table import Standing
from engine.match.time_requests import (
    Kind,
    forget_seat,
    last_said,
    outcome_of,
    write_granted,
    write_requested,
    write_responded,
)
from engine.protocol.agreements import OperatorExtensions, TimeRequests, is_granted, is_refused
from engine.protocol.canon import b64
from engine.protocol.log import milliseconds, timestamp
from tests.engine.playing import Played, Server
from tests.engine.verifier.lies import Lie, agreed, find, forged, judged, told, twice, without
from tests.engine.verifier.seats.test_absence import AGREED as ABSENCE
from tests.engine.verifier.seats.test_absence import KONTOR, Leaving, receipt
from tests.engine.verifier.seats.test_seat_keys import Signing, signature

AGREED: TimeRequests = {"majority": "most", "seconds": 86_400}
OPERATOR: OperatorExtensions = {"seconds": 86_400, "times": 2}
ASKED = 7_200


class Asking(Server):
    """A match in which seat 0 asks for two hours in its first decision and gets them, and in its second and does not.

    In the first the operator gives an hour besides, and another one.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**{**KONTOR, "time_requests": AGREED, "operator_extensions": OPERATOR, **given})
        self.asked = 0

    def answer(self, standing: Standing) -> None:
        if 0 in standing["seats"] and self.asked < 2 and standing["sealed"]:
            self.asked += 1
            self.ask(standing["id"])
            self.respond(standing["id"], 1, self.asked == 1)
            for _ in range(2 if self.asked == 1 else 0):
                write_extended_by_operator(self.step, self.standing(standing["id"]), 3_600)
            standing = self.standing(standing["id"])
        super().answer(standing)

    def standing(self, decision: str) -> Standing:
        found = standing_of(self.step.table, decision)
        assert found is not None
        return found

    def ask(self, decision: str, seat: int = 0, by: str | None = None) -> None:
        self.step.at += 1_000
        write_requested(self.step, self.standing(decision), seat, ASKED, by)
        self.keep_receipt("asked", "request", seat)

    def respond(self, decision: str, seat: int, grant: bool, by: str | None = None) -> None:
        self.step.at += 1_000
        write_responded(self.step, self.standing(decision), seat, grant, by)
        self.keep_receipt("answered", "respond", seat)
        if outcome_of(self.step.table, self.standing(decision)["request"]) == "granted":
            write_granted(self.step, self.standing(decision), ASKED * 1000)

    def keep_receipt(self, kind: Kind, act: str, seat: int) -> None:
        said = last_said(self.step.table, kind, seat)
        assert said is not None
        about = {"act": act, "decision": act, "seat": seat, "seq": said["seq"]}
        self.receipts.append(receipt(**about, n=said["n"], head=said["head"], received=timestamp(said["received"])))


class SignedAsking(Signing, Asking):
    """The same, but seat 0 signs what it asks for and says; ``lie`` is what it signs otherwise."""

    lie: dict[str, Any]

    def ask(self, decision: str, seat: int = 0, by: str | None = None) -> None:
        head, seq = self.standing(decision)["head"], self.asked
        act = {"act": "request", "commitment": None, "decision": "request", "head": head, "seat": 0, "seconds": ASKED}
        super().ask(decision, seat, signature(self.own, **{**act, "seq": seq, **self.lie}))


class SignedGranting(Signing, Asking):
    """Seat 1 asks, and seat 0 signs whether it grants it."""

    lie: dict[str, Any]

    def ask(self, decision: str, seat: int = 0, by: str | None = None) -> None:
        super().ask(decision, 1)

    def respond(self, decision: str, seat: int, grant: bool, by: str | None = None) -> None:
        head = self.standing(decision)["request"]["head"]
        act = {"act": "respond", "commitment": None, "decision": "respond", "grant": grant, "head": head, "seat": 0}
        super().respond(decision, 0, grant, signature(self.own, **{**act, "seq": self.asked, **self.lie}))


def signed_asking(kind: type[SignedAsking | SignedGranting] = SignedAsking, **lie: Any) -> Played:
    server = kind(time_requests=AGREED, operator_extensions=OPERATOR)
    server.lie = lie
    return server.play()


@cache
def honest() -> Played:
    return Asking().play()


@cache
def among_three() -> Played:
    """Seat 0 asks two others, of whom one refuses and changes his mind; a bot has taken the fourth seat before."""

    class Three(Leaving, Asking):
        def answer(self, standing: Standing) -> None:
            Server.answer(self, standing)

    server = Three(rules="packet-row", options={}, places=4, absence=ABSENCE)
    server.disappear()
    server.poll()
    server.vote(0, "bot")
    server.vote(1, "bot")
    server.substitute()
    forget_seat(server.step.table, server.gone)
    while server.next()["deadline"] is None or 0 not in server.next()["seats"]:
        server.answer(server.next())
        server.step.run_on(server.seed, server.deadline)
    decision = server.next()["id"]
    server.ask(decision)
    server.respond(decision, 1, True)
    server.respond(decision, 1, False)
    server.play_on()
    return Played(b"".join(server.step.lines), bytes(server.key.verify_key), server.receipts)


def test_time_that_was_granted_passes_with_its_receipts() -> None:
    for played in (honest(), among_three()):
        found = judged(played, None, *played.receipts)
        assert (found.verdict, found.reason, found.ignored) == ("PASS", "", ())


def longer(by: str, seconds: int) -> Lie:
    """Whoever gives time gives so much more than it may."""

    def change(entries: list[Any]) -> None:
        body = find(entries, "extended", by=by)["body"]
        for name in ("deadline", "opening_deadline"):
            body[name] = timestamp(milliseconds(body[name]) + seconds * 1000)

    return change


def refused_and_given(entries: list[Any]) -> None:
    """The only other one refuses, and the time is given all the same."""
    find(entries, "responded")["body"]["grant"] = False


def too_late(kind: str, by: str | None = None) -> Lie:
    def change(entries: list[Any]) -> None:
        at = entries.index(find(entries, kind, by=by))
        deadlines = [one["body"]["deadline"] for one in entries[:at] if one["type"] in ("opened", "extended")]
        for entry in entries[at:]:
            entry["at"] = max(entry["at"], timestamp(milliseconds(deadlines[-1]) + 1_000))

    return change


LIES: list[tuple[Lie, str]] = [
    (agreed("time_requests", None), "has not agreed that seats may ask"),
    (agreed("time_requests", {"majority": "most", "seconds": ASKED - 1}), "asks for more time than the match lets it"),
    (agreed("operator_extensions", None), "has not agreed that the operator"),
    (agreed("operator_extensions", {"seconds": 86_400, "times": 1}), "more often than the match lets him"),
    (agreed("operator_extensions", {"seconds": 3_599, "times": 2}), "more time at once than the match lets him"),
    (longer("agreement", 3_600), "other time than it asked for"),
    (longer("operator", 86_400), "more time at once than the match lets him"),
    (longer("operator", -3_600), "more time at once than the match lets him, or none"),
    (longer("operator", -3_601), "shortened"),
    (without("responded"), "not enough of the others agreed"),
    (refused_and_given, "did not ask for"),
    (without("extended", by="agreement"), "have granted more time"),
    (without("requested"), "does not stand"),
    (twice("requested"), "once more, or another one asks"),
    (twice("responded"), "have granted more time"),
    (twice("extended", by="agreement"), "did not ask for"),
    (told("responded", "seat", 0), "is not asked"),
    (told("responded", "requester", 1), "does not stand"),
    (told("extended", "seat", 1, by="agreement"), "did not ask for"),
    (told("requested", "seat", 5), "no seat 5"),
    (told("requested", "decision", "r9.choose"), "does not ask it"),
    (told("requested", "decision", "seated"), "does not ask it"),
    (told("requested", "signature", b64(bytes(64))), "brought no key"),
    (told("responded", "signature", b64(bytes(64))), "brought no key"),
    (told("requested", "seconds", 0), "1"),
    (told("extended", "seat", 0, by="operator"), "nobody knows"),
    (told("extended", "lost", [], by="agreement"), "nobody knows"),
    (too_late("requested"), "whose time was over"),
    (too_late("extended", "operator"), "waits for nobody"),
]


@pytest.mark.parametrize(("change", "reason"), LIES)
def test_time_that_the_key_s_owner_made_up_is_refuted(change: Lie, reason: str) -> None:
    found = judged(honest(), forged(honest(), change))
    assert found.verdict == "FAIL" and reason in found.reason, found


SIGNED_LIES: list[tuple[type[SignedAsking | SignedGranting], dict[str, Any]]] = [
    (SignedAsking, {"seq": 7}),
    (SignedAsking, {"seconds": 60}),
    (SignedAsking, {"head": b64(bytes(32))}),
    (SignedGranting, {"seq": 7}),
    (SignedGranting, {"grant": False}),
    (SignedGranting, {"head": b64(bytes(32))}),
]


@pytest.mark.parametrize(("kind", "lie"), SIGNED_LIES)
def test_a_seat_with_a_key_signs_what_it_asks_for_and_grants(
    kind: type[SignedAsking | SignedGranting], lie: dict[str, Any]
) -> None:
    honestly = judged(signed_asking(kind), with_keys=True)
    assert (honestly.verdict, honestly.reason) == ("PASS", "")
    assert "does not hold" in judged(signed_asking(kind, **lie), with_keys=True).reason


@pytest.mark.parametrize("act", ["request", "respond"])
@pytest.mark.parametrize("changes", [{"seat": 5}, {"received": timestamp(0)}, {"act": "here", "decision": "here"}])
def test_a_receipt_about_more_time_binds_the_server(act: str, changes: dict[str, Any]) -> None:
    one = next(one["receipt"] for one in honest().receipts if one["receipt"]["act"] == act)
    found = judged(honest(), None, receipt(**{**one, **changes}))
    assert (found.verdict, "does not tell" in found.reason) == ("FAIL", True), found


def test_who_asks_or_answers_is_no_longer_missed() -> None:
    class Absent(Leaving, Asking):
        def answer(self, standing: Standing) -> None:
            Server.answer(self, standing)

    server = Absent(absence=ABSENCE)
    server.disappear()
    while server.gone not in server.next()["seats"]:
        server.answer(server.next())
        server.step.run_on(server.seed, server.deadline)
    decision = server.next()["id"]
    server.ask(decision, server.gone)
    assert case_of(server.step.table, server.gone) is None
    server.respond(decision, 0, True)
    server.play_on()
    found = judged(Played(b"".join(server.step.lines), bytes(server.key.verify_key)), None, *server.receipts)
    assert (found.verdict, found.reason) == ("PASS", "")


def asked_by_a_bot() -> Played:
    """Return a match in which the server asks for time in the name of a bot that has a seat."""

    class Bot(Leaving, Asking):
        def answer(self, standing: Standing) -> None:
            Server.answer(self, standing)

    server = Bot(absence=ABSENCE)
    server.disappear()
    server.poll()
    server.vote(0, "bot")
    server.substitute()
    while server.gone not in server.next()["seats"]:
        server.answer(server.next())
        server.step.run_on(server.seed, server.deadline)
    server.ask(server.next()["id"], server.gone)
    server.play_on()
    return Played(b"".join(server.step.lines), bytes(server.key.verify_key), server.receipts)


def test_no_bot_asks_for_time() -> None:
    found = judged(asked_by_a_bot())
    assert (found.verdict, "a bot has it" in found.reason) == ("FAIL", True), found


@pytest.mark.parametrize(
    ("grants", "refusals", "voters", "majority", "expected"),
    [
        ([], [], [], "most", (True, False)),
        ([1], [], [1], "most", (True, False)),
        ([], [1], [1], "most", (False, True)),
        ([1], [], [1, 2], "most", (False, False)),
        ([1], [2], [1, 2], "most", (False, True)),
        ([1, 2], [3], [1, 2, 3], "most", (True, False)),
        ([1, 2], [3], [1, 2, 3], "all", (False, True)),
        ([1, 2], [], [1, 2, 3], "all", (False, False)),
        ([], [4], [1, 2], "most", (False, False)),
    ],
)
def test_what_the_others_decide(
    grants: list[int], refusals: list[int], voters: list[int], majority: Any, expected: tuple[bool, bool]
) -> None:
    assert (is_granted(grants, voters, majority), is_refused(refusals, voters, majority)) == expected

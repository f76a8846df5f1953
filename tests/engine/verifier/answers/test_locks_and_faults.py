"""An operator with the true key tells other locks, faults, orders and times than happened (protocol sections 12.3 and 12.4)."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.match.step import Step
from engine.protocol.canon import b64
from engine.protocol.log import milliseconds, timestamp
from engine.verifier.replay import Report, verify
from tests.engine.playing import Played, Server
from tests.engine.verifier.answers.test_open_answers import again
from tests.engine.verifier.matches import COURSES, EVENTFUL, EveryCourse, Sealed
from tests.engine.verifier.mutations import entries_in

Courses = dict[int, tuple[str, str]]
Lie = Callable[[dict[str, Any]], None]
SHORT: dict[str, Any] = {"options": {"preset": "goldsieber-basic", "round_limit": 3}, "seed": 5}
OTHER = b64(bytes(31) + b"\x01")


def play(courses: Courses, **chosen: Any) -> Played:
    return EveryCourse(**{**SHORT, **chosen}, courses=courses).play()


def told(courses: Courses, kind: str, lie: Lie, **chosen: Any) -> Played:
    """Play a match whose first entry of this type for the first sealed decision tells something else; all that follows fits."""
    write = Step.write
    done: list[str] = []

    def bent(step: Step, written: str, body: dict[str, Any]) -> None:
        if written == kind and not done and body["decision"].endswith(".choose"):
            done.append(kind)
            lie(body)
        write(step, written, body)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Step, "write", bent)
        played = play(courses, **chosen)
    assert done
    return played


def judged(one: Played, receipts: Sequence[Any] | None = None) -> Report:
    held = one.receipts if receipts is None else receipts
    return verify(one.export, check_signature=one.check_signature, public_key=b64(one.public_key), receipts=held)


def assert_refuted(found: Report, reason: str) -> None:
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found


def test_an_honest_match_in_which_everything_happens_passes_with_all_its_receipts() -> None:
    one = EveryCourse(**EVENTFUL).play()
    found = judged(one)
    assert (found.verdict, found.reason, found.ignored) == ("PASS", "", ())
    assert found.receipts == len(one.receipts)
    bodies = [entry["body"] for entry in entries_in(one.export)]
    faults = {fault["fault"] for body in bodies for fault in body.get("faults", ())}
    assert faults == {"unopened", "illegal", "salt-reused", "escrow-failed"}
    assert {one["receipt"]["act"] for one in one.receipts} == {
        "commit", "replace", "withdraw", "open", "order", "refused"
    }  # fmt: skip
    assert len(COURSES) <= sum("opening_deadline" in body for body in bodies)


# What the log contradicts by itself: nobody needs to have kept a receipt.


@pytest.mark.parametrize(
    ("course", "reason"),
    [
        ("called-unopened-early", "called unopened before its time was over"),
        ("called-illegal", "is legal"),
        ("called-reused", "was not used before"),
    ],
)
def test_a_fault_that_anybody_can_judge_is_judged(course: str, reason: str) -> None:
    assert_refuted(judged(play({1: (course, "escrow")}), ()), reason)


def no_deadline(body: dict[str, Any]) -> None:
    del body["opening_deadline"]


def a_moment_less(body: dict[str, Any]) -> None:
    body["opening_deadline"] = timestamp(milliseconds(body["opening_deadline"]) - 1)


def a_deadline_of_nobody(body: dict[str, Any]) -> None:
    body["opening_deadline"] = timestamp(0)


def orders_without_number(body: dict[str, Any]) -> None:
    del body["seats"][0]["order_seq"]


LOCKS: list[tuple[Courses, Lie, str]] = [
    ({1: ("opened", "escrow")}, no_deadline, "does not say until when"),
    ({1: ("opened", "escrow")}, a_moment_less, "another span"),
    ({1: ("withdrawn", "withdrawn")}, a_deadline_of_nobody, "awaits openings of nobody"),
    ({1: ("ordered", "escrow")}, orders_without_number, "order_seq: is missing"),
]


@pytest.mark.parametrize(("courses", "lie", "reason"), LOCKS)
def test_a_lock_says_until_when_openings_are_awaited_and_which_orders_answered(
    courses: Courses, lie: Lie, reason: str
) -> None:
    assert_refuted(judged(told(courses, "locked", lie), ()), reason)


def another_opening(body: dict[str, Any]) -> None:
    body["faults"][0]["opening"] = {**body["faults"][0]["opening"], "move": {"type": "pass", "and": 1}}


def no_opening(body: dict[str, Any]) -> None:
    del body["faults"][0]["opening"]


def an_opening_nobody_sent(body: dict[str, Any]) -> None:
    body["faults"][0]["opening"] = body["openings"][0]


FAULTS: list[tuple[Courses, Lie, str]] = [
    ({1: ("illegal", "escrow")}, another_opening, "not that of the locked commitment"),
    ({1: ("illegal", "escrow")}, no_opening, "opening: is missing"),
    ({1: ("illegal", "escrow")}, an_opening_nobody_sent, "the opening of another"),
    ({1: ("unopened", "escrow")}, an_opening_nobody_sent, "nobody knows"),
]


@pytest.mark.parametrize(("courses", "lie", "reason"), FAULTS)
def test_a_refused_opening_is_published_and_is_the_one_that_was_locked(courses: Courses, lie: Lie, reason: str) -> None:
    assert_refuted(judged(told(courses, "resolved", lie), ()), reason)


def test_the_orders_of_an_earlier_number_do_not_come_back() -> None:
    def older(body: dict[str, Any]) -> None:
        body["seats"][0]["order_seq"] = 7

    one = told({1: ("ordered", "escrow"), 2: ("ordered", "escrow")}, "locked", older)
    assert_refuted(judged(one, ()), "not those after the ones before")


def test_the_time_to_open_is_not_shortened_by_an_extension() -> None:
    def shorter(body: dict[str, Any]) -> None:
        body["opening_deadline"] = body["deadline"]

    assert_refuted(judged(told({}, "extended", shorter), ()), "another span")


# Custody that a match demands.


def test_demanded_custody_binds_the_server() -> None:
    kept = dict.fromkeys((1, 2, 3), ("opened", "opened"))
    assert judged(play(kept, custody="client")).verdict == "PASS"
    assert_refuted(judged(play({**kept, 2: ("opened", "escrow")}, custody="client"), ()), "demands client custody")


def test_who_lost_client_custody_seals_with_escrow() -> None:
    lost = {1: ("opened", "unopened"), 2: ("opened", "illegal"), 3: ("opened", "escrow")}
    assert judged(play(lost, custody="client")).verdict == "PASS"
    assert_refuted(judged(play({**lost, 3: ("escrow", "opened")}, custody="client"), ()), "demands client custody")


def test_a_decision_in_which_refusing_could_pay_takes_escrow_only_whatever_the_match_demands() -> None:
    anno: dict[str, Any] = {"rules": "anno-1701", "options": {"turn_limit": 2}, "seed": 6, "custody": "client"}
    one = Server(**anno).play()
    assert {"settle"} == {entry["body"]["kind"] for entry in entries_in(one.export) if entry["body"].get("sealed")}
    assert judged(one).verdict == "PASS"
    assert_refuted(judged(EveryCourse(**anno, courses={1: ("opened", "escrow")}).play(), ()), "takes escrow only")


# What only a receipt shows: the log passes without it, and is refuted with it.


def another_custody(body: dict[str, Any]) -> None:
    body["seats"][0]["custody"] = "mail"


def later(body: dict[str, Any]) -> None:
    move = body["moves"][0]
    move["received"] = timestamp(milliseconds(move["received"]) + 1)


def other_orders(body: dict[str, Any]) -> None:
    body["seats"][0]["order"] = "so1_" + OTHER


ACTS: list[tuple[str, Courses, str, Lie, str]] = [
    ("custody", {}, "locked", another_custody, "another custody"),
    ("received", {}, "resolved", later, "another time"),
    ("received-client", {1: ("opened", "escrow")}, "resolved", later, "another time"),
    ("order", {1: ("ordered", "escrow")}, "locked", other_orders, "other orders"),
]


@pytest.mark.parametrize(("courses", "kind", "lie", "reason"), [one[1:] for one in ACTS], ids=[one[0] for one in ACTS])
def test_what_a_seat_did_binds_the_server_who_gave_a_receipt_for_it(
    courses: Courses, kind: str, lie: Lie, reason: str
) -> None:
    one = told(courses, kind, lie)
    assert judged(one, ()).verdict == "PASS"
    assert_refuted(judged(one), reason)


@pytest.mark.parametrize("course", ["called-unopened", "called-failed"])
def test_who_holds_a_receipt_for_opening_is_not_called_silent(course: str) -> None:
    one = play({1: (course, "escrow")})
    assert judged(one, ()).verdict == "PASS"
    assert_refuted(judged(one), "for opening what")


def test_the_receipt_for_an_opening_names_the_custody_that_was_locked() -> None:
    """Attacked: the lock calls the seal escrow's, though its player opened it as one that only he held."""
    one = play({1: ("opened", "escrow")})
    held = next(receipt for receipt in one.receipts if receipt["receipt"]["act"] == "open")
    assert judged(one, [held]).receipts == 1
    assert_refuted(judged(one, [again(held, custody="escrow")]), "opening under another custody")


def test_orders_that_were_replaced_before_the_lock_do_not_answer() -> None:
    one = play({1: ("ordered", "escrow")})
    held = next(receipt for receipt in one.receipts if receipt["receipt"]["act"] == "order")
    newer = again(held, seq=2, commitment="so1_" + OTHER)
    ended = again(held, seq=2, commitment=None)
    assert judged(one, [held]).verdict == "PASS"
    for replaced in (newer, ended):
        assert_refuted(judged(one, [replaced]), "other orders")
    after = len(entries_in(one.export)) - 1
    head = json.loads(one.export.splitlines()[after - 1])["head"]
    assert judged(one, [held, again(newer, n=after, head=head)]).verdict == "PASS", "set after the lock"


def test_who_was_refused_as_late_was_late() -> None:
    one = play({1: ("escrow", "late")})
    held = next(receipt for receipt in one.receipts if receipt["receipt"]["act"] == "refused")
    assert judged(one, [held]).receipts == 1
    in_time = timestamp(milliseconds(held["receipt"]["received"]) - 1)
    assert_refuted(judged(one, [again(held, received=in_time)]), "was in time")
    assert judged(one, [again(held, received=in_time, reason="locked")]).verdict == "PASS"


def test_an_extension_that_came_afterwards_makes_no_liar_of_who_refused_before() -> None:
    one = play({2: ("escrow", "late")})
    logged = entries_in(one.export)
    extended = next(
        entry for entry in logged if entry["type"] == "extended" and entry["body"]["decision"].endswith("choose")
    )
    before = next(entry for entry in logged if entry["body"].get("decision") == extended["body"]["decision"])
    held = next(receipt for receipt in one.receipts if receipt["receipt"]["act"] == "refused")
    late = timestamp(milliseconds(before["body"]["deadline"]) + 1_000)
    head = json.loads(one.export.splitlines()[before["n"] - 1])["head"]
    early = again(held, n=before["n"], head=head, received=late)
    assert held["receipt"]["decision"] == extended["body"]["decision"]
    assert judged(one, [early]).verdict == "PASS"
    head = json.loads(one.export.splitlines()[extended["n"] - 1])["head"]
    assert_refuted(judged(one, [again(early, n=extended["n"], head=head)]), "was in time")


def test_an_opening_is_late_only_after_the_time_to_open() -> None:
    one = play({1: ("unopened", "escrow")})
    lock = next(entry for entry in entries_in(one.export) if entry["type"] == "locked")
    head = json.loads(one.export.splitlines()[lock["n"] - 1])["head"]
    end = milliseconds(lock["body"]["opening_deadline"]) + 1_000
    facts = {"act": "refused", "seq": 0, "reason": "late", "n": lock["n"], "head": head}
    late = again(one.receipts[0], **facts, received=timestamp(end))
    assert judged(one, [late]).verdict == "PASS"
    assert_refuted(judged(one, [again(late, received=timestamp(end - 1))]), "was in time")


def test_nothing_is_acknowledged_after_the_end_but_refusals() -> None:
    one = play({1: ("escrow", "late")})
    held = next(receipt for receipt in one.receipts if receipt["receipt"]["act"] == "refused")
    end = len(entries_in(one.export))
    head = json.loads(one.export.splitlines()[-1])["head"]
    gone = again(held, n=end, head=head, reason="not-running")
    assert judged(one, [gone]).verdict == "PASS"
    assert_refuted(judged(one, [again(gone, n=end + 1)]), "the log was closed")
    assert_refuted(judged(one, [again(one.receipts[0], n=end, head=head)]), "the log was closed")


def test_a_salt_that_a_player_uses_twice_refutes_nobody_s_log() -> None:
    """Attacked: a seat commits over the salt that the server drew for its open answer, and has it published first."""
    write = Step.write
    used: list[str] = []

    def bent(step: Step, kind: str, body: dict[str, Any]) -> None:
        if kind == "resolved" and not used:
            used.append(body["openings"][0]["salt"])
        elif kind == "resolved" and len(used) == 1 and "proof" in body["moves"][0]:
            body["openings"][0]["salt"] = used[0]
            used.append(body["decision"])
        write(step, kind, body)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Step, "write", bent)
        one = play({1: ("opened", "escrow")})
    shown = [opening["salt"] for entry in entries_in(one.export) for opening in entry["body"].get("openings", ())]
    assert shown.count(used[0]) == 2
    assert judged(one, ()).verdict == "PASS"


def test_the_player_may_show_what_he_had_sealed() -> None:
    sealed: list[Sealed] = []

    class Keeping(EveryCourse):
        def act(self, *arguments: Any) -> Sealed:
            sealed.append(super().act(*arguments))
            return sealed[-1]

    one = Keeping(**SHORT, courses={1: ("called-unopened", "escrow")}).play()
    mine, theirs = sealed[0].opening, sealed[1].opening
    assert mine is not None
    others = [{**mine, "salt": OTHER}, theirs, {}, None, {**mine, "seat": 7}]
    found = verify(
        one.export, check_signature=one.check_signature, public_key=b64(one.public_key), openings=[*others, mine]
    )
    assert found.verdict == "PASS"
    (shown,) = found.shown
    assert (shown.decision, shown.seat, shown.move, shown.fault) == ("r1.choose", 0, mine["move"], "unopened")

"""What the page once left open to whoever writes a verifier: each case says what holds, with the true key."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.match.step import Step
from engine.match.table import Locked, Standing
from engine.protocol import seal
from engine.protocol.beacon import QUICKNET
from engine.protocol.canon import b64, canonical
from engine.protocol.log import ENTRY_BYTES, milliseconds, read_export, timestamp
from engine.verifier.replay import Report, verify
from service.keys.signing import verify_signature
from tests.engine.playing import HOUR, Played, Server
from tests.engine.test_talk import Talking
from tests.engine.verifier import test_receipts
from tests.engine.verifier.matches import KONTOR, TALK, EveryCourse, register_partners
from tests.engine.verifier.seats.test_seeding import Seeded

Lie = Callable[[Step, Any], bool]
"""Changes what a step writes, or the time at which it does; returns whether there was something to change."""
SHORT: dict[str, Any] = {"options": {"preset": "goldsieber-basic", "round_limit": 3}, "seed": 5}
COURSES = {1: ("unopened", "opened"), 2: ("late", "escrow"), 3: ("failed", "opened")}


def sealed() -> Server:
    """Return a match with a seat that is late, one that never opens, and a box that fails."""
    return EveryCourse(**SHORT, courses=COURSES)


def silent() -> Server:
    """Return a match whose rules answer open decisions, too, and tell who answered."""
    return Server(rules="anno-1701", options={"turn_limit": 3}, seed=6, silence=0.3)


def judged(played: Played) -> Report:
    return verify(
        played.export, check_signature=played.check_signature, public_key=b64(played.public_key)
    )  # fmt: skip


def told(make: Callable[[], Server], kind: str, lie: Lie) -> Played:
    """Play a match in which the first entry of a kind that the lie fits says something else; all that follows fits."""
    write, done = Step.write, list[str]()

    def bent(step: Step, written: str, body: dict[str, Any]) -> None:
        if written == kind and not done and lie(step, body):
            done.append(kind)
        write(step, written, body)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Step, "write", bent)
        played = make().play()
    assert done
    return played


def deadline(step: Step, decision: str) -> int:
    return next(one["deadline"] or 0 for one in step.table["standing"] if one["id"] == decision)


def longer_to_open_than_to_answer(step: Step, body: Any) -> bool:
    for one in step.table["standing"]:
        one["opening_period"] += 1
    if body["sealed"]:
        body["opening_deadline"] = timestamp(milliseconds(body["deadline"]) + HOUR + 1)
    return bool(body["sealed"])


def locked_in_the_second_after_the_deadline(step: Step, body: Any) -> bool:
    absent = any(one["custody"] == "absent" for one in body["seats"])
    if absent:
        step.at = deadline(step, body["decision"]) + 999
    return absent


def rules_answer_in_the_second_after_the_deadline(step: Step, body: Any) -> bool:
    silent = len(body["moves"]) == 1 and body["moves"][0]["by"] == "fallback"
    if silent:
        step.at = deadline(step, body["decision"]) + 999
    return silent


def unopened_in_the_second_after_the_deadline(step: Step, body: Any) -> bool:
    unopened = any(one["fault"] == "unopened" for one in body["faults"])
    if unopened:
        lock = next(one["body"] for one in reversed(step.entries) if one["type"] == "locked")
        step.at = milliseconds(lock["opening_deadline"]) + 999
    return unopened


def received_after_the_lock(step: Step, body: Any) -> bool:
    lock = next(one for one in reversed(step.entries) if one["type"] == "locked")
    move = next((one for one in body["moves"] if one["by"] == "seat"), None)
    if move is not None:
        move["received"] = timestamp(milliseconds(lock["at"]) + 1)
    return move is not None


def received_after_it_was_resolved(step: Step, body: Any) -> bool:
    own = len(body["moves"]) == 1 and body["moves"][0]["by"] == "seat"
    if own:
        body["moves"][0]["received"] = timestamp(step.at + 1)
    return own


def given_the_same_time_again(step: Step, body: Any) -> bool:
    """Attacked: a row of such entries, as long as the server likes, gives nobody anything and every reader work."""
    return shifted(step, body, 0)


def given_less_than_a_second(step: Step, body: Any) -> bool:
    return shifted(step, body, 999)


def shifted(step: Step, body: Any, by: int) -> bool:
    before = deadline(step, body["decision"])
    span = milliseconds(body["opening_deadline"]) - milliseconds(body["deadline"])
    body["deadline"], body["opening_deadline"] = timestamp(before + by), timestamp(before + by + span)
    return True


def sealed_for_nobody(_: Step, body: Any) -> bool:
    if body["sealed"]:
        body["deadline"] = None
        del body["opening_deadline"]
    return bool(body["sealed"])


def a_person_in_two_seats(step: Step, body: Any) -> bool:
    body["player"] = step.table["seats"][0]["player"]
    return bool(body["seat"] == 1)


def a_bot_that_gives_entropy(_: Step, body: Any) -> bool:
    """Attacked: where the server can read the others' boxes, its own bot joins last and chooses the deal."""
    body["player"] = "bot:steady"
    return "entropy" in body


def a_beacon_under_no_key(_: Step, body: Any) -> bool:
    """Attacked: nobody can ever sign for this chain, so the server has a reason at hand not to deal."""
    body["beacon"] = {**QUICKNET, "chain": "00" * 32, "public_key": "c0" + "00" * 95, "delay": 30}
    return True


LIES: dict[Lie, tuple[Callable[[], Server], str, str]] = {
    longer_to_open_than_to_answer: (sealed, "opened", "longer than"),
    locked_in_the_second_after_the_deadline: (sealed, "locked", "before its deadline"),
    unopened_in_the_second_after_the_deadline: (sealed, "resolved", "before its time was over"),
    received_after_the_lock: (sealed, "resolved", "later than"),
    rules_answer_in_the_second_after_the_deadline: (silent, "resolved", "before its deadline"),
    received_after_it_was_resolved: (silent, "resolved", "later than"),
    given_the_same_time_again: (sealed, "extended", "less than a second"),
    given_less_than_a_second: (sealed, "extended", "less than a second"),
    sealed_for_nobody: (sealed, "opened", "is sealed but has no deadline"),
    a_person_in_two_seats: (silent, "joined", "who sits in another seat"),
    a_bot_that_gives_entropy: (Seeded, "joined", "a bot gives entropy"),
    a_beacon_under_no_key: (sealed, "created", "public key is none"),
}


@pytest.mark.parametrize("lie", LIES)
def test_times_that_cannot_be(lie: Lie) -> None:
    make, kind, reason = LIES[lie]
    assert judged(make().play()).verdict == "PASS"
    found = judged(told(make, kind, lie))
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found


class Dated(Server):
    """Kontor hides who answers open decisions: the time of an answer stands in a proof until the end."""

    def acknowledged(self, standing: Standing, answer: dict[str, Any]) -> list[seal.Opening]:
        answer["received"] = timestamp(self.step.at + 1)
        return super().acknowledged(standing, answer)


def test_a_time_that_a_proof_hides_cannot_be_later_than_the_answer_was_resolved() -> None:
    found = judged(Dated(**SHORT).play())
    assert (found.verdict, "later than" in found.reason) == ("FAIL", True), found


class ByMail(Server):
    """A match that demands client custody: each seat keeps ``shut`` openings back, and then seals otherwise."""

    def __init__(self, custody: str, shut: int) -> None:
        super().__init__(**{**SHORT, "custody": "client", "unopened": 1.0})
        self.then, self.shut, self.locks = custody, shut, 0

    def answer(self, standing: Standing) -> None:
        self.locks += standing["sealed"]
        self.unopened = 1.0 if self.locks <= self.shut else 0.0
        super().answer(standing)

    def locking(self, standing: Standing, locked: Locked) -> Locked:
        return {**locked, "custody": self.then} if locked["custody"] == "escrow" else locked


BY_MAIL = [("escrow", 2, "PASS"), ("mail", 2, "PASS"), ("escrow", 1, "FAIL"), ("mail", 1, "FAIL")]


@pytest.mark.parametrize(("custody", "shut", "verdict"), BY_MAIL)
def test_only_who_lost_client_custody_seals_with_escrow_or_by_mail(custody: str, shut: int, verdict: str) -> None:
    played = ByMail(custody, shut).play()
    found = judged(played)
    assert (found.verdict, verdict == "PASS" or "custody" in found.member) == (verdict, True), found


def test_receipts_for_orders_name_orders_and_those_for_refusals_say_why() -> None:
    order: dict[str, Any] = {"act": "order", "commitment": "so1_" + b64(bytes(32)), "custody": "escrow"}
    given = [
        test_receipts.signed(**order),
        test_receipts.signed(**order, decision="orders"),
        test_receipts.signed(**{**order, "custody": "client"}, decision="orders"),
        test_receipts.signed(act="refused"),
    ]
    found = test_receipts.judged(*given)
    assert (found.verdict, found.receipts) == ("PASS", 1)
    assert [one.number for one in found.ignored] == [1, 3, 4]


class Borrowing(Talking):
    """Somebody seals his move over the salt of what his partner told him, which he may see at once."""

    def opening(self, standing: Standing, seat: int, move: dict[str, Any]) -> seal.Opening:
        found = super().opening(standing, seat, move)
        heard = self.step.disclosures
        return {**found, "salt": heard[-1]["salt"]} if heard else found


@pytest.fixture
def partners() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        register_partners(patch)
        yield


@pytest.mark.usefixtures("partners")
def test_nobody_makes_an_honest_log_look_forged_by_the_salt_of_a_message() -> None:
    assert judged(Borrowing(**TALK).play()).verdict == "PASS"


class TwoBoxes(Server):
    """Two seats with escrow seal over one salt."""

    def opening(self, standing: Standing, seat: int, move: dict[str, Any]) -> seal.Opening:
        return {**super().opening(standing, seat, move), "salt": b64(bytes(32))}


def test_salts_are_judged_under_client_custody_only() -> None:
    """Who keeps no opening back gains nothing by a used salt."""
    played = TwoBoxes(**SHORT).play()
    assert judged(played).verdict == "PASS"


class Kept(TwoBoxes):
    """From the second decision on, the first seat has client custody."""

    def locking(self, standing: Standing, locked: Locked) -> Locked:
        before = any(one["type"] == "resolved" for one in self.step.entries)
        return {**locked, "custody": "client"} if before and locked["custody"] == "escrow" else locked


def test_under_client_custody_a_used_salt_never_stands_among_the_openings() -> None:
    found = judged(Kept(**SHORT).play())
    assert (found.verdict, "was used before" in found.reason) == ("FAIL", True), found


def test_without_a_key_a_log_is_held_to_the_key_that_it_names() -> None:
    """Attacked: somebody exchanges a signature; whoever has no key was told INCOMPLETE and nothing else."""
    honest = Server(**SHORT).play()
    lines = [json.loads(line) for line in honest.export.splitlines()]
    lines[3]["sig"] = lines[2]["sig"]
    forged = b"".join(canonical(line, depth=33) + b"\n" for line in lines)
    found = [verify(log, check_seat=verify_signature) for log in (honest.export, forged)]
    assert [(one.verdict, one.n) for one in found] == [("INCOMPLETE", None), ("FAIL", 4)]


@pytest.mark.parametrize(
    ("decision", "after"), [("r99.choose", "started"), ("r1.choose", "started"), ("r1.choose", "resolved")]
)
def test_nobody_is_late_where_nothing_is_awaited(decision: str, after: str) -> None:
    server = sealed()
    played = server.play()
    found = next(line for line in map(json.loads, played.export.splitlines()) if line["entry"]["type"] == after)
    n, head = found["entry"]["n"], found["head"]
    said = {**played.receipts[0]["receipt"], "act": "refused", "commitment": None, "decision": decision, "head": head}
    said |= {"n": n, "reason": "late", "received": "2099-01-01T00:00:00.000Z", "seq": 0}
    receipt = {"receipt": said, "signature": b64(server.key.sign(seal.receipt_bytes(said)).signature)}
    report = verify(
        played.export, check_signature=played.check_signature, public_key=b64(played.public_key), receipts=[receipt]
    )
    assert (report.verdict, "nothing was awaited" in report.reason) == ("FAIL", True), report


def test_nothing_is_written_that_every_verifier_refuses_for_its_length() -> None:
    server = Server(**KONTOR)
    step: Step = server.step
    before = (len(step.lines), step.n, step.head)
    room = ENTRY_BYTES - len(
        json.dumps(
            {"n": step.n + 1, "at": timestamp(step.at), "type": "left", "body": {"note": ""}}, separators=(",", ":")
        )
    )
    with pytest.raises(ValueError, match="1 MiB"):
        step.write("left", {"note": "x" * (room + 1)})
    assert (len(step.lines), step.n, step.head) == before
    step.write("left", {"note": "x" * room})
    assert len(list(read_export(b"".join(step.lines)))) == step.n


def withdrawn_openly() -> tuple[Played, dict[str, Any]]:
    """Return a match up to its first open decision, and a receipt for withdrawing an answer to it."""
    server = silent()
    lines = [json.loads(line) for line in server.play().export.splitlines()]
    opened = next(one for one in lines if one["entry"]["type"] == "opened" and not one["entry"]["body"]["sealed"])
    body, n = opened["entry"]["body"], opened["entry"]["n"]
    said = {
        "act": "withdraw", "commitment": None, "custody": "escrow", "decision": body["decision"], "head": opened["head"],
        "key": b64(bytes(8)), "match": lines[0]["entry"]["body"]["match"], "n": n, "protocol": "siegelpost/1",
        "received": timestamp(milliseconds(opened["entry"]["at"]) + 1), "seat": body["seats"][0], "seq": 1,
    }  # fmt: skip
    receipt = {"receipt": said, "signature": b64(server.key.sign(seal.receipt_bytes(said)).signature)}
    export = b"".join(canonical(line, depth=33) + b"\n" for line in lines[:n])
    return Played(export, bytes(server.key.verify_key)), receipt


def test_a_receipt_for_withdrawing_what_cannot_be_withdrawn_is_fraud() -> None:
    played, receipt = withdrawn_openly()
    report = verify(
        played.export, check_signature=played.check_signature, public_key=b64(played.public_key), receipts=[receipt]
    )
    assert (report.verdict, "nobody can" in report.reason) == ("FAIL", True), report


def left_open() -> Iterator[tuple[str, Played, str]]:
    """Yield what another verifier has to find of these cases, too: name, match, verdict."""
    for lie, (make, kind, _) in LIES.items():
        yield lie.__name__, told(make, kind, lie), "FAIL"
    yield "a hidden time", Dated(**SHORT).play(), "FAIL"
    for custody, shut, expected in BY_MAIL:
        yield f"{custody} after {shut} faults", ByMail(custody, shut).play(), expected
    yield "a used salt under client custody", Kept(**SHORT).play(), "FAIL"
    yield "the salt of a message", Borrowing(**TALK).play(), "PASS"
    yield "one salt in two boxes", TwoBoxes(**SHORT).play(), "PASS"

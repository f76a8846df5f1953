"""Nobody chooses the seed last, not even who holds the server's key (protocol section 12.2)."""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.match.seeding import close_table, extend_revealing, publish, take_round
from engine.protocol import seal
from engine.protocol.beacon import QUICKNET, round_for, round_time, signature_holds
from engine.protocol.canon import b64
from engine.protocol.chance import entropy_commitment
from engine.protocol.log import milliseconds, timestamp
from engine.verifier.replay import Report, verify
from tests.engine.playing import HOUR, MATCH, Played, Server
from tests.engine.verifier.mutations import KEY, entries_in, told_anew
from tests.servers import beacon

ENTROPY = (bytes(range(32)), bytes(range(32, 64)))
OTHER = b64(bytes(31) + b"\x01")
SHORT: dict[str, Any] = {"options": {"preset": "goldsieber-basic", "round_limit": 4}, "seed": 5}

Lie = Callable[[list[Any]], None]


class Seeded(Server):
    """Seat 0 holds its entropy itself, seat 1 leaves it with the resolver.

    ``closing`` is how long (ms) the server waits until it closes the full table, ``revealing`` until it publishes the values.
    """

    def __init__(self, *, closing: int = 0, revealing: int = 0, **chosen: Any) -> None:
        self.closing, self.revealing = closing, revealing
        super().__init__(**{**SHORT, **chosen})
        for seat, custody in ((0, "client"), (1, "escrow")):
            self.step.write("left", {"seat": seat})
            self.sit(seat, ENTROPY[seat], custody)  # type: ignore[arg-type]

    def entropies(self) -> list[bytes | None]:
        return list(ENTROPY)

    def gather(self) -> None:
        """Close the table and deal with the round that the log fixes, however long the server takes."""
        step, beacon_of_match = self.step, self.step.table["seeding"]["beacon"]
        joined = step.at
        step.at += self.closing
        close_table(step, [0], joined=joined)
        step.at += 1_000
        self.revealed(0)
        step.at += self.revealing
        publish(step, dict(enumerate(ENTROPY)))
        number = step.table["seeding"]["revealing"]["round"]
        if beacon_of_match is not None and number is not None:
            step.at = max(step.at, round_time(beacon_of_match, number) + 2_000)
            take_round(step, beacon.signature(number))


@cache
def played(*, with_beacon: bool = False) -> Played:
    return Seeded(beacon=beacon.chain() if with_beacon else None).play()


@cache
def unrevealed() -> Played:
    """A match that never began: seat 0 has more time, and reveals nothing all the same."""
    server = Seeded()
    close_table(server.step, [0], joined=server.step.at)
    server.step.at += HOUR // 2
    extend_revealing(server.step, HOUR)
    server.step.at += 2 * HOUR
    server.step.close(None, "unrevealed", server.server_seed, silent=[0])
    return Played(b"".join(server.step.lines), bytes(server.key.verify_key), server.receipts)


def judged(export: bytes, *receipts: Any) -> Report:
    one = played()
    return verify(export, check_signature=one.check_signature, public_key=b64(one.public_key), receipts=receipts)


def forged(one: Played, change: Lie) -> bytes:
    """Return the log as the owner of the key would tell it: changed, numbered, chained and signed anew."""
    return told_anew(MATCH, entries_in(one.export), change)


def the(entries: list[Any], kind: str) -> Any:
    return next(entry for entry in reversed(entries) if entry["type"] == kind)


def body(entries: list[Any], kind: str) -> Any:
    return the(entries, kind)["body"]


def facts(report: Report) -> dict[str, Any]:
    return dict(next(one.facts for one in report.unproved if one.code == "chance"))


def test_an_honest_match_passes_and_says_who_gave_what() -> None:
    found = judged(played().export, *played().receipts)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", len(played().receipts))
    assert facts(found) == {"seats": 2, "client_seats": [0], "escrow_seats": [1], "beacon": 0, "chain": ""}


def test_a_match_that_nobody_revealed_for_passes_without_a_result() -> None:
    found = judged(unrevealed().export)
    assert (found.verdict, found.reason) == ("PASS", "")
    assert {"code": "ending", "reason": "unrevealed"} in [{"code": one.code, **one.facts} for one in found.unproved]


def entropy_dropped(entries: list[Any]) -> None:
    body(entries, "revealed")["entropies"][0] = None


def another_value(entries: list[Any]) -> None:
    body(entries, "revealed")["entropies"][0] = OTHER


def dealt_with_another_value(entries: list[Any]) -> None:
    body(entries, "started")["entropies"][1] = OTHER


def dropped_when_seated(entries: list[Any]) -> None:
    body(entries, "seated")["entropies"][0] = None


def exchanged_when_seated(entries: list[Any]) -> None:
    body(entries, "seated")["entropies"][0] = entropy_commitment(MATCH, 0, bytes(32))


def joined_after_seated(entries: list[Any]) -> None:
    place = entries.index(the(entries, "seated"))
    entries.insert(place + 1, {**the(entries, "joined"), "at": entries[place]["at"]})


def left_after_seated(entries: list[Any]) -> None:
    place = entries.index(the(entries, "seated"))
    entries.insert(place + 1, {**the(entries, "left"), "at": entries[place]["at"]})


def seated_twice(entries: list[Any]) -> None:
    entries.insert(entries.index(the(entries, "seated")), copy.deepcopy(the(entries, "seated")))


def another_player(entries: list[Any]) -> None:
    body(entries, "seated")["players"][1] = "p_somebody"


def never_seated(entries: list[Any]) -> None:
    entries.remove(the(entries, "seated"))


def never_revealed(entries: list[Any]) -> None:
    entries.remove(the(entries, "revealed"))


def between_revealed_and_dealt(entries: list[Any]) -> None:
    place = entries.index(the(entries, "revealed"))
    given_up = {"outcome": None, "reason": "unrevealed", "seats": [0], "seed": body(entries, "closed")["seed"]}
    entries[place + 1 :] = [{"at": entries[place]["at"], "n": 0, "type": "closed", "body": given_up}]


def nobody_is_asked(entries: list[Any]) -> None:
    body(entries, "seated").update(reveal=[], deadline=None)


def no_time_to_reveal(entries: list[Any]) -> None:
    body(entries, "seated")["deadline"] = the(entries, "seated")["at"]


def a_round_without_a_beacon(entries: list[Any]) -> None:
    body(entries, "seated")["round"] = 7


def a_signature_without_a_beacon(entries: list[Any]) -> None:
    body(entries, "started")["beacon"] = {"round": 7, "signature": "00" * 48}


def custody_left_out(entries: list[Any]) -> None:
    del body(entries, "joined")["entropy_custody"]


def entropy_demanded(entries: list[Any]) -> None:
    entries[0]["body"]["entropy"] = "required"
    for kind in ("entropy", "entropy_custody"):
        del body(entries, "joined")[kind]
    body(entries, "seated")["entropies"][1] = None


def another_seed(entries: list[Any]) -> None:
    body(entries, "closed")["seed"] = OTHER


def cancelled(entries: list[Any]) -> None:
    place = entries.index(the(entries, "seated"))
    given_up = {"outcome": None, "reason": "cancelled", "seed": body(entries, "closed")["seed"]}
    entries[place + 1 :] = [{"at": entries[place]["at"], "n": 0, "type": "closed", "body": given_up}]


LIES: dict[Lie, str] = {
    entropy_dropped: "is not the one committed to",
    another_value: "is not the one committed to",
    dealt_with_another_value: "not the one committed to",
    dropped_when_seated: "not what it committed to",
    exchanged_when_seated: "not what it committed to",
    joined_after_seated: "nobody joins or leaves",
    left_after_seated: "nobody joins or leaves",
    seated_twice: "nobody joins or leaves",
    another_player: "not those who joined",
    never_seated: "comes before seated",
    never_revealed: "not revealed yet",
    between_revealed_and_dealt: "has to be dealt",
    nobody_is_asked: "leaves out a seat",
    no_time_to_reveal: "not the agreed one",
    a_round_without_a_beacon: "the round of the beacon",
    a_signature_without_a_beacon: "without beacon has none",
    custody_left_out: "says who holds it",
    entropy_demanded: "demands entropy",
    another_seed: "not the one committed to",
    cancelled: "cannot be cancelled",
}


@pytest.mark.parametrize("change", LIES)
def test_a_seed_that_the_key_s_owner_chose_is_refuted(change: Lie) -> None:
    found = judged(forged(played(), change))
    assert (found.verdict, LIES[change] in found.reason) == ("FAIL", True), found


def too_early(entries: list[Any]) -> None:
    entries[-1]["at"] = body(entries, "extended")["deadline"]


def somebody_else_silent(entries: list[Any]) -> None:
    entries[-1]["body"]["seats"] = [1]


def nobody_silent(entries: list[Any]) -> None:
    entries[-1]["body"]["seats"] = []


def with_a_result(entries: list[Any]) -> None:
    entries[-1]["body"]["outcome"] = {"winners": [1], "scores": [0, 0], "reason": "unrevealed"}


def shortened(entries: list[Any]) -> None:
    body(entries, "extended")["deadline"] = the(entries, "seated")["at"]


def before_it_was_seated(entries: list[Any]) -> None:
    entries.remove(the(entries, "extended"))
    entries.remove(the(entries, "seated"))


def extended_for_nobody(entries: list[Any]) -> None:
    body(entries, "joined")["entropy_custody"] = body(entries[:5], "joined")["entropy_custody"] = "escrow"
    body(entries, "seated").update(reveal=[], deadline=None)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (too_early, "before the time to reveal was over"),
        (somebody_else_silent, "not some that had to reveal"),
        (nobody_silent, "is not a list of"),
        (with_a_result, "has a result"),
        (shortened, "is shortened"),
        (before_it_was_seated, "not how such a match ends"),
        (extended_for_nobody, "nobody has to reveal"),
    ],
)
def test_a_match_that_is_given_up_for_a_made_up_silence_is_refuted(change: Lie, reason: str) -> None:
    found = judged(forged(unrevealed(), change))
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found


def proof(export: bytes, seat: int = 0, **changes: Any) -> dict[str, Any]:
    """Return the receipt of a seat that revealed directly after ``seated``."""
    lines = [json.loads(line) for line in export.splitlines()]
    seated = next(line for line in lines if line["entry"]["type"] == "seated")
    said = {
        "act": "reveal", "commitment": entropy_commitment(MATCH, seat, ENTROPY[seat]), "custody": "client",
        "decision": "seated", "head": seated["head"], "key": b64(bytes(8)), "match": MATCH, "n": seated["entry"]["n"],
        "protocol": "siegelpost/1", "received": timestamp(milliseconds(seated["entry"]["at"]) + 500), "seat": seat,
        "seq": 1, **changes,
    }  # fmt: skip
    return {"receipt": said, "signature": b64(KEY.sign(seal.receipt_bytes(said)).signature)}


def test_silence_is_refuted_by_the_receipt_of_who_revealed() -> None:
    """Attacked: the server does not like the deal, and says that a seat revealed nothing."""
    found = judged(unrevealed().export, proof(unrevealed().export))
    assert (found.verdict, "calls it silent" in found.reason) == ("FAIL", True), found


def test_nobody_is_refused_as_late_in_what_is_no_decision() -> None:
    """The time to reveal was extended; it is no decision for all that, and its refusals have no receipt."""
    log = unrevealed().export
    extended = next(line for line in map(json.loads, log.splitlines()) if line["entry"]["type"] == "extended")
    late = timestamp(milliseconds(extended["entry"]["body"]["deadline"]) + 2_000)
    facts = {"n": extended["entry"]["n"], "head": extended["head"], "received": late, "act": "refused", "seq": 0}
    found = judged(log, proof(log, **facts, commitment=None, custody=None, reason="late"))
    assert (found.verdict, "nothing was awaited" in found.reason) == ("FAIL", True), found


@pytest.mark.parametrize(
    ("held", "reason"),
    [
        (lambda log: proof(log, commitment="se1_" + OTHER), "other entropy than the log has"),
        (lambda log: proof(log, seat=1), "did not ask it"),
        (lambda log: proof(log, received="2026-11-21T20:00:00.000Z"), "after all was revealed"),
        (lambda log: proof(log, n=1, head=json.loads(log.splitlines()[0])["head"]), "before the table was seated"),
    ],
)
def test_a_receipt_for_revealing_binds_the_server(held: Callable[[bytes], Any], reason: str) -> None:
    found = judged(played().export, held(played().export))
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found


@pytest.mark.parametrize(
    ("key", "signature"),
    [
        ("c0" + "00" * 95, "c0" + "00" * 47),  # both the point at infinity: the pairing of anything with it is one
        (QUICKNET["public_key"], "00" * 48),
        (QUICKNET["public_key"], "ff" * 48),
        (QUICKNET["public_key"], "b4"),
        ("ff" * 96, "00" * 48),
    ],
)
def test_what_is_no_signature_does_not_hold(key: str, signature: str) -> None:
    assert not signature_holds(key, 1, signature)


def test_a_match_with_a_beacon_says_which_chain_was_mixed_in() -> None:
    found = judged(played(with_beacon=True).export)
    assert (found.verdict, found.reason) == ("PASS", "")
    assert (facts(found)["beacon"], facts(found)["chain"]) == (1, beacon.chain()["chain"])


@pytest.mark.parametrize("waiting", [{}, {"closing": HOUR}, {"revealing": HOUR // 2}])
def test_however_long_the_server_waits_it_is_dealt_with_the_round_after_the_last_seat_was_taken(
    waiting: dict[str, int],
) -> None:
    """Attacked: a server that knows all values waits, looks at the rounds that came, and dates what it writes to the best."""
    told = Seeded(beacon=beacon.chain(), **waiting).play()
    entries = entries_in(told.export)
    last = milliseconds(next(one["at"] for one in reversed(entries) if one["type"] == "joined"))
    assert body(entries, "started")["beacon"]["round"] == round_for(beacon.chain(), last)
    assert judged(told.export, *told.receipts).verdict == "PASS"


def another_round(entries: list[Any]) -> None:
    """The server waits until it likes a round better, and has its true signature."""
    number = body(entries, "seated")["round"] + 1
    body(entries, "seated")["round"] = number
    body(entries, "started")["beacon"] = {"round": number, "signature": beacon.signature(number)}


def seated_later_for_another_round(entries: list[Any]) -> None:
    """The server says that it closed the table later, and takes the round of that time."""
    for one in entries[entries.index(the(entries, "seated")) :]:
        one["at"] = timestamp(milliseconds(one["at"]) + 60_000)
    number = round_for(beacon.chain(), milliseconds(the(entries, "seated")["at"]))
    seated = body(entries, "seated")
    seated.update(round=number, deadline=timestamp(milliseconds(seated["deadline"]) + 60_000))
    body(entries, "started")["beacon"] = {"round": number, "signature": beacon.signature(number)}


def no_round(entries: list[Any]) -> None:
    body(entries, "seated")["round"] = None


def dealt_with_another_round(entries: list[Any]) -> None:
    number = body(entries, "seated")["round"] + 1
    body(entries, "started")["beacon"] = {"round": number, "signature": beacon.signature(number)}


def signature_of_another_round(entries: list[Any]) -> None:
    number = body(entries, "seated")["round"] + 1
    body(entries, "started")["beacon"]["signature"] = beacon.signature(number)


def signature_of_another_key(entries: list[Any]) -> None:
    body(entries, "started")["beacon"]["signature"] = beacon.signature(body(entries, "seated")["round"], 77)


def without_its_signature(entries: list[Any]) -> None:
    body(entries, "started")["beacon"] = None


def dealt_before_its_time(entries: list[Any]) -> None:
    the(entries, "started")["at"] = the(entries, "revealed")["at"]


def called_quicknet(entries: list[Any]) -> None:
    entries[0]["body"]["beacon"]["chain"] = QUICKNET["chain"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (another_round, "has to be"),
        (seated_later_for_another_round, "has to be"),
        (no_round, "has to be"),
        (dealt_with_another_round, "was fixed"),
        (signature_of_another_round, "the signature is not that"),
        (signature_of_another_key, "the signature is not that"),
        (without_its_signature, "has a signature of its beacon"),
        (dealt_before_its_time, "before the time of the beacon's round"),
        (called_quicknet, "has not quicknet's key"),
    ],
)
def test_a_round_that_the_server_chose_is_refuted(change: Lie, reason: str) -> None:
    found = judged(forged(played(with_beacon=True), change))
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found

"""The offline verifier: checks an exported match without trusting the server that kept it (protocol section 7).

It checks the bytes, the hash chain, the signatures, every opening against its commitment and its decision, every draw and
label, and, by replaying the pure engine from the published seed, every state hash, every event and the result. Receipts players
kept are held against the log. So are openings that players show for seals of which the log says that nothing, or nothing that
counts, was opened: an opening proves by itself what its seat was locked with; nobody else could have made it. It refutes no
log: that it was sent in time, only a receipt proves.

What an export, a key and receipts cannot prove is listed beside the verdict. The codes are those of the protocol page, sections
11 and 12.10; each comes with the facts of this match. Callers put them into a reader's words
(:mod:`service.cli.verifying.verify`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from engine.contract import Json, Move
from engine.protocol.acts import CheckSeatSignature
from engine.protocol.agreements import STOPPED
from engine.protocol.log import BadLog, Entry, read_export
from engine.protocol.seal import MalformedOpening, check_opening, matches
from engine.verifier import Refuted
from engine.verifier.receipts import Ignored, Receipts
from engine.verifier.rules_replay import play_again
from engine.verifier.transcript import CheckSignature, Transcript


@dataclass(frozen=True)
class Shown:
    """A move proved by one opening: in a decision, this seat was locked with it by entry ``n``; ``fault`` is the log's word."""

    decision: str
    seat: int
    n: int
    move: Move
    fault: str


def shown(log: Transcript, given: Sequence[Json]) -> tuple[Shown, ...]:
    """Return what openings prove of seats that the log blames, or whose box it says failed; others are passed over."""
    found: list[Shown] = []
    for one in given:
        try:
            opening = check_opening(one)
        except MalformedOpening:
            continue
        decision, seat = opening["decision"], opening["seat"]
        locked, fault = log.locks.get(decision, {}).get(seat), log.faults.get((decision, seat))
        if locked is None or fault is None or not matches(opening, locked["commitment"]):
            continue
        found.append(Shown(decision, seat, log.locked_at[decision], opening["move"], fault["fault"]))
    return tuple(found)


Code = Literal[
    "history",
    "terms",
    "people",
    "chance",
    "acts",
    "open-answers",
    "silence",
    "blame",
    "orders",
    "times",
    "ending",
    "talk",
    "absent-salts",
    "keys",
]


@dataclass(frozen=True)
class Unproved:
    """One line of the page's list, with the facts of the match: numbers, or lists of seats."""

    code: Code
    facts: Mapping[str, int | str | list[int]]


def unproved(log: Transcript, receipts: Mapping[int, int], foreign_salts: int) -> tuple[Unproved, ...]:
    """Return what the verifier has to believe the server.

    :param receipts: by seat, how many receipts were held against the log.
    :param foreign_salts: openings for silent seats whose salt is not section 10's.
    """
    seats = log.created.get("seats", 0)
    started = log.started_at is not None
    open_answers = sum(not log.decisions[decision]["sealed"] for decision, _ in log.answers)
    sealed = len(log.answers) - open_answers
    locked_orders = sum("order" in one for lock in log.locks.values() for one in lock.values())
    orders = locked_orders + log.open_answers.by_orders()
    absent = sum(one["custody"] == "absent" for lock in log.locks.values() for one in lock.values()) - locked_orders
    fallbacks = sum(one["by"] == "fallback" for one in log.answers.values())
    silence = absent + sum(
        one["by"] == "fallback" and not log.decisions[decision]["sealed"] for (decision, _), one in log.answers.items()
    )
    # Whoever reads the log judges an opening that was refused: it stands beside its fault.
    blamed = [fault for fault in log.faults.values() if "opening" not in fault]
    resigned = [cast(int, entry["body"]["seat"]) for entry in log.entries if entry["type"] == "resigned"]
    consents = [(entry["body"]["seat"], other) for entry in log.entries for other in _agreed_unsigned(entry)]
    said = sum(entry["type"] == "said" for entry in log.entries)
    signing = {"signing": log.signing_seats} if started and log.signing_seats else {}
    without = [seat for seat in range(seats) if seat not in receipts]
    reason = "" if log.closed is None else log.closed["reason"]
    ending: dict[str, int | str | list[int]] = {
        "reason": reason,
        **({"seats": resigned, **signing} if resigned else {}),
    }
    found: list[tuple[bool, Code, dict[str, int | str | list[int]]]] = [
        (True, "history", {"receipts": sum(receipts.values())}),
        (True, "terms", {}),
        (True, "people", {"seats": seats}),
        (started, "chance", log.chance() if started else {}),
        (sealed > 0, "acts", {"answers": sealed, "without_receipts": without, **signing}),
        (open_answers > 0, "open-answers", {"answers": open_answers, "without_receipts": without, **signing}),
        (silence > 0, "silence", {"answers": silence}),
        (len(blamed) > 0, "blame", {"faults": len(blamed)}),
        (orders > 0, "orders", {"answers": orders}),
        (started, "times", {"fallbacks": fallbacks}),
        (reason in ("resigned", "cancelled", "expired", "unrevealed", "abandoned", STOPPED), "ending", ending),
        (said > 0, "talk", {"messages": said}),
        (foreign_salts > 0, "absent-salts", {"openings": foreign_salts}),
        (
            len(consents) > 0,
            "keys",
            {"agreed": sorted({other for _, other in consents}), "changed": sorted({seat for seat, _ in consents})},
        ),
    ]
    return tuple(Unproved(code, facts) for holds, code, facts in found if holds)


def _agreed_unsigned(entry: Entry) -> list[int]:
    """Return the seats without a key that agreed, as an entry says, to another seat's new key."""
    if entry["type"] != "rekeyed":
        return []
    return [other for other, signature in entry["body"].get("consents", []) if signature is None]


Verdict = Literal["PASS", "INCOMPLETE", "FAIL"]


@dataclass(frozen=True)
class Report:
    """A verifier's findings. ``entries`` is the number checked; ``n`` is the first bad entry of a FAIL."""

    verdict: Verdict
    entries: int
    n: int | None = None
    reason: str = ""
    member: str = ""
    """The JSON pointer into the body of entry ``n`` to what is wrong, where it is one member."""
    match: str = ""
    rules: str = ""
    receipts: int = 0
    """Number of receipts compared with the log."""
    ignored: tuple[Ignored, ...] = ()
    """Receipts that were left aside: of another match, badly signed, or none."""
    signatures: bool = False
    seed: str = ""
    """The published server seed (base64url), once the match is closed."""
    stopped: str = ""
    """The operator's reason for stopping the match; empty if it was not stopped."""
    unproved: tuple[Unproved, ...] = ()
    """Claims that cannot be proved with this export, key and receipts; empty for a FAIL."""
    shown: tuple[Shown, ...] = ()
    """Moves proved by openings that players showed; empty for a FAIL."""


def verify(
    export: bytes,
    *,
    check_signature: CheckSignature | None = None,
    public_key: str | None = None,
    check_seat: CheckSeatSignature | None = None,
    receipts: Sequence[Mapping[str, Json]] = (),
    openings: Sequence[Json] = (),
) -> Report:
    """Check an export.

    ``public_key`` (base64url) is the key that ``check_signature`` trusts; with it, the match must name it. ``receipts`` are
    ``{"receipt", "signature"}`` as the API gave them, ``openings`` what players show of their sealed moves. ``check_seat``
    checks what seats with a key of their own signed, and, where no key is given, the log by the key that it names itself.
    PASS needs ``closed`` at the end and every signature checked; without a key, or while the match goes on, the verdict is
    INCOMPLETE. Any bytes, receipts and openings get a verdict.
    """
    transcript = Transcript(check_signature, public_key, check_seat)
    compared = Receipts(transcript, check_signature)
    remarks: tuple[Unproved, ...] = ()
    proofs: tuple[Shown, ...] = ()

    def report(verdict: Verdict, n: int | None = None, reason: str = "", member: str = "") -> Report:
        created = transcript.created
        return Report(
            verdict=verdict,
            entries=len(transcript.entries),
            n=n,
            reason=reason,
            member=member,
            match=created.get("match", ""),
            rules=created.get("rules", ""),
            receipts=compared.compared,
            ignored=tuple(compared.ignored),
            signatures=check_signature is not None,
            seed="" if transcript.closed is None else transcript.closed["seed"],
            stopped="" if transcript.closed is None else transcript.closed.get("why", ""),
            unproved=remarks,
            shown=proofs,
        )

    try:
        for line in read_export(export):
            transcript.line(line)
        compared.compare(receipts)
        foreign = play_again(transcript) if transcript.closed else 0
    except BadLog as error:
        return report("FAIL", error.n, error.message)
    except Refuted as error:
        return report("FAIL", error.n or len(transcript.entries) + 1, error.reason, error.member)
    remarks = unproved(transcript, compared.seats, foreign)
    proofs = shown(transcript, openings)
    if transcript.closed is None:
        reason = f"the match is not closed; checked up to entry {len(transcript.entries)}"
        return report("INCOMPLETE", reason=reason)
    if check_signature is None:
        return report("INCOMPLETE", reason="no key was given, so no signature was checked")
    if transcript.seats_unchecked:
        return report("INCOMPLETE", reason="seats signed what they did, but nobody checked those signatures")
    return report("PASS")


def conflicting_seeds(reports: Iterable[Report]) -> list[tuple[str, str]]:
    """Return pairs of different matches with the same server seed: a seed is for one match only (protocol 6.1)."""
    seen: dict[str, str] = {}
    pairs = []
    for report in reports:
        if not report.seed:
            continue
        other = seen.setdefault(report.seed, report.match)
        if other != report.match:
            pairs.append((other, report.match))
    return pairs

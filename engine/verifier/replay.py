"""The offline verifier: checks an exported match without trusting the server that kept it (protocol section 7).

It checks the bytes, the hash chain, the signatures, every opening against its commitment and its decision, every draw and
label, and, by replaying the pure engine from the published seed, every state hash, every event and the result. Receipts
players kept are held against the log. What none of this can prove is listed beside the verdict
(:mod:`engine.verifier.unproved`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.contract import Json
from engine.protocol.acts import CheckSeatSignature
from engine.protocol.log import BadLog, read_export
from engine.verifier.receipts import Ignored, Receipts
from engine.verifier.refuted import Refuted
from engine.verifier.rules_replay import play_again
from engine.verifier.shown import Shown, shown
from engine.verifier.transcript import CheckSignature, Transcript
from engine.verifier.unproved import Unproved, unproved

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

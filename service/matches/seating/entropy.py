"""The players' part of a match's seed: commitments on joining, values once the table is closed (12.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.match.seeding import missing, reveal_of, stage_of
from engine.match.step import Step
from engine.match.table import GivenEntropy, Reveal, Table
from engine.protocol.bodies import SEATED, EntropyCustody
from engine.protocol.canon import NotCanonical, b64, unb64
from engine.protocol.chance import entropy_commitment
from engine.protocol.log import timestamp, too_late_from
from service.context import Context
from service.keys.signing import BOX_BYTES
from service.matches.changes import change_match, transition
from service.matches.errors import MatchError
from service.matches.receipts import signed
from service.matches.seating.seats import seat_of
from service.store.records import Account, Record, Transition


@dataclass(frozen=True)
class Committed:
    """A joining player's commitment: ``se1_``, and for custody ``escrow`` the value sealed to the resolver (base64url)."""

    commitment: str | None = None
    custody: EntropyCustody | None = None
    box: str | None = None


NOTHING = Committed()


def check_entropy(table: Table, seat: int | None, given: Committed) -> GivenEntropy | None:
    """Return a seat's commitment, or None if it adds nothing to the seed.

    :raises MatchError: entropy-required; invalid, if its parts do not match.
    """
    if table["entropy"] == "required" and given.commitment is None:
        message = "this match needs a commitment to 32 random bytes from every seat"
        raise MatchError("entropy-required", message, "/entropy_commitment")
    if given.commitment is None:
        if given.custody is not None or given.box is not None:
            member = "entropy_custody" if given.custody is not None else "entropy_box"
            raise MatchError("invalid", "it belongs to an entropy_commitment, and there is none", f"/{member}")
        return None
    if seat is None:
        message = "the commitment names a seat: take that seat by its number instead of 'me'"
        raise MatchError("invalid", message, "/entropy_commitment")
    if given.custody is None:
        raise MatchError("invalid", "say who holds the value: 'escrow' or 'client'", "/entropy_custody")
    if (given.box is not None) != (given.custody == "escrow"):
        message = "with escrow, the value sealed to the resolver's key; with client custody, nothing"
        raise MatchError("invalid", message, "/entropy_box")
    if given.box is not None and not _is_box(given.box):
        raise MatchError("invalid", f"a box is {BOX_BYTES} bytes of base64url (protocol section 3)", "/entropy_box")
    return GivenEntropy(commitment=given.commitment, custody=given.custody)


def _is_box(text: str) -> bool:
    try:
        return len(unb64(text)) == BOX_BYTES
    except NotCanonical:
        return False


def reveal(context: Context, match: str, account: Account, seat: int | None, value: bytes) -> Record:
    """Accept the entropy of a seat that holds it itself; revealing it again changes nothing.

    :raises MatchError: not-found, not-seated, nothing-to-reveal, reveal-late, wrong-entropy.
    """

    def change(record: Record, step: Step) -> Transition | None:
        mine = seat_of(record.table, account.id)
        if mine is None or seat not in (None, mine):
            raise MatchError("not-seated", "you do not sit in this seat")
        given, done = record.table["seats"][mine].get("entropy"), reveal_of(record.table, mine)
        if done is None:
            _may_reveal(record, mine)
        if given is None or entropy_commitment(match, mine, value) != given["commitment"]:
            raise MatchError("wrong-entropy", "this is not the value that the seat committed to", "/entropy")
        return None if done is not None else _revealed(record, step, mine, value)

    return change_match(context, match, change)


def _may_reveal(record: Record, seat: int) -> None:
    """Check that the seat has been asked for its entropy, and is in time."""
    table = record.table
    if stage_of(table) != "revealing" or table["status"] != "lobby":
        raise MatchError("nothing-to-reveal", "this match does not ask for entropy now")
    revealing = table["seeding"]["revealing"]
    if seat not in revealing["seats"]:
        raise MatchError("nothing-to-reveal", "this seat has no entropy to reveal itself")
    if revealing["deadline"] is not None and record.now >= too_late_from(revealing["deadline"]):
        raise MatchError("reveal-late", "the time for revealing is over")


def _revealed(record: Record, step: Step, seat: int, value: bytes) -> Transition:
    seeding = record.table["seeding"]
    revealing = seeding["revealing"]
    act = Reveal(seat=seat, received=record.now, n=record.n, head=record.head)
    revealing = {**revealing, "revealed": [*revealing["revealed"], act]}
    step.table["seeding"] = {**seeding, "revealing": revealing}
    due = too_late_from(revealing["deadline"]) if missing(revealing) and revealing["deadline"] else record.now
    return transition(step, record, entropy=(seat, b64(value)), due=due)


def receipt_for_revealing(context: Context, table: Table, seat: int) -> tuple[dict[str, Any], str] | None:
    """Return the signed receipt of a seat that has revealed its entropy, or None if it has not."""
    found = reveal_of(table, seat)
    given = table["seats"][seat].get("entropy")
    if found is None or given is None:
        return None
    facts = {
        "act": "reveal",
        "match": table["match"],
        "decision": SEATED,
        "seat": seat,
        "seq": 1,
        "commitment": given["commitment"],
        "custody": "client",
        "received": timestamp(found["received"]),
        "n": found["n"],
        "head": found["head"],
    }
    return signed(context, table, facts)

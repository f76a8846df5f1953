"""The lobby of a match: joining, leaving, removing players, starting; and resigning from a match.

The API writes lobby entries here, each as one transition guarded by the log head and retried when another writer was
quicker. Dealing, cancelling and resigning need the server seed, which only workers read: those calls record the request
durably and make the match due; a worker carries it out a moment later.

Joining brings a commitment to the player's part of the match's seed, whose value is sent once the table is closed (protocol
section 12.2).
"""

import secrets
from dataclasses import dataclass
from typing import Any

from engine.match.asking import resignation_of
from engine.match.seeding import missing, reveal_of, stage_of
from engine.match.step import Step
from engine.match.table import GivenEntropy, Resignation, Reveal, Seat, Table
from engine.protocol.bodies import SEATED, EntropyCustody
from engine.protocol.canon import NotCanonical, b64, unb64
from engine.protocol.chance import entropy_commitment
from engine.protocol.log import timestamp, too_late_from
from service.context import Context
from service.keys.signing import BOX_BYTES
from service.matches.absence.absence import LEAST_ASKED, lets_in, reliability_of
from service.matches.caps import LOBBY_ENTRIES, CapReached, place_to_join
from service.matches.changes import change_match, load_match, notices_for, transition
from service.matches.errors import MatchError
from service.matches.receipts import signed
from service.matches.seat_keys import check_resigned
from service.matches.seating.guests import KEEP, check_guest, guest_of, invitation_digest, is_withdrawn, with_answer
from service.matches.seating.seats import free_seat, seat_for, seat_of, set_seat, sit
from service.notifications.facts import NoFacts
from service.notifications.kinds import PROJECTION, UNSEATED
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
            raise MatchError("invalid", "needs an entropy_commitment beside it", f"/{member}")
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


def join(
    context: Context,
    match: str,
    account: Account,
    *,
    seat: int | None,
    invitation: str | None,
    committed: Committed = NOTHING,
    key: bytes | None = None,
) -> Record:
    """Take a seat (any free one for None); taking the last one may start the match.

    ``committed`` becomes part of the seed.

    :raises MatchError: not-found, not-in-lobby, full, seat-taken, already-seated, invitation-wrong, entropy-required,
        removed-from-table, reliability-too-low, guest, bot-declines, invalid (parts of the entropy that do not go together).
    :raises CapReached: one match too many, or one change of this table.
    """
    if seat_of(load_match(context, match).table, account.id) is not None:
        raise MatchError("already-seated", "you sit at this table already")  # not counted: nothing changes

    def change(record: Record, step: Step) -> Transition:
        table = record.table
        in_lobby(table)
        if any(one["player"] == account.id for one in table["seats"]):
            raise MatchError("already-seated", "you sit at this table already")
        check_wanted(context, table, account)
        invited = _is_invited(table, account, invitation)
        if account.owner and not invited:
            message = "bots sit down with an invitation only: whoever wants to play with this one invites it"
            raise MatchError("invitation-wrong", message, "/invitation")
        if table["visibility"] == "private" and account.id != table["owner"] and not invited:
            raise MatchError("invitation-wrong", "this match is private: join with its invitation", "/invitation")
        if not invited and account.id != table["owner"]:
            _check_reliability(table, account)
        _check_is_person(table, account)
        if account.is_guest:
            check_guest(table, account, invited=invited)
        if record.n >= LOBBY_ENTRIES:
            raise CapReached("too-many-changes", "this table has seen too many people come and go: make another")
        given = check_entropy(table, seat, committed)
        place = free_seat(table, seat)
        taken = seat_for(account, table)
        if key is not None:
            taken["key"] = b64(key)
        _welcome(step, account)
        sit(step, place, taken if given is None else {**taken, "entropy": given})
        notices = notices_for(context, PROJECTION, step, account.id, place, NoFacts())
        boxes = {} if committed.box is None else {(SEATED, place): committed.box}
        return transition(step, record, notices, boxes=boxes)

    with place_to_join(context, account, match):
        record = change_match(context, match, change)
        context.store.note_match(account.id, match)
        if seat_of(load_match(context, match).table, account.id) is None:
            context.store.forget_match(account.id, match)  # removed, or left, between sitting down and this note
    return record


def leave(context: Context, match: str, account: Account) -> Record:
    """Give the seat back while the match is in the lobby; the owner's leaving cancels it.

    :raises MatchError: not-found, not-in-lobby, not-seated.
    """

    def change(record: Record, step: Step) -> Transition:
        in_lobby(record.table)
        seat = seat_of(record.table, account.id)
        if seat is None and account.id != record.table["owner"]:
            raise MatchError("not-seated", "you do not sit at this table")
        if seat is not None:
            _free(step, seat)
        if account.id == record.table["owner"]:
            step.table["request"] = "cancel"
        return transition(step, record) if seat is None else transition(step, record, boxes=_forgotten(seat))

    record = change_match(context, match, change)
    if account.id != record.table["owner"]:
        context.store.forget_match(account.id, match)
    return record


def remove(context: Context, match: str, owner: Account, *, seat: int, player: str) -> Record:
    """Remove another player while the match is in the lobby; that account cannot sit down at this table again.

    Repeating it changes nothing: a new player of the seat stays.

    :raises MatchError: not-found (also where the player does not sit there), not-in-lobby, not-owner.
    """

    def change(record: Record, step: Step) -> Transition | None:
        table = record.table
        if owner.id != table["owner"]:
            raise MatchError("not-owner", "only the owner of the match can remove somebody")
        in_lobby(table)
        there, barred = seat_of(table, player), table.get("barred", [])
        if there is None and player in barred:
            return None
        if there != seat or table["seats"][seat]["bot"] is not None:
            raise MatchError("not-found", "this player does not sit there: load the match again")
        _free(step, seat)
        step.table["barred"] = [*barred, player]
        step.table["guestless"] = invitation_digest(table["invitation"])
        notices = notices_for(context, UNSEATED, step, player, None, NoFacts())
        return transition(step, record, notices, boxes=_forgotten(seat))

    record = change_match(context, match, change)
    context.store.forget_match(player, match)
    return record


def start(context: Context, match: str, account: Account) -> Record:
    """Ask a worker to deal; :raises MatchError: not-found, not-in-lobby, not-owner, not-full."""

    def change(record: Record, step: Step) -> Transition:
        in_lobby(record.table)
        if account.id != record.table["owner"]:
            raise MatchError("not-owner", "only the owner of the match can start it")
        if any(one["player"] is None for one in record.table["seats"]):
            raise MatchError("not-full", "not every seat is taken: invite somebody, or create it with bots")
        step.table["request"] = "start"
        return transition(step, record)

    return change_match(context, match, change)


def _welcome(step: Step, account: Account) -> None:
    """Forget that a player who now sits down has declined before."""
    if guest_of(step.table, account.id) is not None:
        step.table["guests"] = with_answer(step.table, account.id, "")


def _is_invited(table: Table, account: Account, invitation: str | None) -> bool:
    """Return whether an account has the table's invitation. :raises MatchError: invitation-wrong, if it was withdrawn."""
    given = secrets.compare_digest((invitation or "").encode(), table["invitation"].encode())
    if given and table["visibility"] == "private" and is_withdrawn(table, account.id):
        raise MatchError("invitation-wrong", "your invitation was withdrawn: ask the owner of the match", "/invitation")
    return given and not is_withdrawn(table, account.id)


def check_wanted(context: Context, table: Table, account: Account) -> None:
    """Refuse accounts that the table's owner has removed from it, or blocked. :raises MatchError: removed-from-table."""
    owner = table["owner"]
    if account.id in table.get("barred", []) or (owner and context.store.has_blocked(owner, account.id)):
        raise MatchError("removed-from-table", "the owner of this match does not want to play with you: join another")


def _check_is_person(table: Table, account: Account) -> None:
    """Refuse bots and guests at a rated table. :raises MatchError: bot-declines, guest."""
    if not table.get("rated"):
        return
    if account.owner:
        raise MatchError("bot-declines", "this table is rated, so only people sit down at it")
    if account.is_guest:
        raise MatchError("guest", f"this table is rated, so it is for people whose account lasts: {KEEP}")


def _check_reliability(table: Table, account: Account) -> None:
    """Refuse people who do not meet the table's entry condition; a bot is there because the table's owner wants it.

    :raises MatchError: reliability-too-low.
    """
    condition = table.get("least_reliability")
    if condition is None or account.owner or lets_in(condition, account):
        return
    found = reliability_of(account.answered)
    needed = f"this table asks for {condition['percent']} % of answers in time"
    raise MatchError(
        "reliability-too-low",
        f"{needed}, and you have been asked {found.asked} times, too few to say: it takes {LEAST_ASKED}"
        if found.percent is None
        else f"{needed}, and yours are {found.percent} %: {found.answered} of the last {found.asked}",
    )


def _forgotten(seat: int) -> dict[tuple[str, int], str]:
    """Return the boxes to erase when a player leaves a seat."""
    return {(SEATED, seat): ""}


def _free(step: Step, seat: int) -> None:
    step.write("left", {"seat": seat})
    set_seat(step, seat, Seat(player=None, name="", bot=None))


def in_lobby(table: Table) -> None:
    """Refuse requests that are only possible before a match begins. :raises MatchError: not-in-lobby."""
    if table["status"] != "lobby" or table["request"] or stage_of(table) != "joining":
        raise MatchError("not-in-lobby", "this match has started or is over")
    if table.get("tournament"):
        raise MatchError("not-in-lobby", "a tournament seats its players itself")


def resign(context: Context, match: str, account: Account, *, signature: str | None = None) -> Record:
    """Resign for the seat's whole team; :raises MatchError: not-found, not-running, not-seated.

    This is an act with a receipt (:func:`~service.matches.receipts.receipt_for_resigning`), which can be requested
    again after the match.
    """

    def change(record: Record, step: Step) -> Transition | None:
        if resignation_of(record.table, seat_of(record.table, account.id)) is not None:
            return None
        if record.table["status"] != "running":
            raise MatchError("not-running", "you can resign only from a running match")
        seat = seat_of(record.table, account.id)
        if seat is None:
            raise MatchError("not-seated", "you do not sit at this table")
        if seat not in record.table["resigning"]:
            step.table["resigning"] = [*record.table["resigning"], seat]
            check_resigned(record.table, seat, signature)
            act = Resignation(seat=seat, received=record.now, n=record.n, head=record.head)
            if signature is not None:
                act["signature"] = signature
            step.table["resignations"] = [*record.table.get("resignations", []), act]
        return transition(step, record, due=record.now)

    return change_match(context, match, change)

"""The invitation of a table that waits for players: sending it, and replacing it.

The invitation is a secret of the table: its holder may look and sit down. A new one invalidates the previous one, in
links and letters alike, and cancels letters not sent yet.
"""

import secrets
from collections.abc import Sequence

from engine.contract import Language
from engine.match.step import Step
from engine.match.table import Guest, Table
from service.context import Context
from service.matches.changes import change_match, load_match, transition
from service.matches.errors import MatchError
from service.matches.seating.guests import (
    guest_of,
    is_withdrawn,
    may_be_noted,
    may_be_sent,
    occasion,
    with_answer,
    with_guest,
    without_guest,
)
from service.matches.seating.lobby import in_lobby
from service.matches.seating.seats import called, seat_of
from service.notifications.facts import InvitedFacts
from service.notifications.kinds import INVITED
from service.notifications.notices import about_match, waiting_time
from service.store.records import Account, Invited, Notice, Record, Transition

NOT_INVITED = "nobody is invited to this table by this name"
FIRST = 1
"""The log entry that invitations refer to: the table's terms."""


def new_invitation() -> str:
    """Return the secret of an invitation."""
    return secrets.token_urlsafe(16)


def invited_facts(owner: Account, table: Table, language: str = "") -> InvitedFacts:
    """Return the facts for guests; ``language`` is that of letters to newcomers, empty for the owner's."""
    seated = (one["name"] for one in table["seats"] if one["player"] == owner.id)
    by = next(seated, called(owner, table))
    spoken = language or owner.language
    return InvitedFacts(
        by=by, invitation=table["invitation"], options=table["options"], pace=table["pace"], language=spoken
    )


def renew(context: Context, match: str, owner: Account, replaces: str) -> Record:
    """Replace the invitation; if ``replaces`` is not the present one, as in a repetition, nothing changes.

    :raises MatchError: not-found, not-in-lobby, not-owner.
    """

    def change(record: Record, step: Step) -> Transition | None:
        _owned(record, owner)
        if not secrets.compare_digest(replaces.encode(), record.table["invitation"].encode()):
            return None
        step.table["invitation"] = new_invitation()
        return transition(step, record)

    return change_match(context, match, change)


def check(context: Context, match: str, owner: Account) -> Record:
    """Return the match if this owner may invite to it.

    :raises MatchError: not-found, not-in-lobby, not-owner, full.
    """
    record = load_match(context, match)
    _owned(record, owner)
    if all(one["player"] is not None for one in record.table["seats"]):
        raise MatchError("full", "every seat is taken: nobody could sit down")
    return record


def invite(
    context: Context, match: str, owner: Account, invited: Sequence[Invited], *, language: str = "", again: bool = False
) -> Record:
    """Send the invitation to these accounts, once to each, skipping players and removed ones.

    :param language: the language of letters to people who have never logged in; empty for the owner's.
    :param again: whether to include those who have had this invitation already: at most three letters, an hour apart.
    :raises MatchError: as :func:`check`.
    """

    def change(record: Record, step: Step) -> Transition:
        _owned(record, owner)
        notices = [
            one for guest in invited for one in notices_to(context, step, owner, guest, record.now, language, again)
        ]
        return transition(step, record, notices)

    return change_match(context, match, change)


def notices_to(
    context: Context, step: Step, owner: Account, invited: Invited, now: int, language: str = "", again: bool = False
) -> list[Notice]:
    """Add a guest to a table and return the letter to them; empty if none is due."""
    if invited.account == owner.id and seat_of(step.table, owner.id) is not None:
        return []
    address = address_digest(context, invited.mail) if invited.mail else ""
    if not may_be_noted(step.table, invited.account, address, now, again=again):
        return []
    is_due = may_be_sent(step.table, invited.account, now, again=again)
    step.table["guests"] = with_guest(step.table, invited.account, address, language or owner.language, now)
    # Nobody learns from an invitation that its guest has blocked them: it is noted like any other, and no letter goes out.
    if not is_due or context.store.has_blocked(invited.account, owner.id):
        return []
    return about_match(
        INVITED,
        step,
        invited.account,
        None,
        invited_facts(owner, step.table, language),
        at=now,
        wait=waiting_time(INVITED.urgency, context.settings.hold_off),
        n=FIRST,
        # The earlier letter told of another invitation, or was never sent: the same one is not sent twice.
        occasion=occasion(step.table, invited.account),
    )


def withdraw(context: Context, match: str, owner: Account, guest: str) -> Record:
    """Withdraw a guest's invitation: a waiting letter is not sent, and can no longer seat the account.

    Other holders of the same link still can: :func:`renew` invalidates it for everybody. Doing it again changes
    nothing.

    :param guest: as :func:`guest_name` makes it.
    :raises MatchError: not-found (also: not invited), not-in-lobby, not-owner.
    """

    def change(record: Record, step: Step) -> Transition | None:
        _owned(record, owner)
        named = (one for one in record.table.get("guests", []) if guest_name(context, match, one) == guest)
        found = next(named, None)
        if found is None:
            raise MatchError("not-found", NOT_INVITED)
        if found["answer"] == "withdrawn":
            return None
        step.table["guests"] = without_guest(record.table, found)
        return transition(step, record)

    return change_match(context, match, change)


def decline(context: Context, match: str, account: str) -> Record:
    """Record that a guest does not want to play; they may still sit down later. Repeating it changes nothing.

    :raises MatchError: not-found (also: not invited), not-in-lobby, already-seated.
    """

    def change(record: Record, step: Step) -> Transition | None:
        in_lobby(record.table)
        if seat_of(record.table, account) is not None:
            raise MatchError("already-seated", "you sit at this table: give your seat back instead")
        if is_withdrawn(record.table, account):
            return None
        guest = guest_of(record.table, account)
        if guest is None:
            raise MatchError("not-found", NOT_INVITED)
        if guest["answer"] == "declined":
            return None
        step.table["guests"] = with_answer(record.table, account, "declined")
        return transition(step, record)

    return change_match(context, match, change)


def speak(context: Context, match: str, account: Account, language: Language) -> None:
    """Change the language of an invitation's letters, and of later letters to the account; never raises for a guest.

    :param account: the account whose mailbox has asked for it.
    """
    context.store.update_account(account.id, language=language)

    def change(record: Record, step: Step) -> Transition | None:
        guest = guest_of(record.table, account.id)
        if guest is None or guest["language"] == language or record.table["status"] != "lobby":
            return None
        step.table["guests"] = [
            Guest(**{**one, "language": language}) if one["account"] == account.id else one
            for one in step.table["guests"]
        ]
        return transition(step, record)

    change_match(context, match, change)


def address_digest(context: Context, mail: str) -> str:
    """Return the digest under which a table remembers an invited address."""
    return context.links.derive("invited-address", mail.lower())[:8].hex()


def guest_name(context: Context, match: str, guest: Guest) -> str:
    """Return the owner's name for a guest: an account that the owner named, otherwise a word that does not reveal the
    address's owner."""
    if not guest["address"]:
        return guest["account"]
    return f"g_{context.links.derive('guest', match, guest['account'], guest['address'])[:16].hex()}"


def _owned(record: Record, owner: Account) -> None:
    if owner.id != record.table["owner"]:
        raise MatchError("not-owner", "only the owner of the match can invite to it")
    in_lobby(record.table)

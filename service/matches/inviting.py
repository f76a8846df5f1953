"""The invitation of a table that waits for players: whom its owner sends it to, and another one in its place.

The invitation is a secret of the table: who has it may look and sit down. A new one ends the one before, in links that were
passed on and in letters alike, and with it letters that have not gone yet.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from engine.match.step import Step, Table
from service.context import Context
from service.matches.changes import change_match, load_match, transition
from service.matches.errors import MatchError
from service.matches.lobby import in_lobby
from service.matches.seats import called
from service.notifications.facts import InvitedFacts
from service.notifications.kinds import INVITED
from service.notifications.notices import about_match, waiting_time
from service.store.records import Account, Notice, Record, Transition

FIRST = 1
"""The log entry that invitations are about: the table's terms, whenever they are sent."""


def new_invitation() -> str:
    """Return the secret of an invitation."""
    return secrets.token_urlsafe(16)


def invited_facts(owner: Account, table: Table) -> InvitedFacts:
    """Return what those who are invited to a table are told."""
    seated = (one["name"] for one in table["seats"] if one["player"] == owner.id)
    by = next(seated, called(owner, table))
    return InvitedFacts(by=by, invitation=table["invitation"], options=table["options"], pace=table["pace"])


def renew(context: Context, match: str, owner: Account, replaces: str) -> Record:
    """Make another invitation; where ``replaces`` is not the present one, as in a repetition, nothing changes.

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
    """Return the match, if its owner may invite to it.

    :raises MatchError: not-found, not-in-lobby, not-owner, full.
    """
    record = load_match(context, match)
    _owned(record, owner)
    if all(one["player"] is not None for one in record.table["seats"]):
        raise MatchError("full", "every seat is taken: nobody could sit down")
    return record


def invite(context: Context, match: str, owner: Account, accounts: Sequence[str]) -> Record:
    """Send the invitation to these accounts, to each once as long as it is the same; to none that sits there or was removed.

    :raises MatchError: as :func:`check`.
    """

    def change(record: Record, step: Step) -> Transition:
        _owned(record, owner)
        table = record.table
        out = {*table.get("barred", []), *(one["player"] for one in table["seats"])}
        wait = waiting_time(INVITED.urgency, context.settings.hold_off)
        # The letter of before told of another invitation, or was never sent: the same one is not sent twice.
        occasion = hashlib.sha256(table["invitation"].encode()).hexdigest()[:16]
        facts = invited_facts(owner, table)

        def told(account: str) -> list[Notice]:
            return about_match(
                INVITED, step, account, None, facts, at=record.now, wait=wait, n=FIRST, occasion=occasion
            )

        return transition(step, record, [one for account in accounts if account not in out for one in told(account)])

    return change_match(context, match, change)


def _owned(record: Record, owner: Account) -> None:
    if owner.id != record.table["owner"]:
        raise MatchError("not-owner", "only the owner of the match can invite to it")
    in_lobby(record.table)


__all__ = ["check", "invite", "invited_facts", "new_invitation", "renew"]

"""Mails of somebody in whose seat another one plays by now: ``HERE`` or ``DA`` asks to come back, as the page's button does.

Nothing else that stands in such a mail is done, and its answer shows nothing of the seat. The others decide, and who plays there.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.match.standing import Table
from engine.match.substitutes import former_seat
from service.context import Context
from service.matches.caps import CapReached
from service.matches.errors import MatchError
from service.matches.seats import seat_of
from service.matches.substitutes import stand_in
from service.store.records import Account, Record
from service.wake import wake
from workers.replies.address import ReplyAddress
from workers.replies.grammar import Picks, after_greeting, understand
from workers.replies.outcome import Done, Outcome


def players_before(table: Table, seat: int) -> list[str]:
    """Return who had a seat before and has it no more, the last one first."""
    changes = table["absence"].get("changes", []) if "absence" in table else []
    found = [one["player"] for one in reversed(changes) if one["seat"] == seat and one["player"]]
    return [one for one in dict.fromkeys(found) if table["seats"][seat]["player"] != one]


def has_left(record: Record, account: Account, address: ReplyAddress) -> bool:
    """Return whether somebody else plays in the seat that a mail is about."""
    return seat_of(record.table, account.id) != address.seat


def carry_out(
    context: Context, account: Account, record: Record, address: ReplyAddress, lines: Sequence[str]
) -> Outcome:
    """Ask to come back if that is all that a mail says; asked again, nothing changes."""
    if record.table["status"] != "running":
        return Outcome(record, trouble="over", left=True)
    begun = after_greeting(lines)
    if (
        understand(begun, {}) != Picks(orders=frozenset({"here"}))
        or former_seat(record.table, account.id) != address.seat
    ):
        return Outcome(record, trouble="left", left=True)
    try:
        after = stand_in(context, record.match, account, address.seat, invitation=None, key=None)
    except (MatchError, CapReached) as error:
        return Outcome(record, [Done(None, None, "refused", refused=f"back-{error.code}")], left=True)
    wake(context.settings.queue_url, "resolve", record.match)
    return Outcome(after, [Done(None, None, "comes-back")], left=True)


__all__ = ["carry_out", "has_left", "players_before"]

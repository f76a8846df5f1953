"""Playing again by mail: ``REMATCH`` or ``REVANCHE`` in answer to a letter of a match that is over does what the page does.

It invites others, so the letter's address alone does not do it. Where the installation's mail server shows whose mail it is
(DMARC), that is enough; else the answer to the account's own mailbox asks whether it is meant, and "yes" to that does it,
within a week. Of each match there is one such table (:mod:`service.rematch`), so that no mail opens a second one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from service.accounts.errors import AccountError
from service.context import Context
from service.matches.caps import CapReached
from service.matches.errors import MatchError
from service.matches.seats import seat_of
from service.rematch import has_rematch, play_again, rematch_of
from service.store.records import Account, Record
from service.store.replies import ReplyNote
from service.wake import wake
from workers.replies.address import ReplyAddress
from workers.replies.confirming import confirms_alone, is_in_time, stamped

if TYPE_CHECKING:
    from workers.replies.outcome import Note

NOTED = "rematch"
"""What is noted of a mail before it opens a table or sits down there."""
MARK = b"\0\0\0\1"
"""How the eight bytes begin that ask for a rematch: neither resigning nor a day of a vacation does."""


@dataclass(frozen=True)
class Rematch:
    """What became of it: ``confirm``: nothing yet, it has to be confirmed; ``not-meant``: the letter that asked was answered
    otherwise, or too late. ``refused`` says why in ``code``; ``table`` is the table that stands."""

    did: Literal["confirm", "opened", "joined", "stands", "refused", "not-meant"]
    table: Record | None = None
    code: str = ""


def asks_for(address: ReplyAddress) -> bool:
    """Return whether an address is that of a letter which asked whether a rematch is meant."""
    return address.confirms and address.asked.startswith(MARK)


def packed(now: int) -> bytes:
    """Return the eight bytes by which a letter asks for it at a moment (ms)."""
    return stamped(MARK, now)


def confirmed(
    context: Context,
    account: Account,
    record: Record,
    address: ReplyAddress,
    lines: Sequence[str],
    before: ReplyNote,
    note: Note,
) -> Rematch:
    """Play again if an answer to the letter that asked for it says so in time; ``before`` is what is noted of this very mail."""
    meant = is_in_time(address.asked, record.now) and confirms_alone(lines)
    return _play(context, account, record, before, note) if meant else Rematch("not-meant")


def wanted(
    context: Context, account: Account, record: Record, before: ReplyNote, note: Note, *, sure: bool
) -> Rematch | None:
    """Play again, or ask whether it is meant; ``None``: this match cannot be played again.

    :param sure: whether nothing in the mail makes it doubtful.
    """
    if not has_rematch(record.table):
        return None
    stands = rematch_of(context, record.match)
    sits_there = stands is not None and seat_of(stands.table, account.id) is not None
    if not sits_there and not (sure and context.settings.reply_authserv):
        return Rematch("confirm")
    return _play(context, account, record, before, note)


def _play(context: Context, account: Account, record: Record, before: ReplyNote, note: Note) -> Rematch:
    stands = rematch_of(context, record.match)
    if NOTED in before.said and stands is not None and seat_of(stands.table, account.id) is None:
        return Rematch("refused", code="came-again")  # a copy of the mail, whose sender has left that table since
    note(before.commitments, said=[NOTED])
    try:
        found = play_again(context, account, record)
    except (MatchError, CapReached, AccountError) as error:
        return Rematch("refused", code=error.code)
    wake(context.settings.queue_url, "resolve", found.record.match)
    return Rematch(found.did, found.record)


__all__ = ["Rematch", "asks_for", "confirmed", "packed", "wanted"]

"""Resigning by mail: ``RESIGN`` or ``AUFGEBEN`` asks whether it is meant, and "yes" in answer to that letter does it.

Nothing else does: what cannot be taken back takes two mails, and the address of the second stands only in a letter to the
account's own mailbox. It holds for a week, so that no letter of old ends a match.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.match.standing import resignation_of
from engine.registry import game_of
from service.context import Context
from service.matches.errors import ActError, MatchError, SignedReceipt
from service.matches.receipts import receipt_for_resigning
from service.matches.resignation import resign
from service.matches.seat_keys import has_key
from service.store.records import Account, Record
from service.wake import wake
from workers.replies.address import ReplyAddress
from workers.replies.confirming import confirms_alone, is_in_time, stamped
from workers.replies.outcome import Done, Outcome
from workers.replies.plain_speech import politely
from workers.replies.speech import folded

MARK = bytes(4)
"""How the eight bytes begin that ask for resigning: no day of a vacation does (:mod:`workers.replies.confirming`)."""
WORDS = re.compile(
    r"(?:aufgeben|partie aufgeben|ich (?:gebe|geb) (?:die partie )?auf|ich (?:möchte|will) (?:die partie )?aufgeben"
    r"|resign|i resign|i give up|i (?:want|would like) to resign)(?: .{0,80})?"
)
NOT_MEANT = re.compile(r"\b(?:nicht|nie|kein\w*|not|never|no|noch)\b|\?")


def is_wanted(lines: Sequence[str]) -> bool:
    """Return whether the first line of a mail says that its sender resigns.

    >>> [is_wanted([one]) for one in ("AUFGEBEN", "Ich gebe auf!", "Resign Kontor", "Ich gebe auf keinen Fall auf", "auf")]
    [True, True, True, False, False]
    >>> is_wanted(["Ich gebe nicht auf"]), is_wanted(["Aufgeben?"]), is_wanted([])
    (False, False, False)
    """
    said = folded(lines[0]) if lines else ""
    return not NOT_MEANT.search(said) and WORDS.fullmatch(politely(said)) is not None


def asks_for(address: ReplyAddress) -> bool:
    """Return whether an address is that of a letter which asked whether resigning is meant."""
    return address.confirms and address.asked.startswith(MARK)


def packed(now: int) -> bytes:
    """Return the eight bytes by which a letter asks for it at a moment (ms)."""
    return stamped(MARK, now)


def carry_out(
    context: Context, account: Account, record: Record, address: ReplyAddress, lines: Sequence[str]
) -> Outcome:
    """Resign if a mail confirms that; one that only says so is asked whether it is meant."""
    if asks_for(address):
        return _confirmed(context, account, record, address, lines)
    return _asked(record, address.seat)


def _asked(record: Record, seat: int) -> Outcome:
    """Return that it has to be confirmed, or why it cannot be done by mail; nothing is changed."""
    if record.table["status"] != "running":
        return Outcome(record, trouble="over")
    if has_key(record.table, seat):
        return Outcome(record, [Done(None, None, "refused", refused="signature-needed")])
    team = record.state is not None and {*game_of(record.table).partners(record.state, seat)} - {seat}
    return Outcome(record, resigns="team" if team else "alone")


def _confirmed(
    context: Context, account: Account, record: Record, address: ReplyAddress, lines: Sequence[str]
) -> Outcome:
    """Resign if an answer to the letter that asked for it says so in time; the same mail may come again."""
    seat = address.seat
    if resignation_of(record.table, seat) is None and (
        record.table["status"] != "running" or not confirms_alone(lines) or not is_in_time(address.asked, record.now)
    ):
        still = record.table["status"] == "running"
        return Outcome(record, trouble="not-resigned" if still else "over")
    try:
        after = resign(context, record.match, account)
    except (ActError, MatchError) as error:
        return Outcome(record, [Done(None, None, "refused", refused=error.code)])
    wake(context.settings.queue_url, "resolve", record.match)
    signed = receipt_for_resigning(context, after.table, seat)
    return Outcome(after, [Done(None, None, "resigned", receipt=None if signed is None else SignedReceipt(*signed))])


__all__ = ["asks_for", "carry_out", "is_wanted", "packed"]

"""Leaving a table, playing again, and coming back to a seat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.match.standing import Table, resignation_of
from engine.match.substitutes import former_seat
from engine.registry import game_of
from service.accounts.errors import AccountError
from service.context import Context
from service.deleted_names import GONE
from service.matches.caps import CapReached
from service.matches.errors import ActError, MatchError, SignedReceipt
from service.matches.receipts import receipt_for_resigning
from service.matches.resignation import resign
from service.matches.seat_keys import has_key
from service.matches.seats import seat_of
from service.matches.substitutes import stand_in
from service.rematch import has_rematch, play_again, rematch_of
from service.store.records import Account, Record
from service.store.replies import ReplyNote
from service.wake import wake
from workers.inbox.commands import Done, Note, Outcome, Picks, Rematch
from workers.inbox.grammar import after_greeting, understand
from workers.inbox.vocabulary import CHANGING
from workers.inbox.words import confirms_alone, folded, politely, words_of
from workers.mail.page import Page
from workers.mail.reply_address import ReplyAddress, is_in_time, stamped

RESIGN_MARK = bytes(4)
"""How the eight bytes begin that ask for resigning: no day of a vacation does (:mod:`workers.inbox.words`)."""
RESIGN = re.compile(
    r"(?:aufgeben|partie aufgeben|ich (?:gebe|geb) (?:die partie )?auf|ich (?:möchte|will) (?:die partie )?aufgeben"
    r"|resign|i resign|i give up|i (?:want|would like) to resign)(?: .{0,80})?"
)
NOT_MEANT = re.compile(r"\b(?:nicht|nie|kein\w*|not|never|no|noch)\b|\?")


def says_resign(lines: Sequence[str]) -> bool:
    """Return whether the first line of a mail says that its sender resigns.

    >>> [says_resign([one]) for one in ("AUFGEBEN", "Ich gebe auf!", "Resign Kontor", "Ich gebe auf keinen Fall auf", "auf")]
    [True, True, True, False, False]
    >>> says_resign(["Ich gebe nicht auf"]), says_resign(["Aufgeben?"]), says_resign([])
    (False, False, False)
    """
    said = folded(lines[0]) if lines else ""
    return not NOT_MEANT.search(said) and RESIGN.fullmatch(politely(said)) is not None


def asks_to_resign(address: ReplyAddress) -> bool:
    """Return whether an address is that of a letter which asked whether resigning is meant."""
    return address.confirms and address.asked.startswith(RESIGN_MARK)


def pack_resign(now: int) -> bytes:
    """Return the eight bytes by which a letter asks for it at a moment (ms)."""
    return stamped(RESIGN_MARK, now)


def give_up(context: Context, account: Account, record: Record, address: ReplyAddress, lines: Sequence[str]) -> Outcome:
    """Resign if a mail confirms that; one that only says so is asked whether it is meant."""
    if asks_to_resign(address):
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


# Playing again by mail: ``REMATCH`` or ``REVANCHE`` in answer to a letter of a match that is over does what the page
# does.

REMATCH_NOTED = "rematch"
"""What is noted of a mail before it opens a table or sits down there."""
REMATCH_MARK = b"\0\0\0\1"
"""How the eight bytes begin that ask for a rematch: neither resigning nor a day of a vacation does."""


def asks_for_rematch(address: ReplyAddress) -> bool:
    """Return whether an address is that of a letter which asked whether a rematch is meant."""
    return address.confirms and address.asked.startswith(REMATCH_MARK)


def pack_rematch(now: int) -> bytes:
    """Return the eight bytes by which a letter asks for it at a moment (ms)."""
    return stamped(REMATCH_MARK, now)


def confirm_rematch(
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


def want_rematch(
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
    if REMATCH_NOTED in before.said and stands is not None and seat_of(stands.table, account.id) is None:
        return Rematch("refused", code="came-again")  # a copy of the mail, whose sender has left that table since
    note(before.commitments, said=[REMATCH_NOTED])
    try:
        found = play_again(context, account, record)
    except (MatchError, CapReached, AccountError) as error:
        return Rematch("refused", code=error.code)
    wake(context.settings.queue_url, "resolve", found.record.match)
    return Rematch(found.did, found.record)


# What the answer to a mail says about a rematch.


def tell_rematch(one: Rematch, page: Page, words: Any) -> list[str]:
    """Return it in sentences."""
    seats = page.match.table["seats"]
    others = sum(seat["bot"] is None and not seat["name"].startswith(GONE) for seat in seats) > 1
    if one.did == "confirm":
        return [str(words.rematch_confirm(page.title, others))]
    if one.did == "refused":
        return [str(words.rematch_refused(one.code))]
    if one.table is None:
        return [str(words.trouble("not-meant"))]
    url = f"{page.public_url}/table/{one.table.match}"
    waits = one.table.table["status"] == "lobby" and any(seat["player"] is None for seat in one.table.table["seats"])
    return [str(words.rematch(one.did, url, waits, others))]


# Mails of somebody in whose seat another one plays by now: ``HERE`` or ``DA`` asks to come back, as the page's button
# does.

MOST_LINES = 3
"""Lines of a mail in which somebody asks for a seat: further down stands a name, or what mail programs add."""
ASKS_BACK = re.compile(
    r"\b(?:bin|wäre) (?:ich )?(?:jetzt |nun )?wieder (?:da|dabei|zurück)\b"
    r"|\b(?:möchte|würde|will|darf|kann|könnte)\b[^.!?]{0,40}\b(?:wieder mit(?:spielen|machen)|weiterspielen|zurückkommen"
    r"|zurückkehren|wieder einsteigen|platz (?:gern |gerne )?(?:zurück|wieder)\w*)\b"
    r"|\bi(?:'m| am) back\b|\b(?:may|can|could|like|want|love)\b[^.!?]{0,40}\b(?:come back|play on|seat back|rejoin|return)\b"
)
"""How somebody asks for the seat in which another one plays."""
CONDITIONS = CHANGING - {"aber", "doch", "jedoch", "ab", "but", "however"}
WHEN_OR_WHY = re.compile(r"\b(?:wann|warum|wieso|weshalb|when|why)\b")


def players_before(table: Table, seat: int) -> list[str]:
    """Return who had a seat before and has it no more, the last one first."""
    changes = table["absence"].get("changes", []) if "absence" in table else []
    found = [one["player"] for one in reversed(changes) if one["seat"] == seat and one["player"]]
    return [one for one in dict.fromkeys(found) if table["seats"][seat]["player"] != one]


def has_left(record: Record, account: Account, address: ReplyAddress) -> bool:
    """Return whether somebody else plays in the seat that a mail is about."""
    return seat_of(record.table, account.id) != address.seat


def come_back(
    context: Context, account: Account, record: Record, address: ReplyAddress, lines: Sequence[str]
) -> Outcome:
    """Ask to come back if that is all that a mail says; asked again, nothing changes."""
    if record.table["status"] != "running":
        return Outcome(record, trouble="over", left=True)
    if not asks_back(lines) or former_seat(record.table, account.id) != address.seat:
        return Outcome(record, trouble="left", left=True)
    try:
        after = stand_in(context, record.match, account, address.seat, invitation=None, key=None)
    except (MatchError, CapReached) as error:
        return Outcome(record, [Done(None, None, "refused", refused=f"back-{error.code}")], left=True)
    wake(context.settings.queue_url, "resolve", record.match)
    return Outcome(after, [Done(None, None, "comes-back")], left=True)


def asks_back(lines: Sequence[str]) -> bool:
    """Return whether a mail asks for the seat: by the word alone, or in a sentence that sets no condition.

    Asking takes nothing from anybody, and those who decide are asked; so politeness and excuses may stand around it.

    >>> asks_back(["DA"]), asks_back(["Sorry, war krank, aber jetzt bin ich wieder da! Kann ich meinen Platz zurückhaben?"])
    (True, True)
    >>> [asks_back([one]) for one in ("I'd like to have my seat back, please", "Ich bin nicht mehr da", "Wann geht es weiter?")]
    [True, False, False]
    """
    if understand(after_greeting(lines), {}) == Picks(orders=frozenset({"here"})):
        return True
    said = " ".join(lines[:MOST_LINES]).casefold().replace("\u2019", "'")
    asked = ASKS_BACK.search(said) is not None and not WHEN_OR_WHY.search(said)
    return asked and CONDITIONS.isdisjoint(words_of(said))


__all__ = [
    "asks_for_rematch",
    "asks_to_resign",
    "come_back",
    "confirm_rematch",
    "give_up",
    "has_left",
    "pack_rematch",
    "pack_resign",
    "players_before",
    "says_resign",
    "tell_rematch",
    "want_rematch",
]

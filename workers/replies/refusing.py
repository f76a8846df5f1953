"""Answering that nothing is done: lines contradict each other or are not clear, or text below them may change what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from service.store.records import Record
from workers.mail.ahead import wished
from workers.replies.ahead import vocabulary_of
from workers.replies.ahead_in_bytes import packed
from workers.replies.commands import Order
from workers.replies.confirming import confirms_alone
from workers.replies.grammar import NotUnderstood, Picks, after_greeting
from workers.replies.offered import LANGUAGES, Offered
from workers.replies.out_of_place import only_thanks
from workers.replies.outcome import Outcome, Trouble
from workers.replies.suggesting import UNDO
from workers.replies.unread import changes_something, restricts

HARMLESS: frozenset[Order] = frozenset({"here", "status", "help", "more", "rules"})
"""Orders that no text below them makes another thing of."""


def makes_doubtful(unread: Sequence[str], wanted: Picks) -> bool:
    """Return whether text below what a mail asks for may change it; who asks for more time may explain why."""
    if wanted.orders & {"time", "ask"}:
        return restricts(unread)
    return changes_something(unread) and bool(wanted.numbers or wanted.orders - HARMLESS)


def in_doubt(wanted: Picks, unread: tuple[str, ...], offered: Offered) -> Outcome:
    """Return that what a mail asks for is not done before its sender was asked: what stands below it may change it."""
    meant: int | None = None
    if len(wanted.numbers) == 1 and not wanted.orders:
        meant = wanted.numbers[0]
    elif wanted.orders == {"undo"} and not wanted.numbers:
        meant = UNDO
    why = NotUnderstood(unread[0], meant=meant, said=None if meant is None else wanted.ahead.get(meant))
    return replace(refused(offered.record, why, offered), unread=unread)


def refused(record: Record, why: NotUnderstood | Trouble, offered: Offered, lines: Sequence[str] = ()) -> Outcome:
    """Return that nothing is done: lines contradict each other, or one of them is not clear. Thanks are no line of that kind."""
    if not isinstance(why, NotUnderstood):
        return Outcome(record, trouble=why, asked=offered.asked)
    if not why.candidates and why.meant is None and only_thanks(record, lines, offered):
        return Outcome(record, asked=offered.asked, silent=True)
    if not why.candidates and why.meant is None and confirms_alone(after_greeting(lines)):
        return Outcome(record, trouble="nothing-to-confirm", asked=offered.asked)
    named = [choice for number in why.candidates if (choice := offered.find(number)) is not None]
    meant = None if why.meant is None else offered.find(why.meant)
    found = Outcome(record, trouble="not-understood", line=why.line, asked=offered.asked, candidates=named)
    if meant is None or why.meant is None or not why.said:
        return replace(found, candidates=named if meant is None else [meant], meant=why.meant)
    ahead = packed(why.said, vocabulary_of(record, offered.seat, offered)(why.meant))
    if ahead is None:  # too much for an address: it has to be written once more
        return found
    (one, move), seat = meant, offered.seat
    words = {each: wished(record, seat, one.standing, move, why.said, each) for each in LANGUAGES}
    return replace(found, candidates=[meant], meant=why.meant, ahead=ahead, wishes=words)


__all__ = ["in_doubt", "makes_doubtful", "refused"]

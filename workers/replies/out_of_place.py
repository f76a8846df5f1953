"""Mails to letters that ask nothing any more, or nothing but a yes: what is true all the same counts, thanks need no answer, and
only what may name a choice is told that its letter is out of date."""

from __future__ import annotations

from collections.abc import Sequence

from service.context import Context
from service.matches.errors import ActError, MatchError
from service.matches.matters import Matter, Option, matters_of, say, seats_to_keep
from service.matches.numbering import answerable, numbered
from service.store.records import Account, Record
from service.store.replies import ReplyNote
from service.wake import wake
from workers.replies.ahead import vocabulary_of
from workers.replies.commands import Order
from workers.replies.grammar import NotUnderstood, Picks, understand
from workers.replies.matters_said import WORDS, meant_by, why_unclear
from workers.replies.offered import VERBS, Offered
from workers.replies.outcome import Done, Note, Outcome, Trouble
from workers.replies.plain_speech import words_of
from workers.replies.said_before import has_changed, here_before, note_said
from workers.replies.small_talk import is_small_talk
from workers.replies.unread import unread_below

VERB_WORDS = frozenset(word for verbs in VERBS.values() for verb in verbs for word in words_of(verb)) - {"ich", "i"}
"""What somebody writes for the commonest moves of any game."""


def only_thanks(record: Record, lines: Sequence[str], offered: Offered) -> bool:
    """Return whether a mail says nothing but thanks: also no choice below them."""
    if not is_small_talk(lines, [one["name"] for one in record.table["seats"]]):
        return False
    below = understand(lines[1:], offered.listed(), others=offered.unlisted)
    return isinstance(below, NotUnderstood) and not below.candidates and below.meant is None


def to_what_was_asked(record: Record, lines: Sequence[str], offered: Offered) -> Outcome:
    """Answer a mail to a letter that asked nothing but for a yes, and did not get one."""
    wanted = understand(lines, {})
    if isinstance(wanted, NotUnderstood):
        silent = only_thanks(record, lines, offered)
        return Outcome(record, trouble=None if silent else "not-confirmed", asked=offered.asked, silent=silent)
    asks = wanted.orders <= {"status", "help", "more", "rules"}
    unread = unread_below(record, wanted.below)
    trouble: Trouble | None = None if asks else "not-confirmed"
    return Outcome(record, trouble=trouble, orders=wanted.orders, asked=offered.asked, unread=unread)


def to_an_old_letter(
    context: Context,
    account: Account,
    record: Record,
    seat: int,
    wanted: Picks | NotUnderstood,
    lines: Sequence[str],
    counted: dict[str, str],
    before: ReplyNote,
    note: Note,
    still: Sequence[Matter],
    *,
    unsaid: bool,
) -> Outcome:
    """Answer a mail whose letter asked something else than is asked now.

    :param still: what it asked about others that is asked yet, where that is sure.
    :param unsaid: this very mail made a choice before, and what it says with that was never set.
    """
    only = isinstance(wanted, Picks) and not wanted.numbers and wanted.orders <= {"status", "help", "more", "rules"}
    orders = wanted.orders if isinstance(wanted, Picks) else frozenset[Order]()
    if wanted == Picks(orders=frozenset({"here"})):  # this is true, whatever the letter asked
        true_now = [one for one in matters_of(record, seat) if one.kind == "here"] + seats_to_keep(record, seat)
        told = here_before(context, record, seat, before, true_now)
        if told:
            return Outcome(record, told, orders=orders)
        note_said(note, before, [(one, "here") for one in true_now])
        done = [say_about(context, account, record, seat, one, "here") for one in true_now]
        if done:
            return Outcome(context.store.load(record.match) or record, done, orders=orders)
    said = _said_about_others(context, account, record, seat, wanted, before, note, still)
    if said is not None:
        return said
    done = repeated(record, counted)
    if done and unsaid:
        done.append(Done(None, None, "refused", refused="gone", wishes={}))
    standings = answerable(record, seat)
    now = Offered(record, seat, numbered(record, seat, standings) if standings else ())
    if not counted and isinstance(wanted, NotUnderstood) and not _may_choose(now, lines):
        silent = only_thanks(record, lines, now)
        return Outcome(record, trouble=None if silent else "not-understood", line=wanted.line, silent=silent)
    return Outcome(record, done, None if counted or only else "stale", orders=orders)


def _said_about_others(
    context: Context,
    account: Account,
    record: Record,
    seat: int,
    wanted: Picks | NotUnderstood,
    before: ReplyNote,
    note: Note,
    still: Sequence[Matter],
) -> Outcome | None:
    """Say what a mail says about others, and nothing else; ``None``: it says something else."""
    if isinstance(wanted, NotUnderstood) or wanted.numbers or not wanted.orders or wanted.orders - WORDS.keys():
        return None
    meant = meant_by(wanted, still)
    if not meant or why_unclear(wanted, meant, still) or any(has_changed(before, *one) for one in meant):
        return None
    note_said(note, before, meant)
    done = [say_about(context, account, record, seat, matter, option) for matter, option in meant]
    return Outcome(context.store.load(record.match) or record, done, orders=wanted.orders)


def _may_choose(now: Offered, lines: Sequence[str]) -> bool:
    """Return whether a mail to an old letter may name a choice: by a number, or by words that name one of those there are now."""
    found = understand(lines, now.listed(), vocabulary_of(now.record, now.seat, now), now.unlisted)
    named = isinstance(found, Picks) or found.candidates or found.meant is not None
    said = {word for line in lines[:2] for word in words_of(line)}
    return bool(named) or any(word.isdigit() for word in said) or not said.isdisjoint(VERB_WORDS)


def say_about(context: Context, account: Account, record: Record, seat: int, matter: Matter, option: Option) -> Done:
    """Say something about a matter; return what became of it."""
    try:
        after, receipt = say(context, account, record, seat, matter, option)
    except (ActError, MatchError) as error:
        return Done(None, None, "refused", refused=error.code)
    wake(context.settings.queue_url, "resolve", after.match)
    return Done(None, None, "said", matter=matter, option=option, receipt=receipt)


def repeated(record: Record, counted: dict[str, str]) -> list[Done]:
    """Return what a mail that comes again had done, where its questions are gone."""
    by_id = {one["id"]: one for one in record.table["standing"]}
    return [Done(by_id.get(one), None, "before", commitment=made) for one, made in counted.items()]


__all__ = ["only_thanks", "repeated", "say_about", "to_an_old_letter", "to_what_was_asked"]

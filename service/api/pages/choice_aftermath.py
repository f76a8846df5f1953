"""The outcome of an answer given by a letter's link: the awaited players, past events, the next question.

Only facts that everybody at the table has, so that a letter in the wrong hands shows no hand: public events, and questions
without their choices.

A page without scripts cannot look again by itself, so the request waits a moment for what follows. It waits in a thread, so
only a few may do so at once, and not for long; the others are told that the workers are at it.
"""

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from babel.lists import format_list

from engine.contract import Language
from engine.kit.text.particulars import events_in_words
from engine.kit.text.phrases import language_of, speaking_to
from engine.match.asking import decision_of
from engine.match.pauses import pause_of
from engine.registry import game_of
from service.api.http.current import context
from service.api.matches import representations
from service.calendar import LOCALES, moment
from service.choices.ahead import Given
from service.matches.seating.seats import seat_of
from service.matches.seen import is_settled
from service.notifications.asks import asks
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.records import Account, Record
from service.text.deleted_names import names_as_read
from service.text.names import plain

PATIENCE = 1.5
"""Seconds that a page waits for the workers, which take a tenth of that when idle."""
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.2
"""Seconds between two looks."""
MOST = 8
"""The most pages of one process that wait at a time."""

_places = threading.BoundedSemaphore(MOST)


def settled(record: Record) -> Record:
    """Return the match once nothing is due there any more, or as it is when patience ends or too many wait."""
    now = context().store.load(record.match) or record
    if is_settled(now) or not _places.acquire(blocking=False):
        return now
    try:
        ends, pause = time.monotonic() + PATIENCE, FIRST_PAUSE
        while not is_settled(now) and time.monotonic() < ends:
            time.sleep(min(pause, max(0.0, ends - time.monotonic())))
            pause = min(pause * 1.5, LONGEST_PAUSE)
            now = context().store.load(record.match) or now
        return now
    finally:
        _places.release()


log = logging.getLogger("siegelpost.choice")

SENTENCES = 12
"""The most sentences about past events on the page of an answer; the rest is at the table."""
ENTRIES = 400
"""How many entries of the log are searched for them."""


@dataclass(frozen=True)
class Aftermath:
    """The outcome of an answer, in words.

    :ivar awaited: players whose answers the table waits for, the reader not among them; empty if none.
    :ivar opens: seconds until sealed answers are opened because everybody has answered; 0 if they are not about to be.
    :ivar happened: sentences, oldest first; ``hidden`` is the number of older ones left out.
    :ivar asked: the reader's next question; ``until`` is its deadline, empty if it has none.
    :ivar over: whether the match is over; ``winners`` is a list in words, empty if there are none.
    :ivar working: whether the workers have yet to go on.
    :ivar paused: whether the table pauses.
    """

    awaited: str = ""
    opens: int = 0
    happened: Sequence[str] = ()
    hidden: int = 0
    asked: str = ""
    until: str = ""
    over: bool = False
    winners: str = ""
    working: bool = False
    paused: bool = False


def came_of(record: Record, account: Account, decision: str, since: int) -> tuple[Record, Aftermath]:
    """Return the match after an accepted answer, and its outcome, or no outcome if that cannot be told.

    The answer counts, and its page has the receipt: it must not fail because the store is away now, or a sentence has a fault.
    """
    now = record
    try:
        now = settled(record)
        return now, _aftermath(now, account, decision, since)
    except Exception as error:
        _say_untold(record, error)
        return now, Aftermath()


def aftermath_of(record: Record, account: Account, decision: str, since: int | None) -> Aftermath:
    """Return the outcome of an answer.

    :param record: the match as it is now; :param decision: what was answered, empty where that is not known any more.
    :param since: number of entries in the log when it was answered, or None if unknown: then no events are listed.
    """
    try:
        return _aftermath(record, account, decision, since)
    except (StoreUnavailable, Unreadable):
        raise
    except Exception as error:
        _say_untold(record, error)
        return Aftermath()


def counted(record: Record, account: Account, given: Given) -> bool:
    """Return whether the match proceeded with this answer: it was neither taken back nor changed before it was opened."""
    if not given.decision:
        return True
    seat = seat_of(record.table, account.id)
    for line in context().store.entries(record.match, given.n, ENTRIES):
        entry: Mapping[str, Any] = line["entry"]
        if entry["type"] == "locked" and entry["body"]["decision"] == given.decision:
            return any((one["seat"], one["seq"]) == (seat, given.seq) for one in entry["body"]["seats"])
    return False


def _say_untold(record: Record, error: Exception) -> None:
    log.error("what came of an answer in %s cannot be told: %s", record.match, type(error).__name__)


def _aftermath(record: Record, account: Account, decision: str, since: int | None) -> Aftermath:
    language, seat = language_of(account.language), seat_of(record.table, account.id)
    names = [plain(one, 60) for one in names_as_read(record.table["seats"], language)]
    happened = (
        [] if since is None or since >= record.n else _sentences(record, since, speaking_to(seat, names), language)
    )
    ask = next((one for one in asks(record, seat) if one.standing["id"] != decision), None)
    question = None if ask is None else game_of(record.table).words.question(decision_of(ask.standing), language)
    ended = record.table["outcome"]
    waited = [] if record.table["status"] != "running" else representations.waiting_for(record, account.id)
    closes = record.closes.get(decision)
    return Aftermath(
        awaited=_listed([names[one] for one in waited if one != seat], language),
        opens=0 if closes is None or closes <= record.now else -(-(closes - record.now) // 1000),
        happened=happened[-SENTENCES:],
        hidden=max(0, len(happened) - SENTENCES),
        asked=question or "",
        until="" if ask is None or ask.until is None else moment(ask.until, language, account.zone),
        over=record.table["status"] == "closed",
        winners=_listed([] if ended is None else [names[one] for one in ended["winners"]], language),
        working=not is_settled(record) and not is_open(record, decision),
        paused=pause_of(record.table) is not None,
    )


def is_open(record: Record, decision: str) -> bool:
    """Return whether an answer to a decision can still be taken back."""
    standing = next((one for one in record.table["standing"] if one["id"] == decision), None)
    closes = record.closes.get(decision)
    return standing is not None and standing["phase"] == "open" and (closes is None or closes > record.now)


def _sentences(record: Record, since: int, names: Sequence[str], language: Language) -> list[str]:
    words = game_of(record.table).words
    first = max(since, record.n - ENTRIES)
    entries = [line["entry"] for line in context().store.entries(record.match, first, ENTRIES)]
    return [
        text
        for entry in entries
        if entry["type"] == "resolved"
        for text in events_in_words(words, entry["body"]["events"], names, language)
    ]


def _listed(names: Sequence[str], language: Language) -> str:
    return format_list(list(names), "standard", LOCALES[language]) if names else ""

"""Changes to an account by mail: the language, and vacations with their days.

``VACATION 2026-12-01 2026-12-14`` or ``URLAUB 1.12. - 14.12.`` in answer to any letter affects all tables of the
account, more than a letter asks about, so the letter's address alone does not authorize it. Where the installation's
mail server verifies the sender (DMARC), that is enough. Otherwise the answer goes to the account's own mailbox with a
line to send back, which contains a code for just these days and which nobody else can have read. The reply address of
that letter contains the code, too, so that "yes" is enough there.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Literal, Self, cast

from babel.dates import format_date

from engine.contract import Language
from engine.kit.text.phrases import habits
from engine.match.pauses import stops
from engine.registry import game_of
from service.calendar import LOCALES, BadVacation, Vacation, changes_of, days_left, today, vacations_of
from service.context import Context
from service.matches.absence.pauses import end_vacation, take_vacation
from service.matches.numbering import ALL_CHOICES
from service.matches.seating.seats import seat_of, title_of
from service.store.connection.connect import Unreadable
from service.store.records import Account, Record
from workers.inbox.commands import Outcome, Picks, Reply, TimeOff
from workers.inbox.grammar import Grammar
from workers.inbox.offered import Text
from workers.inbox.words import (
    CLOSING_LINES,
    COUNTED,
    Line,
    alternatives,
    by_word,
    either,
    numbered,
    only_closes,
    unread_in,
)
from workers.mail.reader import Reader
from workers.mail.reply_address import DaysToConfirm

CALLED = cast(Mapping[str, Language], by_word("vacations.called"))


def language_in(lines: Sequence[str]) -> Language | None:
    """Return the language that a mail asks for, or None if it says anything else besides; questions below it are
    allowed.

    >>> language_in(["DEUTSCH"]), language_in(["English please", "Kim"]), language_in(["Auf Deutsch?"]), language_in([])
    ('de', 'en', None, None)
    >>> language_in(["Deutsch", "und dann nehme ich die 2"]) is None, language_in(["Deutsch", "Und wer ist dran?", "LG"])
    (True, 'de')
    """
    if not lines or "?" in lines[0]:
        return None
    said = Line.of(lines[0]).polite
    found = CALLED.get(said)
    if found is None:
        return None
    asks_only = len(lines) > 1 and all("?" in line for line in (lines[1], *unread_in(lines[1:])))
    return found if asks_only or only_closes(lines[1 : 1 + CLOSING_LINES]) else None


@dataclass(frozen=True)
class ChangeLanguage:
    """``DEUTSCH``, ``ENGLISH`` or ``FRANÇAIS`` alone in a mail: change the account's language."""

    language: Language
    unread: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: Text) -> Self | None:
        """Read all lines."""
        spoken = language_in(text.begun)
        return None if spoken is None else cls(spoken, text.unread(text.begun[1:]))

    def do(self, reply: Reply) -> Outcome:
        """Change the language."""
        reply.context.store.update_account(reply.account.id, language=self.language)
        return Outcome(reply.record, language=self.language, unread=self.unread)


# Days as people write them in a mail about vacations, in all languages. Strict: what could mean two days means none.
# ``1/12`` is December to some and January to others, so it is none. A day without a year is the next such day; a weekday is
# the next one, but none where today is one: it may be meant, or that in a week.


MONTHS = numbered("vacations.months")
MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
YEAR = r"(?:,? ?(?P<year>[0-9]{4}))?"
WEEKDAYS = numbered("vacations.weekdays", 0)
WEEKDAY = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
RELATIVE = numbered("vacations.relative", 0)
BETWEEN = alternatives("vacations.to")
FORMS = (
    re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{1,2})-(?P<day>[0-9]{1,2})(?![0-9])"),
    re.compile(rf"(?P<day>[0-9]{{1,2}})\. ?(?P<month>[0-9]{{1,2}})\.{YEAR}(?![0-9])"),
    re.compile(rf"(?P<day>[0-9]{{1,2}})(?:\.|st|nd|rd|th|er)? ?(?:of )?(?P<name>{MONTH})\b\.?{YEAR}(?![0-9])"),
    re.compile(rf"(?P<name>{MONTH})\b\.? (?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?{YEAR}(?![0-9])"),
    re.compile(rf"(?P<day>[0-9]{{1,2}})(?:\.(?! ?[0-9])|er\b|(?= ?(?:{BETWEEN})(?![a-z])))"),
    re.compile(rf"(?P<weekday>{WEEKDAY})\b\.?"),
    re.compile(rf"(?P<relative>{'|'.join(RELATIVE)})\b"),
)
"""Formats of dates. One of them is a bare day whose month the other date names, as in ``1. - 14.12.``"""
BEFORE = re.compile(rf"(?:{WEEKDAY})\b\.?,? (?:den |the |dem )?(?=[0-9]|{MONTH})")
"""A weekday before a date, which is redundant."""
LASTING = either("vacations.lasting")
FROM = re.compile(rf"(?:{alternatives('vacations.from')})\b ?")
TO = re.compile(rf" ?(?:{BETWEEN})(?![a-z]) ?| ")
SLASHES = re.compile(alternatives("vacations.slashes"))
DASHES = re.compile("[\u2010-\u2015\u2212]")


@dataclass(frozen=True)
class _Written:
    """The parts of a date that a mail gives; None for each part left out."""

    day: int
    month: int | None
    year: int | None
    weekday: int | None = None
    ahead: int | None = None


def span_in(text: str, today: date) -> tuple[date, date] | None:
    """Return the first and the last day that a text names, or None unless it clearly names exactly these.

    >>> span_in("1.12. - 14.12.", date(2026, 11, 23))
    (datetime.date(2026, 12, 1), datetime.date(2026, 12, 14))
    >>> span_in("28 Dec to 3 January", date(2026, 11, 23))
    (datetime.date(2026, 12, 28), datetime.date(2027, 1, 3))
    >>> span_in("1/12 - 14/12", date(2026, 11, 23))
    """
    plain = " ".join(DASHES.sub("-", text.casefold()).replace("\u2019", "'").split())
    plain = SLASHES.sub(r"\1.\2.\3", plain)
    found = set[tuple[date, date] | None]()
    for first, rest in _days_at(_after(FROM, plain)):
        found.add(_lasting(first, rest, today))
        for last, end in _days_at(_after(TO, rest)) if TO.match(rest) else ():
            found.add(None if end.strip(" .!") else _span(first, last, today))
    found.discard(None)
    return found.pop() if len(found) == 1 else None


def _lasting(first: _Written, rest: str, today: date) -> tuple[date, date] | None:
    """Return the first and last day of a vacation from its first day and the rest of the text: a week has seven days."""
    found, begins = LASTING.fullmatch(rest.strip(" .!")), _day(first, today)
    if found is None or begins is None:
        return None
    count = int(found["count"]) if found["count"].isdigit() else COUNTED[found["count"]]
    days = count * (7 if found["weeks"] else 1)
    return (begins, begins + timedelta(days=days - 1)) if days else None


def day_in(text: str, today: date) -> date | None:
    """Return the one day that a text names, or None unless it names exactly one."""
    plain = " ".join(text.casefold().split())
    found = {day for one, rest in _days_at(plain) if not rest.strip(" .!") and (day := _day(one, today)) is not None}
    return found.pop() if len(found) == 1 else None


def _after(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.match(text)
    return text if found is None else text[found.end() :]


def _days_at(text: str) -> Iterator[tuple[_Written, str]]:
    """Yield the possible readings of a date at the beginning of a text, with the rest of the text."""
    text = _after(BEFORE, text)
    for form in FORMS:
        found = form.match(text)
        if found is not None:
            named = found.groupdict("")
            month = MONTHS.get(named.get("name", "")) or int(named.get("month", 0)) or None
            weekday, ahead = WEEKDAYS.get(named.get("weekday", "")), RELATIVE.get(named.get("relative", ""))
            year = int(named.get("year") or 0) or None
            yield _Written(int(named.get("day", 0)), month, year, weekday, ahead), text[found.end() :]


def _span(first: _Written, last: _Written, today: date) -> tuple[date, date] | None:
    if last.ahead is not None:
        return None
    if first.day and first.month is None:
        first = replace(first, month=last.month, year=last.year)
    elif first.month and first.year is None and last.year is not None and last.month is not None:
        first = replace(first, year=last.year - (first.month > last.month))
    begins = _day(first, today)
    if begins is None:
        return None
    ends = _day(last, begins) if last.weekday is None else _next(last.weekday, begins)
    return None if ends is None else (begins, ends)


def _next(weekday: int, after: date) -> date:
    """Return the next day of a weekday, after a day."""
    return after + timedelta(days=(weekday - after.weekday() - 1) % 7 + 1)


def _day(written: _Written, since: date) -> date | None:
    """Return the date; without a year, the next one from ``since`` on (inclusive). None if the calendar has no such
    day."""
    if written.ahead is not None:
        return since + timedelta(days=written.ahead)
    if written.weekday is not None:
        return None if written.weekday == since.weekday() else _next(written.weekday, since)
    if written.month is None:
        return None
    for year in [since.year, since.year + 1] if written.year is None else [written.year]:
        with suppress(ValueError):
            found = date(year, written.month, written.day)
            if written.year is not None or found >= since:
                return found
    return None


WORD = either("vacations.word")
END = either("vacations.end")
AWAY = either("vacations.away")
UNTIL = re.compile(alternatives("vacations.until"))
BACK = either("vacations.back")
CODE = re.compile(r"(.*?)\s+ok-([a-z2-7]{8})[.!]?", re.IGNORECASE)
STRAY = " :,.\u2010\u2011\u2012\u2013\u2014\u2015-"
"""Separators that people put between a command and its days."""
PURPOSE = "vacation-by-mail"
CODE_BYTES = 5
MOST_TABLES = 20
"""The most tables for which the answer says what a vacation means there."""


@dataclass(frozen=True)
class Wanted:
    """A request about vacations: the days, or the first day of the one to end; ``code`` is that of a returned
    confirmation line."""

    what: Literal["list", "enter", "end", "unclear"]
    first: date | None = None
    last: date | None = None
    code: str = ""
    confirmed: bool = False
    """Whether the request comes as a yes to the confirmation letter."""
    is_asked_about: bool = False
    """Whether its sender must be asked to confirm: it was not worded as a command, or text below may change it."""


def wanted_in(lines: Sequence[str], here: date) -> Wanted | None:
    """Return the request in a mail's first line, or None if it is not about vacations.

    :param here: the sender's current day, or the first day of a vacation that has begun.
    """
    found = WORD.fullmatch(" ".join(lines[0].casefold().split()).strip("*_\"'„“”»«! ")) if lines else None
    if found is None or BACK.fullmatch(found[0].strip(" .!:)")):
        return _in_a_sentence(lines, here)
    said = found[1].lstrip(STRAY)
    if not said:
        return Wanted("list")
    ends = END.fullmatch(said)
    named = ends[1].lstrip(STRAY) if ends is not None else said
    coded = CODE.fullmatch(f" {named}")
    text, code = (coded[1].strip(), coded[2]) if coded is not None else (named, "")
    if ends is not None:
        day = day_in(text, here) if text else None
        return Wanted("end", day, code=code) if day is not None or not text else Wanted("unclear")
    span = span_in(text, here)
    return Wanted("unclear") if span is None else Wanted("enter", *span, code=code)


def _in_a_sentence(lines: Sequence[str], here: date) -> Wanted | None:
    """Return a first line's request about being away, or None if there is none."""
    said = " ".join(lines[0].casefold().replace("\u2019", "'").split()) if lines else ""
    if BACK.fullmatch(said.strip(" .!:)")):
        return Wanted("end", is_asked_about=True)
    found = AWAY.fullmatch(said)
    if found is None:
        return None
    days = next(filter(None, found.groups())).removeprefix("vom ")
    span = span_in(UNTIL.sub("heute ", days, count=1) if UNTIL.match(days) else days, here)
    return Wanted("unclear") if span is None else Wanted("enter", *span, is_asked_about=True)


def confirmed_in(asked: bytes, account: Account) -> Wanted:
    """Return the request that a yes to a confirmation letter confirms.

    :param asked: what the letter's address encodes; the caller has checked that the address is the account's.
    """
    days = DaysToConfirm.read(asked)
    holds = days.still_holds(changes_of(account))
    return Wanted("end" if days.last is None else "enter", days.first, days.last, confirmed=holds)


def since_when(account: Account, now: int) -> date:
    """Return the day from which dates without a year count: today, or the first day of a vacation that has begun."""
    here = today(account, now)
    return min((one.first for one in vacations_of(account) if one.first <= here <= one.last), default=here)


VACATIONS = "vacations "
"""The beginning of notes about vacations; the number of changes so far follows."""


@dataclass(frozen=True)
class ChangeVacation:
    """``VACATION 2026-12-01 2026-12-14``, or a yes to a letter that asked about one; alone in its mail.

    A copy of the mail neither ends a second vacation nor enters one again that was ended since.
    """

    wanted: Wanted
    alone: bool
    unread: tuple[str, ...] = ()
    doubtful: bool = False

    @classmethod
    def read(cls, text: Text) -> Self | None:
        """Read the first line."""
        begun, account, address = text.begun, text.reply.account, text.reply.address
        wanted = wanted_in(begun, since_when(account, text.reply.record.now))
        if wanted is None and address.confirms and text.says_yes:
            wanted = confirmed_in(address.asked, account)
        if wanted is None:
            return None
        unread = text.unread(begun[1:])
        doubtful = not wanted.confirmed and text.changes(unread)
        if doubtful:  # it is asked about
            wanted = replace(wanted, is_asked_about=True, code="")
        more = Grammar(dict.fromkeys(range(1, ALL_CHOICES + 1), ())).parse(begun[1:])
        alone = not isinstance(more, Picks) and wanted_in(begun[1:], date.min) is None
        return cls(wanted, alone, unread, doubtful)

    def do(self, reply: Reply) -> Outcome:
        """Enter, end or list vacations; do nothing if they have changed since the same mail first arrived."""
        account = reply.account
        now = str(changes_of(account))
        if reply.noted(VACATIONS) not in (None, now):
            return Outcome(reply.record, time_off=TimeOff("listed", account), unread=self.unread)
        reply.note_said(f"{VACATIONS}{now}")
        became = self._change(reply.context, account)
        return Outcome(reply.record, time_off=became, unread=self.unread, once_more=self.doubtful)

    def _change(self, context: Context, account: Account) -> TimeOff:
        if not self.alone:
            return TimeOff("alone", account)
        if self.wanted.what == "enter":
            return _enter(context, account, self.wanted)
        if self.wanted.what == "end":
            return _end(context, account, self.wanted)
        return TimeOff("listed" if self.wanted.what == "list" else "unclear", account)


def _enter(context: Context, account: Account, wanted: Wanted) -> TimeOff:
    first, last = wanted.first, wanted.last
    assert first is not None and last is not None
    stands = any((one.first, one.last) == (first, last) for one in vacations_of(account))
    if not stands and not _is_sure(context, account, wanted, first):
        back = _code(context, account, "enter", first, last)
        return TimeOff("confirm", account, first, last, back, tables=_tables(context, account))
    try:
        changed = take_vacation(context, account.id, first, last)
    except BadVacation as error:
        return TimeOff("refused", account, first, last, error=error)
    return TimeOff("entered", changed or account, first, last, tables=_tables(context, account))


def _end(context: Context, account: Account, wanted: Wanted) -> TimeOff:
    one = _meant(account, wanted.first, today(account, context.store.now()))
    if one is None:
        return TimeOff("none", account)
    if not _is_sure(context, account, wanted, one.first):
        return TimeOff("confirm", account, one.first, None, _code(context, account, "end", one.first))
    changed = end_vacation(context, account.id, one.first)
    return TimeOff("ended", changed or account, one.first, one.last)


def _meant(account: Account, first: date | None, here: date) -> Vacation | None:
    """Return the vacation that begins on a day; without a day, the current one or the only one to come."""
    known = [one for one in vacations_of(account) if one.last >= max(here, one.first)]
    if first is not None:
        return next((one for one in known if one.first == first), None)
    now = [one for one in known if one.first <= here]
    return now[0] if now else known[0] if len(known) == 1 else None


def _is_sure(context: Context, account: Account, wanted: Wanted, first: date) -> bool:
    """Return whether the account's owner has sent this: their mail domain says so, or the line has the code we sent them."""
    if wanted.confirmed or (context.settings.reply_authserv and not wanted.is_asked_about):
        return True
    try:
        mac = base64.b32decode(wanted.code.upper())
    except binascii.Error:
        return False
    parts = _parts(account, wanted.what, first, wanted.last)
    return len(mac) == CODE_BYTES and context.links.was_derived(mac, PURPOSE, *parts)


def _code(context: Context, account: Account, what: str, first: date, last: date | None = None) -> str:
    made = context.links.derive(PURPOSE, *_parts(account, what, first, last))[:CODE_BYTES]
    return base64.b32encode(made).decode()


def _parts(account: Account, what: str, first: date, last: date | None) -> tuple[str, ...]:
    changes = str(changes_of(account))  # so that nobody enters again what was ended, with an earlier line
    return account.id, account.mail, changes, what, first.isoformat(), "" if last is None else last.isoformat()


def _tables(context: Context, account: Account) -> list[Record]:
    """Return the tables at which the account plays, first those whose clock stops for vacations."""
    found = []
    for match in context.store.unfinished_of(account.id)[:MOST_TABLES]:
        try:
            record = context.store.load(match)
        except Unreadable:
            continue
        if record is not None and record.table["status"] == "running" and seat_of(record.table, account.id) is not None:
            found.append(record)
    return sorted(found, key=lambda one: not stops(one.table))


def tell_vacation(one: TimeOff, reader: Reader, most: int, words: Any) -> list[str]:
    """Return the lines of the answer; ``most`` is how many days of vacation a year has."""
    first, last = day_in_words(one.first, reader.language), day_in_words(one.last, reader.language)
    if one.did == "confirm":
        asked = [str(words.vacation_confirm(first, last)), _line_back(one, reader.language, words)]
        return [*asked, *(_at_tables(one, reader, words) if last else ())]
    if one.did == "refused" and one.error is not None:
        return [str(words.vacation_refused(one.error.why, *one.error.left))]
    if one.did == "alone":
        return [str(words.vacation_alone())]
    if one.did == "entered":
        entered = str(words.vacation_entered(first, last))
        return [entered, *_at_tables(one, reader, words), *_left(one, reader, most, words)]
    known = _known(one, reader, most, words)
    if one.did in ("unclear", "none"):
        return [str(words.vacation_unclear() if one.did == "unclear" else words.vacation_none()), *known]
    return [str(words.vacation_ended(first)), *known] if one.did == "ended" else [*known, str(words.vacation_how())]


def _at_tables(one: TimeOff, reader: Reader, words: Any) -> list[str]:
    said: list[str] = []
    for record in one.tables:
        title = title_of(record.table, game_of(record.table).rules, reader.language)
        said.append(str((words.vacation_stops if stops(record.table) else words.vacation_plays_on)(title)))
    return [*said, str(words.vacation_letters())]


def _known(one: TimeOff, reader: Reader, most: int, words: Any) -> list[str]:
    """Return the vacations entered and not yet over, and how many days are left."""
    here, language = today(one.account, reader.now), reader.language
    spans = [
        (day_in_words(it.first, language), day_in_words(it.last, language))
        for it in vacations_of(one.account)
        if it.last >= here
    ]
    return [str(words.vacation_list(spans)), *_left(one, reader, most, words)]


def _left(one: TimeOff, reader: Reader, most: int, words: Any) -> Sequence[str]:
    years = {today(one.account, reader.now).year} | {day.year for day in (one.first, one.last) if day is not None}
    return [str(words.vacation_left(days_left(one.account, year, most), year)) for year in sorted(years)]


def _line_back(one: TimeOff, language: Language, words: Any) -> str:
    """Return the confirming line, as a user would type it."""
    assert one.first is not None
    first, last = (
        None if day is None else format_date(day, habits(language).moment["typed_day"], locale=LOCALES[language])
        for day in (one.first, one.last)
    )
    said = words.vacation_line(first) if last is None else f"{words.vacation_word()} {first} - {last}"
    return f"{said} OK-{one.back}"


def day_in_words(day: date | None, language: Language) -> str:
    """Return a date with its weekday, or nothing if there is none."""
    return "" if day is None else format_date(day, habits(language).moment["day"], locale=LOCALES[language])

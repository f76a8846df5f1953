"""Facts for the templates of a kind: those of one notice, made harmless, and the reader's knowledge of the match.

A kind's template has ``subject(news)``, and ``body(news)`` where its section is plain; ``news`` is a :class:`Telling`.

Anybody can have a letter sent to a person who has never logged in, under any name. So such a letter uses a name only if
it can only be a name: up to three words of letters. Anything else, such as an advertisement or an address, is left out,
and the letter says "somebody". Budgets limit the number of attempts (:mod:`service.accounts.mail.mail_address`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import regex
from babel.lists import format_list

from engine.contract import Game
from service.calendar import LOCALES, span
from service.matches.seating import seats
from service.store.records import Notice, Record
from service.text.deleted_names import as_read, stored_names_at
from service.text.names import UNNAMED, BadName, checked, plain
from workers.mail.reader import Reader
from workers.mail.sentences import NAME

LONGEST = 30
"""Characters of a name."""
INTRODUCTION = regex.compile(r"\p{L}[\p{L}\p{M}'’-]*\.?(?: \p{L}[\p{L}\p{M}'’-]*\.?){0,2}")


def introduced(name: str) -> str:
    """Return a name in a form suitable for strangers; empty if it may be something else.

    >>> introduced("Robin"), introduced("Ann-Marie O'Neill"), introduced("Cheap pills at evil.example"), introduced("Call 0900")
    ('Robin', "Ann-Marie O'Neill", '', '')
    """
    if name == UNNAMED or len(name) > LONGEST or INTRODUCTION.fullmatch(name) is None:
        return ""
    try:
        return checked(name, "name")
    except BadName:
        return ""


CALLED = ("by", "before", "who")
"""Facts that contain the name of somebody at the table."""


@dataclass(frozen=True)
class Telling:
    """One notice as its template sees it.

    Every text in ``facts`` is one harmless line. A reader who has never logged in gets no text by others except the
    host's name (see :func:`introduced`): everything else is empty, including the ``names`` (by seat) and the match's
    own ``title``.
    """

    facts: dict[str, Any]
    names: list[str]
    everybody: str
    seat: int | None
    game: str
    title: str
    place: str
    reader: Reader
    match: str

    @property
    def opponent(self) -> str:
        """The name of the reader's only opponent; empty if there are more, or none."""
        others = [name for seat, name in enumerate(self.names) if seat != self.seat]
        return others[0] if len(others) == 1 and self.seat is not None else ""

    def moment(self, at: int) -> str:
        """Return a moment (ms) in the reader's zone."""
        return self.reader.moment(at)

    def span(self, seconds: int) -> str:
        """Return a duration in words, such as ``2 days``."""
        return span(seconds, self.reader.language)

    def is_past(self, at: int) -> bool:
        """Return whether a moment (ms) has passed when the letter is written."""
        return at <= self.reader.now

    def left(self, until: int) -> str:
        """Return the remaining time until a moment (ms) in words."""
        return self.reader.left(until)


def telling(notice: Notice, reader: Reader, record: Record | None = None, game: Game | None = None) -> Telling:
    """Return a notice as its template sees it; one about an account has neither match nor game."""
    names = names_of(record, reader) if record is not None else []
    return Telling(
        facts=_harmless(notice["facts"], reader),
        names=names,
        everybody=listed(names, reader),
        seat=notice["seat"],
        game="" if game is None else game.rules.title_in(reader.language),
        title="" if record is None or game is None else title_of(record, game, reader),
        place=reader.place(notice.get("decision", "")),
        reader=reader,
        match=notice["match"],
    )


def names_of(record: Record, reader: Reader) -> list[str]:
    """Return the names of the seats; empty for newcomers."""
    return _readable([one["name"] for one in record.table["seats"]], reader)


def names_at_notice(record: Record, reader: Reader, notice: Notice) -> list[str]:
    """Return the names of the seats when a notice was written: today's players did nothing of what it tells."""
    return _readable(stored_names_at(record.table, notice["facts"]["head"]["n"]), reader)


def _readable(names: Sequence[str], reader: Reader) -> list[str]:
    return ["" if reader.newcomer else plain(as_read(name, reader.language), NAME) for name in names]


def title_of(record: Record, game: Game, reader: Reader) -> str:
    """Return the match's title; for newcomers, and if its owner gave it none, the game's."""
    if reader.newcomer:
        return game.rules.title_in(reader.language)
    return seats.title_of(record.table, game.rules, reader.language)


def listed(names: Sequence[str], reader: Reader) -> str:
    """Return names as a list in words."""
    return format_list(list(names), "standard", LOCALES[reader.language])


def _harmless(value: Any, reader: Reader) -> Any:
    if isinstance(value, str):
        return "" if reader.newcomer else plain(value)
    if isinstance(value, dict):
        return {
            name: _called(name, one, reader) if name in CALLED else _harmless(one, reader)
            for name, one in value.items()
        }
    return [_harmless(one, reader) for one in value] if isinstance(value, list) else value


def _called(member: str, value: Any, reader: Reader) -> Any:
    """Return an actor's name; for a newcomer only if it can be nothing but a name."""
    if not isinstance(value, str):
        return _harmless(value, reader)
    if member == "by" and reader.newcomer:
        return introduced(value)
    return _harmless(as_read(value, reader.language), reader)

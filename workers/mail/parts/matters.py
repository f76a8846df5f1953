"""Questions in a letter other than decisions: their buttons, and the words that answer them by mail.

They are about people who stay away, whether the reader needs more time, and whether others get it. Some news comes before
them: it needs an answer, or explains why the reader is asked at all. A reader who has just been replaced may be able to ask
to come back by answering.
"""

from collections.abc import Callable, Sequence

from engine.contract import Language
from engine.match.substitutes import former_seat, substitutes_agreed
from engine.match.table import Table
from service.calendar import DAY, HOUR, MINUTE, span
from service.matches.absence.matters import Matter, asks_for_time, matters_of, more_time_for
from service.matches.absence.substitutes import signs
from service.notifications.kinds import (
    ABSENCE_ASKED,
    HANDING_ASKED,
    KEY_ASKED,
    MISSED,
    PAUSE,
    PUT_BACK,
    SUBSTITUTE_READY,
    SUBSTITUTED,
    TIME_REQUESTED,
    kind_of,
)
from service.notifications.notices import seat_told
from service.store.records import Notice
from service.text.names import plain
from workers.mail.letter import Choice, Link, Plain, Raised, Section
from workers.mail.page import Page
from workers.mail.reader import Reader
from workers.mail.sentences import NAME


def leads(notice: Notice) -> bool:
    """Return whether a piece of news appears above the choices, and gives the letter its subject."""
    row, facts = kind_of(notice), notice["facts"]
    if row is PAUSE:
        return bool(facts["what"] == "wished")
    if row is SUBSTITUTE_READY:
        return bool(facts.get("back"))
    if row is SUBSTITUTED:
        return bool(facts["about"] == notice["seat"])
    return row in (KEY_ASKED, PUT_BACK)


def seat_left(news: Sequence[Notice], page: Page, account: str) -> int | None:
    """Return the seat that the reader may ask back by mail, or None if this letter does not report its takeover.

    Taking back a seat that signs needs a key, which a mail cannot carry.
    """
    table = page.match.table
    told = [one for one in news if kind_of(one) is SUBSTITUTED and one["seat"] is None]
    if not told or seat_told(news) is not None or table["status"] != "running" or not substitutes_agreed(table):
        return None
    facts, seat = SUBSTITUTED.facts_of(told[-1]), former_seat(table, account)
    if seat is None or facts["about"] != seat or facts.get("back") or signs(table["seats"][seat]):
        return None
    return seat


Say = Callable[[Matter], str]
"""Takes a matter; returns the address of the page for statements about it."""
TOLD_BY = {
    "here": (MISSED,),
    "vote": (ABSENCE_ASKED,),
    "person": (SUBSTITUTE_READY, ABSENCE_ASKED),
    "hand": (HANDING_ASKED,),
    "request": (TIME_REQUESTED,),
}
"""News that raises a matter, by its kind; the first supplies the words."""


def matters_in(news: Sequence[Notice], page: Page) -> list[Matter]:
    """Return the matters about absent people that a letter with this news asks about, as of now."""
    seat, told = seat_told(news), {kind_of(one).name for one in news}
    if seat is None:
        return []
    return [one for one in matters_of(page.match, seat) if any(row.name in told for row in TOLD_BY[one.kind])]


def raised(matters: Sequence[Matter], page: Page, say: Say | None) -> list[Raised]:
    """Return the matters in the form that letters show; empty without links."""
    return [] if say is None else [_raised(one, page, say(one)) for one in matters]


def told_apart(sections: Sequence[Section], news: Sequence[Notice]) -> tuple[list[str], list[Section]]:
    """Return the text about matters and leading news, which comes above the choices, and all other sections."""
    words = {row.words for rows in TOLD_BY.values() for row in rows} | {
        kind_of(one).words for one in news if leads(one)
    }
    about = [one for one in sections if isinstance(one, Plain) and one.words in words]
    return [line for one in about for line in one.paragraphs], [one for one in sections if one not in about]


def words_to_reply(matters: Sequence[Matter], reader: Reader, *, also: bool, numbers: bool) -> str:
    """Return the words for answering by mail, where each can mean only one thing.

    :param also: whether there are other ways to answer; ``numbers``: whether numbers in a mail are one of them.
    """
    kinds = [one.kind for one in matters]
    said = [
        str(reader.words(TOLD_BY[one.kind][0].words).reply(one.options))
        for one in matters
        if kinds.count(one.kind) == 1
    ]
    return str(reader.say.reply_words(also, numbers, said)) if said else ""


def time_links(page: Page, seat: int | None, say: Say | None) -> dict[str, Link]:
    """Return by decision the link for taking more time, or else for asking the others for it.

    Decisions where the reader may do neither are left out; so are all if the letter has no links.
    """
    if say is None or seat is None:
        return {}
    found, words = more_time_for(page.match, seat), page.reader.say
    label = str(words.more_time(more_time_of(page.match.table, page.reader.language))) if found else ""
    asking = {one.decision: Link(str(words.ask_time()), say(one)) for one in asks_for_time(page.match, seat)}
    return asking | {one.decision: Link(label, f"{say(one)}/time") for one in found}


def more_time_of(table: Table, language: Language) -> str:
    """Return how much time a seat may take in one go, such as ``12 hours``."""
    return span(table["extensions"]["agreed"]["seconds"], language)


def most_to_ask_for(table: Table, language: Language) -> str:
    """Return the most time for which a seat may ask the others, such as ``6 days``."""
    return span(table["time_requests"]["agreed"]["seconds"], language)


def example_of_asking(table: Table, language: Language) -> str:
    """Return an example of the time that a mail may ask for, such as ``1 DAY``: a day, or less if less is allowed."""
    return most_in_a_mail(min(table["time_requests"]["agreed"]["seconds"], DAY), language)


def most_in_a_mail(seconds: int, language: Language) -> str:
    """Return how a mail asks for this many seconds, rounded down to a plain number (:mod:`workers.inbox.grammar`).

    >>> most_in_a_mail(10_800, "de"), most_in_a_mail(7_261, "en"), most_in_a_mail(86_400, "en")
    ('3 STUNDEN', '121 MINUTES', '1 DAY')
    """
    unit = HOUR if seconds >= DAY else MINUTE if seconds >= MINUTE else 1
    return span(seconds - seconds % unit, language).upper()


def _raised(matter: Matter, page: Page, url: str) -> Raised:
    words, name = page.reader.words(TOLD_BY[matter.kind][0].words), page.names[matter.about]
    who = [plain(matter.who, NAME)] if matter.kind in ("person", "hand") else []
    who += [span(matter.seconds, page.reader.language)] if matter.kind == "request" else []
    choices = [Choice(str(words.option(one, name, *who)), "", 0, f"{url}/{one}", few=True) for one in matter.options]
    return Raised(str(words.asked(name, *who)), choices, url)

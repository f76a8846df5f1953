"""The choices of the question that follows an answer given with a letter's button, for the page of that answer.

Only for a browser that is signed in as the reader: the letter's link itself answers one question and shows no other's choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.kit.particulars import Seen, choice_in_words, particulars_of
from engine.match.standing import decision_of
from engine.registry import game_of
from service.api.current import context
from service.choices.answering import is_blocked, questions_of, why_no_links
from service.choices.links import make_choice_link
from service.deleted_names import names_as_read
from service.matches.numbering import digest_of
from service.matches.seats import seat_of
from service.moments import language_of
from service.notifications.asks import asks
from service.notifications.plain import plain
from service.store.records import Account, Record

FEW = 6
"""So many choices stand on the page; of more there is a link to the page that lists them."""


@dataclass(frozen=True)
class Line:
    """A choice: its number, its words, and what it costs and leaves (empty: nothing is paid)."""

    number: int
    words: str
    price: str = ""


@dataclass(frozen=True)
class NextQuestion:
    """The link of the question that is asked next, and its choices; none where there are many."""

    link: str
    lines: Sequence[Line]


def next_question(record: Record, account: Account, decision: str) -> NextQuestion | None:
    """Return what the reader can answer next, after ``decision``; ``None``: nothing that a link answers."""
    seat = seat_of(record.table, account.id)
    if seat is None or why_no_links(account, record, seat) is not None or is_blocked(context(), account):
        return None
    ask = next((one for one in asks(record, seat) if one.standing["id"] != decision), None)
    found = [one for one in questions_of(record, seat) if ask is not None and one.standing["id"] == ask.standing["id"]]
    if not found or record.state is None:
        return None
    asked, language, game = found[0], language_of(account.language), game_of(record.table)
    link = make_choice_link(context().links, account, record.match, seat, digest_of([asked]))
    names = [plain(name, 60) for name in names_as_read(record.table["seats"], language)]
    seen = Seen(decision_of(asked.standing), game.view(record.state, seat), language, names)
    shown = asked.moves if len(asked.moves) <= FEW else ()
    price = particulars_of(game).price
    lines = [
        Line(number, choice_in_words(game, move, seen), price(move, seen) or "") for number, move in enumerate(shown, 1)
    ]
    return NextQuestion(link, lines)


__all__ = ["FEW", "Line", "NextQuestion", "next_question"]

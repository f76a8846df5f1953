"""The choices of the question that follows an answer given with a letter's button, for the page of that answer.

Only for a browser that is signed in as the reader: the letter's link itself answers one question and shows no other's choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from service.api.choice_lines import Line, line_of, seen_by
from service.api.current import context
from service.choices.answering import Asked, is_blocked, questions_of, why_no_links
from service.choices.links import make_choice_link
from service.matches.numbering import digest_of
from service.matches.seats import seat_of
from service.notifications.asks import asks
from service.store.records import Account, Record

FEW = 6
"""So many choices stand on the page; of more there is a link to the page that lists them."""


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
    link = make_choice_link(context().links, account, record.match, seat, digest_of([found[0]]))
    asked = Asked(account, record, seat, found[0].standing, found[0].moves)
    seen, shown = seen_by(asked), asked.moves if len(asked.moves) <= FEW else ()
    lines = [line_of(asked, number, move, seen) for number, move in enumerate(shown, 1)]
    return NextQuestion(link, lines)


__all__ = ["FEW", "NextQuestion", "next_question"]

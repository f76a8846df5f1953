"""News by round or turn: which sentences belong together, and how many of them a letter holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.contract import Event
from workers.mail.letter import Group
from workers.mail.reader import Reader

SENTENCES = 9
"""So much news fits what the eye takes in beside the question; the rest is at the table."""
OWN = 6
"""Of these, so many are kept for what came of the reader's own last move, even if it is older than the others."""
BEGINS = {"round": "r", "turn": "t", "rolled": "t"}
"""Events that begin a round or turn belong to it, though the decision before it brought them (as in ``static/story.js``)."""


@dataclass(frozen=True)
class Line:
    """A sentence, the round or turn it belongs to, and whether it tells what came of the reader's own move."""

    place: str
    text: str
    own: bool = False


def by_place(events: Sequence[Event], decision: str, reader: Reader) -> list[tuple[str, list[Event]]]:
    """Return what one answer brought, in order, split where a round or turn begins."""
    place = reader.place(decision)
    parts: list[tuple[str, list[Event]]] = []
    for event in events:
        letter, number = BEGINS.get(str(event.get("type"))), event.get("turn", event.get("round"))
        if letter is not None and isinstance(number, int):
            place = reader.place_named(letter, number)
        if not parts or parts[-1][0] != place:
            parts.append((place, []))
        parts[-1][1].append(event)
    return parts


def in_sight(lines: Sequence[Line]) -> list[Line]:
    """Return the latest sentences that a letter holds, with room for the reader's own consequences; oldest first."""
    own = [at for at, one in enumerate(lines) if one.own][-OWN:]
    others = [at for at in range(len(lines)) if at not in own]
    kept = {*own, *others[-(SENTENCES - len(own)) :]}
    return [one for at, one in enumerate(lines) if at in kept]


def grouped(lines: Sequence[Line]) -> list[Group]:
    """Return sentences below the round or turn they belong to, in their order."""
    return [Group(place, [one.text for one in alike]) for place, alike in groupby(lines, lambda line: line.place)]


def worth_telling(lines: Sequence[Line]) -> list[Line]:
    """Return sentences without those that say what their title says, unless there are no others."""
    return [one for one in lines if not _only_begins(one)] or list(lines)


def _only_begins(line: Line) -> bool:
    """Return whether a sentence says of its round or turn nothing but that it begins: ``Round 3 begins.``"""
    place = line.place.split()
    return bool(place) and line.text.split()[:-1] == place


__all__ = ["OWN", "SENTENCES", "Line", "by_place", "grouped", "in_sight", "worth_telling"]

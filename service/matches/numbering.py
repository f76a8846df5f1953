"""The numbers of the choices of a letter, by which they can be answered, and the digest that says which questions they are of.

Numbers run through all questions of a letter, so that one number says both what is answered and how. A number is worth
something only beside its letter: the digest covers the questions, the state in which each was asked and all choices in their
order, so an answer to an old letter is never taken for an answer to a new question.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.contract import Move
from engine.kit.text.particulars import Particulars, particulars_of
from engine.match.table import Standing
from engine.protocol.canon import canonical
from engine.registry import game_of
from service.matches.acts import allowed_custody
from service.matches.seat_keys import has_key
from service.store.records import Record

CHOICES = 24
"""How many choices are listed in a letter; more are listed by the API, and by a letter that was asked for all of them."""
ALL_CHOICES = 600
"""How many choices a letter has that lists all of them."""
MANY = 5
"""Up to so many decisions of a seat are tried in every combination to find those that a letter asked about."""
DIGEST = 8
Order = Callable[[Sequence[Move]], list[Move]]
"""From the moves in the game's order to that in which they are numbered."""


@dataclass(frozen=True)
class Numbered:
    """A decision of a letter: the moves it lists, in order; the first has the number ``first``, the others those after it."""

    standing: Standing
    moves: tuple[Move, ...]
    first: int

    def move(self, number: int) -> Move | None:
        """Return the move with this number, ``None`` if it is none of this decision's."""
        place = number - self.first
        return self.moves[place] if 0 <= place < len(self.moves) else None


def answerable(record: Record, seat: int) -> list[Standing]:
    """Return the decisions that the seat may answer by mail now, or has answered and may answer differently; urgent ones first.

    Not those whose opening the player has to keep, and none of a seat that signs: a mail server can do neither.
    """
    table = record.table
    if table["status"] != "running" or record.state is None or seat in table["resigning"] or has_key(table, seat):
        return []
    found = [one for one in table["standing"] if _takes_replies(record, one, seat)]
    return sorted(found, key=lambda one: (one["deadline"] is None, one["deadline"] or 0))


def numbered(
    record: Record,
    seat: int,
    standings: Sequence[Standing],
    *,
    whole: bool = False,
    order: Order | None = None,
    best_first: bool = True,
) -> list[Numbered]:
    """Return the decisions with their choices numbered from 1; all of them, if ``whole``, in another ``order`` than now.

    :param best_first: whether the game says what is listed of very many choices, as it does since there is such an order.
    :return: nothing before the deal, when nothing is asked.
    """
    found: list[Numbered] = []
    if record.state is None:
        return found
    first = 1
    for standing in standings:
        moves = game_of(record.table).moves(record.state, seat, standing["id"])
        best = foremost(record, seat, moves) if best_first else ()
        if whole:
            shown = tuple((in_order(moves, best) if order is None else order(moves))[:ALL_CHOICES])
        else:
            shown = tuple(short_list(moves, best))
        found.append(Numbered(standing, shown, first))
        first += len(shown)
    return found


def digest_of(asked: Sequence[Numbered], besides: Sequence[Mapping[str, object]] = ()) -> bytes:
    """Return the 8 bytes that name these questions with these choices, and what a letter asks ``besides`` decisions."""
    parts = [[one.standing["id"], one.standing["head"], list(one.moves)] for one in asked]
    whole = {"asked": parts, **({"besides": [dict(one) for one in besides]} if besides else {})}
    return hashlib.sha256(b"siegelpost/asked/v1" + canonical(whole)).digest()[:DIGEST]


def asked_in(
    record: Record, seat: int, digest: bytes, *, whole: bool, besides: Sequence[Mapping[str, object]] = ()
) -> list[Numbered] | None:
    """Return the questions of the letter whose digest begins with this one, or None if anything in them has changed."""
    nothing: list[Sequence[Standing]] = [[]] if besides else []
    for standings in (*_combinations(answerable(record, seat)), *nothing):
        for order, best_first in ORDERS:
            if (order is not None and not whole) or (order is None and not best_first and not _has_best(record)):
                continue
            found = numbered(record, seat, standings, whole=whole, order=order, best_first=best_first)
            if digest_of(found, besides).startswith(digest):
                return found
    return None


def foremost(record: Record, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    """Return which of too many moves the game would have a letter list; empty: it does not mind."""
    if len(moves) <= CHOICES or record.state is None:
        return ()
    game, state = game_of(record.table), record.state
    return particulars_of(game).foremost(moves, lambda: game.view(state, seat))


def _has_best(record: Record) -> bool:
    return type(particulars_of(game_of(record.table))).foremost is not Particulars.foremost


def in_order(moves: Sequence[Move], best: Sequence[Move] = ()) -> list[Move]:
    """Return all moves as letters and pages number them: those of the short list first, so that a choice keeps its number."""
    short = short_list(moves, best)
    listed = {id(move) for move in short}
    return [*short, *(move for move in moves if id(move) not in listed)]


def _as_the_game_has_them(moves: Sequence[Move]) -> list[Move]:
    return list(moves)


def short_list(moves: Sequence[Move], best: Sequence[Move] = ()) -> list[Move]:
    """Return the moves worth listing in a letter, in the game's order; if there are too many, the ``best``, or the simplest
    kinds."""
    if len(moves) <= CHOICES:
        return list(moves)
    if best:
        return list(best[:CHOICES])
    for members in sorted({len(move) for move in moves}, reverse=True):
        simpler = [move for move in moves if len(move) < members]
        if 0 < len(simpler) <= CHOICES:
            return simpler
    return list(moves[:CHOICES])


ORDERS: tuple[tuple[Order | None, bool], ...] = ((None, True), (None, False), (_as_the_game_has_them, False))
"""How lists are ordered, and whether the best come first: as now, as before games said which these are, and, where all choices
are listed, as in letters and links that were written before there was one order."""


def _takes_replies(record: Record, standing: Standing, seat: int) -> bool:
    if seat not in standing["seats"] or standing["phase"] != "open":
        return False
    act = record.acts.get((standing["id"], seat))
    if act is not None and act.commitment is not None and act.custody == "client":
        return False
    return not standing["sealed"] or allowed_custody(record.table, standing, seat) != "client"


def _combinations(standings: Sequence[Standing]) -> Iterator[Sequence[Standing]]:
    """All of them first, which is what nearly every letter asks; then, where they are few, any that leave some out."""
    yield standings
    if len(standings) <= MANY:
        for count in range(len(standings) - 1, 0, -1):
            yield from combinations(standings, count)
    else:
        for one in standings:
            yield [one]


__all__ = [
    "ALL_CHOICES",
    "CHOICES",
    "ORDERS",
    "Numbered",
    "answerable",
    "asked_in",
    "digest_of",
    "foremost",
    "in_order",
    "numbered",
    "short_list",
]

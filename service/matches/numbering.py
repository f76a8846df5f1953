"""The numbers of a letter's choices, by which they can be answered, and the digest that identifies its questions.

Numbers run through all questions of a letter, so that one number identifies both the question and the answer. A number
is meaningful only together with its letter: the digest covers the questions, the state in which each was asked and all
choices in their order, so an answer to an old letter is never taken for an answer to a new question.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine.contract import Move
from engine.kit.ahead import is_repeatable
from engine.kit.text.particulars import Particulars, particulars_of
from engine.match.table import Standing
from engine.protocol.canon import canonical
from engine.registry import game_of
from service.context import Context
from service.matches.acts import allowed_custody
from service.matches.seat_keys import has_key
from service.store.records import Record

CHOICES = 24
"""The most choices listed in a letter; the API lists more, and so does a letter that was asked for all of them."""
ALL_CHOICES = 600
"""The most choices in a letter that lists all of them."""
MANY = 5
"""The most decisions of a seat that are tried in every combination to find those in a letter."""
DIGEST = 8
Order = Callable[[Sequence[Move]], list[Move]]
"""Reorders moves from the game's order to that of their numbers."""


@dataclass(frozen=True)
class Numbered:
    """A decision in a letter: its listed moves in order, numbered from ``first`` on."""

    standing: Standing
    moves: tuple[Move, ...]
    first: int

    def move(self, number: int) -> Move | None:
        """Return the move with this number, or None if it is not one of this decision's."""
        place = number - self.first
        return self.moves[place] if 0 <= place < len(self.moves) else None


def answerable(record: Record, seat: int) -> list[Standing]:
    """Return the decisions that the seat may answer or change by mail now, urgent ones first.

    It leaves out those whose opening the player must keep, and all of a seat that signs, because mail supports neither.
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

    :param best_first: whether the game selects from very many choices, as in today's order.
    :return: empty before the deal, when nothing is asked.
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
    """Return the 8 bytes that identify these questions with these choices, and a letter's matters ``besides`` decisions."""
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
    """Return the moves that the game would list out of too many; empty if it has no preference."""
    if len(moves) <= CHOICES or record.state is None:
        return ()
    game, state = game_of(record.table), record.state
    return particulars_of(game).foremost(moves, lambda: game.view(state, seat))


def _has_best(record: Record) -> bool:
    return type(particulars_of(game_of(record.table))).foremost is not Particulars.foremost


def in_order(moves: Sequence[Move], best: Sequence[Move] = ()) -> list[Move]:
    """Return all moves in the order in which letters and pages number them: the short list first, so that choices keep
    their numbers."""
    short = short_list(moves, best)
    listed = {id(move) for move in short}
    return [*short, *(move for move in moves if id(move) not in listed)]


def _as_the_game_has_them(moves: Sequence[Move]) -> list[Move]:
    return list(moves)


def short_list(moves: Sequence[Move], best: Sequence[Move] = ()) -> list[Move]:
    """Return the moves worth listing in a letter, in the game's order: if there are too many, the ``best`` or the
    simplest kinds."""
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
"""The orders of lists, and whether the best moves come first: today's, the one from before games named the best moves,
and, for lists of all choices, the one in older letters and links."""


def _takes_replies(record: Record, standing: Standing, seat: int) -> bool:
    if seat not in standing["seats"] or standing["phase"] != "open":
        return False
    act = record.acts.get((standing["id"], seat))
    if act is not None and act.commitment is not None and act.custody == "client":
        return False
    return not standing["sealed"] or allowed_custody(record.table, standing, seat) != "client"


def _combinations(standings: Sequence[Standing]) -> Iterator[Sequence[Standing]]:
    """Yield all decisions together, as nearly every letter asks; then, if they are few, all combinations that leave
    some out."""
    yield standings
    if len(standings) <= MANY:
        for count in range(len(standings) - 1, 0, -1):
            yield from combinations(standings, count)
    else:
        for one in standings:
            yield [one]


OWN = ("seat", "order")
"""Sources of answers that count as the player's own, as opposed to the rules' answers for silence."""
LOOKED_AT = 400
"""The most log entries, from the end, searched for the last answer."""


def as_last_time(context: Context, record: Record, seat: int, asked: Numbered, look: int = LOOKED_AT) -> int | None:
    """Return the number of the choice that repeats the seat's own last answer to a question of this kind.

    None if there was none recently, if it would not mean the same again, or if it is not among the choices.

    :param look: how many entries to search, from the end of the log.
    """
    game = game_of(record.table)
    if not any(is_repeatable(game, move) for move in asked.moves):
        return None
    last = _last_answer(context, record, seat, asked.standing["kind"], look)
    if last is None or not is_repeatable(game, last):
        return None
    return next((asked.first + place for place, move in enumerate(asked.moves) if move == last), None)


def _last_answer(context: Context, record: Record, seat: int, kind: str, look: int) -> Move | None:
    """Return the last answer that the seat itself, or its own orders, gave to a decision of a kind."""
    kinds: dict[str, str] = {}
    found: Move | None = None
    for line in context.store.entries(record.match, max(0, record.n - look), look):
        entry = line["entry"]
        body: dict[str, Any] = entry["body"]
        if entry["type"] == "opened":
            kinds[body["decision"]] = body["kind"]
        elif entry["type"] == "resolved" and kinds.get(body["decision"]) == kind:
            mine = [one for one in body["moves"] if one["seat"] == seat]
            found = next((dict(one["move"]) for one in mine if one["by"] in OWN), None if mine else found)
        elif entry["type"] == "substituted" and body["seat"] == seat:
            found = None  # that was somebody else's
    return found

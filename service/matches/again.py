"""Find a seat's last answer to a question of this kind, if it is possible again with the same meaning."""

from __future__ import annotations

from typing import Any

from engine.contract import Move
from engine.kit.ahead import is_repeatable
from engine.registry import game_of
from service.context import Context
from service.matches.numbering import Numbered
from service.store.records import Record

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


__all__ = ["as_last_time"]

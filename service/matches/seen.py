"""The table as a seat sees it when it is told of it: once the match is over, nobody is waited for any more."""

from __future__ import annotations

from engine.contract import Game, State, View
from service.store.records import Record


def seen_at(record: Record, state: State, game: Game, seat: int | None) -> View:
    """Return what a seat, or a spectator, sees in a state of a match, for words and pictures.

    Who resigns ends a match in the midst of a question, and the rules do not know of that: the state goes on asking.
    """
    view = game.view(state, seat)
    if record.table["status"] == "closed" and "standing" in view:
        return {**view, "standing": []}
    return view


__all__ = ["seen_at"]

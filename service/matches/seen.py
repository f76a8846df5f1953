"""The table as a seat sees it when it is told of it: once the match is over, nobody is waited for any more."""

from __future__ import annotations

from typing import Any

from engine.contract import Game, State, View
from engine.match.table import Table
from service.store.records import Record


def seen_at(record: Record, state: State, game: Game, seat: int | None) -> View:
    """Return what a seat, or a spectator, sees in a state of a match, for words and pictures."""
    return as_closed(record.table, game.view(state, seat))


def as_closed(table: Table, view: View) -> View:
    """Return the view of the newest state as words and pictures tell it: of a match that is over, over.

    Who resigns ends a match in the midst of a question, and the rules do not know of that: the state goes on asking.
    """
    if table["status"] != "closed":
        return view
    changed: dict[str, Any] = {"standing": []} if "standing" in view else {}
    outcome = table["outcome"]
    if outcome is not None:
        if "outcome" in view and view["outcome"] is None:
            changed["outcome"] = outcome
        if "winners" in view and not view["winners"]:
            changed["winners"] = outcome["winners"]
    return {**view, **changed}


__all__ = ["as_closed", "seen_at"]

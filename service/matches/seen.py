"""The table as a seat sees it in a notice: once the match is over, no answer is awaited any more.

At the end the log has published the seed, so nothing is hidden any more. The rules' views still show a seat only its
own hand, so the hands are collected from each seat's view.
"""

from typing import Any, TypedDict

from engine.contract import Game, Language, State, View
from engine.kit.text.particulars import particulars_of
from engine.match.table import Table
from engine.registry import game_of
from service.store.records import Record


def is_settled(record: Record) -> bool:
    """Return whether the workers have nothing left to do in a match."""
    return record.due is None or record.due > record.now


class Held(TypedDict):
    """A seat, and its hidden possessions in words."""

    seat: int
    words: str


def held_at_end(record: Record, language: Language) -> list[Held]:
    """Return the hidden possessions by seat, leaving out empty ones; empty if the match is not over, or was never
    dealt.

    Also empty for a match ended by the operator, whose rules may be at fault.
    """
    table, state = record.table, record.state
    if table["status"] != "closed" or table["outcome"] is None or "stopped" in table or state is None:
        return []
    game = game_of(table)
    adds = particulars_of(game)
    words = [adds.hidden(game.view(state, seat), language) for seat in range(len(table["seats"]))]
    return [Held(seat=seat, words=one) for seat, one in enumerate(words) if one is not None]


def seen_at(record: Record, state: State, game: Game, seat: int | None) -> View:
    """Return a state as a seat, or a spectator, sees it, for words and pictures."""
    return as_closed(record.table, game.view(state, seat))


def as_closed(table: Table, view: View) -> View:
    """Return the newest view for words and pictures, marked as over if the match is.

    A resignation ends a match in the middle of a question without the rules' knowledge: the state goes on asking.
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

"""What everybody held at the end of a match: the log has published its seed by then, so that nothing is hidden any more.

The rules show a seat its own hand alone, at the end as before, whether a person or a bot has it; so each seat is asked.
"""

from __future__ import annotations

from typing import TypedDict

from engine.contract import Language
from engine.kit.particulars import particulars_of
from engine.registry import game_of
from service.store.records import Record


class Held(TypedDict):
    """A seat, and in words what it held that the others did not see."""

    seat: int
    words: str


def held_at_end(record: Record, language: Language) -> list[Held]:
    """Return it by seat, without those that held nothing; nothing as long as a match is not over, or was never dealt.

    Nor of a match that its operator has ended, whose rules may be the reason.
    """
    table, state = record.table, record.state
    if table["status"] != "closed" or table["outcome"] is None or "stopped" in table or state is None:
        return []
    game = game_of(table)
    adds = particulars_of(game)
    words = [adds.hidden(game.view(state, seat), language) for seat in range(len(table["seats"]))]
    return [Held(seat=seat, words=one) for seat, one in enumerate(words) if one is not None]


__all__ = ["Held", "held_at_end"]

"""The coach at a table: hints to a player who practises against bots, and looking back on a finished match."""

from typing import Literal

from engine.kit.foresight import levels_of
from engine.kit.review import COACH
from engine.registry import game_of
from service.store.records import Record

Coaching = Literal["hint", "review"]


def coaching_at(record: Record, seat: int | None) -> Coaching | None:
    """Return what the coach offers a seat, or a spectator (None), now.

    A hint is for those who play alone against bots: not at a rated table, nor where another person sits, may sit down, or
    has left a seat to a bot, because that person may come back.
    """
    table = record.table
    if record.state is None or COACH not in levels_of(game_of(table)):
        return None
    if table["status"] == "closed":
        return "review"
    if table["status"] != "running" or seat is None or table.get("rated"):
        return None
    others = [one for place, one in enumerate(table["seats"]) if place != seat]
    return "hint" if all(one["bot"] is not None and not one.get("taken_over") for one in others) else None

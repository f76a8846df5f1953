"""What a player prefers where the rules would choose for him: pits and village centres ("Found in play" 3; E6, E7, E10).

Which of two pits a yield goes to, which one pays, which centre gold comes to and leaves is never asked: a question would cost a
letter each time. Instead a move may carry ``prefer``, and standing orders put theirs on what they answer. It holds from that
move on, for both players' turns, until another ``prefer`` takes its place; everybody sees it. Where it says nothing, or what
it names is full or empty, the defaults of :mod:`engine.anno_1701.rules.stores` stay. What a move names for itself comes first.
"""

from __future__ import annotations

from typing import Any

from engine.anno_1701.corrections import applies
from engine.anno_1701.rules.play import Play, Player
from engine.contract import IllegalMove, Move, Orders

LANDS = ("store", "pay")
"""Members that list landscapes, the first choice first."""


def check(player: Player, prefer: dict[str, Any]) -> None:
    """Raise IllegalMove unless only own landscapes are named."""
    for key in LANDS:
        for i, spot in enumerate(prefer.get(key, ())):
            if spot not in player["land"]:
                known = ", ".join(player["land"])
                raise IllegalMove("no-landscape", f"/prefer/{key}/{i}", f"should be one of {known}")


def take_over(play: Play, seat: int, move: Move) -> None:
    """Keep what a move says of the preferences of its seat, before the move is carried out."""
    if "prefer" not in move or play.player(seat).get("prefer", {}) == move["prefer"]:
        return
    player = play.player(seat)
    player.pop("prefer", None)
    if move["prefer"]:
        player["prefer"] = dict(move["prefer"])
    play.tell("prefers", seat=seat, prefer=dict(move["prefer"]))


def with_wish(play: Play, seat: int, orders: Orders, move: Move) -> Move:
    """Return an answer of standing orders with what they prefer, unless that holds already."""
    if "prefer" not in orders or not applies("spots-are-named", play.state):
        return move
    known = play.player(seat).get("prefer", {}) == orders["prefer"]
    return move if known else {**move, "prefer": orders["prefer"]}


def first_of(player: Player, key: str, spots: list[str]) -> str | None:
    """Return which of these landscapes the player prefers, or None if he has not said."""
    return next((spot for spot in player.get("prefer", {}).get(key, ()) if spot in spots), None)


def centre(player: Player, key: str) -> int | None:
    """Return the village centre the player prefers to pay from (``gold``) or to fill (``into``), or None."""
    found: int | None = player.get("prefer", {}).get(key)
    return found

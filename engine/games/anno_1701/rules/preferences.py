"""Player preferences between landscapes or centres where the rules leave a choice ("Found in play" 3; E6, E7, E10).

Nobody is asked which of two landscapes a yield goes to or which one pays, nor which village centre gold goes to or comes
from: every such question would cost a mail. Instead a move may carry ``prefer``, and standing orders add theirs to their
answers. It holds from that move on, in both players' turns, until another ``prefer`` replaces it; everybody sees it. Where
it says nothing, or what it names is full or empty, the defaults of :mod:`engine.games.anno_1701.rules.stores` apply. What a move
names for itself takes precedence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.contract import IllegalMove
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.types.events import PrefersEvent
from engine.games.anno_1701.types.moves import Anno1701Move, Preferences
from engine.games.anno_1701.types.state import Player

LANDS: tuple[Literal["store", "pay"], ...] = ("store", "pay")
"""Members that list landscapes, the first choice first."""
NONE: Preferences = {}


def check(player: Player, prefer: Preferences) -> None:
    """Raise IllegalMove unless all landscapes named are the player's own."""
    for key in LANDS:
        for i, spot in enumerate(prefer.get(key, ())):
            if spot not in player["land"]:
                known = ", ".join(player["land"])
                raise IllegalMove("no-landscape", f"/prefer/{key}/{i}", f"should be one of {known}")


def take_over(play: Play, seat: int, move: Anno1701Move) -> None:
    """Record the preferences that a move states for its seat, before the move is carried out."""
    if "prefer" not in move or play.player(seat).get("prefer", NONE) == move["prefer"]:
        return
    player = play.player(seat)
    player.pop("prefer", None)
    if move["prefer"]:
        player["prefer"] = move["prefer"].copy()
    play.tell(PrefersEvent(type="prefers", seat=seat, prefer=move["prefer"].copy()))


def first_of(player: Player, key: Literal["store", "pay"], spots: Sequence[str]) -> str | None:
    """Return which of these landscapes the player prefers, or None without a preference."""
    return next((spot for spot in player.get("prefer", NONE).get(key, ()) if spot in spots), None)


def centre(player: Player, key: Literal["into", "gold"]) -> int | None:
    """Return the village centre the player prefers to pay from (``gold``) or to fill (``into``), or None."""
    return player.get("prefer", NONE).get(key)

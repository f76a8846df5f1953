"""The spots of the picture: what a person can point at (:mod:`engine.kit.drawing.svg`).

They lie invisibly over the drawing, each with a title that says what it is:

- ``spot-land-<id>`` a landscape, ``spot-resident-<n>`` an inhabitant of one's own (0 to 3), ``spot-ship`` the own ship,
  ``spot-centre-<n>`` a village centre of the other player (0 left, 1 right);
- ``spot-good-<letter>`` and ``spot-other-<letter>`` what the viewer and the other player have of a good,
  ``spot-bank-<letter>`` the bank's;
- ``spot-hand-<card>`` a card of the hand, ``spot-slot-<n>`` the same by its place (to push it away);
- ``spot-pile-<pile>`` a pile, ``spot-seen-<n>`` a card that is looked at, by its slip or slot.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from engine.games.anno_1701.types.moves import Anno1701Move
from engine.kit.drawing.svg import tag


def spots(move: Anno1701Move) -> list[str]:
    """Return the names of the spots that a move is about, in the order in which a person points at them."""
    match move["type"]:
        case "build" | "play" | "voyage":
            named = _of_card(move)
        case "upgrade":
            named = [f"resident-{move['resident']}"]
        case "repair":
            named = ["ship"]
        case "dock":
            named = [f"land-{move['from']}", f"land-{move['to']}"]
        case "lodge" | "exchange":
            named = [f"slot-{move['slot']}", f"pile-{move['under']}"]
        case "settle" | "draw" | "search":
            named = [f"pile-{move['pile']}"]
        case "pit":
            named = [f"land-{move['landscape']}"]
        case _:
            named = _of_goods(move)
    return named


def _of_card(move: Anno1701Move) -> list[str]:
    match move["type"]:
        case "play" if "landscape" in move:
            return [f"hand-{move['card']}", f"land-{move['landscape']}"]
        case "play" if "centre" in move:
            return [f"hand-{move['card']}", f"centre-{move['centre']}"]
        case "voyage" if "card" not in move:
            return ["ship"]
        case "build" | "play" | "voyage" if "card" in move:
            return [f"hand-{move['card']}"]
    return []


def _of_goods(move: Anno1701Move) -> list[str]:
    match move["type"]:
        case "bank":
            named = [_own(move["give"]), f"bank-{move['take']}"]
        case "offer" if len(move["give"]) == 1 and len(move["take"]) == 1:
            named = [_own(move["give"]), f"other-{move['take']}"]
        case "demand":
            named = [f"other-{move['good']}"]
        case "take" if "good" in move:
            named = [_own(move["good"])]
        case "take" if "slot" in move:
            named = [f"seen-{move['slot']}"]
        case "take" if "slip" in move:
            named = [f"seen-{move['slip']}"]
        case _:
            named = []
    return named


def _own(token: str) -> str:
    return f"good-{token}" if len(token) == 1 else f"land-{token}"


def over(name: str, title: str, x: float, y: float, width: float, height: float) -> str:
    """Return a spot over a rectangle of the picture."""
    shape = {"x": x, "y": y, "width": width, "height": height, "rx": 9}
    return tag("rect", tag("title", escape(title)), id=f"spot-{name}", fill="none", **shape)


__all__ = ["over", "spots"]

"""Ink, paper, signs and spots of the picture: measures, colours, labels, frames; goods, symbols of buildings, dice.

Signs are drawn once and used wherever they are needed. All are drawn around (0, 0), 24 units wide.

Spots are the places that a person can point at (:mod:`engine.kit.drawing.svg`). They lie invisibly over the
drawing, each with a title that says what it is:

- ``spot-land-<id>`` a landscape, ``spot-resident-<n>`` an inhabitant of one's own (0 to 3), ``spot-ship`` the own ship,
  ``spot-centre-<n>`` a village centre of the other player (0 left, 1 right);
- ``spot-good-<letter>`` and ``spot-other-<letter>`` what the viewer and the other player have of a good,
  ``spot-bank-<letter>`` the bank's;
- ``spot-hand-<card>`` a card of the hand, ``spot-slot-<n>`` the same by its place (to push it away);
- ``spot-pile-<pile>`` a pile, ``spot-seen-<n>`` a card that is looked at, by its slip or slot.
"""

from xml.sax.saxutils import escape

from engine.games.anno_1701.types.cards import SideName
from engine.games.anno_1701.types.moves import Anno1701Move
from engine.kit.drawing import svg
from engine.kit.drawing.svg import box, circle, number, path, tag

WIDTH, MARGIN = 720, 12

PAPER, SHEET, INK, FAINT, EDGE = "#f3ead6", "#fdf8ea", "#33291d", "#6d5c40", "#a88f63"
ALARM, CALM, GOLD, SEA, WHITE = "#b23a2a", "#35693a", "#d99a00", "#2f7088", "#fffaf0"
GOODS = {"N": "#ecd27a", "T": "#d9e0bd", "H": "#a9c88a", "Z": "#e2a884", "W": "#c3c8ce", "R": "#dcae82", "B": "#c9bd7d"}
"""The ground of a landscape or warehouse, by its good."""
SIDES: dict[SideName, str] = {"lion": "#9c2f26", "dragon": "#2c6b51"}
LEVELS = ("#efe3c6", "#e8d391", "#dcb95e", "#e0a63c")
"""The ground of an inhabitant, pioneer to merchant."""


def label(
    text: str | int, x: float, y: float, size: float = 20, *, fill: str = INK, bold: bool = False, anchor: str = "start"
) -> str:
    """Return a line of text whose baseline begins at (x, y), or is centred (``middle``) or ends (``end``) there."""
    ends = None if anchor == "start" else anchor
    return svg.text(text, x, y, size, fill=fill, weight=700 if bold else None, anchor=ends)


def frame(
    x: float, y: float, width: float, height: float, *, fill: str = SHEET, stroke: str = EDGE, thick: float = 2
) -> str:
    """Return a card: a rectangle with rounded corners."""
    return svg.box(x, y, width, height, round=9, fill=fill, stroke=stroke, stroke_width=thick)


def fitting(said: str, size: float, room: float) -> float:
    """Return the size at which a bold label is at most so wide; the font is the reader's, so it can only be estimated."""
    return min(size, round(room / (0.58 * max(1, len(said))), 1))


PREFIX = "two-"

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def sign(name: str, x: float, y: float, scale: float = 1) -> str:
    """Return a sign at a place, scaled."""
    moved = f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")
    return tag("use", href=f"#{PREFIX}{name}", transform=moved)


def definitions() -> dict[str, str]:
    """Return every sign by its name."""
    return {name: tag("g", one, id=PREFIX + name) for name, one in drawn().items()}


def explained() -> dict[str, str]:
    """Return every sign of the legend by its name: what is drawn, and frames, which are drawn in any size."""
    frame = {"x": -11, "y": -8, "width": 22, "height": 16, "rx": 3}
    return drawn() | {
        "frame-marked": tag("rect", **frame, fill=WHITE, stroke="#b9791a", stroke_width=2, stroke_dasharray="4 3"),
        "frame-alarm": tag("rect", **frame, fill="#f3c9bd", stroke=ALARM, stroke_width=3),
    }


def drawn() -> dict[str, str]:
    """Return every sign by its name, as it is drawn."""
    grain = "".join(f"M0 {y} q-5 -1 -6 -6 q5 .5 6 5 q1 -4.5 6 -5 q-1 5 -6 6" for y in (7, 2, -3))
    return {
        "N": path("M0 12 V-8", stroke="#8a5d0c", stroke_width=1.8)
        + path(f"{grain} M0 -5 q-3 -3 0 -7 q3 4 0 7", fill="#a9730f"),
        "T": path("M-11 -8 H7 V9 H-11 Z", fill="#f7f3e3", stroke="#5f7040", stroke_width=1.6)
        + circle(7, 0, 4.5, fill="#dfe6c8", stroke="#5f7040", stroke_width=1.6)
        + path("M-7 -3 H3 M-7 1 H3 M-7 5 H3", stroke="#7f9160", stroke_width=1.4),
        "H": path("M-11 2 L5 -6 A4.6 4.6 0 0 1 9 3 L-7 11 Z", fill="#8a5a2d", stroke="#4c2f14", stroke_width=1.4)
        + circle(7, -1.5, 4.6, fill="#d9ab6c", stroke="#4c2f14", stroke_width=1.4)
        + circle(7, -1.5, 1.8, stroke="#4c2f14", stroke_width=1.1),
        "Z": path(
            "M-11 -7 h10 v6 h-10 Z M1 -7 h10 v6 h-10 Z M-6 1 h12 v6 h-12 Z",
            fill="#b04a26",
            stroke="#6d2a12",
            stroke_width=1.2,
        )
        + path("M-11 1 h3 v6 h-3 Z M8 1 h3 v6 h-3 Z", fill="#b04a26", stroke="#6d2a12", stroke_width=1.2),
        "W": path("M-9 11 L3 -3", stroke="#6b4423", stroke_width=4)
        + path("M-3 -6 L4 -12 L11 -5 L7 -1 L4 -3 L1 0 Z", fill="#56606b", stroke="#2b3138", stroke_width=1.2),
        "R": path("M-7 -9 H7 Q10 0 7 10 H-7 Q-10 0 -7 -9 Z", fill="#8f5327", stroke="#4c2a10", stroke_width=1.4)
        + path("M-8.600 -4 H8.600 M-8.600 5 H8.600", stroke="#d8b27e", stroke_width=1.8),
        "B": path(
            "M0 12 Q-1 2 -9 -3 Q-6 -9 0 -12 Q6 -9 9 -3 Q1 2 0 12 Z", fill="#6f6a1c", stroke="#3f3d0c", stroke_width=1.2
        )
        + path("M0 11 V-9 M0 2 l-5 -5 M0 2 l5 -5", stroke="#c9c47a", stroke_width=1.3),
        "G": circle(0, 0, 10, fill=GOLD, stroke="#7d5600", stroke_width=1.6)
        + circle(0, 0, 6, stroke="#fff0bd", stroke_width=1.6),
        "sails": path("M-11 5 H11 L7 11 H-8 Z", fill="#7a4a22")
        + path("M-1 3 V-12 Q9 -6 9 3 Z M-3 3 V-9 Q-10 -4 -10 3 Z", fill=WHITE, stroke=SEA, stroke_width=1.5),
        "cannons": path("M-11 0 L8 -7 L11 -1 L-7 7 Z", fill="#3c4148")
        + circle(-4, 6, 5, fill="#7a4a22", stroke=INK, stroke_width=1.4),
        "bags": path(
            "M-4 -6 Q-12 4 -8 10 H8 Q12 4 4 -6 Z M-4 -7 L-6 -12 H6 L4 -7 Z",
            fill="#b98a3c",
            stroke="#5f4210",
            stroke_width=1.4,
        ),
        "happy": circle(0, 0, 11, fill="#d6e6c4", stroke=CALM, stroke_width=1.8)
        + path("M-5 2 Q0 9 5 2", stroke=CALM, stroke_width=2)
        + path("M-4 -4 h0 M4 -4 h0", stroke=CALM, stroke_width=3.4),
        "unhappy": circle(0, 0, 11, fill="#f3c9bd", stroke=ALARM, stroke_width=1.8)
        + path("M-5 6 Q0 -1 5 6", stroke=ALARM, stroke_width=2)
        + path("M-4 -4 h0 M4 -4 h0", stroke=ALARM, stroke_width=3.4),
        "star": path(
            "M0 -12 L3.5 -4 L12 -3.400 L5.500 2.300 L7.600 10.800 L0 6.200 L-7.600 10.800 L-5.500 2.300 L-12 -3.400 L-3.500 -4 Z",
            fill="#f2c230",
            stroke="#7d5a00",
            stroke_width=1.2,
        ),
        "tick": circle(0, 0, 11, fill=CALM) + path("M-5 0 L-1 5 L6 -5", stroke=WHITE, stroke_width=3),
        "person": circle(0, -6, 5.500, fill="#6b4a2a") + path("M-10 12 Q-10 0 0 0 Q10 0 10 12 Z", fill="#6b4a2a"),
        "back": box(-9, -12, 18, 24, round=3, fill="#7c4a2a", stroke=INK, stroke_width=1.4)
        + path("M-5 -8 L5 8 M5 -8 L-5 8", stroke="#d8b27e", stroke_width=1.6),
        **{f"die-{n}": _die(n) for n in _PIPS},
    }


def _die(n: int) -> str:
    dots = "".join(circle(6 * x, 6 * y, 2.4, fill=INK) for x, y in _PIPS[n])
    return box(-12, -12, 24, 24, round=5, fill=WHITE, stroke=INK, stroke_width=1.6) + dots


def spots(move: Anno1701Move) -> list[str]:
    """Return the names of the spots that a move is about, in the order a player points at them."""
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
        case "give":
            named = [_own(token) for token in move["goods"]]
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

"""Ink, paper, signs and spots of the picture.

Signs are small drawings, each in a square of 100 by 100: goods, flags, ship, persons, coin, hat, pawn, anchor. They are
defined once per picture and used by name, see :func:`definitions` and :func:`sign`.

Spots are the places that a person can point at (:mod:`engine.kit.drawing.svg`). They lie invisibly over the drawing, each
with a title that says what it is: ``spot-board-<sign>`` for each board, ``spot-card-<id>`` for each card on a board, with a
dot for the ``#`` of its id (``spot-card-grain2.1``), and ``spot-contract-<id>`` for each contract in a player's panel.
"""

from collections.abc import Callable, Iterable
from xml.sax.saxutils import escape

from engine.games.packet_row.text.phrases import Phrases
from engine.games.packet_row.types.cards import ShownCard
from engine.games.packet_row.types.moves import PacketRowMove
from engine.kit.drawing.svg import box, circle, number, path, tag

WIDTH, MARGIN = 720, 12

PAPER, SHEET, CARD = "#f3ead6", "#fdf8ea", "#fffaf0"
INK, FAINT, LINE = "#36302a", "#857a66", "#c9b994"
MARK, GOLD, WHITE = "#f0a202", "#e9b93b", "#fffaf0"
SEATS = ("#b5302a", "#2b6a9b", "#3f7d3a", "#c26a12", "#6d4a94")
BANDS = {
    "contract": "#8a6a3c",
    "assistant": "#8a6a3c",
    "building": "#a6462f",
    "ship": "#2f6f82",
    "captain": "#2f6f82",
    "gold": "#b98a16",
    "goods": "#5b7d3f",
    "trader": "#5b7d3f",
    "money": "#b98a16",
    "banker": "#b98a16",
}
"""The band of a card, by its kind: one colour for the cards of each board."""


BROWN, DARK = "#8c5430", "#4d2a14"


def _cotton() -> str:
    puffs = "".join(
        circle(x, y, 21, fill="#ffffff", stroke="#a9a294", stroke_width=4)
        for x, y in ((32, 40), (68, 40), (50, 26), (50, 52))
    )
    return path("M50 96 V60 M50 84 Q34 84 26 70 M50 84 Q66 84 74 70", stroke="#5b7d3f", stroke_width=7) + puffs


def _tobacco() -> str:
    return path(
        "M20 92 Q6 44 52 8 Q98 44 66 80 Q48 94 20 92 Z", fill="#9a7b2f", stroke="#5c4715", stroke_width=5
    ) + path("M16 96 Q36 56 54 20 M34 64 Q50 62 66 66 M42 46 Q54 42 68 46", stroke="#5c4715", stroke_width=4)


def _grain() -> str:
    ears = "".join(
        path(
            f"M50 {y} q-{w} -4 -{w} -22 q{w} 2 {w} 20 q0 -18 {w} -20 q0 18 -{w} 22",
            fill="#e0ac2c",
            stroke="#8f6a10",
            stroke_width=3,
        )
        for y, w in ((72, 24), (54, 23), (36, 20))
    )
    return path("M50 96 V30", stroke="#8f6a10", stroke_width=6) + ears


def _fur() -> str:
    return path(
        "M28 8 Q36 22 50 16 Q64 22 72 8 L84 22 Q74 40 76 56 L94 72 L78 84 Q62 74 56 96 H44 Q38 74 22 84 L6 72 L24 56"
        " Q26 40 16 22 Z",
        fill="#a8703c",
        stroke=DARK,
        stroke_width=5,
    ) + path("M40 40 v14 M60 40 v14 M50 54 v16 M38 64 v10 M62 64 v10", stroke="#e7c79b", stroke_width=5)


def _flag(stripes: str) -> Callable[[], str]:
    return lambda: stripes + box(2, 16, 96, 68, stroke=INK, stroke_width=5, round=4)


_GB = (
    box(2, 16, 96, 68, fill="#24407f")
    + path("M12 23 L88 77 M88 23 L12 77", stroke="#ffffff", stroke_width=13)
    + path("M10 22 L90 78 M90 22 L10 78", stroke="#c62f35", stroke_width=5)
    + path("M50 28 V72 M14 50 H86", stroke="#ffffff", stroke_width=24)
    + path("M50 23 V77 M9 50 H91", stroke="#c62f35", stroke_width=13)
)
_FR = box(2, 16, 32, 68, fill="#24407f") + box(34, 16, 32, 68, fill="#ffffff") + box(66, 16, 32, 68, fill="#c62f35")
_ES = box(2, 16, 96, 68, fill="#c62f35") + box(2, 33, 96, 34, fill="#f1bf2b")
_NL = box(2, 16, 96, 23, fill="#c62f35") + box(2, 39, 96, 22, fill="#ffffff") + box(2, 61, 96, 23, fill="#2a5ba8")


def _hull() -> str:
    return path("M6 68 H94 Q90 88 76 94 H24 Q10 88 6 68 Z", fill=BROWN, stroke=DARK, stroke_width=5)


def _ship() -> str:
    """A merchant ship without sails; its flag is drawn as the sail."""
    return path("M50 6 V68", stroke=DARK, stroke_width=6) + _hull()


def _person(emblem: str, coat: str) -> str:
    return (
        path("M10 98 Q12 58 50 58 Q88 58 90 98 Z", fill=coat, stroke=INK, stroke_width=5)
        + circle(50, 40, 22, fill="#f0cfa6", stroke=INK, stroke_width=5)
        + emblem
    )


_CAP = path("M24 30 Q50 14 76 30 L72 14 Q50 0 28 14 Z", fill="#24407f", stroke=INK, stroke_width=4)
_TOP_HAT = path("M18 30 H82 M30 28 V2 H70 V28 Z", fill=INK, stroke=INK, stroke_width=7)
_STRAW = path("M12 32 H88 M28 30 Q30 8 50 8 Q70 8 72 30 Z", fill="#e0b95c", stroke="#7d5b16", stroke_width=6)
_BAND = path("M28 34 Q30 16 50 16 Q70 16 72 34 Q50 26 28 34 Z", fill=BROWN, stroke=INK, stroke_width=4)


def _anchor(colour: str) -> str:
    return path("M50 26 V92 M30 42 H70 M14 62 Q18 90 50 92 Q82 90 86 62", stroke=colour, stroke_width=9) + circle(
        50, 16, 10, stroke=colour, stroke_width=8
    )


def _coin() -> str:
    return circle(50, 50, 44, fill=GOLD, stroke="#7f5b10", stroke_width=7) + tag(
        "text", "$", x=50, y=73, font_size=66, font_weight="700", text_anchor="middle", fill="#7f5b10"
    )


def _bag() -> str:
    return path(
        "M36 30 Q2 62 12 84 Q18 94 50 94 Q82 94 88 84 Q98 62 64 30 Z", fill="#d9c08a", stroke="#6d4c1a", stroke_width=5
    ) + path("M36 28 Q24 8 40 12 Q50 4 60 12 Q76 8 64 28 Z", fill="#e8d4a4", stroke="#6d4c1a", stroke_width=5)


def _bar() -> str:
    return path("M22 30 H78 L94 74 H6 Z", fill="#f1c232", stroke="#7f5b10", stroke_width=6) + path(
        "M30 42 H70", stroke="#fbe6a2", stroke_width=7
    )


def _house() -> str:
    return (
        path("M12 44 L50 10 L88 44 Z", fill="#a6462f", stroke=INK, stroke_width=5)
        + box(20, 44, 60, 50, fill="#f2e2c0", stroke=INK, stroke_width=5)
        + path("M50 94 V68 M32 56 v10 M68 56 v10", stroke=INK, stroke_width=11)
    )


def _hat() -> str:
    """The top hat that marks points, light for dark bands."""
    return (
        path("M8 82 H92", stroke=WHITE, stroke_width=14)
        + path("M24 80 L20 16 H80 L76 80 Z", fill=WHITE)
        + path("M26 62 H74", stroke="#8d7a58", stroke_width=9)
    )


def _back() -> str:
    return (
        box(16, 4, 68, 92, fill="#7a5a34", stroke=INK, stroke_width=5, round=10)
        + box(26, 14, 48, 72, stroke="#d9c08a", stroke_width=4, round=6)
        + path("M50 32 l14 18 l-14 18 l-14 -18 Z", fill="#d9c08a")
    )


def _pawn(colour: str) -> str:
    return path("M22 94 Q24 74 40 58 H60 Q76 74 78 94 Z", fill=colour, stroke=WHITE, stroke_width=5) + circle(
        50, 34, 27, fill=colour, stroke=WHITE, stroke_width=5
    )


SIGNS: dict[str, Callable[[], str]] = {
    "cotton": _cotton,
    "tobacco": _tobacco,
    "grain": _grain,
    "fur": _fur,
    "flag-GB": _flag(_GB),
    "flag-FR": _flag(_FR),
    "flag-ES": _flag(_ES),
    "flag-NL": _flag(_NL),
    "ship": _ship,
    "coin": _coin,
    "bag": _bag,
    "bar": _bar,
    "house": _house,
    "hat": _hat,
    "hat-on-band": lambda: box(0, 0, 100, 100, fill=SEATS[1], round=14) + _hat(),
    "back": _back,
    "anchor": lambda: _anchor(INK),
    "anchor-light": lambda: _anchor(WHITE),
    "assistant": lambda: _person(_BAND, "#c9a66b"),
    "banker": lambda: _person(_TOP_HAT, "#4b4f5e"),
    "captain": lambda: _person(_CAP, "#2f5f9b"),
    "trader": lambda: _person(_STRAW, "#5b7d3f"),
} | {f"pawn-{seat}": (lambda colour=colour: _pawn(colour)) for seat, colour in enumerate(SEATS)}


def sign(name: str, x: float, y: float, size: float) -> str:
    """Return a use of a drawing in the square whose upper left corner is (x, y)."""
    move = f"translate({number(x)} {number(y)}) scale({number(size / 100)})"
    return tag("use", href=f"#row-{name}", transform=move)


def definitions(names: Iterable[str]) -> str:
    """Return the definitions of the drawings that a picture uses."""
    return tag("defs", *(tag("g", SIGNS[name](), id=f"row-{name}") for name in sorted(names)))


def spots(move: PacketRowMove) -> list[str]:
    """Return the names of the spots that a move is about."""
    match move["type"]:
        case "open":
            return [_board(move["board"])]
        case "take":
            return [_card(move["card"])]
        case _:
            return []


def board_spot(board: str, title: str, x: float, y: float, width: float, height: float) -> str:
    """Return a spot over the left end of a board."""
    return _spot(_board(board), title, x, y, width, height)


def card_spot(card: ShownCard, phrases: Phrases, x: float, y: float, width: float, height: float) -> str:
    """Return a spot over a card on a board."""
    return _spot(_card(card["id"]), phrases.explained(card), x, y, width, height)


def contract_spot(card: ShownCard, phrases: Phrases, x: float, y: float, width: float, height: float) -> str:
    """Return a spot over a contract in a player's panel."""
    return _spot(_contract(card["id"]), phrases.explained(card), x, y, width, height)


def _board(sign: str) -> str:
    return f"board-{sign}"


def _contract(card: str) -> str:
    return f"contract-{card.replace('#', '.')}"


def _card(card: str) -> str:
    return f"card-{card.replace('#', '.')}"


def _spot(name: str, title: str, x: float, y: float, width: float, height: float) -> str:
    shape = {"x": x, "y": y, "width": width, "height": height, "rx": 8}
    return tag("rect", tag("title", escape(title)), id=f"spot-{name}", fill="none", **shape)

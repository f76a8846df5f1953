"""Pictures as SVG text: the elements that all games' pictures are made of. Colours are each game's own.

The emblem of a game is a small picture by which its tables are told apart in a list, the same for all of them. It is drawn of
the game's own signs and knows no match, so it can show nothing hidden. A game that draws one has a member ``emblem`` beside
those of :class:`engine.contract.Game`; others are shown by the first letter of their title.

The legend lists the signs that do not speak for themselves, each with what it means. The words are in the table ``legend`` of a
game's phrases, by the name of the sign in its drawing.

Spots are the things that a move is about, so that a client can let people point at them. A spot is an element of the SVG with
the attribute ``id="spot-<name>"`` (``spot-card-C24``, ``spot-field-0_-1``) and a ``<title>`` inside where the picture itself
does not say what it is. Names are stable: the same thing has the same name in every picture of a match, and a name stands once
in a picture. A move may name spots that the picture does not show.

What nobody can choose explains itself by a :func:`told` element: the same without a name.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, runtime_checkable
from xml.sax.saxutils import escape, quoteattr

from engine.contract import Game, Language, Move, View
from engine.kit.text.phrases import PhraseBook

FAMILY = "Siegelpost Sans, Helvetica, Arial, sans-serif"
"""The typeface of pictures: the web table brings it along (``service/web/static/typeface``), drawings here use that of
``service/pictures/fonts``, which it is made from."""


def number(value: float) -> str:
    """Return a number with at most two decimals and no trailing zeros.

    >>> number(0.960), number(12.0), number(-0.004)
    ('0.96', '12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *inside: str, **attributes: str | float | None) -> str:
    """Return an element. ``stroke_width=2`` becomes ``stroke-width="2"``; what is ``None`` is left out.

    >>> tag("g", tag("circle", r=2.5, fill=None), stroke_width=2)
    '<g stroke-width="2"><circle r="2.5"/></g>'
    """
    written = "".join([_attribute(key, value) for key, value in attributes.items() if value is not None])
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


# A picture says the same few hundred things again and again; writing them out each time was most of its cost.
@lru_cache(maxsize=8192)
def _attribute(name: str, value: str | float) -> str:
    return f" {name.replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"


def _see_through(fill: str, stroke: str | None, opacity: float | None) -> dict[str, float | None]:
    """Return a shape's opacity as that of its paint if it has only one: it looks the same, and drawing it needs no
    separate layer of the whole picture, which takes longer than thirty shapes."""
    if fill == "none":
        return {"stroke_opacity": opacity}
    return {"opacity": opacity} if stroke else {"fill_opacity": opacity}


def pale(opacity: float, *inside: str) -> str:
    """Return elements that do not overlap, made transparent together, because each layer of the whole picture takes time."""
    return tag("g", *inside, opacity=opacity) if inside else ""


def group(*inside: str, x: float = 0, y: float = 0, scale: float = 1, opacity: float | None = None) -> str:
    """Return elements moved to (x, y) and scaled."""
    move = f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")
    return tag("g", *inside, transform=move, opacity=opacity)


def text(
    said: str | int,
    x: float,
    y: float,
    size: float,
    *,
    fill: str | None = None,
    weight: int | None = None,
    anchor: str | None = None,
    opacity: float | None = None,
) -> str:
    """Return a line of text whose baseline begins, is centred (``middle``) or ends (``end``) at (x, y)."""
    return tag(
        "text",
        escape(str(said)),
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        font_weight=weight,
        text_anchor=anchor,
        fill_opacity=opacity,
    )


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str = "none",
    round: float | None = None,
    stroke: str | None = None,
    stroke_width: float | None = None,
    dashes: str | None = None,
    opacity: float | None = None,
) -> str:
    """Return a rectangle, its corners rounded by ``round``."""
    return tag(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=round,
        fill=fill,
        stroke=stroke,
        stroke_width=stroke_width,
        stroke_dasharray=dashes,
        **_see_through(fill, stroke, opacity),
    )


def path(
    d: str,
    *,
    fill: str = "none",
    stroke: str | None = None,
    stroke_width: float | None = None,
    dashes: str | None = None,
    opacity: float | None = None,
) -> str:
    """Return a path; lines have round ends and corners."""
    return tag(
        "path",
        d=d,
        fill=fill,
        stroke=stroke,
        stroke_width=stroke_width,
        stroke_dasharray=dashes,
        **_see_through(fill, stroke, opacity),
        stroke_linecap="round" if stroke else None,
        stroke_linejoin="round" if stroke else None,
    )


def circle(
    x: float, y: float, r: float, *, fill: str = "none", stroke: str | None = None, stroke_width: float | None = None
) -> str:
    """Return a circle."""
    return tag("circle", cx=x, cy=y, r=r, fill=fill, stroke=stroke, stroke_width=stroke_width)


@runtime_checkable
class Emblazoned(Protocol):
    """A game with an emblem."""

    def emblem(self) -> str:
        """Return the emblem as an SVG document, 100 units wide and high."""
        ...


def emblem_of(game: Game) -> str:
    """Return the emblem of a game as an SVG document: its own, or the first letter of its title."""
    if isinstance(game, Emblazoned):
        return game.emblem()
    return framed(text(game.rules.title[:1], 50, 70, 56, fill="#fff", weight=700, anchor="middle"), ground="#5b6770")


def framed(*inside: str, ground: str) -> str:
    """Return an emblem: drawings on a square of one colour, clipped at its rounded corners."""
    shape = tag("clipPath", box(0, 0, 100, 100, round=14, fill="#fff"), id="emblem")
    drawn = tag("g", box(0, 0, 100, 100, fill=ground), *inside, clip_path="url(#emblem)")
    return tag("svg", tag("defs", shape), drawn, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 100 100")


@dataclass(frozen=True)
class Entry:
    """A sign, as an SVG document of its own, and what it means."""

    sign: str
    words: str


@runtime_checkable
class Legended(Protocol):
    """A game whose pictures have a legend."""

    def legend(self, language: Language) -> Sequence[Entry]:
        """Return the signs of the game's pictures in the order in which a player should read them."""
        ...


def legend_of(game: Game, language: Language) -> Sequence[Entry]:
    """Return the legend of a game's pictures; empty if they need none."""
    return game.legend(language) if isinstance(game, Legended) else ()


def entries(phrases: PhraseBook, drawn: Callable[[str], str], view_box: str) -> list[Entry]:
    """Return a legend: every sign that the phrases explain.

    :param drawn: the drawing of a sign, by its name.
    :param view_box: where on the plane the drawings lie, ``0 0 100 100``.
    """
    found = []
    for name, words in phrases.below("legend"):
        svg = tag("svg", drawn(name), xmlns="http://www.w3.org/2000/svg", viewBox=view_box)
        found.append(Entry(svg, words))
    return found


@dataclass(frozen=True)
class Tool:
    """A kind of move as a button beside the picture.

    :param type: the type of the moves that it leads to.
    :param words: its accessible name, with its price and why it cannot be used now.
    :param usable: whether there is such a move.
    :param drawing: an SVG document.
    """

    type: str
    words: str
    usable: bool
    drawing: str


@runtime_checkable
class Equipped(Protocol):
    """A game that offers kinds of moves as buttons beside its picture."""

    def tools(self, view: View, kind: str, moves: Sequence[Move], language: Language) -> Sequence[Tool]:
        """Return the buttons for a question of this kind, given the moves that may answer it."""
        ...


def tools_of(game: Game, view: View, kind: str, moves: Sequence[Move], language: Language) -> Sequence[Tool]:
    """Return the buttons for a question; empty in a game that has none."""
    return game.tools(view, kind, moves, language) if isinstance(game, Equipped) else ()


@dataclass(frozen=True)
class SeatSign:
    """A seat in the picture: what it is ``called`` (``Red (1)``) and its ``colour`` (``#c4262e``)."""

    called: str
    colour: str


@runtime_checkable
class Signed(Protocol):
    """A game whose picture tells seats apart by colour."""

    def seat_sign(self, view: View, seat: int, language: Language) -> SeatSign:
        """Return how the picture of a view shows a seat."""
        ...


def signs_of(game: Game, view: View, seats: int, language: Language) -> list[SeatSign | None]:
    """Return the signs of all seats; ``None`` in a game whose picture has none."""
    return [game.seat_sign(view, seat, language) if isinstance(game, Signed) else None for seat in range(seats)]


@runtime_checkable
class Spotted(Protocol):
    """A game whose picture has spots."""

    def spots(self, move: Move) -> list[str]:
        """Return the spots of a legal move, in the order in which a person would point at them."""
        ...


def spots_of(game: Game, move: Move) -> list[str]:
    """Return the spots of a move; empty in a game whose picture has none."""
    return game.spots(move) if isinstance(game, Spotted) else []


def told(title: str, x: float, y: float, width: float, height: float) -> str:
    """Return an element over a rectangle of the picture that describes it to readers who point at it."""
    shape = {"x": x, "y": y, "width": width, "height": height}
    return tag("rect", tag("title", escape(title)), fill="none", **{"class": "told"}, **shape)

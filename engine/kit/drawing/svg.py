"""Pictures as SVG text: the elements that all games' pictures are made of. Colours are each game's own."""

from __future__ import annotations

from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

FAMILY = "Source Sans Pro, Helvetica, Arial, sans-serif"


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
    """Return the opacity of a shape as that of its paint, where it has but one: it looks the same, and a picture that is drawn
    here needs no layer of its own size for it, which takes longer than thirty shapes."""
    if fill == "none":
        return {"stroke_opacity": opacity}
    return {"opacity": opacity} if stroke else {"fill_opacity": opacity}


def pale(opacity: float, *inside: str) -> str:
    """Return elements that do not cover each other, see-through: all at once, as each time takes a layer of the whole picture."""
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
    """Return a line of text whose baseline begins at (x, y), or is centred there (``middle``), or ends there (``end``)."""
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

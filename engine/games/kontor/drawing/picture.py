"""The picture of the table: an old harbour chart with the cards on it, legible on a telephone; and the emblem.

One SVG, 720 units wide. A view shows each viewer only their own hand, and the picture shows nothing but the view and the
players' names, as far as they are known. It is plain SVG, see :mod:`engine.games.kontor.drawing`; the same view with
the same names gives the same bytes.
"""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from engine.games.kontor.drawing.chart import Chart, chart, preview
from engine.games.kontor.drawing.panels import HEADING, MARGIN, hand, heading, panels, who
from engine.games.kontor.drawing.spots import field_spots
from engine.games.kontor.drawing.symbols import CARD, COLOURS, DRAWINGS, INK, PAPER, WATER, WAVE, definitions
from engine.games.kontor.text.phrases import Phrases
from engine.games.kontor.types.view import KontorView
from engine.kit.drawing.svg import FAMILY, box, framed, group, number, path, tag


def emblem() -> str:
    """Return the emblem of the game as an SVG document."""
    waves = "M6 16 q5 -6 10 0 t10 0 t10 0 M64 58 q5 -6 10 0 t10 0 t10 0 M60 24 q5 -6 10 0 t10 0"
    return framed(
        path(waves, stroke=WAVE, stroke_width=3),
        group(DRAWINGS["vessel"], x=17, y=4, scale=0.62),
        _quay("red", "wine", 6),
        _quay("black", "tea", 54),
        ground=WATER,
    )


def _quay(owner: str, goods: str, x: float) -> str:
    return (
        box(x, 62, 40, 46, round=5, fill=CARD, stroke=INK, stroke_width=2)
        + box(x + 1, 63, 38, 10, round=4, fill=COLOURS[owner])
        + group(DRAWINGS[goods], x=x + 8, y=74, scale=0.24)
    )


WIDTH = 720
USED = re.compile(r'href="#kontor-([a-z-]+)"')


def picture(view: KontorView, phrases: Phrases) -> str:
    """Return the table as an SVG document, its words from the phrases of one language."""
    layout = Chart.laid_out(view, WIDTH, HEADING)
    parts = [heading(view, phrases, WIDTH), chart(layout), preview(layout), *field_spots(layout, phrases)]
    seats, bottom = panels(view, phrases, WIDTH, layout.bottom + MARGIN // 2)
    parts.append(seats)
    own = None if view["seat"] is None else view["hands"][view["seat"]]
    if own:
        cards, bottom = hand(own, phrases, WIDTH, bottom + 4, sails=view["ship"] is not None)
        parts.append(cards)
    drawn = "".join(parts)
    return tag(
        "svg",
        tag("title", escape(_title(view, phrases))),
        tag("desc", escape(_description(view, phrases))),
        definitions(set(USED.findall(drawn))),
        box(0, 0, WIDTH, bottom, fill=PAPER),
        tag("g", drawn, font_family=FAMILY, fill=INK),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(bottom)}",
        role="img",
    )


def _title(view: KontorView, phrases: Phrases) -> str:
    return phrases.say("picture.title" if view["outcome"] is None else "picture.title-over", round=view["round"])


def _description(view: KontorView, phrases: Phrases) -> str:
    """Return the picture in words, for those who cannot see it."""
    seats = [
        phrases.say(
            "picture.seat", colour=who(view, phrases, seat), points=view["scores"][team], coins=view["money"][seat]
        )
        for seat, team in enumerate(view["teams"])
    ]
    closed = sum(sector["closed"] for sector in view["sectors"])
    harbour = phrases.say("picture.harbour", cards=len(view["board"]), sectors=len(view["sectors"]), closed=closed)
    return " ".join((*seats, harbour))


__all__ = ["USED", "WIDTH", "emblem", "picture"]

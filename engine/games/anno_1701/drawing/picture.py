"""The picture of the table: both settlements and what lies between them, legible on a telephone; and the emblem.

One SVG, 720 units wide, drawn from the view alone; the viewer's settlement is at the bottom, or at the right where a client
folds the picture for a wide window (``data-folded``, docs/pictures.md). Settlements go by their side and by their players' names,
as far as they are known. The same view with the same names gives the same bytes.
"""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from engine.games.anno_1701.drawing.between import between
from engine.games.anno_1701.drawing.ink import GOODS, INK, PAPER, SEA, WHITE, WIDTH
from engine.games.anno_1701.drawing.settlement import settlement
from engine.games.anno_1701.drawing.signs import PREFIX, definitions, drawn
from engine.games.anno_1701.text.phrases import Phrases
from engine.games.anno_1701.types.view import Anno1701View
from engine.kit.drawing.emblem import framed
from engine.kit.drawing.svg import FAMILY, box, group, number, path, tag

LANDS = (("H", 4), ("N", 38), ("Z", 72))
"""Wood, food and brick, from left to right."""


def emblem() -> str:
    """Return the emblem of the game as an SVG document."""
    signs = drawn()
    waves = "M6 18 q5 -5 10 0 t10 0 M72 26 q5 -5 10 0 t10 0 M70 54 q5 -5 10 0 t10 0"
    lands = [
        path(f"M{x - 6} 104 V78 Q{x + 12} 60 {x + 30} 78 V104 Z", fill=GOODS[good], stroke=WHITE, stroke_width=2)
        + group(signs[good], x=x + 12, y=86, scale=0.95)
        for good, x in LANDS
    ]
    return framed(
        path(waves, stroke="#9cc6d6", stroke_width=3), group(signs["sails"], x=47, y=36, scale=2.5), *lands, ground=SEA
    )


USED = re.compile(rf'href="#{PREFIX}([A-Za-z0-9-]+)"')
DEFINED = definitions()


def picture(view: Anno1701View, phrases: Phrases) -> str:
    """Return the table as an SVG document, its words from the phrases of one language."""
    near = 1 if view["seat"] is None else view["seat"]
    far, y = settlement(view, phrases, 1 - near, 10)
    middle, cut = between(view, phrases, y + 6)
    own, foot = settlement(view, phrases, near, cut + 6)
    drawn = far + middle + own
    second_top = 10 - (cut + 6)
    used = set(USED.findall(drawn))
    return tag(
        "svg",
        tag("title", phrases.say("picture.title", turn=view["turn"])),
        tag("desc", escape(_description(view, phrases))),
        tag("defs", *(sign for name, sign in DEFINED.items() if name in used)),
        box(0, 0, WIDTH, foot, fill=PAPER),
        tag("g", far, middle, font_family=FAMILY, fill=INK),
        tag("g", own, font_family=FAMILY, fill=INK, data_beside=f"{WIDTH} {number(second_top)}"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(foot)}",
        role="img",
        data_folded=f"0 0 {2 * WIDTH} {number(max(cut + 10, foot + second_top))}",
    )


def _description(view: Anno1701View, phrases: Phrases) -> str:
    """Return the picture in words, for those who cannot see it."""
    return " ".join(
        phrases.say(
            "picture.player",
            side=phrases.who(seat, one["side"]),
            points=one["points"],
            gold=sum(one["gold"]),
            buildings=len(one["buildings"]),
        )
        for seat, one in enumerate(view["players"])
    )


__all__ = ["DEFINED", "USED", "emblem", "picture"]

"""The picture of the table: the map with everything on it, then bank, players, own cards, offers; and the emblem.

It is legible on a phone: one SVG of 720 units of width that shows nothing but the view and the players' names, as far as they
are known; seats go by colour, mark and number, counted from 1, too. Places that may be used now carry the ids that moves name.
The same view with the same names gives the same bytes.
"""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from engine.games.seafarers.drawing import signs, tiles
from engine.games.seafarers.drawing.chart import chart, founding_chart
from engine.games.seafarers.drawing.ground import Ground
from engine.games.seafarers.drawing.hand import offers, own_cards
from engine.games.seafarers.drawing.ink import INK, MARGIN, PAPER, SAND, WATER, WAVE, WIDTH
from engine.games.seafarers.drawing.panels import HEADING, heading, panels, supply
from engine.games.seafarers.drawing.signs import sign
from engine.games.seafarers.drawing.tiles import APOTHEM, OUTLINE, RADIUS
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.view import SeafarersView
from engine.kit.drawing.emblem import framed
from engine.kit.drawing.svg import FAMILY, box, group, number, path, tag

ISLAND = (("wood", 0.0, 0.0), ("grain", 2 * APOTHEM, 0.0), ("wool", APOTHEM, 1.5 * RADIUS))
"""The hexes: landscape and middle, in the units of the map."""


def emblem() -> str:
    """Return the emblem of the game as an SVG document."""
    shore = "".join(group(path(OUTLINE, fill=SAND, stroke=SAND, stroke_width=9), x=x, y=y) for _, x, y in ISLAND)
    hexes = "".join(sign(f"hex-{terrain}", x, y) for terrain, x, y in ISLAND)
    waves = "M6 70 q5 -5 10 0 t10 0 M8 92 q5 -5 10 0 t10 0 M84 90 q4 -4 8 0"
    pieces = sign("house-0", 52, 56, 1.4) + sign("ship-1", 22, 82, 1.2) + sign("sail-1", 22, 70, 1.2)
    drawn = group(shore, hexes, x=28, y=22, scale=0.72)
    return framed(
        tag("defs", *needed(drawn + pieces)), path(waves, stroke=WAVE, stroke_width=3), drawn, pieces, ground=WATER
    )


USED = re.compile(rf'href="#{signs.PREFIX}([a-z0-9-]+)"')
DEFINED = signs.definitions() | tiles.definitions()
"""Every sign and landscape, drawn once; a picture carries those that it uses."""


def picture(view: SeafarersView, phrases: Phrases) -> str:
    """Return the table as an SVG document, its words from the phrases of one language."""
    ground = Ground(view)
    land, bottom = chart(ground, phrases, HEADING)
    bank, bottom = supply(view, phrases, bottom + 4)
    own, bottom = own_cards(view, phrases, bottom + 4)
    trades, bottom = offers(view, phrases, bottom)
    seats, bottom = panels(view, ground, phrases, bottom + 4)
    high = bottom + MARGIN / 2
    edges, bottom = founding_chart(ground, phrases, bottom)
    drawn = heading(view, phrases) + land + bank + own + trades + seats + edges
    height = bottom + MARGIN / 2
    return tag(
        "svg",
        tag("title", escape(phrases.say("picture.title", title=phrases.scenario(view), turn=view["turn"]))),
        tag("desc", escape(_description(view, phrases))),
        tag("defs", *needed(drawn)),
        box(0, 0, WIDTH, height, fill=PAPER),
        tag("g", drawn, font_family=FAMILY, fill=INK),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(height)}",
        role="img",
        data_without_numbers=f"0 0 {WIDTH} {number(high)}" if edges else None,
    )


def needed(drawn: str) -> list[str]:
    """Return the definitions of the signs that are used, those that other signs are made of among them."""
    wanted = set(USED.findall(drawn))
    for name in sorted(wanted):
        wanted |= set(USED.findall(DEFINED[name]))
    return [DEFINED[name] for name in DEFINED if name in wanted]


def _description(view: SeafarersView, phrases: Phrases) -> str:
    """Return the picture in words, for those who cannot see it."""
    return " ".join(
        phrases.say(
            "picture.player",
            name=phrases.who(seat),
            points=phrases.count("picture.points", player["points"]),
            cards=phrases.count("picture.cards", player["hand"]),
        )
        for seat, player in enumerate(view["players"])
    )


__all__ = ["DEFINED", "USED", "emblem", "needed", "picture"]

"""The picture of the table: the map with everything on it, then the bank, the players, the viewer's cards, and offers.

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
from engine.games.seafarers.drawing.ink import INK, MARGIN, PAPER, WIDTH
from engine.games.seafarers.drawing.panels import HEADING, heading, panels, supply
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.view import SeafarersView
from engine.kit.drawing.svg import FAMILY, box, number, tag

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

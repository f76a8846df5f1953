"""The picture of the table: four boards with what lies there now and next, the players, the last round; and the emblem.

One SVG, 720 units wide, or wider and lower where a client folds it (``data-folded``, docs/pictures.md). It shows nothing
but the view and the players' names, as far as they are known; seats go by colour and number, counted
from 1, too. The same view with the same names gives the same bytes.
"""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from engine.games.packet_row.drawing.boards import boards
from engine.games.packet_row.drawing.ink import INK, MARGIN, PAPER, WIDTH
from engine.games.packet_row.drawing.panels import HEADING, PANEL, heading, last_round, panels
from engine.games.packet_row.drawing.signs import SIGNS, definitions
from engine.games.packet_row.text.phrases import Phrases
from engine.games.packet_row.types.view import PacketRowView
from engine.kit.drawing.emblem import framed
from engine.kit.drawing.svg import FAMILY, box, group, number, path, tag

SKY, HARBOUR, WAVES = "#f3e3bd", "#3f86a8", "#a9d6e6"


def emblem() -> str:
    """Return the emblem of the game as an SVG document."""
    return framed(
        *(group(SIGNS["house"](), x=x, y=8, scale=0.36) for x in (-4, 30, 64)),
        box(0, 42, 100, 58, fill=HARBOUR),
        path("M4 52 q5 -5 10 0 t10 0 M70 58 q5 -5 10 0 t10 0 M8 90 q5 -5 10 0 t10 0", stroke=WAVES, stroke_width=3),
        group(SIGNS["flag-NL"](), x=24, y=40, scale=0.3),
        group(SIGNS["ship"](), x=10, y=38, scale=0.52),
        group(SIGNS["bag"](), x=62, y=58, scale=0.34),
        ground=SKY,
    )


USED = re.compile(r'href="#row-([A-Za-z0-9-]+)"')


def draw(view: PacketRowView, phrases: Phrases) -> str:
    """Return the table as an SVG document, its words from the phrases of one language."""
    supplies, below = boards(view, phrases, HEADING + 6)
    seats, end, beside = panels(view, phrases, below + 4)
    before, bottom = last_round(view, phrases, end)
    lifted = below + 4 - end  # what stands below the panels, where they lie beside the boards
    bottom += MARGIN
    before = tag("g", before, data_beside=f"0 {number(lifted)}") if before else ""
    drawn = heading(view, phrases) + supplies + seats + before
    return tag(
        "svg",
        tag("title", phrases.say("picture.title", round=view["round"])),
        tag("desc", escape(_description(view, phrases))),
        definitions(set(USED.findall(drawn))),
        box(0, 0, WIDTH, bottom, fill=PAPER),
        tag("g", drawn, font_family=FAMILY, fill=INK),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(bottom)}",
        role="img",
        data_folded=f"0 0 {number(WIDTH + PANEL + MARGIN)} {number(max(bottom + lifted, beside))}",
    )


def _description(view: PacketRowView, phrases: Phrases) -> str:
    """Return the picture in words, for those who cannot see it."""
    piles = [
        phrases.count("picture.pile", board["draw"], board=phrases.board(board["board"])["board"])
        for board in view["boards"]
    ]
    purses = [
        phrases.say("picture.purse", name=phrases.who(seat), money=player["money"])
        for seat, player in enumerate(view["players"])
    ]
    return " ".join([*piles, *purses])


__all__ = ["USED", "draw", "emblem"]

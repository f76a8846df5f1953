"""The picture of the table: the map with everything on it, then bank, players, own cards, offers; and the emblem.

It is legible on a phone: one SVG of 720 units of width that shows nothing but the view and the players' names, as far as they
are known; seats go by colour, mark and number, counted from 1, too. Places that may be used now carry the ids that moves name.
The same view with the same names gives the same bytes.
"""

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from engine.games.seafarers.drawing import signs
from engine.games.seafarers.drawing.chart import chart, founding_chart
from engine.games.seafarers.drawing.ground import Ground
from engine.games.seafarers.drawing.signs import (
    ADVANCE,
    APOTHEM,
    FAINT,
    GOLD,
    INK,
    LINE,
    MARGIN,
    MARK,
    ON_SEATS,
    OUTLINE,
    PAPER,
    RADIUS,
    RED,
    SAND,
    SEATS,
    SHEET,
    SIGNS,
    WATER,
    WAVE,
    WHITE,
    WIDTH,
    sign,
    wide,
)
from engine.games.seafarers.drawing.spots import over
from engine.games.seafarers.resources import CARDS
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.view import Cards, OfferView, OwnView, Resource, SeafarersView
from engine.kit.drawing.names import fitted
from engine.kit.drawing.svg import FAMILY, box, circle, framed, group, number, path, tag, text, told

OFFER_ROW = 38
HELD = 40
"""Height of a row of development cards."""


def own_cards(view: SeafarersView, phrases: Phrases, top: float) -> tuple[str, float]:
    """Return the viewer's hand with the bank's rates, and the development cards; nothing for spectators."""
    own, seat = view["own"], view["seat"]
    if own is None or seat is None:
        return "", top
    held, rows = _development(own, phrases)
    height = 66.0 + HELD * rows
    parts = [
        box(MARGIN, top, WIDTH - 2 * MARGIN, height, fill=SHEET, round=10, stroke=LINE, stroke_width=2),
        text(phrases.say("picture.you"), MARGIN + 12, top + 30, 24, weight=700),
        text(phrases.count("picture.points", own["points"]), MARGIN + 12, top + 54, 20, fill=FAINT),
        told(phrases.say("picture.told.own-points", n=own["points"]), MARGIN, top, 112, 62),
    ]
    for place, name in enumerate(SIGNS):
        x = 130 + 116 * place
        parts.append(
            sign(SIGNS[name], x + 13, top + 32, 1.7) + text(own["hand"][name], x + 33, top + 42, 28, weight=700)
        )
        parts.append(text(f"{own['rates'][name]}:1", x + 66, top + 41, 20, fill=FAINT))
        parts.append(over(f"card-{name}", phrases.say(f"resource.{name}"), x - 4, top + 6, 112, 56, SIGNS[name]))
        rate = phrases.say("picture.told.rate", what=phrases.say(f"resource.{name}"), n=own["rates"][name])
        parts.append(told(rate, x + 60, top + 6, 48, 56))
    return "".join(parts) + group(held, y=top + 62), top + height + 8


def _development(own: OwnView, phrases: Phrases) -> tuple[str, int]:
    """Return the development cards as tickets side by side, and how many rows they fill."""
    parts, x, row = list[str](), float(MARGIN + 10), 0
    for card in CARDS:
        if not own["cards"][card]:
            continue
        said, fresh = phrases.count(f"held.{card}", own["cards"][card]), own["fresh"][card]
        said = phrases.say("picture.fresh", cards=said, n=fresh) if fresh else said
        width = 40 + wide(said, 22)
        if x + width > WIDTH - MARGIN - 8:
            x, row = float(MARGIN + 10), row + 1
        y = row * HELD
        parts.append(box(x, y, width, HELD - 6, fill=WHITE, round=8, stroke="#8a5aa0", stroke_width=1.6))
        parts.append(sign("scroll", x + 17, y + 17, 1.15) + text(said, x + 32, y + 25, 22))
        parts.append(over(f"held-{card}", said, x, y, width, HELD - 6))
        x += width + 8
    return "".join(parts), row + 1 if parts else 0


def offers(view: SeafarersView, phrases: Phrases, top: float) -> tuple[str, float]:
    """Return the open offers, with who may still answer, who accepted, and counter-offers."""
    parts = []
    for offer in view["offers"]:
        said = phrases.say("picture.offer", n=offer["n"])
        parts.append(_exchange(said, view["active"], offer["give"], offer["take"], top))
        x = 490.0
        for seat in offer["to"]:
            parts.append(sign(f"mark-{seat}", x, top + 19, 1.25) + text("?", x + 13, top + 27, 20, weight=700))
            x += 38
        for seat in offer["accepted"]:
            parts.append(
                sign(f"mark-{seat}", x, top + 19, 1.25)
                + path(f"M{x + 14} {top + 20} l5 6 l8 -12", stroke="#1d7a36", stroke_width=3.4)
            )
            x += 42
        parts.append(over(f"offer-{offer['n']}", said, MARGIN - 4, top, WIDTH - 2 * MARGIN + 8, OFFER_ROW))
        top += OFFER_ROW
        for drawn in _counters(offer, phrases):
            parts.append(group(drawn, y=top))
            top += OFFER_ROW
    return "".join(parts), top


def _counters(offer: OfferView, phrases: Phrases) -> list[str]:
    said = phrases.say("picture.counter")
    return [_exchange(said, one["seat"], one["take"], one["give"], 0) for one in offer["counters"]]


def _exchange(said: str, seat: int, give: Cards, take: Cards, top: float) -> str:
    parts = [text(said, MARGIN, top + 28, 22, weight=700), sign(f"mark-{seat}", 136, top + 19, 1.25)]
    x = 158.0
    for place, cards in enumerate((give, take)):
        if place:
            parts.append(path(f"M{x + 2} {top + 20} h18 m-6 -6 l6 6 l-6 6", stroke=INK, stroke_width=2.6))
            x += 30
        for name in _held_kinds(cards):
            parts.append(text(cards[name], x, top + 28, 22, weight=700) + sign(SIGNS[name], x + 26, top + 20, 1.2))
            x += 46
    return "".join(parts)


def _held_kinds(cards: Cards) -> list[Resource]:
    return [name for name in SIGNS if cards[name]]


HEADING = 78
PANEL = (WIDTH - 3 * MARGIN) / 2
BAND, HEIGHT = 40, 140
ROW = 38
NAME, SMALLEST = 25, 17
"""Size of a player's name, and how small it may be before it is shortened."""


def heading(view: SeafarersView, phrases: Phrases) -> str:
    """Return scenario, turn, dice, goal, and who does what; long lines are written smaller."""
    title, (now, size) = phrases.scenario(view), fitted(_now(view, phrases), WIDTH - 2 * MARGIN, 24, SMALLEST)
    turn = phrases.say(f"picture.{'turn' if view['turn'] else 'before'}", turn=view["turn"], goal=view["goal"])
    right = WIDTH - MARGIN - (80 if view["roll"] else 0)
    left_over = right - MARGIN - 10 - 23 * ADVANCE * len(turn)
    parts = [
        text(title, MARGIN, 37, min(32, left_over / (ADVANCE * len(title))), weight=700),
        text(turn, right, 34, 23, fill=FAINT, anchor="end"),
        text(now, MARGIN, 68, size),
    ]
    for place, die in enumerate(view["roll"]):
        parts.append(_die(die, WIDTH - MARGIN - 72 + 38 * place, 10))
    return "".join(parts)


def _now(view: SeafarersView, phrases: Phrases) -> str:
    if view["winners"] == [view["seat"]]:
        return phrases.say("picture.won-you")
    if view["winners"]:
        return phrases.say("picture.won", names=_named_seats(view["winners"], phrases, view["seat"]))
    doing = phrases.say(f"picture.doing.{view['phase']}")
    if view["token"] is not None:
        doing += " (" + phrases.say(f"harbour.{view['token']}") + ")"
    if view["serve"] is not None:
        doing = phrases.say("picture.serve", doing=doing, hex=view["serve"])
    return phrases.say("picture.now", names=_named_seats(view["asked"], phrases, view["seat"]), doing=doing)


def _named_seats(seats: Sequence[int], phrases: Phrases, reader: int | None) -> str:
    """Return the names of some seats, the reader's as "you"; of many whose names are not known, only the colours."""
    return ", ".join(
        phrases.say("picture.you")
        if seat == reader
        else phrases.who(seat)
        if len(seats) < 3 or phrases.player(seat)
        else phrases.colour(seat)
        for seat in seats
    )


def _die(number: int, x: float, y: float) -> str:
    spots = {
        1: ((1, 1),),
        2: ((0, 0), (2, 2)),
        3: ((0, 0), (1, 1), (2, 2)),
        4: ((0, 0), (0, 2), (2, 0), (2, 2)),
        5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
        6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
    }[number]
    dots = "".join(circle(x + 8 + 9 * column, y + 8 + 9 * row, 3.2, fill=INK) for column, row in spots)
    return box(x, y, 34, 34, fill=WHITE, round=6, stroke=INK, stroke_width=1.6) + dots


def supply(view: SeafarersView, phrases: Phrases, top: float) -> tuple[str, float]:
    """Return what the bank and the piles have left, in one line under the map."""
    parts, x = [text(phrases.say("picture.bank"), MARGIN, top + 28, 22, weight=700)], 78.0
    for resource in SIGNS:
        parts.append(_counted(SIGNS[resource], view["bank"][resource], x, top))
        said = phrases.say("picture.spot.bank", what=phrases.say(f"resource.{resource}"))
        parts.append(over(f"bank-{resource}", said, x - 6, top, 66, ROW))
        x += 68
    for name, count in (
        ("scroll", view["deck"]),
        ("tile", view["tiles"]),
        ("chips", view["stack"] + view["bag"]),
        ("anchor", view["tokens"]),
    ):
        if count or name == "scroll":
            parts.append(_counted(name, count, x, top))
            if name == "scroll":
                parts.append(over("deck", phrases.say("picture.spot.deck"), x - 6, top, 66, ROW))
            else:
                parts.append(told(phrases.say(f"picture.told.{name}", n=count), x - 6, top, 66, ROW))
            x += 68
    return "".join(parts), top + ROW + 2


def _counted(name: str, count: int | str, x: float, top: float, scale: float = 1.25) -> str:
    return sign(name, x + 13, top + 20, scale) + text(count, x + 29, top + 28, 23, weight=700)


def panels(view: SeafarersView, ground: Ground, phrases: Phrases, top: float) -> tuple[str, float, float]:
    """Return the players' panels two by two; where they end, there and one below the other beside the map."""
    parts = []
    for seat in range(len(view["players"])):
        x, y = MARGIN + seat % 2 * (PANEL + MARGIN), top + seat // 2 * (HEIGHT + 10)
        beside = f"{number(WIDTH - x)} {number(MARGIN + seat * (HEIGHT + 10) - y)}"
        parts.append(tag("g", group(_panel(view, ground, phrases, seat), x=x, y=y), data_beside=beside))
    seats = len(view["players"])
    return "".join(parts), top + (seats + 1) // 2 * (HEIGHT + 10), MARGIN + seats * (HEIGHT + 10)


def _panel(view: SeafarersView, ground: Ground, phrases: Phrases, seat: int) -> str:
    player, due = view["players"][seat], seat in view["asked"]
    ink = ON_SEATS[seat]
    parts = [
        box(0, 0, PANEL, HEIGHT, fill=SHEET, round=10, stroke=MARK if due else INK, stroke_width=5 if due else 1.6),
        path(
            f"M2 {BAND} V12 Q2 2 12 2 H{PANEL - 12} Q{PANEL - 2} 2 {PANEL - 2} 12 V{BAND} Z",
            fill=SEATS[seat],
            stroke=INK,
            stroke_width=0.8,
        ),
        sign(f"mark-{seat}", 22, 21, 1.5),
    ]
    points = view["scores"][seat] if view["scores"] else player["points"]
    marks, right = _marks(view, phrases, seat, points)
    name, size = fitted(phrases.player(seat) or phrases.seat(seat), right - 46, NAME, SMALLEST)
    parts += [text(name, 42, 30, size, fill=ink, weight=700), marks]
    said = phrases.say("picture.told.seat", name=phrases.who(seat), points=points)
    # Where a seat can be chosen, a tap on what explains itself chooses the seat.
    parts += [over(f"seat-{seat}", phrases.who(seat), 0, 0, PANEL, HEIGHT), told(said, 2, 2, PANEL - 4, BAND - 4)]
    parts += [_held(view, phrases, seat), _stock(view, phrases, seat), _islands(ground, phrases, seat)]
    return "".join(parts)


def _marks(view: SeafarersView, phrases: Phrases, seat: int, points: int) -> tuple[str, float]:
    """Return the marks at the right end of a band (whose turn, you, points), and where they begin."""
    x = PANEL - 40.0
    parts = [text(points, x, 31, 28, fill=ON_SEATS[seat], weight=700, anchor="end"), sign("star", PANEL - 23, 20, 1.15)]
    x -= wide(str(points), 28) + 4
    for shown, key in ((seat == view["seat"], "viewer"), (seat == view["active"] and view["turn"] > 0, "active")):
        if shown:
            said = phrases.say(f"picture.{key}")
            width = 8 + wide(said, 18)
            x -= width + 4
            parts.append(box(x, 8, width, 26, fill=WHITE, round=13, stroke=INK, stroke_width=1))
            parts.append(text(said, x + width / 2, 27, 18, fill=INK, weight=700, anchor="middle"))
    return "".join(parts), x


def _held(view: SeafarersView, phrases: Phrases, seat: int) -> str:
    """Return hand, development cards, knights and route; gold behind who holds the two awards."""
    player = view["players"][seat]
    y, pitch = BAND + 2, 84.0
    parts = list[str]()
    for place, name, count, holds, key in (
        (0, "card", player["hand"], False, "cards"),
        (1, "scroll", player["cards"], False, "scrolls"),
        (2, "sword", player["knights"], player["largest_army"], "knights"),
        (3, "route", player["route"], player["longest_route"], "route"),
    ):
        x = 8 + place * pitch
        said = phrases.say(f"picture.told.{key}{'-most' * holds}", n=count)
        if holds:
            parts.append(box(x - 3, y + 4, 80, 33, fill=GOLD, round=8, stroke="#7d5a00", stroke_width=1.4))
            parts.append(text("+2", x + 57, y + 28, 18, weight=700))
        parts += [_counted(name, count, x, y), told(said, x - 3, y + 4, pitch - 4, 33)]
    return "".join(parts)


def _stock(view: SeafarersView, phrases: Phrases, seat: int) -> str:
    """Return the pieces left: roads, ships, settlements, cities."""
    player = view["players"][seat]
    y, parts = BAND + 58, list[str]()
    left = (
        ("road", player["roads"], 24, 0.8),
        ("ship", player["ships"], 84, 0.8),
        ("house", player["settlements"], 146, 0.85),
        ("city", player["cities"], 194, 0.72),
    )
    for name, count, x, scale in left:
        parts.append(sign(name, x, y, scale) + text(count, x + 18, y + 7, 20, fill=FAINT if count else RED, weight=700))
    counts = {name: player[name] for name in ("roads", "ships", "settlements", "cities")}
    return "".join(parts) + told(phrases.say("picture.told.left", **counts), 6, y - 15, 230, 30)


def _islands(ground: Ground, phrases: Phrases, seat: int) -> str:
    """Return the line of a player's home and visited islands, by letter, and special points."""
    player, said, explained = ground.view["players"][seat], list[str](), list[str]()
    for key, zones in (("home", player["home"]), ("visited", player["visited"])):
        letters = "".join(map(ground.island, zones))
        said += [phrases.say(f"picture.{key}", letters=letters)] if letters else []
        explained += [phrases.say(f"picture.told.{key}", letters=letters)] if letters else []
    drawn = text(" · ".join(said), 12, BAND + 90, 19) if said else ""
    if player["special"]:
        special = phrases.say("picture.special", n=player["special"])
        drawn += text(special, PANEL - 12, BAND + 90, 19, anchor="end")
        explained.append(phrases.say("picture.told.special", n=player["special"]))
    return drawn + (told(" ".join(explained), 6, BAND + 72, PANEL - 12, 24) if explained else "")


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
DEFINED = signs.definitions() | signs.landscapes()
"""Every sign and landscape, drawn once; a picture carries those that it uses."""


def picture(view: SeafarersView, phrases: Phrases) -> str:
    """Return the table as an SVG document, its words from the phrases of one language."""
    ground = Ground(view)
    land, bottom = chart(ground, phrases, HEADING)
    bank, bottom = supply(view, phrases, bottom + 4)
    own, bottom = own_cards(view, phrases, bottom + 4)
    trades, bottom = offers(view, phrases, bottom)
    below = bottom
    seats, bottom, beside = panels(view, ground, phrases, bottom + 4)
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
        data_folded=f"0 0 {number(WIDTH + PANEL + MARGIN)} {number(max(below, beside))}",
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

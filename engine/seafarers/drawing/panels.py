"""Heading, bank, the players' panels, the viewer's own cards and the offers that stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kit.svg import box, circle, group, path, text
from engine.seafarers.drawing.ground import Ground
from engine.seafarers.drawing.ink import (
    FAINT,
    GOLD,
    INK,
    LINE,
    MARGIN,
    MARK,
    ON_SEATS,
    RED,
    SEAT_NAMES,
    SEATS,
    SHEET,
    SIGNS,
    WHITE,
    WIDTH,
    seat_name,
)
from engine.seafarers.drawing.signs import sign
from engine.seafarers.types.view import Card, Cards, OfferView, OwnView, Resource, SeafarersView

HEADING = 78
PANEL = (WIDTH - 3 * MARGIN) / 2
BAND, HEIGHT = 40, 140
ROW = 38
ADVANCE = 0.56
"""A little more than the mean width of a letter, in parts of its size."""

DOING = {
    "harbour": "lay a harbour",
    "found": "found a settlement",
    "start": "roll, or play a card first",
    "discard": "give up half the hand",
    "thief": "move the robber or the pirate",
    "gold": "choose at the gold river",
    "trade": "trade and build",
    "build": "build",
    "free": "place a free road or ship",
    "chip": "take a chip to the outer island",
    "special": "special building phase: build or pass",
}
"""What the seats that are waited for are to do, by phase."""
DEVELOPMENT: Mapping[Card, tuple[str, str]] = {
    "knight": ("knight", "knights"),
    "roads": ("road building", "road building"),
    "invention": ("invention", "inventions"),
    "monopoly": ("monopoly", "monopolies"),
    "victory": ("victory point", "victory points"),
}
"""One card of a kind, and several."""


def heading(view: SeafarersView) -> str:
    """Return scenario, turn, dice, goal, and who does what; long lines are written smaller."""
    title, now = view["title"], _now(view)
    begun = f"turn {view['turn']}" if view["turn"] else "setting up"
    turn = f"{begun} · goal {view['goal']}"
    right = WIDTH - MARGIN - (80 if view["roll"] else 0)
    left_over = right - MARGIN - 10 - 23 * ADVANCE * len(turn)
    parts = [
        text(title, MARGIN, 37, min(32, left_over / (ADVANCE * len(title))), weight=700),
        text(turn, right, 34, 23, fill=FAINT, anchor="end"),
        text(now, MARGIN, 68, min(24, (WIDTH - 2 * MARGIN) / (ADVANCE * len(now)))),
    ]
    for place, die in enumerate(view["roll"]):
        parts.append(_die(die, WIDTH - MARGIN - 72 + 38 * place, 10))
    return "".join(parts)


def _now(view: SeafarersView) -> str:
    if view["winners"]:
        return f"Won by {_named_seats(view['winners'])}"
    said = f"{_named_seats(view['asked'])}: {DOING.get(view['phase'], view['phase'])}"
    laid = view["token"]
    if laid is not None:
        said += f" (2:1 {laid})" if laid in SIGNS else " (3:1)"
    return said if view["serve"] is None else f"{said}, hex {view['serve']}"


def _named_seats(seats: Sequence[int]) -> str:
    """Return seats by name, many of them without their numbers."""
    return ", ".join(seat_name(seat) if len(seats) < 3 else SEAT_NAMES[seat] for seat in seats)


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


def supply(view: SeafarersView, top: float) -> tuple[str, float]:
    """Return what the bank and the piles have left, in one line under the map."""
    parts, x = [text("Bank", MARGIN, top + 28, 22, weight=700)], 78.0
    for resource in SIGNS:
        parts.append(_counted(SIGNS[resource], view["bank"][resource], x, top))
        x += 68
    for name, count in (
        ("scroll", view["deck"]),
        ("tile", view["tiles"]),
        ("chips", view["stack"] + view["bag"]),
        ("anchor", view["tokens"]),
    ):
        if count or name == "scroll":
            parts.append(_counted(name, count, x, top))
            x += 68
    return "".join(parts), top + ROW + 2


def _counted(name: str, count: int | str, x: float, top: float, scale: float = 1.25) -> str:
    return sign(name, x + 13, top + 20, scale) + text(count, x + 29, top + 28, 23, weight=700)


def panels(view: SeafarersView, ground: Ground, top: float) -> tuple[str, float]:
    """Return the players' panels two by two, and where they end."""
    parts = []
    for seat in range(len(view["players"])):
        x, y = MARGIN + seat % 2 * (PANEL + MARGIN), top + seat // 2 * (HEIGHT + 10)
        parts.append(group(_panel(view, ground, seat), x=x, y=y))
    return "".join(parts), top + (len(view["players"]) + 1) // 2 * (HEIGHT + 10)


def _panel(view: SeafarersView, ground: Ground, seat: int) -> str:
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
        text(seat_name(seat), 42, 30, 25, fill=ink, weight=700),
    ]
    x = 158.0
    for shown, said in ((seat == view["active"] and view["turn"] > 0, "turn"), (seat == view["seat"], "you")):
        if shown:
            width = 52 if said == "turn" else 46
            parts.append(box(x, 8, width, 26, fill=WHITE, round=13, stroke=INK, stroke_width=1))
            parts.append(text(said, x + width / 2, 27, 20, fill=INK, weight=700, anchor="middle"))
            x += width + 6
    points = view["scores"][seat] if view["scores"] else player["points"]
    parts.append(text(points, PANEL - 40, 31, 28, fill=ink, weight=700, anchor="end"))
    parts.append(sign("star", PANEL - 23, 20, 1.15))
    parts += [_held(view, seat), _stock(view, seat), _islands(ground, seat)]
    return "".join(parts)


def _held(view: SeafarersView, seat: int) -> str:
    """Return hand, development cards, knights and route; gold behind who holds the two awards."""
    player = view["players"][seat]
    y, pitch = BAND + 2, 84.0
    parts = [_counted("card", player["hand"], 8, y), _counted("scroll", player["cards"], 8 + pitch, y)]
    for place, name, count, holds in (
        (2, "sword", player["knights"], player["largest_army"]),
        (3, "route", player["route"], player["longest_route"]),
    ):
        x = 8 + place * pitch
        if holds:
            parts.append(box(x - 3, y + 4, 80, 33, fill=GOLD, round=8, stroke="#7d5a00", stroke_width=1.4))
            parts.append(text("+2", x + 57, y + 28, 18, weight=700))
        parts.append(_counted(name, count, x, y))
    return "".join(parts)


def _stock(view: SeafarersView, seat: int) -> str:
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
    return "".join(parts)


def _islands(ground: Ground, seat: int) -> str:
    """Return the letters of home and new islands, and special points."""
    player = ground.view["players"][seat]
    home = "".join(filter(None, map(ground.island, player["home"])))
    there = "".join(filter(None, map(ground.island, player["visited"])))
    said = [f"home {home}"] * bool(home) + [f"new {there}"] * bool(there)
    special = text(f"{player['special']} special", PANEL - 12, BAND + 90, 19, anchor="end") if player["special"] else ""
    return (text(" · ".join(said), 12, BAND + 90, 19) if said else "") + special


def own_cards(view: SeafarersView, top: float) -> tuple[str, float]:
    """Return the viewer's hand with the bank's rates, and the development cards; nothing for spectators."""
    own, seat = view["own"], view["seat"]
    if own is None or seat is None:
        return "", top
    rows = _development(own)
    height = 66.0 + 30 * len(rows)
    parts = [
        box(MARGIN, top, WIDTH - 2 * MARGIN, height, fill=SHEET, round=10, stroke=LINE, stroke_width=2),
        text("You", MARGIN + 12, top + 30, 24, weight=700),
        text(points_of(own["points"]), MARGIN + 12, top + 54, 20, fill=FAINT),
    ]
    for place, name in enumerate(SIGNS):
        x = 130 + 116 * place
        parts.append(
            sign(SIGNS[name], x + 13, top + 32, 1.7) + text(own["hand"][name], x + 33, top + 42, 28, weight=700)
        )
        parts.append(text(f"{own['rates'][name]}:1", x + 66, top + 41, 20, fill=FAINT))
    for line, said in enumerate(rows):
        parts.append(sign("scroll", MARGIN + 24, top + 74 + 30 * line, 1.15))
        parts.append(text(said, MARGIN + 44, top + 81 + 30 * line, 22))
    return "".join(parts), top + height + 8


def _development(own: OwnView) -> list[str]:
    said = []
    for card, (one, several) in DEVELOPMENT.items():
        count = own["cards"][card]
        if count:
            fresh = f" ({own['fresh'][card]} new)" if own["fresh"][card] else ""
            said.append(f"{count} {one if count == 1 else several}{fresh}")
    return [", ".join(said[:3]), *([", ".join(said[3:])] if said[3:] else [])] if said else []


def offers(view: SeafarersView, top: float) -> tuple[str, float]:
    """Return the offers that stand, with who may still answer, who accepted, and counter-offers."""
    parts = []
    for offer in view["offers"]:
        parts.append(_exchange(f"Offer {offer['n']}", view["active"], offer["give"], offer["take"], top))
        x = 470.0
        for seat in offer["to"]:
            parts.append(sign(f"mark-{seat}", x, top + 19, 1.25) + text("?", x + 13, top + 27, 20, weight=700))
            x += 38
        for seat in offer["accepted"]:
            parts.append(
                sign(f"mark-{seat}", x, top + 19, 1.25)
                + path(f"M{x + 14} {top + 20} l5 6 l8 -12", stroke="#1d7a36", stroke_width=3.4)
            )
            x += 42
        top += ROW
        for drawn in _counters(offer):
            parts.append(group(drawn, y=top))
            top += ROW
    return "".join(parts), top


def _counters(offer: OfferView) -> list[str]:
    return [_exchange("counter", one["seat"], one["take"], one["give"], 0) for one in offer["counters"]]


def _exchange(said: str, seat: int, give: Cards, take: Cards, top: float) -> str:
    parts = [text(said, MARGIN, top + 28, 22, weight=700), sign(f"mark-{seat}", 116, top + 19, 1.25)]
    x = 138.0
    for place, cards in enumerate((give, take)):
        if place:
            parts.append(path(f"M{x + 2} {top + 20} h18 m-6 -6 l6 6 l-6 6", stroke=INK, stroke_width=2.6))
            x += 30
        for name in _held_kinds(cards):
            parts.append(text(cards[name], x, top + 28, 22, weight=700) + sign(SIGNS[name], x + 26, top + 20, 1.2))
            x += 46
    return "".join(parts)


def points_of(count: int) -> str:
    """Return a number of points in words."""
    return f"{count} point" if count == 1 else f"{count} points"


def _held_kinds(cards: Cards) -> list[Resource]:
    return [name for name in SIGNS if cards[name]]

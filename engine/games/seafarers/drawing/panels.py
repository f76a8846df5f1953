"""Heading, bank and the players' panels."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.seafarers.drawing.ground import Ground
from engine.games.seafarers.drawing.ink import (
    ADVANCE,
    FAINT,
    GOLD,
    INK,
    MARGIN,
    MARK,
    ON_SEATS,
    RED,
    SEATS,
    SHEET,
    SIGNS,
    WHITE,
    WIDTH,
    wide,
)
from engine.games.seafarers.drawing.signs import sign
from engine.games.seafarers.drawing.spots import over
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.view import SeafarersView
from engine.kit.drawing.names import fitted
from engine.kit.drawing.spots import told
from engine.kit.drawing.svg import box, circle, group, path, text

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
    if view["winners"]:
        return phrases.say("picture.won", names=_named_seats(view["winners"], phrases))
    doing = phrases.say(f"picture.doing.{view['phase']}")
    if view["token"] is not None:
        doing += " (" + phrases.say(f"harbour.{view['token']}") + ")"
    if view["serve"] is not None:
        doing = phrases.say("picture.serve", doing=doing, hex=view["serve"])
    return f"{_named_seats(view['asked'], phrases)}: {doing}"


def _named_seats(seats: Sequence[int], phrases: Phrases) -> str:
    """Return who sits in some seats; of many whose names are not known, only the colours."""
    return ", ".join(
        phrases.who(seat) if len(seats) < 3 or phrases.player(seat) else phrases.colour(seat) for seat in seats
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


def panels(view: SeafarersView, ground: Ground, phrases: Phrases, top: float) -> tuple[str, float]:
    """Return the players' panels two by two, and where they end."""
    parts = []
    for seat in range(len(view["players"])):
        x, y = MARGIN + seat % 2 * (PANEL + MARGIN), top + seat // 2 * (HEIGHT + 10)
        parts.append(group(_panel(view, ground, phrases, seat), x=x, y=y))
    return "".join(parts), top + (len(view["players"]) + 1) // 2 * (HEIGHT + 10)


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
    """Return what stands at the right end of a band: whose turn it is, you, points; and where it begins."""
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
    """Return the letters of home and new islands, and special points."""
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

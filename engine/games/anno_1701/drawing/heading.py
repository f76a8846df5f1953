"""The band above a settlement: who plays which side, favour points, speed, cannons, money bags, powers."""

from __future__ import annotations

from engine.games.anno_1701.drawing.ink import GOLD, INK, MARGIN, SIDES, WHITE, WIDTH, label
from engine.games.anno_1701.drawing.signs import sign
from engine.games.anno_1701.text.phrases import Phrases
from engine.games.anno_1701.types.cards import Power
from engine.games.anno_1701.types.view import Anno1701View
from engine.kit.drawing.names import fitted, wide
from engine.kit.drawing.spots import told
from engine.kit.drawing.svg import box

HIGH = 44
NAME, SMALLEST = 25, 17
"""Size of a player's name, and how small it may be before it is shortened."""
PILL = 19
POWERS: tuple[Power, ...] = ("trade", "sea")


def heading(view: Anno1701View, phrases: Phrases, seat: int, y: float) -> str:
    """Return the band of a seat with its top at ``y``."""
    player = view["players"][seat]
    side = phrases.titled(phrases.say(f"side.{player['side']}"))
    marks, right = _marks(view, phrases, seat, y)
    pills = [phrases.say("picture.you")] * (seat == view["seat"])
    going_on = bool(view["turn"] and view["standing"]) and view["outcome"] is None
    pills += [phrases.say("picture.active")] * (view["active"] == seat and going_on)
    room = right - MARGIN - 24 - sum(20 + PILL * wide(one) for one in pills)
    name, size = _named(phrases.player(seat), side, room)
    parts = [
        box(MARGIN, y, WIDTH - 2 * MARGIN, HIGH, round=9, fill=SIDES[player["side"]]),
        label(name, MARGIN + 12, y + 31, size, fill=WHITE, bold=True),
    ]
    if phrases.player(seat):
        said = phrases.say("picture.told.seat", name=phrases.player(seat), side=side)
        parts.append(told(said, MARGIN, y, room + 12, HIGH))
    x = MARGIN + 24 + size * wide(name)
    for said in pills:
        broad = 14 + PILL * wide(said)
        parts.append(box(x, y + 8, broad, 28, round=14, fill=WHITE))
        parts.append(label(said, x + broad / 2, y + 29, PILL, fill=INK, bold=True, anchor="middle"))
        x += broad + 6
    return "".join(parts) + marks


def _named(player: str, side: str, room: float) -> tuple[str, float]:
    """Return who plays which side, in the room there is: the side stays whole, the name is shortened."""
    if not player:
        return fitted(side, room, NAME, SMALLEST)
    after = f" · {side}"
    size = max(SMALLEST, min(NAME, int(room / wide(player + after))))
    name, _ = fitted(player, room - size * wide(after), size, size)
    return name + after, size


def _marks(view: Anno1701View, phrases: Phrases, seat: int, y: float) -> tuple[str, float]:
    """Return the counts and powers at the right end of the band, and where they begin."""
    player, parts, x = view["players"][seat], list[str](), WIDTH - MARGIN - 40.0
    who = phrases.who(seat, player["side"])
    for power in POWERS:
        if view["powers"][power] == seat:
            parts.append(box(x - 8, y + 5, 42, 34, round=8, fill=GOLD))
            parts.append(sign("bags" if power == "trade" else "cannons", x + 13, y + 22))
            parts.append(told(phrases.say(f"picture.told.{power}", name=who), x - 8, y, 44, HIGH))
            x -= 48
    for mark, value in (
        ("bags", player["bags"]),
        ("cannons", player["strength"]),
        ("sails", player["speed"]),
        ("star", player["points"]),
    ):
        x -= 20
        parts.append(label(value, x + 28, y + 32, 27, fill=WHITE, bold=True, anchor="middle"))
        parts.append(sign(mark, x + 2, y + 22, 1.05))
        parts.append(told(phrases.say(f"picture.told.{mark}", name=who, n=value), x - 14, y, 58, HIGH))
        x -= 42
    return "".join(parts), x + 24

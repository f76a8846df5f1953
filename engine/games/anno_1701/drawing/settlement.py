"""A settlement: its owner, landscapes with their goods, ship, inhabitants and village centres, buildings, hand.

Landscapes and warehouses lie in two rows, between them the inhabitants and centres, as on the table. How many goods a landscape
holds is drawn as goods on three places.

Cards stand three in a row: name, what the card does in words and signs, what it costs, whether it can be paid.
"""

import textwrap
from collections.abc import Mapping, Sequence
from functools import partial

from engine.games.anno_1701.drawing.signs import (
    ALARM,
    CALM,
    EDGE,
    FAINT,
    GOLD,
    GOODS,
    INK,
    LEVELS,
    MARGIN,
    SEA,
    SHEET,
    SIDES,
    WHITE,
    WIDTH,
    fitting,
    frame,
    label,
    over,
    sign,
)
from engine.games.anno_1701.text.phrases import Phrases, effects
from engine.games.anno_1701.types.cards import ExpansionCard, Power
from engine.games.anno_1701.types.view import Anno1701View, LandscapeShown, PlayerShown
from engine.kit.drawing.names import fitted, wide
from engine.kit.drawing.svg import box, circle, pale, told

LEFT, CARD, GAP, IN_A_ROW = 12, 228, 6, 3
HEAD, LINE, SIZE = 36, 22, 19
LONGEST_LINE = 23
"""Maximum letters per line on a card at the size of the facts, allowing for the widest letters."""
COSTS = 30


def rows(
    cards: Sequence[ExpansionCard],
    phrases: Phrases,
    y: float,
    *,
    fill: str = SHEET,
    purse: Mapping[str, int] | None = None,
) -> tuple[str, list[tuple[float, float, float]], float]:
    """Draw cards; return the drawing, place and height of each card, and where they end.

    :param purse: what the owner has of each good: then costs are shown, and marked where they can be paid.
    """
    parts, places = list[str](), list[tuple[float, float, float]]()
    for begin in range(0, len(cards), IN_A_ROW):
        row = [(card, said(card, phrases)) for card in cards[begin : begin + IN_A_ROW]]
        costs = purse is not None and any(card["building"] for card, _ in row)
        height = HEAD + 8 + LINE * max(len(lines) for _, lines in row) + (COSTS if costs else 0)
        for i, (card, lines) in enumerate(row):
            x = LEFT + i * (CARD + GAP)
            parts.append(_card(card, lines, phrases, x, y, height, fill, purse))
            places.append((x, y, height))
        y += height + GAP
    return "".join(parts), places, y


def title(card: ExpansionCard, phrases: Phrases) -> str:
    """Return a card's name: ``Theatre III``."""
    return phrases.titled(phrases.card(card["id"]))


def said(card: ExpansionCard, phrases: Phrases) -> list[str]:
    """Return a card's effect, in lines that fit on it."""
    facts = phrases.say("picture.fact").join(effects(card, phrases))
    return textwrap.wrap(facts, LONGEST_LINE) or [""]


def described(card: ExpansionCard, phrases: Phrases) -> str:
    """Return a card's name, effect and cost in one line, which spells out its symbols."""
    facts = effects(card, phrases)
    if card["building"]:
        facts.append(phrases.say("effect.cost", goods=phrases.goods(card["cost"])))
    return phrases.say("effect.card", card=title(card, phrases), facts=phrases.say("picture.fact").join(facts))


def payable(cost: str, purse: Mapping[str, int]) -> bool:
    """Return whether the goods are there."""
    return all(purse.get(good, 0) >= cost.count(good) for good in set(cost))


def _card(
    card: ExpansionCard,
    lines: Sequence[str],
    phrases: Phrases,
    x: float,
    y: float,
    height: float,
    fill: str,
    purse: Mapping[str, int] | None,
) -> str:
    name = title(card, phrases)
    pays = purse is not None and card["building"] and payable(card["cost"], purse)
    room = CARD - 16 - (34 if "die" in card else 0)
    parts = [
        frame(x, y, CARD, height, fill=fill, stroke=CALM if pays else EDGE, thick=4 if pays else 2),
        label(name, x + 8, y + 26, fitting(name, 21, room), bold=True),
        *(label(line, x + 8, y + HEAD + 16 + LINE * number, SIZE, fill=INK) for number, line in enumerate(lines)),
    ]
    if "die" in card:
        parts.append(sign(f"die-{card['die']}", x + CARD - 20, y + 19))
    if purse is not None and card["building"]:
        parts.append(_cost(card["cost"], x + 8, y + height - 32))
        if pays:
            parts.append(sign("tick", x + CARD - 19, y + height - 18))
    elif purse is not None:
        parts.append(label(phrases.say("picture.free"), x + 8, y + height - 10, SIZE, fill=FAINT))
    return "".join(parts)


def _cost(goods: str, x: float, y: float) -> str:
    """Draw a cost as a row of its goods."""
    parts = []
    for place, good in enumerate(goods):
        left = x + 27 * place
        parts.append(box(left, y, 25, 26, round=5, fill=GOODS.get(good, WHITE), stroke=EDGE, stroke_width=1))
        parts.append(sign(good, left + 12.5, y + 13, 0.88))
    return "".join(parts)


HEADING_HIGH = 44
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
        box(MARGIN, y, WIDTH - 2 * MARGIN, HEADING_HIGH, round=9, fill=SIDES[player["side"]]),
        label(name, MARGIN + 12, y + 31, size, fill=WHITE, bold=True),
    ]
    if phrases.player(seat):
        said = phrases.say("picture.told.seat", name=phrases.player(seat), side=side)
        parts.append(told(said, MARGIN, y, room + 12, HEADING_HIGH))
    x = MARGIN + 24 + size * wide(name)
    for said in pills:
        broad = 14 + PILL * wide(said)
        parts.append(box(x, y + 8, broad, 28, round=14, fill=WHITE))
        parts.append(label(said, x + broad / 2, y + 29, PILL, fill=INK, bold=True, anchor="middle"))
        x += broad + 6
    return "".join(parts) + marks


def _named(player: str, side: str, room: float) -> tuple[str, float]:
    """Return the name and side of a player, fitted into the room: only the name is shortened."""
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
            parts.append(told(phrases.say(f"picture.told.{power}", name=who), x - 8, y, 44, HEADING_HIGH))
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
        parts.append(told(phrases.say(f"picture.told.{mark}", name=who, n=value), x - 14, y, 58, HEADING_HIGH))
        x -= 42
    return "".join(parts), x + 24


PITCH, FIRST = 142.0, 76.0
"""The distance between the columns of landscapes, and the middle of the first column (the warehouses)."""
WIDE, HIGH, LOW = 134.0, 104.0, 100.0
NARROW = 68.0
NAMES = ("pioneer", "settler", "citizen", "merchant")
NUMERALS = ("–", "I", "II", "III", "IV")


def settlement(view: Anno1701View, phrases: Phrases, seat: int, y: float) -> tuple[str, float]:
    """Return a settlement with its top at ``y``, and where it ends."""
    player, own = view["players"][seat], seat == view["seat"]
    parts = [heading(view, phrases, seat, y)]
    top, middle, bottom = y + 54, y + 54 + HIGH + 6, y + 54 + HIGH + LOW + 12
    rows_at = {"top": top, "bottom": bottom}
    for land in player["landscapes"]:
        row, _, column = land["at"].partition("-")
        parts.append(_landscape(land, phrases, _left(int(column)), rows_at[row]))
    row, _, column = player["ship"]["at"].partition("-")
    parts.append(_ship(player, phrases, _left(int(column)), rows_at[row], own=own))
    for good, at in (("R", top), ("B", bottom)):
        parts.append(_warehouse(phrases, good, player["luxury"][good], _left(0), at))
    parts += _middle(player, phrases, middle, own=own)
    stock, y = _stock(view, phrases, seat, bottom + HIGH + 8)
    parts.append(stock)
    if player["buildings"]:
        drawn, places, y = rows(player["buildings"], phrases, y + 6)
        parts.append(drawn)
        for card, (x, top, height) in zip(player["buildings"], places, strict=True):
            parts.append(told(described(card, phrases), x, top, CARD, height))
    drawn, y = _hand(player, phrases, y, own=own)
    return "".join(parts) + drawn, y + 10


def purse(player: PlayerShown) -> dict[str, int]:
    """Return a player's stock of every good and of gold, by letter."""
    return {**player["goods"], **player["luxury"], "G": sum(player["gold"])}


def _left(column: int) -> float:
    return FIRST + PITCH * column - WIDE / 2


def _landscape(land: LandscapeShown, phrases: Phrases, x: float, y: float) -> str:
    """Return a landscape: its name, the die at which it yields, goods on its three places."""
    good, name = land["good"], phrases.titled(phrases.name(land["good"]))
    alarm = land["blocked"]
    parts = [
        frame(x, y, WIDE, HIGH, fill=GOODS[good], stroke=ALARM if alarm else EDGE, thick=5 if alarm else 2),
        label(name, x + 8, y + 26, fitting(name, 20, WIDE - 46), bold=True),
        sign(f"die-{land['die']}", x + WIDE - 19, y + 19, 1.05),
        *_places(good, land["amount"], x, y + 38),
        label(land["id"], x + 8, y + HIGH - 8, 19, fill=FAINT),
        label(
            phrases.say("picture.of-three", n=land["amount"]), x + WIDE - 8, y + HIGH - 8, 19, bold=True, anchor="end"
        ),
    ]
    said = phrases.say("picture.land", land=phrases.land(land["id"]), die=land["die"], n=land["amount"])
    said = f"{said} {phrases.say('picture.blocked')}" if alarm else said
    return "".join(parts) + over(f"land-{land['id']}", said, x, y, WIDE, HIGH)


def _places(good: str, amount: int, x: float, y: float) -> list[str]:
    """Return three places side by side, as many of them full as there are goods."""
    middles = [x + WIDE / 2 + 40 * (place - 1) for place in range(3)]
    rings = [
        circle(cx, y + 18, 17, fill=WHITE if place < amount else "none", stroke=EDGE, stroke_width=1.6)
        for place, cx in enumerate(middles)
    ]
    signs = [sign(good, cx, y + 18, 1.15) for cx in middles]
    return [*rings, *signs[:amount], pale(0.18, *signs[amount:])]


def _warehouse(phrases: Phrases, good: str, amount: int, x: float, y: float) -> str:
    name = phrases.titled(phrases.name(good))
    return "".join(
        [
            frame(x, y, WIDE, HIGH, fill=GOODS[good]),
            label(name, x + 8, y + 26, fitting(name, 20, WIDE - 16), bold=True),
            *_places(good, amount, x, y + 38),
            label(phrases.say("picture.warehouse"), x + 8, y + HIGH - 8, 19, fill=FAINT),
            label(phrases.say("picture.of-three", n=amount), x + WIDE - 8, y + HIGH - 8, 19, bold=True, anchor="end"),
            told(phrases.say("picture.told.warehouse", good=name, n=amount), x, y, WIDE, HIGH),
        ]
    )


def _ship(player: PlayerShown, phrases: Phrases, x: float, y: float, *, own: bool) -> str:
    state, name = player["ship"]["state"], phrases.say("picture.ship")
    wrecked = state == 0
    said = phrases.say("picture.wreck") if wrecked else phrases.say("picture.state", n=state)
    sails = sign("sails", x + WIDE / 2, y + 54, 1.9)
    parts = [
        frame(x, y, WIDE, HIGH, fill="#cfe3ea", stroke=ALARM if wrecked else SEA, thick=5 if wrecked else 3),
        label(name, x + 8, y + 26, 20, bold=True),
        sails if not wrecked else pale(0.45, sails),
        label(said, x + WIDE / 2, y + HIGH - 8, 19, fill=ALARM if wrecked else INK, bold=True, anchor="middle"),
    ]
    if not wrecked:
        parts.append(sign(f"die-{player['ship']['die']}", x + WIDE - 19, y + 19, 1.05))
    title = phrases.say("picture.wrecked") if wrecked else phrases.say("table.titled", title=name, list=said)
    return "".join(parts) + (over("ship", title, x, y, WIDE, HIGH) if own else told(title, x, y, WIDE, HIGH))


def _middle(player: PlayerShown, phrases: Phrases, y: float, *, own: bool) -> list[str]:
    """Return inhabitants, village centres, and how many inhabitants are happy."""
    parts = []
    for place, column in enumerate((1, 3, 5, 7)):
        level, x = player["residents"][place], FIRST + PITCH / 2 * column - NARROW / 2
        name = phrases.titled(phrases.name(NAMES[level]) if level else phrases.say("pioneer"))
        parts += [
            frame(x, y, NARROW, LOW, fill=LEVELS[level]),
            sign("person", x + NARROW / 2, y + 30, 1.25),
            label(NUMERALS[level], x + NARROW / 2, y + 72, 24, bold=True, anchor="middle"),
            label(name, x + NARROW / 2, y + LOW - 9, fitting(name, 19, NARROW + 12), anchor="middle"),
        ]
        said = _resident(level, phrases.nth("place", place), name, phrases)
        parts.append(over(f"resident-{place}", said, x, y, NARROW, LOW) if own else told(said, x, y, NARROW, LOW))
    for centre, column in ((0, 2), (1, 6)):
        parts.append(_centre(player, phrases, centre, FIRST + PITCH / 2 * column - NARROW / 2, y, own=own))
    x = FIRST + PITCH * 2 - NARROW / 2
    parts += [
        frame(x, y, NARROW, LOW),
        sign("happy", x + 20, y + 30, 1.1)
        + label(player["happy"], x + 48, y + 39, 26, fill=CALM, bold=True, anchor="middle"),
        sign("unhappy", x + 20, y + 72, 1.1)
        + label(player["unhappy"], x + 48, y + 81, 26, fill=ALARM, bold=True, anchor="middle"),
        told(phrases.say("picture.told.happy", happy=player["happy"], unhappy=player["unhappy"]), x, y, NARROW, LOW),
    ]
    return parts


def _resident(level: int, place: str, name: str, phrases: Phrases) -> str:
    """Return a house's inhabitant, and the cost of the next level, if there is one."""
    said = phrases.say("picture.resident", place=place, name=name)
    if level + 1 >= len(NAMES):
        return said
    higher = NAMES[level + 1]
    return phrases.say(
        "picture.resident-next",
        resident=said,
        next=phrases.titled(phrases.name(higher)),
        cost=phrases.goods(phrases.upgrade_cost(higher)),
    )


def _centre(player: PlayerShown, phrases: Phrases, centre: int, x: float, y: float, *, own: bool) -> str:
    gold, name = (
        player["gold"][centre],
        phrases.say("picture.unrest" if player["gold"][centre] == 0 else "picture.centre"),
    )
    unrest = gold == 0
    parts = [
        frame(x, y, NARROW, LOW, fill="#f3c9bd" if unrest else "#f8e7b5", stroke=ALARM if unrest else GOLD, thick=4),
        sign("G", x + 22, y + 30, 1.2) + label(gold, x + 50, y + 39, 27, bold=True, anchor="middle"),
        sign("unhappy", x + 22, y + 62, 0.9)
        + label(4 - gold, x + 50, y + 69, 22, fill=ALARM, bold=True, anchor="middle"),
        label(
            name,
            x + NARROW / 2,
            y + LOW - 7,
            fitting(name, 19, NARROW + 8),
            fill=ALARM if unrest else INK,
            anchor="middle",
        ),
    ]
    side = phrases.say(f"centre-target.{('left', 'right')[centre]}")
    said = phrases.say("picture.gold-there", place=phrases.titled(side), n=gold)
    return "".join(parts) + (told if own else partial(over, f"centre-{centre}"))(said, x, y, NARROW, LOW)


def _stock(view: Anno1701View, phrases: Phrases, seat: int, y: float) -> tuple[str, float]:
    """Return a player's stock of every good, side by side: everything that can be given, taken and paid with."""
    player = view["players"][seat]
    own = seat == view["seat"]
    parts, lacking, spots = list[str](), list[str](), list[str]()
    pitch = (WIDTH - 2 * MARGIN) / 8
    for place, (good, n) in enumerate(purse(player).items()):
        x = MARGIN + pitch * place
        parts.append(box(x + 2, y, pitch - 4, 40, round=20, fill=SHEET if n else "none", stroke=EDGE, stroke_width=1.6))
        (parts if n else lacking).append(sign(good, x + 26, y + 20, 1.15))
        parts.append(label(n, x + 58, y + 29, 25, fill=INK if n else FAINT, bold=True, anchor="middle"))
        if view["seat"] is not None:
            whose = phrases.say(
                "picture.mine" if own else "picture.theirs", good=phrases.titled(phrases.name(good)), n=n
            )
            spots.append(over(f"{'good' if own else 'other'}-{good}", whose, x + 2, y, pitch - 4, 40))
    return "".join([*parts, pale(0.35, *lacking), *spots]), y + 44


def _hand(player: PlayerShown, phrases: Phrases, y: float, *, own: bool) -> tuple[str, float]:
    """Return the hand: the viewer's cards with costs, of others the backs."""
    if player["hand"] is None:
        parts = [label(phrases.say("picture.backs"), MARGIN, y + 34, 20)]
        x = MARGIN + 24 + 10.5 * len(phrases.say("picture.backs"))
        for numeral in player["numerals"]:
            parts.append(sign("back", x, y + 26, 1.2) + label(NUMERALS[numeral], x + 16, y + 34, 20, bold=True))
            x += 58
        if not player["numerals"]:
            parts.append(label("–", x, y + 34, 20))
        said = phrases.say("picture.told.backs", n=len(player["numerals"]))
        return "".join(parts) + told(said, MARGIN, y + 8, WIDTH - 2 * MARGIN, 38), y + 46
    parts = [label(phrases.say("table.hand"), MARGIN, y + 30, 22, bold=True)]
    if not player["hand"]:
        return "".join([*parts, label("–", MARGIN + 80, y + 30, 22)]), y + 40
    drawn, places, end = rows(player["hand"], phrases, y + 40, fill="#eef3ea", purse=purse(player))
    parts.append(drawn)
    if own:
        for slot, (card, (x, top, height)) in enumerate(zip(player["hand"], places, strict=True)):
            said = described(card, phrases)
            parts.append(over(f"hand-{card['id']}", said, x, top, 228, height))
            parts.append(
                over(f"slot-{slot}", phrases.say("picture.slot", n=slot + 1, card=said), x, top + height - 34, 228, 34)
            )
    return "".join(parts), end

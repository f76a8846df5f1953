"""The picture of the table: both settlements and what lies between them, legible on a telephone.

One SVG, 720 units wide, drawn from the view alone; the viewer's settlement is at the bottom. A landscape is turned as on the
table: its lower side shows how many goods it holds, the other sides what it would show if it were turned further.
"""

from __future__ import annotations

from engine.anno_1701.dataset import Dataset
from engine.anno_1701.drawing.chips import MARGIN, NUMERALS, chips
from engine.anno_1701.drawing.ink import ALARM, CALM, EDGE, FAINT, GOLD, GOODS, INK, PAPER, SEA, SHEET, box, label
from engine.anno_1701.types.cards import VoyageCard
from engine.anno_1701.types.view import Anno1701View, LandscapeShown, PlayerShown
from engine.kit.svg import FAMILY, tag

WIDTH, CARD, STEP = 720, 72, 77
LEVELS = ("Pioneer", "Settler", "Citizen", "Merchant")


def picture(view: Anno1701View, data: Dataset) -> str:
    """Return the table as an SVG document."""
    near = 1 if view["seat"] is None else view["seat"]
    parts: list[str] = []
    y = 30
    for drawn in (1 - near, None, near):
        if drawn is None:
            part, y = _middle(view, data, y)
        else:
            part, y = _settlement(view, data, drawn, y)
        parts.append(part)
    title = f"Two settlements, turn {view['turn']}"
    return tag(
        "svg",
        tag("title", title),
        tag("desc", _description(view)),
        tag("rect", width=WIDTH, height=y, fill=PAPER),
        tag("g", *parts, font_family=FAMILY, fill=INK),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {y}",
        role="img",
    )


def _description(view: Anno1701View) -> str:
    return " ".join(
        f"{one['side'].capitalize()}: {one['points']} points, {sum(one['gold'])} gold, {len(one['buildings'])} buildings."
        for one in view["players"]
    )


def _name(data: Dataset, what: str) -> str:
    return data.names[what]["en"]


def _settlement(view: Anno1701View, data: Dataset, seat: int, y: int) -> tuple[str, int]:
    """Draw a settlement: heading, three rows of cards, buildings and hand."""
    player = view["players"][seat]
    parts = [_heading(view, seat, y)]
    top = y + 12
    for land in player["landscapes"]:
        parts.append(_landscape(land, *_spot(land["at"], top)))
    parts.append(_ship(player, *_spot(player["ship"]["at"], top)))
    for row, good in ((0, "R"), (2, "B")):
        parts.append(_turned(MARGIN, top + row * STEP, GOODS[good], player["luxury"][good], _name(data, good), None))
    parts += _row(player, top + STEP)
    y = top + 3 * STEP + 4
    drawn, y = chips(data, player["buildings"], y, SHEET)
    parts.append(drawn)
    if player["hand"] is None:
        backs = " ".join(NUMERALS[one] for one in player["numerals"]) or "none"
        parts.append(label(f"Hand cards: {backs}", MARGIN, y + 22))
        return "".join(parts), y + 56
    parts.append(label("Hand", MARGIN, y + 22, bold=True))
    drawn, y = chips(data, player["hand"], y + 30, "#eef3ea", cost=True)
    parts.append(drawn)
    return "".join(parts), y + 20


def _heading(view: Anno1701View, seat: int, y: int) -> str:
    player = view["players"][seat]
    powers = [f"{power.upper()} POWER" for power, holder in view["powers"].items() if holder == seat]
    facts = [
        f"{player['points']} points",
        f"speed {player['speed']}",
        f"cannons {player['strength']}",
        f"bags {player['bags']}",
    ]
    mark = "» " if view["active"] == seat and view["turn"] else ""
    return label(f"{mark}{player['side'].capitalize()}", MARGIN, y, 24, bold=True) + label(
        " · ".join([*facts, *powers]), MARGIN + 118, y, 20
    )


def _spot(position: str, top: int) -> tuple[int, int]:
    """Return where a position of the layout lies: columns 2, 4, 6 and 8 of the board."""
    row, column = position.split("-")
    return MARGIN + 2 * int(column) * STEP, top + (0 if row == "top" else 2 * STEP)


def _turned(x: int, y: int, fill: str, amount: int, name: str, die: int | None, *, edge: str = EDGE) -> str:
    """Draw a card with four sides, 0 to 3, turned so that the lower side shows the amount."""
    left, above, right = ((amount + turn) % 4 for turn in (1, 2, 3))
    parts = [
        box(x, y, CARD, CARD, fill=fill, stroke=edge, thick=2 if edge == EDGE else 5),
        label(amount, x + CARD // 2, y + 66, 30, bold=True, anchor="middle"),
        label(left, x + 10, y + 66, 13, fill=FAINT, anchor="middle"),
        label(right, x + CARD - 10, y + 66, 13, fill=FAINT, anchor="middle"),
        label(above, x + CARD - 10, y + 38, 13, fill=FAINT, anchor="middle"),
        label(name, x + 5, y + 18, 18),
    ]
    if die is not None:
        parts.append(box(x + 6, y + 23, 22, 20, fill=SHEET, stroke=INK, thick=1))
        parts.append(label(die, x + 17, y + 40, 18, bold=True, anchor="middle"))
    return "".join(parts)


GOOD_NAMES = {"N": "N Food", "T": "T Cloth", "H": "H Wood", "Z": "Z Brick", "W": "W Tools"}
"""Each with the letter that stands for it in costs and moves."""


def _landscape(land: LandscapeShown, x: int, y: int) -> str:
    edge = ALARM if land["blocked"] else EDGE
    return _turned(x, y, GOODS[land["good"]], land["amount"], GOOD_NAMES[land["good"]], land["die"], edge=edge)


def _ship(player: PlayerShown, x: int, y: int) -> str:
    state, wrecked = player["ship"]["state"], player["ship"]["state"] == 0
    parts = [
        box(x, y, CARD, CARD, fill="#cfe1e6", stroke=ALARM if wrecked else SEA, thick=4),
        label("Ship", x + 6, y + 20, 18),
        label(
            "wreck" if wrecked else NUMERALS[state],
            x + CARD // 2,
            y + 64,
            22 if wrecked else 28,
            bold=True,
            anchor="middle",
        ),
    ]
    if not wrecked:
        parts.append(label(player["ship"]["die"], x + CARD - 8, y + 40, 18, bold=True, anchor="end"))
    return "".join(parts)


def _row(player: PlayerShown, y: int) -> list[str]:
    """Draw the lettered row: the inhabitants, village centres and the overview card."""
    parts = []
    for i, column in enumerate((1, 3, 5, 7)):
        step = player["residents"][i]
        x = MARGIN + column * STEP
        parts.append(box(x, y, CARD, CARD, fill=("#efe3c6", "#e8d391", "#dcb95e", "#d99a2b")[step]))
        parts.append(label(LEVELS[step], x + CARD // 2, y + 24, 17, anchor="middle"))
        parts.append(label(NUMERALS[step] if step else "–", x + CARD // 2, y + 58, 28, bold=True, anchor="middle"))
    for centre, column in ((0, 2), (1, 6)):
        gold, x = player["gold"][centre], MARGIN + column * STEP
        unrest = gold == 0
        parts.append(
            box(x, y, CARD, CARD, fill="#f3c9bd" if unrest else "#f8e7b5", stroke=ALARM if unrest else GOLD, thick=4)
        )
        parts.append(label("Unrest" if unrest else "Gold", x + CARD // 2, y + 20, 17, anchor="middle"))
        parts.append(label(gold, x + CARD // 2, y + 48, 28, bold=True, anchor="middle"))
        parts.append(label(f"{4 - gold} unhappy", x + CARD // 2, y + 66, 15, anchor="middle"))
    x = MARGIN + 4 * STEP
    parts.append(box(x, y, CARD, CARD, fill=SHEET))
    parts.append(label("happy", x + CARD // 2, y + 24, 17, fill=CALM, anchor="middle"))
    parts.append(label(player["happy"], x + CARD // 2, y + 58, 28, bold=True, fill=CALM, anchor="middle"))
    return parts


def _met(data: Dataset, card: VoyageCard) -> str:
    """Return a voyage card with its price or its pirate."""
    name = _name(data, card["id"])
    if "price" in card:
        return f"{name}: {' or '.join(_name(data, good) for good in card['goods'])} for {card['price']} gold"
    if "tribute" in card:
        return f"{name}: {card['tribute']} gold or {card['cannons']} cannons"
    return f"{name}: {card['cannons']} cannons" if "cannons" in card else name


def _middle(view: Anno1701View, data: Dataset, y: int) -> tuple[str, int]:
    """Draw what lies between the settlements: last rolls, piles, supply, discard, the voyage."""
    lines = []
    if view["roll"]:
        lines.append(f"Turn {view['turn']}: rolled {view['roll']['number']}, {_name(data, view['roll']['event'])}")
    piles = view["piles"].items()
    lines.append("Piles: " + "  ".join(f"{NUMERALS[int(name[0])]}{name[1]} {n}" for name, n in piles))
    lines.append("Supply: " + "  ".join(f"{name.lower()} {view['supply'][name.lower()]}" for name in LEVELS[1:]))
    discard = [_name(data, card["kind"]) for card in reversed(view["discard"])]
    lines.append(
        f"Discard ({len(discard)}): " + (", ".join(discard[:5]) + (" …" if len(discard) > 5 else "") or "empty")
    )
    if view["voyage"] is not None:
        met = [_met(data, card) for card in view["voyage"]["seen"]]
        lines.append(f"Voyage, {len(met)} of {view['voyage']['speed']}, strength {view['voyage']['strength']}")
        lines += [f"– {one}" for one in met[-4:]]
    if view["outcome"] is not None:
        winners = " and ".join(view["players"][seat]["side"] for seat in view["outcome"]["winners"])
        lines.append(f"Over ({view['outcome']['reason']}): {winners}")
    height = 28 * len(lines) + 16
    parts = [box(MARGIN, y - 20, WIDTH - 2 * MARGIN, height, fill="#e6eee9", stroke=SEA)]
    parts += [label(line, MARGIN + 12, y + 8 + 28 * i, 20) for i, line in enumerate(lines)]
    return "".join(parts), y + height + 16

"""Small cards of the picture: buildings and hand cards with everything they do, costs as coloured squares."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Literal

from engine.anno_1701.dataset import Dataset
from engine.anno_1701.drawing.ink import EDGE, GOODS, box, label
from engine.anno_1701.types.cards import ExpansionCard

MARGIN, WIDTH, GAP, IN_A_ROW = 12, 228, 6, 3
LINE = 20
LONGEST_LINE = 27
"""How many letters of the size of the facts fit on a small card, allowing for the widest ones."""
NUMERALS = ("0", "I", "II", "III", "IV")
SYMBOLS: dict[Literal["sails", "cannons", "bags", "happy", "gold", "cancel"], str] = {
    "sails": "sails {}",
    "cannons": "cannons {}",
    "bags": "bags {}",
    "happy": "happy {}",
    "gold": "built: +{} gold",
    "cancel": "voids attacks for {} gold",
}
ACTIONS = {
    "steal_gold": "attack: takes {n} gold",
    "take_hand_card": "attack: takes a hand card",
    "empty_landscape": "attack: empties a landscape",
    "centre_loses_gold": "attack: {n} gold of a centre",
    "gain_goods": "+{n} {good}",
    "gain_gold": "+{n} gold",
    "ship_bonus": "voyage: speed, strength +{n}",
}


def chips(data: Dataset, cards: Sequence[ExpansionCard], y: int, fill: str, *, cost: bool = False) -> tuple[str, int]:
    """Draw small cards, three in a row; return the drawing and where it ends."""
    parts: list[str] = []
    for begin in range(0, len(cards), IN_A_ROW):
        row = [(card, textwrap.wrap(facts(data, card), LONGEST_LINE)) for card in cards[begin : begin + IN_A_ROW]]
        height = 32 + LINE * max(len(lines) for _, lines in row)
        for i, (card, lines) in enumerate(row):
            x = MARGIN + i * (WIDTH + GAP)
            parts.append(box(x, y, WIDTH, height, fill=fill))
            parts.append(label(_title(data, card), x + 8, y + 21, 19, bold=True))
            parts += [label(line, x + 8, y + 43 + LINE * number, 17) for number, line in enumerate(lines)]
            if cost and card["building"]:
                parts += _cost(card["cost"], x + WIDTH - 6, y + 5)
        y += height + 5
    return "".join(parts), y


def _title(data: Dataset, card: ExpansionCard) -> str:
    return f"{data.names[card['kind']]['en'].capitalize()} {NUMERALS[card['numeral']]}"


def facts(data: Dataset, card: ExpansionCard) -> str:
    """Return what a card does, in the fewest words."""
    if not card["building"]:
        good = data.names[card["good"]]["en"] if "good" in card else ""
        return ACTIONS[card["op"]].format(n=card.get("n", 0), good=good)
    found = [f"die {card['die']}"] if "die" in card else []
    if "yields" in card:
        found.append(f"+1 {'of choice' if card['yields'] == '?' else data.names[card['yields']]['en']}")
    found += ["moves a good"] if "dock" in card else []
    found += ["takes from discard"] if "lodge" in card else []
    found += [said.format(card[key]) for key, said in SYMBOLS.items() if key in card]
    return " · ".join(found + ["no fire"] * ("fire_proof" in card))


def _cost(goods: str, right: int, y: int) -> list[str]:
    """Draw a cost as squares in the colours of the landscapes, each with the letter of its good."""
    parts = []
    for i, good in enumerate(reversed(goods)):
        x = right - (i + 1) * 20
        parts.append(box(x, y, 19, 20, fill=GOODS[good], stroke=EDGE, thick=1))
        parts.append(label(good, x + 9, y + 16, 16, bold=True, anchor="middle"))
    return parts

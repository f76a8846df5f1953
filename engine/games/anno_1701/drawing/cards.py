"""Cards of the picture, three in a row: name, what the card does in words and signs, what it costs, whether it can be paid."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from engine.games.anno_1701.drawing.ink import CALM, EDGE, FAINT, GOODS, INK, SHEET, WHITE, fitting, frame, label
from engine.games.anno_1701.drawing.signs import sign
from engine.games.anno_1701.text.cards import effects
from engine.games.anno_1701.text.phrases import Phrases
from engine.games.anno_1701.types.cards import ExpansionCard
from engine.kit.drawing.svg import box

LEFT, WIDTH, GAP, IN_A_ROW = 12, 228, 6, 3
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
            x = LEFT + i * (WIDTH + GAP)
            parts.append(_card(card, lines, phrases, x, y, height, fill, purse))
            places.append((x, y, height))
        y += height + GAP
    return "".join(parts), places, y


def title(card: ExpansionCard, phrases: Phrases) -> str:
    """Return what a card is called: ``Theatre III``."""
    return phrases.titled(phrases.card(card["id"]))


def said(card: ExpansionCard, phrases: Phrases) -> list[str]:
    """Return what a card does, in lines that fit on it."""
    facts = phrases.say("picture.fact").join(effects(card, phrases))
    return textwrap.wrap(facts, LONGEST_LINE) or [""]


def described(card: ExpansionCard, phrases: Phrases) -> str:
    """Return what a card is, does and costs, in one line: what its signs tell to whoever sees them."""
    facts = effects(card, phrases)
    if card["building"]:
        facts.append(phrases.say("effect.cost", goods=phrases.goods(card["cost"])))
    return f"{title(card, phrases)}: {phrases.say('picture.fact').join(facts)}"


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
    room = WIDTH - 16 - (34 if "die" in card else 0)
    parts = [
        frame(x, y, WIDTH, height, fill=fill, stroke=CALM if pays else EDGE, thick=4 if pays else 2),
        label(name, x + 8, y + 26, fitting(name, 21, room), bold=True),
        *(label(line, x + 8, y + HEAD + 16 + LINE * number, SIZE, fill=INK) for number, line in enumerate(lines)),
    ]
    if "die" in card:
        parts.append(sign(f"die-{card['die']}", x + WIDTH - 20, y + 19))
    if purse is not None and card["building"]:
        parts.append(_cost(card["cost"], x + 8, y + height - 32))
        if pays:
            parts.append(sign("tick", x + WIDTH - 19, y + height - 18))
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

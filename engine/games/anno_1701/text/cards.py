"""Card descriptions: buildings with their die, symbols and cost, action cards with their effect (D.5, D.6, C.4-C.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.text.phrases import Phrases
from engine.games.anno_1701.types.cards import ExpansionCard
from engine.kit.text.guide import CardList

NUMBERS: tuple[Literal["sails", "cannons", "bags", "happy", "gold", "cancel"], ...] = (
    *("sails", "cannons", "bags"),
    *("happy", "gold", "cancel"),
)
ROLLED = ("dock", "lodge")


def card_line(card: ExpansionCard, phrases: Phrases, *, cost: bool = False) -> str:
    """Return a card with everything it does, and its cost if wanted: ``farm I: +1 food on 2; costs 1 wood, 1 brick``."""
    facts = effects(card, phrases)
    if cost and card["building"]:
        facts.append(phrases.say("effect.cost", goods=phrases.goods(card["cost"])))
    return phrases.say("effect.card", card=phrases.card(card["id"]), facts="; ".join(facts))


def effects(card: ExpansionCard, phrases: Phrases) -> list[str]:
    """Return what a card does, one phrase for each effect."""
    if not card["building"]:
        good = phrases.name(card["good"]) if "good" in card else ""
        return [phrases.say(f"effect.{card['op']}", n=card.get("n", 0), good=good)]
    found = []
    if "yields" in card:
        key = "effect.yields-any" if card["yields"] == "?" else "effect.yields"
        found.append(phrases.say(key, good=phrases.name(card["yields"]), die=card["die"]))
    found += [phrases.say(f"effect.{key}", n=card[key]) for key in NUMBERS if key in card]
    found += [phrases.say(f"effect.{key}", die=card["die"]) for key in ROLLED if key in card]
    return found + [phrases.say("effect.fire_proof")] * ("fire_proof" in card)


def card_lines(title: str, cards: Sequence[ExpansionCard], phrases: Phrases, *, cost: bool = False) -> list[str]:
    """Return a heading and one line for each kind of card with the number of copies, or a line that says there are none."""
    if not cards:
        return [phrases.say("table.titled", title=title, list=phrases.say("nothing"))]
    lines = [card_line(card, phrases, cost=cost) for card in cards]
    counted = [line if lines.count(line) == 1 else f"{lines.count(line)} × {line}" for line in dict.fromkeys(lines)]
    return [f"{title}:", *(f"  {line}" for line in counted)]


def card_lists(data: Dataset, phrases: Phrases) -> list[CardList]:
    """Return all cards that are drawn: the expansion cards of each numeral and the voyage cards."""
    numerals = sorted({card["numeral"] for card in data.shown.values()})
    found = []
    for numeral in numerals:
        cards = [card for card in data.shown.values() if card["numeral"] == numeral]
        heading, *lines = card_lines(
            phrases.say("guide.pile", numeral=phrases.numeral(numeral)), cards, phrases, cost=True
        )
        found.append(CardList(heading.rstrip(":"), [line.strip() for line in lines]))
    return [*found, CardList(phrases.say("guide.voyage"), [phrases.meeting(card) for card in data.voyage])]

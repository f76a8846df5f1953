"""Names of the game's things in sentences: cards, fields, goods, teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract import Language
from engine.games.kontor.types.cards import GOODS, Card, CardFace
from engine.kit.text.phrases import PhraseBook, shipped

FEW_FIELDS = 6
"""Maximum number of fields named one by one."""


class Phrases(PhraseBook):
    """All phrases of one language.

    >>> Phrases.shipped("en").say("event.round", round=4)
    'Round 4 begins.'
    """

    @classmethod
    def shipped(cls, language: Language) -> Phrases:
        """Return the phrases that come with the package."""
        return cls(shipped("engine.games.kontor", language), language)

    def letter(self, of: str) -> str:
        """Return the short sign for a colour, a kind of goods, a symbol or a type; empty for anything that has none."""
        return str(self._phrases.get(f"letter.{of}", ""))

    def reason(self, code: str) -> str:
        """Return in a few words why a match ended; a code without a phrase stays as it is."""
        return str(self._phrases.get(f"picture.reason.{code}", code))

    def field(self, at: Sequence[int]) -> str:
        """Return a field's name."""
        x, y = at
        return self.say("field", x=x, y=y)

    def fields(self, places: Sequence[Sequence[int]]) -> str:
        """Return several fields' names."""
        return " ".join(self.field(at) for at in places)

    def whereabouts(self, places: Sequence[Sequence[int]]) -> str:
        """Return the fields' names; of many only the one in the middle, for nobody reads a dozen.

        >>> Phrases.shipped("en").whereabouts([[0, y] for y in range(9)])
        '(0, 4)'
        """
        if len(places) <= FEW_FIELDS:
            return self.fields(places)
        x, y = (sum(at[axis] for at in places) / len(places) for axis in (0, 1))
        return self.field(min(places, key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, *at)))

    def card(self, card: CardFace) -> str:
        """Return a card's name, ``16 (spice, coin)``; the argument is a card as views show it."""
        facts = [self.say(f"goods.{letter}") for letter in GOODS if letter in card["goods"]]
        facts += [] if card["type"] == "quay" else [self.say(f"type.{card['type']}")]
        facts += [] if card["symbol"] == "none" else [self.say(f"symbol.{card['symbol']}")]
        if card["number"] is None:
            name, facts = (facts[0] if facts else card["id"]), facts[1:]
        else:
            name = str(card["number"])
        described = {"facts": self.say("comma").join(facts)} if facts else {}
        return self.say("card.described" if facts else "card.plain", name=name, **described)

    def explained(self, card: CardFace, *, sails: bool) -> str:
        """Return a card and the effects of its signs, for readers who point at it; ``sails``: whether there is a ship
        to move."""
        signs: list[str] = [one for one in (card["type"], card["symbol"]) if one not in ("quay", "canal", "none")]
        if "ship" in signs and not sails:
            signs[signs.index("ship")] = "no-ship"
        why = " ".join(self.say(f"picture.told.{one}") for one in signs)
        return self.say("picture.told.card", card=self.card(card), why=why).strip()

    def card_of(self, cards: Mapping[str, Card], card: str) -> str:
        """Return the name of the card with this id, or the id if the card list does not know it."""
        return self.card(cards[card].json()) if card in cards else card

    def tally(self, warehouses: Sequence[Sequence[int]], teams: Sequence[str]) -> str:
        """Return how two teams compare, good by good: ``Ada : Bo = tea 2:0, wine 0:1``."""
        goods = self.leads(warehouses) or self.say("no-goods")
        return self.say("tally", first=teams[0], second=teams[1], goods=goods)

    def leads(self, warehouses: Sequence[Sequence[int]]) -> str:
        """Return how two teams compare without their names, ``tea 2:0, wine 0:1``; empty where neither has goods."""
        first, second = warehouses
        return self.listed(
            [
                self.say("lead", goods=self.say(f"goods.{letter}"), numbers=f"{one}:{other}")
                for letter, one, other in zip(GOODS, first, second, strict=True)
                if one or other
            ]
        )

    def together(self, names: Sequence[str]) -> str:
        """Return the name of a team of one or two.

        >>> Phrases.shipped("en").together(["Ada", "Bo"])
        'Ada and Bo'
        """
        return self.say("pair", one=names[0], two=names[1]) if len(names) == 2 else self.listed(names)

    def listed(self, names: Sequence[str]) -> str:
        """Return names one after another."""
        return self.say("comma").join(names)


def team_names(names: Sequence[str], team: int) -> list[str]:
    """Return the players of a team. Partners sit beside each other (E56), so the first half of the seats is team 0.

    >>> team_names(["Ada", "Bo", "Cy", "Di"], 1)
    ['Cy', 'Di']
    """
    half = len(names) // 2
    return list(names[team * half : (team + 1) * half])

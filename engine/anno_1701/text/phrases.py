"""How the game's sentences name its things. Names of cards and goods come from the dataset: an owner's cards bring their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.anno_1701.dataset import Dataset
from engine.anno_1701.schemas.data import LANDSCAPE_GOODS, LUXURY
from engine.contract import Language
from engine.kit.phrases import PhraseBook, shipped

GOODS = LANDSCAPE_GOODS + LUXURY + "G"


class Phrases(PhraseBook):
    """All phrases of one language over one dataset."""

    def __init__(self, language: Language, data: Dataset) -> None:
        super().__init__(shipped("engine.anno_1701", language))
        self._language = language
        self._data = data
        self._goods = {one.id: one.good for side in data.sides.values() for one in side.landscapes}

    def name(self, what: str) -> str:
        """Return the name of a card, an inhabitant, an event or a good."""
        if what == "G":
            return self.say("gold")
        return self._data.names[what][self._language] if what in self._data.names else what

    def numeral(self, stack: int) -> str:
        """Return I, II or III."""
        return str(self._phrases["numeral"][stack - 1])

    def card(self, card: str) -> str:
        """Return the name of a copy: ``theatre III``; what no card is comes back as it is."""
        known = self._data.cards.get(card)
        if known is None:
            return card
        return self.say("card", name=self.name(known.kind), numeral=self.numeral(known.stack))

    def land(self, land: str) -> str:
        """Return a landscape with its good: ``L4 (brick)``."""
        return self.say("land", id=land, good=self.name(self._goods.get(land, "")))

    def token(self, token: str) -> str:
        """Return a good or a landscape."""
        return self.land(token) if token in self._goods else self.name(token)

    def goods(self, letters: Sequence[str]) -> str:
        """Return goods counted: ``2 brick, 1 gold``; tokens may name landscapes."""
        counts = Counter(self._goods.get(letter, letter) for letter in letters)
        return self.listed([self.say("some", n=counts[one], thing=self.name(one)) for one in GOODS if counts[one]])

    def meeting(self, card: str) -> str:
        """Return a voyage card with what it asks, offers and threatens (C.7)."""
        facts = self._data.voyage[card]
        places: dict[str, object] = {key: facts[key] for key in ("price", "tribute", "gold", "cannons") if key in facts}
        places["goods"] = self._names(facts.get("goods", ""))
        if "ship" in facts:
            places["ship"] = self._result(facts["ship"])
        if "win" in facts:
            places |= {"won": self._prize(facts["win"]), "lost": self._result(facts["lose"]["ship"])}
        if "table" in facts:
            rows = [
                self.say("meeting.row", roll="/".join(map(str, row["roll"])), what=self._prize(row))
                for row in facts["table"]
            ]
            places["table"] = "; ".join(rows)
        return self.say(f"meeting.{facts['op']}", name=self.name(card), **places)

    def _prize(self, prize: Mapping[str, Any]) -> str:
        """Return what a fight won or a roll for flotsam brings."""
        found = [self._result(prize["ship"])] if "ship" in prize else []
        found += [self.say("some", n=prize["gold"], thing=self.say("gold"))] if "gold" in prize else []
        found += [self.say("meeting.choice", goods=self._names(prize["choose"]))] if "choose" in prize else []
        return self.listed(found)

    def _result(self, change: int) -> str:
        return self.say("meeting.damage", n=-change)

    def _names(self, goods: str) -> str:
        return self.listed([self.name(good) for good in goods])

    def upgrade_cost(self, resident: str) -> str:
        """Return what an upgrade to this inhabitant costs, one letter for each good."""
        return next(one.cost for one in self._data.residents if one.id == resident)

    def wishes(self, prefer: Mapping[str, Any]) -> str:
        """Return what a player prefers (:mod:`engine.anno_1701.rules.preferences`) in one line; nothing: the rules' defaults."""
        said = [
            self.say(f"prefer.{key}", list=self.say("rather").join(self.land(spot) for spot in prefer[key]))
            for key in ("store", "pay")
            if prefer.get(key)
        ]
        said += [self.say(f"prefer.{key}-{prefer[key]}") for key in ("into", "gold") if key in prefer]
        return self.say("then").join(said) or self.say("prefer.default")

    def in_turn(self, moves: Sequence[str]) -> str:
        """Return moves in the order in which they are made, or that there are none."""
        return self.say("then").join(moves) or self.say("nothing")

    def listed(self, names: Sequence[str]) -> str:
        """Return names behind each other, or that there are none."""
        return self.say("comma").join(names) or self.say("nothing")

"""Names of the game's things in sentences; cards and goods are named by the dataset, which may be an operator's own.

Buildings are described by their die, symbols and cost, action cards by their effect (D.5, D.6, C.4-C.6).
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from engine.contract import Language
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.schemas.data import LANDSCAPE_GOODS, LUXURY
from engine.games.anno_1701.types.cards import ExpansionCard, FlotsamRow, Prize
from engine.games.anno_1701.types.moves import Preferences
from engine.kit.drawing.names import in_a_sentence
from engine.kit.text.guide import CardList
from engine.kit.text.phrases import ENGLISH, PhraseBook, shipped

GOODS = LANDSCAPE_GOODS + LUXURY + "G"


class Phrases(PhraseBook):
    """All phrases of one language over one dataset."""

    def __init__(self, language: Language, data: Dataset) -> None:
        super().__init__(shipped("engine.games.anno_1701", language), language)
        self._data = data
        self._dice = {one.id: one.die for side in data.sides.values() for one in side.landscapes}
        self._goods = {one.id: one.good for side in data.sides.values() for one in side.landscapes}

    def name(self, what: str, n: int = 1) -> str:
        """Return the name of a card, an inhabitant, an event or a good, as it is behind a number ``n``."""
        if what == "G":
            return self.named({ENGLISH: self.say("gold")}, n)
        return self.named(self._data.names[what], n) if what in self._data.names else what

    def some(self, good: str, n: int) -> str:
        """Return a number of a good: ``2 brick``."""
        return self.say("some", n=n, thing=self.name(good, n))

    def who(self, seat: int, side: str) -> str:
        """Return a player's name for a picture's sentence, or else the side of the table."""
        return in_a_sentence(self.player(seat)) or self.titled(self.say(f"side.{side}"))

    def titled(self, name: str) -> str:
        """Return a name as it begins a line: English names of things have small letters."""
        return name[:1].upper() + name[1:]

    def laid(self, layout: Sequence[str]) -> str:
        """Return what lies at the open positions, each landscape by its good and its die: ``tools (2), ship``."""
        return self.listed([self.placed(one) for one in layout])

    def placed(self, one: str) -> str:
        """Return what lies somewhere, a landscape by its good and its die: ``tools (2)``, ``ship``."""
        if one not in self._goods:
            return self.say("ship")
        return self.say("placed", good=self.name(self._goods[one]), die=self._dice[one])

    def die(self, card: str) -> int | None:
        """Return the number at which a copy of a card acts, by which copies can differ."""
        known = self._data.cards.get(card)
        return None if known is None else known.die

    def numeral(self, stack: int) -> str:
        """Return I, II or III."""
        return self.nth("numeral", stack - 1)

    def pile(self, pile: str) -> str:
        """Return what a pile is called in the picture, too: ``IIa`` for ``2a``."""
        return f"{self.numeral(int(pile[0]))}{pile[1:]}"

    def card(self, card: str) -> str:
        """Return the name of a copy: ``theatre III``; anything that is not a card is returned as it is."""
        known = self._data.cards.get(card)
        if known is None:
            return card
        return self.say("card", name=self.name(known.kind), numeral=self.numeral(known.stack))

    def copy(self, card: str) -> str:
        """Return the name of a copy with the number at which it acts: ``farm I (die 2)``."""
        die = self.die(card)
        return self.card(card) if die is None else self.say("choice.copy", card=self.card(card), die=die)

    def land(self, land: str) -> str:
        """Return a landscape with its good: ``L4 (brick)``."""
        return self.say("land", id=land, good=self.name(self._goods.get(land, "")))

    def token(self, token: str) -> str:
        """Return a good or a landscape."""
        return self.land(token) if token in self._goods else self.name(token)

    def letters(self, goods: str) -> str:
        """Return one good by its name alone, several with their number."""
        return self.name(goods) if len(goods) == 1 else self.goods(goods)

    def goods(self, letters: Sequence[str]) -> str:
        """Return goods with their numbers: ``2 brick, 1 gold``; tokens may name landscapes."""
        counts = Counter(self._goods.get(letter, letter) for letter in letters)
        return self.listed([self.some(one, counts[one]) for one in GOODS if counts[one]])

    def meeting(self, card: str) -> str:
        """Return a voyage card with what it asks, offers and threatens (C.7)."""
        facts = self._data.voyage[card]
        places: dict[str, object] = {}
        match facts["op"]:
            case "buy":
                places = {"price": facts["price"], "goods": self._names(facts["goods"])}
            case "siege" | "tribute":
                lost = self._damage(facts["lose"]["ship"])
                places = {"cannons": facts["cannons"], "won": self._prize(facts["win"]), "lost": lost}
                if facts["op"] == "tribute":
                    places["tribute"] = facts["tribute"]
            case "cliffs" | "storm":
                places = {"ship": self._damage(facts["ship"])}
            case "castaways":
                places = {"gold": facts["gold"]}
            case "flotsam":
                places = {"table": self.say("then").join(map(self._row, facts["table"]))}
        return self.say(f"meeting.{facts['op']}", name=self.name(card), **places)

    def _row(self, row: FlotsamRow) -> str:
        """Return the result of these numbers when rolled for flotsam."""
        return self.say("meeting.row", roll="/".join(map(str, row["roll"])), what=self._prize(row))

    def _prize(self, prize: Prize | FlotsamRow) -> str:
        """Return the prize of a won fight or a roll for flotsam."""
        found = [self._damage(prize["ship"])] if "ship" in prize else []
        found += [self.some("G", prize["gold"])] if "gold" in prize else []
        found += [self.say("meeting.choice", goods=self._names(prize["choose"]))] if "choose" in prize else []
        return self.listed(found)

    def _damage(self, change: int) -> str:
        return self.say("meeting.damage", n=-change)

    def _names(self, goods: str) -> str:
        """Return goods of which one is chosen: ``rum, tools or cloth``."""
        *others, last = [self.name(good) for good in goods]
        return self.say("meeting.either", others=self.listed(others), last=last) if others else last

    def upgrade_cost(self, resident: str) -> str:
        """Return the cost of an upgrade to this inhabitant, one letter for each good."""
        return next(one.cost for one in self._data.residents if one.id == resident)

    def wishes(self, prefer: Preferences) -> str:
        """Return a player's preferences (:mod:`engine.games.anno_1701.rules.stores`) in one line; empty: the defaults."""
        lands = (("store", prefer.get("store")), ("pay", prefer.get("pay")))
        said = [self.say(f"prefer.{key}", list=self._ranked(spots)) for key, spots in lands if spots]
        centres = (("into", prefer.get("into")), ("gold", prefer.get("gold")))
        said += [self.say(f"prefer.{key}-{centre}") for key, centre in centres if centre is not None]
        return self.say("then").join(said) or self.say("prefer.default")

    def _ranked(self, spots: Sequence[str]) -> str:
        return self.say("rather").join(self.land(spot) for spot in spots)

    def in_turn(self, moves: Sequence[str]) -> str:
        """Return moves in the order in which they are made, or words that say there are none."""
        return self.say("then").join(moves) or self.say("nothing")

    def listed(self, names: Sequence[str]) -> str:
        """Return names one after another, or words that say there are none."""
        return self.say("comma").join(names) or self.say("nothing")


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
    return phrases.say("effect.card", card=phrases.card(card["id"]), facts=phrases.say("then").join(facts))


def effects(card: ExpansionCard, phrases: Phrases) -> list[str]:
    """Return what a card does, one phrase for each effect."""
    if not card["building"]:
        n = card.get("n", 0)
        good = phrases.name(card["good"], n) if "good" in card else ""
        return [phrases.say(f"effect.{card['op']}", n=n, good=good)]
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
    lines = (f"  {line}" for line in _counted(cards, phrases, cost=cost))
    return [phrases.say("table.titled", title=title, list="").rstrip(), *lines]


def _counted(cards: Sequence[ExpansionCard], phrases: Phrases, *, cost: bool) -> list[str]:
    """Return one line for each kind of card with the number of copies."""
    lines = [card_line(card, phrases, cost=cost) for card in cards]
    return [line if lines.count(line) == 1 else f"{lines.count(line)} × {line}" for line in dict.fromkeys(lines)]


def card_lists(data: Dataset, phrases: Phrases) -> list[CardList]:
    """Return all cards that are drawn: the expansion cards of each numeral and the voyage cards."""
    numerals = sorted({card["numeral"] for card in data.shown.values()})
    found = []
    for numeral in numerals:
        cards = [card for card in data.shown.values() if card["numeral"] == numeral]
        title = phrases.say("guide.pile", numeral=phrases.numeral(numeral))
        found.append(CardList(title, _counted(cards, phrases, cost=True)))
    return [*found, CardList(phrases.say("guide.voyage"), [phrases.meeting(card) for card in data.voyage])]

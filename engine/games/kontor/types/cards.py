"""The cards: what a card is, the words for it (RULES.md B1, C3), and its face as views show it.

:mod:`engine.games.kontor.book` reads them.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, final

from typing_extensions import TypedDict

CardType = Literal["quay", "crane", "pub", "canal", "anchor", "flood", "bridge", "customs"]
CardKind = Literal["quay", "canal", "special"]
"""The group a card is drawn and counted with; cranes and pubs belong to the quays."""

SpecialType = Literal["bridge", "customs", "flood"]
Colour = Literal["red", "black"]
Owner = Literal["red", "black", "neutral"]
Symbol = Literal["coin", "ship", "none"]


@final
class CardFace(TypedDict):
    """A card lying open, with everything printed on it."""

    id: str
    """The card's id in moves and orders, ``C36`` or ``A`` (the anchor)."""
    number: int | None
    """Decides who goes first; none on the anchor, perhaps none on special cards."""
    type: CardType
    owner: Owner
    goods: str
    """Up to three letters: T (tea), W (wine), S (spice). Empty on a card without warehouses."""
    symbol: Symbol


GOODS = "TWS"
"""Tea, wine, spice (Tee, Wein, Gewürz), in the order of every triple of numbers of goods."""

COLOURS: tuple[Colour, Colour] = ("red", "black")
EDITIONS = ("G", "T")
LAND: frozenset[CardType] = frozenset({"quay", "crane", "pub", "bridge", "customs"})
WATER: frozenset[CardType] = frozenset({"canal", "anchor", "flood"})
SPECIAL: tuple[SpecialType, ...] = ("bridge", "customs", "flood")
OWNED: frozenset[CardType] = frozenset({"quay", "crane", "pub"})
CANALS = 43


@dataclass(frozen=True)
class Card:
    """One card. ``goods`` are letters from TWS, ``editions`` letters from GT; ``number`` is ``None`` on the anchor."""

    id: str
    number: int | None
    type: CardType
    owner: Owner
    goods: str
    symbol: Symbol
    editions: str
    evidence: str = field(compare=False)

    @cached_property
    def land(self) -> bool:
        """Return whether the card is part of a sector when it lies open (quay, *Kai*, and cards that count as one)."""
        return self.type in LAND

    @cached_property
    def water(self) -> bool:
        """Return whether the ship can stand on the card and it bounds sectors."""
        return self.type in WATER

    @cached_property
    def kind(self) -> CardKind:
        """Return the kind it is drawn and counted as: ``quay`` (crane and pub too), ``canal`` or ``special``."""
        return "quay" if self.type in OWNED else "special" if self.type in SPECIAL else "canal"

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """Return its warehouses as (tea, wine, spice)."""
        tea, wine, spice = (self.goods.count(letter) for letter in GOODS)
        return tea, wine, spice

    @cached_property
    def rank(self) -> int:
        """Return the number that decides who goes first; a card without one goes last (E48)."""
        return -1 if self.number is None else self.number

    def json(self) -> CardFace:
        """Return the card as views show it."""
        return {
            "id": self.id,
            "number": self.number,
            "type": self.type,
            "owner": self.owner,
            "goods": self.goods,
            "symbol": self.symbol,
        }

"""Cards: the words by which they are told apart, and how a card is shown. Each kind of card has facts of its own."""

from typing import Literal, final

from typing_extensions import TypedDict

Good = Literal["cotton", "tobacco", "grain", "fur"]
"""Baumwolle, Tabak, Getreide, Felle."""

Destination = Literal["GB", "FR", "ES", "NL"]
"""Bestimmungsland: Great Britain, France, Spain, the Netherlands."""

Role = Literal["assistant", "banker", "captain", "trader"]
"""A person who is kept and counted: Gehilfe, Bankier, Kapitän, Händler."""

Kind = Literal["contract", "assistant", "building", "ship", "gold", "captain", "goods", "trader", "money", "banker"]


class CardName(TypedDict):
    """The name of a card or a board, by language."""

    en: str
    de: str


class CardFacts(TypedDict):
    """Members shared by all cards."""

    id: str
    key: str
    """Key shared by equal copies of a card."""
    board: str
    """The sign of the board to whose deck it belongs; S for a starting contract."""


class NamedCardFacts(CardFacts):
    """Members shared by all cards except contracts."""

    name: CardName
    cost: int
    """In dollars."""


@final
class ContractCard(CardFacts):
    """A contract (Vertrag)."""

    kind: Literal["contract"]
    destination: Destination
    demand: dict[Good, int]
    """Units by good, without goods that are not demanded."""
    reward: int
    """In dollars."""


@final
class BuildingCard(NamedCardFacts):
    """A building (Gebäude)."""

    kind: Literal["building"]
    vp: int
    """Points at the end."""


@final
class MoneyCard(NamedCardFacts):
    """A bag of money, which is paid out at once."""

    kind: Literal["money"]
    amount: int
    """In dollars."""


@final
class GoodsCard(NamedCardFacts):
    """Units of one good (Ware)."""

    kind: Literal["goods"]
    units: int
    good: Good


@final
class GoldCard(NamedCardFacts):
    """Gold; each of its units stands for one unit of any good."""

    kind: Literal["gold"]
    units: int


@final
class ShipCard(NamedCardFacts):
    """A merchant ship (Handelsschiff), which sails to one destination."""

    kind: Literal["ship"]
    destination: Destination


@final
class PersonCard(NamedCardFacts):
    """An assistant, banker, captain or trader."""

    kind: Role


ShownCard = ContractCard | BuildingCard | MoneyCard | GoodsCard | GoldCard | ShipCard | PersonCard
"""A card as views show it, told apart by ``kind``."""

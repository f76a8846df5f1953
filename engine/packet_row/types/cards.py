"""Cards: the words by which they are told apart, and how a card is shown. Each kind of card has facts of its own."""

from __future__ import annotations

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
    """What a card or a board is called, by language."""

    en: str
    de: str


class _Card(TypedDict):
    """What every card has: ``key`` is shared by equal copies, ``board`` is the sign of its deck (``S``: starting contract)."""

    id: str
    key: str
    board: str


class _NamedCard(_Card):
    """A card that is no contract: its name and what it costs, in dollars."""

    name: CardName
    cost: int


@final
class ContractCard(_Card):
    """A contract (Vertrag): ``demand`` in units by good, without those it does not demand; ``reward`` in dollars."""

    kind: Literal["contract"]
    destination: Destination
    demand: dict[Good, int]
    reward: int


@final
class BuildingCard(_NamedCard):
    """A building (Gebäude), worth ``vp`` points."""

    kind: Literal["building"]
    vp: int


@final
class MoneyCard(_NamedCard):
    """A bag of money, worth ``amount`` dollars, which are paid out at once."""

    kind: Literal["money"]
    amount: int


@final
class GoodsCard(_NamedCard):
    """So many units of one good (Ware)."""

    kind: Literal["goods"]
    units: int
    good: Good


@final
class GoldCard(_NamedCard):
    """Gold; each of its units stands for one unit of any good."""

    kind: Literal["gold"]
    units: int


@final
class ShipCard(_NamedCard):
    """A merchant ship (Handelsschiff), which sails to one destination."""

    kind: Literal["ship"]
    destination: Destination


@final
class PersonCard(_NamedCard):
    """An assistant, banker, captain or trader."""

    kind: Role


ShownCard = ContractCard | BuildingCard | MoneyCard | GoodsCard | GoldCard | ShipCard | PersonCard
"""A card as views show it, told apart by ``kind``."""

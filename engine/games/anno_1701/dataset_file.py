"""Read a dataset file whose form has been checked (:mod:`engine.games.anno_1701.schemas.data`)."""

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

from engine.games.anno_1701.types.cards import ActionOp, FlotsamRow, SideName, VoyageOp


class Named(TypedDict):
    """The name of a card, a good or an event in German and, if it has another, in English."""

    de: str
    en: NotRequired[str]


_Yield = TypedDict("_Yield", {"yield": str}, total=False)


@final
class ExpansionEntry(Named, _Yield):
    """An expansion card with all of its copies: a building or an action card."""

    id: str
    stack: Literal[1, 2, 3]
    type: Literal["building", "action"]
    count: NotRequired[int]
    cost: NotRequired[str]
    dice: NotRequired[list[int]]
    """One number for each copy."""
    sails: NotRequired[int]
    cannons: NotRequired[int]
    bags: NotRequired[int]
    happy: NotRequired[int]
    goldOnBuild: NotRequired[int]
    fireProof: NotRequired[bool]
    limit: NotRequired[int]
    cancelAttackForGold: NotRequired[int]
    swapOnRoll: NotRequired[bool]
    lodgeOnRoll: NotRequired[bool]
    against: NotRequired[bool]
    op: NotRequired[ActionOp]
    max: NotRequired[int]
    n: NotRequired[int]
    good: NotRequired[str]
    when: NotRequired[str]


class _Face(Named):
    face: int


@final
class TaxFace(_Face):
    """Tax: ``base`` gold, and ``perHappy`` for each happy inhabitant."""

    op: Literal["tax"]
    base: int
    perHappy: int


@final
class FireFace(_Face):
    """Fire: a player with more than ``moreThan`` goods loses half of them."""

    op: Literal["fire"]
    moreThan: int
    lose: str


@final
class TradeFace(_Face):
    """Trade advantage."""

    op: Literal["trade_advantage"]


@final
class HuntFace(_Face):
    """Pirate hunt."""

    op: Literal["pirate_hunt"]


@final
class DiscontentFace(_Face):
    """Discontent: one good is lost for every ``perSurplus`` unhappy inhabitants in excess of happy ones, rounded up."""

    op: Literal["discontent"]
    perSurplus: int


Face = TaxFace | FireFace | TradeFace | HuntFace | DiscontentFace
"""A face of the event die."""


@final
class VoyageEntry(Named):
    """A voyage card; its other members are those of its type among ``VoyageCard``."""

    id: str
    op: VoyageOp
    table: NotRequired[list[FlotsamRow]]


@final
class LandscapeEntry(TypedDict):
    """A landscape of a side."""

    id: str
    good: str
    die: int
    start: int
    pos: str
    centre: NotRequired[int | None]


@final
class ShipEntry(TypedDict):
    """The ship of a side."""

    die: int
    pos: NotRequired[str]


@final
class SideEntry(TypedDict):
    """The set-up cards of a side."""

    ship: ShipEntry
    landscapes: list[LandscapeEntry]


Residents = TypedDict("Residents", {"from": str})


@final
class ResidentEntry(Named, Residents):
    """A level of inhabitants: what upgrading to it costs, its points, how many cards there are."""

    id: str
    cost: str
    points: int
    count: int


@final
class Start(TypedDict):
    """Starting resources of each player."""

    gold: list[int]
    ship: int
    rum: int
    tobacco: int
    hand: int


@final
class DatasetFile(TypedDict):
    """A file, except for the evidence marks, which the rules do not read."""

    dataset: str
    status: str
    goods: dict[str, Named]
    start: Start
    sides: dict[SideName, SideEntry]
    residents: list[ResidentEntry]
    eventDie: list[Face]
    expansion: list[ExpansionEntry]
    voyage: list[VoyageEntry]


def copies_of(entry: ExpansionEntry) -> int:
    """Return how many copies of an expansion card there are."""
    return len(entry["dice"]) if "dice" in entry else entry.get("count", 1)

"""Cards of the rules (B1-B8) and as views show them, and the small vocabularies of cards, moves and events.

A *good* is one letter: ``N`` food, ``T`` cloth, ``H`` wood, ``Z`` brick, ``W`` tools (landscape goods), ``R`` rum, ``B`` tobacco
(luxury goods), ``G`` gold. Several goods are one text, one letter each: ``NNT``.
"""

from dataclasses import dataclass
from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

SideName = Literal["lion", "dragon"]
Power = Literal["trade", "sea"]
"""Trade power (Handelsmacht), sea power (Seemacht)."""
EventName = Literal["tax", "fire", "trade_advantage", "pirate_hunt", "discontent"]
"""A face of the event die."""
AttackOp = Literal["steal_gold", "take_hand_card", "empty_landscape", "centre_loses_gold"]
ActionOp = Literal[
    "steal_gold", "take_hand_card", "empty_landscape", "centre_loses_gold", "gain_goods", "gain_gold", "ship_bonus"
]
"""The effect of an action card."""
EndReason = Literal["points", "merchants", "unrest", "turn-limit"]


@final
class BuildingCard(TypedDict):
    """A building (expansion card). What the card has not is left out."""

    id: str
    """The copy, ``farm-1-2``."""
    kind: str
    """The card's name in the dataset, ``farm``."""
    numeral: int
    """The stack it belongs to, 1 to 3; printed on its back, so everybody may see it."""
    building: Literal[True]
    cost: str
    """The goods it costs."""
    die: NotRequired[int]
    """The number at which it acts."""
    yields: NotRequired[str]
    """The good it yields; ``?`` is a good of choice."""
    sails: NotRequired[int]
    cannons: NotRequired[int]
    bags: NotRequired[int]
    """Money bags, which count for trade power."""
    happy: NotRequired[int]
    """Happy inhabitants."""
    gold: NotRequired[int]
    """Gold it brings once, when it is built."""
    fire_proof: NotRequired[Literal[True]]
    limit: NotRequired[int]
    """Maximum number of this card in one settlement."""
    cancel: NotRequired[int]
    """The gold for which it cancels an attack."""
    dock: NotRequired[Literal[True]]
    """Moves a good between two landscapes when its number is rolled."""
    lodge: NotRequired[Literal[True]]
    """Changes a hand card for the top of the discard when its number is rolled."""


@final
class ActionCard(TypedDict):
    """An action card (expansion card)."""

    id: str
    kind: str
    numeral: int
    building: Literal[False]
    op: ActionOp
    against: NotRequired[Literal[True]]
    """It attacks the other player."""
    n: NotRequired[int]
    """The amount of gold, number of goods, or bonus to speed and strength."""
    good: NotRequired[str]


ExpansionCard = BuildingCard | ActionCard


@final
class Prize(TypedDict, total=False):
    """A prize: gold, or ``n`` of the goods to choose from."""

    gold: int
    choose: str
    n: int


@final
class Defeat(TypedDict):
    """The change to the ship's state after a lost fight; negative."""

    ship: int


@final
class FlotsamRow(TypedDict):
    """One result of rolling for flotsam: for the numbers of ``roll``, damage (negative) or a prize."""

    roll: list[int]
    ship: NotRequired[int]
    gold: NotRequired[int]
    choose: NotRequired[str]
    n: NotRequired[int]


@final
class TraderCard(TypedDict):
    """A voyage card that sells one of its goods for ``price`` gold."""

    id: str
    op: Literal["buy"]
    price: int
    goods: str


@final
class SiegeCard(TypedDict):
    """A pirate that may be fought or left alone."""

    id: str
    op: Literal["siege"]
    cannons: int
    win: Prize
    lose: Defeat


@final
class TributeCard(TypedDict):
    """A pirate that is fought or paid."""

    id: str
    op: Literal["tribute"]
    tribute: int
    cannons: int
    win: Prize
    lose: Defeat


@final
class CliffsCard(TypedDict):
    """Cliffs that damage every ship."""

    id: str
    op: Literal["cliffs"]
    ship: int


_If = TypedDict("_If", {"if": Literal["slower", "faster"]})


@final
class StormCard(_If):
    """A storm that damages the ship if it is slower than the other player's."""

    id: str
    op: Literal["storm"]
    ship: int


@final
class FlotsamCard(TypedDict):
    """Flotsam for which the voyager may roll."""

    id: str
    op: Literal["flotsam"]
    optional: Literal[True]
    table: list[FlotsamRow]


@final
class CastawaysCard(_If):
    """Castaways that bring gold if the ship is faster than the other player's."""

    id: str
    op: Literal["castaways"]
    gold: int


VoyageCard = TraderCard | SiegeCard | TributeCard | CliffsCard | StormCard | FlotsamCard | CastawaysCard
VoyageOp = Literal["buy", "siege", "tribute", "cliffs", "storm", "flotsam", "castaways"]


@dataclass(frozen=True, slots=True)
class Card:
    """One copy of an expansion card (Ausbaukarte). ``kind`` is its name in the file, ``id`` names the copy."""

    id: str
    kind: str
    stack: int
    building: bool
    cost: str = ""
    die: int | None = None
    yields: str = ""
    sails: int = 0
    cannons: int = 0
    bags: int = 0
    happy: int = 0
    gold: int = 0
    fire_proof: bool = False
    limit: int | None = None
    cancel: int = 0
    """Cost for the owner to cancel an attack; 0 if the card cannot cancel one."""
    dock: bool = False
    lodge: bool = False
    op: ActionOp | None = None
    against: bool = False
    n: int = 0
    good: str = ""
    rank: int = 0
    """Its place in the file, by which cards are sorted."""


@dataclass(frozen=True, slots=True)
class Landscape:
    """A landscape card of a side (Landschaft): its good, its number, how many goods it starts with, and where it lies."""

    id: str
    good: str
    die: int
    start: int
    position: str


@dataclass(frozen=True, slots=True)
class Side:
    """The set-up cards of lion or dragon (Löwe, Drache)."""

    landscapes: tuple[Landscape, ...]
    ship_die: int
    ship_position: str


@dataclass(frozen=True, slots=True)
class Resident:
    """A level of inhabitants (Einwohner): settler, citizen, merchant."""

    id: str
    cost: str
    points: int
    count: int


def centre_of(position: str) -> int | None:
    """Return which village centre lies between this position and the one across it (B.3), if any."""
    return {"1": 0, "3": 1}.get(position[-1])

"""Events: facts that became true, in the order in which they did.

``seat`` is whose fact it is; cards are counted by name, only names with at least one card stand there. ``to`` lists the seats
that may see an event, absent for everybody.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from engine.games.seafarers.types.moves import Amounts
from engine.games.seafarers.types.view import Card, Harbour, Resource, Terrain


class HarbourEvent(TypedDict):
    """A player laid a harbour (New World)."""

    type: Literal["harbour"]
    seat: int
    edge: int
    kind: Harbour


class FoundedEvent(TypedDict):
    """A founding settlement with its road or ship."""

    type: Literal["founded"]
    seat: int
    node: int
    edge: int
    piece: Literal["road", "ship"]


class TurnEvent(TypedDict):
    """A turn began."""

    type: Literal["turn"]
    seat: int
    turn: int


class RolledEvent(TypedDict):
    """The dice of a turn."""

    type: Literal["rolled"]
    seat: int
    dice: list[int]


class ProducedEvent(TypedDict):
    """Resources a seat received from the dice, or for its second settlement (``founding``)."""

    type: Literal["produced"]
    seat: int
    cards: Amounts
    founding: NotRequired[bool]


class ShortageEvent(TypedDict):
    """The bank could not pay all who had a claim to this resource."""

    type: Literal["shortage"]
    resource: Resource


class GoldEvent(TypedDict):
    """Resources a seat took from the gold river."""

    type: Literal["gold"]
    seat: int
    cards: Amounts


class DiscardedEvent(TypedDict):
    """Cards a seat discarded on a seven."""

    type: Literal["discarded"]
    seat: int
    cards: Amounts


class ThiefEvent(TypedDict):
    """The robber or the pirate moved to a hex."""

    type: Literal["robber", "pirate"]
    seat: int
    hex: int


class StolenEvent(TypedDict):
    """A card was stolen; everybody sees from whom."""

    type: Literal["stolen"]
    seat: int
    victim: int


class LootEvent(TypedDict):
    """The stolen card, shown only to thief and victim."""

    type: Literal["loot"]
    seat: int
    victim: int
    card: Resource
    to: list[int]


class BuiltEvent(TypedDict):
    """A road or ship was built. ``free``: by a road building card."""

    type: Literal["road", "ship"]
    seat: int
    edge: int
    free: NotRequired[bool]


class BuildingEvent(TypedDict):
    """A settlement or a city was built."""

    type: Literal["settlement", "city"]
    seat: int
    node: int


class MovedEvent(TypedDict):
    """A ship was moved from one edge to another."""

    type: Literal["moved"]
    seat: int
    edge: int
    to_edge: int


class DiscoveredEvent(TypedDict):
    """A hex was revealed. ``card`` is what its discoverer got, absent: nothing."""

    type: Literal["discovered"]
    seat: int
    hex: int
    terrain: Terrain
    number: int
    card: NotRequired[Resource]


class ChipEvent(TypedDict):
    """A number chip came to a hex, from the bag or from another hex (``from_hex``)."""

    type: Literal["chip"]
    seat: int
    hex: int
    number: int
    from_hex: NotRequired[int]


class BoughtEvent(TypedDict):
    """A development card was bought."""

    type: Literal["bought"]
    seat: int


class DrawnEvent(TypedDict):
    """The development card that was bought, shown only to its buyer."""

    type: Literal["drawn"]
    seat: int
    card: Card
    to: list[int]


class PlayedEvent(TypedDict):
    """A development card was played."""

    type: Literal["played"]
    seat: int
    card: Card


class InventionEvent(TypedDict):
    """Resources gained by the invention card."""

    type: Literal["invention"]
    seat: int
    cards: Amounts


class MonopolyEvent(TypedDict):
    """Cards gained by monopoly: ``given`` is the number of cards each seat handed over, by seat."""

    type: Literal["monopoly"]
    seat: int
    resource: Resource
    given: list[int]


class BankEvent(TypedDict):
    """A trade with the bank."""

    type: Literal["bank"]
    seat: int
    give: Amounts
    take: Amounts


class OfferEvent(TypedDict):
    """An offer was made to some seats."""

    type: Literal["offer"]
    seat: int
    offer: int
    give: Amounts
    take: Amounts
    seats: list[int]


class AnsweredEvent(TypedDict):
    """An offer was accepted (and waits for its maker's choice), or declined."""

    type: Literal["accepted", "declined"]
    seat: int
    offer: int


class CounteredEvent(TypedDict):
    """A counter-offer: what ``seat`` would give and take."""

    type: Literal["countered"]
    seat: int
    offer: int
    give: Amounts
    take: Amounts


class TradedEvent(TypedDict):
    """Two seats traded: what ``seat`` gave and took."""

    type: Literal["traded"]
    seat: int
    partner: int
    give: Amounts
    take: Amounts


class WithdrawnEvent(TypedDict):
    """An offer does not stand any more: withdrawn, or expired."""

    type: Literal["withdrawn"]
    seat: int
    offer: int


class AwardEvent(TypedDict):
    """The longest trade route or the largest army has another holder; -1: nobody has it."""

    type: Literal["route", "army"]
    seat: int
    size: int


class SpecialPointsEvent(TypedDict):
    """Special victory points of a scenario: for an island's first settlement (``zone``)."""

    type: Literal["points"]
    seat: int
    points: int
    zone: int


class LineEvent(TypedDict):
    """A trade line brings a seat a point, or no longer does."""

    type: Literal["line", "line-lost"]
    seat: int
    start: int
    end: int


class EndedEvent(TypedDict):
    """The turn ended."""

    type: Literal["ended"]
    seat: int


class OverEvent(TypedDict):
    """The match is over. ``reason`` is ``goal`` or ``turn-limit``; ``victory`` counts the victory cards of each seat."""

    type: Literal["over"]
    winners: list[int]
    scores: list[int]
    victory: list[int]
    reason: str


SeafarersEvent = (
    HarbourEvent
    | FoundedEvent
    | TurnEvent
    | RolledEvent
    | ProducedEvent
    | ShortageEvent
    | GoldEvent
    | DiscardedEvent
    | ThiefEvent
    | StolenEvent
    | LootEvent
    | BuiltEvent
    | BuildingEvent
    | MovedEvent
    | DiscoveredEvent
    | ChipEvent
    | BoughtEvent
    | DrawnEvent
    | PlayedEvent
    | InventionEvent
    | MonopolyEvent
    | BankEvent
    | OfferEvent
    | AnsweredEvent
    | CounteredEvent
    | TradedEvent
    | WithdrawnEvent
    | AwardEvent
    | SpecialPointsEvent
    | LineEvent
    | EndedEvent
    | OverEvent
)

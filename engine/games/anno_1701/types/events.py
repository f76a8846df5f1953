"""The events: what happened, in the order in which it happened; what the log and the API publish as ``Anno1701Event``.

``seat`` is the seat an event is about. ``to`` lists the seats that may see it; left out where everybody may. Cards,
landscapes, piles and goods are named as in the state (:mod:`engine.games.anno_1701.types.state`).
"""

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

from engine.games.anno_1701.types.cards import EndReason, EventName, Power, SideName
from engine.games.anno_1701.types.moves import Preferences

GainReason = Literal["yield", "hunt", "prize", "demand", "card", "bought"]
"""The source of a good: a guild house, a pirate hunt, a voyage, trade power, an action card or a trader."""
LossReason = Literal["fire", "discontent", "demand"]


class _Event(TypedDict):
    to: NotRequired[list[int]]


class Answered(_Event):
    """An answer to a reaction. ``order`` names the standing-order row that answered, such as ``W2`` or ``W2-default``."""

    order: NotRequired[str]


@final
class SettledEvent(_Event):
    """A seat has settled."""

    type: Literal["settled"]
    seat: int
    side: SideName
    pile: str
    own_layout: bool


@final
class HandEvent(_Event):
    """The first cards of a hand."""

    type: Literal["hand"]
    seat: int
    cards: list[str]


@final
class StartRollEvent(_Event):
    """The dice, by seat, that say who begins."""

    type: Literal["start-roll"]
    rolls: list[int]


@final
class BeginsEvent(_Event):
    """The first player is chosen."""

    type: Literal["begins"]
    seat: int


@final
class PrefersEvent(_Event):
    """A player's preferences change from now on."""

    type: Literal["prefers"]
    seat: int
    prefer: Preferences


@final
class RolledEvent(_Event):
    """The dice of a turn; ``face`` is that of the event die."""

    type: Literal["rolled"]
    turn: int
    seat: int
    number: int
    face: int
    event: EventName


@final
class ProducedEvent(_Event):
    """A seat receives the goods of a number: ``goods[i]`` goes to ``lands[i]``; ``ship`` is its new state if it was
    repaired.
    """

    type: Literal["produced"]
    seat: int
    goods: str
    lands: list[str]
    ship: int | None


@final
class LapsedEvent(Answered):
    """A good finds no room."""

    type: Literal["lapsed"]
    seat: int
    why: GainReason


@final
class GainedEvent(Answered):
    """A good goes to a landscape, or to the warehouse of its own letter."""

    type: Literal["gained"]
    seat: int
    good: str
    land: str
    why: GainReason
    forced: bool


@final
class GaveUpEvent(Answered):
    """Goods are given up."""

    type: Literal["gave-up"]
    seat: int
    goods: str
    why: LossReason
    forced: bool


@final
class TaxEvent(_Event):
    """Tax: the gold that a seat gets, and the gold that has no room."""

    type: Literal["tax"]
    seat: int
    gold: int
    lapsed: int


@final
class DeclinedEvent(Answered):
    """The holder of trade power demands nothing."""

    type: Literal["declined"]
    seat: int


@final
class DemandedEvent(Answered):
    """The holder of trade power demands a good."""

    type: Literal["demanded"]
    seat: int
    good: str


@final
class PowerEvent(_Event):
    """A power goes to a seat, or to nobody."""

    type: Literal["power"]
    power: Power
    seat: int | None


@final
class BuiltEvent(_Event):
    """A building is built and brings so much gold."""

    type: Literal["built"]
    seat: int
    card: str
    gold: int


@final
class UpgradedEvent(_Event):
    """An inhabitant is upgraded; ``resident`` is its place, 0 to 3."""

    type: Literal["upgraded"]
    seat: int
    resident: int
    level: str


@final
class RepairedEvent(_Event):
    """The ship is repaired to a new state."""

    type: Literal["repaired"]
    seat: int
    ship: int


@final
class BankEvent(_Event):
    """Three of one good, or three gold, for one other at the bank; ``land`` is where it went, ``None`` for gold."""

    type: Literal["bank"]
    seat: int
    give: str
    take: str
    land: str | None


@final
class DockedEvent(_Event):
    """The landing stage moves a good."""

    type: Literal["docked"]
    seat: int
    land: str
    to_land: str


@final
class PushedUnderEvent(Answered):
    """A hand card is pushed under a pile."""

    type: Literal["pushed-under"]
    seat: int
    pile: str


@final
class PushedEvent(_Event):
    """The card that was pushed away, shown only to its seat."""

    type: Literal["pushed"]
    seat: int
    card: str


@final
class FetchedEvent(_Event):
    """The top card of the discard goes to a hand."""

    type: Literal["fetched"]
    seat: int
    card: str


@final
class PlayedEvent(_Event):
    """An action card is played, with its target if it has one."""

    type: Literal["played"]
    seat: int
    card: str
    landscape: NotRequired[str]
    centre: NotRequired[int]


@final
class GotGoldEvent(_Event):
    """A seat gets gold."""

    type: Literal["got-gold"]
    seat: int
    gold: int


@final
class AllowedEvent(Answered):
    """The theatre lets an attack happen."""

    type: Literal["allowed"]
    seat: int


@final
class CancelledEvent(Answered):
    """The theatre cancels an attack for so much gold."""

    type: Literal["cancelled"]
    seat: int
    card: str
    gold: int


@final
class StolenEvent(_Event):
    """An attacker takes gold, and how much of it finds no room."""

    type: Literal["stolen"]
    seat: int
    gold: int
    lapsed: int


@final
class EmptiedEvent(_Event):
    """A landscape loses all ``n`` goods."""

    type: Literal["emptied"]
    seat: int
    land: str
    good: str
    n: int


@final
class AgitatedEvent(_Event):
    """A village centre loses gold."""

    type: Literal["agitated"]
    seat: int
    centre: int
    gold: int


@final
class SpiedEvent(_Event):
    """The hand of ``seat``; to the attacker alone."""

    type: Literal["spied"]
    seat: int
    cards: list[str]


@final
class TookCardEvent(_Event):
    """A card is taken from the other hand; everybody sees its numeral."""

    type: Literal["took-card"]
    seat: int
    numeral: int


@final
class CardTakenEvent(_Event):
    """The card that was taken, shown to both players."""

    type: Literal["card-taken"]
    seat: int
    card: str


@final
class OfferedEvent(_Event):
    """An offer."""

    type: Literal["offered"]
    seat: int
    give: str
    take: str


@final
class CounteredEvent(Answered):
    """A counter-offer; ``give`` and ``take`` are from the point of view of the player who makes it."""

    type: Literal["countered"]
    seat: int
    give: str
    take: str


@final
class RejectedEvent(Answered):
    """An offer or counter-offer is rejected."""

    type: Literal["rejected"]
    seat: int


@final
class WithdrawnEvent(_Event):
    """An offer is taken back."""

    type: Literal["withdrawn"]
    seat: int


@final
class ExchangedEvent(Answered):
    """A trade: ``seat`` gives ``give`` and gets ``take``."""

    type: Literal["exchanged"]
    seat: int
    give: str
    take: str


@final
class SailsEvent(_Event):
    """A voyage begins, perhaps with a ship card."""

    type: Literal["sails"]
    seat: int
    card: str | None
    speed: int
    strength: int


@final
class RevealedEvent(_Event):
    """A voyage card is revealed."""

    type: Literal["revealed"]
    seat: int
    card: str


@final
class ReturnedEvent(_Event):
    """The ship comes home after so many cards, in this state."""

    type: Literal["returned"]
    seat: int
    cards: int
    ship: int


@final
class DamagedEvent(_Event):
    """A seat's ship was damaged; ``ship`` is its new state."""

    type: Literal["damaged"]
    seat: int
    ship: int


@final
class CannotBuyEvent(_Event):
    """The voyager can buy nothing of a trader."""

    type: Literal["cannot-buy"]
    seat: int


@final
class EscapedEvent(_Event):
    """The ship escapes a storm."""

    type: Literal["escaped"]
    seat: int


@final
class TooSlowEvent(_Event):
    """The ship is too slow to save castaways."""

    type: Literal["too-slow"]
    seat: int


@final
class SailedOnEvent(_Event):
    """The voyager leaves a voyage card alone."""

    type: Literal["sailed-on"]
    seat: int


@final
class PaidTributeEvent(_Event):
    """A tribute is paid."""

    type: Literal["paid-tribute"]
    seat: int
    gold: int


@final
class FoughtEvent(_Event):
    """One roll of a fight: the dice of voyager and pirate, their sums; ``forced``: for want of gold."""

    type: Literal["fought"]
    seat: int
    dice: list[int]
    own: int
    pirate: int
    forced: bool


@final
class WonFightEvent(_Event):
    """A fight is won."""

    type: Literal["won-fight"]
    seat: int


@final
class LostFightEvent(_Event):
    """A fight is lost."""

    type: Literal["lost-fight"]
    seat: int


@final
class FlotsamEvent(_Event):
    """The roll for flotsam."""

    type: Literal["flotsam"]
    seat: int
    roll: int


@final
class DrewEvent(_Event):
    """A card is drawn from a pile."""

    type: Literal["drew"]
    seat: int
    pile: str
    forced: bool


@final
class SearchesEvent(_Event):
    """A seat pays a gold and looks through a pile."""

    type: Literal["searches"]
    seat: int
    pile: str


@final
class LookedEvent(_Event):
    """The pile that is looked through, from the top; to its seat alone."""

    type: Literal["looked"]
    seat: int
    pile: str
    cards: list[str]


@final
class FoundEvent(_Event):
    """A card of a searched pile is taken."""

    type: Literal["found"]
    seat: int
    pile: str
    forced: bool


@final
class CardEvent(_Event):
    """The card that was drawn or found, shown only to its seat."""

    type: Literal["card"]
    seat: int
    card: str


@final
class EndedEvent(_Event):
    """The match is over; ``scores`` are favour points by seat."""

    type: Literal["ended"]
    why: EndReason
    winners: list[int]
    scores: list[int]


Anno1701Event = (
    SettledEvent
    | HandEvent
    | StartRollEvent
    | BeginsEvent
    | PrefersEvent
    | RolledEvent
    | ProducedEvent
    | LapsedEvent
    | GainedEvent
    | GaveUpEvent
    | TaxEvent
    | DeclinedEvent
    | DemandedEvent
    | PowerEvent
    | BuiltEvent
    | UpgradedEvent
    | RepairedEvent
    | BankEvent
    | DockedEvent
    | PushedUnderEvent
    | PushedEvent
    | FetchedEvent
    | PlayedEvent
    | GotGoldEvent
    | AllowedEvent
    | CancelledEvent
    | StolenEvent
    | EmptiedEvent
    | AgitatedEvent
    | SpiedEvent
    | TookCardEvent
    | CardTakenEvent
    | OfferedEvent
    | CounteredEvent
    | RejectedEvent
    | WithdrawnEvent
    | ExchangedEvent
    | SailsEvent
    | RevealedEvent
    | ReturnedEvent
    | DamagedEvent
    | CannotBuyEvent
    | EscapedEvent
    | TooSlowEvent
    | SailedOnEvent
    | PaidTributeEvent
    | FoughtEvent
    | WonFightEvent
    | LostFightEvent
    | FlotsamEvent
    | DrewEvent
    | SearchesEvent
    | LookedEvent
    | FoundEvent
    | CardEvent
    | EndedEvent
)

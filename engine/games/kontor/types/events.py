"""The events: what happened, in the order in which it happened; what the log and the API publish as ``KontorEvent``.

A seat is its number from 0, a team 0 or 1, a card its id, a field ``[x, y]``. ``to`` lists the seats that may see an event;
it is left out where everybody may.
"""

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

from engine.games.kontor.types.state import Axis, DecidedBy, Place, Range, Triple

IncomeReason = Literal["pass", "canal", "insolvent"]
DrawnPile = Literal["quay", "canal"]
EndReason = Literal["board-full", "deadlock", "stalemate", "round-limit", "poverty", "line"]


class _Event(TypedDict):
    to: NotRequired[list[int]]


@final
class SeatCard(TypedDict):
    """A card that a seat plays or shows."""

    seat: int
    card: str


class _Seat(TypedDict):
    seat: int


_Pass = TypedDict("_Pass", {"pass": Literal[True]})


@final
class SeatPass(_Seat, _Pass):
    """A seat that plays no card; ``forfeit``: it did not open its seal and earns no coin."""

    forfeit: NotRequired[Literal[True]]


@final
class BuyingEvent(_Event):
    """The seats that want to buy a special card; may be empty."""

    type: Literal["buying"]
    seats: list[int]


@final
class FinedEvent(_Event):
    """A seat did not open its seal in a buying decision and pays for nothing."""

    type: Literal["fined"]
    seat: int
    coins: int


@final
class ShownEvent(_Event):
    """The cards shown in the contest for the last special card, by seat."""

    type: Literal["shown"]
    choices: list[SeatCard]


@final
class BoughtEvent(_Event):
    """A seat has bought the top special card for two coins."""

    type: Literal["bought"]
    seat: int


@final
class GotEvent(_Event):
    """The special card that was bought, shown only to the buyer."""

    type: Literal["got"]
    seat: int
    card: str


@final
class RevealedEvent(_Event):
    """The choices that become public, by seat."""

    type: Literal["revealed"]
    choices: list[SeatCard | SeatPass]


@final
class InsolventEvent(_Event):
    """A seat cannot pay the harbour tax and takes its card back."""

    type: Literal["insolvent"]
    seat: int
    card: str


@final
class TaxEvent(_Event):
    """``seat`` pays a coin to the bank because of the ``card`` that the seat ``by`` has played."""

    type: Literal["tax"]
    seat: int
    by: int
    card: str


@final
class IncomeEvent(_Event):
    """A seat gets a coin from the bank."""

    type: Literal["income"]
    seat: int
    why: IncomeReason


@final
class NoIncomeEvent(_Event):
    """A seat gets no coin, because the bank cannot meet all claims of this moment."""

    type: Literal["no-income"]
    seat: int
    why: IncomeReason


@final
class StayedEvent(_Event):
    """A seat leaves the ship where it is."""

    type: Literal["stayed"]
    seat: int


_From = TypedDict("_From", {"from": Place})


@final
class SailedEvent(_Event, _From):
    """A seat moves the ship from one field (``from``) to another (``at``; ``to`` would name who may see the event)."""

    type: Literal["sailed"]
    seat: int
    at: Place


@final
class RemovedEvent(_Event):
    """A seat removes the quay at a field; it goes under the quay pile of the seat ``owner``."""

    type: Literal["removed"]
    seat: int
    card: str
    at: Place
    owner: int


@final
class LaidEvent(_Event):
    """A seat lays its card."""

    type: Literal["laid"]
    seat: int
    card: str
    at: Place


@final
class UnplaceableEvent(_Event):
    """A seat finds no field for its card and takes it back."""

    type: Literal["unplaceable"]
    seat: int
    card: str


@final
class FixedEvent(_Event):
    """The width (axis x) or the height (axis y) of the harbour is fixed for good."""

    type: Literal["fixed"]
    axis: Axis
    range: Range


@final
class ClosedEvent(_Event):
    """A sector can no longer grow and is scored."""

    type: Literal["closed"]
    fields: list[Place]
    guard: int | None
    """The team that controls it."""
    goods: list[Triple]
    """By team."""
    by: DecidedBy
    size: int
    """Number of quays."""


@final
class DrewEvent(_Event):
    """A seat draws the visible top card of a pile."""

    type: Literal["drew"]
    seat: int
    card: str
    pile: DrawnPile


@final
class PileEmptyEvent(_Event):
    """A seat would draw, but the pile is empty."""

    type: Literal["pile-empty"]
    seat: int
    pile: DrawnPile


@final
class RoundEvent(_Event):
    """A round begins."""

    type: Literal["round"]
    round: int


@final
class EndedEvent(_Event):
    """The match is over."""

    type: Literal["ended"]
    why: EndReason
    scores: list[int]
    """Points by team."""
    money: list[int]
    """Coins by seat."""
    winner: NotRequired[int]
    """The team that a sudden end names, whatever the points are."""


KontorEvent = (
    BuyingEvent
    | FinedEvent
    | ShownEvent
    | BoughtEvent
    | GotEvent
    | RevealedEvent
    | InsolventEvent
    | TaxEvent
    | IncomeEvent
    | NoIncomeEvent
    | StayedEvent
    | SailedEvent
    | RemovedEvent
    | LaidEvent
    | UnplaceableEvent
    | FixedEvent
    | ClosedEvent
    | DrewEvent
    | PileEmptyEvent
    | RoundEvent
    | EndedEvent
)

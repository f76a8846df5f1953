"""Event types. Everybody may see every event of Packet Row, so none of them has ``to``.

The texts below are published in the API's document.
"""

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

from engine.games.packet_row.types.state import EndReason, Supply
from engine.games.packet_row.types.view import Points


@final
class RoundEvent(TypedDict):
    """A round begins."""

    type: Literal["round"]
    round: int
    seat: int
    """Its harbour master."""


@final
class OpenedEvent(TypedDict):
    """The harbour master opened a board."""

    type: Literal["opened"]
    seat: int
    board: str
    sweep: int
    """The position of the board in the round's order, counted from 1."""


@final
class SkippedEvent(TypedDict):
    """A seat was not asked, because everybody sees that it could take nothing."""

    type: Literal["skipped"]
    seat: int
    board: str
    why: Literal["empty", "dear"]
    """Nothing is left on the board, or nothing that the seat could pay for."""


@final
class DeclinedEvent(TypedDict):
    """A seat took nothing from the open board."""

    type: Literal["declined"]
    seat: int
    board: str


@final
class TookEvent(TypedDict):
    """A seat took a card."""

    type: Literal["took"]
    seat: int
    card: str
    board: str
    supply: Supply
    slot: int
    """The card's place in its supply, counted from 0."""
    paid: int
    """In dollars."""
    assistant: NotRequired[str]
    """The id of the assistant spent for a card of the future supply."""


@final
class PassedEvent(TypedDict):
    """The harbour master took no card in this round."""

    type: Literal["passed"]
    seat: int


@final
class FulfilledEvent(TypedDict):
    """A seat fulfilled contracts."""

    type: Literal["fulfilled"]
    seat: int
    contracts: list[str]
    cards: list[str]
    """Everything that was given away, the contracts among it."""
    reward: int
    """In dollars, for all contracts together."""


@final
class RoundOverEvent(TypedDict):
    """A round ended."""

    type: Literal["round-over"]
    round: int
    without: list[int]
    """Seats that took no card in it."""


@final
class RefilledEvent(TypedDict):
    """A board was refilled. Cards are named by id."""

    type: Literal["refilled"]
    board: str
    discarded: list[str]
    """Cards discarded from the current supply."""
    current: list[str]
    future: list[str]


@final
class ExhaustedEvent(TypedDict):
    """A board's current supply could not be filled any more."""

    type: Literal["exhausted"]
    board: str


@final
class FinalEvent(TypedDict):
    """The last round is over; the final contract round begins."""

    type: Literal["final"]
    why: EndReason
    """Enough boards are exhausted, or no board is left to open."""
    seats: list[int]
    """Seats that might still fulfil a contract; each is asked once."""


@final
class SettledEvent(TypedDict):
    """A seat has answered in the final contract round."""

    type: Literal["settled"]
    seat: int


class SeatPoints(Points):
    """The points of one seat at the end, by what they are for."""

    seat: int


@final
class EndedEvent(TypedDict):
    """The match is over."""

    type: Literal["ended"]
    why: EndReason
    points: list[SeatPoints]
    """By seat."""
    money: list[int]
    """Dollars by seat: the tie-break."""
    winners: list[int]


PacketRowEvent = (
    RoundEvent
    | OpenedEvent
    | SkippedEvent
    | DeclinedEvent
    | TookEvent
    | PassedEvent
    | FulfilledEvent
    | RoundOverEvent
    | RefilledEvent
    | ExhaustedEvent
    | FinalEvent
    | SettledEvent
    | EndedEvent
)
"""Anything that can happen, told apart by ``type``."""

"""What happened. Everybody may see every event of Packet Row, so none of them has ``to``."""

from __future__ import annotations

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

from engine.packet_row.types.state import EndReason, Supply
from engine.packet_row.types.view import Points


@final
class RoundEvent(TypedDict):
    """A round begins; ``seat`` is its harbour master (Hafenmeister)."""

    type: Literal["round"]
    round: int
    seat: int


@final
class OpenedEvent(TypedDict):
    """The harbour master opened a board, as number ``sweep`` of the round."""

    type: Literal["opened"]
    seat: int
    board: str
    sweep: int


@final
class SkippedEvent(TypedDict):
    """A seat was not asked, as everybody sees that it could take nothing: the board is empty, or all is too dear."""

    type: Literal["skipped"]
    seat: int
    board: str
    why: Literal["empty", "dear"]


@final
class DeclinedEvent(TypedDict):
    """A seat took nothing of the open board."""

    type: Literal["declined"]
    seat: int
    board: str


@final
class TookEvent(TypedDict):
    """A seat took a card from its place and ``paid`` so many dollars; ``assistant`` is the id of the one it spent."""

    type: Literal["took"]
    seat: int
    card: str
    board: str
    supply: Supply
    slot: int
    paid: int
    assistant: NotRequired[str]


@final
class PassedEvent(TypedDict):
    """The harbour master took no card in this round."""

    type: Literal["passed"]
    seat: int


@final
class FulfilledEvent(TypedDict):
    """A seat gave away ``cards``, the ``contracts`` among them, for ``reward`` dollars."""

    type: Literal["fulfilled"]
    seat: int
    contracts: list[str]
    cards: list[str]
    reward: int


@final
class RoundOverEvent(TypedDict):
    """A round ended; ``without`` are the seats that have no card of it."""

    type: Literal["round-over"]
    round: int
    without: list[int]


@final
class RefilledEvent(TypedDict):
    """A board was refilled: card ids of what was discarded and of what lies there now."""

    type: Literal["refilled"]
    board: str
    discarded: list[str]
    current: list[str]
    future: list[str]


@final
class ExhaustedEvent(TypedDict):
    """A board's current supply could not be filled any more."""

    type: Literal["exhausted"]
    board: str


@final
class FinalEvent(TypedDict):
    """The last round is over; ``seats`` may still fulfil something in the final contract round."""

    type: Literal["final"]
    why: EndReason
    seats: list[int]


@final
class SettledEvent(TypedDict):
    """A seat has answered in the final contract round."""

    type: Literal["settled"]
    seat: int


class SeatPoints(Points):
    """The points of one seat at the end."""

    seat: int


@final
class EndedEvent(TypedDict):
    """The match is over: points and ``money`` (dollars, the tie-break) by seat, and who won."""

    type: Literal["ended"]
    why: EndReason
    points: list[SeatPoints]
    money: list[int]
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

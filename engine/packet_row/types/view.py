"""The view: the table as one seat, or a spectator, may know it."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from engine.contract import Outcome
from engine.packet_row.types.cards import CardName, Destination, Good, Role, ShownCard
from engine.packet_row.types.state import EndReason, PacketRowOptions, Stage, Taken


class Limits(TypedDict):
    """The numbers of this table (C6): cards in a full ``current`` and ``future`` supply, exhausted boards that end the match,
    dollars that make a point, points for a banker."""

    current: int
    future: int
    exhausted_boards: int
    money_per_point: int
    banker_points: int


class BoardView(TypedDict):
    """One board; an empty place of a supply is ``None``.

    ``draw`` and ``aside`` are numbers of cards, ``unseen`` what these cards are, as numbers of copies by key; ``discard`` are
    card ids. ``opened`` is the number of the sweep in which it was opened in this round (0: not yet). ``exhausted``: it could
    not be refilled once. ``closed``: nothing is left that it could be opened for.
    """

    board: str
    name: CardName
    current: list[ShownCard | None]
    future: list[ShownCard | None]
    draw: int
    aside: int
    unseen: dict[str, int]
    discard: list[str]
    opened: int
    exhausted: bool
    closed: bool


class Points(TypedDict):
    """Points as if the match ended now, by where they come from; ``penalty`` is 0 or less."""

    buildings: int
    money: int
    bankers: int
    penalty: int
    total: int


class Sums(TypedDict):
    """What the cards of a seat add up to (B7): persons, units owned and demanded, and contracts by destination."""

    roles: dict[Role, int]
    goods: dict[Good, int]
    gold: int
    demand: dict[Good, int]
    destinations: dict[Destination, int]


class PlayerView(TypedDict):
    """One seat. ``hand``, ``points`` and ``sums`` of a hidden hand are ``None`` or absent; ``money`` is in dollars.

    ``hand_count`` counts the starting contract too; ``starting`` is its id for those who may know it.
    """

    money: int
    hand: list[ShownCard] | None
    hand_count: int
    ships: list[ShownCard]
    starting_hidden: bool
    starting: str | None
    points: Points | None
    sums: NotRequired[Sums]


class TakenView(Taken):
    """A card that a seat took in this round, with the card itself, which everybody saw."""

    shown: ShownCard


class PreviousRoundView(TypedDict):
    """What is still known of the round before; ``why`` is there if it was the last one."""

    round: int
    harbour_master: int
    opened: list[str]
    taken: list[TakenView]
    why: NotRequired[EndReason]


class PacketRowView(TypedDict):
    """The table. ``seat`` is the viewer's (``None``: a spectator); all else as in :class:`.state.PacketRowState`.

    ``boards`` come in the fixed order of the boards; ``fulfilled_starting`` are the starting contracts that were fulfilled.
    """

    game: Literal["packet-row"]
    options: PacketRowOptions
    seat: int | None
    round: int
    stage: Stage
    sweep: int
    harbour_master: int
    open_board: str | None
    queue: list[int]
    settling: list[int]
    limits: Limits
    boards: list[BoardView]
    players: list[PlayerView]
    fulfilled_starting: list[ShownCard]
    taken: list[TakenView]
    previous: PreviousRoundView | None
    outcome: Outcome | None

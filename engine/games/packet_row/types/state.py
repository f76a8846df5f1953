"""The state of a match: what is stored after each step, and nobody sees as a whole before the end."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from engine.contract import Outcome

Stage = Literal["open", "ask", "harbour", "last", "final", "over"]
"""HM_OPEN, ASK, HM_DECIDE, HM_LAST, FINAL_CONTRACTS and the end (``RULES.md``, D2)."""

Supply = Literal["current", "future"]
"""Aktueller and zukünftiger Vorrat; a card of the future supply costs an assistant."""

EndReason = Literal["exhausted", "nothing-to-open"]
"""The reason a match ended: enough boards were exhausted, or none could be opened (C7)."""


class PacketRowOptions(TypedDict):
    """Match options."""

    hidden_hands: bool
    """True if only merchant ships and money lie open, as at a table; otherwise all cards but the starting contract do."""


class BoardState(TypedDict):
    """One board and its deck, all as card ids; an empty place of a supply is ``None``.

    ``draw`` is the pile, its top first; ``aside`` are the cards removed unseen before a match of two. ``opened`` is the number
    of the sweep in which the board was opened in this round, 0 if it was not. ``exhausted``: its current supply could not be
    refilled once.
    """

    draw: list[str]
    discard: list[str]
    aside: list[str]
    future: list[str | None]
    current: list[str | None]
    opened: int
    exhausted: bool


class PlayerState(TypedDict):
    """One seat: ``money`` in dollars; ``hand`` and ``ships`` as card ids in the order of the card lists.

    ``hidden_contract`` is the starting contract while nobody else has seen it; it is in the hand as well. ``fulfilments``
    counts the decisions about fulfilling from 1, and stands in their ids.
    """

    money: int
    hand: list[str]
    ships: list[str]
    hidden_contract: str | None
    fulfilments: int


class Taken(TypedDict):
    """A card that a seat took in this round, and where it lay."""

    seat: int
    card: str
    board: str
    supply: Supply
    slot: int
    """The place in the supply, counted from 0."""
    assistant: NotRequired[str]
    """The id of the assistant who was spent for a card of the future supply."""


class PreviousRound(TypedDict):
    """Public record of the previous round; ``opened`` lists boards in the order in which they were opened.

    ``why`` is there if it was the last round of the match.
    """

    round: int
    harbour_master: int
    opened: list[str]
    taken: list[Taken]
    why: NotRequired[EndReason]


class PacketRowState(TypedDict):
    """A whole match.

    ``round`` counts from 1, ``sweep`` the boards opened in it (0: none yet); ``queue`` are the seats still to be asked about
    ``open_board``, ``settling`` those whose final contract round is due. ``boards`` are by sign, ``players`` by seat. ``box``
    are the starting contracts that nobody was dealt, ``spent`` those that were fulfilled. ``standing`` are the ids of the
    decisions that stand, in the order in which they were opened.
    """

    schema: int
    options: PacketRowOptions
    round: int
    harbour_master: int
    stage: Stage
    sweep: int
    open_board: str | None
    queue: list[int]
    boards: dict[str, BoardState]
    players: list[PlayerState]
    box: list[str]
    spent: list[str]
    taken: list[Taken]
    previous: PreviousRound | None
    settling: list[int]
    standing: list[str]
    outcome: Outcome | None

"""The view: the table as one seat, or a spectator, may know it. The texts below are published in the API's document."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from engine.contract import Outcome
from engine.games.packet_row.types.cards import CardName, ContractCard, Destination, Good, Role, ShipCard, ShownCard
from engine.games.packet_row.types.state import EndReason, PacketRowOptions, Stage, Taken


class Limits(TypedDict):
    """The numbers of this table."""

    current: int
    """Cards in a full current supply."""
    future: int
    """Cards in a full future supply."""
    exhausted_boards: int
    """Number of exhausted boards that ends the match."""
    money_per_point: int
    """Dollars that are worth a point at the end."""
    banker_points: int
    """Points for each banker of the player with the most money."""


class BoardView(TypedDict):
    """One of the four boards; an empty place of a supply is ``None``."""

    board: str
    """Its sign, as moves name it."""
    name: CardName
    current: list[ShownCard | None]
    """The cards that can be taken while the board is open."""
    future: list[ShownCard | None]
    """The cards that will be current next; each can be taken for an assistant."""
    draw: int
    """Cards in the draw pile."""
    aside: int
    """Cards removed unseen before a match of two."""
    unseen: dict[str, int]
    """The cards of the draw pile and those removed, together, as copies by key: what counting would tell."""
    discard: list[str]
    """Ids of the cards in the discard pile."""
    opened: int
    """As which board of this round it was opened, counted from 1; 0: not opened."""
    exhausted: bool
    """True if its current supply could not be refilled."""
    closed: bool
    """True if it can no longer be opened, because its current supply is empty."""


class Points(TypedDict):
    """Points as if the match ended now, by what they are for."""

    buildings: int
    money: int
    bankers: int
    penalty: int
    """For contracts left over; 0 or less."""
    total: int


class Sums(TypedDict):
    """Totals of a seat's cards. Goods and destinations that do not occur are left out."""

    roles: dict[Role, int]
    """Number of persons of each kind."""
    goods: dict[Good, int]
    """Units owned, by good."""
    gold: int
    """Units of gold."""
    demand: dict[Good, int]
    """Units that all contracts together demand, by good."""
    destinations: dict[Destination, int]
    """Number of contracts for each destination."""


class PlayerView(TypedDict):
    """One seat."""

    money: int
    """In dollars."""
    hand: list[ShownCard] | None
    """The cards in hand that the viewer may see; ``None``: the whole hand is hidden."""
    hand_count: int
    """Number of cards in hand, seen or not."""
    ships: list[ShipCard]
    starting_hidden: bool
    """True if the starting contract is in hand and nobody else has seen it."""
    starting: str | None
    """The id of the hidden starting contract, for those who may know it."""
    points: Points | None
    """``None`` for a hidden hand."""
    sums: NotRequired[Sums]
    """Absent for a hidden hand."""


class TakenView(Taken):
    """A card that a seat took in a round, and where it lay."""

    shown: ShownCard
    """The card, which everybody saw."""


class PreviousRoundView(TypedDict):
    """The round before."""

    round: int
    harbour_master: int
    opened: list[str]
    """Signs of the boards, in the order in which they were opened."""
    taken: list[TakenView]
    why: NotRequired[EndReason]
    """The reason it was the last round; absent while the match goes on."""


class PacketRowView(TypedDict):
    """The table of Packet Row as one seat, or a spectator, may know it."""

    game: Literal["packet-row"]
    options: PacketRowOptions
    seat: int | None
    """The viewer's; ``None``: a spectator."""
    round: int
    """Counted from 1."""
    stage: Stage
    """The current stage: opening the first board, taking from it, the harbour master's turn after that, the last pick
    once all others have a card, the final contract round, or over."""
    sweep: int
    """Number of boards opened this round."""
    harbour_master: int
    """The seat that opens boards in this round."""
    open_board: str | None
    """The sign of the board that goes around."""
    queue: list[int]
    """Seats still to be asked about the open board, in order; the first is asked now."""
    settling: list[int]
    """Seats whose answer to the final contract round is due."""
    limits: Limits
    boards: list[BoardView]
    """In the fixed order of the boards."""
    players: list[PlayerView]
    """By seat."""
    fulfilled_starting: list[ContractCard]
    """The starting contracts that were fulfilled."""
    taken: list[TakenView]
    """The cards taken in this round, in order."""
    previous: PreviousRoundView | None
    """The round before; ``None`` in the first."""
    outcome: Outcome | None
    """The result of the match; null while it goes on."""

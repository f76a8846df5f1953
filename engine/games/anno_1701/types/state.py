"""The state of a match as it is stored: plain JSON, of which :class:`Anno1701State` names every member.

Seats are 0 and 1; lists "by seat" have one entry for each. A card is named by its id (``farm-1-2``), and so is a landscape
(``L4``). A pile, the voyage deck and a layout are one string each, ids separated by spaces, the top (or the upper left)
first, see :mod:`engine.games.anno_1701.rules.stores`. Goods and their letters: :mod:`engine.games.anno_1701.types.cards`.
"""

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

from engine.contract import Outcome
from engine.games.anno_1701.types.cards import AttackOp, EventName, SideName
from engine.games.anno_1701.types.moves import Action, Named, Preferences

Stage = Literal["settle", "number", "lodge", "event", "act", "close", "cards", "fill", "voyage", "end"]
"""The current stage of the turn."""
GainKind = Literal["yield", "hunt", "prize"]
"""Goods of choice: from a guild house, by a pirate hunt, on a voyage."""
LossKind = Literal["fire", "discontent"]
PlainKind = Literal["act", "demand", "spy", "close", "cards", "voyage", "withdraw"]
TaskKind = Literal[
    "settle",
    "act",
    "yield",
    "hunt",
    "prize",
    "fire",
    "discontent",
    "demand",
    "pit",
    "lodge",
    "theatre",
    "spy",
    "offer",
    "counter",
    "withdraw",
    "close",
    "cards",
    "search",
    "voyage",
    "meet",
]
"""The kinds of decisions."""
Result = Literal["done", "cancelled", "allowed", "accepted", "rejected", "withdrawn"]
"""The result of an action."""


@final
class Anno1701Options(TypedDict):
    """The complete options of a match."""

    turn_limit: int
    """After this many turns, counting those of both seats, the match ends."""


@final
class Roll(TypedDict):
    """The roll that began the turn: the number, the face of the event die and its event."""

    number: int
    face: int
    event: EventName


@final
class Powers(TypedDict):
    """The seats that hold the two powers; None if nobody does."""

    trade: int | None
    sea: int | None


@final
class Player(TypedDict):
    """The state of one seat."""

    side: SideName
    land: dict[str, int]
    """Number of goods on each landscape, 0 to 3."""
    at: str
    """The layout: what lies at each of the eight open positions, landscapes and ``ship``."""
    ship: int
    """The ship's state, 0 (wrecked) to 4 (sound)."""
    luxury: dict[str, int]
    """Rum and tobacco in the warehouses, 0 to 3 each."""
    gold: list[int]
    """Gold in the left and in the right village centre, 0 to 4 each."""
    residents: list[int]
    """The level of each of the four inhabitants: 0 pioneer, 1 settler, 2 citizen, 3 merchant."""
    buildings: list[str]
    hand: list[str]
    prefer: NotRequired[Preferences]


@final
class SettleTask(TypedDict):
    """Both seats settle, sealed."""

    id: str
    kind: Literal["settle"]
    seats: list[int]


@final
class PlainTask(TypedDict):
    """A question that needs no facts: the rest stands in the state."""

    id: str
    kind: PlainKind
    seat: int


@final
class GainTask(TypedDict):
    """Choose one of ``goods``; ``left`` choices are due, this one included."""

    id: str
    kind: GainKind
    seat: int
    goods: str
    left: int


@final
class LossTask(TypedDict):
    """Choose ``count`` landscape goods to give up."""

    id: str
    kind: LossKind
    seat: int
    count: int


@final
class PitTask(TypedDict):
    """Choose the landscape from which a demanded good is taken."""

    id: str
    kind: Literal["pit"]
    seat: int
    good: str


@final
class LodgeTask(TypedDict):
    """May the lodge act? ``left``: how many lodges are yet to act, this one included."""

    id: str
    kind: Literal["lodge"]
    seat: int
    left: int


@final
class TheatreTask(TypedDict):
    """Does the theatre cancel this attack? With the attack's target, if it has one."""

    id: str
    kind: Literal["theatre"]
    seat: int
    card: str
    op: AttackOp
    landscape: NotRequired[str]
    centre: NotRequired[int]


@final
class OfferTask(TypedDict):
    """An offer, or a counter-offer: its maker gives ``give`` and gets ``take``."""

    id: str
    kind: Literal["offer", "counter"]
    seat: int
    give: str
    take: str
    named: NotRequired[Named]
    """The landscapes and centres its maker has named for their own side."""


@final
class SearchTask(TypedDict):
    """Choose a card of a pile. A slip's number gives nothing away: ``slips`` has its place in the pile, from the top."""

    id: str
    kind: Literal["search"]
    seat: int
    pile: str
    slips: list[int]


@final
class MeetTask(TypedDict):
    """Answer the voyage card that was revealed."""

    id: str
    kind: Literal["meet"]
    seat: int
    card: str


SeatTask = PlainTask | GainTask | LossTask | PitTask | LodgeTask | TheatreTask | OfferTask | SearchTask | MeetTask
"""A question for one seat."""
Task = SettleTask | SeatTask
"""A pending task of the table, which becomes a decision of the contract."""


@final
class Act(TypedDict):
    """An action of this turn that something may still ask for, and how it went.

    ``do``, ``spied`` and ``n`` are remembered for the actions of a turn list: the action
    itself, how many cards had been spied before it, and how many numbers (``n`` of the state) had been given out.
    """

    type: str
    result: Result
    step: NotRequired[int]
    give: NotRequired[str]
    take: NotRequired[str]
    do: NotRequired[Action]
    spied: NotRequired[int]
    n: NotRequired[int]


@final
class Voyage(TypedDict):
    """A voyage under way: speed and strength are those at its start."""

    card: str | None
    """The ship card that joined."""
    speed: int
    """Maximum number of voyage cards to reveal."""
    strength: int
    deck: str
    seen: list[str]
    """The voyage cards revealed, in order."""


@final
class Anno1701State(TypedDict):
    """Everything about a match, hidden information included."""

    schema: int
    dataset: str
    options: Anno1701Options
    turn: int
    """The number of the turn, counting those of both seats; 0 before the first."""
    active: int
    stage: Stage
    n: int
    """The last number of this turn that was given to a decision or a draw."""
    due: list[Task]
    players: list[Player]
    piles: dict[str, str]
    """The draw piles ``1a`` to ``3b``."""
    supply: list[int]
    """Number of settlers, citizens and merchants left."""
    discard: list[str]
    """The discard pile, top card last."""
    powers: Powers
    awarded: list[str]
    """The powers that have been held at least once."""
    roll: Roll | None
    dock: int
    """Remaining uses of landing stages by the active player this turn."""
    lodge: int
    """Remaining uses of lodges by the active player this turn."""
    offers: int
    """Number of offers made this turn."""
    acts: list[Act]
    spied: list[str]
    """The cards, by name, that the active player has seen in the other hand in this turn."""
    must_take: bool
    """A card was put away, so one has to be drawn or searched for."""
    taken: int
    """Number of cards taken this turn, drawn or found by a search."""
    voyage: Voyage | None
    outcome: Outcome | None
    listed: int
    """Number of answers given by the turn list this turn."""
    by_hand: int
    """The number of the last decision of this turn that its player answered by hand; 0: none, or the list goes on."""

"""The table as one seat, or a spectator, may know it: what the API publishes as ``Anno1701View``.

Cards are shown with everything printed on them. Seats, lists "by seat", goods and their letters are as in the state
(:mod:`engine.games.anno_1701.types.state`).
"""

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

from engine.contract import Outcome
from engine.games.anno_1701.types.cards import ExpansionCard, SideName, VoyageCard
from engine.games.anno_1701.types.moves import Action, Preferences
from engine.games.anno_1701.types.state import (
    Anno1701Options,
    GainTask,
    LodgeTask,
    LossTask,
    MeetTask,
    PitTask,
    PlainTask,
    Powers,
    Result,
    Roll,
    SettleTask,
    Stage,
    TheatreTask,
)


@final
class LandscapeShown(TypedDict):
    """A landscape: its good, the number at which it yields, how many goods lie on it and where it lies."""

    id: str
    good: str
    die: int
    amount: int
    at: str
    """``top-1`` to ``bottom-4``."""
    blocked: bool
    """Unrest in the village centre beside it stops its own production."""


@final
class ShipShown(TypedDict):
    """The ship: its state, 0 (wrecked) to 4 (sound), the number at which it is repaired, and where it lies."""

    state: int
    die: int
    at: str


@final
class PlayerShown(TypedDict):
    """A settlement and what is derived from its cards."""

    side: SideName
    landscapes: list[LandscapeShown]
    goods: dict[str, int]
    """The landscape goods."""
    luxury: dict[str, int]
    """Rum and tobacco in the warehouses."""
    ship: ShipShown
    gold: list[int]
    """Gold in the left and in the right village centre."""
    residents: list[int]
    """The level of each of the four inhabitants: 0 pioneer, 1 settler, 2 citizen, 3 merchant."""
    buildings: list[ExpansionCard]
    hand: list[ExpansionCard] | None
    """``None``: hidden from this viewer."""
    numerals: list[int]
    """The numerals on the backs of the hand; of a hidden hand in ascending order."""
    prefer: Preferences
    points: int
    """Favour points."""
    level: int
    """The highest numeral of the piles the player may draw from."""
    unhappy: int
    happy: int
    speed: int
    strength: int
    """Cannons."""
    bags: int
    """Money bags."""


@final
class OfferStanding(TypedDict):
    """An offer, or a counter-offer, that waits for an answer: who made it gives ``give`` and gets ``take``."""

    id: str
    kind: Literal["offer", "counter"]
    seat: int
    give: str
    take: str


@final
class SearchStanding(TypedDict):
    """A seat looks through a pile."""

    id: str
    kind: Literal["search"]
    seat: int
    pile: str


Standing = (
    SettleTask
    | PlainTask
    | GainTask
    | LossTask
    | PitTask
    | LodgeTask
    | TheatreTask
    | OfferStanding
    | SearchStanding
    | MeetTask
)
"""A decision that stands, with the facts of it that everybody may know."""


@final
class ActShown(TypedDict):
    """An action of this turn, by a turn list or accepted by the other player, and how it went."""

    type: str
    result: Result
    step: NotRequired[int]
    give: NotRequired[str]
    take: NotRequired[str]


@final
class ListedAct(TypedDict):
    """An action that a turn list played: the action, its result, and where it was played (see the state's ``Act``)."""

    type: str
    result: Result
    step: int
    give: NotRequired[str]
    take: NotRequired[str]
    do: Action
    spied: int
    n: int


@final
class RestingList(TypedDict):
    """Progress of the viewer's interrupted turn list, with the names of spied cards."""

    acts: list[ListedAct]
    spied: list[str]


@final
class VoyageShown(TypedDict):
    """A voyage on its way."""

    card: ExpansionCard | None
    """The ship card that joined."""
    speed: int
    """Maximum number of voyage cards to reveal."""
    strength: int
    seen: list[VoyageCard]
    """The cards revealed, in their order."""


@final
class Slip(TypedDict):
    """A slip of the pile searched: the card it stands for and that card's place in the pile, from the top."""

    slip: int
    at: int
    card: ExpansionCard


@final
class SeenPile(TypedDict):
    """The pile the viewer searches."""

    pile: str
    slips: list[Slip]


@final
class SeenHand(TypedDict):
    """The other hand, at which the viewer's spy looks."""

    hand: list[ExpansionCard]


class _List(TypedDict):
    """Apart, because the member has the name of a type that other members need."""

    list: RestingList | None


@final
class Anno1701View(_List):
    """The table as the viewer may know it."""

    game: Literal["anno-1701"]
    dataset: str
    options: Anno1701Options
    seat: int | None
    """The viewer; ``None``: a spectator."""
    turn: int
    active: int
    stage: Stage
    roll: Roll | None
    players: list[PlayerShown]
    piles: dict[str, int]
    """Number of cards in each draw pile."""
    supply: dict[str, int]
    """Number of settlers, citizens and merchants left."""
    discard: list[ExpansionCard]
    """The discard pile, top card last."""
    powers: Powers
    lodge: int
    dock: int
    offers: int
    acts: list[ActShown]
    voyage: VoyageShown | None
    standing: list[Standing]
    seen: SeenPile | SeenHand | None
    """Cards the viewer is looking at while choosing."""
    outcome: Outcome | None

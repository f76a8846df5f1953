"""The table as one seat, or a spectator, may know it: what the API publishes as ``KontorView``.

Fields are ``[x, y]``, cards are shown with everything printed on them; seats, teams, lists "by seat" and "by team", and
money are as in the state (:mod:`engine.games.kontor.types.state`).
"""

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

from engine.contract import Outcome
from engine.games.kontor.types.cards import CardFace, CardKind, Colour, SpecialType
from engine.games.kontor.types.state import Edges, KontorOptions, LastRound, Passed, Place, Range, Stage, Status, Triple

SuddenEnd = Literal["none", "poverty", "line"]


@final
class PileShown(TypedDict):
    """A pile: its visible top card, and how many cards it has."""

    top: CardFace | None
    count: int
    cards: NotRequired[list[CardFace]]
    """All of it, from the top, where the match is played with open quay piles."""


@final
class Limits(TypedDict):
    """Maximum number of columns and rows of the harbour."""

    width: int
    height: int


@final
class Counting(TypedDict):
    """Limits on the sectors that count at the end: their number (0: all), and the fewest quays each must have."""

    places: int
    least_size: int


@final
class Extent(TypedDict):
    """The lowest and highest coordinate now occupied on each axis."""

    x: Range
    y: Range


@final
class FieldShown(TypedDict):
    """An occupied field."""

    at: Place
    card: CardFace
    under: list[CardFace]
    """Cards beneath this one, lowest first."""
    sector: int | None
    """The index of its sector among ``sectors``; none for water."""


@final
class SectorShown(TypedDict):
    """A sector: quays that touch each other."""

    fields: list[Place]
    closed: bool
    guard: int | None
    """The team that controls it, once it is closed."""
    size: int
    """Number of quays."""
    distance: int
    """Steps from the anchor to its nearest quay."""
    goods: list[Triple]
    """By team."""
    centres: list[Place | None]
    """By team: where its distribution centre stands."""
    value: int
    """Points for the team that guards it."""
    counts: bool | None
    """True if it counted; null until the match is over."""


@final
class BarredField(TypedDict):
    """A free field where a team may lay no quay."""

    at: Place
    team: int


@final
class PlayedShown(TypedDict):
    """A card played this round."""

    card: CardFace
    status: Status


@final
class KontorView(TypedDict):
    """The table of Kontor as one viewer sees it."""

    game: Literal["kontor"]
    preset: str
    options: KontorOptions
    seat: int | None
    """The viewer's seat; null for a spectator."""
    round: int
    stage: Stage
    teams: list[int]
    """By seat: its team."""
    opposite: list[int]
    """By seat: the seat opposite. A seat pays harbour tax for coin cards of this seat only."""
    colours: list[Colour]
    """By team."""
    money: list[int]
    """By seat."""
    bank: int
    hands: list[list[CardFace] | None]
    """By seat; only the viewer's own hand is shown."""
    hand_counts: list[dict[CardKind, int]]
    """By seat: how many cards of each kind the hand holds."""
    quay_piles: list[PileShown]
    """By seat."""
    canal_pile: PileShown
    special_pile: int
    """Number of special cards left to buy."""
    special_fields: dict[SpecialType, list[Place]] | None
    """Fields where each special card may be laid now; null in a match without them."""
    rivals: list[int]
    """The seats that contest the last special card."""
    alone: Literal["sealed", "asked"] | None
    """The time to choose the card for a passing opponent: with the sealed choice, or when asked; null if passes are secret."""
    sudden_end: SuddenEnd
    limits: Limits
    counting: Counting
    extent: Extent
    fixed: Edges
    board: list[FieldShown]
    """Row by row."""
    ship: Place | None
    sectors: list[SectorShown]
    """Closed ones in the order in which they closed, then the open ones row by row."""
    barred: list[BarredField]
    """Row by row."""
    undivided: list[Place]
    """Free fields where a canal would cut a region in two."""
    placeable: list[Place]
    """Free fields that touch a card."""
    played: list[PlayedShown | Passed | None]
    """By seat; nothing until the seat's choice is known."""
    due: list[int]
    """Seats that still have to lay, in the order of their turns."""
    last: LastRound
    scores: list[int]
    """By team: points as if the match ended now."""
    outcome: Outcome | None

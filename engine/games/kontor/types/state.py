"""The state of a match, as it is stored and as the log proves it.

A field of the harbour is the text ``"x,y"`` here (see :mod:`engine.games.kontor.rules.fields`), a card its id, a seat its number
from 0, a team 0 or 1. Lists "by seat" or "by team" are indexed by these numbers. Money is counted in coins.
"""

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

from engine.contract import Outcome
from engine.games.kontor.types.cards import Colour

Stage = Literal["buy", "contest", "choose", "alone", "ship", "place", "over"]
"""The current stage; except for ``over``, the kind of the pending decision."""

Status = Literal["waiting", "laid", "returned"]
"""The state of a card played this round: still to be laid, on the board, or back in the hand."""

PassMode = Literal["declare", "secret"]
DecidedBy = Literal["largest", "most", "rank", "none"]
"""The scoring step that decided a sector's guard: the largest lead in one kind of goods, more kinds led, the rank of the
goods, or none if it is tied."""

Axis = Literal["x", "y"]
Range = list[int]
"""Lowest and highest coordinate, both inside."""

Triple = list[int]
"""Warehouses as [tea, wine, spice]."""

Place = list[int]
"""A field as [x, y], x to the right, y down."""


@final
class Edges(TypedDict):
    """The fixed edges of the harbour; an axis that may still grow has none."""

    x: Range | None
    y: Range | None


@final
class KontorOptions(TypedDict):
    """The options of a match, all of them filled in."""

    preset: str
    pass_mode: PassMode
    round_limit: int
    quay_pile_open: bool
    special_cards: bool


@final
class PlayedCard(TypedDict):
    """A card played this round."""

    card: str
    status: Status


_Pass = TypedDict("_Pass", {"pass": Literal[True]})


@final
class Passed(_Pass):
    """A seat that plays no card this round. ``forfeit``: it did not open its seal and earns no coin."""

    forfeit: NotRequired[Literal[True]]


Played = PlayedCard | Passed


@final
class ClosedSector(TypedDict):
    """A sector that can no longer grow."""

    fields: list[str]
    """In reading order."""
    guard: int | None
    """The team that controls it."""
    goods: list[Triple]
    """By team."""
    by: DecidedBy


_Voyage = TypedDict("_Voyage", {"from": Place, "to": Place})


@final
class Voyage(_Voyage):
    """The ship's start and destination this round."""


@final
class LastRound(TypedDict):
    """Changes to the board so far this round, to be highlighted."""

    laid: list[Place]
    removed: list[Place]
    ship: Voyage | None


@final
class KontorState(TypedDict):
    """A match of Kontor between two answers. Piles are listed with the top card first, stacks on the board with the lowest."""

    schema: Literal[1]
    options: KontorOptions
    round: int
    """Counted from 1."""
    stage: Stage
    colours: list[Colour]
    """By team."""
    money: list[int]
    """By seat."""
    bank: int
    hands: list[list[str]]
    """By seat, in the order of the cards' numbers."""
    quay_piles: list[list[str]]
    """By seat."""
    canal_pile: list[str]
    special_pile: list[str]
    rivals: list[int]
    """The seats that contest the last special card."""
    board: dict[str, list[str]]
    """Occupied fields and what lies on them."""
    fixed: Edges
    ship: str | None
    """The field of the ship; none where it is not played with."""
    laid: list[str]
    """Fields with a quay laid in play, the earliest first."""
    centres: list[str]
    """Fields of the distribution centres."""
    closed: list[ClosedSector]
    """In the order in which they closed."""
    played: list[Played | None]
    """By seat; nothing until the seat's choice is known."""
    due: list[int]
    """Seats that still have to lay, in the order of their turns."""
    last: LastRound
    stirred: bool
    """True once a card was laid or a coin moved this round."""
    quiet: int
    """Rounds in a row in which nothing of the kind has happened."""
    outcome: Outcome | None

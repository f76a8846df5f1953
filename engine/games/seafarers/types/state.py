"""The state of a match. Small integers, short strings and flat lists, so that copying and writing it is quick.

Nothing that follows from the map alone is kept here (:mod:`engine.games.seafarers.board`,
:mod:`engine.games.seafarers.rules.play`).
"""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from engine.games.seafarers.types.moves import SeafarersAction

Phase = Literal[
    "harbour", "found", "start", "discard", "thief", "gold", "trade", "build", "free", "chip", "special", "over"
]
"""The phase of the match, which determines the question. ``over``: nobody is asked any more."""


class OptionsState(TypedDict):
    """The match options, complete. ``goal`` is in victory points, ``turn_limit`` in turns of single seats."""

    preset: str
    goal: int
    pirate: bool
    merge_trade_build: bool
    shortage_exception: bool
    discovery_bonus_in_founding: bool
    island_points_once: bool
    domestic_trade: bool
    shuffle_land: bool
    turn_limit: int


class OfferState(TypedDict):
    """An offer of the active seat. ``give`` and ``take`` are five counts as its maker sees them.

    ``to`` are the seats that may still answer. ``choose``: the maker picks among ``accepted``; else the first who accepts
    has the deal. ``counters`` are ``[seat, give, take]`` as the maker of the offer sees them.
    """

    n: int
    give: list[int]
    take: list[int]
    to: list[int]
    choose: bool
    accepted: list[int]
    counters: list[CounterState]


class CounterState(TypedDict):
    """A seat's counter-offer; ``give`` and ``take`` are as the maker of the *offer* sees them."""

    seat: int
    give: list[int]
    take: list[int]


class TradeState(TypedDict):
    """A trade of the present turn with another seat: what ``seat``, not the active one, gave and took."""

    seat: int
    give: list[int]
    take: list[int]


class OutcomeState(TypedDict):
    """The result of the match, as :class:`engine.contract.Outcome`."""

    winners: list[int]
    scores: list[int]
    reason: str


class SeafarersState(TypedDict):
    """Everything that the rules know of a match.

    The map: ``terrain`` has one letter per hex (T wood, C brick, W grain, S wool, O ore, G gold, D desert, ``~`` sea,
    ``?`` unexplored), ``numbers`` the chips (0: none). ``harbours`` are ``[edge, kind]`` with kind 0 to 4 for the resource and
    5 for any. ``robber`` is a hex, ``pirate`` a hex or a cell of the frame, -1: not on the board.

    What stands on it: ``nodes`` and ``edges``, a letter each (see :mod:`engine.games.seafarers.marks`: ``.`` free, ``a`` to ``f``
    settlements or roads of a seat, ``A`` to ``F`` cities or ships), ``laid``: the placement number of every edge (0: free), only
    kept where trade lines count, else empty; ``placements`` is the last number given.

    Hidden: ``hands`` (five counts per seat), ``cards`` (development cards per seat: knight, roads, invention, monopoly,
    victory), ``fresh`` (those of the active seat that were bought in this turn), ``deck`` (letters k r i m v, the top last),
    ``tiles`` and ``stack`` (face-down hexes and their chips, the top last), ``bag`` (chips in the order in which they will be
    drawn, the next last), ``tokens`` (harbours that are still to be laid, the top last).

    Per seat: ``stock`` (roads, ships, settlements, cities left), ``knights`` played, ``special`` (points of scenarios),
    ``home`` and ``visited`` (zones, each named by its first hex), ``route`` (length of the longest trade route). ``longest`` and
    ``army`` are the holders' seats, -1: nobody. ``lines`` are trade lines that count, ``[seat, from node, to node]``.

    The course: ``turn`` counts single turns from 1 (0: before the first); ``n`` numbers the decisions of a turn; ``roll`` are
    the two dice of the turn (empty before); ``asked`` the seats that answer next, ``due`` what the gold river owes them;
    ``back`` the phase to return to after a thief, a free piece or a chip; ``free`` pieces of a road building card left;
    ``chipless`` hexes that are owed a chip; ``listed`` what the turn list has played, ``traded`` the trades among seats of this
    turn. ``played``, ``moved`` say whether a card was played and a ship moved in this turn, ``built`` which ships were built in
    it; ``seen`` whether the last action of the turn showed its player something new; ``builders`` who has built in this special
    building phase.
    """

    options: OptionsState
    seats: int
    terrain: str
    numbers: list[int]
    harbours: list[list[int]]
    robber: int
    pirate: int
    nodes: str
    edges: str
    laid: list[int]
    placements: int
    hands: list[list[int]]
    bank: list[int]
    cards: list[list[int]]
    fresh: list[int]
    deck: str
    tiles: str
    stack: list[int]
    bag: list[int]
    tokens: list[int]
    stock: list[list[int]]
    knights: list[int]
    special: list[int]
    home: list[list[int]]
    visited: list[list[int]]
    route: list[int]
    longest: int
    army: int
    lines: list[list[int]]
    turn: int
    active: int
    phase: Phase
    back: Phase
    n: int
    asked: list[int]
    due: list[int]
    roll: list[int]
    free: int
    chipless: list[int]
    played: bool
    moved: bool
    built: list[int]
    offers: list[OfferState]
    offered: int
    listed: list[SeafarersAction]
    traded: list[TradeState]
    seen: bool
    builders: list[int]
    outcome: OutcomeState | None

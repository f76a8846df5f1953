"""Standing orders: what a player says in advance. Every part may be left out; then he is asked."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from engine.seafarers.types.moves import Amounts, SeafarersAction
from engine.seafarers.types.view import Resource


class FoundingWish(TypedDict):
    """A place to found on. ``piece`` left out: a ship where the edge is sea on one side, else a road."""

    node: int
    edge: int
    piece: NotRequired[Literal["road", "ship"]]


class ThiefWish(TypedDict):
    """A hex for the robber or pirate, and whom to rob there; the guard is that the victim has a card."""

    type: Literal["robber", "pirate"]
    hex: int
    victim: NotRequired[int]


class ListEntry(TypedDict):
    """An action of a turn list. ``skip``: go on with the next entry when this one is not possible; else the player is asked."""

    do: SeafarersAction
    skip: NotRequired[bool]


class TurnList(TypedDict):
    """The turn ``turn`` as one list, played in order; with ``end`` the turn ends behind it, else the player is asked."""

    turn: int
    do: list[ListEntry]
    end: NotRequired[bool]


class SpecialList(TypedDict):
    """What to build in special building phases: as far as possible in order, then pass.

    ``turn``: only in the phase after this turn, left out: after every turn. ``alone``: only while nobody has built in this
    phase before; otherwise the player is asked.
    """

    do: list[SeafarersAction]
    turn: NotRequired[int]


class TradeRule(TypedDict):
    """Accept what asks no more than ``give`` and brings no less than ``take`` while ``keep`` stays in the hand.

    ``not_to`` are seats that get nothing; ``until`` is the last turn at which the rule holds.
    """

    give: Amounts
    take: Amounts
    keep: NotRequired[Amounts]
    not_to: NotRequired[list[int]]
    until: NotRequired[int]


class SeafarersOrders(TypedDict, total=False):
    """A document of standing orders.

    ``found`` ranks founding places, ``harbours`` edges for harbours, ``gold`` the wishes at the gold river, ``discard`` what to
    give up first, ``roll``: roll at once although a card could be played first, ``thief`` the wishes for the thieves,
    ``turn`` a turn list, ``special`` the programmes of special building phases (``pass``: never build there),
    ``trades`` what offers to accept, ``decline`` whether to decline all others, ``chips`` hexes whose chip may go, best first.
    """

    found: list[FoundingWish]
    harbours: list[int]
    gold: list[Resource]
    discard: list[Resource]
    roll: bool
    thief: list[ThiefWish]
    turn: TurnList
    special: Literal["pass"] | SpecialList
    trades: list[TradeRule]
    decline: bool
    chips: list[int]

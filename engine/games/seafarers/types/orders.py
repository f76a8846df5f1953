"""Standing orders: what a player says in advance. Every part may be left out; then he is asked."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from engine.games.seafarers.types.moves import Amounts, SeafarersAction
from engine.games.seafarers.types.view import Resource


class FoundingWish(TypedDict):
    """A place to found on. ``piece`` left out: a ship where the edge takes one, else a road."""

    node: int
    edge: int
    piece: NotRequired[Literal["road", "ship"]]


class ThiefWish(TypedDict):
    """A hex for the robber or pirate, and whom to rob there; left out, whoever there has most cards.

    The wish is passed over when the hex is not legal or the victim has no card.
    """

    type: Literal["robber", "pirate"]
    hex: int
    victim: NotRequired[int]


class ListEntry(TypedDict):
    """An action of a turn list.

    ``skip``: go on with the next entry when this one is not possible; else the player is asked. ``early``: a card that is
    played before the dice. ``blind``: go on behind it whatever it shows (a discovered hex, a drawn card); else the player is
    asked when something new was seen.
    """

    do: SeafarersAction
    skip: NotRequired[bool]
    early: NotRequired[bool]
    blind: NotRequired[bool]


class TurnList(TypedDict):
    """The turn ``turn`` as one list, played in order; with ``end`` the turn ends behind it, else the player is asked."""

    turn: int
    do: list[ListEntry]
    end: NotRequired[bool]


class SpecialList(TypedDict):
    """Builds for special building phases: from the first possible action as far as they go, then pass.

    ``turn``: only in the phase after this turn; if left out, after every turn. ``anyway``: also if another player has
    already built in this phase; otherwise the player is asked. ``blind``: pass even if the builds discovered a hex;
    otherwise the player is asked.
    """

    do: list[SeafarersAction]
    turn: NotRequired[int]
    anyway: NotRequired[bool]
    blind: NotRequired[bool]


class TradeRule(TypedDict):
    """Accept what asks no more than ``give`` and brings no less than ``take`` while ``keep`` stays in the hand.

    ``not_to`` are seats that get nothing; ``until`` is the last turn at which the rule holds; ``times`` is after how many
    trades of one turn that fit it the rule rests until the next, by whomever they were answered.
    """

    give: Amounts
    take: Amounts
    keep: NotRequired[Amounts]
    not_to: NotRequired[list[int]]
    until: NotRequired[int]
    times: NotRequired[int]


class SeafarersOrders(TypedDict, total=False):
    """A document of standing orders.

    ``found`` ranks founding places, ``harbours`` edges for harbours, ``gold`` the wishes at the gold river, ``discard`` what to
    give up first, ``roll``: roll at once although a card could be played first, ``thief`` the wishes for the thieves,
    ``turn`` a turn list, ``special`` the programme of special building phases (``pass``: never build there;
    ``when-able``: ask only where something can be built or bought, and pass otherwise, which tells the others that it cannot),
    ``trades`` what offers to accept, ``decline``: decline all others, ``chips`` hexes whose chip may go, best first.
    """

    found: list[FoundingWish]
    harbours: list[int]
    gold: list[Resource]
    discard: list[Resource]
    roll: bool
    thief: list[ThiefWish]
    turn: TurnList
    special: Literal["pass", "when-able"] | SpecialList
    trades: list[TradeRule]
    decline: bool
    chips: list[int]

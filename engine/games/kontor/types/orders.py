"""Standing orders: the placing plans of a seat (see :mod:`engine.games.kontor.orders.consult`)."""

from __future__ import annotations

from typing import NotRequired, final

from typing_extensions import TypedDict

from engine.games.kontor.types.moves import ShipAnswer
from engine.games.kontor.types.state import Place


@final
class FreeCondition(TypedDict):
    """Nothing lies on the field."""

    free: Place


@final
class HoldsCondition(TypedDict):
    """The card lies open on the field."""

    holds: Place
    card: str


@final
class ShipCondition(TypedDict):
    """The ship is on the field."""

    ship: Place


@final
class PassedCondition(TypedDict):
    """The seat plays no card this round."""

    passed: int


Condition = FreeCondition | HoldsCondition | ShipCondition | PassedCondition

_If = TypedDict("_If", {"if": NotRequired[list[Condition]]})


@final
class Plan(_If):
    """A place to lay a card. ``if`` lists public facts that must all hold."""

    card: NotRequired[str]
    """The card it is for; left out: any."""
    round: NotRequired[int]
    """The round it is for; left out: every one."""
    ship: NotRequired[list[ShipAnswer]]
    """Ship moves in the order in which they are tried."""
    place: NotRequired[list[Place]]
    """Fields in the order in which they are tried."""


@final
class KontorOrders(TypedDict):
    """Placing plans in the order in which they are tried."""

    plans: list[Plan]

"""The moves: what a seat, its standing orders, or the server in its place, answers to a decision.

Each kind of decision has a type of its answers, ``BuyAnswer`` to ``PlaceAnswer``. ``card`` is the id of a card, a field is
``[x, y]``. Forfeits and fines are noted by the server only, for a seat that did not open its seal.

Standing orders are the placing plans of a seat (see :mod:`engine.games.kontor.orders.consult`).
"""

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

from engine.games.kontor.types.state import Place


@final
class BuyMove(TypedDict):
    """Buy the top special card."""

    type: Literal["buy"]


@final
class DeclineMove(TypedDict):
    """Buy nothing."""

    type: Literal["decline"]


@final
class FineMove(TypedDict):
    """Pay two coins for a seal that was not opened (server only)."""

    type: Literal["fine"]


@final
class ShowMove(TypedDict):
    """Show a card in the contest for the last special card."""

    type: Literal["show"]
    card: str


@final
class PlayMove(TypedDict):
    """Play a card. ``if_alone`` is played instead if the opponent passes."""

    type: Literal["play"]
    card: str
    if_alone: NotRequired[str]


@final
class PassMove(TypedDict):
    """Play no card and take a coin."""

    type: Literal["pass"]


@final
class ForfeitMove(TypedDict):
    """Pass without the coin, for a seal that was not opened (server only)."""

    type: Literal["forfeit"]


@final
class StayMove(TypedDict):
    """Leave the ship where it is."""

    type: Literal["stay"]


@final
class SailMove(TypedDict):
    """Move the ship to another canal and perhaps remove a quay beside it."""

    type: Literal["sail"]
    to: Place
    remove: NotRequired[Place]
    receiver: NotRequired[int]
    """The seat under whose pile the removed card goes, where partners share its colour."""


@final
class PlaceMove(TypedDict):
    """Lay the card."""

    type: Literal["place"]
    at: Place


BuyAnswer = BuyMove | DeclineMove | FineMove
ContestAnswer = ShowMove | FineMove
ChooseAnswer = PlayMove | PassMove | ForfeitMove
ShipAnswer = StayMove | SailMove
PlaceAnswer = PlaceMove

KontorMove = BuyAnswer | ContestAnswer | ChooseAnswer | ShipAnswer | PlaceAnswer


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

"""Moves, by what they do. Which of them a decision admits is said by :mod:`engine.games.seafarers.schemas`.

Standing orders are what a player says in advance. Every part may be left out; then he is asked.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from engine.games.seafarers.types.view import Resource

Amounts = dict[Resource, int]
"""Cards by name; only names with at least one card stand in it."""


class HarbourMove(TypedDict):
    """Lay the harbour that was drawn at a coast edge (New World)."""

    type: Literal["harbour"]
    edge: int


class FoundMove(TypedDict):
    """Found a settlement on ``node`` with a road or ship on ``edge`` beside it."""

    type: Literal["found"]
    node: int
    edge: int
    piece: Literal["road", "ship"]


class RollMove(TypedDict):
    """Roll the dice."""

    type: Literal["roll"]


class DiscardMove(TypedDict):
    """Give up half the hand."""

    type: Literal["discard"]
    cards: Amounts


class RandomMove(TypedDict):
    """Give up half the hand, drawn by lot."""

    type: Literal["random"]


class GoldMove(TypedDict):
    """Wishes for the gold river, best first, one entry a card; behind the last the most plentiful of the bank."""

    type: Literal["gold"]
    take: list[Resource]


class ThiefMove(TypedDict):
    """Move the robber or the pirate and steal from ``victim``; left out where nobody beside it has a card."""

    type: Literal["robber", "pirate"]
    hex: int
    victim: NotRequired[int]


class ChipMove(TypedDict):
    """Take the chip of a hex of the main island to the outer island (Große Insel)."""

    type: Literal["chip"]
    hex: int


class PieceMove(TypedDict):
    """Build a road or ship on an edge."""

    type: Literal["road", "ship"]
    edge: int
    step: NotRequired[int]


class BuildingMove(TypedDict):
    """Build a settlement on a node, or a city on an own settlement."""

    type: Literal["settlement", "city"]
    node: int
    step: NotRequired[int]


class ShipMove(TypedDict):
    """Move an end ship from one edge to another."""

    type: Literal["move"]
    edge: int
    to: int
    step: NotRequired[int]


class SimpleMove(TypedDict):
    """Buy a development card; play a knight or road building; end the turn, or one's part of the special phase."""

    type: Literal["buy", "knight", "roads", "end"]
    step: NotRequired[int]


class InventionMove(TypedDict):
    """Play invention: take two cards from the bank."""

    type: Literal["invention"]
    take: list[Resource]
    step: NotRequired[int]


class MonopolyMove(TypedDict):
    """Play monopoly: everybody hands over all cards of a kind."""

    type: Literal["monopoly"]
    resource: Resource
    step: NotRequired[int]


class BankMove(TypedDict):
    """Trade with the bank at the best rate the seat has: so many of ``give`` for one ``take``."""

    type: Literal["bank"]
    give: Resource
    take: Resource
    step: NotRequired[int]


class OfferMove(TypedDict):
    """Offer cards to all others, or to some; ``choose``: decide oneself among those who accept."""

    type: Literal["offer"]
    give: Amounts
    take: Amounts
    to: NotRequired[list[int]]
    choose: NotRequired[bool]
    step: NotRequired[int]


class DealMove(TypedDict):
    """Trade with a seat that accepted offer ``offer``, or made a counter-offer to it."""

    type: Literal["deal"]
    offer: int
    seat: int
    step: NotRequired[int]


class WithdrawMove(TypedDict):
    """Take an own offer back."""

    type: Literal["withdraw"]
    offer: int
    step: NotRequired[int]


class AnswerMove(TypedDict):
    """Accept an offer, or decline it for good."""

    type: Literal["accept", "decline"]


class CounterMove(TypedDict):
    """Answer an offer with another: what the answering seat would give and take."""

    type: Literal["counter"]
    give: Amounts
    take: Amounts


SeafarersAction = (
    PieceMove
    | BuildingMove
    | ShipMove
    | SimpleMove
    | InventionMove
    | MonopolyMove
    | BankMove
    | OfferMove
    | DealMove
    | WithdrawMove
)
"""One action of a turn."""


class ListMove(TypedDict):
    """Several actions, one after another, until one is not possible or something must be asked."""

    type: Literal["list"]
    do: list[SeafarersAction]


SeafarersMove = (
    HarbourMove
    | FoundMove
    | RollMove
    | DiscardMove
    | RandomMove
    | GoldMove
    | ThiefMove
    | ChipMove
    | AnswerMove
    | CounterMove
    | ListMove
    | SeafarersAction
)


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
    ``ask``: ask whenever the numbers of cards allow it; ``when-able``: ask only where something can be built or bought, and
    pass otherwise, which tells the others that it cannot), ``trades`` what offers to accept, ``decline``: decline all others,
    ``chips`` hexes whose chip may go, best first.
    """

    found: list[FoundingWish]
    harbours: list[int]
    gold: list[Resource]
    discard: list[Resource]
    roll: bool
    thief: list[ThiefWish]
    turn: TurnList
    special: Literal["pass", "ask", "when-able"] | SpecialList
    trades: list[TradeRule]
    decline: bool
    chips: list[int]

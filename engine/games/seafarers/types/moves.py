"""Moves, by what they do. Which of them a decision admits is said by :mod:`engine.games.seafarers.schemas`."""

from __future__ import annotations

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

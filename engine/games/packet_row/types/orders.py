"""Standing orders: plans of a round, programmes of a harbour master, and what to fulfil (``RULES.md``, E2).

Cards are named by id, or by a key that stands for any copy. Some members are words of Python's own (``if``, ``else``), hence
the second way to write a TypedDict.
"""

from __future__ import annotations

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict


class Range(TypedDict):
    """From ``min`` to ``max``, both included; a member that is left out is no bound."""

    min: NotRequired[int]
    max: NotRequired[int]


class TakenCondition(TypedDict):
    """A seat has a card of this round, or this very card."""

    seat: int
    card: NotRequired[str]


class MoneyCondition(Range):
    """A seat has so many dollars."""

    seat: int


class Condition(TypedDict):
    """Conditions that must all hold; see :func:`engine.games.packet_row.orders.schema.orders_schema` for each member."""

    opened: NotRequired[list[str]]
    unopened: NotRequired[list[str]]
    declined: NotRequired[list[str]]
    sweep: NotRequired[Range]
    available: NotRequired[list[str]]
    gone: NotRequired[list[str]]
    taken: NotRequired[list[TakenCondition]]
    waiting_others: NotRequired[Range]
    money: NotRequired[list[MoneyCondition]]


Conditional = TypedDict("Conditional", {"if": NotRequired[Condition]})
"""A rule that may have a condition."""


class Payment(TypedDict):
    """Payment for cards: with an ``assistant`` those of the future supply too; ``fulfil`` if the money is short."""

    assistant: NotRequired[Literal[True]]
    fulfil: NotRequired[list[str]]


@final
class TakeRule(Conditional, Payment):
    """A rule for a seat that is asked (about this board): take the first of these cards that is there and affordable."""

    board: NotRequired[str]
    take: list[str]


@final
class AnswerRule(Conditional):
    """A rule for a seat that is asked (about this board): decline, or ask the owner."""

    board: NotRequired[str]
    do: Literal["decline", "wait"]


@final
class OpenRule(Conditional, Payment):
    """As harbour master open this board; once it has gone around, take the first of these cards."""

    open: str
    take: NotRequired[list[str]]


@final
class WaitRule(Conditional):
    """Ask the owner which board is opened."""

    do: Literal["wait"]


@final
class LastRule(Conditional, Payment):
    """A rule for after all others have taken a card: take the first of these."""

    take: list[str]


@final
class CardsRule(TypedDict):
    """Fulfil with exactly these cards as soon as all of them are the owner's."""

    cards: list[str]


@final
class ContractsRule(TypedDict):
    """Fulfil these contracts together, with the cheapest cards, as soon as that is possible."""

    contracts: list[str]


AskRule = TakeRule | AnswerRule
HarbourRule = OpenRule | WaitRule
FulfilRule = CardsRule | ContractsRule
TakingRule = TakeRule | OpenRule | LastRule
"""A rule that may take a card."""

_Else = TypedDict("_Else", {"else": NotRequired[Literal["decline", "wait"]]})


class PacketRowOrders(_Else):
    """A document of standing orders; whatever a part that is left out would answer, is asked.

    ``round``: ``ask``, ``harbour`` and ``last`` answer in this round only. ``else`` and ``last_else`` answer where no rule of
    ``ask`` or ``last`` does. ``final`` is the final contract round (left out: ``settle``).
    """

    round: NotRequired[int]
    ask: NotRequired[list[AskRule]]
    harbour: NotRequired[list[HarbourRule]]
    last: NotRequired[list[LastRule]]
    last_else: NotRequired[Literal["pass", "wait"]]
    fulfil: NotRequired[list[FulfilRule]]
    final: NotRequired[Literal["settle", "wait"]]

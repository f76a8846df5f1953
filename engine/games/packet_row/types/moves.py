"""Moves: the answers to decisions. ``fulfil`` are own cards that fulfil contracts first, in the same visit.

Standing orders are plans of a round, programmes of a harbour master, and what to fulfil (``RULES.md``, E2). Cards are named by
id, or by a key that stands for any copy. Some members are words of Python's own (``if``, ``else``), hence the second way to
write a TypedDict.
"""

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
    """Conditions that must all hold; see :func:`engine.games.packet_row.orders.shape.orders_schema` for each member."""

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


@final
class OpenMove(TypedDict):
    """The harbour master opens a board."""

    type: Literal["open"]
    board: str
    fulfil: NotRequired[list[str]]


@final
class TakeMove(TypedDict):
    """Take a card and pay for it; ``assistant`` spends one, which a card of the future supply takes."""

    type: Literal["take"]
    card: str
    assistant: NotRequired[Literal[True]]
    fulfil: NotRequired[list[str]]


@final
class DeclineMove(TypedDict):
    """Take nothing of the open board."""

    type: Literal["decline"]
    fulfil: NotRequired[list[str]]


@final
class PassMove(TypedDict):
    """The harbour master takes no card in this round, after all others have one."""

    type: Literal["pass"]
    fulfil: NotRequired[list[str]]


@final
class EndMove(TypedDict):
    """The harbour master ends the round without a card, when no board is left to open."""

    type: Literal["end"]
    fulfil: NotRequired[list[str]]


@final
class FulfilMove(TypedDict):
    """Give cards away for the rewards of the contracts among them."""

    type: Literal["fulfil"]
    cards: list[str]


@final
class NothingMove(TypedDict):
    """A move recorded by the server when a fulfilment sent in time was no longer possible; seats cannot send it."""

    type: Literal["nothing"]


@final
class SettleMove(TypedDict):
    """The final contract round: fulfil with these cards (none: nothing); without ``fulfil`` whatever brings most."""

    type: Literal["settle"]
    fulfil: NotRequired[list[str]]


AskMove = TakeMove | DeclineMove
HarbourMove = TakeMove | OpenMove | EndMove
LastMove = TakeMove | PassMove
OptionalMove = FulfilMove | NothingMove

DecisionKind = Literal["open", "ask", "harbour", "last", "fulfil", "final"]
"""The kind of a decision, answered by :class:`OpenMove`, :data:`AskMove`, :data:`HarbourMove`, :data:`LastMove`,
:data:`OptionalMove` and :class:`SettleMove`, in this order."""

PacketRowMove = OpenMove | TakeMove | DeclineMove | PassMove | EndMove | FulfilMove | NothingMove | SettleMove
"""Any move, told apart by ``type``."""

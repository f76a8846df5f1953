"""Standing orders: one document of a seat. Its published form is :mod:`engine.games.anno_1701.orders.check`."""

from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

from engine.games.anno_1701.types.moves import Deed, Preferences, SettleMove


@final
class Amount(TypedDict):
    """A good with an amount, in a list by importance."""

    good: str
    amount: int


@final
class TheatreRule(TypedDict):
    """Cancel if at least ``loss`` would be lost and ``gold_after`` gold is left."""

    gold_after: int
    loss: int


@final
class LodgeRule(TypedDict):
    """Fetch one of the cards ``want``, giving the first of ``give`` away; cards by name."""

    want: list[str]
    give: list[str]


@final
class StandingTrade(TypedDict):
    """Give at most ``give`` for at least ``take``, up to ``times`` times in a turn, while ``keep`` is left."""

    give: str
    take: str
    keep: NotRequired[list[Amount]]
    times: NotRequired[int]


@final
class After(TypedDict):
    """The result of an earlier list entry, counted from 0; ``skipped`` if it was not played."""

    entry: int
    result: Literal["done", "cancelled", "allowed", "accepted", "rejected", "skipped"]


@final
class Condition(TypedDict, total=False):
    """All of it must hold. ``spied``: one of these cards, by name, was seen in the other hand in this turn."""

    after: After
    spied: list[str]


_If = TypedDict("_If", {"if": Condition}, total=False)


@final
class Entry(_If):
    """One action of a turn list; ``skip``: go on with the next if this one is impossible."""

    do: Deed
    skip: NotRequired[bool]


@final
class CloseAtOnce(TypedDict):
    """Nothing more, or fill the hand from the highest piles."""

    type: Literal["finish", "fill"]


@final
class TakePlan(TypedDict):
    """Draw from a pile, or search it for the first card of a ranking (cards by name)."""

    pile: str
    rank: NotRequired[list[str]]


@final
class CardsPlan(TypedDict):
    """Cards to take, and cards of a full hand to put away for them, in order of preference."""

    type: Literal["cards"]
    take: list[TakePlan]
    exchange: NotRequired[list[str]]


@final
class StopRule(TypedDict, total=False):
    """Stop before the next voyage card if all of these hold."""

    ship: int
    """The ship's state is at most this."""
    gold: int
    """There is at most this much gold."""
    rum: int
    """There is at least this much rum."""
    tobacco: int
    """There is at least this much tobacco."""
    revealed: int
    """At least so many cards are revealed."""


@final
class TributeRule(TypedDict, total=False):
    """Pay a tribute of at most ``up_to`` if ``gold_after`` gold is left; otherwise fight."""

    up_to: int
    gold_after: int


@final
class SiegeRule(TypedDict):
    """Fight a pirate with at most ``margin`` more cannons if the ship's state is at least ``ship``."""

    margin: int
    ship: NotRequired[int]


@final
class BuyRule(TypedDict):
    """Buy a good while there is less than ``below`` of it, at most at ``price``, if ``gold_after`` gold is left."""

    good: str
    below: NotRequired[int]
    price: NotRequired[int]
    gold_after: NotRequired[int]


@final
class FlotsamRule(TypedDict):
    """Roll for flotsam if the ship's state is at least ``ship``."""

    ship: int


@final
class VoyagePlan(TypedDict):
    """A plan for steering a voyage; ``card`` is the name of the ship card that joins."""

    type: Literal["voyage"]
    card: NotRequired[str]
    stop: NotRequired[list[StopRule]]
    tribute: NotRequired[TributeRule]
    siege: NotRequired[SiegeRule]
    buy: NotRequired[list[BuyRule]]
    flotsam: NotRequired[FlotsamRule]


ClosePlan = CloseAtOnce | CardsPlan | VoyagePlan
_From = TypedDict("_From", {"from": str}, total=False)


@final
class TurnPlan(_From):
    """One turn as a list. ``from``: the decision at which it begins; ``spy``: which card a spy takes, the first choice first."""

    turn: int
    do: NotRequired[list[Entry]]
    spy: NotRequired[list[str]]
    close: NotRequired[ClosePlan]


Ask = Literal["ask"]


@final
class Anno1701Orders(TypedDict, total=False):
    """Standing orders. Omitted members use the rules' defaults; ``ask`` asks the player."""

    settle: SettleMove
    turn: TurnPlan
    theatre: dict[str, Literal["always", "never", "ask"] | TheatreRule]
    """The theatre's answer to each attack card, by the card's name."""
    goods: Ask | list[Amount]
    give_up: Ask | list[Amount]
    demand: Literal["ask", "decline", "most-plentiful"] | list[Amount]
    pit: Ask
    prefer: Preferences
    lodge: Literal["never", "ask"] | LodgeRule
    trades: list[StandingTrade]
    reject: str
    """Offers that ask for one of these goods are rejected."""

"""Types of the API: what requests hold and what answers do."""

# Generated from openapi/openapi.json by 'python -m checks.clients --write'; do not edit.

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias
from typing_extensions import TypedDict


class AbsenceAct(TypedDict):
    act: Literal["here", "vote"]
    head: str
    """The head that the signature is over."""
    seq: int
    """The number of the act."""


class AbsenceAskedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    about: int
    """The seat that is missed."""
    until_at: str
    """RFC 3339, UTC, milliseconds."""
    choices: list[str]
    """Your possible votes; none where the seat is yours."""
    type: Literal["absence-asked"]


class AbsenceRequest(TypedDict, closed=True):
    misses: NotRequired[int]
    """After how many answers missed in a row; left out: 2."""
    majority: NotRequired[Literal["all", "most"]]
    """The majority of the others that decides: all of them, or more than half; left out: "most"."""
    notice_seconds: NotRequired[int]
    """The time between telling the absent player and asking the others. Left out: half the time of a decision, at most a day."""
    substitutes: NotRequired[bool]
    """Whether people may take over seats, as bots do (protocol section 12.15); left out: true."""
    handing: NotRequired[bool]
    """Whether people who are there may hand their seats over, if the others agree (protocol section 12.20); left out: true."""


class AbsenceVote(TypedDict):
    seat: int
    choice: Literal["wait", "bot", "win", "person"]
    player: str | None
    """The chosen person, with `person`."""


MissedItem: TypeAlias = str
"""1 to 64 of [a-z0-9._/@-]."""


class AbsentBody(TypedDict, closed=True):
    missed: list[MissedItem]
    seat: int
    until: str
    """RFC 3339, UTC, milliseconds."""


class AbsentEntry(TypedDict, closed=True):
    """A seat has missed several answers in a row, and is told so."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["absent"]
    body: AbsentBody


class Advice(TypedDict):
    n: int
    """Number of the log's entry in which it was resolved."""
    round: int
    decision: str
    kind: str
    seat: int
    played: dict[str, Any]
    """The move that was made."""
    advised: dict[str, Any]
    """The coach's move, from the seat's own view."""
    played_words: str
    advised_words: str


Good: TypeAlias = str
"""A landscape good, or one landscape of it. A good alone means the emptiest landscape to put it into and the fullest to take it from."""


class Anno17011MoveDiscontent(TypedDict, closed=True):
    """Which goods are given up?"""

    type: Literal["give"]
    goods: list[Good]
    order: NotRequired[Literal["W4", "W4-default"]]
    """The row of the standing orders that answered, see the log's `by`."""


class Anno17011MoveFire(TypedDict, closed=True):
    """Which goods burn?"""

    type: Literal["give"]
    goods: list[Good]
    order: NotRequired[Literal["W4", "W4-default"]]
    """The row of the standing orders that answered, see the log's `by`."""


class Anno17011MoveSearch(TypedDict, closed=True):
    """Which card of the pile is taken?"""

    type: Literal["take"]
    slip: int
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


LayoutItem: TypeAlias = str


class Anno17011MoveSettle(TypedDict, closed=True):
    """Before the first turn: which half of pile I is drawn from, how the settlement lies."""

    type: Literal["settle"]
    pile: Literal["1a", "1b"]
    layout: NotRequired[list[LayoutItem]]
    """Items at top-1 to top-4 and bottom-1 to bottom-4. If left out, as recommended."""
    order: NotRequired[Literal["W9", "W9-default"]]
    """The row of the standing orders that answered, see the log's `by`."""


class Anno17011MoveSpy(TypedDict, closed=True):
    """Which card is taken?"""

    type: Literal["take"]
    slot: int
    """A card's position in the hand, counted from 0."""
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


class Anno17011MoveWithdraw(TypedDict, closed=True):
    """The offer can be taken back while it is unanswered."""

    type: Literal["withdraw"]


class Anno17011Options(TypedDict, closed=True):
    """Anno 1701 – the card game: match options"""

    turn_limit: NotRequired[int]
    """After this many single turns the match ends; points, merchants and gold decide; left out: 200."""


PayItem: TypeAlias = str
"""An own landscape, such as L4."""


GoldItem: TypeAlias = int


StoreItem: TypeAlias = str
"""An own landscape, such as L4."""


class Anno1701ActBuildPrefer(TypedDict, closed=True):
    """Preferences from now on, also in the other player's turns, wherever a move does not name it; it takes the place of what was said before. What is left out goes by the rules' defaults."""

    store: NotRequired[list[StoreItem]]
    """Landscapes that goods go to, the first choice first: yields of brickworks and smelter, goods taken, demanded or traded."""
    pay: NotRequired[list[PayItem]]
    """Landscapes that goods are taken from, the first choice first."""
    into: NotRequired[Literal[0, 1]]
    """The village centre that gold goes to first: 0 left, 1 right."""
    gold: NotRequired[Literal[0, 1]]
    """The village centre that gold is taken from first: 0 left, 1 right."""


class Anno1701ActClose(TypedDict, closed=True):
    type: Literal["close"]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


Anno1701ActDock = TypedDict(
    "Anno1701ActDock",
    {
        "type": Literal["dock"],
        "from": str,
        "to": str,
        "step": NotRequired[int],
        "prefer": NotRequired[Anno1701ActBuildPrefer],
    },
    closed=True,
)


class Anno1701ActFill(TypedDict, closed=True):
    type: Literal["fill"]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


class Anno1701ActFinish(TypedDict, closed=True):
    type: Literal["finish"]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


IntoItem: TypeAlias = int


class Anno1701ActOffer(TypedDict, closed=True):
    type: Literal["offer"]
    give: str
    """Goods, one letter each, G for gold: ZZG is two bricks and one gold."""
    take: str
    """Goods, one letter each, G for gold: ZZG is two bricks and one gold."""
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""
    pay: NotRequired[list[PayItem]]
    """The landscapes the goods are taken from, one entry for each good. If left out, from the fullest."""
    store: NotRequired[list[StoreItem]]
    """The landscapes the goods go to, one entry for each good. If left out, the emptiest."""
    gold: NotRequired[list[GoldItem]]
    """Gold taken from the left and the right village centre. If left out, from the fuller."""
    into: NotRequired[list[IntoItem]]
    """Gold added to the left and the right village centre. If left out, to the lower."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


class Anno1701ActPlay(TypedDict, closed=True):
    type: Literal["play"]
    card: str
    """The id of a card in the own hand."""
    landscape: NotRequired[str]
    """A landscape of the other player."""
    centre: NotRequired[Literal[0, 1]]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


class Anno1701ActRepair(TypedDict, closed=True):
    type: Literal["repair"]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


class Anno1701ActResume(TypedDict, closed=True):
    """Let the turn list go on behind what it has played. Possible after something of the turn was answered by hand."""

    type: Literal["resume"]
    prefer: NotRequired[Anno1701ActBuildPrefer]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


class Anno1701ActShown(TypedDict, closed=True):
    """An action of this turn, by a turn list or accepted by the other player, and how it went."""

    type: str
    result: Literal["done", "cancelled", "allowed", "accepted", "rejected", "withdrawn"]
    step: NotRequired[int]
    give: NotRequired[str]
    take: NotRequired[str]


class Anno1701ActUpgrade(TypedDict, closed=True):
    type: Literal["upgrade"]
    resident: int
    pay: NotRequired[list[PayItem]]
    """The landscapes the goods are taken from, one entry for each good. If left out, from the fullest."""
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


class Anno1701ActionCard(TypedDict, closed=True):
    """An action card (expansion card)."""

    id: str
    kind: str
    numeral: int
    building: Literal[False]
    op: Literal[
        "steal_gold", "take_hand_card", "empty_landscape", "centre_loses_gold", "gain_goods", "gain_gold", "ship_bonus"
    ]
    against: NotRequired[Literal[True]]
    """It attacks the other player."""
    n: NotRequired[int]
    """The amount of gold, number of goods, or bonus to speed and strength."""
    good: NotRequired[str]


class Anno1701AgitatedEvent(TypedDict, closed=True):
    """A village centre loses gold."""

    to: NotRequired[list[int]]
    type: Literal["agitated"]
    seat: int
    centre: int
    gold: int


class Anno1701AllowedEvent(TypedDict, closed=True):
    """The theatre lets an attack happen."""

    to: NotRequired[list[int]]
    order: NotRequired[str]
    type: Literal["allowed"]
    seat: int


class Anno1701BankEvent(TypedDict, closed=True):
    """Three of one good, or three gold, for one other at the bank; `land` is where it went, `None` for gold."""

    to: NotRequired[list[int]]
    type: Literal["bank"]
    seat: int
    give: str
    take: str
    land: str | None


class Anno1701BeginsEvent(TypedDict, closed=True):
    """The first player is chosen."""

    to: NotRequired[list[int]]
    type: Literal["begins"]
    seat: int


class Anno1701BuildingCard(TypedDict, closed=True):
    """A building (expansion card). What the card has not is left out."""

    id: str
    """The copy, `farm-1-2`."""
    kind: str
    """The card's name in the dataset, `farm`."""
    numeral: int
    """The stack it belongs to, 1 to 3; printed on its back, so everybody may see it."""
    building: Literal[True]
    cost: str
    """The goods it costs."""
    die: NotRequired[int]
    """The number at which it acts."""
    yields: NotRequired[str]
    """The good it yields; `?` is a good of choice."""
    sails: NotRequired[int]
    cannons: NotRequired[int]
    bags: NotRequired[int]
    """Money bags, which count for trade power."""
    happy: NotRequired[int]
    """Happy inhabitants."""
    gold: NotRequired[int]
    """Gold it brings once, when it is built."""
    fire_proof: NotRequired[Literal[True]]
    limit: NotRequired[int]
    """Maximum number of this card in one settlement."""
    cancel: NotRequired[int]
    """The gold for which it cancels an attack."""
    dock: NotRequired[Literal[True]]
    """Moves a good between two landscapes when its number is rolled."""
    lodge: NotRequired[Literal[True]]
    """Changes a hand card for the top of the discard when its number is rolled."""


class Anno1701BuiltEvent(TypedDict, closed=True):
    """A building is built and brings so much gold."""

    to: NotRequired[list[int]]
    type: Literal["built"]
    seat: int
    card: str
    gold: int


class Anno1701CancelledEvent(TypedDict, closed=True):
    """The theatre cancels an attack for so much gold."""

    to: NotRequired[list[int]]
    order: NotRequired[str]
    type: Literal["cancelled"]
    seat: int
    card: str
    gold: int


class Anno1701CannotBuyEvent(TypedDict, closed=True):
    """The voyager can buy nothing of a trader."""

    to: NotRequired[list[int]]
    type: Literal["cannot-buy"]
    seat: int


class Anno1701CardEvent(TypedDict, closed=True):
    """The card that was drawn or found, shown only to its seat."""

    to: NotRequired[list[int]]
    type: Literal["card"]
    seat: int
    card: str


class Anno1701CardTakenEvent(TypedDict, closed=True):
    """The card that was taken, shown to both players."""

    to: NotRequired[list[int]]
    type: Literal["card-taken"]
    seat: int
    card: str


Anno1701CastawaysCardIf: TypeAlias = Literal["slower", "faster"]


class Anno1701CliffsCard(TypedDict, closed=True):
    """Cliffs that damage every ship."""

    id: str
    op: Literal["cliffs"]
    ship: int


class Anno1701CloseVoyage(TypedDict, closed=True):
    type: Literal["voyage"]
    card: NotRequired[str]
    """The id of a card in the own hand."""
    prefer: NotRequired[Anno1701ActBuildPrefer]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


class Anno1701CompleteOptions(TypedDict, closed=True):
    """All options of a match."""

    turn_limit: int
    """After this many single turns the match ends; points, merchants and gold decide."""


class Anno1701CounterAccept(TypedDict, closed=True):
    type: Literal["accept"]
    pay: NotRequired[list[PayItem]]
    """The landscapes the goods are taken from, one entry for each good. If left out, from the fullest."""
    store: NotRequired[list[StoreItem]]
    """The landscapes the goods go to, one entry for each good. If left out, the emptiest."""
    gold: NotRequired[list[GoldItem]]
    """Gold taken from the left and the right village centre. If left out, from the fuller."""
    into: NotRequired[list[IntoItem]]
    """Gold added to the left and the right village centre. If left out, to the lower."""


class Anno1701CounterReject(TypedDict, closed=True):
    type: Literal["reject"]


class Anno1701CounteredEvent(TypedDict, closed=True):
    """A counter-offer; `give` and `take` are from the point of view of the player who makes it."""

    to: NotRequired[list[int]]
    order: NotRequired[str]
    type: Literal["countered"]
    seat: int
    give: str
    take: str


class Anno1701DamagedEvent(TypedDict, closed=True):
    """A seat's ship was damaged; `ship` is its new state."""

    to: NotRequired[list[int]]
    type: Literal["damaged"]
    seat: int
    ship: int


class Anno1701DeclinedEvent(TypedDict, closed=True):
    """The holder of trade power demands nothing."""

    to: NotRequired[list[int]]
    order: NotRequired[str]
    type: Literal["declined"]
    seat: int


class Anno1701Defeat(TypedDict, closed=True):
    """The change to the ship's state after a lost fight; negative."""

    ship: int


class Anno1701DemandDecline(TypedDict, closed=True):
    type: Literal["decline"]
    order: NotRequired[Literal["W5", "W5-default"]]
    """The row of the standing orders that answered, see the log's `by`."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


class Anno1701DemandDemand(TypedDict, closed=True):
    type: Literal["demand"]
    good: Literal["N", "T", "H", "Z", "W"]
    order: NotRequired[Literal["W5", "W5-default"]]
    """The row of the standing orders that answered, see the log's `by`."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


class Anno1701DemandedEvent(TypedDict, closed=True):
    """The holder of trade power demands a good."""

    to: NotRequired[list[int]]
    order: NotRequired[str]
    type: Literal["demanded"]
    seat: int
    good: str


class Anno1701DockedEvent(TypedDict, closed=True):
    """The landing stage moves a good."""

    to: NotRequired[list[int]]
    type: Literal["docked"]
    seat: int
    land: str
    to_land: str


class Anno1701DrewEvent(TypedDict, closed=True):
    """A card is drawn from a pile."""

    to: NotRequired[list[int]]
    type: Literal["drew"]
    seat: int
    pile: str
    forced: bool


class Anno1701EmptiedEvent(TypedDict, closed=True):
    """A landscape loses all `n` goods."""

    to: NotRequired[list[int]]
    type: Literal["emptied"]
    seat: int
    land: str
    good: str
    n: int


class Anno1701EndedEvent(TypedDict, closed=True):
    """The match is over; `scores` are favour points by seat."""

    to: NotRequired[list[int]]
    type: Literal["ended"]
    why: Literal["points", "merchants", "unrest", "turn-limit"]
    winners: list[int]
    scores: list[int]


class Anno1701EscapedEvent(TypedDict, closed=True):
    """The ship escapes a storm."""

    to: NotRequired[list[int]]
    type: Literal["escaped"]
    seat: int


class Anno1701ExchangedEvent(TypedDict, closed=True):
    """A trade: `seat` gives `give` and gets `take`."""

    to: NotRequired[list[int]]
    order: NotRequired[str]
    type: Literal["exchanged"]
    seat: int
    give: str
    take: str


class Anno1701FetchedEvent(TypedDict, closed=True):
    """The top card of the discard goes to a hand."""

    to: NotRequired[list[int]]
    type: Literal["fetched"]
    seat: int
    card: str


class Anno1701FlotsamEvent(TypedDict, closed=True):
    """The roll for flotsam."""

    to: NotRequired[list[int]]
    type: Literal["flotsam"]
    seat: int
    roll: int


class Anno1701FlotsamRow(TypedDict, closed=True):
    """One result of rolling for flotsam: for the numbers of `roll`, damage (negative) or a prize."""

    roll: list[int]
    ship: NotRequired[int]
    gold: NotRequired[int]
    choose: NotRequired[str]
    n: NotRequired[int]


class Anno1701FoughtEvent(TypedDict, closed=True):
    """One roll of a fight: the dice of voyager and pirate, their sums; `forced`: for want of gold."""

    to: NotRequired[list[int]]
    type: Literal["fought"]
    seat: int
    dice: list[int]
    own: int
    pirate: int
    forced: bool


class Anno1701FoundEvent(TypedDict, closed=True):
    """A card of a searched pile is taken."""

    to: NotRequired[list[int]]
    type: Literal["found"]
    seat: int
    pile: str
    forced: bool


class Anno1701GainTask(TypedDict, closed=True):
    """Choose one of `goods`; `left` choices are due, this one included."""

    id: str
    kind: Literal["yield", "hunt", "prize"]
    seat: int
    goods: str
    left: int


class Anno1701GainedEvent(TypedDict, closed=True):
    """A good goes to a landscape, or to the warehouse of its own letter."""

    to: NotRequired[list[int]]
    order: NotRequired[str]
    type: Literal["gained"]
    seat: int
    good: str
    land: str
    why: Literal["yield", "hunt", "prize", "demand", "card", "bought"]
    forced: bool


class Anno1701GaveUpEvent(TypedDict, closed=True):
    """Goods are given up."""

    to: NotRequired[list[int]]
    order: NotRequired[str]
    type: Literal["gave-up"]
    seat: int
    goods: str
    why: Literal["fire", "discontent", "demand"]
    forced: bool


Anno1701GiveName: TypeAlias = Literal["N", "T", "H", "Z", "W", "G"]


Anno1701GoodName: TypeAlias = Literal["N", "T", "H", "Z", "W", "R", "B"]


class Anno1701GotGoldEvent(TypedDict, closed=True):
    """A seat gets gold."""

    to: NotRequired[list[int]]
    type: Literal["got-gold"]
    seat: int
    gold: int


class Anno1701HandEvent(TypedDict, closed=True):
    """The first cards of a hand."""

    to: NotRequired[list[int]]
    type: Literal["hand"]
    seat: int
    cards: list[str]


class Anno1701LandscapeShown(TypedDict, closed=True):
    """A landscape: its good, the number at which it yields, how many goods lie on it and where it lies."""

    id: str
    good: str
    die: int
    amount: int
    at: str
    """`top-1` to `bottom-4`."""
    blocked: bool
    """Unrest in the village centre beside it stops its own production."""


class Anno1701LapsedEvent(TypedDict, closed=True):
    """A good finds no room."""

    to: NotRequired[list[int]]
    order: NotRequired[str]
    type: Literal["lapsed"]
    seat: int
    why: Literal["yield", "hunt", "prize", "demand", "card", "bought"]


class Anno1701LodgeSkip(TypedDict, closed=True):
    type: Literal["skip"]
    order: NotRequired[Literal["W6", "W6-default"]]
    """The row of the standing orders that answered, see the log's `by`."""


class Anno1701LodgeTask(TypedDict, closed=True):
    """May the lodge act? `left`: how many lodges are yet to act, this one included."""

    id: str
    kind: Literal["lodge"]
    seat: int
    left: int


class Anno1701LookedEvent(TypedDict, closed=True):
    """The pile that is looked through, from the top; to its seat alone."""

    to: NotRequired[list[int]]
    type: Literal["looked"]
    seat: int
    pile: str
    cards: list[str]


class Anno1701LossTask(TypedDict, closed=True):
    """Choose `count` landscape goods to give up."""

    id: str
    kind: Literal["fire", "discontent"]
    seat: int
    count: int


class Anno1701LostFightEvent(TypedDict, closed=True):
    """A fight is lost."""

    to: NotRequired[list[int]]
    type: Literal["lost-fight"]
    seat: int


class Anno1701MeetBuy(TypedDict, closed=True):
    type: Literal["buy"]
    good: str
    gold: NotRequired[list[GoldItem]]
    """Gold taken from the left and the right village centre. If left out, from the fuller."""
    prefer: NotRequired[Anno1701ActBuildPrefer]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


class Anno1701MeetFight(TypedDict, closed=True):
    type: Literal["fight"]
    prefer: NotRequired[Anno1701ActBuildPrefer]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


class Anno1701MeetPay(TypedDict, closed=True):
    type: Literal["pay"]
    gold: NotRequired[list[GoldItem]]
    """Gold taken from the left and the right village centre. If left out, from the fuller."""
    prefer: NotRequired[Anno1701ActBuildPrefer]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


class Anno1701MeetRoll(TypedDict, closed=True):
    type: Literal["roll"]
    prefer: NotRequired[Anno1701ActBuildPrefer]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


class Anno1701MeetSail(TypedDict, closed=True):
    type: Literal["sail"]
    prefer: NotRequired[Anno1701ActBuildPrefer]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


class Anno1701MeetTask(TypedDict, closed=True):
    """Answer the voyage card that was revealed."""

    id: str
    kind: Literal["meet"]
    seat: int
    card: str


class Anno1701OfferAccept(TypedDict, closed=True):
    type: Literal["accept"]
    order: NotRequired[Literal["W8", "W8-default"]]
    """The row of the standing orders that answered, see the log's `by`."""
    pay: NotRequired[list[PayItem]]
    """The landscapes the goods are taken from, one entry for each good. If left out, from the fullest."""
    store: NotRequired[list[StoreItem]]
    """The landscapes the goods go to, one entry for each good. If left out, the emptiest."""
    gold: NotRequired[list[GoldItem]]
    """Gold taken from the left and the right village centre. If left out, from the fuller."""
    into: NotRequired[list[IntoItem]]
    """Gold added to the left and the right village centre. If left out, to the lower."""


class Anno1701OfferCounter(TypedDict, closed=True):
    type: Literal["counter"]
    give: str
    """Goods, one letter each, G for gold: ZZG is two bricks and one gold."""
    take: str
    """Goods, one letter each, G for gold: ZZG is two bricks and one gold."""
    order: NotRequired[Literal["W8", "W8-default"]]
    """The row of the standing orders that answered, see the log's `by`."""
    pay: NotRequired[list[PayItem]]
    """The landscapes the goods are taken from, one entry for each good. If left out, from the fullest."""
    store: NotRequired[list[StoreItem]]
    """The landscapes the goods go to, one entry for each good. If left out, the emptiest."""
    gold: NotRequired[list[GoldItem]]
    """Gold taken from the left and the right village centre. If left out, from the fuller."""
    into: NotRequired[list[IntoItem]]
    """Gold added to the left and the right village centre. If left out, to the lower."""


class Anno1701OfferReject(TypedDict, closed=True):
    type: Literal["reject"]
    order: NotRequired[Literal["W8", "W8-default"]]
    """The row of the standing orders that answered, see the log's `by`."""


class Anno1701OfferStanding(TypedDict, closed=True):
    """An offer, or a counter-offer, that waits for an answer: who made it gives `give` and gets `take`."""

    id: str
    kind: Literal["offer", "counter"]
    seat: int
    give: str
    take: str


class Anno1701OfferedEvent(TypedDict, closed=True):
    """An offer."""

    to: NotRequired[list[int]]
    type: Literal["offered"]
    seat: int
    give: str
    take: str


class Anno1701Options(TypedDict, closed=True):
    """The complete options of a match."""

    turn_limit: int
    """After this many turns, counting those of both seats, the match ends."""


class Anno1701OrdersGiveUp(TypedDict, closed=True):
    """A good and an amount."""

    good: Literal["N", "T", "H", "Z", "W"]
    amount: int


class Anno1701OrdersGood(TypedDict, closed=True):
    """A good and an amount."""

    good: Anno1701GoodName
    amount: int


WantItem: TypeAlias = str
"""A card by its name in the dataset."""


GiveItem: TypeAlias = str
"""A card by its name in the dataset."""


class Anno1701OrdersLodgeWant(TypedDict, closed=True):
    """Fetch one of these from the top of the discard, giving the first of these hand cards away."""

    want: list[WantItem]
    """Cards by name, the best first."""
    give: list[GiveItem]
    """Cards by name, the best first."""


class Anno1701OrdersSettle(TypedDict, closed=True):
    type: Literal["settle"]
    pile: Literal["1a", "1b"]
    layout: NotRequired[list[LayoutItem]]
    """Items at top-1 to top-4 and bottom-1 to bottom-4. If left out, as recommended."""


class Anno1701OrdersTheatreGoldAfter(TypedDict, closed=True):
    """Cancel if at least ``loss`` would be lost and this much gold is left."""

    gold_after: int
    loss: int


class Anno1701OrdersTradeKeep(TypedDict, closed=True):
    """A good and an amount."""

    good: Anno1701GiveName
    amount: int


SpyItem: TypeAlias = str
"""A card by its name in the dataset."""


ExchangeItem: TypeAlias = str
"""A card by its name in the dataset."""


RankItem: TypeAlias = str
"""A card by its name in the dataset."""


class Anno1701OrdersTurnCloseFill(TypedDict, closed=True):
    type: Literal["fill"]


class Anno1701OrdersTurnCloseFinish(TypedDict, closed=True):
    type: Literal["finish"]


class Anno1701OrdersTurnCloseVoyageBuy(TypedDict, closed=True):
    """Buy this good while there is less than ``below``, at most at this price."""

    good: Anno1701GoodName
    below: NotRequired[int]
    price: NotRequired[int]
    gold_after: NotRequired[int]


class Anno1701OrdersTurnCloseVoyageFlotsam(TypedDict, closed=True):
    """Roll for flotsam if the ship is at least so sound."""

    ship: int


class Anno1701OrdersTurnCloseVoyageSiege(TypedDict, closed=True):
    """Attack if the pirate has at most ``margin`` more cannons and the ship is at least so sound."""

    margin: int
    ship: NotRequired[int]


class Anno1701OrdersTurnCloseVoyageStop(TypedDict, closed=True):
    """Stop before the next card if all of these hold."""

    ship: NotRequired[int]
    """The ship's state is at most this."""
    gold: NotRequired[int]
    """There is at most this much gold."""
    rum: NotRequired[int]
    """There is at least this much rum."""
    tobacco: NotRequired[int]
    """There is at least this much tobacco."""
    revealed: NotRequired[int]
    """At least so many cards are revealed."""


class Anno1701OrdersTurnCloseVoyageTribute(TypedDict, closed=True):
    """Pay if all of these hold, otherwise fight."""

    up_to: NotRequired[int]
    gold_after: NotRequired[int]


class Anno1701OrdersTurnDoDoBank(TypedDict, closed=True):
    type: Literal["bank"]
    give: Anno1701GiveName
    take: str
    pay: NotRequired[list[PayItem]]
    """The landscapes the goods are taken from, one entry for each good. If left out, from the fullest."""
    gold: NotRequired[list[GoldItem]]
    """Gold taken from the left and the right village centre. If left out, from the fuller."""


class Anno1701OrdersTurnDoDoBuild(TypedDict, closed=True):
    type: Literal["build"]
    card: str
    """The id of a card in the own hand."""
    pay: NotRequired[list[PayItem]]
    """The landscapes the goods are taken from, one entry for each good. If left out, from the fullest."""


Anno1701OrdersTurnDoDoDock = TypedDict(
    "Anno1701OrdersTurnDoDoDock", {"type": Literal["dock"], "from": str, "to": str}, closed=True
)


class Anno1701OrdersTurnDoDoOffer(TypedDict, closed=True):
    type: Literal["offer"]
    give: str
    """Goods, one letter each, G for gold: ZZG is two bricks and one gold."""
    take: str
    """Goods, one letter each, G for gold: ZZG is two bricks and one gold."""


class Anno1701OrdersTurnDoDoPlay(TypedDict, closed=True):
    type: Literal["play"]
    card: str
    """The id of a card in the own hand."""
    landscape: NotRequired[str]
    """A landscape of the other player."""
    centre: NotRequired[Literal[0, 1]]


class Anno1701OrdersTurnDoDoRepair(TypedDict, closed=True):
    type: Literal["repair"]


class Anno1701OrdersTurnDoDoUpgrade(TypedDict, closed=True):
    type: Literal["upgrade"]
    resident: int
    pay: NotRequired[list[PayItem]]
    """The landscapes the goods are taken from, one entry for each good. If left out, from the fullest."""


SpiedItem: TypeAlias = str
"""A card by its name in the dataset."""


class Anno1701Outcome(TypedDict, closed=True):
    """The result of a match. `winners` has several seats for a shared win or a draw; `scores` is indexed by seat."""

    winners: list[int]
    scores: list[int]
    reason: str
    tiebreaks: NotRequired[list[list[int]]]


class Anno1701PaidTributeEvent(TypedDict, closed=True):
    """A tribute is paid."""

    to: NotRequired[list[int]]
    type: Literal["paid-tribute"]
    seat: int
    gold: int


class Anno1701PitTask(TypedDict, closed=True):
    """Choose the landscape from which a demanded good is taken."""

    id: str
    kind: Literal["pit"]
    seat: int
    good: str


class Anno1701PlainTask(TypedDict, closed=True):
    """A question that needs no facts: the rest stands in the state."""

    id: str
    kind: Literal["act", "demand", "spy", "close", "cards", "voyage", "withdraw"]
    seat: int


class Anno1701PlayedEvent(TypedDict, closed=True):
    """An action card is played, with its target if it has one."""

    to: NotRequired[list[int]]
    type: Literal["played"]
    seat: int
    card: str
    landscape: NotRequired[str]
    centre: NotRequired[int]


class Anno1701PowerEvent(TypedDict, closed=True):
    """A power goes to a seat, or to nobody."""

    to: NotRequired[list[int]]
    type: Literal["power"]
    power: Literal["trade", "sea"]
    seat: int | None


class Anno1701Powers(TypedDict, closed=True):
    """The seats that hold the two powers; None if nobody does."""

    trade: int | None
    sea: int | None


class Anno1701Preferences(TypedDict, closed=True):
    """A player's preferences where the rules leave a choice ("Found in play" 3)."""

    store: NotRequired[list[str]]
    """Landscapes that goods go to, the first choice first."""
    pay: NotRequired[list[str]]
    """Landscapes that goods are taken from, the first choice first."""
    into: NotRequired[int]
    """The village centre that gold goes to first: 0 left, 1 right."""
    gold: NotRequired[int]
    """The village centre that gold is taken from first."""


class Anno1701PrefersEvent(TypedDict, closed=True):
    """A player's preferences change from now on."""

    to: NotRequired[list[int]]
    type: Literal["prefers"]
    seat: int
    prefer: Anno1701Preferences


class Anno1701Prize(TypedDict, closed=True):
    """A prize: gold, or `n` of the goods to choose from."""

    gold: NotRequired[int]
    choose: NotRequired[str]
    n: NotRequired[int]


class Anno1701ProducedEvent(TypedDict, closed=True):
    """A seat receives the goods of a number: `goods[i]` goes to `lands[i]`; `ship` is its new state if it was repaired."""

    to: NotRequired[list[int]]
    type: Literal["produced"]
    seat: int
    goods: str
    lands: list[str]
    ship: int | None


class Anno1701PushedEvent(TypedDict, closed=True):
    """The card that was pushed away, shown only to its seat."""

    to: NotRequired[list[int]]
    type: Literal["pushed"]
    seat: int
    card: str


class Anno1701PushedUnderEvent(TypedDict, closed=True):
    """A hand card is pushed under a pile."""

    to: NotRequired[list[int]]
    order: NotRequired[str]
    type: Literal["pushed-under"]
    seat: int
    pile: str


class Anno1701RejectedEvent(TypedDict, closed=True):
    """An offer or counter-offer is rejected."""

    to: NotRequired[list[int]]
    order: NotRequired[str]
    type: Literal["rejected"]
    seat: int


class Anno1701RepairMove(TypedDict, closed=True):
    """Repair the ship by one state."""

    step: NotRequired[int]
    order: NotRequired[str]
    prefer: NotRequired[Anno1701Preferences]
    type: Literal["repair"]


class Anno1701RepairedEvent(TypedDict, closed=True):
    """The ship is repaired to a new state."""

    to: NotRequired[list[int]]
    type: Literal["repaired"]
    seat: int
    ship: int


Anno1701ResultName: TypeAlias = Literal["done", "cancelled", "allowed", "accepted", "rejected", "skipped"]


class Anno1701ReturnedEvent(TypedDict, closed=True):
    """The ship comes home after so many cards, in this state."""

    to: NotRequired[list[int]]
    type: Literal["returned"]
    seat: int
    cards: int
    ship: int


class Anno1701RevealedEvent(TypedDict, closed=True):
    """A voyage card is revealed."""

    to: NotRequired[list[int]]
    type: Literal["revealed"]
    seat: int
    card: str


class Anno1701Roll(TypedDict, closed=True):
    """The roll that began the turn: the number, the face of the event die and its event."""

    number: int
    face: int
    event: Literal["tax", "fire", "trade_advantage", "pirate_hunt", "discontent"]


class Anno1701RolledEvent(TypedDict, closed=True):
    """The dice of a turn; `face` is that of the event die."""

    to: NotRequired[list[int]]
    type: Literal["rolled"]
    turn: int
    seat: int
    number: int
    face: int
    event: Literal["tax", "fire", "trade_advantage", "pirate_hunt", "discontent"]


class Anno1701SailedOnEvent(TypedDict, closed=True):
    """The voyager leaves a voyage card alone."""

    to: NotRequired[list[int]]
    type: Literal["sailed-on"]
    seat: int


class Anno1701SailsEvent(TypedDict, closed=True):
    """A voyage begins, perhaps with a ship card."""

    to: NotRequired[list[int]]
    type: Literal["sails"]
    seat: int
    card: str | None
    speed: int
    strength: int


class Anno1701SearchStanding(TypedDict, closed=True):
    """A seat looks through a pile."""

    id: str
    kind: Literal["search"]
    seat: int
    pile: str


class Anno1701SearchesEvent(TypedDict, closed=True):
    """A seat pays a gold and looks through a pile."""

    to: NotRequired[list[int]]
    type: Literal["searches"]
    seat: int
    pile: str


class Anno1701SeenHand(TypedDict, closed=True):
    """The other hand, at which the viewer's spy looks."""

    hand: list[Anno1701BuildingCard | Anno1701ActionCard]


class Anno1701SettleTask(TypedDict, closed=True):
    """Both seats settle, sealed."""

    id: str
    kind: Literal["settle"]
    seats: list[int]


class Anno1701SettledEvent(TypedDict, closed=True):
    """A seat has settled."""

    to: NotRequired[list[int]]
    type: Literal["settled"]
    seat: int
    side: Literal["lion", "dragon"]
    pile: str
    own_layout: bool


class Anno1701ShipShown(TypedDict, closed=True):
    """The ship: its state, 0 (wrecked) to 4 (sound), the number at which it is repaired, and where it lies."""

    state: int
    die: int
    at: str


class Anno1701SiegeCard(TypedDict, closed=True):
    """A pirate that may be fought or left alone."""

    id: str
    op: Literal["siege"]
    cannons: int
    win: Anno1701Prize
    lose: Anno1701Defeat


class Anno1701Slip(TypedDict, closed=True):
    """A slip of the pile searched: the card it stands for and that card's place in the pile, from the top."""

    slip: int
    at: int
    card: Anno1701BuildingCard | Anno1701ActionCard


class Anno1701SpiedEvent(TypedDict, closed=True):
    """The hand of `seat`; to the attacker alone."""

    to: NotRequired[list[int]]
    type: Literal["spied"]
    seat: int
    cards: list[str]


class Anno1701StartRollEvent(TypedDict, closed=True):
    """The dice, by seat, that say who begins."""

    to: NotRequired[list[int]]
    type: Literal["start-roll"]
    rolls: list[int]


class Anno1701StolenEvent(TypedDict, closed=True):
    """An attacker takes gold, and how much of it finds no room."""

    to: NotRequired[list[int]]
    type: Literal["stolen"]
    seat: int
    gold: int
    lapsed: int


Anno1701StormCardIf: TypeAlias = Literal["slower", "faster"]


class Anno1701TaxEvent(TypedDict, closed=True):
    """Tax: the gold that a seat gets, and the gold that has no room."""

    to: NotRequired[list[int]]
    type: Literal["tax"]
    seat: int
    gold: int
    lapsed: int


class Anno1701TheatreAllow(TypedDict, closed=True):
    type: Literal["allow"]
    order: NotRequired[Literal["W1", "W1-default"]]
    """The row of the standing orders that answered, see the log's `by`."""


class Anno1701TheatreCancel(TypedDict, closed=True):
    type: Literal["cancel"]
    gold: NotRequired[list[GoldItem]]
    """Gold taken from the left and the right village centre. If left out, from the fuller."""
    order: NotRequired[Literal["W1", "W1-default"]]
    """The row of the standing orders that answered, see the log's `by`."""


class Anno1701TheatreTask(TypedDict, closed=True):
    """Does the theatre cancel this attack? With the attack's target, if it has one."""

    id: str
    kind: Literal["theatre"]
    seat: int
    card: str
    op: Literal["steal_gold", "take_hand_card", "empty_landscape", "centre_loses_gold"]
    landscape: NotRequired[str]
    centre: NotRequired[int]


class Anno1701TooSlowEvent(TypedDict, closed=True):
    """The ship is too slow to save castaways."""

    to: NotRequired[list[int]]
    type: Literal["too-slow"]
    seat: int


class Anno1701TookCardEvent(TypedDict, closed=True):
    """A card is taken from the other hand; everybody sees its numeral."""

    to: NotRequired[list[int]]
    type: Literal["took-card"]
    seat: int
    numeral: int


class Anno1701TraderCard(TypedDict, closed=True):
    """A voyage card that sells one of its goods for `price` gold."""

    id: str
    op: Literal["buy"]
    price: int
    goods: str


class Anno1701TributeCard(TypedDict, closed=True):
    """A pirate that is fought or paid."""

    id: str
    op: Literal["tribute"]
    tribute: int
    cannons: int
    win: Anno1701Prize
    lose: Anno1701Defeat


Anno1701UnderName: TypeAlias = Literal["1a", "1b", "2a", "2b", "3a", "3b"]


class Anno1701UpgradeMove(TypedDict, closed=True):
    """Upgrade the inhabitant at a place, 0 to 3."""

    step: NotRequired[int]
    order: NotRequired[str]
    prefer: NotRequired[Anno1701Preferences]
    pay: NotRequired[list[str]]
    type: Literal["upgrade"]
    resident: int


class Anno1701UpgradedEvent(TypedDict, closed=True):
    """An inhabitant is upgraded; `resident` is its place, 0 to 3."""

    to: NotRequired[list[int]]
    type: Literal["upgraded"]
    seat: int
    resident: int
    level: str


Standing: TypeAlias = (
    Anno1701SettleTask
    | Anno1701PlainTask
    | Anno1701GainTask
    | Anno1701LossTask
    | Anno1701PitTask
    | Anno1701LodgeTask
    | Anno1701TheatreTask
    | Anno1701OfferStanding
    | Anno1701SearchStanding
    | Anno1701MeetTask
)


class Anno1701VoyageReveal(TypedDict, closed=True):
    type: Literal["reveal"]
    prefer: NotRequired[Anno1701ActBuildPrefer]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


class Anno1701VoyageStop(TypedDict, closed=True):
    type: Literal["stop"]
    prefer: NotRequired[Anno1701ActBuildPrefer]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


class Anno1701WithdrawnEvent(TypedDict, closed=True):
    """An offer is taken back."""

    to: NotRequired[list[int]]
    type: Literal["withdrawn"]
    seat: int


class Anno1701WonFightEvent(TypedDict, closed=True):
    """A fight is won."""

    to: NotRequired[list[int]]
    type: Literal["won-fight"]
    seat: int


AnswerItem: TypeAlias = str
"""1 to 64 of [a-z0-9._/@-]."""


AnswerItem1: TypeAlias = int


AnswerItem3: TypeAlias = str
"""32 bytes of base64url behind 'so1_'."""


AnswerItem4: TypeAlias = int


AnswerItem5: TypeAlias = str
"""64 bytes of base64url."""


Answer: TypeAlias = tuple[
    AnswerItem,
    AnswerItem1,
    Literal["seat", "order", "fallback", "lapsed"],
    AnswerItem1,
    str | None,
    str | tuple[AnswerItem3, AnswerItem4, AnswerItem5] | None,
]
"""Decision, seat, by whom, the act's `seq`, when it was received, what the seat signed."""


class AnsweredBody(TypedDict, closed=True):
    answers: list[Answer]


class AnsweredEntry(TypedDict, closed=True):
    """Facts that proofs had hidden."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["answered"]
    body: AnsweredBody


class AskForTimeRequest(TypedDict, closed=True):
    seconds: int
    """The extra time; at most `seconds` of `time_requests` of the match."""
    seq: int
    """`request_seq` of `mine` in `time_requests` of the match. The same number sent again does not ask again."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""


class AskedInWords(TypedDict):
    question: str
    about: str | None
    """Details that only the table shows, in sentences: what is offered, which card is laid; null: none."""


class AskedSubstitute(TypedDict):
    seat: int
    invitation: str
    """The secret that accepts it: pass it on, or let the letter do it."""
    mailed: bool
    """Whether a letter went out."""


class Away(TypedDict):
    seat: int
    until_at: str
    """Until when the vacation lasts."""


class BlockedPlayer(TypedDict):
    player: str
    """The account id."""
    since: str
    """RFC 3339, UTC, milliseconds."""


class Bot(TypedDict):
    account: str
    """Its account id: what `invite` of a new match takes, and `player` of its seats."""
    name: str
    """Its name, without the ` (bot)` that tables add."""
    owner: str
    """Your account id."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    open: bool
    """Whether anybody may challenge it."""
    games: list[str]
    """Names of the games it plays."""
    most_matches: int
    """The most unfinished matches it sits in."""
    listed: bool
    """Whether it is in the public list of bots."""


class BotList(TypedDict):
    bots: list[Bot]


Game: TypeAlias = str


class BotPolicyRequest(TypedDict, closed=True):
    open: NotRequired[bool]
    """Whether anybody may challenge it; left out: true."""
    games: list[Game]
    """Names of games, the parts of rules ids before `@`."""
    most_matches: NotRequired[int]
    """The most unfinished matches it sits in; left out: 20."""
    listed: NotRequired[bool]
    """Whether it is in the public list of bots, `GET /v1/bots`; left out: false."""


class BotRecord(TypedDict):
    played: int
    """The number of these."""
    against_people: int
    """The number in which people sat, at tables that its owner neither opened nor sat at alone."""
    won: int
    """Of those against people, the number it won, alone or with others."""


class BotRequest(TypedDict, closed=True):
    open: NotRequired[bool]
    """Whether anybody may challenge it; left out: true."""
    games: list[Game]
    """Names of games, the parts of rules ids before `@`."""
    most_matches: NotRequired[int]
    """The most unfinished matches it sits in; left out: 20."""
    listed: NotRequired[bool]
    """Whether it is in the public list of bots, `GET /v1/bots`; left out: false."""
    name: str
    """Your name, as others see it. One line, nothing invisible, no `=?`, letters of one script (UTS #39), no link, not like a bot or somebody who speaks for the installation; kept in NFKC with single spaces. Like names at one table are numbered. Shown with ` (bot)` behind it."""


class BotTokenRequest(TypedDict, closed=True):
    name: NotRequired[str]
    """One line, nothing invisible, no `=?`; kept in NFC with single spaces; left out: "bot"."""


class Bounce(TypedDict):
    at: str
    """The time of the report."""
    sent_on: str
    """The day on which the mail was sent (UTC), as in 2026-03-02."""
    status: str
    """The mail server's status code (RFC 3463): 5.1.1 says that there is no such mailbox."""


class Browser(TypedDict):
    id: str
    """`b_` and the first 16 hexadecimal digits of the SHA-256 of its `endpoint`."""
    name: str
    """The name it was added with."""
    service: str
    """The host of its push service."""
    created_at: str
    """The time when it was added or last updated."""
    failing_since: str | None
    """Since when nothing has arrived there; after three days it is removed."""
    current: bool
    """Whether it has subscribed under the present `public_key`; if not, it should subscribe again."""


class BrowserList(TypedDict):
    public_key: str | None
    """The key under which browsers subscribe (`applicationServerKey`), base64url; `null`: this installation sends no web push."""
    browsers: list[Browser]


class BrowserRequest(TypedDict, closed=True):
    endpoint: str
    """Its address at a push service: https to a public address. Shown to nobody afterwards."""
    p256dh: str
    """Its public key, base64url: an uncompressed point of P-256."""
    auth: str
    """Its secret, base64url: 16 bytes."""
    name: str
    """A name for the browser. One line, nothing invisible, no `=?`; kept in NFC with single spaces."""


class Challenge(TypedDict):
    text: str
    """Good for five minutes, once, in the network that asked."""
    bits: int
    """Zero bits with which the digest has to begin."""


class ChallengeAnswer(TypedDict, closed=True):
    accept: bool
    """True: a match begins. False: the challenger takes your place."""


class ChallengeDecidedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str | None
    """null: it is about no match."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int | None
    """null: no log entry caused it."""
    tournament: str
    """The tournament's id."""
    challenge: int
    """The number of the challenge."""
    what: str
    """`challenged`, `accepted`, `declined`, `silent` (not answered in time), or what the match came to for the challenger: `won`, `lost`, `tied`, `unplayed`."""
    is_challenger: bool
    """Whether you have made the challenge."""
    place: int | None
    """Your place now; null: you are out."""
    answer_by_at: str
    """Until when it can be answered."""
    matches: list[str]
    """The match that begins, if one does."""
    type: Literal["challenge-decided"]


class ChallengeReceivedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str | None
    """null: it is about no match."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int | None
    """null: no log entry caused it."""
    tournament: str
    """The tournament's id."""
    challenge: int
    """The number of the challenge."""
    what: str
    """`challenged`, `accepted`, `declined`, `silent` (not answered in time), or what the match came to for the challenger: `won`, `lost`, `tied`, `unplayed`."""
    is_challenger: bool
    """Whether you have made the challenge."""
    place: int | None
    """Your place now; null: you are out."""
    answer_by_at: str
    """Until when it can be answered."""
    matches: list[str]
    """The match that begins, if one does."""
    type: Literal["challenge-received"]


class ChallengeRequest(TypedDict, closed=True):
    rival: str
    """The account id of a player in `rivals`."""


class Channel(TypedDict):
    id: str
    """Names place and time; occurs once in a match."""
    seats: list[int]
    """The seats that can speak and hear."""


class Chat(TypedDict):
    id: str
    service: Literal[
        "discord", "slack", "telegram", "ntfy", "matrix", "mattermost", "google-chat", "pushover", "gotify"
    ]
    host: str
    """The host that messages go to."""
    name: str
    """Your name for it; may be empty."""
    kinds: list[str]
    """Kinds of news that it gets."""
    match: str | None
    """The match whose table it is the channel of; null: it is yours."""
    state: Literal["unconfirmed", "active", "disabled"]
    """Only an active chat gets messages."""
    reason: str | None
    """The reason why it is disabled: gone (its service no longer knows it), failing (for days), operator, restored (backup)."""
    why: str | None
    """The note of the operator who disabled it; null: no operator did."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    failing_since: str | None
    """Since when nothing has arrived; null: the last attempt was a success."""
    ends_with: str | None
    """The id of the program's token with which it ends; null: it stays."""


class ChatList(TypedDict):
    chats: list[Chat]
    services: list[
        Literal["discord", "slack", "telegram", "ntfy", "matrix", "mattermost", "google-chat", "pushover", "gotify"]
    ]
    """The services that this installation writes to; none: it writes to no chats."""


class ChatRequest(TypedDict, closed=True):
    url: str
    """Its address, as apprise writes it, or as Discord, Slack and Google Chat show it for copying: docs/chats.md lists them. Exactly one room, topic or person."""
    name: NotRequired[str]
    """Your name for it; may be left out. One line, nothing invisible, no `=?`; kept in NFC with single spaces."""
    kinds: NotRequired[
        list[
            Literal[
                "your-turn",
                "deadline-near",
                "opening-needed",
                "you-are-missed",
                "absence-asked",
                "handing-asked",
                "time-requested",
                "invited",
                "substitute-asked",
                "entropy-needed",
                "key-asked",
                "started",
                "over",
            ]
        ]
    ]
    """Kinds of news that it gets; none: all of them. A table's channel has its own."""
    match: NotRequired[str | None]
    """A match of yours, whose table gets it; left out: null."""


class Checked(TypedDict):
    legal: bool
    code: str | None
    """The rules' name for what is wrong."""
    pointer: str | None
    """The place in the request."""
    message: str | None
    """The remedy."""
    words: str | None
    """A legal move in words, in the language asked for; else null."""


Seat: TypeAlias = int


class CodeRequest(TypedDict, closed=True):
    code: str
    name: NotRequired[str]
    """The token's name in your list. One line, nothing invisible, no `=?`; kept in NFC with single spaces; left out: "login"."""


class CommitmentRequestWithCommitment(TypedDict, closed=True):
    padding: NotRequired[str]
    """Ignored. Clients use it to make all requests the same length (protocol section 12.8)."""
    commitment: str
    """Client custody; you keep the opening."""
    replaces: NotRequired[int]
    """`seq` of your act that stands; 0: none; left out: 0."""
    wait: NotRequired[bool]
    """Do not lock early because of this answer; left out: false."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""


class Contact(TypedDict):
    player: str
    """The account id: what `invite` takes."""
    name: str
    """The present name."""
    matches: int
    """Number of your latest matches that you played together."""
    last_at: str
    """Time of the last event in one of them."""


class ContactList(TypedDict):
    contacts: list[Contact]


class CountedDraw(TypedDict, closed=True):
    label: str
    """1 to 64 of [a-z0-9._/@-]."""
    count: int


class CreatedAbsenceHanding(TypedDict, closed=True):
    seconds: int
    times: int


class CreatedBeaconChain(TypedDict, closed=True):
    chain: str
    """32 bytes in lower-case hex."""
    genesis: int
    period: int
    public_key: str
    """96 bytes in lower-case hex."""
    scheme: Literal["bls-unchained-g1-rfc9380"]
    delay: int


Weekday: TypeAlias = int


class CreatedPaceKindCounted(TypedDict, closed=True):
    weekdays: list[Weekday]
    zone: str
    """A time zone like Europe/Berlin."""


class CreatedPauses(TypedDict, closed=True):
    majority: Literal["all", "most"]
    seconds: int


class CreatedTimeRequests(TypedDict, closed=True):
    majority: Literal["all", "most"]
    seconds: int


class DailyPace(TypedDict, closed=True):
    kind: Literal["daily"]
    time: str
    """An hour like 20:00."""
    zone: str
    """A time zone like Europe/Berlin."""
    weekdays: list[Weekday]
    least: int


class DeclinedBody(TypedDict, closed=True):
    player: str
    """A player's id: 1 to 64 visible letters of ASCII."""
    seat: int


class DeclinedEntry(TypedDict, closed=True):
    """Somebody is not ready any more."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["declined"]
    body: DeclinedBody


class Deleted(TypedDict):
    message: str
    """The data that stay, and why."""


DisclosedMessage = TypedDict(
    "DisclosedMessage", {"n": int, "channel": str, "from": int, "salt": str, "text": str}, closed=True
)


class DroppedNews(TypedDict):
    kind: str
    reason: str


class Counted(TypedDict, closed=True):
    weekdays: list[Weekday]
    zone: str
    """A time zone like Europe/Berlin."""


class DurationPace(TypedDict, closed=True):
    kind: Literal["duration"]
    seconds: int
    counted: NotRequired[Counted]


class Empty(TypedDict, closed=True):
    pass


class EntropyNeededEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    deadline_at: str | None
    """RFC 3339, UTC, milliseconds."""
    type: Literal["entropy-needed"]


class EntryRequest(TypedDict, closed=True):
    entropy: NotRequired[str]
    """32 random bytes of yours: your part of the seed of the draw. The log has a commitment to them at once, and themselves with the draw. Left out: you add nothing."""
    team_name: NotRequired[str]
    """In a league of teams: the name of a team that you found, and whose captain you are; like no other team's there."""
    invitation: NotRequired[str]
    """In a league of teams: `invitation` of the team that you join; its captain has it."""


class EventDecision(TypedDict):
    id: str
    kind: str
    sealed: bool
    """Whether several seats answer it with commitments."""
    optional: bool
    """May be answered, but nobody waits for it."""


class ExportedAnswer(TypedDict):
    date: str
    choice: int
    """The number of the choice."""


class ExportedBlock(TypedDict):
    since: str
    """RFC 3339, UTC, milliseconds."""
    why: str


class ExportedEntry(TypedDict):
    tournament: str
    """The tournament's id."""
    team: str | None
    """The name of the team that you founded there; null: none."""


class ExportedMargin(TypedDict):
    match: str
    seen: int
    """The last log entry that you were shown; 0 for none."""
    note: str
    """Your note; empty without one."""
    muted: list[str]
    """Kinds of news that you do not want about this match."""


class ExportedMatch(TypedDict):
    match: str
    closed_at: str | None
    """`null`: it is not over."""
    log: str
    """Path of its log, with everything that you and the others have played."""
    messages: str
    """Path of the messages in it that you may read."""
    talk: str
    """Path of what was said to the whole table, by you and others."""


class ExportedPasskey(TypedDict):
    name: str
    """Of the browser that registered it."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    used_at: str | None
    """The last sign-in with it; `null`: none yet."""


class ExtendedDecision2(TypedDict, closed=True):
    decision: str
    """1 to 64 of [a-z0-9._/@-]."""
    deadline: str
    """RFC 3339, UTC, milliseconds."""
    by: Literal["seat"]
    seat: int
    opening_deadline: NotRequired[str]
    """RFC 3339, UTC, milliseconds."""
    signature: NotRequired[str]
    """64 bytes of base64url."""


class ExtendedDecision3(TypedDict, closed=True):
    decision: str
    """1 to 64 of [a-z0-9._/@-]."""
    deadline: str
    """RFC 3339, UTC, milliseconds."""
    by: Literal["vacation"]
    seat: int
    opening_deadline: NotRequired[str]
    """RFC 3339, UTC, milliseconds."""


class ExtendedDecision4(TypedDict, closed=True):
    decision: str
    """1 to 64 of [a-z0-9._/@-]."""
    deadline: str
    """RFC 3339, UTC, milliseconds."""
    by: Literal["agreement"]
    seat: int
    opening_deadline: NotRequired[str]
    """RFC 3339, UTC, milliseconds."""


class ExtendedDecision5(TypedDict, closed=True):
    decision: str
    """1 to 64 of [a-z0-9._/@-]."""
    deadline: str
    """RFC 3339, UTC, milliseconds."""
    by: Literal["operator"]
    opening_deadline: NotRequired[str]
    """RFC 3339, UTC, milliseconds."""


class ExtendedDecisionLost(TypedDict, closed=True):
    cause: Literal["outage", "parked", "restored"]
    since: str
    """RFC 3339, UTC, milliseconds."""
    until: str
    """RFC 3339, UTC, milliseconds."""


class ExtensionReceipt(TypedDict):
    match: str
    seat: int
    seq: int
    commitment: str | None
    """null"""
    custody: str | None
    """null"""
    received: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """The entry of the log that tells it."""
    head: str
    """The log's head after it."""
    key: str
    """Short name of the key that signs."""
    protocol: Literal["siegelpost/1"]
    act: Literal["extend"]
    decision: Literal["extend"]


class ExtensionRequest(TypedDict, closed=True):
    seq: int
    """`seq` of `mine` in `extensions` of the match. The same number sent again takes no more time."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""


class ExtensionsRequest(TypedDict, closed=True):
    times: NotRequired[int]
    """The limit for the whole match; left out: 3."""
    seconds: NotRequired[int]
    """The time by which a deadline moves. Left out: half the time of a decision, at most a day."""


class Fault(TypedDict):
    pointer: NotRequired[str]
    """JSON pointer (RFC 6901) into the body."""
    parameter: NotRequired[str]
    header: NotRequired[str]
    detail: str
    code: NotRequired[str]
    """The rules' own name for why a move is illegal."""


class FollowUpAnswer(TypedDict):
    kind: str
    """The kind of the decision that it answers."""
    move: dict[str, Any]
    """The move, as the schema of the decision's kind describes."""


class FormerEntrant(TypedDict):
    player: str
    """Account id."""
    name: str | None
    """The player's name; null if the account was deleted or, for who has not entered, hides its profile."""


class FullProblem(TypedDict):
    """Every seat is taken. Look for another match in GET /v1/matches?status=open."""

    type: Literal["/problems/full"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class Guest(TypedDict):
    guest: str
    """The name for `endInvitation`: the account, if you named one."""
    mail: str | None
    """The address that you typed; null if you named the account, or if it has another address now."""
    sent_at: str
    """The time of the last letter to them."""
    times: int
    """Number of letters with the present invitation."""
    state: Literal["unanswered", "joined", "declined", "withdrawn", "bounced", "gone"]
    """`joined`: sits at the table; `declined`: does not want to play, and may still join, but gets no more letters; `withdrawn`: by you; `bounced`: the letter came back (not covered by the match's ETag); `gone`: there is no such account any more."""
    again: bool
    """Whether `invite` with `again` would write to them now: at most three letters, an hour apart."""


class GuestProblem(TypedDict):
    """Guests may not do this. Keep the account with POST /v1/guests/keep: an email address is all it takes."""

    type: Literal["/problems/guest"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class GuestRequest(TypedDict, closed=True):
    name: NotRequired[str]
    """Your name, as others see it. One line, nothing invisible, no `=?`, letters of one script (UTS #39), no link, not like a bot or somebody who speaks for the installation; kept in NFKC with single spaces. Like names at one table are numbered."""
    language: NotRequired[Literal["en", "de", "fr"]]
    """Left out: "en"."""
    zone: NotRequired[str]
    """IANA time zone, like Europe/Berlin; left out: "UTC"."""


class HandReceipt(TypedDict):
    match: str
    seat: int
    seq: int
    commitment: str | None
    """null"""
    custody: str | None
    """null"""
    received: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """The entry of the log that tells it."""
    head: str
    """The log's head after it."""
    key: str
    """Short name of the key that signs."""
    protocol: Literal["siegelpost/1"]
    act: Literal["hand"]
    decision: Literal["hand"]
    choice: Literal["bot", "person"]
    player: NotRequired[str]
    """To whom, with `person`; otherwise missing."""


class HandRequest(TypedDict, closed=True):
    choice: Literal["bot", "person"]
    """`bot`: a bot of the house, `person`: `player`, whom you have named and who is ready."""
    player: NotRequired[str]
    """With `person`: one of `people` in `may_hand`, in `absence` of the match."""
    seq: int
    """`seq` of `may_hand`. The same number sent again does not ask again."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""


class HandedBody(TypedDict, closed=True):
    seat: int
    until: str
    """RFC 3339, UTC, milliseconds."""
    choice: Literal["bot", "person"]
    player: NotRequired[str]
    """A player's id: 1 to 64 visible letters of ASCII."""
    signature: NotRequired[str]
    """64 bytes of base64url."""


class HandedEntry(TypedDict, closed=True):
    """A player who is there asks the others to let them hand over a seat."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["handed"]
    body: HandedBody


class HandedOver(TypedDict):
    receipt: HandReceipt
    signature: str
    """Ed25519 over the receipt, base64url."""
    checkpoint: str | None
    """The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt (protocol section 13)."""


class HandingAskedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    about: int
    """The seat."""
    who: str | None
    """The name at the table of the person who would take it; null: a bot."""
    until_at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["handing-asked"]


class HandingEndedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    about: int
    """The seat."""
    why: Literal["withdrawn", "unanswered", "declined", "refused"]
    type: Literal["handing-ended"]


class HandingRule(TypedDict):
    seconds: int
    """The time that the others have to answer."""
    times: int
    """The limit for each seat in the whole match."""


class HeadLine(TypedDict):
    match: str
    n: int
    head: str
    at: str
    """RFC 3339, UTC, milliseconds."""


class HeadPage(TypedDict):
    heads: list[HeadLine]
    cursor: str | None
    """Cursor to continue from, now or later."""


class HeadersTooLargeProblem(TypedDict):
    """The headers are too large. The request line and all headers together may have at most 32768 bytes."""

    type: Literal["/problems/headers-too-large"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[431]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class Health(TypedDict):
    status: Literal["ok"]


class HeldAtEnd(TypedDict):
    seat: int
    words: str
    """In words, such as the cards of its hand."""


class HereReceipt(TypedDict):
    match: str
    seat: int
    seq: int
    commitment: str | None
    """null"""
    custody: str | None
    """null"""
    received: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """The entry of the log that tells it."""
    head: str
    """The log's head after it."""
    key: str
    """Short name of the key that signs."""
    protocol: Literal["siegelpost/1"]
    act: Literal["here"]
    decision: Literal["here"]


class HereRequest(TypedDict, closed=True):
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""


class Hint(TypedDict):
    match: str
    decision: str
    seat: int
    level: Literal["keen", "sharp"]
    move: dict[str, Any]
    """One of the decision's moves."""
    words: str
    spots: list[str]
    """The ids, without `spot-`, of the elements of picture.svg that it is about."""


class InLanguages(TypedDict):
    en: str
    de: str
    fr: str


class InternalProblem(TypedDict):
    """Something broke on the server. It is not known whether the request was carried out; it is safe to send it again. The operator's log says what happened."""

    type: Literal["/problems/internal"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[500]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class InvalidProblem(TypedDict):
    """The request is not valid. Correct what 'errors' points to."""

    type: Literal["/problems/invalid"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class InvitationWrongProblem(TypedDict):
    """The invitation is wrong. Use the invitation from the email, or ask the owner of the match for it."""

    type: Literal["/problems/invitation-wrong"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class InviteRequest(TypedDict, closed=True):
    invite: list[str]
    """Email addresses or accounts that get the invitation by mail."""
    language: NotRequired[Literal["en", "de", "fr"]]
    """Language of letters to people who have never signed in; everybody else gets their own. Left out: yours."""
    again: NotRequired[bool]
    """Whether to write again to people who already have this invitation: at most three times, an hour apart; left out: false."""


class InvitedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    by: str
    """The name of the person who invites."""
    invitation: str
    """The secret that takes a seat."""
    type: Literal["invited"]


class JoinedBody(TypedDict, closed=True):
    seat: int
    player: str
    """A player's id: 1 to 64 visible letters of ASCII."""
    entropy: NotRequired[str]
    """32 bytes of base64url behind 'se1_'."""
    entropy_custody: NotRequired[Literal["escrow", "client"]]
    key: NotRequired[str]
    """32 bytes of base64url."""


class JoinedEntry(TypedDict, closed=True):
    """Somebody took a seat."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["joined"]
    body: JoinedBody


class JsonSchema(TypedDict):
    """A JSON Schema (2020-12)."""


JsonSchemas: TypeAlias = dict[str, JsonSchema]
"""JSON Schemas by name."""


class KeepRequest(TypedDict, closed=True):
    mail: str
    name: NotRequired[str]
    """Your name, as others see it. One line, nothing invisible, no `=?`, letters of one script (UTS #39), no link, not like a bot or somebody who speaks for the installation; kept in NFKC with single spaces. Like names at one table are numbered."""
    language: NotRequired[Literal["en", "de", "fr"]]
    """Left out: "en"."""
    zone: NotRequired[str]
    """IANA time zone of your mails, like Europe/Berlin; left out: "UTC"."""


class Key(TypedDict):
    id: str
    """Short name, as receipts carry it."""
    algorithm: Literal["Ed25519"]
    public_key: str
    """32 bytes, base64url."""
    valid_from: str | None
    """The time of the first match with it; null: from the beginning."""
    valid_until: str | None
    """The time when it was given up; null: matches may still use it."""


class KeyAskedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    by: int
    """The seat whose key it is."""
    key: str
    """The new Ed25519 public key."""
    type: Literal["key-asked"]


class KeyChange(TypedDict):
    seat: int
    """The seat that asks."""
    key: str
    """The new Ed25519 public key."""
    seq: int
    """Counts the seat's keys; the signatures of the acts `key` and `consent` are over it."""
    consents: list[int]
    """Seats that have agreed."""
    awaited: list[int]
    """Seats that have yet to; with the last, the key changes."""


class KeyChangedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    by: int
    """The seat whose key it is."""
    key: str
    """The new Ed25519 public key."""
    type: Literal["key-changed"]


class KeyRequest(TypedDict, closed=True):
    key: str
    """The new Ed25519 public key."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""


class KeyReusedProblem(TypedDict):
    """This Idempotency-Key was used for another request. Use a fresh key for every new request."""

    type: Literal["/problems/key-reused"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


Kinds = TypedDict(
    "Kinds",
    {
        "your-turn": bool,
        "deadline-near": bool,
        "opening-needed": bool,
        "you-are-missed": bool,
        "absence-asked": bool,
        "handing-asked": bool,
        "substitute-asked": bool,
        "time-requested": bool,
        "invited": bool,
        "entropy-needed": bool,
        "key-asked": bool,
        "resolved": bool,
        "started": bool,
        "over": bool,
        "said": bool,
        "said-at-table": bool,
        "more-time": bool,
        "time-decided": bool,
        "table-pause": bool,
        "handing-ended": bool,
        "seat-taken-over": bool,
        "substitute-ready": bool,
        "unseated": bool,
        "key-changed": bool,
        "tournament-round": bool,
        "challenge-received": bool,
        "challenge-decided": bool,
        "tournament-ended": bool,
        "tournament-standings": bool,
        "removed-from-team": bool,
        "daily-puzzle": bool,
        "webhook-disabled": bool,
        "put-back": bool,
    },
)


KindsRequest = TypedDict(
    "KindsRequest",
    {
        "your-turn": NotRequired[bool],
        "deadline-near": NotRequired[bool],
        "opening-needed": NotRequired[bool],
        "you-are-missed": NotRequired[bool],
        "absence-asked": NotRequired[bool],
        "handing-asked": NotRequired[bool],
        "substitute-asked": NotRequired[bool],
        "time-requested": NotRequired[bool],
        "invited": NotRequired[bool],
        "entropy-needed": NotRequired[bool],
        "key-asked": NotRequired[bool],
        "resolved": NotRequired[bool],
        "started": NotRequired[bool],
        "over": NotRequired[bool],
        "said": NotRequired[bool],
        "said-at-table": NotRequired[bool],
        "more-time": NotRequired[bool],
        "time-decided": NotRequired[bool],
        "table-pause": NotRequired[bool],
        "handing-ended": NotRequired[bool],
        "seat-taken-over": NotRequired[bool],
        "substitute-ready": NotRequired[bool],
        "unseated": NotRequired[bool],
        "key-changed": NotRequired[bool],
        "tournament-round": NotRequired[bool],
        "challenge-received": NotRequired[bool],
        "challenge-decided": NotRequired[bool],
        "tournament-ended": NotRequired[bool],
        "tournament-standings": NotRequired[bool],
        "removed-from-team": NotRequired[bool],
        "daily-puzzle": NotRequired[bool],
        "webhook-disabled": NotRequired[bool],
        "put-back": NotRequired[bool],
    },
    closed=True,
)


Kontor1CardName: TypeAlias = Literal[
    "A",
    "C01",
    "C02",
    "C03",
    "C04",
    "C05",
    "C06",
    "C07",
    "C08",
    "C09",
    "C10",
    "C11",
    "C12",
    "C13",
    "C14",
    "C15",
    "C16",
    "C17",
    "C18",
    "C19",
    "C20",
    "C21",
    "C22",
    "C23",
    "C24",
    "C25",
    "C26",
    "C27",
    "C28",
    "C29",
    "C30",
    "C31",
    "C32",
    "C33",
    "C34",
    "C35",
    "C36",
    "C37",
    "C38",
    "C39",
    "C40",
    "C41",
    "C42",
    "C43",
    "C44",
    "C45",
    "C46",
    "C47",
    "C48",
    "C49",
    "C50",
    "C51",
    "C52",
    "C53",
    "C54",
    "C55",
    "C56",
    "C57",
    "C58",
    "C59",
    "C60",
    "C61",
    "C62",
    "C63",
    "C64",
    "C65",
    "C66",
    "C67",
    "C68",
    "C69",
    "C70",
    "C71",
    "C72",
    "C73",
    "C74",
    "C75",
    "C76",
    "C77",
    "C78",
    "C79",
    "C80",
    "C81",
    "C82",
    "C83",
    "C84",
    "C85",
    "C86",
    "C87",
    "C88",
    "C89",
    "C90",
    "C91",
    "C92",
    "C93",
]


class Kontor1MovePlace(TypedDict, closed=True):
    """Where is the card laid?"""

    type: Literal["place"]
    at: list[int]
    """A field [x, y], x to the right, y down."""


class Kontor1Options(TypedDict, closed=True):
    """Kontor: match options"""

    preset: NotRequired[
        Literal[
            "goldsieber-basic",
            "goldsieber-pro",
            "goldsieber-teams",
            "tilsit",
            "gulliver",
            "canal-grande",
            "armut",
            "wasserspiele",
            "tic-tac-toe",
        ]
    ]
    """The table to play: box, board, money, ship and final scoring. It must fit the number of seats: 2 for goldsieber-basic, 2 for goldsieber-pro, 4 for goldsieber-teams, 2 for tilsit, 2 for gulliver, 2 for canal-grande, 2 for armut, 2 for wasserspiele, 2 for tic-tac-toe. Left out: tilsit, or the first of them that fits."""
    pass_mode: NotRequired[Literal["declare", "secret"]]
    """declare: a pass counts as declared before cards are chosen, so a sealed choice may carry a second card for that case; secret: a pass is one more value of the sealed choice. If left out, the preset's own: declare for goldsieber-basic, declare for goldsieber-pro, declare for goldsieber-teams, secret for tilsit, secret for gulliver, secret for canal-grande, secret for armut, secret for wasserspiele, secret for tic-tac-toe."""
    round_limit: NotRequired[int]
    """The match ends with normal scoring after this many rounds; left out: 200."""
    special_cards: NotRequired[bool]
    """Use of flood, bridge and customs house in the match: dealt at the start or bought before a round, as the preset says. Refused in presets that are played without them. If left out, true for goldsieber-teams, else false."""
    quay_pile_open: NotRequired[bool]
    """True if all cards of the quay piles can be seen, not only the top ones. Who sees the piles can work out which quays the other holds; left out: false."""


class Kontor1ShipSail(TypedDict, closed=True):
    """Move the ship and remove a quay with a ship symbol beside it."""

    type: Literal["sail"]
    to: list[int]
    """A field [x, y], x to the right, y down."""
    remove: list[int]
    """A field [x, y], x to the right, y down."""


class Kontor1ShipSail2(TypedDict, closed=True):
    """The same at a table for four, where the remover chooses whose pile the card goes under."""

    type: Literal["sail"]
    to: list[int]
    """A field [x, y], x to the right, y down."""
    remove: list[int]
    """A field [x, y], x to the right, y down."""
    receiver: int
    """Only and always where partners share a colour: the seat under whose pile the removed card goes, one of those who play its colour."""


class KontorBarredField(TypedDict, closed=True):
    """A free field where a team may lay no quay."""

    at: list[int]
    team: int


class KontorBoughtEvent(TypedDict, closed=True):
    """A seat has bought the top special card for two coins."""

    to: NotRequired[list[int]]
    type: Literal["bought"]
    seat: int


class KontorBuyBuy(TypedDict, closed=True):
    """Buy the top card of the face-down pile for two coins."""

    type: Literal["buy"]


class KontorBuyDecline(TypedDict, closed=True):
    """Buy nothing."""

    type: Literal["decline"]


class KontorBuyFine(TypedDict, closed=True):
    """Server-only, refused for seats: pay two coins for a seal that was not opened."""

    type: Literal["fine"]


class KontorBuyingEvent(TypedDict, closed=True):
    """The seats that want to buy a special card; may be empty."""

    to: NotRequired[list[int]]
    type: Literal["buying"]
    seats: list[int]


KontorCardFaceSymbol: TypeAlias = Literal["coin", "ship", "none"]


KontorCardName: TypeAlias = Literal[
    "C01",
    "C02",
    "C03",
    "C04",
    "C05",
    "C06",
    "C07",
    "C08",
    "C09",
    "C10",
    "C11",
    "C12",
    "C13",
    "C14",
    "C15",
    "C16",
    "C17",
    "C18",
    "C19",
    "C20",
    "C21",
    "C22",
    "C23",
    "C24",
    "C25",
    "C26",
    "C27",
    "C28",
    "C29",
    "C30",
    "C31",
    "C32",
    "C33",
    "C34",
    "C35",
    "C36",
    "C37",
    "C38",
    "C39",
    "C40",
    "C41",
    "C42",
    "C43",
    "C44",
    "C45",
    "C46",
    "C47",
    "C48",
    "C49",
    "C50",
    "C51",
    "C52",
    "C53",
    "C54",
    "C55",
    "C56",
    "C57",
    "C58",
    "C59",
    "C60",
    "C61",
    "C62",
    "C63",
    "C64",
    "C65",
    "C66",
    "C67",
    "C68",
    "C69",
    "C70",
    "C71",
    "C72",
    "C73",
    "C74",
    "C75",
    "C76",
    "C77",
    "C78",
    "C79",
    "C80",
    "C81",
    "C82",
    "C83",
    "C84",
    "C85",
    "C86",
    "C87",
    "C88",
    "C89",
    "C90",
    "C91",
    "C92",
    "C93",
]


class KontorChooseForfeit(TypedDict, closed=True):
    """Server-only, refused for seats: what stands in the log for a seat that did not open its seal. A pass without the coin."""

    type: Literal["forfeit"]


class KontorChoosePass(TypedDict, closed=True):
    """Play no card, pay no tax, take a coin from the bank."""

    type: Literal["pass"]


class KontorChoosePlay(TypedDict, closed=True):
    """Play this card."""

    type: Literal["play"]
    card: KontorCardName
    """The id of a card in the own hand."""


class KontorClosedEvent(TypedDict, closed=True):
    """A sector can no longer grow and is scored."""

    to: NotRequired[list[int]]
    type: Literal["closed"]
    fields: list[list[int]]
    guard: int | None
    """The team that controls it."""
    goods: list[list[int]]
    """By team."""
    by: Literal["largest", "most", "rank", "none"]
    size: int
    """Number of quays."""


class KontorCompleteOptions(TypedDict, closed=True):
    """All options of a match."""

    preset: Literal[
        "goldsieber-basic",
        "goldsieber-pro",
        "goldsieber-teams",
        "tilsit",
        "gulliver",
        "canal-grande",
        "armut",
        "wasserspiele",
        "tic-tac-toe",
    ]
    """The table to play: box, board, money, ship and final scoring. It must fit the number of seats: 2 for goldsieber-basic, 2 for goldsieber-pro, 4 for goldsieber-teams, 2 for tilsit, 2 for gulliver, 2 for canal-grande, 2 for armut, 2 for wasserspiele, 2 for tic-tac-toe. Left out: tilsit, or the first of them that fits."""
    pass_mode: Literal["declare", "secret"]
    """declare: a pass counts as declared before cards are chosen, so a sealed choice may carry a second card for that case; secret: a pass is one more value of the sealed choice. If left out, the preset's own: declare for goldsieber-basic, declare for goldsieber-pro, declare for goldsieber-teams, secret for tilsit, secret for gulliver, secret for canal-grande, secret for armut, secret for wasserspiele, secret for tic-tac-toe."""
    round_limit: int
    """The match ends with normal scoring after this many rounds."""
    special_cards: bool
    """Use of flood, bridge and customs house in the match: dealt at the start or bought before a round, as the preset says. Refused in presets that are played without them. If left out, true for goldsieber-teams, else false."""
    quay_pile_open: bool
    """True if all cards of the quay piles can be seen, not only the top ones. Who sees the piles can work out which quays the other holds."""


class KontorContestShow(TypedDict, closed=True):
    """Show this card; it goes back to the hand."""

    type: Literal["show"]
    card: KontorCardName
    """The id of a card in the own hand."""


class KontorCounting(TypedDict, closed=True):
    """Limits on the sectors that count at the end: their number (0: all), and the fewest quays each must have."""

    places: int
    least_size: int


class KontorDrewEvent(TypedDict, closed=True):
    """A seat draws the visible top card of a pile."""

    to: NotRequired[list[int]]
    type: Literal["drew"]
    seat: int
    card: str
    pile: Literal["quay", "canal"]


class KontorEdges(TypedDict, closed=True):
    """The fixed edges of the harbour; an axis that may still grow has none."""

    x: list[int] | None
    y: list[int] | None


class KontorEndedEvent(TypedDict, closed=True):
    """The match is over."""

    to: NotRequired[list[int]]
    type: Literal["ended"]
    why: Literal["board-full", "deadlock", "stalemate", "round-limit", "poverty", "line"]
    scores: list[int]
    """Points by team."""
    money: list[int]
    """Coins by seat."""
    winner: NotRequired[int]
    """The team that a sudden end names, whatever the points are."""


class KontorExtent(TypedDict, closed=True):
    """The lowest and highest coordinate now occupied on each axis."""

    x: list[int]
    y: list[int]


class KontorFinedEvent(TypedDict, closed=True):
    """A seat did not open its seal in a buying decision and pays for nothing."""

    to: NotRequired[list[int]]
    type: Literal["fined"]
    seat: int
    coins: int


class KontorFixedEvent(TypedDict, closed=True):
    """The width (axis x) or the height (axis y) of the harbour is fixed for good."""

    to: NotRequired[list[int]]
    type: Literal["fixed"]
    axis: Literal["x", "y"]
    range: list[int]


class KontorGotEvent(TypedDict, closed=True):
    """The special card that was bought, shown only to the buyer."""

    to: NotRequired[list[int]]
    type: Literal["got"]
    seat: int
    card: str


class KontorIncomeEvent(TypedDict, closed=True):
    """A seat gets a coin from the bank."""

    to: NotRequired[list[int]]
    type: Literal["income"]
    seat: int
    why: Literal["pass", "canal", "insolvent"]


class KontorInsolventEvent(TypedDict, closed=True):
    """A seat cannot pay the harbour tax and takes its card back."""

    to: NotRequired[list[int]]
    type: Literal["insolvent"]
    seat: int
    card: str


class KontorLaidEvent(TypedDict, closed=True):
    """A seat lays its card."""

    to: NotRequired[list[int]]
    type: Literal["laid"]
    seat: int
    card: str
    at: list[int]


class KontorLimits(TypedDict, closed=True):
    """Maximum number of columns and rows of the harbour."""

    width: int
    height: int


class KontorNoIncomeEvent(TypedDict, closed=True):
    """A seat gets no coin, because the bank cannot meet all claims of this moment."""

    to: NotRequired[list[int]]
    type: Literal["no-income"]
    seat: int
    why: Literal["pass", "canal", "insolvent"]


class KontorOptions(TypedDict, closed=True):
    """The options of a match, all of them filled in."""

    preset: str
    pass_mode: Literal["declare", "secret"]
    round_limit: int
    quay_pile_open: bool
    special_cards: bool


PlaceItem: TypeAlias = list[int]
"""A field [x, y], x to the right, y down."""


class KontorOrdersPlanIfFree(TypedDict, closed=True):
    free: list[int]
    """A field [x, y], x to the right, y down."""


class KontorOrdersPlanIfHolds(TypedDict, closed=True):
    holds: list[int]
    """A field [x, y], x to the right, y down."""
    card: Kontor1CardName


class KontorOrdersPlanIfPassed(TypedDict, closed=True):
    passed: int


class KontorOrdersPlanIfShip(TypedDict, closed=True):
    ship: list[int]
    """A field [x, y], x to the right, y down."""


class KontorOrdersPlanShipSail(TypedDict, closed=True):
    """Move the ship."""

    type: Literal["sail"]
    to: list[int]
    """A field [x, y], x to the right, y down."""
    remove: NotRequired[list[int]]
    """A field [x, y], x to the right, y down."""
    receiver: NotRequired[int]
    """Only and always where partners share a colour: the seat under whose pile the removed card goes, one of those who play its colour."""


class KontorOrdersPlanShipStay(TypedDict, closed=True):
    """Leave the ship."""

    type: Literal["stay"]


class KontorOutcome(TypedDict, closed=True):
    """The result of a match. `winners` has several seats for a shared win or a draw; `scores` is indexed by seat."""

    winners: list[int]
    scores: list[int]
    reason: str
    tiebreaks: NotRequired[list[list[int]]]


KontorPassed = TypedDict("KontorPassed", {"pass": Literal[True], "forfeit": NotRequired[Literal[True]]}, closed=True)


class KontorPileEmptyEvent(TypedDict, closed=True):
    """A seat would draw, but the pile is empty."""

    to: NotRequired[list[int]]
    type: Literal["pile-empty"]
    seat: int
    pile: Literal["quay", "canal"]


class KontorRemovedEvent(TypedDict, closed=True):
    """A seat removes the quay at a field; it goes under the quay pile of the seat `owner`."""

    to: NotRequired[list[int]]
    type: Literal["removed"]
    seat: int
    card: str
    at: list[int]
    owner: int


class KontorRoundEvent(TypedDict, closed=True):
    """A round begins."""

    to: NotRequired[list[int]]
    type: Literal["round"]
    round: int


KontorSailedEvent = TypedDict(
    "KontorSailedEvent",
    {"to": NotRequired[list[int]], "from": list[int], "type": Literal["sailed"], "seat": int, "at": list[int]},
    closed=True,
)


class KontorSeatCard(TypedDict, closed=True):
    """A card that a seat plays or shows."""

    seat: int
    card: str


KontorSeatPass = TypedDict(
    "KontorSeatPass", {"seat": int, "pass": Literal[True], "forfeit": NotRequired[Literal[True]]}, closed=True
)


class KontorSectorShown(TypedDict, closed=True):
    """A sector: quays that touch each other."""

    fields: list[list[int]]
    closed: bool
    guard: int | None
    """The team that controls it, once it is closed."""
    size: int
    """Number of quays."""
    distance: int
    """Steps from the anchor to its nearest quay."""
    goods: list[list[int]]
    """By team."""
    centres: list[list[int] | None]
    """By team: where its distribution centre stands."""
    value: int
    """Points for the team that guards it."""
    counts: bool | None
    """True if it counted; null until the match is over."""


class KontorShipSail(TypedDict, closed=True):
    """Move the ship to another canal."""

    type: Literal["sail"]
    to: list[int]
    """A field [x, y], x to the right, y down."""


class KontorShipStay(TypedDict, closed=True):
    """Leave the ship where it is."""

    type: Literal["stay"]


class KontorShownEvent(TypedDict, closed=True):
    """The cards shown in the contest for the last special card, by seat."""

    to: NotRequired[list[int]]
    type: Literal["shown"]
    choices: list[KontorSeatCard]


class KontorStayedEvent(TypedDict, closed=True):
    """A seat leaves the ship where it is."""

    to: NotRequired[list[int]]
    type: Literal["stayed"]
    seat: int


class KontorTaxEvent(TypedDict, closed=True):
    """`seat` pays a coin to the bank because of the `card` that the seat `by` has played."""

    to: NotRequired[list[int]]
    type: Literal["tax"]
    seat: int
    by: int
    card: str


class KontorUnplaceableEvent(TypedDict, closed=True):
    """A seat finds no field for its card and takes it back."""

    to: NotRequired[list[int]]
    type: Literal["unplaceable"]
    seat: int
    card: str


KontorVoyage = TypedDict("KontorVoyage", {"from": list[int], "to": list[int]}, closed=True)


class LeastReliability(TypedDict):
    percent: int
    """The share of answers in time that is required."""
    newcomers: bool
    """Whether people who were asked fewer than 10 times may join."""


class LeastReliabilityRequest(TypedDict, closed=True):
    percent: int
    """The share of answers in time, of the last 100 that others waited for."""
    newcomers: NotRequired[bool]
    """Whether people who were asked fewer than 10 times may join; left out: true."""


class LeftBody(TypedDict, closed=True):
    seat: int


class LeftEntry(TypedDict, closed=True):
    """Somebody gave up a seat before the start."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["left"]
    body: LeftBody


class LegendEntry(TypedDict):
    sign: str
    """The sign, an SVG document of its own."""
    words: str
    """Its meaning."""


class Links(TypedDict):
    documentation: str
    openapi: str
    protocol: str


class LockedSeatSeat(TypedDict, closed=True):
    seat: int
    commitment: str
    """32 bytes of base64url behind 'sc1_'."""
    seq: int
    custody: Literal["escrow", "client", "mail", "absent"]
    signature: NotRequired[str]
    """64 bytes of base64url."""


class LockedSeatSeat2(TypedDict, closed=True):
    seat: int
    commitment: str
    """32 bytes of base64url behind 'sc1_'."""
    seq: int
    custody: Literal["escrow", "client", "mail", "absent"]
    order: str
    """32 bytes of base64url behind 'so1_'."""
    order_seq: int
    signature: NotRequired[str]
    """64 bytes of base64url."""
    order_signature: NotRequired[str]
    """64 bytes of base64url."""


class LoginNeededProblem(TypedDict):
    """This needs a token from a login. Sign in with a code from your mail (POST /v1/login): programs, and tokens made by other tokens, cannot do this."""

    type: Literal["/problems/login-needed"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class LoginRequest(TypedDict, closed=True):
    mail: str
    name: NotRequired[str]
    """Your name, as others see it. One line, nothing invisible, no `=?`, letters of one script (UTS #39), no link, not like a bot or somebody who speaks for the installation; kept in NFKC with single spaces. Like names at one table are numbered."""
    language: NotRequired[Literal["en", "de", "fr"]]
    """Left out: "en"."""
    zone: NotRequired[str]
    """IANA time zone of your mails, like Europe/Berlin; left out: "UTC"."""


class MailCodeRequest(TypedDict, closed=True):
    code: str


class MailRequest(TypedDict, closed=True):
    mail: str
    additional: NotRequired[bool]
    """Whether letters still go to your present address, and only answers count from this one, too. An account has up to five addresses; left out: false."""


class MailTakenProblem(TypedDict):
    """This address has an account of its own. Sign in with that address, or choose another one."""

    type: Literal["/problems/mail-taken"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class Margin(TypedDict):
    seen: int
    """The last log entry that you had read before this visit; 0 on the first."""
    note: str
    """Your note; empty without one."""
    muted: list[str]
    """Kinds of news that you do not want about this match."""


class MarginRequest(TypedDict, closed=True):
    note: NotRequired[str]
    """Your note; an empty one is deleted."""
    muted: NotRequired[
        list[
            Literal[
                "your-turn",
                "deadline-near",
                "opening-needed",
                "you-are-missed",
                "absence-asked",
                "handing-asked",
                "substitute-asked",
                "time-requested",
                "invited",
                "entropy-needed",
                "key-asked",
                "resolved",
                "started",
                "over",
                "said",
                "said-at-table",
                "more-time",
                "time-decided",
                "table-pause",
                "handing-ended",
                "seat-taken-over",
                "substitute-ready",
                "unseated",
                "key-changed",
                "tournament-round",
                "challenge-received",
                "challenge-decided",
                "tournament-ended",
                "tournament-standings",
                "removed-from-team",
                "daily-puzzle",
                "webhook-disabled",
                "put-back",
            ]
        ]
    ]
    """All kinds of news that you do not want about this match, by mail, in the browser or in a chat."""
    seen: NotRequired[int]
    """The number of the last log entry that you have been shown."""
    unread_after: NotRequired[int]
    """What came after this entry stays new during this visit; `seen` unless given."""


class MatchQuotas(TypedDict):
    created: int
    """Created in `seconds`."""
    created_by_guest: int
    """The same of a guest account."""
    seconds: int
    waiting: int
    """That wait for players."""
    unfinished: int
    """In which it sits and that are not over."""
    unfinished_of_guest: int
    """The same of a guest account."""


class MatchUnavailableProblem(TypedDict):
    """The match cannot be shown or played at the moment. What is stored of it cannot be used. It is parked, and the operator is told; your other matches go on."""

    type: Literal["/problems/match-unavailable"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[503]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class MayHand(TypedDict):
    seq: int
    """The number of the act, to be sent with it."""
    bot: bool
    """Whether a bot may take it."""
    people: list[str]
    """Player ids of the people you have named who are ready."""


class MeRequest(TypedDict, closed=True):
    name: NotRequired[str]
    """Your name, as others see it. One line, nothing invisible, no `=?`, letters of one script (UTS #39), no link, not like a bot or somebody who speaks for the installation; kept in NFKC with single spaces. Like names at one table are numbered."""
    language: NotRequired[Literal["en", "de", "fr"]]
    zone: NotRequired[str]
    profile: NotRequired[Literal["public", "hidden"]]
    """`hidden`: your profile shows your name only, and lists of ratings do not name you. Left out: as it was."""


class MediaTypeProblem(TypedDict):
    """The body is not JSON. Send 'Content-Type: application/json', in UTF-8 and without Content-Encoding."""

    type: Literal["/problems/media-type"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[415]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class Message(TypedDict):
    n: int | None
    """Number of its log entry; null while there is none."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    channel: str
    seat: int
    """The seat that says it."""
    state: Literal["said", "pending", "refused"]
    """`refused`: the channel had closed; nobody hears it."""
    salt: str
    """Together with the text it hashes to the commitment (protocol section 10)."""
    commitment: str
    """Its commitment, all that the log holds until the end: `sm1_...`."""
    text: str


class MessageList(TypedDict):
    messages: list[Message]
    unsaid: list[Message]
    """Your own that are not in the log."""
    next: int | None
    """The next `after`; null at the end."""


class MessageRequest(TypedDict, closed=True):
    channel: str
    """One of the `channels` of your match."""
    text: str
    """One line. Either this or `reaction`, not both."""


class MissedAnswers(TypedDict):
    seat: int
    missed: list[str]
    """The decisions that it has missed."""
    until_at: str
    """RFC 3339, UTC, milliseconds."""
    asked: bool
    """Whether the others are asked. Until `until_at` only the seat itself is told."""
    choices: list[Literal["wait", "bot", "win", "person"]]
    """The possible votes; `person`: one of `substitutes`."""
    voters: list[int]
    """Seats that decide."""
    votes: list[AbsenceVote]
    mine: AbsenceAct | None
    """Your options: say that you are `here`, or `vote`; null: nothing."""


class MoreTimeEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    by: int
    """The seat that took it."""
    decision: EventDecision
    deadline_at: str
    """RFC 3339, UTC, milliseconds."""
    vacation_until_at: str | None
    """Until when its vacation lasts; null: it took more time."""
    type: Literal["more-time"]


class MutedRequest(TypedDict, closed=True):
    seats: list[Seat]
    """Their seats; all of them."""


class MutedSeats(TypedDict):
    muted: list[int]
    """Their seats."""


class MyExtensions(TypedDict):
    left: int
    """The number of times you may still take more time."""
    seq: int
    """The number of your next extension, to be sent with it."""
    decisions: list[str]
    """Decisions for which you may take more time now."""


class MyPause(TypedDict):
    pause: bool | None
    """True: that you want one; false: that you no longer want it; null: nothing now."""
    seq: int
    """The number of your next act about a pause, to be sent with it."""


class MyTimeRequests(TypedDict):
    decisions: list[str]
    """Decisions for which you may ask for more time now."""
    request_seq: int
    """The number of your next request, to be sent with it."""
    responses: list[str]
    """Decisions whose request you may answer now."""
    response_seq: int
    """The number of your next answer to a request, to be sent with it."""


class NamedBlock(TypedDict):
    player: str
    """The account id."""
    since: str
    """RFC 3339, UTC, milliseconds."""
    name: str | None
    """The present name; null if the account was deleted."""


class NoChatsProblem(TypedDict):
    """This installation sends no messages to chats. Letters arrive as before, and GET /v1/me/events follows what happens. Ask the operator about SIEGELPOST_CHATS."""

    type: Literal["/problems/no-chats"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NoExtensionProblem(TypedDict):
    """This seat cannot take more time for that decision now. Load the match: 'mine' in 'extensions' says for which decisions you may take more time, how many times are left, and the number of the next."""

    type: Literal["/problems/no-extension"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NoHandingProblem(TypedDict):
    """This seat cannot be handed over now. Load the match: 'may_hand' and 'handings' in 'absence' say to whom you may hand your seat over, and what the others are asked."""

    type: Literal["/problems/no-handing"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NoHintProblem(TypedDict):
    """There are no hints at this table. Play alone against bots, unrated, a game that has the bot `keen` (see `bots` in GET /v1/rules)."""

    type: Literal["/problems/no-hint"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NoKeyAskedProblem(TypedDict):
    """This seat does not ask you to agree to that key. Load the match: 'key_changes' says which seat asks for which key, and whose consent is awaited."""

    type: Literal["/problems/no-key-asked"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NoPauseProblem(TypedDict):
    """You cannot say that about a pause now. Load the match: 'mine' in 'pauses' says what you may say, and the number of your next act."""

    type: Literal["/problems/no-pause"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NoPlaceToWaitProblem(TypedDict):
    """No place is free for a request that waits. Wait as long as 'Retry-After' says and ask again, or ask without `wait`."""

    type: Literal["/problems/no-place-to-wait"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[503]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NoPushProblem(TypedDict):
    """This installation sends no web push. Letters arrive as before. Ask the operator, who would have to set SIEGELPOST_PUSH_KEY."""

    type: Literal["/problems/no-push"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NoReviewProblem(TypedDict):
    """Nobody can look back on this match. Ask about a finished match that was dealt, of a game that has the bot `keen` (see `bots` in GET /v1/rules)."""

    type: Literal["/problems/no-review"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NoSeatKeysProblem(TypedDict):
    """This seat's key cannot be set or changed. Leave out 'key': only a seat that was taken with a key can change it."""

    type: Literal["/problems/no-seat-keys"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NoSubstitutesProblem(TypedDict):
    """In this match nobody can take over a seat. That was agreed when the match was created (`absence.substitutes`). Vote for a bot instead."""

    type: Literal["/problems/no-substitutes"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NoTimeRequestProblem(TypedDict):
    """You cannot say that about more time now. Load the match: 'time_requests' says who asks for how much, what you may ask or answer, and the number of your next act."""

    type: Literal["/problems/no-time-request"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NoWebhooksProblem(TypedDict):
    """This installation sends nothing to webhooks. Follow GET /v1/me/events instead, or ask the operator."""

    type: Literal["/problems/no-webhooks"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NobodyToConsentProblem(TypedDict):
    """There is nobody else here who could agree to another key. Send 'signature' made with the key in force: if it is lost and there are no other people at the table, it stays lost."""

    type: Literal["/problems/nobody-to-consent"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NotAGuestProblem(TypedDict):
    """The account is no guest's. It has an email address already, so there is nothing to keep."""

    type: Literal["/problems/not-a-guest"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NotAVoterProblem(TypedDict):
    """You are not asked about this seat. The others are being asked about your own seat, or this is your seat: first say that you are there (PUT .../seats/me/presence)."""

    type: Literal["/problems/not-a-voter"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NotAcceptableProblem(TypedDict):
    """This is not available in the form asked for. Leave out 'Accept', or name a media type that the document lists for this operation."""

    type: Literal["/problems/not-acceptable"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[406]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NotAdmittedProblem(TypedDict):
    """You do not meet the entry conditions of this tournament. Look for another one: 'least_rating', 'most_rating' and 'least_reliability' of each say whom it takes."""

    type: Literal["/problems/not-admitted"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NotCreated(TypedDict):
    type: str
    """Stable, and the address of its page."""
    title: str
    status: int
    detail: str
    """The error and its remedy."""
    errors: list[Fault]
    """The parts of the request that are wrong."""
    retry_after: int | None
    """Seconds after which it may be allowed; null: waiting does not help."""


class NotFoundProblem(TypedDict):
    """There is no such thing. Check the address against the documentation at /docs."""

    type: Literal["/problems/not-found"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[404]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NotFullProblem(TypedDict):
    """Not every seat is taken. Invite somebody, or create the match with bots."""

    type: Literal["/problems/not-full"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NotImplementedProblem(TypedDict):
    """This transfer coding is not supported. Send the body with a Content-Length, or with 'Transfer-Encoding: chunked' alone."""

    type: Literal["/problems/not-implemented"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[501]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NotInLobbyProblem(TypedDict):
    """The match has started or is over. Look for another match in GET /v1/matches?status=open."""

    type: Literal["/problems/not-in-lobby"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NotLoggedProblem(TypedDict):
    """The log of all matches does not have this yet. Ask again in a few seconds. If it stays so, the log is not being written: the operator's clock says why."""

    type: Literal["/problems/not-logged"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[404]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NotMissedProblem(TypedDict):
    """Nobody is asked about this seat. Load the match: 'absence' says which seats are missed and about which of them you are asked. The player may be back, or the matter decided."""

    type: Literal["/problems/not-missed"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NotOwnerProblem(TypedDict):
    """Only the owner of the match may do this. Ask its owner."""

    type: Literal["/problems/not-owner"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NotSeatedProblem(TypedDict):
    """You do not sit at this table. Take a seat first, while the match is in the lobby."""

    type: Literal["/problems/not-seated"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class NothingToRevealProblem(TypedDict):
    """The match does not ask this seat for entropy now. Entropy is sent after 'seated', by the seats in 'reveal' of the match that hold it themselves."""

    type: Literal["/problems/nothing-to-reveal"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class Notice(TypedDict):
    message: str


Reminder: TypeAlias = int


class Notifications(TypedDict):
    kinds: Kinds
    muted_matches: list[str]
    for_programmers: bool
    """Whether mails contain commands, and moves as this API takes them."""
    while_here: bool
    """Whether letters about a table come even while you are looking at it; otherwise they wait a few minutes."""
    buttons: Literal["choices", "sign-in", "none"]
    """The effect of buttons in mails. `choices`: answer questions, nothing else; `sign-in`: sign in, once; `none`: nothing."""
    pictures: Literal["attached", "linked", "none"]
    """The way mails show the table. `attached`: with its picture in them; `linked`: with a picture that the mail program fetches from here when the mail is opened; `none`: in words."""
    digest: Literal["off", "news", "all"]
    """The news that wait for one mail a day. `news`: what asks nothing; `all`: questions too, if at least 12 hours are left then."""
    puzzle_hour: int | None
    """The local hour, 0 to 23, at which the puzzle of the day comes by mail; null: never."""
    digest_hour: int
    """The local hour of that mail, 0 to 23."""
    quiet_from: int
    """From this local hour on, 0 to 23, browsers are told nothing (web push), and mails wait if `quiet_mails` says so."""
    quiet_to: int
    """The local hour at which they are told what is still news; if equal to `quiet_from`, there are no quiet hours."""
    quiet_mails: bool
    """Whether mails wait for the end of the quiet hours. Reminders, login codes and invitations never do, nor do questions with fewer than four hours left then, nor what others wait for."""
    reminders: list[Reminder]
    """The hours before a deadline at which you are reminded if you have not answered, the earliest first. Empty, or if all of them come within an hour of the question: once, when a fifth of the time is left."""


MutedMatch: TypeAlias = str


class NotificationsRequest(TypedDict, closed=True):
    kinds: NotRequired[KindsRequest]
    muted_matches: NotRequired[list[MutedMatch]]
    """The matches that send you no mail; this replaces the list. Left out: as it was."""
    for_programmers: NotRequired[bool]
    """Whether mails contain commands, and moves as this API takes them. Left out: as it was."""
    while_here: NotRequired[bool]
    """Whether letters about a table come even while you are looking at it. Left out: as it was."""
    buttons: NotRequired[Literal["choices", "sign-in", "none"]]
    """The effect of buttons in mails, as in the answer. Left out: as it was."""
    pictures: NotRequired[Literal["attached", "linked", "none"]]
    """The way mails show the table, as in the answer. Left out: as it was."""
    puzzle_hour: NotRequired[int | None]
    """The local hour at which the puzzle of the day comes by mail; null: never. Left out: as it was."""
    digest: NotRequired[Literal["off", "news", "all"]]
    """The news that wait for one mail a day, as in the answer. Left out: as it was."""
    digest_hour: NotRequired[int]
    """The local hour of that letter. Left out: as it was."""
    quiet_from: NotRequired[int]
    """The local hour from which browsers stay quiet. Left out: as it was."""
    quiet_to: NotRequired[int]
    """The local hour at which that ends. Left out: as it was."""
    quiet_mails: NotRequired[bool]
    """Whether mails that can wait keep the quiet hours, too. Left out: as it was."""
    reminders: NotRequired[list[Reminder]]
    """The hours before a deadline at which you want to be reminded, at most two; empty: as usual. Left out: as it was."""


class OpenTimeRequest(TypedDict):
    decision: str
    seat: int
    """The seat that asks."""
    seconds: int
    """For how much."""
    voters: list[int]
    """Seats that decide now."""
    grants: list[int]
    """Seats that grant it."""
    refusals: list[int]
    """Seats that do not."""


class OpenedBody(TypedDict, closed=True):
    decision: str
    """1 to 64 of [a-z0-9._/@-]."""
    kind: str
    """1 to 64 of [a-z0-9._/@-]."""
    sealed: bool
    seats: list[Seat]
    deadline: str | None
    """RFC 3339, UTC, milliseconds."""
    opening_deadline: NotRequired[str]
    """RFC 3339, UTC, milliseconds."""


class OpenedEntry(TypedDict, closed=True):
    """A decision was opened."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["opened"]
    body: OpenedBody


class OpeningNeededEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    decision: EventDecision
    opening_ends_at: str | None
    """RFC 3339, UTC, milliseconds."""
    type: Literal["opening-needed"]


class OperatorExtensions(TypedDict):
    seconds: int
    """The most at once."""
    times: int
    """The most times in the whole match."""
    given: int
    """The number of times that the operator has, each for one decision."""


class OtherDataProblem(TypedDict):
    """The rule data of this match are not installed. The match waits until the operator adds its rule data to SIEGELPOST_RULE_DATA; nothing is lost."""

    type: Literal["/problems/other-data"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[503]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class OtherMailRequest(TypedDict, closed=True):
    mail: str


Winner: TypeAlias = int


Score: TypeAlias = int


TiebreakItem: TypeAlias = int


Tiebreak: TypeAlias = list[TiebreakItem]


class Outcome(TypedDict, closed=True):
    winners: list[Winner]
    scores: list[Score]
    reason: str
    """1 to 64 of [a-z0-9._/@-]."""
    tiebreaks: NotRequired[list[Tiebreak]]


class OverEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    outcome: Outcome | None
    """Winners and scores by seat; null: without a result."""
    reason: str | None
    """Why: finished, resigned, abandoned, cancelled, expired, unrevealed, stopped (by the operator)."""
    why: str | None
    """The operator's reason for ending it; null: the operator did not."""
    type: Literal["over"]


class OwnAct(TypedDict):
    act: Literal["commit", "replace", "withdraw", "open"]
    seq: int
    """The number that the next act names in `replaces`."""
    commitment: str | None
    """null after a withdrawal."""
    custody: Literal["escrow", "client", "mail"]
    received_at: str
    """RFC 3339, UTC, milliseconds."""
    wait: bool
    """Whether you asked not to lock early."""
    opened: bool
    """Whether your opening is in."""


class OwnBlock(TypedDict):
    since: str
    """RFC 3339, UTC, milliseconds."""
    why: str
    """The reason, in the operator's words."""


class OwnNight(TypedDict):
    begins: int
    """The hour at which it begins, 0 to 23."""
    ends: int
    """The hour at which it ends, 0 to 23."""


class OwnReliability(TypedDict):
    asked: int
    """The number of these."""
    answered: int
    """The number that came in time, from you or from your standing orders."""
    percent: int | None
    """Their share, rounded down; null below 10 answers, when others see nothing."""


Pace: TypeAlias = DurationPace | DailyPace
"""The time for each decision."""


class PaceRequestKind2(TypedDict, closed=True):
    kind: Literal["daily"]
    time: str
    zone: str
    """IANA time zone, e.g. Europe/Berlin"""
    weekdays: NotRequired[list[Weekday]]
    """ISO weekdays, 1 is Monday; left out: [1, 2, 3, 4, 5, 6, 7]."""
    least: NotRequired[int]
    """Left out: 43200."""


class PaceRequestKindCounted(TypedDict, closed=True):
    """The days on which time runs; left out: every day. All in all a decision stands at most 30 days, so that five weekdays leave 21 for `seconds`."""

    weekdays: list[Weekday]
    """ISO weekdays, 1 is Monday"""
    zone: str
    """IANA time zone, e.g. Europe/Berlin"""


FulfilItem: TypeAlias = str
"""The id of a card, such as ship_es#2 or G-ES-35; views and the table as text show them."""


class PacketRow1MoveFinal(TypedDict, closed=True):
    """The final contract round."""

    type: Literal["settle"]
    fulfil: NotRequired[list[FulfilItem]]
    """Own cards that together fulfil contracts; nothing among them may be needless. Empty: fulfil nothing."""


class PacketRow1MoveOpen(TypedDict, closed=True):
    """The harbour master opens the first board of the round."""

    type: Literal["open"]
    board: Literal["G", "D", "M", "B"]
    """The sign of a board."""
    fulfil: NotRequired[list[FulfilItem]]
    """Own cards that together fulfil contracts; nothing among them may be needless. Done first, in the same visit."""


class PacketRow1Options(TypedDict, closed=True):
    """Packet Row: match options"""

    hidden_hands: NotRequired[bool]
    """false: all cards lie open except the starting contract, as online. true: only merchant ships and money lie open, as at a table; left out: false."""


PacketRow1OrdersElse: TypeAlias = Literal["decline", "wait"]


class PacketRowAskDecline(TypedDict, closed=True):
    """Take nothing here."""

    type: Literal["decline"]
    fulfil: NotRequired[list[FulfilItem]]
    """Own cards that together fulfil contracts; nothing among them may be needless. Done first, in the same visit."""


class PacketRowAskTake(TypedDict, closed=True):
    """Take this card and pay for it."""

    type: Literal["take"]
    card: str
    """The id of a card, such as ship_es#2 or G-ES-35; views and the table as text show them."""
    assistant: NotRequired[Literal[True]]
    """Needed for a card of the future supply; spends an assistant."""
    fulfil: NotRequired[list[FulfilItem]]
    """Own cards that together fulfil contracts; nothing among them may be needless. Done first, in the same visit."""


class PacketRowCardName(TypedDict, closed=True):
    """The name of a card or a board, by language."""

    en: str
    de: str


class PacketRowCompleteOptions(TypedDict, closed=True):
    """All options of a match."""

    hidden_hands: bool
    """false: all cards lie open except the starting contract, as online. true: only merchant ships and money lie open, as at a table."""


class PacketRowContractCard(TypedDict, closed=True):
    """A contract (Vertrag)."""

    id: str
    key: str
    board: str
    kind: Literal["contract"]
    destination: Literal["GB", "FR", "ES", "NL"]
    demand: dict[Literal["cotton", "tobacco", "grain", "fur"], int]
    """Units by good, without goods that are not demanded."""
    reward: int
    """In dollars."""


class PacketRowDeclinedEvent(TypedDict, closed=True):
    """A seat took nothing from the open board."""

    type: Literal["declined"]
    seat: int
    board: str


class PacketRowExhaustedEvent(TypedDict, closed=True):
    """A board's current supply could not be filled any more."""

    type: Literal["exhausted"]
    board: str


class PacketRowFinalEvent(TypedDict, closed=True):
    """The last round is over; the final contract round begins."""

    type: Literal["final"]
    why: Literal["exhausted", "nothing-to-open"]
    """Enough boards are exhausted, or no board is left to open."""
    seats: list[int]
    """Seats that might still fulfil a contract; each is asked once."""


Card: TypeAlias = str
"""The id of a card, such as ship_es#2 or G-ES-35; views and the table as text show them."""


class PacketRowFulfilFulfil(TypedDict, closed=True):
    """Give these cards away for the contracts' rewards."""

    type: Literal["fulfil"]
    cards: list[Card]
    """Own cards that together fulfil contracts; nothing among them may be needless."""


class PacketRowFulfilNothing(TypedDict, closed=True):
    """Server-only, refused for seats: what stands in the log where cards named in time were gone when they were due."""

    type: Literal["nothing"]


class PacketRowFulfilledEvent(TypedDict, closed=True):
    """A seat fulfilled contracts."""

    type: Literal["fulfilled"]
    seat: int
    contracts: list[str]
    cards: list[str]
    """Everything that was given away, the contracts among it."""
    reward: int
    """In dollars, for all contracts together."""


class PacketRowGoldCard(TypedDict, closed=True):
    """Gold; each of its units stands for one unit of any good."""

    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["gold"]
    units: int


class PacketRowGoodsCard(TypedDict, closed=True):
    """Units of one good (Ware)."""

    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["goods"]
    units: int
    good: Literal["cotton", "tobacco", "grain", "fur"]


class PacketRowHarbourEnd(TypedDict, closed=True):
    """End the round without a card; only if no board is left to open."""

    type: Literal["end"]
    fulfil: NotRequired[list[FulfilItem]]
    """Own cards that together fulfil contracts; nothing among them may be needless. Done first, in the same visit."""


class PacketRowHarbourOpen(TypedDict, closed=True):
    """Open this board and ask the others."""

    type: Literal["open"]
    board: Literal["G", "D", "M", "B"]
    """The sign of a board."""
    fulfil: NotRequired[list[FulfilItem]]
    """Own cards that together fulfil contracts; nothing among them may be needless. Done first, in the same visit."""


class PacketRowLastPass(TypedDict, closed=True):
    """Take no card in this round."""

    type: Literal["pass"]
    fulfil: NotRequired[list[FulfilItem]]
    """Own cards that together fulfil contracts; nothing among them may be needless. Done first, in the same visit."""


class PacketRowLimits(TypedDict, closed=True):
    """The numbers of this table."""

    current: int
    """Cards in a full current supply."""
    future: int
    """Cards in a full future supply."""
    exhausted_boards: int
    """Number of exhausted boards that ends the match."""
    money_per_point: int
    """Dollars that are worth a point at the end."""
    banker_points: int
    """Points for each banker of the player with the most money."""


class PacketRowMoneyCard(TypedDict, closed=True):
    """A bag of money, which is paid out at once."""

    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["money"]
    amount: int
    """In dollars."""


class PacketRowOpenedEvent(TypedDict, closed=True):
    """The harbour master opened a board."""

    type: Literal["opened"]
    seat: int
    board: str
    sweep: int
    """The position of the board in the round's order, counted from 1."""


class PacketRowOptions(TypedDict, closed=True):
    """Match options."""

    hidden_hands: bool
    """True if only merchant ships and money lie open, as at a table; otherwise all cards but the starting contract do."""


PacketRowOrdersAskDoDo: TypeAlias = Literal["decline", "wait"]


TakeItem: TypeAlias = str
"""The id of a card, or a key: any copy."""


AvailableItem: TypeAlias = str
"""The id of a card, or a key: any copy."""


GoneItem: TypeAlias = str
"""The id of a card, or a key: any copy."""


class PacketRowOrdersAskTakeIfMoney(TypedDict, closed=True):
    """The possessions of a seat."""

    seat: int
    min: NotRequired[int]
    max: NotRequired[int]


class PacketRowOrdersAskTakeIfSweep(TypedDict, closed=True):
    """Number of the open board in the round, counted from 1."""

    min: NotRequired[int]
    max: NotRequired[int]


class PacketRowOrdersAskTakeIfTaken(TypedDict, closed=True):
    """This seat has a card, or this one."""

    seat: int
    card: NotRequired[str]
    """The id of a card, or a key: any copy."""


class PacketRowOrdersAskTakeIfWaitingOthers(TypedDict, closed=True):
    """Number of players without a card yet, not counting the harbour master and the plan's owner."""

    min: NotRequired[int]
    max: NotRequired[int]


class PacketRowOrdersFulfilCards(TypedDict, closed=True):
    """As soon as all these cards are mine: fulfil with them."""

    cards: list[Card]
    """Own cards that fulfil contracts; used first if the money is short."""


Contract: TypeAlias = str
"""The id of a card, such as ship_es#2 or G-ES-35; views and the table as text show them."""


class PacketRowOrdersFulfilContracts(TypedDict, closed=True):
    """As soon as I can: fulfil these contracts together with the cheapest cards."""

    contracts: list[Contract]
    """Own cards that fulfil contracts; used first if the money is short."""


class PacketRowOutcome(TypedDict, closed=True):
    """The result of a match. `winners` has several seats for a shared win or a draw; `scores` is indexed by seat."""

    winners: list[int]
    scores: list[int]
    reason: str
    tiebreaks: NotRequired[list[list[int]]]


class PacketRowPassedEvent(TypedDict, closed=True):
    """The harbour master took no card in this round."""

    type: Literal["passed"]
    seat: int


class PacketRowPersonCard(TypedDict, closed=True):
    """An assistant, banker, captain or trader."""

    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["assistant", "banker", "captain", "trader"]


class PacketRowPoints(TypedDict, closed=True):
    """Points as if the match ended now, by what they are for."""

    buildings: int
    money: int
    bankers: int
    penalty: int
    """For contracts left over; 0 or less."""
    total: int


class PacketRowRefilledEvent(TypedDict, closed=True):
    """A board was refilled. Cards are named by id."""

    type: Literal["refilled"]
    board: str
    discarded: list[str]
    """Cards discarded from the current supply."""
    current: list[str]
    future: list[str]


class PacketRowRoundEvent(TypedDict, closed=True):
    """A round begins."""

    type: Literal["round"]
    round: int
    seat: int
    """Its harbour master."""


class PacketRowRoundOverEvent(TypedDict, closed=True):
    """A round ended."""

    type: Literal["round-over"]
    round: int
    without: list[int]
    """Seats that took no card in it."""


class PacketRowSeatPoints(TypedDict, closed=True):
    """The points of one seat at the end, by what they are for."""

    buildings: int
    money: int
    bankers: int
    penalty: int
    total: int
    seat: int


class PacketRowSettledEvent(TypedDict, closed=True):
    """A seat has answered in the final contract round."""

    type: Literal["settled"]
    seat: int


class PacketRowShipCard(TypedDict, closed=True):
    """A merchant ship (Handelsschiff), which sails to one destination."""

    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["ship"]
    destination: Literal["GB", "FR", "ES", "NL"]


class PacketRowSkippedEvent(TypedDict, closed=True):
    """A seat was not asked, because everybody sees that it could take nothing."""

    type: Literal["skipped"]
    seat: int
    board: str
    why: Literal["empty", "dear"]
    """Nothing is left on the board, or nothing that the seat could pay for."""


class PacketRowSums(TypedDict, closed=True):
    """Totals of a seat's cards. Goods and destinations that do not occur are left out."""

    roles: dict[Literal["assistant", "banker", "captain", "trader"], int]
    """Number of persons of each kind."""
    goods: dict[Literal["cotton", "tobacco", "grain", "fur"], int]
    """Units owned, by good."""
    gold: int
    """Units of gold."""
    demand: dict[Literal["cotton", "tobacco", "grain", "fur"], int]
    """Units that all contracts together demand, by good."""
    destinations: dict[Literal["GB", "FR", "ES", "NL"], int]
    """Number of contracts for each destination."""


class PacketRowTookEvent(TypedDict, closed=True):
    """A seat took a card."""

    type: Literal["took"]
    seat: int
    card: str
    board: str
    supply: Literal["current", "future"]
    slot: int
    """The card's place in its supply, counted from 0."""
    paid: int
    """In dollars."""
    assistant: NotRequired[str]
    """The id of the assistant spent for a card of the future supply."""


class PauseNow(TypedDict):
    since_at: str
    """RFC 3339, UTC, milliseconds."""
    until_at: str
    """RFC 3339, UTC, milliseconds."""


class PauseReceipt(TypedDict):
    match: str
    seat: int
    seq: int
    commitment: str | None
    """null"""
    custody: str | None
    """null"""
    received: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """The entry of the log that tells it."""
    head: str
    """The log's head after it."""
    key: str
    """Short name of the key that signs."""
    protocol: Literal["siegelpost/1"]
    act: Literal["pause"]
    decision: Literal["pause"]


class PauseRequest(TypedDict, closed=True):
    pause: bool
    """Whether you want one."""
    seq: int
    """`seq` of `mine` in `pauses` of the match. The same number sent again changes nothing."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""


class PauseWished(TypedDict):
    receipt: PauseReceipt
    signature: str
    """Ed25519 over the receipt, base64url."""
    checkpoint: str | None
    """The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt (protocol section 13)."""


class PausedBody(TypedDict, closed=True):
    until: str
    """RFC 3339, UTC, milliseconds."""


class PausedEntry(TypedDict, closed=True):
    """The match stands still."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["paused"]
    body: PausedBody


class Pauses(TypedDict):
    majority: Literal["all", "most"]
    seconds: int
    """The longest time that the match stands still at once."""
    wishes: list[int]
    """Seats that want a pause."""
    people: list[int]
    """Seats that decide."""
    now: PauseNow | None
    """The pause; null: the match runs."""
    mine: MyPause | None
    """The limits of what you may say; null if you have no seat."""


class PausesRequest(TypedDict, closed=True):
    majority: NotRequired[Literal["all", "most"]]
    """The majority that has to want it: all of them, or more than half; left out: "all"."""
    seconds: NotRequired[int]
    """The longest time that the match stands still at once; left out: 1209600."""


class PlayedMatch(TypedDict):
    match: str
    rules: str
    """Rule set and version."""
    title: str
    players: int
    """The number of seats at the table."""
    over: Literal["finished", "resigned", "abandoned"]
    """The reason for its end."""
    won: bool
    """Whether the player won, alone or with others."""
    closed_at: str
    """RFC 3339, UTC, milliseconds."""


class PolledEntry(TypedDict, closed=True):
    """The others are asked about a seat that is missed."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["polled"]
    body: LeftBody


class PreconditionFailedProblem(TypedDict):
    """It has changed since you saw it. Load it again; use the new ETag in 'If-Match'."""

    type: Literal["/problems/precondition-failed"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[412]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class PrivateProblem(TypedDict):
    """The match is private. Give its invitation, or use an account that sits there."""

    type: Literal["/problems/private"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


Value: TypeAlias = int


class PublicDraw(TypedDict, closed=True):
    label: str
    """1 to 64 of [a-z0-9._/@-]."""
    values: list[Value]


class PuzzleAnswerRequest(TypedDict, closed=True):
    choice: int
    """The `number` of a choice."""


class PuzzleChoice(TypedDict):
    number: int
    """By which it is answered, counted from 1."""
    move: dict[str, Any]
    """The move."""
    words: str


class PuzzleInList(TypedDict):
    date: str
    """The day of the puzzle, in UTC."""
    rules: str
    """Rules id of its game."""
    title: str
    """The game's title."""
    answers: int
    """The number of accounts that have answered it."""
    right: int
    """The number of them that have found the best choice."""


class PuzzlePage(TypedDict):
    puzzles: list[PuzzleInList]
    next: str | None
    """Cursor of the next page."""


class PuzzleSolution(TypedDict):
    choice: int
    """The choice that counts: your account's first one."""
    best: int
    """The best choice."""
    right: bool
    """True if they are the same."""
    shares: list[int]
    """The worth of each choice by the search, in thousandths of a win."""
    playouts: int
    """In how many imagined worlds each choice was tried for that."""
    match: str
    """The match that the puzzle is from."""
    n: int
    """Number of the entry of its log with the move that was played."""


class QuotaInfo(TypedDict):
    name: str
    milliseconds: int
    """The processor time for requests of one account, or network, in that time."""
    seconds: int


class RankedRating(TypedDict):
    rating: int
    """The number that people read; newcomers start at 1500."""
    plus_minus: int
    """Two standard deviations: the true strength is within it nineteen times in twenty."""
    provisional: bool
    """Whether the number may still be far off."""
    results: int
    """Number of results that count."""
    mu: int
    """The mean in millionths."""
    sigma: int
    """The standard deviation in millionths."""
    rank: int
    """The place in the list, from 1; it need not be the same a moment later."""
    player: str
    """The player's account id."""
    name: str | None
    """The player's name; null if the account was deleted or hides its profile."""


class RatingBand(TypedDict):
    at_least: int
    """The lowest number of the band, a multiple of 100."""
    players: int


class RatingDistribution(TypedDict):
    game: str
    """The game's name, without a version."""
    players: int
    """Number of players with a rating."""
    bands: list[RatingBand]
    """From the weakest, without gaps; at most 60."""


class RatingPage(TypedDict):
    game: str
    """The game's name, without a version."""
    players: int
    """Number of players with a rating."""
    ratings: list[RankedRating]
    next: str | None
    """`cursor` of the next page; null on the last."""


class RatingPoint(TypedDict):
    entry: int
    """The result's entry in the log of results, from 0."""
    rating: int
    """The rating after it."""
    plus_minus: int
    """Its uncertainty."""


class Ready(TypedDict):
    status: Literal["ready", "degraded", "unready"]
    store: str
    """ok, or what endangers acknowledged writes."""
    queue: str
    """ok, or away: then only the clock finds what is due, a little later."""
    clock: str
    """ticking, silent, or why it stands still; unless it ticks, no deadline passes."""
    parked: int
    """Matches parked because a step failed or their record cannot be read; the operator sees why."""
    halted: bool
    """Whether the operator has halted the service; `getMeta` says why and until when."""
    client: str
    """The address from which this request came, as quotas see it: a proxy's own if it is not trusted."""
    archive: Literal["none", "ok", "away"]
    """The place of finished matches. Away: those that have moved there cannot be read now; nothing else is affected."""


ReasonName: TypeAlias = Literal["finished", "resigned", "cancelled", "expired", "unrevealed", "abandoned", "stopped"]


class Recalled(TypedDict):
    seq: int
    """The `seq` of the act that sealed it."""
    commitment: str
    """Its commitment."""
    move: dict[str, Any]
    """The move, as the rules' schema of the decision's kind says."""
    words: str | None
    """The move in words, in the language asked for."""
    padding: str
    """Padding without meaning: it gives all answers to acts the same length (protocol section 12.8)."""


class Receipt(TypedDict):
    act: Literal["commit", "replace", "withdraw", "open", "order"]
    match: str
    decision: str
    seat: int
    seq: int
    commitment: str | None
    custody: Literal["escrow", "client", "mail"]
    received: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """The log's last entry when it was stored."""
    head: str
    """The log's head at that time."""
    key: str
    """Short name of the key that signs."""
    protocol: Literal["siegelpost/1"]


class RefusedReceipt(TypedDict, closed=True):
    """A receipt for an act refused (section 12.3)."""

    act: Literal["refused"]
    match: str
    """A lower-case UUID with hyphens."""
    seat: int
    received: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    head: str
    """32 bytes of base64url."""
    key: str
    """8 bytes of base64url."""
    protocol: Literal["siegelpost/1"]
    decision: str
    """1 to 64 of [a-z0-9._/@-]."""
    commitment: str | None
    """32 bytes of base64url behind 'sc1_'."""
    custody: Literal["escrow", "client", "mail"] | None
    seq: Literal[0]
    reason: str
    """The code of a refusal."""


ConsentItem: TypeAlias = int


ConsentItem1: TypeAlias = str | None
"""64 bytes of base64url."""


Consent: TypeAlias = tuple[ConsentItem, ConsentItem1]
"""A seat and its signature; null: it has no key."""


class RekeyedBody(TypedDict, closed=True):
    seat: int
    key: str
    """32 bytes of base64url."""
    signature: NotRequired[str]
    """64 bytes of base64url."""
    consents: NotRequired[list[Consent]]


class RekeyedEntry(TypedDict, closed=True):
    """A seat signs with another key."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["rekeyed"]
    body: RekeyedBody


class ReliabilityTooLowProblem(TypedDict):
    """This table is for people who answer in time more often. Ask its owner to invite you, or look for another match: 'least_reliability' of each says whom it takes."""

    type: Literal["/problems/reliability-too-low"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class Remark(TypedDict):
    id: int
    """Its number at this table; they grow."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    seat: int
    """The author's seat."""
    player: str
    """Account id of its author, who may have left the seat since."""
    name: str
    """The author's name at the table at that time."""
    reaction: Literal["hello", "well-played", "thanks", "oops", "thinking", "good-game"] | None
    """A few words that you show in the reader's language."""
    text: str | None


class RemarkList(TypedDict):
    remarks: list[Remark]
    muted: list[int]
    """Seats whose people you do not hear."""
    erased_at: str | None
    """The time when all of it is erased by itself; null while the match goes on."""
    next: int | None
    """The next `after`; null at the end."""


class RemarkRequest(TypedDict, closed=True):
    text: NotRequired[str]
    """One line. Either this or `reaction`, not both."""
    reaction: NotRequired[Literal["hello", "well-played", "thanks", "oops", "thinking", "good-game"]]
    """A few words that readers get in their language. Either this or `text`."""


class RemovedFromTableProblem(TypedDict):
    """The owner does not want you at this table. Look for another match in GET /v1/matches?status=open."""

    type: Literal["/problems/removed-from-table"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class RemovedFromTeamEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str | None
    """null: it is about no match."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int | None
    """null: no log entry caused it."""
    tournament: str
    """The tournament's id."""
    type: Literal["removed-from-team"]


class RenewalRequest(TypedDict, closed=True):
    replaces: str
    """The present invitation, as the match shows it."""


class Replay(TypedDict):
    event: str | None
    """One event; null: all since a moment."""
    since: str | None
    """All events since then; null: one."""


class ReplayPendingProblem(TypedDict):
    """The match is still being replayed. Wait as long as 'Retry-After' says and ask again, or let the request wait with `wait`."""

    type: Literal["/problems/replay-pending"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[503]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class ReplayRequest(TypedDict, closed=True):
    event: NotRequired[str]
    """The id of one event of your feed. Either this or `since`, not both."""
    since: NotRequired[str]
    """RFC 3339, UTC: all events from this moment on that the webhook is for. Either this or `event`."""


class ReportRequest(TypedDict, closed=True):
    why: str
    """For the operator: what is wrong with it. One line."""


class RequestRunningProblem(TypedDict):
    """The first request with this key is still running. Wait as long as 'Retry-After' says and send it again."""

    type: Literal["/problems/request-running"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class RequestedBody(TypedDict, closed=True):
    decision: str
    """1 to 64 of [a-z0-9._/@-]."""
    seat: int
    seconds: int
    signature: NotRequired[str]
    """64 bytes of base64url."""


class RequestedEntry(TypedDict, closed=True):
    """A seat asks the others for more time."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["requested"]
    body: RequestedBody


class ResignRequest(TypedDict, closed=True):
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""


class ResignedBody(TypedDict, closed=True):
    seat: int
    received: str
    """RFC 3339, UTC, milliseconds."""
    signature: NotRequired[str]
    """64 bytes of base64url."""


class ResignedEntry(TypedDict, closed=True):
    """A seat has resigned."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["resigned"]
    body: ResignedBody


class ResigningReceipt(TypedDict):
    act: Literal["resign"]
    match: str
    decision: Literal["resign"]
    seat: int
    seq: int
    """1"""
    commitment: str | None
    """null"""
    custody: str | None
    """null"""
    received: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """The log's last entry when it was stored."""
    head: str
    """The log's head at that time."""
    key: str
    """Short name of the key that signs."""
    protocol: Literal["siegelpost/1"]


class ResolvedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    decision: EventDecision
    type: Literal["resolved"]


class ResolvedFaultSeat(TypedDict, closed=True):
    seat: int
    fault: Literal["unopened", "escrow-failed"]


class RespondedBody(TypedDict, closed=True):
    decision: str
    """1 to 64 of [a-z0-9._/@-]."""
    grant: bool
    requester: int
    seat: int
    signature: NotRequired[str]
    """64 bytes of base64url."""


class RespondedEntry(TypedDict, closed=True):
    """A seat grants another the time that it asked for, or does not."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["responded"]
    body: RespondedBody


class ResultsInfo(TypedDict):
    origin: str
    """Its name, the first line of its checkpoints."""
    vkey: str
    """Its verifier key (c2sp.org/signed-note)."""
    export: str
    """Address of all of it: the file that `siegelpost verify-ratings` checks."""
    checkpoint: str
    """Address of its latest checkpoint."""
    tiles: str
    """Address of its tiles."""


MovedItemItem: TypeAlias = str
"""1 to 64 of [a-z0-9._/@-]."""


MovedItem: TypeAlias = tuple[MovedItemItem, str, str | None]
"""A decision, its deadline, and until when its openings are awaited; null: it is not sealed."""


class ResumedBody(TypedDict, closed=True):
    moved: list[MovedItem]


class ResumedEntry(TypedDict, closed=True):
    """The match goes on."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["resumed"]
    body: ResumedBody


class ReturnedBody(TypedDict, closed=True):
    by: Literal["seat", "answer"]
    seat: int
    signature: NotRequired[str]
    """64 bytes of base64url."""


class ReturnedEntry(TypedDict, closed=True):
    """A seat that was missed is back."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["returned"]
    body: ReturnedBody


class RevealLateProblem(TypedDict):
    """The time to reveal entropy is over. The match ends before it begins; create another one."""

    type: Literal["/problems/reveal-late"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class RevealReceipt(TypedDict):
    act: Literal["reveal"]
    match: str
    decision: Literal["seated"]
    seat: int
    seq: int
    """1"""
    commitment: str
    """`se1_...`"""
    custody: Literal["client"]
    received: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """The log's last entry when it was stored."""
    head: str
    """The log's head at that time."""
    key: str
    """Short name of the key that signs."""
    protocol: Literal["siegelpost/1"]


class RevealRequest(TypedDict, closed=True):
    entropy: str
    """The 32 bytes whose commitment was sent on joining."""


class Revealed(TypedDict):
    receipt: RevealReceipt
    signature: str
    """Ed25519 over the receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt. `null` while there is none (protocol section 13)."""


Entropy: TypeAlias = str | None
"""32 bytes of base64url."""


class RevealedBody(TypedDict, closed=True):
    entropies: list[Entropy]


class RevealedEntry(TypedDict, closed=True):
    """All entropy is published."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["revealed"]
    body: RevealedBody


class Revealing(TypedDict):
    seats: list[int]
    """The seats that have to: `reveal` of the entry `seated`."""
    deadline_at: str | None
    """RFC 3339, UTC, milliseconds."""
    seconds_left: int | None
    mine: bool
    """Whether your own entropy is still awaited."""


class RotationRequest(TypedDict, closed=True):
    overlap_seconds: NotRequired[int]
    """Left out: a day."""


class RoundChances(TypedDict):
    n: int
    """Number of the log's entry that ended the round."""
    round: int
    """0: the deal."""
    chances: list[int]
    """In thousandths, by seat; partners have the same."""


class RulesSummary(TypedDict):
    id: str
    """Name and version."""
    title: str
    titles: InLanguages
    """The game's name."""
    about: InLanguages
    """The game in three sentences, for somebody who has never heard of it."""
    length: InLanguages
    """About how many turns a match has and how long one takes."""
    preset_titles: dict[str, InLanguages]
    """The presets' names."""
    preset_seats: dict[str, list[int]]
    """Each preset's possible numbers of seats."""
    seats: list[int]
    """Possible numbers of seats."""
    presets: list[str]
    bots: list[str]
    """The bots that can be seated, those that think ahead included."""
    data: str
    """Hash of the rule data."""
    superseded_by: str | None
    """The rules that new matches are played by instead; null: these are the newest."""


class RulesSupersededProblem(TypedDict):
    """These rules were corrected. Use the rules that 'detail' names: running matches continue under the old rules, new ones start under the newest."""

    type: Literal["/problems/rules-superseded"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class SaidAhead(TypedDict):
    n: int
    """The log entry that settled it."""
    decision: str
    """The decision by which it was settled."""
    fate: Literal["used", "blocked", "lapsed"]
    words: str
    """Its outcome, as a sentence."""


SaidAtTableEvent = TypedDict(
    "SaidAtTableEvent",
    {
        "id": str,
        "cursor": str,
        "at": str,
        "match": str,
        "seat": int | None,
        "n": int,
        "from": int,
        "remark": int,
        "type": Literal["said-at-table"],
    },
)


ToItem: TypeAlias = int


SaidBody = TypedDict("SaidBody", {"channel": str, "from": int, "text": str, "to": list[ToItem]}, closed=True)


class SaidEntry(TypedDict, closed=True):
    """Partners talked."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["said"]
    body: SaidBody


SaidEvent = TypedDict(
    "SaidEvent",
    {
        "id": str,
        "cursor": str,
        "at": str,
        "match": str,
        "seat": int | None,
        "n": int,
        "channel": str,
        "from": int,
        "type": Literal["said"],
    },
)


class ScopeMissingProblem(TypedDict):
    """The token may not do this. Make a token with the scope that 'detail' names."""

    type: Literal["/problems/scope-missing"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class Seafarers1MoveChip(TypedDict, closed=True):
    """Which chip of the main island goes to the outer island?"""

    type: Literal["chip"]
    hex: int
    """A hex (`hexes`); the cells of the frame are counted on behind them."""


class Seafarers1MoveFound(TypedDict, closed=True):
    """Where is a settlement founded, and what lies beside it?"""

    type: Literal["found"]
    node: int
    """An intersection (`nodes`)."""
    edge: int
    """An edge (`edges`)."""
    piece: Literal["road", "ship"]


class Seafarers1MoveGold(TypedDict, closed=True):
    """Which cards does the gold river bring?"""

    type: Literal["gold"]
    take: list[Literal["wood", "brick", "grain", "wool", "ore"]]


class Seafarers1MoveHarbour(TypedDict, closed=True):
    """Where does the harbour that was drawn go?"""

    type: Literal["harbour"]
    edge: int
    """An edge (`edges`)."""


class Seafarers1Options(TypedDict, closed=True):
    """Seafarers: match options"""

    preset: NotRequired[
        Literal[
            "fuenf-inseln-5",
            "sechs-inseln-6",
            "grosse-ueberfahrt-6",
            "ozeanien-5",
            "ozeanien-6",
            "durch-die-wueste-5",
            "durch-die-wueste-6",
            "neue-welt-5",
            "neue-welt-6",
            "grosse-insel",
        ]
    ]
    """The scenario. If left out, the first for this number of players. fuenf-inseln-5: Fünf Inseln/5; sechs-inseln-6: Sechs Inseln/6; grosse-ueberfahrt-6: Die große Überfahrt/6; ozeanien-5: Ozeanien/5; ozeanien-6: Ozeanien/6; durch-die-wueste-5: Durch die Wüste/5; durch-die-wueste-6: Durch die Wüste/6; neue-welt-5: Neue Welt/5; neue-welt-6: Neue Welt/6; grosse-insel: Große Insel"""
    goal: NotRequired[int]
    """Victory points that win; if left out, the scenario's."""
    pirate: NotRequired[bool]
    """Whether the pirate may be moved instead of the robber; if left out, as in the scenario."""
    merge_trade_build: NotRequired[bool]
    """Whether trading and building may alternate; left out: false."""
    shortage_exception: NotRequired[bool]
    """Whether a single claimant gets what the bank has left; left out: true."""
    discovery_bonus_in_founding: NotRequired[bool]
    """Whether a hex discovered while founding brings a card; left out: true."""
    island_points_once: NotRequired[bool]
    """Whether only the first foreign island brings special points; left out: false."""
    domestic_trade: NotRequired[bool]
    """Whether players trade with each other; if left out, as in the scenario."""
    shuffle_land: NotRequired[bool]
    """Whether landscapes and chips of a printed map are mixed among themselves; left out: false."""
    turn_limit: NotRequired[int]
    """After this many turns of single players the match ends; the most points win; left out: 300."""


Harbour: TypeAlias = int
"""An edge (`edges`)."""


Chip: TypeAlias = int
"""A hex (`hexes`); the cells of the frame are counted on behind them."""


class SeafarersActBank(TypedDict, closed=True):
    type: Literal["bank"]
    give: Literal["wood", "brick", "grain", "wool", "ore"]
    take: Literal["wood", "brick", "grain", "wool", "ore"]
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersActBuy(TypedDict, closed=True):
    type: Literal["buy"]
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersActCity(TypedDict, closed=True):
    type: Literal["city"]
    node: int
    """An intersection (`nodes`)."""
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersActDeal(TypedDict, closed=True):
    type: Literal["deal"]
    offer: int
    """The number of a standing offer."""
    seat: int
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersActEnd(TypedDict, closed=True):
    type: Literal["end"]
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersActListDoBank(TypedDict, closed=True):
    type: Literal["bank"]
    give: Literal["wood", "brick", "grain", "wool", "ore"]
    take: Literal["wood", "brick", "grain", "wool", "ore"]


class SeafarersActListDoBuy(TypedDict, closed=True):
    type: Literal["buy"]


class SeafarersActListDoCity(TypedDict, closed=True):
    type: Literal["city"]
    node: int
    """An intersection (`nodes`)."""


class SeafarersActListDoDeal(TypedDict, closed=True):
    type: Literal["deal"]
    offer: int
    """The number of a standing offer."""
    seat: int


class SeafarersActListDoEnd(TypedDict, closed=True):
    type: Literal["end"]


class SeafarersActListDoInvention(TypedDict, closed=True):
    type: Literal["invention"]
    take: list[Literal["wood", "brick", "grain", "wool", "ore"]]


class SeafarersActListDoKnight(TypedDict, closed=True):
    type: Literal["knight"]


class SeafarersActListDoMonopoly(TypedDict, closed=True):
    type: Literal["monopoly"]
    resource: Literal["wood", "brick", "grain", "wool", "ore"]


class SeafarersActListDoMove(TypedDict, closed=True):
    type: Literal["move"]
    edge: int
    """An edge (`edges`)."""
    to: int
    """An edge (`edges`)."""


class SeafarersActListDoRoad(TypedDict, closed=True):
    type: Literal["road"]
    edge: int
    """An edge (`edges`)."""


class SeafarersActListDoRoads(TypedDict, closed=True):
    type: Literal["roads"]


class SeafarersActListDoSettlement(TypedDict, closed=True):
    type: Literal["settlement"]
    node: int
    """An intersection (`nodes`)."""


class SeafarersActListDoShip(TypedDict, closed=True):
    type: Literal["ship"]
    edge: int
    """An edge (`edges`)."""


class SeafarersActListDoWithdraw(TypedDict, closed=True):
    type: Literal["withdraw"]
    offer: int
    """The number of a standing offer."""


class SeafarersActMove(TypedDict, closed=True):
    type: Literal["move"]
    edge: int
    """An edge (`edges`)."""
    to: int
    """An edge (`edges`)."""
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersActRoad(TypedDict, closed=True):
    type: Literal["road"]
    edge: int
    """An edge (`edges`)."""
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersActSettlement(TypedDict, closed=True):
    type: Literal["settlement"]
    node: int
    """An intersection (`nodes`)."""
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersActShip(TypedDict, closed=True):
    type: Literal["ship"]
    edge: int
    """An edge (`edges`)."""
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersActWithdraw(TypedDict, closed=True):
    type: Literal["withdraw"]
    offer: int
    """The number of a standing offer."""
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersAnsweredEvent(TypedDict, closed=True):
    """An offer was accepted (and waits for its maker's choice), or declined."""

    type: Literal["accepted", "declined"]
    seat: int
    offer: int


class SeafarersAwardEvent(TypedDict, closed=True):
    """The longest trade route or the largest army has another holder; -1: nobody has it."""

    type: Literal["route", "army"]
    seat: int
    size: int


class SeafarersBankEvent(TypedDict, closed=True):
    """A trade with the bank."""

    type: Literal["bank"]
    seat: int
    give: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]
    take: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]


class SeafarersBoughtEvent(TypedDict, closed=True):
    """A development card was bought."""

    type: Literal["bought"]
    seat: int


class SeafarersBuildingEvent(TypedDict, closed=True):
    """A settlement or a city was built."""

    type: Literal["settlement", "city"]
    seat: int
    node: int


class SeafarersBuildingView(TypedDict, closed=True):
    """A settlement or city on a node."""

    at: int
    seat: int
    kind: Literal["settlement", "city"]


class SeafarersBuiltEvent(TypedDict, closed=True):
    """A road or ship was built. `free`: by a road building card."""

    type: Literal["road", "ship"]
    seat: int
    edge: int
    free: NotRequired[bool]


class SeafarersCards(TypedDict, closed=True):
    """Resource cards by kind."""

    wood: int
    brick: int
    grain: int
    wool: int
    ore: int


class SeafarersChipEvent(TypedDict, closed=True):
    """A number chip came to a hex, from the bag or from another hex (`from_hex`)."""

    type: Literal["chip"]
    seat: int
    hex: int
    number: int
    from_hex: NotRequired[int]


class SeafarersCompleteOptions(TypedDict, closed=True):
    """All options of a match."""

    preset: Literal[
        "fuenf-inseln-5",
        "sechs-inseln-6",
        "grosse-ueberfahrt-6",
        "ozeanien-5",
        "ozeanien-6",
        "durch-die-wueste-5",
        "durch-die-wueste-6",
        "neue-welt-5",
        "neue-welt-6",
        "grosse-insel",
    ]
    """The scenario. If left out, the first for this number of players. fuenf-inseln-5: Fünf Inseln/5; sechs-inseln-6: Sechs Inseln/6; grosse-ueberfahrt-6: Die große Überfahrt/6; ozeanien-5: Ozeanien/5; ozeanien-6: Ozeanien/6; durch-die-wueste-5: Durch die Wüste/5; durch-die-wueste-6: Durch die Wüste/6; neue-welt-5: Neue Welt/5; neue-welt-6: Neue Welt/6; grosse-insel: Große Insel"""
    goal: int
    """Victory points that win; if left out, the scenario's."""
    pirate: bool
    """Whether the pirate may be moved instead of the robber; if left out, as in the scenario."""
    merge_trade_build: bool
    """Whether trading and building may alternate."""
    shortage_exception: bool
    """Whether a single claimant gets what the bank has left."""
    discovery_bonus_in_founding: bool
    """Whether a hex discovered while founding brings a card."""
    island_points_once: bool
    """Whether only the first foreign island brings special points."""
    domestic_trade: bool
    """Whether players trade with each other; if left out, as in the scenario."""
    shuffle_land: bool
    """Whether landscapes and chips of a printed map are mixed among themselves."""
    turn_limit: int
    """After this many turns of single players the match ends; the most points win."""


class SeafarersCounterView(TypedDict, closed=True):
    """A counter-offer, as the maker of the offer would give and take."""

    seat: int
    give: SeafarersCards
    take: SeafarersCards


class SeafarersCounteredEvent(TypedDict, closed=True):
    """A counter-offer: what `seat` would give and take."""

    type: Literal["countered"]
    seat: int
    offer: int
    give: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]
    take: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]


class SeafarersDevelopmentCards(TypedDict, closed=True):
    """Development cards by kind."""

    knight: int
    roads: int
    invention: int
    monopoly: int
    victory: int


class SeafarersDiscardDiscardCards(TypedDict, closed=True):
    """Resource cards by name."""

    wood: NotRequired[int]
    brick: NotRequired[int]
    grain: NotRequired[int]
    wool: NotRequired[int]
    ore: NotRequired[int]


class SeafarersDiscardRandom(TypedDict, closed=True):
    type: Literal["random"]


class SeafarersDiscardedEvent(TypedDict, closed=True):
    """Cards a seat discarded on a seven."""

    type: Literal["discarded"]
    seat: int
    cards: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]


class SeafarersDiscoveredEvent(TypedDict, closed=True):
    """A hex was revealed. `card` is what its discoverer got, absent: nothing."""

    type: Literal["discovered"]
    seat: int
    hex: int
    terrain: Literal["wood", "brick", "grain", "wool", "ore", "gold", "desert", "sea", "unexplored"]
    number: int
    card: NotRequired[Literal["wood", "brick", "grain", "wool", "ore"]]


class SeafarersDrawnEvent(TypedDict, closed=True):
    """The development card that was bought, shown only to its buyer."""

    type: Literal["drawn"]
    seat: int
    card: Literal["knight", "roads", "invention", "monopoly", "victory"]
    to: list[int]


class SeafarersEndedEvent(TypedDict, closed=True):
    """The turn ended."""

    type: Literal["ended"]
    seat: int


class SeafarersFoundedEvent(TypedDict, closed=True):
    """A founding settlement with its road or ship."""

    type: Literal["founded"]
    seat: int
    node: int
    edge: int
    piece: Literal["road", "ship"]


class SeafarersGoldEvent(TypedDict, closed=True):
    """Resources a seat took from the gold river."""

    type: Literal["gold"]
    seat: int
    cards: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]


class SeafarersHarbourEvent(TypedDict, closed=True):
    """A player laid a harbour (New World)."""

    type: Literal["harbour"]
    seat: int
    edge: int
    kind: Literal["wood", "brick", "grain", "wool", "ore", "any"]


class SeafarersHarbourView(TypedDict, closed=True):
    """A harbour at the coast `edge`; its token lies on the sea or frame cell `sea` (an id). `any`: 3:1, others 2:1."""

    edge: int
    sea: int
    kind: Literal["wood", "brick", "grain", "wool", "ore", "any"]


class SeafarersHexView(TypedDict, closed=True):
    """
    A hex; its id is its place in `hexes`. `zone` is the island: the id of the island's first hex, -1: none.

    `number` is the chip, 0: none. `chipless`: land of an outer island of Große Insel that still gets a chip.
    """

    x: int
    y: int
    terrain: Literal["wood", "brick", "grain", "wool", "ore", "gold", "desert", "sea", "unexplored"]
    number: int
    zone: int
    chipless: bool


class SeafarersInventionEvent(TypedDict, closed=True):
    """Resources gained by the invention card."""

    type: Literal["invention"]
    seat: int
    cards: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]


class SeafarersLegalView(TypedDict, closed=True):
    """
    Places where the viewer may build or move now: nodes for buildings, edges for roads and ships, hexes for the thieves.

    `move` lists own ships that may be moved, `to` the edges where any of them may go. While founding, `roads` and `ships` are the edges beside the founding sites. `harbours` are edges for a harbour (New World), `chips` hexes whose chip may be taken (Große Insel). All are empty for a viewer who is not asked.
    """

    settlements: list[int]
    cities: list[int]
    roads: list[int]
    ships: list[int]
    move: list[int]
    to: list[int]
    robber: list[int]
    pirate: list[int]
    harbours: list[int]
    chips: list[int]


class SeafarersLineEvent(TypedDict, closed=True):
    """A trade line brings a seat a point, or no longer does."""

    type: Literal["line", "line-lost"]
    seat: int
    start: int
    end: int


class SeafarersLineView(TypedDict, closed=True):
    """A trade line that counts for `seat`: from a building of its home island to one on the other (nodes)."""

    seat: int
    start: int
    end: int


class SeafarersLootEvent(TypedDict, closed=True):
    """The stolen card, shown only to thief and victim."""

    type: Literal["loot"]
    seat: int
    victim: int
    card: Literal["wood", "brick", "grain", "wool", "ore"]
    to: list[int]


class SeafarersMonopolyEvent(TypedDict, closed=True):
    """Cards gained by monopoly: `given` is the number of cards each seat handed over, by seat."""

    type: Literal["monopoly"]
    seat: int
    resource: Literal["wood", "brick", "grain", "wool", "ore"]
    given: list[int]


class SeafarersMovedEvent(TypedDict, closed=True):
    """A ship was moved from one edge to another."""

    type: Literal["moved"]
    seat: int
    edge: int
    to_edge: int


class SeafarersOfferEvent(TypedDict, closed=True):
    """An offer was made to some seats."""

    type: Literal["offer"]
    seat: int
    offer: int
    give: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]
    take: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]
    seats: list[int]


class SeafarersOfferView(TypedDict, closed=True):
    """An offer of the active seat, as it would give and take. `to` may still answer, `accepted` have said yes."""

    n: int
    give: SeafarersCards
    take: SeafarersCards
    to: list[int]
    choose: bool
    accepted: list[int]
    counters: list[SeafarersCounterView]


class SeafarersOrdersFound(TypedDict, closed=True):
    """`piece` left out: a ship where the edge takes one."""

    node: int
    """An intersection (`nodes`)."""
    edge: int
    """An edge (`edges`)."""
    piece: NotRequired[Literal["road", "ship"]]


Do1: TypeAlias = (
    SeafarersActListDoRoad
    | SeafarersActListDoShip
    | SeafarersActListDoSettlement
    | SeafarersActListDoCity
    | SeafarersActListDoBuy
    | SeafarersActListDoEnd
)


class SeafarersOrdersSpecialDo(TypedDict, closed=True):
    """Builds for special building phases, after one turn or after every one."""

    do: list[Do1]
    """From the first that is possible as far as it goes."""
    turn: NotRequired[int]
    anyway: NotRequired[bool]
    """Also when somebody has built in this phase before; else you are asked then."""
    blind: NotRequired[bool]
    """Pass behind it even if it discovered a hex; else you are asked then."""


class SeafarersOrdersThief(TypedDict, closed=True):
    type: Literal["robber", "pirate"]
    hex: int
    """A hex (`hexes`); the cells of the frame are counted on behind them."""
    victim: NotRequired[int]
    """Left out: whoever there has most cards."""


NotToItem: TypeAlias = int


class SeafarersOrdersTrade(TypedDict, closed=True):
    """Accept what asks no more than `give`, brings no less than `take`, and leaves `keep` in the hand."""

    give: SeafarersDiscardDiscardCards
    take: SeafarersDiscardDiscardCards
    keep: NotRequired[SeafarersDiscardDiscardCards]
    not_to: NotRequired[list[NotToItem]]
    """Seats that this rule does not trade with."""
    until: NotRequired[int]
    """The last turn at which the rule holds."""
    times: NotRequired[int]
    """At most so many trades that fit the rule in one turn; left out: any number."""


class SeafarersOverEvent(TypedDict, closed=True):
    """The match is over. `reason` is `goal` or `turn-limit`; `victory` counts the victory cards of each seat."""

    type: Literal["over"]
    winners: list[int]
    scores: list[int]
    victory: list[int]
    reason: str


class SeafarersOwnView(TypedDict, closed=True):
    """
    State that only the seat itself sees. `fresh` are cards bought this turn; `points` includes victory cards.

    `rates` is how many cards of a kind the bank takes for one.
    """

    hand: SeafarersCards
    cards: SeafarersDevelopmentCards
    fresh: SeafarersDevelopmentCards
    points: int
    rates: SeafarersCards


class SeafarersPieceView(TypedDict, closed=True):
    """A road or ship on an edge. `movable`: a ship that its owner could move, were it his turn (an end of an open line)."""

    at: int
    seat: int
    kind: Literal["road", "ship"]
    movable: bool


class SeafarersPlayedEvent(TypedDict, closed=True):
    """A development card was played."""

    type: Literal["played"]
    seat: int
    card: Literal["knight", "roads", "invention", "monopoly", "victory"]


class SeafarersPlayerView(TypedDict, closed=True):
    """
    Public state of a seat.

    `hand` and `cards` are counts (resource and unplayed development cards); `points` all but hidden victory cards, among them `special` of the scenario; `roads` to `cities` are pieces left in stock; `route` is the length of the longest trade route; `home` and `visited` are zones.
    """

    hand: int
    cards: int
    knights: int
    points: int
    special: int
    roads: int
    ships: int
    settlements: int
    cities: int
    route: int
    longest_route: bool
    largest_army: bool
    home: list[int]
    visited: list[int]


class SeafarersProducedEvent(TypedDict, closed=True):
    """Resources a seat received from the dice, or for its second settlement (`founding`)."""

    type: Literal["produced"]
    seat: int
    cards: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]
    founding: NotRequired[bool]


class SeafarersReplyAccept(TypedDict, closed=True):
    type: Literal["accept"]


class SeafarersReplyCounter(TypedDict, closed=True):
    type: Literal["counter"]
    give: SeafarersDiscardDiscardCards
    take: SeafarersDiscardDiscardCards


class SeafarersReplyDecline(TypedDict, closed=True):
    type: Literal["decline"]


class SeafarersRolledEvent(TypedDict, closed=True):
    """The dice of a turn."""

    type: Literal["rolled"]
    seat: int
    dice: list[int]


class SeafarersShortageEvent(TypedDict, closed=True):
    """The bank could not pay all who had a claim to this resource."""

    type: Literal["shortage"]
    resource: Literal["wood", "brick", "grain", "wool", "ore"]


class SeafarersSpecialList(TypedDict, closed=True):
    type: Literal["list"]
    do: list[Do1]


class SeafarersSpecialPointsEvent(TypedDict, closed=True):
    """Special victory points of a scenario: for an island's first settlement (`zone`)."""

    type: Literal["points"]
    seat: int
    points: int
    zone: int


class SeafarersStartInvention(TypedDict, closed=True):
    type: Literal["invention"]
    take: list[Literal["wood", "brick", "grain", "wool", "ore"]]
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersStartKnight(TypedDict, closed=True):
    type: Literal["knight"]
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersStartMonopoly(TypedDict, closed=True):
    type: Literal["monopoly"]
    resource: Literal["wood", "brick", "grain", "wool", "ore"]
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersStartRoads(TypedDict, closed=True):
    type: Literal["roads"]
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersStartRoll(TypedDict, closed=True):
    type: Literal["roll"]


class SeafarersStolenEvent(TypedDict, closed=True):
    """A card was stolen; everybody sees from whom."""

    type: Literal["stolen"]
    seat: int
    victim: int


class SeafarersThiefEvent(TypedDict, closed=True):
    """The robber or the pirate moved to a hex."""

    type: Literal["robber", "pirate"]
    seat: int
    hex: int


class SeafarersThiefPirate(TypedDict, closed=True):
    type: Literal["pirate"]
    hex: int
    """A hex (`hexes`); the cells of the frame are counted on behind them."""
    victim: NotRequired[int]


class SeafarersThiefRobber(TypedDict, closed=True):
    type: Literal["robber"]
    hex: int
    """A hex (`hexes`); the cells of the frame are counted on behind them."""
    victim: NotRequired[int]


class SeafarersTradedEvent(TypedDict, closed=True):
    """Two seats traded: what `seat` gave and took."""

    type: Literal["traded"]
    seat: int
    partner: int
    give: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]
    take: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]


class SeafarersTurnEvent(TypedDict, closed=True):
    """A turn began."""

    type: Literal["turn"]
    seat: int
    turn: int


class SeafarersView(TypedDict, closed=True):
    """
    The table. `seat` is the viewer, `None` a spectator.

    `frame` are the positions `[x, y]` of the frame's sea cells; their ids go on behind the hexes. `nodes` are positions `[x, y]`, `edges` pairs of nodes; ids are places in these lists. `robber` and `pirate` are hex ids (the pirate's may be a frame cell), `None`: not on the board. `deck`, `tiles`, `stack`, `bag` and `tokens` are how many cards, hexes and chips are left. `turn` counts from 1, 0: before the first turn; `phase` is where the turn stands, `building_ends_trade` whether who builds next in it trades no more in this turn (E10); `asked` is who is waited for. `own` is `None` for spectators. `token` is the harbour that is being laid, `None`: none. `serve` is the hex that the next chip comes to, `None`: none. `roll` are two dice or nothing.
    """

    game: Literal["seafarers"]
    seat: int | None
    scenario: str
    title: str
    goal: int
    turn: int
    active: int
    phase: str
    building_ends_trade: bool
    asked: list[int]
    hexes: list[SeafarersHexView]
    frame: list[list[int]]
    nodes: list[list[int]]
    edges: list[list[int]]
    harbours: list[SeafarersHarbourView]
    buildings: list[SeafarersBuildingView]
    pieces: list[SeafarersPieceView]
    robber: int | None
    pirate: int | None
    bank: SeafarersCards
    deck: int
    tiles: int
    stack: int
    bag: int
    tokens: int
    token: Literal["wood", "brick", "grain", "wool", "ore", "any"] | None
    serve: int | None
    players: list[SeafarersPlayerView]
    own: SeafarersOwnView | None
    roll: list[int]
    card_played: bool
    ship_moved: bool
    built: list[int]
    free_pieces: int
    due: list[int]
    offers: list[SeafarersOfferView]
    offered: int
    lines: list[SeafarersLineView]
    legal: SeafarersLegalView
    scores: list[int]
    winners: list[int]


class SeafarersWithdrawnEvent(TypedDict, closed=True):
    """An offer does not stand any more: withdrawn, or expired."""

    type: Literal["withdrawn"]
    seat: int
    offer: int


class SeatHandedOver(TypedDict):
    seat: int
    choice: Literal["bot", "person"]
    player: str | None
    """To whom, with `person`."""
    name: str | None
    """Their name at the table; null: a bot."""
    until_at: str
    """RFC 3339, UTC, milliseconds."""
    voters: list[int]
    """Seats that decide."""
    votes: list[AbsenceVote]
    choices: list[Literal["wait", "bot", "person"]]
    """The possible votes: `wait` (the player stays) or `choice`."""
    mine: AbsenceAct | None
    """Your options: say that you stay (`here`), or `vote`; null: nothing."""


class SeatInPicture(TypedDict):
    called: str | None
    """The seat's name in the picture; null without one."""
    colour: str | None
    """The seat's colour, `#rrggbb`; null where it has none."""


class SeatKeyNeededProblem(TypedDict):
    """This seat signs what it does. Make an Ed25519 key and send its public half as 'key' (protocol section 12.9)."""

    type: Literal["/problems/seat-key-needed"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class SeatReliability(TypedDict):
    asked: int
    """The number of these, at least 10."""
    answered: int
    """The number that came in time."""
    percent: int
    """Their share, rounded down."""


class SeatRequest(TypedDict, closed=True):
    invitation: NotRequired[str]
    """Needed for private matches."""
    entropy_commitment: NotRequired[str]
    """The commitment to 32 random bytes of yours that go into the shuffle, which names the seat of the path (protocol section 12.2)."""
    entropy_custody: NotRequired[Literal["escrow", "client"]]
    """The holder of these bytes until the table is closed: the resolver, in a box, or you."""
    entropy_box: NotRequired[str]
    """With escrow: the bytes sealed to `resolver` of the log's first entry."""
    key: NotRequired[str]
    """Your Ed25519 public key, if you sign what you do (protocol section 12.9)."""


class SeatTakenOverEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    about: int
    """The seat."""
    type: Literal["seat-taken-over"]


class SeatTakenProblem(TypedDict):
    """This seat is taken. Take one of the free seats, or any with seats/me."""

    type: Literal["/problems/seat-taken"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


Entropy1: TypeAlias = str | None
"""32 bytes of base64url behind 'se1_'."""


Player: TypeAlias = str
"""A player's id: 1 to 64 visible letters of ASCII."""


RevealItem: TypeAlias = int


class SeatedBody(TypedDict, closed=True):
    deadline: str | None
    """RFC 3339, UTC, milliseconds."""
    entropies: list[Entropy1]
    players: list[Player]
    reveal: list[RevealItem]
    round: int | None


class SeatedEntry(TypedDict, closed=True):
    """Nobody joins or leaves any more."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["seated"]
    body: SeatedBody


class StandInRequest(TypedDict, closed=True):
    invitation: NotRequired[str]
    """The invitation from the request; whoever was asked by name, or was replaced in the seat, needs none."""
    key: NotRequired[str]
    """Your Ed25519 public key: required if the seat signs what it does (protocol section 12.9)."""


class Standing1(TypedDict):
    receipt: Receipt
    signature: str
    wait: bool
    opened: bool


class StandingAct(TypedDict):
    """Your act that stands."""

    act: str
    seq: int
    commitment: str | None
    custody: str | None


class StartedBeaconRound(TypedDict, closed=True):
    round: int
    signature: str
    """48 bytes in lower-case hex."""


Entropy2: TypeAlias = str | None
"""32 bytes of base64url."""


OrderItem: TypeAlias = int


Seat3: TypeAlias = str
"""A player's id: 1 to 64 visible letters of ASCII."""


class StartedBody(TypedDict, closed=True):
    beacon: StartedBeaconRound | None
    entropies: list[Entropy2]
    order: list[OrderItem]
    seats: list[Seat3]


class StartedEntry(TypedDict, closed=True):
    """The match was dealt."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["started"]
    body: StartedBody


class StartedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    type: Literal["started"]


class StoredUnreadableProblem(TypedDict):
    """Something stored cannot be read. A record this request needs is damaged. The operator's log names it; waiting alone does not help."""

    type: Literal["/problems/stored-unreadable"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[503]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class Substitute(TypedDict):
    seat: int
    player: str
    """Their player id."""
    name: str
    """Their name at the table."""
    by: int | None
    """The seat that named them; null: they sat there before and want to come back."""
    key: str | None
    """The Ed25519 public key with which they would sign."""
    voters: list[int]
    """Seats that decide about it now; none until they are asked."""
    agreed: list[int]
    """Seats that want it."""
    mine: AbsenceAct | None
    """`vote` if you may vote for it now (`choice` `person`, with `player`); null: you may not."""


class SubstituteAskedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    about: int
    """The seat."""
    by: str
    """The name at the table of the person who asks."""
    invitation: str
    """The secret that accepts."""
    type: Literal["substitute-asked"]


class SubstituteReadyEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    about: int
    """The seat."""
    who: str
    """Their name at the table."""
    back: bool
    """Whether they had the seat before and want to come back."""
    type: Literal["substitute-ready"]


class SubstituteRequest(TypedDict, closed=True):
    invite: NotRequired[str]
    """An email address or an account that gets a letter; left out: you pass the invitation on yourself."""


class SubstitutedBody(TypedDict, closed=True):
    player: str
    """A player's id: 1 to 64 visible letters of ASCII."""
    seat: int
    key: NotRequired[str]
    """32 bytes of base64url."""


class SubstitutedEntry(TypedDict, closed=True):
    """Somebody else has a seat from here on: a bot, or a person."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["substituted"]
    body: SubstitutedBody


class TableAct(TypedDict):
    """An entry of the log about the table (protocol sections 12.12 to 12.20), without its signature."""

    type: Literal[
        "absent",
        "declined",
        "extended",
        "handed",
        "kept",
        "paused",
        "polled",
        "rekeyed",
        "requested",
        "resigned",
        "responded",
        "resumed",
        "returned",
        "substituted",
        "volunteered",
        "voted",
        "wished",
    ]
    seat: NotRequired[int]
    """The seat whose act it is, or that it is about."""
    absent: NotRequired[int]
    """The seat that a vote is about."""
    by: NotRequired[str | int | None]
    """The giver of more time, or the way in which a seat is back; of a volunteer, the seat that named them."""
    choice: NotRequired[Literal["wait", "bot", "win", "person"]]
    decision: NotRequired[str]
    """The decision that has more time."""
    grant: NotRequired[bool]
    pause: NotRequired[bool]
    requester: NotRequired[int]


class TableAwaitsEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    decision: EventDecision
    deadline_at: str | None
    """RFC 3339, UTC, milliseconds."""
    type: Literal["table-awaits"]


class TablePauseEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    what: Literal["wished", "paused", "resumed"]
    by: int | None
    """The seat that wants a pause."""
    until_at: str | None
    """RFC 3339, UTC, milliseconds."""
    type: Literal["table-pause"]


class TableTalk(TypedDict):
    state: Literal["open", "silent", "off", "strangers", "over"]
    """`silent`: the rules ask for it while the match runs; `off`: this table, or this installation, has no talk; `strangers`: none where anybody can sit down; `over`: the match ended too long ago."""
    spectators: Literal["after", "open"]
    """The time from which spectators read it: after the end, or at once."""
    changes: int
    """Grows with everything said or erased that you may read; see `talk` of `getMatch`."""


class TakenOver(TypedDict):
    seat: int
    n: int
    """The entry of the log."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    decision: str | None
    """The table's questions at that time, as in `decisions`; null if there were none."""
    before: str
    """The name at the table of its previous holder."""
    name: str
    """The name at the table of its holder from then on."""


class TalkClosedProblem(TypedDict):
    """Nobody may talk at this table now. See 'talk' of the match: 'silent' while the rules ask for silence, 'off' or 'strangers' where there is no talk, 'over' some days after the end."""

    type: Literal["/problems/talk-closed"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TalkFullProblem(TypedDict):
    """You have said as much as a seat may in one match. Play on in silence."""

    type: Literal["/problems/talk-full"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TalkTooFastProblem(TypedDict):
    """You have said a lot in a short time. Wait as long as 'Retry-After' says, and put more into one message."""

    type: Literal["/problems/talk-too-fast"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TeamStanding(TypedDict):
    team: int
    """The number of the team."""
    name: str | None
    """Its name; null if the account of its founder was deleted."""
    place: int | None
    """The place, shared by equals; null: it has none."""
    points: int
    """Two for each encounter won, one for each tied."""
    direct: int
    """First tie-break: points against teams with equally many."""
    strength: int
    """Second: board points, two for each board won, one for each tied."""
    won: int
    """Third: encounters won."""
    played: int
    """Encounters without an open board."""
    members: list[str]
    """Account ids by board, of those who are left; those beyond the boards are reserves."""


class TestEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str | None
    """null: it is about no match."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int | None
    """null: no log entry caused it."""
    type: Literal["test"]


class ThoughtPendingProblem(TypedDict):
    """The coach is still thinking. Wait as long as 'Retry-After' says and ask again, or let the request wait with `wait`."""

    type: Literal["/problems/thought-pending"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[503]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TimeDecidedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    what: Literal["granted", "refused", "unanswered", "operator"]
    by: int | None
    """The seat that asked; null: the operator gave it."""
    decision: EventDecision
    deadline_at: str
    """The deadline since then."""
    type: Literal["time-decided"]


class TimeRequestReceipt(TypedDict):
    match: str
    seat: int
    seq: int
    commitment: str | None
    """null"""
    custody: str | None
    """null"""
    received: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """The entry of the log that tells it."""
    head: str
    """The log's head after it."""
    key: str
    """Short name of the key that signs."""
    protocol: Literal["siegelpost/1"]
    act: Literal["request"]
    decision: Literal["request"]


class TimeRequestedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    by: int
    """The seat that asks."""
    decision: EventDecision
    seconds: int
    """The time it asks for."""
    deadline_at: str
    """Until when the others may answer."""
    until_at: str
    """The deadline if they grant it."""
    type: Literal["time-requested"]


class TimeRequests(TypedDict):
    majority: Literal["all", "most"]
    seconds: int
    """The most that one may ask for at once."""
    open: list[OpenTimeRequest]
    """Requests that are not decided yet."""
    mine: MyTimeRequests | None
    """Your options; null if you have no seat."""


class TimeRequestsRequest(TypedDict, closed=True):
    majority: NotRequired[Literal["all", "most"]]
    """The majority of the others that has to grant it: all of them, or more than half; left out: "most"."""
    seconds: NotRequired[int]
    """The most that one may ask for at once. Left out: three times the time of a decision, at most 14 days."""


class TimeResponseReceipt(TypedDict):
    match: str
    seat: int
    seq: int
    commitment: str | None
    """null"""
    custody: str | None
    """null"""
    received: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """The entry of the log that tells it."""
    head: str
    """The log's head after it."""
    key: str
    """Short name of the key that signs."""
    protocol: Literal["siegelpost/1"]
    act: Literal["respond"]
    decision: Literal["respond"]


class TimeResponseRequest(TypedDict, closed=True):
    requester: int
    """The seat that asks."""
    grant: bool
    """Whether you grant it."""
    seq: int
    """`response_seq` of `mine` in `time_requests` of the match. The same number sent again changes nothing."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""


class TokenInfo(TypedDict):
    id: str
    name: str
    scopes: list[
        Literal[
            "match:read",
            "match:play",
            "match:create",
            "account:read",
            "account:write",
            "league:write",
            "webhook:manage",
        ]
    ]
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    used_at: str | None
    """Recorded once an hour at most."""
    expires_at: str | None
    """`null`: it does not expire."""
    current: bool
    """Whether this request was made with it."""
    kind: Literal["login", "personal", "app", "session"]
    """`login`: from a mailed code; `personal`: made by you; `app`: granted to a program; `session`: of a browser."""
    client: str
    """The name of the program that it was granted to; empty for the other kinds."""


class TokenList(TypedDict):
    tokens: list[TokenInfo]


class TokenMissingProblem(TypedDict):
    """A token is needed. Send 'Authorization: Bearer <token>'; a token comes with POST /v1/login."""

    type: Literal["/problems/token-missing"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[401]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TokenRequest(TypedDict, closed=True):
    name: str
    """One line, nothing invisible, no `=?`; kept in NFC with single spaces."""
    scopes: list[
        Literal[
            "match:read",
            "match:play",
            "match:create",
            "account:read",
            "account:write",
            "league:write",
            "webhook:manage",
        ]
    ]
    expires_in: NotRequired[int]
    """Seconds; at most the remaining life of the token that makes it."""


class TokenShownProblem(TypedDict):
    """The token of this request was shown before. If its text is lost, revoke it, and make another one under a fresh Idempotency-Key."""

    type: Literal["/problems/token-shown"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TokenStrongerProblem(TypedDict):
    """That token is stronger than the one in the request. Revoke it with a login's token, or with the token itself."""

    type: Literal["/problems/token-stronger"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TokenWrongProblem(TypedDict):
    """The token is not valid. It is unknown, expired or revoked: sign in again."""

    type: Literal["/problems/token-wrong"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[401]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class TooLargeProblem(TypedDict):
    """The body is too large. Bodies may have at most 65536 bytes."""

    type: Literal["/problems/too-large"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[413]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyActsProblem(TypedDict):
    """The answer was changed too often. Keep the last one, or withdraw it."""

    type: Literal["/problems/too-many-acts"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class TooManyAddressesProblem(TypedDict):
    """The account has as many email addresses as it may. Remove one first (POST /v1/me/mail/remove)."""

    type: Literal["/problems/too-many-addresses"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyBotsProblem(TypedDict):
    """You have as many bots as a person may have, or have made too many today. Remove one with DELETE /v1/me/bots/{bot}, or wait until tomorrow."""

    type: Literal["/problems/too-many-bots"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyBrowsersProblem(TypedDict):
    """You have added too many browsers today. Wait as long as 'Retry-After' says."""

    type: Literal["/problems/too-many-browsers"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyChangesProblem(TypedDict):
    """Too many people came and went at this table. Wait as long as 'Retry-After' says, or join another match."""

    type: Literal["/problems/too-many-changes"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyChatsProblem(TypedDict):
    """You have as many chats as an account may have, or have made many today. Delete one with DELETE /v1/me/chats/{chat}, or wait a day."""

    type: Literal["/problems/too-many-chats"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyCreationsProblem(TypedDict):
    """Too many matches were created. Wait as long as 'Retry-After' says."""

    type: Literal["/problems/too-many-creations"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyDeliveriesProblem(TypedDict):
    """You have asked for too many deliveries in a short time. Wait as long as 'Retry-After' says."""

    type: Literal["/problems/too-many-deliveries"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyGuestsProblem(TypedDict):
    """Too many guests. Sign in with an email address, or wait as long as 'Retry-After' says."""

    type: Literal["/problems/too-many-guests"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyInvitationsProblem(TypedDict):
    """Too many invitations were sent. Wait as long as 'Retry-After' says, or pass the invitation on yourself."""

    type: Literal["/problems/too-many-invitations"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyLoginsProblem(TypedDict):
    """Too many logins were asked for. Use a code that came in the last minutes, or wait as long as 'Retry-After' says."""

    type: Literal["/problems/too-many-logins"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyMailChangesProblem(TypedDict):
    """The email address was changed too often. Use a code that came in the last hour, or wait as long as 'Retry-After' says."""

    type: Literal["/problems/too-many-mail-changes"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyMatchesProblem(TypedDict):
    """The account has too many matches. Finish, resign or cancel one; 'detail' says which are counted."""

    type: Literal["/problems/too-many-matches"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyPicturesProblem(TypedDict):
    """Too many pictures are being drawn. Wait as long as 'Retry-After' says and ask again; once drawn, a picture is available at once."""

    type: Literal["/problems/too-many-pictures"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyReplaysProblem(TypedDict):
    """You have asked for too many replays of running matches. Wait as long as 'Retry-After' says. Every earlier moment of a finished match is available at once."""

    type: Literal["/problems/too-many-replays"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyRequestsProblem(TypedDict):
    """Too many requests. Wait as long as 'Retry-After' says; quotas are in GET /v1/meta."""

    type: Literal["/problems/too-many-requests"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyThoughtsProblem(TypedDict):
    """You have asked for too many reviews or hints. Wait as long as 'Retry-After' says; a review that somebody has asked for is there for everybody."""

    type: Literal["/problems/too-many-thoughts"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyTokensProblem(TypedDict):
    """The account has, or has made, too many tokens. Revoke one with DELETE /v1/me/tokens/{token}; with `Retry-After`, too many were made in one day: wait, or keep using one."""

    type: Literal["/problems/too-many-tokens"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyWaitingProblem(TypedDict):
    """Too many requests of yours are waiting. End some of them, or wait as long as 'Retry-After' says. One stream of GET /v1/me/events covers all matches."""

    type: Literal["/problems/too-many-waiting"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooManyWebhooksProblem(TypedDict):
    """You have as many webhooks as an account may have. Delete one with DELETE /v1/me/webhooks/{webhook}."""

    type: Literal["/problems/too-many-webhooks"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class TooSlowProblem(TypedDict):
    """The request took too long to arrive. Send the whole request, headers and body, within 20 seconds."""

    type: Literal["/problems/too-slow"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[408]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class Tool(TypedDict):
    type: str
    """The `type` of the moves that it leads to."""
    words: str
    """Its name, its price, and why it cannot be used now."""
    usable: bool
    """Whether a move of this type is possible now."""
    drawing: str
    """An SVG document. Cards that you lack are pale."""


class TournamentAbsence(TypedDict):
    misses: int
    """Number of answers missed in a row after which the others are asked."""
    majority: Literal["all", "most"]
    notice_seconds: int
    """The time between telling the absent player and asking the others."""
    people: bool
    """Whether people may take over seats."""
    handing: bool
    """Whether players may hand over their own seats."""


class TournamentBoard(TypedDict):
    players: list[str | None]
    """Account ids of the first and the second team's; null where nobody is left."""
    match: str | None
    """The match; null: whoever is there has won."""


class TournamentBye(TypedDict):
    round: int
    """The round, from 1."""
    player: str
    """Account id."""


class TournamentChallenge(TypedDict):
    number: int
    """Its number, from 1."""
    player: str
    """Account id of the challenger."""
    rival: str
    """Account id of whoever is challenged."""
    at: str
    """The time of the challenge."""
    answer_by: str
    """Until then the rival can answer; without an answer the challenger takes the place."""
    answer: Literal["accepted", "declined", "silent"] | None
    """`silent`: not answered in time. Null: not answered yet."""
    match: str | None
    """The match, if it was accepted; else null."""
    is_open: bool
    """Whether it waits for an answer, or its match is played."""


class TournamentEncounter(TypedDict):
    round: int
    """The round, from 1."""
    teams: list[int]
    """Both teams. The first has the first seat at the first board, the second at the next, and so on."""
    points: list[int] | None
    """Board points of both; null while a board is open."""
    boards: list[TournamentBoard]


class TournamentEndedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str | None
    """null: it is about no match."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int | None
    """null: no log entry caused it."""
    tournament: str
    """The tournament's id."""
    place: int | None
    """Your place; null: you had withdrawn, or it was cancelled."""
    cancelled: bool
    """Whether it does not take place, because too few had entered."""
    type: Literal["tournament-ended"]


class TournamentRoundEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str | None
    """null: it is about no match."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int | None
    """null: no log entry caused it."""
    tournament: str
    """The tournament's id."""
    round: int
    """The number of the round, from 1."""
    rounds: int
    """The number of rounds."""
    division: int | None
    """Your division in this season, from 1; null: the tournament has none."""
    board: int | None
    """The board at which you play for your team, from 1; null: no teams play."""
    matches: list[str]
    """Your matches in it; none: you pause."""
    type: Literal["tournament-round"]


class TournamentStanding(TypedDict):
    player: str
    """The entrant's account id."""
    name: str | None
    """The player's name; null if the account was deleted or, for who has not entered, hides its profile."""
    place: int | None
    """The place, shared by equals (in a ladder by nobody); null for who is out."""
    points: int
    """Two for each opponent beaten at a table, one for each tied with."""
    direct: int
    """First tie-break: points against those with equally many."""
    strength: int
    """Second: points of the opponents beaten, twice, and of those tied with; Swiss: of all opponents."""
    won: int
    """Third: opponents beaten."""
    played: int
    """Tables that are scored."""
    division: int | None
    """In a league in seasons the division, from 1; 0 for who begins with the next season. Else null."""
    team: int | None
    """In a league of teams the number of the team, whose place it is. Else null."""


class TournamentSummary(TypedDict):
    id: str
    """The tournament's id."""
    name: str
    """The name that its organiser gave it."""
    status: Literal["open", "cancelled", "running", "over"]
    """`open`: one can enter; `cancelled`: there were too few entrants."""
    format: Literal["league", "swiss", "knockout", "seasons", "ladder", "teams"]
    rules: str
    """The rules id."""
    seats: int
    """Seats of each table."""
    rated: bool
    """Whether its results count for ratings."""
    entrants: int
    """Number of entrants: of players, or of teams."""
    most: int
    """The most entrants."""
    closes_at: str
    """The close of entries."""


class TournamentTable(TypedDict):
    match: str
    """The match."""
    round: int
    """Its round or season, from 1; a league has one."""
    players: list[str]
    """Account ids by seat, as drawn."""
    reason: Literal["finished", "resigned", "abandoned", "unplayed"] | None
    """The way it ended; null while it is played."""
    places: list[int] | None
    """Places by seat; null where there are none."""
    voided: bool
    """Whether the operator has voided the result."""


class UnavailableProblem(TypedDict):
    """The service is not available at the moment. Wait as long as 'Retry-After' says and send it again; repeating is safe."""

    type: Literal["/problems/unavailable"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[503]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class UnderWay(TypedDict):
    title: str
    """Its kind, and its owner."""
    facts: list[str]
    """The position, in lines that can each be read alone."""
    since: str
    """The type of the event with which it began: everything since the last such event belongs to it."""
    ahead_title: str
    """A heading for what may still come."""
    ahead: list[str]
    """The cards that may still come, in no particular order."""


class UnseatedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    type: Literal["unseated"]


class UriTooLongProblem(TypedDict):
    """The address of the request is too long. Make it shorter: no operation needs more than 8192 characters."""

    type: Literal["/problems/uri-too-long"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[414]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class Vacation(TypedDict):
    first: str
    """Like 2026-12-24, in the time zone of your account."""
    last: str
    """The last day (inclusive)."""
    state: Literal["to-come", "now", "over"]


class VacationDays(TypedDict):
    year: int
    days: int


class VacationList(TypedDict):
    days_a_year: int
    """The days that everybody may take in a year."""
    left: list[VacationDays]
    """This year and the next."""
    vacations: list[Vacation]


class VacationRequest(TypedDict, closed=True):
    last: str
    """Its last day (inclusive), like 2026-12-31, in the time zone of your account."""


class VolunteeredBody(TypedDict, closed=True):
    by: int | None
    player: str
    """A player's id: 1 to 64 visible letters of ASCII."""
    seat: int
    key: NotRequired[str]
    """32 bytes of base64url."""


class VolunteeredEntry(TypedDict, closed=True):
    """Somebody is ready to play on in a seat, or wants to come back to it."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["volunteered"]
    body: VolunteeredBody


class VoteReceipt(TypedDict):
    match: str
    seat: int
    seq: int
    commitment: str | None
    """null"""
    custody: str | None
    """null"""
    received: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """The entry of the log that tells it."""
    head: str
    """The log's head after it."""
    key: str
    """Short name of the key that signs."""
    protocol: Literal["siegelpost/1"]
    act: Literal["vote"]
    decision: Literal["vote"]
    absent: int
    """The seat that is missed."""
    choice: Literal["wait", "bot", "win", "person"]
    player: NotRequired[str]
    """The chosen person, with `person`; otherwise missing."""


class VoteRequest(TypedDict, closed=True):
    choice: Literal["wait", "bot", "win", "person"]
    """`wait`, `bot`: a bot takes the seat, `win`: the match ends without the seat, `person`: `player` takes the seat, or comes back to it."""
    player: NotRequired[str]
    """With `person`: one of `substitutes` in `absence` of the match for this seat."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""


class Voted(TypedDict):
    receipt: VoteReceipt
    signature: str
    """Ed25519 over the receipt, base64url."""
    checkpoint: str | None
    """The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt (protocol section 13)."""


class VotedBody(TypedDict, closed=True):
    absent: int
    seat: int
    choice: Literal["wait", "bot", "win", "person"]
    player: NotRequired[str]
    """A player's id: 1 to 64 visible letters of ASCII."""
    signature: NotRequired[str]
    """64 bytes of base64url."""


class VotedEntry(TypedDict, closed=True):
    """A seat says what it wants about one that is missed."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["voted"]
    body: VotedBody


class WaitingAbsence(TypedDict):
    match: str
    title: str
    rules: str
    seat: int
    """Your own."""
    missed: MissedAnswers


class WaitingConsent(TypedDict):
    match: str
    title: str
    rules: str
    seat: int
    """Your own."""
    change: KeyChange


class WaitingHanding(TypedDict):
    match: str
    title: str
    rules: str
    seat: int
    """Your own."""
    handing: SeatHandedOver


class WaitingLetter(TypedDict):
    kind: str
    match: str | None
    """null for news about your account."""
    at: str
    """The time of the event."""
    send_at: str
    """The time when it goes out, unless it is out of date by then."""


class WaitingReveal(TypedDict):
    match: str
    title: str
    rules: str
    seat: int
    deadline_at: str | None
    """RFC 3339, UTC, milliseconds."""
    seconds_left: int | None


class Webhook(TypedDict):
    id: str
    url: str
    name: str
    """Your name for it; may be empty."""
    kinds: list[str]
    """Types of events that it gets; none: all."""
    matches: list[str]
    """Matches whose events it gets; none: all."""
    ordered: bool
    """Whether an event waits for earlier ones of its match."""
    state: Literal["unconfirmed", "active", "disabled"]
    """Only an active webhook is sent events."""
    reason: str | None
    """The reason why it is disabled: gone (it answered 410), failing (nothing else for days), operator, restored (backup)."""
    why: str | None
    """The note of the operator who disabled it; null: no operator did."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    failing_since: str | None
    """Since when nothing has arrived; null: the last attempt was a success."""
    public_key: str
    """`whpk_` and base64: its Ed25519 signatures (`v1a`) hold under it."""
    previous_public_key: str | None
    """The previous key, for as long as it also signs."""
    overlap_until: str | None
    """Until when the previous keys also sign."""
    ends_with: str | None
    """The id of the program's token with which it ends; null: it stays."""


class WebhookAttempt(TypedDict):
    event: str
    """The id of the event; empty if the attempt was not about a single event."""
    type: str
    """Its type."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    attempt: int
    """The number of the attempt for this event, from 1."""
    state: str
    """delivered, retry (it is tried again), failed (given up), missed (never sent); more may come."""
    status: int | None
    """The status of the answer; null: there was none."""
    duration_ms: int
    """Its duration in milliseconds."""
    answer: str
    """The error, or the beginning of a refusal, in one line."""
    retry_at: str | None
    """RFC 3339, UTC, milliseconds."""


class WebhookAttempts(TypedDict):
    attempts: list[WebhookAttempt]


class WebhookDisabledEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str | None
    """null: it is about no match."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int | None
    """null: no log entry caused it."""
    webhook: str
    """Its id."""
    reason: str
    """Why: gone (it answered 410), failing (nothing else for days), operator, restored (backup)."""
    type: Literal["webhook-disabled"]


class WebhookList(TypedDict):
    webhooks: list[Webhook]


class WebhookNotActiveProblem(TypedDict):
    """The webhook is not active. Send it a test with POST /v1/me/webhooks/{webhook}/test: when it answers with 2xx it is active."""

    type: Literal["/problems/webhook-not-active"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


Match1: TypeAlias = str


class WebhookRequest(TypedDict, closed=True):
    url: str
    """Gets a `POST` for each event. https to a public address; no user name, no fragment."""
    name: NotRequired[str]
    """Your name for it; may be left out. One line, nothing invisible, no `=?`; kept in NFC with single spaces."""
    kinds: NotRequired[
        list[
            Literal[
                "your-turn",
                "deadline-near",
                "opening-needed",
                "you-are-missed",
                "absence-asked",
                "handing-asked",
                "substitute-asked",
                "time-requested",
                "invited",
                "entropy-needed",
                "key-asked",
                "resolved",
                "started",
                "over",
                "said",
                "said-at-table",
                "more-time",
                "time-decided",
                "table-pause",
                "handing-ended",
                "seat-taken-over",
                "substitute-ready",
                "unseated",
                "key-changed",
                "tournament-round",
                "challenge-received",
                "challenge-decided",
                "tournament-ended",
                "removed-from-team",
                "webhook-disabled",
                "table-awaits",
            ]
        ]
    ]
    """Types of events that it gets; none: all, including those of later releases."""
    matches: NotRequired[list[Match1]]
    """Matches whose events it gets; none: all, and events that concern no match."""
    ordered: NotRequired[bool]
    """Whether an event waits until earlier ones of its match have arrived or were given up; left out: false."""


class WebhookSecret(TypedDict):
    secret: str
    """`whsec_` and base64: its HMAC-SHA256 signatures (`v1`) are made with it."""
    webhook: Webhook


class WebhookTest(TypedDict):
    event: str
    """The id of its event: `webhook-id` of the request, and `event` of the attempt."""


class WhatIf(TypedDict):
    seat: int
    player: str | None
    """null for a free seat, which counts as a newcomer's."""
    rating: int
    """Now."""
    first: int
    """After winning alone."""
    drawn: int
    """After everybody has drawn."""
    last: int
    """After coming last alone."""


class WhatIfs(TypedDict):
    seats: list[WhatIf]
    """Empty if the table is not rated."""


class WishedBody(TypedDict, closed=True):
    pause: bool
    seat: int
    signature: NotRequired[str]
    """64 bytes of base64url."""


class WishedEntry(TypedDict, closed=True):
    """A seat wants a pause, or no longer wants it."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["wished"]
    body: WishedBody


class WitnessInfo(TypedDict):
    name: str
    vkey: str
    """Its verifier key (c2sp.org/signed-note)."""


class WorkNeededProblem(TypedDict):
    """A proof of work is needed. Answer 'challenge' and send the request again with its proof as 'Proof-Of-Work', within five minutes and from the same network: the digest PBKDF2-HMAC-SHA-256 of password 'text', salt N (decimal digits) and 1000 iterations must begin with 'bits' zero bits; the header is 'text', a dot and N. Or wait as long as 'Retry-After' says."""

    type: Literal["/problems/work-needed"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[429]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    challenge: NotRequired[Challenge]
    """Beside `work-needed`: what `Proof-Of-Work` has to answer."""


class WrongEntropyProblem(TypedDict):
    """This is not the entropy that the seat committed to. Send exactly the 32 bytes whose commitment was sent on joining; you may correct this until the deadline."""

    type: Literal["/problems/wrong-entropy"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class WrongFormProblem(TypedDict):
    """This decision takes another form of answer. Seal sealed decisions (commitment), answer open ones (move)."""

    type: Literal["/problems/wrong-form"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class WrongHostProblem(TypedDict):
    """This service does not serve that host name. Use the address of SIEGELPOST_PUBLIC_URL; its operator adds further names to SIEGELPOST_ALLOWED_HOSTS."""

    type: Literal["/problems/wrong-host"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[421]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class WrongOpeningProblem(TypedDict):
    """This is not the opening of the locked commitment. Send exactly the opening that was committed to."""

    type: Literal["/problems/wrong-opening"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class YouAreMissedEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    about: int
    """The seat that is missed."""
    until_at: str
    """RFC 3339, UTC, milliseconds."""
    choices: list[str]
    """Your possible votes; none where the seat is yours."""
    type: Literal["you-are-missed"]


class YourTurnEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    decision: EventDecision
    deadline_at: str | None
    """RFC 3339, UTC, milliseconds."""
    type: Literal["your-turn"]


class Absence(TypedDict):
    misses: int
    """Number of answers missed in a row after which the others are asked."""
    majority: Literal["all", "most"]
    notice_seconds: int
    """The time between telling the absent player and asking the others."""
    missed: list[MissedAnswers]
    people: bool
    """Whether people may take over seats (protocol section 12.15)."""
    substitutes: list[Substitute]
    taken_over: list[TakenOver]
    requests: list[AskedSubstitute]
    handing: HandingRule | None
    """The terms for handing over one's own seat; null: nobody can."""
    handings: list[SeatHandedOver]
    """Seats whose players want to hand them over, still undecided."""
    may_hand: MayHand | None
    """The ways in which you may hand over your seat now; null: none."""
    may_ask: list[int]
    """The seats for which you may ask somebody."""
    may_stand_in: list[int]
    """The seats in which you are asked to play on (with your account, or the invitation of this request), or to which you may ask to come back."""


class AlreadySeatedProblem(TypedDict):
    """You sit at this table already. Leave your seat first to take another."""

    type: Literal["/problems/already-seated"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


Anno17011MoveCounter: TypeAlias = Anno1701CounterAccept | Anno1701CounterReject
"""Is the counter-offer accepted?"""


Anno17011MoveDemand: TypeAlias = Anno1701DemandDemand | Anno1701DemandDecline
"""Which good is demanded?"""


class Anno17011MoveHunt(TypedDict, closed=True):
    """Which good does the pirate hunt bring?"""

    type: Literal["take"]
    good: str
    order: NotRequired[Literal["W2", "W2-default"]]
    """The row of the standing orders that answered, see the log's `by`."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


Anno17011MoveMeet: TypeAlias = (
    Anno1701MeetSail | Anno1701MeetFight | Anno1701MeetRoll | Anno1701MeetPay | Anno1701MeetBuy
)
"""What is done about the voyage card?"""


Anno17011MoveOffer: TypeAlias = Anno1701OfferAccept | Anno1701OfferReject | Anno1701OfferCounter
"""Is the offer accepted? A counter-offer names what its maker gives and takes."""


class Anno17011MovePit(TypedDict, closed=True):
    """Which landscape is the demanded good taken from?"""

    type: Literal["pit"]
    landscape: str
    """An own landscape, such as L4."""
    order: NotRequired[Literal["W3", "W3-default"]]
    """The row of the standing orders that answered, see the log's `by`."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


class Anno17011MovePrize(TypedDict, closed=True):
    """Which good is the prize?"""

    type: Literal["take"]
    good: str
    order: NotRequired[Literal["W2", "W2-default"]]
    """The row of the standing orders that answered, see the log's `by`."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


Anno17011MoveTheatre: TypeAlias = Anno1701TheatreCancel | Anno1701TheatreAllow
"""Is the attack cancelled for gold?"""


Anno17011MoveVoyage: TypeAlias = Anno1701VoyageReveal | Anno1701VoyageStop
"""Is another voyage card revealed?"""


class Anno17011MoveYield(TypedDict, closed=True):
    """Which good does the guild house bring?"""

    type: Literal["take"]
    good: str
    order: NotRequired[Literal["W2", "W2-default"]]
    """The row of the standing orders that answered, see the log's `by`."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


class Anno1701ActBank(TypedDict, closed=True):
    type: Literal["bank"]
    give: Anno1701GiveName
    take: str
    pay: NotRequired[list[PayItem]]
    """The landscapes the goods are taken from, one entry for each good. If left out, from the fullest."""
    gold: NotRequired[list[GoldItem]]
    """Gold taken from the left and the right village centre. If left out, from the fuller."""
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


class Anno1701ActBuild(TypedDict, closed=True):
    type: Literal["build"]
    card: str
    """The id of a card in the own hand."""
    pay: NotRequired[list[PayItem]]
    """The landscapes the goods are taken from, one entry for each good. If left out, from the fullest."""
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


class Anno1701ActLodge(TypedDict, closed=True):
    type: Literal["lodge"]
    slot: int
    """A card's position in the hand, counted from 0."""
    under: Anno1701UnderName
    """A draw pile: numeral and half."""
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""
    prefer: NotRequired[Anno1701ActBuildPrefer]


class Anno1701BankMove(TypedDict, closed=True):
    """Give three of one good, or three gold, for one other; `take` is a token or `G`."""

    step: NotRequired[int]
    order: NotRequired[str]
    prefer: NotRequired[Anno1701Preferences]
    pay: NotRequired[list[str]]
    gold: NotRequired[list[int]]
    type: Literal["bank"]
    give: str
    take: str


class Anno1701BuildMove(TypedDict, closed=True):
    """Build a card of the own hand."""

    step: NotRequired[int]
    order: NotRequired[str]
    prefer: NotRequired[Anno1701Preferences]
    pay: NotRequired[list[str]]
    type: Literal["build"]
    card: str


Anno1701CastawaysCard = TypedDict(
    "Anno1701CastawaysCard",
    {"if": Anno1701CastawaysCardIf, "id": str, "op": Literal["castaways"], "gold": int},
    closed=True,
)


class Anno1701CloseDraw(TypedDict, closed=True):
    type: Literal["draw"]
    pile: Anno1701UnderName
    """A draw pile: numeral and half."""
    prefer: NotRequired[Anno1701ActBuildPrefer]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


class Anno1701CloseExchange(TypedDict, closed=True):
    type: Literal["exchange"]
    slot: int
    """A card's position in the hand, counted from 0."""
    under: Anno1701UnderName
    """A draw pile: numeral and half."""
    prefer: NotRequired[Anno1701ActBuildPrefer]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


class Anno1701CloseSearch(TypedDict, closed=True):
    type: Literal["search"]
    pile: Anno1701UnderName
    """A draw pile: numeral and half."""
    gold: NotRequired[list[GoldItem]]
    """Gold taken from the left and the right village centre. If left out, from the fuller."""
    prefer: NotRequired[Anno1701ActBuildPrefer]
    step: NotRequired[int]
    """Set by the turn list that answered, never by a seat: how many answers it had given in this turn before."""


Anno1701DockMove = TypedDict(
    "Anno1701DockMove",
    {
        "step": NotRequired[int],
        "order": NotRequired[str],
        "prefer": NotRequired[Anno1701Preferences],
        "from": str,
        "to": str,
        "type": Literal["dock"],
    },
    closed=True,
)


class Anno1701EndMove(TypedDict, closed=True):
    """End the actions: `close` goes on to the closing phase, `fill` fills the hand, `finish` does nothing more."""

    step: NotRequired[int]
    order: NotRequired[str]
    prefer: NotRequired[Anno1701Preferences]
    type: Literal["close", "fill", "finish"]


Anno1701Event: TypeAlias = (
    Anno1701SettledEvent
    | Anno1701HandEvent
    | Anno1701StartRollEvent
    | Anno1701BeginsEvent
    | Anno1701PrefersEvent
    | Anno1701RolledEvent
    | Anno1701ProducedEvent
    | Anno1701LapsedEvent
    | Anno1701GainedEvent
    | Anno1701GaveUpEvent
    | Anno1701TaxEvent
    | Anno1701DeclinedEvent
    | Anno1701DemandedEvent
    | Anno1701PowerEvent
    | Anno1701BuiltEvent
    | Anno1701UpgradedEvent
    | Anno1701RepairedEvent
    | Anno1701BankEvent
    | Anno1701DockedEvent
    | Anno1701PushedUnderEvent
    | Anno1701PushedEvent
    | Anno1701FetchedEvent
    | Anno1701PlayedEvent
    | Anno1701GotGoldEvent
    | Anno1701AllowedEvent
    | Anno1701CancelledEvent
    | Anno1701StolenEvent
    | Anno1701EmptiedEvent
    | Anno1701AgitatedEvent
    | Anno1701SpiedEvent
    | Anno1701TookCardEvent
    | Anno1701CardTakenEvent
    | Anno1701OfferedEvent
    | Anno1701CounteredEvent
    | Anno1701RejectedEvent
    | Anno1701WithdrawnEvent
    | Anno1701ExchangedEvent
    | Anno1701SailsEvent
    | Anno1701RevealedEvent
    | Anno1701ReturnedEvent
    | Anno1701DamagedEvent
    | Anno1701CannotBuyEvent
    | Anno1701EscapedEvent
    | Anno1701TooSlowEvent
    | Anno1701SailedOnEvent
    | Anno1701PaidTributeEvent
    | Anno1701FoughtEvent
    | Anno1701WonFightEvent
    | Anno1701LostFightEvent
    | Anno1701FlotsamEvent
    | Anno1701DrewEvent
    | Anno1701SearchesEvent
    | Anno1701LookedEvent
    | Anno1701FoundEvent
    | Anno1701CardEvent
    | Anno1701EndedEvent
)


class Anno1701FlotsamCard(TypedDict, closed=True):
    """Flotsam for which the voyager may roll."""

    id: str
    op: Literal["flotsam"]
    optional: Literal[True]
    table: list[Anno1701FlotsamRow]


class Anno1701LodgeLodge(TypedDict, closed=True):
    type: Literal["lodge"]
    slot: int
    """A card's position in the hand, counted from 0."""
    under: Anno1701UnderName
    """A draw pile: numeral and half."""
    order: NotRequired[Literal["W6", "W6-default"]]
    """The row of the standing orders that answered, see the log's `by`."""


class Anno1701LodgeMove(TypedDict, closed=True):
    """Change a hand card for the top of the discard."""

    step: NotRequired[int]
    order: NotRequired[str]
    prefer: NotRequired[Anno1701Preferences]
    slot: int
    under: str
    type: Literal["lodge"]


class Anno1701OfferMove(TypedDict, closed=True):
    """Offer goods and gold to the other player."""

    step: NotRequired[int]
    order: NotRequired[str]
    prefer: NotRequired[Anno1701Preferences]
    pay: NotRequired[list[str]]
    store: NotRequired[list[str]]
    gold: NotRequired[list[int]]
    into: NotRequired[list[int]]
    type: Literal["offer"]
    give: str
    take: str


class Anno1701OrdersTrade(TypedDict, closed=True):
    """A standing offer: give at most ``give`` for at least ``take``."""

    give: str
    """Goods, one letter each, G for gold: ZZG is two bricks and one gold."""
    take: str
    """Goods, one letter each, G for gold: ZZG is two bricks and one gold."""
    keep: NotRequired[list[Anno1701OrdersTradeKeep]]
    """The goods that must be left afterwards."""
    times: NotRequired[int]
    """Maximum times per turn; once if left out."""


class Anno1701OrdersTurnCloseCardsTake(TypedDict, closed=True):
    """Draw from a pile, or search it by a ranking."""

    pile: Anno1701UnderName
    """A draw pile: numeral and half."""
    rank: NotRequired[list[RankItem]]
    """Cards by name, the best first."""


class Anno1701OrdersTurnCloseVoyage(TypedDict, closed=True):
    type: Literal["voyage"]
    card: NotRequired[str]
    """The ship card that joins."""
    stop: NotRequired[list[Anno1701OrdersTurnCloseVoyageStop]]
    tribute: NotRequired[Anno1701OrdersTurnCloseVoyageTribute]
    siege: NotRequired[Anno1701OrdersTurnCloseVoyageSiege]
    buy: NotRequired[list[Anno1701OrdersTurnCloseVoyageBuy]]
    flotsam: NotRequired[Anno1701OrdersTurnCloseVoyageFlotsam]


class Anno1701OrdersTurnDoDoLodge(TypedDict, closed=True):
    type: Literal["lodge"]
    slot: int
    """A card's position in the hand, counted from 0."""
    under: Anno1701UnderName
    """A draw pile: numeral and half."""


class Anno1701OrdersTurnDoIfAfter(TypedDict, closed=True):
    """The result of an earlier entry of the list."""

    entry: int
    result: Anno1701ResultName


class Anno1701PlayMove(TypedDict, closed=True):
    """Play an action card, against a landscape or a village centre if it needs one."""

    step: NotRequired[int]
    order: NotRequired[str]
    prefer: NotRequired[Anno1701Preferences]
    landscape: NotRequired[str]
    centre: NotRequired[int]
    type: Literal["play"]
    card: str


class Anno1701PlayerShown(TypedDict, closed=True):
    """A settlement and what is derived from its cards."""

    side: Literal["lion", "dragon"]
    landscapes: list[Anno1701LandscapeShown]
    goods: dict[str, int]
    """The landscape goods."""
    luxury: dict[str, int]
    """Rum and tobacco in the warehouses."""
    ship: Anno1701ShipShown
    gold: list[int]
    """Gold in the left and in the right village centre."""
    residents: list[int]
    """The level of each of the four inhabitants: 0 pioneer, 1 settler, 2 citizen, 3 merchant."""
    buildings: list[Anno1701BuildingCard | Anno1701ActionCard]
    hand: list[Anno1701BuildingCard | Anno1701ActionCard] | None
    """`None`: hidden from this viewer."""
    numerals: list[int]
    """The numerals on the backs of the hand; of a hidden hand in ascending order."""
    prefer: Anno1701Preferences
    points: int
    """Favour points."""
    level: int
    """The highest numeral of the piles the player may draw from."""
    unhappy: int
    happy: int
    speed: int
    strength: int
    """Cannons."""
    bags: int
    """Money bags."""


class Anno1701SeenPile(TypedDict, closed=True):
    """The pile the viewer searches."""

    pile: str
    slips: list[Anno1701Slip]


Anno1701StormCard = TypedDict(
    "Anno1701StormCard", {"if": Anno1701StormCardIf, "id": str, "op": Literal["storm"], "ship": int}, closed=True
)


Seen: TypeAlias = (
    Anno1701TraderCard
    | Anno1701SiegeCard
    | Anno1701TributeCard
    | Anno1701CliffsCard
    | Anno1701StormCard
    | Anno1701FlotsamCard
    | Anno1701CastawaysCard
)


class Anno1701VoyageShown(TypedDict, closed=True):
    """A voyage on its way."""

    card: Anno1701BuildingCard | Anno1701ActionCard | None
    """The ship card that joined."""
    speed: int
    """Maximum number of voyage cards to reveal."""
    strength: int
    seen: list[Seen]
    """The cards revealed, in their order."""


AnyCompleteOptions: TypeAlias = (
    KontorCompleteOptions | PacketRowCompleteOptions | Anno1701CompleteOptions | SeafarersCompleteOptions
)
"""All options of a game."""


AnyOptions: TypeAlias = Kontor1Options | PacketRow1Options | Anno17011Options | Seafarers1Options
"""Options of a game; anything left out has the rules' default."""


class BadJsonProblem(TypedDict):
    """The body is not strict JSON. Send UTF-8 JSON without duplicate keys, fractions, NaN, NUL, lone surrogates or deep nesting."""

    type: Literal["/problems/bad-json"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[400]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class BadRequestProblem(TypedDict):
    """The request cannot be read. Correct the request; sending it again as it is will not help."""

    type: Literal["/problems/bad-request"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[400]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class BlockList(TypedDict):
    blocks: list[NamedBlock]


class BlockedProblem(TypedDict):
    """The account is blocked. Write to the operator of this installation. You can still read, export your data, and delete your account."""

    type: Literal["/problems/blocked"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class BotDeclinesProblem(TypedDict):
    """The bot does not take this challenge. 'errors' says why: choose another game, another bot, or wait."""

    type: Literal["/problems/bot-declines"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class BotListFullProblem(TypedDict):
    """The list of bots is full. Make the bot without 'listed', and tell people its id."""

    type: Literal["/problems/bot-list-full"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class CannotChallengeProblem(TypedDict):
    """You cannot challenge this player now. 'rivals' of GET /v1/tournaments/{tournament} lists whom you can challenge."""

    type: Literal["/problems/cannot-challenge"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class ChallengeOverProblem(TypedDict):
    """The challenge waits for no answer any more. GET /v1/tournaments/{tournament} says in 'challenges' what became of it."""

    type: Literal["/problems/challenge-over"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class ChannelClosedProblem(TypedDict):
    """You cannot talk to your partner now. Look at 'channels' of the match: partners can talk only while it lists one of theirs."""

    type: Literal["/problems/channel-closed"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class ChoiceNotOfferedProblem(TypedDict):
    """This match does not offer that choice. Choose one of 'choices' of the seat in 'absence' of the match."""

    type: Literal["/problems/choice-not-offered"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class ClientCustodyDemandedProblem(TypedDict):
    """This match demands client custody. Send only the commitment and open it after the lock."""

    type: Literal["/problems/client-custody-demanded"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class ClientCustodyTakenProblem(TypedDict):
    """This seat seals with escrow from now on. It left two commitments unopened: send 'opening' or 'move'."""

    type: Literal["/problems/client-custody-taken"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class ClosedBody(TypedDict, closed=True):
    outcome: Outcome | None
    reason: ReasonName
    seed: str
    """32 bytes of base64url."""
    by: NotRequired[Literal["operator"]]
    seats: NotRequired[list[Seat]]
    why: NotRequired[str]
    """One line of 1 to 200 characters."""


class ClosedEntry(TypedDict, closed=True):
    """The match is over."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["closed"]
    body: ClosedBody


class CodeWrongProblem(TypedDict):
    """The login code is not valid. It is wrong, used, superseded by a later one or too old: ask for a new one with POST /v1/login."""

    type: Literal["/problems/code-wrong"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class ConflictProblem(TypedDict):
    """Another act of this seat came first. Look at 'act', then name its seq in 'replaces'."""

    type: Literal["/problems/conflict"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class CreatedAbsence(TypedDict, closed=True):
    majority: Literal["all", "most"]
    misses: int
    notice_seconds: int
    handing: NotRequired[CreatedAbsenceHanding]
    substitutes: NotRequired[bool]


class CreatedPaceKind(TypedDict, closed=True):
    kind: Literal["duration"]
    seconds: int
    counted: NotRequired[CreatedPaceKindCounted]


class DeadlineNearEvent(TypedDict):
    id: str
    """The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored."""
    cursor: str
    """Cursor to continue after this event."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    match: str
    """The match it is about."""
    seat: int | None
    """Your seat there; null: none (yet)."""
    n: int
    """The log entry that caused it."""
    decision: EventDecision
    deadline_at: str | None
    """RFC 3339, UTC, milliseconds."""
    type: Literal["deadline-near"]


class Decision(TypedDict):
    id: str
    """Names place and time; occurs once in a match."""
    kind: str
    """Its moves' schema is in GET /v1/rules/{rules}."""
    seats: list[int]
    """The seat that answers."""
    sealed: bool
    """Answered with commitments that are all opened at once; otherwise openly, by one seat."""
    optional: bool
    """May be answered, but nobody waits for it."""
    phase: Literal["open", "opening"]
    """`opening`: locked, openings of client custody are awaited."""
    head: str
    """Log head of the entry that opened it: an opening names it."""
    n: int
    """Number of that entry."""
    awaited: list[int]
    """Seats whose openings are awaited since the lock."""
    opened_at: str
    """RFC 3339, UTC, milliseconds."""
    deadline_at: str | None
    """RFC 3339, UTC, milliseconds."""
    opening_ends_at: str | None
    """Until when openings are awaited."""
    left_until_at: str | None
    """Until when the rules' default orders leave it to you because you are looking at the table (`here` of `GET /v1/matches/{match}`); null: they do not leave it to you, or it is not yours."""
    seconds_left: int | None
    """Until the deadline, or the end of the openings."""
    committed: list[int]
    """Seats that have committed at some time. Your own bit is exact; others' are refreshed only at coarse intervals and not in the last minutes. Not covered by the ETag."""
    custody: Literal["any", "client", "escrow"]
    """In whose custody you may seal: either, or only this one."""
    next_seq: int | None
    """The number of your next act, which a seat with a key signs; null if you are not asked."""
    mine: OwnAct | None
    """Your own last act."""


class DecisionList(TypedDict):
    decisions: list[Decision]
    server_time: str
    """RFC 3339, UTC, milliseconds."""


class Delivery(TypedDict):
    channel: str
    """mail, digest, push (web push); more may come."""
    mail: str
    """Left side of its Message-ID, where it is a mail."""
    match: str | None
    """null for mails about your account."""
    kinds: list[str]
    state: str
    """sent, plain (a plain letter in its place), retry, dead, ambiguous (nobody can know), dropped; more may come."""
    attempt: int
    at: str
    """RFC 3339, UTC, milliseconds."""
    answer: str
    """The mail server's answer, or the outcome in your browsers."""
    dropped: list[DroppedNews]
    retry_at: str | None
    """RFC 3339, UTC, milliseconds."""


class DeliveryList(TypedDict):
    deliveries: list[Delivery]
    bounces: list[Bounce]
    """Reports of the last 30 days that still count, newest first."""


class DisclosedBody(TypedDict, closed=True):
    messages: list[DisclosedMessage]


class DisclosedEntry(TypedDict, closed=True):
    """The opened message."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["disclosed"]
    body: DisclosedBody


class EntriesClosedProblem(TypedDict):
    """Entries to the tournament have closed, or it is over. Look for another one in GET /v1/tournaments."""

    type: Literal["/problems/entries-closed"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class EntropyRequiredProblem(TypedDict):
    """This match wants entropy from every seat. Draw 32 random bytes and commit to them in 'entropy_commitment' (protocol section 12.2)."""

    type: Literal["/problems/entropy-required"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class EscrowDemandedProblem(TypedDict):
    """This decision takes escrow only. Send 'opening' or 'move': in this decision, never opening a seal would be as good as a move."""

    type: Literal["/problems/escrow-demanded"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class EventsGoneProblem(TypedDict):
    """Events after this point are no longer kept. Look at GET /v1/me/waiting and GET /v1/me/matches for what stands now, then follow with `after=now`."""

    type: Literal["/problems/events-gone"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[410]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""


class ExportedBot(TypedDict):
    bot: Bot
    tokens: list[TokenInfo]


class ExportedChat(TypedDict):
    chat: Chat
    attempts: list[WebhookAttempt]


class ExportedWebhook(TypedDict):
    webhook: Webhook
    attempts: list[WebhookAttempt]


class ExtendedDecision(TypedDict, closed=True):
    decision: str
    """1 to 64 of [a-z0-9._/@-]."""
    deadline: str
    """RFC 3339, UTC, milliseconds."""
    by: Literal["server"]
    lost: list[ExtendedDecisionLost]
    opening_deadline: NotRequired[str]
    """RFC 3339, UTC, milliseconds."""


class Extension(TypedDict):
    receipt: ExtensionReceipt
    signature: str
    """Ed25519 over the receipt, base64url."""
    checkpoint: str | None
    """The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt (protocol section 13)."""


class Extensions(TypedDict):
    seconds: int
    """The time by which a deadline moves."""
    times: int
    """The limit for each seat in the whole match."""
    taken: list[int]
    """The number used so far, by seat."""
    mine: MyExtensions | None
    """Your options; null if you have no seat."""


class FollowUp(TypedDict):
    words: str
    """All of it in words."""
    answers: list[FollowUpAnswer]
    """In this order: give each once a decision of its kind asks you and lists the move. If something else is asked first, give none of those that are left."""


class GoneProblem(TypedDict):
    """The decision is no longer open. Load the match again and look at its decisions."""

    type: Literal["/problems/gone"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class Here(TypedDict):
    receipt: HereReceipt
    signature: str
    """Ed25519 over the receipt, base64url."""
    checkpoint: str | None
    """The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt (protocol section 13)."""


class IllegalMoveProblem(TypedDict):
    """The rules do not allow this move. See 'errors'; GET .../moves lists what is legal now."""

    type: Literal["/problems/illegal-move"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class KeptEntry(TypedDict, closed=True):
    """The time to answer is over: a seat that its player wanted to hand over stays with them."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["kept"]
    body: LeftBody


class Kontor1ChoosePlay(TypedDict, closed=True):
    """Only with pass_mode declare. Both cards become public when the seal is opened. Without if_alone, the seat is asked again (alone) if the opponent passes. At a table for four the same card is played then."""

    type: Literal["play"]
    card: KontorCardName
    """The id of a card in the own hand."""
    if_alone: KontorCardName
    """The card to play instead if the opponent passes; may be the same."""


class Kontor1MoveAlone(TypedDict, closed=True):
    """The opponent has passed: which card is played?"""

    type: Literal["play"]
    card: KontorCardName
    """The id of a card in the own hand."""


Kontor1MoveBuy: TypeAlias = KontorBuyBuy | KontorBuyDecline | KontorBuyFine
"""The sealed decision before a round whether a special card is bought."""


Kontor1MoveChoose: TypeAlias = Kontor1ChoosePlay | KontorChoosePlay | KontorChoosePass | KontorChooseForfeit
"""The sealed choice of a round."""


Kontor1MoveContest: TypeAlias = KontorContestShow | KontorBuyFine
"""Two want the last special card: the higher number buys it."""


Kontor1MoveShip: TypeAlias = KontorShipStay | Kontor1ShipSail2 | Kontor1ShipSail | KontorShipSail
"""Before laying a card with a ship symbol: is the ship moved?"""


class KontorCardFace(TypedDict, closed=True):
    """A card lying open, with everything printed on it."""

    id: str
    """The card's id in moves and orders, `C36` or `A` (the anchor)."""
    number: int | None
    """Decides who goes first; none on the anchor, perhaps none on special cards."""
    type: Literal["quay", "crane", "pub", "canal", "anchor", "flood", "bridge", "customs"]
    owner: Literal["red", "black", "neutral"]
    goods: str
    """Up to three letters: T (tea), W (wine), S (spice). Empty on a card without warehouses."""
    symbol: KontorCardFaceSymbol


class KontorFieldShown(TypedDict, closed=True):
    """An occupied field."""

    at: list[int]
    card: KontorCardFace
    under: list[KontorCardFace]
    """Cards beneath this one, lowest first."""
    sector: int | None
    """The index of its sector among `sectors`; none for water."""


class KontorLastRound(TypedDict, closed=True):
    """Changes to the board so far this round, to be highlighted."""

    laid: list[list[int]]
    removed: list[list[int]]
    ship: KontorVoyage | None


KontorMove: TypeAlias = (
    Kontor1MoveBuy | Kontor1MoveContest | Kontor1MoveChoose | Kontor1MoveAlone | Kontor1MoveShip | Kontor1MovePlace
)
"""A move, by rules and kind of decision (`Decision.kind`)."""


Ship: TypeAlias = KontorOrdersPlanShipStay | KontorOrdersPlanShipSail


KontorOrdersPlan1 = TypedDict(
    "KontorOrdersPlan1",
    {
        "card": NotRequired[Kontor1CardName],
        "round": NotRequired[int],
        "if": NotRequired[
            list[KontorOrdersPlanIfHolds | KontorOrdersPlanIfFree | KontorOrdersPlanIfShip | KontorOrdersPlanIfPassed]
        ],
        "ship": list[Ship],
        "place": NotRequired[list[PlaceItem]],
    },
    closed=True,
)


KontorOrdersPlan2 = TypedDict(
    "KontorOrdersPlan2",
    {
        "card": NotRequired[Kontor1CardName],
        "round": NotRequired[int],
        "if": NotRequired[
            list[KontorOrdersPlanIfHolds | KontorOrdersPlanIfFree | KontorOrdersPlanIfShip | KontorOrdersPlanIfPassed]
        ],
        "ship": NotRequired[list[Ship]],
        "place": list[PlaceItem],
    },
    closed=True,
)


KontorOrdersPlan: TypeAlias = KontorOrdersPlan1 | KontorOrdersPlan2


class KontorPileShown(TypedDict, closed=True):
    """A pile: its visible top card, and how many cards it has."""

    top: KontorCardFace | None
    count: int
    cards: NotRequired[list[KontorCardFace]]
    """All of it, from the top, where the match is played with open quay piles."""


class KontorPlayedShown(TypedDict, closed=True):
    """A card played this round."""

    card: KontorCardFace
    status: Literal["waiting", "laid", "returned"]


class KontorRevealedEvent(TypedDict, closed=True):
    """The choices that become public, by seat."""

    to: NotRequired[list[int]]
    type: Literal["revealed"]
    choices: list[KontorSeatCard | KontorSeatPass]


class KontorView(TypedDict, closed=True):
    """The table of Kontor as one viewer sees it."""

    game: Literal["kontor"]
    preset: str
    options: KontorOptions
    seat: int | None
    """The viewer's seat; null for a spectator."""
    round: int
    stage: Literal["buy", "contest", "choose", "alone", "ship", "place", "over"]
    teams: list[int]
    """By seat: its team."""
    opposite: list[int]
    """By seat: the seat opposite. A seat pays harbour tax for coin cards of this seat only."""
    colours: list[Literal["red", "black"]]
    """By team."""
    money: list[int]
    """By seat."""
    bank: int
    hands: list[list[KontorCardFace] | None]
    """By seat; only the viewer's own hand is shown."""
    hand_counts: list[dict[Literal["quay", "canal", "special"], int]]
    """By seat: how many cards of each kind the hand holds."""
    quay_piles: list[KontorPileShown]
    """By seat."""
    canal_pile: KontorPileShown
    special_pile: int
    """Number of special cards left to buy."""
    special_fields: dict[Literal["bridge", "customs", "flood"], list[list[int]]] | None
    """Fields where each special card may be laid now; null in a match without them."""
    rivals: list[int]
    """The seats that contest the last special card."""
    alone: Literal["sealed", "asked"] | None
    """The time to choose the card for a passing opponent: with the sealed choice, or when asked; null if passes are secret."""
    sudden_end: Literal["none", "poverty", "line"]
    limits: KontorLimits
    counting: KontorCounting
    extent: KontorExtent
    fixed: KontorEdges
    board: list[KontorFieldShown]
    """Row by row."""
    ship: list[int] | None
    sectors: list[KontorSectorShown]
    """Closed ones in the order in which they closed, then the open ones row by row."""
    barred: list[KontorBarredField]
    """Row by row."""
    undivided: list[list[int]]
    """Free fields where a canal would cut a region in two."""
    placeable: list[list[int]]
    """Free fields that touch a card."""
    played: list[KontorPlayedShown | KontorPassed | None]
    """By seat; nothing until the seat's choice is known."""
    due: list[int]
    """Seats that still have to lay, in the order of their turns."""
    last: KontorLastRound
    scores: list[int]
    """By team: points as if the match ended now."""
    outcome: KontorOutcome | None


class LateProblem(TypedDict):
    """The deadline has passed. Wait for the resolution; the rules answer for seats that did not answer."""

    type: Literal["/problems/late"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class LockedBody(TypedDict, closed=True):
    decision: str
    """1 to 64 of [a-z0-9._/@-]."""
    seats: list[LockedSeatSeat2 | LockedSeatSeat]
    opening_deadline: NotRequired[str]
    """RFC 3339, UTC, milliseconds."""


class LockedEntry(TypedDict, closed=True):
    """A sealed decision was closed to changes."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["locked"]
    body: LockedBody


class LockedProblem(TypedDict):
    """The decision is locked. Nothing about it can be changed; wait for the resolution."""

    type: Literal["/problems/locked"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class LogInfo(TypedDict):
    origin: str
    """Its name, the first line of its checkpoints."""
    vkey: str
    """Its verifier key (c2sp.org/signed-note): the first of `keys` under the log's name."""
    checkpoint: str
    """Address of its latest checkpoint."""
    tiles: str
    """Address of its tiles."""
    witnesses: list[WitnessInfo]
    """The witnesses asked to cosign. The reader chooses whom to trust."""


class MalformedProblem(TypedDict):
    """The commitment or opening is malformed. See 'errors' and /protocol, sections 1 and 2."""

    type: Literal["/problems/malformed"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class Me(TypedDict):
    account: str
    """Your opaque player id."""
    name: str
    """Your name, as others see it."""
    mail: str
    other_mails: list[str]
    """Your other confirmed addresses: answers by mail count from there, too."""
    language: Literal["en", "de", "fr"]
    zone: str
    """IANA time zone of your mails."""
    night: OwnNight | None
    """The hours in which none of your deadlines ends at tables that keep nights; null: you have no quiet hours."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    verified: bool
    """Whether a login code sent to the mail was used."""
    bouncing: bool
    """Whether mails pause because your provider refused them for good or returned them; a login ends that."""
    blocked: OwnBlock | None
    """Since when and why an operator has blocked your account; null: it is not blocked."""
    reliability: OwnReliability
    """Your punctuality. Others see it at tables that are still filling."""
    profile: Literal["public", "hidden"]
    """`hidden`: your profile (`getPlayer`) shows your name only, and lists of ratings do not name you."""


class Meta(TypedDict):
    name: str
    version: str
    commit: str
    """The commit of its sources; empty: unknown."""
    server_time: str
    """RFC 3339, UTC, milliseconds."""
    keys: list[Key]
    """The first is the one in use."""
    rules: list[str]
    """Rules for new matches; for all rules see GET /v1/rules."""
    bots: list[str]
    """All bots; which of them play a game: GET /v1/rules."""
    pace: JsonSchema
    """JSON Schema of a match's pace."""
    quotas: list[QuotaInfo]
    match_quotas: MatchQuotas | None
    """The number of matches; null where nobody counts."""
    longest_body: int
    """Bytes."""
    longest_wait: int
    """Seconds that Prefer: wait may ask for."""
    halted: str | None
    """The operator's reason for halting the service; null while it runs."""
    halted_until: str | None
    """The planned end of the halt; null: the operator did not say, or the service runs."""
    announcement: InLanguages | None
    """The operator's announcement to everybody; null: none."""
    results: ResultsInfo
    log: LogInfo
    links: Links
    """Addresses of the documentation, the protocol and the OpenAPI document."""


class NewToken(TypedDict):
    token: str
    """Send it as `Authorization: Bearer <token>`."""
    account: str
    info: TokenInfo


class NoOrdersProblem(TypedDict):
    """This game has no standing orders. See 'orders' in GET /v1/rules/{rules}."""

    type: Literal["/problems/no-orders"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class NoSeatKeyProblem(TypedDict):
    """This seat has no key. Leave 'signature' out."""

    type: Literal["/problems/no-seat-key"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class NotAskedProblem(TypedDict):
    """This decision does not ask you. Look at 'seats' of the decision: others answer it."""

    type: Literal["/problems/not-asked"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[403]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class NotRunningProblem(TypedDict):
    """The match is not running. Load the match and look at its status."""

    type: Literal["/problems/not-running"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class Opponent(TypedDict):
    account: str
    """Its account id: what `invite` of a new match takes."""
    name: str
    """Its name, without the ` (bot)` that tables add."""
    owner: str
    """The account id of the person whose bot it is."""
    games: list[str]
    """Names of the games it plays."""
    free: bool
    """Whether it accepts another match now."""
    seen_at: str
    """The last visit of its program, to the hour."""
    record: BotRecord
    reliability: SeatReliability | None
    """How punctual its program is; null below 10 answers."""


class OpponentPage(TypedDict):
    bots: list[Opponent]
    next: str | None
    """`cursor` of the next page; null on the last."""


class OwnRating(TypedDict):
    rating: int
    """The number that people read; newcomers start at 1500."""
    plus_minus: int
    """Two standard deviations: the true strength is within it nineteen times in twenty."""
    provisional: bool
    """Whether the number may still be far off."""
    results: int
    """Number of results that count."""
    mu: int
    """The mean in millionths."""
    sigma: int
    """The standard deviation in millionths."""
    game: str
    """The game's name, without a version."""
    course: list[RatingPoint]
    """After each result, oldest first."""


class OwnRatings(TypedDict):
    ratings: list[OwnRating]


class PaceRequestKind(TypedDict, closed=True):
    kind: Literal["duration"]
    seconds: NotRequired[int]
    """Left out: 172800."""
    counted: NotRequired[PaceRequestKindCounted]


PacketRow1MoveAsk: TypeAlias = PacketRowAskTake | PacketRowAskDecline
"""A card of the open board?"""


PacketRow1MoveFulfil: TypeAlias = PacketRowFulfilFulfil | PacketRowFulfilNothing
"""Fulfilling contracts, at any time."""


PacketRow1MoveHarbour: TypeAlias = PacketRowAskTake | PacketRowHarbourOpen | PacketRowHarbourEnd
"""The harbour master takes a card of the open board, or opens another one."""


PacketRow1MoveLast: TypeAlias = PacketRowAskTake | PacketRowLastPass
"""All others have a card: the harbour master takes from the open board or an unopened one, or passes."""


class PacketRowBuildingCard(TypedDict, closed=True):
    """A building (Gebäude)."""

    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["building"]
    vp: int
    """Points at the end."""


class PacketRowEndedEvent(TypedDict, closed=True):
    """The match is over."""

    type: Literal["ended"]
    why: Literal["exhausted", "nothing-to-open"]
    points: list[PacketRowSeatPoints]
    """By seat."""
    money: list[int]
    """Dollars by seat: the tie-break."""
    winners: list[int]


PacketRowEvent: TypeAlias = (
    PacketRowRoundEvent
    | PacketRowOpenedEvent
    | PacketRowSkippedEvent
    | PacketRowDeclinedEvent
    | PacketRowTookEvent
    | PacketRowPassedEvent
    | PacketRowFulfilledEvent
    | PacketRowRoundOverEvent
    | PacketRowRefilledEvent
    | PacketRowExhaustedEvent
    | PacketRowFinalEvent
    | PacketRowSettledEvent
    | PacketRowEndedEvent
)


PacketRowMove: TypeAlias = (
    PacketRow1MoveOpen
    | PacketRow1MoveAsk
    | PacketRow1MoveHarbour
    | PacketRow1MoveLast
    | PacketRow1MoveFulfil
    | PacketRow1MoveFinal
)
"""A move, by rules and kind of decision (`Decision.kind`)."""


class PacketRowOrdersAskTakeIf(TypedDict, closed=True):
    """Public conditions that must all hold; always met if empty."""

    opened: NotRequired[list[Literal["G", "D", "M", "B"]]]
    """All these boards were opened in this round, the open one counts."""
    unopened: NotRequired[list[Literal["G", "D", "M", "B"]]]
    """None of these boards was opened in this round."""
    declined: NotRequired[list[Literal["G", "D", "M", "B"]]]
    """The harbour master has opened all these boards and gone on."""
    sweep: NotRequired[PacketRowOrdersAskTakeIfSweep]
    available: NotRequired[list[AvailableItem]]
    """All these cards lie in a current supply."""
    gone: NotRequired[list[GoneItem]]
    """None of these cards lies in a current supply."""
    taken: NotRequired[list[PacketRowOrdersAskTakeIfTaken]]
    waiting_others: NotRequired[PacketRowOrdersAskTakeIfWaitingOthers]
    money: NotRequired[list[PacketRowOrdersAskTakeIfMoney]]


PacketRowOrdersHarbourDo = TypedDict(
    "PacketRowOrdersHarbourDo", {"if": NotRequired[PacketRowOrdersAskTakeIf], "do": Literal["wait"]}, closed=True
)


PacketRowOrdersHarbourOpen = TypedDict(
    "PacketRowOrdersHarbourOpen",
    {
        "open": Literal["G", "D", "M", "B"],
        "if": NotRequired[PacketRowOrdersAskTakeIf],
        "take": NotRequired[list[TakeItem]],
        "assistant": NotRequired[Literal[True]],
        "fulfil": NotRequired[list[FulfilItem]],
    },
    closed=True,
)


PacketRowOrdersLast = TypedDict(
    "PacketRowOrdersLast",
    {
        "if": NotRequired[PacketRowOrdersAskTakeIf],
        "take": list[TakeItem],
        "assistant": NotRequired[Literal[True]],
        "fulfil": NotRequired[list[FulfilItem]],
    },
    closed=True,
)


Hand: TypeAlias = (
    PacketRowContractCard
    | PacketRowBuildingCard
    | PacketRowMoneyCard
    | PacketRowGoodsCard
    | PacketRowGoldCard
    | PacketRowShipCard
    | PacketRowPersonCard
)


class PacketRowPlayerView(TypedDict, closed=True):
    """One seat."""

    money: int
    """In dollars."""
    hand: list[Hand] | None
    """The cards in hand that the viewer may see; `None`: the whole hand is hidden."""
    hand_count: int
    """Number of cards in hand, seen or not."""
    ships: list[PacketRowShipCard]
    starting_hidden: bool
    """True if the starting contract is in hand and nobody else has seen it."""
    starting: str | None
    """The id of the hidden starting contract, for those who may know it."""
    points: PacketRowPoints | None
    """`None` for a hidden hand."""
    sums: NotRequired[PacketRowSums]
    """Absent for a hidden hand."""


class PacketRowTakenView(TypedDict, closed=True):
    """A card that a seat took in a round, and where it lay."""

    seat: int
    card: str
    board: str
    supply: Literal["current", "future"]
    slot: int
    assistant: NotRequired[str]
    shown: (
        PacketRowContractCard
        | PacketRowBuildingCard
        | PacketRowMoneyCard
        | PacketRowGoodsCard
        | PacketRowGoldCard
        | PacketRowShipCard
        | PacketRowPersonCard
    )
    """The card, which everybody saw."""


class PausedProblem(TypedDict):
    """This match is paused. Wait until it goes on ('now' in 'pauses' of the match), or say that you no longer want the pause (PUT .../pause)."""

    type: Literal["/problems/paused"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


Presets: TypeAlias = dict[str, AnyOptions]
"""Options by name."""


class Profile(TypedDict):
    player: str
    """The player's account id."""
    name: str
    kind: Literal["person", "guest", "bot"]
    """`guest`: plays without an address, and is soon forgotten; `bot`: played by somebody's program."""
    owner: str | None
    """The account of the person who runs this bot; null for all others."""
    hidden: bool
    """Whether its owner hides the profile. Then it has no more than the name."""
    since: str | None
    """The day on which the account was made (UTC)."""
    played: int | None
    """The number of public matches that the player has finished."""
    reliability: SeatReliability | None
    """The player's punctuality; null below 10 answers."""
    ratings: list[OwnRating]
    """By game; `course` has the last 100 results."""
    finished: list[PlayedMatch]
    """The last ten public matches, the latest first."""


class Puzzle(TypedDict):
    date: str
    """The day of the puzzle, in UTC."""
    rules: str
    title: str
    """The game's title."""
    seat: int
    """Whose view it is."""
    seats: int
    kind: str
    """Kind of the decision."""
    question: str
    table: str
    """The table in words."""
    view: dict[str, Any]
    """The table as the seat saw it, as `getView` shows it."""
    choices: list[PuzzleChoice]
    answers: int
    """The number of accounts that have answered it."""
    right: int
    """The number of them that have found the best choice."""
    answer: PuzzleSolution | None
    """Null: you have not answered it."""


class Resigned(TypedDict):
    receipt: ResigningReceipt
    signature: str
    """Ed25519 over the receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt. `null` while there is none (protocol section 13)."""


class Review(TypedDict):
    match: str
    level: Literal["keen", "sharp"]
    """The level of the bot that gives advice."""
    playouts: int
    """Matches played to their end for each value of the chances."""
    release: str
    """The release whose rules and bots gave this; the same release computes the same again."""
    rounds: list[RoundChances]
    advice: list[Advice]
    moments: list[int]
    """The places in `rounds`, ascending, where the chances moved most: at most three."""


class Rules(TypedDict):
    id: str
    title: str
    titles: InLanguages
    """The game's name."""
    about: InLanguages
    """The game in three sentences, for somebody who has never heard of it."""
    length: InLanguages
    """About how many turns a match has and how long one takes."""
    preset_titles: dict[str, InLanguages]
    """The presets' names."""
    preset_seats: dict[str, list[int]]
    """Each preset's possible numbers of seats."""
    seats: list[int]
    data: str
    options: JsonSchema
    """JSON Schema of the options of a match."""
    moves: JsonSchemas
    """JSON Schema of the moves, by kind of decision."""
    view: JsonSchema
    """JSON Schema of the view of a seat or a spectator; the same for every version of a game."""
    events: JsonSchema
    """JSON Schema of one event; the same for every version of a game."""
    orders: JsonSchema | None
    """JSON Schema of standing orders; null if there are none."""
    orders_default: dict[str, Any] | None
    """The default answer for people whose standing orders leave it out; null: none. Rules with `unasked` mean matches in which answers take an hour or more."""
    unasked: dict[str, Any]
    """The default answers given instead of asking: moves, by kind of open decision."""
    orders_shown: bool
    """Whether the log shows which open decisions were answered by orders."""
    escrow_only: list[str]
    """Kinds of sealed decisions that take no commitment of client custody (protocol section 12.6)."""
    hold_seconds: int
    """The default `hold_seconds` of a match."""
    presets: Presets
    """Options, by name: send one as `options` of a new match. Anything left out has the rules' default."""
    bots: list[str]
    """The bots that can be seated, those that think ahead included."""
    preset_data: dict[str, str]
    """Hash of the data named by a match of each preset; empty: all name `data`."""
    reconstructed: str
    """The data that are a reconstruction; empty: none."""
    superseded_by: str | None
    """The rules that new matches are played by instead; null: these are the newest."""
    order_names: dict[str, dict[str, str]]
    """Names for people of the cards that standing orders name by a key, by language and key."""
    legend: dict[str, list[LegendEntry]]
    """The meaning of the pictures' signs, by language."""


class RulesList(TypedDict):
    rules: list[RulesSummary]


Seafarers1MoveFree: TypeAlias = SeafarersActRoad | SeafarersActShip
"""Where does the free piece go?"""


Seafarers1MoveReply: TypeAlias = SeafarersReplyAccept | SeafarersReplyDecline | SeafarersReplyCounter
"""Is the offer accepted? A counter-offer names what its maker gives and takes."""


Seafarers1MoveSpecial: TypeAlias = (
    SeafarersActListDoRoad
    | SeafarersActListDoShip
    | SeafarersActListDoSettlement
    | SeafarersActListDoCity
    | SeafarersActListDoBuy
    | SeafarersActListDoEnd
    | SeafarersSpecialList
)
"""What is built in the special building phase?"""


Seafarers1MoveStart: TypeAlias = (
    SeafarersStartRoll | SeafarersStartKnight | SeafarersStartRoads | SeafarersStartInvention | SeafarersStartMonopoly
)
"""Is a card played before the dice?"""


Seafarers1MoveThief: TypeAlias = SeafarersThiefRobber | SeafarersThiefPirate
"""Where does the robber or the pirate go, and who is robbed?"""


class SeafarersActListDoOffer(TypedDict, closed=True):
    type: Literal["offer"]
    give: SeafarersDiscardDiscardCards
    take: SeafarersDiscardDiscardCards
    to: NotRequired[list[ToItem]]
    """Left out: all others."""
    choose: NotRequired[bool]
    """Choose among those who accept; else the first has the deal."""


class SeafarersActOffer(TypedDict, closed=True):
    type: Literal["offer"]
    give: SeafarersDiscardDiscardCards
    take: SeafarersDiscardDiscardCards
    to: NotRequired[list[ToItem]]
    """Left out: all others."""
    choose: NotRequired[bool]
    """Choose among those who accept; else the first has the deal."""
    step: NotRequired[int]
    """Number of actions a turn list has played, this one included; set only by standing orders."""


class SeafarersDiscardDiscard(TypedDict, closed=True):
    type: Literal["discard"]
    cards: SeafarersDiscardDiscardCards


SeafarersEvent: TypeAlias = (
    SeafarersHarbourEvent
    | SeafarersFoundedEvent
    | SeafarersTurnEvent
    | SeafarersRolledEvent
    | SeafarersProducedEvent
    | SeafarersShortageEvent
    | SeafarersGoldEvent
    | SeafarersDiscardedEvent
    | SeafarersThiefEvent
    | SeafarersStolenEvent
    | SeafarersLootEvent
    | SeafarersBuiltEvent
    | SeafarersBuildingEvent
    | SeafarersMovedEvent
    | SeafarersDiscoveredEvent
    | SeafarersChipEvent
    | SeafarersBoughtEvent
    | SeafarersDrawnEvent
    | SeafarersPlayedEvent
    | SeafarersInventionEvent
    | SeafarersMonopolyEvent
    | SeafarersBankEvent
    | SeafarersOfferEvent
    | SeafarersAnsweredEvent
    | SeafarersCounteredEvent
    | SeafarersTradedEvent
    | SeafarersWithdrawnEvent
    | SeafarersAwardEvent
    | SeafarersSpecialPointsEvent
    | SeafarersLineEvent
    | SeafarersEndedEvent
    | SeafarersOverEvent
)


class SeafarersOrdersTurnDo(TypedDict, closed=True):
    do: (
        SeafarersActListDoRoad
        | SeafarersActListDoShip
        | SeafarersActListDoSettlement
        | SeafarersActListDoCity
        | SeafarersActListDoBuy
        | SeafarersActListDoMove
        | SeafarersActListDoKnight
        | SeafarersActListDoRoads
        | SeafarersActListDoInvention
        | SeafarersActListDoMonopoly
        | SeafarersActListDoBank
        | SeafarersActListDoOffer
        | SeafarersActListDoDeal
        | SeafarersActListDoWithdraw
        | SeafarersActListDoEnd
    )
    skip: NotRequired[bool]
    """Go on with the next entry when this one is not possible; else you are asked."""
    early: NotRequired[bool]
    """A card that is played before the dice."""
    blind: NotRequired[bool]
    """Go on behind it whatever it shows: a discovered hex, a drawn card."""


class SeatModel(TypedDict):
    seat: int
    """Counted from 0."""
    name: str
    player: str | None
    """Opaque account id."""
    bot: str | None
    """The bot in this seat, null for people; `owned`: a bot account, which somebody's program plays."""
    owned_by: str | None
    """The account of the person who runs this bot account; null for all others."""
    key: str | None
    """The Ed25519 public key that the seat signs with, if it signs."""
    language: str | None
    """The language that this person reads, while the match is in the lobby; null for bots and free seats, and once the match has begun. Not covered by the match's ETag."""
    reliability: SeatReliability | None
    """This person's punctuality, while the match is in the lobby; null below 10 answers, for bots and free seats, and once the match has begun. Not covered by the match's ETag."""


class SeenProblem(TypedDict):
    """This commitment or salt was used before. Draw a fresh 32-byte salt and commit again."""

    type: Literal["/problems/seen"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class SignatureNeededProblem(TypedDict):
    """This seat signs what it does. Send 'signature' by the seat's key; seal with 'opening' or 'commitment', whose salt you drew (protocol section 12.9)."""

    type: Literal["/problems/signature-needed"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class SignatureWrongProblem(TypedDict):
    """The signature is not by this seat's key over this act. Sign the act that 'detail' names with the secret key that belongs to the seat (protocol section 12.9)."""

    type: Literal["/problems/signature-wrong"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[422]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class StaleProblem(TypedDict):
    """The match has moved on. Load the match again, then decide again."""

    type: Literal["/problems/stale"]
    """Stable, and the address of a page about it."""
    title: str
    status: Literal[409]
    detail: str
    """The error and its remedy."""
    errors: NotRequired[list[Fault]]
    """The parts of the request that are wrong."""
    act: NotRequired[StandingAct]
    """In conflicts: your act that is in force."""
    receipt: NotRequired[RefusedReceipt]
    """The receipt for an act of yours in a decision that is refused. It has the members of any receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."""
    signature: NotRequired[str]
    """Ed25519 over this receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, beside a receipt (protocol section 13)."""
    padding: NotRequired[str]
    """Padding without meaning: it gives refusals of acts the length of other answers."""


class TimeAnswered(TypedDict):
    receipt: TimeResponseReceipt
    signature: str
    """Ed25519 over the receipt, base64url."""
    checkpoint: str | None
    """The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt (protocol section 13)."""


class TimeAskedFor(TypedDict):
    receipt: TimeRequestReceipt
    signature: str
    """Ed25519 over the receipt, base64url."""
    checkpoint: str | None
    """The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt (protocol section 13)."""


class Tournament(TypedDict):
    id: str
    """The tournament's id."""
    name: str
    """The name that its organiser gave it."""
    status: Literal["open", "cancelled", "running", "over"]
    """`open`: one can enter; `cancelled`: there were too few entrants."""
    format: Literal["league", "swiss", "knockout", "seasons", "ladder", "teams"]
    rules: str
    """The rules id."""
    seats: int
    """Seats of each table."""
    rated: bool
    """Whether its results count for ratings."""
    entrants: int
    """Number of entrants: of players, or of teams."""
    most: int
    """The most entrants."""
    closes_at: str
    """The close of entries."""
    by: str
    """Account id of its organiser."""
    options: AnyCompleteOptions
    """Options of the game."""
    pace: Pace
    """The pace of all matches."""
    absence: TournamentAbsence | None
    """The terms for players who stay away; null: none."""
    tables_each: int
    """The least number of tables for each entrant, at tables of three and more."""
    least: int
    """With fewer entrants it is cancelled."""
    least_rating: int | None
    """The least rating with which one may enter; null: any."""
    most_rating: int | None
    """The greatest rating with which one may enter; null: any."""
    least_reliability: LeastReliability | None
    """The share of answers in time that entrants need; null: any."""
    commitment: str
    """The server's commitment to its part of the draw's seed (`ss1_...`)."""
    entered: bool
    """Whether you are in it."""
    fewest: int | None
    """The least number of meetings of two entrants; null before the draw."""
    most_meetings: int | None
    """The greatest number of meetings of two entrants; null before the draw."""
    round: int
    """The round that is played, from 1; 0 before the first."""
    rounds: int
    """The number of rounds or seasons; before the draw as things stand."""
    division_size: int | None
    """Players of each division of a league in seasons; null: another format."""
    moving: int | None
    """The number that goes up and down between two divisions; null: another format."""
    reach: int | None
    """How many places further up one may challenge; null: not a ladder."""
    at_once: int | None
    """How many challenges of one player can be open at a time; null: not a ladder."""
    answer_seconds: int | None
    """The time to answer a challenge; null: not a ladder."""
    again_seconds: int | None
    """How long two who have met cannot challenge each other; null: not a ladder."""
    boards: int | None
    """How many members of each team play at a time; null: no teams enter."""
    teams: list[TeamStanding]
    """Teams, the best first; none where no teams enter."""
    encounters: list[TournamentEncounter]
    """Those of teams, round by round."""
    invitation: str | None
    """With it others join your team until entries close, if you are its captain; else null."""
    challenges: list[TournamentChallenge]
    """Those of a ladder that are open, and the latest others."""
    rivals: list[str]
    """Account ids of the players whom you can challenge now."""
    round_seconds: int | None
    """The time that a round waits for its last tables, or that a ladder goes on; null: no limit."""
    round_ends_at: str | None
    """The latest end of the present round; null: there is none, or no limit."""
    byes: list[TournamentBye]
    tables: list[TournamentTable]
    """All of them; of a league in seasons those of this season and the one before, of a ladder those of `challenges`."""
    standings: list[TournamentStanding]
    """The best first, by division; before the draw the entrants."""
    former: list[FormerEntrant]
    """Players of the tables who are not in the standings any more."""


class TournamentPage(TypedDict):
    tournaments: list[TournamentSummary]
    next: str | None
    """`cursor` of the next page; null on the last."""


WebhookEvent: TypeAlias = (
    YourTurnEvent
    | DeadlineNearEvent
    | OpeningNeededEvent
    | YouAreMissedEvent
    | AbsenceAskedEvent
    | HandingAskedEvent
    | SubstituteAskedEvent
    | TimeRequestedEvent
    | InvitedEvent
    | EntropyNeededEvent
    | KeyAskedEvent
    | ResolvedEvent
    | StartedEvent
    | OverEvent
    | SaidEvent
    | SaidAtTableEvent
    | MoreTimeEvent
    | TimeDecidedEvent
    | TablePauseEvent
    | HandingEndedEvent
    | SeatTakenOverEvent
    | SubstituteReadyEvent
    | UnseatedEvent
    | KeyChangedEvent
    | TournamentRoundEvent
    | ChallengeReceivedEvent
    | ChallengeDecidedEvent
    | TournamentEndedEvent
    | RemovedFromTeamEvent
    | WebhookDisabledEvent
    | TableAwaitsEvent
    | TestEvent
)
"""The content of a webhook's request. New types may be added at any time: answer them with 2xx."""


AccountEvent: TypeAlias = (
    YourTurnEvent
    | DeadlineNearEvent
    | OpeningNeededEvent
    | YouAreMissedEvent
    | AbsenceAskedEvent
    | HandingAskedEvent
    | SubstituteAskedEvent
    | TimeRequestedEvent
    | InvitedEvent
    | EntropyNeededEvent
    | KeyAskedEvent
    | ResolvedEvent
    | StartedEvent
    | OverEvent
    | SaidEvent
    | SaidAtTableEvent
    | MoreTimeEvent
    | TimeDecidedEvent
    | TablePauseEvent
    | HandingEndedEvent
    | SeatTakenOverEvent
    | SubstituteReadyEvent
    | UnseatedEvent
    | KeyChangedEvent
    | TournamentRoundEvent
    | ChallengeReceivedEvent
    | ChallengeDecidedEvent
    | TournamentEndedEvent
    | RemovedFromTeamEvent
    | WebhookDisabledEvent
    | TableAwaitsEvent
)
"""Something that happened to your account."""


Anno17011MoveAct: TypeAlias = (
    Anno1701ActBuild
    | Anno1701ActUpgrade
    | Anno1701ActRepair
    | Anno1701ActPlay
    | Anno1701ActBank
    | Anno1701ActOffer
    | Anno1701ActDock
    | Anno1701ActLodge
    | Anno1701ActClose
    | Anno1701ActFill
    | Anno1701ActFinish
    | Anno1701ActResume
)
"""One action of the turn, or its end."""


Anno17011MoveCards: TypeAlias = Anno1701CloseDraw | Anno1701CloseSearch | Anno1701ActFill | Anno1701ActFinish
"""Which pile does the next card come from?"""


Anno17011MoveClose: TypeAlias = (
    Anno1701CloseVoyage
    | Anno1701CloseDraw
    | Anno1701CloseSearch
    | Anno1701CloseExchange
    | Anno1701ActFill
    | Anno1701ActFinish
    | Anno1701ActResume
)
"""How does the turn end?"""


Anno17011MoveLodge: TypeAlias = Anno1701LodgeLodge | Anno1701LodgeSkip
"""Does the lodge change a hand card for the top of the discard?"""


class Anno1701ListedAct(TypedDict, closed=True):
    """An action that a turn list played: the action, its result, and where it was played (see the state's `Act`)."""

    type: str
    result: Literal["done", "cancelled", "allowed", "accepted", "rejected", "withdrawn"]
    step: int
    give: NotRequired[str]
    take: NotRequired[str]
    do: (
        Anno1701BuildMove
        | Anno1701UpgradeMove
        | Anno1701RepairMove
        | Anno1701PlayMove
        | Anno1701BankMove
        | Anno1701OfferMove
        | Anno1701DockMove
        | Anno1701LodgeMove
        | Anno1701EndMove
    )
    spied: int
    n: int


Anno1701Move: TypeAlias = (
    Anno17011MoveSettle
    | Anno17011MoveAct
    | Anno17011MoveYield
    | Anno17011MoveHunt
    | Anno17011MovePrize
    | Anno17011MoveFire
    | Anno17011MoveDiscontent
    | Anno17011MoveDemand
    | Anno17011MovePit
    | Anno17011MoveLodge
    | Anno17011MoveTheatre
    | Anno17011MoveSpy
    | Anno17011MoveOffer
    | Anno17011MoveCounter
    | Anno17011MoveWithdraw
    | Anno17011MoveClose
    | Anno17011MoveCards
    | Anno17011MoveSearch
    | Anno17011MoveVoyage
    | Anno17011MoveMeet
)
"""A move, by rules and kind of decision (`Decision.kind`)."""


class Anno1701OrdersTurnCloseCards(TypedDict, closed=True):
    type: Literal["cards"]
    take: list[Anno1701OrdersTurnCloseCardsTake]
    exchange: NotRequired[list[ExchangeItem]]
    """Cards of a full hand to put away, the first choice first."""


class Anno1701OrdersTurnDoIf(TypedDict, closed=True):
    """All of these must hold."""

    after: NotRequired[Anno1701OrdersTurnDoIfAfter]
    spied: NotRequired[list[SpiedItem]]
    """One of these cards was seen in the other hand this turn."""


class Anno1701RestingList(TypedDict, closed=True):
    """Progress of the viewer's interrupted turn list, with the names of spied cards."""

    acts: list[Anno1701ListedAct]
    spied: list[str]


class Anno1701View(TypedDict, closed=True):
    """The table as the viewer may know it."""

    list: Anno1701RestingList | None
    game: Literal["anno-1701"]
    dataset: str
    options: Anno1701Options
    seat: int | None
    """The viewer; `None`: a spectator."""
    turn: int
    active: int
    stage: Literal["settle", "number", "lodge", "event", "act", "close", "cards", "fill", "voyage", "end"]
    roll: Anno1701Roll | None
    players: list[Anno1701PlayerShown]
    piles: dict[str, int]
    """Number of cards in each draw pile."""
    supply: dict[str, int]
    """Number of settlers, citizens and merchants left."""
    discard: list[Anno1701BuildingCard | Anno1701ActionCard]
    """The discard pile, top card last."""
    powers: Anno1701Powers
    lodge: int
    dock: int
    offers: int
    acts: list[Anno1701ActShown]
    voyage: Anno1701VoyageShown | None
    standing: list[Standing]
    seen: Anno1701SeenPile | Anno1701SeenHand | None
    """Cards the viewer is looking at while choosing."""
    outcome: Anno1701Outcome | None


class CreatedBody(TypedDict, closed=True):
    match: str
    """A lower-case UUID with hyphens."""
    rules: str
    """1 to 64 of [a-z0-9._/@-]."""
    data: str
    """32 bytes of base64url."""
    options: AnyCompleteOptions
    seats: int
    custody: Literal["any", "client"]
    pace: DailyPace | CreatedPaceKind
    seed: str
    """32 bytes of base64url behind 'ss1_'."""
    key: str
    """32 bytes of base64url."""
    protocol: Literal["siegelpost/1"]
    beacon: CreatedBeaconChain | None
    entropy: Literal["optional", "required"]
    resolver: str
    """32 bytes of base64url."""
    reveal_seconds: int
    hold_seconds: NotRequired[int]
    absence: NotRequired[CreatedAbsence]
    extensions: NotRequired[CreatedAbsenceHanding]
    nights: NotRequired[Literal["kept"]]
    operator_extensions: NotRequired[CreatedAbsenceHanding]
    pauses: NotRequired[CreatedPauses]
    rated: NotRequired[bool]
    operator: NotRequired[Literal["may-stop"]]
    time_requests: NotRequired[CreatedTimeRequests]
    vacation: NotRequired[Literal["clock-stops"]]


class CreatedEntry(TypedDict, closed=True):
    """A match was created."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["created"]
    body: CreatedBody


class EventPage(TypedDict):
    events: list[AccountEvent]
    """New types may be added at any time."""
    cursor: str
    """Cursor to continue from, now or later."""
    more: bool
    """Whether there are more already."""
    server_time: str
    """RFC 3339, UTC, milliseconds."""


class Export(TypedDict):
    about: dict[str, str]
    """Explanations of the parts, in the account's language, by the part's name."""
    exported_at: str
    """RFC 3339, UTC, milliseconds."""
    me: Me
    blocked: ExportedBlock | None
    """`null`: the account is not blocked."""
    notifications: Notifications
    subscriptions: list[str]
    """The private addresses: calendar, news; more may come."""
    tokens: list[TokenInfo]
    networks_seen_at: list[str]
    """Times of logins from remembered networks, each network as a keyed digest."""
    bots: list[ExportedBot]
    webhooks: list[ExportedWebhook]
    chats: list[ExportedChat]
    browsers: list[Browser]
    """Those that show what you are asked."""
    passkeys: list[ExportedPasskey]
    """The oldest first."""
    vacations: list[Vacation]
    """Vacations since the beginning of the year."""
    matches: list[ExportedMatch]
    events: list[AccountEvent]
    """Your feed, as `GET /v1/me/events` shows it."""
    letters_waiting: list[WaitingLetter]
    deliveries: list[Delivery]
    bounces: list[Bounce]
    blocks: list[BlockedPlayer]
    """The latest first."""
    margins: list[ExportedMargin]
    """What you keep about matches for yourself."""
    puzzles: list[ExportedAnswer]
    """Your answers to puzzles."""
    tournaments: list[ExportedEntry]
    """The tournaments that you have entered."""
    ratings: list[OwnRating]
    """As `getMyRatings` shows them."""
    answered_in_time: list[bool]
    """For the last answers that you were asked for, oldest first: whether each came in time."""


ExtendedBody: TypeAlias = (
    ExtendedDecision2 | ExtendedDecision | ExtendedDecision3 | ExtendedDecision4 | ExtendedDecision5
)


class ExtendedEntry(TypedDict, closed=True):
    """The deadline of a decision was moved."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["extended"]
    body: ExtendedBody


class Kontor1Orders(TypedDict, closed=True):
    """Kontor: placing plans"""

    plans: list[KontorOrdersPlan]
    """Tried in order; all their lists have up to 600 entries."""


KontorEvent: TypeAlias = (
    KontorBuyingEvent
    | KontorFinedEvent
    | KontorShownEvent
    | KontorBoughtEvent
    | KontorGotEvent
    | KontorRevealedEvent
    | KontorInsolventEvent
    | KontorTaxEvent
    | KontorIncomeEvent
    | KontorNoIncomeEvent
    | KontorStayedEvent
    | KontorSailedEvent
    | KontorRemovedEvent
    | KontorLaidEvent
    | KontorUnplaceableEvent
    | KontorFixedEvent
    | KontorClosedEvent
    | KontorDrewEvent
    | KontorPileEmptyEvent
    | KontorRoundEvent
    | KontorEndedEvent
)


class MatchSummary(TypedDict):
    match: str
    """Its id, a lower-case UUID."""
    title: str
    rules: str
    """Rule set and version, pinned for this match."""
    options: AnyCompleteOptions
    """The game's options, complete."""
    seats: list[SeatModel]
    seat: int | None
    """Your seat; null for spectators."""
    status: Literal["lobby", "running", "closed"]
    waiting_for: list[int]
    """Seats whose answers it waits for; for other seats only as `committed` of a decision shows."""
    awaited_until_at: str | None
    """Until when the first of these answers is awaited; null: none is, or there is no deadline."""
    outcome: Outcome | None
    """Winners and scores by seat, once it is over."""
    over: str | None
    """The reason for its end: finished, resigned, abandoned, cancelled, expired, unrevealed, stopped (by the operator)."""
    stopped: str | None
    """The operator's reason for ending it; null: the operator did not."""
    pace: Pace
    """The time for each decision; see GET /v1/meta."""
    nights: Literal["kept", "ignored"]
    """`kept`: no deadline ends in the night of those who have to answer (protocol section 12.16)."""
    grace_seconds: int
    """Time to reconsider once all answers are in."""
    hold_seconds: int
    """The longest time that answers to open decisions are held back; 0: they are resolved at once."""
    paused_until_at: str | None
    """While the table pauses: the latest time at which it goes on. Nothing is asked until then."""
    custody: Literal["any", "client"]
    entropy: Literal["optional", "required"]
    visibility: Literal["open", "private"]
    start: Literal["when-full", "by-owner"]
    least_reliability: LeastReliability | None
    """The players an open table takes without an invitation; null: anybody."""
    assistants: Literal["welcome", "unwanted"]
    """`unwanted`: an assistant neither shows this match to its player nor answers in it."""
    rated: bool
    """Whether the result counts for the players' ratings."""
    tournament: str | None
    """The tournament that it belongs to; null: none."""
    owner: str | None
    """Account id of its owner, who created it; `null` at tables of a tournament."""
    reveal: Revealing | None
    """In a match that waits for the entropy of seats; see PUT .../entropy."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """Number of the log's last entry."""
    head: str
    """The log's head after it."""


PaceRequest: TypeAlias = PaceRequestKind2 | PaceRequestKind
"""The time for each decision. Left out: two days."""


class PacketRowBoardView(TypedDict, closed=True):
    """One of the four boards; an empty place of a supply is `None`."""

    board: str
    """Its sign, as moves name it."""
    name: PacketRowCardName
    current: list[
        PacketRowContractCard
        | PacketRowBuildingCard
        | PacketRowMoneyCard
        | PacketRowGoodsCard
        | PacketRowGoldCard
        | PacketRowShipCard
        | PacketRowPersonCard
        | None
    ]
    """The cards that can be taken while the board is open."""
    future: list[
        PacketRowContractCard
        | PacketRowBuildingCard
        | PacketRowMoneyCard
        | PacketRowGoodsCard
        | PacketRowGoldCard
        | PacketRowShipCard
        | PacketRowPersonCard
        | None
    ]
    """The cards that will be current next; each can be taken for an assistant."""
    draw: int
    """Cards in the draw pile."""
    aside: int
    """Cards removed unseen before a match of two."""
    unseen: dict[str, int]
    """The cards of the draw pile and those removed, together, as copies by key: what counting would tell."""
    discard: list[str]
    """Ids of the cards in the discard pile."""
    opened: int
    """As which board of this round it was opened, counted from 1; 0: not opened."""
    exhausted: bool
    """True if its current supply could not be refilled."""
    closed: bool
    """True if it can no longer be opened, because its current supply is empty."""


PacketRowOrdersAskDo = TypedDict(
    "PacketRowOrdersAskDo",
    {
        "board": NotRequired[Literal["G", "D", "M", "B"]],
        "if": NotRequired[PacketRowOrdersAskTakeIf],
        "do": PacketRowOrdersAskDoDo,
    },
    closed=True,
)


PacketRowOrdersAskTake = TypedDict(
    "PacketRowOrdersAskTake",
    {
        "board": NotRequired[Literal["G", "D", "M", "B"]],
        "if": NotRequired[PacketRowOrdersAskTakeIf],
        "take": list[TakeItem],
        "assistant": NotRequired[Literal[True]],
        "fulfil": NotRequired[list[FulfilItem]],
    },
    closed=True,
)


class PacketRowPreviousRoundView(TypedDict, closed=True):
    """The round before."""

    round: int
    harbour_master: int
    opened: list[str]
    """Signs of the boards, in the order in which they were opened."""
    taken: list[PacketRowTakenView]
    why: NotRequired[Literal["exhausted", "nothing-to-open"]]
    """The reason it was the last round; absent while the match goes on."""


class PacketRowView(TypedDict, closed=True):
    """The table of Packet Row as one seat, or a spectator, may know it."""

    game: Literal["packet-row"]
    options: PacketRowOptions
    seat: int | None
    """The viewer's; `None`: a spectator."""
    round: int
    """Counted from 1."""
    stage: Literal["open", "ask", "harbour", "last", "final", "over"]
    """The current stage: opening the first board, taking from it, the harbour master's turn after that, the last pick once all others have a card, the final contract round, or over."""
    sweep: int
    """Number of boards opened this round."""
    harbour_master: int
    """The seat that opens boards in this round."""
    open_board: str | None
    """The sign of the board that goes around."""
    queue: list[int]
    """Seats still to be asked about the open board, in order; the first is asked now."""
    settling: list[int]
    """Seats whose answer to the final contract round is due."""
    limits: PacketRowLimits
    boards: list[PacketRowBoardView]
    """In the fixed order of the boards."""
    players: list[PacketRowPlayerView]
    """By seat."""
    fulfilled_starting: list[PacketRowContractCard]
    """The starting contracts that were fulfilled."""
    taken: list[PacketRowTakenView]
    """The cards taken in this round, in order."""
    previous: PacketRowPreviousRoundView | None
    """The round before; `None` in the first."""
    outcome: PacketRowOutcome | None
    """The result of the match; null while it goes on."""


Seafarers1MoveDiscard: TypeAlias = SeafarersDiscardDiscard | SeafarersDiscardRandom
"""Which half of the hand is given up?"""


Do: TypeAlias = (
    SeafarersActListDoRoad
    | SeafarersActListDoShip
    | SeafarersActListDoSettlement
    | SeafarersActListDoCity
    | SeafarersActListDoBuy
    | SeafarersActListDoMove
    | SeafarersActListDoKnight
    | SeafarersActListDoRoads
    | SeafarersActListDoInvention
    | SeafarersActListDoMonopoly
    | SeafarersActListDoBank
    | SeafarersActListDoOffer
    | SeafarersActListDoDeal
    | SeafarersActListDoWithdraw
    | SeafarersActListDoEnd
)


class SeafarersActList(TypedDict, closed=True):
    type: Literal["list"]
    do: list[Do]


class SeafarersOrdersTurn(TypedDict, closed=True):
    """One of your turns as one list."""

    turn: int
    do: list[SeafarersOrdersTurnDo]
    """Played in order."""
    end: NotRequired[bool]
    """End the turn behind the list; else you are asked."""


class TournamentRequest(TypedDict, closed=True):
    name: str
    """One line, nothing invisible, no `=?`; kept in NFC with single spaces. One script a word, no link."""
    rules: str
    """A rules id that is not superseded, or a game's name for its newest rules."""
    closes_at: str
    """The close of entries, like 2026-12-24T18:00:00.000Z: in a minute at least, in 60 days at most."""
    format: NotRequired[Literal["league", "swiss", "knockout", "seasons", "ladder", "teams"]]
    """`league`: everybody meets everybody, and all tables begin at once; `swiss`: rounds in which those with equally many points meet; `knockout`: rounds, and who loses is out; `seasons`: divisions in which everybody meets everybody, season after season, and the best go up, the last down; `ladder`: whoever challenges somebody further up and wins takes that place; `teams`: rounds in which each team meets another one, board against board. All but `league` have tables of two; left out: "league"."""
    rounds: NotRequired[int]
    """Swiss: how many rounds at most; never more than half as many as entrants. Seasons: how many; at most 1300 matches in all; left out: 5."""
    round_seconds: NotRequired[int]
    """In rounds: how long one waits for its last tables. Then they count as ties (in seasons for nobody), and the next begins. Ladder: how long it goes on; what is open then counts for nobody; left out: 2592000."""
    reach: NotRequired[int]
    """Ladder: how many places further up one may challenge; left out: 3."""
    at_once: NotRequired[int]
    """Ladder: how many challenges of one player can be open at a time; left out: 1."""
    answer_seconds: NotRequired[int]
    """Ladder: the time to answer a challenge; whoever does not loses the place. Vacations entered before it add at most 60 days; left out: 604800."""
    again_seconds: NotRequired[int]
    """Ladder: how long two players who have met cannot challenge each other; left out: 1209600."""
    division_size: NotRequired[int]
    """Seasons: players in each division; the last one may have up to half as many more, or less; left out: 6."""
    moving: NotRequired[int]
    """Seasons: how many go up and down between two divisions; left out: 1."""
    boards: NotRequired[int]
    """Teams: how many of each play at a time. A team has at most 8 members: those beyond are reserves; left out: 4."""
    seats: NotRequired[int]
    """Seats of each table; left out: 2."""
    tables: NotRequired[int]
    """At tables of three and more: how many tables each entrant has at least. At tables of two everybody meets everybody; left out: 3."""
    options: NotRequired[AnyOptions]
    """Options of the game."""
    pace: NotRequired[PaceRequest]
    """The time for each decision. Left out: two days."""
    absence: NotRequired[AbsenceRequest | None]
    """The terms for players who stay away, as at any table; null: none."""
    rated: NotRequired[bool]
    """Whether its results count for ratings; left out: false."""
    least: NotRequired[int]
    """With fewer entrants it is cancelled when entries close; left out: 2."""
    most: NotRequired[int]
    """The most entrants; a league: 16 at most, teams: 12. Left out: as many; other formats: 16."""
    least_rating: NotRequired[int]
    """The least rating in its game with which one may enter. Without one, 1500 counts."""
    most_rating: NotRequired[int]
    """The greatest rating with which one may enter."""
    least_reliability: NotRequired[LeastReliabilityRequest]
    """The share of answers in time that entrants need."""


Anno1701OrdersTurnDo = TypedDict(
    "Anno1701OrdersTurnDo",
    {
        "do": Anno1701OrdersTurnDoDoBuild
        | Anno1701OrdersTurnDoDoUpgrade
        | Anno1701OrdersTurnDoDoRepair
        | Anno1701OrdersTurnDoDoPlay
        | Anno1701OrdersTurnDoDoBank
        | Anno1701OrdersTurnDoDoOffer
        | Anno1701OrdersTurnDoDoDock
        | Anno1701OrdersTurnDoDoLodge,
        "if": NotRequired[Anno1701OrdersTurnDoIf],
        "skip": NotRequired[bool],
    },
    closed=True,
)


AnyEvent: TypeAlias = KontorEvent | PacketRowEvent | Anno1701Event | SeafarersEvent
"""An event of a game."""


AnyView: TypeAlias = KontorView | PacketRowView | Anno1701View | SeafarersView
"""The view of a game, told by its name."""


FeedFact: TypeAlias = AnyEvent | TableAct
"""An event of the game, or something that people did about the table."""


class GameView(TypedDict):
    match: str
    seat: int | None
    """The viewer; null for spectators."""
    n: int
    head: str
    view: AnyView | None
    """null before the start."""


class Match(TypedDict):
    match: str
    """Its id, a lower-case UUID."""
    title: str
    rules: str
    """Rule set and version, pinned for this match."""
    options: AnyCompleteOptions
    """The game's options, complete."""
    seats: list[SeatModel]
    seat: int | None
    """Your seat; null for spectators."""
    status: Literal["lobby", "running", "closed"]
    waiting_for: list[int]
    """Seats whose answers it waits for; for other seats only as `committed` of a decision shows."""
    awaited_until_at: str | None
    """Until when the first of these answers is awaited; null: none is, or there is no deadline."""
    outcome: Outcome | None
    """Winners and scores by seat, once it is over."""
    over: str | None
    """The reason for its end: finished, resigned, abandoned, cancelled, expired, unrevealed, stopped (by the operator)."""
    stopped: str | None
    """The operator's reason for ending it; null: the operator did not."""
    pace: Pace
    """The time for each decision; see GET /v1/meta."""
    nights: Literal["kept", "ignored"]
    """`kept`: no deadline ends in the night of those who have to answer (protocol section 12.16)."""
    grace_seconds: int
    """Time to reconsider once all answers are in."""
    hold_seconds: int
    """The longest time that answers to open decisions are held back; 0: they are resolved at once."""
    paused_until_at: str | None
    """While the table pauses: the latest time at which it goes on. Nothing is asked until then."""
    custody: Literal["any", "client"]
    entropy: Literal["optional", "required"]
    visibility: Literal["open", "private"]
    start: Literal["when-full", "by-owner"]
    least_reliability: LeastReliability | None
    """The players an open table takes without an invitation; null: anybody."""
    assistants: Literal["welcome", "unwanted"]
    """`unwanted`: an assistant neither shows this match to its player nor answers in it."""
    rated: bool
    """Whether the result counts for the players' ratings."""
    tournament: str | None
    """The tournament that it belongs to; null: none."""
    owner: str | None
    """Account id of its owner, who created it; `null` at tables of a tournament."""
    reveal: Revealing | None
    """In a match that waits for the entropy of seats; see PUT .../entropy."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """Number of the log's last entry."""
    head: str
    """The log's head after it."""
    data: str
    """Hash of the rule data."""
    marks: list[int]
    """Unopened commitments by seat."""
    invitation: str | None
    """For the owner and those seated: what others join with."""
    guests: list[Guest]
    """For the owner, while the match is in the lobby: who was invited, oldest first."""
    guests_awaited: int
    """Number of unanswered invitations, for the owner and those seated, while the match is in the lobby; else 0."""
    pending: Literal["start", "cancel", "resign"] | None
    """An act that is about to take effect."""
    resignation: Resigned | None
    """The receipt of your resigning: keep it."""
    key_changes: list[KeyChange]
    """Keys to which seats ask the others to agree (protocol section 12.9)."""
    absence: Absence | None
    """The terms for players who stay away; null: none."""
    extensions: Extensions | None
    """The extra time that seats may take without asking; null: none."""
    pauses: Pauses | None
    """Pauses that people may agree on; null: none."""
    time_requests: TimeRequests | None
    """The terms for asking the others for more time, and the requests; null: nobody can."""
    operator_extensions: OperatorExtensions | None
    """The extra time that the operator may give; null: none."""
    vacation: Literal["clock-stops", "plays-on"]
    """`clock-stops`: what waits for somebody on vacation waits until after it (protocol section 12.17)."""
    away: list[Away]
    """Seats for whose vacation the clock has stopped, while it lasts."""
    view: AnyView | None
    """The game as you may know it; null before the start."""
    orders_seq: int
    """The `seq` of the last standing orders that you set or ended; 0: none, and `GET .../orders` has none."""
    decisions: list[Decision]
    channels: list[Channel]
    """Channels that are open to you."""
    talk: TableTalk
    """Whether people may talk at the table; see `listTalk`."""
    server_time: str
    """RFC 3339, UTC, milliseconds."""


class MatchPage(TypedDict):
    matches: list[MatchSummary]
    unavailable: list[str]
    """Ids of matches that belong in this list but cannot be shown now, because what is stored of them cannot be read."""
    next: str | None
    """Cursor of the next page."""


class MatchRequest(TypedDict, closed=True):
    rules: str
    """A rules id from GET /v1/rules that is not superseded, or a game's name, which means its newest rules."""
    seats: NotRequired[int]
    """As many as the rules and the preset allow: `preset_seats` of GET /v1/rules; left out: 2."""
    options: NotRequired[AnyOptions]
    """By the schema `options` in GET /v1/rules/{rules}, or one of its `presets`. Left out: as with {}."""
    title: NotRequired[str]
    """One line, nothing invisible, no `=?`; kept in NFC with single spaces. One script a word, no link. Left out: the game's title."""
    pace: NotRequired[PaceRequest]
    """The time for each decision. Left out: two days."""
    grace_seconds: NotRequired[int]
    """Time to reconsider once all answers are in, before the lock; left out: 60."""
    hold_seconds: NotRequired[int]
    """Answers to open decisions are held back for a secret part of this time, so that standing orders cannot be told from people. Shorter than a decision stands. Left out: as the game has it (`hold_seconds` in GET /v1/rules/{rules}), 0 if all others are bots."""
    custody: NotRequired[Literal["any", "client"]]
    """`client`: nobody may leave the opening with the server; left out: "any"."""
    entropy: NotRequired[Literal["optional", "required"]]
    """`required`: every seat adds 32 random bytes to the shuffle; left out: "optional"."""
    visibility: NotRequired[Literal["open", "private"]]
    """`private`: only people with the invitation may join or look; left out: "open"."""
    talk: NotRequired[Literal["after", "open", "none"]]
    """The time from which spectators read the table's talk: `after` the end, or at once (`open`); `none`: nobody talks at this table; left out: "after"."""
    start: NotRequired[Literal["when-full", "by-owner"]]
    """Left out: "when-full"."""
    bots: NotRequired[list[Literal["steady", "keen", "sharp", "random"]]]
    """Seats that bots take at once: `steady` is calm, `keen` and `sharp` think ahead and take some seconds for it, `random` does anything. Which of them play a game: `bots` of GET /v1/rules. Left out: none."""
    invite: NotRequired[list[str]]
    """Email addresses or accounts that get the invitation by mail. Left out: none."""
    invite_language: NotRequired[Literal["en", "de", "fr"]]
    """Language of letters to people who have never signed in. Left out: your own."""
    sit: NotRequired[bool]
    """Whether you take a seat at once, without entropy; left out: true."""
    absence: NotRequired[AbsenceRequest | None]
    """The terms for players who stay away (protocol section 12.12); null: none, the rules answer for them to the end. Left out: as with {}."""
    extensions: NotRequired[ExtensionsRequest | None]
    """The extra time that each seat may take without asking (protocol section 12.13); null: none. Left out: as with {}."""
    pauses: NotRequired[PausesRequest | None]
    """Pauses that the people at the table may agree on (protocol section 12.14); null: none. Left out: as with {}."""
    time_requests: NotRequired[TimeRequestsRequest | None]
    """The terms for asking the others for more time (protocol section 12.18); null: nobody may. Left out: as with {}."""
    nights: NotRequired[Literal["kept", "ignored"]]
    """`kept`: a deadline that would end in the night of those who have to answer moves on to their morning (protocol section 12.16); `ignored`: it does not. Left out: kept where decisions stand for 12 hours or more, but not with a daily hour that is itself at night."""
    vacation: NotRequired[Literal["clock-stops", "plays-on"]]
    """`clock-stops`: what waits for somebody on vacation waits until after it (protocol section 12.17); `plays-on`: orders and rules answer. Left out: `clock-stops` in private matches whose decisions stand for 12 hours or more."""
    least_reliability: NotRequired[LeastReliabilityRequest | None]
    """The players an open table takes without an invitation; null: anybody. Private tables have none; left out: null."""
    assistants: NotRequired[Literal["welcome", "unwanted"]]
    """Whether players may be helped by a computer's assistant. The server cannot know who is behind a token: everybody at the table sees this, and `siegelpost mcp` keeps to it; left out: "welcome"."""
    rated: NotRequired[bool]
    """Whether the result counts for the players' ratings (GET /v1/ratings/{game}). A rated table is public, is for people with an account alone, and plays a preset of the game as it stands; left out: false."""


PacketRow1Orders = TypedDict(
    "PacketRow1Orders",
    {
        "round": NotRequired[int],
        "ask": NotRequired[list[PacketRowOrdersAskTake | PacketRowOrdersAskDo]],
        "else": NotRequired[PacketRow1OrdersElse],
        "harbour": NotRequired[list[PacketRowOrdersHarbourOpen | PacketRowOrdersHarbourDo]],
        "last": NotRequired[list[PacketRowOrdersLast]],
        "last_else": NotRequired[Literal["pass", "wait"]],
        "fulfil": NotRequired[list[PacketRowOrdersFulfilCards | PacketRowOrdersFulfilContracts]],
        "final": NotRequired[Literal["settle", "wait"]],
    },
    closed=True,
)


Seafarers1MoveAct: TypeAlias = (
    SeafarersActRoad
    | SeafarersActShip
    | SeafarersActSettlement
    | SeafarersActCity
    | SeafarersActBuy
    | SeafarersActMove
    | SeafarersStartKnight
    | SeafarersStartRoads
    | SeafarersStartInvention
    | SeafarersStartMonopoly
    | SeafarersActBank
    | SeafarersActOffer
    | SeafarersActDeal
    | SeafarersActWithdraw
    | SeafarersActEnd
    | SeafarersActList
)
"""One action of the turn, several in a row, or its end."""


class Seafarers1Orders(TypedDict, closed=True):
    """Seafarers: standing orders What you say in advance. What is left out is asked, but `special` is `pass` where answers take an hour or more."""

    found: NotRequired[list[SeafarersOrdersFound]]
    """Founding places, best first; the first legal one is used."""
    harbours: NotRequired[list[Harbour]]
    """Edges for harbours, best first."""
    gold: NotRequired[list[Literal["wood", "brick", "grain", "wool", "ore"]]]
    """Wishes at the gold river, best first."""
    discard: NotRequired[list[Literal["wood", "brick", "grain", "wool", "ore"]]]
    """The goods to give up first at a seven."""
    roll: NotRequired[bool]
    """Roll at once although a card could be played before."""
    thief: NotRequired[list[SeafarersOrdersThief]]
    """The places for the robber or pirate, best first."""
    turn: NotRequired[SeafarersOrdersTurn]
    special: NotRequired[SeafarersOrdersSpecialDo | Literal["pass", "ask", "when-able"]]
    trades: NotRequired[list[SeafarersOrdersTrade]]
    """Offers to accept."""
    decline: NotRequired[bool]
    """Decline all offers that no rule accepts."""
    chips: NotRequired[list[Chip]]
    """Hexes of the main island whose chip may go, best first."""


SeafarersMove: TypeAlias = (
    Seafarers1MoveHarbour
    | Seafarers1MoveFound
    | Seafarers1MoveStart
    | Seafarers1MoveDiscard
    | Seafarers1MoveThief
    | Seafarers1MoveGold
    | Seafarers1MoveAct
    | Seafarers1MoveFree
    | Seafarers1MoveChip
    | Seafarers1MoveSpecial
    | Seafarers1MoveReply
)
"""A move, by rules and kind of decision (`Decision.kind`)."""


Anno1701OrdersTurn = TypedDict(
    "Anno1701OrdersTurn",
    {
        "turn": int,
        "do": NotRequired[list[Anno1701OrdersTurnDo]],
        "spy": NotRequired[list[SpyItem]],
        "close": NotRequired[
            Anno1701OrdersTurnCloseFinish
            | Anno1701OrdersTurnCloseFill
            | Anno1701OrdersTurnCloseCards
            | Anno1701OrdersTurnCloseVoyage
        ],
        "from": NotRequired[str],
    },
    closed=True,
)


AnyMove: TypeAlias = KontorMove | PacketRowMove | Anno1701Move | SeafarersMove
"""A move of a game."""


class Choice(TypedDict):
    move: AnyMove
    """The move, as the schema of the decision's kind describes."""
    words: str
    """The same in words."""
    price: str | None
    """Its price and what you have left afterwards, in words; null if nothing is paid."""
    follow_ups: list[FollowUp]
    """Answers that you may give along with it to questions that probably come next; mostly empty."""
    group: str | None
    """A heading for the group to which it belongs in a long list; null if the list is not divided. Choices of a group follow one another; choices that end a turn come last."""
    spots: list[str]
    """Elements of picture.svg it is about: ids without `spot-`."""


class CommitmentRequestWithMove(TypedDict, closed=True):
    padding: NotRequired[str]
    """Ignored. Clients use it to make all requests the same length (protocol section 12.8)."""
    move: AnyMove
    """Escrow; the server draws the salt. See GET /v1/rules/{rules}."""
    replaces: NotRequired[int]
    """`seq` of your act that stands; 0: none; left out: 0."""
    wait: NotRequired[bool]
    """Do not lock early because of this answer; left out: false."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""


class DecisionInWords(TypedDict):
    id: str
    question: str
    """The question, as a short imperative."""
    about: str | None
    """The subject: the card that is laid, the offer that is made."""
    advice: str | None
    """The rule about the choice, if the table does not show it: briefly in the first line, the reasons in the lines after it."""
    silence: str | None
    """The effect of not answering; null if you are not asked, or need not answer."""
    choices: list[Choice]
    """The possible answers of your seat: all of them, or examples if the list would be endless."""
    tools: list[Tool]
    """Buttons for kinds of moves, in the same order at every question of a kind; empty in games without any."""


class FeedEvent(TypedDict):
    id: str
    """Number of its log entry, a dot, its number in it: its id in streams."""
    n: int
    """Number of the log entry."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    decision: str
    """The decision whose resolution it belongs to, or whose time; empty for what belongs to none, such as a vote or a pause."""
    event: FeedFact
    """The fact, as in the log: an event of the game, or what people did beside it, with the type of its entry."""
    text: str
    """The same in words."""


class MatchBatch(TypedDict, closed=True):
    matches: list[MatchRequest]


class MatchInWords(TypedDict):
    match: str
    n: int
    """Number of the log's last entry."""
    head: str
    seat: int | None
    """The viewer; null for spectators."""
    language: Literal["en", "de", "fr"]
    game: str
    """The game's name."""
    about: str
    """The game in three sentences, for somebody who has never heard of it."""
    length: str
    """About how many turns a match has and how long one takes."""
    unasked: str
    """The answers given by default at this table for people who say nothing about them, and how they can be asked instead; empty where everything is asked."""
    preset: str
    """The name of the match's preset; empty without one."""
    title: str
    """The match's title."""
    names: list[str]
    """The players' names, by seat; empty for a free seat."""
    seats: list[SeatInPicture]
    """The seats as the picture shows them; empty before the start."""
    decisions: list[DecisionInWords]
    held: dict[str, int]
    """Your stock of each kind that moves count; empty if they count nothing."""
    held_at_end: list[HeldAtEnd]
    """Once the match is over: what each seat still held, bots included; empty before."""
    under_way: UnderWay | None
    """Things under way besides the questions; null: none."""
    coach: Literal["hint", "review"] | None
    """What the coach offers you: `hint` for your decisions, where you play alone against bots; `review` once the match is over; null: nothing."""
    said_ahead: list[SaidAhead]
    """The latest outcomes of what you said ahead with your answers, oldest first."""
    table: str | None
    """The table as text of at most 72 columns; null before the start."""


class MoveList(TypedDict):
    decision: str
    seat: int
    moves: list[AnyMove]
    """Moves as the schema of the decision's kind describes."""


class MoveRequest(TypedDict, closed=True):
    move: AnyMove
    """See GET /v1/rules/{rules}."""


class Opening(TypedDict, closed=True):
    """The content of a commitment (protocol section 2)."""

    v: Literal[1]
    match: str
    """A lower-case UUID with hyphens."""
    rules: str
    """1 to 64 of [a-z0-9._/@-]."""
    decision: str
    """1 to 64 of [a-z0-9._/@-]."""
    seat: int
    head: str
    """32 bytes of base64url."""
    salt: str
    """32 bytes of base64url."""
    move: AnyMove


class OpeningRequest(TypedDict, closed=True):
    padding: NotRequired[str]
    """Ignored. Clients use it to make all requests the same length (protocol section 12.8)."""
    opening: Opening
    """See protocol section 2."""


class OrderedAnswer(TypedDict):
    decision: str
    move: AnyMove
    """The answer, as the rules' schema of the decision's kind says."""
    words: str
    """The same in words, in the language asked for."""


class ResolvedFaultSeat2(TypedDict, closed=True):
    seat: int
    fault: Literal["illegal", "salt-reused"]
    opening: Opening


class ResolvedMove(TypedDict, closed=True):
    seat: int
    move: AnyMove
    by: Literal["seat", "order", "fallback"]
    received: str | None
    """RFC 3339, UTC, milliseconds."""
    seq: NotRequired[int]
    proof: NotRequired[str]
    """32 bytes of base64url behind 'sa1_'."""
    signature: NotRequired[str]
    """64 bytes of base64url."""
    order: NotRequired[str]
    """32 bytes of base64url behind 'so1_'."""
    order_seq: NotRequired[int]
    order_signature: NotRequired[str]
    """64 bytes of base64url."""


class Waiting(TypedDict):
    match: str
    title: str
    rules: str
    seat: int
    answer: Literal["commitment", "opening", "move"]
    """The kind of answer."""
    decision: Decision
    deadline_at: str | None
    """RFC 3339, UTC, milliseconds."""
    seconds_left: int | None
    moves: list[AnyMove] | None
    """The legal moves, if `include` asks for them."""
    view: AnyView | None
    """The game as you may know it, if `include` asks for it."""
    words: AskedInWords | None
    """The question, if `include` asks for it."""


class WaitingList(TypedDict):
    waiting: list[Waiting]
    offers: list[Waiting]
    """Proposals of others at the table to you: you may answer, but nobody waits for it."""
    reveals: list[WaitingReveal]
    consents: list[WaitingConsent]
    absences: list[WaitingAbsence]
    handings: list[WaitingHanding]
    unavailable: list[str]
    """Ids of matches that belong in this list but cannot be shown now, because what is stored of them cannot be read."""
    next: str | None
    """Cursor of the next page; null: this is the last."""
    server_time: str
    """RFC 3339, UTC, milliseconds."""


class Acted(TypedDict):
    receipt: Receipt
    signature: str
    """Ed25519 over the receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt. `null` while there is none (protocol section 13)."""
    opening: Opening | None
    """The whole opening, where the server drew the salt: keep it."""
    resolved: bool
    """Whether the decision has been resolved already (see Prefer: wait)."""
    n: int
    """Number of the log's last entry when this was answered."""
    padding: NotRequired[str]
    """Padding without meaning: it gives all answers to acts the same length (protocol section 12.8)."""


class Anno17011Orders(TypedDict, closed=True):
    """Anno 1701 – the card game: standing orders Everything may be left out."""

    settle: NotRequired[Anno1701OrdersSettle]
    turn: NotRequired[Anno1701OrdersTurn]
    theatre: NotRequired[dict[str, Anno1701OrdersTheatreGoldAfter | Literal["always", "never", "ask"]]]
    """The theatre's answer to each attack card, by the card's name."""
    goods: NotRequired[Literal["ask"] | list[Anno1701OrdersGood]]
    give_up: NotRequired[Literal["ask"] | list[Anno1701OrdersGiveUp]]
    demand: NotRequired[Literal["ask", "decline", "most-plentiful"] | list[Anno1701OrdersGiveUp]]
    pit: NotRequired[Literal["ask"]]
    prefer: NotRequired[Anno1701ActBuildPrefer]
    lodge: NotRequired[Anno1701OrdersLodgeWant | Literal["never", "ask"]]
    trades: NotRequired[list[Anno1701OrdersTrade]]
    reject: NotRequired[str]
    """Offers that ask for one of these goods are rejected unasked."""


class AnswerRequestWithMove(TypedDict, closed=True):
    padding: NotRequired[str]
    """Ignored. Clients use it to make all requests the same length (protocol section 12.8)."""
    move: AnyMove
    """The server draws the salt. See GET /v1/rules/{rules}."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""
    replaces: NotRequired[int]
    """`seq` of your answer that is still held back; 0: none; left out: 0."""


class AnswerRequestWithOpening(TypedDict, closed=True):
    padding: NotRequired[str]
    """Ignored. Clients use it to make all requests the same length (protocol section 12.8)."""
    opening: Opening
    """You drew the salt (protocol section 2)."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""
    replaces: NotRequired[int]
    """`seq` of your answer that is still held back; 0: none; left out: 0."""


AnyOrders: TypeAlias = Kontor1Orders | PacketRow1Orders | Anno17011Orders | Seafarers1Orders
"""Standing orders of a game."""


class CheckedOrders(TypedDict):
    legal: bool
    code: str | None
    """The rules' name for what is wrong."""
    pointer: str | None
    """The place in the request."""
    message: str | None
    """The remedy."""
    answers: list[OrderedAnswer]
    """To decisions that ask you now."""


class CommitmentRequestWithOpening(TypedDict, closed=True):
    padding: NotRequired[str]
    """Ignored. Clients use it to make all requests the same length (protocol section 12.8)."""
    opening: Opening
    """Escrow; you drew the salt (protocol section 2)."""
    replaces: NotRequired[int]
    """`seq` of your act that stands; 0: none; left out: 0."""
    wait: NotRequired[bool]
    """Do not lock early because of this answer; left out: false."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""


class Feed(TypedDict):
    events: list[FeedEvent]
    next: int | None
    """The next `after`; null at the end."""
    n: int
    """Number of the log's last entry: where to continue later."""


class OrdersDocument(TypedDict):
    """The content of a commitment to standing orders (protocol section 12.2)."""

    order: AnyOrders
    salt: str


class OrdersRequest(TypedDict, closed=True):
    padding: NotRequired[str]
    """Ignored. Clients use it to make all requests the same length (protocol section 12.8)."""
    salt: NotRequired[str]
    """Your own salt, required for a seat that signs. Left out: the server draws one."""
    signature: NotRequired[str]
    """Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."""
    orders: AnyOrders
    """See GET /v1/rules/{rules}."""
    replaces: NotRequired[int]
    """`seq` of the orders they replace; 0: none; left out: 0."""


class OrdersToCheck(TypedDict, closed=True):
    orders: AnyOrders
    """See GET /v1/rules/{rules}."""


class ResolvedBody(TypedDict, closed=True):
    decision: str
    """1 to 64 of [a-z0-9._/@-]."""
    openings: list[Opening]
    draws: list[CountedDraw | PublicDraw]
    events: list[AnyEvent]
    state: str
    """32 bytes of base64url."""
    moves: list[ResolvedMove]
    faults: list[ResolvedFaultSeat2 | ResolvedFaultSeat]


class ResolvedEntry(TypedDict, closed=True):
    """A decision was resolved."""

    n: int
    """Its number, counted from 1."""
    at: str
    """RFC 3339, UTC, milliseconds."""
    type: Literal["resolved"]
    body: ResolvedBody


AnswerRequest: TypeAlias = AnswerRequestWithMove | AnswerRequestWithOpening
"""An answer to an open decision, in exactly one of two forms."""


CommitmentRequest: TypeAlias = (
    CommitmentRequestWithMove | CommitmentRequestWithOpening | CommitmentRequestWithCommitment
)
"""A sealed answer, in exactly one of three forms."""


LogEntry: TypeAlias = (
    CreatedEntry
    | JoinedEntry
    | LeftEntry
    | OpenedEntry
    | ExtendedEntry
    | SeatedEntry
    | RevealedEntry
    | StartedEntry
    | LockedEntry
    | ResolvedEntry
    | ResignedEntry
    | RekeyedEntry
    | AbsentEntry
    | PolledEntry
    | VotedEntry
    | ReturnedEntry
    | SubstitutedEntry
    | VolunteeredEntry
    | DeclinedEntry
    | HandedEntry
    | KeptEntry
    | RequestedEntry
    | RespondedEntry
    | WishedEntry
    | PausedEntry
    | ResumedEntry
    | AnsweredEntry
    | SaidEntry
    | DisclosedEntry
    | ClosedEntry
)
"""An entry of the log (protocol section 7)."""


class Ordered(TypedDict):
    receipt: Receipt
    signature: str
    """Ed25519 over the receipt, base64url."""
    checkpoint: NotRequired[str | None]
    """The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt. `null` while there is none (protocol section 13)."""
    document: OrdersDocument | None
    """`order` and `salt`, which the commitment stands for: keep it."""
    in_force: bool
    """Whether they answer for you. They do not once you end them, or change the key that signed them."""
    padding: NotRequired[str]
    """Padding without meaning: it gives all answers to acts the same length (protocol section 12.8)."""


class Line(TypedDict):
    entry: LogEntry
    """n, at, type, body; see /protocol, section 7."""
    head: str
    sig: str


class LogPage(TypedDict):
    entries: list[Line]
    next: int | None
    """The next `after`; null at the end."""


class CreatedInBatch(TypedDict):
    match: str | None
    """The new match; null: there is none."""
    created: Line | None
    """Entry 1 of its log: check and keep it before you send anything of the match."""
    problem: NotCreated | None


class CreatedMatch(TypedDict):
    match: str
    """Its id, a lower-case UUID."""
    title: str
    rules: str
    """Rule set and version, pinned for this match."""
    options: AnyCompleteOptions
    """The game's options, complete."""
    seats: list[SeatModel]
    seat: int | None
    """Your seat; null for spectators."""
    status: Literal["lobby", "running", "closed"]
    waiting_for: list[int]
    """Seats whose answers it waits for; for other seats only as `committed` of a decision shows."""
    awaited_until_at: str | None
    """Until when the first of these answers is awaited; null: none is, or there is no deadline."""
    outcome: Outcome | None
    """Winners and scores by seat, once it is over."""
    over: str | None
    """The reason for its end: finished, resigned, abandoned, cancelled, expired, unrevealed, stopped (by the operator)."""
    stopped: str | None
    """The operator's reason for ending it; null: the operator did not."""
    pace: Pace
    """The time for each decision; see GET /v1/meta."""
    nights: Literal["kept", "ignored"]
    """`kept`: no deadline ends in the night of those who have to answer (protocol section 12.16)."""
    grace_seconds: int
    """Time to reconsider once all answers are in."""
    hold_seconds: int
    """The longest time that answers to open decisions are held back; 0: they are resolved at once."""
    paused_until_at: str | None
    """While the table pauses: the latest time at which it goes on. Nothing is asked until then."""
    custody: Literal["any", "client"]
    entropy: Literal["optional", "required"]
    visibility: Literal["open", "private"]
    start: Literal["when-full", "by-owner"]
    least_reliability: LeastReliability | None
    """The players an open table takes without an invitation; null: anybody."""
    assistants: Literal["welcome", "unwanted"]
    """`unwanted`: an assistant neither shows this match to its player nor answers in it."""
    rated: bool
    """Whether the result counts for the players' ratings."""
    tournament: str | None
    """The tournament that it belongs to; null: none."""
    owner: str | None
    """Account id of its owner, who created it; `null` at tables of a tournament."""
    reveal: Revealing | None
    """In a match that waits for the entropy of seats; see PUT .../entropy."""
    created_at: str
    """RFC 3339, UTC, milliseconds."""
    n: int
    """Number of the log's last entry."""
    head: str
    """The log's head after it."""
    data: str
    """Hash of the rule data."""
    marks: list[int]
    """Unopened commitments by seat."""
    invitation: str | None
    """For the owner and those seated: what others join with."""
    guests: list[Guest]
    """For the owner, while the match is in the lobby: who was invited, oldest first."""
    guests_awaited: int
    """Number of unanswered invitations, for the owner and those seated, while the match is in the lobby; else 0."""
    pending: Literal["start", "cancel", "resign"] | None
    """An act that is about to take effect."""
    resignation: Resigned | None
    """The receipt of your resigning: keep it."""
    key_changes: list[KeyChange]
    """Keys to which seats ask the others to agree (protocol section 12.9)."""
    absence: Absence | None
    """The terms for players who stay away; null: none."""
    extensions: Extensions | None
    """The extra time that seats may take without asking; null: none."""
    pauses: Pauses | None
    """Pauses that people may agree on; null: none."""
    time_requests: TimeRequests | None
    """The terms for asking the others for more time, and the requests; null: nobody can."""
    operator_extensions: OperatorExtensions | None
    """The extra time that the operator may give; null: none."""
    vacation: Literal["clock-stops", "plays-on"]
    """`clock-stops`: what waits for somebody on vacation waits until after it (protocol section 12.17)."""
    away: list[Away]
    """Seats for whose vacation the clock has stopped, while it lasts."""
    view: AnyView | None
    """The game as you may know it; null before the start."""
    orders_seq: int
    """The `seq` of the last standing orders that you set or ended; 0: none, and `GET .../orders` has none."""
    decisions: list[Decision]
    channels: list[Channel]
    """Channels that are open to you."""
    talk: TableTalk
    """Whether people may talk at the table; see `listTalk`."""
    server_time: str
    """RFC 3339, UTC, milliseconds."""
    created: Line
    """Entry 1 with its head and signature (protocol section 12.2)."""


class CreatedMatches(TypedDict):
    results: list[CreatedInBatch]

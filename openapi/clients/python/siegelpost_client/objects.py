# Generated from openapi/openapi.json by 'python -m checks.clients --write'; do not edit.
"""Answers of the API as objects with attributes: ``Match(client.get_match(match)).seats[0].player``.

Each class wraps a value of the same name in :mod:`siegelpost_client.models`, which describes its members; ``raw`` is the value.
A member named like a word of Python has a ``_`` behind its name (``from_``), and one that was left out is ``None``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from siegelpost_client.records import Record

if TYPE_CHECKING:  # many types, which no running program needs
    from siegelpost_client import models


class AbsenceAct(Record["models.AbsenceAct"]):
    act: Literal["here", "vote"]
    head: str
    seq: int


class AbsenceAskedEvent(Record["models.AbsenceAskedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    about: int
    until_at: str
    choices: list[str]
    type: Literal["absence-asked"]


class AbsenceVote(Record["models.AbsenceVote"]):
    seat: int
    choice: Literal["wait", "bot", "win", "person"]
    player: str | None


MissedItem: TypeAlias = str


class AbsentBody(Record["models.AbsentBody"]):
    missed: list[MissedItem]
    seat: int
    until: str


class AbsentEntry(Record["models.AbsentEntry"]):
    n: int
    at: str
    type: Literal["absent"]
    body: AbsentBody


Good: TypeAlias = str


class Anno17011MoveDiscontent(Record["models.Anno17011MoveDiscontent"]):
    type: Literal["give"]
    goods: list[Good]
    order: Literal["W4", "W4-default"] | None = None


class Anno17011MoveFire(Record["models.Anno17011MoveFire"]):
    type: Literal["give"]
    goods: list[Good]
    order: Literal["W4", "W4-default"] | None = None


class Anno17011MoveSearch(Record["models.Anno17011MoveSearch"]):
    type: Literal["take"]
    slip: int
    step: int | None = None


LayoutItem: TypeAlias = str


class Anno17011MoveSettle(Record["models.Anno17011MoveSettle"]):
    type: Literal["settle"]
    pile: Literal["1a", "1b"]
    layout: list[LayoutItem] | None = None
    order: Literal["W9", "W9-default"] | None = None


class Anno17011MoveSpy(Record["models.Anno17011MoveSpy"]):
    type: Literal["take"]
    slot: int
    step: int | None = None


class Anno17011MoveWithdraw(Record["models.Anno17011MoveWithdraw"]):
    type: Literal["withdraw"]


class Anno17011Options(Record["models.Anno17011Options"]):
    turn_limit: int | None = None


PayItem: TypeAlias = str
GoldItem: TypeAlias = int
StoreItem: TypeAlias = str


class Anno1701ActBuildPrefer(Record["models.Anno1701ActBuildPrefer"]):
    store: list[StoreItem] | None = None
    pay: list[PayItem] | None = None
    into: Literal[0, 1] | None = None
    gold: Literal[0, 1] | None = None


class Anno1701ActClose(Record["models.Anno1701ActClose"]):
    type: Literal["close"]
    step: int | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701ActDock(Record["models.Anno1701ActDock"]):
    wire = {"from_": "from"}
    type: Literal["dock"]
    from_: str
    to: str
    step: int | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701ActFill(Record["models.Anno1701ActFill"]):
    type: Literal["fill"]
    step: int | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701ActFinish(Record["models.Anno1701ActFinish"]):
    type: Literal["finish"]
    step: int | None = None
    prefer: Anno1701ActBuildPrefer | None = None


IntoItem: TypeAlias = int


class Anno1701ActOffer(Record["models.Anno1701ActOffer"]):
    type: Literal["offer"]
    give: str
    take: str
    step: int | None = None
    pay: list[PayItem] | None = None
    store: list[StoreItem] | None = None
    gold: list[GoldItem] | None = None
    into: list[IntoItem] | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701ActPlay(Record["models.Anno1701ActPlay"]):
    type: Literal["play"]
    card: str
    landscape: str | None = None
    centre: Literal[0, 1] | None = None
    step: int | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701ActRepair(Record["models.Anno1701ActRepair"]):
    type: Literal["repair"]
    step: int | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701ActResume(Record["models.Anno1701ActResume"]):
    type: Literal["resume"]
    prefer: Anno1701ActBuildPrefer | None = None
    step: int | None = None


class Anno1701ActShown(Record["models.Anno1701ActShown"]):
    type: str
    result: Literal["done", "cancelled", "allowed", "accepted", "rejected", "withdrawn"]
    step: int | None = None
    give: str | None = None
    take: str | None = None


class Anno1701ActUpgrade(Record["models.Anno1701ActUpgrade"]):
    type: Literal["upgrade"]
    resident: int
    pay: list[PayItem] | None = None
    step: int | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701ActionCard(Record["models.Anno1701ActionCard"]):
    id: str
    kind: str
    numeral: int
    building: Literal[False]
    op: Literal[
        "steal_gold", "take_hand_card", "empty_landscape", "centre_loses_gold", "gain_goods", "gain_gold", "ship_bonus"
    ]
    against: Literal[True] | None = None
    n: int | None = None
    good: str | None = None


class Anno1701AgitatedEvent(Record["models.Anno1701AgitatedEvent"]):
    to: list[int] | None = None
    type: Literal["agitated"]
    seat: int
    centre: int
    gold: int


class Anno1701AllowedEvent(Record["models.Anno1701AllowedEvent"]):
    to: list[int] | None = None
    order: str | None = None
    type: Literal["allowed"]
    seat: int


class Anno1701BankEvent(Record["models.Anno1701BankEvent"]):
    to: list[int] | None = None
    type: Literal["bank"]
    seat: int
    give: str
    take: str
    land: str | None


class Anno1701BeginsEvent(Record["models.Anno1701BeginsEvent"]):
    to: list[int] | None = None
    type: Literal["begins"]
    seat: int


class Anno1701BuildingCard(Record["models.Anno1701BuildingCard"]):
    id: str
    kind: str
    numeral: int
    building: Literal[True]
    cost: str
    die: int | None = None
    yields: str | None = None
    sails: int | None = None
    cannons: int | None = None
    bags: int | None = None
    happy: int | None = None
    gold: int | None = None
    fire_proof: Literal[True] | None = None
    limit: int | None = None
    cancel: int | None = None
    dock: Literal[True] | None = None
    lodge: Literal[True] | None = None


class Anno1701BuiltEvent(Record["models.Anno1701BuiltEvent"]):
    to: list[int] | None = None
    type: Literal["built"]
    seat: int
    card: str
    gold: int


class Anno1701CancelledEvent(Record["models.Anno1701CancelledEvent"]):
    to: list[int] | None = None
    order: str | None = None
    type: Literal["cancelled"]
    seat: int
    card: str
    gold: int


class Anno1701CannotBuyEvent(Record["models.Anno1701CannotBuyEvent"]):
    to: list[int] | None = None
    type: Literal["cannot-buy"]
    seat: int


class Anno1701CardEvent(Record["models.Anno1701CardEvent"]):
    to: list[int] | None = None
    type: Literal["card"]
    seat: int
    card: str


class Anno1701CardTakenEvent(Record["models.Anno1701CardTakenEvent"]):
    to: list[int] | None = None
    type: Literal["card-taken"]
    seat: int
    card: str


class Anno1701CastawaysCard(Record["models.Anno1701CastawaysCard"]):
    wire = {"if_": "if"}
    if_: Literal["slower", "faster"]
    id: str
    op: Literal["castaways"]
    gold: int


class Anno1701CliffsCard(Record["models.Anno1701CliffsCard"]):
    id: str
    op: Literal["cliffs"]
    ship: int


class Anno1701CloseVoyage(Record["models.Anno1701CloseVoyage"]):
    type: Literal["voyage"]
    card: str | None = None
    prefer: Anno1701ActBuildPrefer | None = None
    step: int | None = None


class Anno1701CompleteOptions(Record["models.Anno1701CompleteOptions"]):
    turn_limit: int


class Anno1701CounterAccept(Record["models.Anno1701CounterAccept"]):
    type: Literal["accept"]
    pay: list[PayItem] | None = None
    store: list[StoreItem] | None = None
    gold: list[GoldItem] | None = None
    into: list[IntoItem] | None = None


class Anno1701CounterReject(Record["models.Anno1701CounterReject"]):
    type: Literal["reject"]


class Anno1701CounteredEvent(Record["models.Anno1701CounteredEvent"]):
    to: list[int] | None = None
    order: str | None = None
    type: Literal["countered"]
    seat: int
    give: str
    take: str


class Anno1701DamagedEvent(Record["models.Anno1701DamagedEvent"]):
    to: list[int] | None = None
    type: Literal["damaged"]
    seat: int
    ship: int


class Anno1701DeclinedEvent(Record["models.Anno1701DeclinedEvent"]):
    to: list[int] | None = None
    order: str | None = None
    type: Literal["declined"]
    seat: int


class Anno1701Defeat(Record["models.Anno1701Defeat"]):
    ship: int


class Anno1701DemandDecline(Record["models.Anno1701DemandDecline"]):
    type: Literal["decline"]
    order: Literal["W5", "W5-default"] | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701DemandDemand(Record["models.Anno1701DemandDemand"]):
    type: Literal["demand"]
    good: Literal["N", "T", "H", "Z", "W"]
    order: Literal["W5", "W5-default"] | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701DemandedEvent(Record["models.Anno1701DemandedEvent"]):
    to: list[int] | None = None
    order: str | None = None
    type: Literal["demanded"]
    seat: int
    good: str


class Anno1701DockedEvent(Record["models.Anno1701DockedEvent"]):
    to: list[int] | None = None
    type: Literal["docked"]
    seat: int
    land: str
    to_land: str


class Anno1701DrewEvent(Record["models.Anno1701DrewEvent"]):
    to: list[int] | None = None
    type: Literal["drew"]
    seat: int
    pile: str
    forced: bool


class Anno1701EmptiedEvent(Record["models.Anno1701EmptiedEvent"]):
    to: list[int] | None = None
    type: Literal["emptied"]
    seat: int
    land: str
    good: str
    n: int


class Anno1701EndedEvent(Record["models.Anno1701EndedEvent"]):
    to: list[int] | None = None
    type: Literal["ended"]
    why: Literal["points", "merchants", "unrest", "turn-limit"]
    winners: list[int]
    scores: list[int]


class Anno1701EscapedEvent(Record["models.Anno1701EscapedEvent"]):
    to: list[int] | None = None
    type: Literal["escaped"]
    seat: int


class Anno1701ExchangedEvent(Record["models.Anno1701ExchangedEvent"]):
    to: list[int] | None = None
    order: str | None = None
    type: Literal["exchanged"]
    seat: int
    give: str
    take: str


class Anno1701FetchedEvent(Record["models.Anno1701FetchedEvent"]):
    to: list[int] | None = None
    type: Literal["fetched"]
    seat: int
    card: str


class Anno1701FlotsamEvent(Record["models.Anno1701FlotsamEvent"]):
    to: list[int] | None = None
    type: Literal["flotsam"]
    seat: int
    roll: int


class Anno1701FlotsamRow(Record["models.Anno1701FlotsamRow"]):
    roll: list[int]
    ship: int | None = None
    gold: int | None = None
    choose: str | None = None
    n: int | None = None


class Anno1701FoughtEvent(Record["models.Anno1701FoughtEvent"]):
    to: list[int] | None = None
    type: Literal["fought"]
    seat: int
    dice: list[int]
    own: int
    pirate: int
    forced: bool


class Anno1701FoundEvent(Record["models.Anno1701FoundEvent"]):
    to: list[int] | None = None
    type: Literal["found"]
    seat: int
    pile: str
    forced: bool


class Anno1701GainTask(Record["models.Anno1701GainTask"]):
    id: str
    kind: Literal["yield", "hunt", "prize"]
    seat: int
    goods: str
    left: int


class Anno1701GainedEvent(Record["models.Anno1701GainedEvent"]):
    to: list[int] | None = None
    order: str | None = None
    type: Literal["gained"]
    seat: int
    good: str
    land: str
    why: Literal["yield", "hunt", "prize", "demand", "card", "bought"]
    forced: bool


class Anno1701GaveUpEvent(Record["models.Anno1701GaveUpEvent"]):
    to: list[int] | None = None
    order: str | None = None
    type: Literal["gave-up"]
    seat: int
    goods: str
    why: Literal["fire", "discontent", "demand"]
    forced: bool


Anno1701GiveName: TypeAlias = Literal["N", "T", "H", "Z", "W", "G"]
Anno1701GoodName: TypeAlias = Literal["N", "T", "H", "Z", "W", "R", "B"]


class Anno1701GotGoldEvent(Record["models.Anno1701GotGoldEvent"]):
    to: list[int] | None = None
    type: Literal["got-gold"]
    seat: int
    gold: int


class Anno1701HandEvent(Record["models.Anno1701HandEvent"]):
    to: list[int] | None = None
    type: Literal["hand"]
    seat: int
    cards: list[str]


class Anno1701LandscapeShown(Record["models.Anno1701LandscapeShown"]):
    id: str
    good: str
    die: int
    amount: int
    at: str
    blocked: bool


class Anno1701LapsedEvent(Record["models.Anno1701LapsedEvent"]):
    to: list[int] | None = None
    order: str | None = None
    type: Literal["lapsed"]
    seat: int
    why: Literal["yield", "hunt", "prize", "demand", "card", "bought"]


class Anno1701LodgeSkip(Record["models.Anno1701LodgeSkip"]):
    type: Literal["skip"]
    order: Literal["W6", "W6-default"] | None = None


class Anno1701LodgeTask(Record["models.Anno1701LodgeTask"]):
    id: str
    kind: Literal["lodge"]
    seat: int
    left: int


class Anno1701LookedEvent(Record["models.Anno1701LookedEvent"]):
    to: list[int] | None = None
    type: Literal["looked"]
    seat: int
    pile: str
    cards: list[str]


class Anno1701LossTask(Record["models.Anno1701LossTask"]):
    id: str
    kind: Literal["fire", "discontent"]
    seat: int
    count: int


class Anno1701LostFightEvent(Record["models.Anno1701LostFightEvent"]):
    to: list[int] | None = None
    type: Literal["lost-fight"]
    seat: int


class Anno1701MeetBuy(Record["models.Anno1701MeetBuy"]):
    type: Literal["buy"]
    good: str
    gold: list[GoldItem] | None = None
    prefer: Anno1701ActBuildPrefer | None = None
    step: int | None = None


class Anno1701MeetFight(Record["models.Anno1701MeetFight"]):
    type: Literal["fight"]
    prefer: Anno1701ActBuildPrefer | None = None
    step: int | None = None


class Anno1701MeetPay(Record["models.Anno1701MeetPay"]):
    type: Literal["pay"]
    gold: list[GoldItem] | None = None
    prefer: Anno1701ActBuildPrefer | None = None
    step: int | None = None


class Anno1701MeetRoll(Record["models.Anno1701MeetRoll"]):
    type: Literal["roll"]
    prefer: Anno1701ActBuildPrefer | None = None
    step: int | None = None


class Anno1701MeetSail(Record["models.Anno1701MeetSail"]):
    type: Literal["sail"]
    prefer: Anno1701ActBuildPrefer | None = None
    step: int | None = None


class Anno1701MeetTask(Record["models.Anno1701MeetTask"]):
    id: str
    kind: Literal["meet"]
    seat: int
    card: str


class Anno1701OfferAccept(Record["models.Anno1701OfferAccept"]):
    type: Literal["accept"]
    order: Literal["W8", "W8-default"] | None = None
    pay: list[PayItem] | None = None
    store: list[StoreItem] | None = None
    gold: list[GoldItem] | None = None
    into: list[IntoItem] | None = None


class Anno1701OfferCounter(Record["models.Anno1701OfferCounter"]):
    type: Literal["counter"]
    give: str
    take: str
    order: Literal["W8", "W8-default"] | None = None
    pay: list[PayItem] | None = None
    store: list[StoreItem] | None = None
    gold: list[GoldItem] | None = None
    into: list[IntoItem] | None = None


class Anno1701OfferReject(Record["models.Anno1701OfferReject"]):
    type: Literal["reject"]
    order: Literal["W8", "W8-default"] | None = None


class Anno1701OfferStanding(Record["models.Anno1701OfferStanding"]):
    id: str
    kind: Literal["offer", "counter"]
    seat: int
    give: str
    take: str


class Anno1701OfferedEvent(Record["models.Anno1701OfferedEvent"]):
    to: list[int] | None = None
    type: Literal["offered"]
    seat: int
    give: str
    take: str


class Anno1701Options(Record["models.Anno1701Options"]):
    turn_limit: int


class Anno1701OrdersGiveUp(Record["models.Anno1701OrdersGiveUp"]):
    good: Literal["N", "T", "H", "Z", "W"]
    amount: int


class Anno1701OrdersGood(Record["models.Anno1701OrdersGood"]):
    good: Anno1701GoodName
    amount: int


WantItem: TypeAlias = str
GiveItem: TypeAlias = str


class Anno1701OrdersLodgeWant(Record["models.Anno1701OrdersLodgeWant"]):
    want: list[WantItem]
    give: list[GiveItem]


class Anno1701OrdersSettle(Record["models.Anno1701OrdersSettle"]):
    type: Literal["settle"]
    pile: Literal["1a", "1b"]
    layout: list[LayoutItem] | None = None


class Anno1701OrdersTheatreGoldAfter(Record["models.Anno1701OrdersTheatreGoldAfter"]):
    gold_after: int
    loss: int


class Anno1701OrdersTradeKeep(Record["models.Anno1701OrdersTradeKeep"]):
    good: Anno1701GiveName
    amount: int


SpyItem: TypeAlias = str
ExchangeItem: TypeAlias = str
RankItem: TypeAlias = str


class Anno1701OrdersTurnCloseFill(Record["models.Anno1701OrdersTurnCloseFill"]):
    type: Literal["fill"]


class Anno1701OrdersTurnCloseFinish(Record["models.Anno1701OrdersTurnCloseFinish"]):
    type: Literal["finish"]


class Anno1701OrdersTurnCloseVoyageBuy(Record["models.Anno1701OrdersTurnCloseVoyageBuy"]):
    good: Anno1701GoodName
    below: int | None = None
    price: int | None = None
    gold_after: int | None = None


class Anno1701OrdersTurnCloseVoyageFlotsam(Record["models.Anno1701OrdersTurnCloseVoyageFlotsam"]):
    ship: int


class Anno1701OrdersTurnCloseVoyageSiege(Record["models.Anno1701OrdersTurnCloseVoyageSiege"]):
    margin: int
    ship: int | None = None


class Anno1701OrdersTurnCloseVoyageStop(Record["models.Anno1701OrdersTurnCloseVoyageStop"]):
    ship: int | None = None
    gold: int | None = None
    rum: int | None = None
    tobacco: int | None = None
    revealed: int | None = None


class Anno1701OrdersTurnCloseVoyageTribute(Record["models.Anno1701OrdersTurnCloseVoyageTribute"]):
    up_to: int | None = None
    gold_after: int | None = None


class Anno1701OrdersTurnDoDoBank(Record["models.Anno1701OrdersTurnDoDoBank"]):
    type: Literal["bank"]
    give: Anno1701GiveName
    take: str
    pay: list[PayItem] | None = None
    gold: list[GoldItem] | None = None


class Anno1701OrdersTurnDoDoBuild(Record["models.Anno1701OrdersTurnDoDoBuild"]):
    type: Literal["build"]
    card: str
    pay: list[PayItem] | None = None


class Anno1701OrdersTurnDoDoDock(Record["models.Anno1701OrdersTurnDoDoDock"]):
    wire = {"from_": "from"}
    type: Literal["dock"]
    from_: str
    to: str


class Anno1701OrdersTurnDoDoOffer(Record["models.Anno1701OrdersTurnDoDoOffer"]):
    type: Literal["offer"]
    give: str
    take: str


class Anno1701OrdersTurnDoDoPlay(Record["models.Anno1701OrdersTurnDoDoPlay"]):
    type: Literal["play"]
    card: str
    landscape: str | None = None
    centre: Literal[0, 1] | None = None


class Anno1701OrdersTurnDoDoRepair(Record["models.Anno1701OrdersTurnDoDoRepair"]):
    type: Literal["repair"]


class Anno1701OrdersTurnDoDoUpgrade(Record["models.Anno1701OrdersTurnDoDoUpgrade"]):
    type: Literal["upgrade"]
    resident: int
    pay: list[PayItem] | None = None


SpiedItem: TypeAlias = str


class Anno1701Outcome(Record["models.Anno1701Outcome"]):
    winners: list[int]
    scores: list[int]
    reason: str
    tiebreaks: list[list[int]] | None = None


class Anno1701PaidTributeEvent(Record["models.Anno1701PaidTributeEvent"]):
    to: list[int] | None = None
    type: Literal["paid-tribute"]
    seat: int
    gold: int


class Anno1701PitTask(Record["models.Anno1701PitTask"]):
    id: str
    kind: Literal["pit"]
    seat: int
    good: str


class Anno1701PlainTask(Record["models.Anno1701PlainTask"]):
    id: str
    kind: Literal["act", "demand", "spy", "close", "cards", "voyage", "withdraw"]
    seat: int


class Anno1701PlayedEvent(Record["models.Anno1701PlayedEvent"]):
    to: list[int] | None = None
    type: Literal["played"]
    seat: int
    card: str
    landscape: str | None = None
    centre: int | None = None


class Anno1701PowerEvent(Record["models.Anno1701PowerEvent"]):
    to: list[int] | None = None
    type: Literal["power"]
    power: Literal["trade", "sea"]
    seat: int | None


class Anno1701Powers(Record["models.Anno1701Powers"]):
    trade: int | None
    sea: int | None


class Anno1701Preferences(Record["models.Anno1701Preferences"]):
    store: list[str] | None = None
    pay: list[str] | None = None
    into: int | None = None
    gold: int | None = None


class Anno1701PrefersEvent(Record["models.Anno1701PrefersEvent"]):
    to: list[int] | None = None
    type: Literal["prefers"]
    seat: int
    prefer: Anno1701Preferences


class Anno1701Prize(Record["models.Anno1701Prize"]):
    gold: int | None = None
    choose: str | None = None
    n: int | None = None


class Anno1701ProducedEvent(Record["models.Anno1701ProducedEvent"]):
    to: list[int] | None = None
    type: Literal["produced"]
    seat: int
    goods: str
    lands: list[str]
    ship: int | None


class Anno1701PushedEvent(Record["models.Anno1701PushedEvent"]):
    to: list[int] | None = None
    type: Literal["pushed"]
    seat: int
    card: str


class Anno1701PushedUnderEvent(Record["models.Anno1701PushedUnderEvent"]):
    to: list[int] | None = None
    order: str | None = None
    type: Literal["pushed-under"]
    seat: int
    pile: str


class Anno1701RejectedEvent(Record["models.Anno1701RejectedEvent"]):
    to: list[int] | None = None
    order: str | None = None
    type: Literal["rejected"]
    seat: int


class Anno1701RepairMove(Record["models.Anno1701RepairMove"]):
    step: int | None = None
    order: str | None = None
    prefer: Anno1701Preferences | None = None
    type: Literal["repair"]


class Anno1701RepairedEvent(Record["models.Anno1701RepairedEvent"]):
    to: list[int] | None = None
    type: Literal["repaired"]
    seat: int
    ship: int


Anno1701ResultName: TypeAlias = Literal["done", "cancelled", "allowed", "accepted", "rejected", "skipped"]


class Anno1701ReturnedEvent(Record["models.Anno1701ReturnedEvent"]):
    to: list[int] | None = None
    type: Literal["returned"]
    seat: int
    cards: int
    ship: int


class Anno1701RevealedEvent(Record["models.Anno1701RevealedEvent"]):
    to: list[int] | None = None
    type: Literal["revealed"]
    seat: int
    card: str


class Anno1701Roll(Record["models.Anno1701Roll"]):
    number: int
    face: int
    event: Literal["tax", "fire", "trade_advantage", "pirate_hunt", "discontent"]


class Anno1701RolledEvent(Record["models.Anno1701RolledEvent"]):
    to: list[int] | None = None
    type: Literal["rolled"]
    turn: int
    seat: int
    number: int
    face: int
    event: Literal["tax", "fire", "trade_advantage", "pirate_hunt", "discontent"]


class Anno1701SailedOnEvent(Record["models.Anno1701SailedOnEvent"]):
    to: list[int] | None = None
    type: Literal["sailed-on"]
    seat: int


class Anno1701SailsEvent(Record["models.Anno1701SailsEvent"]):
    to: list[int] | None = None
    type: Literal["sails"]
    seat: int
    card: str | None
    speed: int
    strength: int


class Anno1701SearchStanding(Record["models.Anno1701SearchStanding"]):
    id: str
    kind: Literal["search"]
    seat: int
    pile: str


class Anno1701SearchesEvent(Record["models.Anno1701SearchesEvent"]):
    to: list[int] | None = None
    type: Literal["searches"]
    seat: int
    pile: str


class Anno1701SeenHand(Record["models.Anno1701SeenHand"]):
    hand: list[Anno1701BuildingCard | Anno1701ActionCard]


class Anno1701SettleTask(Record["models.Anno1701SettleTask"]):
    id: str
    kind: Literal["settle"]
    seats: list[int]


class Anno1701SettledEvent(Record["models.Anno1701SettledEvent"]):
    to: list[int] | None = None
    type: Literal["settled"]
    seat: int
    side: Literal["lion", "dragon"]
    pile: str
    own_layout: bool


class Anno1701ShipShown(Record["models.Anno1701ShipShown"]):
    state: int
    die: int
    at: str


class Anno1701SiegeCard(Record["models.Anno1701SiegeCard"]):
    id: str
    op: Literal["siege"]
    cannons: int
    win: Anno1701Prize
    lose: Anno1701Defeat


class Anno1701Slip(Record["models.Anno1701Slip"]):
    slip: int
    at: int
    card: Anno1701BuildingCard | Anno1701ActionCard


class Anno1701SpiedEvent(Record["models.Anno1701SpiedEvent"]):
    to: list[int] | None = None
    type: Literal["spied"]
    seat: int
    cards: list[str]


class Anno1701StartRollEvent(Record["models.Anno1701StartRollEvent"]):
    to: list[int] | None = None
    type: Literal["start-roll"]
    rolls: list[int]


class Anno1701StolenEvent(Record["models.Anno1701StolenEvent"]):
    to: list[int] | None = None
    type: Literal["stolen"]
    seat: int
    gold: int
    lapsed: int


class Anno1701StormCard(Record["models.Anno1701StormCard"]):
    wire = {"if_": "if"}
    if_: Literal["slower", "faster"]
    id: str
    op: Literal["storm"]
    ship: int


class Anno1701TaxEvent(Record["models.Anno1701TaxEvent"]):
    to: list[int] | None = None
    type: Literal["tax"]
    seat: int
    gold: int
    lapsed: int


class Anno1701TheatreAllow(Record["models.Anno1701TheatreAllow"]):
    type: Literal["allow"]
    order: Literal["W1", "W1-default"] | None = None


class Anno1701TheatreCancel(Record["models.Anno1701TheatreCancel"]):
    type: Literal["cancel"]
    gold: list[GoldItem] | None = None
    order: Literal["W1", "W1-default"] | None = None


class Anno1701TheatreTask(Record["models.Anno1701TheatreTask"]):
    id: str
    kind: Literal["theatre"]
    seat: int
    card: str
    op: Literal["steal_gold", "take_hand_card", "empty_landscape", "centre_loses_gold"]
    landscape: str | None = None
    centre: int | None = None


class Anno1701TooSlowEvent(Record["models.Anno1701TooSlowEvent"]):
    to: list[int] | None = None
    type: Literal["too-slow"]
    seat: int


class Anno1701TookCardEvent(Record["models.Anno1701TookCardEvent"]):
    to: list[int] | None = None
    type: Literal["took-card"]
    seat: int
    numeral: int


class Anno1701TraderCard(Record["models.Anno1701TraderCard"]):
    id: str
    op: Literal["buy"]
    price: int
    goods: str


class Anno1701TributeCard(Record["models.Anno1701TributeCard"]):
    id: str
    op: Literal["tribute"]
    tribute: int
    cannons: int
    win: Anno1701Prize
    lose: Anno1701Defeat


Anno1701UnderName: TypeAlias = Literal["1a", "1b", "2a", "2b", "3a", "3b"]


class Anno1701UpgradeMove(Record["models.Anno1701UpgradeMove"]):
    step: int | None = None
    order: str | None = None
    prefer: Anno1701Preferences | None = None
    pay: list[str] | None = None
    type: Literal["upgrade"]
    resident: int


class Anno1701UpgradedEvent(Record["models.Anno1701UpgradedEvent"]):
    to: list[int] | None = None
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


class Anno1701VoyageReveal(Record["models.Anno1701VoyageReveal"]):
    type: Literal["reveal"]
    prefer: Anno1701ActBuildPrefer | None = None
    step: int | None = None


class Anno1701VoyageStop(Record["models.Anno1701VoyageStop"]):
    type: Literal["stop"]
    prefer: Anno1701ActBuildPrefer | None = None
    step: int | None = None


class Anno1701WithdrawnEvent(Record["models.Anno1701WithdrawnEvent"]):
    to: list[int] | None = None
    type: Literal["withdrawn"]
    seat: int


class Anno1701WonFightEvent(Record["models.Anno1701WonFightEvent"]):
    to: list[int] | None = None
    type: Literal["won-fight"]
    seat: int


AnswerItem: TypeAlias = str
AnswerItem1: TypeAlias = int
AnswerItem3: TypeAlias = str
AnswerItem4: TypeAlias = int
AnswerItem5: TypeAlias = str
Answer: TypeAlias = tuple[
    AnswerItem,
    AnswerItem1,
    Literal["seat", "order", "fallback", "lapsed"],
    AnswerItem1,
    str | None,
    str | tuple[AnswerItem3, AnswerItem4, AnswerItem5] | None,
]


class AnsweredBody(Record["models.AnsweredBody"]):
    answers: list[Answer]


class AnsweredEntry(Record["models.AnsweredEntry"]):
    n: int
    at: str
    type: Literal["answered"]
    body: AnsweredBody


class AskedInWords(Record["models.AskedInWords"]):
    question: str
    about: str | None


class AskedSubstitute(Record["models.AskedSubstitute"]):
    seat: int
    invitation: str
    mailed: bool


class Away(Record["models.Away"]):
    seat: int
    until_at: str


class Bot(Record["models.Bot"]):
    account: str
    name: str
    owner: str
    created_at: str
    open: bool
    games: list[str]
    most_matches: int
    listed: bool


class BotList(Record["models.BotList"]):
    bots: list[Bot]


class Bounce(Record["models.Bounce"]):
    at: str
    sent_on: str
    status: str


class Browser(Record["models.Browser"]):
    id: str
    name: str
    service: str
    created_at: str
    failing_since: str | None
    current: bool


class BrowserList(Record["models.BrowserList"]):
    public_key: str | None
    browsers: list[Browser]


class Channel(Record["models.Channel"]):
    id: str
    seats: list[int]


class Checked(Record["models.Checked"]):
    legal: bool
    code: str | None
    pointer: str | None
    message: str | None
    words: str | None


Seat: TypeAlias = int


class CountedDraw(Record["models.CountedDraw"]):
    label: str
    count: int


class CreatedAbsenceHanding(Record["models.CreatedAbsenceHanding"]):
    seconds: int
    times: int


class CreatedBeaconChain(Record["models.CreatedBeaconChain"]):
    chain: str
    genesis: int
    period: int
    public_key: str
    scheme: Literal["bls-unchained-g1-rfc9380"]
    delay: int


Weekday: TypeAlias = int


class CreatedPaceKindCounted(Record["models.CreatedPaceKindCounted"]):
    weekdays: list[Weekday]
    zone: str


class CreatedPauses(Record["models.CreatedPauses"]):
    majority: Literal["all", "most"]
    seconds: int


class CreatedTimeRequests(Record["models.CreatedTimeRequests"]):
    majority: Literal["all", "most"]
    seconds: int


class DailyPace(Record["models.DailyPace"]):
    kind: Literal["daily"]
    time: str
    zone: str
    weekdays: list[Weekday]
    least: int


class DeclinedBody(Record["models.DeclinedBody"]):
    player: str
    seat: int


class DeclinedEntry(Record["models.DeclinedEntry"]):
    n: int
    at: str
    type: Literal["declined"]
    body: DeclinedBody


class Deleted(Record["models.Deleted"]):
    message: str


class DisclosedMessage(Record["models.DisclosedMessage"]):
    wire = {"from_": "from"}
    n: int
    channel: str
    from_: int
    salt: str
    text: str


class DroppedNews(Record["models.DroppedNews"]):
    kind: str
    reason: str


class Counted(Record["models.Counted"]):
    weekdays: list[Weekday]
    zone: str


class DurationPace(Record["models.DurationPace"]):
    kind: Literal["duration"]
    seconds: int
    counted: Counted | None = None


class EntropyNeededEvent(Record["models.EntropyNeededEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    deadline_at: str | None
    type: Literal["entropy-needed"]


class EventDecision(Record["models.EventDecision"]):
    id: str
    kind: str
    sealed: bool
    optional: bool


class ExportedBlock(Record["models.ExportedBlock"]):
    since: str
    why: str


class ExportedMatch(Record["models.ExportedMatch"]):
    match: str
    closed_at: str | None
    log: str
    messages: str


class ExtendedDecision2(Record["models.ExtendedDecision2"]):
    decision: str
    deadline: str
    by: Literal["seat"]
    seat: int
    opening_deadline: str | None = None
    signature: str | None = None


class ExtendedDecision3(Record["models.ExtendedDecision3"]):
    decision: str
    deadline: str
    by: Literal["vacation"]
    seat: int
    opening_deadline: str | None = None


class ExtendedDecision4(Record["models.ExtendedDecision4"]):
    decision: str
    deadline: str
    by: Literal["agreement"]
    seat: int
    opening_deadline: str | None = None


class ExtendedDecision5(Record["models.ExtendedDecision5"]):
    decision: str
    deadline: str
    by: Literal["operator"]
    opening_deadline: str | None = None


class ExtendedDecisionLost(Record["models.ExtendedDecisionLost"]):
    cause: Literal["outage", "parked", "restored"]
    since: str
    until: str


class ExtensionReceipt(Record["models.ExtensionReceipt"]):
    match: str
    seat: int
    seq: int
    commitment: str | None
    custody: str | None
    received: str
    n: int
    head: str
    key: str
    protocol: Literal["siegelpost/1"]
    act: Literal["extend"]
    decision: Literal["extend"]


class FollowUpAnswer(Record["models.FollowUpAnswer"]):
    kind: str
    move: dict[str, Any]


class Guest(Record["models.Guest"]):
    guest: str
    mail: str | None
    sent_at: str
    times: int
    state: Literal["unanswered", "joined", "declined", "withdrawn", "bounced", "gone"]
    again: bool


class HandReceipt(Record["models.HandReceipt"]):
    match: str
    seat: int
    seq: int
    commitment: str | None
    custody: str | None
    received: str
    n: int
    head: str
    key: str
    protocol: Literal["siegelpost/1"]
    act: Literal["hand"]
    decision: Literal["hand"]
    choice: Literal["bot", "person"]
    player: str | None = None


class HandedBody(Record["models.HandedBody"]):
    seat: int
    until: str
    choice: Literal["bot", "person"]
    player: str | None = None
    signature: str | None = None


class HandedEntry(Record["models.HandedEntry"]):
    n: int
    at: str
    type: Literal["handed"]
    body: HandedBody


class HandedOver(Record["models.HandedOver"]):
    receipt: HandReceipt
    signature: str
    checkpoint: str | None


class HandingAskedEvent(Record["models.HandingAskedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    about: int
    who: str | None
    until_at: str
    type: Literal["handing-asked"]


class HandingEndedEvent(Record["models.HandingEndedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    about: int
    why: Literal["withdrawn", "unanswered", "declined", "refused"]
    type: Literal["handing-ended"]


class HandingRule(Record["models.HandingRule"]):
    seconds: int
    times: int


class HeadLine(Record["models.HeadLine"]):
    match: str
    n: int
    head: str
    at: str


class HeadPage(Record["models.HeadPage"]):
    heads: list[HeadLine]
    cursor: str | None


class Health(Record["models.Health"]):
    status: Literal["ok"]


class HeldAtEnd(Record["models.HeldAtEnd"]):
    seat: int
    words: str


class HereReceipt(Record["models.HereReceipt"]):
    match: str
    seat: int
    seq: int
    commitment: str | None
    custody: str | None
    received: str
    n: int
    head: str
    key: str
    protocol: Literal["siegelpost/1"]
    act: Literal["here"]
    decision: Literal["here"]


class InLanguages(Record["models.InLanguages"]):
    en: str
    de: str


class InvitedEvent(Record["models.InvitedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    by: str
    invitation: str
    type: Literal["invited"]


class JoinedBody(Record["models.JoinedBody"]):
    seat: int
    player: str
    entropy: str | None = None
    entropy_custody: Literal["escrow", "client"] | None = None
    key: str | None = None


class JoinedEntry(Record["models.JoinedEntry"]):
    n: int
    at: str
    type: Literal["joined"]
    body: JoinedBody


class JsonSchema(Record["models.JsonSchema"]): ...


JsonSchemas: TypeAlias = dict[str, JsonSchema]


class Key(Record["models.Key"]):
    id: str
    algorithm: Literal["Ed25519"]
    public_key: str
    valid_from: str | None
    valid_until: str | None


class KeyAskedEvent(Record["models.KeyAskedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    by: int
    key: str
    type: Literal["key-asked"]


class KeyChange(Record["models.KeyChange"]):
    seat: int
    key: str
    seq: int
    consents: list[int]
    awaited: list[int]


class KeyChangedEvent(Record["models.KeyChangedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    by: int
    key: str
    type: Literal["key-changed"]


class Kinds(Record["models.Kinds"]):
    wire = {
        "your_turn": "your-turn",
        "deadline_near": "deadline-near",
        "opening_needed": "opening-needed",
        "you_are_missed": "you-are-missed",
        "absence_asked": "absence-asked",
        "handing_asked": "handing-asked",
        "substitute_asked": "substitute-asked",
        "time_requested": "time-requested",
        "entropy_needed": "entropy-needed",
        "key_asked": "key-asked",
        "more_time": "more-time",
        "time_decided": "time-decided",
        "table_pause": "table-pause",
        "handing_ended": "handing-ended",
        "seat_taken_over": "seat-taken-over",
        "substitute_ready": "substitute-ready",
        "key_changed": "key-changed",
        "webhook_disabled": "webhook-disabled",
        "put_back": "put-back",
    }
    your_turn: bool
    deadline_near: bool
    opening_needed: bool
    you_are_missed: bool
    absence_asked: bool
    handing_asked: bool
    substitute_asked: bool
    time_requested: bool
    invited: bool
    entropy_needed: bool
    key_asked: bool
    resolved: bool
    started: bool
    over: bool
    said: bool
    more_time: bool
    time_decided: bool
    table_pause: bool
    handing_ended: bool
    seat_taken_over: bool
    substitute_ready: bool
    unseated: bool
    key_changed: bool
    webhook_disabled: bool
    put_back: bool


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


class Kontor1MovePlace(Record["models.Kontor1MovePlace"]):
    type: Literal["place"]
    at: list[int]


class Kontor1Options(Record["models.Kontor1Options"]):
    preset: (
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
        | None
    ) = None
    pass_mode: Literal["declare", "secret"] | None = None
    round_limit: int | None = None
    special_cards: bool | None = None
    quay_pile_open: bool | None = None


class Kontor1ShipSail(Record["models.Kontor1ShipSail"]):
    type: Literal["sail"]
    to: list[int]
    remove: list[int]


class Kontor1ShipSail2(Record["models.Kontor1ShipSail2"]):
    type: Literal["sail"]
    to: list[int]
    remove: list[int]
    receiver: int


class KontorBarredField(Record["models.KontorBarredField"]):
    at: list[int]
    team: int


class KontorBoughtEvent(Record["models.KontorBoughtEvent"]):
    to: list[int] | None = None
    type: Literal["bought"]
    seat: int


class KontorBuyBuy(Record["models.KontorBuyBuy"]):
    type: Literal["buy"]


class KontorBuyDecline(Record["models.KontorBuyDecline"]):
    type: Literal["decline"]


class KontorBuyFine(Record["models.KontorBuyFine"]):
    type: Literal["fine"]


class KontorBuyingEvent(Record["models.KontorBuyingEvent"]):
    to: list[int] | None = None
    type: Literal["buying"]
    seats: list[int]


class KontorCardFace(Record["models.KontorCardFace"]):
    id: str
    number: int | None
    type: Literal["quay", "crane", "pub", "canal", "anchor", "flood", "bridge", "customs"]
    owner: Literal["red", "black", "neutral"]
    goods: str
    symbol: Literal["coin", "ship", "none"]


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


class KontorChooseForfeit(Record["models.KontorChooseForfeit"]):
    type: Literal["forfeit"]


class KontorChoosePass(Record["models.KontorChoosePass"]):
    type: Literal["pass"]


class KontorChoosePlay(Record["models.KontorChoosePlay"]):
    type: Literal["play"]
    card: KontorCardName


class KontorClosedEvent(Record["models.KontorClosedEvent"]):
    to: list[int] | None = None
    type: Literal["closed"]
    fields: list[list[int]]
    guard: int | None
    goods: list[list[int]]
    by: Literal["largest", "most", "rank", "none"]
    size: int


class KontorCompleteOptions(Record["models.KontorCompleteOptions"]):
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
    pass_mode: Literal["declare", "secret"]
    round_limit: int
    special_cards: bool
    quay_pile_open: bool


class KontorContestShow(Record["models.KontorContestShow"]):
    type: Literal["show"]
    card: KontorCardName


class KontorCounting(Record["models.KontorCounting"]):
    places: int
    least_size: int


class KontorDrewEvent(Record["models.KontorDrewEvent"]):
    to: list[int] | None = None
    type: Literal["drew"]
    seat: int
    card: str
    pile: Literal["quay", "canal"]


class KontorEdges(Record["models.KontorEdges"]):
    x: list[int] | None
    y: list[int] | None


class KontorEndedEvent(Record["models.KontorEndedEvent"]):
    to: list[int] | None = None
    type: Literal["ended"]
    why: Literal["board-full", "deadlock", "stalemate", "round-limit", "poverty", "line"]
    scores: list[int]
    money: list[int]
    winner: int | None = None


class KontorExtent(Record["models.KontorExtent"]):
    x: list[int]
    y: list[int]


class KontorFieldShown(Record["models.KontorFieldShown"]):
    at: list[int]
    card: KontorCardFace
    under: list[KontorCardFace]
    sector: int | None


class KontorFinedEvent(Record["models.KontorFinedEvent"]):
    to: list[int] | None = None
    type: Literal["fined"]
    seat: int
    coins: int


class KontorFixedEvent(Record["models.KontorFixedEvent"]):
    to: list[int] | None = None
    type: Literal["fixed"]
    axis: Literal["x", "y"]
    range: list[int]


class KontorGotEvent(Record["models.KontorGotEvent"]):
    to: list[int] | None = None
    type: Literal["got"]
    seat: int
    card: str


class KontorIncomeEvent(Record["models.KontorIncomeEvent"]):
    to: list[int] | None = None
    type: Literal["income"]
    seat: int
    why: Literal["pass", "canal", "insolvent"]


class KontorInsolventEvent(Record["models.KontorInsolventEvent"]):
    to: list[int] | None = None
    type: Literal["insolvent"]
    seat: int
    card: str


class KontorLaidEvent(Record["models.KontorLaidEvent"]):
    to: list[int] | None = None
    type: Literal["laid"]
    seat: int
    card: str
    at: list[int]


class KontorLimits(Record["models.KontorLimits"]):
    width: int
    height: int


class KontorNoIncomeEvent(Record["models.KontorNoIncomeEvent"]):
    to: list[int] | None = None
    type: Literal["no-income"]
    seat: int
    why: Literal["pass", "canal", "insolvent"]


class KontorOptions(Record["models.KontorOptions"]):
    preset: str
    pass_mode: Literal["declare", "secret"]
    round_limit: int
    quay_pile_open: bool
    special_cards: bool


PlaceItem: TypeAlias = list[int]


class KontorOrdersPlanIfFree(Record["models.KontorOrdersPlanIfFree"]):
    free: list[int]


class KontorOrdersPlanIfHolds(Record["models.KontorOrdersPlanIfHolds"]):
    holds: list[int]
    card: Kontor1CardName


class KontorOrdersPlanIfPassed(Record["models.KontorOrdersPlanIfPassed"]):
    passed: int


class KontorOrdersPlanIfShip(Record["models.KontorOrdersPlanIfShip"]):
    ship: list[int]


class KontorOrdersPlanShipSail(Record["models.KontorOrdersPlanShipSail"]):
    type: Literal["sail"]
    to: list[int]
    remove: list[int] | None = None
    receiver: int | None = None


class KontorOrdersPlanShipStay(Record["models.KontorOrdersPlanShipStay"]):
    type: Literal["stay"]


class KontorOutcome(Record["models.KontorOutcome"]):
    winners: list[int]
    scores: list[int]
    reason: str
    tiebreaks: list[list[int]] | None = None


class KontorPassed(Record["models.KontorPassed"]):
    wire = {"pass_": "pass"}
    pass_: Literal[True]
    forfeit: Literal[True] | None = None


class KontorPileEmptyEvent(Record["models.KontorPileEmptyEvent"]):
    to: list[int] | None = None
    type: Literal["pile-empty"]
    seat: int
    pile: Literal["quay", "canal"]


class KontorPileShown(Record["models.KontorPileShown"]):
    top: KontorCardFace | None
    count: int
    cards: list[KontorCardFace] | None = None


class KontorPlayedShown(Record["models.KontorPlayedShown"]):
    card: KontorCardFace
    status: Literal["waiting", "laid", "returned"]


class KontorRemovedEvent(Record["models.KontorRemovedEvent"]):
    to: list[int] | None = None
    type: Literal["removed"]
    seat: int
    card: str
    at: list[int]
    owner: int


class KontorRoundEvent(Record["models.KontorRoundEvent"]):
    to: list[int] | None = None
    type: Literal["round"]
    round: int


class KontorSailedEvent(Record["models.KontorSailedEvent"]):
    wire = {"from_": "from"}
    to: list[int] | None = None
    from_: list[int]
    type: Literal["sailed"]
    seat: int
    at: list[int]


class KontorSeatCard(Record["models.KontorSeatCard"]):
    seat: int
    card: str


class KontorSeatPass(Record["models.KontorSeatPass"]):
    wire = {"pass_": "pass"}
    seat: int
    pass_: Literal[True]
    forfeit: Literal[True] | None = None


class KontorSectorShown(Record["models.KontorSectorShown"]):
    fields: list[list[int]]
    closed: bool
    guard: int | None
    size: int
    distance: int
    goods: list[list[int]]
    centres: list[list[int] | None]
    value: int
    counts: bool | None


class KontorShipSail(Record["models.KontorShipSail"]):
    type: Literal["sail"]
    to: list[int]


class KontorShipStay(Record["models.KontorShipStay"]):
    type: Literal["stay"]


class KontorShownEvent(Record["models.KontorShownEvent"]):
    to: list[int] | None = None
    type: Literal["shown"]
    choices: list[KontorSeatCard]


class KontorStayedEvent(Record["models.KontorStayedEvent"]):
    to: list[int] | None = None
    type: Literal["stayed"]
    seat: int


class KontorTaxEvent(Record["models.KontorTaxEvent"]):
    to: list[int] | None = None
    type: Literal["tax"]
    seat: int
    by: int
    card: str


class KontorUnplaceableEvent(Record["models.KontorUnplaceableEvent"]):
    to: list[int] | None = None
    type: Literal["unplaceable"]
    seat: int
    card: str


class KontorVoyage(Record["models.KontorVoyage"]):
    wire = {"from_": "from"}
    from_: list[int]
    to: list[int]


class LeastReliability(Record["models.LeastReliability"]):
    percent: int
    newcomers: bool


class LeftBody(Record["models.LeftBody"]):
    seat: int


class LeftEntry(Record["models.LeftEntry"]):
    n: int
    at: str
    type: Literal["left"]
    body: LeftBody


class LegendEntry(Record["models.LegendEntry"]):
    sign: str
    words: str


class Links(Record["models.Links"]):
    documentation: str
    openapi: str
    protocol: str


class LockedSeatSeat(Record["models.LockedSeatSeat"]):
    seat: int
    commitment: str
    seq: int
    custody: Literal["escrow", "client", "mail", "absent"]
    signature: str | None = None


class LockedSeatSeat2(Record["models.LockedSeatSeat2"]):
    seat: int
    commitment: str
    seq: int
    custody: Literal["escrow", "client", "mail", "absent"]
    order: str
    order_seq: int
    signature: str | None = None
    order_signature: str | None = None


class MayHand(Record["models.MayHand"]):
    seq: int
    bot: bool
    people: list[str]


class Message(Record["models.Message"]):
    n: int | None
    at: str
    channel: str
    seat: int
    state: Literal["said", "pending", "refused"]
    salt: str
    commitment: str
    text: str


class MessageList(Record["models.MessageList"]):
    messages: list[Message]
    unsaid: list[Message]
    next: int | None


class MissedAnswers(Record["models.MissedAnswers"]):
    seat: int
    missed: list[str]
    until_at: str
    asked: bool
    choices: list[Literal["wait", "bot", "win", "person"]]
    voters: list[int]
    votes: list[AbsenceVote]
    mine: AbsenceAct | None


class MoreTimeEvent(Record["models.MoreTimeEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    by: int
    decision: EventDecision
    deadline_at: str
    vacation_until_at: str | None
    type: Literal["more-time"]


class MyExtensions(Record["models.MyExtensions"]):
    left: int
    seq: int
    decisions: list[str]


class MyPause(Record["models.MyPause"]):
    pause: bool | None
    seq: int


class MyTimeRequests(Record["models.MyTimeRequests"]):
    decisions: list[str]
    request_seq: int
    responses: list[str]
    response_seq: int


class Notice(Record["models.Notice"]):
    message: str


Reminder: TypeAlias = int


class Notifications(Record["models.Notifications"]):
    kinds: Kinds
    muted_matches: list[str]
    for_programmers: bool
    while_here: bool
    buttons: Literal["choices", "sign-in", "none"]
    pictures: Literal["attached", "linked", "none"]
    digest: Literal["off", "news", "all"]
    digest_hour: int
    quiet_from: int
    quiet_to: int
    quiet_mails: bool
    reminders: list[Reminder]


class OpenTimeRequest(Record["models.OpenTimeRequest"]):
    decision: str
    seat: int
    seconds: int
    voters: list[int]
    grants: list[int]
    refusals: list[int]


class OpenedBody(Record["models.OpenedBody"]):
    decision: str
    kind: str
    sealed: bool
    seats: list[Seat]
    deadline: str | None
    opening_deadline: str | None = None


class OpenedEntry(Record["models.OpenedEntry"]):
    n: int
    at: str
    type: Literal["opened"]
    body: OpenedBody


class OpeningNeededEvent(Record["models.OpeningNeededEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    decision: EventDecision
    opening_ends_at: str | None
    type: Literal["opening-needed"]


class OperatorExtensions(Record["models.OperatorExtensions"]):
    seconds: int
    times: int
    given: int


class Opponent(Record["models.Opponent"]):
    account: str
    name: str
    owner: str
    games: list[str]
    free: bool
    seen_at: str


class OpponentPage(Record["models.OpponentPage"]):
    bots: list[Opponent]
    next: str | None


Winner: TypeAlias = int
Score: TypeAlias = int
TiebreakItem: TypeAlias = int
Tiebreak: TypeAlias = list[TiebreakItem]


class Outcome(Record["models.Outcome"]):
    winners: list[Winner]
    scores: list[Score]
    reason: str
    tiebreaks: list[Tiebreak] | None = None


class OverEvent(Record["models.OverEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    outcome: Outcome | None
    reason: str | None
    why: str | None
    type: Literal["over"]


class OwnAct(Record["models.OwnAct"]):
    act: Literal["commit", "replace", "withdraw", "open"]
    seq: int
    commitment: str | None
    custody: Literal["escrow", "client", "mail"]
    received_at: str
    wait: bool
    opened: bool


class OwnBlock(Record["models.OwnBlock"]):
    since: str
    why: str


class OwnNight(Record["models.OwnNight"]):
    begins: int
    ends: int


class OwnReliability(Record["models.OwnReliability"]):
    asked: int
    answered: int
    percent: int | None


Pace: TypeAlias = DurationPace | DailyPace
FulfilItem: TypeAlias = str


class PacketRow1MoveFinal(Record["models.PacketRow1MoveFinal"]):
    type: Literal["settle"]
    fulfil: list[FulfilItem] | None = None


class PacketRow1MoveOpen(Record["models.PacketRow1MoveOpen"]):
    type: Literal["open"]
    board: Literal["G", "D", "M", "B"]
    fulfil: list[FulfilItem] | None = None


class PacketRow1Options(Record["models.PacketRow1Options"]):
    hidden_hands: bool | None = None


class PacketRowAskDecline(Record["models.PacketRowAskDecline"]):
    type: Literal["decline"]
    fulfil: list[FulfilItem] | None = None


class PacketRowAskTake(Record["models.PacketRowAskTake"]):
    type: Literal["take"]
    card: str
    assistant: Literal[True] | None = None
    fulfil: list[FulfilItem] | None = None


class PacketRowCardName(Record["models.PacketRowCardName"]):
    en: str
    de: str


class PacketRowCompleteOptions(Record["models.PacketRowCompleteOptions"]):
    hidden_hands: bool


class PacketRowContractCard(Record["models.PacketRowContractCard"]):
    id: str
    key: str
    board: str
    kind: Literal["contract"]
    destination: Literal["GB", "FR", "ES", "NL"]
    demand: dict[Literal["cotton", "tobacco", "grain", "fur"], int]
    reward: int


class PacketRowDeclinedEvent(Record["models.PacketRowDeclinedEvent"]):
    type: Literal["declined"]
    seat: int
    board: str


class PacketRowExhaustedEvent(Record["models.PacketRowExhaustedEvent"]):
    type: Literal["exhausted"]
    board: str


class PacketRowFinalEvent(Record["models.PacketRowFinalEvent"]):
    type: Literal["final"]
    why: Literal["exhausted", "nothing-to-open"]
    seats: list[int]


Card: TypeAlias = str


class PacketRowFulfilFulfil(Record["models.PacketRowFulfilFulfil"]):
    type: Literal["fulfil"]
    cards: list[Card]


class PacketRowFulfilNothing(Record["models.PacketRowFulfilNothing"]):
    type: Literal["nothing"]


class PacketRowFulfilledEvent(Record["models.PacketRowFulfilledEvent"]):
    type: Literal["fulfilled"]
    seat: int
    contracts: list[str]
    cards: list[str]
    reward: int


class PacketRowGoldCard(Record["models.PacketRowGoldCard"]):
    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["gold"]
    units: int


class PacketRowGoodsCard(Record["models.PacketRowGoodsCard"]):
    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["goods"]
    units: int
    good: Literal["cotton", "tobacco", "grain", "fur"]


class PacketRowHarbourEnd(Record["models.PacketRowHarbourEnd"]):
    type: Literal["end"]
    fulfil: list[FulfilItem] | None = None


class PacketRowHarbourOpen(Record["models.PacketRowHarbourOpen"]):
    type: Literal["open"]
    board: Literal["G", "D", "M", "B"]
    fulfil: list[FulfilItem] | None = None


class PacketRowLastPass(Record["models.PacketRowLastPass"]):
    type: Literal["pass"]
    fulfil: list[FulfilItem] | None = None


class PacketRowLimits(Record["models.PacketRowLimits"]):
    current: int
    future: int
    exhausted_boards: int
    money_per_point: int
    banker_points: int


class PacketRowMoneyCard(Record["models.PacketRowMoneyCard"]):
    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["money"]
    amount: int


class PacketRowOpenedEvent(Record["models.PacketRowOpenedEvent"]):
    type: Literal["opened"]
    seat: int
    board: str
    sweep: int


class PacketRowOptions(Record["models.PacketRowOptions"]):
    hidden_hands: bool


TakeItem: TypeAlias = str
AvailableItem: TypeAlias = str
GoneItem: TypeAlias = str


class PacketRowOrdersAskTakeIfMoney(Record["models.PacketRowOrdersAskTakeIfMoney"]):
    seat: int
    min: int | None = None
    max: int | None = None


class PacketRowOrdersAskTakeIfSweep(Record["models.PacketRowOrdersAskTakeIfSweep"]):
    min: int | None = None
    max: int | None = None


class PacketRowOrdersAskTakeIfTaken(Record["models.PacketRowOrdersAskTakeIfTaken"]):
    seat: int
    card: str | None = None


class PacketRowOrdersAskTakeIfWaitingOthers(Record["models.PacketRowOrdersAskTakeIfWaitingOthers"]):
    min: int | None = None
    max: int | None = None


class PacketRowOrdersFulfilCards(Record["models.PacketRowOrdersFulfilCards"]):
    cards: list[Card]


Contract: TypeAlias = str


class PacketRowOrdersFulfilContracts(Record["models.PacketRowOrdersFulfilContracts"]):
    contracts: list[Contract]


class PacketRowOutcome(Record["models.PacketRowOutcome"]):
    winners: list[int]
    scores: list[int]
    reason: str
    tiebreaks: list[list[int]] | None = None


class PacketRowPassedEvent(Record["models.PacketRowPassedEvent"]):
    type: Literal["passed"]
    seat: int


class PacketRowPersonCard(Record["models.PacketRowPersonCard"]):
    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["assistant", "banker", "captain", "trader"]


class PacketRowPoints(Record["models.PacketRowPoints"]):
    buildings: int
    money: int
    bankers: int
    penalty: int
    total: int


class PacketRowRefilledEvent(Record["models.PacketRowRefilledEvent"]):
    type: Literal["refilled"]
    board: str
    discarded: list[str]
    current: list[str]
    future: list[str]


class PacketRowRoundEvent(Record["models.PacketRowRoundEvent"]):
    type: Literal["round"]
    round: int
    seat: int


class PacketRowRoundOverEvent(Record["models.PacketRowRoundOverEvent"]):
    type: Literal["round-over"]
    round: int
    without: list[int]


class PacketRowSeatPoints(Record["models.PacketRowSeatPoints"]):
    buildings: int
    money: int
    bankers: int
    penalty: int
    total: int
    seat: int


class PacketRowSettledEvent(Record["models.PacketRowSettledEvent"]):
    type: Literal["settled"]
    seat: int


class PacketRowShipCard(Record["models.PacketRowShipCard"]):
    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["ship"]
    destination: Literal["GB", "FR", "ES", "NL"]


class PacketRowSkippedEvent(Record["models.PacketRowSkippedEvent"]):
    type: Literal["skipped"]
    seat: int
    board: str
    why: Literal["empty", "dear"]


class PacketRowSums(Record["models.PacketRowSums"]):
    roles: dict[Literal["assistant", "banker", "captain", "trader"], int]
    goods: dict[Literal["cotton", "tobacco", "grain", "fur"], int]
    gold: int
    demand: dict[Literal["cotton", "tobacco", "grain", "fur"], int]
    destinations: dict[Literal["GB", "FR", "ES", "NL"], int]


class PacketRowTookEvent(Record["models.PacketRowTookEvent"]):
    type: Literal["took"]
    seat: int
    card: str
    board: str
    supply: Literal["current", "future"]
    slot: int
    paid: int
    assistant: str | None = None


class PauseNow(Record["models.PauseNow"]):
    since_at: str
    until_at: str


class PauseReceipt(Record["models.PauseReceipt"]):
    match: str
    seat: int
    seq: int
    commitment: str | None
    custody: str | None
    received: str
    n: int
    head: str
    key: str
    protocol: Literal["siegelpost/1"]
    act: Literal["pause"]
    decision: Literal["pause"]


class PauseWished(Record["models.PauseWished"]):
    receipt: PauseReceipt
    signature: str
    checkpoint: str | None


class PausedBody(Record["models.PausedBody"]):
    until: str


class PausedEntry(Record["models.PausedEntry"]):
    n: int
    at: str
    type: Literal["paused"]
    body: PausedBody


class Pauses(Record["models.Pauses"]):
    majority: Literal["all", "most"]
    seconds: int
    wishes: list[int]
    people: list[int]
    now: PauseNow | None
    mine: MyPause | None


class PolledEntry(Record["models.PolledEntry"]):
    n: int
    at: str
    type: Literal["polled"]
    body: LeftBody


Value: TypeAlias = int


class PublicDraw(Record["models.PublicDraw"]):
    label: str
    values: list[Value]


class QuotaInfo(Record["models.QuotaInfo"]):
    name: str
    milliseconds: int
    seconds: int


class Ready(Record["models.Ready"]):
    status: Literal["ready", "degraded", "unready"]
    store: str
    queue: str
    clock: str
    parked: int


ReasonName: TypeAlias = Literal["finished", "resigned", "cancelled", "expired", "unrevealed", "abandoned", "stopped"]


class Recalled(Record["models.Recalled"]):
    seq: int
    commitment: str
    move: dict[str, Any]
    words: str | None
    padding: str


class Receipt(Record["models.Receipt"]):
    act: Literal["commit", "replace", "withdraw", "open", "order"]
    match: str
    decision: str
    seat: int
    seq: int
    commitment: str | None
    custody: Literal["escrow", "client", "mail"]
    received: str
    n: int
    head: str
    key: str
    protocol: Literal["siegelpost/1"]


ConsentItem: TypeAlias = int
ConsentItem1: TypeAlias = str | None
Consent: TypeAlias = tuple[ConsentItem, ConsentItem1]


class RekeyedBody(Record["models.RekeyedBody"]):
    seat: int
    key: str
    signature: str | None = None
    consents: list[Consent] | None = None


class RekeyedEntry(Record["models.RekeyedEntry"]):
    n: int
    at: str
    type: Literal["rekeyed"]
    body: RekeyedBody


class Replay(Record["models.Replay"]):
    event: str | None
    since: str | None


class RequestedBody(Record["models.RequestedBody"]):
    decision: str
    seat: int
    seconds: int
    signature: str | None = None


class RequestedEntry(Record["models.RequestedEntry"]):
    n: int
    at: str
    type: Literal["requested"]
    body: RequestedBody


class ResignedBody(Record["models.ResignedBody"]):
    seat: int
    received: str
    signature: str | None = None


class ResignedEntry(Record["models.ResignedEntry"]):
    n: int
    at: str
    type: Literal["resigned"]
    body: ResignedBody


class ResigningReceipt(Record["models.ResigningReceipt"]):
    act: Literal["resign"]
    match: str
    decision: Literal["resign"]
    seat: int
    seq: int
    commitment: str | None
    custody: str | None
    received: str
    n: int
    head: str
    key: str
    protocol: Literal["siegelpost/1"]


class ResolvedEvent(Record["models.ResolvedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    decision: EventDecision
    type: Literal["resolved"]


class ResolvedFaultSeat(Record["models.ResolvedFaultSeat"]):
    seat: int
    fault: Literal["unopened", "escrow-failed"]


class RespondedBody(Record["models.RespondedBody"]):
    decision: str
    grant: bool
    requester: int
    seat: int
    signature: str | None = None


class RespondedEntry(Record["models.RespondedEntry"]):
    n: int
    at: str
    type: Literal["responded"]
    body: RespondedBody


MovedItemItem: TypeAlias = str
MovedItem: TypeAlias = tuple[MovedItemItem, str, str | None]


class ResumedBody(Record["models.ResumedBody"]):
    moved: list[MovedItem]


class ResumedEntry(Record["models.ResumedEntry"]):
    n: int
    at: str
    type: Literal["resumed"]
    body: ResumedBody


class ReturnedBody(Record["models.ReturnedBody"]):
    by: Literal["seat", "answer"]
    seat: int
    signature: str | None = None


class ReturnedEntry(Record["models.ReturnedEntry"]):
    n: int
    at: str
    type: Literal["returned"]
    body: ReturnedBody


class RevealReceipt(Record["models.RevealReceipt"]):
    act: Literal["reveal"]
    match: str
    decision: Literal["seated"]
    seat: int
    seq: int
    commitment: str
    custody: Literal["client"]
    received: str
    n: int
    head: str
    key: str
    protocol: Literal["siegelpost/1"]


class Revealed(Record["models.Revealed"]):
    receipt: RevealReceipt
    signature: str
    checkpoint: str | None | None = None


Entropy: TypeAlias = str | None


class RevealedBody(Record["models.RevealedBody"]):
    entropies: list[Entropy]


class RevealedEntry(Record["models.RevealedEntry"]):
    n: int
    at: str
    type: Literal["revealed"]
    body: RevealedBody


class Revealing(Record["models.Revealing"]):
    seats: list[int]
    deadline_at: str | None
    seconds_left: int | None
    mine: bool


class RulesSummary(Record["models.RulesSummary"]):
    id: str
    title: str
    titles: InLanguages
    about: InLanguages
    length: InLanguages
    preset_titles: dict[str, InLanguages]
    preset_seats: dict[str, list[int]]
    seats: list[int]
    presets: list[str]
    data: str
    superseded_by: str | None


class SaidAhead(Record["models.SaidAhead"]):
    n: int
    decision: str
    fate: Literal["used", "blocked", "lapsed"]
    words: str


ToItem: TypeAlias = int


class SaidBody(Record["models.SaidBody"]):
    wire = {"from_": "from"}
    channel: str
    from_: int
    text: str
    to: list[ToItem]


class SaidEntry(Record["models.SaidEntry"]):
    n: int
    at: str
    type: Literal["said"]
    body: SaidBody


class SaidEvent(Record["models.SaidEvent"]):
    wire = {"from_": "from"}
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    channel: str
    from_: int
    type: Literal["said"]


class Seafarers1MoveChip(Record["models.Seafarers1MoveChip"]):
    type: Literal["chip"]
    hex: int


class Seafarers1MoveFound(Record["models.Seafarers1MoveFound"]):
    type: Literal["found"]
    node: int
    edge: int
    piece: Literal["road", "ship"]


class Seafarers1MoveGold(Record["models.Seafarers1MoveGold"]):
    type: Literal["gold"]
    take: list[Literal["wood", "brick", "grain", "wool", "ore"]]


class Seafarers1MoveHarbour(Record["models.Seafarers1MoveHarbour"]):
    type: Literal["harbour"]
    edge: int


class Seafarers1Options(Record["models.Seafarers1Options"]):
    preset: (
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
        | None
    ) = None
    goal: int | None = None
    pirate: bool | None = None
    merge_trade_build: bool | None = None
    shortage_exception: bool | None = None
    discovery_bonus_in_founding: bool | None = None
    island_points_once: bool | None = None
    domestic_trade: bool | None = None
    shuffle_land: bool | None = None
    turn_limit: int | None = None


Harbour: TypeAlias = int
Chip: TypeAlias = int


class SeafarersActBank(Record["models.SeafarersActBank"]):
    type: Literal["bank"]
    give: Literal["wood", "brick", "grain", "wool", "ore"]
    take: Literal["wood", "brick", "grain", "wool", "ore"]
    step: int | None = None


class SeafarersActBuy(Record["models.SeafarersActBuy"]):
    type: Literal["buy"]
    step: int | None = None


class SeafarersActCity(Record["models.SeafarersActCity"]):
    type: Literal["city"]
    node: int
    step: int | None = None


class SeafarersActDeal(Record["models.SeafarersActDeal"]):
    type: Literal["deal"]
    offer: int
    seat: int
    step: int | None = None


class SeafarersActEnd(Record["models.SeafarersActEnd"]):
    type: Literal["end"]
    step: int | None = None


class SeafarersActListDoBank(Record["models.SeafarersActListDoBank"]):
    type: Literal["bank"]
    give: Literal["wood", "brick", "grain", "wool", "ore"]
    take: Literal["wood", "brick", "grain", "wool", "ore"]


class SeafarersActListDoBuy(Record["models.SeafarersActListDoBuy"]):
    type: Literal["buy"]


class SeafarersActListDoCity(Record["models.SeafarersActListDoCity"]):
    type: Literal["city"]
    node: int


class SeafarersActListDoDeal(Record["models.SeafarersActListDoDeal"]):
    type: Literal["deal"]
    offer: int
    seat: int


class SeafarersActListDoEnd(Record["models.SeafarersActListDoEnd"]):
    type: Literal["end"]


class SeafarersActListDoInvention(Record["models.SeafarersActListDoInvention"]):
    type: Literal["invention"]
    take: list[Literal["wood", "brick", "grain", "wool", "ore"]]


class SeafarersActListDoKnight(Record["models.SeafarersActListDoKnight"]):
    type: Literal["knight"]


class SeafarersActListDoMonopoly(Record["models.SeafarersActListDoMonopoly"]):
    type: Literal["monopoly"]
    resource: Literal["wood", "brick", "grain", "wool", "ore"]


class SeafarersActListDoMove(Record["models.SeafarersActListDoMove"]):
    type: Literal["move"]
    edge: int
    to: int


class SeafarersActListDoRoad(Record["models.SeafarersActListDoRoad"]):
    type: Literal["road"]
    edge: int


class SeafarersActListDoRoads(Record["models.SeafarersActListDoRoads"]):
    type: Literal["roads"]


class SeafarersActListDoSettlement(Record["models.SeafarersActListDoSettlement"]):
    type: Literal["settlement"]
    node: int


class SeafarersActListDoShip(Record["models.SeafarersActListDoShip"]):
    type: Literal["ship"]
    edge: int


class SeafarersActListDoWithdraw(Record["models.SeafarersActListDoWithdraw"]):
    type: Literal["withdraw"]
    offer: int


class SeafarersActMove(Record["models.SeafarersActMove"]):
    type: Literal["move"]
    edge: int
    to: int
    step: int | None = None


class SeafarersActRoad(Record["models.SeafarersActRoad"]):
    type: Literal["road"]
    edge: int
    step: int | None = None


class SeafarersActSettlement(Record["models.SeafarersActSettlement"]):
    type: Literal["settlement"]
    node: int
    step: int | None = None


class SeafarersActShip(Record["models.SeafarersActShip"]):
    type: Literal["ship"]
    edge: int
    step: int | None = None


class SeafarersActWithdraw(Record["models.SeafarersActWithdraw"]):
    type: Literal["withdraw"]
    offer: int
    step: int | None = None


class SeafarersAnsweredEvent(Record["models.SeafarersAnsweredEvent"]):
    type: Literal["accepted", "declined"]
    seat: int
    offer: int


class SeafarersAwardEvent(Record["models.SeafarersAwardEvent"]):
    type: Literal["route", "army"]
    seat: int
    size: int


class SeafarersBankEvent(Record["models.SeafarersBankEvent"]):
    type: Literal["bank"]
    seat: int
    give: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]
    take: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]


class SeafarersBoughtEvent(Record["models.SeafarersBoughtEvent"]):
    type: Literal["bought"]
    seat: int


class SeafarersBuildingEvent(Record["models.SeafarersBuildingEvent"]):
    type: Literal["settlement", "city"]
    seat: int
    node: int


class SeafarersBuildingView(Record["models.SeafarersBuildingView"]):
    at: int
    seat: int
    kind: Literal["settlement", "city"]


class SeafarersBuiltEvent(Record["models.SeafarersBuiltEvent"]):
    type: Literal["road", "ship"]
    seat: int
    edge: int
    free: bool | None = None


class SeafarersCards(Record["models.SeafarersCards"]):
    wood: int
    brick: int
    grain: int
    wool: int
    ore: int


class SeafarersChipEvent(Record["models.SeafarersChipEvent"]):
    type: Literal["chip"]
    seat: int
    hex: int
    number: int
    from_hex: int | None = None


class SeafarersCompleteOptions(Record["models.SeafarersCompleteOptions"]):
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
    goal: int
    pirate: bool
    merge_trade_build: bool
    shortage_exception: bool
    discovery_bonus_in_founding: bool
    island_points_once: bool
    domestic_trade: bool
    shuffle_land: bool
    turn_limit: int


class SeafarersCounterView(Record["models.SeafarersCounterView"]):
    seat: int
    give: SeafarersCards
    take: SeafarersCards


class SeafarersCounteredEvent(Record["models.SeafarersCounteredEvent"]):
    type: Literal["countered"]
    seat: int
    offer: int
    give: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]
    take: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]


class SeafarersDevelopmentCards(Record["models.SeafarersDevelopmentCards"]):
    knight: int
    roads: int
    invention: int
    monopoly: int
    victory: int


class SeafarersDiscardDiscardCards(Record["models.SeafarersDiscardDiscardCards"]):
    wood: int | None = None
    brick: int | None = None
    grain: int | None = None
    wool: int | None = None
    ore: int | None = None


class SeafarersDiscardRandom(Record["models.SeafarersDiscardRandom"]):
    type: Literal["random"]


class SeafarersDiscardedEvent(Record["models.SeafarersDiscardedEvent"]):
    type: Literal["discarded"]
    seat: int
    cards: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]


class SeafarersDiscoveredEvent(Record["models.SeafarersDiscoveredEvent"]):
    type: Literal["discovered"]
    seat: int
    hex: int
    terrain: Literal["wood", "brick", "grain", "wool", "ore", "gold", "desert", "sea", "unexplored"]
    number: int
    card: Literal["wood", "brick", "grain", "wool", "ore"] | None = None


class SeafarersDrawnEvent(Record["models.SeafarersDrawnEvent"]):
    type: Literal["drawn"]
    seat: int
    card: Literal["knight", "roads", "invention", "monopoly", "victory"]
    to: list[int]


class SeafarersEndedEvent(Record["models.SeafarersEndedEvent"]):
    type: Literal["ended"]
    seat: int


class SeafarersFoundedEvent(Record["models.SeafarersFoundedEvent"]):
    type: Literal["founded"]
    seat: int
    node: int
    edge: int
    piece: Literal["road", "ship"]


class SeafarersGoldEvent(Record["models.SeafarersGoldEvent"]):
    type: Literal["gold"]
    seat: int
    cards: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]


class SeafarersHarbourEvent(Record["models.SeafarersHarbourEvent"]):
    type: Literal["harbour"]
    seat: int
    edge: int
    kind: Literal["wood", "brick", "grain", "wool", "ore", "any"]


class SeafarersHarbourView(Record["models.SeafarersHarbourView"]):
    edge: int
    sea: int
    kind: Literal["wood", "brick", "grain", "wool", "ore", "any"]


class SeafarersHexView(Record["models.SeafarersHexView"]):
    x: int
    y: int
    terrain: Literal["wood", "brick", "grain", "wool", "ore", "gold", "desert", "sea", "unexplored"]
    number: int
    zone: int
    chipless: bool


class SeafarersInventionEvent(Record["models.SeafarersInventionEvent"]):
    type: Literal["invention"]
    seat: int
    cards: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]


class SeafarersLegalView(Record["models.SeafarersLegalView"]):
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


class SeafarersLineEvent(Record["models.SeafarersLineEvent"]):
    type: Literal["line", "line-lost"]
    seat: int
    start: int
    end: int


class SeafarersLineView(Record["models.SeafarersLineView"]):
    seat: int
    start: int
    end: int


class SeafarersLootEvent(Record["models.SeafarersLootEvent"]):
    type: Literal["loot"]
    seat: int
    victim: int
    card: Literal["wood", "brick", "grain", "wool", "ore"]
    to: list[int]


class SeafarersMonopolyEvent(Record["models.SeafarersMonopolyEvent"]):
    type: Literal["monopoly"]
    seat: int
    resource: Literal["wood", "brick", "grain", "wool", "ore"]
    given: list[int]


class SeafarersMovedEvent(Record["models.SeafarersMovedEvent"]):
    type: Literal["moved"]
    seat: int
    edge: int
    to_edge: int


class SeafarersOfferEvent(Record["models.SeafarersOfferEvent"]):
    type: Literal["offer"]
    seat: int
    offer: int
    give: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]
    take: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]
    seats: list[int]


class SeafarersOfferView(Record["models.SeafarersOfferView"]):
    n: int
    give: SeafarersCards
    take: SeafarersCards
    to: list[int]
    choose: bool
    accepted: list[int]
    counters: list[SeafarersCounterView]


class SeafarersOrdersFound(Record["models.SeafarersOrdersFound"]):
    node: int
    edge: int
    piece: Literal["road", "ship"] | None = None


Do1: TypeAlias = (
    SeafarersActListDoRoad
    | SeafarersActListDoShip
    | SeafarersActListDoSettlement
    | SeafarersActListDoCity
    | SeafarersActListDoBuy
    | SeafarersActListDoEnd
)


class SeafarersOrdersSpecialDo(Record["models.SeafarersOrdersSpecialDo"]):
    do: list[Do1]
    turn: int | None = None
    anyway: bool | None = None
    blind: bool | None = None


class SeafarersOrdersThief(Record["models.SeafarersOrdersThief"]):
    type: Literal["robber", "pirate"]
    hex: int
    victim: int | None = None


NotToItem: TypeAlias = int


class SeafarersOrdersTrade(Record["models.SeafarersOrdersTrade"]):
    give: SeafarersDiscardDiscardCards
    take: SeafarersDiscardDiscardCards
    keep: SeafarersDiscardDiscardCards | None = None
    not_to: list[NotToItem] | None = None
    until: int | None = None
    times: int | None = None


class SeafarersOverEvent(Record["models.SeafarersOverEvent"]):
    type: Literal["over"]
    winners: list[int]
    scores: list[int]
    victory: list[int]
    reason: str


class SeafarersOwnView(Record["models.SeafarersOwnView"]):
    hand: SeafarersCards
    cards: SeafarersDevelopmentCards
    fresh: SeafarersDevelopmentCards
    points: int
    rates: SeafarersCards


class SeafarersPieceView(Record["models.SeafarersPieceView"]):
    at: int
    seat: int
    kind: Literal["road", "ship"]
    movable: bool


class SeafarersPlayedEvent(Record["models.SeafarersPlayedEvent"]):
    type: Literal["played"]
    seat: int
    card: Literal["knight", "roads", "invention", "monopoly", "victory"]


class SeafarersPlayerView(Record["models.SeafarersPlayerView"]):
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


class SeafarersProducedEvent(Record["models.SeafarersProducedEvent"]):
    type: Literal["produced"]
    seat: int
    cards: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]
    founding: bool | None = None


class SeafarersReplyAccept(Record["models.SeafarersReplyAccept"]):
    type: Literal["accept"]


class SeafarersReplyCounter(Record["models.SeafarersReplyCounter"]):
    type: Literal["counter"]
    give: SeafarersDiscardDiscardCards
    take: SeafarersDiscardDiscardCards


class SeafarersReplyDecline(Record["models.SeafarersReplyDecline"]):
    type: Literal["decline"]


class SeafarersRolledEvent(Record["models.SeafarersRolledEvent"]):
    type: Literal["rolled"]
    seat: int
    dice: list[int]


class SeafarersShortageEvent(Record["models.SeafarersShortageEvent"]):
    type: Literal["shortage"]
    resource: Literal["wood", "brick", "grain", "wool", "ore"]


class SeafarersSpecialList(Record["models.SeafarersSpecialList"]):
    type: Literal["list"]
    do: list[Do1]


class SeafarersSpecialPointsEvent(Record["models.SeafarersSpecialPointsEvent"]):
    type: Literal["points"]
    seat: int
    points: int
    zone: int


class SeafarersStartInvention(Record["models.SeafarersStartInvention"]):
    type: Literal["invention"]
    take: list[Literal["wood", "brick", "grain", "wool", "ore"]]
    step: int | None = None


class SeafarersStartKnight(Record["models.SeafarersStartKnight"]):
    type: Literal["knight"]
    step: int | None = None


class SeafarersStartMonopoly(Record["models.SeafarersStartMonopoly"]):
    type: Literal["monopoly"]
    resource: Literal["wood", "brick", "grain", "wool", "ore"]
    step: int | None = None


class SeafarersStartRoads(Record["models.SeafarersStartRoads"]):
    type: Literal["roads"]
    step: int | None = None


class SeafarersStartRoll(Record["models.SeafarersStartRoll"]):
    type: Literal["roll"]


class SeafarersStolenEvent(Record["models.SeafarersStolenEvent"]):
    type: Literal["stolen"]
    seat: int
    victim: int


class SeafarersThiefEvent(Record["models.SeafarersThiefEvent"]):
    type: Literal["robber", "pirate"]
    seat: int
    hex: int


class SeafarersThiefPirate(Record["models.SeafarersThiefPirate"]):
    type: Literal["pirate"]
    hex: int
    victim: int | None = None


class SeafarersThiefRobber(Record["models.SeafarersThiefRobber"]):
    type: Literal["robber"]
    hex: int
    victim: int | None = None


class SeafarersTradedEvent(Record["models.SeafarersTradedEvent"]):
    type: Literal["traded"]
    seat: int
    partner: int
    give: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]
    take: dict[Literal["wood", "brick", "grain", "wool", "ore"], int]


class SeafarersTurnEvent(Record["models.SeafarersTurnEvent"]):
    type: Literal["turn"]
    seat: int
    turn: int


class SeafarersView(Record["models.SeafarersView"]):
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


class SeafarersWithdrawnEvent(Record["models.SeafarersWithdrawnEvent"]):
    type: Literal["withdrawn"]
    seat: int
    offer: int


class SeatHandedOver(Record["models.SeatHandedOver"]):
    seat: int
    choice: Literal["bot", "person"]
    player: str | None
    name: str | None
    until_at: str
    voters: list[int]
    votes: list[AbsenceVote]
    choices: list[Literal["wait", "bot", "person"]]
    mine: AbsenceAct | None


class SeatInPicture(Record["models.SeatInPicture"]):
    called: str | None
    colour: str | None


class SeatReliability(Record["models.SeatReliability"]):
    asked: int
    answered: int
    percent: int


class SeatTakenOverEvent(Record["models.SeatTakenOverEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    about: int
    type: Literal["seat-taken-over"]


Entropy1: TypeAlias = str | None
Player: TypeAlias = str
RevealItem: TypeAlias = int


class SeatedBody(Record["models.SeatedBody"]):
    deadline: str | None
    entropies: list[Entropy1]
    players: list[Player]
    reveal: list[RevealItem]
    round: int | None


class SeatedEntry(Record["models.SeatedEntry"]):
    n: int
    at: str
    type: Literal["seated"]
    body: SeatedBody


class StartedBeaconRound(Record["models.StartedBeaconRound"]):
    round: int
    signature: str


Entropy2: TypeAlias = str | None
OrderItem: TypeAlias = int
Seat2: TypeAlias = str


class StartedBody(Record["models.StartedBody"]):
    beacon: StartedBeaconRound | None
    entropies: list[Entropy2]
    order: list[OrderItem]
    seats: list[Seat2]


class StartedEntry(Record["models.StartedEntry"]):
    n: int
    at: str
    type: Literal["started"]
    body: StartedBody


class StartedEvent(Record["models.StartedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    type: Literal["started"]


class Substitute(Record["models.Substitute"]):
    seat: int
    player: str
    name: str
    by: int | None
    key: str | None
    voters: list[int]
    agreed: list[int]
    mine: AbsenceAct | None


class SubstituteAskedEvent(Record["models.SubstituteAskedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    about: int
    by: str
    invitation: str
    type: Literal["substitute-asked"]


class SubstituteReadyEvent(Record["models.SubstituteReadyEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    about: int
    who: str
    back: bool
    type: Literal["substitute-ready"]


class SubstitutedBody(Record["models.SubstitutedBody"]):
    player: str
    seat: int
    key: str | None = None


class SubstitutedEntry(Record["models.SubstitutedEntry"]):
    n: int
    at: str
    type: Literal["substituted"]
    body: SubstitutedBody


class TableAct(Record["models.TableAct"]):
    type: Literal[
        "absent",
        "declined",
        "extended",
        "handed",
        "kept",
        "paused",
        "polled",
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
    seat: int | None = None
    absent: int | None = None
    by: str | int | None | None = None
    choice: Literal["wait", "bot", "win", "person"] | None = None
    decision: str | None = None
    grant: bool | None = None
    pause: bool | None = None
    requester: int | None = None


class TablePauseEvent(Record["models.TablePauseEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    what: Literal["wished", "paused", "resumed"]
    by: int | None
    until_at: str | None
    type: Literal["table-pause"]


class TakenOver(Record["models.TakenOver"]):
    seat: int
    n: int
    at: str
    decision: str | None
    before: str
    name: str


class TestEvent(Record["models.TestEvent"]):
    id: str
    cursor: str
    at: str
    match: str | None
    seat: int | None
    n: int | None
    type: Literal["test"]


class TimeDecidedEvent(Record["models.TimeDecidedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    what: Literal["granted", "refused", "unanswered", "operator"]
    by: int | None
    decision: EventDecision
    deadline_at: str
    type: Literal["time-decided"]


class TimeRequestReceipt(Record["models.TimeRequestReceipt"]):
    match: str
    seat: int
    seq: int
    commitment: str | None
    custody: str | None
    received: str
    n: int
    head: str
    key: str
    protocol: Literal["siegelpost/1"]
    act: Literal["request"]
    decision: Literal["request"]


class TimeRequestedEvent(Record["models.TimeRequestedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    by: int
    decision: EventDecision
    seconds: int
    deadline_at: str
    until_at: str
    type: Literal["time-requested"]


class TimeRequests(Record["models.TimeRequests"]):
    majority: Literal["all", "most"]
    seconds: int
    open: list[OpenTimeRequest]
    mine: MyTimeRequests | None


class TimeResponseReceipt(Record["models.TimeResponseReceipt"]):
    match: str
    seat: int
    seq: int
    commitment: str | None
    custody: str | None
    received: str
    n: int
    head: str
    key: str
    protocol: Literal["siegelpost/1"]
    act: Literal["respond"]
    decision: Literal["respond"]


class TokenInfo(Record["models.TokenInfo"]):
    id: str
    name: str
    scopes: list[Literal["match:read", "match:play", "match:create", "account:read", "account:write", "webhook:manage"]]
    created_at: str
    used_at: str | None
    expires_at: str | None
    current: bool
    kind: Literal["login", "personal", "app", "session"]
    client: str


class TokenList(Record["models.TokenList"]):
    tokens: list[TokenInfo]


class UnderWay(Record["models.UnderWay"]):
    title: str
    facts: list[str]
    since: str
    ahead_title: str
    ahead: list[str]


class UnseatedEvent(Record["models.UnseatedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    type: Literal["unseated"]


class Vacation(Record["models.Vacation"]):
    first: str
    last: str
    state: Literal["to-come", "now", "over"]


class VacationDays(Record["models.VacationDays"]):
    year: int
    days: int


class VacationList(Record["models.VacationList"]):
    days_a_year: int
    left: list[VacationDays]
    vacations: list[Vacation]


class VolunteeredBody(Record["models.VolunteeredBody"]):
    by: int | None
    player: str
    seat: int
    key: str | None = None


class VolunteeredEntry(Record["models.VolunteeredEntry"]):
    n: int
    at: str
    type: Literal["volunteered"]
    body: VolunteeredBody


class VoteReceipt(Record["models.VoteReceipt"]):
    match: str
    seat: int
    seq: int
    commitment: str | None
    custody: str | None
    received: str
    n: int
    head: str
    key: str
    protocol: Literal["siegelpost/1"]
    act: Literal["vote"]
    decision: Literal["vote"]
    absent: int
    choice: Literal["wait", "bot", "win", "person"]
    player: str | None = None


class Voted(Record["models.Voted"]):
    receipt: VoteReceipt
    signature: str
    checkpoint: str | None


class VotedBody(Record["models.VotedBody"]):
    absent: int
    seat: int
    choice: Literal["wait", "bot", "win", "person"]
    player: str | None = None
    signature: str | None = None


class VotedEntry(Record["models.VotedEntry"]):
    n: int
    at: str
    type: Literal["voted"]
    body: VotedBody


class WaitingAbsence(Record["models.WaitingAbsence"]):
    match: str
    title: str
    rules: str
    seat: int
    missed: MissedAnswers


class WaitingConsent(Record["models.WaitingConsent"]):
    match: str
    title: str
    rules: str
    seat: int
    change: KeyChange


class WaitingHanding(Record["models.WaitingHanding"]):
    match: str
    title: str
    rules: str
    seat: int
    handing: SeatHandedOver


class WaitingLetter(Record["models.WaitingLetter"]):
    kind: str
    match: str | None
    at: str
    send_at: str


class WaitingReveal(Record["models.WaitingReveal"]):
    match: str
    title: str
    rules: str
    seat: int
    deadline_at: str | None
    seconds_left: int | None


class Webhook(Record["models.Webhook"]):
    id: str
    url: str
    name: str
    kinds: list[str]
    matches: list[str]
    ordered: bool
    state: Literal["unconfirmed", "active", "disabled"]
    reason: str | None
    why: str | None
    created_at: str
    failing_since: str | None
    public_key: str
    previous_public_key: str | None
    overlap_until: str | None
    ends_with: str | None


class WebhookAttempt(Record["models.WebhookAttempt"]):
    event: str
    type: str
    at: str
    attempt: int
    state: str
    status: int | None
    duration_ms: int
    answer: str
    retry_at: str | None


class WebhookAttempts(Record["models.WebhookAttempts"]):
    attempts: list[WebhookAttempt]


class WebhookDisabledEvent(Record["models.WebhookDisabledEvent"]):
    id: str
    cursor: str
    at: str
    match: str | None
    seat: int | None
    n: int | None
    webhook: str
    reason: str
    type: Literal["webhook-disabled"]


class WebhookList(Record["models.WebhookList"]):
    webhooks: list[Webhook]


class WebhookSecret(Record["models.WebhookSecret"]):
    secret: str
    webhook: Webhook


class WebhookTest(Record["models.WebhookTest"]):
    event: str


class WishedBody(Record["models.WishedBody"]):
    pause: bool
    seat: int
    signature: str | None = None


class WishedEntry(Record["models.WishedEntry"]):
    n: int
    at: str
    type: Literal["wished"]
    body: WishedBody


class WitnessInfo(Record["models.WitnessInfo"]):
    name: str
    vkey: str


class YouAreMissedEvent(Record["models.YouAreMissedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    about: int
    until_at: str
    choices: list[str]
    type: Literal["you-are-missed"]


class YourTurnEvent(Record["models.YourTurnEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    decision: EventDecision
    deadline_at: str | None
    type: Literal["your-turn"]


class Absence(Record["models.Absence"]):
    misses: int
    majority: Literal["all", "most"]
    notice_seconds: int
    missed: list[MissedAnswers]
    people: bool
    substitutes: list[Substitute]
    taken_over: list[TakenOver]
    requests: list[AskedSubstitute]
    handing: HandingRule | None
    handings: list[SeatHandedOver]
    may_hand: MayHand | None
    may_ask: list[int]
    may_stand_in: list[int]


Anno17011MoveCounter: TypeAlias = Anno1701CounterAccept | Anno1701CounterReject
Anno17011MoveDemand: TypeAlias = Anno1701DemandDemand | Anno1701DemandDecline


class Anno17011MoveHunt(Record["models.Anno17011MoveHunt"]):
    type: Literal["take"]
    good: str
    order: Literal["W2", "W2-default"] | None = None
    prefer: Anno1701ActBuildPrefer | None = None


Anno17011MoveMeet: TypeAlias = (
    Anno1701MeetSail | Anno1701MeetFight | Anno1701MeetRoll | Anno1701MeetPay | Anno1701MeetBuy
)
Anno17011MoveOffer: TypeAlias = Anno1701OfferAccept | Anno1701OfferReject | Anno1701OfferCounter


class Anno17011MovePit(Record["models.Anno17011MovePit"]):
    type: Literal["pit"]
    landscape: str
    order: Literal["W3", "W3-default"] | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno17011MovePrize(Record["models.Anno17011MovePrize"]):
    type: Literal["take"]
    good: str
    order: Literal["W2", "W2-default"] | None = None
    prefer: Anno1701ActBuildPrefer | None = None


Anno17011MoveTheatre: TypeAlias = Anno1701TheatreCancel | Anno1701TheatreAllow
Anno17011MoveVoyage: TypeAlias = Anno1701VoyageReveal | Anno1701VoyageStop


class Anno17011MoveYield(Record["models.Anno17011MoveYield"]):
    type: Literal["take"]
    good: str
    order: Literal["W2", "W2-default"] | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701ActBank(Record["models.Anno1701ActBank"]):
    type: Literal["bank"]
    give: Anno1701GiveName
    take: str
    pay: list[PayItem] | None = None
    gold: list[GoldItem] | None = None
    step: int | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701ActBuild(Record["models.Anno1701ActBuild"]):
    type: Literal["build"]
    card: str
    pay: list[PayItem] | None = None
    step: int | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701ActLodge(Record["models.Anno1701ActLodge"]):
    type: Literal["lodge"]
    slot: int
    under: Anno1701UnderName
    step: int | None = None
    prefer: Anno1701ActBuildPrefer | None = None


class Anno1701BankMove(Record["models.Anno1701BankMove"]):
    step: int | None = None
    order: str | None = None
    prefer: Anno1701Preferences | None = None
    pay: list[str] | None = None
    gold: list[int] | None = None
    type: Literal["bank"]
    give: str
    take: str


class Anno1701BuildMove(Record["models.Anno1701BuildMove"]):
    step: int | None = None
    order: str | None = None
    prefer: Anno1701Preferences | None = None
    pay: list[str] | None = None
    type: Literal["build"]
    card: str


class Anno1701CloseDraw(Record["models.Anno1701CloseDraw"]):
    type: Literal["draw"]
    pile: Anno1701UnderName
    prefer: Anno1701ActBuildPrefer | None = None
    step: int | None = None


class Anno1701CloseExchange(Record["models.Anno1701CloseExchange"]):
    type: Literal["exchange"]
    slot: int
    under: Anno1701UnderName
    prefer: Anno1701ActBuildPrefer | None = None
    step: int | None = None


class Anno1701CloseSearch(Record["models.Anno1701CloseSearch"]):
    type: Literal["search"]
    pile: Anno1701UnderName
    gold: list[GoldItem] | None = None
    prefer: Anno1701ActBuildPrefer | None = None
    step: int | None = None


class Anno1701DockMove(Record["models.Anno1701DockMove"]):
    wire = {"from_": "from"}
    step: int | None = None
    order: str | None = None
    prefer: Anno1701Preferences | None = None
    from_: str
    to: str
    type: Literal["dock"]


class Anno1701EndMove(Record["models.Anno1701EndMove"]):
    step: int | None = None
    order: str | None = None
    prefer: Anno1701Preferences | None = None
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


class Anno1701FlotsamCard(Record["models.Anno1701FlotsamCard"]):
    id: str
    op: Literal["flotsam"]
    optional: Literal[True]
    table: list[Anno1701FlotsamRow]


class Anno1701LodgeLodge(Record["models.Anno1701LodgeLodge"]):
    type: Literal["lodge"]
    slot: int
    under: Anno1701UnderName
    order: Literal["W6", "W6-default"] | None = None


class Anno1701LodgeMove(Record["models.Anno1701LodgeMove"]):
    step: int | None = None
    order: str | None = None
    prefer: Anno1701Preferences | None = None
    slot: int
    under: str
    type: Literal["lodge"]


class Anno1701OfferMove(Record["models.Anno1701OfferMove"]):
    step: int | None = None
    order: str | None = None
    prefer: Anno1701Preferences | None = None
    pay: list[str] | None = None
    store: list[str] | None = None
    gold: list[int] | None = None
    into: list[int] | None = None
    type: Literal["offer"]
    give: str
    take: str


class Anno1701OrdersTrade(Record["models.Anno1701OrdersTrade"]):
    give: str
    take: str
    keep: list[Anno1701OrdersTradeKeep] | None = None
    times: int | None = None


class Anno1701OrdersTurnCloseCardsTake(Record["models.Anno1701OrdersTurnCloseCardsTake"]):
    pile: Anno1701UnderName
    rank: list[RankItem] | None = None


class Anno1701OrdersTurnCloseVoyage(Record["models.Anno1701OrdersTurnCloseVoyage"]):
    type: Literal["voyage"]
    card: str | None = None
    stop: list[Anno1701OrdersTurnCloseVoyageStop] | None = None
    tribute: Anno1701OrdersTurnCloseVoyageTribute | None = None
    siege: Anno1701OrdersTurnCloseVoyageSiege | None = None
    buy: list[Anno1701OrdersTurnCloseVoyageBuy] | None = None
    flotsam: Anno1701OrdersTurnCloseVoyageFlotsam | None = None


class Anno1701OrdersTurnDoDoLodge(Record["models.Anno1701OrdersTurnDoDoLodge"]):
    type: Literal["lodge"]
    slot: int
    under: Anno1701UnderName


class Anno1701OrdersTurnDoIfAfter(Record["models.Anno1701OrdersTurnDoIfAfter"]):
    entry: int
    result: Anno1701ResultName


class Anno1701PlayMove(Record["models.Anno1701PlayMove"]):
    step: int | None = None
    order: str | None = None
    prefer: Anno1701Preferences | None = None
    landscape: str | None = None
    centre: int | None = None
    type: Literal["play"]
    card: str


class Anno1701PlayerShown(Record["models.Anno1701PlayerShown"]):
    side: Literal["lion", "dragon"]
    landscapes: list[Anno1701LandscapeShown]
    goods: dict[str, int]
    luxury: dict[str, int]
    ship: Anno1701ShipShown
    gold: list[int]
    residents: list[int]
    buildings: list[Anno1701BuildingCard | Anno1701ActionCard]
    hand: list[Anno1701BuildingCard | Anno1701ActionCard] | None
    numerals: list[int]
    prefer: Anno1701Preferences
    points: int
    level: int
    unhappy: int
    happy: int
    speed: int
    strength: int
    bags: int


class Anno1701SeenPile(Record["models.Anno1701SeenPile"]):
    pile: str
    slips: list[Anno1701Slip]


Seen: TypeAlias = (
    Anno1701TraderCard
    | Anno1701SiegeCard
    | Anno1701TributeCard
    | Anno1701CliffsCard
    | Anno1701StormCard
    | Anno1701FlotsamCard
    | Anno1701CastawaysCard
)


class Anno1701VoyageShown(Record["models.Anno1701VoyageShown"]):
    card: Anno1701BuildingCard | Anno1701ActionCard | None
    speed: int
    strength: int
    seen: list[Seen]


AnyCompleteOptions: TypeAlias = (
    KontorCompleteOptions | PacketRowCompleteOptions | Anno1701CompleteOptions | SeafarersCompleteOptions
)
AnyOptions: TypeAlias = Kontor1Options | PacketRow1Options | Anno17011Options | Seafarers1Options


class ClosedBody(Record["models.ClosedBody"]):
    outcome: Outcome | None
    reason: ReasonName
    seed: str
    by: Literal["operator"] | None = None
    seats: list[Seat] | None = None
    why: str | None = None


class ClosedEntry(Record["models.ClosedEntry"]):
    n: int
    at: str
    type: Literal["closed"]
    body: ClosedBody


class CreatedAbsence(Record["models.CreatedAbsence"]):
    majority: Literal["all", "most"]
    misses: int
    notice_seconds: int
    handing: CreatedAbsenceHanding | None = None
    substitutes: bool | None = None


class CreatedPaceKind(Record["models.CreatedPaceKind"]):
    kind: Literal["duration"]
    seconds: int
    counted: CreatedPaceKindCounted | None = None


class DeadlineNearEvent(Record["models.DeadlineNearEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    decision: EventDecision
    deadline_at: str | None
    type: Literal["deadline-near"]


class Decision(Record["models.Decision"]):
    id: str
    kind: str
    seats: list[int]
    sealed: bool
    optional: bool
    phase: Literal["open", "opening"]
    head: str
    n: int
    awaited: list[int]
    opened_at: str
    deadline_at: str | None
    opening_ends_at: str | None
    left_until_at: str | None
    seconds_left: int | None
    committed: list[int]
    custody: Literal["any", "client", "escrow"]
    next_seq: int | None
    mine: OwnAct | None


class DecisionList(Record["models.DecisionList"]):
    decisions: list[Decision]
    server_time: str


class Delivery(Record["models.Delivery"]):
    channel: str
    mail: str
    match: str | None
    kinds: list[str]
    state: str
    attempt: int
    at: str
    answer: str
    dropped: list[DroppedNews]
    retry_at: str | None


class DeliveryList(Record["models.DeliveryList"]):
    deliveries: list[Delivery]
    bounces: list[Bounce]


class DisclosedBody(Record["models.DisclosedBody"]):
    messages: list[DisclosedMessage]


class DisclosedEntry(Record["models.DisclosedEntry"]):
    n: int
    at: str
    type: Literal["disclosed"]
    body: DisclosedBody


class ExportedBot(Record["models.ExportedBot"]):
    bot: Bot
    tokens: list[TokenInfo]


class ExportedWebhook(Record["models.ExportedWebhook"]):
    webhook: Webhook
    attempts: list[WebhookAttempt]


class ExtendedDecision(Record["models.ExtendedDecision"]):
    decision: str
    deadline: str
    by: Literal["server"]
    lost: list[ExtendedDecisionLost]
    opening_deadline: str | None = None


class Extension(Record["models.Extension"]):
    receipt: ExtensionReceipt
    signature: str
    checkpoint: str | None


class Extensions(Record["models.Extensions"]):
    seconds: int
    times: int
    taken: list[int]
    mine: MyExtensions | None


class FollowUp(Record["models.FollowUp"]):
    words: str
    answers: list[FollowUpAnswer]


class Here(Record["models.Here"]):
    receipt: HereReceipt
    signature: str
    checkpoint: str | None


class KeptEntry(Record["models.KeptEntry"]):
    n: int
    at: str
    type: Literal["kept"]
    body: LeftBody


class Kontor1ChoosePlay(Record["models.Kontor1ChoosePlay"]):
    type: Literal["play"]
    card: KontorCardName
    if_alone: KontorCardName


class Kontor1MoveAlone(Record["models.Kontor1MoveAlone"]):
    type: Literal["play"]
    card: KontorCardName


Kontor1MoveBuy: TypeAlias = KontorBuyBuy | KontorBuyDecline | KontorBuyFine
Kontor1MoveChoose: TypeAlias = Kontor1ChoosePlay | KontorChoosePlay | KontorChoosePass | KontorChooseForfeit
Kontor1MoveContest: TypeAlias = KontorContestShow | KontorBuyFine
Kontor1MoveShip: TypeAlias = KontorShipStay | Kontor1ShipSail2 | Kontor1ShipSail | KontorShipSail


class KontorLastRound(Record["models.KontorLastRound"]):
    laid: list[list[int]]
    removed: list[list[int]]
    ship: KontorVoyage | None


KontorMove: TypeAlias = (
    Kontor1MoveBuy | Kontor1MoveContest | Kontor1MoveChoose | Kontor1MoveAlone | Kontor1MoveShip | Kontor1MovePlace
)
Ship: TypeAlias = KontorOrdersPlanShipStay | KontorOrdersPlanShipSail


class KontorOrdersPlan1(Record["models.KontorOrdersPlan1"]):
    wire = {"if_": "if"}
    card: Kontor1CardName | None = None
    round: int | None = None
    if_: (
        list[KontorOrdersPlanIfHolds | KontorOrdersPlanIfFree | KontorOrdersPlanIfShip | KontorOrdersPlanIfPassed]
        | None
    ) = None
    ship: list[Ship]
    place: list[PlaceItem] | None = None


class KontorOrdersPlan2(Record["models.KontorOrdersPlan2"]):
    wire = {"if_": "if"}
    card: Kontor1CardName | None = None
    round: int | None = None
    if_: (
        list[KontorOrdersPlanIfHolds | KontorOrdersPlanIfFree | KontorOrdersPlanIfShip | KontorOrdersPlanIfPassed]
        | None
    ) = None
    ship: list[Ship] | None = None
    place: list[PlaceItem]


KontorOrdersPlan: TypeAlias = KontorOrdersPlan1 | KontorOrdersPlan2


class KontorRevealedEvent(Record["models.KontorRevealedEvent"]):
    to: list[int] | None = None
    type: Literal["revealed"]
    choices: list[KontorSeatCard | KontorSeatPass]


class KontorView(Record["models.KontorView"]):
    game: Literal["kontor"]
    preset: str
    options: KontorOptions
    seat: int | None
    round: int
    stage: Literal["buy", "contest", "choose", "alone", "ship", "place", "over"]
    teams: list[int]
    opposite: list[int]
    colours: list[Literal["red", "black"]]
    money: list[int]
    bank: int
    hands: list[list[KontorCardFace] | None]
    hand_counts: list[dict[Literal["quay", "canal", "special"], int]]
    quay_piles: list[KontorPileShown]
    canal_pile: KontorPileShown
    special_pile: int
    special_fields: dict[Literal["bridge", "customs", "flood"], list[list[int]]] | None
    rivals: list[int]
    alone: Literal["sealed", "asked"] | None
    sudden_end: Literal["none", "poverty", "line"]
    limits: KontorLimits
    counting: KontorCounting
    extent: KontorExtent
    fixed: KontorEdges
    board: list[KontorFieldShown]
    ship: list[int] | None
    sectors: list[KontorSectorShown]
    barred: list[KontorBarredField]
    undivided: list[list[int]]
    placeable: list[list[int]]
    played: list[KontorPlayedShown | KontorPassed | None]
    due: list[int]
    last: KontorLastRound
    scores: list[int]
    outcome: KontorOutcome | None


class LockedBody(Record["models.LockedBody"]):
    decision: str
    seats: list[LockedSeatSeat2 | LockedSeatSeat]
    opening_deadline: str | None = None


class LockedEntry(Record["models.LockedEntry"]):
    n: int
    at: str
    type: Literal["locked"]
    body: LockedBody


class LogInfo(Record["models.LogInfo"]):
    origin: str
    vkey: str
    checkpoint: str
    tiles: str
    witnesses: list[WitnessInfo]


class Me(Record["models.Me"]):
    account: str
    name: str
    mail: str
    other_mails: list[str]
    language: Literal["en", "de"]
    zone: str
    night: OwnNight | None
    created_at: str
    verified: bool
    bouncing: bool
    blocked: OwnBlock | None
    reliability: OwnReliability | None


class Meta(Record["models.Meta"]):
    name: str
    version: str
    server_time: str
    keys: list[Key]
    rules: list[str]
    bots: list[str]
    pace: JsonSchema
    quotas: list[QuotaInfo]
    longest_body: int
    longest_wait: int
    halted: str | None
    announcement: InLanguages | None
    log: LogInfo
    links: Links


class NewToken(Record["models.NewToken"]):
    token: str
    account: str
    info: TokenInfo


PacketRow1MoveAsk: TypeAlias = PacketRowAskTake | PacketRowAskDecline
PacketRow1MoveFulfil: TypeAlias = PacketRowFulfilFulfil | PacketRowFulfilNothing
PacketRow1MoveHarbour: TypeAlias = PacketRowAskTake | PacketRowHarbourOpen | PacketRowHarbourEnd
PacketRow1MoveLast: TypeAlias = PacketRowAskTake | PacketRowLastPass


class PacketRowBuildingCard(Record["models.PacketRowBuildingCard"]):
    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["building"]
    vp: int


class PacketRowEndedEvent(Record["models.PacketRowEndedEvent"]):
    type: Literal["ended"]
    why: Literal["exhausted", "nothing-to-open"]
    points: list[PacketRowSeatPoints]
    money: list[int]
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


class PacketRowOrdersAskTakeIf(Record["models.PacketRowOrdersAskTakeIf"]):
    opened: list[Literal["G", "D", "M", "B"]] | None = None
    unopened: list[Literal["G", "D", "M", "B"]] | None = None
    declined: list[Literal["G", "D", "M", "B"]] | None = None
    sweep: PacketRowOrdersAskTakeIfSweep | None = None
    available: list[AvailableItem] | None = None
    gone: list[GoneItem] | None = None
    taken: list[PacketRowOrdersAskTakeIfTaken] | None = None
    waiting_others: PacketRowOrdersAskTakeIfWaitingOthers | None = None
    money: list[PacketRowOrdersAskTakeIfMoney] | None = None


class PacketRowOrdersHarbourDo(Record["models.PacketRowOrdersHarbourDo"]):
    wire = {"if_": "if"}
    if_: PacketRowOrdersAskTakeIf | None = None
    do: Literal["wait"]


class PacketRowOrdersHarbourOpen(Record["models.PacketRowOrdersHarbourOpen"]):
    wire = {"if_": "if"}
    open: Literal["G", "D", "M", "B"]
    if_: PacketRowOrdersAskTakeIf | None = None
    take: list[TakeItem] | None = None
    assistant: Literal[True] | None = None
    fulfil: list[FulfilItem] | None = None


class PacketRowOrdersLast(Record["models.PacketRowOrdersLast"]):
    wire = {"if_": "if"}
    if_: PacketRowOrdersAskTakeIf | None = None
    take: list[TakeItem]
    assistant: Literal[True] | None = None
    fulfil: list[FulfilItem] | None = None


Hand: TypeAlias = (
    PacketRowContractCard
    | PacketRowBuildingCard
    | PacketRowMoneyCard
    | PacketRowGoodsCard
    | PacketRowGoldCard
    | PacketRowShipCard
    | PacketRowPersonCard
)


class PacketRowPlayerView(Record["models.PacketRowPlayerView"]):
    money: int
    hand: list[Hand] | None
    hand_count: int
    ships: list[PacketRowShipCard]
    starting_hidden: bool
    starting: str | None
    points: PacketRowPoints | None
    sums: PacketRowSums | None = None


class PacketRowTakenView(Record["models.PacketRowTakenView"]):
    seat: int
    card: str
    board: str
    supply: Literal["current", "future"]
    slot: int
    assistant: str | None = None
    shown: (
        PacketRowContractCard
        | PacketRowBuildingCard
        | PacketRowMoneyCard
        | PacketRowGoodsCard
        | PacketRowGoldCard
        | PacketRowShipCard
        | PacketRowPersonCard
    )


Presets: TypeAlias = dict[str, AnyOptions]


class Resigned(Record["models.Resigned"]):
    receipt: ResigningReceipt
    signature: str
    checkpoint: str | None | None = None


class Rules(Record["models.Rules"]):
    id: str
    title: str
    titles: InLanguages
    about: InLanguages
    length: InLanguages
    preset_titles: dict[str, InLanguages]
    preset_seats: dict[str, list[int]]
    seats: list[int]
    data: str
    options: JsonSchema
    moves: JsonSchemas
    view: JsonSchema
    events: JsonSchema
    orders: JsonSchema | None
    orders_shown: bool
    escrow_only: list[str]
    hold_seconds: int
    presets: Presets
    preset_data: dict[str, str]
    reconstructed: str
    superseded_by: str | None
    order_names: dict[str, dict[str, str]]
    legend: dict[str, list[LegendEntry]]


class RulesList(Record["models.RulesList"]):
    rules: list[RulesSummary]


Seafarers1MoveFree: TypeAlias = SeafarersActRoad | SeafarersActShip
Seafarers1MoveReply: TypeAlias = SeafarersReplyAccept | SeafarersReplyDecline | SeafarersReplyCounter
Seafarers1MoveSpecial: TypeAlias = (
    SeafarersActListDoRoad
    | SeafarersActListDoShip
    | SeafarersActListDoSettlement
    | SeafarersActListDoCity
    | SeafarersActListDoBuy
    | SeafarersActListDoEnd
    | SeafarersSpecialList
)
Seafarers1MoveStart: TypeAlias = (
    SeafarersStartRoll | SeafarersStartKnight | SeafarersStartRoads | SeafarersStartInvention | SeafarersStartMonopoly
)
Seafarers1MoveThief: TypeAlias = SeafarersThiefRobber | SeafarersThiefPirate


class SeafarersActListDoOffer(Record["models.SeafarersActListDoOffer"]):
    type: Literal["offer"]
    give: SeafarersDiscardDiscardCards
    take: SeafarersDiscardDiscardCards
    to: list[ToItem] | None = None
    choose: bool | None = None


class SeafarersActOffer(Record["models.SeafarersActOffer"]):
    type: Literal["offer"]
    give: SeafarersDiscardDiscardCards
    take: SeafarersDiscardDiscardCards
    to: list[ToItem] | None = None
    choose: bool | None = None
    step: int | None = None


class SeafarersDiscardDiscard(Record["models.SeafarersDiscardDiscard"]):
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


class SeafarersOrdersTurnDo(Record["models.SeafarersOrdersTurnDo"]):
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
    skip: bool | None = None
    early: bool | None = None
    blind: bool | None = None


class SeatModel(Record["models.SeatModel"]):
    seat: int
    name: str
    player: str | None
    bot: str | None
    owned_by: str | None
    key: str | None
    reliability: SeatReliability | None


class TimeAnswered(Record["models.TimeAnswered"]):
    receipt: TimeResponseReceipt
    signature: str
    checkpoint: str | None


class TimeAskedFor(Record["models.TimeAskedFor"]):
    receipt: TimeRequestReceipt
    signature: str
    checkpoint: str | None


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
    | MoreTimeEvent
    | TimeDecidedEvent
    | TablePauseEvent
    | HandingEndedEvent
    | SeatTakenOverEvent
    | SubstituteReadyEvent
    | UnseatedEvent
    | KeyChangedEvent
    | WebhookDisabledEvent
    | TestEvent
)
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
    | MoreTimeEvent
    | TimeDecidedEvent
    | TablePauseEvent
    | HandingEndedEvent
    | SeatTakenOverEvent
    | SubstituteReadyEvent
    | UnseatedEvent
    | KeyChangedEvent
    | WebhookDisabledEvent
)
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
Anno17011MoveCards: TypeAlias = Anno1701CloseDraw | Anno1701CloseSearch | Anno1701ActFill | Anno1701ActFinish
Anno17011MoveClose: TypeAlias = (
    Anno1701CloseVoyage
    | Anno1701CloseDraw
    | Anno1701CloseSearch
    | Anno1701CloseExchange
    | Anno1701ActFill
    | Anno1701ActFinish
    | Anno1701ActResume
)
Anno17011MoveLodge: TypeAlias = Anno1701LodgeLodge | Anno1701LodgeSkip


class Anno1701ListedAct(Record["models.Anno1701ListedAct"]):
    type: str
    result: Literal["done", "cancelled", "allowed", "accepted", "rejected", "withdrawn"]
    step: int
    give: str | None = None
    take: str | None = None
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


class Anno1701OrdersTurnCloseCards(Record["models.Anno1701OrdersTurnCloseCards"]):
    type: Literal["cards"]
    take: list[Anno1701OrdersTurnCloseCardsTake]
    exchange: list[ExchangeItem] | None = None


class Anno1701OrdersTurnDoIf(Record["models.Anno1701OrdersTurnDoIf"]):
    after: Anno1701OrdersTurnDoIfAfter | None = None
    spied: list[SpiedItem] | None = None


class Anno1701RestingList(Record["models.Anno1701RestingList"]):
    acts: list[Anno1701ListedAct]
    spied: list[str]


class Anno1701View(Record["models.Anno1701View"]):
    wire = {"list_": "list"}
    list_: Anno1701RestingList | None
    game: Literal["anno-1701"]
    dataset: str
    options: Anno1701Options
    seat: int | None
    turn: int
    active: int
    stage: Literal["settle", "number", "lodge", "event", "act", "close", "cards", "fill", "voyage", "end"]
    roll: Anno1701Roll | None
    players: list[Anno1701PlayerShown]
    piles: dict[str, int]
    supply: dict[str, int]
    discard: list[Anno1701BuildingCard | Anno1701ActionCard]
    powers: Anno1701Powers
    lodge: int
    dock: int
    offers: int
    acts: list[Anno1701ActShown]
    voyage: Anno1701VoyageShown | None
    standing: list[Standing]
    seen: Anno1701SeenPile | Anno1701SeenHand | None
    outcome: Anno1701Outcome | None


class CreatedBody(Record["models.CreatedBody"]):
    match: str
    rules: str
    data: str
    options: AnyCompleteOptions
    seats: int
    custody: Literal["any", "client"]
    pace: DailyPace | CreatedPaceKind
    seed: str
    key: str
    protocol: Literal["siegelpost/1"]
    beacon: CreatedBeaconChain | None
    entropy: Literal["optional", "required"]
    resolver: str
    reveal_seconds: int
    hold_seconds: int | None = None
    absence: CreatedAbsence | None = None
    extensions: CreatedAbsenceHanding | None = None
    nights: Literal["kept"] | None = None
    operator_extensions: CreatedAbsenceHanding | None = None
    pauses: CreatedPauses | None = None
    operator: Literal["may-stop"] | None = None
    time_requests: CreatedTimeRequests | None = None
    vacation: Literal["clock-stops"] | None = None


class CreatedEntry(Record["models.CreatedEntry"]):
    n: int
    at: str
    type: Literal["created"]
    body: CreatedBody


class EventPage(Record["models.EventPage"]):
    events: list[AccountEvent]
    cursor: str
    more: bool
    server_time: str


class Export(Record["models.Export"]):
    about: dict[str, str]
    exported_at: str
    me: Me
    blocked: ExportedBlock | None
    notifications: Notifications
    subscriptions: list[str]
    tokens: list[TokenInfo]
    networks_seen_at: list[str]
    bots: list[ExportedBot]
    webhooks: list[ExportedWebhook]
    browsers: list[Browser]
    vacations: list[Vacation]
    matches: list[ExportedMatch]
    events: list[AccountEvent]
    letters_waiting: list[WaitingLetter]
    deliveries: list[Delivery]
    bounces: list[Bounce]
    answered_in_time: list[bool]


ExtendedBody: TypeAlias = (
    ExtendedDecision2 | ExtendedDecision | ExtendedDecision3 | ExtendedDecision4 | ExtendedDecision5
)


class ExtendedEntry(Record["models.ExtendedEntry"]):
    n: int
    at: str
    type: Literal["extended"]
    body: ExtendedBody


class Kontor1Orders(Record["models.Kontor1Orders"]):
    plans: list[KontorOrdersPlan]


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


class MatchSummary(Record["models.MatchSummary"]):
    match: str
    title: str
    rules: str
    options: AnyCompleteOptions
    seats: list[SeatModel]
    seat: int | None
    status: Literal["lobby", "running", "closed"]
    waiting_for: list[int]
    awaited_until_at: str | None
    outcome: Outcome | None
    over: str | None
    stopped: str | None
    pace: Pace
    nights: Literal["kept", "ignored"]
    grace_seconds: int
    hold_seconds: int
    paused_until_at: str | None
    custody: Literal["any", "client"]
    entropy: Literal["optional", "required"]
    visibility: Literal["open", "private"]
    start: Literal["when-full", "by-owner"]
    least_reliability: LeastReliability | None
    owner: str
    reveal: Revealing | None
    created_at: str
    n: int
    head: str


class PacketRowBoardView(Record["models.PacketRowBoardView"]):
    board: str
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
    draw: int
    aside: int
    unseen: dict[str, int]
    discard: list[str]
    opened: int
    exhausted: bool
    closed: bool


class PacketRowOrdersAskDo(Record["models.PacketRowOrdersAskDo"]):
    wire = {"if_": "if"}
    board: Literal["G", "D", "M", "B"] | None = None
    if_: PacketRowOrdersAskTakeIf | None = None
    do: Literal["decline", "wait"]


class PacketRowOrdersAskTake(Record["models.PacketRowOrdersAskTake"]):
    wire = {"if_": "if"}
    board: Literal["G", "D", "M", "B"] | None = None
    if_: PacketRowOrdersAskTakeIf | None = None
    take: list[TakeItem]
    assistant: Literal[True] | None = None
    fulfil: list[FulfilItem] | None = None


class PacketRowPreviousRoundView(Record["models.PacketRowPreviousRoundView"]):
    round: int
    harbour_master: int
    opened: list[str]
    taken: list[PacketRowTakenView]
    why: Literal["exhausted", "nothing-to-open"] | None = None


class PacketRowView(Record["models.PacketRowView"]):
    game: Literal["packet-row"]
    options: PacketRowOptions
    seat: int | None
    round: int
    stage: Literal["open", "ask", "harbour", "last", "final", "over"]
    sweep: int
    harbour_master: int
    open_board: str | None
    queue: list[int]
    settling: list[int]
    limits: PacketRowLimits
    boards: list[PacketRowBoardView]
    players: list[PacketRowPlayerView]
    fulfilled_starting: list[PacketRowContractCard]
    taken: list[PacketRowTakenView]
    previous: PacketRowPreviousRoundView | None
    outcome: PacketRowOutcome | None


Seafarers1MoveDiscard: TypeAlias = SeafarersDiscardDiscard | SeafarersDiscardRandom
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


class SeafarersActList(Record["models.SeafarersActList"]):
    type: Literal["list"]
    do: list[Do]


class SeafarersOrdersTurn(Record["models.SeafarersOrdersTurn"]):
    turn: int
    do: list[SeafarersOrdersTurnDo]
    end: bool | None = None


class Anno1701OrdersTurnDo(Record["models.Anno1701OrdersTurnDo"]):
    wire = {"if_": "if"}
    do: (
        Anno1701OrdersTurnDoDoBuild
        | Anno1701OrdersTurnDoDoUpgrade
        | Anno1701OrdersTurnDoDoRepair
        | Anno1701OrdersTurnDoDoPlay
        | Anno1701OrdersTurnDoDoBank
        | Anno1701OrdersTurnDoDoOffer
        | Anno1701OrdersTurnDoDoDock
        | Anno1701OrdersTurnDoDoLodge
    )
    if_: Anno1701OrdersTurnDoIf | None = None
    skip: bool | None = None


AnyEvent: TypeAlias = KontorEvent | PacketRowEvent | Anno1701Event | SeafarersEvent
AnyView: TypeAlias = KontorView | PacketRowView | Anno1701View | SeafarersView
FeedFact: TypeAlias = AnyEvent | TableAct


class GameView(Record["models.GameView"]):
    match: str
    seat: int | None
    n: int
    head: str
    view: AnyView | None


class Match(Record["models.Match"]):
    match: str
    title: str
    rules: str
    options: AnyCompleteOptions
    seats: list[SeatModel]
    seat: int | None
    status: Literal["lobby", "running", "closed"]
    waiting_for: list[int]
    awaited_until_at: str | None
    outcome: Outcome | None
    over: str | None
    stopped: str | None
    pace: Pace
    nights: Literal["kept", "ignored"]
    grace_seconds: int
    hold_seconds: int
    paused_until_at: str | None
    custody: Literal["any", "client"]
    entropy: Literal["optional", "required"]
    visibility: Literal["open", "private"]
    start: Literal["when-full", "by-owner"]
    least_reliability: LeastReliability | None
    owner: str
    reveal: Revealing | None
    created_at: str
    n: int
    head: str
    data: str
    marks: list[int]
    invitation: str | None
    guests: list[Guest]
    guests_awaited: int
    pending: Literal["start", "cancel", "resign"] | None
    resignation: Resigned | None
    key_changes: list[KeyChange]
    absence: Absence | None
    extensions: Extensions | None
    pauses: Pauses | None
    time_requests: TimeRequests | None
    operator_extensions: OperatorExtensions | None
    vacation: Literal["clock-stops", "plays-on"]
    away: list[Away]
    view: AnyView | None
    orders_seq: int
    decisions: list[Decision]
    channels: list[Channel]
    server_time: str


class MatchPage(Record["models.MatchPage"]):
    matches: list[MatchSummary]
    unavailable: list[str]
    next: str | None


class PacketRow1Orders(Record["models.PacketRow1Orders"]):
    wire = {"else_": "else"}
    round: int | None = None
    ask: list[PacketRowOrdersAskTake | PacketRowOrdersAskDo] | None = None
    else_: Literal["decline", "wait"] | None = None
    harbour: list[PacketRowOrdersHarbourOpen | PacketRowOrdersHarbourDo] | None = None
    last: list[PacketRowOrdersLast] | None = None
    last_else: Literal["pass", "wait"] | None = None
    fulfil: list[PacketRowOrdersFulfilCards | PacketRowOrdersFulfilContracts] | None = None
    final: Literal["settle", "wait"] | None = None


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


class Seafarers1Orders(Record["models.Seafarers1Orders"]):
    found: list[SeafarersOrdersFound] | None = None
    harbours: list[Harbour] | None = None
    gold: list[Literal["wood", "brick", "grain", "wool", "ore"]] | None = None
    discard: list[Literal["wood", "brick", "grain", "wool", "ore"]] | None = None
    roll: bool | None = None
    thief: list[SeafarersOrdersThief] | None = None
    turn: SeafarersOrdersTurn | None = None
    special: SeafarersOrdersSpecialDo | Literal["pass", "when-able"] | None = None
    trades: list[SeafarersOrdersTrade] | None = None
    decline: bool | None = None
    chips: list[Chip] | None = None


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


class Anno1701OrdersTurn(Record["models.Anno1701OrdersTurn"]):
    wire = {"from_": "from"}
    turn: int
    do: list[Anno1701OrdersTurnDo] | None = None
    spy: list[SpyItem] | None = None
    close: (
        Anno1701OrdersTurnCloseFinish
        | Anno1701OrdersTurnCloseFill
        | Anno1701OrdersTurnCloseCards
        | Anno1701OrdersTurnCloseVoyage
        | None
    ) = None
    from_: str | None = None


AnyMove: TypeAlias = KontorMove | PacketRowMove | Anno1701Move | SeafarersMove


class Choice(Record["models.Choice"]):
    move: AnyMove
    words: str
    price: str | None
    follow_ups: list[FollowUp]
    group: str | None
    spots: list[str]


class DecisionInWords(Record["models.DecisionInWords"]):
    id: str
    question: str
    about: str | None
    advice: str | None
    silence: str | None
    choices: list[Choice]


class FeedEvent(Record["models.FeedEvent"]):
    id: str
    n: int
    at: str
    decision: str
    event: FeedFact
    text: str


class MatchInWords(Record["models.MatchInWords"]):
    match: str
    n: int
    head: str
    seat: int | None
    language: Literal["en", "de"]
    game: str
    about: str
    length: str
    preset: str
    title: str
    names: list[str]
    seats: list[SeatInPicture]
    decisions: list[DecisionInWords]
    held: dict[str, int]
    held_at_end: list[HeldAtEnd]
    under_way: UnderWay | None
    said_ahead: list[SaidAhead]
    table: str | None


class MoveList(Record["models.MoveList"]):
    decision: str
    seat: int
    moves: list[AnyMove]


class Opening(Record["models.Opening"]):
    v: Literal[1]
    match: str
    rules: str
    decision: str
    seat: int
    head: str
    salt: str
    move: AnyMove


class OrderedAnswer(Record["models.OrderedAnswer"]):
    decision: str
    move: AnyMove
    words: str


class ResolvedFaultSeat2(Record["models.ResolvedFaultSeat2"]):
    seat: int
    fault: Literal["illegal", "salt-reused"]
    opening: Opening


class ResolvedMove(Record["models.ResolvedMove"]):
    seat: int
    move: AnyMove
    by: Literal["seat", "order", "fallback"]
    received: str | None
    seq: int | None = None
    proof: str | None = None
    signature: str | None = None
    order: str | None = None
    order_seq: int | None = None
    order_signature: str | None = None


class Waiting(Record["models.Waiting"]):
    match: str
    title: str
    rules: str
    seat: int
    answer: Literal["commitment", "opening", "move"]
    decision: Decision
    deadline_at: str | None
    seconds_left: int | None
    moves: list[AnyMove] | None
    view: AnyView | None
    words: AskedInWords | None


class WaitingList(Record["models.WaitingList"]):
    waiting: list[Waiting]
    offers: list[Waiting]
    reveals: list[WaitingReveal]
    consents: list[WaitingConsent]
    absences: list[WaitingAbsence]
    handings: list[WaitingHanding]
    unavailable: list[str]
    next: str | None
    server_time: str


class Acted(Record["models.Acted"]):
    receipt: Receipt
    signature: str
    checkpoint: str | None | None = None
    opening: Opening | None
    resolved: bool
    n: int
    padding: str | None = None


class Anno17011Orders(Record["models.Anno17011Orders"]):
    settle: Anno1701OrdersSettle | None = None
    turn: Anno1701OrdersTurn | None = None
    theatre: dict[str, Anno1701OrdersTheatreGoldAfter | Literal["always", "never", "ask"]] | None = None
    goods: Literal["ask"] | list[Anno1701OrdersGood] | None = None
    give_up: Literal["ask"] | list[Anno1701OrdersGiveUp] | None = None
    demand: Literal["ask", "decline", "most-plentiful"] | list[Anno1701OrdersGiveUp] | None = None
    pit: Literal["ask"] | None = None
    prefer: Anno1701ActBuildPrefer | None = None
    lodge: Anno1701OrdersLodgeWant | Literal["never", "ask"] | None = None
    trades: list[Anno1701OrdersTrade] | None = None
    reject: str | None = None


AnyOrders: TypeAlias = Kontor1Orders | PacketRow1Orders | Anno17011Orders | Seafarers1Orders


class CheckedOrders(Record["models.CheckedOrders"]):
    legal: bool
    code: str | None
    pointer: str | None
    message: str | None
    answers: list[OrderedAnswer]


class Feed(Record["models.Feed"]):
    events: list[FeedEvent]
    next: int | None
    n: int


class OrdersDocument(Record["models.OrdersDocument"]):
    order: AnyOrders
    salt: str


class ResolvedBody(Record["models.ResolvedBody"]):
    decision: str
    openings: list[Opening]
    draws: list[CountedDraw | PublicDraw]
    events: list[AnyEvent]
    state: str
    moves: list[ResolvedMove]
    faults: list[ResolvedFaultSeat2 | ResolvedFaultSeat]


class ResolvedEntry(Record["models.ResolvedEntry"]):
    n: int
    at: str
    type: Literal["resolved"]
    body: ResolvedBody


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


class Ordered(Record["models.Ordered"]):
    receipt: Receipt
    signature: str
    checkpoint: str | None | None = None
    document: OrdersDocument | None
    in_force: bool
    padding: str | None = None


class Line(Record["models.Line"]):
    entry: LogEntry
    head: str
    sig: str


class LogPage(Record["models.LogPage"]):
    entries: list[Line]
    next: int | None


class CreatedMatch(Record["models.CreatedMatch"]):
    match: str
    title: str
    rules: str
    options: AnyCompleteOptions
    seats: list[SeatModel]
    seat: int | None
    status: Literal["lobby", "running", "closed"]
    waiting_for: list[int]
    awaited_until_at: str | None
    outcome: Outcome | None
    over: str | None
    stopped: str | None
    pace: Pace
    nights: Literal["kept", "ignored"]
    grace_seconds: int
    hold_seconds: int
    paused_until_at: str | None
    custody: Literal["any", "client"]
    entropy: Literal["optional", "required"]
    visibility: Literal["open", "private"]
    start: Literal["when-full", "by-owner"]
    least_reliability: LeastReliability | None
    owner: str
    reveal: Revealing | None
    created_at: str
    n: int
    head: str
    data: str
    marks: list[int]
    invitation: str | None
    guests: list[Guest]
    guests_awaited: int
    pending: Literal["start", "cancel", "resign"] | None
    resignation: Resigned | None
    key_changes: list[KeyChange]
    absence: Absence | None
    extensions: Extensions | None
    pauses: Pauses | None
    time_requests: TimeRequests | None
    operator_extensions: OperatorExtensions | None
    vacation: Literal["clock-stops", "plays-on"]
    away: list[Away]
    view: AnyView | None
    orders_seq: int
    decisions: list[Decision]
    channels: list[Channel]
    server_time: str
    created: Line

# Generated from openapi/openapi.json by 'python -m checks.clients --write'; do not edit.
"""Matches, what is waiting, views and events as objects with attributes: ``Match(client.get_match(match)).seats[0].player``.

Each class wraps a value of the same name in :mod:`siegelpost_client.models`, which describes its members; ``raw`` is the value.
A member named like a word of Python has a ``_`` behind its name (``from_``), and one that was left out is ``None``.
Moves and options stay plain values, because they are sent back as they came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

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


class Anno1701ActShown(Record["models.Anno1701ActShown"]):
    type: str
    result: Literal["done", "cancelled", "allowed", "accepted", "rejected", "withdrawn"]
    step: int | None = None
    give: str | None = None
    take: str | None = None


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


Anno1701CastawaysCardIf: TypeAlias = Literal["slower", "faster"]


class Anno1701CliffsCard(Record["models.Anno1701CliffsCard"]):
    id: str
    op: Literal["cliffs"]
    ship: int


class Anno1701Defeat(Record["models.Anno1701Defeat"]):
    ship: int


class Anno1701FlotsamRow(Record["models.Anno1701FlotsamRow"]):
    roll: list[int]
    ship: int | None = None
    gold: int | None = None
    choose: str | None = None
    n: int | None = None


class Anno1701GainTask(Record["models.Anno1701GainTask"]):
    id: str
    kind: Literal["yield", "hunt", "prize"]
    seat: int
    goods: str
    left: int


class Anno1701LandscapeShown(Record["models.Anno1701LandscapeShown"]):
    id: str
    good: str
    die: int
    amount: int
    at: str
    blocked: bool


class Anno1701LodgeTask(Record["models.Anno1701LodgeTask"]):
    id: str
    kind: Literal["lodge"]
    seat: int
    left: int


class Anno1701LossTask(Record["models.Anno1701LossTask"]):
    id: str
    kind: Literal["fire", "discontent"]
    seat: int
    count: int


class Anno1701MeetTask(Record["models.Anno1701MeetTask"]):
    id: str
    kind: Literal["meet"]
    seat: int
    card: str


class Anno1701OfferStanding(Record["models.Anno1701OfferStanding"]):
    id: str
    kind: Literal["offer", "counter"]
    seat: int
    give: str
    take: str


class Anno1701Options(Record["models.Anno1701Options"]):
    turn_limit: int


class Anno1701Outcome(Record["models.Anno1701Outcome"]):
    winners: list[int]
    scores: list[int]
    reason: str
    tiebreaks: list[list[int]] | None = None


class Anno1701PitTask(Record["models.Anno1701PitTask"]):
    id: str
    kind: Literal["pit"]
    seat: int
    good: str


class Anno1701PlainTask(Record["models.Anno1701PlainTask"]):
    id: str
    kind: Literal["act", "demand", "spy", "close", "cards", "voyage", "withdraw"]
    seat: int


class Anno1701Powers(Record["models.Anno1701Powers"]):
    trade: int | None
    sea: int | None


class Anno1701Preferences(Record["models.Anno1701Preferences"]):
    store: list[str] | None = None
    pay: list[str] | None = None
    into: int | None = None
    gold: int | None = None


class Anno1701Prize(Record["models.Anno1701Prize"]):
    gold: int | None = None
    choose: str | None = None
    n: int | None = None


class Anno1701RepairMove(Record["models.Anno1701RepairMove"]):
    step: int | None = None
    order: str | None = None
    prefer: Anno1701Preferences | None = None
    type: Literal["repair"]


class Anno1701Roll(Record["models.Anno1701Roll"]):
    number: int
    face: int
    event: Literal["tax", "fire", "trade_advantage", "pirate_hunt", "discontent"]


class Anno1701SearchStanding(Record["models.Anno1701SearchStanding"]):
    id: str
    kind: Literal["search"]
    seat: int
    pile: str


class Anno1701SeenHand(Record["models.Anno1701SeenHand"]):
    hand: list[Anno1701BuildingCard | Anno1701ActionCard]


class Anno1701SettleTask(Record["models.Anno1701SettleTask"]):
    id: str
    kind: Literal["settle"]
    seats: list[int]


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


Anno1701StormCardIf: TypeAlias = Literal["slower", "faster"]


class Anno1701TheatreTask(Record["models.Anno1701TheatreTask"]):
    id: str
    kind: Literal["theatre"]
    seat: int
    card: str
    op: Literal["steal_gold", "take_hand_card", "empty_landscape", "centre_loses_gold"]
    landscape: str | None = None
    centre: int | None = None


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


class Anno1701UpgradeMove(Record["models.Anno1701UpgradeMove"]):
    step: int | None = None
    order: str | None = None
    prefer: Anno1701Preferences | None = None
    pay: list[str] | None = None
    type: Literal["upgrade"]
    resident: int


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


class ChallengeDecidedEvent(Record["models.ChallengeDecidedEvent"]):
    id: str
    cursor: str
    at: str
    match: str | None
    seat: int | None
    n: int | None
    tournament: str
    challenge: int
    what: str
    is_challenger: bool
    place: int | None
    answer_by_at: str
    matches: list[str]
    type: Literal["challenge-decided"]


class ChallengeReceivedEvent(Record["models.ChallengeReceivedEvent"]):
    id: str
    cursor: str
    at: str
    match: str | None
    seat: int | None
    n: int | None
    tournament: str
    challenge: int
    what: str
    is_challenger: bool
    place: int | None
    answer_by_at: str
    matches: list[str]
    type: Literal["challenge-received"]


class Channel(Record["models.Channel"]):
    id: str
    seats: list[int]


Weekday: TypeAlias = int


class DailyPace(Record["models.DailyPace"]):
    kind: Literal["daily"]
    time: str
    zone: str
    weekdays: list[Weekday]
    least: int


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


class Guest(Record["models.Guest"]):
    guest: str
    mail: str | None
    sent_at: str
    times: int
    state: Literal["unanswered", "joined", "declined", "withdrawn", "bounced", "gone"]
    again: bool


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


class KontorBarredField(Record["models.KontorBarredField"]):
    at: list[int]
    team: int


KontorCardFaceSymbol: TypeAlias = Literal["coin", "ship", "none"]


class KontorCounting(Record["models.KontorCounting"]):
    places: int
    least_size: int


class KontorEdges(Record["models.KontorEdges"]):
    x: list[int] | None
    y: list[int] | None


class KontorExtent(Record["models.KontorExtent"]):
    x: list[int]
    y: list[int]


class KontorLimits(Record["models.KontorLimits"]):
    width: int
    height: int


class KontorOptions(Record["models.KontorOptions"]):
    preset: str
    pass_mode: Literal["declare", "secret"]
    round_limit: int
    quay_pile_open: bool
    special_cards: bool


class KontorOutcome(Record["models.KontorOutcome"]):
    winners: list[int]
    scores: list[int]
    reason: str
    tiebreaks: list[list[int]] | None = None


class KontorPassed(Record["models.KontorPassed"]):
    wire = {"pass_": "pass"}
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


class KontorVoyage(Record["models.KontorVoyage"]):
    wire = {"from_": "from"}
    from_: list[int]
    to: list[int]


class LeastReliability(Record["models.LeastReliability"]):
    percent: int
    newcomers: bool


class MayHand(Record["models.MayHand"]):
    seq: int
    bot: bool
    people: list[str]


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


class OpenTimeRequest(Record["models.OpenTimeRequest"]):
    decision: str
    seat: int
    seconds: int
    voters: list[int]
    grants: list[int]
    refusals: list[int]


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


Pace: TypeAlias = DurationPace | DailyPace


class PacketRowCardName(Record["models.PacketRowCardName"]):
    en: str
    de: str


class PacketRowContractCard(Record["models.PacketRowContractCard"]):
    id: str
    key: str
    board: str
    kind: Literal["contract"]
    destination: Literal["GB", "FR", "ES", "NL"]
    demand: dict[Literal["cotton", "tobacco", "grain", "fur"], int]
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


class PacketRowOptions(Record["models.PacketRowOptions"]):
    hidden_hands: bool


class PacketRowOutcome(Record["models.PacketRowOutcome"]):
    winners: list[int]
    scores: list[int]
    reason: str
    tiebreaks: list[list[int]] | None = None


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


class PacketRowShipCard(Record["models.PacketRowShipCard"]):
    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["ship"]
    destination: Literal["GB", "FR", "ES", "NL"]


class PacketRowSums(Record["models.PacketRowSums"]):
    roles: dict[Literal["assistant", "banker", "captain", "trader"], int]
    goods: dict[Literal["cotton", "tobacco", "grain", "fur"], int]
    gold: int
    demand: dict[Literal["cotton", "tobacco", "grain", "fur"], int]
    destinations: dict[Literal["GB", "FR", "ES", "NL"], int]


class PauseNow(Record["models.PauseNow"]):
    since_at: str
    until_at: str


class Pauses(Record["models.Pauses"]):
    majority: Literal["all", "most"]
    seconds: int
    wishes: list[int]
    people: list[int]
    now: PauseNow | None
    mine: MyPause | None


class RemovedFromTeamEvent(Record["models.RemovedFromTeamEvent"]):
    id: str
    cursor: str
    at: str
    match: str | None
    seat: int | None
    n: int | None
    tournament: str
    type: Literal["removed-from-team"]


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


class Revealing(Record["models.Revealing"]):
    seats: list[int]
    deadline_at: str | None
    seconds_left: int | None
    mine: bool


class SaidAtTableEvent(Record["models.SaidAtTableEvent"]):
    wire = {"from_": "from"}
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    from_: int
    remark: int
    type: Literal["said-at-table"]


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


class SeafarersBuildingView(Record["models.SeafarersBuildingView"]):
    at: int
    seat: int
    kind: Literal["settlement", "city"]


class SeafarersCards(Record["models.SeafarersCards"]):
    wood: int
    brick: int
    grain: int
    wool: int
    ore: int


class SeafarersCounterView(Record["models.SeafarersCounterView"]):
    seat: int
    give: SeafarersCards
    take: SeafarersCards


class SeafarersDevelopmentCards(Record["models.SeafarersDevelopmentCards"]):
    knight: int
    roads: int
    invention: int
    monopoly: int
    victory: int


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


class SeafarersLineView(Record["models.SeafarersLineView"]):
    seat: int
    start: int
    end: int


class SeafarersOfferView(Record["models.SeafarersOfferView"]):
    n: int
    give: SeafarersCards
    take: SeafarersCards
    to: list[int]
    choose: bool
    accepted: list[int]
    counters: list[SeafarersCounterView]


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


class TableAwaitsEvent(Record["models.TableAwaitsEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    decision: EventDecision
    deadline_at: str | None
    type: Literal["table-awaits"]


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


class TableTalk(Record["models.TableTalk"]):
    state: Literal["open", "silent", "off", "strangers", "over"]
    spectators: Literal["after", "open"]
    changes: int


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


class TournamentEndedEvent(Record["models.TournamentEndedEvent"]):
    id: str
    cursor: str
    at: str
    match: str | None
    seat: int | None
    n: int | None
    tournament: str
    place: int | None
    cancelled: bool
    type: Literal["tournament-ended"]


class TournamentRoundEvent(Record["models.TournamentRoundEvent"]):
    id: str
    cursor: str
    at: str
    match: str | None
    seat: int | None
    n: int | None
    tournament: str
    round: int
    rounds: int
    division: int | None
    board: int | None
    matches: list[str]
    type: Literal["tournament-round"]


class UnseatedEvent(Record["models.UnseatedEvent"]):
    id: str
    cursor: str
    at: str
    match: str
    seat: int | None
    n: int
    type: Literal["unseated"]


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


class Anno1701CastawaysCard(Record["models.Anno1701CastawaysCard"]):
    wire = {"if_": "if"}
    if_: Anno1701CastawaysCardIf
    id: str
    op: Literal["castaways"]
    gold: int


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


class Anno1701FlotsamCard(Record["models.Anno1701FlotsamCard"]):
    id: str
    op: Literal["flotsam"]
    optional: Literal[True]
    table: list[Anno1701FlotsamRow]


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


class Anno1701StormCard(Record["models.Anno1701StormCard"]):
    wire = {"if_": "if"}
    if_: Anno1701StormCardIf
    id: str
    op: Literal["storm"]
    ship: int


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


class Extensions(Record["models.Extensions"]):
    seconds: int
    times: int
    taken: list[int]
    mine: MyExtensions | None


class KontorCardFace(Record["models.KontorCardFace"]):
    id: str
    number: int | None
    type: Literal["quay", "crane", "pub", "canal", "anchor", "flood", "bridge", "customs"]
    owner: Literal["red", "black", "neutral"]
    goods: str
    symbol: KontorCardFaceSymbol


class KontorFieldShown(Record["models.KontorFieldShown"]):
    at: list[int]
    card: KontorCardFace
    under: list[KontorCardFace]
    sector: int | None


class KontorLastRound(Record["models.KontorLastRound"]):
    laid: list[list[int]]
    removed: list[list[int]]
    ship: KontorVoyage | None


class KontorPileShown(Record["models.KontorPileShown"]):
    top: KontorCardFace | None
    count: int
    cards: list[KontorCardFace] | None = None


class KontorPlayedShown(Record["models.KontorPlayedShown"]):
    card: KontorCardFace
    status: Literal["waiting", "laid", "returned"]


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


class PacketRowBuildingCard(Record["models.PacketRowBuildingCard"]):
    id: str
    key: str
    board: str
    name: PacketRowCardName
    cost: int
    kind: Literal["building"]
    vp: int


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


class Resigned(Record["models.Resigned"]):
    receipt: ResigningReceipt
    signature: str
    checkpoint: str | None | None = None


class SeatModel(Record["models.SeatModel"]):
    seat: int
    name: str
    player: str | None
    bot: str | None
    owned_by: str | None
    key: str | None
    language: str | None
    reliability: SeatReliability | None


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


class MatchSummary(Record["models.MatchSummary"]):
    match: str
    title: str
    rules: str
    options: models.AnyCompleteOptions
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
    assistants: Literal["welcome", "unwanted"]
    rated: bool
    tournament: str | None
    owner: str | None
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


AnyView: TypeAlias = KontorView | PacketRowView | Anno1701View | SeafarersView


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
    options: models.AnyCompleteOptions
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
    assistants: Literal["welcome", "unwanted"]
    rated: bool
    tournament: str | None
    owner: str | None
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
    talk: TableTalk
    server_time: str


class Waiting(Record["models.Waiting"]):
    match: str
    title: str
    rules: str
    seat: int
    answer: Literal["commitment", "opening", "move"]
    decision: Decision
    deadline_at: str | None
    seconds_left: int | None
    moves: list[models.AnyMove] | None
    view: AnyView | None
    words: AskedInWords | None

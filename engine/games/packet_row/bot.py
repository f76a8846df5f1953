"""A bot that sees no more than its seat does: it writes a plan for the round and answers by it.

So a bot that is asked plays what a plan of the same bot would have answered unasked, and needs no random numbers. It
fulfils contracts as soon as that brings money, in the same visit as its next answer.

A plan (E2, level 3) depends only on what lay on the boards when the round began and on the seat's own cards and money, so
it may be written at any time in the round with the same result, and it answers as the bot would.

The judgement behind the bot and its plans estimates the worth of a card to a seat, from its own view. Points are counted in
hundredths. Money is worth more than its points while there is time to turn it into buildings; a contract is worth its
reward, less something for each card that it still lacks. Of the things that change within a round, only the seat's own
cards and money are read, so a plan written at the beginning of a round judges like a bot that is asked at its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine.games.packet_row.cards import GOODS, Card
from engine.games.packet_row.rules.fulfilment import Means, best, reward
from engine.games.packet_row.rules.play import SUPPLIES
from engine.games.packet_row.types.cards import CardName, Kind, ShownCard
from engine.games.packet_row.types.moves import (
    AskRule,
    DecisionKind,
    HarbourRule,
    LastRule,
    OpenRule,
    PacketRowMove,
    PacketRowOrders,
    TakeMove,
    TakeRule,
    TakingRule,
)
from engine.games.packet_row.types.state import Supply
from engine.games.packet_row.types.view import PacketRowView
from engine.kit.foresight import lead

POINT = 100
ACTION = 110
"""The worth of an action that takes one card: the cost, besides money, of each card that a contract still lacks."""

RISK = 80
"""Chance, in per cent, of getting a card that is lacking, while others want it too."""

ATTENTION = (100, 85, 55, 25, 10)
"""Weight of each contract in per cent, best first: a player cannot work on many at once."""

ROLES: dict[Kind, int] = {"assistant": 60, "captain": 70, "trader": 55, "banker": 45}
RICH, RICH_BANKER = 45, 170
"""The banker's worth by an amount of dollars: bankers score for the richest player at the end."""

NAMELESS = CardName(en="", de="")
"""Placeholders for the names of cards, which are not used here."""

ROUNDS_PER_SUPPLY = 1
"""Rounds a full current supply lasts at the fastest: the fullest use of the board that ends the match."""


def card_of(shown: ShownCard, rank: int = 0) -> Card:
    """Return a card from its form in a view."""
    card = Card(shown["id"], shown["key"], shown["board"], shown["kind"], NAMELESS, rank)
    if shown["kind"] == "contract":
        demand = tuple(shown["demand"].get(good, 0) for good in GOODS)
        return replace(card, destination=shown["destination"], demand=demand, reward=shown["reward"])
    card = replace(card, cost=shown["cost"])
    match shown["kind"]:
        case "building":
            card = replace(card, vp=shown["vp"])
        case "money":
            card = replace(card, amount=shown["amount"])
        case "goods":
            card = replace(card, units=shown["units"], good=shown["good"])
        case "gold":
            card = replace(card, units=shown["units"])
        case "ship":
            card = replace(card, destination=shown["destination"])
    return card


@dataclass(frozen=True)
class Holding:
    """A seat's cards and money."""

    cards: tuple[Card, ...]
    money: int

    @classmethod
    def of(cls, view: PacketRowView, seat: int) -> Holding:
        """Return a seat's possessions in a view that shows its hand."""
        player = view["players"][seat]
        assert player["hand"] is not None, "the view hides this hand"
        cards = tuple(card_of(one, rank) for rank, one in enumerate((*player["hand"], *player["ships"])))
        return cls(cards, player["money"])

    def fulfilment(self) -> list[Card]:
        """Return the cards that bring the most money now."""
        return best(Means.of(self.cards))

    def fulfilled(self) -> Holding:
        """Return the holding after its best fulfilment."""
        given = self.fulfilment()
        return Holding(tuple(card for card in self.cards if card not in given), self.money + reward(given))

    def with_card(self, card: Card) -> Holding:
        """Return the holding after taking a card; money bags are cashed."""
        cards = self.cards if card.kind == "money" else (*self.cards, card)
        return Holding(cards, self.money - card.cost + card.amount)


class Judge:
    """Judges cards for one seat, which has fulfilled what it can."""

    def __init__(self, view: PacketRowView, seat: int) -> None:
        self.holding = Holding.of(view, seat).fulfilled()
        limits = view["limits"]
        left = sorted(board["draw"] for board in view["boards"])[limits["exhausted_boards"] - 1]
        self.rounds = 1 + ROUNDS_PER_SUPPLY * left // limits["current"]
        self.point_money = view["limits"]["money_per_point"]
        self._now = self._value(self.holding)

    def gain(self, card: Card, *, assistant: bool = False) -> int:
        """Return by how much taking a card improves the holding, with everything it costs."""
        spent = ROLES["assistant"] * self._time() // 100 if assistant else 0
        return self._value(self.holding.with_card(card)) - self._now - spent

    @property
    def worth(self) -> int:
        """Return the worth of the holding."""
        return self._now

    def affordable(self, card: Card) -> bool:
        """Return whether the seat can pay for a card."""
        return card.cost <= self.holding.money

    @property
    def has_assistant(self) -> bool:
        """Return whether the seat holds an assistant."""
        return any(card.kind == "assistant" for card in self.holding.cards)

    def _time(self) -> int:
        """Return how much of the match is left to use things, in per cent."""
        return min(100, self.rounds * 8)

    def _rate(self, money: int) -> int:
        """Return the worth of another dollar: high when poor and early, only its points when rich or late."""
        early = 18 * self._time() * max(0, 50 - money) // 5000
        return POINT // self.point_money + early

    def _value(self, holding: Holding) -> int:
        cards = holding.cards
        value = sum(card.vp for card in cards) * POINT
        # The worth of money falls with every dollar, so it is summed up in steps of five.
        for have in range(0, holding.money, 5):
            value += min(5, holding.money - have) * self._rate(have)
        for card in cards:
            if card.kind == "banker":
                value += RICH_BANKER if holding.money >= RICH else ROLES["banker"]
            elif card.kind in ROLES:
                value += ROLES[card.kind] * self._time() // 100
        return value + self._contracts(holding)

    def _contracts(self, holding: Holding) -> int:
        """Return the expected reward from contracts, best paid first, and from the cards left over."""
        cards, rate = holding.cards, self._rate(holding.money + 10)
        store = _Store(cards)
        hopes = []
        for contract in sorted(_of_kind(cards, "contract"), key=lambda card: (-card.reward, card.id)):
            lacks = store.lacks(contract)
            if lacks <= self.rounds:
                hope = contract.reward * rate
                for _ in range(lacks):
                    hope = hope * RISK // 100 - ACTION
                hopes.append(max(0, hope))
        hopes.sort(reverse=True)
        return sum(hope * share // 100 for hope, share in zip(hopes, ATTENTION, strict=False)) + (
            store.spare() * self._time() // 100
        )


class _Store:
    """Goods, gold and ships from which contracts are served hypothetically."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.goods = {good: sum(card.units for card in cards if card.good == good) for good in GOODS}
        self.gold = sum(card.units for card in cards if card.kind == "gold")
        self.traders = sum(card.kind == "trader" for card in cards)
        self.captains = sum(card.kind == "captain" for card in cards)
        self.ships = [card.destination for card in cards if card.kind == "ship"]

    def lacks(self, contract: Card) -> int:
        """Return how many more cards a contract needs, at about two units each, and use up those it can have."""
        cards = 0
        for good, units in zip(GOODS, contract.demand, strict=True):
            used = min(units, self.goods[good])
            self.goods[good] -= used
            gold = min(units - used, self.gold)
            self.gold -= gold
            cards += (units - used - gold + 1) // 2
        return cards + (contract.destination not in self.ships and not (self.captains and self.ships))

    def spare(self) -> int:
        """Return the possible worth of unused goods and different ships."""
        return 8 * sum(self.goods.values()) + 15 * self.gold + 35 * len(set(self.ships))


def _of_kind(cards: Iterable[Card], kind: Kind) -> list[Card]:
    return [card for card in cards if card.kind == kind]


def supplies(view: PacketRowView) -> dict[str, dict[Supply, list[Card]]]:
    """Return the cards on each board when the round began, including those taken since."""
    found: dict[str, dict[Supply, list[Card]]] = {}
    for board in view["boards"]:
        found[board["board"]] = {
            supply: [card_of(card) for card in board[supply] if card is not None] for supply in SUPPLIES
        }
    for one in view["taken"]:
        found[one["board"]][one["supply"]].append(card_of(one["shown"]))
    return found


CHOOSY = 40
"""Per cent of the best gain in sight that a card must bring to be taken early in a round."""

LATE_SWEEP = 2
"""From this sweep on, any card that brings a gain is taken."""


def plan(view: PacketRowView, seat: int) -> PacketRowOrders:
    """Return orders for the round that is being played, for a seat whose own view this is."""
    wishes = _wishes(view, Judge(view, seat))
    lying = _Lying(view)
    orders: PacketRowOrders = {"round": view["round"], "final": "settle"}
    if view["harbour_master"] == seat:
        orders["harbour"], orders["last"] = _programme(view, wishes, lying), _last(wishes, lying)
        orders["last_else"] = "pass"
    else:
        orders["ask"], orders["else"] = _answers(wishes, lying), "decline"
    contracts = [card.id for card in Holding.of(view, seat).fulfilment() if card.kind == "contract"]
    if contracts:
        orders["fulfil"] = [{"contracts": contracts}]
    return orders


class _Lying:
    """The remaining cards of those on the table when the round began.

    Wishes are judged by what lay there then, but only what can still match is written: orders may contain nothing else.
    """

    def __init__(self, view: PacketRowView) -> None:
        boards = [one for one in view["boards"] if not one["opened"] or one["board"] == view["open_board"]]
        self.boards = {one["board"] for one in boards}
        lying = [card for board in boards for supply in SUPPLIES for card in board[supply]]
        self._cards = {card["id"] for card in lying if card is not None}

    def left(self, cards: Iterable[str]) -> list[str]:
        """Return the cards that can still be taken."""
        return [card for card in cards if card in self._cards]


Wish = tuple[int, str, bool]
"""A wish: its gain, its card, and whether it takes an assistant."""


def _wishes(view: PacketRowView, judge: Judge) -> dict[str, list[Wish]]:
    """Return for each board the cards that bring a gain, the best first."""
    found: dict[str, list[Wish]] = {}
    for board, lying in supplies(view).items():
        wishes = [(judge.gain(card), card.id, False) for card in lying["current"] if judge.affordable(card)]
        if judge.has_assistant and lying["current"]:
            wishes += [
                (judge.gain(card, assistant=True), card.id, True) for card in lying["future"] if judge.affordable(card)
            ]
        found[board] = sorted((wish for wish in wishes if wish[0] > 0), key=lambda wish: (-wish[0], wish[1]))
    return found


def _runs(wishes: Iterable[Wish]) -> list[tuple[list[str], bool]]:
    """Return runs of cards of the same supply, in the order of the wishes, and whether each takes an assistant.

    Each run makes one rule.
    """
    return [([card for _, card, _ in run], assistant) for assistant, run in groupby(wishes, lambda wish: wish[2])]


def _answers(wishes: dict[str, list[Wish]], lying: _Lying) -> list[AskRule]:
    top = max((wish[0] for one in wishes.values() for wish in one), default=0)
    ask: list[AskRule] = []
    for board, one in wishes.items():
        good = [wish for wish in one if wish[0] * 100 >= top * CHOOSY]
        rest = [wish for wish in one if wish not in good]
        for chosen, late in ((good, False), (rest, True)):
            for cards, assistant in _runs(chosen):
                left = lying.left(cards)
                if left:
                    ask.append(_take(board, left, late=late, assistant=assistant))
    return ask


def _take(board: str, cards: list[str], *, late: bool, assistant: bool) -> TakeRule:
    rule: TakeRule = {"board": board, "take": cards}
    if late:
        rule = {"board": board, "if": {"sweep": {"min": LATE_SWEEP}}, "take": cards}
    if assistant:
        rule["assistant"] = True
    return rule


def _programme(view: PacketRowView, wishes: dict[str, list[Wish]], lying: _Lying) -> list[HarbourRule]:
    """Open the boards in the order of what is likely to be left after the others have chosen; take what is good enough."""
    boards = [board["board"] for board in view["boards"] if any(board["current"]) or board["opened"]]
    hopes = {board: _hope(wishes[board], len(view["players"])) for board in boards}
    boards.sort(key=lambda board: (-hopes[board], board))
    entries: list[HarbourRule] = []
    for place, board in enumerate(boards):
        if board not in lying.boards:
            continue
        later = max((hopes[other] for other in boards[place + 1 :]), default=0)
        good = [wish for wish in wishes[board] if wish[0] * 100 >= later * CHOOSY]
        for cards, assistant in _runs(good) or [([], False)]:
            # A board is named even if nothing there is wanted: otherwise the plan would ask instead of ending the round.
            entry: OpenRule = {"open": board}
            left = lying.left(cards)
            if left:
                entry["take"] = left
            if left and assistant:
                entry["assistant"] = True
            entries.append(entry)
    return entries


def _last(wishes: dict[str, list[Wish]], lying: _Lying) -> list[LastRule]:
    wanted = sorted((wish for one in wishes.values() for wish in one), key=lambda wish: (-wish[0], wish[1]))
    rules: list[LastRule] = []
    for cards, assistant in _runs(wanted):
        left = lying.left(cards)
        if left:
            rules.append({"take": left, "assistant": True} if assistant else {"take": left})
    return rules


def _hope(wishes: list[Wish], seats: int) -> int:
    """Return the worth that a harbour master may hope for on a board: the second best card's, or less with more players."""
    gains = [wish[0] for wish in wishes] + [0, 0]
    return (gains[0] + (seats - 1) * gains[1]) // seats


def choose(view: PacketRowView, kind: DecisionKind, moves: Sequence[PacketRowMove]) -> PacketRowMove:
    """Return a move for the seat whose own view this is."""
    seat = view["seat"]
    assert seat is not None, "a spectator is asked nothing"
    if kind == "final":
        return {"type": "settle"}
    given = [card.id for card in Holding.of(view, seat).fulfilment()]
    if kind == "fulfil":
        ways = [move for move in moves if move["type"] == "fulfil"]
        return next((move for move in ways if sorted(move["cards"]) == sorted(given)), ways[0])
    return _fulfilling(_by_plan(view, kind, plan(view, seat), moves), given)


def _fulfilling(move: PacketRowMove, cards: list[str]) -> PacketRowMove:
    """Return a move that also fulfils contracts with these cards, if there are any."""
    if not cards or move["type"] == "fulfil" or move["type"] == "nothing":
        return move
    made = move.copy()
    made.pop("fulfil", None)
    made["fulfil"] = cards
    return made


def _by_plan(
    view: PacketRowView, kind: DecisionKind, orders: PacketRowOrders, moves: Sequence[PacketRowMove]
) -> PacketRowMove:
    """Return the move that the plan names, read as :mod:`engine.games.packet_row.orders.consult` reads it."""
    takes = {(move["card"], "assistant" in move): move for move in moves if move["type"] == "take"}
    for rule in _rules(view, kind, orders):
        take = _first(rule, takes)
        if take is not None:
            return take
    opened = {move["board"]: move for move in moves if move["type"] == "open"}
    for entry in orders.get("harbour", ()):
        if "open" in entry and entry["open"] in opened:
            return opened[entry["open"]]
    return next(move for move in moves if move["type"] in ("decline", "pass", "end"))


def _rules(view: PacketRowView, kind: DecisionKind, orders: PacketRowOrders) -> Sequence[TakingRule]:
    """Return the rules of a plan that may take a card now."""
    here = view["open_board"]
    match kind:
        case "ask":
            asked = [rule for rule in orders.get("ask", ()) if "take" in rule]
            return [rule for rule in asked if rule.get("board") == here and _late_enough(rule, view)]
        case "last":
            return orders.get("last", [])
    entries = [entry for entry in orders.get("harbour", ()) if "open" in entry]
    return [entry for entry in entries if entry["open"] == here]


def _first(rule: TakingRule, takes: dict[tuple[str, bool], TakeMove]) -> TakeMove | None:
    """Return the first of the moves that a rule asks for."""
    wanted = [(card, "assistant" in rule) for card in rule.get("take", [])]
    return next((takes[key] for key in wanted if key in takes), None)


def _late_enough(rule: AskRule, view: PacketRowView) -> bool:
    return rule.get("if", {}).get("sweep", {}).get("min", 0) <= view["sweep"]


SCALE = 600
"""The lead over the best of the others at which three of four matches are won."""


def prospect(view: PacketRowView, seat: int) -> int:
    """Return a seat's prospect in a view that shows all hands; see :class:`engine.kit.foresight.Foresight`."""
    worth = [Judge(view, one).worth for one in range(len(view["players"]))]
    own = worth.pop(seat)
    return lead(own - max(worth), SCALE)

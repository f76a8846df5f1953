"""Refuses a plan with rules that can never match, when it is set, and points to them (E2.7).

A rule is refused only if this is certain from what the owner sees: cards that can no longer turn up, conditions that
contradict each other or the rules, parts for a role that the owner does not have in that round, rules that others always
forestall. A rule that is merely unlikely passes.

The work of reading a document is bounded, counted in steps; one that would take more is refused at the rule at which the
steps run out ("Found in play" 3).
"""

from collections.abc import Iterable, Mapping, Sequence, Sized
from functools import cached_property
from typing import cast

from engine.contract import IllegalMove
from engine.games.packet_row.book import Book
from engine.games.packet_row.cards import STARTING, Card
from engine.games.packet_row.orders.shape import shaped
from engine.games.packet_row.rules.fulfilment import Means, can_serve, reward, richest, why_not
from engine.games.packet_row.rules.stock import MOST_FOR_CHECK, TooMuchWork, Work
from engine.games.packet_row.types.moves import (
    AnswerRule,
    AskRule,
    Condition,
    FulfilRule,
    HarbourRule,
    LastRule,
    MoneyCondition,
    OpenRule,
    PacketRowOrders,
    Range,
    TakenCondition,
    TakeRule,
    TakingRule,
    WaitRule,
)
from engine.games.packet_row.types.state import PacketRowState


def check_condition(condition: Condition, pointer: str, board: str | None, book: Book, seats: int, owner: int) -> None:
    """Raise :class:`IllegalMove` for a condition that can never hold; ``board`` is open when the rule is read."""
    _check_boards(condition, pointer, board)
    present = {*condition.get("available", ())}
    present |= {book.cards[name].key for name in present if name in book.cards}
    for name in condition.get("gone", ()):
        # By the same id, or as the only way to a key.
        if name in present:
            raise never(f"{pointer}/gone", "a card cannot be available and gone at the same time")
    if "sweep" in condition:
        opened = len(_opened(condition, board))
        _check_range(condition["sweep"], opened, len(book.boards), f"{pointer}/sweep")
    if "waiting_others" in condition:
        _check_range(condition["waiting_others"], 0, seats - 1, f"{pointer}/waiting_others")
    for number, purse in enumerate(condition.get("money", ())):
        _check_seat(purse, seats, f"{pointer}/money/{number}")
        _check_range(purse, 0, 9999, f"{pointer}/money/{number}")
    _check_taken(condition.get("taken", ()), seats, owner, f"{pointer}/taken")


def never(pointer: str, why: str) -> IllegalMove:
    """Return the refusal for a part of a plan that can never match."""
    return IllegalMove("never", pointer, f"this can never match: {why}")


def _opened(condition: Condition, board: str | None) -> set[str]:
    """Return the boards that must have been opened in this round, the open one among them."""
    opened = {*condition.get("opened", ()), *condition.get("declined", ())}
    return opened | ({board} if board else set())


def _check_boards(condition: Condition, pointer: str, board: str | None) -> None:
    if _opened(condition, board).intersection(condition.get("unopened", ())):
        raise never(f"{pointer}/unopened", "a board cannot be opened and unopened at the same time")
    if board in condition.get("declined", ()):
        raise never(f"{pointer}/declined", f"board {board} is the open one when this rule is read")


def _check_taken(takes: Iterable[TakenCondition], seats: int, owner: int, pointer: str) -> None:
    cards: dict[int, str] = {}
    for number, one in enumerate(takes):
        _check_seat(one, seats, f"{pointer}/{number}")
        if one["seat"] == owner:
            raise never(f"{pointer}/{number}/seat", "you are asked only while you have no card of this round")
        if cards.setdefault(one["seat"], one.get("card", "")) != one.get("card", "") and "card" in one:
            raise never(f"{pointer}/{number}", "nobody takes two cards in a round")


def _check_seat(one: TakenCondition | MoneyCondition, seats: int, pointer: str) -> None:
    if one["seat"] >= seats:
        raise never(f"{pointer}/seat", f"the seats of this match are 0 to {seats - 1}")


def _check_range(range_: Range, least: int, most: int, pointer: str) -> None:
    low, high = range_.get("min", least), range_.get("max", most)
    if low > high or high < least or low > most:
        raise never(pointer, f"no number from {least} to {most} fits")


ConditionalRule = TakeRule | AnswerRule | OpenRule | WaitRule | LastRule

RULE = 10
"""The steps for reading one rule, excluding the things it names."""


TOO_MUCH = "this plan is too much work from this rule on: name fewer cards and contracts together, or write fewer rules"

LOOSE = 3_000
"""Steps for working out how much money the owner can raise; if that takes more, all contracts are counted."""


def check_orders(state: PacketRowState, book: Book, seat: int, orders: object, work: Work | None = None) -> None:
    """Raise :class:`IllegalMove` with a pointer to the first part that is malformed, can never match, or is too much work.

    ``work`` is where the steps are counted.
    """
    work = work or Work(MOST_FOR_CHECK)
    try:
        _check_rules(state, book, seat, shaped(book, orders, work), work)
    except TooMuchWork:
        raise IllegalMove("too-much-work", work.at, TOO_MUCH) from None


def _check_rules(state: PacketRowState, book: Book, seat: int, orders: PacketRowOrders, work: Work) -> None:
    if state["stage"] in ("final", "over"):
        if orders.get("ask") or orders.get("harbour") or orders.get("last") or state["stage"] == "over":
            raise IllegalMove("too-late", "", "the last round is over; only final can still be answered")
        return
    reader = _Reader(state, book, seat, orders.get("round"), work)
    reader.round()
    asked, programme = orders.get("ask", []), orders.get("harbour", [])
    for number, rule in enumerate(asked):
        reader.ask(rule, reader.begin("ask", number), asked[:number])
    for number, entry in enumerate(programme):
        reader.harbour(entry, reader.begin("harbour", number), programme[:number])
    for number, last in enumerate(orders.get("last", ())):
        reader.last(last, reader.begin("last", number))
    for number, wish in enumerate(orders.get("fulfil", ())):
        reader.fulfil(wish, reader.begin("fulfil", number))


class _Reader:
    """Reads rules for one owner and, if the plan names one, one round."""

    def __init__(self, state: PacketRowState, book: Book, seat: int, turn: int | None, work: Work) -> None:
        self.work = work
        self.state, self.book, self.seat, self.turn = state, book, seat, turn
        self.seats = len(state["players"])
        self.now = turn == state["round"]
        """True for the round in play, whose cards lie on the table."""
        player = state["players"][seat]
        self.own = {*player["hand"], *player["ships"]}
        self.assistant = any(book.cards[card].kind == "assistant" for card in self.own)
        self._read: set[tuple[str, ...]] = set()

    @cached_property
    def money(self) -> int:
        """Return the most money the owner can have in this round, or an upper bound if finding it is too much work."""
        money = self.state["players"][self.seat]["money"]
        means = Means.of((self.book.cards[card] for card in self.own), Work(LOOSE))
        try:
            return money + reward(richest(means))
        except TooMuchWork:
            return money + reward(means.contracts)

    @cached_property
    def everything(self) -> Means:
        """Return all cards that are the owner's or may become so."""
        return Means.of((self.book.cards[card] for card in self.own | self.coming), self.work)

    @cached_property
    def coming(self) -> frozenset[str]:
        """Return the cards that lie in a supply or that nobody has seen yet (the pile or set aside)."""
        return frozenset(
            card
            for board in self.state["boards"].values()
            for place in ("current", "future", "draw", "aside")
            for card in board[place]
            if card is not None
        )

    def begin(self, part: str, number: int) -> str:
        """Return the pointer to a rule that is read now."""
        self.work.at = f"/{part}/{number}"
        self.work.spend(RULE)
        return self.work.at

    def round(self) -> None:
        if self.turn is None:
            return
        if self.turn < self.state["round"]:
            raise IllegalMove("past", "/round", f"round {self.turn} is over; name {self.state['round']} or a later one")
        if self.now and any(one["seat"] == self.seat for one in self.state["taken"]):
            raise IllegalMove("has-card", "/round", "you already have your card of this round; name the next round")

    def role(self, pointer: str, *, harbour_master: bool) -> None:
        """Refuse a part for the harbour master in a round with another harbour master, and vice versa."""
        if self.turn is None:
            return
        master = (self.state["harbour_master"] + self.turn - self.state["round"]) % self.seats
        if harbour_master and master != self.seat:
            raise never(pointer, f"you are not the harbour master in round {self.turn}; put these rules under ask")
        if not harbour_master and master == self.seat:
            raise never(
                pointer, f"you are the harbour master in round {self.turn}; put these rules under harbour and last"
            )

    def ask(self, rule: AskRule, pointer: str, before: Sequence[AskRule]) -> None:
        self.role(pointer, harbour_master=False)
        board = rule.get("board")
        self.condition(rule, pointer, board)
        if self.now and board is not None and self._opened_before(board):
            raise never(f"{pointer}/board", f"board {board} has already gone around in this round")
        self.work.spend(len(before))
        for number, other in enumerate(before):
            same_board = "board" not in other or other["board"] == board
            if "do" in other and same_board and self._no_wider(rule, other):
                raise never(pointer, f"the rule at /ask/{number} always answers first; put this one above it")
        if "take" in rule:
            self.take(rule, pointer, board)

    def harbour(self, entry: HarbourRule, pointer: str, before: Sequence[HarbourRule]) -> None:
        self.role(pointer, harbour_master=True)
        self.condition(entry, pointer, None)
        if "do" in entry:
            return
        board = entry["open"]
        if self._closed(board):
            raise never(f"{pointer}/open", f"nothing will ever lie in the current supply of board {board} again")
        if board in entry.get("if", {}).get("opened", ()):
            raise never(f"{pointer}/if/opened", f"board {board} is not opened twice in a round")
        self.work.spend(len(before))
        for number, other in enumerate(before):
            same_board = "open" in other and other["open"] == board
            if "take" not in entry and same_board and self._no_wider(entry, other):
                raise never(pointer, f"the entry at /harbour/{number} opens this board first; leave this one out")
        self.take(entry, pointer, board)

    def last(self, rule: LastRule, pointer: str) -> None:
        self.role(pointer, harbour_master=True)
        self.condition(rule, pointer, None)
        self.take(rule, pointer, None)

    def _no_wider(self, rule: ConditionalRule, other: ConditionalRule) -> bool:
        """Return whether a rule applies only where another one does, because it says the same or the other says nothing."""
        if not other.get("if"):
            return True
        parts = cast("Mapping[str, Sized]", other["if"])
        self.work.spend(sum(map(len, parts.values())))
        return other["if"] == rule.get("if", {})

    def take(self, rule: TakingRule, pointer: str, board: str | None) -> None:
        """Refuse a list of cards none of which can ever be taken, and cards that lie on another board."""
        if "fulfil" in rule:
            self.cards(rule["fulfil"], f"{pointer}/fulfil")
        if "take" not in rule:
            return
        for number, name in enumerate(rule["take"]):
            home = self._copies(name)[0].board
            if home == STARTING:
                raise never(f"{pointer}/take/{number}", "starting contracts lie on no board")
            if board is not None and home != board:
                raise never(f"{pointer}/take/{number}", f"this card belongs to board {home}, not to {board}")
        if not any(self._may_come(name, "assistant" in rule) for name in rule["take"]):
            when = f"in round {self.turn}" if self.now else "any more"
            raise never(f"{pointer}/take", f"none of these cards can be taken {when}")

    def fulfil(self, rule: FulfilRule, pointer: str) -> None:
        if "cards" in rule:
            self.cards(rule["cards"], f"{pointer}/cards")
            return
        self._obtainable(rule["contracts"], f"{pointer}/contracts")
        contracts = [self.book.cards[one] for one in rule["contracts"]]
        for number, card in enumerate(contracts):
            if card.kind != "contract":
                raise never(
                    f"{pointer}/contracts/{number}",
                    f"{card.id} is not a contract; use cards to name the cards themselves",
                )
        if not can_serve(self.everything, contracts):
            raise never(f"{pointer}/contracts", "not even all cards that are left would serve these contracts together")

    def cards(self, ids: Sequence[str], pointer: str) -> None:
        """Refuse cards that fulfil nothing, or that the owner can never have."""
        if tuple(ids) in self._read:
            return
        self._obtainable(ids, pointer)
        why = why_not([self.book.cards[one] for one in ids], work=self.work)
        if why is not None:
            raise IllegalMove(why[0], pointer, why[1])
        self._read.add(tuple(ids))

    def condition(self, rule: ConditionalRule, pointer: str, board: str | None) -> None:
        """Refuse a condition that can never hold; ``board`` is open when the rule is read."""
        check_condition(rule.get("if", {}), f"{pointer}/if", board, self.book, self.seats, self.seat)

    def _copies(self, name: str) -> Sequence[Card]:
        return [self.book.cards[name]] if name in self.book.cards else self.book.keys[name]

    def _opened_before(self, board: str) -> bool:
        return bool(self.state["boards"][board]["opened"]) and board != self.state["open_board"]

    def _closed(self, sign: str) -> bool:
        board = self.state["boards"][sign]
        left = [*board["current"], *board["future"], *board["draw"]]
        return not any(left)

    def _may_come(self, name: str, assistant: bool) -> bool:
        """Return whether a copy of a card can lie where the owner may take it, in this round or later."""
        copies = self._copies(name)
        self.work.spend(2 * len(copies))
        for card in copies:
            board = self.state["boards"][card.board]
            if self.now:
                supplies = [*board["current"], *(board["future"] if assistant and self.assistant else ())]
                if card.id in supplies and not self._opened_before(card.board) and card.cost <= self.money:
                    return True
            elif card.id in self.coming:
                return True
        return False

    def _obtainable(self, ids: Sequence[str], pointer: str) -> None:
        seen: set[str] = set()
        for number, one in enumerate(ids):
            if one in seen:
                raise IllegalMove("twice", f"{pointer}/{number}", "name each card once")
            if one not in self.own and one not in self.coming:
                raise never(f"{pointer}/{number}", "this card is not yours and can never become yours")
            seen.add(one)

"""Refuses rules of a plan that can never match, naming them by pointer, when the plan is set (E2.7).

What is refused is certain from what the owner sees: cards that cannot come any more, conditions that contradict each other
or the rules, parts for a role that the owner does not have in that round, rules hidden behind others. A rule that is merely
unlikely passes.

A document may take no more than a bound of work to read, counted in steps; what would take more, is refused at the rule at
which the steps are used up ("Found in play" 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from engine.contract import IllegalMove, Json, Orders, State
from engine.packet_row.book import Book
from engine.packet_row.cards import STARTING
from engine.packet_row.corrections import applies
from engine.packet_row.orders.shape import check_shape
from engine.packet_row.rules.fulfilment import Means, can_serve, reward, richest, why_not
from engine.packet_row.rules.work import MOST_FOR_CHECK, TooMuchWork, Work

Rule = dict[str, Json]

RULE = 10
"""Steps of reading one rule, without what it names."""


TOO_MUCH = "this plan is too much work from this rule on: name fewer cards and contracts together, or write fewer rules"

LOOSE = 3_000
"""Steps for how much money the owner can raise; where it takes more, all contracts are counted."""


def check(state: State, book: Book, seat: int, orders: Orders, work: Work | None = None) -> None:
    """Raise :class:`IllegalMove` with a pointer to the first part that is malformed, can never match, or is too much work.

    ``work`` is where the steps are counted.
    """
    work = work or Work(MOST_FOR_CHECK)
    try:
        check_shape(book, orders, work)
        _check_rules(state, book, seat, orders, work)
    except TooMuchWork:
        raise IllegalMove("too-much-work", work.at, TOO_MUCH) from None


def _check_rules(state: State, book: Book, seat: int, orders: Orders, work: Work) -> None:
    if state["stage"] in ("final", "over"):
        if orders.get("ask") or orders.get("harbour") or orders.get("last") or state["stage"] == "over":
            raise IllegalMove("too-late", "", "the last round is over; only final can still be answered")
        return
    reader = _Reader(state, book, seat, orders.get("round"), work)
    reader.round()
    for part in ("ask", "harbour", "last", "fulfil"):
        before: list[Rule] = []
        for number, rule in enumerate(orders.get(part, ())):
            work.at = f"/{part}/{number}"
            work.spend(RULE)
            if part == "ask":
                reader.ask(rule, work.at, before)
            elif part == "harbour":
                reader.harbour(rule, work.at, before)
            elif part == "last":
                reader.last(rule, work.at)
            else:
                reader.fulfil(rule, work.at)
            before.append(rule)


class _Reader:
    """Reads rules for one owner and, if the plan names one, one round."""

    def __init__(self, state: State, book: Book, seat: int, turn: int | None, work: Work) -> None:
        self.work = work
        self.state, self.book, self.seat, self.turn = state, book, seat, turn
        self.seats = len(state["players"])
        self.now = turn == state["round"]
        """Whether the plan is for the round that is being played, whose cards lie on the table."""
        player = state["players"][seat]
        self.own = {*player["hand"], *player["ships"]}
        self.assistant = any(book.cards[card].kind == "assistant" for card in self.own)
        self._read: set[tuple[str, ...]] = set()

    @cached_property
    def money(self) -> int:
        """Return the most money the owner can have in this round; no less, if that is too much work to know."""
        money: int = self.state["players"][self.seat]["money"]
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

    def round(self) -> None:
        if self.turn is None:
            return
        if self.turn < self.state["round"]:
            raise IllegalMove("past", "/round", f"round {self.turn} is over; name {self.state['round']} or a later one")
        if self.now and any(one["seat"] == self.seat for one in self.state["taken"]):
            raise IllegalMove("has-card", "/round", "you have your card of this round; name the next round")

    def role(self, pointer: str, *, harbour_master: bool) -> None:
        """Refuse a part for the harbour master where another seat is it, and the other way round."""
        if self.turn is None:
            return
        master = (self.state["harbour_master"] + self.turn - self.state["round"]) % self.seats
        if harbour_master and master != self.seat:
            raise _never(pointer, f"you are not the harbour master in round {self.turn}; use ask")
        if not harbour_master and master == self.seat:
            raise _never(pointer, f"you are the harbour master in round {self.turn}; use harbour and last")

    def ask(self, rule: Rule, pointer: str, before: Sequence[Rule]) -> None:
        self.role(pointer, harbour_master=False)
        board = rule.get("board")
        self.condition(rule, pointer, board)
        if self.now and board is not None and self._opened_before(board):
            raise _never(f"{pointer}/board", f"board {board} has gone around in this round")
        self.work.spend(len(before))
        for number, other in enumerate(before):
            same_board = "board" not in other or other["board"] == board
            if "do" in other and same_board and self._no_wider(rule, other):
                raise _never(pointer, f"the rule at /ask/{number} always answers first; put this one above it")
        self.take(rule, pointer, board)

    def harbour(self, entry: Rule, pointer: str, before: Sequence[Rule]) -> None:
        self.role(pointer, harbour_master=True)
        board = entry.get("open")
        self.condition(entry, pointer, None)
        if board is None:
            return
        if self._closed(board):
            raise _never(f"{pointer}/open", f"nothing will ever lie in the current supply of board {board} again")
        if board in entry.get("if", {}).get("opened", ()):
            raise _never(f"{pointer}/if/opened", f"a board that was opened in this round is not opened again: {board}")
        self.work.spend(len(before))
        for number, other in enumerate(before):
            if "take" not in entry and other.get("open") == board and self._no_wider(entry, other):
                raise _never(pointer, f"the entry at /harbour/{number} opens this board first; leave this one out")
        self.take(entry, pointer, board)

    def last(self, rule: Rule, pointer: str) -> None:
        self.role(pointer, harbour_master=True)
        self.condition(rule, pointer, None)
        self.take(rule, pointer, None)

    def _no_wider(self, rule: Rule, other: Rule) -> bool:
        """Return whether a rule holds only where another one does, because it says the same or the other says nothing."""
        if not other.get("if"):
            return True
        self.work.spend(sum(map(len, other["if"].values())))
        return bool(other["if"] == rule.get("if", {}))

    def take(self, rule: Rule, pointer: str, board: str | None) -> None:
        """Refuse a list of cards none of which can ever be taken, and cards that lie on another board."""
        if "fulfil" in rule:
            self.cards(rule["fulfil"], f"{pointer}/fulfil")
        if "take" not in rule:
            return
        for number, name in enumerate(rule["take"]):
            home = self._copies(name)[0].board
            if home == STARTING:
                raise _never(f"{pointer}/take/{number}", "starting contracts lie on no board")
            if board is not None and home != board:
                raise _never(f"{pointer}/take/{number}", f"this card belongs to board {home}, not to {board}")
        if not any(self._may_come(name, "assistant" in rule) for name in rule["take"]):
            when = f"in round {self.turn}" if self.now else "any more"
            raise _never(f"{pointer}/take", f"none of these cards can be taken {when}")

    def fulfil(self, rule: Rule, pointer: str) -> None:
        if "cards" in rule:
            self.cards(rule["cards"], f"{pointer}/cards")
            return
        self._obtainable(rule["contracts"], f"{pointer}/contracts")
        contracts = [self.book.cards[one] for one in rule["contracts"]]
        for number, card in enumerate(contracts):
            if card.kind != "contract":
                raise _never(f"{pointer}/contracts/{number}", f"{card.id} is no contract; name cards in cards instead")
        if not can_serve(self.everything, contracts):
            raise _never(
                f"{pointer}/contracts", "not even all cards that are left would serve these contracts together"
            )

    def cards(self, ids: Sequence[str], pointer: str) -> None:
        """Refuse a fulfilment that is none, or needs a card that the owner can never have."""
        if tuple(ids) in self._read:
            return
        self._obtainable(ids, pointer)
        strict = applies("traders-have-cards", self.state)
        why = why_not([self.book.cards[one] for one in ids], traders_have_cards=strict, work=self.work)
        if why is not None:
            raise IllegalMove(why[0], pointer, why[1])
        self._read.add(tuple(ids))

    def condition(self, rule: Rule, pointer: str, board: str | None) -> None:
        """Refuse conditions that contradict each other or what is always so; ``board`` is open when the rule is read."""
        condition: dict[str, Any] = rule.get("if", {})
        pointer = f"{pointer}/if"
        opened = {*condition.get("opened", ()), *condition.get("declined", ())} | ({board} if board else set())
        if opened.intersection(condition.get("unopened", ())):
            raise _never(f"{pointer}/unopened", "a board cannot be opened and unopened at the same time")
        if board in condition.get("declined", ()):
            raise _never(f"{pointer}/declined", f"board {board} is the open one when this rule is read")
        present = {*condition.get("available", ())}
        present |= {self.book.cards[name].key for name in present if name in self.book.cards}
        for name in condition.get("gone", ()):
            # By the same id, or as the only way to a key.
            if name in present:
                raise _never(f"{pointer}/gone", "a card cannot be available and gone at the same time")
        ranges = (("sweep", len(opened), len(self.book.boards)), ("waiting_others", 0, self.seats - 1))
        for name, least, most in ranges:
            if name in condition:
                _check_range(condition[name], least, most, f"{pointer}/{name}")
        for number, one in enumerate(condition.get("money", ())):
            self._check_seat(one, f"{pointer}/money/{number}")
            _check_range(one, 0, 9999, f"{pointer}/money/{number}")
        self._check_taken(condition.get("taken", ()), f"{pointer}/taken")

    def _check_taken(self, takes: Sequence[dict[str, Any]], pointer: str) -> None:
        cards: dict[int, str] = {}
        for number, one in enumerate(takes):
            self._check_seat(one, f"{pointer}/{number}")
            if one["seat"] == self.seat:
                raise _never(f"{pointer}/{number}/seat", "you are asked only while you have no card of this round")
            if cards.setdefault(one["seat"], one.get("card", "")) != one.get("card", "") and "card" in one:
                raise _never(f"{pointer}/{number}", "nobody takes two cards in a round")

    def _check_seat(self, one: dict[str, Any], pointer: str) -> None:
        if one["seat"] >= self.seats:
            raise _never(f"{pointer}/seat", f"this match has the seats 0 to {self.seats - 1}")

    def _copies(self, name: str) -> Sequence[Any]:
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
                raise _never(f"{pointer}/{number}", "this card is not yours and can never become yours")
            seen.add(one)


def _check_range(range_: dict[str, int], least: int, most: int, pointer: str) -> None:
    low, high = range_.get("min", least), range_.get("max", most)
    if low > high or high < least or low > most:
        raise _never(pointer, f"no number from {least} to {most} fits")


def _never(pointer: str, why: str) -> IllegalMove:
    return IllegalMove("never", pointer, f"this can never match: {why}")

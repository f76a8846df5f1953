"""Plans answer for their owner: rules are tried top-down when a decision is due, the first that matches answers (E2).

Conditions read public facts of that moment only, and the owner's own cards. What a plan does not say, or says with ``wait``,
is asked. Orders handed in here were checked by :mod:`engine.packet_row.plan_check` when they were set; a card that has become
impossible since is skipped (E2.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.contract import Json, Move, Orders, State
from engine.packet_row.book import Book
from engine.packet_row.fulfilment import cheapest, reward, why_not
from engine.packet_row.moves import means_of
from engine.packet_row.supply import Offer, offers, openable, within_reach

Rule = dict[str, Json]


def consult(state: State, book: Book, seat: int, kind: str, orders: Orders) -> Move | None:
    """Return what the plan answers to a decision of this kind that waits for the seat, or ``None``: ask.

    A fulfilment that a plan wants comes before its answer (E2.6): while one is possible, other decisions are left to wait,
    because the one about fulfilling stands beside them and is answered in the same step.
    """
    if kind == "final":
        return {"type": "settle"} if orders.get("final", "settle") == "settle" else None
    fulfilment = _fulfilment(state, book, seat, orders)
    if kind == "fulfil":
        return None if fulfilment is None else {"type": "fulfil", "cards": fulfilment}
    if fulfilment is not None or orders.get("round", state["round"]) != state["round"]:
        return None
    return _ANSWERS[kind](Due(state, book, seat), orders)


class Due:
    """A seat whose answer is due, and the public facts of that moment."""

    def __init__(self, state: State, book: Book, seat: int) -> None:
        self.state = state
        self.book = book
        self.seat = seat
        self.hand = set(state["players"][seat]["hand"])
        self.has_assistant = any(book.cards[card].kind == "assistant" for card in self.hand)

    def offers(self) -> Iterator[Offer]:
        """Yield what lies on the boards from which the seat may take."""
        for board in within_reach(self.state, self.book):
            yield from offers(self.state, self.book.cards, board)

    def available(self, name: str) -> bool:
        """Return whether a card, by id or key, lies in a current supply."""
        return any(
            card is not None and name in (card, self.book.cards[card].key)
            for board in self.state["boards"].values()
            for card in board["current"]
        )

    def take(self, rule: Rule) -> Move | None:
        """Return the move for the first card of a rule that is there and can be paid."""
        money = self.state["players"][self.seat]["money"]
        fulfilment = own_fulfilment(self.state, self.book, self.seat, rule.get("fulfil", ()))
        more = 0 if fulfilment is None else reward(self.book.cards[card] for card in fulfilment)
        lying = list(self.offers())
        for name in rule.get("take", ()):
            for offer in lying:
                if name not in (offer.card.id, offer.card.key):
                    continue
                if offer.assistant and not (self.has_assistant and "assistant" in rule):
                    continue
                move: Move = {"type": "take", "card": offer.card.id}
                if offer.assistant:
                    move["assistant"] = True
                if offer.card.cost <= money:
                    return move
                if offer.card.cost <= money + more:
                    return {**move, "fulfil": fulfilment}
        return None

    def holds(self, condition: dict[str, Json]) -> bool:
        """Return whether all parts of a condition are true now."""
        return all(_CONDITIONS[name](self, value) for name, value in condition.items())


def _ask(due: Due, orders: Orders) -> Move | None:
    for rule in orders.get("ask", ()):
        if rule.get("board", due.state["open_board"]) != due.state["open_board"] or not due.holds(rule.get("if", {})):
            continue
        if "do" in rule:
            return {"type": "decline"} if rule["do"] == "decline" else None
        move = due.take(rule)
        if move is not None:
            return move
    return {"type": "decline"} if orders.get("else") == "decline" else None


def _open(due: Due, orders: Orders) -> Move | None:
    """Return the first entry whose board can be opened."""
    boards = openable(due.state, due.book)
    for entry in orders.get("harbour", ()):
        if not due.holds(entry.get("if", {})):
            continue
        if "do" in entry:
            return None
        if entry["open"] in boards:
            return {"type": "open", "board": entry["open"]}
    return None


def _harbour(due: Due, orders: Orders) -> Move | None:
    """Take from the board that has just gone around, else open the next one; conditions are about opening only."""
    for entry in orders.get("harbour", ()):
        if entry.get("open") == due.state["open_board"]:
            move = due.take(entry)
            if move is not None:
                return move
    if orders.get("harbour") and not openable(due.state, due.book):
        return {"type": "end"}
    return _open(due, orders)


def _last(due: Due, orders: Orders) -> Move | None:
    for rule in orders.get("last", ()):
        if due.holds(rule.get("if", {})):
            move = due.take(rule)
            if move is not None:
                return move
    return {"type": "pass"} if orders.get("last_else") == "pass" else None


_ANSWERS: dict[str, Callable[[Due, Orders], Move | None]] = {
    "ask": _ask, "open": _open, "harbour": _harbour, "last": _last,
}  # fmt: skip


def _fulfilment(state: State, book: Book, seat: int, orders: Orders) -> list[str] | None:
    """Return the cards of the first fulfilment the plan wants and that is possible now."""
    own = {*state["players"][seat]["hand"], *state["players"][seat]["ships"]}
    for rule in orders.get("fulfil", ()):
        if "cards" in rule:
            found = own_fulfilment(state, book, seat, rule["cards"])
            if found is not None:
                return found
        elif own.issuperset(rule["contracts"]):
            cards = cheapest(means_of(state, book, seat), [book.cards[card] for card in rule["contracts"]])
            if cards is not None:
                return [card.id for card in cards]
    return None


def own_fulfilment(state: State, book: Book, seat: int, ids: Sequence[str]) -> list[str] | None:
    """Return these cards if they are the seat's and together fulfil contracts."""
    own = {*state["players"][seat]["hand"], *state["players"][seat]["ships"]}
    if not ids or not own.issuperset(ids) or why_not([book.cards[card] for card in ids]) is not None:
        return None
    return list(ids)


def _within(range_: dict[str, int], number: int) -> bool:
    return range_.get("min", number) <= number <= range_.get("max", number)


def _opened(due: Due, signs: list[str]) -> bool:
    return all(due.state["boards"][sign]["opened"] for sign in signs)


def _unopened(due: Due, signs: list[str]) -> bool:
    return not any(due.state["boards"][sign]["opened"] for sign in signs)


def _declined(due: Due, signs: list[str]) -> bool:
    return _opened(due, signs) and due.state["open_board"] not in signs


def _taken(due: Due, takes: list[dict[str, Any]]) -> bool:
    return all(
        any(
            one["seat"] == wanted["seat"] and wanted.get("card", one["card"]) in (one["card"], due.book.cards[one["card"]].key)
            for one in due.state["taken"]
        )
        for wanted in takes
    )  # fmt: skip


def _waiting_others(due: Due, range_: dict[str, int]) -> bool:
    done = {one["seat"] for one in due.state["taken"]} | {due.seat, due.state["harbour_master"]}
    return _within(range_, len(due.state["players"]) - len(done))


def _money(due: Due, purses: list[dict[str, int]]) -> bool:
    players = due.state["players"]
    return all(one["seat"] < len(players) and _within(one, players[one["seat"]]["money"]) for one in purses)


_CONDITIONS: dict[str, Callable[[Due, Any], bool]] = {
    "opened": _opened,
    "unopened": _unopened,
    "declined": _declined,
    "sweep": lambda due, range_: _within(range_, due.state["sweep"]),
    "available": lambda due, names: all(due.available(name) for name in names),
    "gone": lambda due, names: not any(due.available(name) for name in names),
    "taken": _taken,
    "waiting_others": _waiting_others,
    "money": _money,
}

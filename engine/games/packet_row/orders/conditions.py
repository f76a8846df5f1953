"""Refuses conditions that can never hold, because they contradict themselves or what is always true (E2.7)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract import IllegalMove
from engine.games.packet_row.book import Book
from engine.games.packet_row.types.orders import Condition, MoneyCondition, Range, TakenCondition


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

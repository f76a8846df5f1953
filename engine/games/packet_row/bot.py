"""A bot that sees no more than its seat does: it writes a plan for the round and answers by it.

So a bot that is asked plays what a plan of the same bot would have answered unasked, and needs no random numbers. It fulfils
contracts as soon as that brings money, in the same visit as its next answer.

A plan (E2, level 3) depends only on what lay on the boards when the round began and on the seat's own cards and money, so it
may be written at any time in the round with the same result, and it answers as the bot would.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from engine.games.packet_row.orders.worth import Holding, Judge, supplies
from engine.games.packet_row.rules.play import SUPPLIES
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
from engine.games.packet_row.types.view import PacketRowView

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
    """Return what a harbour master may hope to find on a board: the second best card, or less with more players."""
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

"""Writes plans: what a bot wants from a round, as orders that answer for it (E2, level 3).

A plan depends only on what lay on the boards when the round began and on the seat's own cards and money, so it may be
written at any time in the round with the same result, and it answers as the bot would.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from engine.games.packet_row.orders.worth import Holding, Judge, supplies
from engine.games.packet_row.rules.supply import SUPPLIES
from engine.games.packet_row.types.orders import AskRule, HarbourRule, LastRule, OpenRule, PacketRowOrders, TakeRule
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
    """The cards left of those on the table when the round began.

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
"""Gain, card, and whether it takes an assistant."""


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
    """Return what a harbour master may hope to find on a board: the second best; the more players, the less the best."""
    gains = [wish[0] for wish in wishes] + [0, 0]
    return (gains[0] + (seats - 1) * gains[1]) // seats

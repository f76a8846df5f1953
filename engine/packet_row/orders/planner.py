"""Writes plans: what a bot wants of a round, as orders that answer for it (E2, level 3).

A plan depends only on what lay on the boards when the round began and on the seat's own cards and money, so it may be
written at any time of the round with the same result, and answering from it is answering like the bot.
"""

from __future__ import annotations

from typing import Any

from engine.contract import Orders, View
from engine.packet_row.orders.worth import Holding, Judge, supplies

CHOOSY = 40
"""Per cent of the best gain in sight that a card must bring to be taken early in a round."""

LATE_SWEEP = 2
"""From this sweep on anything that gains is taken."""


def plan(view: View, seat: int) -> Orders:
    """Return orders for the round that is being played, for a seat whose own view this is."""
    wishes = _wishes(view, Judge(view, seat))
    master = view["harbour_master"] == seat
    orders: Orders = {"round": view["round"], "final": "settle"}
    orders |= _programme(view, wishes) if master else _answers(wishes)
    for part in ("ask", "harbour", "last"):
        if part in orders:
            orders[part] = [rule for rule in (_still(view, rule) for rule in orders[part]) if rule is not None]
    contracts = [card.id for card in Holding.of(view, seat).fulfilment() if card.kind == "contract"]
    if contracts:
        orders["fulfil"] = [{"contracts": contracts}]
    return orders


def _still(view: View, rule: dict[str, Any]) -> dict[str, Any] | None:
    """Return a rule without what has gone since the round began, or ``None`` if nothing is left of it.

    Judged is what lay there then; written is only what can still match, because nothing else may be in orders.
    """
    boards = {board["board"]: board for board in view["boards"]}
    open_ones = [sign for sign, board in boards.items() if not board["opened"] or sign == view["open_board"]]
    if rule.get("open", rule.get("board", open_ones[0] if open_ones else None)) not in open_ones:
        return None
    lying = {
        card["id"] for sign in open_ones for supply in ("current", "future") for card in boards[sign][supply] if card
    }
    cards = [card for card in rule.get("take", ()) if card in lying]
    if cards:
        return {**rule, "take": cards}
    bare = {key: value for key, value in rule.items() if key not in ("take", "assistant")}
    # The open board is named even if nothing there is wanted: else the programme would ask and not end the round.
    return bare if bare.get("open") in open_ones else None


Wish = tuple[int, str, bool]
"""Gain, card, and whether it takes an assistant."""


def _wishes(view: View, judge: Judge) -> dict[str, list[Wish]]:
    """Return for each board the cards that gain something, the best first."""
    found: dict[str, list[Wish]] = {}
    for board, lying in supplies(view).items():
        wishes = [(judge.gain(card), card.id, False) for card in lying["current"] if judge.affordable(card)]
        if judge.has_assistant and lying["current"]:
            wishes += [
                (judge.gain(card, assistant=True), card.id, True) for card in lying["future"] if judge.affordable(card)
            ]
        found[board] = sorted((wish for wish in wishes if wish[0] > 0), key=lambda wish: (-wish[0], wish[1]))
    return found


def _rules(wishes: list[Wish], extra: dict[str, Any]) -> list[dict[str, Any]]:
    """Return rules that take the wishes in their order; a run of cards of the same supply is one rule."""
    rules: list[dict[str, Any]] = []
    for _, card, assistant in wishes:
        if rules and ("assistant" in rules[-1]) == assistant:
            rules[-1]["take"].append(card)
        else:
            rules.append({**extra, "take": [card]} | ({"assistant": True} if assistant else {}))
    return rules


def _answers(wishes: dict[str, list[Wish]]) -> Orders:
    top = max((wish[0] for one in wishes.values() for wish in one), default=0)
    ask: list[dict[str, Any]] = []
    for board, one in wishes.items():
        good = [wish for wish in one if wish[0] * 100 >= top * CHOOSY]
        rest = [wish for wish in one if wish not in good]
        ask += _rules(good, {"board": board})
        ask += _rules(rest, {"board": board, "if": {"sweep": {"min": LATE_SWEEP}}})
    return {"ask": ask, "else": "decline"}


def _programme(view: View, wishes: dict[str, list[Wish]]) -> Orders:
    """Open the boards by what is likely to be left there after the others have chosen; take what is good enough."""
    boards = [board["board"] for board in view["boards"] if any(board["current"]) or board["opened"]]
    hopes = {board: _hope(wishes[board], len(view["players"])) for board in boards}
    boards.sort(key=lambda board: (-hopes[board], board))
    entries: list[dict[str, Any]] = []
    for place, board in enumerate(boards):
        later = max((hopes[other] for other in boards[place + 1 :]), default=0)
        good = [wish for wish in wishes[board] if wish[0] * 100 >= later * CHOOSY]
        entries += [{"open": board} | rule for rule in _rules(good, {})] or [{"open": board}]
    last = sorted((wish for one in wishes.values() for wish in one), key=lambda wish: (-wish[0], wish[1]))
    return {"harbour": entries, "last": _rules(last, {}), "last_else": "pass"}


def _hope(wishes: list[Wish], seats: int) -> int:
    """Return what a harbour master may hope to find on a board: the second best, the more players the less the best."""
    gains = [wish[0] for wish in wishes] + [0, 0]
    return (gains[0] + (seats - 1) * gains[1]) // seats

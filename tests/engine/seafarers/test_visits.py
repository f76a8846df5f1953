"""How often players are asked: each turn costs a visit of everybody without standing orders, and one in all with them (F)."""

from __future__ import annotations

from typing import Any, cast

from engine.contract import Game, State
from engine.match.orders import next_answer
from engine.protocol.chance import Draws
from engine.seafarers.marks import OWN
from tests.engine import laws
from tests.engine.seafarers.table import BOOK, GAME


def orders_of(state: State, preset: str, seat: int) -> dict[str, Any]:
    """Return what a player says who wants to be asked in his own turn only."""
    board = BOOK.scenarios[preset].board
    hexes = [
        h
        for h, letter in enumerate(state["terrain"])
        if letter not in "~?" and not any(state["nodes"][n] in OWN[seat] for n in board.hex_nodes[h])
    ]
    return {
        "roll": True,
        "special": "pass",
        "decline": True,
        "discard": ["wool", "wood"],
        "gold": ["ore", "grain"],
        "thief": [{"type": "robber", "hex": h} for h in hexes],
    }


def visits(preset: str, seats: int, seed: int, *, with_orders: bool) -> tuple[int, int]:
    """Return turns and visits of a match of bots; what one seat answers in a row is one visit."""
    chance, own = Draws(laws.seed_of(seed)), Draws(bytes(32))
    state = GAME.setup(GAME.options({"preset": preset}, seats), seats, chance)
    count, last = 0, -1
    while decisions := GAME.decisions(state):
        orders = (
            {seat: orders_of(state, preset, seat) for seat in range(seats)} if with_orders and state["turn"] else {}
        )
        answered = next_answer(cast(Game, GAME), state, decisions, orders, lambda _: True)
        if answered is not None:
            state, _ = GAME.resolve(state, answered[0], {answered[1]: answered[2]}, chance)
            continue
        decision = decisions[-1]
        answers = {}
        for seat in decision["seats"]:
            said = GAME.consult(state, seat, decision["id"], orders[seat]) if decision["sealed"] and orders else None
            if said is None:
                moves = GAME.moves(state, seat, decision["id"])
                said = GAME.bot(GAME.view(state, seat), decision, moves, own)
                count, last = count + (seat != last), seat
            answers[seat] = said
        state, _ = GAME.resolve(state, decision["id"], answers, chance)
    return state["turn"], count


def test_with_orders_a_turn_costs_one_visit_and_without_them_almost_everybodys() -> None:
    turns, without = visits("sechs-inseln-6", 6, 1, with_orders=False)
    assert without > 4 * turns
    turns, ordered = visits("sechs-inseln-6", 6, 1, with_orders=True)
    assert ordered < 1.3 * turns

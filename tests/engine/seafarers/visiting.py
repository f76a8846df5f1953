"""How often players are asked in a match of bots, with and without standing orders (RULES.md, F7).

``python -m tests.engine.seafarers.visiting [matches]`` prints the table for all scenarios.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, cast

from engine.contract import Decision, Game, State
from engine.games.seafarers.marks import OWN
from engine.games.seafarers.scenarios import CHIPLESS
from engine.games.seafarers.sight import Sight
from engine.games.seafarers.types.view import SeafarersView
from engine.match.orders import next_answer
from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.seafarers.table import BOOK, GAME

WISHES = 200
"""Places a player ranks for founding."""


@dataclass
class Asked:
    """What one or several matches cost: turns, visits, and the decisions with which visits began, by kind.

    A visit is all that one seat answers in a row. Kinds in the turn of somebody else are marked with ``*``.
    """

    turns: int = 0
    visits: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Asked) -> Asked:
        return Asked(self.turns + other.turns, self.visits + other.visits, self.kinds + other.kinds)


def orders_of(state: State, preset: str, seat: int) -> dict[str, Any]:
    """Return what a player says who wants to be asked in his own turn only, and builds nothing in those of others."""
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


def builder_orders(state: State, preset: str, seat: int) -> dict[str, Any]:
    """Return what a player says who builds in special phases as well: what is nearest to the bot's own aims.

    His ships may discover hexes, the chips they need may come from anywhere; before the founding he ranks all places.
    """
    scenario = BOOK.scenarios[preset]
    sight = Sight(cast(SeafarersView, GAME.view(state, seat)), scenario)
    orders = orders_of(state, preset, seat)
    if not state["turn"]:
        orders |= _founding_orders(sight)
    if scenario.chip_rule:
        orders["chips"] = [h for h, letter in enumerate(scenario.letters) if letter != CHIPLESS and letter != "~"]
    build = _building_list(sight)
    if build:
        orders["special"] = {"do": build, "anyway": True, "blind": True}
    return orders


def _founding_orders(sight: Sight) -> dict[str, Any]:
    board, chart = sight.board, sight.chart
    nodes = sorted((n for n, site in enumerate(chart.site) if site), key=lambda n: (-sight.pips(n), n))
    found = [{"node": n, "edge": e} for n in nodes for e in board.node_edges[n] if chart.road[e] or chart.ship[e]]
    coasts = [e for e in range(len(board.edge_nodes)) if chart.road[e] and chart.ship[e]]
    harbours = {"harbours": coasts[:WISHES]} if sight.view["tokens"] else {}
    return {"found": found[:WISHES], **harbours}


def _building_list(sight: Sight) -> list[dict[str, Any]]:
    own = {n for e, owner in enumerate(sight.edges) if owner & 7 == sight.seat for n in sight.board.edge_nodes[e]}
    build: list[dict[str, Any]] = [{"type": "settlement", "node": n} for n in sorted(own) if sight.is_site(n)]
    build += [{"type": "city", "node": n} for n, owner in enumerate(sight.nodes) if owner == sight.seat]
    ahead = max(sight.reaches, key=lambda one: (100 * one.worth) // (one.pieces + 1), default=None)
    if ahead is not None:
        build.append({"type": ahead.piece, "edge": ahead.edge})
    return build


def played(preset: str, seats: int, seed: int, *, with_orders: bool, **options: Any) -> Asked:
    """Play a match of bots. With orders each writes some before the first decision, and anew at each visit."""
    chance, own = Draws(laws.seed_of(seed)), Draws(bytes(32))
    state = GAME.setup(GAME.options({"preset": preset, **options}, seats), seats, chance)
    asked, last = Asked(), -1
    orders: dict[int, dict[str, Any]] = {}
    if with_orders:
        orders = {seat: builder_orders(state, preset, seat) for seat in range(seats)}
        asked += Asked(0, seats, Counter({"orders": seats}))
    while decisions := GAME.decisions(state):
        answered = next_answer(cast(Game, GAME), state, decisions, orders, lambda _: True)
        if answered is not None:
            state, _ = GAME.resolve(state, answered[0], {answered[1]: answered[2]}, chance)
            continue
        decision = decisions[-1]
        answers = {}
        for seat in decision["seats"]:
            said = GAME.consult(state, seat, decision["id"], orders[seat]) if decision["sealed"] and orders else None
            if said is None:
                said = GAME.bot(GAME.view(state, seat), decision, GAME.moves(state, seat, decision["id"]), own)
                asked += Asked(0, *_begun(decision, state, seat, last))
                last = seat
            answers[seat] = said
        state, _ = GAME.resolve(state, decision["id"], answers, chance)
        if orders and GAME.outcome(state) is None:
            orders |= {last: builder_orders(state, preset, last)}
    return asked + Asked(state["turn"])


def _begun(decision: Decision, state: State, seat: int, last: int) -> tuple[int, Counter[str]]:
    """Return whether an answer begins a visit, and with which kind of decision."""
    if seat == last:
        return 0, Counter()
    return 1, Counter({decision["kind"] + ("" if seat == state["active"] or not state["turn"] else "*"): 1})


def table(matches: int) -> None:
    """Print turns and visits of all scenarios, without and with orders."""
    for one in BOOK.scenarios.values():
        for seats in () if one.hidden else one.seats:
            for with_orders in (False, True):
                asked = sum((played(one.id, seats, seed, with_orders=with_orders) for seed in range(matches)), Asked())
                kinds = ", ".join(f"{kind} {count}" for kind, count in asked.kinds.most_common())
                said = "with" if with_orders else "without"
                figures = f"{asked.turns:5} turns {asked.visits:6} visits {asked.visits / asked.turns:5.2f}"
                print(f"{one.id:20} {seats} {said:8} {figures}  {kinds}", flush=True)


if __name__ == "__main__":
    table(int(sys.argv[1]) if sys.argv[1:] else 6)

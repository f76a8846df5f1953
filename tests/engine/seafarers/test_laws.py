"""Whole matches of every scenario: conservation of cards, pieces and chips; the contract's laws for the hidden scenario."""

import copy
import random
from collections import Counter
from collections.abc import Callable
from statistics import median
from typing import cast

import pytest

from engine.contract import Game
from engine.games.seafarers.marks import CITIES, FREE, ROADS, SETTLEMENTS, SHIPS
from engine.games.seafarers.rules import lines, scoring
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.types.state import SeafarersState
from tests.campaigns.soak.report import Watch, report, scaled
from tests.engine import laws
from tests.engine.seafarers.table import BOOK, GAME
from tests.engine.seafarers.ways import TURNS, WAYS, eager
from tests.engine.test_laws import LAWS

PLAYED = cast(Game, GAME)
HIDDEN: dict[str, object] = {"preset": "base-19", "turn_limit": TURNS}
TABLES = [
    pytest.param(options, seats, id=f"{options['preset']}-{seats}") for options, seats in [*WAYS.tables, (HIDDEN, 4)]
]
AT_EVERY_TABLE = pytest.mark.parametrize(("options", "seats"), TABLES)


def match_of(options: dict[str, object], seats: int, number: int) -> laws.Match:
    """Play a match, builders and players at random by turns."""
    rng = random.Random(number)
    player = eager(rng) if number % 2 else laws.at_random(rng)
    return laws.play(PLAYED, options, seats, laws.seed_of(number), player, laws.in_any_order(rng))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_hidden_scenario_keeps_the_law(law: Callable[[laws.Match, random.Random], None]) -> None:
    """Those that are offered are held to the laws in ``tests/engine/test_laws.py``."""
    law(match_of(HIDDEN, 4, 4), random.Random(4))


@AT_EVERY_TABLE
def test_cards_pieces_and_chips_are_conserved(options: dict[str, object], seats: int) -> None:
    for number in range(2):
        for state in match_of(options, seats, number).states:
            conserved(cast(SeafarersState, state), BOOK.scenarios[str(options["preset"])])


def conserved(state: SeafarersState, scenario: Scenario) -> None:
    for resource in range(5):
        hands = [hand[resource] for hand in state["hands"]]
        assert min(*hands, state["bank"][resource]) >= 0
        assert sum(hands) + state["bank"][resource] == scenario.bank
    for seat in range(state["seats"]):
        standing = [
            state["edges"].count(ROADS[seat]),
            state["edges"].count(SHIPS[seat]),
            state["nodes"].count(SETTLEMENTS[seat]),
            state["nodes"].count(CITIES[seat]),
        ]
        assert [on + off for on, off in zip(standing, state["stock"][seat], strict=True)] == scenario.stock
    knights = sum(held[0] for held in state["cards"]) + sum(state["knights"]) + state["deck"].count("k")
    assert knights == scenario.deck.get("knight", 0)
    victory = sum(held[4] for held in state["cards"]) + state["deck"].count("v")
    assert victory == scenario.deck.get("victory", 0)
    chips = sorted([*(n for n in state["numbers"] if n), *state["stack"], *state["bag"]])
    assert chips == sorted([*scenario.chips, *scenario.hidden_chips])
    harbours = sorted([*(kind for _, kind in state["harbours"]), *state["tokens"]])
    assert harbours == sorted(scenario.harbour_kinds)
    zone = Play.judging(state, scenario).chart.zone
    assert all(zone[one] == one for zones in (*state["home"], *state["visited"]) for one in zones)
    for node, mark in enumerate(state["nodes"]):
        assert mark == FREE or all(state["nodes"][beside] == FREE for beside in scenario.board.node_nodes[node])


@AT_EVERY_TABLE
def test_who_spoils_a_list_of_moves_spoils_nothing_else(options: dict[str, object], seats: int) -> None:
    """What is remembered from one call to the next is never handed out."""
    match = match_of(options, seats, 2)
    for step in match.steps[::3]:
        seat, decision = min(step.answers), step.decision["id"]
        listed = GAME.moves(step.before, seat, decision)
        kept = copy.deepcopy(listed)
        for move in listed:
            for value in move.values():
                if isinstance(value, dict | list):
                    value.clear()
            move.clear()
        assert GAME.moves(step.before, seat, decision) == kept


@AT_EVERY_TABLE
def test_the_routes_and_lines_kept_are_those_that_stand_on_the_board(options: dict[str, object], seats: int) -> None:
    """They are counted behind the chips that a piece brings (D4)."""
    for state in [state for state in match_of(options, seats, 1).states if not state["chipless"]][::7]:
        play = Play.judging(cast(SeafarersState, copy.deepcopy(state)), BOOK.scenarios[str(options["preset"])])
        assert play.state["route"] == [scoring.length(play, seat) for seat in range(seats)]
        kept = play.state["lines"]
        lines.recompute(play)
        assert play.state["lines"] == kept


def ends(options: dict[str, object], seats: int, number: int) -> tuple[str, int, int]:
    """Play a match at random to its end; return why it ended, its turns and its decisions."""
    match = match_of(options, seats, number)
    outcome = GAME.outcome(match.end)
    assert outcome is not None
    assert outcome["reason"] in ("goal", "turn-limit")
    end = cast(SeafarersState, match.end)
    conserved(end, BOOK.scenarios[str(options["preset"])])
    return outcome["reason"], end["turn"], len(match.steps)


@AT_EVERY_TABLE
def test_twenty_short_random_matches_end(options: dict[str, object], seats: int) -> None:
    for number in range(100, 120):
        ends({**options, "turn_limit": 12}, seats, number)


@pytest.mark.soak
@pytest.mark.timeout(0)
@AT_EVERY_TABLE
def test_a_thousand_random_matches_end(options: dict[str, object], seats: int) -> None:
    watch = Watch()
    played = [ends({**options, "turn_limit": 300}, seats, number) for number in range(1000, 1000 + scaled(1000))]
    endings, turns, decisions = zip(*played, strict=True)
    report(
        f"Seafarers, {options['preset']}, {seats} players: random matches to the end", watch.seconds, matches=len(played),
        endings=dict(sorted(Counter(endings).items())), turns_median=median(turns), turns_longest=max(turns),
        decisions_median=median(decisions), decisions_longest=max(decisions),
    )  # fmt: skip


@AT_EVERY_TABLE
def test_e44_a_turn_and_a_part_of_the_special_phase_may_always_be_ended(options: dict[str, object], seats: int) -> None:
    for step in match_of(options, seats, 1).steps:
        if step.decision["kind"] in ("act", "special"):
            (seat,) = step.decision["seats"]
            assert {"type": "end"} in GAME.moves(step.before, seat, step.decision["id"])
            GAME.check(step.before, seat, step.decision["id"], {"type": "end"})

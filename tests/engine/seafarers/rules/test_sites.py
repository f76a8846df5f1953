"""Where pieces and buildings may stand, on random boards, against the words of the rules read place by place (D2, D5, E6)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.seafarers.marks import CITIES, FREE, OWN, ROADS, SETTLEMENTS, SHIPS, members, places, put
from engine.games.seafarers.rules import sites
from engine.games.seafarers.rules.play import Play
from tests.engine.seafarers.table import Table, marked

TABLE = Table("fuenf-inseln-5")
BOARD, CHART = TABLE.board, TABLE.play.chart
SEATS = range(3)


def board_of(seed: int) -> Play:
    """Lay pieces of three seats anywhere, and buildings two steps apart."""
    rng, state = random.Random(seed), TABLE.state.copy()
    nodes = dict[int, str]()
    for n in rng.sample(range(len(BOARD.nodes)), rng.randint(0, 20)):
        if not any(beside in nodes for beside in BOARD.node_nodes[n]):
            nodes[n] = rng.choice("abcABC")
    laid = rng.sample(range(len(BOARD.edge_nodes)), rng.randint(0, 50))
    state["nodes"] = marked(len(BOARD.nodes), nodes)
    state["edges"] = marked(len(BOARD.edge_nodes), {e: rng.choice("abcABC") for e in laid})
    state["pirate"] = rng.choice([-1, *CHART.sea])
    return Play.judging(state, TABLE.scenario)


def joins(play: Play, seat: int, edge: int, piece: str) -> bool:
    """A piece joins an own building, or an own piece of the kind where no opponent's building stands."""
    state = play.state
    return any(
        state["nodes"][n] in OWN[seat]
        or (state["nodes"][n] == FREE and any(state["edges"][e] == piece for e in BOARD.node_edges[n]))
        for n in BOARD.edge_nodes[edge]
    )


def apart(play: Play, node: int) -> bool:
    """A node is free, and so are those one step from it."""
    return all(play.state["nodes"][n] == FREE for n in (node, *BOARD.node_nodes[node]))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32))
def test_d5_sites_are_those_of_the_rules_words(seed: int) -> None:
    play = board_of(seed)
    state = play.state
    free = [e for e, mark in enumerate(state["edges"]) if mark == FREE]
    open_sea = [e for e in free if CHART.ship[e] and state["pirate"] not in BOARD.edge_cells[e]]
    good = [n for n, site in enumerate(CHART.site) if site and apart(play, n)]
    for seat in SEATS:
        own = {e for e, mark in enumerate(state["edges"]) if mark in OWN[seat]}
        roads = [e for e in free if CHART.road[e] and joins(play, seat, e, ROADS[seat])]
        assert [*sites.roads(play, seat)] == roads
        assert [*sites.ships(play, seat)] == [e for e in open_sea if joins(play, seat, e, SHIPS[seat])]
        assert [*sites.settlements(play, seat)] == [n for n in good if own & {*BOARD.node_edges[n]}]
        assert [*sites.cities(play, seat)] == [n for n, mark in enumerate(state["nodes"]) if mark == SETTLEMENTS[seat]]


@pytest.mark.parametrize("letters", [FREE, *OWN, *SETTLEMENTS, *CITIES])
def test_places_are_where_letters_stand(letters: str) -> None:
    text = "".join(random.Random(letters).choices(".abcdefABCDEF", k=150))
    assert [*members(places(text, letters))] == [i for i, letter in enumerate(text) if letter in letters]
    assert members(places(put(text, 149, letters[0]), letters))[-1] == 149

"""Kontor's own laws over whole matches: hidden special cards, conservation of cards and coins, limits, ends.

The laws of every game are held against Kontor by ``tests/engine/test_laws.py``.
"""

import copy
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given as forall
from hypothesis import settings

from engine.games.kontor import GAME
from engine.games.kontor.rules.board import is_closed, sectors, sectors_at
from engine.games.kontor.rules.fields import NEIGHBOURS, reading_order
from tests.engine import laws
from tests.engine.kontor.table import PRESETS, Table, cards_in, ended, given
from tests.engine.kontor.ways import laid_aside, lazy, scrambled
from tests.engine.ways import matches
from tests.given.thorough import examples

BRIEF = settings(max_examples=examples(4, 12), deadline=None)


@pytest.mark.parametrize(
    ("preset", "viewer"),
    [("goldsieber-pro", None), ("goldsieber-pro", 0), ("goldsieber-pro", 1), ("goldsieber-teams", 0)],
)
def test_d3_which_special_card_was_dealt_to_another_seat_shows_nowhere(preset: str, viewer: laws.Viewer) -> None:
    options = {"preset": preset, "special_cards": True}
    match = laws.play(GAME, options, PRESETS[preset].seats, laws.seed_of(4), lazy(random.Random(4)))
    compared = 0
    for step in match.steps[:12]:
        for seat in set(range(match.seats)) - {viewer}:
            for card in laid_aside(step.before):
                other = copy.deepcopy(step.before)
                held = next((one for one in other["hands"][seat] if int(one[1:]) >= 88), None)
                if held is None or any(held == move.get("card") for move in step.answers.values()):
                    continue
                other["hands"][seat][other["hands"][seat].index(held)] = card
                laws.nothing_leaks(GAME, step.before, other, viewer, drawn=True, seats=match.seats)
                laws.no_event_leaks(GAME, step, other, viewer, match.seed)
                compared += 1
    assert compared > 10


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_e47_which_special_cards_are_still_to_be_sold_shows_nowhere(viewer: laws.Viewer) -> None:
    match = laws.play(
        GAME, {"preset": "tilsit", "special_cards": True}, 2, laws.seed_of(4), laws.at_random(random.Random(4))
    )
    compared = 0
    for step in match.steps:
        pile = step.before["special_pile"]
        if len(pile) > 1 and not any(move["type"] == "buy" for move in step.answers.values()):
            other = {**copy.deepcopy(step.before), "special_pile": pile[::-1]}
            laws.nothing_leaks(GAME, step.before, other, viewer, drawn=compared < 3, seats=match.seats)
            laws.no_event_leaks(GAME, step, other, viewer, match.seed)
            compared += 1
    assert compared > 3


def test_scrambling_finds_the_special_cards_laid_aside() -> None:
    match = laws.play(
        GAME, {"preset": "goldsieber-pro", "special_cards": True}, 2, laws.seed_of(1), laws.at_random(random.Random(1))
    )
    assert len(laid_aside(match.start)) == 4
    dealt = {tuple(scrambled(match.start, 0, random.Random(n))["hands"][1][-1:]) for n in range(30)}
    assert len(dealt) == 5, "the opponent's may be any but the own one"


def test_scrambling_changes_what_is_hidden() -> None:
    match = laws.play(GAME, {}, 2, laws.seed_of(1), laws.at_random(random.Random(1)))
    other = scrambled(match.start, 0, random.Random(2))
    assert other["hands"][0] == match.start["hands"][0]
    assert other["hands"][1] != match.start["hands"][1]
    assert other["canal_pile"] != match.start["canal_pile"]


@BRIEF
@forall(matches(GAME))
def test_every_event_is_public_except_which_special_card_was_bought(match: laws.Match) -> None:
    for step in match.steps:
        assert all((event["type"] == "got") == ("to" in event) for event in step.events)
        assert all(event["to"] == [event["seat"]] for event in step.events if "to" in event)


@BRIEF
@forall(matches(GAME))
def test_no_card_and_no_coin_is_made_or_lost(match: laws.Match) -> None:
    preset = PRESETS[match.options["preset"]]
    deck = cards_in(match.start)
    for state in match.states:
        assert cards_in(state) == deck
        assert sum(state["money"]) + state["bank"] == preset.money * preset.seats + preset.bank
        assert min(*state["money"], state["bank"]) >= 0


@BRIEF
@forall(matches(GAME))
def test_the_harbour_keeps_its_limits_and_closed_sectors_never_change(match: laws.Match) -> None:
    preset = PRESETS[match.options["preset"]]
    for step in match.steps:
        view = GAME.view(step.after, None)
        for axis, limit in (("x", preset.width), ("y", preset.height)):
            low, high = view["extent"][axis]
            assert high - low < limit
            if step.before["fixed"][axis] is not None:
                assert step.after["fixed"][axis] == step.before["fixed"][axis]
        closed = step.before["closed"]
        assert step.after["closed"][: len(closed)] == closed
        for sector in closed:
            assert all(step.after["board"][name] == step.before["board"][name] for name in sector["fields"])


@BRIEF
@forall(matches(GAME))
def test_every_open_sector_has_one_centre_for_each_team_with_goods(match: laws.Match) -> None:
    for state in match.states:
        for sector in GAME.view(state, None)["sectors"]:
            stored = [any(goods) and not sector["closed"] for goods in sector["goods"]]
            assert [centre is not None for centre in sector["centres"]] == stored
        assert len(set(state["centres"])) == len(state["centres"])
        assert set(reading_order(state["laid"])) <= set(state["board"])


@BRIEF
@forall(matches(GAME))
def test_a_match_ends_by_one_of_the_known_ways_within_its_round_limit(match: laws.Match) -> None:
    outcome = ended(match.end)
    assert match.end["round"] <= match.options["round_limit"]
    assert match.steps[-1].events[-1]["type"] == "ended"
    sudden = PRESETS[match.options["preset"]].sudden_end
    assert outcome["reason"] in ("board-full", "deadlock", "stalemate", "round-limit", *{sudden} - {"none"})
    if outcome["reason"] == sudden:
        return
    teams, money = PRESETS[match.options["preset"]].teams, match.end["money"]
    sums = [sum(money[one] for one in range(match.seats) if teams[one] == team) for team in teams]
    best = max(zip(outcome["scores"], sums, strict=True))
    winners = [seat for seat in range(match.seats) if (outcome["scores"][seat], sums[seat]) == best]
    assert winners == outcome["winners"]


def cut_apart(row: str) -> Table:
    """Return a table on which a distribution centre was removed between two quays of its colour."""
    table = given(f"A . .\n. 43 .\n{row}", red="23 31", black="28 30").choose(red="pass", black="28")
    table.state["centres"] = ["1,2"]
    return table.sail((1, 1), remove=(1, 2))


def states_cut_apart() -> str:
    """Return one text for tables whose new distribution centres lie in a set's order if nobody sorts them."""
    return laws.text([cut_apart(numbers).state for numbers in ("19 3 21", "21 3 39", "37 3 41", "39 3 13")])


def test_every_process_finds_the_same_centres_when_a_sector_is_split() -> None:
    """Python orders sets by a seed of each process; see the law of the same bytes for whole matches."""
    command = [sys.executable, "-c", "from tests.engine.kontor.test_laws import states_cut_apart as s; print(s())"]
    root = Path(__file__).parents[3]
    prints = {
        subprocess.run(
            command, cwd=root, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(prints) == 1


@pytest.mark.parametrize("preset", ["goldsieber-basic", "goldsieber-pro", "tilsit", "canal-grande"])
def test_after_every_step_each_sector_without_a_free_neighbour_is_closed(preset: str) -> None:
    """Only sectors at the laid card are looked at, and all when an edge is fixed: none may be missed, and none cut short."""
    rng = random.Random(7)
    rules = PRESETS[preset]
    match = laws.play(GAME, {"preset": preset}, rules.seats, laws.seed_of(7), laws.at_random(rng))
    for state in match.states:
        board, closed = state["board"], {name for one in state["closed"] for name in one["fields"]}
        found = sectors(board, rules.cards, closed)
        if state["outcome"] is None:
            assert not [one for one in found if is_closed(one, board, state["fixed"])]
        for name in rng.sample(sorted(board), min(3, len(board))):
            around = {name, *NEIGHBOURS[name]}
            touched = [one for one in found if not around.isdisjoint(one)]
            assert sorted(map(sorted, sectors_at(board, rules.cards, name, closed))) == sorted(map(sorted, touched))

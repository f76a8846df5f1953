"""The laws of :mod:`engine.contract`, held against every registered game at every one of its tables.

A game gets these tests by being registered; what they must know of it stands in ``tests/engine/<game>/ways.py``.
"""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from hypothesis import Phase, settings
from hypothesis import given as forall
from hypothesis import strategies as st

from engine.contract import Game
from engine.kit.foresight import foresight_of
from engine.protocol.chance import Draws
from engine.registry import GAMES, game, newest
from engine.verifier.replay import verify
from tests.engine import laws
from tests.engine.playing import Server
from tests.engine.ways import Table, every_table, match_at, matches, name_of, tables_of, ways_of

ROOT = Path(__file__).parents[2]
NEWEST = sorted({newest(rules) for rules in GAMES})
BRIEF = settings(max_examples=3, deadline=None, phases=(Phase.generate,))
"""A failing match is named by its number; to look for a smaller one takes minutes and finds none."""
MOST_STEPS, MOST_DEALT = 12, 4
"""Of a match, where a law takes long for one step; and where that is dealt anew twice for every seat."""
DRAWS = partial(Draws, laws.seed_of(1))

NEW = pytest.mark.parametrize("rules", NEWEST)
# Of an earlier version of a game's rules one table: they change no more, and stored matches of them are replayed.
AT_EVERY_TABLE = pytest.mark.parametrize(
    ("rules", "table"),
    [
        pytest.param(rules, table, id=f"{rules}-{name_of(table)}")
        for rules in GAMES
        for table in (tables_of(game(rules)) if rules in NEWEST else tables_of(game(rules))[:1])
    ],
)
AT_EVERY_NEW_TABLE = pytest.mark.parametrize(
    ("rules", "table"),
    [
        pytest.param(rules, table, id=f"{rules}-{name_of(table)}")
        for rules in NEWEST
        for table in tables_of(game(rules))
    ],
)


def some(match: laws.Match, rng: random.Random) -> list[laws.Step]:
    """Return some steps of a match, or all of a short one."""
    return rng.sample(match.steps, min(len(match.steps), MOST_STEPS))


def resolving_is_pure(match: laws.Match, rng: random.Random) -> None:
    laws.resolving_is_pure(match)


def replaying_brings_back_every_state(match: laws.Match, rng: random.Random) -> None:
    laws.replaying_is_equal(match)


def everything_is_plain_json(match: laws.Match, rng: random.Random) -> None:
    laws.everything_is_json(match)


def everything_fits_the_published_schemas(match: laws.Match, rng: random.Random) -> None:
    laws.everything_fits_its_schema(match)


def decisions_are_proper_and_nothing_forced_is_asked(match: laws.Match, rng: random.Random) -> None:
    laws.decisions_are_proper(match, forced_in_secret=_ways(match).forced_in_secret)


def silence_is_legal(match: laws.Match, rng: random.Random) -> None:
    laws.silence_is_legal(match)


def refusing_to_open_never_pays(match: laws.Match, rng: random.Random) -> None:
    laws.refusing_to_open_never_pays(match)


def moves_and_check_agree(match: laws.Match, rng: random.Random) -> None:
    ways = _ways(match)
    laws.moves_and_check_agree(match, some(match, rng), rng, ways.mutants, complete=ways.complete)


def hidden_facts_stay_hidden(match: laws.Match, rng: random.Random) -> None:
    laws.hidden_facts_stay_hidden(match, some(match, rng), _ways(match), rng)


def sealed_decisions_stand(match: laws.Match, rng: random.Random) -> None:
    laws.sealed_decisions_stand(match)


def everything_that_happens_can_be_said(match: laws.Match, rng: random.Random) -> None:
    laws.everything_has_words(match)


def what_is_dealt_anew_looks_the_same(match: laws.Match, rng: random.Random) -> None:
    """A bot with foresight sees what its seat sees: states that look the same to it are dealt anew alike."""
    found, twin = foresight_of(match.game), _ways(match).twin
    if found is None:
        return
    for step in rng.sample(match.steps, min(len(match.steps), MOST_DEALT)):
        for seat in range(match.seats):
            before = laws.text(step.before)
            dealt = found.redeal(step.before, seat, DRAWS())
            assert laws.text(step.before) == before
            assert laws.text(match.game.view(dealt, seat)) == laws.text(match.game.view(step.before, seat))
            assert laws.text(found.redeal(twin(step.before, seat, rng), seat, DRAWS())) == laws.text(dealt)


def _ways(match: laws.Match) -> laws.Ways:
    return ways_of(match.game)


LAWS: list[Callable[[laws.Match, random.Random], None]] = [
    resolving_is_pure,
    replaying_brings_back_every_state,
    everything_is_plain_json,
    everything_fits_the_published_schemas,
    decisions_are_proper_and_nothing_forced_is_asked,
    silence_is_legal,
    refusing_to_open_never_pays,
    moves_and_check_agree,
    hidden_facts_stay_hidden,
    sealed_decisions_stand,
    everything_that_happens_can_be_said,
    what_is_dealt_anew_looks_the_same,
]


@AT_EVERY_TABLE
def test_a_match_at_every_table_keeps_every_law(rules: str, table: Table) -> None:
    match = match_at(game(rules), table, 8)
    for law in LAWS:
        law(match, random.Random(8))


@NEW
@BRIEF
@forall(data=st.data(), seed=st.integers(0, 2**32))
def test_random_matches_keep_every_law(rules: str, data: st.DataObject, seed: int) -> None:
    match = data.draw(matches(game(rules)))
    for law in LAWS:
        law(match, random.Random(seed))


@AT_EVERY_NEW_TABLE
def test_two_bots_play_to_an_end_and_late_states_dealt_anew_look_the_same(rules: str, table: Table) -> None:
    """Found in random play: below the top of an empty pile of Kontor, all cards but one were taken from the others."""
    one = game(rules)
    match, found = match_at(one, table, 1, laws.bot), foresight_of(one)
    if found is None:
        return
    for step in match.steps[-24:]:
        for seat in (None, *range(match.seats)):
            dealt = found.redeal(step.before, seat, DRAWS())
            assert laws.text(one.view(dealt, seat)) == laws.text(one.view(step.before, seat))


@AT_EVERY_NEW_TABLE
def test_a_match_with_silence_and_unopened_seals_is_exported_replayed_and_proved(rules: str, table: Table) -> None:
    options, places = table
    played = Server(rules=rules, options=options, places=places, seed=5, silence=0.1, unopened=0.05).play()
    report = verify(played.export, check_signature=played.check_signature, receipts=played.receipts)
    assert (report.verdict, report.reason) == ("PASS", "")


def test_every_process_computes_the_same_bytes_in_the_same_order() -> None:
    """Python orders sets by a seed of each process; nothing of it may reach a state, an event, a view or a list of moves."""
    prints = {
        subprocess.run(
            [sys.executable, "-m", "tests.engine.fingerprint", *NEWEST], cwd=ROOT, check=True, capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    (found,) = prints
    assert len(found.splitlines()) == len(NEWEST)


@pytest.mark.parametrize("rules", GAMES)
def test_every_version_of_a_game_publishes_the_same_view_and_events(rules: str) -> None:
    one, other = game(rules).rules, game(newest(rules)).rules
    assert (one.view, one.events) == (other.view, other.events)


@NEW
def test_an_option_that_has_a_default_has_it_at_every_table(rules: str) -> None:
    """What depends on the preset or the number of seats has none: a client that shows it or sends it would be wrong."""
    one: Game = game(rules)
    known = cast("dict[str, dict[str, object]]", one.rules.options["properties"])
    for given, seats in [*every_table(one), *(({}, seats) for seats in one.rules.seats)]:
        chosen = one.options(given, seats)
        assert set(chosen) == set(known)
        for name, schema in known.items():
            assert name in given or schema.get("default", chosen[name]) == chosen[name]
    assert all(
        name in preset for preset in one.rules.presets.values() for name in known if "default" not in known[name]
    )


@NEW
def test_every_preset_and_number_of_seats_is_among_the_tables(rules: str) -> None:
    one: Game = game(rules)
    played = {(options.get("preset"), seats) for options, seats in tables_of(one)}
    assert {(options.get("preset"), seats) for options, seats in every_table(one)} <= played


@NEW
def test_what_is_hidden_differs_between_the_states_that_are_compared(rules: str) -> None:
    """A twin that is the same state would prove nothing, unless everybody sees the same at any time."""
    one, rng = game(rules), random.Random(1)
    match = match_at(one, tables_of(one)[0], 1)
    if _ways(match).twin is laws.nothing_hidden:
        for state in match.states:
            assert len({laws.text(one.view(state, seat)) for seat in (None, *range(match.seats))}) == 1
        return
    different = [laws.text(state) != laws.text(_ways(match).twin(state, 0, rng)) for state in match.states[:20]]
    assert any(different)


@NEW
def test_an_event_told_to_too_many_is_noticed(rules: str) -> None:
    """What a viewer may know is said by the ways of a game, never read off the events that are judged."""
    one, rng = game(rules), random.Random(2)
    matches = [match_at(one, table, 2) for table in tables_of(one)]
    private = {event["type"] for match in matches for step in match.steps for event in step.events if "to" in event}
    assert bool(private) == ('"to"' in laws.text(one.rules.events)), (
        "the matches have every event that some may not see"
    )
    for kind in private:
        with pytest.raises(AssertionError):
            for match in matches:
                loud = laws.Loud(one, kind)
                steps = [step for step in match.steps if any(event["type"] == kind for event in step.events)]
                told = [replace(step, events=loud.told(step.events)) for step in steps[:MOST_STEPS]]
                laws.hidden_facts_stay_hidden(replace(match, game=cast("Game", loud)), told, _ways(match), rng)
            pytest.fail(f"{kind} told to everybody broke no law")

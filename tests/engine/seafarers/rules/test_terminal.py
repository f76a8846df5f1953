"""At a terminal every move of a match is chosen from lists that fit a screen, and the table leaves out what they list."""

from collections.abc import Sequence
from typing import cast

import pytest

from engine.contract import Decision, Language, Move, State, View
from engine.games.seafarers.drawing.ground import Ground
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.text.table import chart
from engine.kit.terminal import Step, terminal_of
from engine.kit.text.phrases import LANGUAGES
from service.cli.table.choosing import next_choices
from tests.engine.seafarers.seen import NAMES, PRESETS, match_of, shown
from tests.engine.seafarers.table import GAME, Table

SCREEN = 40
LOW_SCREEN = 24
"""Lines of the lowest terminals: what lies beside the map fits them."""
COLUMNS = 80
FEW = ("fuenf-inseln-5", "neue-welt-6", "ozeanien-6")
"""Scenarios whose lists are all tried in the suite; they take seconds each."""


def lines(choices: list[str], captioned: list[str]) -> int:
    """Return how many lines a list of choices takes: one for each that is said, and a row of numbers."""
    return len(choices) + -(-len(", ".join(captioned)) // (COLUMNS - 20))


def longest(moves: list[Move], language: Language) -> int:
    """Return the lines of the longest list on any way to one of these moves."""
    steps = terminal_of(GAME).steps(language)
    choices = next_choices(moves, steps)
    if len(choices) < 2:
        return 0
    said = [one.key for one in choices if one.step is None]
    rows = lines(said, [f"{one.key} (123-456)" for one in choices if one.step is not None])
    assert len({one.key for one in choices}) == len(choices)
    return max(rows, *(longest(list(one.moves), language) for one in choices))


@pytest.mark.parametrize(
    "preset", [one if one in FEW else pytest.param(one, marks=pytest.mark.soak) for one in PRESETS]
)
def test_no_list_of_choices_is_longer_than_a_screen(preset: str) -> None:
    met: dict[str, tuple[int, State, Decision]] = {}
    steps = match_of(preset).steps
    for step in [*steps[:1], *steps[1::15]]:
        seat = step.decision["seats"][0]
        count = len(GAME.moves(step.before, seat, step.decision["id"]))
        if count > met.get(step.decision["kind"], (0,))[0]:
            met[step.decision["kind"]] = count, step.before, step.decision
    for kind, (_, state, decision) in met.items():
        moves = GAME.moves(state, decision["seats"][0], decision["id"])
        assert longest(moves, "en") <= SCREEN, kind


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_table_of_who_chooses_is_the_map_and_a_low_screen(preset: str, language: Language) -> None:
    for view in shown(preset):
        brief = terminal_of(GAME).brief(cast(View, view), NAMES, language)
        assert brief is not None
        told = brief.splitlines()
        assert len(told) <= len(chart(Ground(view), Phrases(language))) + LOW_SCREEN
        assert all(len(one) <= 72 for one in told)
        assert "{" not in brief


def test_an_edge_is_listed_with_its_sites() -> None:
    table = Table("sechs-inseln-6")
    edge = table.moves(0)[0]["edge"]
    a, b = table.board.edge_nodes[edge]
    assert terminal_of(GAME).value(GAME.view(table.raw, 0), Step("edge", "Edge"), edge) == f"{edge} ({a}-{b})"


def test_a_german_player_types_no_english_word() -> None:
    """The members of moves are English data; what stands in brackets before a choice is what the player types."""
    english, german = (keys_of(("neue-welt-6", "ozeanien-5"), language) for language in ("en", "de"))
    assert english >= {"road", "ship", "settlement", "end", "wood"}
    assert german >= {"straße", "schiff", "siedlung", "beenden", "holz"}
    assert not english & german


def keys_of(presets: Sequence[str], language: Language) -> set[str]:
    """Return all words by which moves of matches are chosen."""
    steps, found = terminal_of(GAME).steps(language), set[str]()
    for step in [step for preset in presets for step in match_of(preset).steps[::3]]:
        for seat in step.answers:
            ways = [GAME.moves(step.before, seat, step.decision["id"])]
            while ways:
                choices = next_choices(ways.pop(), steps)
                if len(choices) > 1:
                    found |= {one.key for one in choices if not one.key.isdigit()}
                    ways += [list(one.moves) for one in choices]
    return found

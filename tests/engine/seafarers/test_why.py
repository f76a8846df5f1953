"""Why somebody is asked who can only pass it on: said where nothing else is possible, and nowhere else."""

import re

import pytest

from engine.contract import Language
from engine.games.seafarers.text.phrases import Phrases
from engine.kit.text.particulars import Seen, particulars_of, pictured_choices, subject_of
from engine.kit.text.phrases import LANGUAGES
from engine.protocol.chance import Draws
from tests.engine.seafarers.table import GAME

NAMES = ["Ann", "Ben", "Cleo", "Dora", "Emil"]


def test_who_can_build_nothing_in_a_special_building_phase_reads_that() -> None:
    draws = Draws(bytes(32))
    state, told, kept_quiet = GAME.setup(GAME.options({}, 5), 5, draws), 0, 0
    for step in range(400):
        decision = next(one for one in GAME.decisions(state) if not one["optional"])
        answers = {}
        for seat in decision["seats"]:
            moves, view = GAME.moves(state, seat, decision["id"]), GAME.view(state, seat)
            german, english = (Seen(decision, view, language, NAMES) for language in ("de", "en"))
            why = particulars_of(GAME).why(german)
            if decision["kind"] == "special":
                assert (why is not None) == (moves == [{"type": "end"}]), moves
                told, kept_quiet = told + (why is not None), kept_quiet + (why is None)
            if why is not None:
                assert why == "Du kannst gerade nichts bauen und nichts kaufen."
                assert subject_of(GAME, english) == "You can build and buy nothing right now."
            answers[seat] = GAME.bot(view, decision, moves, Draws(bytes([step % 256]) * 32))
        state, _ = GAME.resolve(state, decision["id"], answers, draws)
    assert told > 10
    assert kept_quiet > 3


def test_the_choices_of_a_turn_stand_under_titles_and_what_ends_it_comes_last() -> None:
    draws = Draws(bytes(32))
    state, met = GAME.setup(GAME.options({}, 5), 5, draws), set()
    for step in range(200):
        decision = next(one for one in GAME.decisions(state) if not one["optional"])
        answers = {}
        for seat in decision["seats"]:
            moves, view = GAME.moves(state, seat, decision["id"]), GAME.view(state, seat)
            groups = [particulars_of(GAME).group(one, Seen(decision, view, "en", NAMES)) for one in moves]
            if decision["kind"] == "act":
                titles = {
                    one["type"]: found.title for one, found in zip(moves, groups, strict=True) if found is not None
                }
                met |= set(titles.items())
                assert None not in groups
                last = max((found for found in groups if found is not None), key=lambda found: found.place)
                assert last.title == titles["end"]
            else:
                assert set(groups) <= {None}
            answers[seat] = GAME.bot(view, decision, moves, Draws(bytes([step % 256]) * 32))
        state, _ = GAME.resolve(state, decision["id"], answers, draws)
    assert {("bank", "Trade with the bank"), ("road", "Build and buy"), ("end", "End the turn")} <= met


def test_beside_a_picture_places_are_called_by_what_lies_there() -> None:
    """What counts without an answer needs no numbers: people look at the picture."""
    draws, kinds = Draws(bytes(32)), set()
    state = GAME.setup(GAME.options({}, 5), 5, draws)
    for _ in range(500):
        decision = next(one for one in GAME.decisions(state) if not one["optional"])
        answers = {}
        for seat in decision["seats"]:
            move = GAME.fallback(state, seat, decision["id"], "absent")
            for language, numbered in (("de", r"Bauplatz|Kante|Feld"), ("en", r"\bsite\b|edge|hex")):
                said = particulars_of(GAME).pictured(move, Seen(decision, GAME.view(state, seat), language, NAMES))
                usual = move["type"] in ("roll", "random", "gold") or (
                    move["type"] == "end" and decision["kind"] != "act"
                )
                assert (said is None) == usual, move
                assert said is None or not re.search(numbered, said), said
                kinds |= {(move["type"], re.sub(" to the .*", "", (said or "").rsplit(",", 1)[-1]))}
            answers[seat] = move
        state, _ = GAME.resolve(state, decision["id"], answers, draws)
    assert {"found", "robber"} <= {one for one, _ in kinds}
    assert ("found", " with a ship") in kinds or ("found", " with a road") in kinds


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_beside_a_picture_differ_and_none_is_called_by_numbers_alone(language: Language) -> None:
    state = GAME.setup(GAME.options({}, 5), 5, Draws(bytes(32)))
    (decision,) = GAME.decisions(state)
    seen = Seen(decision, GAME.view(state, decision["seats"][0]), language, NAMES)
    moves = GAME.moves(state, decision["seats"][0], decision["id"])
    phrases = Phrases(language)
    said = pictured_choices(GAME, moves, seen)
    assert len(set(said)) == len(moves) > 100
    landscapes = [phrases.say(f"site.{one}") for one in ("wood", "brick", "grain", "wool", "ore")]
    assert all(any(land in one.partition(" (")[0] for land in landscapes) for one in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_says_what_lies_where_something_is_built(language: Language) -> None:
    state = GAME.setup(GAME.options({}, 5), 5, Draws(bytes(32)))
    view, told = GAME.view(state, None), particulars_of(GAME).told
    for kind, place in (
        ("settlement", "node"),
        ("city", "node"),
        ("road", "edge"),
        ("ship", "edge"),
        ("robber", "hex"),
    ):
        for number in range(20):
            said = told({"type": kind, "seat": 1, place: number}, view, NAMES, language)
            assert said is not None and said.startswith(NAMES[1]), said
            usual = GAME.words.event({"type": kind, "seat": 1, place: number}, NAMES, language)
            assert said != usual and said.split()[:3] == usual.split()[:3], (said, usual)
    assert told({"type": "turn", "seat": 1, "turn": 3}, view, NAMES, language) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_founding_choices_are_told_apart_by_the_way_their_edge_leads(language: Language) -> None:
    """Two edges meet at every site: which of them is meant needs no number."""
    state = GAME.setup(GAME.options({}, 5), 5, Draws(bytes(32)))
    decision = next(iter(GAME.decisions(state)))
    (seat,) = decision["seats"]
    moves = GAME.moves(state, seat, decision["id"])
    said = pictured_choices(GAME, moves, Seen(decision, GAME.view(state, seat), language, NAMES))
    assert len(set(said)) == len(moves)
    numbered = [words for words in said if re.search(r"\(\w+ \d+, ", words)]
    assert len(numbered) < len(said) / 4, numbered  # of sites alike
    assert {"de": "nach Nordosten", "en": "to the north-east", "fr": "vers le nord-est"}[language] in " ".join(said)

"""Why somebody is asked who can only pass it on: said where nothing else is possible, and nowhere else."""

from __future__ import annotations

from engine.kit.text.particulars import Seen, particulars_of, subject_of
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

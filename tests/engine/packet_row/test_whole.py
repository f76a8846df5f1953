"""Whole matches through the match machine and the offline verifier: what a server would write, with and without plans."""

import pytest

from engine.games.packet_row import GAME
from engine.verifier.replay import Report, verify
from tests.engine.packet_row.planning import Planners, all_moves
from tests.engine.playing import Played


def verified(played: Played, export: bytes | None = None) -> Report:
    return verify(export or played.export, check_signature=played.check_signature)


@pytest.mark.parametrize("seats", GAME.rules.seats)
def test_the_verifier_passes_a_whole_match_and_finds_a_flipped_byte(seats: int) -> None:
    played = Planners(seats, hidden_hands=seats == 3).play()
    report = verified(played)
    assert (report.verdict, report.reason) == ("PASS", "")
    broken = bytearray(played.export)
    broken[len(broken) // 2] ^= 1
    assert verified(played, bytes(broken)).verdict == "FAIL"


@pytest.mark.parametrize("seats", GAME.rules.seats)
def test_planning_bots_play_the_same_match_with_fewer_visits(seats: int) -> None:
    asked, planned = Planners(seats), Planners(seats, planning=range(seats))
    asked.play()
    report = verified(planned.play())
    assert (report.verdict, report.reason) == ("PASS", "")
    for kinds in (("opened", "took", "declined", "passed", "skipped"), ("refilled", "round"), ("ended",)):
        assert asked.facts(*kinds) == planned.facts(*kinds)
    assert sorted(map(str, asked.facts("fulfilled"))) == sorted(map(str, planned.facts("fulfilled")))
    assert planned.step.state is not None
    rounds = planned.step.state["round"]
    assert planned.asked <= rounds * seats, "at most one visit of each player in each round"
    assert planned.asked < asked.asked


def test_a_plan_is_shown_nowhere_not_even_in_the_moves_it_played() -> None:
    """E2, rule 1: an answer by plan stands in the log like any other, and no answer says when it came."""
    server = Planners(3, planning=[1])
    export = server.play().export
    assert any(one.ordered for one in server.step.resolutions), "seat 1's plans have answered"
    for word in (b'"ask":', b'"harbour":', b'"last_else"', b'"sweep":{"min"', b'"by":"order"'):
        assert word not in export
    assert {(one["by"], one["received"]) for one in all_moves(server)} == {("seat", None)}


def test_silence_is_answered_as_announced_and_proved() -> None:
    """E2, rule 5: whoever is not asked in time declines, opens G, D, M, B in this order, passes."""
    server = Planners(4, silence=0.4, seed=2)
    report = verified(server.play())
    assert (report.verdict, report.reason) == ("PASS", "")
    silent = [one["move"]["type"] for one in all_moves(server) if one["by"] == "fallback"]
    assert {"open", "decline"} <= set(silent) <= {"open", "decline", "pass", "end", "settle"}

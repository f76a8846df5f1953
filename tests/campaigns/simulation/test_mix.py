"""Matches of every game and custody that mix what people may do. ``python -m tests.campaigns.simulation mix SEED`` plays five."""

import os
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from typing import cast

import pytest

from engine.match.table import Table
from service.matches.errors import MatchError
from service.store.records import Record
from tests.campaigns.simulation.features import A_ROW, ALL, ENDS, FEATURES, meet, plan
from tests.campaigns.simulation.mix import A_STORY, ROWS, Mixed, check_logs, report, tell_mixed
from tests.campaigns.simulation.refusals import MOVED, MOVED_SINCE, RIGHT, SITUATIONS, Asked, judge
from tests.campaigns.simulation.world import Broken
from tests.campaigns.soak.parts import parts

SHORT = range(1, 1 + ROWS // A_STORY)


def mixed_of(seed: int) -> Mixed:
    """Run the matches of a seed. :raises AssertionError: naming it, when one broke a promise."""
    try:
        mixed = tell_mixed(seed)
        check_logs(mixed)
    except Exception as error:
        raise AssertionError(f"python -m tests.campaigns.simulation mix {seed}: {error}") from error
    return mixed


def run(seeds: Iterable[int], jobs: int) -> Mixed:
    """Run seeds side by side; return what their matches were like."""
    mixed = Mixed()
    with ProcessPoolExecutor(jobs, max_tasks_per_child=20) as processes:
        for one in processes.map(mixed_of, seeds):
            mixed += one
    return mixed


@pytest.mark.parametrize("seed", [0, 1, 17, 99])
def test_every_two_features_that_can_meet_do_in_each_plan(seed: int) -> None:
    rows = plan(ROWS, seed)

    assert frozenset().union(*(row.pairs for row in rows)) == ALL
    assert all(len(row.features) <= A_ROW and len(row.features & set(ENDS)) <= 1 for row in rows)
    assert all(meet(one, other) for row in rows for one in row.features for other in row.features if one != other)


def test_every_refusal_that_is_right_names_a_situation() -> None:
    assert {name for codes in RIGHT.values() for names in codes.values() for name in names} == {
        *SITUATIONS,
        MOVED,
        MOVED_SINCE,
    }


def test_who_comes_while_a_decision_about_a_seat_is_carried_out_is_rightly_told_to_try_again() -> None:
    """Seed 1027: it was decided and carried out between what somebody saw and what was read after the refusal."""
    seen = Record("m", 29, "", 0, 16, cast("Table", {"status": "running"}), None, {}, 0)
    after, busy = replace(seen, n=31), MatchError("busy", "try again in a moment")
    asked = Asked("named somebody", "ada", 2, about=2)

    assert judge(asked, busy, seen, after, moved=True, decided=True) == "decided"
    with pytest.raises(Broken, match="nothing there makes that right"):
        judge(asked, busy, seen, after, moved=True)


def test_five_matches_that_mix_everything_keep_every_promise() -> None:
    mixed = mixed_of(1)

    assert len(mixed.rows) == A_STORY
    assert set().union(*mixed.happened) <= set(FEATURES)
    assert len(set().union(*mixed.happened)) > len(FEATURES) / 2


@pytest.mark.soak
def test_thirty_matches_that_mix_everything_keep_every_promise() -> None:
    mixed = run(SHORT, jobs=2)
    print(report(mixed))

    assert len(mixed.rows) == ROWS
    assert set().union(*mixed.happened) == set(FEATURES)
    assert len(mixed.met()) > len(ALL) * 3 / 4, "features are planned together, and seldom happen together"


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_five_hundred_matches_that_mix_everything() -> None:
    for part in parts("mixed-matches"):
        with part:
            mixed = run(part.seeds, int(os.environ.get("SOAK_JOBS", "1")))
            codes = Counter[str]()
            for (_, code, _), count in mixed.refused.items():
                codes[code] += count
            happened = Counter(one for features in mixed.happened for one in features)
            part.counts(
                matches=len(mixed.rows), entries=mixed.entries.total(), days=round(mixed.days), failed=0,
                refused=dict(sorted(codes.items())), happened=dict(sorted(happened.items())),
                ended=dict(sorted(mixed.ended.items())),
            )  # fmt: skip
            part.least(pairs_met=len(mixed.met()))

"""Parts of long forms add up: no seed is run twice for nothing, what failed comes again, what is broken off does not count."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.campaigns.soak.goals import Campaign, campaigns
from tests.campaigns.soak.parts import Part, parts
from tests.campaigns.soak.records import FIRST, Record, append, free_seeds, open_failures, passed, read
from tests.campaigns.soak.report import FILE
from tests.campaigns.soak.sums import added
from tests.campaigns.soak.table import table, with_table
from tests.campaigns.soak.version import PROGRAM, program

NAME = "matches-proved"
PART = campaigns()[NAME].a_part


def kept(
    first: int, last: int, *, failed: str = "", program: str = "one", campaign: str = NAME, **counts: int
) -> Record:
    return Record(
        campaign=campaign, program=program, date=f"2026-11-23T0{first % 10}:00Z", first=first, last=last, scale=0.1,
        seconds=1.5, machine="2 cores", counts=dict(counts), failed=failed,
    )  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "parts.jsonl"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody measures the machine here or reads the whole program: that takes a second a part."""
    monkeypatch.setattr("tests.campaigns.soak.parts.machine", lambda: "2 cores")
    monkeypatch.setattr("tests.campaigns.soak.parts.program", lambda: "one")


def seeds(file: Path, **environment: str) -> list[range]:
    """Run a long form in which nothing fails; return the seeds of its parts."""
    found = []
    for part in parts(NAME, file, environment):
        with part:
            part.counts(matches=len(part.seeds))
            found.append(part.seeds)
    return found


def test_a_run_adds_its_share_and_the_next_goes_on_behind_it(file: Path) -> None:
    assert seeds(file, SOAK_SCALE="0.01") == [range(FIRST, FIRST + PART), range(FIRST + PART, FIRST + 2 * PART)]
    assert seeds(file, SOAK_SCALE="0.001") == [range(FIRST + 2 * PART, FIRST + 2 * PART + 100)]
    assert added(read(file)).counts == {"matches": 2 * PART + 100}


def test_no_more_is_run_than_is_missing_and_where_nothing_is_the_least(file: Path) -> None:
    append(kept(FIRST, FIRST + 99_989, matches=99_990), file)
    assert seeds(file) == [range(FIRST + 99_990, FIRST + 100_000)]
    assert seeds(file) == [range(FIRST + 100_000, FIRST + 100_001)]


def test_no_part_begins_after_its_time(file: Path) -> None:
    assert len(seeds(file, SOAK_SECONDS="0")) == 1


@pytest.mark.parametrize("error", [AssertionError("an act was lost"), pytest.fail.Exception("an act was lost")])
def test_seeds_of_a_failed_part_come_again_and_only_then_count(file: Path, error: BaseException) -> None:
    with pytest.raises(type(error), match="lost"):
        for part in parts(NAME, file, {"SOAK_SCALE": "0.0005"}):
            with part:
                part.counts(matches=7)
                raise error
    (record,) = read(file)
    assert (record.failed, record.counts) == (f"{type(error).__name__}: an act was lost", {"matches": 7})
    assert added(passed(read(file), NAME)).counts == {}
    assert open_failures(read(file)) == [record]

    assert seeds(file, SOAK_SCALE="0.0005") == [range(FIRST, FIRST + 50)]
    assert open_failures(read(file)) == []


def test_a_part_that_was_broken_off_leaves_nothing(file: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        for part in parts(NAME, file, {}):
            with part:
                raise KeyboardInterrupt
    assert read(file) == []


def test_gaps_between_seeds_are_filled_first() -> None:
    records = [kept(FIRST, FIRST + 9), kept(FIRST + 10, FIRST + 19, failed="x"), kept(FIRST + 20, FIRST + 29)]
    assert free_seeds(records, NAME, 500) == range(FIRST + 10, FIRST + 20)
    assert free_seeds(records, NAME, 3) == range(FIRST + 10, FIRST + 13)
    assert free_seeds(records, "raw-bytes", 3) == range(FIRST, FIRST + 3)


def test_a_program_is_named_as_git_names_it_and_changes_with_what_lies_there(tmp_path: Path) -> None:
    for one in PROGRAM:
        (tmp_path / one).mkdir()
        (tmp_path / one / "a.py").write_text(f"{one} = 1\n")
    author = {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x", "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x"}
    told = subprocess.run(
        "git init -q . && git add . && git commit -qm x && git ls-tree HEAD engine service workers | git mktree", shell=True,
        cwd=tmp_path, env={**os.environ, **author}, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert told.startswith(program(tmp_path))
    (tmp_path / "tests.py").write_text("not the program\n")
    assert told.startswith(program(tmp_path))
    (tmp_path / "engine" / "a.py").write_text("engine = 2\n")
    assert not told.startswith(program(tmp_path))


def test_seeds_that_two_branches_have_run_count_once(file: Path) -> None:
    for branch in ("one", "two"):
        append(kept(FIRST, FIRST + 99_989, matches=99_990, program=branch), file)
    [together] = [row for row in table(read(file)).splitlines() if "random matches proved | all |" in row]
    assert "matches 99,990 of 100,000 (100.0 %, 10 missing)" in together
    assert seeds(file) == [range(FIRST + 99_990, FIRST + 100_000)]


def test_counts_add_up_and_extremes_are_kept() -> None:
    one = Record(
        "x", "p", "2026-11-23T05:00Z", 1, 1, 1, 2.0, "m", {"a": 1, "by": {"x": 1}}, {"late": 5.0}, {"early": 2.0}
    )
    two = Record(
        "x", "p", "2026-11-23T04:00Z", 2, 4, 1, 3.0, "m", {"a": 2, "by": {"x": 1, "y": 4}}, {"late": 4.0}, {"early": 1}
    )
    found = added([one, two])
    assert (found.parts, found.seconds, found.seeds) == (2, 5.0, (1, 4))
    assert found.dates == ("2026-11-23T04:00Z", "2026-11-23T05:00Z")
    assert (found.counts, found.most, found.least) == ({"a": 3, "by": {"x": 2, "y": 4}}, {"late": 5.0}, {"early": 1})


def test_missing_seeds_are_those_of_the_goal_that_is_farthest_away() -> None:
    campaign = Campaign("x", "X", "0", {"kills": 100, "acts": 1_000}, {"kills": 10, "acts": 10}, 1)
    assert campaign.missing({"kills": 100}) == 100
    assert campaign.missing({"kills": 0, "acts": 995}) == 10
    assert campaign.missing({"kills": 200, "acts": 1_000}) == 0


def test_the_table_says_what_is_reached_by_program_and_what_is_missing() -> None:
    records = [
        kept(1000, 1499, matches=500, entries=9), kept(1500, 1999, matches=500, program="two"),
        kept(2000, 2009, failed="AssertionError: wrong"), kept(1, 2, campaign="redis-killed", kills=1_001),
    ]  # fmt: skip
    told = table(records)
    row = next(line for line in told.splitlines() if "proved | one |" in line)
    assert row.startswith("| 19: random matches proved | one | 1 | 1000 to 1499 | 2026-11-23 00:00 | 2 s |")
    assert row.endswith("| matches 500 of 100,000 (0.5 %, 99,500 missing) | entries 9 | 2 cores |")
    assert "19: random matches proved | all | 2 | 1000 to 1999 |" in told and "matches 1,000 of 100,000 (1.0 %" in told
    assert "kills 1,001 of 1,000 (100.1 %, reached)" in told
    assert "together: 1,001" in told
    assert "- random matches proved, seeds 2000 to 2009, 2026-11-23T00:00Z, program one: AssertionError: wrong" in told


def test_the_report_holds_the_sums_of_the_parts_beside_it() -> None:
    """Otherwise: ``python -m tests.campaigns.soak --write``."""
    report = FILE.read_text(encoding="utf-8")
    assert report.count("\n| 2026-") > 100, "the runs one by one are kept"
    assert with_table(report, table(read())) == report


@pytest.mark.parametrize("campaign", campaigns().values(), ids=list(campaigns()))
def test_a_seed_brings_everything_nearer_that_is_a_goal(campaign: Campaign, tmp_path: Path) -> None:
    assert set(campaign.goal) == set(campaign.a_seed)
    assert campaign.seeds_for(campaign.goal) >= campaign.a_part
    part = Part(campaign, range(5, 8), 1.0, tmp_path / "parts.jsonl")
    assert part.seed == 5
    assert {what: part.size(what) for what in campaign.goal} == {
        what: 3 * each for what, each in campaign.a_seed.items()
    }

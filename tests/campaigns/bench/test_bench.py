"""The bench runs: each section in small, with real processes, printing what it promises; how figures are made of values."""

import re
import sys
from itertools import count
from pathlib import Path

import pytest

from tests.campaigns.bench.__main__ import ASKED_FOR, SECTIONS, main
from tests.campaigns.bench.figures import Figure, percentile, ratio
from tests.campaigns.bench.sections import engine, protocol
from tests.campaigns.bench.sections.peers import PROGRAMS, resolving
from tests.campaigns.bench.sections.seafarers import Player

SMALL = ["--repeats", "1", "--seconds", "0.1", "--samples", "2", "--matches", "50", "--games", "6"]
PROMISED = {
    "engine": ("random matches", "resolve, JSON text in and out", "state, largest"),
    "balance": ("lion wins", "dragon wins", "who begins wins", "turns of a match"),
    "seal": ("seal, 1 connection: rate", "bare, 32 connections: latency, p95", "seal / bare, 32 connections: rate"),
    "texts": ("canonical text of a log entry", "reading a line of an export"),
    "remembered": ("an act, nothing remembered", "with 5,000 / with none (aim 1.1)"),
    "protocol": ("log, per answer", "a receipt signed", "a receipt checked", "verify, per 4,000 entries"),
    "resolve": ("resolved state read by GET, p95", "first mail at the SMTP server, median", "one durable write"),
    "rounds": (
        "kontor: rounds of one worker",
        "seafarers: processor time of the worker",
        "anno-1701: a round / a small write",
    ),
    "letters": (
        "kontor, with its picture: last answer -> mail, p95",
        "packet-row, without: processor time of a letter",
        "anno-1701, with its picture: ... and of its picture",
        "seafarers, with its picture: last answer -> mail / bare letter",
    ),
    "mails": (
        "an ordinary answer: processor time",
        "the dearest generated mail: processor time (aim 50)",
        "the largest generated mail: memory beside (aim 64)",
    ),
    "idle": ("state: commands", "both servers: commands (aim 60)", "all processes: processor time"),
    "witnessed": ("commitments, with the log: rate", "with / without: rate", "writes of the log"),
    "waiting": ("10 running matches: processor time of the API", "1,000 running matches: ... of the state server"),
    "many": (
        "memory of a match in Redis",
        "processor time of Redis for a write",
        "a look of the clock, nothing due",
        "a look of the clock, 50 matches due",
    ),
    "start": ("ready", "processor", "memory"),
    "restart": ("from the start to the first answer", "the state server loads", "beside that (aim 2 s)"),
    "memory": ("kontor, 2 seats", "seafarers, 5 seats", "... of which log", "packing and unpacking of a step"),
    "costs": (
        "API, an act",
        "resolve, a decision",
        "deliver, a letter",
        "append-only file, an act",
        "letters for each act",
    ),
    "page": (
        "bytes until the first table can be used",
        "requests until then",
        "time to that, CPU / 4, slow 4G",
        "from the tap",
    ),
    "seafarers": (
        "W1: base-19, four at random: asked",
        "W1: base-19, four at random: played",
        "W4: base-19: resolve, JSON text in and out",
        "W5: sechs-inseln-6: legal moves",
        "W6: sechs-inseln-6, six at random",
    ),
}


LONG = (
    "seal",
    "waiting",
    "resolve",
    "letters",
    "idle",
    "witnessed",
    "balance",
    "start",
    "restart",
    "memory",
    "costs",
    "page",
)
"""They start servers, or play whole matches, for a quarter of a minute; the last is slow on purpose."""


@pytest.mark.parametrize(
    "section",
    [pytest.param(one, marks=pytest.mark.soak) if one in LONG else one for one in SECTIONS if one not in ASKED_FOR],
)
def test_a_section_runs_alone_and_shows_the_disk_before_and_after(
    section: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "MATCHES", 3)
    monkeypatch.setattr(engine, "BOT_MATCHES", 1)
    monkeypatch.setattr(protocol, "LONG", {"options": {"round_limit": 2}, "seed": 3})
    assert main([section, *SMALL, "--folder", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    for figure in PROMISED[section]:
        assert re.search(re.escape(figure) + r".*\d", printed), figure
    assert re.search(r"[\d,]+ fsync/s before, [\d,]+ after", printed)
    assert list(tmp_path.iterdir()) == [], "it leaves nothing behind"


def test_another_engine_is_asked_in_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a stand-in that has catanatron's names: its matches end after five decisions."""
    (tmp_path / "catanatron.py").write_text(
        "from enum import Enum\n"
        "Color = Enum('Color', 'RED BLUE ORANGE WHITE')\n"
        "RandomPlayer = lambda colour: colour\n"
        "class Game:\n"
        "    def __init__(self, players, seed):\n"
        "        assert len(set(players)) == 4 and seed > 0\n"
        "        self.state, self.ticks = self, 0\n"
        "    num_turns = property(lambda self: self.ticks)\n"
        "    def play_tick(self): self.ticks += 1\n"
        "    def winning_color(self): return Color.RED if self.ticks == 5 else None\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Player([sys.executable, str(PROGRAMS / "peer_engines.py"), "catanatron"]) as rival:
        counted = [rival.play(0.0), rival.play(0.01)]
    assert [one.asked for one in counted] == [one.played for one in counted]
    assert counted[0].asked == 1
    assert counted[1].asked > 5
    assert counted[1].seconds >= 0.01


def test_reading_and_writing_text_makes_a_decision_dearer() -> None:
    rates = resolving("kontor@1", 0.05, count(1))
    assert rates.in_memory > rates.through_text > 0


def test_an_unknown_section_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["soak"])
    assert (
        "engine, balance, seal, texts, remembered, protocol, resolve, rounds, letters, mails, idle, witnessed, waiting, many, "
        "start, restart, memory, costs, page, seafarers, peers" in capsys.readouterr().err
    )


def test_a_figure_shows_its_median_and_its_range() -> None:
    assert re.fullmatch(r"rate +200 /s +\[100 - 1,900\]", str(Figure("rate", "/s", (1900.0, 100.0, 200.0))))


def test_a_ratio_is_taken_repeat_by_repeat() -> None:
    ours, baseline = Figure("a", "/s", (1.0, 8.0)), Figure("b", "/s", (2.0, 4.0))
    assert ratio("a / b", ours, baseline).values == (0.5, 2.0)


@pytest.mark.parametrize(("percent", "value"), [(0, 1), (50, 51), (95, 96), (100, 100)])
def test_a_percentile_is_one_of_the_values(percent: float, value: float) -> None:
    assert percentile(list(range(100, 0, -1)), percent) == value

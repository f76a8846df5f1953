"""The supervisor: order, readiness, restarts, and that nothing outlives it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.serve.supervisor import LONGEST_PAUSE, pause_after
from tests.service.serve.watching import alive, until

WELL_BEHAVED = """
import os, pathlib, signal, sys, time
folder, name = pathlib.Path({folder!r}), {name!r}
def end(*_):
    with (folder / "ends").open("a") as file: file.write(name + "\\n")
    sys.exit(0)
signal.signal(signal.SIGTERM, end)
with (folder / "starts").open("a") as file: file.write(name + "\\n")
(folder / (name + ".pid")).write_text(str(os.getpid()))
(folder / (name + ".ready")).touch()
print(name, "says hello", flush=True)
while True: signal.pause()
"""
STUBBORN = WELL_BEHAVED.replace("signal.signal(signal.SIGTERM, end)", "signal.signal(signal.SIGTERM, signal.SIG_IGN)")

# Both on one processor. Low by its scheduling class: there may be no higher `nice` left for these tests.
BUSY = """
import os, pathlib
os.sched_setaffinity(0, {{min(os.sched_getaffinity(0))}})
if {name!r} == "polite": os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
(pathlib.Path({folder!r}) / "{name}.pid").write_text(str(os.getpid()))
(pathlib.Path({folder!r}) / "{name}.ready").touch()
while True: pass
"""


class Supervised:
    """A running supervisor and what its programs leave in a folder."""

    def __init__(self, folder: Path, process: subprocess.Popen[str]) -> None:
        self.folder = folder
        self.process = process

    def pid(self, name: str) -> int:
        text = until(lambda: _read(self.folder / f"{name}.pid"), f"{name} has started")
        return int(text)

    def lines(self, name: str) -> list[str]:
        return _read(self.folder / name).splitlines()

    def read_until(self, text: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if text in line:
                return line
        raise AssertionError(f"the supervisor ended without {text!r}")


Start = Callable[..., Supervised]


@pytest.fixture(params=["copies", "commands"])
def how(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def supervise(tmp_path: Path, how: str) -> Iterator[Start]:
    """Return a function that starts a supervisor over programs given as name=code: copies of a template, or commands."""
    chosen = {"TEMPLATE": "1", "PYTHONPATH": str(tmp_path)} if how == "copies" else {}
    with _cleaning_up() as processes:

        def start(**programs: str) -> Supervised:
            codes = [f"{name}={code.format(folder=str(tmp_path), name=name)}" for name, code in programs.items()]
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.service.serve.supervised", str(tmp_path), *codes],
                stdout=subprocess.PIPE, text=True, env={**os.environ, **chosen},
            )  # fmt: skip
            processes.append(process)
            return Supervised(tmp_path, process)

        yield start


@contextmanager
def _cleaning_up() -> Iterator[list[subprocess.Popen[str]]]:
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        process.kill()
        process.communicate()


def _read(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def test_programs_start_in_order_and_end_in_reverse(supervise: Start) -> None:
    running = supervise(first=WELL_BEHAVED, second=WELL_BEHAVED, third=WELL_BEHAVED)
    running.read_until("up")

    running.process.send_signal(signal.SIGINT)

    assert running.process.wait(60) == 0
    assert running.lines("starts") == ["first", "second", "third"]
    assert running.lines("ends") == ["third", "second", "first"]


def test_a_program_waits_for_the_one_before_to_be_ready(supervise: Start, tmp_path: Path) -> None:
    slow = WELL_BEHAVED.replace('(folder / (name + ".ready")).touch()', 'print("not yet", flush=True)')
    running = supervise(slow=slow, next=WELL_BEHAVED)
    running.pid("slow")

    # Given that the first is not ready, the second has not started; it does as soon as the first is.
    assert running.lines("starts") == ["slow"]
    (tmp_path / "slow.ready").touch()
    running.read_until("up")
    assert running.lines("starts") == ["slow", "next"]


def test_a_killed_program_runs_again(supervise: Start) -> None:
    running = supervise(one=WELL_BEHAVED, two=WELL_BEHAVED)
    running.read_until("up")
    before = running.pid("one")

    os.kill(before, signal.SIGKILL)

    assert "was ended by SIGKILL" in running.read_until("one")
    running.read_until("one runs again")
    until(lambda: running.pid("one") != before, "the next one has started")
    assert alive(running.pid("two"))


def test_what_dies_with_the_template_runs_again_as_a_command(supervise: Start, how: str) -> None:
    running = supervise(one=WELL_BEHAVED, two=WELL_BEHAVED)
    running.read_until("up")
    before = {name: running.pid(name) for name in ("one", "two")}
    parent = parent_of(before["one"])
    assert (parent == running.process.pid) == (how == "commands")

    os.kill(before["one"] if how == "commands" else parent, signal.SIGKILL)

    until(lambda: running.pid("one") != before["one"], "the next one has started")
    assert parent_of(running.pid("one")) == running.process.pid


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[1])


def ticks(pid: int) -> int:
    """Return the processor time a process has used, in hundredths of a second."""
    return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))


def test_a_program_of_low_priority_leaves_the_processor_to_another(supervise: Start) -> None:
    """The defect: Linux shares processors out among sessions first, so that priorities mean nothing between two of them."""
    running = supervise(eager=BUSY, polite=BUSY)
    running.read_until("up")
    eager, polite = running.pid("eager"), running.pid("polite")
    assert {os.getpgid(eager), os.getpgid(polite)} == {eager, polite}, "Ctrl-C reaches neither"
    begun = ticks(eager), ticks(polite)

    def used() -> tuple[int, int]:
        return ticks(eager) - begun[0], ticks(polite) - begun[1]

    until(lambda: sum(used()) >= 60, "both want the processor")
    assert used()[0] >= 3 * used()[1], used()


def test_the_last_words_of_a_program_that_ended_are_told(supervise: Start) -> None:
    running = supervise(one=WELL_BEHAVED.replace("sys.exit(0)", 'print("no room", flush=True); sys.exit(3)'))
    running.read_until("up")
    until(lambda: "one says hello\n" in _read(running.folder / "one.log"), "its first words are written whole")
    os.kill(running.pid("one"), signal.SIGTERM)
    assert "one ended with status 3 (no room); it starts again" in running.read_until("one ended")


def test_a_program_that_does_not_end_is_killed_after_its_time(supervise: Start) -> None:
    running = supervise(stubborn=STUBBORN)
    running.read_until("up")
    stubborn = running.pid("stubborn")

    running.process.terminate()

    running.read_until("stubborn does not end by itself")
    assert running.process.wait(60) == 0
    assert not alive(stubborn)


def test_a_second_ctrl_c_does_not_wait(supervise: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STOP_WITHIN", "600")
    running = supervise(stubborn=STUBBORN.replace("signal.SIG_IGN", 'lambda *_: (folder / "asked").touch()'))
    running.read_until("up")
    running.process.send_signal(signal.SIGINT)
    until((running.folder / "asked").exists, "the program was asked to end")

    running.process.send_signal(signal.SIGINT)

    assert running.process.wait(60) == 0


def test_nothing_outlives_a_killed_supervisor(supervise: Start) -> None:
    running = supervise(one=WELL_BEHAVED, stubborn=STUBBORN)
    running.read_until("up")
    children = [running.pid("one"), running.pid("stubborn")]

    running.process.kill()
    running.process.wait(60)

    until(lambda: not any(alive(pid) for pid in children), "the children have ended")


def test_a_program_that_dies_at_once_stops_the_start_and_its_last_words_are_told(supervise: Start) -> None:
    running = supervise(fine=WELL_BEHAVED, broken="raise SystemExit('no such thing')")

    out, _ = running.process.communicate(timeout=60)

    assert running.process.returncode == 1
    assert "error: broken does not start:" in out
    assert "no such thing" in out
    assert running.lines("ends") == ["fine"]


SLOW = WELL_BEHAVED.replace('(folder / (name + ".ready")).touch()', "")


def test_a_program_that_says_how_far_it_is_may_take_as_long_as_it_lives(
    supervise: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("READY_WITHIN", "0")
    running = supervise(large=SLOW)

    assert running.read_until("is starting") == "large is starting: half of its data are loaded\n"
    running.read_until("is starting")
    (tmp_path / "large.ready").touch()

    running.read_until("up")
    running.process.terminate()
    assert running.process.wait(120) == 0


def test_a_program_may_begin_beside_one_that_is_not_ready(supervise: Start, tmp_path: Path) -> None:
    running = supervise(beside=WELL_BEHAVED, large=SLOW)
    until((tmp_path / "beside.ready").exists, "the first is ready")
    until(lambda: sorted(running.lines("starts")) == ["beside", "large"], "both run")
    (tmp_path / "large.ready").touch()
    running.read_until("up")
    running.process.terminate()
    assert running.process.wait(120) == 0
    assert running.lines("ends") == ["large", "beside"]


def test_one_that_keeps_dying_beside_another_stops_the_start(supervise: Start) -> None:
    running = supervise(beside="raise SystemExit('no such thing')", large=SLOW)
    out, _ = running.process.communicate(timeout=60)
    assert running.process.returncode == 1
    assert "error: beside does not start:" in out and "no such thing" in out


def test_one_that_says_nothing_has_its_time(supervise: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("READY_WITHIN", "0")

    supervise(small=SLOW).read_until("error: small does not start")


def test_a_stop_while_starting_ends_what_runs_already(supervise: Start) -> None:
    running = supervise(fine=WELL_BEHAVED, never_ready="import signal; signal.pause()")
    until(lambda: running.lines("starts") == ["fine"], "the first runs")

    running.process.terminate()

    out, _ = running.process.communicate(timeout=60)
    assert running.process.returncode == 0
    assert "stopped early" in out
    assert running.lines("ends") == ["fine"]


def test_output_goes_to_a_file_per_program(supervise: Start, tmp_path: Path) -> None:
    running = supervise(one=WELL_BEHAVED)
    running.read_until("up")

    until(lambda: "one says hello" in _read(tmp_path / "one.log"), "the line is written")


def test_pauses_double_up_to_a_bound_and_never_run_in_step() -> None:
    shortest = [pause_after(deaths, lambda: 0.0) for deaths in range(1, 60)]
    longest = [pause_after(deaths, lambda: 1.0) for deaths in range(1, 60)]

    assert shortest == sorted(shortest)
    assert all(low < high for low, high in zip(shortest, longest, strict=True))
    assert max(longest) == LONGEST_PAUSE * 1.25
    assert longest[0] < 0.5

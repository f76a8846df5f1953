"""Logs: whole lines with their time, bounded files, a console that shows only what it is asked for."""

import io
import json
import re
from pathlib import Path

import pytest

from service.serve import logs as logs_module
from service.serve.logs import LONGEST_LINE, Logs


def test_pieces_become_lines_with_their_time(tmp_path: Path) -> None:
    logs = Logs(tmp_path, console=io.StringIO())

    logs.feed("api", b"first li")
    logs.feed("api", b"ne\nsecond line\nhalf")
    logs.end("api")
    logs.close()

    lines = (tmp_path / "api.log").read_text().splitlines()
    assert [line.split(" ", 1)[1] for line in lines] == ["first line", "second line", "half"]
    assert all(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ", line) for line in lines)


def test_a_line_of_json_is_alone_on_its_line(tmp_path: Path) -> None:
    logs = Logs(tmp_path, console=io.StringIO())
    logs.feed("api", b'{"at":"2026-11-22T13:09:05.776+00:00","text":"x"}\n{"of":"another"}\n')
    logs.close()
    first, second = (tmp_path / "api.log").read_text().splitlines()
    assert json.loads(first)["text"] == "x"
    assert second.endswith('Z {"of":"another"}')


def test_the_console_stays_quiet_unless_asked(tmp_path: Path) -> None:
    quiet, loud = io.StringIO(), io.StringIO()

    for console, verbose in ((quiet, False), (loud, True)):
        logs = Logs(tmp_path, verbose=verbose, console=console)
        logs.feed("clock", b"ticking\n")
        logs.tell("all is well")
        logs.close()

    assert quiet.getvalue() == "all is well\n"
    assert loud.getvalue() == "clock     | ticking\nall is well\n"


def test_what_is_no_text_and_what_never_ends_is_written_all_the_same(tmp_path: Path) -> None:
    logs = Logs(tmp_path, console=io.StringIO())

    logs.feed("api", b"\xff\xfe\n" + b"x" * (3 * LONGEST_LINE))
    logs.close()

    lengths = [len(line.split(" ", 1)[1]) for line in (tmp_path / "api.log").read_text().splitlines()]
    assert lengths == [2, LONGEST_LINE, LONGEST_LINE, LONGEST_LINE]


def test_a_full_file_is_set_aside_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs_module, "LARGEST", 1000)
    logs = Logs(tmp_path, console=io.StringIO())

    for number in range(200):
        logs.feed("api", f"line {number}\n".encode())
    logs.close()

    assert sorted(path.name for path in tmp_path.iterdir()) == ["api.log", "api.log.1"]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 2200
    assert (tmp_path / "api.log").read_text().endswith("line 199\n")


def test_the_tail_shows_the_last_lines(tmp_path: Path) -> None:
    logs = Logs(tmp_path, console=io.StringIO())
    logs.feed("api", b"".join(b"line %d\n" % number for number in range(20)))

    assert [line.split(" ", 1)[1] for line in logs.tail("api", 2)] == ["line 18", "line 19"]
    assert logs.tail("never-started") == []
    logs.close()


def test_logs_are_their_owners_alone(tmp_path: Path) -> None:
    logs = Logs(tmp_path, console=io.StringIO())
    logs.feed("api", b"line\n")
    logs.close()

    assert (tmp_path / "api.log").stat().st_mode & 0o777 == 0o600


def test_a_full_disk_costs_lines_and_says_how_many_when_there_is_room(tmp_path: Path) -> None:
    (tmp_path / "api.log").symlink_to("/dev/full")
    logs = Logs(tmp_path, console=io.StringIO())

    logs.feed("api", b"one\ntwo\n")
    logs.tell("the supervisor goes on")
    (tmp_path / "api.log").unlink()
    logs.feed("api", b"three\n")

    assert "goes on" in (tmp_path / "serve.log").read_text()
    first, second = (tmp_path / "api.log").read_text().splitlines()
    assert first == "[2 lines before this could not be written]"
    assert second.endswith("Z three")

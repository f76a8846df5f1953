"""The count of what has no type: read from mypy's report, and refused when there is too much of it."""

import subprocess
from pathlib import Path

import pytest

from checks import any_expressions
from checks.any_expressions import Count, counts, percent

REPORT = """\
            Name   Anys   Exprs   Coverage
------------------------------------------
      engine.dice      1      40     97.50%
     engine.board      7     160     95.62%
------------------------------------------
           Total      8     200     96.00%
"""


def test_the_report_is_read_worst_first() -> None:
    found = counts(REPORT)
    assert found == [Count("engine.board", 7, 160), Count("engine.dice", 1, 40)]
    assert percent(found) == 4.0


@pytest.mark.parametrize(("most", "verdict"), [(4.1, 0), (4.0, 1), (1.0, 1)])
def test_too_much_of_it_fails_and_names_the_worst(
    most: float, verdict: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def mypy(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        folder = Path(command[command.index("--any-exprs-report") + 1])
        (folder / "any-exprs.txt").write_text(REPORT)
        return subprocess.CompletedProcess(command, 0, "Success", "")

    monkeypatch.setattr(subprocess, "run", mypy)
    monkeypatch.setattr(any_expressions, "MOST_PERCENT", most)
    assert any_expressions.main() == verdict
    said = capsys.readouterr()
    assert "4.00 %" in said.out
    assert ("engine.board: 7 of 160" in said.err) is bool(verdict)


def test_a_mypy_that_finds_errors_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def mypy(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, "engine/dice.py:3: error: no", "")

    monkeypatch.setattr(subprocess, "run", mypy)
    assert any_expressions.main() == 1
    assert "engine/dice.py:3" in capsys.readouterr().err

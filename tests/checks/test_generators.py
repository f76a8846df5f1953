"""The check that compilers refuse nonsense moves against generated code."""

import re
from pathlib import Path

import pytest

from checks.clients.__main__ import ROOT
from checks.generators import calls
from checks.generators.__main__ import GENERATORS, MYPY_ERROR, PROGRAMS, REFUSED, TSC_ERROR, judged


@pytest.mark.parametrize("name", GENERATORS)
def test_each_generator_has_a_program_with_right_and_wrong_lines(name: str) -> None:
    (program,) = PROGRAMS.glob(f"{name.replace('-', '_')}.*.txt")
    lines = program.read_text(encoding="utf-8").splitlines()
    wrong = [line for line in lines if REFUSED.search(line)]
    assert len(wrong) >= 2
    assert any("teleport" in line for line in wrong)
    assert any(name in line for name in ("good", "stay") for line in lines if line not in wrong)


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("program.py:2: error: no  [arg-type]\n", ""),
        ("", "program.py:2 compiles, and must not"),
        ("program.py:2: error: no\nprogram.py:1: error: no\n", "program.py:1: error"),
        ("program.py:2: error: no\nclient/models.py:7: error: no\n", "client/models.py:7"),
    ],
)
def test_a_wrong_line_that_compiles_and_any_other_error_are_faults(said: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("good = 1\nbad = 2  # refused\n", encoding="utf-8")
    found = judged(tmp_path / "program.py", said, MYPY_ERROR)
    assert fault in found
    assert bool(found) == bool(fault)


def test_the_errors_of_tsc_are_read_as_well(tmp_path: Path) -> None:
    (tmp_path / "program.ts").write_text("export const bad = 2; // refused\n", encoding="utf-8")
    assert judged(tmp_path / "program.ts", "../x/program.ts(1,14): error TS2322: no\n", TSC_ERROR) == ""


def test_the_table_of_generators_names_the_versions_that_are_run() -> None:
    """A star marks each of them."""
    table = (ROOT / "docs" / "generators.md").read_text(encoding="utf-8")
    rows = [row for row in table.splitlines() if row.startswith("| ") and " *" in row.split("|")[1]]
    for name, generator in calls.GENERATORS.items():
        [row] = [row for row in rows if f"{name} *" in row]
        packages = (*generator.packages, *([calls.OPENAPI_GENERATOR] if generator.command[0] == "{java}" else []))
        versions = {re.split("@|==", one)[-1] for one in packages} - {"1"}  # a runtime of any version 1
        assert all(one in row for one in versions), row
    assert len(rows) == len(calls.GENERATORS)

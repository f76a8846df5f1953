"""The rules compiled, as ``setup.py`` does when asked: the same matches, and never where the sources are edited."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.campaigns.bench.compiled import PROJECT, compiled
from tests.campaigns.soak.report import Watch, report, scaled


def test_an_installation_that_is_edited_in_place_is_not_compiled() -> None:
    """A compiled module would hide what is changed in the source beside it."""
    asked = subprocess.run(
        [sys.executable, "setup.py", "editable_wheel"],
        cwd=PROJECT,
        env=os.environ | {"SIEGELPOST_COMPILE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 1
    assert "leave out -e" in asked.stderr


def played(matches: int, environment: Mapping[str, str] | None = None) -> tuple[str, list[str]]:
    """Return the file of the rules that another process imports, and a line for each match that it plays."""
    command = [sys.executable, "-P", "-m", "tests.engine.seafarers.digests", "0", str(matches)]
    printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    file, *lines = printed.splitlines()
    return file, lines


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_compiled_rules_play_the_same_matches(tmp_path: Path) -> None:
    watch, matches = Watch(), scaled(100)
    environment = compiled(tmp_path)
    file, quick = played(matches, environment)
    assert not file.endswith(".py")
    own = os.environ | {"PYTHONPATH": str(PROJECT)}
    file, slow = played(matches, own)
    assert file == str(PROJECT / "engine/games/seafarers/rules/moves.py")
    assert quick == slow
    report("Seafarers: compiled rules against the sources", watch.seconds, matches=len(quick), differences=0)

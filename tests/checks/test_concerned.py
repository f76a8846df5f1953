"""The tests that belong to changed files: those that import them, over as many steps as asked, and no others."""

from pathlib import Path

import pytest

from checks.concerned import concerned

FILES = {
    "engine/__init__.py": "",
    "engine/rule.py": "",
    "engine/rule.toml": "",
    "engine/game.py": "from engine import rule\n",
    "engine/other.py": "",
    "tests/engine/test_rule.py": "from engine.rule import check\n",
    "tests/engine/test_game.py": "import engine.game\n",
    "tests/engine/test_other.py": "from engine import other\n",
    "tests/engine/playing.py": "from engine.game import play\n",
    "tests/test_long.py": "from tests.engine.playing import played\n",
}


@pytest.mark.parametrize(
    ("changed", "far", "found"),
    [
        ("engine/rule.py", 1, {"tests/engine/test_rule.py"}),
        ("engine/rule.py", 2, {"tests/engine/test_rule.py", "tests/engine/test_game.py"}),
        ("engine/rule.py", 3, {"tests/engine/test_rule.py", "tests/engine/test_game.py", "tests/test_long.py"}),
        ("engine/other.py", 9, {"tests/engine/test_other.py"}),
        ("tests/engine/playing.py", 1, {"tests/test_long.py"}),
        ("tests/engine/test_other.py", 0, {"tests/engine/test_other.py"}),
        ("engine/rule.toml", 1, {"tests/engine/test_rule.py", "tests/engine/test_game.py", "tests/engine/test_other.py"}),
        ("docs/absence.md", 9, set()),
    ],
)  # fmt: skip
def test_who_is_concerned(tmp_path: Path, changed: str, far: int, found: set[str]) -> None:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for part in ("service", "workers", "checks"):
        (tmp_path / part).mkdir()
    assert set(concerned([changed], far, tmp_path)) == found

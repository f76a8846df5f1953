"""What the papers name is there: files, folders, modules and other papers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAPERS = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "engine").glob("*/RULES.md"),
        ROOT / "engine/contract.py",
    ]
)
NAMED = re.compile(r"`((?:engine|service|workers|tests|docs|deploy|openapi|requirements)/[\w./-]*)`")
LINKED = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def named(text: str) -> list[str]:
    """Return the paths in backticks; the last segment of one like ``engine/<game>/`` names no file and is left out."""
    return [one for one in NAMED.findall(text) if "<" not in one]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_paper_names_is_there(paper: Path) -> None:
    text = paper.read_text(encoding="utf-8")
    missing = [one for one in named(text) if not (ROOT / one).exists() and not list(ROOT.glob(one + ".*"))]
    missing += [one for one in LINKED.findall(text) if not (paper.parent / one).exists()]
    assert missing == []


def test_a_missing_file_would_be_found() -> None:
    assert named("see `service/api/representations.py` and `engine/<game>/RULES.md`") == [
        "service/api/representations.py"
    ]

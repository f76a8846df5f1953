"""Which program a part was run with: git's own hash over engine, service and workers as they lie in the working tree."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = ("engine", "service", "workers")


def program() -> str:
    """Return the first twelve digits of the tree; what is changed and not committed counts.

    Of a commit it is ``git ls-tree COMMIT engine service workers | git mktree``.
    """
    with tempfile.TemporaryDirectory() as folder:
        _git("add", "--all", *PROGRAM, index=f"{folder}/index")
        return _git("write-tree", index=f"{folder}/index")[:12]


def _git(*words: str, index: str) -> str:
    environment = {**os.environ, "GIT_INDEX_FILE": index}
    done = subprocess.run(["git", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


__all__ = ["program"]

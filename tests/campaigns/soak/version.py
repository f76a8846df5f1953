"""Which program a part was run with: git's own hash over engine, service and workers as they lie in the working tree."""

import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[3]
PROGRAM = ("engine", "service", "workers")


def program(root: Path = ROOT) -> str:
    """Return the first twelve digits of the tree; what is changed and not committed counts.

    Of a commit it is ``git ls-tree COMMIT engine service workers | git mktree``.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "GIT_INDEX_FILE": f"{folder}/index"}
        _git(root, environment, "add", "--all", *PROGRAM)
        return _git(root, environment, "write-tree")[:12]


def _git(root: Path, environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()

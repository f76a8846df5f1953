"""What pyproject.toml cannot say: the commit from which was built, and the rules of Seafarers as machine code, for those
who ask for it (docs/operations.md).

``SIEGELPOST_COMPILE=1 pip install .`` compiles them by mypyc, mypy's own compiler, from the same typed sources, and needs a
C compiler. Nothing else asks for one. An installation that is edited in place (``pip install -e``) stays interpreted: there a
compiled module would go on hiding the source beside it after every change.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from setuptools import setup
from setuptools.command.build_py import build_py

if TYPE_CHECKING:
    from setuptools import Extension

MYPY = "mypy>=2.4,<3"
"""As in pyproject.toml; fetched for the build when asked, and never a dependency of the product."""
RULES = Path("engine/games/seafarers/rules")
BESIDE = ("marks.py", "resources.py", "board.py", "chart.py", "game.py")
"""Modules next to the rules that the same calls go through."""


def sources() -> list[str]:
    """Return the modules that are compiled, as paths from here."""
    rules = sorted(path for path in RULES.glob("*.py") if path.name != "__init__.py")
    return [str(path) for path in (*rules, *(RULES.parent / name for name in BESIDE))]


def extensions() -> list[Extension]:
    """Return what is to be compiled; nothing while pip still asks what the build needs."""
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    return list(mypycify([*sources(), "--ignore-missing-imports"]))


class Build(build_py):
    """Notes the commit in what is built; ``COMMIT`` names it where there is no clone. An archive of git has it already."""

    def run(self) -> None:
        """Build, and note the commit."""
        super().run()
        commit = os.environ.get("COMMIT", "")
        if not commit and Path(".git").exists():
            with contextlib.suppress(OSError):  # no git
                asked = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False)  # noqa: S607
                commit = asked.stdout.strip()
        if commit and not self.editable_mode:
            Path(self.build_lib, "service", "commit.txt").write_text(f"{commit}\n", encoding="ascii")


asked = os.environ.get("SIEGELPOST_COMPILE", "") not in ("", "0")
if asked and "editable_wheel" in sys.argv:
    sys.exit("SIEGELPOST_COMPILE is for installations that are not edited: leave out -e, or the variable")
setup(setup_requires=[MYPY] if asked else [], ext_modules=extensions() if asked else [], cmdclass={"build_py": Build})

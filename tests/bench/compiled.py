"""The engine with the rules of Seafarers compiled (``setup.py``), in a folder of its own, for processes that ask for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

PROJECT = Path(__file__).parents[2]
NEEDED = ("engine", "service", "workers", "pyproject.toml", "setup.py", "README.md", "LICENSE")
"""What a wheel is built from."""


def compiled(folder: Path) -> dict[str, str]:
    """Build the wheel in a folder, unpack it, and return an environment in which Python imports the engine from there.

    The sources are copied first, since a build leaves traces where it runs.
    """
    sources, unpacked = folder / "sources", folder / "unpacked"
    sources.mkdir(parents=True)
    for name in NEEDED:
        if (PROJECT / name).is_dir():
            shutil.copytree(PROJECT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(PROJECT / name, sources / name)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir"]
    subprocess.run([*build, str(folder), str(sources)], check=True, env=os.environ | {"SIEGELPOST_COMPILE": "1"})
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(unpacked)
    return os.environ | {"PYTHONPATH": f"{unpacked}{os.pathsep}{PROJECT}"}


__all__ = ["PROJECT", "compiled"]

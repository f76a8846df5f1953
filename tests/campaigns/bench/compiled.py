"""The engine with the rules of Seafarers compiled (``setup.py``), in a folder of its own, for processes that ask for it."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

PROJECT = Path(__file__).parents[3]
NEEDED = ("engine", "service", "workers", "pyproject.toml", "setup.py", "README.md", "LICENSE")
"""What a wheel is built from."""


def build_wheel(folder: Path, **environment: str) -> Path:
    """Build the wheel in a folder, from a copy of the sources, since a build leaves traces where it runs; return its path."""
    sources = folder / "sources"
    sources.mkdir(parents=True)
    for name in NEEDED:
        if (PROJECT / name).is_dir():
            shutil.copytree(PROJECT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(PROJECT / name, sources / name)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", str(folder), str(sources)], check=True, env=os.environ | environment)
    (wheel,) = folder.glob("*.whl")
    return wheel


def compiled(folder: Path) -> dict[str, str]:
    """Build the wheel in a folder, unpack it, and return an environment in which Python imports the engine from there."""
    unpacked = folder / "unpacked"
    with zipfile.ZipFile(build_wheel(folder, SIEGELPOST_COMPILE="1")) as packed:
        packed.extractall(unpacked)
    return os.environ | {"PYTHONPATH": f"{unpacked}{os.pathsep}{PROJECT}"}

"""The map in the package's docstring names every module, and none that is gone."""

from __future__ import annotations

import re
from pathlib import Path

from workers import inbox


def test_every_module_is_on_the_map_once_and_no_other() -> None:
    folder = Path(inbox.__file__).parent
    modules = sorted(one.stem for one in folder.rglob("*.py") if one.stem != "__init__")
    assert sorted(re.findall(r"``(\w+)``", inbox.__doc__ or "")) == sorted([*modules, "commands"])

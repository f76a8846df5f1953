"""The map in the package's docstring names every module, and none that is gone."""

from __future__ import annotations

import re
from pathlib import Path

from workers import replies


def test_every_module_is_on_the_map_once_and_no_other() -> None:
    modules = sorted(one.stem for one in Path(replies.__file__).parent.glob("*.py") if one.stem != "__init__")
    assert sorted(re.findall(r"``(\w+)``", replies.__doc__ or "")) == modules

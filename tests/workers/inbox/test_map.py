"""The map in the package's docstring names every module, and none that is gone; the page has the readers in their order."""

from __future__ import annotations

import re
from pathlib import Path

from workers import inbox
from workers.inbox.read import READERS


def test_every_module_is_on_the_map_once_and_no_other() -> None:
    folder = Path(inbox.__file__).parent
    modules = sorted(one.stem for one in folder.rglob("*.py") if one.stem != "__init__")
    assert sorted(re.findall(r"``(\w+)``", inbox.__doc__ or "")) == sorted([*modules, "commands"])


def test_the_page_lists_what_is_read_in_the_order_in_which_it_is_read() -> None:
    page = (Path(inbox.__file__).parents[2] / "docs/reply-by-mail.md").read_text(encoding="utf-8")
    section = page.partition("### In which order\n")[2].partition("\n### ")[0]
    assert re.findall(r"^[0-9]+\. (.+)$", section, re.M) == [shown for shown, _ in READERS]

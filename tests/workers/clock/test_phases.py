"""The phases of a step stand in the order that section 10.1 of the protocol page states."""

import re
from importlib.resources import files

from workers.resolve.phases import PHASES


def test_a_step_has_the_phases_of_the_protocol_page_in_its_order() -> None:
    page = (files("service.api") / "protocol.md").read_text(encoding="utf-8")
    section = page.partition("\n### 10.1 ")[2].partition("\n## ")[0]
    told = re.findall(r"^(\d+)\. `([a-z-]+)`: ", section, re.MULTILINE)
    assert told == [(str(number), phase.name) for number, phase in enumerate(PHASES, 1)]

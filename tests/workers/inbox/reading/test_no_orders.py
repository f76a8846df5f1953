"""Lines with one number that order nothing: none makes a move, for a sealed answer cannot be taken back once it is opened."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from service.matches.numbering import answerable, numbered
from tests.workers.inbox.reading.test_as_people_write import asked
from tests.workers.mail.letters import opening_round
from workers.inbox.commands import Picks
from workers.inbox.grammar import understand
from workers.inbox.offered import Offered

LINES: dict[str, str] = tomllib.loads(Path(__file__).with_name("no_orders.toml").read_text(encoding="utf-8"))
CARDS = {1: "3 (tea, wine)", 2: "15 (spice)", 3: "33 (spice, coin)", 4: "50 (canal)", 5: "62 (ship)"}


@pytest.fixture(scope="module")
def tables() -> dict[str, dict[int, list[str]]]:
    """The choices at several tables by number; at the last one, a card has the number of another choice."""
    found = {}
    for name, match in (
        ("kontor", opening_round()),
        ("seafarers", asked("found", "seafarers")),
        ("anno", asked("act", "anno-1701")),
        ("packet row", asked("open", "packet-row")),
    ):
        offered = Offered(match.record, 0, numbered(match.record, 0, answerable(match.record, 0)))
        found[name] = offered.listed()
    cards = {number: [f"play {card}", f"play {card.split()[0]}", card.split()[0]] for number, card in CARDS.items()}
    return {**found, "a card has the number of a choice": {**cards, 6: ["pass"]}}


@pytest.mark.parametrize("kind", LINES)
def test_a_number_in_a_line_that_orders_nothing_makes_no_move(
    tables: Mapping[str, Mapping[int, Sequence[str]]], kind: str
) -> None:
    lines = LINES[kind].split("\n")
    named = kind == "mentions"  # a card, or what can be done, mostly without a number
    assert len(lines) > 60 and all(
        named or "3" in one or "dr" in one or "tr" in one or "th" in one for one in lines[:-1]
    )
    made = [
        (table, line, found.numbers)
        for table, listed in tables.items()
        for line in lines
        if isinstance(found := understand([line], listed), Picks) and found.numbers
    ]
    assert made == []

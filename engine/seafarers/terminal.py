"""Seafarers for players at a terminal: a move is chosen place by place, under a table without the lists of places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.contract import Language, View
from engine.kit.phrases import one_line
from engine.kit.terminal import Step, Terminal
from engine.seafarers.resources import RESOURCES
from engine.seafarers.text.phrases import Phrases
from engine.seafarers.text.table import brief_table
from engine.seafarers.types.view import SeafarersView

PLACES = ("node", "hex", "edge", "to")
"""Members of moves that number a place of the map."""
EDGES = ("edge", "to")
REST = ("piece", "give", "take")


class SeafarersTerminal(Terminal):
    """Seafarers for players at a terminal."""

    def brief(self, view: View, names: Sequence[str], language: Language) -> str | None:
        """Return the table without its legend and the lists of places, which are asked for one by one."""
        return brief_table(cast(SeafarersView, view), one_line(names), Phrases(language))

    def steps(self, language: Language) -> Sequence[Step]:
        """Return the questions: what to do, then where, with what, and at what price."""
        phrases = Phrases(language)
        places = [Step(member, phrases.say(f"step.{member}")) for member in PLACES]
        cards = [
            Step(f"cards.{name}", phrases.say("step.cards", resource=phrases.say(f"resource.{name}")))
            for name in RESOURCES
        ]
        return [Step("type"), *places, *map(Step, REST), *cards]

    def value(self, view: View, step: Step, value: int) -> str:
        """Return an edge with its two sites; anything else is a number that the map shows."""
        if step.member not in EDGES:
            return str(value)
        a, b = cast(SeafarersView, view)["edges"][value]
        return f"{value} ({a}-{b})"


__all__ = ["SeafarersTerminal"]

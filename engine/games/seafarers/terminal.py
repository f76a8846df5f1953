"""Seafarers for players at a terminal: a move is chosen place by place, under a table without the lists of places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.contract import Language, View
from engine.games.seafarers.resources import RESOURCES
from engine.games.seafarers.schemas.moves import MOVES
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.text.table import brief_table
from engine.games.seafarers.types.view import SeafarersView
from engine.kit.terminal import Step, Terminal
from engine.kit.text.phrases import one_line

ACTIONS = tuple(dict.fromkeys(form["properties"]["type"]["const"] for kind in MOVES.values() for form in kind["oneOf"]))
"""Names of the moves in the data, without duplicates."""
PLACES = ("node", "hex", "edge", "to")
"""Members of moves that number a place of the map."""
EDGES = ("edge", "to")
RESOURCES_OF = ("give", "take", "resource")
"""Members that are resources, asked behind the place."""


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
        actions = Step("type", called={str(name): phrases.say(f"key.{name}") for name in ACTIONS})
        pieces = Step("piece", called={name: phrases.say(f"key.{name}") for name in ("road", "ship")})
        resources: dict[str, str] = {name: phrases.say(f"resource.{name}").lower() for name in RESOURCES}
        return [actions, *places, pieces, *(Step(member, called=resources) for member in RESOURCES_OF), *cards]

    def value(self, view: View, step: Step, value: int) -> str:
        """Return an edge with its two sites; anything else is a number that the map shows."""
        if step.member not in EDGES:
            return str(value)
        a, b = cast(SeafarersView, view)["edges"][value]
        return f"{value} ({a}-{b})"


__all__ = ["SeafarersTerminal"]

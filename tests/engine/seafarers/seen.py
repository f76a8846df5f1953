"""Views to draw and to tell: of every scenario some from a match played at random, chosen so that every phase is among them."""

import random
from functools import cache
from typing import Any, cast
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from engine.contract import Language, State
from engine.games.seafarers.types.state import SeafarersState
from engine.games.seafarers.types.view import SeafarersView
from tests.engine import laws
from tests.engine.seafarers.table import BOOK, GAME, Table
from tests.engine.seafarers.ways import eager

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ada", "Ben", "Cem", "Dora", "Eva", "Finn"]
PRESETS = list(BOOK.scenarios)


@cache
def match_of(preset: str) -> laws.Match:
    """Return a match of a scenario with all its seats, played by builders until turn 40."""
    rng = random.Random(5)
    seats = BOOK.scenarios[preset].seats[-1]
    options = {"preset": preset, "turn_limit": 40}
    return laws.play(GAME, options, seats, laws.seed_of(5), eager(rng), laws.in_any_order(rng))


def shown(preset: str) -> list[SeafarersView]:
    """Return the last view of each phase of a match, as who is asked sees it, and the end as spectators do."""
    last = {cast(SeafarersState, state)["phase"]: cast(SeafarersState, state) for state in match_of(preset).states}
    views = [GAME.view(cast(State, state), state["asked"][0]) for phase, state in last.items() if phase != "over"]
    return cast("list[SeafarersView]", [*views, GAME.view(match_of(preset).end, None)])


def seen(table: Table, seat: int | None = None) -> SeafarersView:
    """Return what a seat of a table sees."""
    return cast(SeafarersView, GAME.view(table.raw, seat))


def picture(view: SeafarersView, language: Language = "en") -> str:
    """Return the picture in a language."""
    return GAME.picture(cast("dict[str, Any]", view), language)


def drawn(view: SeafarersView, language: Language = "en") -> Element:
    """Return the picture as parsed XML."""
    return ElementTree.fromstring(picture(view, language))


def texts(view: SeafarersView, language: Language = "en") -> list[str]:
    """Return all labels of the picture."""
    return [one.text or "" for one in drawn(view, language).iter(f"{SVG}text")]


def used(view: SeafarersView) -> list[str]:
    """Return the names of the signs that the picture shows, as often as it does; those inside other signs not counted."""
    root = drawn(view)
    inside = {id(one) for defs in root.iter(f"{SVG}defs") for one in defs.iter()}
    return [str(one.get("href"))[6:] for one in root.iter(f"{SVG}use") if id(one) not in inside]

"""Moves as one would say them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engine.seafarers.text.phrases import Phrases
from engine.seafarers.types.moves import Amounts, SeafarersMove
from engine.seafarers.types.view import Resource

SEATS = ("victim", "seat")
"""Facts that are players; they go by number, counted from 1."""


def said(move: SeafarersMove, phrases: Phrases) -> str:
    """Return a move; the actions of a list one after the other."""
    if move["type"] == "list":
        return phrases.say("then").join(said(one, phrases) for one in move["do"])
    facts = cast("Mapping[str, object]", move)
    places = {key: _place(key, value, phrases) for key, value in facts.items()}
    if "to" in facts and move["type"] == "offer":
        places["seats"] = phrases.seats(cast("list[int]", facts["to"]))
    return phrases.say(f"move.{_variant(move)}", **places)


def _place(key: str, value: object, phrases: Phrases) -> object:
    """Return how a fact of a move is told."""
    if isinstance(value, int):
        return value + 1 if key in SEATS else value
    if isinstance(value, dict):
        return phrases.cards(cast(Amounts, value))
    if isinstance(value, list) and key == "take":
        return phrases.kinds(cast("list[Resource]", value))
    if key in ("give", "take", "resource") and isinstance(value, str):
        return phrases.say(f"resource.{value}")
    return value


def _variant(move: SeafarersMove) -> str:
    """Return the key of a move's words: some are told otherwise when something special holds."""
    key: str = move["type"]
    match move["type"]:
        case "found":
            key = f"found-{move['piece']}"
        case "robber" | "pirate" if "victim" in move:
            key += "-victim"
        case "gold" if not move["take"]:
            key = "gold-open"
        case "offer" if "to" in move:
            key = "offer-to"
    return key

"""Moves as one would say them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.moves import Amounts, SeafarersMove
from engine.games.seafarers.types.view import Resource

SEATS = ("victim", "seat")
"""Facts that are players."""
ENDED = ("act", "special")
"""Kinds of decisions whose end is called by what it ends."""


def said(
    move: SeafarersMove, phrases: Phrases, *, kind: str = "", names: Sequence[str] = (), listed: bool = False
) -> str:
    """Return a move; the actions of a list one after the other.

    :param kind: of the decision it answers, if that is known.
    :param names: the players' names by seat; without them players go by number, counted from 1.
    :param listed: whether it stands in a list behind another.
    """
    if move["type"] == "list":
        parts = (said(one, phrases, kind=kind, names=names, listed=n > 0) for n, one in enumerate(move["do"]))
        return phrases.say("then").join(parts)
    facts = cast("Mapping[str, object]", move)
    places = {key: _place(key, value, phrases, names) for key, value in facts.items()}
    if move["type"] == "offer" and "to" in move:
        places["seats"] = phrases.people([names[seat] for seat in move["to"]]) if names else phrases.seats(move["to"])
    return phrases.say(f"move.{_variant(move, kind, listed=listed)}", **places)


def _place(key: str, value: object, phrases: Phrases, names: Sequence[str]) -> object:
    """Return how a fact of a move is told."""
    if isinstance(value, int):
        if key not in SEATS:
            return value
        return names[value] if names else phrases.seats([value])
    if isinstance(value, dict):
        return phrases.cards(cast(Amounts, value))
    if isinstance(value, list) and key == "take":
        return phrases.kinds(cast("list[Resource]", value))
    if key in ("give", "take", "resource") and isinstance(value, str):
        return phrases.say(f"resource.{value}")
    return value


def _variant(move: SeafarersMove, kind: str, *, listed: bool) -> str:
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
        case "end" if kind in ENDED:
            key = f"end-{kind}-list" if kind == "special" and listed else f"end-{kind}"
    return key

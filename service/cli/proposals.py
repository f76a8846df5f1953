"""A turn list of the player's own that stands still: what going on with it means, from what this machine keeps.

The server cannot read standing orders, so only the machine on which a list was written can say what is left of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.anno_1701.text.words import AnnoWords
from engine.contract import Language, Move, Orders
from engine.registry import OtherData, UnknownRules, game_with
from service.cli.client import Client
from service.cli.match_facts import MatchFacts

RESUME: Move = {"type": "resume"}


def with_proposal(moves: Sequence[Move], said: str | None) -> list[Move]:
    """Return the moves, and the one that goes on with the list first, if there is one to go on with."""
    rest = [move for move in moves if move != RESUME]
    return [RESUME, *rest] if said is not None or len(rest) < len(moves) else rest


def proposal(client: Client, facts: MatchFacts, language: Language) -> str | None:
    """Return in words what the interrupted list of the present turn would do next; ``None``: there is none kept here."""
    if facts.view is None or not facts.view.get("list"):
        return None
    try:
        words = game_with(facts.rules, facts.data).words
    except (UnknownRules, OtherData):
        return None
    if not isinstance(words, AnnoWords):
        return None
    orders = standing_orders(client, facts.match)
    return None if orders is None else words.proposal(dict(facts.view), orders, language)


def standing_orders(client: Client, match: str) -> Orders | None:
    """Return the orders that stand, if they were set on this machine."""
    receipt: Mapping[str, Any] | None = client.standing_orders(match)
    sealed = None if receipt is None else receipt["receipt"]["commitment"]
    kept = None if sealed is None else client.keep.orders(match, sealed)
    return None if kept is None else kept["order"]

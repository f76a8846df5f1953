"""A player's own standing orders that are unfinished: how they go on, from what this machine keeps.

The server cannot read standing orders, so only the machine on which they were written can say what is left of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.contract import Language, Move, Orders
from service.cli.client import Client
from service.cli.game_table import terminal
from service.cli.match_facts import MatchFacts


def with_proposal(moves: Sequence[Move], resume: Move | None, said: str | None) -> list[Move]:
    """Return the moves, the one that goes on with the orders first, if there is anything to go on with."""
    if resume is None:
        return list(moves)
    rest = [move for move in moves if move != resume]
    return [resume, *rest] if said is not None or len(rest) < len(moves) else rest


def proposal(client: Client, facts: MatchFacts, language: Language) -> str | None:
    """Return in words what the player's own orders would do next; ``None``: nothing rests, or they are not kept here."""
    game = terminal(facts)
    if facts.view is None or not game.unfinished(dict(facts.view)):
        return None
    orders = standing_orders(client, facts.match)
    return None if orders is None else game.proposal(dict(facts.view), orders, language)


def standing_orders(client: Client, match: str) -> Orders | None:
    """Return the orders that stand, if they were set on this machine."""
    receipt: Mapping[str, Any] | None = client.standing_orders(match)
    sealed = None if receipt is None else receipt["receipt"]["commitment"]
    kept = None if sealed is None else client.keep.orders(match, sealed)
    return None if kept is None else kept["order"]

"""A voyage that is under way, in words: the ship, how far it is, and what it may still meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.text.phrases import Phrases
from engine.games.anno_1701.types.view import Anno1701View
from engine.kit.drawing.names import in_a_sentence
from engine.kit.text.under_way import UnderWay

BEGINS = "sails"
"""The type of the event with which a voyage begins."""


def voyage(view: Anno1701View, names: Sequence[str], data: Dataset, phrases: Phrases) -> UnderWay | None:
    """Return the active player's voyage, or None if no ship is at sea.

    The set of cards still to come is public, since all voyage cards are shuffled for each voyage; their order is hidden.
    """
    under_way = view["voyage"]
    if under_way is None:
        return None
    player, met = view["players"][view["active"]], {card["id"] for card in under_way["seen"]}
    own = view["seat"] == view["active"]
    say, ahead = phrases.say, Counter(phrases.meeting(card) for card in data.voyage if card not in met)
    facts = [
        say("voyage.revealed", seen=len(met), speed=under_way["speed"]),
        say("voyage.ship", state=player["ship"]["state"]),
        say("voyage.strength", n=under_way["strength"]),
        say("voyage.gold", n=sum(player["gold"])),
    ]
    card = under_way["card"]
    if card is not None:
        facts.insert(1, say("voyage.with", card=phrases.titled(phrases.name(card["kind"]))))
    return UnderWay(
        title=say("voyage.mine") if own else say("voyage.of", name=in_a_sentence(names[view["active"]])),
        facts=facts,
        since=BEGINS,
        ahead_title=say("voyage.ahead", n=sum(ahead.values())),
        ahead=[say("voyage.times", n=n, card=card) if n > 1 else card for card, n in ahead.items()],
    )


__all__ = ["voyage"]

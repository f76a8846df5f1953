"""Context of a question that only the table shows: the offer, the voyage and its card, how many goods burn, the attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.text.phrases import Phrases, card_line
from engine.games.anno_1701.types.view import Anno1701View, OfferStanding, Standing
from engine.kit.drawing.names import in_a_sentence
from engine.kit.text.particulars import Seen, UnderWay
from engine.kit.text.phrases import one_line

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


def background(seen: Seen, data: Dataset, phrases: Phrases) -> str | None:
    """Return the subject of a decision in sentences, or None if its question says everything."""
    view, task = cast(Anno1701View, seen.view), _standing(seen)
    if task is None or view["seat"] is None:
        return None
    told: str | None = None
    match task["kind"]:
        case "settle":
            told = phrases.say("about.settle")
        case "offer" | "counter":
            name = one_line(seen.names)[task["seat"]]
            give, take = phrases.goods(task["give"]), phrases.goods(task["take"])
            told = phrases.say("about.offer", name=name, give=give, take=take)
        case "fire" | "discontent":
            told = phrases.count(f"about.{task['kind']}", task["count"])
        case "theatre":
            told = phrases.say("about.theatre", card=card_line(data.shown[task["card"]], phrases))
        case "lodge" if view["discard"]:
            told = phrases.say("about.lodge", card=card_line(view["discard"][-1], phrases))
        case "meet":
            told = phrases.meeting(task["card"])
        case "close":
            told = phrases.say("about.close", name=one_line(seen.names)[1 - view["seat"]])
        case "voyage":
            told = _under_way(view, phrases)
        case _:
            pass
    return told


def _under_way(view: Anno1701View, phrases: Phrases) -> str | None:
    """Return the ship's progress and state: what the player needs to know before the next card."""
    voyage, seat = view["voyage"], view["seat"]
    if voyage is None or seat is None:
        return None
    player = view["players"][seat]
    return phrases.say(
        "about.voyage",
        seen=len(voyage["seen"]),
        speed=voyage["speed"],
        ship=player["ship"]["state"],
        strength=voyage["strength"],
        gold=sum(player["gold"]),
    )


def offered(seen: Seen) -> OfferStanding | None:
    """Return the offer that a decision is about, or None."""
    task = _standing(seen)
    return task if task is not None and (task["kind"] == "offer" or task["kind"] == "counter") else None


def met(seen: Seen) -> str | None:
    """Return the voyage card that a decision is about, or None."""
    task = _standing(seen)
    return task["card"] if task is not None and task["kind"] == "meet" else None


def _standing(seen: Seen) -> Standing | None:
    standing = cast(Anno1701View, seen.view)["standing"]
    return next((one for one in standing if one["id"] == seen.decision["id"]), None)


__all__ = ["background", "met", "offered", "voyage"]

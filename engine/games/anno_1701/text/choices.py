"""A choice as it is offered to whoever sees the table: cards by their names, inhabitants by their places, prices, fights.

The log and letters put moves into words without the table (:mod:`engine.games.anno_1701.text.moves`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.schemas.data import POSITIONS
from engine.games.anno_1701.text.background import met
from engine.games.anno_1701.text.cards import effects
from engine.games.anno_1701.text.phrases import Phrases
from engine.games.anno_1701.types.cards import ExpansionCard
from engine.games.anno_1701.types.moves import Anno1701Move, UpgradeMove
from engine.games.anno_1701.types.view import Anno1701View, PlayerShown
from engine.kit.text.particulars import Group, Seen

TURN = ("act", "close", "cards")
"""Questions with so many answers that they are shown in groups."""
GROUPS = {
    "upgrade": ("upgrade",),
    "build": ("build",),
    "play": ("play",),
    "ship": ("repair",),
    "bank": ("bank",),
    "offer": ("offer",),
    "uses": ("dock", "lodge"),
    "voyage": ("voyage",),
    "cards": ("draw", "search", "exchange"),
    "end": ("resume", "close", "fill", "finish"),
}
"""Types of moves that belong together, in the order in which they are shown: what ends the turn comes last."""


def grouped(move: Anno1701Move, seen: Seen, phrases: Phrases) -> Group | None:
    """Return the group of an answer in the own turn."""
    if seen.decision["kind"] not in TURN:
        return None
    place, name = next((i, name) for i, (name, types) in enumerate(GROUPS.items()) if move["type"] in types)
    return Group(place, phrases.say(f"group.{name}"))


def said_choice(move: Anno1701Move, seen: Seen, data: Dataset, phrases: Phrases) -> str | None:
    """Describe a choice in words that need the table, or return None to use the log's wording."""
    view = cast(Anno1701View, seen.view)
    if view["seat"] is None:
        return None
    player = view["players"][view["seat"]]
    said: str | None = None
    match move["type"]:
        case "settle" if "layout" in move:
            said = _settle(move["pile"], move["layout"], player, phrases)
        case "upgrade":
            said = _upgrade(move, player, data, phrases)
        case "lodge" | "exchange" if (card := _at(player["hand"] or [], move["slot"])) is not None:
            pile = phrases.pile(move["under"])
            said = phrases.say(f"choice.{move['type']}", card=phrases.copy(card["id"]), pile=pile)
        case "take" if (card := _looked_at(move, view)) is not None:
            said = phrases.say("choice.take", card=phrases.card(card["id"]), facts=_facts(card, phrases))
        case "offer" | "counter":
            give, take = phrases.goods(move["give"]), phrases.goods(move["take"])
            said = phrases.say(f"choice.{move['type']}", give=give, take=take)
        case "search":
            said = phrases.say("choice.search", pile=phrases.pile(move["pile"]))
        case "buy":
            said = _at_sea("buy", move["good"], seen, data, phrases)
        case "pay" | "fight":
            said = _at_sea(move["type"], "", seen, data, phrases)
        case _:
            pass
    return said


def facts_of(move: Anno1701Move, view: Anno1701View, data: Dataset) -> dict[str, object]:
    """Return a move with the card that it names, also by a place in the hand, as what that card is, whichever copy."""
    card = cast("str | None", move.get("card"))
    if move["type"] in ("lodge", "exchange") and view["seat"] is not None:
        found = _at(view["players"][view["seat"]]["hand"] or [], move["slot"])
        card = None if found is None else found["id"]
    elif (shown := _looked_at(move, view)) is not None:
        card = shown["id"]
    if card is None or card not in data.cards:
        return {**move}
    rest = {name: value for name, value in move.items() if name not in ("card", "slot", "slip")}
    return {**rest, "card": replace(data.cards[card], id="", rank=0)}


def _settle(pile: str, layout: Sequence[str], player: PlayerShown, phrases: Phrases) -> str:
    """Return which landscapes change their places, and beside which village centre they come to lie."""
    before = {one["at"]: one["id"] for one in player["landscapes"]} | {player["ship"]["at"]: "ship"}
    moved = [
        phrases.say(f"lies.{_beside(at)}", thing=phrases.placed(one))
        for at, one in zip(POSITIONS, layout, strict=True)
        if before[at] != one
    ]
    return phrases.say("choice.settle", pile=phrases.pile(pile), changes=phrases.listed(moved))


def _beside(position: str) -> str:
    """Return which village centre a position lies beside (B.3)."""
    return {"1": "left", "3": "right"}.get(position.partition("-")[2], "none")


def _upgrade(move: UpgradeMove, player: PlayerShown, data: Dataset, phrases: Phrases) -> str:
    level = player["residents"][move["resident"]]
    before, after = data.residents[level - 1] if level else None, data.residents[level]
    return phrases.count(
        "choice.upgrade",
        after.points - (before.points if before else 0),
        who=phrases.name(before.id) if before else phrases.say("pioneer"),
        place=phrases.nth("place", move["resident"]),
        level=phrases.name(after.id),
    )


def _looked_at(move: Anno1701Move, view: Anno1701View) -> ExpansionCard | None:
    """Return the card that a slip or a slot stands for, as the viewer sees it while choosing."""
    seen = view["seen"]
    if seen is None or move["type"] != "take":
        return None
    if "hand" in seen:
        return _at(seen["hand"], move["slot"]) if "slot" in move else None
    return next((one["card"] for one in seen["slips"] if "slip" in move and one["slip"] == move["slip"]), None)


def _at(cards: Sequence[ExpansionCard], slot: int) -> ExpansionCard | None:
    return cards[slot] if slot < len(cards) else None


def _facts(card: ExpansionCard, phrases: Phrases) -> str:
    """Return what a card does and costs."""
    facts = effects(card, phrases)
    if card["building"]:
        facts.append(phrases.say("effect.cost", goods=phrases.goods(card["cost"])))
    return "; ".join(facts)


def _at_sea(kind: str, good: str, seen: Seen, data: Dataset, phrases: Phrases) -> str | None:
    """Return an answer to a voyage card with its price, or with the strengths that meet."""
    name, voyage = met(seen), cast(Anno1701View, seen.view)["voyage"]
    if name is None or voyage is None:
        return None
    card = data.voyage[name]
    if kind == "buy" and card["op"] == "buy":
        return phrases.say("choice.buy", good=phrases.token(good), price=card["price"])
    if kind == "pay" and card["op"] == "tribute":
        return phrases.say("choice.pay", price=card["tribute"])
    if kind == "fight" and (card["op"] == "tribute" or card["op"] == "siege"):
        return phrases.say("choice.fight", own=voyage["strength"], pirate=card["cannons"])
    return None


__all__ = ["facts_of", "grouped", "said_choice"]

"""Choices attached to ending a turn, for the turns of the others (see :mod:`engine.kit.ahead`).

Offers to accept or decline automatically, and special building phases to skip, or to be asked about only if something can be
built.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.games.seafarers.resources import RESOURCES
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.moves import SeafarersMove
from engine.games.seafarers.types.orders import SeafarersOrders, TradeRule
from engine.games.seafarers.types.state import SeafarersState
from engine.games.seafarers.types.view import Resource
from engine.kit.ahead import Ahead, Wish, Wishes

DECLINE, PASS, ABLE = "decline", "pass", "able"
FOR = ">"


def ahead(
    state: SeafarersState, scenario: Scenario, seat: int, kind: str, move: SeafarersMove, phrases: Phrases
) -> list[Ahead]:
    """Return the parts that may be said ahead with a legal move of a seat to a decision of a kind."""
    if kind != "act" or move["type"] != "end":
        return []
    held = [name for name, many in zip(RESOURCES, state["hands"][seat], strict=True) if many]
    trades = [_trade(give, take, phrases) for give in held for take in RESOURCES if take != give]
    found = [_part("offers", [_word(DECLINE, phrases), *trades], phrases)]
    if scenario.special_phase:
        found.append(_part("special", [_word(PASS, phrases), _word(ABLE, phrases)], phrases))
    return found


def orders(state: SeafarersState, wishes: Wishes) -> SeafarersOrders:
    """Return standing orders that say it; a trade is made once in a turn, and until the seat's next turn begins."""
    found: SeafarersOrders = {}
    offers, special = wishes.get("offers", ()), wishes.get("special", ())
    trades = [_rule(name, state) for name in offers if FOR in name]
    if trades:
        found["trades"] = trades
    if DECLINE in offers:
        found["decline"] = True
    if special:
        found["special"] = "pass" if special[0] == PASS else "when-able"
    return found


def _rule(name: str, state: SeafarersState) -> TradeRule:
    give, take = (cast("Resource", one) for one in name.split(FOR))
    return {"give": {give: 1}, "take": {take: 1}, "until": state["turn"] + state["seats"] - 1, "times": 1}


def _trade(give: str, take: str, phrases: Phrases) -> Wish:
    named = {"give": phrases.say(f"resource.{give}"), "take": phrases.say(f"resource.{take}")}
    return Wish(f"{give}{FOR}{take}", phrases.say("ahead.trade", **named), phrases.say("ahead.trade-called", **named))


def _word(name: str, phrases: Phrases) -> Wish:
    return Wish(name, phrases.say(f"ahead.{name}"), phrases.say(f"ahead.{name}-called"))


def _part(name: str, wishes: Sequence[Wish], phrases: Phrases) -> Ahead:
    keywords = tuple(phrases.say(f"ahead.{name}-keywords").split())
    return Ahead(name, keywords, phrases.say(f"ahead.{name}"), tuple(wishes), lasting=True, counted=True)

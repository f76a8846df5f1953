"""Choices attached to ending one's actions: which offers to accept or reject automatically in the other player's turn.

See :mod:`engine.kit.ahead`. All other questions in the other player's turn have answers of the game's own (RULES.md, E.2).
"""

from __future__ import annotations

from engine.games.anno_1701.schemas.data import LANDSCAPE_GOODS
from engine.games.anno_1701.text.phrases import Phrases
from engine.games.anno_1701.types.moves import Anno1701Move
from engine.games.anno_1701.types.orders import Anno1701Orders
from engine.kit.ahead import Ahead, Wish, Wishes

PART, REJECT, FOR = "offers", "reject", ">"
GOODS = f"{LANDSCAPE_GOODS}G"
"""Goods that offers can contain; ``G`` is gold."""
ENDS = ("close", "fill", "finish")


def ahead(kind: str, move: Anno1701Move, phrases: Phrases) -> list[Ahead]:
    """Return the parts that may be said ahead with a legal move to a decision of a kind."""
    if kind != "act" or move["type"] not in ENDS:
        return []
    reject = Wish(REJECT, phrases.say("ahead.reject"), phrases.say("ahead.reject-called"))
    trades = [_trade(give, take, phrases) for give in GOODS for take in GOODS if give != take]
    keywords = tuple(phrases.say("ahead.keywords").split())
    return [Ahead(PART, keywords, phrases.say("ahead.offers"), (reject, *trades), lasting=True, counted=True)]


def orders(wishes: Wishes) -> Anno1701Orders:
    """Return standing orders that say it."""
    found: Anno1701Orders = {}
    trades = [name.split(FOR) for name in wishes[PART] if FOR in name]
    if trades:
        found["trades"] = [{"give": give, "take": take} for give, take in trades]
    if REJECT in wishes[PART]:
        found["reject"] = GOODS
    return found


def _trade(give: str, take: str, phrases: Phrases) -> Wish:
    named = {"give": phrases.name(give), "take": phrases.name(take)}
    return Wish(f"{give}{FOR}{take}", phrases.say("ahead.trade", **named), phrases.say("ahead.trade-called", **named))

"""The bar of a turn: what can be built, bought and traded, each drawn with its price; cards that the hand lacks are pale."""

from collections.abc import Iterator, Sequence

from engine.contract import Move
from engine.games.seafarers.drawing.signs import INK, LINE, SHEET, SIGNS, drawn
from engine.games.seafarers.resources import COSTS, RESOURCES, amounts
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.view import OwnView, SeafarersView
from engine.kit.drawing.svg import Tool, box, group, path, tag

BUILT = {"road": "road", "ship": "ship", "settlement": "settlement", "city": "city", "card": "buy"}
"""Type of the move that builds or buys each thing of :data:`engine.games.seafarers.resources.COSTS`."""
TRADED = ("bank", "offer")
OF_A_TURN, OF_A_SPECIAL_PHASE = (*BUILT, *TRADED), tuple(BUILT)
WIDE, HIGH, PITCH = 62, 54, 11.6
MISSING = 0.3
"""Opacity of a card that the hand lacks."""


def tools(view: SeafarersView, kind: str, moves: Sequence[Move], phrases: Phrases) -> list[Tool]:
    """Return the bar of a question, the same tools at every question of its kind; empty where nothing is built."""
    own, seat = view["own"], view["seat"]
    if own is None or seat is None or kind not in ("act", "special"):
        return []
    possible = {move["type"] for move in moves}
    found = []
    for name in OF_A_TURN if kind == "act" else OF_A_SPECIAL_PHASE:
        move = BUILT.get(name, name)
        words = _words(name, own, move in possible, phrases)
        found.append(Tool(move, words, move in possible, _framed(_drawn(name, own, seat))))
    return found


def _words(name: str, own: OwnView, possible: bool, phrases: Phrases) -> str:
    """Return a tool's name, its price, and the cards that the hand lacks or that it is impossible otherwise."""
    what, cost = phrases.say(f"tool.{name}"), COSTS.get(name)
    said = what
    if cost is not None:
        lacks = [max(0, n - own["hand"][card]) for card, n in zip(RESOURCES, cost, strict=True)]
        said = phrases.say("tool.price", what=what, cards=phrases.cards(amounts(cost)))
        if any(lacks):
            return said + phrases.say("tool.lacks", cards=phrases.cards(amounts(lacks)))
    return said if possible else said + phrases.say("tool.impossible")


def _drawn(name: str, own: OwnView, seat: int) -> str:
    signs = drawn()
    if name == "bank":
        arrow = path("M24 27 h12 m-5 -5 l5 5 l-5 5", stroke=INK, stroke_width=2.4)
        return group(signs["tree"], x=13, y=27) + arrow + group(signs["ear"], x=49, y=27)
    if name == "offer":
        arrows = path("M23 22 h15 m-5 -5 l5 5 l-5 5 M38 33 h-15 m5 -5 l-5 5 l5 5", stroke=INK, stroke_width=2.2)
        other = signs[f"mark-{1 if seat == 0 else 0}"]
        return group(signs[f"mark-{seat}"], x=12, y=27) + arrows + group(other, x=50, y=27)
    piece = {
        "road": signs[f"road-{seat}"],
        "ship": signs[f"ship-{seat}"] + group(signs[f"sail-{seat}"], y=-10),
        "settlement": signs[f"house-{seat}"],
        "city": signs[f"city-{seat}"],
        "card": signs["scroll"],
    }[name]
    low = 23 if name == "ship" else 18
    return group(piece, x=WIDE / 2, y=low, scale=0.85) + "".join(_price(COSTS[name], own))


def _price(cost: Sequence[int], own: OwnView) -> Iterator[str]:
    """Yield the sign of each card of a price in a row, pale if the hand lacks it."""
    x = WIDE / 2 - PITCH * (sum(cost) - 1) / 2
    for name, n in zip(RESOURCES, cost, strict=True):
        for place in range(n):
            there = None if place < own["hand"][name] else MISSING
            yield group(drawn()[SIGNS[name]], x=x, y=42, scale=0.74, opacity=there)
            x += PITCH


def _framed(inside: str) -> str:
    paper = box(1, 1, WIDE - 2, HIGH - 2, fill=SHEET, round=7, stroke=LINE, stroke_width=1.4)
    return tag("svg", paper, inside, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDE} {HIGH}")

"""The viewer's own cards and the standing offers."""

from __future__ import annotations

from engine.games.seafarers.drawing.ink import FAINT, INK, LINE, MARGIN, SHEET, SIGNS, WHITE, WIDTH, wide
from engine.games.seafarers.drawing.signs import sign
from engine.games.seafarers.drawing.spots import over
from engine.games.seafarers.resources import CARDS
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.view import Cards, OfferView, OwnView, Resource, SeafarersView
from engine.kit.drawing.spots import told
from engine.kit.drawing.svg import box, group, path, text

ROW = 38
HELD = 40
"""Height of a row of development cards."""


def own_cards(view: SeafarersView, phrases: Phrases, top: float) -> tuple[str, float]:
    """Return the viewer's hand with the bank's rates, and the development cards; nothing for spectators."""
    own, seat = view["own"], view["seat"]
    if own is None or seat is None:
        return "", top
    held, rows = _development(own, phrases)
    height = 66.0 + HELD * rows
    parts = [
        box(MARGIN, top, WIDTH - 2 * MARGIN, height, fill=SHEET, round=10, stroke=LINE, stroke_width=2),
        text(phrases.say("picture.you"), MARGIN + 12, top + 30, 24, weight=700),
        text(phrases.count("picture.points", own["points"]), MARGIN + 12, top + 54, 20, fill=FAINT),
        told(phrases.say("picture.told.own-points", n=own["points"]), MARGIN, top, 112, 62),
    ]
    for place, name in enumerate(SIGNS):
        x = 130 + 116 * place
        parts.append(
            sign(SIGNS[name], x + 13, top + 32, 1.7) + text(own["hand"][name], x + 33, top + 42, 28, weight=700)
        )
        parts.append(text(f"{own['rates'][name]}:1", x + 66, top + 41, 20, fill=FAINT))
        parts.append(over(f"card-{name}", phrases.say(f"resource.{name}"), x - 4, top + 6, 112, 56))
        rate = phrases.say("picture.told.rate", what=phrases.say(f"resource.{name}"), n=own["rates"][name])
        parts.append(told(rate, x + 60, top + 6, 48, 56))
    return "".join(parts) + group(held, y=top + 62), top + height + 8


def _development(own: OwnView, phrases: Phrases) -> tuple[str, int]:
    """Return the development cards as tickets side by side, and how many rows they fill."""
    parts, x, row = list[str](), float(MARGIN + 10), 0
    for card in CARDS:
        if not own["cards"][card]:
            continue
        said, fresh = phrases.count(f"held.{card}", own["cards"][card]), own["fresh"][card]
        said = phrases.say("picture.fresh", cards=said, n=fresh) if fresh else said
        width = 40 + wide(said, 22)
        if x + width > WIDTH - MARGIN - 8:
            x, row = float(MARGIN + 10), row + 1
        y = row * HELD
        parts.append(box(x, y, width, HELD - 6, fill=WHITE, round=8, stroke="#8a5aa0", stroke_width=1.6))
        parts.append(sign("scroll", x + 17, y + 17, 1.15) + text(said, x + 32, y + 25, 22))
        parts.append(over(f"held-{card}", said, x, y, width, HELD - 6))
        x += width + 8
    return "".join(parts), row + 1 if parts else 0


def offers(view: SeafarersView, phrases: Phrases, top: float) -> tuple[str, float]:
    """Return the offers that stand, with who may still answer, who accepted, and counter-offers."""
    parts = []
    for offer in view["offers"]:
        said = phrases.say("picture.offer", n=offer["n"])
        parts.append(_exchange(said, view["active"], offer["give"], offer["take"], top))
        x = 490.0
        for seat in offer["to"]:
            parts.append(sign(f"mark-{seat}", x, top + 19, 1.25) + text("?", x + 13, top + 27, 20, weight=700))
            x += 38
        for seat in offer["accepted"]:
            parts.append(
                sign(f"mark-{seat}", x, top + 19, 1.25)
                + path(f"M{x + 14} {top + 20} l5 6 l8 -12", stroke="#1d7a36", stroke_width=3.4)
            )
            x += 42
        parts.append(over(f"offer-{offer['n']}", said, MARGIN - 4, top, WIDTH - 2 * MARGIN + 8, ROW))
        top += ROW
        for drawn in _counters(offer, phrases):
            parts.append(group(drawn, y=top))
            top += ROW
    return "".join(parts), top


def _counters(offer: OfferView, phrases: Phrases) -> list[str]:
    said = phrases.say("picture.counter")
    return [_exchange(said, one["seat"], one["take"], one["give"], 0) for one in offer["counters"]]


def _exchange(said: str, seat: int, give: Cards, take: Cards, top: float) -> str:
    parts = [text(said, MARGIN, top + 28, 22, weight=700), sign(f"mark-{seat}", 136, top + 19, 1.25)]
    x = 158.0
    for place, cards in enumerate((give, take)):
        if place:
            parts.append(path(f"M{x + 2} {top + 20} h18 m-6 -6 l6 6 l-6 6", stroke=INK, stroke_width=2.6))
            x += 30
        for name in _held_kinds(cards):
            parts.append(text(cards[name], x, top + 28, 22, weight=700) + sign(SIGNS[name], x + 26, top + 20, 1.2))
            x += 46
    return "".join(parts)


def _held_kinds(cards: Cards) -> list[Resource]:
    return [name for name in SIGNS if cards[name]]

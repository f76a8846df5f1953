"""What lies around the harbour: the heading with bank and canal pile, a panel for each seat, the viewer's own hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from engine.contract import Outcome
from engine.kit.svg import box, circle
from engine.kontor.drawing.cards import back, card
from engine.kontor.drawing.ink import COLOURS, FAINT, GOLD, INK, SHEET, WATER, WHITE, label
from engine.kontor.drawing.spots import card_spot
from engine.kontor.drawing.symbols import symbol
from engine.kontor.rules.board import AXES
from engine.kontor.text.phrases import Phrases
from engine.kontor.types.cards import CardFace, CardKind
from engine.kontor.types.view import KontorView, PileShown

MARGIN = 12
HEADING = 92
PANEL = 172
SMALL = 76
"""Side of the cards in a panel."""


def heading(view: KontorView, phrases: Phrases, width: int) -> str:
    """Return round and stage, or the result, with bank and canal pile at the right; ``HEADING`` high."""
    first, second, colour = (
        _result(view, view["outcome"], phrases) if view["outcome"] is not None else _stage(view, phrases)
    )
    parts = [label(first, MARGIN + 4, 44, 38, weight=700, fill=colour), label(second, MARGIN + 4, 78, 25)]
    pile = view["canal_pile"]
    if view["outcome"] is None:
        parts += [symbol("room", 228, 8, 43), label(_room(view), 278, 42, 28)]
    x = width - MARGIN - 144
    parts += [symbol("coin", x - 116, 22, 46), label(view["bank"], x - 62, 58, 36, weight=700), *_pile(pile, x, 8)]
    return "".join(parts)


def panels(view: KontorView, phrases: Phrases, width: int, top: int) -> tuple[str, int]:
    """Return the panels of all seats, two in a row, and where they end."""
    parts, each = [], (width - 3 * MARGIN) // 2
    height = PANEL + (62 if any(pile.get("cards") for pile in view["quay_piles"]) else 0)
    rows = (len(view["teams"]) + 1) // 2
    for seat in range(len(view["teams"])):
        x = MARGIN + (seat % 2) * (each + MARGIN)
        y = top + (seat // 2) * (height + MARGIN)
        parts.append(_panel(view, phrases, seat, x, y, each, height))
    return "".join(parts), top + rows * (height + MARGIN)


def hand(cards: Sequence[CardFace], width: int, top: int) -> tuple[str, int]:
    """Return the viewer's cards, and where they end."""
    size = min(104, (width - 2 * MARGIN) // max(1, len(cards)) - 8)
    left = (width - len(cards) * (size + 8) + 8) // 2
    parts = []
    for i, one in enumerate(cards):
        x = left + i * (size + 8)
        parts.append(card(one, x, top, size))
        parts.append(card_spot(one, x, top, size))
    return "".join(parts), top + size + 10


def seat_name(view: KontorView, phrases: Phrases, seat: int) -> str:
    """Return a seat's name: its colour, and its number where partners share a colour."""
    colour = phrases.say(f"colour.{view['colours'][view['teams'][seat]]}")
    alone = view["teams"].count(view["teams"][seat]) == 1
    return colour if alone else phrases.say("picture.partner", colour=colour, seat=seat)


def _room(view: KontorView) -> str:
    """Return how wide and how high the harbour is, ``5/7 × 7``: an axis that still grows with its limit."""
    sides = []
    for axis, limit in zip(AXES, (view["limits"]["width"], view["limits"]["height"]), strict=True):
        low, high = view["extent"][axis]
        sides.append(str(limit) if view["fixed"][axis] is not None else f"{high - low + 1}/{limit}")
    return " × ".join(sides)


def _stage(view: KontorView, phrases: Phrases) -> tuple[str, str, str]:
    return phrases.say("picture.round", round=view["round"]), _doing(view, phrases), INK


def _doing(view: KontorView, phrases: Phrases) -> str:
    """Return what the table waits for."""
    stage = view["stage"]
    if stage in ("choose", "contest"):
        return phrases.say(f"picture.stage.{stage}")
    if stage == "buy":
        return phrases.say("picture.stage.buy", left=view["special_pile"])
    if stage == "alone":
        alone = [seat for seat, choice in enumerate(view["played"]) if choice is None]
        if len(alone) > 1:
            seats = reduce(lambda one, other: phrases.say("pair", one=one, two=other), map(str, alone))
            return phrases.say("picture.stage.alone-several", seats=seats)
        return phrases.say("picture.stage.alone", seat=seat_name(view, phrases, alone[0]))
    what = "ship" if stage == "ship" else "lay"
    return phrases.say(f"picture.stage.{what}", seat=seat_name(view, phrases, view["due"][0]))


def _result(view: KontorView, outcome: Outcome, phrases: Phrases) -> tuple[str, str, str]:
    teams = sorted({view["teams"][seat] for seat in outcome["winners"]})
    why = phrases.reason(outcome["reason"])
    second = phrases.say("picture.ended", round=view["round"], reason=why)
    if len(teams) > 1:
        points = " : ".join(str(one) for one in view["scores"])
        return phrases.say("picture.draw", points=points), second, COLOURS["neutral"]
    colour = view["colours"][teams[0]]
    points = " : ".join(str(one) for one in (view["scores"] if teams[0] == 0 else view["scores"][::-1]))
    return phrases.say("picture.wins", colour=phrases.say(f"colour.{colour}"), points=points), second, COLOURS[colour]


def _panel(view: KontorView, phrases: Phrases, seat: int, x: int, y: int, width: int, height: int) -> str:
    team = view["teams"][seat]
    colour = view["colours"][team]
    acting = view["due"][:1] == [seat]
    parts = [
        box(
            x,
            y,
            width,
            height,
            round=10,
            fill=SHEET,
            stroke=GOLD if acting else FAINT,
            stroke_width=5 if acting else 1.5,
        ),
        box(x, y, width, 48, round=10, fill=COLOURS[colour]),
        box(x, y + 30, width, 18, fill=COLOURS[colour]),
        *_name(view, phrases, seat, x + 14, y),
        symbol("star", x + width - 96, y + 6, 36),
        label(view["scores"][team], x + width - 54, y + 36, 36, fill=WHITE, weight=700),
    ]
    if seat == view["seat"]:
        parts.append(box(x + width - 68, y + 58, 56, 29, round=14, fill=INK))
        parts.append(
            label(phrases.say("picture.you"), x + width - 40, y + 80, 23, fill=WHITE, weight=700, anchor="middle")
        )
    parts += _belongings(view, seat, x + 14, y + 58)
    parts += _piles(view, phrases, seat, x + 12, y + 92, width)
    open_pile = view["quay_piles"][seat].get("cards")
    if open_pile:
        parts += _open_pile([one["number"] for one in open_pile], x + 12, y + PANEL + 12)
    return "".join(parts)


def _name(view: KontorView, phrases: Phrases, seat: int, x: int, y: int) -> Iterator[str]:
    """The seat's name on its colour; partners share a colour and have one or two pips before the name, as on dice."""
    partners = [one for one, team in enumerate(view["teams"]) if team == view["teams"][seat]]
    if len(partners) == 1:
        yield label(seat_name(view, phrases, seat), x, y + 34, 29, fill=WHITE, weight=700)
        return
    for height in ((24,), (15, 33))[partners.index(seat)]:
        yield circle(x + 7, y + height, 6, fill=GOLD)
    yield label(seat_name(view, phrases, seat), x + 24, y + 33, 26, fill=WHITE, weight=700)


def _belongings(view: KontorView, seat: int, x: int, y: int) -> Iterator[str]:
    """Money, then how many cards of each kind the hand holds."""
    yield symbol("coin", x, y, 28)
    yield label(view["money"][seat], x + 34, y + 25, 30, weight=700)
    counts = view["hand_counts"][seat]
    colour = COLOURS[view["colours"][view["teams"][seat]]]
    x += 92
    fills: dict[CardKind, str] = {"quay": colour, "canal": WATER, "special": "#a8553d"}
    for kind, fill in fills.items():
        if kind == "special" and not counts[kind]:
            continue
        yield box(x, y + 2, 22, 26, round=4, fill=fill)
        yield label(counts[kind], x + 28, y + 25, 28, weight=600)
        x += 59


def _piles(view: KontorView, phrases: Phrases, seat: int, x: int, y: int, width: int) -> Iterator[str]:
    """The quay pile at the left, what was played this round at the right."""
    yield from _pile(view["quay_piles"][seat], x, y)
    choice, right = view["played"][seat], x + width - 24 - SMALL
    if choice is None:
        yield back(right, y, SMALL) + label("?", right + SMALL / 2, y + 50, 34, fill=FAINT, anchor="middle")
    elif "pass" in choice:
        yield back(right, y, SMALL) + label(
            phrases.say("picture.passed"), right + SMALL / 2, y + 46, 26, weight=600, anchor="middle"
        )
    else:
        yield card(choice["card"], right, y, SMALL) + symbol(choice["status"], right - 46, y + 20, 38)


def _pile(pile: PileShown, x: float, y: float) -> Iterator[str]:
    """A pile's top card with the number of its cards."""
    if pile["top"] is None:
        yield back(x, y, SMALL)
    else:
        shift = 4 if pile["count"] > 1 else 0
        yield box(x + 3 + shift, y + 3 + shift, SMALL - 6, SMALL - 6, round=7, fill=FAINT, stroke=INK, stroke_width=1)
        yield card(pile["top"], x, y, SMALL)
    yield label(f"×{pile['count']}", x + SMALL + 10, y + 48, 30, weight=600)


def _open_pile(numbers: Sequence[int | None], x: float, y: float) -> Iterator[str]:
    for line, start in enumerate(range(0, len(numbers), 10)):
        text = " ".join(str(number) for number in numbers[start : start + 10])
        yield label(text, x, y + 12 + line * 26, 22)

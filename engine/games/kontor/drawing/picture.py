"""The picture of the table: an old harbour chart with the cards on it, legible on a telephone; and the emblem.

One SVG, 720 units wide, or wider and lower where a client folds it (``data-folded``, docs/pictures.md). A view shows
each viewer only their own hand, and the picture shows nothing but the view and the players' names, as far as they are
known. It is plain SVG, see :mod:`engine.games.kontor.drawing`; the same view with the same names gives the same bytes.

Panels around the harbour: the heading with bank and canal pile, one per seat, and the viewer's own hand.
"""

import re
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from engine.contract import Outcome
from engine.games.kontor.drawing.chart import Chart, back, card, chart, preview
from engine.games.kontor.drawing.spots import card_spot, field_spots
from engine.games.kontor.drawing.symbols import (
    CARD,
    COLOURS,
    DRAWINGS,
    FAINT,
    GOLD,
    INK,
    PAPER,
    SHEET,
    WATER,
    WAVE,
    WHITE,
    definitions,
    label,
    symbol,
)
from engine.games.kontor.rules.board import AXES
from engine.games.kontor.text.phrases import Phrases
from engine.games.kontor.types.cards import CardFace, CardKind
from engine.games.kontor.types.view import KontorView, PileShown
from engine.kit.drawing.names import fitted, in_a_sentence
from engine.kit.drawing.svg import FAMILY, box, circle, framed, group, number, path, tag, told

MARGIN = 12
HEADING = 92
PANEL = 172
WIDTH = 720
SIDE = (WIDTH - 3 * MARGIN) // 2
"""The width of a panel."""
SMALL = 76
"""Side of the cards in a panel."""
GIVEN_UP = ("resigned", "abandoned")
"""Reasons of a result that has no points, because the rules have not ended the match."""
SMALLEST = 18
"""Smallest type size of a player's name before it is shortened."""
PIP = "•"


def heading(view: KontorView, phrases: Phrases, width: int) -> str:
    """Return round and stage, or the result, with bank and canal pile at the right; ``HEADING`` high."""
    first, second, colour = (
        _result(view, view["outcome"], phrases) if view["outcome"] is not None else _stage(view, phrases)
    )
    x = width - MARGIN - 144
    (first, large), (second, small) = fitted(first, x - 132, 38, 22), fitted(second, x - 132, 25, 19)
    parts = [label(first, MARGIN + 4, 44, large, weight=700, fill=colour), label(second, MARGIN + 4, 78, small)]
    pile = view["canal_pile"]
    if view["outcome"] is None:
        parts += [symbol("room", 228, 8, 43), label(_room(view), 278, 42, 28)]
        parts.append(told(phrases.say("legend.room"), 226, 6, 130, 44))
    parts += [symbol("coin", x - 116, 22, 46), label(view["bank"], x - 62, 58, 36, weight=700), *_pile(pile, x, 8)]
    said = phrases.say("picture.told.no-canals")
    if pile["top"] is not None:
        said = phrases.say(
            "picture.told.canals", n=pile["count"], card=phrases.explained(pile["top"], sails=view["ship"] is not None)
        )
    parts.append(told(phrases.say("picture.told.bank", n=view["bank"]), x - 118, 14, 112, 60))
    parts.append(told(said, x, 8, 144, SMALL))
    return "".join(parts)


def panels(view: KontorView, phrases: Phrases, top: int) -> tuple[str, int, int]:
    """Return the panels of all seats, two in a row; where they end, there and one below the other beside the harbour."""
    parts, each = [], SIDE
    height = PANEL + (62 if any(pile.get("cards") for pile in view["quay_piles"]) else 0)
    rows = (len(view["teams"]) + 1) // 2
    for seat in range(len(view["teams"])):
        x = MARGIN + (seat % 2) * (each + MARGIN)
        y = top + (seat // 2) * (height + MARGIN)
        beside = f"{WIDTH - x} {MARGIN + seat * (height + MARGIN) - y}"
        parts.append(tag("g", _panel(view, phrases, seat, x, y, each, height), data_beside=beside))
    return "".join(parts), top + rows * (height + MARGIN), MARGIN + len(view["teams"]) * (height + MARGIN)


def hand(
    cards: Sequence[CardFace], phrases: Phrases, top: int, lifted: int, beside: range, *, sails: bool
) -> tuple[str, int, int]:
    """Return the viewer's cards, where they end, and where they end in the folded picture.

    :param lifted: how far they move there if they stay below the harbour.
    :param beside: the room beside the harbour, below the panels, where they lie in rows if they fit.
    :param sails: whether there is a ship to move.
    """
    size = min(104, (WIDTH - 2 * MARGIN) // max(1, len(cards)) - 8)
    step = size + 8
    left, row = (WIDTH - len(cards) * step + 8) // 2, (SIDE + 8) // step
    end = beside.start + -(-len(cards) // row) * step
    parts = []
    for i, one in enumerate(cards):
        x = left + i * step
        moved = (0, lifted) if end > beside.stop else (WIDTH + i % row * step - x, beside.start + i // row * step - top)
        drawn = card(one, x, top, size) + card_spot(one, phrases, x, top, size, sails=sails)
        parts.append(tag("g", drawn, data_beside=f"{moved[0]} {number(moved[1])}"))
    below = top + size + 10
    return "".join(parts), below, below + lifted if end > beside.stop else end


def seat_name(view: KontorView, phrases: Phrases, seat: int) -> str:
    """Return a seat's name: its colour, and its pips where partners share a colour."""
    team = view["teams"][seat]
    colour = phrases.say(f"colour.{view['colours'][team]}")
    partners = [one for one, its in enumerate(view["teams"]) if its == team]
    if len(partners) == 1:
        return colour
    return phrases.say("picture.partner", colour=colour, pips=PIP * (partners.index(seat) + 1))


def who(view: KontorView, phrases: Phrases, seat: int) -> str:
    """Return a seat's name for a picture's sentence: the player's, if known."""
    return in_a_sentence(phrases.player(seat)) or seat_name(view, phrases, seat)


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
    """Return the line that says whom the table waits for."""
    stage = view["stage"]
    if stage in ("choose", "contest"):
        return phrases.say(f"picture.stage.{stage}")
    if stage == "buy":
        return phrases.say("picture.stage.buy", left=view["special_pile"])
    seat = view["played"].index(None) if stage == "alone" else view["due"][0]
    what = stage if stage in ("alone", "ship") else "lay"
    if seat == view["seat"]:
        return phrases.say(f"picture.stage.{what}-you")
    return phrases.say(f"picture.stage.{what}", seat=who(view, phrases, seat))


def _result(view: KontorView, outcome: Outcome, phrases: Phrases) -> tuple[str, str, str]:
    teams = sorted({view["teams"][seat] for seat in outcome["winners"]})
    why = phrases.reason(outcome["reason"])
    second = phrases.say("picture.ended", round=view["round"], reason=why)
    if len(teams) > 1:
        points = " : ".join(str(one) for one in view["scores"])
        return phrases.say("picture.draw", points=points), second, COLOURS["neutral"]
    colour = view["colours"][teams[0]]
    named = [in_a_sentence(phrases.player(seat)) for seat in outcome["winners"]]
    winner = phrases.together(named) if named and all(named) else phrases.say(f"colour.{colour}")
    you = "-you" if outcome["winners"] == [view["seat"]] else ""
    if outcome["reason"] in GIVEN_UP:
        return phrases.say(f"picture.wins-given-up{you}", colour=winner), second, COLOURS[colour]
    points = " : ".join(str(one) for one in (view["scores"] if teams[0] == 0 else view["scores"][::-1]))
    return phrases.say(f"picture.wins{you}", colour=winner, points=points), second, COLOURS[colour]


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
        *_name(view, phrases, seat, x + 14, y, width - 124),
        symbol("star", x + width - 96, y + 6, 36),
        label(view["scores"][team], x + width - 54, y + 36, 36, fill=WHITE, weight=700),
    ]
    if seat == view["seat"]:
        parts.append(box(x + width - 68, y + 58, 56, 29, round=14, fill=INK))
        parts.append(
            label(phrases.say("picture.you"), x + width - 40, y + 80, 23, fill=WHITE, weight=700, anchor="middle")
        )
    n, places = view["scores"][team], view["counting"]["places"]
    rule = "picture.told.points-largest" if places else "picture.told.points"
    parts.append(told(phrases.say(rule, name=who(view, phrases, seat), n=n, places=places), x + width - 100, y, 96, 48))
    parts += _belongings(view, phrases, seat, x + 14, y + 58)
    parts += _piles(view, phrases, seat, x + 12, y + 92, width)
    open_pile = view["quay_piles"][seat].get("cards")
    if open_pile:
        parts += _open_pile([one["number"] for one in open_pile], x + 12, y + PANEL + 12)
        order = phrases.say("picture.told.order", name=who(view, phrases, seat))
        parts.append(told(order, x + 4, y + PANEL - 8, width - 8, height - PANEL + 4))
    return "".join(parts)


def _name(view: KontorView, phrases: Phrases, seat: int, x: int, y: int, room: int) -> Iterator[str]:
    """Draw a name on the seat's colour; partners share a colour and have one or two pips before the name, as on dice."""
    partners = [one for one, team in enumerate(view["teams"]) if team == view["teams"][seat]]
    said = phrases.player(seat) or seat_name(view, phrases, seat)
    if len(partners) == 1:
        name, size = fitted(said, room, 29, SMALLEST)
        yield label(name, x, y + 34, size, fill=WHITE, weight=700)
    else:
        for height in ((24,), (15, 33))[partners.index(seat)]:
            yield circle(x + 7, y + height, 6, fill=GOLD)
        name, size = fitted(said, room - 24, 26, SMALLEST)
        yield label(name, x + 24, y + 33, size, fill=WHITE, weight=700)
    if phrases.player(seat):
        colour = phrases.say(f"colour.{view['colours'][view['teams'][seat]]}")
        yield told(phrases.say("picture.told.seat", name=phrases.player(seat), colour=colour), x - 10, y, room + 10, 48)


def _belongings(view: KontorView, phrases: Phrases, seat: int, x: int, y: int) -> Iterator[str]:
    """Money, then how many cards of each kind the hand holds."""
    name = who(view, phrases, seat)
    yield symbol("coin", x, y, 28)
    yield label(view["money"][seat], x + 34, y + 25, 30, weight=700)
    yield told(phrases.say("picture.told.money", name=name, n=view["money"][seat]), x - 4, y - 4, 90, 36)
    counts = view["hand_counts"][seat]
    colour = COLOURS[view["colours"][view["teams"][seat]]]
    x += 92
    fills: dict[CardKind, str] = {"quay": colour, "canal": WATER, "special": "#a8553d"}
    for kind, fill in fills.items():
        if kind == "special" and not counts[kind]:
            continue
        yield box(x, y + 2, 22, 26, round=4, fill=fill)
        yield label(counts[kind], x + 28, y + 25, 28, weight=700)
        yield told(phrases.say(f"picture.told.in-{kind}", name=name, n=counts[kind]), x - 2, y - 4, 57, 36)
        x += 59


def _piles(view: KontorView, phrases: Phrases, seat: int, x: int, y: int, width: int) -> Iterator[str]:
    """The quay pile at the left, what was played this round at the right."""
    pile, name = view["quay_piles"][seat], who(view, phrases, seat)
    yield from _pile(pile, x, y)
    said = phrases.say("picture.told.empty", name=name)
    if pile["top"] is not None:
        said = phrases.say(
            "picture.told.pile",
            name=name,
            n=pile["count"],
            card=phrases.explained(pile["top"], sails=view["ship"] is not None),
        )
    yield told(said, x, y, 130, SMALL)
    choice, right = view["played"][seat], x + width - 24 - SMALL
    if choice is None:
        said = phrases.say("picture.told.unseen", name=name)
        yield back(right, y, SMALL) + label("?", right + SMALL / 2, y + 50, 34, fill=FAINT, anchor="middle")
    elif "pass" in choice:
        said = phrases.say("picture.told.passed", name=name)
        yield back(right, y, SMALL) + label(
            phrases.say("picture.passed"), right + SMALL / 2, y + 46, 26, weight=700, anchor="middle"
        )
    else:
        unlaid = choice["status"] == "waiting" and view["outcome"] is not None
        sign = "" if unlaid else symbol(choice["status"], right - 46, y + 20, 38)
        yield card(choice["card"], right, y, SMALL) + sign
        why = phrases.say("picture.told.unlaid" if unlaid else f"legend.{choice['status']}")
        said = phrases.say(
            "picture.told.played",
            name=name,
            card=phrases.explained(choice["card"], sails=view["ship"] is not None),
            why=why,
        )
    yield told(said, right - 50, y, SMALL + 50, SMALL)


def _pile(pile: PileShown, x: float, y: float) -> Iterator[str]:
    """A pile's top card with the number of its cards."""
    if pile["top"] is None:
        yield back(x, y, SMALL)
    else:
        shift = 4 if pile["count"] > 1 else 0
        yield box(x + 3 + shift, y + 3 + shift, SMALL - 6, SMALL - 6, round=7, fill=FAINT, stroke=INK, stroke_width=1)
        yield card(pile["top"], x, y, SMALL)
    yield label(f"×{pile['count']}", x + SMALL + 10, y + 48, 30, weight=700)


def _open_pile(numbers: Sequence[int | None], x: float, y: float) -> Iterator[str]:
    for line, start in enumerate(range(0, len(numbers), 10)):
        text = " ".join(str(number) for number in numbers[start : start + 10])
        yield label(text, x, y + 12 + line * 26, 22)


def emblem() -> str:
    """Return the emblem of the game as an SVG document."""
    waves = "M6 16 q5 -6 10 0 t10 0 t10 0 M64 58 q5 -6 10 0 t10 0 t10 0 M60 24 q5 -6 10 0 t10 0"
    return framed(
        path(waves, stroke=WAVE, stroke_width=3),
        group(DRAWINGS["vessel"], x=17, y=4, scale=0.62),
        _quay("red", "wine", 6),
        _quay("black", "tea", 54),
        ground=WATER,
    )


def _quay(owner: str, goods: str, x: float) -> str:
    return (
        box(x, 62, 40, 46, round=5, fill=CARD, stroke=INK, stroke_width=2)
        + box(x + 1, 63, 38, 10, round=4, fill=COLOURS[owner])
        + group(DRAWINGS[goods], x=x + 8, y=74, scale=0.24)
    )


USED = re.compile(r'href="#kontor-([a-z-]+)"')


def picture(view: KontorView, phrases: Phrases) -> str:
    """Return the table as an SVG document, its words from the phrases of one language."""
    layout = Chart.laid_out(view, WIDTH, HEADING)
    parts = [heading(view, phrases, WIDTH), chart(layout), preview(layout), *field_spots(layout, phrases)]
    top = layout.bottom + MARGIN // 2
    seats, bottom, beside = panels(view, phrases, top)
    parts.append(seats)
    lifted = top - bottom  # what stands below the panels, where they lie beside the harbour
    low = top
    own = None if view["seat"] is None else view["hands"][view["seat"]]
    if own:
        room, sails = range(beside, int(top)), view["ship"] is not None
        cards, bottom, low = hand(own, phrases, bottom + 4, lifted, room, sails=sails)
        parts.append(cards)
    drawn = "".join(parts)
    return tag(
        "svg",
        tag("title", escape(_title(view, phrases))),
        tag("desc", escape(_description(view, phrases))),
        definitions(set(USED.findall(drawn))),
        box(0, 0, WIDTH, bottom, fill=PAPER),
        tag("g", drawn, font_family=FAMILY, fill=INK),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(bottom)}",
        role="img",
        data_folded=f"0 0 {WIDTH + SIDE + MARGIN} {number(max(low, beside, top))}",
    )


def _title(view: KontorView, phrases: Phrases) -> str:
    return phrases.say("picture.title" if view["outcome"] is None else "picture.title-over", round=view["round"])


def _description(view: KontorView, phrases: Phrases) -> str:
    """Return the picture in words, for those who cannot see it."""
    seats = [
        phrases.say(
            "picture.seat", colour=who(view, phrases, seat), points=view["scores"][team], coins=view["money"][seat]
        )
        for seat, team in enumerate(view["teams"])
    ]
    closed = sum(sector["closed"] for sector in view["sectors"])
    harbour = phrases.say("picture.harbour", cards=len(view["board"]), sectors=len(view["sectors"]), closed=closed)
    return " ".join((*seats, harbour))

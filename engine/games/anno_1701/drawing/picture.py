"""The picture of the table: both settlements and what lies between them, legible on a telephone; and the emblem.

One SVG, 720 units wide, drawn from the view alone; the viewer's settlement is at the top, or at the left where a client
folds the picture for a wide window (``data-folded``, docs/pictures.md). Settlements go by their side and by their players' names,
as far as they are known. The same view with the same names gives the same bytes.

Between the settlements lie the last rolls, piles, supply, bank, discard, voyage, and the cards being looked at.
"""

import re
import textwrap
from collections.abc import Sequence
from xml.sax.saxutils import escape

from engine.games.anno_1701.drawing.settlement import NUMERALS, described, rows, settlement
from engine.games.anno_1701.drawing.signs import (
    EDGE,
    FAINT,
    GOODS,
    INK,
    MARGIN,
    PAPER,
    PREFIX,
    SEA,
    WHITE,
    WIDTH,
    definitions,
    drawn,
    frame,
    label,
    over,
    sign,
)
from engine.games.anno_1701.text.phrases import Phrases
from engine.games.anno_1701.types.cards import ExpansionCard
from engine.games.anno_1701.types.view import Anno1701View
from engine.kit.drawing.names import fitted
from engine.kit.drawing.svg import FAMILY, box, framed, group, number, path, tag, told

LEVELS = ("settler", "citizen", "merchant")
ROW = 34
LAST = 4
"""Maximum number of voyage cards shown, the most recently met."""
LETTERS = 62


def between(view: Anno1701View, phrases: Phrases, y: float) -> tuple[str, float]:
    """Return the middle of the table, and its lower end."""
    top, parts = y, list[str]()
    said = _now(view, phrases)
    shown, size = fitted(said, WIDTH - 2 * MARGIN - 74, 23, 17)
    parts.append(label(shown, MARGIN + 12, y + 31, size, bold=True))
    if view["roll"]:
        event = phrases.name(view["roll"]["event"])
        rolled = phrases.say("picture.told.rolled", number=view["roll"]["number"], event=event)
        parts.append(told(rolled, MARGIN + 4, y, WIDTH - 2 * MARGIN - 8, 44))
        parts.append(sign(f"die-{view['roll']['number']}", WIDTH - MARGIN - 30, y + 24, 1.4))
    y += 46
    for place, (name, count) in enumerate(view["piles"].items()):
        parts.append(_pile(name, count, phrases, MARGIN + 10 + 114 * place, y))
    y += 66
    drawn, y = _supply(view, phrases, y)
    parts.append(drawn)
    lines = _lines(view, phrases)
    parts += [label(line, MARGIN + 12, y + 22 + 28 * number, 20) for number, line in enumerate(lines)]
    if view["discard"]:
        top_cards = phrases.listed([described(card, phrases) for card in reversed(view["discard"])][:3])
        parts.append(
            told(phrases.say("picture.told.discard", list=top_cards), MARGIN + 4, y, WIDTH - 2 * MARGIN - 8, 28)
        )
    y += 28 * len(lines) + 8
    drawn = frame(MARGIN, top, WIDTH - 2 * MARGIN, y - top, fill="#e6eee9", stroke=SEA) + "".join(parts)
    seen, y = _seen(view, phrases, y + 8)
    return drawn + seen, y + 10


def _now(view: Anno1701View, phrases: Phrases) -> str:
    if view["outcome"] is not None:
        winners = [phrases.who(seat, view["players"][seat]["side"]) for seat in view["outcome"]["winners"]]
        why = phrases.say(f"reason.{view['outcome']['reason']}")
        return phrases.say("picture.over", winners=phrases.listed(winners), why=why)
    if view["roll"]:
        event = phrases.name(view["roll"]["event"])
        return phrases.say("picture.rolled", turn=view["turn"], number=view["roll"]["number"], event=event)
    return phrases.say("picture.before")


def _pile(name: str, count: int, phrases: Phrases, x: float, y: float) -> str:
    title = phrases.say("picture.pile", pile=f"{NUMERALS[int(name[0])]}{name[1]}", n=count)
    parts = [
        box(x, y, 106, 56, round=9, fill="#d9c3a0", stroke=EDGE, stroke_width=2),
        sign("back", x + 22, y + 28, 1.5),
        label(f"{NUMERALS[int(name[0])]}{name[1]}", x + 44, y + 26, 21, bold=True),
        label(phrases.say("picture.left", n=count), x + 44, y + 48, 20, fill=FAINT),
    ]
    return "".join(parts) + over(f"pile-{name}", title, x, y, 106, 56)


def _supply(view: Anno1701View, phrases: Phrases, y: float) -> tuple[str, float]:
    """Return the inhabitants in the supply with what an upgrade costs, and the goods of the bank."""
    parts, x = list[str](), float(MARGIN + 12)
    for place, level in enumerate(LEVELS):
        name = phrases.titled(phrases.name(level))
        left = x + 226 * place
        parts.append(
            label(phrases.say("picture.supply", name=name, n=view["supply"][level]), left, y + 22, 20, bold=True)
        )
        parts += [sign(good, left + 13 + 27 * i, y + 42, 1) for i, good in enumerate(phrases.upgrade_cost(level))]
        cost, n = phrases.goods(phrases.upgrade_cost(level)), view["supply"][level]
        parts.append(told(phrases.say("picture.told.supply", name=name, n=n, cost=cost), left - 4, y, 222, 60))
    y += 64
    bank = phrases.say("picture.bank")
    parts.append(label(bank, MARGIN + 12, y + 27, 20, bold=True))
    x = MARGIN + 30 + 11 * len(bank)
    for good in (*GOODS, "G"):
        parts.append(box(x, y, 50, 38, round=19, fill=GOODS.get(good, "#f8e7b5"), stroke=EDGE, stroke_width=1.4))
        parts.append(sign(good, x + 25, y + 19, 1.1))
        if view["seat"] is not None:
            said = phrases.say("picture.of-bank", good=phrases.titled(phrases.name(good)))
            parts.append(over(f"bank-{good}", said, x, y, 50, 38))
        x += 56
    return "".join(parts), y + 46


def _lines(view: Anno1701View, phrases: Phrases) -> list[str]:
    """Return discard and voyage in words."""
    top = [phrases.name(card["kind"]) for card in reversed(view["discard"])][:3]
    lines = [phrases.say("picture.discard", n=len(view["discard"]), list=phrases.listed(top))]
    voyage = view["voyage"]
    if voyage is not None:
        left = voyage["speed"] - len(voyage["seen"])
        lines.append(phrases.say("picture.voyage", speed=voyage["speed"], strength=voyage["strength"], left=left))
        lines += [phrases.meeting(card["id"]) for card in voyage["seen"][-LAST:]]
    return [part for line in lines for part in textwrap.wrap(line, LETTERS, subsequent_indent="  ")]


def _seen(view: Anno1701View, phrases: Phrases, y: float) -> tuple[str, float]:
    """Return the cards of a pile or hand that the viewer looks at while choosing."""
    seen = view["seen"]
    if seen is None:
        return "", y
    if "hand" in seen:
        cards: Sequence[tuple[int, ExpansionCard]] = list(enumerate(seen["hand"]))
    else:
        cards = [(one["slip"], one["card"]) for one in seen["slips"]]
    drawn, places, end = rows([card for _, card in cards], phrases, y + 36, fill="#fff6d8")
    parts = [label(phrases.say("table.seen"), MARGIN, y + 24, 22, bold=True), drawn]
    for (place, card), (x, top, height) in zip(cards, places, strict=True):
        parts.append(over(f"seen-{place}", described(card, phrases), x, top, 228, height))
    return "".join(parts), end


LANDS = (("H", 4), ("N", 38), ("Z", 72))
"""Wood, food and brick, from left to right."""


def emblem() -> str:
    """Return the emblem of the game as an SVG document."""
    signs = drawn()
    waves = "M6 18 q5 -5 10 0 t10 0 M72 26 q5 -5 10 0 t10 0 M70 54 q5 -5 10 0 t10 0"
    lands = [
        path(f"M{x - 6} 104 V78 Q{x + 12} 60 {x + 30} 78 V104 Z", fill=GOODS[good], stroke=WHITE, stroke_width=2)
        + group(signs[good], x=x + 12, y=86, scale=0.95)
        for good, x in LANDS
    ]
    return framed(
        path(waves, stroke="#9cc6d6", stroke_width=3), group(signs["sails"], x=47, y=36, scale=2.5), *lands, ground=SEA
    )


USED = re.compile(rf'href="#{PREFIX}([A-Za-z0-9-]+)"')
DEFINED = definitions()


def picture(view: Anno1701View, phrases: Phrases) -> str:
    """Return the table as an SVG document, labelled in one language."""
    near = 1 if view["seat"] is None else view["seat"]
    own, y = settlement(view, phrases, near, 10)
    middle, cut = between(view, phrases, y + 6)
    far, foot = settlement(view, phrases, 1 - near, cut + 6)
    drawn = own + middle + far
    second_top = 10 - (cut + 6)
    used = set(USED.findall(drawn))
    return tag(
        "svg",
        tag("title", phrases.say("picture.title", turn=view["turn"])),
        tag("desc", escape(_description(view, phrases))),
        tag("defs", *(sign for name, sign in DEFINED.items() if name in used)),
        box(0, 0, WIDTH, foot, fill=PAPER),
        tag("g", own, middle, font_family=FAMILY, fill=INK),
        tag("g", far, font_family=FAMILY, fill=INK, data_beside=f"{WIDTH} {number(second_top)}"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(foot)}",
        role="img",
        data_folded=f"0 0 {2 * WIDTH} {number(max(cut + 10, foot + second_top))}",
    )


def _description(view: Anno1701View, phrases: Phrases) -> str:
    """Return the picture in words, for those who cannot see it."""
    return " ".join(
        phrases.say(
            "picture.player",
            side=phrases.who(seat, one["side"]),
            points=one["points"],
            gold=sum(one["gold"]),
            buildings=len(one["buildings"]),
        )
        for seat, one in enumerate(view["players"])
    )

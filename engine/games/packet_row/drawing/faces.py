"""Cards as they lie on the boards: a band with cost and value, and below it the content."""

from collections.abc import Mapping

from engine.games.packet_row.cards import GOODS
from engine.games.packet_row.drawing.signs import BANDS, CARD, INK, LINE, SEATS, WHITE, sign
from engine.games.packet_row.text.phrases import Phrases
from engine.games.packet_row.types.cards import BuildingCard, Good, PersonCard, ShipCard, ShownCard
from engine.games.packet_row.types.view import TakenView
from engine.kit.drawing.svg import box, group, path, text

HEIGHT, BAND = 112, 34
NARROW = 110
"""The width below which cards leave out details: with four players there are five on a board."""

ADVANCE = 0.53
"""Width of a bold digit or dollar sign of the picture's font, in parts of its size."""


def face(card: ShownCard, phrases: Phrases, x: float, y: float, width: float) -> str:
    """Return a card, its upper left corner at (x, y)."""
    colour = BANDS[card["kind"]]
    parts = [
        box(0, 0, width, HEIGHT, fill=CARD, round=8),
        path(f"M0 {BAND} V8 Q0 0 8 0 H{width - 8} Q{width} 0 {width} 8 V{BAND} Z", fill=colour),
        _band(card, width),
        _body(card, phrases, width),
        box(0, 0, width, HEIGHT, stroke=INK, stroke_width=2.5, round=8),
    ]
    return group(*parts, x=x, y=y)


def empty(x: float, y: float, width: float, taken: TakenView | None, phrases: Phrases) -> str:
    """Return a place without a card; if one was taken, with the pawn of the seat that took it and the card's name."""
    parts = [box(0, 0, width, HEIGHT, stroke=LINE, stroke_width=2.5, dashes="7 6", round=8)]
    if taken is not None:
        seat = taken["seat"]
        parts.append(sign(f"pawn-{seat}", width / 2 - 32, 4, 64))
        parts.append(text(seat + 1, width / 2, 35, 26, fill=WHITE, weight=700, anchor="middle"))
        parts += _lines(brief(taken["shown"], phrases), width, 86, SEATS[seat])
    return group(*parts, x=x, y=y)


def brief(card: ShownCard, phrases: Phrases) -> str:
    """Return a card's name in a few letters."""
    if card["kind"] == "contract":
        return f"{card['destination']} {card['reward']} $"
    return phrases.named(card["name"])


def _band(card: ShownCard, width: float) -> str:
    dollar = "$" if width < NARROW else " $"
    if card["kind"] == "contract":
        left = sign(f"flag-{card['destination']}", 5, 2, 30)
        return left + text(f"{card['reward']}{dollar}", width - 7, 26, 25, fill=WHITE, weight=700, anchor="end")
    if card["kind"] == "ship":
        return text(card["destination"], width / 2, 26, 25, fill=WHITE, weight=700, anchor="middle")
    if card["kind"] == "building":
        return _building_band(f"{card['cost']}{dollar}", str(card["vp"]), width)
    if card["cost"]:
        return text(f"{card['cost']} $", 8, 26, 25, fill=WHITE, weight=700)
    if card["kind"] == "money":
        return text(f"+{card['amount']} $", width - 8, 26, 25, fill=WHITE, weight=700, anchor="end")
    return ""


def _building_band(price: str, points: str, width: float) -> str:
    """Return price, hat and points side by side, the figures as large as the card has room for."""
    hat, gap, margin = (20 if width < NARROW else 24), 3, 6
    room = width - 2 * margin - 2 * gap - hat
    size = min(25, int(room / (ADVANCE * len(price + points))))
    hat_left = width - margin - ADVANCE * size * len(points) - gap - hat
    return (
        text(price, margin, 26, size, fill=WHITE, weight=700)
        + sign("hat", round(hat_left, 1), 7, hat)
        + text(points, width - margin, 26, size, fill=WHITE, weight=700, anchor="end")
    )


def _body(card: ShownCard, phrases: Phrases, width: float) -> str:
    """Return what is drawn below the band; persons are drawn as what they are."""
    match card["kind"]:
        case "contract":
            drawn = demand(card["demand"], width / 2, BAND + 4, 34)
        case "ship":
            drawn = _ship(card, width)
        case "goods":
            drawn = _units(card["good"], card["units"], width)
        case "gold":
            drawn = _units("bar", card["units"], width)
        case "money":
            drawn = sign("bag", width / 2 - 34, 40, 68)
        case "building":
            drawn = _building(card, phrases, width)
        case _:
            drawn = _person(card, phrases, width)
    return drawn


def _person(card: PersonCard, phrases: Phrases, width: float) -> str:
    name = phrases.named(card["name"])
    said = text(name, width / 2, 105, min(17, int((width - 8) / (0.6 * len(name)))), weight=700, anchor="middle")
    return sign(card["kind"], width / 2 - 27, 36, 54) + said


def _ship(card: ShipCard, width: float) -> str:
    return sign("ship", width / 2 - 36, 38, 72) + sign(f"flag-{card['destination']}", width / 2 - 2, 42, 38)


def _building(card: BuildingCard, phrases: Phrases, width: float) -> str:
    return sign("house", width / 2 - 21, 36, 42) + "".join(_lines(phrases.named(card["name"]), width, 91, INK))


def demand(units: Mapping[Good, int], middle: float, y: float, size: float) -> str:
    """Return what a contract demands, centred: numbers with the goods, one below the other."""
    rows = []
    for row, good in enumerate(good for good in GOODS if good in units):
        top = y + row * 36 if len(units) > 1 else y + 16
        rows.append(text(units[good], middle - 6, top + 28, 31, weight=700, anchor="end"))
        rows.append(sign(good, middle + 2, top, size))
    return "".join(rows)


def _units(name: str, units: int, width: float) -> str:
    size = (58, 46, 40)[min(units, 3) - 1]
    pitch = min(size - 6, (width - 8 - size) / max(1, units - 1))
    left = width / 2 - size / 2 - pitch * (units - 1) / 2
    top = BAND + (HEIGHT - BAND - size) / 2
    return "".join(sign(name, left + pitch * number, top, size) for number in range(units))


def _lines(said: str, width: float, y: float, colour: str) -> list[str]:
    """Return a name on one or two centred lines."""
    words = said.replace(" $", "\N{NO-BREAK SPACE}$").split(" ")
    if len(said) * 9 < width or len(words) == 1:
        size = min(16, int((width - 8) / (0.6 * len(said))))
        return [text(said, width / 2, y + 8, size, fill=colour, weight=700, anchor="middle")]
    half = (len(words) + 1) // 2
    first, second = " ".join(words[:half]), " ".join(words[half:])
    return [
        text(first, width / 2, y, 16, fill=colour, weight=700, anchor="middle"),
        text(second, width / 2, y + 15, 16, fill=colour, weight=700, anchor="middle"),
    ]

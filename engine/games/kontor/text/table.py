"""The table as plain text of at most 72 columns, complete enough to play from without the picture; and in few lines for letters.

The harbour is a grid of cells between bars, two lines each; narrow, with one line for a row where that fits. In a proportional
typeface, where columns do not line up, the cells can still be counted. What the grid cannot hold is listed below it: sectors
with their warehouses, limits, money, piles, what was played, the viewer's hand, and what is asked.

Letters get the harbour by rows, sectors, players, and the hand where no choice lists it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.games.kontor.drawing.chart import window
from engine.games.kontor.rules.board import AXES
from engine.games.kontor.rules.fields import spot
from engine.games.kontor.rules.scoring import majority
from engine.games.kontor.rules.view import shown_card
from engine.games.kontor.text.phrases import Phrases, team_names
from engine.games.kontor.types.cards import WATER, CardType
from engine.games.kontor.types.state import Place
from engine.games.kontor.types.view import FieldShown, KontorView, PileShown, SectorShown
from engine.kit.text.phrases import wrapped

COLUMNS = 72
"""Of the whole text."""
NARROWEST, WIDEST = 4, 7
"""Columns of a cell: four hold every sign a card needs; more only add space."""

MARGIN = 4
SHIP = "<=>"


def grid(view: KontorView, phrases: Phrases) -> list[str]:
    """Return the lines of the harbour, columns named above, rows at the left."""
    (left, right), (top, bottom) = window(view, "x"), window(view, "y")
    xs = range(left, right + 1)
    width = max(NARROWEST, min(WIDEST, (COLUMNS - MARGIN - 1) // len(xs) - 1))
    cells = _cells(view, phrases, width)
    rule = " " * MARGIN + "+" + ("-" * width + "+") * len(xs)
    lines = [(" " * MARGIN + " " + " ".join(f"{x:^{width}}" for x in xs)).rstrip(), rule]
    for y in range(top, bottom + 1):
        row = [cells.get((x, y), ("", "")) for x in xs]
        for label, part in ((str(y), 0), ("", 1)):
            lines.append(f"{label:>{MARGIN - 1}} |" + "|".join(_fit(cell[part], width) for cell in row) + "|")
        lines.append(rule)
    return lines


def _cells(view: KontorView, phrases: Phrases, width: int) -> dict[tuple[int, int], tuple[str, str]]:
    """Return the two lines of each field that is occupied or free for a card."""
    cells = {spot(one["at"]): _card_cell(view, one, phrases, width) for one in view["board"]}
    return cells | {spot(at): ("", _free_sign(view, at, phrases)) for at in view["placeable"]}


@dataclass(frozen=True)
class Grid:
    """The lines of a grid, and which marks occur in it, by what they are called in the phrases."""

    lines: list[str]
    marks: list[str]


def narrow_grid(view: KontorView, phrases: Phrases) -> Grid:
    """Return the harbour without lines between its rows, as narrow as a letter needs."""
    (left, right), (top, bottom) = window(view, "x"), window(view, "y")
    xs, ys = range(left, right + 1), range(top, bottom + 1)
    told = _cells(view, phrases, WIDEST)
    rows = [[_on_one_line(told.get((x, y), ("", ""))) for x in xs] for y in ys]
    widths = [max(len(str(x)), *(len(row[i]) for row in rows)) for i, x in enumerate(xs)]
    if MARGIN + 1 + sum(widths) + len(widths) <= COLUMNS:
        head = " " * (MARGIN + 1) + " ".join(f"{x:^{width}}" for x, width in zip(xs, widths, strict=True)).rstrip()
        return Grid([head, *(_line(str(y), row, widths) for y, row in zip(ys, rows, strict=True))], _marks(view, told))
    width = max(NARROWEST, min(WIDEST, (COLUMNS - MARGIN - 1) // len(xs) - 1))
    told = _cells(view, phrases, width)
    lines = [(" " * (MARGIN + 1) + " ".join(f"{x:^{width}}" for x in xs)).rstrip()]
    for y in ys:
        row = [told.get((x, y), ("", "")) for x in xs]
        lines += [
            f"{label:>{MARGIN - 1}} |" + "|".join(_fit(cell[part], width) for cell in row) + "|"
            for label, part in ((str(y), 0), ("", 1))
            if any(cell[part] for cell in row) or part == 0
        ]
    return Grid(lines, _marks(view, told))


def _on_one_line(cell: tuple[str, str]) -> str:
    """Return a cell's two lines as one; water is filled with ``~`` only where it has two."""
    above, below = cell
    if above.startswith("~"):
        above, below = "~" + above.strip("~"), below.strip("~")
    return f"{above} {below}".strip()


def _line(label: str, row: list[str], widths: list[int]) -> str:
    cells = "|".join(f"{text:^{width}}" for text, width in zip(row, widths, strict=True))
    return f"{label:>{MARGIN - 1}} |{cells}|"


def _marks(view: KontorView, told: dict[tuple[int, int], tuple[str, str]]) -> list[str]:
    """Return which marks are in the cells, in the order in which a legend tells them."""
    free = {told[spot(at)][1] for at in view["placeable"]}
    barred = {view["colours"][one["team"]] for one in view["barred"] if one["at"] in view["placeable"]}
    found = {
        "moored": view["ship"] is not None,
        "closed": any("#" in above for above, _ in told.values()),
        "fresh": any("*" in above for above, _ in told.values()),
        "free": "." in free,
        "barred-red": "red" in barred,
        "barred-black": "black" in barred,
        "undivided": "!~" in free,
    }
    return [mark for mark, there in found.items() if there]


def _fit(text: str, width: int) -> str:
    return text.center(width, "~") if text.startswith("~") else text.center(width)


def _card_cell(view: KontorView, place: FieldShown, phrases: Phrases, width: int) -> tuple[str, str]:
    """Return the two lines of a card: owner, number and marks; then type, goods and symbol."""
    card, at = place["card"], place["at"]
    fresh = "*" if at in view["last"]["laid"] else ""
    number = "" if card["number"] is None else str(card["number"])
    if card["type"] in WATER:
        ship = view["ship"] == at
        name = number or phrases.letter(card["type"])
        below = phrases.letter(card["symbol"]) or (phrases.letter(card["type"]) if number else "")
        return f"~{name}{fresh}" + "~" * (not fresh), SHIP if ship else f"~{below}~"
    sector = None if place["sector"] is None else view["sectors"][place["sector"]]
    closed = "#" if sector is not None and sector["closed"] else ""
    owner = phrases.letter(card["owner"])
    goods = "".join(phrases.letter(letter) for letter in card["goods"])
    below = phrases.letter(card["type"]) + goods + phrases.letter(card["symbol"])
    # Owner, number and one mark fill the narrowest cell; what is both closed and just laid keeps the lasting mark.
    marks = closed + fresh if len(owner + number) + 2 <= width else closed or fresh
    return owner + number + marks, below


def _free_sign(view: KontorView, at: Place, phrases: Phrases) -> str:
    barred = [phrases.letter(view["colours"][one["team"]]) for one in view["barred"] if one["at"] == at]
    if at in view["undivided"]:
        return "!~"
    return "".join(sorted(barred)) + "!" if barred else "."


SIGNED: tuple[CardType, ...] = ("anchor", "crane", "pub", "flood", "bridge", "customs")
"""Cards that are shown by a sign of three letters."""


def plain_table(view: KontorView, names: Sequence[str], phrases: Phrases, preset: str) -> str:
    """Return the table as this view shows it; ``names`` are the players' names by seat, ``preset`` the preset's name."""
    turn = view["round"]
    parts = [[phrases.say("table.title" if view["outcome"] is None else "table.over", preset=preset, round=turn)]]
    parts.append(grid(view, phrases))
    parts.append([line for sentence in _below_the_grid(view, phrases) for line in _wrap(sentence)])
    parts.append(_section(phrases.say("table.sectors"), _sectors(view, names, phrases), phrases))
    parts.append([phrases.say("table.players")])
    for seat in range(len(names)):
        first, *more = _seat(view, names, phrases, seat)
        parts[-1] += [*_wrap(first, "- ", "  "), *(line for one in more for line in _wrap(one, "  ", "  "))]
    if view["seat"] is not None:
        parts.append(_section(phrases.say("table.hand"), _hand(view, view["seat"], phrases), phrases))
    parts.append(_section(phrases.say("table.asked"), [_asked(view, names, phrases)], phrases))
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _below_the_grid(view: KontorView, phrases: Phrases) -> Iterator[str]:
    letters = {sign: phrases.letter(sign) for sign in ("red", "black", "T", "W", "S", "coin", "ship")}
    kinds = {one["card"]["type"] for one in view["board"]}
    yield phrases.say("table.grid-legend", **letters)
    yield phrases.say("table.free-legend", **letters)
    signs = [
        phrases.say("table.sign", sign=phrases.letter(kind), name=phrases.say(f"type.{kind}"))
        for kind in SIGNED
        if kind in kinds
    ]
    yield phrases.say("table.signs", signs=phrases.listed(signs))
    yield phrases.say("table.fields")
    limits = (("width", view["limits"]["width"]), ("height", view["limits"]["height"]))
    for axis, (name, limit) in zip(AXES, limits, strict=True):
        edges = view["fixed"][axis]
        state, (low, high) = ("open", view["extent"][axis]) if edges is None else ("fixed", edges)
        yield phrases.say(f"table.{name}-{state}", low=low, high=high, size=high - low + 1, limit=limit)
    if view["counting"]["least_size"] > 1:
        yield phrases.say("table.least-size", n=view["counting"]["least_size"])
    if view["ship"] is not None:
        yield phrases.say("table.ship", at=phrases.field(view["ship"]))
    for at in view["last"]["removed"]:
        yield phrases.say("table.removed", at=phrases.field(at))
    for one in view["board"]:
        if one["under"]:
            under = phrases.listed([phrases.card(card) for card in one["under"]])
            yield phrases.say("table.covered", at=phrases.field(one["at"]), card=phrases.card(one["card"]), under=under)
    for kind, fields in (view["special_fields"] or {}).items():
        where = phrases.fields(fields) or phrases.say("table.nowhere")
        yield phrases.say("table.special-fields", card=phrases.say(f"type.{kind}"), fields=where)
    if view["special_pile"]:
        yield phrases.say("table.special-pile", n=view["special_pile"])
    coins = phrases.count("table.coins", view["bank"])
    yield phrases.say("table.bank", coins=coins, pile=_pile(view["canal_pile"], phrases))


def _sectors(view: KontorView, names: Sequence[str], phrases: Phrases) -> list[str]:
    teams = [
        phrases.together([name for name, of in zip(names, view["teams"], strict=True) if of == team])
        for team in range(len(view["colours"]))
    ]
    return [_sector(one, teams, phrases) for one in view["sectors"]] or [phrases.say("table.sector.none")]


def _sector(sector: SectorShown, teams: Sequence[str], phrases: Phrases) -> str:
    guard = sector["guard"] if sector["closed"] else majority(sector["goods"])[0]
    if not sector["closed"]:
        kind = "open-even" if guard is None else "open-led"
    elif guard is None:
        kind = "closed-even"
    else:
        kind = {None: "closed-guarded", True: "counted", False: "not-counted"}[sector["counts"]]
    return phrases.say(
        f"table.sector.{kind}",
        fields=phrases.fields(sector["fields"]),
        tally=phrases.tally(sector["goods"], teams),
        team="" if guard is None else teams[guard],
        size=sector["size"],
        distance=sector["distance"],
        value=sector["value"],
    )


def _seat(view: KontorView, names: Sequence[str], phrases: Phrases, seat: int) -> Iterator[str]:
    team, counts, pile = view["teams"][seat], view["hand_counts"][seat], view["quay_piles"][seat]
    kinds = (("quays", counts["quay"]), ("canals", counts["canal"]), ("specials", counts["special"]))
    hand = [phrases.count(f"table.{kind}", n) for kind, n in kinds if n]
    yield phrases.say(
        "table.seat-you" if seat == view["seat"] else "table.seat",
        name=names[seat],
        colour=phrases.say(f"colour.{view['colours'][team]}"),
        points=phrases.count("table.points", view["scores"][team]),
        coins=phrases.count("table.coins", view["money"][seat]),
        hand=phrases.listed(hand) or phrases.say("table.no-cards"),
        pile=_pile(pile, phrases),
    )
    for partner in (one for one, its in enumerate(view["teams"]) if its == team and one != seat):
        opposite = names[view["opposite"][seat]]
        yield phrases.say("table.partners", partner=names[partner], opposite=opposite)
    if pile.get("cards"):
        yield phrases.say("table.pile-open", cards=phrases.listed([phrases.card(card) for card in pile["cards"]]))
    choice = view["played"][seat]
    if choice is None or "pass" in choice:
        yield phrases.say(f"table.played.{'none' if choice is None else 'pass'}")
    else:
        status = "unlaid" if choice["status"] == "waiting" and view["outcome"] is not None else choice["status"]
        yield phrases.say(f"table.played.{status}", card=phrases.card(choice["card"]))


def _pile(pile: PileShown, phrases: Phrases) -> str:
    if pile["top"] is None:
        return phrases.say("table.pile-empty")
    cards = phrases.count("table.cards", pile["count"])
    return phrases.say("table.pile-top", cards=cards, top=phrases.card(pile["top"]))


def _hand(view: KontorView, seat: int, phrases: Phrases) -> list[str]:
    hand = view["hands"][seat] or []
    return [phrases.card(card) for card in hand] or [phrases.say("table.hand-empty")]


def _asked(view: KontorView, names: Sequence[str], phrases: Phrases) -> str:
    stage = view["stage"]
    if view["outcome"] is not None:
        winners = [names[seat] for seat in view["outcome"]["winners"]]
        won_by = {view["teams"][seat] for seat in view["outcome"]["winners"]}
        return phrases.say(
            "table.over-result" if len(won_by) == 1 else "table.over-shared", winners=phrases.together(winners)
        )
    if stage in ("buy", "choose"):
        together = stage == "choose" and view["alone"] == "sealed"
        advice = phrases.say("table.ask.choose-alone").replace("\n", " ")
        return phrases.say(f"table.ask.{stage}") + (f" {advice}" if together else "")
    if stage == "contest":
        return phrases.say("table.ask.contest", names=phrases.together([names[seat] for seat in view["rivals"]]))
    if stage == "alone":
        alone = next(name for name, choice in zip(names, view["played"], strict=True) if choice is None)
        return phrases.say("table.ask.alone", name=alone)
    seat = view["due"][0]
    return phrases.say(f"table.ask.{stage}", name=names[seat], card=phrases.card(shown_card(view, seat)))


def _section(title: str, entries: Sequence[str], phrases: Phrases) -> list[str]:
    return [title, *(line for entry in entries for line in _wrap(entry, "- ", "  "))]


LISTED = frozenset({"buy", "contest", "choose", "alone"})
"""Kinds of questions whose choices are the cards of the hand."""


def glance(view: KontorView, names: Sequence[str], phrases: Phrases, kinds: Sequence[str]) -> str:
    """Return the table as this view shows it, as far as questions of these kinds need it."""
    drawn = narrow_grid(view, phrases)
    below = [line for one in _facts(view, phrases, kinds) for line in _wrap(one)]
    below += [line for one in _sectors_in_brief(view, names, phrases) for line in _wrap(*one)]
    parts = [drawn.lines, [*_wrap(_legend(view, drawn, phrases)), *below]]
    parts.append(
        [line for seat in range(len(names)) for line in _wrap(_seat_in_brief(view, names, phrases, seat), "- ", "  ")]
    )
    hand = None if view["seat"] is None else view["hands"][view["seat"]]
    if hand and not LISTED & set(kinds):
        cards = phrases.listed([phrases.card(card) for card in hand])
        parts[-1] += _wrap(phrases.say("glance.hand", cards=cards), "- ", "  ")
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _legend(view: KontorView, drawn: Grid, phrases: Phrases) -> str:
    """Return the meanings of the signs that occur in the grid."""
    letters = {sign: phrases.letter(sign) for sign in ("red", "black", "T", "W", "S", "coin", "ship")}
    kinds = {one["card"]["type"] for one in view["board"]}
    told = [phrases.say(f"glance.sign.{sign}", **letters) for sign in drawn.marks]
    told += [
        phrases.say("table.sign", sign=phrases.letter(kind), name=phrases.say(f"type.{kind}"))
        for kind in SIGNED
        if kind in kinds
    ]
    return phrases.say("glance.legend", signs=phrases.listed(told), **letters)


def _facts(view: KontorView, phrases: Phrases, kinds: Sequence[str]) -> Iterator[str]:
    """Return facts shown neither by the grid nor by the choices that may matter for a choice."""
    sizes = []
    for axis, limit in zip(AXES, (view["limits"]["width"], view["limits"]["height"]), strict=True):
        edges = view["fixed"][axis]
        low, high = view["extent"][axis] if edges is None else edges
        sizes.append(
            phrases.say(f"glance.{axis}-{'open' if edges is None else 'fixed'}", size=high - low + 1, limit=limit)
        )
    size = phrases.say("glance.size", width=sizes[0], height=sizes[1])
    top = view["canal_pile"]["top"]
    yield size if top is None else f"{size} {phrases.say('glance.canals', top=phrases.card(top))}"
    if view["counting"]["least_size"] > 1:
        yield phrases.say("table.least-size", n=view["counting"]["least_size"])
    for one in view["board"]:
        if one["under"] and one["card"]["type"] in WATER:
            under = phrases.listed([phrases.card(card) for card in one["under"]])
            yield phrases.say("table.covered", at=phrases.field(one["at"]), card=phrases.card(one["card"]), under=under)
    for kind, fields in (view["special_fields"] or {}).items() if "buy" in kinds else ():
        where = phrases.fields(fields) or phrases.say("table.nowhere")
        yield phrases.say("table.special-fields", card=phrases.say(f"type.{kind}"), fields=where)


def _sectors_in_brief(view: KontorView, names: Sequence[str], phrases: Phrases) -> Iterator[tuple[str, str, str]]:
    """Yield a line about each sector that is closed or has goods, with what stands before its first line and the others."""
    told = [one for one in view["sectors"] if one["closed"] or any(map(any, one["goods"]))]
    teams = [phrases.together(team_names(names, team)) for team in range(len(view["colours"]))]
    if told:
        yield phrases.say("glance.sectors", first=teams[0], second=teams[1]), "", ""
    for one in told:
        yield _sector_in_brief(one, teams, phrases), "- ", "  "


def _sector_in_brief(sector: SectorShown, teams: Sequence[str], phrases: Phrases) -> str:
    guard = sector["guard"] if sector["closed"] else majority(sector["goods"])[0]
    return phrases.say(
        f"glance.sector.{'closed' if sector['closed'] else 'open'}-{'even' if guard is None else 'led'}",
        fields=phrases.whereabouts(sector["fields"]),
        goods=phrases.leads(sector["goods"]) or phrases.say("no-goods"),
        team="" if guard is None else teams[guard],
        value=sector["value"],
        size=sector["size"],
    )


def _seat_in_brief(view: KontorView, names: Sequence[str], phrases: Phrases, seat: int) -> str:
    team, counts, pile = view["teams"][seat], view["hand_counts"][seat], view["quay_piles"][seat]
    kinds = (("quays", counts["quay"]), ("canals", counts["canal"]), ("specials", counts["special"]))
    hand = [phrases.count(f"table.{kind}", n) for kind, n in kinds if n]
    top = "" if pile["top"] is None else phrases.say("glance.top", top=phrases.card(pile["top"]))
    said = phrases.say(
        "glance.seat-you" if seat == view["seat"] else "glance.seat",
        name=names[seat],
        colour=phrases.say(f"colour.{view['colours'][team]}"),
        points=phrases.count("table.points", view["scores"][team]),
        coins=phrases.count("table.coins", view["money"][seat]),
        hand=phrases.listed(hand) or phrases.say("table.no-cards"),
    )
    choice = view["played"][seat]
    done = ""
    if choice is not None and "pass" in choice:
        done = phrases.say("table.played.pass")
    elif choice is not None:
        status = "unlaid" if choice["status"] == "waiting" and view["outcome"] is not None else choice["status"]
        done = phrases.say(f"table.played.{status}", card=phrases.card(choice["card"]))
    return " ".join(one for one in (said, top, done) if one)


def _wrap(text: str, first: str = "", others: str = "") -> list[str]:
    return wrapped(text, COLUMNS, first, others)

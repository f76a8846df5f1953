"""The chart of the harbour: fields with coordinates, cards, sectors with their guards, the ship, and what happened last.

An edge of the harbour that is fixed is a solid wall, one that may still move a dashed line. A sector is an island with a
shore; once it is closed its shore is a thick line in the guard's colour and the guard stands on it.

A card is a square of 100 by 100: number upper left, symbol upper right, its goods or effect below. Quays carry their owner's
colour in a band behind the number and stand as tiles on land; canals, the anchor and floods fill the whole square, so that
neighbours become one stretch of water.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.games.kontor.drawing.symbols import (
    CARD,
    COLOURS,
    DEEP,
    FAINT,
    GOLD,
    GOODS,
    INK,
    LAND,
    SEA,
    SHEET,
    SHORE,
    TINTS,
    WATER,
    WAVE,
    WHITE,
    label,
    symbol,
)
from engine.games.kontor.rules.fields import Spot, spot
from engine.games.kontor.rules.scoring import largest, majority
from engine.games.kontor.types.cards import WATER as WATER_TYPES
from engine.games.kontor.types.cards import CardFace, Owner
from engine.games.kontor.types.state import Axis
from engine.games.kontor.types.view import KontorView, SectorShown
from engine.kit.drawing.svg import box, circle, group, number, pale, path, tag


def window(view: KontorView, axis: Axis) -> tuple[int, int]:
    """Return the lowest and highest coordinate to show on an axis, ``x`` or ``y``.

    A fixed axis ends at its edges. Otherwise there is one more field on each side: a card needs contact, so none can be laid
    further out.
    """
    low, high = view["fixed"][axis] or (view["extent"][axis][0] - 1, view["extent"][axis][1] + 1)
    return low, high


BAND = 43
"""Height of the band behind a quay's number."""
SMALL = 60
"""The field size below which (in a harbour of twelve columns) canals have numbers as large as those of quays, and no waves."""


def card(
    face: CardFace,
    x: float,
    y: float,
    size: float,
    *,
    under: int | None = None,
    tint: Owner | None = None,
    guarded: bool = False,
    loose: bool = True,
    ship: bool = False,
) -> str:
    """Return a card as a square at (x, y).

    :param under: the number of the card it covers.
    :param tint: the colour of the guard whose closed sector it is part of.
    :param guarded: whether room must be left for the guard himself.
    :param loose: whether it lies by itself rather than among others on the chart.
    :param ship: whether the ship will stand on it.
    """
    small = size < SMALL
    drawn = water(face, loose, ship, small) if face["type"] in WATER_TYPES else tile(face, tint, guarded)
    if under is not None:
        drawn += label(f"({under})", 93, 36, 20, fill=WHITE, weight=700, anchor="end")
    return group(drawn, x=x, y=y, scale=size / 100)


def tile(face: CardFace, tint: Owner | None, guarded: bool) -> str:
    """Return a quay, crane, pub, bridge or customs house."""
    owner = COLOURS[face["owner"]]
    paper = TINTS[tint] if tint else CARD
    body = box(4, 4, 92, 92, round=9, fill=paper, stroke=INK, stroke_width=2)
    band = path(f"M5 {BAND} V13 Q5 5 13 5 H87 Q95 5 95 13 V{BAND} Z", fill=owner)
    below = (
        _goods(face["goods"], guarded) if face["goods"] else symbol(face["type"], 9 if guarded else 27, BAND + 3, 48)
    )
    return body + band + _head(face, large=True) + below


def water(face: CardFace, loose: bool, ship: bool, small: bool) -> str:
    """Return a canal, the anchor or a flood."""
    fill = DEEP if face["type"] == "flood" else WATER
    ground = (
        box(4, 4, 92, 92, round=9, fill=fill, stroke=INK, stroke_width=2) if loose else box(0, 0, 100, 100, fill=fill)
    )
    if face["type"] == "flood":
        return ground + symbol("flood", 22, 38, 56) + _head(face, large=small)
    waves = "M14 62 q6 -7 12 0 t12 0 M56 50 q6 -7 12 0 t12 0 M40 84 q6 -7 12 0 t12 0"
    drawn = ground if small else ground + path(waves, stroke=WAVE, stroke_width=3)
    if not loose:
        drawn += box(3, 3, 94, 94, round=7, stroke=WAVE, stroke_width=1.5)
    if face["type"] == "anchor":
        drawn += symbol("anchor", 6, 6, 32) if ship else symbol("anchor", 20, 18, 62)
    return drawn + _head(face, large=small)


def back(x: float, y: float, size: float) -> str:
    """Return the empty frame for a card that has not been played or does not exist."""
    return box(x + 2, y + 2, size - 4, size - 4, round=size / 11, stroke=LAND, stroke_width=2, dashes="6 5")


def _head(face: CardFace, *, large: bool) -> str:
    """Return number and symbol; those of a quay are larger, because players look for quays first."""
    parts = []
    if face["number"] is not None:
        parts.append(label(face["number"], 11, 39 if large else 33, 42 if large else 30, fill=WHITE, weight=700))
    if face["symbol"] != "none":
        side = 31 if large else 26
        parts.append(symbol(face["symbol"], 92 - side, 9, side))
    return "".join(parts)


def _goods(goods: str, guarded: bool) -> str:
    """Return one to three goods side by side, moved to the left as far as possible if the guard needs room."""
    side = {1: 46, 2: 42, 3: 30}[len(goods)]
    gap = {1: 0, 2: 2, 3: 0.5}[len(goods)]
    left = 7 if guarded else 50 - (side * len(goods) + gap * (len(goods) - 1)) / 2
    top = (BAND + 96) / 2 - side / 2
    return "".join(symbol(GOODS[letter], left + i * (side + gap), top, side) for i, letter in enumerate(goods))


def sectors_that_score(view: KontorView) -> set[int]:
    """Return the indexes of scoring sectors in the view's list: at the end those that counted, before it those that would."""
    sectors, counting = view["sectors"], view["counting"]
    if view["outcome"] is not None:
        return {i for i, sector in enumerate(sectors) if sector["counts"]}
    extents = {
        i: (sector["size"], sector["distance"])
        for i, sector in enumerate(sectors)
        if sector["guard"] is not None and sector["size"] >= counting["least_size"]
    }
    return largest(extents, counting["places"])


GUTTER = 34
"""Room for the coordinates on all four sides."""

LARGEST = 128
"""A field is not drawn larger, however small the harbour is."""

BEARINGS = ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1))


@dataclass(frozen=True)
class Chart:
    """Positions of fields in the picture. ``left`` and ``top`` are the corner of the field (x0, y0)."""

    view: KontorView
    x0: int
    x1: int
    y0: int
    y1: int
    size: int
    left: int
    top: int

    @classmethod
    def laid_out(cls, view: KontorView, width: int, top: int) -> Chart:
        """Return the largest chart that fits the width, centred; its upper gutter begins at ``top``."""
        (x0, x1), (y0, y1) = window(view, "x"), window(view, "y")
        columns = x1 - x0 + 1
        size = min(LARGEST, (width - 2 * GUTTER) // columns)
        return cls(view, x0, x1, y0, y1, size, (width - size * columns) // 2, top + GUTTER)

    @property
    def width(self) -> int:
        """The width of the fields together."""
        return self.size * (self.x1 - self.x0 + 1)

    @property
    def height(self) -> int:
        """The height of the fields together."""
        return self.size * (self.y1 - self.y0 + 1)

    @property
    def bottom(self) -> int:
        """Return the y coordinate at which the lower gutter ends."""
        return self.top + self.height + GUTTER

    def corner(self, at: Iterable[int]) -> tuple[int, int]:
        """Return the upper left corner of a field."""
        x, y = at
        return self.left + (x - self.x0) * self.size, self.top + (y - self.y0) * self.size

    def centre(self, at: Iterable[int]) -> tuple[float, float]:
        """Return the middle of a field."""
        x, y = self.corner(at)
        return x + self.size / 2, y + self.size / 2

    def shows(self, at: Iterable[int]) -> bool:
        """Return whether a field is on the chart."""
        x, y = at
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


def chart(layout: Chart) -> str:
    """Return the whole chart."""
    view = layout.view
    shores = [(sector["closed"], _shore(layout, index, sector)) for index, sector in enumerate(view["sectors"])]
    parts = [_paper(layout), _compass(layout), *_free(layout), *_cards(layout)]
    parts += [shore for closed, shore in shores if not closed]
    parts.append(_frame(layout))
    parts += [shore for closed, shore in shores if closed]
    parts += [*_coordinates(layout), *_last(layout)]
    if view["ship"] is not None:
        x, y = layout.corner(view["ship"])
        parts.append(_vessel(layout, x, y))
    scoring = sectors_that_score(view)
    parts += [
        _guard(layout, sector, view["colours"][sector["guard"]], faded=index not in scoring)
        for index, sector in enumerate(view["sectors"])
        if sector["guard"] is not None
    ]
    parts += [_lead(layout, sector) for sector in view["sectors"] if not sector["closed"]]
    return "".join(parts)


def preview(layout: Chart) -> str:
    """Return the card or ship that the viewer is about to place, as a hidden element; empty if it is not their turn.

    It is drawn on the field whose upper left corner is (0, 0). A client moves it to the chosen spot and shows it there.
    """
    view = layout.view
    seat = view["seat"]
    if seat is None or view["due"][:1] != [seat]:
        return ""
    choice = view["played"][seat]
    if view["stage"] == "ship":
        drawn = _vessel(layout, 0, 0)
    elif view["stage"] == "place" and choice is not None and "card" in choice:
        drawn = card(choice["card"], 0, 0, layout.size, loose=False)
    else:
        return ""
    return tag("g", drawn, id="preview", display="none", aria_hidden="true")


def _vessel(layout: Chart, x: float, y: float) -> str:
    """Return the ship on the field whose upper left corner is (x, y)."""
    return symbol("vessel", x + layout.size * 0.2, y + layout.size * 0.3, layout.size * 0.68)


def _paper(layout: Chart) -> str:
    """Return the empty chart with the bearing lines of old sea charts, meeting at the anchor."""
    anchor = next((one["at"] for one in layout.view["board"] if one["card"]["type"] == "anchor"), [0, 0])
    rays = "".join(_ray(layout, anchor, u, v) + _ray(layout, anchor, -u, -v) for u, v in BEARINGS)
    area = box(layout.left, layout.top, layout.width, layout.height, fill=SEA)
    return area + path(rays, stroke="#cdd0b9", stroke_width=1)


def _ray(layout: Chart, at: Iterable[int], u: int, v: int) -> str:
    """Return the line from the middle of a field in a direction to the edge of the chart.

    It is cut here and not by a clip path: renderers give a clipped element a layer of its full size, and long lines would
    make that slower than all the rest together.
    """
    x, y = layout.centre(at)
    right, bottom = layout.left + layout.width, layout.top + layout.height
    reach = [((right if u > 0 else layout.left) - x) / u] if u else []
    reach += [((bottom if v > 0 else layout.top) - y) / v] if v else []
    return "M{} {}L{} {}".format(*map(number, (x, y, x + u * min(reach), y + v * min(reach))))


def _compass(layout: Chart) -> str:
    """Return a compass rose in an empty corner where nothing can be laid, if there is one."""
    view = layout.view
    taken = {spot(one["at"]) for one in view["board"]} | {spot(at) for at in view["placeable"]}
    corners = ((x, y) for y in (layout.y1, layout.y0) for x in (layout.x1, layout.x0))
    free = next((at for at in corners if at not in taken), None)
    if free is None:
        return ""
    x, y = layout.corner(free)
    return symbol("compass", x + layout.size * 0.08, y + layout.size * 0.08, layout.size * 0.84, 0.6)


def _free(layout: Chart) -> Iterator[str]:
    view, size = layout.view, layout.size
    edge = size * 0.07
    yield pale(
        0.9,
        *(
            box(
                x + edge,
                y + edge,
                size - 2 * edge,
                size - 2 * edge,
                round=size * 0.09,
                fill=SHEET,
                stroke=FAINT,
                stroke_width=1.5,
                dashes="3 5",
            )
            for x, y in map(layout.corner, view["placeable"])
        ),
    )
    yield pale(
        0.75,
        *(symbol("no-canal", x + size / 4, y + size / 4, size / 2) for x, y in map(layout.corner, view["undivided"])),
    )
    yield pale(0.75, *_barred(layout))


def _barred(layout: Chart) -> Iterator[str]:
    view, size = layout.view, layout.size
    barred: dict[Spot, list[int]] = {}
    for one in view["barred"]:
        if layout.shows(one["at"]):
            barred.setdefault(spot(one["at"]), []).append(one["team"])
    for field, teams in barred.items():
        x, y = layout.corner(field)
        side = size * (0.5 if len(teams) == 1 else 0.42)
        for i, team in enumerate(teams):
            left = x + size / 2 + side * (i - len(teams) / 2)
            yield symbol(f"barred-{view['colours'][team]}", left, y + (size - side) / 2, side)


def _cards(layout: Chart) -> Iterator[str]:
    view = layout.view
    posts = {_post(view, sector) for sector in view["sectors"] if sector["guard"] is not None}
    for one in view["board"]:
        x, y = layout.corner(one["at"])
        if one["card"]["type"] not in WATER_TYPES:
            yield box(x, y, layout.size, layout.size, fill=LAND)
        tint = _tint(view, one["sector"])
        # A card of a closed sector is a little smaller, to leave room for the line around the sector.
        inset = 0 if tint is None else layout.size * 0.04
        yield card(
            one["card"],
            x + inset,
            y + inset,
            layout.size - 2 * inset,
            under=one["under"][-1]["number"] if one["under"] else None,
            tint=tint,
            guarded=spot(one["at"]) in posts,
            loose=False,
            ship=one["at"] == view["ship"],
        )


def _post(view: KontorView, sector: SectorShown) -> Spot:
    """Return the field where a sector's guard stands: its emptiest card."""
    goods = {spot(one["at"]): len(one["card"]["goods"]) for one in view["board"]}
    return min(map(spot, sector["fields"]), key=lambda at: (goods[at], at[1], at[0]))


def _tint(view: KontorView, index: int | None) -> Owner | None:
    if index is None or not view["sectors"][index]["closed"]:
        return None
    guard = view["sectors"][index]["guard"]
    return "neutral" if guard is None else view["colours"][guard]


def _shore(layout: Chart, index: int, sector: SectorShown) -> str:
    """Return the line around a sector. That of a closed one stays inside, so that neighbours at a corner do not mix."""
    fields = {spot(at) for at in sector["fields"]}
    size, edges = layout.size, []
    for x, y in sorted(fields):
        left, top = layout.corner((x, y))
        edges += [f"M{left} {top}h{size}"] if (x, y - 1) not in fields else []
        edges += [f"M{left} {top + size}h{size}"] if (x, y + 1) not in fields else []
        edges += [f"M{left} {top}v{size}"] if (x - 1, y) not in fields else []
        edges += [f"M{left + size} {top}v{size}"] if (x + 1, y) not in fields else []
    line = "".join(edges)
    if not sector["closed"]:
        return path(line, stroke=SHORE, stroke_width=3)
    squares = "".join(f"M{x} {y}h{size}v{size}h-{size}Z" for x, y in map(layout.corner, sorted(fields)))
    clip = tag("clipPath", path(squares), id=f"kontor-sector-{index}")
    colour = COLOURS[_tint(layout.view, index) or "neutral"]
    lines = path(line, stroke=WHITE, stroke_width=size * 0.16) + path(line, stroke=colour, stroke_width=size * 0.11)
    return tag("defs", clip) + tag("g", lines, clip_path=f"url(#kontor-sector-{index})")


def _guard(layout: Chart, sector: SectorShown, colour: Owner, *, faded: bool) -> str:
    """Return the guard of a closed sector: faded if the sector does not count, or would not now; after the end with a star if it
    does."""
    x, y = layout.corner(_post(layout.view, sector))
    size = layout.size
    figure = symbol(f"guard-{colour}", x + size * 0.52, y + size * 0.46, size * 0.54, 0.5 if faded else None)
    if sector["counts"]:
        figure += symbol("star", x + size * 0.63, y + size * 0.66, size * 0.32)
    if sector["value"] > 1:
        figure += circle(x + size * 0.5, y + size * 0.86, size * 0.14, fill=GOLD, stroke=INK, stroke_width=1.5)
        figure += label(sector["value"], x + size * 0.5, y + size * 0.93, size * 0.22, weight=700, anchor="middle")
    return figure


def _lead(layout: Chart, sector: SectorShown) -> str:
    """Return a pennant on an open sector with the team ahead and its lead in one kind of goods, or an empty string.

    A quay by itself shows whose it is without one.
    """
    team, _ = majority(sector["goods"])
    if team is None or sector["size"] == 1:
        return ""
    x, y = layout.corner(_post(layout.view, sector))
    own, other = sector["goods"][team], sector["goods"][1 - team]
    ahead = max(mine - theirs for mine, theirs in zip(own, other, strict=True))
    size = layout.size
    left, top, side = x + size * 0.52, y + size * 0.52, size * 0.46
    number = label(
        f"+{ahead}", left + side * 0.46, top + side * 0.69, size * 0.24, fill=WHITE, weight=700, anchor="middle"
    )
    return symbol(f"lead-{layout.view['colours'][team]}", left, top, side) + number


def _frame(layout: Chart) -> str:
    fixed = layout.view["fixed"]
    left, top = layout.left, layout.top
    right, bottom = left + layout.width, top + layout.height
    parts = []
    for edges, lines in (
        (fixed["x"], f"M{left} {top}V{bottom} M{right} {top}V{bottom}"),
        (fixed["y"], f"M{left} {top}H{right} M{left} {bottom}H{right}"),
    ):
        if edges is None:
            parts.append(path(lines, stroke=FAINT, stroke_width=3, dashes="2 9"))
        else:
            parts.append(
                path(lines, stroke=INK, stroke_width=8) + path(lines, stroke=GOLD, stroke_width=2, dashes="12 14")
            )
    return "".join(parts)


def _coordinates(layout: Chart) -> Iterator[str]:
    size = 22
    for x in range(layout.x0, layout.x1 + 1):
        middle, _ = layout.centre((x, layout.y0))
        for y in (layout.top - 10, layout.top + layout.height + 25):
            yield label(_signed(x), middle, y, size, fill=INK, weight=700, anchor="middle")
    for y in range(layout.y0, layout.y1 + 1):
        _, middle = layout.centre((layout.x0, y))
        for x in (layout.left - 18, layout.left + layout.width + 18):
            yield label(_signed(y), x, middle + 8, size, fill=INK, weight=700, anchor="middle")


def _signed(value: int) -> str:
    """Return a number with a true minus sign."""
    return str(value).replace("-", "−")


def _last(layout: Chart) -> Iterator[str]:
    """Mark what the latest round changed: laid, removed, the ship's way."""
    last, size = layout.view["last"], layout.size
    taken = [one["at"] for one in layout.view["board"]]
    for at in last["removed"]:
        x, y = layout.corner(at)
        side, left, top = (0.26, 0.1, 0.64) if at in taken else (0.5, 0.25, 0.25)
        start, stroke = (x + size * left, y + size * top), size * side
        cross = "M{} {}l{s} {s}m-{s} 0l{s} -{s}".format(*map(number, start), s=number(stroke))
        yield path(cross, stroke=WHITE, stroke_width=12) + path(cross, stroke=GOLD, stroke_width=7)
    for at in last["laid"]:
        x, y = layout.corner(at)
        for colour, wide in ((WHITE, 8), (GOLD, 5)):
            yield box(x + 3, y + 3, size - 6, size - 6, round=size * 0.1, stroke=colour, stroke_width=wide)
    if last["ship"] is not None:
        (fx, fy), (u, v) = layout.centre(last["ship"]["from"]), layout.centre(last["ship"]["to"])
        over = (fx + u) / 2 - (v - fy) / 5, (fy + v) / 2 + (u - fx) / 5
        bend = "M{} {}Q{} {} {} {}".format(*map(number, (fx, fy, *over, u, v)))
        yield circle(fx, fy, size * 0.11, fill=WHITE, stroke=INK, stroke_width=3)
        yield path(bend, stroke=WHITE, stroke_width=8, opacity=0.75) + path(
            bend, stroke=INK, stroke_width=4, dashes="3 11"
        )

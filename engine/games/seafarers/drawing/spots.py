"""The spots of the picture: the places and things that a person can point at (:mod:`engine.kit.drawing.svg`).

They lie invisibly over the drawing, each with a title that says what it is:

- ``spot-node-<id>``, ``spot-edge-<id>``, ``spot-hex-<id>``: places of the map that the viewer may use now; ``data-number`` is
  the number by which words call them;
- ``spot-card-<resource>``: a resource in the viewer's hand; ``spot-held-<card>``: a development card in it;
- ``spot-bank-<resource>``, ``spot-deck``: what the bank has; ``spot-seat-<n>``: a player's panel;
- ``spot-offer-<n>``: an offer of the active player.
"""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from engine.games.seafarers.drawing.ground import Ground, Point
from engine.games.seafarers.drawing.signs import CHIP, PREFIX, SIGNS
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.moves import SeafarersMove
from engine.kit.drawing.svg import number, tag, told

NODE, HEX = 13.0, 30.0
"""Radius of a spot, in units of the map; nodes lie 40 apart."""
ALONG, ACROSS = 13.0, 8.0
"""Half of the length and of the width of an edge's spot."""


def spots(move: SeafarersMove) -> list[str]:
    """Return the names of the spots that a move is about, in the order a player points at them."""
    match move["type"]:
        case "found":
            named = [f"node-{move['node']}", f"edge-{move['edge']}"]
        case "harbour" | "road" | "ship":
            named = [f"edge-{move['edge']}"]
        case "settlement" | "city":
            named = [f"node-{move['node']}"]
        case "move":
            named = [f"edge-{move['edge']}", f"edge-{move['to']}"]
        case "robber" | "pirate":
            named = [f"hex-{move['hex']}", *([f"seat-{move['victim']}"] if "victim" in move else [])]
        case "chip":
            named = [f"hex-{move['hex']}"]
        case _:
            named = _off_map(move)
    return named


def _off_map(move: SeafarersMove) -> list[str]:
    """Return the spots of a move about cards and trade."""
    match move["type"]:
        case "buy":
            named = ["deck"]
        case "knight" | "roads":
            named = [f"held-{move['type']}"]
        case "invention":
            named = ["held-invention", *(f"bank-{one}" for one in move["take"])]
        case "monopoly":
            named = ["held-monopoly", f"bank-{move['resource']}"]
        case "bank":
            named = [f"card-{move['give']}", f"bank-{move['take']}"]
        case "deal":
            named = [f"offer-{move['offer']}", f"seat-{move['seat']}"]
        case "withdraw":
            named = [f"offer-{move['offer']}"]
        case _:
            named = []
    return named


def on_map(ground: Ground, phrases: Phrases) -> str:
    """Return the spots of the map: the places that the viewer may use now."""
    legal = ground.view["legal"]
    cells = sorted({*legal["robber"], *legal["pirate"], *legal["chips"]})
    edges = sorted({*legal["roads"], *legal["ships"], *legal["move"], *legal["to"], *legal["harbours"]})
    nodes = sorted({*legal["settlements"], *legal["cities"]})
    parts = [
        _round("hex", one, _hex(ground, one), HEX, _what(ground, one, phrases), _below(ground, one)) for one in cells
    ]
    parts += [_edge(ground, one, phrases) for one in edges]
    parts += [_round("node", one, ground.node(one), NODE, _site(ground, one, phrases)) for one in nodes]
    return "".join(parts)


def over(name: str, title: str, x: float, y: float, width: float, height: float, sign: str | None = None) -> str:
    """Return a spot over a rectangle of the picture; ``sign`` is the name of the sign that it shows."""
    shape = {"x": x, "y": y, "width": width, "height": height, "rx": 8}
    data = None if sign is None else PREFIX + sign
    return tag("rect", tag("title", escape(title)), id=f"spot-{name}", fill="none", data_sign=data, **shape)


def explained(ground: Ground, phrases: Phrases, tokens: Sequence[Point]) -> str:
    """Return elements that say what each hex of land brings, and what its harbours and thieves do.

    :param tokens: where the harbours' tokens lie, in the order of the view.
    """
    view, parts = ground.view, list[str]()
    for cell in range(len(view["hexes"])):
        if ground.is_land(cell) or cell == view["pirate"]:
            said = [_what(ground, cell, phrases)]
            said += [phrases.say(f"picture.told.{thief}") for thief in ("robber", "pirate") if cell == view[thief]]
            x, y = ground.cell(cell)
            parts.append(told(". ".join(said), x - HEX, y - HEX, 2 * HEX, 2 * HEX))
    for one, (x, y) in zip(view["harbours"], tokens, strict=True):
        key, what, n = "harbour", "", 3
        if one["kind"] != "any":
            key, what, n = "harbour-of", phrases.say(f"resource.{one['kind']}"), 2
        parts.append(told(phrases.say(f"picture.told.{key}", n=n, what=what), x - 15, y - 15, 30, 30))
    return "".join(parts)


def _site(ground: Ground, node: int, phrases: Phrases) -> str:
    """Return an intersection's name: the land around it, and its harbour."""
    around = [_what(ground, cell, phrases) for cell in _land(ground, node)]
    around += [
        phrases.say(f"harbour.{one['kind']}")
        for one in ground.view["harbours"]
        if node in ground.view["edges"][one["edge"]]
    ]
    return phrases.say("picture.spot.node", what=phrases.together(around))


def _land(ground: Ground, node: int) -> Iterator[int]:
    """Yield the land hexes around an intersection."""
    x, y = ground.view["nodes"][node]
    near = {(x, y - 2), (x, y + 2), (x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)}
    for cell, one in enumerate(ground.view["hexes"]):
        if (one["x"], one["y"]) in near and ground.is_land(cell):
            yield cell


def _what(ground: Ground, cell: int, phrases: Phrases) -> str:
    """Return a cell's yield: ``ore 8``."""
    terrain = ground.terrain(cell)
    name = phrases.say(f"resource.{terrain}" if terrain in SIGNS else f"terrain.{terrain}")
    chip = _chip(ground, cell)
    return f"{name} {chip}" if chip else name


def _chip(ground: Ground, cell: int) -> int:
    """Return the number on the chip of a cell, or 0."""
    hexes = ground.view["hexes"]
    return hexes[cell]["number"] if cell < len(hexes) else 0


def _edge(ground: Ground, edge: int, phrases: Phrases) -> str:
    x, y = ground.middle(edge)
    moved = f"translate({number(x)} {number(y)}) rotate({number(round(ground.slope(edge), 1))})"
    one, *other = (_what(ground, cell, phrases) for cell in ground.beside(edge))
    title = phrases.say("picture.spot.edge", one=one, other=(other or [phrases.say("terrain.sea")])[0])
    shape: dict[str, float] = {"x": -ALONG, "y": -ACROSS, "width": 2 * ALONG, "height": 2 * ACROSS, "rx": ACROSS}
    return _spot("rect", "edge", edge, title, transform=moved, **shape)


def _hex(ground: Ground, cell: int) -> Point:
    x, y = ground.cell(cell)
    return ground.inwards(x, y) if cell >= len(ground.view["hexes"]) else (x, y)


def _below(ground: Ground, cell: int) -> float | None:
    """Return how far below the middle of a hex its number begins to clear the chip, or None without a number."""
    return CHIP + 1 if _chip(ground, cell) else None


def _round(kind: str, said: int, at: Point, radius: float, title: str, below: float | None = None) -> str:
    x, y = at
    shape: dict[str, float] = {"cx": x, "cy": y, "r": radius}
    return _spot("circle", kind, said, title, data_number_below=below, **shape)


def _spot(form: str, kind: str, said: int, title: str, **attributes: str | float | None) -> str:
    """Return a place that can be chosen, with what it is called; ``said`` is the number by which moves name it."""
    words = tag("title", escape(title))
    return tag(form, words, id=f"spot-{kind}-{said}", fill="none", data_number=said, **attributes)

"""The map as text: sites at their places, what stands on them, what lies on the edges, landscape and chip in each hex.

A hex is six columns wide and its rows are six lines apart; an integer position (x, y) of the view is column 3x and line 2y.
"""

from __future__ import annotations

from engine.games.seafarers.drawing.ground import Ground
from engine.games.seafarers.resources import TERRAIN
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.view import SeafarersView

ACROSS, DOWN = 3, 2
SIGNS = {"settlement": "^", "city": "#", "road": "=", "ship": "~"}
FREE = "+"


class _Page:
    """Lines that are written at positions; a position is the middle of the written text."""

    def __init__(self) -> None:
        self._written: list[tuple[int, int, str]] = []

    def write(self, said: str, column: int, line: int) -> None:
        """Write a text with its middle, or the place left of it, in a column."""
        if said:
            self._written.append((line, column - len(said) // 2, said))

    def lines(self) -> list[str]:
        """Return the page without empty columns at its left and right; later text covers earlier text."""
        left = min(column for _, column, _ in self._written)
        top, bottom = min(line for line, _, _ in self._written), max(line for line, _, _ in self._written)
        width = max(column + len(said) for _, column, said in self._written) - left
        rows = [[" "] * width for _ in range(top, bottom + 1)]
        for line, column, said in self._written:
            rows[line - top][column - left : column - left + len(said)] = said
        return ["".join(row).rstrip() for row in rows]


def chart(ground: Ground, phrases: Phrases) -> list[str]:
    """Return the lines of the map."""
    page = _Page()
    _write_cells(page, ground, phrases)
    _write_edges(page, ground)
    _write_nodes(page, ground)
    return page.lines()


def free_edges(view: SeafarersView) -> set[int]:
    """Return the edges where the viewer may put something now."""
    legal = view["legal"]
    return {*legal["roads"], *legal["ships"], *legal["to"], *legal["harbours"]}


def signs_of_land(view: SeafarersView, phrases: Phrases) -> list[str]:
    """Return what the letters of the hexes mean, of those that are on the map."""
    there = {one["terrain"] for one in view["hexes"]}
    say = phrases.say
    return [
        say("table.sign", short=say(f"short.{one}"), name=say(f"terrain.{one}"))
        for one in TERRAIN.values()
        if one in there
    ]


def legend(ground: Ground, phrases: Phrases) -> list[str]:
    """Return sentences about the signs of the map: about those that are drawn, and no others."""
    view, say = ground.view, phrases.say
    kinds = {one["kind"] for one in (*view["buildings"], *view["pieces"])}
    pieces = [say(f"table.legend-{kind}") for kind in SIGNS if kind in kinds]
    lands = signs_of_land(view, phrases)
    built = {one["at"] for one in view["buildings"]}
    edges = free_edges(view) - {one["at"] for one in view["pieces"]}
    return [
        say("table.legend"),
        *([say("table.legend-harbour")] if view["harbours"] else []),
        *([say("table.legend-site")] if set(view["legal"]["settlements"]) - built else []),
        *([say("table.legend-pieces", list=phrases.together(pieces))] if pieces else []),
        *([say("table.legend-edge")] if edges else []),
        say(f"table.legend-{'islands' if ground.islands else 'hexes'}", list="; ".join(lands)),
    ]


def _write_cells(page: _Page, ground: Ground, phrases: Phrases) -> None:
    view = ground.view
    for cell, one in enumerate(view["hexes"]):
        column, line = one["x"] * ACROSS, one["y"] * DOWN
        island = ground.island(one["zone"])
        page.write(f"{cell} {island}" if island else str(cell), column, line - 1)
        chip = str(one["number"]) if one["number"] else "--" if one["chipless"] else ""
        short = phrases.say(f"short.{one['terrain']}")
        page.write(f"{short}{chip:>{4 - len(short) + 1}}" if chip else short, column, line)
        for thief, there in (("robber", view["robber"]), ("pirate", view["pirate"])):
            if cell == there:
                page.write(phrases.say(f"short.{thief}"), column, line + 1)
    for place, (x, y) in enumerate(view["frame"]):
        cell = len(view["hexes"]) + place
        said = phrases.say("short.pirate") if cell == view["pirate"] else str(cell)
        page.write(said, x * ACROSS, y * DOWN)


def _write_edges(page: _Page, ground: Ground) -> None:
    view = ground.view
    lying = {one["at"]: SIGNS[one["kind"]] + str(one["seat"] + 1) for one in view["pieces"]}
    free = free_edges(view)
    for edge, ends in enumerate(view["edges"]):
        (ax, ay), (bx, by) = (view["nodes"][node] for node in ends)
        line = (ay + by) * DOWN // 2
        if ax == bx:
            said = lying.get(edge) or ("+" if edge in free else "|" if _is_drawn(ground, edge) else "")
            for i, letter in enumerate(said):
                page.write(letter, ax * ACROSS, line + i)
            continue
        said = lying.get(edge, "")
        if not said:
            slope = "\\" if (ax < bx) == (ay < by) else "/"
            said = FREE if edge in free else slope if _is_drawn(ground, edge) else ""
        page.write(said, (ax + bx) * ACROSS // 2, line)


def _is_drawn(ground: Ground, edge: int) -> bool:
    """Return whether an edge is drawn where nothing lies: on land and at its coasts."""
    return any(ground.terrain(cell) != "sea" for cell in ground.beside(edge))


def _write_nodes(page: _Page, ground: Ground) -> None:
    view = ground.view
    built = {one["at"]: SIGNS[one["kind"]] + str(one["seat"] + 1) for one in view["buildings"]}
    harbours = {node for one in view["harbours"] for node in view["edges"][one["edge"]]}
    free = set(view["legal"]["settlements"])
    for node, (x, y) in enumerate(view["nodes"]):
        said = built.get(node) or (f"({node})" if node in free else str(node))
        page.write(said + ("*" if node in harbours else ""), x * ACROSS, y * DOWN)

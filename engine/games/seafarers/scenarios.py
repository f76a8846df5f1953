"""Scenarios: maps, material and special rules as data (RULES.md, B and C).

No rule asks which scenario is played; it asks the scenario what it does. Reading promises that every scenario it returns can be
set up and played; all that is wrong is reported at once, with file, scenario, hex and edge.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from engine.contract import Json
from engine.games.seafarers.board import DIRECTIONS, Board, Cell, board_of, neighbour
from engine.games.seafarers.marks import OWN
from engine.games.seafarers.resources import ANY, CARDS, DESERT, GOLD, LETTER, TERRAIN, is_land
from engine.kit.rule_data import BadData, Faults


def read_toml(text: str, file: str, faults: Faults) -> dict[str, object]:
    """Return the tables of a TOML text; faults are recorded."""
    try:
        return dict(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        faults.add(f"{file}: is not TOML: {error}")
        return {}


class Table:
    """One table of a file: its values by key and type, with faults where they are not."""

    def __init__(
        self, value: object, where: str, faults: Faults, keys: Mapping[str, type], more: Mapping[str, type]
    ) -> None:
        self.where, self.faults = where, faults
        self.values: dict[str, object] = {}
        if not isinstance(value, dict):
            faults.add(f"{where}: should be a table")
            return
        for key, one in value.items():
            kind = keys.get(key) or more.get(key)
            if kind is None:
                faults.add(f"{where}, {key}: is unknown here; known are {', '.join((*keys, *more))}")
            elif type(one) is not kind:
                faults.add(f"{where}, {key}: should be {_KINDS[kind]}")
            else:
                self.values[key] = one
        for key in keys:
            if key not in value:
                faults.add(f"{where}: {key} is missing")

    def whole(self, key: str, default: int, low: int = 0, high: int = 999) -> int:
        value = self.values.get(key, default)
        if not isinstance(value, int) or not low <= value <= high:
            self.faults.add(f"{self.where}, {key}: should be from {low} to {high}")
            return default
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        return bool(self.values.get(key, default))

    def text(self, key: str, default: str, known: Sequence[str] = ()) -> str:
        value = self.values.get(key, default)
        if not isinstance(value, str) or (known and value not in known):
            self.faults.add(f"{self.where}, {key}: should be one of {', '.join(known)}")
            return default
        return value

    def wholes(self, key: str, low: int, high: int) -> list[int]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(type(one) is int and low <= one <= high for one in value):
            self.faults.add(f"{self.where}, {key}: should be whole numbers from {low} to {high}")
            return []
        return list(value)

    def counts(self, key: str, known: Sequence[str], most: int = 200) -> dict[str, int]:
        value = self.values.get(key, {})
        found: dict[str, int] = {}
        for name, count in value.items() if isinstance(value, dict) else ():
            if name not in known:
                self.faults.add(f"{self.where}, {key}: {name} is unknown here; known are {', '.join(known)}")
            elif type(count) is not int or not 0 <= count <= most:
                self.faults.add(f"{self.where}, {key}, {name}: should be from 0 to {most}")
            else:
                found[name] = count
        return found


_KINDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}


NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
RANDOM, CHIPLESS, OUTSIDE = "R", "x", "."
PRINTED, SHUFFLED, SPIRAL = "printed", "shuffled", "spiral"
ANYWHERE, HOME, ONE_ISLAND = "anywhere", "home", "one-island"
MOST_ROWS = 11
LONGEST_ROW = 14
MOST_SEATS = len(OWN)
MOST_PIECES = 20
"""The most roads, or ships, of one seat: the search for the longest route takes time that grows as a power of their number."""
BANK = 24
DECK = {"knight": 20, "roads": 3, "invention": 3, "monopoly": 3, "victory": 5}
TWO_SETTLEMENTS = 2
ROOM = 4
"""Maximum number of nodes a founding settlement takes up: its own and three neighbours."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, ready to be set up. The keys are explained in ``data/scenarios.toml`` and ``data/maps.toml``.

    ``letters`` has the terrain of every hex, ``R`` and ``x`` where it is drawn; ``numbers`` the printed chips (0: none).
    ``harbour_edges`` are where tokens are laid, ``home`` the hexes of zones that may be founded on. ``tiles`` and
    ``hidden_tiles`` are letters that are drawn, ``chips`` and ``hidden_chips`` the numbers; ``corners`` are where a spiral of
    chips may begin.
    """

    id: str
    title: str
    seats: tuple[int, ...]
    goal: int
    hidden: bool
    board: Board
    letters: str
    numbers: tuple[int, ...]
    harbour_edges: tuple[int, ...]
    harbour_kinds: tuple[int, ...]
    harbours_laid: bool
    home: frozenset[int]
    split: bool
    tiles: tuple[str, ...]
    chips: tuple[int, ...]
    hidden_tiles: tuple[str, ...]
    hidden_chips: tuple[int, ...]
    chips_laid: str
    chip_letters: tuple[int, ...]
    corners: tuple[int, ...]
    least_islands: int
    largest_island: int
    found_on: str
    first_point: int
    further_points: int
    trade_lines: bool
    discovery: bool
    chip_rule: bool
    bank: int
    deck: Mapping[str, int]
    roads: int
    ships: int
    settlements: int
    cities: int
    special_phase: bool
    pirate: bool
    domestic_trade: bool

    def facts(self) -> dict[str, Json]:
        """Return everything that the rules read from this scenario, as JSON, which determines a match played at it."""
        found: dict[str, Json] = {"hexes": [list(cell) for cell in self.board.hexes], "home": sorted(self.home)}
        for one in fields(self):
            value = getattr(self, one.name)
            if one.name not in ("id", "title", "hidden", "board", "home"):
                found[one.name] = list(value) if isinstance(value, tuple) else value
        return found

    @property
    def stock(self) -> list[int]:
        """Return the pieces of one seat: roads, ships, settlements, cities."""
        return [self.roads, self.ships, self.settlements, self.cities]


_KEYS: Mapping[str, type] = {
    "title": str,
    "seats": list,
    "goal": int,
    "evidence": str,
    "tiles": dict,
    "chips": dict,
    "harbours": int,
    "found_on": str,
}
_OPTIONAL: Mapping[str, type] = {
    "hidden": bool,
    "hidden_tiles": dict,
    "hidden_chips": dict,
    "harbours_laid": bool,
    "chips_laid": str,
    "letters": list,
    "islands": dict,
    "points": dict,
    "trade_lines": bool,
    "discovery": bool,
    "chip_rule": bool,
    "bank": int,
    "deck": dict,
    "roads": int,
    "ships": int,
    "settlements": int,
    "cities": int,
    "special_phase": bool,
    "pirate": bool,
    "domestic_trade": bool,
}
_MAP_KEYS: Mapping[str, type] = {"evidence": str, "rows": list, "harbours": list}
_MAP_OPTIONAL: Mapping[str, type] = {"split": bool, "zones": list, "found_on": list, "spiral": list}


def read(scenarios: str, maps: str, names: Mapping[str, str]) -> dict[str, Scenario]:
    """Return the scenarios of two texts by id; ``names`` are what messages call the files (``scenarios``, ``maps``).

    :raises BadData: naming everything that is wrong.
    """
    faults = Faults()
    tables, drawn = read_toml(scenarios, names["scenarios"], faults), read_toml(maps, names["maps"], faults)
    faults.settle()
    found: dict[str, Scenario] = {}
    for name, value in tables.items():
        where = f"{names['scenarios']}, [{name}]"
        if name not in drawn:
            faults.add(f"{where}: {names['maps']} has no map of this name")
            continue
        own = Faults()
        table = Table(value, where, own, _KEYS, _OPTIONAL)
        chart = Table(drawn[name], f"{names['maps']}, [{name}]", own, _MAP_KEYS, _MAP_OPTIONAL)
        with faults.noting():
            own.settle()
            found[name] = _scenario(name, table, chart)
    for name in drawn:
        if name not in tables:
            faults.add(f"{names['maps']}, [{name}]: {names['scenarios']} has no scenario of this name")
    faults.settle()
    if all(one.hidden for one in found.values()):
        raise BadData(f"{names['scenarios']}: at least one scenario that is not hidden is needed")
    return found


def _scenario(name: str, table: Table, chart: Table) -> Scenario:
    faults = table.faults
    seats = table.wholes("seats", 2, MOST_SEATS)
    if not seats:
        faults.add(f"{table.where}, seats: at least one number of seats is needed")
    tiles = table.counts("tiles", [*LETTER])
    chips = table.counts("chips", [str(one) for one in NUMBERS])
    hidden_tiles = table.counts("hidden_tiles", [*LETTER])
    hidden_chips = table.counts("hidden_chips", [str(one) for one in NUMBERS])
    points, islands = table.counts("points", ("first", "further")), table.counts("islands", ("least", "largest"))
    laid = table.text("chips_laid", PRINTED, (PRINTED, SHUFFLED, SPIRAL))
    letters = table.wholes("letters", 2, 12)
    found_on = table.text("found_on", ANYWHERE, (ANYWHERE, HOME, ONE_ISLAND))
    kinds = (*range(5), *(ANY for _ in range(table.whole("harbours", 0, 0, 30))))
    rows = _rows(chart)
    faults.settle()
    board = board_of(tuple(cell for cell in rows))
    terrain = "".join(letter for letter, _ in rows.values())
    numbers = tuple(number for _, number in rows.values())
    _check_tiles(table, chart, board, terrain, tiles, hidden_tiles)
    _check_chips(table, chart, board, terrain, numbers, laid, chips, hidden_chips, hidden_tiles, letters)
    edges = _harbours(chart, board, terrain)
    by_players = table.flag("harbours_laid")
    if by_players and edges:
        chart.faults.add(f"{chart.where}, harbours: the players lay them; leave the list empty")
    if not by_players and len(edges) != len(kinds):
        chart.faults.add(f"{chart.where}, harbours: are {len(edges)}, but {table.where} has {len(kinds)}")
    split = chart.flag("split")
    home = _home(chart, board, terrain, split, found_on, max(seats, default=2))
    corners = _corners(chart, board, terrain, laid)
    deck = table.counts("deck", CARDS) or DECK
    made = Scenario(
        id=name,
        title=table.text("title", name),
        seats=tuple(sorted(set(seats))),
        goal=table.whole("goal", 10, 3, 50),
        hidden=table.flag("hidden"),
        board=board,
        letters=terrain,
        numbers=numbers,
        harbour_edges=edges,
        harbour_kinds=kinds,
        harbours_laid=by_players,
        home=home,
        split=split,
        tiles=_drawn(tiles, terrain),
        chips=_spread(chips),
        hidden_tiles=tuple(LETTER[one] for one, n in hidden_tiles.items() for _ in range(n)),
        hidden_chips=_spread(hidden_chips),
        chips_laid=laid,
        chip_letters=tuple(letters),
        corners=corners,
        least_islands=islands.get("least", 1),
        largest_island=islands.get("largest", 100),
        found_on=found_on,
        first_point=points.get("first", 0),
        further_points=points.get("further", 0),
        trade_lines=table.flag("trade_lines"),
        discovery=table.flag("discovery"),
        chip_rule=table.flag("chip_rule"),
        bank=table.whole("bank", BANK, 1, 99),
        deck=deck,
        roads=table.whole("roads", 15, 2, MOST_PIECES),
        ships=table.whole("ships", 15, 0, MOST_PIECES),
        settlements=table.whole("settlements", 5, 2, 20),
        cities=table.whole("cities", 4, 0, 20),
        special_phase=table.flag("special_phase", True),
        pirate=table.flag("pirate", True),
        domestic_trade=table.flag("domestic_trade", True),
    )
    faults.settle()
    return made


def _spread(chips: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(int(number) for number, count in chips.items() for _ in range(count))


def _drawn(tiles: Mapping[str, int], terrain: str) -> tuple[str, ...]:
    """Return the tiles that no token of the map names, for the places that are drawn."""
    left = Counter({LETTER[name]: count for name, count in tiles.items()})
    left.subtract(letter for letter in terrain if letter in left)
    return tuple(letter for letter in LETTER.values() for _ in range(left[letter]))


def _rows(chart: Table) -> dict[Cell, tuple[str, int]]:
    """Return letter and chip of every hex in reading order."""
    rows, found, add = chart.values.get("rows", []), dict[Cell, tuple[str, int]](), chart.faults.add
    assert isinstance(rows, list)
    if not 1 <= len(rows) <= MOST_ROWS or not all(isinstance(row, str) for row in rows):
        add(f"{chart.where}, rows: should be 1 to {MOST_ROWS} texts")
        return {}
    long = len(rows[0].split())
    if not 2 <= long <= LONGEST_ROW:
        add(f"{chart.where}, rows: the first should have 2 to {LONGEST_ROW} hexes")
        return {}
    for r, row in enumerate(rows, 1):
        tokens = row.split()
        if len(tokens) != long - (r % 2 == 0):
            add(f"{chart.where}, row {r}: has {len(tokens)} hexes, should have {long - (r % 2 == 0)}")
        for c, token in enumerate(tokens):
            letter, digits = token[0], token[1:]
            number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 3 else 0
            if letter not in (*TERRAIN, RANDOM, CHIPLESS, OUTSIDE) or (digits and number not in NUMBERS):
                add(f"{chart.where}, hex ({r}, {c}): {token} is no terrain with a chip")
            elif letter != OUTSIDE:
                found[r, c] = (letter, number)
    if not found:
        add(f"{chart.where}, rows: at least one hex is needed")
    return found


def _check_tiles(
    table: Table, chart: Table, board: Board, terrain: str, tiles: Mapping[str, int], hidden: Mapping[str, int]
) -> None:
    """The tokens of the map are the tiles of the table; what is drawn has its places."""
    there, add = Counter(terrain), table.faults.add
    for name, letter in LETTER.items():
        wanted = tiles.get(name, 0)
        if letter != "?" and (there[letter] > wanted or (not there[RANDOM] and there[letter] != wanted)):
            add(f"{table.where}, tiles, {name}: {wanted}, but the map has {there[letter]}")
    named = sum(count for letter, count in there.items() if letter in TERRAIN and letter != "?")
    if there[RANDOM] and there[RANDOM] != sum(tiles.values()) - named:
        add(f"{table.where}, tiles: leave {sum(tiles.values()) - named} for {there[RANDOM]} places that are drawn")
    later = there["?"] + there[CHIPLESS]
    if sum(hidden.values()) != later:
        add(f"{table.where}, hidden_tiles: are {sum(hidden.values())}, but the map has {later} places for them")
    if there["?"] and (not table.flag("discovery") or there[CHIPLESS]):
        cell = board.hexes[terrain.index("?")]
        chart.faults.add(f"{chart.where}, hex {cell}: unexplored hexes need discovery, and no places marked x")
    if table.flag("discovery") and (hidden.get("gold") or hidden.get("desert")):
        add(f"{table.where}, hidden_tiles: gold and desert cannot be discovered")
    if "unexplored" in tiles or "unexplored" in hidden:
        add(f"{table.where}, tiles: unexplored is no tile")


def _check_chips(
    table: Table,
    chart: Table,
    board: Board,
    terrain: str,
    numbers: Sequence[int],
    laid: str,
    chips: Mapping[str, int],
    hidden: Mapping[str, int],
    hidden_tiles: Mapping[str, int],
    letters: Sequence[int],
) -> None:
    """Every producing hex has a chip, and the chips are those of the table."""
    add = table.faults.add
    for h, (letter, number) in enumerate(zip(terrain, numbers, strict=True)):
        wants = laid == PRINTED and letter not in (*"~?D", RANDOM, CHIPLESS)
        if bool(number) != wants:
            chart.faults.add(f"{chart.where}, hex {board.hexes[h]}: should have {'a' if wants else 'no'} chip")
    tiles = table.counts("tiles", [*LETTER])
    producing = sum(count for name, count in tiles.items() if name not in ("sea", "desert"))
    if laid == PRINTED:
        there = Counter(number for number in numbers if number)
        for number in NUMBERS:
            if there[number] != chips.get(str(number), 0):
                add(f"{table.where}, chips, {number}: {chips.get(str(number), 0)}, but the map has {there[number]}")
    elif sum(chips.values()) != producing:
        add(f"{table.where}, chips: are {sum(chips.values())} for {producing} hexes")
    if laid == SPIRAL and Counter(letters) != Counter(_spread(chips)):
        add(f"{table.where}, letters: are not the chips in another order")
    later = sum(count for name, count in hidden_tiles.items() if name not in ("sea", "desert"))
    if table.flag("discovery") and sum(hidden.values()) != later:
        add(f"{table.where}, hidden_chips: are {sum(hidden.values())} for {later} hexes")
    if table.flag("chip_rule") and sum(hidden.values()) > later:
        add(f"{table.where}, hidden_chips: are {sum(hidden.values())} for {later} hexes")


def _harbours(chart: Table, board: Board, terrain: str) -> tuple[int, ...]:
    """Return the edges of the harbours."""
    edges, taken = list[int](), dict[int, str]()
    listed = chart.values.get("harbours", [])
    for one in listed if isinstance(listed, list) else ():
        match one:
            case [int(row), int(column), str(direction)] if direction in DIRECTIONS:
                cell = (row, column)
            case _:
                chart.faults.add(f"{chart.where}, harbours: {one} should be [row, column, direction]")
                continue
        where = f"{chart.where}, harbour at {cell}, edge {direction}"
        at, land = board.cell_of.get(cell), board.cell_of.get(neighbour(cell, direction))
        if at is None or (at < len(terrain) and terrain[at] not in "~"):
            chart.faults.add(f"{where}: does not lie on sea or frame")
        elif land is None or land >= len(terrain) or not is_land(terrain[land]):
            chart.faults.add(f"{where}: points to no land")
        else:
            edge = board.edge_at(cell, direction)
            assert edge is not None
            for node in board.edge_nodes[edge]:
                if node in taken:
                    chart.faults.add(f"{where}: shares an intersection with the one at {taken[node]}")
                taken[node] = str(cell)
            edges.append(edge)
    return tuple(edges)


def zones_of(board: Board, terrain: str, split: bool) -> list[list[int]]:
    """Return the islands of a map: connected land, where deserts separate it if ``split`` (and belong to no island)."""
    return board.components(
        h for h, letter in enumerate(terrain) if is_land(letter) and not (split and letter == DESERT)
    )


def _home(chart: Table, board: Board, terrain: str, split: bool, found_on: str, seats: int) -> frozenset[int]:
    """Return the hexes that may be founded on, after a look at the zones."""
    add = chart.faults.add
    zones = zones_of(board, terrain, split)
    sizes = [len(zone) for zone in zones]
    if "zones" in chart.values and chart.values["zones"] != sizes:
        add(f"{chart.where}, zones: are {sizes} by the rows, not {chart.values['zones']}")
    chosen = chart.wholes("found_on", 0, 60)
    if (found_on == HOME) != bool(chosen):
        add(f"{chart.where}, found_on: should {'name zones' if found_on == HOME else 'be left out'}")
    if any(one >= len(zones) for one in chosen):
        add(f"{chart.where}, found_on: there are {len(zones)} zones, counted from 0")
        return frozenset()
    home = frozenset(h for i, zone in enumerate(zones) if not chosen or i in chosen for h in zone)
    zone_of = {h: i for i, zone in enumerate(zones) for h in zone}
    room = 0
    for node, hexes in enumerate(board.node_hexes):
        if len({zone_of[h] for h in hexes if h in zone_of}) > 1:
            add(f"{chart.where}, hexes {[board.hexes[h] for h in hexes]}: touch, but are two zones")
        if home & set(hexes):
            room += 1
            gold = [board.hexes[h] for h in hexes if terrain[h] == GOLD]
            if gold and found_on == HOME:
                add(f"{chart.where}, hex {gold[0]}: gold must not lie where settlements are founded (node {node})")
    if room < seats * TWO_SETTLEMENTS * ROOM:
        add(f"{chart.where}: {room} founding places are too few for {seats} seats")
    return home


def _corners(chart: Table, board: Board, terrain: str, laid: str) -> tuple[int, ...]:
    """Return the hexes where a spiral may begin."""
    found = []
    listed = chart.values.get("spiral", [])
    for one in listed if isinstance(listed, list) else ():
        match one:
            case [int(row), int(column)]:
                at = board.cell_of.get((row, column))
            case _:
                at = None
        if at is None or at >= len(terrain) or terrain[at] != RANDOM:
            chart.faults.add(f"{chart.where}, spiral: {one} is no hex that is drawn")
        else:
            found.append(at)
    drawn = {h for h, letter in enumerate(terrain) if letter == RANDOM}
    for at in found:
        if any(len(board.spiral(drawn, at, clockwise=way)) < len(drawn) for way in (True, False)):
            chart.faults.add(f"{chart.where}, spiral: from {board.hexes[at]} no spiral reaches every hex that is drawn")
    if (laid == SPIRAL) != bool(found):
        chart.faults.add(f"{chart.where}, spiral: should {'name corners' if laid == SPIRAL else 'be left out'}")
    return tuple(found)


__all__ = ["BadData", "Scenario", "read", "zones_of"]

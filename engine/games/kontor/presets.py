"""Presets: the tables one can sit down at, as data (RULES.md C4, D1).

A preset says everything in which editions, variants and numbers of players differ: board, layout, cards, money, pass mode,
ship, order of income and draw, final scoring. No rule asks which edition is played; it asks the preset.

Layouts and presets are read from two files of data that an owner of the game may replace. Every preset that is returned can
be set up; whatever is wrong is reported with file, table and key.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, cast

from typing_extensions import TypedDict

from engine.games.kontor.rules.board import groups
from engine.games.kontor.rules.fields import FAR, PLACES, Field, field, is_object, is_place, reading_order, row_by_row
from engine.games.kontor.types.cards import CANALS, EDITIONS, SPECIAL, Card
from engine.games.kontor.types.state import Axis, PassMode
from engine.games.kontor.types.view import SuddenEnd
from engine.kit.rule_data import BadData, Faults

Income = Literal["before-draw", "after-draw"]
Contact = Literal["card", "canal"]
SpecialCards = Literal["never", "dealt", "bought"]

DECLARE: Literal["declare"] = "declare"
PASS_MODES: tuple[PassMode, ...] = (DECLARE, "secret")
NEVER: Literal["never"] = "never"
DEALT: Literal["dealt"] = "dealt"
BOUGHT: Literal["bought"] = "bought"


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards on the table at the start; ``fixed`` boards know their edges from the start."""

    name: str
    anchor: Field
    canals: tuple[Field, ...]
    fixed: bool
    evidence: str


@dataclass(frozen=True, slots=True)
class Preset:
    """One table, ready to be set up. The keys are explained in ``data/presets.toml``."""

    name: str
    title: str
    teams: tuple[int, ...]
    opposite: tuple[int, ...]
    cards: Mapping[str, Card]
    layout: Layout
    width: int
    height: int
    money: int
    bank: int
    hand_quays: int
    hand_canals: int
    pass_mode: PassMode
    ship: bool
    income: Income
    places: int
    least_size: int
    contact: Contact
    sudden_end: SuddenEnd
    special_cards: SpecialCards
    special_default: bool
    regions: tuple[tuple[Field, ...], ...]
    """Regions enclosed by the start layout, row by row, if canals may not divide it (``keep_regions``); otherwise empty."""

    @property
    def seats(self) -> int:
        """Return how many seats the table has."""
        return len(self.teams)

    @property
    def in_teams(self) -> bool:
        """Return whether partners play together."""
        return self.seats > len(set(self.teams))

    @property
    def limits(self) -> dict[Axis, int]:
        """Return how many columns (x) and rows (y) the harbour has at most."""
        return {"x": self.width, "y": self.height}

    def facts(self) -> dict[str, object]:
        """Return everything the rules read from this preset, as JSON: what a match played with it depends on."""
        layout = self.layout
        plain = (int, str, bool, tuple)
        read: dict[str, object] = {one.name: getattr(self, one.name) for one in fields(self)}
        kept = {
            name: value for name, value in read.items() if isinstance(value, plain) and name not in ("name", "title")
        }
        return {
            **kept,
            "teams": list(self.teams),
            "opposite": list(self.opposite),
            "regions": [[list(PLACES[one]) for one in region] for region in self.regions],
            "cards": [[one.id, one.number, one.type, one.owner, one.goods, one.symbol] for one in self.cards.values()],
            "layout": [layout.fixed, *(list(PLACES[one]) for one in (layout.anchor, *layout.canals))],
        }

    def members(self, team: int) -> list[int]:
        """Return the seats of a team: one, or two partners."""
        return [seat for seat, its in enumerate(self.teams) if its == team]


COINS = 20
"""Coins in either box (B1)."""

INCOME: tuple[Income, ...] = ("before-draw", "after-draw")
CONTACTS: tuple[Contact, ...] = ("card", "canal")
SPECIAL_CARDS: tuple[SpecialCards, ...] = (NEVER, DEALT, BOUGHT)
SUDDEN_ENDS: tuple[SuddenEnd, ...] = ("none", "poverty", "line")
GRID = 9
"""A line of three needs three by three regions."""


def read_layouts(text: str, file: str) -> dict[str, Layout]:
    """Return the layouts of a layout file by name; :raises BadData: naming file, layout and key of all that is wrong."""
    faults = Faults()
    layouts = {}
    for name, table in _tables(text, file).items():
        with faults.noting():
            layouts[name] = _layout(name, table, f"{file}, [{name}]")
    faults.settle()
    return layouts


def read_presets(text: str, file: str, cards: Mapping[str, Card], layouts: Mapping[str, Layout]) -> dict[str, Preset]:
    """Return the presets of a preset file by name; :raises BadData: naming file, preset and key of all that is wrong."""
    faults = Faults()
    presets = {}
    for name, table in _tables(text, file).items():
        with faults.noting():
            presets[name] = _preset(name, table, cards, layouts, f"{file}, [{name}]")
    faults.settle()
    if not presets:
        raise BadData(f"{file}: at least one preset is needed")
    return presets


class PresetTable(TypedDict):
    """A preset as it stands in the file; the keys are explained in ``data/presets.toml``."""

    title: str
    teams: list[int]
    opposite: list[int]
    edition: str
    removed: list[str]
    layout: str
    width: int
    height: int
    money: int
    bank: int
    hand_quays: int
    hand_canals: int
    pass_mode: PassMode
    ship: bool
    income: Income
    places: int
    least_size: int
    contact: Contact
    keep_regions: bool
    sudden_end: SuddenEnd
    special_cards: SpecialCards
    special_default: bool


class LayoutTable(TypedDict):
    """A layout as it stands in the file; anything in it that is not a field is reported when it is read."""

    anchor: object
    canals: list[object]
    fixed: bool
    evidence: str


_PRESET_KEYS: dict[str, type] = {
    "title": str,
    "teams": list,
    "opposite": list,
    "edition": str,
    "removed": list,
    "layout": str,
    "width": int,
    "height": int,
    "money": int,
    "bank": int,
    "hand_quays": int,
    "hand_canals": int,
    "pass_mode": str,
    "ship": bool,
    "income": str,
    "places": int,
    "least_size": int,
    "contact": str,
    "keep_regions": bool,
    "sudden_end": str,
    "special_cards": str,
    "special_default": bool,
}
"""The members of :class:`PresetTable` with their types, to check a file against."""

_LAYOUT_KEYS: dict[str, type] = {"anchor": list, "canals": list, "fixed": bool, "evidence": str}


def _preset(
    name: str, given: Mapping[str, object], cards: Mapping[str, Card], layouts: Mapping[str, Layout], where: str
) -> Preset:
    table = _checked(given, layouts, where)
    faults = Faults()
    for check in (_seats, _removed):
        with faults.noting():
            check(table, cards, where)
    with faults.noting():
        _regions(table, layouts[table["layout"]], where)
    faults.settle()
    preset = Preset(
        name=name,
        title=table["title"],
        teams=tuple(table["teams"]),
        opposite=tuple(table["opposite"]),
        cards=_deck(table, cards),
        layout=layouts[table["layout"]],
        width=table["width"],
        height=table["height"],
        money=table["money"],
        bank=table["bank"],
        hand_quays=table["hand_quays"],
        hand_canals=table["hand_canals"],
        pass_mode=table["pass_mode"],
        ship=table["ship"],
        income=table["income"],
        places=table["places"],
        least_size=table["least_size"],
        contact=table["contact"],
        sudden_end=table["sudden_end"],
        special_cards=table["special_cards"],
        special_default=table["special_default"],
        regions=_regions(table, layouts[table["layout"]], where),
    )
    _fits(preset, where)
    return preset


def _checked(given: Mapping[str, object], layouts: Mapping[str, Layout], where: str) -> PresetTable:
    """Return the table if each key by itself is right."""
    _keys(given, _PRESET_KEYS, where)
    table = cast("PresetTable", given)
    faults = Faults()
    for key, allowed in (
        ("edition", EDITIONS),
        ("pass_mode", PASS_MODES),
        ("income", INCOME),
        ("layout", layouts),
        ("contact", CONTACTS),
        ("sudden_end", SUDDEN_ENDS),
        ("special_cards", SPECIAL_CARDS),
    ):
        if given[key] not in allowed:
            faults.add(f"{where}, {key}: {given[key]!r} should be one of {', '.join(allowed)}")
    numbered = (
        ("teams", table["teams"], int),
        ("opposite", table["opposite"], int),
        ("removed", table["removed"], str),
    )
    for key, listed, kind in numbered:
        for i, one in enumerate(listed):
            if type(one) is not kind:
                faults.add(f"{where}, {key}[{i}]: {one!r} should be of type {kind.__name__}")
    for key, number, least, most in (
        ("width", table["width"], 1, FAR - 1),
        ("height", table["height"], 1, FAR - 1),
        ("money", table["money"], 0, COINS),
        ("bank", table["bank"], 0, COINS),
        ("hand_quays", table["hand_quays"], 1, 10),
        ("hand_canals", table["hand_canals"], 0, 10),
        ("places", table["places"], 0, 99),
        ("least_size", table["least_size"], 1, 99),
    ):
        if not least <= number <= most:
            faults.add(f"{where}, {key}: {number} should be from {least} to {most}")
    if table["special_default"] and table["special_cards"] == NEVER:
        faults.add(f"{where}, special_default: true needs special_cards other than {NEVER}")
    faults.settle()
    return table


def _seats(table: PresetTable, _: Mapping[str, Card], where: str) -> None:
    teams, opposite = table["teams"], table["opposite"]
    if sorted(teams) != [0] * (len(teams) // 2) + [1] * (len(teams) // 2) or not teams:
        raise BadData(f"{where}, teams: {teams} should have as many seats of team 0 as of team 1")
    seats = range(len(teams))
    if sorted(opposite) != list(seats) or any(
        teams[opposite[seat]] == teams[seat] or opposite[opposite[seat]] != seat for seat in seats
    ):
        raise BadData(f"{where}, opposite: {opposite} should pair every seat with one of the other team, and back")
    if table["money"] * len(teams) + table["bank"] > COINS:
        raise BadData(
            f"{where}, bank: {table['bank']} and {table['money']} a seat are more than the {COINS} coins of the box"
        )


def _regions(table: PresetTable, layout: Layout, where: str) -> tuple[tuple[Field, ...], ...]:
    if not table["keep_regions"]:
        if table["sudden_end"] == "line":
            raise BadData(f"{where}, sudden_end: line needs keep_regions = true")
        return ()
    if not layout.fixed:
        raise BadData(f"{where}, keep_regions: {layout.name} is not a fixed board, so nothing is enclosed at the start")
    fields = {field(x, y) for x in range(table["width"]) for y in range(table["height"])}
    regions = [reading_order(one) for one in groups(fields - {layout.anchor, *layout.canals})]
    if table["sudden_end"] == "line" and len(regions) != GRID:
        raise BadData(f"{where}, sudden_end: line needs {GRID} regions, {layout.name} has {len(regions)}")
    return tuple(map(tuple, row_by_row(regions)))


def _removed(table: PresetTable, cards: Mapping[str, Card], where: str) -> None:
    unknown = [f"{where}, removed: there is no card {one!r}" for one in table["removed"] if one not in cards]
    if unknown:
        raise BadData(*unknown)


def _deck(table: PresetTable, cards: Mapping[str, Card]) -> dict[str, Card]:
    return {
        name: card
        for name, card in cards.items()
        if table["edition"] in card.editions
        and name not in table["removed"]
        and (card.type not in SPECIAL or table["special_cards"] != NEVER)
    }


def _fits(preset: Preset, where: str) -> None:
    places = [PLACES[one] for one in (preset.layout.anchor, *preset.layout.canals)]
    for axis, size in ((0, preset.width), (1, preset.height)):
        lowest, highest = min(p[axis] for p in places), max(p[axis] for p in places)
        inside = lowest >= 0 and highest < size if preset.layout.fixed else highest - lowest < size
        if not inside:
            raise BadData(
                f"{where}, layout: {preset.layout.name} does not fit into {preset.width} x {preset.height} fields"
            )
    canals = len(preset.layout.canals) + preset.hand_canals * preset.seats
    if canals > CANALS:
        raise BadData(f"{where}, hand_canals: {canals} canals are needed at the start, there are {CANALS}")
    partners = preset.seats // 2
    quays = sum(1 for card in preset.cards.values() if card.owner == "red")
    if preset.hand_quays * partners > quays:
        raise BadData(
            f"{where}, hand_quays: {preset.hand_quays * partners} quays are dealt to a team that owns {quays}"
        )
    special = sum(1 for card in preset.cards.values() if card.kind == "special")
    if preset.special_cards == DEALT and special < preset.seats:
        raise BadData(f"{where}, special_cards: {preset.seats} are dealt, one a seat, but the box has {special}")


def _layout(name: str, given: Mapping[str, object], where: str) -> Layout:
    _keys(given, _LAYOUT_KEYS, where)
    table = cast("LayoutTable", given)
    faults = Faults()
    found = []
    for value, at in [(table["anchor"], "anchor"), *((one, f"canals[{i}]") for i, one in enumerate(table["canals"]))]:
        with faults.noting():
            found.append(_field(value, f"{where}, {at}"))
    faults.settle()
    anchor, *canals = found
    if len(set(found)) != len(found):
        raise BadData(f"{where}: a field occurs twice; every card needs its own")
    return Layout(name, anchor, tuple(canals), table["fixed"], table["evidence"])


def _tables(text: str, file: str) -> dict[str, Mapping[str, object]]:
    """Return the tables of a TOML file by name; their values may be anything that TOML allows."""
    try:
        found: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{file}: not TOML ({error})") from error
    tables: dict[str, Mapping[str, object]] = {}
    for name, table in found.items():
        if not is_object(table):
            raise BadData(f"{file}, {name}: should be a table [{name}]")
        tables[name] = table
    return tables


def _keys(table: Mapping[str, object], wanted: Mapping[str, type], where: str) -> None:
    faults = Faults()
    for key in table:
        if key not in wanted:
            faults.add(f"{where}, {key}: unknown key; known are {', '.join(wanted)}")
    for key, kind in wanted.items():
        if key not in table:
            faults.add(f"{where}, {key}: missing")
        elif type(table[key]) is not kind:
            faults.add(f"{where}, {key}: {table[key]!r} should be of type {kind.__name__}")
    faults.settle()


def _field(value: object, where: str) -> Field:
    if not is_place(value, FAR - 1):
        raise BadData(f"{where}: {value!r} should be a field [x, y] with numbers below {FAR}")
    return field(*value)

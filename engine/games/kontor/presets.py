"""Presets: the tables one can sit down at, as data (RULES.md C4, D1).

A preset says everything in which editions, variants and numbers of players differ: board, layout, cards, money, pass mode,
ship, order of income and draw, final scoring. No rule asks which edition is played; it asks the preset. They
are read by :mod:`engine.games.kontor.preset_files`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal

from engine.games.kontor.rules.fields import PLACES, Field
from engine.games.kontor.types.cards import Card
from engine.games.kontor.types.state import Axis, PassMode
from engine.games.kontor.types.view import SuddenEnd

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

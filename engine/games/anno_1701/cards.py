"""The cards of the rules: expansion cards, landscapes, the sides' set-up, inhabitants (RULES.md, B1-B8)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.anno_1701.types.cards import ActionOp


@dataclass(frozen=True, slots=True)
class Card:
    """One copy of an expansion card (Ausbaukarte). ``kind`` is its name in the file, ``id`` names the copy."""

    id: str
    kind: str
    stack: int
    building: bool
    cost: str = ""
    die: int | None = None
    yields: str = ""
    sails: int = 0
    cannons: int = 0
    bags: int = 0
    happy: int = 0
    gold: int = 0
    fire_proof: bool = False
    limit: int | None = None
    cancel: int = 0
    """Cost for the owner to cancel an attack; 0 if the card cannot cancel one."""
    dock: bool = False
    lodge: bool = False
    op: ActionOp | None = None
    against: bool = False
    n: int = 0
    good: str = ""
    rank: int = 0
    """Its place in the file, by which cards are sorted."""


@dataclass(frozen=True, slots=True)
class Landscape:
    """A landscape card of a side (Landschaft): its good, its number, how many goods it starts with, and where it lies."""

    id: str
    good: str
    die: int
    start: int
    position: str


@dataclass(frozen=True, slots=True)
class Side:
    """The set-up cards of lion or dragon (Löwe, Drache)."""

    landscapes: tuple[Landscape, ...]
    ship_die: int
    ship_position: str


@dataclass(frozen=True, slots=True)
class Resident:
    """A level of inhabitants (Einwohner): settler, citizen, merchant."""

    id: str
    cost: str
    points: int
    count: int


def centre_of(position: str) -> int | None:
    """Return which village centre lies between this position and the one across it (B.3), if any."""
    return {"1": 0, "3": 1}.get(position[-1])

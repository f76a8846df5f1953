"""The cards: how a dataset file is read and checked (RULES.md, B1-B8, C.9).

The data are a reconstruction that an owner of the game may replace: costs, dice, symbols and effects come from the file and
from nowhere else. Reading promises that every :class:`Dataset` it returns can be played; whatever is wrong is reported with
a JSON pointer into the file and what should be there.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from engine.anno_1701.schemas.data import DATASET, POSITIONS
from engine.kit.rule_data import BadData
from engine.kit.shape import Misfit, fit

CARDS = 120
STACK = 18
SET_UP = 17
"""Set-up cards of a side: a row of 7, 7 landscapes, 2 warehouses, the ship (B6)."""


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
    """What cancelling an attack costs the owner; 0: cannot."""
    dock: bool = False
    lodge: bool = False
    op: str = ""
    against: bool = False
    n: int = 0
    good: str = ""
    rank: int = 0
    """Its place in the file, by which cards are sorted."""


@dataclass(frozen=True, slots=True)
class Landscape:
    """A landscape card of a side (Landschaft): its good, its number, what lies on it at the start and where it lies."""

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


@dataclass(frozen=True)
class Dataset:
    """All cards. ``events`` are the six faces of the event die, ``voyage`` the voyage cards by id, as the file has them."""

    name: str
    status: str
    cards: dict[str, Card]
    sides: dict[str, Side]
    residents: tuple[Resident, ...]
    events: tuple[dict[str, Any], ...]
    voyage: dict[str, dict[str, Any]]
    start: dict[str, Any]
    names: dict[str, dict[str, str]]
    """What cards, goods and voyages are called, by id and language."""
    goods: dict[str, str]
    """The good of each landscape of both sides."""
    shown: dict[str, dict[str, Any]]
    """The expansion cards as views show them; effects that a card has not are left out."""

    def stack(self, numeral: int) -> list[str]:
        """Return the copies of one numeral in the order of the file."""
        return [card.id for card in self.cards.values() if card.stack == numeral]


def read(text: str, file: str) -> Dataset:
    """Return a dataset; :raises BadData: naming the first thing that is wrong."""
    try:
        raw = json.loads(text, object_pairs_hook=_once)
        fit(DATASET, raw)
        _check(raw)
    except Misfit as misfit:
        raise BadData(f"{file}, {misfit}") from None
    except ValueError as error:
        raise BadData(f"{file}: not JSON ({error})") from error
    cards = _copies(raw["expansion"])
    names = {one["id"]: one for part in ("residents", "expansion", "voyage") for one in raw[part]}
    names |= {one["op"]: one for one in raw["eventDie"]} | raw["goods"]
    return Dataset(
        raw["dataset"],
        raw["status"],
        cards,
        {name: _side(side) for name, side in raw["sides"].items()},
        tuple(Resident(one["id"], one["cost"], one["points"], one["count"]) for one in raw["residents"]),
        tuple(sorted(raw["eventDie"], key=lambda one: one["face"])),
        {one["id"]: one for one in raw["voyage"]},
        raw["start"],
        {key: {"de": one["de"], "en": one.get("en", one["de"])} for key, one in names.items()},
        {one["id"]: one["good"] for side in raw["sides"].values() for one in side["landscapes"]},
        {card.id: _shown(card) for card in cards.values()},
    )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError(f"a key occurs twice among {', '.join(key for key, _ in pairs)}")
    return dict(pairs)


def _count(entry: dict[str, Any]) -> int:
    return len(entry["dice"]) if "dice" in entry else int(entry.get("count", 1))


def _copies(entries: list[dict[str, Any]]) -> dict[str, Card]:
    cards: dict[str, Card] = {}
    for rank, one in enumerate(entries):
        for k in range(_count(one)):
            card = Card(
                id=f"{one['id']}-{one['stack']}-{k + 1}",
                kind=one["id"],
                stack=one["stack"],
                building=one["type"] == "building",
                cost=one.get("cost", ""),
                die=one["dice"][k] if "dice" in one else None,
                yields=one.get("yield", ""),
                sails=one.get("sails", 0),
                cannons=one.get("cannons", 0),
                bags=one.get("bags", 0),
                happy=one.get("happy", 0),
                gold=one.get("goldOnBuild", 0),
                fire_proof=one.get("fireProof", False),
                limit=one.get("limit"),
                cancel=one.get("cancelAttackForGold", 0),
                dock=one.get("swapOnRoll", False),
                lodge=one.get("lodgeOnRoll", False),
                op=one.get("op", ""),
                against=one.get("against", False),
                n=one.get("n", one.get("max", 0)),
                good=one.get("good", ""),
                rank=rank,
            )
            cards[card.id] = card
    return cards


EFFECTS = (
    "cost",
    "die",
    "yields",
    "sails",
    "cannons",
    "bags",
    "happy",
    "gold",
    "fire_proof",
    "limit",
    "cancel",
    "dock",
    "lodge",
    "op",
    "against",
    "n",
    "good",
)


def _shown(card: Card) -> dict[str, Any]:
    known = {"id": card.id, "kind": card.kind, "numeral": card.stack, "building": card.building}
    return known | {name: getattr(card, name) for name in EFFECTS if getattr(card, name)}


def _side(raw: dict[str, Any]) -> Side:
    lands = tuple(Landscape(one["id"], one["good"], one["die"], one["start"], one["pos"]) for one in raw["landscapes"])
    free = next(at for at in POSITIONS if at not in {one.position for one in lands})
    return Side(lands, raw["ship"]["die"], raw["ship"].get("pos", free))


def _check(raw: dict[str, Any]) -> None:
    """Hold a well-formed file against the rule book; :raises Misfit: at the first contradiction."""
    for name, side in raw["sides"].items():
        _check_side(side, f"/sides/{name}")
    if len({one["id"] for side in raw["sides"].values() for one in side["landscapes"]}) < 14:
        raise Misfit("/sides", "the 14 landscapes need 14 different ids")
    for i, (one, before) in enumerate(zip(raw["residents"], ("pioneer", "settler", "citizen"), strict=True)):
        if one["from"] != before or one["id"] != ("settler", "citizen", "merchant")[i]:
            raise Misfit(f"/residents/{i}", "residents are settler, citizen and merchant, each from the one before")
    faces = sorted(one["face"] for one in raw["eventDie"])
    if faces != [1, 2, 3, 4, 5, 6]:
        raise Misfit("/eventDie", f"each of the faces 1 to 6 once, not {faces}")
    _check_expansion(raw["expansion"])
    _check_voyage(raw["voyage"])
    inhabitants = sum(one["count"] for one in raw["residents"])
    total = sum(map(_count, raw["expansion"])) + 2 * SET_UP + inhabitants + len(raw["voyage"])
    if total != CARDS:
        raise Misfit("", f"{CARDS} cards are needed, found {total}: inhabitants and voyage cards must sum to 32")


def _check_side(side: dict[str, Any], pointer: str) -> None:
    goods = Counter(one["good"] for one in side["landscapes"])
    if goods != Counter("NTHZZWW"):
        raise Misfit(f"{pointer}/landscapes", "one N, T and H, two Z and W are needed")
    places = [one["pos"] for one in side["landscapes"]] + [side["ship"]["pos"]] * ("pos" in side["ship"])
    if len(set(places)) < len(places):
        raise Misfit(f"{pointer}/landscapes", "two cards lie on one position")
    if sum(one["start"] for one in side["landscapes"]) != 5:
        raise Misfit(f"{pointer}/landscapes", "the goods of the start must sum to 5")
    for i, one in enumerate(side["landscapes"]):
        if one.get("centre", centre_of(one["pos"])) != centre_of(one["pos"]):
            raise Misfit(f"{pointer}/landscapes/{i}/centre", f"{one['pos']} lies at centre {centre_of(one['pos'])}")


def centre_of(position: str) -> int | None:
    """Return which village centre lies between this position and the one across it (B.3), if any."""
    return {"1": 0, "3": 1}.get(position[-1])


def _check_expansion(entries: list[dict[str, Any]]) -> None:
    sizes: Counter[int] = Counter()
    seen = set()
    for i, one in enumerate(entries):
        pointer = f"/expansion/{i}"
        if (one["id"], one["stack"]) in seen:
            raise Misfit(pointer, f"{one['id']} occurs twice in stack {one['stack']}; give one entry with all copies")
        seen.add((one["id"], one["stack"]))
        sizes[one["stack"]] += _count(one)
        _check_building(one, pointer) if one["type"] == "building" else _check_action(one, pointer)
    for numeral in (1, 2, 3):
        if sizes[numeral] != STACK:
            raise Misfit("/expansion", f"stack {numeral} needs {STACK} cards, found {sizes[numeral]}")


def _check_building(one: dict[str, Any], pointer: str) -> None:
    if "dice" in one and one.get("count", len(one["dice"])) != len(one["dice"]):
        raise Misfit(f"{pointer}/count", "differs from the number of dice; leave it out")
    if any(key in one for key in ("yield", "swapOnRoll", "lodgeOnRoll")) != ("dice" in one):
        raise Misfit(pointer, "dice belong to exactly those buildings that do something when their number is rolled")
    if one["id"] == "kanonengiesserei" and sorted(one["cost"]) != ["H", "W", "Z"]:
        raise Misfit(f"{pointer}/cost", "the rule book prints H, Z and W")
    if one.get("fireProof") and one.get("limit") != 1:
        raise Misfit(pointer, "a building that protects against fire needs limit 1")


NEEDED = {
    "steal_gold": ("max",),
    "take_hand_card": (),
    "empty_landscape": (),
    "centre_loses_gold": ("n",),
    "gain_goods": ("good", "n"),
    "gain_gold": ("n",),
    "ship_bonus": ("n", "when"),
}
AGAINST = ("steal_gold", "take_hand_card", "empty_landscape", "centre_loses_gold")


def _check_action(one: dict[str, Any], pointer: str) -> None:
    needed = NEEDED[one["op"]]
    for key in ("max", "n", "good", "when"):
        if (key in one) != (key in needed):
            raise Misfit(pointer, f"{one['op']} needs exactly: {', '.join(needed) or 'nothing else'}")
    if one["against"] != (one["op"] in AGAINST):
        raise Misfit(f"{pointer}/against", f"should be {str(one['op'] in AGAINST).lower()} for {one['op']}")


def _check_voyage(entries: list[dict[str, Any]]) -> None:
    if len({one["id"] for one in entries}) < len(entries):
        raise Misfit("/voyage", "each voyage card needs its own id")
    for i, one in enumerate(entries):
        if one["op"] == "flotsam":
            rolls = sorted(roll for row in one["table"] for roll in row["roll"])
            if rolls != [1, 2, 3, 4, 5, 6]:
                raise Misfit(f"/voyage/{i}/table", "each roll from 1 to 6 once")

"""The dataset: how a file of cards is read, and checked to be playable by the rules (RULES.md, B1-B8, C.9).

The data are a reconstruction that an owner of the game may replace: costs, dice, symbols and effects come from the file and
from nowhere else. Every :class:`Dataset` that :func:`read` returns can be played; whatever is wrong is reported with a JSON
pointer into the file and what should be there.

The :class:`Book` of an installation adds the hash, which every match's log records.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import cast

from engine.contract import Language
from engine.games.anno_1701.dataset_file import (
    DatasetFile,
    ExpansionEntry,
    Face,
    Named,
    SideEntry,
    Start,
    VoyageEntry,
    copies_of,
)
from engine.games.anno_1701.schemas.data import DATASET, POSITIONS
from engine.games.anno_1701.types.cards import (
    Card,
    ExpansionCard,
    Landscape,
    Resident,
    Side,
    SideName,
    VoyageCard,
    centre_of,
)
from engine.kit.rule_data import BadData, digest
from engine.kit.shape import Misfit, fit

CARDS = 120
STACK = 18
SET_UP = 17
"""Set-up cards of a side: a row of 7, 7 landscapes, 2 warehouses, the ship (B6)."""


def check(raw: DatasetFile) -> None:
    """Check a well-formed file against the rule book; :raises Misfit: at the first contradiction."""
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
    total = sum(map(copies_of, raw["expansion"])) + 2 * SET_UP + inhabitants + len(raw["voyage"])
    if total != CARDS:
        raise Misfit("", f"{CARDS} cards are needed, found {total}: inhabitants and voyage cards must sum to 32")


def _check_side(side: SideEntry, pointer: str) -> None:
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


def _check_expansion(entries: Sequence[ExpansionEntry]) -> None:
    sizes: Counter[int] = Counter()
    seen = set()
    for i, one in enumerate(entries):
        pointer = f"/expansion/{i}"
        if (one["id"], one["stack"]) in seen:
            raise Misfit(pointer, f"{one['id']} occurs twice in stack {one['stack']}; give one entry with all copies")
        seen.add((one["id"], one["stack"]))
        sizes[one["stack"]] += copies_of(one)
        _check_building(one, pointer) if one["type"] == "building" else _check_action(one, pointer)
    for numeral in (1, 2, 3):
        if sizes[numeral] != STACK:
            raise Misfit("/expansion", f"stack {numeral} needs {STACK} cards, found {sizes[numeral]}")


def _check_building(one: ExpansionEntry, pointer: str) -> None:
    if "dice" in one and one.get("count", len(one["dice"])) != len(one["dice"]):
        raise Misfit(f"{pointer}/count", "differs from the number of entries in dice: leave count out")
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


def _check_action(one: ExpansionEntry, pointer: str) -> None:
    needed = NEEDED[one["op"]]
    for key in ("max", "n", "good", "when"):
        if (key in one) != (key in needed):
            raise Misfit(pointer, f"{one['op']} needs exactly: {', '.join(needed) or 'nothing else'}")
    if one["against"] != (one["op"] in AGAINST):
        raise Misfit(f"{pointer}/against", f"should be {str(one['op'] in AGAINST).lower()} for {one['op']}")


def _check_voyage(entries: Sequence[VoyageEntry]) -> None:
    if len({one["id"] for one in entries}) < len(entries):
        raise Misfit("/voyage", "each voyage card needs its own id")
    for i, one in enumerate(entries):
        if one["op"] == "flotsam":
            rolls = sorted(roll for row in one["table"] for roll in row["roll"])
            if rolls != [1, 2, 3, 4, 5, 6]:
                raise Misfit(f"/voyage/{i}/table", "each roll from 1 to 6 once")


@dataclass(frozen=True)
class Dataset:
    """All cards. ``events`` are the six faces of the event die, ``voyage`` the voyage cards by id, as the file has them."""

    name: str
    status: str
    cards: dict[str, Card]
    sides: dict[SideName, Side]
    residents: tuple[Resident, ...]
    events: tuple[Face, ...]
    voyage: dict[str, VoyageCard]
    start: Start
    names: dict[str, dict[Language, str]]
    """Names of cards, goods and voyages, by id and language."""
    goods: dict[str, str]
    """The good of each landscape of both sides."""
    shown: dict[str, ExpansionCard]
    """The expansion cards as views show them; effects that a card does not have are left out."""

    def stack(self, numeral: int) -> list[str]:
        """Return the copies of one numeral in the order of the file."""
        return [card.id for card in self.cards.values() if card.stack == numeral]


def read(text: str, file: str) -> Dataset:
    """Return a dataset; :raises BadData: naming the first thing that is wrong."""
    try:
        given: object = json.loads(text, object_pairs_hook=_once)
        fit(DATASET, given)
        raw = cast(DatasetFile, given)
        check(raw)
    except Misfit as misfit:
        raise BadData(f"{file}, {misfit}") from None
    except ValueError as error:
        raise BadData(f"{file}: not JSON ({error})") from error
    cards = _copies(raw["expansion"])
    return Dataset(
        raw["dataset"],
        raw["status"],
        cards,
        {name: _side(side) for name, side in raw["sides"].items()},
        tuple(Resident(one["id"], one["cost"], one["points"], one["count"]) for one in raw["residents"]),
        tuple(sorted(raw["eventDie"], key=lambda one: one["face"])),
        {one["id"]: _met(one) for one in raw["voyage"]},
        raw["start"],
        {key: {"de": one["de"], "en": one.get("en", one["de"])} for key, one in _named(raw).items()},
        {one["id"]: one["good"] for side in raw["sides"].values() for one in side["landscapes"]},
        {card.id: _shown(card) for card in cards.values()},
    )


def _named(raw: DatasetFile) -> dict[str, Named]:
    """Return everything that has a name: inhabitants, expansion cards and voyage cards by id, events, goods by letter."""
    names: dict[str, Named] = {one["id"]: one for one in raw["residents"]}
    names |= {one["id"]: one for one in raw["expansion"]}
    names |= {one["id"]: one for one in raw["voyage"]}
    names |= {one["op"]: one for one in raw["eventDie"]}
    return names | raw["goods"]


def _met(entry: VoyageEntry) -> VoyageCard:
    """Return a voyage card as views show it: without its names and its evidence."""
    return cast(VoyageCard, {key: value for key, value in entry.items() if key not in ("de", "en", "evidence")})


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError(f"a key occurs twice among {', '.join(key for key, _ in pairs)}")
    return dict(pairs)


def _copies(entries: Sequence[ExpansionEntry]) -> dict[str, Card]:
    cards: dict[str, Card] = {}
    for rank, one in enumerate(entries):
        for k in range(copies_of(one)):
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
                op=one.get("op"),
                against=one.get("against", False),
                n=one.get("n", one.get("max", 0)),
                good=one.get("good", ""),
                rank=rank,
            )
            cards[card.id] = card
    return cards


def _shown(card: Card) -> ExpansionCard:
    """Return a card as views show it; effects that it does not have are left out."""
    effects = {
        "cost": card.cost,
        "die": card.die,
        "yields": card.yields,
        "sails": card.sails,
        "cannons": card.cannons,
        "bags": card.bags,
        "happy": card.happy,
        "gold": card.gold,
        "fire_proof": card.fire_proof,
        "limit": card.limit,
        "cancel": card.cancel,
        "dock": card.dock,
        "lodge": card.lodge,
        "op": card.op,
        "against": card.against,
        "n": card.n,
        "good": card.good,
    }
    known = {"id": card.id, "kind": card.kind, "numeral": card.stack, "building": card.building}
    return cast(ExpansionCard, known | {name: effect for name, effect in effects.items() if effect})


def _side(raw: SideEntry) -> Side:
    lands = tuple(Landscape(one["id"], one["good"], one["die"], one["start"], one["pos"]) for one in raw["landscapes"])
    free = next(at for at in POSITIONS if at not in {one.position for one in lands})
    return Side(lands, raw["ship"]["die"], raw["ship"].get("pos", free))


FILE = "reconstruction-1.json"
FILES = {"cards.json": FILE}
"""Name of an owner's file, and the packaged file it replaces."""


@dataclass(frozen=True)
class Book:
    """The dataset and the base64url hash of its file."""

    data: Dataset
    digest: str
    reconstructed: bool = True
    """True for the packaged data."""

    @property
    def attacks(self) -> list[str]:
        """The names of the kinds of cards that attack the other player."""
        return sorted({card.kind for card in self.data.cards.values() if card.against})

    @classmethod
    def read(cls, text: str, file: str = FILE) -> Book:
        """Return the book of a dataset file; :raises BadData: saying what is wrong and where."""
        return cls(read(text, file), digest({FILE: text}), file == FILE)

    @classmethod
    def of(cls, texts: Mapping[str, str], names: Mapping[str, str]) -> Book:
        """Return the book of the file's text, keyed by the package's file name; ``names`` gives its name for messages."""
        return cls.read(texts[FILE], names.get(FILE, FILE))

    @classmethod
    def shipped(cls) -> Book:
        """Return the book of the file that comes with the package."""
        return cls.read(shipped_text())


def shipped_text() -> str:
    """Return the text of the file that comes with the package."""
    return (files("engine.games.anno_1701") / "data" / FILE).read_bytes().decode()

"""Check that a well-formed dataset file can be played by the rules (RULES.md, B1-B8, C.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.games.anno_1701.cards import centre_of
from engine.games.anno_1701.dataset_file import DatasetFile, ExpansionEntry, SideEntry, VoyageEntry, copies_of
from engine.kit.shape import Misfit

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

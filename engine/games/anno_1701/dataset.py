"""The dataset: how a file of cards is read (RULES.md, B1-B8, C.9).

The data are a reconstruction that an owner of the game may replace: costs, dice, symbols and effects come from the file and
from nowhere else. Every :class:`Dataset` that :func:`read` returns can be played; whatever is wrong is reported with a JSON
pointer into the file and what should be there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from engine.contract import Language
from engine.games.anno_1701.cards import Card, Landscape, Resident, Side
from engine.games.anno_1701.dataset_check import check
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
from engine.games.anno_1701.types.cards import ExpansionCard, SideName, VoyageCard
from engine.kit.rule_data import BadData
from engine.kit.shape import Misfit, fit


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

"""Estimate the worth of laying a card on a field, from a player's view: the judgement behind the bot.

Everything is worked out from a view. An open sector is worth as much as it is likely to become a point, judged by who leads
it, by how much, and by how few free fields are left around it. A card is tried out by looking only at the sectors it touches
or, when it fixes an edge of the harbour, at all of them. Worth is counted in thousandths of a point, in whole numbers, so
that the bot plays alike on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.games.kontor.rules.board import AXES
from engine.games.kontor.rules.fields import Spot, spot
from engine.games.kontor.rules.scoring import majority
from engine.games.kontor.types.cards import COLOURS, GOODS, OWNED, SPECIAL, WATER, CardFace, SpecialType
from engine.games.kontor.types.state import Axis, Edges, Place, Triple
from engine.games.kontor.types.view import KontorView

POINT = 1000
LEADS = (120, 300, 420, 500)
"""Value of an open sector by the distance of the largest leads: equal (but ahead by the later steps), one, two, three."""
PER_QUAY = 20
"""The bonus per quay: larger sectors are likelier to count."""
CRANE_FIELD = 40
"""Value of keeping enemy quays off one free field."""
EXPOSED = 50
"""Value lost for each warehouse the ship can reach."""


@dataclass(slots=True, eq=False)
class Sector:
    """A sector being evaluated: warehouses by team, free fields around it, number of quays."""

    goods: list[Triple]
    free: set[Spot]
    size: int


def beside(at: Spot) -> tuple[Spot, Spot, Spot, Spot]:
    """Return the orthogonal neighbours."""
    x, y = at
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


class Outlook:
    """The table as judged by one team."""

    def __init__(self, view: KontorView, team: int) -> None:
        self.team = team
        self.colours: Sequence[str] = view["colours"]
        self.cards = {spot(one["at"]): one["card"] for one in view["board"]}
        self.ship = None if view["ship"] is None else spot(view["ship"])
        self.fixed, self.extent = view["fixed"], view["extent"]
        self.limits: dict[Axis, int] = {"x": view["limits"]["width"], "y": view["limits"]["height"]}
        self.least_size = view["counting"]["least_size"]
        self.free = [spot(at) for at in view["placeable"]]
        self.barred = {spot(one["at"]) for one in view["barred"] if one["team"] == team}
        self.special: dict[SpecialType, list[Place]] = view["special_fields"] or {}
        self.undivided = {spot(at) for at in view["undivided"]}
        self.sectors: list[Sector] = []
        self.sector_at: dict[Spot, Sector] = {}
        free = set(self.free)
        for one in view["sectors"]:
            if not one["closed"]:
                places = [spot(at) for at in one["fields"]]
                around = {near for place in places for near in beside(place)} & free
                sector = Sector(one["goods"], around, one["size"])
                self.sectors.append(sector)
                self.sector_at.update(dict.fromkeys(places, sector))

    def worth(self, sector: Sector) -> int:
        """Return a sector's worth to the team; negative if it favours the other team."""
        winner, _ = majority(sector.goods)
        if winner is None:
            return 0
        sign = 1 if winner == self.team else -1
        if not sector.free:
            if sector.size < self.least_size:
                return 0
            return sign * (POINT + PER_QUAY * sector.size)
        first, second = sector.goods
        leads = [a - b for a, b in zip(first, second, strict=True)]
        ahead = LEADS[min(abs(max(leads) + min(leads)), len(LEADS) - 1)]
        return sign * ahead * 4 // (3 + len(sector.free))

    def gain(self, card: CardFace, at: Spot) -> int:
        """Return how much better the team stands after laying a card on a free field."""
        if card["type"] == "flood":
            return self._flooding(at)
        edges = self._edges_after(at)
        touched = list(dict.fromkeys(one for near in beside(at) if (one := self.sector_at.get(near))))
        if card["type"] in WATER:
            after = [Sector(one.goods, one.free - {at}, one.size) for one in touched]
            bonus = 0
        else:
            after = [self._joined(card, at, touched)]
            bonus = self._customs(card, after[0]) + self._crane(card, after[0], at) - self._exposed(card, at)
        before = touched
        if edges is not None:
            before = self.sectors
            after += [one for one in self.sectors if one not in touched]
            after = [
                Sector(one.goods, {place for place in one.free if _inside(place, edges)}, one.size) for one in after
            ]
        return sum(map(self.worth, after)) - sum(map(self.worth, before)) + bonus

    def gain_of_removal(self, at: Spot) -> int:
        """Return how much better the team stands without a quay of an open sector (splits are not looked into)."""
        sector, card = self.sector_at[at], self.cards[at]
        goods = self._without(sector, card)
        tempo = 60 if card["owner"] != self.colours[self.team] else -60
        return self.worth(Sector(goods, sector.free | {at}, sector.size - 1)) - self.worth(sector) + tempo

    def best_field(self, card: CardFace) -> tuple[int, Spot] | None:
        """Return the gain and place of the best field for a card, or ``None`` if it cannot be laid."""
        fields: Iterable[Spot] = self.free
        if card["type"] in SPECIAL:
            fields = [spot(at) for at in self.special[card["type"]]]
            return max(((self.gain(card, place), place) for place in fields), default=None)
        closed = self.barred if card["type"] in OWNED else self.undivided
        if closed:
            fields = (place for place in self.free if place not in closed)
        return max(((self.gain(card, place), place) for place in fields), default=None)

    def water_beside(self, at: Spot) -> list[Spot]:
        """Return the canals beside a field."""
        return [near for near in beside(at) if near in self.cards and self.cards[near]["type"] in WATER]

    def _joined(self, card: CardFace, at: Spot, touched: list[Sector]) -> Sector:
        free = {near for near in beside(at) if near not in self.cards and _inside(near, self.fixed)}
        goods = [[0, 0, 0], [0, 0, 0]]
        if card["owner"] in COLOURS:
            goods[self.colours.index(card["owner"])] = [card["goods"].count(letter) for letter in GOODS]
        for one in touched:
            free |= one.free
            goods = [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(goods, one.goods, strict=True)]
        free.discard(at)
        return Sector(goods, free, 1 + sum(one.size for one in touched))

    def _crane(self, card: CardFace, sector: Sector, at: Spot) -> int:
        if card["type"] != "crane" or self.worth(sector) < 0:
            return 0
        return CRANE_FIELD * len(sector.free.intersection(beside(at)))

    def _flooding(self, at: Spot) -> int:
        """Return how much better the team stands when a quay is under water (splits are not looked into)."""
        sector = self.sector_at[at]
        after = Sector(self._without(sector, self.cards[at]), sector.free, sector.size - 1)
        return self.worth(after) - self.worth(sector)

    def _without(self, sector: Sector, card: CardFace) -> list[Triple]:
        return [
            [
                have - (colour == card["owner"]) * card["goods"].count(letter)
                for have, letter in zip(its, GOODS, strict=True)
            ]
            for its, colour in zip(sector.goods, self.colours, strict=True)
        ]

    def _customs(self, card: CardFace, sector: Sector) -> int:
        """Return the gain from a customs house: the sector counts twice, for the team that gets it."""
        return self.worth(sector) if card["type"] == "customs" else 0

    def _exposed(self, card: CardFace, at: Spot) -> int:
        if self.ship is None or card["symbol"] != "ship":
            return 0
        return EXPOSED * len(card["goods"]) if any(near != self.ship for near in self.water_beside(at)) else 0

    def _edges_after(self, at: Spot) -> Edges | None:
        """Return the edges if laying here fixes a new one, else ``None``."""
        edges = None
        for axis, coordinate in zip(AXES, at, strict=True):
            low, high = self.extent[axis]
            low, high = min(low, coordinate), max(high, coordinate)
            if self.fixed[axis] is None and high - low + 1 >= self.limits[axis]:
                edges = edges or self.fixed.copy()
                edges[axis] = [low, high]
        return edges


def _inside(place: Spot, edges: Edges) -> bool:
    columns, rows = edges["x"], edges["y"]
    return (columns is None or columns[0] <= place[0] <= columns[1]) and (
        rows is None or rows[0] <= place[1] <= rows[1]
    )

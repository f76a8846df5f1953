"""A bot that sees no more than its seat does and plays like a sensible person.

It joins and closes sectors it leads, stays out of those it cannot win, keeps a coin for the harbour tax, plays coin cards
against an opponent who is short of money, and sends the ship against quays that hurt it. It picks at random among moves
that are nearly equal, so that the opponent cannot compute its sealed choices.

The judgement behind it estimates, from a player's view, the worth of laying a card on a field. An open sector is worth as
much as it is likely to become a point, judged by who leads it, by how much, and by how few free fields are left around it.
A card is tried out by looking only at the sectors it touches or, when it fixes an edge of the harbour, at all of them.
Worth is counted in thousandths of a point, in whole numbers, so that the bot plays alike on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.contract import Chance, Decision
from engine.games.kontor.rules.board import AXES
from engine.games.kontor.rules.fields import Spot, spot
from engine.games.kontor.rules.scoring import majority
from engine.games.kontor.rules.view import shown_card
from engine.games.kontor.types.cards import COLOURS, GOODS, OWNED, SPECIAL, WATER, CardFace, SpecialType
from engine.games.kontor.types.moves import KontorMove
from engine.games.kontor.types.state import Axis, Edges, Place, Triple
from engine.games.kontor.types.view import KontorView
from engine.kit.foresight import lead

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

    def standing(self) -> int:
        """Return how far the team is ahead in the sectors that are still open."""
        return sum(map(self.worth, self.sectors))

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


NOISE = 40
TAX = (260, 150, 60)
"""Value of a coin symbol by the opponent's money: none (a turn lost), one, more."""
COIN = (300, 180, 70)
"""Value of earning a coin, by the bot's own money: none, one, more."""
STRONG = 70
"""Value of keeping one more warehouse in the hand for a better place."""
PASSING = 250
"""The cost of giving up a turn."""
ANOTHER_VISIT = 1000
"""The value of another visit: a choice without a second card may cost one, so it is taken only if none can be named."""


RICH = 3
"""With this many coins, two of them are well spent on a special card if there is none in the hand."""
MISER = 5
"""Weight of coins when having none loses the match."""


def choose(view: KontorView, decision: Decision, moves: Sequence[KontorMove], chance: Chance) -> KontorMove:
    """Return one of the moves, judged from the view of the seat it belongs to."""
    seat = view["seat"]
    assert seat is not None, "a spectator is never asked"
    outlook = Outlook(view, view["teams"][seat])
    if decision["kind"] == "buy":
        holds = view["hand_counts"][seat]["special"]
        return {"type": "buy"} if view["money"][seat] >= RICH and not holds else {"type": "decline"}
    if decision["kind"] == "contest":
        return {"type": "show", "card": _hand(view, seat)[-1]["id"]}
    noise = chance.below(f"bot/{decision['id']}/{seat}", NOISE, len(moves))
    if decision["kind"] in ("choose", "alone"):
        worth = _plays(view, outlook, seat, moves, alone=decision["kind"] == "alone")
    elif decision["kind"] == "place":
        card = shown_card(view, seat)
        worth = [outlook.gain(card, spot(move["at"])) for move in moves if move["type"] == "place"]
    else:
        worth = _voyages(view, outlook, seat, moves)
    best = max(range(len(moves)), key=lambda i: worth[i] + noise[i])
    return moves[best]


def _plays(view: KontorView, outlook: Outlook, seat: int, moves: Sequence[KontorMove], *, alone: bool) -> list[int]:
    """Rate the cards in hand; a second card, in case the opponent passes, counts a little."""
    cards = {card["id"]: card for card in _hand(view, seat)}
    worth = {name: _card(view, outlook, seat, card) for name, card in cards.items()}
    tax = 0 if alone else TAX[min(view["money"][view["opposite"][seat]], 2)] * _dearness(view)
    pairs = any("if_alone" in move for move in moves)
    judged = []
    for move in moves:
        if move["type"] != "play":
            judged.append(_coin(view, seat) - PASSING)
            continue
        taxes = tax if cards[move["card"]]["symbol"] == "coin" else 0
        spare = worth[move["if_alone"]] // 4 if "if_alone" in move else -ANOTHER_VISIT * pairs
        judged.append(worth[move["card"]] + taxes + spare)
    return judged


def _card(view: KontorView, outlook: Outlook, seat: int, card: CardFace) -> int:
    best = outlook.best_field(card)
    worth = -500 if best is None else best[0] - STRONG * len(card["goods"])
    if card["type"] in WATER:
        worth += _coin(view, seat)
    if card["symbol"] == "ship" and outlook.ship is not None:
        worth += max(0, max(map(outlook.gain_of_removal, _targets(outlook)), default=0)) * 3 // 4
    return worth


def _hand(view: KontorView, seat: int) -> list[CardFace]:
    hand = view["hands"][seat]
    assert hand is not None, "a seat sees its own hand"
    return hand


def _coin(view: KontorView, seat: int) -> int:
    """Return the worth of earning a coin: nothing while the bank has none."""
    return COIN[min(view["money"][seat], 2)] * _dearness(view) if view["bank"] else 0


def _dearness(view: KontorView) -> int:
    return MISER if view["sudden_end"] == "poverty" else 1


def _targets(outlook: Outlook) -> list[Spot]:
    """Return the quays the ship could remove if it moved now."""
    return [
        place
        for place in outlook.sector_at
        if outlook.cards[place]["symbol"] == "ship" and any(at != outlook.ship for at in outlook.water_beside(place))
    ]


def _voyages(view: KontorView, outlook: Outlook, seat: int, moves: Sequence[KontorMove]) -> list[int]:
    """Rate the ship's moves: what they remove, and whether they protect the quay about to be laid."""
    card = shown_card(view, seat)
    shielded = None
    best = outlook.best_field(card)
    if card["type"] not in WATER and best is not None:
        water = outlook.water_beside(best[1])
        shielded = water[0] if len(water) == 1 else None
    judged = []
    for move in moves:
        if move["type"] != "sail":
            judged.append(NOISE)
            continue
        worth = NOISE * 2 if spot(move["to"]) == shielded else 0
        if "remove" in move:
            worth += outlook.gain_of_removal(spot(move["remove"]))
        if "receiver" in move:
            worth += NOISE * (move["receiver"] == _best_receiver(view, seat, view["teams"][move["receiver"]]))
        judged.append(worth)
    return judged


def _best_receiver(view: KontorView, seat: int, team: int) -> int:
    """Return under whose pile a removed card should go: an opponent's should come back late, one's own soon."""
    members = [one for one, its in enumerate(view["teams"]) if its == team]
    late = -1 if team == view["teams"][seat] else 1
    return max(members, key=lambda one: late * view["quay_piles"][one]["count"])


SCALE = 2500
"""The lead at which three of four matches are won."""


def prospect(view: KontorView) -> int:
    """Return a seat's prospect in its own view; see :class:`engine.kit.foresight.Foresight`."""
    seat = view["seat"]
    assert seat is not None, "a spectator has no prospects"
    team = view["teams"][seat]
    coins = [0, 0]
    for one, money in enumerate(view["money"]):
        coins[view["teams"][one]] += min(money, 4)
    ahead = POINT * (view["scores"][team] - view["scores"][1 - team]) + Outlook(view, team).standing()
    return lead(ahead + COIN[2] * _dearness(view) * (coins[team] - coins[1 - team]), SCALE)

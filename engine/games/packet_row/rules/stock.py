"""Check whether goods cards, traders and gold together meet a demand, and find the cheapest that do (D3.3, D3.4).

Players collect many cards, and the ways to use them multiply, so sums are compared before any search. Gold replaces any
unit. So goods cover a demand if and only if, for every set of kinds of goods, the demand exceeds the goods by no more than the
gold (Hall's condition). With traders this is only a necessary condition, after the best cards are moved into the set.

Work is counted in steps, which bounds the cost of anything players write ("Found in play" 3). The same document in the same
state takes the same number of steps on every machine, so document and state alone decide whether it is accepted and how it
answers. A step takes about one or two microseconds.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from operator import le

from engine.games.packet_row.cards import GOODS, Card

MOST_FOR_CHECK = 25_000
"""Steps that :mod:`engine.games.packet_row.orders.check` may take for one document."""

MOST_FOR_ANSWER = 10_000
"""Steps that :mod:`engine.games.packet_row.orders.consult` may take for one answer; if a document takes more, its owner
is asked."""


class TooMuchWork(Exception):
    """The allowed steps are used up."""


class Work:
    """Counts steps; ``most`` is the limit (None for none), ``at`` points to the rule being read."""

    __slots__ = ("at", "most", "steps")

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.steps = 0
        self.at = ""

    def spend(self, steps: int = 1) -> None:
        """Count steps before they are taken; :raises TooMuchWork: if they are more than allowed."""
        self.steps += steps
        if self.most is not None and self.steps > self.most:
            raise TooMuchWork


Units = tuple[int, ...]
"""Units of the four goods in the order of :data:`engine.games.packet_row.cards.GOODS`."""

TRADER, UNIT, GOLD = 7, 4, 6
"""Weights of giving up a card when seeking the cheapest cards; goods and gold by the unit."""

SETS: tuple[tuple[int, ...], ...] = tuple(
    kinds for size in range(1, len(GOODS) + 1) for kinds in combinations(range(len(GOODS)), size)
)
"""Every set of kinds of goods, by their numbers."""

Found = dict[tuple[Units, int], tuple[int, tuple[int, ...]]]
"""By what is still lacking and the traders used: the least waste, and the numbers of the cards given for it."""

LOOK, WAY = 12, 2
"""Steps of comparing all sums once, and of one way to use one card."""

DEEPER = (0, 2, 5, 9, 14, 21, 32, 48, 72, 108)
"""Limits on waste beyond the least possible, tried in turn until something is found; most demands need little."""


class Stock:
    """Goods cards, the number of traders and gold cards; each in the order of the card lists."""

    def __init__(self, goods: Sequence[Card], traders: int, gold: Sequence[Card], work: Work) -> None:
        self.goods, self.gold, self.work = goods, gold, work
        self.traders = min(traders, len(goods))
        self.spare = sum(card.units for card in gold)
        self.own = tuple(sum(card.units for card in goods if card.good == good) for good in GOODS)
        # For the search, large cards first; equal ones next to each other, so that it leaves them out together.
        self._cards = sorted(
            ((card.units, GOODS.index(str(card.good))) for card in goods), key=lambda one: (-one[0], one[1])
        )
        self._gains: dict[tuple[int, int], tuple[int, ...]] = {}
        self._known: dict[Units, bool] = {}
        self._rest: dict[tuple[int, int], tuple[int, ...]] = {}
        self._sums: dict[Units, tuple[int, ...]] = {}
        self._kind_tolls: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._tolls: dict[int, int] = {}
        moved = self._moved(0, self.traders)
        self.most: tuple[int, ...] = tuple(
            sum(self.own[kind] for kind in kinds) + self.spare + more for kinds, more in zip(SETS, moved, strict=True)
        )
        """For every set of kinds the most units there can be of it."""

    def covers(self, demand: Units) -> bool:
        """Return whether a demand can be met, in the best of all ways to use traders."""
        known = self._known.get(demand)
        if known is None:
            known = self._known[demand] = self._covers(demand)
        return known

    def _covers(self, demand: Units) -> bool:
        self.work.spend(LOOK)
        if sum(units - own for units, own in zip(demand, self.own, strict=True) if units > own) <= self.spare:
            return True
        if any(sum([demand[kind] for kind in kinds]) > most for kinds, most in zip(SETS, self.most, strict=True)):
            return False
        lacking = tuple(units - own for units, own in zip(demand, self.own, strict=True))
        return bool(self.traders) and self._search(lacking, 0, self.traders, set())

    def _search(self, lacking: Units, first: int, traders: int, failed: set[tuple[Units, int, int]]) -> bool:
        """Return whether traders on the cards from a place on make up for what is lacking; negative units are surplus."""
        if sum([units for units in lacking if units > 0]) <= self.spare:
            return True
        if not traders or first == len(self._cards) or (lacking, first, traders) in failed:
            return False
        self.work.spend(LOOK)
        for kinds, more in zip(SETS, self._moved(first, traders), strict=True):
            if sum([lacking[kind] for kind in kinds]) - self.spare > more:
                return False
        units, kind = self._cards[first]
        for target in sorted(range(len(GOODS)), key=lambda one: -lacking[one]):
            if target == kind or (lacking[target] <= 0 and not self._later(first, target)):
                continue
            changed = list(lacking)
            changed[kind] += units
            changed[target] -= units
            if self._search(tuple(changed), first + 1, traders - 1, failed):
                return True
        after = first + 1
        while after < len(self._cards) and self._cards[after] == self._cards[first]:
            after += 1
        if self._search(lacking, after, traders, failed):
            return True
        failed.add((lacking, first, traders))
        return False

    def _later(self, place: int, kind: int) -> bool:
        """Return whether a card behind a place is of a kind, which therefore may come to lack what it has."""
        return any(one == kind for _, one in self._cards[place + 1 :])

    def _moved(self, first: int, traders: int) -> tuple[int, ...]:
        """Return how many units this many traders can move into each set of kinds, with the cards from a place on."""
        key = first, traders
        if key not in self._gains:
            self.work.spend(LOOK * 4)
            left = self._cards[first:]
            self._gains[key] = tuple(
                sum([units for units, kind in left if kind not in kinds][:traders]) for kinds in SETS
            )
        return self._gains[key]

    def cheapest(self, demand: Units) -> tuple[list[Card], int, tuple[Card, ...]] | None:
        """Return the goods, number of traders and gold of least weight that meet a demand, or None if nothing does.

        Every card weighs something, so nothing in the answer can be left out (E1.16). Of equal weights the goods that come
        first in the card lists are given, then the fewest traders.
        """
        if not self.covers(demand):
            return None
        least = self._toll(0, demand)
        ways = (self._within(demand, most) for most in (*(least + more for more in DEEPER), None))
        return next(found for found in ways if found is not None)

    def _within(self, demand: Units, most: int | None) -> tuple[list[Card], int, tuple[Card, ...]] | None:
        """Return the cheapest way if it wastes no more than ``most``: weight beyond that of the units demanded, as goods."""
        found: Found = {(demand, 0): (0, ())}
        for number, card in enumerate(self.goods):
            spread: Found = {}
            for (lacking, used), (waste, chosen) in found.items():
                ways = [((lacking, used), (waste, chosen))]
                # Of equal cards the first is given first: otherwise the same set is found twice.
                twin_kept = number > 0 and _equal(card, self.goods[number - 1]) and number - 1 not in chosen[-1:]
                for kind, units in enumerate(() if twin_kept else lacking):
                    traders = used + (GOODS[kind] != card.good)
                    if units and traders <= self.traders:
                        less = (*lacking[:kind], max(0, units - card.units), *lacking[kind + 1 :])
                        more = waste + UNIT * max(0, card.units - units) + TRADER * (traders - used)
                        ways.append(((less, traders), (more, (*chosen, number))))
                self.work.spend(WAY * len(ways))
                for key, way in ways:
                    if key in spread:
                        spread[key] = min(spread[key], way)
                    elif self._enough(number + 1, *key) and (
                        most is None or way[0] + self._toll(number + 1, key[0]) <= most
                    ):
                        spread[key] = way
            found = _not_worse(spread)
        ends = []
        for (lacking, used), (waste, chosen) in found.items():
            gold = self._cheapest_gold(sum(lacking))
            heavy = waste + GOLD * sum(card.units for card in gold or ()) - UNIT * sum(lacking)
            if gold is not None and (most is None or heavy <= most):
                ends.append((heavy, chosen, used, gold))
        if not ends:
            return None
        _, chosen, used, gold = min(ends, key=lambda end: end[:3])
        return [self.goods[number] for number in chosen], used, gold

    def _toll(self, first: int, lacking: Units) -> int:
        """Return a lower bound of what is wasted, if only goods from a place on, traders and gold are left to give.

        Each kind is looked at as if traders and gold were there for it alone; what all kinds together lack of their own goods
        is a second bound.
        """
        tolls, short = 0, 0
        for kind, units in enumerate(lacking):
            if units:
                toll, less = self._kind_toll(first, kind, units)
                tolls += toll
                short += less
        return max(tolls, self._foreign(short)) if short else tolls

    def _kind_toll(self, first: int, kind: int, units: int) -> tuple[int, int]:
        """Return the waste of one kind, and how many units its own goods fall short in any case."""
        key = first, kind, units
        if key not in self._kind_tolls:
            self.work.spend(LOOK)
            sums = self._own_sums[first][kind]
            below = (sums & ((1 << (units + 1)) - 1)).bit_length() - 1
            above = sums >> units
            toll = self._foreign(units - below)
            if above:
                toll = min(toll, UNIT * ((above & -above).bit_length() - 1))
            self._kind_tolls[key] = toll, max(0, units - (sums.bit_length() - 1))
        return self._kind_tolls[key]

    @cached_property
    def _own_sums(self) -> list[list[int]]:
        """Return by place and kind which units the kind's own goods from there on can be, as the bits of a number."""
        sums = [1] * len(GOODS)
        found = [list(sums)]
        for card in reversed(self.goods):
            kind = GOODS.index(str(card.good))
            sums[kind] |= sums[kind] << card.units
            found.append(list(sums))
        found.reverse()
        return found

    def _foreign(self, units: int) -> int:
        """Return the least waste when so many units are paid in gold or in goods of other kinds."""
        if units not in self._tolls:
            self.work.spend(LOOK)
            largest = self._cards[0][0] if self._cards else 1
            self._tolls[units] = min(
                (GOLD - UNIT) * bars + TRADER * -(-(units - bars) // largest)
                for bars in range(min(units, self.spare) + 1)
            )
        return self._tolls[units]

    def _enough(self, first: int, lacking: Units, used: int) -> bool:
        """Return whether the goods from a position on may meet the demand, judging by their sums."""
        self.work.spend(WAY)
        key = first, self.traders - used
        if key not in self._rest:
            self.work.spend(LOOK * 4)
            self._rest[key] = tuple(self._most_of(self.goods[first:], kinds, self.traders - used) for kinds in SETS)
        if lacking not in self._sums:
            self._sums[lacking] = tuple(sum([lacking[kind] for kind in kinds]) for kinds in SETS)
        return all(map(le, self._sums[lacking], self._rest[key]))

    def _most_of(self, goods: Sequence[Card], kinds: Sequence[int], traders: int) -> int:
        """Return an upper bound on the units that goods, traders and all gold can provide of a set of kinds."""
        names = {GOODS[kind] for kind in kinds}
        others = sorted((card.units for card in goods if card.good not in names), reverse=True)
        return self.spare + sum(card.units for card in goods if card.good in names) + sum(others[:traders])

    def _cheapest_gold(self, units: int) -> tuple[Card, ...] | None:
        """Return the fewest units of gold that suffice, on as few cards as possible, the first of the lists."""
        if units > self.spare:
            return None
        found: dict[int, tuple[int, ...]] = {0: ()}
        for number, card in enumerate(self.gold):
            self.work.spend(WAY * len(found))
            for have, chosen in list(found.items()):
                if have < units:
                    way = (*chosen, number)
                    other = found.get(have + card.units, way)
                    found[have + card.units] = min(way, other, key=lambda one: (len(one), one))
        return tuple(self.gold[number] for number in found[min(have for have in found if have >= units)])


def _equal(one: Card, other: Card) -> bool:
    return one.good == other.good and one.units == other.units


def _not_worse(found: Found) -> Found:
    """Return what was found, without entries that lack the same as another but took more traders and more waste."""
    by_lacking: dict[Units, list[tuple[int, int]]] = {}
    for (lacking, used), (waste, _) in found.items():
        by_lacking.setdefault(lacking, []).append((used, waste))
    kept: Found = {}
    for key, way in found.items():
        if all(used >= key[1] or waste >= way[0] for used, waste in by_lacking[key[0]]):
            kept[key] = way
    return kept

"""How packet-row@1 searched fulfilments when the first matches were stored: what today's search must agree with, card by card.

Its answers stand in stored logs (the settling at the end), so they bind; only its cost does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from engine.games.packet_row.cards import DESTINATIONS, GOODS, Card

Units = tuple[int, ...]
"""Units of the four goods in the order of :data:`engine.games.packet_row.cards.GOODS`."""

SHIP, CAPTAIN, TRADER, UNIT, GOLD = 10, 8, 7, 4, 6
"""What giving a card away weighs when the cheapest cards are sought; goods and gold by the unit."""


@dataclass(frozen=True)
class Means:
    """Cards sorted by what they do in a fulfilment; other cards are left out."""

    contracts: tuple[Card, ...]
    ships: tuple[Card, ...]
    captains: tuple[Card, ...]
    goods: tuple[Card, ...]
    traders: tuple[Card, ...]
    gold: tuple[Card, ...]

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Means:
        """Sort cards by kind, each kind in the order of the card lists."""
        ordered = sorted(cards, key=lambda card: card.rank)

        def kind(name: str) -> tuple[Card, ...]:
            return tuple(card for card in ordered if card.kind == name)

        return cls(kind("contract"), kind("ship"), kind("captain"), kind("goods"), kind("trader"), kind("gold"))

    @cached_property
    def heaps(self) -> tuple[Units, ...]:
        """Return the units of each kind there can be: as printed, then with one trader, two traders and so on (D3.3)."""
        found: dict[Units, int] = {(0,) * len(GOODS): 0}
        for card in self.goods:
            grown: dict[Units, int] = {}
            for units, used in found.items():
                for kind, good in enumerate(GOODS):
                    traders = used + (good != card.good)
                    if traders <= len(self.traders):
                        heap = (*units[:kind], units[kind] + card.units, *units[kind + 1 :])
                        grown[heap] = min(grown.get(heap, traders), traders)
            found = grown
        return tuple(sorted(found, key=lambda heap: (found[heap], heap)))


def can_serve(means: Means, contracts: Sequence[Card]) -> bool:
    """Return whether the means, without having to use all of them, serve these contracts together."""
    return _reaches(means, contracts) and _supplies(means, contracts)


def options(means: Means, limit: int) -> list[list[Card]]:
    """Return up to ``limit`` fulfilments, fewest contracts first: for each set of contracts its cheapest cards."""
    found = [cheapest(means, contracts) for contracts in _sets(means, limit)]
    return [cards for cards in found if cards is not None]


def best(means: Means) -> list[Card]:
    """Return the fulfilment with the greatest total reward, of its cheapest cards; nothing if none is possible.

    Giving several sets one after the other never brings more: together they may share ships and units.
    """
    single = [card for card in means.contracts if can_serve(means, [card])]
    single.sort(key=lambda card: (-card.reward, card.rank))
    chosen = _richest(means, single, (), 0)
    return cheapest(means, chosen) or [] if chosen else []


def reward(cards: Iterable[Card]) -> int:
    """Return what a fulfilment brings, in dollars."""
    return sum(card.reward for card in cards if card.kind == "contract")


def cheapest(means: Means, contracts: Sequence[Card]) -> list[Card] | None:
    """Return these contracts with the cards whose loss weighs least, or ``None`` if the means do not serve them."""
    ships = _cheapest_ships(means, contracts)
    goods = _cheapest_goods(means, _demand(contracts))
    if ships is None or goods is None:
        return None
    return sorted([*contracts, *ships, *goods], key=lambda card: card.rank)


def _demand(contracts: Iterable[Card]) -> Units:
    return tuple(sum(column) for column in zip(*(card.demand for card in contracts), strict=True))


def _in_order(destinations: Iterable[str | None]) -> list[str]:
    known = set(destinations)
    return [one for one in DESTINATIONS if one in known]


def _reaches(means: Means, contracts: Sequence[Card]) -> bool:
    """D3.1 and D3.2: every destination has a ship, by its flag or renamed by a captain of its own."""
    wanted = {card.destination for card in contracts}
    flags = {card.destination for card in means.ships}
    missing = len(wanted - flags)
    return missing <= min(len(means.captains), len(means.ships) - len(wanted & flags))


def _supplies(means: Means, contracts: Sequence[Card]) -> bool:
    """D3.3 and D3.4: what goods lack, in the best of all ways to use traders, gold covers."""
    c, t, g, f = _demand(contracts)
    spare = sum(card.units for card in means.gold)
    if c + t + g + f > sum(means.heaps[0]) + spare:
        return False
    # The reason for the plain sum: it runs a thousand times in a search.
    return any(
        (c - one if c > one else 0) + (t - two if t > two else 0) + (g - three if g > three else 0)
        + (f - four if f > four else 0) <= spare
        for one, two, three, four in means.heaps
    )  # fmt: skip


def _kinds_for(card: Card, lacking: Units, trader: bool) -> Iterator[tuple[int, int]]:
    """Yield as which lacking kind of goods a card may serve, and how many traders that takes."""
    for kind, units in enumerate(lacking):
        if units and GOODS[kind] == card.good:
            yield kind, 0
        elif units and trader:
            yield kind, 1


def _less(lacking: Units, kind: int, units: int) -> Units:
    return *lacking[:kind], max(0, lacking[kind] - units), *lacking[kind + 1 :]


def _cheapest_ships(means: Means, contracts: Sequence[Card]) -> list[Card] | None:
    """Return a ship for each destination: with its flag, else one under a captain."""
    if not _reaches(means, contracts):
        return None
    wanted = _in_order(card.destination for card in contracts)
    chosen: list[Card] = []
    missing = 0
    for destination in wanted:
        own = next((ship for ship in means.ships if ship.destination == destination), None)
        chosen += [own] if own else []
        missing += own is None
    spare = [ship for ship in means.ships if ship not in chosen]
    # A list is empty while it is being sorted: every count was 0, and the order that of the card lists.
    spare.sort(key=lambda ship: (-sum(one.destination == ship.destination for one in spare), ship.rank))
    return [*chosen, *spare[:missing], *means.captains[:missing]]


def _cheapest_goods(means: Means, demand: Units) -> list[Card] | None:
    """Return the goods, traders and gold of least weight that cover a demand.

    Every card weighs something, so nothing in the answer can be left out (E1.16).
    """
    found: dict[tuple[Units, int], tuple[int, tuple[int, ...]]] = {(demand, 0): (0, ())}
    for number, card in enumerate(means.goods):
        spread = dict(found)
        for (lacking, used), (weight, chosen) in found.items():
            for kind, traders in _kinds_for(card, lacking, used < len(means.traders)):
                key = _less(lacking, kind, card.units), used + traders
                way = weight + UNIT * card.units + TRADER * traders, (*chosen, number)
                spread[key] = min(spread.get(key, way), way)
        found = spread
    ends = []
    for (lacking, used), (weight, chosen) in found.items():
        gold = _cheapest_gold(means.gold, sum(lacking))
        if gold is not None:
            ends.append((weight + GOLD * sum(card.units for card in gold), chosen, used, gold))
    if not ends:
        return None
    _, chosen, used, gold = min(ends, key=lambda end: end[:3])
    return [*(means.goods[number] for number in chosen), *means.traders[:used], *gold]


def _cheapest_gold(gold: Sequence[Card], units: int) -> tuple[Card, ...] | None:
    """Return the fewest units of gold that suffice, on as few cards as possible."""
    if not units:
        return ()
    fitting = [
        cards
        for number in range(1, len(gold) + 1)
        for cards in combinations(gold, number)
        if sum(card.units for card in cards) >= units
    ]
    return min(fitting, key=lambda cards: sum(card.units for card in cards), default=None)


def _sets(means: Means, limit: int) -> list[tuple[Card, ...]]:
    """Return sets of contracts that can be served together, by size: a set can be served only if its parts can."""
    layer: list[tuple[Card, ...]] = [(card,) for card in means.contracts if can_serve(means, [card])]
    found: list[tuple[Card, ...]] = []
    while layer and len(found) < limit:
        found += layer
        layer = [
            (*chosen, card)
            for chosen in layer
            for card in means.contracts
            if card.rank > chosen[-1].rank and can_serve(means, [*chosen, card])
        ][: limit - len(found)]
    return found[:limit]


def _richest(means: Means, left: Sequence[Card], chosen: tuple[Card, ...], least: int) -> tuple[Card, ...]:
    """Return the richest servable set that contains ``chosen`` and brings more than ``least``, or nothing."""
    found: tuple[Card, ...] = ()
    if reward(chosen) > least:
        found, least = chosen, reward(chosen)
    units = sum(card.units for card in (*means.goods, *means.gold)) - sum(sum(card.demand) for card in chosen)
    for number, card in enumerate(left):
        if reward(chosen) + _at_most(left[number:], units) <= least:
            break
        if can_serve(means, [*chosen, card]):
            better = _richest(means, left[number + 1 :], (*chosen, card), least)
            if better:
                found, least = better, reward(better)
    return found


def _at_most(contracts: Sequence[Card], units: int) -> int:
    """Return a bound of what contracts bring with so many units, whatever their kinds: the best paying units first."""
    total = 0
    for card in sorted(contracts, key=lambda card: -card.reward * 1000 // sum(card.demand)):
        size = sum(card.demand)
        if size > units:
            return total + -(-card.reward * units // size)
        total, units = total + card.reward, units - size
    return total

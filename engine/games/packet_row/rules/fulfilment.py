"""Fulfilling contracts (Verträge erfüllen): which cards will do, and which do best (B5, D3; E1.10 to E1.17).

Contracts given together share ships and units: one ship serves all contracts to its destination, units of one goods card may
be divided. A captain gives a ship another destination, a trader turns all units of one goods card into another kind, each
unit of gold stands for any unit. All of it is used up, surplus is lost; a card that is not needed is refused (E1.16).

Everything here works on cards alone; the caller knows whose they are. What goods cover is in
:mod:`engine.games.packet_row.rules.stock`.

Giving several sets one after the other never brings more: together they may share ships and units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from engine.games.packet_row.cards import DESTINATIONS, Card
from engine.games.packet_row.rules.stock import SETS, Stock, Units, Work

VISIT = 14
"""The steps for looking at one more contract."""


class Richest:
    """The search over contracts, the best paying first.

    ``most`` are the most units there can be of every set of kinds of goods
    (:attr:`engine.games.packet_row.rules.stock.Stock.most`);
    ``serves`` says whether a demand can be met and a set of destinations (a bit each) reached.
    """

    def __init__(
        self, contracts: Sequence[Card], most: Units, serves: Callable[[Units, frozenset[str]], bool], work: Work
    ) -> None:
        self.contracts = contracts
        self.serves = serves
        self.work = work
        sums = [[sum(card.demand[kind] for kind in kinds) for card in contracts] for kinds in SETS]
        self._most = [min(units, sum(demands)) for units, demands in zip(most, sums, strict=True)]
        self._bounds = [self._knapsack(demands, units) for demands, units in zip(sums, self._most, strict=True)]
        self._seen: dict[tuple[int, Units, frozenset[str]], int] = {}
        self.least = 0
        self.chosen: tuple[Card, ...] = ()

    def find(self) -> tuple[Card, ...]:
        """Return the first of the sets with the greatest reward, in the order of the contracts."""
        self._extend(0, (), (0,) * len(self.contracts[0].demand) if self.contracts else (), frozenset(), 0)
        return self.chosen

    def _extend(self, first: int, chosen: tuple[Card, ...], demand: Units, to: frozenset[str], reward: int) -> None:
        if reward > self.least:
            self.least, self.chosen = reward, chosen
        key = first, demand, to
        if self._seen.get(key, -1) >= reward:
            return
        self._seen[key] = reward
        left = [units - sum([demand[kind] for kind in kinds]) for units, kinds in zip(self._most, SETS, strict=True)]
        for number in range(first, len(self.contracts)):
            self.work.spend(VISIT)
            wanted = self.least - reward
            if any(bounds[number][units] <= wanted for bounds, units in zip(self._bounds, left, strict=True)):
                return
            card = self.contracts[number]
            more = tuple(map(int.__add__, demand, card.demand))
            there = to | {str(card.destination)}
            if self.serves(more, there):
                self._extend(number + 1, (*chosen, card), more, there, reward + card.reward)

    def _knapsack(self, demands: Sequence[int], most: int) -> list[list[int]]:
        """Return, by contract and units left, the most that it and those after it can bring, counting only these units."""
        rows = [[0] * (most + 1)]
        for card, units in zip(reversed(self.contracts), reversed(demands), strict=True):
            self.work.spend(1 + most // 4)
            behind = rows[-1]
            rows.append(
                [*behind[:units], *map(max, behind[units:], (card.reward + one for one in behind[: most + 1 - units]))]
            )
        rows.reverse()
        return rows


USELESS = frozenset({"assistant", "building", "money", "banker"})


@dataclass(frozen=True)
class Means:
    """Cards sorted by what they do in a fulfilment; other cards are left out."""

    contracts: tuple[Card, ...]
    ships: tuple[Card, ...]
    captains: tuple[Card, ...]
    goods: tuple[Card, ...]
    traders: tuple[Card, ...]
    gold: tuple[Card, ...]
    work: Work = field(default_factory=Work, compare=False)
    """Counts the work spent on these cards."""

    @classmethod
    def of(cls, cards: Iterable[Card], work: Work | None = None) -> Means:
        """Sort cards by kind, each kind in the order of the card lists."""
        kinds: dict[str, list[Card]] = {}
        for card in sorted(cards, key=lambda card: card.rank):
            kinds.setdefault(card.kind, []).append(card)

        def kind(name: str) -> tuple[Card, ...]:
            return tuple(kinds.get(name, ()))

        return cls(
            kind("contract"), kind("ship"), kind("captain"), kind("goods"), kind("trader"), kind("gold"), work or Work()
        )

    @cached_property
    def stock(self) -> Stock:
        """Return what the goods, traders and gold cover."""
        return Stock(self.goods, len(self.traders), self.gold, self.work)

    @cached_property
    def flags(self) -> frozenset[str]:
        """Return the destinations that a ship goes to by its flag."""
        return frozenset(str(card.destination) for card in self.ships)

    def reaches(self, wanted: frozenset[str]) -> bool:
        """D3.1 and D3.2: every destination has a ship, by its flag or redirected by a captain of its own."""
        missing = len(wanted - self.flags)
        return missing <= min(len(self.captains), len(self.ships) - len(wanted & self.flags))

    def serves(self, demand: Units, wanted: frozenset[str]) -> bool:
        """Return whether ships and goods, without having to use all of them, serve contracts that demand this together."""
        return self.reaches(wanted) and self.stock.covers(demand)


def why_not(cards: Sequence[Card], *, work: Work | None = None) -> tuple[str, str] | None:
    """Return why giving away all these cards fulfils nothing, as (code, remedy), or None if it fulfils something (D3).

    Codes: ``no-contract``, ``useless-card``, ``no-ship``, ``too-many-traders`` (D3.3: each trader changes a goods card of its
    own), ``not-enough-goods``, ``needless-card``.
    """
    means = Means.of(cards, work)
    means.work.spend(len(cards))
    if not means.contracts:
        return "no-contract", "name at least one contract"
    useless = next((card for card in cards if card.kind in USELESS), None)
    if useless is not None:
        return "useless-card", f"{useless.id} does nothing for a contract; leave it out"
    wanted = _destinations(means.contracts)
    if len(means.captains) > len(means.ships) or not means.reaches(wanted):
        names = ", ".join(_in_order(wanted))
        return "no-ship", f"a ship is needed for each of {names}; a captain redirects one of the ships you name"
    surplus = len(means.traders) - len(means.goods)
    if surplus > 0:
        return "too-many-traders", f"each trader changes one goods card of its own; leave out {surplus} of the traders"
    if not means.stock.covers(_demand(means.contracts)):
        return "not-enough-goods", "the goods and gold do not cover what the contracts demand; add goods or gold"
    needless = _needless(cards, means)
    return None if needless is None else ("needless-card", f"{needless.id} is not needed; leave it out")


def _needless(cards: Sequence[Card], means: Means) -> Card | None:
    """Return the first card that can be left out; of equal cards only one is tried."""
    tried: set[tuple[object, ...]] = set()
    for card in cards:
        likeness = (card.kind, card.good, card.destination, card.units)
        if card.kind == "contract" or likeness in tried:
            continue
        tried.add(likeness)
        means.work.spend(len(cards))
        if satisfies([one for one in cards if one is not card], means.work):
            return card
    return None


def satisfies(cards: Sequence[Card], work: Work | None = None) -> bool:
    """Return whether all contracts among these cards can be served by the others, using up as many as it takes."""
    means = Means.of(cards, work)
    if len(means.captains) > len(means.ships) or len(means.traders) > len(means.goods):
        return False
    return can_serve(means, means.contracts)


def can_serve(means: Means, contracts: Sequence[Card]) -> bool:
    """Return whether the means, without having to use all of them, serve these contracts together."""
    return means.serves(_demand(contracts), _destinations(contracts))


def options(means: Means, limit: int) -> list[list[Card]]:
    """Return up to ``limit`` fulfilments, fewest contracts first: for each set of contracts its cheapest cards."""
    found = [cheapest(means, contracts) for contracts in _sets(means, limit)]
    return [cards for cards in found if cards is not None]


def best(means: Means) -> list[Card]:
    """Return the fulfilment with the greatest total reward, of its cheapest cards; nothing if none is possible."""
    return cheapest(means, richest(means)) or []


def richest(means: Means) -> tuple[Card, ...]:
    """Return the contracts that together bring the most; empty if none can be served."""
    single = [card for card in means.contracts if can_serve(means, [card])]
    single.sort(key=lambda card: (-card.reward, card.rank))
    return Richest(single, means.stock.most, means.serves, means.work).find() if single else ()


def reward(cards: Iterable[Card]) -> int:
    """Return a fulfilment's reward in dollars."""
    return sum(card.reward for card in cards if card.kind == "contract")


def cheapest(means: Means, contracts: Sequence[Card]) -> list[Card] | None:
    """Return these contracts with the cards whose loss weighs least; ``None`` if there are none or they cannot be served."""
    if not contracts or not can_serve(means, contracts):
        return None
    goods, traders, gold = means.stock.cheapest(_demand(contracts)) or ([], 0, ())
    given = [*contracts, *_cheapest_ships(means, contracts), *goods, *means.traders[:traders], *gold]
    return sorted(given, key=lambda card: card.rank)


def _demand(contracts: Iterable[Card]) -> Units:
    return tuple(map(sum, zip(*(card.demand for card in contracts), strict=True)))


def _destinations(contracts: Iterable[Card]) -> frozenset[str]:
    return frozenset(str(card.destination) for card in contracts)


def _in_order(destinations: Iterable[str]) -> list[str]:
    known = set(destinations)
    return [one for one in DESTINATIONS if one in known]


def _cheapest_ships(means: Means, contracts: Sequence[Card]) -> list[Card]:
    """Return a ship for each destination: one with its flag, otherwise the first spare one of the lists with a captain."""
    chosen: list[Card] = []
    missing = 0
    for destination in _in_order(_destinations(contracts)):
        own = next((ship for ship in means.ships if ship.destination == destination), None)
        chosen += [own] if own else []
        missing += own is None
    spare = [ship for ship in means.ships if ship not in chosen]
    return [*chosen, *spare[:missing], *means.captains[:missing]]


def _sets(means: Means, limit: int) -> list[tuple[Card, ...]]:
    """Return sets of contracts that can be served together, by size: a set can be served only if its parts can."""
    layer: list[tuple[Card, ...]] = [(card,) for card in means.contracts if can_serve(means, [card])]
    found: list[tuple[Card, ...]] = []
    while layer and len(found) < limit:
        found += layer
        larger = (
            (*chosen, card)
            for chosen in layer
            for card in means.contracts
            if card.rank > chosen[-1].rank and can_serve(means, [*chosen, card])
        )
        layer = list(islice(larger, max(0, limit - len(found))))
    return found[:limit]

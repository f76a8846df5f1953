"""Find the contracts of a seat that together bring the most: branch and bound under the sums its goods allow (B5).

Giving several sets one after the other never brings more: together they may share ships and units.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.games.packet_row.cards import Card
from engine.games.packet_row.rules.stock import SETS, Units
from engine.games.packet_row.rules.work import Work

VISIT = 14
"""Steps of looking at one more contract."""


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

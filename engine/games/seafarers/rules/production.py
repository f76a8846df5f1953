"""The dice, what they bring, shortages and the gold river (RULES.md, D7, E25, E26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import gt

from engine.games.seafarers.chart import Chart
from engine.games.seafarers.marks import CITIES, FREE, REMEMBERED, SEATS
from engine.games.seafarers.resources import INDEX, RESOURCES, amounts
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.types.view import Resource

SEVEN = 7
GOLD = 5


def roll(play: Play) -> int:
    """Roll two dice for the active seat; return their sum."""
    state = play.state
    dice = [die + 1 for die in play.chance.below(f"roll/t{state['turn']}", 6, 2)]
    state["roll"] = dice
    play.tell({"type": "rolled", "seat": state["active"], "dice": dice})
    return sum(dice)


def produce(play: Play, number: int) -> None:
    """Give every building at a hex with this number its cards; what gold owes is noted in ``due`` (D7)."""
    state = play.state
    robber = state["robber"]
    barred = robber if robber >= 0 and state["numbers"][robber] == number else -1
    harvest = _harvest(play.chart, state["nodes"], tuple(state["numbers"]), number, barred)
    gains = harvest.gains
    if gains and any(map(gt, harvest.whole, state["bank"])):
        gains = _shared_out(play, harvest)
    for seat, gain in gains.items():
        if any(gain):
            play.gain(seat, gain)
            play.tell({"type": "produced", "seat": seat, "cards": amounts(gain)})
    if harvest.gold and any(state["bank"]):
        state["due"] = [harvest.gold.get(seat, 0) for seat in range(state["seats"])]


def _shared_out(play: Play, harvest: Harvest) -> dict[int, list[int]]:
    """Of what the bank cannot pay in full nobody gets anything, or a single claimant gets what is left (E26)."""
    gains, bank = {seat: [*gain] for seat, gain in harvest.gains.items()}, play.state["bank"]
    for resource, wanted in enumerate(harvest.whole):
        if wanted <= bank[resource]:
            continue
        play.tell({"type": "shortage", "resource": RESOURCES[resource]})
        sharers = [seat for seat, gain in gains.items() if gain[resource]]
        alone = len(sharers) == 1 and play.state["options"]["shortage_exception"]
        for seat in sharers:
            gains[seat][resource] = bank[resource] if alone else 0
    return gains


@dataclass(frozen=True, slots=True)
class Harvest:
    """The yield of a number if the bank can pay it: five counts by seat, their sum, and the cards of choice by seat."""

    gains: Mapping[int, Sequence[int]]
    whole: tuple[int, ...]
    gold: Mapping[int, int]


@lru_cache(maxsize=REMEMBERED)
def _harvest(chart: Chart, nodes: str, numbers: tuple[int, ...], number: int, barred: int) -> Harvest:
    """Return what a number brings; remembered, since buildings change less often than dice are rolled.

    ``barred`` is the hex of this number where the robber stands, -1: none; where else he stands makes no difference.
    """
    claims: dict[int, list[int]] = {}
    for h in [h for h, chip in enumerate(numbers) if chip == number and h != barred]:
        for n in chart.board.hex_nodes[h]:
            mark = nodes[n]
            if mark != FREE:
                claim = claims.setdefault(SEATS[mark], [0] * (GOLD + 1))
                claim[chart.hex_resource[h]] += 2 if mark in CITIES else 1
    gains = {seat: tuple(claim[:GOLD]) for seat, claim in sorted(claims.items())}
    gold = {seat: claim[GOLD] for seat, claim in claims.items() if claim[GOLD]}
    return Harvest(gains, tuple(map(sum, zip(*gains.values(), strict=True))), gold)


def found(play: Play, seat: int, node: int) -> None:
    """Give a seat one card for each landscape at its second settlement, whatever its number (D3)."""
    gain = [0] * 5
    for h in play.board.node_hexes[node]:
        resource = play.chart.hex_resource[h]
        if 0 <= resource < len(RESOURCES) and play.state["bank"][resource] > gain[resource]:
            gain[resource] += 1
    if any(gain):
        play.gain(seat, gain)
        play.tell({"type": "produced", "seat": seat, "cards": amounts(gain), "founding": True})


def clockwise(play: Play, seats: Sequence[int]) -> list[int]:
    """Return seats in turn order, the active seat first."""
    active, count = play.state["active"], play.state["seats"]
    return sorted(seats, key=lambda seat: (seat - active) % count)


def pan_gold(play: Play, wishes: dict[int, list[Resource]]) -> None:
    """Grant the wishes of all seats that are due, clockwise from the active one (E25).

    A wish that the bank cannot pay is passed over; behind the last wish comes the most plentiful card of the bank.
    """
    state = play.state
    for seat in clockwise(play, [*wishes]):
        gain, wanted = [0] * 5, iter(wishes[seat])
        bank = state["bank"].copy()
        for _ in range(min(state["due"][seat], sum(bank))):
            choice = next((INDEX[one] for one in wanted if bank[INDEX[one]]), None)
            if choice is None:
                choice = max(range(5), key=lambda i: (bank[i], -i))
            bank[choice] -= 1
            gain[choice] += 1
        if any(gain):
            play.gain(seat, gain)
            play.tell({"type": "gold", "seat": seat, "cards": amounts(gain)})
    state["due"] = [0] * state["seats"]

"""The dice, what they bring, shortages and the gold river (RULES.md, D7, E25, E26); the seven.

The seven is followed by discards, the robber and the pirate (D8, E12 to E16, E39 to E41).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import gt

from engine.games.seafarers.marks import CITIES, FREE, OWN, REMEMBERED, SEATS, SHIPS, Mask, places
from engine.games.seafarers.resources import INDEX, RESOURCES, amounts, single
from engine.games.seafarers.rules.play import Chart, Play
from engine.games.seafarers.types.moves import ThiefMove
from engine.games.seafarers.types.view import Resource

MOST_CARDS = 7


def over_the_limit(play: Play) -> list[int]:
    """Return the seats that must discard: more than seven cards (E39)."""
    return [seat for seat, hand in enumerate(play.state["hands"]) if sum(hand) > MOST_CARDS]


def owed(hand: list[int]) -> int:
    """Return how many cards a hand gives up: half, rounded down (E40)."""
    return sum(hand) // 2


def discard(play: Play, seat: int, cards: list[int]) -> None:
    """Return cards to the bank, for everybody to see (E41)."""
    play.pay(seat, cards)
    play.tell({"type": "discarded", "seat": seat, "cards": amounts(cards)})


def by_lot(play: Play, seat: int) -> list[int]:
    """Return half a hand, drawn by lot."""
    hand = play.state["hands"][seat]
    cards = [resource for resource, count in enumerate(hand) for _ in range(count)]
    drawn: list[int] = play.chance.shuffle(f"{play.label('discard')}.{seat}", cards, hidden=True)
    chosen = drawn[: owed(hand)]
    return [chosen.count(resource) for resource in range(5)]


def must_be_robber(play: Play) -> bool:
    """Return whether a rolled seven brings the robber in, so that the pirate may not move instead (E15)."""
    state = play.state
    return state["robber"] < 0 and sum(state["roll"]) == 7 and state["back"] == "trade"


def robber_hexes(play: Play) -> list[int]:
    """Return where the robber may go: another land hex."""
    return [h for h in play.chart.land if h != play.state["robber"]]


def pirate_cells(play: Play) -> list[int]:
    """Return where the pirate may go: another sea hex or cell of the frame (E13)."""
    state = play.state
    if not state["options"]["pirate"] or must_be_robber(play):
        return []
    return [cell for cell in play.chart.sea if cell != state["pirate"]]


def victims(play: Play, seat: int, kind: str, cell: int) -> list[int]:
    """Return whom a thief at a hex may rob: owners of buildings (pirate: ships) there that have a card."""
    around = play.board.corners if kind == "robber" else play.board.shores
    return [one for one, where in robbable(play, seat, kind) if where & around[cell]]


def robbable(play: Play, seat: int, kind: str) -> list[tuple[int, Mask]]:
    """Return the other seats that have a card, each with the nodes of its buildings (pirate: the edges of its ships)."""
    state = play.state
    return [
        (one, places(state["nodes"], OWN[one]) if kind == "robber" else places(state["edges"], SHIPS[one]))
        for one, hand in enumerate(state["hands"])
        if one != seat and any(hand)
    ]


def move_thief(play: Play, seat: int, move: ThiefMove) -> None:
    """Move the robber or the pirate and steal a card by lot; only thief and victim see which."""
    state = play.state
    if move["type"] == "robber":
        state["robber"] = move["hex"]
        play.tell({"type": "robber", "seat": seat, "hex": move["hex"]})
    else:
        state["pirate"] = move["hex"]
        play.tell({"type": "pirate", "seat": seat, "hex": move["hex"]})
    if "victim" not in move:
        return
    victim = move["victim"]
    hand = state["hands"][victim]
    (drawn,) = play.chance.below(play.label("steal"), sum(hand), hidden=True)
    resource = 0
    while drawn >= hand[resource]:
        drawn -= hand[resource]
        resource += 1
    play.hand_over(victim, seat, single(resource))
    play.tell({"type": "stolen", "seat": seat, "victim": victim})
    play.tell(
        {"type": "loot", "seat": seat, "victim": victim, "card": RESOURCES[resource], "to": sorted((seat, victim))}
    )


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
    """Share out a resource that the bank is short of: nobody gets any, or a single claimant gets the rest (E26)."""
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
    """Return a number's yield; cached, since buildings change less often than dice are rolled.

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

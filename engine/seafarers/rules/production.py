"""The dice, what they bring, shortages and the gold river (RULES.md, D7, E25, E26)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.seafarers.resources import INDEX, OTHER, RESOURCES, amounts
from engine.seafarers.rules.play import Play
from engine.seafarers.types.view import Resource

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
    claims = _claims(play, number)
    if not claims:
        return
    gains = {seat: claim[:GOLD] for seat, claim in sorted(claims.items())}
    for resource, left in enumerate(state["bank"]):
        if sum([claim[resource] for claim in claims.values()]) > left:
            _share_out(play, resource, gains)
    for seat, gain in gains.items():
        if any(gain):
            play.gain(seat, gain)
            play.tell({"type": "produced", "seat": seat, "cards": amounts(gain)})
    if any(claim[GOLD] for claim in claims.values()) and any(state["bank"]):
        state["due"] = [claims[seat][GOLD] if seat in claims else 0 for seat in range(state["seats"])]


def _share_out(play: Play, resource: int, gains: dict[int, list[int]]) -> None:
    """Of what the bank cannot pay in full nobody gets anything, or a single claimant gets what is left (E26)."""
    play.tell({"type": "shortage", "resource": RESOURCES[resource]})
    sharers = [seat for seat, gain in gains.items() if gain[resource]]
    alone = len(sharers) == 1 and play.state["options"]["shortage_exception"]
    for seat in sharers:
        gains[seat][resource] = play.state["bank"][resource] if alone else 0


def _claims(play: Play, number: int) -> dict[int, list[int]]:
    """Return of seats that get anything five counts of resources, then how many cards of choice."""
    state, nodes = play.state, play.state["nodes"]
    claims: dict[int, list[int]] = {}
    for h in [h for h, chip in enumerate(state["numbers"]) if chip == number and h != state["robber"]]:
        resource = play.chart.hex_resource[h]
        for n in play.board.hex_nodes[h]:
            owner = nodes[n]
            if owner >= 0:
                claims.setdefault(owner & 7, [0] * 6)[resource] += 2 if owner >= OTHER else 1
    return claims


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

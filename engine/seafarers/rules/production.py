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
    gains = [[0] * 5 for _ in range(state["seats"])]
    for resource in range(5):
        claimed = [claim[resource] for claim in claims]
        total, left = sum(claimed), state["bank"][resource]
        if total <= left:
            for seat, count in enumerate(claimed):
                gains[seat][resource] = count
            continue
        play.tell({"type": "shortage", "resource": RESOURCES[resource]})
        sharers = [seat for seat, count in enumerate(claimed) if count]
        if len(sharers) == 1 and state["options"]["shortage_exception"]:
            gains[sharers[0]][resource] = left
    for seat, gain in enumerate(gains):
        if any(gain):
            play.gain(seat, gain)
            play.tell({"type": "produced", "seat": seat, "cards": amounts(gain)})
    due = [claim[GOLD] for claim in claims]
    if any(due) and any(state["bank"]):
        state["due"] = due


def _claims(play: Play, number: int) -> list[list[int]]:
    """Return per seat five counts of resources, then how many cards of choice."""
    state, nodes = play.state, play.state["nodes"]
    claims = [[0] * 6 for _ in range(state["seats"])]
    for h, chip in enumerate(state["numbers"]):
        if chip != number or h == state["robber"]:
            continue
        resource = play.chart.hex_resource[h]
        for n in play.board.hex_nodes[h]:
            owner = nodes[n]
            if owner >= 0:
                claims[owner & 7][resource] += 2 if owner >= OTHER else 1
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

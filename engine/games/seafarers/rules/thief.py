"""The seven: discards, the robber and the pirate (RULES.md, D8, E12 to E16, E39 to E41)."""

from __future__ import annotations

from engine.games.seafarers.marks import OWN, SHIPS, Mask, places
from engine.games.seafarers.resources import RESOURCES, amounts, single
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.types.moves import ThiefMove

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

"""How Anno 1701 is played under the laws of every game, and what it hides."""

import random
from collections.abc import Collection

from engine.contract import Decision, Event, Game, Move, State
from tests.engine import laws


def lively(rng: random.Random) -> laws.Answer:
    """A player who rarely bargains and rarely goes to the bank, so that much else happens."""

    def answer(game: Game, state: State, seat: int, decision: Decision, moves: list[Move]) -> Move:
        quiet = [move for move in moves if move["type"] not in ("offer", "counter", "bank")]
        return rng.choice(quiet if quiet and rng.random() < 0.95 else moves)

    return answer


def scrambled(state: State, viewer: laws.Viewer, rng: random.Random, keep: Collection[str] = frozenset()) -> State:
    """Return another state that differs only in what the viewer may not see: the other hand, piles, voyage cards, slips.

    ``keep``: cards, also voyage cards, that a step brings to light, which stay where they are.
    """
    other = laws.copied(state)
    seen = {task["kind"]: task for task in state["due"] if task.get("seat") == viewer and viewer is not None}
    hands = [] if "spy" in seen else [one["hand"] for seat, one in enumerate(other["players"]) if seat != viewer]
    piles = {name: pile.split() for name, pile in other["piles"].items() if name != seen.get("search", {}).get("pile")}
    for numeral in (1, 2, 3):
        spots = [(group, i) for group in (*hands, *piles.values()) for i, card in enumerate(group)
                 if card.split("-")[1] == str(numeral) and card not in keep]  # fmt: skip
        cards = [group[i] for group, i in spots]
        rng.shuffle(cards)
        for (group, i), card in zip(spots, cards, strict=True):
            group[i] = card
    other["piles"] |= {name: " ".join(pile) for name, pile in piles.items()}
    if other["voyage"]:
        met = len(other["voyage"]["seen"])
        deck = other["voyage"]["deck"].split()
        places = [i for i, card in enumerate(deck) if i >= met and card not in keep]
        hidden = [deck[i] for i in places]
        rng.shuffle(hidden)
        for i, card in zip(places, hidden, strict=True):
            deck[i] = card
        other["voyage"]["deck"] = " ".join(deck)
    for task in other["due"]:
        if task["kind"] == "search" and task["seat"] != viewer:
            rng.shuffle(task["slips"])
    return other


OWN = frozenset({"hand", "card", "pushed", "looked"})
"""Events whose cards the seat that they name alone may know."""


def may_know(event: Event, viewer: laws.Viewer) -> bool:
    """Return whether the rules let a viewer know the cards of an event, whoever is told it."""
    if event["type"] in OWN:
        return bool(event["seat"] == viewer)
    if event["type"] == "spied":
        return viewer is not None and bool(event["seat"] != viewer)
    return event["type"] != "card-taken" or viewer is not None


def brought_to_light(step: laws.Step, viewer: laws.Viewer) -> set[str]:
    """Return the cards that the viewer may know after a step."""
    cards: set[str] = set()
    for event in step.events:
        if not may_know(event, viewer):
            continue
        cards |= {event["card"]} if event.get("card") else set()
        cards |= set(event["cards"]) if isinstance(event.get("cards"), list) else set()
    moves = step.answers.values()
    return cards | {move["card"] for move in moves if "card" in move}


def scrambled_before(step: laws.Step, viewer: laws.Viewer, rng: random.Random) -> State:
    """Return another state for the one before a step, where the cards that the step shows the viewer stay."""
    return scrambled(step.before, viewer, rng, keep=brought_to_light(step, viewer))


WAYS = laws.Ways(
    twin=scrambled,
    twin_before=scrambled_before,
    tables=[({"turn_limit": limit}, 2) for limit in (12, 40)],
    players=[lively, lively],
    complete=False,
    mutants=4,
)

"""How Kontor is played under the laws of every game, and what it hides."""

import random
from collections.abc import Callable, Collection
from typing import Any

from engine.contract import State
from tests.engine import laws
from tests.engine.kontor.table import PRESETS, cards_in

TABLES: list[dict[str, Any]] = [
    *({"preset": name} for name in PRESETS),
    {"preset": "goldsieber-basic", "pass_mode": "secret"},
    {"preset": "tilsit", "pass_mode": "declare"},
    {"preset": "tilsit", "quay_pile_open": True},
    {"preset": "goldsieber-pro", "round_limit": 9},
    {"preset": "goldsieber-pro", "special_cards": True},
    {"preset": "tilsit", "special_cards": True},
    {"preset": "gulliver", "special_cards": True},
    {"preset": "wasserspiele", "special_cards": True},
    {"preset": "canal-grande", "special_cards": True},
    {"preset": "goldsieber-teams", "pass_mode": "secret"},
    {"preset": "goldsieber-teams", "special_cards": False},
    {"preset": "goldsieber-teams", "quay_pile_open": True},
]


def lazy(rng: random.Random) -> laws.Answer:
    """A player who likes to pass, stay and give no second card."""
    return lambda game, state, seat, decision, moves: (
        moves[-1] if decision["kind"] == "choose" and rng.random() < 0.7 else rng.choice(moves[:3])
    )


def ferryman(rng: random.Random) -> laws.Answer:
    """A player who removes whatever the ship can reach."""
    return lambda game, state, seat, decision, moves: rng.choice(
        [move for move in moves if "remove" in move or str(move.get("card")) in ("C25", "C26")] or moves
    )


def scrambled(
    state: State, viewer: laws.Viewer, rng: random.Random, visible: int = 1, shown: Collection[str | None] = frozenset()
) -> State:
    """Return another state that differs only in what the viewer may not see: other hands, piles below their tops."""
    other = laws.copied(state)
    cards = PRESETS[state["options"]["preset"]].cards
    # Everybody saw the cards that went back into a hand in this round.
    shown = {*shown, *(one["card"] for one in state["played"] if one and one.get("status") == "returned")}
    if not state["options"]["quay_pile_open"]:
        for seat, pile in enumerate(other["quay_piles"]):
            hands = [] if seat == viewer else [other["hands"][seat]]
            _mix(hands, pile, visible, rng, lambda card: cards[card].kind == "quay" and card not in shown)
    hands = [hand for seat, hand in enumerate(other["hands"]) if seat != viewer]
    _mix(hands, other["canal_pile"], visible, rng, lambda card: cards[card].kind == "canal" and card not in shown)
    # A pile of special cards lies face down, its top included; those laid aside at the deal are nowhere in the state.
    _mix(
        [*hands, laid_aside(state)],
        other["special_pile"],
        0,
        rng,
        lambda card: cards[card].kind == "special" and card not in shown,
    )
    for hand in other["hands"]:
        hand.sort(key=lambda card: cards[card].rank)
    return other


def laid_aside(state: State) -> list[str]:
    """Return the special cards that were dealt to nobody (Goldsieber): any of them might be in a hand."""
    if not state["options"]["special_cards"]:
        return []
    cards = PRESETS[state["options"]["preset"]].cards
    return [card for card in cards if cards[card].kind == "special" and card not in cards_in(state)]


def _mix(
    hands: list[list[str]], pile: list[str], visible: int, rng: random.Random, hidden: Callable[[str], bool]
) -> None:
    spots = [(hand, i) for hand in hands for i, card in enumerate(hand) if hidden(card)]
    spots += [(pile, i) for i in range(visible, len(pile)) if hidden(pile[i])]
    cards = [where[i] for where, i in spots]
    rng.shuffle(cards)
    for (where, i), card in zip(spots, cards, strict=True):
        where[i] = card


def scrambled_before(step: laws.Step, viewer: laws.Viewer, rng: random.Random) -> State:
    """Return another state for the one before a step, where the cards that the step shows the viewer stay."""
    known = {move.get(key) for move in step.answers.values() for key in ("card", "if_alone")}
    known |= {event["card"] for event in step.events if event["type"] == "got" and event["seat"] == viewer}
    known |= {one["card"] for event in step.events if event["type"] == "shown" for one in event["choices"]}
    # Everybody may draw a canal within one step, so one card more of each pile can come to light.
    seats = len(step.before["hands"])
    return scrambled(step.before, viewer, rng, visible=seats + 1, shown=known)


WAYS = laws.Ways(
    twin=scrambled,
    twin_before=scrambled_before,
    tables=[(options, PRESETS[str(options["preset"])].seats) for options in TABLES],
    players=[lazy, ferryman],
)

"""Trade with the bank and among players (RULES.md, D10, E51 to E53).

An offer of the active seat stands open for those it is made to, until it is taken, withdrawn, or expires: when the hand of its
maker changes by anything else, when building begins and when the turn ends. Nobody waits for an answer.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from engine.games.seafarers.board import Board
from engine.games.seafarers.marks import OWN, REMEMBERED, Mask, places
from engine.games.seafarers.resources import ANY, INDEX, amounts
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.types.state import CounterState, OfferState
from engine.games.seafarers.types.view import Resource

BANK_RATE = 4
ANY_RATE = 3
SPECIAL_RATE = 2
MOST_OFFERS = 10
"""Offers in one turn: enough to haggle, and every match ends."""


def rates(play: Play, seat: int) -> tuple[int, ...]:
    """Return how many cards of each resource the bank takes for one, by the harbours of a seat."""
    state = play.state
    return _rates(play.board, places(state["nodes"], OWN[seat]), tuple(chain.from_iterable(state["harbours"])))


@lru_cache(maxsize=REMEMBERED)
def _rates(board: Board, own: Mask, harbours: tuple[int, ...]) -> tuple[int, ...]:
    """Return the exchange rates of the player who has these nodes; ``harbours`` are edge, kind, edge, kind, …"""
    kinds = [kind for edge, kind in zip(harbours[::2], harbours[1::2], strict=True) if own & board.ends[edge]]
    found = [ANY_RATE if ANY in kinds else BANK_RATE] * 5
    for kind in kinds:
        if kind != ANY:
            found[kind] = SPECIAL_RATE
    return tuple(found)


def with_bank(play: Play, seat: int, give: Resource, take: Resource) -> None:
    """Trade with the bank at the best rate; standing offers expire."""
    rate, more = rates(play, seat)[INDEX[give]], [0] * 5
    more[INDEX[give]] = -rate
    more[INDEX[take]] = 1
    expire(play)
    play.gain(seat, more)
    play.tell({"type": "bank", "seat": seat, "give": {give: rate}, "take": {take: 1}})


def covers(hand: Sequence[int], cards: Sequence[int]) -> bool:
    """Return whether a hand holds cards."""
    return all(have >= want for have, want in zip(hand, cards, strict=True))


def offer(play: Play, give: list[int], take: list[int], to: list[int], *, choose: bool) -> None:
    """Make an offer to some seats."""
    state, seat = play.state, play.state["active"]
    state["offered"] += 1
    made: OfferState = {
        "n": state["offered"],
        "give": give,
        "take": take,
        "to": to,
        "choose": choose,
        "accepted": [],
        "counters": [],
    }
    state["offers"] = [*state["offers"], made]
    play.tell(
        {"type": "offer", "seat": seat, "offer": made["n"], "give": amounts(give), "take": amounts(take), "seats": to}
    )


def standing(play: Play, n: int) -> OfferState | None:
    """Return the offer with this number, or None if it no longer stands."""
    return next((one for one in play.state["offers"] if one["n"] == n), None)


def _replace(play: Play, now: OfferState) -> None:
    """Put an offer in place of the one with its number; one without anything left to hope for is withdrawn."""
    state = play.state
    if now["to"] or now["accepted"] or now["counters"]:
        state["offers"] = [now if one["n"] == now["n"] else one for one in state["offers"]]
    else:
        withdraw(play, now["n"])


def accept(play: Play, seat: int, made: OfferState) -> None:
    """Accept an offer: the deal is done, or waits for the choice of its maker (E51)."""
    if not made["choose"]:
        _trade(play, seat, made["give"], made["take"])
        return
    rest = [one for one in made["to"] if one != seat]
    play.tell({"type": "accepted", "seat": seat, "offer": made["n"]})
    _replace(play, {**made, "to": rest, "accepted": [*made["accepted"], seat]})


def decline(play: Play, seat: int, made: OfferState) -> None:
    """Decline an offer for good."""
    play.tell({"type": "declined", "seat": seat, "offer": made["n"]})
    _replace(play, {**made, "to": [one for one in made["to"] if one != seat]})


def counter(play: Play, seat: int, made: OfferState, give: list[int], take: list[int]) -> None:
    """Answer an offer with another: ``give`` and ``take`` as the answering seat sees them."""
    play.tell({"type": "countered", "seat": seat, "offer": made["n"], "give": amounts(give), "take": amounts(take)})
    turned: CounterState = {"seat": seat, "give": take, "take": give}
    rest = [one for one in made["to"] if one != seat]
    _replace(play, {**made, "to": rest, "counters": [*made["counters"], turned]})


def terms(made: OfferState, partner: int) -> tuple[list[int], list[int]] | None:
    """Return what the maker would give and take in a deal with a seat that accepted or countered, else ``None``."""
    if partner in made["accepted"]:
        return made["give"], made["take"]
    return next(((one["give"], one["take"]) for one in made["counters"] if one["seat"] == partner), None)


def deal(play: Play, made: OfferState, partner: int) -> None:
    """Trade with a seat that accepted, or by its counter-offer."""
    agreed = terms(made, partner)
    assert agreed is not None
    _trade(play, partner, *agreed)


def _trade(play: Play, partner: int, give: list[int], take: list[int]) -> None:
    active = play.state["active"]
    play.hand_over(active, partner, give)
    play.hand_over(partner, active, take)
    play.tell({"type": "traded", "seat": active, "partner": partner, "give": amounts(give), "take": amounts(take)})
    play.state["traded"] = [*play.state["traded"], {"seat": partner, "give": take, "take": give}]
    play.state["offers"] = []  # the maker's hand has changed: what else he offered has expired (E52)


def withdraw(play: Play, n: int) -> None:
    """Take an offer back."""
    state = play.state
    state["offers"] = [one for one in state["offers"] if one["n"] != n]
    play.tell({"type": "withdrawn", "seat": state["active"], "offer": n})


def expire(play: Play) -> None:
    """All standing offers expire."""
    for one in play.state["offers"]:
        withdraw(play, one["n"])

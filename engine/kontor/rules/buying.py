"""Buying special cards before a round (*Die Spezialkarten* of the Tilsit box; E47).

Who can pay decides in secret whether to buy the top card of the face-down pile. If one card is left and two seats want it,
each shows a card of the hand and the higher number buys; the cards shown go back. A seat that holds one card has no choice
what to show and is not asked; one that holds none shows nothing and loses.
"""

from __future__ import annotations

from engine.contract import Move, State
from engine.kontor.presets import Preset
from engine.kontor.rules.play import Play

PRICE = 2


def can_buy(state: State) -> list[int]:
    """Return the seats that are asked whether they buy: those that can pay, while there are cards to buy."""
    return [seat for seat, money in enumerate(state["money"]) if money >= PRICE] if state["special_pile"] else []


def must_show(state: State) -> list[int]:
    """Return the rivals for the last card who have a choice what to show."""
    return [seat for seat in state["rivals"] if len(state["hands"][seat]) > 1]


def buy(play: Play, answers: dict[int, Move]) -> bool:
    """Open the sealed decisions; return whether they are settled, or there is a contest to be held."""
    state = play.state
    _fine(play, answers)
    buyers = [seat for seat, move in sorted(answers.items()) if move["type"] == "buy"]
    play.tell("buying", seats=buyers)
    if len(buyers) > len(state["special_pile"]):
        state["rivals"] = buyers
        if must_show(state):
            return False
        contest(play, {})
        return True
    for seat in _in_turn(state, play.preset, buyers):
        _sell(play, seat)
    return True


def contest(play: Play, answers: dict[int, Move]) -> None:
    """Compare the cards shown; the higher number buys, and only that seat pays."""
    state, cards = play.state, play.preset.cards
    refusing = _fine(play, answers)
    shown = {
        seat: answers[seat]["card"] if seat in answers else None for seat in state["rivals"] if seat not in refusing
    }
    shown |= {seat: state["hands"][seat][0] for seat in shown if len(state["hands"][seat]) == 1}
    play.tell("shown", choices=[{"seat": seat, "card": card} for seat, card in shown.items() if card is not None])
    rivals = _in_turn(state, play.preset, list(shown))
    state["rivals"] = []
    if not rivals:
        return
    winner = max(rivals, key=lambda seat: -1 if shown[seat] is None else cards[str(shown[seat])].rank)
    _sell(play, winner)


def _fine(play: Play, answers: dict[int, Move]) -> set[int]:
    """Let the seats that kept their seals shut pay for nothing; return them.

    They could else choose after the fact between buying and not, or between showing a card and losing for free.
    """
    refusing = {seat for seat, move in answers.items() if move["type"] == "fine"}
    for seat in sorted(refusing):
        play.state["money"][seat] -= PRICE
        play.state["bank"] += PRICE
        play.tell("fined", seat=seat, coins=PRICE)
    return refusing


def _in_turn(state: State, preset: Preset, seats: list[int]) -> list[int]:
    """Return seats in the order in which they draw: red first in odd rounds, black in even ones."""
    first = state["colours"].index("red" if state["round"] % 2 else "black")
    return sorted(seats, key=lambda seat: (preset.teams[seat] != first, seat))


def _sell(play: Play, seat: int) -> None:
    state = play.state
    state["money"][seat] -= PRICE
    state["bank"] += PRICE
    state["stirred"] = True
    card = state["special_pile"].pop(0)
    play.take_to_hand(seat, card)
    play.tell("bought", seat=seat)
    play.tell("got", seat=seat, card=card, to=[seat])

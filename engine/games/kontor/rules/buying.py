"""Buying special cards before a round (*Die Spezialkarten* of the Tilsit box; E47).

Seats that can pay decide in secret whether to buy the top card of the face-down pile. If one card is left and two seats want
it, each shows a card from its hand and the higher number buys; the cards shown go back. A seat that holds one card has no
choice of what to show and is not asked; one that holds none shows nothing and loses.
"""

from collections.abc import Mapping

from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.play import Play
from engine.games.kontor.types.events import BoughtEvent, BuyingEvent, FinedEvent, GotEvent, SeatCard, ShownEvent
from engine.games.kontor.types.moves import BuyAnswer, ContestAnswer
from engine.games.kontor.types.state import KontorState

PRICE = 2


def can_buy(state: KontorState) -> list[int]:
    """Return the seats that are asked whether they buy: those that can pay, while there are cards to buy."""
    return [seat for seat, money in enumerate(state["money"]) if money >= PRICE] if state["special_pile"] else []


def must_show(state: KontorState) -> list[int]:
    """Return the rivals for the last card that have a choice of what to show."""
    return [seat for seat in state["rivals"] if len(state["hands"][seat]) > 1]


def buy(play: Play, answers: Mapping[int, BuyAnswer]) -> bool:
    """Open the sealed decisions; return whether they are settled, or there is a contest to be held."""
    state = play.state
    _fine(play, answers)
    buyers = [seat for seat, move in sorted(answers.items()) if move["type"] == "buy"]
    play.tell(BuyingEvent(type="buying", seats=buyers))
    if len(buyers) > len(state["special_pile"]):
        state["rivals"] = buyers
        if must_show(state):
            return False
        contest(play, {})
        return True
    for seat in _in_turn(state, play.preset, buyers):
        _sell(play, seat)
    return True


def contest(play: Play, answers: Mapping[int, ContestAnswer]) -> None:
    """Compare the cards shown; the higher number buys, and only that seat pays."""
    state, cards = play.state, play.preset.cards
    refusing = _fine(play, answers)
    shown = {seat: _shown(state, seat, answers.get(seat)) for seat in state["rivals"] if seat not in refusing}
    choices = [SeatCard(seat=seat, card=card) for seat, card in shown.items() if card is not None]
    play.tell(ShownEvent(type="shown", choices=choices))
    rivals = _in_turn(state, play.preset, list(shown))
    state["rivals"] = []
    if not rivals:
        return
    winner = max(rivals, key=lambda seat: -1 if (card := shown[seat]) is None else cards[card].rank)
    _sell(play, winner)


def _shown(state: KontorState, seat: int, answer: ContestAnswer | None) -> str | None:
    """Return the card that a rival shows: its choice, its only one, or none."""
    if answer is not None and answer["type"] == "show":
        return answer["card"]
    hand = state["hands"][seat]
    return hand[0] if len(hand) == 1 else None


def _fine(play: Play, answers: Mapping[int, BuyAnswer | ContestAnswer]) -> set[int]:
    """Fine the seats that did not open their seals; return them.

    Otherwise they could decide with hindsight between buying and not buying, or between showing a card and losing for free.
    """
    refusing = {seat for seat, move in answers.items() if move["type"] == "fine"}
    for seat in sorted(refusing):
        play.state["money"][seat] -= PRICE
        play.state["bank"] += PRICE
        play.tell(FinedEvent(type="fined", seat=seat, coins=PRICE))
    return refusing


def _in_turn(state: KontorState, preset: Preset, seats: list[int]) -> list[int]:
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
    play.tell(BoughtEvent(type="bought", seat=seat))
    play.tell(GotEvent(type="got", seat=seat, card=card, to=[seat]))

"""The canonical round (RULES.md 1.4): choice, reveal, tax, initiative, turns, end of the round (E7-E16).

The module moves the state from one question to the next. A seat that has no choice is not asked; what it must do happens on
the way: a seat without cards passes, a ship with nowhere to go stays, a card with one legal field is laid.
"""

from collections.abc import Mapping

from engine.games.kontor.presets import DECLARE
from engine.games.kontor.rules import buying
from engine.games.kontor.rules.ending import end_of_round, finish
from engine.games.kontor.rules.fields import field
from engine.games.kontor.rules.laying import lay, levy, open_fields, pay_out, take_back
from engine.games.kontor.rules.play import Play
from engine.games.kontor.rules.ship import destinations, sail
from engine.games.kontor.types.events import IncomeReason, RevealedEvent, RoundEvent, SeatCard, SeatPass
from engine.games.kontor.types.moves import (
    BuyAnswer,
    ChooseAnswer,
    ContestAnswer,
    PassMove,
    PlaceAnswer,
    PlayMove,
    ShipAnswer,
)
from engine.games.kontor.types.state import Passed


def buy(play: Play, answers: Mapping[int, BuyAnswer]) -> None:
    """Open the sealed buying decisions; the choice of cards comes next unless the last card is contested (E47)."""
    if buying.buy(play, answers):
        _open_choice(play)
    else:
        play.state["stage"] = "contest"


def contest(play: Play, answers: Mapping[int, ContestAnswer]) -> None:
    """Decide who buys the last special card."""
    buying.contest(play, answers)
    _open_choice(play)


def choose(play: Play, answers: Mapping[int, ChooseAnswer]) -> None:
    """Open the sealed choices. A seat that was not asked has no cards and passes (E14)."""
    state = play.state
    state["last"] = {"laid": [], "removed": [], "ship": None}
    choices: dict[int, ChooseAnswer] = {
        seat: answers.get(seat, PassMove(type="pass")) for seat in range(play.preset.seats)
    }
    revealed: list[SeatCard | SeatPass] = []
    for seat, move in choices.items():
        if move["type"] != "play":
            revealed.append(_pass(play, seat, forfeit=move["type"] == "forfeit"))
        elif (card := _card_for(play, seat, move, choices, answers)) is not None:
            revealed.append(_put_down(play, seat, card))
    play.tell(RevealedEvent(type="revealed", choices=revealed))
    if None in state["played"]:
        state["stage"] = "alone"
    else:
        _settle(play)


def alone(play: Play, seat: int, move: PlayMove) -> None:
    """Play the card of a seat that chose knowing that its opponent passes (E9)."""
    play.tell(RevealedEvent(type="revealed", choices=[_put_down(play, seat, move["card"])]))
    _settle(play)


def use_ship(play: Play, seat: int, move: ShipAnswer) -> None:
    """Move the ship or leave it, and only then lay the card (E19)."""
    sail(play, seat, move)
    if not _ask_where(play, seat):
        _next_turn(play)


def lay_at(play: Play, seat: int, move: PlaceAnswer) -> None:
    """Lay the card and go on to the next turn."""
    _lay(play, seat, field(*move["at"]))
    _next_turn(play)


def _card_for(
    play: Play, seat: int, move: PlayMove, choices: Mapping[int, ChooseAnswer], answers: Mapping[int, ChooseAnswer]
) -> str | None:
    """Return the card a seat plays, or ``None`` if it may choose again because the opponent's pass is declared (E9)."""
    other = play.preset.opposite[seat]
    card = move["card"]
    if choices[other]["type"] == "play":
        return card
    if "if_alone" in move:
        return move["if_alone"]
    if play.preset.in_teams:
        # Asked again, a seat of a team would see the other pair's cards first: their seals are open in the log by then.
        return card
    # A pass that everybody saw coming (no cards) was known when the card was chosen.
    declared = play.state["options"]["pass_mode"] == DECLARE and other in answers
    return None if declared and len(play.state["hands"][seat]) > 1 else card


def _put_down(play: Play, seat: int, card: str) -> SeatCard:
    """Put down the seat's card; return what everybody is told."""
    play.state["hands"][seat].remove(card)
    play.state["played"][seat] = {"card": card, "status": "waiting"}
    return {"seat": seat, "card": card}


def _pass(play: Play, seat: int, *, forfeit: bool) -> SeatPass:
    """Record that the seat plays no card; return what everybody is told.

    A forfeit, which the server plays for a seat that did not open its seal, is a pass that earns nothing.
    """
    passed: Passed = {"pass": True}
    told: SeatPass = {"seat": seat, "pass": True}
    if forfeit:
        passed["forfeit"] = told["forfeit"] = True
    play.state["played"][seat] = passed
    return told


def _settle(play: Play) -> None:
    """Collect the taxes, pay those who passed, and set the order of the turns: the higher number goes first."""
    state = play.state
    insolvent = levy(play)
    passing = [
        seat
        for seat, choice in enumerate(state["played"])
        if choice is not None and "pass" in choice and "forfeit" not in choice
    ]
    claims: tuple[tuple[list[int], IncomeReason], ...] = ((insolvent, "insolvent"), (passing, "pass"))
    for seats, why in claims:
        pay_out(play, dict.fromkeys(seats, why))
        if state["outcome"] is not None:
            return
    waiting = [
        seat
        for seat, choice in enumerate(state["played"])
        if choice is not None and "card" in choice and choice["status"] == "waiting"
    ]
    state["due"] = sorted(waiting, key=lambda seat: -play.played(seat).rank)
    _next_turn(play)


def _next_turn(play: Play) -> None:
    """Play the turns until somebody must be asked; each is complete before the next begins (E16)."""
    state = play.state
    while state["due"]:
        seat = state["due"][0]
        if play.preset.ship and play.played(seat).symbol == "ship" and destinations(state, play.preset):
            state["stage"] = "ship"
            return
        if _ask_where(play, seat):
            return
    if state["outcome"] is None:
        _end_round(play)


def _ask_where(play: Play, seat: int) -> bool:
    """Return whether the seat must be asked where to lay; else its turn is done."""
    fields = open_fields(play, seat)
    if len(fields) > 1:
        play.state["stage"] = "place"
        return True
    if fields:
        _lay(play, seat, fields[0])
    else:
        play.state["due"] = play.state["due"][1:]
        take_back(play, seat)
    return False


def _lay(play: Play, seat: int, name: str) -> None:
    play.state["due"] = play.state["due"][1:]
    lay(play, seat, name)


def _end_round(play: Play) -> None:
    state = play.state
    why = end_of_round(play)
    if why is not None:
        finish(play, why)
        return
    state["round"] += 1
    state["stirred"] = False
    state["played"] = [None] * play.preset.seats
    play.tell(RoundEvent(type="round", round=state["round"]))
    if buying.can_buy(state):
        state["stage"] = "buy"
    else:
        _open_choice(play)


def _open_choice(play: Play) -> None:
    """Ask for cards; if nobody holds one, everybody is forced to pass (E14)."""
    play.state["stage"] = "choose"
    if not any(play.state["hands"]):
        choose(play, {})

"""The turn (B.5; D.3): dice, actions, closing, one after the other until somebody has to be asked."""

from collections.abc import Mapping
from typing import cast

from engine.games.anno_1701.rules import actions, attacks, closing, dice, payments, setup, stores, trading, voyage
from engine.games.anno_1701.rules import play as played
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.settlement import end_at_limit
from engine.games.anno_1701.types.events import Answered
from engine.games.anno_1701.types.moves import (
    AcceptMove,
    Action,
    AllowMove,
    Anno1701Move,
    CancelMove,
    Closing,
    DeclineMove,
    DemandMove,
    GiveMove,
    LodgeMove,
    Meeting,
    PitMove,
    RejectMove,
    Reply,
    RevealMove,
    SettleMove,
    SkipMove,
    StopMove,
    TakeGoodMove,
    TakeSlipMove,
    TakeSlotMove,
)
from engine.games.anno_1701.types.state import LodgeTask, OfferTask, PlainTask, SeatTask


def begin(play: Play, seat: int) -> None:
    """Begin the turn of a seat: roll."""
    state = play.state
    state["turn"] += 1
    state["active"] = seat
    state["stage"] = "number"
    state["n"] = state["dock"] = state["lodge"] = state["offers"] = state["taken"] = 0
    state["acts"] = []
    state["spied"] = []
    state["must_take"] = False
    played.begin(state)
    dice.roll(play)


def run_on(play: Play) -> None:
    """Continue until a player must be asked or the match is over."""
    while not play.state["due"] and not play.over:
        _next(play)


def _next(play: Play) -> None:
    stage, seat = play.state["stage"], play.active
    if stage == "number":
        play.state["stage"] = "lodge"
        dice.lodges(play)
    elif stage == "lodge":
        play.state["stage"] = "event"
        dice.event(play)
    elif stage == "event":
        play.state["stage"] = "act"
    elif stage == "act":
        play.ask_plainly("act", seat)
    elif stage == "close" and closing.offered(play, seat):
        play.ask_plainly("close", seat)
    elif stage == "cards":
        closing.go_on(play, seat)
    elif stage == "fill":
        closing.fill(play, seat)
    elif stage == "voyage":
        voyage.go_on(play, seat)
    else:
        _end_turn(play)


def _end_turn(play: Play) -> None:
    if play.state["turn"] >= play.state["options"]["turn_limit"]:
        end_at_limit(play)
    else:
        begin(play, 1 - play.active)


def answer(play: Play, decision: str, answers: Mapping[int, Anno1701Move]) -> None:
    """Carry out the answer to one decision and continue."""
    task = play.done(decision)
    if task["kind"] == "settle":
        begin(play, setup.settle(play, {seat: cast(SettleMove, move) for seat, move in answers.items()}))
    else:
        move = answers[task["seat"]]
        played.note_answer(play, task, move)
        stores.take_over(play, task["seat"], move)
        told = len(play.events)
        _answer(play, task, move)
        if "order" in move and len(play.events) > told:
            cast(Answered, play.events[told])["order"] = move["order"]
    run_on(play)


def _answer(play: Play, task: SeatTask, move: Anno1701Move) -> None:
    """Carry out an answer. The schema of the decision's kind has already established the form of the move."""
    seat = task["seat"]
    if move["type"] == "resume":
        played.resume(play)
        return
    match task["kind"]:
        case "yield" | "hunt" | "prize":
            payments.answer_gain(play, task, cast(TakeGoodMove, move))
        case "fire" | "discontent":
            payments.give(play, seat, cast(GiveMove, move)["goods"], task["kind"])
        case "pit":
            dice.hand_over(play, seat, cast(PitMove, move)["landscape"])
        case "lodge":
            _answer_lodge(play, task, cast("LodgeMove | SkipMove", move))
        case "theatre":
            attacks.answer(play, task, cast("CancelMove | AllowMove", move))
        case "offer" | "counter":
            _answer_offer(play, task, cast(Reply, move))
        case "search":
            closing.take_slip(play, task, cast(TakeSlipMove, move))
        case "meet":
            voyage.meet(play, task, cast(Meeting, move))
        case _:
            _answer_plainly(play, task, move)


def _answer_plainly(play: Play, task: PlainTask, move: Anno1701Move) -> None:
    seat = task["seat"]
    match task["kind"]:
        case "act":
            actions.act(play, seat, cast(Action, move))
        case "demand":
            dice.demand(play, seat, cast("DemandMove | DeclineMove", move))
        case "spy":
            attacks.take_from_hand(play, seat, cast(TakeSlotMove, move)["slot"])
        case "close" | "cards":
            _answer_closing(play, seat, cast(Closing, move))
        case "voyage":
            voyage.answer(play, seat, cast("RevealMove | StopMove", move))
        case "withdraw":
            trading.withdraw(play, task)


def _answer_lodge(play: Play, task: LodgeTask, move: LodgeMove | SkipMove) -> None:
    if move["type"] == "lodge":
        actions.use_lodge(play, task["seat"], move)
        dice.ask_lodge(play, task["seat"], task["left"] - 1)


def _answer_offer(play: Play, task: OfferTask, move: Reply) -> None:
    if task["kind"] == "offer":
        trading.answer(play, task, move)
    else:
        trading.answer_counter(play, task, cast("AcceptMove | RejectMove", move))


def _answer_closing(play: Play, seat: int, move: Closing) -> None:
    if move["type"] == "voyage":
        voyage.start(play, seat, move)
    else:
        closing.answer(play, seat, move)

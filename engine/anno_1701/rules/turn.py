"""The turn (B.5; D.3): dice, actions, closing, one after the other until somebody has to be asked."""

from __future__ import annotations

from engine.anno_1701.rules import actions, attacks, closing, dice, giving, played, preferences, setup, trading, voyage
from engine.anno_1701.rules.ending import end_at_limit
from engine.anno_1701.rules.play import Play, Task
from engine.contract import Move


def begin(play: Play, seat: int) -> None:
    """Begin the turn of a seat: roll."""
    play.state |= {
        "turn": play.state["turn"] + 1,
        "active": seat,
        "stage": "number",
        "n": 0,
        "dock": 0,
        "lodge": 0,
        "offers": 0,
        "acts": [],
        "spied": [],
        "must_take": False,
        "taken": 0,
        **played.nothing_played(play.state),
    }
    dice.roll(play)


def run_on(play: Play) -> None:
    """Go on until somebody has to be asked or the match is over."""
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
        play.ask("act", seat)
    elif stage == "close" and closing.offered(play, seat):
        play.ask("close", seat)
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


def answer(play: Play, decision: str, answers: dict[int, Move]) -> None:
    """Carry out the answer to one decision and go on."""
    task = play.done(decision)
    if task["kind"] == "settle":
        begin(play, setup.settle(play, answers))
    else:
        move = answers[task["seat"]]
        played.note_answer(play, task, move)
        preferences.take_over(play, task["seat"], move)
        told = len(play.events)
        _answer(play, task, move)
        if "order" in move and len(play.events) > told:
            play.events[told]["order"] = move["order"]
    run_on(play)


def _answer(play: Play, task: Task, move: Move) -> None:
    kind, seat = task["kind"], task["seat"]
    if move["type"] == "resume":
        played.resume(play)
    elif kind == "act":
        actions.act(play, seat, move)
    elif kind in ("yield", "hunt", "prize"):
        giving.answer_gain(play, task, move)
    elif kind in ("fire", "discontent"):
        giving.give(play, seat, move["goods"], kind)
    elif kind == "demand":
        dice.demand(play, seat, move)
    elif kind == "pit":
        dice.hand_over(play, seat, move["landscape"])
    elif kind == "lodge":
        if move["type"] == "lodge":
            actions.use_lodge(play, seat, move)
            dice.ask_lodge(play, seat, task["left"] - 1)
    elif kind in ("close", "cards"):
        voyage.start(play, seat, move) if move["type"] == "voyage" else closing.answer(play, seat, move)
    else:
        _ANSWERS[kind](play, task, move)


_ANSWERS = {
    "theatre": attacks.answer,
    "offer": trading.answer,
    "counter": trading.answer_counter,
    "withdraw": lambda play, task, move: trading.withdraw(play, task),
    "spy": lambda play, task, move: attacks.take_from_hand(play, task["seat"], move["slot"]),
    "search": closing.take_slip,
    "voyage": lambda play, task, move: voyage.answer(play, task["seat"], move),
    "meet": voyage.meet,
}

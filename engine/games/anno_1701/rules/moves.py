"""Pending decisions and move validation; :func:`read` and :func:`check` have the final say.

A move is first checked against the schema of its decision's kind, then against the rules.
"""

from collections.abc import Mapping
from typing import cast

from engine.contract import Decision, IllegalMove
from engine.games.anno_1701.rules import actions, attacks, closing, payments, setup, stores, trading, voyage
from engine.games.anno_1701.rules import play as played
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.schemas.moves import MOVES
from engine.games.anno_1701.types.moves import (
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
    Reply,
    SettleMove,
    SkipMove,
    TakeGoodMove,
    TakeSlipMove,
    TakeSlotMove,
)
from engine.games.anno_1701.types.state import Anno1701State, PitTask, PlainTask, Task
from engine.kit.shape import Misfit, fit


def standing(state: Anno1701State) -> list[Decision]:
    """Return the decisions for which the table waits."""
    return [
        Decision(
            id=task["id"],
            kind=task["kind"],
            seats=seats(task),
            sealed=task["kind"] == "settle",
            optional=task["kind"] == "withdraw",
        )
        for task in state["due"]
    ]


def seats(task: Task) -> list[int]:
    """Return the seats that a task waits for."""
    return task["seats"] if task["kind"] == "settle" else [task["seat"]]


def find(state: Anno1701State, seat: int, decision: str) -> Task | None:
    """Return the task of a decision if it waits for this seat."""
    return next((task for task in state["due"] if task["id"] == decision and seat in seats(task)), None)


def read(state: Anno1701State, task: Task, given: Mapping[str, object]) -> Anno1701Move:
    """Return an answer as a move of the form that the decision asks for; :raises IllegalMove: if it has another form."""
    try:
        fit(MOVES[task["kind"]], given)
    except Misfit as misfit:
        raise IllegalMove("malformed", misfit.pointer, misfit.wanted) from None
    return cast(Anno1701Move, given)


def check(play: Play, seat: int, task: Task, move: Anno1701Move) -> None:
    """Raise IllegalMove unless a well-formed move is legal."""
    if "prefer" in move:
        stores.check(play.player(seat), move["prefer"])
    if move["type"] == "resume":
        played.check_resume(play.state)
        return
    match task["kind"]:
        case "settle":
            setup.check(play.state, seat, cast(SettleMove, move))
        case "yield" | "hunt" | "prize":
            payments.check_token(play, seat, cast(TakeGoodMove, move)["good"], task["goods"], "/good")
        case "fire" | "discontent":
            payments.check_give(play, seat, task["count"], cast(GiveMove, move)["goods"])
        case "pit":
            _check_pit(play, task, cast(PitMove, move))
        case "lodge":
            _check_lodge(play, seat, cast("LodgeMove | SkipMove", move))
        case "theatre":
            attacks.check_answer(play, task, cast("CancelMove | AllowMove", move))
        case "offer" | "counter":
            trading.check_answer(play, task, cast(Reply, move))
        case "search":
            closing.check_slip(task, cast(TakeSlipMove, move))
        case "meet":
            voyage.check_meeting(play, task, cast(Meeting, move))
        case _:
            _check_plainly(play, task, move)


def _check_plainly(play: Play, task: PlainTask, move: Anno1701Move) -> None:
    """Raise nothing: revealing, sailing home and withdrawing are always possible."""
    seat = task["seat"]
    match task["kind"]:
        case "act":
            actions.check(play, seat, cast(Action, move))
        case "demand":
            _check_demand(play, seat, cast("DemandMove | DeclineMove", move))
        case "spy":
            _check_spy(play, seat, cast(TakeSlotMove, move))
        case "close" | "cards":
            _check_closing(play, seat, cast(Closing, move))


def _check_demand(play: Play, seat: int, move: DemandMove | DeclineMove) -> None:
    if move["type"] == "demand" and stores.amounts(play.data, play.player(1 - seat))[move["good"]] == 0:
        raise IllegalMove("not-there", "/good", "the other player has none of this")


def _check_pit(play: Play, task: PitTask, move: PitMove) -> None:
    player, spot = play.player(task["seat"]), move["landscape"]
    if stores.good_of(play.data, player, spot) != task["good"] or not player["land"].get(spot):
        raise IllegalMove("not-there", "/landscape", f"should be an own landscape with {task['good']}")


def _check_lodge(play: Play, seat: int, move: LodgeMove | SkipMove) -> None:
    if move["type"] == "lodge":
        actions.check_lodge(play, seat, move)


def _check_spy(play: Play, seat: int, move: TakeSlotMove) -> None:
    cards = len(play.player(1 - seat)["hand"])
    if move["slot"] >= cards:
        raise IllegalMove("no-card", "/slot", f"there are {cards} cards in that hand, counted from 0")


def _check_closing(play: Play, seat: int, move: Closing) -> None:
    if move["type"] == "voyage":
        voyage.check_start(play, seat, move)
    else:
        closing.check(play, seat, move)


def passes(play: Play, seat: int, task: Task, move: Anno1701Move) -> bool:
    """Return whether a well-formed move is legal."""
    try:
        check(play, seat, task, move)
    except IllegalMove:
        return False
    return True

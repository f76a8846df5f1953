"""The rules of Fingers: three rounds; both show fingers (sealed), then the seat whose turn it is takes the sum or leaves it."""

from collections.abc import Sequence

from engine.contract import (
    Chance,
    Channel,
    Decision,
    Event,
    IllegalMove,
    Json,
    Language,
    Move,
    Orders,
    Outcome,
    Rules,
    Silence,
    State,
    View,
    Words,
)
from engine.kit.rule_data import facts_digest
from engine.kit.shape import Misfit, check, fit
from engine.kit.text.guide import about

from . import schemas
from .drawing import draw
from .words import FingersWords

ROUNDS = 3
TOLD = about(__package__)


class Fingers:
    """The game as ``engine.contract.Game`` asks for it."""

    rules = Rules(
        id="fingers@1", title="Fingers", about=TOLD.game, length=TOLD.length, guide=TOLD.guide, seats=(2,),
        data=facts_digest({"rounds": ROUNDS}), options=schemas.OPTIONS, moves=schemas.MOVES, orders=schemas.ORDERS,
        view=schemas.VIEW, events=schemas.EVENTS,
    )  # fmt: skip
    words: Words = FingersWords()

    def options(self, given: dict[str, Json], seats: int) -> dict[str, Json]:
        check(schemas.OPTIONS, given)
        return {}

    def setup(self, options: dict[str, Json], seats: int, chance: Chance) -> State:
        return {"round": 1, "stage": "show", "sum": 0, "scores": [0] * seats}

    def decisions(self, state: State) -> list[Decision]:
        if state["round"] > ROUNDS:
            return []
        sealed = state["stage"] == "show"
        seats = [*range(len(state["scores"]))] if sealed else [state["round"] % 2]
        name = f"r{state['round']}.{state['stage']}"
        return [Decision(id=name, kind=state["stage"], seats=seats, sealed=sealed, optional=False)]

    def moves(self, state: State, seat: int, decision: str) -> list[Move]:
        if not any(one["id"] == decision and seat in one["seats"] for one in self.decisions(state)):
            return []
        return [{"show": n} for n in range(1, 6)] if "show" in decision else [{"claim": "take"}, {"claim": "leave"}]

    def check(self, state: State, seat: int, decision: str, move: Move) -> None:
        if not self.moves(state, seat, decision):
            raise IllegalMove("not-asked", "", "this decision does not wait for this seat now")
        try:
            fit(schemas.MOVES[state["stage"]], move)
        except Misfit as misfit:
            raise IllegalMove("wrong", misfit.pointer, misfit.wanted) from None

    def resolve(
        self, state: State, decision: str, answers: dict[int, Move], chance: Chance
    ) -> tuple[State, list[Event]]:
        if state["stage"] == "show":
            total = sum(move["show"] for move in answers.values())
            return {**state, "stage": "claim", "sum": total}, [{"type": "shown", "sum": total}]
        ((seat, move),) = answers.items()
        gain = state["sum"] if move["claim"] == "take" else 0
        scores = [score + gain * (one == seat) for one, score in enumerate(state["scores"])]
        return {**state, "round": state["round"] + 1, "stage": "show", "scores": scores}, [{"type": move["claim"]}]

    def fallback(self, state: State, seat: int, decision: str, why: Silence) -> Move:
        if "claim" in decision:
            return {"claim": "leave"}
        return {"show": 1 if why == "absent" else 0}  # a seal that stays shut shows nothing, which nobody can choose

    def consult(self, state: State, seat: int, decision: str, orders: Orders) -> Move | None:
        return {state["stage"]: orders[state["stage"]]} if state["stage"] in orders else None

    def check_orders(self, state: State, seat: int, orders: Orders) -> None:
        try:
            fit(schemas.ORDERS, orders)
        except Misfit as misfit:
            raise IllegalMove("never", misfit.pointer, misfit.wanted) from None

    def view(self, state: State, seat: int | None) -> View:
        return {"game": "fingers", **state}

    def channels(self, state: State) -> list[Channel]:
        return []

    def partners(self, state: State, seat: int) -> list[int]:
        return [seat]

    def outcome(self, state: State) -> Outcome | None:
        if state["round"] <= ROUNDS:
            return None
        best, scores = max(state["scores"]), state["scores"]
        winners = [seat for seat, score in enumerate(scores) if score == best]
        return {"winners": winners, "scores": scores, "reason": "done"}

    def picture(self, view: View, language: Language = "en", names: Sequence[str] = ()) -> str:
        return draw(view, names)

    def bot(self, view: View, decision: Decision, moves: list[Move], chance: Chance) -> Move:
        return moves[0]

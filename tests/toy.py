"""A toy game for tests of the machinery: three rounds of showing fingers, then one seat takes or leaves. Has orders."""

from __future__ import annotations

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
)

SHOW = {"type": "object", "properties": {"show": {"type": "integer", "minimum": 1, "maximum": 5}}, "required": ["show"]}
CLAIM = {"type": "object", "properties": {"claim": {"enum": ["take", "leave"]}}, "required": ["claim"]}
KNOWN: dict[str, list[Json]] = {"show": [1, 2, 3, 4, 5], "claim": ["take", "leave"]}


class Words:
    """The sentences of the toy."""

    def event(self, event: Event, names: Sequence[str], language: Language) -> str:
        return f"{event['type']}."

    def move(self, move: Move, language: Language) -> str:
        return " ".join(f"{name} {value}" for name, value in move.items())

    def question(self, decision: Decision, language: Language) -> str:
        return f"Please {decision['kind']}"

    def table(self, view: View, names: Sequence[str], language: Language) -> str:
        return f"The sum is {view['sum']}."


class Fingers:
    """Both show one to five fingers (sealed); then the seat whose turn it is takes the sum or leaves it (open)."""

    rules = Rules(
        id="fingers@1", title="Fingers", seats=(2,), data="A" * 43, options={"type": "object"},
        moves={"show": SHOW, "claim": CLAIM}, orders={"type": "object"},
    )  # fmt: skip

    words = Words()

    def options(self, given: dict[str, Json], seats: int) -> dict[str, Json]:
        return {}

    def setup(self, options: dict[str, Json], seats: int, chance: Chance) -> State:
        return {"round": 1, "stage": "show", "sum": 0, "scores": [0, 0]}

    def decisions(self, state: State) -> list[Decision]:
        if state["round"] > 3:
            return []
        sealed = state["stage"] == "show"
        seats = [0, 1] if sealed else [state["round"] % 2]
        name = f"r{state['round']}.{state['stage']}"
        return [Decision(id=name, kind=state["stage"], seats=seats, sealed=sealed, optional=False)]

    def moves(self, state: State, seat: int, decision: str) -> list[Move]:
        return [{"show": n} for n in range(1, 6)] if "show" in decision else [{"claim": "take"}, {"claim": "leave"}]

    def check(self, state: State, seat: int, decision: str, move: Move) -> None:
        if move not in self.moves(state, seat, decision):
            raise IllegalMove("no", "", "not one of the moves")

    def resolve(
        self, state: State, decision: str, answers: dict[int, Move], chance: Chance
    ) -> tuple[State, list[Event]]:
        if state["stage"] == "show":
            total = sum(move["show"] for move in answers.values())
            return {**state, "stage": "claim", "sum": total}, [{"type": "shown", "sum": total}]
        seat, move = next(iter(answers.items()))
        gain = state["sum"] if move["claim"] == "take" else 0
        scores = [score + gain * (seat == one) for one, score in enumerate(state["scores"])]
        return {**state, "round": state["round"] + 1, "stage": "show", "scores": scores}, [{"type": move["claim"]}]

    def fallback(self, state: State, seat: int, decision: str, why: Silence) -> Move:
        return {"show": 1} if "show" in decision else {"claim": "leave"}

    def consult(self, state: State, seat: int, decision: str, orders: Orders) -> Move | None:
        kind = decision.partition(".")[2]
        return {kind: orders[kind]} if kind in orders else None

    def check_orders(self, state: State, seat: int, orders: Orders) -> None:
        for kind, value in orders.items():
            if value not in KNOWN.get(kind, []):
                raise IllegalMove("never", f"/{kind}", "this can never match")

    def view(self, state: State, seat: int | None) -> View:
        return dict(state)

    def channels(self, state: State) -> list[Channel]:
        return []

    def partners(self, state: State, seat: int) -> list[int]:
        return [seat]

    def outcome(self, state: State) -> Outcome | None:
        if state["round"] <= 3:
            return None
        best = max(state["scores"])
        return {"winners": [seat for seat in (0, 1) if state["scores"][seat] == best], "scores": state["scores"],
                "reason": "done"}  # fmt: skip

    def picture(self, view: View, language: Language = "en", names: Sequence[str] = ()) -> str:
        return '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'

    def bot(self, view: View, decision: Decision, moves: list[Move], chance: Chance) -> Move:
        return moves[0]

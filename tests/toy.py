"""A toy game for tests of the machinery: three rounds of showing fingers, then one seat takes or leaves. Has orders."""

from __future__ import annotations

from typing import Any

from engine.contract import Decision, IllegalMove, Rules

SHOW = {"type": "object", "properties": {"show": {"type": "integer", "minimum": 1, "maximum": 5}}, "required": ["show"]}
CLAIM = {"type": "object", "properties": {"claim": {"enum": ["take", "leave"]}}, "required": ["claim"]}


class Fingers:
    """Both show one to five fingers (sealed); then the seat whose turn it is takes the sum or leaves it (open)."""

    rules = Rules(
        id="fingers@1", title="Fingers", seats=(2,), data="A" * 43, options={"type": "object"},
        moves={"show": SHOW, "claim": CLAIM}, orders={"type": "object"},
    )  # fmt: skip

    def options(self, given: dict[str, Any], seats: int) -> dict[str, Any]:
        return {}

    def setup(self, options: dict[str, Any], seats: int, chance: Any) -> dict[str, Any]:
        return {"round": 1, "stage": "show", "sum": 0, "scores": [0, 0]}

    def decisions(self, state: dict[str, Any]) -> list[Decision]:
        if state["round"] > 3:
            return []
        sealed = state["stage"] == "show"
        seats = [0, 1] if sealed else [state["round"] % 2]
        name = f"r{state['round']}.{state['stage']}"
        return [Decision(id=name, kind=state["stage"], seats=seats, sealed=sealed, optional=False)]

    def moves(self, state: dict[str, Any], seat: int, decision: str) -> list[dict[str, Any]]:
        return [{"show": n} for n in range(1, 6)] if "show" in decision else [{"claim": "take"}, {"claim": "leave"}]

    def check(self, state: dict[str, Any], seat: int, decision: str, move: dict[str, Any]) -> None:
        if move not in self.moves(state, seat, decision):
            raise IllegalMove("no", "", "not one of the moves")

    def resolve(self, state: Any, decision: str, answers: dict[int, Any], chance: Any) -> tuple[Any, list[Any]]:
        if state["stage"] == "show":
            total = sum(move["show"] for move in answers.values())
            return {**state, "stage": "claim", "sum": total}, [{"type": "shown", "sum": total}]
        seat, move = next(iter(answers.items()))
        gain = state["sum"] if move["claim"] == "take" else 0
        scores = [score + gain * (seat == one) for one, score in enumerate(state["scores"])]
        return {**state, "round": state["round"] + 1, "stage": "show", "scores": scores}, [{"type": move["claim"]}]

    def fallback(self, state: Any, seat: int, decision: str, why: str) -> dict[str, Any]:
        return {"show": 1} if "show" in decision else {"claim": "leave"}

    def consult(self, state: Any, seat: int, decision: str, orders: dict[str, Any]) -> dict[str, Any] | None:
        kind = decision.partition(".")[2]
        return {kind: orders[kind]} if kind in orders else None

    def check_orders(self, state: Any, seat: int, orders: dict[str, Any]) -> None:
        for kind, value in orders.items():
            known = {"show": [1, 2, 3, 4, 5], "claim": ["take", "leave"]}.get(kind, [])
            if value not in known:
                raise IllegalMove("never", f"/{kind}", "this can never match")

    def view(self, state: Any, seat: int | None) -> dict[str, Any]:
        return dict(state)

    def channels(self, state: Any) -> list[Any]:
        return []

    def partners(self, state: Any, seat: int) -> list[int]:
        return [seat]

    def outcome(self, state: Any) -> dict[str, Any] | None:
        if state["round"] <= 3:
            return None
        best = max(state["scores"])
        return {"winners": [seat for seat in (0, 1) if state["scores"][seat] == best], "scores": state["scores"],
                "reason": "done"}  # fmt: skip

"""A toy game of two teams: all show fingers, then one seat claims; while it does, and only then, partners may talk."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.contract import Channel, Decision
from tests.toy import Fingers

RULES = "partners@1"
TEAMS = ([0, 2], [1, 3])


class Words:
    """The sentences of the toy."""

    def event(self, event: dict[str, Any], names: Any, language: str) -> str:
        return f"{event['type']}."

    def move(self, move: dict[str, Any], language: str) -> str:
        return " ".join(f"{name} {value}" for name, value in move.items())

    def question(self, decision: Decision, language: str) -> str:
        return f"Please {decision['kind']}"

    def table(self, view: dict[str, Any], names: Any, language: str) -> str:
        return f"The sum is {view['sum']}."


class Partners(Fingers):
    """Seats 0 and 2 against 1 and 3. In round 1 seat 1 claims, then 0, then 1; the window is ``r1.confer.0``, ``.1``."""

    rules = replace(Fingers.rules, id=RULES, title="Partners", seats=(4,), orders=None)
    words = Words()

    def setup(self, options: dict[str, Any], seats: int, chance: Any) -> dict[str, Any]:
        return {**super().setup(options, seats, chance), "scores": [0] * 4}

    def decisions(self, state: dict[str, Any]) -> list[Decision]:
        found = super().decisions(state)
        return [Decision(**{**one, "seats": [0, 1, 2, 3]}) if one["sealed"] else one for one in found]  # type: ignore[typeddict-item]

    def channels(self, state: Any) -> list[Channel]:
        if state["stage"] != "claim":
            return []
        return [Channel(id=f"r{state['round']}.confer.{team}", seats=seats) for team, seats in enumerate(TEAMS)]

    def partners(self, state: Any, seat: int) -> list[int]:
        return next(team for team in TEAMS if seat in team)

    def outcome(self, state: Any) -> dict[str, Any] | None:
        if state["round"] <= 3:
            return None
        best = max(state["scores"])
        return {"winners": [seat for seat in range(4) if state["scores"][seat] == best], "scores": state["scores"],
                "reason": "done"}  # fmt: skip

    def picture(self, view: Any) -> str:
        return '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'


__all__ = ["RULES", "TEAMS", "Partners", "Words"]

"""A toy game of two teams: all show fingers, then one seat claims; while it does, and only then, partners may talk."""

from dataclasses import replace

from engine.contract import Chance, Channel, Decision, Json, Outcome, State
from tests.engine.fingers.siegelpost_fingers import Fingers

RULES = "partners@1"
TEAMS = ([0, 2], [1, 3])


class Partners(Fingers):
    """Seats 0 and 2 against 1 and 3. In round 1 seat 1 claims, then 0, then 1; the window is ``r1.confer.0``, ``.1``."""

    rules = replace(Fingers.rules, id=RULES, title="Partners", seats=(4,), orders=None)

    def setup(self, options: dict[str, Json], seats: int, chance: Chance) -> State:
        return {**super().setup(options, seats, chance), "scores": [0] * 4}

    def decisions(self, state: State) -> list[Decision]:
        found = super().decisions(state)
        return [Decision(**{**one, "seats": [0, 1, 2, 3]}) if one["sealed"] else one for one in found]

    def channels(self, state: State) -> list[Channel]:
        if state["stage"] != "claim":
            return []
        return [Channel(id=f"r{state['round']}.confer.{team}", seats=seats) for team, seats in enumerate(TEAMS)]

    def partners(self, state: State, seat: int) -> list[int]:
        return next(team for team in TEAMS if seat in team)

    def outcome(self, state: State) -> Outcome | None:
        if state["round"] <= 3:
            return None
        best = max(state["scores"])
        return {"winners": [seat for seat in range(4) if state["scores"][seat] == best], "scores": state["scores"],
                "reason": "done"}  # fmt: skip

"""The pending decisions of a state, in order (D2)."""

from __future__ import annotations

from typing import NamedTuple

from engine.contract import Decision
from engine.games.packet_row.types.moves import DecisionKind
from engine.games.packet_row.types.state import PacketRowState


class Question(NamedTuple):
    """One seat is asked one thing; nobody waits for an ``optional`` answer."""

    id: str
    kind: DecisionKind
    seat: int
    optional: bool = False

    def decision(self) -> Decision:
        """Return the question as the contract has it."""
        return {"id": self.id, "kind": self.kind, "seats": [self.seat], "sealed": False, "optional": self.optional}


def questions(state: PacketRowState) -> list[Question]:
    """Return what the table waits for now: what is due first, then the optional fulfilments in the order of the seats."""
    turn = f"r{state['round']}"
    if state["stage"] == "over":
        return []
    if state["stage"] == "final":
        return [Question(f"{turn}.final.{seat}", "final", seat) for seat in state["settling"]]
    fulfilments = [
        Question(f"fulfil.{seat}.{player['fulfilments']}", "fulfil", seat, optional=True)
        for seat, player in enumerate(state["players"])
    ]
    return [_due(state, turn), *fulfilments]


def _due(state: PacketRowState, turn: str) -> Question:
    master = state["harbour_master"]
    match state["stage"]:
        case "open":
            return Question(f"{turn}.open", "open", master)
        case "ask":
            seat = state["queue"][0]
            return Question(f"{turn}.ask.{state['sweep']}.{seat}", "ask", seat)
        case "harbour":
            return Question(f"{turn}.harbour.{state['sweep']}", "harbour", master)
    return Question(f"{turn}.last", "last", master)


def note_standing(state: PacketRowState) -> None:
    """Record in the state the order in which standing decisions were opened: those that stood before come first."""
    names = [question.id for question in questions(state)]
    stood = [name for name in state["standing"] if name in names]
    state["standing"] = [*stood, *(name for name in names if name not in stood)]


def standing(state: PacketRowState) -> list[Decision]:
    """Return what the table waits for, the decisions that were standing before first."""
    by_id = {question.id: question for question in questions(state)}
    return [by_id[name].decision() for name in state["standing"]]


def asked(state: PacketRowState, seat: int, decision: str) -> DecisionKind | None:
    """Return the decision's kind if it stands and waits for the seat, otherwise ``None``."""
    return next((one.kind for one in questions(state) if one.id == decision and one.seat == seat), None)

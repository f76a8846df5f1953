"""Histories of acts, and whether they are linearizable: whether there is an order in which each act took effect at one moment
between its request and its answer, so that all answers are right. An act without an answer may have had its effect at any later
moment, or none (as Jepsen's checkers have it; the search is Wing and Gong's).
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Literal, NamedTuple

Kind = Literal["act", "withdraw", "open", "read", "lock", "bot"]


TELLING = ("ok", "", "conflict", "locked", "gone", "not-running")
"""Outcomes that depend on this register alone; whether an act is late, or paused, or says too little, depends on more."""


class State(NamedTuple):
    """What a seat has said in a sealed decision: the number of its last act, whose it is, and whether it is locked.

    ``own``: nobody but who sealed it can open it, so that a bot which takes the seat answers anew.
    """

    seq: int = 0
    label: Hashable = None
    locked: bool = False
    own: bool = False


@dataclass
class Operation:
    """One request, or what the log says happened.

    :ivar label: the same for requests that say the same: the second is a repetition.
    :ivar outcome: ``ok``, the word of a refusal, or "" where no answer came.
    :ivar seq: of an answer, the number of the act.
    :ivar own: nobody but who sealed it can open it.
    """

    kind: Kind
    asked: float
    label: Hashable = None
    replaces: int = 0
    answered: float = inf
    outcome: str = ""
    seq: int = 0
    own: bool = False


def after(state: State, one: Operation) -> list[State]:
    """Return the states in which an operation may leave the register, given its answer; none: the answer is wrong there."""
    if one.kind == "read":
        return [state] if not state.locked and state.seq == one.seq else []
    if one.kind == "lock":
        silent = one.label == "absent" and (state.seq == 0 or state.label == "withdrawn")
        right = not state.locked and (
            one.label == "nothing" or silent or (one.label == "there" and state.seq == one.seq)
        )
        return [state._replace(locked=True)] if right else []
    if one.kind == "bot":
        left_over = state.seq > 0 and state.label != "withdrawn" and not state.own
        return [] if state.locked or left_over else [State(state.seq + 1, one.label)]
    same = state.label == one.label and state.seq > 0
    fits = not state.locked and state.seq == one.replaces and (one.kind != "withdraw" or state.seq > 0)
    done = State(state.seq + 1, one.label, state.locked, one.own)
    if one.outcome == "ok":
        return [state] if same and state.seq == one.seq else [done] if fits and done.seq == one.seq and not same else []
    if one.outcome == "":
        return [done] if fits and not same else []
    if one.outcome == "conflict":
        return [state] if state.seq != one.replaces or same else []
    return [state] if state.locked else []


def linearizable(history: Sequence[Operation]) -> bool:
    """Return whether an order exists that explains every answer."""
    order: list[Operation] = []
    said: set[Hashable] = set()
    for one in sorted(history, key=lambda one: one.asked):
        # Of requests that say the same and have no answer only one can have an effect; the first may have it at any moment.
        again = not one.outcome and (one.kind, one.label, one.replaces) in said
        if one.outcome in TELLING and not again:
            order.append(one)
            said |= {(one.kind, one.label, one.replaces)} if not one.outcome else set()
    seen: set[tuple[frozenset[int], State]] = set()

    def explained(left: frozenset[int], state: State) -> bool:
        answered = [place for place in left if order[place].outcome]
        if not answered:
            return True  # what has no answer may never have arrived
        if (left, state) in seen:
            return False
        seen.add((left, state))
        first = min(order[place].answered for place in answered)
        ready = [place for place in sorted(left) if order[place].asked <= first]
        following: list[tuple[int, State]] = []
        for place in ready:
            for one in after(state, order[place]):
                if one == state:
                    return explained(left - {place}, state)  # it fits here and changes nothing: nothing is lost by it
                following.append((place, one))
        return any(explained(left - {place}, one) for place, one in following)

    return explained(frozenset(range(len(order))), State())


@dataclass
class Histories:
    """All requests of a story, by match, decision and seat."""

    by_seat: dict[tuple[str, str, int], list[Operation]] = field(default_factory=dict)

    def begin(self, match: str, decision: str, seat: int, operation: Operation) -> Operation:
        """Note that something is asked."""
        self.by_seat.setdefault((match, decision, seat), []).append(operation)
        return operation

"""A working copy of the state, on which one call of ``resolve`` does its work.

Only what the rules change is copied; the state passed in stays as it was. A *task* is what the table waits for: an entry of
``state["due"]``, ``{"id", "kind", "seat", ...facts}``, which becomes a decision of the contract.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Chance, Json
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.types.events import Anno1701Event
from engine.games.anno_1701.types.state import (
    Act,
    Anno1701State,
    PlainKind,
    PlainTask,
    Player,
    Result,
    SeatTask,
    Task,
    TaskKind,
    Voyage,
)


class Play:
    """The state being worked on, the cards, the dice, and the events so far."""

    __slots__ = ("chance", "data", "events", "state")

    def __init__(self, state: Anno1701State, data: Dataset, chance: Chance) -> None:
        self.state = state
        self.data = data
        self.chance = chance
        self.events: list[Anno1701Event] = []

    @classmethod
    def copy(cls, state: Anno1701State, data: Dataset, chance: Chance) -> Play:
        """Return a working copy of a state."""
        return cls(
            {
                **state,
                "due": state["due"].copy(),
                "players": [_player(one) for one in state["players"]],
                "piles": state["piles"].copy(),
                "supply": state["supply"].copy(),
                "discard": state["discard"].copy(),
                "powers": state["powers"].copy(),
                "awarded": state["awarded"].copy(),
                "acts": state["acts"].copy(),
                "voyage": _voyage(state["voyage"]),
            },
            data,
            chance,
        )

    @classmethod
    def judging(cls, state: Anno1701State, data: Dataset) -> Play:
        """Return a play on the state itself, for checks that only look at it: nothing is copied, nothing can be drawn."""
        return cls(state, data, _NO_CHANCE)

    @property
    def over(self) -> bool:
        """Return whether the match has ended."""
        return self.state["outcome"] is not None

    @property
    def active(self) -> int:
        """Return the seat whose turn it is."""
        return self.state["active"]

    def player(self, seat: int) -> Player:
        """Return a seat's part of the state."""
        return self.state["players"][seat]

    def tell(self, event: Anno1701Event) -> None:
        """Record an event, for everybody or for some seats."""
        self.events.append(event)

    def note(self, result: Result) -> None:
        """Record the result of the last action, for the conditions of a turn list and the limits of standing offers.

        What neither of them can ask for is not kept.
        """
        act: Act = {**self.state["acts"].pop(), "result": result}
        if "step" in act or result == "accepted":
            self.state["acts"].append(act)

    def number(self) -> int:
        """Return the next number of this turn, for the ids of decisions and the labels of draws."""
        self.state["n"] += 1
        return self.state["n"]

    def decision(self, kind: TaskKind) -> str:
        """Return the id of a new decision."""
        return f"t{self.state['turn']}.{kind}.{self.number()}"

    def ask(self, task: SeatTask) -> None:
        """Put a task on the table: the match now waits for a seat."""
        self.state["due"].append(task)

    def ask_plainly(self, kind: PlainKind, seat: int) -> None:
        """Ask a seat a question that needs no facts."""
        self.ask(PlainTask(id=self.decision(kind), kind=kind, seat=seat))

    def done(self, decision: str) -> Task:
        """Take a task off the table and return it."""
        for task in self.state["due"]:
            if task["id"] == decision:
                self.state["due"].remove(task)
                return task
        raise ValueError(f"{decision} does not stand")


class _NoChance:
    """Replaces chance where nothing may be drawn."""

    def below(self, label: str, n: int, count: int = 1, *, hidden: bool = False) -> list[int]:
        raise AssertionError(f"a check must not draw {label}")

    def shuffle(self, label: str, items: Sequence[Json], *, hidden: bool = False) -> list[Json]:
        raise AssertionError(f"a check must not draw {label}")


_NO_CHANCE = _NoChance()


def _player(player: Player) -> Player:
    return {
        **player,
        "land": player["land"].copy(),
        "luxury": player["luxury"].copy(),
        "gold": player["gold"].copy(),
        "residents": player["residents"].copy(),
        "buildings": player["buildings"].copy(),
        "hand": player["hand"].copy(),
    }


def _voyage(voyage: Voyage | None) -> Voyage | None:
    return None if voyage is None else {**voyage, "seen": voyage["seen"].copy()}

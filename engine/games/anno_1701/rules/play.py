"""A working copy of the state, on which one call of ``resolve`` does its work.

Only what the rules change is copied; the state passed in stays as it was. A *task* is what the table waits for: an entry of
``state["due"]``, ``{"id", "kind", "seat", ...facts}``, which becomes a decision of the contract.

The state also records the turn-list entries played this turn. Public moves of a list say how many answers it gave before
(``step``), never which entry they come from: gaps would reveal how many entries were skipped. Which entries were played is
worked out from the moves that were played (:func:`engine.games.anno_1701.orders.turn_list.entries_played`), because the
list itself is never part of the state. As soon as the player answers anything of the turn by hand, the rest of the turn is
up to the player: the list has become a proposal. The move ``resume`` lets it go on; or the player sends a changed list,
which names in ``from`` the decision at which it begins.
"""

from __future__ import annotations

from typing import cast

from engine.contract import NO_CHANCE, Chance, IllegalMove
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.schemas.moves import LISTED
from engine.games.anno_1701.types.events import Anno1701Event
from engine.games.anno_1701.types.moves import Action, Anno1701Move
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
from engine.games.anno_1701.types.view import ListedAct


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
        return cls(state, data, NO_CHANCE)

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

        Results that neither of them can refer to are not kept.
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


INTERRUPTIONS = (*LISTED, "counter", "withdraw")
"""The kinds of decisions in which an answer of the active player interrupts the turn list."""


def begin(state: Anno1701State) -> None:
    """Begin a turn: nothing has been answered yet, neither by the list nor by hand."""
    state["listed"] = 0
    state["by_hand"] = 0


def note_answer(play: Play, task: SeatTask, move: Anno1701Move) -> None:
    """Count an answer of the list, or note that the player answered by hand."""
    if task["seat"] != play.active:
        return
    if "step" in move:
        play.state["listed"] += 1
    elif task["kind"] in INTERRUPTIONS:
        play.state["by_hand"] = number_of(task["id"])


def rests(state: Anno1701State) -> bool:
    """Return whether the player has answered something in this turn by hand, so that a turn list is only a proposal."""
    return bool(state["by_hand"])


def check_resume(state: Anno1701State) -> None:
    """Raise IllegalMove unless there may be a list to resume: it plays by itself until its player answers by hand."""
    if not rests(state):
        raise IllegalMove(
            "not-resting", "/type", "nothing was answered by hand in this turn, so a turn list plays on by itself"
        )


def resume(play: Play) -> None:
    """Let the list continue after the entries it has played, until its player answers by hand again."""
    play.state["by_hand"] = 0


def number_of(decision: str) -> int:
    """Return the number of a decision within its turn."""
    return int(decision.rpartition(".")[2])


def remember(play: Play, act: Act, move: Action) -> None:
    """Add to an act what is remembered of an action of the list in addition to its result."""
    if "step" in move:
        do = move.copy()
        do.pop("step", None)
        do.pop("prefer", None)
        act["do"], act["spied"], act["n"] = do, len(play.state["spied"]), play.state["n"]


def listed(state: Anno1701State) -> list[ListedAct]:
    """Return the acts of this turn that a turn list has played, with everything that is remembered of them."""
    return [cast(ListedAct, one) for one in state["acts"] if "do" in one]

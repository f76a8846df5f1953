"""Record of the turn-list entries played this turn, kept in the state.

Public moves of a list say how many answers it gave before (``step``), never which entry they come from: gaps would reveal
how many entries were skipped. Which entries were played is worked out from the moves that were played
(:func:`engine.games.anno_1701.orders.turn_list.entries_played`), because the list itself is never part of the state. As soon as
the player answers anything of the turn by hand, the rest of the turn is up to the player: the list has become a proposal.
The move ``resume`` lets it go on; or the player sends a changed list, which names in ``from`` the decision at which it
begins.
"""

from __future__ import annotations

from typing import cast

from engine.contract import IllegalMove
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.schemas.moves import LISTED
from engine.games.anno_1701.types.moves import Action, Anno1701Move
from engine.games.anno_1701.types.state import Act, Anno1701State, SeatTask
from engine.games.anno_1701.types.view import ListedAct

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
    """Add to an act what is remembered of an action of the list besides its result."""
    if "step" in move:
        do = move.copy()
        do.pop("step", None)
        do.pop("prefer", None)
        act["do"], act["spied"], act["n"] = do, len(play.state["spied"]), play.state["n"]


def listed(state: Anno1701State) -> list[ListedAct]:
    """Return the acts of this turn that a turn list has played, with everything that is remembered of them."""
    return [cast(ListedAct, one) for one in state["acts"] if "do" in one]

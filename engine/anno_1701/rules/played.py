"""What a turn list has played of a turn, remembered in the state (version 2 of the rules).

Public moves of a list carry how many answers it gave before (``step``), never which entry they come from: gaps would tell how
many entries were skipped. Which entries were played is found again from what was played (:func:`entries_played`), because
the list itself never stands in the state. As soon as the player answers something of his turn himself, the rest of the turn is
his: the list is a proposal, with which he goes on by one move, ``resume``, or which he sends again, changed, naming in ``from``
the decision at which it shall begin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.anno_1701.corrections import applies
from engine.anno_1701.rules.play import Play, Task
from engine.anno_1701.schemas.moves import LISTED
from engine.contract import IllegalMove, Move, State

INTERRUPTIONS = (*LISTED, "counter", "withdraw")
"""The kinds of decisions by whose answers the active player takes his turn into his own hands."""
Entry = dict[str, Any]


def nothing_played(state: State) -> dict[str, Any]:
    """Return what a turn begins with: how many answers the list gave, and the number of the last the player gave himself."""
    return {"listed": 0, "by_hand": 0} if applies("interruption-ends-list", state) else {}


def note_answer(play: Play, task: Task, move: Move) -> None:
    """Count an answer of the list, or note that the player answered for himself."""
    if not applies("interruption-ends-list", play.state) or task["seat"] != play.active:
        return
    if "step" in move:
        play.state["listed"] += 1
    elif task["kind"] in INTERRUPTIONS:
        play.state["by_hand"] = number_of(task["id"])


def rests(state: State) -> bool:
    """Return whether the player of the turn has taken it into his own hands, so that a list of his is only a proposal."""
    return bool(state.get("by_hand"))


def check_resume(state: State) -> None:
    """Raise IllegalMove unless a list could go on: it plays by itself until its player answers for himself."""
    if not rests(state):
        raise IllegalMove(
            "not-resting", "/type", "nothing was done by hand in this turn, so a turn list needs no leave"
        )


def resume(play: Play) -> None:
    """Let the list go on behind what it has played, until its player answers for himself again."""
    play.state["by_hand"] = 0


def number_of(decision: str) -> int:
    """Return the number a decision has in its turn."""
    return int(decision.rpartition(".")[2])


def holds_on(state: State, plan: dict[str, Any]) -> bool:
    """Return whether a list still plays by itself: nothing was answered by hand since it began, or was sent again."""
    if not applies("interruption-ends-list", state):
        return True
    by_hand: int = state["by_hand"]
    return by_hand == 0 if "from" not in plan else number_of(plan["from"]) > by_hand


def remembered(play: Play, move: Move) -> dict[str, Any]:
    """Return what is remembered of an action of the list besides its result."""
    if "step" not in move or not applies("steps-without-gaps", play.state):
        return {}
    do = {key: value for key, value in move.items() if key not in ("step", "prefer")}
    return {"do": do, "spied": len(play.state["spied"]), "n": play.state["n"]}


def entries_played(
    state: Mapping[str, Any], entries: list[Entry], since: int, holds: Callable[[Entry, int, dict[int, str]], bool]
) -> tuple[int, dict[int, str]]:
    """Return at which entry the list goes on, and the results of those it has played, by entry.

    An entry whose condition held when it was tried was played, or impossible and skipped; then so was every equal one until
    the next that was played, since nothing had changed. ``holds`` judges a condition by how much was spied at that time and
    by the results of entries before; ``since`` leaves out what was played before the list was sent again.
    """
    acts = [one for one in state["acts"] if "do" in one and one["n"] > since]
    results: dict[int, str] = {}
    at = 0
    for act in acts:
        while at < len(entries):
            at += 1
            if entries[at - 1]["do"] == act["do"] and holds(entries[at - 1], act["spied"], results):
                results[at - 1] = act["result"]
                break
    return at, results

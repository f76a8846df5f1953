"""A turn as one list: which entry comes next, and where an interrupted list goes on (RULES.md, E.2).

Every answer of the list says how many it gave before in the turn (``step``); the state remembers what was played, with the
results, so the list itself is never part of the state (:mod:`engine.games.anno_1701.rules.played`). How a
list closes its turn: :mod:`engine.games.anno_1701.orders.closing_plan`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.games.anno_1701.orders import closing_plan
from engine.games.anno_1701.orders.ranking import first_ranked
from engine.games.anno_1701.rules.moves import passes
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.played import listed, number_of
from engine.games.anno_1701.types.moves import Anno1701Move, DrawMove, EndMove, SearchMove, SetSailMove, TakeSlotMove
from engine.games.anno_1701.types.orders import Anno1701Orders, Condition, Entry, TurnPlan
from engine.games.anno_1701.types.state import Anno1701State, MeetTask, PlainTask, SearchTask
from engine.games.anno_1701.types.view import ListedAct, RestingList

ALWAYS: Condition = {}


def answer(play: Play, task: PlainTask | SearchTask | MeetTask, orders: Anno1701Orders) -> Anno1701Move | None:
    """Return what the list answers, or None: ask the player."""
    plan = _plan(play, orders)
    if plan is None:
        return None
    seat, close = task["seat"], plan.get("close")
    move: Anno1701Move | None = None
    match task["kind"]:
        case "act":
            move = _act(play, task, plan)
        case "spy":
            move = _spy(play, seat, plan)
        case "close":
            move = closing_plan.close(play, seat, close)
        case "cards":
            move = closing_plan.cards(play, close)
        case "search":
            move = closing_plan.search(play, task, close)
        case "voyage":
            move = closing_plan.voyage(play, seat, close)
        case "meet":
            move = closing_plan.meet(play, task, close)
    return move


def _plan(play: Play, orders: Anno1701Orders) -> TurnPlan | None:
    """Return the list that applies to the present turn."""
    plan = orders.get("turn")
    return plan if plan is not None and plan["turn"] == play.state["turn"] and _plays_on(play.state, plan) else None


def _plays_on(state: Anno1701State, plan: TurnPlan) -> bool:
    """Return whether a list still plays by itself: nothing was answered by hand since it began or was sent again."""
    by_hand = state["by_hand"]
    return by_hand == 0 if "from" not in plan else number_of(plan["from"]) > by_hand


def _act(play: Play, task: PlainTask, plan: TurnPlan) -> Anno1701Move | None:
    """Return the next action of the list whose condition holds or, after the last, how the actions end."""
    spied = play.state["spied"]
    at, results = _place(listed(play.state), spied, plan)
    for entry in plan.get("do", [])[at:]:
        if _held(spied, entry, results):
            move = entry["do"].copy()
            if passes(play, task["seat"], task, move):
                return move
            if not entry.get("skip", False):
                return None
    return _end(plan)


def _place(acts: Sequence[ListedAct], spied: Sequence[str], plan: TurnPlan) -> tuple[int, dict[int, str]]:
    """Return at which entry a list goes on, and the results so far, judged by its acts and what was spied in this turn."""
    since = number_of(plan["from"]) - 1 if "from" in plan else 0
    played = [act for act in acts if act["n"] > since]
    return entries_played(played, plan.get("do", []), lambda entry, n, results: _held(spied[:n], entry, results))


def entries_played(
    acts: Sequence[ListedAct], entries: Sequence[Entry], holds: Callable[[Entry, int, dict[int, str]], bool]
) -> tuple[int, dict[int, str]]:
    """Return at which entry the list goes on, and the results of those it has played, by entry.

        An entry whose condition held when it was tried was either played, or impossible and skipped. If it was skipped, so
    was every equal entry up to the next one that was played, since nothing had changed. ``holds`` judges a condition by how
    much had been spied at that time and by the results of earlier entries.
    """
    results: dict[int, str] = {}
    at = 0
    for act in acts:
        while at < len(entries):
            at += 1
            if entries[at - 1]["do"] == act["do"] and holds(entries[at - 1], act["spied"], results):
                results[at - 1] = act["result"]
                break
    return at, results


def left(resting: RestingList, plan: TurnPlan) -> list[Entry]:
    """Return the entries that an interrupted list has not reached, by what its owner's view shows of it (``list``)."""
    at, _ = _place(resting["acts"], resting["spied"], plan)
    return plan.get("do", [])[at:]


def _held(spied: Sequence[str], entry: Entry, results: dict[int, str]) -> bool:
    """Return whether an entry's condition holds, given what had been spied by then and the results of earlier entries."""
    condition = entry.get("if", ALWAYS)
    if "spied" in condition and not set(condition["spied"]) & set(spied):
        return False
    if "after" not in condition:
        return True
    return condition["after"]["result"] == results.get(condition["after"]["entry"], "skipped")


def signed(play: Play, move: Anno1701Move) -> Anno1701Move:
    """Return an answer of the list marked as such: with the number of answers it gave earlier in this turn."""
    marked = move.copy()
    marked["step"] = play.state["listed"]
    return marked


def _end(plan: TurnPlan) -> EndMove | None:
    """Return how the actions end."""
    close = plan.get("close")
    if close is None:
        return None
    if close["type"] == "finish" or close["type"] == "fill":
        return EndMove(type=close["type"])
    return EndMove(type="close")


def ending(plan: TurnPlan) -> list[DrawMove | SearchMove | EndMove | SetSailMove]:
    """Return how a list closes its turn, as moves; the cards that will be in the hand or in a search are not known yet."""
    close = plan.get("close")
    if close is None:
        return []
    if close["type"] == "cards":
        return [closing_plan.take(one) for one in close["take"]]
    if close["type"] == "voyage":
        return [SetSailMove(type="voyage")]
    return [EndMove(type=close["type"])]


def _spy(play: Play, seat: int, plan: TurnPlan) -> TakeSlotMove | None:
    """Take the card of the other hand that comes first in the ranking."""
    kinds = [play.data.cards[card].kind for card in play.player(1 - seat)["hand"]]
    first = first_ranked(plan.get("spy", []), kinds)
    return None if first is None else TakeSlotMove(type="take", slot=first)

"""The table as one seat, or a spectator, may know it (D.11; E52).

Hidden are the faces of the other hand, the piles, the voyage cards to come, what a searcher and a spy see. The numerals of
hands are open, their backs show them. What is shown is copied out of the state piece by piece, so nothing slips through that
is not named here. After the end nothing more is shown.
"""

from __future__ import annotations

from typing import Any

from engine.anno_1701.dataset import Dataset
from engine.anno_1701.rules import settlement, stores
from engine.anno_1701.rules.piles import size
from engine.anno_1701.rules.play import Player, Task
from engine.anno_1701.rules.played import rests
from engine.anno_1701.schemas.data import POSITIONS
from engine.contract import State, View

PUBLIC_FACTS = (
    "id",
    "kind",
    "seat",
    "seats",
    "goods",
    "left",
    "count",
    "good",
    "card",
    "op",
    "landscape",
    "centre",
    "give",
    "take",
    "pile",
)
"""What of a task everybody may know; the slips of a search are not among it."""

INNER = ("do", "spied", "n")
"""What an action of a turn list is remembered by, so that the list knows where it is."""


def view(state: State, data: Dataset, seat: int | None) -> View:
    """Return the view."""
    return {
        "game": "anno-1701",
        "dataset": state["dataset"],
        "options": dict(state["options"]),
        "seat": seat,
        "turn": state["turn"],
        "active": state["active"],
        "stage": state["stage"],
        "roll": state["roll"] and dict(state["roll"]),
        "players": [_player(data, player, number == seat) for number, player in enumerate(state["players"])],
        "piles": {name: size(pile) for name, pile in state["piles"].items()},
        "supply": {one.id: left for one, left in zip(data.residents, state["supply"], strict=True)},
        "discard": [card_json(data, card) for card in state["discard"]],
        "powers": dict(state["powers"]),
        "lodge": state["lodge"],
        "dock": state["dock"],
        "offers": state["offers"],
        "acts": [{key: value for key, value in one.items() if key not in INNER} for one in state["acts"]],
        "list": _resting_list(state) if seat == state["active"] else None,
        "voyage": _voyage(state, data),
        "standing": [{key: task[key] for key in PUBLIC_FACTS if key in task} for task in state["due"]],
        "seen": _seen(state, data, seat),
        "outcome": state["outcome"],
    }


def card_json(data: Dataset, card: str) -> dict[str, Any]:
    """Return an expansion card as views show it."""
    return data.shown[card].copy()


def _player(data: Dataset, player: Player, own: bool) -> dict[str, Any]:
    numerals = [data.cards[card].stack for card in player["hand"]]
    at = dict(zip(player["at"].split(), POSITIONS, strict=True))
    return {
        "side": player["side"],
        "landscapes": [
            {
                "id": land.id,
                "good": land.good,
                "die": land.die,
                "amount": player["land"][land.id],
                "at": at[land.id],
                "blocked": stores.blocked(player, land.id),
            }
            for land in stores.lands(data, player)
        ],
        "goods": stores.amounts(data, player),
        "luxury": dict(player["luxury"]),
        "ship": {"state": player["ship"], "die": data.sides[player["side"]].ship_die, "at": at["ship"]},
        "gold": list(player["gold"]),
        "residents": list(player["residents"]),
        "buildings": [card_json(data, card) for card in player["buildings"]],
        "hand": [card_json(data, card) for card in player["hand"]] if own else None,
        "numerals": numerals if own else sorted(numerals),
        "prefer": dict(player.get("prefer", {})),
        "points": settlement.points(player),
        "level": settlement.level(player),
        "unhappy": settlement.unhappy(player),
        "happy": settlement.count(data, player, "happy"),
        "speed": settlement.speed(data, player),
        "strength": settlement.count(data, player, "cannons"),
        "bags": settlement.count(data, player, "bags"),
    }


def _voyage(state: State, data: Dataset) -> dict[str, Any] | None:
    voyage = state["voyage"]
    if voyage is None:
        return None
    return {
        "card": voyage["card"] and card_json(data, voyage["card"]),
        "speed": voyage["speed"],
        "strength": voyage["strength"],
        "seen": [voyage_json(data, card) for card in voyage["seen"]],
    }


def voyage_json(data: Dataset, card: str) -> dict[str, Any]:
    """Return a voyage card as views show it."""
    hidden = ("de", "en", "evidence")
    return {key: value for key, value in data.voyage[card].items() if key not in hidden}


def _resting_list(state: State) -> dict[str, Any] | None:
    """Return what a turn list has played that its player interrupted: to him alone, who may let it go on.

    ``acts`` are the moves it made with their results, ``spied`` what was seen in the other hand meanwhile. The list itself is
    sealed and stands in no state; who keeps it finds with this where it goes on (:func:`engine.anno_1701.orders.turn_list.left`).
    """
    if not rests(state) or state["outcome"] is not None:
        return None
    return {"acts": [dict(one) for one in state["acts"] if "do" in one], "spied": list(state["spied"])}


def _seen(state: State, data: Dataset, seat: int | None) -> dict[str, Any] | None:
    """Return what a searcher or a spy looks at while choosing: to that seat alone."""
    for task in state["due"]:
        if task.get("seat") == seat and task["kind"] == "search":
            return _pile(state, data, task)
        if task.get("seat") == seat and task["kind"] == "spy":
            return {"hand": [card_json(data, card) for card in state["players"][1 - task["seat"]]["hand"]]}
    return None


def _pile(state: State, data: Dataset, task: Task) -> dict[str, Any]:
    """Return the pile by slips; ``at`` is a card's place in the pile, counted from its top."""
    pile = state["piles"][task["pile"]].split()
    return {
        "pile": task["pile"],
        "slips": [{"slip": i, "at": at, "card": card_json(data, pile[at])} for i, at in enumerate(task["slips"])],
    }

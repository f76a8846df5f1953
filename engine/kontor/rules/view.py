"""The table as one seat, or a spectator, may know it (E15a, E33).

Hidden are the other hands and the order of the piles below their visible tops; everything else lies open. What is shown is
copied card by card out of the state, so nothing can slip through that is not named here.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.contract import State, View
from engine.kontor.cards import SPECIAL
from engine.kontor.corrections import sealed_together
from engine.kontor.presets import DECLARE, Preset
from engine.kontor.rules.board import AXES, extent, free_fields, goods, sectors
from engine.kontor.rules.ending import points
from engine.kontor.rules.fields import PLACES, Field, place, reading_order
from engine.kontor.rules.placing import dividing_fields, quay_fields
from engine.kontor.rules.scoring import anchor_distance, counting, value
from engine.kontor.rules.special import special_fields


def view(state: State, preset: Preset, seat: int | None) -> View:
    """Return the view; fields are ``[x, y]``, goods triples are [tea, wine, spice]."""
    board = state["board"]
    all_sectors = _sectors(state, preset)
    return {
        "game": "kontor",
        "preset": preset.name,
        "options": dict(state["options"]),
        "seat": seat,
        "round": state["round"],
        "stage": state["stage"],
        "teams": list(preset.teams),
        "opposite": list(preset.opposite),
        "colours": list(state["colours"]),
        "money": list(state["money"]),
        "bank": state["bank"],
        "hands": [_cards(hand, preset) if one == seat else None for one, hand in enumerate(state["hands"])],
        "hand_counts": [_counts(hand, preset) for hand in state["hands"]],
        "quay_piles": [_pile(pile, preset, state["options"]["quay_pile_open"]) for pile in state["quay_piles"]],
        "canal_pile": _pile(state["canal_pile"], preset),
        "special_pile": len(state["special_pile"]),
        "special_fields": _special_fields(state, preset),
        "rivals": list(state["rivals"]),
        "alone": _alone(state, preset),
        "sudden_end": preset.sudden_end,
        "limits": {"width": preset.width, "height": preset.height},
        "counting": {"places": preset.places, "least_size": preset.least_size},
        "extent": extent(board),
        "fixed": {axis: None if state["fixed"][axis] is None else list(state["fixed"][axis]) for axis in AXES},
        "board": _board(state, preset, all_sectors),
        "ship": None if state["ship"] is None else place(state["ship"]),
        "sectors": all_sectors,
        "barred": _barred(state, preset),
        "undivided": [place(name) for name in reading_order(dividing_fields(state, preset))],
        "placeable": [place(name) for name in reading_order(free_fields(board, state["fixed"]))],
        "played": [_played(one, preset) for one in state["played"]],
        "due": list(state["due"]),
        "last": _last(state["last"]),
        "scores": points(state, preset),
        "outcome": state["outcome"],
    }


def _cards(ids: list[str], preset: Preset) -> list[dict[str, Any]]:
    return [preset.cards[card].json() for card in ids]


def _alone(state: State, preset: Preset) -> str | None:
    """Return when the card for a passing opponent is chosen: ``sealed`` with the other one, ``asked`` for, or ``None``."""
    if state["options"]["pass_mode"] != DECLARE:
        return None
    return "sealed" if sealed_together(state, preset) else "asked"


def _counts(hand: list[str], preset: Preset) -> dict[str, int]:
    kinds = Counter(preset.cards[card].kind for card in hand)
    return {kind: kinds[kind] for kind in ("quay", "canal", "special")}


def _special_fields(state: State, preset: Preset) -> dict[str, list[list[int]]] | None:
    """Return where each kind of special card might be laid now, or nothing if there are none in the match."""
    if not state["options"]["special_cards"]:
        return None
    return {
        kind: [place(name) for name in reading_order(special_fields(state, preset, kind))] for kind in sorted(SPECIAL)
    }


def _pile(pile: list[str], preset: Preset, spread: bool = False) -> dict[str, Any]:
    shown: dict[str, Any] = {"top": preset.cards[pile[0]].json() if pile else None, "count": len(pile)}
    if spread:
        shown["cards"] = _cards(pile, preset)
    return shown


def _sectors(state: State, preset: Preset) -> list[dict[str, Any]]:
    """Return the closed sectors in the order in which they closed, then the open ones row by row."""
    board, over, anchor = state["board"], state["outcome"] is not None, preset.layout.anchor
    counts = counting(state["closed"], anchor, preset.places, preset.least_size)
    shown = [
        _sector(state, preset, one["fields"], one["goods"], guard=one["guard"], counts=scored if over else None)
        | {"closed": True}
        for one, scored in zip(state["closed"], counts, strict=True)
    ]
    closed = {name for one in state["closed"] for name in one["fields"]}
    found = [reading_order(sector) for sector in sectors(board, preset.cards, closed)]
    for sector in sorted(found, key=lambda fields: PLACES[fields[0]][::-1]):
        warehouses = goods(sector, board, preset.cards, state["colours"])
        shown.append(_sector(state, preset, sector, warehouses, guard=None, counts=False if over else None))
    return shown


def _sector(
    state: State,
    preset: Preset,
    fields: list[Field],
    warehouses: list[list[int]],
    guard: int | None,
    counts: bool | None,
) -> dict[str, Any]:
    return {
        "fields": [place(name) for name in fields],
        "closed": False,
        "guard": guard,
        "size": len(fields),
        "distance": anchor_distance(fields, preset.layout.anchor),
        "goods": [list(one) for one in warehouses],
        "centres": [_centre(state, preset, fields, colour) for colour in state["colours"]],
        "value": value(fields, state["board"], preset.cards),
        "counts": counts,
    }


def _centre(state: State, preset: Preset, fields: list[Field], colour: str) -> list[int] | None:
    """Return where a colour's warehouses of a sector stand."""
    for name in state["centres"]:
        if name in fields and preset.cards[state["board"][name][-1]].owner == colour:
            return place(name)
    return None


def _board(state: State, preset: Preset, all_sectors: list[dict[str, Any]]) -> list[dict[str, Any]]:
    sector_of = {tuple(at): i for i, sector in enumerate(all_sectors) for at in sector["fields"]}
    return [
        {
            "at": place(name),
            "card": preset.cards[stack[-1]].json(),
            "under": _cards(stack[:-1], preset),
            "sector": sector_of.get(PLACES[name]),
        }
        for name in reading_order(state["board"])
        for stack in (state["board"][name],)
    ]


def _barred(state: State, preset: Preset) -> list[dict[str, Any]]:
    """Return where a team may lay no quay: beside an enemy crane, or away from water where the preset asks for it."""
    shown, free = [], free_fields(state["board"], state["fixed"])
    for team, colour in enumerate(state["colours"]):
        shown += [{"at": place(name), "team": team} for name in free - quay_fields(state, preset, colour)]
    return sorted(shown, key=lambda one: (one["at"][1], one["at"][0], one["team"]))


def _played(choice: dict[str, Any] | None, preset: Preset) -> dict[str, Any] | None:
    if choice is None or "pass" in choice:
        return choice and dict(choice)
    return {"card": preset.cards[choice["card"]].json(), "status": choice["status"]}


def _last(last: dict[str, Any]) -> dict[str, Any]:
    return {
        "laid": [list(at) for at in last["laid"]],
        "removed": [list(at) for at in last["removed"]],
        "ship": last["ship"] and {key: list(at) for key, at in last["ship"].items()},
    }

"""The JSON Schema of placing plans, and their check, which points to the first part that can never match.

How plans answer: :mod:`engine.games.kontor.orders.consult`.
"""

from collections.abc import Mapping

from engine.contract import IllegalMove
from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.board import AXES
from engine.games.kontor.rules.fields import FAR, Field, field, is_list, is_object, is_place, is_whole
from engine.games.kontor.rules.setup import LONGEST_ROUND_LIMIT
from engine.games.kontor.schemas import DRAFT, FIELD, RECEIVER, Schema, closed, move_form
from engine.games.kontor.types.state import KontorState

MOST_PLANS = 60
"""Entries of any list in a seat's orders."""
MOST_ENTRIES = 600
"""Conditions, ship moves and fields of all plans of a seat together: this bounds the work of reading them."""


def orders_schema(cards: list[str]) -> Schema:
    """Return the schema of placing plans (see :mod:`engine.games.kontor.orders.consult`)."""
    conditions: list[dict[str, Schema]] = [
        {"free": FIELD},
        {"holds": FIELD, "card": {"enum": cards}},
        {"ship": FIELD},
        {"passed": {"type": "integer"}},
    ]
    sail = move_form("sail", {"to": FIELD}, "Move the ship.", {"remove": FIELD, "receiver": RECEIVER})
    plan: Schema = {
        "type": "object",
        "additionalProperties": False,
        "anyOf": [{"required": ["ship"]}, {"required": ["place"]}],
        "properties": {
            "card": {"enum": cards, "description": "The card this plan is for; left out: any."},
            "round": {"type": "integer", "minimum": 1, "maximum": LONGEST_ROUND_LIMIT},
            "if": _list({"oneOf": [closed(one) for one in conditions]}, "Public facts that must all hold."),
            "ship": _list(
                {"oneOf": [move_form("stay", {}, "Leave the ship."), sail]}, "The first legal one is played."
            ),
            "place": _list(FIELD, "The first legal field is taken."),
        },
    }
    return {
        "$schema": DRAFT,
        "title": "Kontor: placing plans",
        **closed(
            {
                "plans": _list(plan, f"Tried in order; all their lists have up to {MOST_ENTRIES} entries.")
                | {"minItems": 1}
            }
        ),
    }


def _list(items: Schema, description: str) -> Schema:
    return {"type": "array", "maxItems": MOST_PLANS, "items": items, "description": description}


LISTS = ("if", "ship", "place")
KEYS = ("card", "round", *LISTS)
CONDITIONS = {"free": ("free",), "holds": ("holds", "card"), "ship": ("ship",), "passed": ("passed",)}


def check(state: KontorState, preset: Preset, seat: int, orders: object) -> None:
    """Raise :class:`IllegalMove` with a pointer to the first part of the orders that can never match."""
    if not is_object(orders) or list(orders) != ["plans"]:
        raise _never("", "orders must have exactly one key, plans")
    plans = orders["plans"]
    if not is_list(plans) or not 0 < len(plans) <= MOST_PLANS:
        raise _never("/plans", f"give 1 to {MOST_PLANS} plans")
    entries = 0
    for i, plan in enumerate(plans):
        entries += _entries(plan)
        if entries > MOST_ENTRIES:
            raise IllegalMove("too-much", f"/plans/{i}", f"all plans together have no more than {MOST_ENTRIES} entries")
        _check_plan(state, preset, seat, plan, f"/plans/{i}")


def _entries(plan: object) -> int:
    """Return how many entries the lists of a plan have together."""
    if not is_object(plan):
        return 0
    return sum(len(listed) for listed in map(plan.get, LISTS) if is_list(listed))


def _check_plan(state: KontorState, preset: Preset, seat: int, plan: object, where: str) -> None:
    if not is_object(plan):
        raise _never(where, "a plan is an object")
    for key in plan:
        _need(key in KEYS, where, f"a plan takes no keys but {', '.join(KEYS)}")
    _need("ship" in plan or "place" in plan, where, "a plan needs ship moves or fields (place)")
    if "card" in plan:
        _check_card(state, preset, seat, plan["card"], f"{where}/card")
    if "round" in plan:
        turn = plan["round"]
        fits = is_whole(turn) and state["round"] <= turn <= LONGEST_ROUND_LIMIT
        _need(fits, f"{where}/round", "name this round or a later one, or leave it out")
    conditions, voyages, fields = (_listed(plan, key, where) for key in LISTS)
    for i, one in enumerate(fields):
        _place(state, one, f"{where}/place/{i}")
    for i, one in enumerate(voyages):
        _check_ship(state, preset, one, f"{where}/ship/{i}")
    for i, one in enumerate(conditions):
        _check_condition(state, preset, one, f"{where}/if/{i}")


def _listed(plan: Mapping[str, object], key: str, where: str) -> list[object]:
    """Return a list of a plan; an empty one if the plan does not have it."""
    listed = plan.get(key, [])
    if not is_list(listed) or len(listed) > MOST_PLANS:
        raise _never(f"{where}/{key}", f"this must be a list of at most {MOST_PLANS} entries")
    return listed


def _check_card(state: KontorState, preset: Preset, seat: int, name: object, where: str) -> None:
    card = preset.cards.get(name) if isinstance(name, str) else None
    own = state["colours"][preset.teams[seat]]
    playable = card is not None and card.owner in (own, "neutral") and card.type != "anchor"
    _need(playable, where, "you can never lay this card; name one of your colour or a neutral one")


def _check_ship(state: KontorState, preset: Preset, move: object, where: str) -> None:
    _need(state["ship"] is not None, where, "there is no ship in this match")
    stay = move == {"type": "stay"}
    sail = (
        is_object(move)
        and move.get("type") == "sail"
        and {"type", "to"} <= set(move) <= {"type", "to", "remove", "receiver"}
    )
    if not is_object(move) or not (stay or sail):
        raise _never(where, "a ship move is stay, or sail with to and optionally remove")
    shared = preset.seats > len(state["colours"])
    _need(
        ("receiver" in move) == ("remove" in move and shared),
        where,
        "with remove, name under whose pile the card goes (receiver)" if shared else "leave receiver out",
    )
    if "receiver" in move:
        _check_seat(preset, move["receiver"], f"{where}/receiver")
    for key in ("to", "remove"):
        if key in move:
            _place(state, move[key], f"{where}/{key}")


def _check_condition(state: KontorState, preset: Preset, one: object, where: str) -> None:
    kind = None
    if is_object(one):
        kind = next((kind for kind, keys in CONDITIONS.items() if set(one) == set(keys)), None)
    if not is_object(one) or kind is None:
        raise _never(where, f"a condition is one of {', '.join(CONDITIONS)}")
    if kind == "passed":
        _check_seat(preset, one[kind], f"{where}/passed")
        return
    _place(state, one[kind], f"{where}/{kind}")
    if kind == "holds":
        card = one["card"]
        _need(isinstance(card, str) and card in preset.cards, f"{where}/card", "there is no such card")


def _check_seat(preset: Preset, seat: object, where: str) -> None:
    _need(is_whole(seat) and 0 <= seat < preset.seats, where, "name a seat of this table")


def _place(state: KontorState, value: object, where: str) -> Field:
    if not is_place(value, FAR):
        raise _never(where, "a field is [x, y], two whole numbers")
    for axis, coordinate in zip(AXES, value, strict=True):
        edges = state["fixed"][axis]
        _need(
            edges is None or edges[0] <= coordinate <= edges[1],
            where,
            "this field is outside the harbour's fixed edges",
        )
    return field(*value)


def _need(ok: bool, where: str, remedy: str) -> None:
    if not ok:
        raise _never(where, remedy)


def _never(where: str, remedy: str) -> IllegalMove:
    return IllegalMove("never", where, remedy)

"""Validate standing orders: their JSON Schema (reactions W1-W10 of RULES.md, one turn as a list), and vain conditions.

What an orders document leaves open is answered as silence would be (E.2); ``ask`` puts the question to the player instead.
The player is asked about their turn, about offers and about what only a turn list can answer, unless the document says more.
Orders stay sealed: nobody else sees a turn list with its conditions, rankings and voyage plan, only what it played.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.contract import IllegalMove
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.rules import setup, stores
from engine.games.anno_1701.schemas.moves import (
    ACTIONS,
    BARTER,
    DECISION,
    DRAFT,
    LONGEST_TURN_LIMIT,
    PILE,
    PREFER,
    SETTLE,
    form,
)
from engine.games.anno_1701.types.moves import SettleMove
from engine.games.anno_1701.types.orders import Anno1701Orders, ClosePlan, Entry, LodgeRule, TakePlan, TurnPlan
from engine.games.anno_1701.types.state import Anno1701State
from engine.kit.shape import Misfit, Schema, fit, step

MOST_ENTRIES = 64
ASK: Schema = {"const": "ask"}
_AMOUNT: Schema = {"type": "integer", "minimum": 0, "maximum": 8}
_KIND: Schema = {
    "type": "string",
    "pattern": r"^[a-z][a-z0-9_]{0,30}$",
    "description": "A card by its name in the dataset.",
}
_RANKING: Schema = {
    "type": "array",
    "items": _KIND,
    "maxItems": MOST_ENTRIES,
    "description": "Cards by name, the best first.",
}


def _closed(description: str, needed: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    return {
        "type": "object",
        "description": description,
        "additionalProperties": False,
        "required": list(needed),
        "properties": {**needed, **(optional or {})},
    }


def _steps(goods: str, description: str) -> Schema:
    step = _closed("A good and an amount.", {"good": {"enum": list(goods)}, "amount": _AMOUNT})
    return {"type": "array", "items": step, "maxItems": 20, "description": description}


def _or_word(*words: str, instead: Schema) -> Schema:
    return {"oneOf": [{"enum": list(words)}, instead]}


_THRESHOLD: dict[str, Schema] = {"gold_after": _AMOUNT, "loss": _AMOUNT}
THEATRE: Schema = _or_word(
    "always",
    "never",
    "ask",
    instead=_closed("Cancel if at least ``loss`` would be lost and this much gold is left.", _THRESHOLD),
)
TRADE = _closed(
    "A standing offer: give at most ``give`` for at least ``take``.",
    {"give": BARTER, "take": BARTER},
    {
        "keep": _steps("NTHZWG", "The goods that must be left afterwards."),
        "times": {
            "type": "integer",
            "minimum": 1,
            "maximum": 8,
            "description": "Maximum times per turn; once if left out.",
        },
    },
)
STOP = _closed(
    "Stop before the next card if all of these hold.",
    {},
    {
        "ship": _AMOUNT | {"description": "The ship's state is at most this."},
        "gold": _AMOUNT | {"description": "There is at most this much gold."},
        "rum": _AMOUNT | {"description": "There is at least this much rum."},
        "tobacco": _AMOUNT | {"description": "There is at least this much tobacco."},
        "revealed": {
            "type": "integer",
            "minimum": 0,
            "maximum": 40,
            "description": "At least so many cards are revealed.",
        },
    },
)
VOYAGE_PLAN: dict[str, Schema] = {
    "card": _KIND | {"description": "The ship card that joins."},
    "stop": {"type": "array", "items": STOP, "maxItems": 10},
    "tribute": _closed("Pay if all of these hold, otherwise fight.", {}, {"up_to": _AMOUNT, "gold_after": _AMOUNT}),
    "siege": _closed(
        "Attack if the pirate has at most ``margin`` more cannons and the ship is at least so sound.",
        {"margin": {"type": "integer", "minimum": -20, "maximum": 20}},
        {"ship": _AMOUNT},
    ),
    "buy": {
        "type": "array",
        "maxItems": 20,
        "items": _closed(
            "Buy this good while there is less than ``below``, at most at this price.",
            {"good": {"enum": list("NTHZWRB")}},
            {"below": _AMOUNT, "price": _AMOUNT, "gold_after": _AMOUNT},
        ),
    },
    "flotsam": _closed("Roll for flotsam if the ship is at least so sound.", {"ship": _AMOUNT}),
}
TAKE = _closed("Draw from a pile, or search it by a ranking.", {"pile": PILE}, {"rank": _RANKING})
CLOSE: Schema = {
    "oneOf": [
        form("finish"),
        form("fill"),
        form(
            "cards",
            {"exchange": {**_RANKING, "description": "Cards of a full hand to put away, the first choice first."}},
            needed={"take": {"type": "array", "items": TAKE, "minItems": 1, "maxItems": 3}},
        ),
        form("voyage", VOYAGE_PLAN),
    ]
}
CONDITION = _closed(
    "All of these must hold.",
    {},
    {
        "after": _closed(
            "The result of an earlier entry of the list.",
            {
                "entry": {"type": "integer", "minimum": 0, "maximum": MOST_ENTRIES - 1},
                "result": {"enum": ["done", "cancelled", "allowed", "accepted", "rejected", "skipped"]},
            },
        ),
        "spied": _RANKING | {"description": "One of these cards was seen in the other hand this turn."},
    },
)
ENTRY = _closed(
    "One action of the list.",
    {"do": {"oneOf": list(ACTIONS)}},
    {
        "if": CONDITION,
        "skip": {
            "type": "boolean",
            "description": "Go on with the next entry if this one is impossible; otherwise the player is asked.",
        },
    },
)
FROM: Schema = DECISION | {
    "description": "Begin at this decision, whatever was answered by hand before. Once anything of the turn has been answered by "
    "hand, the list plays no more by itself. To let it go on as it is, answer ``resume``; to send another one for the rest of "
    "the turn, name the decision that stands."
}
TURN = _closed(
    "One turn as a list: the actions in order, then how it ends. It holds for the turn named and is then spent.",
    {"turn": {"type": "integer", "minimum": 1, "maximum": LONGEST_TURN_LIMIT}},
    {"do": {"type": "array", "items": ENTRY, "maxItems": MOST_ENTRIES}, "spy": _RANKING, "close": CLOSE, "from": FROM},
)
LODGE: Schema = _or_word(
    "never",
    "ask",
    instead=_closed(
        "Fetch one of these from the top of the discard, giving the first of these hand cards away.",
        {"want": _RANKING, "give": _RANKING},
    ),
)


def orders_schema(attacks: Sequence[str] = ()) -> Schema:
    """Return the schema of an orders document; an empty document means the defaults.

    :param attacks: the names of the attack cards, for whoever makes a form of it.
    """
    return {
        "$schema": DRAFT,
        "title": "Anno 1701 – the card game: standing orders",
        **_closed(
            "Everything may be left out.",
            {},
            {
                "settle": SETTLE,
                "turn": TURN,
                "theatre": {
                    "type": "object",
                    "additionalProperties": THEATRE,
                    "description": "The theatre's answer to each attack card, by the card's name.",
                    **({"examples": [dict.fromkeys(attacks, "ask")]} if attacks else {}),
                },
                "goods": _or_word(
                    "ask", instead=_steps("NTHZWRB", "Goods of choice: up to these amounts, then anything.")
                ),
                "give_up": _or_word(
                    "ask", instead=_steps("NTHZW", "Losses of choice: what lies above these amounts first.")
                ),
                "demand": _or_word(
                    "ask",
                    "decline",
                    "most-plentiful",
                    instead=_steps("NTHZW", "Trade advantage: up to these amounts, then anything."),
                ),
                "pit": ASK,
                "prefer": PREFER,
                "lodge": LODGE,
                "trades": {"type": "array", "items": TRADE, "maxItems": 20},
                "reject": {
                    "type": "string",
                    "pattern": r"^[NTHZWG]{1,6}$",
                    "description": "Offers that ask for one of these goods are rejected unasked.",
                },
            },
        ),
    }


SCHEMA = orders_schema()


def check(state: Anno1701State, data: Dataset, seat: int, given: Mapping[str, object]) -> None:
    """Raise IllegalMove with a pointer to the first part of the orders that is malformed or can never match."""
    try:
        fit(SCHEMA, given)
    except Misfit as misfit:
        raise IllegalMove("malformed", misfit.pointer, misfit.wanted) from None
    orders = cast(Anno1701Orders, given)
    if "settle" in orders:
        _check_settle(state, seat, orders["settle"])
    for kind in orders.get("theatre", {}):
        if not any(card.kind == kind and card.against for card in data.cards.values()):
            raise IllegalMove("never", step("/theatre", kind), "no attack card of the dataset has this name")
    lodge = orders.get("lodge", "never")
    if not isinstance(lodge, str):
        _check_lodge(data, lodge)
    for i, trade in enumerate(orders.get("trades", [])):
        if set(trade["give"]) & set(trade["take"]):
            raise IllegalMove("never", f"/trades/{i}/take", "the same is never given and taken")
    stores.check(state["players"][seat], orders.get("prefer", stores.NONE))
    if "turn" in orders:
        _check_turn(state, data, seat, orders["turn"])


def _check_settle(state: Anno1701State, seat: int, move: SettleMove) -> None:
    if state["turn"] > 0:
        return
    try:
        setup.check(state, seat, move)
    except IllegalMove as refusal:
        raise IllegalMove(refusal.code, step("", "settle") + refusal.pointer, refusal.message) from None


def _check_lodge(data: Dataset, rule: LodgeRule) -> None:
    for i, kind in enumerate(rule["want"]):
        if not any(card.kind == kind and not card.building for card in data.cards.values()):
            raise IllegalMove("never", f"/lodge/want/{i}", "only action cards lie on the discard")
    _check_kinds(data, rule["give"], "/lodge/give")


def _check_turn(state: Anno1701State, data: Dataset, seat: int, plan: TurnPlan) -> None:
    """Raise IllegalMove with a pointer to the first part of a turn list that can never match."""
    if plan["turn"] < state["turn"]:
        raise IllegalMove("never", "/turn/turn", f"turn {state['turn']} is being played; name it or a later one")
    if state["turn"] and (plan["turn"] - state["turn"]) % 2 != (state["active"] != seat):
        raise IllegalMove("never", "/turn/turn", "this is a turn of the other player")
    if "from" in plan and not plan["from"].startswith(f"t{plan['turn']}."):
        raise IllegalMove("never", "/turn/from", "should be a decision of the turn named, where the list begins")
    _check_kinds(data, plan.get("spy", []), "/turn/spy")
    for i, entry in enumerate(plan.get("do", [])):
        _check_entry(data, entry, i)
    if "close" in plan:
        _check_close(data, plan["close"])


def _check_entry(data: Dataset, entry: Entry, i: int) -> None:
    do, pointer = entry["do"], f"/turn/do/{i}"
    if (do["type"] == "build" or do["type"] == "play") and do["card"] not in data.cards:
        raise IllegalMove("unknown-card", f"{pointer}/do/card", "no card has this id")
    if "if" not in entry:
        return
    condition = entry["if"]
    if "after" in condition and condition["after"]["entry"] >= i:
        raise IllegalMove("never", f"{pointer}/if/after/entry", "should name an earlier entry")
    _check_kinds(data, condition.get("spied", []), f"{pointer}/if/spied")


def _check_close(data: Dataset, close: ClosePlan) -> None:
    if close["type"] == "cards":
        _check_kinds(data, close.get("exchange", []), "/turn/close/exchange")
        for i, take in enumerate(close["take"]):
            _check_take(data, take, f"/turn/close/take/{i}")
    elif close["type"] == "voyage" and "card" in close:
        name = close["card"]
        if not any(one.kind == name and one.op == "ship_bonus" for one in data.cards.values()):
            raise IllegalMove("never", "/turn/close/card", "only captain or commander join a voyage")


def _check_take(data: Dataset, take: TakePlan, pointer: str) -> None:
    kinds = {data.cards[card].kind for card in data.stack(int(take["pile"][0]))}
    for i, kind in enumerate(take.get("rank", [])):
        if kind not in kinds:
            raise IllegalMove("never", f"{pointer}/rank/{i}", "this card is not in piles of this numeral")


def _check_kinds(data: Dataset, kinds: Sequence[str], pointer: str) -> None:
    """Raise IllegalMove at the first name that no card has."""
    if not kinds:
        return
    known = {card.kind for card in data.cards.values()}
    for i, kind in enumerate(kinds):
        if kind not in known:
            raise IllegalMove("unknown-card", f"{pointer}/{i}", "no card of the dataset has this name")

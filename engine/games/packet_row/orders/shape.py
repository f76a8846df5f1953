"""The form of a plan, checked by hand as its schema says, with a pointer to the first thing that is wrong.

Any JSON value may be passed in; one that passes has the keys, types and sizes that :mod:`engine.games.packet_row.orders.consult`
relies on.

The schema is one for a whole round, for the harbour master, and for rules that always apply (E2). A document may have any of
these parts; the owner is asked about what a part leaves open. Cards are named by id
(``ship_es#2``) or by key (``ship_es``: any copy). With ``round`` the plan answers in that round only; ``fulfil`` and
``final`` always apply.
"""

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import cast

from engine.contract import IllegalMove
from engine.games.packet_row.book import SEATS, Book
from engine.games.packet_row.rules.stock import Work
from engine.games.packet_row.schemas import CARD, DRAFT, Schema
from engine.games.packet_row.types.moves import PacketRowOrders

MOST_RULES = 64
MOST_CARDS = 64
LAST_ROUND = 999


def orders_schema(book: Book) -> Schema:
    """Return the schema of standing orders."""
    sign: Schema = {"enum": list(book.boards)}
    when: Schema = {"if": _condition_schema(book)}
    take = _take()
    ask: Schema = {"board": sign, **when}
    return {
        "$schema": DRAFT,
        "title": "Packet Row: plans",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "round": {
                "type": "integer",
                "minimum": 1,
                "maximum": LAST_ROUND,
                "description": "ask, harbour and last answer in this round only; left out: in every round.",
            },
            "ask": _ranked(
                _closed(ask | take, "When asked (about this board): take.", ("take",)),
                _closed(ask | {"do": {"enum": ["decline", "wait"]}}, "When asked: decline, or ask me.", ("do",)),
            ),
            "else": _choice("decline", "When asked and no rule matches: decline, or ask me."),
            "harbour": _ranked(
                _closed({"open": sign, **when, **take}, HARBOUR, ("open",)),
                _closed(when | {"do": {"const": "wait"}}, "Ask me which board is opened.", ("do",)),
            ),
            "last": _ranked(_closed(when | take, "When all others have a card: take.", ("take",))),
            "last_else": _choice("pass", "When all others have a card and no rule matches: pass, or ask me."),
            "fulfil": _ranked(
                _closed(
                    {"cards": take["fulfil"]}, "As soon as all these cards are mine: fulfil with them.", ("cards",)
                ),
                _closed({"contracts": take["fulfil"]}, CONTRACTS, ("contracts",)),
            ),
            "final": {
                "enum": ["settle", "wait"],
                "default": "settle",
                "description": "The final contract round: fulfil what brings most, or ask me.",
            },
        },
    }


HARBOUR = "As harbour master open this board; once it has gone around, take."
CONTRACTS = "As soon as I can: fulfil these contracts together with the cheapest cards."


def _condition_schema(book: Book) -> Schema:
    signs, cards = _items({"enum": list(book.boards)}, len(book.boards)), _items(NAME, MOST_CARDS)
    range_ = _closed({"min": _WHOLE, "max": _WHOLE}, "From min to max, both included; one of them may be left out.")
    seat = {"type": "integer", "minimum": 0, "maximum": SEATS[-1] - 1}
    return _closed(
        {
            "opened": signs | {"description": "All these boards were opened in this round, the open one counts."},
            "unopened": signs | {"description": "None of these boards was opened in this round."},
            "declined": signs | {"description": "The harbour master has opened all these boards and gone on."},
            "sweep": range_ | {"description": "Number of the open board in the round, counted from 1."},
            "available": cards | {"description": "All these cards lie in a current supply."},
            "gone": cards | {"description": "None of these cards lies in a current supply."},
            "taken": _items(_closed({"seat": seat, "card": NAME}, "This seat has a card, or this one.", ("seat",)), 16),
            "waiting_others": range_
            | {
                "description": "Number of players without a card yet, not counting the harbour master and the plan's owner."
            },
            "money": _items(
                _closed({"seat": seat, "min": _MONEY, "max": _MONEY}, "The possessions of a seat.", ("seat",)), 16
            ),
        },
        "Public conditions that must all hold; always met if empty.",
    )


def _take() -> Schema:
    return {
        "take": _items(NAME, MOST_CARDS)
        | {"description": "The first of these that is there and can be paid is taken."},
        "assistant": {"const": True, "description": "Cards of the future supply too, for an assistant."},
        "fulfil": _items(CARD, MOST_CARDS)
        | {"description": "Own cards that fulfil contracts; used first if the money is short."},
    }


NAME: Schema = {"type": "string", "pattern": CARD["pattern"], "description": "The id of a card, or a key: any copy."}
_WHOLE: Schema = {"type": "integer", "minimum": 0, "maximum": 99}
_MONEY: Schema = {"type": "integer", "minimum": 0, "maximum": 9999}


def _choice(other: str, description: str) -> Schema:
    return {"enum": [other, "wait"], "default": "wait", "description": description}


def _items(items: Schema, most: int) -> Schema:
    return {"type": "array", "items": items, "minItems": 1, "maxItems": most}


def _ranked(*forms: Schema) -> Schema:
    return {"type": "array", "maxItems": MOST_RULES, "items": {"oneOf": list(forms)} if forms[1:] else forms[0]}


def _closed(properties: Schema, description: str, required: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "description": description,
        "additionalProperties": False,
        "required": list(required),
        "properties": properties,
    }


Check = Callable[[object, str], None]
"""Refuses the value at a pointer if anything is wrong with it."""


def shaped(book: Book, orders: object, work: Work) -> PacketRowOrders:
    """Return the orders, which fit the schema and name cards that exist, or raise :class:`IllegalMove`.

    :raises TooMuchWork: with ``work.at`` pointing to the rule at which it became too much to read.
    """
    sign = partial(_one_of, sorted(book.boards))
    name = partial(_card, {*book.cards, *book.keys})
    copies = partial(_list, partial(_card, set(book.cards)), MOST_CARDS)
    condition = _condition(sign, name, len(book.boards))
    rules = partial(_rules, work)
    take: dict[str, Check] = {
        "take": partial(_list, name, MOST_CARDS),
        "assistant": partial(_one_of, [True]),
        "fulfil": copies,
        "if": condition,
    }
    ask: dict[str, Check] = {"board": sign, "if": condition, "do": partial(_one_of, ["decline", "wait"])}
    ask_me: dict[str, Check] = {"if": condition, "do": partial(_one_of, ["wait"])}
    parts: dict[str, Check] = {
        "round": partial(_whole, 1, LAST_ROUND),
        "ask": partial(rules, "do", ask, {"board": sign} | take, ("take",)),
        "else": partial(_one_of, ["decline", "wait"]),
        "harbour": partial(rules, "do", ask_me, {"open": sign} | take, ("open",)),
        "last": partial(rules, "do", {}, take, ("take",)),
        "last_else": partial(_one_of, ["pass", "wait"]),
        "fulfil": partial(rules, "contracts", {"contracts": copies}, {"cards": copies}, ("cards",)),
        "final": partial(_one_of, ["settle", "wait"]),
    }
    _object(parts, (), orders, "")
    return cast("PacketRowOrders", orders)


def _condition(sign: Check, name: Check, boards: int) -> Check:
    seat, money = partial(_whole, 0, SEATS[-1] - 1), partial(_whole, 0, 9999)
    signs, cards = partial(_list, sign, boards), partial(_list, name, MOST_CARDS)
    range_ = partial(_object, {"min": partial(_whole, 0, 99), "max": partial(_whole, 0, 99)}, ())
    taken = partial(_object, {"seat": seat, "card": name}, ("seat",))
    purse = partial(_object, {"seat": seat, "min": money, "max": money}, ("seat",))
    keys: dict[str, Check] = {
        "opened": signs,
        "unopened": signs,
        "declined": signs,
        "sweep": range_,
        "available": cards,
        "gone": cards,
        "taken": partial(_list, taken, 16),
        "waiting_others": range_,
        "money": partial(_list, purse, 16),
    }
    return partial(_object, keys, ())


def _refuse(pointer: str, wanted: str) -> IllegalMove:
    return IllegalMove("malformed", pointer, wanted)


def _one_of(known: Collection[object], value: object, pointer: str) -> None:
    if type(value) not in (str, bool) or value not in known:
        words = ("true" if one is True else str(one) for one in known)
        raise _refuse(pointer, f"should be one of {', '.join(words)}")


def _card(known: Collection[str], value: object, pointer: str) -> None:
    if not isinstance(value, str) or value not in known:
        raise IllegalMove("unknown-card", pointer, "no card has this name; cards are named like ship_es#2 or G-ES-35")


def _whole(least: int, most: int, value: object, pointer: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _refuse(pointer, f"should be a whole number from {least} to {most}")


def _list(item: Check, most: int, value: object, pointer: str) -> None:
    if not isinstance(value, list) or not 1 <= len(value) <= most:
        raise _refuse(pointer, f"should be a list of 1 to {most}; leave it out if there is nothing to say")
    items: list[object] = value
    for number, one in enumerate(items):
        item(one, f"{pointer}/{number}")


def _rules(
    work: Work,
    mark: str,
    marked: dict[str, Check],
    other: dict[str, Check],
    required: tuple[str, ...],
    value: object,
    pointer: str,
) -> None:
    """Check a list of rules in either of two forms, distinguished by a key that only one of them has."""
    if not isinstance(value, list) or len(value) > MOST_RULES:
        raise _refuse(pointer, f"should be a list of at most {MOST_RULES} rules")
    rules: list[object] = value
    for number, one in enumerate(rules):
        work.at = f"{pointer}/{number}"
        work.spend(_size(one))
        is_marked = isinstance(one, dict) and mark in one and bool(marked)
        _object(marked if is_marked else other, (mark,) if is_marked else required, one, f"{pointer}/{number}")


def _size(value: object) -> int:
    """Return how many values a rule consists of; no rule that fits the schema is nested deeper than this looks."""
    parts = 1
    level = [value]
    for _ in range(5):
        level = [part for one in level for part in _parts(one)]
        parts += len(level)
    return parts


def _parts(value: object) -> Iterable[object]:
    """Return the parts of an array or object."""
    inner: Iterable[object] = ()
    if isinstance(value, list):
        inner = value
    elif isinstance(value, dict):
        inner = value.values()
    return inner


def _object(keys: dict[str, Check], required: tuple[str, ...], value: object, pointer: str) -> None:
    if not isinstance(value, dict):
        raise _refuse(pointer, "should be an object")
    members: dict[str, object] = value
    for key in members:
        if key not in keys:
            raise _refuse(pointer, f"has an unknown key; the keys known here are {', '.join(keys)}")
    for key in required:
        if key not in members:
            raise _refuse(pointer, f"{key} is missing")
    for key, one in members.items():
        keys[key](one, f"{pointer}/{key}")

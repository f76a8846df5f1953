"""The language of plans: one closed schema for a whole round, for the harbour master, and for rules that always apply (E2).

A document may have any of these parts; the owner is asked about what a part leaves open. Cards are named by id
(``ship_es#2``) or by key (``ship_es``: any copy). With ``round`` the plan answers in that round only; ``fulfil`` and
``final`` always apply.
"""

from __future__ import annotations

from engine.games.packet_row.book import Book
from engine.games.packet_row.parameters import SEATS
from engine.games.packet_row.schemas import CARD, DRAFT, Schema

MOST_RULES = 64
MOST_CARDS = 64
LAST_ROUND = 999


def orders_schema(book: Book) -> Schema:
    """Return the schema of standing orders."""
    sign: Schema = {"enum": list(book.boards)}
    when: Schema = {"if": _condition(book)}
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
            "ask": _rules(
                _object(ask | take, "When asked (about this board): take.", ("take",)),
                _object(ask | {"do": {"enum": ["decline", "wait"]}}, "When asked: decline, or ask me.", ("do",)),
            ),
            "else": _choice("decline", "When asked and no rule matches: decline, or ask me."),
            "harbour": _rules(
                _object({"open": sign, **when, **take}, HARBOUR, ("open",)),
                _object(when | {"do": {"const": "wait"}}, "Ask me which board is opened.", ("do",)),
            ),
            "last": _rules(_object(when | take, "When all others have a card: take.", ("take",))),
            "last_else": _choice("pass", "When all others have a card and no rule matches: pass, or ask me."),
            "fulfil": _rules(
                _object(
                    {"cards": take["fulfil"]}, "As soon as all these cards are mine: fulfil with them.", ("cards",)
                ),
                _object({"contracts": take["fulfil"]}, CONTRACTS, ("contracts",)),
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


def _condition(book: Book) -> Schema:
    signs, cards = _list({"enum": list(book.boards)}, len(book.boards)), _list(NAME, MOST_CARDS)
    range_ = _object({"min": _WHOLE, "max": _WHOLE}, "From min to max, both included; one of them may be left out.")
    seat = {"type": "integer", "minimum": 0, "maximum": SEATS[-1] - 1}
    return _object(
        {
            "opened": signs | {"description": "All these boards were opened in this round, the open one counts."},
            "unopened": signs | {"description": "None of these boards was opened in this round."},
            "declined": signs | {"description": "The harbour master has opened all these boards and gone on."},
            "sweep": range_ | {"description": "Number of the open board in the round, counted from 1."},
            "available": cards | {"description": "All these cards lie in a current supply."},
            "gone": cards | {"description": "None of these cards lies in a current supply."},
            "taken": _list(_object({"seat": seat, "card": NAME}, "This seat has a card, or this one.", ("seat",)), 16),
            "waiting_others": range_
            | {
                "description": "Number of players without a card yet, not counting the harbour master and the plan's owner."
            },
            "money": _list(_object({"seat": seat, "min": _MONEY, "max": _MONEY}, "What a seat has.", ("seat",)), 16),
        },
        "Public conditions that must all hold; always met if empty.",
    )


def _take() -> Schema:
    return {
        "take": _list(NAME, MOST_CARDS) | {"description": "The first of these that is there and can be paid is taken."},
        "assistant": {"const": True, "description": "Cards of the future supply too, for an assistant."},
        "fulfil": _list(CARD, MOST_CARDS)
        | {"description": "Own cards that fulfil contracts; used first if the money is short."},
    }


NAME: Schema = {"type": "string", "pattern": CARD["pattern"], "description": "The id of a card, or a key: any copy."}
_WHOLE: Schema = {"type": "integer", "minimum": 0, "maximum": 99}
_MONEY: Schema = {"type": "integer", "minimum": 0, "maximum": 9999}


def _choice(other: str, description: str) -> Schema:
    return {"enum": [other, "wait"], "default": "wait", "description": description}


def _list(items: Schema, most: int) -> Schema:
    return {"type": "array", "items": items, "minItems": 1, "maxItems": most}


def _rules(*forms: Schema) -> Schema:
    return {"type": "array", "maxItems": MOST_RULES, "items": {"oneOf": list(forms)} if forms[1:] else forms[0]}


def _object(properties: Schema, description: str, required: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "description": description,
        "additionalProperties": False,
        "required": list(required),
        "properties": properties,
    }

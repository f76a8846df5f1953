"""The language of plans: one closed schema for whole-round plans, harbour-master programmes and standing wishes (E2).

A document may hold any of these parts; what a part leaves open is asked. Cards are named by id (``ship_es#2``) or by key
(``ship_es``: any copy). With ``round`` the plan answers in that round only; fulfilments and the final round stand always.
"""

from __future__ import annotations

from typing import Any

from engine.packet_row.book import Book
from engine.packet_row.parameters import SEATS
from engine.packet_row.schemas import DRAFT

MOST_RULES = 64
MOST_CARDS = 64
LAST_ROUND = 999

TAKE_KEYS = ("take", "assistant", "fulfil")
CONDITION_KEYS = (
    "opened", "unopened", "declined", "sweep", "available", "gone", "taken", "waiting_others", "money",
)  # fmt: skip


def orders_schema(book: Book) -> dict[str, Any]:
    """Return the schema of standing orders."""
    sign = {"enum": list(book.boards)}
    card = {"enum": [*book.cards, *(key for key in book.keys if key not in book.cards)]}
    signs, cards = _list(sign, len(book.boards)), _list(card, MOST_CARDS)
    range_ = _object({"min": _WHOLE, "max": _WHOLE}, "From min to max, both included; one of them may be left out.")
    seat = {"type": "integer", "minimum": 0, "maximum": SEATS[-1] - 1}
    condition = _object(
        {
            "opened": signs | {"description": "All these boards were opened in this round, the open one counts."},
            "unopened": signs | {"description": "None of these boards was opened in this round."},
            "declined": signs | {"description": "The harbour master has opened all these boards and gone on."},
            "sweep": range_ | {"description": "Which board of the round is open, counted from 1."},
            "available": cards | {"description": "All these cards lie in a current supply."},
            "gone": cards | {"description": "None of these cards lies in a current supply."},
            "taken": _list(_object({"seat": seat, "card": card}, "This seat has a card, or this one.", ("seat",)), 16),
            "waiting_others": range_
            | {"description": "How many have no card yet, not counting the harbour master and the plan's owner."},
            "money": _list(_object({"seat": seat, "min": _MONEY, "max": _MONEY}, "What a seat has.", ("seat",)), 16),
        },
        "What must be true, all of it public; nothing: always.",
    )
    take = {
        "take": cards | {"description": "The first of these that is there and can be paid is taken."},
        "assistant": {"const": True, "description": "Cards of the future supply too, for an assistant."},
        "fulfil": _list({"enum": list(book.cards)}, MOST_CARDS)
        | {"description": "Own cards that fulfil contracts; used first if the money is short."},
    }
    when = {"if": condition}
    return {
        "$schema": DRAFT,
        "title": "Packet Row: plans",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "round": {"type": "integer", "minimum": 1, "maximum": LAST_ROUND,
                      "description": "ask, harbour and last answer in this round only; left out: in every round."},
            "ask": _rules(
                _object({"board": sign} | when | take, "When asked (about this board): take.", ("take",)),
                _object({"board": sign} | when | {"do": {"enum": ["decline", "wait"]}}, "Decline, or ask me.", ("do",)),
            ),
            "else": {"enum": ["decline", "wait"], "default": "wait",
                     "description": "When asked and no rule matches: decline, or ask me."},
            "harbour": _rules(
                _object({"open": sign} | when | take,
                        "As harbour master open this board; once it has gone around, take.", ("open",)),
                _object(when | {"do": {"const": "wait"}}, "Ask me which board is opened.", ("do",)),
            ),
            "last": _rules(_object(when | take, "When all others have a card: take.", ("take",))),
            "last_else": {"enum": ["pass", "wait"], "default": "wait",
                          "description": "When all others have a card and no rule matches: pass, or ask me."},
            "fulfil": _rules(
                _object({"cards": take["fulfil"]}, "As soon as all these cards are mine: fulfil with them.", ("cards",)),
                _object({"contracts": take["fulfil"]},
                        "As soon as I can: fulfil these contracts together with the cheapest cards.", ("contracts",)),
            ),
            "final": {"enum": ["settle", "wait"], "default": "settle",
                      "description": "The final contract round: fulfil what brings most, or ask me."},
        },
    }  # fmt: skip


_WHOLE = {"type": "integer", "minimum": 0, "maximum": 99}
_MONEY = {"type": "integer", "minimum": 0, "maximum": 9999}


def _list(items: dict[str, Any], most: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": 1, "maxItems": most}


def _rules(*forms: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "maxItems": MOST_RULES, "items": {"oneOf": list(forms)} if forms[1:] else forms[0]}


def _object(properties: dict[str, Any], description: str, required: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "additionalProperties": False,
        "required": list(required),
        "properties": properties,
    }

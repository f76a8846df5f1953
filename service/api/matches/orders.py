"""Standing orders, which answer for an absent player. Sealed like moves; only what they play is ever shown."""

from __future__ import annotations

from typing import Any

from flask import Response

from engine.kit.text.particulars import answer_in_words
from engine.protocol.acts import ORDERS
from engine.registry import game_of
from service.api.http import etags
from service.api.http.blueprint import Blueprint
from service.api.http.current import caller, context
from service.api.http.long_poll import wake_soon
from service.api.http.problems import Problem
from service.api.matches.acts import SIGNED_CODES
from service.api.matches.loading import load, seat_at, while_stale
from service.api.matches.log.newest_checkpoint import newest_checkpoint
from service.api.schemas import requests, responses
from service.matches import orders, receipts
from service.matches.errors import ActError
from service.matches.orders import NewOrders
from service.matches.receipts import Acted
from service.matches.seat_keys import orders_stand
from service.store.records import Act
from service.text.deleted_names import names_as_read
from service.text.padding import ANSWERS, padded

blp = Blueprint("orders", __name__, "Standing orders, which answer for you.")
PATH = "/v1/matches/<match:match>/orders"
CODES = ("not-found", "not-seated", "not-running", "gone", "conflict", "no-orders", *SIGNED_CODES, "other-data")


@blp.route(PATH, methods=["PUT"])
@blp.operation(
    "setOrders", scope="match:play", codes=(*CODES, "seen", "too-many-acts", "malformed", "illegal-move"), tagged=True
)
@blp.arguments(requests.OrdersRequest)
@blp.response(200, responses.Ordered)
def set_orders(body: dict[str, Any], match: str) -> Any:
    """Set your standing orders, or replace them. They are consulted at once, and whenever a decision of yours opens or locks.

    The rules define their form (`orders` in `GET /v1/rules/{rules}`). A rule that can never match is refused by
    name. Keep the answer: `document` is what the receipt's commitment stands for, and nobody else keeps it in clear
    text.
    """

    new = NewOrders(
        body["orders"],
        replaces=body["replaces"],
        salt=body.get("salt"),
        signature=body.get("signature"),
        token=caller().token_id,
    )

    def act() -> tuple[Acted, dict[str, Any] | None]:
        record = load(match)
        return orders.set_orders(context(), record, seat_at(record), new)

    acted, document = while_stale(act)
    return _answer(acted, document)


@blp.route(PATH, methods=["DELETE"])
@blp.operation("endOrders", scope="match:play", codes=CODES, tagged=True)
@blp.arguments(requests.WithdrawQuery, location="query")
@blp.response(200, responses.Ordered)
def end_orders(query: dict[str, Any], match: str) -> Any:
    """End your standing orders. What they have already played stands."""

    end = NewOrders(None, replaces=query["replaces"], signature=query.get("signature"), token=caller().token_id)

    def act() -> tuple[Acted, dict[str, Any] | None]:
        record = load(match)
        return orders.set_orders(context(), record, seat_at(record), end)

    acted, _ = while_stale(act)
    return _answer(acted, None)


@blp.route(PATH + "/check", methods=["POST"])
@blp.operation("checkOrders", scope="match:play", codes=("not-found", "not-seated", "not-running", "no-orders"))
@blp.arguments(requests.LanguageQuery, location="query")
@blp.arguments(requests.OrdersToCheck)
@blp.response(200, responses.CheckedOrders)
def check_orders(query: dict[str, Any], body: dict[str, Any], match: str) -> dict[str, Any]:
    """Try standing orders against the present table without setting them: whether they are valid, and what they answer now.

    They are consulted again at every decision of yours; what they answer then depends on what happens until then.
    """
    record = load(match)
    seat = seat_at(record)
    try:
        answers = orders.would_answer(record, seat, body["orders"])
    except ActError as error:
        if error.code not in ("illegal", "malformed"):
            raise
        why = {"code": error.rule or error.code, "pointer": error.pointer, "message": error.message}
        return {"legal": False, **why, "answers": []}
    game, names = game_of(record.table), names_as_read(record.table["seats"], query["language"])
    kinds = {one["id"]: one["kind"] for one in record.table["standing"]}
    shown = [
        {
            "decision": decision,
            "move": move,
            "words": answer_in_words(game.words, move, query["language"], kind=kinds[decision], names=names),
        }
        for decision, move in answers.items()
    ]
    return {"legal": True, "code": None, "pointer": None, "message": None, "answers": shown}


@blp.route(PATH)
@blp.operation(
    "getOrders",
    scope="match:read",
    remembered=True,
    codes=("not-found", "not-seated"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.response(200, responses.Ordered)
def get_orders(match: str) -> Any:
    """Show the receipt of your standing orders; only you have the document itself."""
    record = load(match)
    act = record.acts.get((ORDERS, seat_at(record)))
    if act is None:
        raise Problem("not-found", "you have set no orders in this match")
    in_force = orders_stand(record.table, act)
    headers = etags.fresh(_tag(match, act, in_force=in_force), **{"Cache-Control": "private, no-cache"})
    receipt, signature = receipts.receipt_of(context(), record.table, act)
    shown = {"receipt": receipt, "signature": signature, "document": None, "in_force": in_force}
    return shown, headers


def _answer(acted: Acted, document: dict[str, Any] | None) -> Response:
    wake_soon("resolve", acted.receipt["match"])
    in_force = acted.act.commitment is not None
    shown = {
        "receipt": acted.receipt,
        "signature": acted.signature,
        "checkpoint": newest_checkpoint(acted.receipt),
        "document": document,
        "in_force": in_force,
    }
    headers = {"ETag": f'"{_tag(acted.receipt["match"], acted.act, in_force=in_force)}"'}
    return Response(padded(shown, ANSWERS), headers=headers, mimetype="application/json")


def _tag(match: str, act: Act, *, in_force: bool) -> str:
    return etags.tag_of("orders", match, act.seat, act.seq, in_force)

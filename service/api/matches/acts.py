"""Acts: commit, replace, withdraw, open, answer; and standing orders, which answer for an absent player.

A 2xx response means that the act is on disk; it carries the receipt. Orders are sealed like moves; only what they play is
ever shown.
"""

import time
from collections.abc import Iterator
from typing import Any

from flask import Response

from engine.kit.text.particulars import answer_in_words
from engine.protocol.acts import ORDERS
from engine.registry import game_of
from service.api.http import etags
from service.api.http.blueprint import Blueprint
from service.api.http.current import caller, context
from service.api.http.long_poll import long_polls, preferred, wake_soon
from service.api.http.problems import Problem
from service.api.matches import representations
from service.api.matches.loading import load, memory, seat_at, while_stale
from service.api.matches.log.newest_checkpoint import newest_checkpoint
from service.api.schemas import requests, responses
from service.matches import acts, orders, receipts
from service.matches.acts import SeatAct, refusals
from service.matches.errors import ActError
from service.matches.orders import NewOrders
from service.matches.receipts import Acted
from service.matches.seat_keys import orders_stand
from service.matches.seating.seats import seat_of
from service.store.records import Act, Record
from service.text.deleted_names import names_as_read
from service.text.padding import ANSWERS, padded

blp = Blueprint("acts", __name__, "Sealed and open answers, with receipts.")
PATH = "/v1/matches/<match:match>/decisions/<decision:decision>"
SIGNED_CODES = ("signature-needed", "signature-wrong", "no-seat-key")
"""Refusals of a seat's act because of its signature."""
IN_TIME = ("not-found", "not-seated", "not-asked", "not-running", "gone", "locked", "late", "paused")
"""Refusals of an act in a decision that has to be done before its lock."""
COMMIT_CODES = (
    *IN_TIME,
    "conflict",
    "stale",
    "seen",
    "wrong-form",
    "too-many-acts",
    "malformed",
    "illegal-move",
    "client-custody-demanded",
    "client-custody-taken",
    "escrow-demanded",
    *SIGNED_CODES,
    "other-data",
)


@blp.route(f"{PATH}/commitment", methods=["PUT"])
@blp.operation(
    "commitMove",
    scope="match:play",
    remembered=True,
    codes=COMMIT_CODES,
    headers=("PREFER", "IF_MATCH", "IF_NONE_MATCH"),
    tagged=True,
)
@blp.arguments(requests.CommitmentRequest)
@blp.response(200, responses.Acted)
def commit(body: dict[str, Any], match: str, decision: str) -> Any:
    """Seal an answer to a sealed decision, or replace your present one.

    Give exactly one of `move`, `opening`, `commitment`. Sending the same again gives the same receipt. With `move`,
    where the server draws the salt, the same token gets the same receipt and opening, any other `conflict`. With
    `Prefer: wait=<seconds>` the answer waits for the resolution.
    """
    _conditions(match, decision)
    records = _records(match, decision, body)
    asked = SeatAct(
        decision,
        move=body.get("move"),
        opening=body.get("opening"),
        commitment=body.get("commitment"),
        replaces=body["replaces"],
        wait=body["wait"],
        signature=body.get("signature"),
        token=caller().token_id,
        bearer=caller().bearer,
    )

    def act() -> Acted:
        record = next(records)
        seat = seat_at(record)
        with refusals(context(), record, seat, asked, "escrow" if asked.commitment is None else "client"):
            return acts.commit(context(), record, seat, asked)

    return _answer(while_stale(act), show_opening="move" in body)


@blp.route(f"{PATH}/commitment", methods=["DELETE"])
@blp.operation(
    "withdrawCommitment",
    scope="match:play",
    remembered=True,
    tagged=True,
    headers=("IF_MATCH",),
    codes=(*IN_TIME, "conflict", "stale", "wrong-form", *SIGNED_CODES),
)
@blp.arguments(requests.WithdrawQuery, location="query")
@blp.response(200, responses.Acted)
def withdraw(query: dict[str, Any], match: str, decision: str) -> Any:
    """Withdraw your commitment before the lock. An earlier one that it replaced stays withdrawn."""
    _conditions(match, decision)
    records = _records(match, decision, {})
    asked = SeatAct(decision, replaces=query["replaces"], signature=query.get("signature"), token=caller().token_id)

    def act() -> Acted:
        record = next(records)
        seat = seat_at(record)
        with refusals(context(), record, seat, asked):
            return acts.withdraw(context(), record, seat, asked)

    return _answer(while_stale(act), show_opening=False)


@blp.route(f"{PATH}/commitment")
@blp.operation(
    "getCommitment",
    scope="match:read",
    remembered=True,
    codes=("not-found", "not-seated"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.response(200, responses.Standing)
def get_commitment(match: str, decision: str) -> Any:
    """Show your last act in an open decision, with its receipt, byte for byte as it was given."""
    record = load(match)
    act = record.acts.get((decision, seat_at(record)))
    if act is None:
        raise Problem("not-found", "you have no act in force in this decision")
    headers = etags.fresh(_tag(match, act), **{"Cache-Control": "private, no-cache"})
    receipt, signature = receipts.receipt_of(context(), record.table, act)
    return {"receipt": receipt, "signature": signature, "wait": act.wait, "opened": act.opened}, headers


@blp.route(f"{PATH}/opening", methods=["PUT"])
@blp.operation(
    "openCommitment",
    scope="match:play",
    remembered=True,
    tagged=True,
    headers=("PREFER",),
    codes=(*IN_TIME, "stale", "seen", "wrong-form", "malformed", "wrong-opening"),
)
@blp.arguments(requests.OpeningRequest)
@blp.response(200, responses.Acted)
def open_commitment(body: dict[str, Any], match: str, decision: str) -> Any:
    """Open a commitment of client custody after the lock. Nothing is shown before all openings are in."""
    asked = SeatAct(decision, opening=body["opening"], token=caller().token_id)

    def act() -> Acted:
        record = load(match)
        seat = seat_at(record)
        with refusals(context(), record, seat, asked):
            return acts.open_commitment(context(), record, seat, asked)

    return _answer(while_stale(act), show_opening=False)


@blp.route(f"{PATH}/move", methods=["PUT"])
@blp.operation(
    "answerDecision",
    scope="match:play",
    remembered=True,
    tagged=True,
    headers=("PREFER",),
    codes=(
        "not-found",
        "not-seated",
        "not-asked",
        "not-running",
        "gone",
        "late",
        "paused",
        "conflict",
        "stale",
        "seen",
        "wrong-form",
        *SIGNED_CODES,
        "other-data",
        "too-many-acts",
        "malformed",
        "illegal-move",
    ),
)
@blp.arguments(requests.AnswerRequest)
@blp.response(200, responses.Acted)
def answer(body: dict[str, Any], match: str, decision: str) -> Any:
    """Answer an open decision.

    Give exactly one of `move`, `opening`. With `move`, `opening` in the answer is what the log
    will publish: keep it.

    It is resolved a moment later; in a match with `hold_seconds` at an instant that nobody knows, and can be replaced before.
    """
    asked = SeatAct(
        decision,
        move=body.get("move"),
        opening=body.get("opening"),
        replaces=body["replaces"],
        signature=body.get("signature"),
        token=caller().token_id,
        bearer=caller().bearer,
    )

    def act() -> Acted:
        record = load(match)
        seat = seat_at(record)
        with refusals(context(), record, seat, asked, "escrow"):
            return acts.answer(context(), record, seat, asked)

    return _answer(while_stale(act), show_opening="opening" not in body)


def _records(match: str, decision: str, body: dict[str, Any]) -> Iterator[Record]:
    """Yield the match for checking an act: first from the cache, if that will do (see RecordMemory), then the current one."""
    known = None if "commitment" in body else memory().get(match)
    account = caller().account
    asked = known is not None and account is not None and representations.stands(known, decision) is not None
    if known is not None and account is not None and asked and seat_of(known.table, account) is not None:
        yield known
    while True:
        yield load(match)


def _conditions(match: str, decision: str) -> None:
    if etags.has_conditions():
        record = load(match)
        act = record.acts.get((decision, seat_at(record)))
        etags.require(None if act is None else _tag(match, act))


def _tag(match: str, act: Act) -> str:
    return etags.tag_of("act", match, act.decision, act.seat, act.seq, act.opened)


def _answer(acted: Acted, *, show_opening: bool) -> Response:
    """Wake the workers if something is due, wait for them if preferred, and return the outcome."""
    act, receipt = acted.act, acted.receipt
    seconds = preferred()
    if acted.closes is not None and acted.closes <= act.received:
        wake_soon("resolve", receipt["match"], at_once=seconds > 0)
    shown = {
        "receipt": receipt,
        "signature": acted.signature,
        "checkpoint": newest_checkpoint(receipt),
        "opening": acted.opening if show_opening else None,
        "resolved": False,
        "n": act.n,
    }
    headers = {"ETag": f'"{_tag(receipt["match"], act)}"'}
    if seconds:
        shown["resolved"], shown["n"] = _wait(receipt["match"], act, time.monotonic() + seconds)
        headers["Preference-Applied"] = f"wait={seconds}"
    # Written here and not by the schema, which says the same and costs a tenth of the whole request (a test compares).
    return Response(padded(shown, ANSWERS), headers=headers, mimetype="application/json")


def _wait(match: str, act: Act, until: float) -> tuple[bool, int]:
    """Wait until the decision is resolved or this seat must open; return whether it is resolved, and the length of the log."""
    n = act.n
    while long_polls().until_longer(match, n, until):
        record = load(match)
        n = record.n
        standing = representations.stands(record, act.decision)
        if standing is None:
            return True, n
        if standing["phase"] == "opening" and act.seat in standing["awaited"] and not act.opened:
            break
    return False, n


orders_blp = Blueprint("orders", __name__, "Standing orders, which answer for you.")
ORDERS_PATH = "/v1/matches/<match:match>/orders"
CODES = ("not-found", "not-seated", "not-running", "gone", "conflict", "no-orders", *SIGNED_CODES, "other-data")


@orders_blp.route(ORDERS_PATH, methods=["PUT"])
@orders_blp.operation(
    "setOrders", scope="match:play", codes=(*CODES, "seen", "too-many-acts", "malformed", "illegal-move"), tagged=True
)
@orders_blp.arguments(requests.OrdersRequest)
@orders_blp.response(200, responses.Ordered)
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
    return _orders_answer(acted, document)


@orders_blp.route(ORDERS_PATH, methods=["DELETE"])
@orders_blp.operation("endOrders", scope="match:play", codes=CODES, tagged=True)
@orders_blp.arguments(requests.WithdrawQuery, location="query")
@orders_blp.response(200, responses.Ordered)
def end_orders(query: dict[str, Any], match: str) -> Any:
    """End your standing orders. What they have already played stands."""

    end = NewOrders(None, replaces=query["replaces"], signature=query.get("signature"), token=caller().token_id)

    def act() -> tuple[Acted, dict[str, Any] | None]:
        record = load(match)
        return orders.set_orders(context(), record, seat_at(record), end)

    acted, _ = while_stale(act)
    return _orders_answer(acted, None)


@orders_blp.route(ORDERS_PATH + "/check", methods=["POST"])
@orders_blp.operation("checkOrders", scope="match:play", codes=("not-found", "not-seated", "not-running", "no-orders"))
@orders_blp.arguments(requests.LanguageQuery, location="query")
@orders_blp.arguments(requests.OrdersToCheck)
@orders_blp.response(200, responses.CheckedOrders)
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


@orders_blp.route(ORDERS_PATH)
@orders_blp.operation(
    "getOrders",
    scope="match:read",
    remembered=True,
    codes=("not-found", "not-seated"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@orders_blp.response(200, responses.Ordered)
def get_orders(match: str) -> Any:
    """Show the receipt of your standing orders; only you have the document itself."""
    record = load(match)
    act = record.acts.get((ORDERS, seat_at(record)))
    if act is None:
        raise Problem("not-found", "you have set no orders in this match")
    in_force = orders_stand(record.table, act)
    headers = etags.fresh(_orders_tag(match, act, in_force=in_force), **{"Cache-Control": "private, no-cache"})
    receipt, signature = receipts.receipt_of(context(), record.table, act)
    shown = {"receipt": receipt, "signature": signature, "document": None, "in_force": in_force}
    return shown, headers


def _orders_answer(acted: Acted, document: dict[str, Any] | None) -> Response:
    wake_soon("resolve", acted.receipt["match"])
    in_force = acted.act.commitment is not None
    shown = {
        "receipt": acted.receipt,
        "signature": acted.signature,
        "checkpoint": newest_checkpoint(acted.receipt),
        "document": document,
        "in_force": in_force,
    }
    headers = {"ETag": f'"{_orders_tag(acted.receipt["match"], acted.act, in_force=in_force)}"'}
    return Response(padded(shown, ANSWERS), headers=headers, mimetype="application/json")


def _orders_tag(match: str, act: Act, *, in_force: bool) -> str:
    return etags.tag_of("orders", match, act.seat, act.seq, in_force)

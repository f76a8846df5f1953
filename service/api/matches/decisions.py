"""Decisions that stand in a match, legal moves, trying a move without making it, and reading back one's own sealed move.

A sealed move is shown in words wherever it was sealed: a worker reads it (:mod:`service.matches.receipts`).
"""

from typing import Any

from flask import Response

from engine.match.table import Standing
from engine.protocol.canon import NotCanonical, canonical, parse
from engine.protocol.log import timestamp
from engine.protocol.seal import matches, parse_opening
from service.api.http import etags
from service.api.http.blueprint import Blueprint
from service.api.http.current import caller, context
from service.api.http.problems import Problem
from service.api.http.rate_limits import counted
from service.api.http.worker_requests import from_worker
from service.api.matches import representations
from service.api.matches.loading import load, load_visible, seat_at
from service.api.matches.lobby import OWN
from service.api.schemas import requests, responses
from service.matches.receipts import request_for, to_recall, unlocked
from service.matches.seating.seats import seat_of
from service.processes.wake import ask_for_recall
from service.store import keys
from service.store.records import Act, Record
from service.text.padding import ANSWERS, padded

blp = Blueprint("decisions", __name__, "Decisions of a match, and the answers to them.")
ASKED_CODES = ("not-found", "not-seated", "not-asked", "other-data")


@blp.route("/v1/matches/<match:match>/decisions")
@blp.operation("listDecisions", scope="match:read", optional=True, remembered=True, codes=("not-found", "private"))
@blp.arguments(requests.VisibleQuery, location="query")
@blp.response(200, responses.DecisionList)
def list_decisions(_: dict[str, Any], match: str) -> dict[str, Any]:
    """List the open decisions of a match, with the time left and who has committed."""
    record = load_visible(match)
    seat = _seat(record)
    return {
        "decisions": [representations.decision(record, one, seat) for one in record.table["standing"]],
        "server_time": timestamp(record.now),
    }


@blp.route("/v1/matches/<match:match>/decisions/<decision:decision>")
@blp.operation("getDecision", scope="match:read", optional=True, remembered=True, codes=("not-found", "private"))
@blp.arguments(requests.VisibleQuery, location="query")
@blp.response(200, responses.Decision)
def get_decision(_: dict[str, Any], match: str, decision: str) -> dict[str, Any]:
    """Show an open decision."""
    record = load_visible(match)
    return representations.decision(record, _standing(record, decision), _seat(record))


@blp.route("/v1/matches/<match:match>/decisions/<decision:decision>/moves")
@blp.operation(
    "listMoves", scope="match:read", remembered=True, codes=ASKED_CODES, headers=("IF_NONE_MATCH",), tagged=True
)
@blp.response(200, responses.MoveList)
def list_moves(match: str, decision: str) -> Any:
    """List the legal moves of your seat in a decision that asks it."""
    record = load(match)
    seat = asked(record, decision)
    headers = etags.fresh(etags.made_tag("moves", match, record.head, seat, decision), **OWN)
    return {"decision": decision, "seat": seat, "moves": representations.moves(record, seat, decision)}, headers


@blp.route("/v1/matches/<match:match>/decisions/<decision:decision>/check", methods=["POST"])
@blp.operation("checkMove", scope="match:play", codes=ASKED_CODES)
@blp.arguments(requests.LanguageQuery, location="query")
@blp.arguments(requests.MoveRequest)
@blp.response(200, responses.Checked)
def check_move(query: dict[str, Any], body: dict[str, Any], match: str, decision: str) -> dict[str, Any]:
    """Try a move without making it, and read it in words."""
    record = load(match)
    seat = asked(record, decision)
    try:
        canonical(body["move"], depth=8)
    except NotCanonical as error:
        return {"legal": False, "code": "malformed", "pointer": "/move", "message": str(error), "words": None}
    return representations.judged(record, seat, decision, body["move"], query["language"])


def _seat(record: Record) -> int | None:
    account = caller().account
    return None if account is None else seat_of(record.table, account)


def _standing(record: Record, decision: str) -> Standing:
    standing = representations.stands(record, decision)
    if standing is None:
        raise Problem("not-found", "there is no such decision, or it is no longer open")
    return standing


def asked(record: Record, decision: str) -> int:
    """Return the caller's seat in an open decision; :raises Problem: not-found, not-seated, not-asked."""
    seat = seat_at(record)
    if seat not in _standing(record, decision)["seats"]:
        raise Problem("not-asked", "")
    return seat


recalls_blp = Blueprint("recalls", __name__, "Sealed moves, shown to those who sealed them.")
ALLOWED = (120, 600)
"""The most sealed moves read back for an account, per seconds."""
NOT_THERE = "no sealed move of yours stands here that the server keeps; one in client custody is where it was sealed"
NOT_YET = "a worker is reading it for you: ask again"


@recalls_blp.route("/v1/matches/<match:match>/decisions/<decision:decision>/sealed")
@recalls_blp.operation(
    "getSealedMove",
    scope="match:play",
    codes=("not-found", "not-seated", "too-many-waiting", "no-place-to-wait", "other-data"),
)
@recalls_blp.arguments(requests.RecallQuery, location="query")
@recalls_blp.response(200, responses.Recalled)
def get_sealed_move(query: dict[str, Any], match: str, decision: str) -> Any:
    """Show the move that you have sealed, while it can still be changed, wherever you sealed it.

    The API cannot read it: a worker opens it in exchange for the text of your token, which takes a moment. Until
    then the answer is `unavailable`, unless you ask to `wait`. A move that only your own device can open (client
    custody) is `not-found`.
    """
    record = load(match)
    seat = seat_at(record)
    act, who = to_recall(record, seat, decision), caller()
    counted_as = who.counted_as
    if act is None or who.bearer is None or who.token_id is None or counted_as is None:
        raise Problem("not-found", NOT_THERE)
    bearer, token = who.bearer, who.token_id
    move = from_worker(
        keys.recall_asked(match, token),
        lambda: _recalled(match, act, bearer, token),
        lambda queue: ask_for_recall(queue, match, decision, request_for(context().sealer, bearer)),
        query["wait"],
        counted("recalls", counted_as, ALLOWED),
        ("unavailable", NOT_YET),
    )
    words = representations.judged(record, seat, decision, move, query["language"])["words"]
    shown = {"seq": act.seq, "commitment": act.commitment, "move": move, "words": words}
    return Response(padded(shown, ANSWERS), headers={"Cache-Control": "no-store"}, mimetype="application/json")


def _recalled(match: str, act: Act, bearer: str, token: str) -> Any:
    """Return the move that a worker has stored for this token, if it is still the current one."""
    kept = context().store.recalled(match, token)
    text = None if kept is None else unlocked(bearer, match, act, kept)
    if text is None or act.commitment is None or not matches(parse_opening(text), act.commitment):
        return None
    return parse(text)["move"]

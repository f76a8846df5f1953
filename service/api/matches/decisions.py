"""Decisions that stand in a match, legal moves, and trying a move without making it."""

from __future__ import annotations

from typing import Any

from engine.match.table import Standing
from engine.protocol.canon import NotCanonical, canonical
from engine.protocol.log import timestamp
from service.api.http import etags
from service.api.http.blueprint import Blueprint
from service.api.http.current import caller
from service.api.http.problems import Problem
from service.api.matches import representations
from service.api.matches.loading import load, load_visible, seat_at
from service.api.matches.lobby import OWN
from service.api.schemas import requests, responses
from service.matches.seating.seats import seat_of
from service.store.records import Record

blp = Blueprint("decisions", __name__, "What a match waits for, and answers to it.")
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
    seat = _asked(record, decision)
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
    seat = _asked(record, decision)
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


def _asked(record: Record, decision: str) -> int:
    seat = seat_at(record)
    if seat not in _standing(record, decision)["seats"]:
        raise Problem("not-asked", "")
    return seat

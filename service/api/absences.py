"""People who stay away: saying that one is there, voting about a seat that is missed (protocol section 12.12)."""

from __future__ import annotations

from typing import Any

from service.api.acts import SIGNED_CODES
from service.api.blueprint import Blueprint
from service.api.current import account_id, context
from service.api.loading import memory
from service.api.me import account
from service.api.newest_checkpoint import newest_checkpoint
from service.api.problems import Problem
from service.api.schemas import requests, responses
from service.api.wakes import wake_soon
from service.matches import absence
from service.matches.errors import SignedReceipt
from service.matches.seats import seat_of
from service.store.records import Record

blp = Blueprint("absences", __name__, "People who stay away.")
CODES = ("not-found", "not-seated", "not-running", "not-missed", *SIGNED_CODES, "other-data")


@blp.route("/v1/matches/<match:match>/seats/<seat:seat>/presence", methods=["PUT"])
@blp.operation("sayHere", scope="match:play", codes=CODES)
@blp.arguments(requests.HereRequest, required=False)
@blp.response(200, responses.Here)
def say_here(body: dict[str, Any], match: str, seat: int | None) -> Any:
    """Say that you are there, when `absence` of the match says that your seat is missed.

    Any answer of yours says the same. Sending it again gives the same receipt. It counts until the others' decision is
    carried out.
    """
    record = absence.here(context(), match, account(), seat, body.get("signature"))
    mine = seat_of(record.table, account_id())
    assert mine is not None
    return _after(record, absence.receipt_for_here(context(), record, mine))


@blp.route("/v1/matches/<match:match>/seats/<seat:seat>/vote", methods=["PUT"])
@blp.operation("voteOnAbsence", scope="match:play", codes=(*CODES, "not-a-voter", "choice-not-offered", "paused"))
@blp.arguments(requests.VoteRequest)
@blp.response(200, responses.Voted)
def vote_on_absence(body: dict[str, Any], match: str, seat: int | None) -> Any:
    """Say what you want about the seat of the path, which is missed: wait, let a bot take it, or take the win.

    `absence` of the match says about whom you are asked. Everybody sees your vote. Another choice replaces it until a
    majority is reached, which is carried out a moment later; sending it again gives the same receipt.
    """
    if seat is None:
        raise Problem("invalid", "", [{"parameter": "seat", "detail": "name the seat that is missed by its number"}])
    record = absence.vote(context(), match, account(), seat, body["choice"], body.get("signature"))
    mine = seat_of(record.table, account_id())
    assert mine is not None
    return _after(record, absence.receipt_for_vote(context(), record, mine, seat, body["choice"]))


def _after(record: Record, said: SignedReceipt | None) -> dict[str, Any]:
    memory().put(record)
    wake_soon("resolve", record.match)
    assert said is not None
    return {"receipt": said.receipt, "signature": said.signature, "checkpoint": newest_checkpoint(said.receipt)}

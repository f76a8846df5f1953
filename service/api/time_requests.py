"""More time that one asks the others for, and that they grant (protocol section 12.18)."""

from __future__ import annotations

from typing import Any

from engine.match.time_requests import Kind
from service.api.acts import PATH, SIGNED_CODES
from service.api.blueprint import Blueprint
from service.api.current import account_id, context
from service.api.loading import memory
from service.api.me import account
from service.api.newest_checkpoint import newest_checkpoint
from service.api.schemas import requests, responses
from service.api.wakes import wake_soon
from service.matches import time_requests
from service.matches.seats import seat_of
from service.store.records import Record

blp = Blueprint("time-requests", __name__, "More time that seats ask the others for.")
CODES = (
    "not-found",
    "not-seated",
    "not-running",
    "gone",
    "locked",
    "late",
    "paused",
    "no-time-request",
    *SIGNED_CODES,
    "other-data",
)


@blp.route(f"{PATH}/time-request", methods=["PUT"])
@blp.operation("askForTime", scope="match:play", codes=(*CODES, "not-asked"))
@blp.arguments(requests.AskForTimeRequest)
@blp.response(200, responses.TimeAskedFor)
def ask_for_time(body: dict[str, Any], match: str, decision: str) -> Any:
    """Ask the others for `seconds` more for a decision that waits for your answer, once for each decision.

    They get a letter. When enough of them grant it before the deadline (`time_requests` of the match says how
    many), the deadline of the whole decision moves by exactly that time, for all who are asked. Silence grants
    nothing, and you are told the result. If only bots play with you, it is granted at once. The same `seq` sent
    again gives the same receipt.
    """
    record = time_requests.ask(
        context(), match, account(), decision, body["seconds"], body["seq"], body.get("signature")
    )
    return _after(record, "asked")


@blp.route(f"{PATH}/time-response", methods=["PUT"])
@blp.operation("answerTimeRequest", scope="match:play", codes=(*CODES, "not-a-voter"))
@blp.arguments(requests.TimeResponseRequest)
@blp.response(200, responses.TimeAnswered)
def answer_time_request(body: dict[str, Any], match: str, decision: str) -> Any:
    """Say whether you grant a seat the time that it asks for; everybody sees it. You may change your answer until it is decided.

    The same `seq` sent again gives the same receipt.
    """
    record = time_requests.respond(
        context(), match, account(), decision, body["requester"], body["grant"], body["seq"], body.get("signature")
    )
    return _after(record, "answered")


def _after(record: Record, kind: Kind) -> dict[str, Any]:
    memory().put(record)
    wake_soon("resolve", record.match)
    seat = seat_of(record.table, account_id())
    assert seat is not None
    said = time_requests.receipt_for(context(), record.table, kind, seat)
    assert said is not None
    return {"receipt": said.receipt, "signature": said.signature, "checkpoint": newest_checkpoint(said.receipt)}

"""More time: taken without asking (protocol section 12.13), asked for and granted (12.18); and pauses (12.14)."""

from __future__ import annotations

from typing import Any

from engine.match.time_requests import Kind
from service.api.account.me import account
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, context
from service.api.http.long_poll import wake_soon
from service.api.matches.acts import PATH, SIGNED_CODES
from service.api.matches.loading import memory
from service.api.matches.log.newest_checkpoint import newest_checkpoint
from service.api.schemas import requests, responses
from service.matches.absence import extensions, pauses, time_requests
from service.matches.seating.seats import seat_of
from service.store.records import Record

extensions_blp = Blueprint("extensions", __name__, "More time, taken without asking anybody.")


@extensions_blp.route(f"{PATH}/extension", methods=["PUT"])
@extensions_blp.operation(
    "takeMoreTime",
    scope="match:play",
    codes=(
        "not-found",
        "not-seated",
        "not-running",
        "gone",
        "not-asked",
        "locked",
        "late",
        "paused",
        "no-extension",
        *SIGNED_CODES,
        "other-data",
    ),
)
@extensions_blp.arguments(requests.ExtensionRequest)
@extensions_blp.response(200, responses.Extension)
def take_more_time(body: dict[str, Any], match: str, decision: str) -> Any:
    """Take more time for a decision that waits for your answer, as often as `extensions` of the match allows.

    The deadline of the whole decision moves by `seconds` of `extensions`; the others are told who took it. It needs nobody's
    consent, and nobody can take it back. The same `seq` sent again gives the same receipt and takes nothing more.
    """
    record = extensions.take(context(), match, account(), decision, body["seq"], body.get("signature"))
    memory().put(record)
    wake_soon("resolve", record.match)
    seat = seat_of(record.table, account_id())
    assert seat is not None
    said = extensions.receipt_for(context(), record.table, seat)
    assert said is not None
    return {"receipt": said.receipt, "signature": said.signature, "checkpoint": newest_checkpoint(said.receipt)}


pauses_blp = Blueprint("pauses", __name__, "Pauses that the people at a table agree on.")


@pauses_blp.route("/v1/matches/<match:match>/pause", methods=["PUT"])
@pauses_blp.operation(
    "wishPause",
    scope="match:play",
    codes=("not-found", "not-seated", "not-running", "no-pause", *SIGNED_CODES, "other-data"),
)
@pauses_blp.arguments(requests.PauseRequest)
@pauses_blp.response(200, responses.PauseWished)
def wish_pause(body: dict[str, Any], match: str) -> Any:
    """Say that you want a pause (`pause: true`), or no longer want it.

    When enough people want it (`pauses` of the match says how many), the match stands still a moment later: nothing
    is resolved, no act is taken, no time runs out. It goes on when not enough people want it any more, at the
    latest after `seconds`; every deadline moves by exactly that time. After that there is no other pause before a
    decision is resolved. The same `seq` sent again gives the same receipt.
    """
    record = pauses.wish(context(), match, account(), body["pause"], body["seq"], body.get("signature"))
    memory().put(record)
    wake_soon("resolve", record.match)
    seat = seat_of(record.table, account_id())
    assert seat is not None
    said = pauses.receipt_for(context(), record.table, seat)
    assert said is not None
    return {"receipt": said.receipt, "signature": said.signature, "checkpoint": newest_checkpoint(said.receipt)}


time_requests_blp = Blueprint("time-requests", __name__, "More time that seats ask the others for.")
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


@time_requests_blp.route(f"{PATH}/time-request", methods=["PUT"])
@time_requests_blp.operation("askForTime", scope="match:play", codes=(*CODES, "not-asked"))
@time_requests_blp.arguments(requests.AskForTimeRequest)
@time_requests_blp.response(200, responses.TimeAskedFor)
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


@time_requests_blp.route(f"{PATH}/time-response", methods=["PUT"])
@time_requests_blp.operation("answerTimeRequest", scope="match:play", codes=(*CODES, "not-a-voter"))
@time_requests_blp.arguments(requests.TimeResponseRequest)
@time_requests_blp.response(200, responses.TimeAnswered)
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

"""More time, taken without asking anybody (protocol section 12.13)."""

from __future__ import annotations

from typing import Any

from service.api.acts import PATH, SIGNED_CODES
from service.api.blueprint import Blueprint
from service.api.current import account_id, context
from service.api.loading import memory
from service.api.me import account
from service.api.newest_checkpoint import newest_checkpoint
from service.api.schemas import requests, responses
from service.api.wakes import wake_soon
from service.matches import extensions
from service.matches.seats import seat_of

blp = Blueprint("extensions", __name__, "More time, taken without asking anybody.")


@blp.route(f"{PATH}/extension", methods=["PUT"])
@blp.operation(
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
@blp.arguments(requests.ExtensionRequest)
@blp.response(200, responses.Extension)
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

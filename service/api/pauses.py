"""Pauses that the people at a table agree on (protocol section 12.14)."""

from __future__ import annotations

from typing import Any

from service.api.acts import SIGNED_CODES
from service.api.blueprint import Blueprint
from service.api.current import account_id, context
from service.api.loading import memory
from service.api.me import account
from service.api.newest_checkpoint import newest_checkpoint
from service.api.schemas import requests, responses
from service.api.wakes import wake_soon
from service.matches import pauses
from service.matches.seats import seat_of

blp = Blueprint("pauses", __name__, "Pauses that the people at a table agree on.")


@blp.route("/v1/matches/<match:match>/pause", methods=["PUT"])
@blp.operation(
    "wishPause",
    scope="match:play",
    codes=("not-found", "not-seated", "not-running", "no-pause", *SIGNED_CODES, "other-data"),
)
@blp.arguments(requests.PauseRequest)
@blp.response(200, responses.PauseWished)
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

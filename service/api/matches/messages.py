"""Messages between partners: sent while a channel of the rules is open, read by its seats, disclosed at the end."""

from __future__ import annotations

from typing import Any

from service.api.http import cursors, etags, idempotency
from service.api.http.blueprint import Blueprint
from service.api.http.current import caller, context
from service.api.http.long_poll import wake_soon
from service.api.matches.loading import load, load_visible, seat_at, while_stale
from service.api.matches.lobby import OWN
from service.api.schemas import requests, responses
from service.matches import messages
from service.matches.messages import Heard
from service.matches.seating.seats import seat_of

blp = Blueprint("messages", __name__, "What partners say to each other, while the rules let them confer.")
PATH = "/v1/matches/<match:match>/messages"


@blp.route(PATH, methods=["POST"])
@blp.operation(
    "sendMessage",
    scope="match:play",
    remembered=True,
    idempotent="derived",
    codes=(
        "not-found",
        "not-seated",
        "not-running",
        "channel-closed",
        "stale",
        "talk-too-fast",
        "talk-full",
        "other-data",
    ),
)
@blp.arguments(requests.MessageRequest)
@blp.response(202, responses.Message)
def say(body: dict[str, Any], match: str) -> Any:
    """Say something to your partner, in a channel that the match lists for you.

    When this answers, the message is on disk; a moment later it is in the log, as a salted commitment. If the
    channel closes in that moment, the message is `refused` and nobody hears it. At the end of the match everything
    said is disclosed to everybody.
    """
    name = idempotency.name_of("message", match, body["channel"], body["text"])

    def once() -> Heard:
        record = load(match)
        said = (body["channel"], body["text"])
        return messages.say(context(), record, seat_at(record), *said, name=name, token=caller().token_id)

    heard = while_stale(once)
    wake_soon("resolve", match)
    return heard.shown()


@blp.route(PATH)
@blp.operation(
    "listMessages",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
    paged=True,
)
@blp.arguments(requests.LogQuery, location="query")
@blp.response(200, responses.MessageList)
def list_messages(query: dict[str, Any], match: str) -> Any:
    """Show what was said in your channels; after the end, what was said in all of them.

    `unsaid` are your own messages that are not in the log: `pending` for a moment, or `refused`.
    """
    record = load_visible(match)
    account, after, limit = caller().account, query["after"], query["limit"]
    seat = None if account is None else seat_of(record.table, account)
    said, unsaid = messages.heard(context(), record, seat, after, limit + 1)
    page, following = cursors.numbered(said, limit, lambda one: one.n)
    shown = {"messages": [one.shown() for one in page], "unsaid": [one.shown() for one in unsaid], "next": following}
    return shown, etags.fresh(etags.tag_of("messages", match, seat, shown), **OWN, **cursors.link(following, "after"))

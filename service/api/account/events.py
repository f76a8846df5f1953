"""The feed of an account's events: by pages, as a long poll, or as a stream."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import request

from engine.protocol.log import timestamp
from service.api.http import cursors, holding
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, context
from service.api.http.holding import Batch, Item, Stream
from service.api.http.problems import Problem
from service.api.schemas import requests, responses
from service.notifications.events import published
from service.store.accounts.events import FeedPage, StoredEvent, is_position

NOW = "now"
"""A value in place of a cursor: from now on."""
STREAMED = 200
"""Events that a stream reads at once."""

blp = Blueprint("events", __name__, "The events of your account in order: one feed for all matches.")


@blp.route("/v1/me/events")
@blp.operation(
    "listEvents",
    scope="match:read",
    codes=("events-gone", "too-many-waiting", "no-place-to-wait"),
    headers=("LAST_EVENT_ID",),
)
@blp.arguments(requests.EventsQuery, location="query")
@blp.response(200, responses.EventPage)
def list_events(query: dict[str, Any]) -> Any:
    """List what happened to you in all matches, oldest first; kept for 30 days, at most 5,000.

    With `wait` the answer comes as soon as there is a new event. `Accept: text/event-stream` or `application/x-ndjson` makes it a
    stream, resumed by `Last-Event-ID` or `after`. Every event has one id, wherever it arrives.
    """
    media = holding.wanted_media()
    after = _place(query, media is not None)
    page = _read(after, query["limit"])
    if media is not None:
        cursor = query.get("after", "") if after is None else cursors.encode(after)
        return holding.stream(Stream(media, cursor, _query, partial(_batch, account_id())), account_id())
    while query["wait"] and not page.events and holding.until_news({account_id(): page.last}, query["wait"]):
        page = _read(after, query["limit"])
    last = page.events[-1].position if page.events else page.last
    return {
        "events": [_shown(one) for one in page.events],
        "cursor": cursors.encode(last),
        "more": page.more,
        "server_time": timestamp(context().store.now()),
    }


def _read(after: str | None, limit: int) -> FeedPage:
    """Return events; :raises Problem: events-gone."""
    page = context().store.feed(account_id(), after, limit)
    if page.gone:
        raise Problem("events-gone", "")
    return page


def _place(query: dict[str, Any], streams: bool) -> str | None:
    """Return the requested position, or None for the beginning; :raises Problem: invalid."""
    header = request.headers.get("Last-Event-ID", "") if streams else ""
    given = header or query.get("after")
    if given is None:
        return None
    if given == NOW:
        return holding.seen(account_id()) or context().store.feed_ends([account_id()])[0]
    where = {"header": "Last-Event-ID"} if header else {"parameter": "after"}
    place = cursors.read(given, str)
    if place is None or not is_position(place[0]):
        raise Problem("invalid", "", [{**where, "detail": f"is neither a cursor of this feed nor `{NOW}`"}])
    return str(place[0])


def _query(cursor: str) -> str:
    return urlencode({"after": cursor, "limit": STREAMED} if cursor else {"limit": STREAMED})


def _batch(account: str, page: Mapping[str, Any], _: str) -> Batch:
    """Take a page apart for a stream."""
    items = [Item(one["cursor"], one) for one in page["events"]]
    (last,) = cursors.read(page["cursor"], str) or [""]
    return Batch(items, page["cursor"], page["more"], {account: last})


def _shown(stored: StoredEvent) -> dict[str, Any]:
    return published(stored.position, stored.id, stored.event)

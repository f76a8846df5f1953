"""The public log of a match, whole or from a place, and the heads of all matches."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from flask import Response

from engine.protocol.log import timestamp
from service.api.http import cursors, etags
from service.api.http.blueprint import Blueprint
from service.api.http.current import context
from service.api.matches.loading import load_visible
from service.api.matches.lobby import OWN
from service.api.schemas import requests, responses
from service.store.store import Head, Store
from service.store.values.reading import taken_apart

blp = Blueprint("log", __name__, "The signed, hash-chained log of a match; heads of all matches.")
AT_ONCE = 500


@blp.route("/v1/matches/<match:match>/log")
@blp.operation(
    "getLog",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
    shared=True,
    paged=True,
)
@blp.arguments(requests.LogQuery, location="query")
@blp.response(200, responses.LogPage)
def get_log(query: dict[str, Any], match: str) -> Any:
    """Show entries of the log from a given one on."""
    record = load_visible(match)
    after, limit = query["after"], query["limit"]
    headers = etags.fresh(etags.tag_of("log", match, record.head, after, limit), **OWN)
    lines = context().store.entries(match, after, limit)
    last = after + len(lines)
    following = last if last < record.n else None
    return {"entries": lines, "next": following}, {**headers, **cursors.link(following, "after")}


@blp.route("/v1/matches/<match:match>/log.jsonl")
@blp.operation(
    "exportLog",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
    shared=True,
)
@blp.arguments(requests.ExportQuery, location="query")
@blp.response(200, {"type": "string"}, content_type="application/jsonl", description="The stored lines, byte for byte.")
def export_log(query: dict[str, Any], match: str) -> Any:
    """Export the log as canonical JSON Lines: what `siegelpost verify` proves."""
    record = load_visible(match)
    headers = etags.fresh(etags.tag_of("export", match, record.head, query["after"]), **OWN)
    headers["Content-Disposition"] = f'inline; filename="{match}.jsonl"'
    lines = _lines(context().store, match, query["after"], record.n)
    first = next(lines, b"")  # what cannot be read at all is a problem, not half an answer
    return Response(itertools.chain([first], lines), headers=headers, content_type="application/jsonl")


@blp.route("/v1/heads")
@blp.operation("listHeads", shared=True, paged=True)
@blp.arguments(cursors.PageQuery, location="query")
@blp.response(200, responses.HeadPage)
def list_heads(query: dict[str, Any]) -> Any:
    """List the heads of all matches, oldest first: somebody who follows them can prove that history was not rewritten.

    The feed keeps only the latest heads. Continue from `cursor`, now or later if there is nothing new yet.
    """
    place = cursors.decode(query, int, str, int, str)
    found = context().store.heads(None if place is None else Head(*place), query["limit"])
    cursor = cursors.encode(*found[-1]) if found else query.get("cursor")
    shown = [{"match": one.match, "n": one.n, "head": one.head, "at": timestamp(one.at)} for one in found]
    return {"heads": shown, "cursor": cursor}, cursors.link(cursor if len(found) == query["limit"] else None)


def _lines(store: Store, match: str, after: int, last: int) -> Iterator[bytes]:
    while after < last:
        lines = store.lines(match, after, min(AT_ONCE, last - after))
        if not lines:
            return
        taken_apart(match, lines, itertools.count(after + 1))
        yield b"".join(lines)
        after += len(lines)

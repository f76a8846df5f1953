"""What happened in a match, in words: the public events of its log as sentences in the reader's language."""

from __future__ import annotations

import json
from typing import Any

from flask import request

from engine.registry import game_of
from service.api import etags
from service.api.blueprint import Blueprint
from service.api.current import context
from service.api.loading import load_visible
from service.api.matches import OWN
from service.api.schemas import requests, responses
from service.store.connect import reading

blp = Blueprint("feed", __name__, "What happened, in words.")


@blp.route("/v1/matches/<match:match>/feed")
@blp.operation(
    "getFeed",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private", "other-data"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.arguments(requests.FeedQuery, location="query")
@blp.response(200, responses.Feed)
def get_feed(query: dict[str, Any], match: str) -> Any:
    """Tell what happened, from a place in the log on: facts, and a sentence for each."""
    record = load_visible(match)
    after, limit, language = query["after"], query["limit"], query["language"]
    headers = etags.fresh(etags.tag_of("feed", match, record.head, after, limit, language), **OWN)
    words = game_of(record.table).words
    names = [seat["name"] for seat in record.table["seats"]]
    with reading(f"the log of match {match}"):
        entries = [json.loads(line)["entry"] for line in context().store.lines(match, after, limit)]
        told = [
            {
                "n": entry["n"],
                "at": entry["at"],
                "decision": entry["body"]["decision"],
                "event": event,
                "text": words.event(event, names, language),
            }
            for entry in entries
            if entry["type"] == "resolved"
            for event in entry["body"]["events"]
        ]
    following = after + len(entries) if after + len(entries) < record.n else None
    if following is not None:
        headers["Link"] = f'<{request.path}?after={following}&limit={limit}&language={language}>; rel="next"'
    return {"events": told, "next": following, "n": record.n}, headers

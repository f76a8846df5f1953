"""The story of a match: the public events of its log as sentences in the reader's language.

An event's id is its place: the number of its log entry, a dot, and its index in that entry, from 0.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from babel.lists import format_list
from flask import request

from engine.contract import Event, Game, Language, View
from engine.kit.text.particulars import particulars_of
from engine.kit.text.phrases import book_of, speaking_to
from engine.match.table import Table
from engine.registry import game_of
from service.api.http import cursors, etags, holding
from service.api.http.blueprint import Blueprint
from service.api.http.current import caller, context
from service.api.http.holding import Batch, Item, Stream
from service.api.http.problems import Problem
from service.api.matches import representations
from service.api.matches.loading import load_visible
from service.api.matches.lobby import OWN
from service.api.schemas import requests, responses
from service.calendar import LOCALES
from service.matches.seating.seats import seat_of
from service.store.values import reading
from service.text import table_acts
from service.text.deleted_names import names_at

PLACE = re.compile(r"[0-9]{1,9}(\.[0-9]{1,6})?")
"""An entry of a log, or an event in it."""

blp = Blueprint("feed", __name__, "The events, in words.")


@blp.route("/v1/matches/<match:match>/feed")
@blp.operation(
    "getFeed",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private", "other-data", "too-many-waiting", "no-place-to-wait"),
    headers=("IF_NONE_MATCH", "LAST_EVENT_ID"),
    tagged=True,
    shared=True,
    paged=True,
)
@blp.arguments(requests.FeedQuery, location="query")
@blp.response(200, responses.Feed)
def get_feed(query: dict[str, Any], match: str) -> Any:
    """Tell what happened from a point in the log on, in the game and among people: facts, and a sentence for each.

    With `wait` the answer comes as soon as there is an entry after that point. `Accept: text/event-stream` or
    `application/x-ndjson` makes it a stream, resumed by `Last-Event-ID`.
    """
    record = load_visible(match)
    after, limit, language = query["after"], query["limit"], query["language"]
    media = holding.wanted_media()
    if media is not None:
        asked = {"language": language, "invitation": query.get("invitation", ""), "limit": limit}
        return holding.stream(Stream(media, _start(after), partial(_query, asked), partial(_batch, match)), match, OWN)
    while query["wait"] and record.n <= after and record.table["status"] != "closed":
        if not holding.until_news({match: str(record.n)}, query["wait"]):
            break
        record = load_visible(match)
    account = caller().account
    seat = None if account is None else seat_of(record.table, account)
    headers = etags.fresh(etags.made_tag("feed", match, record.head, after, limit, language, seat), **OWN)
    game = game_of(record.table)
    view = representations.view(record, None)
    with reading(f"the log of match {match}"):
        entries = [line["entry"] for line in context().store.entries(match, after, limit)]
        told = [
            {
                "id": f"{entry['n']}.{number}",
                "n": entry["n"],
                "at": entry["at"],
                "decision": entry["body"].get("decision", ""),
                "event": event,
                "text": text,
            }
            for entry in entries
            for number, (event, text) in enumerate(_told(entry, record.table, game, view, seat, language))
        ]
    following = after + len(entries) if after + len(entries) < record.n else None
    return {"events": told, "next": following, "n": record.n}, {**headers, **cursors.link(following, "after")}


def _told(
    entry: Mapping[str, Any], table: Table, game: Game, view: View | None, seat: int | None, language: Language
) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield an entry's events, in the game or among people, with a sentence for each."""
    n, body = entry["n"], entry["body"]
    if entry["type"] == "resolved":
        yield from _texts(body, game, view, speaking_to(seat, names_at(table, n, language)), language)
    elif entry["type"] in table_acts.TYPES:
        said = table_acts.told(entry, names_at(table, n - 1, language), names_at(table, n, language), language)
        if said is not None:
            yield table_acts.fact(entry), said


def _texts(
    body: Mapping[str, Any], game: Game, view: View | None, names: Sequence[str], language: Language
) -> Iterator[tuple[Event, str]]:
    """Yield an entry's events with a sentence for each; the first says who was late."""
    blamed = {one["seat"] for one in body["faults"]}
    missed = [names[one["seat"]] for one in body["moves"] if one["by"] == "fallback" and one["seat"] not in blamed]
    listed = format_list(missed, "standard", LOCALES[language]) if missed else ""
    particulars = particulars_of(game)
    before = f"{book_of('service', language).count('feed.not-in-time', len(missed), names=listed)} " if missed else ""
    for event in body["events"]:
        told = None if view is None else particulars.told(event, view, names, language)
        yield event, before + (told or game.words.event(event, names, language))
        before = ""


def _start(after: int) -> str:
    """Return where a stream begins: after an entry, or after an event; :raises Problem: invalid."""
    last = request.headers.get("Last-Event-ID", "")
    if last and not PLACE.fullmatch(last):
        raise Problem("invalid", "", [{"header": "Last-Event-ID", "detail": "is not the id of an event of a match"}])
    return last or str(after)


def _query(asked: Mapping[str, Any], cursor: str) -> str:
    n, dot, _ = cursor.partition(".")
    return urlencode({**asked, "after": max(0, int(n) - bool(dot))})


def _batch(match: str, page: Mapping[str, Any], cursor: str) -> Batch:
    """Return a page's events after the cursor as a batch for a stream; the cursor may point into the middle of an entry."""
    seen = _place(cursor)
    items = [Item(one["id"], one) for one in page["events"] if _place(one["id"]) > seen]
    following = page["n"] if page["next"] is None else page["next"]
    return Batch(items, str(following), page["next"] is not None, {match: str(page["n"])})


def _place(cursor: str) -> tuple[int, float]:
    n, dot, number = cursor.partition(".")
    return int(n), int(number) if dot else float("inf")

"""The list of what waits for an account in all its matches: returned at once, or as soon as there is something.

Each entry has all it takes to answer: decisions with their question in words, openings, entropy, consents, absent players,
and offers of others at the table that a player may answer though nobody waits. And the feed of what has happened to the
account.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from flask import request

from engine.contract import Language
from engine.kit.text.particulars import Seen, particulars_of
from engine.match.asking import decision_of, standing_of
from engine.match.pauses import pause_of
from engine.match.table import Standing
from engine.protocol.log import timestamp
from engine.registry import GAMES, OtherData, UnknownRules, game_of
from service.api.http import cursors, etags, holding
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, context
from service.api.http.holding import Batch, Item, Stream
from service.api.http.problems import Problem
from service.api.matches import representations
from service.api.matches.loading import readable
from service.api.matches.lobby import OWN
from service.api.matches.representations import waiting_absences, waiting_handings
from service.api.schemas import requests, responses
from service.matches.seating.seats import seat_of
from service.notifications.events import published
from service.store.accounts.events import FeedPage, StoredEvent, is_position
from service.store.records import Record
from service.text.deleted_names import names_as_read


def waiting(record: Record, account: str) -> list[dict[str, Any]]:
    """Return what waits for the account in a match: decisions to answer and commitments to open."""
    seat = seat_of(record.table, account)
    if record.table["status"] != "running" or seat is None or pause_of(record.table):
        return []
    return [
        {
            **where(record, account),
            "answer": answer_form(standing),
            "decision": shown,
            "deadline_at": shown["deadline_at"],
            "seconds_left": shown["seconds_left"],
        }
        for standing in record.table["standing"]
        if _awaits(record, standing, seat) and (shown := representations.decision(record, standing, seat))
    ]


def reveals(record: Record, account: str) -> dict[str, Any] | None:
    """Return the request to send the entropy of the account's seat, or None if the match does not wait for it."""
    asked = representations.revealing(record, account)
    if asked is None or not asked["mine"]:
        return None
    return {**where(record, account), "deadline_at": asked["deadline_at"], "seconds_left": asked["seconds_left"]}


def consents(record: Record, account: str) -> list[dict[str, Any]]:
    """Return the changes of keys that wait for the account's consent."""
    seat = seat_of(record.table, account)
    return [
        {**where(record, account), "change": one}
        for one in representations.key_changes(record)
        if seat in one["awaited"]
    ]


def absences(record: Record, account: str) -> list[dict[str, Any]]:
    """Return the absences in a match on which the account may vote."""
    missed = waiting_absences(record, seat_of(record.table, account))
    return [{**where(record, account), "missed": one} for one in missed]


def handings(record: Record, account: str) -> list[dict[str, Any]]:
    """Return the handovers in a match on which the account has yet to vote."""
    found = waiting_handings(record, seat_of(record.table, account))
    return [{**where(record, account), "handing": one} for one in found]


def where(record: Record, account: str) -> dict[str, Any]:
    """Return the match and seat in which something is asked of the account."""
    table = record.table
    seat = seat_of(table, account)
    return {"match": record.match, "title": table["title"], "rules": table["rules"], "seat": seat}


def answer_form(standing: Standing) -> str:
    """Return the form of a decision's answer: a commitment, an opening, or a move."""
    if not standing["sealed"]:
        return "move"
    return "opening" if standing["phase"] == "opening" else "commitment"


def _awaits(record: Record, standing: Standing, seat: int) -> bool:
    act = record.acts.get((standing["id"], seat))
    if seat not in standing["seats"] or standing["optional"]:
        return False
    if standing["phase"] == "opening":
        return seat in standing["awaited"] and not (act is not None and act.opened)
    return act is None or act.commitment is None


def offers(record: Record, account: str) -> list[dict[str, Any]]:
    """Return the offers of others to the account, in the form of :func:`waiting`."""
    seat = seat_of(record.table, account)
    if record.table["status"] != "running" or seat is None or pause_of(record.table):
        return []
    return [
        {
            **where(record, account),
            "answer": answer_form(standing),
            "decision": representations.decision(record, standing, seat),
            "deadline_at": None,
            "seconds_left": None,
        }
        for standing in record.table["standing"]
        if standing["optional"] and seat in standing["seats"] and _is_offered(record, standing, seat)
    ]


def question_texts(record: Record, seat: int, decision: str, language: Language) -> dict[str, Any]:
    """Return a decision's question to a seat, and its subject if only the table shows that.

    :raises UnknownRules, OtherData: where this process does not have the match's rules as they were.
    """
    game, standing = game_of(record.table), standing_of(record.table, decision)
    assert record.state is not None and standing is not None
    names = names_as_read(record.table["seats"], language)
    seen = Seen(decision_of(standing), game.view(record.state, seat), language, names)
    return {"question": game.words.question(seen.decision, language), "about": particulars_of(game).about(seen)}


def _is_offered(record: Record, standing: Standing, seat: int) -> bool:
    """Return whether somebody else's offer awaits an answer; its kinds are those that bots answer, too.

    Who can only decline is not asked: an unanswered offer looks the same to everybody else.
    """
    try:
        game = game_of(record.table)
    except (OtherData, UnknownRules):
        return False
    if record.state is None or standing["kind"] not in game.rules.bots_reply:
        return False
    return (standing["id"], seat) not in record.acts and len(game.moves(record.state, seat, standing["id"])) > 1


AT_ONCE = 200
"""Matches loaded in one round trip."""
WITH_ALL = 10
"""The most decisions on a page that includes legal moves or views: listing moves takes processor time."""
IN_WORDS = 100
"""The most decisions on a page that includes them in words."""
WORD, MOST_WORDS = 8, 250
"""Characters of the word for one waiting thing, and the most words in a tag."""
UNTAGGED = ("seconds_left", "committed")
"""Members of a decision that change by themselves, or with others' acts, and are left out of the tag."""

MOST = {"moves": WITH_ALL, "view": WITH_ALL, "words": IN_WORDS}
"""The most decisions on a page, by what it includes."""
PLACE = (bool, bool, str, str, str)
"""The types of a place in the list."""

QUESTIONS = sorted({kind for game in GAMES.values() for kind in game.rules.bots_reply})
"""The kinds of optional decisions by which somebody else asks something (see :func:`offers`)."""
NOTHING_MORE: Mapping[str, Any] = {"moves": None, "view": None, "words": None}
"""The optional parts of a decision when none is requested."""

blp = Blueprint("waiting", __name__, "Decisions that wait for you.")


@blp.route("/v1/me/waiting")
@blp.operation(
    "listWaiting",
    scope="match:read",
    codes=("too-many-waiting", "no-place-to-wait"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
    paged=True,
)
@blp.arguments(requests.WaitingQuery, location="query")
@blp.response(200, responses.WaitingList)
def list_waiting(query: dict[str, Any]) -> Any:
    """List what waits for you over all matches, the most urgent first.

    `offers` are what others at the table have proposed to you, such as trades: you may answer, but nobody waits for
    it. With `include=words` each says what is asked and what it is about, in your `language`.

    With `wait` the answer comes as soon as something is waiting that is not covered by `If-None-Match`, or, without
    that header, as soon as anything is waiting. It does not come merely because less is waiting, as after your own
    answers. With `match` only one match counts, so that nothing else ends the wait but the end of that match, after which
    nothing is waited for: its `status` and `outcome` are in `GET /v1/matches/{match}`.

    With `include` every decision of the page brings what you ask for, so that playing takes this request and the one
    that answers. A page with legal moves or views has at most ten decisions and offers, one with `words` at most 100;
    `next` is the `after` of the next page.

    Besides decisions, `reveals` are matches that wait for entropy that your device keeps; `consents` are players
    who ask you to agree to another signing key; `absences` are seats that are missed, including your own (`PUT
    .../presence`, `.../vote`); `handings` are seats that their players want to hand over (`PUT .../vote`). They come
    with the first page.
    """
    me, wanted, store = account_id(), query["include"], context().store
    after = cursors.decode(query, *PLACE, parameter="after")
    patience = query["wait"] if after is None else 0
    while True:
        end = store.feed_ends([me])[0] if patience else ""
        records, rotten = _look(me, query.get("match"))
        tag = _tag(records, me, rotten, wanted, query["language"])
        knows = "If-None-Match" in request.headers
        is_new = _is_new(tag) if knows else any(_is_awaited(one, me) for one in records)
        if is_new or not patience:
            break
        mine = [one for one in store.unfinished_of(me) if query.get("match") in (None, one)]
        if "match" in query and (not mine or any(one["status"] == "closed" for one in store.tables_among(mine))):
            break  # nothing will ever wait there
        if not holding.until_news({me: end}, patience, names=mine):
            break
    headers = etags.fresh(tag, **OWN)
    found = [(place_of(one, offer), one, record) for record in records for one, offer in _asked(record, me)]
    rest = sorted((one for one in found if after is None or one[0] > after), key=itemgetter(0))
    page = rest[: min([query["limit"], *(most for part, most in MOST.items() if part in wanted)])]
    for _, one, record in page:
        show = partial(_whole, one, wanted, query["language"])
        one.update(readable(one["match"], record, show, rotten) or NOTHING_MORE)
    beside = records if after is None else []
    asked = [reveal for record in beside if (reveal := reveals(record, me)) is not None]
    more = cursors.encode(*page[-1][0]) if len(page) < len(rest) else None
    shown = {
        "waiting": [one for place, one, _ in page if not place[0]],
        "offers": [one for place, one, _ in page if place[0]],
        "reveals": sorted(asked, key=lambda one: (one["deadline_at"] or "", one["match"])),
        "consents": [one for record in beside for one in consents(record, me)],
        "absences": [one for record in beside for one in absences(record, me)],
        "handings": [one for record in beside for one in handings(record, me)],
        "unavailable": rotten,
        "next": more,
        "server_time": timestamp(context().store.now()),
    }
    return shown, {**headers, **cursors.link(more, "after")}


def _asked(record: Record, me: str) -> Iterator[tuple[dict[str, Any], bool]]:
    """Yield the decisions that ask the account, and whether each is an offer."""
    yield from ((one, False) for one in waiting(record, me))
    yield from ((one, True) for one in offers(record, me))


def place_of(one: Mapping[str, Any], offer: bool) -> list[bool | str]:
    """Return the sort key of a decision in the list: offers last, and decisions without a deadline after those with one."""
    return [offer, one["deadline_at"] is None, one["deadline_at"] or "", one["match"], one["decision"]["id"]]


def _look(me: str, only: str | None) -> tuple[list[Record], list[str]]:
    """Return the matches in which something waits, and those that cannot be read; it reads only matches that may ask
    something."""
    found: list[Record] = []
    rotten: list[str] = []
    asking = [one for one in context().store.may_ask(me, QUESTIONS) if only in (None, one)]
    for start in range(0, len(asking), AT_ONCE):
        some = asking[start : start + AT_ONCE]
        for match, record in zip(some, context().store.load_many(some), strict=True):
            shown = readable(match, record, partial(_if_waiting, me), rotten)
            found += [] if shown is None else [shown]
    return found, rotten


def _if_waiting(me: str, record: Record) -> Record | None:
    return record if _is_awaited(record, me) or offers(record, me) else None


def _is_awaited(record: Record, me: str) -> bool:
    """Return whether something waits for the account. An offer does not: a program that leaves it alone may wait for more."""
    return bool(waiting(record, me) or _beside(record, me))


def _beside(record: Record, me: str) -> list[dict[str, Any]]:
    """Return the waiting tasks that are no decisions: entropy to send, keys of others to agree to."""
    asked = reveals(record, me)
    said = [*consents(record, me), *absences(record, me), *handings(record, me)]
    return [*([] if asked is None else [{**asked, "seconds_left": None}]), *said]


def _whole(one: dict[str, Any], wanted: Sequence[str], language: Language, record: Record) -> dict[str, Any]:
    """Return a decision's requested parts (legal moves, view, words), or None for each that is unwanted or unavailable."""
    shown, seat, decision = {**NOTHING_MORE}, one["seat"], one["decision"]["id"]
    with suppress(OtherData, UnknownRules):
        if "moves" in wanted and one["answer"] != "opening":
            shown["moves"] = representations.moves(record, seat, decision)
        if "view" in wanted:
            shown["view"] = representations.view(record, seat)
        if "words" in wanted:
            shown["words"] = question_texts(record, seat, decision, language)
    return shown


def _tag(records: Sequence[Record], me: str, rotten: Sequence[str], wanted: Sequence[str], language: Language) -> str:
    """Return the entity tag, made from what waits but not from the time left; after a dot, a word for each waiting thing."""
    facts = [
        {
            **one,
            "seconds_left": None,
            "decision": {name: value for name, value in one["decision"].items() if name not in UNTAGGED},
            "head": record.head if wanted else "",
        }
        for record in records
        for one in (*waiting(record, me), *offers(record, me))
    ]
    beside = [one for record in records for one in _beside(record, me)]
    known = sorted(json.dumps(one) for one in (*facts, *beside))
    if "words" in wanted:
        names = [[one["name"] for one in record.table["seats"]] for record in records]  # they change without an entry
        whole = etags.made_tag("waiting", known, sorted(rotten), sorted(wanted), language, names)
    else:
        whole = etags.tag_of("waiting", known, sorted(rotten), sorted(wanted))
    asked = [[one["match"], one["seat"], one["decision"]["id"], one["answer"]] for one in facts]
    words = sorted({etags.tag_of(one)[:WORD] for one in (*asked, *beside)})
    return f"{whole}.{''.join(words)}" if len(words) <= MOST_WORDS else whole


def _is_new(tag: str) -> bool:
    """Return whether something waits that the caller's tags do not know.

    If a tag does not list its contents, because there are too many, any difference counts as new.
    """
    if request.if_none_match.contains_weak(tag):
        return False
    # Werkzeug reads an empty tag as None.
    known = [(one or "").partition(".") for one in request.if_none_match.as_set(include_weak=True)]
    if "." not in tag or not all(dot for _, dot, _ in known):
        return True
    return not _words(tag.partition(".")[2]) <= {word for _, _, words in known for word in _words(words)}


def _words(text: str) -> set[str]:
    return {text[start : start + WORD] for start in range(0, len(text), WORD)}


# The feed of an account's events: by pages, as a long poll, or as a stream.


NOW = "now"
"""A value in place of a cursor: from now on."""
STREAMED = 200
"""Events that a stream reads at once."""

events_blp = Blueprint("events", __name__, "The events of your account in order: one feed for all matches.")


@events_blp.route("/v1/me/events")
@events_blp.operation(
    "listEvents",
    scope="match:read",
    codes=("events-gone", "too-many-waiting", "no-place-to-wait"),
    headers=("LAST_EVENT_ID",),
)
@events_blp.arguments(requests.EventsQuery, location="query")
@events_blp.response(200, responses.EventPage)
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

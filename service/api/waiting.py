"""What waits for an account over all its matches: at once, or as soon as something does, with all it takes to answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from flask import request

from engine.contract import Language
from engine.protocol.log import timestamp
from engine.registry import GAMES, OtherData, UnknownRules
from service.api import etags, holding, representations, waiting_shown
from service.api.blueprint import Blueprint
from service.api.current import account_id, context
from service.api.loading import readable
from service.api.matches import OWN
from service.api.offers import asked_in_words, offers
from service.api.schemas import requests, responses
from service.store.records import Record

AT_ONCE = 200
"""Matches loaded in one round trip."""
WITH_ALL = 10
"""Of so many decisions at most, the most urgent, legal moves and views come along: listing moves takes processor time."""
IN_WORDS = 100
"""Of so many, what they ask."""
WORD, MOST_WORDS = 8, 250
"""Characters of the word for one thing that waits, and how many a tag names."""
UNTAGGED = ("seconds_left", "committed")
"""Members of a decision that change by themselves, or with others' acts; the tag is not made of them."""

QUESTIONS = sorted({kind for game in GAMES.values() for kind in game.rules.bots_reply})
"""The kinds of optional decisions by which somebody else asks something (:mod:`service.api.offers`)."""
NOTHING_MORE: Mapping[str, Any] = {"moves": None, "view": None, "words": None}
"""What comes with a decision on wish, where nothing was wished for."""

blp = Blueprint("waiting", __name__, "What waits for you.")


@blp.route("/v1/me/waiting")
@blp.operation(
    "listWaiting",
    scope="match:read",
    codes=("too-many-waiting", "no-place-to-wait"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.arguments(requests.WaitingQuery, location="query")
@blp.response(200, responses.WaitingList)
def list_waiting(query: dict[str, Any]) -> Any:
    """List what waits for you over all matches, the most urgent first.

    `offers` are what others at the table have proposed to you, such as trades: you may answer, but nobody waits for
    it. With `include=words` each says what is asked and what it is about, in your `language`.

    With `wait` the answer comes as soon as something is waiting that is not covered by `If-None-Match`, or, without
    that header, as soon as anything is waiting. It does not come merely because less is waiting, as after your own
    answers. With `include` the ten most urgent decisions bring their legal moves and your view, so that playing
    takes this request and the one that answers.

    Besides decisions, `reveals` are matches that wait for entropy that your device keeps; `consents` are players
    who ask you to agree to another signing key; `absences` are seats that are missed, including your own (`PUT
    .../presence`, `.../vote`); `handings` are seats that their players want to hand over (`PUT .../vote`).
    """
    me, wanted, store = account_id(), query["include"], context().store
    while True:
        end = store.feed_ends([me])[0] if query["wait"] else ""
        mine = store.unfinished_of(me)
        records, rotten = _look(me, mine)
        tag = _tag(records, me, rotten, wanted, query["language"])
        knows = "If-None-Match" in request.headers
        is_new = _is_new(tag) if knows else any(_is_awaited(one, me) for one in records)
        if is_new or not query["wait"] or not holding.until_news({me: end}, query["wait"], names=mine):
            break
    headers = etags.fresh(tag, **OWN)
    found = [(one, record) for record in records for one in waiting_shown.waiting(record, me)]
    found.sort(key=lambda one: (one[0]["seconds_left"] is None, one[0]["deadline_at"] or "", one[0]["match"]))
    offered = [(one, record) for record in records for one in offers(record, me)]
    for number, (one, record) in enumerate([*found, *offered]):
        named = [part for part in wanted if number < (IN_WORDS if part == "words" else WITH_ALL)]
        show = partial(_whole, one, named, query["language"])
        one.update(readable(one["match"], record, show, rotten) or NOTHING_MORE)
    asked = [reveal for record in records if (reveal := waiting_shown.reveals(record, me)) is not None]
    shown = {
        "waiting": [one for one, _ in found],
        "offers": [one for one, _ in offered],
        "reveals": sorted(asked, key=lambda one: (one["deadline_at"] or "", one["match"])),
        "consents": [one for record in records for one in waiting_shown.consents(record, me)],
        "absences": [one for record in records for one in waiting_shown.absences(record, me)],
        "handings": [one for record in records for one in waiting_shown.handings(record, me)],
        "unavailable": rotten,
        "server_time": timestamp(context().store.now()),
    }
    return shown, headers


def _look(me: str, mine: Sequence[str]) -> tuple[list[Record], list[str]]:
    """Return the matches in which something waits, and those that cannot be read; reads what may ask something, or is damaged."""
    found: list[Record] = []
    rotten: list[str] = []
    asking = context().store.may_ask(me, mine, QUESTIONS)
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
    return bool(waiting_shown.waiting(record, me) or _beside(record, me))


def _beside(record: Record, me: str) -> list[dict[str, Any]]:
    """Return what waits beside decisions: entropy to send, keys of others to agree to."""
    asked = waiting_shown.reveals(record, me)
    said = [
        *waiting_shown.consents(record, me),
        *waiting_shown.absences(record, me),
        *waiting_shown.handings(record, me),
    ]
    return [*([] if asked is None else [{**asked, "seconds_left": None}]), *said]


def _whole(one: dict[str, Any], wanted: Sequence[str], language: Language, record: Record) -> dict[str, Any]:
    """Return legal moves, view and words that go with a decision, ``None`` for what is not wanted or cannot be shown."""
    shown, seat, decision = {**NOTHING_MORE}, one["seat"], one["decision"]["id"]
    with suppress(OtherData, UnknownRules):
        if "moves" in wanted and one["answer"] != "opening":
            shown["moves"] = representations.moves(record, seat, decision)
        if "view" in wanted:
            shown["view"] = representations.view(record, seat)
        if "words" in wanted:
            shown["words"] = asked_in_words(record, seat, decision, language)
    return shown


def _tag(records: Sequence[Record], me: str, rotten: Sequence[str], wanted: Sequence[str], language: Language) -> str:
    """Return the entity tag: of what waits, not of the time that is left; behind a dot, a word for each thing that waits."""
    facts = [
        {
            **one,
            "seconds_left": None,
            "decision": {name: value for name, value in one["decision"].items() if name not in UNTAGGED},
            "head": record.head if wanted else "",
        }
        for record in records
        for one in (*waiting_shown.waiting(record, me), *offers(record, me))
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

    Where a tag says nothing of that, as one whose list is too long for it, all that is other is new.
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


__all__ = ["blp"]

"""Private subscription addresses: their documents, and the page that makes and revokes them."""

import contextlib
from collections.abc import Sequence
from typing import cast, get_args

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as Redirect

from engine.registry import OtherData, UnknownRules, game_of
from service.accounts.access.tokens import (
    Subscription,
    made_subscriptions,
    make_subscription,
    revoke_subscription,
    subscriber,
)
from service.api.account import agenda
from service.api.account.agenda import TAIL, TOLD_FOR, Past, past_questions
from service.api.http.blueprint import admit_anybody
from service.api.http.current import context
from service.api.pages.account_page import Visitor, page, sender, spoken, to_sign_in, visitor
from service.ending import keep_unless_ended
from service.matches.seating.seats import seat_of
from service.store.connection.connect import Unreadable
from service.store.records import Account, Record
from service.store.values import reading

blp = Blueprint("subscriptions-page", __name__)
PATH = "/account/feeds"
MOST = 100
"""The most tables in a document."""
LOOKED_AT = 20
"""The most tables whose logs are searched for past questions."""
PRIVATE = {"Cache-Control": "private, no-cache", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}


@blp.get("/feeds/<link>/deadlines.ics")
def deadlines(link: str) -> Response:
    """Return the deadlines of the link's owner."""
    admit_anybody(counted=True)
    account = subscriber(context(), link, "calendar")
    if account is None:
        return _gone()
    records = _tables(account, over=True)
    made = agenda.calendar(records, account, context().settings.public_url, _past(records, account))
    return _document(made, "text/calendar; charset=utf-8")


@blp.get("/feeds/<link>/tables.atom")
def tables(link: str) -> Response:
    """Return the state of the tables of the link's owner."""
    admit_anybody(counted=True)
    account = subscriber(context(), link, "news")
    if account is None:
        return _gone()
    url = context().settings.public_url
    made = agenda.news(_tables(account, over=True), account, url, _url("news", link))
    return _document(made, "application/atom+xml; charset=utf-8")


@blp.get(PATH)
def show() -> Response | Redirect:
    """Show which links exist; their texts are shown only when they are made."""
    who = visitor()
    return to_sign_in(PATH) if who is None or not who.fresh else _page(who)


@blp.post(f"{PATH}/<kind>")
def make(kind: str) -> Response | Redirect:
    """Make a link and show it this once, invalidating the previous one."""
    who = _sender(kind)
    if isinstance(who, Response):
        return who
    wanted = cast(Subscription, kind)
    link = make_subscription(context(), who.account, wanted)
    keep_unless_ended(context().store, who.token, lambda: revoke_subscription(context(), who.account, wanted))
    return _page(visitor() or who, made=wanted, url=_url(wanted, link))


@blp.post(f"{PATH}/<kind>/revoke")
def revoke(kind: str) -> Response | Redirect:
    """End a link."""
    who = _sender(kind)
    if isinstance(who, Response):
        return who
    revoke_subscription(context(), who.account, cast(Subscription, kind))
    return redirect(PATH, 303)


def _sender(kind: str) -> Visitor | Response:
    return sender("feed", kind) if kind in get_args(Subscription) else _gone()


def _page(who: Visitor, *, made: Subscription | None = None, url: str = "") -> Response:
    known = made_subscriptions(who.account)
    rows = [(one, one in known, who.key("feed", one)) for one in get_args(Subscription)]
    return page("feeds.html", who.language, rows=rows, made=made, url=url)


def _url(kind: Subscription, link: str) -> str:
    name = "deadlines.ics" if kind == "calendar" else "tables.atom"
    return f"{context().settings.public_url}/feeds/{link}/{name}"


def _tables(account: Account, *, over: bool) -> list[Record]:
    store = context().store
    wanted = sorted(store.unfinished_of(account.id))[:MOST]
    wanted += [one.match for one in store.finished_of(account.id, limit=20)] if over else []
    return [
        one for one in store.load_many(wanted) if one is not None and not isinstance(one, Unreadable) and _known(one)
    ]


def _past(records: Sequence[Record], account: Account) -> dict[str, list[Past]]:
    """Return the past questions to the account from the tables that changed last, by match."""
    found = {}
    for record in sorted(records, key=lambda one: -one.at)[:LOOKED_AT]:
        seat = seat_of(record.table, account.id)
        if seat is not None and record.now - record.at < TOLD_FOR:
            # A log that cannot be read hides no deadline of another table.
            with contextlib.suppress(Unreadable), reading(f"the log of match {record.match}"):
                lines = context().store.lines(record.match, max(0, record.n - TAIL), TAIL)
                found[record.match] = past_questions(record, lines, seat)
    return found


def _known(record: Record) -> bool:
    try:
        game_of(record.table)
    except (OtherData, UnknownRules):
        return False  # a table that this process cannot tell of does not hide the others
    return True


def _document(made: bytes, content_type: str) -> Response:
    answer = Response(made, headers=PRIVATE, content_type=content_type)
    answer.add_etag()
    return cast(Response, answer.make_conditional(request))


def _gone() -> Response:
    return page(
        "notice.html", spoken(), 404, title="login.dead_title", lead="feeds.dead", back=PATH, said="feeds.dead_on"
    )

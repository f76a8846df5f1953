"""Your own notes about a match: how far you have read, a note, and kinds of news that you do not want."""

from __future__ import annotations

from typing import Any

from service.api.account.me import account
from service.api.http import etags
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, context
from service.api.http.problems import Problem
from service.api.matches.loading import load_visible
from service.api.schemas import requests, responses
from service.matches import margins
from service.store.records import Record

blp = Blueprint("margin", __name__, "What you keep about a match for yourself.")
PATH = "/v1/matches/<match:match>/margin"


@blp.route(PATH)
@blp.operation("getMargin", scope="match:read", codes=("not-found", "private"), headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.Margin)
def get_margin(match: str) -> Any:
    """Show what you keep about a match: how far you have read it, your note, and the kinds of news that you muted.

    Nobody else can read it. It is in your export, and is deleted with your account. At a table that you have left and may not
    see any more you can still read and empty it.
    """
    _record(match, True)
    shown = margins.margin_of(context(), account(), match)._asdict()
    return shown, etags.fresh(etags.tag_of("margin", match, shown))


@blp.route(PATH, methods=["PATCH"])
@blp.operation("changeMargin", scope="match:play", too=("match:read",), codes=("not-found", "private", "invalid"))
@blp.arguments(requests.MarginRequest)
@blp.response(200, responses.Margin)
def change_margin(body: dict[str, Any], match: str) -> Any:
    """Change what you keep about a match; what you leave out stays as it is.

    `seen` and `unread_after` belong together: a page notes with them how far it has shown the match, and what of it was new.
    """
    record = _record(match, not any(body.values()) and "seen" not in body)
    try:
        if "note" in body:
            margins.keep_note(context(), account_id(), match, body["note"])
        if "muted" in body:
            margins.mute(context(), account_id(), match, body["muted"])
    except margins.Full as error:
        name = "note" if "note" in body else "muted"
        raise Problem("invalid", str(error), [{"pointer": f"/{name}", "detail": str(error)}]) from error
    if record is not None and "seen" in body:
        n = min(body["seen"], record.n)
        margins.mark_read(context(), account_id(), match, n, min(body.get("unread_after", n), record.n))
    return margins.margin_of(context(), account(), match)._asdict()


def _record(match: str, own: bool) -> Record | None:
    """Return a match that the caller may see, or None if they may not but keep something about it.

    :param own: they only read or empty what they keep; otherwise notes about tables that they left would take places for good.
    :raises Problem: not-found, private.
    """
    try:
        return load_visible(match)
    except Problem:
        if own and margins.keeps_any(context(), account(), match):
            return None
        raise

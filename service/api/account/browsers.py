"""Web push: the browsers that show what their owner is asked."""

from __future__ import annotations

from typing import Any

from service.account_export import browser_info
from service.accounts import browsers
from service.accounts.browsers import Browser
from service.api.account import me
from service.api.http import etags
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, caller, context
from service.api.http.problems import Problem
from service.api.schemas import requests, responses
from service.ending import keep_unless_ended

blp = Blueprint("browsers", __name__, "Web push: what you are asked, shown by your browsers (RFC 8030, 8291, 8292).")


@blp.route("/v1/me/browsers")
@blp.operation("listBrowsers", scope="account:read", headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.BrowserList)
def list_browsers() -> Any:
    """List the browsers that show what you are asked, and the key under which others subscribe."""
    push = context().push
    shown = {
        "public_key": None if push is None else push.newest.public_key,
        "browsers": [_shown(one) for one in browsers.browsers_of(me.account())],
    }
    return shown, etags.fresh(etags.tag_of(shown))


@blp.route("/v1/me/browsers", methods=["POST"])
@blp.operation("addBrowser", scope="account:write", codes=("no-push", "too-many-browsers"))
@blp.arguments(requests.BrowserRequest)
@blp.response(201, responses.Browser)
def add_browser(body: dict[str, Any]) -> dict[str, Any]:
    """Have a browser show what you are asked: questions and reminders, with the same switches as mails, not in quiet hours.

    Sending the same `endpoint` again updates its entry. An account may have at most 8; one more replaces the oldest.
    """
    made = browsers.add_browser(
        context(),
        account_id(),
        endpoint=body["endpoint"],
        public_key=body["p256dh"],
        secret=body["auth"],
        name=body["name"],
    )
    token = caller().token
    assert token is not None
    keep_unless_ended(context().store, token, lambda: browsers.remove_browser(context(), account_id(), made.id))
    return _shown(made)


@blp.route("/v1/me/browsers/<browser:browser>", methods=["DELETE"])
@blp.operation("removeBrowser", scope="account:write", codes=("not-found",))
@blp.response(204)
def remove_browser(browser: str) -> None:
    """Stop telling a browser anything. At most one message may still be on its way."""
    if not browsers.remove_browser(context(), account_id(), browser):
        raise Problem("not-found", "you have no such browser")


def _shown(browser: Browser) -> dict[str, Any]:
    push = context().push
    return browser_info(browser, None if push is None else push.newest.key_id)


__all__ = ["blp"]

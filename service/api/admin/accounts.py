"""Accounts, for operators. Personal data is sent in bodies, never in paths, which proxies log."""

from typing import Any

from service.admin import accounts
from service.api.admin import requests, responses
from service.api.admin.blueprint import LOOK, AdminBlueprint, operator
from service.api.http.current import context

blp = AdminBlueprint("admin-accounts", __name__, "Accounts: find, block, export, erase. Every look is noted.")
PATH = "/v1/admin/accounts/<account:account>"


@blp.route("/v1/admin/accounts/find", methods=["POST"])
@blp.order("findAccount", scope=LOOK, codes=("not-found",))
@blp.arguments(requests.Who)
@blp.response(200, responses.FoundAccount)
def find(body: dict[str, Any]) -> Any:
    """Show an account, by its email address or its id."""
    return accounts.show(operator(), body["who"], body["why"])


@blp.route("/v1/admin/accounts/search", methods=["POST"])
@blp.order("searchAccounts", scope=LOOK)
@blp.arguments(requests.Search)
@blp.response(200, responses.AccountLines)
def search(body: dict[str, Any]) -> Any:
    """List the accounts whose names begin with a text, searching one part of the store at a time."""
    return accounts.search(operator(), body["name"], body["cursor"], body["why"])


@blp.route("/v1/admin/accounts/blocked")
@blp.order("listBlocked", scope=LOOK)
@blp.response(200, responses.BlockedAccounts)
def blocked() -> Any:
    """List the blocked accounts, and why."""
    return accounts.blocked(operator())


@blp.route(f"{PATH}/export", methods=["POST"])
@blp.order("exportAccount", codes=("not-found",))
@blp.arguments(requests.Reason)
@blp.response(200, responses.AccountExport)
def export(body: dict[str, Any], account: str) -> Any:
    """Export all data of an account, for an owner who asks for it."""
    push = context().push
    key = None if push is None else push.newest.key_id
    return accounts.export(
        operator(), account, body["why"], pictures=context().settings.mail_pictures, links=context().links, push_key=key
    )


@blp.route(f"{PATH}/sign-out", methods=["POST"])
@blp.order("signAccountOut", codes=("not-found",))
@blp.arguments(requests.Reason)
@blp.response(200, responses.Ended)
def sign_out(body: dict[str, Any], account: str) -> Any:
    """End all that can act for an account or its bots, or read along: tokens, webhooks, feeds, links in letters.

    Its matches and bots stay. Its owner can sign in again by mail. `tokens` counts those of the account and its bots.
    """
    return accounts.sign_out(operator(), account, body["why"])


@blp.route(f"{PATH}/deliverable", methods=["POST"])
@blp.order("letMailGo", codes=("not-found", "not-possible"))
@blp.arguments(requests.Reason)
@blp.response(200, responses.OneAccount)
def deliverable(body: dict[str, Any], account: str) -> Any:
    """Let mail go again to an account whose address bounced."""
    return accounts.deliverable(operator(), account, body["why"])


@blp.route(f"{PATH}/block", methods=["POST"])
@blp.order("blockAccount", codes=("not-found",))
@blp.arguments(requests.Blocking)
@blp.response(200, responses.Ended)
def block(body: dict[str, Any], account: str) -> Any:
    """Block an account and its bots: they read, export and delete themselves, and do nothing at any table.

    Their seats are those of somebody who stays away. Blocked anew, the reason changes.
    """
    return accounts.block(operator(), account, body["why"])


@blp.route(f"{PATH}/unblock", methods=["POST"])
@blp.order("unblockAccount", codes=("not-found", "not-possible"))
@blp.arguments(requests.Reason)
@blp.response(200, responses.OneAccount)
def unblock(body: dict[str, Any], account: str) -> Any:
    """Let a blocked account play again, once its owner has signed in anew."""
    return accounts.unblock(operator(), account, body["why"])


@blp.route(f"{PATH}/erase", methods=["POST"])
@blp.order("eraseAccount", codes=("not-found",))
@blp.arguments(requests.Erasure)
@blp.response(202, responses.Erased)
def erase(body: dict[str, Any], account: str) -> Any:
    """Erase an account for good, as its owner can: name, address and tokens at once, the rest within minutes.

    The logs of its matches stay, with an opaque id: `/erasure` says why.
    """
    return accounts.erase(operator(), account, body["confirm"], body["why"])


@blp.route("/v1/admin/suspicions")
@blp.order("listSuspicions", scope=LOOK)
@blp.response(200, responses.Suspicions)
def suspicions() -> Any:
    """List pairs of accounts whose rated matches look agreed on, or that may be one person. Every look is noted.

    It looks at the last 5,000 results. Addresses, browsers and networks are compared, and not shown.
    """
    return accounts.suspicions(operator())

"""The caller's account: who he is, his tokens, his news, what waits for him."""

from __future__ import annotations

import logging
from typing import Any

from engine.log import timestamp
from service import accounts
from service.accounts import notifications
from service.api import cursors, examples, repeats, seen, shapes, tags, wishes
from service.api.blueprint import Blueprint
from service.api.current import account_id, caller, context
from service.api.loading import readable
from service.api.problems import Problem, challenge
from service.store.connect import READING
from service.store.keys import recipient_of
from service.store.records import Account
from service.store.store import Token

blp = Blueprint("me", __name__, "Your account, your tokens, your mails, and what waits for you.")
log = logging.getLogger("siegelpost.api")

AT_ONCE = 200
"""Matches loaded in one round trip."""


def account() -> Account:
    """Return the caller's account."""
    found = context().store.account(account_id())
    if found is None:
        raise Problem("token-wrong", "", headers=challenge("invalid_token"))
    return found


@blp.route("/v1/me")
@blp.operation("getMe", scope="account:read", headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, shapes.Me, example=examples.ME)
def get_me() -> Any:
    """Show your account."""
    me = _me(account())
    return me, tags.fresh(tags.tag_of(me))


@blp.route("/v1/me", methods=["PATCH"])
@blp.operation("changeMe", scope="account:write", headers=("IF_MATCH",), tagged=True)
@blp.arguments(wishes.MeWish, example=examples.ME_WISH)
@blp.response(200, shapes.Me, example=examples.ME)
def change_me(wish: dict[str, Any]) -> Any:
    """Change name, language or time zone. Matches keep the name you sat down with."""
    tags.require(tags.tag_of(_me(account())))
    me = _me(context().store.update_account(account_id(), **wish) or account())
    return me, tags.fresh(tags.tag_of(me))


@blp.route("/v1/me/notifications")
@blp.operation("getNotifications", scope="account:read", headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, shapes.Notifications, example=examples.NOTIFICATIONS)
def get_notifications() -> Any:
    """Show which news come by mail. Login codes always do."""
    found = notifications(account())
    return found, tags.fresh(tags.tag_of(found))


@blp.route("/v1/me/notifications", methods=["PUT"])
@blp.operation("setNotifications", scope="account:write", headers=("IF_MATCH",), tagged=True)
@blp.arguments(wishes.NotificationsWish, example=examples.NOTIFICATIONS)
@blp.response(200, shapes.Notifications, example=examples.NOTIFICATIONS)
def set_notifications(wish: dict[str, Any]) -> Any:
    """Choose which news come by mail. Kinds not named stay as they are."""
    before = account()
    tags.require(tags.tag_of(notifications(before)))
    prefs = {**before.prefs, "kinds": {**notifications(before)["kinds"], **wish["kinds"]}}
    prefs["muted_matches"] = sorted(set(wish["muted_matches"]))
    found = notifications(context().store.update_account(account_id(), prefs=prefs) or before)
    return found, tags.fresh(tags.tag_of(found))


@blp.route("/v1/me/tokens")
@blp.operation("listTokens", scope="account:read")
@blp.response(200, shapes.TokenList, example=examples.TOKENS)
def list_tokens() -> dict[str, Any]:
    """List your tokens, without their texts."""
    return {"tokens": [token_info(one, caller().token_id) for one in context().store.tokens_of(account_id())]}


@blp.route("/v1/me/tokens", methods=["POST"])
@blp.operation("createToken", scope="account:write", codes=("too-many-tokens",), idempotent="derived")
@blp.arguments(wishes.TokenWish, example=examples.TOKEN_WISH)
@blp.response(201, shapes.NewToken, example=examples.NEW_TOKEN)
def create_token(wish: dict[str, Any]) -> dict[str, Any]:
    """Make a token with some of the scopes; its text is shown this once.

    A token can only hand on scopes it has itself.
    """
    token = caller().token
    assert token is not None
    missing = [scope for scope in wish["scopes"] if scope not in token.scopes]
    if missing:
        raise Problem("scope-missing", f"this token does not have {', '.join(missing)} itself")
    life = wish.get("expires_in")
    expires = None if life is None else context().store.now() + life * 1000
    issued = accounts.issue_token(
        context(), account_id(), name=wish["name"], scopes=wish["scopes"], expires=expires, retry_key=repeats.key()
    )
    return {"token": issued.text, "account": account_id(), "info": token_info(issued.token, caller().token_id)}


@blp.route("/v1/me/tokens/<token:token>", methods=["DELETE"])
@blp.operation("revokeToken", scope="account:write", codes=("not-found",))
@blp.response(204)
def revoke_token(token: str) -> None:
    """Revoke a token of yours: when this answers, nothing is accepted with it any more."""
    mine = context().store.token(token)
    if mine is None or mine.account != account_id():
        raise Problem("not-found", "you have no such token")
    context().store.revoke_token(token)


@blp.route("/v1/me/waiting")
@blp.operation("listWaiting", scope="match:read")
@blp.response(200, shapes.WaitingList, example=examples.WAITING)
def list_waiting() -> dict[str, Any]:
    """List what waits for you over all matches, the most urgent first."""
    store, me = context().store, account_id()
    mine = store.matches_of(me)
    found: list[dict[str, Any]] = []
    rotten: list[str] = []
    for start in range(0, len(mine), AT_ONCE):
        some = mine[start : start + AT_ONCE]
        for match, record in zip(some, store.load_many(some), strict=True):
            waiting = readable(match, record, lambda one: seen.waiting(one, me), rotten)
            found += waiting or []
    found.sort(key=lambda one: (one["seconds_left"] is None, one["deadline_at"] or "", one["match"]))
    return {"waiting": found, "unavailable": rotten, "server_time": timestamp(store.now())}


@blp.route("/v1/me/matches")
@blp.operation("listMyMatches", scope="match:read")
@blp.arguments(wishes.MineQuery, location="query")
@blp.response(200, shapes.MatchPage, example=examples.MATCHES)
def list_my_matches(query: dict[str, Any]) -> Any:
    """List the matches you sit in or own, in the order of their ids."""
    return page_of_mine(query, query.get("status"))


def page_of_mine(query: dict[str, Any], status: str | None) -> tuple[dict[str, Any], dict[str, str]]:
    """Return a page of the caller's matches."""
    store, me, limit = context().store, account_id(), query["limit"]
    place = cursors.decode(query, str)
    rest = [match for match in store.matches_of(me) if place is None or match > place[0]]
    found: list[dict[str, Any]] = []
    rotten: list[str] = []
    looked = 0
    while looked < len(rest) and len(found) + len(rotten) < limit:
        some = rest[looked : looked + limit]
        for match, record in zip(some, store.load_many(some), strict=True):
            looked += 1
            shown = readable(match, record, lambda one: seen.summary(one, me), rotten)
            if shown is not None and status in (None, shown["status"]):
                found.append(shown)
            if len(found) + len(rotten) == limit:
                break
    following = cursors.encode(rest[looked - 1]) if 0 < looked < len(rest) else None
    return {"matches": found, "unavailable": rotten, "next": following}, cursors.link(following)


@blp.route("/v1/me/deliveries")
@blp.operation("listDeliveries", scope="account:read")
@blp.response(200, shapes.DeliveryList, example=examples.DELIVERIES)
def list_deliveries() -> dict[str, Any]:
    """List what became of mails to you, newest first: sent, tried again, given up. At most 200."""
    store, me = context().store, account_id()
    recipients = [recipient_of(me, None), *(recipient_of(me, match) for match in store.matches_of(me))]
    records = [one for attempts in store.deliveries_many(recipients) for one in attempts]
    shown = [one for record in records if (one := _delivery(record)) is not None]
    shown.sort(key=lambda one: str(one["at"]), reverse=True)
    return {"deliveries": shown[:200]}


def token_info(token: Token, current: str | None) -> dict[str, Any]:
    """Return a token as its owner sees it."""
    return {
        "id": token.id, "name": token.name, "scopes": list(token.scopes), "created_at": timestamp(token.created),
        "used_at": _moment(token.used), "expires_at": _moment(token.expires), "current": token.id == current,
    }  # fmt: skip


def _me(account: Account) -> dict[str, Any]:
    return {
        "account": account.id, "name": account.name, "mail": account.mail, "language": account.language,
        "zone": account.zone, "created_at": timestamp(account.created), "verified": account.verified,
        "bouncing": account.bouncing,
    }  # fmt: skip


def _delivery(record: dict[str, Any]) -> dict[str, Any] | None:
    """Return a record as its reader sees it, ``None`` for one that cannot be read."""
    try:
        return {
            "mail": record["mail"], "match": record["match"] or None, "kinds": record["kinds"], "state": record["state"],
            "attempt": record["attempt"], "at": timestamp(record["at"]), "answer": record["answer"],
            "dropped": [{"kind": one["kind"], "reason": one["reason"]} for one in record["dropped"]],
            "retry_at": _moment(record.get("retry_at")),
        }  # fmt: skip
    except READING as error:
        log.error("a delivery record cannot be read: %s", type(error).__name__)
        return None


def _moment(milliseconds: int | None) -> str | None:
    return None if milliseconds is None else timestamp(milliseconds)

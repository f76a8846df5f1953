"""Private addresses of an account's calendar and news feed: anybody who has one can read, but do nothing else.
Revocable.

The link is signed and names a serial that the account's preferences hold: making a new one, or revoking, invalidates
the old one. The server does not keep its text, so a link is shown once.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Literal, get_args

from service.context import Context
from service.store.records import SUBSCRIPTIONS, Account

Subscription = Literal["calendar", "news"]
"""Deadlines (iCalendar), and events at the account's tables (Atom)."""
PURPOSE = "subscription"


def make_subscription(context: Context, account: Account, kind: Subscription) -> str:
    """Return the text of a new link, invalidating any earlier one."""
    serial = secrets.token_hex(8)
    context.store.change_prefs(
        account.id, lambda now: {**now.prefs, SUBSCRIPTIONS: {**now.prefs.get(SUBSCRIPTIONS, {}), kind: serial}}
    )
    return context.links.make(PURPOSE, {"account": account.id, "kind": kind, "serial": serial})


def revoke_subscription(context: Context, account: Account, kind: Subscription) -> None:
    """End the link."""

    def without(now: Account) -> dict[str, object]:
        kept = {name: serial for name, serial in now.prefs.get(SUBSCRIPTIONS, {}).items() if name != kind}
        return {**now.prefs, SUBSCRIPTIONS: kept}

    context.store.change_prefs(account.id, without)


def made_subscriptions(account: Account) -> list[Subscription]:
    """Return the kinds of links that the account has."""
    return [one for one in get_args(Subscription) if one in account.prefs.get(SUBSCRIPTIONS, {})]


def subscriber(context: Context, link: str, kind: Subscription) -> Account | None:
    """Return the owner of a link, or None for one that is forged, revoked, or of another kind."""
    payload = context.links.read(PURPOSE, link)
    account = None if payload is None or payload["kind"] != kind else context.store.account(payload["account"])
    if payload is None or account is None:
        return None
    serial = account.prefs.get(SUBSCRIPTIONS, {}).get(kind, "")
    return account if hmac.compare_digest(str(serial).encode(), payload["serial"].encode()) else None


__all__ = ["Subscription", "made_subscriptions", "make_subscription", "revoke_subscription", "subscriber"]

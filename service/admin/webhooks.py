"""Webhooks that fail or were switched off: reasons and waiting events; retrying, switching off and on.

Only the hosts of addresses are shown: the rest may be their owner's secret.
"""

from __future__ import annotations

import re
from typing import Any

from engine.protocol.log import timestamp
from service.admin.operator import AdminError, Operator, reason
from service.notifications.notices import tell_disabled
from service.store import keys
from service.store.accounts.webhooks import BY_OPERATOR, BY_RESTORE, Webhook
from service.store.connection.connect import Place
from service.store.store import Store

LOOKS, AT_ONCE = 40, 500
SCANNED = re.compile(r"(\d{1,20}) ([A-Za-z0-9.:_/\[\]-]{0,120})")
TRIES = 8


def failing(operator: Operator, cursor: str | None = None) -> dict[str, Any]:
    """Return webhooks that fail or were switched off, with reasons and waiting events, one part of the store at a time.

    A page may be empty before the end. :raises AdminError: ``invalid``, for another list's cursor.
    """
    place: Place | None = _scanned(cursor)
    found: list[Webhook] = []
    for _ in range(LOOKS):
        assert place is not None
        place, webhooks = operator.store.scan_webhooks(place, AT_ONCE)
        found += [one for one in webhooks if one.failures or one.state == "disabled"]
        if place is None or found:
            break
    return {
        "webhooks": [_line(operator.store, one) for one in found],
        "next": None if place is None else f"{place.cursor} {place.server}",
    }


def retry(operator: Operator, account: str, webhook: str, why: str = "") -> dict[str, Any]:
    """Send a webhook's waiting events now; one that failed for days, or was switched off by an operator, is enabled
    again.

    :raises AdminError: ``not-found``; ``not-possible`` if its owner has to test it first.
    """
    operator.note("webhook retry", _named(account, webhook), why)
    for _ in range(TRIES):
        found = _webhook(operator.store, account, webhook)
        if found.state == "unconfirmed" or found.reason in ("gone", BY_RESTORE):
            raise AdminError("not-possible", "its owner must test it successfully first")
        changes: dict[str, Any] = {"failures": 0, "failing_since": 0, "pause_until": 0}
        if found.state == "disabled":
            changes |= {"state": "active", "reason": "", "why": ""}
        if operator.store.change_webhook(found, **changes):
            return {"account": account, "webhook": webhook, "events": operator.store.hasten_webhook(found)}
    raise AdminError("not-possible", "it keeps changing: try again")


def switch_off(operator: Operator, account: str, webhook: str, why: str) -> dict[str, Any]:
    """Switch a webhook off: its waiting events are dropped, and its owner is told why and cannot switch it on again.

    :raises AdminError: ``not-found``; ``not-possible`` if an operator has done it already.
    """
    operator.note("webhook off", _named(account, webhook), reason(why))
    store = operator.store
    for _ in range(TRIES):
        found = _webhook(store, account, webhook)
        if found.reason == BY_OPERATOR:
            raise AdminError("not-possible", f"it is switched off: {found.why}")
        if store.change_webhook(found, forget=True, state="disabled", reason=BY_OPERATOR, why=why):
            tell_disabled(store, found, BY_OPERATOR, store.now(), occasion=BY_OPERATOR, why=why)
            return {"account": account, "webhook": webhook}
    raise AdminError("not-possible", "it keeps changing: try again")


def _line(store: Store, one: Webhook) -> dict[str, Any]:
    last = next(iter(store.webhook_attempts(one.account, one.id)), None)
    return {
        "account": one.account,
        "webhook": one.id,
        "host": one.host,
        "state": one.state,
        "reason": one.reason or None,
        "why": one.why or None,
        "failures": one.failures,
        "failing_since": timestamp(one.failing_since) if one.failing_since else None,
        "pause_until": timestamp(one.pause_until) if one.pause_until else None,
        "waiting": len(store.webhook_queue(one.account, one.id).waiting),
        "status": None if last is None else last["status"],
        "answer": "" if last is None else last["answer"],
    }


def _webhook(store: Store, account: str, webhook: str) -> Webhook:
    found = store.webhook(account, webhook)
    if found is None:
        raise AdminError("not-found", "there is no such webhook")
    return found


def _named(account: str, webhook: str) -> str:
    if not keys.ACCOUNT.fullmatch(account):
        raise AdminError("invalid", "give the id of an account", "/account")
    if not keys.WEBHOOK.fullmatch(webhook):
        raise AdminError("invalid", "give the id of a webhook: w_ and 16 digits", "/webhook")
    return f"{account}:{webhook}"


def _scanned(cursor: str | None) -> Place:
    if cursor is None:
        return Place()
    found = SCANNED.fullmatch(cursor)
    if found is None:
        raise AdminError("invalid", "is not a cursor of this list", "/cursor")
    return Place(found[2], int(found[1]))

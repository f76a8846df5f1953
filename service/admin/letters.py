"""Lists of waiting and given-up news and of failing and disabled webhooks, with receiver and reason, and retrying them.

The content of news is never shown. Of a webhook's address only the host is shown, because the rest may be a secret.
"""

import re
from typing import Any

from engine.protocol.log import timestamp
from service.admin.accounts import find_account
from service.admin.operator import AT_ONCE, AdminError, Operator, cursor_of, read_place, reason, search_store
from service.notifications.delivery import Delivery
from service.notifications.kinds import KINDS
from service.notifications.notices import tell_disabled
from service.store import keys
from service.store.accounts.webhooks import BY_OPERATOR, BY_RESTORE, Webhook
from service.store.connection.connect import Place, Unreadable
from service.store.outbox import GIVEN_UP, Outgoing, Waiting
from service.store.records import Account, Notice
from service.store.store import Store

PLACE = re.compile(r"(\d{1,16}) ([a-z0-9_:-]{1,120})")
ALL = "all"
NOTHING_KEPT = "nothing that was given up is kept there: it was sent again, or its link is too old"
TAKEN_OUT = "the operator has taken it out of the queue"
"""The text of the delivery record, which the player may read."""
MOST_AT_ONCE = 10_000


def queue(operator: Operator, cursor: str | None = None, limit: int = 100) -> dict[str, Any]:
    """Return the recipients of waiting news, those due first first: since when the oldest waits, failures, and the
    reason.

    :raises AdminError: ``invalid``, for another list's cursor.
    """
    store = operator.store
    found = store.waiting(_place(cursor), limit)
    now = store.now()
    return {
        "waiting": store.waiting_count(),
        "letters": [_letter(store, one, now) for one in found],
        "next": f"{found[-1].due} {found[-1].recipient}" if len(found) == limit else None,
    }


def attempts(operator: Operator, who: str, why: str = "") -> dict[str, Any]:
    """Return the attempts to deliver letters to an account, the newest first within a match, with the mail server's answers."""
    found, store = find_account(operator, who, "letters", why), operator.store
    recipients = _recipients(store, found.id)
    return {
        "account": found.id,
        "bouncing": found.bouncing,
        "attempts": [_attempt(one) for records in store.deliveries_many(recipients) for one in records],
    }


def given_up(operator: Operator, cursor: str | None = None) -> dict[str, Any]:
    """Return letters that were given up, or whose arrival is unknown, with reasons; one part of the store at a time.

    ``again`` says whether an operator can have it sent again (:func:`resend`): not if it was sent again since, or is a
    login letter with an expired link. A page may be empty before the end.
    """

    def gone(records: dict[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
        """Return the attempts of each recipient that ended without a letter that surely arrived."""
        found = []
        for recipient, many in records.items():
            ends = [one for one in many if one.get("state") in GIVEN_UP]
            kept = _kept(operator.store, recipient) if ends else {}
            found += [
                {
                    "recipient": recipient,
                    **_attempt(one),
                    "kinds": sorted(map(str, one.get("kinds", []))),
                    "again": any(str(each) in kept for each in one.get("notices", [])),
                }
                for one in ends
            ]
        return found

    found, following = search_store(cursor, operator.store.scan_deliveries, gone)
    return {"letters": found, "next": following}


def bouncing(operator: Operator, cursor: str | None = None) -> dict[str, Any]:
    """Return accounts whose addresses bounce, one part of the store at a time; only their ids."""

    def bounces(accounts: list[Account]) -> list[str]:
        """Return the ids of those whose addresses bounce."""
        return [one.id for one in accounts if one.bouncing]

    found, following = search_store(cursor, operator.store.scan_accounts, bounces)
    return {"accounts": sorted(set(found)), "next": following}


def again(operator: Operator, recipient: str, why: str = "") -> dict[str, Any]:
    """Retry a recipient's waiting news now. :raises AdminError: ``not-found``, ``not-possible``."""
    _known(recipient)
    operator.note("letter again", recipient, why)
    return {"letters": _hasten(operator.store, recipient)}


def all_again(operator: Operator, why: str = "") -> dict[str, Any]:
    """Retry everything that has failed before now; return how many recipients."""
    operator.note("letters again", "", why)
    store, after, count = operator.store, None, 0
    for _ in range(MOST_AT_ONCE // 100):
        found = store.waiting(after, 100)
        for one in found:
            if _news(store, one.recipient).attempts:
                count += store.hasten(one.recipient) == "due"
        if len(found) < 100:
            break
        after = found[-1]
    return {"letters": count}


def resend(operator: Operator, to: str, kind: str = "", cursor: str | None = None, why: str = "") -> dict[str, Any]:
    """Send given-up letters again: to one recipient, to an account, or to ``all``, one part of the store at a time.

    The deliverer drops outdated news, with the reason in the record. Login letters with an expired link and letters to
    bouncing addresses are not sent, and stay where they are.

    :param to: a recipient, an account's id or email address, or ``all``.
    :param kind: only notices of this kind.
    :raises AdminError: ``invalid``, ``not-found``, ``not-possible``.
    """
    if kind and kind not in KINDS:
        raise AdminError("invalid", "there is no such kind of news", "/kind")
    following: Place | None = None
    what = f"letters resend {kind}".strip()
    if to == ALL:
        operator.note(what, "", why)
        following, recipients = operator.store.scan_given_up(read_place(cursor), AT_ONCE)
    elif keys.is_recipient(to):
        operator.note(what, to, why)
        recipients = [to]
    else:
        recipients = _recipients(operator.store, find_account(operator, to, what, why).id)
    sent = sum(_resend(operator.store, one, kind, alone=to == one) for one in recipients)
    if to != ALL and not sent:
        raise AdminError("not-found", NOTHING_KEPT)
    return {"letters": sent, "next": cursor_of(following)}


def _resend(store: Store, recipient: str, kind: str, *, alone: bool) -> int:
    """Queue one recipient's given-up notices; return how many letters that makes, 0 or 1."""
    wanted = {one["id"]: one for one in _kept(store, recipient).values() if not kind or one["kind"] == kind}
    account = store.account(keys.parse_recipient(recipient).account)
    if not wanted or account is None:
        return 0
    if account.bouncing:
        if alone:
            raise AdminError("not-possible", f"{account.id} bounces: 'account deliverable' lets mail go to it again")
        return 0
    done = store.resend(recipient, list(wanted))
    if done < 0 and alone:
        raise AdminError("not-possible", "something is being handed over at this moment: look again in a minute")
    return int(done > 0)


def _kept(store: Store, recipient: str) -> dict[str, Notice]:
    """Return, by id, the notices that can be sent to a recipient again, without short-lived ones such as login links."""
    try:
        found = store.given_up(recipient)
    except Unreadable:
        return {}
    now = store.now()
    return {one["id"]: one for one in found if int(one["facts"].get("expires") or now + 1) > now}


def _recipients(store: Store, account: str) -> list[str]:
    """Return all recipients under which letters to an account are filed."""
    return [
        keys.recipient_of(account, None),
        keys.recipient_of(account, None, keys.DIGEST),
        *(keys.recipient_of(account, match) for match in store.matches_of(account)),
    ]


def drop(operator: Operator, recipient: str, why: str) -> dict[str, Any]:
    """Delete a recipient's waiting news; a record tells the player of it.

    :raises AdminError: ``not-found``; ``not-possible`` while it is being handed over.
    """
    _known(recipient)
    operator.note("letter drop", recipient, reason(why))
    store = operator.store
    waiting = _news(store, recipient)
    ids = [*(one["id"] for one in waiting.pending), *waiting.rotten]
    _, match, channel = keys.parse_recipient(recipient)
    record = Delivery(
        mail="operator",
        match=match or "",
        kinds=sorted({str(one["kind"]) for one in waiting.pending}),
        notices=ids,
        state="dead",
        attempt=waiting.attempts + 1,
        at=store.now(),
        answer=TAKEN_OUT,
        dropped=[],
    )
    if channel != keys.MAIL:
        record["channel"] = channel
    taken = store.drop(recipient, ids, dict(record))
    if taken < 0:
        raise AdminError("not-possible", "it is being handed over at this moment: look again in a minute")
    if taken == 0:
        raise AdminError("not-found", "nothing waits for this recipient")
    return {"letters": taken}


def _hasten(store: Store, recipient: str) -> int:
    done = store.hasten(recipient)
    if done == "nothing":
        raise AdminError("not-found", "nothing waits for this recipient")
    if done == "handing":
        raise AdminError("not-possible", "it is being handed over at this moment: look again in a minute")
    return 1


def _known(recipient: str) -> None:
    if not keys.is_recipient(recipient):
        raise AdminError("invalid", "give a recipient of the queue: <match>:<account>, or acct:<account>", "/recipient")


def _letter(store: Store, one: Waiting, now: int) -> dict[str, Any]:
    news = _news(store, one.recipient)
    records = store.deliveries(one.recipient) if news.attempts else []
    oldest = min((notice["at"] for notice in news.pending), default=None)
    return {
        "recipient": one.recipient,
        "due": timestamp(one.due),
        "seconds": None if oldest is None else max(0, (now - oldest) // 1000),
        "kinds": sorted({str(notice["kind"]) for notice in news.pending}),
        "failures": news.attempts,
        "why": str(records[0].get("answer", "")) if records else "",
        "unreadable": len(news.rotten),
        "handing": news.handing is not None,
    }


def _news(store: Store, recipient: str) -> Outgoing:
    """Return a recipient's waiting news; empty if it is unreadable, so that it does not hold up a list."""
    try:
        return store.notices(recipient)
    except Unreadable:
        return Outgoing([], None, 0, ["?"])


def _attempt(record: dict[str, Any]) -> dict[str, Any]:
    at = record.get("at")
    return {
        "at": timestamp(at) if isinstance(at, int) else None,
        "mail": str(record.get("mail", "")),
        "match": str(record.get("match", "")) or None,
        "state": str(record.get("state", "")),
        "attempt": int(record.get("attempt", 0)),
        "answer": str(record.get("answer", "")),
    }


def _place(cursor: str | None) -> Waiting | None:
    if cursor is None:
        return None
    found = PLACE.fullmatch(cursor)
    if found is None:
        raise AdminError("invalid", "is not a cursor of this list", "/cursor")
    return Waiting(int(found[1]), found[2])


TRIES = 8


def failing_webhooks(operator: Operator, cursor: str | None = None) -> dict[str, Any]:
    """Return webhooks that fail or were switched off, with reasons and waiting events, one part of the store at a time.

    A page may be empty before the end. :raises AdminError: ``invalid``, for another list's cursor.
    """

    def troubled(hooks: list[Webhook]) -> list[Webhook]:
        """Return those that fail or were switched off."""
        return [one for one in hooks if one.failures or one.state == "disabled"]

    found, following = search_store(cursor, operator.store.scan_webhooks, troubled)
    return {"webhooks": [_hook_line(operator.store, one) for one in found], "next": following}


def retry_webhook(operator: Operator, account: str, webhook: str, why: str = "") -> dict[str, Any]:
    """Send a webhook's waiting events now; one that failed for days, or was switched off by an operator, is enabled
    again.

    :raises AdminError: ``not-found``; ``not-possible`` if its owner has to test it first.
    """
    operator.note("webhook retry", _named_webhook(account, webhook), why)
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


def switch_off_webhook(operator: Operator, account: str, webhook: str, why: str) -> dict[str, Any]:
    """Switch a webhook off: its waiting events are dropped, and its owner is told why and cannot switch it on again.

    :raises AdminError: ``not-found``; ``not-possible`` if an operator has done it already.
    """
    operator.note("webhook off", _named_webhook(account, webhook), reason(why))
    store = operator.store
    for _ in range(TRIES):
        found = _webhook(store, account, webhook)
        if found.reason == BY_OPERATOR:
            raise AdminError("not-possible", f"it is switched off: {found.why}")
        if store.change_webhook(found, forget=True, state="disabled", reason=BY_OPERATOR, why=why):
            tell_disabled(store, found, BY_OPERATOR, store.now(), occasion=BY_OPERATOR, why=why)
            return {"account": account, "webhook": webhook}
    raise AdminError("not-possible", "it keeps changing: try again")


def _hook_line(store: Store, one: Webhook) -> dict[str, Any]:
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


def _named_webhook(account: str, webhook: str) -> str:
    if not keys.ACCOUNT.fullmatch(account):
        raise AdminError("invalid", "give the id of an account", "/account")
    if not keys.WEBHOOK.fullmatch(webhook):
        raise AdminError("invalid", "give the id of a webhook: w_ and 16 digits", "/webhook")
    return f"{account}:{webhook}"

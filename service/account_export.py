"""Everything stored about an account, as one document: for its owner, and for an operator who is asked for it.

Each part is introduced in the owner's language. Secrets are left out: texts of tokens, keys of webhooks, login codes.
"""

import logging
from collections.abc import Sequence
from datetime import date
from typing import Any

from engine.contract import Language
from engine.kit.text.phrases import book_of, language_of
from engine.protocol.log import timestamp
from service.accounts.access.passkeys import Passkey, passkeys_of
from service.accounts.access.tokens import made_subscriptions
from service.accounts.browsers import Browser, browsers_of
from service.accounts.chats import chat_info
from service.accounts.mail.mail_preferences import notifications
from service.accounts.people import own_ratings
from service.accounts.webhooks import public_key
from service.bot_policy import policy_of
from service.calendar import today, vacations_of
from service.config.settings import MailPictures
from service.keys.signing import Links
from service.matches.absence.absence import of_account
from service.matches.absence.fair_hours import night_of
from service.matches.margins import exported_margins
from service.notifications.events import published
from service.store.accounts.events import MOST
from service.store.accounts.operators import Blocking
from service.store.accounts.webhooks import Attempt, Webhook
from service.store.keys import DIGEST, MAIL, PUSH, recipient_of
from service.store.records import Account
from service.store.store import Store, Token
from service.store.values import READING


def about_export(language: Language) -> dict[str, str]:
    """Return a description of each part; English for unknown languages."""
    return dict(book_of("service", language_of(language)).below("export"))


DAY = 86_400_000

log = logging.getLogger("siegelpost.export")


def exported(
    store: Store,
    mine: Account,
    *,
    links: Links | None,
    bots: Sequence[Account],
    hooks: Sequence[Webhook],
    pictures: MailPictures,
    push_key: str | None = None,
    current: str | None = None,
) -> dict[str, Any]:
    """Return the document.

    :param links: the secret for the public keys of webhooks; without it they are None.
    :param pictures: the default for showing the table in letters.
    :param push_key: the current key for browsers' subscriptions.
    :param current: the requesting token.
    """
    going, over = store.unfinished_of(mine.id), store.all_finished_of(mine.id)
    recipients = [
        recipient_of(mine.id, None),
        recipient_of(mine.id, None, DIGEST),
        *(recipient_of(mine.id, match, channel) for match in [*going, *over] for channel in (MAIL, PUSH)),
    ]
    now = store.now()
    return {
        "about": about_export(mine.language),
        "exported_at": timestamp(now),
        "me": me_info(mine, store.blocking(mine.id)),
        "blocked": _blocked(store, mine),
        "notifications": notifications(mine, pictures),
        "subscriptions": made_subscriptions(mine),
        "tokens": [token_info(one, current) for one in store.tokens_of(mine.id)],
        "networks_seen_at": [timestamp(at) for at in store.networks_seen(mine.mail)],
        "bots": [
            {"bot": bot_info(one), "tokens": [token_info(of, None) for of in store.tokens_of(one.id)]} for one in bots
        ],
        "webhooks": [
            {
                "webhook": webhook_info(one, links, now),
                "attempts": [attempt_info(of) for of in store.webhook_attempts(mine.id, one.id)],
            }
            for one in hooks
            if one.form == "webhook"
        ],
        "chats": [
            {"chat": chat_info(one), "attempts": [attempt_info(of) for of in store.webhook_attempts(mine.id, one.id)]}
            for one in hooks
            if one.form != "webhook"
        ],
        "browsers": [browser_info(one, push_key) for one in browsers_of(mine)],
        "passkeys": [passkey_info(one) for one in passkeys_of(mine)],
        "vacations": vacations_info(mine, now),
        "matches": [
            *(_match(match, None) for match in going),
            *(_match(match, closed) for match, closed in over.items()),
        ],
        "events": [published(one.position, one.id, one.event) for one in store.feed(mine.id, None, MOST).events],
        "letters_waiting": [
            {
                "kind": one["kind"],
                "match": one["match"] or None,
                "at": timestamp(one["at"]),
                "send_at": timestamp(one["send_at"]),
            }
            for waiting in store.notices_many(recipients)
            for one in waiting.pending
        ],
        "deliveries": deliveries_of(store, recipients),
        "bounces": bounces_of(store, mine.id),
        "blocks": [{"player": one, "since": timestamp(at)} for one, at in store.blocks_of(mine.id).items()],
        "margins": exported_margins(store.margins_of(mine.id), mine),
        "puzzles": [
            {"date": day, "choice": place + 1} for day, place in sorted(store.answered_puzzles(mine.id).items())
        ],
        "tournaments": [
            {"tournament": tournament, "team": team or None} for tournament, team in store.entries_of(mine.id).items()
        ],
        "ratings": own_ratings(store, mine.id),
        "answered_in_time": [one == "1" for one in mine.answered],
    }


def _blocked(store: Store, account: Account) -> dict[str, str] | None:
    found = store.blocking(account.id)
    return None if found is None else {"since": timestamp(found.since), "why": found.why}


def me_info(account: Account, blocking: Blocking | None = None) -> dict[str, Any]:
    """Return an account as its owner sees it."""
    return {
        "account": account.id,
        "name": account.name,
        "mail": account.mail,
        "other_mails": account.other_mails,
        "language": account.language,
        "zone": account.zone,
        "night": night_info(account),
        "created_at": timestamp(account.created),
        "verified": account.verified,
        "bouncing": account.bouncing,
        "blocked": None if blocking is None else {"since": timestamp(blocking.since), "why": blocking.why},
        "reliability": of_account(account),
        "profile": "hidden" if account.is_hidden else "public",
    }


def night_info(account: Account) -> dict[str, int] | None:
    """Return the local hours without deadlines at tables that keep nights, or None if the account has set none."""
    night = night_of(account)
    return None if night is None else {"begins": night.begins, "ends": night.ends}


def token_info(token: Token, current: str | None) -> dict[str, Any]:
    """Return a token as its owner sees it."""
    return {
        "id": token.id,
        "name": token.name,
        "scopes": list(token.scopes),
        "created_at": timestamp(token.created),
        "used_at": _moment(token.used),
        "expires_at": _moment(token.expires),
        "current": token.id == current,
        "kind": token.kind,
        "client": token.client,
    }


def vacations_info(account: Account, now: int) -> list[dict[str, Any]]:
    """Return an account's vacations as its owner sees them; ``now`` in milliseconds."""
    here = today(account, now)
    return [
        {"first": one.first.isoformat(), "last": one.last.isoformat(), "state": _state(one.first, one.last, here)}
        for one in vacations_of(account)
    ]


def bot_info(bot: Account) -> dict[str, Any]:
    """Return a bot as its owner sees it."""
    return {
        "account": bot.id,
        "name": bot.name,
        "owner": bot.owner,
        "created_at": timestamp(bot.created),
        **policy_of(bot),
    }


def browser_info(browser: Browser, push_key: str | None) -> dict[str, Any]:
    """Return a browser as its owner sees it; ``push_key`` is the installation's current key."""
    return {
        "id": browser.id,
        "name": browser.name,
        "service": browser.service,
        "created_at": timestamp(browser.created),
        "failing_since": timestamp(browser.failing_since) if browser.failing_since else None,
        "current": push_key is not None and browser.key == push_key,
    }


def passkey_info(passkey: Passkey) -> dict[str, Any]:
    """Return a passkey as its owner sees it."""
    return {"name": passkey.name, "created_at": timestamp(passkey.created), "used_at": _moment(passkey.used or None)}


def webhook_info(webhook: Webhook, links: Links | None, now: int) -> dict[str, Any]:
    """Return a webhook as its owner sees it."""
    overlap = webhook.overlap_until > now
    return {
        "id": webhook.id,
        "url": webhook.url,
        "name": webhook.name,
        "kinds": list(webhook.kinds),
        "matches": list(webhook.matches),
        "ordered": webhook.ordered,
        "state": webhook.state,
        "reason": webhook.reason or None,
        "why": webhook.why or None,
        "created_at": timestamp(webhook.created),
        "failing_since": timestamp(webhook.failing_since) if webhook.failing_since else None,
        "public_key": None if links is None else public_key(links, webhook),
        "previous_public_key": (public_key(links, webhook, webhook.generation - 1) or None)
        if overlap and links is not None
        else None,
        "overlap_until": timestamp(webhook.overlap_until) if overlap else None,
        "ends_with": webhook.token or None,
    }


def attempt_info(record: Attempt) -> dict[str, Any]:
    """Return an attempt as the webhook's owner sees it."""
    return {
        "event": record["id"],
        "type": record["type"],
        "at": timestamp(record["at"]),
        "attempt": record["attempt"],
        "state": record["state"],
        "status": record["status"],
        "duration_ms": record["duration"],
        "answer": record["answer"],
        "retry_at": None if record["retry_at"] is None else timestamp(record["retry_at"]),
    }


def deliveries_of(store: Store, recipients: Sequence[str]) -> list[dict[str, Any]]:
    """Return the records of mails to these recipients, newest first."""
    records = [one for attempts in store.deliveries_many(recipients) for one in attempts]
    shown = [one for record in records if (one := _delivery(record)) is not None]
    return sorted(shown, key=lambda one: str(one["at"]), reverse=True)


def bounces_of(store: Store, account: str) -> list[dict[str, Any]]:
    """Return the reports about bounced mails, newest first."""
    found = store.bounces(account)
    return [
        {"at": timestamp(one.at), "sent_on": timestamp(one.day * DAY)[:10], "status": one.status}
        for one in sorted(found, key=lambda one: -one.at)
    ]


def _delivery(record: dict[str, Any]) -> dict[str, Any] | None:
    """Return a record as its reader sees it, or None if it is unreadable."""
    try:
        return {
            "channel": record.get("channel", MAIL),
            "mail": record["mail"],
            "match": record["match"] or None,
            "kinds": record["kinds"],
            "state": record["state"],
            "attempt": record["attempt"],
            "at": timestamp(record["at"]),
            "answer": record["answer"],
            "dropped": [{"kind": one["kind"], "reason": one["reason"]} for one in record["dropped"]],
            "retry_at": _moment(record.get("retry_at")),
        }
    except READING as error:
        log.error("a delivery record cannot be read: %s", type(error).__name__)
        return None


def _state(first: date, last: date, here: date) -> str:
    return "over" if last < here else "to-come" if here < first else "now"


def _match(match: str, closed: int | None) -> dict[str, Any]:
    path = f"/v1/matches/{match}"
    return {
        "match": match,
        "closed_at": None if closed is None else timestamp(closed),
        "log": f"{path}/log.jsonl",
        "messages": f"{path}/messages",
        "talk": f"{path}/talk",
    }


def _moment(milliseconds: int | None) -> str | None:
    return None if milliseconds is None else timestamp(milliseconds)

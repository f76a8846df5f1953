"""What tests of deliveries share: matches with news, time that passes at once, and real worker processes."""

import os
import sys
from email.message import EmailMessage
from typing import Any

import redis

from service.context import Context
from service.keys.signing import new_match_id
from service.matches import acts
from service.matches.pace import check_pace
from service.matches.seating import creation, lobby
from service.store import keys
from service.store.records import Account, Notice
from tests.servers import forked
from tests.workers.mail.post_office import PostOffice
from workers.resolve.drain import drain_once


def begin(context: Context, ann: Account, ben: Account, **wishes: Any) -> str:
    """Start a match between Ann and Ben."""
    match = new_match_id()
    pace = check_pace({"kind": "duration", "seconds": 86_400})
    creation.create(context, ann, creation.NewMatch(rules="kontor", grace=0, pace=pace, **wishes), match)
    lobby.join(context, match, ben, seat=None, invitation=None)
    drain_once(context)
    return match


def invite(context: Context, ann: Account, ben: Account) -> str:
    """Ann makes a private match and invites Ben."""
    match = new_match_id()
    creation.create(context, ann, creation.NewMatch(rules="kontor", visibility="private", invite=[ben.id]), match)
    return match


def commit(context: Context, match: str, seat: int, move: dict[str, Any] | None = None) -> None:
    """Seal an answer to the decision that stands."""
    record = context.store.load(match)
    assert record is not None
    acts.commit(context, record, seat, acts.SeatAct(record.table["standing"][0]["id"], move=move or {"type": "pass"}))


def hurry(context: Context, *recipients: str) -> None:
    """Let all waiting times pass: hold-off, back-off and the leases of the dead. Of everybody, unless some are named."""
    with redis.Redis.from_url(context.settings.redis_url) as client:
        for bucket in range(keys.BUCKETS):
            for recipient in client.zrange(keys.out(bucket), 0, -1):
                if not recipients or recipient.decode() in recipients:
                    client.zadd(keys.out(bucket), {recipient: 1})


def to(office: PostOffice, one: Account) -> list[EmailMessage]:
    return [letter for letter in office.letters if one.mail in str(letter["To"])]


def records(context: Context, match: str, one: Account) -> list[dict[str, Any]]:
    return context.store.deliveries(f"{match}:{one.id}")


def login(context: Context, one: Account, code: str, *, after: int = 0, lasts: int = 900_000) -> Notice:
    now = context.store.now()
    facts = {
        "hidden_code": context.links.hide("login", code), "expires": now + lasts,
        "language": one.language, "zone": one.zone,
    }  # fmt: skip
    return Notice(
        id=f"login.{code}", kind="login", account=one.id, match="", seat=None, n=0,
        facts=facts, at=now + after, send_at=now,
    )  # fmt: skip


def environment(context: Context) -> dict[str, str]:
    """Return the environment a worker process of this service has."""
    settings = context.settings
    return {
        **os.environ, "REDIS_URL": settings.redis_url, "SMTP_URL": settings.smtp_url, "SIEGELPOST_HOLD_OFF": "3600",
        "SIEGELPOST_SIGNING_KEY": str(settings.signing_key), "SIEGELPOST_LINK_SECRET": str(settings.link_secret),
        "SIEGELPOST_RESOLVER_PUBLIC": str(settings.resolver_public),
    }  # fmt: skip


def deliverer(context: Context) -> forked.Running:
    """Start a real worker process that delivers once."""
    assert context.settings.link_secret is not None
    log = context.settings.link_secret.with_name("deliverer.log")
    return forked.start([sys.executable, "-m", "tests.workers.mail.sending.deliverer"], environment(context), log)

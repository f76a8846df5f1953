"""Messages to chats: what an event says in its reader's words, and one request after another through the guarded sender.

A message is short and always one: the table's title, what happened, until when, and the link. It says nothing that the
event does not say, and of a match only its title and the names of those asked, so nothing hidden can be in it.
"""

import time
from typing import Any

from engine.kit.text.phrases import book_of
from engine.match.asking import standing_of
from engine.match.pauses import pause_of
from engine.registry import game_of
from service.accounts.chat_services import BY_NAME, BadChat, Markup, Outgoing, Refused, Reply, deliver, harmless
from service.accounts.chats import revealed
from service.accounts.webhooks import BadTarget, checked_url
from service.config.settings import Settings
from service.keys.signing import Links
from service.notifications.digests import quiet_until
from service.notifications.kinds import KINDS
from service.notifications.overtaking import Situation
from service.notifications.planning import lost, muted, overtaken
from service.store.accounts.webhooks import Waiting, Webhook
from service.store.connection.connect import Unreadable
from service.store.records import Account, Notice, Record
from service.store.store import Store
from service.text.names import plain
from workers.mail.page import Page
from workers.mail.parts.telling import listed
from workers.mail.reader import Reader
from workers.webhooks.post import Answer, NotSent, Poster

GONE = (401, 403, 404)
"""Statuses by which a chat service says that it no longer knows the chat, or us; 410 says so at once."""
REFUSALS = 3
"""After so many refusals in a row it is believed."""
MOST_READ = 16_384
"""Bytes of a service's answer that its plugin gets to read."""
LONGEST_TITLE, MOST_NAMES = 80, 6


class NoNews(Exception):
    """The event is outdated and not sent; the message says why."""


class Later(Exception):
    """The event is to be sent at ``at`` (ms), unless it is outdated by then."""

    def __init__(self, at: int) -> None:
        self.at = at
        super().__init__()


def rests_until(store: Store, webhook: Webhook) -> int:
    """Return until when (ms) a webhook gets nothing but tests, because its account sleeps; 0 if it may get something."""
    account = store.account(webhook.account) if webhook.form == "chat" else None
    return 0 if account is None else quiet_until(account, store.now()) or 0


def post(settings: Settings, store: Store, links: Links, poster: Poster, webhook: Webhook, entry: Waiting) -> Answer:
    """Send an event to a chat and return the service's answer.

    :raises NotSent: when there is none, or it says no with a status of success. :raises NoNews: when time has overtaken it.
    :raises Later: when it is too early.
    """
    service = BY_NAME.get(webhook.service)
    if service is None or service.name not in settings.chats:
        raise NotSent("this installation does not write to this service")
    last, ends = Answer(0), time.monotonic() + poster.whole
    text = _text(settings, store, webhook, entry, service.markup)

    def send(asked: Outgoing) -> Reply:
        target = checked_url(asked.url, settings.webhooks)
        nonlocal last
        last = poster.post(target, asked.headers, asked.body, asked.method, read=MOST_READ, ends=ends)
        return Reply(last.status, last.body)

    try:
        deliver(revealed(links, webhook), text, send)
    except Refused as error:
        said = plain(error.said, 200) if last.shown else ""
        if error.status is None or 200 <= error.status < 300:
            raise NotSent(f"the service does not take it: {said}") from None
        return Answer(error.status, said, max(last.wished, error.wished))
    except BadTarget as error:
        raise NotSent(f"its address {error}") from None
    except (BadChat, ValueError):
        raise NotSent("its address cannot be used any more: make the chat anew") from None
    return Answer(200)


def _text(settings: Settings, store: Store, webhook: Webhook, entry: Waiting, markup: Markup) -> str:
    account = store.account(webhook.account)
    if account is None:
        raise NoNews("the account is gone")
    reader = Reader.of(account, store.now())
    say = book_of("service", reader.language).say
    if entry.get("test"):
        return f"{say('chat.test')}\n{settings.public_url}"
    event = entry["event"]
    try:
        record = store.load(entry["match"]) if entry["match"] else None
    except Unreadable:
        record = None
    if record is None:
        raise NoNews("the match cannot be read")
    page = Page(reader, settings.public_url, "", record, game_of(record.table))
    said = _awaited(page, event, markup) if webhook.form == "table" else _told(page, account, entry)
    ends = event.get("deadline_at") or event.get("opening_ends_at")
    until = say("chat.until", by=reader.short_moment(ends)) if ends else ""
    title = harmless(plain(page.short_title, LONGEST_TITLE), markup)
    return f"{title}: {said}{until}\n{page.table_url}"


def _told(page: Page, account: Account, entry: Waiting) -> str:
    """Return what an event says to the person whom it happens to."""
    kind = str(entry["event"].get("type"))
    row = KINDS.get(kind)
    if row is None:
        raise NoNews("it is not told here")
    notice = _notice(account, entry)
    if muted(notice, account):
        raise NoNews("its reader has muted it at this table")
    if lost(notice, page.match) or (
        row.wants is not None and overtaken(notice, Situation(page.match, (), page.match.now))
    ):
        raise NoNews("it is no news any more")
    return book_of("service", page.reader.language).say(f"chat.kinds.{kind}")


def _awaited(page: Page, event: dict[str, Any], markup: Markup) -> str:
    """Return a message naming all players whom the decision asks: who has answered already is not public.

    :raises Later: while an answer by standing orders may be held back (``hold``), so that no message reveals it.
    """
    record: Record = page.match
    standing = standing_of(record.table, str(event.get("decision", {}).get("id", "")))
    if standing is None or standing["phase"] != "open" or pause_of(record.table) is not None:
        raise NoNews("nobody is asked that any more")
    shown = standing["opened"] + record.table["hold"]
    if not standing["sealed"] and page.reader.now < shown:
        raise Later(shown)
    names = [harmless(plain(page.names[seat], 40), markup) for seat in standing["seats"][:MOST_NAMES]]
    names += ["…"] if len(standing["seats"]) > MOST_NAMES else []
    return book_of("service", page.reader.language).say("chat.awaited", names=listed(names, page.reader))


def _notice(account: Account, entry: Waiting) -> Notice:
    """Return the notice that an event was made from, as far as rules of relevance look at it."""
    event = entry["event"]
    made = Notice(
        id=entry["id"],
        kind=str(event["type"]),
        account=account.id,
        match=str(event["match"]),
        seat=event["seat"],
        n=event["n"] or 0,
        at=event["at"],
        send_at=event["at"],
        facts={},
    )
    if "decision" in event:
        made["decision"] = str(event["decision"]["id"])
    return made

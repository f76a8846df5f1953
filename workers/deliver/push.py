"""Web push as a channel: each question to the account goes to each of its browsers, encrypted, in a few words.

A message is encrypted for one browser (RFC 8291), signed with our key (RFC 8292) and addressed to its push service (RFC
8030). It replaces the previous one about the same table, at the push service and on the screen, so an ambiguous one is
simply sent again. It counts as sent once one of the browsers has it: the others get the next one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parseaddr
from functools import cached_property

import http_ece
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from py_vapid import Vapid02

from engine.protocol.canon import b64, tagged_hash, unb64
from engine.registry import game_of
from service.accounts.browsers import (
    MOST,
    Browser,
    note_failure,
    note_success,
    push_targets,
    remove_browser,
    told_browsers,
)
from service.accounts.webhooks import BadTarget, Target, checked_url
from service.context import Context
from service.keys.keyring import PushKey
from service.notifications.channel import AtHandover, Bundle, NotHanded, Permanent, Temporary
from service.notifications.delivery import Reason
from service.notifications.digests import quiet_until
from service.notifications.kinds import kind_of
from service.notifications.notices import seat_told
from service.notifications.overtaking import Situation
from service.notifications.planning import Plan, lost, overtaken, unwanted
from service.store.records import Account, Notice, Record
from service.text.names import plain
from workers.mail.headers import company
from workers.mail.page import Page
from workers.mail.parts.question import headline
from workers.mail.reader import Reader
from workers.webhooks.post import Answer, NotSent, Poster, tls_context

GOOD_FOR = 12 * 3_600
"""Seconds for which the signature is valid; at most a day is allowed."""


@dataclass(frozen=True)
class Envelope:
    """The public part of a message, which the push service learns.

    :ivar about: the subject: a later message with the same one replaces it. The service learns only a digest.
    :ivar urgent: whether a phone that saves its battery should be woken.
    :ivar life: the seconds for which the service keeps the message for a browser that is off.
    """

    about: str
    urgent: bool
    life: int


def addressed(
    content: bytes, envelope: Envelope, browser: Browser, target: Target, key: PushKey, contact: str, now: int
) -> tuple[Mapping[str, str], bytes]:
    """Return the headers and the body of the request to a push service.

    :param target: the parsed ``browser.endpoint``.
    :param contact: an email address of the operator, as ``SIEGELPOST_MAIL_FROM`` has it.
    :param now: in seconds since 1970.
    """
    body: bytes = http_ece.encrypt(
        content,
        private_key=generate_private_key(SECP256R1()),
        dh=unb64(browser.public_key),
        auth_secret=unb64(browser.secret),
        version="aes128gcm",
    )
    signer = Vapid02(key.private_key, conf={"no-strict": True})  # an operator's address need not look as it expects
    audience = f"{'https' if target.secure else 'http'}://{target.authority}"
    signed: dict[str, str] = signer.sign(
        {"aud": audience, "exp": now + GOOD_FOR, "sub": f"mailto:{parseaddr(contact)[1]}"}
    )
    return {
        **signed,
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(envelope.life),
        "Urgency": "high" if envelope.urgent else "normal",
        "Topic": b64(tagged_hash("siegelpost/push topic/v1", browser.id.encode(), envelope.about.encode())[:24]),
    }, body


GONE = (404, 410)
"""Statuses by which a push service says that it no longer knows the browser (RFC 8030, section 7.3)."""
WHOLE = 5.0
"""Seconds for one push service; they take a fraction of one."""
ALL = 15.0
"""Seconds for all browsers of an account: one that is too slow waits for the next message."""
LONGEST_TITLE, LONGEST_LINE = 80, 160
DELAYS = (60_000, 180_000, 600_000, 1_800_000)
"""Delays after the first failures, in milliseconds; then it is given up, since the letter has gone out anyway."""
KEPT = 7 * 86_400
"""Seconds for which a push service keeps a message without a deadline, for a browser that is off."""
LONGEST_KEPT = 28 * 86_400


def open_channel(context: Context) -> WebPush:
    """Return web push with the installation's keys."""
    return WebPush(context)


@dataclass(frozen=True)
class Message:
    """A message to browsers: the canonical bytes before encryption, and the part that push services may know."""

    content: bytes
    envelope: Envelope


class WebPush:
    """Notifications in the browsers registered for an account."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @cached_property
    def _poster(self) -> Poster:
        return Poster(push_targets(self._context), tls_context(), whole=WHOLE)

    def serves(self, account: Account) -> bool:
        """Serve accounts with a browser, if there is a key."""
        return self._context.push is not None and bool(told_browsers(self._context, account))

    def host(self, account: Account) -> str:
        """Return the push services of the account's browsers."""
        return " ".join(sorted({one.service for one in told_browsers(self._context, account)}))

    def rests(self, account: Account, now: Callable[[], int]) -> int | None:
        """Return the end of the account's quiet hours."""
        return quiet_until(account, now())

    def judge(self, notice: Notice, situation: Situation, *, account: Account | None) -> Reason | None:
        """Return why no browser shows this notice."""
        if account is None:
            return "no-address"
        return lost(notice, situation.record) or unwanted(notice, account) or overtaken(notice, situation)

    def lingers(self, plan: Plan, account: Account, record: Record | None, now: int) -> int | None:
        """Return None: its content is worth nothing later."""
        return None

    def limit(self, plan: Plan, account: Account) -> None:
        """Drop nothing: every notification was asked for."""

    def write(self, bundle: Bundle) -> Message:
        """Return the message that browsers show; :raises ValueError: when there is nothing to show."""
        record, reader = bundle.record, Reader.of(bundle.account, bundle.now)
        if record is None:
            raise ValueError("a push message must be about a match")
        page = Page(reader, self._context.settings.public_url, "", record, game_of(record.table))
        news = sorted(bundle.notices, key=lambda one: (one["n"], one["at"]))
        lines, _ = headline(news, page)
        deadlines = [one["facts"].get("deadline") or one["facts"].get("opening_ends") for one in news]
        until = max((one for one in deadlines if one is not None), default=None)
        content = {
            "title": plain(
                " ".join(filter(None, (page.short_title, company(page, seat_told(news))[0]))), LONGEST_TITLE
            ),
            "body": plain(lines[0], LONGEST_LINE),
            "language": reader.language,
            "match": record.match,
        }
        return Message(
            json.dumps(content, ensure_ascii=False).encode(),
            Envelope(
                about=record.match,
                urgent=any(kind_of(one).speech == "reminds" for one in news),
                life=KEPT if until is None else min(LONGEST_KEPT, max(60, (until - bundle.now) // 1000)),
            ),
        )

    def stand_in(self, bundle: Bundle) -> None:
        """Return nothing: the letter tells the same. :raises ValueError: always, because it is worth nothing later."""
        raise ValueError("there is nothing to show")

    def send(self, written: Message, bundle: Bundle, at_handover: AtHandover) -> str:
        """Hand the message to the push service of each browser; a browser that no longer exists is forgotten."""
        if not at_handover():
            raise NotHanded("somebody else sends it")
        account = self._context.store.account(bundle.account.id) or bundle.account
        ends = time.monotonic() + ALL
        said: list[str] = []
        arrived = again = 0
        for browser in told_browsers(self._context, account)[:MOST]:
            late = time.monotonic() > ends
            answer = "there was no time left for it" if late else self._send_one(written, account, browser)
            if isinstance(answer, str):
                again += 1
            elif 200 <= answer.status < 300:
                arrived += 1
                note_success(self._context, account.id, browser)
                continue
            elif answer.status in GONE:
                remove_browser(self._context, account.id, browser.id)
            else:
                again += answer.status == 429 or answer.status >= 500
            if not isinstance(answer, Answer) or answer.status not in GONE:
                note_failure(self._context, account.id, browser)
            said.append(f"{browser.name}: {answer if isinstance(answer, str) else answer.status}")
        told = "; ".join([f"shown to {arrived}", *said])
        if arrived:
            return told
        raise Temporary(told) if again else Permanent(told)

    def _send_one(self, written: Message, account: Account, browser: Browser) -> Answer | str:
        """Return a push service's answer, or why there is none."""
        keys = self._context.push
        key = None if keys is None else keys.named(browser.key)
        if key is None:
            remove_browser(self._context, account.id, browser.id)
            return Answer(GONE[0])  # its key is given up: the browser takes nothing that another has signed
        settings, now = self._context.settings, self._context.store.now()
        try:
            target = checked_url(browser.endpoint, push_targets(self._context))
            headers, body = addressed(
                written.content, written.envelope, browser, target, key, settings.mail_from, now // 1000
            )
            return self._poster.post(target, headers, body)
        except BadTarget as error:
            return f"its address {error}"
        except NotSent as error:
            return str(error)

    def resends(self, notices: Sequence[Notice]) -> bool:
        """Return True: browsers replace a message with its repeat."""
        return True

    def delay(self, name: str, attempt: int, kinds: Sequence[str]) -> int | None:
        """Return the delay in milliseconds after a failed attempt (counted from 1), or None to give up."""
        return DELAYS[attempt - 1] if attempt <= len(DELAYS) else None

    def close(self) -> None:
        """Do nothing: each message had its own connection."""

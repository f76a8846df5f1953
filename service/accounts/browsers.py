"""The browsers that show an account's news as notifications (web push): a few per account, kept with its preferences.

A subscription is an address at a push service, which the browser's maker runs, and the browser's keys. Nobody can send
anything to the address without our key, but it identifies a device, so it is never shown.
"""

import hashlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.protocol.canon import NotCanonical, unb64
from service.accounts import AccountError
from service.accounts.access.tokens import program_of
from service.accounts.access.work import count
from service.accounts.webhooks import BadTarget, checked_url
from service.config.settings import WebhookTargets
from service.context import Context
from service.ending import keep_unless_ended
from service.store.accounts.tokens import Token
from service.store.records import BROWSERS, Account
from service.store.values import READING

MOST = 8
"""The most browsers per account; one more replaces the oldest."""
MADE = (30, 86_400)
"""The most browsers an account may add, per seconds."""
POINT, SECRET = 65, 16
"""Bytes of a browser's public key (an uncompressed point of P-256), and of its secret (RFC 8291)."""
PATIENCE = 3 * 86_400_000
"""How long messages to a browser may fail before it counts as gone, in milliseconds."""


@dataclass(frozen=True)
class Browser:
    """One subscription. ``created`` and ``failing_since`` in milliseconds (0: the last message arrived).

    :ivar id: made from the address, so that the same browser is always the same.
    :ivar public_key: of the browser, base64url: an uncompressed point of P-256.
    :ivar secret: of the browser, base64url: 16 bytes that go into every message's key.
    :ivar key: short name of our key that it was made under.
    :ivar token: the token that added it; of a program, and of its tokens, the one that was granted to it.
    :ivar ends_with_token: whether it ends when that token does, by itself, too. A person's own browser is told until somebody
        ends it or its session: it is signed in again after the session has run out.
    """

    id: str
    endpoint: str
    public_key: str
    secret: str
    name: str
    key: str
    created: int
    failing_since: int = 0
    token: str = ""
    ends_with_token: bool = False

    @property
    def service(self) -> str:
        """The host of the push service."""
        return checked_url(self.endpoint, "any").host


def browsers_of(account: Account) -> list[Browser]:
    """Return the account's browsers, the oldest first; unreadable ones are left out."""
    found = []
    stored = account.prefs.get(BROWSERS, [])
    for one in stored if isinstance(stored, list) else []:
        try:
            made = Browser(**one)
            if made.service:  # where that cannot be told, nothing can be sent
                found.append(made)
        except READING:
            continue
    return found


def told_browsers(context: Context, account: Account) -> list[Browser]:
    """Return the account's browsers, the oldest first, without those whose token has ended."""
    found = browsers_of(account)
    good = context.store.good_tokens([one.token for one in found if one.ends_with_token])
    return [one for one in found if not one.ends_with_token or one.token in good]


def push_targets(context: Context) -> WebhookTargets:
    """Return where messages may be sent: to public addresses, or anywhere if webhooks may go anywhere, too."""
    return "any" if context.settings.webhooks == "any" else "public"


def add_browser(context: Context, token: Token, *, endpoint: str, public_key: str, secret: str, name: str) -> Browser:
    """Add a browser, or update an existing one; one too many replaces the oldest.

    :param token: which adds it to its account.
    :raises AccountError: ``no-push``, ``invalid``, ``too-many-browsers``.
    """
    if context.push is None:
        raise AccountError("no-push", "this installation has no key for web push")
    try:
        checked_url(endpoint, push_targets(context))
    except BadTarget as error:
        raise AccountError("invalid", str(error), "/endpoint") from error
    _check_keys(public_key, secret)
    count(context, "browsers-added", token.account, MADE, "too-many-browsers")
    made = Browser(
        browser_id(endpoint),
        endpoint,
        public_key,
        secret,
        name,
        context.push.newest.key_id,
        context.store.now(),
        token=program_of(token, context.store.tokens_of(token.account)) or token.id,
        ends_with_token=token.kind != "session",
    )
    _change(context, token.account, lambda known: [*(one for one in known if one.id != made.id), made][-MOST:])
    keep_unless_ended(context.store, token, lambda: remove_browser(context, token.account, made.id))
    return made


def remove_browser(context: Context, account: str, browser: str) -> bool:
    """Remove a browser; return ``False`` if there was none with that id."""
    there = False

    def without(known: list[Browser]) -> list[Browser]:
        nonlocal there
        there = any(one.id == browser for one in known)
        return [one for one in known if one.id != browser]

    _change(context, account, without)
    return there


def note_success(context: Context, account: str, browser: Browser) -> None:
    """Record that a message has arrived; write only if the last one had not."""
    if browser.failing_since:
        _change(context, account, lambda known: [_with(one, browser, failing_since=0) for one in known])


def note_failure(context: Context, account: str, browser: Browser) -> None:
    """Record that a message has not arrived; remove the browser if none has for days."""
    now = context.store.now()
    if not browser.failing_since:
        _change(context, account, lambda known: [_with(one, browser, failing_since=now) for one in known])
    elif now - browser.failing_since > PATIENCE:
        remove_browser(context, account, browser.id)


def browser_id(endpoint: str) -> str:
    """Return the id of the browser with this address: ``b_`` and the first 16 hexadecimal digits of its SHA-256."""
    return f"b_{hashlib.sha256(endpoint.encode()).hexdigest()[:16]}"


def _with(one: Browser, wanted: Browser, **changes: Any) -> Browser:
    return replace(one, **changes) if one.id == wanted.id else one


def _change(context: Context, account: str, change: Callable[[list[Browser]], list[Browser]]) -> None:
    def changed(now: Account) -> dict[str, Any]:
        kept = [asdict(one) for one in change(browsers_of(now))]
        others = {name: value for name, value in now.prefs.items() if name != BROWSERS}
        return {**others, BROWSERS: kept} if kept else others

    context.store.change_prefs(account, changed)


def _check_keys(public_key: str, secret: str) -> None:
    """Refuse keys that no browser would have. :raises AccountError: ``invalid``."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    try:
        point = unb64(public_key)
        if len(point) != POINT:
            raise ValueError("wrong length")
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    except (NotCanonical, ValueError):
        raise AccountError(
            "invalid", "must be the base64url of a point of P-256, uncompressed: the browser's key 'p256dh'", "/p256dh"
        ) from None
    try:
        if len(unb64(secret)) != SECRET:
            raise ValueError("wrong length")
    except (NotCanonical, ValueError):
        raise AccountError(
            "invalid", f"must be the base64url of {SECRET} bytes: the browser's key 'auth'", "/auth"
        ) from None

"""Managing webhooks: making, changing and testing them, rotating their keys, resending events.

Nothing is sent from here: requests to other people's servers leave from the clock's process alone
(:mod:`workers.webhooks`).

A webhook made by a program ends with the person's grant to that program, and the program sees no others, whichever of
its tokens it uses. A webhook that a person makes with a personal token stays until they delete it.

Events are signed after Standard Webhooks 1.0.0: HMAC-SHA256 (``v1``) and Ed25519 (``v1a``). Each webhook has its own keys,
so that one receiver's requests prove nothing to another. They are derived from the installation's secret, the webhook and a
number incremented by rotation; none of them is stored.

The rules for addresses concern the URL as given, and the machine that its host name resolves to. A webhook makes this service
send requests to a stranger's choice of address, from inside the operator's network. So by default only https is allowed, and
only to addresses that anybody on the internet could reach. The host's addresses are checked again at every delivery, because
its owner can point it anywhere.
"""

import base64
import hmac
import re
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

import nacl.signing

from service.accounts import AccountError, AccountErrorCode
from service.accounts.access.tokens import program_of
from service.accounts.access.work import count
from service.config.settings import WebhookTargets
from service.context import Context
from service.ending import keep_unless_ended, why_blocked
from service.keys.signing import KeyMissing, Links
from service.notifications.events import TEST, event_of
from service.processes.bell import CLOCK, ring
from service.store.accounts.events import StoredEvent
from service.store.accounts.tokens import Token
from service.store.accounts.webhooks import BY_OPERATOR, Form, Waiting, Webhook
from service.store.records import Notice

MOST = 10
"""Webhooks of an account."""
MADE = (30, 86_400)
TESTS = (20, 3_600)
REPLAYS = (60, 3_600)
"""The most webhooks an account makes, tests, and resends, per seconds."""
PAGE = 500
HOOKS: tuple[Form, ...] = ("webhook",)
UNPROVEN: Mapping[str, Any] = {
    "state": "unconfirmed", "reason": "", "failures": 0, "failing_since": 0, "pause_until": 0
}  # fmt: skip
"""The changes to a webhook that leads elsewhere: it has to answer a test again."""


def create(context: Context, token: Token, webhook: str, **wishes: Any) -> Webhook:
    """Make a webhook with this id, not confirmed yet; making it again changes nothing.

    :param wishes: url, name, kinds, matches, ordered.
    :raises AccountError: ``invalid``, ``too-many-webhooks``, ``no-webhooks``.
    """
    _check(context, wishes["url"])
    if context.store.webhook(token.account, webhook) is None:
        count(context, "webhooks-made", token.account, MADE, "too-many-webhooks")
    return keep(context, token, webhook, MOST, "too-many-webhooks", **wishes)


def keep(context: Context, token: Token, webhook: str, most: int, full: AccountErrorCode, **wishes: Any) -> Webhook:
    """Store a new webhook, or return the one that is there, bound to what the token is bound to.

    :param most: how many of its form an account may have, and ``full`` the problem if there are as many.
    :raises AccountError: ``full``, ``blocked``.
    """
    _not_while_blocked(context, token.account)
    program, now = _program(context, token), context.store.now()
    made = Webhook(
        id=webhook,
        account=token.account,
        created=now,
        token=program,
        link_secret=context.links.key_id,
        cursor=context.store.feed_ends([token.account])[0],
        **_normal(wishes),
    )
    if context.store.add_webhook(made, most) == "full":
        raise AccountError(full, f"an account has at most {most} of them: delete one first")
    keep_unless_ended(context.store, token, lambda: context.store.delete_webhook(token.account, webhook))
    return webhook_of(context, token, webhook)


def move(context: Context, token: Token, before: Webhook, **wishes: Any) -> Webhook:
    """Lead a webhook elsewhere, bound to what the token is bound to, without what waits for it.

    :raises AccountError: ``blocked``, ``no-webhooks``, ``not-found``.
    """
    _not_while_blocked(context, token.account)
    bound = {
        "token": _program(context, token),
        "link_secret": context.links.key_id,
        "cursor": context.store.feed_ends([token.account])[0],
    }
    while True:
        _not_off(before)
        if context.store.change_webhook(before, forget=True, **_normal(wishes), **UNPROVEN, **bound):
            break
        before = webhook_of(context, token, before.id)
    keep_unless_ended(context.store, token, lambda: context.store.delete_webhook(token.account, before.id))
    return webhook_of(context, token, before.id)


def webhooks_of(context: Context, token: Token, forms: Collection[Form] = HOOKS) -> list[Webhook]:
    """Return the webhooks visible to a token, the oldest first, without those whose program has lost its grant."""
    program, known = _program(context, token), context.store.webhooks_of(token.account)
    found = [one for one in known if one.form in forms and (not program or one.token == program)]
    return [one for one in found if not _has_ended(context, one)]


def webhook_of(context: Context, token: Token, webhook: str) -> Webhook:
    """Return a webhook that a token may see. :raises AccountError: ``not-found``."""
    found = context.store.webhook(token.account, webhook)
    program = _program(context, token)
    if found is None or (program and found.token != program) or _has_ended(context, found):
        raise AccountError("not-found", f"you have no such {_noun(webhook)}")
    return found


def _noun(webhook: str) -> str:
    return "webhook" if webhook.startswith("w_") else "chat"


def change(
    context: Context, token: Token, webhook: str, allowed: Callable[[Webhook], None], wishes: Mapping[str, Any]
) -> Webhook:
    """Change a webhook's events or address; one with a new address has to answer a test again.

    :param allowed: a check of the current webhook, whose exceptions are passed on.
    :raises AccountError: ``invalid``, ``not-found``, ``no-webhooks``.
    """
    _check(context, wishes["url"])
    while True:
        before = webhook_of(context, token, webhook)
        allowed(before)
        _not_off(before)
        changes = _normal(wishes)
        moved = changes["url"] != before.url
        if moved:
            _not_while_blocked(context, token.account)
            changes |= UNPROVEN
        if context.store.change_webhook(before, forget=moved, **changes):
            return webhook_of(context, token, webhook)


def rotate(context: Context, token: Token, webhook: str, overlap: int) -> Webhook:
    """Give a webhook new keys; the previous ones go on signing for ``overlap`` seconds. :raises AccountError:
    ``not-found``."""
    while True:
        before = webhook_of(context, token, webhook)
        until = context.store.now() + overlap * 1000
        keys: dict[str, Any] = {"link_secret": context.links.key_id, "former_link_secret": before.link_secret}
        if context.store.change_webhook(before, generation=before.generation + 1, overlap_until=until, **keys):
            return webhook_of(context, token, webhook)


def delete(context: Context, token: Token, webhook: str) -> None:
    """Delete a webhook. :raises AccountError: ``not-found``."""
    found = webhook_of(context, token, webhook)
    context.store.delete_webhook(found.account, found.id)


def test(context: Context, token: Token, webhook: str) -> str:
    """Send a test and return the id of its event; an answer of 2xx activates the webhook.

    :raises AccountError: ``not-found``, ``too-many-deliveries``, ``no-webhooks``.
    """
    found = webhook_of(context, token, webhook)
    _not_off(found)
    _not_while_blocked(context, token.account)
    if found.form == "webhook":
        _check(context, found.url)
    count(context, "webhook-tests", token.account, TESTS, "too-many-deliveries")
    now, mark = context.store.now(), secrets.token_hex(8)
    event = event_of(
        Notice(
            id=f"{TEST}.{mark}",
            kind=TEST,
            account=token.account,
            match="",
            seat=None,
            n=0,
            at=now,
            send_at=now,
            facts={},
        ),
        {},
    )
    _send(
        context,
        found,
        f"t{mark}",
        Waiting(id=f"{TEST}.{mark}", event=event, match=None, attempts=0, due=now, test=True),
    )
    return f"{TEST}.{mark}"


def send_again(context: Context, token: Token, webhook: str, event: str) -> None:
    """Send one event of the feed again. :raises AccountError: ``not-found``, ``webhook-not-active``, ..."""
    found = _to_replay(context, token, webhook)
    stored = _find(context, token.account, event)
    if stored is None:
        raise AccountError("invalid", "is not the id of an event that your feed still has", "/event")
    again = Waiting(
        id=stored.id, event=stored.event, match=stored.event.get("match"), attempts=0, due=context.store.now()
    )
    _send(context, found, stored.position, again)


def send_since(context: Context, token: Token, webhook: str, since: int) -> None:
    """Send all wanted events since a moment (ms) again. :raises AccountError: as :func:`send_again`."""
    while True:
        found = _to_replay(context, token, webhook)
        back = f"{max(0, since - 1)}-{2**31}"
        if _parts(back) >= _parts(found.cursor):
            return  # all of that is still to come
        if context.store.change_webhook(found, cursor=back):
            ring(context.settings.queue_url, [CLOCK])
            return


def _to_replay(context: Context, token: Token, webhook: str) -> Webhook:
    found = webhook_of(context, token, webhook)
    _check(context, found.url)
    if found.state != "active":
        raise AccountError("webhook-not-active", "the webhook has to answer a test first")
    count(context, "webhook-replays", token.account, REPLAYS, "too-many-deliveries")
    return found


def _not_while_blocked(context: Context, account: str) -> None:
    """:raises AccountError: ``blocked``: requests to an address that nobody has confirmed may trouble others."""
    why = why_blocked(context.store, account)
    if why is not None:
        raise AccountError("blocked", why)


def _not_off(webhook: Webhook) -> None:
    """:raises AccountError: ``no-webhooks``, for one disabled by an operator, which only the operator can enable."""
    if webhook.reason == BY_OPERATOR:
        raise AccountError("no-webhooks", f"the operator has switched this {_noun(webhook.id)} off: {webhook.why}")


def _send(context: Context, webhook: Webhook, position: str, entry: Waiting) -> None:
    outcome = context.store.send_to_webhook(webhook, position, entry)
    if outcome == "gone":
        raise AccountError("not-found", f"you have no such {_noun(webhook.id)}")
    if outcome == "full":
        message = f"too many events wait for this {_noun(webhook.id)}: let it catch up first"
        raise AccountError("too-many-deliveries", message, "", 60)
    ring(context.settings.queue_url, [CLOCK])


def _find(context: Context, account: str, event: str) -> StoredEvent | None:
    after: str | None = None
    while True:
        page = context.store.feed(account, after, PAGE)
        found = next((one for one in page.events if one.id == event), None)
        if found is not None or not page.more or not page.events:
            return found
        after = page.events[-1].position


def _has_ended(context: Context, webhook: Webhook) -> bool:
    """Return whether the token that bounds a webhook's life is gone; the next turn or sweep deletes the webhook."""
    return bool(webhook.token) and context.store.token(webhook.token) is None


def _program(context: Context, token: Token) -> str:
    return program_of(token, context.store.tokens_of(token.account) if token.parent else [token])


def _check(context: Context, url: str) -> None:
    targets = context.settings.webhooks
    if targets == "none":
        raise AccountError("no-webhooks", "the operator has switched webhooks off")
    try:
        checked_url(url, targets)
    except BadTarget as error:
        raise AccountError("invalid", str(error), "/url") from None


def _normal(wishes: Mapping[str, Any]) -> dict[str, Any]:
    several = {name: tuple(sorted(set(wishes.get(name, ())))) for name in ("kinds", "matches")}
    return {"name": "", **wishes, **several}


def _parts(position: str) -> tuple[int, int]:
    first, _, second = position.partition("-")
    return int(first), int(second)


OVERLAP = 86_400
"""How many seconds the previous keys go on signing, unless the rotation says otherwise."""
LONGEST_OVERLAP = 7 * 86_400


def shown_secret(links: Links, webhook: Webhook) -> str:
    """Return its HMAC secret in the receivers' format: ``whsec_`` and base64."""
    return "whsec_" + _b64(_secret(links, webhook, webhook.generation))


def public_key(links: Links, webhook: Webhook, generation: int | None = None) -> str:
    """Return its Ed25519 public key in the receivers' format: ``whpk_`` and base64.

    Empty if the installation has given up the secret it was derived from: the webhook gets nothing until it has new
    keys.
    """
    number = webhook.generation if generation is None else generation
    if not _is_held(links, webhook, number):
        return ""
    return "whpk_" + _b64(bytes(_signing_key(links, webhook, number).verify_key))


def signed_headers(links: Links, webhook: Webhook, event: str, now: int, body: bytes) -> dict[str, str]:
    """Return the headers that authenticate a request; for a while after a rotation, with the old keys, too.

    :param event: its id, ``webhook-id``. :param now: milliseconds since 1970.
    :raises KeyMissing: when the installation has given up the secret that its present keys were made from.
    """
    seconds = now // 1000
    content = f"{event}.{seconds}.".encode() + body
    before = webhook.generation - 1
    overlaps = now < webhook.overlap_until and _is_held(links, webhook, before)
    generations = [webhook.generation] + ([before] if overlaps else [])
    signatures = []
    for number in generations:
        mac = hmac.digest(_secret(links, webhook, number), content, "sha256")
        signatures += [f"v1,{_b64(mac)}", f"v1a,{_b64(_signing_key(links, webhook, number).sign(content).signature)}"]
    return {"webhook-id": event, "webhook-timestamp": str(seconds), "webhook-signature": " ".join(signatures)}


def _secret(links: Links, webhook: Webhook, generation: int) -> bytes:
    return _root(links, webhook, generation).derive("webhook secret", webhook.account, webhook.id, str(generation))


def _signing_key(links: Links, webhook: Webhook, generation: int) -> nacl.signing.SigningKey:
    root = _root(links, webhook, generation)
    return nacl.signing.SigningKey(root.derive("webhook key", webhook.account, webhook.id, str(generation)))


def _is_held(links: Links, webhook: Webhook, generation: int) -> bool:
    try:
        _root(links, webhook, generation)
    except KeyMissing:
        return False
    return True


def _root(links: Links, webhook: Webhook, generation: int) -> Links:
    """Return the installation's secret for a generation: a new secret of the installation does not change receivers' keys."""
    present = generation == webhook.generation
    return links.named(webhook.link_secret if present else webhook.former_link_secret)


def _b64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


PORTS = (443, 8443)
"""The ports allowed for public webhooks: ports on which web servers, and nothing else, listen for https."""
UNLESS = ", unless the operator sets SIEGELPOST_WEBHOOKS=any"
LONGEST = 1_000
URL = re.compile(r"[\x21\x24-\x3b\x3d\x3f-\x5a\x5f\x61-\x7a\x7e\x5b\x5d]+")
"""Characters of a URI (RFC 3986) except ``#`` and those that libraries interpret differently."""
HOST = re.compile(
    r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.?", re.IGNORECASE
)
BRACKETED = re.compile(r"\[[^]]*\](?::[0-9]*)?")
SPECIAL_4 = tuple(
    map(
        IPv4Network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
            *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"),
            *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        ),
    )
)
"""IPv4 networks that are not public, or have no web servers (IANA's registry, RFC 6890; RFC 7526).

This is not Python's list, whose content changes between releases.
"""
UNICAST_6 = IPv6Network("2000::/3")
"""The part of IPv6 allocated for the internet."""
SPECIAL_6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
"""Parts of it that carry IPv4 addresses (Teredo, 6to4), are for documentation, or have no web servers (RFC 2928, 9637)."""


class BadTarget(ValueError):
    """An unacceptable webhook address; the message says what would be acceptable."""


@dataclass(frozen=True)
class Target:
    """The target of a webhook's requests: ``host`` as TLS and ``Host`` name it, ``path`` with its query."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The value of the ``Host`` header."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == (443 if self.secure else 80) else f"{name}:{self.port}"


def checked_url(url: str, targets: WebhookTargets) -> Target:
    """Return the target of a webhook's URL; :raises BadTarget: if it is not allowed."""
    if len(url) > LONGEST or not URL.fullmatch(url):
        raise BadTarget(f"must be at most {LONGEST} characters of a URL, without a fragment; others percent-encoded")
    try:
        parts = urlsplit(url)
        host, port, secure = parts.hostname or "", parts.port, parts.scheme == "https"
    except ValueError:
        raise BadTarget("must be a URL like https://example.org/hook") from None
    if parts.scheme not in ("https", "http") or not host:
        raise BadTarget("must be a URL like https://example.org/hook")
    if "@" in parts.netloc:
        raise BadTarget("must not hold a user name or a password: put a secret into the path, and check the signature")
    if targets != "any" and not secure:
        raise BadTarget(f"must begin with https://{UNLESS}")
    port = (443 if secure else 80) if port is None else port
    if port == 0 or (targets != "any" and port not in PORTS):
        raise BadTarget(f"must have no port, or one of {', '.join(map(str, PORTS))}{UNLESS}")
    literal = _literal(host)
    bracketed = "[" in parts.netloc
    if bracketed and not BRACKETED.fullmatch(parts.netloc):
        raise BadTarget("must have nothing but a port behind an address in brackets")
    if literal is None and (bracketed or not HOST.fullmatch(host) or len(host) > 253 or _like_a_number(host)):
        raise BadTarget(
            "must name its host by an IP address as usually written, or in ASCII: other letters by the xn-- form"
        )
    if literal is not None and targets != "any" and not is_public(literal):
        raise BadTarget(f"must lead to an address of the public internet{UNLESS}")
    if literal is None and targets != "any" and "." not in host.rstrip("."):
        raise BadTarget(f"must name a host of the public internet{UNLESS}")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, host.rstrip(".") if literal is None else str(literal), port, path)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is on the public internet, outside the sender's own network.

    >>> [is_public(ip_address(one)) for one in ("9.9.9.9", "2620:fe::fe", "10.0.0.1", "::ffff:9.9.9.9", "64:ff9b::909:909")]
    [True, True, False, False, False]
    """
    if isinstance(address, IPv4Address):
        return not any(address in one for one in SPECIAL_4)
    return address.scope_id is None and address in UNICAST_6 and not any(address in one for one in SPECIAL_6)


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _like_a_number(host: str) -> bool:
    """Return whether a resolver may read the host name as an IPv4 address, such as ``0x7f.1`` or ``2130706433``."""
    last = host.rstrip(".").rpartition(".")[2]
    return last.isdigit() or last.lower().startswith("0x")

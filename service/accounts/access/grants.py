"""Grants to programs: by a code that the browser carries back to the program, or by a code that the program shows.

Both codes are random, kept as hashes and good once. A grant becomes one token, which lives for a year (60 days unless it is
used), has the granted scopes only, and is on the person's list. There are no refresh tokens: see
docs/decisions/0009-one-token-per-grant.md.

Programs that ask are unregistered ones by others, and our own command line. So only one thing is certain: the recipient of the
answer owns the address it is sent to. A name that is an address must belong to the site that gets the answer; any other name
is presented as the program's own claim.
"""

import ipaddress
import re
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from service.accounts.access.scopes import COMMAND_LINE, SCOPES
from service.accounts.access.tokens import Issued, digest_of, issue_token, make_room, token_id
from service.accounts.access.work import count
from service.config.networks import network_of, site_of
from service.context import Context
from service.store.accounts.tokens import Device, Grant, Polled
from service.text.names import speaks_for_us

GRANT_LIFE = 60_000
"""How long an authorization code is valid, and its use remembered (ms)."""
GRANT_REMEMBERED = 600_000
DEVICE_LIFE = 900_000
DEVICE_REMEMBERED = 120_000
"""How long a device code is valid, and for how much longer the answer is "too old" rather than "unknown" (ms)."""
PAUSE = 5_000
"""The program's polling interval, and its increase each time it polls too soon (ms)."""
APP_TOKEN_LIFE = 365 * 86_400_000
USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so no words; no digits to mix letters up with (RFC 8628, section 6.1)."""
USER_CODE_LENGTH = 8
DEVICES_PER_NETWORK, DEVICES_PER_SITE, DEVICES = (20, 900), (80, 900), (5000, 900)
"""Limits on device codes, per seconds: for a network, a /48, and all together, so that pending ones take bounded space."""
GRANTS_PER_ACCOUNT = (60, 3600)
GUESSES_PER_ACCOUNT, GUESSES_PER_NETWORK = (20, 3600), (60, 3600)
"""User codes that a signed-in person, or a network, may type: 20 ** 8 are too many to guess at that pace."""


@dataclass(frozen=True)
class Shown:
    """A new device code: the part that the program keeps, and the part that it shows to the person."""

    device_code: str
    user_code: str


def keep_grant(
    context: Context, code: str, *, account: str, client: str, redirect: str, scopes: Sequence[str], challenge: str
) -> None:
    """Store what a person has granted under the digest of an authorization code.

    :raises AccountError: ``too-many-logins``.
    """
    count(context, "grants", account, GRANTS_PER_ACCOUNT)
    granted = tuple(one for one in SCOPES if one in scopes)
    grant = Grant(account, client, redirect, granted, challenge, context.store.now() + GRANT_LIFE)
    context.store.keep_grant(digest_of(code), grant, GRANT_REMEMBERED)


def grant_of(context: Context, code: str) -> Grant | None:
    """Return the grant behind an authorization code while the code is valid or its use is remembered."""
    grant = context.store.grant(digest_of(code))
    if grant is None or (grant.used is None and grant.expires < context.store.now()):
        return None
    return grant


def use_grant(context: Context, code: str, grant: Grant, text: str) -> Issued | None:
    """Exchange an authorization code for the token with that text. A second use revokes the token made and returns
    None.

    :raises AccountError: ``too-many-tokens``.
    """
    used = context.store.use_grant(digest_of(code), token_id(text) or "", GRANT_REMEMBERED)
    if used.outcome == "first":
        return issue(context, grant.account, grant.client, grant.scopes, text, since=grant.expires - GRANT_LIFE)
    if used.before:
        context.store.revoke_token(used.before)
    return None


def issue(context: Context, account: str, client: str, scopes: Sequence[str], text: str, *, since: int) -> Issued:
    """Make the token of a program that a person allowed at this time (ms).

    :raises AccountError: ``too-many-tokens``; ``code-wrong`` if the person has revoked all tokens since, or deleted the
    account.
    """
    expires = context.store.now() + APP_TOKEN_LIFE
    issued = issue_token(
        context,
        account,
        name=client[:60],
        scopes=scopes,
        expires=expires,
        kind="app",
        client=client,
        text=text,
        since=since,
    )
    make_room(context, issued.token)
    return issued


def show_code(context: Context, client: str, scopes: Sequence[str], address: str) -> Shown:
    """Start a device login: store the program's request and return the codes. :raises AccountError: ``too-many-logins``."""
    count(context, "devices", network_of(address), DEVICES_PER_NETWORK)
    site = site_of(address)
    if site is not None:
        count(context, "devices-site", site, DEVICES_PER_SITE)
    count(context, "devices", "all", DEVICES)
    now = context.store.now()
    wanted = tuple(one for one in SCOPES if one in scopes)
    device_code = secrets.token_urlsafe(32)
    device = Device(digest_of(device_code), client, wanted, now + DEVICE_LIFE)
    while True:
        user_code = "".join(secrets.choice(USER_CODE_LETTERS) for _ in range(USER_CODE_LENGTH))
        kept = context.store.keep_device(
            device, digest_of(user_code), pause=PAUSE, life=DEVICE_LIFE + DEVICE_REMEMBERED
        )
        if kept:
            return Shown(device_code, f"{user_code[:4]}-{user_code[4:]}")


def device_by_user_code(context: Context, typed: str, account: str, address: str) -> Device | None:
    """Return the pending device with a user code, typed in any case and with any dashes, or ``None`` if there is none.

    :raises AccountError: ``too-many-logins``.
    """
    count(context, "user-codes", account, GUESSES_PER_ACCOUNT)
    count(context, "user-codes-network", network_of(address), GUESSES_PER_NETWORK)
    code = "".join(one for one in typed[:40].upper() if one in USER_CODE_LETTERS)
    device = context.store.device_by_user_code(digest_of(code)) if len(code) == USER_CODE_LENGTH else None
    if device is None or device.state != "pending" or device.expires < context.store.now():
        return None
    return device


def decide(context: Context, device: str, decision: Literal["approved", "denied"], account: str) -> bool:
    """Record a person's decision; return ``False`` if it was decided before, or has expired."""
    return context.store.decide_device(device, decision, account)


def poll(context: Context, device_code: str, client: str) -> Polled:
    """Answer a program that polls with its device code."""
    return context.store.poll_device(digest_of(device_code), client, PAUSE)


NAME = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?")
"""RFC 6749, appendix A.1, and short enough to be read."""
ADDRESS = re.compile(r"[\x21\x24-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]{1,500}")
"""Characters of a URI (RFC 3986) except those that browsers interpret in their own ways."""
HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]", re.IGNORECASE)
PORT = re.compile(r"(?::[0-9]{1,5})?")
LIKE_AN_ADDRESS = re.compile(r":[/\\]|[/\\]{2}")
"""Text that browsers, and people, take for an address."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class BadProgram(ValueError):
    """An unacceptable name or address of a program; the message says what would be acceptable."""


@dataclass(frozen=True)
class Target:
    """The address of an answer. ``origin`` is its Content-Security-Policy source; ``here`` if on the person's machine."""

    uri: str
    host: str
    origin: str
    here: bool


def checked_client(text: str, *, device: bool = False) -> str:
    """Return a program's name if it is acceptable; :raises BadProgram: otherwise.

    :param device: whether it requests a device code, as our command line does.
    """
    if not NAME.fullmatch(text) or "  " in text:
        raise BadProgram(
            "client_id must be 1 to 100 visible ASCII characters, such as the address or name of your program"
        )
    if speaks_for_us(text) and not (device and text == COMMAND_LINE):
        raise BadProgram("client_id must not look like this installation's own programs: choose another")
    return text


def checked_target(uri: str, client: str, own_hosts: Collection[str]) -> Target:
    """Return the address for the answer if it is acceptable; :raises BadProgram: otherwise.

    :param own_hosts: names of this service in lower case, which are not acceptable.
    """
    if not ADDRESS.fullmatch(uri):
        raise BadProgram("redirect_uri must be an absolute URI in ASCII of at most 500 characters, without fragment")
    try:
        parts = urlsplit(uri)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        raise BadProgram("redirect_uri must be an address with a host and, if any, a port that is a number") from None
    named = f"[{host}]" if ":" in host else host
    # Whatever stands beside the host, a user or what follows a bracket, would be shown to nobody.
    beside = parts.netloc.lower().removeprefix(named)
    if not PORT.fullmatch(beside) or port == 0:
        raise BadProgram("redirect_uri must have a host, and no user or empty port before the path")
    if parts.scheme == "http" and host in LOOPBACK:
        # A policy cannot name an IPv6 address; http in general is the narrowest that it can say.
        origin = "http:" if ":" in host else f"http://{named}" + (f":{port}" if port else "")
        _check_own(client, None)
        return Target(uri, named, origin, here=True)
    if parts.scheme != "https" or not (HOST.fullmatch(host) or _is_address(host)):
        raise BadProgram(
            "redirect_uri must begin with https:// and a host, or with http://127.0.0.1, http://[::1] or http://localhost for a "
            "program on the person's own machine"
        )
    if host in {one.strip("[]") for one in own_hosts}:
        raise BadProgram("redirect_uri must not be an address of this service")
    _check_own(client, (host, port or 443))
    origin = "https:" if ":" in host else f"https://{named}" + (f":{port}" if port else "")
    return Target(uri, named, origin, here=False)


def _check_own(client: str, target: tuple[str, int] | None) -> None:
    """Refuse a program whose name is an address of somebody other than the recipient of the answer."""
    if not LIKE_AN_ADDRESS.search(client):
        return
    try:
        parts = urlsplit(client)
        site = ((parts.hostname or "").lower(), parts.port or 443)
    except ValueError:
        raise BadProgram("client_id must be an address that can be read, or a plain name") from None
    if parts.scheme != "https" or "@" in parts.netloc or site != target:
        raise BadProgram(
            "a client_id that is an address must begin with https:// and be of the same host as redirect_uri"
        )


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True

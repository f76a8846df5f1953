"""Rules for webhook addresses: for the URL as given, and for the machine that its host name resolves to. Pure.

A webhook makes this service send requests to a stranger's choice of address, from inside the operator's network. So by
default only https is allowed, and only to addresses that anybody on the internet could reach. The host's addresses are
checked again at every delivery, because its owner can point it anywhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from service.config.settings import WebhookTargets

PORTS = (443, 8443)
"""The ports allowed for public webhooks: ports on which web servers, and nothing else, listen for https."""
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
        raise BadTarget("must begin with https://")
    port = (443 if secure else 80) if port is None else port
    if port == 0 or (targets != "any" and port not in PORTS):
        raise BadTarget(f"must have no port, or one of {', '.join(map(str, PORTS))}")
    literal = _literal(host)
    bracketed = "[" in parts.netloc
    if bracketed and not BRACKETED.fullmatch(parts.netloc):
        raise BadTarget("must have nothing but a port behind an address in brackets")
    if literal is None and (bracketed or not HOST.fullmatch(host) or len(host) > 253 or _like_a_number(host)):
        raise BadTarget(
            "must name its host by an IP address as usually written, or in ASCII: other letters by the xn-- form"
        )
    if literal is not None and targets != "any" and not is_public(literal):
        raise BadTarget("must lead to an address of the public internet")
    if literal is None and targets != "any" and "." not in host.rstrip("."):
        raise BadTarget("must name a host of the public internet")
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

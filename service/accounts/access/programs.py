"""Programs that ask people for access: unregistered ones by others, and our own command line. Pure.

Because programs are not registered, only one thing is certain: the recipient of the answer owns the address it is sent
to. So a name that is an address must belong to the site that gets the answer; any other name is presented as the
program's own claim.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urlsplit

from service.accounts.access.scopes import COMMAND_LINE
from service.text.names import speaks_for_us

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

"""What may be loaded: a machine of one's own. Anything else only when its owner says so."""

import ipaddress
import socket
from urllib.parse import urlsplit


class NotYours(Exception):
    """The address is not one to be loaded; the message says why, and the remedy."""


def checked(url: str, *, owned: bool) -> str:
    """Return the address of an installation without a slash at its end.

    >>> checked("http://127.0.0.1:8000/", owned=False)
    'http://127.0.0.1:8000'

    :param owned: whether the user has said that a public host is his own.
    :raises NotYours: for a public host that nobody claims, for a host without address, and for what is no address of the web.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise NotYours(f"{url} is no address of an installation: give one like http://127.0.0.1:8000")
    try:
        found = socket.getaddrinfo(parts.hostname, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotYours(f"{parts.hostname} has no address: is the name right?") from None
    addresses = {str(one[4][0]).partition("%")[0] for one in found}
    public = sorted(one for one in addresses if ipaddress.ip_address(one).is_global)
    if public and not owned:
        raise NotYours(
            f"{parts.hostname} is a public host ({public[0]}): a load generator is for your own installation. If this one is "
            "yours, say --i-own-this"
        )
    return url.rstrip("/")

"""The forms of a store's address: one server, the servers of a cluster, or the Sentinels that know the server.

``unix:///path``, ``redis://host:port/db``, ``redis+cluster://host:port,host:port``,
``redis+sentinel://host:port,host:port/service``; ``rediss`` in place of ``redis`` encrypts. A user name, a password and
options of the client library (``?ssl_ca_certs=...``) go where they go in the address of one server.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, Literal, cast
from urllib.parse import unquote

Kind = Literal["one", "cluster", "sentinel"]
PORTS: dict[Kind, int] = {"cluster": 6379, "sentinel": 26379}
FORMS = "unix:///path, redis://host:port/db, redis+cluster://host:port,host:port or redis+sentinel://host:port,host:port/service"
OPTIONS = re.compile(
    "host|port|path|db|username|password|connection_class|client_name|max_connections|socket_timeout|socket_connect_timeout"
    "|socket_keepalive|socket_read_size|health_check_interval"
)
"""Options allowed in an address; with encryption also the library's options that begin with ``ssl_``. The library
accepts any name, and each connection then fails with a TypeError; some others would change how replies are read."""
SENTINELS_OWN = ("sentinel_username", "sentinel_password")
"""Options for connections to Sentinels, which have user names and passwords of their own."""


class BadAddress(ValueError):
    """A bad store address; the message gives the reason without the address, which may contain a password."""


@dataclass(frozen=True)
class Address:
    """A parsed address.

    :ivar url: as written, for one server; otherwise empty.
    :ivar hosts: host and port of each named server.
    :ivar service: the Sentinels' name for the server.
    :ivar options: options for each connection.
    :ivar for_sentinels: options for connections to the Sentinels.
    """

    kind: Kind
    url: str = ""
    hosts: tuple[tuple[str, int], ...] = ()
    service: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    for_sentinels: dict[str, Any] = field(default_factory=dict)


def is_many(url: str) -> bool:
    """Return whether an address leads to more than one server."""
    return "+" in url.partition("://")[0]


def parse(url: str) -> Address:
    """Parse an address.

    >>> parse("redis+sentinel://127.0.0.1,[::1]:5000/matches").hosts
    (('127.0.0.1', 26379), ('::1', 5000))

    :raises BadAddress: for a malformed one.
    """
    scheme, found, rest = url.partition("://")
    from redis.connection import (  # commands of players read the settings, too, and have no redis
        SSLConnection,
        parse_url,
    )

    base, _, kind = scheme.partition("+")
    if not found or base not in ("redis", "rediss", "unix") or kind not in ("", "cluster", "sentinel"):
        raise BadAddress(f"it is none of {FORMS}")
    if not kind:
        try:
            options = dict(parse_url(url))
        except ValueError:
            raise BadAddress(f"it is none of {FORMS}") from None
        _check_options(options)
        return Address("one", url)
    if base == "unix":
        raise BadAddress(f"a {kind} is reached by host and port: {FORMS}")
    many: Kind = cast(Kind, kind)
    place, _, query = rest.partition("?")
    party, _, servers = place.rpartition("@")
    servers, _, path = servers.partition("/")
    hosts = tuple(_host(one.strip(), PORTS[many]) for one in servers.split(","))
    service, _, db = path.partition("/")
    _check_path(many, path, service, db)
    try:
        options = dict(parse_url(f"{base}://{party}{'@' if party else ''}host/{db}{'?' if query else ''}{query}"))
    except ValueError:
        raise BadAddress("its name, password or options cannot be read: write special characters as %xx") from None
    of_sentinels = {
        name.partition("_")[2]: unquote(str(options.pop(name)))
        for name in SENTINELS_OWN
        if name in options and many == "sentinel"
    }
    _check_options(options)
    options.pop("host", None)
    if not options.get("db"):
        options.pop("db", None)
    if options.pop("connection_class", None) is SSLConnection:
        options["ssl"] = True
    if "ssl" in options:
        of_sentinels |= {name: value for name, value in options.items() if name.startswith("ssl")}
    if many == "cluster":
        return Address(many, hosts=hosts, options=options)
    return Address(many, "", hosts, service, options, of_sentinels)


def _check_options(options: Mapping[str, Any]) -> None:
    from redis.connection import SSLConnection

    encrypts = options.get("connection_class") is SSLConnection
    known = {one for one in signature(SSLConnection).parameters if one.startswith("ssl_")} if encrypts else set()
    for name in sorted(one for one in options if one not in known and not OPTIONS.fullmatch(one)):
        shown = name if re.fullmatch("[a-z_]{1,40}", name) else "one"
        reason = "works with rediss only" if name.startswith("ssl_") and not encrypts else "is unknown"
        raise BadAddress(f"of the options after the question mark, {shown} {reason}")


def _check_path(kind: Kind, path: str, service: str, db: str) -> None:
    if kind == "sentinel" and not service:
        raise BadAddress("redis+sentinel:// ends with the name that the Sentinels have for the server: .../service")
    if kind == "cluster" and path not in ("", "0"):
        raise BadAddress("a cluster has no databases: leave out what follows the last port")
    if db and not db.isdecimal():
        raise BadAddress("the database after the service is a number")


def _host(text: str, port: int) -> tuple[str, int]:
    name, _, number = text.rpartition(":") if text.rpartition(":")[2].isdecimal() else (text, "", "")
    if text.startswith("[") and text.endswith("]"):
        name, number = text, ""
    name = name.removeprefix("[").removesuffix("]") if name.startswith("[") else name
    if not name or (":" in name and not text.startswith("[")) or "/" in name or " " in name:
        raise BadAddress("between the commas stand host:port, an IPv6 address in brackets")
    if number and not 0 < int(number) < 1 << 16:
        raise BadAddress("a port is a number from 1 to 65535")
    return name, int(number) if number else port

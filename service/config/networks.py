"""Origins of requests: the address behind trusted proxies, and the network under which a request is counted.

One person has one IPv4 address but a whole /64 of IPv6, so limits count by network. ``X-Forwarded-For`` is read from
the right, one hop for every trusted proxy: the entries further left may be forged.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

PREFIX = 64
"""The IPv6 prefix of one subscriber (RFC 6177), who counts as one."""
SITE = 48
"""The IPv6 prefix of a site, or of anybody with a tunnel broker."""
PROVIDER = 32
"""The IPv6 prefix of a provider, as registries give it out."""
MOST_HOPS = 16
UNIX = "unix"
"""The entry in the list of trusted proxies for clients of the Unix socket on which the server listens."""

LOCAL = "local"
"""The client of a request that came through a Unix socket."""
BY_MAIL = "mail"
"""The origin of what people do by mail: no network is known then, so all of them count as one."""
UNKNOWN = "unknown"
"""The client of a request that a trusted proxy passed on without a readable address; no setting trusts it."""


class BadNetwork(ValueError):
    """Text that is not a network; the message names it and the remedy."""


@dataclass(frozen=True)
class Proxies:
    """The proxies that are trusted; none by default. ``socket``: clients on a Unix socket as well."""

    networks: tuple[Network, ...] = ()
    socket: bool = False

    @classmethod
    def parse(cls, text: str) -> Proxies:
        """Return the proxies of a comma-separated list of addresses, networks and the word ``unix``.

        :raises BadNetwork: for anything else.
        """
        words = [word for word in (one.strip() for one in text.split(",")) if word]
        try:
            networks = tuple(ip_network(word) for word in words if word != UNIX)
        except ValueError as error:
            raise BadNetwork(
                f"{error}: give addresses or networks without host bits like 10.0.0.0/8, or 'unix'"
            ) from None
        return cls(networks, UNIX in words)

    def trusts(self, address: Address | None) -> bool:
        """Return whether a hop is a trusted proxy; ``None`` stands for a Unix socket."""
        if address is None:
            return self.socket
        return any(address in one for one in self.networks if one.version == address.version)

    def trusts_client(self, client: str) -> bool:
        """Return whether a result of :meth:`client` is trusted."""
        found = address_of(client)
        return self.trusts(found) if found is not None else client == LOCAL and self.socket

    def client(self, direct: str, forwarded: str | None) -> str:
        """Return the address a request comes from, ``local`` for a Unix socket, or ``unknown``.

        :param direct: address of the peer of the connection, empty for a Unix socket.
        :param forwarded: ``X-Forwarded-For`` as received, several joined by commas, or None.
        """
        found = address_of(direct)
        for hop in reversed([] if forwarded is None else forwarded.split(",")[-MOST_HOPS:]):
            if not self.trusts(found) or (found is None and direct):
                break
            further = address_of(hop)
            if further is None:
                # Falling back to the proxy's own address would let strangers in wherever that address is let in.
                return UNKNOWN
            found, direct = further, hop
        return LOCAL if found is None else str(found)


NOBODY = Proxies()


def address_of(text: str) -> Address | None:
    """Return an address without port and zone (IPv4 in IPv6 as IPv4), or None if the text is no address.

    >>> str(address_of("[2001:db8::1]:443")), str(address_of("::ffff:192.0.2.1")), str(address_of("192.0.2.1:8080"))
    ('2001:db8::1', '192.0.2.1', '192.0.2.1')
    """
    return _address(text.strip()[:64])


@lru_cache(maxsize=4_096)
def _address(bare: str) -> Address | None:
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def site_of(address: str) -> str | None:
    """Return the /48 of IPv6 around an address, which is one site's; None for IPv4.

    >>> site_of("2001:db8:1:2:3::4"), site_of("192.0.2.1")
    ('2001:db8:1::/48', None)
    """
    return _wider(address, SITE)


def provider_of(address: str) -> str | None:
    """Return the /32 of IPv6 around an address, which is one provider's; None for IPv4.

    >>> provider_of("2001:db8:1:2:3::4"), provider_of("192.0.2.1")
    ('2001:db8::/32', None)
    """
    return _wider(address, PROVIDER)


def network_of(address: str) -> str:
    """Return the network under which an address is counted: itself for IPv4, its /64 for IPv6.

    >>> network_of("2001:db8:1:2:3::4"), network_of("::ffff:192.0.2.1"), network_of("local")
    ('2001:db8:1:2::/64', '192.0.2.1', 'local')
    """
    found = address_of(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, PREFIX), strict=False))
    return address if found is None else str(found)


def widening(address: str) -> list[tuple[str, str]]:
    """Return the networks under which an address is counted, narrowest first, with what each is.

    >>> widening("2001:db8:1:2:3::4")
    [('network', '2001:db8:1:2::/64'), ('site', '2001:db8:1::/48'), ('provider', '2001:db8::/32')]
    >>> widening("192.0.2.1")
    [('network', '192.0.2.1')]
    """
    found = [("network", network_of(address)), ("site", site_of(address)), ("provider", provider_of(address))]
    return [(what, network) for what, network in found if network is not None]


def _wider(address: str, prefix: int) -> str | None:
    found = address_of(address)
    return str(IPv6Network((found, prefix), strict=False)) if isinstance(found, IPv6Address) else None


def is_this_machine(address: str) -> bool:
    """Return whether an address belongs to this machine, or to a Unix socket.

    >>> is_this_machine("127.0.0.1"), is_this_machine("local"), is_this_machine("192.0.2.1"), is_this_machine("unknown")
    (True, True, False, False)
    """
    found = address_of(address)
    return address != UNKNOWN if found is None else found.is_loopback


def origin_of(address: str) -> str | None:
    """Return the network under which a connection is counted, or None if it comes from this machine.

    >>> origin_of("2001:db8:1:2:3::4"), origin_of("127.0.0.1")
    ('2001:db8:1:2::/64', None)
    """
    return None if is_this_machine(address) else network_of(address)

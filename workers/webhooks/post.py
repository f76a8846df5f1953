"""One request to a stranger's server: to a checked address, with a time limit, reading few bytes and following no
redirects.

The name is resolved once, each of its addresses is checked, and the connection goes to one of exactly those; TLS still
demands a certificate for the name. So a name that resolves differently the second time gains nothing. Only the status
and the beginning of a refusal are read, without decompressing anything. Proxy settings of the environment are ignored.
"""

import http.client
import io
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import cast

from requests.utils import DEFAULT_CA_BUNDLE_PATH
from siegelpost_client.wire import retry_after

from service.accounts.webhooks import Target, is_public
from service.config.settings import WebhookTargets
from service.text.names import plain

CONNECT, WHOLE = 3.0, 10.0
"""Seconds for connecting to one address, and from the first connection attempt to the end of the answer."""
MOST_READ = 65_536
"""The most bytes of an answer, including its head."""
EXCERPT = 512
"""Bytes of a refusal's body that are kept."""
ADDRESSES_TRIED = 3

TOO_LATE = "it did not answer in time"
NOWHERE = "its host has no address"
NOT_PUBLIC = "its host must lead to addresses of the public internet, and to no others"
"""The message also for names that do not resolve: otherwise anybody could probe for names inside the operator's
network."""

LONGEST_WISH_SAID, MOST_WISHED = 60, 999_999
"""The most characters of ``Retry-After``, and its most seconds; a longer wait is a mistake and ignored."""
Resolve = Callable[[str, int], Sequence[str]]
"""Returns the addresses of a host name; :raises OSError: when there are none."""


class NotSent(Exception):
    """There was no answer; the message says why, in one line that the owner may read."""


@dataclass(frozen=True)
class Answer:
    """The receiver's answer.

    ``wished``: for how long it asks not to be contacted (ms); ``body`` as far as it was wanted; ``shown``: whether the
    webhook's owner may read it, because it is not compressed and not from the operator's network.
    """

    status: int
    excerpt: str = ""
    wished: int = 0
    body: bytes = b""
    shown: bool = True


def resolve(host: str, port: int) -> list[str]:
    """Ask the system's resolver."""
    return [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def tls_context() -> ssl.SSLContext:
    """Return the TLS context: it trusts the certificates that the system trusts, and those bundled with requests."""
    context = ssl.create_default_context()
    context.load_verify_locations(DEFAULT_CA_BUNDLE_PATH)
    return context


@dataclass(frozen=True)
class Poster:
    """Sends requests. ``whole`` as :data:`WHOLE`."""

    targets: WebhookTargets
    tls: ssl.SSLContext
    resolve: Resolve = resolve
    whole: float = WHOLE

    def post(
        self,
        target: Target,
        headers: Mapping[str, str],
        body: bytes,
        method: str = "POST",
        *,
        read: int = 0,
        ends: float | None = None,
    ) -> Answer:
        """Send a request and return the answer. :raises NotSent: when there is none in time.

        :param read: bytes of the answer's body to return, whatever its status.
        :param ends: when it has to be over (``time.monotonic``), if it is one of several for one event.
        """
        addresses = self._judged(target)
        line = _Line(time.monotonic() + self.whole if ends is None else ends)
        try:
            line.open(addresses, target, self.tls)
            connection = http.client.HTTPConnection(target.host, target.port)
            connection.sock = cast(socket.socket, line)
            connection.request(method, target.path, body, {**headers, "Host": target.authority, "Connection": "close"})
            with connection.getresponse() as response:
                if line.ended:  # http.client takes half a head for a whole one
                    raise NotSent(TOO_LATE if line.late else "it broke off in the middle of its answer")
                whole = response.read(read) if read else b""
                return _answer(response, whole, shown=all(map(is_public, addresses)))
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NotSent(_why(error, late=line.late)) from error
        finally:
            line.end()

    def _judged(self, target: Target) -> list[IPv4Address | IPv6Address]:
        """Return the addresses of the target; :raises NotSent: if it has none, or one that is not public."""
        refusal = NOWHERE if self.targets == "any" else NOT_PUBLIC
        try:
            found = [ip_address(one) for one in self.resolve(target.host, target.port)]
        except (OSError, UnicodeError, ValueError) as error:
            raise NotSent(refusal) from error
        if not found or (self.targets != "any" and not all(map(is_public, found))):
            raise NotSent(refusal)
        return list(dict.fromkeys(found))[:ADDRESSES_TRIED]


class _Line:
    """A connection that is cut when its time is up, whatever the other side does, and that limits the bytes read."""

    def __init__(self, ends: float) -> None:
        self._ends = ends
        self._socket: socket.socket | None = None
        self._handle: socket.socket | None = None
        self._source: _Bounded | None = None
        self._cutter: threading.Timer | None = None
        self.late = False

    def open(self, addresses: Sequence[IPv4Address | IPv6Address], target: Target, tls: ssl.SSLContext) -> None:
        raw = self._connected(addresses, target.port)
        # The same connection under another descriptor: shutting that down wakes whoever reads, in TLS as well.
        self._socket, self._handle = raw, raw.dup()
        self._cutter = threading.Timer(max(0.0, self._ends - time.monotonic()), self._cut)
        self._cutter.daemon = True
        self._cutter.start()
        raw.settimeout(max(0.1, self._ends - time.monotonic()))
        if target.secure:
            self._socket = tls.wrap_socket(raw, server_hostname=target.host)

    def sendall(self, data: bytes) -> None:
        assert self._socket is not None
        self._socket.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        assert self._socket is not None
        self._source = _Bounded(self._socket, MOST_READ)
        return io.BufferedReader(self._source, 4096)

    @property
    def ended(self) -> bool:
        """True if the other side has closed its end."""
        return self._source is not None and self._source.ended

    def close(self) -> None:
        """Leave the connection open: http.client closes it before the body of an answer that ends it has been read."""

    def end(self) -> None:
        if self._cutter is not None:
            self._cutter.cancel()
        for one in (self._handle, self._socket):
            if one is not None:
                one.close()

    def _connected(self, addresses: Sequence[IPv4Address | IPv6Address], port: int) -> socket.socket:
        failure: OSError = TimeoutError()
        for address in addresses:
            left = self._ends - time.monotonic()
            if left <= 0:
                break
            try:
                return socket.create_connection((str(address), port), timeout=min(CONNECT, left))
            except OSError as error:
                failure = error
        raise failure

    def _cut(self) -> None:
        self.late = True
        with suppress(OSError):  # it is over already
            assert self._handle is not None
            self._handle.shutdown(socket.SHUT_RDWR)


class _Bounded(io.RawIOBase):
    """Reads from a connection up to a limit; anything beyond is an error."""

    def __init__(self, source: socket.socket, most: int) -> None:
        self._source, self._left, self.ended = source, most, False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        if self._left <= 0:
            raise OSError("too long")
        count = self._source.recv_into(memoryview(buffer)[: self._left])
        self._left -= count
        self.ended = count == 0
        return count


def _answer(response: http.client.HTTPResponse, whole: bytes, *, shown: bool) -> Answer:
    status = response.status
    shown = shown and response.getheader("Content-Encoding", "identity").lower() == "identity"
    if 200 <= status < 300:
        return Answer(status, body=whole, shown=shown)
    try:
        body = b"" if not shown else whole[:EXCERPT] or response.read1(EXCERPT)
    except (OSError, http.client.HTTPException, ValueError):
        body = b""
    wished = retry_after({"Retry-After": response.getheader("Retry-After", "")[:LONGEST_WISH_SAID]}) or 0
    milliseconds = round(wished * 1000) if wished <= MOST_WISHED else 0
    return Answer(status, plain(body.decode("utf-8", "replace")), milliseconds, whole, shown)


def _why(error: Exception, *, late: bool) -> str:
    if late or isinstance(error, TimeoutError):
        return TOO_LATE
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate does not hold: {plain(error.verify_message, 100)}"
    if isinstance(error, ssl.SSLError):
        return "it does not speak TLS as it should"
    if isinstance(error, ConnectionRefusedError):
        return "it refuses the connection"
    if isinstance(error, (http.client.HTTPException, ValueError)):
        return "it answers something else than HTTP"
    return "the connection broke"

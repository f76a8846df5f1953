"""Raw bytes at every route of the running server (campaign 10): it never breaks, never hangs, and does not grow."""

from __future__ import annotations

import errno
import json
import random
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pytest

from engine.registry import newest
from service.api.document.spec import PUBLISHED
from tests.campaigns.soak.parts import parts
from tests.campaigns.soak.report import Watch
from tests.system.installation import Installation
from tests.system.players import DAY, Client, Tally

METHODS = ("GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "get", "\x00")
BODIES: tuple[bytes, ...] = (
    b"", b"{", b"}", b"null", b"[]", b"1", b'""', b"true", b"{}", b'{"a":1,"a":2}', b"NaN", b"-Infinity", b"1e999",
    b'{"seats":1e400}', b'{"seats":-0}', b'{"title":"\\ud800"}', b'{"title":"\x00"}', b'{"title":"\\u0000"}',
    b'{"mail":"a@b"}', b"\xff\xfe{}", b"\xef\xbb\xbf{}", b"[" * 5_000, b'{"a":' * 5_000, b"1" * 5_000,
    b'{"move":' + b"9" * 400 + b"}", b'{"opening":{"v":true}}', b'{"move":{"type":"pass"},"wait":1}', b'{"__proto__":{}}',
    b'{"rules":"kontor","options":{"preset":[[[[]]]]}}', b'{"invitation":"' + b"x" * 70_000 + b'"}',
)  # fmt: skip
HEADERS = (
    b"Content-Type: application/json", b"Content-Type: text/plain", b"Content-Type: application/json; charset=utf-16",
    b"Content-Type: \xff", b"If-Match: x", b'If-None-Match: "', b"If-Match: *", b"Prefer: wait=-1", b"Prefer: wait=99999999999",
    b"Idempotency-Key: \xe4", b"Idempotency-Key: " + b"k" * 300, b"Accept: nothing/at-all", b"Accept-Encoding: x",
    b"Authorization: Bearer", b"Authorization: Bearer sp_0000000000000000_x", b"Authorization: Basic OjpC", b"Range: bytes=9-1",
    b"X-Forwarded-For: ,,,", b"Cookie: a=b; =;", b"Expect: 100-continue", b"Connection: upgrade", b"Upgrade: websocket",
)  # fmt: skip
SLOWEST = 10.0
"""Seconds no answer may take in the short form, beside other tests; the long form writes the slowest down."""

LINES = 4
"""Requests under way at once: the API always has the next one to look at, and hostile ones meet each other in it."""

HOSTS = (*[b"127.0.0.1"] * 12, b"localhost:1", b"x", b"")


@dataclass
class Found:
    """What came back; ``answers`` by status, ``closed`` where the server hung up on what is no HTTP."""

    requests: int = 0
    closed: int = 0
    slowest_seconds: float = 0.0
    grown_megabytes: float = 0.0
    answers: dict[int, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        """Add what another line found."""
        self.requests += other.requests
        self.closed += other.closed
        self.slowest_seconds = max(self.slowest_seconds, other.slowest_seconds)
        self.answers = dict(sorted((Counter(self.answers) + Counter(other.answers)).items()))
        self.wrong += other.wrong


class Fuzzer:
    """Makes requests that are nearly right, from routes, bodies and headers, and breaks some of them anywhere."""

    def __init__(self, installation: Installation, seed: int) -> None:
        self.chance = random.Random(seed)
        self.address = ("127.0.0.1", int(installation.url.rpartition(":")[2]))
        self.client = Client(installation.url, installation.context, f"Fuzz{seed}", Tally(), mails=False)
        wish = {"rules": "kontor", "grace_seconds": 0, "pace": DAY, "bots": ["random"]}
        self.match = self.client.ask("POST", "/v1/matches", wish)[0].json()["match"]
        paths = json.loads(PUBLISHED.read_text(encoding="utf-8"))["paths"]
        self.routes = [(path, method.upper()) for path, item in paths.items() for method in item if len(method) < 7]

    def request(self) -> bytes:
        """Return the bytes of one request."""
        chance = self.chance
        path, method = chance.choice(self.routes)
        if chance.random() < 0.2:
            method = chance.choice(METHODS)
        body = chance.choice(BODIES)
        if chance.random() < 0.3:
            body = chance.randbytes(chance.randrange(60))
        lines = [
            f"{method} {self._path(path)} HTTP/1.1".encode("utf-8", "replace"),
            b"Host: " + chance.choice(HOSTS),
            b"Connection: close",
        ]
        if chance.random() < 0.7:
            lines.append(f"Authorization: Bearer {self.client.token}".encode())
        lines += chance.sample(HEADERS, chance.randrange(4))
        length = len(body) if chance.random() < 0.9 else chance.choice((0, 1, len(body) + 5, 10**12, -1))
        lines.append(b"Content-Length: %d" % length if chance.random() < 0.95 else b"Transfer-Encoding: chunked")
        raw = b"\r\n".join(lines) + b"\r\n\r\n" + body
        if chance.random() < 0.2:
            cut = chance.randrange(1, len(raw))
            raw = raw[:cut] + chance.randbytes(chance.randrange(4)) + raw[cut + chance.randrange(3) :]
        return raw

    def _path(self, path: str) -> str:
        right = {"match": self.match, "decision": "r1.choose", "rules": newest("kontor"), "seat": "me"}
        strange = ("", "%00", "%ff", "..", "%2e%2e%2f", "x" * 300, "-1", "99999999999999999999", "ä", "'\"<", "{}", "%")
        for name in [piece[1:-1] for piece in path.split("/") if piece.startswith("{")]:
            value = right.get(name, "x") if self.chance.random() < 0.7 else self.chance.choice(strange)
            path = path.replace(f"{{{name}}}", value)
        query = (
            "",
            "",
            "?limit=0",
            "?after=-1",
            "?wait=1e9",
            "?cursor=%ff",
            "?a[]=1",
            "?width=99999",
            "?=&&",
            "?replaces=x",
        )
        return path + self.chance.choice(query)

    def send(self, raw: bytes) -> bytes:
        """Send bytes, end our side, return all that comes back."""
        with socket.create_connection(self.address, SLOWEST * 2) as line:
            try:
                line.sendall(raw)
                with hung_up_on():
                    line.shutdown(socket.SHUT_WR)
                pieces = []
                while piece := line.recv(65_536):
                    pieces.append(piece)
                return b"".join(pieces)
            except ConnectionError:
                return b""


@contextmanager
def hung_up_on() -> Iterator[None]:
    """Take ENOTCONN as a reset: the server may refuse and close before our side has ended."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.ENOTCONN:
            raise
        raise ConnectionResetError(error.errno, error.strerror) from error


def campaign(installation: Installation, requests: int, seed: int = 1) -> Found:
    """Send so many requests over some lines at once, each with a fuzzer of its own; return what came back."""
    fuzzers = [Fuzzer(installation, seed * LINES + line) for line in range(LINES)]
    for fuzzer in fuzzers:
        for _ in range(min(300, requests // 4) // LINES):
            fuzzer.send(fuzzer.request())
    before = resident(installation)
    found = Found()
    with ThreadPoolExecutor(LINES) as lines:
        for one in lines.map(lambda fuzzer: one_line(fuzzer, requests // LINES), fuzzers):
            found.add(one)
    found.grown_megabytes = round(resident(installation) - before, 1)
    found.slowest_seconds = round(found.slowest_seconds, 2)
    return found


def one_line(fuzzer: Fuzzer, requests: int) -> Found:
    """Send so many requests, each when the one before it is answered."""
    found = Found()
    for _ in range(requests):
        raw = fuzzer.request()
        begun = time.perf_counter()
        answer = fuzzer.send(raw)
        found.slowest_seconds = max(found.slowest_seconds, time.perf_counter() - begun)
        found.requests += 1
        if not answer.startswith(b"HTTP/1."):
            found.closed += 1
            if answer:
                found.wrong.append(f"{raw[:200]!r}: {answer[:100]!r}")
            continue
        while answer.startswith(b"HTTP/1.1 100"):
            answer = answer.partition(b"\r\n\r\n")[2]
        status = int(answer[9:12] or 0)
        found.answers[status] = found.answers.get(status, 0) + 1
        # What HTTP asks for: 501 where a transfer coding or the like is unknown (RFC 9112, section 6.1), 505 for another major
        # version than 1 (RFC 9110, section 15.6.6).
        other_version = b"HTTP/1." not in raw.partition(b"\r\n")[0]
        if status >= 500 and status != 501 and not (status == 505 and other_version):
            found.wrong.append(f"{raw[:300]!r}: {answer[:300]!r}")
    return found


def check(found: Found) -> None:
    """Fail for an answer that must not be, a slow one, memory that grows, or an attack that was none."""
    assert found.wrong == []
    assert found.slowest_seconds < SLOWEST
    assert found.grown_megabytes < 40
    assert set(found.answers) >= {200, 400, 401, 404, 405}


def resident(installation: Installation) -> float:
    """Return the megabytes of memory that the API's processes hold."""
    master = installation.processes["api"].pid
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    return sum(
        int(line.split()[1]) / 1024
        for pid in (str(master), *children)
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("VmRSS")
    )


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with Installation(tmp_path_factory.mktemp("fuzz"), ("state", "queue", "api", "resolve-1")) as one:
        yield one


def test_no_bytes_make_the_server_fail(installation: Installation, capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch()
    found = campaign(installation, 1_500)
    with capsys.disabled():
        print(f"\nraw bytes, {watch.seconds:.0f} s: {asdict(found)}")
    check(found)


@pytest.mark.parametrize("body", [b'{"rules":"kontor"}', BODIES[-1], b"5\r\n{}", b"2\r\n{}xx"])
@pytest.mark.parametrize("key", [b"", b"Idempotency-Key: k\r\n"])
def test_a_body_in_broken_chunks_is_a_bad_request(installation: Installation, key: bytes, body: bytes) -> None:
    fuzzer = Fuzzer(installation, 1)
    answer = fuzzer.send(
        b"POST /v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n" + key
        + b"Authorization: Bearer " + fuzzer.client.token.encode()
        + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    )  # fmt: skip
    # What is longer than any body may be is refused for that.
    assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 413")), answer
    assert b"application/problem+json" in answer


def test_a_body_cut_short_is_not_taken_for_the_whole(installation: Installation) -> None:
    """Its retry may be on the way already: under one Idempotency-Key the two would be different requests."""
    fuzzer = Fuzzer(installation, 3)
    answer = fuzzer.send(
        b"POST /v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
        b"Authorization: Bearer " + fuzzer.client.token.encode()
        + b'\r\nContent-Length: 60\r\n\r\n{"rules":"kontor"}'
    )  # fmt: skip
    assert answer.startswith(b"HTTP/1.1 400"), answer


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_million_requests_of_raw_bytes(installation: Installation) -> None:
    for part in parts("raw-bytes"):
        with part:
            found = campaign(installation, part.size("requests"), seed=part.seed)
            part.counts(requests=found.requests, closed=found.closed, wrong=len(found.wrong))
            part.counts(answers={str(status): count for status, count in found.answers.items()})
            part.most(slowest_seconds=found.slowest_seconds, grown_megabytes=found.grown_megabytes)
            check(found)

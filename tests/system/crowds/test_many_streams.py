"""Ten thousand idle streams on one process of the API: what they cost, and that moves and events get through."""

import http.client
import os
import selectors
import socket
import statistics
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from service.accounts.access import tokens
from service.api.http.holding import PER_ACCOUNT
from service.processes.bell import ring
from service.serve.http.held import HEARTBEAT
from tests.campaigns.soak.report import Watch, report, scaled
from tests.given.contexts import account
from tests.system.installation import Installation

QUIET = 45.0
"""Seconds for which nothing happens."""
ASKED = 200
"""Requests while all the streams are open."""


@pytest.mark.soak
def test_ten_thousand_idle_streams_on_one_core(tmp_path: Path) -> None:
    watch, wanted = Watch(), scaled(10_000, PER_ACCOUNT)
    with Installation(tmp_path, ("state", "queue", "api")) as running:
        readers = [account(running.context, f"Reader{number}").id for number in range(-(-wanted // PER_ACCOUNT))]
        issued = [tokens.issue_token(running.context, one, name="t", scopes=("match:read",)).text for one in readers]
        server = _worker(running)
        memory, files = _memory(server), _files(server)
        lines = [_open(running.url, issued[number // PER_ACCOUNT]) for number in range(wanted)]
        opened = watch.seconds
        began, heard = _cpu(server), _beats(lines, QUIET)
        idle = (_cpu(server) - began) / QUIET
        assert heard >= int(QUIET // HEARTBEAT - 1) * wanted, "every stream shows that it is alive"
        times = _asked(running.url, issued[0])
        figures = {
            "streams": wanted, "open_after_s": f"{opened:.0f}", "cores_while_idle": f"{idle:.3f}",
            "kB_each": f"{(_memory(server) - memory) / wanted:.1f}", "files_each": f"{(_files(server) - files) / wanted:.2f}",
            "request_median_ms": f"{statistics.median(times) * 1000:.1f}",
            "request_p95_ms": f"{sorted(times)[int(0.95 * ASKED)] * 1000:.1f}",
        }  # fmt: skip
        ring(running.context.settings.queue_url, readers)  # all look at once, and find nothing: the worst herd
        herd = time.monotonic()
        _asked(running.url, issued[0])
        report("idle streams", watch.seconds, **figures, after_a_ring_for_all_s=f"{time.monotonic() - herd:.1f}")
        assert idle < 0.5
        for line in lines:
            line.close()


def _open(url: str, token: str) -> socket.socket:
    where = urlsplit(url)
    line = socket.create_connection((str(where.hostname), where.port), 60)
    line.sendall(
        f"GET /v1/me/events?after=now HTTP/1.1\r\nHost: {where.netloc}\r\nAccept: text/event-stream\r\n"
        f"Authorization: Bearer {token}\r\n\r\n".encode()
    )
    assert line.recv(65_536).startswith(b"HTTP/1.1 200 OK\r\n")
    return line


def _beats(lines: list[socket.socket], seconds: float) -> int:
    """Return how many signs of life come in so many seconds."""
    heard, end = 0, time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        for line in lines:
            selector.register(line, selectors.EVENT_READ)
        while (left := end - time.monotonic()) > 0:
            for key, _ in selector.select(left):
                data = key.fileobj.recv(65_536)  # type: ignore[union-attr]
                assert data, "a stream ended"
                heard += data.count(b":\n\n")
    return heard


def _asked(url: str, token: str) -> list[float]:
    """Return how long requests take, in seconds."""
    where = urlsplit(url)
    line, times = http.client.HTTPConnection(str(where.hostname), where.port, timeout=60), []
    for _ in range(ASKED):
        began = time.monotonic()
        line.request("GET", "/v1/me/events?limit=1", headers={"Authorization": f"Bearer {token}"})
        answer = line.getresponse()
        assert answer.status == 200
        answer.read()
        times.append(time.monotonic() - began)
    line.close()
    return times


def _worker(running: Installation) -> int:
    parent = running.processes["api"].pid
    [child] = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return int(child)


def _cpu(process: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(process: int) -> int:
    """Return the resident memory of a process in kB."""
    status = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith("VmRSS")).split()[1])


def _files(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))

"""What came of a load: every request with its time and answer, by operation; written to by many threads."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx

from tests.campaigns.bench.figures import percentile


@dataclass
class Measured:
    """Seconds by operation, and how often what went wrong. ``until``: when the last operation ended (monotonic)."""

    until: float = field(default_factory=time.monotonic)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    overtaken: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def timing(self, operation: str) -> Iterator[None]:
        """Count what is done within as one operation that succeeded, unless it raises."""
        begun = time.perf_counter()
        yield
        self.took(operation, time.perf_counter() - begun)

    def took(self, operation: str, seconds: float) -> None:
        """Count one operation."""
        with self._lock:
            self.seconds.setdefault(operation, []).append(seconds)
            self.until = time.monotonic()

    def failed(self, kind: str) -> None:
        """Count an error of a kind: a problem's code, a status, or what became of the connection."""
        with self._lock:
            self.errors[kind] += 1

    def was_overtaken(self) -> None:
        """Count an answer that came too late because the match had gone on: no error."""
        with self._lock:
            self.overtaken += 1

    def lines(self, over: float) -> Iterator[str]:
        """Yield the table of operations.

        :param over: seconds the load lasted.
        """
        yield f"{'operation':<28}{'number':>8}{'/s':>9}{'median':>10}{'p95':>10}{'p99':>10}{'longest':>10}"
        for name, found in sorted(self.seconds.items()):
            times = "".join(f"{percentile(found, one) * 1000:>7.0f} ms" for one in (50, 95, 99, 100))
            yield f"{name:<28}{len(found):>8}{len(found) / over:>9.1f}{times}"


class Counting(httpx.BaseTransport):
    """Sends requests and counts what no caller sees, because the client tries again by itself: refusals for now, lost
    connections."""

    def __init__(self, measured: Measured, inner: httpx.BaseTransport | None = None) -> None:
        self._measured, self._inner = measured, inner or httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request."""
        try:
            answer = self._inner.handle_request(request)
        except httpx.TransportError as error:
            self._measured.failed(f"connection: {type(error).__name__}")
            raise
        if answer.status_code == 429 or answer.status_code >= 500:
            self._measured.failed(f"HTTP {answer.status_code}")
        return answer

    def close(self) -> None:
        """Close the connections."""
        self._inner.close()

"""When the next act may be sent: acts come at an even rate, whatever the answers take."""

import threading
import time


class Pace:
    """Hands out moments at a rate to many threads. Who comes late is not made up for: the rate is a limit."""

    def __init__(self, rate: float, stop: threading.Event) -> None:
        """:param rate: acts a second."""
        self._each, self._stop = 1 / rate, stop
        self._next = time.monotonic()
        self._lock = threading.Lock()

    def wait(self) -> bool:
        """Wait for the next moment; return whether the load goes on."""
        with self._lock:
            mine = max(self._next, time.monotonic())
            self._next = mine + self._each
        return not self._stop.wait(max(0.0, mine - time.monotonic()))

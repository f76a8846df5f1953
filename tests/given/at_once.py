"""Doing several things at the same time, as several clients or workers do."""

import threading
from collections.abc import Callable


def at_once(*works: Callable[[], object]) -> None:
    """Begin each work in a thread of its own, and wait for all."""
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

"""Work counted in steps, for searches for what costs most: a step is one call of a function, Python's own ones included.

Counted by the interpreter, so nothing in the product has to; the same work has the same number of steps on every machine.
"""

import sys
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


def steps(work: Callable[[], object]) -> int:
    """Return how many functions are called while some work is done."""
    count = 0

    def note(_: object, event: str, __: object) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def climb(
    start: Found, change: Callable[[Found], Found], cost: Callable[[Found], int], tries: int
) -> tuple[int, Found]:
    """Return the most that changing step by step finds, and what it was found with."""
    best, most = start, cost(start)
    for _ in range(tries):
        other = change(best)
        found = cost(other)
        if found >= most:
            best, most = other, found
    return most, best

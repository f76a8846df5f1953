"""Tests of every member of a long list, each too quick to be a test of its own: to collect one takes longer than to run it."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def of_each(
    cases: Iterable[tuple[Any, ...]], *, name: Callable[..., str] = lambda *case: " ".join(map(str, case))
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Make one test of a check that takes a case; it runs the check for all of them, and names each that fails.

    :param name: what a case is called where its check fails.
    """
    known = list(cases)
    assert known, "a check of nothing cannot fail"

    def made_of(check: Callable[..., None]) -> Callable[[], None]:
        def test() -> None:
            failed = {}
            for case in known:
                try:
                    check(*case)
                except Exception as error:
                    failed[name(*case)] = f"{type(error).__name__}: {error}"
            if failed:
                pytest.fail("\n".join(f"{one}: {why}" for one, why in failed.items()), pytrace=False)

        # Not by functools.wraps: pytest would follow it, and look for fixtures of the check's names.
        test.__name__, test.__qualname__, test.__doc__ = check.__name__, check.__qualname__, check.__doc__
        test.__module__ = check.__module__
        return test

    return made_of

"""Places to wait: limits on waiting requests in this process, so that nobody takes all places.

A place is counted for the account and for the network that asks. Accounts that ask from this machine share no network: there
may be a proxy on it.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass

from service.api.http.current import Caller
from service.api.http.problems import Problem
from service.config.networks import is_this_machine, network_of

PER_ACCOUNT = 16
"""The most waiting requests and streams of one account (:attr:`service.api.http.current.Caller.counted_as`)."""
PER_NETWORK = 128
"""The most of one network, for all accounts; behind a trusted proxy that is the client's network."""
MOST = 128
"""The most altogether: each costs a connection and some kilobytes."""
AGAIN = "5"
"""``Retry-After`` for a request without a free place."""


@dataclass(frozen=True)
class Limits:
    """The most places for one account, for one network, and in total."""

    account: int = PER_ACCOUNT
    network: int = PER_NETWORK
    all: int = MOST


class Place:
    """A taken place, released only once even if released repeatedly."""

    def __init__(self, places: Places, parts: tuple[str, ...]) -> None:
        self._places, self._parts = places, parts

    def release(self) -> None:
        """Release the place."""
        parts, self._parts = self._parts, ()
        self._places.give_back(parts)


class Places:
    """The places of one process. Thread-safe."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, asking: Caller) -> Place:
        """Return a place; :raises Problem: too-many-waiting, no-place-to-wait."""
        wanted = {"all": self.limits.all}
        who = asking.counted_as
        if who is not None:
            wanted[who] = self.limits.account
        if who is None or not is_this_machine(asking.address):
            wanted[f"network {network_of(asking.address)}"] = self.limits.network
        with self._lock:
            for part, limit in reversed(wanted.items()):
                if self._taken[part] >= limit:
                    raise _refusal(part, limit)
            self._taken.update(wanted.keys())
        return Place(self, tuple(wanted))

    def give_back(self, parts: tuple[str, ...]) -> None:
        """Mark places as free."""
        with self._lock:
            for part in parts:
                self._taken[part] -= 1
                if not self._taken[part]:
                    del self._taken[part]

    def taken(self) -> int:
        """Return how many places are taken."""
        with self._lock:
            return self._taken["all"]


def _refusal(part: str, limit: int) -> Problem:
    after = {"Retry-After": AGAIN}
    if part == "all":
        return Problem("no-place-to-wait", "", headers=after)
    whose = "a network" if part.startswith("network") else "an account"
    return Problem("too-many-waiting", f"{whose} may have {limit} requests waiting at a time", headers=after)


__all__ = ["Limits", "Place", "Places"]

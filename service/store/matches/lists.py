"""Lists over all matches: the feed of log heads, and the lobby."""

from __future__ import annotations

from typing import NamedTuple

from service.store import keys
from service.store.connection.connect import Client
from service.store.errors import Unreadable
from service.store.values.reading import READING


class Head(NamedTuple):
    """A log head as the public feed shows it. ``at`` (ms, the store's clock) and ``match`` order the feed."""

    at: int
    match: str
    n: int
    head: str


class Open(NamedTuple):
    """A match in the lobby, ordered by when it was created (ms)."""

    created: int
    match: str


class MatchLists(Client):
    """Lists of an installation's matches."""

    def heads(self, after: Head | None = None, limit: int = 100) -> list[Head]:
        """Return heads of all matches after the given one, oldest first; only the last entry of each step.

        The present millisecond is left out, so nothing can be written later that belongs before what was returned; of
        several servers the one whose clock is behind decides.
        """
        now = self.earliest_now()
        found = self._after([keys.heads(bucket) for bucket in range(keys.BUCKETS)], after and after.at, limit, now - 1)
        heads = sorted(head for member, score in found if (head := _head(member, score)) is not None)
        shown = [one for one in heads if after is None or one > after][:limit]
        self._make_last({one.match: one.n for one in shown})  # sorted by time: the last of a match counts
        return shown

    def lobby(self, after: Open | None = None, limit: int = 100) -> list[Open]:
        """Return open matches that wait for players, oldest first, after the given one."""
        found = self._after([keys.lobby(bucket) for bucket in range(keys.BUCKETS)], after and after.created, limit)
        matches = sorted(Open(score, member) for member, score in found)
        return [one for one in matches if after is None or one > after][:limit]

    def _after(
        self, sorted_sets: list[str], after: int | None, limit: int, until: int | str = "+inf"
    ) -> list[tuple[str, int]]:
        """Return up to ``limit`` members per set beyond a score, and all at that very score."""
        commands: list[tuple[str | bytes | int, ...]] = []
        for key in sorted_sets:
            start: str | int = "-inf" if after is None else f"({after}"
            commands.append(("ZRANGEBYSCORE", key, start, until, "WITHSCORES", "LIMIT", 0, limit))
            if after is not None:
                commands.append(("ZRANGEBYSCORE", key, after, after, "WITHSCORES"))
        replies = self._ask_each(commands, ["a list of matches"] * len(commands))
        return [
            (reply[i].decode("utf-8", "replace"), int(float(reply[i + 1])))
            for reply in replies
            if not isinstance(reply, Unreadable)
            for i in range(0, len(reply), 2)
        ]


def _head(member: str, at: int) -> Head | None:
    """Return an entry of the feed, ``None`` for what is none."""
    try:
        match, n, head = member.split(" ")
        return Head(at, match, int(n), head)
    except READING:
        return None


__all__ = ["Head", "MatchLists", "Open"]

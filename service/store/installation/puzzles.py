"""Puzzles: those found, the one of each day, and what people answered.

An account's answers are with the account and go with it. A puzzle itself has only counts of them, which stay.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date

from engine.contract import Json
from engine.protocol.canon import tagged_hash
from service.store import keys
from service.store.connection.connect import Client
from service.store.values import reading, text

MOST_WAITING = 60
"""The most puzzles that wait for their day: none is sought while so many do."""
MOST_DAYS = 366
"""Days for which a puzzle, and what people answered, is kept."""
MOST_FOUND = 5_000
"""The most ids of puzzles kept so that none comes twice."""


@dataclass(frozen=True)
class StoredPuzzle:
    """A puzzle (:class:`engine.kit.puzzles.Puzzle`), the match it is from, its rules, and the release that found it."""

    match: str
    rules: str
    data: str
    options: dict[str, object]
    release: str
    puzzle: Json

    @property
    def id(self) -> str:
        """A digest of its match, decision and seat."""
        decision, seat = self.puzzle["decision"]["id"], self.puzzle["seat"]
        return tagged_hash("siegelpost/puzzle-id/v1", self.match.encode(), decision.encode(), b"%d" % seat).hex()


class PuzzleStore(Client):
    """The puzzles of an installation; ``day`` is a date such as ``2026-11-30``, in UTC."""

    def puzzles_waiting(self) -> int:
        """Return how many puzzles wait for their day."""
        return int(self._ask(("HLEN", keys.puzzles_waiting())))

    def keep_puzzle(self, found: StoredPuzzle, now: int) -> None:
        """Keep a puzzle until its day, unless it was found before or too many are kept."""
        if self.puzzles_waiting() >= MOST_WAITING:
            return
        if self._ask(("ZADD", keys.puzzles_found(), "NX", now, found.id)):
            self._ask_many(
                [
                    ("HSET", keys.puzzles_waiting(), found.id, _packed(found)),
                    ("ZREMRANGEBYRANK", keys.puzzles_found(), 0, -MOST_FOUND - 1),
                ]
            )

    def puzzle(self, day: str) -> StoredPuzzle | None:
        """Return the puzzle of a day, if it has one; :raises Unreadable: when it is damaged."""
        stored = self._ask(("GET", keys.puzzle(day)))
        return None if stored is None else _read(stored)

    def choose_puzzle(self, day: date) -> StoredPuzzle | None:
        """Return the puzzle of today, having chosen it from those that wait if there is none yet.

        The day's own hash chooses, so that only which puzzles wait decides, and processes that choose at once choose the same.
        """
        name = day.isoformat()
        known = self.puzzle(name)
        if known is not None:
            return known
        waiting = [text(one) for one in self._ask(("HKEYS", keys.puzzles_waiting()))]
        if not waiting:
            return None
        chosen = min(waiting, key=lambda one: tagged_hash("siegelpost/puzzle-day/v1", name.encode(), one.encode()))
        stored = self._ask(("HGET", keys.puzzles_waiting(), chosen))
        if stored is not None:
            self._ask_many(
                [
                    ("SET", keys.puzzle(name), stored, "NX"),
                    ("ZADD", keys.puzzle_days(), day.toordinal(), name),
                    ("HDEL", keys.puzzles_waiting(), chosen),
                ]
            )
            self._drop_old_puzzles()
        return self.puzzle(name)

    def _drop_old_puzzles(self) -> None:
        old = [text(one) for one in self._ask(("ZREVRANGE", keys.puzzle_days(), MOST_DAYS, -1))]
        if old:
            names = [key for one in old for key in (keys.puzzle(one), keys.puzzle_answers(one))]
            self._ask_many([("DEL", *names), ("ZREM", keys.puzzle_days(), *old)])

    def puzzles_of_days(self, start: int, count: int) -> list[tuple[str, StoredPuzzle]]:
        """Return the puzzles of days, the newest first, from a place (0 for the newest)."""
        days = [text(one) for one in self._ask(("ZREVRANGE", keys.puzzle_days(), start, start + count - 1))]
        found = self._ask_many([("GET", keys.puzzle(one)) for one in days])
        return [(day, _read(stored)) for day, stored in zip(days, found, strict=True) if stored is not None]

    def puzzle_counts(self, days: Sequence[str]) -> list[dict[int, int]]:
        """Return for each day by place how many accounts have made each choice."""
        found = self._ask_many([("HGETALL", keys.puzzle_answers(one)) for one in days])
        return [_numbers(one) for one in found]

    def answer_puzzle(self, account: str, day: str, place: int) -> int:
        """Record an account's only answer to the puzzle of a day; return the answer that counts: this one, or an earlier one."""
        key = keys.account_puzzles(account)
        if int(self._ask(("HSETNX", key, day, place))):
            self._ask(("HINCRBY", keys.puzzle_answers(day), place, 1))
            old = sorted(self.answered_puzzles(account))[:-MOST_DAYS]
            if old:
                self._ask(("HDEL", key, *old))
        return int(self._ask(("HGET", key, day)))

    def answered_puzzle(self, account: str, day: str) -> int | None:
        """Return an account's answer to the puzzle of a day, if any."""
        found = self._ask(("HGET", keys.account_puzzles(account), day))
        with reading(f"puzzles of {account}"):
            return None if found is None else int(found)

    def answered_puzzles(self, account: str) -> dict[str, int]:
        """Return an account's answers by day."""
        found = self._ask(("HGETALL", keys.account_puzzles(account)))
        with reading(f"puzzles of {account}"):
            return {text(day): int(place) for day, place in found.items()}

    def want_puzzles(self, account: str, due: int | None) -> None:
        """Set when an account's next letter with a puzzle is due (ms), or that none is."""
        key = keys.puzzle_letters()
        self._ask(("ZREM", key, account) if due is None else ("ZADD", key, due, account))

    def due_puzzle_letters(self, now: int, most: int) -> list[str]:
        """Return accounts whose letter with a puzzle is due, the longest overdue first."""
        return [text(one) for one in self._ask(("ZRANGEBYSCORE", keys.puzzle_letters(), "-inf", now, "LIMIT", 0, most))]


def _numbers(found: Mapping[bytes, bytes]) -> dict[int, int]:
    with reading("answers to a puzzle"):
        return {int(place): int(count) for place, count in found.items()}


def _packed(found: StoredPuzzle) -> bytes:
    return zlib.compress(json.dumps(asdict(found), separators=(",", ":")).encode())


def _read(stored: bytes) -> StoredPuzzle:
    with reading("a puzzle"):
        try:
            return StoredPuzzle(**json.loads(zlib.decompress(stored)))
        except (zlib.error, TypeError) as error:
            raise ValueError(str(error)) from error

"""What viewers could see at the steps of matches that go on: made by a worker when somebody asks, kept for a short while."""

from __future__ import annotations

from collections.abc import Sequence

from service.store import keys
from service.store.connect import Client
from service.store.moments import Moments, from_bytes
from service.store.reading import reading

KEPT = 300
"""Seconds for which they are kept: a reader who steps on after that has the match played again."""
REFUSED_KEPT = 60
"""The same for a match that could not be played again, which a newer release may be able to do."""
ASKED = 20
"""Seconds after which a replay that nobody has made may be asked for once more: the job may be lost."""


class Replays(Client):
    """Replays of matches that go on, each for one viewer: a seat, or a spectator (``None``)."""

    def ask_for_replay(self, match: str, seat: int | None) -> bool:
        """Note that a replay is asked for; ``False``: somebody has done so a moment ago."""
        return self._ask(("SET", keys.replay_asked(match, seat), "1", "NX", "EX", ASKED)) is not None

    def take_back_replay(self, match: str, seat: int | None) -> None:
        """Note that a replay is not asked for after all."""
        self._ask(("DEL", keys.replay_asked(match, seat)))

    def keep_replay(self, match: str, seat: int | None, found: Moments) -> None:
        """Keep a replay instead of an earlier one, and note that it is no longer asked for."""
        life = REFUSED_KEPT if found.refused else KEPT
        self._ask_many(
            [("SET", keys.replay(match, seat), found.to_bytes(), "EX", life), ("DEL", keys.replay_asked(match, seat))]
        )

    def replay(self, match: str, seat: int | None) -> Moments | None:
        """Return the replay for a viewer, if there is one."""
        stored = self._ask(("GET", keys.replay(match, seat)))
        if stored is None:
            return None
        with reading(f"replay of match {match}"):
            return from_bytes(stored)

    def replays_asked(self, names: Sequence[str]) -> list[bool]:
        """Return which of these replays, by their keys of :func:`service.store.keys.replay_asked`, are still asked for."""
        return [bool(one) for one in self._ask_many([("EXISTS", name) for name in names])]


__all__ = ["Replays"]

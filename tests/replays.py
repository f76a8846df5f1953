"""The replays that wait for a worker, and somebody who makes them."""

from __future__ import annotations

import redis
from rq import Queue
from rq.serializers import JSONSerializer

from service.context import Context
from workers.replay import replay_once


class ReplayQueue:
    """The queue of replays of an installation."""

    def __init__(self, context: Context, client: redis.Redis) -> None:
        self._context = context
        self._queue = Queue("replay", connection=client, serializer=JSONSerializer)

    @property
    def asked(self) -> list[tuple[str, int | None]]:
        """Of which matches, for which seats."""
        return [(match, seat) for job in self._queue.jobs for match, seat in [job.args]]

    def work(self) -> None:
        """Make all of them, as a worker would."""
        if self._queue.count == 0:
            return
        asked = self.asked
        self._queue.empty()  # type: ignore[no-untyped-call]  # RQ has no types
        for match, seat in asked:
            replay_once(self._context, match, seat)


__all__ = ["ReplayQueue"]

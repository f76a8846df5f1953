"""What waits behind everything that is to be resolved: replays, and sealed moves to be read; and somebody who does it."""

from typing import Any

import redis
from rq import Queue
from rq.serializers import JSONSerializer

from service.context import Context
from workers.jobs.coach import hint_once, review_once
from workers.jobs.recall import recall_once
from workers.jobs.replay import replay_once


class ReplayQueue:
    """The queue of replays of an installation."""

    def __init__(self, context: Context, client: redis.Redis) -> None:
        self._context = context
        self._queue = Queue("replay", connection=client, serializer=JSONSerializer)
        self._reviews = Queue("review", connection=client, serializer=JSONSerializer)

    @property
    def asked(self) -> list[tuple[str, int | None]]:
        """Of which matches, for which seats."""
        return [(match, seat) for match, seat in self._jobs("workers.jobs.replay.replay")]

    @property
    def recalls(self) -> list[tuple[str, str, str]]:
        """Of which matches and decisions sealed moves are asked for, and what each request shows."""
        return [(match, decision, request) for match, decision, request in self._jobs("workers.jobs.recall.recall")]

    def _jobs(self, name: str) -> list[tuple[Any, ...]]:
        return [tuple(job.args) for job in self._queue.jobs if job.func_name == name]

    def work(self) -> None:
        """Make all of them, as a worker would."""
        if self._reviews.count:
            matches = [str(job.args[0]) for job in self._reviews.jobs]
            self._reviews.empty()  # type: ignore[no-untyped-call]  # RQ has no types
            for match in matches:
                while not review_once(self._context, match):
                    pass
        if self._queue.count == 0:
            return
        asked, recalls = self.asked, self.recalls
        hints = self._jobs("workers.jobs.coach.hint")
        self._queue.empty()  # type: ignore[no-untyped-call]  # RQ has no types
        for match, seat in asked:
            replay_once(self._context, match, seat)
        for match, decision, request in recalls:
            recall_once(self._context, match, decision, request)
        for match, decision, seat in hints:
            hint_once(self._context, match, decision, seat)

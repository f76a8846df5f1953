"""Waking a worker: after the response has left, or before a request waits for what the worker does."""

from __future__ import annotations

from typing import Any

from flask import after_this_request

from service.api.http.current import context
from service.processes.bell import CLOCK, ring
from service.processes.wake import QueueName, wake
from service.telemetry import tracing


def wake_soon(name: QueueName, match: str = "", *, at_once: bool = False) -> None:
    """Wake a queue's workers, and let the clock look when the next is due. A lost wake-up costs a moment.

    :param match: what is due, where it is known.
    :param at_once: the rest of this request waits for them.
    """
    queue_url = context().settings.queue_url
    if at_once:
        wake(queue_url, name, match)
        return

    trace = tracing.carried()  # the request is over when its answer has left

    def wake_all() -> None:
        wake(queue_url, name, match, trace)
        ring(queue_url, [CLOCK])

    @after_this_request
    def on_close(response: Any) -> Any:
        response.call_on_close(wake_all)
        return response


__all__ = ["wake_soon"]

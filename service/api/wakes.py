"""Waking a worker: after the response has left, or before a request waits for what the worker does."""

from __future__ import annotations

from typing import Any

from flask import after_this_request

from service.api.current import context
from service.wake import QueueName, wake


def wake_soon(name: QueueName, match: str = "", *, at_once: bool = False) -> None:
    """Wake the workers of a queue. A lost wake-up costs a moment: the clock finds what is due.

    :param match: what is due, where it is known.
    :param at_once: the rest of this request waits for them.
    """
    queue_url = context().settings.queue_url
    if at_once:
        wake(queue_url, name, match)
        return

    @after_this_request
    def on_close(response: Any) -> Any:
        response.call_on_close(lambda: wake(queue_url, name, match))
        return response


__all__ = ["wake_soon"]

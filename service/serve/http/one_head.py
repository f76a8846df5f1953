"""One head per request: clients, and even more so proxies, would take a second one for the answer to another request."""

from __future__ import annotations

import logging

from service.telemetry.counts import REFUSALS

log = logging.getLogger("siegelpost.heads")


class SecondHead(RuntimeError):
    """A second head was about to be written for one request."""


class OneHead:
    """Lets only one head of a request's answer pass."""

    def __init__(self) -> None:
        self._taken = False

    def take(self) -> None:
        """Claim the head for the caller, who writes it now or promises to.

        :raises SecondHead: when it has been claimed. This is logged and counted as a server error; the connection has to end.
        """
        if self._taken:
            REFUSALS.labels("internal").inc()
            log.error("a second head for one request was not sent")
            raise SecondHead
        self._taken = True


__all__ = ["OneHead", "SecondHead"]

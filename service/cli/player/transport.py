"""The command line's conversation with a server: the published Python client's calls, under the command's own name.

Retries, ``Retry-After``, idempotency keys and problem documents are described in :mod:`siegelpost_client.wire`.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from siegelpost_client import Answer, Ask, Client, Refused, Unreachable
from siegelpost_client.operations import Operations
from siegelpost_client.wire import LONGEST_ANSWER, PATIENCE, problem_of, retry_after

from service.accounts.access.scopes import COMMAND_LINE

T = TypeVar("T")


class Transport(Operations):
    """Calls one server, by a method for every operation of the API.

    ``sleep`` and ``clock`` can be replaced in tests of waiting.
    """

    def __init__(
        self,
        server: str,
        token: str | None = None,
        *,
        patience: float | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.server = server.rstrip("/")
        self.token = token
        self.has_token = bool(token)
        waits = PATIENCE if patience is None else patience
        self._client = Client(self.server, token, patience=waits, agent=COMMAND_LINE, sleep=sleep, clock=clock)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def send(self, ask: Ask[T]) -> T:
        """Return the answer to an operation; see :meth:`call`."""
        answer = self.call(
            ask.method,
            ask.path.lstrip("/"),
            content=ask.body,
            form=ask.form,
            params=ask.query,
            headers=ask.headers,
            wait=ask.wait,
        )
        return cast(T, answer.read(ask.reading))

    def call(
        self,
        method: str,
        path: str,
        *,
        content: Any = None,
        form: Mapping[str, str] | None = None,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        wait: int = 0,
    ) -> Answer:
        """Send a request and return the answer; ``content`` is sent as JSON, or is JSON text already.

        ``form`` is sent as a form, ``wait`` is how many seconds the server may hold the request open.

        :raises Refused: for a problem document. :raises Unreachable: when nothing came in time.
        """
        return self._client.call(
            Ask(method, path, query=params or {}, headers=headers or {}, body=content, form=form, wait=wait)
        )


__all__ = ["LONGEST_ANSWER", "Answer", "Refused", "Transport", "Unreachable", "problem_of", "retry_after"]

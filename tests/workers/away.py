"""A store that is away for a while, one question at a time."""

import threading
from collections.abc import Callable
from typing import Any

from service.store.connection.connect import StoreUnavailable


class Away:
    """A question to the store that gets no answer for the first times, asked in vain or answered into the void."""

    def __init__(self, times: int, answer: Callable[..., Any], *, after: bool = False) -> None:
        self.times, self.answer, self.after = times, answer, after
        self._lock = threading.Lock()

    def __call__(self, *given: Any, **named: Any) -> Any:
        with self._lock:
            self.times, away = self.times - 1, self.times > 0
        if away:
            if self.after:
                self.answer(*given, **named)
            raise StoreUnavailable("away")
        return self.answer(*given, **named)

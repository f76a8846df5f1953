"""A process that is killed (kill -9) before one of its own steps."""

import os
import signal
from collections.abc import Callable
from typing import Any


class Killed:
    """Kills this process before the step of this number (from 0) of all that are wrapped by it."""

    def __init__(self, number: int) -> None:
        self.left = number

    def before(self, action: Callable[..., Any]) -> Callable[..., Any]:
        """Return the action as such a step."""

        def step(*args: Any, **more: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return action(*args, **more)

        return step

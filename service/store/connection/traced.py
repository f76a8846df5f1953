"""A round trip to the store in a trace: which commands or scripts went, never keys or values, and whether an answer came."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from redis.exceptions import NoScriptError

from service.store.connection.commands import Command
from service.store.connection.scripts import ALL
from service.telemetry import tracing

SEVERAL = "PIPELINE"
"""What a round trip is called that takes several kinds of commands along."""

_SCRIPTS = {name: script.name for script in ALL for name in (script.sha, script.text)}


def traced(commands: Sequence[Command], send: Callable[[], list[Any]]) -> list[Any]:
    """Send commands and return the replies, errors in place of replies; in a trace they are a span of their own."""
    if not tracing.carried():
        return send()
    names = {_called(command) for command in commands}
    name = names.pop() if len(names) == 1 else SEVERAL
    facts: dict[str, tracing.Fact] = {"db.system.name": "redis", "db.operation.name": name}
    if len(commands) > 1:
        facts["db.operation.batch.size"] = len(commands)
    with tracing.span(f"store {name}", "client", facts=facts) as span:
        replies = send()
        # A server that does not know a script yet is sent its text: that is no failure.
        refused = next(
            (one for one in replies if isinstance(one, Exception) and not isinstance(one, NoScriptError)), None
        )
        if refused is not None:
            span.fail(type(refused).__name__)
        return replies


def _called(command: Command) -> str:
    """Return the name of a command, or of the script that it runs."""
    called = str(command[0])
    return _SCRIPTS.get(str(command[1]), called) if called in ("EVALSHA", "EVAL") else called


__all__ = ["traced"]

"""Log lines: text for people, or one JSON object per line, with the line's request, match, job and trace."""

import json
import logging
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

from service.telemetry import tracing

TEXT = "%(levelname)s %(name)s: %(message)s"
ACCESS = "siegelpost.access"
OWN = "siegelpost"
"""The attribute of a record for additional members."""

_about: ContextVar[Mapping[str, str]] = ContextVar("about", default={})  # noqa: B039  never changed in place


def begin(**ids: str) -> None:
    """Set what this thread works on (``request``, ``match``, ``job``), replacing anything set before."""
    _about.set(ids)


@contextmanager
def about(**ids: str) -> Iterator[None]:
    """Add to what this thread works on, for the duration of the block."""
    token = _about.set({**_about.get(), **ids})
    try:
        yield
    finally:
        _about.reset(token)


def request() -> str:
    """Return the request that this thread works on, or that woke its job, or an empty string."""
    return _about.get().get("request", "")


class JsonLines(logging.Formatter):
    """One object per line. An exception is described only by its type: its text might contain a move or a token."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        kind = record.exc_info[0] if record.exc_info else None
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "log": record.name,
            "process": record.process,
            "text": record.getMessage(),
            **_about.get(),
            **tracing.ids(),
            **getattr(record, OWN, {}),
            **({} if kind is None else {"error": kind.__name__}),
        }
        return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def formatter(env: Mapping[str, str]) -> logging.Formatter:
    """Return the formatter for log lines according to ``SIEGELPOST_LOGS``."""
    return JsonLines() if env.get("SIEGELPOST_LOGS", "text") == "json" else logging.Formatter(TEXT)


def set_up(env: Mapping[str, str]) -> None:
    """Send this process's log to its standard error, as the settings say."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter(env))
    logging.basicConfig(level=logging.INFO, handlers=[handler])

"""Traces, if an operator wants them: the work of requests, steps and letters, sent to a collector by OpenTelemetry
(OTLP).

Nothing of OpenTelemetry is imported, and nothing is measured, unless ``OTEL_EXPORTER_OTLP_ENDPOINT`` is set. What a span says is
given by our code alone: ids of matches and requests, routes, kinds and outcomes; never addresses, tokens, moves or the text of an
error. A context is carried from process to process as W3C Trace Context writes it (``traceparent``): with the job that wakes a
worker, and with the notices of a step.
"""

import logging
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Literal, Protocol

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
"""Where spans go; the variables are those of the OpenTelemetry specification, like all other settings of it."""
DISABLED = "OTEL_SDK_DISABLED"

SpanKind = Literal["server", "consumer", "client", "inside"]
Fact = str | int | float | bool

log = logging.getLogger("siegelpost.tracing")


class Span(Protocol):
    """A piece of work in progress."""

    def say(self, **facts: Fact) -> None:
        """Add facts; ``match="..."`` becomes the attribute ``siegelpost.match``, a name with a dot in it stays as it is."""

    def fail(self, kind: str) -> None:
        """Mark the span as failed, with the kind of error."""


class Tracer(Protocol):
    """A sender of spans; see :func:`span`, :func:`inner` and :func:`carried`."""

    def span(
        self, name: str, kind: SpanKind, parent: str | None, links: Sequence[str], facts: Mapping[str, Fact]
    ) -> AbstractContextManager[Span]:
        """Begin a span."""

    def carried(self) -> str:
        """Return the context of the span that this thread is in."""

    def trace(self) -> str:
        """Return the id of the trace that this thread is in."""


class _Silent:
    """A span that is not recorded."""

    def say(self, **facts: Fact) -> None:
        """Record nothing."""

    def fail(self, kind: str) -> None:
        """Record nothing."""


_NOWHERE: AbstractContextManager[Span] = nullcontext(_Silent())
_tracer: Tracer | None = None


def wanted(env: Mapping[str, str]) -> bool:
    """Return whether the settings ask for traces."""
    return any(env.get(name) for name in ENDPOINTS) and env.get(DISABLED, "").lower() != "true"


def set_up(env: Mapping[str, str], process: str) -> None:
    """Send the spans of this process from now on, if the settings ask for it.

    :param process: its kind: ``api``, ``resolve``, ``deliver``, ``clock``, ``replies``.
    """
    if not wanted(env):
        return
    try:
        from service.telemetry.otlp import open_tracer  # here, so that who wants no traces neither has nor imports it
    except ImportError as error:
        log.error("no traces: %s is missing. Install siegelpost[otel], or unset %s", error.name, ENDPOINTS[1])
        return
    use(open_tracer(process))


def use(tracer: Tracer | None) -> None:
    """Send spans with a tracer, or no longer (None)."""
    global _tracer  # noqa: PLW0603  a process sends all its spans to one place
    _tracer = tracer


def on() -> bool:
    """Return whether spans are sent, so that callers need not gather facts in vain."""
    return _tracer is not None


def span(
    name: str,
    kind: SpanKind = "inside",
    *,
    parent: str | None = None,
    links: Sequence[str] = (),
    facts: Mapping[str, Fact] | None = None,
) -> AbstractContextManager[Span]:
    """Begin a span, to be entered and left by the same thread; of an exception raised inside, only the kind is recorded.

    :param parent: the ``traceparent`` of the parent; empty to begin a trace; None for the span that this thread is in.
    :param links: the ``traceparent`` of related spans; empty ones are left out.
    :param facts: as for :meth:`Span.say`.
    """
    return _NOWHERE if _tracer is None else _tracer.span(name, kind, parent, links, facts or {})


def inner(
    name: str, kind: SpanKind = "inside", facts: Mapping[str, Fact] | None = None
) -> AbstractContextManager[Span]:
    """Begin a span if this thread is in one: background work of idle processes is not traced."""
    return span(name, kind, facts=facts) if carried() else _NOWHERE


def carried() -> str:
    """Return the ``traceparent`` of this thread's span; empty if there is none, or it is not sampled."""
    return "" if _tracer is None else _tracer.carried()


def ids() -> dict[str, str]:
    """Return this thread's trace as a member of log lines; empty if there is none."""
    if _tracer is None:
        return {}
    found = _tracer.trace()
    return {"trace": found} if found else {}

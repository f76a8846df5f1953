"""Spans by the SDK of OpenTelemetry, sent by OTLP over HTTP from a thread: a collector that is away costs only spans.

The SDK itself reads the variables of the OpenTelemetry specification (``OTEL_TRACES_SAMPLER``,
``OTEL_EXPORTER_OTLP_HEADERS``, ``OTEL_BSP_...`` and so on).
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from service.commit import RELEASE
from service.telemetry.tracing import Fact, Span, SpanKind

KINDS = {
    "server": trace.SpanKind.SERVER,
    "consumer": trace.SpanKind.CONSUMER,
    "client": trace.SpanKind.CLIENT,
    "inside": trace.SpanKind.INTERNAL,
}
TRACEPARENT = "traceparent"
LAST_WORDS = 2.0
"""Seconds that an ending process waits for the collector to take the remaining spans."""

log = logging.getLogger("siegelpost.tracing")

_propagator = TraceContextTextMapPropagator()


class Otlp:
    """A :class:`service.telemetry.tracing.Tracer` of the SDK."""

    def __init__(self, provider: TracerProvider, to: Patient) -> None:
        self._provider = provider
        self._to = to
        self._tracer = provider.get_tracer("siegelpost")

    @contextmanager
    def span(
        self, name: str, kind: SpanKind, parent: str | None, links: Sequence[str], facts: Mapping[str, Fact]
    ) -> Iterator[Span]:
        """Begin a span. The SDK would record an exception's text, which may contain a move; here only its type is recorded."""
        with self._tracer.start_as_current_span(
            name,
            context=None if parent is None else _context_of(parent),
            kind=KINDS[kind],
            links=[trace.Link(_told(one)) for one in dict.fromkeys(links) if one],
            record_exception=False,
            set_status_on_exception=False,
        ) as begun:
            found = _Span(begun)
            found.say(**facts)
            try:
                yield found
            except BaseException as error:
                found.fail(type(error).__name__)
                raise

    def carried(self) -> str:
        """Return the ``traceparent`` of this thread's span, even if it is not sampled, so that later spans are not, either."""
        carrier: dict[str, str] = {}
        _propagator.inject(carrier)
        return carrier.get(TRACEPARENT, "")

    def trace(self) -> str:
        """Return the id of this thread's trace; empty if it is not sent."""
        about = trace.get_current_span().get_span_context()
        return trace.format_trace_id(about.trace_id) if about.is_valid and about.trace_flags.sampled else ""

    def flush(self) -> None:
        """Send what has ended now, and wait for that."""
        self._provider.force_flush()

    def end(self) -> None:
        """Send the remaining spans, waiting only briefly; not at all for a collector that is away."""
        atexit.unregister(self.end)
        ending = threading.Thread(target=self._provider.shutdown, name="last spans", daemon=True)
        ending.start()
        ending.join(0 if self._to.away else LAST_WORDS)  # the thread ends with the process


class _Span:
    def __init__(self, begun: trace.Span) -> None:
        self._begun = begun

    def say(self, **facts: Fact) -> None:
        for name, fact in facts.items():
            self._begun.set_attribute(name if "." in name else f"siegelpost.{name}", fact)

    def fail(self, kind: str) -> None:
        self._begun.set_attribute("error.type", kind)
        self._begun.set_status(trace.StatusCode.ERROR)


class Patient(SpanExporter):
    """Exports batches; an outage of the collector is logged in one line when it begins, and one when it ends."""

    def __init__(self, to: SpanExporter) -> None:
        self._to = to
        self.away = False

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send a batch; one that cannot be sent is lost."""
        result = self._to.export(spans)
        before, self.away = self.away, result is not SpanExportResult.SUCCESS
        if self.away and not before:
            log.warning("the collector does not take traces: they are lost until it does")
        elif before and not self.away:
            log.info("the collector takes traces again")
        return result

    def shutdown(self) -> None:
        """End."""
        self._to.shutdown()


def open_tracer(process: str) -> Otlp:
    """Return a tracer that sends what this process does to the collector of the environment, until the process ends."""
    # The library would complain about every batch; the one line of an outage is ours.
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
    ours = {"service.namespace": "siegelpost", "service.name": f"siegelpost-{process}"}
    resource = Resource({**ours, "service.version": RELEASE}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    to = Patient(OTLPSpanExporter())
    provider.add_span_processor(BatchSpanProcessor(to))
    made = Otlp(provider, to)
    atexit.register(made.end)
    return made


def _context_of(traceparent: str) -> Context:
    """Return the context in a ``traceparent``; an empty or malformed one begins a new trace."""
    return _propagator.extract({TRACEPARENT: traceparent}, context=Context())


def _told(traceparent: str) -> trace.SpanContext:
    return trace.get_current_span(_context_of(traceparent)).get_span_context()

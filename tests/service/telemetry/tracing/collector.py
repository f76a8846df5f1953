"""A collector as OTLP over HTTP knows it: takes batches of spans as protobuf, and keeps them."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1 import trace_pb2

NO_PARENT = b""


@dataclass(frozen=True)
class Sent:
    """A span as it arrived."""

    process: str
    span: trace_pb2.Span

    @property
    def facts(self) -> dict[str, str | int]:
        """Its attributes."""
        return {one.key: one.value.string_value or one.value.int_value for one in self.span.attributes}

    @property
    def links(self) -> set[bytes]:
        """The ids of the spans that it links to."""
        return {one.span_id for one in self.span.links}


class Collector:
    """What has arrived. ``well`` false: it refuses everything for now; ``answer`` not set: it lets everybody wait."""

    def __init__(self) -> None:
        self.url = ""
        self.well = True
        self.refused = 0
        self.answer = threading.Event()
        self.answer.set()
        self._taken: list[Sent] = []
        self._raw: list[bytes] = []

    def take(self, body: bytes) -> None:
        """Take a batch."""
        asked = ExportTraceServiceRequest.FromString(body)
        self._raw.append(body)
        for resource in asked.resource_spans:
            facts = {one.key: one.value.string_value for one in resource.resource.attributes}
            for scope in resource.scope_spans:
                self._taken += [Sent(facts["service.name"], span) for span in scope.spans]

    def all(self) -> list[Sent]:
        """Return all spans."""
        return list(self._taken)

    def named(self, name: str) -> list[Sent]:
        """Return the spans of a name, in the order in which they began."""
        return sorted(
            (one for one in self._taken if one.span.name == name), key=lambda one: one.span.start_time_unix_nano
        )

    def text(self) -> str:
        """Return everything that arrived, to search it for what should not be there."""
        return b"".join(self._raw).decode("utf-8", "replace")


class _Handler(BaseHTTPRequestHandler):
    collector: Collector

    def do_POST(self) -> None:
        """Take a batch, as ``POST /v1/traces`` has it."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        self.collector.answer.wait()
        good = self.path == "/v1/traces" and self.headers["Content-Type"] == "application/x-protobuf"
        if good and self.collector.well:
            self.collector.take(body)
        else:
            self.collector.refused += 1
        answer = ExportTraceServiceResponse().SerializeToString()
        self.send_response(200 if good and self.collector.well else 400)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def collecting() -> Iterator[Collector]:
    """Run a collector on a free port."""
    collector = Collector()
    handler = type("Handler", (_Handler,), {"collector": collector})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        collector.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield collector
        finally:
            server.shutdown()
            thread.join()

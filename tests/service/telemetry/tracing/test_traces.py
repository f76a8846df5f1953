"""What a collector gets: one trace from a request through queue and resolver to the letter, nothing secret, nothing unasked."""

import json
import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import redis
from flask import Flask

from service.api.app import equip
from service.context import Context
from service.processes.wake import QueueName
from service.store import keys
from service.store.installation.beacons import Beacons, WantedRound
from service.telemetry import logs, tracing
from service.telemetry.otlp import LAST_WORDS, Otlp, open_tracer
from tests.given.contexts import account
from tests.servers.beacon import chain
from tests.service.api.conftest import ada, app, ben, context, routes  # noqa: F401  fixtures
from tests.service.api.players import Player, Table
from tests.service.telemetry.metrics.test_logs import Lines, lines  # noqa: F401  a fixture
from tests.service.telemetry.tracing.collector import NO_PARENT, Collector, Sent, collecting
from tests.workers.mail.sending.delivering import hurry
from tests.workers.webhooks.sending import Recipient, make, send_all, tell
from workers.clock.beacon import BeaconReader
from workers.clock.head_log import HeadLogWriter
from workers.clock.loop import Clock, sweep
from workers.deliver.job import Office, open_channels
from workers.mail.channel import Mail
from workers.mail.digest import Digest
from workers.mail.sending.transport import FolderTransport
from workers.run import build
from workers.webhooks.post import Answer

SPOKEN = {
    "db.operation.batch.size", "db.operation.name", "db.system.name", "error.type", "http.request.method",
    "http.response.status_code", "http.route", "messaging.destination.name", "messaging.system", "siegelpost.archived",
    "siegelpost.channel",
    "siegelpost.ended", "siegelpost.entries", "siegelpost.entry", "siegelpost.job", "siegelpost.kinds", "siegelpost.match",
    "siegelpost.mended", "siegelpost.outcome", "siegelpost.request", "siegelpost.round", "siegelpost.rules",
}  # fmt: skip
"""All that spans say of anything. A name more is a decision: whose is it to know?"""


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    with collecting() as one:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", one.url)
        yield one


@pytest.fixture
def tracer(collector: Collector) -> Iterator[Otlp]:
    """This process sends spans, to the collector."""
    made = open_tracer("test")
    tracing.use(made)
    yield made
    tracing.use(None)
    made.end()


def work(context: Context, queue: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:  # noqa: F811
    """Do the jobs that wait, as a worker process does, and whatever is due because of them."""
    transport = FolderTransport(folder)
    channels = open_channels(context, mail=Mail(context, transport), digest=Digest(context, transport))
    office = Office(context, channels)
    monkeypatch.setattr("workers.resolve.drain.context_of_process", lambda: context)
    monkeypatch.setattr("workers.deliver.job._office_of_process", lambda: office)
    build("resolve" if queue == "resolve" else "deliver", context.settings.queue_url).work(
        burst=True, logging_level="WARNING"
    )
    office.close()


def test_a_move_is_followed_from_its_request_to_the_letters_that_it_brings(
    tracer: Otlp,
    collector: Collector,
    context: Context,  # noqa: F811
    ada: Player,  # noqa: F811
    ben: Player,  # noqa: F811
    app: Flask,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lines: Lines,  # noqa: F811
) -> None:
    context = replace(context, settings=replace(context.settings, access_log=True))
    equip(app, context)
    table = Table.begin(context, ada, ben)
    work(context, "resolve", monkeypatch, tmp_path / "mail")
    work(context, "deliver", monkeypatch, tmp_path / "mail")
    path = table.here()
    for player in (ada, ben):
        answer = player.put(f"{path}/commitment", {"move": {"type": "pass"}})
        assert answer.status_code == 200, answer.data
        answer.close()  # a worker is woken when the answer has left
    closing = answer.headers["Request-Id"]
    work(context, "resolve", monkeypatch, tmp_path / "mail")
    hurry(context)
    work(context, "deliver", monkeypatch, tmp_path / "mail")
    tracer.end()

    spans = {one.span.span_id: one for one in collector.all()}
    [request] = [one for one in collector.all() if one.facts.get("siegelpost.request") == closing]
    assert request.span.name == "PUT /v1/matches/<match:match>/decisions/<decision:decision>/commitment"
    assert (request.facts["http.response.status_code"], request.facts["siegelpost.match"]) == (200, table.match)
    assert request.span.parent_span_id == NO_PARENT

    letters = [one for one in collector.named("letter") if one.span.trace_id == request.span.trace_id]
    assert letters, "the letters that follow from it are in the trace of the request"
    for letter in letters:
        assert (letter.facts["siegelpost.outcome"], letter.facts["siegelpost.channel"]) == ("sent", "mail")
        assert ancestors(spans, letter) == ["step", "resolve", request.span.name]
        assert {one.span.name for one in spans.values() if one.span.parent_span_id == letter.span.span_id} >= {
            "write",
            "send",
            "store settle",
        }
        assert {spans[one].span.name for one in letter.links} == {"deliver"}, "the job that served it is linked"
    assert {"store act", "resolve"} <= {
        one.span.name for one in spans.values() if one.span.parent_span_id == request.span.span_id
    }
    nothing_secret(collector)
    by_its_ids(lines, closing, table.match)


def test_what_the_clock_does_begins_traces_and_what_it_only_looks_at_none(
    tracer: Otlp,
    collector: Collector,
    context: Context,  # noqa: F811
    ada: Player,  # noqa: F811
    ben: Player,  # noqa: F811
    server: redis.Redis,
) -> None:
    Table.begin(context, ada, ben)
    store, woken = context.store, list[str]()
    server.zadd(keys.due(0), {"a match": store.now() - 5})
    for bucket in range(keys.BUCKETS):
        server.delete(keys.out(bucket))  # news of two recipients, which the sweep finds

    def note(_: QueueName) -> bool:
        woken.append(tracing.carried())
        return True

    clock = Clock(store, note)
    clock.look()
    clock.look()
    server.zrem(keys.due(0), "a match")
    sweep(store)
    writer = HeadLogWriter(store, context.signers, context.settings.origin)
    for _ in range(4):
        writer.batch()
    ann = account(context, "Ann")
    make(context, ann)
    tell(context, ann, "one", "two")
    send_all(context, Recipient([Answer(500, "out of order")]))
    number = 1_000
    asked_for = SimpleNamespace(
        wanted_rounds=lambda *_: [WantedRound(chain(), number)], put_off_round=lambda *_: None, now=store.now
    )
    assert BeaconReader(cast(Beacons, asked_for), "http://127.0.0.1:1", store.now).look() == 0
    tracer.end()

    found = [one for one in collector.all() if one.span.parent_span_id == NO_PARENT]
    told = [(one.span.name, {k.removeprefix("siegelpost."): v for k, v in one.facts.items()}) for one in found]
    named = [one for one in told if one[0] in ("wake", "sweep", "log", "webhook", "round")]
    [entries] = [facts["entries"] for name, facts in named if name == "log" and facts["entries"]]
    assert int(entries) > 2
    assert [one for one in named if one[0] != "log"] == [
        ("wake", {"messaging.destination.name": "resolve"}),
        ("sweep", {"archived": 0, "mended": 2}),
        ("webhook", {"outcome": "retry"}),
        ("webhook", {"outcome": "delivered"}),
        ("round", {"round": number, "error.type": "NoRound"}),
    ]
    assert [bool(one) for one in woken] == [True, False], (
        "a job continues the first wake, and later ones are not traced"
    )
    nothing_secret(collector)


def by_its_ids(lines: Lines, request: str, match: str) -> None:  # noqa: F811
    """Find a move in the log by the id of its request: the answer, the step, the letters; each names its match."""
    found = [one for one in lines.lines if one.get("request") == request]
    answered, *steps, first, second = found
    assert (answered["method"], answered["status"]) == ("PUT", 200)
    assert steps
    assert all(one["entries"] and one["job"] for one in steps)
    assert [(one["channel"], one["outcome"]) for one in (first, second)] == [("mail", "sent")] * 2
    assert {one["match"] for one in found} == {match}
    assert not [one for one in ("@players.example", "sp_") if one in json.dumps(lines.lines)]


def ancestors(spans: dict[bytes, Sent], one: Sent) -> list[str]:
    """Return the names of the spans above one, the nearest first."""
    found = []
    while one.span.parent_span_id != NO_PARENT:
        one = spans[one.span.parent_span_id]
        found.append(one.span.name)
    return found


def nothing_secret(collector: Collector) -> None:
    """Compare what was said with what may be, and look for what may not."""
    assert {name for one in collector.all() for name in one.facts} <= SPOKEN
    assert not [one for one in collector.all() if one.span.events], "an exception is told by its kind alone"
    text = collector.text()
    for secret in ("sp_", "@players.example", '"pass"', "sc1_", "salt", "Bearer"):
        assert secret not in text, secret


def test_a_match_that_a_job_found_by_the_way_has_a_trace_of_its_own(
    tracer: Otlp,
    collector: Collector,
    context: Context,  # noqa: F811
    ada: Player,  # noqa: F811
    ben: Player,  # noqa: F811
) -> None:
    with tracing.span("resolve", "consumer", parent=""):
        job = tracing.carried()
        Table.begin(context, ada, ben)
    tracer.end()
    [step] = [one for one in collector.named("step") if one.facts.get("siegelpost.entries")][:1]
    assert step.span.parent_span_id == NO_PARENT
    assert step.links == {bytes.fromhex(job.split("-")[2])}


def test_what_fails_says_the_kind_of_its_error_and_not_its_words(tracer: Otlp, collector: Collector) -> None:
    with pytest.raises(ValueError, match="secret card"), tracing.span("step", facts={"match": "m"}):
        raise ValueError("secret card")
    tracer.end()
    [step] = collector.named("step")
    assert step.facts["error.type"] == "ValueError"
    assert "secret card" not in collector.text()


def test_a_client_s_traceparent_is_not_believed(tracer: Otlp, collector: Collector, ada: Player) -> None:  # noqa: F811
    forged = "4bf92f3577b34da6a3ce929d0e0e4736"
    ada.get("/health", traceparent=f"00-{forged}-00f067aa0ba902b7-01")
    tracer.end()
    [request] = collector.named("GET /health")
    assert request.span.trace_id != bytes.fromhex(forged)


def test_log_lines_in_a_trace_name_it(tracer: Otlp) -> None:
    line = logging.LogRecord("siegelpost.x", logging.INFO, "", 0, "text", (), None)
    assert "trace" not in json.loads(logs.JsonLines().format(line))
    with tracing.span("step"):
        named = json.loads(logs.JsonLines().format(line))["trace"]
        assert named == tracing.carried().split("-")[1]


def test_what_is_not_sampled_is_not_sent_nor_is_what_follows(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "parentbased_always_off")
    made = open_tracer("test")
    tracing.use(made)
    with tracing.span("request", "server", parent=""):
        carried = tracing.carried()
    with tracing.span("resolve", "consumer", parent=carried):
        assert tracing.ids() == {}
    tracing.use(None)
    made.end()
    assert int(carried.rpartition("-")[2], 16) & 1 == 0
    assert collector.all() == []


def test_an_outage_of_the_collector_is_two_lines_and_costs_only_spans(
    collector: Collector, caplog: pytest.LogCaptureFixture
) -> None:
    made = open_tracer("test")
    caplog.set_level(logging.INFO, "siegelpost.tracing")
    collector.well = False
    for well in (False, False, True, True):
        collector.well = well
        with made.span("request", "server", "", (), {}):
            pass
        made.flush()
    made.end()
    assert collector.refused == 2
    assert [one.getMessage() for one in caplog.records] == [
        "the collector does not take traces: they are lost until it does",
        "the collector takes traces again",
    ]
    assert len(collector.all()) == 2


def test_who_ends_while_the_collector_is_away_does_not_wait_for_it(collector: Collector) -> None:
    made = open_tracer("test")
    collector.well = False
    with made.span("request", "server", "", (), {}):
        pass
    made.flush()
    collector.answer.clear()
    with made.span("request", "server", "", (), {}):
        pass
    begun = time.monotonic()
    made.end()
    assert time.monotonic() - begun < LAST_WORDS / 2
    collector.answer.set()


ENDING = """
import os, time
from service.telemetry import tracing
tracing.set_up(os.environ, "test")
begun = time.perf_counter()
for _ in range(20000):
    with tracing.span("request", "server", parent=""):
        pass
print(time.perf_counter() - begun)
"""


def test_a_collector_that_never_answers_delays_neither_a_span_nor_the_end_of_a_process() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        endpoint = f"http://127.0.0.1:{silent.getsockname()[1]}"
        begun = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-c", ENDING],
            env={**os.environ, "OTEL_EXPORTER_OTLP_ENDPOINT": endpoint},
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert time.monotonic() - begun < 20, "the exporter itself would wait ten seconds, several times"
    assert float(done.stdout) < 10, "20,000 spans, of which most find no place in the queue"


UNASKED = """
import os, sys
from service.telemetry import tracing
from service.telemetry.tracing import set_up
import service.api.app, workers.resolve.drain, workers.deliver.job, workers.run
set_up(os.environ, "api")
ours = ("service.telemetry.otlp", "opentelemetry.sdk.trace", "opentelemetry.exporter", "google.protobuf")
print([name for name in sys.modules if name.startswith(ours)], tracing.carried())
"""
"""Of what is installed here redis-py imports a part by itself, for figures that it would count if it were asked to."""


def test_nothing_that_sends_is_imported_unless_traces_are_asked_for() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    done = subprocess.run(
        [sys.executable, "-c", UNASKED], env=environment, check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


def test_the_specification_s_own_switch_turns_them_off() -> None:
    asked = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}
    assert tracing.wanted(asked)
    assert tracing.wanted({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:4318/v1/traces"})
    assert not tracing.wanted({**asked, "OTEL_SDK_DISABLED": "true"})
    assert not tracing.wanted({"OTEL_EXPORTER_OTLP_ENDPOINT": ""})


def test_without_the_extra_a_line_says_what_to_install(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "service.telemetry.otlp", None)
    tracing.set_up({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, "api")
    assert "Install siegelpost[otel]" in caplog.text
    assert tracing.carried() == ""

"""What is counted, and where."""

import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import redis
from prometheus_client.openmetrics.exposition import generate_latest
from prometheus_client.registry import Collector

from service.config.settings import Settings
from service.config.variables import BadSetting
from service.context import Context
from service.processes.wake import listening
from service.store.store import Store
from service.store.sweep import Swept
from service.telemetry import counts
from service.telemetry.__main__ import registry_of, watched
from service.telemetry.counts import Slots, alive, count_in
from service.telemetry.gauges import Installation
from tests.given.contexts import loaded
from tests.service.api.conftest import ada, app, ben, context, routes, table  # noqa: F401  fixtures
from tests.service.api.players import Player, Table
from tests.store.examples import match_id, running
from workers.clock.loop import count_swept
from workers.resolve.drain import lateness
from workers.resolve.step import step_due
from workers.run import build

COUNTING = "from service.telemetry.counts import ACTS; ACTS.labels('commit').inc()"


def value(name: str, **labels: str) -> float:
    return counts.REGISTRY.get_sample_value(name, labels) or 0.0


def shown(registry: Collector) -> str:
    text: bytes = generate_latest(registry)  # type: ignore[no-untyped-call]
    return text.decode()


def test_what_players_do_is_counted_by_rule_and_code(ada: Player, table: Table) -> None:  # noqa: F811
    route = "/v1/matches/<match:match>"
    before = value("siegelpost_requests_total", method="GET", route=route, status="200")
    refused = value("siegelpost_refusals_total", problem="not-found")

    ada.sees(f"/v1/matches/{table.match}")
    ada.get("/v1/nothing-is-here")

    assert value("siegelpost_requests_total", method="GET", route=route, status="200") == before + 1
    assert value("siegelpost_refusals_total", problem="not-found") == refused + 1


def test_nothing_that_a_client_makes_up_becomes_a_label(ada: Player) -> None:  # noqa: F811
    before = value("siegelpost_requests_total", method="other", route="none", status="404")
    for number in range(5):
        ada.ask(f"BREW{number}", f"/made-up/{number}")
    assert value("siegelpost_requests_total", method="other", route="none", status="404") == before + 5
    assert "BREW" not in shown(counts.REGISTRY)
    assert "made-up" not in shown(counts.REGISTRY)


def test_a_deadline_s_lateness_is_the_time_since_it_was_over(context: Context, table: Table) -> None:  # noqa: F811
    record = loaded(context, table.match, secrets=True)
    deadline = record.table["standing"][0]["deadline"]
    assert deadline is not None
    early, late = replace(record, now=deadline - 60_000), replace(record, now=deadline + 90_000)

    assert lateness(early, step_due(context, early)) == []
    found = lateness(late, step_due(context, late))
    assert found
    assert all(80 < seconds <= 90 for seconds in found)


def test_processes_count_together_and_go_on_after_a_restart(tmp_path: Path, redis_url: str) -> None:
    folder = tmp_path / "metrics"
    environment = {**os.environ, "SIEGELPOST_METRICS_FOLDER": str(folder)}
    for _ in range(2):
        subprocess.run([sys.executable, "-c", COUNTING], env=environment, check=True)

    registry = registry_of(Settings(redis_url=redis_url, queue_url=redis_url, metrics_folder=folder))
    assert 'siegelpost_acts_total{kind="commit"} 2.0' in shown(registry)
    assert len(list(folder.glob("*.lock"))) == 1


def test_processes_of_several_users_count_in_folders_of_their_own_and_are_shown_together(
    tmp_path: Path, redis_url: str
) -> None:
    folders = [tmp_path / name for name in ("metrics", "api", "resolve", "not-running")]
    for folder in folders[1:3]:
        env = {**os.environ, "SIEGELPOST_METRICS_FOLDER": str(folder)}
        subprocess.run([sys.executable, "-c", f"import os; os.umask(0o027)\n{COUNTING}"], env=env, check=True)
        assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o640}, "its group may look"

    listed = {"REDIS_URL": redis_url, "SIEGELPOST_METRICS_FOLDER": os.pathsep.join(map(str, folders))}
    text = shown(registry_of(Settings.from_environment(listed)))

    assert 'siegelpost_acts_total{kind="commit"} 2.0' in text
    assert "siegelpost_processes{" in text
    env = {**os.environ, **listed}
    subprocess.run([sys.executable, "-c", COUNTING], env=env, check=True)
    assert len(list(folders[0].glob("*.lock"))) == 1, "the listener itself counts in the first"
    assert not folders[3].exists()


def test_no_two_processes_have_one_slot(tmp_path: Path) -> None:
    one, two = Slots(tmp_path), Slots(tmp_path)
    assert (one.mine(), two.mine()) == ("1", "2")
    assert one.mine() == "1"


def test_a_folder_that_cannot_be_used_costs_the_figures_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert not count_in(str(tmp_path / "file" / "metrics"))
    assert "SIEGELPOST_METRICS_FOLDER" in caplog.text


def test_backlog_and_parked_matches_are_shown(redis_url: str) -> None:
    store = Store.connect(redis_url)
    record = running(store, match_id(1), due=store.now() - 5_000)
    running(store, match_id(2), due=store.now() - 1)
    store.park(record.match, "KeyError at x.py:7", head=(record.n, record.head))

    text = shown(Installation(store, redis_url))

    assert "siegelpost_parked_matches 1.0" in text
    assert 'siegelpost_backlog{work="resolve"} 1.0' in text
    assert "siegelpost_store_up 1.0" in text
    assert "siegelpost_clock_ticking 0.0" in text


def test_a_store_that_is_away_is_said_to_be_away() -> None:
    text = shown(Installation(Store.connect("unix:///nowhere/at/all", patience=0.1), "unix:///nowhere/at/all"))
    assert "siegelpost_store_up 0.0" in text
    assert "siegelpost_queue_up 0.0" in text
    assert "parked" not in text


def test_the_processes_that_run_are_shown_by_what_they_are(tmp_path: Path, redis_url: str) -> None:
    folder = tmp_path / "metrics"
    program = (
        "import sys; from service.telemetry.counts import ROLE; ROLE.be('clock'); print(flush=True); sys.stdin.read()"
    )
    environment = {**os.environ, "SIEGELPOST_METRICS_FOLDER": str(folder)}
    registry = registry_of(Settings(redis_url=redis_url, queue_url=redis_url, metrics_folder=folder))
    with subprocess.Popen(
        [sys.executable, "-c", program], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as clock:
        assert clock.stdout is not None
        clock.stdout.readline()
        assert alive(folder) == {"clock": 1}
        text = shown(registry)
        clock.kill()
    assert 'siegelpost_processes{process="clock"} 1.0' in text
    assert 'siegelpost_processes{process="api"} 0.0' in text
    assert alive(folder) == {}


def test_a_fork_of_the_api_is_a_process_of_the_api(tmp_path: Path) -> None:
    program = (
        "import os; from service.telemetry.counts import ROLE; from service.telemetry.counts import alive\n"
        "from pathlib import Path\n"
        "if os.fork() == 0: ROLE.be('api'); print(dict(alive(Path(os.environ['SIEGELPOST_METRICS_FOLDER'])))); os._exit(0)\n"
        "os.wait()"
    )
    environment = {**os.environ, "SIEGELPOST_METRICS_FOLDER": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    said = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True)
    assert "'api': 1" in said.stdout
    assert "'other': 1" in said.stdout, "its master has said nothing"


def test_memory_disks_and_the_log_of_all_matches_are_shown(redis_url: str, tmp_path: Path) -> None:
    store = Store.connect(redis_url)
    running(store, match_id(1), due=store.now() + 60_000)
    text = shown(Installation(store, redis_url, (), {"archive": tmp_path, "gone": tmp_path / "gone"}))
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))

    assert figures["siegelpost_matches"] == "1.0"
    assert 0 < float(figures["siegelpost_store_fullness"]) < 1
    assert figures["siegelpost_unlogged_matches"] == "1.0"
    assert float(figures["siegelpost_oldest_unlogged_seconds"]) < 60
    free, size = (float(figures[f'siegelpost_disk_{one}_bytes{{folder="archive"}}']) for one in ("free", "size"))
    assert 0 < free <= size
    assert "gone" not in text
    assert "siegelpost_processes" not in text, "nobody counts here"


def test_disks_of_folders_are_watched_and_an_object_store_has_none() -> None:
    settings = Settings(redis_url="redis://x", queue_url="redis://x")
    assert watched(settings) == {}
    assert watched(replace(settings, archive="/srv/archive", metrics_folder=Path("/run/m"))) == {
        "archive": Path("/srv/archive"),
        "metrics": Path("/run/m"),
    }
    assert watched(replace(settings, archive="s3://bucket/siegelpost")) == {}


def test_a_worker_that_was_killed_counts_no_more_when_its_sign_of_life_has_faded(redis_url: str) -> None:
    """RQ itself takes it off its list only when another worker of that queue looks: not if it was the last."""
    worker = build("resolve", redis_url)
    worker.register_birth()  # type: ignore[no-untyped-call]  # RQ has no types
    assert listening(redis_url, "resolve") == 1
    assert listening(redis_url, "deliver") == 0
    with redis.Redis.from_url(redis_url) as client:
        assert 0 < client.ttl(worker.key) <= 120
        client.delete(worker.key)
    assert listening(redis_url, "resolve") == 0


def test_what_a_sweep_mends_is_counted() -> None:
    before, archived = value("siegelpost_mended_total", what="match"), value("siegelpost_archived_total")
    count_swept(Swept(matches=9, matches_mended=2, recipients=1, recipients_mended=0, archived=3))
    assert value("siegelpost_mended_total", what="match") == before + 2
    assert value("siegelpost_archived_total") == archived + 3


@pytest.mark.parametrize("text", ["9464", "host:", "host:70000", "http://host:9464", "a b:1", "host:٣"])
def test_a_listener_that_is_none_is_refused_by_name(text: str) -> None:
    with pytest.raises(BadSetting, match=r"SIEGELPOST_METRICS is .*127\.0\.0\.1:9464"):
        Settings.from_environment({"REDIS_URL": "redis://x", "SIEGELPOST_METRICS": text})


def test_an_ipv6_listener_is_read() -> None:
    read = Settings.from_environment({"REDIS_URL": "redis://x", "SIEGELPOST_METRICS": "[::1]:9464"})
    assert read.metrics == ("::1", 9464)

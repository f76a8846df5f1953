"""The metrics listener of one machine: ``python -m service.telemetry`` serves its processes' counts at ``/metrics``.

It is separate from the API, because metrics are for the operator, and a scrape must cost players nothing. By default
only this machine can reach it.
"""

import logging
import os
import signal
import sys
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service.config.settings import Settings
from service.config.variables import BadSetting
from service.processes.small_server import listen
from service.store.connection.connect import WHILE_SOMEBODY_WAITS
from service.store.store import Store
from service.telemetry.gauges import Installation
from service.telemetry.logs import set_up

STOPPING = {signal.SIGTERM, signal.SIGINT}

log = logging.getLogger("siegelpost.metrics")


class Counted(Collector):
    """The counters of all processes of this machine, from their folders; some folders may not exist yet."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders

    def describe(self) -> Iterable[Metric]:
        """Return nothing: the names are known only after counting."""
        return []

    def collect(self) -> Iterable[Metric]:
        """Return the sums."""
        files = [str(file) for folder in self._folders for file in folder.glob("*.db")]
        merged: Iterable[Metric] = MultiProcessCollector.merge(files, accumulate=True)  # type: ignore[no-untyped-call]
        return merged


def registry_of(settings: Settings) -> CollectorRegistry:
    """Return all metrics: those counted in the folder, and the state of the store and the queue."""
    registry = CollectorRegistry(auto_describe=False)
    counted = (settings.metrics_folder, *settings.other_metrics_folders) if settings.metrics_folder else ()
    if counted:
        counted[0].mkdir(mode=0o750, parents=True, exist_ok=True)
        registry.register(Counted(counted))
    store = Store.connect(settings.redis_url, patience=WHILE_SOMEBODY_WAITS, replicas=settings.replicas)
    registry.register(Installation(store, settings.queue_url, counted, watched(settings)))
    return registry


def watched(settings: Settings) -> dict[str, Path]:
    """Return the folders whose disks are watched, by name; an archive in an object store has no disk."""
    found = {}
    if settings.archive and "://" not in settings.archive:
        found["archive"] = Path(settings.archive)
    if settings.metrics_folder is not None:
        found["metrics"] = settings.metrics_folder
    return found


def main() -> int:
    """Listen until told to stop; return 0, or 2 for a bad setting."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    set_up(os.environ)
    try:
        settings = Settings.from_environment(os.environ)
        host, port = settings.metrics
        server = listen(make_wsgi_app(registry_of(settings)), host, port, longest=1_000)
    except BadSetting as error:
        log.error("%s", error)
        return 2
    except OSError as error:
        log.error("the metrics cannot be shown: %s. Choose another address or folder", error.strerror or error)
        return 2
    if settings.metrics_folder is None:
        log.warning("SIEGELPOST_METRICS_FOLDER is not set: only how the store and the queue stand is shown")
    log.info("http://%s:%d/metrics", server.effective_host, server.effective_port)
    threading.Thread(target=server.run, daemon=True).start()
    signal.sigwait(STOPPING)
    return 0


if __name__ == "__main__":
    sys.exit(main())

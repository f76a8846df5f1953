"""The gunicorn configuration of the API, for ``serve`` and production alike: ``gunicorn --config python:service.serve.web``.

Threads, not single-request workers: requests in flight share the disk's syncs, and waiting ones (``Prefer: wait``) cost
a thread, not a process. Threads get whole requests and never wait for a client (:mod:`service.serve.http.buffered`).
"""

import os
import sys
from typing import Any

from service.api.http.long_poll import MOST_WAITING
from service.config.variables import BadSetting
from service.context import settings_to_start
from service.serve.template import death_follows_parent

if os.environ.get("SIEGELPOST_BIND"):
    bind = os.environ["SIEGELPOST_BIND"]  # else gunicorn's own: all interfaces on $PORT, or this machine alone on 8000
worker_class = "service.serve.http.buffered.BufferedWorker"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 16 + MOST_WAITING  # those that wait take none of the sixteen that work
backlog = 1024
timeout = 60
graceful_timeout = 5
control_socket_disable = True
logger_class = "service.serve.http.buffered.Lines"
errorlog = "-"
loglevel = os.environ.get("SIEGELPOST_LOG_LEVEL", "info")

_bind_to_master = death_follows_parent()


def on_starting(_server: Any) -> None:
    """Refuse to start with settings or keys that cannot be used, in one line; each worker would say it amid a traceback."""
    try:
        settings_to_start(os.environ)
    except BadSetting as error:
        sys.stderr.write(f"siegelpost: {error}\n")
        sys.exit(2)


def post_fork(_server: Any, worker: Any) -> None:
    """Let the worker end with its master, even if that is killed, because the port must be free for the next one."""
    _bind_to_master(worker.ppid)

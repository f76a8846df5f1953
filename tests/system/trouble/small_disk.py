"""A whole ``siegelpost serve`` on a disk of some megabytes that can be filled and emptied again.

The disk is in memory and in a mount namespace of the installation's own, so it needs no root where people may have such
namespaces, and is gone with the process. From outside it is reached through ``/proc``.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

import requests

from service.config.settings import Settings
from service.context import Context
from tests.service.serve.test_serve import Serving
from tests.service.serve.watching import until
from tests.system.watcher import Watcher

SIZE = 24 << 20
MOUNT = 'mount -t tmpfs -o size="$1" none "$2" && shift 2 && exec "$@"'
HEALED_WITHIN = 30.0
"""Seconds from room on the disk to a ready installation, on a machine that does much else."""


class SmallDisk:
    """The installation, its disk, and a context of the tests' own on its store."""

    def __init__(self, size: int = SIZE, **environment: str) -> None:
        self._place = Path(tempfile.mkdtemp(prefix="sp-"))
        spaces = ["--mount"] if os.geteuid() == 0 else ["--mount", "--user", "--map-root-user"]
        inside = ["unshare", *spaces, "sh", "-c", MOUNT, "sh", str(size), str(self._place)]
        chosen = {"SIEGELPOST_RATE_LIMITS": "off", "SIEGELPOST_HOLD_OFF": "0", "WEB_CONCURRENCY": "1", **environment}
        self.serving = Serving(self._place / "var", inside=inside, port=0, listener=None, **chosen)
        self.root = Path(f"/proc/{self.serving.process.pid}/root{self._place}")
        self._smtp = environment.get("SMTP_URL", "")
        self._context: Context | None = None
        self.watcher: Watcher | None = None

    def __enter__(self) -> SmallDisk:
        try:
            self.serving.up()
            self.serving.folder = self.root / "var"
            self.watcher = Watcher(self.context.settings.redis_url, self.works)
            self.watcher.start()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._end()
        if kind is None and self.watcher is not None:
            assert self.watcher.wrong == []

    def _end(self) -> None:
        if self.watcher is not None:
            self.watcher.stop()
        if self._context is not None:
            self._context.store.close()
        self.serving.end()
        shutil.rmtree(self._place, ignore_errors=True)

    @property
    def url(self) -> str:
        """Where the API answers."""
        return self.serving.url

    @property
    def context(self) -> Context:
        """A context on the same store, with the same keys."""
        if self._context is None:
            var = self.root / "var"
            keys = var / "keys"
            settings = Settings(
                redis_url=f"unix://{var}/state.sock", queue_url=f"unix://{var}/queue.sock", public_url=self.url,
                signing_key=keys / "signing.key", resolver_key=keys / "resolver.key",
                resolver_public=keys / "resolver.pub", link_secret=keys / "links.key", smtp_url=self._smtp,
                archive=str(var / "archive"), hold_off=0, rate_limits=False,
            )  # fmt: skip
            self._context = Context.open(settings, resolver=True)
        return self._context

    def works(self) -> bool:
        """Return whether what is due can get done: everything runs, and the store takes writes."""
        return self.ready().status_code == 200

    def ready(self) -> requests.Response:
        """Return what ``/ready`` says; an API that does not answer in time says nothing."""
        answer = requests.Response()
        with contextlib.suppress(requests.RequestException):
            answer = requests.get(f"{self.url}/ready", timeout=120)
        return answer

    def fill(self, leave: int = 0) -> None:
        """Fill the disk up to so many bytes."""
        with (self.root / "something else").open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while self.free() > leave:
                file.write(bytes(min(1 << 16, max(4096, self.free() - leave))))

    def give_back(self) -> None:
        """Make room again."""
        (self.root / "something else").unlink()

    def free(self) -> int:
        """Return how many bytes are free."""
        disk = os.statvfs(self.root)
        return disk.f_bavail * disk.f_frsize

    def why(self) -> str:
        """Keep it full; return why ``/ready`` refuses, once it names the disk."""

        def told() -> str | None:
            self.fill()  # what a rewrite or a backup gave up may have made room
            answer = self.ready()
            found: dict[str, Any] = answer.json() if answer.status_code == 503 else {}
            detail = str(found.get("detail", ""))
            return detail if re.search(r"disk is full", detail) else None

        return until(told, "/ready names the disk")

    def heal(self) -> None:
        """Wait until everything works again, without a hand."""
        until(self.works, "everything works again", HEALED_WITHIN)

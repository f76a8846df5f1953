"""An installation with everything that is watched: metrics, an entrance for returned mails, an archive on a small disk."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import requests

from tests.servers.ports import free_port
from tests.service.serve.watching import until
from tests.system.installation import ALL, Installation
from tests.workers.mail.post_office import PostOffice

PARTS = (*ALL, "metrics", "replies")
REPLY_HOST = "reply.drill.example"
DISK = 8 << 20


class Watched(Installation):
    """Its processes count in a folder, and one shows it."""

    def __init__(self, folder: Path, office: PostOffice) -> None:
        self.office = office
        self.metrics_port, self.reply_port, self.faulty_port = free_port(), free_port(), free_port()
        self.archive = folder / "archive"
        self.archive.mkdir(parents=True)
        self._mounted = False
        super().__init__(
            folder, PARTS, SMTP_URL=office.url, SIEGELPOST_METRICS=f"127.0.0.1:{self.metrics_port}",
            SIEGELPOST_METRICS_FOLDER=str(folder / "counts"), SIEGELPOST_REPLY_HOST=REPLY_HOST,
            SIEGELPOST_REPLY_LISTEN=f"127.0.0.1:{self.reply_port}", SIEGELPOST_ARCHIVE=str(self.archive),
            SIEGELPOST_ARCHIVE_AFTER="0",
        )  # fmt: skip

    def __enter__(self) -> Watched:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "drill", str(self.archive)], check=True)
        self._mounted = True
        super().__enter__()
        if self.watcher is not None:  # it would call an outage on purpose a fault
            self.watcher.stop()
            self.watcher = None
        return self

    def __exit__(self, kind: object, *rest: object) -> None:
        super().__exit__(kind, *rest)
        if self._mounted:
            subprocess.run(["umount", str(self.archive)], check=True)
        shutil.rmtree(self.folder / "counts", ignore_errors=True)

    def ready(self, name: str) -> None:
        """Wait until a process does its work."""
        ports = {"metrics": self.metrics_port, "replies": self.reply_port}
        if name in ports:
            until(lambda: _listens(ports[name]), f"{name} listens")
        else:
            super().ready(name)

    @contextlib.contextmanager
    def faulty(self) -> Iterator[str]:
        """Run another API beside, one with a fault; give its address."""
        command = [
            sys.executable,
            "-m",
            "gunicorn",
            "--config",
            "python:service.serve.web",
            "tests.campaigns.drill.faulty:app",
        ]
        url = f"http://127.0.0.1:{self.faulty_port}"
        environment = {**self.environment, "SIEGELPOST_BIND": f"127.0.0.1:{self.faulty_port}"}
        environment["SIEGELPOST_ALLOWED_HOSTS"] = "127.0.0.1"
        del environment["SIEGELPOST_RESOLVER_KEY"]
        with (
            (self.folder / "log" / "faulty.log").open("ab") as log,
            subprocess.Popen(command, env=environment, stdout=log, stderr=log) as process,
        ):
            try:
                until(lambda: _listens(self.faulty_port) and requests.get(f"{url}/health", timeout=5).ok, "it answers")
                yield url
            finally:
                process.terminate()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0

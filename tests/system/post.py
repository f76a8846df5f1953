"""A mail server as a process of its own, with the moods of real ones.

``python -m tests.system.post FOLDER PORT SEED [MOOD=SHARE...]``

Every letter it takes responsibility for, or takes and then breaks off, becomes a file. Moods by share, the rest is taken:
``later`` 4xx at RCPT, ``never`` 5xx at RCPT, ``refuse`` 4xx after the text, ``cut`` takes it and cuts the line, ``drop`` cuts the
line without taking it, ``hang`` takes it and never answers.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import re
import socket
import subprocess
import sys
import threading
from collections import Counter
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller

from tests.service.serve.watching import until

MOODS = ("later", "never", "refuse", "cut", "drop", "hang")
ASKS = re.compile(rb"/v1/matches/([0-9a-f-]{36})/decisions/([^/\s]+)/(?:commitment|move|opening)")


class Moody:
    """The handler: chooses a mood per transaction."""

    def __init__(self, folder: Path, seed: int, shares: dict[str, float]) -> None:
        self.folder, self.shares = folder, shares
        self.random = random.Random(seed)
        self.numbers = itertools.count(len(list(folder.glob("*.eml"))))

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """Answer RCPT TO."""
        envelope.mood = self._mood()
        if envelope.mood == "later":
            return "451 4.7.1 come back"
        if envelope.mood == "never":
            return "550 5.1.1 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Take the text or not, answer or not."""
        if envelope.mood == "drop":
            server.transport.abort()
            return "451 4.3.0 dropped"
        if envelope.mood == "refuse":
            return "452 4.2.2 mailbox full"
        self._keep(envelope.mood, envelope.content)
        if envelope.mood == "cut":
            server.transport.abort()
        elif envelope.mood == "hang":
            await asyncio.sleep(3600)
        return "250 2.0.0 taken"

    def _mood(self) -> str:
        chance = self.random.random()
        for mood in MOODS:
            chance -= self.shares.get(mood, 0.0)
            if chance < 0:
                return mood
        return "take"

    def _keep(self, mood: str, content: bytes) -> None:
        name = f"{next(self.numbers):06d}-{mood}"
        new = self.folder / f"{name}.new"
        new.write_bytes(content)
        new.rename(self.folder / f"{name}.eml")


class Post:
    """The process, and what lies in its folder."""

    def __init__(self, folder: Path, seed: int = 1, **shares: float) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = int(probe.getsockname()[1])
        self._command = [sys.executable, "-m", "tests.system.post", str(folder), str(self.port), str(seed)]
        self._command += [f"{mood}={share}" for mood, share in shares.items()]
        self._process: subprocess.Popen[bytes] | None = None
        self._read: dict[str, EmailMessage] = {}
        self._asked: set[tuple[str, str, str]] = set()
        self._lock = threading.Lock()

    def __enter__(self) -> Post:
        self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(self._listens, "the mail server listens")
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait(60)

    @property
    def url(self) -> str:
        """What goes into ``SMTP_URL``."""
        return f"smtp://127.0.0.1:{self.port}?tls=never"

    def letters(self) -> dict[str, EmailMessage]:
        """Return all letters by file name; the name ends with the mood they were taken in."""
        for file in sorted(self.folder.glob("*.eml")):
            if file.stem not in self._read:
                self._read[file.stem] = message_from_bytes(file.read_bytes(), policy=policy.default)
        return self._read

    def count(self) -> int:
        """Return how many letters there are."""
        return len(list(self.folder.glob("*.eml")))

    def copies(self) -> Counter[str]:
        """Return how often each letter came, by the left side of its Message-ID."""
        return Counter(str(letter["Message-ID"]).strip("<>").partition("@")[0] for letter in self.letters().values())

    def asked(self, address: str, match: str, decision: str) -> bool:
        """Return whether a letter to this address asks for an answer to this decision."""
        with self._lock:
            known = len(self._read)
            for letter in list(self.letters().values())[known:]:
                text = letter.get_body(("plain",))
                assert text is not None
                for one in ASKS.finditer(text.get_content().encode()):
                    self._asked.add((str(letter["To"]), one[1].decode(), one[2].decode()))
            return any(
                address in to and (match, decision) == rest for to, *both in self._asked for rest in [tuple(both)]
            )

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True


def main(folder: Path, port: int, seed: int, shares: dict[str, float]) -> None:
    """Serve until killed."""
    Controller(Moody(folder, seed, shares), hostname="127.0.0.1", port=port).start()
    threading.Event().wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]),
         {name: float(share) for name, _, share in (word.partition("=") for word in sys.argv[4:])})  # fmt: skip
    os._exit(0)

"""A restart of ``serve`` under load, where systemd keeps its socket: everybody is answered, and nobody with an error."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import requests
from click.testing import CliRunner

from service.admin.cli.parked import store_of
from service.cli import main
from tests.campaigns.load.accounts import make
from tests.service.serve.listening.proxies import KINDS, proxy
from tests.service.serve.test_serve import Serving
from tests.service.serve.watching import until

ACCOUNTS, POLLS, WRITERS = 4, 10, 4
"""How many accounts poll, how many polls of each are held at a time, and how many threads write."""


class Guests:
    """Threads that ask again and again for as long as the test lasts, and what they were told."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.failures: list[str] = []
        self.over = threading.Event()
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Guests:
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for thread in self._threads:
            thread.join(60)

    def begin(self, kind: str, ask: Callable[[requests.Session], requests.Response], token: str) -> None:
        thread = threading.Thread(target=self._ask, args=(kind, ask, token))
        self._threads.append(thread)
        thread.start()

    def _ask(self, kind: str, ask: Callable[[requests.Session], requests.Response], token: str) -> None:
        with requests.Session() as session:
            session.headers["Authorization"] = f"Bearer {token}"
            while not self.over.is_set():
                try:
                    answer = ask(session)
                    if answer.status_code != 200:
                        self.failures.append(f"{kind}: {answer.status_code} {answer.text[:200]}")
                    self.answers[kind] += 1
                except requests.RequestException as error:
                    self.failures.append(f"{kind}: {error}")


def meta(serving: Serving) -> dict[str, Any]:
    found: dict[str, Any] = requests.get(f"{serving.url}/v1/meta", timeout=60).json()
    return found


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as found:
        yield found


def serving(folder: Path, listener: socket.socket, ends: ExitStack) -> Serving:
    running = Serving(folder, listener=listener, SIEGELPOST_RATE_LIMITS="off")
    ends.callback(running.end)
    return running.up()


@pytest.mark.parametrize(
    "front", [None, *(pytest.param(kind, marks=[pytest.mark.soak, pytest.mark.timeout(300)]) for kind in KINDS)]
)
def test_a_restart_with_a_new_key_costs_nobody_an_answer(
    tmp_path: Path, listener: socket.socket, front: str | None
) -> None:
    """Also behind proxies as the operator's pages set them up, which takes Debian's packages."""
    folder, streams = tmp_path / "var", {"Accept": "text/event-stream"}
    held = [f"poll {number}" for number in range(ACCOUNTS * POLLS)]
    with ExitStack() as ends:
        before = serving(folder, listener, ends)
        url = before.url
        if front is not None:
            (tmp_path / front).mkdir()
            url = ends.enter_context(proxy(front, tmp_path / front, url.removeprefix("http://")))
        events, mine = f"{url}/v1/me/events", before.demo["token"]
        with store_of(folder) as store:
            tokens = [make(store, letters=False) for _ in range(ACCOUNTS)]
        guests = ends.enter_context(Guests())
        for number, name in enumerate(held):
            guests.begin(name, lambda one: one.get(f"{events}?wait=30", timeout=120), tokens[number % ACCOUNTS])
        guests.begin("stream", lambda one: one.get(events, headers=streams, timeout=120), tokens[0])
        guests.begin("read", lambda one: one.get(f"{url}/v1/me/waiting", timeout=60), mine)
        for _ in range(WRITERS):
            guests.begin("write", lambda one: one.patch(f"{url}/v1/me", json={"name": "Guest"}, timeout=60), mine)
        until(lambda: guests.answers["read"] >= 20 and guests.answers["write"] >= 20, "everybody has begun")
        rotating = ["admin", "keys", "rotate", "signing", "--data", str(folder), "--why", "a test"]
        assert CliRunner().invoke(main, rotating).exit_code == 0
        keys = meta(before)["keys"]
        assert before.end() == 0, before.said
        until(lambda: all(guests.answers[one] for one in (*held, "stream")), "each poll and stream has its end", 30)
        after = serving(folder, listener, ends)
        answered = Counter(guests.answers)
        until(lambda: all(guests.answers[one] > answered[one] for one in ("read", "write")), "it goes on", 30)
        assert meta(after)["keys"][0] not in keys
        guests.over.set()
        assert after.end() == 0, after.said
        assert guests.failures == []

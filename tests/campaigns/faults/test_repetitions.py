"""Every POST and PUT sent one to five times, at once, over a line that cuts (campaign 14): one effect, equal answers."""

import json
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import requests

from engine.contract import Move
from engine.match.table import Standing
from engine.protocol import seal
from engine.protocol.canon import b64
from engine.registry import newest
from service.keys.signing import new_seed
from tests.campaigns.faults.proxy import FAIR, SWALLOWED, Fault, FaultProxy
from tests.campaigns.soak.parts import parts
from tests.campaigns.soak.report import Watch
from tests.system.installation import Installation
from tests.system.players import DAY, Client, Tally, in_box
from workers.resolve.drain import drain_once

PASSING = ("server_time", "seconds_left")
"""Members that say when an answer was made; everything else must be equal."""


@dataclass
class Line:
    """Sends a request several times at once over bad lines, and over a good one until there is an answer."""

    installation: Installation
    proxy: FaultProxy
    chance: random.Random
    sent: int = 0
    answered: int = 0
    requests: int = 0

    def repeat(self, client: Client, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Return the JSON of the one answer; fail when two answers differ or one is a refusal."""
        answers: list[tuple[int, str, Any]] = []

        def send(url: str) -> None:
            given = {"Authorization": f"Bearer {client.token}", **headers}
            try:
                answer = requests.request(method, url + path, json=body, headers=given, timeout=60)
            except requests.RequestException:
                return
            if answer.headers.get("Content-Length") != str(len(answer.content)):
                return  # cut within its headers, which the HTTP client takes for their end
            answers.append((answer.status_code, answer.headers.get("ETag", ""), lasting(answer)))

        threads = [threading.Thread(target=send, args=(self.proxy.url,)) for _ in range(self.chance.randint(1, 4))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        send(self.installation.url)
        self.sent += len(threads) + 1
        self.answered += len(answers)
        self.requests += 1
        assert answers, "no answer over a good line"
        assert all(one == answers[0] for one in answers), f"{method} {path} was answered differently: {answers}"
        assert answers[0][0] < 300, answers[0]
        return answers[0][2]


def lasting(answer: requests.Response) -> Any:
    """Return the answer's JSON without the members that tell when it was made."""

    def strip(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: strip(one) for name, one in value.items() if name not in PASSING}
        return [strip(one) for one in value] if isinstance(value, list) else value

    return strip(json.loads(answer.content)) if answer.content else None


def bad_line(chance: random.Random) -> Callable[[], Fault]:
    """Return the choice of a connection's fate; called in one thread only, the proxy's."""

    def choose() -> Fault:
        return chance.choice((
            FAIR, FAIR, SWALLOWED, SWALLOWED, Fault(delay=0.03), Fault(cut_request_after=chance.randrange(400)),
            Fault(cut_answer_after=chance.randrange(600)),
        ))  # fmt: skip

    return choose


class Story:
    """Two people go through everything a client can send, each request repeated."""

    def __init__(self, line: Line, number: int) -> None:
        self.line, self.number = line, number
        self.context = line.installation.context
        tally = Tally()
        self.ann, self.ben = (
            Client(line.installation.url, self.context, f"{name}{number}", tally, mails=False)
            for name in ("Ann", "Ben")
        )

    def run(self) -> None:
        """Tell it; every step counts its effects."""
        self._account()
        match = self._table()
        self._sealed(match)
        self._open(match)
        self._end(match)
        self.ann.close()
        self.ben.close()

    def _account(self) -> None:
        made = self.line.repeat(
            self.ann, "POST", "/v1/me/tokens", {"name": "second", "scopes": ["match:read"]}, **self._key("token")
        )
        assert made["token"].startswith("sp_")
        assert Counter(one.name for one in self.context.store.tokens_of(self.ann.account))["second"] == 1
        wish = {"kinds": {"resolved": False}, "muted_matches": []}
        assert not self.line.repeat(self.ann, "PUT", "/v1/me/notifications", wish)["kinds"]["resolved"]

    def _table(self) -> str:
        wish = {"rules": "kontor", "grace_seconds": 0, "pace": DAY, "start": "by-owner"}
        created = self.line.repeat(self.ann, "POST", "/v1/matches", wish, **self._key("match"))
        match = str(created["match"])
        assert self.context.store.matches_of(self.ann.account) == [match]
        given = in_box(created, 1, bytes([self.number % 256] * 32))
        self.line.repeat(self.ben, "PUT", f"/v1/matches/{match}/seats/1", given)
        self.line.repeat(self.ann, "POST", f"/v1/matches/{match}/start", {}, **self._key("start"))
        drain_once(self.context)
        assert self._entries(match, "joined", "started") == {"joined": 2, "started": 1}
        return match

    def _sealed(self, match: str) -> None:
        """Commit with an own salt, replace with the server's, withdraw, commit under client custody; then the other seat."""
        standing = self.ann.get(f"/v1/matches/{match}")["decisions"][0]
        path = f"/v1/matches/{match}/decisions/{standing['id']}"
        moves = self.ann.get(f"{path}/moves")["moves"]
        opening = self._opening(match, standing, 0, moves[0])
        self._acted(self.ann, "PUT", f"{path}/commitment", {"opening": opening, "wait": True}, 1)
        self._acted(self.ann, "PUT", f"{path}/commitment", {"move": moves[-1], "replaces": 1, "wait": True}, 2)
        self._acted(self.ann, "DELETE", f"{path}/commitment?replaces=2", None, 3)
        last = self._opening(match, standing, 0, moves[0])
        body = {"commitment": seal.commitment(last), "replaces": 3, "wait": True}
        self._acted(self.ann, "PUT", f"{path}/commitment", body, 4)
        self._acted(self.ben, "PUT", f"{path}/commitment", {"move": {"type": "pass"}, "wait": True}, 1)
        self._acted(self.ann, "PUT", f"{path}/commitment", {**body, "replaces": 4, "wait": False}, 5)
        other = self.ben.get(f"/v1/matches/{match}")["decisions"][0]["mine"]
        assert other["seq"] == 1
        self._acted(self.ben, "PUT", f"{path}/commitment", {"move": {"type": "pass"}, "replaces": 1}, 2)
        drain_once(self.context)
        self._acted(self.ann, "PUT", f"{path}/opening", {"opening": last}, 6)
        drain_once(self.context)
        assert self._entries(match, "locked", "resolved") == {"locked": 1, "resolved": 1}

    def _open(self, match: str) -> None:
        """Answer an open decision, if one stands now."""
        for client, seat in ((self.ann, 0), (self.ben, 1)):
            seen = client.get(f"/v1/matches/{match}")
            for one in seen["decisions"]:
                if not one["sealed"] and seat in one["seats"] and one["mine"] is None:
                    path = f"/v1/matches/{match}/decisions/{one['id']}"
                    move = client.get(f"{path}/moves")["moves"][0]
                    self._acted(client, "PUT", f"{path}/move", {"move": move}, 1)
                    drain_once(self.context)

    def _end(self, match: str) -> None:
        self.line.repeat(self.ann, "POST", f"/v1/matches/{match}/resign", {}, **self._key("resign"))
        drain_once(self.context)
        assert self._entries(match, "closed") == {"closed": 1}

    def _acted(self, client: Client, method: str, path: str, body: Any, seq: int) -> None:
        told = self.line.repeat(client, method, path, body)
        assert told["receipt"]["seq"] == seq, "an act was counted twice"

    def _opening(self, match: str, standing: Standing, seat: int, move: Move) -> seal.Opening:
        return seal.Opening(
            v=1, match=match, rules=newest("kontor"), decision=standing["id"], seat=seat, head=standing["head"],
            salt=b64(new_seed()), move=move,
        )  # fmt: skip

    def _entries(self, match: str, *kinds: str) -> Counter[str]:
        lines = [json.loads(line)["entry"]["type"] for line in self.context.store.lines(match)]
        return Counter(one for one in lines if one in kinds)

    def _key(self, what: str) -> dict[str, str]:
        return {"Idempotency-Key": f"{what}-{self.number}"}


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with Installation(tmp_path, ("state", "queue", "api")) as one:
        yield one


@contextmanager
def bad(installation: Installation, seed: int) -> Iterator[Line]:
    """A line to an installation that cuts and swallows."""
    port = int(installation.url.rpartition(":")[2])
    with FaultProxy(port, bad_line(random.Random(seed + 1))) as proxy:
        yield Line(installation, proxy, random.Random(seed))


def test_one_effect_and_equal_answers_however_often_it_is_sent(
    installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    watch = Watch()
    with bad(installation, 1) as line:
        for number in range(6):
            Story(line, number).run()
        with capsys.disabled():
            print(f"\nrepetitions, {watch.seconds:.0f} s: {line.requests} requests sent {line.sent} times, "
                  f"{line.sent - line.answered} answers lost")  # fmt: skip
        assert line.proxy.cuts > 20


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_hundred_thousand_repetitions(installation: Installation) -> None:
    for part in parts("repetitions"):
        with part, bad(installation, part.seed) as line:
            for number in part.seeds:
                Story(line, number).run()
            part.counts(requests=line.requests, sent=line.sent, lost=line.sent - line.answered)

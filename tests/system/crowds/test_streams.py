"""Waiting without threads, on the server that serves: streams that are resumed, polls that are fair, and moves between them."""

import http.client
import json
import secrets
import select
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests

from service.accounts.access import tokens
from service.api.http import cursors
from service.api.http.holding import PER_ACCOUNT
from service.notifications.events import announce_rest
from service.store import keys
from service.store.records import Notice
from tests.given.contexts import account
from tests.service.serve.watching import until
from tests.system.crowds.streams import NDJSON, SSE, Reader
from tests.system.installation import Installation
from workers.resolve.drain import drain_once

MATCH = "00000000-0000-4000-8000-000000000001"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with Installation(tmp_path_factory.mktemp("streams"), ("state", "queue", "api")) as one:
        yield one


class Reading:
    """An account with a token that may read, and things that happen to it."""

    def __init__(self, running: Installation, name: str) -> None:
        self.running = running
        self.account = account(running.context, name).id
        self.token = tokens.issue_token(running.context, self.account, name="t", scopes=("match:read",))
        self._count = 0

    def happens(self, *, announced: bool = True) -> str:
        """Let something happen; return its id."""
        self._count += 1
        name = f"{self.account}.{self._count}"
        notice = Notice(
            id=name, kind="started", account=self.account, match=MATCH, seat=0, n=self._count, facts={}, at=1,
            send_at=9_000_000_000_000, event={"type": "started", "at": 1, "match": MATCH, "seat": 0, "n": self._count},
        )  # fmt: skip
        context = self.running.context
        context.store.notify([notice], keys.recipient_of(self.account, MATCH))
        if announced:
            announce_rest(context.store, context.settings.queue_url)
        return name

    def reader(self, query: str = "", *, media: str = SSE, last: str = "") -> Reader:
        return Reader(self.running.url, f"/v1/me/events{query}", self.token.text, media=media, last=last)

    def get(self, query: str, session: requests.Session | None = None) -> requests.Response:
        return (session or requests).get(
            f"{self.running.url}/v1/me/events{query}",
            headers={"Authorization": f"Bearer {self.token.text}"},
            timeout=60,
        )


class Sitting:
    """Two people who play a match of Kontor at the running API; what is due is resolved here."""

    def __init__(self, running: Installation, **wishes: Any) -> None:
        self._running = running
        people = [account(running.context, f"{name}{secrets.token_hex(4)}") for name in ("Ann", "Bob")]
        issued = [tokens.issue_token(running.context, one.id, name="t", scopes=tokens.SCOPES) for one in people]
        self._tokens = [one.text for one in issued]
        made = self._ask(0, "POST", "/v1/matches", {"rules": "kontor", "grace_seconds": 0, "hold_seconds": 0, **wishes})
        self.path, self.invitation = f"/v1/matches/{made['match']}", made["invitation"]
        self._ask(1, "PUT", f"{self.path}/seats/me", {"invitation": self.invitation})
        drain_once(running.context)

    def play(self) -> None:
        """Let everybody answer what stands until something has come of it."""
        before = self.events()
        while self.events() == before:
            for decision in self._ask(0, "GET", self.path)["decisions"]:
                for seat in decision["seats"]:
                    here = f"{self.path}/decisions/{decision['id']}"
                    move = self._ask(seat, "GET", f"{here}/moves")["moves"][0]
                    self._ask(seat, "PUT", f"{here}/{'commitment' if decision['sealed'] else 'move'}", {"move": move})
            drain_once(self._running.context)

    def ids(self) -> list[str]:
        """Return the ids of all that has happened."""
        return [one["id"] for one in self._ask(0, "GET", f"{self.path}/feed?limit=1000")["events"]]

    def events(self) -> int:
        """Return how much has happened."""
        return len(self.ids())

    def _ask(self, seat: int, method: str, path: str, body: Any = None) -> Any:
        asking = {"Authorization": f"Bearer {self._tokens[seat]}"}
        answer = requests.request(method, self._running.url + path, json=body, headers=asking, timeout=60)
        assert answer.ok, answer.text
        return answer.json()


@pytest.mark.parametrize("media", [SSE, NDJSON])
def test_a_stream_tells_what_was_and_what_comes(running: Installation, media: str) -> None:
    ada = Reading(running, f"Ada{media[-4:]}")
    first = ada.happens()
    with ada.reader(media=media) as stream:
        assert (stream.answer.status, stream.answer.headers.get_content_type()) == (200, media)
        assert stream.answer.headers["Cache-Control"] == "no-store"
        [seen] = stream.take(1)
        second = ada.happens()
        seen_next = stream.take(1)[0]
    assert [seen.said["id"], seen_next.said["id"]] == [first, second]
    assert seen.id == seen.said["cursor"]
    with ada.reader(media=media, last=seen.id) as again:
        assert [one.said["id"] for one in again.take(1)] == [second]
    with ada.reader("?after=now", media=media) as later:
        third = ada.happens()
        assert [one.said["id"] for one in later.take(1)] == [third]


def test_streams_go_on_over_restarts_of_the_service_and_the_store(running: Installation) -> None:
    """What happens is told once and in order, whatever is killed: the API, and then both stores under one stream."""
    ada = Reading(running, "Resumer")
    told = [ada.happens()]
    with ada.reader() as stream:
        seen = stream.take(1)
        running.kill("api")
        told.append(ada.happens())
        assert stream.next() is None
    running.start("api")
    with ada.reader(last=seen[-1].id) as stream:
        seen += stream.take(1)
        for killed in ("state", "queue"):
            running.kill(killed)
            running.start(killed)
            told.append(ada.happens())
            seen += stream.take(1)
    assert [one.said["id"] for one in seen] == told


def test_a_revoked_token_ends_its_stream(running: Installation) -> None:
    ada = Reading(running, "Revoked")
    with ada.reader() as stream:
        ada.happens()
        assert len(stream.take(1)) == 1
        running.context.store.revoke_token(ada.token.token.id)
        happened = ada.happens()
        *shown, last = stream.take(5)
    # Of a look that was under way: a second ring for the first event (the clock's) had found the token good.
    assert [one.said["id"] for one in shown] in ([], [happened])
    assert (last.type, last.said["type"]) == ("problem", "/problems/token-wrong")


def test_streams_of_two_browsers_are_not_taken_for_one(running: Installation) -> None:
    """The attack: a session is no Authorization; opponents stand at the same place, because events come to both at once."""
    both = [Reading(running, name) for name in ("Irma", "Jost")]
    same = f"/v1/me/events?after={cursors.encode('1-0')}"
    first, second = (Reader(running.url, same, session=one.token.text) for one in both)
    with first, second:
        assert [first.line(), second.line()] == ["retry: 2000\n"] * 2
        for one in both:
            one.happens(announced=False)
        announce_rest(running.context.store, running.context.settings.queue_url)
        seen = [reader.take(1)[0].said["id"] for reader in (first, second)]
    assert seen == [f"{one.account}.1" for one in both]


def test_a_poll_is_answered_by_the_event_and_when_its_time_is_up(running: Installation) -> None:
    ada = Reading(running, "Poller")
    start = ada.get("").json()["cursor"]
    found: list[Any] = []
    waiting = threading.Thread(target=lambda: found.append(ada.get(f"?after={start}&wait=30")))
    waiting.start()
    happened = ada.happens()
    waiting.join(25)
    assert [one["id"] for one in found[0].json()["events"]] == [happened]
    empty = ada.get("?after=now&wait=1")
    assert (empty.status_code, empty.json()["events"]) == (200, [])
    assert (empty.headers["Connection"], empty.headers["X-Content-Type-Options"]) == ("close", "nosniff")


def test_what_happens_between_the_look_and_the_wait_is_not_missed(running: Installation) -> None:
    """Rings come while the connection is on its way aside: all polls are answered long before their time is up."""
    ada = Reading(running, "Racer")
    cursor = ada.get("").json()["cursor"]
    for _ in range(8):
        told = threading.Thread(target=ada.happens)
        told.start()
        page = ada.get(f"?after={cursor}&wait=30").json()
        told.join()
        assert len(page["events"]) == 1
        cursor = page["cursor"]


def test_a_ring_that_got_lost_costs_seconds_not_the_event(running: Installation) -> None:
    ada = Reading(running, "Deaf")
    with ada.reader("?after=now") as stream:
        ada.happens(announced=False)
        running.context.store.relay_all()
        assert len(stream.take(1)) == 1


def test_one_account_with_a_hundred_polls_takes_nobody_elses_places(running: Installation) -> None:
    """The attack: its polls fill the places, and another's polls are answered at once with nothing, thousands of times."""
    greedy, ben = Reading(running, "Greedy"), Reading(running, "Ben")
    cursor = greedy.get("").json()["cursor"]
    lines = [asking(greedy, f"?after={cursor}&wait=30") for _ in range(100)]
    refused = until(
        lambda: found if len(found := [*filter(has_answer, lines)]) >= 100 - PER_ACCOUNT else None, "84 refusals"
    )
    waiting = [one for one in lines if one not in refused]
    assert len(waiting) == PER_ACCOUNT
    for line in refused:
        answer = line.getresponse()
        assert (answer.status, answer.headers["Retry-After"]) == (429, "5")
        assert json.loads(answer.read())["type"] == "/problems/too-many-waiting"
    started = time.monotonic()
    found = ben.get("?after=now&wait=3")
    assert (found.status_code, found.json()["events"]) == (200, [])
    assert time.monotonic() - started >= 2.9, "it waited: who follows asks once, not thousands of times"
    greedy.happens()
    for line in waiting:
        assert json.loads(line.getresponse().read())["events"]
    for line in lines:
        line.close()
    assert greedy.get("?after=now&wait=1").status_code == 200, "places that are free again can be taken again"


def test_two_hundred_idle_streams_cost_no_thread_and_moves_go_on(running: Installation) -> None:
    readers = [Reading(running, f"Idle{number}") for number in range(13)]
    before = threads_of(running)
    with_streams = [one.reader("?after=now") for one in readers for _ in range(16)][:200]
    assert all(one.answer.status == 200 for one in with_streams)
    assert threads_of(running) <= before + 8
    with requests.Session() as session:
        for _ in range(20):
            assert readers[0].get("?limit=1", session).status_code == 200
    happened = readers[0].happens()
    for one in with_streams[:16]:
        assert [seen.said["id"] for seen in one.take(1)] == [happened]
    for one in with_streams:
        one.__exit__()
    until(lambda: readers[0].get("?after=now&wait=1").status_code == 200, "places are free when readers have left")


def test_a_reader_that_hangs_up_frees_its_place(running: Installation) -> None:
    ada = Reading(running, "Leaver")
    streams: list[Reader] = []

    def all_open() -> bool:
        streams[:] = [ada.reader("?after=now") for _ in range(PER_ACCOUNT)]
        if all(one.answer.status == 200 for one in streams):
            return True
        for one in streams:
            one.__exit__()
        return False

    for _ in range(4):
        until(all_open, "all places are free")
        with ada.reader("?after=now") as one_more:
            assert one_more.answer.status == 429
        for one in streams:
            one.__exit__()


def test_a_request_after_a_poll_on_the_same_line_is_not_mixed_up(running: Installation) -> None:
    """Two polls in one go: the server answers both, or the first and hangs up; never out of order."""
    ada = Reading(running, "Piper")
    where = urlsplit(running.url)
    one = (
        f"GET /v1/me/events?after=now&wait=1 HTTP/1.1\r\nHost: {where.netloc}\r\n"
        f"Authorization: Bearer {ada.token.text}\r\n\r\n"
    ).encode()
    other = f"GET /health HTTP/1.1\r\nHost: {where.netloc}\r\nConnection: close\r\n\r\n".encode()
    with socket.create_connection((str(where.hostname), where.port), 60) as line:
        line.sendall(one + other)
        heard = b""
        while piece := line.recv(65_536):
            heard += piece
    first, _, rest = heard.partition(b"HTTP/1.1 200 OK")[2].partition(b"HTTP/1.1 200 OK")
    assert b'"events":' in first
    assert rest == b"" or b'"status":"ok"' in rest


@pytest.mark.parametrize("media", [SSE, NDJSON])
def test_a_match_can_be_streamed_by_whoever_may_look(running: Installation, media: str) -> None:
    """Spectators get what happened and what happens, and a reader that was cut off in the middle of an entry the rest of it."""
    table = Sitting(running)
    table.play()
    with Reader(running.url, f"{table.path}/feed?language=de", media=media) as stream:
        first = stream.take(table.events())
        table.play()
        seen = first + stream.take(table.events() - len(first))
    assert [one.said["id"] for one in seen] == table.ids()
    assert seen[0].said["text"] and seen[0].id == seen[0].said["id"]
    with Reader(running.url, f"{table.path}/feed", media=media, last=seen[1].id) as stream:
        assert [one.said["id"] for one in stream.take(table.events() - 2)] == table.ids()[2:]
    with Reader(running.url, f"{table.path}/feed?after={seen[-1].said['n']}", media=media) as stream:
        table.play()
        assert stream.take(1)[0].said["n"] > seen[-1].said["n"]


def test_a_private_match_is_streamed_to_nobody_else(running: Installation) -> None:
    table = Sitting(running, visibility="private")
    with Reader(running.url, f"{table.path}/feed") as stream:
        assert stream.answer.status == 403
    with Reader(running.url, f"{table.path}/feed?invitation={table.invitation}") as stream:
        assert stream.answer.status == 200


def asking(reading: Reading, query: str) -> http.client.HTTPConnection:
    """Send a request and return its connection, on which the answer will come."""
    where = urlsplit(reading.running.url)
    line = http.client.HTTPConnection(str(where.hostname), where.port, timeout=60)
    line.request("GET", f"/v1/me/events{query}", headers={"Authorization": f"Bearer {reading.token.text}"})
    return line


def has_answer(line: http.client.HTTPConnection) -> bool:
    """Return whether an answer has begun to come."""
    return bool(select.select([line.sock], [], [], 0)[0])


def threads_of(running: Installation) -> int:
    """Return how many threads the API's processes have."""
    parent = running.processes["api"].pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return sum(len(list(Path(f"/proc/{one}/task").iterdir())) for one in children)

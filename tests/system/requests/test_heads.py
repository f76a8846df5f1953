"""One head per request: every operation that waits, in every coding, when it waits and when it does not, byte by byte.

The operations come from the document, so one that is added is missed here. Everything waits at the same time, which makes
this quick: half of it until its second is over, the other half until there is news; then all is asked again, and answered at
once. So do proxies before the server, set up as the operator's pages say (``make soak``).
"""

from __future__ import annotations

import gzip
import json
import os
import selectors
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
import redis
from flask import Flask

from engine.kit import review
from engine.protocol.canon import b64
from engine.protocol.seal import Opening, commitment
from engine.registry import newest
from service.api import create_app
from service.api.document.spec import PUBLISHED
from service.keys.signing import new_match_id
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from service.notifications.events import announce_rest
from service.store.connection.scripts import ACT
from service.store.values import zstd
from tests.given.replays import ReplayQueue
from tests.service.api.players import Player, Table, new_player
from tests.service.serve.listening.proxies import KINDS, proxy
from tests.system.installation import Installation
from workers.jobs.coach import hint_once, review_once
from workers.resolve.drain import drain_once

DOCUMENT = json.loads(PUBLISHED.read_text(encoding="utf-8"))
CODINGS = (
    "", "identity", "gzip", "zstd", "br", "deflate", "*", "gzip;q=0.5, zstd;q=0.9", "gzip;q=0, *", "*;q=0, zstd;q=0.1",
    "identity;q=0, gzip",
)  # fmt: skip
"""What a client may accept; empty: it does not say."""
HEAD_TOO = "gzip, zstd"
"""What ``HEAD`` is asked with, once for each operation that has it."""
SECOND, LONG = 1, 30
"""Seconds to wait: until the time is up, and until there is news."""
PATIENCE = 60.0
UNPACK: dict[str, Callable[[bytes], bytes]] = {"": bytes, "gzip": gzip.decompress, "zstd": zstd.decompress}
PASS = {"type": "pass"}
HEALTH = b"GET /health HTTP/1.1\r\nHost: %b\r\n\r\n"


def operations() -> dict[str, Mapping[str, Any]]:
    """Return the operations of the document that can wait, by id, with their parameters' names."""
    found: dict[str, Mapping[str, Any]] = {}
    for methods in DOCUMENT["paths"].values():
        for method, operation in methods.items():
            if "operationId" not in operation:
                continue
            named = [_parameter(one) for one in operation.get("parameters", [])]
            media = {form for answer in operation["responses"].values() for form in answer.get("content", {})}
            if {"wait", "Prefer"} & set(named) or any(_streams(one) for one in media):
                streams = sorted(filter(_streams, media))
                found[operation["operationId"]] = {
                    "method": method.upper(),
                    "anybody": {} in operation["security"],
                    "streams": streams,
                }
    return found


def _parameter(one: Mapping[str, Any]) -> str:
    found = DOCUMENT["components"]["parameters"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one
    return str(found["name"])


def _streams(media: str) -> bool:
    return media in ("text/event-stream", "application/x-ndjson")


OPERATIONS = operations()


@dataclass
class Answer:
    """What came on a line: a head, a body, and what followed it."""

    status: int
    headers: dict[str, str]
    body: bytes
    rest: bytes

    @property
    def plain(self) -> bytes:
        """The body without its coding."""
        return UNPACK[self.headers.get("content-encoding", "")](self.body)


@dataclass
class Line:
    """A connection with one request on it, and what has come."""

    name: str
    socket: socket.socket
    method: str
    accepted: str
    heard: bytes = b""
    over: bool = False
    took: float = 0.0

    def take(self) -> None:
        """Take in what has come."""
        piece = self.socket.recv(65_536)
        self.heard += piece
        self.over = not piece

    def answer(self) -> Answer | None:
        """Return the answer once it is whole; fails where what came is none."""
        found = parse(self.heard, self.method)
        assert found is not None or not self.over, (self.name, self.accepted, self.heard[:300])
        return found


def parse(heard: bytes, method: str) -> Answer | None:
    """Take one answer apart, strictly (RFC 9112); ``None`` while it is not whole."""
    head, mark, after = heard.partition(b"\r\n\r\n")
    if not mark:
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    version, code, _ = first.split(" ", 2)
    assert version == "HTTP/1.1", heard[:200]
    pairs = [line.split(": ", 1) for line in lines]
    headers = {name.lower(): value for name, value in pairs}
    for name in ("content-length", "transfer-encoding", "content-type", "content-encoding", "date", "connection"):
        assert sum(one.lower() == name for one, _ in pairs) <= 1, (name, heard[:500])
    if method == "HEAD" or code in ("204", "304"):
        return Answer(int(code), headers, b"", after)
    if "transfer-encoding" in headers:
        assert headers["transfer-encoding"] == "chunked" and "content-length" not in headers, heard[:500]
        found = unchunk(after)
        return None if found is None else Answer(int(code), headers, *found)
    length = int(headers["content-length"])
    return Answer(int(code), headers, after[:length], after[length:]) if len(after) >= length else None


def unchunk(data: bytes) -> tuple[bytes, bytes] | None:
    """Return the body of chunks and what follows the last one; ``None`` while that has not come."""
    body = b""
    while True:
        size, mark, data = data.partition(b"\r\n")
        if not mark:
            return None
        length = int(size, 16)
        if len(data) < length + 2:
            return None
        assert data[length : length + 2] == b"\r\n", data[:200]
        body, data = body + data[:length], data[length + 2 :]
        if not length:
            return body, data


@dataclass
class Request:
    """A request of an operation: for its time to be up or for news."""

    operation: str
    path: str
    token: str | None
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)

    def send(self, house: House, method: str, accepted: str, **more: str) -> Line:
        """Ask on a line of its own."""
        text = b"" if self.body is None else json.dumps(self.body).encode()
        headers = {"Host": f"127.0.0.1:{house.port}", **self.headers, **more}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if accepted:
            headers["Accept-Encoding"] = accepted
        if text:
            headers |= {"Content-Type": "application/json", "Content-Length": str(len(text))}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        line = house.lines.enter_context(socket.create_connection(("127.0.0.1", house.port), PATIENCE))
        line.sendall(f"{method} {self.path} HTTP/1.1\r\n{head}\r\n".encode() + text)
        return Line(self.operation, line, method, accepted)

    def send_all(self, house: House) -> list[Line]:
        """Ask in every coding."""
        method = OPERATIONS[self.operation]["method"]
        heads = [self.send(house, "HEAD", HEAD_TOO)] if method == "GET" else []
        return [*heads, *(self.send(house, method, coding) for coding in CODINGS)]


def answered(lines: Iterable[Line]) -> None:
    """Take in what comes until every line has a whole answer."""
    started = time.monotonic()
    with selectors.DefaultSelector() as ready:
        for line in lines:
            ready.register(line.socket, selectors.EVENT_READ, line)
        while ready.get_map():
            found = ready.select(PATIENCE)
            assert found, [one.data.name for one in ready.get_map().values()]
            for key, _ in found:
                key.data.take()
                if key.data.answer() is not None:
                    key.data.took = time.monotonic() - started
                    ready.unregister(key.fileobj)


def lives_on(line: Line, port: int) -> None:
    """Check that nothing but one answer came, and that the line is closed as it said, or has the next request answered."""
    answer = cast(Answer, line.answer())
    assert answer.rest == b"", (line.name, line.accepted, line.heard)
    line.heard = b""
    closes = answer.headers.get("connection", "").lower() == "close"
    if not closes:
        line.socket.sendall(HEALTH % f"127.0.0.1:{port}".encode())
        line.method = "GET"
    while not line.over and (closes or line.answer() is None):
        line.take()
    if closes:
        assert line.heard == b"", (line.name, line.accepted, line.heard)
    else:
        following = cast(Answer, line.answer())
        assert (following.status, following.rest) == (200, b"") and json.loads(following.body)["status"] == "ok"
    line.socket.close()


def check(line: Line) -> Answer:
    """Check an answer's coding and body; return it."""
    answer = cast(Answer, line.answer())
    coding = answer.headers.get("content-encoding", "")
    assert not coding or coding in line.accepted or (coding == "gzip" and "*" in line.accepted), (line.name, coding)
    if line.method == "HEAD":
        return answer
    media, plain = answer.headers.get("content-type", ""), answer.plain
    if "json" in media:
        json.loads(plain)
    elif media.startswith("image/svg"):
        assert plain.startswith(b"<svg") and plain.rstrip().endswith(b"</svg>")
    else:
        assert media == "image/png" and plain.startswith(b"\x89PNG"), (line.name, media)
    return answer


class House:
    """An installation without workers: what they would do, a test does here, when it wants it done."""

    def __init__(self, running: Installation) -> None:
        self.context, self.port = running.context, int(running.url.rpartition(":")[2])
        self.store_url = running.store_url
        self.app: Flask = create_app(running.context)
        self._server = redis.Redis.from_url(running.servers["queue"].url)
        self._queue = ReplayQueue(self.context, self._server)
        self._count = 0
        self.lines = ExitStack()
        """The connections of a test."""

    def player(self) -> Player:
        self._count += 1
        return new_player(self.app, self.context, f"Player{self._count}")

    def table(self, **wishes: Any) -> Table:
        return Table.begin(self.context, self.player(), self.player(), **wishes)

    def work(self) -> None:
        """Do what workers have to do now."""
        drain_once(self.context)
        self._queue.work()
        announce_rest(self.context.store, self.context.settings.queue_url)

    def send(self, requests: Iterable[Request]) -> list[Line]:
        """Ask in every coding; return when the store has every act: after its decision, one would rightly be refused."""
        with redis.Redis.from_url(self.store_url) as server, server.monitor() as store:
            lines = [line for asked in requests for line in asked.send_all(self)]
            missing = sum(line.method not in ("GET", "HEAD") for line in lines)
            while missing:
                missing -= ACT.sha in store.next_command()["command"]
        return lines

    def close(self) -> None:
        self.lines.close()
        self._server.close()


@dataclass
class Scene:
    """A request that waits, and what brings it its news before workers go to work."""

    requests: list[Request]
    news: Callable[[], object]


def begin_match(house: House, *players: Player) -> list[str]:
    """Have a match against a bot begin for each of these; return them."""
    begun = []
    for one in players:
        owner, match = house.context.store.account(one.account), new_match_id()
        assert owner is not None
        creation.create(house.context, owner, NewMatch(rules="kontor", grace=0, bots=["steady"]), match)
        begun.append(match)
    return begun


def play_round(table: Table) -> None:
    here = f"{table.here()}/commitment"
    for player in table.players:
        assert player.put(here, {"move": PASS}).status_code == 200


def of_a_match(house: House, operation: str, part: str, wait: int) -> Scene:
    """What is asked of a match until it goes on: by somebody with a token and, where anybody may, without one."""
    table = house.table()
    n = table.seen_by(table.players[0])["n"]
    path = f"{table.path}{part}?after={n}&wait={wait}"
    return Scene(both(operation, path, table.players[0]), lambda: play_round(table))


def of_a_moment(house: House, operation: str, part: str, wait: int) -> Scene:
    """What is asked of an earlier moment, until a worker has played the match again."""
    table = house.table()
    n = table.seen_by(table.players[0])["n"]
    play_round(table)
    drain_once(house.context)
    return Scene(both(operation, f"{table.path}{part}?n={n}&wait={wait}", table.players[0]), lambda: None)


def both(operation: str, path: str, player: Player) -> list[Request]:
    tokens = (player.token, None) if OPERATIONS[operation]["anybody"] else (player.token,)
    return [Request(operation, path, token) for token in tokens]


def list_events(house: House, wait: int) -> Scene:
    player = house.player()
    cursor = player.sees("/v1/me/events")["cursor"]
    path = f"/v1/me/events?after={cursor}&wait={wait}"
    return Scene([Request("listEvents", path, player.token)], lambda: begin_match(house, player))


def list_waiting(house: House, wait: int) -> Scene:
    player = house.player()
    return Scene(
        [Request("listWaiting", f"/v1/me/waiting?wait={wait}", player.token)], lambda: begin_match(house, player)
    )


def get_sealed_move(house: House, wait: int) -> Scene:
    table = house.table()
    here, player = table.here(), table.players[0]
    assert player.put(f"{here}/commitment", {"move": PASS}).status_code == 200
    return Scene([Request("getSealedMove", f"{here}/sealed?wait={wait}", player.token)], lambda: None)


def get_review(house: House, wait: int) -> Scene:
    table = house.table()
    assert table.players[1].post(f"{table.path}/resign").status_code == 202
    drain_once(house.context)
    asked = both("getReview", f"{table.path}/review?wait={wait}", table.players[0])
    return Scene(asked, lambda: review_once(house.context, table.match))


def get_hint(house: House, wait: int) -> Scene:
    player = house.player()
    (match,) = begin_match(house, player)
    path = f"/v1/matches/{match}/decisions/r1.choose/hint?wait={wait}"
    return Scene([Request("getHint", path, player.token)], lambda: hint_once(house.context, match, "r1.choose", 0))


def preferring(operation: str, path: str, player: Player, body: Any, wait: int) -> list[Request]:
    return [Request(operation, path, player.token, body, {"Prefer": f"wait={wait}"})]


def commit_move(house: House, wait: int) -> Scene:
    table = house.table()
    path, (ada, ben) = f"{table.here()}/commitment", table.players
    return Scene(preferring("commitMove", path, ada, {"move": PASS}, wait), lambda: ben.put(path, {"move": PASS}))


def answer_decision(house: House, wait: int) -> Scene:
    table = house.table(rules="packet-row", hold_seconds=0)
    player = table.players[table.standing()["seats"][0]]
    move = {"move": {"type": "open", "board": "M"}}
    return Scene(preferring("answerDecision", f"{table.here()}/move", player, move, wait), lambda: None)


def open_commitment(house: House, wait: int) -> Scene:
    table = house.table()
    here, decision = table.here(), table.standing()
    openings = []
    for seat, player in enumerate(table.players):
        opening = cast(
            Opening,
            {"v": 1, "match": table.match, "rules": newest("kontor"), "decision": decision["id"], "seat": seat,
             "head": decision["head"], "salt": b64(os.urandom(32)), "move": PASS},
        )  # fmt: skip
        openings.append(opening)
        sealed = player.put(f"{here}/commitment", {"commitment": commitment(opening)})
        assert sealed.status_code == 200, sealed.data
    drain_once(house.context)
    ada, ben = table.players
    asked = preferring("openCommitment", f"{here}/opening", ada, {"opening": openings[0]}, wait)
    return Scene(asked, lambda: ben.put(f"{here}/opening", {"opening": openings[1]}))


SCENES: dict[str, Callable[[House, int], Scene]] = {
    "getMatch": lambda house, wait: of_a_match(house, "getMatch", "", wait),
    "getFeed": lambda house, wait: of_a_match(house, "getFeed", "/feed", wait),
    "getView": lambda house, wait: of_a_moment(house, "getView", "/view", wait),
    "getPictureSvg": lambda house, wait: of_a_moment(house, "getPictureSvg", "/picture.svg", wait),
    "getPicturePng": lambda house, wait: of_a_moment(house, "getPicturePng", "/picture.png", wait),
    "getSealedMove": get_sealed_move,
    "getReview": get_review,
    "getHint": get_hint,
    "listEvents": list_events,
    "listWaiting": list_waiting,
    "commitMove": commit_move,
    "answerDecision": answer_decision,
    "openCommitment": open_commitment,
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with (
        Installation(tmp_path_factory.mktemp("heads"), ("state", "queue", "api")) as running,
        pytest.MonkeyPatch.context() as hasty,
    ):
        hasty.setattr(review, "PLAYOUTS", 2)  # of the coach; the test waits for other things
        found = House(running)
        yield found
        found.close()


@pytest.fixture(params=["", *(pytest.param(kind, marks=pytest.mark.soak) for kind in KINDS)])
def way(house: House, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """Ask the server itself, or a proxy before it."""
    direct = house.port
    with proxy(request.param, tmp_path, f"127.0.0.1:{direct}") if request.param else nullcontext("") as url:
        house.port = int(url.rpartition(":")[2]) if url else direct
        yield
    house.port = direct


@pytest.mark.usefixtures("way")
def test_every_operation_that_waits_answers_with_one_head_in_every_coding(house: House) -> None:
    assert SCENES.keys() == OPERATIONS.keys(), "an operation that waits needs a scene here"
    short = [made(house, SECOND) for made in SCENES.values()]
    until_the_end = [line for scene in short for asked in scene.requests for line in asked.send_all(house)]
    answered(until_the_end)
    house.work()  # or what they have asked workers for would take the visitors' share of the queue
    long = [made(house, LONG) for made in SCENES.values()]
    until_news = house.send(asked for scene in long for asked in scene.requests)
    for scene in long:
        scene.news()
    house.work()
    answered(until_news)
    for line in until_the_end:
        answer = check(line)
        assert answer.status in (200, 503), (line.name, line.accepted, answer)
        assert line.took > SECOND / 2, (line.name, line.accepted)
        lives_on(line, house.port)
    for line in until_news:
        assert check(line).status == 200, (line.name, line.accepted, line.heard[:500])
        assert line.took < LONG / 2
        lives_on(line, house.port)
    at_once = [line for scene in long for asked in scene.requests for line in asked.send_all(house)]
    answered(at_once)
    for line in at_once:
        assert line.took < LONG / 2
        check(line)
        lives_on(line, house.port)


@pytest.mark.usefixtures("way")
def test_every_stream_has_one_head_and_no_coding(house: House) -> None:
    table = house.table()
    player = table.players[0]
    paths = {"getFeed": f"{table.path}/feed", "listEvents": "/v1/me/events?after=now"}
    streams = {name: about["streams"] for name, about in OPERATIONS.items() if about["streams"]}
    assert streams.keys() == paths.keys()
    lines = [
        (media, asked.send(house, method, coding, Accept=media))
        for name in streams
        for asked in both(name, paths[name], player)
        for media in streams[name]
        for method, coding in (("HEAD", HEAD_TOO), ("GET", ""), ("GET", "gzip"), ("GET", "zstd"), ("GET", "*"))
    ]
    for media, line in lines:
        while b"\r\n\r\n" not in line.heard:
            line.take()
        assert f"content-type: {media}".encode() in line.heard.lower()
    play_round(table)
    house.work()
    for media, line in lines:
        if line.method == "HEAD":
            lives_on(line, house.port)
            continue
        while (b'"text"' not in line.heard and b'"cursor"' not in line.heard) or not line.heard.endswith(b"\n\r\n"):
            line.take()
        assert line.heard.count(b"HTTP/1.1") == 1 and b"content-encoding" not in line.heard.lower()
        body, rest = unchunk(line.heard.partition(b"\r\n\r\n")[2] + b"0\r\n\r\n") or (b"", b"?")
        assert rest == b""
        for text in body.decode().splitlines():
            name, _, value = text.partition(": ") if media == "text/event-stream" else ("data", "", text)
            if name == "data" and value:
                json.loads(value)
        line.socket.close()

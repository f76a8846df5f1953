"""The HTTP conversation: patient where it may be, strict where it must be. Against a real server on this machine."""

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from service.cli.player.transport import LONGEST_ANSWER, Refused, Transport, Unreachable, retry_after
from tests.engine.transparency.test_cosigning import Flood, listening
from tests.given.json_object import JsonObject


class Script(ThreadingHTTPServer):
    """Answers requests by a script of (status, headers, body) and remembers what was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Scripted)
        self.answers: list[tuple[int | None, dict[str, str], bytes | JsonObject]] = []
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Scripted(BaseHTTPRequestHandler):
    server: Script

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        self.server.asked.append((self.command, self.path, dict(self.headers), self.rfile.read(length)))
        status, headers, body = self.server.answers.pop(0)
        if status is None:
            self.close_connection = True
            return
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    do_GET = do_POST = do_PUT = do_DELETE = answer

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def script() -> Iterator[Script]:
    server = Script()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


class Clock:
    """A clock that is moved by sleeping."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def talk(script: Script, clock: Clock) -> Iterator[Transport]:
    transport = Transport(script.url, "sp_token", sleep=clock.sleep, clock=clock)
    yield transport
    transport.close()


def test_an_answer_carries_body_links_and_the_token_was_sent(script: Script, talk: Transport) -> None:
    script.answers = [(200, {"Link": '</v1/x?cursor=2>; rel="next"'}, {"a": 1})]
    answer = talk.call("GET", "v1/x", params={"after": 3})
    assert answer.json() == {"a": 1}
    assert answer.links == {"next": "/v1/x?cursor=2"}
    method, path, headers, _ = script.asked[0]
    assert (method, path, headers["Authorization"]) == ("GET", "/v1/x?after=3", "Bearer sp_token")


@pytest.mark.parametrize("status", [429, 503])
def test_it_comes_back_when_the_server_asked_it_to(script: Script, talk: Transport, clock: Clock, status: int) -> None:
    script.answers = [(status, {"Retry-After": "7"}, {"title": "later"}), (200, {}, {})]
    assert talk.call("GET", "v1/x").status == 200
    assert clock.slept == [7.0]


def test_a_post_that_is_sent_again_carries_the_same_idempotency_key(script: Script, talk: Transport) -> None:
    script.answers = [(503, {"Retry-After": "0"}, {}), (201, {}, {}), (201, {}, {})]
    talk.call("POST", "v1/matches", content={"rules": "kontor@1"})
    talk.call("POST", "v1/matches", content={"rules": "kontor@1"})
    keys = [headers["Idempotency-Key"] for _, _, headers, _ in script.asked]
    assert keys[0] == keys[1] != keys[2]
    assert script.asked[0][3] == script.asked[1][3] == b'{"rules":"kontor@1"}'


def test_a_lost_answer_is_asked_for_again_with_growing_pauses(script: Script, talk: Transport, clock: Clock) -> None:
    script.answers = [(None, {}, b""), (None, {}, b""), (200, {}, {"ok": True})]
    assert talk.call("PUT", "v1/x", content={}).json() == {"ok": True}
    assert clock.slept == [0.25, 0.5]


def test_patience_ends_with_what_the_server_said(script: Script, talk: Transport, clock: Clock) -> None:
    script.answers = [(429, {"Retry-After": "3600"}, {"title": "Too many requests", "detail": "wait an hour"})]
    with pytest.raises(Unreachable, match=r"come back in 3600 s: wait an hour"):
        talk.call("GET", "v1/x")
    assert clock.slept == []


def test_a_server_that_is_not_there_is_named(unused_port: int, clock: Clock) -> None:
    talk = Transport(f"http://127.0.0.1:{unused_port}", sleep=clock.sleep, clock=clock)
    with pytest.raises(Unreachable, match=f"127.0.0.1:{unused_port} does not answer"):
        talk.call("GET", "v1/x")
    assert 1 < sum(clock.slept) < 3, "the address is wrong, or the server only just starting"
    talk.close()


def test_a_server_that_has_answered_may_take_its_time_to_start_again(
    script: Script, talk: Transport, clock: Clock
) -> None:
    script.answers = [(200, {}, {}), *[(None, {}, b"")] * 20]
    talk.call("GET", "v1/x")
    with pytest.raises(Unreachable, match="does not answer"):
        talk.call("GET", "v1/x")
    assert 30 < sum(clock.slept) <= 60


def test_a_get_says_what_it_knows_and_gets_it_from_memory(script: Script, talk: Transport) -> None:
    tagged = (200, {"ETag": '"one"'}, {"n": 1})
    script.answers = [
        tagged,
        (304, {"ETag": '"one"'}, b""),
        (200, {"ETag": '"two"'}, {"n": 2}),
        (304, {}, b""),
        (200, {}, {}),
    ]
    seen = [talk.call("GET", "v1/x", params={"a": 1}).json()["n"] for _ in range(4)]
    talk.call("GET", "v1/x", params={"a": 2})
    assert seen == [1, 1, 2, 2]
    known = [headers.get("If-None-Match") for _, _, headers, _ in script.asked]
    assert known == [None, '"one"', '"one"', '"two"', None], "and nothing of another address"


def test_a_get_that_waits_or_names_a_tag_itself_is_sent_as_it_is(script: Script, talk: Transport) -> None:
    script.answers = [(200, {"ETag": '"one"'}, {}), (200, {}, {}), (304, {"ETag": '"one"'}, b"")]
    talk.call("GET", "v1/x")
    talk.call("GET", "v1/x", wait=30)
    assert talk.call("GET", "v1/x", headers={"If-None-Match": '"mine"'}).status == 304
    assert [headers.get("If-None-Match") for _, _, headers, _ in script.asked] == [None, None, '"mine"']


def test_a_problem_document_becomes_one_sentence_with_its_code(script: Script, talk: Transport) -> None:
    problem = {
        "type": "https://siegelpost.example/problems/illegal-move", "title": "Illegal move", "status": 422,
        "detail": "the move is not legal", "errors": [{"pointer": "/move/card", "detail": "C36 is not in your hand"}],
    }  # fmt: skip
    script.answers = [(422, {"Content-Type": "application/problem+json"}, problem)]
    with pytest.raises(Refused) as refused:
        talk.call("PUT", "v1/x", content={})
    assert refused.value.code == "illegal-move"
    assert str(refused.value) == "Illegal move: the move is not legal (/move/card: C36 is not in your hand)"


def test_a_page_of_something_else_is_no_answer(script: Script, talk: Transport) -> None:
    script.answers = [(200, {"Content-Type": "text/html"}, b"<html>captive portal</html>")]
    with pytest.raises(Unreachable, match="is this a Siegelpost"):
        talk.call("GET", "v1/meta").json()


def test_the_token_never_goes_to_another_server(script: Script, talk: Transport) -> None:
    with pytest.raises(Unreachable, match="another server"):
        talk.call("GET", "http://127.0.0.2:1/v1/x")
    script.answers = [(302, {"Location": "http://127.0.0.2:1/"}, {})]
    with pytest.raises(Refused):
        talk.call("GET", "v1/x")
    assert len(script.asked) == 1


def test_a_redirect_that_never_ends_is_not_read_into_memory(clock: Clock) -> None:
    flood = Flood()
    with (
        listening(flood) as url,
        closing(Transport(url, "sp_token", sleep=clock.sleep, clock=clock)) as talk,
        pytest.raises(Unreachable, match="without end"),
    ):
        talk.call("GET", "v1/x")
    assert LONGEST_ANSWER <= flood.sent < Flood.MOST


def test_retry_after_may_be_a_date() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=100)
    wait = retry_after({"retry-after": format_datetime(soon, usegmt=True)})
    assert wait is not None and 97 <= wait <= 100
    assert retry_after({"Retry-After": "soon"}) is None
    assert retry_after({"Retry-After": "Mon, 01 Jan 99999999999999999999 00:00:00 GMT"}) is None


def test_retry_after_may_have_a_fraction() -> None:
    assert retry_after({"Retry-After": "1.5"}) == 1.5
    assert retry_after({"Retry-After": "120.0"}) == 120
    assert retry_after({"Retry-After": "1.5.2"}) is None
    assert retry_after({}) is None

"""What a connection may do to the API's server, said in bytes: how long it may take, and what is refused with a reason."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from waitress.adjustments import Adjustments

from service.serve.http.connections import BODY, HEADERS, Channel, origin_of
from tests.given.contexts import key_environment
from tests.servers.ports import free_port
from tests.service.serve.watching import until, wakes

GET = b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
STRANGER = "127.0.0.9"
"""An address that the app of these tests does not take for this machine."""
PASS_ON = """import os, sys
fd, *command = sys.argv[1:]
os.dup2(int(fd), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execvp(command[0], command)
"""
"""Starts a program with a socket as systemd passes it on."""
POST = b"POST /a HTTP/1.1\r\nHost: x\r\n"


class Server:
    """One process of gunicorn with the API's settings around a small app."""

    def __init__(
        self, folder: Path, files: int = 4096, patience: float = 1.0, listener: socket.socket | None = None
    ) -> None:
        """:param folder: for the keys, without which the API does not start.
        :param patience: how many times longer than usual the app's deadlines are, see ``patient_app``.
        :param listener: passed on as systemd passes its sockets on.
        """
        self.port = free_port() if listener is None else listener.getsockname()[1]
        passed_on = [] if listener is None else [sys.executable, "-c", PASS_ON, str(listener.fileno())]
        limited = [*passed_on, "sh", "-c", 'ulimit -n "$0" && exec "$@"', str(files)]
        command = [*limited, sys.executable, "-m", "gunicorn", "--config", "python:service.serve.web"]
        self.process = subprocess.Popen(
            [*command, "--graceful-timeout", str(round(5 * patience)), "tests.service.serve.listening.patient_app:app"],
            env={
                **os.environ,
                **key_environment(folder),
                "REDIS_URL": "redis://127.0.0.1:1/0",  # named, never asked
                "SIEGELPOST_BIND": f"127.0.0.1:{self.port}",
                "WEB_CONCURRENCY": "1",
                "PATIENCE": str(patience),
            },
            stderr=subprocess.DEVNULL,
            pass_fds=() if listener is None else (listener.fileno(),),
        )
        until(self.answers, "the server answers")

    def answers(self) -> bool:
        try:
            with self.line() as line:
                return line.ask(GET).startswith(b"HTTP/1.1 200")
        except OSError:
            return False

    def line(self, origin: str = "127.0.0.1") -> Line:
        return Line(socket.create_connection(("127.0.0.1", self.port), 20, (origin, 0)))

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


class Line:
    """A connection."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def say(self, data: bytes) -> None:
        self.socket.sendall(data)

    def hear(self) -> bytes:
        """Return what comes until an answer of known length is there, or the line ends."""
        heard = b""
        while piece := self.socket.recv(65_536):
            heard += piece
            head, mark, body = heard.partition(b"\r\n\r\n")
            lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            if mark and (head[9:12] in (b"304", b"100") or (lengths and len(body) >= int(lengths[0][15:]))):
                break
        return heard

    def ask(self, data: bytes) -> bytes:
        self.say(data)
        return self.hear()

    def is_over(self) -> bool:
        """Wait until the other side hangs up."""
        try:
            while self.socket.recv(65_536):
                pass
        except ConnectionError:
            return True
        return True


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("keys"))
    try:
        yield running
    finally:
        running.end()


def problem(answer: bytes) -> tuple[int, str]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head, answer
    assert b"connection: close" in head.lower(), answer
    assert b"access-control-allow-origin: *" in head.lower(), "programs in browsers read refusals as well"
    return int(head[9:12]), json.loads(body)["type"]


@pytest.mark.parametrize(
    "begun",
    [
        b"G",
        GET[:-2],
        POST + b"Content-Length: 9\r\n\r\n",
        POST + b"Content-Length: 9\r\n\r\n12",
        POST + b"Transfer-Encoding: chunked\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
    ],
)
def test_a_request_that_does_not_end_is_refused(server: Server, begun: bytes) -> None:
    with server.line() as line:
        assert problem(line.ask(begun)) == (408, "/problems/too-slow")
        assert line.is_over()


@pytest.mark.parametrize("begun", [b"GET /a HTTP/1.1\r\nX: ", POST + b"Content-Length: 9999\r\n\r\n",
                                   POST + b"Transfer-Encoding: chunked\r\n\r\n"])  # fmt: skip
def test_a_byte_now_and_then_does_not_move_the_deadline(server: Server, begun: bytes) -> None:
    """Two bytes in a tenth of a second: never silent, and never done."""
    with server.line() as line:
        line.say(begun)
        line.socket.settimeout(0.1)
        started = time.monotonic()
        answer = b""
        while not answer and time.monotonic() - started < 10:
            line.say(b"1\r\na\r\n" if b"chunked" in begun else b"aa")
            try:
                answer = line.hear()
            except TimeoutError:
                continue
        assert problem(answer) == (408, "/problems/too-slow")


def test_threads_are_not_taken_by_requests_that_are_not_whole(tmp_path: Path) -> None:
    patient = Server(tmp_path, patience=60)
    lines = [patient.line() for _ in range(200)]
    try:
        for line in lines:
            line.say(POST + b"Content-Length: 9\r\n\r\n1")
        with patient.line() as other:
            # Its own limit is 20 seconds; the others would be given up after 60.
            assert other.ask(GET).startswith(b"HTTP/1.1 200")
    finally:
        for line in lines:
            line.socket.close()
        patient.end()


def test_an_answer_that_nobody_reads_is_given_up_and_none_is_made_behind_it(server: Server) -> None:
    """The attack: a few bytes ask for large answers on one line, which fill the disk, and later hold a thread."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.port))
    connection.settimeout(20)
    with Line(connection) as line:
        line.say(b"GET /large?unread HTTP/1.1\r\nHost: x\r\n\r\n" * 12)

        def gone() -> bool:
            try:
                line.say(b"\r\n")  # what follows an answer is not read; a line that was given up refuses it
            except ConnectionError:
                return True
            return False

        until(gone, "the line is given up")
    with server.line() as other:
        assert other.ask(b"GET /asked?unread HTTP/1.1\r\nHost: x\r\n\r\n").endswith(b"\r\n\r\n1")


def test_large_answers_asked_for_at_once_all_come(server: Server) -> None:
    with server.line() as line:
        line.say(b"GET /large?read HTTP/1.1\r\nHost: x\r\n\r\n" * 3 + GET[:-2] + b"Connection: close\r\n\r\n")
        heard = b"".join(iter(lambda: line.socket.recv(65_536), b""))
    assert heard.count(b"HTTP/1.1 200 OK") == 4
    assert heard.count(b"x" * 1_000) >= 3 * 8_000
    assert heard.rindex(b"x" * 1_000) < heard.index(b"GET /a 0")


def test_a_connection_without_a_request_ends(server: Server) -> None:
    with server.line() as silent, server.line() as served:
        assert served.ask(GET).startswith(b"HTTP/1.1 200")
        assert silent.is_over()
        assert served.is_over()


def test_an_address_has_a_limited_number_of_connections(server: Server) -> None:
    lines = [server.line(STRANGER) for _ in range(3)]
    for line in lines:
        assert line.ask(GET).startswith(b"HTTP/1.1 200")
    with server.line(STRANGER) as one_too_many:
        assert one_too_many.is_over()
    lines.pop().socket.close()

    def room() -> bool:
        try:
            with server.line(STRANGER) as line:
                return line.ask(GET).startswith(b"HTTP/1.1 200")
        except ConnectionError:
            return False

    until(room, "there is room again")
    for line in lines:
        line.socket.close()


@pytest.mark.parametrize(
    ("asked", "status", "kind"),
    [
        (POST + b"Transfer-Encoding: gzip\r\n\r\n", 501, "not-implemented"),
        (POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n", 501, "not-implemented"),
        (POST + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n", 400, "bad-request"),
        (b"POST /a HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "bad-request"),
        (POST + b"Content-Length: -1\r\n\r\n", 400, "bad-request"),
        (POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, "bad-request"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400, "bad-request"),
        (POST + b"Content-Length: %d\r\n\r\n" % BODY, 413, "too-large"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % BODY + b"a" * BODY, 413, "too-large"),
        (b"GET /" + b"a" * HEADERS + b" HTTP/1.1\r\nHost: x\r\n\r\n", 431, "headers-too-large"),
        (b"GET /a HTTP/1.1\r\n" + b"a: b\r\n" * (HEADERS // 5) + b"\r\n", 431, "headers-too-large"),
        (b"GET /a HTTP/1.1\r\nHost: x\r\nAccept-Language: " + b"a-b;q=0.1," * 200 + b"de\r\n\r\n", 431, "headers-too-large"),
        (b"GET /a HTTP/1.1\r\nHost: x\r\nAccept: " + b"a/b," * 500 + b"text/html\r\n\r\n", 431, "headers-too-large"),
        (b"GET /a\x01 HTTP/1.1\r\n\n\r\n\r\n", 400, "bad-request"),
        (b"nonsense\r\n\r\n", 400, "bad-request"),
        (b"GET /a HTTP/9.9\r\nHost: x\r\n\r\n", 505, "http-version"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "http-version"),
        (b"GET /a HTTP/1.1\r\nHost x\r\n\r\n", 400, "bad-request"),
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused_as_the_api_would(server: Server, asked: bytes, status: int, kind: str) -> None:
    with server.line() as line:
        assert problem(line.ask(asked)) == (status, f"/problems/{kind}")


@pytest.mark.parametrize(
    ("language", "words"), [("de-DE,de;q=0.9", "Das ist zu viel auf einmal"), ("en", "That is too much")]
)
def test_a_person_s_browser_is_refused_in_words(server: Server, language: str, words: str) -> None:
    accepts = f"Accept: text/html,*/*;q=0.8\r\nAccept-Language: {language}\r\nContent-Length: {BODY}\r\n\r\n"
    with server.line() as line:
        answer = line.ask(POST.replace(b"/a ", b"/account/mail ") + accepts.encode())
        head, _, body = answer.partition(b"\r\n\r\n")
        assert (
            head.startswith(b"HTTP/1.1 413")
            and b"text/html" in head
            and b"Content-Security-Policy: default-src 'none'" in head
        )
        assert words in body.decode() and b'<a href="/">' in body
    with server.line() as line:
        answer = line.ask(POST.replace(b"/a ", b"/v1/me ") + accepts.encode())
        assert problem(answer) == (413, "/problems/too-large"), "below the paths of the API nobody but programs goes"


def test_a_client_refused_in_the_middle_of_sending_gets_the_answer(server: Server) -> None:
    """Hung up on at once, he could not send the rest, and his system would throw the answer away."""
    with server.line() as line:
        line.socket.setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536
        )  # the rest waits for the server, not in here
        line.say(POST + b"Content-Length: %d\r\n\r\n" % (100 * BODY))
        for _ in range(40):
            line.say(b"a" * 65_536)
        line.socket.shutdown(socket.SHUT_WR)
        assert problem(line.hear()) == (413, "/problems/too-large")


def test_half_requests_of_many_do_not_fill_the_memory(tmp_path: Path) -> None:
    """The attack: two thousand lines with a body each that is never finished took a process to 760 MB."""
    running = Server(tmp_path, patience=60)
    lines = [running.line() for _ in range(24)]
    try:
        for line in lines:
            line.say(POST + b"Content-Length: %d\r\n\r\n" % (BODY - 1) + b"a" * (BODY - 2))
        assert problem(lines[0].hear()) == (408, "/problems/too-slow"), "who began first makes room"
        assert b"POST /a %d" % (BODY - 1) in lines[-1].ask(b"a")
    finally:
        for line in lines:
            line.socket.close()
        running.end()


def test_a_request_that_is_cut_is_answered_and_one_that_is_whole_as_well(server: Server) -> None:
    for asked, status in ((POST + b"Content-Length: 9\r\n\r\n123", 400), (GET, 200)):
        with server.line() as line:
            line.say(asked)
            line.socket.shutdown(socket.SHUT_WR)
            assert line.hear()[9:12] == b"%d" % status


def test_requests_may_follow_each_other_on_a_line(server: Server) -> None:
    with server.line() as line:
        assert b"GET /a 0" in line.ask(GET)
        assert line.ask(b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n").startswith(b"HTTP/1.1 304")
        assert b"GET /b 0" in line.ask(b"GET /b HTTP/1.1\r\nHost: x\r\n\r\n")


def test_requests_sent_at_once_are_answered_in_their_order(server: Server) -> None:
    asked = [b"%s /%d HTTP/1.1\r\nHost: x\r\n" % (method, n) for n, method in enumerate((b"GET", b"HEAD", b"OPTIONS"))]
    with server.line() as line:
        line.say(b"\r\n".join(asked) + b"Connection: close\r\n\r\n")
        heard = b"".join(iter(lambda: line.socket.recv(65_536), b""))
    assert heard.count(b"HTTP/1.1 200 OK") == 3
    assert 0 < heard.index(b"GET /0 0") < heard.index(b"OPTIONS /2 0")
    assert b"HEAD /1" not in heard


def test_a_streamed_answer_has_an_end_and_the_line_lives_on(server: Server) -> None:
    with server.line() as line:
        line.say(b"GET /streamed HTTP/1.1\r\nHost: x\r\n\r\n")
        heard = b""
        while not heard.endswith(b"0\r\n\r\n"):
            piece = line.socket.recv(65_536)
            assert piece, heard
            heard += piece
        assert heard.count(b"piece ") == 3
        assert line.ask(GET).startswith(b"HTTP/1.1 200")
    with server.line() as line:
        line.say(b"HEAD /streamed HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        heard = b"".join(iter(lambda: line.socket.recv(65_536), b""))
        assert heard.endswith(b"\r\n\r\n") and heard.count(b"\r\n\r\n") == 1, heard


def test_a_client_that_asks_before_sending_a_body_is_told_to_continue(server: Server) -> None:
    with server.line() as line:
        assert line.ask(POST + b"Content-Length: 3\r\nExpect: 100-continue\r\n\r\n").startswith(b"HTTP/1.1 100")
        assert b"POST /a 3" in line.ask(b"abc")


def test_a_client_that_asks_before_sending_too_large_a_body_is_refused_before_it_sends(server: Server) -> None:
    with server.line() as line:
        announced = POST + b"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n" % (100 * BODY)
        assert problem(line.ask(announced)) == (413, "/problems/too-large")


def test_headers_of_proxies_reach_the_api(server: Server) -> None:
    with server.line() as line:
        assert line.ask(b"GET /a HTTP/1.1\r\nHost: x\r\nVia: 1.1 front\r\n\r\n").endswith(b"GET /a 0 1.1 front")


def test_idle_connections_make_room_when_it_gets_crowded(tmp_path: Path) -> None:
    """With room for so many connections as 1,024 open files allow: 256."""
    crowded = Server(tmp_path, files=1024)
    lines = [crowded.line() for _ in range(400)]
    try:
        with crowded.line() as one_more:
            assert one_more.ask(GET).startswith(b"HTTP/1.1 200")
    finally:
        for line in lines:
            line.socket.close()
        crowded.end()


class Visitors:
    """Clients that ask again and again, on a connection for each request or on one until its end is announced."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.answers = {"once": 0, "again": 0}
        self.failures: list[str] = []
        self._threads = [threading.Thread(target=self._ask, args=(kind,)) for kind in self.answers]
        self._over = threading.Event()

    def __enter__(self) -> Visitors:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(60)

    def _ask(self, kind: str) -> None:
        while not self._over.is_set():
            try:
                with self.server.line() as line:
                    head = b""
                    while not self._over.is_set() and b"connection: close" not in head.lower():
                        head = line.ask(GET if kind == "again" else GET.replace(b"Host", b"Connection: close\r\nHost"))
                        if not head.startswith(b"HTTP/1.1 200"):
                            raise ConnectionError(head.decode() or "closed without an answer")
                        self.answers[kind] += 1
            except OSError as error:
                self.failures.append(f"{kind}: {error}")

    def until_answered(self) -> None:
        before = dict(self.answers)
        until(lambda: all(self.answers[kind] > before[kind] + 3 for kind in before), "visitors get answers")


def test_a_restart_costs_no_request_where_the_socket_is_passed_on(tmp_path: Path) -> None:
    """As systemd does (``siegelpost-api.socket``): what comes meanwhile waits in the socket's queue."""
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        ending = Server(tmp_path, patience=60, listener=listener)
        with ending.line() as line, ending.line(), Visitors(ending) as visitors:
            line.say(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            visitors.until_answered()
            ending.process.send_signal(signal.SIGTERM)
            assert line.hear().startswith(b"HTTP/1.1 200")
            # Idle connections hold nothing up: they would be closed after 180 seconds, and ended by force after 300.
            assert ending.process.wait(60) == 0
            following = Server(tmp_path, patience=60, listener=listener)
            visitors.until_answered()
        assert following.end() == 0
        assert visitors.failures == []


def test_a_process_that_nobody_uses_sleeps(server: Server) -> None:
    """Each process of an idle installation that wakes once a second takes a hundredth of a percent of a core, for nothing."""
    (worker,) = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()

    def rests() -> bool:
        before = wakes(int(worker))
        time.sleep(2.5)  # there is nothing to wait for: it is to do nothing
        return wakes(int(worker)) - before < 2

    until(rests, "it sleeps once connections of earlier tests have ended", within=20)


@pytest.mark.parametrize(
    ("address", "origin"),
    [("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"), ("::1", None),
     ("127.0.0.3", None), ("::ffff:127.0.0.1", None), ("", None), ("fe80::1%eth0", "fe80::/64")],
)  # fmt: skip
def test_connections_are_counted_by_address_and_of_ipv6_by_network(address: str, origin: str | None) -> None:
    assert origin_of(address) == origin


def test_the_head_of_an_answer_goes_out_with_its_body_or_at_last_alone() -> None:
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    server = SimpleNamespace(active_channels={}, pull_trigger=lambda: None)
    channel = Channel(server, ours, ("127.0.0.1", 1), Adjustments(), {})  # type: ignore[arg-type]  # all it needs of one
    with ours, theirs:
        for body in (b"body", b""):
            channel.keeps_head = True
            channel.write_soon(b"head ")
            with pytest.raises(BlockingIOError):
                theirs.recv(99)
            if body:
                channel.write_soon(body)
            channel.let_head_go()
            assert theirs.recv(99) == b"head " + body

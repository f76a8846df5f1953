"""Nobody can keep the entrance for mail busy: connections of one address are few, and idle ones end."""

from __future__ import annotations

import re
import smtplib
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from service.telemetry.counts import REGISTRY
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import HOST, correspondence
from workers.inbox import entrance


@contextmanager
def connected(port: int, address: str = "127.0.0.1") -> Iterator[bytes]:
    """Connect from an address of this machine; give what the server says first, nothing if it hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(address, 0)) as line:
        try:
            yield line.recv(200)
        except ConnectionResetError:
            yield b""


def test_one_address_cannot_keep_others_out(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "OF_ONE", 3)
    with correspondence(redis_url, tmp_path) as post, ExitStack() as idle:
        greeted = [idle.enter_context(connected(post.port)) for _ in range(3)]
        assert all(one.startswith(b"220 ") for one in greeted)
        with connected(post.port) as one_more:
            assert one_more == b""
        with connected(post.port, "127.0.0.2") as another:
            assert another.startswith(b"220 ")


def test_an_idle_connection_ends(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "SILENCE", 0.05)
    with (
        correspondence(redis_url, tmp_path) as post,
        socket.create_connection(("127.0.0.1", post.port), timeout=30) as line,
        line.makefile("rb") as said,
    ):
        assert said.read().startswith(b"220 ")  # read ends when the server hangs up


def said_to(line: socket.socket, words: bytes) -> bytes:
    """Send words; return the last line of what is answered."""
    line.sendall(words)
    with line.makefile("rb", 0) as answers:
        while (answer := answers.readline())[3:4] == b"-":
            pass
    return answer


@pytest.mark.parametrize(
    ("mail", "answer"),
    [
        (b"a\r\n" * 9, b"550"),
        (b"a\r\n" * 50, b"552 5.3.4 the mail has too many lines\r\n"),
        (b"a\r\n" * 8 + b"b" * 3_000 + b"\r\n", b"550"),
        (b"a\r\n" * 8 + b"b" * 130_000 + b"\r\n..\r\n", b"500"),
        (b"a\r\n" * 10 + b"..\r\nMAIL FROM:<x@y.example>\r\n\r\n", b"552"),
        (b"a\r\n" * 30 + b"b" * 200_000 + b"\r\n", b"552"),
    ],
)
def test_a_mail_of_too_many_lines_is_refused_and_the_connection_goes_on(
    mail: bytes, answer: bytes, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing in what is thrown away may be taken for the mail's end, and what comes after that is no command."""
    monkeypatch.setattr(entrance, "MOST_LINES", 10)
    with correspondence(redis_url, tmp_path) as post:
        nobody = f"trial-{'0' * 32}@{HOST}"
        with socket.create_connection(("127.0.0.1", post.port), timeout=30) as line:
            assert said_to(line, b"").startswith(b"220")
            assert said_to(line, b"EHLO x.example\r\n").startswith(b"250")
            for sent, said in ((mail, answer), (b"A: b\r\n\r\n3\r\n", b"550 5.1.1")):
                assert said_to(line, b"MAIL FROM:<a@b.example>\r\n").startswith(b"250")
                assert said_to(line, f"RCPT TO:<{nobody}>\r\n".encode()).startswith(b"250")
                assert said_to(line, b"DATA\r\n").startswith(b"354")
                for place in range(0, len(sent), 777):  # in pieces that end anywhere
                    line.sendall(sent[place : place + 777])
                assert said_to(line, b".\r\n").startswith(said)


def refused(reason: str) -> float:
    found = REGISTRY.get_sample_value("siegelpost_mails_refused_total", {"reason": reason})
    assert found is not None, "of a series that begins at 1, Prometheus sees no increase"
    return found


def test_every_reply_that_refuses_a_mail_has_a_reason_of_its_own_which_begins_at_0() -> None:
    room = Path(entrance.__file__).parent
    said = {
        one
        for path in room.glob("*.py")
        for one in re.findall(r"""["'][45]\d\d ([45]\.\d\.\d+) """, path.read_text(encoding="utf-8"))
    }
    assert said == {*entrance.REASONS}
    for reason in (*entrance.REASONS.values(), entrance.OTHER):
        refused(reason)


def test_a_reply_with_raw_utf8_in_its_header_and_with_long_lines_is_read(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mail server passes the first on only to where SMTPUTF8 is offered; to others it bounces."""
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor")
        ann, before = post.players[0], (refused("address"), refused("sender"), refused("recipients"))
        letter = post.last_to(ann)
        to = str(letter["Reply-To"])
        head = (
            f"From: Jörg Müßig <{ann.mail}>\r\nTo: {to}\r\nSubject: Re: Tür zu\r\nMessage-ID: <1@players.example>\r\n"
        )
        raw = f"{head}\r\n2\r\n\r\n> {'x' * 5_000}\r\n"
        with smtplib.SMTP("127.0.0.1", post.port, timeout=30) as server:
            server.ehlo()
            assert server.has_extn("smtputf8")
            assert server.mail("jörg@players.example", ["SMTPUTF8"])[0] == 250
            assert server.rcpt("nobody@reply.example")[0] == 550
            assert server.rcpt(to)[0] == 250
            assert server.rcpt(to)[0] == 452
            assert server.data(raw.encode())[0] == 250
            server.mail("jörg@players.example", ["SMTPUTF8"])
            server.rcpt(to)
            assert server.data(raw.replace(ann.mail, "somebody@else.example").encode())[0] == 550
        assert len(post.record.acts) == 1
        assert (refused("address"), refused("sender"), refused("recipients")) == tuple(one + 1 for one in before)

"""What a transport says about a letter is what is really known about it: taken, not taken, refused, or nobody knows."""

import dataclasses
import errno
import os
import re
import socket
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from service.config.variables import BadSetting
from service.notifications.channel import Ambiguous, NotHanded, Permanent, Temporary
from tests.workers.mail.post_office import CERTIFICATE, PostOffice, break_off, post_office, text_of
from workers.mail.headers import POLICY
from workers.mail.sending.smtp import Server, SmtpTransport
from workers.mail.sending.transport import FolderTransport, Transport, transport_of


def letter(text: str = "Hello\n") -> EmailMessage:
    message = EmailMessage(policy=POLICY)
    message["From"] = "Siegelpost <post@example.org>"
    message["To"] = "Ada <ada@example.org>"
    message["Subject"] = "Your turn"
    message["Message-ID"] = "<m.5.0.your-turn@example.org>"
    message.set_content(text, cte="quoted-printable")
    return message


def yes() -> bool:
    return True


@pytest.fixture
def safe_office(monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    """A post office that wants a password and has a certificate the sender trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with post_office(user="post", password="p@ss") as one:
        yield one


Opener = Callable[..., Transport]


@pytest.fixture
def to() -> Iterator[Opener]:
    """Open a transport to a URL; everything opened is closed at the end."""
    opened: list[Transport] = []

    def opener(url: str, **changes: Any) -> Transport:
        transport = transport_of(url)
        if changes:
            assert isinstance(transport, SmtpTransport)
            transport = SmtpTransport(dataclasses.replace(transport.server, **changes))
        opened.append(transport)
        return transport

    yield opener
    for one in opened:
        one.close()


def test_a_letter_taken_by_the_server_returns_its_answer(office: PostOffice, to: Opener) -> None:
    transport = to(office.url)
    assert transport.send(letter(), yes) == "250 2.0.0 taken as 4711"
    assert [text_of(one) for one in office.letters] == ["Hello\n"]
    assert office.recipients == ["ada@example.org"]


def test_lines_that_begin_with_a_dot_arrive_unchanged(office: PostOffice, to: Opener) -> None:
    text = ".hidden\n..\n.\nend\n"
    transport = to(office.url)
    transport.send(letter(text), yes)
    assert text_of(office.letters[0]) == text


def test_one_connection_carries_many_letters(office: PostOffice, to: Opener) -> None:
    transport = to(office.url)
    for _ in range(3):
        transport.send(letter(), yes)
    assert len(office.letters) == 3
    assert office.connections == 1


def test_a_connection_that_went_stale_is_replaced_without_a_word(office: PostOffice, to: Opener) -> None:
    transport = to(office.url)
    transport.send(letter(), yes)
    assert isinstance(transport, SmtpTransport)
    _, connection = transport._idle[0]
    assert connection.sock is not None
    connection.sock.shutdown(socket.SHUT_RDWR)
    transport.send(letter(), yes)
    assert len(office.letters) == 2


def test_a_connection_is_closed_politely_when_it_has_been_idle_for_long(office: PostOffice, to: Opener) -> None:
    transport = to(office.url, idle=0.05)
    transport.send(letter(), yes)
    assert office.quit.wait(60)
    transport.send(letter(), yes)
    assert (len(office.letters), office.connections) == (2, 2)


@pytest.mark.parametrize("answer", ["450 4.2.1 greylisted", "421 4.3.2 going down"])
def test_a_4xx_for_the_recipient_is_temporary(office: PostOffice, to: Opener, answer: str) -> None:
    office.rcpt_answer = answer
    with pytest.raises(Temporary) as caught:
        to(office.url).send(letter(), yes)
    assert caught.value.answer == answer
    assert office.letters == []


def test_an_unknown_mailbox_is_permanent_and_the_recipients_fault(office: PostOffice, to: Opener) -> None:
    office.rcpt_answer = "550 5.1.1 no such mailbox"
    with pytest.raises(Permanent) as caught:
        to(office.url).send(letter(), yes)
    assert caught.value.recipient


@pytest.mark.parametrize(
    "said",
    [
        "550 5.1.1 <ann@players.example>: no such mailbox",
        "550 5.1.1 ann@players.example... User unknown",
        'b"550 5.1.1 mailbox "ann@players.example" unavailable',
        "550 5.1.1 <b+mfrggzdfmztwq2lknnwg23tpobyxe43uov3ho6dzpi@reply.example> refused",
        "550 5.1.1 " + "@" * 60 + "ann@players.example",
    ],
)
def test_a_refusal_names_no_address(office: PostOffice, to: Opener, said: str) -> None:
    """It goes into logs, and into lists that operators see; a sender's address for reports is a secret."""
    office.rcpt_answer = f"550 5.1.1 {said[10:]}"
    with pytest.raises(Permanent) as caught:
        to(office.url).send(letter(), yes)
    assert caught.value.answer.startswith("550 5.1.1 ") and "(address)" in caught.value.answer
    assert not {"players", "reply", "ann", "mfrggzdf"} & {*re.findall(r"[a-z]+", caught.value.answer)}


def test_a_refusal_to_relay_is_permanent_but_says_nothing_about_the_mailbox(office: PostOffice, to: Opener) -> None:
    office.rcpt_answer = "554 5.7.1 relaying denied"
    with pytest.raises(Permanent) as caught:
        to(office.url).send(letter(), yes)
    assert not caught.value.recipient


def test_a_refused_sender_is_our_set_up_and_therefore_temporary(office: PostOffice, to: Opener) -> None:
    office.mail_answer = "550 5.7.1 sender unknown here"
    with pytest.raises(Temporary, match="refuses our sender: 550"):
        to(office.url).send(letter(), yes)


@pytest.mark.parametrize(("answer", "kind"), [("451 4.3.0 try later", Temporary), ("554 5.6.0 spam", Permanent)])
def test_a_refusal_after_the_text_is_certain_too(
    office: PostOffice, to: Opener, answer: str, kind: type[Exception]
) -> None:
    office.data_answer = answer
    transport = to(office.url)
    with pytest.raises(kind, match=answer.split(maxsplit=1)[0]):
        transport.send(letter(), yes)
    office.data_answer = None
    transport.send(letter(), yes)
    assert office.connections == 1, "the connection stays good after a refusal"


def test_a_connection_cut_after_the_text_is_ambiguous(office: PostOffice, to: Opener) -> None:
    office.at_data = break_off
    with pytest.raises(Ambiguous, match="before the answer"):
        to(office.url).send(letter(), yes)
    assert len(office.letters) == 1, "it did arrive, and the sender cannot know"


def test_a_server_that_does_not_answer_in_time_is_ambiguous(office: PostOffice, to: Opener) -> None:
    office.at_data = _fall_silent
    with pytest.raises(Ambiguous, match="before the answer"):
        to(office.url, patience=0.2).send(letter(), yes)


def _fall_silent(server: Any) -> None:
    """Swallow the answer: the transport reads nothing and writes nowhere from here on."""
    server.transport.pause_reading()
    server._writer.write = lambda data: None


def test_no_server_at_all_is_temporary(to: Opener) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        with pytest.raises(Temporary, match="no connection"):
            to(f"smtp://127.0.0.1:{port}").send(letter(), yes)


def test_a_sender_who_lost_the_lease_hands_nothing_over(office: PostOffice, to: Opener) -> None:
    transport = to(office.url)
    with pytest.raises(NotHanded):
        transport.send(letter(), lambda: False)
    assert office.letters == []


def test_the_handover_is_announced_before_the_text_and_after_the_recipient(office: PostOffice, to: Opener) -> None:
    seen: list[int] = []

    def note(arrived: int) -> bool:
        seen.append(arrived)
        return True

    transport = to(office.url)
    transport.send(letter(), lambda: note(len(office.letters)))
    assert seen == [0]
    office.rcpt_answer = "550 5.1.1 no such mailbox"
    with pytest.raises(Permanent):
        transport.send(letter(), lambda: note(99))
    assert seen == [0], "a refused recipient leaves no note of a handover"


def test_a_password_opens_the_server_and_a_wrong_one_is_temporary(safe_office: PostOffice, to: Opener) -> None:
    host = safe_office.url.removeprefix("smtp://")
    assert to(f"smtp://post:p%40ss@{host}").send(letter(), yes).startswith("250")
    with pytest.raises(Temporary, match="let us not in: 535") as caught:
        to(f"smtp://post:wrong@{host}").send(letter(), yes)
    assert "wrong" not in caught.value.answer


def test_a_password_is_never_sent_over_a_bare_connection_unless_asked_for(office: PostOffice, to: Opener) -> None:
    with pytest.raises(Temporary, match="tls=never"):
        to(office.url.replace("://", "://post:p%40ss@")).send(letter(), yes)


def test_a_certificate_nobody_vouches_for_is_not_trusted(to: Opener) -> None:
    with post_office(starttls=True) as office:
        with pytest.raises(Temporary, match=r"let us not in: .*certificate is not trusted.*\?tls=never"):
            to(office.url).send(letter(), yes)
        assert office.letters == []


def test_the_folder_gets_whole_letters_only(to: Opener, tmp_path: Path) -> None:
    folder = tmp_path / "mailbox"
    transport = to(f"file://{folder}")
    name = transport.send(letter(), yes)
    assert [one.name for one in folder.iterdir()] == [name]
    assert name.endswith("-m.5.0.your-turn_example.org.eml")
    assert b"Subject: Your turn\r\n" in (folder / name).read_bytes()


def test_the_folder_gets_nothing_without_the_lease(tmp_path: Path) -> None:
    with pytest.raises(NotHanded):
        FolderTransport(tmp_path).send(letter(), lambda: False)
    assert list(tmp_path.iterdir()) == []


def test_half_a_letter_does_not_stay_where_there_was_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Temporary, match="cannot be written: no room"):
        FolderTransport(tmp_path).send(letter(), yes)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_temporary(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Temporary, match="cannot be written"):
        FolderTransport(tmp_path / "file").send(letter(), yes)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:25",
        "smtp://",
        "smtp://host:port",
        "http://host",
        "smtp://host?tls=no",
        "smtp://host?tsl=never",
        "file://host/x",
        "smtp://post:12#4@host",
        "smtp://post:1/2@host",
    ],
)
def test_a_mail_url_that_cannot_be_meant_names_the_remedy(url: str) -> None:
    with pytest.raises(BadSetting, match=r"SMTP_URL|smtp://"):
        transport_of(url)


def test_a_server_never_shows_its_password() -> None:
    assert "secret" not in repr(Server("mail.example.org", 587, "post", "secret"))

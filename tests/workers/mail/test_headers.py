"""Headers that mail programs rely on: unbroken links and ids, threads, and no way to smuggle a header in."""

import email
import email.policy
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.text.names import plain
from workers.mail import headers
from workers.mail.headers import KnownHeaders

MATCH = "a1b2c3d4-6c1a-4c3e-9a55-2f0d5f6e1b11"


def empty() -> EmailMessage:
    return EmailMessage(policy=headers.POLICY)


def read_again(message: EmailMessage) -> EmailMessage:
    message.set_content("x")
    return email.message_from_bytes(message.as_bytes(), policy=email.policy.SMTP)


def test_a_long_unsubscribe_link_reaches_the_wire_as_it_is() -> None:
    link = "https://post.example.org/unsubscribe/" + "aB3_-" * 60
    message = empty()
    headers.unsubscribable(message, link)
    assert f" <{link}>\r\n".encode() in message.as_bytes()
    assert read_again(message)["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_thread_hangs_below_its_match_and_the_letter_before() -> None:
    message = empty()
    headers.thread(message, MATCH, "Post <post@example.org>", f"<{MATCH}.4.0.your-turn@example.org>")
    again = read_again(message)
    assert again["In-Reply-To"] == f"<{MATCH}.4.0.your-turn@example.org>"
    assert str(again["References"]).split() == [f"<{MATCH}@example.org>", f"<{MATCH}.4.0.your-turn@example.org>"]
    assert b"=?" not in message.as_bytes()


def test_a_message_id_stands_on_the_line_of_its_header() -> None:
    message = empty()
    message["Message-ID"] = f"<{MATCH}.1234.0.your-turn@{'a-long-name.' * 4}example.org>"
    assert message.as_bytes().startswith(b"Message-ID: <")
    assert read_again(message)["Message-ID"].startswith(f"<{MATCH}")


def test_the_same_letter_always_has_the_same_id() -> None:
    assert headers.message_id(f"{MATCH}.5.0.your-turn", "post@example.org") == (
        f"<{MATCH}.5.0.your-turn@example.org>"
    )  # fmt: skip
    odd = headers.message_id("login to: <nobody>\r\nBcc: x", "post@example.org")
    assert odd == headers.message_id("login to: <nobody>\r\nBcc: x", "post@example.org")
    assert "\r" not in odd and " " not in odd


@given(st.text(max_size=80))
def test_a_name_can_never_become_a_header(name: str) -> None:
    message = empty()
    message["To"] = headers.address(name, "ada@example.org")
    message["Subject"] = headers.subject(name, [f"with {name}"], [f"{name} invites you"])
    again = read_again(message)
    assert sorted(key.lower() for key in again.keys()) == sorted(  # noqa: SIM118  # a message is not a mapping of lines
        ["to", "subject", "content-type", "content-transfer-encoding", "mime-version"]
    )
    assert [one.addr_spec for one in again["To"].addresses] == ["ada@example.org"]


@pytest.mark.parametrize(
    "mail", ["ada@example.org\r\nBcc: all@example.org", "ada example@x.org", "adä@example.org", "ada@example.org\0"]
)
def test_an_address_that_is_not_one_is_refused(mail: str) -> None:
    with pytest.raises(ValueError, match="email address"):
        headers.address("Ada", mail)


def test_text_directions_cannot_be_turned_in_a_name_and_emoji_stay_whole() -> None:
    assert plain("Ada\u202e\u2066 Bert\u0000\n") == "Ada Bert"
    assert plain("👩\u200d💻") == "👩\u200d💻"
    assert plain("no XML holds \uffff and \U0001fffe") == "no XML holds and"


def test_the_subject_is_the_fullest_line_that_fits() -> None:
    lines = ["x" * 80, "Round 3: your turn (by Wed 12:00 CET)"]
    assert headers.subject("Quay", ["with Bert"], lines) == f"Quay with Bert - {lines[1]}"
    assert headers.subject("Quay", [""], ["The match is over"]) == "Quay - The match is over"


def test_the_title_gives_way_first_then_names_and_never_the_deadline() -> None:
    line, company = "Round 3: your turn (by Wed 12:00 CET)", ["with Bertram of Hohenstaufen", "with Bertram…"]
    subject = headers.subject("The great long quay of the north", company, [line])
    assert subject == f"The grea… {company[0]} - {line}"
    assert len(subject) == headers.SUBJECT_LENGTH
    longer = f"{line[:-1]} UTC+5:45)"
    assert headers.subject("The great long quay of the north", company, [longer]).endswith(f" {company[1]} - {longer}")


def test_headers_are_of_the_classes_that_the_library_would_make_and_each_is_made_once() -> None:
    ours, theirs = KnownHeaders(), HeaderRegistry()
    for name in ("Subject", "To", "Date", "Content-Type", "MIME-Version", "X-Anything", "x-anything"):
        assert ours[name].__name__ == theirs[name].__name__
        assert ours[name].__mro__[1:] == theirs[name].__mro__[1:]
        assert ours[name] is ours[name]
        value = "text/plain" if name == "Content-Type" else "1.0" if name == "MIME-Version" else "a@b.example"
        assert str(ours(name, value)) == str(theirs(name, value))
        assert ours(name, value).name == name


def test_the_subject_of_a_match_is_as_long_as_fits_and_names_who_plays() -> None:
    assert headers.match_subject("Quay", ["with Bert"]) == "Quay with Bert"
    assert headers.match_subject("Quay", [""]) == "Quay"
    long = headers.match_subject("q" * 100, ["with Bert"])
    assert len(long) == headers.SUBJECT_LENGTH and long.endswith("q… with Bert")
    company = [f"with {'b' * 80}", "with 2 others"]
    assert headers.match_subject("The great long quay of the north", company).endswith(" with 2 others")
    assert "=?" not in headers.match_subject("=?utf-8?q?x?=", ["with =?"])

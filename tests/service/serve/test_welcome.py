"""What serve says when it is up: true addresses, and the way into the demo only when there is one."""

import json
from pathlib import Path

import pytest

from service.serve.folder import DataFolder
from service.serve.start import Address, directions, welcome


@pytest.mark.parametrize(
    ("host", "bind", "url"),
    [
        ("127.0.0.1", "127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("0.0.0.0", "0.0.0.0:8000", "http://127.0.0.1:8000"),
        ("::", "[::]:8000", "http://[::1]:8000"),
        ("::1", "[::1]:8000", "http://[::1]:8000"),
        ("play.example", "play.example:8000", "http://play.example:8000"),
    ],
)
def test_an_address_is_written_for_the_server_and_for_people(host: str, bind: str, url: str) -> None:
    assert (Address(host, 8000).bind, Address(host, 8000).url) == (bind, url)


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        (
            {
                "SIEGELPOST_DEV_MAILBOX": "/var/mailbox",
                "SIEGELPOST_DEV_MAILBOX_KEY": "{folder}/key",
                "SMTP_URL": "file:///var/mailbox",
            },
            "http://127.0.0.1:8000/dev/mailbox/secret-of-this-start",
        ),
        ({"SMTP_URL": "file://{folder}/mailbox"}, "/mailbox (not published, because others reach this address)"),
        ({"SMTP_URL": "file:///srv/sent%20mails"}, "  Mailbox        /srv/sent mails (of SMTP_URL"),
        ({"SMTP_URL": "smtp://someone:password@mail.example"}, "mails go out by SMTP"),
    ],
)
def test_it_says_where_the_mails_are_and_never_the_mail_servers_password(
    tmp_path: Path, environment: dict[str, str], told: str
) -> None:
    folder = DataFolder(tmp_path)
    (tmp_path / "key").write_text("secret-of-this-start\n")
    environment = {name: value.format(folder=tmp_path) for name, value in environment.items()}

    text = welcome(Address("127.0.0.1", 8000), folder, environment)

    assert told in text
    assert "password" not in text
    folder.close()


def test_listening_on_all_addresses_says_which_names_reach_the_server(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    environment = {"SMTP_URL": "smtp://mail.example", "SIEGELPOST_ALLOWED_HOSTS": "localhost,box.lan"}

    assert "SIEGELPOST_ALLOWED_HOSTS=" in welcome(Address("0.0.0.0", 8000), folder, environment)
    assert "localhost,box.lan" in welcome(Address("::", 8000), folder, environment)
    assert "SIEGELPOST_ALLOWED_HOSTS" not in welcome(Address("127.0.0.1", 8000), folder, environment)
    folder.close()


def test_the_way_in_is_told_only_when_there_is_a_demo(tmp_path: Path) -> None:
    assert directions(tmp_path / "demo.json", "http://127.0.0.1:8000") == []

    (tmp_path / "demo.json").write_text(
        json.dumps({"token": "sp_secret", "match": "a-match", "title": "Your first match"})
    )

    told = "\n".join(directions(tmp_path / "demo.json", "http://127.0.0.1:8000"))
    assert "SIEGELPOST_SERVER=http://127.0.0.1:8000 SIEGELPOST_TOKEN=sp_secret" in told
    assert "siegelpost play a-match" in told


def test_where_letters_can_be_answered_by_mail_it_says_where_to(tmp_path: Path) -> None:
    environment = {"SMTP_URL": "smtp://mail.example", "SIEGELPOST_REPLY_HOST": "reply.example"}
    folder = DataFolder(tmp_path)

    assert "Answers " not in welcome(Address("127.0.0.1", 8000), folder, {"SMTP_URL": "smtp://mail.example"})
    assert "by mail for reply.example, to 127.0.0.1:2525" in welcome(Address("127.0.0.1", 8000), folder, environment)
    (tmp_path / "key").write_text("secret-of-this-start")
    environment |= {"SIEGELPOST_DEV_MAILBOX": "/var/mailbox", "SIEGELPOST_DEV_MAILBOX_KEY": str(tmp_path / "key")}
    assert "with Reply in the mailbox, or by mail for" in welcome(Address("127.0.0.1", 8000), folder, environment)

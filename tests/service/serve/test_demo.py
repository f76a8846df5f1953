"""The demo: comes out the same however often it is tried, and tells the way in."""

import json
import re
import stat
import threading
import time
from collections.abc import Iterator
from email import message_from_binary_file
from email.policy import default
from pathlib import Path

import pytest

from service.accounts.access.tokens import is_text_of
from service.accounts.mail import table_links
from service.accounts.mail.mail_preferences import BUTTONS, buttons_of
from service.context import Context
from service.serve import demo
from tests.given.contexts import open_context
from workers.deliver import job
from workers.mail.sending.transport import transport_of
from workers.resolve import drain


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Context:
    return open_context(redis_url, tmp_path, smtp_url=(tmp_path / "mailbox").as_uri())


@pytest.fixture
def workers(context: Context, tmp_path: Path) -> Iterator[None]:
    """Resolve and deliver for as long as the test runs, as the worker processes would."""
    (tmp_path / "mailbox").mkdir()
    transport = transport_of(context.settings.smtp_url)
    stop = threading.Event()

    def work() -> None:
        while not stop.wait(0.02):
            drain.drain_once(context)
            job.deliver_once(context, transport)

    working = threading.Thread(target=work)
    working.start()
    yield
    stop.set()
    working.join()


@pytest.mark.usefixtures("workers")
def test_a_first_turn_is_in_the_mailbox_and_the_way_in_is_in_a_private_file(context: Context, tmp_path: Path) -> None:
    file = tmp_path / "demo.json"

    made = demo.make(context, file, {})

    assert json.loads(file.read_text()) == made
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    record = context.store.load(made["match"])
    assert record is not None and record.table["status"] == "running"
    assert record.table["options"]["preset"] == "tilsit"
    assert [seat["player"] for seat in record.table["seats"]] == [made["account"], "bot:steady"]
    (letter,) = (tmp_path / "mailbox").glob("*.eml")
    with letter.open("rb") as opened:
        text = message_from_binary_file(opened, policy=default).get_body(("plain",))
    assert text is not None
    (link,) = set(re.findall(r"/enter/(\S+)", text.get_content()))
    read = table_links.read_link(context.links, link)
    assert read is not None and (read.account, read.way) == (made["account"], f"/table/{made['match']}")


@pytest.mark.usefixtures("workers")
def test_what_the_player_has_changed_stays(context: Context, tmp_path: Path) -> None:
    account = demo.make(context, tmp_path / "demo.json", {})["account"]
    context.store.change_prefs(account, lambda it: {**it.prefs, BUTTONS: "choices"})
    demo.make(context, tmp_path / "demo.json", {})
    found = context.store.account(account)
    assert found is not None and buttons_of(found) == "choices"


@pytest.mark.usefixtures("workers")
def test_tried_again_it_is_the_same_demo_with_a_new_token(context: Context, tmp_path: Path) -> None:
    first = demo.make(context, tmp_path / "demo.json", {})
    again = demo.make(context, tmp_path / "demo.json", {})

    assert again == {**first, "token": again["token"]}
    assert context.store.matches_of(first["account"]) == [first["match"]]
    (token,) = context.store.tokens_of(first["account"])
    assert is_text_of(token, again["token"]), "the one that nobody may have seen is revoked"
    assert not is_text_of(token, first["token"])


def test_without_workers_it_says_what_is_missing(
    context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "PATIENCE", 0.1)
    started = time.monotonic()

    with pytest.raises(TimeoutError, match="no worker dealt the cards"):
        demo.make(context, tmp_path / "demo.json", {})

    assert time.monotonic() - started < 25, "it has not waited the usual half minute"
    assert not (tmp_path / "demo.json").exists()


@pytest.mark.parametrize(
    ("env", "language"),
    [({"LANG": "de_AT.UTF-8"}, "de"), ({"LANG": "de_DE", "LC_ALL": "C"}, "en"), ({"LANG": "fr_FR"}, "fr"), ({}, "en")],
)
def test_mails_speak_the_terminals_language_where_they_can(env: dict[str, str], language: str) -> None:
    assert demo._language(env) == language


@pytest.mark.parametrize(
    ("env", "local", "zone"),
    [
        ({"TZ": "Europe/Berlin"}, "/nowhere", "Europe/Berlin"),
        ({"TZ": ":Asia/Tokyo"}, "/nowhere", "Asia/Tokyo"),
        ({}, "/usr/share/zoneinfo/America/Lima", "America/Lima"),
        ({"TZ": "CET-1CEST"}, "/nowhere", "UTC"),
        ({"TZ": "../../etc/passwd"}, "/nowhere", "UTC"),
        ({}, "/nowhere", "UTC"),
    ],
)
def test_deadlines_are_told_in_the_machines_time_zone_where_it_has_a_name(
    env: dict[str, str], local: str, zone: str
) -> None:
    assert demo._zone(env, Path(local)) == zone

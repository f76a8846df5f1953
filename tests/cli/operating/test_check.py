"""``siegelpost admin check`` finds what keeps an installation from working as it should, and says what to do."""

import re
import smtplib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from subprocess import CompletedProcess
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
import requests
from aiosmtpd.handlers import Proxy as Relay
from click.testing import CliRunner, Result

from service.admin import checking
from service.admin.checking import Subject, known_settings
from service.api.app import create_app, equip
from service.cli import main
from service.config.networks import Proxies
from service.config.settings import Settings
from service.context import Context
from service.serve.keys import KeyFiles, ensure_keys
from service.serve.web import on_starting
from service.store.accounts.webhooks import Webhook
from tests.deploy.files import DEPLOY, ROOT
from tests.engine.transparency.test_cosigning import listening
from tests.given.contexts import open_context
from tests.servers.object_store import CREDENTIALS, SIGNED, object_store
from tests.workers.inbox.corresponding import HOST, correspondence
from tests.workers.mail.post_office import AnyPort, post_office
from workers.inbox.__main__ import main as run_entrance
from workers.run import main as run_worker

SOUND = {"SMTP_URL": "file:///nowhere/mail", "SIEGELPOST_PUBLIC_URL": "http://127.0.0.1:1"}


@pytest.fixture
def keys(tmp_path: Path) -> KeyFiles:
    return ensure_keys(tmp_path, matches_exist=False)


def settings_of(redis_url: str, keys: KeyFiles) -> dict[str, str | None]:
    return {
        "REDIS_URL": redis_url,
        "QUEUE_URL": redis_url,
        "SIEGELPOST_SIGNING_KEY": str(keys.signing),
        "SIEGELPOST_RESOLVER_PUBLIC": str(keys.resolver_public),
        "SIEGELPOST_LINK_SECRET": str(keys.links),
        **SOUND,
    }


def run(redis_url: str, keys: KeyFiles, *arguments: str, **changed: str | None) -> Result:
    return CliRunner().invoke(main, ["admin", "check", *arguments], env=settings_of(redis_url, keys) | changed)


def finds(name: str, redis_url: str, keys: KeyFiles, letter_to: str = "", **changed: str) -> list[str]:
    """Return what one of the checks finds."""
    env = {key: value for key, value in (settings_of(redis_url, keys) | changed).items() if value is not None}
    (look,) = (one.look for one in checking.CHECKS if one.name == name)
    return [f"{one.level}: {one.found}" for one in look(Subject(env, Settings.from_environment(env), letter_to))]


def test_every_setting_of_the_readme_is_known_and_no_typing_error() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(SIEGELPOST_[A-Z_]*[A-Z])`", readme[readme.index("## Settings") :]))
    assert named <= known_settings()
    assert "SIEGELPOST_TRUSTED_PROXY" not in known_settings()


def test_of_a_sound_installation_nothing_is_wrong_but_what_does_not_run(redis_url: str, keys: KeyFiles) -> None:
    done = run(redis_url, keys)
    assert done.exit_code == 0, done.output
    assert "ok       keys and cards: nothing is wrong" in done.output
    assert "ok       store: nothing is wrong" in done.output
    assert "warning  clock: no clock was alive" in done.output
    assert "warning  visitors: http://127.0.0.1:1/ready does not answer from here" in done.output


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Iterator[Context]:
    opened = open_context(redis_url, tmp_path / "keys")
    yield opened
    opened.store.close()


PROXY = {"REMOTE_ADDR": "127.0.0.9"}
VISITORS = {
    "no proxy": ("", {}, []),
    "a proxy as it should be": ("127.0.0.9", {**PROXY, "HTTP_X_FORWARDED_FOR": f"{checking.ELSEWHERE}, 127.0.0.1"}, []),
    "a proxy that adds nothing": ("127.0.0.9", PROXY, ["error: the API believes the address that a visitor's"]),
    "a proxy that is not trusted": ("", PROXY, ["warning: the API takes this machine (127.0.0.1) for 127.0.0.9"]),
    "asked by the proxy itself": ("127.0.0.1", {}, []),
}
"""The trusted proxies, what the proxy changes in a request, and what the check says."""


def test_whom_the_api_takes_a_visitor_for_is_asked_through_the_public_address(
    redis_url: str, keys: KeyFiles, context: Context
) -> None:
    app, changed = create_app(context), dict[str, str]()

    def proxy(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        return app(environ | changed, start)

    with listening(proxy) as url:
        for trusted, passed_on, said in VISITORS.values():
            equip(app, replace(context, settings=replace(context.settings, trusted_proxies=Proxies.parse(trusted))))
            changed.clear()
            changed.update(passed_on)
            found = finds("visitors", redis_url, keys, SIEGELPOST_PUBLIC_URL=url, SIEGELPOST_TRUSTED_PROXIES=trusted)
            assert [one[: len(begin)] for one, begin in zip(found, said, strict=True)] == said


def test_a_mail_to_the_reply_host_comes_back_or_is_missed(
    redis_url: str, keys: KeyFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = {"SIEGELPOST_REPLY_HOST": HOST, "SIEGELPOST_MAIL_FROM": "Spiele <post@example.org>"}
    with correspondence(redis_url, tmp_path) as post:
        relay = AnyPort(Relay("127.0.0.1", post.port), hostname="127.0.0.1", port=0)
        relay.start()
        try:
            url = f"smtp://127.0.0.1:{relay.port}"
            (found,) = finds("replies", redis_url, keys, "op@example.org", SMTP_URL=url, **env)
        finally:
            relay.stop()
        assert found.startswith(f"ok: a mail to {HOST} has come back after")
        monkeypatch.setattr(checking, "ROUND_TRIP", 0.0)
        assert finds("replies", redis_url, keys, "op@example.org", SMTP_URL=post.office.url, **env) == [
            f"error: a mail to {HOST} has not come back within 0 s"
        ]
        with smtplib.SMTP("127.0.0.1", post.port, timeout=30) as stranger:
            stranger.helo()
            stranger.mail("eve@evil.example")
            stranger.rcpt(f"trial-{'0' * 32}@{HOST}")
            assert stranger.data(b"x")[0] == 550, "nothing is stored for a trial that nobody began"


def test_webhooks_none_of_which_arrives_are_named(redis_url: str, keys: KeyFiles, context: Context) -> None:
    for number in range(2):
        one = Webhook(
            f"w_{number:016x}", f"p_{number:032x}", "https://receiver.example/x", created=1, state="active", failures=3
        )
        assert context.store.add_webhook(one, 5)
    url = "https://127.0.0.1:1"
    found = finds("webhooks", redis_url, keys, SIEGELPOST_WEBHOOKS="any", SIEGELPOST_PUBLIC_URL=url)
    assert found == [
        "warning: players' webhooks may lead to addresses inside the operator's own network",
        "warning: none of 2 webhooks reaches its receiver",
    ]


def test_an_archive_in_a_bucket_is_tried_out(redis_url: str, keys: KeyFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    with object_store("post") as server:
        for name, value in {**CREDENTIALS, "AWS_ENDPOINT_URL": server}.items():
            monkeypatch.setenv(name, value)
        assert not finds("archive", redis_url, keys, SIEGELPOST_ARCHIVE="s3://post/games")
        listed = requests.get(f"{server}/post?list-type=2", headers=SIGNED, timeout=120).text
        assert "<KeyCount>0</KeyCount>" in listed, "the trial's object is gone"
        found = finds("archive", redis_url, keys, SIEGELPOST_ARCHIVE="s3://elsewhere/games")
    assert found == ["error: the archive cannot be used: s3://elsewhere/games: there is no such bucket"]


def try_no_mail(monkeypatch: pytest.MonkeyPatch, changed: Iterable[str]) -> None:
    """Spare the check the process that asks the mail server, except where it is about mail."""
    if "SMTP_URL" not in changed:
        monkeypatch.setattr(checking, "_send", lambda *_: CompletedProcess([], 0, "", ""))


@pytest.mark.parametrize(
    ("changed", "level", "said"),
    [
        ({"SIEGELPOST_TRUSTED_PROXY": "x"}, "warning", "Did you mean SIEGELPOST_TRUSTED_PROXIES?"),
        ({"SIEGELPOST_PUBLIC_URL": "https://127.0.0.1:1"}, "warning", "SIEGELPOST_TRUSTED_PROXIES"),
        ({"SIEGELPOST_PUBLIC_URL": "play.example"}, "error", "https://"),
        ({"SMTP_URL": None}, "error", "SMTP_URL is not set"),
        ({"SMTP_URL": "mail.example:25"}, "error", "smtp://user:password@host:port"),
        ({"SMTP_URL": "smtp://mail.example?tls=no"}, "error", "auto, require or never"),
        ({"SMTP_URL": "smtp://127.0.0.1:1"}, "error", "no letter goes out: no connection to the mail server"),
        ({"SIEGELPOST_MAIL_FROM": "Siegelpost"}, "error", "SIEGELPOST_MAIL_FROM"),
        ({"SIEGELPOST_RULE_DATA": "/nowhere/cards"}, "error", "there is no such folder"),
        ({"SIEGELPOST_LINK_SECRET": "/nowhere/links.key"}, "error", "SIEGELPOST_LINK_SECRET"),
        ({"SIEGELPOST_PUSH_KEY": "/nowhere/push.key"}, "error", "SIEGELPOST_PUSH_KEY"),
        ({"SIEGELPOST_REPLICAS": "many"}, "error", "SIEGELPOST_REPLICAS"),
        (
            {"SIEGELPOST_BIND": ":80", "SIEGELPOST_RESOLVER_KEY": "/nowhere"},
            "warning",
            "of the API names the resolver's",
        ),
        ({"REDIS_URL": "unix:///nowhere.sock"}, "error", "store: the store does not answer: ConnectionError. "),
        ({"QUEUE_URL": "unix:///nowhere.sock"}, "error", "the queue does not answer"),
        ({"SIEGELPOST_ARCHIVE": "/nowhere/at/all"}, "error", "the archive cannot be used"),
        ({"SIEGELPOST_ARCHIVE": "/proc"}, "error", "the archive cannot be used"),
        ({"SIEGELPOST_PUBLIC_URL": "https://127.0.0.1:1"}, "warning", "no imprint and no privacy and no terms page"),
        ({"SIEGELPOST_LEGAL": "/nowhere"}, "error", "no page such as imprint.en.md"),
        ({"SIEGELPOST_LEGAL": str(DEPLOY / "legal-example")}, "warning", "imprint.en.md still says [[Your name"),
    ],
    ids=str,
)
def test_what_is_wrong_is_found_and_a_remedy_is_named(
    redis_url: str,
    keys: KeyFiles,
    monkeypatch: pytest.MonkeyPatch,
    changed: dict[str, str | None],
    level: str,
    said: str,
) -> None:
    try_no_mail(monkeypatch, changed)
    done = run(redis_url, keys, **changed)
    assert any(line.startswith(level) and said in line for line in done.output.splitlines()), done.output
    assert done.exit_code == (1 if "error  " in done.output else 0)


def test_a_misspelt_name_is_found_beside_a_setting_that_cannot_be_read(redis_url: str, keys: KeyFiles) -> None:
    told = run(redis_url, keys, SIEGELPOST_PUBLIC_URL="play.example", SIEGELPOST_TRUSTED_PROXY="10.0.0.1")
    assert told.exit_code == 1 and "give an address like https://play.example" in told.output
    assert "Did you mean SIEGELPOST_TRUSTED_PROXIES?" in told.output


def test_a_key_that_everybody_can_read_is_found_and_never_shown(
    redis_url: str, keys: KeyFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    try_no_mail(monkeypatch, ())
    keys.signing.chmod(0o644)
    done = run(redis_url, keys)
    assert f"every user of this machine can read {keys.signing}" in done.output
    assert keys.signing.read_text().strip() not in done.output


def test_a_letter_goes_out_on_demand_and_none_otherwise(redis_url: str, keys: KeyFiles, tmp_path: Path) -> None:
    (archive := tmp_path / "archive").mkdir()
    env = {"SIEGELPOST_MAIL_FROM": "Spiele e.V. <post@example.org>", "SIEGELPOST_ARCHIVE": str(archive)}
    with post_office() as office:
        assert "ok       mail: nothing is wrong" in run(redis_url, keys, SMTP_URL=office.url, **env).output
        assert not office.letters
        done = run(redis_url, keys, "--letter-to", "op@example.org", SMTP_URL=office.url)
        assert "warning  mail: letters come from" in done.output
        done = run(redis_url, keys, "--letter-to", "op@example.org", SMTP_URL=office.url, **env)
    assert "ok       mail: a letter was handed over: 250" in done.output
    assert [one["To"] for one in office.letters] == ["op@example.org"] * 2
    assert not list(archive.iterdir())


@pytest.mark.parametrize(
    ("start", "changed"),
    [
        (partial(run_worker, ["deliver"]), {"SMTP_URL": ""}),
        (partial(run_worker, ["resolve"]), {"SIEGELPOST_RESOLVER_KEY": "/nowhere/resolver.key"}),
        (run_entrance, {"SIEGELPOST_REPLY_HOST": "reply.example", "SIEGELPOST_LINK_SECRET": "/nowhere/links.key"}),
        (lambda: on_starting(None), {"SIEGELPOST_LINK_SECRET": "/nowhere/links.key", "SIEGELPOST_PUSH_KEY": "/nowhere/push.key"}),
    ],
    ids=["deliver", "resolve", "replies", "api"],
)  # fmt: skip
def test_a_process_does_not_start_with_what_the_check_calls_an_error(
    start: Callable[[], int], changed: dict[str, str | None], redis_url: str, keys: KeyFiles,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    try_no_mail(monkeypatch, changed)
    for name, value in (settings_of(redis_url, keys) | changed).items():
        monkeypatch.setenv(name, str(value))
    try:
        assert start() == 2
        said = caplog.text
    except SystemExit as error:  # gunicorn's hook has no other way
        assert error.code == 2
        said = capsys.readouterr().err
    assert all(name in said for name in changed if name != "SIEGELPOST_REPLY_HOST"), said
    assert run(redis_url, keys, **changed).exit_code == 1

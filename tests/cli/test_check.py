"""``siegelpost admin check`` finds what keeps an installation from working as it should, and says what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.admin.checking import known_settings
from service.cli import main
from service.serve.keys import KeyFiles, ensure_keys
from service.serve.web import on_starting
from tests.deploy.files import ROOT
from tests.workers.mail.post_office import post_office
from workers.inbox.__main__ import main as run_entrance
from workers.run import main as run_worker

SOUND = {"SMTP_URL": "file:///nowhere/mail", "SIEGELPOST_PUBLIC_URL": "http://127.0.0.1:8000"}


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


@pytest.mark.parametrize(
    ("changed", "level", "said"),
    [
        ({"SIEGELPOST_TRUSTED_PROXY": "x"}, "warning", "Did you mean SIEGELPOST_TRUSTED_PROXIES?"),
        ({"SIEGELPOST_PUBLIC_URL": "https://play.example"}, "warning", "SIEGELPOST_TRUSTED_PROXIES"),
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
        ({"REDIS_URL": "unix:///nowhere.sock"}, "error", "the store does not answer"),
        ({"QUEUE_URL": "unix:///nowhere.sock"}, "error", "the queue does not answer"),
        ({"SIEGELPOST_ARCHIVE": "/nowhere/at/all"}, "error", "the archive cannot be used"),
        ({"SIEGELPOST_ARCHIVE": "/proc"}, "error", "the archive cannot be used"),
    ],
    ids=str,
)
def test_what_is_wrong_is_found_and_a_remedy_is_named(
    redis_url: str, keys: KeyFiles, changed: dict[str, str | None], level: str, said: str
) -> None:
    done = run(redis_url, keys, **changed)
    assert any(line.startswith(level) and said in line for line in done.output.splitlines()), done.output
    assert done.exit_code == (1 if "error  " in done.output else 0)


def test_a_key_that_everybody_can_read_is_found_and_never_shown(redis_url: str, keys: KeyFiles) -> None:
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

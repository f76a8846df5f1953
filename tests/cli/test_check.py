"""``siegelpost admin check`` finds what keeps an installation from working as it should, and says what to do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.admin.checking import known_settings
from service.cli import main
from service.serve.keys import KeyFiles, ensure_keys
from tests.deploy.files import ROOT

SOUND = {"SMTP_URL": "smtp://mail.example", "SIEGELPOST_PUBLIC_URL": "http://127.0.0.1:8000"}


@pytest.fixture
def keys(tmp_path: Path) -> KeyFiles:
    return ensure_keys(tmp_path, matches_exist=False)


def run(redis_url: str, keys: KeyFiles, **changed: str | None) -> Result:
    env: Mapping[str, str | None] = {
        "REDIS_URL": redis_url,
        "QUEUE_URL": redis_url,
        "SIEGELPOST_SIGNING_KEY": str(keys.signing),
        "SIEGELPOST_RESOLVER_PUBLIC": str(keys.resolver_public),
        "SIEGELPOST_LINK_SECRET": str(keys.links),
        **SOUND,
        **changed,
    }
    return CliRunner().invoke(main, ["admin", "check"], env=env)


def test_every_setting_of_the_readme_is_known_and_no_typing_error() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(SIEGELPOST_[A-Z_]*[A-Z])`", readme[readme.index("## Settings") :]))
    assert named <= known_settings()
    assert "SIEGELPOST_TRUSTED_PROXY" not in known_settings()


def test_of_a_sound_installation_nothing_is_wrong_but_what_does_not_run(redis_url: str, keys: KeyFiles) -> None:
    done = run(redis_url, keys)
    assert done.exit_code == 0, done.output
    assert "ok       keys: nothing is wrong" in done.output
    assert "ok       store: nothing is wrong" in done.output
    assert "warning  clock: no clock was alive" in done.output


@pytest.mark.parametrize(
    ("changed", "level", "said"),
    [
        ({"SIEGELPOST_TRUSTED_PROXY": "x"}, "warning", "Did you mean SIEGELPOST_TRUSTED_PROXIES?"),
        ({"SIEGELPOST_PUBLIC_URL": "https://play.example"}, "warning", "SIEGELPOST_TRUSTED_PROXIES"),
        ({"SIEGELPOST_PUBLIC_URL": "play.example"}, "error", "https://"),
        ({"SMTP_URL": None}, "error", "SMTP_URL is not set"),
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

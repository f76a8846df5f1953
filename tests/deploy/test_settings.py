"""Every setting of the README can be set in every deployment, and images can be pinned."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from service.config.settings import Settings
from tests.deploy.files import COMPOSE, DEPLOY, ROOT, SERVERS, units, variables

OF_COMMANDS = {"SIEGELPOST_ADMIN_URL", "SIEGELPOST_ADMIN_TOKEN", "SIEGELPOST_OPERATOR", "SIEGELPOST_BACKUP_RECIPIENTS"}
"""Read by ``siegelpost admin``, which no deployment starts."""
OF_SERVE = {"SIEGELPOST_DEV_MAILBOX", "SIEGELPOST_DEV_MAILBOX_KEY"}
"""Never in production."""
DECIDED = {
    "REDIS_URL",
    "QUEUE_URL",
    "SIEGELPOST_SIGNING_KEY",
    "SIEGELPOST_RESOLVER_PUBLIC",
    "SIEGELPOST_RESOLVER_KEY",
    "SIEGELPOST_LINK_SECRET",
    "SIEGELPOST_PUSH_KEY",
    "SIEGELPOST_METRICS_FOLDER",
}
"""Follow from a deployment's own servers, volumes and keys."""
LISTENERS = {"api": "SIEGELPOST_BIND", "replies": "SIEGELPOST_REPLY_LISTEN", "metrics": "SIEGELPOST_METRICS"}
"""Decided for the one process that listens there: in a container an address of the host means nothing."""


def settings_of_the_readme() -> set[str]:
    """Return the variables that processes of a server read."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = readme[readme.index("## Settings") : readme.index("**On a player's machine**")]
    rows = re.findall(r"^\| (`[^|]+`) \|", table, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)} - OF_COMMANDS - OF_SERVE


def offered() -> set[str]:
    """Return the variables of the example of an environment file."""
    text = (DEPLOY / "siegelpost.env.example").read_text(encoding="utf-8")
    return set(re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE))


def beyond_reach(compose: Mapping[str, Any], wanted: set[str]) -> dict[str, set[str]]:
    """Return the variables that cannot be set for the processes of a compose file: neither by its environment file nor by
    a value that is passed through, or hidden behind a fixed value that does not follow from the deployment."""
    found = {}
    for name, one in compose["services"].items():
        if name in SERVERS:
            continue
        fixed = one.get("environment", {})
        passed = {key for key, value in fixed.items() if f"${{{key}" in str(value)}
        settable = passed | DECIDED | {LISTENERS.get(name, "")}
        if one.get("env_file"):
            settable |= wanted - set(fixed)
        if missing := wanted - settable:
            found[name] = missing
    return found


def test_the_compose_file_of_before_is_found_unable_to_name_a_proxy() -> None:
    earlier = yaml.safe_load(
        "services: {api: {environment: {REDIS_URL: x, SIEGELPOST_PUBLIC_URL: '${SIEGELPOST_PUBLIC_URL:?}'}}}"
    )
    assert "SIEGELPOST_TRUSTED_PROXIES" in beyond_reach(earlier, settings_of_the_readme())["api"]


def test_every_setting_of_the_readme_can_be_set_in_every_deployment() -> None:
    wanted = settings_of_the_readme()
    assert {"SIEGELPOST_TRUSTED_PROXIES", "SIEGELPOST_ADMIN", "WEB_CONCURRENCY", *DECIDED} <= wanted
    assert beyond_reach(COMPOSE, wanted) == {}
    for name, one in units().items():
        if name not in SERVERS:
            assert one["EnvironmentFile"] == ["/etc/siegelpost/siegelpost.env"], name
            assert set(variables(one)) <= DECIDED | {"PATH", "PYTHONUNBUFFERED"}, name
    assert wanted - DECIDED - {"SIEGELPOST_BIND"} <= offered()
    assert offered().isdisjoint(DECIDED), "a line there would hide what the deployment decides, or be hidden by it"


def test_the_example_of_an_environment_file_can_be_read() -> None:
    file = DEPLOY / "siegelpost.env.example"
    lines = re.findall(r"^([A-Z_]+)=(.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    chosen = {name: value.strip("'") for name, value in lines}
    sourced = subprocess.run(  # as admin check says: set -a; . FILE
        ["sh", "-c", f"set -a; . {file}; exec env -0"],
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert chosen.items() <= dict(one.partition("=")[::2] for one in sourced.stdout.split("\0")).items()
    settings = Settings.from_environment({"REDIS_URL": "unix:///x", **chosen})
    assert settings.trusted_proxies.client("172.30.34.1", "192.0.2.1") == "192.0.2.1"
    assert settings.trusted_proxies.client("127.0.0.1", "192.0.2.1") == "192.0.2.1"
    assert COMPOSE["networks"]["outside"]["ipam"]["config"] == [{"subnet": "172.30.34.0/24"}]


def test_images_are_pinned_by_digest_where_a_registry_answers(tmp_path: Path) -> None:
    for name in ("Dockerfile", "compose.yaml"):
        shutil.copy(DEPLOY / name, tmp_path)
    docker = tmp_path / "bin" / "docker"
    docker.parent.mkdir()

    def pin(answer: str) -> subprocess.CompletedProcess[str]:
        docker.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
        docker.chmod(0o755)
        env = {**os.environ, "PATH": f"{docker.parent}:{os.environ['PATH']}"}
        return subprocess.run(
            ["make", "-s", "pin", f"DEPLOY={tmp_path}"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )

    before = (tmp_path / "compose.yaml").read_text(encoding="utf-8")
    away = pin("echo 'no such host' >&2; exit 1")
    assert away.returncode != 0 and "no digest of" in away.stderr
    assert (tmp_path / "compose.yaml").read_text(encoding="utf-8") == before
    for digit in "12":  # the second time in place of the first
        assert pin(f"echo sha256:{digit * 64}").returncode == 0
        pinned = yaml.safe_load((tmp_path / "compose.yaml").read_text(encoding="utf-8"))["services"]
        assert {pinned[name]["image"] for name in SERVERS} == {f"valkey/valkey:8@sha256:{digit * 64}"}
        assert f"FROM python:3.14-slim@sha256:{digit * 64}\n" in (tmp_path / "Dockerfile").read_text(encoding="utf-8")

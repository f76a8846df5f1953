"""Procfile, compose file, image and systemd units start the same processes with the same command lines."""

from __future__ import annotations

import json
import re
from pathlib import Path

import yaml

from service.serve.processes import COMMANDS
from service.store.connection.durability import LARGEST_INTSET

ROOT = Path(__file__).parent.parent.parent
PROCFILE: dict[str, str] = dict(
    re.findall(r"^(\w+): (.+)$", (ROOT / "Procfile").read_text(encoding="utf-8"), re.MULTILINE)
)
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))


def units() -> dict[str, dict[str, str]]:
    """Return the settings of each unit's service by the process it runs."""
    found = {}
    for path in (ROOT / "deploy" / "systemd").glob("*.service"):
        name = path.stem.removeprefix("siegelpost-").rstrip("@")
        found[name] = dict(re.findall(r"^(\w+)=(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE))
    return found


def test_the_procfile_starts_what_serve_starts() -> None:
    assert PROCFILE == COMMANDS


def test_the_compose_file_starts_the_procfile_s_processes_and_two_servers() -> None:
    services = {name: one["command"] for name, one in COMPOSE["services"].items()}
    servers = {name: services.pop(name) for name in ("state", "queue")}
    assert services == PROCFILE
    assert "--appendonly yes --appendfsync always" in servers["state"]
    assert "--maxmemory-policy noeviction" in servers["state"]
    assert "--{} {}".format(*LARGEST_INTSET) in servers["state"]


def test_only_who_resolves_gets_the_resolver_s_key() -> None:
    holders = {
        name for name, one in COMPOSE["services"].items() if "SIEGELPOST_RESOLVER_KEY" in one.get("environment", {})
    }
    assert holders == {"resolve"}
    assert {name for name, one in units().items() if one["EnvironmentFile"].endswith("resolver.env")} == holders


def test_the_units_start_the_procfile_s_processes() -> None:
    assert {name: one["ExecStart"].removeprefix("/usr/bin/env ") for name, one in units().items()} == PROCFILE
    assert all(one["UMask"] == "0077" and one["Restart"] == "always" for one in units().values())


def test_the_image_starts_the_api_unless_told_otherwise() -> None:
    text = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    started = re.search(r"^CMD (.+)$", text, re.MULTILINE)
    assert started is not None
    assert " ".join(json.loads(started[1])) == PROCFILE["api"]

"""Procfile, compose file, image and systemd units start the same processes with the same command lines."""

import json
import os
import re

import pytest
from click.testing import CliRunner

from service.cli.command import main
from service.serve import web
from service.serve.processes import COMMANDS
from service.serve.redis_server import FORBIDDEN, QUEUE_HZ
from service.store.connection.durability import LARGEST_INTSET
from tests.deploy.files import COMPOSE, DEPLOY, ROOT, SERVERS, units

PROCFILE: dict[str, str] = dict(
    re.findall(r"^(\w+): (.+)$", (ROOT / "Procfile").read_text(encoding="utf-8"), re.MULTILINE)
)


def test_the_procfile_has_a_public_command_for_each_process() -> None:
    assert {name: f"siegelpost {name}" for name in COMMANDS} == PROCFILE


@pytest.mark.parametrize("name", COMMANDS)
def test_a_public_command_becomes_the_process_that_serve_starts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _, arguments: begun.append(arguments))
    assert CliRunner().invoke(main, [name]).exit_code == 0
    assert [["python", *one[1:]] for one in begun] == [COMMANDS[name].split()]


def test_the_compose_file_starts_the_procfile_s_processes_and_two_servers() -> None:
    services = {name: one["command"] for name, one in COMPOSE["services"].items()}
    servers = {name: services.pop(name)[2] for name in SERVERS}
    assert services == PROCFILE
    assert "--appendonly yes --appendfsync always" in servers["state"]
    assert "--maxmemory-policy noeviction" in servers["state"]
    assert "--{} {}".format(*LARGEST_INTSET) in servers["state"]


def test_the_units_start_the_procfile_s_processes_and_two_servers() -> None:
    commands = {name: one["ExecStart"][-1].removeprefix("/usr/bin/env ") for name, one in units().items()}
    servers = {name: commands.pop(name) for name in SERVERS}
    assert commands == PROCFILE
    assert "--appendonly yes --appendfsync always" in servers["state"]
    assert "--maxmemory-policy noeviction" in servers["state"]
    assert "--{} {}".format(*LARGEST_INTSET) in servers["state"]
    assert all(one["Restart"] == ["always"] for one in units().values())


def test_the_queue_s_server_keeps_house_as_seldom_as_that_of_serve() -> None:
    assert f"--hz {QUEUE_HZ}" in COMPOSE["services"]["queue"]["command"][2]
    assert f"--hz {QUEUE_HZ}" in units()["queue"]["ExecStart"][-1]
    assert all(
        "--hz" not in one for one in (COMPOSE["services"]["state"]["command"][2], units()["state"]["ExecStart"][-1])
    )


def test_systemd_keeps_the_socket_of_the_api_while_it_restarts() -> None:
    socket = (DEPLOY / "systemd" / "siegelpost-api.socket").read_text(encoding="utf-8").splitlines()
    assert "ListenStream=127.0.0.1:8000" in socket and f"Backlog={web.backlog}" in socket
    assert "Requires=siegelpost-api.socket" in (DEPLOY / "systemd" / "siegelpost-api.service").read_text(
        encoding="utf-8"
    )


def test_nobody_may_give_the_servers_commands_that_serve_s_refuse() -> None:
    refused = " ".join(["~* &* +@all", *FORBIDDEN])
    for name in SERVERS:
        assert refused in COMPOSE["services"][name]["command"][2]
        assert refused in units()[name]["ExecStart"][-1]


def test_the_image_starts_the_api_unless_told_otherwise() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    started = re.search(r"^CMD (.+)$", text, re.MULTILINE)
    assert started is not None
    assert " ".join(json.loads(started[1])) == PROCFILE["api"]

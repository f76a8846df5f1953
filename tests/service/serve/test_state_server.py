"""How the state's server starts: what a crash left is gone, and on a full disk it answers questions only."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.serve import state_server
from service.serve.serve import serve
from tests.servers.redis_server import redis_binary
from tests.service.serve.watching import alive, until

STARTED = """
import sys
from pathlib import Path
from service.serve import state_server
state_server.LOOK = 0.01
state_server.lacks_room = lambda folder: "full" if Path(folder, "full").exists() else None
sys.exit(state_server.main(sys.argv[1:]))
"""


class Starting:
    """A server in a folder whose disk is full as long as the file ``full`` is there."""

    def __init__(self, folder: Path, sockets: str) -> None:
        self.folder = folder
        socket = f"{sockets}/state.sock"
        self.client = redis.Redis(unix_socket_path=socket)
        self.process = subprocess.Popen(
            [
                sys.executable, "-c", STARTED, str(folder), redis_binary(), "--port", "0", "--unixsocket", socket, "--dir",
                str(folder), "--save", "", "--appendonly", "yes", "--appendfsync", "always",
            ],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def up(self) -> Starting:
        until(self._answers, "the server answers")
        return self

    def end(self) -> int:
        self.process.terminate()
        return self.process.wait(60)

    def _answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis.RedisError:
            return False


@pytest.fixture
def sockets() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="sp-") as folder:
        yield folder


def test_on_a_full_disk_it_answers_questions_and_takes_writes_when_there_is_room(tmp_path: Path, sockets: str) -> None:
    server = Starting(tmp_path, sockets).up()
    server.client.set("a", "1")
    assert server.end() == 0

    (tmp_path / "full").touch()
    server = Starting(tmp_path, sockets).up()
    assert server.client.get("a") == b"1"
    with pytest.raises(redis.ResponseError, match=r"NOREPLICAS|Not enough good replicas"):
        server.client.set("b", "2")

    (tmp_path / "full").unlink()

    def takes_writes() -> bool:
        try:
            return bool(server.client.set("b", "2"))
        except redis.RedisError:
            return False

    until(takes_writes, "it takes writes again")
    assert server.process.poll() is None
    assert server.end() == 0


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_server_that_answers_questions_only_ends_with_the_one_who_watches_it(
    tmp_path: Path, sockets: str, number: signal.Signals, status: int
) -> None:
    (tmp_path / "appendonlydir").mkdir()
    (tmp_path / "full").touch()
    server = Starting(tmp_path, sockets).up()
    pid = int(server.client.info("server")["process_id"])
    assert pid != server.process.pid
    server.process.send_signal(number)
    assert server.process.wait(60) == status
    until(lambda: not alive(pid), "the server has ended")


def test_loading_begins_before_anything_large_is_imported() -> None:
    """Every import here is time in which nothing is loaded: on a busy machine the API's take ten seconds."""
    code = "import sys, service.serve.state_server; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"redis", "flask", "engine", "service.api", "service.config.settings"} & set(told)


def test_halves_of_what_a_server_was_writing_are_removed(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").mkdir()
    kept = {
        "appendonlydir/appendonly.aof.1.incr.aof",
        "appendonlydir/appendonly.aof.manifest",
        "dump.rdb",
        "torn-1.aof",
    }
    for name in (*kept, "temp-rewriteaof-bg-17.aof", "temp-17.rdb", "appendonlydir/temp-appendonly.aof.manifest"):
        (tmp_path / name).touch()
    state_server.remove_halves(tmp_path)
    assert {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()} == kept


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EROFS])
def test_a_start_without_room_says_so(
    tmp_path: Path, fault: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: Path) -> None:
        raise OSError(fault, "no room at all")

    monkeypatch.setattr(sys.modules[serve.__module__], "DataFolder", refuse)
    assert serve(tmp_path / "var") == 1
    assert "nothing can be written to" in capsys.readouterr().err

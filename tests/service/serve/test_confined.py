"""Processes of ``serve`` that have no use for the resolver's key cannot get at it, although they are the same user."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.serve.child import Child, Program
from service.serve.confined import SCOPES_SINCE, landlock_version
from service.serve.folder import DataFolder
from service.serve.keys import KeyFiles, ensure_keys
from service.serve.start import confined_to
from tests.service.serve.test_serve import Serving
from tests.service.serve.watching import until

TRYING = r"""
import ctypes, json, os, pathlib, sys
key, holder, code, archive = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
libc = ctypes.CDLL(None, use_errno=True)

def remote(pid):
    class Piece(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]
    here = ctypes.create_string_buffer(8)
    start = int(open(f"/proc/{pid}/stat").read().split()[27])
    mine, other = Piece(ctypes.addressof(here), 8), Piece(start, 8)
    if libc.process_vm_readv(int(pid), ctypes.byref(mine), 1, ctypes.byref(other), 1, 0) < 0:
        raise OSError(ctypes.get_errno(), "vm")

def attach(pid):
    if libc.ptrace(16, int(pid), None, None) < 0:
        raise OSError(ctypes.get_errno(), "ptrace")
    os.waitpid(int(pid), 0)
    libc.ptrace(17, int(pid), None, None)

def unshared():
    own_mounts, own_users, bind = 0x20000, 0x10000000, 0x1000
    failed = libc.unshare(own_mounts | (0 if os.getuid() == 0 else own_users)) < 0
    if failed or libc.mount(str(key.parent).encode(), str(archive).encode(), None, bind, None) < 0:
        raise OSError(ctypes.get_errno(), "mount")
    return (archive / key.name).read_text()

def linked(kind):
    place = archive / kind
    getattr(os, kind)(key, place)
    return place.read_text()

def moved_folder():
    os.rename(key.parent, archive / "keys")
    return (archive / "keys" / key.name).read_text()

ways = {
    "read": key.read_text,
    "read and write": lambda: open(key, "r+").read(),
    "symlink": lambda: linked("symlink"),
    "link": lambda: linked("link"),
    "rename": lambda: linked("rename"),
    "move the folder": moved_folder,
    "by the holder's root": lambda: open(f"/proc/{holder}/root{key}").read(),
    "the holder's environment": lambda: open(f"/proc/{holder}/environ").read(),
    "the holder's memory": lambda: open(f"/proc/{holder}/mem", "rb").close(),
    "ptrace": lambda: attach(holder),
    "the memory by a call": lambda: remote(holder),
    "mount": unshared,
    "a backup being taken": lambda: (key.parent.parent / "backup-x" / "plain").read_text(),
    "by a link that was there": lambda: (key.parent.parent / "shortcut" / key.name).read_text(),
    "the store's file": lambda: (key.parent.parent / "state" / "appendonly.aof").read_text(),
    "overwrite the key": lambda: key.write_text("mine"),
    "change the program": lambda: (code / "engine.py").write_text("evil"),
    "add to the program": lambda: (code / "sitecustomize.py").write_text("evil"),
    "stop the holder": lambda: os.kill(int(holder), 0),
}
found = {}
for name, way in ways.items():
    try:
        way()
        found[name] = "done"
    except OSError as error:
        found[name] = type(error).__name__
for name, use in {
    "program": lambda: (code / "engine.py").read_text(),
    "signing key": lambda: (key.parent / "signing.key").read_text(),
    "public half": lambda: (key.parent / "resolver.pub").read_text(),
    "archive": lambda: ((archive / "x").write_text("x"), os.replace(archive / "x", archive / "y"), (archive / "y").read_text()),
    "temporary": lambda: __import__("tempfile").TemporaryFile().write(b"x"),
    "null": lambda: open("/dev/null", "w").write("x"),
    "itself": lambda: open("/proc/self/statm").read(),
    "list": lambda: os.listdir(key.parent),
    "what else is there": lambda: (key.parent.parent / "engine.py").read_text(),
}.items():
    try:
        use()
    except OSError as error:
        found[name] = f"{name}: {error!r}"
print(json.dumps(found))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[DataFolder]:
    made = DataFolder(tmp_path / "installation" / "var")
    yield made
    made.close()


@pytest.fixture
def keys(folder: DataFolder) -> KeyFiles:
    return ensure_keys(folder.keys, matches_exist=False)


@pytest.fixture
def holder(keys: KeyFiles) -> Iterator[str]:
    """A process that holds the key, as a resolver does."""
    waiting = [sys.executable, "-c", "print(flush=True); input()"]
    env = {**os.environ, "SIEGELPOST_RESOLVER_KEY": str(keys.resolver)}
    with subprocess.Popen(waiting, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdin is not None
        process.stdout.readline()
        yield str(process.pid)
        process.stdin.close()


def tried(folder: DataFolder, keys: KeyFiles, holder: str, *, confined: bool) -> dict[str, Any]:
    """Return what a process of ``serve`` can do, by the ways that :data:`TRYING` knows."""
    code = folder.path.parent / "code"
    code.mkdir(exist_ok=True)
    (code / "engine.py").touch()
    (folder.path / "engine.py").touch()
    (folder.path / "backup-x").mkdir()
    (folder.path / "backup-x" / "plain").write_text("all keys", encoding="ascii")
    (folder.path / "shortcut").symlink_to(folder.keys)
    (folder.state / "appendonly.aof").touch()
    environment = {**os.environ, "SMTP_URL": folder.mailbox.as_uri(), "SIEGELPOST_ARCHIVE": str(folder.archive)}
    program = Program(
        "trying",
        [sys.executable, "-c", TRYING, str(keys.resolver), holder, str(code), str(folder.archive)],
        confined=confined_to(folder, environment) if confined else None,
        settings={"TMPDIR": str(folder.tmp)},
    )
    child = Child(program, environment)
    until(lambda: child.ended() is not None, "it has tried")
    found: dict[str, Any] = json.loads(child.output.read() or b"null")
    child.finish()
    return found


def test_what_is_confined_reads_no_key_of_the_resolver_by_any_way(
    folder: DataFolder, keys: KeyFiles, holder: str
) -> None:
    found = tried(folder, keys, holder, confined=True)
    if not landlock_version():
        assert found["read"] == "done", "where the kernel cannot, serve says so and runs"
        return
    allowed = {"stop the holder": "done"} if landlock_version() < SCOPES_SINCE else {}
    if os.geteuid() == 0:  # with CAP_PERFMON, newer kernels ask no security module; what it holds is a file's name
        found.pop("the holder's environment")
    assert {name: how for name, how in found.items() if how not in ("PermissionError", "OSError")} == allowed
    assert keys.resolver.exists() and keys.resolver.parent.exists()


def test_without_it_the_ways_lead_to_the_key(folder: DataFolder, keys: KeyFiles, holder: str) -> None:
    """So the test above would notice."""
    found = tried(folder, keys, holder, confined=False)
    for way in (
        "read",
        "read and write",
        "symlink",
        "link",
        "rename",
        "the holder's environment",
        "change the program",
    ):
        assert found[way] == "done" or way not in ("read", "link"), found
    assert found["read"] == found["the holder's environment"] == found["change the program"] == "done"


def test_of_what_serve_starts_only_resolvers_and_servers_are_not_confined(tmp_path: Path) -> None:
    serving = Serving(tmp_path / "var", SIEGELPOST_METRICS="127.0.0.1:0").up()
    bound = {
        name: "NoNewPrivs:\t1" in Path(f"/proc/{process}/status").read_text(encoding="ascii")
        for name, process in serving.children().items()
    }
    assert serving.end() == 0
    free = {"state", "queue", "checking", "resolve-1", "resolve-2"}
    expected = {name: bool(landlock_version()) and name not in free for name in bound}
    assert bound == expected and {"api", "deliver", "clock"} <= set(bound)

"""A backup that is killed, or finds the disk full, leaves nothing that could be taken for a backup."""

from __future__ import annotations

import resource
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.keys.signing import Signer, read_key
from service.serve import backup
from service.serve.backup import Facts, Taken, identities_in, restore, take
from service.store.store import Store
from tests.given.contexts import account
from tests.service.serve.folder.test_backup import backup_key
from tests.service.serve.folder.test_own_servers import context_of, environment, made_keys, servers

DYING = """
import os, signal, sys
from service.cli import main
from service.serve import backup
stage, whole = sys.argv.pop(1), backup.{stage}
def dies(*given, **named):
    if stage == "shutil.copyfileobj":
        given[1].write(given[0].read(1_000))
        given[1].flush()
    else:
        whole(*given, **named)
    os.kill(os.getpid(), signal.SIGKILL)
backup.{stage} = dies
main()
"""


@pytest.fixture
def command(tmp_path: Path) -> Iterator[list[str]]:
    """Run a store with something in it; give the arguments of a backup of it."""
    _, recipient = backup_key(tmp_path)
    (tmp_path / "archive" / "018").mkdir(parents=True)
    (tmp_path / "archive" / "018" / "finished.jsonl.gz").write_bytes(secrets.token_bytes(300_000))
    (tmp_path / "backups").mkdir()
    (tmp_path / "scratch").mkdir()
    with servers("one", tmp_path / "servers") as url:
        context = context_of(url, made_keys(tmp_path))
        account(context, "Ada")
        context.store.close()
        told = {**environment(url, tmp_path), "TMPDIR": str(tmp_path / "scratch")}
        with pytest.MonkeyPatch.context() as patch:
            for name, value in told.items():
                assert value is not None
                patch.setenv(name, value)
            file = tmp_path / "backups" / "monday.age"
            yield ["admin", "backup", str(file), "--recipient", recipient, "--keys", str(tmp_path / "keys")]


def is_whole(folder: Path) -> bool:
    """Return whether the backup in a folder can be restored."""
    signed_by = Signer(read_key(folder / "keys" / "signing.key", "key")).public_key
    found = identities_in(folder / "backup.key")
    restore(folder / "backups" / "monday.age", folder / "restored", found, {signed_by})
    lost = folder / "restored" / "archive" / "018" / "finished.jsonl.gz"
    return lost.read_bytes() == (folder / "archive" / "018" / "finished.jsonl.gz").read_bytes()


@pytest.mark.parametrize("stage", ["fetch", "_pack", "sign", "encrypt", "shutil.copyfileobj", "os.link"])
def test_a_backup_that_is_killed_is_none(tmp_path: Path, command: list[str], stage: str) -> None:
    dying = [sys.executable, "-c", DYING.format(stage=stage), stage, *command]
    assert subprocess.run(dying, check=False, timeout=120).returncode == -signal.SIGKILL
    left = {one.name for one in (tmp_path / "backups").iterdir()}
    assert left <= {"monday.age", ".monday.age.part"}
    if "monday.age" in left:  # all of it was there, and on the disk
        assert (stage, is_whole(tmp_path)) == ("os.link", True)
        return
    again = [str(Path(sys.executable).with_name("siegelpost")), *command]
    assert subprocess.run(again, check=False, timeout=120).returncode == 0
    assert [one.name for one in (tmp_path / "backups").iterdir()] == ["monday.age"]
    assert is_whole(tmp_path)


def test_a_backup_for_which_there_is_no_room_is_none(tmp_path: Path, command: list[str]) -> None:
    """At every stage: while the snapshot comes, while it is packed, encrypted, and copied to its place."""
    siegelpost, failed, most = str(Path(sys.executable).with_name("siegelpost")), 0, 100
    while True:
        room = most

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))  # noqa: B023  used before the next round

        told = subprocess.run(
            [siegelpost, *command], check=False, capture_output=True, text=True, timeout=120, preexec_fn=limit
        )
        if told.returncode == 0:
            break
        failed += 1
        assert told.returncode == 1 and "File too large" in told.stderr and "Traceback" not in told.stderr, told.stderr
        assert list((tmp_path / "backups").iterdir()) == []
        assert list((tmp_path / "scratch").iterdir()) == []
        most = most * 6 if most < 100_000 else most + 100_000
    assert failed >= 4 and is_whole(tmp_path)


def test_what_a_killed_backup_left_in_the_folder_goes_with_the_next_one(
    tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds all keys and accounts, unencrypted."""
    left = Path(tempfile.mkdtemp(prefix="backup-", dir=tmp_path))
    (left / "plain").write_bytes(b"everything")
    (tmp_path / "backup-of-mine").mkdir()
    monkeypatch.setattr(backup, "_take", lambda *_: Taken(Facts(1, 1), "key"))
    store = Store.connect(redis_url)
    take(store, tmp_path, tmp_path / "monday.age", [], None)
    store.close()
    assert not left.exists() and (tmp_path / "backup-of-mine").is_dir()

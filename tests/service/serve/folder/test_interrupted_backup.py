"""A backup that is killed, or finds the disk full, leaves nothing that could be taken for a backup."""

import io
import os
import secrets
import signal
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
from tests.servers import forked
from tests.service.serve.folder.test_backup import backup_key
from tests.service.serve.folder.test_own_servers import context_of, environment, made_keys, servers


def ended(folder: Path, command: list[str], *, stage: str = "", room: int = 0) -> tuple[int, str]:
    """Run a command that is killed at a stage, or whose files may have so many bytes; return its status and what it said."""
    said = folder / "said"
    os.mkfifo(said)  # a file would be among those that may have so many bytes
    with io.FileIO(os.open(said, os.O_RDONLY | os.O_NONBLOCK)) as heard:
        module = [sys.executable, "-m", "tests.service.serve.folder.dying", stage, str(room)]
        status = forked.start([*module, *command], os.environ, said).wait(120)
        said.unlink()
        return status, heard.readall().decode()


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
    assert ended(tmp_path, command, stage=stage)[0] == -signal.SIGKILL
    left = {one.name for one in (tmp_path / "backups").iterdir()}
    assert left <= {"monday.age", ".monday.age.part"}
    if "monday.age" in left:  # all of it was there, and on the disk
        assert (stage, is_whole(tmp_path)) == ("os.link", True)
        return
    assert ended(tmp_path, command)[0] == 0
    assert [one.name for one in (tmp_path / "backups").iterdir()] == ["monday.age"]
    assert is_whole(tmp_path)


def test_a_backup_for_which_there_is_no_room_is_none(tmp_path: Path, command: list[str]) -> None:
    """At every stage: while the snapshot comes, while it is packed, encrypted, and copied to its place."""
    failed, room = 0, 100
    while (told := ended(tmp_path, command, room=room))[0] != 0:
        failed += 1
        assert told[0] == 1 and "File too large" in told[1] and "Traceback" not in told[1], told
        assert list((tmp_path / "backups").iterdir()) == []
        assert list((tmp_path / "scratch").iterdir()) == []
        room = room * 6 if room < 100_000 else room + 100_000
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

"""The data folder: private, and never used twice at once."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from service.serve.folder import LONGEST_SOCKET, DataFolder, EmbeddedError


def test_a_folder_is_made_with_all_its_parts_for_its_owner_alone(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "var")

    for path in (folder.path, folder.state, folder.queue, folder.keys, folder.mailbox, folder.log):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    folder.close()


def test_an_existing_folder_that_others_may_read_becomes_private(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir(mode=0o755)

    DataFolder(tmp_path / "var").close()

    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700


def test_files_that_others_may_read_become_private(tmp_path: Path) -> None:
    for name in ("log/api.log", "mailbox/1.eml", "state/appendonlydir/appendonly.aof.1.incr.aof", "demo.json"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
        path.chmod(0o664)
        path.parent.chmod(0o755)
    outside = tmp_path.with_name("outside")
    outside.write_text("x")
    outside.chmod(0o644)
    (tmp_path / "log" / "link").symlink_to(outside)

    DataFolder(tmp_path).close()

    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*") if not path.is_symlink()}
    assert set(modes.values()) == {0o600, 0o700}
    assert all((mode == 0o700) == path.is_dir() for path, mode in modes.items())
    assert stat.S_IMODE(outside.stat().st_mode) == 0o644, "a link leads out of the folder"


def test_a_second_start_is_refused_and_told_which_process_holds_the_folder(tmp_path: Path) -> None:
    first = DataFolder(tmp_path)

    with pytest.raises(EmbeddedError, match=rf"in use by another Siegelpost \(process {os.getpid()}\).*--data"):
        DataFolder(tmp_path)

    first.close()
    DataFolder(tmp_path).close()


def test_the_folder_of_a_dead_supervisor_opens_when_its_redis_has_ended_too(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    # Given a child that shares the state's lock, as Redis does, and outlives its supervisor for a moment.
    child = subprocess.Popen(
        [sys.executable, "-c", "import sys; sys.stdin.readline()"],
        stdin=subprocess.PIPE, pass_fds=(folder.state_lock,),
    )  # fmt: skip
    folder.close()
    program = (
        f"import pathlib; from service.serve.folder import DataFolder; DataFolder(pathlib.Path({str(tmp_path)!r}))"
    )
    second = subprocess.Popen([sys.executable, "-c", f"{program}; print('open')"], stdout=subprocess.PIPE)
    # When the second start already holds the first lock and waits for the other.
    while second.poll() is None and f"{second.pid}" not in (tmp_path / "lock").read_text():
        pass
    assert second.poll() is None

    child.communicate(b"end\n")

    assert second.communicate()[0] == b"open\n"


def test_what_is_not_a_folder_of_ours_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "var").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "file").write_text("")

    with pytest.raises(EmbeddedError, match="cannot be a data folder"):
        DataFolder(tmp_path / "file")
    # A link that leads to a folder of ours is fine: it is the folder itself that is used.
    folder = DataFolder(tmp_path / "var")
    assert folder.path == tmp_path / "elsewhere"
    folder.close()


def test_sockets_of_a_deep_folder_get_a_short_private_place_that_is_removed_again(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / ("deep" * 20) / "var")

    assert len(os.fsencode(folder.socket("state"))) <= LONGEST_SOCKET
    assert stat.S_IMODE(folder.sockets.stat().st_mode) == 0o700
    sockets = folder.sockets
    folder.close()
    assert not sockets.exists()

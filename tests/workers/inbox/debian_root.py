"""A Debian system with more packages in it: the machine's own with theirs laid over it, in a mount namespace. It takes root."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from checks import debian

ENTER = """
mount -t overlay overlay -o "lowerdir=$0/packages:/,upperdir=$0/upper,workdir=$0/work" "$0/root" || exit 1
mount --bind /dev "$0/root/dev" && mount -t proc proc "$0/root/proc" && mount -t tmpfs tmpfs "$0/root/tmp" || exit 1
exec chroot "$0/root" sh -ec "$1"
"""


@contextlib.contextmanager
def running(
    name: str, packages: Sequence[str], users: Sequence[str], files: Mapping[str, str], script: str
) -> Iterator[Path]:
    """Run a script in such a system; yield the file with what it says.

    :param name: under which the packages are kept.
    :param users: who is added, each with a group of the same name.
    :param files: contents by absolute path.
    :param script: ends with the server, in the foreground.
    """
    assert os.geteuid() == 0, "a system of its own cannot be set up without root"
    unpacked = debian.unpack(Path("build/servers") / name, "bookworm", packages)
    assert unpacked is not None, "the packages of Debian cannot be had here"
    with tempfile.TemporaryDirectory(prefix=name, dir="/dev/shm", ignore_cleanup_errors=True) as kept:
        folder = Path(kept)
        folder.chmod(0o755)
        _lay_out(folder, unpacked, users, files)
        with (folder / "said").open("wb") as said:
            child = subprocess.Popen(
                ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, str(folder), script],
                stdout=said, stderr=said, start_new_session=True,
            )  # fmt: skip
        try:
            yield folder / "said"
        finally:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()


def _lay_out(folder: Path, unpacked: Path, users: Sequence[str], files: Mapping[str, str]) -> None:
    for one in ("upper", "work", "root"):
        (folder / one).mkdir()
    shutil.copytree(unpacked, folder / "packages", symlinks=True)
    if (folder / "packages/lib").is_dir():  # it would hide the link /lib
        shutil.copytree(folder / "packages/lib", folder / "packages/usr/lib", symlinks=True, dirs_exist_ok=True)
        shutil.rmtree(folder / "packages/lib")
    lines = "".join(f"{user}:x:{number}:{number}::/nonexistent:/bin/false\n" for number, user in enumerate(users, 901))
    groups = "".join(f"{user}:x:{number}:\n" for number, user in enumerate(users, 901))
    known = {f"/etc/{name}": Path(f"/etc/{name}").read_text(encoding="utf-8") for name in ("passwd", "group")}
    for path, text in {
        "/etc/passwd": known["/etc/passwd"] + lines,
        "/etc/group": known["/etc/group"] + groups,
        **files,
    }.items():
        file = folder / "upper" / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def wait_for(port: int, said: Path) -> None:
    """Wait until a server listens."""
    for _ in range(300):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        threading.Event().wait(0.1)
    raise AssertionError(said.read_text(encoding="utf-8", errors="replace"))

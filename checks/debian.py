"""Servers from Debian's packages, unpacked beside everything that is installed: no root, nothing of the machine is changed.

They are fetched by the machine's own ``apt-get``, from the archive that it is set to; a machine that is no Debian has none.
"""

import shutil
import stat
import subprocess
from collections.abc import Sequence
from pathlib import Path

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
LIBRARIES = ("liblzf1", "libjemalloc2")
"""What the servers need and not every machine has."""


def fetch(folder: Path, suite: str, package: str, binary: str) -> Path | None:
    """Return a command that runs the server of a package, ``None`` where it cannot be had.

    :param folder: where it is kept; what is there is not fetched again.
    :param suite: the release of Debian, such as ``bookworm``.
    :param package: the package with the binary; the server is the same file as the tools that check its files.
    :param binary: what it is called when it is to be a server.
    """
    started = folder / binary
    if started.is_file():
        return started
    unpacked = unpack(folder, suite, [f"{package}/{suite}", *LIBRARIES])
    found = None if unpacked is None else next(unpacked.rglob(binary.replace("server", "check-rdb")), None)
    if unpacked is None or found is None:
        return None
    server = folder / "bin" / binary
    server.parent.mkdir(exist_ok=True)
    shutil.copy(found, server)
    started.write_text(f'#!/bin/sh\nLD_LIBRARY_PATH={libraries(unpacked)} exec {server.absolute()} "$@"\n')
    started.chmod(started.stat().st_mode | stat.S_IXUSR)
    return started


def unpack(folder: Path, suite: str, packages: Sequence[str]) -> Path | None:
    """Fetch packages and return the folder with all their files, ``None`` where they cannot be had.

    :param folder: where they are kept; nothing is looked for there.
    """
    address = archive()
    if address is None:
        return None
    lists, unpacked = folder / "lists", folder / "unpacked"
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    sources = folder / "sources.list"
    sources.write_text(
        "".join(
            f"deb [signed-by={KEYRING}] {address} {one} main\n"
            for one in dict.fromkeys([suite.partition("-")[0], suite])
        )
    )
    ours = {"Dir::Etc::sourcelist": sources, "Dir::Etc::sourceparts": Path("/dev/null"), "Dir::State::lists": lists,
            "Dir::Cache": folder / "cache"}  # fmt: skip
    apt = ["apt-get", "-qq", *(word for key, value in ours.items() for word in ("-o", f"{key}={value.absolute()}"))]
    (folder / "cache" / "archives" / "partial").mkdir(parents=True, exist_ok=True)
    for command in (["update"], ["download", *packages]):
        if not _runs([*apt, *command], folder):
            return None
    for file in folder.glob("*.deb"):
        if not _runs(["dpkg-deb", "-x", str(file.absolute()), str(unpacked.absolute())], folder):
            return None
    return unpacked


def bootstrap(root: Path, suite: str, include: Sequence[str] = ()) -> bool:
    """Make the root of a fresh machine, with these packages besides; ``False`` where that cannot be done. Needs root.

    :param root: where it is made; nothing is there.
    """
    packages, address = unpack(Path("build/servers/debootstrap"), "bookworm", ["debootstrap"]), archive()
    if packages is None or address is None:
        return False
    share = (packages / "usr/share/debootstrap").absolute()
    command = ["env", f"DEBOOTSTRAP_DIR={share}", "sh", str(packages / "usr/sbin/debootstrap"), "--variant=minbase",
               f"--keyring={KEYRING}", *([f"--include={','.join(include)}"] if include else [])]  # fmt: skip
    return _runs([*command, suite, str(root), address], Path())


def libraries(unpacked: Path) -> str:
    """Return the folders of all libraries in unpacked packages, as a program is told where to look for them."""
    return ":".join(sorted({str(one.parent.absolute()) for one in unpacked.rglob("*.so*")}))


def archive() -> str | None:
    """Return the address of Debian's archive that this machine is set to."""
    question = ["apt-get", "indextargets", "--format", "$(ORIGIN) $(CODENAME) $(REPO_URI)", "Created-By: Packages"]
    try:
        told = subprocess.run(question, capture_output=True, text=True, check=False).stdout  # noqa: S603
    except OSError:
        return None
    rows = [line.split() for line in told.splitlines()]
    return next((row[2] for row in rows if len(row) == 3 and row[0] == "Debian" and "-" not in row[1]), None)


def _runs(command: Sequence[str], folder: Path) -> bool:
    try:
        return subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False).returncode == 0  # noqa: S603
    except OSError:
        return False

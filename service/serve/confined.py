"""Keeps processes of ``serve`` from the resolver's key, although they and the resolvers are one user: by Landlock.

Landlock is a part of the Linux kernel (5.13 and newer) that needs no root: a process gives up rights for itself and all
its children, for good. A confined process can read only the files of the data folder that it needs, writes nothing
outside a few folders (so that it cannot change a program that a resolver will run), and cannot look into a process that
is not confined (ptrace, ``/proc/.../mem``), or, from Linux 6.12 on, send it signals. The rules allow and never forbid,
so all that lies beside the way to the keys is allowed, entry by entry; what is made there later is not.
"""

import contextlib
import ctypes
import os
import stat
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""System calls, with the same numbers on all machines."""
ASK_VERSION = 1
RULE_PATH_BENEATH = 1
PR_SET_NO_NEW_PRIVS = 38

WRITE_FILE, READ_FILE, TRUNCATE = 1 << 1, 1 << 2, 1 << 14
REMOVE = 1 << 4 | 1 << 5
MAKE = 1 << 6 | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12
REFER = 1 << 13
SCOPE_SIGNALS = 1 << 1
SINCE = {REFER: 2, TRUNCATE: 3}
"""The version of Landlock that introduced each right."""
SCOPES_SINCE = 6
CHANGING = WRITE_FILE | TRUNCATE | REMOVE | MAKE | REFER
OF_FILES = WRITE_FILE | READ_FILE | TRUNCATE
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/shm")  # noqa: S108  in memory, for locks


def landlock_version() -> int:
    """Return the version of Landlock that the kernel offers; 0 where it offers none."""
    if sys.platform != "linux":
        return 0
    return max(0, int(_syscall(CREATE_RULESET, None, 0, ASK_VERSION)))


@dataclass(frozen=True)
class Confined:
    """The files of a data folder that a confined process may use.

    :param keys: the folder of the keys, of which it reads all but the resolver's.
    :param readable: entries of the data folder that it reads; links among them lead nowhere.
    :param writable: folders that it changes, wherever they are.
    """

    keys: Path
    readable: tuple[Path, ...]
    writable: tuple[Path, ...]

    def ruleset(self) -> int | None:
        """Return a descriptor of the rules, for :func:`confine`; ``None`` where the kernel has no Landlock.

        :raises OSError: when the rules cannot be made although it has.
        """
        version = landlock_version()
        if not version:
            return None
        known = CHANGING | READ_FILE
        for right, since in SINCE.items():
            known &= ~right if version < since else ~0
        scopes = SCOPE_SIGNALS if version >= SCOPES_SINCE else 0
        wanted = struct.pack("=QQQ", known, 0, scopes)
        ruleset = _checked(_syscall(CREATE_RULESET, wanted, len(wanted), 0))
        os.set_inheritable(ruleset, False)
        for path in self._read():
            _allow(ruleset, path, READ_FILE)
        for path in (*self.writable, *map(Path, DEVICES)):
            if not self.keys.is_relative_to(path):  # what is allowed for a folder is allowed for all that is in it
                _allow(ruleset, path, known)
        return ruleset

    def _read(self) -> Iterator[Path]:
        """Yield the readable entries: those named here, all keys but the resolver's, and everything outside the path to
        them."""
        yield from self.readable
        for folder in self.keys.parent.parents:
            on_the_way = {self.keys.parent, *self.keys.parent.parents}
            yield from (path for path in _entries(folder) if path not in on_the_way)
        yield from (
            path for path in _entries(self.keys) if path.suffix == ".pub" or not path.name.startswith("resolver")
        )


def confine(ruleset: int) -> None:
    """Give up, for this process and its children, everything that the rules do not allow. Between fork and exec."""
    _checked(_prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _checked(_syscall(RESTRICT_SELF, ruleset, 0))


def _entries(folder: Path) -> Iterator[Path]:
    """Yield the entries of a folder except links, which may lead elsewhere or to forbidden files."""
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        yield from (folder / one.name for one in found if not one.is_symlink())


def _allow(ruleset: int, path: Path, rights: int) -> None:
    """Allow access to a path and everything beneath it, if it exists."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= OF_FILES
        _checked(_syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, struct.pack("=Qi", rights, descriptor), 0))
    finally:
        os.close(descriptor)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"Landlock: {os.strerror(number)}")
    return result


# Loaded once: between fork and exec nothing may be imported.
_libc = ctypes.CDLL(None, use_errno=True)
_prctl, _syscall = _libc.prctl, _libc.syscall
_syscall.restype = ctypes.c_long

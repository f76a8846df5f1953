"""A disk that opens files and then cannot read them."""

import errno
import io
from pathlib import Path
from typing import Any

import pytest


class Unread(io.RawIOBase):
    """A file of such a disk."""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, place: int, whence: int = 0, /) -> int:
        return place

    def readinto(self, _: Any) -> int:
        raise OSError(errno.EIO, "Input/output error")


def fail_on(patched: pytest.MonkeyPatch) -> None:
    """Let no file that is opened for reading bytes from now on be read."""
    opened = Path.open

    def open_file(path: Path, mode: str = "r", *rest: Any, **named: Any) -> Any:
        return io.BufferedReader(Unread()) if mode == "rb" else opened(path, mode, *rest, **named)

    patched.setattr(Path, "open", open_file)

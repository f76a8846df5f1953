"""Log files: one per process with the time of each line, and a quiet console. A full disk costs lines, nothing else."""

import errno
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

LARGEST = 8 * 1024 * 1024
"""Bytes of a log file before it is set aside as ``<name>.log.1``."""
LONGEST_LINE = 16_384
"""The longest line before it is split: nothing here may grow without limit."""
DATED = '{"at":"'
COLOURS = (36, 33, 35, 32, 34, 96, 93, 95, 92, 94)


class _File:
    """One log file. Lines that cannot be written are lost and counted; the count is written when there is room again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None
        self._size = 0
        self._lost = 0

    def write(self, line: str) -> None:
        """Append a line; one that does not fit is left out whole."""
        text = line if not self._lost else f"[{self._lost} lines before this could not be written]\n{line}"
        data = text.encode("utf-8", "replace")
        try:
            descriptor = self._opened()
            written = os.write(descriptor, data)
            if written < len(data):
                os.ftruncate(descriptor, self._size)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            self._lost += 1
            self.close()
            return
        self._size += written
        self._lost = 0

    def close(self) -> None:
        """Close the file."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _opened(self) -> int:
        if self._descriptor is not None and self._size > LARGEST:
            self._path.replace(self._path.with_name(self._path.name + ".1"))
            self.close()
        if self._descriptor is None:
            self._descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            self._size = os.fstat(self._descriptor).st_size
        return self._descriptor


class Logs:
    """Writes lines of named sources to files; shows them on the console only when asked."""

    def __init__(self, folder: Path, *, verbose: bool = False, console: TextIO | None = None) -> None:
        self._folder = folder
        self._verbose = verbose
        self._console = console or sys.stdout
        self._coloured = self._console.isatty() and not os.environ.get("NO_COLOR")
        self._files: dict[str, _File] = {}
        self._pieces: dict[str, bytes] = {}
        self._last: dict[str, str] = {}

    def feed(self, source: str, output: bytes) -> None:
        """Take a process's output; lines are written when they are complete."""
        *lines, rest = (self._pieces.get(source, b"") + output).split(b"\n")
        while len(rest) > LONGEST_LINE:
            lines.append(rest[:LONGEST_LINE])
            rest = rest[LONGEST_LINE:]
        self._pieces[source] = rest
        for line in lines:
            self._write(source, line.decode("utf-8", "replace").rstrip("\r"))

    def end(self, source: str) -> None:
        """Write the incomplete last line of a process that has ended."""
        rest = self._pieces.pop(source, b"")
        if rest:
            self._write(source, rest.decode("utf-8", "replace"))

    def tell(self, text: str) -> None:
        """Write a line of the supervisor to the console and to its own file."""
        self._to_file("serve", text)
        self.show(text)

    def show(self, text: str) -> None:
        """Write only to the console: the text may contain secrets."""
        try:
            self._console.write(text + "\n")
            self._console.flush()
        except OSError:
            # The terminal is gone; the files are not.
            return

    def last(self, source: str) -> str:
        """Return a source's last line, even if the disk had no room for it; empty if there is none."""
        return self._last.get(source, "")

    def tail(self, source: str, lines: int = 8) -> list[str]:
        """Return the last lines of a process's file."""
        path = self._folder / f"{source}.log"
        if not path.exists():
            return []
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - LONGEST_LINE))
            return file.read().decode("utf-8", "replace").splitlines()[-lines:]

    def close(self) -> None:
        """Close all files."""
        for source in list(self._pieces):
            self.end(source)
        for file in self._files.values():
            file.close()
        self._files.clear()

    def _write(self, source: str, line: str) -> None:
        self._last[source] = line
        self._to_file(source, line)
        if self._verbose:
            self.show(f"{self._label(source)} {line}")

    def _to_file(self, source: str, line: str) -> None:
        file = self._files.setdefault(source, _File(self._folder / f"{source}.log"))
        dated = line.startswith(DATED)  # JSON (SIEGELPOST_LOGS) says its time itself, and must be alone on its line
        file.write(f"{line}\n" if dated else f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%f}"[:23] + f"Z {line}\n")

    def _label(self, source: str) -> str:
        label = f"{source:<10}|"
        if not self._coloured:
            return label
        return f"\033[{COLOURS[sum(source.encode()) % len(COLOURS)]}m{label}\033[0m"

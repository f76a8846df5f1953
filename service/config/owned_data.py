"""An owner's rule data: folders are read here and handed to the registry; the rules know nothing of folders.

A folder holds one folder per game (``kontor``, ``packet-row``, ``anno-1701``) with the files that replace the package's;
``engine/games/kontor/data/README.md`` describes them.
"""

from collections.abc import Sequence
from pathlib import Path

from engine.kit.rule_data import BadData, Faults
from engine.registry import REPLACEABLE, Files, install_rule_data

LARGEST = 1_000_000
"""The most bytes of a data file; the longest in the package has a fiftieth of that."""


def read_folder(folder: Path) -> Files:
    """Return an owner's files; :raises BadData: naming each file that cannot be read or belongs to no game."""
    if not folder.is_dir():
        raise BadData(f"{folder}: there is no such folder")
    faults = Faults()
    found: dict[str, dict[str, str]] = {}
    for inner in sorted(one for one in folder.iterdir() if not _hidden(one)):
        if not inner.is_dir() or inner.name not in REPLACEABLE:
            faults.add(f"{inner.name}: belongs to no game; lay files into a folder {', '.join(REPLACEABLE)}")
            continue
        for file in sorted(one for one in inner.iterdir() if not _hidden(one)):
            with faults.noting():
                found.setdefault(inner.name, {})[file.name] = _text(file, f"{inner.name}/{file.name}")
    if not found:
        faults.add(f"{folder}: holds no data; lay files into a folder {', '.join(REPLACEABLE)}")
    faults.settle()
    return found


def hold_folders(folders: Sequence[Path]) -> None:
    """Play new matches with the first folder's data, and continue matches begun with the others' data.

    :raises BadData: listing all faults.
    """
    faults = Faults()
    sets: list[Files] = []
    for folder in folders:
        with faults.noting():
            sets.append(read_folder(folder))
    faults.settle()
    install_rule_data(sets)


def _text(file: Path, name: str) -> str:
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise BadData(f"{name}: cannot be read ({error.strerror or error})") from error
    if len(raw) > LARGEST:
        raise BadData(f"{name}: is longer than {LARGEST} bytes")
    try:
        # Spreadsheets put a mark in front of UTF-8; it does not belong to the first column's name.
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadData(f"{name}, row {line}: not UTF-8; save the file as UTF-8") from error


def _hidden(path: Path) -> bool:
    """Return whether a file is no data: a leftover of an editor or a shell, or notes beside the data."""
    return path.name.startswith(".") or path.name.endswith("~") or path.suffix == ".md"

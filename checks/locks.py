"""``python -m checks.locks run otel dev``: of these locks, let each name the one before it and list only what it adds.

``--whole`` prints all of them as one, for the tool that chooses versions: it keeps to those that it is shown.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "requirements"
PIN = re.compile(r"^[a-z0-9][^\n]*==[^\n]*(?:\n    [^\n]*)*\n", re.MULTILINE)
BASE = re.compile(r"^--requirement (\w+)\.txt\n", re.MULTILINE)


def pins(text: str) -> dict[str, str]:
    """Return the pins of a lock with their hashes, by the line that names package, version and marker."""
    return {found.partition(" \\\n")[0]: found for found in PIN.findall(text)}


def whole(kind: str) -> str:
    """Return a lock with what the locks below it list."""
    text = (FOLDER / f"{kind}.txt").read_text(encoding="utf-8")
    base = BASE.search(text)
    return text if base is None else whole(base[1]) + BASE.sub("", text)


def layered(kinds: list[str]) -> None:
    """Take from each lock what the ones below it list."""
    known: set[str] = set()
    for below, kind in zip(["", *kinds], kinds, strict=False):
        path = FOLDER / f"{kind}.txt"
        text = path.read_text(encoding="utf-8")
        head = text[: PIN.search(text).start()] if PIN.search(text) else text  # type: ignore[union-attr]  # it was found
        own = {line: pin for line, pin in pins(text).items() if line not in known}
        known |= own.keys()
        lead = f"--requirement {below}.txt\n" if below else ""
        path.write_text(BASE.sub("", head) + lead + "".join(own.values()), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "--whole":
        sys.stdout.write(whole(sys.argv[2]))
    else:
        layered(sys.argv[1:])

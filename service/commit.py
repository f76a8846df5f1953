"""The release that this code is, and the commit from which it comes, as ``/v1/meta`` and ``siegelpost --version`` tell it."""

import contextlib
import re
from functools import cache
from importlib.metadata import version
from pathlib import Path

RELEASE = version("siegelpost")
"""The running release, which is also the version of the document."""
PACKAGE = Path(__file__).parent
COMMIT = re.compile(r"[0-9a-f]{40,64}")


@cache
def commit(package: Path = PACKAGE) -> str:
    """Return the commit as the build noted it in ``commit.txt``, or that of the checkout around us; empty if unknown.

    Git's files are read without git: it refuses a checkout that belongs to another user, as that of a service does.
    """
    for look, path in ((_text, package / "commit.txt"), (_checked_out, package.parent / ".git")):
        with contextlib.suppress(OSError):
            if COMMIT.fullmatch(found := look(path)):
                return found
    return ""


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()


def _checked_out(git: Path) -> str:
    if git.is_file():  # a work tree beside the clone
        git = git.parent / _text(git).removeprefix("gitdir: ")
    shared = git / "commondir"
    common = git / _text(shared) if shared.exists() else git
    head = _text(git / "HEAD")
    name = head.removeprefix("ref: ")
    if name == head:
        return head
    for one in (git / name, common / name):
        if one.exists():
            return _text(one)
    packed = _text(common / "packed-refs").splitlines()
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")

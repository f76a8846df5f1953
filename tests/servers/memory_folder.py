"""Where the folders of tests lie: in memory, where the machine has such a folder that is good for it.

The stores of tests write as everybody's do, with an fsync for each acknowledged write. A test can kill a server, but no test can
cut the power, so none can tell what a disk has from what the kernel has; it only waits: for a fifth of a millisecond a write, or
for five, as disks are.
"""

import os
from collections.abc import MutableMapping
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2 << 30
"""Bytes: several times what all tests together leave behind."""
CHOSEN = "PYTEST_DEBUG_TEMPROOT"
"""pytest's own variable. Whoever sets it (``PYTEST_DEBUG_TEMPROOT=/tmp make test``) is obeyed."""


def prefer_memory(environment: MutableMapping[str, str], memory: Path = MEMORY) -> None:
    """Have pytest make its folders in memory, unless somebody has chosen, there is too little room, or no program runs there."""
    try:
        found = os.statvfs(memory)
    except OSError:
        return
    usable = (
        os.access(memory, os.W_OK) and not found.f_flag & os.ST_NOEXEC
    )  # tests write programs that stand in for others
    if usable and found.f_bavail * found.f_frsize >= ROOM:
        environment.setdefault(CHOSEN, str(memory))

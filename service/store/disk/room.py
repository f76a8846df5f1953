"""Check for free space on the store's disk. Imports nothing: the state server checks before it begins to load."""

from __future__ import annotations

import os

ROOM = 1 << 20
"""Bytes that must be free on the append-only file's disk before anything is written to it."""


def lacks_room(folder: str) -> str | None:
    """Return a sentence saying that a folder's disk is full or read-only, or None if there is room."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return None  # not a folder of this machine, or not ours to see
    free = disk.f_bavail * disk.f_frsize
    if disk.f_flag & os.ST_RDONLY:
        return "the store's disk is read-only"
    return f"the store's disk is full ({free // 1024} kB are free, {ROOM // 1024} needed)" if free < ROOM else None

"""Check for room on the store's disk. Imports nothing: the state server looks before it begins to load."""

from __future__ import annotations

import os

ROOM = 1 << 20
"""Bytes that must be free on the disk of the append-only file before anything is written to it."""


def lacks_room(folder: str) -> str | None:
    """Return in words that the disk of a folder is full or takes no writes, ``None`` when there is room."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return None  # not a folder of this machine, or not ours to see
    free = disk.f_bavail * disk.f_frsize
    if disk.f_flag & os.ST_RDONLY:
        return "the store's disk is read-only"
    return f"the store's disk is full ({free // 1024} kB are free, {ROOM // 1024} needed)" if free < ROOM else None


__all__ = ["ROOM", "lacks_room"]

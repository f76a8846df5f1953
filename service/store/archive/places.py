"""The archive that a setting names: a folder, or a bucket of an object store."""

from __future__ import annotations

from pathlib import Path

from service.store.archive.folder import Archive, ArchiveFolder


def archive_at(place: str) -> Archive:
    """Return the archive at a path, or at ``s3://BUCKET/PREFIX``; nothing is looked for there yet.

    :raises ValueError: when it is an address of something else.
    """
    if "://" not in place:
        return ArchiveFolder(Path(place))
    from service.store.archive.bucket import ArchiveBucket  # its library is loaded only where it is used

    return ArchiveBucket(place)


__all__ = ["archive_at"]

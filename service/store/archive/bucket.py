"""The archive as a bucket of an object store: one object for each finished match, and those of old leaves of the log
of all matches (the protocol of Amazon's S3).

When several processes write at once, the object store itself must decide: every write names what it replaces
(``If-None-Match: *`` or ``If-Match``, RFC 9110 section 13.1). A store that ignores these headers is refused when the
archive is set up. Objects have the same bytes and names as the files of a folder, so either can be copied to the other.
"""

from __future__ import annotations

import contextlib
import io
import os
import secrets
from collections.abc import Iterator
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import cast

import obstore
from obstore.exceptions import (
    AlreadyExistsError,
    BaseError,
    PermissionDeniedError,
    PreconditionError,
    UnauthenticatedError,
)
from obstore.store import ObjectStore, S3Store, from_url

from service.store import Unreadable
from service.store.archive.folder import (
    MARK,
    ArchivedMatch,
    ArchiveFolder,
    ArchiveTrouble,
    Damaged,
    name_of,
    pack,
    read_record,
    read_whole,
)


def archive_at(place: str) -> ArchiveFolder | ArchiveBucket:
    """Return the archive at a path or at ``s3://BUCKET/PREFIX``, without accessing it yet.

    :raises ValueError: when it is another kind of address.
    """
    if "://" not in place:
        return ArchiveFolder(Path(place))
    return ArchiveBucket(place)


SCHEME = "s3://"
TRIES = 8
"""How often a write is retried because another process has written in between."""
WAIT = timedelta(seconds=5)
"""The time limit of one request for which a visitor waits."""
LONG_WAIT = timedelta(seconds=60)
"""The time limit of a background request that transfers several megabytes."""
PATIENCE = timedelta(seconds=8)
"""How long, at most, a failed request is retried."""


class ArchiveBucket:
    """An archive of objects in a bucket."""

    def __init__(self, url: str) -> None:
        """Set the archive's address, without accessing it yet.

        :param url: ``s3://BUCKET`` or ``s3://BUCKET/PREFIX``; endpoint, region and credentials come from the environment
            variables of Amazon's own programs (``AWS_ENDPOINT_URL``, ``AWS_ACCESS_KEY_ID`` and so on).
        :raises ValueError: when it is another kind of address.
        """
        if not url.startswith(SCHEME) or not url.removeprefix(SCHEME).strip("/"):
            raise ValueError("an archive in an object store is called s3://BUCKET or s3://BUCKET/PREFIX")
        self.url = url

    @cached_property
    def _store(self) -> ObjectStore:
        """The connection; made when it is first used, because its threads do not outlive a fork."""
        return self._connected(WAIT, PATIENCE)

    @cached_property
    def _patient(self) -> ObjectStore:
        """The connection for large transfers that nobody waits for."""
        return self._connected(LONG_WAIT, LONG_WAIT)

    def _connected(self, wait: timedelta, patience: timedelta) -> ObjectStore:
        try:
            store = from_url(
                self.url,
                # Options given here replace the environment's, which sets only this one.
                client_options={"timeout": wait, "connect_timeout": timedelta(seconds=3), "allow_http": _allows_http()},
                retry_config={"max_retries": 2, "retry_timeout": patience},
            )
        except BaseError as error:
            raise ArchiveTrouble(f"{self.url}: the settings of the object store are wrong (AWS_...)") from error
        return cast(S3Store, store)

    def mark(self) -> str | None:
        """Return the archive's mark, or None if it was not set up or its bucket does not exist."""
        with self._trouble(), contextlib.suppress(FileNotFoundError):
            return bytes(obstore.get(self._store, MARK).bytes()).decode().strip()
        return None

    def begin(self, mark: str) -> None:
        """Write the mark, and check that the object store keeps two writers apart."""
        raw = f"{mark}\n".encode()
        with self._trouble():
            for _ in range(2):
                with contextlib.suppress(AlreadyExistsError):
                    obstore.put(self._store, MARK, raw, mode="create")
                    continue
                if self.mark() != mark:
                    raise ArchiveTrouble(f"{self.url}: another archive was begun there")
                return
        raise ArchiveTrouble(
            f"{self.url}: this object store takes no notice of 'If-None-Match', so it cannot hold an archive"
        )

    def try_out(self) -> None:
        """Write an object, read it back and remove it; :raises ArchiveTrouble: when one of them fails."""
        name = f"trial-{secrets.token_hex(8)}"
        with self._trouble():
            obstore.put(self._store, name, name.encode(), use_multipart=False)
            found = bytes(obstore.get(self._store, name).bytes())
            obstore.delete(self._store, name)
        if found != name.encode():
            raise ArchiveTrouble(f"{self.url}: an object is not what was written to it a moment ago")

    def keep(self, archived: ArchivedMatch) -> None:
        """Write a match, read it back to check it, and only then return."""
        for _ in range(TRIES):
            found, tag = self._kept(archived.match)
            if found is not None and not archived.in_place_of(found):
                return
            if self._put(archived, tag):
                return
        raise ArchiveTrouble(f"{self.url}: others write the same match again and again")

    def change(self, archived: ArchivedMatch, before: int) -> bool:
        """Overwrite a match that has version ``before``; return ``False`` if it is missing or has changed."""
        with self._trouble():
            got = self._get(archived.match)
            found = None if got is None else read_whole(archived.match, io.BytesIO(got[0]))
            if got is None or found is None or found.version != before or found.lines != archived.lines:
                return False
            return self._put(archived, got[1])

    def record(self, match: str) -> ArchivedMatch | None:
        """Return a match without its lines."""
        with self._unreadable(f"match {match}"):
            got = self._get(match)
            return None if got is None else read_record(match, io.BytesIO(got[0]))

    def whole(self, match: str) -> ArchivedMatch | None:
        """Return a match with its lines."""
        with self._unreadable(f"match {match}"):
            got = self._get(match)
            return None if got is None else read_whole(match, io.BytesIO(got[0]))

    def keep_segment(self, name: str, raw: bytes) -> None:
        """Write old leaves, read them back to check them, and only then return."""
        with self._trouble():
            for _ in range(TRIES):
                got = self._object(self._patient, name)
                if got is not None and got[0] == raw:
                    return
                self._replace(self._patient, name, raw, None if got is None else got[1])
        raise ArchiveTrouble(f"{self.url}: an object is not what was written to it a moment ago")

    def segment(self, name: str, start: int, end: int) -> bytes | None:
        """Return a part of an object of old leaves."""
        with self._unreadable("the log of all matches"):
            try:
                return bytes(obstore.get_range(self._store, name, start=start, end=end))
            except FileNotFoundError:
                return None

    def _kept(self, match: str) -> tuple[ArchivedMatch | None, str | None]:
        """Return the stored match and its tag; a damaged one counts as missing, and is replaced."""
        with self._trouble():
            got = self._get(match)
        if got is None:
            return None, None
        try:
            return read_whole(match, io.BytesIO(got[0])), got[1]
        except Damaged:
            return None, got[1]

    def _get(self, match: str) -> tuple[bytes, str] | None:
        return self._object(self._store, name_of(match))

    def _object(self, store: ObjectStore, name: str) -> tuple[bytes, str] | None:
        try:
            got = obstore.get(store, name)
        except FileNotFoundError:
            return None
        tag = got.meta["e_tag"]
        if tag is None:
            raise ArchiveTrouble(
                f"{self.url}: this object store gives its objects no tags, so it cannot hold an archive"
            )
        return bytes(got.bytes()), tag

    def _put(self, archived: ArchivedMatch, tag: str | None) -> bool:
        """Write a match over the object with this tag (None = create it); return ``False`` if another exists by now."""
        with self._trouble():
            if not self._replace(self._store, name_of(archived.match), pack(archived), tag):
                return False
        found, _ = self._kept(archived.match)
        if found is None or found.version < archived.version or found.contradicts(archived):
            raise ArchiveTrouble(f"{self.url}: an object is not what was written to it a moment ago")
        return True

    def _replace(self, store: ObjectStore, name: str, raw: bytes, tag: str | None) -> bool:
        """Write over the object with this tag (None = create it); return ``False`` if another exists by now."""
        try:
            obstore.put(store, name, raw, mode="create" if tag is None else {"e_tag": tag}, use_multipart=False)
        except (AlreadyExistsError, PreconditionError):
            return False
        return True

    @contextlib.contextmanager
    def _trouble(self) -> Iterator[None]:
        """Report errors without the object store's answer, which may repeat the credentials."""
        try:
            yield
        except FileNotFoundError as error:
            raise ArchiveTrouble(f"{self.url}: there is no such bucket") from error
        except (PermissionDeniedError, UnauthenticatedError) as error:
            raise ArchiveTrouble(f"{self.url}: the object store refuses these credentials") from error
        except (BaseError, OSError) as error:
            raise ArchiveTrouble(f"{self.url}: the object store does not answer ({type(error).__name__})") from error

    @contextlib.contextmanager
    def _unreadable(self, what: str) -> Iterator[None]:
        try:
            with self._trouble():
                yield
        except ArchiveTrouble as error:
            raise Unreadable(what, f"the archive cannot be read ({error})") from error


def _allows_http() -> bool:
    return os.environ.get("AWS_ALLOW_HTTP", "").lower() in ("1", "true")

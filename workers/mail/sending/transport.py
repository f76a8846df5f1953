"""Transports for finished letters, chosen by ``SMTP_URL``: a mail server, or a folder (the mailbox for development).

:mod:`service.notifications.channel` describes the meaning of failures and the purpose of ``at_handover``.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qs, unquote, urlsplit

from service.notifications.channel import AtHandover, NotHanded, Temporary
from workers.mail.sending.smtp import Server, SmtpTransport
from workers.mail.sending.wire import wire


class Transport(Protocol):
    """Takes letters away."""

    def send(self, letter: EmailMessage, at_handover: AtHandover, returns: str = "") -> str:
        """Hand the letter over and return the reply.

        :param returns: the return address if it cannot be delivered; empty = its sender, ``<>`` = nobody.
        :raises Undelivered: as one of its kinds.
        """
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...


class FolderTransport:
    """Writes each letter as ``<ms>-<id>.eml`` into a folder, atomically: a reader never sees half a letter."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, letter: EmailMessage, at_handover: AtHandover, returns: str = "") -> str:
        """Write the letter and return the file's name; a folder returns nothing as undeliverable."""
        raw = wire(letter)
        name = f"{time.time_ns() // 1_000_000}-{_file_name(str(letter['Message-ID']))}.eml"
        partial = self._folder / f".{name}.part"
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with partial.open("wb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
            if not at_handover():
                raise NotHanded("somebody else has taken over")
            partial.rename(self._folder / name)
        except OSError as error:
            raise Temporary(f"the mail folder cannot be written: {error.strerror or type(error).__name__}") from error
        finally:
            with suppress(OSError):
                partial.unlink()  # halves of letters would fill a disk that is full already
        return name

    def close(self) -> None:
        """Do nothing: there are no connections."""


def _file_name(message_id: str) -> str:
    return "".join(one if one.isalnum() or one in "._-" else "_" for one in message_id.strip("<>"))[:120]


class BadMailUrl(ValueError):
    """An invalid ``SMTP_URL``; the message names the remedy, never the password."""


def transport_of(url: str) -> Transport:
    """Return the transport an ``SMTP_URL`` names.

    ``smtp://user:password@host:port`` (STARTTLS when offered, demanded with a password; ``?tls=require`` or
    ``?tls=never`` decide otherwise), ``smtps://...`` (TLS from the start), ``file:///folder``.

    :raises BadMailUrl: for anything else.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadMailUrl("SMTP_URL has a bad port or host: write smtp://user:password@host:port") from None
    if parts.scheme == "file" and parts.path and not parts.netloc:
        return FolderTransport(Path(unquote(parts.path)))
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise BadMailUrl("SMTP_URL is smtp://user:password@host:port, smtps://... or file:///folder")
    tls = parse_qs(parts.query).get("tls", ["auto"])[-1]
    if tls not in ("auto", "require", "never"):
        raise BadMailUrl("the tls of SMTP_URL is auto, require or never")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    implicit = parts.scheme == "smtps"
    return SmtpTransport(
        Server(
            host=parts.hostname,
            port=port or (465 if implicit else 587 if user else 25),
            user=user,
            password=password,
            implicit_tls=implicit,
            tls="require" if user and tls == "auto" else tls,  # type: ignore[arg-type]  # checked above
        )
    )

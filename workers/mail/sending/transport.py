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

from service.config.mail_server import parse
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


def transport_of(url: str) -> Transport:
    """Return the transport an ``SMTP_URL`` names; :raises BadSetting: when it cannot be read."""
    found = parse(url)
    return FolderTransport(found) if isinstance(found, Path) else SmtpTransport(Server(**vars(found)))

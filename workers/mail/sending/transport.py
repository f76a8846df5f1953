"""Transports for finished letters, chosen by ``SMTP_URL``: a mail server, or a folder (the mailbox for development).

:mod:`service.notifications.channel` describes the meaning of failures and the purpose of ``at_handover``.
"""

import email.policy
import os
import sys
import time
from contextlib import closing, suppress
from email.message import EmailMessage
from email.utils import localtime, make_msgid, parseaddr
from pathlib import Path
from typing import Protocol

from service.config.settings import Settings
from service.config.variables import BadSetting, parse_mail_server
from service.notifications.channel import AtHandover, NotHanded, Temporary, Undelivered
from workers.mail.sending.smtp import Server, SmtpTransport, wire


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


def try_out(settings: Settings, recipient: str) -> str:
    """Send a letter, or only ask a mail server whether it takes our sender where no recipient is named; return the answer.

    :raises BadSetting: when ``SMTP_URL`` cannot be read.
    :raises Undelivered: when it would not go out.
    """
    with closing(transport_of(settings.smtp_url)) as transport:
        if not recipient:
            if isinstance(transport, SmtpTransport):
                transport.greet(parseaddr(settings.mail_from)[1])
            return ""
        letter = EmailMessage(policy=email.policy.SMTP)
        letter["From"], letter["To"], letter["Subject"] = settings.mail_from, recipient, "Siegelpost: a trial"
        letter["Date"], letter["Message-ID"] = localtime(), make_msgid(domain=letter["From"].addresses[0].domain)
        letter.set_content("This letter was sent by 'siegelpost admin check'. It shows that letters go out.\n")
        return transport.send(letter, lambda: True)


def main(arguments: list[str]) -> int:
    """Say how an attempt went, in a line; the status is 1 where no letter would go out."""
    try:
        answer = try_out(Settings.from_environment(os.environ), *(arguments or [""]))
    except (BadSetting, Undelivered) as error:
        sys.stdout.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{answer}\n")
    return 0


def _file_name(message_id: str) -> str:
    return "".join(one if one.isalnum() or one in "._-" else "_" for one in message_id.strip("<>"))[:120]


def transport_of(url: str) -> Transport:
    """Return the transport an ``SMTP_URL`` names; :raises BadSetting: when it cannot be read."""
    found = parse_mail_server(url)
    return FolderTransport(found) if isinstance(found, Path) else SmtpTransport(Server(**vars(found)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Parts common to all letters: headers, a text and an HTML part, a picture enclosed."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

from service.store.records import Account
from workers.mail import headers
from workers.mail.letter import Letter
from workers.mail.reader import Reader
from workers.mail.sender import Sender
from workers.mail.sentences import render


def start_message(
    name: str, account: Account, sender: Sender, now: int, subject: str, *, kind: headers.Kind = "auto-generated"
) -> EmailMessage:
    """Return a letter to an account with the headers that every letter has; ``name`` makes its Message-ID."""
    message = EmailMessage(policy=headers.POLICY)
    message["From"] = sender.mail_from
    message["To"] = headers.address(account.name if account.verified else "", account.mail)
    message["Subject"] = subject
    message["Date"] = format_datetime(datetime.fromtimestamp(now // 1000, UTC))
    message["Message-ID"] = headers.message_id(name, sender.mail_from)
    headers.machine_made(message, kind)
    return message


def fill(message: EmailMessage, reader: Reader, letter: Letter) -> None:
    """Write both parts, with boundaries made from the Message-ID: the same news give the same bytes."""
    message.set_content(render(letter, "text", reader.language), cte="quoted-printable")
    message.add_alternative(render(letter, "html", reader.language), subtype="html", cte="quoted-printable")
    message.set_boundary(f"{headers.boundary(str(message['Message-ID']))}-alternative")
    message["Content-Language"] = reader.language


def attach(message: EmailMessage, content_id: str, picture: bytes) -> None:
    """Put a picture into a letter whose HTML part shows it by this id."""
    html = message.get_body(("html",))
    assert html is not None
    html.add_related(picture, "image", "png", cid=f"<{content_id}>", disposition="inline", filename="table.png")
    html.set_boundary(f"{headers.boundary(str(message['Message-ID']))}-related")


__all__ = ["attach", "fill", "start_message"]

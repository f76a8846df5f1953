"""Which transport an ``SMTP_URL`` names."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from workers.mail.folder import FolderTransport
from workers.mail.smtp import Server, SmtpTransport
from workers.mail.transport import Transport


class BadMailUrl(ValueError):
    """An ``SMTP_URL`` that cannot be read; the message names the remedy, never the password."""


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

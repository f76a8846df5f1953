"""``SMTP_URL`` taken apart: a mail server and how to get in, or a folder (the mail sink for development)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import parse_qsl, unquote, urlsplit

from service.config.variables import BadSetting

Tls = Literal["auto", "require", "never"]


@dataclass(frozen=True)
class MailServer:
    """A mail server and how to get in. ``implicit_tls``: TLS from the first byte; ``tls``: what to do about STARTTLS."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    implicit_tls: bool = False
    tls: Tls = "auto"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.host}:{self.port})"


def parse(url: str) -> MailServer | Path:
    """Return what an ``SMTP_URL`` names.

    ``smtp://user:password@host:port`` (STARTTLS when offered, demanded with a password; ``?tls=require`` or
    ``?tls=never`` decide otherwise), ``smtps://...`` (TLS from the start), ``file:///folder``.

    :raises BadSetting: for anything else; the message names the remedy, never the password.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadSetting(
            "SMTP_URL has a bad port or host: write smtp://user:password@host:port, special characters of the password as %xx"
        ) from None
    if parts.scheme == "file" and parts.path and not parts.netloc:
        return Path(unquote(parts.path))
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise BadSetting("SMTP_URL is smtp://user:password@host:port, smtps://... or file:///folder")
    if parts.path not in ("", "/") or parts.fragment:
        # What follows a bare / or # in a password would otherwise be dropped, and its start be read as the port.
        raise BadSetting("SMTP_URL has something after the port: write / and # in a password as %2F and %23")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    tls = options.pop("tls", "auto")
    if options or tls not in get_args(Tls):
        raise BadSetting("SMTP_URL takes one option, ?tls=, which is auto, require or never")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    implicit = parts.scheme == "smtps"
    return MailServer(
        host=parts.hostname,
        port=port or (465 if implicit else 587 if user else 25),
        user=user,
        password=password,
        implicit_tls=implicit,
        tls="require" if user and tls == "auto" else tls,  # type: ignore[arg-type]  # checked above
    )

"""``/dev/mailbox``: the mails of a mail sink, to look at while developing. Only there when a folder is configured.

Reads only; a mail is named by its file, which must be one of those the folder lists. HTML parts are shown in a sandbox
that runs and loads nothing.
"""

from __future__ import annotations

import base64
import email
import email.policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, render_template

from service.api.current import context
from service.api.problems import Problem

POLICY = "default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
HTML_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"
SHOWN = 200
HEADERS = ("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "List-Unsubscribe", "Content-Language")

blp = Blueprint("mailbox", __name__, url_prefix="/dev/mailbox")


@blp.get("")
def mails() -> Response:
    """List the mails, newest first."""
    found = [(path.name, _read(path)) for path in reversed(_files()[-SHOWN:])]
    listed = [
        {"file": name, "to": mail["To"], "subject": mail["Subject"], "date": mail["Date"]} for name, mail in found
    ]
    return _page("mailbox.html", mails=listed)


@blp.get("/<name>")
def mail(name: str) -> Response:
    """Show a mail: headers, text, and the HTML part in a sandbox."""
    message = _read(_file(name))
    body = message.get_body(("plain",))
    return _page(
        "mail.html", name=name, headers=[(one, message[one]) for one in HEADERS if message[one]],
        text="" if body is None else body.get_content(), has_html=message.get_body(("html",)) is not None,
    )  # fmt: skip


@blp.get("/<name>/html")
def html(name: str) -> Response:
    """Show the HTML part alone, its inline pictures inside."""
    message = _read(_file(name))
    part = message.get_body(("html",))
    if part is None:
        raise Problem("not-found", "this mail has no HTML part")
    text = part.get_content()
    for one in message.walk():
        cid = (one["Content-ID"] or "").strip("<>")
        if cid and one.get_content_maintype() == "image":
            raw = base64.b64encode(one.get_content()).decode()
            text = text.replace(f"cid:{cid}", f"data:{one.get_content_type()};base64,{raw}")
    return Response(text, headers={"Content-Security-Policy": HTML_POLICY}, content_type="text/html; charset=utf-8")


def _folder() -> Path:
    folder = context().settings.dev_mailbox
    if folder is None:
        raise Problem("not-found", "")
    return folder


def _files() -> list[Path]:
    return sorted(path for path in _folder().glob("*.eml") if path.is_file() and not path.is_symlink())


def _file(name: str) -> Path:
    found = next((path for path in _files() if path.name == name), None)
    if found is None:
        raise Problem("not-found", "there is no such mail")
    return found


def _read(path: Path) -> EmailMessage:
    return email.message_from_bytes(path.read_bytes(), policy=email.policy.default)


def _page(template: str, **facts: Any) -> Response:
    text = render_template(template, **facts)
    return Response(text, headers={"Content-Security-Policy": POLICY}, content_type="text/html; charset=utf-8")

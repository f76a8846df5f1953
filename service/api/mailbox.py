"""``/dev/mailbox``: the mails of a mail sink, to look at while developing. Only there when a folder is configured.

Reads only; a mail is named by its file, which must be one of those the folder lists. HTML parts are shown in a sandbox
that runs and loads nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Blueprint, Response, render_template

from service.api.current import context
from service.api.mail_reading import read, read_headers
from service.api.problems import Problem

POLICY = "default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
HTML_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"
SHOWN = 200

blp = Blueprint("mailbox", __name__, url_prefix="/dev/mailbox")


@blp.get("")
def mails() -> Response:
    """List the mails, newest first."""
    found = [(path.name, read_headers(path)) for path in reversed(_files()[-SHOWN:])]
    listed = [
        {"file": name, "to": mail.get("To"), "subject": mail.get("Subject") or "(no subject)", "date": mail.get("Date")}
        for name, mail in found
    ]
    return _page("mailbox.html", mails=listed)


@blp.get("/<name>")
def show(name: str) -> Response:
    """Show a mail: headers, text, and the HTML part in a sandbox."""
    mail = read(_file(name))
    return _page(
        "mail.html", name=name, headers=list(mail.headers.items()), text=mail.text, has_html=mail.html is not None
    )


@blp.get("/<name>/html")
def html(name: str) -> Response:
    """Show the HTML part alone, its inline pictures inside."""
    page = read(_file(name)).html
    if page is None:
        raise Problem("not-found", "this mail has no HTML part")
    return Response(page, headers={"Content-Security-Policy": HTML_POLICY}, content_type="text/html; charset=utf-8")


def _folder() -> Path:
    folder = context().settings.dev_mailbox
    if folder is None:
        raise Problem("not-found", "")
    return folder


def _files() -> list[Path]:
    """Return the mails by name; names that are no text could not be linked to and are left out."""
    return sorted(path for path in _folder().glob("*.eml") if _is_mail(path))


def _is_mail(path: Path) -> bool:
    return path.name.isprintable() and path.is_file() and not path.is_symlink()


def _file(name: str) -> Path:
    found = next((path for path in _files() if path.name == name), None)
    if found is None:
        raise Problem("not-found", "there is no such mail")
    return found


def _page(template: str, **facts: Any) -> Response:
    text = render_template(template, **facts)
    return Response(text, headers={"Content-Security-Policy": POLICY}, content_type="text/html; charset=utf-8")

"""``/dev/mailbox/<secret>``: the mails of a mail sink, to look at while developing. Only there when a folder is configured.

It shows login codes, so it is for the person at the machine alone: requests must come from this machine and through no
proxy, and the address holds a secret of the present start, which only the terminal shows. A secret in the path rather than
a cookie: cookies are sent to every port of a host, so other servers on this machine would get it; a path stays in the
address bar, because ``Referrer-Policy: no-referrer`` keeps it out of every request that a link of a mail makes.

Reads only; a mail is named by its file, which must be one of those the folder lists. HTML parts are shown in a sandbox
that runs and loads nothing; its links lead on when they are tapped.
"""

from __future__ import annotations

import hmac
import re
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, render_template

from service.api import doors
from service.api.current import context
from service.api.mail_reading import read, read_headers
from service.api.problems import Problem
from service.config import Settings
from service.variables import BadSetting

POLICY = "default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
HTML_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; "
    "sandbox allow-top-navigation-by-user-activation"
)
DOCTYPE = re.compile(r"\s*(<!doctype[^>]*>)?", re.IGNORECASE)
WHOLE_WINDOW = '<base target="_top">'
"""First in a letter: what its reader taps opens in the whole window, as from a mail program; in the frame it would be refused."""
SHOWN = 200

blp = Blueprint("mailbox", __name__, url_prefix="/dev/mailbox")


@blp.get("/<secret>")
def mails(secret: str) -> Response:
    """List the mails, newest first."""
    _admit(secret)
    found = [(path.name, read_headers(path)) for path in reversed(_files()[-SHOWN:])]
    listed = [
        {"file": name, "to": mail.get("To"), "subject": mail.get("Subject") or "(no subject)", "date": mail.get("Date")}
        for name, mail in found
    ]
    return _page("mailbox.html", secret=secret, mails=listed)


@blp.get("/<secret>/<name>")
def show(secret: str, name: str) -> Response:
    """Show a mail: headers, text, and the HTML part in a sandbox."""
    _admit(secret)
    mail = read(_file(name))
    return _page(
        "mail.html", secret=secret, name=name, headers=mail.headers, text=mail.text, has_html=mail.html is not None
    )


@blp.get("/<secret>/<name>/html")
def html(secret: str, name: str) -> Response:
    """Show the HTML part alone, its inline pictures inside."""
    _admit(secret)
    page = read(_file(name)).html
    if page is None:
        raise Problem("not-found", "this mail has no HTML part")
    begins = DOCTYPE.match(page)
    assert begins is not None  # it matches nothing, too
    page = page[: begins.end()] + WHOLE_WINDOW + page[begins.end() :]
    return Response(page, headers={"Content-Security-Policy": HTML_POLICY}, content_type="text/html; charset=utf-8")


def secret_of(settings: Settings) -> str:
    """Return the secret in the mailbox's address; empty when there is no mailbox.

    :raises BadSetting: when the file with the secret cannot be read.
    """
    if settings.dev_mailbox is None or settings.dev_mailbox_key is None:
        return ""
    try:
        return settings.dev_mailbox_key.read_text(encoding="ascii").strip()
    except (OSError, UnicodeError) as error:
        raise BadSetting(f"SIEGELPOST_DEV_MAILBOX_KEY: {settings.dev_mailbox_key} cannot be read") from error


def _admit(secret: str) -> None:
    """Refuse all but the person at the machine; :raises Problem: not-found, whatever is wrong."""
    expected: str = current_app.extensions["siegelpost-mailbox"]
    knows = bool(expected) and hmac.compare_digest(secret.encode("utf-8"), expected.encode("utf-8"))
    if not (doors.is_from_this_machine() and knows):
        raise Problem(
            "not-found",
            "a mailbox is only there under `siegelpost serve`: it prints the address, which works on the same machine, "
            "without a proxy, until it is stopped",
        )


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

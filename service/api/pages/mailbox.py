"""``/dev/mailbox/<secret>``: the mails of a mail sink, and replies to them, for development. Only there when a folder is
configured.

It shows login codes, so it is for the person at the machine alone: requests must come from this machine and through no proxy,
and the address holds a secret of the present start, which only the terminal shows. A secret in the path rather than a cookie:
cookies are sent to every port of a host, so other servers on this machine would get it; a path stays in the address bar,
because ``Referrer-Policy: strict-origin`` keeps it out of every request that a link of a mail makes. With ``no-referrer``
browsers would not say where the reply's form comes from, and it would be refused.

A mail is named by its file, which must be one of those the folder lists. HTML parts are shown in a sandbox that runs and
loads nothing; its links lead on when they are tapped.

Any file can be shown, whatever is in it. The mail library's own reader of headers raises for some malformed ones and decodes
without bound; here headers are decoded one by one, what does not decode is shown as it is, and all text ends up short and
harmless.

A reply is written as a mail program would, and goes by SMTP to the entrance that takes everybody's mail. It brings no
``Authentication-Results``, because nothing has checked it: what the entrance demands of a sender, it demands here, too.
"""

from __future__ import annotations

import base64
import email
import email.policy
import hmac
import html
import re
import smtplib
import time
import unicodedata
from dataclasses import dataclass, field
from datetime import datetime
from email.header import Header, decode_header, make_header
from email.message import Message
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.parser import BytesHeaderParser
from email.utils import formatdate, make_msgid, parsedate_to_datetime
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

from flask import Blueprint, Response, current_app, redirect, render_template, request

from engine.kit.text.phrases import book_of, language_of
from service.accounts.mail.mail_address import MAIL
from service.api.http import doors
from service.api.http.current import context
from service.api.http.problems import Problem
from service.api.http.session import refuse_strangers
from service.config.settings import Settings
from service.config.variables import BadSetting

PATIENCE = 10.0
"""Seconds to wait for an entrance that does not listen yet, because its process starts later than others."""
LETTER = 180
"""Seconds allowed for reading and answering a mail."""
LONGEST_REPLY = 20_000
"""The most characters of a reply, without the quoted text."""
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
BODY = re.compile(r"<body\b[^<>]*>", re.IGNORECASE)
FORMS = ("plain", "html")
QUOTE = "margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex"
CRLF = email.policy.compat32.clone(linesep="\r\n")


reply_blp = Blueprint("mailbox_reply", __name__, url_prefix="/dev/mailbox")


@dataclass(frozen=True)
class Outcome:
    """The entrance's SMTP reply to a mail, and whether it accepted the mail."""

    taken: bool
    said: str


@reply_blp.post("/<secret>/<name>/reply")
def reply(secret: str, name: str) -> Response:
    """Send a reply to a letter, and show the letter that answers it, or the entrance's SMTP reply."""
    refuse_strangers()
    admit(secret)
    letter = mail_named(name)
    if place_for_replies(letter) is None:
        raise Problem("not-found", "this letter takes no replies")
    text, form = request.form.get("text", ""), request.form.get("form", "")
    if not text.strip() or len(text) > LONGEST_REPLY or form not in FORMS:
        raise Problem("invalid", f"a reply has a text of at most {LONGEST_REPLY} characters, and is plain or html")
    mail = reply_to(letter, text, as_html=form == "html")
    outcome = hand_over(mail, context().settings.reply_listen)
    answer = newest_answer(str(mail["Message-ID"])) if outcome.taken else None
    if answer is not None:
        return cast(Response, redirect(f"/dev/mailbox/{secret}/{quote(answer)}", 303))
    return letter_page(secret, name, letter, said=outcome.said, taken=outcome.taken, text="" if outcome.taken else text)


def reply_to(letter: Shown, text: str, *, as_html: bool) -> Message:
    """Return a letter's reply by its reader: the text above the quoted letter; with ``as_html`` as HTML, too.

    The letter has an address for replies (:func:`place_for_replies`).
    """
    said, lead = text.replace("\r\n", "\n").replace("\r", "\n"), _who_wrote(letter)
    quoted = [f"> {line}".rstrip() for line in letter.text.splitlines()]
    mail: Message = MIMEText("\n".join([said.rstrip(), "", lead, *quoted]) + "\n", "plain", "utf-8")
    if as_html:
        page = f"<div>{_as_html(said.rstrip())}</div><br><div>{_as_html(lead)}</div>"
        page += f'<blockquote type="cite" style="{QUOTE}">{_body_of(letter)}</blockquote>'
        mail = MIMEMultipart("alternative", _subparts=[mail, MIMEText(page, "html", "utf-8")])
    name, reader = name_and_address(letter.headers["To"])
    subject = letter.headers.get("Subject", "")
    # The old policy encodes what it is given and decodes nothing: a letter's header cannot become another one of the reply.
    mail["From"] = f"{Header(name, 'utf-8').encode()} <{reader}>" if name else reader
    mail["To"] = name_and_address(letter.headers["Reply-To"])[1]
    mail["Subject"] = Header(subject if subject[:3].lower() == "re:" else f"Re: {subject}", "utf-8").encode()
    mail["Date"] = formatdate(localtime=True)
    mail["Message-ID"] = make_msgid(domain="mailbox.invalid")
    answered = letter.headers.get("Message-ID", "")
    if MESSAGE_ID.fullmatch(answered):
        mail["In-Reply-To"] = mail["References"] = answered
    return mail


def hand_over(mail: Message, listening: tuple[str, int]) -> Outcome:
    """Send a mail to the entrance and return the outcome; never raises."""
    try:
        with _connected(listening) as server:
            server.ehlo()
            code, said = server.mail(name_and_address(str(mail["From"]))[1])
            if code == 250:
                code, said = server.rcpt(str(mail["To"]))
            if code == 250:
                code, said = server.data(mail.as_bytes(policy=CRLF))
    except smtplib.SMTPResponseException as error:
        code, said = error.smtp_code, error.smtp_error if isinstance(error.smtp_error, bytes) else b""
    except (OSError, smtplib.SMTPException):
        host, port = listening
        return Outcome(False, f"nobody takes mail at {host}:{port}: see the log of the process `replies`")
    return Outcome(code == 250, f"{code} {said.decode('utf-8', 'replace')}")


def _connected(listening: tuple[str, int]) -> smtplib.SMTP:
    """Return a connection to the entrance; :raises OSError: when nobody listens within the waiting time."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return smtplib.SMTP(*listening, timeout=LETTER)
        except ConnectionRefusedError:
            if time.monotonic() >= end:
                raise
            time.sleep(0.1)


def _who_wrote(letter: Shown) -> str:
    """Return the line above a quote, in the letter's language."""
    writer = letter.headers.get("From", "")
    try:
        at = parsedate_to_datetime(letter.headers.get("Date", ""))
    except (TypeError, ValueError):  # no date, or none that is one
        return f"{writer}:"
    return _dated(at, writer, letter.headers.get("Content-Language", ""))


def _dated(at: datetime, writer: str, language: str) -> str:
    return book_of("service", language_of(language)).say("link.wrote", at=at, writer=writer)


def _as_html(text: str) -> str:
    return html.escape(text, quote=False).replace("\n", "<br>")


def _body_of(letter: Shown) -> str:
    """Return the letter's visible content as HTML: pictures are empty, as in replies of programs that drop them."""
    if letter.page is None:
        return f"<pre>{html.escape(letter.text, quote=False)}</pre>"
    begins = BODY.search(letter.page)
    ends = letter.page.rfind("</body")
    return letter.page[begins.end() if begins else 0 : ends if ends >= 0 else None]


HEADERS = (
    "From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To", "List-Unsubscribe", "Content-Language",
)  # fmt: skip
LARGEST = 10_000_000
"""The most bytes of a file that are read; a larger mail is shown truncated."""
BEGINNING = 65_536
"""The bytes of a file that are enough for its headers and its first line."""
LONGEST, LONGEST_TEXT = 2_000, 200_000
"""The most characters of a header and of the text that are shown."""
MOST_LEVELS, MOST_PARTS, MOST_PICTURES = 20, 500, 20
"""The most nesting, parts and pictures of a mail; beyond them it is shown as source, because parsing takes quadratic time."""
PICTURE = re.compile(r"image/(png|jpeg|gif|webp)")
CONTENT_ID = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~@-]{1,200}")


@dataclass(frozen=True)
class Shown:
    """A mail prepared for showing. ``page`` is its HTML part, if any; ``html`` has its inline pictures embedded."""

    headers: dict[str, str] = field(default_factory=dict)
    text: str = ""
    html: str | None = None
    page: str | None = None


UNREADABLE = Shown(headers={"Subject": "(this mail cannot be read)"})


def read(path: Path, most: int = LARGEST) -> Shown:
    """Return the mail in a file, by its first ``most`` bytes, or :data:`UNREADABLE` if it is missing or malformed."""
    try:
        with path.open("rb") as file:
            return shown(file.read(most))
    except OSError:
        return UNREADABLE


def shown(raw: bytes) -> Shown:
    """Return a mail prepared for showing; never raises."""
    try:
        return _shown(raw)
    except Exception:  # parsers of hostile input fail in ways nobody has listed; this page is for looking at them
        return UNREADABLE


def _shown(raw: bytes) -> Shown:
    if (
        raw.lower().count(b"multipart/") + raw.lower().count(b"message/") > MOST_LEVELS
        or raw.count(b"\n--") > MOST_PARTS
    ):
        top = BytesHeaderParser(policy=email.policy.compat32).parsebytes(raw)
        return Shown(_headers(top), _harmless(raw[:LONGEST_TEXT].decode("utf-8", "replace")))
    mail = email.message_from_bytes(raw, policy=email.policy.compat32)
    parts = [part for part in mail.walk() if not part.is_multipart()]
    texts = [_text(part) for part in parts if part.get_content_type() == "text/plain"]
    pages = [_text(part) for part in parts if part.get_content_type() == "text/html"]
    text, page = texts[0][:LONGEST_TEXT] if texts else "", pages[0] if pages else None
    return Shown(_headers(mail), text, None if page is None else _with_pictures(page, parts), page)


def _headers(mail: Message) -> dict[str, str]:
    return {name: line for name in HEADERS if (line := _header(mail, name))}


def _header(mail: Message, name: str) -> str:
    raw = mail.get(name)
    if raw is None:
        return ""
    line = str(raw)[:LONGEST]
    try:
        line = str(make_header(decode_header(line)))[:LONGEST]
    except Exception:  # an unknown character set, a broken encoding: shown as it is
        line = str(raw)[:LONGEST]
    return " ".join(_harmless(line).split())


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    try:
        return _harmless(raw.decode(part.get_content_charset("utf-8"), "replace"))
    except Exception:  # an unknown or malformed character set
        return _harmless(raw.decode("utf-8", "replace"))


def _with_pictures(page: str, parts: list[Message]) -> str:
    pictures = [part for part in parts if PICTURE.fullmatch(part.get_content_type())][:MOST_PICTURES]
    for part in pictures:
        cid = str(part.get("Content-ID", "")).strip().strip("<>")
        payload = part.get_payload(decode=True)
        if CONTENT_ID.fullmatch(cid) and isinstance(payload, bytes):
            data = base64.b64encode(payload).decode()
            # Each at its first place only: a small mail must not become a large page.
            page = page.replace(f"cid:{cid}", f"data:{part.get_content_type()};base64,{data}", 1)
    return page


def _harmless(text: str) -> str:
    """Return the text without characters that cannot be sent or could reorder the page: surrogates, controls, direction
    marks."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if one not in "\t\n\r" and unicodedata.category(one) in ("Cc", "Cs") else one
        for one in text.translate(
            {ord(mark): None for mark in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}
        )
    )


POLICY = "default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
HTML_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; "
    "sandbox allow-top-navigation-by-user-activation"
)
DOCTYPE = re.compile(r"\s*(<!doctype[^>]*>)?", re.IGNORECASE)
WHOLE_WINDOW = '<base target="_top">'
"""The beginning of each letter's HTML, so that links open in the whole window, as from a mail program; in the frame
they would be blocked."""
SHOWN = 200
PREVIEW = 120
"""The most characters of a letter's first line in the list, where letters of a match have the same subject."""

blp = Blueprint("mailbox", __name__, url_prefix="/dev/mailbox")


@blp.get("/<secret>")
def mails(secret: str) -> Response:
    """List the mails, newest first."""
    admit(secret)
    found = [(path.name, read(path, BEGINNING)) for path in reversed(_files()[-SHOWN:])]
    listed = [
        {
            "file": name,
            "to": mail.headers.get("To"),
            "subject": mail.headers.get("Subject") or "(no subject)",
            "date": mail.headers.get("Date"),
            "preview": next(iter(mail.text.strip().splitlines()), "")[:PREVIEW],
        }
        for name, mail in found
    ]
    return _page("mailbox.html", secret=secret, mails=listed)


@blp.get("/<secret>/<name>")
def show(secret: str, name: str) -> Response:
    """Show a mail: headers, text, and the HTML part in a sandbox."""
    admit(secret)
    return letter_page(secret, name, mail_named(name))


@blp.get("/<secret>/<name>/html")
def html_part(secret: str, name: str) -> Response:
    """Show the HTML part alone, its inline pictures inside."""
    admit(secret)
    page = mail_named(name).html
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


def admit(secret: str) -> None:
    """Refuse anybody but the person at the machine; :raises Problem: not-found, whatever is wrong."""
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


def mail_named(name: str) -> Shown:
    """Return the mail in a file of the folder; :raises Problem: not-found, when there is no such file."""
    found = next((path for path in _files() if path.name == name), None)
    if found is None:
        raise Problem("not-found", "there is no such mail")
    return read(found)


def newest_answer(message_id: str) -> str | None:
    """Return the file of the newest mail that answers the one with this Message-ID; ``None`` if there is none."""
    newest = reversed(_files()[-SHOWN:])
    return next((path.name for path in newest if read(path, BEGINNING).headers.get("In-Reply-To") == message_id), None)


def place_for_replies(letter: Shown) -> str | None:
    """Return the address at the entrance that a letter asks its replies to; ``None`` if there is none, or it names no reader."""
    (_, asked), (_, reader) = (name_and_address(letter.headers.get(name, "")) for name in ("Reply-To", "To"))
    host = context().settings.reply_host
    is_ours = bool(host) and re.fullmatch(rf"m\+[a-z0-9]+@{re.escape(host)}", asked) is not None
    return asked if is_ours and MAIL.fullmatch(reader) else None


def name_and_address(mailbox: str) -> tuple[str, str]:
    """Return the two parts of a header's only mailbox, decoded; a name may hold anything, so the last bracket counts.

    >>> name_and_address('Ann, <3 <ann@players.example>'), name_and_address("ann@players.example")
    (('Ann, <3', 'ann@players.example'), ('', 'ann@players.example'))
    """
    name, bracket, address = mailbox.rpartition("<")
    return (name.strip().strip('"'), address.strip().rstrip(">")) if bracket else ("", mailbox.strip())


def letter_page(secret: str, name: str, letter: Shown, **sent: str | bool) -> Response:
    """Return the page of a mail.

    :param sent: the fate of a reply just sent: the inbox's response (``said``), whether it was ``taken``, and its ``text``.
    """
    facts = {"headers": letter.headers, "text": letter.text, "has_html": letter.html is not None}
    replies = place_for_replies(letter) is not None
    return _page("mail.html", secret=secret, name=name, letter=facts, replies=replies, sent=sent)


def _page(template: str, **facts: Any) -> Response:
    text = render_template(template, **facts)
    headers = {"Content-Security-Policy": POLICY, "Referrer-Policy": "strict-origin"}
    return Response(text, headers=headers, content_type="text/html; charset=utf-8")

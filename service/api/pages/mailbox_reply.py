"""Replies from the development mailbox: written as a mail program would, and handed to the entrance for mail by SMTP.

The mail goes the way that everybody's mail goes. It brings no ``Authentication-Results``, because nothing has checked it: what
the entrance demands of a sender, it demands here, too.
"""

from __future__ import annotations

import email.policy
import html
import re
import smtplib
import time
from dataclasses import dataclass
from datetime import datetime
from email.header import Header
from email.message import Message
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import formatdate, make_msgid, parsedate_to_datetime
from typing import cast
from urllib.parse import quote

from flask import Blueprint, Response, redirect, request

from engine.kit.text.phrases import book_of, language_of
from service.api.http.current import context
from service.api.http.problems import Problem
from service.api.http.session import refuse_strangers
from service.api.pages.mailbox import (
    Shown,
    admit,
    letter_page,
    mail_named,
    name_and_address,
    newest_answer,
    place_for_replies,
)

PATIENCE = 10.0
"""Seconds to wait for an entrance that does not listen yet, because its process starts later than others."""
LETTER = 180
"""Seconds allowed for reading and answering a mail."""
LONGEST = 20_000
"""The most characters of a reply, without the quoted text."""
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
BODY = re.compile(r"<body\b[^<>]*>", re.IGNORECASE)
FORMS = ("plain", "html")
QUOTE = "margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex"
CRLF = email.policy.compat32.clone(linesep="\r\n")


blp = Blueprint("mailbox_reply", __name__, url_prefix="/dev/mailbox")


@dataclass(frozen=True)
class Outcome:
    """The entrance's SMTP reply to a mail, and whether it accepted the mail."""

    taken: bool
    said: str


@blp.post("/<secret>/<name>/reply")
def reply(secret: str, name: str) -> Response:
    """Send a reply to a letter, and show the letter that answers it, or the entrance's SMTP reply."""
    refuse_strangers()
    admit(secret)
    letter = mail_named(name)
    if place_for_replies(letter) is None:
        raise Problem("not-found", "this letter takes no replies")
    text, form = request.form.get("text", ""), request.form.get("form", "")
    if not text.strip() or len(text) > LONGEST or form not in FORMS:
        raise Problem("invalid", f"a reply has a text of at most {LONGEST} characters, and is plain or html")
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

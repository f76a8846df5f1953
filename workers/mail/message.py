"""Parts common to all letters: headers, a text and an HTML part, a picture enclosed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

from service.store.records import Account
from workers.mail import headers
from workers.mail.letter import AnswerLetter, DigestLetter, Letter, MatchLetter, Question
from workers.mail.reader import Reader
from workers.mail.sender import Sender
from workers.mail.sentences import render

LARGEST_HTML = 90_000
"""The most bytes of an HTML part: Gmail shows 102 kB of a letter, including numbers that it adds, and hides the rest."""
LIGHTER = (600, 300, 150, 75, 20, 0)
"""How many choices per question to try in a part that would be too large: as many as fit, as words only."""


def start_message(
    name: str, account: Account, sender: Sender, now: int, subject: str, *, kind: headers.Kind = "auto-generated"
) -> EmailMessage:
    """Return a letter to an account with the headers common to all letters; ``name`` determines its Message-ID."""
    message = EmailMessage(policy=headers.POLICY)
    message["From"] = sender.mail_from
    message["To"] = headers.address(account.name if account.verified else "", account.mail)
    message["Subject"] = subject
    message["Date"] = format_datetime(datetime.fromtimestamp(now // 1000, UTC))
    message["Message-ID"] = headers.message_id(name, sender.mail_from)
    headers.machine_made(message, kind)
    return message


def fill(message: EmailMessage, reader: Reader, letter: Letter) -> None:
    """Write both parts, with boundaries derived from the Message-ID: the same news gives the same bytes."""
    message.set_content(render(letter, "text", reader.language), cte="quoted-printable")
    message.add_alternative(html_part(reader, letter), subtype="html", cte="quoted-printable")
    message.set_boundary(f"{headers.boundary(str(message['Message-ID']))}-alternative")
    message["Content-Language"] = reader.language


def html_part(reader: Reader, letter: Letter) -> str:
    """Return the HTML part; if lists make it too large, their choices lose their own links, and the last are left out.

    Nothing is lost: all choices are on the question's page, and in the text part.
    """
    page = render(letter, "html", reader.language)
    for most in LIGHTER:
        if len(page.encode()) <= LARGEST_HTML:
            break
        page = render(_lighter(letter, reader, most), "html", reader.language)
    return page


def _lighter(letter: Letter, reader: Reader, most: int) -> Letter:
    def light(questions: list[Question]) -> list[Question]:
        return [_with_few(one, reader, most) for one in questions]

    if isinstance(letter, MatchLetter | AnswerLetter):
        return replace(letter, questions=light(letter.questions))
    if isinstance(letter, DigestLetter):
        return replace(letter, tables=[replace(one, questions=light(one.questions)) for one in letter.tables])
    return letter


def _with_few(question: Question, reader: Reader, most: int) -> Question:
    hidden = len(question.choices) - most
    more = question.more or str(reader.say.button_choose())
    return replace(
        question,
        choices=[replace(one, json="", url="", price="") for one in question.choices[:most]],
        more=str(reader.say.more_choices(hidden, [])) if hidden > 0 else more if question.choices else "",
    )


def attach(message: EmailMessage, content_id: str, picture: bytes) -> None:
    """Add a picture to a letter whose HTML part shows it by this id."""
    html = message.get_body(("html",))
    assert html is not None
    html.add_related(picture, "image", "png", cid=f"<{content_id}>", disposition="inline", filename="table.png")
    html.set_boundary(f"{headers.boundary(str(message['Message-ID']))}-related")


__all__ = ["LARGEST_HTML", "attach", "fill", "html_part", "start_message"]

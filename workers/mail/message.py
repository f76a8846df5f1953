"""Parts common to all letters: headers, a text and an HTML part, a picture enclosed.

If a letter cannot be written, a stand-in announces the news, with its deadline and its address. The failure may be in the
rules of the game or in any part of a letter, so nothing here uses rules or states, only the table's own facts. The news
itself stays with the operator (:data:`service.store.mail.outbox.GIVEN_UP`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

from service.config.legal import legal_links
from service.notifications.kinds import kind_of
from service.notifications.notices import seat_told
from service.notifications.planning import bundle_name
from service.store.records import Account, Notice, Record
from service.text.names import plain
from workers.mail import headers
from workers.mail.letter import AccountLetter, AnswerLetter, DigestLetter, Letter, Link, MatchLetter, Plain, Question
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


def fill(message: EmailMessage, reader: Reader, letter: Letter, sender: Sender) -> None:
    """Write both parts, with boundaries derived from the Message-ID: the same news gives the same bytes."""
    legal = [Link(label, f"{sender.public_url}/{name}") for name, label in legal_links(sender.legal, reader.language)]
    message.set_content(render(letter, "text", reader.language, legal), cte="quoted-printable")
    message.add_alternative(html_part(reader, letter, legal), subtype="html", cte="quoted-printable")
    message.set_boundary(f"{headers.boundary(str(message['Message-ID']))}-alternative")
    message["Content-Language"] = reader.language


def html_part(reader: Reader, letter: Letter, legal: Sequence[Link] = ()) -> str:
    """Return the HTML part; if lists make it too large, their choices lose their own links, and the last are left out.

    Nothing is lost: all choices are on the question's page, and in the text part.
    """
    page = render(letter, "html", reader.language, legal)
    for most in LIGHTER:
        if len(page.encode()) <= LARGEST_HTML:
            break
        page = render(_lighter(letter, reader, most), "html", reader.language, legal)
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


LONGEST_TITLE = 80
WORDS = "plainly"


def compose_plainly(
    news: Sequence[Notice], account: Account, record: Record | None, now: int, sender: Sender, *, name: str = ""
) -> EmailMessage:
    """Return a plain letter announcing news about a match or (``record`` None) about the account."""
    reader = Reader.of(account, now)
    words = reader.words(WORDS)
    uninvited = next((one for one in reversed(news) if kind_of(one).uninvited), None)
    if record is None:
        subject, url = headers.own_subject(str(words.subject())), f"{sender.public_url}/account"
        said = [str(words.about_account())]
    else:
        title = table_title(record, reader)
        subject, url = headers.subject(title, [""], [str(words.subject())]), _way(news, account, record, sender)
        said = said_plainly(news, record, reader)
    links = [Link(str(words.look()), url)]
    message = start_message(name or bundle_name(news), account, sender, now, subject)
    if record is not None:
        stop = f"{sender.public_url}/unsubscribe/{sender.unsubscribe(account, record.match, uninvited is not None)}"
        headers.thread(message, record.match, sender.mail_from, None)
        headers.unsubscribable(message, stop)
        links.append(Link(str(reader.say.labelled(reader.say.foot_stop())), stop))
    headers.events(message, [one["id"] for one in news if kind_of(one).event is not None])
    letter = AccountLetter(subject=subject, name=reader.name, sections=[Plain(WORDS, said, links)])
    fill(message, reader, letter, sender)
    return message


def said_plainly(news: Sequence[Notice], record: Record, reader: Reader) -> list[str]:
    """Return that there is news of a match which cannot be shown here, and the deadline of the reader's questions."""
    words, seat = reader.words(WORDS), seat_told(news)
    said = [str(words.about_match(table_title(record, reader)))]
    asked = (
        [one for one in record.table["standing"] if seat in one["seats"]] if record.table["status"] == "running" else []
    )
    if asked and any(kind_of(one).speech in ("asks", "reminds") for one in news):
        first = min((one["deadline"] for one in asked if one["deadline"] is not None), default=None)
        said.append(str(words.asked(reader.moment(first) if first is not None else "")))
    return said


def table_title(record: Record, reader: Reader) -> str:
    """Return a match's title without asking its rules; for newcomers, or without a title, the name of its game."""
    title = "" if reader.newcomer else plain(record.table["title"], LONGEST_TITLE)
    return title or record.table["rules"].partition("@")[0]


def _way(news: Sequence[Notice], account: Account, record: Record, sender: Sender) -> str:
    """Return the address of the table, with the invitation that admits the reader, if any."""
    secret = next((one["facts"]["invitation"] for one in reversed(news) if "invitation" in one["facts"]), "")
    if not secret:
        return f"{sender.public_url}/table/{record.match}"
    if account.verified:
        return f"{sender.public_url}/join/{record.match}?invitation={secret}"
    since = max(one["send_at"] for one in news)
    return f"{sender.public_url}/enter/{sender.enter(account, record.match, since, str(secret))}"

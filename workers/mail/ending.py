"""The letter about a match that its operator has ended, for when its rules can say nothing more: they may be why he did."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage

from service.notifications.kinds import OVER, kind_of
from service.notifications.plain import plain
from service.notifications.planning import bundle_name
from service.store.records import Account, Notice, Record
from workers.mail import headers
from workers.mail.letter import AccountLetter
from workers.mail.message import fill, start_message
from workers.mail.outcome import outcome_of_stopped
from workers.mail.page import Page
from workers.mail.reader import Reader
from workers.mail.sender import Sender

LONGEST_TITLE = 80


def is_end_by_operator(news: Sequence[Notice], record: Record) -> bool:
    """Return whether these are news of a match that its operator has ended."""
    return "stopped" in record.table and any(one["kind"] == OVER.name for one in news)


def compose_end(
    news: Sequence[Notice], account: Account, record: Record, sender: Sender, *, name: str | None = None
) -> EmailMessage:
    """Return the letter that tells that the operator has ended the match, and why."""
    reader = Reader.of(account, record.now)
    page = Page(reader, sender.public_url, sender.public_key, record)
    title = plain(record.table["title"], LONGEST_TITLE) or record.table["rules"].partition("@")[0]
    subject = headers.subject(title, [""], [str(reader.words(OVER.words).subject({"facts": {"reason": "stopped"}}))])
    message = start_message(name or bundle_name(news), account, sender, record.now, subject)
    headers.events(message, [one["id"] for one in news if kind_of(one).event is not None])
    sections = [outcome_of_stopped(page, title)]
    fill(message, reader, AccountLetter(subject=subject, name=reader.name, sections=[*sections]))
    return message


__all__ = ["compose_end", "is_end_by_operator"]

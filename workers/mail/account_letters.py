"""Letters to an account about itself: its own news, and the codes that sign in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from email.message import EmailMessage

from service.accounts.mail.mail_preferences import for_programmers
from service.notifications.kinds import kind_of
from service.notifications.planning import bundle_name
from service.store.records import Account, Notice
from workers.mail import headers
from workers.mail.letter import AccountLetter, LoginLetter
from workers.mail.message import fill, start_message
from workers.mail.page import Page
from workers.mail.parts.sections import sections_of
from workers.mail.parts.telling import telling
from workers.mail.reader import Reader
from workers.mail.sender import Sender


def compose_account(
    news: Sequence[Notice], account: Account, now: int, sender: Sender, *, name: str | None = None
) -> EmailMessage:
    """Return the letter that tells an account news about itself. ``now`` in milliseconds; ``name`` as for
    :func:`compose`."""
    reader = Reader.of(account, now)
    page = Page(reader, sender.public_url, sender.public_key)
    row = min((kind_of(one) for one in news), key=lambda one: one.rank)
    notice = next(one for one in reversed(news) if one["kind"] == row.name)
    subject = headers.own_subject(str(reader.words(row.words).subject(page.telling(notice))))
    message = start_message(name or bundle_name(news), account, sender, now, subject)
    headers.events(message, [one["id"] for one in news if kind_of(one).event is not None])
    fill(message, reader, AccountLetter(subject=subject, name=reader.name, sections=sections_of(news, page)))
    return message


def compose_login(notice: Notice, code: str, account: Account, now: int, sender: Sender) -> EmailMessage:
    """Return the letter with a login code and an equivalent link. ``notice.facts`` has ``expires`` (ms).

    A newcomer's letter uses the ``language`` and ``zone`` of the request: no account has stored any yet.
    """
    row = kind_of(notice)
    facts = row.facts_of(notice)
    if not account.verified:
        account = replace(account, language=facts["language"], zone=facts["zone"])
    reader = Reader.of(account, now)
    words = reader.words(row.words)
    subject = headers.own_subject(str(words.subject()))
    message = start_message(notice["id"], account, sender, now, subject)
    letter = LoginLetter(
        words=row.words,
        subject=subject,
        name=reader.name,
        why=str(words.why(telling(notice, reader))),
        code=code if row.typed and for_programmers(account) else "",
        link=sender.public_url + row.way.format(code=code),
        moment=reader.moment(facts["expires"]),
        left=reader.left(facts["expires"]),
    )
    fill(message, reader, letter)
    return message


__all__ = ["compose_account", "compose_login"]

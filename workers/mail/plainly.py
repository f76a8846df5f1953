"""The stand-in for a letter that cannot be written: it announces news, with its deadline and its address.

The failure may be in the rules of the game or in any part of a letter, so nothing here uses rules or states, only the
table's own facts. The news itself stays with the operator (:data:`service.store.mail.outbox.GIVEN_UP`).
"""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage

from service.notifications.kinds import kind_of
from service.notifications.notices import seat_told
from service.notifications.plain import plain
from service.notifications.planning import bundle_name
from service.store.records import Account, Notice, Record
from workers.mail import headers
from workers.mail.letter import AccountLetter, Link, Plain
from workers.mail.message import fill, start_message
from workers.mail.reader import Reader
from workers.mail.sender import Sender

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
        links.append(Link(f"{reader.say.foot_stop()}:", stop))
    headers.events(message, [one["id"] for one in news if kind_of(one).event is not None])
    fill(message, reader, AccountLetter(subject=subject, name=reader.name, sections=[Plain(WORDS, said, links)]))
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


__all__ = ["WORDS", "compose_plainly", "said_plainly", "table_title"]

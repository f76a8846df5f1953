"""Writes letters: notices, a player and the table in, a complete mail out. Pure: no store, no clock, no network.

The text part comes first and is complete enough to play from: what happened, what is asked until when, the table, the own
hand, the choices and how to send one. The HTML part says the same with the table as a picture. All times are the reader's.
Only the reader's own view is ever looked at; another seat's acts and hand cannot get into a letter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from types import SimpleNamespace
from typing import Any

from engine.contract import Game
from engine.registry import game_of
from service.notifications.delivery import letter_name
from service.store.records import Account, Notice, Record
from workers.mail import headers
from workers.mail.question import asked_facts, headline, joining
from workers.mail.reader import Reader
from workers.mail.report import happened, invitation_terms, outcome_facts, said_facts, started_sentence
from workers.mail.sentences import render

Unsubscribe = Callable[[str, str, bool], str]
"""From an account, a match and whether it is an invitation to the token of the unsubscribe link."""


@dataclass(frozen=True)
class Sender:
    """The installation that writes: its address on the web, its mail address, its public key and that key's short name."""

    public_url: str
    mail_from: str
    key_id: str
    public_key: str
    unsubscribe: Unsubscribe


def compose(
    news: Sequence[Notice],
    account: Account,
    record: Record,
    sender: Sender,
    *,
    picture: bytes | None = None,
    previous: str | None = None,
    name: str | None = None,
) -> EmailMessage:
    """Return the letter that tells one account this news about one match.

    :param news: at least one notice, all of one account and match.
    :param picture: PNG of the account's view of the table.
    :param previous: Message-ID of the letter sent before about this match.
    :param name: the letter's own name, when it is sent again; else :func:`letter_name`.
    """
    reader = Reader.of(account, record.now)
    game = game_of(record.table)
    ordered = sorted(news, key=lambda notice: (notice["n"], notice["at"]))
    facts = _match_facts(ordered, reader, record, game, sender)
    facts.picture = f"table.{record.n}@{headers.domain_of(sender.mail_from)}" if picture and facts.table else None
    short = record.match[:4]
    line, head_kind = headline(ordered, reader, record, game)
    prefix = f"[{game.rules.title} #{short}]"
    facts.subject = headers.subject(prefix, line)
    message = _letter(name or letter_name(ordered), account, sender, record.now, facts.subject)
    headers.thread(message, record.match, sender.mail_from, previous)
    headers.unsubscribable(message, facts.unsubscribe)
    message["List-Id"] = f"<{record.match}.{headers.domain_of(sender.mail_from)}>"
    message["Feedback-ID"] = f"{head_kind}:{short}:{game.rules.id.partition('@')[0]}:siegelpost"
    _fill(message, "match", reader, facts, picture)
    return message


def compose_login(notice: Notice, code: str, account: Account, now: int, sender: Sender) -> EmailMessage:
    """Return the letter with a login code. ``notice.facts`` has ``expires`` (ms).

    To a newcomer it speaks as who asked for it wished (``language``, ``zone``): nothing of that is stored yet.
    """
    wished = {name: notice["facts"][name] for name in ("language", "zone") if name in notice["facts"]}
    reader = Reader.of(account if account.verified else replace(account, **wished), now)
    expires = notice["facts"]["expires"]
    facts = SimpleNamespace(
        name=reader.name,
        code=code,
        link=f"{sender.public_url}/login/{code}",
        moment=reader.moment(expires),
        left=reader.left(expires),
        subject=headers.subject("[Siegelpost]", [reader.say.subject_login()]),
    )
    message = _letter(notice["id"], account, sender, now, facts.subject)
    _fill(message, "login", reader, facts, None)
    return message


def _match_facts(news: Sequence[Notice], reader: Reader, record: Record, game: Game, sender: Sender) -> SimpleNamespace:
    table, match_url = record.table, f"{sender.public_url}/v1/matches/{record.match}"
    log = f"{match_url}/log.jsonl --key {sender.public_key}"
    account, seat = news[0]["account"], news[0]["seat"]
    names = [headers.plain(one["name"], 60) for one in table["seats"]]
    # Strangers write nothing into letters to an address that nobody has confirmed: neither names nor titles nor options.
    title = game.rules.title if reader.newcomer else headers.plain(table["title"])
    kinds = {notice["kind"]: notice for notice in news}
    view = game.view(record.state, seat) if record.state is not None and seat is not None else None
    asked = asked_facts(news, reader, record, game, match_url)
    link = sender.unsubscribe(account, record.match, "invited" in kinds)
    return SimpleNamespace(
        name=reader.name,
        game=game.rules.title,
        title=title,
        place=reader.place_of(record),
        over=outcome_facts(reader, record, names, log) if "over" in kinds else None,
        started=started_sentence(reader, title, names, seat) if "started" in kinds else None,
        happened=happened(news, reader, game, names),
        said=said_facts(news, reader, record, names),
        asks=asked,
        idle=not asked and view is not None and table["status"] == "running",
        table=None if view is None else game.words.table(view, names, reader.language).strip("\n"),
        n=record.n,
        head=record.head,
        key=sender.key_id,
        unsubscribe=f"{sender.public_url}/unsubscribe/{link}",
        **_invitation_facts(kinds.get("invited"), reader, record, match_url, title),
        links=_links(reader, match_url, sender.public_url, in_play="invited" not in kinds),
    )


def _invitation_facts(
    notice: Notice | None, reader: Reader, record: Record, match_url: str, title: str
) -> dict[str, Any]:
    """Return the invitation, if there is one, and why the reader gets this letter."""
    if notice is None:
        return {"invited": None, "foot": reader.say.foot_why(title), "stop": reader.say.foot_stop()}
    invitation = joining(notice, invitation_terms(reader, record), match_url, reader)
    return {
        "invited": invitation,
        "foot": reader.say.foot_why_invited(invitation.by),
        "stop": reader.say.foot_stop_invited(),
    }


def _links(reader: Reader, match_url: str, public_url: str, *, in_play: bool) -> list[tuple[str, str]]:
    links = [(reader.say.links_match(), match_url)]
    if in_play:
        links.append((reader.say.links_log(), f"{match_url}/log.jsonl"))
    return [*links, (reader.say.links_help(), f"{public_url}/docs")]


def _letter(name: str, account: Account, sender: Sender, now: int, subject: str) -> EmailMessage:
    message = EmailMessage(policy=headers.POLICY)
    message["From"] = sender.mail_from
    message["To"] = headers.address(account.name if account.verified else "", account.mail)
    message["Subject"] = subject
    message["Date"] = format_datetime(datetime.fromtimestamp(now // 1000, UTC))
    message["Message-ID"] = headers.message_id(name, sender.mail_from)
    headers.machine_made(message)
    return message


def _fill(message: EmailMessage, layout: Any, reader: Reader, facts: SimpleNamespace, picture: bytes | None) -> None:
    """Write both parts, with boundaries made from the Message-ID: the same news give the same bytes."""
    message.set_content(render(layout, "text", reader.language, facts), cte="quoted-printable")
    message.add_alternative(render(layout, "html", reader.language, facts), subtype="html", cte="quoted-printable")
    mark = headers.boundary(str(message["Message-ID"]))
    message.set_boundary(f"{mark}-alternative")
    message["Content-Language"] = reader.language
    html = message.get_body(("html",))
    if picture and layout == "match" and facts.picture and html is not None:
        html.add_related(picture, "image", "png", cid=f"<{facts.picture}>", disposition="inline", filename="table.png")
        html.set_boundary(f"{mark}-related")

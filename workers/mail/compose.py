"""Writes letters: takes notices, a player and the table, and returns a complete mail. Pure: no store, clock or network.

The text part comes first and is complete enough to play from: past events, questions with deadlines, the table, the
reader's hand, the choices and how to send one. The HTML part says the same with the table as a picture. Times are in
the reader's zone. Only the reader's own view is used, so another seat's acts and hand cannot get into a letter.
"""

from collections.abc import Sequence
from dataclasses import replace
from email.message import EmailMessage

from engine.contract import View
from engine.kit.drawing.svg import signs_of
from engine.kit.text.phrases import LANGUAGES, glance_at
from engine.protocol.canon import b64, unb64
from engine.protocol.evidence import Evidence, lines_of
from engine.registry import game_of
from service.matches.absence.matters import Matter
from service.matches.numbering import Numbered, answerable, digest_of, numbered
from service.notifications.asks import asks, optional_asks
from service.notifications.kinds import INVITED, TALK, kind_of
from service.notifications.notices import seat_told
from service.notifications.planning import bundle_name
from service.store.records import Account, Notice, Record
from workers.mail import headers
from workers.mail.headers import company
from workers.mail.letter import MatchLetter, Sign, Understood
from workers.mail.links import (
    after_the_end,
    answers_by,
    button,
    foot,
    how_to_reply,
    invites,
    links,
    repeats_itself,
    says_by,
    tells_the_end,
)
from workers.mail.page import Page
from workers.mail.parts.ahead import wishes_told
from workers.mail.parts.matters import matters_in, raised, seat_left, time_links, told_apart
from workers.mail.parts.picture import Picture
from workers.mail.parts.question import headline, questions
from workers.mail.parts.sections import as_invited, sections_of
from workers.mail.reader import Reader
from workers.mail.reply_address import nothing_asked
from workers.mail.sender import Sender, attach, fill, start_message
from workers.mail.sentences import words as words_in


def compose(
    news: Sequence[Notice],
    account: Account,
    record: Record,
    sender: Sender,
    *,
    picture: Picture | str | None = None,
    previous: str | None = None,
    name: str | None = None,
    understood: Understood | None = None,
    announcement: str = "",
) -> EmailMessage:
    """Return the letter that tells one account the given news about one match.

    :param news: at least one notice, all of one account and match.
    :param picture: a function returning a PNG of the account's view of the table, called after the words are written; or the
        address from which it is loaded when the letter is opened.
    :param previous: Message-ID of the letter sent before about this match.
    :param name: the letter's own name if it is a repetition; otherwise that of its latest news.
    :param understood: how the mail ``previous`` was understood, if the letter also answers one.
    :param announcement: the operator's announcement to everybody.
    :raises NoPicture: when ``picture`` fails: then the letter can be written without one.
    """
    ordered = sorted(news, key=lambda notice: (notice["n"], notice["at"]))
    account = as_invited(account, ordered)
    reader = Reader.of(account, record.now)
    takes = sender.reply is not None
    page = Page(reader, sender.public_url, sender.public_key, record, game_of(record.table), takes_replies=takes)
    seat = seat_told(ordered)
    lines, head_kind = headline(ordered, page)
    sits, others = seat is not None, company(page, seat)
    title = page.short_title
    subject = headers.match_subject(title, others) if sits else headers.subject(title, others, lines)
    listed, besides = _listed(ordered, page, sender), matters_in(ordered, page)
    content_id = f"table.{record.n}@{headers.domain_of(sender.mail_from)}"
    source = f"cid:{content_id}" if callable(picture) else picture
    letter = _match_letter(ordered, page, sender, account, subject, listed, besides, picture=source)
    in_short = lines[0] if sits else ""
    letter = replace(letter, in_short=in_short, understood=understood or Understood(), announcement=announcement)
    kind: headers.Kind = "auto-generated" if understood is None else "auto-replied"
    message = start_message(name or bundle_name(ordered), account, sender, record.now, subject, kind=kind)
    runs = page.takes_answers(seat)
    answers = listed or besides or runs or tells_the_end(ordered, page) or any(kind_of(one) is TALK for one in ordered)
    if sender.reply is not None and seat is not None and (answers or understood is not None):
        nothing = runs and not (listed or besides)
        asked = nothing_asked(record.n) if nothing else digest_of(listed, [one.facts for one in besides])
        message["Reply-To"] = sender.reply(account, record.match, seat, asked, False)
    left = seat_left(ordered, page, account.id)
    if sender.reply is not None and left is not None:
        message["Reply-To"] = sender.reply(account, record.match, left, digest_of([]), False)
    if sender.invited is not None and invites(ordered, record):
        message["Reply-To"] = sender.invited(account, record.match, record.table["invitation"])
    headers.thread(message, record.match, sender.mail_from, previous)
    headers.unsubscribable(message, letter.foot.unsubscribe)
    headers.events(message, [one["id"] for one in ordered if kind_of(one).event is not None])
    message["Feedback-ID"] = f"{head_kind}:{record.match[:4]}:{page.rules.rules.id.partition('@')[0]}:siegelpost"
    fill(message, reader, letter, sender)
    if callable(picture) and letter.picture:
        attach(message, content_id, picture())
    return message


def _listed(news: Sequence[Notice], page: Page, sender: Sender) -> list[Numbered]:
    """Return the questions of a letter that can be answered by mail; empty where no mail is read."""
    seat = seat_told(news)
    if sender.reply is None or seat is None:
        return []
    due = asks(page.match, seat, news)
    asked = {ask.standing["id"] for ask in (*due, *optional_asks(page.match, seat, due))}
    return numbered(page.match, seat, [one for one in answerable(page.match, seat) if one["id"] in asked])


def _match_letter(
    news: Sequence[Notice],
    page: Page,
    sender: Sender,
    account: Account,
    subject: str,
    listed: Sequence[Numbered],
    besides: Sequence[Matter],
    *,
    picture: str | None,
) -> MatchLetter:
    record, game, reader = page.match, page.rules, page.reader
    seat = seat_told(news)
    view = page.view(seat) if record.state is not None and seat is not None else None
    say = says_by(account, page, sender, seat)
    asked = questions(news, page, listed, answers_by(account, page, sender, seat), time_links(page, seat, say))
    others = raised(besides, page, say)
    explained, sections = told_apart(sections_of(news, page), news) if asked else ([], sections_of(news, page))
    uninvited = next((one for one in reversed(news) if kind_of(one).uninvited), None)
    alone = after_the_end(news, page, sender)
    glance = None if view is None or picture is None or reader.programmer else _glance(news, page, view, seat)
    if sender.reply is not None and seat_left(news, page, account.id) is not None:
        alone = str(reader.say.reply_left())
    if sender.invited is not None and invites(news, record):
        tongues = [words_in(one, INVITED.words).in_this_language() for one in LANGUAGES if one != reader.language]
        alone = f"{reader.words(INVITED.words).by_mail(bool(reader.newcomer))} ({' '.join(map(str, tongues))})"
    return MatchLetter(
        subject=subject,
        name=reader.name,
        game=page.game_title,
        title=page.title,
        place=reader.place_of(record),
        sections=sections,
        questions=asked,
        raised=others,
        explained=explained,
        button=button(page, news, sender, account, uninvited, asked, others=bool(others)),
        idle=not asked and view is not None and record.table["status"] == "running",
        ended=record.table["status"] == "closed",
        table=None if view is None or glance else game.words.table(view, page.names, reader.language).strip("\n"),
        glance=glance,
        picture=None if view is None else picture,
        signs=[] if view is None or seat is None else signs_shown(page, view, seat),
        drawn_and_told=reader.programmer,
        brief=not reader.programmer,
        n=record.n,
        head=record.head,
        key=sender.key_id,
        evidence=[] if uninvited is not None else evidence_of(record, sender),
        links=links(page, in_play=uninvited is None),
        foot=foot(
            page,
            news,
            sender,
            account,
            uninvited,
            read=sender.reply is not None and bool(listed or besides or alone or page.takes_answers(seat)),
        ),
        reply=alone
        or how_to_reply(
            page,
            seat,
            listed,
            besides if sender.reply is not None else (),
            also=True,
            same=repeats_itself(page, sender, seat, listed),
        ),
        wishes=wishes_told(news, page),
    )


def _glance(news: Sequence[Notice], page: Page, view: View, seat: int | None) -> str:
    """Return the table in a few lines, as far as the letter's questions need it."""
    due = asks(page.match, seat, news)
    kinds = [] if seat is None else [one.standing["kind"] for one in (*due, *optional_asks(page.match, seat, due))]
    said = glance_at(page.rules.words, view, page.names, page.reader.language, kinds=kinds)
    return said.strip("\n")


def signs_shown(page: Page, view: View, seat: int) -> list[Sign]:
    """Return the legend of seats for a view's picture; empty for a game whose picture does not distinguish seats."""
    found = zip(page.names, signs_of(page.rules, view, len(page.names), page.reader.language), strict=True)
    shown = ((number, name, sign) for number, (name, sign) in enumerate(found) if sign is not None)
    return [Sign(name, sign.called, sign.colour, own=number == seat) for number, name, sign in shown]


def evidence_of(record: Record, sender: Sender) -> list[str]:
    """Return the evidence in the letter: the log's head and the latest checkpoint, both signed by the server."""
    signature = b64(sender.sign_head(record.match, record.n, unb64(record.head)))
    return lines_of(Evidence(record.match, record.n, record.head, signature, sender.public_key, sender.checkpoint))

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

from engine.contract import View
from engine.kit.seat_signs import signs_of
from engine.kit.turns import is_in_turn
from engine.protocol.canon import b64, unb64
from engine.protocol.evidence import Evidence, SignedCheckpoint, lines_of
from engine.registry import game_of
from service.accounts.mail_preferences import buttons_of, for_programmers
from service.matches.guests import joins_by_mail
from service.matches.matters import Matter, asks_for_time, more_time_for, seats_to_keep
from service.matches.numbering import Numbered, answerable, digest_of, numbered
from service.matches.seen import seen_at
from service.notifications.asks import asks, optional_asks
from service.notifications.kinds import INVITED, OVER, kind_of
from service.notifications.planning import bundle_name
from service.store.records import Account, Notice, Record
from workers.mail import headers
from workers.mail.coming_back import seat_left
from workers.mail.joining import as_invited
from workers.mail.letter import (
    AccountLetter,
    Button,
    Foot,
    Letter,
    Link,
    LoginLetter,
    MatchLetter,
    Question,
    Sign,
    Understood,
)
from workers.mail.matters import (
    Say,
    example_of_asking,
    matters_in,
    more_time_of,
    most_to_ask_for,
    raised,
    time_links,
    words_to_reply,
)
from workers.mail.opponents import company
from workers.mail.page import Page
from workers.mail.picture import Picture
from workers.mail.question import Choose as ChooseOne
from workers.mail.question import headline, questions
from workers.mail.reader import Reader
from workers.mail.sections import sections_of
from workers.mail.sentences import render
from workers.mail.sentences import words as words_in
from workers.mail.wishes import wishes_told

Unsubscribe = Callable[[str, str, bool], str]
"""From an account, a match and whether it is an invitation to the token of the unsubscribe link."""
SignHead = Callable[[str, int, bytes], bytes]
"""From a match, the number of an entry and the head after it to the server's signature."""
Enter = Callable[[str, str, int, str], str]
"""From an account, a match, a moment (ms) and an invitation (or nothing) to the token of the link that opens the table."""
Choose = Callable[[Account, str, int, bytes], str]
"""From an account, a match, a seat and a question (its digest) to the link of the page that answers it."""
Anew = Callable[[str, int], str]
"""From a link that answers a question and the number of the act that took its answer back to the text that lets it answer."""
Repeats = Callable[[Record, int, Numbered], bool]
"""From a match, a seat and a question to whether the seat's own last answer to such a question can be given again."""
Confirm = Callable[[Account, str, int, bytes], str]
"""From an account, a match, a seat and what is to be confirmed (8 bytes) to the address for the answer that does."""
Suggest = Callable[[str, str, int, bytes, int, bool], str]
"""As ``Reply``, for a letter that also asks whether the choice with a number, before the last of these, was meant."""
InvitedReply = Callable[[Account, str, str], str]
"""From an account, a match and its invitation to the address for the answer of who is invited."""
Reply = Callable[[str, str, int, bytes, bool], str]
"""From account, match, seat, what a letter asks (its digest) and whether it lists all choices to the address for answers."""


@dataclass(frozen=True)
class Sender:
    """The installation that writes about a match: its addresses, the key of the match and its short name.

    ``unsubscribe`` and ``enter`` make the tokens of the links that letters carry, ``sign_head`` the signature of a head.
    ``checkpoint`` is the latest of the log of all matches, by the same key, ``None`` while there is none. ``reply`` makes the
    address for answers, ``None`` where no mail is read; ``choose`` the links that answer a question, or ``None``. ``anew`` gives
    the text by which such a link answers after an answer was taken back. ``repeats`` says whether "as last time" means something.
    ``confirm`` makes the address that confirms something, ``suggest`` that of a letter which suggests a choice, ``invited`` that
    of an invitation, where mail is read.
    """

    public_url: str
    mail_from: str
    key_id: str
    public_key: str
    unsubscribe: Unsubscribe
    enter: Enter
    sign_head: SignHead
    checkpoint: SignedCheckpoint | None = None
    reply: Reply | None = None
    choose: Choose | None = None
    anew: Anew | None = None
    repeats: Repeats | None = None
    confirm: Confirm | None = None
    suggest: Suggest | None = None
    invited: InvitedReply | None = None


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
    """Return the letter that tells one account this news about one match.

    :param news: at least one notice, all of one account and match.
    :param picture: gives a PNG of the account's view of the table; it is asked when the words are written. Or the address
        from where that is fetched when the letter is opened.
    :param previous: Message-ID of the letter sent before about this match.
    :param name: the letter's own name, when it is sent again; else that of its latest news.
    :param understood: what was understood of the mail ``previous``, where the letter answers one as well.
    :param announcement: what the operator has to say to everybody.
    :raises NoPicture: when ``picture`` gives none: then the letter can be written without.
    """
    ordered = sorted(news, key=lambda notice: (notice["n"], notice["at"]))
    account = as_invited(account, ordered)
    reader = Reader.of(account, record.now)
    page = Page(reader, sender.public_url, sender.public_key, record, game_of(record.table))
    lines, head_kind = headline(ordered, page)
    subject = headers.subject(page.short_title, company(page, ordered), lines)
    listed, besides = _listed(ordered, page, sender), matters_in(ordered, page)
    content_id = f"table.{record.n}@{headers.domain_of(sender.mail_from)}"
    source = f"cid:{content_id}" if callable(picture) else picture
    letter = _match_letter(ordered, page, sender, account, subject, listed, besides, picture=source)
    letter = replace(letter, understood=understood or Understood(), announcement=announcement)
    kind: headers.Kind = "auto-generated" if understood is None else "auto-replied"
    message = start_message(name or bundle_name(ordered), account, sender, record.now, subject, kind=kind)
    answers = listed or besides or _tells_the_end(ordered, page)
    if sender.reply is not None and (answers or (understood is not None and ordered[0]["seat"] is not None)):
        asked = digest_of(listed, [one.facts for one in besides])
        message["Reply-To"] = sender.reply(account.id, record.match, _seat(ordered), asked, False)
    left = seat_left(ordered, page, account.id)
    if sender.reply is not None and left is not None:
        message["Reply-To"] = sender.reply(account.id, record.match, left, digest_of([]), False)
    invites = _invites(ordered, record)
    if sender.invited is not None and invites:
        message["Reply-To"] = sender.invited(account, record.match, record.table["invitation"])
    headers.thread(message, record.match, sender.mail_from, previous)
    headers.unsubscribable(message, letter.foot.unsubscribe)
    headers.events(message, [one["id"] for one in ordered if kind_of(one).event is not None])
    message["List-Id"] = f"<{record.match}.{headers.domain_of(sender.mail_from)}>"
    message["Feedback-ID"] = f"{head_kind}:{record.match[:4]}:{page.rules.rules.id.partition('@')[0]}:siegelpost"
    fill(message, reader, letter)
    if callable(picture) and letter.picture:
        attach(message, content_id, picture())
    return message


def compose_account(
    news: Sequence[Notice], account: Account, now: int, sender: Sender, *, name: str | None = None
) -> EmailMessage:
    """Return the letter that tells an account news about itself. ``now`` in milliseconds; ``name`` as for :func:`compose`."""
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
    """Return the letter with a code and the link that does the same. ``notice.facts`` has ``expires`` (ms).

    To a newcomer it speaks as who asked for it wished (``language``, ``zone``): nothing of that is stored yet.
    """
    row = kind_of(notice)
    facts = row.facts_of(notice)
    if not account.verified:
        language, zone = facts.get("language", account.language), facts.get("zone", account.zone)
        account = replace(account, language=language, zone=zone)
    reader = Reader.of(account, now)
    subject = headers.own_subject(str(reader.words(row.words).subject()))
    message = start_message(notice["id"], account, sender, now, subject)
    letter = LoginLetter(
        words=row.words,
        subject=subject,
        name=reader.name,
        code=code if row.typed and for_programmers(account) else "",
        link=sender.public_url + row.way.format(code=code),
        moment=reader.moment(facts["expires"]),
        left=reader.left(facts["expires"]),
    )
    fill(message, reader, letter)
    return message


def _tells_the_end(news: Sequence[Notice], page: Page) -> bool:
    """Return whether a letter to a seat tells that its match is over: who answers it asks for a rematch, or how it stands."""
    return page.match.table["status"] == "closed" and any(
        kind_of(one) is OVER and one["seat"] is not None for one in news
    )


def _after_the_end(news: Sequence[Notice], page: Page, sender: Sender) -> str:
    """Return what may be answered to a letter that tells the end; nothing in other letters, or where no mail is read."""
    if sender.reply is None or not _tells_the_end(news, page):
        return ""
    return str(page.reader.say.reply_ended(page.match.table["outcome"] is not None))


def _invites(news: Sequence[Notice], record: Record) -> bool:
    """Return whether a letter invites somebody to sit down who may do so by answering it."""
    return any(kind_of(one) is INVITED and joins_by_mail(record.table, one["account"]) for one in news)


def _listed(news: Sequence[Notice], page: Page, sender: Sender) -> list[Numbered]:
    """Return the questions of a letter that can be answered by mail; none where no mail is read."""
    seat = news[0]["seat"]
    if sender.reply is None or seat is None:
        return []
    due = asks(page.match, seat, news)
    asked = {ask.standing["id"] for ask in (*due, *optional_asks(page.match, seat, due))}
    return numbered(page.match, seat, [one for one in answerable(page.match, seat) if one["id"] in asked])


def repeats_itself(page: Page, sender: Sender, seat: int | None, listed: Sequence[Numbered]) -> bool:
    """Return whether the reader's own last answer to such a question can be given again to one of the letter."""
    if sender.repeats is None or seat is None:
        return False
    return any(sender.repeats(page.match, seat, one) for one in listed)


def how_to_reply(
    page: Page,
    seat: int | None,
    listed: Sequence[Numbered],
    besides: Sequence[Matter] = (),
    *,
    also: bool,
    same: bool = False,
    brief: bool = False,
) -> str:
    """Return how a letter with these questions is answered by mail.

    :param also: besides the ways that stand above; :param same: the last answer can be given again; :param brief: to whoever
        knows it already.
    """
    reader, ids = page.reader, {one.standing["id"] for one in listed}
    sealed = any(one.standing["sealed"] for one in listed)
    extensible = seat is not None and any(one.decision in ids for one in more_time_for(page.match, seat))
    time = more_time_of(page.match.table, reader.language) if extensible else ""
    asking = seat is not None and any(one.decision in ids for one in asks_for_time(page.match, seat))
    ask = most_to_ask_for(page.match.table, reader.language) if asking else ""
    example = example_of_asking(page.match.table, reader.language) if asking else ""
    row = asks_in_turn(page, listed)
    numbers = ""
    if listed and brief and not (time or ask or same):
        numbers = str(reader.say.reply_short(len(listed) > 1, sealed, row))
    elif listed:
        numbers = str(reader.say.reply(len(listed) > 1, sealed, also, time, same, ask, example, row))
    words = words_to_reply(besides, reader, also=bool(listed) or also, numbers=bool(listed))
    is_read = bool(listed or besides) or not also
    keep = str(reader.say.reply_keep()) if is_read and seat is not None and seats_to_keep(page.match, seat) else ""
    return " ".join(one for one in (numbers, words, keep) if one)


def asks_in_turn(page: Page, listed: Sequence[Numbered]) -> bool:
    """Return whether several lines of one mail may do several things of the turn that is asked about."""
    return any(is_in_turn(page.rules, one.standing["kind"]) for one in listed)


def _seat(news: Sequence[Notice]) -> int:
    seat = news[0]["seat"]
    assert seat is not None
    return seat


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
    seat = news[0]["seat"]
    view = seen_at(record, record.state, game, seat) if record.state is not None and seat is not None else None
    say = says_by(account, page, sender, seat)
    asked = questions(news, page, listed, answers_by(account, page, sender, seat), time_links(page, seat, say))
    others = raised(besides, page, say)
    uninvited = next((one for one in reversed(news) if kind_of(one).uninvited), None)
    alone = _after_the_end(news, page, sender)
    if sender.reply is not None and seat_left(news, page, account.id) is not None:
        alone = str(reader.say.reply_left())
    if sender.invited is not None and _invites(news, record):
        other = words_in("en" if reader.language == "de" else "de", INVITED.words)
        alone = f"{reader.words(INVITED.words).by_mail(bool(reader.newcomer))} ({other.in_this_language()})"
    return MatchLetter(
        subject=subject,
        name=reader.name,
        game=page.game_title,
        title=page.title,
        place=reader.place_of(record),
        sections=sections_of(news, page),
        questions=asked,
        raised=others,
        button=_button(page, news, sender, account, uninvited, asked, others=bool(others)),
        idle=not asked and view is not None and record.table["status"] == "running",
        ended=record.table["status"] == "closed",
        table=None if view is None else game.words.table(view, page.names, reader.language).strip("\n"),
        picture=None if view is None else picture,
        signs=[] if view is None or seat is None else signs_shown(page, view, seat),
        drawn_and_told=reader.programmer,
        brief=not reader.programmer,
        n=record.n,
        head=record.head,
        key=sender.key_id,
        evidence=[] if uninvited is not None else evidence_of(record, sender),
        links=_links(page, in_play=uninvited is None),
        foot=_foot(page, news, sender, uninvited, read=sender.reply is not None and bool(listed or besides or alone)),
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


def signs_shown(page: Page, view: View, seat: int) -> list[Sign]:
    """Return who is who in the picture of a view; nothing in a game whose picture tells no seats apart."""
    found = zip(page.names, signs_of(page.rules, view, len(page.names), page.reader.language), strict=True)
    shown = ((number, name, sign) for number, (name, sign) in enumerate(found) if sign is not None)
    return [Sign(name, sign.called, sign.colour, own=number == seat) for number, name, sign in shown]


def evidence_of(record: Record, sender: Sender) -> list[str]:
    """Return what makes the letter a witness: the log's head and the latest checkpoint, both signed by the server."""
    signature = b64(sender.sign_head(record.match, record.n, unb64(record.head)))
    return lines_of(Evidence(record.match, record.n, record.head, signature, sender.public_key, sender.checkpoint))


def _foot(page: Page, news: Sequence[Notice], sender: Sender, uninvited: Notice | None, *, read: bool) -> Foot:
    """Return why the reader gets this letter, and the link that stops more of its kind.

    A kind for people who do not sit at the table has words of its own for why it comes. ``read``: answers to this letter are.
    """
    token = sender.unsubscribe(news[0]["account"], page.match.match, uninvited is not None)
    link, say = f"{page.public_url}/unsubscribe/{token}", page.reader.say
    told = [(one, page.reader.words(kind_of(one).words)) for one in news if kind_of(one).to == "account"]
    notice, words = next(((one, own) for one, own in reversed(told) if hasattr(own, "why")), (None, None))
    if notice is None or words is None:
        why = say.foot_why_read(page.title) if read else say.foot_why(page.title)
        return Foot(str(why), str(say.foot_stop()), link)
    stop = words.stop() if kind_of(notice).uninvited else say.foot_stop()
    because = [words.why(page.telling(notice)), *([words.unread()] if kind_of(notice) is INVITED and not read else [])]
    return Foot(" ".join(str(one) for one in because), str(stop), link)


def answers_by(account: Account, page: Page, sender: Sender, seat: int | None) -> ChooseOne | None:
    """Return what makes the links that answer the letter's questions; ``None`` where it has none."""
    make = _links_by(account, sender, seat)
    if make is None or seat is None:
        return None
    return lambda one: f"{page.public_url}/choose/{make(account, page.match.match, seat, digest_of([one]))}"


def says_by(account: Account, page: Page, sender: Sender, seat: int | None) -> Say | None:
    """Return what makes the links by which something is said besides decisions; ``None`` where the letter has none."""
    make = _links_by(account, sender, seat)
    if make is None or seat is None:
        return None
    return lambda one: f"{page.public_url}/say/{make(account, page.match.match, seat, one.digest)}"


def _links_by(account: Account, sender: Sender, seat: int | None) -> Choose | None:
    """Return what makes links that act for the account, ``None`` where it has none."""
    return sender.choose if seat is not None and account.verified and buttons_of(account) == "choices" else None


def _button(
    page: Page,
    news: Sequence[Notice],
    sender: Sender,
    account: Account,
    uninvited: Notice | None,
    asked: Sequence[Question],
    *,
    others: bool,
) -> Button | None:
    """Return the letter's own button, for who sits at the table or is invited to it; ``others``: it has buttons that act besides.

    It answers the first question, or leads to the table, where the browser has to be signed in; it signs in whoever has wished
    that, and newcomers, who have no account yet that could be taken.
    """
    notice = news[0] if uninvited is None else uninvited
    if uninvited is None and notice["seat"] is None:
        return None
    say, secret = page.reader.say, "" if uninvited is None else str(uninvited["facts"]["invitation"])
    joins = uninvited is not None and kind_of(uninvited) is INVITED
    label = say.button_join() if joins else say.button_answer() if asked else say.button_look()
    if account.verified and buttons_of(account) != "sign-in":
        way = f"{page.public_url}/join/{page.match.match}?invitation={secret}" if uninvited else page.table_url
        direct = next((one.url for one in asked if one.url), "")
        takes_time = any(one.time is not None for one in asked)
        caution = str(say.button_is_choice(takes_time)) if direct or others or takes_time else ""
        if not direct:
            return Button(str(label), way, caution)
        return Button(str(say.button_choose()), direct, caution, Link(str(label), way))
    since = max(one["send_at"] for one in news)  # not now: the letter that is tried again is the same
    token = sender.enter(notice["account"], page.match.match, since, secret)
    return Button(str(label), f"{page.public_url}/enter/{token}", str(say.button_is_yours()))


def _links(page: Page, *, in_play: bool) -> list[Link]:
    say = page.reader.say
    again = page.match.table["outcome"] is not None
    links = [Link(str(say.links_rematch() if again else say.links_match()), page.table_url)]
    if in_play and page.match.state is not None:
        links.append(Link(str(say.links_verify()), page.verify_url))
    if in_play and page.reader.programmer:
        links.append(Link(str(say.links_log()), f"{page.match_url}/log.jsonl"))
    game = page.match.table["rules"].partition("@")[0]
    links.append(Link(str(say.links_rules()), f"{page.public_url}/rules/{game}"))
    links.append(Link(str(say.links_fairness()), f"{page.public_url}/fairness"))
    docs = [Link(str(say.links_help()), f"{page.public_url}/docs")] if page.reader.programmer else []
    return [*links, *docs]


def start_message(
    name: str, account: Account, sender: Sender, now: int, subject: str, *, kind: headers.Kind = "auto-generated"
) -> EmailMessage:
    """Return a letter to an account with the headers that every letter has; ``name`` makes its Message-ID."""
    message = EmailMessage(policy=headers.POLICY)
    message["From"] = sender.mail_from
    message["To"] = headers.address(account.name if account.verified else "", account.mail)
    message["Subject"] = subject
    message["Date"] = format_datetime(datetime.fromtimestamp(now // 1000, UTC))
    message["Message-ID"] = headers.message_id(name, sender.mail_from)
    headers.machine_made(message, kind)
    return message


def fill(message: EmailMessage, reader: Reader, letter: Letter) -> None:
    """Write both parts, with boundaries made from the Message-ID: the same news give the same bytes."""
    message.set_content(render(letter, "text", reader.language), cte="quoted-printable")
    message.add_alternative(render(letter, "html", reader.language), subtype="html", cte="quoted-printable")
    message.set_boundary(f"{headers.boundary(str(message['Message-ID']))}-alternative")
    message["Content-Language"] = reader.language


def attach(message: EmailMessage, content_id: str, picture: bytes) -> None:
    """Put a picture into a letter whose HTML part shows it by this id."""
    html = message.get_body(("html",))
    assert html is not None
    html.add_related(picture, "image", "png", cid=f"<{content_id}>", disposition="inline", filename="table.png")
    html.set_boundary(f"{headers.boundary(str(message['Message-ID']))}-related")


__all__ = [
    "Sender",
    "answers_by",
    "asks_in_turn",
    "attach",
    "compose",
    "compose_account",
    "compose_login",
    "evidence_of",
    "fill",
    "how_to_reply",
    "repeats_itself",
    "says_by",
    "signs_shown",
    "start_message",
]

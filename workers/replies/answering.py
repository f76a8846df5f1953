"""The letter that answers a mail: in words what was understood, with receipts; else why nothing changed; then what is asked now.

It goes out at once and is kept nowhere: it says what was sealed, which nobody but the player may read before the lock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from email.message import EmailMessage
from typing import Any

from engine.kit.glance import glance_at
from engine.registry import game_of
from service.matches.matters import matters_of
from service.matches.numbering import Numbered, answerable, digest_of, numbered
from service.matches.seen import seen_at
from service.notifications.asks import has_choices
from service.notifications.channel import Bundle
from service.store.records import Account, Record
from workers.mail import headers
from workers.mail.channel import Mail
from workers.mail.compose import evidence_of, signs_shown
from workers.mail.letter import AnswerLetter, Link, Sign, Understood
from workers.mail.links import says_by
from workers.mail.matters import raised
from workers.mail.message import attach, fill, start_message
from workers.mail.opponents import company
from workers.mail.page import Page
from workers.mail.picture import Picture
from workers.mail.question import due_in_short
from workers.mail.reader import Reader
from workers.mail.reply_hints import how_to_reply, repeats_itself
from workers.mail.sender import Sender, sender_of
from workers.replies import plans_told, rematch_told
from workers.replies.address import ReplyAddress
from workers.replies.asking import is_open, may_say_it_ahead, question_of, still_open
from workers.replies.enclosing import enclose, proofs
from workers.replies.incoming import Incoming
from workers.replies.on_demand import help_points, new_table_url, rules_of, told_on_demand
from workers.replies.outcome import Outcome
from workers.replies.said import said_of, unread_told, unsettled, what_stands, with_what_stands
from workers.replies.sealed_before import has_sealed
from workers.replies.subject import subject_of, to_confirm_in
from workers.replies.time_off_told import told


def answer_with_news(mail: Incoming, outcome: Outcome, bundle: Bundle, writer: Mail) -> EmailMessage:
    """Return the letter that answers a mail, and tells what came of it and what is asked next as any letter does."""
    reader = Reader.of(bundle.account, bundle.now)
    words, sender = reader.words("reply"), sender_of(writer.context, outcome.record)
    page = Page(reader, sender.public_url, sender.public_key, outcome.record, game_of(outcome.record.table))
    told = replace(outcome, done=[unsettled(one, page, bundle.notices) for one in outcome.done])
    seat = bundle.notices[0]["seat"]
    assert seat is not None, "who answers has a seat"
    understood = Understood([*said_of(told, page, seat, words), *unread_told(told, words)], proofs(outcome.done, words))
    message = writer.write_answer(bundle, mail.message_id, understood)
    enclose(message, outcome.done, reader.language)
    return message


def answer_letter(
    mail: Incoming,
    outcome: Outcome,
    account: Account,
    address: ReplyAddress,
    sender: Sender,
    *,
    name: str,
    vacation_days: int = 0,
    pictured: Callable[[], Picture | str | None] | None = None,
) -> EmailMessage:
    """Return the letter that answers a mail of this account, under this name; ``vacation_days`` has a year here.

    :param pictured: gives the table as its reader wishes to have it, where something is asked, as
        :meth:`workers.mail.channel.Mail.pictured` does; ``None``: nothing is drawn.
    :raises NoPicture: when it gives a picture that cannot be drawn: then the letter can be written without.
    """
    assert sender.reply is not None
    record, seat = outcome.record, address.seat
    reader = Reader.of(account, record.now)
    page = Page(reader, sender.public_url, sender.public_key, record, game_of(record.table))
    words = reader.words("reply")
    whole = address.whole or "more" in outcome.orders
    open_ones = [
        one for one in answerable(record, seat) if still_open(record, one, seat) and has_choices(record, one, seat)
    ]
    time_off, to_say, confirms = outcome.time_off, to_confirm_in(outcome), None
    if to_say is not None and sender.confirm is not None:
        confirms = sender.confirm(account, record.match, seat, to_say)
    alone = confirms is not None or outcome.left  # its address is for one answer only, or of somebody who is not asked
    listed = [] if alone else numbered(record, seat, open_ones, whole=whole)
    besides = [] if alone else [one for one in matters_of(record, seat) if one.said is None]
    told_of = replace(outcome, done=[unsettled(one, page) for one in outcome.done])
    acted = any(one.act != "refused" for one in outcome.done) or (time_off and time_off.did in ("entered", "ended"))
    lines = (
        with_what_stands(said_of(told_of, page, seat, words, listed), what_stands(outcome, page, seat, listed, words))
        if time_off is None
        else told(time_off, reader, vacation_days, words)
    )
    if outcome.rematch is not None:
        lines = rematch_told.told(outcome.rematch, page, words)
    helped = told_on_demand(outcome, page, account, seat, listed, words, alone=alone)
    # What was not read stands below what was: below what the mail asked to be told, where that is all and no list follows.
    unread = unread_told(outcome, words)
    above = bool(lines) or "rules" in outcome.orders
    lines, helped = ([*lines, *unread], helped) if above else (lines, [*helped, *unread])
    line = subject_of(outcome, words, acted=bool(acted))
    due = due_in_short(listed[0].standing, listed[0].standing["deadline"], page) if listed else ""
    subject = headers.subject(page.short_title, company(page, seat) if due else [""], [f"{line}{due}"])
    full = (
        whole or outcome.language is not None or any(may_say_it_ahead(outcome.line, page, seat, one) for one in listed)
    )
    asked_now = [question_of(one, page, seat, words, account, sender, full=full) for one in listed]
    is_asked = any(is_open(page, seat, one) for one in listed)
    picture = pictured() if pictured is not None and is_asked else None
    content_id = f"table.{record.n}@{headers.domain_of(sender.mail_from)}"
    in_words = "status" in outcome.orders or picture == ""
    how, examples = plans_told.offered(outcome, page)
    reply = (
        ""
        if alone
        else how_to_reply(
            page, seat, listed, besides, also=False, same=repeats_itself(page, sender, seat, listed), brief=True
        )
    )
    by_buttons = not reply and any(one.url for one in asked_now)  # else it is said there who must not get the mail
    letter = AnswerLetter(
        subject=subject,
        name=reader.name,
        lines=lines,
        proofs=proofs(outcome.done, words),
        lead="" if alone or outcome.rematch else _lead(record, seat, listed, page, words),
        questions=asked_now,
        raised=raised(besides, page, says_by(account, page, sender, seat)),
        reply=reply,
        help=[*helped, *how],
        points=[*examples, *_points(outcome, page, seat, listed, words, alone=alone)],
        table="" if alone else _table(page, seat) if in_words else _in_short(page, seat, outcome),
        game=page.game_title,
        place=reader.place_of(record),
        picture=f"cid:{content_id}" if callable(picture) else picture or None,
        signs=_who_is_who(page, seat) if picture else (),
        n=record.n,
        head=record.head,
        key=sender.key_id,
        evidence=evidence_of(record, sender),
        links=_links(page, outcome, words, new_table_url(page, account, sender), alone=alone),
        why=str(words.why(page.title)),
        brief=not reader.programmer,
        caution=str(reader.say.button_is_choice(False)) if by_buttons else "",
    )
    message = start_message(name, account, sender, record.now, subject, kind="auto-replied")
    root = f"<{record.match}@{headers.domain_of(sender.mail_from)}>"
    message["In-Reply-To"] = mail.message_id or root
    message["References"] = f"{root} {mail.message_id}".strip()
    asked = digest_of(listed, [one.facts for one in besides])
    to = sender.reply(account, record.match, seat, asked, whole)
    if outcome.meant is not None and sender.suggest is not None and not alone:
        to = sender.suggest(account, record.match, seat, asked, outcome.meant, whole, outcome.ahead)
    message["Reply-To"] = confirms or to
    fill(message, reader, letter)
    if callable(picture):
        attach(message, content_id, picture())
    enclose(message, outcome.done, reader.language)
    return message


def _who_is_who(page: Page, seat: int) -> Sequence[Sign]:
    record = page.match
    return () if record.state is None else signs_shown(page, seen_at(record, record.state, page.rules, seat), seat)


def _links(page: Page, outcome: Outcome, words: Any, new_table: str, *, alone: bool) -> list[Link]:
    """Return where the answer leads: to the table, and to what it speaks of."""
    say, table = page.reader.say, page.match.table
    again = table["outcome"] is not None
    found = [Link(str(say.links_rematch() if again else say.links_match()), page.table_url)]
    if "rules" in outcome.orders or outcome.explains:
        found.append(Link(str(say.links_rules()), f"{page.public_url}/rules/{table['rules'].partition('@')[0]}"))
    if table["status"] == "closed" and not alone:
        found.append(Link(str(words.link_home()), f"{page.public_url}/"))
    if "help" in outcome.orders and not alone:
        found.append(Link(str(words.link_new()), new_table))
    return found


def _points(
    outcome: Outcome, page: Page, seat: int, listed: Sequence[Numbered], words: Any, *, alone: bool
) -> list[str]:
    """Return the list that a mail has asked for: what can be written, the rules."""
    helped = help_points(page, seat, listed, words) if "help" in outcome.orders and not alone else []
    return [*helped, *(rules_of(page).points if "rules" in outcome.orders else ())]


def _lead(record: Record, seat: int, listed: Sequence[Numbered], page: Page, words: Any) -> str:
    """Return what stands in place of questions where there are none; their titles say for themselves what is asked."""
    if record.table["status"] == "closed":
        return str(words.ended(record.table["outcome"] is not None))
    if not listed:
        return str(words.nothing_open())
    return ""


def _table(page: Page, seat: int) -> str:
    record = page.match
    if record.state is None:
        return ""
    view = seen_at(record, record.state, page.rules, seat)
    return page.rules.words.table(view, page.names, page.reader.language).strip("\n")


def _in_short(page: Page, seat: int, outcome: Outcome) -> str:
    """Return the table in few lines for whoever asks what they have sealed and has nothing: it tells what lies open."""
    record = page.match
    if not outcome.asks_sealed or record.state is None or has_sealed(record, seat):
        return ""
    view = seen_at(record, record.state, page.rules, seat)
    return glance_at(page.rules.words, view, page.names, page.reader.language, kinds=()).strip("\n")


__all__ = ["answer_letter", "answer_with_news"]

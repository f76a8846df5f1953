"""The letter that answers a mail: in words what was understood, with receipts; else why nothing changed; then what is asked now.

It goes out at once and is kept nowhere: it says what was sealed, which nobody but the player may read before the lock.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from email.message import EmailMessage
from typing import Any

from engine.contract import Move
from engine.kit.again import is_repeatable
from engine.kit.guide import InShort
from engine.kit.wording import answer_in_words
from engine.match.extensions import times_left
from engine.match.standing import Standing, decision_of, standing_of
from engine.match.time_requests import request_of
from engine.registry import game_of
from service.accounts.mail_preferences import buttons_of
from service.choices.ahead import may_say_ahead
from service.matches.matters import Matter, asks_for_time, matters_of
from service.matches.numbering import Numbered, answerable, digest_of, numbered
from service.matches.seen import seen_at
from service.moments import DAY, span
from service.notifications.asks import Ask, has_choices
from service.notifications.channel import Bundle
from service.notifications.plain import plain
from service.store.records import Account, Notice, Record
from workers.mail import headers
from workers.mail.ahead import ahead_example
from workers.mail.channel import Mail, sender_of
from workers.mail.compose import (
    Sender,
    answers_by,
    asks_in_turn,
    attach,
    evidence_of,
    fill,
    how_to_reply,
    repeats_itself,
    says_by,
    signs_shown,
    start_message,
)
from workers.mail.letter import AnswerLetter, Link, Question, Sign, Understood
from workers.mail.matters import example_of_asking, most_in_a_mail, raised
from workers.mail.page import Page
from workers.mail.picture import Picture
from workers.mail.question import FEW, answer_to
from workers.mail.reader import Reader
from workers.mail.sentences import NAME
from workers.mail.wishes import parts_settled
from workers.replies import rematch_told
from workers.replies.address import ReplyAddress
from workers.replies.explaining import explained, rules_in_short
from workers.replies.incoming import Incoming
from workers.replies.offered import LANGUAGES
from workers.replies.outcome import Done, Outcome
from workers.replies.plain_speech import words_of
from workers.replies.subject import subject_of, to_confirm_in
from workers.replies.suggesting import UNDO
from workers.replies.time_off_told import told
from workers.replies.wishes import ELSE


def answer_with_news(mail: Incoming, outcome: Outcome, bundle: Bundle, writer: Mail) -> EmailMessage:
    """Return the letter that answers a mail, and tells what came of it and what is asked next as any letter does."""
    reader = Reader.of(bundle.account, bundle.now)
    words, sender = reader.words("reply"), sender_of(writer.context, outcome.record)
    page = Page(reader, sender.public_url, sender.public_key, outcome.record, game_of(outcome.record.table))
    told = replace(outcome, done=[_unsettled(one, page, bundle.notices) for one in outcome.done])
    understood = Understood(_said(told, page, words), _proofs(outcome.done, words))
    message = writer.write_answer(bundle, mail.message_id, understood)
    _enclose(message, outcome.done, reader.language)
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
        one for one in answerable(record, seat) if _still_open(record, one, seat) and has_choices(record, one, seat)
    ]
    time_off, to_say, confirms = outcome.time_off, to_confirm_in(outcome), None
    if to_say is not None and sender.confirm is not None:
        confirms = sender.confirm(account, record.match, seat, to_say)
    alone = confirms is not None or outcome.left  # its address is for one answer only, or of somebody who is not asked
    listed = [] if alone else numbered(record, seat, open_ones, whole=whole)
    besides = [] if alone else [one for one in matters_of(record, seat) if one.said is None]
    told_of = replace(outcome, done=[_unsettled(one, page) for one in outcome.done])
    acted = any(one.act != "refused" for one in outcome.done) or (time_off and time_off.did in ("entered", "ended"))
    lines = (
        _with_what_stands(_said(told_of, page, words, listed), _stands(outcome, page, seat, listed, words))
        if time_off is None
        else told(time_off, reader, vacation_days, words)
    )
    if outcome.rematch is not None:
        lines = rematch_told.told(outcome.rematch, page, words)
    line = subject_of(outcome, words, acted=bool(acted))
    subject = headers.subject(page.short_title, [""], [line])
    full = whole or outcome.language is not None or any(_may_say_ahead(outcome.line, page, seat, one) for one in listed)
    asked_now = [_question(one, page, seat, words, account, sender, full=full) for one in listed]
    is_asked = any(_is_open(page, seat, one) for one in listed)
    picture = pictured() if pictured is not None and is_asked else None
    content_id = f"table.{record.n}@{headers.domain_of(sender.mail_from)}"
    in_words = "status" in outcome.orders or picture == ""
    letter = AnswerLetter(
        subject=subject,
        name=reader.name,
        lines=lines,
        proofs=_proofs(outcome.done, words),
        lead="" if alone or outcome.rematch else _lead(record, seat, listed, page, words),
        questions=asked_now,
        raised=raised(besides, page, says_by(account, page, sender, seat)),
        reply=""
        if alone
        else how_to_reply(
            page, seat, listed, besides, also=False, same=repeats_itself(page, sender, seat, listed), brief=True
        ),
        help=_told_on_demand(outcome, page, account, sender, seat, listed, words, alone=alone),
        points=list(_rules(page).points) if "rules" in outcome.orders else [],
        table=_table(page, seat) if in_words and not alone else "",
        game=page.game_title,
        place=reader.place_of(record),
        picture=f"cid:{content_id}" if callable(picture) else picture or None,
        signs=_who_is_who(page, seat) if picture else (),
        n=record.n,
        head=record.head,
        key=sender.key_id,
        evidence=evidence_of(record, sender),
        links=_links(page, rules="rules" in outcome.orders or bool(outcome.explains)),
        why=str(words.why(page.title)),
        brief=not reader.programmer,
        caution=str(reader.say.button_is_choice(False)) if any(one.url for one in asked_now) else "",
    )
    message = start_message(name, account, sender, record.now, subject, kind="auto-replied")
    root = f"<{record.match}@{headers.domain_of(sender.mail_from)}>"
    message["In-Reply-To"] = mail.message_id or root
    message["References"] = f"{root} {mail.message_id}".strip()
    asked = digest_of(listed, [one.facts for one in besides])
    reply = sender.reply(account.id, record.match, seat, asked, whole)
    if outcome.meant is not None and sender.suggest is not None and not alone:
        reply = sender.suggest(account.id, record.match, seat, asked, outcome.meant, whole)
    message["Reply-To"] = confirms or reply
    fill(message, reader, letter)
    if callable(picture):
        attach(message, content_id, picture())
    _enclose(message, outcome.done, reader.language)
    return message


def _is_open(page: Page, seat: int, one: Numbered) -> bool:
    """Return whether the reader has not answered a question."""
    act = page.match.acts.get((one.standing["id"], seat))
    return act is None or act.commitment is None


def _who_is_who(page: Page, seat: int) -> Sequence[Sign]:
    record = page.match
    return () if record.state is None else signs_shown(page, seen_at(record, record.state, page.rules, seat), seat)


def _still_open(record: Record, standing: Standing, seat: int) -> bool:
    """Return whether an answer can still be given or changed: an open one counts at once, unless it is held back."""
    act = record.acts.get((standing["id"], seat))
    return act is None or act.commitment is None or standing["sealed"] or standing["release"] is not None


def _told_on_demand(
    outcome: Outcome,
    page: Page,
    account: Account,
    sender: Sender,
    seat: int,
    listed: Sequence[Numbered],
    words: Any,
    *,
    alone: bool,
) -> list[str]:
    """Return what the mail has asked to be told: what is read, what the game is about, what a card does."""
    found = _helped(page, account, sender, seat, listed, words) if "help" in outcome.orders and not alone else []
    found += [_rules(page).aim] if "rules" in outcome.orders else []
    if outcome.explains:
        language = page.reader.language
        found += explained(page.rules, page.match, seat, outcome.explains, language)
        found += [] if found else [str(words.no_such_card(outcome.explains))]
        found += [str(words.play_it(one)) for one in _named(outcome.candidates, page)]
    return found


def _rules(page: Page) -> InShort:
    return rules_in_short(page.rules, page.reader.language)


def _links(page: Page, *, rules: bool) -> list[Link]:
    say, game = page.reader.say, page.match.table["rules"].partition("@")[0]
    found = [Link(str(say.links_match()), page.table_url)]
    return [*found, Link(str(say.links_rules()), f"{page.public_url}/rules/{game}")] if rules else found


def _help(page: Page, seat: int, listed: Sequence[Numbered], words: Any) -> str:
    """Return what is read, with examples of what is asked now: none of another game, and none of what means nothing here."""
    sealed = any(one["sealed"] and seat in one["seats"] for one in page.match.table["standing"])
    same = next((move for one in listed for move in one.moves if is_repeatable(page.rules, move)), None)
    again = "" if same is None else page.rules.words.move(same, page.reader.language)
    examples = (ahead_example(page.match, seat, one, page.reader.say, page.reader.language) for one in listed)
    asking = any(asks_for_time(page.match, seat))
    ask = example_of_asking(page.match.table, page.reader.language) if asking else ""
    return str(words.help(next(filter(None, examples), ""), sealed, again, ask, asks_in_turn(page, listed)))


def _lead(record: Record, seat: int, listed: Sequence[Numbered], page: Page, words: Any) -> str:
    """Return what stands in place of questions where there are none; their titles say for themselves what is asked."""
    if record.table["status"] == "closed":
        again = page.table_url if record.table["outcome"] is not None else ""
        return str(words.ended(again, f"{page.public_url}/"))
    if not listed:
        return str(words.nothing_open())
    return ""


def _may_say_ahead(line: str, page: Page, seat: int, listed: Numbered) -> bool:
    """Return whether a line that was not understood has a word that leads to what may be said ahead: all of it is listed then."""
    said, record = {*words_of(line)}, page.match
    offered = (
        part
        for move in listed.moves
        for language in LANGUAGES
        for part in may_say_ahead(record, seat, listed.standing, move, language)
    )
    return bool(said) and any({*ELSE, *map(str.casefold, part.keywords)} & said for part in offered)


def _in_short(question: Question, page: Page, seat: int, listed: Numbered) -> Question:
    """Return a question with what its letter has said before left out: that answers are sealed, and what may be said ahead."""
    say, language = page.reader.say, page.reader.language
    example = ahead_example(page.match, seat, listed, say, language)
    terms = [line for line in question.terms if line != str(say.sealed())]
    return replace(question, terms=terms, ahead=[str(say.say_ahead_short(example))] if example else [])


def _question(
    listed: Numbered, page: Page, seat: int, words: Any, account: Account, sender: Sender, *, full: bool
) -> Question:
    """Return what a decision asks, with its buttons; of what is answered already, only until when that can be changed."""
    standing = listed.standing
    act = page.match.acts.get((standing["id"], seat))
    is_open = _is_open(page, seat, listed)
    choose = answers_by(account, page, sender, seat) if is_open else None
    ask = Ask(standing, "answer", standing["deadline"])
    question = answer_to(ask, page, seat, listed=listed, choose=choose)
    if not full:
        question = _in_short(question, page, seat, listed)
    if is_open:
        return question if act is None or not question.url else _anew(question, act.seq, sender)
    return replace(question, title=str(words.answered_already(_asked(standing, page))), terms=question.terms[:1])


def _anew(question: Question, seq: int, sender: Sender) -> Question:
    """Return a question whose answer was taken back, with buttons that answer it all the same."""
    if sender.anew is None:
        return question
    again = f"?again={sender.anew(question.url.rpartition('/')[2], seq)}"
    choices = [replace(one, url=f"{one.url}{again}" if one.url else "") for one in question.choices]
    return replace(question, url=f"{question.url}{again}", choices=choices)


def _asked(standing: Standing, page: Page) -> str:
    return page.rules.words.question(decision_of(standing), page.reader.language)


def _helped(
    page: Page, account: Account, sender: Sender, seat: int, listed: Sequence[Numbered], words: Any
) -> list[str]:
    """Return the help: what is read, and where one opens a table of one's own, which no mail does.

    Who asks for help reads it in their own mailbox; the link signs in there, unless the account wants none that act.
    """
    plain_links = buttons_of(account) == "none"
    url = f"{page.public_url}/new"
    if not plain_links:
        url = f"{page.public_url}/enter/{sender.enter(account.id, '', page.match.now, '')}"
    caution = "" if plain_links else str(page.reader.say.button_is_yours())
    return [_help(page, seat, listed, words), f"{words.own_table(url)} {caution}".strip()]


def _said(outcome: Outcome, page: Page, words: Any, listed: Sequence[Numbered] = ()) -> list[str]:
    found = _each_line(outcome, page, words) if outcome.lines else _each(outcome.done, page, words)
    status = outcome.record.table["status"]
    if outcome.language is not None:
        found.append(str(words.language_changed()))
    elif outcome.resigns:
        found.append(str(words.resign_confirm(page.title, outcome.resigns == "team")))
    elif outcome.trouble == "not-understood":
        found.append(_not_understood(outcome, page, words, listed))
    elif outcome.trouble not in (None, "over"):
        found.append(str(words.trouble(outcome.trouble, *_how_much(outcome, page))))
    elif outcome.trouble == "over" or (not found and not outcome.orders and status != "running"):
        found.append(str(words.trouble("ended" if status == "closed" else "over")))
    return found


def _with_what_stands(said: Sequence[str], stands: Sequence[str]) -> list[str]:
    """Return why nothing was changed and what stands, in one paragraph."""
    return [*said[:-1], " ".join((*said[-1:], *stands))] if said else list(stands)


def _stands(outcome: Outcome, page: Page, seat: int, listed: Sequence[Numbered], words: Any) -> list[str]:
    """Return, where nothing was changed, what of the reader's stands sealed, and until when that can be changed.

    Which answer it is, nobody but the resolving workers can read: the mail of then says it.
    """
    if outcome.trouble is None or outcome.done:
        return []
    found = []
    for standing in (one.standing for one in listed if one.standing["sealed"]):
        act, deadline = page.match.acts.get((standing["id"], seat)), standing["deadline"]
        until = "" if deadline is None else page.reader.moment(deadline)
        if act is not None and act.commitment is not None:
            found.append(str(words.still_sealed(page.reader.moment(act.committed or act.received), until)))
        else:
            found.append(str(words.nothing_sealed()))
    return found


def _each(done: Sequence[Done], page: Page, words: Any) -> list[str]:
    return [text for one in done if one.act != "lapsed" and (text := _told(one, page, words))]


def _each_line(outcome: Outcome, page: Page, words: Any) -> list[str]:
    """Return of each of several lines what it did, or why it did nothing."""
    told = {id(was): now for was, now in zip(_flat(outcome), outcome.done, strict=True)}
    found = []
    for place, one in enumerate(outcome.lines, 1):
        said = " ".join(_each([told[id(each)] for each in one.done], page, words))
        if one.stop is not None:
            said = str(words.stopped(one.stop, _named(one.candidates, page), max(0, len(one.candidates) - FEW)))
        found.append(str(words.line(place, plain(one.text, 60), said)))
    return found


def _flat(outcome: Outcome) -> list[Done]:
    return [one for line in outcome.lines for one in line.done]


def _named(candidates: Sequence[tuple[Numbered, Move]], page: Page) -> list[str]:
    """Return a few choices in words."""
    return [
        answer_in_words(page.rules.words, move, page.reader.language, kind=one.standing["kind"], names=page.names)
        for one, move in candidates[:FEW]
    ]


def _how_much(outcome: Outcome, page: Page) -> tuple[str, str]:
    """Return for how much time one may ask here at most, and what a mail that asks says."""
    language, most = page.reader.language, outcome.most
    if not most:
        return "", ""
    example = most if outcome.trouble == "ask-too-much" else min(most, DAY)
    return span(most, language), most_in_a_mail(example, language)


def _unsettled(one: Done, page: Page, news: Sequence[Notice] = ()) -> Done:
    """Return what was done without what it said about what is over by now: the news tell what became of that."""
    if not one.wishes or one.standing is None:
        return one
    decision, reader = one.standing["id"], page.reader
    over, settled = reader.place(decision) != reader.place_of(page.match), parts_settled(news, page, decision)
    left = [each for each in one.wishes[reader.language] if each.lasting or not (over or each.part in settled)]
    return replace(one, wishes={reader.language: left})


def _not_understood(outcome: Outcome, page: Page, words: Any, listed: Sequence[Numbered]) -> str:
    """Return which line was not clear, what it may mean if that is several things, and what to write instead."""
    if outcome.meant is not None:
        meant = _meant(outcome, page, listed)
        if meant is not None:
            return str(words.suggested(plain(outcome.line, 60), meant))
    named = _named(outcome.candidates, page)
    last = max((one.first + len(one.moves) - 1 for one in listed), default=0)
    return str(words.not_understood(plain(outcome.line, 60), named, len(outcome.candidates) - len(named), last))


def _meant(outcome: Outcome, page: Page, listed: Sequence[Numbered]) -> str | None:
    """Return what the line may have been meant to say, in words; empty: to take back. ``None``: that is not asked any more."""
    if not outcome.candidates:
        return "" if outcome.meant == UNDO else None
    asked = {one.standing["id"] for one in listed}
    [(one, _)], [name] = outcome.candidates, _named(outcome.candidates, page)
    return name if one.standing["id"] in asked else None


def _told(one: Done, page: Page, words: Any) -> str:
    if one.wishes is not None:
        said = one.wishes.get(page.reader.language, ())
        return str(words.ahead_refused(one.refused) if one.act == "refused" else words.ahead(said, one.replaced))
    plainly = {"ended": words.ahead_ended, "resigned": words.resigned, "comes-back": words.comes_back}
    if one.act in plainly:
        return str(plainly[one.act]())
    if one.act == "said" and one.matter is not None:
        return _said_about(one.matter, one, page, words)
    return _answered(one, page, words)


def _said_about(matter: Matter, one: Done, page: Page, words: Any) -> str:
    """Return what was said about a matter."""
    if matter.kind == "time":
        return _time_taken(matter, page, words)
    if matter.kind == "ask":
        return _time_asked(matter, page, words)
    if matter.kind == "keep":
        return str(words.keeps_seat())
    return str(words.said(one.option, page.names[matter.about], plain(matter.who, NAME)))


def _answered(one: Done, page: Page, words: Any) -> str:
    """Return what became of an answer to a decision."""
    question = move = ""
    if one.standing is not None:
        question = _asked(one.standing, page)
        if one.move is not None:
            kind, language = one.standing["kind"], page.reader.language
            move = one.called.get(language) or answer_in_words(
                page.rules.words, one.move, language, kind=kind, names=page.names
            )
    if one.act == "refused":
        return str(words.refused(question, move, one.refused))
    if one.act == "before":
        return str(words.before(question, move, one.commitment))
    if one.act == "taken-back":
        return str(words.taken_back(question))
    waits = one.acted is not None and one.acted.act.wait
    said = str(words.sealed(question, move, waits) if one.act == "sealed" else words.answered(question, move))
    return f"{said} {words.one_of_several()}" if one.one_of_several else said


def _time_taken(matter: Matter, page: Page, words: Any) -> str:
    table = page.match.table
    standing = standing_of(table, matter.decision)
    until = None if standing is None else standing["deadline"]
    moment = "" if until is None else page.reader.moment(until)
    return str(words.time_taken(moment, times_left(table, matter.about)))


def _time_asked(matter: Matter, page: Page, words: Any) -> str:
    """Return what became of asking the others: where there is nobody to ask, they have agreed."""
    standing = standing_of(page.match.table, matter.decision)
    until = None if standing is None else standing["deadline"]
    moment = "" if until is None else page.reader.moment(until)
    asked = span(matter.seconds, page.reader.language)
    granted = standing is not None and request_of(standing) is None
    return str(words.time_granted(asked, moment) if granted else words.time_asked(asked, moment))


def _enclose(message: EmailMessage, done: Sequence[Done], language: str) -> None:
    """Enclose receipts and openings as programs take them, one a line; they are the player's only copy."""
    receipts = [
        {"receipt": signed.receipt, "signature": signed.signature}
        for one in done
        if (signed := one.acted or one.receipt) is not None
    ]
    openings = [{"opening": one.opening} for one in done if one.opening is not None]
    orders = [dict(one.order) for one in done if one.order is not None]
    for name, found in (("receipts.jsonl", receipts), ("openings.jsonl", openings), ("orders.jsonl", orders)):
        if found:
            text = "".join(json.dumps(one, ensure_ascii=False, sort_keys=True) + "\n" for one in found)
            message.add_attachment(text.encode(), "application", "jsonl", filename=name)
    if message.get_content_subtype() == "mixed":
        message["Content-Language"] = language  # the library has moved it into the part that was the whole
        message.set_boundary(f"{headers.boundary(str(message['Message-ID']))}-mixed")


def _proofs(done: Sequence[Done], words: Any) -> list[str]:
    """Return what the letter says about what it encloses."""
    made = [one.acted.act.commitment for one in done if one.acted is not None and one.acted.act.commitment]
    signed = any(one.acted is not None or one.receipt is not None for one in done)
    enclosed = [str(words.order_proof())] if any(one.order is not None for one in done) else []
    receipt = [str(words.commitment(made))] if made else [str(words.proof())] if signed else []
    return [*receipt, *enclosed]


def _table(page: Page, seat: int) -> str:
    record = page.match
    if record.state is None:
        return ""
    view = seen_at(record, record.state, page.rules, seat)
    return page.rules.words.table(view, page.names, page.reader.language).strip("\n")


__all__ = ["answer_letter", "answer_with_news"]

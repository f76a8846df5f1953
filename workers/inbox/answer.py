"""The letter that answers a mail: in words what was understood, with receipts; else why nothing changed; then what is asked now.

It goes out at once and is kept nowhere: it says what was sealed, which nobody but the player may read before the lock.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from email.message import EmailMessage
from functools import partial
from typing import Any

from engine.kit.text.particulars import answer_in_words
from engine.kit.text.phrases import LANGUAGES, glance_at
from engine.match.absence import case_of, decision_on
from engine.match.asking import standing_of
from engine.match.extensions import times_left
from engine.match.table import Standing
from engine.match.time_requests import request_of
from engine.protocol.talk import LONGEST_TEXT
from engine.registry import game_of
from service.accounts.mail.mail_preferences import note_told
from service.calendar import DAY, span
from service.choices.ahead import may_say_ahead
from service.matches.absence.matters import Matter, matters_of
from service.matches.numbering import Numbered, answerable, digest_of, numbered
from service.matches.seen import is_settled, seen_at
from service.notifications.asks import Ask, asks, has_choices
from service.notifications.channel import Bundle
from service.notifications.delivery import State
from service.notifications.kinds import kind_of
from service.notifications.notices import seat_told
from service.notifications.planning import Plan, delivery, plan
from service.store.keys import recipient_of
from service.store.outbox import Claim
from service.store.records import Account, Notice, Record
from service.text.names import plain, quoted
from workers.inbox.commands import Done, Outcome
from workers.inbox.commands.account import day_in_words, tell_vacation, to_confirm
from workers.inbox.commands.ask import SMALL, has_sealed, help_points, new_table_url, rules_of, told_on_demand
from workers.inbox.commands.manners import tell_manner
from workers.inbox.commands.plan import plan_subject, tell_plan, tell_sentences
from workers.inbox.commands.table import tell_rematch
from workers.inbox.naming import ELSE, UNDO
from workers.inbox.offered import named, question_in_words
from workers.inbox.text import Incoming
from workers.inbox.words import SHOWN, either, folded, number_alone, words_of
from workers.mail import headers
from workers.mail.channel import Mail
from workers.mail.compose import evidence_of, signs_shown
from workers.mail.headers import company
from workers.mail.letter import AnswerLetter, Link, Question, Sign, Understood
from workers.mail.links import answers_by, asks_in_turn, how_to_reply, repeats_itself, says_by
from workers.mail.page import Page
from workers.mail.parts.ahead import ahead_example, parts_settled
from workers.mail.parts.matters import most_in_a_mail, raised
from workers.mail.parts.picture import Picture
from workers.mail.parts.question import FEW, answer_to, due_in_short
from workers.mail.reader import Reader
from workers.mail.reply_address import DaysToConfirm, ReplyAddress, nothing_asked, stamped, subject_in
from workers.mail.sender import Sender, attach, fill, sender_of, start_message
from workers.mail.sentences import NAME

ABOUT_MAILS = either("orders.about_mails")
IN_A_ROW = frozenset({"und", "dann", "danach", "anschließend", "and", "then", "afterwards"})


def said_of(outcome: Outcome, page: Page, seat: int, words: Any, listed: Sequence[Numbered] = ()) -> list[str]:
    """Return what a mail did, one paragraph per effect, or why it did nothing."""
    found = _each_line(outcome, page, seat, words) if outcome.lines else _each(outcome.done, page, words)
    status = outcome.record.table["status"]
    if outcome.planned is not None:
        found += tell_plan(outcome, page)
    elif outcome.language is not None:
        found.append(str(words.language_changed()))
    elif outcome.remarked is not None:
        one = outcome.remarked
        found.append(str(words.remarked(plain(one.text, LONGEST_TEXT), one.to_partners, one.refused)))
    elif outcome.manner is not None:
        found.append(tell_manner(outcome.manner, words))
    elif outcome.resigns:
        found.append(str(words.resign_confirm(page.title, outcome.resigns == "team")))
    elif outcome.trouble == "not-understood":
        found.append(_not_understood(outcome, page, seat, words, listed))
    elif outcome.trouble == "by-program":
        found.append(str(words.by_program(outcome.line)))
    elif outcome.trouble not in (None, "over"):
        found.append(str(words.trouble(outcome.trouble, *_how_much(outcome, page))))
    elif outcome.trouble == "over" or (not found and not outcome.orders and status != "running"):
        found.append(str(words.trouble("ended" if status == "closed" else "over")))
    return found


def unread_told(outcome: Outcome, words: Any) -> list[str]:
    """Return the lines of a mail that were not read, quoted; nothing where the answer asks about them anyway."""
    if not outcome.unread or outcome.trouble == "not-understood":
        return []
    return [str(words.unread([quoted(one, 60) for one in outcome.unread[:SHOWN]]))]


def with_what_stands(said: Sequence[str], stands: Sequence[str]) -> list[str]:
    """Return in one paragraph why nothing was changed and what still stands."""
    return [*said[:-1], " ".join((*said[-1:], *stands))] if said else list(stands)


def what_stands(outcome: Outcome, page: Page, seat: int, listed: Sequence[Numbered], words: Any) -> list[str]:
    """Return which sealed answers of the reader still stand after a mail that changed nothing, and until when they can
    be changed.

    Only the resolving workers can read which answer it is; the mail that sealed it told the player.
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


def _each_line(outcome: Outcome, page: Page, seat: int, words: Any) -> list[str]:
    """Return for each of several lines what it did, or why it did nothing."""
    told = {id(was): now for was, now in zip(_flat(outcome), outcome.done, strict=True)}
    found = []
    for place, one in enumerate(outcome.lines, 1):
        said = " ".join(_each([told[id(each)] for each in one.done], page, words))
        if one.stop is not None:
            said = str(words.stopped(one.stop, named(one.candidates, page, seat), max(0, len(one.candidates) - FEW)))
        found.append(str(words.line(place, quoted(one.text, 60), said)))
    return found


def _flat(outcome: Outcome) -> list[Done]:
    return [one for line in outcome.lines for one in line.done]


def _how_much(outcome: Outcome, page: Page) -> tuple[str, str]:
    """Return the most time one may ask for here, and the words of a mail that asks for it."""
    language, most = page.reader.language, outcome.most
    if not most:
        return "", ""
    example = most if outcome.trouble == "ask-too-much" else min(most, DAY)
    return span(most, language), most_in_a_mail(example, language)


def unsettled(one: Done, page: Page, news: Sequence[Notice] = ()) -> Done:
    """Return what was done, minus statements about decisions that have since been resolved: the news tells their
    outcome."""
    if not one.wishes or one.standing is None:
        return one
    decision, reader = one.standing["id"], page.reader
    over, settled = reader.place(decision) != reader.place_of(page.match), parts_settled(news, page, decision)
    left = [each for each in one.wishes[reader.language] if each.lasting or not (over or each.part in settled)]
    return replace(one, wishes={reader.language: left})


def _not_understood(outcome: Outcome, page: Page, seat: int, words: Any, listed: Sequence[Numbered]) -> str:
    """Return which line was unclear, its possible meanings if there are several, and what to write instead."""
    if outcome.meant is not None:
        meant = _meant(outcome, page, seat, listed)
        if meant is not None:
            wishes = outcome.wishes.get(page.reader.language, ())
            return str(words.suggested(quoted(outcome.line, 60), meant, wishes, bool(outcome.unread)))
    if outcome.unread:
        return str(words.in_doubt(quoted(outcome.line, 60)))
    if not outcome.asked and number_alone(folded(outcome.line)) is not None:
        return str(words.no_numbers(bool(listed)))
    candidates = named(outcome.candidates, page, seat)
    last = max((one.first + len(one.moves) - 1 for one in listed), default=0)
    said = str(
        words.not_understood(quoted(outcome.line, 60), candidates, len(outcome.candidates) - len(candidates), last)
    )
    if SMALL.fullmatch(outcome.line):
        return f"{said} {words.say_in_capitals()}"
    if ABOUT_MAILS.search(folded(outcome.line)):
        return f"{said} {words.about_mails()} {page.public_url}/account"
    return f"{said} {words.one_line_each()}" if asks_in_turn(page, listed) and _says_several(outcome.line) else said


def _says_several(line: str) -> bool:
    """Return whether a line may ask for several things one after another."""
    return not IN_A_ROW.isdisjoint(words_of(line)) or "," in line


def _meant(outcome: Outcome, page: Page, seat: int, listed: Sequence[Numbered]) -> str | None:
    """Return the suggested meaning of the line in words (empty = take back), or None if it is no longer asked about."""
    if not outcome.candidates:
        return "" if outcome.meant == UNDO else None
    asked = {one.standing["id"] for one in listed}
    [(one, _)], [name] = outcome.candidates, named(outcome.candidates, page, seat)
    return name if one.standing["id"] in asked else None


def _told(one: Done, page: Page, words: Any) -> str:
    if one.act == "planned":
        return ""  # what stands now is told as a whole
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
    """Return the confirmation of what was said about a matter."""
    if matter.kind == "time":
        return _time_taken(matter, page, words)
    if matter.kind == "ask":
        return _time_asked(matter, page, words)
    if matter.kind == "keep":
        return str(words.keeps_seat())
    said = str(words.said(one.option, page.names[matter.about], plain(matter.who, NAME)))
    if one.option == "grant":
        return f"{said}{_since_granted(matter, page, words)}"
    return f"{said}{words.undecided()}" if _is_undecided(matter, page) else said


def _answered(one: Done, page: Page, words: Any) -> str:
    """Return the result of answering a decision."""
    question = move = ""
    if one.standing is not None:
        question = question_in_words(one.standing, page)
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


def _is_undecided(matter: Matter, page: Page) -> bool:
    """Return whether others still have to agree about a seat."""
    case = case_of(page.match.table, matter.about) if matter.kind in ("vote", "person", "hand") else None
    return case is not None and "polled" in case and decision_on(page.match.table, case) is None


def _since_granted(matter: Matter, page: Page, words: Any) -> str:
    """Return the deadline after time was granted; empty while others have yet to agree."""
    standing = standing_of(page.match.table, matter.decision)
    if standing is None or request_of(standing) is not None or standing["deadline"] is None:
        return ""
    return str(words.deadline_now(page.reader.moment(standing["deadline"])))


def _time_asked(matter: Matter, page: Page, words: Any) -> str:
    """Return the result of asking the others for time; where there is nobody to ask, it is granted."""
    standing = standing_of(page.match.table, matter.decision)
    until = None if standing is None else standing["deadline"]
    moment = "" if until is None else page.reader.moment(until)
    asked = span(matter.seconds, page.reader.language)
    granted = standing is not None and request_of(standing) is None
    others = [name for seat, name in enumerate(page.names) if seat != matter.about]
    opponent = others[0] if len(others) == 1 else ""
    return str(words.time_granted(asked, moment) if granted else words.time_asked(asked, moment, opponent))


# What is asked now, as an answer lists it: shorter than the letter that asked first, and with buttons that still work.


def is_open(page: Page, seat: int, one: Numbered) -> bool:
    """Return whether the reader has not yet answered a question."""
    act = page.match.acts.get((one.standing["id"], seat))
    return act is None or act.commitment is None


def still_open(record: Record, standing: Standing, seat: int) -> bool:
    """Return whether an answer can still be given or changed. An open answer counts at once unless it is held back."""
    act = record.acts.get((standing["id"], seat))
    return act is None or act.commitment is None or standing["sealed"] or standing["release"] is not None


def may_say_it_ahead(line: str, page: Page, seat: int, listed: Numbered) -> bool:
    """Return whether a line that was not understood contains a keyword for answers ahead; if so, all of those are
    listed."""
    said, record = {*words_of(line)}, page.match
    offered = (
        part
        for move in listed.moves
        for language in LANGUAGES
        for part in may_say_ahead(record, seat, listed.standing, move, language)
    )
    return bool(said) and any({*ELSE, *map(str.casefold, part.keywords)} & said for part in offered)


def _in_short(question: Question, page: Page, seat: int, listed: Numbered) -> Question:
    """Return a question without what its letter has already explained: sealing, and answers given ahead."""
    say, language = page.reader.say, page.reader.language
    example = ahead_example(page.match, seat, listed, say, language)
    terms = [line for line in question.terms if line != str(say.sealed())]
    return replace(question, terms=terms, ahead=[str(say.say_ahead_short(example))] if example else [])


def question_of(
    listed: Numbered, page: Page, seat: int, words: Any, account: Account, sender: Sender, *, full: bool
) -> Question:
    """Return a decision's question with its buttons; for one already answered, only until when that can be changed."""
    standing = listed.standing
    act = page.match.acts.get((standing["id"], seat))
    waits = is_open(page, seat, listed)
    choose = answers_by(account, page, sender, seat) if waits else None
    ask = Ask(standing, "answer", standing["deadline"])
    question = answer_to(ask, page, seat, listed=listed, choose=choose)
    if not full:
        question = _in_short(question, page, seat, listed)
    if waits:
        return question if act is None or not question.url else _anew(question, act.seq, sender)
    return replace(
        question, title=str(words.answered_already(question_in_words(standing, page))), terms=question.terms[:1]
    )


def _anew(question: Question, seq: int, sender: Sender) -> Question:
    """Return a question whose answer was taken back, with buttons that can still answer it."""
    if sender.anew is None:
        return question
    again = f"?again={sender.anew(question.url.rpartition('/')[2], seq)}"
    choices = [replace(one, url=f"{one.url}{again}" if one.url else "") for one in question.choices]
    return replace(question, url=f"{question.url}{again}", choices=choices)


# Receipts, openings and orders that an answer encloses, and what it says about them.


def enclose(message: EmailMessage, done: Sequence[Done], language: str) -> None:
    """Enclose receipts and openings in machine-readable form, one per line; they are the player's only copy."""
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


def proofs(done: Sequence[Done], words: Any) -> list[str]:
    """Return the sentences of the letter about its enclosures."""
    made = [one.acted.act.commitment for one in done if one.acted is not None and one.acted.act.commitment]
    signed = any(one.acted is not None or one.receipt is not None for one in done)
    given = [one for one in done if one.order is not None]
    planned = any(one.act == "planned" for one in given)
    enclosed = [str(words.plan_proof() if planned else words.order_proof())] if given else []
    receipt = [str(words.commitment(made))] if made else [str(words.proof())] if signed else []
    return [*receipt, *enclosed]


# What the answer to a mail is about: its subject, and what it asks to confirm, which its address says.


def to_confirm_in(outcome: Outcome) -> bytes | None:
    """Return the eight bytes that encode what the answer asks to confirm, or None if it asks for no confirmation."""
    now, time_off = outcome.record.now, outcome.time_off
    if outcome.resigns:
        return stamped("resign", now)
    if outcome.rematch is not None and outcome.rematch.did == "confirm":
        return stamped("rematch", now)
    if outcome.planned is not None and outcome.planned.confirm:
        return outcome.planned.confirm
    days = to_confirm(time_off) if time_off is not None and time_off.did == "confirm" else None
    return days.packed() if days is not None and days.fits else None


def subject_of(outcome: Outcome, words: Any, *, acted: bool) -> str:
    """Return a short subject for the answer."""
    special = _special(outcome, words)
    if special is not None:
        return special
    if acted:
        return _of_what_was_done(outcome, words)
    if not _asks_only(outcome):
        return str(words.subject_nothing())
    if outcome.explains or "rules" in outcome.orders:
        return str(words.subject_card() if outcome.explains else words.subject_rules())
    return str(words.subject_help() if "help" in outcome.orders else words.subject_news())


def _special(outcome: Outcome, words: Any) -> str | None:
    """Return the subject of an answer that does not concern the table's questions, or None."""
    if (one := outcome.manner) is not None or outcome.language is not None:
        return str(words.subject_language() if one is None else words.subject_manner(one.did == "done", one.command))
    if outcome.remarked is not None:
        return str(words.subject_remarked(bool(outcome.remarked.refused)))
    if outcome.planned is not None:
        return plan_subject(outcome, words)
    if outcome.rematch is not None:
        return str(words.subject_rematch(outcome.rematch.did))
    done = {one.act for one in outcome.done}
    said = {"comes-back": words.subject_comes_back, "taken-back": words.subject_taken_back}
    found = next((word for act, word in said.items() if act in done), None)
    if found is None and outcome.resigns:
        found = words.subject_resign
    if found is None and outcome.time_off is not None and outcome.time_off.did == "confirm":
        return str(words.subject_confirm(outcome.time_off.last is None))
    if found is None and "resigned" in done:
        found = words.subject_resigned
    return None if found is None else str(found())


def _of_what_was_done(outcome: Outcome, words: Any) -> str:
    """Return a subject for what a mail did: time and vacations by name, everything else as "answer"."""
    if outcome.time_off is not None:
        return str(words.subject_vacation(outcome.time_off.did == "entered"))
    kinds = {one.matter.kind for one in outcome.done if one.act == "said" and one.matter is not None}
    if kinds == {"time"}:
        return str(words.subject_time())
    return str(words.subject_asked() if kinds == {"ask"} else words.subject_done())


def _asks_only(outcome: Outcome) -> bool:
    asks = outcome.time_off is None or outcome.time_off.did == "listed"
    return asks and outcome.trouble is None and not outcome.done


# The news of a match that the answer to a mail takes along, so that no letter of its own follows it. They are taken from the
# outbox as the deliverer takes them: by lease, judged by the same rules, marked while they are handed over, and settled with
# a record. Where anything stands against it they stay there, and go by a letter as they would have.


LEASE = 120_000
"""How long the news stays with a process that does not report back (ms): longer than the letter takes."""


@dataclass(frozen=True)
class Along:
    """News leased to travel with the answer to a mail, and the match it describes."""

    mail: Mail
    claim: Claim
    plan: Plan
    record: Record
    account: Account

    @property
    def bundle(self) -> Bundle:
        """The news bundle of a letter."""
        return Bundle(self.plan.bundle, self.account, self.record, self.plan.name, None, self.record.now)

    def at_handover(self) -> bool:
        """Mark the news as about to be sent; return False if another process now holds its lease."""
        return self.mail.context.store.handing(self.claim, [one["id"] for one in self.plan.bundle], self.plan.name, 1)

    def sent(self, answer: str) -> None:
        """Settle the news as delivered with the answer."""
        self._settle("sent", answer)
        note_told(self.mail.context, self.account)

    def ambiguous(self, answer: str) -> None:
        """Record that it is unknown whether the news arrived; kinds that are safe to repeat stay queued."""
        if self.mail.resends(self.plan.bundle):
            self.give_back()
        else:
            self._settle("ambiguous", answer)

    def give_back(self) -> None:
        """Release the news for a letter of its own."""
        self.mail.context.store.settle(self.claim, [], mail=self.plan.name)

    def _settle(self, state: State, answer: str) -> None:
        ids = [*self.plan.settled, *(one["id"] for one in self.plan.bundle)]
        record = delivery(self.plan, state, 1, self.record.now, answer)
        self.mail.context.store.settle(self.claim, ids, dict(record), mail=self.plan.name)


def take_along(mail: Mail, account: Account, outcome: Outcome, seat: int, name: str) -> Along | None:
    """Lease the news that a mail has led to, or return None if there is none or a separate answer says more.

    :param outcome: of the mail, with with the match as it is after the mail was carried out; :param name: the name of
    the answering letter.
    """
    context, record = mail.context, outcome.record
    if (
        outcome.orders & {"help", "more"}
        or any(one.act == "refused" for one in outcome.done)
        or not is_settled(record)
        or _can_change_an_answer(record, seat)
    ):
        return None
    claim = context.store.claim_one(recipient_of(account.id, record.match), LEASE, context.lease_owner)
    if claim is None:
        return None
    waiting = context.store.notices(claim.recipient)
    made = plan(waiting, partial(mail.judge, account=account), record, None, record.now)
    along = Along(mail, claim, made, record, account)
    if waiting.handing is not None or waiting.attempts:
        context.store.defer(
            claim, record.now
        )  # a letter that failed, or whose sender died: the deliverer knows what to do
        return None
    if not made.bundle or not _are_told_by_it(made, record, seat):
        along.give_back()
        return None
    made.name = name
    return along


def _can_change_an_answer(record: Record, seat: int) -> bool:
    """Return whether an answer is sealed but not yet opened; only a separate answer lists it again."""
    acts = (record.acts.get((one["id"], seat)) for one in answerable(record, seat))
    return any(act is not None and act.commitment is not None for act in acts)


def _are_told_by_it(made: Plan, record: Record, seat: int) -> bool:
    """Return whether everything that the news asks can be answered by mail."""
    by_mail = {one["id"] for one in answerable(record, seat)}
    asked = {one.standing["id"] for one in asks(record, seat, made.bundle)}
    return asked <= by_mail and not any(kind_of(one).wants == "open" for one in made.bundle)


def answer_with_news(mail: Incoming, outcome: Outcome, bundle: Bundle, writer: Mail) -> EmailMessage:
    """Return the letter that answers a mail and also tells the news and asks the next questions, as any letter does."""
    reader = Reader.of(bundle.account, bundle.now)
    words, sender = reader.words("reply"), sender_of(writer.context, outcome.record)
    page = Page(reader, sender.public_url, sender.public_key, outcome.record, game_of(outcome.record.table))
    told = replace(outcome, done=[unsettled(one, page, bundle.notices) for one in outcome.done])
    seat = seat_told(bundle.notices)
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
    """Return the letter that answers a mail of this account, under this name; ``vacation_days`` is how many days of
    vacation a year has here.

    :param pictured: draws the table in the form its reader has chosen, where something is asked, as
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
    time_off, confirms = outcome.time_off, _asks_to_confirm(outcome, account, address, sender)
    alone = confirms is not None or outcome.left  # its address is for one answer only, or of somebody who is not asked
    listed = [] if alone else numbered(record, seat, open_ones, whole=whole)
    besides = [] if alone else [one for one in matters_of(record, seat) if one.said is None]
    acted = any(one.act != "refused" for one in outcome.done) or (time_off and time_off.did in ("entered", "ended"))
    lines = _lines_of(outcome, page, address, words, listed, vacation_days)
    helped = told_on_demand(outcome, page, account, seat, listed, words, alone=alone)
    # What was not read stands below what was: below what the mail asked to be told, where that is all and no list follows.
    unread = unread_told(outcome, words)
    above = bool(lines) or "rules" in outcome.orders
    lines, helped = ([*lines, *unread], helped) if above else (lines, [*helped, *unread])
    line = subject_of(outcome, words, acted=bool(acted))
    due = due_in_short(listed[0].standing, listed[0].standing["deadline"], page) if listed else ""
    subject = headers.match_subject(page.short_title, company(page, seat))
    full = (
        whole or outcome.language is not None or any(may_say_it_ahead(outcome.line, page, seat, one) for one in listed)
    )
    asked_now = [question_of(one, page, seat, words, account, sender, full=full) for one in listed]
    is_asked = any(is_open(page, seat, one) for one in listed)
    picture = pictured() if pictured is not None and is_asked else None
    content_id = f"table.{record.n}@{headers.domain_of(sender.mail_from)}"
    in_words = "status" in outcome.orders or picture == ""
    how, examples = tell_sentences(outcome, page)
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
        in_short=f"{line[:1].upper()}{line[1:]}{due}",
        name=reader.name,
        lines=lines,
        proofs=proofs(outcome.done, words),
        lead="" if alone or outcome.rematch else _lead(record, seat, listed, page, words),
        questions=asked_now,
        raised=raised(besides, page, says_by(account, page, sender, seat)),
        reply=reply,
        help=[*helped, *how],
        points=[*examples, *_points(outcome, page, seat, listed, words, alone=alone)],
        table="" if alone else _table(page, seat) if in_words else _table_in_short(page, seat, outcome),
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
    nothing = record.table["status"] == "running" and not (listed or besides)
    asked = nothing_asked(record.n) if nothing else digest_of(listed, [one.facts for one in besides])
    to = sender.reply(account, record.match, seat, asked, whole)
    if outcome.meant is not None and sender.suggest is not None and not alone:
        to = sender.suggest(account, record.match, seat, asked, outcome.meant, whole, outcome.ahead)
    to = confirms or outcome.asks_at or to
    again = outcome.once_more or (address.once_more and not acted)
    message["Reply-To"] = sender.once_more(account, to) if again and sender.once_more is not None else to
    fill(message, reader, letter, sender)
    if callable(picture):
        attach(message, content_id, picture())
    enclose(message, outcome.done, reader.language)
    return message


def _lines_of(
    outcome: Outcome, page: Page, address: ReplyAddress, words: Any, listed: Sequence[Numbered], vacation_days: int
) -> list[str]:
    """Return the results of a mail, one paragraph each."""
    if outcome.rematch is not None:
        return tell_rematch(outcome.rematch, page, words)
    if outcome.time_off is not None:
        return tell_vacation(outcome.time_off, page.reader, vacation_days, words)
    if outcome.trouble == "yes-and-more":
        said = [str(words.once_more(quoted(outcome.line, 60), _asked_about(address, outcome, page, words)))]
    else:
        told_of = replace(outcome, done=[unsettled(one, page) for one in outcome.done])
        said = said_of(told_of, page, address.seat, words, listed)
    return with_what_stands(said, what_stands(outcome, page, address.seat, listed, words))


def _asks_to_confirm(outcome: Outcome, account: Account, address: ReplyAddress, sender: Sender) -> str | None:
    """Return the address for confirming, if the answer asks for a confirmation and nothing else, or None."""
    to_say = to_confirm_in(outcome)
    if to_say is not None and sender.confirm is not None:
        return sender.confirm(account, outcome.record.match, address.seat, to_say)
    return outcome.asks_at if address.confirms and outcome.asks_at else None


def _asked_about(address: ReplyAddress, outcome: Outcome, page: Page, words: Any) -> str:
    """Return in a few words what the addressed letter asked to confirm."""
    if address.suggests:
        return next(iter(named(outcome.candidates, page, address.seat)), "") or str(words.about("undo"))
    subject = subject_in(address.asked)
    if subject != "days":
        return str(words.about(subject, page.title))
    days = DaysToConfirm.read(address.asked)
    first, last = (day_in_words(day, page.reader.language) for day in (days.first, days.last))
    return str(words.about("vacation" if last else "back", first, last))


def _who_is_who(page: Page, seat: int) -> Sequence[Sign]:
    record = page.match
    return () if record.state is None else signs_shown(page, seen_at(record, record.state, page.rules, seat), seat)


def _links(page: Page, outcome: Outcome, words: Any, new_table: str, *, alone: bool) -> list[Link]:
    """Return the links of the answer: to the table, and to the pages it mentions."""
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
    """Return the list that a mail has asked for, such as commands or rules."""
    helped = help_points(page, seat, listed, words) if "help" in outcome.orders and not alone else []
    return [*helped, *(rules_of(page).points if "rules" in outcome.orders else ())]


def _lead(record: Record, seat: int, listed: Sequence[Numbered], page: Page, words: Any) -> str:
    """Return the introduction that replaces the questions where there are none; questions introduce themselves by their
    titles."""
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


def _table_in_short(page: Page, seat: int, outcome: Outcome) -> str:
    """Return the table in a few lines for a player who asks what they have sealed and has sealed nothing: these show
    what is public."""
    record = page.match
    if not outcome.asks_sealed or record.state is None or has_sealed(record, seat):
        return ""
    view = seen_at(record, record.state, page.rules, seat)
    return glance_at(page.rules.words, view, page.names, page.reader.language, kinds=()).strip("\n")

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
from engine.match.time_requests import request_of
from engine.protocol.talk import LONGEST_TEXT
from engine.registry import game_of
from service.accounts.mail.mail_preferences import note_told
from service.calendar import DAY, changes_of, span
from service.choices.ahead import may_say_ahead
from service.matches.absence.matters import Matter, Option, matters_of
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
from workers.inbox.commands.account import day_in_words, tell_vacation
from workers.inbox.commands.ask import SMALL, has_sealed, help_points, new_table_url, rules_in_short, told_on_demand
from workers.inbox.commands.manners import tell_manner
from workers.inbox.commands.plan import plan_subject, tell_plan, tell_sentences
from workers.inbox.commands.table import tell_rematch
from workers.inbox.naming import ELSE, UNDO
from workers.inbox.offered import is_open, named, question_in_words
from workers.inbox.text import Incoming
from workers.inbox.words import SHOWN, either, folded, number_alone, words_of
from workers.mail import headers
from workers.mail.channel import Mail
from workers.mail.compose import evidence_of, signs_shown
from workers.mail.headers import company
from workers.mail.letter import AnswerLetter, Link, Question, Understood
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


@dataclass(frozen=True)
class Telling:
    """An answer being written: the outcome of the mail, the reader's page and words, and the questions that it lists."""

    outcome: Outcome
    page: Page
    seat: int
    words: Any
    listed: Sequence[Numbered] = ()

    def said(self) -> list[str]:
        """Return what the mail did, one paragraph per effect, or why it did nothing."""
        outcome, words, page = self.outcome, self.words, self.page
        found = self._each_line() if outcome.lines else self._each(outcome.done)
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
            found.append(self._not_understood())
        elif outcome.trouble == "by-program":
            found.append(str(words.by_program(outcome.line)))
        elif outcome.trouble not in (None, "over"):
            found.append(str(words.trouble(outcome.trouble, *self._how_much())))
        elif outcome.trouble == "over" or (not found and not outcome.orders and status != "running"):
            found.append(str(words.trouble("ended" if status == "closed" else "over")))
        return found

    def unread(self) -> list[str]:
        """Return the lines of the mail that were not read, quoted; nothing where the answer asks about them anyway."""
        outcome = self.outcome
        if not outcome.unread or outcome.trouble == "not-understood":
            return []
        return [str(self.words.unread([quoted(one, 60) for one in outcome.unread[:SHOWN]]))]

    def with_what_stands(self, said: Sequence[str]) -> list[str]:
        """Return in one paragraph why nothing was changed, and which sealed answers still stand until when.

        Only the resolving workers can read which answer it is; the mail that sealed it told the player.
        """
        stands, page = [], self.page
        listed = () if self.outcome.trouble is None or self.outcome.done else self.listed
        for standing in (one.standing for one in listed if one.standing["sealed"]):
            act, until = page.match.acts.get((standing["id"], self.seat)), self._moment(standing["deadline"])
            if act is not None and act.commitment is not None:
                stands.append(str(self.words.still_sealed(page.reader.moment(act.committed or act.received), until)))
            else:
                stands.append(str(self.words.nothing_sealed()))
        return [*said[:-1], " ".join((*said[-1:], *stands))] if said else stands

    def _moment(self, moment: int | None) -> str:
        return "" if moment is None else self.page.reader.moment(moment)

    def _each(self, done: Sequence[Done]) -> list[str]:
        # What was planned is told as a whole.
        return [text for one in done if one.act not in ("lapsed", "planned") and (text := self._told(one))]

    def _each_line(self) -> list[str]:
        """Return for each of several lines what it did, or why it did nothing."""
        outcome, words, found = self.outcome, self.words, []
        told = iter(outcome.done)
        for place, one in enumerate(outcome.lines, 1):
            said = " ".join(self._each([next(told) for _ in one.done]))
            if one.stop is not None:
                more = max(0, len(one.candidates) - FEW)
                said = str(words.stopped(one.stop, named(one.candidates, self.page, self.seat), more))
            found.append(str(words.line(place, quoted(one.text, 60), said)))
        return found

    def _how_much(self) -> tuple[str, str]:
        """Return the most time one may ask for here, and the words of a mail that asks for it."""
        language, most = self.page.reader.language, self.outcome.most
        example = most if self.outcome.trouble == "ask-too-much" else min(most, DAY)
        return (span(most, language), most_in_a_mail(example, language)) if most else ("", "")

    def _not_understood(self) -> str:
        """Return which line was unclear, its possible meanings if there are several, and what to write instead."""
        outcome, words, page, listed = self.outcome, self.words, self.page, self.listed
        line, several = quoted(outcome.line, 60), named(outcome.candidates, page, self.seat)
        asked = {one.standing["id"] for one in listed}
        if outcome.meant is not None and (
            any(one.standing["id"] in asked for one, _ in outcome.candidates)
            or (not outcome.candidates and outcome.meant == UNDO)
        ):
            wishes = outcome.wishes.get(page.reader.language, ())
            below = bool(outcome.unread)
            return str(words.suggested(line, "".join(several), wishes, below, outcome.once_more and not below))
        if outcome.unread:
            return str(words.in_doubt(line))
        if not outcome.asked and number_alone(folded(outcome.line)) is not None:
            return str(words.no_numbers(bool(listed)))
        last = max((one.first + len(one.moves) - 1 for one in listed), default=0)
        said = str(words.not_understood(line, several, len(outcome.candidates) - len(several), last))
        if SMALL.fullmatch(outcome.line):
            return f"{said} {words.say_in_capitals()}"
        if ABOUT_MAILS.search(folded(outcome.line)):
            return f"{said} {words.about_mails()} {page.public_url}/account"
        in_a_row = "," in outcome.line or not IN_A_ROW.isdisjoint(words_of(outcome.line))
        return f"{said} {words.one_line_each()}" if in_a_row and asks_in_turn(page, listed) else said

    def _told(self, one: Done) -> str:
        words = self.words
        if one.wishes is not None:
            said = one.wishes.get(self.page.reader.language, ())
            return str(words.ahead_refused(one.refused) if one.act == "refused" else words.ahead(said, one.replaced))
        plainly = {"ended": words.ahead_ended, "resigned": words.resigned, "comes-back": words.comes_back}
        if one.act in plainly:
            return str(plainly[one.act]())
        if one.act == "said" and one.matter is not None:
            return self._said_about(one.matter, one.option)
        return self._answered(one)

    def _said_about(self, matter: Matter, option: Option | None) -> str:
        """Return the confirmation of what was said about a matter."""
        words, page, table = self.words, self.page, self.page.match.table
        standing = standing_of(table, matter.decision)
        until = self._moment(None if standing is None else standing["deadline"])
        granted = standing is not None and request_of(standing) is None
        if matter.kind == "time":
            return str(words.time_taken(until, times_left(table, matter.about)))
        if matter.kind == "ask":
            asked = span(matter.seconds, page.reader.language)
            others = [name for seat, name in enumerate(page.names) if seat != matter.about]
            opponent = others[0] if len(others) == 1 else ""
            # Where there is nobody to ask, it is granted.
            return str(words.time_granted(asked, until) if granted else words.time_asked(asked, until, opponent))
        if matter.kind == "keep":
            return str(words.keeps_seat())
        said = str(words.said(option, page.names[matter.about], plain(matter.who, NAME)))
        if option == "grant":
            return f"{said}{words.deadline_now(until)}" if granted and until else said
        case = case_of(table, matter.about) if matter.kind in ("vote", "person", "hand") else None
        is_undecided = case is not None and "polled" in case and decision_on(table, case) is None
        return f"{said}{words.undecided()}" if is_undecided else said

    def _answered(self, one: Done) -> str:
        """Return the result of answering a decision."""
        words, page, question, move = self.words, self.page, "", ""
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

    def lines(self, address: ReplyAddress, vacation_days: int) -> list[str]:
        """Return the results of the mail, one paragraph each."""
        outcome, words, page = self.outcome, self.words, self.page
        if outcome.rematch is not None:
            return tell_rematch(outcome.rematch, page, words)
        if outcome.time_off is not None:
            return tell_vacation(outcome.time_off, page.reader, vacation_days, words)
        if outcome.trouble == "yes-and-more":
            said = [str(words.once_more(quoted(outcome.line, 60), self._asked_about(address)))]
        else:
            said = replace(self, outcome=without_settled(outcome, page)).said()
        return self.with_what_stands(said)

    def _asked_about(self, address: ReplyAddress) -> str:
        """Return in a few words what the addressed letter asked to confirm."""
        words, page = self.words, self.page
        if address.suggests:
            return next(iter(named(self.outcome.candidates, page, self.seat)), "") or str(words.about("undo"))
        subject = subject_in(address.asked)
        if subject != "days":
            return str(words.about(subject, page.title))
        days = DaysToConfirm.read(address.asked)
        first, last = (day_in_words(day, page.reader.language) for day in (days.first, days.last))
        return str(words.about("vacation" if last else "back", first, last))

    def subject(self, *, acted: bool) -> str:
        """Return a short subject for the answer."""
        outcome, words, time_off = self.outcome, self.words, self.outcome.time_off
        did = {one.act for one in outcome.done}
        kinds = {one.matter.kind for one in outcome.done if one.act == "said" and one.matter is not None}
        only_asks = outcome.trouble is None and not outcome.done and (time_off is None or time_off.did == "listed")
        manner, remarked, rematch = outcome.manner, outcome.remarked, outcome.rematch
        ways: Sequence[tuple[object, Callable[[], object]]] = (
            (outcome.language, words.subject_language),
            (manner, lambda: words.subject_manner(manner and manner.did == "done", manner and manner.command)),
            (remarked, lambda: words.subject_remarked(bool(remarked and remarked.refused))),
            (outcome.planned, lambda: plan_subject(outcome, words)),
            (rematch, lambda: words.subject_rematch(rematch and rematch.did)),
            ("comes-back" in did, words.subject_comes_back),
            ("taken-back" in did, words.subject_taken_back),
            (outcome.resigns, words.subject_resign),
            (time_off and time_off.did == "confirm", lambda: words.subject_confirm(time_off and time_off.last is None)),
            ("resigned" in did, words.subject_resigned),
            (acted and time_off, lambda: words.subject_vacation(time_off and time_off.did == "entered")),
            (acted and kinds == {"time"}, words.subject_time),
            (acted and kinds == {"ask"}, words.subject_asked),
            (acted, words.subject_done),
            (not only_asks, words.subject_nothing),
            (outcome.explains, words.subject_card),
            ("rules" in outcome.orders, words.subject_rules),
            ("help" in outcome.orders, words.subject_help),
            (True, words.subject_news),
        )
        return str(next(say() for applies, say in ways if applies))

    def links(self, new_table: str, *, alone: bool) -> list[Link]:
        """Return the links of the answer: to the table, and to the pages it mentions."""
        outcome, page = self.outcome, self.page
        say, table = page.reader.say, page.match.table
        again = table["outcome"] is not None
        found = [Link(str(say.links_rematch() if again else say.links_match()), page.table_url)]
        if "rules" in outcome.orders or outcome.explains:
            found.append(Link(str(say.links_rules()), f"{page.public_url}/rules/{table['rules'].partition('@')[0]}"))
        if table["status"] == "closed" and not alone:
            found.append(Link(str(self.words.link_home()), f"{page.public_url}/"))
        if "help" in outcome.orders and not alone:
            found.append(Link(str(self.words.link_new()), new_table))
        return found

    def lead(self) -> str:
        """Return the introduction that replaces the questions where there are none; these introduce themselves."""
        if (table := self.outcome.record.table)["status"] == "closed":
            return str(self.words.ended(table["outcome"] is not None))
        return "" if self.listed else str(self.words.nothing_open())

    def table(self, *, whole: bool) -> str:
        """Return the table in words, or what is public of it for a player who has sealed nothing and asks what they have."""
        page, record = self.page, self.page.match
        if record.state is None or not (whole or (self.outcome.asks_sealed and not has_sealed(record, self.seat))):
            return ""
        view, language = seen_at(record, record.state, page.rules, self.seat), page.reader.language
        if whole:
            return page.rules.words.table(view, page.names, language).strip("\n")
        return glance_at(page.rules.words, view, page.names, language, kinds=()).strip("\n")


def without_settled(outcome: Outcome, page: Page, news: Sequence[Notice] = ()) -> Outcome:
    """Return an outcome without statements about decisions that have since been resolved: the news tells their outcome."""
    return replace(outcome, done=[_unsettled(one, page, news) for one in outcome.done])


def _unsettled(one: Done, page: Page, news: Sequence[Notice]) -> Done:
    if not one.wishes or one.standing is None:
        return one
    decision, reader = one.standing["id"], page.reader
    over, settled = reader.place(decision) != reader.place_of(page.match), parts_settled(news, page, decision)
    left = [each for each in one.wishes[reader.language] if each.lasting or not (over or each.part in settled)]
    return replace(one, wishes={reader.language: left})


# What is asked now, as an answer lists it: shorter than the letter that asked first, and with buttons that still work.


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


def question_of(
    listed: Numbered, page: Page, seat: int, words: Any, account: Account, sender: Sender, *, full: bool
) -> Question:
    """Return a decision's question with its buttons; for one already answered, only until when that can be changed.

    :param full: whether to explain what its letter has explained already: sealing, and answers given ahead.
    """
    standing, say, language = listed.standing, page.reader.say, page.reader.language
    act, waits = page.match.acts.get((standing["id"], seat)), is_open(page.match, seat, standing)
    choose = answers_by(account, page, sender, seat) if waits else None
    question = answer_to(Ask(standing, "answer", standing["deadline"]), page, seat, listed=listed, choose=choose)
    if not full:
        example = ahead_example(page.match, seat, listed, say, language)
        terms = [line for line in question.terms if line != str(say.sealed())]
        question = replace(question, terms=terms, ahead=[str(say.say_ahead_short(example))] if example else [])
    if not waits:
        answered = str(words.answered_already(question_in_words(standing, page)))
        return replace(question, title=answered, terms=question.terms[:1])
    if act is None or not question.url or sender.anew is None:
        return question
    # The answer was taken back: these buttons can still answer.
    again = f"?again={sender.anew(question.url.rpartition('/')[2], act.seq)}"
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

    :param outcome: of the mail, with the match as it is after the mail was carried out; :param name: the name of
    the answering letter.
    """
    context, record = mail.context, outcome.record
    if (
        outcome.orders & {"help", "more"}
        or any(one.act == "refused" for one in outcome.done)
        or not is_settled(record)
        or any(not is_open(record, seat, one) for one in answerable(record, seat))  # a separate answer lists it again
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
    by_mail = {one["id"] for one in answerable(record, seat)}
    asked = {one.standing["id"] for one in asks(record, seat, made.bundle)}
    # All that the news asks can be answered by mail.
    if not made.bundle or not asked <= by_mail or any(kind_of(one).wants == "open" for one in made.bundle):
        along.give_back()
        return None
    made.name = name
    return along


def answer_with_news(mail: Incoming, outcome: Outcome, bundle: Bundle, writer: Mail) -> EmailMessage:
    """Return the letter that answers a mail and also tells the news and asks the next questions, as any letter does."""
    reader, seat = Reader.of(bundle.account, bundle.now), seat_told(bundle.notices)
    assert seat is not None, "who answers has a seat"
    words, sender = reader.words("reply"), sender_of(writer.context, outcome.record)
    page = Page(reader, sender.public_url, sender.public_key, outcome.record, game_of(outcome.record.table))
    telling = Telling(without_settled(outcome, page, bundle.notices), page, seat, words)
    understood = Understood([*telling.said(), *telling.unread()], proofs(outcome.done, words))
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
        :meth:`workers.mail.channel.Mail.pictured` does; None if nothing is.
    :raises NoPicture: when it gives a picture that cannot be drawn: then the letter can be written without.
    """
    assert sender.reply is not None
    record, seat, reader = outcome.record, address.seat, Reader.of(account, outcome.record.now)
    page = Page(reader, sender.public_url, sender.public_key, record, game_of(record.table))
    words, whole = reader.words("reply"), address.whole or "more" in outcome.orders
    confirms = _asks_to_confirm(outcome, account, address, sender)
    alone = confirms is not None or outcome.left  # its address is for one answer only, or of somebody who is not asked
    # An answer can be given or changed where it is sealed or held back; any other counts at once.
    open_ones = [
        one
        for one in answerable(record, seat)
        if (is_open(record, seat, one) or one["sealed"] or one["release"] is not None)
        and has_choices(record, one, seat)
    ]
    listed = [] if alone else numbered(record, seat, open_ones, whole=whole)
    besides = [] if alone else [one for one in matters_of(record, seat) if one.said is None]
    telling = Telling(outcome, page, seat, words, listed)
    time_off = outcome.time_off
    acted = any(one.act != "refused" for one in outcome.done) or (time_off and time_off.did in ("entered", "ended"))
    lines = telling.lines(address, vacation_days)
    helped = told_on_demand(outcome, page, account, seat, words, alone=alone)
    points = help_points(page, seat, listed, words) if "help" in outcome.orders and not alone else []
    points += rules_in_short(page.rules, reader.language).points if "rules" in outcome.orders else ()
    # What was not read stands below what was: below what the mail asked to be told, where that is all and no list follows.
    below = lines if lines or "rules" in outcome.orders else helped
    below += telling.unread()
    line = telling.subject(acted=bool(acted))
    due = due_in_short(listed[0].standing, listed[0].standing["deadline"], page) if listed else ""
    subject = headers.match_subject(page.short_title, company(page, seat))
    full = whole or outcome.language is not None
    full = full or any(may_say_it_ahead(outcome.line, page, seat, one) for one in listed)
    asked_now = [question_of(one, page, seat, words, account, sender, full=full) for one in listed]
    is_asked = any(is_open(record, seat, one.standing) for one in listed)
    picture = pictured() if pictured is not None and is_asked else None
    content_id = f"table.{record.n}@{headers.domain_of(sender.mail_from)}"
    how, examples = tell_sentences(outcome, page)
    same = repeats_itself(page, sender, seat, listed)
    reply = "" if alone else how_to_reply(page, seat, listed, besides, also=False, same=same, brief=True)
    by_buttons = not reply and any(one.url for one in asked_now)  # else it is said there who must not get the mail
    seen = None if record.state is None or not picture else seen_at(record, record.state, page.rules, seat)
    letter = AnswerLetter(
        subject=subject,
        in_short=f"{line[:1].upper()}{line[1:]}{due}",
        name=reader.name,
        lines=lines,
        proofs=proofs(outcome.done, words),
        lead="" if alone or outcome.rematch else telling.lead(),
        questions=asked_now,
        raised=raised(besides, page, says_by(account, page, sender, seat)),
        reply=reply,
        help=[*helped, *how],
        points=[*examples, *points],
        table="" if alone else telling.table(whole="status" in outcome.orders or picture == ""),
        game=page.game_title,
        place=reader.place_of(record),
        picture=f"cid:{content_id}" if callable(picture) else picture or None,
        signs=() if seen is None else signs_shown(page, seen, seat),
        n=record.n,
        head=record.head,
        key=sender.key_id,
        evidence=evidence_of(record, sender),
        links=telling.links(new_table_url(page, account, sender), alone=alone),
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


def _asks_to_confirm(outcome: Outcome, account: Account, address: ReplyAddress, sender: Sender) -> str | None:
    """Return the address for confirming, if the answer asks for a confirmation and nothing else, or None."""
    now, time_off = outcome.record.now, outcome.time_off
    to_say = b"" if outcome.planned is None else outcome.planned.confirm
    if outcome.resigns:
        to_say = stamped("resign", now)
    elif outcome.rematch is not None and outcome.rematch.did == "confirm":
        to_say = stamped("rematch", now)
    elif time_off is not None and time_off.did == "confirm" and time_off.first is not None:
        days = DaysToConfirm(time_off.first, time_off.last, changes_of(time_off.account))
        to_say = days.packed() if days.fits else b""
    if to_say and sender.confirm is not None:
        return sender.confirm(account, outcome.record.match, address.seat, to_say)
    return outcome.asks_at if address.confirms and outcome.asks_at else None

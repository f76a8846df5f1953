"""What came of a mail, in words: of each thing that it did, or why nothing changed and what stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.contract import Move
from engine.kit.particulars import Seen, choice_in_words
from engine.kit.wording import answer_in_words
from engine.match.absence import case_of, decision_on
from engine.match.extensions import times_left
from engine.match.standing import decision_of, standing_of
from engine.match.table import Standing
from engine.match.time_requests import request_of
from service.matches.matters import Matter
from service.matches.numbering import Numbered
from service.moments import DAY, span
from service.notifications.plain import plain, quoted
from service.store.records import Notice
from workers.mail.matters import most_in_a_mail
from workers.mail.page import Page
from workers.mail.question import FEW
from workers.mail.reply_hints import asks_in_turn
from workers.mail.sentences import NAME
from workers.mail.wishes import parts_settled
from workers.replies import plans_told
from workers.replies.outcome import Done, Outcome
from workers.replies.plain_speech import number_alone, words_of
from workers.replies.speech import folded
from workers.replies.suggesting import UNDO
from workers.replies.unread import SHOWN

IN_A_ROW = frozenset({"und", "dann", "danach", "anschließend", "and", "then", "afterwards"})


def said_of(outcome: Outcome, page: Page, seat: int, words: Any, listed: Sequence[Numbered] = ()) -> list[str]:
    """Return what a mail did, a paragraph each; else why it did nothing."""
    found = _each_line(outcome, page, seat, words) if outcome.lines else _each(outcome.done, page, words)
    status = outcome.record.table["status"]
    if outcome.planned is not None:
        found += plans_told.told(outcome, page)
    elif outcome.language is not None:
        found.append(str(words.language_changed()))
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
    """Return what of a mail was not read, quoted; nothing where the answer asks about that anyway."""
    if not outcome.unread or outcome.trouble == "not-understood":
        return []
    return [str(words.unread([quoted(one, 60) for one in outcome.unread[:SHOWN]]))]


def with_what_stands(said: Sequence[str], stands: Sequence[str]) -> list[str]:
    """Return why nothing was changed and what stands, in one paragraph."""
    return [*said[:-1], " ".join((*said[-1:], *stands))] if said else list(stands)


def what_stands(outcome: Outcome, page: Page, seat: int, listed: Sequence[Numbered], words: Any) -> list[str]:
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


def _each_line(outcome: Outcome, page: Page, seat: int, words: Any) -> list[str]:
    """Return of each of several lines what it did, or why it did nothing."""
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


def named(candidates: Sequence[tuple[Numbered, Move]], page: Page, seat: int) -> list[str]:
    """Return a few choices in the words of the letter to a seat."""
    view, language = page.view(seat), page.reader.language
    return [
        choice_in_words(page.rules, move, Seen(decision_of(one.standing), view, language, page.names))
        for one, move in candidates[:FEW]
    ]


def _how_much(outcome: Outcome, page: Page) -> tuple[str, str]:
    """Return for how much time one may ask here at most, and what a mail that asks says."""
    language, most = page.reader.language, outcome.most
    if not most:
        return "", ""
    example = most if outcome.trouble == "ask-too-much" else min(most, DAY)
    return span(most, language), most_in_a_mail(example, language)


def unsettled(one: Done, page: Page, news: Sequence[Notice] = ()) -> Done:
    """Return what was done without what it said about what is over by now: the news tell what became of that."""
    if not one.wishes or one.standing is None:
        return one
    decision, reader = one.standing["id"], page.reader
    over, settled = reader.place(decision) != reader.place_of(page.match), parts_settled(news, page, decision)
    left = [each for each in one.wishes[reader.language] if each.lasting or not (over or each.part in settled)]
    return replace(one, wishes={reader.language: left})


def _not_understood(outcome: Outcome, page: Page, seat: int, words: Any, listed: Sequence[Numbered]) -> str:
    """Return which line was not clear, what it may mean if that is several things, and what to write instead."""
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
    return f"{said} {words.one_line_each()}" if asks_in_turn(page, listed) and _says_several(outcome.line) else said


def _says_several(line: str) -> bool:
    """Return whether a line may have been meant to do several things one after another."""
    return not IN_A_ROW.isdisjoint(words_of(line)) or "," in line


def _meant(outcome: Outcome, page: Page, seat: int, listed: Sequence[Numbered]) -> str | None:
    """Return what the line may have been meant to say, in words; empty: to take back. ``None``: that is not asked any more."""
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
    """Return what was said about a matter."""
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
    """Return what became of an answer to a decision."""
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
    """Return whether others have yet to say what becomes of a seat."""
    case = case_of(page.match.table, matter.about) if matter.kind in ("vote", "person", "hand") else None
    return case is not None and "polled" in case and decision_on(page.match.table, case) is None


def _since_granted(matter: Matter, page: Page, words: Any) -> str:
    """Return the deadline that granting has led to; empty while others have yet to agree."""
    standing = standing_of(page.match.table, matter.decision)
    if standing is None or request_of(standing) is not None or standing["deadline"] is None:
        return ""
    return str(words.deadline_now(page.reader.moment(standing["deadline"])))


def _time_asked(matter: Matter, page: Page, words: Any) -> str:
    """Return what became of asking the others: where there is nobody to ask, they have agreed."""
    standing = standing_of(page.match.table, matter.decision)
    until = None if standing is None else standing["deadline"]
    moment = "" if until is None else page.reader.moment(until)
    asked = span(matter.seconds, page.reader.language)
    granted = standing is not None and request_of(standing) is None
    others = [name for seat, name in enumerate(page.names) if seat != matter.about]
    opponent = others[0] if len(others) == 1 else ""
    return str(words.time_granted(asked, moment) if granted else words.time_asked(asked, moment, opponent))


def question_in_words(standing: Standing, page: Page) -> str:
    """Return the question of a decision."""
    return page.rules.words.question(decision_of(standing), page.reader.language)


__all__ = ["named", "question_in_words", "said_of", "unread_told", "unsettled", "what_stands", "with_what_stands"]

"""What is asked now, as an answer lists it: shorter than the letter that asked first, and with buttons that still work."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.match.table import Standing
from service.choices.ahead import may_say_ahead
from service.matches.numbering import Numbered
from service.notifications.asks import Ask
from service.store.records import Account, Record
from workers.mail.ahead import ahead_example
from workers.mail.letter import Question
from workers.mail.links import answers_by
from workers.mail.page import Page
from workers.mail.question import answer_to
from workers.mail.sender import Sender
from workers.replies.offered import LANGUAGES
from workers.replies.plain_speech import words_of
from workers.replies.said import question_in_words
from workers.replies.wishes import ELSE


def is_open(page: Page, seat: int, one: Numbered) -> bool:
    """Return whether the reader has not answered a question."""
    act = page.match.acts.get((one.standing["id"], seat))
    return act is None or act.commitment is None


def still_open(record: Record, standing: Standing, seat: int) -> bool:
    """Return whether an answer can still be given or changed: an open one counts at once, unless it is held back."""
    act = record.acts.get((standing["id"], seat))
    return act is None or act.commitment is None or standing["sealed"] or standing["release"] is not None


def may_say_it_ahead(line: str, page: Page, seat: int, listed: Numbered) -> bool:
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


def question_of(
    listed: Numbered, page: Page, seat: int, words: Any, account: Account, sender: Sender, *, full: bool
) -> Question:
    """Return what a decision asks, with its buttons; of what is answered already, only until when that can be changed."""
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
    """Return a question whose answer was taken back, with buttons that answer it all the same."""
    if sender.anew is None:
        return question
    again = f"?again={sender.anew(question.url.rpartition('/')[2], seq)}"
    choices = [replace(one, url=f"{one.url}{again}" if one.url else "") for one in question.choices]
    return replace(question, url=f"{question.url}{again}", choices=choices)


__all__ = ["is_open", "may_say_it_ahead", "question_of", "still_open"]

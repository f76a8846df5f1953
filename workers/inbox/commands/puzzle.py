"""Answers to the puzzle of a day: a number in the first line. The letter that answers says what came of it."""

from __future__ import annotations

import re
from email.message import EmailMessage
from typing import Any

from engine.contract import Language
from engine.kit.text.phrases import language_of
from engine.registry import OtherData, UnknownRules
from service.context import Context
from service.matches import puzzles
from service.matches.puzzles import Posed
from service.notifications.kinds import PUZZLE
from service.store.records import Account
from workers.inbox.text import Incoming
from workers.mail import headers
from workers.mail.letter import AccountLetter, Link, Plain
from workers.mail.reader import Reader
from workers.mail.reply_address import PuzzleAddress
from workers.mail.sender import fill, sender_of, start_message

NUMBER = re.compile(r"[#\[(]?([1-9][0-9]?)[\])]?\.?", re.ASCII)


def answer_solver(
    context: Context, account: Account, address: PuzzleAddress, mail: Incoming, now: int
) -> EmailMessage | None:
    """Answer a puzzle as a mail says; return the letter that answers it, or None if the account is blocked.

    What may be a program's, or may look different to its sender, answers nothing.
    """
    if context.store.blocking(account.id) is not None:
        return None
    sender, reader = sender_of(context), Reader.of(account, now)
    words, one = reader.words(PUZZLE.words), puzzles.posed(context, address.date)
    links: list[Link] = []
    try:
        if one is None:
            said = [str(words.gone())]
        elif (choice := _choice(mail, len(one.puzzle["moves"]))) is None:
            said = [str(words.unclear(len(one.puzzle["moves"])))]
        else:
            said, match = _answered(context, account, one, choice, words, language_of(account.language))
            links = [Link(str(words.match()), f"{sender.public_url}/table/{match}")]
    except (OtherData, UnknownRules):
        said = [str(words.gone())]
    subject = headers.own_subject(f"Re: {words.subject(None)}")
    message = start_message(f"puzzle.{mail.key[:40]}", account, sender, now, subject, kind="auto-replied")
    if mail.message_id:
        message["In-Reply-To"] = message["References"] = mail.message_id
    if sender.answers_puzzle is not None and one is not None:
        message["Reply-To"] = sender.answers_puzzle(account, one.day)
    sections = [Plain(PUZZLE.words, said, links)]
    fill(message, reader, AccountLetter(subject=subject, name=reader.name, sections=[*sections]), sender)
    return message


def _choice(mail: Incoming, most: int) -> int | None:
    """Return the choice that a mail makes, counted from 0, or None."""
    first = next((line.strip() for line in mail.lines if line.strip()), "")
    found = NUMBER.fullmatch(first)
    if found is None or mail.doubtful or mail.unclear or mail.is_reaction:
        return None
    number = int(found[1])
    return number - 1 if number <= most else None


def _answered(
    context: Context, account: Account, one: Posed, choice: int, say: Any, language: Language
) -> tuple[list[str], str]:
    """Answer a puzzle; return the text of the reply, and its match."""
    found = puzzles.answer(context.store, account.id, one, choice)
    said = [] if found.choice == choice else [str(say.before())]
    said.append(str(say.right() if found.right else say.wrong(found.choice + 1, found.best + 1)))
    said.append(str(say.worth(found.playouts)))
    for number, (text, value) in enumerate(zip(one.choices(language), found.values, strict=True), 1):
        said.append(str(say.share(number, text, round(value / 10))))
    return said, found.match

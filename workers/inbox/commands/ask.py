"""Requests for information: the rules in brief, a card's effect, what is sealed, the syntax. Nothing is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from engine.contract import Game, Language
from engine.kit.ahead import is_repeatable
from engine.kit.text.guide import Carded, InShort, defined, guide, in_short
from engine.kit.text.particulars import particulars_of
from engine.kit.text.phrases import LANGUAGES
from engine.match.table import Standing
from engine.registry import game_of
from service.accounts.mail.mail_preferences import buttons_of
from service.matches.absence.matters import asks_for_time
from service.matches.numbering import Numbered
from service.matches.seen import seen_at
from service.store.records import Account, Act, Record
from workers.inbox.commands import Outcome, Picks, Tell
from workers.inbox.grammar import understand
from workers.inbox.offered import Text, named, question_in_words
from workers.inbox.words import Line, either, is_number, regex
from workers.mail.links import asks_in_turn, takes_plans
from workers.mail.page import Page
from workers.mail.parts.ahead import ahead_example
from workers.mail.parts.matters import example_of_asking
from workers.mail.sender import Sender

ASKS_ABOUT_A_CARD = either("cards.asks_about_a_card")
MOST = 6
"""The most lines an answer says about a card."""
SHORTEST = 3


def asks_about(lines: Sequence[str]) -> str | None:
    """Return the card that the first line of a mail asks about, by its number or name, or None if there is none.

    >>> [asks_about([one]) for one in ("KARTE 35", "Was macht die Karte 35?", "card banker", "What does the captain do?", "2")]
    ['35', '35', 'banker', 'captain', None]
    >>> asks_about(["Karte 35 an (1,1)"]), asks_about(["Karte 35 spielen"])
    (None, '35 spielen')
    """
    found = ASKS_ABOUT_A_CARD.fullmatch(Line.of(lines[0]).polite) if lines else None
    return None if found is None else next(filter(None, found.groups()))


def rules_in_short(game: Game, language: Language) -> InShort:
    """Return a game's rules in brief, as its rules page begins."""
    return in_short(guide(game, language))


def explained(game: Game, record: Record, seat: int, word: str, language: Language) -> list[str]:
    """Return what the named card is and does, as far as the seat can see it, or an empty list if it is unknown."""
    return [
        one if one.endswith((".", "!", "?")) else f"{one}." for one in _explained(game, record, seat, word, language)
    ]


def _explained(game: Game, record: Record, seat: int, word: str, language: Language) -> list[str]:
    if is_number(word):
        if record.state is None:
            return []
        view = seen_at(record, record.state, game, seat)
        told = particulars_of(game).explained(word, view, language)
        return [] if told is None else [told.rstrip()]
    if len(word) < SHORTEST:
        return []
    cards = [line for one in game.card_lists(language) for line in one.lines] if isinstance(game, Carded) else []
    begins = re.compile(rf"(?:[0-9]+ . )?{re.escape(word)}", re.IGNORECASE)
    named = [line for line in dict.fromkeys(cards) if begins.match(line)]
    return list(dict.fromkeys([*defined(guide(game, language), word), *named]))[:MOST]


def read_card(text: Text) -> Tell | None:
    """Read ``CARD 35`` or ``Was macht der Kran?``, unless the first line or one below names a choice by its words.

    If the card's number is a choice, that choice is suggested.
    """
    if not text.is_new:
        return None
    begun, offered = text.choosing, text.offered
    word = asks_about(begun)
    if word is None or not is_known(offered.record, offered.seat, word):
        return None
    below = understand(begun[1:], offered.listed(), others=offered.unlisted)
    meant = text.understand(begun[:1])
    if isinstance(below, Picks) or (isinstance(meant, Picks) and not is_number(word)):
        return None
    number = meant.numbers[0] if isinstance(meant, Picks) and len(meant.numbers) == 1 else None
    choice = None if number is None else offered.find(number)
    return Tell(
        Outcome(
            text.reply.record,
            asked=offered.asked,
            explains=word,
            candidates=[] if choice is None else [choice],
            meant=None if choice is None else number,
            unread=text.unread(begun[1:]),
        )
    )


def is_known(record: Record, seat: int, word: str) -> bool:
    """Return whether the named card can be explained in any language."""
    game = game_of(record.table)
    return any(explained(game, record, seat, word, language) for language in LANGUAGES)


# What somebody has sealed, asked by mail: that it is, since when, and where it can be read. Which move it is, only the
# workers that open it can read, and they show it to nobody but the player's own sign-in (:mod:`service.matches.receipts`). A
# mail is none: its sender may be anybody whom the letter was passed on to.


ASKS_WHAT_IS_SEALED = regex("cards.asks_what_is_sealed")


def asks_for_it(lines: Sequence[str]) -> bool:
    """Return whether the first line of a mail asks what its sender has sealed.

    >>> [asks_for_it([one]) for one in ("Welche Karte habe ich versiegelt?", "what have I sealed", "Was habe ich gespielt", "2")]
    [True, True, True, False]
    >>> asks_for_it(["Was habe ich gespielt, als Ben passte?"]), asks_for_it([])
    (False, False)
    """
    return bool(lines) and ASKS_WHAT_IS_SEALED.fullmatch(Line.of(lines[0]).polite) is not None


def read_sealed(text: Text) -> Tell | None:
    """Read ``What have I sealed?`` from the first line."""
    unread = text.unread(text.begun[1:])
    return Tell(Outcome(text.reply.record, asks_sealed=True, unread=unread)) if asks_for_it(text.begun) else None


def has_sealed(record: Record, seat: int) -> bool:
    """Return whether a seat has sealed anything."""
    return any(_sealed(record, seat))


def _sealed(record: Record, seat: int) -> Iterator[tuple[Standing, Act]]:
    """Yield each question to which a seat's answer is sealed, with the sealing act."""
    for standing in record.table["standing"] if record.table["status"] == "running" else ():
        act = record.acts.get((standing["id"], seat))
        if standing["sealed"] and act is not None and act.commitment is not None:
            yield standing, act


def what_is_sealed(page: Page, seat: int, words: Any) -> list[str]:
    """Return a sentence for each sealed answer of a seat: when it was sealed, where its player can read it, and until
    when it can be changed."""
    found = []
    for standing, act in _sealed(page.match, seat):
        deadline = standing["deadline"] if standing["phase"] == "open" else None
        found.append(
            str(
                words.sealed_before(
                    question_in_words(standing, page),
                    page.reader.moment(act.committed or act.received),
                    act.custody,
                    act.commitment or "",
                    "" if deadline is None else page.reader.moment(deadline),
                )
            )
        )
    return found


def told_on_demand(
    outcome: Outcome, page: Page, account: Account, seat: int, listed: Sequence[Numbered], words: Any, *, alone: bool
) -> list[str]:
    """Return the information that the mail has asked for: commands, the rules, or a card's effect."""
    found = _helped(page, account, words) if "help" in outcome.orders and not alone else []
    found += [rules_of(page).aim] if "rules" in outcome.orders else []
    if (outcome.asks_sealed or "status" in outcome.orders) and not alone:
        sealed = what_is_sealed(page, seat, words)
        found += sealed or ([str(words.nothing_sealed_now())] if outcome.asks_sealed else [])
    if outcome.explains:
        language = page.reader.language
        found += explained(page.rules, page.match, seat, outcome.explains, language)
        found += [] if found else [str(words.no_such_card(outcome.explains))]
        found += [str(words.play_it(one)) for one in named(outcome.candidates, page, seat)]
    return found


def rules_of(page: Page) -> InShort:
    """Return the rules of the match's game in short."""
    return rules_in_short(page.rules, page.reader.language)


def help_points(page: Page, seat: int, listed: Sequence[Numbered], words: Any) -> list[str]:
    """Return the possible commands, one line each: examples that fit what is asked now, and none that mean nothing
    here."""
    sealed = any(one["sealed"] and seat in one["seats"] for one in page.match.table["standing"])
    same = next((move for one in listed for move in one.moves if is_repeatable(page.rules, move)), None)
    again = "" if same is None else page.rules.words.move(same, page.reader.language)
    examples = (ahead_example(page.match, seat, one, page.reader.say, page.reader.language) for one in listed)
    asking = any(asks_for_time(page.match, seat))
    ask = example_of_asking(page.match.table, page.reader.language) if asking else ""
    row, plans, ahead = asks_in_turn(page, listed), takes_plans(page, seat), next(filter(None, examples), "")
    return str(words.help_points(ahead, sealed, again, ask, row, plans, bool(listed))).strip().splitlines()


def _helped(page: Page, account: Account, words: Any) -> list[str]:
    """Return the text above the list of commands: how to write them, and that new tables are opened on the website.

    Help is sent to the reader's own mailbox, so the link below may sign in.
    """
    caution = "" if buttons_of(account) == "none" else str(page.reader.say.button_is_yours())
    return [str(words.help()), f"{words.own_table()} {caution}".strip()]


def new_table_url(page: Page, account: Account, sender: Sender) -> str:
    """Return the address for opening a new table: signing in, unless the account wants no links that act."""
    if buttons_of(account) == "none":
        return f"{page.public_url}/new"
    return f"{page.public_url}/enter/{sender.enter(account, '', page.match.now, '')}"

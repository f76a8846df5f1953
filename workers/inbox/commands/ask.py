"""Questions and table talk by mail, neither of which changes anything at the table.

Players may ask for the rules in brief, a card's effect, their sealed answers, or the syntax.

``SAY Good luck!`` or ``SAG Viel Glück!`` in answer to any letter of a match goes to everybody at the table. While the rules
let partners confer, it goes to the partners only; ``SAY ALL`` then reaches everybody, if that is allowed. The answer quotes
the remark and names who got it, so that players see how their mail was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.contract import Game, Language
from engine.kit.ahead import is_repeatable
from engine.kit.text.guide import Carded, InShort, defined, guide, in_short
from engine.kit.text.particulars import particulars_of
from engine.kit.text.phrases import LANGUAGES
from engine.match.table import Standing
from engine.protocol.talk import LONGEST_TEXT
from engine.registry import game_of
from service.accounts.mail.mail_preferences import buttons_of
from service.matches import messages, talk
from service.matches.absence.matters import asks_for_time
from service.matches.messages import TalkError
from service.matches.numbering import Numbered
from service.matches.seen import seen_at
from service.store.records import Account, Act, Record
from service.text.names import BadName, spoken
from workers.inbox.commands import NotUnderstood, Outcome, Picks, Remarked, Reply, Tell
from workers.inbox.offered import Text, named, question_in_words
from workers.inbox.words import Line, alternatives, by_word, either, folded, is_number, word_set, words_of
from workers.inbox.written import LONGEST_LINE
from workers.mail.links import asks_in_turn, takes_plans
from workers.mail.page import Page
from workers.mail.parts.ahead import ahead_example
from workers.mail.parts.matters import example_of_asking
from workers.mail.sender import Sender

ASKS_ABOUT_A_CARD = either("cards.asks_about_a_card")
COMMAND = word_set("cards.command")
MOST = 6
"""The most lines an answer says about a card."""
SHORTEST = 3


def asks_about(lines: Sequence[str]) -> str | None:
    """Return the card that the first line of a mail asks about, by its number or name, or None if there is none.

    >>> [asks_about([one]) for one in ("KARTE 35", "Was macht die Karte 35?", "card banker", "What does the captain do?", "2")]
    ['35', '35', 'banker', 'captain', None]
    >>> [asks_about([one]) for one in ("CARTE 35", "Que fait la grue ?", "Que fait l'espion ?")]
    ['35', 'grue', 'espion']
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
    word, record = asks_about(begun), offered.record
    if word is None:
        return None
    below, meant = text.understand(begun[1:]), text.understand(begun[:1])
    if not any(explained(game_of(record.table), record, offered.seat, word, one) for one in LANGUAGES):
        names_none = isinstance(meant, NotUnderstood) and not meant.candidates and meant.meant is None
        is_command = begun[0].said[0] in COMMAND and isinstance(below, NotUnderstood)
        return Tell(Outcome(record, trouble="no-card", asked=offered.asked)) if names_none and is_command else None
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


# What somebody has sealed, asked by mail: that it is, since when, and where it can be read. Which move it is, only the
# workers that open it can read, and they show it to nobody but the player's own sign-in (:mod:`service.matches.receipts`). A
# mail is none: its sender may be anybody whom the letter was passed on to.


ASKS_WHAT_IS_SEALED = either("cards.asks_what_is_sealed")


def asks_for_it(lines: Sequence[str]) -> bool:
    """Return whether the first line of a mail asks what its sender has sealed.

    >>> [asks_for_it([one]) for one in ("Welche Karte habe ich versiegelt?", "what have I sealed", "Was habe ich gespielt", "2")]
    [True, True, True, False]
    >>> asks_for_it(["Qu'ai-je scellé ?"]), asks_for_it(["Quelle carte ai-je jouée ?"])
    (True, True)
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
        since, until = act.committed or act.received, "" if deadline is None else page.reader.moment(deadline)
        asked, commitment = question_in_words(standing, page), act.commitment or ""
        found.append(str(words.sealed_before(asked, page.reader.moment(since), act.custody, commitment, until)))
    return found


def told_on_demand(outcome: Outcome, page: Page, account: Account, seat: int, words: Any, *, alone: bool) -> list[str]:
    """Return the information that the mail has asked for: commands, the rules, or a card's effect."""
    found: list[str] = []
    if "help" in outcome.orders and not alone:
        # Help is sent to the reader's own mailbox, so the link below may sign in.
        caution = "" if buttons_of(account) == "none" else str(page.reader.say.button_is_yours())
        found += [str(words.help()), f"{words.own_table()} {caution}".strip()]
    found += [rules_in_short(page.rules, page.reader.language).aim] if "rules" in outcome.orders else []
    if (outcome.asks_sealed or "status" in outcome.orders) and not alone:
        sealed = what_is_sealed(page, seat, words)
        found += sealed or ([str(words.nothing_sealed_now())] if outcome.asks_sealed else [])
    if outcome.explains:
        language = page.reader.language
        found += explained(page.rules, page.match, seat, outcome.explains, language)
        found += [] if found else [str(words.no_such_card(outcome.explains))]
        found += [str(words.play_it(one)) for one in named(outcome.candidates, page, seat)]
    return found


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


def new_table_url(page: Page, account: Account, sender: Sender) -> str:
    """Return the address for opening a new table: signing in, unless the account wants no links that act."""
    if buttons_of(account) == "none":
        return f"{page.public_url}/new"
    return f"{page.public_url}/enter/{sender.enter(account, '', page.match.now, '')}"


ALL = f"(?P<all>{alternatives('talk.to_all')})"
SMALL_SAY = "|".join(sorted(word_set("talk.say")))
SAY = "|".join(sorted(word_set("talk.say") | word_set("talk.react")))
SAYING = re.compile(
    rf"(?:(?:{SAY.upper()})\b(?!,)(?: +(?i:{ALL})\b)?|(?i:{SAY})(?=:)|(?i:(?:{SAY}) +{ALL.replace('<all>', '<all2>')}\b))"
    r"(?: *[:,])? *(?P<text>.*)"
)
"""The first line: the word in capitals or before a colon, or followed by "all"."""
SMALL = re.compile(rf"(?i:{SMALL_SAY}) +(?P<text>[^\W\d].*)")
"""The word as telephones write it; it may also begin a question to us ("Sag mal, ...") or name a choice ("say 3")."""
REACTIONS = by_word("talk.reactions")
"""What is said as one of the reactions, which each reader gets in their own language."""
REACTING = re.compile(rf"(?i:{'|'.join(sorted(word_set('talk.react')))}) +(?P<text>.+)")
"""The word for a reaction as telephones write it: with one of the reactions it can mean nothing else."""
NOT_TOLD = word_set("words.not_told")
WRAPPED = 55
"""The length from which a line may have been wrapped by a mail program, so that the next belongs to it."""
TRIES = 4


@dataclass(frozen=True)
class Say:
    """Something to be said at the table, or to partners."""

    text: str
    to_all: bool
    unread: tuple[str, ...] = ()
    is_cut: bool = False
    """Whether a line was longer than is read."""

    @classmethod
    def read(cls, text: Text) -> Self | None:
        """Read the first line, and those that a mail program has wrapped from it."""
        found = text.begun and (SAYING.fullmatch(text.begun[0]) or _small(text) or _reacts(text.begun[0]))
        if not found:
            return None
        words, below = _unwrapped([found["text"], *map(str, text.begun[1:])])
        cut = any(len(line) > LONGEST_LINE for line in text.begun[: len(text.begun) - below])
        to = found.groupdict()
        return cls(
            words, bool(to.get("all") or to.get("all2")), text.unread(text.begun[len(text.begun) - below :]), cut
        )

    def do(self, reply: Reply) -> Outcome:
        """Say it; a copy of the mail says nothing again."""
        return Outcome(reply.record, remarked=self._said(reply), unread=self.unread)

    def _said(self, reply: Reply) -> Remarked:
        if self.is_cut or not 0 < len(self.text) <= LONGEST_TEXT:
            return Remarked(self.text, refused="empty" if not self.text else "too-long")
        try:
            spoken(self.text)
        except BadName:
            return Remarked(self.text, refused="unseen")
        name = f"mail {reply.mail.key}"
        for left in reversed(range(TRIES)):
            try:
                return self._say(reply, name)
            except TalkError as error:
                if error.code != "stale" or not left:
                    return Remarked(self.text, refused=error.code)
        raise AssertionError

    def _say(self, reply: Reply, name: str) -> Remarked:
        context, record, seat = reply.context, reply.latest(), reply.seat
        open_now = [] if self.to_all else messages.open_channels(record, seat)
        if open_now:
            messages.say(context, record, seat, open_now[0]["id"], self.text, name=name)
            reply.wake(record.match)
            return Remarked(self.text, to_partners=True)
        state = talk.talk_state(context, record)
        if state != "open":
            return Remarked(self.text, refused=state)
        reaction = REACTIONS.get(folded(self.text).rstrip(" ?…"), "")
        talk.tell(context, record, seat, text="" if reaction else self.text, reaction=reaction, name=name)
        return Remarked(self.text)


def _small(text: Text) -> re.Match[str] | None:
    """Return the first line's match if it says something to others in small letters, and can mean nothing else."""
    found = SMALL.fullmatch(text.begun[0])
    if found is None or "?" in found["text"] or words_of(found["text"])[0] in NOT_TOLD:
        return None
    read = text.understand([found["text"]])
    return None if isinstance(read, Picks) or read.candidates or read.meant is not None else found


def _reacts(line: str) -> re.Match[str] | None:
    """Return the match of a line that asks in small letters for one of the reactions."""
    found = REACTING.fullmatch(line)
    return found if found is not None and folded(found["text"]).rstrip(" ?…") in REACTIONS else None


def _unwrapped(lines: Sequence[str]) -> tuple[str, int]:
    """Return a text joined from its wrapped lines, and how many lines are left below it.

    >>> _unwrapped(["Hello!", "Kim"])
    ('Hello!', 1)
    """
    taken = 1
    while taken < len(lines) and len(lines[taken - 1]) >= WRAPPED:
        taken += 1
    return " ".join(" ".join(lines[:taken]).split()), len(lines) - taken

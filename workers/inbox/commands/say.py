"""Talk by mail: ``SAY Good luck!`` or ``SAG Viel Glück!`` in answer to any letter of a match, to everybody at the table.

Where the rules have partners who may confer at the moment, it goes to them, and only ``SAY ALL`` to everybody, if that is
allowed. The answer quotes what was said and to whom, so that what was read of the mail is never in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from engine.protocol.talk import LONGEST_TEXT
from service.matches import messages, talk
from service.matches.messages import TalkError
from service.text.names import BadName, spoken
from workers.inbox.commands import Outcome, Picks, Remarked, Reply
from workers.inbox.offered import Text
from workers.inbox.words import alternatives, by_word, folded, word_set, words_of
from workers.inbox.written import LONGEST_LINE

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

"""What stands in a mail below the lines that are read: what of it is more than a name, thanks and what programs put there. Pure.

A question or a condition in a second paragraph must not vanish: the answer quotes it. Where it may change what the lines above
say ("only if you pass"), those count only once their sender was asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from service.store.records import Record
from workers.replies.confirming import CLOSING_BELOW
from workers.replies.plain_speech import WORD, is_greeting, says_nothing, words_of
from workers.replies.quoting import AN_ADDRESS, is_rule, own_lines
from workers.replies.word_tables import BESIDE_THANKS, CLOSING, DOUBT, THANKS, words

SETTING_A_CONDITION = words(
    "auch dann doch moment stopp halt warte vorausgesetzt bedingung bedingungen solange andernfalls ansonsten stattdessen",
    "even also then stop wait provided providing assuming condition conditions otherwise",
)
CONDITIONS = (DOUBT | SETTING_A_CONDITION) - {
    *(["ob", "wie", "was", "wer", "wo", "wann", "warum", "wieso", "welche", "welcher", "welches", "später", "soll"]),
    *(["what", "who", "where", "why", "how", "which", "later", "should", "may", "bis", "until", "erst"]),
}
"""Words by which text may change what is said above it; what only asks is quoted, and changes nothing."""
RESTRICTING = re.compile(
    r"\b(?:nur,? (?:wenn|falls|sofern|für|bei)|es sei denn|vorausgesetzt|außer,? wenn|doch nicht|lieber nicht"
    r"|only (?:if|when|for)|unless|except|provided)\b"
)
"""How somebody says that something holds only sometimes, or not at all."""
POSTSCRIPT = ("ps", "p.s", "nachtrag")
BELOW_A_CLOSING = 3
"""How many lines below the closing of a mail are looked at for a condition: further down stands what firms add to all mails."""
MOST_OF_A_NAME = 4
SHOWN = 3
"""Lines that an answer quotes."""


def unread_in(lines: Sequence[str], names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the lines that say something, of those below what was read; ``names`` are of people at the table.

    >>> unread_in(["Das gilt auch, wenn du passt.", "Viele Grüße", "Wilma Meyer", "Tel. 030 1234"])
    ('Das gilt auch, wenn du passt.',)
    >>> unread_in(["Wilma", "Von meinem iPhone gesendet"]), unread_in(["Danke!", "LG Wilma"]), unread_in(["Wann ist Schluss?"])
    ((), (), ('Wann ist Schluss?',))
    >>> unread_in(["Viele Grüße", "Wilma", "PS: Nur, wenn Sven passt"]), unread_in(["Am Montag schrieb Siegelpost:", "Nur so"])
    (('PS: Nur, wenn Sven passt',), ())
    >>> unread_in(["Bitte beachten:", "nur, wenn Sven passt"]), unread_in(["wilma@x.example", "---", "nur, wenn Sven passt"])
    (('Bitte beachten:', 'nur, wenn Sven passt'), ('nur, wenn Sven passt',))
    """
    return tuple(_unread(lines, {word for name in names for word in words_of(name)}))


def unread_below(record: Record, below: Sequence[str]) -> tuple[str, ...]:
    """Return what says something of the lines below those that were read, at a match's table."""
    return unread_in(below, [one["name"] for one in record.table["seats"]])


def restricts(unread: Sequence[str]) -> bool:
    """Return whether text that was not read says plainly that what stands above it holds only sometimes.

    Whoever asks for more time explains why, in words that elsewhere may change something; so only this makes another thing of it.

    >>> restricts(["Nur, wenn Sven auch mehr braucht."]), restricts(["Ich komme aber morgen dazu, wenn alles klappt."])
    (True, False)
    """
    return any(RESTRICTING.search(" ".join(_plain_letters(line).casefold().split())) for line in unread)


def changes_something(unread: Sequence[str]) -> bool:
    """Return whether text that was not read may change what stands above it.

    >>> changes_something(["Das gilt auch, wenn du passt."]), changes_something(["Wann ist Schluss?"])
    (True, False)
    """
    return any(not CONDITIONS.isdisjoint(words_of(_plain_letters(line))) for line in unread)


def _plain_letters(line: str) -> str:
    """Return a line with letters of another width, as keyboards of East Asia write them, as the plain ones."""
    return unicodedata.normalize("NFKC", line)


def _unread(lines: Sequence[str], names: set[str]) -> Iterator[str]:
    since_closing: int | None = None
    for line in own_lines(lines):
        if since_closing is not None:
            since_closing += 1
            near = since_closing <= BELOW_A_CLOSING and changes_something([line])
            if near or "".join(words_of(line)[:1]) in POSTSCRIPT:
                yield line
            continue
        if is_rule(line):
            since_closing = 0
            continue
        said = words_of(line)
        if not said or is_greeting(" ".join(line.casefold().split())):
            continue
        if _closes(said, names) or _gives_an_address(line):
            since_closing = 0
        elif not _is_signature(line):
            yield line


def _closes(said: Sequence[str], names: set[str]) -> bool:
    """Return whether a line is nothing but thanks and wishes, with a name or without."""
    known = THANKS | CLOSING | BESIDE_THANKS
    begins = any(word in CLOSING or word in THANKS for word in said)
    return begins and sum(not (word in known or word in names or says_nothing(word)) for word in said) <= 1


def _gives_an_address(line: str) -> bool:
    """Return whether a line says how its sender can be reached, as signatures do."""
    return AN_ADDRESS.search(line) is not None and not changes_something([line])


def _is_signature(line: str) -> bool:
    """Return whether a line has nothing but names, numbers, and words of what programs put below a mail."""
    said = WORD.findall(line)
    if "?" in line or "!" in line or changes_something([line]):
        return False
    if not all(word[0].isupper() or word[0].isdigit() or word.casefold() in CLOSING_BELOW for word in said):
        return False
    return len(said) <= MOST_OF_A_NAME or any(word.casefold() in CLOSING_BELOW for word in said)


__all__ = ["SHOWN", "changes_something", "restricts", "unread_below", "unread_in"]

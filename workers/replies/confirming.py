"""What a letter asks to confirm, in the eight bytes that its address for answers has for what it asks: days of a vacation, or
something with a mark of its own and the moment at which it was asked.

Whoever answers such a letter with a word like "yes" has read it, because its address stands nowhere else: that is as good as the
line with a code that stands in it (:mod:`workers.replies.time_off`). It holds for as many changes of the vacations as there were.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from workers.replies.plain_speech import politely, words_of
from workers.replies.quoting import is_rule, own_lines
from workers.replies.word_tables import CHANGING, CLOSING, words

YES = frozenset(
    {
        "ja",
        "yes",
        "ok",
        "okay",
        "jawohl",
        "ja, gern",
        "ja gern",
        "einverstanden",
        "stimmt",
        "richtig",
        "yes, that is me",
    }
)
ASSENT = words(
    "das stimmt so doch genau richtig gern gerne bitte danke natürlich klar sicher wirklich die mail war ist",
    "von mir ich bin es meine meinte gemeint mach machen",
    "that's that is right correct exactly please thanks it was me my mail indeed of course",
)
"""Words behind a "yes" that only say so once more."""
MARK_BYTES, MINUTE = 4, 60_000
HOLDS = 7 * 24 * 60
"""Minutes for which a letter may be answered that asks something with a mark."""
DAY_BITS, SPAN_BITS, CHANGES_BITS = 20, 12, 31
CLOSING_BELOW = CLOSING | words(
    "lieben herzlichen besten schönen vielen danke dank gesendet verschickt von meinem meiner dem der aus via tel mobil",
    "wishes thanks thank you sent from my using get for phone mobile iphone ipad ios android i.a.",
)
"""Words of closing lines, and of those that programs put below a mail, which need no capital."""
LOOKED_AT = 3
"""How many lines below a "yes" may go on with it; further down stand signatures, and what programs and firms write."""
WORDS = re.compile(r"[^\W\d_][\w'.-]*")
A_DATE = re.compile(r"\b\d{1,2}\. ?(?:\d{1,2}\.|[^\W\d_]{3})|\b\d{1,2}/\d{1,2}\b|\b\d{4}-\d\d-\d\d\b")


@dataclass(frozen=True)
class DaysToConfirm:
    """The first and the last day of a vacation that is to be entered, or the first of one that is to end (``last`` ``None``).

    ``changes`` counts the changes that the account's vacations had when it was asked.
    """

    first: date
    last: date | None
    changes: int

    @property
    def fits(self) -> bool:
        """Whether it can be said in eight bytes: all that can be entered can."""
        return self.last is None or 0 < (self.last - self.first).days + 1 < 1 << SPAN_BITS

    def packed(self) -> bytes:
        """Return it in eight bytes.

        >>> one = DaysToConfirm(date(2026, 12, 1), date(2026, 12, 14), 3)
        >>> DaysToConfirm.read(one.packed()) == one
        True
        """
        span = 0 if self.last is None else (self.last - self.first).days + 1
        whole = self.first.toordinal() << SPAN_BITS | span
        return (whole << CHANGES_BITS | _counted(self.changes)).to_bytes(8, "big")

    @classmethod
    def read(cls, packed: bytes) -> DaysToConfirm:
        """Return what eight bytes say that :meth:`packed` made."""
        whole, changes = divmod(int.from_bytes(packed, "big"), 1 << CHANGES_BITS)
        day, span = divmod(whole, 1 << SPAN_BITS)
        first = date.fromordinal(day)
        return cls(first, first + timedelta(days=span - 1) if span else None, changes)

    def still_holds(self, changes: int) -> bool:
        """Return whether the vacations are as they were when it was asked."""
        return self.changes == _counted(changes)


def stamped(mark: bytes, now: int) -> bytes:
    """Return the eight bytes by which a letter asks, at a moment (ms), for what has this mark: such as begins no day."""
    return mark + (now // MINUTE).to_bytes(8 - MARK_BYTES, "big")


def is_in_time(asked: bytes, now: int) -> bool:
    """Return whether the letter that asked with these bytes, made by :func:`stamped`, may still be answered.

    >>> asked = stamped(bytes(4), 60_000)
    >>> is_in_time(asked, 120_000), is_in_time(asked, 8 * 86_400_000), is_in_time(asked, 0)
    (True, False, False)
    """
    return 0 <= now // MINUTE - int.from_bytes(asked[MARK_BYTES:], "big") <= HOLDS


def confirms(lines: Sequence[str]) -> bool:
    """Return whether a mail confirms: its first line does, and the next ones do not go on with something else.

    >>> confirms(["Ja,", "Tel. 030 1234"]), confirms(["Ja,", "aber erst ab Freitag"]), confirms(["ok", "1.12. - 9.12."])
    (True, False, False)
    >>> confirms(["Ja,", "außer am Wochenende"]), confirms(["Ja", "---", "aber erst ab Freitag"])
    (False, False)
    """
    if not lines or not is_yes(lines[0]):
        return False
    for line in own_lines(lines[1 : 1 + LOOKED_AT]):
        if CHANGING & {*words_of(line)} or A_DATE.search(line) or "?" in line:
            return False
    return True


def confirms_alone(lines: Sequence[str]) -> bool:
    """Return whether a mail confirms and says nothing else but a signature: for what cannot be taken back.

    A line below the "yes" is part of a signature if it has nothing but names, numbers and words that close a letter.

    >>> confirms_alone(["Ja!", "viele Grüße", "Ann Meyer"]), confirms_alone(["Ja,", "das war ein Versehen"])
    (True, False)
    """
    if not confirms(lines):
        return False
    for line in own_lines(lines[1 : 1 + LOOKED_AT]):
        if is_rule(line):
            return True
        if not all(word[0].isupper() or word.casefold() in CLOSING_BELOW for word in WORDS.findall(line)):
            return False
    return True


def is_yes(line: str) -> bool:
    """Return whether a line confirms, and says nothing else.

    >>> is_yes("Ja!"), is_yes("ok, danke"), is_yes("ja, aber erst ab Freitag"), is_yes("ja?"), is_yes("")
    (True, True, False, False, False)
    >>> is_yes("Ja, das stimmt so."), is_yes("Ja doch, die Mail war von mir."), is_yes("Ja, sehr!"), is_yes("Ja, 2")
    (True, True, False, False)
    """
    if "?" in line:
        return False
    first, *more = words_of(line) or [""]
    return politely(" ".join(line.casefold().split()).strip("*_\"'„“”»«!. ")) in YES or (
        bool(more) and first in YES and ASSENT.issuperset(more)
    )


def _counted(changes: int) -> int:
    return changes % (1 << CHANGES_BITS)


__all__ = ["HOLDS", "MINUTE", "DaysToConfirm", "confirms", "confirms_alone", "is_in_time", "is_yes", "stamped"]

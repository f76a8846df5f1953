"""Lines about standing orders: ``PLAN``, ``PLAN <sentence>``, ``PLAN END 2``; also in German. Pure.

Sentences are read by a game's patterns (:mod:`engine.kit.text.plan_sentences`), without knowing any game. Filler words
are skipped, endings do not matter, and a thing may be named by some of its words if no other thing has them. A sentence
with an unclear part has no effect: the answer names the part and what is allowed there.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from engine.kit.text.plan_sentences import SLOT, Filled, Many, Order, Sentence, Slot, variants
from workers.inbox.commands import Wrong
from workers.inbox.grammar import ends_commands, order_of
from workers.inbox.naming import AND, ELSE, WORTH_REPAIRING, field_in, is_one_letter_off, with_fields
from workers.inbox.words import (
    ALWAYS,
    DOUBT,
    FOR_NOW,
    ORDINARY,
    SAME_THING,
    TOWARDS,
    WORD,
    Line,
    folded,
    is_number,
    regex,
    says_nothing,
    stem,
    word_set,
)
from workers.mail.reply_address import MARKS

LONGEST = 300
"""The most characters of a sentence: names of many cards take up two thirds of them."""
IN_A_LIST = AND | ELSE | word_set("plans.in_a_list")
BETWEEN: Mapping[Many, frozenset[str]] = {"one": IN_A_LIST, "some": IN_A_LIST, "ranking": IN_A_LIST, "amounts": AND}
"""Words between the values of a slot. All amounts of a slot apply together: "one or the other" is not both."""
NEVER = (("nie", "niemals"), ("not", "don't", "dont"))
SAME: Mapping[str, str] = {
    word: words[0] for words in (*SAME_THING, *NEVER, ("at", *sorted(TOWARDS))) for word in words
}
"""Synonyms, each mapped to the word that represents its group."""
BEFORE_FIELDS = frozenset(SAME[word] for word in TOWARDS)
MOST_COUNT = 99
SHOWN = 12
"""The most alternatives listed for a value that was not understood."""


@dataclass(frozen=True)
class Mistyped:
    """An order that a sentence was probably meant to give: the only one that matches apart from typing mistakes."""

    order: Order


@dataclass(frozen=True)
class PlanReading:
    """Reads sentences of the kinds available at a table."""

    sentences: Sequence[Sentence]

    def of(self, text: str) -> Order | Mistyped | Wrong:
        """Return the order that a text gives, the one it may have meant, or why it is none."""
        words = _words(text) if len(text) <= LONGEST else []
        if not words:
            return Wrong()
        found = self._read(words)
        if isinstance(found, Order) or not DOUBT.isdisjoint(set(words) - self._known):
            return found
        mended = self._mended(words)
        meant = None if mended is None else self._read(mended)
        return Mistyped(meant) if isinstance(meant, Order) else found

    def _read(self, words: Sequence[str]) -> Order | Wrong:
        orders: list[Order] = []
        wrong: tuple[int, Wrong] = (0, Wrong())
        for shape in self._shapes:
            slots = shape.taken_apart(words)
            if slots is None:
                continue
            found = shape.filled(slots)
            if isinstance(found, Order):
                orders += [] if found in orders else [found]
            elif len(shape.literal) > wrong[0]:
                wrong = (len(shape.literal), found)
        return orders[0] if len(orders) == 1 else wrong[1]

    def _mended(self, words: Sequence[str]) -> list[str] | None:
        """Correct words one letter off a known word, or return None if none is or it is ambiguous."""
        found = []
        for word in words:
            if len(word) < WORTH_REPAIRING or word in self._known or word in ORDINARY or field_in(word) is not None:
                found.append(word)
                continue
            near = [one for one in self._spelt if len(one) >= WORTH_REPAIRING and is_one_letter_off(word, one)]
            meant = {stem(SAME.get(one, one)): SAME.get(one, one) for one in sorted(near)}
            if len(meant) > 1:
                return None
            found.append(next(iter(meant.values()), word))
        return found if found != list(words) else None

    @cached_property
    def _shapes(self) -> list[_Shape]:
        return [
            _Shape(sentence, _elements(variant), stock)
            for sentence in self.sentences
            for stock in [{name: _Stock(slot) for name, slot in sentence.slots.items()}]
            for pattern in dict.fromkeys(sentence.patterns)
            for variant in variants(pattern)
        ]

    @cached_property
    def _known(self) -> frozenset[str]:
        named = (stock.words for shape in self._shapes for stock in shape.stocks.values())
        return frozenset(chain(*(shape.literal for shape in self._shapes), *named))

    @cached_property
    def _spelt(self) -> frozenset[str]:
        """The known words, including synonyms."""
        return self._known | {word for word, same in SAME.items() if same in self._known}


@dataclass(frozen=True)
class _Shape:
    """One way to write a sentence: words, and named slots between them."""

    sentence: Sentence
    elements: Sequence[Sequence[str] | str]
    stocks: Mapping[str, _Stock] = field(hash=False)

    @property
    def literal(self) -> list[str]:
        """The words between the slots: of two patterns that do not match, the one with more was probably meant."""
        return [word for one in self.elements if not isinstance(one, str) for word in one]

    def taken_apart(self, words: Sequence[str]) -> dict[str, Sequence[str]] | None:
        """Return the words in each slot, or None if the words between slots differ."""
        found: dict[str, Sequence[str]] = {}
        at, waits = 0, ""
        for element in self.elements:
            if isinstance(element, str):
                waits = element
                continue
            places = range(at + 1, len(words)) if waits else (at,)  # a slot takes at least one word
            begins = next((place for place in places if _stands(words, element, place)), None)
            if begins is None:
                return None
            if waits:
                found[waits], waits = words[at:begins], ""
            at = begins + len(element)
        if waits:
            found[waits] = words[at:]
        elif at < len(words):
            return None
        return found

    def filled(self, slots: Mapping[str, Sequence[str]]) -> Order | Wrong:
        """Return the order with these words in its slots, or the first slot that is wrong."""
        values: dict[str, tuple[Filled, ...]] = {}
        for name, words in slots.items():
            found = self.stocks[name].read(words)
            if isinstance(found, Wrong):
                return found
            values[name] = found
        return Order(self.sentence.kind, values)


class _Stock:
    """The things that may fill a slot, by the words of their names."""

    def __init__(self, slot: Slot) -> None:
        self._slot = slot
        self._named: dict[tuple[str, ...], str] = {}
        self._first: dict[str, list[tuple[str, ...]]] = {}
        clear: dict[tuple[str, ...], set[str]] = {}
        for key, names in slot.things.items():
            for name in names:
                clear.setdefault(_stems(_words(name)), set()).add(key)
        for stems, keys in clear.items():
            if stems and len(keys) == 1:
                self._named[stems] = next(iter(keys))
                self._first.setdefault(stems[0], []).append(stems)
        self.words = frozenset(word for names in slot.things.values() for name in names for word in _words(name))
        self._between = BETWEEN[slot.many] | (frozenset() if slot.form == "things" else BEFORE_FIELDS)

    def read(self, words: Sequence[str]) -> tuple[Filled, ...] | Wrong:
        """Return the values that words in this slot name, or what is wrong with them."""
        found: list[Filled] = []
        at = 0
        while at < len(words):
            if words[at] in self._between and not self._longest(words, at):
                at += 1
                continue
            taken = self._one(words, at)
            if isinstance(taken, Wrong):
                return taken
            one, at = taken
            found.append(one)
        if not found or len(found) > (1 if self._slot.many == "one" else self._slot.most):
            return self._wrong(words if found else ())
        names = [one.name for one in found]
        if len(set(names)) < len(names):
            return self._wrong(words)
        return tuple(found)

    def _one(self, words: Sequence[str], at: int) -> tuple[Filled, int] | Wrong:
        """Return the value that begins at a word, and the position of the next one."""
        if self._slot.form == "number":
            number = int(words[at]) if is_number(words[at]) and len(words[at]) <= 4 else 0
            return (Filled(str(number)), at + 1) if 1 <= number <= self._slot.most else self._wrong([words[at]])
        spot = field_in(words[at]) if self._slot.form == "fields" else None
        if spot is not None:
            return Filled(spot), at + 1
        count, begins = 1, at
        if self._slot.many == "amounts" and is_number(words[at]) and at + 1 < len(words):
            count, begins = int(words[at][:4]), at + 1
            if not 1 <= count <= min(self._slot.most, MOST_COUNT):
                return self._wrong([words[at]])
        length = self._longest(words, begins)
        if length:
            return Filled(self._named[_stems(words[begins : begins + length])], count), begins + length
        return self._in_part(words, begins, count)

    def _longest(self, words: Sequence[str], at: int) -> int:
        """Return the number of words of the longest name at this position, 0 if there is none."""
        known = self._first.get(stem(words[at]), ()) if at < len(words) else ()
        return max((len(one) for one in known if one == _stems(words[at : at + len(one)])), default=0)

    def _in_part(self, words: Sequence[str], at: int, count: int) -> tuple[Filled, int] | Wrong:
        """Return the one value that the words up to the next separator partly name."""
        ends = next((place for place in range(at, len(words)) if words[place] in self._between), len(words))
        said = {*_stems(words[at:ends])}
        fits = list(dict.fromkeys(key for stems, key in self._named.items() if said and said <= {*stems}))
        if len(fits) == 1:
            return Filled(fits[0], count), ends
        return self._wrong(words[at:ends], [self._slot.things[key][0] for key in fits])

    def _wrong(self, said: Sequence[str], fits: Sequence[str] = ()) -> Wrong:
        names = list(fits) or [names[0] for names in self._slot.things.values()]
        if self._slot.form == "number":
            names = [f"1–{self._slot.most}"]
        elif self._slot.form == "fields":
            names = ["(0, -1)", *names]
        more = [f"… (+{len(names) - SHOWN})"] if len(names) > SHOWN else []
        return Wrong(self._slot.about, _written(said), (*names[:SHOWN], *more), bool(fits))


def _elements(variant: str) -> list[Sequence[str] | str]:
    """Return a pattern's words and slots in their order."""
    found: list[Sequence[str] | str] = []
    at = 0
    for slot in SLOT.finditer(variant):
        found += [words] if (words := _words(variant[at : slot.start()])) else []
        found.append(slot[1])
        at = slot.end()
    return [*found, words] if (words := _words(variant[at:])) else found


class _Word(str):
    """A word of an order as normalized for reading; ``written`` is its spelling in the mail."""

    written: str

    @classmethod
    def of(cls, written: str) -> _Word:
        made = cls(SAME.get(written, written))
        made.written = written
        return made


def _words(text: str) -> list[_Word]:
    """Return the meaningful words of a text, in one case."""
    words = WORD.findall(with_fields(folded(text)))
    return [_Word.of(one) for one in words if one not in ALWAYS and (one in FOR_NOW or not says_nothing(one))]


def _written(words: Sequence[str]) -> str:
    """Return words as they are spelt in the mail."""
    found = (word.written if isinstance(word, _Word) else word for word in words)
    return " ".join(word if (spot := field_in(word)) is None else f"({spot.replace(',', ', ')})" for word in found)


def _stems(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(stem, words))


def _stands(words: Sequence[str], wanted: Sequence[str], at: int) -> bool:
    return _stems(words[at : at + len(wanted)]) == _stems(wanted)


LEAD = regex("plans.lead")
QUESTION = regex("plans.question")
ALL_OF_THEM = regex("plans.all_of_them")
END = regex("plans.end")
ALL = ("all", "alle", "alles")
MOST_LINES = 12
"""The most lines about standing orders in a mail; only one more is read, to show that there are too many."""
LONGEST_WHOLE = 4 * LONGEST
"""The most characters of a sentence over several lines, including the hint that our letter prints after it."""


@dataclass(frozen=True)
class End:
    """End the order with this number (0 = all, None = the only one there is)."""

    number: int | None


@dataclass(frozen=True)
class PlanLine:
    """A line as it was written, and its meaning; None asks for the orders in force and what can be written."""

    text: str
    says: Order | Mistyped | Wrong | End | None


def rest_of(line: str) -> str | None:
    """Return the part of a line about standing orders after its keyword, as written, or None if it is not about them.

    >>> rest_of("PLAN"), rest_of("Bitte Plan: 36 auf (0, 1)."), rest_of("Pläne?"), rest_of("Planung"), rest_of("2")
    ('', '36 auf (0, 1)', '', None, None)
    """
    text = Line.of(line).polite
    if QUESTION.fullmatch(text):
        return ""
    if ALL_OF_THEM.fullmatch(text):
        return "end all"
    found = LEAD.fullmatch(text)
    return None if found is None else found["rest"].strip()


def plan_lines(lines: Sequence[str], reading: PlanReading) -> tuple[list[PlanLine], Sequence[str]]:
    """Return the lines about standing orders at the beginning of a mail, and the lines below them.

    Reading stops once there are more than :data:`MOST_LINES`. A sentence, and the hint after it, may go on in the next line,
    because mail programs break long ones.
    """
    found: list[PlanLine] = []
    at = 0
    while len(found) <= MOST_LINES and at < len(lines) and (rest := rest_of(lines[at])) is not None:
        says, text = _says(rest, reading), lines[at]
        at += 1
        while 0 < len(rest) <= LONGEST_WHOLE and at < len(lines):
            if rest_of(lines[at]) is not None or ends_commands(lines[at]):
                break
            longer = f"{rest} {Line.of(lines[at]).polite}"
            more = _says(longer, reading)
            if not isinstance(more, Order) and rest.count("(") <= rest.count(")"):
                break
            rest, says, text = longer, more, f"{text} {lines[at]}"
            at += 1
        found += [PlanLine(text, _asked(one, text)) for one in (says if isinstance(says, list) else [says])]
    return found, lines[at:]


def is_command(line: str) -> bool:
    """Return whether a line is one of the other commands of mails.

    >>> is_command("2"), is_command("STATUS"), is_command("Viele Grüße")
    (True, True, False)
    """
    read = Line.of(line)
    return order_of(read.folded) is not None or read.number is not None


def _says(rest: str, reading: PlanReading) -> Order | Mistyped | Wrong | list[End] | None:
    if not rest:
        return None
    end = END.fullmatch(rest)
    if end is not None:
        which = end["which"]
        numbers = [int(one) for one in re.findall(r"\d+", which)]
        return [End(one) for one in dict.fromkeys(numbers)] or [End(0 if which in ALL else None)]
    found, shorter = reading.of(rest), without_hint(rest)
    # Another text in brackets is a condition of the sender's.
    hints = {folded(slot.about) for one in reading.sentences for slot in one.slots.values()}
    if not isinstance(found, Wrong) or rest[len(shorter) :].strip(" ([").partition(":")[0] not in hints:
        return found
    copied = reading.of(shorter)
    return found if isinstance(copied, Wrong) else copied


def _asked(says: Order | Mistyped | Wrong | End | None, text: str) -> Order | Mistyped | Wrong | End | None:
    """Return the meaning of a line; a question neither gives nor ends an order, but may have been meant to give one."""
    if "?" not in text or says is None:
        return says
    return Mistyped(says) if isinstance(says, Order) else Wrong() if isinstance(says, End) else says


def without_hint(rest: str) -> str:
    """Return a line without our letter's hint after it, which says what is allowed there and gets copied along.

    >>> without_hint("give 1 wood (what you give: wood, tool (any)) "), without_hint("lay 36 at (0, 1)")
    ('give 1 wood', 'lay 36 at (0, 1)')
    """
    text, depth = rest.rstrip(), 0
    for at in range(len(text) - 1, -1, -1) if text.endswith(")") else ():
        depth += {")": 1, "(": -1}.get(text[at], 0)
        if depth == 0:
            return text[:at].rstrip() if ":" in text[at:] else rest
    return rest


# An order in the eight bytes that a letter's address has for what it asks to confirm: was it meant? It goes by the places of
# its things among those that may stand there, which are the same when the answer comes; a check byte, which also says what
# stood when it was asked, shows where they are not.


FAR, SIDE = 20, 41
"""Fields go from -20 to 20 in each direction."""
ROOM = 1 << 40


def pack_order(order: Order, sentences: Sequence[Sentence], seq: int) -> bytes | None:
    """Return an order in eight bytes, or None if it does not fit.

    :param seq: the number of the act that set the orders in force, 0 for none.
    """
    at = next(place for place, one in enumerate(sentences) if one.kind == order.kind)
    digits = [(at, len(sentences))]
    for name, slot in sorted(sentences[at].slots.items()):
        for value in order.values.get(name, ()):
            digit = _digit(value.name, slot)
            if digit is None:
                return None
            digits.append((digit + 1, _base(slot) + 1))
            if slot.many == "amounts":
                digits.append((value.count, slot.most + 1))
        digits.append((0, _base(slot) + 1))
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    return None if number >= ROOM else MARKS["order"] + bytes([_check(order, seq)]) + number.to_bytes(5, "big")


def unpack_order(raw: bytes, sentences: Sequence[Sentence], seq: int) -> Order | None:
    """Return the order packed by :func:`pack_order`, or None if other orders are in force now."""
    if not sentences:
        return None
    number, at = divmod(int.from_bytes(raw[3:], "big"), len(sentences))
    values: dict[str, tuple[Filled, ...]] = {}
    for name, slot in sorted(sentences[at].slots.items()):
        own: list[Filled] = []
        number, digit = divmod(number, _base(slot) + 1)
        while digit and len(own) < slot.most:
            count = 1
            if slot.many == "amounts":
                number, count = divmod(number, slot.most + 1)
            own.append(Filled(_name(digit - 1, slot), count))
            number, digit = divmod(number, _base(slot) + 1)
        if own:
            values[name] = tuple(own)
    order = Order(sentences[at].kind, values)
    return order if not number and _check(order, seq) == raw[2] else None


def _base(slot: Slot) -> int:
    fields = SIDE * SIDE if slot.form == "fields" else 0
    return slot.most + 1 if slot.form == "number" else len(slot.things) + fields


def _digit(name: str, slot: Slot) -> int | None:
    if slot.form == "number":
        return int(name)
    things = sorted(slot.things)
    if name in slot.things:
        return things.index(name)
    column, row = (int(one) + FAR for one in name.split(","))
    return len(things) + column * SIDE + row if min(column, row) >= 0 and max(column, row) < SIDE else None


def _name(digit: int, slot: Slot) -> str:
    if slot.form == "number":
        return str(digit)
    if digit < len(slot.things):
        return sorted(slot.things)[digit]
    column, row = divmod(digit - len(slot.things), SIDE)
    return f"{column - FAR},{row - FAR}"


def _check(order: Order, seq: int) -> int:
    said = [(name, [(one.name, one.count) for one in order.values[name]]) for name in sorted(order.values)]
    return hashlib.sha256(repr((order.kind, said, seq)).encode()).digest()[0]

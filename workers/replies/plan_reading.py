"""Reads a sentence about standing orders by a game's patterns (:mod:`engine.kit.plan_sentences`), without knowing any game. Pure.

Words that say nothing are passed over, endings do not matter, and a thing may be named by some of its words where no other has
them. What is not clear makes nothing of the sentence: the answer says which part it was and what can stand there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from engine.kit.plan_sentences import SLOT, Filled, Many, Order, Sentence, Slot, variants
from workers.replies.ordinary_words import ORDINARY
from workers.replies.places import field_in, with_fields
from workers.replies.plain_speech import WORD, says_nothing, stem
from workers.replies.speech import folded
from workers.replies.suggesting import WORTH_REPAIRING, is_one_letter_off
from workers.replies.wishes import AND, ELSE
from workers.replies.word_tables import ALWAYS, DOUBT, FOR_NOW, SAME_THING, TOWARDS

LONGEST = 300
"""Characters of a sentence: with names of many cards it has two thirds of them."""
IN_A_LIST = AND | ELSE | {
    "zuerst", "first", "danach", "ansonsten", "otherwise", "erst", "ab", "feld", "field", "legen", "gelegt", "laid",
}  # fmt: skip
BETWEEN: Mapping[Many, frozenset[str]] = {"one": IN_A_LIST, "some": IN_A_LIST, "ranking": IN_A_LIST, "amounts": AND}
"""Words between the things of a slot. All amounts of a slot are meant at once: one or another is not both."""
NEVER = (("nie", "niemals"), ("not", "don't", "dont"))
SAME: Mapping[str, str] = {
    word: words[0] for words in (*SAME_THING, *NEVER, ("at", *sorted(TOWARDS))) for word in words
}
"""Words that say the same as another one, which stands for all of them."""
BEFORE_FIELDS = frozenset(SAME[word] for word in TOWARDS)
MOST_COUNT = 99
SHOWN = 12
"""Things that are named where another one was meant."""


@dataclass(frozen=True)
class Wrong:
    """What is not clear in a sentence: the ``slot`` (empty: no pattern fits at all), the words that nobody knows, as they were
    written, and what could stand there, in the reader's language; ``said`` is empty where something is missing."""

    slot: str = ""
    said: str = ""
    right: tuple[str, ...] = ()
    several: bool = False


@dataclass(frozen=True)
class Mistyped:
    """What a sentence may have been meant to say: the one order that it is but for letters mistyped."""

    order: Order


@dataclass(frozen=True)
class PlanReading:
    """Reads sentences of the kinds that there are at a table."""

    sentences: Sequence[Sentence]

    def of(self, text: str) -> Order | Mistyped | Wrong:
        """Return the order that a text is, or may have been meant to be, or why it is none."""
        words = _words(text) if len(text) <= LONGEST else []
        if not words:
            return Wrong()
        found = self._read(words)
        if isinstance(found, Order):
            return found
        mended = self._mended(words) if DOUBT.isdisjoint(set(words) - self._known) else None
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
            elif shape.weight > wrong[0]:
                wrong = (shape.weight, found)
        return orders[0] if len(orders) == 1 else wrong[1]

    def _mended(self, words: Sequence[str]) -> list[str] | None:
        """Return the words with those mended that are one of the known but for a letter; ``None``: none is, or not clearly."""
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
        literal = (
            word
            for shape in self._shapes
            for element in shape.elements
            if not isinstance(element, str)
            for word in element
        )
        named = (word for shape in self._shapes for stock in shape.stocks.values() for word in stock.words)
        return frozenset(chain(literal, named))

    @cached_property
    def _spelt(self) -> frozenset[str]:
        """The known words, and all those for which one of them stands."""
        return self._known | {word for word, same in SAME.items() if same in self._known}


@dataclass(frozen=True)
class _Shape:
    """One way to write a sentence: words, and between them slots by name."""

    sentence: Sentence
    elements: Sequence[Sequence[str] | str]
    stocks: Mapping[str, _Stock] = field(hash=False)

    @property
    def weight(self) -> int:
        """How many words of it are words: of two that do not fit, the one with more was meant."""
        return sum(len(one) for one in self.elements if not isinstance(one, str))

    def taken_apart(self, words: Sequence[str]) -> dict[str, Sequence[str]] | None:
        """Return which words stand in which slot; ``None``: the words between them are others."""
        found: dict[str, Sequence[str]] = {}
        at, waits = 0, ""
        for element in self.elements:
            if isinstance(element, str):
                waits = element
                continue
            begins = _where(words, element, at) if waits else at
            if begins is None or not _stands(words, element, begins):
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
        """Return the order with these words in its slots, or the first slot in which they are wrong."""
        values: dict[str, tuple[Filled, ...]] = {}
        for name, words in slots.items():
            found = self.stocks[name].read(words)
            if isinstance(found, Wrong):
                return found
            values[name] = found
        return Order(self.sentence.kind, values)


class _Stock:
    """What may stand in a slot, by the words of its names."""

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
        """Return what words in this slot mean, or what is wrong with them."""
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
        """Return the thing that begins at a word, and where the next one may begin."""
        if self._slot.form == "number":
            is_number = words[at].isascii() and words[at].isdigit() and len(words[at]) <= 4
            number = int(words[at]) if is_number else 0
            return (Filled(str(number)), at + 1) if 1 <= number <= self._slot.most else self._wrong([words[at]])
        spot = field_in(words[at]) if self._slot.form == "fields" else None
        if spot is not None:
            return Filled(spot), at + 1
        count, begins = 1, at
        if self._slot.many == "amounts" and words[at].isascii() and words[at].isdigit() and at + 1 < len(words):
            count, begins = int(words[at][:4]), at + 1
            if not 1 <= count <= min(self._slot.most, MOST_COUNT):
                return self._wrong([words[at]])
        length = self._longest(words, begins)
        if length:
            return Filled(self._named[_stems(words[begins : begins + length])], count), begins + length
        return self._in_part(words, begins, count)

    def _longest(self, words: Sequence[str], at: int) -> int:
        """Return how many words the longest name has that stands there; 0: none."""
        known = self._first.get(stem(words[at]), ()) if at < len(words) else ()
        return max((len(one) for one in known if one == _stems(words[at : at + len(one)])), default=0)

    def _in_part(self, words: Sequence[str], at: int, count: int) -> tuple[Filled, int] | Wrong:
        """Return the one thing that words up to the next separator name by some words of its name."""
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
    """A word by which an order is read; ``written`` is the one that stands in the mail."""

    written: str

    @classmethod
    def of(cls, written: str) -> _Word:
        made = cls(SAME.get(written, written))
        made.written = written
        return made


def _words(text: str) -> list[_Word]:
    """Return the words of a text that say something, in one case."""
    words = WORD.findall(with_fields(folded(text.replace("\u2019", "'"))))
    return [_Word.of(word) for word in words if not _passed_over(word)]


def _passed_over(word: str) -> bool:
    return word in ALWAYS or (says_nothing(word) and word not in FOR_NOW)


def _written(words: Sequence[str]) -> str:
    """Return words as they stand in the mail."""
    found = (word.written if isinstance(word, _Word) else word for word in words)
    return " ".join(word if (spot := field_in(word)) is None else f"({spot.replace(',', ', ')})" for word in found)


def _stems(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(stem, words))


def _stands(words: Sequence[str], wanted: Sequence[str], at: int) -> bool:
    return _stems(words[at : at + len(wanted)]) == _stems(wanted)


def _where(words: Sequence[str], wanted: Sequence[str], at: int) -> int | None:
    """Return where words stand for the first time behind a place, with at least one before them."""
    places: Iterator[int] = (place for place in range(at + 1, len(words)) if _stands(words, wanted, place))
    return next(places, None)


__all__ = ["LONGEST", "Mistyped", "PlanReading", "Wrong"]

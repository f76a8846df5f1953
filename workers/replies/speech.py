"""Which choice a line names: by its number, by its words as letters have them, or in plain speech that fits just one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from workers.replies.naming import Name, named_by, stems_of
from workers.replies.plain_speech import number_alone, ordinal_alone
from workers.replies.wishes import LONGEST, Said, Vocabulary, tails, understood
from workers.replies.word_tables import EXCHANGE, TAKING

GOES_ON = (",", " und ", " and ")
"""What stands in the name of a choice before that by which it goes on from another one's."""
SMILE = re.compile(r"(?:^|(?<=\s))(?:[:;=]-?[)d(p]|<3+)(?=\s|$)")
"""A face or a heart."""
THE_NUMBER = re.compile(r"\b(?:die|the) [0-9]")
"""How people name a card that they hold as well as a choice of the list: "die 2"."""
NUMBER = re.compile(r"(?:(?:nr\.?|no\.) ?)?[#(\[]?([0-9]{1,3})[)\].:]?")


@dataclass(frozen=True)
class Spoken:
    """The choices that a line may mean, one where it is clear, and what it says with that one."""

    numbers: tuple[int, ...]
    said: Said | None = None


@dataclass(frozen=True)
class Speech:
    """Reads a line as plain speech; ``called`` is by name which choices are called so."""

    called: Mapping[str, set[int]]
    choices: Mapping[int, Sequence[str]]
    vocabulary: Callable[[int], Vocabulary]

    def of(self, text: str) -> Spoken | None:
        """Return what a line may mean, also with what is to come next behind a choice; ``None`` if it means nothing."""
        if len(text) > LONGEST:
            return None
        found = self._choices(text)
        if found:
            return Spoken(found)
        spoken = {
            (numbers[0], said)
            for choice, words in tails(text)
            if len(numbers := self._choices(choice)) == 1
            if (said := self._said(numbers[0], words)) is not None
        }
        if len(spoken) != 1:
            return None
        ((number, said),) = spoken
        return Spoken((number,), dict(said))

    def _choices(self, text: str) -> tuple[int, ...]:
        alone = number_alone(text)
        if alone is not None and alone in self.choices:
            cards = self.called.get(str(alone), set()) if THE_NUMBER.search(text) else set()
            return tuple(sorted({alone, *cards}))
        if alone is not None:  # the number of a card in hand, where it is no choice's
            return tuple(sorted(self.called.get(str(alone), ())))
        ordinal = ordinal_alone(text)
        if ordinal is not None and (found := self.called.get(by_place(ordinal))):
            return tuple(sorted(found))
        exact = self.called.get(text, set())
        return tuple(sorted(exact)) or self._extended(text) or self._named(text)

    def _named(self, text: str) -> tuple[int, ...]:
        """Return the choices that the words of a line name; taking says nothing where no choice says it with the others."""
        found = named_by(text, self._stems)
        words = text.split()
        left = [word for word in words if word.strip(",.;:!") not in TAKING]
        if not found and len(left) < len(words) and EXCHANGE.isdisjoint(words):
            found = named_by(" ".join(left), self._stems)
        return self._plainest(found)

    @cached_property
    def _stems(self) -> dict[int, list[Name]]:
        return stems_of(self.choices)

    def _plainest(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """Return the choice whose words the names of all the others only go on from, for nothing said that they do; else all."""
        for one in numbers:
            begins = tuple(f"{name}{more}" for name in self.choices[one] for more in GOES_ON)
            if one > 0 and all(
                any(name.startswith(begins) for name in self.choices[other]) for other in numbers if other != one
            ):
                return (one,)
        return tuple(numbers)

    def _extended(self, text: str) -> tuple[int, ...]:
        """Return the choice called like another one with these words behind it: ``2 even if the opponent passes``."""
        words = text.split()
        for at in range(1, len(words)):
            number = number_in(" ".join(words[:at]).rstrip(",;: "), self.called)
            for name in self.choices.get(number, ()) if number is not None else ():
                longer = self.called.get(f"{folded(name)}, {' '.join(words[at:])}", set())
                if len(longer) == 1:
                    return tuple(longer)
        return ()

    def _said(self, number: int, words: Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
        known = self.vocabulary(number)
        said = understood(words, known) if words[0].strip(",;:.") in known.keywords else None
        return None if said is None else tuple(said.items())


def folded(text: str) -> str:
    """Return a text as it is compared: one case, one blank, no full stop, no decoration.

    >>> folded("  Karte  36 ausspielen. ")
    'karte 36 ausspielen'
    """
    # A raised digit is the mark of a footnote: it would make another number of the one before it.
    level = "".join(one for one in text if not unicodedata.decomposition(one).startswith("<super>"))
    plain = unicodedata.normalize("NFKC", level).casefold().replace("\u2019", "'")
    return " ".join(SMILE.sub(" ", plain).split()).strip("*_\"'„“”»«!. ")


def by_place(place: int) -> str:
    """Return the name of the choice that stands at a place, counted from 1, in a list that shows them in order."""
    return f"[{place}.]"


def number_in(text: str, called: Mapping[str, set[int]]) -> int | None:
    """Return the number that a line means, also by the words of one choice; ``None`` if it is none or could be several."""
    found = NUMBER.fullmatch(text)
    if found:
        return int(found[1])
    meant = called.get(text, set())
    return next(iter(meant)) if len(meant) == 1 else None


__all__ = ["Speech", "Spoken", "by_place", "folded", "number_in"]

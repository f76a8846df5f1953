"""Reading a mail whose lines do several things of one turn, each at the table that the line before made. Pure.

The letter was written at the first of these tables, so its numbers mean what they meant there: they are put into the words that
the letter had for them, and words are read anew at each table. What the letter shows to be unclear or contradictory is refused
as a whole before anything is done; what only a later table can tell, ends the reading there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from workers.replies.commands import Order, order_of
from workers.replies.courtesy import without_courtesy
from workers.replies.grammar import MOST, NotUnderstood, choice_of, ends_commands
from workers.replies.plain_speech import is_closing, number_alone, ordinal_alone, stems_in, words_of
from workers.replies.quoting import is_programs
from workers.replies.speech import NUMBER, Speech, Spoken, folded
from workers.replies.wishes import LONGEST, Vocabulary, unwrapped

BESIDE: frozenset[Order] = frozenset({"status", "help", "more", "rules"})
"""Orders that only ask, and so may stand between actions."""
STEPS = re.compile(
    r"\s*;\s*|,?\s+(?:(?:und|and)\s+)?(?:dann|danach|anschließend|then|afterwards)\b,?\s*|\.\s+(?=\S)", re.IGNORECASE
)
STEPS_OR_LIST = re.compile(rf"{STEPS.pattern}|,\s+|,?\s+(?:und|and)\s+", re.IGNORECASE)
"""What stands between things that are done one after another."""
LEADS = re.compile(r"(?:(?:nr|no)\.? ?)?[#(\[]?([0-9]{1,3})[)\].:]?(?=[ ,;])(.+)")
"""A number, and what is said behind it."""


@dataclass(frozen=True)
class Reading:
    """Reads single lines by the choices there are: what they are called by number, and what may be said with them."""

    choices: Mapping[int, Sequence[str]]
    vocabulary: Callable[[int], Vocabulary]

    def of(self, text: str) -> Spoken | None:
        """Return which choices a folded line may mean; ``None``: none."""
        return choice_of(text, self._called, self.choices, self.vocabulary, self._speech)

    def is_about(self, text: str, *, but: frozenset[str]) -> bool:
        """Return whether a line that means nothing has a word of some choice, so that it may be one mistyped; ``but`` names."""
        return bool({word for word in stems_in(text) if len(word) > 3} & (self._stems - but))

    @cached_property
    def _called(self) -> dict[str, set[int]]:
        called: dict[str, set[int]] = {}
        for number, names in self.choices.items():
            for name in names:
                called.setdefault(folded(name), set()).add(number)
        return called

    @cached_property
    def _speech(self) -> Speech:
        return Speech(self._called, self.choices, self.vocabulary)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(stem for names in self.choices.values() for name in names for stem in stems_in(name))


@dataclass(frozen=True)
class Lines:
    """The lines that choose, in their order, and the orders between them."""

    texts: tuple[str, ...]
    orders: frozenset[Order] = frozenset()
    below: tuple[str, ...] = field(default=(), compare=False)
    """The lines below those that may choose."""


def lines_of(begun: Sequence[str]) -> Lines | None:
    """Return the lines of a mail that may choose; ``None``: an order stands among them that is no question.

    It depends on nothing but the mail, so that a copy of it has the same lines in the same places.
    """
    texts: list[str] = []
    orders: set[Order] = set()
    whole, below = unwrapped(begun), tuple[str, ...]()
    for place, line in enumerate(whole[: MOST + 1]):
        order = order_of(folded(line))
        if ends_commands(line) or is_programs(line) or (texts and order is None and is_closing(folded(line))):
            below = tuple(whole[place:])
            break
        if order is None:
            texts.append(line)
        elif order in BESIDE:
            orders.add(order)
        else:
            return None
    return Lines(tuple(texts), frozenset(orders), below)


def objection(
    lines: Lines, letter: Reading, excludes: Callable[[int, int], bool]
) -> NotUnderstood | Literal["ambiguous"] | None:
    """Return why nothing of several lines is done, as far as the letter tells.

    :param excludes: whether the choice of one number leaves no room for that of another one.
    """
    before: list[int] = []
    for count, line in enumerate(lines.texts):
        text = folded(line)
        spoken = letter.of(text)
        if spoken is None and is_number(text):
            return NotUnderstood(line)
        if spoken is None:
            continue
        if len(spoken.numbers) > 1 or count >= MOST:
            return NotUnderstood(line, spoken.numbers if len(spoken.numbers) > 1 else ())
        if any(excludes(one, spoken.numbers[0]) for one in before):
            return "ambiguous"
        before.append(spoken.numbers[0])
    return None


def in_steps(line: str, letter: Reading) -> list[str] | None:
    """Return the parts of a line that says several things to be done, one after another; ``None`` if not each part is one choice
    of the letter, another one each."""
    if letter.of(folded(line)) is not None or len(line) > LONGEST or not any(one.isalpha() for one in line):
        return None
    for between in (STEPS, STEPS_OR_LIST):
        parts = [part for part in between.split(without_courtesy(line)) if part.strip(" .,")]
        found = [letter.of(folded(part)) for part in parts]
        numbers = [one.numbers[0] for one in found if one is not None and len(one.numbers) == 1]
        if 1 < len(parts) <= MOST and len({*numbers}) == len(parts):
            return parts
    return None


def is_number(text: str) -> bool:
    """Return whether a folded line is a number of the letter, or a place in its list, and no more.

    >>> is_number("[2]"), is_number("ich nehme 2"), is_number("3 holz gegen 1 tuch")
    (True, True, False)
    """
    return NUMBER.fullmatch(text) is not None or number_alone(text) is not None or ordinal_alone(text) is not None


def in_words(text: str, letter: Reading, name: Callable[[int], str]) -> str:
    """Return a folded line with the letter's number in it put into the letter's words; unchanged if none stands there.

    :param name: what the letter calls a choice.
    """
    spoken = letter.of(text)
    if spoken is None or len(spoken.numbers) != 1 or spoken.numbers[0] < 0:
        return text
    if is_number(text):
        return folded(name(spoken.numbers[0]))
    leads = LEADS.fullmatch(text)
    if leads is None or int(leads[1]) != spoken.numbers[0]:
        return text
    if spoken.said is None:  # its words stand behind the number
        rest = letter.of(leads[2].strip(" ,;"))
        return folded(name(spoken.numbers[0])) if rest is not None and rest.numbers == spoken.numbers else text
    return f"{folded(name(spoken.numbers[0]))}{leads[2]}"


def is_signature(text: str, names: Sequence[str]) -> bool:
    """Return whether a line is nothing but names of people, which no choice is taken for."""
    words = {*words_of(text)}
    return bool(words) and words <= {word for name in names for word in words_of(name)}


__all__ = ["Lines", "Reading", "in_steps", "in_words", "is_number", "is_signature", "lines_of", "objection"]

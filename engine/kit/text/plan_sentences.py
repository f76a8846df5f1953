"""Standing orders as sentences: which can be written, what an order is called in words, and the document that they make.

A game that has them offers the members of :class:`SpeaksOrders` beside those of :class:`engine.contract.Game`. A sentence is a
pattern with slots: ``accept {take} for {give}``; ``[ in round {round}]`` may be left out. What may stand in a slot is a list of
things with their names, so that a reader needs to know no game: it takes the patterns of all languages, and gives back which kind
of order was meant and what stands in its slots. A document of orders and its list of :class:`Order` say the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

from engine.contract import Game, Language, Orders, State

SLOT = re.compile(r"\{(\w+)\}")
OPTIONAL = re.compile(r"\[([^][]*)\]")
Many = Literal["one", "some", "ranking", "amounts"]
"""The content of a slot: one thing, some, a ranking in order of preference, or numbers of some."""
Form = Literal["things", "fields", "number"]
"""The type of a slot's values: named things, fields by column and row, or a whole number."""


@dataclass(frozen=True)
class Filled:
    """One thing in a slot, by its name, and how many of it; a field is named ``0,-1``, a number by its digits."""

    name: str
    count: int = 1


Values = Mapping[str, tuple[Filled, ...]]
"""The values of an order's slots, without those left out."""


@dataclass(frozen=True)
class Slot:
    """A slot of an order.

    ``about`` says in the reader's language what it is for (``what you give``). ``things`` has the names of each thing in all
    languages, the reader's first. ``most`` is the maximum count, or the maximum of a number.
    """

    about: str
    things: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    many: Many = "one"
    form: Form = "things"
    most: int = 12


@dataclass(frozen=True)
class Sentence:
    """A kind of order that can be written: its patterns, the reader's first, and what may stand in its slots.

    ``example`` is what would be useful at this table now; ``None``: the kind is read, and not offered now. ``outweighs``: the
    kinds whose orders it leaves standing only if its words leave something to others ("every other offer").
    """

    kind: str
    patterns: tuple[str, ...]
    slots: Mapping[str, Slot] = field(default_factory=dict)
    example: Values | None = None
    outweighs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Order:
    """One standing order: its kind and what stands in its slots; ``kind`` is empty where no sentence says it (``kept``)."""

    kind: str
    values: Values = field(default_factory=dict)
    kept: Orders = field(default_factory=dict)


@runtime_checkable
class SpeaksOrders(Protocol):
    """A game whose standing orders can be written as sentences."""

    def order_sentences(self, state: State, seat: int, language: Language) -> list[Sentence]:
        """Return the kinds of orders of this match, in the order in which people read them; the same in all languages."""
        ...

    def orders_listed(self, orders: Orders) -> list[Order]:
        """Return what a document says, one order after the other."""
        ...

    def orders_made(self, orders: Sequence[Order]) -> Orders:
        """Return the document that says these orders, of which there is at least one."""
        ...

    def orders_with(self, orders: Sequence[Order], added: Order) -> list[Order]:
        """Return the orders with one more; those that it takes the place of are left out."""
        ...


def sentences_of(game: Game, state: State, seat: int, language: Language) -> list[Sentence]:
    """Return the kinds of orders that can be written; none in a game without sentences."""
    return game.order_sentences(state, seat, language) if isinstance(game, SpeaksOrders) else []


def told_apart(things: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return things with the names that no other of them has; one that has none of its own goes by its key.

    >>> told_apart({"B1": ("bridge", "B1"), "B2": ("bridge", "B2"), "C3": ("3",)})
    {'B1': ('B1',), 'B2': ('B2',), 'C3': ('3',)}
    """
    whose: dict[str, set[str]] = {}
    for key, names in things.items():
        for name in names:
            whose.setdefault(name.casefold(), set()).add(key)
    own = {
        key: tuple(dict.fromkeys(name for name in names if len(whose[name.casefold()]) == 1))
        for key, names in things.items()
    }
    return {key: names or (key,) for key, names in own.items()}


def with_one_more(orders: Sequence[Order], added: Order, place_of: Callable[[Order], object]) -> list[Order]:
    """Return orders with one more behind them, which takes the place of those that it repeats or contradicts.

    :param place_of: what orders have in common of which only one can stand, such as card and round; for one beside which any
        other can stand, the order itself.
    """
    place = place_of(added)
    return [*(one for one in orders if place_of(one) != place), added]


def variants(pattern: str) -> Iterator[str]:
    """Yield a pattern with and without each part that may be left out, the fullest first.

    >>> list(variants("lay it[ at {place}][ in round {round}]"))[1:3]
    ['lay it at {place}', 'lay it in round {round}']
    """
    found = OPTIONAL.search(pattern)
    if found is None:
        yield " ".join(pattern.split())
        return
    for part in (found[1], ""):
        yield from variants(f"{pattern[: found.start()]}{part}{pattern[found.end() :]}")


def in_words(order: Order, sentence: Sentence, language: Language) -> str:
    """Return an order in the reader's words, which can be written again.

    >>> give = Slot("what you give", {"W": ("wood", "Holz")}, many="amounts")
    >>> kind = Sentence("trade", ("give {give}[ in round {round}]",), {"give": give})
    >>> in_words(Order("trade", {"give": (Filled("W", 2),)}), kind, "en")
    'give 2 wood'
    """
    pattern = next(one for one in variants(sentence.patterns[0]) if set(SLOT.findall(one)) == {*order.values})
    return SLOT.sub(lambda slot: _filled(order.values[slot[1]], sentence.slots[slot[1]], language), pattern)


def _filled(values: Sequence[Filled], slot: Slot, language: Language) -> str:
    between = {"ranking": {"en": ", else ", "de": ", sonst "}[language]}.get(slot.many, ", ")
    return between.join(_named(one, slot) for one in values)


def _named(value: Filled, slot: Slot) -> str:
    if slot.form == "fields" and value.name not in slot.things:
        column, row = value.name.split(",")
        return f"({column}, {row})"
    name = slot.things[value.name][0] if value.name in slot.things else value.name
    return f"{value.count} {name}" if slot.many == "amounts" else name


__all__ = [
    "SLOT",
    "Filled",
    "Order",
    "Sentence",
    "Slot",
    "SpeaksOrders",
    "Values",
    "in_words",
    "sentences_of",
    "told_apart",
    "variants",
    "with_one_more",
]

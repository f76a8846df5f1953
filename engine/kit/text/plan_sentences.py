"""Standing orders as sentences: which can be written, what an order is called in words, and the document that they make.

A game that has them offers the members of :class:`SpeaksOrders` beside those of :class:`engine.contract.Game`. A sentence is a
pattern with slots: ``accept {take} for {give}``; ``[ in round {round}]`` may be left out. What may stand in a slot is a list of
things with their names, so that a reader needs to know no game: it takes the patterns of all languages, and gives back which kind
of order was meant and what stands in its slots. A document of orders and its list of :class:`Order` say the same.

Most games have the same parts in such a document, its members: a flag, one of a few words, things in an order, trades. Each
kind of order of a part has patterns below ``plan.<kind>`` in the game's phrases; how the member is made of what stands in their
slots, and taken apart, is said here.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, Protocol, runtime_checkable

from engine.contract import Game, Json, Language, Orders, State
from engine.kit.text.phrases import PhraseBook, habits

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
    ``several`` has the reader's names for more than one of a thing where they differ.
    """

    about: str
    things: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    many: Many = "one"
    form: Form = "things"
    most: int = 12
    several: Mapping[str, str] = field(default_factory=dict)


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
        """Return the orders in a document, in order."""
        ...

    def orders_made(self, orders: Sequence[Order]) -> Orders:
        """Return the document for these orders, of which there is at least one."""
        ...

    def orders_with(self, orders: Sequence[Order], added: Order) -> list[Order]:
        """Return the orders with another one, without those that it replaces."""
        ...


def sentences_of(game: Game, state: State, seat: int, language: Language) -> list[Sentence]:
    """Return the kinds of orders that can be written; none in a game without sentences."""
    return game.order_sentences(state, seat, language) if isinstance(game, SpeaksOrders) else []


def told_apart(things: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return things with their unambiguous names; one without any goes by its key.

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
    """Return orders with another one at the end, replacing those that it repeats or contradicts.

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
    between = {"ranking": habits(language).first_named}.get(slot.many, ", ")
    return between.join(_named(one, slot) for one in values)


def _named(value: Filled, slot: Slot) -> str:
    if slot.form == "fields" and value.name not in slot.things:
        column, row = value.name.split(",")
        return f"({column}, {row})"
    name = slot.things[value.name][0] if value.name in slot.things else value.name
    if value.count > 1:
        name = slot.several.get(value.name, name)
    return f"{value.count} {name}" if slot.many == "amounts" else name


TIMES, UNTIL = "times", "until"
"""Slots of a trade: how often in a turn, up to which turn."""


class Part(Protocol):
    """A member of the document."""

    @property
    def name(self) -> str:
        """Return the name of the member."""
        ...

    @property
    def kinds(self) -> tuple[str, ...]:
        """Its kinds of order."""
        ...

    @property
    def apart(self) -> str | None:
        """Return the slot that distinguishes parallel orders of this kind ("" = any), or None if only one is allowed."""
        ...

    def listed(self, value: Json) -> Iterator[Order]:
        """Yield the orders in the member."""
        ...

    def made(self, orders: Sequence[Order]) -> Json:
        """Return the member for these orders of its kinds, of which there is at least one."""
        ...


@dataclass(frozen=True)
class Chosen:
    """A part that is one of a few values, each a kind of order; or things in an order, where ``ranked`` has a kind for that.

    ``words`` has the value of each kind, such as ``True`` of a flag. ``write`` and ``read`` make the list of a ranking.
    """

    name: str
    words: Mapping[str, Json] = field(default_factory=dict)
    ranked: str = ""
    slot: str = "goods"
    write: Callable[[Sequence[str]], Json] = list
    read: Callable[[Json], list[str] | None] = lambda value: value if isinstance(value, list) else None
    apart: str | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """Its kinds of order."""
        return (*self.words, *([self.ranked] if self.ranked else []))

    def listed(self, value: Json) -> Iterator[Order]:
        """See :class:`Part`."""
        word = next((kind for kind, said in self.words.items() if said == value), None)
        things = self.read(value) if self.ranked and word is None else None
        if word is not None:
            yield Order(word)
        elif things:
            yield Order(self.ranked, {self.slot: tuple(map(Filled, things))})
        else:
            yield Order("", kept={self.name: value})

    def made(self, orders: Sequence[Order]) -> Json:
        """See :class:`Part`."""
        last = orders[-1]
        return (
            self.words[last.kind]
            if last.kind in self.words
            else self.write([one.name for one in last.values[self.slot]])
        )


@dataclass(frozen=True)
class Trades:
    """A list of trades that are accepted; a side is written as numbers of things, or as a letter for each of them."""

    name: str = "trades"
    kind: str = "trade"
    letters: bool = False
    apart: str | None = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Its kind of order."""
        return (self.kind,)

    def listed(self, value: Json) -> Iterator[Order]:
        """See :class:`Part`."""
        for rule in value:
            if not {*rule} <= {"give", "take", TIMES, UNTIL}:
                yield Order("", kept={self.name: [rule]})
                continue
            values = {side: self._filled(rule[side]) for side in ("give", "take")}
            yield Order(self.kind, values | {key: (Filled(str(rule[key])),) for key in (TIMES, UNTIL) if key in rule})

    def made(self, orders: Sequence[Order]) -> Json:
        """See :class:`Part`."""
        found = []
        for one in orders:
            rule: dict[str, Json] = {side: self._written(one.values[side]) for side in ("give", "take")}
            found.append(rule | {key: int(one.values[key][0].name) for key in (TIMES, UNTIL) if key in one.values})
        return found

    def _filled(self, side: Json) -> tuple[Filled, ...]:
        if self.letters:
            return tuple(Filled(letter, side.count(letter)) for letter in dict.fromkeys(side))
        return tuple(Filled(name, count) for name, count in side.items() if count)

    def _written(self, values: Sequence[Filled]) -> Json:
        if self.letters:
            return "".join(one.name * one.count for one in values)
        return {one.name: one.count for one in values}


@dataclass(frozen=True)
class Each:
    """A part with an answer of its own to each of a few things; each answer is a kind of order."""

    name: str
    answers: Mapping[str, str]
    """By kind, the answer."""
    slot: str = "card"
    apart: str | None = "card"

    @property
    def kinds(self) -> tuple[str, ...]:
        """Its kinds of order."""
        return tuple(self.answers)

    def listed(self, value: Json) -> Iterator[Order]:
        """See :class:`Part`."""
        by_answer = {answer: kind for kind, answer in self.answers.items()}
        for thing, answer in value.items():
            kind = by_answer.get(answer) if isinstance(answer, str) else None
            if kind is None:
                yield Order("", kept={self.name: {thing: answer}})
            else:
                yield Order(kind, {self.slot: (Filled(thing),)})

    def made(self, orders: Sequence[Order]) -> Json:
        """See :class:`Part`."""
        return {one.values[self.slot][0].name: self.answers[one.kind] for one in orders}


def listed(parts: Sequence[Part], orders: Orders) -> list[Order]:
    """Return the orders in a document, part by part; anything outside the parts is kept as it is."""
    found = [order for part in parts if part.name in orders for order in part.listed(orders[part.name])]
    known = {part.name for part in parts}
    return [*found, *(Order("", kept={name: value}) for name, value in orders.items() if name not in known)]


def made(parts: Sequence[Part], orders: Sequence[Order]) -> Orders:
    """Return the document that these orders make up."""
    found: Orders = {}
    for part in parts:
        own = [one for one in orders if one.kind in part.kinds]
        if own:
            found[part.name] = part.made(own)
    return with_kept(found, orders)


def with_kept(made_so_far: Orders, orders: Sequence[Order]) -> Orders:
    """Return a document including the content of those orders that no sentence expresses."""
    found = dict(made_so_far)
    for name, value in (one for order in orders if not order.kind for one in order.kept.items()):
        before = found.get(name)
        if isinstance(before, list):
            found[name] = [*before, *value]
        elif isinstance(before, dict):
            found[name] = {**before, **value}
        else:
            found[name] = value
    return found


def joined(parts: Sequence[Part], orders: Sequence[Order], added: Order) -> list[Order]:
    """Return orders with another one added at the end; it replaces orders of its part that it contradicts."""

    def place_of(one: Order) -> object:
        part = next((part for part in parts if one.kind in part.kinds or part.name in one.kept), None)
        if part is None or part.apart == "":
            return one
        return part.name, None if part.apart is None else one.values.get(part.apart)

    return with_one_more(orders, added, place_of)


def sentences(
    books: Sequence[PhraseBook],
    kinds: Mapping[str, Mapping[str, Slot]],
    examples: Mapping[str, Values],
    outweighs: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> list[Sentence]:
    """Return kinds of orders as sentences, with the patterns of all languages, the reader's first.

    :param kinds: by name, the slots of each; :param outweighs: see :class:`~engine.kit.text.plan_sentences.Sentence`.
    """
    return [
        Sentence(
            kind,
            tuple(pattern for book in books for _, pattern in book.below(f"plan.{kind}")),
            slots,
            examples.get(kind),
            outweighs.get(kind, ()),
        )
        for kind, slots in kinds.items()
    ]

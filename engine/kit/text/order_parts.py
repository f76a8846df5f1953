"""The parts of a document of orders that most games have, as sentences: a flag, one of a few words, things in an order, trades.

A part is a member of the document. Each of its kinds of order has patterns below ``plan.<kind>`` in the game's phrases; how the
member is made of what stands in their slots, and taken apart, is all that is said here (see
:mod:`engine.kit.text.plan_sentences`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from engine.contract import Json, Orders
from engine.kit.text.phrases import PhraseBook
from engine.kit.text.plan_sentences import Filled, Order, Sentence, Slot, Values, with_one_more

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
        """Yield the orders that the member says."""
        ...

    def made(self, orders: Sequence[Order]) -> Json:
        """Return the member that says these orders of its kinds, of which there is at least one."""
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
    """Return what a document says, part after part; what no part says is kept as it is."""
    found = [order for part in parts if part.name in orders for order in part.listed(orders[part.name])]
    known = {part.name for part in parts}
    return [*found, *(Order("", kept={name: value}) for name, value in orders.items() if name not in known)]


def made(parts: Sequence[Part], orders: Sequence[Order]) -> Orders:
    """Return the document that says some orders."""
    found: Orders = {}
    for part in parts:
        own = [one for one in orders if one.kind in part.kinds]
        if own:
            found[part.name] = part.made(own)
    return with_kept(found, orders)


def with_kept(made_so_far: Orders, orders: Sequence[Order]) -> Orders:
    """Return a document with what is kept of those orders that no sentence says."""
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
    """Return orders with one more behind them, which takes the place of those of its part that it contradicts."""

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


__all__ = ["Chosen", "Each", "Part", "Trades", "joined", "listed", "made", "sentences", "with_kept"]

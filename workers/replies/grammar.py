"""The lines that answers by mail are made of, in English and German: numbers of choices, choices in words, and a few orders.

Strict, because a sealed card cannot be taken back once it is opened: whatever is not clear changes nothing. Commands stand in
the first lines; with the first line that is none, reading ends, unless it looks like one that was mistyped. What the strict
grammar does not understand is read again with the tables of :mod:`workers.replies.plain_speech`, which let politeness and other
forms of words pass where only one choice fits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from workers.replies.commands import ASKING, COMMON, ORDERS, TAKING_BACK, Order, order_in, politely_ordered
from workers.replies.courtesy import without_courtesy
from workers.replies.plain_speech import is_greeting, number_alone, politely, words_of
from workers.replies.rephrased import (
    after_another_mind,
    with_even_if_in_its_place,
    with_usual_signs,
    without_at_last,
    without_shall,
)
from workers.replies.sentences import goes_back, question_in, takes_back
from workers.replies.speech import Speech, Spoken, folded, number_in
from workers.replies.suggesting import UNDO, at_place, mistyped, suggested
from workers.replies.wishes import LONGEST, Said, Vocabulary, tails, understood, unwrapped

MOST = 12
"""Commands in a mail."""
WAITS = re.compile(r"(.+?)(?:,? (?:and|und))?,? (?:wait|warten)")
"""A choice, and in the same line that the seals are not to be opened early."""
LIKE_A_COMMAND = re.compile(r"[#(\[]?[0-9]")


@dataclass(frozen=True)
class Picks:
    """What a mail asks for: the choices picked by number, in order and each once, and the orders beside them.

    ``ahead`` is what it says with choices about what may follow, by number. ``seconds`` is how much time it asks the others for
    (order ``ask``), 0 where it does not say so clearly.
    """

    numbers: tuple[int, ...] = ()
    orders: frozenset[Order] = frozenset()
    ahead: Mapping[int, Said] = field(default_factory=dict)
    seconds: int = 0
    below: tuple[str, ...] = field(default=(), compare=False)
    """The lines below those that were read."""


@dataclass(frozen=True)
class NotUnderstood:
    """The line that is no command; empty when there is no line at all. It may name each of ``candidates``, which are several;
    ``meant`` is the one choice that it may have been meant to name, or :data:`~workers.replies.suggesting.UNDO`, and ``said``
    what it may say with that choice."""

    line: str
    candidates: tuple[int, ...] = ()
    meant: int | None = None
    said: Said | None = None


def _nothing(_: int) -> Vocabulary:
    return Vocabulary()


def understand(
    lines: Sequence[str],
    listed: Mapping[int, Sequence[str]],
    vocabulary: Callable[[int], Vocabulary] = _nothing,
    others: Callable[[], Mapping[int, Sequence[str]]] = dict,
    unasked: frozenset[Order] = frozenset(),
    opponents: Sequence[str] = (),
) -> Picks | NotUnderstood:
    """Return what the lines ask for: as the strict grammar has it, else as plain speech where that can mean one thing only.

    :param listed: by number what each choice of the letter is called, as for :func:`parse`.
    :param others: gives, by negative numbers, the choices that the letter does not list: only their words name them.
    :param unasked: orders that mean nothing here, so that a choice may have their words.
    :param opponents: what the one opponent is called, where there is just one.
    """
    begun = after_greeting(lines, listed)
    found = parse(begun, listed, vocabulary, unasked=unasked)
    if isinstance(found, Picks) or not begun:
        return found
    names = {**listed, **others()}
    found = parse(begun, names, vocabulary, plainly=True, unasked=unasked)
    if isinstance(found, Picks) or found.candidates or found.line != begun[0]:
        return found
    return _in_other_words(begun, listed, names, vocabulary, unasked, opponents) or found


def _in_other_words(
    begun: Sequence[str],
    listed: Mapping[int, Sequence[str]],
    names: Mapping[int, Sequence[str]],
    vocabulary: Callable[[int], Vocabulary],
    unasked: frozenset[Order],
    opponents: Sequence[str],
) -> Picks | NotUnderstood | None:
    """Return what a first line says, or may be meant to say, that neither reading knows as it stands; ``None``: nobody knows."""
    plain = [without_at_last(without_courtesy(begun[0], _taken(listed))), *begun[1:]]
    usual = [with_usual_signs(plain[0]), *begun[1:]]
    if usual != plain and isinstance(read := parse(usual, names, vocabulary, plainly=True), Picks):
        return read
    if plain[0] != begun[0]:
        kindly = parse(plain, names, vocabulary, plainly=True, unasked=unasked)
        if isinstance(kindly, Picks) or kindly.line != plain[0]:
            return kindly
        if kindly.candidates:
            return replace(kindly, line=begun[0])
    wished = without_shall(plain[0])
    if wished is not None and isinstance(read := parse([wished, *plain[1:]], names, vocabulary, plainly=True), Picks):
        return read
    even = _even_if(plain, names, vocabulary, opponents)
    meant = even or _after_another_mind(plain, names, vocabulary) or _meant(plain, names, vocabulary)
    return replace(meant, line=begun[0]) if isinstance(meant, NotUnderstood) else meant


def _even_if(
    begun: Sequence[str],
    names: Mapping[int, Sequence[str]],
    vocabulary: Callable[[int], Vocabulary],
    opponents: Sequence[str],
) -> Picks | None:
    """Return what is asked for where the first line says it for the case that the opponent passes, too, anywhere in it."""
    found: list[Picks] = []
    for line in with_even_if_in_its_place(begun[0], opponents):
        read = parse([line, *begun[1:]], names, vocabulary, plainly=True)
        if isinstance(read, Picks) and read not in found:
            found.append(read)
    return found[0] if len(found) == 1 else None


def _after_another_mind(
    begun: Sequence[str], names: Mapping[int, Sequence[str]], vocabulary: Callable[[int], Vocabulary]
) -> NotUnderstood | None:
    """Return what a line suggests that says it is a change of mind: another choice, or to take back."""
    rest = after_another_mind(begun[0])
    if rest is None or isinstance(parse(begun[1:], names, vocabulary), Picks):
        return None
    found = parse([rest], names, vocabulary, plainly=True) if rest else None
    if isinstance(found, Picks) and len(found.numbers) == 1 and not found.orders:
        return NotUnderstood(begun[0], meant=found.numbers[0], said=found.ahead.get(found.numbers[0]))
    back = not rest and not {"überlegt", "mind"}.isdisjoint(words_of(begun[0]))
    return NotUnderstood(begun[0], meant=UNDO) if back or takes_back(rest) else None


def _meant(
    begun: Sequence[str], names: Mapping[int, Sequence[str]], vocabulary: Callable[[int], Vocabulary]
) -> Picks | NotUnderstood | None:
    """Return what a first line says in a sentence that asks or takes back, or what it may have been meant to say, which is only
    suggested; ``None``: nobody knows."""
    if isinstance(parse(begun[1:], names, vocabulary), Picks):
        return None  # more than one thing was to be done
    text = folded(begun[0])
    asked = question_in(begun[0]) or ORDERS.get(mistyped(politely(text), ASKING) or "")
    if asked is not None or takes_back(begun[0]):
        return Picks(orders=frozenset({asked or "undo"}), below=tuple(begun[1:]))
    if mistyped(politely(text), TAKING_BACK) is not None:
        return NotUnderstood(begun[0], meant=UNDO)
    if goes_back(begun[0]):
        return None  # no choice is wanted
    number = number_alone(text)
    if number is not None and number not in names:
        placed = at_place(number, names)
        return NotUnderstood(begun[0], tuple(placed)) if len(placed) > 1 else None
    called: dict[str, set[int]] = {}
    for number, own in names.items():
        for name in own:
            called.setdefault(folded(name), set()).add(number)
    meant = suggested(text, names, Speech(called, names, vocabulary)) if len(text) <= LONGEST else None
    return None if meant is None else NotUnderstood(begun[0], meant=meant[0], said=meant[1])


def after_greeting(lines: Sequence[str], choices: Mapping[int, Sequence[str]] | None = None) -> Sequence[str]:
    """Return the lines without a first one that is nothing but a greeting."""
    if not lines or len(lines[0]) > LONGEST:
        return lines
    return lines[1:] if is_greeting(" ".join(lines[0].casefold().split()), _taken(choices or {})) else lines


def _taken(choices: Mapping[int, Sequence[str]]) -> set[str]:
    """Return the words that mean something here, which are nobody's name."""
    taken = {word for names in choices.values() for name in names for word in words_of(name)}
    return taken | {
        word for order, means in ORDERS.items() if means != "help" or " " not in order for word in order.split()
    }


def parse(
    lines: Sequence[str],
    choices: Mapping[int, Sequence[str]],
    vocabulary: Callable[[int], Vocabulary] = _nothing,
    *,
    plainly: bool = False,
    unasked: frozenset[Order] = frozenset(),
) -> Picks | NotUnderstood:
    """Return what the lines ask for.

    :param plainly: a line may also be plain speech that names one choice.
    :param unasked: as for :func:`understand`.

    :param choices: by number what each choice is called, in every language that it may be answered in.
    :param vocabulary: what may be said with the choice of a number about what may follow.
    """
    called: dict[str, set[int]] = {}
    for number, names in choices.items():
        for name in names:
            called.setdefault(folded(name), set()).add(number)
    firsts = {name.partition(" ")[0] for name in called if len(name.partition(" ")[0]) > 3} | (set(ORDERS) - COMMON)
    numbers: list[int] = []
    orders: list[tuple[Order, int]] = []
    ahead: dict[int, Said] = {}
    speech = Speech(called, choices, vocabulary) if plainly else None
    whole, below = unwrapped(lines), tuple[str, ...]()
    for count, line in enumerate(whole[: MOST + 1]):
        text = folded(line)
        text, waits = _without_wait(text, called) if plainly else (text, [])
        orders += waits
        order = order_in(text) or (politely_ordered(text) if plainly else None)
        if order is not None and not _means_a_choice(order[0], text, called, unasked):
            orders.append(order)
        elif (
            spoken := _chosen(text, called, choices, vocabulary) or (speech.of(text) if speech else None)
        ) is not None:
            (number, *rest), said = spoken.numbers, spoken.said
            if rest or (said is not None and number in ahead):
                return NotUnderstood(line, spoken.numbers if rest else ())
            numbers.append(number)
            ahead |= {} if said is None else {number: said}
        elif numbers and not ends_commands(line) and (more := _goes_on(text, vocabulary(numbers[-1]))) is not None:
            if more == {} or numbers[-1] in ahead:
                return NotUnderstood(line)
            ahead[numbers[-1]] = more
        elif not count or number_in(text, called) is not None or _looks_like_one(line, text, firsts):
            return NotUnderstood(line)
        else:
            below = tuple(whole[count:])
            break
    if len(numbers) + len(orders) > MOST:
        return NotUnderstood(lines[-1])
    if not numbers and not orders:
        return NotUnderstood("")
    return Picks(tuple(dict.fromkeys(numbers)), frozenset(name for name, _ in orders), ahead, _seconds(orders), below)


def _means_a_choice(order: Order, text: str, called: Mapping[str, set[int]], unasked: frozenset[Order]) -> bool:
    """Return whether a choice has the words of an order that means nothing here."""
    return order in unasked and number_in(text, called) is not None


def _without_wait(text: str, called: Mapping[str, set[int]]) -> tuple[str, list[tuple[Order, int]]]:
    """Return a line without the word behind a choice that keeps its seal shut, and that order if it stood there."""
    waits = None if text in called else WAITS.fullmatch(text)
    return (text, []) if waits is None else (waits[1], [("wait", 0)])


def _chosen(
    text: str,
    called: Mapping[str, set[int]],
    choices: Mapping[int, Sequence[str]],
    vocabulary: Callable[[int], Vocabulary],
) -> Spoken | None:
    """Return the choice that a line is by the strict grammar, and what it says with it."""
    meant = number_in(text, called)
    if meant is not None and meant in choices:
        return Spoken((meant,))
    said = _with_ahead(text, called, choices, vocabulary)
    return None if said is None else Spoken((said[0],), said[1])


def choice_of(
    text: str,
    called: Mapping[str, set[int]],
    choices: Mapping[int, Sequence[str]],
    vocabulary: Callable[[int], Vocabulary],
    speech: Speech,
) -> Spoken | None:
    """Return the choices that a folded line may be, by the strict grammar, else as plain speech; ``None``: none."""
    return _chosen(text, called, choices, vocabulary) or speech.of(text)


def _seconds(orders: Sequence[tuple[Order, int]]) -> int:
    """Return for how many seconds orders ask the others; 0: for none, or not for the same."""
    asked = {seconds for name, seconds in orders if name == "ask"}
    return asked.pop() if len(asked) == 1 else 0


def _with_ahead(
    text: str,
    called: Mapping[str, set[int]],
    choices: Mapping[int, Sequence[str]],
    vocabulary: Callable[[int], Vocabulary],
) -> tuple[int, Said] | None:
    """Return the choice of a line and what the line says with it; ``None`` if it is not just one choice with something clear."""
    found: dict[int, Said] = {}
    for choice, words in tails(text):
        number = number_in(choice, called)
        if number is None or number not in choices:
            continue
        known = vocabulary(number)
        said = understood(words, known) if words[0].strip(",;:.") in known.keywords else None
        if said is not None and found.setdefault(number, said) != said:
            return None
    return next(iter(found.items())) if len(found) == 1 else None


def _goes_on(text: str, vocabulary: Vocabulary) -> Said | None:
    """Return what a line says with the choice of the line before; ``None``: it says nothing of the kind, empty: not clearly."""
    words = text.split()
    if not words or words[0].strip(",;:.") not in vocabulary.keywords:
        return None
    return (understood(words, vocabulary) if len(text) <= LONGEST else None) or {}


def _looks_like_one(line: str, text: str, firsts: set[str]) -> bool:
    """Return whether a line after commands may be one that was mistyped, and not the sender's name or whom it quotes."""
    if ends_commands(line):
        return False
    return bool(LIKE_A_COMMAND.match(text)) or text.partition(" ")[0] in firsts


def ends_commands(line: str) -> bool:
    """Return whether a line is how mail programs name whom they quote."""
    return "@" in line or line.endswith(":")


__all__ = [
    "MOST",
    "NotUnderstood",
    "Picks",
    "after_greeting",
    "choice_of",
    "ends_commands",
    "folded",
    "parse",
    "understand",
]

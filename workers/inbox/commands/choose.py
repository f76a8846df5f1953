"""Choices: what a letter offers, answering with it, and what is said with it about what may follow.

Each answer is an act of the seat under an opening made here, noted before it is sent to the store. The note holds commitments
alone, which give nothing away; when the same mail comes again, a commitment that the match has seen is an act that counted,
whatever became of the process that made it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from engine.contract import Language, Move, View
from engine.kit.particulars import Seen, choice_in_words, particulars_of
from engine.kit.wording import answer_in_words
from engine.match.standing import Standing, decision_of, opening_around
from engine.protocol.acts import ORDERS
from engine.protocol.canon import canonical
from engine.protocol.seal import Opening, commitment_of, order_commitment
from engine.registry import game_of
from service.choices.ahead import end_ahead, may_say_ahead, orders_of, say_ahead
from service.context import Context
from service.matches import acts
from service.matches.changes import tries_of_act
from service.matches.errors import ActError
from service.matches.numbering import ALL_CHOICES, Numbered
from service.matches.receipts import Acted, receipt_of
from service.signing import new_seed
from service.store.records import Record
from service.store.replies import ReplyNote
from workers.inbox.commands import Done, Note, Said
from workers.inbox.naming import Vocabulary, by_place, with_places
from workers.mail.ahead import wished
from workers.mail.page import Page
from workers.mail.question import FEW
from workers.mail.reply_address import AHEAD_BYTES


def named(candidates: Sequence[tuple[Numbered, Move]], page: Page, seat: int) -> list[str]:
    """Return a few choices in the words of the letter to a seat."""
    view, language = page.view(seat), page.reader.language
    return [
        choice_in_words(page.rules, move, Seen(decision_of(one.standing), view, language, page.names))
        for one, move in candidates[:FEW]
    ]


def question_in_words(standing: Standing, page: Page) -> str:
    """Return the question of a decision."""
    return page.rules.words.question(decision_of(standing), page.reader.language)


# The choices that a mail may name: those its letter lists, by number, and by their words alone those it does not.

LANGUAGES: tuple[Language, ...] = ("en", "de")
VERBS: dict[str, tuple[str, ...]] = {
    "play": ("play", "spiele"),
    "pass": ("pass", "passe", "ich passe", "i pass"),
    "decline": ("decline", "i decline", "ablehnen", "lehne ab", "ich lehne ab", "pass", "passe", "ich passe", "i pass"),
    "end": ("end", "ende", "fertig", "done"),
    "roll": ("roll", "würfeln", "würfle"),
}
"""What somebody writes for a type of move, where that is not only the word itself."""


@dataclass(frozen=True)
class Offered:
    """What a seat may choose in answer to a letter that asked these questions."""

    record: Record
    seat: int
    asked: Sequence[Numbered]

    def find(self, number: int) -> tuple[Numbered, Move] | None:
        """Return a choice by its number in the letter, or by the negative one of :meth:`unlisted`."""
        if number < 0:
            return self._unlisted[-number - 1] if -number <= len(self._unlisted) else None
        return next(((one, move) for one in self.asked if (move := one.move(number)) is not None), None)

    def listed(self) -> dict[int, list[str]]:
        """Return by number what the letter's choices are called: as letters list them in each language, and in a word where
        that says all. Words that two choices share which are alike mean the first of them."""
        found: dict[int, list[str]] = {}
        for one in self.asked:
            in_order = self._are_in_order(one)
            for place, names in enumerate(self._called([(one, move) for move in one.moves])):
                found[one.first + place] = [*names, by_place(place + 1)] if in_order else names
        return found

    def _are_in_order(self, one: Numbered) -> bool:
        """Return whether the letter shows the choices of its only question in the order of their numbers."""
        if len(self.asked) > 1:
            return False
        adds, seen = particulars_of(game_of(self.record.table)), self._seen(one, LANGUAGES[0])
        return all(adds.group(move, seen) is None for move in one.moves)

    def unlisted(self) -> dict[int, list[str]]:
        """Return by -1, -2 and so on what the choices are called that are possible beside those listed."""
        listed = [(one, move) for one in self.asked for move in one.moves]
        names = self._called([*listed, *self._unlisted])[len(listed) :]
        return {-place: own for place, own in enumerate(names, 1)}

    def _called(self, found: Sequence[tuple[Numbered, Move]]) -> list[list[str]]:
        return self._without_doubles(found, [self._names(*one) for one in found])

    @cached_property
    def _unlisted(self) -> list[tuple[Numbered, Move]]:
        found: list[tuple[Numbered, Move]] = []
        for one in self.asked:
            assert self.record.state is not None
            moves = game_of(self.record.table).moves(self.record.state, self.seat, one.standing["id"])
            found += [(one, move) for move in moves[:ALL_CHOICES] if move not in one.moves]
        return found[:ALL_CHOICES]

    def _names(self, one: Numbered, move: Move) -> list[str]:
        game, kind = game_of(self.record.table), one.standing["kind"]
        players = [seat["name"] for seat in self.record.table["seats"]]
        names = [answer_in_words(game.words, move, language, kind=kind, names=players) for language in LANGUAGES]
        return self._with_more(one, move, [*names, *self._words(one, move)])

    def _with_more(self, one: Numbered, move: Move, names: Sequence[str]) -> list[str]:
        """Return names with those in a word, and those that say what else somebody may write beside the others."""
        number = _card_number(move)
        cards = [f"{name}, card {number}, karte {number}" for name in names] if number else []
        found = list(dict.fromkeys([*names, *_short_names(move), *cards]))
        return [*found, *self._with_what_is_laid(one, found)]

    def _with_what_is_laid(self, one: Numbered, names: Sequence[str]) -> list[str]:
        """Return names of places with what the question is about, for whoever says that as well: ``15 auf (1,1)``."""
        if not any(with_places(name) != name for name in names):
            return []
        about = self._about(one.standing["id"])
        return [f"{name}, {said}" for name in names for said in about]

    def _about(self, decision: str) -> list[str]:
        """Return what a question is about, in each language; nothing where it needs no word."""
        if decision not in self._said_about:
            one = next(each for each in self.asked if each.standing["id"] == decision)
            adds = particulars_of(game_of(self.record.table))
            said = [adds.about(self._seen(one, each)) for each in LANGUAGES]
            self._said_about[decision] = [each for each in said if each]
        return self._said_about[decision]

    @cached_property
    def _said_about(self) -> dict[str, list[str]]:
        return {}

    def in_words(self, number: int) -> str:
        """Return what the letter calls a choice with this number."""
        choice = self.find(number)
        assert choice is not None
        return self._words(*choice)[0]

    def told(self, done: Done) -> Done:
        """Return what a choice came to with what the letter calls it, and whether others were the same; before it is resolved."""
        one = next((each for each in self.asked if each.standing is done.standing), None)
        if one is None or done.move is None:
            return done
        called = dict(zip(LANGUAGES, self._words(one, done.move), strict=True))
        return replace(done, called=called, one_of_several=self._is_one_of_several(one, done.move))

    def _is_one_of_several(self, one: Numbered, move: Move) -> bool:
        """Return whether other choices are the same as this one, which comes first of them: two cards of a kind, say."""
        others = [other for which, other in self._unlisted if which is one]
        return sum(self._is_alike(one, move, other) for other in (*one.moves, *others)) > 1

    def _is_alike(self, one: Numbered, move: Move, other: Move) -> bool:
        return particulars_of(game_of(self.record.table)).alike(move, other, self._seen(one, LANGUAGES[0]))

    def _seen(self, one: Numbered, language: Language) -> Seen:
        assert self._view is not None
        players = [seat["name"] for seat in self.record.table["seats"]]
        return Seen(decision_of(one.standing), self._view, language, players)

    def _without_doubles(self, found: Sequence[tuple[Numbered, Move]], names: Sequence[list[str]]) -> list[list[str]]:
        """Return what choices are called, where of several that are alike only the first has words."""
        called: dict[tuple[str, ...], list[tuple[Numbered, Move]]] = {}
        kept = []
        for (one, move), own in zip(found, names, strict=True):
            same = called.setdefault((one.standing["id"], *self._words(one, move)), [])
            kept.append([] if any(self._is_alike(one, move, other) for _, other in same) else own)
            same.append((one, move))
        return kept

    def _words(self, one: Numbered, move: Move) -> list[str]:
        """Return a choice as letters list it, by language."""
        known = self._known.get(id(move))
        if known is None or known[0] is not move:
            words = [choice_in_words(game_of(self.record.table), move, self._seen(one, each)) for each in LANGUAGES]
            known = self._known[id(move)] = (move, words)
        return known[1]

    @cached_property
    def _known(self) -> dict[int, tuple[Move, list[str]]]:
        """The words of choices that were asked for before: there may be many, and each line asks again."""
        return {}

    @cached_property
    def _view(self) -> View | None:
        state = self.record.state
        return None if state is None else game_of(self.record.table).view(state, self.seat)


@dataclass(frozen=True)
class AtTheTable(Offered):
    """What a seat may choose at the table now, where a line is read that was written at an earlier one.

    All numbers are negative, so that none of the letter's means anything here; nor has a choice a name that goes by its place
    in the hand, which may have changed.
    """

    def find(self, number: int) -> tuple[Numbered, Move] | None:
        return super().find(-number) if number < 0 else None

    def listed(self) -> dict[int, list[str]]:
        return {-number: names for number, names in super().listed().items()}

    def _names(self, one: Numbered, move: Move) -> list[str]:
        return self._with_more(one, move, self._words(one, move))

    def _are_in_order(self, one: Numbered) -> bool:
        return False  # a place in the letter's list is none in this one


def _card_number(move: Move) -> str:
    """Return the number printed on the card of a move that has nothing but its type besides; empty: it has none."""
    card = move.get("card")
    return (
        card[1:].lstrip("0") if set(move) == {"type", "card"} and isinstance(card, str) and card[1:].isdigit() else ""
    )


def _short_names(move: Move) -> list[str]:
    """Return ``pass`` for a move that has nothing but its type; ``play 36`` for one with a card besides, and the card alone."""
    kind, card = str(move.get("type")), move.get("card")
    if set(move) == {"type"}:
        return list(VERBS.get(kind, (kind,)))
    number = _card_number(move)
    if number and isinstance(card, str):
        names = [f"{verb} {name}" for verb in VERBS.get(kind, (kind,)) for name in dict.fromkeys((card, number))]
        return [
            *names,
            f"{number} spielen",
            f"karte {number} spielen",
            number,
            card,
            f"card {number}",
            f"karte {number}",
        ]
    if set(move) == {"type", "card"} and isinstance(card, str):
        return [f"{verb} {card}" for verb in VERBS.get(kind, (kind,))]
    return []


# What a mail says with a choice about what may follow: its words, and doing it (:mod:`service.choices.ahead`).


def vocabulary_of(record: Record, seat: int, choices: Offered) -> Callable[[int], Vocabulary]:
    """Return what gives the words that may be said with the choice of a number, in every language."""

    def words(number: int) -> Vocabulary:
        choice = choices.find(number)
        if choice is None:
            return Vocabulary()
        one, move = choice
        offered = [may_say_ahead(record, seat, one.standing, move, language) for language in LANGUAGES]
        return Vocabulary.of([part for parts in offered for part in parts])

    return words


def follow(
    context: Context,
    record: Record,
    seat: int,
    picked: Sequence[tuple[Numbered, Move]],
    ahead: Sequence[tuple[tuple[Numbered, Move] | None, Said]],
    counted: Mapping[str, str],
    done: Sequence[Done],
    note: Note,
) -> list[Done]:
    """Do what a mail says with its choices, once they count; a choice with which nothing is said ends what was said before."""
    found: list[Done] = []
    for (one, move), act in zip(picked, done, strict=True):
        if act.act == "refused":
            continue
        said = next((wishes for choice, wishes in ahead if choice == (one, move)), None)
        if said is None:
            found += end_saying(context, record, seat, one, move)
        elif ORDERS in counted:
            found.append(Done(None, None, "before", commitment=counted[ORDERS]))
        else:
            made = {each.standing["id"]: each.commitment for each in done if each.standing and each.commitment}
            found.append(_say(context, record, seat, one, move, said, {**counted, **made}, note))
    return found


def end_saying(context: Context, record: Record, seat: int, one: Numbered, move: Move | None = None) -> list[Done]:
    """End what a letter said with an answer to this question, or one that ``move`` answers anew, if that stands.

    What was said for an earlier round only has lapsed with it: it is ended, and worth no word.
    """
    said = record.acts.get((ORDERS, seat))
    lapsed = (
        said is not None
        and said.beside != one.standing["id"]
        and not any(
            part.lasting for part in ([] if move is None else may_say_ahead(record, seat, one.standing, move, "en"))
        )
    )
    try:
        acted = end_ahead(context, record, seat, one.standing, move)
    except ActError as error:
        return [Done(one.standing, None, "refused", refused=error.code, wishes={})]
    return [] if acted is None else [Done(one.standing, None, "lapsed" if lapsed else "ended", acted)]


def _say(
    context: Context,
    record: Record,
    seat: int,
    one: Numbered,
    move: Move,
    wishes: Said,
    made: Mapping[str, str],
    note: Note,
) -> Done:
    words = {language: wished(record, seat, one.standing, move, wishes, language) for language in LANGUAGES}
    orders, salt = orders_of(record, seat, one.standing, move, wishes), new_seed()
    note({**made, ORDERS: order_commitment(orders, salt)})
    try:
        said = say_ahead(context, record, seat, one.standing, orders, salt, mailed=True)
    except ActError as error:
        return Done(one.standing, move, "refused", refused=error.code, wishes={})
    return Done(one.standing, move, "ahead", said.acted, wishes=words, replaced=said.replaced, order=said.document)


# What a line says ahead, in the four bytes that a letter's address has for it which asks whether that was meant.
# Pure.

CHECK_BITS = 8
MOST = 1 << (8 * AHEAD_BYTES - CHECK_BITS)


def pack_ahead(said: Said, vocabulary: Vocabulary) -> bytes | None:
    """Return what is said in four bytes; ``None``: it is too much for them.

    >>> words = Vocabulary({"at": "place"}, {"place": {"0,1": "0,1", "1,1": "1,1"}})
    >>> unpack_ahead(pack_ahead({"place": ("1,1", "0,1")}, words), words)
    {'place': ('1,1', '0,1')}
    """
    digits: list[tuple[int, int]] = []
    for part, wishes in _parts(vocabulary):
        base = len(wishes) + 1
        digits += [(wishes.index(one) + 1, base) for one in said.get(part, ())]
        digits.append((0, base))
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    return None if number >= MOST else (number << CHECK_BITS | _check(said)).to_bytes(AHEAD_BYTES, "big")


def unpack_ahead(raw: bytes, vocabulary: Vocabulary) -> Said | None:
    """Return what four bytes say that :func:`pack_ahead` made; ``None``: the vocabulary is another one."""
    number, check = divmod(int.from_bytes(raw, "big"), 1 << CHECK_BITS)
    said: dict[str, tuple[str, ...]] = {}
    for part, wishes in _parts(vocabulary):
        own: list[str] = []
        number, digit = divmod(number, len(wishes) + 1)
        while digit:
            own.append(wishes[digit - 1])
            number, digit = divmod(number, len(wishes) + 1)
        if own:
            said[part] = tuple(own)
    return said if said and not number and _check(said) == check else None


def _parts(vocabulary: Vocabulary) -> Sequence[tuple[str, list[str]]]:
    return [(part, sorted({*vocabulary.wishes[part].values()})) for part in sorted(vocabulary.wishes)]


def _check(said: Said) -> int:
    return hashlib.sha256(repr(sorted(said.items())).encode()).digest()[0]


# The answers that a mail gives: acts of its seat under openings made here, each noted before it is sent to the store.

TO_SAY = ""
"""What is noted in place of a commitment to orders that are still to be set once the choice counts."""


def counted_of(context: Context, match: str, before: ReplyNote) -> dict[str, str]:
    """Return which of the acts that this mail was about to make the match has taken, by decision."""
    made = [(decision, commitment) for decision, commitment in before.commitments.items() if commitment != TO_SAY]
    seen = context.store.seen(match, [commitment for _, commitment in made]) if made else []
    return {decision: commitment for (decision, commitment), known in zip(made, seen, strict=True) if known}


def give(
    context: Context,
    record: Record,
    seat: int,
    picked: Sequence[tuple[Numbered, Move]],
    counted: dict[str, str],
    note: Note,
    *,
    wait: bool,
    says_more: bool = False,
) -> list[Done]:
    """Answer with the choices that were picked; those of ``counted``, which this very mail has given before, are only told.

    :param says_more: the mail says with them what may follow, which is set when they count.
    """
    openings: dict[str, Opening] = {}
    for one, move in picked:
        if one.standing["id"] not in counted:
            openings[one.standing["id"]] = opening_around(record.table, one.standing, seat, move, new_seed())
    commitments = {decision: commitment_of(canonical(opening)) for decision, opening in openings.items()}
    if commitments:
        note({**counted, **commitments, **({ORDERS: TO_SAY} if says_more and ORDERS not in counted else {})})
    found = []
    for one, move in picked:
        decision = one.standing["id"]
        if decision in counted:
            found.append(_had_counted(context, record, seat, one.standing, move, counted[decision]))
        else:
            found.append(act_on(context, record, seat, one.standing, openings[decision], wait=wait))
    return found


def _had_counted(context: Context, record: Record, seat: int, standing: Standing, move: Move, commitment: str) -> Done:
    act = record.acts.get((standing["id"], seat))
    if act is None or act.commitment != commitment:
        return Done(standing, None, "before", commitment=commitment)
    receipt, signature = receipt_of(context, record.table, act)
    return Done(standing, move, "before", Acted(act, receipt, signature, None, False, None), commitment=commitment)


def act_on(context: Context, record: Record, seat: int, standing: Standing, opening: Opening, *, wait: bool) -> Done:
    """Seal or answer one decision, instead of what the seat has answered there so far."""
    move, decision = opening["move"], standing["id"]
    for now in tries_of_act(context, record, seat):
        act = now.acts.get((decision, seat))
        replaces = 0 if act is None else act.seq
        try:
            if standing["sealed"]:
                acted = acts.commit(
                    context, now, seat, decision, opening=opening, replaces=replaces, wait=wait, held_by="mail"
                )
            else:
                acted = acts.answer(
                    context, now, seat, decision, None, opening=opening, replaces=replaces, token=None, held_by="mail"
                )
        except ActError as error:
            if error.code != "stale":
                return Done(standing, move, "refused", refused=error.code)
            continue
        kind: Literal["sealed", "answered"] = "sealed" if standing["sealed"] else "answered"
        return Done(standing, move, kind, acted, opening, acted.act.commitment or "")
    return Done(standing, move, "refused", refused="stale")


def closes(acted: Acted) -> bool:
    """Return whether the match has become due by an act: it was the last one that was awaited, or it set orders."""
    return acted.act.decision == ORDERS or (acted.closes is not None and acted.closes <= acted.act.received)


__all__ = [
    "LANGUAGES",
    "VERBS",
    "AtTheTable",
    "Offered",
    "act_on",
    "closes",
    "counted_of",
    "end_saying",
    "follow",
    "give",
    "named",
    "pack_ahead",
    "question_in_words",
    "unpack_ahead",
    "vocabulary_of",
]

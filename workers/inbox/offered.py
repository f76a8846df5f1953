"""The offer of a letter: its choices by number and in words, and what each may say ahead.

A mail may name the choices that its letter lists by number or words, and other choices by their words alone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from engine.contract import Language, Move, View
from engine.kit.text.particulars import Seen, answer_in_words, choice_in_words, particulars_of
from engine.kit.text.phrases import ENGLISH, LANGUAGES, language_of
from engine.match.absence import case_of
from engine.match.asking import decision_of, standing_of
from engine.match.substitutes import candidates_of
from engine.match.table import Standing
from engine.match.time_requests import request_of
from engine.registry import game_of
from service.choices.ahead import may_say_ahead
from service.context import Context
from service.matches.absence.matters import Matter, matters_of, raised_in
from service.matches.numbering import ALL_CHOICES, Numbered, answerable, numbered
from service.notifications.asks import asks, has_choices, optional_asks
from service.store.records import Record
from service.store.replies import ReplyNote
from workers.inbox.commands import Done, NotUnderstood, Order, Picks, Reply, Said
from workers.inbox.grammar import (
    Consent,
    after_another_mind,
    after_greeting,
    consent_in,
    uncopied,
    understand,
    without_steps,
)
from workers.inbox.naming import UNDO, Reading, Vocabulary, by_place, with_places
from workers.inbox.words import ADDED, Line, changes_something, lines_of, lists, phrases, sets_condition, unread_in
from workers.mail.page import Page
from workers.mail.parts.question import FEW
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


def is_open(record: Record, seat: int, standing: Standing) -> bool:
    """Return whether a seat has not yet answered a question."""
    act = record.acts.get((standing["id"], seat))
    return act is None or act.commitment is None


VERBS = lists("choices.verbs")
"""Words for a type of move, where there are others than the type itself."""
CARDS, BESIDE_A_CARD = phrases("choices.cards"), phrases("choices.beside_a_card")
"""Names of a card by its number, and those that somebody repeats behind the choice that plays it."""


@cache
def heard(reader: Language) -> tuple[Language, ...]:
    """Return the languages in which a reader's replies may name a choice, English first: theirs, and those of ``words.toml``.

    Not all of them: a word of one language may stand in many choices of another, as the German "passe" in the French ones.
    """
    return tuple(one for one in LANGUAGES if one == reader or one not in ADDED)


@dataclass(frozen=True)
class Offered:
    """The choices of a seat when it answers a letter with these questions, in a language."""

    record: Record
    seat: int
    asked: Sequence[Numbered]
    language: Language = ENGLISH

    def understand(
        self, lines: Sequence[str], unasked: frozenset[Order] = frozenset(), opponents: Sequence[str] = ()
    ) -> Picks | NotUnderstood:
        """Return what lines ask for, read by these choices."""
        return understand(lines, self.listed(), self.vocabulary, self.unlisted, unasked, opponents)

    def vocabulary(self, number: int) -> Vocabulary:
        """Return the words for what may be said ahead with the choice of a number, in every language."""
        choice = self.find(number)
        if choice is None:
            return Vocabulary()
        one, move = choice
        spoken = heard(self.language)
        return Vocabulary.of(
            [part for each in spoken for part in may_say_ahead(self.record, self.seat, one.standing, move, each)]
        )

    def reading(self) -> Reading:
        """Return a reader of single lines by these choices."""
        return Reading({**self.listed(), **self.unlisted()}, self.vocabulary)

    def all_of(self, numbers: Iterable[int]) -> list[tuple[Numbered, Move]]:
        """Return the choices with these numbers, as far as they exist."""
        return [choice for number in numbers if (choice := self.find(number)) is not None]

    def find(self, number: int) -> tuple[Numbered, Move] | None:
        """Return a choice by its number in the letter, or by the negative one of :meth:`unlisted`."""
        if number < 0:
            return self._unlisted[-number - 1] if -number <= len(self._unlisted) else None
        return next(((one, move) for one in self.asked if (move := one.move(number)) is not None), None)

    def listed(self) -> dict[int, list[str]]:
        """Return the names of the letter's choices, by number: as listed in each language, and as one word where it suffices.

        A name shared by two identical choices means the first of them."""
        found: dict[int, list[str]] = {}
        for one in self.asked:
            in_order = self._are_in_order(one)
            for place, names in enumerate(self._called([(one, move) for move in one.moves])):
                places = [by_place(place + 1), *([by_place(-1)] if place + 1 == len(one.moves) else [])]
                found[one.first + place] = [*names, *places] if in_order else names
        return found

    def _are_in_order(self, one: Numbered) -> bool:
        """Return whether the letter shows the choices of its only question in the order of their numbers."""
        if len(self.asked) > 1:
            return False
        adds, seen = particulars_of(game_of(self.record.table)), self._seen(one, LANGUAGES[0])
        return all(adds.group(move, seen) is None for move in one.moves)

    def unlisted(self) -> dict[int, list[str]]:
        """Return the names of possible choices that are not listed, by -1, -2 and so on."""
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
        names = [
            answer_in_words(game.words, move, language, kind=kind, names=players) for language in heard(self.language)
        ]
        return self._with_more(one, move, [*names, *self._words(one, move)])

    def _with_more(self, one: Numbered, move: Move, names: Sequence[str]) -> list[str]:
        """Return names with their short forms, and with other wordings that a player may use."""
        number = _card_number(move)
        again = ", ".join(one.format(number=number) for one in BESIDE_A_CARD)
        cards = [f"{name}, {again}" for name in names] if number else []
        found = list(dict.fromkeys([*names, *_short_names(move), *cards]))
        return [*found, *self._with_what_is_laid(one, found)]

    def _with_what_is_laid(self, one: Numbered, names: Sequence[str]) -> list[str]:
        """Return names of places extended by the question's subject, for players who repeat it: ``15 auf (1,1)``."""
        if not any(with_places(name) != name for name in names):
            return []
        about = self._about(one.standing["id"])
        return [f"{name}, {said}" for name in names for said in about]

    def _about(self, decision: str) -> list[str]:
        """Return the question's subject in each language; empty where it needs no word."""
        if decision not in self._said_about:
            one = next(each for each in self.asked if each.standing["id"] == decision)
            adds = particulars_of(game_of(self.record.table))
            said = [adds.about(self._seen(one, each)) for each in heard(self.language)]
            self._said_about[decision] = [each for each in said if each]
        return self._said_about[decision]

    @cached_property
    def _said_about(self) -> dict[str, list[str]]:
        return {}

    def in_words(self, number: int) -> str:
        """Return the letter's words for the choice with this number."""
        choice = self.find(number)
        assert choice is not None
        return self._words(*choice)[0]

    def told(self, done: Done) -> Done:
        """Return a choice's outcome with its name in the letter, and whether others were identical; to be called before
        it is resolved."""
        one = next((each for each in self.asked if each.standing is done.standing), None)
        if one is None or done.move is None:
            return done
        called = dict(zip(heard(self.language), self._words(one, done.move), strict=True))
        return replace(done, called=called, one_of_several=self._is_one_of_several(one, done.move))

    def _is_one_of_several(self, one: Numbered, move: Move) -> bool:
        """Return whether this choice is the first of several identical ones, such as two cards of a kind."""
        others = [other for which, other in self._unlisted if which is one]
        return sum(self._is_alike(one, move, other) for other in (*one.moves, *others)) > 1

    def _is_alike(self, one: Numbered, move: Move, other: Move) -> bool:
        return particulars_of(game_of(self.record.table)).alike(move, other, self._seen(one, LANGUAGES[0]))

    def _seen(self, one: Numbered, language: Language) -> Seen:
        assert self._view is not None
        players = [seat["name"] for seat in self.record.table["seats"]]
        return Seen(decision_of(one.standing), self._view, language, players)

    def _without_doubles(self, found: Sequence[tuple[Numbered, Move]], names: Sequence[list[str]]) -> list[list[str]]:
        """Return the choices' names; of several identical choices only the first keeps its words."""
        called: dict[tuple[str, ...], list[tuple[Numbered, Move]]] = {}
        kept = []
        for (one, move), own in zip(found, names, strict=True):
            same = called.setdefault((one.standing["id"], *self._words(one, move)), [])
            kept.append([] if any(self._is_alike(one, move, other) for _, other in same) else own)
            same.append((one, move))
        return kept

    def _words(self, one: Numbered, move: Move) -> list[str]:
        """Return a choice in each language as letters list it."""
        known = self._known.get(id(move))
        if known is None or known[0] is not move:
            words = [
                choice_in_words(game_of(self.record.table), move, self._seen(one, each))
                for each in heard(self.language)
            ]
            known = self._known[id(move)] = (move, words)
        return known[1]

    @cached_property
    def _known(self) -> dict[int, tuple[Move, list[str]]]:
        """A cache of the words of unlisted choices: there may be many, and each line asks again."""
        return {}

    @cached_property
    def _view(self) -> View | None:
        state = self.record.state
        return None if state is None else game_of(self.record.table).view(state, self.seat)


@dataclass(frozen=True)
class AtTheTable(Offered):
    """The choices of a seat at the table now, for reading a line written at an earlier one.

    All numbers are negative, so that the letter's numbers mean nothing here; and no choice is named by its position in
    the hand, which may have changed.
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
    """Return the number on the card of a move that has only a type and a card; otherwise an empty string."""
    card = move.get("card")
    return (
        card[1:].lstrip("0") if set(move) == {"type", "card"} and isinstance(card, str) and card[1:].isdigit() else ""
    )


def _short_names(move: Move) -> list[str]:
    """Return ``pass`` for a move with a type only; ``play 36`` and the bare card for one with a card."""
    kind, card = str(move.get("type")), move.get("card")
    if set(move) == {"type"}:
        return list(VERBS.get(kind, (kind,)))
    if set(move) != {"type", "card"} or not isinstance(card, str):
        return []
    number = _card_number(move)
    called = dict.fromkeys((card, number) if number else (card,))
    names = [f"{verb} {name}" for verb in VERBS.get(kind, (kind,)) for name in called]
    return [*names, *(one.format(number=number, card=card) for one in (CARDS if number else ()))]


# What a line says ahead, in the four bytes that a letter's address has for it which asks whether that was meant. The wishes go by
# their places in the vocabulary of the choice, which is the same when the answer comes, for the address names the questions, too.
# A check byte shows where it is not after all.

CHECK_BITS = 8
MOST = 1 << (8 * AHEAD_BYTES - CHECK_BITS)


def pack_ahead(said: Said, vocabulary: Vocabulary) -> bytes | None:
    """Pack what is said ahead into four bytes, or return None if it does not fit.

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
    """Return what :func:`pack_ahead` packed, or None if the vocabulary has changed."""
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


TO_SAY = ""
"""The note in place of a commitment to orders that are still to be set once the choice counts."""


def counted_of(context: Context, match: str, before: ReplyNote) -> dict[str, str]:
    """Return the acts that this mail was about to make and that the match has taken, by decision."""
    made = [(decision, commitment) for decision, commitment in before.commitments.items() if commitment != TO_SAY]
    seen = context.store.seen(match, [commitment for _, commitment in made]) if made else []
    return {decision: commitment for (decision, commitment), known in zip(made, seen, strict=True) if known}


# What an old letter asked that is still asked, though its questions are gone: who shall have a seat, or more time. The address of
# a letter says in one digest what all of it asked, so of an old one it says nothing any more. What shows when it was
# written is the Message-ID that a mail says it answers: letters are named after the last log entry that they tell. Whatever has
# been asked since then stands in a later letter, and nothing that answers an earlier one is taken for an answer to it.


def last_told(answered: str, match: str) -> int | None:
    """Return the last log entry told by the letter with this Message-ID, or None if the ID does not tell."""
    found = re.match(rf"<{re.escape(match)}\.([0-9]{{1,9}})\.[0-9]+\.", answered)
    return None if found is None else int(found[1])


def still_asked(record: Record, seat: int, told: int | None) -> list[Matter]:
    """Return the matters about others that the seat has been asked about since that log entry at the latest."""
    if told is None:
        return []
    return [one for one in matters_of(record, seat) if one.kind != "here" and (n := _since(record, one)) and n <= told]


def _since(record: Record, matter: Matter) -> int | None:
    """Return the log entry since which the matter can have been asked about, or None."""
    table = record.table
    if matter.kind == "request":
        standing = standing_of(table, matter.decision)
        request = None if standing is None else request_of(standing)
        return None if request is None else request["n"]
    if matter.kind == "person":
        return max(
            (one["n"] for one in candidates_of(table, matter.about) if one["player"] == matter.player), default=None
        )
    case = case_of(table, matter.about)
    return None if case is None else case["n"]


LOOKED_AT = 400
"""The most log entries that are searched for an answer of the seat since a letter."""


def has_not_moved_since(reply: Reply) -> bool:
    """Return whether a mail answers a letter that asked nothing, since which no question to its seat is over.

    A question is over once it is answered, by whomever, or has gone without an answer, such as an offer that another takes.
    """
    told, record = reply.address.asked_nothing_at, reply.record
    if told is None or not 0 <= record.n - told <= LOOKED_AT:
        return False
    asked = {one["id"] for one in record.table["standing"]}
    for line in reply.context.store.entries(record.match, told, LOOKED_AT):
        entry = line["entry"]
        body = entry["body"]
        if entry["type"] == "resolved" and any(one["seat"] == reply.seat for one in body["moves"]):
            return False
        if entry["type"] == "opened" and reply.seat in body["seats"] and body["decision"] not in asked:
            return False
    return True


@dataclass(frozen=True)
class Text:
    """A mail as readers see it: its lines, and its letter's offer. Each is computed once, on first access."""

    reply: Reply

    @cached_property
    def lines(self) -> Sequence[Line]:
        """The lines of the mail."""
        return lines_of(self.reply.mail.lines)

    @cached_property
    def begun(self) -> Sequence[Line]:
        """The lines without a greeting."""
        return after_greeting(self.lines)

    @cached_property
    def choosing(self) -> Sequence[Line]:
        """The lines without greetings that name no choice, and with choices copied from the letter replaced by their
        numbers."""
        listed = self.offered.listed()
        return lines_of(uncopied(without_steps(after_greeting(self.lines, listed)), listed))

    @cached_property
    def raised(self) -> tuple[Sequence[Numbered] | None, Sequence[Matter]] | None:
        """The questions (None = only matters) and matters of the letter if all of them are still open, else None."""
        address = self.reply.address
        found = raised_in(self.reply.record, self.reply.seat, address.questions, whole=address.whole)
        return self._asked_since if found is None else found

    @cached_property
    def _asked_since(self) -> tuple[Sequence[Numbered], Sequence[Matter]] | None:
        """The questions that an answer to a letter without any is about, or None if that is not certain.

        It is certain for the only question that waits for the seat, if it is the first since the letter was written and its
        own letter lists all choices.
        """
        record, seat = self.reply.record, self.reply.seat
        told, due = self.reply.address.asked_nothing_at, asks(record, seat)
        if told is None or len(due) != 1 or not has_not_moved_since(self.reply):
            return None
        listed = {one.standing["id"] for one in (*due, *optional_asks(record, seat, due))}
        asked = numbered(record, seat, [one for one in answerable(record, seat) if one["id"] in listed])
        return None if replace(self._offer, asked=asked).unlisted() else (asked, still_asked(record, seat, told))

    @cached_property
    def offered(self) -> Offered:
        """The choices of the letter; empty for an outdated one."""
        asked = None if self.raised is None else self.raised[0]
        return replace(self._offer, asked=() if asked is None else asked)

    @cached_property
    def now(self) -> Offered:
        """The choices that a letter would have now."""
        record, seat = self.reply.record, self.reply.seat
        standings = [one for one in answerable(record, seat) if has_choices(record, one, seat)]
        return replace(self._offer, asked=numbered(record, seat, standings))

    @property
    def _offer(self) -> Offered:
        reply = self.reply
        return Offered(reply.record, reply.seat, (), language_of(reply.account.language))

    @cached_property
    def counted(self) -> dict[str, str]:
        """The acts of this same mail that the match took earlier."""
        return counted_of(self.reply.context, self.reply.record.match, self.reply.before)

    @cached_property
    def suggested(self) -> Picks | None:
        """The letter's suggestion if the mail says yes to it; empty if it is no longer possible."""
        address = self.reply.address
        number = address.suggestion
        if self.raised is None or number is None or self.consent is None or not self.says_yes:
            return None
        named = NotUnderstood("") if self.consent.agrees else self.understand(self.choosing[:1])
        if number not in (named.numbers or [number] if isinstance(named, Picks) else named.candidates or [number]):
            return None  # "yes" and the words of another choice
        if number == UNDO:
            return Picks(orders=frozenset({"undo"}))
        if not address.ahead:
            return Picks((number,))
        said = unpack_ahead(address.ahead, self.offered.vocabulary(number))
        return Picks() if said is None else Picks((number,), ahead={number: said})

    @cached_property
    def consent(self) -> Consent | None:
        """The yes that the mail begins with, or None."""
        address = self.reply.address
        return consent_in(self.begun, self.names, once_more=address.once_more, final=address.subject == "resign")

    @property
    def says_yes(self) -> bool:
        """True if the mail says yes, and nothing that may change its meaning."""
        return self.consent is not None and not self.consent.doubt

    @property
    def names(self) -> list[str]:
        """The names of the people at the table."""
        return [one["name"] for one in self.reply.record.table["seats"]]

    @property
    def is_new(self) -> bool:
        """True if the mail neither continues what it did before nor says yes to a suggestion."""
        return not self.counted and self.suggested is None

    def understand(self, lines: Sequence[str]) -> Picks | NotUnderstood:
        """Return what lines ask for, read by the choices of the letter."""
        return self.offered.understand(lines)

    def unread(self, below: Sequence[str]) -> tuple[str, ...]:
        """Return the meaningful lines below those that are read."""
        return unread_in(below, self.names)

    def changes(self, unread: Sequence[str]) -> bool:
        """Return whether unread text may change the meaning of the text above it.

        False if the letter answered already asked its sender about that."""
        return not self.reply.address.once_more and any(
            sets_condition(line) or self._corrects(line) for line in lines_of(unread)
        )

    def _corrects(self, line: Line) -> bool:
        """Return whether a line with a correcting word corrects something: it begins with the word, or names a choice."""
        if not changes_something([line]):
            return False
        begins = after_another_mind(line) is not None
        return (
            begins
            or any(word.isdigit() for word in line.said)
            or self.offered.reading().is_about(line.folded, but=frozenset())
        )

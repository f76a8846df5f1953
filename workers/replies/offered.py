"""The choices that a mail may name: those its letter lists, by number, and by their words alone those it does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.contract import Language, Move, View
from engine.kit.particulars import Seen, choice_in_words
from engine.kit.wording import answer_in_words
from engine.match.standing import decision_of
from engine.registry import game_of
from service.matches.numbering import ALL_CHOICES, Numbered
from service.store.records import Record

LANGUAGES: tuple[Language, ...] = ("en", "de")
VERBS: dict[str, tuple[str, ...]] = {"play": ("play", "spiele"), "pass": ("pass", "passe", "ich passe", "i pass")}
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
        that says all."""
        return {one.first + place: self._names(one, move) for one in self.asked for place, move in enumerate(one.moves)}

    def unlisted(self) -> dict[int, list[str]]:
        """Return by -1, -2 and so on what the choices are called that are possible beside those listed."""
        return {-place: self._names(one, move) for place, (one, move) in enumerate(self._unlisted, 1)}

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
        return list(dict.fromkeys([*names, *self._words(one, move), *_short_names(move)]))

    def in_words(self, number: int) -> str:
        """Return what the letter calls a choice with this number."""
        choice = self.find(number)
        assert choice is not None
        return self._words(*choice)[0]

    def alike(self, choices: Sequence[tuple[Numbered, Move]]) -> bool:
        """Return whether several choices are called the same in every language: two cards of the same kind, say."""
        return len({tuple(self._words(*one)) for one in choices}) == 1

    def _words(self, one: Numbered, move: Move) -> list[str]:
        """Return a choice as letters list it, by language."""
        game, players = game_of(self.record.table), [seat["name"] for seat in self.record.table["seats"]]
        assert self._view is not None
        decision = decision_of(one.standing)
        return [choice_in_words(game, move, Seen(decision, self._view, each, players)) for each in LANGUAGES]

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
        return {
            -(one.first + place): list(dict.fromkeys([*self._words(one, move), *_short_names(move)]))
            for one in self.asked
            for place, move in enumerate(one.moves)
        }


def _short_names(move: Move) -> list[str]:
    """Return ``pass`` for a move that has nothing but its type; ``play 36`` for one with a card besides, and the card alone."""
    kind, card = str(move.get("type")), move.get("card")
    if set(move) == {"type"}:
        return list(VERBS.get(kind, (kind,)))
    if set(move) == {"type", "card"} and isinstance(card, str) and card[1:].isdigit():
        number = card[1:].lstrip("0")
        names = [f"{verb} {name}" for verb in VERBS.get(kind, (kind,)) for name in dict.fromkeys((card, number))]
        return [*names, number, card, f"card {number}", f"karte {number}"]
    if set(move) == {"type", "card"} and isinstance(card, str):
        return [f"{verb} {card}" for verb in VERBS.get(kind, (kind,))]
    return []


__all__ = ["LANGUAGES", "AtTheTable", "Offered"]

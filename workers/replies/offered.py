"""The choices that a mail may name: those its letter lists, by number, and by their words alone those it does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.contract import Language, Move
from engine.kit.wording import answer_in_words
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
        words, kind = game_of(self.record.table).words, one.standing["kind"]
        players = [seat["name"] for seat in self.record.table["seats"]]
        names = [answer_in_words(words, move, language, kind=kind, names=players) for language in LANGUAGES]
        return [*names, *_short_names(move)]


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


__all__ = ["LANGUAGES", "Offered"]

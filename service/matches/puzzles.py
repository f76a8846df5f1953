"""Puzzles: positions of finished public matches in which one move is clearly better, one a day (docs/puzzles.md).

A puzzle is shown as its seat saw the table then, and names nobody: players are seats, and which match it was is told only with
the solution.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from typing import cast

from engine.contract import Game, Language
from engine.kit.foresight import levels_of
from engine.kit.puzzles import PROVED, Puzzle
from engine.kit.review import COACH
from engine.kit.text.particulars import Seen, choice_in_words, particulars_of
from engine.kit.text.phrases import book_of
from engine.match.table import Table
from engine.registry import game_of, game_with
from service.context import Context
from service.notifications.digests import next_digest, puzzle_hour
from service.notifications.facts import PuzzleFacts
from service.notifications.kinds import PUZZLE
from service.notifications.notices import about_account
from service.store.installation.puzzles import StoredPuzzle
from service.store.keys import recipient_of
from service.store.records import Account
from service.store.store import Store


def may_be_sought(table: Table) -> bool:
    """Return whether puzzles may be taken from a match: a public one that was played to its end by rules with a coach."""
    if table["status"] != "closed" or table["visibility"] != "open" or "stopped" in table:
        return False
    return COACH in levels_of(game_of(table))


def today(context: Context) -> date:
    """Return the date, in UTC, by the store's clock."""
    return datetime.fromtimestamp(context.store.now() / 1000, UTC).date()


@dataclass(frozen=True)
class Posed:
    """A puzzle of a day, to be put into words; :raises UnknownRules, OtherData: by what needs its game if that is not here."""

    day: str
    found: StoredPuzzle

    @property
    def puzzle(self) -> Puzzle:
        """The position."""
        return cast(Puzzle, self.found.puzzle)

    @cached_property
    def game(self) -> Game:
        """The game with the rules, data and options of the match."""
        return game_with(self.found.rules, self.found.data, self.found.options)

    def names(self, language: Language) -> list[str]:
        """Return the names of the seats, such as "Player B": none of people, and no numbers, which choices have."""
        say = book_of("service", language).say
        return [say("puzzles.seat", letter=chr(ord("A") + seat)) for seat in range(self.puzzle["seats"])]

    def question(self, language: Language) -> str:
        """Return what is asked, in a sentence or two."""
        about = particulars_of(self.game).about(self._seen(language))
        asked = self.game.words.question(self.puzzle["decision"], language)
        return f"{asked}. {about}" if about else f"{asked}."

    def choices(self, language: Language) -> list[str]:
        """Return the choices in words, in their order."""
        seen = self._seen(language)
        return [choice_in_words(self.game, move, seen) for move in self.puzzle["moves"]]

    def table(self, language: Language) -> str:
        """Return the table as text."""
        return self.game.words.table(self.puzzle["view"], self.names(language), language).strip("\n")

    def picture(self, language: Language) -> str:
        """Return the table as an SVG document."""
        return self.game.picture(self.puzzle["view"], language, self.names(language))

    def _seen(self, language: Language) -> Seen:
        return Seen(self.puzzle["decision"], self.puzzle["view"], language, self.names(language))


@dataclass(frozen=True)
class Solved:
    """The number of accounts that have answered a puzzle, and of those that have found the best move.

    That share is a puzzle's whole rating. A rating of solvers against puzzles would claim more than it could know: a guest may
    try any number of times before an account answers.
    """

    answers: int
    right: int

    @classmethod
    def of(cls, found: StoredPuzzle, counts: Mapping[int, int]) -> Solved:
        """Count the answers to a puzzle."""
        return cls(sum(counts.values()), counts.get(found.puzzle["best"], 0))

    @property
    def percent(self) -> int | None:
        """The share of right answers in percent, or None if there are none."""
        return round(100 * self.right / self.answers) if self.answers else None


def posed(context: Context, day: str) -> Posed | None:
    """Return the puzzle of a day, such as ``2026-11-30`` or ``today``, if it has one."""
    now = today(context)
    if day in ("today", now.isoformat()):
        found, day = context.store.choose_puzzle(now), now.isoformat()
    else:
        found = context.store.puzzle(day)
    return None if found is None else Posed(day, found)


def earlier(store: Store, start: int, count: int) -> list[tuple[Posed, Solved]]:
    """Return the puzzles of days, the newest first, from a place (0 for the newest)."""
    found = store.puzzles_of_days(start, count)
    counts = store.puzzle_counts([day for day, _ in found])
    return [(Posed(day, one), Solved.of(one, said)) for (day, one), said in zip(found, counts, strict=True)]


@dataclass(frozen=True)
class Solution:
    """The outcome of an answer: the choice that counts, the best one, and what each is worth in thousandths of a win."""

    choice: int
    best: int
    values: Sequence[int]
    match: str
    n: int
    playouts: int = PROVED

    @property
    def right(self) -> bool:
        """True if the best choice was made."""
        return self.choice == self.best


def solution(one: Posed, choice: int) -> Solution:
    """Return what comes of a choice, counted from 0."""
    puzzle = one.puzzle
    best = puzzle["best"]
    return Solution(choice, best, puzzle["values"], one.found.match, puzzle["n"])


def want_puzzles(context: Context, account: Account) -> None:
    """Let the account's next letter with a puzzle be due as it wishes now."""
    hour, now = puzzle_hour(account), context.store.now()
    context.store.want_puzzles(account.id, None if hour is None else next_digest(now, hour, account.zone))


MOST_LETTERS = 500
"""The most letters that the clock queues at one look; the next is seconds later."""


def send_letters(context: Context) -> None:
    """Queue the letters with the puzzle of the day that are due; postpone those to accounts that have answered it."""
    store = context.store
    due = store.due_puzzle_letters(store.now(), MOST_LETTERS)
    one = posed(context, "today") if due else None
    for name, account in zip(due, store.accounts(due), strict=True):
        if account is None or puzzle_hour(account) is None:
            store.want_puzzles(name, None)
            continue
        if one is not None and answered(store, name, one) is None:
            news = about_account(PUZZLE, name, PuzzleFacts(day=one.day), occasion=one.day, at=store.now())
            store.notify(news, recipient_of(name, None))
        want_puzzles(context, account)


def answer(store: Store, account: str | None, one: Posed, choice: int) -> Solution:
    """Answer a puzzle; of an account's answers only the first counts. Without an account nothing is stored."""
    counted = choice if account is None else store.answer_puzzle(account, one.day, choice)
    return solution(one, counted)


def answered(store: Store, account: str, one: Posed) -> Solution | None:
    """Return the solution for an account that has answered."""
    choice = store.answered_puzzle(account, one.day)
    return None if choice is None else solution(one, choice)

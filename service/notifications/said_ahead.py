"""The outcome of wishes said ahead (:mod:`engine.kit.ahead`): found in a step, put into words, and kept with the match.

Letters, the table and programs use the same words. A match keeps the latest of each seat, because a letter may never have
been read, and because nobody but that seat's player may know it: the log says nothing of it.
"""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from engine.contract import Game, Language, Orders
from engine.kit.ahead import Resolved, SettlesWishes, wishes_settled
from engine.kit.text.phrases import book_of, habits
from engine.match.step import Resolution, Step
from engine.match.table import SettledWish, Table
from service.notifications.facts import WishFacts

KEPT = 4
"""How many a match keeps of each seat."""


class ToldAhead(TypedDict):
    """The outcome of a wish, for its player: the log entry that settled it, the decision, and a sentence."""

    n: int
    decision: str
    fate: str
    words: str


def settled_in(step: Step, orders: Mapping[int, Orders]) -> list[SettledWish]:
    """Return the wishes in people's orders that a step settled, by seat, in the order of the log."""
    return [
        SettledWish(
            n=resolution.n,
            seat=seat,
            decision=resolution.standing["id"],
            part=one.part,
            wishes=list(one.wishes),
            fate=one.fate,
            used=one.used,
        )
        for resolution in step.resolutions
        for seat in sorted(orders)
        for one in wishes_settled(step.game, seat, orders[seat], _resolved(resolution))
    ]


def _resolved(resolution: Resolution) -> Resolved:
    return Resolved(dict(resolution.ordered), resolution.before, resolution.after)


def keep_settled(step: Step, found: Sequence[SettledWish]) -> None:
    """Keep with the match the wishes that a step settled, the latest of each seat.

    A substitute finds nothing (:func:`engine.match.absence.write_substituted`).
    """
    if found:
        step.table["settled"] = _latest([*step.table.get("settled", []), *found])


def told_ahead(table: Table, game: Game, seat: int | None, language: Language) -> list[ToldAhead]:
    """Return the outcomes of what the player of a seat said ahead, oldest first."""
    if seat is None or not isinstance(game, SettlesWishes):
        return []
    return [
        ToldAhead(n=one["n"], decision=one["decision"], fate=one["fate"], words=in_words(game, one, language))
        for one in table.get("settled", [])
        if one["seat"] == seat
    ]


def in_words(game: SettlesWishes, one: WishFacts | SettledWish, language: Language) -> str:
    """Return the outcome of the wishes for a part, as a sentence to their player."""
    about, called = game.settled_words(one["part"], one["wishes"], language)
    book = book_of("service", language)
    say = book.say
    if one["fate"] != "used":
        told = "blocked" if one["fate"] == "blocked" else "lapsed"
        return say(f"ahead.{told}", about=about, wishes=habits(language).first_named.join(called))
    tried = one["wishes"].index(one["used"]) if one["used"] in one["wishes"] else 0
    if tried == 0:
        return say("ahead.followed", about=about, used=called[0])
    before = ", ".join(called[:tried])
    return book.count("ahead.followed-later", tried, about=about, used=called[tried], before=before)


def _latest(settled: Sequence[SettledWish]) -> list[SettledWish]:
    """Return the last few of each seat, in order."""
    kept: list[SettledWish] = []
    for one in reversed(settled):
        if sum(other["seat"] == one["seat"] for other in kept) < KEPT:
            kept.append(one)
    return kept[::-1]

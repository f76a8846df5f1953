"""A letter's hints on answering ahead: additions to a choice, limited to those possible now.

What became of the reader's wishes said ahead is told first in a letter, never as if it were still open.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from engine.contract import Language, Move
from engine.kit.ahead import Ahead, SettlesWishes, Wish, Wishes
from engine.match.table import Standing
from service.choices.ahead import may_say_ahead
from service.matches.numbering import Numbered
from service.notifications.facts import WishFacts
from service.notifications.kinds import FOLLOWED, RESOLVED
from service.notifications.said_ahead import in_words
from service.store.records import Notice, Record
from workers.mail.page import Page

SHOWN = 2
"""Wishes in the example: the first and one alternative."""
SHOWN_OF_MANY = 140
"""The most characters of one part's wishes that a letter lists; the page of the choice has them all."""
FEW = 8
"""The most wishes by which one list may differ from another above it in the letter; beyond that the whole list is
repeated."""
LOOKED_AT = 100
"""The most unlisted choices whose words are searched for endings: where there are hundreds, such as places to found,
they are no variants with an ending, and the search took as long as writing the table in words."""
SHORT = 16
"""The most characters of a wish, such as a field, that is not broken across lines."""


@dataclass(frozen=True)
class Wished:
    """Wishes for a ``part``, for use in a sentence: its beginning, the wishes in order, whether they are ``lasting``."""

    part: str
    lead: str
    wishes: list[str]
    lasting: bool


def ahead_lines(record: Record, seat: int, listed: Numbered, say: Any, language: Language) -> list[str]:
    """Return a letter's lines below its choices about what can be said ahead with which of them; empty if nothing can."""
    groups: dict[tuple[tuple[str, tuple[str, ...]], ...], tuple[list[int], list[Ahead]]] = {}
    for number, move in enumerate(listed.moves, start=listed.first):
        offered = may_say_ahead(record, seat, listed.standing, move, language)
        if offered:
            key = tuple((one.part, tuple(wish.name for wish in one.wishes)) for one in offered)
            groups.setdefault(key, ([], offered))[0].append(number)
    found: list[str] = []
    first = next((offered for _, offered in groups.values()), [])
    for numbers, offered in groups.values():
        # How it is written is said once; of the others only what can be written there, or else than with the first.
        others = _differences(first, offered) if found else None
        if others is not None:
            found.append(str(say.say_ahead_likewise(ranges(numbers), others)))
            continue
        found.append(
            str(say.say_ahead_too(ranges(numbers)))
            if found
            else str(say.say_ahead(ranges(numbers), _example(numbers[0], offered, say)))
        )
        found += [str(say.say_ahead_part(one.keywords[0], one.lead, _first_ones(one, say))) for one in offered]
    return found


def _differences(first: Sequence[Ahead], offered: Sequence[Ahead]) -> list[tuple[str, list[str], list[str]]] | None:
    """Return how each part differs from that of the first group: its keyword, the added and the missing wishes.

    None if there are too many differences, or of a kind that cannot be put this way, such as other places in a counted
    list.
    """
    if [(one.part, one.keywords, one.lead) for one in first] != [(one.part, one.keywords, one.lead) for one in offered]:
        return None
    found = []
    for before, now in zip(first, offered, strict=True):
        more = [_written(one) for one in now.wishes if one not in before.wishes]
        less = [_written(one) for one in before.wishes if one not in now.wishes]
        if len(more) + len(less) > (0 if now.counted else FEW):
            return None
        if more or less:
            found.append((now.keywords[0], more, less))
    return found


def ahead_example(record: Record, seat: int, listed: Numbered, say: Any, language: Language) -> str:
    """Return an example of saying something ahead with the first choice that allows it; empty if none does."""
    for number, move in enumerate(listed.moves, start=listed.first):
        offered = may_say_ahead(record, seat, listed.standing, move, language)
        if offered:
            return _example(number, offered, say)
    return ""


def ending_lines(listed: Numbered, moves: Sequence[Move], said: Callable[[Move], str], say: Any) -> list[str]:
    """Return a letter's lines about words that may follow a number; empty if they fit less than most of the choices.

    The words turn the numbered choice into another one, whose name extends that of the first.

    :param moves: all choices; :param said: the name of each.
    """
    names = {f"{said(move)}, ": number for number, move in enumerate(listed.moves, listed.first)}
    behind: dict[str, list[int]] = {}
    hidden = (move for move in moves if move not in listed.moves)
    for name in [said(move) for move in islice(hidden, LOOKED_AT)]:
        for comma in re.finditer(", ", name):
            number = names.get(name[: comma.end()])
            if number is not None:
                behind.setdefault(name[comma.end() :], []).append(number)
    most = max(map(len, behind.values()), default=0)
    common = [(words, numbers) for words, numbers in behind.items() if len(numbers) == most]
    return [str(say.say_behind(ranges(numbers), words)) for words, numbers in common] if len(common) == 1 else []


def wished(
    record: Record, seat: int, standing: Standing, move: Move, wishes: Wishes, language: Language
) -> list[Wished]:
    """Return in words what was said ahead with a move."""
    found = []
    for one in may_say_ahead(record, seat, standing, move, language):
        words = {wish.name: wish.words for wish in one.wishes}
        if wishes.get(one.part):
            found.append(Wished(one.part, one.lead, [words.get(name, name) for name in wishes[one.part]], one.lasting))
    return found


def ranges(numbers: Sequence[int]) -> str:
    """Return numbers in short form.

    >>> ranges([1, 2, 3, 7, 9, 10])
    '1–3, 7, 9–10'
    """
    begins = [numbers[0], *(after for before, after in pairwise(numbers) if after != before + 1)]
    ends = [*(before for before, after in pairwise(numbers) if after != before + 1), numbers[-1]]
    return ", ".join(str(low) if low == high else f"{low}–{high}" for low, high in zip(begins, ends, strict=True))


def _written(wish: Wish) -> str:
    """Return a wish as it is to be written; a short one is not broken at the end of a line."""
    text = wish.called or wish.words
    return text.replace(" ", "\u00a0") if len(text) <= SHORT else text


def _first_ones(offered: Ahead, say: Any) -> list[str]:
    """Return the wishes of a part as a letter lists them: about as many as fit a few lines, and how many more there
    are."""
    found = _counted([_written(wish) for wish in offered.wishes], offered)
    fit = next((at for at in range(1, len(found)) if len(" \u00b7 ".join(found[: at + 1])) > SHOWN_OF_MANY), len(found))
    return [*found[:fit], *([str(say.more_wishes(len(found) - fit))] if fit < len(found) else [])]


def _example(number: int, offered: Sequence[Ahead], say: Any) -> str:
    first = offered[0]
    if first.counted:  # not the first ones: these could be taken for the number of the choice
        named = [str(place) for place in range(1, len(first.wishes) + 1)][1 : 1 + SHOWN] or ["1"]
    else:
        named = [_written(wish) for wish in first.wishes[:SHOWN]]
    return f"{number} {first.keywords[0]} {f' {say.otherwise()} '.join(named)}"


def _counted(written: Sequence[str], offered: Ahead) -> list[str]:
    """Return wishes preceded by their positions, where these may be used to name them."""
    return [f"({place})\u00a0{one}" for place, one in enumerate(written, 1)] if offered.counted else list(written)


def wishes_told(news: Sequence[Notice], page: Page) -> list[str]:
    """Return in words the outcome of the wishes that the news settles, oldest first; with the round if there are
    several."""
    game = page.rules
    if not isinstance(game, SettlesWishes):
        return []
    settled = [(page.reader.place(at), in_words(game, one, page.reader.language)) for at, one in _settled(news)]
    several = len({place for place, _ in settled}) > 1
    return list(dict.fromkeys(f"{place}: {words}" if several and place else words for place, words in settled))


def parts_settled(news: Sequence[Notice], page: Page, decision: str) -> set[str]:
    """Return the parts of wishes settled by the news that were said with one answer: those of the same round or turn."""
    place = page.reader.place(decision)
    return {one["part"] for at, one in _settled(news) if page.reader.place(at) == place}


def _settled(news: Sequence[Notice]) -> Iterator[tuple[str, WishFacts]]:
    """Yield the wishes that news settles, with the decision that settled them."""
    for notice in news:
        if notice["kind"] in (RESOLVED.name, FOLLOWED.name):
            wishes: list[WishFacts] = notice["facts"].get("wishes", [])
            yield from ((notice["facts"]["decision"]["id"], one) for one in wishes)

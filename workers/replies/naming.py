"""Which choices a line names by their words: all that it says stands in a name, in any form, and no other is named. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product

from workers.replies.places import in_this_order, is_place, of_number, with_places
from workers.replies.plain_speech import says_nothing, stem, words_of
from workers.replies.word_tables import EXCHANGE, SAME_THING, TOWARDS, WITHOUT

MOST_BARE = 2
"""Numbers of places in a line without the words for them."""
BEGINNING = frozenset({"fange", "fang", "fangen"})
"""Forms of a German verb whose first part stands at the end of the sentence: "Ich fange mit ... an"."""
BOT = "bot"
"""What stands behind the name of a bot, and behind its number if there are several of a kind."""
SAYS_SOMETHING = 3
"""Letters of a word that can name a choice: shorter ones are articles and prepositions."""


@dataclass(frozen=True)
class Name:
    """What a choice is called, as the stems of its words: all of them, in order; those that it is not "without"; and pairs of
    a word, as it stands there, with the stem behind it. ``meant`` and ``all_meant`` are the words of these two, and those that
    say the same. ``places`` are those of all that are places."""

    all: tuple[str, ...]
    about: tuple[str, ...]
    pairs: frozenset[tuple[str, str]]
    meant: frozenset[str]
    all_meant: frozenset[str]
    places: frozenset[str]


def stems_of(names: Mapping[int, Sequence[str]]) -> dict[int, list[Name]]:
    """Return, by choice, its names taken apart: worked out once for all that is asked of them."""
    return {
        number: [_name(words_of(with_places(name.casefold()))) for name in called] for number, called in names.items()
    }


def _name(words: Sequence[str]) -> Name:
    all_of_it = tuple(stem(word) for word in words)
    about = tuple(stem(word) for before, word in pairwise(["", *words]) if before not in WITHOUT)
    pairs = frozenset((one, stem(after)) for one, after in pairwise(words))
    places = frozenset(filter(is_place, all_of_it))
    return Name(all_of_it, about, pairs, _with_others(about), _with_others(all_of_it), places)


def _with_others(stems: Sequence[str]) -> frozenset[str]:
    """Return words with those that say the same."""
    return frozenset(stems).union(*(group for group in _same_stems() if not group.isdisjoint(stems)))


@cache
def _same_stems() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(stem(word) for word in group) for group in SAME_THING)


def named_by(text: str, names: Mapping[int, Sequence[Name]]) -> list[int]:
    """Return the choices that a line may name: those in one of whose names all its words stand, whatever their endings.

    What a name says behind "without" is not what it is about, unless the line says so, too. In an exchange, the order of the
    words says what is given; so does that of two places of a kind. A number of another choice in the line counts as naming that
    choice, too, unless the names of those found count the same thing by it; so does another choice's whole name.

    :param names: the choices, as :func:`stems_of` returns them.
    """
    if "?" in text:
        return []
    places = {word for called in names.values() for one in called for word in one.places}
    words = [word for word in words_of(with_places(text) if places else text) if not says_nothing(word)]
    if any(is_place(word) for word in words):
        words = [word for word in words if word not in TOWARDS]
    if not BEGINNING.isdisjoint(words):
        words = [word for word in words if word != "an"]
    bots = _numbered_bots(words, names)
    numbers = {int(word) for word in words if word.isascii() and word.isdigit() and int(word) in names}
    said = [stem(word) for word in words if not (word.isascii() and word.isdigit() and int(word) in names)]
    if not any(len(word) >= SAYS_SOMETHING and not word.isdigit() for word in said):
        return []
    without = not WITHOUT.isdisjoint(words)
    found = _by_bare_number(words, names, places, without=without) or _with_all(said, names, without=without)
    found = [one for one in found if any(bots <= name.pairs for name in names[one])]
    if not found:
        return []
    stems = {number: [one.all if without else one.about for one in called] for number, called in names.items()}
    turned: list[list[str]] = []
    if not EXCHANGE.isdisjoint(words):
        in_order = [number for number in found if any(_follow(said, one) for one in stems[number])]
        turned = [sorted(one) for number in in_order for one in stems[number]]
        found = in_order or found
    counted = {one for one in numbers if _counts(one, words, [names[number] for number in found])}
    of_names = {int(after) for _, after in bots if words.count(after) == 1}
    own = numbers - counted - of_names - _of_whole_names(words, [names[number] for number in found])
    all_said = {*said}
    whole = {
        number
        for number, called in stems.items()
        if any(one and all_said.issuperset(one) and sorted(one) not in turned for one in called)
    }
    others = {one for one in whole if any(stem(word) in own for own in stems[one] for word, _ in bots)}
    return sorted({*found} | own | (whole - others))


def _with_all(said: Sequence[str], names: Mapping[int, Sequence[Name]], *, without: bool) -> list[int]:
    """Return the choices in one of whose names all these stems stand, places of a kind in the same order."""
    all_said = {*said}
    return [
        number
        for number, called in names.items()
        if any(all_said <= (one.all_meant if without else one.meant) and in_this_order(said, one.all) for one in called)
    ]


def _by_bare_number(
    words: Sequence[str], names: Mapping[int, Sequence[Name]], places: Collection[str], *, without: bool
) -> list[int]:
    """Return the choices that a line names if its numbers are those of places, without the words for them: ``Räuber auf 7``."""
    bare = [word for word in words if word.isascii() and word.isdigit()]
    if not 0 < len(bare) <= MOST_BARE:
        return []
    found: set[int] = set()
    for chosen in product(*(of_number(one, places) for one in bare)):
        meant = iter(chosen)
        said = [next(meant) if word in bare else stem(word) for word in words if word not in TOWARDS]
        found.update(_with_all(said, names, without=without))
    return sorted(found)


def _numbered_bots(words: Sequence[str], names: Mapping[int, Sequence[Name]]) -> set[tuple[str, str]]:
    """Return the pairs of a word and a number in a line that call a bot in the name of a choice: ``Steady 3``."""
    pairs = {(one, after) for one, after in pairwise(words) if after.isascii() and after.isdigit()}
    known = {
        pair for called in names.values() for name in called for pair in name.pairs if (pair[1], BOT) in name.pairs
    }
    return pairs & known


def _of_whole_names(words: Sequence[str], found: Sequence[Sequence[Name]]) -> set[int]:
    """Return the numbers of a line that stand nowhere but within the whole name of the one choice that was found."""
    line, inside = [stem(word) for word in words], set[int]()
    for name in found[0] if len(found) == 1 else ():
        own = [one for one in name.all if not says_nothing(one)]
        at = next((at for at in range(len(line) - len(own) + 1) if line[at : at + len(own)] == own), None)
        if own and at is not None:
            rest = {*line[:at], *line[at + len(own) :]}
            inside |= {int(one) for one in own if one.isascii() and one.isdigit() and one not in rest}
    return inside


def _follow(words: Sequence[str], name: Sequence[str]) -> bool:
    """Return whether words stand in a name in this order."""
    rest = iter(name)
    return all(word in rest for word in words)


def _counts(number: int, words: Sequence[str], found: Sequence[Sequence[Name]]) -> bool:
    """Return whether a number in a line only counts what it stands before, as a name of each choice that was found does."""
    pairs = [(one, stem(after)) for one, after in pairwise(words) if one == str(number)]
    return (
        len(pairs) == words.count(str(number)) == 1
        and words[0] != str(number)
        and all(any(pairs[0] in name.pairs for name in called) for called in found)
    )


__all__ = ["Name", "named_by", "stems_of"]

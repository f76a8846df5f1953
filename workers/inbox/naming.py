"""Find the choice that a line names: by number, in words, by a place, in plain speech, or despite a typing mistake.
Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise, product

from engine.kit.ahead import Ahead
from workers.inbox.commands import Said
from workers.inbox.words import (
    CLAUSES,
    CLOSING,
    DOUBT,
    EXCHANGE,
    NUMBERS,
    ORDINALS,
    ORDINARY,
    REFUSING_SIGNS,
    SAME_THING,
    TAKING,
    THANKS,
    TOWARDS,
    WITHOUT,
    WORD,
    chooses,
    folded,
    hesitates,
    is_aside,
    is_number,
    number_alone,
    number_chosen,
    ordinal_alone,
    points,
    regex,
    says_more,
    says_nothing,
    stem,
    stems_in,
    without_hesitation,
    word_set,
    words_of,
)

MINUS = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
"""Characters that mail programs and phones put in place of a minus."""
FIELD = re.compile(
    r"(?<![\w.,-])(?<!\d, )(?<!\d; )(?P<open>[(\[])?\s*(?:(?P<named>spalte|column|colonne|col\.?)\s*)?(?P<column>-?\d{1,2})"
    r"\s*(?:[,;/|]\s*(?:und\s+|and\s+|et\s+)?(?:zeile|row|ligne)?|(?:und\s+|and\s+|et\s+)?(?:zeile|row|ligne))\s*(?P<row>-?\d{1,2})\s*(?(open)[)\]])(?![\w-]|[.,;/|]\s*-?\d)"
)
LABELS = sorted(word_set("words.labels"))
LABELLED = re.compile(
    rf"\b({'|'.join(LABELS)}):?\s+(?:(?:nr|no|nummer|number)\.?\s*)?#?(\d{{1,3}})\b(?!\s*[,;/|]\s*-?\d)"
)
A_FIELD = re.compile(r"field(m?\d+)x(m?\d+)")
A_PLACE = re.compile(rf"(?:field|{'|'.join(LABELS)})m?\d+(?:xm?\d+)?")


def with_places(text: str) -> str:
    """Return a folded text with each place joined into one word.

    >>> with_places("die karte auf (1, −1) legen"), with_places("auf 1,1"), with_places("spalte 0 zeile -1")
    ('die karte auf field1xm1 legen', 'auf field1x1', 'field0xm1')
    >>> with_places("ok, (1,1), danke"), with_places("1, 2, 3")
    ('ok, field1x1, danke', '1, 2, 3')
    >>> with_places("straße auf kante 16"), with_places("3 holz, 2 lehm"), with_places("1,2,3"), with_places("2-1")
    ('straße auf kante16', '3 holz, 2 lehm', '1,2,3', '2-1')
    """
    return LABELLED.sub(lambda found: f"{found[1]}{int(found[2])}", with_fields(text))


def with_fields(text: str) -> str:
    """Return a folded text with each field joined into one word, and nothing else changed.

    >>> with_fields("karte 36 auf (0, −1), sonst 1,0")
    'karte 36 auf field0xm1, sonst field1x0'
    """
    plain = MINUS.sub("-", text)
    return FIELD.sub(lambda found: f"field{_signed(found['column'])}x{_signed(found['row'])}", plain)


def field_in(word: str) -> str | None:
    """Return the column and row of a word that :func:`with_fields` made, or None for other words.

    >>> field_in("field0xm1"), field_in("feld")
    ('0,-1', None)
    """
    found = A_FIELD.fullmatch(word)
    return None if found is None else f"{found[1]},{found[2]}".replace("m", "-")


def is_place(word: str) -> bool:
    """Return whether a word is one that :func:`with_places` made.

    >>> is_place("field1xm1"), is_place("kante16"), is_place("kante"), is_place("feld")
    (True, True, False, False)
    """
    return A_PLACE.fullmatch(word) is not None


def label_of(word: str) -> str:
    """Return what kind of place a word is: ``kante`` of ``kante16``."""
    return word.rstrip("0123456789") if not word.startswith("field") else "field"


def in_this_order(said: Sequence[str], name: Sequence[str]) -> bool:
    """Return whether a name contains the places of each kind in the order in which the line has them: from here to
    there.

    >>> in_this_order(["kante5", "kante9"], ["von", "kante5", "auf", "kante9"])
    True
    >>> in_this_order(["kante9", "kante5"], ["von", "kante5", "auf", "kante9"])
    False
    """
    for label in {label_of(word) for word in said if is_place(word)}:
        own = [word for word in said if is_place(word) and label_of(word) == label]
        if not _follow(own, [word for word in name if is_place(word) and label_of(word) == label]):
            return False
    return True


def of_number(number: str, known: Collection[str]) -> list[str]:
    """Return the known places that a bare number may mean.

    >>> of_number("16", ["kante16", "bauplatz16", "kante1"])
    ['bauplatz16', 'kante16']
    """
    return sorted(
        word
        for word in known
        if not word.startswith("field") and is_place(word) and word == f"{label_of(word)}{number}"
    )


def _signed(number: str) -> str:
    return f"m{int(number[1:])}" if number.startswith("-") and int(number) else str(int(number.lstrip("-")))


# The part of a line that says what is to be done later: ``AT (0, -1) ELSE (1, 0) SHIP STAY`` behind a choice. Strict like the
# lines themselves: a word or place that is not among those that the letter prints makes nothing of the line.


ELSE = word_set("words.otherwise")
AND = frozenset({"and", "und"})
LAYS_IT = word_set("words.lays_it")
CONDITIONS = frozenset({("even", "if"), ("auch", "wenn")})
"""Beginnings of a line that belongs to the choice before it."""
DECORATION = re.compile(r"[\s()\[\]]")
SEPARATORS = re.compile(r"[;/|]|zeile|row")
COLUMN = re.compile(r"spalte|column")
MOST = 12
"""Wishes of a part."""
LONGEST = 500
"""The most characters of a line that is read: few enough to try all its words, and fewer than the limit for mails'
lines."""


@dataclass(frozen=True)
class Vocabulary:
    """Words that may accompany one choice: the part that each keyword introduces, and each part's wishes by their
    squeezed names."""

    keywords: Mapping[str, str] = field(default_factory=dict)
    wishes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, offered: Sequence[Ahead]) -> Vocabulary:
        """Return the vocabulary of an offer, in all its languages."""
        keywords = {word.casefold(): one.part for one in offered for word in one.keywords}
        meant: dict[str, dict[str, set[str]]] = {}
        for one in offered:
            known = meant.setdefault(one.part, {})
            for place, wish in enumerate(one.wishes, 1):
                number = str(place) if one.counted else ""
                for text in filter(None, (wish.name, wish.called, wish.words, number)):
                    known.setdefault(squeezed(text), set()).add(wish.name)
        clear = {
            part: {text: next(iter(names)) for text, names in known.items() if len(names) == 1}
            for part, known in meant.items()
        }
        return cls(keywords, clear)


def squeezed(text: str) -> str:
    """Return a wish normalized for comparing: without blanks and brackets, one kind of dash and of separator.

    A field may be named by the numbers at the edge of the picture, with or without the words for row and column.

    >>> squeezed(" (0; −1), "), squeezed("Spalte 0, Zeile -1"), squeezed("column 0 row -1")
    ('0,-1', '0,-1', '0,-1')
    """
    plain = COLUMN.sub("", DECORATION.sub("", MINUS.sub("-", text.casefold())))
    return re.sub(",,+", ",", SEPARATORS.sub(",", plain)).strip(",.:")


def understood(words: Sequence[str], vocabulary: Vocabulary) -> Said | None:
    """Return what the words after a choice say, or None unless all of it is clear.

    :param words: in one case, without blanks; the first is a keyword.
    """
    found: dict[str, list[str]] = {}
    part, text = "", list[str]()
    for word, after in pairwise((*words, "", "")):
        plain = word.strip(",;:.")
        keyword = vocabulary.keywords.get(plain)
        if plain in AND and (after in vocabulary.keywords or after in ELSE):
            continue
        if word and keyword is None and plain not in ELSE:
            text.append(word)
            continue
        repeated = keyword is not None and keyword == part and not text and bool(found.get(part))  # "else at ..."
        if part and not repeated:
            wish = vocabulary.wishes[part].get(squeezed("".join(text)))
            if wish is None:
                return None
            found[part].append(wish)
        elif not part and (text or keyword is None):
            return None
        if keyword is not None and not repeated:
            if keyword in found:
                return None
            part = keyword
            found[part] = []
        text = []
    if any(len(wishes) > MOST for wishes in found.values()):
        return None
    return {part: tuple(dict.fromkeys(wishes)) for part, wishes in found.items()}


def unwrapped(lines: Sequence[str]) -> list[str]:
    """Return lines, joining those that a mail program has wrapped after or before a continuing word.

    >>> unwrapped(["3 AT (0, 1) ELSE (1,", "0) ELSE", "(2, 0)", "Ann"])
    ['3 AT (0, 1) ELSE (1, 0) ELSE (2, 0)', 'Ann']
    """
    found: list[str] = []
    for line in lines:
        words, before = line.casefold().split(), found[-1].casefold().split() if found else []
        begins = words and (words[0] in ELSE or tuple(words[:2]) in CONDITIONS)
        goes_on = bool(words and before) and (begins or before[-1] in ELSE or before[-1].endswith(","))
        if goes_on and len(found[-1]) + len(line) < LONGEST:
            found[-1] = f"{found[-1]} {line.strip()}"
        else:
            found.append(line)
    return found


def tails(text: str) -> list[tuple[str, list[str]]]:
    """Return every way to split a line into a possible choice and the words after it.

    >>> tails("3, at 0,1")
    [('3', ['at', '0,1']), ('3, at', ['0,1'])]
    """
    if len(text) > LONGEST:
        return []
    words = text.split()
    return [(_choice(words[:at]), words[at:]) for at in range(1, len(words))]


def _choice(words: Sequence[str]) -> str:
    kept = list(words)
    while len(kept) > 1 and kept[-1] in LAYS_IT:
        kept.pop()
    kept = kept[:-1] if len(kept) > 1 and kept[-1] in AND else list(words)
    return " ".join(kept).rstrip(",;:. ")


# Which choices a line names by their words: all that it says stands in a name, in any form, and no other is named.


MOST_BARE = 2
"""The most numbers of places in a line without the words for the places."""
BEGINNING = word_set("words.beginning")
"""Forms of a German separable verb whose prefix ends the sentence: "Ich fange mit ... an"."""
IN_ANOTHER_CASE = re.compile(r"[;,] (?:auch |even |même )?(?:wenn|if|si) ")
"""The beginning of what holds in another case, in a choice's name: "play 51; if the opponent passes, 36 instead"."""
BOT = "bot"
"""The text after a bot's name, and after its number if there are several of a kind."""
SAYS_SOMETHING = 3
"""The fewest letters of a word that can name a choice: shorter ones are articles and prepositions, except in names."""


@dataclass(frozen=True)
class Name:
    """A choice's name: its ``words``; their stems in order (``all``); those of them outside "without" phrases
    (``about``); and ``pairs`` of a word with the stem after it. ``meant`` and ``all_meant`` are the words of ``about``
    and ``all`` with their synonyms. ``places`` are the places among ``all``."""

    words: tuple[str, ...]
    all: tuple[str, ...]
    about: tuple[str, ...]
    pairs: frozenset[tuple[str, str]]
    meant: frozenset[str]
    all_meant: frozenset[str]
    places: frozenset[str]


class Names(dict[int, list[Name]]):
    """The parsed names of each choice, and what is known of all of them, computed once for all queries."""

    @cached_property
    def places(self) -> frozenset[str]:
        """The places in all names."""
        return frozenset(word for called in self.values() for one in called for word in one.places)

    @cached_property
    def meant(self) -> frozenset[str]:
        """The words in all names, and those of the same meaning."""
        return frozenset(word for called in self.values() for one in called for word in one.all_meant)

    @cached_property
    def about(self) -> frozenset[str]:
        """The words that names are about, however short."""
        words = frozenset(word for called in self.values() for one in called for word in one.about)
        return words - TOWARDS - EXCHANGE - WITHOUT


def stems_of(names: Mapping[int, Sequence[str]]) -> Names:
    """Return the parsed names of each choice."""
    return Names({number: [_parsed(name.casefold()) for name in called] for number, called in names.items()})


def _parsed(name: str) -> Name:
    words, main = words_of(with_places(name)), IN_ANOTHER_CASE.split(name)[0]
    return _name(words, len(words) if main == name else len(words_of(with_places(main))))


def _name(words: Sequence[str], main: int) -> Name:
    all_of_it = tuple(stem(word) for word in words)
    about = tuple(stem(word) for before, word in pairwise(["", *words[:main]]) if before not in WITHOUT)
    pairs = frozenset((one, stem(after)) for one, after in pairwise(words))
    places = frozenset(filter(is_place, all_of_it))
    return Name(tuple(words), all_of_it, about, pairs, _with_others(about), _with_others(all_of_it), places)


SAME_STEMS = tuple(frozenset(stem(word) for word in group) for group in SAME_THING)


SAME_STEMS_ALL = frozenset[str]().union(*SAME_STEMS)


def _with_others(stems: Sequence[str]) -> frozenset[str]:
    """Return words and their synonyms."""
    return frozenset(stems).union(*(group for group in SAME_STEMS if not group.isdisjoint(stems)))


def named_by(text: str, names: Names) -> list[int]:
    """Return the choices that a line may name: those with a name that contains all its words, whatever their endings.

    Words after "without" in a name do not count, nor what holds in another case, unless the line has such words, too. In
    an exchange, the order of the words tells what is given; likewise for two places of one kind. Another choice's number
    in the line counts as naming that choice, too, unless the names found use the number for counting; so does another
    choice's whole name.

    :param names: the choices' names, from :func:`stems_of`.
    """
    if "?" in text:
        return []
    places = names.places
    words = [word for word in words_of(with_places(text) if places else text) if not says_nothing(word)]
    if any(is_place(word) for word in words):
        words = [word for word in words if word not in TOWARDS]
    if not BEGINNING.isdisjoint(words):
        words = [word for word in words if word != "an"]
    bots = _numbered_bots(words, names)
    numbers = {int(word) for word in words if is_number(word) and int(word) in names}
    said = [stem(word) for word in words if not (is_number(word) and int(word) in names)]
    if not any(
        not word.isdigit() and (len(word) >= SAYS_SOMETHING or word in names.about) for word in {*said} - WITHOUT
    ):
        return []
    without = not (WITHOUT | IF_NOT).isdisjoint(words)
    found = _by_bare_number(words, names, places, without=without) or _with_all(said, names, without=without)
    found = [one for one in found if any(bots <= name.pairs for name in names[one])]
    if not found:
        return []
    stems = {number: [one.all if without else one.about for one in called] for number, called in names.items()}
    turned: list[list[str]] = []
    if not EXCHANGE.isdisjoint(words):
        goods = [one for one in said if one not in SAME_STEMS_ALL]
        in_order = [number for number in found if any(_follow(goods, one) for one in stems[number])]
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
    meant = sorted({*found} | own | (whole - others))
    if len(meant) == 1 and EXCHANGE.isdisjoint(words) and any(map(is_number, words)):
        # "1 wood": what it is given for is not said
        return [] if any(not EXCHANGE.isdisjoint(name.words) for name in names[meant[0]]) else meant
    return meant


def _with_all(said: Sequence[str], names: Mapping[int, Sequence[Name]], *, without: bool) -> list[int]:
    """Return the choices with a name that contains all these stems, places of a kind in the same order."""
    all_said = {*said}
    return [
        number
        for number, called in names.items()
        if any(all_said <= (one.all_meant if without else one.meant) and in_this_order(said, one.all) for one in called)
    ]


def _by_bare_number(
    words: Sequence[str], names: Mapping[int, Sequence[Name]], places: Collection[str], *, without: bool
) -> list[int]:
    """Return the choices that a line names if its bare numbers stand for places: ``Räuber auf 7``."""
    bare = [word for word in words if is_number(word)]
    if not 0 < len(bare) <= MOST_BARE:
        return []
    found: set[int] = set()
    for chosen in product(*(of_number(one, places) for one in bare)):
        meant = iter(chosen)
        said = [next(meant) if word in bare else stem(word) for word in words if word not in TOWARDS]
        found.update(_with_all(said, names, without=without))
    return sorted(found)


def _numbered_bots(words: Sequence[str], names: Mapping[int, Sequence[Name]]) -> set[tuple[str, str]]:
    """Return the word and number pairs of a line that name a bot in the name of a choice: ``Steady 3``."""
    pairs = {(one, after) for one, after in pairwise(words) if is_number(after)}
    known = {
        pair for called in names.values() for name in called for pair in name.pairs if (pair[1], BOT) in name.pairs
    }
    return pairs & known


def _of_whole_names(words: Sequence[str], found: Sequence[Sequence[Name]]) -> set[int]:
    """Return the numbers in a line that occur only within the whole name of the one choice found."""
    line, inside = [stem(word) for word in words], set[int]()
    for name in found[0] if len(found) == 1 else ():
        own = [one for one in name.all if not says_nothing(one)]
        at = next((at for at in range(len(line) - len(own) + 1) if line[at : at + len(own)] == own), None)
        if own and at is not None:
            rest = {*line[:at], *line[at + len(own) :]}
            inside |= {int(one) for one in own if is_number(one) and one not in rest}
    return inside


def _follow(words: Sequence[str], name: Sequence[str]) -> bool:
    """Return whether words stand in a name in this order."""
    rest = iter(name)
    return all(word in rest for word in words)


def _counts(number: int, words: Sequence[str], found: Sequence[Sequence[Name]]) -> bool:
    """Return whether a number in a line only counts what follows it, as in a name of each choice found."""
    pairs = [(one, stem(after)) for one, after in pairwise(words) if one == str(number)]
    return (
        len(pairs) == words.count(str(number)) == 1
        and words[0] != str(number)
        and all(any(pairs[0] in name.pairs for name in called) for called in found)
    )


# Which choice a line names: by its number, by its words as letters have them, or in plain speech that fits just one.


GOES_ON = (",", ";", " und ", " and ", " et ")
"""Separators in a choice's name before the part by which it extends another one's name."""
IF_NOT, BETWEEN = word_set("words.if_not"), word_set("words.joining")
THE_NUMBER = re.compile(r"\b(?:die|the|le|joue) [0-9]")
"""A phrase that may name a card in hand as well as a choice of the list: "die 2"."""
MOST_CLAUSES = 8
BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*[^\W\d_]{2}[^()\[\]]*)[)\]]")
"""Words in brackets, which are a clause of their own."""
SPEAKING = frozenset({"ich", "i", "i'll", "i'd", "je", "j", "we", "wir", "on", "nous"})
PLAYING = re.compile(r"(?<!we )(?<!wir )\b(?:spiele|play|(?:aus)?spielen(?! wir)|(?<=ich )spiel|spiel(?= die))\b")
NUMBER = re.compile(r"(?:(?:nr\.?|no\.) ?)?[#(\[]?([0-9]{1,3})[)\].:]?")


@dataclass(frozen=True)
class Spoken:
    """The choices that a line may mean (one if it is clear), and what it says ahead with that one."""

    numbers: tuple[int, ...]
    said: Said | None = None


def _without_brackets(text: str) -> str:
    """Return a line with what it says in brackets set apart by commas.

    >>> _without_brackets("3 (auch wenn er passt)"), _without_brackets("auf (1, 1)")
    ('3, auch wenn er passt, ', 'auf (1, 1)')
    """
    return BRACKETS.sub(r", \1, ", text)


def nothing_ahead(_: int) -> Vocabulary:
    """Return no words that may accompany a choice."""
    return Vocabulary()


@dataclass(frozen=True)
class Reading:
    """Reads single lines by the available choices: each number's names, in all accepted languages, and what may be said
    ahead with it. Shared preparation is done once for all lines."""

    choices: Mapping[int, Sequence[str]]
    vocabulary: Callable[[int], Vocabulary] = nothing_ahead

    def of(self, text: str) -> Spoken | None:
        """Return the choices that a folded line may mean, by the strict grammar, else as plain speech, or None."""
        return self.strictly(text) or self.in_speech(text)

    def strictly(self, text: str) -> Spoken | None:
        """Return the choice that a folded line names by the strict grammar, and what it says ahead."""
        return self._spoken(text, self._by_name)

    def in_speech(self, text: str) -> Spoken | None:
        """Return the choices that a folded line may mean as plain speech, also with a next action after one, or None."""
        if len(text) > LONGEST or hesitates(text) or not REFUSING_SIGNS.isdisjoint(text):
            return None
        found = self._spoken(text, self._by_speech)
        return found if found is not None and len(found.numbers) == 1 else self._beside_asides(text) or found

    def _beside_asides(self, text: str) -> Spoken | None:
        """Return the choice that all clauses of a line name which name any, if the others leave it as it is.

        What is said beside it may be anything that neither denies, asks, doubts or sets a condition, nor is about another
        choice, time or person. Beside such a clause the choice must be ordered, not just named: "Nice move! The crane."
        """
        clauses = [one for one in CLAUSES.split(_without_brackets(text)) if words_of(one)]
        if not 1 < len(clauses) <= MOST_CLAUSES:
            return None
        found = {one: self._spoken(one, self._by_speech) if self._may_name(one) else None for one in clauses}
        named = {clause: spoken for clause, spoken in found.items() if spoken is not None}
        meant = set.intersection(*({*one.numbers} for one in named.values())) if named else set[int]()
        said = [one.said for one in named.values() if one.said is not None]
        if len(meant) != 1 or len(said) > 1:
            return None
        [number] = meant
        beside = [one for one in found if one not in named and not all(map(says_nothing, words_of(one)))]
        others = {
            word
            for word in words_of(with_places(text))
            if is_number(word) and int(word) in self.choices and int(word) != number
        }
        if not all(self._leaves(number, one) for one in beside) or not others <= self._own(number):
            return None
        if any(map(says_more, beside)) and not any(map(self._orders, named)):
            return None
        return Spoken((number,), *said)

    def _may_name(self, clause: str) -> bool:
        """Return whether a clause has a number, or a word of some choice or of the same meaning."""
        known = self.names.meant | NUMBERS.keys() | ORDINALS.keys()
        return any(map(str.isdigit, clause)) or any(one in known or stem(one) in known for one in words_of(clause))

    def _leaves(self, number: int, clause: str) -> bool:
        """Return whether a clause beside a choice leaves it as it is: an aside that names at most what the choice has, too,
        or excludes what only others have ("without rearranging")."""
        own = self._own(number)
        first, *rest = words_of(clause)
        stems = {each for each in stems_in(" ".join(rest) if first in WITHOUT else clause) if each in self._stems}
        if first in WITHOUT:
            return (
                bool(stems) and stems.isdisjoint(own) and all(stem(one) in stems or says_nothing(one) for one in rest)
            )
        keywords = {stem(word) for word in self.vocabulary(number).keywords}
        known = {one for one in stems | (keywords & stems_in(clause)) if not (says_nothing(one) or one in TOWARDS)}
        known = {one for one in known if len(one) > 2}
        mistyped = {
            stem(near) for word in words_of(clause) if stem(word) not in own for near in _repairs(word, self._words)
        }
        return is_aside(clause) and not any(map(str.isdigit, clause)) and known | mistyped <= own

    def _own(self, number: int) -> set[str]:
        """Return the stems of a choice's names."""
        return {each for name in self.names.get(number, ()) for each in name.about}

    def _orders(self, clause: str) -> bool:
        """Return whether a clause that names a choice also asks for it: by a verb, the first person, a number or a place."""
        said = words_of(with_places(clause))
        return number_alone(clause) is not None or any(
            one in SPEAKING or one in TAKING or chooses(one) or is_place(one) or stem(one) in self._verbs
            for one in said
        )

    @cached_property
    def _verbs(self) -> frozenset[str]:
        """The stems of the words with which the choices' names begin or end, where their verbs are."""
        return frozenset(
            one for called in self.names.values() for name in called for one in (*name.all[:1], *name.about[-1:])
        )

    def number_in(self, text: str) -> int | None:
        """Return the number that a line means, or that its words mean; None if there is none or several."""
        found = NUMBER.fullmatch(text)
        if found:
            return int(found[1])
        meant = self.called.get(text, set())
        return next(iter(meant)) if len(meant) == 1 else None

    def is_about(self, text: str, *, but: frozenset[str]) -> bool:
        """Return whether a line without meaning contains a word of some choice and so may be mistyped; ``but`` are
        names to ignore."""
        return bool({word for word in stems_in(text) if len(word) > 3} & (self._stems - but))

    @cached_property
    def called(self) -> dict[str, set[int]]:
        """The choices by each of their names."""
        called: dict[str, set[int]] = {}
        for number, names in self.choices.items():
            for name in names:
                called.setdefault(folded(name), set()).add(number)
        return called

    @cached_property
    def names(self) -> Names:
        """The names of the choices, parsed once."""
        return stems_of(self.choices)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(stem for names in self.choices.values() for name in names for stem in stems_in(name))

    def _spoken(self, text: str, named: Callable[[str], tuple[int, ...]]) -> Spoken | None:
        """Return the choices that a line names, or the only one that it can be split into with something said ahead."""
        if found := named(text):
            return Spoken(found)
        spoken = {
            (numbers[0], tuple(said.items()))
            for choice, words in tails(text)
            if len(numbers := named(choice)) == 1
            and words[0].strip(",;:.") in (known := self.vocabulary(numbers[0])).keywords
            and (said := understood(words, known)) is not None
        }
        return Spoken((next(iter(spoken))[0],), dict(next(iter(spoken))[1])) if len(spoken) == 1 else None

    def _by_name(self, text: str) -> tuple[int, ...]:
        number = self.number_in(text)
        return () if number is None or number not in self.choices else (number,)

    def _by_speech(self, text: str) -> tuple[int, ...]:
        alone = self._number_chosen(text)
        if alone is not None and alone in self.choices:
            cards = self.called.get(str(alone), set()) if THE_NUMBER.search(text) else set()
            return tuple(sorted({alone, *cards}))
        if alone is not None:  # the number of a card in hand, where it is no choice's
            return tuple(sorted(self.called.get(str(alone), ())))
        ordinal = ordinal_alone(text)
        if ordinal is not None and (found := self.called.get(by_place(ordinal))):
            return tuple(sorted(found))
        exact = self.called.get(text, set())
        return tuple(sorted(exact)) or self._extended(text) or self._named(text)

    def _number_chosen(self, text: str) -> int | None:
        """Return the number that a line chooses, or None if it says more of the choices."""
        found = number_chosen(text)
        if found is None and (found := number_chosen(PLAYING.sub("take", text))) is not None:
            found = None if str(found[0]) in self._words else found  # the number of a card, or of a player
        if found is None:
            return None
        number, beside = found
        return number if all(self._leaves(number, clause) for clause in beside) else None

    def _named(self, text: str) -> tuple[int, ...]:
        """Return the choices that the words of a line name; "take" is ignored where no choice has it among the other
        words. Of several, one whose words all the others' names merely extend is meant."""
        found, words = named_by(text, self.names), text.split()
        for idle in (TAKING, TAKING | BETWEEN) if EXCHANGE.isdisjoint(words) else (BETWEEN | TOWARDS,):
            left = [word for word in words if word.strip(",.;:!") not in idle]
            if not found and 0 < len(left) < len(words):
                found = named_by(" ".join(left), self.names)
        if not found and (joined := self._joined(words)):
            found = named_by(joined, self.names)
        for one in found:
            begins = tuple(f"{name}{more}" for name in self.choices[one] for more in GOES_ON)
            others = (self.choices[other] for other in found if other != one)
            if one > 0 and all(any(name.startswith(begins) for name in names) for names in others):
                return (one,)
        return tuple(found)

    def _joined(self, words: Sequence[str]) -> str:
        """Return the line with two words joined into one that a choice's name has (``guild hall``); empty if there are none."""
        at = next((at for at, pair in enumerate(pairwise(words)) if "".join(pair) in self._words), None)
        return "" if at is None else " ".join((*words[:at], f"{words[at]}{words[at + 1]}", *words[at + 2 :]))

    @cached_property
    def _words(self) -> frozenset[str]:
        called = (
            (raw, name)
            for number in self.choices
            for raw, name in zip(self.choices[number], self.names[number], strict=True)
        )
        return frozenset(word for raw, name in called if not raw.startswith("[") for word in name.words)

    def _extended(self, text: str) -> tuple[int, ...]:
        """Return the choice whose name is another one's, extended by these words: ``2 even if the opponent passes``."""
        words = text.split()
        for at in range(1, len(words)):
            number = self.number_in(" ".join(words[:at]).rstrip(",;: "))
            for name in self.choices.get(number, ()) if number is not None else ():
                longer = self.called.get(f"{folded(name)}, {' '.join(words[at:])}", set())
                if len(longer) == 1:
                    return tuple(longer)
        return ()


def by_place(place: int) -> str:
    """Return the name of the choice at a position, counted from 1, in a list that shows them in order; -1 is the last."""
    return f"[{place}.]"


# What a line may have been meant to say that is not understood: a letter mistyped, or words around a choice that nobody
# knows. Nothing is done for it. The answer to the mail asks whether that was meant, and "yes" in answer to that letter does
# it. A line that denies, asks, or sets a condition suggests nothing.


UNDO = 0
"""The number under which taking back is suggested; choices have others."""
MOST_UNKNOWN = 4
"""The most unknown words in a line: with more of them it is about something else."""
MOST_VARIANTS = 16
COUNTS = regex("words.counts")
WORTH_REPAIRING = 4
"""The fewest letters of a word that may be mistyped: shorter ones resemble too many others."""


def suggested(text: str, reading: Reading) -> tuple[int, Said | None] | None:
    """Return the only choice that a folded line may mean, with what it says ahead, or None if there is none or several."""
    said = words_of(with_places(text))
    denies = not DOUBT.isdisjoint(said) or not REFUSING_SIGNS.isdisjoint(text)
    if "?" in text or denies or points(text) or COUNTS.search(text):
        return None
    if hesitates(text):
        spoken = reading.in_speech(without_hesitation(text))
        return (spoken.numbers[0], spoken.said) if spoken is not None and len(spoken.numbers) == 1 else None
    return None if all(word.isdigit() for word in said) else _mended(text, said, reading)


def _mended(text: str, said: Sequence[str], reading: Reading) -> tuple[int, Said | None] | None:
    """Return the only choice that a line may mean after correcting mistyped words and dropping unknown ones."""
    known = {word for called in reading.names.values() for name in called for word in name.words}
    repairs = [[word] if _is_known(word, known) else _repairs(word, known) for word in said]
    unknown = sum(not found for found in repairs)
    is_mended = any(found and found != [word] for word, found in zip(said, repairs, strict=True))
    if unknown > MOST_UNKNOWN or unknown == len(said) or (unknown and is_mended):
        return None  # of words that nobody knows and others that are only near to known ones, nothing is certain
    found: dict[int, list[Said | None]] = {}
    for words in islice(product(*(each or [""] for each in repairs)), MOST_VARIANTS):
        mended = {one: word for one, word in zip(said, words, strict=True) if one != word}
        for variant in (" ".join(filter(None, words)), _with(mended, text)):
            spoken = reading.in_speech(variant)
            for number in spoken.numbers if spoken is not None else ():
                ahead = found.setdefault(number, [])
                if spoken is not None and spoken.said not in ahead:
                    ahead.append(spoken.said)
    if len(found) != 1:
        return None
    ((number, ahead),) = found.items()
    return (number, ahead[0]) if len(ahead) == 1 else None


def at_place(number: int, names: Mapping[int, Sequence[str]]) -> list[int]:
    """Return the choices at the places with this number, if it is not itself a choice: ``90`` for what can be done on
    site 90."""
    words = {
        choice: {*words_of(with_places(name.casefold()))} for choice, called in names.items() for name in called[:1]
    }
    places = of_number(str(number), {word for own in words.values() for word in own})
    return sorted(choice for choice, own in words.items() if not own.isdisjoint(places))


def _with(mended: Mapping[str, str], text: str) -> str:
    """Return a text with words replaced, and without those that have no replacement."""
    left = WORD.sub(lambda found: mended.get(found[0], found[0]), text)
    return " ".join(left.split()).lstrip(",.;:! ")


def mistyped(text: str, known: Sequence[str]) -> str | None:
    """Return the one known word that differs from a line by one letter, or None.

    >>> mistyped("stauts", ["status", "stand"]), mistyped("satnd", ["stand"]), mistyped("da", ["du"]), mistyped("sand", ["stand"])
    ('status', 'stand', None, None)
    """
    worth = len(text) >= WORTH_REPAIRING and text not in ORDINARY
    found = [word for word in known if worth and is_one_letter_off(text, word)]
    return found[0] if len(found) == 1 else None


def is_one_letter_off(one: str, other: str) -> bool:
    """Return whether two words differ by one letter (added, missing or changed) or by two swapped ones.

    >>> is_one_letter_off("pase", "passe"), is_one_letter_off("speile", "spiele"), is_one_letter_off("pass", "pass")
    (True, True, False)
    """
    pairs = enumerate(zip(one, other, strict=False))
    same = next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))
    rest, others = one[same:], other[same:]
    swapped = len(rest) > 1 and rest[:2] == others[1::-1] and rest[2:] == others[2:]
    return one != other and (rest[1:] == others or rest == others[1:] or rest[1:] == others[1:] or swapped)


def _is_known(word: str, known: set[str]) -> bool:
    tables = (known, TAKING, TOWARDS, CLOSING, THANKS, ELSE, AND)
    return word.isdigit() or is_place(word) or says_nothing(word) or any(word in table for table in tables)


def _repairs(word: str, known: Collection[str]) -> list[str]:
    """Return the words that a mistyped or shortened word may be; empty if nothing is close, or if the word is known
    itself."""
    if len(word) < WORTH_REPAIRING or is_place(word) or word in ORDINARY:
        return []
    near = sorted(one for one in known if len(one) >= WORTH_REPAIRING and is_one_letter_off(word, one))
    return near or sorted(one for one in known if one.startswith(word))[:MOST_VARIANTS]

"""The lines of answers by mail, in English and German: numbers of choices, choices in words, and a few orders.

The grammar is strict, because a sealed card cannot be taken back once it is opened: anything unclear changes nothing.
Commands come in the first lines; reading ends at the first line that is no command, unless it looks like a mistyped
one. Text that the strict grammar does not understand is read again with the tables of :mod:`workers.inbox.words`, which
allow politeness and inflected words where only one choice fits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeVar, cast

from workers.inbox.commands import NotUnderstood, Order, Picks, Said
from workers.inbox.naming import (
    LONGEST,
    UNDO,
    Reading,
    Vocabulary,
    at_place,
    mistyped,
    nothing_ahead,
    suggested,
    tails,
    understood,
    unwrapped,
)
from workers.inbox.words import (
    AGREEING,
    ASSENT,
    BROKEN_FROM,
    CHANGING,
    COUNTED,
    DOUBT,
    DOUBTFUL_SIGNS,
    FAREWELL,
    HESITATING,
    REFUSING_SIGNS,
    THANKS,
    Either,
    alternatives,
    by_word,
    either,
    folded,
    hesitates,
    is_closing,
    is_greeting,
    is_number,
    lines_of,
    number_alone,
    phrases,
    politely,
    regex,
    regexes,
    says_nothing,
    unread_in,
    without_courtesy,
    word_set,
    words_of,
)

Text = TypeVar("Text", bound=str)
ASK = either("time.ask")
SPAN = either("time.span")
NEEDED = either("time.needed")
MORE = either("time.more")
UNITS = {word: int(seconds) for word, seconds in by_word("time.units").items()}


def seconds_asked_for(text: str) -> int | None:
    """Return how many seconds a line asks the others for, 0 if unclear, or None if it does not ask for time.

    :param text: a line in lower case with single blanks.

    >>> seconds_asked_for("ask time 2 days"), seconds_asked_for("zeit bitte: einen tag"), seconds_asked_for("bitte mehr zeit")
    (172800, 86400, 0)
    >>> seconds_asked_for("3 stunden mehr bitte"), seconds_asked_for("bitte 2 tage mehr zeit")
    (10800, 172800)
    >>> seconds_asked_for("more time") is None, seconds_asked_for("3 holz mehr") is None
    (True, True)
    """
    asks = ASK.fullmatch(text)
    found = asks or NEEDED.fullmatch(text) or MORE.fullmatch(text)
    if found is None:
        return None
    span = SPAN.fullmatch(re.sub(" (?:more|weitere) ", " ", found[1].strip()))
    if span is None or span["unit"] not in UNITS:
        return 0 if asks else None  # more of something else
    said = span["number"]
    return (int(said) if is_number(said) else COUNTED.get(said, 0)) * UNITS[span["unit"]]


# The commands of a mail that are no choice: undo, status, votes about somebody who stays away, in English and German.


ORDERS = cast(Mapping[str, Order], by_word("orders.orders"))
VOTES = cast(Mapping[Order, Either], regexes("orders.votes"))
ASKING = tuple(word for word, order in ORDERS.items() if order in ("status", "help", "rules") and " " not in word)
"""Orders that change nothing, so that a mistyped one is accepted."""
ASKABLE = frozenset({"status", "help", "rules", "more", "time", "ask"})
"""Orders that may end with a question mark: a player who asks "back?" or "bot?" has not ordered anything."""
TAKING_BACK = phrases("orders.taking_back")
COMMON = frozenset(said for said, order in ORDERS.items() if order in ("here", "refuse", "agree", "stay")) | {
    "same", "i need more time", "ich brauche mehr zeit",
}  # fmt: skip
"""Beginnings of many ordinary sentences, so that a later line with one is not taken for a mistyped command."""


def order_of(text: str) -> Order | None:
    """Return the order that a folded line gives, allowing politeness around it."""
    found = order_in(text) or politely_ordered(text)
    return None if found is None else found[0]


def politely_ordered(text: str) -> tuple[Order, int] | None:
    """Return the order that a line gives with politeness around it; if it is a question, only an order that may be one."""
    found = order_in(politely(text))
    return None if found is not None and "?" in text and found[0] not in ASKABLE else found


def order_in(text: str) -> tuple[Order, int] | None:
    """Return the order that a line gives, and how many seconds it asks the others for (0 = none)."""
    if text in ORDERS:
        return ORDERS[text], 0
    asked = seconds_asked_for(text)
    if asked is not None:
        return "ask", asked
    return next(((order, 0) for order, words in VOTES.items() if words.fullmatch(text)), None)


# Whole sentences that ask how it stands or what can be done, or take something back: tables, in English and German.


Asking = Literal["status", "help", "rules"]
QUESTIONS = cast(Mapping[Asking, Either], regexes("orders.questions"))
OWN = word_set("orders.own")
BACK = word_set("orders.back")
MISTAKEN = word_set("orders.mistaken")


def question_in(line: str) -> Asking | None:
    """Return the question that a line asks, if answering it changes nothing.

    >>> [question_in(one) for one in ("Wie steht's?", "Was kann ich tun?", "Who's turn is it?", "Was gibt es Neues?")]
    ['status', 'help', 'status', None]
    """
    plain = " ".join(line.casefold().replace("’", "'").split()).strip("?!., ")
    words = [word for word in plain.split() if word not in ("bitte", "please", "denn", "eigentlich", "nun")]
    return next((order for order, asked in QUESTIONS.items() if asked.fullmatch(" ".join(words))), None)


def goes_back(line: str) -> bool:
    """Return whether a line contains a word for taking back."""
    return not BACK.isdisjoint(words_of(line))


def takes_back(line: str) -> bool:
    """Return whether a line takes a sealed answer back, and says nothing else.

    >>> [takes_back(one) for one in ("Bitte zurücknehmen!", "Ich nehme meine Karte zurück", "Take it back please")]
    [True, True, True]
    >>> [takes_back(one) for one in ("Nicht zurücknehmen", "Zurück zu 2", "zurücknehmen?", "Karte", "36 zurück")]
    [False, False, False, False, False]
    """
    words = words_of(line.casefold().replace("that was", "that"))  # "was" is a German question, too
    if "?" in line or not DOUBT.isdisjoint(words):
        return False
    left = [word for word in words if not says_nothing(word)]
    return goes_back(line) and all(word in OWN or word in MISTAKEN for word in left)


# Sentences put the way letters have them: a change of mind before an order, and "even if Sven passes" behind all else.


ANOTHER_MIND = regex("orders.another_mind")
AT_LAST = regex("orders.at_last")
EVEN_IF = regexes("orders.even_if")
SHALL = regex("orders.shall")
SHALL_WHO = word_set("orders.shall_who")
AS_LETTERS_HAVE_IT = {language: text for text, language in by_word("orders.as_letters_have_it").items()}
OPPONENT = frozenset(phrases("orders.opponent"))
ARROW = re.compile(r"\s*(?:-+>|=+>|\u2192|\u21d2|@)\s*(?=\(?\s*-?\d)")
FIELD = regex("orders.field")
DOLLARS = re.compile(r"(?<=\d) dollars?\b", re.IGNORECASE)
JOINING = re.compile("[\ufe0f\u200d\U0001f3fb-\U0001f3ff]")
"""Invisible characters in and after emoji: variants, joiners, skin tones."""
GOES_TO = either("orders.goes_to")
IDLE = re.compile(rf"\b(?:{alternatives('orders.idle')})\b[:,]?", re.IGNORECASE)
MUST_PASS = either("orders.must_pass")


def with_usual_signs(line: str) -> str:
    """Return a line without emoji and idle phrases, and with common notations replaced: a word for an arrow before a place,
    "pass" for having to, a place's name for going there, and the sign for dollars.

    >>> with_usual_signs("21 -> (1,-2)"), with_usual_signs("21 auf Feld (1, -2) 🙂"), with_usual_signs("Ich muss passen.")
    ('21 auf (1,-2)', '21 auf (1, -2)', 'passe')
    >>> with_usual_signs("zum Markt bitte"), with_usual_signs("Ich möchte zur Bank gehen"), with_usual_signs("auf die 2")
    ('Markt', 'Bank', 'auf die 2')
    >>> with_usual_signs("den Sack mit 6 Dollar"), with_usual_signs("Am liebsten 2"), with_usual_signs("I pass this round")
    ('den Sack mit 6 $', '2', 'I pass')
    >>> with_usual_signs("muss ich passen?"), with_usual_signs("Feld 7"), with_usual_signs("2")
    ('muss ich passen?', 'Feld 7', '2')
    """
    if not (DOUBTFUL_SIGNS | REFUSING_SIGNS).isdisjoint(line):
        return line
    plain = "".join(one for one in line if unicodedata.category(one) != "So" and not JOINING.fullmatch(one))
    plain = IDLE.sub(" ", DOLLARS.sub(" $", FIELD.sub(" auf ", ARROW.sub(" auf ", " ".join(plain.split())))))
    plain = " ".join(plain.split())
    if MUST_PASS.fullmatch(plain.strip(" .!,")):
        return "passe"
    goes = GOES_TO.fullmatch(plain.strip(" .!,"))
    return plain if goes is None else goes["where"]


def without_shall(line: str) -> str | None:
    """Return a line without its "shall", or None if it has none or is a question.

    >>> without_shall("Das Schiff soll bleiben."), without_shall("The ship should stay"), without_shall("Was soll das")
    ('Das Schiff bleiben.', 'The ship stay', None)
    """
    found = SHALL.fullmatch(" ".join(line.split()))
    if found is None or "?" in line or not SHALL_WHO.isdisjoint(found["who"].casefold().split()):
        return None
    return f"{found['who']} {found['what']}"


def after_another_mind(line: str) -> str | None:
    """Return the text after words for a change of mind (empty if nothing follows), or None if a line has no such words.

    >>> after_another_mind("Ach nein, ich nehme doch lieber die 40."), after_another_mind("Ich habe es mir anders überlegt.")
    ('ich nehme doch lieber die 40.', '')
    >>> after_another_mind("2"), after_another_mind("Nein!")
    (None, '')
    """
    found = ANOTHER_MIND.fullmatch(" ".join(line.replace("’", "'").split()))
    return None if found is None else found["rest"]


def without_at_last(line: str) -> str:
    """Return a line without words that merely introduce a decision; unchanged where it has none.

    >>> without_at_last("Jetzt aber: 6"), without_at_last("Jetzt aber nicht"), without_at_last("Aber 6")
    ('6', 'nicht', 'Aber 6')
    """
    found = AT_LAST.fullmatch(" ".join(line.split()))
    return line if found is None else found["rest"]


def with_even_if_in_its_place(line: str, opponents: Sequence[str]) -> Iterator[str]:
    """Yield a line with its "even if the opponent passes" moved to each place where the choice may end.

    :param opponents: the names by which the only opponent may be called; there is no such choice with several
    opponents.

    >>> lines = list(with_even_if_in_its_place("82 auf (1,2), auch wenn Sven passt", ["Sven"]))
    >>> lines[0]
    '82 auch wenn der gegner passt auf (1,2)'
    >>> list(with_even_if_in_its_place("82, auch wenn niemand passt", ["Sven"]))
    []
    """
    called = OPPONENT | {name.casefold() for name in opponents}
    for language, pattern in EVEN_IF.items():
        found = pattern.search(line)
        if found is None or found["who"].casefold() not in called or pattern.search(line, found.end()):
            continue
        phrase, rest = AS_LETTERS_HAVE_IT[language], line[found.end() :].strip(" ,.")
        text = f"{line[: found.start()]} {rest}".strip(" ,.").casefold()
        for choice, behind in tails(text):
            yield f"{choice} {phrase} {' '.join(behind)}"
        yield f"{text} {phrase}"


# Lines as our letters print them, pasted back: with their number, in quotes, as an item of a list, broken where the letter was;
# and the numbers by which somebody counts the steps of a turn, which are none of choices.


COPIED = re.compile(
    r"(?:[-•·*–] +|[0-9]{1,2}[.)] +(?=\[))?[\[(#]?(?P<number>[0-9]{1,3})[\])]?[.:)]?(?: [-–—])? +(?P<words>\S.*)"
)
"""A number, and the text that the letter may have printed after it."""
STEP = re.compile(r"(?P<number>[0-9]{1,2})[.)] *(?P<said>\S.*)")
MOST_BROKEN = 6
"""The most lines of one choice: letters have 72 columns."""


def without_steps(lines: Sequence[str]) -> Sequence[str]:
    """Return lines without numbers that merely count them from 1 on, if each line is different.

    >>> without_steps(["1. Schiff verbessern", "2) Zug beenden", "Ann"]), without_steps(["1. bitte", "2. danke"])
    (['Schiff verbessern', 'Zug beenden', 'Ann'], ['1. bitte', '2. danke'])
    >>> without_steps(["3. Schiff verbessern", "4. Zug beenden"]), without_steps(["1. Schiff verbessern"])
    (['3. Schiff verbessern', '4. Zug beenden'], ['1. Schiff verbessern'])
    """
    said: list[str] = []
    for place, line in enumerate(lines, 1):
        found = STEP.fullmatch(line)
        if found is None or int(found["number"]) != place or all(map(says_nothing, words_of(found["said"]))):
            break
        said.append(found["said"])
    return [*said, *lines[len(said) :]] if len(said) > 1 else lines


def uncopied(lines: Sequence[str], choices: Mapping[int, Sequence[str]]) -> list[str]:
    """Return lines in which a choice copied from its letter, number and words, is replaced by the number alone.

    >>> uncopied(["„[3] 36 (Tee,", "Münze) spielen“", "Ann"], {3: ["36 (Tee, Münze) spielen"]})
    ['3', 'Ann']
    >>> uncopied(["4. 36 spielen"], {3: ["36 spielen"], 4: ["passen"]}), uncopied(["1. [3] passen"], {3: ["passen"]})
    (['4. 36 spielen'], ['3'])
    >>> uncopied(["[3] 36 (Tee) spielen AN (0, 1)"], {3: ["36 (Tee) spielen"]})
    ['3 an (0, 1)']
    >>> uncopied(["* [3] 36 (Tee) spielen [5]"], {3: ["36 (Tee) spielen"]}), uncopied(["[3] passen"], {3: ["36 spielen"]})
    (['3'], ['[3] passen'])
    """
    printed = _Printed(choices)
    found: list[str] = []
    place = 0
    while place < len(lines) and len(found) <= MOST:
        line, taken = printed.first_of(lines[place : place + MOST_BROKEN])
        found.append(line)
        place += taken
    return [*found, *lines[place:]]


@dataclass(frozen=True)
class _Printed:
    """The choices of a letter as printed there."""

    choices: Mapping[int, Sequence[str]]

    @cached_property
    def called(self) -> frozenset[str]:
        """The names of choices, folded."""
        return frozenset(folded(name) for names in self.choices.values() for name in names)

    def first_of(self, lines: Sequence[str]) -> tuple[str, int]:
        """Return the first of some lines, joined if it was wrapped, and the number of lines it takes."""
        said = ""
        for count, line in enumerate(lines, 1):
            said = folded(f"{said} {line}")
            copy = COPIED.fullmatch(said)
            names = self.choices.get(int(copy["number"])) if copy is not None else None
            if copy is not None and names is not None:
                words = LINK_NUMBER.sub("", copy["words"]).strip(" \"'“”„»«")
                if words in map(folded, names) or (not names and words in self.called):
                    return copy["number"], count
                known: Iterable[str] = map(folded, names) if names else self.called
            elif count > 1 and said in self.called:
                return said, count
            else:
                words, known = said, self.called if len(lines[0]) >= BROKEN_FROM else ()
            if len(said) > LONGEST or not any(name.startswith(f"{words} ") for name in known):
                break
        return self._with_more(lines[0]), 1

    def _with_more(self, line: str) -> str:
        """Return a line with its number alone in place of a copied choice if it continues with something said ahead."""
        copy = COPIED.fullmatch(folded(line))
        for name in sorted(
            map(folded, self.choices.get(int(copy["number"]), ())) if copy else (), key=len, reverse=True
        ):
            if copy is not None and copy["words"].startswith((f"{name} ", f"{name}, ")):
                return f"{copy['number']} {copy['words'][len(name) :].lstrip(', ')}"
        return line


MOST = 12
"""Commands in a mail."""
LINK_NUMBER = re.compile(r"\s?\[[0-9]{1,4}\]$")
"""The number of a link, which web mail (Roundcube) writes behind its words when it quotes HTML as text."""
WAITS = either("orders.waits")
"""A choice, followed in the same line by the request not to open the seals early."""
LIKE_A_COMMAND = re.compile(r"[#(\[]?[0-9]")


def understand(
    lines: Sequence[str],
    listed: Mapping[int, Sequence[str]],
    vocabulary: Callable[[int], Vocabulary] = nothing_ahead,
    others: Callable[[], Mapping[int, Sequence[str]]] = dict,
    unasked: frozenset[Order] = frozenset(),
    opponents: Sequence[str] = (),
) -> Picks | NotUnderstood:
    """Return what the lines ask for: by the strict grammar, otherwise as plain speech if it has only one meaning.

    :param listed: the names of each choice of the letter, by number.
    :param others: returns the choices that the letter does not list, by negative numbers: only words can name them.
    :param unasked: orders that mean nothing here, so that a choice may have their words.
    :param opponents: the names of the opponent, if there is just one.
    """
    begun = uncopied(without_steps(after_greeting(lines, listed)), listed)
    strict = Grammar(listed, vocabulary, unasked)
    found = strict.parse(begun)
    if isinstance(found, Picks) or not begun:
        return found
    first, below, taken = begun[0], begun[1:], _taken(listed)
    kindly = without_courtesy(first, taken, opponents)
    if kindly != first and isinstance(read := strict.parse([kindly, *below]), Picks):
        return read  # the words of a choice as they stand there, and "please"
    plain = Grammar({**listed, **others()}, vocabulary, unasked, plainly=True)
    found = _even_if(kindly, below, plain, opponents) or plain.parse(begun)
    if isinstance(found, Picks) or found.candidates or found.line != first:
        return found
    decided = without_at_last(kindly)
    for said in dict.fromkeys((with_usual_signs(decided), decided, without_shall(decided))):
        if said is None or said == first:
            continue
        read = plain.parse([said, *below])
        if isinstance(read, Picks):
            return read
        if said == decided and (read.candidates or read.line != said):
            return replace(read, line=first) if read.line == said else read
    meant = (
        _after_another_mind(decided, below, plain)
        or _in_next_line(first, below, plain)
        or _meant(decided, below, plain)
        or found
    )
    return replace(meant, line=first) if isinstance(meant, NotUnderstood) else meant


def _even_if(first: str, below: Sequence[str], plain: Grammar, opponents: Sequence[str]) -> Picks | None:
    """Return the request of a first line that contains "even if the opponent passes" anywhere, or None."""
    found: list[Picks] = []
    for line in with_even_if_in_its_place(first, opponents):
        read = plain.parse([line, *below])
        if isinstance(read, Picks) and read not in found:
            found.append(read)
    return found[0] if len(found) == 1 else None


def _in_next_line(first: str, below: Sequence[str], plain: Grammar) -> Picks | None:
    """Return the choice of the next line, where both together name one as clauses of a sentence do, or None."""
    for glue in (" ", ". ") if below else ():
        read = plain.parse([with_usual_signs(f"{first.rstrip('.,!; ')}{glue}{below[0]}"), *below[1:]])
        if isinstance(read, Picks) and len(read.numbers) == 1 and not read.orders:
            return read
    return None


def _after_another_mind(first: str, below: Sequence[str], plain: Grammar) -> NotUnderstood | None:
    """Return the suggestion of a line about a change of mind: another choice, or taking back."""
    rest = after_another_mind(first)
    if rest is None or isinstance(plain.strict.parse(below), Picks):
        return None
    found = plain.parse([rest]) if rest else None
    if isinstance(found, Picks) and len(found.numbers) == 1 and not found.orders:
        return NotUnderstood(first, meant=found.numbers[0], said=found.ahead.get(found.numbers[0]))
    back = not rest and not {"überlegt", "mind"}.isdisjoint(words_of(first))
    return NotUnderstood(first, meant=UNDO) if back or takes_back(rest) else None


def _meant(first: str, below: Sequence[str], plain: Grammar) -> Picks | NotUnderstood | None:
    """Return the meaning of a first line that asks or takes back in a sentence, or a suggestion for it, or None if it
    is unknown."""
    if isinstance(plain.strict.parse(below), Picks):
        return None  # more than one thing was to be done
    text = folded(first)
    asked = question_in(first) or ORDERS.get(mistyped(politely(text), ASKING) or "")
    if asked is not None or takes_back(first):
        return Picks(orders=frozenset({asked or "undo"}), below=tuple(below))
    if mistyped(politely(text), TAKING_BACK) is not None:
        return NotUnderstood(first, meant=UNDO)
    if goes_back(first):
        return None  # no choice is wanted
    number = number_alone(text)
    if number is not None and number not in plain.choices and not hesitates(text):
        placed = at_place(number, plain.choices)
        return NotUnderstood(first, tuple(placed)) if len(placed) > 1 else None
    meant = suggested(text, plain) if len(text) <= LONGEST else None
    return None if meant is None else NotUnderstood(first, meant=meant[0], said=meant[1])


def after_greeting(lines: Sequence[Text], choices: Mapping[int, Sequence[str]] | None = None) -> Sequence[Text]:
    """Return the lines without a first one that is only a greeting."""
    if not lines or len(lines[0]) > LONGEST:
        return lines
    return lines[1:] if is_greeting(" ".join(lines[0].casefold().split()), _taken(choices or {})) else lines


def _taken(choices: Mapping[int, Sequence[str]]) -> set[str]:
    """Return the words that have a meaning here, so that they are not read as names."""
    taken = {word for names in choices.values() for name in names for word in words_of(name)}
    return taken | {
        word for order, means in ORDERS.items() if means != "help" or " " not in order for word in order.split()
    }


@dataclass(frozen=True)
class Grammar(Reading):
    """Reads all lines of a mail by the available choices.

    ``unasked`` are orders that mean nothing here; ``plainly``: a line may also name one choice in plain speech.
    """

    unasked: frozenset[Order] = frozenset()
    plainly: bool = False

    @cached_property
    def strict(self) -> Grammar:
        """The same by the strict grammar alone."""
        return replace(self, plainly=False)

    def parse(self, lines: Sequence[str]) -> Picks | NotUnderstood:
        """Return what the lines ask for."""
        numbers: list[int] = []
        orders: list[tuple[Order, int]] = []
        ahead: dict[int, Said] = {}
        whole, below = unwrapped(lines), tuple[str, ...]()
        for count, line in enumerate(lines_of(whole[: MOST + 1])):
            text, waits = line.folded, None
            if self.plainly and text not in self.called and (waits := WAITS.fullmatch(text)) is not None:
                text = waits[1]
            orders += [] if waits is None else [("wait", 0)]
            order = order_in(text) or (politely_ordered(text) if self.plainly else None)
            if order is not None and not (order[0] in self.unasked and self.number_in(text) is not None):
                orders.append(order)
            elif (spoken := self.of(text) if self.plainly else self.strictly(text)) is not None:
                (number, *rest), said = spoken.numbers, spoken.said
                if rest or (said is not None and number in ahead):
                    return NotUnderstood(line, spoken.numbers if rest else ())
                numbers.append(number)
                ahead |= {} if said is None else {number: said}
            elif numbers and not ends_commands(line) and self._goes_on(text, numbers[-1]):
                more = understood(text.split(), self.vocabulary(numbers[-1])) if len(text) <= LONGEST else None
                if not more or numbers[-1] in ahead:
                    return NotUnderstood(line)
                ahead[numbers[-1]] = more
            elif not count or self.number_in(text) is not None or self._looks_like_one(line, text):
                return NotUnderstood(line)
            else:
                below = tuple(whole[count:])
                break
        if len(numbers) + len(orders) > MOST:
            return NotUnderstood(lines[-1])
        if not numbers and not orders:
            return NotUnderstood("")
        asked = {seconds for name, seconds in orders if name == "ask"}
        seconds = asked.pop() if len(asked) == 1 else 0  # none if they contradict each other
        return Picks(tuple(dict.fromkeys(numbers)), frozenset(name for name, _ in orders), ahead, seconds, below)

    def _goes_on(self, text: str, number: int) -> bool:
        """Return whether a line adds something to the choice of the line before."""
        return text.partition(" ")[0].strip(",;:.") in self.vocabulary(number).keywords

    def _looks_like_one(self, line: str, text: str) -> bool:
        """Return whether a line after commands may be a mistyped command, and not the sender's name or an attribution."""
        if ends_commands(line):
            return False
        return bool(LIKE_A_COMMAND.match(text)) or text.partition(" ")[0] in self._firsts

    @cached_property
    def _firsts(self) -> set[str]:
        """Words with which a mistyped command may begin."""
        return {first for name in self.called if len(first := name.partition(" ")[0]) > 3} | (set(ORDERS) - COMMON)


def ends_commands(line: str) -> bool:
    """Return whether a line is a mail program's attribution of the quoted text, or says goodbye.

    >>> ends_commands("Take care,"), ends_commands("take 2"), ends_commands("À bientôt, Ann")
    (True, False, True)
    """
    return "@" in line or line.endswith(":") or FAREWELL.fullmatch(folded(line).strip(" ,")) is not None


# A yes to a letter that asks whether something is meant, and what may stand below it. Its first word says it: mail programs and
# firms write below it whatever they like. Only what its sender seems to have written may make another thing of it ("but not
# today"). Nothing is done then before they were asked, once: to the letter that asks once more, what stands below says nothing.


YES, NO = either("consent.yes"), either("consent.no")
LEAVING = word_set("consent.leaving")
SENTENCES = frozenset(phrases("consent.sentences"))
HARMLESS = regex("consent.harmless")
OTHER_COMMANDS = frozenset(phrases("consent.other_commands"))
LATER = word_set("consent.later")
AGAINST = (DOUBT | CHANGING | LATER | word_set("consent.against")) - word_set("consent.not_against")
"""Words after a yes that may change its meaning."""
SPEAKING = word_set("consent.speaking")
NOT_YET = word_set("consent.not_yet")
A_DATE = re.compile(r"\b\d{1,2}\. ?(?:\d{1,2}\.|[^\W\d_]{3})|\b\d{1,2}/\d{1,2}\b|\b\d{4}-\d\d-\d\d\b")
NEAR = 3
"""Lines below a yes that may be commands; signatures come further down."""
SHORT = 6
"""The most words of a line that is still checked although it looks like a closing: "Aber später"."""
NEXT_WORDS = 6
"""Words after a yes that may deny it even where it was asked for again."""


@dataclass(frozen=True)
class Consent:
    """A yes; ``doubt`` is the line that may change its meaning, or empty; ``agrees``: its own line says nothing else."""

    doubt: str = ""
    agrees: bool = field(default=False, compare=False, repr=False)


def consent_in(
    lines: Sequence[str], names: Sequence[str] = (), *, once_more: bool = False, final: bool = False
) -> Consent | None:
    """Return the yes at the beginning of a mail, or None.

    :param names: of people at the table; :param once_more: the letter said that nothing below the yes counts;
    :param final: it is irreversible, so its line may contain only words known to agree.

    >>> said = "Ja!", "YES 👍", "ok, danke", "Yes, that's what I meant.", "Ja, kein Problem"
    >>> {consent_in([one]) for one in said}, {consent_in([one]) for one in ("Nein", "not yes", "Passe", "Ok, 2", "👍", "")}
    ({Consent(doubt='')}, {None})
    >>> consent_in(["Ja, aber erst ab Freitag"]), consent_in(["Ja?"])
    (Consent(doubt='Ja, aber erst ab Freitag'), Consent(doubt='Ja?'))
    >>> consent_in(["Ja", "LG Ann", "Einkauf"]), consent_in(["Ja,", "das war ein Versehen"])
    (Consent(doubt=''), Consent(doubt='das war ein Versehen'))
    >>> consent_in(["Ja,", "das war ein Versehen"], once_more=True), consent_in(["Ja, ich passe"], final=True)
    (Consent(doubt=''), Consent(doubt='Ja, ich passe'))
    """
    first = without_courtesy(lines[0]) if lines else ""
    said = words_of(HARMLESS.sub(" ", folded(first)))
    rest = said[1:]
    agrees = ASSENT.issuperset(one for one in rest if not says_nothing(one))
    if not said or not (YES.fullmatch(said[0]) or (said[0] in AGREEING and agrees) or " ".join(said) in SENTENCES):
        return None
    if once_more:
        return Consent() if AGAINST.isdisjoint(rest[:NEXT_WORDS]) else None
    if not REFUSING_SIGNS.isdisjoint(first):
        return None
    behind = folded(first).partition(said[0])[2].strip(" ,.!:;-")
    orders = order_of(behind) not in (None, "agree") or (behind in OTHER_COMMANDS and not final)
    if orders or not DOUBTFUL_SIGNS.isdisjoint(first) or any(map(HESITATING.fullmatch, rest)):
        return Consent(lines[0])
    known = agrees or (not final and (AGAINST | NOT_YET).isdisjoint(rest) and not any(one[0].isdigit() for one in rest))
    known = known or (final and LEAVING.issuperset(one for one in rest if one not in ASSENT and not says_nothing(one)))
    return Consent(doubt_below(lines[1:], names) if known and "?" not in first else lines[0], agrees)


def denies(line: str) -> bool:
    """Return whether a line says no, and at most thanks besides.

    >>> [denies(one) for one in ("Nein danke!", "nö", "No, thank you", "non merci", "nein?", "no 3", "Nein, aber 2")]
    [True, True, True, True, False, False, False]
    """
    said = words_of(line)
    first, rest = NO.fullmatch("".join(said[:1])), [one for one in said[1:] if not (says_nothing(one) or one in THANKS)]
    return first is not None and not rest and "?" not in line and not (REFUSING_SIGNS | DOUBTFUL_SIGNS) & {*line}


def doubt_below(lines: Sequence[str], names: Sequence[str] = (), *, sentences: bool = True) -> str:
    """Return the first line that may change the meaning of the yes or no above it, or an empty string.

    :param sentences: whether any sentence may.

    >>> doubt_below(["Head of purchasing"]), doubt_below(["ann"]), doubt_below(["2"]), doubt_below(["Ich freue mich"])
    ('', '', '2', 'Ich freue mich')
    """
    for line in lines_of(lines[:NEAR]):
        text, said = line.folded, line.said
        if line.number is not None or order_of(text) not in (None, "agree") or A_DATE.search(line):
            return line
        if len(said) <= SHORT and not AGAINST.isdisjoint(said) and (LATER.issuperset(said) or not is_closing(text)):
            return line
    against = AGAINST | SPEAKING if sentences else AGAINST
    return next((one for one in unread_in(lines, names) if "?" in one or not against.isdisjoint(words_of(one))), "")

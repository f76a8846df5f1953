"""The words by which mails are read (``words.toml``, ``words_<language>.toml``), and the text around a line's meaning.

A line outside the strict grammar may still have only one meaning: one choice's number among choosing and polite words,
or words that all occur in the name of just one choice. A line that names two, or has any other word, remains not
understood: nothing here guesses by likelihood.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files

PART = re.compile("<<([a-z_]+)>>")


Section = Mapping[str, object]


ADDED = sorted(one.name[6:-5] for one in files(__package__).iterdir() if re.fullmatch(r"words_.+\.toml", one.name))
"""The languages whose words have a file of their own, beside those of ``words.toml``."""


@cache
def _files() -> Sequence[Mapping[str, Section]]:
    """Return the common file, and what other languages add to its entries: a reply is read in all of them."""
    names = ("words.toml", *(f"words_{one}.toml" for one in ADDED))
    return [tomllib.loads((files(__package__) / name).read_text(encoding="utf-8")) for name in names]


def _entries(name: str) -> Sequence[tuple[object, Section]]:
    """Return an entry of each file that has it, and the section that contains its parts."""
    section, _, key = name.partition(".")
    return [(one[section][key], one[section]) for one in _files() if key in one.get(section, ())]


def _whole(written: object, section: Mapping[str, object]) -> str:
    """Return a text joined from its strings, with its parts filled in."""
    joined = "".join(map(str, written)) if isinstance(written, list) else str(written)
    return PART.sub(lambda found: _whole(section[found[1]], section), joined)


def phrase(name: str) -> str:
    """Return a text; several strings are concatenated."""
    return _whole(*_entries(name)[0])


def phrases(name: str) -> tuple[str, ...]:
    """Return the texts of a list, or of all lists in a table."""
    found: list[str] = []
    for entry, section in _entries(name):
        lists = entry.values() if isinstance(entry, dict) else (entry,)
        found += [_whole(one, section) for each in lists if isinstance(each, list) for one in each]
    return tuple(found)


def word_set(name: str) -> frozenset[str]:
    """Return the words of a text, folded to one case."""
    return frozenset(word for entry in _entries(name) for word in _whole(*entry).casefold().split())


def regex(name: str) -> re.Pattern[str]:
    """Return a regular expression."""
    return re.compile(phrase(name))


class Either:
    """The patterns of all languages for one thing, tried one after another."""

    def __init__(self, patterns: Iterable[re.Pattern[str]]) -> None:
        self._patterns = tuple(patterns)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Return the match of the first pattern that fits the whole text."""
        return next(filter(None, (one.fullmatch(text) for one in self._patterns)), None)

    def search(self, text: str, begin: int = 0) -> re.Match[str] | None:
        """Return the match of the first pattern that fits somewhere from a place on."""
        return next(filter(None, (one.search(text, begin) for one in self._patterns)), None)


def alternatives(name: str) -> str:
    """Return the patterns that languages have for one thing as one pattern; none of them has groups."""
    return "|".join(_whole(*entry) for entry in _entries(name))


def either(name: str) -> Either:
    """Return the regular expressions that languages have for one thing."""
    return Either(re.compile(_whole(*entry)) for entry in _entries(name))


def _means(name: str) -> Iterator[tuple[str, object, Section]]:
    for entry, section in _entries(name):
        assert isinstance(entry, dict), name
        for key, written in entry.items():
            yield key, written, section


def regexes(name: str) -> dict[str, Either]:
    """Return the regular expressions of a table, by what each means."""
    found: dict[str, list[re.Pattern[str]]] = {}
    for key, written, section in _means(name):
        found.setdefault(key, []).append(re.compile(_whole(written, section)))
    return {key: Either(patterns) for key, patterns in found.items()}


def by_word(name: str) -> dict[str, str]:
    """Return the meaning of each word or phrase, from a table that lists them by meaning."""
    return {
        said: key
        for key, written, _ in _means(name)
        for said in (written if isinstance(written, list) else str(written).split())
    }


def lists(name: str) -> dict[str, tuple[str, ...]]:
    """Return the phrases of a table of lists, by what each list is about."""
    found: dict[str, tuple[str, ...]] = {}
    for key, written, _ in _means(name):
        assert isinstance(written, list), name
        found[key] = (*found.get(key, ()), *written)
    return found


def rows(name: str) -> tuple[Mapping[str, str], ...]:
    """Return the rows of a table with several columns."""
    entry, _ = _entries(name)[0]
    assert isinstance(entry, list), name
    return tuple(entry)


def numbered(name: str, first: int = 1) -> dict[str, int]:
    """Return the position of each word of a list, counted from ``first``."""
    return {
        word: place
        for entry, section in _entries(name)
        if isinstance(entry, list)
        for place, said in enumerate(entry, first)
        for word in _whole(said, section).split()
    }


POLITE, FILLING = word_set("words.polite"), word_set("words.filling")
BESIDE_A_NUMBER, DOUBT, CHANGING = (
    word_set("words.beside_a_number"),
    word_set("words.doubt"),
    word_set("words.changing"),
)
CLOSING, THANKS, BESIDE_THANKS = word_set("words.closing"), word_set("words.thanks"), word_set("words.beside_thanks")
ASKING_FOR, THANKING = word_set("words.asking_for"), word_set("words.thanking")
PLEASE, ARTICLES, TAKING = word_set("words.please"), word_set("words.articles"), word_set("words.taking")
LUCK = word_set("words.luck")
NUMBERS, POINTING = numbered("words.numbers"), word_set("words.pointing")
ORDINALS = numbered("words.ordinals") | dict.fromkeys(word_set("words.last"), -1)
COUNTED = NUMBERS | dict.fromkeys(("a", "an", "another", "ein", "eine", "einen"), 1)
ALWAYS, FOR_NOW, LEAVING_OTHERS = word_set("words.always"), word_set("words.for_now"), word_set("words.leaving_others")
WITHOUT, TOWARDS, EXCHANGE = word_set("words.without"), word_set("words.towards"), word_set("words.exchange")
SAME_THING = tuple(said.split() for said in phrases("words.same_thing"))
IRREGULAR = by_word("words.irregular")
ORDINARY = word_set("words.ordinary")
CLOSING_BELOW = CLOSING | word_set("words.closing_below")
AGREEING = word_set("words.agreeing")
ASSENT = AGREEING | word_set("words.assent")


# Words around the meaning of a line.


CLOSING_LINES = 3
"""The most lines below an answer that may merely close the mail."""


def only_closes(lines: Sequence[str]) -> bool:
    """Return whether the lines below an answer are insignificant: wishes, a name, or quoted text."""
    return not unread_in(lines) and all(number_alone(line.casefold()) is None for line in lines)


SMILE = re.compile(r"(?:^|(?<=\s))(?:[:;=]-?[)d(p]|<3+)(?=\s|$)")
"""A face or a heart."""


def folded(text: str) -> str:
    """Return a text normalized for comparing: one case, single blanks, no full stop, no decoration.

    >>> folded("  Karte  36 ausspielen. ")
    'karte 36 ausspielen'
    """
    # A raised digit is the mark of a footnote: it would make another number of the one before it.
    level = "".join(one for one in text if not unicodedata.decomposition(one).startswith("<super>"))
    plain = unicodedata.normalize("NFKC", level).casefold().replace("\u2019", "'")
    return " ".join(SMILE.sub(" ", plain).split()).strip("*_\"'„“”»«!. ")


class Line(str):
    """A line of a reply as it was written. Derived forms are computed once."""

    @classmethod
    def of(cls, text: str) -> Line:
        """Return a text as a line, itself if it is one."""
        return text if isinstance(text, Line) else cls(text)

    @cached_property
    def folded(self) -> str:
        """The line normalized for comparing."""
        return folded(self)

    @cached_property
    def polite(self) -> str:
        """The folded line without the polite words and marks around it."""
        return politely(self.folded)

    @cached_property
    def said(self) -> Sequence[str]:
        """The words of the line, in one case; numbers are words."""
        return words_of(self)

    @cached_property
    def number(self) -> int | None:
        """The number, if the line names one and says nothing else, or None."""
        return number_alone(self.folded)


def lines_of(texts: Sequence[str]) -> Sequence[Line]:
    """Return texts as lines."""
    return [Line.of(one) for one in texts]


GREETING = either("letters.greeting")
GOING_FOR = re.compile(r"\bgo(?:ing)? (?:for|with)\b")
COUNTING = re.compile(r"^\w+ mal\W*$|\w+(?<!cette) fois\b|\bles \w+$|^(?:hier|je) (?:: )?(?=[0-9])")
"""A number of times or of things, which is not a choice's number; "hier" and "je" are words of two languages."""
THANKED_FOR = re.compile(r"\b(?:thanks?|thx|cheers|danke?|merci)\b.* (?:for|für|pour)\b[^,.;!]*$")
CLAUSES = re.compile(
    r"\s*(?:(?:[,;!\u2026]|\.{2,}|(?<![0-9])\.)+(?=\s|$)|\s(?:[-\u2013\u2014]+|//)\s"
    rf"|\s(?=(?:{alternatives('words.reasons')})\b))\s*(?![^()]*\))"
)
"""What clauses of a line are divided by, outside brackets: a sign, or a word before a reason; a colon divides none, for what
stands before it may say what the number is of, nor does the full stop of an ordinal: "3. Versuch"."""
BULLET = re.compile(r"^(?:[-=]+>|[-\u2013\u2192\u2022*])\s+")
MINUS_OR_PLUS = re.compile("[-+\u2212]\\s*[0-9]|[0-9]\\s*[-+\u2212]")
ORDINAL = re.compile(r"[0-9]\.\s*([^\W\d_]+)")
PLEASING = regex("words.pleasing")
ASKS_FIRST = regex("words.asks_first")
NOTHING, SORRY, HOPING = word_set("words.nothing"), word_set("words.sorry"), either("words.hoping")
STATING, OTHERS, ASIDE_FROM = word_set("words.stating"), word_set("words.others"), word_set("words.aside_from")
MOST_OF_AN_ASIDE = 8
"""The most words of a clause beside the number's own."""
WORD = re.compile(r"[jl](?='[^\W_])|[^\W_]+(?:['-][^\W_]+)*", re.IGNORECASE)
"""A word; what French elides is one of its own: ``l'école``, ``j'ouvre``."""


HESITATING = regex("words.hesitating")
DOUBTFUL_SIGNS, REFUSING_SIGNS = frozenset(phrase("words.doubtful_signs")), frozenset(phrase("words.refusing_signs"))
SIGNS_OF_LISTS = frozenset("!\"#'*,.:;`\u2022\u00b7\u2026")
"""Signs that mean nothing beside a number; any sign that is neither one of these nor a bracket, quotation mark or emoji
may change it."""


def hesitates(text: str) -> bool:
    """Return whether a folded line ends in hesitation. (Hesitation at its beginning is over by its end.)

    >>> [hesitates(one) for one in ("3 ... hm", "passe, na ja", "2 🤔", "hm, 3", "tja", "3")]
    [True, True, True, False, False, False]
    """
    words = words_of(text.replace("na ja", "naja"))
    says = [place for place, word in enumerate(words) if not (says_nothing(word) or HESITATING.fullmatch(word))]
    behind = words[says[-1] + 1 :] if says else []
    return not DOUBTFUL_SIGNS.isdisjoint(text) or any(map(HESITATING.fullmatch, behind))


def without_hesitation(text: str) -> str:
    """Return a line without sounds and emoji of hesitation.

    >>> without_hesitation("3 ... hm")
    '3 ...'
    """
    plain = "".join(one for one in text if one not in DOUBTFUL_SIGNS)
    return " ".join(re.sub(rf"\b(?:{HESITATING.pattern})(?!\w)", " ", plain).split())


def _has_strange_sign(text: str) -> bool:
    """Return whether a line contains a sign that may change its number: ``§ 3``, ``~3``."""
    return any(
        (unicodedata.category(one) in ("Po", "Sm", "Sc", "Sk") and one not in SIGNS_OF_LISTS) or one in REFUSING_SIGNS
        for one in text
    )


def is_greeting(text: str, taken: Iterable[str] = ()) -> bool:
    """Return whether a line is only a greeting.

    :param text: in one case, with single blanks; :param taken: words that have a meaning here and are not read as
    names.

    >>> is_greeting("liebes siegelpost-team,"), is_greeting("hi"), is_greeting("hallo 2"), is_greeting("hallo, passe", ["passe"])
    (True, True, False, False)
    """
    found = GREETING.fullmatch(text)
    return found is not None and not {*words_of(found["whom"])} & {*taken, *NUMBERS, *DOUBT, *CHANGING, *CORRECTING}


def is_closing(text: str) -> bool:
    """Return whether a line consists only of the thanks or wishes that end a mail.

    >>> [is_closing(one) for one in ("viele grüße", "lg", "danke!", "best regards,", "mit 2", "passe, danke", "")]
    [True, True, True, True, False, False, False]
    """
    words = words_of(text)
    return bool(words) and all(word in CLOSING or word in POLITE for word in words)


def says_nothing(word: str) -> bool:
    """Return whether a word gives no hint of the choice meant, wherever it stands."""
    return word in POLITE or word in FILLING or word in ARTICLES


def words_of(text: str) -> list[str]:
    """Return the words of a text, in one case; numbers are words."""
    return WORD.findall(text.casefold())


def is_number(word: str) -> bool:
    """Return whether a word is a number in plain digits."""
    return word.isascii() and word.isdigit()


def number_alone(text: str) -> int | None:
    """Return the number that a line chooses and says nothing else with, or None.

    >>> number_alone("ich wähle 2"), number_alone("1, danke"), number_alone("zwei"), number_alone("nicht 2"), number_alone("2 3")
    (2, 1, 2, None, None)
    >>> number_alone("3 natürlich"), number_alone("make it 3"), number_alone("3 und los"), number_alone("3 und 4")
    (3, 3, 3, None)
    >>> number_alone("one"), number_alone("this one"), number_alone("i have 3"), number_alone("you take 3")
    (1, None, None, None)
    """
    found = number_chosen(text)
    return None if found is None or found[1] else found[0]


def number_chosen(text: str) -> tuple[int, Sequence[str]] | None:
    """Return the number that a line chooses, and the clauses beside the number's own that say more than politeness.

    The number's own clause may contain only words that are known to choose: an unknown one may be what is counted, or what is
    wrong with the choice. A clause beside it may say anything except what could change a choice: it may not deny, ask, doubt,
    set a condition or report, nor be about another time.

    >>> number_chosen("puh, schwer. ich nehm die 3"), number_chosen("here goes, 3")
    ((3, ['puh', 'schwer']), (3, ['here goes']))
    >>> number_chosen("3 kids"), number_chosen("last time, 3")
    (None, None)
    """
    if COUNTING.search(text) or THANKED_FOR.search(text) or re.search(r"[0-9]\W*[.,/:;-]\W*[0-9]|[%?$€]", text):
        return None  # an amount, a field, a fraction, a date, a question
    clauses = [one for one in CLAUSES.split(BULLET.sub("", GOING_FOR.sub("take", text))) if one]
    own = [one for one in clauses if not {*words_of(one)}.isdisjoint(NUMBERS) or any(map(str.isdigit, one))]
    own = own if len(own) == 1 else [one for one in own if _number_in(one) is not None]
    number = _number_in(own[0]) if len(own) == 1 else None
    beside = [one for one in clauses if one not in own and not all(map(says_nothing, words_of(one)))]
    if number is None or any(any(map(str.isdigit, one)) or not is_aside(one) for one in beside):
        return None
    return number, beside


def _number_in(clause: str) -> int | None:
    """Return the number that a clause chooses, or None if it has another word than those for choosing."""
    said = words_of(PLEASING.sub(" ", clause))
    left = [word for word in said if not (says_nothing(word) or chooses(word) or word in STATING)]
    states = not STATING.isdisjoint(said) and not any(chooses(word) for word in said if word not in STATING)
    if len(left) != 1 or points(clause) or states or not OTHERS.isdisjoint(said) or MINUS_OR_PLUS.search(clause):
        return None
    ordinal = ORDINAL.search(clause)
    if _has_strange_sign(clause) or ASKS_FIRST.match(clause) or (ordinal and not _is_idle(ordinal[1])):
        return None
    return int(left[0]) if is_number(left[0]) and len(left[0]) <= 3 else NUMBERS.get(left[0])


def _is_idle(word: str) -> bool:
    """Return whether a word after a number with a full stop does not make an ordinal of it: ``die 2. option``."""
    return says_nothing(word) or word in BESIDE_A_NUMBER


def chooses(word: str) -> bool:
    """Return whether a word is one with which people choose or approve of a number.

    >>> chooses("versuchen"), chooses("versuch"), chooses("picking"), chooses("hasse"), chooses("avoid")
    (True, True, True, False, False)
    """
    return word in TAKING or word in BESIDE_A_NUMBER or stem(word) in CHOOSING


def is_aside(clause: str) -> bool:
    """Return whether a clause beside a choice's own leaves the choice as it is.

    An apology may be about another time, a hope about anything, and that there is nothing to choose leaves what is chosen.

    >>> [is_aside(one) for one in ("puh, schwer", "sorry for the wait", "wait", "nothing good here", "das ist nichts")]
    [True, True, False, True, False]
    >>> is_aside("mal sehen, was ben macht"), is_aside("let's see if it works"), is_aside("if it works")
    (True, True, False)
    """
    said = words_of(clause)
    if (HOPING.fullmatch(clause) and len(said) > 2) or is_greeting(clause):
        return len(said) <= MOST_OF_AN_ASIDE
    if said[:1] and said[0] in NOTHING and len(said) > 1:
        said = said[1:]
    denies = DOUBT | CHANGING | CORRECTING | (frozenset() if said[:1] and said[0] in SORRY else ASIDE_FROM)
    return len(said) <= MOST_OF_AN_ASIDE and denies.isdisjoint(said)


def says_more(clause: str) -> bool:
    """Return whether a clause says more than greetings, thanks, wishes and politeness."""
    known = THANKS | CLOSING | BESIDE_THANKS | PLEASE | LUCK | ASSENT
    return not is_greeting(clause) and not all(one in known or says_nothing(one) for one in words_of(clause))


def points(text: str) -> bool:
    """Return whether a line points at something that only its writer sees.

    >>> points("i'll take that one"), points("number one"), points("this 2")
    (True, False, False)
    """
    said = {*words_of(text)}
    return "one" in said and not POINTING.isdisjoint(said)


def ordinal_alone(text: str) -> int | None:
    """Return the position in a list that a line names (-1 = last), among the same words as in :func:`number_alone`, or
    None.

    >>> ordinal_alone("die erste"), ordinal_alone("the second one, please"), ordinal_alone("la dernière")
    (1, 2, -1)
    >>> ordinal_alone("die erste karte")
    """
    left = [word for word in _beside_taking(text) if word != "one"]
    return ORDINALS.get(left[0]) if len(left) == 1 and "?" not in text else None


def _beside_taking(text: str) -> list[str]:
    """Return the words of a line other than those for choosing."""
    words = [] if _has_strange_sign(text) else words_of(GOING_FOR.sub("take", text))
    return [word for word in words if not (says_nothing(word) or chooses(word))]


def politely(text: str) -> str:
    """Return a line without the polite words and marks around it.

    >>> politely("mehr zeit bitte"), politely("stand?")
    ('mehr zeit', 'stand')
    """
    words = text.strip("?!., ").split()
    while words and words[0].strip(",.!") in ASKING_FOR:
        words = words[1:]
    while words and words[-1].strip(",.!") in ASKING_FOR | THANKING:
        words = words[:-1]
    return " ".join(words).strip("?!., ")


def stems_in(text: str) -> frozenset[str]:
    """Return the words of a text without their inflected endings."""
    return frozenset(stem(word) for word in words_of(text))


def stem(word: str) -> str:
    """Return a word without the endings that its forms do not share: passe, passen, pass.

    >>> stem("passen"), stem("passe"), stem("pass"), stem("nimm"), stem("nehmen")
    ('pass', 'pass', 'pass', 'nehm', 'nehm')
    """
    word = IRREGULAR.get(word, word)
    for ending in ("en", "e", "n"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


CHOOSING = frozenset(map(stem, word_set("words.choosing")))
"""The stems of words with which people choose a number or approve of it."""


# Where what is quoted without marks begins: with who wrote it and when, with lines of its header, or below a rule. From there
# on nothing of a mail is its sender's. A sender's own line must not be taken for that, for a condition below it would vanish:
# a colon or an address alone quotes nobody.


WRITING = word_set("quotes.writing")
AN_ADDRESS = re.compile(r"[^\s@]@[^\s@]+\.[^\s@]")
BEGINS_WITH_A_DATE = regex("quotes.begins_with_a_date")
RULE = re.compile(r"-{2,}|[_*=]{3,}|[–—]+")
"""A rule of hyphens, or of the dashes that word processors make of them."""


BROKEN_FROM = 40
"""The fewest characters of a line that a program may have wrapped: lines have 72 columns, and the next word may be long."""


def says_who_wrote(line: str) -> bool:
    """Return whether a line is an attribution that programs put above quoted text.

    >>> says_who_wrote("Am Montag schrieb Siegelpost:"), says_who_wrote("On Mon, 2 Mar 2026 at 12:00 Siegelpost <post@x.example>")
    (True, True)
    >>> says_who_wrote("Bitte beachten:"), says_who_wrote("Am liebsten nur, falls du passt:"), says_who_wrote("ann@x.example")
    (False, False, False)
    """
    names, leads = AN_ADDRESS.search(line) is not None, line.endswith(":")
    said = words_of(line)
    if not (names or leads) or not CHANGING.isdisjoint(said):
        return False
    dated = names and BEGINS_WITH_A_DATE.match(line) is not None
    return (names and leads) or dated or not WRITING.isdisjoint(said)


def is_rule(line: str) -> bool:
    """Return whether a line is only dashes: below it comes added text, or something that the writer set apart.

    >>> is_rule("---"), is_rule("_____"), is_rule("-1"), is_rule("- 2")
    (True, True, False, False)
    """
    return RULE.fullmatch(line) is not None


# Thanks, greetings and "please" around what a line says, taken away where the rest can stand alone.


GREETS = re.compile(rf"(?i)(?:{alternatives('letters.greets')})\b[ ,!.]*(?=[^\W_])")
"""A greeting in front of what a line says, as who dictates has it."""
LEADS = re.compile(r"(?P<courtesy>[^,.!?:;0-9]+?)(?:[,.!]+| [-–—]+) +(?P<rest>\S.*)")
"""A line that begins with a sentence, or part of one, without a number."""
INSIDE = re.compile(rf"\s*,?\s*\b(?:{'|'.join(sorted(PLEASE))})\b(?:\s*,)?", re.IGNORECASE)
SIGNED = regex("letters.signed")
FAREWELL = either("letters.farewell")
MOST = 4
"""The most parts of a line that are removed."""


def without_courtesy(line: str, taken: Iterable[str] = (), names: Sequence[str] = ()) -> str:
    """Return a line without its thanks, wishes, greetings and "please"; unchanged where it has none, or nothing else.

    :param taken: words that have a meaning here and are not read as names in a greeting.
    :param names: of people who may be thanked or wished well.

    >>> without_courtesy("Ich spiele die 60 auf (-2, -1), danke."), without_courtesy("38 auf (2, 2). Vielen Dank!")
    ('Ich spiele die 60 auf (-2, -1)', '38 auf (2, 2)')
    >>> without_courtesy("Danke für die Erklärung! Ich spiele die 26, bitte auf (-1, -1).")
    'Ich spiele die 26 auf (-1, -1).'
    >>> without_courtesy("Hallo Siegelpost, ich passe"), without_courtesy("Vielen Dank!"), without_courtesy("Danke, aber nicht 2")
    ('ich passe', 'Vielen Dank!', 'aber nicht 2')
    """
    known, text = {*taken}, " ".join(line.split())
    called = {word for name in names for word in words_of(name)} - known
    for _ in range(MOST):
        text = _without_one(text, known, called)
    left = " ".join(INSIDE.sub(" ", text).split())
    return line if not left or _is_courteous(line, called) else left


def _without_one(text: str, taken: set[str], called: set[str]) -> str:
    leads = LEADS.fullmatch(text)
    if leads is not None and (
        _is_courteous(leads["courtesy"], called) or is_greeting(leads["courtesy"].casefold(), taken)
    ):
        return leads["rest"]
    if GREETS.match(text):
        return GREETS.sub("", text, count=1)
    signed = SIGNED.fullmatch(text)
    if signed is not None and taken.isdisjoint(words_of(signed["name"])) and DOUBT.isdisjoint(words_of(signed["name"])):
        return signed["rest"].rstrip(",.!;- ")
    words = text.rstrip(".! ").split()
    behind = next((at for at in range(1, len(words)) if _is_courteous(" ".join(words[at:]), called)), None)
    return text if behind is None else " ".join(words[:behind]).rstrip(",.!;- ")


def _is_courteous(part: str, called: set[str]) -> bool:
    """Return whether a part of a line only thanks, wishes well or asks politely: a 👎 or "?" in it is meant for the rest."""
    if FAREWELL.fullmatch(folded(part).strip(" ,")):
        return True
    words, kind = {*words_of(part)} - called, THANKS | PLEASE | LUCK
    doubts = "?" in part or not (DOUBTFUL_SIGNS | REFUSING_SIGNS).isdisjoint(part)
    return not doubts and bool(words & kind) and words <= kind | BESIDE_THANKS | CLOSING


# Mails that say nothing but thanks and wishes, which need no answer.


MOST_NAMES = 3
"""The most words of a line that may be somebody's name."""


def is_small_talk(lines: Sequence[str], names: Sequence[str] = ()) -> bool:
    """Return whether a mail contains only thanks, wishes and a name; ``names`` are of people it may name.

    >>> [is_small_talk(one) for one in (["Danke schön!"], ["Super, danke", "Gerd"], ["Danke", "2"], ["Danke, 2"])]
    [True, True, False, False]
    >>> is_small_talk(["Ok"]), is_small_talk(["Danke?"])
    (False, False)
    """
    if not lines or not THANKS & {*words_of(lines[0])}:
        return False
    known = {word for name in names for word in words_of(name)} | CLOSING | THANKS | BESIDE_THANKS
    first = all(word in known or says_nothing(word) for word in words_of(lines[0]))
    for words in map(WORD.findall, lines[1:]):
        closes = all(word.casefold() in known or says_nothing(word.casefold()) for word in words)
        is_name = len(words) <= MOST_NAMES and all(word.istitle() and word.isalpha() for word in words)
        first = first and (closes or is_name)
    return first and not any("?" in line for line in lines)


# What stands in a mail below the lines that are read: what of it is more than a name, thanks and what programs put there. A
# question or a condition in a second paragraph must not vanish: the answer quotes it. Where it may change what the lines
# above say ("only if you pass"), those count only once their sender was asked.


CORRECTING = word_set("words.correcting")
CONDITIONS = (DOUBT | word_set("words.setting_a_condition")) - word_set("words.only_asking")
"""Words by which text may change the meaning of the text above; a mere question is quoted, and changes nothing."""
RESTRICTING = regex("words.restricting")
WISHES = word_set("words.wishes")
POSTSCRIPT = frozenset(phrases("words.postscript"))
BELOW_A_CLOSING = 3
"""Lines below the closing of a mail that are searched for a condition; below them come company footers."""
MOTTO = regex("letters.motto")
MOST_OF_A_NAME = 4
MOST_OF_A_TITLE = 8
WEB = regex("letters.web")
TITLE = regex("letters.title")
OF_A_TITLE = word_set("letters.of_a_title")
FROM_WHERE = word_set("letters.from_where")
SHOWN = 3
"""The most lines that an answer quotes."""


def unread_in(lines: Sequence[str], names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the meaningful lines below those that were read; ``names`` are of people at the table.

    >>> unread_in(["Das gilt auch, wenn du passt.", "Viele Grüße", "Wilma Meyer", "Tel. 030 1234"])
    ('Das gilt auch, wenn du passt.',)
    >>> unread_in(["Wilma", "Von meinem iPhone gesendet"]), unread_in(["Danke!", "LG Wilma"]), unread_in(["Wann ist Schluss?"])
    ((), (), ('Wann ist Schluss?',))
    >>> unread_in(["Viele Grüße", "Wilma", "PS: Nur, wenn Sven passt"])
    ('PS: Nur, wenn Sven passt',)
    >>> unread_in(["Bitte beachten:", "nur, wenn Sven passt"]), unread_in(["wilma@x.example", "---", "nur, wenn Sven passt"])
    (('Bitte beachten:', 'nur, wenn Sven passt'), ('nur, wenn Sven passt',))
    """
    return tuple(_unread(lines, {word for name in names for word in words_of(name)}))


def restricts(unread: Sequence[str]) -> bool:
    """Return whether unread text plainly says that the text above applies only sometimes.

    A request for more time is often explained in words that could elsewhere change the meaning; only such a restriction
    does so there.

    >>> restricts(["Nur, wenn Sven auch mehr braucht."]), restricts(["Ich komme aber morgen dazu, wenn alles klappt."])
    (True, False)
    """
    return any(RESTRICTING.search(folded(line)) for line in unread)


def changes_something(unread: Sequence[str]) -> bool:
    """Return whether unread text may change the meaning of the text above.

    >>> changes_something(["Das gilt auch, wenn du passt."]), changes_something(["Wann ist Schluss?"])
    (True, False)
    """
    return any(sets_condition(line) or not CORRECTING.isdisjoint(words_of(folded(line))) for line in unread)


def sets_condition(line: str) -> bool:
    """Return whether a line may change the meaning of any text above it: by a condition, or by hesitating."""
    words = words_of(folded(line).replace("na ja", "naja"))
    hesitates_only = any(map(HESITATING.fullmatch, words)) and all(map(says_nothing, words))
    return hesitates_only or not CONDITIONS.isdisjoint(words) or not DOUBTFUL_SIGNS.isdisjoint(line)


def _unread(lines: Sequence[str], names: set[str]) -> Iterator[str]:
    since_closing: int | None = None
    for line in lines:
        if since_closing is not None:
            since_closing += 1
            near = since_closing <= BELOW_A_CLOSING and not MOTTO.fullmatch(line) and changes_something([line])
            if near or "".join(words_of(line)[:1]) in POSTSCRIPT:
                yield line
            continue
        if is_rule(line):
            since_closing = 0
            continue
        said = words_of(line)
        if not (said or changes_something([line])) or _greets_somebody(line, said):
            continue
        gives_an_address = AN_ADDRESS.search(line) is not None and not changes_something([line])
        if _closes(said, names) or gives_an_address or FAREWELL.fullmatch(folded(line).strip(" ,")):
            since_closing = 0
        elif not _is_signature(line):
            yield line


def _greets_somebody(line: str, said: Sequence[str]) -> bool:
    """Return whether a line is a greeting: "Lieber Sven" is one, "lieber warten" is none."""
    names = WORD.findall(line)[1:]
    return is_greeting(" ".join(line.casefold().split())) and (
        said[0] not in CORRECTING or all(one[0].isupper() and one.casefold() not in ORDINARY for one in names)
    )


def _closes(said: Sequence[str], names: set[str]) -> bool:
    """Return whether a line consists of thanks and wishes, with or without a name."""
    known = THANKS | CLOSING | BESIDE_THANKS | LUCK
    begins = any(word in CLOSING or word in THANKS or word in WISHES or word in LUCK for word in said)
    place = next((at for at, word in enumerate(said) if at and word in FROM_WHERE), len(said))
    if 0 < len(said) - place <= MOST_OF_A_NAME and all(one.isalpha() and one not in DOUBT for one in said[place:]):
        said = said[:place]
    return begins and sum(not (word in known or word in names or says_nothing(word)) for word in said) <= 1


def _is_signature(line: str) -> bool:
    """Return whether a line consists only of names, numbers, a title, a web address, and words that close a letter.

    >>> [_is_signature(one) for one in ("Ann Meyer", "ann", "Head of purchasing", "Meyer GmbH & Co. KG", "www.meyer.example")]
    [True, True, True, True, True]
    >>> [_is_signature(one) for one in ("das war ein Versehen", "morgen", "ich will", "Wenn Ben passt", "Bitte Karte 3 spielen")]
    [False, False, False, False, False]
    """
    said = WORD.findall(line)
    if "?" in line or "!" in line or changes_something([line]):
        return False
    small = words_of(line)  # one or two words without another meaning
    if len(small) == 1 and len(small[0]) == 1:
        is_small_name = small[0].isalpha()
    else:
        is_word = all(one.isalpha() and one not in SAYING for one in small)
        is_small_name = line.islower() and 0 < len(small) <= 2 and is_word
    if WEB.fullmatch(line) or is_small_name or _is_title(line):
        return True
    if not all(word[0].isupper() or word[0].isdigit() or word.casefold() in CLOSING_BELOW for word in said):
        return False
    return len(said) <= MOST_OF_A_NAME or any(word.casefold() in CLOSING_BELOW for word in said)


def _is_title(line: str) -> bool:
    """Return whether a line gives a person's position or place: a few words, none of which are typical of sentences."""
    said = WORD.findall(line)
    if not 0 < len(said) <= MOST_OF_A_TITLE or not said[0][0].isupper() or not any(map(TITLE.fullmatch, said)):
        return False
    return SAYING.isdisjoint({*words_of(line)} - OF_A_TITLE)


SAYING = (
    ORDINARY
    | POLITE
    | FILLING
    | ARTICLES
    | TAKING
    | DOUBT
    | ASSENT
    | BESIDE_THANKS
    | NUMBERS.keys()
    | ORDINALS.keys()
    | word_set("letters.yes")
)
"""Words that occur in no name and no title."""

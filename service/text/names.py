"""Texts by others: names that people choose, in one spelling each, and whatever must become one harmless line.

Names are of three kinds, each stricter than the one before: a *label* (a token's name) has no hidden characters; a *title* (a
match's) also keeps to one script a word and is no link; a *name* (a person's) keeps to one script, and neither looks
like a bot nor speaks for the installation. After UTS #39 (restriction level "Highly Restrictive", over words for
titles) and RFC 5892 (joiners). Stored texts may be older than these rules: they are shown unchanged, and only checked
when used for something new.

Texts that are easily taken for one another have the same skeleton (UTS #39, section 4). The data are Unicode's
(``confusables.txt`` beside this file, with its licence). No library was found that is well maintained, typed, installs
without a compiler and computes this skeleton; the algorithm is four lines, the data are what matters.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Literal

import idna
import regex

from service.text.deleted_names import GONE_IN

IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}+")


@lru_cache(maxsize=1)
def _prototypes() -> dict[int, str]:
    lines = (files("service.text") / "confusables.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {
        int(character, 16): "".join(chr(int(one, 16)) for one in prototype.split()) for character, prototype in rows
    }


def skeleton(text: str) -> str:
    """Return a text's visual skeleton, only for comparing, never for showing.

    >>> skeleton("pаypal") == skeleton("paypal"), skeleton("Irn") == skeleton("lm"), skeleton("ada") == skeleton("adb")
    (True, True, False)
    """
    bare = IGNORED.sub("", unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text)))
    return unicodedata.normalize("NFD", bare.translate(_prototypes()))


def look_alike(one: str, other: str) -> bool:
    """Return whether two names could be mistaken for each other, as written or with case ignored.

    >>> look_alike("Ian", "lan"), look_alike("Ada", "ADA"), look_alike("Ada", "Ida")
    (True, True, False)
    """
    return skeleton(one) == skeleton(other) or skeleton(one.casefold()) == skeleton(other.casefold())


Kind = Literal["label", "title", "name"]
UNNAMED = "Player"
"""The name of a player who has not given one, or whose stored name would be refused today."""

MODERN = (
    "Latin",
    "Cyrillic",
    "Greek",
    "Arabic",
    "Armenian",
    "Bengali",
    "Canadian_Aboriginal",
    "Cherokee",
    "Devanagari",
    "Ethiopic",
    "Georgian",
    "Gujarati",
    "Gurmukhi",
    "Hebrew",
    "Kannada",
    "Khmer",
    "Lao",
    "Malayalam",
    "Mongolian",
    "Myanmar",
    "Oriya",
    "Sinhala",
    "Syriac",
    "Tamil",
    "Telugu",
    "Thaana",
    "Thai",
    "Tibetan",
    "Tifinagh",
)
"""Scripts people write today (UAX #31, tables 5 and 7). Each is used by itself."""
TOGETHER = (("Latin", "Han", "Hiragana", "Katakana"), ("Latin", "Han", "Bopomofo"), ("Latin", "Han", "Hangul"))
"""Scripts that are used together (UTS #39, section 5.2)."""


def _only(scripts: Iterable[str]) -> regex.Pattern[str]:
    inside = "".join(rf"\p{{scx={one}}}" for one in (*scripts, "Common", "Inherited"))
    return regex.compile(f"[{inside}]*")


SCRIPTS = tuple(_only(one) for one in (*((one,) for one in MODERN), *TOGETHER))
SPACES = regex.compile(r"\p{White_Space}+")
HIDDEN = regex.compile(r"[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\uFFFD\U0001D159]")
"""Control, format, unassigned and private characters, and assigned ones that show nothing (Braille blank, null notehead)."""
PICTURE = regex.compile(r"\p{Extended_Pictographic}")
JOINED_PICTURE = regex.compile(r"[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]")
KEYCAP = "\u20e3"
PILED = regex.compile(r"\p{Mn}{5}|(\p{Mn})\1")
LONE_MARK = regex.compile(r"(?:^|\s)\p{M}")
SHOWS = {
    "label": regex.compile(r"[\p{L}\p{N}\p{P}\p{S}]"),
    "title": regex.compile(r"[\p{L}\p{N}\p{P}\p{S}]"),
    "name": regex.compile(r"[\p{L}\p{N}\p{Extended_Pictographic}]"),
}
ENCODED_WORD = "=?"
"""The beginning of an encoded word of a mail header (RFC 2047), which some readers decode anywhere."""

WORD = regex.compile(r"[\p{L}\p{M}\p{N}@$]+")
COUNTRIES = (
    "a[cdefgilmoqrstuwxz]|b[abdefghijmnorstvwyz]|c[acdfghiklmnoruvwxyz]|d[ejkmoz]|e[cegrstu]|f[ijkmor]|g[abdefghilmnpqrstuwy]"
    "|h[kmnrtu]|i[delmnoqrst]|j[emop]|k[eghimnprwyz]|l[abcikrstuvy]|m[acdeghklmnopqrstuvwxyz]|n[acefgilopruz]|om|p[aefghklmnrstwy]"
    "|qa|r[eosuw]|s[abcdeghijklmnorstuvxyz]|t[cdfghjklmnortvwz]|u[agksyz]|v[aceginu]|w[fs]|y[et]|z[amw]"
)
"""Endings of two letters as the root zone has them: people write others behind a dot, such as "Prof.Dr." and "Mo.Di"."""
ENDINGS = (
    f"{COUNTRIES}|com|net|org|edu|gov|info|biz|app|dev|xyz|top|shop|store|online|site|website|club|icu|live|link|click|cloud|page"
    "|pro|vip|win|work|world|zip|mobi|name|games?|play|fun|space|tech|today|email|support|help|bank|finance|loan|money|cash"
    "|digital|network|services|solutions|group|team|blog|news|media|berlin|koeln|hamburg|wien"
)
"""Of hosts: those of countries, and those that most addresses have. Readers know all that there are, and more come every year."""
LINK = regex.compile(rf"://|\w@\w|\bwww\.|[\w-][.。][a-z]{{2,}}/|[\w-]{{2}}[.。](?:{ENDINGS})\b", regex.IGNORECASE)
"""Text that mail readers turn into a link, or that looks like an address: invitations carry names and titles to strangers."""
NUMBERED = regex.compile(r"\(\s*\p{N}+\s*\)$")
"""The suffix by which a table distinguishes two players; see :func:`at_table`."""
ENDING = regex.compile(r"\p{N}+$")
LEET = str.maketrans("@43!5$7", "aaeisst")
SMALL_CAPITALS = {
    one: name[-1].lower()
    for one in map(chr, (*range(0x250, 0x2B0), *range(0x1D00, 0x1D80), *range(0xA700, 0xA800)))
    if regex.fullmatch("LATIN LETTER SMALL CAPITAL [A-Z]", name := unicodedata.name(one, ""))
}
"""Letters of phonetic alphabets that look like capitals; the confusables of UTS #39 leave most of them out."""
SPEAKING = ("admin", "administrator", "moderator", "operator", "postmaster", "siegelpost", "support", "webmaster")
"""Words that speak for the installation; no name contains them."""
TAKEN = ("bot", "keen", "random", "root", "server", "sharp", "steady", "system")
"""Names of the bots, which no person may have alone or with "bot"; as a part of a longer name they are allowed."""


class BadName(ValueError):
    """An unacceptable text; the message gives the reason and the remedy."""


def checked(text: str, kind: Kind) -> str:
    """Return the text in the form to be stored: NFKC for names, NFC for others, with single spaces; empty titles stay
    empty.

    :raises BadName: for what hides something, mixes scripts, or pretends to be somebody else.
    """
    if text != text.strip():
        raise BadName("must not begin or end with blanks: leave them out")
    if regex.search(r"[\p{Cc}\p{Zl}\p{Zp}]", text):
        raise BadName("must be one line without control characters: leave these out")
    kept = SPACES.sub(" ", unicodedata.normalize("NFKC" if kind == "name" else "NFC", text)).strip()
    if ENCODED_WORD in unicodedata.normalize("NFKC", kept):
        raise BadName("must not contain '=?', which mail readers take for a code: leave it out")
    _visible(kept)
    if kept and not SHOWS[kind].search(kept):
        raise BadName("must show something: use a letter or a digit")
    if kind != "label":
        if LINK.search(unicodedata.normalize("NFKC", kept)):
            raise BadName(
                "must not look like a link or an email address: leave '://', '@', 'www.' and endings like '.com' out"
            )
        _one_script(kept if kind == "name" else unicodedata.normalize("NFKC", kept), whole=kind == "name")
    if kind == "name":
        _honest(kept)
    return kept


def visible(text: str) -> None:
    """Check free text that must stay as written; :raises BadName: when it hides characters or shows nothing."""
    _visible(text)
    if text and not SHOWS["title"].search(text):
        raise BadName("must show something: use a letter or a digit")


def spoken(text: str) -> None:
    """Check what people say to each other, which may be a smile alone; :raises BadName: as :func:`visible`."""
    _visible(text)
    if text and not any(unicodedata.category(one)[0] in "LNPS" for one in text):
        raise BadName("must show something")


@lru_cache(maxsize=4096)
def at_table(name: str, others: Sequence[str]) -> str:
    """Return a player's name at a table: numbered if it looks like another's there.

    >>> at_table("Ada", ("Ben",)), at_table("ADA", ("Ada", "Ben")), at_table("Ada", ("ada", "Ada (2)"))
    ('Ada', 'ADA (2)', 'Ada (3)')
    """
    try:
        shown = checked(name, "name")
    except BadName:
        shown = UNNAMED  # an older name: it is still its owner's, but nobody else should be taken in by it
    number, called = 1, shown
    while any(look_alike(called, one) for one in others):
        number += 1
        called = f"{shown} ({number})"
    return called


def bot_at_table(bot: str, others: Sequence[str]) -> str:
    """Return a bot's name at a table: numbered if there are others of its kind.

    >>> bot_at_table("steady", ()), bot_at_table("steady", ("Steady (bot)", "Ada"))
    ('Steady (bot)', 'Steady 2 (bot)')
    """
    number, called = 1, f"{bot.title()} (bot)"
    while called in others:
        number += 1
        called = f"{bot.title()} {number} (bot)"
    return called


def speaks_for_us(text: str) -> bool:
    """Return whether a hasty reader may take a name for the installation's own, or for somebody speaking for it.

    >>> speaks_for_us("Siegelpost Web"), speaks_for_us("5iege1p0st.app"), speaks_for_us("ada.example")
    (True, True, False)
    """
    look = _look("".join(word.group() for word in WORD.finditer(text)))
    return any(one in look for one in _looks(SPEAKING))


def _visible(text: str) -> None:
    if any(not _belongs(text, found.start()) for found in HIDDEN.finditer(text)):
        raise BadName("must not contain control, invisible or blank-looking characters: leave them out")
    if PILED.search(unicodedata.normalize("NFD", text)):
        raise BadName("must not pile marks upon one letter: leave some of them out")
    if LONE_MARK.search(text):
        raise BadName("must not begin a word with a combining mark: write the letter first")


def _belongs(text: str, place: int) -> bool:
    """Return whether a hidden character has a visible effect in its place: inside a word or an emoji."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if text[place] in "\ufe0e\ufe0f":
        return PICTURE.match(before) is not None or (after == KEYCAP and before in "0123456789#*")
    if text[place] not in "\u200c\u200d":
        return False
    if text[place] == "\u200d" and JOINED_PICTURE.match(before) and PICTURE.match(after):
        return True
    try:
        return bool(idna.core.valid_contextj(text, place))
    except ValueError:
        return False


def _one_script(text: str, *, whole: bool) -> None:
    for part in (text,) if whole else text.split(" "):
        if not any(one.fullmatch(part) for one in SCRIPTS):
            each = "all of it" if whole else "each word"
            raise BadName(f"must not mix scripts, whose letters look alike: write {each} in one alphabet")


def _honest(name: str) -> None:
    words = list(WORD.finditer(name))
    looks = [_look(word.group()) for word in words]
    together = "".join(looks)
    if any(_look(one.replace(" ", "")) in together for one in GONE_IN.values()):
        raise BadName("must not look like an account that was deleted: choose another")
    if not set(looks).isdisjoint(_looks(SPEAKING)) or together in _looks((*SPEAKING, *TAKEN)):
        raise BadName("must not look like a bot or somebody who speaks for this installation: choose another")
    # "Steady bot 2" as well: a number, or more words, make no other bot of it.
    bare = [_look(ENDING.sub("", word.group())) for word in words]
    pairs = {*bare, *(one + other for one, other in pairwise(bare))}
    if _look("siegelpost") in together or not pairs.isdisjoint(_looks(f"{one}bot" for one in TAKEN)):
        raise BadName("must not look like a bot or somebody who speaks for this installation: choose another")
    for word, look in zip(words, looks, strict=True):
        beside = name[: word.start()].rstrip()[-1:] + name[word.end() :].lstrip()[:1]
        if look == _look("bot") and regex.search(r"[\p{P}\p{S}]", beside):
            raise BadName("must not be marked as a bot: leave 'bot' out")
    if NUMBERED.search(name):
        raise BadName("must not end in a number in brackets, which tells players of similar names apart: leave it out")


@lru_cache(maxsize=4096)
def _look(word: str) -> str:
    """Return a word as a hasty reader sees it: ignoring case and accents, and digits read as letters."""
    word = "".join(SMALL_CAPITALS.get(one, one) for one in word)
    seen = unicodedata.normalize("NFD", skeleton(word.casefold().translate(LEET)).casefold())
    return "".join(one for one in seen if unicodedata.category(one) != "Mn").replace("l", "i").replace("1", "i")


@lru_cache(maxsize=8)
def _looks_of(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(_look(one) for one in words)


def _looks(words: Iterable[str]) -> frozenset[str]:
    return _looks_of(tuple(words))


UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")
JOINERS = "\u200c\u200d"
"""Format characters that some scripts and emoji need inside a word; any others could reorder or hide text."""

NAMES_A_PLACE = re.compile(r"://|@|www\.|[^\W\d_]\.[^\W\d_]{2,24}(?![^\W_])", re.IGNORECASE)
"""Parts of a word that name a web address or a mailbox."""
LONGEST_QUOTED = 600
"""The most characters of a line that are checked."""


def is_noncharacter(one: str) -> bool:
    """Return whether a character is a noncharacter (Unicode, section 23.7): XML, such as a feed, cannot contain U+FFFF."""
    return ord(one) & 0xFFFE == 0xFFFE


def plain(text: str, longest: int = 200) -> str:
    """Return a name or title as one harmless line: no control characters, no line breaks, no direction overrides."""
    # Nearly all text is printable, as Python calls it, and then nothing in it is unsafe.
    kept = (
        text if text.isprintable() else "".join(one if one in JOINERS or not _is_unsafe(one) else " " for one in text)
    )
    line = " ".join(kept.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def quoted(text: str, longest: int) -> str:
    """Return a line for quoting in our letters: as :func:`plain`, without text that mail programs turn into a link.

    A mail may forge its sender: nobody shall be able to make us send that person a link.

    >>> quoted("Confirm at https://evil.example/x or evil.example, 1.e.com ann@evil.example now", 80)
    'Confirm at … or … … … now'
    >>> quoted("z.B. ab 3.12. oder 3.Dezember usw.", 80)
    'z.B. ab 3.12. oder 3.Dezember usw.'
    """
    words = plain(text, LONGEST_QUOTED).split()
    return plain(" ".join("…" if NAMES_A_PLACE.search(word) else word for word in words), longest)


def _is_unsafe(one: str) -> bool:
    return unicodedata.category(one) in UNSAFE or is_noncharacter(one)

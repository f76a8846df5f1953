"""The lines of a text that a person wrote, without quotes and without additions by programs or companies. Pure.

Quoted text is recognized by its marks, or by the header or attribution that programs put above it; that must contain an
address, a date or several headers, so that a person's own text is not mistaken for it. Ambiguous lines stay, and are
asked about where they matter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from workers.inbox.words import (
    BROKEN_FROM,
    CHANGING,
    DOUBT,
    changes_something,
    is_rule,
    phrase,
    phrases,
    regex,
    says_who_wrote,
    words_of,
)

MOST_LINES = 200
MOST_WRITTEN = 10 * MOST_LINES
"""The most lines of a text that are read, including quoted ones."""
LONGEST_LINE = 600
MOST_OF_A_PARAGRAPH = 10 * LONGEST_LINE
"""The most characters of a line when looking for notices, which may be one line each."""
FEW_QUOTED = 3
"""The most remaining lines of a quoted letter that may be meant as an answer: a choice is one line, possibly wrapped."""
MOST_PARAGRAPHS = 60
"""The most paragraphs that are checked for notices."""
MOST_ACCENTS = 100
"""The most combining characters of a line that are reordered: that takes quadratic time in the length of a sequence."""
ATTRIBUTION = 4
"""The most lines before quoted text that its attribution may take."""
UNSEEN = dict.fromkeys(map(ord, "\u00ad\u180e\u200b\u2060\u2061\u2062\u2063\u2064\ufeff"))
"""Invisible characters that do not even change the order of others: soft breaks, and marks of encodings."""
NAMES_OR_DATES = re.compile(r"[@<>\d]|Siegelpost")
ATTRIBUTION_BEGINS = regex("quotes.attribution_begins")
SAYS_QUOTED = regex("quotes.says_quoted")
NEAR = 3
"""Lines below two hyphens that may show that no signature begins there."""
SIGNATURE = re.compile(r"--\s?")
OWN = "\ue030"
"""Marks a line as not quoted, whatever it begins with (RFC 3676, 4.4); no font has this character."""
QUOTED = "\ue032"
"""Marks, alone in a line, that according to HTML everything below is quoted; no font has this character."""
SIGNED, UNSIGNED = "\ue033", "\ue034"
"""Mark, alone in a line, the beginning and end of a signature in HTML; no font has these characters."""
ONLY_A_MAIL = re.compile(r"<[^<>\s]+>:")
"""The line below "Siegelpost wrote in", as s-nail has it."""
SOON = 8
"""Lines after the start of a quote within which its marks may begin."""
IS_WHO = phrase("quotes.is_who")
IS_ELSE = phrase("quotes.is_else")
HEADER = re.compile(rf"[*_]{{0,2}}(?:(?P<who>{IS_WHO})|(?P<other>{IS_ELSE}))[*_ ]{{0,3}}[:：]", re.IGNORECASE)
INLINE = re.compile(rf"[>\s](?:{IS_ELSE}) ?[:：]", re.IGNORECASE)
OF_MAILBOXES = re.compile(r"From \S+@\S+ .{10,40}\d{4}")
"""The line between two mails of a file (RFC 4155), which bsd-mailx quotes, too."""
MOST_RULES = 20
MAILS = phrase("quotes.mails")
OF_MAILS = re.compile(rf"[^\n]{{0,60}}?{MAILS}[^-_=\n]{{0,20}}", re.IGNORECASE)
RULES = re.compile(r"[-_=]{3,}")
"""``-----Original Message-----``, which some programs put on one line with the text before or after it."""
GROUPWISE = re.compile(r">>> .*\d.* >>>")
SURE = re.compile(r"\b\d{4}\b|\b\d{1,2}[:.]\d\d\b|Siegelpost", re.IGNORECASE)
"""Signs that a sentence is an attribution: a year, a time, our name. An address is one, too."""

LISTED_LINK = re.compile(r"(?:\[[0-9]{1,4}\]:?|[0-9]{1,4}[.:]) <?(?:https?|mailto):\S+", re.IGNORECASE)
LINKS = re.compile(r"(?:links|references|verweise|liens|références) ?:?", re.IGNORECASE)
"""The heading of such a list."""


class Row(NamedTuple):
    """A line; ``apart`` if it follows a blank one, a quote or a signature; ``signed`` if HTML marks it as part of a
    signature."""

    text: str
    apart: bool
    signed: bool = False


def written_lines(text: str, name: str = "") -> tuple[str, ...]:
    """Return the lines that a person wrote.

    :param name: the display name of their mails.
    """
    rows, names = _unquoted(text), {*_names(name)}
    found = [*_without_additions(rows, names)]
    if not found and any(row.signed for row in rows):
        found = [*_without_additions(rows, names, with_signed=True)]
    return tuple(line[: LONGEST_LINE + 1] for line in found[:MOST_LINES])


def quoted_lines(text: str) -> tuple[str, ...]:
    """Return the marked remaining lines of a letter that is quoted without any other text, if they are few: the sender
    has left the one that is meant."""
    lines = (line.lstrip("> ") for line in map(_bare, text.splitlines()[:MOST_WRITTEN]) if line.startswith(">"))
    found = [line for line in lines if line and not says_who_wrote(line)]
    return tuple(line[:LONGEST_LINE] for line in found) if len(found) <= FEW_QUOTED else ()


def signed_lines(text: str) -> frozenset[str]:
    """Return the lines of the signature marked by HTML, as :func:`bare_of_marks` returns them, except those that may
    change a meaning."""
    found = (row.text for row in _unquoted(text) if row.signed and not changes_something([row.text]))
    return frozenset(map(bare_of_marks, found))


def bare_of_marks(line: str) -> str:
    """Return a line without the plain-text marks that programs use for bold letters, pictures and links."""
    return without_marks(line).replace("*", "").strip("_ ")


# RFC 3676: lines that end in a blank go on.


def unflowed(text: str, *, joins: bool) -> str:
    """Return a ``format=flowed`` text with each paragraph as one line, keeping the depth of its quoting.

    :param joins: whether a line's final blank belongs to the format only (``DelSp=yes``).

    >>> unflowed("3 \\ndanke\\n >1\\n> a \\n>> b", joins=False).replace(OWN, "")
    '3 danke\\n>1\\n> a\\n>> b'
    """
    found: list[tuple[int, list[str]]] = []
    goes_on = False
    for line in text.split("\n"):
        body = line.rstrip("\r").lstrip(">")
        depth = len(line.rstrip("\r")) - len(body)
        body = body.removeprefix(" ")
        is_signature = body == "-- "
        if goes_on and found[-1][0] == depth and not is_signature:
            found[-1][1].append(body)
        else:
            found.append((depth, [body]))
        goes_on = body.endswith(" ") and not is_signature
        if goes_on and joins:
            found[-1][1][-1] = body[:-1]
    return "\n".join(_fixed(depth, "".join(pieces)) for depth, pieces in found)


def _fixed(depth: int, line: str) -> str:
    if depth:
        return f"{'>' * depth} {line}".rstrip()
    return f"{OWN}{line}" if line.lstrip().startswith(">") else line if line == "-- " else line.rstrip()


# What is quoted, and signatures below two hyphens.


def _unquoted(text: str) -> list[Row]:
    """Return the lines outside quotes and above any signature, up to the next quote."""
    found: list[Row] = []
    raw = text.splitlines()[:MOST_WRITTEN]
    lines = [_bare(line) for line in raw]
    marked = [bare.startswith((">", "|")) for bare in lines]
    place = seen = 0
    apart = is_below = signed = False
    while place < len(lines) and len(found) <= MOST_LINES:
        at, bare = place, lines[place].removeprefix(OWN).strip()
        place += 1
        if bare == QUOTED or (marked[at] and GROUPWISE.fullmatch(bare)):
            break
        if marked[at]:
            is_below = False
            if len(found) != seen:  # else it has been looked at
                _drop_attribution(found)
                seen = len(found)
        elif bare in (SIGNED, UNSIGNED):
            signed = bare == SIGNED
        elif SIGNATURE.fullmatch(raw[at]) and not (bare == raw[at] and _goes_on(raw[at + 1 :])):
            is_below = True
        elif bare and not is_below:
            own, begins = _before_quote(bare, lines[at + 1 : at + ATTRIBUTION])
            found += [Row(own[: MOST_OF_A_PARAGRAPH + 1], apart, signed)] if own else []
            apart = False
            if begins:
                _drop_rules(found)
                seen = len(found)
                end = len(lines) if found else _end_of_quote(raw, at)
                place = next((one for one in range(place, min(place + SOON, len(lines))) if marked[one]), end)
            continue
        apart = True
    _drop_links(found)
    return found


def _drop_links(found: list[Row]) -> None:
    """Take away the links that a program lists by number below a text, with the heading and the rule above them.

    Roundcube 1.6.5 does, below everything and without marks, also with those of the quote: ``[3] https://...``.
    """
    count = len(found)
    while found and LISTED_LINK.fullmatch(found[-1].text):
        found.pop()
    if len(found) < count:
        _drop_rules(found)
        if found and LINKS.fullmatch(found[-1].text):
            found.pop()


def _end_of_quote(lines: Sequence[str], at: int) -> int:
    """Return where a quote without marks that begins with a line ends, if nothing is typed above it.

    Mutt 2.2.12 and NeoMutt 20220429 quote nothing of a letter that is HTML alone, and write the sentence above it all the same.
    BSD's mail and GNU Mailutils indent what they quote by a tab.
    """
    line = _bare(lines[at]).removeprefix(OWN).strip()
    if lines[at].startswith("\t"):
        end = (place for place, one in enumerate(lines) if place > at and one.strip() and not one.startswith("\t"))
        return next(end, len(lines))
    is_sentence = line.endswith(":") and not HEADER.match(line)
    return at + 1 if is_sentence and len([one for one in lines[at + 1 :] if _bare(one)]) <= FEW_QUOTED else len(lines)


def _drop_rules(found: list[Row]) -> None:
    """Take away the rules above a quote."""
    while found and is_rule(found[-1].text):
        found.pop()


def _bare(line: str) -> str:
    return _composed(line.translate(UNSEEN)).strip("\u200e\u200f \t\xa0")


def _composed(line: str) -> str:
    """Return a line with letters and accents combined (NFC); one with very many accents is left as it is."""
    if line.isascii() or sum(map(bool, map(unicodedata.combining, line))) > MOST_ACCENTS:
        return line
    return unicodedata.normalize("NFC", line)


def _goes_on(below: Sequence[str]) -> bool:
    """Return whether the person's text continues below two hyphens, which without a blank begin no signature (RFC 3676,
    4.3)."""
    near = islice((line for line in below if line.strip()), NEAR)
    return any(not CHANGING.isdisjoint(words_of(line)) for line in near)


def _before_quote(line: str, below: Sequence[str]) -> tuple[str, bool]:
    """Return the sender's own part of a line, and whether a quote without marks begins in it or below it.

    >>> _before_quote("3-------- Original message --------From: Siegelpost <post@x.example>", [])
    ('3', True)
    >>> _before_quote("Von: mir aus die 3", ["An: alle"]), _before_quote("Von: Siegelpost", ["Gesendet: Montag", "An: Ann"])
    (('Von: mir aus die 3', False), ('', True))
    """
    for rule, closing in pairwise(islice(RULES.finditer(line), MOST_RULES)):
        behind = line[closing.end() :].lstrip()
        if OF_MAILS.fullmatch(line[rule.end() : closing.start()]) and (not behind or HEADER.match(behind)):
            return line[: rule.start()].rstrip(), True
    if _begins_with_headers([line, *below]) or _names_who_wrote(line, below):
        return "", True
    return line, False


def _begins_with_headers(lines: Sequence[str]) -> bool:
    """Return whether lines begin with another mail's header: its sender, and an address or two further headers."""
    lines = lines[1:] if len(lines) > 1 and OF_MAILBOXES.fullmatch(lines[0]) else lines
    first = HEADER.match(lines[0])
    if first is None:
        return False
    if first["who"] and "@" in lines[0] and len(INLINE.findall(lines[0])) > 1:
        return True
    headers = [(found, line) for line in lines if (found := HEADER.match(line)) is not None]
    kinds = {found[0].casefold() for found, _ in headers}
    if not any(found["who"] for found, _ in headers) or CHANGING & {
        *words_of(" ".join(line for _, line in headers[:2]))
    }:
        return False
    ours = ("@", "siegelpost")  # a person's own line names neither
    named = (line.casefold() for found, line in headers if found["who"])
    return len(kinds) > 2 or any(one in line for line in named for one in ours)


def _names_who_wrote(line: str, below: Sequence[str]) -> bool:
    """Return whether a line, joined with the next ones if wrapped, attributes the text below to its writer."""
    for count in range(ATTRIBUTION):
        if count and (count > len(below) or not below[count - 1] or ATTRIBUTION_BEGINS.match(below[count - 1])):
            return False
        whole = " ".join((line, *below[:count]))
        if says_who_wrote(whole) and ("@" in whole or SURE.search(whole)):
            return True
        if not (_begins_attribution(line) or (below and ONLY_A_MAIL.fullmatch(below[0]))):
            return False
    return False


def _begins_attribution(line: str) -> bool:
    """Return whether an attribution of several lines may begin with a line: a short one needs a date, for nothing wraps it."""
    return ATTRIBUTION_BEGINS.match(line) is not None and (len(line) >= BROKEN_FROM or SURE.search(line) is not None)


def _drop_attribution(found: list[Row]) -> None:
    """Remove "On Monday Siegelpost wrote:", which may take several lines; never a line that sets a condition."""
    if not found or not (
        found[-1].text.endswith(":")
        or SAYS_QUOTED.match(found[-1].text)
        or ("@" in found[-1].text and SURE.search(found[-1].text))
    ):
        return
    most = min(ATTRIBUTION, len(found))
    last = range(1, next((one for one in range(1, most) if found[-one].apart), most) + 1)
    count = next((one for one in last if _begins_attribution(found[-one].text)), 1)
    whole = " ".join(row.text for row in found[-count:])
    if CHANGING.isdisjoint(words_of(whole)) and (says_who_wrote(whole) or NAMES_OR_DATES.search(whole)):
        del found[-count:]


# What programs and companies add: footers, notices, logos, register entries. A mail program's line is matched whole, so that
# nothing a person wrote beside it goes with it; one that sets a condition is never taken for it. A notice is a paragraph that
# begins as notices do and speaks of at least two of their matters. In doubt it stays.


NOT_ASKING = frozenset({"how", "wie", "sans"})
"""Words of doubt that set no condition in a program's line: "how we process your data", "garanti sans virus"."""
LONGEST = 240
"""The most characters of a line added by a program: such lines are short."""
PROGRAMS = re.compile(
    rf"(?:{'|'.join((*phrases('footers.sent'), *phrases('footers.others')))})"
    rf"{phrase('footers.praised')}{phrase('footers.excused')}[.!:]?"
)
GATEWAYS, GLUED, PICTURE = regex("footers.gateways"), regex("footers.glued"), regex("footers.picture")
PHONE, REGISTER = regex("footers.phone"), regex("footers.register")
LINK = re.compile(
    r"<(?:https?|mailto|tel):[^<>\s]{0,500}>|\(\s?https?://[^()\s]{0,500}\s?\)|https?://\S{1,500}", re.IGNORECASE
)
NAMED_LINK = re.compile(r"\[([^\[\]]{1,80})\](?=\(\s?https?://)")
NOTICE, SHORT_NOTICE = regex("notices.notice"), regex("notices.short_notice")
MATTER = tuple(re.compile(one, re.IGNORECASE) for one in phrases("notices.matters"))
LEAST_WORDS, LEAST_MATTERS, MOST_OF_A_NOTICE = 6, 2, 4_000
"""The fewest words and topics of a notice, except for the short ones; and the most characters of it that are read."""


def without_marks(line: str) -> str:
    """Return a line without links and placeholders for pictures.

    >>> without_marks("Gesendet von Mail<https://x.example/?a> für Windows"), without_marks("[cid:image001.png@01DA]")
    ('Gesendet von Mail für Windows', '')
    """
    return " ".join(LINK.sub("", PICTURE.sub("", NAMED_LINK.sub(r"\1", line))).split())


def is_programs(line: str) -> bool:
    """Return whether a line is a program's own footer, or a placeholder for a picture.

    >>> is_programs("Von meinem iPhone gesendet"), is_programs("Sent from my iPad"), is_programs("Von meinem Feld")
    (True, True, False)
    >>> is_programs("Get Outlook for iOS<https://x.example/a>"), is_programs("Sent from home, but not if Ben passes")
    (True, False)
    """
    if len(line) > 4 * LONGEST:
        return False
    plain = without_marks(line)
    if not plain:
        return PICTURE.search(line) is not None or line.startswith("<")
    said = plain.casefold().strip("*_~ |")
    if GATEWAYS.fullmatch(plain) is not None:
        return True
    doubts = not (DOUBT - NOT_ASKING).isdisjoint(re.findall(r"[^\W\d_]+", said))
    return len(said) <= LONGEST and "?" not in said and PROGRAMS.fullmatch(said) is not None and not doubts


def without_glued(line: str) -> str:
    """Return a line without a program's footer glued to its end.

    >>> without_glued("3Sent from my Galaxy"), without_glued("JA Von meinem Galaxy gesendet"), without_glued("Gesendet von Ann")
    ('3', 'JA', 'Gesendet von Ann')
    """
    if len(line) > 4 * LONGEST:
        return line
    found = next((one for one in GLUED.finditer(line) if is_programs(one["footer"])), None)
    return line if found is None else line[: found.start()].rstrip()


def is_contact(line: str) -> bool:
    """Return whether a line gives only a telephone number, or the company details that the law requires.

    >>> is_contact("Tel. 030 1234567 | Mobil: +49 170 1234567"), is_contact("Amtsgericht Köln, HRB 1234"), is_contact("3 4 5")
    (True, True, False)
    """
    plain = without_marks(line)
    return len(plain) <= LONGEST and (PHONE.fullmatch(plain) is not None or REGISTER.match(plain) is not None)


def notice_at(paragraph: Sequence[str]) -> int:
    """Return the index of the line where a company's notice begins, which takes the rest of the paragraph, or the
    number of lines.

    >>> notice_at(["Ann", "This e-mail is confidential. If you are not the", "intended recipient, please delete it."])
    1
    >>> notice_at(["Diese E-Mail ist vertraulich."]), notice_at(["Diese Nachricht ist vertraulich, aber nur, wenn Ben passt."])
    (0, 1)
    """
    begins = [place for place, line in enumerate(paragraph) if NOTICE.match(line) or SHORT_NOTICE.fullmatch(line)]
    if not begins:
        return len(paragraph)
    whole = " ".join(paragraph[begins[0] :])[:MOST_OF_A_NOTICE]
    # Each matter is looked for once, however many lines begin as notices do.
    last = [max((found.start() for found in one.finditer(whole)), default=-1) for one in MATTER]
    at, before = 0, begins[0]
    for place in begins:
        at += sum(len(line) + 1 for line in paragraph[before:place])
        before = place
        if SHORT_NOTICE.fullmatch(paragraph[place]):
            return place
        if (
            len(whole[at:].split(maxsplit=LEAST_WORDS)) >= LEAST_WORDS
            and sum(one >= at for one in last) >= LEAST_MATTERS
        ):
            return place
    return len(paragraph)


def _without_additions(rows: Iterable[Row], names: set[str], *, with_signed: bool = False) -> Iterator[str]:
    """Yield the lines other than those added by a program or a company.

    A name or a telephone number is part of a signature only below other text. Lines that HTML marks as a signature are
    kept where they may change a meaning, and with ``with_signed`` in any case.
    """
    has_begun, paragraphs = False, list[list[Row]]()
    for row in rows:
        paragraphs += [[]] if row.apart or not paragraphs else []
        paragraphs[-1].append(row)
    for count, paragraph in enumerate(paragraphs):
        end = notice_at([row.text for row in paragraph]) if count < MOST_PARAGRAPHS else None
        for row in paragraph[:end]:
            own = without_glued(row.text)
            if not own or is_programs(own) or (row.signed and not with_signed and not changes_something([own])):
                continue
            if has_begun and (is_contact(own) or " ".join(words_of(own)) in names):
                continue
            has_begun = True
            yield own


def _names(name: str) -> Iterator[str]:
    """Yield the ways in which a person with this name signs: the whole name, its first word, or its last word."""
    words = words_of(name) if "@" not in name else []
    for one in (words, words[:1], words[-1:], words[::-1]):
        if sum(map(len, one)) > 1:
            yield " ".join(one)

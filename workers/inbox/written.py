"""The lines of a text that a person wrote: none that are quoted, none that a program or a company has added. Pure.

Quoted text is known by its marks, or by the header or the sentence that programs put above it; that needs an address, a date or
several headers, so that what a person writes is not taken for it. What may be either stays, and is asked about where it matters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from workers.inbox.words import (
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
"""Lines of a text that are looked at, quoted ones included."""
LONGEST_LINE = 600
MOST_OF_A_PARAGRAPH = 10 * LONGEST_LINE
"""Characters of a line before notices are looked for, which may be one line each."""
FEW_QUOTED = 3
"""Lines of a letter that somebody may have left as what they mean: a choice is one line, or broken into a few."""
MOST_PARAGRAPHS = 60
"""Paragraphs that may be notices."""
MOST_ACCENTS = 100
"""Combining characters of a line that are put in order: that takes time by the square of how many stand together."""
ATTRIBUTION = 4
"""How many lines before quoted text may say whose it is."""
UNSEEN = dict.fromkeys(map(ord, "\u00ad\u180e\u200b\u2060\ufeff"))
"""Characters that show nothing, not even in another order: where a word may be broken, and marks of encodings."""
NAMES_OR_DATES = re.compile(r"[@<>\d]|Siegelpost")
ATTRIBUTION_BEGINS = regex("quotes.attribution_begins")
NEAR = 3
"""How many lines below two hyphens may show that these begin no signature."""
SIGNATURE = re.compile(r"--\s?")
OWN = "\ue030"
"""Stands before a line that is not quoted, whatever it begins with (RFC 3676, 4.4); no font shows it."""
QUOTED = "\ue032"
"""Stands alone where HTML says that all below is quoted; no font shows it."""
SIGNED, UNSIGNED = "\ue033", "\ue034"
"""Stand alone before and behind what HTML says is a signature; no font shows them."""
SOON = 8
"""How many lines below one that begins a quote its marks may begin."""
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
"""``-----Original Message-----``, which some programs put into a line with what follows or precedes it."""
GROUPWISE = re.compile(r">>> .*\d.* >>>")
SURE = re.compile(r"\b\d{4}\b|\b\d{1,2}[:.]\d\d\b|Siegelpost", re.IGNORECASE)
"""What shows that a sentence says who wrote a mail: a year, a time, our name. An address does, too."""


class Row(NamedTuple):
    """A line; ``apart`` if a blank one, a quote or a signature stands before it; ``signed`` if HTML says it is part of one."""

    text: str
    apart: bool
    signed: bool = False


def written_lines(text: str, name: str = "") -> tuple[str, ...]:
    """Return the lines that a person wrote.

    :param name: the name of their mails.
    """
    rows, names = _unquoted(text), {*_names(name)}
    found = [*_without_additions(_paragraphs(rows), names)]
    if not found and any(row.signed for row in rows):
        found = [*_without_additions(_paragraphs(rows), names, with_signed=True)]
    return tuple(line[: LONGEST_LINE + 1] for line in found[:MOST_LINES])


def quoted_lines(text: str) -> tuple[str, ...]:
    """Return what of a letter stands alone in a text, by its marks, if that is little: somebody has left what they mean."""
    lines = (line.lstrip("> ") for line in map(_bare, text.splitlines()[:MOST_WRITTEN]) if line.startswith(">"))
    found = [line for line in lines if line and not says_who_wrote(line)]
    return tuple(line[:LONGEST_LINE] for line in found) if len(found) <= FEW_QUOTED else ()


def signed_lines(text: str) -> frozenset[str]:
    """Return the lines of the signature that HTML marks, as :func:`bare_of_marks` has them; none that may change something."""
    found = (row.text for row in _unquoted(text) if row.signed and not changes_something([row.text]))
    return frozenset(map(bare_of_marks, found))


def bare_of_marks(line: str) -> str:
    """Return a line without what programs make of bold letters, pictures and links in plain text."""
    return without_marks(line).replace("*", "").strip("_ ")


# RFC 3676: lines that end in a blank go on.


def unflowed(text: str, *, joins: bool) -> str:
    """Return a text in ``format=flowed`` with its paragraphs as one line each, by how deep they are quoted.

    :param joins: whether the blank that ends a line belongs to the format alone (``DelSp=yes``).

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
    """Return the lines that are not quoted and stand below no two hyphens, up to the next quote."""
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
    return found


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
    """Return a line with letters and their accents as one character (NFC); one with very many accents stays as it is."""
    if line.isascii() or sum(map(bool, map(unicodedata.combining, line))) > MOST_ACCENTS:
        return line
    return unicodedata.normalize("NFC", line)


def _goes_on(below: Sequence[str]) -> bool:
    """Return whether somebody writes on below two hyphens, which begin no signature without a blank (RFC 3676, 4.3)."""
    near = islice((line for line in below if line.strip()), NEAR)
    return any(not CHANGING.isdisjoint(words_of(line)) for line in near)


def _before_quote(line: str, below: Sequence[str]) -> tuple[str, bool]:
    """Return what of a line its sender wrote, and whether a quote without marks begins in it or below it.

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
    """Return whether lines begin with the header of another mail: one that says whose it is, and an address or two others."""
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
    return len(kinds) > 2 or any(found["who"] and "@" in line for found, line in headers)


def _names_who_wrote(line: str, below: Sequence[str]) -> bool:
    """Return whether a line, with the next ones where it is broken, says who wrote what stands below."""
    for count in range(ATTRIBUTION):
        if count and (count > len(below) or not below[count - 1] or ATTRIBUTION_BEGINS.match(below[count - 1])):
            return False
        whole = " ".join((line, *below[:count]))
        if says_who_wrote(whole) and ("@" in whole or SURE.search(whole)):
            return True
        if not ATTRIBUTION_BEGINS.match(line):
            return False
    return False


def _drop_attribution(found: list[Row]) -> None:
    """Take away "On Monday Siegelpost wrote:", which may be broken into several lines; never what sets a condition."""
    if not found or not found[-1].text.endswith(":"):
        return
    last = range(1, min(ATTRIBUTION, len(found)) + 1)
    count = next((one for one in last if ATTRIBUTION_BEGINS.match(found[-one].text)), 1)
    whole = " ".join(row.text for row in found[-count:])
    if CHANGING.isdisjoint(words_of(whole)) and (says_who_wrote(whole) or NAMES_OR_DATES.search(whole)):
        del found[-count:]


# What programs and companies add: footers, notices, logos, register entries. A mail program's line is matched whole, so that
# nothing a person wrote beside it goes with it; one that sets a condition is never taken for it. A notice is a paragraph that
# begins as notices do and speaks of at least two of their matters. In doubt it stays.


NOT_ASKING = frozenset({"how", "wie"})
"""Words of questions that without a question mark set no condition: "how we process your data"."""
LONGEST = 240
"""Characters of a line that may be a program's: their own are shorter."""
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
"""Words and matters that a notice has at least, but for the short ones; and characters of it that are looked at."""


def without_marks(line: str) -> str:
    """Return a line without links and what stands for pictures.

    >>> without_marks("Gesendet von Mail<https://x.example/?a> für Windows"), without_marks("[cid:image001.png@01DA]")
    ('Gesendet von Mail für Windows', '')
    """
    return " ".join(LINK.sub("", PICTURE.sub("", NAMED_LINK.sub(r"\1", line))).split())


def is_programs(line: str) -> bool:
    """Return whether a line is what a program writes into each mail about itself, or stands for a picture.

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
    return len(said) <= LONGEST and "?" not in said and PROGRAMS.fullmatch(said) is not None and not _doubts(said)


def _doubts(said: str) -> bool:
    return not (DOUBT - NOT_ASKING).isdisjoint(re.findall(r"[^\W\d_]+", said))


def without_glued(line: str) -> str:
    """Return a line without a program's footer that stands right behind what was typed.

    >>> without_glued("3Sent from my Galaxy"), without_glued("JA Von meinem Galaxy gesendet"), without_glued("Gesendet von Ann")
    ('3', 'JA', 'Gesendet von Ann')
    """
    if len(line) > 4 * LONGEST:
        return line
    found = next((one for one in GLUED.finditer(line) if is_programs(one["footer"])), None)
    return line if found is None else line[: found.start()].rstrip()


def is_contact(line: str) -> bool:
    """Return whether a line gives a telephone number and no more, or says what the law has companies write.

    >>> is_contact("Tel. 030 1234567 | Mobil: +49 170 1234567"), is_contact("Amtsgericht Köln, HRB 1234"), is_contact("3 4 5")
    (True, True, False)
    """
    plain = without_marks(line)
    return len(plain) <= LONGEST and (PHONE.fullmatch(plain) is not None or REGISTER.match(plain) is not None)


def notice_at(paragraph: Sequence[str]) -> int:
    """Return the line of a paragraph at which a company's notice begins, which then is the rest of it; or how many lines it has.

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


def _paragraphs(rows: Iterable[Row]) -> list[list[Row]]:
    found: list[list[Row]] = []
    for row in rows:
        if row.apart or not found:
            found.append([])
        found[-1].append(row)
    return found


def _without_additions(
    paragraphs: Sequence[Sequence[Row]], names: set[str], *, with_signed: bool = False
) -> Iterator[str]:
    """Yield the lines without those that a program or a company has added.

    A name or a telephone number is part of a signature only below something that was written. What HTML says is one counts
    where it may change something, and ``with_signed`` in any case.
    """
    has_begun = False
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
    """Yield how somebody with this name signs: with all of it, or with the first or the last word."""
    words = words_of(name) if "@" not in name else []
    for one in (words, words[:1], words[-1:], words[::-1]):
        if sum(map(len, one)) > 1:
            yield " ".join(one)

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

from workers.inbox.footers import is_contact, is_programs, notice_at, without_glued, without_marks
from workers.inbox.vocabulary import CHANGING
from workers.inbox.words import changes_something, is_rule, says_who_wrote, words_of

MOST_LINES = 200
MOST_WRITTEN = 10 * MOST_LINES
"""Lines of a text that are looked at, quoted ones included."""
LONGEST_LINE = 600
MOST_OF_A_PARAGRAPH = 10 * LONGEST_LINE
"""Characters of a line before notices are looked for, which may be one line each."""
MOST_PARAGRAPHS = 60
"""Paragraphs that may be notices."""
MOST_ACCENTS = 100
"""Combining characters of a line that are put in order: that takes time by the square of how many stand together."""
ATTRIBUTION = 4
"""How many lines before quoted text may say whose it is."""
UNSEEN = dict.fromkeys(map(ord, "\u00ad\u180e\u200b\u2060\ufeff"))
"""Characters that show nothing, not even in another order: where a word may be broken, and marks of encodings."""
NAMES_OR_DATES = re.compile(r"[@<>\d]|Siegelpost")
ATTRIBUTION_BEGINS = re.compile(r"(on|am|le|el|il|op|den|em|w dniu)\b", re.IGNORECASE)
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
IS_WHO = (
    r"von|from|de|da|van|od|från|fra|lähettäjä|feladó|kimden|gönderen|expéditeur|remitente|mittente|afzender|от|від|από"
    r"|发件人|寄件者|差出人|보낸 사람"
)
IS_ELSE = (
    r"gesendet|sent|datum|date|an|to|cc|kopie|betreff|subject|reply-to|antwort an|à|objet|envoyé|para|asunto|enviado|fecha"
    r"|a|oggetto|inviato|data|aan|onderwerp|verzonden|do|temat|wysłano|till|ämne|skickat|til|emne|sendt|dato"
    r"|vastaanottaja|aihe|lähetetty|komu|předmět|címzett|tárgy|küldve|kime|konu|tarih|кому|тема|дата|отправлено"
    r"|надіслано|προς|θέμα|收件人|收件者|主题|主旨|宛先|件名|받는 사람|제목"
)
"""Names of headers in the languages of mail programs: whose mail it is, and others."""
HEADER = re.compile(rf"[*_]{{0,2}}(?:(?P<who>{IS_WHO})|(?P<other>{IS_ELSE}))[*_ ]{{0,3}}[:：]", re.IGNORECASE)
INLINE = re.compile(rf"[>\s](?:{IS_ELSE}) ?[:：]", re.IGNORECASE)
MOST_RULES = 20
MAILS = (
    r"(?:message|nachricht|e-?mail|mail|mensaje|messaggio|bericht|wiadomość|mensagem|meddelan?d?e?|meddelelse|melding|zpráva|üzenet|mesaj|viesti"
    r"|сообщение|повідомлення|μήνυμα|wrote|schrieb|邮件|郵件|メッセージ|메시지|메일)"
)
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
                place = next((one for one in range(place, min(place + SOON, len(lines))) if marked[one]), len(lines))
            continue
        apart = True
    return found


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


# What programs and companies add.


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


__all__ = [
    "LONGEST_LINE",
    "MOST_LINES",
    "MOST_WRITTEN",
    "QUOTED",
    "SIGNED",
    "UNSIGNED",
    "bare_of_marks",
    "signed_lines",
    "unflowed",
    "written_lines",
]

"""What a mail that came in says: who sends it, whether a machine wrote it, and the lines that a person wrote. Pure.

Everything here is hostile until shown otherwise. :mod:`workers.replies.parts` takes a mail apart within bounds; headers come
first, and a mail that is nobody's answer by them is not read further. They are read as plain text and never decoded (but the name
before an address, which nothing is judged by). Attachments are not looked at.

Quoted text is known by its marks alone. General parsers of replies were tried and left out: the best kept one takes ten
seconds for 8 kB of "On On On ...". They are not needed either, since nothing is read beyond the lines that are commands.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header
from functools import cache
from itertools import islice

import inscriptis
from inscriptis.model.config import ParserConfig
from inscriptis.model.html_document_state import HtmlDocumentState
from inscriptis.model.tag import CustomHtmlTagHandlerMapping
from lxml import etree, html

from service.accounts.mail_address import MAIL, mailbox_of
from workers.replies.automatic import marks_of
from workers.replies.list_numbers import ORDERED, UNCLEAR, show_markers
from workers.replies.parts import MOST_PARTS, MOST_TEXT, Headers, Mail, Part, decoded, within_bounds
from workers.replies.plain_speech import words_of
from workers.replies.quoting import own_lines, says_who_wrote
from workers.replies.word_tables import CHANGING

MOST_LINES = 200
MOST_WRITTEN = 10 * MOST_LINES
"""Lines of a text that are looked at, quoted ones included."""
LONGEST_LINE = 600
MOST_ACCENTS = 100
"""Combining characters of a line that are put in order: that takes time by the square of how many stand together."""
ATTRIBUTION = 4
"""How many lines before quoted text may say whose it is."""
UNSEEN = dict.fromkeys(map(ord, "\u00ad\u180e\u200b\u2060\ufeff"))
"""Characters that show nothing, not even in another order: where a word may be broken, and marks of encodings."""
NAMES_OR_DATES = re.compile(r"[@<>\d]|Siegelpost")
ATTRIBUTION_BEGINS = re.compile(r"(on|am|le|el|il|op|den|em|w dniu)\b", re.IGNORECASE)
TABLE = ("table", "tr", "td", "th")
"""HTML elements whose text would be filled up with blanks, each line to the widest of its column and once more for each table
around it: their cells are read one below the other instead."""
QUOTE = ("blockquote", "style", "script", "head", "title")
"""HTML elements that hold nothing that the sender wrote now."""
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
ONE_MAILBOX = re.compile(r"[^<>]{0,500}<([^<>\s,;]{3,254})>|([^<>\s,;\"()]{3,254})")
"""What ``From`` may look like: an address, or a name and an address in angle brackets. Nothing that two programs read as two."""
NEAR = 3
"""How many lines below two hyphens may show that these begin no signature."""
SIGNATURE = re.compile(r"--\s?")
MARKER = "marker"
"""The attribute of list items by which their markers reach :func:`_begin_item`."""
LEADING = re.compile(r"\W{0,3}?([0-9]{1,9})")
"""A number at the beginning of a line, whatever stands around it."""


@dataclass(frozen=True)
class Incoming:
    """A mail: ``key`` tells it from all others, ``message_id`` is empty where it has none that can be quoted.

    ``sender`` is the one address of ``From`` in lower case, empty if there is not exactly one. ``automatic`` is the header that
    shows that no person sent it, ``doubtful`` one that only may mean so. ``lines`` are what the sender wrote, without quotes,
    signature and blank lines.
    """

    key: str
    message_id: str
    sender: str
    automatic: str
    results: tuple[str, ...]
    """The values of ``Authentication-Results``, whole and folded as they came, the newest first."""
    lines: tuple[str, ...]
    display: str = ""
    """The name that stands before that address, as its sender has written it; empty where there is none."""
    answered: str = ""
    """The Message-ID of the mail that it answers, as it says itself; empty where it says none."""
    doubtful: str = ""
    numbers_unclear: bool = False
    """Whether nobody can tell which number its reader sees before a line: its forms disagree, or styles may change it."""


def read(raw: bytes, envelope_from: str, mailbox: str = "") -> Incoming:
    """Return what a mail says.

    :param mailbox: only a person's mail from there is read further than its headers; empty: from anywhere.
    :raises Refused: when it is beyond the bounds.
    """
    mail = Mail(raw)
    headers = [(name, _plain(value)) for name, value in mail.headers]
    message_id, sender = _first(headers, "message-id"), _sender(headers)
    automatic, doubtful = marks_of(headers, envelope_from, sender)
    is_read = not automatic and (not mailbox or (sender != "" and mailbox_of(sender) == mailbox_of(mailbox)))
    lines, numbers_unclear = _read_lines(mail.whole()) if is_read else ((), False)
    return Incoming(
        key=_key(message_id, headers, raw),
        message_id=message_id if MESSAGE_ID.fullmatch(message_id) else "",
        sender=sender,
        automatic=automatic,
        results=tuple(value for name, value in mail.headers if name == "authentication-results"),
        lines=lines,
        display=_display(headers),
        answered=_answered(headers),
        doubtful=doubtful,
        numbers_unclear=numbers_unclear,
    )


def _plain(value: str) -> str:
    return " ".join(value.encode("utf-8", "replace").decode("utf-8").split())[:2_000]


def _first(headers: Headers, name: str) -> str:
    return next((value for one, value in headers if one == name), "")


def _answered(headers: Headers) -> str:
    """Return which mail is answered: the one that ``In-Reply-To`` names, else the last of the thread (RFC 5322, 3.6.4)."""
    named = (
        MESSAGE_ID.findall(_first(headers, "in-reply-to"))[:1] or MESSAGE_ID.findall(_first(headers, "references"))[-1:]
    )
    return named[0] if named else ""


def _key(message_id: str, headers: Headers, raw: bytes) -> str:
    """Return what a mail and the copies of it that mail servers make have in common."""
    if message_id:
        return hashlib.sha256(message_id.encode("utf-8", "replace")).hexdigest()
    told = "".join(_first(headers, one) for one in ("date", "from", "subject")).encode("utf-8", "replace")
    body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
    return hashlib.sha256(told + b"\0" + body).hexdigest()


def _sender(headers: Headers) -> str:
    values = [value for name, value in headers if name == "from"]
    if len(values) != 1:
        return ""  # two of them: each reader would believe another one
    found = ONE_MAILBOX.fullmatch(values[0])
    address = "" if found is None else (found[1] or found[2]).lower()
    return address if MAIL.fullmatch(address) else ""


def _display(headers: Headers) -> str:
    """Return the name before the address of ``From``; encoded words (RFC 2047) are decoded, broken ones make it empty."""
    written = _first(headers, "from").rpartition("<")[0].strip()[:LONGEST_LINE]
    try:
        words = decode_header(written)
    except (HeaderParseError, ValueError):
        return ""
    found = (word if isinstance(word, str) else decoded(word, charset or "utf-8") for word, charset in words)
    return " ".join("".join(found)[:LONGEST_LINE].split())


def _read_lines(mail: Part) -> tuple[tuple[str, ...], bool]:
    """Return the lines that the sender wrote, and whether it is unclear which numbers these begin with."""
    reduced = cache(_reduced)  # for this mail: both forms of it may have the same parts
    lines = _all_lines(_texts(mail, reduced))
    unclear = any(UNCLEAR in line for line in own_lines(lines))
    if not unclear and any(part.kind == "multipart/alternative" for part in mail.walk()):
        unclear = _disagree(lines, _all_lines(_texts(mail, reduced, marked_up=True)))
    shown = (line.replace(UNCLEAR, "?").replace(ORDERED, "").strip() for line in lines)
    return tuple(line for line in shown if line), unclear


def _all_lines(texts: Sequence[str]) -> list[str]:
    return [line for text in texts for line in _lines(text)][:MOST_LINES]


def _disagree(plain: Sequence[str], marked_up: Sequence[str]) -> bool:
    """Return whether two forms of one text begin with different numbers; with lists, whether any of their lines does.

    Without a list only the first line counts: plain text is broken into lines anywhere, and one may begin with a number by that.
    """
    plain, marked_up = own_lines(plain), own_lines(marked_up)
    if any(UNCLEAR in line for line in marked_up):
        return True
    if any(ORDERED in line for line in marked_up):
        return _numbers(plain) != _numbers(marked_up)
    first, shown = _numbers(plain[:1]), _numbers(marked_up[:1])
    return bool(first and shown) and first != shown


def _numbers(lines: Sequence[str]) -> list[int]:
    """Return the numbers that lines begin with.

    >>> _numbers(["3. danke", "[2]", "LG Ann", "#4"])
    [3, 2, 4]
    """
    return [int(found[1]) for line in lines if (found := LEADING.match(line.replace(ORDERED, "")))]


def _texts(mail: Part, reduced: Callable[[str], str], *, marked_up: bool = False) -> list[str]:
    """Return what the sender wrote: all texts that the mail shows one below the other, each in one of its forms.

    :param marked_up: of several forms that with markup, as most readers see it.

    A picture between two paragraphs makes two parts of them, and what stands in the second must not vanish. A text with the name
    of a file is the sender's only where there is no other: gateways of phones send such.
    """
    own = list(islice(_own_parts(mail, marked_up=marked_up), MOST_PARTS))
    shown, left = list[tuple[str, set[str]]](), MOST_TEXT
    for part in [one for one in own if not one.has_filename] or own:
        text = part.text[:left]
        left -= len(text)
        text = text if part.kind == "text/plain" else reduced(text)
        lines = {line.strip() for line in text.splitlines()[:MOST_WRITTEN]} - {""}
        if not any(lines <= before for _, before in shown):
            shown.append((text, lines))
    return [text for text, _ in shown]


def _own_parts(part: Part, *, marked_up: bool) -> Iterator[Part]:
    """Yield the texts that the sender may have written: nothing attached, and nothing of another mail inside this one.

    Of alternatives the one that is plain text alone, else the first that says something; ``marked_up``: the first with markup.
    """
    if part.is_attached:
        return
    if part.kind in ("text/plain", "text/html") and part.text.strip():
        yield part
    inside = [list(_own_parts(one, marked_up=marked_up)) for one in part.inside]
    if part.kind == "multipart/alternative":
        inside = sorted((one for one in inside if one), key=_has_markup, reverse=marked_up)[:1]
    for parts in inside:
        yield from parts


def _has_markup(parts: Sequence[Part]) -> bool:
    return any(part.kind != "text/plain" for part in parts)


def _reduced(text: str) -> str:
    """Return HTML as text without quotes, with the numbers of its lists as they are shown (by itself ``inscriptis`` counts all
    lists from 1). Attributes go first: styles could ask for millions of blank lines.
    """
    try:
        tree = html.document_fromstring(
            within_bounds(text).replace("\0", "").encode("utf-8"), parser=html.HTMLParser(encoding="utf-8")
        )
    except (etree.ParserError, etree.XMLSyntaxError):
        return ""
    markers = show_markers(tree)
    etree.strip_elements(tree, *QUOTE, etree.Comment, with_tail=False)
    for element in tree.iter():
        quoted = "quote" in str(element.get("class") or "").lower() or "quote" in str(element.get("id") or "").lower()
        element.attrib.clear()
        element.tag = "div" if element.tag in TABLE else element.tag
        if quoted:
            del element[:]
            element.text = None
    for item, marker in markers.items():
        item.set(MARKER, marker)
    shown = ParserConfig(custom_html_tag_handler_mapping=CustomHtmlTagHandlerMapping({"li": _begin_item}, {}))
    return str(inscriptis.Inscriptis(tree, shown).get_text())[:MOST_TEXT]


def _begin_item(state: HtmlDocumentState, attributes: Mapping[str, str]) -> None:
    """Begin a list item with its own marker."""
    state.tags[-1].list_bullet = attributes.get(MARKER, "")
    state.tags[-1].write("")


def _lines(text: str) -> tuple[str, ...]:
    """Return the lines that the sender wrote: none that are quoted or say who is quoted, nothing from the signature on."""
    found: list[str] = []
    written, seen = text.splitlines()[:MOST_WRITTEN], 0
    for place, line in enumerate(written):
        bare = _composed(line.translate(UNSEEN)).strip("\u200e\u200f \t\xa0")
        if bare.startswith((">", "|")):
            if len(found) != seen:  # else it has been looked at
                _drop_attribution(found)
                seen = len(found)
        elif SIGNATURE.fullmatch(line) and not (bare == line and _goes_on(written[place + 1 :])):
            break
        elif bare:
            found.append(bare[: LONGEST_LINE + 1])
        if len(found) > MOST_LINES:
            break
    return tuple(found[:MOST_LINES])


def _composed(line: str) -> str:
    """Return a line with letters and their accents as one character (NFC); one with very many accents stays as it is."""
    if line.isascii() or sum(map(bool, map(unicodedata.combining, line))) > MOST_ACCENTS:
        return line
    return unicodedata.normalize("NFC", line)


def _goes_on(below: Sequence[str]) -> bool:
    """Return whether somebody writes on below two hyphens, which begin no signature without a blank (RFC 3676, 4.3)."""
    near = islice((line for line in below if line.strip()), NEAR)
    return any(not CHANGING.isdisjoint(words_of(line)) for line in near)


def _drop_attribution(found: list[str]) -> None:
    """Take away "On Monday Siegelpost wrote:", which may be broken into several lines; never what sets a condition."""
    if not found or not found[-1].endswith(":"):
        return
    last = range(1, min(ATTRIBUTION, len(found)) + 1)
    count = next((one for one in last if ATTRIBUTION_BEGINS.match(found[-one])), 1)
    whole = " ".join(found[-count:])
    if CHANGING.isdisjoint(words_of(whole)) and (says_who_wrote(whole) or NAMES_OR_DATES.search(whole)):
        del found[-count:]


__all__ = ["Incoming", "read"]

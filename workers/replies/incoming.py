"""What a mail that came in says: who sends it, whether a machine wrote it, and the lines that a person wrote. Pure.

Everything here is hostile until shown otherwise. Sizes are bounded before anything is taken apart, headers are read as plain
text and never decoded (but the name before an address, which nothing is judged by), attachments are not looked at.

Quoted text is known by its marks alone. General parsers of replies were tried and left out: the best kept one takes ten
seconds for 8 kB of "On On On ...". They are not needed either, since nothing is read beyond the lines that are commands.
"""

from __future__ import annotations

import email
import email.policy
import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from itertools import islice

import inscriptis
from inscriptis.model.config import ParserConfig
from inscriptis.model.html_document_state import HtmlDocumentState
from inscriptis.model.tag import CustomHtmlTagHandlerMapping
from lxml import etree, html

from service.accounts.mail_address import MAIL
from workers.replies.automatic import marks_of
from workers.replies.list_numbers import ORDERED, UNCLEAR, show_markers
from workers.replies.plain_speech import words_of
from workers.replies.quoting import own_lines, says_who_wrote
from workers.replies.word_tables import CHANGING

MOST_BYTES = 2_000_000
"""Bytes of a mail: what a mail program makes of a letter that it quotes, picture included."""
MOST_PARTS = 40
MOST_COMPARED = 4_000_000
"""Lines of a mail, times its boundaries: each line is compared with each boundary of the parts it may be in."""
MOST_HEADER = 100_000
"""Bytes of the header block."""
MOST_TEXT = 60_000
"""Characters of a part that are looked at."""
MOST_LINES = 200
LONGEST_LINE = 600
ATTRIBUTION = 4
"""How many lines before quoted text may say whose it is."""
UNSEEN = dict.fromkeys(map(ord, "\u00ad\u180e\u200b\u2060\ufeff"))
"""Characters that show nothing, not even in another order: where a word may be broken, and marks of encodings."""
NAMES_OR_DATES = re.compile(r"[@<>\d]|Siegelpost")
ATTRIBUTION_BEGINS = re.compile(r"(on|am|le|el|il|op|den|em|w dniu)\b", re.IGNORECASE)
QUOTE = ("blockquote", "style", "script", "head", "title")
"""HTML elements that hold nothing that the sender wrote now."""
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
ONE_MAILBOX = re.compile(r"[^<>]{0,500}<([^<>\s,;]{3,254})>|([^<>\s,;\"()]{3,254})")
"""What ``From`` may look like: an address, or a name and an address in angle brackets. Nothing that two programs read as two."""
NEAR = 3
"""How many lines below two hyphens may show that these begin no signature."""
SIGNATURE = re.compile(r"--\s?")
BOUNDARY = re.compile(rb"boundary\s*=", re.IGNORECASE)
MARKER = "marker"
"""The attribute of list items by which their markers reach :func:`_begin_item`."""
LEADING = re.compile(r"\W{0,3}?([0-9]{1,9})")
"""A number at the beginning of a line, whatever stands around it."""


class Refused(ValueError):
    """A mail that cannot be taken apart within bounds; the message says why, and never what is in it."""


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
    """The values of ``Authentication-Results``, the newest first."""
    lines: tuple[str, ...]
    display: str = ""
    """The name that stands before that address, as its sender has written it; empty where there is none."""
    answered: str = ""
    """The Message-ID of the mail that it answers, as it says itself; empty where it says none."""
    doubtful: str = ""
    numbers_unclear: bool = False
    """Whether nobody can tell which number its reader sees before a line: its forms disagree, or styles may change it."""


def read(raw: bytes, envelope_from: str) -> Incoming:
    """Return what a mail says; :raises Refused: when it is beyond the bounds."""
    head = raw[: MOST_HEADER + 4]
    if len(raw) > MOST_BYTES:
        raise Refused("the mail is too large")
    if not re.search(rb"\r?\n\r?\n", head):
        raise Refused("the header of the mail is too long, or there is nothing but a header")
    boundaries = len(BOUNDARY.findall(raw))
    if (
        boundaries > MOST_PARTS
        or raw.count(b"\n--") > 4 * MOST_PARTS + 2_000
        or boundaries * raw.count(b"\n") > MOST_COMPARED
    ):
        raise Refused("the mail has too many parts")
    try:
        message = email.message_from_bytes(raw, policy=email.policy.compat32)
        headers = [(name.lower(), _plain(value)) for name, value in message.raw_items()]
        lines, numbers_unclear = _read_lines(message)
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
        raise Refused(f"the mail cannot be read ({type(error).__name__})") from None
    message_id, sender = _first(headers, "message-id"), _sender(headers)
    automatic, doubtful = marks_of(headers, envelope_from, sender)
    return Incoming(
        key=_key(message_id, headers, raw),
        message_id=message_id if MESSAGE_ID.fullmatch(message_id) else "",
        sender=sender,
        automatic=automatic,
        results=tuple(value for name, value in headers if name == "authentication-results"),
        lines=lines,
        display=_display(headers),
        answered=_answered(headers),
        doubtful=doubtful,
        numbers_unclear=numbers_unclear,
    )


def _plain(value: object) -> str:
    return " ".join(str(value).encode("utf-8", "replace").decode("utf-8").split())[:2_000]


def _first(headers: list[tuple[str, str]], name: str) -> str:
    return next((value for one, value in headers if one == name), "")


def _answered(headers: list[tuple[str, str]]) -> str:
    """Return which mail is answered: the one that ``In-Reply-To`` names, else the last of the thread (RFC 5322, 3.6.4)."""
    named = (
        MESSAGE_ID.findall(_first(headers, "in-reply-to"))[:1] or MESSAGE_ID.findall(_first(headers, "references"))[-1:]
    )
    return named[0] if named else ""


def _key(message_id: str, headers: list[tuple[str, str]], raw: bytes) -> str:
    """Return what a mail and the copies of it that mail servers make have in common."""
    if message_id:
        return hashlib.sha256(message_id.encode("utf-8", "replace")).hexdigest()
    told = "".join(_first(headers, one) for one in ("date", "from", "subject")).encode("utf-8", "replace")
    body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
    return hashlib.sha256(told + b"\0" + body).hexdigest()


def _sender(headers: list[tuple[str, str]]) -> str:
    values = [value for name, value in headers if name == "from"]
    if len(values) != 1:
        return ""  # two of them: each reader would believe another one
    found = ONE_MAILBOX.fullmatch(values[0])
    address = "" if found is None else (found[1] or found[2]).lower()
    return address if MAIL.fullmatch(address) else ""


def _display(headers: list[tuple[str, str]]) -> str:
    """Return the name before the address of ``From``; encoded words (RFC 2047) are decoded, and what cannot be is nothing."""
    written = _first(headers, "from").rpartition("<")[0].strip()[:LONGEST_LINE]
    try:
        return str(make_header(decode_header(written)))[:LONGEST_LINE].strip()
    except (HeaderParseError, LookupError, ValueError):
        return ""


def _read_lines(message: Message) -> tuple[tuple[str, ...], bool]:
    """Return the lines that the sender wrote, and whether it is unclear which numbers these begin with."""
    lines = _all_lines(_texts(message))
    unclear = any(UNCLEAR in line for line in own_lines(lines))
    if not unclear and any(part.get_content_type() == "multipart/alternative" for part in message.walk()):
        unclear = _disagree(lines, _all_lines(_texts(message, marked_up=True)))
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


def _texts(message: Message, *, marked_up: bool = False) -> list[str]:
    """Return what the sender wrote: all texts that the mail shows one below the other, each in one of its forms.

    :param marked_up: of several forms that with markup, as most readers see it.

    A picture between two paragraphs makes two parts of them, and what stands in the second must not vanish. A text with the name
    of a file is the sender's only where there is no other: gateways of phones send such.
    """
    own = list(islice(_own_parts(message, marked_up=marked_up), MOST_PARTS))
    shown, left = list[str](), MOST_TEXT
    for part in [one for one in own if one.get_filename() is None] or own:
        text = _decoded(part)[:left]
        left -= len(text)
        text = text if part.get_content_type() == "text/plain" else _reduced(text)
        if not any(_lines_in(text) <= _lines_in(one) for one in shown):
            shown.append(text)
    return shown


def _lines_in(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines()} - {""}


def _own_parts(message: Message, *, marked_up: bool) -> Iterator[Message]:
    """Yield the texts that the sender may have written: nothing attached, and nothing of another mail inside this one.

    Of alternatives the one that is plain text alone, else the first that says something; ``marked_up``: the first with markup.
    """
    if message.get_content_disposition() == "attachment" or message.get_content_maintype() == "message":
        return
    if not message.is_multipart():
        if message.get_content_type() in ("text/plain", "text/html") and _decoded(message).strip():
            yield message
        return
    inside = [
        list(_own_parts(part, marked_up=marked_up)) for part in message.get_payload() if isinstance(part, Message)
    ]
    if message.get_content_type() == "multipart/alternative":
        inside = sorted((one for one in inside if one), key=_has_markup, reverse=marked_up)[:1]
    for parts in inside:
        yield from parts


def _has_markup(parts: Sequence[Message]) -> bool:
    return any(part.get_content_type() != "text/plain" for part in parts)


def _decoded(part: Message) -> str:
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    charset = part.get_content_charset("utf-8")
    try:
        return raw[: 4 * MOST_TEXT].decode(charset, "replace")[:MOST_TEXT]
    except (LookupError, ValueError):  # no such charset, or one that is no text, as base64 is
        return raw[:MOST_TEXT].decode("utf-8", "replace")


def _reduced(text: str) -> str:
    """Return HTML as text without quotes, with the numbers of its lists as they are shown (by itself ``inscriptis`` counts all
    lists from 1). Attributes go first: styles could ask for millions of blank lines.
    """
    try:
        tree = html.document_fromstring(
            text.replace("\0", "").encode("utf-8"), parser=html.HTMLParser(encoding="utf-8")
        )
    except (etree.ParserError, etree.XMLSyntaxError):
        return ""
    markers = show_markers(tree)
    etree.strip_elements(tree, *QUOTE, etree.Comment, with_tail=False)
    for element in tree.iter():
        quoted = "quote" in str(element.get("class") or "").lower() or "quote" in str(element.get("id") or "").lower()
        element.attrib.clear()
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
    written = text.splitlines()[: 10 * MOST_LINES]
    for place, line in enumerate(written):
        bare = unicodedata.normalize("NFC", line.translate(UNSEEN)).strip("\u200e\u200f \t\xa0")
        if bare.startswith((">", "|")):
            _drop_attribution(found)
        elif SIGNATURE.fullmatch(line) and not (bare == line and _goes_on(written[place + 1 :])):
            break
        elif bare:
            found.append(bare[: LONGEST_LINE + 1])
        if len(found) > MOST_LINES:
            break
    return tuple(found[:MOST_LINES])


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


__all__ = ["MOST_BYTES", "Incoming", "Refused", "read"]

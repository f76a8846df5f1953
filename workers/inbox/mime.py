"""The parts of a mail and the numbers of its lists, found within bounds at any nesting. Pure.

Every mail is hostile until shown otherwise, and the standard library's parser spends disproportionate work on some: it
compares every line with the boundary of every enclosing part, creates a message for each block of a report, and decodes
with any codec that a mail names. So it never gets a whole mail. This module finds headers and possible boundary lines,
and counts them before processing them; the library gets single headers of bounded length, and bounded texts in the
charsets listed here.
"""

from __future__ import annotations

import binascii
import re
import string
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from email.message import Message
from encodings import normalize_encoding
from encodings.aliases import aliases
from functools import cached_property

from lxml.html import HtmlElement

from service.accounts.mail.mail_address import STATUS

MOST_BYTES = 2_000_000
"""The most bytes of a mail: enough for a reply that quotes a letter with its picture."""
MOST_HEADER, MOST_HEADER_LINES = 100_000, 1_000
"""The most bytes and lines of the header of a mail."""
MOST_PART_HEADER = 10_000
"""The most bytes of the header of a part."""
MOST_VALUE, MOST_PARAMETERS = 1_000, 40
"""The most characters of a header that describes a part, and the most semicolons: reading it takes quadratic time in
their number."""
MOST_PARTS, MOST_DEPTH = 40, 10
"""The most parts of a mail, and the deepest nesting."""
MOST_MARKS = 2_000
"""The most lines beginning with two hyphens in a multipart mail: each is compared with the boundary of every enclosing
part."""
LONGEST_MARK = 200
MOST_TEXT = 60_000
"""The most characters of a text that are read."""
LONG_QUOTE = re.compile(rb"((?:^>[^\n]*\n){8})(?:^>[^\n]*\n)+", re.MULTILINE)
"""Quoted lines of which only the first are kept: ``repl -format`` of nmh 1.8 quotes a mail's whole source, pictures in
base64 included, so that what the sender types below would come after :data:`MOST_TEXT`."""
MOST_BODIES = 4 * MOST_TEXT
"""The most bytes of all of a mail's texts that are read, as they were sent."""
MOST_TAGS, LONGEST_TAG = 2_000, 2_000
"""The most opening brackets of an HTML text that are read, and the longest tag: each attribute is compared with the
others."""
CHARSETS = {
    **dict.fromkeys(("ascii", "latin_1", "koi8_r", "koi8_u", "mac_roman", "cp437", "cp850", "cp874"), 1),
    **{f"iso8859_{number}": 1 for number in range(1, 17) if number != 12},
    **{f"cp{number}": 1 for number in range(1250, 1259)},
    **dict.fromkeys(("gb2312", "gbk", "big5", "big5hkscs", "shift_jis", "cp932", "euc_kr", "cp949"), 2),
    **dict.fromkeys(("utf_8", "utf_8_sig", "utf_16", "utf_16_le", "utf_16_be", "gb18030", "euc_jp", "iso2022_jp"), 4),
}
"""The charsets that mail programs use, by Python's names, and the most bytes per character. Texts in others are read as
UTF-8."""
HEADER_END, LINE_END = re.compile(rb"\r?\n\r?\n"), re.compile(rb"\r\n|\r|\n")
FIELD = re.compile(rb"([!-9;-~]+):[ \t]*(.*)")
LONG_TAG = re.compile(rf"<[a-zA-Z!/?][^<>]{{{LONGEST_TAG},}}>?")
BASE64 = (string.ascii_letters + string.digits + "+/").encode()
NOT_BASE64 = bytes(set(range(256)) - set(BASE64))
Headers = list[tuple[str, str]]
"""Header names in lower case with their values, in order; bytes beyond ASCII are surrogates."""


class Refused(ValueError):
    """A mail that cannot be taken apart within bounds; the message gives the reason, and never the mail's content."""


@dataclass(frozen=True)
class Part:
    """A part of a mail: its type in lower case (``text/plain``), its body as it was sent, and the parts ``inside`` it."""

    kind: str
    is_attached: bool = False
    has_filename: bool = False
    is_reaction: bool = False
    """Whether it is an emoji reaction to a mail (RFC 9078, or Gmail's format)."""
    charset: str = ""
    coding: str = ""
    is_flowed: bool = False
    """Whether lines ending in a blank continue (RFC 3676); ``joins``: that blank is not part of the text."""
    joins: bool = False
    body: bytes = b""
    inside: tuple[Part, ...] = ()

    @cached_property
    def text(self) -> str:
        """Return the beginning of a part's text; undecodable bytes are replaced, and an unknown transfer encoding is
        left as it is."""
        raw = self.body
        if self.coding == "base64":
            raw = _from_base64(raw)
        elif self.coding == "quoted-printable":
            raw = binascii.a2b_qp(raw)
        if self.kind == "text/plain" and len(raw) > MOST_TEXT:
            raw = LONG_QUOTE.sub(rb"\1", raw)
        return decoded(raw, self.charset)[:MOST_TEXT]

    def walk(self) -> Iterator[Part]:
        """Yield this part and all parts inside it, in order."""
        yield self
        for part in self.inside:
            yield from part.walk()


@dataclass
class _Open:
    """A part whose end has not been found, the start of its body, and the boundary of its parts (empty = it has none)."""

    part: Part
    body: int
    between: bytes
    inside: list[Part] = field(default_factory=list)

    def is_marked_by(self, line: bytes) -> bool:
        return bool(self.between) and line in (self.between, self.between + b"--")


class Mail:
    """A mail whose header has been read; its parts are found only when :meth:`whole` is called."""

    def __init__(self, raw: bytes) -> None:
        """Read the header; :raises Refused: when it exceeds the bounds."""
        if len(raw) > MOST_BYTES:
            raise Refused("the mail is too large")
        if set(LINE_END.findall(HEADER_END.split(raw[: MOST_HEADER + 4], maxsplit=1)[0])) not in (
            {b"\r\n"},
            {b"\n"},
            set(),
        ):
            # The mail server may have seen other headers than we would, and left one that claims to be its own.
            raise Refused("the lines of the header have different endings")
        # With a line's end before the first line, too, every line is found by the one before it.
        self._text = b"\n" + raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if self._text.find(b"\n\n", 1, MOST_HEADER + 4) < 0:
            raise Refused("the header of the mail is too long, or there is nothing but a header")
        self.headers, self._body = headers_at(self._text, 1, MOST_HEADER)

    def whole(self) -> Part:
        """Return the mail as its outermost part; :raises Refused: when its parts exceed the bounds."""
        text, opened, count = self._text, [_open(self.headers, self._body)], 0
        self._room = MOST_BODIES
        for at, end, line in _marks(text, self._body - 1) if opened[0].between else ():
            level = next((level for level, one in enumerate(opened) if one.is_marked_by(line)), None)
            if level is None:
                continue
            self._close(opened, level + 1, at)
            around = opened[level]
            if line != around.between:
                around.between = b""  # the last of its parts has ended: what follows belongs to none
                continue
            count += 1
            if count > MOST_PARTS:
                raise Refused("the mail has too many parts")
            if level >= MOST_DEPTH:
                raise Refused("the parts of the mail are nested too deep")
            headers, body = headers_at(text, end + 1, MOST_PART_HEADER, [one.between for one in opened])
            opened.append(_open(headers, body, in_digest=around.part.kind == "multipart/digest"))
        self._close(opened, 1, len(text))
        return self._ended(opened[0], len(text))

    def _close(self, opened: list[_Open], kept: int, end: int) -> None:
        """Close all but this many of the innermost open parts here; each goes into its enclosing part."""
        while len(opened) > kept:
            part = self._ended(opened.pop(), end)
            opened[-1].inside.append(part)

    def _ended(self, one: _Open, end: int) -> Part:
        """Return a part that ends here, with its text as far as the budget allows."""
        is_text = one.part.kind in ("text/plain", "text/html", "message/delivery-status") and not one.part.is_attached
        body = self._text[one.body : min(end, one.body + self._room)] if is_text else b""
        self._room -= len(body)
        return replace(one.part, body=body, inside=tuple(one.inside))


def headers_at(text: bytes, start: int, most: int, ends: Sequence[bytes] = ()) -> tuple[Headers, int]:
    """Return the headers that begin at ``start``, and the place where the body begins.

    The body follows a blank line, or begins with the first line that is not a header.

    :param most: limit on the bytes of all headers.
    :param ends: boundary lines, with or without a closing ``--``.
    :raises Refused: when there are more.
    """
    found: list[tuple[str, list[bytes]]] = []
    at, last = start, min(start + most, len(text))
    for _ in range(MOST_HEADER_LINES):
        if at > last:
            break
        end = text.find(b"\n", at, last)
        end = last if end < 0 else end
        line = text[at:end]
        named = FIELD.fullmatch(line)
        if line.startswith((b" ", b"\t")):
            if found:  # else it continues nothing
                found[-1][1].append(line)
        elif named is not None and not (line.startswith(b"--") and line.rstrip(b" \t").removesuffix(b"--") in ends):
            found.append((named[1].decode("ascii").lower(), [named[2]]))
        elif not line.startswith((b"From ", b":")):
            if end == last < len(text):
                break  # perhaps the line goes on
            return _joined(found), at if line else min(end + 1, len(text))
        at = end + 1
    if at > last == len(text):
        return _joined(found), last
    raise Refused("a header of the mail is too long")


WESTERN = ("ascii", "latin_1", "iso8859_15", "cp1252")
"""Charsets that programs name, or imply by naming none, whatever they actually write."""


def decoded(raw: bytes, charset: str) -> str:
    """Return the beginning of a text in one of the :data:`CHARSETS`, or in UTF-8 if the charset is none of them.

    Where a Western charset is named, or none, valid UTF-8 is read as UTF-8: hardly any other text is valid by chance. A
    text that should be UTF-8 but is not is read as Windows-1252.

    >>> decoded(b"zur\\xfcck", "ISO-8859-1"), decoded(b"3", "x-nobody-knows"), decoded(b"3", "")
    ('zurück', '3', '3')
    >>> decoded(b"zur\\xc3\\xbcck", "us-ascii"), decoded(b"zur\\xfcck", ""), decoded(b"zur\\xc3\\xbcck", "iso-8859-1")
    ('zurück', 'zurück', 'zurück')
    """
    name = normalize_encoding(charset.strip().lower()[:60])
    name = aliases.get(name.replace(".", "_"), name)
    known = name if name in CHARSETS else "utf_8"
    if known not in (*WESTERN, "utf_8"):
        return raw[: MOST_TEXT * CHARSETS[known]].decode(known, "replace")
    try:
        return getincrementaldecoder("utf-8")().decode(raw[: MOST_TEXT * CHARSETS["utf_8"]])
    except UnicodeDecodeError:
        return raw[:MOST_TEXT].decode("cp1252" if known in ("utf_8", "ascii") else known, "replace")


def within_bounds(markup: str) -> str:
    """Return the beginning of an HTML text, bounding the number and length of its tags so that it can be read quickly."""
    return "<".join(LONG_TAG.sub(" ", markup[:MOST_TEXT]).split("<")[: MOST_TAGS + 1])


def _marks(text: bytes, start: int) -> Iterator[tuple[int, int, bytes]]:
    """Yield lines beginning with two hyphens: the end of the line before, the end of this one, and the line without
    trailing blanks."""
    count, at = 0, text.find(b"\n--", start)
    while at >= 0:
        count += 1
        if count > MOST_MARKS:
            raise Refused("the mail has too many possible boundary lines")
        end = text.find(b"\n", at + 1)
        end = len(text) if end < 0 else end
        if end - at <= LONGEST_MARK:
            yield at, end, text[at + 1 : end].rstrip(b" \t")
        at = text.find(b"\n--", end)


def _open(headers: Headers, body: int, *, in_digest: bool = False) -> _Open:
    """Return the part that headers describe; :raises Refused: when they cannot be read."""
    given = Message()
    given.set_default_type("message/rfc822" if in_digest else "text/plain")
    for name in ("content-type", "content-disposition", "content-transfer-encoding"):
        value = next((value for one, value in headers if one == name), None)
        if value is not None:
            given[name] = value = value[:MOST_VALUE]
            if value.count(";") > MOST_PARAMETERS:
                raise Refused("a header of the mail has too many parameters")
    try:
        kind, disposition = given.get_content_type(), given.get_content_disposition()
        of_type, of_disposition = _parameters(given, "content-type"), _parameters(given, "content-disposition")
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
        raise Refused(f"a header of the mail cannot be read ({type(error).__name__})") from None
    part = Part(
        kind=kind,
        is_attached=disposition == "attachment",
        is_reaction=disposition == "reaction" or kind == "text/vnd.google.email-reaction+json",
        has_filename="filename" in of_disposition or "name" in of_type,
        charset=of_type.get("charset", ""),
        is_flowed=kind == "text/plain" and of_type.get("format", "").strip().lower() == "flowed",
        joins=of_type.get("delsp", "").strip().lower() == "yes",
        coding=str(given.get("content-transfer-encoding", "")).strip().lower(),
    )
    boundary = of_type.get("boundary")
    parts = kind.startswith("multipart/") and boundary is not None
    return _Open(part, body, b"--" + boundary.rstrip().encode("utf-8", "replace") if parts and boundary else b"")


def _parameters(given: Message, header: str) -> dict[str, str]:
    """Return the parameters of a header, by names in lower case; of duplicates, the first."""
    found: dict[str, str] = {}
    for name, value in given.get_params(failobj=[], header=header):
        _, _, text = ("", "", value) if isinstance(value, str) else value  # charset, language, text
        found.setdefault(name.lower(), text)
    return found


def _joined(found: Sequence[tuple[str, Sequence[bytes]]]) -> Headers:
    return [(name, b"\n".join(lines).decode("ascii", "surrogateescape")) for name, lines in found]


def _from_base64(raw: bytes) -> bytes:
    """Decode a base64 text, ignoring anything between its letters and at its end."""
    letters = raw.translate(None, NOT_BASE64)
    whole = letters[: len(letters) - (len(letters) % 4 == 1)]
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))


# What a delivery report says (RFC 3464). Pure, and everything in it is hostile until shown otherwise.


MOST_REPORT = 20_000
"""The most bytes of the machine-readable part that are read."""
MOST_RECIPIENTS = 20
"""The most recipients of a report that are read; ours have one."""
GIVEN_UP = re.compile(rf"\s*({STATUS.pattern})(?=[\s(;]|$)")
DIAGNOSED = re.compile(rf"\s*smtp\s*;\s*([45])([0-9]{{2}})[ -]?(?:{GIVEN_UP.pattern})?", re.IGNORECASE)
"""The reply of the mail server that refused a letter: its code, and the status that most servers write behind it."""


def status_in(raw: bytes) -> str | None:
    """Return the status (such as ``5.1.1``) of the first recipient that a report gives up on; None for any other mail.

    Delayed, relayed and delivered mails are no failures.
    """
    try:
        parts = [*Mail(raw).whole().walk()]
        report = next((one.body for one in parts if one.kind == "message/delivery-status"), b"")
        notice = next((one.body for one in parts if one.kind == "text/plain"), b"")[:MOST_REPORT]
        blocks = [one.strip(b"\n") for one in report[:MOST_REPORT].split(b"\n\n", MOST_RECIPIENTS + 1)]
        return next(filter(None, (_failed(one, notice) for one in blocks[: MOST_RECIPIENTS + 1])), None)
    except Refused:
        return None


def _failed(block: bytes, notice: bytes) -> str | None:
    """Return the status that a block gives for a recipient whose mail has failed.

    Exim (4.96) and OpenSMTPD write 5.0.0 whatever the reason. It is then in the reply that they had: Exim shows it as
    ``Diagnostic-Code``, OpenSMTPD only in the text for people, in a line that begins with the recipient.
    """
    headers, _ = headers_at(block, 0, MOST_REPORT)
    said = dict(reversed(headers))  # of two with one name the first
    action, found = said.get("action", "").split(), GIVEN_UP.match(said.get("status", ""))
    if found is None or [one.lower() for one in action[:1]] != ["failed"]:
        return None
    recipient = said.get("final-recipient", "").partition(";")[2].strip()
    reply = said.get("diagnostic-code") or f"smtp;{_said_of(recipient, notice)}"
    if not found[1].endswith(".0.0") or (diagnosed := DIAGNOSED.match(reply)) is None:
        return found[1]
    # Of the bare codes one means a full mailbox (RFC 5321, section 4.2.3); 550 may be anything.
    return diagnosed[3] or ("5.2.2" if diagnosed[1] + diagnosed[2] == "552" else f"{diagnosed[1]}.0.0")


def _said_of(recipient: str, notice: bytes) -> str:
    """Return what a notice for people says of a recipient, in a line ``ann@example.org: 552 5.2.2 Mailbox full``."""
    lines = notice.decode("ascii", "replace").splitlines()
    return next((one.partition(": ")[2] for one in lines if recipient and one.startswith(f"{recipient}: ")), "")


# The numbers and bullets of HTML lists, as a browser shows them to whoever writes or reads a mail. Mail editors turn a line
# such as "3. thanks" into ``<ol start="3"><li>thanks</li></ol>`` by themselves, and what numbers such a list has, no text
# says. Ordinals are those of the HTML standard ("ordinal value" of ``li``); kinds of numbers come from ``type`` and from
# styles in attributes. Whatever else may change a number, such as style sheets or counters, makes it unclear.


ORDERED = "\ue031"
"""Marks an item's number, or the place of a hidden one, until the lines are compared; no font has this character."""
UNCLEAR = "\ue03f"
"""Stands for a number that cannot be determined."""
STRUCK = "\ue035"
"""Stands for text that is struck out; followed by :data:`UNCLEAR`, it says that nobody can tell what is."""
LISTS = ("ol", "ul", "menu", "dir")
GREATEST = 2**31 - 1
"""The greatest ordinal that all browsers show alike."""
INTEGER = re.compile(r"[ \t\n\f\r]*([+-]?[0-9]{1,40})")
"""The HTML standard's rules for parsing integers: what follows the digits is ignored."""
PIECE = re.compile(r""""[^"]*"|'[^']*'|;|[^;"']+|["']""")
"""A piece of a style attribute: a quoted text, the end of a property, or anything else."""
PROPERTY = re.compile(r"[-\w]+")
MARKING = re.compile(
    r"counter-|list-style|@counter|::?\s*(?:marker|before|after)|\b(?:display|visibility|all|content)\s*:",
    re.IGNORECASE,
)
"""Words in a style sheet that may change or hide numbers."""
TEXT = re.compile(r"""(?:"([^"\\\x00-\x1f\ufffe\uffff]*)"|'([^'\\\x00-\x1f\ufffe\uffff]*)')""")
"""A quoted text, without escapes and without characters that an attribute cannot hold (XML)."""
ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x")),
    *((9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def _alpha(number: int) -> str:
    found = ""
    while number > 0:
        number, letter = divmod(number - 1, 26)
        found = chr(ord("a") + letter) + found
    return found


def _roman(number: int) -> str:
    found = ""
    for value, letters in ROMAN if 0 < number < 4_000 else ():
        found += letters * (number // value)
        number %= value
    return found


NUMBERS: Mapping[str, Callable[[int], str]] = {
    "decimal": str,
    "decimal-leading-zero": lambda number: f"{number:0{2 + (number < 0)}}",
    **dict.fromkeys(("lower-alpha", "lower-latin"), _alpha),
    **dict.fromkeys(("upper-alpha", "upper-latin"), lambda number: _alpha(number).upper()),
    "lower-roman": _roman,
    "upper-roman": lambda number: _roman(number).upper(),
}
"""Formatters by list style; an empty result means that the style cannot write the number, which then appears in digits."""
BULLETS = ("disc", "circle", "square", "disclosure-open", "disclosure-closed")
TYPES = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}


@dataclass
class _Place:
    """An element's place: its list, the style of its markers, whether it is hidden, and whether its numbers are
    certain."""

    owner: HtmlElement
    kind: str = "disc"
    hidden: bool = False
    hidden_item_of: HtmlElement | None = None
    """The list of the hidden item that contains the element."""
    sure: bool = True


@dataclass
class _Owned:
    """A list's items, each with the style of its marker; not ``sure`` if something may change their numbers."""

    items: list[tuple[HtmlElement, str]] = field(default_factory=list)
    sure: bool = True


def show_markers(tree: HtmlElement) -> dict[HtmlElement, str]:
    """Return all shown list items of a page with the text of their markers, and remove the hidden ones.

    >>> from lxml.html import document_fromstring as page
    >>> [text.strip(ORDERED) for text in show_markers(page("<ol start=3 type=i><li>a<li>b<li value=9>c")).values()]
    ['iii. ', 'iv. ', 'ix. ']
    """
    found, hidden = _lists_in(tree)
    sure = not any(MARKING.search(sheet.text_content()) for sheet in tree.iter("style"))
    markers = {
        item: marker
        for owner, owned in found.items()
        for item, marker in _numbered(owner, owned.items, sure=sure and owned.sure)
    }
    for item in hidden:
        if item.getparent() is not None and not any(one in markers for one in item.iter("li")):
            item.drop_tree()
    return markers


def _lists_in(tree: HtmlElement) -> tuple[dict[HtmlElement, _Owned], list[HtmlElement]]:
    """Return the items of each list in page order, and all hidden items."""
    places: dict[HtmlElement, _Place] = {}
    found: dict[HtmlElement, _Owned] = {}
    hidden: list[HtmlElement] = []
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        parent = element.getparent()
        above = places.get(parent, _Place(tree)) if parent is not None else _Place(tree)
        place = places[element] = _place(element, above)
        if element.tag == "li":
            owner = above.owner if above.owner.tag in LISTS else parent if parent is not None else tree
            if not place.hidden:
                found.setdefault(owner, _Owned()).items.append((element, place.kind))
            elif place.hidden_item_of is owner:
                # Browsers end an item where the next one begins, this parser not always: then that one is not hidden at all.
                owned = found.setdefault(owner, _Owned())
                owned.items.append((element, place.kind))
                owned.sure = False
            else:
                place.hidden_item_of = owner
                hidden.append(element)
        if not place.sure:
            found.setdefault(above.owner, _Owned()).sure = False
            found.setdefault(place.owner, _Owned()).sure = False
    return found, hidden


def _place(element: HtmlElement, above: _Place) -> _Place:
    """Return an element's place, from its attributes and its parent's place."""
    tag, hint = element.tag, (element.get("type") or "").strip()
    place = replace(above)
    if tag in LISTS:
        place.owner, place.kind = element, "decimal" if tag == "ol" else "disc"
    if tag in ("ol", "li") and hint in TYPES:
        place.kind = TYPES[hint]
    elif tag in ("ul", "li") and hint.lower() in (*BULLETS[:3], "none"):
        place.kind = hint.lower()
    concealed = element.get("hidden")
    display = None if concealed is None else "unclear" if concealed.lower() == "until-found" else "none"
    for name, value in _declarations(element.get("style") or ""):
        if name in ("list-style", "list-style-type"):
            place.kind = _kind(value, shorthand=name == "list-style")
        elif name == "display":
            display = value
        elif name.startswith("counter-") or name == "all" or (name == "visibility" and value != "visible"):
            place.sure = False
    place.hidden = place.hidden or display == "none"
    place.sure = place.sure and _leaves_numbers(tag, display)
    return place


def _leaves_numbers(tag: str, display: str | None) -> bool:
    """Return whether an element with its own display style leaves the numbers of items unchanged."""
    if display in (None, "none"):
        return True
    if tag == "li":
        return display == "list-item"
    return display not in ("unclear", "list-item") and not (tag in LISTS and display == "contents")


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    """Yield the properties of a style attribute, in lower case except for quoted texts."""
    pieces: list[str] = []
    for piece in PIECE.findall(f"{style};"):
        if piece != ";":
            pieces.append(piece)
            continue
        name, colon, value = "".join(pieces).partition(":")
        pieces.clear()
        if colon and PROPERTY.fullmatch(name.strip()):
            said = value.replace("!important", "").strip()
            yield name.strip().lower(), said if said[:1] in ("'", '"') else said.lower()


def _kind(value: str, *, shorthand: bool) -> str:
    """Return the marker style that a style names, as a quoted text if it is one; ``unclear`` for all others."""
    if TEXT.fullmatch(value):
        return value
    words = [one for one in value.split() if not (shorthand and one in ("inside", "outside"))]
    kind = words[0] if len(words) == 1 else "disc" if shorthand and not words else "unclear"
    return kind if kind in (*NUMBERS, *BULLETS, "none") else "unclear"


def _numbered(
    owner: HtmlElement, items: Sequence[tuple[HtmlElement, str]], *, sure: bool
) -> Iterator[tuple[HtmlElement, str]]:
    """Yield the items of a list with their markers."""
    is_ordered = owner.tag == "ol"
    falls = is_ordered and owner.get("reversed") is not None
    start = _integer(owner.get("start")) if is_ordered else None
    number = start if start is not None else len(items) if falls else 1
    for item, kind in items:
        value = _integer(item.get("value"))
        number = number if value is None else value
        yield item, _marker(number, kind, sure=sure)
        number += -1 if falls else 1


def _marker(number: int, kind: str, *, sure: bool) -> str:
    text = TEXT.fullmatch(kind)
    if kind in BULLETS or kind == "none":
        return "* " if kind in BULLETS else ORDERED
    if not sure or kind == "unclear" or abs(number) > GREATEST:
        return f"{UNCLEAR} "
    return f"{ORDERED}{text[1] or text[2] or ''} " if text else f"{ORDERED}{NUMBERS[kind](number) or number}. "


def _integer(written: str | None) -> int | None:
    """Return the number in an attribute, or None if it holds none.

    >>> [_integer(one) for one in ("3", " +4x", "-2", "x3", "", None)]
    [3, 4, -2, None, None, None]
    """
    found = INTEGER.match(written or "")
    return None if found is None else int(found[1])


# What a page has among its words and does not show, or shows struck out. Mail editors write ``del``, ``s`` and ``strike``, or a
# style; Word names a class for it in the style sheet.


SIMPLE = re.compile(r"([a-z][a-z0-9]*|\*)?(?:[.#]([-\w]{1,100}))?", re.IGNORECASE)
"""A selector of elements by tag, and by one class or id."""
LINE_THROUGH = "line-through"
ZERO = re.compile(r"0+(?:\.0*)?(?:[a-z]{2,4}|%)?|\.0+(?:[a-z]{2,4}|%)?")
SEEN = re.compile(r"visibility\s*:\s*visible", re.IGNORECASE)
NO_LINE = frozenset({"none", "underline", "overline", "initial", "unset"})


def find_unread(tree: HtmlElement) -> dict[HtmlElement, str]:
    """Return the outermost elements that are hidden, each with an empty text, and those struck out, with :data:`STRUCK`.

    >>> from lxml.html import document_fromstring as page
    >>> [(one.tag, text) for one, text in find_unread(page("<p hidden>1</p><p><del>2</del>3")).items()]
    [('p', ''), ('del', '\\ue035')]
    """
    striking = {names for sheet in tree.iter("style") for names in _striking(sheet.text_content())}
    found, inside = dict[HtmlElement, str](), set[HtmlElement]()
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        if element.getparent() in inside:
            inside.add(element)
        elif (text := _unread(element, striking)) is not None:
            inside.add(element)
            found[element] = text
    return found


def _unread(element: HtmlElement, striking: set[tuple[str, str]]) -> str | None:
    """Return the text that stands for a hidden element, or one struck out by itself; None for all others."""
    if element.tag == "details" and element.get("open") is None and _has_more_than_a_summary(element):
        return f"{STRUCK}{UNCLEAR}"  # browsers hide it, and some mail programs show it
    names = ("", *(f"{element.get('class') or ''} {element.get('id') or ''}".lower().split()[:MOST_PARAMETERS]))
    is_struck = element.tag == "del" or any((tag, name) in striking for tag in ("", element.tag) for name in names)
    is_item = element.tag == "li"  # hidden ones are not there any more, or it is not certain
    is_hidden, is_unseen, is_faint = element.get("hidden") is not None, False, False
    for name, value in _declarations(element.get("style") or ""):
        if name == "display":
            is_hidden = value == "none"
        elif name == "visibility":
            is_unseen = value in ("hidden", "collapse")
        elif name == "opacity" or (name == "font-size" and not any(map(_has_size, element.iterdescendants()))):
            is_faint |= ZERO.fullmatch(value) is not None
        elif name in ("text-decoration", "text-decoration-line"):
            words = value.split()
            is_struck = LINE_THROUGH in words or (is_struck and NO_LINE.isdisjoint(words))
    if is_unseen and not is_hidden and any(_may_be_seen(one) for one in element.iter()):
        return f"{STRUCK}{UNCLEAR}"
    if (is_hidden or is_unseen or is_faint) and not is_item:
        return ""
    return STRUCK if is_struck and element.text_content().strip() else None


def _has_size(element: HtmlElement) -> bool:
    """Return whether an element may give its text a size of its own."""
    return "font" in (element.get("style") or "").lower() or element.tag == "font"


def _may_be_seen(element: HtmlElement) -> bool:
    """Return whether an element within an invisible one may show, or change the numbers of what does."""
    return element.tag in (*LISTS, "li") or SEEN.search(element.get("style") or "") is not None


def _has_more_than_a_summary(details: HtmlElement) -> bool:
    """Return whether a page's details hold any text besides the summary and quotes."""
    inside = (one for one in details if one.tag not in ("summary", "blockquote"))
    texts = (details.text, *(one.tail for one in details), *(one.text_content() for one in inside))
    return any(text and text.strip() for text in texts)


def _striking(sheet: str) -> Iterator[tuple[str, str]]:
    """Yield the tag and the class or id (each may be empty) of elements that a style sheet strikes out.

    Of selectors that name several elements, it takes the innermost: rather too much is struck out than too little.

    >>> list(_striking("p { color: red } .a del.b, #c, a:hover { text-decoration: line-through }"))
    [('del', 'b'), ('', 'c')]
    """
    for rule in sheet.lower().replace("<!--", " ").split("}"):
        selectors, _, body = rule.rpartition("{")
        if LINE_THROUGH not in body:
            continue
        for selector in selectors.rpartition("{")[2].split(","):
            innermost = SIMPLE.fullmatch((selector.split() or [""])[-1])
            tag, name = ("", "") if innermost is None else (innermost[1] or "", innermost[2] or "")
            tag = {"*": "", "s": "del", "strike": "del"}.get(tag, tag)
            if tag or name:
                yield tag, name

"""Contents of an incoming mail: its sender, whether a program wrote it, and the lines that a person wrote. Pure.

Everything here is hostile until shown otherwise. :mod:`workers.inbox.mime` takes a mail apart within bounds; headers
come first, and a mail that cannot be an answer by its headers is not read further. Headers are read as plain text and
never decoded (except the display name, on which nothing depends). Attachments are ignored.

General reply parsers were tried and rejected: they lose conditions and keep footers (docs/reply-by-mail.md, "What a person
wrote"), and the best maintained one takes quadratic time.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header
from functools import cache
from itertools import accumulate, islice
from operator import itemgetter
from typing import Literal

import inscriptis
from inscriptis.model.config import ParserConfig
from inscriptis.model.html_document_state import HtmlDocumentState
from inscriptis.model.tag import CustomHtmlTagHandlerMapping
from lxml import etree, html

from service.accounts.mail.mail_address import MAIL, is_from
from workers.inbox.mime import (
    MOST_PARTS,
    MOST_TEXT,
    ORDERED,
    STRUCK,
    UNCLEAR,
    Headers,
    Mail,
    Part,
    decoded,
    find_unread,
    show_markers,
    within_bounds,
)
from workers.inbox.words import rows
from workers.inbox.written import (
    LONGEST_LINE,
    MOST_LINES,
    MOST_WRITTEN,
    QUOTED,
    SIGNED,
    UNSIGNED,
    bare_of_marks,
    quoted_lines,
    signed_lines,
    unflowed,
    written_lines,
)


@dataclass(frozen=True)
class Mark:
    """A mark of programs: a header in lower case, and the values that count.

    ``shown`` is its name in the documentation and our letters, ``why`` says which programs make it, ``example`` is a
    value that counts.
    """

    header: str
    value: re.Pattern[str]
    shown: str
    why: str
    example: str


RETURN_PATH = "return-path"
"""The header for the envelope's sender, which it does not contain yet when a mail arrives."""
NO_REPLY = re.compile(r"(?:no-?reply|do-?not-?reply|postmaster)@")
CERTAIN, DOUBTFUL, SUPPRESSING = (
    tuple(
        Mark(one["header"], re.compile(one["value"], re.IGNORECASE), one["shown"], one["why"], one["example"])
        for one in rows(f"marks.{kind}")
    )
    for kind in ("certain", "doubtful", "suppressing")
)
"""Marks that only programs make, marks that personal mails may have as well, and one that turns the latter into the
former."""


def marks_of(headers: Sequence[tuple[str, str]], envelope_from: str, sender: str) -> tuple[str, str]:
    """Return the header that proves a mail automatic, and one that only suggests it; empty if there is none.

    :param sender: the address of ``From`` in lower case; an equal return path proves nothing.

    >>> ann = "ann@players.example"
    >>> marks_of([("feedback-id", "1:user:proton")], ann, ann), marks_of([("list-id", "<x.example>")], ann, ann)
    (('', ''), ('', 'List-Id'))
    """
    own = f"<{sender}>"
    told = [(RETURN_PATH, f"<{envelope_from.strip('<> ')}>"), *headers]
    told = [(name, value) for name, value in told if name != RETURN_PATH or value.lower() != own]
    certain, doubtful = _first_mark(CERTAIN, told), _first_mark(DOUBTFUL, told)
    return certain or (doubtful and _first_mark(SUPPRESSING, told)), doubtful


def _first_mark(marks: Sequence[Mark], told: Sequence[tuple[str, str]]) -> str:
    found = (mark for mark in marks for name, value in told if name == mark.header and mark.value.fullmatch(value))
    return next((mark.header.title() for mark in found), "")


def sends_no_replies(sender: str) -> bool:
    """Return whether an address is one that programs send from without reading replies.

    >>> sends_no_replies("no-reply@x.example"), sends_no_replies("arno.reply@x.example")
    (True, False)
    """
    return NO_REPLY.match(sender) is not None


BLOCKS = (
    "table", "tr", "td", "th", "caption", "dl", "dt", "dd", "center", "details", "dialog", "dir", "fieldset", "form", "hr",
    "legend", "menu", "search", "section", "summary",
)  # fmt: skip
"""HTML elements with lines of their own. ``inscriptis`` runs most of them into the text around, and pads those of tables
with blanks to the widest line of each column, again for each enclosing table."""
UNREAD = ("style", "script", "head", "title", "template", "datalist", "select")
"""HTML elements that are not read."""
MISNESTED = re.compile(r"\bdel\b")
"""Found in the parser's complaints where text that is struck out ends elsewhere than in a browser."""
STRIKE = re.compile(r"<(/?)(?:s|strike)(?=[\s/>])", re.IGNORECASE)
QUOTE_TAG = re.compile(r"<(/?)blockquote(?=[\s/>])[^<>]*>", re.IGNORECASE)
QUOTE_IN_COMMENT = re.compile(r"<!(?:(?!-->)[^<])*</?blockquote", re.IGNORECASE)
STRUCK_TAG = re.compile(r"<(/?)del(?=[\s/>])[^<>]*>", re.IGNORECASE)
STRIKING = re.compile(r"(?<![\w~])~{1,2}(?=[^\s~])[^~]*(?<=\S)~{1,2}(?![\w~])|(?:[\w\s][\u0335-\u0338]+)+")
"""Text that chat programs show struck out: between tildes, or with a stroke through each of its letters."""
EMPTY_BOX = re.compile(r"\[[ _]?\](?=\s)")
"""A box without a tick, as lists of tasks are written in plain text."""
NUMBER_BEFORE_STRUCK = re.compile(rf"[^\w{ORDERED}]{{0,3}}[0-9]{{1,9}}\W*{STRUCK}\W*")
"""A line with a number whose choice may be struck out: the number may stand for it, or in place of it."""
QUOTES = ("quote", "moz-cite-prefix", "gmail_attr", "replysection", "reference-message-container", "src_body_section")
SIGNATURES = ("signature", "bloop_sign")
BELOW_IS_QUOTED = ("divrplyfwdmsg", "zwchr")
"""Substrings of the classes, ids and names of elements in which programs quote and sign, and of those above a quote.
Outlook puts an ``x_`` before each one that it quotes."""
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_COMMENTS = r"(?: ?\([^()<>@,;\"\\]{0,200}\))*"
_MAILBOX = r"[^<>\s,;\"()]{3,254}"
ONE_MAILBOX = re.compile(
    rf'(?:[^<>"()]|"(?:[^"\\]|\\.)*"|\([^()<>@,;"\\]*\))*+<(?P<named>[^<>\s,;]{{3,254}})>{_COMMENTS}'
    rf"|[^<>]{{0,500}}<(?P<loose>[^<>\s,;]{{3,254}})>|(?P<bare>{_MAILBOX}){_COMMENTS}"
)
"""Accepted forms of ``From``: an address, or a name and an address in angle brackets, with comments (RFC 5322, 3.4)
that name no address. Nothing that two programs could read as two mailboxes; text in quotation marks is always part of a
name."""
MARKER = "marker"
"""The attribute that carries a list item's marker to :func:`_begin_item`."""
LEADING = re.compile(r"\W{0,3}?([0-9]{1,9})")
"""A number at the beginning of a line, with any signs around it."""


Unclear = Literal["", "list-numbers", "struck-out"]


@dataclass(frozen=True)
class Incoming:
    """An incoming mail: ``key`` identifies it, ``message_id`` is empty where it has none that can be quoted.

    ``sender`` is the one address of ``From`` in lower case, empty if there is not exactly one. ``automatic`` is the
    header that proves it automatic, ``doubtful`` one that only suggests it. ``lines`` are what the sender wrote,
    without quotes, signature and blank lines.
    """

    key: str
    message_id: str
    sender: str
    automatic: str
    results: tuple[str, ...]
    """The values of ``Authentication-Results``, complete and folded as received, newest first."""
    lines: tuple[str, ...]
    display: str = ""
    """The sender's display name as written; empty if there is none."""
    answered: str = ""
    """The Message-ID of the mail that it claims to answer; empty if it names none."""
    doubtful: str = ""
    quoted: tuple[str, ...] = ()
    """The remaining lines of the quoted letter, if the mail contains nothing else and they are few."""
    unclear: Unclear = ""
    """Why the lines may not be what the sender sees: styles may change a number before a line or the mail's forms have
    different ones, or it is uncertain what is struck out. Empty if they are."""
    has_struck: bool = False
    """Whether the sender has struck out text, which is not among the lines."""
    is_reaction: bool = False
    """Whether it is an emoji reaction to a letter, such as a thumb or a digit in a box: it chooses nothing."""


def read(raw: bytes, envelope_from: str, mailboxes: tuple[str, ...] = ()) -> Incoming:
    """Return a mail's contents.

    :param mailboxes: only a person's mail from one of them is read beyond its headers; empty: from anywhere.
    :raises Refused: when it is beyond the bounds.
    """
    mail = Mail(raw)
    headers = [(name, _plain(value)) for name, value in mail.headers]
    message_id, sender = _first(headers, "message-id"), _sender(headers)
    automatic, doubtful = marks_of(headers, envelope_from, sender)
    is_read = not automatic and (not mailboxes or is_from(sender, mailboxes))
    display = _display(headers)
    whole = mail.whole() if is_read else Part("text/plain")
    lines, unclear, has_struck = _read_lines(whole, display) if is_read else ((), "", False)
    quoted = (
        () if lines or not is_read else tuple(line for each in _texts(whole, _reduced) for line in quoted_lines(each))
    )
    return Incoming(
        key=_key(message_id, headers, raw),
        message_id=message_id if MESSAGE_ID.fullmatch(message_id) else "",
        sender=sender,
        automatic=automatic,
        results=_results(mail.headers),
        lines=lines,
        display=display,
        answered=_answered(headers),
        doubtful=doubtful,
        quoted=quoted,
        unclear=unclear,
        has_struck=has_struck,
        is_reaction=any(part.is_reaction for part in whole.walk()),
    )


def _plain(value: str) -> str:
    return " ".join(value.encode("utf-8", "replace").decode("utf-8").split())[:2_000]


PLAIN = re.compile(r'[^\s"(),;\\]*')
"""An address, or another word, without anything that divides results: a local part in quotes may hold any text."""
SIGNER = re.compile(r"(?:^|;)\s*[dis]\s*=([^;]*)")
"""The domain, user or selector of a signature (RFC 6376, 3.5), with the characters that it encodes as :data:`CODED`."""
CODED = re.compile(r"=([0-9A-Fa-f]{2})")


def _results(headers: Headers) -> tuple[str, ...]:
    """Return the results that servers have written; none if a signer could be read as results, because a server may copy
    it without quoting it."""
    signatures = (value for name, value in headers if name == "dkim-signature")
    signers = (
        CODED.sub(lambda one: chr(int(one[1], 16)), found[1]) for each in signatures for found in SIGNER.finditer(each)
    )
    if not all(PLAIN.fullmatch(one.strip()) for one in signers):
        return ()
    return tuple(value for name, value in headers if name == "authentication-results")


def _first(headers: Headers, name: str) -> str:
    return next((value for one, value in headers if one == name), "")


def _answered(headers: Headers) -> str:
    """Return the answered mail's Message-ID: from ``In-Reply-To``, otherwise the last of the thread (RFC 5322, 3.6.4)."""
    named = (
        MESSAGE_ID.findall(_first(headers, "in-reply-to"))[:1] or MESSAGE_ID.findall(_first(headers, "references"))[-1:]
    )
    return named[0] if named else ""


def _key(message_id: str, headers: Headers, raw: bytes) -> str:
    """Return a key that is the same for a mail and for the copies that mail servers make of it."""
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
    address = "" if found is None else (found["named"] or found["loose"] or found["bare"]).lower()
    return address if MAIL.fullmatch(address) else ""


def _display(headers: Headers) -> str:
    """Return the display name of ``From``; encoded words (RFC 2047) are decoded, broken ones make it empty."""
    written = _first(headers, "from").rpartition("<")[0].strip()[:LONGEST_LINE]
    try:
        words = decode_header(written)
    except (HeaderParseError, ValueError):
        return ""
    found = (word if isinstance(word, str) else decoded(word, charset or "utf-8") for word, charset in words)
    return " ".join("".join(found)[:LONGEST_LINE].split())


def _read_lines(mail: Part, name: str) -> tuple[tuple[str, ...], Unclear, bool]:
    """Return the lines that the sender wrote, why they are unclear, and whether some of their text is struck out."""
    reduced = cache(_reduced)  # for this mail: both forms of it may have the same parts
    texts = _texts(mail, reduced)
    marked = _all_lines(texts, name)
    lines, has_struck = _without_struck(marked), any(STRUCK in line for line in marked)
    unclear: Unclear = "list-numbers" if any(UNCLEAR in line for line in lines) else ""
    doubtful = (f"{STRUCK}{UNCLEAR}" in line or NUMBER_BEFORE_STRUCK.fullmatch(line) for line in marked)
    if has_struck and (not lines or len(texts) > 1 or any(doubtful)):
        unclear = "struck-out"
    if not unclear and any(part.kind == "multipart/alternative" for part in mail.walk()):
        marked_up = _texts(mail, reduced, marked_up=True)
        signed = {line for text in marked_up for line in signed_lines(text)}
        lines = [*lines[:1], *(line for line in lines[1:] if bare_of_marks(line) not in signed)]
        marked = _all_lines(marked_up, name)
        shown_lines = _without_struck(marked)
        if any(STRUCK in line for line in marked) and _words(lines) != _words(shown_lines):
            unclear, has_struck = "struck-out", True
        elif _disagree(lines, shown_lines):
            unclear = "list-numbers"
    shown = (line.replace(UNCLEAR, "?").replace(ORDERED, "").strip() for line in lines)
    return tuple(line for line in shown if line), unclear, has_struck


def _all_lines(texts: Sequence[str], name: str) -> list[str]:
    """Return the lines that the sender wrote, with :data:`STRUCK` for what is struck out in them, and ☐ for empty boxes."""
    found = (line for text in texts for line in written_lines(text, name))
    return [EMPTY_BOX.sub("☐", STRIKING.sub(STRUCK, line)) for line in islice(found, MOST_LINES)]


def _without_struck(marked: Sequence[str]) -> list[str]:
    """Return lines without what is struck out in them, and none of which a list's number or a bullet would be left."""
    found = []
    for line in marked:
        rest = " ".join(line.replace(STRUCK, " ").split())
        is_left = re.search(r"\w", rest) and not (rest.startswith(ORDERED) and len(rest.split()) == 1)
        found += [line] if STRUCK not in line else [rest] if is_left else []
    return found


def _words(lines: Sequence[str]) -> list[str]:
    return re.findall(r"\w+", " ".join(map(bare_of_marks, lines)))


def _disagree(plain: Sequence[str], marked_up: Sequence[str]) -> bool:
    """Return whether two forms of a text begin with different numbers; with lists, whether any of their lines does.

    Without a list only the first line counts: plain text is wrapped anywhere, so a later line may begin with a number
    by chance.
    """
    if any(UNCLEAR in line for line in marked_up):
        return True
    if any(ORDERED in line for line in marked_up):
        return _numbers(plain) != _numbers(marked_up)
    first, shown = _numbers(plain[:1]), _numbers(marked_up[:1])
    return bool(first and shown) and first != shown


def _numbers(lines: Sequence[str]) -> list[int]:
    """Return the numbers at the beginnings of lines.

    >>> _numbers(["3. danke", "[2]", "LG Ann", "#4"])
    [3, 2, 4]
    """
    return [int(found[1]) for line in lines if (found := LEADING.match(line.replace(ORDERED, "")))]


def _texts(mail: Part, reduced: Callable[[str], str], *, marked_up: bool = False) -> list[str]:
    """Return the sender's text: all texts that the mail shows one below the other, each in one of its forms.

    :param marked_up: whether to prefer the form with markup, which most readers see.

    A picture between two paragraphs splits them into two parts, and the second must not be lost. A text with a file
    name counts as the sender's only where there is no other: phone gateways send such texts.
    """
    own = list(islice(_own_parts(mail, marked_up=marked_up), MOST_PARTS))
    shown, left = list[tuple[str, set[str]]](), MOST_TEXT
    for part in [one for one in own if not one.has_filename] or own:
        text = part.text[:left]
        left -= len(text)
        text = unflowed(text, joins=part.joins) if part.is_flowed else text
        text = text if part.kind == "text/plain" else reduced(text)
        lines = {line.strip() for line in text.splitlines()[:MOST_WRITTEN]} - {"", ">"}
        if not any(lines <= before for _, before in shown):
            shown.append((text, lines))
    return [text for text, _ in shown]


def _own_parts(part: Part, *, marked_up: bool) -> Iterator[Part]:
    """Yield the texts that the sender may have written: no attachments, and nothing from a mail inside this one.

    Of alternatives, it yields the plain text, else the first that is not empty; with ``marked_up``, the first with
    markup.
    """
    if part.is_attached:
        return
    if part.kind in ("text/plain", "text/html") and part.text.strip():
        yield part
    inside = [list(_own_parts(one, marked_up=marked_up)) for one in part.inside]
    if part.kind == "multipart/alternative":
        filled = [(any(part.kind != "text/plain" for part in parts), parts) for parts in inside if parts]
        inside = [parts for _, parts in sorted(filled, key=itemgetter(0), reverse=marked_up)][:1]
    for parts in inside:
        yield from parts


def _reduced(text: str) -> str:
    """Convert HTML to text without quotes, with list numbers as shown (``inscriptis`` itself counts all lists from 1).
    Attributes are removed first: styles could ask for millions of blank lines.
    """
    try:
        parser = html.HTMLParser(encoding="utf-8")
        # The parser ends an <s> at the next paragraph; browsers do not, and it does not with a <del>, which looks the same.
        bounded = _without_quoted_strikes(STRIKE.sub(r"<\1del", within_bounds(text)).replace("\0", ""))
        tree = html.document_fromstring(bounded.encode("utf-8"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        return ""
    misnested = any(MISNESTED.search(one.message) for one in parser.error_log)
    markers, unread = show_markers(tree), find_unread(tree)
    etree.strip_elements(tree, *UNREAD, etree.Comment, with_tail=False)
    for element in list(tree.iter()):  # else it ends behind the first that is emptied
        shown = _shown_for(element)
        if shown in (None, SIGNED):
            shown = unread.get(element, shown)
        sign = _sign_before(element)
        element.attrib.clear()
        if element.tag in BLOCKS:  # others stay: lxml reads names that it refuses to write, such as "p<b"
            element.tag = "div"
        if sign:
            element.tag, element.text = "b", f"{sign}{element.text or ''}"
        if shown == SIGNED:
            begins, ends = etree.Element("div"), etree.Element("div")
            begins.text, ends.text, begins.tail, element.text = SIGNED, UNSIGNED, element.text, None
            element.insert(0, begins)
            element.append(ends)
        elif shown is not None:
            del element[:]
            element.text = shown
    for item, marker in markers.items():
        item.set(MARKER, marker)
    shown = ParserConfig(custom_html_tag_handler_mapping=CustomHtmlTagHandlerMapping({"li": _begin_item}, {}))
    found = str(inscriptis.Inscriptis(tree, shown).get_text())[:MOST_TEXT]
    return f"{STRUCK}{UNCLEAR}\n{found}" if misnested else found


def _without_quoted_strikes(markup: str) -> str:
    """Return HTML without the strike tags in its quotes, which are not read: what is misnested there makes nothing
    unclear. Tags that begin or end a strike across the edge of a quote stay."""
    if QUOTE_IN_COMMENT.search(markup):
        return markup
    found: list[str] = []
    at = depth = begin = 0
    for tag in QUOTE_TAG.finditer(markup):
        depth += -1 if tag[1] else 1
        if depth < 0:
            return markup
        if tag[1] and depth == 0:
            quote = markup[begin : tag.start()]
            open_then = [*accumulate(-1 if one[1] else 1 for one in STRUCK_TAG.finditer(quote))]
            is_whole = min(open_then, default=0) >= 0 and open_then[-1:] in ([], [0])
            found += [markup[at:begin], STRUCK_TAG.sub("", quote) if is_whole else quote]
            at = tag.start()
        elif depth == 1:
            begin = tag.end()
    return "".join((*found, markup[at:]))


def _sign_before(element: html.HtmlElement) -> str:
    """Return the sign for what an element shows apart from its text: a box with or without its tick, or that a number
    is raised or lowered."""
    if element.tag == "input" and str(element.get("type")).lower() in ("checkbox", "radio"):
        return "☐ " if element.get("checked") is None else "☑ "
    is_number = element.tag in ("sup", "sub") and element.text_content().lstrip()[:1].isdigit()
    return "^" if is_number else ""


def _shown_for(element: html.HtmlElement) -> str | None:
    """Return the text that stands for an element in which a mail program quotes or signs, or None for all others.

    A Gmail quote with others inside it does not count: answers may stand between them.
    """
    kind = " ".join(str(element.get(name) or "") for name in ("class", "id", "name")).lower()
    if element.tag == "blockquote" or any(one in kind for one in QUOTES):
        is_parted = "gmail_quote" in kind and any(one.tag == "blockquote" for one in element)
        return None if is_parted and element.tag != "blockquote" else "" if element.tag == "span" else ">"
    if any(one in kind for one in BELOW_IS_QUOTED):
        return QUOTED
    return SIGNED if any(one in kind for one in SIGNATURES) else None


def _begin_item(state: HtmlDocumentState, attributes: Mapping[str, str]) -> None:
    """Begin a list item with its own marker."""
    state.tags[-1].list_bullet = attributes.get(MARKER, "")
    state.tags[-1].write("")

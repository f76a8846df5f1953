"""The envelope side of a letter: ids, threads, unsubscribing, the opponents in a subject; a policy that writes headers itself.

The standard library decodes encoded words (RFC 2047) in header values and folds the result without checking it: before
a fix (CVE-2024-6923) a name made of encoded line breaks ended the header, and it still breaks up long tokens and drops
the quotes of long names. So header values are never decoded here, and each kind folds itself: :class:`Tokens` for
machines, :class:`Words` for people, :class:`Mailbox` for addresses.
"""

from __future__ import annotations

import email.policy
import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from email.header import Header
from email.headerregistry import Address, HeaderRegistry, UniqueSingleAddressHeader, UnstructuredHeader
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any, Literal, cast

from service.accounts.mail.mail_address import MAIL
from service.text.deleted_names import named_after_with
from service.text.names import plain
from workers.mail.page import Page
from workers.mail.parts.telling import listed

Kind = Literal["auto-generated", "auto-replied"]
"""The origin of a letter (RFC 3834): automatic, or an answer to a mail."""
SUBJECT_LENGTH = 78
SHORTEST_TITLE = 8
"""The fewest characters of a match's title that a subject keeps."""
ID_FORM = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")
EVENT_ID = re.compile(r"[A-Za-z0-9_.@:-]{1,200}")
TOKEN_HEADERS = (
    "message-id",
    "in-reply-to",
    "references",
    "list-unsubscribe",
    "list-id",
    "feedback-id",
    "siegelpost-events",
)
SIMPLE_NAME = re.compile(r"[A-Za-z0-9 ]+")
"""A display name that needs no quotes."""


class AsGiven(UnstructuredHeader):
    """A header whose value is kept as given: the library's own class would decode encoded words in it."""

    max_count = 1

    @classmethod
    def parse(cls, value: str, kwds: dict[str, Any]) -> None:
        """Keep the value as it is; :raises ValueError: for control characters, which no header may contain."""
        if not value.isprintable() and any(unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") for one in value):
            raise ValueError("a header is one line without control characters")
        kwds["decoded"] = value
        kwds["parse_tree"] = []


class Tokens(AsGiven):
    """A header of printable ASCII tokens, folded only between them."""

    def fold(self, *, policy: email.policy.Policy) -> str:
        """Return the header's lines for the wire."""
        return _folded(self.name, str(self).split(), policy.linesep)  # type: ignore[attr-defined]  # mixed in


class Words(AsGiven):
    """A header for people: plain ASCII as it is, anything else encoded as a whole."""

    def fold(self, *, policy: email.policy.Policy) -> str:
        """Return the header's lines for the wire."""
        return _folded(self.name, _encoded(str(self)).split(), policy.linesep)  # type: ignore[attr-defined]  # mixed in


class Mailbox(UniqueSingleAddressHeader):
    """One mailbox: a name (bare, quoted or encoded as a whole) and an address that is never altered."""

    def fold(self, *, policy: email.policy.Policy) -> str:
        """Return the header's lines for the wire."""
        one = self.address
        name, spec = one.display_name, one.addr_spec
        if not name:
            return _folded(self.name, [spec], policy.linesep)  # type: ignore[attr-defined]  # mixed in
        tokens = [*_phrase(name).split(), f"<{spec}>"]
        return _folded(self.name, tokens, policy.linesep)  # type: ignore[attr-defined]  # mixed in


def _folded(name: str, tokens: list[str], linesep: str) -> str:
    lines = [f"{name}:"]
    for token in tokens:
        if len(lines[-1]) + 1 + len(token) > 76 and not lines[-1].endswith(":"):
            lines.append("")
        lines[-1] += f" {token}"
    return linesep.join(lines) + linesep


def _encoded(text: str) -> str:
    """Return the text in ASCII: unchanged, or as encoded words, also where it only looks like one or would lose blanks."""
    if text.isascii() and text.isprintable() and not ENCODED_WORD.search(text) and " ".join(text.split()) == text:
        return text
    return Header(text, "utf-8", maxlinelen=70).encode(linesep="\n")


def _phrase(name: str) -> str:
    if SIMPLE_NAME.fullmatch(name) or not (name.isascii() and name.isprintable()) or _encoded(name) != name:
        return _encoded(name)
    return '"' + name.replace("\\", r"\\").replace('"', r"\"") + '"'


class KnownHeaders(HeaderRegistry):
    """A registry that caches header classes. The library's makes a class for every header of every letter, a tenth of
    the time a letter takes."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[type, type] = {}

    def __getitem__(self, name: str) -> Any:
        """Return the class for a header's values, made once per kind, as the library would make it."""
        kind = self.registry.get(name.lower(), self.default_class)
        if kind not in self._made:
            self._made[kind] = super().__getitem__(name)
        return self._made[kind]


def _policy() -> email.policy.EmailPolicy[EmailMessage]:
    registry = KnownHeaders()
    for name in TOKEN_HEADERS:
        registry.map_to_type(name, cast(Any, Tokens))
    registry.map_to_type("subject", cast(Any, Words))
    for name in ("from", "to", "reply-to"):
        registry.map_to_type(name, cast(Any, Mailbox))
    return email.policy.SMTP.clone(header_factory=registry)


POLICY = _policy()
ENCODED_WORD = re.compile(r"=\?|\?=")
"""How an encoded word (RFC 2047) begins and ends."""


def unencoded(text: str) -> str:
    """Break every encoded word apart, so that no program finds one, however often it decodes.

    >>> unencoded("=?utf-8?q?=0d=0a?= (what?)")
    '= ?utf-8?q? =0d=0a? = (what?)'
    """
    return text.replace("=?", "= ?").replace("?=", "? =")


def domain_of(mail_from: str) -> str:
    """Return the domain of the sender's address, used on the right side of every message id."""
    return parseaddr(mail_from)[1].rpartition("@")[2] or "localhost.invalid"


def message_id(mail: str, mail_from: str) -> str:
    """Return the Message-ID of a letter named ``mail`` (a notice id); the same name always gives the same id."""
    left = (
        mail
        if ID_FORM.fullmatch(mail) and len(mail) <= 120
        else hashlib.sha256(mail.encode("utf-8", "surrogatepass")).hexdigest()
    )
    return f"<{left}@{domain_of(mail_from)}>"


def boundary(letter: str) -> str:
    """Return a MIME boundary derived from the Message-ID, so that the same letter has the same bytes."""
    return f"=_siegelpost-{hashlib.sha256(letter.encode()).hexdigest()[:24]}"


def address(name: str, mail: str) -> Address:
    """Return a recipient; :raises ValueError: for an email address that is not ``local@domain`` in ASCII."""
    if not MAIL.fullmatch(mail) or ENCODED_WORD.search(mail):
        raise ValueError("an email address is local@domain in ASCII, unquoted and without encoded words")
    local, _, domain = mail.rpartition("@")
    return Address(display_name=unencoded(plain(name, 60)), username=local, domain=domain)


def thread(message: EmailMessage, match: str, mail_from: str, previous: str | None) -> None:
    """Thread the letter with its match: ``References`` to the match's root and the letter sent before."""
    root = f"<{match}@{domain_of(mail_from)}>"
    message["In-Reply-To"] = previous or root
    message["References"] = f"{root} {previous}" if previous else root


def machine_made(message: EmailMessage, kind: Kind = "auto-generated") -> None:
    """Mark the letter as automatic, so that vacation responders and list servers keep quiet (RFC 3834)."""
    message["Auto-Submitted"] = kind
    message["X-Auto-Response-Suppress"] = "All"


def unsubscribable(message: EmailMessage, link: str) -> None:
    """Offer one-click unsubscribing (RFC 8058): mail programs POST to the link; a GET only shows a page."""
    message["List-Unsubscribe"] = f"<{link}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def events(message: EmailMessage, ids: Sequence[str]) -> None:
    """List the letter's events by their ids in feeds; skip ids that are not plain ASCII without blanks."""
    plain_ones = [one for one in ids if EVENT_ID.fullmatch(one)]
    if plain_ones:
        message["Siegelpost-Events"] = " ".join(plain_ones)


def subject(title: str, company: Sequence[str], lines: Sequence[str]) -> str:
    """Return the subject ``<title> <company> - <line>`` of a letter to somebody without a seat at the table.

    It always fits, and keeps part of each of the three.

    What is too long is shortened in this order: the question in the line, the end of the title, names in the company.

    :param company: the other players, in wordings from long to short; ``[""]`` to leave them out.
    :param lines: turn and deadline, in wordings from long to short.
    """
    whole, others = plain(unencoded(title)), [plain(unencoded(one)) for one in company]
    for line in lines:
        if len(full := _joined(whole, others[0], line)) <= SUBJECT_LENGTH:
            return full
    for who in others:
        room = SUBJECT_LENGTH - len(_joined("x", who, lines[-1])) + 1
        if room >= min(len(whole), SHORTEST_TITLE) or who == others[-1]:
            return plain(_joined(plain(whole, max(room, 1)), who, lines[-1]), SUBJECT_LENGTH)
    raise ValueError("company needs at least one text, which may be empty")


def match_subject(title: str, company: Sequence[str]) -> str:
    """Return the subject ``<title> <company>``, the same for all letters of a match to one seat, so that they are one thread.

    What is too long is shortened in this order: the end of the title, names in the company.
    """
    whole, others = plain(unencoded(title)), [plain(unencoded(one)) for one in company]
    for who in others:
        room = SUBJECT_LENGTH - len(who) - 1
        if room >= min(len(whole), SHORTEST_TITLE) or who == others[-1]:
            return plain(unencoded(f"{plain(whole, max(room, 1))} {who}".rstrip()), SUBJECT_LENGTH)
    raise ValueError("company needs at least one text, which may be empty")


def own_subject(line: str) -> str:
    """Return the subject of a letter about an account."""
    return plain(unencoded(f"[Siegelpost] {line}"), SUBJECT_LENGTH)


def _joined(title: str, company: str, line: str) -> str:
    table = f"{title} {company}" if company else title
    return plain(unencoded(f"{table} - {line}"))


FEW = 2
"""The most opponents who are all named; of more, only the first is."""
LONGEST = 60
"""The most characters of a name in a subject."""
LENGTHS = (20, 12, 8)
"""Lengths to which names are cut, longest first."""
BOT = re.compile(r" \([Bb]ot\)$")
"""The suffix of a bot's name, which is dropped before anything else of a name."""


def company(page: Page, seat: int | None) -> list[str]:
    """Return the reader's company (``with Bert``), in wordings from long to short; ``[""]`` for a reader without a
    seat."""
    say = page.reader.say
    if seat is None:
        return [""]
    others = named_after_with([name for at, name in enumerate(page.names) if at != seat and name], page.reader.language)
    if not others:
        return [""]
    found = []
    for cut in _shorter(others):
        rest = len(cut) - 1
        words = say.with_some(listed(cut, page.reader)) if rest < FEW else say.with_many(cut[0], rest)
        found.append(str(words))
    return [*dict.fromkeys(found), *([str(say.with_number(len(others)))] if len(others) > 1 else [])]


def _shorter(names: Sequence[str]) -> Iterator[list[str]]:
    """Yield the names, from long to short, never so short that two different names become alike."""
    yield [plain(name, LONGEST) for name in names]
    bare = [BOT.sub("", name) for name in names]
    for length in (LONGEST, *LENGTHS):
        cut = [plain(name, length) for name in bare]
        if len(set(cut)) == len(set(names)):
            yield cut

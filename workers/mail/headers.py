"""The envelope side of a letter: ids, threads, unsubscribing, and a policy that never encodes a link or an id.

The standard library folds long header values by encoding them (RFC 2047), which breaks ``List-Unsubscribe`` and
``References``: their values are tokens for machines. :class:`Tokens` folds them at blanks only.
"""

from __future__ import annotations

import email.policy
import hashlib
import re
import unicodedata
from email.headerregistry import Address, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any, cast

SUBJECT_LENGTH = 70
ID_FORM = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")
UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")
JOINERS = "\u200c\u200d"
"""Format characters that some scripts and emoji need inside a word; every other one could reorder or hide text."""
TOKEN_HEADERS = ("message-id", "in-reply-to", "references", "list-unsubscribe", "list-id", "feedback-id")


class Tokens(UnstructuredHeader):
    """A header of printable ASCII tokens, folded between them and never inside."""

    max_count = 1

    def fold(self, *, policy: email.policy.Policy) -> str:
        """Return the header's lines for the wire."""
        lines = [f"{self.name}:"]  # type: ignore[attr-defined]  # the registry mixes the name in
        for token in str(self).split():
            if len(lines[-1]) + 1 + len(token) > 76 and not lines[-1].endswith(":"):
                lines.append("")
            lines[-1] += f" {token}"
        return policy.linesep.join(lines) + policy.linesep


def _policy() -> email.policy.EmailPolicy[EmailMessage]:
    registry = HeaderRegistry()
    for name in TOKEN_HEADERS:
        registry.map_to_type(name, cast(Any, Tokens))
    return email.policy.SMTP.clone(header_factory=registry)


POLICY = _policy()


def plain(text: str, longest: int = 200) -> str:
    """Return a name or title as one harmless line: no control characters, no line breaks, no direction overrides."""
    kept = "".join(one if one in JOINERS or unicodedata.category(one) not in UNSAFE else " " for one in text)
    line = " ".join(kept.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def domain_of(mail_from: str) -> str:
    """Return the domain of the sender's address: the right side of every message id."""
    return parseaddr(mail_from)[1].rpartition("@")[2] or "localhost.invalid"


def message_id(mail: str, mail_from: str) -> str:
    """Return the Message-ID of a letter named ``mail`` (a notice id); the same name always gives the same id."""
    left = mail if ID_FORM.fullmatch(mail) and len(mail) <= 120 else hashlib.sha256(mail.encode()).hexdigest()
    return f"<{left}@{domain_of(mail_from)}>"


def boundary(letter: str) -> str:
    """Return a MIME boundary made from the Message-ID, so that the same letter has the same bytes."""
    return f"=_siegelpost-{hashlib.sha256(letter.encode()).hexdigest()[:24]}"


def address(name: str, mail: str) -> Address:
    """Return a recipient; :raises ValueError: for a mail address that is not ``local@domain`` in ASCII."""
    if not mail.isascii() or any(not one.isprintable() or one.isspace() for one in mail):
        raise ValueError("a mail address is printable ASCII without blanks")
    return Address(display_name=plain(name, 60), addr_spec=mail)


def thread(message: EmailMessage, match: str, mail_from: str, previous: str | None) -> None:
    """Hang the letter below its match: ``References`` to the match's root and the letter sent before."""
    root = f"<{match}@{domain_of(mail_from)}>"
    message["In-Reply-To"] = previous or root
    message["References"] = f"{root} {previous}" if previous else root


def machine_made(message: EmailMessage) -> None:
    """Mark the letter as written by a machine, so that holiday notes and list servers keep quiet (RFC 3834)."""
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"


def unsubscribable(message: EmailMessage, link: str) -> None:
    """Offer one-click unsubscribing (RFC 8058): mail programs POST to the link, a GET of it only shows a page."""
    message["List-Unsubscribe"] = f"<{link}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def subject(prefix: str, candidates: list[str]) -> str:
    """Return the first candidate that fits the length with the prefix, else the last one cut."""
    for candidate in candidates:
        if len(line := plain(f"{prefix} {candidate}")) <= SUBJECT_LENGTH:
            return line
    return plain(f"{prefix} {candidates[-1]}", SUBJECT_LENGTH)

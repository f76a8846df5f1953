"""Valid mail addresses, and which of them share a mailbox."""

from __future__ import annotations

import re

MAIL = re.compile(
    r"(?=.{3,254}\Z)(?=[^@]{1,64}@)(?!.*(?:=\?|\?=))[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"
)
"""Mail addresses as the mail workers can write them: ASCII, no quoted local parts, no address literals, no encoded words."""
DOTLESS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}
"""Large providers that ignore dots in the local part, and the name under which each one is counted."""


def mailbox_of(mail: str) -> str:
    """Return the mailbox behind an address, as far as the rules for that are generally known.

    >>> mailbox_of("Ann+play@Example.org"), mailbox_of("a.n.n@googlemail.com")
    ('ann@example.org', 'ann@gmail.com')
    """
    local, _, domain = mail.strip().lower().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in DOTLESS:
        local, domain = local.replace(".", "") or local, DOTLESS[domain]
    return f"{local}@{domain}"


def is_from(sender: str, own: str) -> bool:
    """Return whether a sender's address belongs to one of these mailboxes, whose addresses are separated by blanks."""
    return sender != "" and mailbox_of(sender) in map(mailbox_of, own.split())


__all__ = ["MAIL", "is_from", "mailbox_of"]

"""Email addresses: which are valid, which share a mailbox, and which count as dead after bounced letters. Pure.

A mail server that rejects a letter for good gives the reason as an enhanced status code (RFC 3463). Only codes about
the address count: two reports of "there is no such mailbox" about two letters, or three other final refusals of three
letters sent over three days or more. An unconfirmed address, such as one typed for an invitation, needs no second
report: nothing shows that it ever accepted a letter, and the person who typed it is waiting to hear. Full mailboxes,
refused contents, block lists and temporary failures say nothing about the address, and never count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from service.store.replies import Bounce


MAIL = re.compile(
    r"(?=.{3,254}\Z)(?=[^@]{1,64}@)(?!.*(?:=\?|\?=))[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"
)
"""Email addresses as the mail workers can write them: ASCII, no quoted local parts, no address literals, no encoded words."""
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


def is_from(sender: str, own: tuple[str, ...]) -> bool:
    """Return whether a sender's address belongs to one of the mailboxes with these addresses."""
    return sender != "" and mailbox_of(sender) in map(mailbox_of, own)


Bounced = Literal["unknown", "refused", "passing"]
"""The meaning of a status: the address does not exist; it is refused for good; or something temporary, or not about the
address."""
STATUS = re.compile(r"[245]\.[0-9]{1,3}\.[0-9]{1,3}")
UNKNOWN = ("5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1")
"""No such mailbox or host, an unreadable address, moved away, no such recipient with a null MX, switched off."""
NOT_THE_ADDRESS = re.compile(r"5\.2\.[23]|5\.[34567]\.[0-9]+")
"""A full mailbox, a letter too large, systems and routes on the way, contents, policy."""
MOST_UNKNOWN, MOST_REFUSED = 2, 3
MOST_UNCONFIRMED = 1
LEAST_DAYS = 3


def meaning(status: str) -> Bounced:
    """Return what an enhanced status code says about the address.

    >>> meaning("5.1.1"), meaning("5.0.0"), meaning("5.2.2"), meaning("5.7.26"), meaning("4.4.7")
    ('unknown', 'refused', 'passing', 'passing', 'passing')
    """
    if not STATUS.fullmatch(status) or not status.startswith("5."):
        return "passing"
    if status in UNKNOWN:
        return "unknown"
    return "passing" if NOT_THE_ADDRESS.fullmatch(status) else "refused"


def is_dead(bounces: Sequence[Bounce], *, confirmed: bool) -> bool:
    """Return whether an address with these reports gets no more letters.

    :param confirmed: whether letters are known to have arrived there.
    """
    days = {one.letter: one.day for one in bounces if meaning(one.status) != "passing"}
    unknown = {one.letter for one in bounces if meaning(one.status) == "unknown"}
    spread = max(days.values()) - min(days.values()) if days else 0
    most = MOST_UNKNOWN if confirmed else MOST_UNCONFIRMED
    return len(unknown) >= most or (len(days) >= MOST_REFUSED and spread >= LEAST_DAYS)

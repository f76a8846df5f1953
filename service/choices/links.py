"""Links in letters that answer one question, and do nothing else: bound to account, mailbox, seat, decision, head and choices.

The link names the match, the seat and the digest of the question (:func:`service.matches.numbering.digest_of`), which covers the
decision, the head in whose state it was asked and all choices in their order; its MAC covers the account and its mail address
besides. So it is worth nothing to whoever has the seat later, after a change of the address, or for the next question. Which of
the choices is meant stands beside the link: whoever has the link has that question anyway.
"""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass

from engine.protocol.canon import NotCanonical, b64, unb64
from service.accounts.mail.mail_address import mailbox_of
from service.keys.signing import Links
from service.matches.numbering import DIGEST
from service.store.records import Account

VERSION = 1
MAC_BYTES = 16
RAW = 2 + 16 + DIGEST + MAC_BYTES
FORM = re.compile(rf"[A-Za-z0-9_-]{{{-(-RAW * 8 // 6)}}}")
PURPOSE = "choice-link"


@dataclass(frozen=True)
class ChoiceLink:
    """The contents of a choice link: match, seat and the digest of the question."""

    match: str
    seat: int
    asked: bytes
    mac: bytes

    def is_of(self, links: Links, account: Account) -> bool:
        """Return whether this installation sent the link to the account, at the address that it has now."""
        return links.was_derived(self.mac, PURPOSE, *_facts(account, self.match, self.seat, self.asked))


def make_choice_link(links: Links, account: Account, match: str, seat: int, asked: bytes) -> str:
    """Return the text of the link; ``asked`` are the 8 bytes that name the question."""
    head = bytes([VERSION, seat]) + uuid.UUID(match).bytes + asked
    return b64(head + links.derive(PURPOSE, *_facts(account, match, seat, asked))[:MAC_BYTES])


def read_choice_link(text: str) -> ChoiceLink | None:
    """Return what a link says, ``None`` if it has not the form of ours; whose it is tells :meth:`ChoiceLink.is_of`."""
    if not FORM.fullmatch(text):
        return None
    try:
        raw = unb64(text)
    except NotCanonical:
        return None
    if len(raw) != RAW or raw[0] != VERSION:
        return None
    return ChoiceLink(str(uuid.UUID(bytes=raw[2:18])), raw[1], raw[18 : 18 + DIGEST], raw[18 + DIGEST :])


def _facts(account: Account, match: str, seat: int, asked: bytes) -> tuple[str, ...]:
    return account.id, mailbox_of(account.letterbox), match, str(seat), asked.hex()


__all__ = ["ChoiceLink", "make_choice_link", "read_choice_link"]

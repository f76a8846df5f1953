"""Return addresses for undeliverable letters: ``b+<token>@host``, signed, for one account, letter and day (VERP).

Mail servers send their reports to the envelope's sender. With an address of its own for each letter a report says whose letter it
is, however little of it can be read, and nobody can make up reports about letters that they have not seen. The MAC covers account
and mailbox, so what comes back after a change of the address says nothing about the new one.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from service.accounts.mail.mail_address import mailbox_of
from service.keys.signing import Links
from service.store.keys import ACCOUNT
from service.store.records import Account
from workers.mail.reply_address import address_with, bytes_in

VERSION = 1
DAY = 86_400_000
GOOD_FOR = 10
"""Days that reports about a letter are taken: mail servers try for five, and somebody may switch one off for a weekend."""
LETTER_BYTES, MAC_BYTES = 6, 10
RAW = 1 + 16 + 2 + LETTER_BYTES + MAC_BYTES
PREFIX = "b+"
PURPOSE = "return-address"


@dataclass(frozen=True)
class ReturnAddress:
    """A return address: the account, the letter (a short digest of its name), and the day it was sent (since 1970)."""

    account: str
    letter: bytes
    day: int
    mac: bytes

    def is_of(self, links: Links, account: Account, now: int) -> bool:
        """Return whether this installation sent such a letter to the account's mailbox, not long ago; ``now`` in ms."""
        known = links.was_derived(self.mac, PURPOSE, *_facts(account, self.letter, self.day))
        return known and 0 <= now // DAY - self.day <= GOOD_FOR


def make_return_address(links: Links, host: str, account: Account, name: str, now: int) -> str:
    """Return the address at ``host`` for reports about a letter to the account; ``name`` is the letter's, ``now`` in ms."""
    letter, day = hashlib.sha256(name.encode()).digest()[:LETTER_BYTES], now // DAY
    raw = bytes([VERSION]) + bytes.fromhex(account.id[2:]) + day.to_bytes(2, "big") + letter
    raw += links.derive(PURPOSE, *_facts(account, letter, day))[:MAC_BYTES]
    return address_with(PREFIX, raw, host)


def read_return_address(address: str, host: str) -> ReturnAddress | None:
    """Return what an address says, ``None`` if it has not the form of ours; whose it is tells :meth:`ReturnAddress.is_of`."""
    raw = bytes_in(address, PREFIX, host, RAW)
    if raw is None or raw[0] != VERSION:
        return None
    letter, mac = raw[19 : 19 + LETTER_BYTES], raw[19 + LETTER_BYTES :]
    return ReturnAddress(f"p_{raw[1:17].hex()}", letter, int.from_bytes(raw[17:19], "big"), mac)


def has_return_address(account: Account) -> bool:
    """Return whether letters to the account can have one: ids of other forms, which no release makes, do not fit."""
    return ACCOUNT.fullmatch(account.id) is not None


def _facts(account: Account, letter: bytes, day: int) -> tuple[str, ...]:
    return account.id, mailbox_of(account.mail), letter.hex(), str(day)


__all__ = ["DAY", "GOOD_FOR", "ReturnAddress", "make_return_address", "read_return_address"]

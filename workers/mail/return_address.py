"""Return addresses for undeliverable letters: ``b+<token>@host``, signed, for one account, letter and day (VERP).

Mail servers send their reports to the envelope's sender. With its own address for each letter, a report identifies the
letter's recipient even if it is barely readable, and nobody can forge reports about letters that they have not seen.
The MAC covers account and mailbox, so reports that arrive after a change of address do not count against the new one.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from service.accounts.mail.mail_address import mailbox_of
from service.keys.signing import Links
from service.store.keys import ACCOUNT
from service.store.records import Account
from workers.mail.reply_address import address_with, bytes_in

VERSION = 1
DAY = 86_400_000
GOOD_FOR = 10
"""Days for which reports about a letter are accepted: mail servers try for five, and a server may be switched off over
a weekend."""
LETTER_BYTES, MAC_BYTES = 6, 10
RAW = 1 + 16 + 2 + LETTER_BYTES + MAC_BYTES
PREFIX = "b+"
TRIAL = "trial-"
TRIAL_LOCAL = re.compile(f"{TRIAL}[0-9a-f]{{32}}")
PURPOSE = "return-address"


@dataclass(frozen=True)
class ReturnAddress:
    """A return address: the account, the letter (a short digest of its name), and the day it was sent (since 1970)."""

    account: str
    letter: bytes
    day: int
    mac: bytes

    def is_of(self, links: Links, account: Account, now: int) -> bool:
        """Return whether this installation recently sent such a letter to the account's mailbox; ``now`` in ms."""
        known = links.was_derived(self.mac, PURPOSE, *_facts(account, self.letter, self.day))
        return known and 0 <= now // DAY - self.day <= GOOD_FOR


def make_return_address(links: Links, host: str, account: Account, name: str, now: int) -> str:
    """Return the address at ``host`` for reports about a letter to the account; ``name`` is the letter's, ``now`` in ms."""
    letter, day = hashlib.sha256(name.encode()).digest()[:LETTER_BYTES], now // DAY
    raw = bytes([VERSION]) + bytes.fromhex(account.id[2:]) + day.to_bytes(2, "big") + letter
    raw += links.derive(PURPOSE, *_facts(account, letter, day))[:MAC_BYTES]
    return address_with(PREFIX, raw, host)


def read_return_address(address: str, host: str) -> ReturnAddress | None:
    """Parse a return address, or return None if its form is not ours; :meth:`ReturnAddress.is_of` tells its owner."""
    raw = bytes_in(address, PREFIX, host, RAW)
    if raw is None or raw[0] != VERSION:
        return None
    letter, mac = raw[19 : 19 + LETTER_BYTES], raw[19 + LETTER_BYTES :]
    return ReturnAddress(f"p_{raw[1:17].hex()}", letter, int.from_bytes(raw[17:19], "big"), mac)


def read_trial_address(address: str, host: str) -> str | None:
    """Return the number of a trial mail or None if it is no such address."""
    local, _, at = address.rpartition("@")
    return local.removeprefix(TRIAL) if TRIAL_LOCAL.fullmatch(local) and at.lower() == host else None


def has_return_address(account: Account) -> bool:
    """Return whether letters to the account can have a return address: unusual ids, which no release makes, do not fit."""
    return ACCOUNT.fullmatch(account.id) is not None


def _facts(account: Account, letter: bytes, day: int) -> tuple[str, ...]:
    return account.id, mailbox_of(account.mail), letter.hex(), str(day)

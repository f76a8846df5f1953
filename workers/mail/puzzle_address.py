"""Reply addresses of letters with a puzzle: ``q+<token>@host``, signed, for one account, mailbox and day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from service.accounts.mail.mail_address import mailbox_of
from service.keys.signing import Links
from service.store.records import Account
from workers.mail.reply_address import address_with, bytes_in

VERSION, MAC_BYTES = 1, 10
RAW = 1 + 16 + 3 + MAC_BYTES
PREFIX = "q+"
PURPOSE = "puzzle-address"


@dataclass(frozen=True)
class PuzzleAddress:
    """The reply address of a letter to an account with the puzzle of a day (its ordinal)."""

    account: str
    day: int
    mac: bytes

    @property
    def date(self) -> str:
        """The day, such as ``2026-11-30``; empty if there is no such day."""
        return date.fromordinal(self.day).isoformat() if 0 < self.day <= date.max.toordinal() else ""

    def is_of(self, links: Links, account: Account) -> bool:
        """Return whether this installation sent such a letter to the account's mailbox."""
        return links.was_derived(self.mac, PURPOSE, account.id, mailbox_of(account.letterbox), str(self.day))


def make_puzzle_address(links: Links, host: str, account: Account, day: str) -> str:
    """Return the address at ``host`` for answers to the puzzle of a day."""
    ordinal = date.fromisoformat(day).toordinal()
    mac = links.derive(PURPOSE, account.id, mailbox_of(account.letterbox), str(ordinal))[:MAC_BYTES]
    raw = bytes([VERSION]) + bytes.fromhex(account.id[2:]) + ordinal.to_bytes(3, "big") + mac
    return address_with(PREFIX, raw, host)


def read_puzzle_address(address: str, host: str) -> PuzzleAddress | None:
    """Parse such an address, or return None if its form is not ours; :meth:`PuzzleAddress.is_of` tells its owner."""
    raw = bytes_in(address, PREFIX, host, RAW)
    if raw is None or raw[0] != VERSION:
        return None
    return PuzzleAddress(f"p_{raw[1:17].hex()}", int.from_bytes(raw[17:20], "big"), raw[20:])

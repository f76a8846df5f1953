"""Reply addresses of letters: ``m+<token>@host``, signed, for one recipient, match and set of questions; and return addresses.

A token is lower-case base32, because mail systems fold case, and short, because a local part has at most 64 characters:
a version with flags, the seat, the match, the digest of what the letter asks (:mod:`service.matches.numbering`) and 80
bits of a MAC. The MAC covers the account, so that letters to a former player of a seat do not act for its successor,
and the mailbox, so that a former owner of the account's mailbox cannot answer for it with old letters.

The address of a letter that asks for a confirmation encodes its subject in place of the digest, in the same eight
bytes: the days of a vacation, or a mark for the subject and the time of asking. Whoever answers such a letter with a
word like "yes" has read it, because its address appears nowhere else.

The return address for undeliverable letters is ``b+<token>@host``, signed, for one account, letter and day (VERP). Mail
servers send their reports to the envelope's sender. With its own address for each letter, a report identifies the letter's
recipient even if it is barely readable, and nobody can forge reports about letters that they have not seen. The MAC covers
account and mailbox, so reports that arrive after a change of address do not count against the new one.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import uuid
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from service.accounts.mail.mail_address import mailbox_of
from service.keys.signing import Links
from service.store.keys import ACCOUNT
from service.store.records import Account

AHEAD_BYTES = 4


# What a letter asks to confirm, in the eight bytes that its address for answers has for what it asks: days of a
# vacation, or something with a mark of its own and the moment at which it was asked.

MARK_BYTES, MINUTE = 4, 60_000
HOLDS = 7 * 24 * 60
"""Minutes for which a letter with a marked question may be answered."""
DAY_BITS, SPAN_BITS, CHANGES_BITS = 20, 12, 31


@dataclass(frozen=True)
class DaysToConfirm:
    """The first and the last day of a vacation to enter, or the first day of one to end (``last`` is None).

    ``changes`` is how often the account's vacations had changed at the time of asking.
    """

    first: date
    last: date | None
    changes: int

    @property
    def fits(self) -> bool:
        """True if the days fit into eight bytes, as all days do that can be entered."""
        return self.last is None or 0 < (self.last - self.first).days + 1 < 1 << SPAN_BITS

    def packed(self) -> bytes:
        """Pack the days into eight bytes.

        >>> one = DaysToConfirm(date(2026, 12, 1), date(2026, 12, 14), 3)
        >>> DaysToConfirm.read(one.packed()) == one
        True
        """
        span = 0 if self.last is None else (self.last - self.first).days + 1
        whole = self.first.toordinal() << SPAN_BITS | span
        return (whole << CHANGES_BITS | _counted(self.changes)).to_bytes(8, "big")

    @classmethod
    def read(cls, packed: bytes) -> DaysToConfirm:
        """Unpack eight bytes made by :meth:`packed`."""
        whole, changes = divmod(int.from_bytes(packed, "big"), 1 << CHANGES_BITS)
        day, span = divmod(whole, 1 << SPAN_BITS)
        first = date.fromordinal(day)
        return cls(first, first + timedelta(days=span - 1) if span else None, changes)

    def still_holds(self, changes: int) -> bool:
        """Return whether the vacations are unchanged since the question."""
        return self.changes == _counted(changes)


Subject = Literal["resign", "rematch", "order", "lines", "days"]
"""What a letter can ask to confirm: resigning, a rematch, a standing order, lines about orders once more, days of a vacation."""
MARKS: dict[Subject, bytes] = {"resign": bytes(4), "rematch": b"\0\0\0\1", "order": b"\0\1", "lines": b"\0\2\0\0"}
"""The beginnings of the eight bytes for each subject; no days begin so."""


def stamped(subject: Subject, now: int) -> bytes:
    """Return the eight bytes by which a letter asks, at a moment (ms), to confirm a subject."""
    return MARKS[subject] + (now // MINUTE).to_bytes(8 - MARK_BYTES, "big")


def subject_in(asked: bytes) -> Subject:
    """Return what a letter that asked with these eight bytes wants confirmed.

    >>> [subject_in(stamped(one, 60_000)) for one in ("resign", "rematch", "lines")]
    ['resign', 'rematch', 'lines']
    >>> subject_in(DaysToConfirm(date(2026, 12, 1), None, 0).packed())
    'days'
    """
    return next((subject for subject, mark in MARKS.items() if asked.startswith(mark)), "days")


def is_in_time(asked: bytes, now: int) -> bool:
    """Return whether a letter that asked with these bytes of :func:`stamped` may still be answered.

    >>> asked = stamped("resign", 60_000)
    >>> is_in_time(asked, 120_000), is_in_time(asked, 8 * 86_400_000), is_in_time(asked, 0)
    (True, False, False)
    """
    return 0 <= now // MINUTE - int.from_bytes(asked[MARK_BYTES:], "big") <= HOLDS


NOTHING_ASKED = b"\0\3\0\0"


def nothing_asked(n: int) -> bytes:
    """Return the eight bytes of a letter that asks nothing, with the number of log entries when it was written."""
    return NOTHING_ASKED + n.to_bytes(8 - len(NOTHING_ASKED), "big")


def _counted(changes: int) -> int:
    return changes % (1 << CHANGES_BITS)


# Bytes in the local part of an email address: ``x+<token>@host``, in lower-case base32, because mail systems fold case.


def address_with(prefix: str, raw: bytes, host: str) -> str:
    """Return the address at ``host`` that carries these bytes after the prefix."""
    return f"{prefix}{base64.b32encode(raw).decode('ascii').lower().rstrip('=')}@{host}"


def bytes_in(address: str, prefix: str, host: str, length: int) -> bytes | None:
    """Return the bytes that an address at ``host`` carries after the prefix, or None if it has another form or length."""
    local, _, domain = address.strip().lower().rpartition("@")
    token = local.removeprefix(prefix)
    if domain != host.lower() or token == local or not token.isascii() or len(token) != -(-length * 8 // 5):
        return None
    try:
        return base64.b32decode(token.upper() + "=" * (-len(token) % 8))
    except (binascii.Error, ValueError):
        return None


# Addresses that letters ask their answers to: ``m+<token>@host``, signed, for one recipient, match and set of
# questions.

VERSION = 1
WHOLE = 0x10
"""The flag of a letter that lists every choice, however many there are."""
CONFIRMS = 0x20
"""The flag of a letter that only asks for a confirmation, of the subject in ``asked`` (below)."""
INVITES = 0x40
"""The flag of an invitation's address; ``asked`` is the invitation's digest, and ``seat`` tells whether the letter
asked for a confirmation."""
ONCE_MORE = 0x08
"""The flag of a letter that asks its reader to repeat a statement because the text below might change it: in the
answer, text below the line itself is ignored."""
SUGGESTS = 0x80
"""The flag of a letter that asks whether one of its choices was meant: the last two bytes of ``asked`` are its number."""
ASKED_BYTES = 8
DIGEST_BYTES, NUMBER_BYTES = 6, 2
"""Bytes of the digest of the questions, and of the suggested choice's number, in the address of a letter that suggests
a choice."""
DIGEST_WITH_AHEAD = 4
"""Bytes of that digest if the answer ahead follows the choice's number: such an address is two bytes longer."""
FLAGS = {"whole": WHOLE, "confirms": CONFIRMS, "invites": INVITES, "suggests": SUGGESTS, "once_more": ONCE_MORE}
"""The flags of an address, by the field for each."""
MAC_BYTES = 10
RAW = 2 + 16 + ASKED_BYTES + MAC_BYTES
LONGER = DIGEST_WITH_AHEAD + NUMBER_BYTES + AHEAD_BYTES - ASKED_BYTES
PREFIX = "m+"
PURPOSE = "reply-address"
BOUND = "reply-address-of-mailbox"
INVITED = "invited-reply-address"
ASKED_BACK = 1


@dataclass(frozen=True)
class ReplyAddress:
    """A reply address: seat and match, the digest of its letter's questions, and whether the letter lists all choices."""

    match: str
    seat: int
    asked: bytes
    whole: bool
    mac: bytes = b""
    confirms: bool = False
    invites: bool = False
    suggests: bool = False
    once_more: bool = False

    @property
    def questions(self) -> bytes:
        """The digest of the letter's questions, or its first bytes."""
        return self.asked[: self._digest] if self.suggests else self.asked

    @property
    def suggestion(self) -> int | None:
        """The number of the choice of which the letter asked whether it was meant, or None if it asked nothing like
        that."""
        named = self.asked[self._digest : self._digest + NUMBER_BYTES]
        return int.from_bytes(named, "big", signed=True) if self.suggests else None

    @property
    def ahead(self) -> bytes:
        """The suggested answer ahead for the choice (:mod:`workers.inbox.offered`), empty if none."""
        return self.asked[DIGEST_WITH_AHEAD + NUMBER_BYTES :] if len(self.asked) > ASKED_BYTES else b""

    @property
    def _digest(self) -> int:
        return DIGEST_WITH_AHEAD if self.ahead else DIGEST_BYTES

    @property
    def subject(self) -> Subject | None:
        """The subject that its letter asked to confirm, or None if it asked for no confirmation."""
        return subject_in(self.asked) if self.confirms else None

    @property
    def asked_nothing_at(self) -> int | None:
        """The number of log entries when its letter, which asked nothing, was written, or None if it asked something."""
        is_plain = not (self.suggests or self.confirms or self.invites) and self.asked.startswith(NOTHING_ASKED)
        return int.from_bytes(self.asked[len(NOTHING_ASKED) :], "big") if is_plain else None

    @property
    def asked_back(self) -> bool:
        """True if its letter asked to confirm an answer to an invitation."""
        return self.invites and self.seat == ASKED_BACK

    def is_of(self, links: Links, account: str, mail: str) -> bool:
        """Return whether this installation issued the address to the account, in a letter to that mailbox."""
        return links.was_derived(self.mac, *self._bound_to(account, mail))

    def signed(self, links: Links, host: str, account: str, mail: str) -> str:
        """Return the address as issued to the account in a letter to ``mail``."""
        mac = links.derive(*self._bound_to(account, mail))[:MAC_BYTES]
        return written(replace(self, mac=mac), host)

    def _bound_to(self, account: str, mail: str) -> tuple[str, ...]:
        """Return the purpose of the MAC and the facts that it signs."""
        again = ("once more",) if self.once_more else ()
        if self.invites:
            return INVITED, account, mail, self.match, str(self.seat), self.asked.hex(), *again
        listed = "all" if self.whole else "some"
        listed = f"{listed}, one suggested" if self.suggests else listed
        facts = account, self.match, str(self.seat), self.asked.hex(), listed
        if self.confirms:
            return PURPOSE, *facts, mail, *again
        return BOUND, *facts, mailbox_of(mail), *again


def make_address(
    links: Links, host: str, account: str, mail: str, match: str, seat: int, asked: bytes, *, whole: bool = False
) -> str:
    """Return the reply address at ``host`` of a letter to ``mail``; ``asked`` are the 8 bytes that identify its
    questions."""
    return ReplyAddress(match, seat, asked, whole).signed(links, host, account, mail)


def make_suggesting_address(
    links: Links,
    host: str,
    account: str,
    mail: str,
    match: str,
    seat: int,
    asked: bytes,
    number: int,
    *,
    whole: bool = False,
    ahead: bytes = b"",
) -> str:
    """Return the reply address of a letter that asks whether the choice with this number was meant.

    :param asked: as for :func:`make_address`; numbers are those of 16 bits, also negative ones.
    :param ahead: four bytes that encode what was said ahead with it, or empty.
    """
    digest = asked[: DIGEST_WITH_AHEAD if ahead else DIGEST_BYTES]
    named = digest + number.to_bytes(NUMBER_BYTES, "big", signed=True) + ahead
    return ReplyAddress(match, seat, named, whole, suggests=True).signed(links, host, account, mail)


def make_confirming_address(
    links: Links, host: str, account: str, mail: str, match: str, seat: int, asked: bytes
) -> str:
    """Return the reply address that confirms the subject in the 8 bytes ``asked``: only a reader of ``mail`` can know
    it."""
    return ReplyAddress(match, seat, asked, whole=False, confirms=True).signed(links, host, account, mail)


def make_invited_address(
    links: Links, host: str, account: str, mail: str, match: str, invitation: bytes, *, asked_back: bool = False
) -> str:
    """Return the reply address of an invitation (8 bytes of its digest), for the reader of ``mail``."""
    seat = ASKED_BACK if asked_back else 0
    return ReplyAddress(match, seat, invitation, whole=False, invites=True).signed(links, host, account, mail)


def make_once_more(links: Links, account: str, mail: str, address: str) -> str:
    """Convert an account letter's reply address into that of a letter that asks to repeat the answer."""
    host = address.rpartition("@")[2]
    found = read_address(address, host)
    assert found is not None, "it is one of ours"
    return replace(found, once_more=True).signed(links, host, account, mail)


def read_address(address: str, host: str) -> ReplyAddress | None:
    """Parse a reply address, or return None if its form is not ours; :meth:`ReplyAddress.is_of` tells its owner."""
    longer = bytes_in(address, PREFIX, host, RAW + LONGER)
    raw = longer or bytes_in(address, PREFIX, host, RAW)
    if longer is not None and not longer[0] & SUGGESTS:
        return None
    plain_flags = WHOLE | CONFIRMS | SUGGESTS | ONCE_MORE
    if raw is None or (raw[0] & ~plain_flags != VERSION and raw[0] & ~ONCE_MORE != VERSION | INVITES):
        return None
    match, asked, mac = raw[2:18], raw[18:-MAC_BYTES], raw[-MAC_BYTES:]
    flags = (bool(raw[0] & one) for one in FLAGS.values())
    return ReplyAddress(str(uuid.UUID(bytes=match)), raw[1], asked, mac=mac, **dict(zip(FLAGS, flags, strict=True)))


def written(address: ReplyAddress, host: str) -> str:
    """Return an address in the form that :func:`read_address` reads."""
    flags = sum(flag for name, flag in FLAGS.items() if getattr(address, name))
    head = bytes([VERSION | flags, address.seat])
    return address_with(PREFIX, head + uuid.UUID(address.match).bytes + address.asked + address.mac, host)


RETURN_VERSION = 1
DAY = 86_400_000
GOOD_FOR = 10
"""Days for which reports about a letter are accepted: mail servers try for five, and a server may be switched off over
a weekend."""
LETTER_BYTES, RETURN_MAC_BYTES = 6, 10
RETURN_RAW = 1 + 16 + 2 + LETTER_BYTES + RETURN_MAC_BYTES
RETURN_PREFIX = "b+"
TRIAL = "trial-"
TRIAL_LOCAL = re.compile(f"{TRIAL}[0-9a-f]{{32}}")
RETURN_PURPOSE = "return-address"


@dataclass(frozen=True)
class ReturnAddress:
    """A return address: the account, the letter (a short digest of its name), and the day it was sent (since 1970)."""

    account: str
    letter: bytes
    day: int
    mac: bytes

    def is_of(self, links: Links, account: Account, now: int) -> bool:
        """Return whether this installation recently sent such a letter to the account's mailbox; ``now`` in ms."""
        known = links.was_derived(self.mac, RETURN_PURPOSE, *_facts(account, self.letter, self.day))
        return known and 0 <= now // DAY - self.day <= GOOD_FOR


def make_return_address(links: Links, host: str, account: Account, name: str, now: int) -> str:
    """Return the address at ``host`` for reports about a letter to the account; ``name`` is the letter's, ``now`` in ms."""
    letter, day = hashlib.sha256(name.encode()).digest()[:LETTER_BYTES], now // DAY
    raw = bytes([RETURN_VERSION]) + bytes.fromhex(account.id[2:]) + day.to_bytes(2, "big") + letter
    raw += links.derive(RETURN_PURPOSE, *_facts(account, letter, day))[:RETURN_MAC_BYTES]
    return address_with(RETURN_PREFIX, raw, host)


def read_return_address(address: str, host: str) -> ReturnAddress | None:
    """Parse a return address, or return None if its form is not ours; :meth:`ReturnAddress.is_of` tells its owner."""
    raw = bytes_in(address, RETURN_PREFIX, host, RETURN_RAW)
    if raw is None or raw[0] != RETURN_VERSION:
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


# Addresses of letters with a puzzle: ``q+<token>@host``, signed, for one account, mailbox and day.


PUZZLE_RAW = 1 + 16 + 3 + MAC_BYTES
PUZZLE_PREFIX = "q+"
PUZZLE_PURPOSE = "puzzle-address"


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
        return links.was_derived(self.mac, PUZZLE_PURPOSE, account.id, mailbox_of(account.letterbox), str(self.day))


def make_puzzle_address(links: Links, host: str, account: Account, day: str) -> str:
    """Return the address at ``host`` for answers to the puzzle of a day."""
    ordinal = date.fromisoformat(day).toordinal()
    mac = links.derive(PUZZLE_PURPOSE, account.id, mailbox_of(account.letterbox), str(ordinal))[:MAC_BYTES]
    raw = bytes([VERSION]) + bytes.fromhex(account.id[2:]) + ordinal.to_bytes(3, "big") + mac
    return address_with(PUZZLE_PREFIX, raw, host)


def read_puzzle_address(address: str, host: str) -> PuzzleAddress | None:
    """Parse such an address, or return None if its form is not ours; :meth:`PuzzleAddress.is_of` tells its owner."""
    raw = bytes_in(address, PUZZLE_PREFIX, host, PUZZLE_RAW)
    if raw is None or raw[0] != VERSION:
        return None
    return PuzzleAddress(f"p_{raw[1:17].hex()}", int.from_bytes(raw[17:20], "big"), raw[20:])

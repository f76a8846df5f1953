"""Guests: whom the owner of a table has invited, and what became of it. Pure; kept with the table, outside its log.

A guest is kept as an account and a digest of the address that was typed, never as an address: the owner reads the address from
the account, and only while the account still has it, so that a change or a deletion of an account leaves nothing behind here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.match.standing import Guest, Table
from service.matches.seats import seat_of
from service.store.records import Account

Became = Literal["unanswered", "joined", "declined", "withdrawn", "bounced", "gone"]
"""What became of an invitation: it is out, its reader sits at the table, has said no, it was taken back, the letter came back, or
there is no such account any more."""
MOST_GUESTS = 64
"""Guests of one table; it seats eight."""
MOST_TIMES = 3
"""Letters with the same invitation to one guest: the first, and two more that its owner asks for."""
BETWEEN = 3_600_000
"""How long after a letter the same guest can be sent it again, in milliseconds."""

AddressDigest = Callable[[str], str]
"""From a mail address to its digest, which nobody else can make."""


@dataclass(frozen=True)
class Shown:
    """A guest as the table's owner sees them: ``mail`` is empty unless the owner has typed that very address."""

    account: str
    mail: str
    at: int
    times: int
    became: Became
    again: bool


def invitation_digest(invitation: str) -> str:
    """Return what tells an invitation from others without giving it away."""
    return hashlib.sha256(invitation.encode()).hexdigest()[:16]


def guest_of(table: Table, account: str) -> Guest | None:
    """Return a guest of the table; ``None`` for who was not invited by name."""
    return next((one for one in table.get("guests", []) if one["account"] == account), None)


def is_withdrawn(table: Table, account: str) -> bool:
    """Return whether the owner has taken the account's invitation back."""
    guest = guest_of(table, account)
    return guest is not None and guest["answer"] == "withdrawn"


def joins_by_mail(table: Table, account: str) -> bool:
    """Return whether a guest may sit down by answering the letter: not where it takes more than a mail can make."""
    return guest_of(table, account) is not None and table["custody"] != "client" and table["entropy"] != "required"


def may_be_sent(table: Table, account: str, now: int, *, again: bool) -> bool:
    """Return whether the present invitation may be sent to an account now: once, and ``again`` a few times when asked for."""
    if account in table.get("barred", []) or seat_of(table, account) is not None:
        return False
    guest = guest_of(table, account)
    if guest is None:
        return len(table.get("guests", [])) < MOST_GUESTS
    if guest["of"] != invitation_digest(table["invitation"]):
        return True
    if guest["answer"] == "withdrawn":  # nobody is written to without end by an owner who cannot decide
        return guest["times"] < MOST_TIMES
    return again and guest["times"] < MOST_TIMES and now - guest["at"] >= BETWEEN


def with_guest(table: Table, account: str, address: str, language: str, now: int) -> list[Guest]:
    """Return the table's guests with one who is sent the present invitation now; ``address`` as in :class:`Guest`."""
    before, of = guest_of(table, account), invitation_digest(table["invitation"])
    times = before["times"] + 1 if before is not None and before["of"] == of else 1
    made = Guest(account=account, address=address, language=language, of=of, at=now, times=times, answer="")
    if before is None:
        return [*table.get("guests", []), made]
    kept = made if address else Guest(**{**made, "address": before["address"]})
    return [kept if one["account"] == account else one for one in table.get("guests", [])]


def with_answer(table: Table, account: str, answer: Literal["", "declined", "withdrawn"]) -> list[Guest]:
    """Return the table's guests after one of them has declined, or was taken the invitation back from."""
    return [Guest(**{**one, "answer": answer}) if one["account"] == account else one for one in table["guests"]]


def occasion(table: Table, account: str) -> str:
    """Return what sets the letter apart that a guest is sent now: each is sent once, however often it is asked for."""
    guest = guest_of(table, account)
    assert guest is not None
    return guest["of"] if guest["times"] == 1 else f"{guest['of']}.{guest['times']}"


def shown_guests(table: Table, accounts: Sequence[Account | None], now: int, digest: AddressDigest) -> list[Shown]:
    """Return a table's guests as its owner sees them, in the order in which they were invited first.

    :param accounts: the account of each guest, ``None`` where it is gone.
    """
    return [
        _shown(table, guest, account, now, digest)
        for guest, account in zip(table.get("guests", []), accounts, strict=True)
    ]


def _shown(table: Table, guest: Guest, account: Account | None, now: int, digest: AddressDigest) -> Shown:
    typed = account is not None and guest["address"] != "" and digest(account.mail) == guest["address"]
    return Shown(
        account=guest["account"],
        mail=account.mail if typed and account is not None else "",
        at=guest["at"],
        times=guest["times"],
        became=_became(table, guest, account, typed=typed),
        again=may_be_sent(table, guest["account"], now, again=True),
    )


def _became(table: Table, guest: Guest, account: Account | None, *, typed: bool) -> Became:
    if account is None:
        return "gone"
    if seat_of(table, guest["account"]) is not None:
        return "joined"
    if guest["account"] in table.get("barred", []):
        return "withdrawn"
    if guest["answer"]:
        return guest["answer"]
    # Of an account that somebody uses, whether its mail arrives is between it and its mail server.
    return "bounced" if typed and account.bouncing and not account.verified else "unanswered"


__all__ = [
    "BETWEEN",
    "MOST_GUESTS",
    "MOST_TIMES",
    "AddressDigest",
    "Became",
    "Shown",
    "guest_of",
    "invitation_digest",
    "is_withdrawn",
    "joins_by_mail",
    "may_be_sent",
    "occasion",
    "shown_guests",
    "with_answer",
    "with_guest",
]

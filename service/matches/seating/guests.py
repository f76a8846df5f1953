"""Guests: whom the owner of a table has invited, and what became of it. Pure; kept with the table, outside its log.

A guest is kept as an account and a digest of the address that was typed, never as an address: the owner reads the address from
the account, and only while the account still has it, so that a change or a deletion of an account leaves nothing behind here.

An owner who types addresses must not learn whose they are: accounts are public at open tables. So an account that was named
and an address that was typed are two guests, though one person has both; what becomes of the second is not told.

A guest account may sit at few tables, and "play now" opens one of them. It has no mailbox, so nobody can tell it that others
wait; therefore it plays against bots, or where somebody's link lets it in and moves are quick enough to stay for them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.contract import Rules
from engine.match.table import Guest, Table
from engine.registry import FIRST
from service.matches.errors import MatchError
from service.matches.pace import DAY
from service.matches.seating.seats import seat_of
from service.store.records import Account

KEEP = "name a mail address first, and the account is yours to keep"


def first_table(rules: Rules) -> dict[str, Any]:
    """Return members of a wish (:class:`~service.matches.seating.creation.NewMatch`) for a first match against bots.

    As few seats as the game allows, no grace: a bot never reconsiders, and whoever tries a game wants to see what happens.
    """
    seats, game = min(rules.seats), rules.id.partition("@")[0]
    return {
        "rules": rules.id,
        "options": dict(FIRST.get(game, {})),
        "seats": seats,
        "bots": ["steady"] * (seats - 1),
        "visibility": "private",
        "pace": {"kind": "duration", "seconds": DAY},
        "grace": 0,
    }


def check_guest_creates(bots: int, seats: int, visibility: str, invited: int) -> None:
    """Refuse a table of a guest's own at which others would sit, or could. :raises MatchError: guest."""
    if bots != seats - 1 or visibility != "private" or invited:
        raise MatchError(
            "guest", f"a guest opens private tables with bots in all other seats; to play with people, {KEEP}"
        )


def check_guest(table: Table, account: Account, *, invited: bool) -> None:
    """Refuse a seat at a table that is not a guest's own, unless a link let them in and a move takes a day or less.

    :raises MatchError: guest.
    """
    if account.id == table["owner"]:
        return
    if not invited:
        raise MatchError("guest", f"a guest sits down by somebody's invitation only; {KEEP}")
    if table["pace"]["kind"] != "duration" or table["pace"]["seconds"] > DAY:
        raise MatchError("guest", f"moves take more than a day here, and only mail could tell you of yours: {KEEP}")


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
GuestName = Callable[[Guest], str]
"""From a guest to what its owner names it by."""


@dataclass(frozen=True)
class Shown:
    """A guest as the table's owner sees them: ``mail`` is empty unless the owner has typed that very address.

    ``guest`` names them: the account where the owner has named it, else something that tells nothing about the account.
    """

    guest: str
    mail: str
    at: int
    times: int
    became: Became
    again: bool


def invitation_digest(invitation: str) -> str:
    """Return what tells an invitation from others without giving it away."""
    return hashlib.sha256(invitation.encode()).hexdigest()[:16]


def guest_of(table: Table, account: str) -> Guest | None:
    """Return a guest of the table, as invited last; ``None`` for whoever was not invited by name."""
    return max(_all_of(table, account), key=lambda one: one["at"], default=None)


def is_withdrawn(table: Table, account: str) -> bool:
    """Return whether the owner has taken the account's invitation back, by every name that it was invited by."""
    mine = _all_of(table, account)
    return bool(mine) and all(one["answer"] == "withdrawn" for one in mine)


def joins_by_mail(table: Table, account: str) -> bool:
    """Return whether a guest may sit down by answering the letter: not where it takes more than a mail can make."""
    return guest_of(table, account) is not None and table["custody"] != "client" and table["entropy"] != "required"


def may_be_noted(table: Table, account: str, address: str, now: int, *, again: bool) -> bool:
    """Return whether a guest may be invited now, as far as the owner may know: nothing here depends on whose an address is.

    :param address: as in :class:`Guest`.
    """
    guest = _named(table, account, address)
    if guest is None:
        known = not address and _is_placed(table, account)
        return not known and len(table.get("guests", [])) < MOST_GUESTS
    if not guest.get("apart") and _is_placed(table, account):
        return False
    # Who is invited anew may sit down again, though no letter says so to whoever has refused.
    hidden = guest.get("apart", False) or guest["answer"] == "withdrawn"
    looks = Guest(**{**guest, "refused": False}) if hidden else guest
    return _may_be_sent(table, [looks], now, again=again)


def may_be_sent(table: Table, account: str, now: int, *, again: bool) -> bool:
    """Return whether the present invitation may be sent to an account now: once, and ``again`` a few times when asked for.

    By whatever names it was invited: an account that is named and an address of the same person make one letter.
    """
    return not _is_placed(table, account) and _may_be_sent(table, _all_of(table, account), now, again=again)


def _may_be_sent(table: Table, guests: Sequence[Guest], now: int, *, again: bool) -> bool:
    if any(one.get("refused", one["answer"] == "declined") for one in guests):
        return False
    of = invitation_digest(table["invitation"])
    sent = [one for one in guests if one["of"] == of]
    if not sent:
        return True
    if sum(one["times"] for one in sent) >= MOST_TIMES:
        return False
    if all(one["answer"] == "withdrawn" for one in sent):
        return True  # counted: nobody is written to without end by an owner who cannot decide
    return again and now - max(one["at"] for one in sent) >= BETWEEN


def with_guest(table: Table, account: str, address: str, language: str, now: int) -> list[Guest]:
    """Return the table's guests with one who is invited now; ``address`` as in :class:`Guest`."""
    before, of = _named(table, account, address), invitation_digest(table["invitation"])
    times = before["times"] + 1 if before is not None and before["of"] == of else 1
    made = Guest(account=account, address=address, language=language, of=of, at=now, times=times, answer="")
    if before is None:
        here = _is_placed(table, account) or _all_of(table, account)
        return [*table.get("guests", []), Guest(**{**made, "apart": True}) if here else made]
    return [Guest(**{**one, **made}) if one is before else one for one in table["guests"]]


def with_answer(table: Table, account: str, answer: Literal["", "declined"]) -> list[Guest]:
    """Return the table's guests after one of them has declined, or has sat down after all."""
    return [_answering(one, answer) if one["account"] == account else one for one in table["guests"]]


def _answering(guest: Guest, answer: Literal["", "declined"]) -> Guest:
    kept = answer and guest["answer"] == "withdrawn"
    return Guest(**{**guest, "answer": "withdrawn" if kept else answer, "refused": answer == "declined"})


def without_guest(table: Table, withdrawn: Guest) -> list[Guest]:
    """Return the table's guests after the owner has taken the invitation back from one of them."""
    return [Guest(**{**one, "answer": "withdrawn"}) if one is withdrawn else one for one in table["guests"]]


def occasion(table: Table, account: str) -> str:
    """Return what sets the letter apart that a guest is sent now: each is sent once, however often it is asked for."""
    of = invitation_digest(table["invitation"])
    times = sum(one["times"] for one in _all_of(table, account) if one["of"] == of)
    return of if times == 1 else f"{of}.{times}"


def shown_guests(
    table: Table, accounts: Sequence[Account | None], now: int, digest: AddressDigest, name: GuestName
) -> list[Shown]:
    """Return a table's guests as its owner sees them, in the order in which they were invited first.

    :param accounts: the account of each guest, ``None`` where it is gone.
    """
    return [
        _shown(table, guest, account, now, digest, name)
        for guest, account in zip(table.get("guests", []), accounts, strict=True)
    ]


def awaited_guests(table: Table) -> int:
    """Return how many guests have not answered, for whoever sits with them at the table: their accounts play no part in it."""
    return sum(_answered(table, one) == "unanswered" for one in table.get("guests", []))


def _is_placed(table: Table, account: str) -> bool:
    """Return whether an account sits at the table, or was removed from it."""
    return account in table.get("barred", []) or seat_of(table, account) is not None


def _all_of(table: Table, account: str) -> list[Guest]:
    """Return an account as a guest, by whatever names it was invited."""
    return [one for one in table.get("guests", []) if one["account"] == account]


def _named(table: Table, account: str, address: str) -> Guest | None:
    return next((one for one in _all_of(table, account) if one["address"] == address), None)


def _shown(
    table: Table, guest: Guest, account: Account | None, now: int, digest: AddressDigest, name: GuestName
) -> Shown:
    typed = account is not None and guest["address"] != "" and digest(account.mail) == guest["address"]
    return Shown(
        guest=name(guest),
        mail=account.mail if typed and account is not None else "",
        at=guest["at"],
        times=guest["times"],
        became=_became(table, guest, account, typed=typed),
        again=(typed or not guest["address"])
        and may_be_noted(table, guest["account"], guest["address"], now, again=True),
    )


def _became(table: Table, guest: Guest, account: Account | None, *, typed: bool) -> Became:
    if account is None:
        return "gone"
    answered = _answered(table, guest)
    if answered != "unanswered" or guest.get("apart"):
        return answered
    # Of an account that somebody uses, whether its mail arrives is between it and its mail server.
    return "bounced" if typed and account.bouncing and not account.verified else "unanswered"


def _answered(table: Table, guest: Guest) -> Literal["unanswered", "joined", "declined", "withdrawn"]:
    """Return what became of an invitation, as far as the table knows."""
    if guest.get("apart"):
        return "withdrawn" if guest["answer"] == "withdrawn" else "unanswered"
    if seat_of(table, guest["account"]) is not None:
        return "joined"
    if guest["account"] in table.get("barred", []):
        return "withdrawn"
    return guest["answer"] or ("declined" if guest.get("refused") else "unanswered")


__all__ = [
    "BETWEEN",
    "MOST_GUESTS",
    "MOST_TIMES",
    "AddressDigest",
    "Became",
    "GuestName",
    "Shown",
    "awaited_guests",
    "check_guest",
    "check_guest_creates",
    "first_table",
    "guest_of",
    "invitation_digest",
    "is_withdrawn",
    "joins_by_mail",
    "may_be_noted",
    "may_be_sent",
    "occasion",
    "shown_guests",
    "with_answer",
    "with_guest",
    "without_guest",
]

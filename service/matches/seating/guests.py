"""Guests: the people invited by the owner of a table, and their responses. Pure; kept with the table, outside its log.

A guest is kept as an account and a digest of the address that was typed, never as an address: the owner sees the
account's address, and only while the account still has it, so that a change or a deletion of an account leaves nothing
behind here.

An owner who types addresses must not learn whose they are: accounts are public at open tables. So a named account and a
typed address are two guests, even if one person has both; the outcome of the second is not told.

A guest account may sit at few tables, and "play now" opens one of them. It has no mailbox, so nobody can tell it that others
wait; therefore it plays against bots, or where somebody's link lets it in and moves are quick enough to stay for them.
"""

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

KEEP = "name an email address first, and the account is yours to keep"


def first_table(rules: Rules) -> dict[str, Any]:
    """Return members of a request (:class:`~service.matches.seating.creation.NewMatch`) for a first match against bots.

    It has as few seats as the game allows and no grace period: bots never reconsider, and newcomers want to see what
    happens.
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
    """Refuse a guest account's own table at which others would or could sit. :raises MatchError: guest."""
    if bots != seats - 1 or visibility != "private" or invited:
        raise MatchError(
            "guest",
            "a guest opens private tables (`visibility`) with bots in all other seats (`bots`), and invites nobody; to play "
            f"with people, {KEEP}",
        )


def check_guest(table: Table, account: Account, *, invited: bool) -> None:
    """Refuse a guest account a seat at another's table, unless a link admitted it and moves take a day or less.

    A link from before a removal does not count: the removed player could come back with it as a new guest, again and
    again.

    :raises MatchError: guest.
    """
    if account.id == table["owner"]:
        return
    if not invited:
        raise MatchError("guest", f"a guest sits down by somebody's invitation only; {KEEP}")
    if table.get("guestless") == invitation_digest(table["invitation"]):
        raise MatchError(
            "guest", f"somebody was removed from this table, so guests need a new invitation from its owner; or {KEEP}"
        )
    if table["pace"]["kind"] != "duration" or table["pace"]["seconds"] > DAY:
        raise MatchError("guest", f"moves take more than a day here, and only mail could tell you of yours: {KEEP}")


Became = Literal["unanswered", "joined", "declined", "withdrawn", "bounced", "gone"]
"""The status of an invitation: sent, accepted, declined, withdrawn, bounced, or its account no longer exists."""
MOST_GUESTS = 64
"""The most guests of one table, which has at most eight seats."""
MOST_TIMES = 3
"""The most letters with the same invitation to one guest: the first, and two more at the owner's request."""
BETWEEN = 3_600_000
"""The least time between two letters with the invitation to one guest, in milliseconds."""

AddressDigest = Callable[[str], str]
"""Takes an email address; returns its digest, which nobody else can compute."""
GuestName = Callable[[Guest], str]
"""Takes a guest; returns the name by which its owner refers to it."""


@dataclass(frozen=True)
class Shown:
    """A guest as shown to the table's owner: ``mail`` is empty unless the owner typed that very address.

    ``guest`` identifies them: the account if the owner named it, otherwise a word that reveals nothing about the
    account.
    """

    guest: str
    mail: str
    at: int
    times: int
    became: Became
    again: bool


def invitation_digest(invitation: str) -> str:
    """Return a digest that identifies an invitation without revealing it."""
    return hashlib.sha256(invitation.encode()).hexdigest()[:16]


def guest_of(table: Table, account: str) -> Guest | None:
    """Return a guest of the table, as last invited, or None for an account not invited by name."""
    return max(_all_of(table, account), key=lambda one: one["at"], default=None)


def is_withdrawn(table: Table, account: str) -> bool:
    """Return whether the owner has withdrawn the account's invitation, under every name by which it was invited."""
    mine = _all_of(table, account)
    return bool(mine) and all(one["answer"] == "withdrawn" for one in mine)


def joins_by_mail(table: Table, account: str) -> bool:
    """Return whether a guest may sit down by answering the letter, which is impossible if that takes more than a mail
    can provide."""
    return guest_of(table, account) is not None and table["custody"] != "client" and table["entropy"] != "required"


def may_be_noted(table: Table, account: str, address: str, now: int, *, again: bool) -> bool:
    """Return whether a guest may be invited now, without giving away anything about the owner of the address.

    The answer depends only on facts that the table's owner may know.

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
    """Return whether the present invitation may be sent to an account now: once, and a few more times with ``again``.

    All names of a guest count together: a named account and an address of the same person make one letter.
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
    """Return the table's guests including one invited now; ``address`` as in :class:`Guest`."""
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
    """Return the table's guests after the owner has withdrawn one invitation."""
    return [Guest(**{**one, "answer": "withdrawn"}) if one is withdrawn else one for one in table["guests"]]


def occasion(table: Table, account: str) -> str:
    """Return the text that distinguishes this letter to a guest from others: each is sent once, however often it is
    requested."""
    of = invitation_digest(table["invitation"])
    times = sum(one["times"] for one in _all_of(table, account) if one["of"] == of)
    return of if times == 1 else f"{of}.{times}"


def shown_guests(
    table: Table, accounts: Sequence[Account | None], now: int, digest: AddressDigest, name: GuestName
) -> list[Shown]:
    """Return a table's guests as shown to its owner, in the order in which they were first invited.

    :param accounts: the account of each guest, or None if it is gone.
    """
    return [
        _shown(table, guest, account, now, digest, name)
        for guest, account in zip(table.get("guests", []), accounts, strict=True)
    ]


def awaited_guests(table: Table) -> int:
    """Return how many guests have not answered, for players at the table: independent of the guests' accounts."""
    return sum(_answered(table, one) == "unanswered" for one in table.get("guests", []))


def _is_placed(table: Table, account: str) -> bool:
    """Return whether an account sits at the table, or was removed from it."""
    return account in table.get("barred", []) or seat_of(table, account) is not None


def _all_of(table: Table, account: str) -> list[Guest]:
    """Return an account's entries as a guest, under all names by which it was invited."""
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
    """Return the status of an invitation, as far as the table knows it."""
    if guest.get("apart"):
        return "withdrawn" if guest["answer"] == "withdrawn" else "unanswered"
    if seat_of(table, guest["account"]) is not None:
        return "joined"
    if guest["account"] in table.get("barred", []):
        return "withdrawn"
    return guest["answer"] or ("declined" if guest.get("refused") else "unanswered")

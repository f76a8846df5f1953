"""The rules of delivering: what goes into the next letter, what is dropped, what is ambiguous, when to try again. Pure.

An ambiguous letter was handed over, or was about to be, when its sender died or the line broke. A turn mail is then not
sent again (a second one confuses, and the reminder follows anyway); invitations, what partners say, results and logins
are sent again under the same Message-ID, so that a mail program can see that they are the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NotRequired, TypedDict

from service.notifications.collection import COMPANY
from service.notifications.relevance import ALWAYS, UNCONFIRMED, Reason, overtaken, unwanted
from service.store.outbox import Outgoing
from service.store.records import Account, Notice, Record

State = Literal["sent", "retry", "dead", "ambiguous", "dropped"]

RESENT = frozenset({"login", "invited", "said", "over"})
"""Kinds worth a possible duplicate."""
SILENT = frozenset({"projection"})
"""Kinds that are no mail: they repair the list of an account's matches."""
FIRST_DELAY, LONGEST_DELAY, LOGIN_DELAY = 60_000, 12 * 3_600_000, 60_000
ATTEMPTS = 12
"""After this many failures a letter is given up: 1, 3, 9, ... minutes, then every 12 hours, make nearly three days."""


class Dropped(TypedDict):
    """A notice that was not sent, and why."""

    kind: str
    reason: Reason


class Delivery(TypedDict):
    """What a player may read of one attempt. ``mail`` is the left side of the Message-ID; never the content.

    ``at`` and ``retry_at`` in milliseconds; ``answer`` is the mail server's own line or ours; ``resend`` marks a letter
    that may have arrived and will be sent again unchanged.
    """

    mail: str
    match: str
    kinds: list[str]
    notices: list[str]
    state: State
    attempt: int
    at: int
    answer: str
    dropped: list[Dropped]
    retry_at: NotRequired[int]
    resend: NotRequired[bool]


@dataclass
class Plan:
    """What to do with everything that waits for a recipient.

    ``letter`` are the notices to send now under the id ``mail``; ``again`` says that they were ambiguous before;
    ``dropped`` are settled without being sent, ``silent`` are settled without a word. ``rotten`` are ids of what cannot be
    read: it cannot be told, and must not hold up the rest.
    """

    mail: str = ""
    letter: list[Notice] = field(default_factory=list)
    dropped: list[tuple[Notice, Reason]] = field(default_factory=list)
    silent: list[Notice] = field(default_factory=list)
    rotten: list[str] = field(default_factory=list)
    again: bool = False

    @property
    def settled(self) -> list[str]:
        """Ids that are done with whatever becomes of the letter."""
        return [one["id"] for one in self.silent] + [one["id"] for one, _ in self.dropped] + self.rotten

    def drop(self, notices: Sequence[Notice], reason: Reason) -> None:
        """Take notices out of the letter, for a reason that their reader may read."""
        self.letter = [one for one in self.letter if one not in notices]
        self.dropped += [(one, reason) for one in notices]
        if self.letter:
            self.mail = letter_name(self.letter)


def plan(waiting: Outgoing, account: Account | None, record: Record | None, last: Delivery | None, now: int) -> Plan:
    """Return what to do with what waits for one recipient. ``last`` is the record of the latest attempt."""
    made = Plan(silent=[one for one in waiting.pending if one["kind"] in SILENT], rotten=list(waiting.rotten))
    news = [one for one in waiting.pending if one["kind"] not in SILENT]
    again = _to_resend(waiting, last)
    if again is not None:
        made.again, made.mail = True, again[0]
        news = [one for one in news if one["id"] in again[1]]
    for one in news:
        reason = _obstacle(one, account) or _too_late(one, news, record, now)
        if reason is None:
            made.letter.append(one)
        else:
            made.dropped.append((one, reason))
    if made.dropped and not made.again and all(_waits_for_company(one, now) for one in made.letter):
        made.letter = []  # what was due is no news any more, and the rest asks nothing: it waits on
    if made.letter and not made.again:
        made.mail = letter_name(made.letter)
    return made


def _waits_for_company(notice: Notice, now: int) -> bool:
    return notice["send_at"] > now and notice["send_at"] - notice["at"] >= COMPANY


def letter_name(news: Sequence[Notice]) -> str:
    """Return the id of the letter that tells these notices: that of the latest of them."""
    return max(news, key=lambda notice: (notice["n"], notice["at"], notice["id"]))["id"]


def resendable(news: Sequence[Notice]) -> bool:
    """Return whether a letter with these notices is sent again when it is ambiguous."""
    return any(one["kind"] in RESENT for one in news)


def delay(mail: str, attempt: int, kinds: Sequence[str]) -> int:
    """Return how long to wait after a failed attempt (counted from 1), in milliseconds.

    Threefold each time, spread by a fifth up or down so that letters that failed together do not come back together; the
    spread is made from the letter's id, so a repeated computation gives the same.
    """
    spread = int.from_bytes(hashlib.sha256(f"{mail} {attempt}".encode()).digest()[:4], "big") / 2**32
    base = LOGIN_DELAY if "login" in kinds else min(LONGEST_DELAY, FIRST_DELAY * 3 ** (attempt - 1))
    return int(base * (0.8 + 0.4 * spread))


def delivery(plan: Plan, state: State, attempt: int, now: int, answer: str) -> Delivery:
    """Return the record of an attempt."""
    match = next((one["match"] for one in (*plan.letter, *(one for one, _ in plan.dropped))), "")
    return Delivery(
        mail=plan.mail,
        match=match,
        kinds=sorted({one["kind"] for one in plan.letter}),
        notices=[one["id"] for one in plan.letter],
        state=state,
        attempt=attempt,
        at=now,
        answer=answer,
        dropped=[Dropped(kind=one["kind"], reason=reason) for one, reason in plan.dropped],
    )


def _to_resend(waiting: Outgoing, last: Delivery | None) -> tuple[str, set[str]] | None:
    """Return name and notices of a letter that may have arrived and is to be sent again, without newer news."""
    if last is None or not last.get("resend"):
        return None
    ids = set(last["notices"])
    return (last["mail"], ids) if any(one["id"] in ids for one in waiting.pending) else None


def _obstacle(notice: Notice, account: Account | None) -> Reason | None:
    if account is None or not account.mail:
        return "no-address"
    if notice["kind"] not in UNCONFIRMED and not account.verified:
        return "address-unverified"
    if notice["kind"] not in ALWAYS and account.bouncing:
        return "address-bounces"
    return unwanted(notice, account)


def _too_late(notice: Notice, news: Sequence[Notice], record: Record | None, now: int) -> Reason | None:
    if notice["kind"] == "login":
        newer = any(other["kind"] == "login" and other["at"] > notice["at"] for other in news)
        return "superseded" if newer else "expired" if notice["facts"]["expires"] <= now else None
    if record is None:
        return "match-gone"
    return overtaken(notice, record, [other for other in news if other is not notice])

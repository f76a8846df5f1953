"""Deadlines that avoid the nights and vacations of the people who have to answer, each in their account's time zone.

They also avoid days that the match's pace does not count.

A person's night is the quiet hours of the account and one hour more, so that nobody wakes up to a deadline that is just
over: 22 to 8 unless the account says otherwise, never longer than twelve hours. A deadline that would fall into it moves to
its end; with several people, to the first instant, within a day, at which it is night for as few of them as possible.

:func:`by_day` is pure; :class:`FairHours` reads the accounts behind a table's seats.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from engine.match.asking import standing_of
from engine.match.seeding import extend_revealing, missing
from engine.match.step import Step
from engine.match.table import Seat, Table
from service.calendar import spans_of, zone_of
from service.matches.pace import DAY, next_counted, shortest
from service.notifications.asks import wished_hours
from service.notifications.digests import RETURN_HOUR, next_digest, quiet_hours
from service.store.records import Account
from service.store.store import Store

Nights = Literal["kept", "ignored"]
FURTHEST = DAY * 1000
"""The farthest a deadline is moved, in milliseconds."""
LONGEST = 12
"""Hours of the longest night: of longer quiet hours only the last ones count, or a deadline would be moved all day."""
WAKING = 1
"""Hours of the morning in which no deadline ends either."""
USUAL = (22, 8)
"""The night of people who have not set quiet hours."""
SLOW = DAY // 2
"""The seconds per decision from which a new match keeps nights by default."""


class Night(NamedTuple):
    """A night from one local hour to another, in an IANA time zone."""

    zone: str
    begins: int
    ends: int


def night_of(account: Account) -> Night | None:
    """Return the night of an account's person, or None if it has no quiet hours."""
    begins, quiet_to = quiet_hours(account)
    if begins == quiet_to:
        return None
    ends = (quiet_to + WAKING) % 24
    return Night(account.zone, begins if (ends - begins) % 24 in range(1, LONGEST + 1) else (ends - LONGEST) % 24, ends)


def is_night(night: Night, at: int) -> bool:
    """Return whether an instant (ms) lies in the night."""
    hour = datetime.fromtimestamp(at / 1000, zone_of(night.zone)).hour
    if night.begins <= night.ends:
        return night.begins <= hour < night.ends
    return hour >= night.begins or hour < night.ends


def by_day(at: int, nights: Sequence[Night]) -> int:
    """Return the first instant from ``at``, at most a day later, at which it is night for as few people as possible
    (ms).

    Their number only falls at the end of a night, so no other instants are looked at.
    """
    ends = [next_digest(at, night.ends, night.zone) for night in nights]
    found = [at, *(one for one in ends if one <= at + FURTHEST)]
    return min(found, key=lambda one: (sum(is_night(night, one) for night in nights), one))


def usual_nights(pace: dict[str, Any]) -> Nights:
    """Return a new match's default for nights; the pace is complete.

    Slow matches keep nights, unless their daily hour is itself at night in its own zone.
    """
    if pace["kind"] == "daily":
        hour = int(pace["time"][:2])
        return "ignored" if hour >= USUAL[0] or hour < USUAL[1] else "kept"
    return "kept" if shortest(pace) >= SLOW else "ignored"


LEAST = 1_000
"""The least extension for which the log has an entry (ms, protocol section 12.4)."""


class FairHours:
    """Nights, vacations and reminders of the people at the tables that a worker steps together.

    All accounts are read in one round trip when the first one is needed: most steps need those of their whole table.
    """

    def __init__(self, store: Store, tables: Sequence[Table] = ()) -> None:
        self._store = store
        self._tables = tables
        self._accounts: dict[str, Account | None] = {}

    def moved(self, table: Table, deadline: int, seats: Sequence[int]) -> int:
        """Return the deadline (ms), moved to the first counted day and out of the nights of these seats."""
        pace, at = table["pace"], next_counted(table["pace"], deadline)
        if table.get("nights") != "kept":
            return at
        nights = [night for seat in seats if (night := self._night(table, seat)) is not None]
        # The morning after a Friday night may be one that is not counted; a day later at that hour it is nobody's night more.
        return next_counted(pace, by_day(at, nights))

    def mend(self, step: Step, decision: str) -> None:
        """Write ``extended`` if the time of a standing decision, or of its openings, ends at a wrong time."""
        standing = standing_of(step.table, decision)
        if standing is None:
            return
        opening = standing["phase"] == "opening"
        ends = standing["opening_ends"] if opening else standing["deadline"]
        if ends is not None:
            by = self.moved(step.table, ends, standing["awaited"] if opening else standing["seats"]) - ends
            if by:
                step.extend(standing, max(by, LEAST))

    def mend_revealing(self, step: Step) -> None:
        """Write ``extended`` if the time to reveal entropy ends in a night."""
        revealing = step.table["seeding"]["revealing"]
        ends = revealing["deadline"]
        if ends is not None:
            by = self.moved(step.table, ends, missing(revealing)) - ends
            if by:
                extend_revealing(step, max(by, LEAST), [])

    def vacations(self, table: Table, seat: int) -> list[tuple[int, int]]:
        """Return the periods (ms, the end excluded) of a seat's person's vacations."""
        account = self._person(table, seat)
        return [] if account is None else spans_of(account)

    def morning_after(self, table: Table, seat: int, until: int) -> int:
        """Return when a person on vacation until then gets what has waited (ms), if that is known."""
        account = self._person(table, seat)
        return until if account is None else next_digest(until - 1, RETURN_HOUR, account.zone)

    def reminders(self, table: Table, seat: int) -> tuple[int, ...]:
        """Return how many hours before a deadline the person in a seat is reminded; empty: as usual."""
        account = self._person(table, seat)
        return () if account is None else wished_hours(account)

    def prefs_of(self, accounts: Sequence[str]) -> list[dict[str, Any]]:
        """Return what :meth:`Store.prefs_of` does, without reading again the accounts that are known already."""
        unknown = [one for one in accounts if one not in self._accounts]
        read = dict(zip(unknown, self._store.prefs_of(unknown), strict=True)) if unknown else {}
        known = {one: account.prefs for one in accounts if (account := self._accounts.get(one)) is not None}
        return [{**read, **known}.get(one, {}) for one in accounts]

    def _night(self, table: Table, seat: int) -> Night | None:
        account = self._person(table, seat)
        return None if account is None else night_of(account)

    def _person(self, table: Table, seat: int) -> Account | None:
        """Return the account of a seat's person; None for programs, and for missing or unreadable accounts."""
        player = _player(table["seats"][seat])
        if player is None:
            return None
        if player not in self._accounts:
            seats = [one for each in (*self._tables, table) for one in each["seats"]]
            people = [*({found for one in seats if (found := _player(one)) is not None} - self._accounts.keys())]
            self._accounts |= zip(people, self._store.accounts(people), strict=True)
        return self._accounts[player]


def _player(seat: Seat) -> str | None:
    """Return the account id of a seat's person; None for programs, free seats, and ids that a damaged table garbled."""
    player, is_program = seat["player"], seat["bot"] is not None or "owned_by" in seat
    return player if isinstance(player, str) and not is_program else None

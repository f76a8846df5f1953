"""The nights and vacations of the people at a table: the accounts behind its seats, and deadlines that are moved for them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.match.seeding import extend_revealing, missing
from engine.match.standing import standing_of
from engine.match.step import Step
from engine.match.table import Table
from service.matches.nights import Night, by_day, night_of
from service.notifications.digests import RETURN_HOUR, next_digest
from service.store.connect import Unreadable
from service.store.records import Account
from service.store.store import Store
from service.vacation_days import spans_of

LEAST = 1_000
"""The log has no entry that gives less time (ms, protocol section 12.4)."""


class FairHours:
    """When people at a table sleep or are away; each account is read once, and none where the match looks at neither."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._accounts: dict[str, Account | None] = {}

    def moved(self, table: Table, deadline: int, seats: Sequence[int]) -> int:
        """Return the deadline (ms), or the first instant after it that is day for those who sit in the seats."""
        if table.get("nights") != "kept":
            return deadline
        return by_day(deadline, [night for seat in seats if (night := self._night(table, seat)) is not None])

    def mend(self, step: Step, decision: str) -> None:
        """Write ``extended`` where the time of a decision that stands, or of its openings, now ends in a night."""
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
        """Write ``extended`` where the time to reveal entropy ends in a night."""
        revealing = step.table["seeding"]["revealing"]
        ends = revealing["deadline"]
        if ends is not None:
            by = self.moved(step.table, ends, missing(revealing)) - ends
            if by:
                extend_revealing(step, max(by, LEAST), [])

    def vacations(self, table: Table, seat: int) -> list[tuple[int, int]]:
        """Return from when to when (ms, the end excluded) the person in a seat is on vacation."""
        account = self._person(table, seat)
        return [] if account is None else spans_of(account)

    def morning_after(self, table: Table, seat: int, until: int) -> int:
        """Return when somebody who is on vacation until then gets what has waited (ms), where that is known."""
        account = self._person(table, seat)
        return until if account is None else next_digest(until - 1, RETURN_HOUR, account.zone)

    def _night(self, table: Table, seat: int) -> Night | None:
        account = self._person(table, seat)
        return None if account is None else night_of(account)

    def _person(self, table: Table, seat: int) -> Account | None:
        """Return the account of the person in a seat; programs have none here, nor has whose account is gone or unreadable."""
        one = table["seats"][seat]
        player = one["player"]
        if player is None or one["bot"] is not None or "owned_by" in one:
            return None
        if player not in self._accounts:
            try:
                self._accounts[player] = self._store.account(player)
            except Unreadable:
                self._accounts[player] = None
        return self._accounts[player]


__all__ = ["FairHours"]

"""Rate limits that hold over all processes: for logins and whatever else must fail closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from service.store import keys
from service.store.connection.connect import Client
from service.store.connection.scripts import LIMIT, SPEND, Call


class Allowance(NamedTuple):
    """A limit's answer: is one more allowed, how many are left in this window, seconds until it ends (rounded up)."""

    allowed: bool
    remaining: int
    reset: int


class Budget(NamedTuple):
    """At most ``limit`` of ``name`` for ``who`` (kept as a hash) in a fixed window of ``window`` seconds."""

    name: str
    who: str
    limit: int
    window: int


class Spent(NamedTuple):
    """The budget that is spent, and in how many seconds (rounded up) there is a new one."""

    budget: Budget
    seconds: int


class Used(NamedTuple):
    """How much of a budget is counted in this window, and seconds until it ends (rounded up; 0: nothing is counted)."""

    spent: int
    reset: int


class Limits(Client):
    """Counting windows, and mailboxes that want no invitations."""

    def spend(self, budgets: Sequence[Budget], count: int = 1) -> Spent | None:
        """Count ``count`` more in all these budgets, or in none if one has less left: then return that one.

        Not repeated after a lost reply, like :meth:`hit`.
        """
        args: list[str | bytes | int] = [count]
        for one in budgets:
            args += [one.limit, one.window * 1000]
        names = [keys.mail_budget(one.name, one.who) for one in budgets]
        full, left = (int(number) for number in self._run(Call(SPEND, names, args), again=False))
        return Spent(budgets[full - 1], -(-left // 1000)) if full else None

    def used(self, budget: Budget) -> Used:
        """Return how much of a budget is used up; nothing is counted."""
        key = keys.mail_budget(budget.name, budget.who)
        count, left = self._ask_many([("GET", key), ("PTTL", key)])
        return Used(int(count or 0), -(-max(0, int(left)) // 1000))

    def refuse_invitations(self, mailbox: str) -> None:
        """Note, for good, that this mailbox wants no invitations."""
        self._ask(("SET", keys.refused(mailbox), "1"))

    def refuses_invitations(self, mailbox: str) -> bool:
        """Return whether this mailbox wants no invitations."""
        return bool(self._ask(("EXISTS", keys.refused(mailbox))))

    def hit(self, name: str, who: str, limit: int, window: int) -> Allowance:
        """Count one more of ``name`` by ``who`` (kept as a hash) in a fixed window of ``window`` seconds.

        Not repeated after a lost reply: the store being away means :class:`StoreUnavailable`, never "allowed".
        """
        reply = self._run(Call(LIMIT, [keys.limit(name, who)], [limit, window * 1000]), again=False)
        allowed, remaining, left = (int(number) for number in reply)
        return Allowance(allowed == 1, remaining, -(-left // 1000))

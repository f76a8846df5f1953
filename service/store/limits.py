"""Rate limits that hold over all processes: for logins and what else must fail closed."""

from __future__ import annotations

from typing import NamedTuple

from service.store import keys
from service.store.connect import Client
from service.store.scripts import LIMIT, Call


class Allowance(NamedTuple):
    """Whether one more is allowed, how many are left in this window, and when it ends (whole seconds, rounded up)."""

    allowed: bool
    remaining: int
    reset: int


class Limits(Client):
    """Counting windows."""

    def hit(self, name: str, who: str, limit: int, window: int) -> Allowance:
        """Count one more of ``name`` by ``who`` (kept as a hash) in a fixed window of ``window`` seconds.

        Not repeated after a lost reply: the store being away means :class:`StoreUnavailable`, never "allowed".
        """
        reply = self._run(Call(LIMIT, [keys.limit(name, who)], [limit, window * 1000]), again=False)
        allowed, remaining, left = (int(number) for number in reply)
        return Allowance(allowed == 1, remaining, -(-left // 1000))

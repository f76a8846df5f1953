"""Delivery reports about an account's letters, kept for a month: no addresses, only what the rule about them needs."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from service.store import keys
from service.store.connection.connect import Client
from service.store.values.reading import reading

KEPT = 30 * 86_400
"""How long reports are kept, in seconds after the last."""
MOST = 20
"""Reports of an account that are kept, the latest."""


@dataclass(frozen=True)
class Bounce:
    """A report about a letter: a short name of the letter, the day it was sent (since 1970), when the report came (ms), the
    status, and a digest of the mailbox that the letter went to."""

    letter: str
    day: int
    at: int
    status: str
    mailbox: str


class Bounces(Client):
    """Reports by account, the oldest first."""

    def note_bounce(self, account: str, bounce: Bounce) -> list[Bounce]:
        """Keep a report, once for each letter; return all that are kept.

        Two reports at the same moment may lose one of the two: then the next one counts.
        """
        known = [one for one in self.bounces(account) if one.letter != bounce.letter]
        found = [*known, bounce][-MOST:]
        self._ask(("SET", keys.bounces(account), json.dumps([asdict(one) for one in found]), "EX", KEPT))
        return found

    def bounces(self, account: str) -> list[Bounce]:
        """Return the reports of an account."""
        found = self._ask(("GET", keys.bounces(account)))
        if found is None:
            return []
        with reading(f"the delivery reports of {account}"):
            return [Bounce(**one) for one in json.loads(found)]

    def forget_bounces(self, account: str) -> None:
        """Forget the reports: the address has answered, or there is another one."""
        self._ask(("DEL", keys.bounces(account)))


__all__ = ["Bounce", "Bounces"]

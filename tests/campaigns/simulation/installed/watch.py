"""Looks at an installation all the time, from behind: nothing that is due is kept waiting but by a fault that goes on.

A dead worker leaves a lease, and a lease ends soon. So two things hold: while all is well nothing is due for longer than
:attr:`Watch.bound`; and at no moment, amid faults neither, is anything put off for longer than the longest lease, or
the longest wait after a letter that could not be delivered.
"""

from dataclasses import dataclass
from math import inf
from typing import Any

import orjson

from service.store import keys
from tests.campaigns.simulation.faults import Faults
from tests.campaigns.simulation.installed.installation import Installation
from tests.campaigns.simulation.world import Broken
from workers.deliver import job
from workers.mail.channel import LONGEST_DELAY
from workers.resolve import drain

EVERY = 2.0
"""Seconds between two looks, in a story in which everything takes as long as it does."""
START = 15.0
"""Seconds that a start takes, or what a queue has before it."""
BACK_OFF = max(job.LEASE, 1.2 * LONGEST_DELAY)
"""How long a letter waits at most after an attempt that failed (ms)."""


@dataclass
class Watch:
    """Looks at the matches of one installation.

    :ivar matches: their ids; it may grow.
    :ivar every: seconds between two looks.
    :ivar pauses: seconds from one beat of the clock to the next, and from one of its looks to the next, together.
    :ivar latest: for how long something was due at most while all was well, in seconds.
    """

    installation: Installation
    faults: Faults
    matches: list[str]
    every: float
    pauses: float
    latest: float = 0.0
    _well_since: float | None = None

    @property
    def bound(self) -> float:
        """Seconds within which everything due is done while all is well: a lease, a beat, a look, a start."""
        return drain.LEASE / 1000 + self.pauses + START

    def look(self) -> None:
        """Look, and again after a while. :raises Broken: when something waits too long."""
        world, server = self.installation.world, self.installation.server
        late = server.latest_told > world.now
        well = not self.faults.now and not late and not server.is_troubled and self.installation.is_complete
        self._well_since = (self._well_since or world.now) if well else None
        if server.up:
            for match in self.matches:
                self._look_at_match(match)
            for bucket in range(keys.BUCKETS):
                self._look_at_letters(bucket)
        world.after(self.every, self.look)

    def _look_at_match(self, match: str) -> None:
        due = self._stored(keys.match(match)).get(b"due")
        if due:
            self._check_late(f"match {match}", float(due))
        put_off = self._stored(keys.due(keys.bucket_of(match))).get(match.encode())
        if put_off is not None:
            self._check_put_off(f"match {match}", put_off, float(due or inf), drain.LEASE)

    def _look_at_letters(self, bucket: int) -> None:
        for recipient, score in self._stored(keys.out(bucket)).items():
            name = recipient.decode()
            queue = self._stored(keys.queue(name))
            failed = b"attempts" in queue
            sends = [orjson.loads(one)["send_at"] for at, one in queue.items() if at not in (b"attempts", b"handing")]
            self._check_late(f"news for {name}", score)
            self._check_put_off(f"news for {name}", score, min(sends, default=inf), BACK_OFF if failed else job.LEASE)

    def _check_late(self, what: str, due: float) -> None:
        if self._well_since is None:
            return
        late = self.installation.world.now - max(due / 1000, self._well_since)
        self.latest = max(self.latest, late)
        if late > self.bound:
            raise Broken(f"{what} has been due for {late:.0f} s while all was well, {self.bound:.0f} s are promised")

    def _check_put_off(self, what: str, until: float, due: float, most: float) -> None:
        # Leases that were given when the store's clock was ahead last longer, once it is right.
        now = 1000 * max(self.installation.world.now, self.installation.server.latest_told)
        if until > max(now, due) + most:
            raise Broken(f"{what} is put off for {(until - now) / 1000:.0f} s, and {most / 1000:.0f} s are the longest")

    def _stored(self, key: str) -> dict[bytes, Any]:
        found: dict[bytes, Any] = self.installation.server.space.values.get(key.encode(), {})
        return found

"""Checks of the time that a match got beyond its deadlines: taken, granted, given by the operator, or lost to a pause.

Extensions that seats take without asking: who may, how often, by how much, until when (protocol section 12.13). Pauses: that
the people at the table wanted one, and got back just its time (12.14). Requests: that they were made as the match allows,
and granted only where enough of the others agreed; and what the operator gave (12.18).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.protocol.agreements import (
    Extended,
    Extensions,
    Granted,
    OperatorExtended,
    OperatorExtensions,
    Paused,
    Pauses,
    Requested,
    Responded,
    TimeRequests,
    Wished,
    is_granted,
    is_refused,
    wanted,
)
from engine.protocol.canon import same
from engine.protocol.log import Entry, is_agreed_time, milliseconds, too_late_from
from engine.verifier import Refuted


class ExtensionLog:
    """The extensions that seats took in one match."""

    def __init__(self, agreed: Extensions | None, pace: Mapping[str, object]) -> None:
        self._agreed = agreed
        self._pace = pace
        self._taken: Counter[int] = Counter()

    def taken(self, body: Extended, entry: Entry, seats: list[int], before: int, *, locked: bool) -> int:
        """Check that a seat may take this time; return the number of its act.

        :param seats: those that the decision asks; :param before: its deadline until now (ms).
        """
        decision, seat = body["decision"], body["seat"]
        if self._agreed is None:
            raise Refuted("this match has not agreed that seats may take more time", member="/by")
        if seat not in seats:
            raise Refuted(f"seat {seat} takes more time for {decision}, which does not ask it", member="/seat")
        if locked or milliseconds(entry["at"]) >= too_late_from(before):
            raise Refuted(f"seat {seat} takes more time for {decision}, whose time was over", member="/decision")
        if not is_agreed_time(milliseconds(body["deadline"]) - before, self._agreed["seconds"], self._pace):
            raise Refuted(f"seat {seat} takes other time than the match agreed on", member="/deadline")
        if self._taken[seat] == self._agreed["times"]:
            raise Refuted(f"seat {seat} takes more time than the match gives it", member="/seat")
        self._taken[seat] += 1
        return self._taken[seat]


STANDS_STILL = (
    "opened",
    "locked",
    "resolved",
    "absent",
    "polled",
    "voted",
    "substituted",
    "extended",
    "requested",
    "responded",
    "handed",
    "kept",
    "paused",
)
"""Entries that a pause excludes."""
GOES_ON = ("locked", "resolved", "absent")
"""Entries allowed between the wishes for a pause and the pause; those opened by ``resolved`` are not, if it brought a
player back."""


class PauseLog:
    """The pauses of one match."""

    def __init__(self, agreed: Pauses | None) -> None:
        self._agreed = agreed
        self._wishes: set[int] = set()
        self._said: dict[int, int] = {}
        self._rested = False
        self.since: int | None = None
        """The start of the current pause (ms), or None if the match runs."""
        self._until = 0

    def follows(self, kind: str, people: Sequence[int]) -> None:
        """Check that nothing goes on in a pause, or where enough people want one."""
        if self.since is not None and kind in STANDS_STILL:
            raise Refuted(f"the match is paused, but goes on with {kind}")
        if self.since is None and kind in GOES_ON and self._wanted(people):
            raise Refuted(f"the people at the table want a pause, but the match goes on with {kind}")

    def wished(self, body: Wished, people: Sequence[int]) -> int:
        """Check that a seat may say this; return the number of its word."""
        seat = body["seat"]
        if self._agreed is None:
            raise Refuted("this match has not agreed on pauses", member="/seat")
        if seat not in people or body["pause"] == (seat in self._wishes) or (body["pause"] and self._rested):
            raise Refuted(f"seat {seat} says about a pause what it cannot say now", member="/pause")
        (self._wishes.add if body["pause"] else self._wishes.discard)(seat)
        self._said[seat] = self._said.get(seat, 0) + 1
        return self._said[seat]

    def paused(self, body: Paused, entry: Entry, people: Sequence[int]) -> None:
        """Check that enough people want the pause, and that it is as long as was agreed."""
        if self._agreed is None or not self._wanted(people):
            raise Refuted("the match is paused, which not enough people at the table wanted")
        at, self._until = milliseconds(entry["at"]), milliseconds(body["until"])
        if self._until != at + self._agreed["seconds"] * 1000:
            raise Refuted("the pause is for another time than the match agreed on", member="/until")
        self.since = at

    def resumed(self, entry: Entry, people: Sequence[int]) -> int:
        """Check that the pause may end now; return how long it was (ms)."""
        at, since = milliseconds(entry["at"]), self.since
        if since is None:
            raise Refuted("the match goes on, but it was not paused")
        if at < self._until and self._wanted(people):
            raise Refuted("the pause ends before its time although enough people want it")
        self.since, self._rested = None, True
        self._wishes.clear()
        return at - since

    def resolved(self) -> None:
        """Note that a decision was resolved: there may be another pause."""
        self._rested = False

    def _wanted(self, people: Sequence[int]) -> bool:
        return self._agreed is not None and wanted(self._wishes, people, self._agreed["majority"])


@dataclass
class Standing:
    """A request that stands: who asks for how much, the head after ``requested``, and what the others said."""

    seat: int
    seconds: int
    head: str
    said: dict[int, bool] = field(default_factory=dict)


class TimeRequestLog:
    """The requests for more time of one match; ``people`` are always those who decide about them then."""

    def __init__(self, agreed: TimeRequests | None, pace: Mapping[str, object]) -> None:
        self._agreed = agreed
        self._pace = pace
        self._open: dict[str, Standing] = {}
        self._asked: set[tuple[str, int]] = set()
        self._requests: Counter[int] = Counter()
        self._responses: Counter[int] = Counter()
        self._due: str | None = None
        """The decision whose time the entry before has granted: the next one moves it."""

    def follows(self, entry: Entry) -> None:
        """Check that what was granted is carried out at once."""
        due, self._due = self._due, None
        body = entry["body"]
        carried_out = entry["type"] == "extended" and same(body.get("by"), "agreement") and body.get("decision") == due
        if due is not None and not carried_out:
            raise Refuted(f"the others have granted more time for {due}, but the match goes on with {entry['type']}")

    def requested(self, body: Requested, head: str, people: Sequence[int]) -> int:
        """Check that a seat may ask for this; return the number of its act. ``head`` is the one after this entry."""
        decision, seat = body["decision"], body["seat"]
        agreed = self._settled("/seat")
        if decision in self._open or (decision, seat) in self._asked:
            raise Refuted(
                f"seat {seat} asks for more time for {decision} once more, or another one asks", member="/seat"
            )
        if body["seconds"] > agreed["seconds"]:
            raise Refuted(f"seat {seat} asks for more time than the match lets it", member="/seconds")
        self._asked.add((decision, seat))
        self._open[decision] = Standing(seat, body["seconds"], head)
        self._requests[seat] += 1
        self._judge(decision, people)
        return self._requests[seat]

    def responded(self, body: Responded, people: Sequence[int]) -> tuple[str, int]:
        """Check a seat's response to a request for more time; return the head that it signs over, and its act's number."""
        decision, seat, found = body["decision"], body["seat"], self._open.get(body["decision"])
        self._settled("/seat")
        if found is None or found.seat != body["requester"]:
            raise Refuted(f"seat {seat} answers a request for more time that does not stand", member="/requester")
        if seat not in people or seat == found.seat:
            raise Refuted(f"seat {seat} is not asked whether it grants more time", member="/seat")
        if found.said.get(seat) is body["grant"]:
            raise Refuted(f"seat {seat} says once more what it has said about more time", member="/grant")
        found.said[seat] = body["grant"]
        self._responses[seat] += 1
        self._judge(decision, people)
        return found.head, self._responses[seat]

    def granted(self, body: Granted, moved: int, people: Sequence[int]) -> None:
        """Check that enough of the others have granted just this time; ``moved`` is by how much the deadline moved (ms)."""
        decision, seat = body["decision"], body["seat"]
        agreed, found = self._settled("/by"), self._open.get(decision)
        if found is None or found.seat != seat:
            raise Refuted(f"seat {seat} is given more time that it did not ask for", member="/seat")
        if not self._is_granted(found, people, agreed):
            raise Refuted(f"seat {seat} is given more time, which not enough of the others agreed to", member="/by")
        if not is_agreed_time(moved, found.seconds, self._pace):
            raise Refuted(f"seat {seat} is given other time than it asked for", member="/deadline")
        del self._open[decision]

    def ended(self, decision: str) -> None:
        """Note that nobody is waited for in a decision any more: it is locked or resolved."""
        self._open.pop(decision, None)

    def substituted(self, seat: int) -> None:
        """Forget what was asked and said from a seat that somebody else has from now on."""
        self._open = {decision: one for decision, one in self._open.items() if one.seat != seat}
        for one in self._open.values():
            one.said.pop(seat, None)

    def _settled(self, member: str) -> TimeRequests:
        if self._agreed is None:
            raise Refuted("this match has not agreed that seats may ask for more time", member=member)
        return self._agreed

    def _judge(self, decision: str, people: Sequence[int]) -> None:
        """Note that what was just said grants the time, or refuses it for good."""
        agreed, found = self._settled("/seat"), self._open[decision]
        others = [one for one in people if one != found.seat]
        if self._is_granted(found, people, agreed):
            self._due = decision
        elif is_refused([one for one, grant in found.said.items() if not grant], others, agreed["majority"]):
            del self._open[decision]

    @staticmethod
    def _is_granted(found: Standing, people: Sequence[int], agreed: TimeRequests) -> bool:
        others = [one for one in people if one != found.seat]
        return is_granted([one for one, grant in found.said.items() if grant], others, agreed["majority"])


class OperatorTimeLog:
    """The time that the operator gave one match."""

    def __init__(self, agreed: OperatorExtensions | None) -> None:
        self._agreed = agreed
        self._given = 0

    def given(self, body: OperatorExtended, entry: Entry, before: int | None, moved: int) -> None:
        """Check that the operator may give this time.

        :param before: until when answers, or openings, were awaited (ms); :param moved: by how much that moved (ms).
        """
        decision = body["decision"]
        if self._agreed is None:
            raise Refuted("this match has not agreed that the operator may give time", member="/by")
        if before is None or milliseconds(entry["at"]) >= too_late_from(before):
            raise Refuted(f"the operator gives time for {decision}, which waits for nobody", member="/decision")
        if not 1_000 <= moved <= self._agreed["seconds"] * 1000:
            raise Refuted("the operator gives more time at once than the match lets him, or none", member="/deadline")
        if self._given == self._agreed["times"]:
            raise Refuted("the operator gives time more often than the match lets him", member="/by")
        self._given += 1

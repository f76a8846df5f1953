"""The interface of a channel: how the deliverer uses each way of sending notifications.

The deliverer leases recipients, plans what goes out, and records every end. A channel says whom it reaches, writes what
it sends, sends it, and says what a failure means. It reports exactly what is known: :class:`Temporary`: certainly not
accepted, to be retried. :class:`Permanent`: refused for good. :class:`Ambiguous`: handed over completely, but the
answer got lost, so it may or may not arrive; nobody can know.

Before a bundle is handed over, the channel calls ``at_handover``: there the deliverer records the handover, and may
still refuse it (:class:`NotHanded`). A process that dies between that call and the answer leaves an ambiguous bundle,
and a note that says so.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from service.notifications.delivery import Reason
from service.notifications.overtaking import Situation
from service.notifications.planning import Plan
from service.store.records import Account, Notice, Record
from service.text.names import plain

AtHandover = Callable[[], bool]
W = TypeVar("W")
"""The form in which a channel writes before sending: a letter, a request."""


ADDRESS = re.compile(r"[^\s<>@]{1,120}@[^\s<>@]{1,255}")
"""A text in mail servers' answers that is, or may be, an address."""
LONGEST_ANSWER = 2_000


class Undelivered(Exception):
    """Raised when a delivery failed, or may have; ``answer`` is one line from the other side, never the content.

    It goes into logs and to operators, so it contains no address: neither the recipient's nor the secret one for
    reports.
    """

    def __init__(self, answer: str) -> None:
        self.answer = plain(ADDRESS.sub("(address)", answer[:LONGEST_ANSWER]))
        super().__init__(self.answer)


class Temporary(Undelivered):
    """Not accepted this time: no connection, or a temporary refusal. To be retried later."""


class Permanent(Undelivered):
    """Refused for good. ``recipient``: the recipient itself was refused, not our right to write to it."""

    def __init__(self, answer: str, *, recipient: bool = False) -> None:
        super().__init__(answer)
        self.recipient = recipient


class Ambiguous(Undelivered):
    """Handed over completely, but the answer got lost."""


class NotHanded(Undelivered):
    """The deliverer refused at the last moment (``at_handover`` returned false): nothing has left."""


@dataclass(frozen=True)
class Bundle:
    """Notices that go out together to one account, and the data for writing them.

    ``record`` is the match as it is now, ``None`` for news about the account. ``name`` is the same at every attempt, so
    that a receiver can recognize a repetition. ``previous`` names the last bundle sent to this recipient. ``hurry``
    means that more is due than can be sent: leave out slow parts. ``now`` in milliseconds.
    """

    notices: Sequence[Notice]
    account: Account
    record: Record | None
    name: str
    previous: str | None
    now: int
    hurry: bool = False


class Channel(Protocol[W]):
    """A channel for notifications. Methods are called from many threads at once."""

    def serves(self, account: Account) -> bool:
        """Return whether the account uses this channel at all; if not, its notices are settled silently."""
        ...

    def host(self, account: Account) -> str:
        """Return the server for the account's news: for a slow one only a few sends run at once."""
        ...

    def rests(self, account: Account, now: Callable[[], int]) -> int | None:
        """Return until when (ms) nothing goes out to the account, or None if it may go now.

        :param now: a function that asks the store for the time in milliseconds, which is a round trip.
        """
        ...

    def judge(self, notice: Notice, situation: Situation, *, account: Account | None) -> Reason | None:
        """Return why a notice does not go out here now, or None if it does.

        It cannot reach the account, is unwanted, or (:func:`service.notifications.planning.overtaken`, for channels that
        people read) is out of date.
        """
        ...

    def limit(self, plan: Plan, account: Account) -> None:
        """Count a bundle at its first attempt; drop from the plan what exceeds a budget."""
        ...

    def lingers(self, plan: Plan, account: Account, record: Record | None, now: int) -> int | None:
        """Return until when (ms) a match's bundle waits unless more urgent news comes, or None if it goes out now."""
        ...

    def write(self, bundle: Bundle) -> W:
        """Return the message to send. If this fails, :meth:`stand_in` is asked for a simpler one."""
        ...

    def stand_in(self, bundle: Bundle) -> W | None:
        """Return the replacement for a bundle that :meth:`write` could not write, or None to retry later.

        :raises ValueError: for an account that cannot be addressed, and a bundle with nothing to tell.
        """
        ...

    def send(self, written: W, bundle: Bundle, at_handover: AtHandover) -> str:
        """Hand the message over and return the other side's answer, one line.

        :raises Undelivered: as one of its kinds.
        """
        ...

    def resends(self, notices: Sequence[Notice]) -> bool:
        """Return whether an ambiguous bundle is sent again, because the receiver recognizes repeats or a loss is worse."""
        ...

    def delay(self, name: str, attempt: int, kinds: Sequence[str]) -> int | None:
        """Return the delay in milliseconds after a failed attempt (counted from 1), or None to give up."""
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...

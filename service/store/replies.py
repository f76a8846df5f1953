"""Incoming mails: the outcome of each answer, which keeps a second copy from having any effect, and delivery reports.

Reports about an account's letters are kept for a month, without addresses: only what the rule about failing addresses needs.
"""

import json
import secrets
from dataclasses import asdict, dataclass, field
from typing import Literal

from service.store import keys
from service.store.connection.connect import Client
from service.store.values import reading

BOUNCES_KEPT = 30 * 86_400
"""How long reports are kept, in seconds after the last."""
TRIAL = 600
"""Seconds for which a trial mail is expected: mail servers may try twice."""
MOST = 20
"""The most reports kept per account, the latest."""


@dataclass(frozen=True)
class Bounce:
    """A delivery report: a short name of the letter, the day it was sent (since 1970), when the report came (ms), the
    status, and a digest of the letter's mailbox."""

    letter: str
    day: int
    at: int
    status: str
    mailbox: str


class Bounces(Client):
    """Delivery reports by account, the oldest first."""

    def note_bounce(self, account: str, bounce: Bounce) -> list[Bounce]:
        """Store a report, once per letter; return all stored ones.

        Of two simultaneous reports one may be lost: then the next one counts.
        """
        known = [one for one in self.bounces(account) if one.letter != bounce.letter]
        found = [*known, bounce][-MOST:]
        self._ask(("SET", keys.bounces(account), json.dumps([asdict(one) for one in found]), "EX", BOUNCES_KEPT))
        return found

    def bounces(self, account: str) -> list[Bounce]:
        """Return the reports of an account."""
        found = self._ask(("GET", keys.bounces(account)))
        if found is None:
            return []
        with reading(f"the delivery reports of {account}"):
            return [Bounce(**one) for one in json.loads(found)]

    def forget_bounces(self, account: str) -> None:
        """Delete the reports, because the address has answered or was replaced."""
        self._ask(("DEL", keys.bounces(account)))


WORKING = 120_000
"""How long a process may handle a mail, in milliseconds; one that has not finished by then counts as dead."""
KEPT = 14 * 86_400_000
"""How long a mail is remembered, in milliseconds: longer than mail servers retry."""

Lines = Literal["", "begun", "ended"]
"""The progress of a mail whose lines do several things in a row; ``""`` for any other mail."""


@dataclass(frozen=True)
class ReplyNote:
    """The note of a mail: the commitments it was about to make (by decision), when it came (ms), and whether it is
    finished.

    A commitment to orders is empty until they are made, which is after their choice.

    ``extensions`` are the numbers of the extensions it was about to take, by decision; ``requests`` the numbers and
    seconds of the requests for more time that it was about to make, by decision. If the mail has several ``lines``, the
    commitments are in their order, and once they have ``ended`` no more are tried. ``said`` lists the subjects of its
    statements: seats and requests (kind, seat, the head at which it began, player), vacations, a rematch.
    """

    since: int
    commitments: dict[str, str] = field(default_factory=dict)
    done: bool = False
    extensions: dict[str, int] = field(default_factory=dict)
    requests: dict[str, list[int]] = field(default_factory=dict)
    lines: Lines = ""
    said: list[str] = field(default_factory=list)


class Replies(Client):
    """Mails by which players answer, under a digest of their Message-ID. Their content is not kept."""

    def take_reply(self, account: str, mail: str, now: int) -> ReplyNote | Literal["busy"]:
        """Start handling a mail in this process; ``busy``: another one is handling it. A new mail's note is empty.

        The caller must :meth:`release_reply` it.
        """
        name, owner = keys.reply_lock(account, mail), secrets.token_hex(8)
        # The reply may be lost and the command repeated: then the lock that stands is our own.
        if self._ask(("SET", name, owner, "NX", "PX", WORKING)) is None and self._ask(("GET", name)) != owner.encode():
            return "busy"
        found = self._ask(("GET", keys.reply(account, mail)))
        if found is None:
            return ReplyNote(now)
        with reading("what is remembered of a mail"):
            return ReplyNote(**json.loads(found))

    def note_reply(self, account: str, mail: str, note: ReplyNote) -> None:
        """Record what a mail is about to do, or has done."""
        self._ask(("SET", keys.reply(account, mail), json.dumps(asdict(note)), "PX", KEPT))

    def begin_trial(self, number: str) -> None:
        """Expect a trial mail for ten minutes."""
        self._ask(("SET", keys.trial(number), "sent", "EX", TRIAL))

    def note_trial(self, number: str) -> bool:
        """Note that a trial mail has come; return ``False`` if none is expected."""
        return self._ask(("SET", keys.trial(number), "come", "XX", "EX", TRIAL)) is not None

    def trial_has_come(self, number: str) -> bool:
        """Return whether a trial mail has come."""
        return bool(self._ask(("GET", keys.trial(number))) == b"come")

    def release_reply(self, account: str, mail: str) -> None:
        """Let go of a mail."""
        self._ask(("DEL", keys.reply_lock(account, mail)))

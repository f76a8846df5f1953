"""Mails that were answered: what has become of each, so that a copy of it does nothing again."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass, field
from typing import Literal

from service.store import keys
from service.store.connection.connect import Client
from service.store.values.reading import reading

WORKING = 120_000
"""How long a mail is in the hands of one process, in milliseconds; who has not finished by then has died."""
KEPT = 14 * 86_400_000
"""How long a mail is remembered, in milliseconds: longer than mail servers try."""

Lines = Literal["", "begun", "ended"]
"""How far a mail is whose lines do several things in a row: ``""`` is one that does not."""


@dataclass(frozen=True)
class ReplyNote:
    """A note of a mail: the commitments it was about to make (by decision), when it came (ms), and whether all is done.

    A commitment to orders is empty until they are made, after the choice that they go with.

    ``extensions`` are the numbers of the extensions it was about to take, by decision; ``requests`` the number of the request for
    more time that it was about to make, and for how many seconds, by decision. Where the mail has several ``lines``, the
    commitments are in their order, and when they have ``ended`` no more of them are tried. ``said`` names the seats and
    requests that it was about to say something about (kind, seat, the head at which it began, player), vacations, a rematch.
    """

    since: int
    commitments: dict[str, str] = field(default_factory=dict)
    done: bool = False
    extensions: dict[str, int] = field(default_factory=dict)
    requests: dict[str, list[int]] = field(default_factory=dict)
    lines: Lines = ""
    said: list[str] = field(default_factory=list)


class Replies(Client):
    """Mails by which players answer, under a digest of their Message-ID. Nothing of what they say is kept."""

    def take_reply(self, account: str, mail: str, now: int) -> ReplyNote | Literal["busy"]:
        """Take a mail into this process's hands; ``busy``: another one has it. A new mail's note is empty.

        Who takes it must :meth:`release_reply` it.
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
        """Remember what a mail is about to do, or has done."""
        self._ask(("SET", keys.reply(account, mail), json.dumps(asdict(note)), "PX", KEPT))

    def release_reply(self, account: str, mail: str) -> None:
        """Let go of a mail."""
        self._ask(("DEL", keys.reply_lock(account, mail)))


__all__ = ["Lines", "Replies", "ReplyNote"]

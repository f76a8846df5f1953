"""How a finished letter leaves the house: to a mail server (SMTP), or into a folder (the sink of development).

A transport says exactly what is known after a failure. :class:`Temporary`: the letter was certainly not taken, trying
again is right. :class:`Permanent`: it was refused for good. :class:`Ambiguous`: it was handed over completely but the
answer got lost, so it may or may not arrive; nobody can know.

Before a letter is handed over, ``at_handover`` is called: the place where the sender writes down that it is about to
happen, and where it may still refuse (:class:`NotHanded`). Whoever dies between that call and the answer leaves a letter
that is ambiguous, and a note that says so.
"""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from typing import Protocol

from workers.mail.headers import plain

AtHandover = Callable[[], bool]


class TransportError(Exception):
    """A letter that did not (certainly) arrive; ``answer`` is what the other side said, one line, never the letter."""

    def __init__(self, answer: str) -> None:
        self.answer = plain(answer)
        super().__init__(self.answer)


class Temporary(TransportError):
    """Not taken this time: no connection, or a 4xx answer. Try again later."""


class Permanent(TransportError):
    """Refused for good: a 5xx answer. ``recipient``: the address itself was refused, not our right to write to it."""

    def __init__(self, answer: str, *, recipient: bool = False) -> None:
        super().__init__(answer)
        self.recipient = recipient


class Ambiguous(TransportError):
    """Handed over completely, but the answer got lost."""


class NotHanded(TransportError):
    """The sender refused at the last moment (``at_handover`` returned false): nothing has left."""


class Transport(Protocol):
    """Takes letters away."""

    def send(self, letter: EmailMessage, at_handover: AtHandover) -> str:
        """Hand the letter over and return the answer.

        :raises TransportError: as one of its kinds.
        """
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...

"""Where a finished letter goes: to a mail server (SMTP), or into a folder (the mail sink for development).

What a failure means, and what ``at_handover`` is for, says :mod:`service.notifications.channel`.
"""

from __future__ import annotations

from email.message import EmailMessage
from typing import Protocol

from service.notifications.channel import AtHandover


class Transport(Protocol):
    """Takes letters away."""

    def send(self, letter: EmailMessage, at_handover: AtHandover, returns: str = "") -> str:
        """Hand the letter over and return the answer.

        :param returns: where it goes back to if it cannot be delivered; empty: to its sender, ``<>``: to nobody.
        :raises Undelivered: as one of its kinds.
        """
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...

"""What comes of an answer within a moment: where it was the last one that was awaited, the workers go on at once.

The letter that answers the mail waits for that as long as a person does who looks, so that it can ask what is asked next.
"""

from __future__ import annotations

from service.context import Context
from service.matches.settling import is_settled
from service.store.records import Record
from workers.replies.patience import Patience

PATIENCE = 2.0
"""Seconds after which the answer goes out without what comes of it; that goes by a letter of its own then."""


class Aftermath(Patience):
    """Waits for matches to go on."""

    def __init__(self, context: Context, patience: float = PATIENCE) -> None:
        super().__init__(context.settings.queue_url, patience)
        self._context = context

    def __call__(self, record: Record) -> Record:
        """Return the match once nothing is due there any more, or as it is when patience ends."""
        latest = record

        def look() -> Record | None:
            nonlocal latest
            now = self._context.store.load(record.match)
            latest = now or record
            return latest if now is None or is_settled(now) else None

        return self.until(look) or latest


__all__ = ["Aftermath"]

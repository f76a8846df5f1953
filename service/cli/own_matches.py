"""What a monitor checks of its owner's matches beside the log of all: receipts that the log must reflect, time that ran out.

The rest of a match's history is the business of :class:`~service.cli.witness.Witness` and of the verifier.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, cast

from service.cli.local_files import Keep
from service.cli.ownlog import OwnLog, Tampered
from service.cli.seat_key import KeyReplaced, why_missing
from service.cli.transport import Refused, Transport
from service.cli.witness import Witness
from service.witness.follower import Alarm

SETTLED_WITHIN = timedelta(minutes=5)
"""How long after its deadline a decision may stand."""


class OwnMatches:
    """The matches of which something is kept on this machine, followed at their server."""

    def __init__(self, keep: Keep, transport: Transport) -> None:
        self._keep, self._transport = keep, transport
        self._witness = Witness(keep, fetch_keys=keep.pinned_keys, fetch_log=self._lines, warn=lambda _: None)

    def look(self, match: str, now: datetime) -> bool:
        """Look at one match; return whether the server still shows it.

        :raises Alarm: ``fork`` when the log does not continue the copy kept here, ``missing-act`` when it contradicts a
            receipt kept here, ``late`` when a decision stands although its time is long over.
        """
        if self._keep.pinned_key() is None:
            return False
        try:
            log = self._witness.log(match)
            shown = {} if log.closed else cast(Mapping[str, Any], self._transport.get_match(match))
        except Tampered as error:
            raise Alarm("fork", str(error)) from error
        except Refused:
            return False
        try:
            log.hold(list(self._keep.receipts(match)))
        except Tampered as error:
            raise Alarm("missing-act", str(error)) from error
        for decision, over in [*_sealed_and_over(log), *_shown_and_over(shown)]:
            if now - over > SETTLED_WITHIN:
                message = f"match {match}: {decision} still stands, but its time was over at {over.isoformat()}"
                raise Alarm("late", message)
        return True

    def replaced_key(self, match: str) -> str | None:
        """Return who has another key than this machine for the seat that it took, in words; ``None``: nobody.

        Its player may have changed it on another machine, so this is no alarm by itself.
        """
        noted = self._keep.noted_seat(match)
        if noted is None or self._keep.pinned_key() is None:
            return None
        log = self._witness.log(match)
        public = log.seat_key(noted["seat"])
        if public is None or self._keep.seat_key(match, public) is not None:
            return None
        why = why_missing(self._keep, log, noted["seat"])
        return str(why) if isinstance(why, KeyReplaced) else None

    def _lines(self, match: str, after: int) -> bytes:
        return self._transport.export_log(match, after=after)


def _sealed_and_over(log: OwnLog) -> list[tuple[str, datetime]]:
    """Return the sealed decisions that nothing has resolved, with the end of their time: only a resolution ends them."""
    return [] if log.closed else [(one, datetime.fromisoformat(end)) for one, end in log.sealed_ends().items()]


def _shown_and_over(shown: Mapping[str, Any]) -> list[tuple[str, datetime]]:
    """Return the decisions that the server itself still shows, with the end of their time."""
    ends = [(one["id"], one["opening_ends_at"] or one["deadline_at"]) for one in shown.get("decisions", [])]
    return [(decision, datetime.fromisoformat(end)) for decision, end in ends if end]

"""What a delivery report says (RFC 3464). Pure, and everything in it is hostile until shown otherwise."""

from __future__ import annotations

import re

from service.accounts.bounces import STATUS
from workers.replies.parts import Mail, Refused, headers_at

MOST_REPORT = 20_000
"""Bytes of the part for programs that are looked at."""
MOST_RECIPIENTS = 20
"""Recipients of a report that are looked at; ours have one."""
GIVEN_UP = re.compile(rf"\s*({STATUS.pattern})(?=[\s(;]|$)")


def status_in(raw: bytes) -> str | None:
    """Return the status (``5.1.1``) of the first recipient that a report gives up; ``None`` for every other mail.

    What was only delayed, relayed or delivered is no failure.
    """
    try:
        parts = Mail(raw).whole().walk()
        report = next((one.body for one in parts if one.kind == "message/delivery-status"), b"")
        blocks = [one.strip(b"\n") for one in report[:MOST_REPORT].split(b"\n\n", MOST_RECIPIENTS + 1)]
        return next(filter(None, map(_failed, blocks[: MOST_RECIPIENTS + 1])), None)
    except Refused:
        return None


def _failed(block: bytes) -> str | None:
    """Return the status that a block gives for a recipient whose mail has failed."""
    headers, _ = headers_at(block, 0, MOST_REPORT)
    said = dict(reversed(headers))  # of two with one name the first
    action, found = said.get("action", "").split(), GIVEN_UP.match(said.get("status", ""))
    return found[1] if found is not None and action[:1] and action[0].lower() == "failed" else None


__all__ = ["status_in"]

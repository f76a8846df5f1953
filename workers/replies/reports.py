"""What a delivery report says (RFC 3464). Pure, and everything in it is hostile until shown otherwise."""

from __future__ import annotations

import email
import email.policy
import re
from email.message import Message

from service.accounts.bounces import STATUS
from workers.replies.incoming import BOUNDARY, MOST_BYTES, MOST_PARTS

MOST_RECIPIENTS = 20
"""Recipients of a report that are looked at; ours have one."""


def status_in(raw: bytes) -> str | None:
    """Return the status (``5.1.1``) of the first recipient that a report gives up; ``None`` for every other mail.

    What was only delayed, relayed or delivered is no failure.
    """
    if len(raw) > MOST_BYTES or len(BOUNDARY.findall(raw)) > MOST_PARTS or raw.count(b"\n--") > 4 * MOST_PARTS + 2_000:
        return None
    try:
        message = email.message_from_bytes(raw, policy=email.policy.compat32)
        for part in list(message.walk())[: 4 * MOST_PARTS]:
            if part.get_content_type() == "message/delivery-status":
                return _failed(part)
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError, AssertionError):
        return None
    return None


def _failed(part: Message) -> str | None:
    blocks = part.get_payload()
    found_blocks = [one for one in blocks if isinstance(one, Message)] if isinstance(blocks, list) else []
    for block in found_blocks[: MOST_RECIPIENTS + 1]:
        action = str(block.get("Action", "")).split()
        found = re.match(rf"\s*({STATUS.pattern})(?=[\s(;]|$)", str(block.get("Status", "")))
        if action[:1] and action[0].lower() == "failed" and found is not None:
            return found[1]
    return None


__all__ = ["status_in"]

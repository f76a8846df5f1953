"""What an old letter asked that is still asked, though its questions are gone: who shall have a seat, or more time. Pure.

The address of a letter says in one digest what all of it asked, so of an old one it says nothing any more. What shows when it was
written is the Message-ID that a mail says it answers: letters are named after the last log entry that they tell. Whatever has
been asked since then stands in a later letter, and nothing that answers an earlier one is taken for an answer to it.
"""

from __future__ import annotations

import re

from engine.match.absence import case_of
from engine.match.standing import standing_of
from engine.match.substitutes import candidates_of
from engine.match.time_requests import request_of
from service.matches.matters import Matter, matters_of
from service.store.records import Record


def last_told(answered: str, match: str) -> int | None:
    """Return the last log entry that the letter with this Message-ID told; ``None``: that cannot be read from it."""
    found = re.match(rf"<{re.escape(match)}\.([0-9]{{1,9}})\.[0-9]+\.", answered)
    return None if found is None else int(found[1])


def still_asked(record: Record, seat: int, told: int | None) -> list[Matter]:
    """Return what the seat may say about others that it has been asked since that entry of the log at the latest."""
    if told is None:
        return []
    return [one for one in matters_of(record, seat) if one.kind != "here" and (n := _since(record, one)) and n <= told]


def _since(record: Record, matter: Matter) -> int | None:
    """Return the entry of the log since which it can have been asked."""
    table = record.table
    if matter.kind == "request":
        standing = standing_of(table, matter.decision)
        request = None if standing is None else request_of(standing)
        return None if request is None else request["n"]
    if matter.kind == "person":
        return max(
            (one["n"] for one in candidates_of(table, matter.about) if one["player"] == matter.player), default=None
        )
    case = case_of(table, matter.about)
    return None if case is None else case["n"]


__all__ = ["last_told", "still_asked"]

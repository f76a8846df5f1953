"""Questions that a table asked and asks no more, read from the end of its log: a calendar has to be told that they are gone."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.contract import Decision
from engine.protocol.log import milliseconds
from service.store.records import Record

TOLD_FOR = 14 * 86_400_000
"""How long after it is gone a question is told of as cancelled (ms)."""
TAIL = 60
"""How many entries at the end of a log are looked at."""


@dataclass(frozen=True)
class Past:
    """A question that was asked with this ``head``, with its last deadline (ms); gone with entry ``n`` at a moment (ms)."""

    decision: Decision
    head: str
    until: int
    n: int = 0
    at: int = 0


def past_questions(record: Record, lines: Iterable[bytes], seat: int) -> list[Past]:
    """Return the questions of a seat that are gone for at most :data:`TOLD_FOR`, the oldest first.

    :param lines: export lines of the match's log, rising, up to its end.
    """
    standing = {one["head"] for one in record.table["standing"]}
    asked: dict[str, Past] = {}
    found: list[Past] = []
    for line in lines:
        read = json.loads(line)
        entry, body = read["entry"], read["entry"]["body"]
        if entry["type"] == "opened" and seat in body["seats"] and body["deadline"] is not None:
            asked[body["decision"]] = Past(_decision(body), read["head"], milliseconds(body["deadline"]))
        elif entry["type"] == "extended" and body["decision"] in asked:
            asked[body["decision"]] = replace(asked[body["decision"]], until=milliseconds(body["deadline"]))
        elif entry["type"] == "resolved" and body["decision"] in asked:
            found.append(replace(asked.pop(body["decision"]), n=entry["n"], at=milliseconds(entry["at"])))
        elif entry["type"] == "closed":
            found += [replace(one, n=entry["n"], at=milliseconds(entry["at"])) for one in asked.values()]
            asked.clear()
    # What else ended a question is not told by name; it was over at the latest when the log was last written.
    found += [replace(one, n=record.n, at=record.at) for one in asked.values() if one.head not in standing]
    return [one for one in found if record.now - one.at < TOLD_FOR]


def _decision(body: dict[str, Any]) -> Decision:
    return Decision(id=body["decision"], kind=body["kind"], seats=body["seats"], sealed=body["sealed"], optional=False)


__all__ = ["TAIL", "Past", "past_questions"]

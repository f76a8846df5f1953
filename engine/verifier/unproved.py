"""Limits of a verdict: claims that an export, a key and receipts cannot prove.

The codes are those of the protocol page, sections 11 and 12.10; each comes with the facts of this match. Callers put them
into a reader's words (:mod:`service.cli.verifying.unproved`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from engine.protocol.agreements.stopping import STOPPED
from engine.protocol.log import Entry
from engine.verifier.transcript import Transcript

Code = Literal[
    "history",
    "terms",
    "people",
    "chance",
    "acts",
    "open-answers",
    "silence",
    "blame",
    "orders",
    "times",
    "ending",
    "talk",
    "absent-salts",
    "keys",
]


@dataclass(frozen=True)
class Unproved:
    """One line of the page's list, with the facts of the match: numbers, or lists of seats."""

    code: Code
    facts: Mapping[str, int | str | list[int]]


def unproved(log: Transcript, receipts: Mapping[int, int], foreign_salts: int) -> tuple[Unproved, ...]:
    """Return what the verifier has to believe the server.

    :param receipts: by seat, how many receipts were held against the log.
    :param foreign_salts: openings for silent seats whose salt is not section 10's.
    """
    seats = log.created.get("seats", 0)
    started = log.started_at is not None
    open_answers = sum(not log.decisions[decision]["sealed"] for decision, _ in log.answers)
    sealed = len(log.answers) - open_answers
    locked_orders = sum("order" in one for lock in log.locks.values() for one in lock.values())
    orders = locked_orders + log.open_answers.by_orders()
    absent = sum(one["custody"] == "absent" for lock in log.locks.values() for one in lock.values()) - locked_orders
    fallbacks = sum(one["by"] == "fallback" for one in log.answers.values())
    silence = absent + sum(
        one["by"] == "fallback" and not log.decisions[decision]["sealed"] for (decision, _), one in log.answers.items()
    )
    # Whoever reads the log judges an opening that was refused: it stands beside its fault.
    blamed = [fault for fault in log.faults.values() if "opening" not in fault]
    resigned = [cast(int, entry["body"]["seat"]) for entry in log.entries if entry["type"] == "resigned"]
    consents = [(entry["body"]["seat"], other) for entry in log.entries for other in _agreed_unsigned(entry)]
    said = sum(entry["type"] == "said" for entry in log.entries)
    signing = {"signing": log.signing_seats} if started and log.signing_seats else {}
    without = [seat for seat in range(seats) if seat not in receipts]
    reason = "" if log.closed is None else log.closed["reason"]
    ending: dict[str, int | str | list[int]] = {
        "reason": reason,
        **({"seats": resigned, **signing} if resigned else {}),
    }
    found: list[tuple[bool, Code, dict[str, int | str | list[int]]]] = [
        (True, "history", {"receipts": sum(receipts.values())}),
        (True, "terms", {}),
        (True, "people", {"seats": seats}),
        (started, "chance", log.chance() if started else {}),
        (sealed > 0, "acts", {"answers": sealed, "without_receipts": without, **signing}),
        (open_answers > 0, "open-answers", {"answers": open_answers, "without_receipts": without, **signing}),
        (silence > 0, "silence", {"answers": silence}),
        (len(blamed) > 0, "blame", {"faults": len(blamed)}),
        (orders > 0, "orders", {"answers": orders}),
        (started, "times", {"fallbacks": fallbacks}),
        (reason in ("resigned", "cancelled", "expired", "unrevealed", "abandoned", STOPPED), "ending", ending),
        (said > 0, "talk", {"messages": said}),
        (foreign_salts > 0, "absent-salts", {"openings": foreign_salts}),
        (
            len(consents) > 0,
            "keys",
            {"agreed": sorted({other for _, other in consents}), "changed": sorted({seat for seat, _ in consents})},
        ),
    ]
    return tuple(Unproved(code, facts) for holds, code, facts in found if holds)


def _agreed_unsigned(entry: Entry) -> list[int]:
    """Return the seats without a key that an entry says agreed to another key of a seat."""
    if entry["type"] != "rekeyed":
        return []
    return [other for other, signature in entry["body"].get("consents", []) if signature is None]

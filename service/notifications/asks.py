"""Questions that the table asks a seat right now, and when people who have not answered are reminded of the deadline. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.match.pauses import pause_of
from engine.match.table import Standing
from engine.registry import game_of
from service.store.records import Account, Notice, Record

Wanted = Literal["answer", "open"]


@dataclass(frozen=True)
class Ask:
    """A question to this seat: for an answer, or for the opening of its sealed move. ``until`` in milliseconds."""

    standing: Standing
    kind: Wanted
    until: int | None


def asks(record: Record, seat: int | None, told: Sequence[Notice] = ()) -> list[Ask]:
    """Return what the seat is asked now, the most urgent first.

    Optional decisions, and those about to be answered by standing orders, are included only if ``told`` names them. It
    is empty in a pause: no answer is accepted, and deadlines will move.
    """
    if seat is None or record.table["status"] != "running" or seat in record.table["resigning"]:
        return []
    if pause_of(record.table) is not None:
        return []
    named = {notice.get("decision") for notice in told}
    found = [
        ask
        for standing in record.table["standing"]
        if standing["asked"] or standing["id"] in named
        if (ask := ask_of(record, standing, seat)) is not None
    ]
    return sorted(found, key=lambda ask: (ask.until is None, ask.until or 0))


def optional_asks(record: Record, seat: int | None, asked: Sequence[Ask]) -> list[Ask]:
    """Return the optional decisions with something to choose that the seat may answer besides those it is ``asked``.

    Empty if nothing is asked: a letter with news only waits for no answer.
    """
    if seat is None or not any(one.kind == "answer" for one in asked):
        return []
    there = {one.standing["id"] for one in asked}
    return [
        ask
        for standing in record.table["standing"]
        if standing["id"] not in there and standing["optional"] and has_choices(record, standing, seat)
        if (ask := ask_of(record, standing, seat)) is not None
    ]


def has_choices(record: Record, standing: Standing, seat: int) -> bool:
    """Return whether a decision has any possible answer: an optional one may be open while nothing is possible."""
    return record.state is not None and bool(game_of(record.table).moves(record.state, seat, standing["id"]))


def ask_of(record: Record, standing: Standing, seat: int) -> Ask | None:
    """Return the seat's question in a decision, or None if nothing is asked (any more)."""
    if seat not in standing["seats"]:
        return None
    act = record.acts.get((standing["id"], seat))
    if standing["phase"] == "open":
        answered = act is not None and act.commitment is not None
        return None if answered else Ask(standing, "answer", standing["deadline"])
    opened = act is not None and act.opened
    return Ask(standing, "open", standing["opening_ends"]) if seat in standing["awaited"] and not opened else None


WISH = "reminders"
"""The preference: how many hours before a deadline its owner is reminded."""
MOST = 2
LONGEST = 14 * 24
"""The earliest reminder, in hours before the deadline."""
HOUR = 3_600_000
USUALLY_AT = 80
"""Percent of the time to answer after which people are reminded who have chosen nothing."""
SHORTEST = HOUR
"""A shorter time to answer (ms) has no reminder, and none comes sooner after the question: its letter would be as good."""


def wished_hours(account: Account) -> tuple[int, ...]:
    """Return how many hours before a deadline an account is reminded, the earliest first; empty: as usual."""
    kept = account.prefs.get(WISH)
    hours = [one for one in kept if type(one) is int and 1 <= one <= LONGEST] if isinstance(kept, list) else []
    return tuple(sorted(set(hours), reverse=True)[:MOST])


def moments(hours: Sequence[int], since: int, deadline: int) -> list[int]:
    """Return when somebody is reminded of a deadline, all in milliseconds.

    :param hours: before the deadline; if all of them come with the question, or there are none, it is as usual.
    :param since: when the question was asked, or its clock began to run again.
    """
    if deadline - since < SHORTEST:
        return []
    own = [deadline - one * HOUR for one in hours if deadline - one * HOUR >= since + SHORTEST]
    return own or [since + (deadline - since) * USUALLY_AT // 100]

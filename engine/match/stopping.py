"""Early ends of a match, before its rules end it, including that by the operator (protocol section 12.19)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Game, Outcome, State
from engine.match.seeding import stage_of
from engine.match.table import Table
from engine.protocol.agreements import STOPPED


def outcome_of_resigning(
    game: Game, state: State, seats: int, resigned: Sequence[int], reason: str = "resigned"
) -> Outcome:
    """Return the result when some seats resign, each for its whole team; if no team is left, all share it.

    ``reason`` is ``abandoned`` where the others have decided so about seats that stayed away.
    """
    given_up = {partner for seat in resigned for partner in game.partners(state, seat)} | set(resigned)
    winners = [seat for seat in range(seats) if seat not in given_up] or list(range(seats))
    return Outcome(winners=winners, scores=[0] * seats, reason=reason)


def is_to_be_stopped(table: Table) -> bool:
    """Return whether the operator has stopped a match that has not ended yet."""
    return "stopped" in table and table["status"] != "closed"


def reason_in_log(table: Table) -> str | None:
    """Return the log's reason for ending a match now, or None if the rules it was created under forbid ending it here."""
    joining = table["status"] == "lobby" and stage_of(table) == "joining"
    if table["status"] == "lobby" and stage_of(table) == "awaiting-beacon":
        return None  # all of the seed is published: only the deal may follow (protocol section 12.2)
    if "operator" in table:
        return STOPPED
    return "cancelled" if joining else None


def can_say_so(table: Table) -> bool:
    """Return whether a match's log can record that it ends now."""
    return reason_in_log(table) is not None


__all__ = ["can_say_so", "is_to_be_stopped", "reason_in_log"]

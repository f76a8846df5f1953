"""Early ends of a match, before its rules end it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Game, Outcome, State


def outcome_of_resigning(
    game: Game, state: State, seats: int, resigned: Sequence[int], reason: str = "resigned"
) -> Outcome:
    """Return the result when some of so many seats resign: each for its whole team; when no team is left, all share it.

    ``reason`` is ``abandoned`` where the others have decided so about seats that stayed away.
    """
    given_up = {partner for seat in resigned for partner in game.partners(state, seat)} | set(resigned)
    winners = [seat for seat in range(seats) if seat not in given_up] or list(range(seats))
    return Outcome(winners=winners, scores=[0] * seats, reason=reason)

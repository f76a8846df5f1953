"""End-of-match rules (B51, D.12, E49, E50): seven points, two merchants, unrest in both centres, the turn limit."""

from __future__ import annotations

from engine.contract import Outcome
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.settlement import merchants, points
from engine.games.anno_1701.rules.stores import gold
from engine.games.anno_1701.types.cards import EndReason
from engine.games.anno_1701.types.events import EndedEvent

POINTS = 7
MERCHANTS = 2


def check_win(play: Play, seat: int) -> None:
    """End the match if an upgrade has won it."""
    player = play.player(seat)
    if points(player) >= POINTS:
        _end(play, [seat], "points")
    elif merchants(player) >= MERCHANTS:
        _end(play, [seat], "merchants")


def check_unrest(play: Play, victim: int) -> None:
    """End the match if both village centres of the victim of an attack are in unrest (Aufruhr, B17)."""
    if gold(play.player(victim)) == 0:
        _end(play, [1 - victim], "unrest")


def end_at_limit(play: Play) -> None:
    """End the match at the turn limit: points decide, then merchants, then gold; otherwise it is a draw."""
    keys = [[points(one), merchants(one), gold(one)] for one in play.state["players"]]
    best = max(keys)
    _end(play, [seat for seat in (0, 1) if keys[seat] == best], "turn-limit", [key[1:] for key in keys])


def _end(play: Play, winners: list[int], reason: EndReason, tiebreaks: list[list[int]] | None = None) -> None:
    scores = [points(one) for one in play.state["players"]]
    outcome = Outcome(winners=winners, scores=scores, reason=reason)
    if tiebreaks is not None:
        outcome["tiebreaks"] = tiebreaks
    play.state["outcome"] = outcome
    play.state["due"] = []
    play.tell(EndedEvent(type="ended", why=reason, winners=winners, scores=scores))

"""Victory points, and who holds the longest trade route and the largest army (RULES.md, D12, D13)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.seafarers.resources import CITY, SETTLEMENT, VICTORY
from engine.games.seafarers.rules import lines, route
from engine.games.seafarers.rules.play import Play

LEAST_ROUTE = 5
LEAST_ARMY = 3
AWARD = 2


def public_points(play: Play, seat: int) -> int:
    """Return the points of a seat that everybody sees."""
    state, scenario = play.state, play.scenario
    stock = state["stock"][seat]
    points = scenario.settlements - stock[SETTLEMENT] + 2 * (scenario.cities - stock[CITY]) + state["special"][seat]
    if state["longest"] == seat:
        points += AWARD
    if state["army"] == seat:
        points += AWARD
    if state["lines"]:
        points += lines.points(state, seat)
    return points


def points(play: Play, seat: int) -> int:
    """Return all points of a seat, hidden victory cards included."""
    return public_points(play, seat) + play.state["cards"][seat][VICTORY]


def measure_routes(play: Play, seats: Iterable[int]) -> None:
    """Measure the routes of seats whose pieces or joints changed, then settle who holds the longest (D12)."""
    lengths = list(play.state["route"])
    for seat in seats:
        lengths[seat] = route.length(play, seat)
    _settle_route(play, lengths)


def lengthen_route(play: Play, seat: int, edge: int) -> None:
    """Measure the route of a seat that laid a piece, as :func:`measure_routes` would, but quicker."""
    lengths = list(play.state["route"])
    lengths[seat] = route.lengthened(play, seat, edge)
    _settle_route(play, lengths)


def _settle_route(play: Play, lengths: list[int]) -> None:
    state = play.state
    if lengths == state["route"]:
        return
    state["route"] = lengths
    holder, longest = state["longest"], max(lengths)
    first = [seat for seat, size in enumerate(lengths) if size == longest]
    if longest < LEAST_ROUTE:
        now = -1
    elif holder in first:
        now = holder
    else:
        now = first[0] if len(first) == 1 else -1
    if now != holder:
        state["longest"] = now
        play.tell({"type": "route", "seat": now, "size": longest})


def count_army(play: Play, seat: int) -> None:
    """Settle the largest army after a seat has played a knight."""
    state = play.state
    size, holder = state["knights"][seat], state["army"]
    if size >= LEAST_ARMY and holder != seat and (holder < 0 or size > state["knights"][holder]):
        state["army"] = seat
        play.tell({"type": "army", "seat": seat, "size": size})


def has_won(play: Play, seat: int) -> bool:
    """Return whether a seat has reached the goal; asked only in its own turn (D13)."""
    state = play.state
    return public_points(play, seat) + state["cards"][seat][VICTORY] >= state["options"]["goal"]

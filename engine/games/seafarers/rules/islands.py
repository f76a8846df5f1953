"""Special points for the first settlement on a foreign island (RULES.md, D14-a, E18, E23, E24)."""

from __future__ import annotations

from engine.games.seafarers.rules.play import Play, with_more


def settle(play: Play, seat: int, node: int) -> None:
    """Give a seat the points for a settlement it built (not founded) on an island that is neither home nor visited."""
    state, scenario = play.state, play.scenario
    zone = play.chart.node_zone[node]
    if not scenario.first_point or zone < 0 or zone in state["home"][seat] or zone in state["visited"][seat]:
        return
    first = not state["visited"][seat]
    visited = state["visited"].copy()
    visited[seat] = [*visited[seat], zone]
    state["visited"] = visited
    if not first and state["options"]["island_points_once"]:
        return
    points = scenario.first_point if first else scenario.further_points
    state["special"] = with_more(state["special"], seat, points)
    play.tell({"type": "points", "seat": seat, "points": points, "zone": zone})

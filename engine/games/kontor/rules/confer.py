"""Let partners confer about where to lay their revealed cards (*Karten anlegen*, game for four; D1).

"At any other time every kind of agreement is forbidden." So a team's channel stands from the reveal until both partners
have laid, and nobody's hand is shown to the partner.
"""

from __future__ import annotations

from engine.contract import Channel
from engine.games.kontor.presets import Preset
from engine.games.kontor.types.state import KontorState

OPEN = ("ship", "place")
"""The stages in which all cards of the round are known and some are still to be laid."""


def channels(state: KontorState, preset: Preset) -> list[Channel]:
    """Return a channel for each team of partners one of whom is still to lay."""
    if state["stage"] not in OPEN:
        return []
    teams = [preset.members(team) for team in range(len(state["colours"]))]
    return [
        {"id": f"r{state['round']}.confer.{team}", "seats": members}
        for team, members in enumerate(teams)
        if len(members) > 1 and not set(members).isdisjoint(state["due"])
    ]

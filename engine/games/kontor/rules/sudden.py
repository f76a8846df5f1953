"""Ends that do not wait for the harbour to be full: poverty (*Armut*, E50) and three in a line (*Tic tac toe*, E53).

Each returns the team that wins at once, or ``None``. The preset says which of them applies (``sudden_end``).
"""

from __future__ import annotations

from engine.games.kontor.presets import Preset
from engine.games.kontor.types.state import KontorState

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""The lines of three by three regions, counted row by row."""


def enriched(state: KontorState, preset: Preset) -> int | None:
    """Return the team that holds all the coins: the bank is empty and a seat of the other team has none left."""
    if preset.sudden_end != "poverty" or state["bank"] > 0 or 0 not in state["money"]:
        return None
    richest = max(range(preset.seats), key=lambda seat: int(state["money"][seat]))
    return preset.teams[richest]


def aligned(state: KontorState, preset: Preset, on_turn: int) -> int | None:
    """Return the team whose guards stand in three regions in a line; if both have a line, the one whose turn it is."""
    if preset.sudden_end != "line":
        return None
    guard = {name: sector["guard"] for sector in state["closed"] for name in sector["fields"]}
    held = [{guard[name] for name in region if name in guard} for region in preset.regions]
    teams = [team for team in (on_turn, 1 - on_turn) if any(all(team in held[i] for i in line) for line in LINES)]
    return teams[0] if teams else None

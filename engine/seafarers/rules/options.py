"""Match options: defaults filled in, everything else refused by name (RULES.md, E1, E10, E12, E19, E23, E26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engine.contract import BadOptions
from engine.seafarers.scenarios import Scenario
from engine.seafarers.schemas.moves import LONGEST_TURN_LIMIT, TURN_LIMIT
from engine.seafarers.types.state import OptionsState

FLAGS = (
    "pirate", "merge_trade_build", "shortage_exception", "discovery_bonus_in_founding", "island_points_once",
    "domestic_trade",
)  # fmt: skip
KNOWN = ("preset", "goal", *FLAGS, "turn_limit")
GOALS = (3, 50)


def complete(given: Mapping[str, object], seats: int, scenarios: Mapping[str, Scenario]) -> OptionsState:
    """Return the complete options; :raises BadOptions: naming the first option that is wrong."""
    for key in given:
        if key not in KNOWN:
            escaped = key.replace("~", "~0").replace("/", "~1")
            raise BadOptions(f"/{escaped}", f"unknown option; known are {', '.join(KNOWN)}")
    scenario = _scenario(given.get("preset"), seats, scenarios)
    defaults: dict[str, object] = {
        "preset": scenario.id,
        "goal": scenario.goal,
        "pirate": scenario.pirate,
        "merge_trade_build": False,
        "shortage_exception": True,
        "discovery_bonus_in_founding": True,
        "island_points_once": False,
        "domestic_trade": scenario.domestic_trade,
        "turn_limit": TURN_LIMIT,
    }
    for key, (low, high) in {"goal": GOALS, "turn_limit": (1, LONGEST_TURN_LIMIT)}.items():
        value = given.get(key, defaults[key])
        if type(value) is not int or not low <= value <= high:
            raise BadOptions(f"/{key}", f"should be a whole number from {low} to {high}")
        defaults[key] = value
    for key in FLAGS:
        value = given.get(key, defaults[key])
        if type(value) is not bool:
            raise BadOptions(f"/{key}", "should be true or false")
        defaults[key] = value
    return cast(OptionsState, defaults)


def _scenario(name: object, seats: int, scenarios: Mapping[str, Scenario]) -> Scenario:
    offered = [one for one in scenarios.values() if not one.hidden]
    fitting = [one for one in offered if seats in one.seats]
    if name is None:
        if not fitting:
            raise BadOptions("/preset", f"no scenario is played by {seats}")
        return fitting[0]
    if not isinstance(name, str) or name not in scenarios:
        raise BadOptions("/preset", f"should be one of {', '.join(one.id for one in offered)}")
    scenario = scenarios[name]
    if seats not in scenario.seats:
        remedy = f"; for {seats} there is {', '.join(one.id for one in fitting)}" if fitting else ""
        played_by = " or ".join(map(str, scenario.seats))
        raise BadOptions("/preset", f"{name} is played by {played_by}, not by {seats}{remedy}")
    return scenario

"""Match options: defaults filled in, everything else refused by name (RULES.md, E1, E10, E12, E19, E23, E26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engine.contract import BadOptions
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.schemas.moves import options_schema
from engine.games.seafarers.types.state import OptionsState
from engine.kit import options
from engine.kit.shape import Scalar


def complete(given: Mapping[str, object], seats: int, scenarios: Mapping[str, Scenario]) -> OptionsState:
    """Return the complete options of a match at one of these scenarios.

    :raises BadOptions: naming the first option that is wrong.
    """
    options.check_seats(sorted({n for one in scenarios.values() for n in one.seats}), seats)
    schema = options_schema(scenarios.values())
    options.check(schema, given)
    scenario = _scenario(given.get("preset"), seats, scenarios)
    own: dict[str, Scalar] = {
        "preset": scenario.id,
        "goal": scenario.goal,
        "pirate": scenario.pirate,
        "domestic_trade": scenario.domestic_trade,
    }
    return cast(OptionsState, options.complete(schema, given, own))


def _scenario(name: object, seats: int, scenarios: Mapping[str, Scenario]) -> Scenario:
    fitting = [one for one in scenarios.values() if seats in one.seats]
    if name is None:
        return fitting[0]
    scenario = scenarios[str(name)]
    if scenario not in fitting:
        remedy = ", ".join(one.id for one in fitting)
        raise BadOptions(
            "/preset",
            f"{name} is played by {options.one_of(scenario.seats)}, not by {seats}; for {seats} there is {remedy}",
        )
    return scenario

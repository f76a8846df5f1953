"""Match options: defaults are filled in, some by the preset; anything else is refused by name (E9, E11, E33)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engine.contract import BadOptions
from engine.games.kontor.presets import NEVER, Preset
from engine.games.kontor.types.state import KontorOptions
from engine.kit import options
from engine.kit.shape import Scalar, Schema

DEFAULT_PRESET = "tilsit"
ROUND_LIMIT = 200
LONGEST_ROUND_LIMIT = 1000


def complete(given: Mapping[str, object], seats: int, presets: Mapping[str, Preset], schema: Schema) -> KontorOptions:
    """Return the complete options; :raises BadOptions: naming the first option that is wrong."""
    options.check(schema, given)
    preset = presets[str(given.get("preset", DEFAULT_PRESET))]
    if seats != preset.seats:
        fitting = ", ".join(one.name for one in presets.values() if one.seats == seats)
        remedy = f"; for {seats} there is {fitting}" if fitting else ""
        raise BadOptions("/preset", f"{preset.name} is played by {preset.seats}, not by {seats}{remedy}")
    own: dict[str, Scalar] = {"pass_mode": preset.pass_mode, "special_cards": preset.special_default}
    chosen = options.complete(schema, given, own)
    if chosen["special_cards"] and preset.special_cards == NEVER:
        raise BadOptions("/special_cards", f"{preset.name} is played without special cards; leave it false")
    known = ("preset", "pass_mode", "round_limit", "quay_pile_open", "special_cards")
    return cast("KontorOptions", {name: chosen[name] for name in known})

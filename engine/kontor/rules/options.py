"""Match options: defaults filled in, everything else refused by name (E9, E11, E33)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.contract import BadOptions
from engine.kontor.presets import NEVER, PASS_MODES, Preset

DEFAULT_PRESET = "tilsit"
ROUND_LIMIT = 200
LONGEST_ROUND_LIMIT = 1000
KNOWN = ("preset", "pass_mode", "round_limit", "quay_pile_open", "special_cards")


def complete(given: dict[str, Any], seats: int, presets: Mapping[str, Preset]) -> dict[str, Any]:
    """Return the complete options; :raises BadOptions: naming the first option that is wrong."""
    for key in given:
        if key not in KNOWN:
            raise BadOptions(f"/{_escape(key)}", f"unknown option; known are {', '.join(KNOWN)}")
    name = given.get("preset", DEFAULT_PRESET)
    if not isinstance(name, str) or name not in presets:
        raise BadOptions("/preset", f"should be one of {', '.join(presets)}")
    preset = presets[name]
    if seats != preset.seats:
        fitting = ", ".join(one.name for one in presets.values() if one.seats == seats)
        remedy = f"; for {seats} there is {fitting}" if fitting else ""
        raise BadOptions("/preset", f"{name} is played by {preset.seats}, not by {seats}{remedy}")
    pass_mode = given.get("pass_mode", preset.pass_mode)
    if pass_mode not in PASS_MODES:
        raise BadOptions("/pass_mode", f"should be one of {', '.join(PASS_MODES)}")
    limit = given.get("round_limit", ROUND_LIMIT)
    if type(limit) is not int or not 1 <= limit <= LONGEST_ROUND_LIMIT:
        raise BadOptions("/round_limit", f"should be a whole number from 1 to {LONGEST_ROUND_LIMIT}")
    pile_open = given.get("quay_pile_open", False)
    if type(pile_open) is not bool:
        raise BadOptions("/quay_pile_open", "should be true or false")
    special = given.get("special_cards", preset.special_default)
    if type(special) is not bool:
        raise BadOptions("/special_cards", "should be true or false")
    if special and preset.special_cards == NEVER:
        raise BadOptions("/special_cards", f"{name} is played without special cards; leave it false")
    return {
        "preset": name,
        "pass_mode": pass_mode,
        "round_limit": limit,
        "quay_pile_open": pile_open,
        "special_cards": special,
    }


def _escape(key: str) -> str:
    """Return a key as a JSON pointer writes it (RFC 6901, section 3)."""
    return key.replace("~", "~0").replace("/", "~1")

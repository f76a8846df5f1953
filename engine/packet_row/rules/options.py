"""Match options: defaults filled in, everything else refused by name (D5, E1.36)."""

from __future__ import annotations

from typing import Any

from engine.contract import BadOptions
from engine.packet_row.parameters import SEATS


def complete(given: dict[str, Any], seats: int) -> dict[str, Any]:
    """Return the complete options; :raises BadOptions: naming the first thing that is wrong."""
    for key in given:
        if key != "hidden_hands":
            pointer = key.replace("~", "~0").replace("/", "~1")
            raise BadOptions(f"/{pointer}", "unknown option; the only one is hidden_hands")
    if seats not in SEATS:
        raise BadOptions("", f"Packet Row is for {SEATS[0]} to {SEATS[-1]} players, not for {seats}")
    hidden = given.get("hidden_hands", False)
    if type(hidden) is not bool:
        raise BadOptions("/hidden_hands", "should be true or false")
    return {"hidden_hands": hidden}

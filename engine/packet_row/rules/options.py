"""Match options: defaults filled in, everything else refused by name (D5, E1.36)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.contract import BadOptions
from engine.kit.pointer import step
from engine.packet_row.parameters import SEATS
from engine.packet_row.types.state import PacketRowOptions


def complete(given: Mapping[str, object], seats: int) -> PacketRowOptions:
    """Return the complete options; :raises BadOptions: naming the first thing that is wrong."""
    for key in given:
        if key != "hidden_hands":
            raise BadOptions(step("", key), "unknown option; the only one is hidden_hands")
    if seats not in SEATS:
        raise BadOptions("", f"Packet Row is for {SEATS[0]} to {SEATS[-1]} players, not for {seats}")
    hidden = given.get("hidden_hands", False)
    if not isinstance(hidden, bool):
        raise BadOptions("/hidden_hands", "should be true or false")
    return {"hidden_hands": hidden}

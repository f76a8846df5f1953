"""Match options: defaults are filled in, anything unknown or invalid is refused by name (D5, E1.36)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kit import options
from engine.packet_row.parameters import SEATS
from engine.packet_row.schemas.options import options_schema
from engine.packet_row.types.state import PacketRowOptions


def complete(given: Mapping[str, object], seats: int) -> PacketRowOptions:
    """Return the complete options; :raises BadOptions: naming the first thing that is wrong."""
    options.check_seats(SEATS, seats)
    chosen = options.complete(options_schema(), given)
    return {"hidden_hands": bool(chosen["hidden_hands"])}

"""Match options: defaults are filled in, anything unknown or invalid is refused by name (D5, E1.36)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.packet_row.parameters import SEATS
from engine.games.packet_row.schemas.options import options_schema
from engine.games.packet_row.types.state import PacketRowOptions
from engine.kit import options


def complete(given: Mapping[str, object], seats: int) -> PacketRowOptions:
    """Return the complete options; :raises BadOptions: naming the first thing that is wrong."""
    options.check_seats(SEATS, seats)
    chosen = options.complete(options_schema(), given)
    return {"hidden_hands": bool(chosen["hidden_hands"])}

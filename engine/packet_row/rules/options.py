"""Match options: defaults filled in, everything else refused by name (D5, E1.36)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kit import options
from engine.kit.shape import Scalar
from engine.packet_row.parameters import SEATS
from engine.packet_row.schemas import options_schema


def complete(given: Mapping[str, object], seats: int) -> dict[str, Scalar]:
    """Return the complete options; :raises BadOptions: naming the first thing that is wrong."""
    options.check_seats(SEATS, seats)
    return options.complete(options_schema(), given)

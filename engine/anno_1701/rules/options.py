"""Match options: defaults filled in, everything else refused by name (E50)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.anno_1701.schemas.options import options_schema
from engine.kit import options
from engine.kit.shape import Scalar

SEATS = (2,)


def complete(given: Mapping[str, object], seats: int) -> dict[str, Scalar]:
    """Return the complete options; :raises BadOptions: naming the first option that is wrong."""
    options.check_seats(SEATS, seats)
    return options.complete(options_schema(), given)

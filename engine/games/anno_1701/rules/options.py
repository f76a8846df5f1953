"""Match options: defaults are filled in, anything unknown or invalid is refused by name (E50)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engine.games.anno_1701.schemas.options import options_schema
from engine.games.anno_1701.types.state import Anno1701Options
from engine.kit import options

SEATS = (2,)


def complete(given: Mapping[str, object], seats: int) -> Anno1701Options:
    """Return the complete options; :raises BadOptions: naming the first option that is wrong."""
    options.check_seats(SEATS, seats)
    return cast(Anno1701Options, options.complete(options_schema(), given))

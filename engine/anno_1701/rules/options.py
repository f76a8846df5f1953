"""Match options: defaults filled in, everything else refused by name (E50)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.anno_1701.schemas.options import TURN_LIMIT, options_schema
from engine.anno_1701.schemas.shape import Misfit, fit
from engine.anno_1701.types.state import Anno1701Options
from engine.contract import BadOptions

SEATS = (2,)


def complete(given: Mapping[str, object], seats: int) -> Anno1701Options:
    """Return the complete options; :raises BadOptions: naming the first option that is wrong."""
    if seats not in SEATS:
        raise BadOptions("", f"this game is played by 2, not by {seats}")
    try:
        fit(options_schema(), given)
    except Misfit as misfit:
        raise BadOptions(misfit.pointer, misfit.wanted) from None
    limit = given.get("turn_limit", TURN_LIMIT)
    assert isinstance(limit, int), "the schema has said so"
    return Anno1701Options(turn_limit=limit)

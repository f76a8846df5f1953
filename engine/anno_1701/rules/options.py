"""Match options: defaults filled in, everything else refused by name (E50)."""

from __future__ import annotations

from typing import Any

from engine.anno_1701.schemas.options import TURN_LIMIT, options_schema
from engine.contract import BadOptions
from engine.kit.shape import Misfit, fit

SEATS = (2,)


def complete(given: dict[str, Any], seats: int) -> dict[str, Any]:
    """Return the complete options; :raises BadOptions: naming the first option that is wrong."""
    if seats not in SEATS:
        raise BadOptions("", f"this game is played by 2, not by {seats}")
    try:
        fit(options_schema(), given)
    except Misfit as misfit:
        raise BadOptions(misfit.pointer, misfit.wanted) from None
    return {"turn_limit": given.get("turn_limit", TURN_LIMIT)}

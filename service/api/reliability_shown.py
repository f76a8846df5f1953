"""How reliably the people answer who sit at tables that still fill: shown to whoever thinks about sitting down with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.matches.reliability import in_public
from service.store.keys import ACCOUNT
from service.store.store import Store


def show_reliability(store: Store, matches: Sequence[dict[str, Any]]) -> None:
    """Fill ``reliability`` of the seats of these matches, as :func:`~service.api.representations.summary` makes them.

    Only of those in the lobby, and of people; what a match that runs costs to show stays as it is.
    """
    seats = [seat for one in matches if one["status"] == "lobby" for seat in one["seats"] if _is_person(seat)]
    if not seats:
        return
    answered = store.answered_by(sorted({seat["player"] for seat in seats}))
    for seat in seats:
        seat["reliability"] = in_public(answered[seat["player"]])


def _is_person(seat: dict[str, Any]) -> bool:
    return seat["bot"] is None and seat["player"] is not None and bool(ACCOUNT.fullmatch(seat["player"]))


__all__ = ["show_reliability"]

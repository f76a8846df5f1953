"""Who may keep the opening of a sealed answer until the lock (protocol sections 3, 5 and 12.6)."""

from __future__ import annotations

from typing import Literal

from engine.match.table import Standing, Table
from engine.protocol.seal import FAULTS_ALLOWED
from engine.registry import game
from service.matches.errors import ActError

Allowed = Literal["any", "client", "escrow"]
"""What a seat may choose: either custody, or only the one."""


def allowed_custody(table: Table, standing: Standing, seat: int | None) -> Allowed:
    """Return in whose custody the seat may seal its answer to a decision; for ``None``, what the match says for everybody."""
    if standing["kind"] in game(table["rules"]).rules.escrow_only:
        return "escrow"
    if seat is not None and _has_lost_client_custody(table, seat):
        return "escrow"
    return table["custody"]


def check_custody(table: Table, standing: Standing, seat: int, custody: Literal["client", "escrow"]) -> None:
    """Raise :class:`ActError` unless the seat may seal its answer in this custody."""
    allowed = allowed_custody(table, standing, seat)
    if custody == "escrow" and allowed == "client":
        raise ActError("client-custody-demanded", "this match demands client custody: send only the commitment")
    if custody == "escrow" or allowed != "escrow":
        return
    if _has_lost_client_custody(table, seat):
        message = "two commitments of this seat were never opened: it seals with escrow from now on"
        raise ActError("client-custody-taken", message, "/commitment")
    message = "refusing to open could pay in this decision, so it takes escrow only: send the move or its opening"
    raise ActError("escrow-demanded", message, "/commitment")


def _has_lost_client_custody(table: Table, seat: int) -> bool:
    return table["marks"][seat] > FAULTS_ALLOWED

"""The tables at which a guest account may sit, and the one that "play now" opens. Pure.

A guest has no mailbox, so nobody can tell it that others wait; therefore it plays against bots, or where somebody's link lets
it in and moves are quick enough to stay for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.contract import Rules
from engine.match.table import Table
from service.matches.errors import MatchError
from service.matches.pace import DAY
from service.store.records import Account

KEEP = "name a mail address first, and the account is yours to keep"
FIRST: Mapping[str, Mapping[str, Any]] = {"kontor": {"preset": "goldsieber-basic", "pass_mode": "secret"}}
"""The options that ask least of somebody's first turn, by game; others begin with their usual ones."""


def first_table(rules: Rules) -> dict[str, Any]:
    """Return members of a wish (:class:`~service.matches.seating.creation.NewMatch`) for a first match against bots.

    As few seats as the game allows, no grace: a bot never reconsiders, and whoever tries a game wants to see what happens.
    """
    seats, game = min(rules.seats), rules.id.partition("@")[0]
    return {
        "rules": rules.id,
        "options": dict(FIRST.get(game, {})),
        "seats": seats,
        "bots": ["steady"] * (seats - 1),
        "visibility": "private",
        "pace": {"kind": "duration", "seconds": DAY},
        "grace": 0,
    }


def check_guest_creates(bots: int, seats: int, visibility: str, invited: int, *, sits: bool) -> None:
    """Refuse a table of a guest's own at which others would sit, or could. :raises MatchError: guest."""
    if bots != seats - 1 or visibility != "private" or invited or not sits:
        raise MatchError(
            "guest", f"a guest opens private tables with bots in all other seats; to play with people, {KEEP}"
        )


def check_guest(table: Table, account: Account, *, invited: bool) -> None:
    """Refuse a seat at a table that is not a guest's own, unless a link let them in and a move takes a day or less.

    :raises MatchError: guest.
    """
    if account.id == table["owner"]:
        return
    if not invited:
        raise MatchError("guest", f"a guest sits down by somebody's invitation only; {KEEP}")
    if table["pace"]["kind"] != "duration" or table["pace"]["seconds"] > DAY:
        raise MatchError("guest", f"moves take more than a day here, and only mail could tell you of yours: {KEEP}")


__all__ = ["check_guest", "check_guest_creates", "first_table"]

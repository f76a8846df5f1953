"""Seats of a table: who sits where and under which name; and the title of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.contract import Language, Rules
from engine.match.step import Step
from engine.match.table import Seat, Table
from service.matches.errors import MatchError
from service.notifications.plain import plain
from service.store.records import Account
from service.text.names import at_table


def title_of(table: Table, rules: Rules, language: Language) -> str:
    """Return the title that its owner gave it, as one harmless line; where there is none, the game's in the language."""
    return rules.title_in(language) if table["title"] == rules.title else plain(table["title"])


def preset_title(rules: Rules, options: Mapping[str, Any], language: Language) -> str:
    """Return what the preset is called whose options a match has; by name where options name it, empty if none has a title."""
    named = str(options.get("preset", ""))
    fits = (name for name, given in rules.presets.items() if given.items() <= dict(options).items())
    name = named if named in rules.preset_titles else next(fits, "")
    return rules.preset_titles.get(name, {}).get(language, "")


MARK = " (bot)"
"""How names of bots end, and of nobody else (:mod:`service.text.names`)."""


def seat_of(table: Table, account: str) -> int | None:
    """Return where the account sits, or ``None``."""
    return next((number for number, seat in enumerate(table["seats"]) if seat["player"] == account), None)


def free_seat(table: Table, wanted: int | None) -> int:
    """Return the seat wanted, any free one for ``None``. :raises MatchError: full, seat-taken."""
    free = [number for number, seat in enumerate(table["seats"]) if seat["player"] is None]
    if not free:
        raise MatchError("full", "every seat is taken")
    if wanted is None:
        return free[0]
    if wanted not in free:
        raise MatchError("seat-taken", f"that seat is not free; free are {free}")
    return wanted


def sit(step: Step, place: int, seat: Seat) -> None:
    """Write that somebody sits down, and ask for the deal when that fills a match that starts when full."""
    body: dict[str, Any] = {"player": seat["player"], "seat": place}
    if "key" in seat:
        body["key"] = seat["key"]
    if "entropy" in seat:
        body |= {"entropy": seat["entropy"]["commitment"], "entropy_custody": seat["entropy"]["custody"]}
    step.write("joined", body)
    set_seat(step, place, seat)
    if step.table["start"] == "when-full" and all(one["player"] is not None for one in step.table["seats"]):
        step.table["request"] = "start"


def set_seat(step: Step, place: int, seat: Seat) -> None:
    """Put somebody, or nobody, on a seat of the step\'s table."""
    seats = list(step.table["seats"])
    seats[place] = seat
    step.table["seats"] = seats


def seat_for(account: Account, table: Table) -> Seat:
    """Return the account's seat at the table, marked if it is a bot account."""
    seat = Seat(player=account.id, name=called(account, table), bot=None)
    if account.owner:
        seat["owned_by"] = account.owner
    return seat


def called(account: Account, table: Table) -> str:
    """Return what the account is called among those who sit at the table. No person can be called "... (bot)"."""
    others = tuple(one["name"] for one in table["seats"] if one["player"] is not None)
    if not account.owner:
        return at_table(account.name, others)
    return at_table(account.name, tuple(one.removesuffix(MARK) for one in others)) + MARK


__all__ = ["MARK", "called", "free_seat", "preset_title", "seat_for", "seat_of", "set_seat", "sit", "title_of"]

"""Seats of a table: who has which, and under which name; and the title of a match."""

from collections.abc import Mapping
from typing import Any

from engine.contract import Language, Rules
from engine.match.step import Step
from engine.match.table import Seat, Table
from service.matches.errors import MatchError
from service.store.records import Account
from service.text.names import at_table, plain


def title_of(table: Table, rules: Rules, language: Language) -> str:
    """Return the owner's title as one harmless line, or else the game's in the language."""
    return rules.title_in(language) if table["title"] == rules.title else plain(table["title"])


def preset_title(rules: Rules, options: Mapping[str, Any], language: Language) -> str:
    """Return the title of the preset that matches a match's options, by its name if they have one; empty if it has no
    title."""
    named = str(options.get("preset", ""))
    fits = (name for name, given in rules.presets.items() if given.items() <= dict(options).items())
    name = named if named in rules.preset_titles else next(fits, "")
    return rules.preset_titles.get(name, {}).get(language, "")


MARK = " (bot)"
"""The suffix of bots' names, which no other name has (:mod:`service.text.names`)."""


def seat_of(table: Table, account: str) -> int | None:
    """Return the account's seat, or None."""
    return next((number for number, seat in enumerate(table["seats"]) if seat["player"] == account), None)


def free_seat(table: Table, wanted: int | None) -> int:
    """Return the wanted seat, or any free one for None. :raises MatchError: full, seat-taken."""
    free = [number for number, seat in enumerate(table["seats"]) if seat["player"] is None]
    if not free:
        raise MatchError("full", "every seat is taken")
    if wanted is None:
        return free[0]
    if wanted not in free:
        raise MatchError("seat-taken", f"that seat is not free; free are {free}")
    return wanted


def sit(step: Step, place: int, seat: Seat) -> None:
    """Write that a player sits down, and request the deal if that fills a match that starts when full."""
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
    """Set or clear the player of a seat on the step's table."""
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
    """Return the account's name at the table. No person can be called "... (bot)"."""
    others = tuple(one["name"] for one in table["seats"] if one["player"] is not None)
    if not account.owner:
        return at_table(account.name, others)
    return at_table(account.name, tuple(one.removesuffix(MARK) for one in others)) + MARK

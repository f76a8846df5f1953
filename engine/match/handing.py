"""Seats that their players hand over while they are there: to a bot, or to somebody who is ready for it (protocol section 12.20).

A seat asks for it (``handed``), the others vote as they do about somebody who stays away, and what they decide is the same
``substituted``. Until then its player plays on: he may take it back (``returned``), a majority may keep him, whom he has named
may decline, or the time to answer passes (``kept``).
"""

from __future__ import annotations

from typing import cast

from engine.match.absence import decision_on, note_presence
from engine.match.log_writer import LogWriter
from engine.match.substitutes import candidates_of, substitutes_agreed
from engine.match.table import Case, Handed, HandedTo, Table
from engine.protocol.agreements.absence import Handing, Wanted
from engine.protocol.canon import b64
from engine.protocol.log import timestamp


def handing_agreed(table: Table) -> Handing | None:
    """Return what the match has agreed on, ``None``: nobody hands a seat over."""
    return table["absence"]["agreed"].get("handing") if "absence" in table else None


def handings(table: Table) -> list[Case]:
    """Return the seats that are to be handed over, about which the others may vote."""
    return [one for one in table["absence"]["cases"] if "to" in one] if "absence" in table else []


def handing_of(table: Table, seat: int) -> Case | None:
    """Return what the others are asked about a seat that its player hands over, ``None`` if he does not."""
    return next((one for one in handings(table) if one["seat"] == seat), None)


def last_handed(table: Table, seat: int) -> Handed | None:
    """Return the last time that a seat asked to be handed over, ``None`` if it never did."""
    said = table["absence"].get("handed", []) if "absence" in table else []
    return next((one for one in said if one["seat"] == seat), None)


def next_handing(table: Table, seat: int) -> int:
    """Return the number of the next time that a seat asks to be handed over."""
    last = last_handed(table, seat)
    return 1 if last is None else last["seq"] + 1


def takers(table: Table, seat: int) -> list[Wanted]:
    """Return to whom a seat may be handed over: a bot, unless openings are kept, and whom it has named and who is ready."""
    bots = [] if table["custody"] == "client" else [Wanted("bot")]
    named = [one for one in candidates_of(table, seat) if one["by"] == seat] if substitutes_agreed(table) else []
    return [*bots, *(Wanted("person", one["player"]) for one in named)]


def is_over(case: Case, table: Table, at: int) -> bool:
    """Return whether the time to answer has passed (ms) and nothing was decided in it."""
    return at >= case["until"] and decision_on(table, case) is None


def write_handed(step: LogWriter, seat: int, to: Wanted, signature: str | None) -> Handed:
    """Write ``handed``: a seat asks to be handed over. Who asks is there."""
    agreed = handing_agreed(step.table)
    assert agreed is not None
    until = step.at + agreed["seconds"] * 1000
    taker = cast(HandedTo, {"choice": to.choice, **({} if to.player is None else {"player": to.player})})
    signed = {} if signature is None else {"signature": signature}
    step.write("handed", {**taker, "seat": seat, "until": timestamp(until), **signed})
    note_presence(step.table, seat)
    head = b64(step.head)
    new = Case(seat=seat, n=step.n, head=head, until=until, missed=[], polled=head, to=taker, votes=[])
    seq = next_handing(step.table, seat)
    said = cast(Handed, {"seat": seat, "seq": seq, **taker, "received": step.at, "n": step.n, "head": head})
    absences = step.table["absence"]
    others = [one for one in absences.get("handed", []) if one["seat"] != seat]
    step.table["absence"] = {**absences, "cases": [*absences["cases"], new], "handed": [*others, said]}
    return said


def write_kept(step: LogWriter, case: Case) -> None:
    """Write ``kept``: the time to answer is over, and the seat stays with its player."""
    step.write("kept", {"seat": case["seat"]})
    absences = step.table["absence"]
    left = [one for one in absences["cases"] if one["seat"] != case["seat"]]
    step.table["absence"] = {**absences, "cases": left}


__all__ = [
    "handing_agreed",
    "handing_of",
    "handings",
    "is_over",
    "last_handed",
    "next_handing",
    "takers",
    "write_handed",
    "write_kept",
]

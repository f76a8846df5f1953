"""People who play on in a seat: who is ready to, and what the table has decided about it (protocol section 12.15).

Who is away names somebody, or the others do once they are asked; that person says that he is ready (``volunteered``), and may
say later that he is not (``declined``). While a seat is ``polled`` its voters may choose whoever is ready for it. Who was
replaced in a seat may be ready to come back: then the others decide, and whoever sits there has to agree.
"""

from __future__ import annotations

from engine.match.absence import case_of, decision_on, is_missed_by_all, note_vote, pending, voters_on
from engine.match.log_writer import LogWriter
from engine.match.table import Absences, Candidate, Table, Vote
from engine.protocol.agreements.absence import Wanted, decided
from engine.protocol.canon import b64


def substitutes_agreed(table: Table) -> bool:
    """Return whether people may take over seats in this match."""
    return "absence" in table and table["absence"]["agreed"].get("substitutes", False)


def candidates_of(table: Table, seat: int | None = None) -> list[Candidate]:
    """Return who is ready to play on in a seat, ``None``: in any."""
    found = table["absence"].get("candidates", []) if "absence" in table else []
    return [one for one in found if seat in (None, one["seat"])]


def candidacy_of(table: Table, player: str) -> Candidate | None:
    """Return what somebody is ready for, ``None`` if for nothing."""
    return next((one for one in candidates_of(table) if one["player"] == player), None)


def former_seat(table: Table, player: str) -> int | None:
    """Return the seat in which somebody was replaced last, ``None`` if in none."""
    changes = table["absence"].get("changes", []) if "absence" in table else []
    return next((one["seat"] for one in reversed(changes) if one["player"] == player), None)


def has_played_elsewhere(table: Table, player: str, seat: int) -> bool:
    """Return whether somebody had another seat of the match, so that they know its hand and what was said to it."""
    changes = table["absence"].get("changes", []) if "absence" in table else []
    return any(one["player"] == player and one["seat"] != seat for one in changes)


def asked_of_others(table: Table, seat: int) -> bool:
    """Return whether the others are being asked about a seat because its player stays away."""
    return is_missed_by_all(table, seat)


def back_voters(table: Table, seat: int) -> list[int]:
    """Return who has a say about somebody who would come back to a seat, rising: the others, and the person who has it."""
    holds = table["seats"][seat]["bot"] is None and not asked_of_others(table, seat)
    return sorted([*voters_on(table, seat), *([seat] if holds else [])])


def comes_back(table: Table, one: Candidate) -> bool:
    """Return whether the table has agreed that somebody comes back: a majority of the others, and the person who has the seat."""
    others = voters_on(table, one["seat"])
    holder = set(back_voters(table, one["seat"])) - set(others)
    votes = {seat: Wanted("person", one["player"]) for seat in one["agreed"]}
    wanted = decided(votes, others, table["absence"]["agreed"]["majority"])
    return (
        one["by"] is None and not asked_of_others(table, one["seat"]) and wanted is not None and holder <= votes.keys()
    )


def taking_over(table: Table) -> list[Candidate]:
    """Return who is to have a seat, by what was decided and is not done yet; one for each seat, rising."""
    found: dict[int, Candidate] = {}
    for one in candidates_of(table):
        case = case_of(table, one["seat"])
        chosen = case is not None and decision_on(table, case) == Wanted("person", one["player"])
        if one["seat"] not in found and (chosen or comes_back(table, one)):
            found[one["seat"]] = one
    return [found[seat] for seat in sorted(found)]


def has_decided(table: Table) -> bool:
    """Return whether the others have decided about a seat, and that is not carried out yet."""
    return bool("absence" in table and (pending(table, "bot") or pending(table, "win") or taking_over(table)))


def write_volunteered(step: LogWriter, seat: int, player: str, name: str, by: int | None, key: str | None) -> Candidate:
    """Write ``volunteered``: somebody is ready to play on in a seat. Whom the same seat had named before is not any more."""
    signing = {} if key is None else {"key": key}
    step.write("volunteered", {"by": by, "player": player, "seat": seat, **signing})
    new = Candidate(seat=seat, player=player, name=name, by=by, n=step.n, head=b64(step.head), agreed=[])
    if key is not None:
        new["key"] = key
    if by is not None:
        for one in [other for other in candidates_of(step.table, seat) if other["by"] == by]:
            _forget(step.table, one)
    absences = step.table["absence"]
    asked = [one for one in absences.get("asked", []) if (one["seat"], one["by"]) != (seat, by)]
    candidates = [*absences.get("candidates", []), new]
    step.table["absence"] = {**absences, "candidates": candidates, "asked": asked}
    return new


def write_declined(step: LogWriter, one: Candidate) -> None:
    """Write ``declined``: somebody is not ready any more. Votes for him count no longer."""
    step.write("declined", {"player": one["player"], "seat": one["seat"]})
    _forget(step.table, one)


def write_welcome(step: LogWriter, one: Candidate, seat: int, signature: str | None) -> Vote:
    """Write ``voted``: a seat wants that somebody comes back. Who votes is there."""
    vote = note_vote(step, one["seat"], seat, "person", signature, one["player"])
    absences = step.table["absence"]
    agreed = sorted({*one["agreed"], seat})
    step.table["absence"] = {
        **absences,
        "candidates": [
            {**other, "agreed": agreed} if other["player"] == one["player"] else other
            for other in absences.get("candidates", [])
        ],
    }
    return vote


def _forget(table: Table, one: Candidate) -> None:
    absences = table["absence"]
    changed: Absences = {
        **absences,
        "candidates": [other for other in absences.get("candidates", []) if other["player"] != one["player"]],
    }
    changed["cases"] = [
        {**case, "votes": [vote for vote in case["votes"] if vote.get("player") != one["player"]]}
        if case["seat"] == one["seat"]
        else case
        for case in absences["cases"]
        if case.get("to", {}).get("player") != one["player"]  # nobody else is meant by who hands a seat over to him
    ]
    table["absence"] = changed


__all__ = [
    "asked_of_others",
    "back_voters",
    "candidacy_of",
    "candidates_of",
    "comes_back",
    "former_seat",
    "has_decided",
    "has_played_elsewhere",
    "substitutes_agreed",
    "taking_over",
    "write_declined",
    "write_volunteered",
    "write_welcome",
]

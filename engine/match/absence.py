"""Seats whose player stays away: what they missed, who has been asked about them, and what was decided.

A match has this only where ``created`` says so. A miss is an answer that the rules gave for a person at the deadline. After
so many in a row the seat is told first (``absent``), then the others are asked (``polled``); a seat that acts, or says that
it is there (``returned``), is no longer missed.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar, cast

from engine.contract import Json
from engine.match.log_writer import LogWriter
from engine.match.table import Absences, Back, Case, Change, Handed, HandedTo, Seat, Standing, Table, Vote
from engine.protocol.agreements import Absence, Choice, Wanted, decided, decided_on_handing
from engine.protocol.canon import b64
from engine.protocol.log import timestamp

V = TypeVar("V")


def agreed_on(absence: Absence, seats: int) -> Absences:
    """Return the initial record of a new match with this many seats."""
    nothing: list[list[str]] = [[] for _ in range(seats)]
    return Absences(agreed=absence, missed=nothing, cases=[], back=[], votes=[0] * seats, voted=[])


def said_of_absence(table: Table) -> dict[str, Json]:
    """Return the member of ``created``, if there is one."""
    return {"absence": cast("dict[str, Json]", {**table["absence"]["agreed"]})} if "absence" in table else {}


def case_of(table: Table, seat: int | None) -> Case | None:
    """Return the case of a seat that is missed, or handed over; ``None`` if it is neither."""
    cases = table["absence"]["cases"] if "absence" in table else []
    return next((one for one in cases if one["seat"] == seat), None)


def is_missed_by_all(table: Table, seat: int) -> bool:
    """Return whether the others are asked about a seat because its player stays away."""
    case = case_of(table, seat)
    return case is not None and "polled" in case and "to" not in case


def voters_on(table: Table, seat: int) -> list[int]:
    """Return the voters about a seat: every other person about whom nobody is asked."""
    return [
        other
        for other, one in enumerate(table["seats"])
        if other != seat and one["bot"] is None and not is_missed_by_all(table, other)
    ]


def choices(table: Table) -> list[Choice]:
    """Return the possible votes other than for a person: no bot if every seat has to keep its openings itself."""
    return ["wait", "win"] if table["custody"] == "client" else ["wait", "bot", "win"]


def wanted_by(one: Vote | HandedTo | Handed) -> Wanted:
    """Return the subject of a vote, or the receiver of a handover."""
    return Wanted(one["choice"], one.get("player"))


def decision_on(table: Table, case: Case) -> Wanted | None:
    """Return the decision about a seat, or None while there is none."""
    if "polled" not in case:
        return None
    votes = {one["seat"]: wanted_by(one) for one in case["votes"]}
    seat, majority = case["seat"], table["absence"]["agreed"]["majority"]
    voters = voters_on(table, seat)
    if "to" in case:
        alone = all(one["bot"] is not None for other, one in enumerate(table["seats"]) if other != seat)
        return decided_on_handing(wanted_by(case["to"]), votes, voters, majority, alone=alone)
    return decided(votes, voters, majority)


def pending(table: Table, choice: Choice) -> list[int]:
    """Return the seats, ascending, for which this decision is still to be carried out."""
    cases = table["absence"]["cases"] if "absence" in table else []
    return sorted(one["seat"] for one in cases if _decides(table, one, choice))


def _decides(table: Table, case: Case, choice: Choice) -> bool:
    decision = decision_on(table, case)
    return decision is not None and decision.choice == choice


def was_replaced(table: Table, account: str) -> bool:
    """Return whether somebody else has taken the seat of an account."""
    return "absence" in table and account in table["absence"].get("replaced", [])


def missing_now(table: Table) -> list[int]:
    """Return the seats that have missed enough answers in a row and have not been told."""
    if "absence" not in table:
        return []
    absences = table["absence"]
    return [
        seat
        for seat, missed in enumerate(absences["missed"])
        if len(missed) >= absences["agreed"]["misses"] and case_of(table, seat) is None and voters_on(table, seat)
    ]


def note_answers(
    table: Table, standing: Standing, moves: Sequence[Mapping[str, object]], faults: Sequence[Mapping[str, object]]
) -> None:
    """Record which seats have answered a resolved decision, and which have missed it.

    ``moves`` are as the log shows them: orders that it names are neither, those that it hides are the seat's own answer.
    """
    if "absence" not in table:
        return
    blamed = {one["seat"] for one in faults}
    acted = {one["seat"] for one in standing["locked"] if one["seq"]}
    for move in moves:
        seat = cast(int, move["seat"])
        if table["seats"][seat]["bot"] is not None or (move["by"] == "order"):
            continue
        if move["by"] == "seat" or seat in blamed | acted:
            _clear(table, seat)
        else:
            missed = [*table["absence"]["missed"][seat], standing["id"]][-table["absence"]["agreed"]["misses"] :]
            table["absence"] = {**table["absence"], "missed": _with(table["absence"]["missed"], seat, missed)}
    _end_waiting(table)


def write_absent(step: LogWriter, seat: int) -> None:
    """Write ``absent``: the seat is told that it is missed."""
    absences = step.table["absence"]
    missed, until = absences["missed"][seat], step.at + absences["agreed"]["notice_seconds"] * 1000
    step.write("absent", {"missed": missed, "seat": seat, "until": timestamp(until)})
    case = Case(seat=seat, n=step.n, head=b64(step.head), until=until, missed=missed, votes=[])
    step.table["absence"] = {**absences, "cases": [*absences["cases"], case]}


def write_polled(step: LogWriter, case: Case) -> None:
    """Write ``polled``: the others are asked. Cases already decided as ``wait`` end with it."""
    step.write("polled", {"seat": case["seat"]})
    _replace(step.table, {**case, "polled": b64(step.head)})
    _end_waiting(step.table)


def write_vote(
    step: LogWriter, case: Case, seat: int, choice: Choice, signature: str | None, player: str | None = None
) -> Vote:
    """Write ``voted``. Who votes is there, if only missed so far; a majority to wait ends the case."""
    vote = note_vote(step, case["seat"], seat, choice, signature, player)
    _replace(step.table, {**case, "votes": [*(one for one in case["votes"] if one["seat"] != seat), vote]})
    _end_waiting(step.table)
    return vote


def note_vote(
    step: LogWriter, about: int, seat: int, choice: Choice, signature: str | None, player: str | None = None
) -> Vote:
    """Write ``voted`` and number it; its consequences are up to the caller."""
    signed = {} if signature is None else {"signature": signature}
    chosen = {} if player is None else {"player": player}
    step.write("voted", {"absent": about, "choice": choice, "seat": seat, **chosen, **signed})
    seq = step.table["absence"]["votes"][seat] + 1
    vote = Vote(seat=seat, absent=about, choice=choice, seq=seq, received=step.at, n=step.n, head=b64(step.head))
    if player is not None:
        vote["player"] = player
    _clear(step.table, seat)
    absences = step.table["absence"]
    others = [one for one in absences["voted"] if (one["seat"], one["absent"]) != (seat, about)]
    step.table["absence"] = {**absences, "votes": _with(absences["votes"], seat, seq), "voted": [*others, vote]}
    return vote


def write_returned(step: LogWriter, seat: int, by: Literal["seat", "answer"], signature: str | None = None) -> None:
    """Write ``returned``: the seat has reported back, or has acted since it was missed."""
    signed = {} if signature is None else {"signature": signature}
    step.write("returned", {"by": by, "seat": seat, **signed})
    if by == "seat":
        _end(step.table, seat)
    note_presence(step.table, seat)
    if by == "seat":
        new = Back(seat=seat, seq=next_return(step.table, seat), received=step.at, n=step.n, head=b64(step.head))
        others = [one for one in step.table["absence"]["back"] if one["seat"] != seat]
        step.table["absence"] = {**step.table["absence"], "back": [*others, new]}


def write_substituted(step: LogWriter, seat: int, new: Seat) -> None:
    """Write ``substituted``: somebody else has the seat from here on, with another key if it has one.

    Earlier statements from the seat no longer count: votes, and consents to keys; outcomes of wishes are told to
    nobody.
    """
    key = {"key": new["key"]} if "key" in new else {}
    step.write("substituted", {"player": new["player"], "seat": seat, **key})
    table, gone = step.table, step.table["seats"][seat]
    _end(table, seat)
    absences = table["absence"]
    cases = [{**one, "votes": [vote for vote in one["votes"] if vote["seat"] != seat]} for one in absences["cases"]]
    changed: Absences = {**absences, "cases": cast("list[Case]", cases)}
    if gone["player"] is not None and gone["bot"] is None:
        changed["replaced"] = [*absences.get("replaced", []), gone["player"]]
    came = Change(
        seat=seat, n=step.n, at=step.at, player=gone["player"], name=gone["name"], to=new["player"] or "",
    )  # fmt: skip
    if table["standing"]:
        came["decision"] = table["standing"][0]["id"]
    changed["changes"] = [*absences.get("changes", []), came]
    changed["candidates"] = [
        {**one, "agreed": [other for other in one["agreed"] if other != seat]}
        for one in absences.get("candidates", [])
        if one["player"] != new["player"] and (one["seat"] != seat or one["by"] is None)
    ]
    changed["asked"] = [one for one in absences.get("asked", []) if seat not in (one["seat"], one["by"])]
    table["absence"] = changed
    if "settled" in table:
        table["settled"] = [one for one in table["settled"] if one["seat"] != seat]
    if "asked_keys" in table:
        table["asked_keys"] = [
            {**one, "consents": [by for by in one["consents"] if by["seat"] != seat]}
            for one in table["asked_keys"]
            if one["seat"] != seat
        ]
    sits = {**new, "taken_over": True}
    if "key" in gone or gone.get("signs"):
        sits["signs"] = True
    if "rekeyed" in gone:
        sits["rekeyed"] = gone["rekeyed"]
    table["seats"] = [cast("Seat", sits) if number == seat else one for number, one in enumerate(table["seats"])]
    _end_waiting(table)  # where a bot has no say any more, what the others have said may decide


def note_presence(table: Table, seat: int) -> None:
    """Record that another act of a seat shows its presence: it is no longer missed."""
    if "absence" in table:
        _clear(table, seat)
        _end_waiting(table)


def back_of(table: Table, seat: int) -> Back | None:
    """Return when a seat last reported back."""
    return next((one for one in table["absence"]["back"] if one["seat"] == seat), None)


def next_return(table: Table, seat: int) -> int:
    """Return the number of a seat's next report of being back."""
    back = back_of(table, seat)
    return 1 if back is None else back["seq"] + 1


def _end_waiting(table: Table) -> None:
    """End the cases in which the others have decided to wait: misses are counted from zero."""
    while waited := pending(table, "wait"):
        for seat in waited:
            _end(table, seat)


def _clear(table: Table, seat: int) -> None:
    """Record that a seat is present; a handover by its player continues."""
    absences = table["absence"]
    cases = [one for one in absences["cases"] if one["seat"] != seat or "to" in one]
    cleared: Absences = {**absences, "missed": _with(absences["missed"], seat, []), "cases": cases}
    if "candidates" in absences:
        # Once a seat is back, substitutes whom others named for it are no longer expected.
        stay = [one for one in absences["candidates"] if one["seat"] != seat or one["by"] in (None, seat)]
        cleared["candidates"] = stay
    table["absence"] = cleared


def _end(table: Table, seat: int) -> None:
    """End the case of a seat, whatever its kind; its misses are counted from zero."""
    absences = table["absence"]
    table["absence"] = {**absences, "cases": [one for one in absences["cases"] if one["seat"] != seat]}
    _clear(table, seat)


def _replace(table: Table, case: Case) -> None:
    cases = [case if one["seat"] == case["seat"] else one for one in table["absence"]["cases"]]
    table["absence"] = {**table["absence"], "cases": cases}


def _with(values: Sequence[V], place: int, value: V) -> list[V]:
    return [value if number == place else one for number, one in enumerate(values)]

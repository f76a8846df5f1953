"""People who play on in a seat: who is ready to, and what the table has decided about it (protocol section 12.15).

Who is away names somebody, or the others do once they are asked; that person says that he is ready (``volunteered``), and may
say later that he is not (``declined``). While a seat is ``polled`` its voters may choose whoever is ready for it. Who was
replaced in a seat may be ready to come back: then the others decide, and whoever sits there has to agree.

Players may also hand over their seats while they are there, to a bot or to somebody who is ready for it (section 12.20). A seat
asks for it (``handed``), the others vote as they do about somebody who stays away, and what they decide is the same
``substituted``. Until then its player plays on: he may take it back (``returned``), a majority may keep him, whom he has named
may decline, or the time to answer passes (``kept``).
"""

from typing import cast

from engine.match.absence import case_of, decision_on, is_missed_by_all, note_presence, note_vote, pending, voters_on
from engine.match.log_writer import LogWriter
from engine.match.table import Absences, Candidate, Case, Handed, HandedTo, Table, Vote
from engine.protocol.agreements import Handing, Wanted, decided
from engine.protocol.canon import b64
from engine.protocol.log import timestamp


def substitutes_agreed(table: Table) -> bool:
    """Return whether people may take over seats in this match."""
    return "absence" in table and table["absence"]["agreed"].get("substitutes", False)


def candidates_of(table: Table, seat: int | None = None) -> list[Candidate]:
    """Return the volunteers for a seat, or for any seat with None."""
    found = table["absence"].get("candidates", []) if "absence" in table else []
    return [one for one in found if seat in (None, one["seat"])]


def candidacy_of(table: Table, player: str) -> Candidate | None:
    """Return a person's candidacy, or None."""
    return next((one for one in candidates_of(table) if one["player"] == player), None)


def former_seat(table: Table, player: str) -> int | None:
    """Return the seat in which somebody was last replaced, or None."""
    changes = table["absence"].get("changes", []) if "absence" in table else []
    return next((one["seat"] for one in reversed(changes) if one["player"] == player), None)


def has_played_elsewhere(table: Table, player: str, seat: int) -> bool:
    """Return whether somebody has had another seat of the match, and so knows its hand and its messages."""
    changes = table["absence"].get("changes", []) if "absence" in table else []
    return any(one["player"] == player and one["seat"] != seat for one in changes)


def asked_of_others(table: Table, seat: int) -> bool:
    """Return whether the others are being asked about a seat because its player stays away."""
    return is_missed_by_all(table, seat)


def back_voters(table: Table, seat: int) -> list[int]:
    """Return the voters about a former player's return, ascending: the others, and the seat's present player."""
    holds = table["seats"][seat]["bot"] is None and not asked_of_others(table, seat)
    return sorted([*voters_on(table, seat), *([seat] if holds else [])])


def comes_back(table: Table, one: Candidate) -> bool:
    """Return whether a former player's return is agreed: by a majority of the others, and the seat's present player."""
    others = voters_on(table, one["seat"])
    holder = set(back_voters(table, one["seat"])) - set(others)
    votes = {seat: Wanted("person", one["player"]) for seat in one["agreed"]}
    wanted = decided(votes, others, table["absence"]["agreed"]["majority"])
    return (
        one["by"] is None and not asked_of_others(table, one["seat"]) and wanted is not None and holder <= votes.keys()
    )


def taking_over(table: Table) -> list[Candidate]:
    """Return the people to be seated by decisions not carried out yet; one for each seat, ascending."""
    found: dict[int, Candidate] = {}
    for one in candidates_of(table):
        case = case_of(table, one["seat"])
        chosen = case is not None and decision_on(table, case) == Wanted("person", one["player"])
        if one["seat"] not in found and (chosen or comes_back(table, one)):
            found[one["seat"]] = one
    return [found[seat] for seat in sorted(found)]


def has_decided(table: Table) -> bool:
    """Return whether a decision about a seat is still to be carried out."""
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
    """Write ``declined``: somebody is no longer ready. Votes for them no longer count."""
    step.write("declined", {"player": one["player"], "seat": one["seat"]})
    _forget(step.table, one)


def write_welcome(step: LogWriter, one: Candidate, seat: int, signature: str | None) -> Vote:
    """Write ``voted``: a seat wants a former player's return. The vote shows that its player is present."""
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


def handing_agreed(table: Table) -> Handing | None:
    """Return the match's terms for handovers, or None if there are none."""
    return table["absence"]["agreed"].get("handing") if "absence" in table else None


def handings(table: Table) -> list[Case]:
    """Return the handovers about which the others may vote."""
    return [one for one in table["absence"]["cases"] if "to" in one] if "absence" in table else []


def handing_of(table: Table, seat: int) -> Case | None:
    """Return the case of a seat's handover, or None."""
    return next((one for one in handings(table) if one["seat"] == seat), None)


def last_handed(table: Table, seat: int) -> Handed | None:
    """Return a seat's last request for a handover, or None."""
    said = table["absence"].get("handed", []) if "absence" in table else []
    return next((one for one in said if one["seat"] == seat), None)


def next_handing(table: Table, seat: int) -> int:
    """Return the number of a seat's next request for a handover."""
    last = last_handed(table, seat)
    return 1 if last is None else last["seq"] + 1


def takers(table: Table, seat: int) -> list[Wanted]:
    """Return the possible receivers of a seat: a bot, unless openings are kept by players, and volunteers that it has
    named."""
    bots = [] if table["custody"] == "client" else [Wanted("bot")]
    named = [one for one in candidates_of(table, seat) if one["by"] == seat] if substitutes_agreed(table) else []
    return [*bots, *(Wanted("person", one["player"]) for one in named)]


def is_over(case: Case, table: Table, at: int) -> bool:
    """Return whether the time to answer has passed (ms) and nothing was decided in it."""
    return at >= case["until"] and decision_on(table, case) is None


def write_handed(step: LogWriter, seat: int, to: Wanted, signature: str | None) -> Handed:
    """Write ``handed``: a seat asks for a handover. The request shows that its player is present."""
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
    """Write ``kept``: the time for answers is over, and the seat stays with its player."""
    step.write("kept", {"seat": case["seat"]})
    absences = step.table["absence"]
    left = [one for one in absences["cases"] if one["seat"] != case["seat"]]
    step.table["absence"] = {**absences, "cases": left}

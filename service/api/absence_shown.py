"""How a match shows people who stay away, who plays on for them, and what the viewer may do about it (sections 12.12, 12.15)."""

from __future__ import annotations

from typing import Any

from engine.match.absence import next_return, voters_on, wanted_by
from engine.match.handing import next_handing
from engine.match.substitutes import (
    asked_of_others,
    back_voters,
    candidacy_of,
    candidates_of,
    former_seat,
    has_played_elsewhere,
    substitutes_agreed,
)
from engine.match.table import Candidate, Case, Table
from engine.protocol.log import timestamp
from service.matches.absence import cases_of
from service.matches.handing import may_hand, name_of, open_handings
from service.matches.seats import seat_of
from service.matches.substitutes import asked_with, may_name, offered_about
from service.store.records import Record


def shown_absence(
    record: Record, seat: int | None, account: str | None = None, invitation: str = ""
) -> dict[str, Any] | None:
    """Return what a match has agreed on for people who stay away, who does, and what the viewer may do about it."""
    table = record.table
    if "absence" not in table:
        return None
    absences = table["absence"]
    return {
        **absences["agreed"],
        "handing": absences["agreed"].get("handing"),
        "handings": [_handed(table, case, seat) for case in open_handings(table, record.now)],
        "may_hand": None if seat is None else _may_hand(table, seat),
        "missed": [_missed(table, case, seat) for case in cases_of(table)],
        "people": substitutes_agreed(table),
        "substitutes": [_substitute(table, one, seat) for one in _ready(table)],
        "taken_over": [
            {
                "seat": one["seat"],
                "n": one["n"],
                "at": timestamp(one["at"]),
                "decision": one.get("decision"),
                "before": one["name"],
                "name": _name_since(table, place),
            }
            for place, one in enumerate(absences.get("changes", []))
        ],
        "requests": [
            {"seat": one["seat"], "invitation": one["secret"], "mailed": bool(one["account"])}
            for one in absences.get("asked", [])
            if one["by"] == seat
        ],
        "may_ask": [] if seat is None else [one for one in range(len(table["seats"])) if may_name(table, seat, one)],
        "may_stand_in": _may_stand_in(table, account, invitation),
    }


def waiting_absences(record: Record, seat: int | None) -> list[dict[str, Any]]:
    """Return the seats that are missed about which the viewer has yet to say something: its own, and those it may vote on."""
    found = shown_absence(record, seat) or {"missed": []}
    return [
        one for one in found["missed"] if one["mine"] is not None and all(vote["seat"] != seat for vote in one["votes"])
    ]


def waiting_handings(record: Record, seat: int | None) -> list[dict[str, Any]]:
    """Return the seats that are handed over and about which the viewer has yet to vote."""
    found = shown_absence(record, seat) or {"handings": []}
    votes = [one for one in found["handings"] if one["mine"] is not None and one["mine"]["act"] == "vote"]
    return [one for one in votes if all(vote["seat"] != seat for vote in one["votes"])]


def _ready(table: Table) -> list[Candidate]:
    return candidates_of(table) if table["status"] == "running" else []


def _may_stand_in(table: Table, account: str | None, invitation: str) -> list[int]:
    """Return the seats in which the viewer may play on: asked by name or with this invitation, or replaced there before."""
    if not substitutes_agreed(table) or table["status"] != "running":
        return []
    with_link = asked_with(table, invitation)
    invited = set() if with_link is None else {with_link["seat"]}
    if account is None:
        return sorted(invited)
    if seat_of(table, account) is not None:
        return []
    if candidacy_of(table, account) is not None:
        return []
    asked = {one["seat"] for one in table["absence"].get("asked", []) if one["account"] == account}
    former = former_seat(table, account)
    offered = asked | invited | ({former} if former is not None else set())
    return sorted(seat for seat in offered if not has_played_elsewhere(table, account, seat))


def _name_since(table: Table, place: int) -> str:
    """Return what whoever took the seat in this change is called, by the next one or by whoever sits there now."""
    changes = table["absence"].get("changes", [])
    seat = changes[place]["seat"]
    later = (one["name"] for one in changes[place + 1 :] if one["seat"] == seat)
    return next(later, table["seats"][seat]["name"])


def _substitute(table: Table, one: Candidate, seat: int | None) -> dict[str, Any]:
    about, back = one["seat"], one["by"] is None and not asked_of_others(table, one["seat"])
    asked = next((case for case in cases_of(table) if case["seat"] == about and "polled" in case), None)
    votes = [] if asked is None else asked["votes"]
    agreed = one["agreed"] if back else [vote["seat"] for vote in votes if vote.get("player") == one["player"]]
    voters = back_voters(table, about) if back else [] if asked is None else voters_on(table, about)
    mine, head = None, one["head"] if asked is None else asked["polled"]
    if seat is not None and seat in voters and not (back and seat in agreed):
        mine = {"act": "vote", "head": head, "seq": table["absence"]["votes"][seat] + 1}
    said = {"seat": about, "player": one["player"], "name": one["name"], "by": one["by"], "key": one.get("key")}
    return {**said, "voters": voters, "agreed": agreed, "mine": mine}


def _may_hand(table: Table, seat: int) -> dict[str, Any] | None:
    found = may_hand(table, seat)
    if not found:
        return None
    people = [one.player for one in found if one.player is not None]
    return {"seq": next_handing(table, seat), "bot": len(people) < len(found), "people": people}


def _handed(table: Table, case: Case, seat: int | None) -> dict[str, Any]:
    about, to, voters, mine = case["seat"], wanted_by(case["to"]), voters_on(table, case["seat"]), None
    if seat == about:
        mine = {"act": "here", "head": case["head"], "seq": next_return(table, seat)}
    elif seat in voters:
        mine = {"act": "vote", "head": case["head"], "seq": table["absence"]["votes"][seat] + 1}
    return {
        "seat": about,
        "choice": to.choice,
        "player": to.player,
        "name": name_of(table, to),
        "until_at": timestamp(case["until"]),
        "voters": voters,
        "votes": _votes(case),
        "choices": ["wait", to.choice],
        "mine": mine,
    }


def _votes(case: Case) -> list[dict[str, Any]]:
    return [{"seat": one["seat"], "choice": one["choice"], "player": one.get("player")} for one in case["votes"]]


def _missed(table: Table, case: Case, seat: int | None) -> dict[str, Any]:
    voters, mine = voters_on(table, case["seat"]), None
    if seat == case["seat"]:
        mine = {"act": "here", "head": case["head"], "seq": next_return(table, seat)}
    elif "polled" in case and seat in voters:
        mine = {"act": "vote", "head": case["polled"], "seq": table["absence"]["votes"][seat] + 1}
    return {
        "seat": case["seat"],
        "missed": case["missed"],
        "until_at": timestamp(case["until"]),
        "asked": "polled" in case,
        "choices": offered_about(table, case["seat"]),
        "voters": voters,
        "votes": _votes(case),
        "mine": mine,
    }

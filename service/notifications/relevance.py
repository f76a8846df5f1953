"""What is still news: sorts out notices that time has overtaken, and finds what a seat is asked now.

Pure: notices and a match record in, decisions about them out. A player who has acted since a piece of news came up has
visited the table and knows it; a question that was answered or is gone is not asked again; what somebody switched off is
not sent. Every notice that is dropped gets a reason its player can read in the delivery record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.match.step import Standing, standing_of
from service.store.records import Account, Notice, Record

Reason = Literal[
    "match-gone",
    "kind-off",
    "match-muted",
    "address-unverified",
    "address-bounces",
    "no-address",
    "answered",
    "decision-over",
    "already-seen",
    "already-seated",
    "started-without-you",
    "expired",
    "superseded",
    "invitations-refused",
    "too-many-invitations",
    "too-many-letters",
]

QUESTIONS = ("your-turn", "deadline-near", "opening-needed")
REPORTS = ("started", "resolved")
UNCONFIRMED = ("login", "invited")
"""Kinds that go to an address nobody has confirmed yet: they are how its owner comes in."""
ALWAYS = ("login",)
"""Kinds that no preference switches off: without the login mail nobody gets in."""


@dataclass(frozen=True)
class Ask:
    """What the table waits for from this seat: an answer, or the opening of what it has sealed."""

    standing: Standing
    kind: Literal["answer", "open"]
    until: int | None


def unwanted(notice: Notice, account: Account) -> Reason | None:
    """Return why the account does not want this notice by mail, or ``None``."""
    if notice["kind"] in ALWAYS:
        return None
    if notice["match"] in account.prefs.get("muted_matches", []):
        return "match-muted"
    if account.prefs.get("kinds", {}).get(notice["kind"], True) is False:
        return "kind-off"
    return None


def overtaken(notice: Notice, record: Record, later: Sequence[Notice] = ()) -> Reason | None:
    """Return why a notice about a match is no news any more, or ``None``.

    :param later: the other pending notices of this recipient; moves they tell of show that the player was here since.
    """
    kind, seat = notice["kind"], notice["seat"]
    if kind == "invited":
        return _invitation_overtaken(notice, record)
    if seat is None:
        return None
    if kind in QUESTIONS:
        return _question_overtaken(notice, record, seat)
    if kind in REPORTS and _has_acted_since(notice, record, later, seat):
        return "already-seen"
    return None


def asks(record: Record, seat: int | None, told: Sequence[Notice] = ()) -> list[Ask]:
    """Return what the seat is asked now, the most urgent first.

    Optional decisions, and those that its standing orders are about to answer, only where ``told`` names them.
    """
    if seat is None or record.table["status"] != "running" or seat in record.table["resigning"]:
        return []
    named = {notice.get("decision") for notice in told}
    found = [
        ask
        for standing in record.table["standing"]
        if standing["asked"] or standing["id"] in named
        if (ask := _ask(record, standing, seat)) is not None
    ]
    return sorted(found, key=lambda ask: (ask.until is None, ask.until or 0))


def _ask(record: Record, standing: Standing, seat: int) -> Ask | None:
    if seat not in standing["seats"]:
        return None
    act = record.acts.get((standing["id"], seat))
    if standing["phase"] == "open":
        answered = act is not None and act.commitment is not None
        return None if answered else Ask(standing, "answer", standing["deadline"])
    opened = act is not None and act.opened
    return Ask(standing, "open", standing["opening_ends"]) if seat in standing["awaited"] and not opened else None


def _question_overtaken(notice: Notice, record: Record, seat: int) -> Reason | None:
    standing = standing_of(record.table, notice.get("decision", ""))
    if standing is None or record.table["status"] != "running":
        return "decision-over"
    ask = _ask(record, standing, seat)
    if ask is None:
        return "answered" if standing["phase"] == "open" or notice["kind"] == "opening-needed" else "decision-over"
    wanted = "open" if notice["kind"] == "opening-needed" else "answer"
    return None if ask.kind == wanted or notice["kind"] == "deadline-near" else "decision-over"


def _invitation_overtaken(notice: Notice, record: Record) -> Reason | None:
    if any(seat["player"] == notice["account"] for seat in record.table["seats"]):
        return "already-seated"
    return "started-without-you" if record.table["status"] != "lobby" or record.table["request"] else None


def _has_acted_since(notice: Notice, record: Record, later: Sequence[Notice], seat: int) -> bool:
    acted = any(who == seat and act.received > notice["at"] for (_, who), act in record.acts.items())
    return acted or any(
        other["kind"] == "resolved"
        and other["n"] > notice["n"]
        and any(move["seat"] == seat and move["by"] == "seat" for move in other["facts"].get("moves", []))
        for other in later
    )

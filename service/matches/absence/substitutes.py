"""Substitutes: people who are asked, by the player or by the others, to play on in a seat (protocol section 12.15).

Anybody with the secret of the request may accept it, once; it goes out in a letter, or in any way its sender likes. A
replaced player needs no secret to come back. A worker carries out the decision.
"""

import hashlib
import secrets

from engine.match.absence import choices, voters_on
from engine.match.seeding import stage_of
from engine.match.step import Step
from engine.match.substitutes import (
    asked_of_others,
    back_voters,
    candidacy_of,
    candidates_of,
    former_seat,
    handing_agreed,
    handings,
    has_decided,
    has_played_elsewhere,
    substitutes_agreed,
    write_declined,
    write_volunteered,
)
from engine.match.table import AskedFor, Candidate, Seat, Table
from engine.protocol.agreements import Choice
from engine.protocol.canon import b64
from service.context import Context
from service.matches.absence import handing
from service.matches.caps import place_to_join
from service.matches.changes import change_match, notices_for, transition
from service.matches.errors import MatchError
from service.matches.seating.guests import KEEP
from service.matches.seating.inviting import address_digest
from service.matches.seating.lobby import check_wanted
from service.matches.seating.seats import called, seat_for, seat_of
from service.notifications.collection import News
from service.notifications.facts import ReadyFacts, SubstituteFacts
from service.notifications.kinds import SUBSTITUTE_ASKED, SUBSTITUTE_READY
from service.notifications.notices import about_match, waiting_time
from service.store.records import Account, Notice, Record, Transition


def ask(
    context: Context, match: str, account: Account, seat: int, invited: Account | None, *, address: str = ""
) -> Record:
    """Ask somebody to play on in a seat: the account's own, or one it is asked about. Asking again changes nothing.

    :param invited: the recipient of a letter, or None if the account passes on the secret itself.
    :param address: the email address that was typed, if any. Its owner is never revealed: the address of somebody at the table is
        accepted like any other, but no letter goes out.
    :raises MatchError: not-found, not-seated, not-running, no-substitutes, not-missed, not-a-voter, already-seated.
    """

    typed = address_digest(context, address) if address else ""

    def change(record: Record, step: Step) -> Transition | None:
        table, own = record.table, _own_seat(record, account)
        _may_name(table, own, seat)
        sits = invited is not None and seat_of(table, invited.id) is not None
        if sits and not typed:
            raise MatchError(
                "already-seated", "who plays on has to be somebody who does not sit at this table", "/invite"
            )
        if invited is not None and not typed:
            _check_elsewhere(table, invited, seat)
        wanted = "" if invited is None else invited.id
        before = asked_by(table, seat, own)
        if before is not None and (before["account"], before.get("address", "")) == (wanted, typed):
            return None
        new = AskedFor(seat=seat, by=own, account=wanted, secret=secrets.token_urlsafe(16), at=record.now)
        if typed:
            new["address"] = typed
        absences = step.table["absence"]
        others = [one for one in absences.get("asked", []) if (one["seat"], one["by"]) != (seat, own)]
        step.table["absence"] = {**absences, "asked": [*others, new]}
        told = None if invited is None or sits or context.store.has_blocked(invited.id, account.id) else invited
        notices = [] if told is None else _invitation(context, step, told, new)
        return transition(step, record, notices, due=record.now)

    return change_match(context, match, change)


def stand_in(
    context: Context, match: str, account: Account, seat: int, *, invitation: str | None, key: bytes | None
) -> Record:
    """Volunteer the account to take over a seat, or to return to it; repeating it changes nothing.

    :raises MatchError: not-found, not-running, no-substitutes, already-seated (also if it had another seat), invitation-wrong,
        no-seat-keys, seat-key-needed, bot-declines, guest, removed-from-table, busy.
    :raises CapReached: the account has as many matches as it may.
    """

    def change(record: Record, step: Step) -> Transition | None:
        table = record.table
        _check_running(table)
        ready = candidacy_of(table, account.id)
        if ready is not None and ready["seat"] == seat:
            return None
        if seat_of(table, account.id) is not None or ready is not None:
            message = "you sit at this table, or are ready for another seat: nobody plays for two"
            raise MatchError("already-seated", message)
        _check_elsewhere(table, account, seat)
        if account.owner:
            raise MatchError("bot-declines", "programs do not take over seats: a bot of the house does")
        if account.is_guest:
            raise MatchError("guest", f"a seat is taken over by somebody whom mail can reach: {KEEP}")
        check_wanted(context, table, account)
        by = _named_by(table, account, seat, invitation)
        _check_key(table["seats"][seat], key)
        if has_decided(table):
            raise MatchError("busy", "what was decided about a seat is carried out just now: try again in a moment")
        name = called(account, table)
        one = write_volunteered(step, seat, account.id, name, by, None if key is None else b64(key))
        news = News(context.settings.hold_off, record.now)
        handing.tell_ends(handings(table), step, news)
        return transition(step, record, [*_ready(context, step, one), *news.notices(step)], due=record.now)

    with place_to_join(context, account, match):
        record = change_match(context, match, change)
        context.store.note_match(account.id, match)
    return record


def stand_down(context: Context, match: str, account: Account, seat: int, invitation: str | None = None) -> Record:
    """Withdraw the account as a volunteer, or decline; without a reason to, nothing changes.

    :raises MatchError: not-found.
    """

    def change(record: Record, step: Step) -> Transition | None:
        if not substitutes_agreed(record.table) or record.table["status"] != "running":
            return None
        ready = candidacy_of(step.table, account.id)
        if ready is not None and ready["seat"] == seat:
            write_declined(step, ready)
        absences = step.table["absence"]
        mine = [one for one in absences.get("asked", []) if _is_for(one, account, seat, invitation)]
        if ready is None and not mine:
            return None
        step.table["absence"] = {**absences, "asked": [one for one in absences.get("asked", []) if one not in mine]}
        news = News(context.settings.hold_off, record.now)
        handing.tell_ends(handings(record.table), step, news)
        return transition(step, record, news.notices(step), due=record.now)

    return change_match(context, match, change)


def seat_of_substitute(account: Account, table: Table, one: Candidate, last_order: int) -> Seat:
    """Return the seat for a substitute. ``last_order`` is the number of the seat's last act about orders.

    The predecessor's orders stay in force, unless they were signed or came from an even earlier player; for a bot they
    end.
    """
    seat, before = seat_for(account, table), table["seats"][one["seat"]]
    if "key" in one:
        seat["key"] = one["key"]
    if before["bot"] is not None or "key" in one:
        seat["orders_after"] = last_order
    elif "orders_after" in before:
        seat["orders_after"] = before["orders_after"]
    return seat


def asked_by(table: Table, seat: int, by: int) -> AskedFor | None:
    """Return the open request by one seat for a substitute in another seat, or in its own; None if there is none."""
    asked = table["absence"].get("asked", []) if "absence" in table else []
    return next((one for one in asked if (one["seat"], one["by"]) == (seat, by)), None)


def asked_with(table: Table, invitation: str) -> AskedFor | None:
    """Return the open request with this secret."""
    asked = table["absence"].get("asked", []) if "absence" in table and invitation else []
    return next(
        (one for one in asked if secrets.compare_digest(one["secret"].encode(), invitation.encode("utf-8", "replace"))),
        None,
    )


def may_name(table: Table, own: int, seat: int) -> bool:
    """Return whether a seat may ask somebody to play on in another, or in its own."""
    if not substitutes_agreed(table) or table["status"] != "running" or seat >= len(table["seats"]):
        return False
    return own == seat or (asked_of_others(table, seat) and own in voters_on(table, seat))


def may_see(table: Table, account: str) -> bool:
    """Return whether an account without a seat may look at a table, because it is asked to play on there or has
    volunteered."""
    asked = table["absence"].get("asked", []) if "absence" in table else []
    return candidacy_of(table, account) is not None or any(one["account"] == account for one in asked)


def offered_about(table: Table, seat: int) -> list[Choice]:
    """Return the choices for a vote about a seat."""
    return [*choices(table), *(["person"] if candidates_of(table, seat) else [])]  # type: ignore[list-item]


def signs(seat: Seat) -> bool:
    """Return whether a substitute for a seat has to bring a key."""
    return "key" in seat or seat.get("signs", False)


def _own_seat(record: Record, account: Account) -> int:
    _check_running(record.table)
    seat = seat_of(record.table, account.id)
    if seat is None:
        raise MatchError("not-seated", "you do not sit at this table")
    return seat


def _check_running(table: Table) -> None:
    if not substitutes_agreed(table):
        raise MatchError("no-substitutes", "it was agreed that in this match nobody takes over a seat")
    if table["status"] != "running" or table["resigning"] or stage_of(table) == "revealing":
        raise MatchError("not-running", "this match is not running")


def _may_name(table: Table, own: int, seat: int) -> None:
    if may_name(table, own, seat):
        return
    if seat < len(table["seats"]) and asked_of_others(table, seat):
        raise MatchError("not-a-voter", "you are not asked about this seat")
    raise MatchError("not-missed", "you name somebody for your own seat, or for one about which you are asked")


def _named_by(table: Table, account: Account, seat: int, invitation: str | None) -> int | None:
    """Return who named the account for a seat, or None for a replaced player. :raises MatchError: invitation-wrong."""
    asked = asked_with(table, invitation or "")
    if asked is not None and asked["seat"] == seat and may_name(table, asked["by"], seat):
        return asked["by"]
    if invitation is None and former_seat(table, account.id) == seat:
        return None
    by_name = [one["by"] for one in _asked_of(table, account, seat) if may_name(table, one["by"], seat)]
    if invitation is None and by_name:
        return by_name[0]
    message = "nobody asks you (any more) to play on in this seat: ask for another invitation"
    raise MatchError("invitation-wrong", message, "/invitation")


def _asked_of(table: Table, account: Account, seat: int) -> list[AskedFor]:
    """Return the requests naming this account for a seat: it needs no secret, because it is signed in."""
    return [one for one in table["absence"].get("asked", []) if (one["seat"], one["account"]) == (seat, account.id)]


def _check_elsewhere(table: Table, account: Account, seat: int) -> None:
    if has_played_elsewhere(table, account.id, seat):
        message = "who had another seat of this match knows its hand: they may come back to that one, and take no other"
        raise MatchError("already-seated", message)


def _check_key(seat: Seat, key: bytes | None) -> None:
    if key is None and signs(seat):
        raise MatchError("seat-key-needed", "this seat signs what it does: bring a key of your own", "/key")
    if key is not None and not signs(seat):
        raise MatchError("no-seat-keys", "this seat was taken without a key: it signs nothing", "/key")


def _is_for(asked: AskedFor, account: Account, seat: int, invitation: str | None) -> bool:
    return asked["seat"] == seat and (asked["account"] == account.id or asked["secret"] == invitation)


def _invitation(context: Context, step: Step, invited: Account, asked: AskedFor) -> list[Notice]:
    names = [one["name"] for one in step.table["seats"]]
    facts = SubstituteFacts(about=asked["seat"], by=names[asked["by"]], invitation=asked["secret"])
    wait = waiting_time(SUBSTITUTE_ASKED.urgency, context.settings.hold_off)
    occasion = hashlib.sha256(asked["secret"].encode()).hexdigest()[:16]
    return about_match(SUBSTITUTE_ASKED, step, invited.id, None, facts, at=asked["at"], wait=wait, occasion=occasion)


def _ready(context: Context, step: Step, one: Candidate) -> list[Notice]:
    """Notify everybody who may vote about it now, and the requester."""
    table, seat = step.table, one["seat"]
    told = set(voters_on(table, seat)) if asked_of_others(table, seat) else set()
    told |= set(back_voters(table, seat)) if one["by"] is None else {one["by"]}
    facts = ReadyFacts(about=seat, who=one["name"], back=one["by"] is None)
    if one["by"] == seat and handing_agreed(table) is not None:
        facts["may_hand"] = True
    return [
        notice
        for other in sorted(told)
        if (player := table["seats"][other]["player"]) is not None and table["seats"][other]["bot"] is None
        for notice in notices_for(context, SUBSTITUTE_READY, step, player, other, facts)
    ]

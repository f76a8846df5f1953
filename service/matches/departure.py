"""Deleting an account: private data goes; what others need to verify their matches stays, without a name.

Deleted are name, address, preferences, tokens, bots, webhooks, events, letters and their records. The account leaves
matches in the lobby and resigns running ones. What it said to whole tables is erased. A seat that signs with its own
key cannot be resigned by anybody else: there the rules answer for it. The matches' logs keep the account's opaque id,
its moves, and its messages to partners; all results are verified against these bytes, and their heads are in the log of
all matches. Tables show :data:`~service.text.deleted_names.GONE` in place of the name.

:func:`depart` does what it can at once. The rest (a match that is about to end, or that is played to its end without
the player) is done by :func:`go_on`, which the clock calls for every account on the list; each of its steps may be
repeated. Records for repeated requests and of used codes expire within two days.
"""

import logging

from engine.match.substitutes import candidacy_of
from engine.match.table import Absences, Seat, Table
from engine.registry import OtherData, UnknownRules
from service.context import Context
from service.ending import end_access
from service.keys.signing import KeyMissing
from service.matches.absence import substitutes
from service.matches.changes import TRIES, load_match, of_table_alone
from service.matches.errors import ActError, MatchError
from service.matches.seating import lobby
from service.matches.seating.seats import MARK, seat_of
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.records import Account, Record, Transition
from service.text.deleted_names import GONE, gone_at_table

log = logging.getLogger("siegelpost.departure")


def depart(context: Context, account: str, *, unkept: bool = False) -> None:
    """Delete an account; when this returns it can no longer be found, and none of its tokens is accepted.

    :param unkept: only if it has no address, like a guest that was not kept.
    """
    if context.store.begin_departure(account, unkept=unkept):
        go_on(context, account)


def go_on_with_all(context: Context) -> int:
    """Continue the departure of every departing account; return how many are gone now."""
    done = 0
    for account in context.store.departing():
        try:
            done += go_on(context, account)
        except (StoreUnavailable, Unreadable, KeyMissing) as error:
            log.warning("account %s goes later: %s", account, type(error).__name__)
    return done


def leave_lobbies(context: Context) -> int:
    """Take blocked accounts from tables that wait for players, so that none begins with them; return from how many.

    Tables that they opened are cancelled. They no longer volunteer as substitutes, so that nobody votes for them.
    Running matches go on as with any absent player.
    """
    left = 0
    for account in context.store.blocked():
        for match in context.store.unfinished_of(account):
            left += _leave_lobby(context, match, account)
    return left


def _leave_lobby(context: Context, match: str, account: str) -> bool:
    try:
        table, nobody = load_match(context, match).table, Account(id=account, mail="", name="")
        ready = candidacy_of(table, account) if table["status"] == "running" else None
        if ready is not None:
            substitutes.stand_down(context, match, nobody, ready["seat"])
            return True
        if table["status"] != "lobby" or table["request"] == "cancel":
            return False
        lobby.leave(context, match, nobody)
    except (MatchError, Unreadable, OtherData, UnknownRules, KeyMissing) as error:
        log.info("match %s is not left for blocked account %s: %s", match, account, type(error).__name__)
        return False
    return True


def go_on(context: Context, account: str) -> bool:
    """Take the next steps of deleting an account; return whether it is gone."""
    store = context.store
    store.forget_departing_address(account)
    end_access(store, account)
    store.forget_bounces(account)
    store.unlist_bot(account)
    for bot in store.bots_of(account):
        depart(context, bot)
        store.forget_bot(account, bot)
    going, talked = store.unfinished_of(account), store.talk_of(account)
    for match in going:
        _leave(context, match, account)
    matches = sorted({*store.matches_of(account), *going, *talked})
    for match in matches:
        store.forget_talk(match, account)
    nameless = [match for match in matches if _unname(context, match, account)]
    store.forget_letters(account, matches)
    if len(nameless) == len(matches):
        return store.end_departure(account)
    for match in {*nameless} - {*going}:  # only those that cannot be read now are looked at again
        store.forget_match(account, match)
    return False


def _leave(context: Context, match: str, account: str) -> None:
    """Leave a match as the rules allow; one that is over is filed as finished."""
    try:
        record = load_match(context, match)
        table, nobody = record.table, Account(id=account, mail="", name="")
        if table["status"] == "closed":
            context.store.file_match(account, match, record.at, table)
        elif table["status"] == "lobby":
            lobby.leave(context, match, nobody)
        elif seat_of(table, account) is None:
            ready = candidacy_of(table, account)
            if ready is not None:
                substitutes.stand_down(context, match, nobody, ready["seat"])
            _unname(context, match, account)
            context.store.forget_match(account, match)  # its owner only, without a seat
        else:
            lobby.resign(context, match, nobody)
    except MatchError as error:
        if error.code in ("not-found", "not-seated"):
            context.store.forget_match(account, match)
    except (ActError, Unreadable, OtherData, UnknownRules) as error:
        log.info("match %s is not left for account %s: %s", match, account, type(error).__name__)


def _unname(context: Context, match: str, account: str) -> bool:
    """Remove the account's name from a table, whatever the match's status; the log never had it.

    Returns ``False`` if it may still be there, because the archive is away, or the match is set aside or damaged: the
    account then stays on the list, so that this is tried again.
    """
    why: object = "it changes all the time"
    try:
        for _ in range(TRIES):
            record = context.store.load(match)
            named = None if record is None else _unnamed(record, account)
            if named is None or context.store.transition(named):
                return True
    except Unreadable as error:
        why = error
    log.warning("match %s keeps the name of account %s for now: %s", match, account, why)
    return False


def _unnamed(record: Record, account: str) -> Transition | None:
    """Return the step that removes the account's name from the table, or None if it is not there. The rules are not
    involved."""
    place, table = seat_of(record.table, account), record.table.copy()
    seats = list(table["seats"])
    others = [one["name"].removesuffix(MARK) for one in seats]
    if place is not None and not seats[place]["name"].startswith(GONE):
        mark = MARK if "owned_by" in seats[place] else ""
        seats[place] = Seat(**{**seats[place], "name": gone_at_table(others) + mark})
        table["seats"] = seats
    _unname_former(table, account, gone_at_table(others))
    if table == record.table:
        return None
    return of_table_alone(record, table, record.due)


def _unname_former(table: Table, account: str, gone: str) -> None:
    """Remove the account's name from a table's records of former and possible players."""
    if "absence" not in table:
        return
    changed: Absences = {**table["absence"]}
    if "changes" in changed:
        changed["changes"] = [
            {**one, "name": gone} if one["player"] == account and not one["name"].startswith(GONE) else one
            for one in changed["changes"]
        ]
    if "candidates" in changed:
        changed["candidates"] = [
            {**one, "name": gone} if one["player"] == account and not one["name"].startswith(GONE) else one
            for one in changed["candidates"]
        ]
    table["absence"] = changed

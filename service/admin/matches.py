"""Stuck matches: why and since when, and what an operator can do: retry them, reassign them, end them.

An operator may also give a match more time (protocol section 12.18): the log says who gave it, and players are told.
"""

from dataclasses import asdict
from typing import Any

from engine.match.extensions import operator_times_left, order_time
from engine.match.pauses import pause_of
from engine.match.step import can_say_so, is_to_be_stopped
from engine.match.table import Ordered, Standing, Stop, Table
from engine.protocol.agreements import LONGEST_OPERATOR_EXTENSION
from engine.protocol.log import timestamp, too_late_from
from engine.standings.results import Void
from service.admin.operator import AdminError, Operator, reason
from service.matches.changes import of_table_alone
from service.store import keys
from service.store.connection.connect import Unreadable
from service.store.installation.results import VOID
from service.store.matches.parking import REASON
from service.store.records import Parked, Record
from service.text.names import BadName, checked


def extend(operator: Operator, match: str, seconds: int, why: str, decision: str | None = None) -> dict[str, Any]:
    """Give this many more seconds to one decision that waits for an answer, or to all of them; a worker does it a
    moment later.

    :raises AdminError: ``invalid`` without a reason or with another length; ``not-found``; ``not-possible`` if the
    match is not running, is paused or has not agreed to this, if nothing waits, or if it was done too often.
    """
    if not keys.MATCH.fullmatch(match):
        raise AdminError("invalid", "give the whole id of a match, a lower-case UUID", "/match")
    if not 1 <= seconds <= LONGEST_OPERATOR_EXTENSION:
        raise AdminError("invalid", f"1 to {LONGEST_OPERATOR_EXTENSION} seconds", "/seconds")
    operator.note("extend", match, reason(why))
    for _ in range(TRIES):
        try:
            record = operator.store.load(match)
        except Unreadable as error:
            raise AdminError("not-possible", f"{match} cannot be read: {error.why}") from error
        if record is None:
            raise AdminError("not-found", f"there is no match {match}")
        wanted = _decisions(record, decision)
        ordered = [Ordered(decision=one["id"], seconds=seconds) for one in wanted]
        if operator.store.transition(of_table_alone(record, order_time(record.table, ordered), record.now)):
            return {"match": match, "decisions": [one["id"] for one in wanted]}
    raise AdminError("not-possible", f"{match} keeps changing: try again")


def _decisions(record: Record, decision: str | None) -> list[Standing]:
    """Return the decisions that get more time."""
    table = record.table
    if table["status"] != "running" or table["resigning"] or is_to_be_stopped(table):
        raise AdminError("not-possible", f"{record.match} is not running")
    if "operator_extensions" not in table:
        raise AdminError(
            "not-possible", f"{record.match} has not agreed to time from the operator, so its log cannot record it"
        )
    if pause_of(table) is not None:
        raise AdminError("not-possible", f"{record.match} is paused: no time runs out there")
    found = [one for one in table["standing"] if _waits(record, one) and decision in (None, one["id"])]
    if not found:
        raise AdminError("not-possible", f"{record.match} waits for nobody{f' in {decision}' if decision else ''}")
    left = operator_times_left(table)
    if len(found) > left:
        most = table["operator_extensions"]["agreed"]["times"]
        message = f"this would be {len(found)} times, and of {most} in this match {left} are left"
        raise AdminError("not-possible", message)
    ordered = {one["decision"] for one in table["operator_extensions"].get("ordered", [])}
    if ordered & {one["id"] for one in found}:
        raise AdminError("not-possible", f"{record.match} is being given time just now: look again in a moment")
    return found


def _waits(record: Record, standing: Standing) -> bool:
    """Return whether somebody can still answer or open in time."""
    ends = standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]
    return ends is not None and max(record.now, record.at) < too_late_from(ends)


OVERDUE = 60
"""Seconds overdue after which a match counts as stuck."""
MOST_LEASED = 20
TRIES = 16
UNREADABLE = "put it back from a backup, or have it tried again once that is mended"


def stuck(operator: Operator, over: int = OVERDUE) -> list[dict[str, Any]]:
    """List stuck matches, the longest stuck first: ``match``, ``state``, ``since``, ``seconds`` and the reason.

    ``parked``: a step failed. ``set-aside``: the operator wants nobody to touch it. ``overdue``: due for longer than
    ``over`` seconds without being leased. ``leased``: a worker has had it for a while; if that worker died, the next
    takes it when the lease ends.
    """
    store = operator.store
    halted, parked = store.halted(), store.parked()
    waiting = "the service is halted" if halted is not None else "no worker has taken it"
    overdue, now = store.overdue(over * 1000)
    rows = [
        _row(
            match,
            _state(one),
            one.since,
            now,
            one.reason.removeprefix(REASON),
            attempts=one.attempts,
            following=one.next,
        )
        for match, one in parked.items()
    ]
    rows += [_row(match, "overdue", due, now, waiting) for match, due in overdue if match not in parked]
    rows += [
        _row(one.match, "leased", None, now, f"a worker has it until {timestamp(one.ends)}")
        for one in store.leased(MOST_LEASED)
        if one.match not in parked
    ]
    return sorted(rows, key=lambda row: (-(row["seconds"] or 0), row["match"]))


def retry(operator: Operator, match: str, why: str = "") -> dict[str, Any]:
    """Have a worker retry a parked match at once. :raises AdminError: ``not-possible`` if it is not parked."""
    _known(match)
    if operator.store.is_set_aside(match):
        raise AdminError("not-possible", f"{match} is set aside: take it up again, if it is repaired")
    operator.note("retry", match, why)
    if not operator.store.retry(match):
        raise AdminError("not-possible", f"{match} is not parked")
    return {"match": match}


def set_aside(operator: Operator, match: str, why: str, *, anyway: bool = False) -> dict[str, Any]:
    """Set aside a match that cannot be read or must not be touched: it is neither read nor written until
    :func:`take_up`.

    It is not retried, and players are told. All its stored data stays, and can be exported (``siegelpost admin kept``).

    :param anyway: also set aside a readable match, which takes it from its players.
    :raises AdminError: ``invalid`` without a reason, ``not-found``, ``not-possible`` where it is set aside or archived, or can be
        read.
    """
    _known(match)
    operator.note("set aside", match, reason(why))
    store = operator.store
    if not anyway and store.archived_at(match) is None and _can_be_read(operator, match):
        raise AdminError(
            "not-possible",
            f"{match} is readable, and setting it aside makes it unreadable for its players: add 'anyway' to do it",
        )
    done = store.set_aside(match, why)
    if done == "already":
        raise AdminError("not-possible", f"{match} is set aside already")
    if done == "unknown" and store.archived_at(match) is not None:
        raise AdminError("not-possible", f"{match} is in the archive: put its file back from a backup")
    if done == "unknown":
        raise AdminError("not-found", f"there is no match {match}")
    return {"match": match}


def take_up(operator: Operator, match: str, why: str = "") -> dict[str, Any]:
    """Resume a match that was set aside: a worker looks at it at once, and gives players the lost time back.

    Until that has happened, all other access waits. If it still cannot be read it is parked.

    :raises AdminError: ``not-possible`` where it is not set aside.
    """
    _known(match)
    if not operator.store.is_set_aside(match):
        raise AdminError("not-possible", f"{match} is not set aside")
    operator.note("take up", match, why)
    operator.store.retry(match)
    return {"match": match}


def hand_over(operator: Operator, match: str, why: str = "") -> dict[str, Any]:
    """Take a match away from its worker, so that another takes it at once.

    :raises AdminError: ``not-possible`` where no worker has it.
    """
    _known(match)
    operator.note("hand over", match, why)
    if not operator.store.hand_over(match):
        raise AdminError("not-possible", f"no worker has {match}: it is not due, is parked, or waits for one")
    return {"match": match}


def cancel(operator: Operator, match: str, why: str) -> dict[str, Any]:
    """End a match for good, without winners or losers, and tell its players why. A worker does it a moment later.

    Its log records that if the match has agreed to it; otherwise, and if the log can no longer be written, it ends only
    at its table, which ``in_log`` tells.

    :raises AdminError: ``invalid`` without a reason, ``not-found``, ``not-possible`` where it is over or cannot be read.
    """
    _known(match)
    operator.note("cancel", match, reason(why))
    store = operator.store
    for _ in range(TRIES):
        try:
            record = store.load(match)
        except Unreadable as error:
            raise AdminError("not-possible", f"{match} cannot be read: {error.why}; {UNREADABLE}") from error
        if record is None:
            raise AdminError("not-found", f"there is no match {match}")
        _may_be_stopped(record)
        stopping: Table = {**record.table, "stopped": Stop(why=why)}
        if store.transition(of_table_alone(record, stopping, record.now)):
            store.retry(match)
            return {"match": match, "in_log": can_say_so(record.table)}
    raise AdminError("not-possible", f"{match} keeps changing: try again")


def reports(operator: Operator) -> dict[str, Any]:
    """Return readers' reports about the talk at tables, the oldest first."""
    operator.note("reports")
    shown = []
    for one in operator.store.reports():
        facts = asdict(one)
        reported = timestamp(facts.pop("reported"))
        shown.append({**facts, "at": timestamp(one.at), "reported_at": reported})
    return {"reports": shown}


def forget_report(operator: Operator, report: str, why: str = "") -> dict[str, Any]:
    """Erase a report, with its copy of what was said. :raises AdminError: ``not-found``."""
    operator.note("report forget", report, why)
    if not operator.store.forget_report(report):
        raise AdminError("not-found", f"there is no report {report}")
    return {"report": report}


def erase_remark(operator: Operator, match: str, remark: int, why: str) -> dict[str, Any]:
    """Erase something said at a table. :raises AdminError: ``invalid`` without a reason; ``not-found``."""
    _known(match)
    operator.note("erase remark", match, reason(why))
    if not operator.store.unsay(match, remark):
        raise AdminError("not-found", f"nothing of the number {remark} is there")
    return {"match": match, "remark": remark}


def void_result(operator: Operator, match: str, why: str) -> dict[str, Any]:
    """Void the result of a rated match: from here on it has never counted. The clock writes it into the log of results.

    Everybody can read it there, with the reason; all ratings since are computed again.

    :raises AdminError: ``invalid`` without a reason, ``not-found`` where there is no result, ``not-possible`` for one that
        is void already.
    """
    _known(match)
    operator.note("void result", match, reason(why))
    store = operator.store
    if store.result_index(match) is None:
        raise AdminError("not-found", f"the log of results has no result of {match}")
    if store.result_index(f"{VOID}{match}") is not None:
        raise AdminError("not-possible", f"the result of {match} is void already")
    store.ask_to_void(Void(type="void", match=match, at=timestamp(store.now()), why=why))
    return {"match": match}


def rename_tournament(
    operator: Operator, tournament: str, name: str, why: str, team: int | None = None
) -> dict[str, Any]:
    """Give a tournament another name, and all its tables with it, or one of its teams. No log has any of these names.

    :raises AdminError: ``invalid`` for a name that nobody could choose, or without a reason; ``not-found``.
    """
    longest = 60 if team is None else 40
    try:
        name = checked(name, "title" if team is None else "name")
        if not 0 < len(name) <= longest:
            raise BadName(f"1 to {longest} characters")
    except BadName as error:
        raise AdminError("invalid", str(error), "/name") from error
    store, found = operator.store, operator.store.tournament(tournament) if keys.MATCH.fullmatch(tournament) else None
    operator.note("rename tournament", tournament if found else "unknown", reason(why))
    if found is None:
        raise AdminError("not-found", f"there is no tournament {tournament}")
    if team is not None:
        if team not in store.team_names(found.log):
            raise AdminError("not-found", f"the tournament has no team {team} with a name")
        store.rename_team(found.log, team, name)
        return {"tournament": tournament}
    store.rename_tournament(tournament, name)
    for match in [one["match"] for one in found.log.tables]:
        _retitle(operator, match, name)
    return {"tournament": tournament}


def _retitle(operator: Operator, match: str, title: str) -> None:
    """Give a match another title, unless it cannot be read, or is in the archive."""
    for _ in range(TRIES):
        record = operator.store.load(match) if _can_be_read(operator, match) else None
        if record is None or record.table["title"] == title:
            return
        due = None if record.table["status"] == "closed" else record.now
        if operator.store.transition(of_table_alone(record, {**record.table, "title": title}, due)):
            return


def _may_be_stopped(record: Record) -> None:
    table = record.table
    if table["status"] == "closed":
        raise AdminError("not-possible", f"{record.match} is over: {table['over']}")
    if "stopped" in table:
        raise AdminError("not-possible", f"{record.match} is being cancelled: {table['stopped']['why']}")
    if table["resigning"] and record.parked is None:
        raise AdminError("not-possible", f"{record.match} has just been resigned: look again in a moment")


def _can_be_read(operator: Operator, match: str) -> bool:
    try:
        return operator.store.load(match) is not None
    except Unreadable:
        return False


def _state(one: Parked) -> str:
    return "set-aside" if one.reason.startswith(REASON) else "parked"


def _known(match: str) -> None:
    if not keys.MATCH.fullmatch(match):
        raise AdminError("invalid", "give the whole id of a match, a lower-case UUID", "/match")


def _row(
    match: str,
    state: str,
    since: int | None,
    now: int,
    reason: str,
    *,
    attempts: int | None = None,
    following: int | None = None,
) -> dict[str, Any]:
    return {
        "match": match,
        "state": state,
        "since": None if since is None else timestamp(since),
        "seconds": None if since is None else max(0, (now - since) // 1000),
        "reason": reason,
        "attempts": attempts,
        "next": None if following is None else timestamp(following),
    }

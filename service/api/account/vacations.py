"""Vacations of the account: days on which the clock stops for its owner, in matches that have agreed on it."""

from __future__ import annotations

from datetime import date
from typing import Any

from service.account_export import vacations_info
from service.accounts.blocking import why_blocked
from service.api.account import me
from service.api.http import etags
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, context
from service.api.http.problems import Problem
from service.api.schemas import requests, responses
from service.calendar import BadVacation, days_left, today, vacations_of
from service.matches.absence.pauses import end_vacation, take_vacation
from service.store.records import Account

blp = Blueprint("vacations", __name__, "Vacations: days on which clocks stop for you.")


@blp.route("/v1/me/vacations")
@blp.operation("listVacations", scope="account:read", headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.VacationList)
def list_vacations() -> Any:
    """List your vacations since the beginning of the year, and how many days you may still take."""
    shown = vacation_info(me.account())
    return shown, etags.fresh(etags.tag_of(shown))


@blp.route("/v1/me/vacations/<day:day>", methods=["PUT"])
@blp.operation("setVacation", scope="account:write", codes=("not-found", "invalid", "blocked"))
@blp.arguments(requests.VacationRequest)
@blp.response(200, responses.VacationList)
def set_vacation(body: dict[str, Any], day: str) -> dict[str, Any]:
    """Enter a vacation that begins on this day, today or later, or change when it ends.

    In matches with `vacation: "clock-stops"` nothing that waits for you runs out meanwhile, and the others are told
    when it ends. Days are in the time zone of your account. Once it has begun its days are used up, even if you end
    it early.
    """
    why = why_blocked(context().store, account_id())
    if why is not None:  # whoever does nothing at any table does not stop its clock either
        raise Problem("blocked", why)
    try:
        changed = take_vacation(context(), account_id(), _day(day), body["last"])
    except BadVacation as error:
        where = {"pointer": "/last"} if error.member == "last" else {"parameter": "day"}
        raise Problem("invalid", "", [{**where, "detail": error.message}]) from error
    return vacation_info(changed or me.account())


@blp.route("/v1/me/vacations/<day:day>", methods=["DELETE"])
@blp.operation("endVacation", scope="account:write", codes=("not-found", "invalid"))
@blp.response(200, responses.VacationList)
def end(day: str) -> dict[str, Any]:
    """Take back the vacation that begins on this day; one that has begun ends now.

    Deadlines that others were shown stay as they are; what you are asked from now on has the usual time.
    """
    first = _day(day)
    if first not in [one.first for one in vacations_of(me.account())]:
        raise Problem("not-found", "you have entered no vacation that begins on this day")
    return vacation_info(end_vacation(context(), account_id(), first) or me.account())


def vacation_info(account: Account) -> dict[str, Any]:
    """Return an account's vacations as its owner sees them."""
    now, most = context().store.now(), context().settings.vacation_days
    here = today(account, now)
    return {
        "days_a_year": most,
        "left": [{"year": year, "days": days_left(account, year, most)} for year in (here.year, here.year + 1)],
        "vacations": vacations_info(account, now),
    }


def _day(text: str) -> date:
    """Return the day in a path. :raises Problem: invalid, for a day that does not exist."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Problem("invalid", "", [{"parameter": "day", "detail": "is no day, like 2026-12-24"}]) from None

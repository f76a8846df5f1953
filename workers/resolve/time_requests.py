"""More time that the others grant or the operator gives (protocol section 12.18): it is given, and people are told.

What grants it is given with the word that does so (:mod:`service.matches.absence.time_requests`). Here is what remains:
the others became
fewer meanwhile, because somebody stays away or has given a seat up; and nobody answered until the deadline.
"""

from __future__ import annotations

from engine.match.asking import standing_of
from engine.match.operator_extensions import take_orders, write_extended_by_operator
from engine.match.time_requests import is_in_time, request_of
from engine.protocol.log import too_late_from
from service.matches.absence.time_requests import carry_out
from workers.resolve.openings import Resolution


def settle_requests(resolution: Resolution) -> None:
    """Give time that everybody who is still asked has granted."""
    step = resolution.step
    if step.table["resigning"]:
        return
    for standing in list(step.table["standing"]):
        if request_of(standing) is not None and is_in_time(step, standing):
            carry_out(step, standing["id"], resolution.news, resolution.hours)


def carry_out_orders(resolution: Resolution) -> None:
    """Give the time that the operator wants given, where somebody is still waited for in time."""
    step = resolution.step
    for one in take_orders(step.table):
        standing = standing_of(step.table, one["decision"])
        if standing is None or step.table["resigning"]:
            continue
        ends = standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]
        if ends is not None and step.at < too_late_from(ends):
            write_extended_by_operator(step, standing, one["seconds"])
            resolution.hours.mend(step, one["decision"])
            resolution.news.time_by_operator(step, one["decision"])


def tell_unanswered(resolution: Resolution) -> None:
    """Tell who asked for more time, and did not answer, that its time is over and not enough of the others had granted it."""
    step, record = resolution.step, resolution.record
    for standing in record.table["standing"]:
        request, deadline = request_of(standing), standing["deadline"]
        now = standing_of(step.table, standing["id"])
        if (
            request is None
            or deadline is None
            or standing["phase"] != "open"
            or (now is not None and now["phase"] == "open")
        ):
            continue
        act = record.acts.get((standing["id"], request["seat"]))
        if step.at >= too_late_from(deadline) and (act is None or act.commitment is None):
            resolution.news.time_refused(step, standing, request["seat"], answered=False)


__all__ = ["carry_out_orders", "settle_requests", "tell_unanswered"]

"""Matches that do not go on, for operators."""

from typing import Any

from service.admin import matches
from service.api.admin import requests, responses
from service.api.admin.blueprint import LOOK, AdminBlueprint, operator
from service.api.http.long_poll import wake_soon

blp = AdminBlueprint(
    "admin-matches", __name__, "Matches that do not go on: why, tried again, set aside, given to another worker, ended."
)
PATH = "/v1/admin/matches/<match:match>"


@blp.route("/v1/admin/matches/stuck")
@blp.order("listStuck", scope=LOOK)
@blp.arguments(requests.Over, location="query")
@blp.response(200, responses.StuckMatches)
def stuck(query: dict[str, Any]) -> Any:
    """List matches that are parked, overdue or held by a worker, with the reason, the longest stuck first."""
    return {"matches": matches.stuck(operator(), query["over"])}


@blp.route(f"{PATH}/retry", methods=["POST"])
@blp.order("retryMatch", codes=("not-possible",))
@blp.arguments(requests.Reason)
@blp.response(202, responses.OneMatch)
def retry(body: dict[str, Any], match: str) -> Any:
    """Have a parked match tried again by a worker, at once. It stays parked until a step of it succeeds."""
    done = matches.retry(operator(), match, body["why"])
    wake_soon("resolve")
    return done


@blp.route(f"{PATH}/set-aside", methods=["POST"])
@blp.order("setMatchAside", codes=("not-found", "not-possible"))
@blp.arguments(requests.SettingAside)
@blp.response(200, responses.OneMatch)
def set_aside(body: dict[str, Any], match: str) -> Any:
    """Set a match aside that cannot be read: it is kept as it is, tried no more, and its players are told.

    One that can be read is refused, unless you say `anyway`: its players could read it no more.
    """
    return matches.set_aside(operator(), match, body["why"], anyway=body["anyway"])


@blp.route(f"{PATH}/take-up", methods=["POST"])
@blp.order("takeMatchUp", codes=("not-possible",))
@blp.arguments(requests.Reason)
@blp.response(202, responses.OneMatch)
def take_up(body: dict[str, Any], match: str) -> Any:
    """Resume a match that was set aside: a worker looks at it at once, and players get the lost time back."""
    done = matches.take_up(operator(), match, body["why"])
    wake_soon("resolve")
    return done


@blp.route(f"{PATH}/hand-over", methods=["POST"])
@blp.order("handMatchOver", codes=("not-possible",))
@blp.arguments(requests.Reason)
@blp.response(202, responses.OneMatch)
def hand_over(body: dict[str, Any], match: str) -> Any:
    """Take a match from the worker that has it, so that another takes it at once. Only one of the two writes."""
    done = matches.hand_over(operator(), match, body["why"])
    wake_soon("resolve")
    return done


@blp.route(f"{PATH}/extension", methods=["POST"])
@blp.order("extendMatch", codes=("not-found", "not-possible"), idempotent="waiting")
@blp.arguments(requests.MoreTime)
@blp.response(202, responses.Extended)
def extend(body: dict[str, Any], match: str) -> Any:
    """Give a running match more time: what waits for somebody waits `seconds` longer, for everybody who is asked.

    A worker does it a moment later. The log says that the operator gave it, verifiers count it, and the players are told. It
    never shortens anything; 20 times in a match, 14 days at once at most.
    """
    done = matches.extend(operator(), match, body["seconds"], body["why"], body.get("decision"))
    wake_soon("resolve", match)
    return done


@blp.route(f"{PATH}/void-result", methods=["POST"])
@blp.order("voidResult", codes=("not-found", "not-possible"))
@blp.arguments(requests.Voiding)
@blp.response(202, responses.OneMatch)
def void_result(body: dict[str, Any], match: str) -> Any:
    """Void the result of a rated match: the log of results says so with the reason, and ratings are computed again."""
    return matches.void_result(operator(), match, body["why"])


@blp.route("/v1/admin/tournaments/<tournament:tournament>/name", methods=["POST"])
@blp.order("renameTournament", codes=("not-found",))
@blp.arguments(requests.RenamingTournament)
@blp.response(200, responses.OneTournament)
def rename_tournament(body: dict[str, Any], tournament: str) -> Any:
    """Give a tournament, and all its tables, another name, or one of its teams. Letters that have gone out keep the old one."""
    return matches.rename_tournament(operator(), tournament, **body)


@blp.route(f"{PATH}/cancel", methods=["POST"])
@blp.order("cancelMatch", codes=("not-found", "not-possible"))
@blp.arguments(requests.Cancelling)
@blp.response(202, responses.CancelledMatch)
def cancel(body: dict[str, Any], match: str) -> Any:
    """End a match for good, without a result: everybody at the table is told why. There is no way back."""
    done = matches.cancel(operator(), match, body["why"])
    wake_soon("resolve")
    return done


@blp.route("/v1/admin/reports")
@blp.order("listReports", scope=LOOK)
@blp.response(200, responses.Reports)
def reports() -> Any:
    """List what readers have reported of the talk at tables, the oldest report first. Every look is noted.

    A report is erased by itself 60 days after it was made; what was said may have been erased since.
    """
    return matches.reports(operator())


@blp.route("/v1/admin/reports/forget", methods=["POST"])
@blp.order("forgetReport", codes=("not-found",))
@blp.arguments(requests.ForgettingReport)
@blp.response(200, responses.OneReport)
def forget_report(body: dict[str, Any]) -> Any:
    """Erase a report that is settled, with its copy of what was said."""
    return matches.forget_report(operator(), body["report"], body["why"])


@blp.route(f"{PATH}/talk/erase", methods=["POST"])
@blp.order("eraseTalk", codes=("not-found",))
@blp.arguments(requests.ErasingRemark)
@blp.response(200, responses.ErasedRemark)
def erase_remark(body: dict[str, Any], match: str) -> Any:
    """Erase something said at a table, for everybody. A report of it stays until it is settled."""
    return matches.erase_remark(operator(), match, body["remark"], body["why"])

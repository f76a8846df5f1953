"""The installation as a whole, for operators: announcements, maintenance, limits, the audit log, the token itself."""

from typing import Any

from service.admin import house
from service.admin.operator import revoke
from service.api.admin import requests, responses
from service.api.admin.blueprint import LOOK, AdminBlueprint, operator
from service.api.http.current import context
from service.api.http.cursors import PageQuery, link

blp = AdminBlueprint("admin-house", __name__, "Announcements, maintenance, limits, the audit log.")


@blp.route("/v1/admin/announcement")
@blp.order("getAnnouncement", scope=LOOK)
@blp.response(200, responses.Announced)
def announcement() -> Any:
    """Show what is announced."""
    return house.announced(operator())


@blp.route("/v1/admin/announcement", methods=["PUT"])
@blp.order("announce")
@blp.arguments(requests.Announcing)
@blp.response(200, responses.Announced)
def announce(body: dict[str, Any]) -> Any:
    """Show words to everybody, in place of what was announced before."""
    until = None if body["until"] is None else body["until"].isoformat()
    return house.announce(operator(), body["en"], body["de"], until)


@blp.route("/v1/admin/announcement", methods=["DELETE"])
@blp.order("endAnnouncement")
@blp.response(200, responses.Announced)
def end_announcement() -> Any:
    """Take back what is announced."""
    return house.end_announcement(operator())


@blp.route("/v1/admin/maintenance")
@blp.order("getMaintenance", scope=LOOK)
@blp.response(200, responses.Halted)
def maintenance() -> Any:
    """Show whether the service is halted, and why."""
    return house.halted(operator())


@blp.route("/v1/admin/maintenance", methods=["PUT"])
@blp.order("halt")
@blp.arguments(requests.Halting)
@blp.response(200, responses.Halted)
def halt(body: dict[str, Any]) -> Any:
    """Take no acts (503) and let no deadline pass until the end of maintenance; players are shown why."""
    until = None if body["until"] is None else body["until"].isoformat()
    return house.halt(operator(), body["why"], until)


@blp.route("/v1/admin/maintenance", methods=["DELETE"])
@blp.order("resume")
@blp.response(200, responses.Halted)
def resume() -> Any:
    """Let a halted service go on. Running decisions get the time back."""
    return house.resume(operator())


@blp.route("/v1/admin/limits")
@blp.order("listLimits", scope=LOOK)
@blp.response(200, responses.Limits)
def limits() -> Any:
    """List the limits that can be changed while the service runs."""
    return house.limits(operator(), context().settings)


@blp.route("/v1/admin/limits/<limit:limit>", methods=["PUT"])
@blp.order("setLimit", codes=("not-found", "not-possible"))
@blp.arguments(requests.Limiting)
@blp.response(200, responses.Limits)
def set_limit(body: dict[str, Any], limit: str) -> Any:
    """Change a limit at once, for everybody or for one account."""
    return house.set_limit(operator(), limit, body["most"], body["account"], body["why"], context().settings)


@blp.route("/v1/admin/audit")
@blp.order("listAudit", scope=LOOK, paged=True)
@blp.arguments(PageQuery, location="query")
@blp.response(200, responses.Entries)
def audit(query: dict[str, Any]) -> Any:
    """List what operators did, the newest first."""
    page = house.audit(operator(), query.get("cursor"), query["limit"])
    return page, link(page["next"])


@blp.route("/v1/admin/audit/check")
@blp.order("checkAudit", scope=LOOK)
@blp.response(200, responses.Chain)
def check_audit() -> Any:
    """Walk through the whole audit log and hold every entry against the one before."""
    return house.check_audit(operator())


@blp.route("/v1/admin/token", methods=["DELETE"])
@blp.order("endToken", scope=LOOK, codes=("not-found",))
@blp.response(204)
def end_token() -> None:
    """Revoke the token of this request. Tokens are made on the machine alone, and others are revoked there."""
    revoke(operator(), operator().via)

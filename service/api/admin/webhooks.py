"""Webhooks that fail or were switched off, for operators."""

from __future__ import annotations

from typing import Any

from service.admin import webhooks
from service.api.admin import requests, responses
from service.api.admin.blueprint import LOOK, AdminBlueprint, operator
from service.api.http.current import context
from service.api.http.cursors import link
from service.processes.bell import CLOCK, ring

blp = AdminBlueprint(
    "admin-webhooks", __name__, "Webhooks that fail or were switched off: why, tried again, switched off."
)
PATH = "/v1/admin/accounts/<account:account>/webhooks/<webhook:webhook>"


@blp.route("/v1/admin/webhooks")
@blp.order("listFailingWebhooks", scope=LOOK)
@blp.arguments(requests.Place, location="query")
@blp.response(200, responses.FailingWebhooks)
def failing(query: dict[str, Any]) -> Any:
    """List webhooks that fail or were switched off, with the reason and how many events wait."""
    page = webhooks.failing(operator(), query["cursor"])
    return page, link(page["next"])


@blp.route(f"{PATH}/retry", methods=["POST"])
@blp.order("retryWebhook", codes=("not-found", "not-possible"))
@blp.arguments(requests.Reason)
@blp.response(202, responses.HastenedWebhook)
def retry(body: dict[str, Any], account: str, webhook: str) -> Any:
    """Have what waits for a webhook sent now; one that failed for days, or was switched off, is switched on again."""
    done = webhooks.retry(operator(), account, webhook, body["why"])
    ring(context().settings.queue_url, [CLOCK])
    return done


@blp.route(f"{PATH}/off", methods=["POST"])
@blp.order("switchWebhookOff", codes=("not-found", "not-possible"))
@blp.arguments(requests.SwitchingOff)
@blp.response(200, responses.OneWebhook)
def switch_off(body: dict[str, Any], account: str, webhook: str) -> Any:
    """Switch a webhook off: what waits for it is forgotten, and its owner is told why."""
    return webhooks.switch_off(operator(), account, webhook, body["why"])


__all__ = ["blp"]

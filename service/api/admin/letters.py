"""News that waits or was given up, and webhooks that fail or were switched off, for operators. Never what the news says."""

from typing import Any

from service.admin import letters
from service.api.admin import requests, responses
from service.api.admin.blueprint import LOOK, AdminBlueprint, operator
from service.api.http.current import context
from service.api.http.cursors import PageQuery, link
from service.api.http.long_poll import wake_soon
from service.processes.bell import CLOCK, ring

blp = AdminBlueprint("admin-letters", __name__, "Letters and other news: who waits, what was given up, and why.")


@blp.route("/v1/admin/letters")
@blp.order("listLetters", scope=LOOK, paged=True)
@blp.arguments(PageQuery, location="query")
@blp.response(200, responses.WaitingLetters)
def waiting(query: dict[str, Any]) -> Any:
    """List who waits for news, those due first first, with how often it failed and why."""
    page = letters.queue(operator(), query.get("cursor"), query["limit"])
    return page, link(page["next"])


@blp.route("/v1/admin/letters/given-up")
@blp.order("listGivenUp", scope=LOOK)
@blp.arguments(requests.Place, location="query")
@blp.response(200, responses.GivenUpLetters)
def given_up(query: dict[str, Any]) -> Any:
    """List letters that were given up, or of which nobody knows whether they arrived, and why."""
    page = letters.given_up(operator(), query["cursor"])
    return page, link(page["next"])


@blp.route("/v1/admin/letters/bouncing")
@blp.order("listBouncing", scope=LOOK)
@blp.arguments(requests.Place, location="query")
@blp.response(200, responses.Bouncing)
def bouncing(query: dict[str, Any]) -> Any:
    """List accounts whose addresses send letters back."""
    page = letters.bouncing(operator(), query["cursor"])
    return page, link(page["next"])


@blp.route("/v1/admin/letters/attempts", methods=["POST"])
@blp.order("listAttempts", scope=LOOK, codes=("not-found",))
@blp.arguments(requests.Who)
@blp.response(200, responses.Attempts)
def attempts(body: dict[str, Any]) -> Any:
    """List the attempts to write to an account, with the mail server's answers."""
    return letters.attempts(operator(), body["who"], body["why"])


@blp.route("/v1/admin/letters/again", methods=["POST"])
@blp.order("sendAgain", codes=("not-found", "not-possible"))
@blp.arguments(requests.Recipient)
@blp.response(202, responses.Letters)
def again(body: dict[str, Any]) -> Any:
    """Have what waits for a recipient tried again now; without a recipient everything that has failed before."""
    if body["recipient"] is None:
        done = letters.all_again(operator(), body["why"])
    else:
        done = letters.again(operator(), body["recipient"], body["why"])
    wake_soon("deliver")
    return done


@blp.route("/v1/admin/letters/resend", methods=["POST"])
@blp.order("resendLetters", codes=("not-found", "not-possible"))
@blp.arguments(requests.Resending)
@blp.response(202, responses.Resent)
def resend(body: dict[str, Any]) -> Any:
    """Resend letters whose delivery was given up; outdated ones are left out, with the reason in their records."""
    done = letters.resend(operator(), body["to"], body["kind"], body["cursor"], body["why"])
    wake_soon("deliver")
    return done


@blp.route("/v1/admin/letters/drop", methods=["POST"])
@blp.order("dropLetters", codes=("not-found", "not-possible"))
@blp.arguments(requests.Dropping)
@blp.response(200, responses.Letters)
def drop(body: dict[str, Any]) -> Any:
    """Take what waits for a recipient out of the queue for good; its player finds a record that says so."""
    return letters.drop(operator(), body["recipient"], body["why"])


webhooks_blp = AdminBlueprint(
    "admin-webhooks", __name__, "Webhooks that fail or were switched off: why, tried again, switched off."
)
PATH = "/v1/admin/accounts/<account:account>/webhooks/<receiver:webhook>"


@webhooks_blp.route("/v1/admin/webhooks")
@webhooks_blp.order("listFailingWebhooks", scope=LOOK)
@webhooks_blp.arguments(requests.Place, location="query")
@webhooks_blp.response(200, responses.FailingWebhooks)
def failing(query: dict[str, Any]) -> Any:
    """List webhooks that fail or were switched off, with the reason and how many events wait."""
    page = letters.failing_webhooks(operator(), query["cursor"])
    return page, link(page["next"])


@webhooks_blp.route(f"{PATH}/retry", methods=["POST"])
@webhooks_blp.order("retryWebhook", codes=("not-found", "not-possible"))
@webhooks_blp.arguments(requests.Reason)
@webhooks_blp.response(202, responses.HastenedWebhook)
def retry(body: dict[str, Any], account: str, webhook: str) -> Any:
    """Have what waits for a webhook sent now; one that failed for days, or was switched off, is switched on again."""
    done = letters.retry_webhook(operator(), account, webhook, body["why"])
    ring(context().settings.queue_url, [CLOCK])
    return done


@webhooks_blp.route(f"{PATH}/off", methods=["POST"])
@webhooks_blp.order("switchWebhookOff", codes=("not-found", "not-possible"))
@webhooks_blp.arguments(requests.SwitchingOff)
@webhooks_blp.response(200, responses.OneWebhook)
def switch_off(body: dict[str, Any], account: str, webhook: str) -> Any:
    """Switch a webhook off: what waits for it is forgotten, and its owner is told why."""
    return letters.switch_off_webhook(operator(), account, webhook, body["why"])

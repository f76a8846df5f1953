"""All that is stored of an account: to take along, and to have deleted."""

from __future__ import annotations

from typing import Any

from flask import request

from engine.protocol.log import timestamp
from service.accounts import bots, login, webhooks
from service.accounts.browsers import browsers_of
from service.accounts.mail_preferences import notifications
from service.api import me
from service.api.blueprint import Blueprint
from service.api.bots import bot_info
from service.api.browsers import browser_info
from service.api.current import account_id, address, caller, context
from service.api.problems import Problem
from service.api.schemas import responses
from service.api.vacations import vacation_info
from service.api.wakes import wake_soon
from service.api.webhooks import attempt_info, webhook_info
from service.matches.departure import depart
from service.notifications.published import published
from service.store.events import MOST
from service.store.keys import DIGEST, MAIL, PUSH, recipient_of

CODE = "Login-Code"
KEPT_TEXT = (
    "Your account is deleted. What is left of it goes as soon as your matches are over. The logs of your matches stay, because "
    "all results are checked against them: they name an opaque id, your moves, and what you said to partners."
)

blp = Blueprint("my-data", __name__, "All that is stored of your account: to take along, and to have deleted.")


@blp.route("/v1/me/export")
@blp.operation("exportMe", scope="account:read", too="webhook:manage")
@blp.response(200, responses.Export)
def export_me() -> Any:
    """Show everything that is stored of your account, as one document to keep.

    The logs of your matches, with all you have played, are linked: what else there is of a match belongs to its players
    together. Secrets are not in it (texts of tokens, keys of webhooks, login codes): they are not stored, or are worth nothing
    elsewhere. What counts requests and mails goes by itself and is left out.
    """
    store, mine = context().store, me.account()
    token = caller().token
    assert token is not None
    hooks = webhooks.webhooks_of(context(), token)
    owned = bots.bots_of(context(), mine.id)
    going = store.unfinished_of(mine.id)
    over = store.all_finished_of(mine.id)
    recipients = [
        recipient_of(mine.id, None),
        recipient_of(mine.id, None, DIGEST),
        *(recipient_of(mine.id, match, channel) for match in [*going, *over] for channel in (MAIL, PUSH)),
    ]
    found = {
        "exported_at": timestamp(store.now()),
        "me": me.me_info(mine),
        "notifications": notifications(mine),
        "tokens": [me.token_info(one, caller().token_id) for one in store.tokens_of(mine.id)],
        "networks_seen_at": [timestamp(at) for at in store.networks_seen(mine.mail)],
        "bots": [
            {"bot": bot_info(one), "tokens": [me.token_info(of, None) for of in store.tokens_of(one.id)]}
            for one in owned
        ],
        "webhooks": [
            {
                "webhook": webhook_info(one),
                "attempts": [attempt_info(of) for of in store.webhook_attempts(mine.id, one.id)],
            }
            for one in hooks
        ],
        "browsers": [browser_info(one) for one in browsers_of(mine)],
        "vacations": vacation_info(mine)["vacations"],
        "matches": [
            *(_match(match, None) for match in going),
            *(_match(match, closed) for match, closed in over.items()),
        ],
        "events": [published(one.position, one.id, one.event) for one in store.feed(mine.id, None, MOST).events],
        "letters_waiting": [
            {
                "kind": one["kind"],
                "match": one["match"] or None,
                "at": timestamp(one["at"]),
                "send_at": timestamp(one["send_at"]),
            }
            for waiting in store.notices_many(recipients)
            for one in waiting.pending
        ],
        "deliveries": me.deliveries_of(recipients),
        "bounces": me.bounces_of(mine.id),
        "answered_in_time": [one == "1" for one in mine.answered],
    }
    return found, {"Content-Disposition": 'attachment; filename="siegelpost-account.json"', "Cache-Control": "no-store"}


@blp.route("/v1/me", methods=["DELETE"])
@blp.operation(
    "deleteMe", scope="account:write", codes=("code-wrong", "too-many-logins", "invalid"), headers=("LOGIN_CODE",)
)
@blp.response(202, responses.Deleted)
def delete_me() -> Any:
    """Delete your account, for good.

    `Login-Code` is a code of a mail to you (`POST /v1/login`), not used for a login before: a token alone deletes nothing.
    When this answers, your name, address and preferences are gone, none of your tokens is accepted any more (asked again:
    401), and your bots and webhooks are going, too. Matches in the lobby are left, running ones resigned; where your seat signs
    with a key of its own, nobody can resign for you, and silence plays on. Tables then say "Deleted account". What stays:
    the logs of your matches, which name an opaque id, your moves, and what you said to partners; all results are checked
    against them. Titles that you gave to tables stay with the tables.
    """
    code = request.headers.get(CODE, "").strip()
    if not code:
        raise Problem("invalid", "", [{"header": CODE, "detail": "is missing: ask for a code with POST /v1/login"}])
    login.confirm_owner(context(), account_id(), code, address())
    depart(context(), account_id())
    wake_soon("resolve")
    return {"message": KEPT_TEXT}


def _match(match: str, closed: int | None) -> dict[str, Any]:
    path = f"/v1/matches/{match}"
    return {
        "match": match,
        "closed_at": None if closed is None else timestamp(closed),
        "log": f"{path}/log.jsonl",
        "messages": f"{path}/messages",
    }


__all__ = ["blp"]

"""Bot accounts: a person's own programs as players, marked wherever they sit."""

from __future__ import annotations

from typing import Any

from engine.protocol.log import timestamp
from service.account_export import bot_info, token_info
from service.accounts import bots
from service.api.account.me import account as me
from service.api.account.me import again
from service.api.http import cursors, etags, idempotency
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, caller, context, own_token
from service.api.schemas import requests, responses
from service.bot_policy import Policy, policy_of
from service.keys.signing import new_seed
from service.matches.absence.absence import in_public
from service.store.store import Listed

blp = Blueprint("bots", __name__, "Bots: accounts that programs play, yours and other people's.")
PATH = "/v1/me/bots/<bot:bot>"


@blp.route("/v1/bots")
@blp.operation("findBots", scope="match:read", optional=True, paged=True)
@blp.arguments(requests.BotsQuery, location="query")
@blp.response(200, responses.OpponentPage)
def find_bots(query: dict[str, Any]) -> Any:
    """Find bots to play with: those that their owners have listed and whose programs were there within the last week.

    A bot that is named in `invite` of a new match sits at the table at once. A page may be shorter than `limit`, or
    even empty; the list ends where `next` is `null`.
    """
    place = cursors.decode(query, int, str)
    after = None if place is None else Listed(*place)
    found, last = bots.listed_bots(context(), after, query["limit"], query.get("game"))
    following = None if last is None else cursors.encode(*last)
    return {"bots": [_opponent(one) for one in found], "next": following}, cursors.link(following)


@blp.route("/v1/me/bots")
@blp.operation("listBots", scope="account:read")
@blp.response(200, responses.BotList)
def list_bots() -> dict[str, Any]:
    """List your bots, the oldest first."""
    return {"bots": [bot_info(one) for one in bots.bots_of(context(), account_id())]}


@blp.route("/v1/me/bots", methods=["POST"])
@blp.operation(
    "createBot", scope="account:write", codes=("too-many-bots", "bot-list-full", "blocked"), idempotent="derived"
)
@blp.arguments(requests.BotRequest)
@blp.response(201, responses.Bot)
def create_bot(body: dict[str, Any]) -> dict[str, Any]:
    """Make a bot: an account without an email address, whose seats say that it is a bot and that it is yours.

    It accepts every challenge that its policy allows, at once: if somebody creates a match with its id in `invite`,
    it sits at that table. It sits down nowhere else. A person may have at most 5 bots.
    """
    owner, key = me(), idempotency.key()
    derived = new_seed() if key is None else context().links.derive("bot", owner.id, key, idempotency.fingerprint())
    name = body.pop("name")
    made = bots.create_bot(context(), owner, f"p_{derived[:16].hex()}", name=name, policy=_policy(body))
    return bot_info(made)


@blp.route(PATH, methods=["PUT"])
@blp.operation("setBotPolicy", scope="account:write", codes=("not-found", "bot-list-full", "blocked"))
@blp.arguments(requests.BotPolicyRequest)
@blp.response(200, responses.Bot)
def set_policy(body: dict[str, Any], bot: str) -> dict[str, Any]:
    """Say which challenges a bot of yours accepts. Matches in which it sits go on."""
    return bot_info(bots.set_policy(context(), account_id(), bot, _policy(body)))


@blp.route(PATH, methods=["DELETE"])
@blp.operation("takeBotAway", scope="account:write", codes=("not-found",))
@blp.response(204)
def take_away(bot: str) -> None:
    """Remove a bot of yours. Its tokens are revoked, and nobody can challenge it; in its matches the rules answer for it."""
    bots.take_away(context(), account_id(), bot)


@blp.route(f"{PATH}/tokens")
@blp.operation("listBotTokens", scope="account:read", codes=("not-found",), headers=("IF_NONE_MATCH",), tagged=True)
@blp.response(200, responses.TokenList)
def list_tokens(bot: str) -> Any:
    """List the tokens of a bot of yours, without their texts. The `ETag` does not cover `used_at`."""
    found = bots.bot_of(context(), account_id(), bot)
    shown = [token_info(one, None) for one in context().store.tokens_of(found.id)]
    return {"tokens": shown}, etags.fresh(etags.tag_of([{**one, "used_at": None} for one in shown]))


@blp.route(f"{PATH}/tokens", methods=["POST"])
@blp.operation(
    "createBotToken", scope="account:write", codes=("not-found", "too-many-tokens", "token-shown"), idempotent="secret"
)
@blp.arguments(requests.BotTokenRequest)
@blp.response(201, responses.NewToken)
def create_token(body: dict[str, Any], bot: str) -> dict[str, Any]:
    """Make a token for a bot of yours; its text is shown only this once. It can look and play, and nothing else, for a year.

    A token made by a program ends, at the latest, when you revoke what you have granted to that program.
    """
    token = own_token()
    found = bots.bot_of(context(), account_id(), bot)
    issued = bots.token_for(context(), token, found, name=body["name"], again=again())
    return {"token": issued.text, "account": found.id, "info": token_info(issued.token, caller().token_id)}


@blp.route(f"{PATH}/tokens/<token:token>", methods=["DELETE"])
@blp.operation("revokeBotToken", scope="account:write", codes=("not-found",))
@blp.response(204)
def revoke_token(bot: str, token: str) -> None:
    """Revoke a token of a bot of yours: when this answers, the token no longer works."""
    bots.revoke(context(), account_id(), bot, token)


def _policy(body: dict[str, Any]) -> Policy:
    return Policy(
        open=body["open"], games=sorted(set(body["games"])), most_matches=body["most_matches"], listed=body["listed"]
    )


def _opponent(found: bots.Opponent) -> dict[str, Any]:
    return {
        "account": found.bot.id,
        "name": found.bot.name,
        "owner": found.bot.owner,
        "games": policy_of(found.bot)["games"],
        "free": found.free,
        "seen_at": timestamp(found.seen),
        "record": {
            "played": sum(found.record.values()),
            "against_people": found.record["won"] + found.record["lost"],
            "won": found.record["won"],
        },
        "reliability": in_public(found.bot.answered),
    }

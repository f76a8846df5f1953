"""The operations of the API: the routes of an app, and their description, which is generated when the document is
requested."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import flask_smorest
from apispec import APISpec
from flask import Flask
from werkzeug.routing import BaseConverter

from service.api import meta, people, puzzles, tournaments
from service.api.account import bots, login, me, waiting, webhooks
from service.api.document.assembly import SPEC_OPTIONS, complete
from service.api.http.blueprint import Blueprint
from service.api.matches import absence, acts, coach, decisions, lobby, pictures, seat_keys, talk, words
from service.api.matches.log import feed, head_log
from service.commit import RELEASE
from service.store import keys

BLUEPRINTS = (
    login.blp,
    me.blp,
    me.my_data_blp,
    bots.blp,
    webhooks.blp,
    webhooks.browsers_blp,
    webhooks.chats_blp,
    me.vacations_blp,
    waiting.blp,
    waiting.events_blp,
    meta.rules_blp,
    lobby.blp,
    lobby.invitations_blp,
    decisions.blp,
    acts.blp,
    decisions.recalls_blp,
    coach.blp,
    acts.orders_blp,
    seat_keys.blp,
    absence.blp,
    absence.extensions_blp,
    absence.pauses_blp,
    absence.time_requests_blp,
    talk.messages_blp,
    talk.blp,
    talk.margin_blp,
    head_log.match_log_blp,
    head_log.blp,
    people.ratings_blp,
    people.blp,
    tournaments.blp,
    puzzles.blp,
    feed.blp,
    words.blp,
    pictures.blp,
    meta.blp,
)


class MatchId(BaseConverter):
    """A match id in a path."""

    regex = keys.MATCH.pattern


class TournamentId(MatchId):
    """A tournament's id in a path."""


class DecisionId(BaseConverter):
    """A decision id in a path."""

    regex = r"[a-z0-9._@-]{1,64}"


class RulesId(BaseConverter):
    """A rules id in a path."""

    regex = r"[a-z0-9._@-]{1,64}"


class TokenId(BaseConverter):
    """A token id in a path."""

    regex = keys.TOKEN.pattern


class BotId(BaseConverter):
    """A bot account's id in a path."""

    regex = keys.ACCOUNT.pattern


class WebhookId(BaseConverter):
    """A webhook's id in a path."""

    regex = r"w_[0-9a-f]{16}"


class ChatId(BaseConverter):
    """A chat's id in a path, or that of a table's channel."""

    regex = r"[ct]_[0-9a-f]{16}"


class ReceiverId(BaseConverter):
    """The id of a webhook or a chat in a path of operators."""

    regex = keys.WEBHOOK.pattern


class BrowserId(BaseConverter):
    """A browser's id in a path."""

    regex = keys.BROWSER.pattern


class AccountId(BaseConverter):
    """An account's id in a path; operators alone name those of others."""

    regex = keys.ACCOUNT.pattern


class GuestId(BaseConverter):
    """A guest in a path: an account, an address that was typed, or ``me`` for the caller's account."""

    regex = rf"{keys.ACCOUNT.pattern}|g_[0-9a-f]{{32}}|me"


class LimitName(BaseConverter):
    """The name of a limit in a path."""

    regex = r"[a-z-]{1,40}"


class Day(BaseConverter):
    """A day in a path."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"


class PuzzleDay(BaseConverter):
    """The day of a puzzle in a path, or ``today``."""

    regex = rf"{Day.regex}|today"


class RemarkNumber(BaseConverter):
    """The number of a remark at the table, in a path."""

    regex = r"[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)


class ChallengeNumber(RemarkNumber):
    """The number of a challenge in a ladder, in a path."""


class SeatNumber(BaseConverter):
    """A seat in a path: a number, or ``me`` (``any``) for the caller's, or any free one."""

    regex = r"[0-7]|me|any"

    def to_python(self, value: str) -> int | None:
        """Return the number, ``None`` for ``me``."""
        return int(value) if value.isdigit() else None


CONVERTERS = {
    "remark": RemarkNumber,
    "challenge": ChallengeNumber,
    "match": MatchId,
    "tournament": TournamentId,
    "decision": DecisionId,
    "rules": RulesId,
    "token": TokenId,
    "bot": BotId,
    "webhook": WebhookId,
    "chat": ChatId,
    "receiver": ReceiverId,
    "browser": BrowserId,
    "seat": SeatNumber,
    "account": AccountId,
    "guest": GuestId,
    "limit": LimitName,
    "day": Day,
    "puzzle": PuzzleDay,
}


class Api(flask_smorest.Api):  # type: ignore[misc]
    """flask-smorest used only for describing, without an app that answers."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """Register nothing: refusals are described with the operations."""


def register(app: Flask) -> None:
    """Register all operations with an app."""
    app.url_map.merge_slashes = False
    app.url_map.converters.update(CONVERTERS)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)


@cache
def description() -> APISpec:
    """Return the description of the operations; it takes a quarter of a second of processor time, once."""
    return described_by(BLUEPRINTS, "Siegelpost", SPEC_OPTIONS, complete)


def described_by(
    blueprints: Sequence[Blueprint], title: str, options: dict[str, Any], begin: Callable[[APISpec], None]
) -> APISpec:
    """Return the description of these operations; ``begin`` adds the components they refer to."""
    app = Flask("service.api", static_folder=None)
    app.config.update(API_TITLE=title, API_VERSION=RELEASE, OPENAPI_VERSION="3.1.0", API_SPEC_OPTIONS=options)
    app.url_map.converters.update(CONVERTERS)
    api = Api(app)
    for converter in CONVERTERS.values():
        api.register_converter(converter, _parameter)
    begin(api.spec)
    for blueprint in blueprints:
        api.register_blueprint(blueprint)
    described: APISpec = api.spec
    return described


def _parameter(converter: Any) -> dict[str, str]:
    return {"type": "string", "pattern": f"^({converter.regex})$"}

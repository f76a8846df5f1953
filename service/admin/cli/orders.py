"""Giving an operator's order: to the store on this machine, or with a token to the guarded API of an installation elsewhere.

Both lead to the same functions (:mod:`service.admin`); the table says by which path the API has each.
"""

import os
import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import cached_property, partial, wraps
from pathlib import Path
from typing import Any, NamedTuple

import click
import httpx

from service.admin import accounts, house, letters, matches
from service.admin.cli.auditing import operator
from service.admin.cli.parked import in_folder, store_of
from service.admin.operator import AdminError, Operator
from service.cli.player.exits import Failed, NoServer
from service.config.settings import MailPictures, Settings
from service.config.variables import BadSetting

TOKEN = "SIEGELPOST_ADMIN_TOKEN"  # noqa: S105  the name of a variable
TIMEOUT = 60.0
UNSEEN = re.compile(r"[^\x20-\x7e\xa0-\U0010ffff]|[\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that a terminal would obey instead of showing."""


class Order(NamedTuple):
    """An order: the function on this machine, and the API's method and path, with path parameters in braces."""

    here: Callable[..., Any]
    method: str
    path: str


def _settings() -> Settings | None:
    """Return the settings of this command's environment, or None if they describe no installation."""
    try:
        return Settings.from_environment({**os.environ, "REDIS_URL": os.environ.get("REDIS_URL") or "unix:///nowhere"})
    except BadSetting:
        return None


def _pictures() -> MailPictures:
    """Return this environment's default for showing the table in letters."""
    settings = _settings()
    return Settings.mail_pictures if settings is None else settings.mail_pictures


ORDERS: dict[str, Order] = {
    "account find": Order(accounts.show, "POST", "/v1/admin/accounts/find"),
    "account search": Order(accounts.search, "POST", "/v1/admin/accounts/search"),
    "account blocked": Order(accounts.blocked, "GET", "/v1/admin/accounts/blocked"),
    "account export": Order(
        lambda by, **given: accounts.export(by, **given, pictures=_pictures()),
        "POST",
        "/v1/admin/accounts/{who}/export",
    ),
    "account sign-out": Order(accounts.sign_out, "POST", "/v1/admin/accounts/{who}/sign-out"),
    "account deliverable": Order(accounts.deliverable, "POST", "/v1/admin/accounts/{who}/deliverable"),
    "account block": Order(accounts.block, "POST", "/v1/admin/accounts/{who}/block"),
    "account unblock": Order(accounts.unblock, "POST", "/v1/admin/accounts/{who}/unblock"),
    "account erase": Order(accounts.erase, "POST", "/v1/admin/accounts/{who}/erase"),
    "match stuck": Order(lambda by, over: {"matches": matches.stuck(by, over)}, "GET", "/v1/admin/matches/stuck"),
    "match retry": Order(matches.retry, "POST", "/v1/admin/matches/{match}/retry"),
    "match cancel": Order(matches.cancel, "POST", "/v1/admin/matches/{match}/cancel"),
    "match void-result": Order(matches.void_result, "POST", "/v1/admin/matches/{match}/void-result"),
    "tournament rename": Order(matches.rename_tournament, "POST", "/v1/admin/tournaments/{tournament}/name"),
    "match set-aside": Order(matches.set_aside, "POST", "/v1/admin/matches/{match}/set-aside"),
    "match take-up": Order(matches.take_up, "POST", "/v1/admin/matches/{match}/take-up"),
    "match hand-over": Order(matches.hand_over, "POST", "/v1/admin/matches/{match}/hand-over"),
    "match extend": Order(matches.extend, "POST", "/v1/admin/matches/{match}/extension"),
    "match erase-remark": Order(matches.erase_remark, "POST", "/v1/admin/matches/{match}/talk/erase"),
    "suspicions": Order(accounts.suspicions, "GET", "/v1/admin/suspicions"),
    "reports": Order(matches.reports, "GET", "/v1/admin/reports"),
    "report forget": Order(matches.forget_report, "POST", "/v1/admin/reports/forget"),
    "letters": Order(letters.queue, "GET", "/v1/admin/letters"),
    "letters given-up": Order(letters.given_up, "GET", "/v1/admin/letters/given-up"),
    "letters bouncing": Order(letters.bouncing, "GET", "/v1/admin/letters/bouncing"),
    "letters of": Order(letters.attempts, "POST", "/v1/admin/letters/attempts"),
    "letters again": Order(letters.again, "POST", "/v1/admin/letters/again"),
    "letters all again": Order(letters.all_again, "POST", "/v1/admin/letters/again"),
    "letters resend": Order(letters.resend, "POST", "/v1/admin/letters/resend"),
    "letters drop": Order(letters.drop, "POST", "/v1/admin/letters/drop"),
    "webhooks": Order(letters.failing_webhooks, "GET", "/v1/admin/webhooks"),
    "webhook retry": Order(letters.retry_webhook, "POST", "/v1/admin/accounts/{account}/webhooks/{webhook}/retry"),
    "webhook off": Order(letters.switch_off_webhook, "POST", "/v1/admin/accounts/{account}/webhooks/{webhook}/off"),
    "announce": Order(house.announce, "PUT", "/v1/admin/announcement"),
    "end announcement": Order(house.end_announcement, "DELETE", "/v1/admin/announcement"),
    "halt": Order(house.halt, "PUT", "/v1/admin/maintenance"),
    "resume": Order(house.resume, "DELETE", "/v1/admin/maintenance"),
    "limits": Order(lambda by: house.limits(by, _settings()), "GET", "/v1/admin/limits"),
    "limit": Order(
        lambda by, **given: house.set_limit(by, **given, settings=_settings()), "PUT", "/v1/admin/limits/{name}"
    ),
    "audit": Order(house.audit, "GET", "/v1/admin/audit"),
    "audit check": Order(house.check_audit, "GET", "/v1/admin/audit/check"),
}


class Giving:
    """Gives orders to one place, which is connected to with the first of them."""

    def __init__(self, data: Path | None, url: str | None, open_until_end: ExitStack) -> None:
        self.data, self.url = data, url
        self._open_until_end = open_until_end

    def __call__(self, order: str, **given: Any) -> dict[str, Any]:
        """Give an order and return its answer, a JSON object."""
        return self._carry_out(ORDERS[order], given)

    @cached_property
    def _carry_out(self) -> Callable[[Order, Mapping[str, Any]], dict[str, Any]]:
        """Connect, and return the function that carries out orders there."""
        if self.url:
            return partial(_ask, self._open_until_end.enter_context(_client(self.url)))
        store = self._open_until_end.enter_context(store_of(self.data))
        return partial(_do, Operator(store, operator()))


def anywhere(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options for its target, ``--data`` or ``--url``, and ``give``, which gives orders there."""
    address = click.option(
        "--url",
        envvar="SIEGELPOST_ADMIN_URL",
        help=f"An installation elsewhere, by its guarded API; {TOKEN} has the token.",
    )

    @wraps(command)
    def checked(data: Path | None, url: str | None, **options: Any) -> None:
        if url and click.get_current_context().get_parameter_source("data") == click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError("give --data or --url, not both")
        with ExitStack() as open_until_end:
            command(give=Giving(data, url, open_until_end), **options)

    return in_folder(address(checked))


def _do(by: Operator, order: Order, given: Mapping[str, Any]) -> dict[str, Any]:
    """Carry out an order on this machine. :raises Failed: with the reason of a refusal; BadParameter: naming the option."""
    try:
        found: dict[str, Any] = order.here(by, **given)
    except AdminError as error:
        if error.code == "invalid":
            raise click.BadParameter(error.message, param_hint=error.pointer.lstrip("/")) from error
        raise Failed(error.message) from error
    return found


def _client(url: str) -> httpx.Client:
    token = os.environ.get(TOKEN, "")
    if not token:
        raise click.UsageError(f"set {TOKEN} to a token that 'siegelpost admin token make' has shown")
    if not re.fullmatch(r"[!-~]+", token):
        raise click.UsageError(f"{TOKEN} is no token")
    parts = httpx.URL(url)
    if parts.scheme not in ("http", "https") or not parts.host:
        raise click.UsageError(f"--url {url!r}: give an address like https://play.example")
    if parts.scheme == "http" and parts.host not in ("localhost", "127.0.0.1", "::1"):
        raise click.UsageError("--url: the token would cross the network unencrypted; give https")
    return httpx.Client(base_url=parts, headers={"Authorization": f"Bearer {token}"}, timeout=TIMEOUT)


def _ask(client: httpx.Client, order: Order, given: Mapping[str, Any]) -> dict[str, Any]:
    """Have an installation elsewhere carry out an order; an account named by its email address is looked up first."""
    named = set(re.findall(r"\{(\w+)\}", order.path))
    if "who" in named and "@" in given["who"]:
        found = _send(client, "POST", "/v1/admin/accounts/find", {"who": given["who"], "why": given.get("why", "")})
        given = {**given, "who": found["id"]}
    path = order.path.format(**{name: _in_path(str(given[name])) for name in named})
    rest = {name: value for name, value in given.items() if name not in named and value is not None}
    if order.method == "PUT" and "most" in given:
        rest["most"] = given["most"]
    return _send(client, order.method, path, rest)


def _in_path(word: str) -> str:
    if not re.fullmatch(r"[a-z0-9_-]{1,64}", word):
        raise Failed(f"{shown(word)!r} is not an id")
    return word


def _send(client: httpx.Client, method: str, path: str, given: dict[str, Any]) -> dict[str, Any]:
    try:
        asked = {"params": given} if method == "GET" else {} if method == "DELETE" else {"json": given}
        answer = client.request(method, path, **asked)  # type: ignore[arg-type]
    except httpx.HTTPError as error:
        raise NoServer(f"no answer: {type(error).__name__}") from error
    try:
        told: dict[str, Any] = answer.json()
    except ValueError as error:
        raise Failed(f"the answer ({answer.status_code}) is not the API's: is this its address?") from error
    if answer.is_success:
        return told
    if answer.status_code == 503:
        raise NoServer(shown(str(told.get("detail", ""))))
    if answer.status_code == 404 and "detail" in told and not told.get("errors"):
        raise Failed(f"{shown(str(told['detail']))} (or SIEGELPOST_ADMIN does not let this machine in)")
    faults = "; ".join(
        f"{one.get('pointer', one.get('parameter', ''))} {one.get('detail', '')}" for one in told.get("errors", [])
    )
    detail = str(told.get("detail", ""))
    raise Failed(shown(f"{detail.removesuffix('.')}: {faults}" if faults else detail))


def shown(words: str) -> str:
    """Return words without control characters for the terminal: they may come from a stranger's mail server."""
    return UNSEEN.sub("\N{REPLACEMENT CHARACTER}", words)

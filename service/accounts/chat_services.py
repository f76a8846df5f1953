"""Chat services that get messages in words: which there are, what an address of each is, and how one is sent.

Apprise knows how each service wants to be written to. It has far more services than we let in: some run commands, write
files or send mails. So it never chooses by itself: an address leads to the plugin that :data:`SERVICES` names for its
schema, or nowhere.

Its plugins would open connections themselves, to any host that an address names, and try a refused message again at once.
So each gets, in place of the ``requests`` module, an object that hands every request to the caller's ``send``. Outside of
:func:`deliver` that object refuses, so nothing leaves another way.

The address is a secret: whoever has it can write to the chat. No message of an error here contains it.
"""

import html
import json
import logging
import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Literal
from urllib.parse import SplitResult, unquote, urlsplit

import requests

from service.accounts.webhooks import BadTarget, Target, checked_url
from service.config.settings import WebhookTargets

LONGEST_ADDRESS = 500
MOST_REQUESTS = 8
"""The most requests for one message; Matrix needs four."""
SECRET_PART = 6
"""Characters from which on a part of an address counts as secret, when it comes back in an answer."""
MOST_SAID = 512
"""Characters of an answer that are kept."""
JOINER = "\N{WORD JOINER}"
"""An invisible sign behind an at sign or a bracket, by which no service takes a name for somebody to be called."""
Markup = Literal["plain", "markdown", "html", "angled"]
"""``angled``: what stands in angle brackets calls people, or is a link with other words."""


@dataclass(frozen=True)
class Service:
    """A service that may be written to.

    :ivar name: as operators and players write it.
    :ivar schemas: by which its addresses begin.
    :ivar plugin: module and class of the plugin, in ``apprise.plugins``.
    :ivar example: an address without its secret, for people who got it wrong.
    :ivar markup: which characters of other people's texts have to be escaped before the plugin gets them.
    :ivar own_host: whether the address names the host.
    :ivar options: what may stand behind a question mark; everything else could be a file or an address to fetch.
    :ivar changes: attributes of the plugin, such as pictures of apprise that it would add.
    :ivar added: members of the JSON that are added to what the plugin sends.
    """

    name: str
    schemas: tuple[str, ...]
    plugin: tuple[str, str]
    example: str
    markup: Markup = "plain"
    own_host: bool = False
    options: frozenset[str] = frozenset()
    changes: Mapping[str, object] = field(default_factory=dict)
    added: Mapping[str, object] = field(default_factory=dict)


SERVICES: tuple[Service, ...] = (
    Service(
        "discord",
        ("discord",),
        ("discord", "NotifyDiscord"),
        "https://discord.com/api/webhooks/… or discord://id/token",
        markup="markdown",
        options=frozenset({"thread"}),
        changes={"avatar": False},
        added={"allowed_mentions": {"parse": []}},
    ),
    Service(
        "slack",
        ("slack",),
        ("slack", "NotifySlack"),
        "https://hooks.slack.com/services/… or slack://token/channel",
        changes={"include_image": False, "include_footer": False, "include_timestamp": False},
    ),
    Service(
        "telegram",
        ("tgram",),
        ("telegram", "NotifyTelegram"),
        "tgram://bot-token/chat",
        markup="html",
        options=frozenset({"thread", "topic"}),
        changes={"detect_owner": False},
    ),
    Service(
        "ntfy",
        ("ntfy", "ntfys"),
        ("ntfy", "NotifyNtfy"),
        "ntfy://topic (on your own server: ntfys://host/topic)",
        own_host=True,
        changes={"include_image": False},
    ),
    Service(
        "matrix",
        ("matrixs",),
        ("matrix.base", "NotifyMatrix"),
        "matrixs://access-token@host/!room:host",
        own_host=True,
        changes={"discovery": False, "e2ee": False},
    ),
    Service(
        "mattermost",
        ("mmosts",),
        ("mattermost", "NotifyMattermost"),
        "mmosts://host/token",
        markup="markdown",
        own_host=True,
        changes={"include_image": False},
    ),
    Service(
        "google-chat",
        ("gchat",),
        ("google_chat", "NotifyGoogleChat"),
        "https://chat.googleapis.com/v1/spaces/… or gchat://space/key/token",
        markup="angled",
        options=frozenset({"key", "token"}),
    ),
    Service("pushover", ("pover",), ("pushover", "NotifyPushover"), "pover://user-key@token"),
    Service("gotify", ("gotifys",), ("gotify", "NotifyGotify"), "gotifys://host/token", own_host=True),
)
BY_NAME: Mapping[str, Service] = {one.name: one for one in SERVICES}
BY_SCHEMA: Mapping[str, Service] = {schema: one for one in SERVICES for schema in one.schemas}
NATIVE: Mapping[str, str] = {
    "discord.com": "discord",
    "discordapp.com": "discord",
    "hooks.slack.com": "slack",
    "chat.googleapis.com": "google-chat",
}
"""Hosts whose own addresses, as the service shows them for copying, are taken as well."""


class BadChat(ValueError):
    """An address that no message can be sent to; the error says how valid ones look."""


@dataclass(frozen=True)
class Outgoing:
    """A request that a plugin makes."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Reply:
    """The answer to it."""

    status: int
    body: bytes = b""


Send = Callable[[Outgoing], Reply]
"""Sends a request. What it raises ends the message; so does an answer that is not 2xx."""


class Refused(Exception):
    """The service did not take the message; ``status`` is None if it was never asked."""

    def __init__(self, status: int | None, said: str, wished: int = 0) -> None:
        self.status, self.said, self.wished = status, said, wished
        super().__init__(said)


class _Stop(BaseException):
    """Ends the plugin's work at an answer that is not 2xx, before it would try again; no plugin catches it."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        super().__init__(reply.status)


class _Failed(BaseException):
    """Ends the plugin's work where the caller's ``send`` raised ``error``, which the plugin would take for its own."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        super().__init__()


class _Looked(BaseException):
    """Ends the plugin's work at its first request, which is all that was to be seen."""

    def __init__(self, asked: Outgoing) -> None:
        self.asked = asked
        super().__init__()


@dataclass
class _Exchange:
    service: Service
    send: Send
    last: Reply | None = None
    count: int = 0


_exchange: ContextVar[_Exchange | None] = ContextVar("exchange", default=None)


class _Requests:
    """The replacement of a plugin's ``requests`` module: all that it uses of it, and no connections."""

    codes, exceptions = requests.codes, requests.exceptions
    RequestException, TooManyRedirects = requests.RequestException, requests.TooManyRedirects

    def request(self, method: str, url: str, **given: Any) -> requests.Response:
        """Hand a request to the exchange in progress, and return its answer if it is 2xx."""
        exchange = _exchange.get()
        if exchange is None:
            raise RuntimeError("a plugin asked for a connection outside of a message")
        for ours in ("verify", "timeout", "allow_redirects", "stream"):
            given.pop(ours, None)
        made = requests.Request(method.upper(), url, **given).prepare()
        body = made.body.encode() if isinstance(made.body, str) else made.body or b""
        if exchange.service.added:
            body = json.dumps({**json.loads(body), **exchange.service.added}).encode()
        exchange.count += 1
        if exchange.count > MOST_REQUESTS:
            raise _Stop(Reply(508))
        headers = {name: value for name, value in made.headers.items() if name.lower() != "content-length"}
        try:
            exchange.last = reply = exchange.send(Outgoing(str(made.method), str(made.url), headers, body))
        except Exception as error:
            raise _Failed(error) from error
        if not 200 <= reply.status < 300:
            raise _Stop(reply)
        answer = requests.Response()
        answer.status_code, answer.url = reply.status, str(made.url)
        answer._content = reply.body
        return answer

    def get(self, url: str, **given: Any) -> requests.Response:
        """Ask for something."""
        return self.request("GET", url, **given)

    def post(self, url: str, data: Any = None, **given: Any) -> requests.Response:
        """Send something."""
        return self.request("POST", url, data=data, **given)

    def put(self, url: str, data: Any = None, **given: Any) -> requests.Response:
        """Send something under a name of its own."""
        return self.request("PUT", url, data=data, **given)


def service_of(address: str, allowed: tuple[str, ...]) -> Service:
    """Return the service of an address. :raises BadChat: if there is none, or not here."""
    parts = _split(address)
    name = NATIVE.get(parts.hostname or "", "") if parts.scheme == "https" else ""
    found = BY_NAME.get(name) or BY_SCHEMA.get(parts.scheme)
    if found is None or found.name not in allowed:
        shown = "; ".join(BY_NAME[one].example for one in allowed)
        raise BadChat(f"must be the address of a chat at one of the services that this installation writes to: {shown}")
    return found


def checked_chat(address: str, allowed: tuple[str, ...], targets: WebhookTargets) -> tuple[Service, Target]:
    """Return the service of an address, and where messages would go; nothing is sent.

    :raises BadChat: if it is not an address of one chat at a service that is allowed.
    """
    service = service_of(address, allowed)
    plugin = _plugin(service, address)
    if len(plugin) > 1:
        raise BadChat("must name one chat, room or topic: give each its own")

    def look(asked: Outgoing) -> Reply:
        raise _Looked(asked)

    try:
        _notify(service, plugin, "?", look)
    except _Looked as looked:
        try:
            return service, checked_url(looked.asked.url.partition("#")[0], targets)
        except BadTarget as error:
            raise BadChat(f"leads to an address that {error}") from None
    raise BadChat(f"must look like {service.example}")


def deliver(address: str, text: str, send: Send) -> None:
    """Send a message to a chat, in one attempt.

    :param text: see :func:`harmless` for other people's texts in it.
    :raises Refused: when the service did not take it. :raises BadChat: when the address is no longer one.
    """
    service = service_of(address, tuple(BY_NAME))
    try:
        exchange, taken = _notify(service, _plugin(service, address), text, send)
    except _Stop as stopped:
        raise Refused(stopped.reply.status, _said(stopped.reply, address), _wished(stopped.reply)) from None
    if not taken:
        last = exchange.last
        raise Refused(None if last is None else last.status, "" if last is None else _said(last, address))


def harmless(text: str, markup: Markup) -> str:
    """Return a text by somebody else so that a service shows it as it is, and calls nobody.

    >>> harmless("A_b *c* <x> & @everyone", "markdown") == "A\\\\_b \\\\*c\\\\* \\\\<x\\\\> & @\\u2060everyone"
    True
    """
    escaped = text
    if markup == "markdown":
        escaped = re.sub(r"([\\`*_~|<>\[\]()#])", r"\\\1", text)
    elif markup == "html":
        escaped = html.escape(text, quote=False)
    elif markup == "angled":
        escaped = text.replace("<", f"<{JOINER}")
    return escaped.replace("@", f"@{JOINER}")


def _split(address: str) -> SplitResult:
    if len(address) > LONGEST_ADDRESS or not re.fullmatch(r"[\x21-\x7e]+", address):
        raise BadChat(f"must be at most {LONGEST_ADDRESS} characters, without blanks; others percent-encoded")
    try:
        return urlsplit(address)
    except ValueError:
        raise BadChat("must be the address of a chat, such as ntfy://topic") from None


@cache
def _class(module: str, plugin: str) -> Any:
    """Return the class of a service's plugin, whose module has no way to the network any more."""
    logging.getLogger("apprise").disabled = True  # it writes addresses and answers

    found = import_module(f"apprise.plugins.{module}")
    vars(found)["requests"] = _Requests()
    return getattr(found, plugin)


def _plugin(service: Service, address: str) -> Any:
    from apprise import AppriseAsset, PersistentStoreMode

    parts, kind = _split(address), _class(*service.plugin)
    native = parts.scheme == "https"
    # Apprise looks for options behind the first question mark, even within a fragment.
    asked = [one.partition("=")[0] for one in address.partition("?")[2].split("&") if one]
    if not service.options.issuperset(asked):
        allowed = ", ".join(sorted(service.options)) or "nothing"
        raise BadChat(
            f"must have {allowed} behind its question mark, and nothing else: it must look like {service.example}"
        )
    asset = AppriseAsset(
        app_id="Siegelpost",
        app_desc="Siegelpost",
        app_url="",
        image_url_mask="",
        image_url_logo="",
        storage_mode=PersistentStoreMode.MEMORY,
        secure_logging=True,
    )
    try:
        found = kind.parse_native_url(address) if native else kind.parse_url(address)
        made = None if not found else kind(**{**found, "asset": asset})
    except Exception:  # of many kinds, and their texts may repeat the address
        made = None
    # By a name and a password, or without either, a plugin for Matrix makes a login or an account for every message.
    if made is None or (service.name == "matrix" and (made.user or not made.password)):
        raise BadChat(f"must look like {service.example}")
    for name, value in {**service.changes, "request_rate_per_sec": 0}.items():
        setattr(made, name, value)
    return made


def _notify(service: Service, plugin: Any, text: str, send: Send) -> tuple[_Exchange, bool]:
    exchange = _Exchange(service, send)
    mark = _exchange.set(exchange)
    try:
        return exchange, bool(plugin.notify(body=text, title="", body_format="text"))
    except _Failed as failed:
        raise failed.error from None
    except Exception:  # of the plugin, over parts of the address that it cannot use, and their texts may repeat them
        raise BadChat(f"must look like {service.example}") from None
    finally:
        _exchange.reset(mark)


def _said(reply: Reply, address: str) -> str:
    """Return the beginning of an answer, without what may be secret of the address, as written there or as sent."""
    said, sent = reply.body.decode("utf-8", "replace"), unquote(address)
    login = sent.partition("://")[2].rpartition("@")[0]
    parts = {*re.split(r"[^A-Za-z0-9_-]", f"{address}/{sent}"), login, b64encode(login.encode()).decode()}
    for part in sorted(parts, key=len, reverse=True):
        said = said.replace(part, "…") if len(part) >= SECRET_PART else said
    return said[:MOST_SAID]


def _wished(reply: Reply) -> int:
    """Return for how long (ms) an answer asks to wait in its body, as Discord, Telegram and Matrix do."""
    try:
        said = json.loads(reply.body)
        inner = said.get("parameters", {})
        seconds = said.get("retry_after") or inner.get("retry_after") or said.get("retry_after_ms", 0) / 1000
        return max(0, min(int(seconds * 1000), 86_400_000))
    except (ValueError, TypeError, AttributeError, OverflowError):
        return 0

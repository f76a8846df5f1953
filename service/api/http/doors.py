"""Allowed hosts and origins: the host names this service answers to, and what other websites may read.

A website can point its own name at any address (DNS rebinding) and then counts as that name's origin, so the ``Host`` of
every request is compared with a list. Programs in browsers get the API and its document from any origin: they send a token
in a header, never a cookie. Pages, links of mails and the mailbox are for people and are shared with no other site.
"""

import ipaddress
import re
from functools import lru_cache
from urllib.parse import urlsplit

from flask import current_app, request
from werkzeug.datastructures import Headers
from werkzeug.exceptions import NotFound

from service.api.document.assembly import PARAMETERS
from service.api.http import rate_limits
from service.api.http.current import address, asked, context, notes
from service.api.http.problems import Problem
from service.api.http.session import session_token
from service.config.networks import network_of
from service.config.settings import LOOPBACK_NAMES, Settings

HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{0,5})?", re.IGNORECASE)
FOR_ANY_HOST = ("/health", "/ready")
"""Health checks, which are requested by address and reveal nothing useful to a rebinding website."""
SHARED = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": (
        "Deprecation, ETag, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, Request-Id, Retry-After, Sunset, "
        "WWW-Authenticate"
    ),
}
PREFLIGHT = {
    "Access-Control-Allow-Headers": ", ".join(
        sorted(["Authorization", "Content-Type", *(name for name, _ in PARAMETERS.values())])
    ),
    "Access-Control-Max-Age": "7200",
}
HSTS = {"Strict-Transport-Security": "max-age=31536000"}
METADATA_OF_RESOURCE = "/.well-known/oauth-protected-resource"
FOR_PROGRAMS = (
    "/v1",
    "/openapi.json",
    "/openapi.yaml",
    "/oauth/token",
    "/oauth/revoke",
    "/oauth/device_authorization",
    "/.well-known/oauth-authorization-server",
    METADATA_OF_RESOURCE,
)
"""Paths open to programs in browsers from any origin, besides everything under ``/v1/`` and ``/openapi/``."""
OF_OPERATORS = ("/v1/admin", "/operator")
FORWARDING = ("forwarded", "via", "x-real-ip")


def names_of(settings: Settings) -> frozenset[str]:
    """Return the names this service answers to, in lower case and without ports."""
    return _names(settings.public_url, settings.allowed_hosts)


@lru_cache(maxsize=8)
def _names(public_url: str, allowed: tuple[str, ...]) -> frozenset[str]:
    public = (urlsplit(public_url).hostname or "").lower()
    public = f"[{public}]" if ":" in public else public
    here = LOOPBACK_NAMES if public in LOOPBACK_NAMES else ()
    return frozenset({public, *here, *(name.lower() for name in allowed)} - {""})


LONGEST_ADDRESS = 8192
"""The most bytes of a request's path and query (RFC 9110 recommends supporting at least 8000 octets)."""


def check_address() -> None:
    """Refuse an address longer than any of ours; :raises Problem: uri-too-long."""
    here = asked()
    if len(here.environ.get("REQUEST_URI", "") or here.full_path) > LONGEST_ADDRESS:
        raise Problem("uri-too-long", "")


LISTS = ("HTTP_ACCEPT", "HTTP_ACCEPT_CHARSET", "HTTP_ACCEPT_ENCODING", "HTTP_ACCEPT_LANGUAGE")
LONGEST_LIST = 1_024
"""The most characters of a header that lists preferences: browsers send a tenth of that, and reading takes time."""


def shorten_lists() -> None:
    """Shorten lists of preferences longer than any browser's: anything beyond the first kilobyte is ignored."""
    environ = asked().environ
    for name in LISTS:
        if len(environ.get(name, "")) > LONGEST_LIST:
            environ[name] = environ[name][:LONGEST_LIST].rpartition(",")[0]


def count_page() -> None:
    """Count a request for a page, outside the API's operations.

    It counts for the network. Where others have used up what that may use, as they can behind the one address of a mobile
    network, whoever is signed in counts for the account instead.

    :raises Problem: too-many-requests.
    """
    here = asked()
    view = current_app.view_functions.get(here.endpoint or "")
    if hasattr(view, "_apidoc"):
        return
    try:
        rate_limits.admit(rate_limits.PER_ADDRESS, network_of(address()), rate_limits.LEAST_OF_PAGE)
    except Problem:
        token = session_token()
        if token is None:
            raise
        rate_limits.admit(rate_limits.PER_ACCOUNT, token.account, rate_limits.LEAST_OF_PAGE)


def check_host() -> None:
    """Refuse a request for a host name that is not ours; :raises Problem: wrong-host."""
    notes().misdirected = False
    here = asked()
    if here.path in FOR_ANY_HOST:
        return
    said = HOST.fullmatch(here.headers.get("Host", ""))
    if said is None or said.group(1).lower().rstrip(".") not in names_of(context().settings):
        notes().misdirected = True
        raise Problem(
            "wrong-host",
            "the Host of the request is not a name of this service: use the address of SIEGELPOST_PUBLIC_URL; its operator adds "
            "other names to SIEGELPOST_ALLOWED_HOSTS",
        )


def sharing() -> dict[str, str]:
    """Return the headers that tell browsers which other sites may read this answer."""
    here = asked()
    if notes().get("misdirected", True) or not _is_for_programs(here.path):
        return {"Cross-Origin-Resource-Policy": "same-origin"}
    allowed = PREFLIGHT if here.method == "OPTIONS" else {}
    return {**SHARED, **allowed, "Cross-Origin-Resource-Policy": "cross-origin"}


def is_for_operators(path: str) -> bool:
    """Return whether a path is of the operators' API or pages, which no other website may read."""
    return path in OF_OPERATORS or path.startswith(tuple(f"{one}/" for one in OF_OPERATORS))


def check_operator() -> None:
    """Behave as if there were no operators' API and pages where it is not set up or not allowed; :raises NotFound:

    A proxy on this machine that does not say for whom it asks, as one that sends ``Forwarded`` alone, is not let in as
    somebody on this machine.
    """
    if not is_for_operators(asked().path):
        return
    unnamed = _peer_is_here() and _is_passed_on() and "X-Forwarded-For" not in request.headers
    if unnamed or not context().settings.admin.trusts_client(address()):
        raise NotFound


def _is_for_programs(path: str) -> bool:
    return not is_for_operators(path) and (path.startswith(("/v1/", "/openapi/")) or path in FOR_PROGRAMS)


def lead_to_login(headers: Headers) -> None:
    """Tell programs in a challenge how to get a token (RFC 9728); operators make theirs at the command line."""
    said = headers.get("WWW-Authenticate")
    if said is not None and not is_for_operators(asked().path):
        there = f"{context().settings.public_url}{METADATA_OF_RESOURCE}"
        headers["WWW-Authenticate"] = f'{said}, resource_metadata="{there}"'


def transport() -> dict[str, str]:
    """Return the header that keeps browsers with https, where people reach this service by it."""
    return HSTS if context().settings.public_url.startswith("https://") else {}


def is_from_this_machine() -> bool:
    """Return whether the request was sent on this machine and came through no proxy."""
    return _peer_is_here() and not _is_passed_on()


def _peer_is_here() -> bool:
    try:
        peer = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return False
    mapped = peer.ipv4_mapped if isinstance(peer, ipaddress.IPv6Address) else None
    return (mapped or peer).is_loopback


def _is_passed_on() -> bool:
    names = {name.lower() for name in request.headers.keys()}  # noqa: SIM118  iterating gives pairs
    return any(name in FORWARDING or name.startswith("x-forwarded") for name in names)

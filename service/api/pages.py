"""Pages for people: the page for programmers, unsubscribe links, documentation. Not part of the API's document.

Links in mails are opened by scanners before any person sees them, so a GET shows a page with a button and does nothing;
the button's POST acts.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr
from importlib.resources import files
from typing import Any

import flask_smorest
from flask import Blueprint, Flask, Response, current_app, render_template, request

from service.accounts import mail_preferences
from service.api import document, etags, head_log, mailbox, sign_in, tokens_page, webhooks_page
from service.api.blueprint import admit
from service.api.current import context
from service.api.document import RELEASE
from service.api.oauth import consent, devices, endpoints
from service.api.problems import KINDS, Problem
from service.api.web import assets
from service.api.web import pages as web

PLAIN = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
SWAGGER = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
"""Swagger UI styles its elements inline; scripts come from here and nowhere else."""
PUBLIC = {"Cache-Control": "public, max-age=300"}
ASSETS = {
    "swagger-ui.css": ("flask_swagger_ui", "dist", "text/css"),
    "swagger-ui-bundle.js": ("flask_swagger_ui", "dist", "text/javascript"),
    "favicon-32x32.png": ("flask_swagger_ui", "dist", "image/png"),
    "start.js": ("service.api", "static", "text/javascript"),
    "style.css": ("service.api", "static", "text/css"),
}
"""Files of the documentation, shipped with it: it works without a network."""

_writing = threading.Lock()


@dataclass(frozen=True)
class Published:
    """A document as it is sent: plain, compressed by gzip, and what tells it from others."""

    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, plain: bytes) -> Published:
        """Return a document ready to be sent."""
        return cls(plain, gzip.compress(plain, mtime=0), etags.tag_of(hashlib.sha256(plain).hexdigest()))


blp = Blueprint("pages", __name__)


def register(app: Flask, api: flask_smorest.Api) -> None:
    """Add the pages; the document is written once, when it is first asked for."""
    for one in (
        blp,
        web.blp,
        assets.blp,
        sign_in.blp,
        tokens_page.blp,
        webhooks_page.blp,
        endpoints.blp,
        consent.blp,
        devices.blp,
    ):
        app.register_blueprint(one)
    app.register_blueprint(mailbox.blp)
    app.register_blueprint(head_log.tiles)
    app.extensions["siegelpost-api"] = api


def page(template: str, status: int = 200, policy: str = PLAIN, **facts: Any) -> Response:
    """Return a page that loads nothing from elsewhere."""
    text = render_template(template, **facts)
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "same-origin"}
    return Response(text, status, headers, content_type="text/html; charset=utf-8")


@blp.get("/developers")
def front() -> Response:
    """Say where programs, and who writes them, go on."""
    return page("front.html", mailbox=context().settings.dev_mailbox is not None)


@blp.get("/unsubscribe/<link>")
def unsubscribe_page(link: str) -> Response:
    """Show buttons that stop mails; looking does nothing."""
    scope = mail_preferences.unsubscribe_scope(context(), link)
    return page("unsubscribe.html", link=link, stops="match" if scope is None else scope[2])


@blp.post("/unsubscribe/<link>")
def unsubscribe(link: str) -> Response:
    """Stop mails about a match (also one-click, RFC 8058), or all of them."""
    admit(None, optional=True, remembered=True)
    everything = request.form.get("mails") == "all"
    stopped = mail_preferences.unsubscribe(context(), link, everything)
    if stopped is None:
        return page("refused.html", 404, title="This link does not work", detail="It is not one of ours, or was cut.")
    return page("unsubscribed.html", stopped=stopped)


@blp.get("/docs")
def documentation() -> Response:
    """Show the interactive documentation."""
    return page("docs.html", policy=SWAGGER)


@blp.get("/docs/<name>")
def asset(name: str) -> Response:
    """Return a file of the documentation."""
    if name not in ASSETS:
        raise Problem("not-found", "")
    package, folder, media_type = ASSETS[name]
    raw = (files(package) / folder / name).read_bytes()
    return Response(raw, headers={"Cache-Control": "public, max-age=86400"}, content_type=media_type)


@blp.get("/openapi.json")
def openapi() -> Response:
    """Return the OpenAPI document of this release; where it is to be found as long as this release runs, says ``Link``."""
    link = f'</openapi/{RELEASE}.json>; rel="version-history"'
    return _published(_document(), {**PUBLIC, "Link": link})


@blp.get("/openapi/<release>.json")
def openapi_of(release: str) -> Response:
    """Return the document of a release, if it is the one that runs here."""
    if release != RELEASE:
        raise Problem("not-found", f"this installation runs release {RELEASE}: see /openapi/{RELEASE}.json")
    return _published(_document(), PUBLIC)


def _document() -> Published:
    with _writing:  # it takes a second: many who ask first must not all write it
        written: Published | None = current_app.extensions.get("siegelpost-document")
        if written is None:
            text = document.text(current_app.extensions["siegelpost-api"].spec, context().settings.public_url)
            written = Published.of(text.encode("utf-8"))
            current_app.extensions["siegelpost-document"] = written
    return written


def _published(written: Published, headers: dict[str, str]) -> Response:
    headers = {**headers, "Vary": "Accept-Encoding"}
    if request.accept_encodings["gzip"]:
        tagged = etags.fresh(f"{written.tag}-gzip", **headers, **{"Content-Encoding": "gzip"})
        return Response(written.packed, headers=tagged, content_type="application/json")
    return Response(written.plain, headers=etags.fresh(written.tag, **headers), content_type="application/json")


@blp.get("/protocol")
def protocol() -> Response:
    """Return the sealed-move protocol with its vectors."""
    text = (files("service.api") / "protocol.md").read_text(encoding="utf-8")
    return Response(text, headers=PUBLIC, content_type="text/markdown; charset=utf-8")


@blp.get("/problems")
def problem_list() -> Response:
    """List all refusals."""
    return page("problems.html", kinds=KINDS)


@blp.get("/problems/<code>")
def problem_page(code: str) -> Response:
    """Say what a refusal means and what to do next."""
    if code not in KINDS:
        raise Problem("not-found", "there is no such kind of problem: see /problems")
    return page("problems.html", kinds={code: KINDS[code]})


@blp.get("/.well-known/api-catalog")
def api_catalog() -> Response:
    """Say where the API and its description are (RFC 9727)."""
    base = context().settings.public_url
    entry = {
        "anchor": f"{base}/v1",
        "service-desc": [{"href": f"{base}/openapi.json", "type": "application/json"}],
        "service-doc": [{"href": f"{base}/docs", "type": "text/html"}],
        "status": [{"href": f"{base}/ready", "type": "application/json"}],
    }
    profile = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
    return Response(json.dumps({"linkset": [entry]}), headers=PUBLIC, content_type=profile)


@blp.get("/.well-known/security.txt")
def security_txt() -> Response:
    """Say where to report a vulnerability (RFC 9116)."""
    settings = context().settings
    expires = (datetime.now(UTC) + timedelta(days=180)).strftime("%Y-%m-%dT00:00:00Z")
    lines = [
        f"Contact: mailto:{parseaddr(settings.mail_from)[1]}",
        f"Expires: {expires}",
        "Preferred-Languages: en, de",
        f"Canonical: {settings.public_url}/.well-known/security.txt",
    ]
    return Response("\n".join(lines) + "\n", headers=PUBLIC, content_type="text/plain; charset=utf-8")

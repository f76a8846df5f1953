"""Refusals for people: a browser that opens a page and is refused shows words in its language, not a problem document.

Whoever asks for JSON, or for anything, gets the document (RFC 9457), and so does everybody below the paths of the API: only a
browser prefers ``text/html`` there, and there it is the document that is wanted. The page says what can be done, and reads
nothing from the store, which may be what is away.
"""

from http import HTTPStatus

from flask import Response, g, request
from werkzeug.datastructures import MIMEAccept

from service.accounts.access.work import WorkNeeded
from service.api.http.current import request_id
from service.api.http.problems import MEDIA_TYPE
from service.api.http.session import PROOF
from service.api.pages import account_page
from service.processes.starting import StillStarting

PROGRAMS = ("/v1", "/oauth/", "/openapi", "/tile/", "/checkpoint", "/health", "/ready", "/.well-known/", "/metrics")
"""Paths below which only programs are expected, and operators, who want to read there what is wrong."""
WORDS = {
    HTTPStatus.BAD_REQUEST: "wrong",
    HTTPStatus.UNAUTHORIZED: "closed",
    HTTPStatus.FORBIDDEN: "closed",
    HTTPStatus.NOT_FOUND: "missing",
    HTTPStatus.METHOD_NOT_ALLOWED: "form",
    HTTPStatus.GONE: "missing",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "large",
    HTTPStatus.TOO_MANY_REQUESTS: "many",
    HTTPStatus.SERVICE_UNAVAILABLE: "away",
}
"""The texts for refusals by status; other statuses mean that the server failed or did not understand the browser."""
AGAIN = ("many", "away", "starting", "broken")
REFRESH = "3"
"""Seconds after which a browser reloads the page with the progress of the start."""


def for_people(response: Response) -> Response:
    """Return the page instead of the document, if a person's browser has asked; otherwise the answer unchanged."""
    if response.mimetype != MEDIA_TYPE or not prefers_pages(request.accept_mimetypes, request.path):
        return response
    work: WorkNeeded | None = g.get("work")
    if work is not None:
        return _work_page(work, response.status_code)
    said = WORDS.get(HTTPStatus(response.status_code), "broken" if response.status_code >= 500 else "wrong")
    starting: StillStarting | None = g.get("starting")
    if starting is not None:
        said = "starting"
    wait = response.headers.get("Retry-After", "")
    page = account_page.page(
        "refused.html",
        account_page.spoken(),
        response.status_code,
        said=said,
        number=request_id(),
        minutes=-(-int(wait) // 60) if wait.isdigit() and int(wait) > 60 else 0,
        again=said in AGAIN and request.method == "GET",
        loaded=None if starting is None else starting.loaded,
    )
    if starting is not None and request.method == "GET":
        page.headers["Refresh"] = REFRESH
    for name in ("Retry-After", "Allow", "WWW-Authenticate"):
        if name in response.headers:
            page.headers[name] = response.headers[name]
    page.headers["Vary"] = "Accept, Accept-Language, Cookie"
    page.headers["Cache-Control"] = "no-store"
    return page


def _work_page(work: WorkNeeded, status: int) -> Response:
    """Return the page whose script does the work and sends the form again."""
    return account_page.page(
        "work.html",
        account_page.spoken(),
        status,
        scripts=True,
        work=work,
        way=request.path,
        fields=[one for one in request.form.items() if one[0] != PROOF],
        minutes=max(1, -(-(work.retry_after or 0) // 60)),
    )


def prefers_pages(wants: MIMEAccept, path: str) -> bool:
    """Return whether a request for this path, accepting these media types, comes from a person's browser at one of our
    pages."""
    prefers = wants["text/html"] > max(wants["application/json"], wants[MEDIA_TYPE])
    return prefers and not f"{path}/".startswith(PROGRAMS)

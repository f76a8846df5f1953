"""One HTTP conversation with a Siegelpost server: strict parsing, bounded retries, and nothing twice that must happen once.

Requests that may be repeated safely (GET, PUT, DELETE, and POST because each carries an ``Idempotency-Key``) are tried
again after a lost connection and after 429 and 503, waiting as long as the server's ``Retry-After`` asks, within a limit.
Every refusal becomes :class:`Refused` with the server's problem document (RFC 9457).
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urljoin, urlsplit

import requests
from requests.auth import AuthBase

from service.no_redirects import NoRedirects

PATIENCE = 60.0
"""How long one call may go on retrying, in seconds."""
CONNECT_TIMEOUT, READ_TIMEOUT = 10.0, 30.0
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 8.0
RETRIED = (429, 502, 503, 504)
LONGEST_ANSWER = 64 << 20
"""No export of a match is nearly as long; a server that sends more is broken."""


class Unreachable(Exception):
    """The server did not answer, or kept asking to come back later; the message names it and the remedy."""


class Refused(Exception):
    """The server said no. ``type`` is the problem's stable URI, ``errors`` have JSON pointers where it knows them."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.type = str(problem.get("type", "about:blank"))
        self.title = str(problem.get("title", f"HTTP {status}"))
        self.detail = str(problem.get("detail", ""))
        self.errors: list[dict[str, Any]] = [one for one in problem.get("errors", []) if isinstance(one, dict)]
        self.problem = dict(problem)
        super().__init__(self._sentence())

    @property
    def code(self) -> str:
        """The last part of the problem's type, such as ``conflict``."""
        return self.type.rstrip("/").rsplit("/", 1)[-1].rsplit("#", 1)[-1].rsplit(":", 1)[-1]

    def _sentence(self) -> str:
        said = f"{self.title}: {self.detail}" if self.detail else self.title
        wrongs = [f"{_place(one)}: {one.get('detail', '')}".strip(": ") for one in self.errors]
        return (
            said if not wrongs else f"{said} ({'; '.join(one for one in wrongs if one not in said)})".replace(" ()", "")
        )


@dataclass(frozen=True)
class Answer:
    """A successful answer. ``body`` are the bytes as received, ``links`` the ``Link`` header by relation."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    links: Mapping[str, str] = field(default_factory=dict)

    def header(self, name: str) -> str | None:
        """Return a header, whatever the case of its name."""
        return next((value for key, value in self.headers.items() if key.lower() == name.lower()), None)

    def json(self) -> Any:
        """Return the body as JSON; :raises Unreachable: when it is something else (a proxy's page)."""
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise Unreachable("the server answered with something that is not JSON: is this a Siegelpost?") from error


class _Bearer(AuthBase):
    """Sends the token; as an auth object, so that a ``.netrc`` entry for the host cannot replace it."""

    def __init__(self, token: str | None) -> None:
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._token:
            request.headers["Authorization"] = f"Bearer {self._token}"
        return request


class Transport:
    """Calls one server. ``sleep`` and ``clock`` are there for tests of the waiting itself."""

    def __init__(
        self,
        server: str,
        token: str | None = None,
        *,
        patience: float | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.server = server.rstrip("/")
        self.token = token
        self.has_token = bool(token)
        self._session = NoRedirects()
        self._session.auth = _Bearer(token)
        self._session.headers["User-Agent"] = "siegelpost-cli"
        self._patience = PATIENCE if patience is None else patience
        self._sleep, self._clock = sleep, clock

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def call(
        self,
        method: str,
        path: str,
        *,
        content: Any = None,
        form: Mapping[str, str] | None = None,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        wait: int = 0,
    ) -> Answer:
        """Send a request and return the answer; ``content`` is sent as JSON, or as the JSON text that it is already.

        ``form`` is sent as a form, ``wait`` is how many seconds the server may hold the request open.

        :raises Refused: for a problem document. :raises Unreachable: when nothing came in time.
        """
        sent = {"Accept": "application/json, */*;q=0.5", **(headers or {})}
        if isinstance(content, bytes):
            sent["Content-Type"] = "application/json"
        if method == "POST":
            sent.setdefault("Idempotency-Key", secrets.token_hex(16))
        url = self._url(path)
        until = self._clock() + self._patience
        pause = FIRST_PAUSE
        while True:
            answer = self._once(method, url, content, form, params, sent, wait)
            if isinstance(answer, Answer) and answer.status not in RETRIED:
                return self._judged(answer)
            asked = retry_after(answer.headers) if isinstance(answer, Answer) else None
            delay = pause if asked is None else asked
            if self._clock() + delay > until:
                if isinstance(answer, Answer):
                    raise self._gave_up(answer, asked)
                raise Unreachable(f"{self.server} does not answer ({answer}): is it running, is the address right?")
            self._sleep(delay)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _url(self, path: str) -> str:
        """Return the whole address; the token goes to this server only, whatever a link says."""
        url = urljoin(self.server + "/", path)
        if urlsplit(url)[:2] != urlsplit(self.server)[:2]:
            raise Unreachable(f"the server sent a link to another server: {url}")
        return url

    def _once(
        self,
        method: str,
        url: str,
        content: Any,
        form: Mapping[str, str] | None,
        params: Mapping[str, Any] | None,
        headers: Mapping[str, str],
        wait: int,
    ) -> Answer | str:
        try:
            response = self._session.request(
                method,
                url,
                data=content if isinstance(content, bytes) else form,
                json=None if isinstance(content, bytes) else content,
                params=params,
                headers=headers,
                allow_redirects=False,
                stream=True,
                timeout=(CONNECT_TIMEOUT, READ_TIMEOUT + wait),
            )
            body = _limited(response)
        except (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError) as error:
            return type(error).__name__
        except requests.RequestException as error:
            raise Unreachable(f"{url}: {error}") from error
        links = {name: str(link["url"]) for name, link in response.links.items()}
        return Answer(response.status_code, dict(response.headers), body, links)

    def _judged(self, answer: Answer) -> Answer:
        if answer.status < 300 or answer.status == 304:
            return answer
        raise Refused(answer.status, problem_of(answer))

    def _gave_up(self, answer: Answer, asked: float | None) -> Exception:
        later = "later" if asked is None else f"in {round(asked)} s"
        said = problem_of(answer).get("detail") or problem_of(answer).get("title") or f"HTTP {answer.status}"
        return Unreachable(f"{self.server} asks to come back {later}: {said}")


def _limited(response: requests.Response) -> bytes:
    body = bytearray()
    with response:
        for piece in response.iter_content(1 << 16):
            body += piece
            if len(body) > LONGEST_ANSWER:
                raise Unreachable(f"{response.url} answers without end: is this a Siegelpost?")
    return bytes(body)


def _place(error: Mapping[str, Any]) -> str:
    return str(error.get("pointer") or error.get("parameter") or error.get("header") or "")


def problem_of(answer: Answer) -> dict[str, Any]:
    """Return the problem document of an answer, or one made of its status."""
    try:
        problem = answer.json()
    except Unreachable:
        problem = None
    return problem if isinstance(problem, dict) else {"title": f"HTTP {answer.status}", "status": answer.status}


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds ``Retry-After`` asks for, in either of its forms, or ``None``.

    >>> retry_after({"Retry-After": "3"})
    3.0
    """
    text = next((value for name, value in headers.items() if name.lower() == "retry-after"), "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())

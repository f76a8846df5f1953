"""What a browser lets a program from another website do, as the Fetch standard says (https://fetch.spec.whatwg.org, 4.8-4.10).

The browser itself is not here (it is in ``tests/browser``). Its rules are, to the letter of the
standard, over a socket to a running server: which requests are sent without asking (CORS-safelisted), what a preflight
asks, which of its answers let the request go, and what of an answer the program may read.
"""

import http.client
from collections.abc import Mapping
from dataclasses import dataclass, field

SAFE_METHODS = ("GET", "HEAD", "POST")
"""CORS-safelisted methods."""
SAFE_HEADERS = ("accept", "accept-language", "content-language", "content-type")
"""CORS-safelisted request headers, ``Content-Type`` only with these types."""
SAFE_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
READABLE = ("cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma")
"""CORS-safelisted response headers."""


class NetworkError(Exception):
    """All that a program is told when the browser does not let it: the message is for the reader of a failed test."""


@dataclass(frozen=True)
class Answer:
    """What a program may read: status, body, and those headers that are safelisted or exposed, in lower case."""

    status: int
    body: bytes
    headers: Mapping[str, str]


@dataclass
class Page:
    """A program in a page of another origin. ``sent`` lists what went over the wire, preflights too."""

    port: int
    origin: str = "https://client.example"
    credentials: bool = False
    """Whether it asks with the visitor's cookies (credentials mode "include")."""
    sent: list[str] = field(default_factory=list)

    def fetch(self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b"") -> Answer:
        """Send a request as ``fetch(url, {mode: "cors"})`` does; :raises NetworkError: where the browser forbids it."""
        given = {name.lower(): value for name, value in (headers or {}).items()}
        unsafe = sorted(name for name, value in given.items() if not _is_safe(name, value))
        if method not in SAFE_METHODS or unsafe:
            self._preflight(method, path, unsafe)
        status, told, text = self._send(method, path, {**given, "origin": self.origin}, body)
        self._check(told)
        if 300 <= status < 400 and "location" in told:
            raise NetworkError("redirected")  # nothing here redirects: a program could not follow it with a token
        exposed = _names(told.get("access-control-expose-headers", ""))
        seen = {
            name: value
            for name, value in told.items()
            if name in READABLE or name in exposed or ("*" in exposed and not self.credentials)
        }
        return Answer(status, text, seen)

    def _preflight(self, method: str, path: str, unsafe: list[str]) -> None:
        asked = {"origin": self.origin, "accept": "*/*", "access-control-request-method": method}
        if unsafe:
            asked["access-control-request-headers"] = ",".join(unsafe)
        status, told, _ = self._send("OPTIONS", path, asked, b"")
        self._check(told)
        if not 200 <= status < 300:
            raise NetworkError(f"the preflight was answered {status}")
        methods = [one.strip() for one in told.get("access-control-allow-methods", "").split(",")]
        if method not in methods and method not in SAFE_METHODS and ("*" not in methods or self.credentials):
            raise NetworkError(f"{method} is not among {methods}")
        names = _names(told.get("access-control-allow-headers", ""))
        for name in unsafe:
            wild = "*" in names and not self.credentials and name != "authorization"
            if name not in names and not wild:
                raise NetworkError(f"{name} is not among {sorted(names)}")

    def _check(self, told: Mapping[str, str]) -> None:
        """The CORS check (4.10)."""
        allowed = told.get("access-control-allow-origin")
        if allowed is None:
            raise NetworkError("no origin is allowed")
        if not self.credentials and allowed == "*":
            return
        if allowed != self.origin:
            raise NetworkError(f"{allowed} is allowed, this is {self.origin}")
        if self.credentials and told.get("access-control-allow-credentials") != "true":
            raise NetworkError("credentials are not allowed")

    def _send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        self.sent.append(f"{method} {path}")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body=body or None, headers=dict(headers))
            answer = connection.getresponse()
            told: dict[str, str] = {}
            for name, value in answer.getheaders():  # a header given twice is one value, with a comma
                told[name.lower()] = f"{told[name.lower()]}, {value}" if name.lower() in told else value
            return answer.status, told, answer.read()
        finally:
            connection.close()


def _is_safe(name: str, value: str) -> bool:
    if name == "content-type":
        return value.partition(";")[0].strip().lower() in SAFE_TYPES
    return name in SAFE_HEADERS


def _names(text: str) -> set[str]:
    return {one.strip().lower() for one in text.split(",") if one.strip()}

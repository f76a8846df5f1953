"""The wire protocol without any I/O: requests, answers, refusals, and when to retry.

:func:`conversation` is the one place that decides about retries. It is a generator that asks for requests to be sent and for
pauses; :mod:`siegelpost_client.client` does both, blocking or with ``asyncio``.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import count
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote, urljoin, urlsplit

T = TypeVar("T")
Reading = Literal["json", "text", "bytes", "nothing"]

PATIENCE = 60.0
"""How long one call may go on retrying, in seconds."""
FIRST_PATIENCE = 2.0
"""The same for a server that has never answered: its address is more often wrong than it is just starting."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 8.0
RETRIED = (429, 502, 503, 504)
MOST_REMEMBERED, LARGEST_REMEMBERED = 64, 1 << 20
"""How many answers with an entity tag a client remembers, and up to which size in bytes."""
PROOF = "Proof-Of-Work"
WORK_ROUNDS = 1_000
MOST_WORK = 18
"""Zero bits, for which a processor takes about a minute."""
LONGEST_ANSWER = 64 << 20
"""No export of a match is nearly as long; a server that sends more is broken."""


class SiegelpostError(Exception):
    """Whatever this client raises of its own."""


class Unreachable(SiegelpostError):
    """The server did not answer, or kept asking to come back later; the message names it and the remedy."""


class NoStream(Unreachable):
    """The server answers, but not with a stream: ask it in long polls."""


class Refused(SiegelpostError):
    """The server said no. ``type`` is the problem's stable URI, ``errors`` have JSON pointers where it knows them.

    Where tokens are given out, it says why in the members of OAuth (RFC 6749, section 5.2).
    """

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.type = str(problem.get("type", "about:blank"))
        self.title = str(problem.get("title") or problem.get("error") or f"HTTP {status}")
        self.detail = str(problem.get("detail") or problem.get("error_description") or "")
        errors = problem.get("errors")
        self.errors: list[dict[str, Any]] = [
            one for one in (errors if isinstance(errors, list) else []) if isinstance(one, dict)
        ]
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
class Ask(Generic[T]):
    """One call of an operation; ``T`` is what its answer is read as.

    ``query`` and ``headers`` may hold ``None``, which is not sent; of a sequence in ``query``, each one is sent as a parameter
    of that name. ``body`` is JSON, or JSON text as bytes; ``form`` is sent as a form instead. ``wait``: seconds for which the
    server may hold the request.
    """

    method: str
    path: str
    query: Mapping[str, str | int | Sequence[str] | None] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: object = None
    form: Mapping[str, str] | None = None
    reading: Reading = "json"
    wait: int = 0


@dataclass(frozen=True)
class Request:
    """To be sent once. ``timeout`` is for reading, in seconds."""

    method: str
    url: str
    query: Mapping[str, str | int | Sequence[str]]
    headers: Mapping[str, str]
    content: bytes | None
    form: Mapping[str, str] | None
    timeout: float


@dataclass(frozen=True)
class Pause:
    """To be slept, in seconds."""

    seconds: float


@dataclass(frozen=True)
class Work:
    """To be computed: the proof of work that a server under a flood asks for, beginning with so many zero bits."""

    text: str
    bits: int

    def proof(self) -> str:
        """Return what ``Proof-Of-Work`` brings; takes a processor for a second, or several."""
        for number in count():
            digest = hashlib.pbkdf2_hmac("sha256", self.text.encode(), str(number).encode(), WORK_ROUNDS)
            if 256 - int.from_bytes(digest).bit_length() >= self.bits:
                return f"{self.text}.{number}"
        raise AssertionError("numbers do not end")


@dataclass(frozen=True)
class Lost:
    """Nothing came back; ``reason`` names the fault of the connection."""

    reason: str


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
        except (ValueError, RecursionError) as error:
            raise Unreachable("the server answered with something that is not JSON: is this a Siegelpost?") from error

    def read(self, reading: Reading) -> Any:
        """Return the body as an operation describes it."""
        if reading == "nothing":
            return None
        if reading == "bytes":
            return self.body
        return self.json() if reading == "json" else self.body.decode("utf-8", "replace")


READ_TIMEOUT = 30.0


class Server:
    """A server as a client knows it: whether it has ever answered, and its latest answers that have an entity tag."""

    def __init__(self, address: str) -> None:
        self.address, self.spoken = address.rstrip("/"), False
        self._remembered: dict[str, tuple[str, Answer]] = {}
        self._lock = threading.Lock()

    def answer(self, request: Request) -> tuple[str, Answer] | None:
        """Return the answer to the same request that is remembered, with its entity tag."""
        return self._remembered.get(_name(request))

    def current(self, request: Request, answer: Answer, remembered: tuple[str, Answer] | None) -> Answer:
        """Return the answer that is current: for 304 the one whose tag was sent. An answer with a tag is remembered."""
        if answer.status == 304 and remembered is not None:
            return remembered[1]
        tag = answer.header("ETag")
        if answer.status == 200 and tag and len(answer.body) <= LARGEST_REMEMBERED:
            with self._lock:
                self._remembered.pop(_name(request), None)
                self._remembered[_name(request)] = tag, answer
                if len(self._remembered) > MOST_REMEMBERED:
                    del self._remembered[next(iter(self._remembered))]
        return answer


def conversation(
    known: Server, token: str | None, ask: Ask[Any], *, agent: str, patience: float, clock: Callable[[], float]
) -> Generator[Request | Pause | Work, Answer | Lost | str | None, Answer]:
    """Yield what to send, how long to pause and what to prove; return the answer that counts.

    Everything is tried again after a lost connection and after 429, 502, 503 and 504, as long as ``Retry-After`` asks and within
    ``patience`` seconds: GET, PUT and DELETE by their nature, POST because each carries an ``Idempotency-Key``. A server that
    has never answered is given up after :data:`FIRST_PATIENCE`.

    A GET that does not wait says by ``If-None-Match`` which answer is remembered.

    :raises Refused: for a problem document. :raises Unreachable: when nothing came in time.
    """
    server = known.address
    request = request_of(server, token, ask, agent)
    revisits = ask.method == "GET" and not ask.wait and "If-None-Match" not in request.headers
    remembered = known.answer(request) if revisits else None
    headers = request.headers if remembered is None else {**request.headers, "If-None-Match": remembered[0]}
    asking = replace(request, headers=headers)
    start, pause = clock(), FIRST_PAUSE
    while True:
        answer = yield asking
        known.spoken = known.spoken or isinstance(answer, Answer)
        until = start + (patience if known.spoken else min(patience, FIRST_PATIENCE))
        if isinstance(answer, Answer) and answer.status not in RETRIED:
            if answer.status < 300 or answer.status == 304:
                return known.current(request, answer, remembered) if revisits else answer
            raise Refused(answer.status, problem_of(answer))
        work = _work_in(answer) if isinstance(answer, Answer) and PROOF not in asking.headers else None
        if work is not None:
            proof = yield work
            asking = replace(asking, headers={**asking.headers, PROOF: str(proof)})
            continue
        asked = retry_after(answer.headers) if isinstance(answer, Answer) else None
        delay = pause if asked is None else asked
        if clock() + delay > until:
            if isinstance(answer, Answer):
                raise _gave_up(server, answer, asked)
            reason = answer.reason if isinstance(answer, Lost) else ""
            raise Unreachable(f"{server} does not answer ({reason}): is it running, is the address right?")
        yield Pause(delay)
        pause = min(pause * 2, LONGEST_PAUSE)


def _name(request: Request) -> str:
    told = [request.headers.get(name) for name in ("Accept", "Authorization")]
    return f"{request.url} {sorted(request.query.items(), key=str)} {told}"


def _work_in(answer: Answer) -> Work | None:
    """Return the work that a refusal asks for, ``None`` if it asks for none, or for more than a minute's."""
    found = problem_of(answer).get("challenge")
    text, bits = (found.get("text"), found.get("bits")) if isinstance(found, dict) else (None, None)
    return Work(text, bits) if isinstance(text, str) and isinstance(bits, int) and bits <= MOST_WORK else None


def request_of(server: str, token: str | None, ask: Ask[Any], agent: str) -> Request:
    """Return what a call sends."""
    headers = {"Accept": "application/json, */*;q=0.5", "User-Agent": agent}
    headers |= {name: value for name, value in ask.headers.items() if value is not None}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if ask.method == "POST":
        headers.setdefault("Idempotency-Key", secrets.token_hex(16))
    content = None
    if ask.body is not None:
        headers["Content-Type"] = "application/json"
        content = ask.body if isinstance(ask.body, bytes) else json.dumps(ask.body, separators=(",", ":")).encode()
    query = {name: value for name, value in ask.query.items() if value is not None}
    url = address(server, ask.path)
    return Request(ask.method, url, query, headers, content, ask.form, READ_TIMEOUT + max(ask.wait, _preferred(ask)))


def _preferred(ask: Ask[Any]) -> int:
    """Return the seconds for which ``Prefer: wait`` lets the server hold a request."""
    found = re.search(r"\bwait=([0-9]{1,3})\b", ask.headers.get("Prefer") or "")
    return 0 if found is None else int(found[1])


def address(server: str, path: str) -> str:
    """Return the whole address; the token goes to this server only, whatever a link says."""
    url = urljoin(server + "/", path)
    if urlsplit(url)[:2] != urlsplit(server)[:2]:
        raise Unreachable(f"the server sent a link to another server: {url}")
    return url


def segment(value: object) -> str:
    """Return a value as one segment of a path: a decision's id may hold a slash."""
    return quote(str(value), safe="")


def problem_of(answer: Answer) -> dict[str, Any]:
    """Return the problem document of an answer, or one made of its status."""
    try:
        problem = answer.json()
    except Unreachable:
        problem = None
    return problem if isinstance(problem, dict) else {"title": f"HTTP {answer.status}", "status": answer.status}


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds ``Retry-After`` asks for, in either of its forms, which may have a fraction, or ``None``.

    >>> retry_after({"Retry-After": "3"}), retry_after({"retry-after": "1.5"})
    (3.0, 1.5)
    """
    text = next((value for name, value in headers.items() if name.lower() == "retry-after"), "").strip()
    if re.fullmatch(r"[0-9]{1,12}(?:\.[0-9]{0,12})?", text):
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def _gave_up(server: str, answer: Answer, asked: float | None) -> Unreachable:
    later = "later" if asked is None else f"in {round(asked)} s"
    said = problem_of(answer).get("detail") or problem_of(answer).get("title") or f"HTTP {answer.status}"
    return Unreachable(f"{server} asks to come back {later}: {said}")


def _place(error: Mapping[str, Any]) -> str:
    return str(error.get("pointer") or error.get("parameter") or error.get("header") or "")


__all__ = ["Answer", "Ask", "NoStream", "Refused", "SiegelpostError", "Unreachable", "retry_after"]

"""Requests that wait for something to happen: a long poll answers once, a stream goes on.

Waiting costs no thread. A handler that finds nothing new says so with :func:`until_news`; the server keeps the connection
aside (:mod:`service.serve.http.held`), and when the bell rings for one of the names, or the time is up, has the same request
answered again from the start: token, revocation and what the caller may see are judged anew each time. A stream is such
requests in a row, each for what follows the last event. On a server that cannot keep connections aside, as in many tests, a
poll waits in its thread, and there are no streams.

The places of a process are limited, so that nobody takes all of them. A place is counted for the account and for the network
that asks. Accounts that ask from this machine share no network: there may be a proxy on it.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, NoReturn

from flask import Response, current_app, g, request
from werkzeug.exceptions import HTTPException

from service.api.http.current import Caller, asked, caller, notes
from service.api.http.problems import Problem
from service.config.networks import is_this_machine, network_of
from service.context import Context
from service.processes.bell import Listener
from service.store import keys

PER_ACCOUNT = 16
"""The most waiting requests and streams of one account (:attr:`service.api.http.current.Caller.counted_as`)."""
PER_NETWORK = 128
"""The most of one network, for all accounts; behind a trusted proxy that is the client's network."""
MOST = 128
"""The most altogether: each costs a connection and some kilobytes."""
AGAIN = "5"
"""``Retry-After`` for a request without a free place."""


@dataclass(frozen=True)
class Limits:
    """The most places for one account, for one network, and in total."""

    account: int = PER_ACCOUNT
    network: int = PER_NETWORK
    all: int = MOST


class Place:
    """A taken place, released only once even if released repeatedly."""

    def __init__(self, places: Places, parts: tuple[str, ...]) -> None:
        self._places, self._parts = places, parts

    def release(self) -> None:
        """Release the place."""
        parts, self._parts = self._parts, ()
        self._places.give_back(parts)


class Places:
    """The places of one process. Thread-safe."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, asking: Caller) -> Place:
        """Return a place; :raises Problem: too-many-waiting, no-place-to-wait."""
        wanted = {"all": self.limits.all}
        who = asking.counted_as
        if who is not None:
            wanted[who] = self.limits.account
        if who is None or not is_this_machine(asking.address):
            wanted[f"network {network_of(asking.address)}"] = self.limits.network
        with self._lock:
            for part, limit in reversed(wanted.items()):
                if self._taken[part] >= limit:
                    raise _refusal(part, limit)
            self._taken.update(wanted.keys())
        return Place(self, tuple(wanted))

    def give_back(self, parts: tuple[str, ...]) -> None:
        """Mark places as free."""
        with self._lock:
            for part in parts:
                self._taken[part] -= 1
                if not self._taken[part]:
                    del self._taken[part]

    def taken(self) -> int:
        """Return how many places are taken."""
        with self._lock:
            return self._taken["all"]


def _refusal(part: str, limit: int) -> Problem:
    after = {"Retry-After": AGAIN}
    if part == "all":
        return Problem("no-place-to-wait", "", headers=after)
    whose = "a network" if part.startswith("network") else "an account"
    return Problem("too-many-waiting", f"{whose} may have {limit} requests waiting at a time", headers=after)


HOLD = "siegelpost.hold"
"""The member of a request's environment with the server's offer to keep its connection aside."""
BEHIND = "siegelpost.behind"
"""The member of a request's environment that is true if it may not wait: others follow on its connection, or the server
ends."""
HELD = "siegelpost.held"
"""The member of the environment of a request answered again: what it waited for."""
ASKED = "asked"
"""The result of :meth:`Source.ends` for a replay that a worker has not made yet."""
GOOD = "good"
"""The result of :meth:`Source.ends` for a token that is neither revoked nor expired."""
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.2
"""Seconds between two looks of a poll that waits in its thread."""

Media = Literal["text/event-stream", "application/x-ndjson"]


class Item(NamedTuple):
    """One event of a stream: its id, after which the stream can be resumed, and its content."""

    id: str
    said: dict[str, Any]


class Batch(NamedTuple):
    """The result of a stream's look; ``more`` if there is more at once. ``ends``: see :class:`Held`."""

    items: list[Item]
    cursor: str
    more: bool
    ends: Mapping[str, str]


@dataclass(frozen=True)
class Stream:
    """A stream from ``cursor`` on. ``query`` makes the query for a look, ``read`` parses its answer."""

    media: Media
    cursor: str
    query: Callable[[str], str]
    read: Callable[[dict[str, Any], str], Batch]


class Source:
    """The source from which waiting requests learn of something new."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def listen(self, heard: Callable[[list[str]], None], missed: Callable[[], None]) -> Listener:
        """Hear the bell from now on."""
        return Listener(self._context.settings.queue_url, heard, missed)

    def ends(self, names: Sequence[str]) -> dict[str, str]:
        """Return where feeds (of accounts) and logs (of matches) end now, as texts that change when they grow.

        Of tokens, :data:`GOOD` or an empty text; of replays, :data:`ASKED` or an empty text.

        :raises StoreUnavailable: when the store does not answer.
        """
        accounts = [one for one in names if keys.ACCOUNT.fullmatch(one)]
        matches = [one for one in names if keys.MATCH.fullmatch(one)]
        tokens = [one for one in names if keys.TOKEN.fullmatch(one)]
        replays = [one for one in names if one.startswith(keys.STORE)]
        asked = self._context.store.work_requested(replays)
        feeds = self._context.store.feed_ends(accounts)
        logs = map(str, self._context.store.log_lengths(matches))
        good = self._context.store.good_tokens(tokens)
        return {
            **dict(zip(accounts, feeds, strict=True)),
            **dict(zip(matches, logs, strict=True)),
            **{one: GOOD if one in good else "" for one in tokens},
            **{one: ASKED if is_asked else "" for one, is_asked in zip(replays, asked, strict=True)},
        }


@dataclass(frozen=True)
class Held:
    """A request that waits, and what it waits for.

    ``names``: accounts, matches and replays for which the bell rings. ``ends``: where they ended when the handler looked;
    rings since ``since`` count. ``deadline``: when the caller wants an answer in any case. Times in seconds on the monotonic
    clock. ``token``: the caller's, empty without one; when it is good no more, that is worth a look as well.
    """

    names: tuple[str, ...]
    ends: Mapping[str, str]
    since: float
    deadline: float
    place: Place
    source: Source
    stream: Stream | None = None
    token: str = ""

    @property
    def seen(self) -> dict[str, str]:
        """The caller's knowledge in the form of :meth:`Source.ends`: any difference deserves a look."""
        return {**self.ends, **({self.token: GOOD} if self.token else {})}


@dataclass
class Waiting:
    """The parts of an app that serve waiting requests."""

    source: Source
    places: Places = field(default_factory=Places)


class Later(HTTPException):
    """Ends this pass of a request, whose connection is kept aside. Hooks do not see the result, and it is not sent."""

    code = 200

    def get_response(self, *_: Any, **__: Any) -> Response:
        """Return a head without a body."""
        return Response(iter(()))


class _Streaming(Later):
    def __init__(self, media: Media, headers: Mapping[str, str]) -> None:
        super().__init__()
        self._media, self._headers = media, headers

    def get_response(self, *_: Any, **__: Any) -> Response:
        headers = {**self._headers, "X-Accel-Buffering": "no"}  # nginx passes events on as they come
        return Response(iter(()), headers=headers, content_type=self._media)


def until_news(ends: Mapping[str, str], seconds: float, *, names: Sequence[str] = ()) -> bool:
    """Wait until the feed or log of one of these has grown, or a replay has been made; return whether to look again, or
    ``False`` when the time is up.

    Where the server keeps connections aside, this ends the present pass of the request, which must not have done anything.
    There, a request that others follow on its connection is answered at once: it would take a thread from those that work.

    :param ends: the accounts, matches and replays, with where they ended when the caller looked.
    :param names: others for which a ring is worth a look.
    :raises Problem: too-many-waiting, no-place-to-wait.
    """
    before: Held | None = request.environ.get(HELD)
    if before is not None:
        if before.deadline > time.monotonic():
            _keep_aside(replace(before, names=(*ends, *names), ends=ends))
        return False
    if request.environ.get(BEHIND):
        return False
    held = _held(ends, names, seconds)
    if HOLD in request.environ:
        _keep_aside(held)
    deadline = g.setdefault("waits_until", held.deadline)
    try:
        pause = FIRST_PAUSE
        while held.source.ends(list(ends)) == dict(ends):
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(pause, left))
            pause = min(pause * 1.5, LONGEST_PAUSE)
        return True
    finally:
        held.place.release()


def stream(made: Stream, name: str, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with a stream of events of an account or a match, if :func:`wanted_media` says so.

    :raises Problem: too-many-waiting, no-place-to-wait.
    """
    if request.method == "HEAD":
        return Response(headers=headers, content_type=made.media)
    request.environ[HOLD](replace(_held({name: ""}, (), 0), stream=made))
    raise _Streaming(made.media, headers or {})


def wanted_media() -> Media | None:
    """Return the kind of stream that the caller prefers, or None for JSON, also if the server cannot stream."""
    if HOLD not in request.environ:
        return None
    found = request.accept_mimetypes.best_match(
        ["application/json", "text/event-stream", "application/x-ndjson"], "application/json"
    )
    return None if found == "application/json" else found  # type: ignore[return-value]  # one of the list


def seen(name: str) -> str | None:
    """Return where a feed or log ended when this request began to wait, or None if it has not waited."""
    before: Held | None = request.environ.get(HELD)
    return None if before is None else before.ends.get(name)


def is_look_again() -> bool:
    """Return whether this request has already been counted and has waited since."""
    return HELD in asked().environ


def is_kept_aside() -> bool:
    """Return whether this pass of the request has no answer, because its connection is kept aside."""
    return bool(notes().get("kept_aside"))


def _keep_aside(held: Held) -> NoReturn:
    request.environ[HOLD](held)
    notes().kept_aside = True
    raise Later


def _held(ends: Mapping[str, str], names: Sequence[str], seconds: float) -> Held:
    waiting: Waiting = current_app.extensions["siegelpost-waiting"]
    now = time.monotonic()
    return Held(
        names=(*ends, *names),
        ends=ends,
        since=now,
        deadline=now + seconds,
        place=waiting.places.take(caller()),
        source=waiting.source,
        token=caller().token_id or "",
    )

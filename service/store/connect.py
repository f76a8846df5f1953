"""The connection to Redis: time-outs, retries where they are safe, one error for "not now".

Nothing here is retried blindly. A script may run a second time after a lost reply only when running it twice has the
effect of running it once; each caller says so with ``again``.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NotRequired, Self, TypeVar, get_origin, get_type_hints

import redis
from redis.backoff import NoBackoff
from redis.exceptions import (
    ClusterDownError,
    MasterDownError,
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as NoAnswer
from redis.retry import Retry

from service.metrics.counts import ROLE
from service.store.scripts import Call

Answer = TypeVar("Answer")
Command = tuple[str | bytes | int, ...]

PAUSES = (0.02, 0.1, 0.3)
"""Seconds between attempts. Short: a restarting store is better told to the client (503) than waited for."""

PASSING = re.compile(r"\b(OOM|MISCONF|READONLY|BUSY|NOREPLICAS|CLOCK)\b")
CLOCK = "CLOCK "
"""How scripts refuse to write while the time is not trusted (:mod:`service.store.heartbeat`)."""
PASSING_KINDS = (OutOfMemoryError, ReadOnlyError, MasterDownError, ClusterDownError, TryAgainError, NoPermissionError)
"""Refusals that are the server's state, not our mistake: the client library names some and drops their word."""


WHILE_SOMEBODY_WAITS = 2.0
"""Seconds of patience with the store where a client waits for the answer."""

DURABLE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "maxmemory-policy": "noeviction",
    "no-appendfsync-on-rewrite": "no",
}
"""The settings that keep acknowledged writes from being lost on this machine."""


log = logging.getLogger("siegelpost.store")


class StoreUnavailable(RuntimeError):
    """The store cannot answer now. Nothing is known of the write that was attempted: repeat it, repeating is safe."""

    retry_after = 2
    """Seconds a client should wait."""


class TimeNotTrusted(StoreUnavailable):
    """Nothing is written now because the clock stands still, or the operator has halted the service; the text says which."""


class Unreadable(RuntimeError):
    """A stored record that cannot be read: garbage, a missing part, another format, a wrong type in Redis.

    ``what`` names the record (``match <id>``, ``account <id>``), ``why`` the kind of the fault; neither repeats what is
    stored, which may be secret. Waiting does not help: somebody has to look at it.
    """

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what} cannot be read: {why}")
        self.what = what
        self.why = why


class HalfStep(Unreadable):
    """A crash of the store tore a step of this match in two; it is parked until the operator has dealt with it.

    ``torn`` says in words what does not agree.
    """

    def __init__(self, match: str, torn: str) -> None:
        super().__init__(f"match {match}", f"it stands in the middle of a step that a crash tore ({torn})")
        self.torn = torn


READING = (ValueError, KeyError, TypeError, AttributeError, IndexError)
"""What code that takes a stored record apart raises when the record is not what it should be."""
ROTTEN = re.compile(r"\b(WRONGTYPE|user_script)\b")
"""Refusals that are the fault of what is stored: a key of another type, or a script that stumbled over a value."""


def members(shape: type) -> frozenset[str]:
    """Return the members that every record of a typed dictionary has.

    Its own ``__required_keys__`` does not know: annotations that are evaluated late hide ``NotRequired`` from it.
    """
    hints = get_type_hints(shape, include_extras=True)
    return frozenset(name for name, hint in hints.items() if get_origin(hint) is not NotRequired)


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Take a stored record apart; :raises Unreadable: naming it, when it is not what it should be."""
    try:
        yield
    except READING as error:
        raise Unreadable(what, type(error).__name__) from error


class Client:
    """One Redis and how the store's modules talk to it. Thread-safe: each call takes a connection of its own."""

    def __init__(self, connection: redis.Redis, patience: float | None = None) -> None:
        self._redis = connection
        self._patience = patience
        self._away = False
        self._execute: Callable[..., Any] = connection.execute_command

    @classmethod
    def connect(cls, url: str, *, timeout: float = 5.0, patience: float | None = None) -> Self:
        """Return a store on ``unix:///path`` or ``redis://host:port/db``; the first call opens a connection.

        :param timeout: seconds to wait for an answer.
        :param patience: seconds after which nothing is tried again; ``None``: as often as may help.
        """
        least = timeout if patience is None else min(timeout, patience)
        connection = redis.Redis.from_url(
            url, socket_timeout=least, socket_connect_timeout=min(2.0, least), retry=Retry(NoBackoff(), 0), protocol=2
        )
        return cls(connection, patience)

    def close(self) -> None:
        """Close all connections."""
        self._redis.close()
        self._redis.connection_pool.disconnect()

    def now(self) -> int:
        """Return the store's clock in milliseconds since 1970: the one clock all deadlines are read from."""
        seconds, micros = self._ask(("TIME",))
        return int(seconds) * 1000 + int(micros) // 1000

    def memory(self) -> int:
        """Return how many bytes of memory the server uses."""
        told = self._ask(("INFO", "memory"))
        used = (
            told["used_memory"]
            if isinstance(told, dict)
            else dict(line.split(":", 1) for line in text(told).split() if ":" in line)["used_memory"]
        )
        return int(used)

    def check_durability(self) -> list[str]:
        """Return what endangers acknowledged writes, as sentences; empty when all is well."""
        problems = []
        for name, wanted in DURABLE.items():
            try:
                answer = self._ask(("CONFIG", "GET", name))
            except ResponseError:
                return ["the server does not allow CONFIG GET: its durability is unverified"]
            found = _setting(answer, name)
            if found != wanted:
                problems.append(f"{name} is {found or 'unknown'}: set it to {wanted}")
        return problems + self._check_writing()

    def _check_writing(self) -> list[str]:
        """Return what the server says of its file. That it cut the file while loading, no server says (see README)."""
        told = self._ask(("INFO", "persistence"))
        facts = (
            told if isinstance(told, dict) else dict(line.split(":", 1) for line in text(told).split() if ":" in line)
        )
        failed = str(facts.get("aof_last_write_status", "ok")) != "ok"
        return (
            ["the server's last write to its append-only file failed: look at its log and its disk"] if failed else []
        )

    def _ask(self, command: Command) -> Any:
        """Run one plain command that is safe to repeat."""
        return self._attempt(lambda: self._execute(*command))

    def _ask_many(self, commands: Sequence[Command]) -> list[Any]:
        """Run plain commands that are safe to repeat in one round trip; they are not atomic together."""
        return self._attempt(lambda: self._pipeline(commands)) if commands else []

    def _run(self, call: Call, *, again: bool = True, tells: Callable[[Any], bool] = lambda _: True) -> Any:
        """Run a script in one round trip.

        :param again: running it twice has the effect of running it once, so a lost reply may be asked for again.
        :param tells: whether a reply to a repetition also tells what became of the try whose reply was lost.
        :raises StoreUnavailable: when there is no answer, or none that tells.
        """
        return self._attempt(lambda: self._evaluate(call), again=again, tells=tells)

    def _run_many(self, calls: Sequence[Call]) -> list[Any]:
        """Run scripts that are safe to repeat in one round trip; each is atomic by itself."""
        return self._attempt(lambda: self._evaluate_many(calls)) if calls else []

    def _run_each(self, calls: Sequence[Call], what: Sequence[str], *, again: bool = True) -> list[Any | Unreadable]:
        """Run scripts in one round trip like :meth:`_run_many`; a rotten record costs only its own reply.

        :param what: the record that each call is about.
        :return: the replies; in place of one that is the fault of what is stored, an :class:`Unreadable`.
        """
        if not calls:
            return []
        replies = self._attempt(lambda: self._evaluate_many(calls, each=True), again=again)
        return [
            Unreadable(name, _kind(reply)) if isinstance(reply, ResponseError) else reply
            for name, reply in zip(what, replies, strict=True)
        ]

    def _ask_each(self, commands: Sequence[Command], what: Sequence[str]) -> list[Any | Unreadable]:
        """Run plain commands in one round trip like :meth:`_ask_many`; a rotten record costs only its own reply."""
        if not commands:
            return []
        replies = self._attempt(lambda: self._pipeline(commands, each=True))
        return [
            Unreadable(name, _kind(reply)) if isinstance(reply, ResponseError) else reply
            for name, reply in zip(what, replies, strict=True)
        ]

    def _attempt(
        self, action: Callable[[], Answer], *, again: bool = True, tells: Callable[[Answer], bool] = lambda _: True
    ) -> Answer:
        begun = time.perf_counter()
        lost = False
        until = None if self._patience is None else time.monotonic() + self._patience
        for pause in (*PAUSES, None) if again else (None,):
            try:
                answer = action()
                if self._away:
                    self._away = False
                    log.info("the store answers again")
                if lost and not tells(answer):
                    raise StoreUnavailable("an earlier try got no answer, and this one does not tell its fate")
                ROLE.round_trip.observe(time.perf_counter() - begun)
                return answer
            except (NotConnected, NoAnswer, ResponseError) as error:
                if isinstance(error, ResponseError) and not _passing(error):
                    if ROTTEN.search(str(error)):
                        raise Unreadable("a record", _kind(error)) from error
                    raise
                if pause is None or (until is not None and time.monotonic() + pause >= until):
                    ROLE.failure.inc()
                    if str(error).startswith(CLOCK):
                        raise TimeNotTrusted(str(error).removeprefix(CLOCK)) from error
                    if not self._away:
                        # One line for an outage, however many ask meanwhile, and one when it is over.
                        self._away = True
                        log.warning("the store does not answer: %s", type(error).__name__)
                    raise StoreUnavailable(f"the store does not answer: {type(error).__name__}") from error
                lost = lost or not isinstance(error, ResponseError)
            time.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def _evaluate(self, call: Call) -> Any:
        try:
            return self._execute(*call.command())
        except NoScriptError:
            # The server forgot its scripts (restart, SCRIPT FLUSH); sending the text makes it remember.
            return self._execute(*call.command(by_text=True))

    def _evaluate_many(self, calls: Sequence[Call], *, each: bool = False) -> list[Any]:
        answers = self._pipeline([call.command() for call in calls], each=each)
        missing = [i for i, answer in enumerate(answers) if isinstance(answer, NoScriptError)]
        for i, answer in zip(
            missing, self._pipeline([calls[i].command(by_text=True) for i in missing], each=each), strict=True
        ):
            answers[i] = answer
        return answers

    def _pipeline(self, commands: Sequence[Command], *, each: bool = False) -> list[Any]:
        with self._redis.pipeline(transaction=False) as pipeline:
            queue: Callable[..., Any] = pipeline.execute_command
            for command in commands:
                queue(*command)
            answers: list[Any] = pipeline.execute(raise_on_error=False)
        for answer in answers:
            if isinstance(answer, RedisError) and not isinstance(answer, NoScriptError):
                if each and isinstance(answer, ResponseError) and not _passing(answer) and ROTTEN.search(str(answer)):
                    continue
                raise answer
        return answers


def _passing(error: ResponseError) -> bool:
    return isinstance(error, PASSING_KINDS) or PASSING.search(str(error)) is not None


def _kind(error: Exception) -> str:
    """Return what is wrong, in one word: the server's own text may repeat what is stored."""
    return "wrong type" if "WRONGTYPE" in str(error) else "a value of another form"


def text(value: bytes | str) -> str:
    """Return a reply as text."""
    return value.decode("utf-8") if isinstance(value, bytes) else value


def texts(what: str, fields: Mapping[bytes, bytes]) -> dict[str, str]:
    """Return a hash as text; :raises Unreadable: naming the record, when its bytes are none."""
    with reading(what):
        return {text(name): text(value) for name, value in fields.items()}


def pairs(reply: Sequence[bytes]) -> dict[str, str]:
    """Return a flat reply of fields and values as a dictionary."""
    return {text(reply[i]): text(reply[i + 1]) for i in range(0, len(reply), 2)}


def _setting(answer: Any, name: str) -> str | None:
    if isinstance(answer, dict):
        value = answer.get(name, answer.get(name.encode()))
        return None if value is None else text(value)
    return pairs(answer).get(name)

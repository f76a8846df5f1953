"""The connection to Redis: time-outs, retries where they are safe, the meaning of error replies, one error for "not
now".

Nothing here is retried blindly. A script may run a second time after a lost reply only when running it twice has the
effect of running it once; each caller says so with ``again``.

A trace of a round trip shows its commands or scripts and whether an answer came, but never keys or values.
"""

import logging
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, Self, TypeVar

import redis
from redis.exceptions import (
    AskError,
    BusyLoadingError,
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

from service.store import Away, HalfStep, StoreUnavailable, TimeNotTrusted, Unreadable, keys
from service.store.connection.addresses import parse
from service.store.connection.cluster import Cluster
from service.store.connection.durability import HALF_RESTORED, SILENT, Lasting, dangers_of, facts_of, wasteful
from service.store.connection.one import ALONE, NotReplicated, One, Servers, client_of, milliseconds
from service.store.connection.scripts import ALL, Call, Command
from service.telemetry import tracing
from service.telemetry.counts import ROLE

SEVERAL = "PIPELINE"
"""The name for a round trip with several kinds of commands."""

_SCRIPTS = {name: script.name for script in ALL for name in (script.sha, script.text)}


def traced(commands: Sequence[Command], send: Callable[[], list[Any]]) -> list[Any]:
    """Send commands and return the replies, with errors in their places; in a trace they are a span of their own."""
    if not tracing.carried():
        return send()
    names = {_called(command) for command in commands}
    name = names.pop() if len(names) == 1 else SEVERAL
    facts: dict[str, tracing.Fact] = {"db.system.name": "redis", "db.operation.name": name}
    if len(commands) > 1:
        facts["db.operation.batch.size"] = len(commands)
    with tracing.span(f"store {name}", "client", facts=facts) as span:
        replies = send()
        # A server that does not know a script yet is sent its text: that is no failure.
        refused = next(
            (one for one in replies if isinstance(one, Exception) and not isinstance(one, NoScriptError)), None
        )
        if refused is not None:
            span.fail(type(refused).__name__)
        return replies


def _called(command: Command) -> str:
    """Return the name of a command, or of the script that it runs."""
    called = str(command[0])
    return _SCRIPTS.get(str(command[1]), called) if called in ("EVALSHA", "EVAL") else called


PASSING = re.compile(r"\b(OOM|MISCONF|READONLY|BUSY|NOREPLICAS|CLUSTERDOWN|CLOCK)\b")
CLOCK = "CLOCK "
"""The beginning of an error by which scripts refuse to write while the time is not trusted
(:mod:`service.store.installation.heartbeat`)."""
PASSING_KINDS = (
    OutOfMemoryError,
    ReadOnlyError,
    MasterDownError,
    ClusterDownError,
    TryAgainError,
    AskError,
    NoPermissionError,
)
"""Refusals caused by the server's state and not by our mistake: the client library has classes for some and drops their
code word."""
ROTTEN = re.compile(r"\b(WRONGTYPE|user_script)\b")
"""Refusals caused by the stored data: a key of another type, or a script that failed on a value."""


def raised(reply: Any) -> Any:
    """Return a reply; :raises RedisError: if it is an error."""
    if isinstance(reply, RedisError):
        raise reply
    return reply


def check(answers: Sequence[Any], *, each: bool, partly: bool) -> None:
    """Raise errors among replies, except where they are allowed.

    :param each: allow errors for single corrupt records.
    :param partly: allow errors for parts of the store that are away.
    :raises RedisError: otherwise; preferably one after which the effect is unknown.
    """
    errors = [one for one in answers if isinstance(one, RedisError) and not isinstance(one, NoScriptError)]
    if each:
        errors = [
            one for one in errors
            if not isinstance(one, ResponseError) or is_passing(one) or ROTTEN.search(str(one)) is None
        ]  # fmt: skip
    if partly:
        errors = [one for one in errors if not is_away(one)]
    for error in sorted(errors, key=lambda one: isinstance(one, ResponseError)):
        raise error


def is_away(error: Exception) -> bool:
    """Return whether an error means that a server is away, or that no server has this part of a cluster now."""
    if isinstance(error, ResponseError):
        return isinstance(error, (ClusterDownError, TryAgainError, AskError, ReadOnlyError, MasterDownError))
    return isinstance(error, (NotConnected, NoAnswer, BusyLoadingError)) and not isinstance(error, NotReplicated)


def named(what: str, reply: Any) -> Any:
    """Return a reply, or for an error its meaning."""
    if not isinstance(reply, RedisError):
        return reply
    return Away(f"{what}: {type(reply).__name__}") if is_away(reply) else Unreadable(what, kind(reply))


def is_passing(error: ResponseError) -> bool:
    """Return whether a refusal comes from the server's state, so that trying again may help."""
    return isinstance(error, PASSING_KINDS) or PASSING.search(str(error)) is not None


def kind(error: Exception) -> str:
    """Return the kind of an error in one word: the server's own text may repeat stored data."""
    return "wrong type" if "WRONGTYPE" in str(error) else "a value of another form"


Answer = TypeVar("Answer")

PAUSES = (0.02, 0.1, 0.3)
"""Seconds between attempts. They are short: for a restarting store, telling the client (503) is better than waiting."""


CONNECTIONS = 1_000
"""The most connections to one server, more than any process has threads: the client library's own limit of 100 would
refuse some when the store is slow."""
WHILE_SOMEBODY_WAITS = 2.0
"""Seconds to wait for the store while a client waits for the answer."""


log = logging.getLogger("siegelpost.store")


class Place(NamedTuple):
    """Position in a walk through all keys: the current server, and its cursor."""

    server: str = ""
    cursor: int = 0


class Client:
    """The servers of a store, and how its modules talk to them. Thread-safe: each call takes its own connection."""

    def __init__(
        self, connection: redis.Redis | Servers, patience: float | None = None, *, replicas: int = 0, here: bool = False
    ) -> None:
        self._servers: Servers = One(connection, replicas) if isinstance(connection, redis.Redis) else connection
        self._patience = patience
        self._replicas = replicas
        self._here = here
        self._lasting = Lasting()
        self._away = False
        self._shut: Callable[[], StoreUnavailable | None] | None = None

    @classmethod
    def connect(cls, url: str, *, timeout: float = 5.0, patience: float | None = None, replicas: int = 0) -> Self:
        """Return a store at an address (:mod:`service.store.connection.addresses`); the first call opens a connection.

        :param timeout: seconds to wait for an answer.
        :param patience: seconds after which nothing is retried, or None to retry as often as may help.
        :param replicas: the replicas that must have a write before it is acknowledged.
        :raises BadAddress: for a malformed address.
        """
        least = timeout if patience is None else min(timeout, patience)
        address = parse(url)
        # Without a name: to tell its version, redis-py would read its own package's description again for each connection.
        limits = {"socket_timeout": least, "socket_connect_timeout": min(2.0, least), "driver_info": None}
        here = address.url.startswith("unix:")
        options: dict[str, Any] = {"max_connections": CONNECTIONS, **limits}
        servers: Servers = (
            Cluster(address, **options) if address.kind == "cluster" else One(client_of(url, **options), replicas)
        )
        return cls(servers, patience, replicas=replicas, here=here)

    def close(self) -> None:
        """Close all connections."""
        self._servers.close()

    def shut(self, why: Callable[[], StoreUnavailable | None]) -> None:
        """Until :meth:`open`, have each request raise the exception that ``why`` returns, if it returns one."""
        self._shut = why

    def open(self) -> None:
        """Ask the servers from now on."""
        self._shut = None

    def now(self) -> int:
        """Return the store's clock in milliseconds since 1970: the one clock by which all deadlines are judged.

        For a cluster it is the clock of one server; a match is always judged by the clock of its own server.
        """

        def ask() -> int:
            reply: Any = NotConnected("there is no server")
            for name in self._servers.names():
                reply = self._servers.ask(name, ("TIME",))
                if not isinstance(reply, Exception):
                    return milliseconds(reply)
            raise reply

        return self._attempt(ask)

    def earliest_now(self) -> int:
        """Return the time of the server whose clock is furthest behind (ms)."""
        names = self._attempt(self._servers.names)
        return min(milliseconds(self._ask_at(name, ("TIME",))) for name in names)

    def memory(self) -> tuple[int, float]:
        """Return how many bytes of memory the servers use, and how full the fullest is, from 0 to 1.

        A server without a limit of its own has all the memory of its machine.
        """
        found = list(self._info("memory").values())
        limits = [int(facts.get("maxmemory") or 0) or int(facts.get("total_system_memory") or 0) for facts in found]
        used = [int(facts["used_memory"]) for facts in found]
        return sum(used), max((one / limit for one, limit in zip(used, limits, strict=True) if limit), default=0.0)

    def file_size(self) -> int:
        """Return the total size of the servers' append-only files in bytes; 0 if there are none."""
        return sum(int(facts.get("aof_current_size", 0)) for facts in self._info("persistence").values())

    def check_durability(self) -> list[str]:
        """Return the dangers to acknowledged writes, as sentences; empty when all is well."""
        dangers: list[str] = []
        names = self._attempt(self._servers.names)
        for name in names:
            try:
                found = self._dangers_of(name)
            except StoreUnavailable:
                if len(names) == 1:
                    raise
                found = [f"the server {SILENT}: what it keeps stands still"]
            dangers += found if name == ALONE else [f"{name}: {one}" for one in found]
        if not any(SILENT in one for one in dangers) and self._ask(("EXISTS", keys.half_restored())):
            dangers.append(HALF_RESTORED)
        if dangers and len(names) > 1 and all(SILENT in one for one in dangers) and len(dangers) == len(names):
            raise StoreUnavailable("no server of the cluster answers")
        return dangers

    def spare_replicas(self) -> int | None:
        """Return how many more replicas may be lost before no write is acknowledged; None if none are needed, or if there
        are several servers."""
        if not self._replicas or not self._servers.alone:
            return None
        facts = self._info("replication")[ALONE]
        keep_up = int(facts.get("min_slaves_good_slaves", facts.get("connected_slaves", 0)))
        return max(0, keep_up - self._replicas)

    def check_memory_settings(self) -> list[str]:
        """Return the settings that waste the servers' memory, as sentences; servers that are away are skipped."""
        found = []
        for name in self._attempt(self._servers.names):
            with suppress(StoreUnavailable):
                said = wasteful(partial(self._ask_at, name))
                if said is not None:
                    found.append(said if name == ALONE else f"{name}: {said}")
        return found

    def _dangers_of(self, name: str) -> list[str]:
        return dangers_of(lambda command: self._ask_at(name, command), name, self._replicas, here=self._here)

    def _info(self, section: str) -> dict[str, dict[str, Any]]:
        return {name: facts_of(self._ask_at(name, ("INFO", section))) for name in self._attempt(self._servers.names)}

    def _ask_at(self, name: str, command: Command) -> Any:
        """Ask one server something that is safe to repeat."""

        def ask() -> Any:
            return raised(self._servers.ask(name, command))

        return self._attempt(ask)

    def _scan(self, place: Place, pattern: str, count: int) -> tuple[Place | None, list[bytes]]:
        """Return some of the keys of all servers, and where to continue (None after the last).

        Begin with ``Place()``. Keys that exist during the whole walk are found at least once, unless they change
        servers.
        """
        names = sorted(self._attempt(self._servers.names))
        name = next((one for one in names if one >= place.server), names[0])
        cursor = place.cursor if name == place.server else 0
        cursor, found = self._ask_at(name, ("SCAN", cursor, "MATCH", pattern, "COUNT", count))
        if int(cursor):
            return Place(name, int(cursor)), found
        following = next((one for one in names if one > name), None)
        return None if following is None else Place(following), found

    def _ask(self, command: Command) -> Any:
        """Run one plain command that is safe to repeat."""
        return self._attempt(lambda: self._execute(*command))

    def _ask_many(self, commands: Sequence[Command]) -> list[Any]:
        """Run plain commands that are safe to repeat in one round trip; they are not atomic together."""
        return self._attempt(lambda: self._pipeline(commands)) if commands else []

    def _run(self, call: Call, *, again: bool = True, tells: Callable[[Any], bool] = lambda _: True) -> Any:
        """Run a script in one round trip.

        :param again: whether running it twice has the effect of running it once, so that it may be repeated after a lost reply.
        :param tells: returns whether the reply to a retry also reveals the result of the first attempt.
        :raises StoreUnavailable: when there is no reply, or none that reveals it.
        """
        return self._attempt(lambda: self._evaluate(call), again=again, tells=tells)

    def _make_last(self, lengths: Mapping[str, int]) -> None:
        """Wait until these matches are on as many replicas as the installation requires, before anything of them is
        shown.

        :param lengths: the number of log entries read, by match.
        :raises StoreUnavailable: when replicas do not confirm it.
        """
        unsure = self._lasting.unsure(lengths) if self._replicas else []
        if unsure:
            self._ask_many([("SET", keys.mark_beside(keys.match(match)), 1) for match in unsure])
            self._lasting.confirm({match: lengths[match] for match in unsure})

    def _run_many(self, calls: Sequence[Call]) -> list[Any]:
        """Run scripts that are safe to repeat in one round trip; each is atomic by itself."""
        return self._attempt(lambda: self._evaluate_many(calls)) if calls else []

    def _run_each(self, calls: Sequence[Call], what: Sequence[str], *, again: bool = True) -> list[Any | Unreadable]:
        """Run scripts in one round trip like :meth:`_run_many`; a corrupt record affects only its own reply.

        :param what: the record of each call.
        :return: the replies, with an :class:`Unreadable` for each corrupt record.
        """
        if not calls:
            return []
        replies = self._attempt(lambda: self._evaluate_many(calls, each=True), again=again)
        return [named(name, reply) for name, reply in zip(what, replies, strict=True)]

    def _run_there(
        self, calls: Sequence[Call], what: Sequence[str], *, again: bool = True
    ) -> list[Any | Unreadable | Away]:
        """Run scripts like :meth:`_run_each`; a part of a cluster that is away affects only its own replies.

        :raises StoreUnavailable: when the one server there is does not answer.
        """
        if not calls:
            return []
        replies = self._attempt(lambda: self._evaluate_many(calls, each=True, partly=True), again=again)
        return [named(name, reply) for name, reply in zip(what, replies, strict=True)]

    def _buckets_together(self) -> list[range]:
        """Return the buckets that one script may read: all of the one server there is, single ones of a cluster."""
        return [range(keys.BUCKETS)] if self._servers.alone else [range(one, one + 1) for one in range(keys.BUCKETS)]

    def _ask_each(self, commands: Sequence[Command], what: Sequence[str]) -> list[Any | Unreadable]:
        """Run plain commands in one round trip like :meth:`_ask_many`; a corrupt record affects only its own reply."""
        if not commands:
            return []
        replies = self._attempt(lambda: self._pipeline(commands, each=True))
        return [named(name, reply) for name, reply in zip(what, replies, strict=True)]

    def _ask_there(self, commands: Sequence[Command], what: Sequence[str]) -> list[Any | Unreadable | Away]:
        """Run plain commands like :meth:`_ask_each`; a part of a cluster that is away affects only its own replies.

        :raises StoreUnavailable: when the one server there is does not answer.
        """
        if not commands:
            return []
        replies = self._attempt(lambda: self._pipeline(commands, each=True, partly=True))
        return [named(name, reply) for name, reply in zip(what, replies, strict=True)]

    def _attempt(
        self, action: Callable[[], Answer], *, again: bool = True, tells: Callable[[Answer], bool] = lambda _: True
    ) -> Answer:
        if (why := self._shut) is not None and (refusal := why()) is not None:
            raise refusal
        begun = time.perf_counter()
        lost = False
        until = None if self._patience is None else time.monotonic() + self._patience
        for pause in (*PAUSES, None) if again else (None,):
            try:
                answer = action()
                self._note(None)
                if lost and not tells(answer):
                    raise StoreUnavailable("an earlier try got no answer, and this one does not show its result")
                ROLE.round_trip.observe(time.perf_counter() - begun)
                return answer
            except (NotConnected, NoAnswer, ResponseError) as error:
                if isinstance(error, ResponseError) and not is_passing(error):
                    if ROTTEN.search(str(error)):
                        raise Unreadable("a record", kind(error)) from error
                    raise
                if pause is None or (until is not None and time.monotonic() + pause >= until):
                    ROLE.failure.inc()
                    if str(error).startswith(CLOCK):
                        raise TimeNotTrusted(str(error).removeprefix(CLOCK)) from error
                    self._note(error)
                    if isinstance(error, NotReplicated):
                        raise StoreUnavailable(f"what was written may be lost with its server: {error}") from error
                    raise StoreUnavailable(f"the store does not answer: {type(error).__name__}") from error
                lost = lost or not isinstance(error, ResponseError)
            time.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def _note(self, error: Exception | None) -> None:
        """Log one line when an outage begins, however many requests fail, and one when it ends; several servers do this
        themselves."""
        before, self._away = self._away, error is not None
        if before == self._away or not self._servers.alone:
            return
        if error is None:
            log.info("the store answers again")
        else:
            log.warning("the store does not answer: %s", type(error).__name__)

    def _execute(self, *command: str | bytes | int) -> Any:
        return raised(self._send([command])[0])

    def _send(self, commands: Sequence[Command]) -> list[Any]:
        return traced(commands, lambda: self._servers.send(commands, self._replicas))

    def _evaluate(self, call: Call) -> Any:
        try:
            return self._execute(*call.command())
        except NoScriptError:
            # The server forgot its scripts (restart, SCRIPT FLUSH); sending the text makes it remember.
            return self._execute(*call.command(by_text=True))

    def _evaluate_many(self, calls: Sequence[Call], *, each: bool = False, partly: bool = False) -> list[Any]:
        answers = self._pipeline([call.command() for call in calls], each=each, partly=partly)
        missing = [i for i, answer in enumerate(answers) if isinstance(answer, NoScriptError)]
        if missing:
            texts = [calls[i].command(by_text=True) for i in missing]
            for i, answer in zip(missing, self._pipeline(texts, each=each, partly=partly), strict=True):
                answers[i] = answer
        return answers

    def _pipeline(self, commands: Sequence[Command], *, each: bool = False, partly: bool = False) -> list[Any]:
        answers = self._send(commands)
        check(answers, each=each, partly=partly and not self._servers.alone)
        return answers


__all__ = [
    "CONNECTIONS",
    "WHILE_SOMEBODY_WAITS",
    "Away",
    "Client",
    "HalfStep",
    "Place",
    "StoreUnavailable",
    "TimeNotTrusted",
    "Unreadable",
    "traced",
]

"""Meanings of Redis error replies: it passes, a part of the store is away, or a stored record is at fault."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

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

from service.store.connection.one import NotReplicated
from service.store.errors import Away, Unreadable

PASSING = re.compile(r"\b(OOM|MISCONF|READONLY|BUSY|NOREPLICAS|CLUSTERDOWN|CLOCK)\b")
CLOCK = "CLOCK "
"""How scripts refuse to write while the time is not trusted (:mod:`service.store.installation.heartbeat`)."""
PASSING_KINDS = (
    OutOfMemoryError,
    ReadOnlyError,
    MasterDownError,
    ClusterDownError,
    TryAgainError,
    AskError,
    NoPermissionError,
)
"""Refusals that are the server's state, not our mistake: the client library names some and drops their word."""
ROTTEN = re.compile(r"\b(WRONGTYPE|user_script)\b")
"""Refusals that are the fault of what is stored: a key of another type, or a script that stumbled over a value."""


def raised(reply: Any) -> Any:
    """Return a reply; :raises RedisError: when it is one."""
    if isinstance(reply, RedisError):
        raise reply
    return reply


def check(answers: Sequence[Any], *, each: bool, partly: bool) -> None:
    """Let replies pass that are errors only where they may stand.

    :param each: of a rotten record.
    :param partly: of a part of the store that is away.
    :raises RedisError: otherwise; first of all one after which it is not known what was done.
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
    """Return whether an error means that a server is away, or that nobody has this part of a cluster now."""
    if isinstance(error, ResponseError):
        return isinstance(error, (ClusterDownError, TryAgainError, AskError, ReadOnlyError, MasterDownError))
    return isinstance(error, (NotConnected, NoAnswer, BusyLoadingError)) and not isinstance(error, NotReplicated)


def named(what: str, reply: Any) -> Any:
    """Return a reply, in place of an error what it means."""
    if not isinstance(reply, RedisError):
        return reply
    return Away(f"{what}: {type(reply).__name__}") if is_away(reply) else Unreadable(what, kind(reply))


def is_passing(error: ResponseError) -> bool:
    """Return whether a refusal is the server's state, so that trying again may help."""
    return isinstance(error, PASSING_KINDS) or PASSING.search(str(error)) is not None


def kind(error: Exception) -> str:
    """Return what is wrong, in one word: the server's own text may repeat what is stored."""
    return "wrong type" if "WRONGTYPE" in str(error) else "a value of another form"

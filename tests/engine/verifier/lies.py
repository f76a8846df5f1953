"""Lies of whoever holds the signing key about what people said and did at a table, and the verdict on what they told."""

import copy
from collections.abc import Callable
from typing import Any

from engine.protocol.canon import b64
from engine.verifier.replay import Report, verify
from service.keys.signing import verify_signature
from tests.engine.playing import MATCH, Played
from tests.engine.verifier.mutations import entries_in, told_anew

Lie = Callable[[list[Any]], None]
"""Changes entries in place."""


def judged(played: Played, export: bytes | None = None, *receipts: Any, with_keys: bool = False) -> Report:
    """Return the verdict on a match, or on another log of it; ``with_keys``: with all its receipts, and seats' keys checked."""
    return verify(
        played.export if export is None else export,
        check_signature=played.check_signature,
        public_key=b64(played.public_key),
        receipts=played.receipts if with_keys else receipts,
        check_seat=verify_signature if with_keys else None,
    )


def forged(played: Played, change: Lie) -> bytes:
    """Return the log as the owner of the key would tell it: changed, numbered, chained and signed anew."""
    return told_anew(MATCH, entries_in(played.export), change)


def find(entries: list[Any], kind: str, *, by: str | None = None, latest: bool = False) -> Any:
    """Return the first entry of a kind, or the last one, perhaps among those ``by`` somebody."""
    told = entries[::-1] if latest else entries
    return next(one for one in told if one["type"] == kind and (by is None or one["body"]["by"] == by))


def told(kind: str, member: str, value: Any, *, by: str | None = None, latest: bool = False) -> Lie:
    def change(entries: list[Any]) -> None:
        find(entries, kind, by=by, latest=latest)["body"][member] = value

    return change


def without(kind: str, *, by: str | None = None, latest: bool = False) -> Lie:
    return lambda entries: entries.remove(find(entries, kind, by=by, latest=latest))


def twice(kind: str, *, by: str | None = None) -> Lie:
    def change(entries: list[Any]) -> None:
        found = find(entries, kind, by=by)
        entries.insert(entries.index(found), copy.deepcopy(found))

    return change


def agreed(rule: str, value: Any) -> Lie:
    """The match has agreed on something else, or (``None``) on nothing of the kind."""

    def change(entries: list[Any]) -> None:
        del entries[0]["body"][rule]
        if value is not None:
            entries[0]["body"][rule] = value

    return change

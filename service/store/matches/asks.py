"""An index of players a match may be waiting for, so that the waiting list can skip idle matches.

The field ``asks`` of a match is a digest of the table and the state as they are stored, and a word for each question to a
player, separated by spaces. A word begins with the mark of an account: ``<mark>`` asks whatever it has answered,
``<mark>?<seat>:<decision>`` until it has answered; ``<mark>~<kind>`` is an optional decision of this kind, for which nobody
waits.

It may say too much, never too little: the questions themselves are found by reading the match. A step writes it together
with the table; it is ignored where a match has none, or where its digest fits another table or state (a byte is damaged).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from engine.match.asking import asks_everybody, questions
from engine.match.table import Standing, Table
from service.store import keys
from service.store.connection.connect import Client
from service.store.connection.scripts import QUIET, Call
from service.store.errors import Unreadable

AT_ONCE = 1_000
"""Matches looked at in one round trip."""


class Asks(Client):
    """Look up which matches may ask an account something."""

    def may_ask(self, account: str, matches: Sequence[str], kinds: Sequence[str]) -> list[str]:
        """Return which of these matches have to be read to know what they ask an account, in the order given.

        All others are there, whole and readable, and ask it nothing.

        :param kinds: of optional decisions, those by which somebody is asked something.
        """
        asking: set[str] = set()
        for start in range(0, len(matches), AT_ONCE):
            some = matches[start : start + AT_ONCE]
            asking.update(set(some) - self._quiet(account, some, kinds))
        return [one for one in matches if one in asking]

    def _quiet(self, account: str, matches: Sequence[str], kinds: Sequence[str]) -> set[str]:
        together: dict[int, list[str]] = {}
        for match in matches:
            together.setdefault(keys.bucket_of(match), []).append(match)
        calls = [quiet_call(bucket, account, some, kinds) for bucket, some in together.items()]
        replies = self._run_each(calls, [f"matches of bucket {bucket}" for bucket in together])
        lengths: dict[str, int] = {}
        for some, reply in zip(together.values(), replies, strict=True):
            if not isinstance(reply, Unreadable):  # reading them one by one tells which it is
                lengths.update((match, n) for match, n in zip(some, reply, strict=True) if n)
        self._make_last(lengths)
        return set(lengths)


def asks_of(table: Table) -> str | None:
    """Return whom a match may ask something, as words; ``None`` when it is over."""
    if table["status"] == "closed":
        return None
    return " ".join(sorted(set(_words(table))))


def _words(table: Table) -> Iterator[str]:
    if asks_everybody(table):
        yield from (_mark(one["player"]) for one in table["seats"] if _is_account(one["player"]))
    for standing, seat in questions(table):
        player = table["seats"][seat]["player"]
        if _is_account(player) and (how := _how(standing, seat)) is not None:
            yield f"{_mark(player)}{how}"


def _how(standing: Standing, seat: int) -> str | None:
    if standing["optional"]:
        return f"~{standing['kind']}"
    if standing["phase"] == "opening":
        return "" if seat in standing["awaited"] else None
    return f"?{seat}:{standing['id']}"


def _is_account(player: str | None) -> TypeGuard[str]:
    """Return whether somebody sits there who may ask what waits: bots of the house do not."""
    return player is not None and keys.ACCOUNT.fullmatch(player) is not None


def _mark(account: str) -> str:
    """Return the first digits of an account: two that share them have a match read in vain."""
    return account[2:10]


def quiet_call(bucket: int, account: str, matches: Sequence[str], kinds: Sequence[str]) -> Call:
    """Return the call that asks which of some matches of a bucket ask an account nothing."""
    names = [name for match in matches for name in (keys.match(match), keys.acts(match), keys.lines(match))]
    return Call(QUIET, [keys.parked(bucket), *names], [_mark(account), *kinds])


__all__ = ["Asks", "asks_of", "quiet_call"]

"""An index of players a match may be waiting for, so that the waiting list can skip idle matches.

The field ``asks`` of a match has a word for each question to a player, separated by spaces: ``<account>`` is asked
regardless of its answers, ``<account>?<seat>:<decision>`` until it has answered; ``<account>~<kind>`` is an optional
decision of this kind, for which nobody waits. The index of a bucket has a member ``<account>
<match>?<seat>:<decision>`` for each of these words, as long as no act answers it.

A step writes field and index together with the table, an act takes its word out of the index. The sweep compares both
with the tables and then vouches for a bucket with the member ``!``: without it all matches of the bucket have to be
read; so do those of a bucket with a parked match. The index may list too much, never too little: the questions
themselves are found by reading the match.

This module also records which players are looking at a table, as their open pages report. It only affects when letters
are sent.
"""

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from engine.match.asking import asks_everybody, questions
from engine.match.table import Standing, Table
from service.store import keys
from service.store.connection.connect import Client
from service.store.connection.scripts import ASKING, Call
from service.store.matches.lists import AccountMatches


class Presence(Client):
    """People with a table before their eyes."""

    def note_here(self, match: str, account: str, seconds: int) -> None:
        """Record that an account is looking at a table, for this many seconds from now."""
        self._ask(("SET", keys.here(match, account), "1", "EX", seconds))

    def is_here(self, match: str, account: str) -> bool:
        """Return whether an account is looking at a table."""
        return bool(self._ask(("EXISTS", keys.here(match, account))))


COMPLETE = "!"
"""The member of an index that is complete for its bucket."""
_MATCH = slice(35, 71)
"""The position of the match's id in a member."""


class Asks(AccountMatches):
    """Look up which matches may ask an account something."""

    def may_ask(self, account: str, kinds: Sequence[str]) -> list[str]:
        """Return which of an account's matches must be read to find its questions, in the order of their ids.

        :param kinds: the kinds of optional decisions that count as questions.
        """
        together = self._buckets_together()
        calls = [_asking_call(one, account) for one in together]
        told = self._run_there(calls, [f"what is asked in bucket {one[0]}" for one in together])
        asking: set[str] = set()
        unknown: set[int] = set()
        for buckets, replies in zip(together, told, strict=True):
            for bucket, reply in zip(
                buckets, replies if isinstance(replies, list) else [0] * len(buckets), strict=True
            ):
                if reply == 0:
                    unknown.add(bucket)
                else:
                    asking.update(match for match, how in map(parse, reply) if how[:1] != "~" or how[1:] in kinds)
        if unknown:
            asking.update(match for match in self.unfinished_of(account) if keys.bucket_of(match) in unknown)
        return sorted(asking)


def parse(member: bytes) -> tuple[str, str]:
    """Return the match of a member of the index, and how it asks."""
    said = member.decode("utf-8", "replace")
    return said[_MATCH], said[_MATCH.stop :]


def _asking_call(buckets: Sequence[int], account: str) -> Call:
    names = [name for bucket in buckets for name in (keys.asking(bucket), keys.parked(bucket))]
    return Call(ASKING, names, [account])


def asks_of(table: Table) -> str:
    """Return the accounts that a match may ask something, as words."""
    if table["status"] == "closed":
        return ""
    return " ".join(sorted(set(_words(table))))


def _words(table: Table) -> Iterator[str]:
    if asks_everybody(table):
        yield from (one["player"] for one in table["seats"] if _is_account(one["player"]))
    for standing, seat in questions(table):
        player = table["seats"][seat]["player"]
        if _is_account(player) and (how := _how(standing, seat)) is not None:
            yield f"{player}{how}"


def _how(standing: Standing, seat: int) -> str | None:
    if standing["optional"]:
        return f"~{standing['kind']}"
    if standing["phase"] == "opening":
        return "" if seat in standing["awaited"] else None
    return f"?{seat}:{standing['id']}"


def _is_account(player: str | None) -> TypeGuard[str]:
    """Return whether a seat's player is an account that may query waiting questions; the service's own bots do not."""
    return player is not None and keys.ACCOUNT.fullmatch(player) is not None

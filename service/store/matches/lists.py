"""Lists of matches: the feed of log heads, the lobby, and an account's matches, unfinished or by the time they closed."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from engine.match.table import Table
from service.store import Unreadable, keys
from service.store.connection.connect import Client
from service.store.values import READING, time_of

PLAYED = ("finished", "resigned", "abandoned")
"""Ends of a match that was played."""
Ending = Literal["lost", "won", "among-bots"]
ENDINGS: tuple[Ending, ...] = ("lost", "won", "among-bots")
"""How a match ended for a bot; the place of each is its score in the store."""


class Finished(NamedTuple):
    """A finished match, ordered by when it closed (ms)."""

    closed: int
    match: str


class AccountMatches(Client):
    """The matches of every account."""

    def note_match(self, account: str, match: str) -> None:
        """Add a match to the account's list; adding it again changes nothing."""
        self._ask(("SADD", keys.account_matches(account), match))

    def forget_match(self, account: str, match: str) -> None:
        """Remove a match from the account's list."""
        self._ask_many(
            [
                ("SREM", keys.account_matches(account), match),
                *(
                    ("ZREM", key(account), match)
                    for key in (keys.account_finished, keys.account_shown, keys.bot_record)
                ),
            ]
        )

    def file_match(self, account: str, match: str, closed: int, table: Table | None = None) -> None:
        """Record that a match of the account has been over since ``closed`` (ms); repeating it changes nothing.

        Between the writes a match is listed in both places, never in none.

        :param table: the match's, which says whether the account's profile may show it, and how it ended for a bot; None
            if it cannot be read.
        """
        ended = None if table is None else ended_for_bot(table, account)
        record = [] if ended is None else [("ZADD", keys.bot_record(account), ENDINGS.index(ended), match)]
        shown = (
            [("ZADD", keys.account_shown(account), closed, match)]
            if table is not None and may_show(table, account)
            else []
        )
        self._ask_many(
            [
                ("ZADD", keys.account_finished(account), closed, match),
                *shown,
                *record,
                ("SREM", keys.account_matches(account), match),
            ]
        )

    def shown_of(self, account: str, limit: int) -> tuple[int, list[Finished]]:
        """Return how many finished matches the account's profile may show, and the latest of them."""
        key = keys.account_shown(account)
        count, found = self._ask_many(
            [("ZCARD", key), ("ZREVRANGEBYSCORE", key, "+inf", "-inf", "WITHSCORES", "LIMIT", 0, limit)]
        )
        return int(count), [one for one in _listed(found) if keys.MATCH.fullmatch(one.match)]

    def records_of(self, bots: Sequence[str]) -> list[dict[Ending, int]]:
        """Return for each bot account how many of its matches ended in which way, in one round trip."""
        asked = [("ZCOUNT", keys.bot_record(bot), score, score) for bot in bots for score in range(len(ENDINGS))]
        counts = iter(map(int, self._ask_many(asked))) if asked else iter(())
        return [dict(zip(ENDINGS, counts, strict=False)) for _ in bots]

    def unfinished_of(self, account: str) -> list[str]:
        """Return the account's unfinished matches, in the order of their ids.

        A match that closed a moment ago may still be among them, until a worker or the sweep has filed it.
        """
        return sorted(_matches(self._ask(("SMEMBERS", keys.account_matches(account)))))

    def count_unfinished(self, account: str) -> int:
        """Return how many unfinished matches the account has."""
        return int(self._ask(("SCARD", keys.account_matches(account))))

    def finished_of(self, account: str, before: Finished | None = None, limit: int = 100) -> list[Finished]:
        """Return finished matches of the account after ``before``, the latest first.

        A page may have fewer than ``limit``; an empty one is the end.
        """
        while listed := self._finished(account, before, limit):
            found = [one for one in listed if keys.MATCH.fullmatch(one.match)]
            if found:
                return found
            before = listed[-1]
        return []

    def _finished(self, account: str, before: Finished | None, limit: int) -> list[Finished]:
        """Return the members listed as finished, including any that are no match ids."""
        key = keys.account_finished(account)
        if before is None:
            found = self._ask(("ZREVRANGEBYSCORE", key, "+inf", "-inf", "WITHSCORES", "LIMIT", 0, limit))
            return _listed(found)
        level, below = self._ask_many(
            [
                ("ZREVRANGEBYSCORE", key, before.closed, before.closed, "WITHSCORES"),
                ("ZREVRANGEBYSCORE", key, f"({before.closed}", "-inf", "WITHSCORES", "LIMIT", 0, limit),
            ]
        )
        known = sorted((*_listed(level), *_listed(below)), reverse=True)
        return [one for one in known if one < before][:limit]

    def all_finished_of(self, account: str) -> dict[str, int]:
        """Return all of the account's finished matches, the earliest first, and when each closed (ms)."""
        found = _listed(self._ask(("ZRANGE", keys.account_finished(account), 0, -1, "WITHSCORES")))
        return {one.match: one.closed for one in found if keys.MATCH.fullmatch(one.match)}

    def matches_of(self, account: str) -> list[str]:
        """Return all of the account's matches in the order of their ids; the cost grows with their number."""
        going, over = self._ask_many(
            [("SMEMBERS", keys.account_matches(account)), ("ZRANGE", keys.account_finished(account), 0, -1)]
        )
        return sorted({*_matches(going), *_matches(over)})


def may_show(table: Table, account: str) -> bool:
    """Return whether an account's profile may show a closed match: a public one, played to an end with it at the table."""
    seated = any(one["player"] == account for one in table["seats"])
    return seated and table["over"] in PLAYED and table["visibility"] == "open"


def ended_for_bot(table: Table, account: str) -> Ending | None:
    """Return how a closed match ended for a bot account: won or lost against people, or among bots.

    None if the account is no bot at the table, or the match was not played to an end. Neither the bot's owner is counted as
    a person, nor anybody at a table that the owner has opened, who may be a guest of the owner's making: otherwise owners
    could make the record of their bots.
    """
    seats = table["seats"]
    number, seat = next(((n, one) for n, one in enumerate(seats) if one["player"] == account), (0, None))
    if seat is None or "owned_by" not in seat or table["over"] not in PLAYED:
        return None
    besides = {one["player"] for one in seats if one["bot"] is None and "owned_by" not in one} - {
        seat["owned_by"],
        None,
    }
    if not besides or table["owner"] == seat["owned_by"]:
        return "among-bots"
    return "won" if table["outcome"] is not None and number in table["outcome"]["winners"] else "lost"


def _matches(members: Iterable[bytes]) -> Iterator[str]:
    """Yield the match ids among members; anything else in such a list is skipped."""
    names = (member.decode("utf-8", "replace") for member in members)
    return (name for name in names if keys.MATCH.fullmatch(name))


def _listed(reply: Sequence[bytes]) -> list[Finished]:
    names = (member.decode("utf-8", "replace") for member in reply[::2])
    return [Finished(time_of(score), name) for name, score in zip(names, reply[1::2], strict=True)]


class Head(NamedTuple):
    """A log head in the public feed. ``at`` (ms, the store's clock) and ``match`` order the feed."""

    at: int
    match: str
    n: int
    head: str


class Open(NamedTuple):
    """A public match and when it was created (ms); minus that once it is played, so that the latest comes first."""

    created: int
    match: str


class MatchLists(Client):
    """Lists of an installation's matches."""

    def heads(self, after: Head | None = None, limit: int = 100) -> list[Head]:
        """Return heads of all matches after the given one, oldest first; only the last entry of each step.

        The present millisecond is left out, so that nothing can later appear before a returned head; with several
        servers, the slowest clock decides.
        """
        now = self.earliest_now()
        found = self._after([keys.heads(bucket) for bucket in range(keys.BUCKETS)], after and after.at, limit, now - 1)
        heads = sorted(head for member, score in found if (head := _head(member, score)) is not None)
        shown = [one for one in heads if after is None or one > after][:limit]
        self._make_last({one.match: one.n for one in shown})  # sorted by time: the last of a match counts
        return shown

    def lobby(self, after: Open | None = None, limit: int = 100, *, running: bool = False) -> list[Open]:
        """Return public matches that wait for players, oldest first, or those being played, the latest first.

        :param after: the one before them, of the same list.
        """
        lobbies = [keys.lobby(bucket) for bucket in range(keys.BUCKETS)]
        first, until = ("-inf", "(0") if running else ("0", "+inf")
        found = self._after(lobbies, after and after.created, limit, until, first)
        matches = sorted(Open(score, member) for member, score in found)
        return [one for one in matches if after is None or one > after][:limit]

    def _after(
        self, sorted_sets: list[str], after: int | None, limit: int, until: int | str = "+inf", first: str = "-inf"
    ) -> list[tuple[str, int]]:
        """Return up to ``limit`` members per set beyond a score, and all members with exactly that score."""
        commands: list[tuple[str | bytes | int, ...]] = []
        for key in sorted_sets:
            start: str | int = first if after is None else f"({after}"
            commands.append(("ZRANGEBYSCORE", key, start, until, "WITHSCORES", "LIMIT", 0, limit))
            if after is not None:
                commands.append(("ZRANGEBYSCORE", key, after, after, "WITHSCORES"))
        replies = self._ask_each(commands, ["a list of matches"] * len(commands))
        return [
            (reply[i].decode("utf-8", "replace"), int(float(reply[i + 1])))
            for reply in replies
            if not isinstance(reply, Unreadable)
            for i in range(0, len(reply), 2)
        ]


def _head(member: str, at: int) -> Head | None:
    """Return an entry of the feed, or None if it is malformed."""
    try:
        match, n, head = member.split(" ")
        return Head(at, match, int(n), head)
    except READING:
        return None

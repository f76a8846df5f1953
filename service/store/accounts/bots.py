"""Bots that people have made: whose they are, and which are on the list for everybody."""

from __future__ import annotations

from typing import Any, NamedTuple

from service.store import keys
from service.store.accounts.records import fields_of
from service.store.connection.commands import flat
from service.store.connection.connect import Client
from service.store.connection.scripts import ADD_BOT, Call
from service.store.records import Account
from service.store.values.reading import text
from service.store.values.scores import time_of


class Listed(NamedTuple):
    """A bot on the list for everybody, ordered by since when (ms)."""

    since: int
    bot: str


class AccountBots(Client):
    """The bots of every account."""

    def add_bot(self, owner: Account, bot: str, *, name: str, prefs: dict[str, Any], most: int) -> bool:
        """Make a bot of this id, unless it is there; ``False``: the owner has ``most`` others."""
        if not self._run(Call(ADD_BOT, [keys.account_bots(owner.id)], [bot, most])):
            return False
        # Listed first: a bot that nobody owns would stay for ever. One that is listed and not there yet can be made again.
        if not self._ask(("EXISTS", keys.account(bot))):
            made = Account(
                id=bot,
                mail="",
                name=name,
                language=owner.language,
                zone=owner.zone,
                created=self.now(),
                prefs=prefs,
                owner=owner.id,
            )
            self._ask(("HSET", keys.account(bot), *flat(fields_of(made))))
        return True

    def bots_of(self, owner: str) -> list[str]:
        """Return the ids of somebody's bots."""
        found = sorted(text(one) for one in self._ask(("SMEMBERS", keys.account_bots(owner))))
        return [one for one in found if keys.ACCOUNT.fullmatch(one)]

    def forget_bot(self, owner: str, bot: str) -> None:
        """Take a bot off its owner's list; its account stays, because matches name it."""
        self._ask(("SREM", keys.account_bots(owner), bot))

    def list_bot(self, bot: str, most: int) -> bool:
        """Put a bot on the list for everybody, unless it is there; ``False``: ``most`` others are."""
        key = keys.listed_bots()
        there, count = self._ask_many([("ZSCORE", key, bot), ("ZCARD", key)])
        if there is None and int(count) >= most:
            return False
        self._ask(("ZADD", key, "NX", self.now(), bot))
        return True

    def unlist_bot(self, bot: str) -> None:
        """Take a bot off the list for everybody."""
        self._ask(("ZREM", keys.listed_bots(), bot))

    def listed_bots(self, after: Listed | None, limit: int) -> list[Listed]:
        """Return up to ``limit`` bots of the list for everybody, in the order in which they came, after a place."""
        key = keys.listed_bots()
        start = "-inf" if after is None else f"({after.since}"
        commands: list[tuple[str | bytes | int, ...]] = [
            ("ZRANGEBYSCORE", key, start, "+inf", "WITHSCORES", "LIMIT", 0, limit)
        ]
        if after is not None:
            commands.append(("ZRANGEBYSCORE", key, after.since, after.since, "WITHSCORES"))
        found = sorted(
            Listed(time_of(score), bot.decode("utf-8", "replace"))
            for reply in self._ask_many(commands)
            for bot, score in zip(reply[::2], reply[1::2], strict=True)
        )
        return [one for one in found if after is None or one > after][:limit]

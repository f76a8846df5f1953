"""Places kept for matches that an account is about to create or to join: so a cap holds however many ask at once.

A place is kept before anything is done and given back when that fails. Whoever dies in between gives it back late, when its
time is over. A match that exists needs no place to be counted, and counts once even while it has one.
"""

from __future__ import annotations

from typing import Literal

from service.store import keys
from service.store.connection.scripts import RESERVE, Call
from service.store.matches.matches import Matches
from service.store.values.reading import text

KEPT = 300_000
"""For how long a place is kept (ms): far longer than a creation takes."""
Full = Literal["matches", "tables"]


class Places(Matches):
    """The places of an account's matches."""

    def keep_place(
        self, account: str, match: str, mark: str, *, matches: int, tables: int | None = None
    ) -> Full | None:
        """Keep a place for a match unless that would be one too many; return what there are too many of, else ``None``.

        :param mark: tells this request from others about the same match, which have a place of their own.
        :param matches: how many matches of the account may be not over.
        :param tables: how many it may own that wait for players, for a match that is created.
        """
        args: list[str | bytes | int] = [match, mark, matches, KEPT, ""]
        if tables is not None:
            waiting, settled = self._tables_of(account)
            args = [match, mark, matches, KEPT, tables, len(waiting), *waiting, *settled]
        names = [keys.account_matches(account), keys.account_places(account), keys.account_tables(account)]
        found = int(self._run(Call(RESERVE, names, args)))
        return None if found == 1 else "matches" if found == 0 else "tables"

    def give_place_back(self, account: str, match: str, mark: str, *, exists: bool) -> None:
        """Give a place back, because the match is on the account's list now (``exists``) or never came to be.

        A table keeps its place even so until its time is over: somebody who asked before which tables there are may be
        about to count them.
        """
        member = f"{match} {mark}"
        names = (
            [keys.account_places(account)] if exists else [keys.account_places(account), keys.account_tables(account)]
        )
        self._ask_many([("ZREM", name, member) for name in names])

    def _tables_of(self, account: str) -> tuple[list[str], list[str]]:
        """Return matches of the account that wait for players, and those with a table's place that wait no more."""
        now = self.now()
        listed, kept = self._ask_many(
            [("SMEMBERS", keys.account_matches(account)), ("ZRANGEBYSCORE", keys.account_tables(account), now, "+inf")]
        )
        placed = {text(one).partition(" ")[0] for one in kept}
        ids = sorted(placed.union(one.decode("utf-8", "replace") for one in listed))
        known = [one for one in ids if keys.MATCH.fullmatch(one)]
        there = dict(self._field(known, "status"))
        waiting = {match for match, status in there.items() if status == b"lobby"}
        own = {table["match"] for table in self.tables_among(sorted(waiting)) if table["owner"] == account}
        return sorted(own), sorted(placed & there.keys() - own)


__all__ = ["KEPT", "Full", "Places"]

"""Tournaments in the store: their entries, which the log of results gets, too, and what is secret until the draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from engine.standings.results import Opened, TournamentEntry, parse_entry, written
from engine.standings.tournaments import BadTournament, Summary, Tournament
from service.store import keys
from service.store.connection.connect import Client
from service.store.connection.scripts import TOURNAMENT, Call
from service.store.installation.results import VOID
from service.store.values import decode, encode
from service.store.values.reading import reading, text

SEED = "seed"
MADE, TOLD_WEEKS = "made", "weeks"
"""The fields for the number of rounds whose tables are made, and of weeks whose standings were told."""
LISTED = "listed"
"""The field with what lists show, so that they read no entries."""


@dataclass(frozen=True)
class StoredTournament:
    """A tournament with the name that its organiser gave it, which is in no log."""

    name: str
    log: Tournament

    @property
    def id(self) -> str:
        """Its id."""
        return self.log.id


class TournamentStore(Client):
    """The tournaments of an installation."""

    def tournament(self, tournament: str) -> StoredTournament | None:
        """Return a tournament, or None if there is none; :raises Unreadable: when it is corrupt."""
        lines, name = self._ask_many(
            [("LRANGE", keys.tournament_entries(tournament), 0, -1), ("HGET", keys.tournament(tournament), "name")]
        )
        return _read(lines, name)

    def listed_tournaments(self, ids: Sequence[str]) -> list[tuple[str, str, Summary]]:
        """Return ids, names and facts of these tournaments for a list, in one round trip."""
        found = self._ask_many([("HMGET", keys.tournament(one), "name", LISTED) for one in ids])
        with reading("a tournament"):
            rows = zip(ids, found, strict=True)
            return [(one, text(name), decode(listed)) for one, (name, listed) in rows if name and listed]

    def newest_tournaments(self, start: int, count: int) -> list[str]:
        """Return ids of tournaments, the newest first, from a place (0 for the newest)."""
        return [text(one) for one in self._ask(("ZREVRANGE", keys.tournaments(), start, start + count - 1))]

    def open_tournament(self, name: str, seed: str, at: int, due: int, opened: Opened) -> bool:
        """Store a new tournament; return False if its id is taken.

        :param seed: the server's part of the seed (base64url).
        :param at: now; :param due: when the clock looks at it first (ms).
        """
        tournament = opened["tournament"]
        # First of all: the clock forgets what turns out not to be there, and never misses what is.
        self.look_at_tournament(tournament, due)
        done = self.extend_tournament(Tournament(opened), 0, [opened], {"name": name, SEED: seed})
        self._ask(("ZADD", keys.tournaments(), "NX", at, tournament))
        return done

    def extend_tournament(
        self, log: Tournament, length: int, entries: Sequence[TournamentEntry], fields: Mapping[str, str] | None = None
    ) -> bool:
        """Append entries to a tournament that has so many; return False if it has others.

        :param log: the tournament with the entries.
        """
        tournament = log.id
        facts: list[str | bytes] = [part for field in (fields or {}).items() for part in field]
        facts += [LISTED, encode(log.summary)]
        args: list[str | bytes | int] = [length, tournament, len(facts), *facts, *map(written, entries)]
        names = [
            keys.tournament(tournament),
            keys.tournament_entries(tournament),
            keys.results_due(keys.bucket_of(tournament)),
        ]
        return int(self._run(Call(TOURNAMENT, names, args))) == 1

    def tournament_secrets(self, tournament: str) -> dict[str, str]:
        """Return what only the draw may know: the seed, the entrants' entropies by number; and what the clock has noted."""
        found = self._ask(("HGETALL", keys.tournament(tournament)))
        with reading(f"tournament {tournament}"):
            return {text(name): text(value) for name, value in found.items()}

    def note_of_tournament(self, tournament: str, name: str, number: int) -> None:
        """Note how far the clock has come with a tournament."""
        self._ask(("HSET", keys.tournament(tournament), name, number))

    def look_at_tournament(self, tournament: str, due: int) -> None:
        """Let the clock look at a tournament then (ms)."""
        self._ask(("ZADD", keys.tournaments_due(), due, tournament))

    def due_tournaments(self, now: int) -> list[str]:
        """Return the tournaments that the clock has to look at."""
        return [text(one) for one in self._ask(("ZRANGEBYSCORE", keys.tournaments_due(), "-inf", now))]

    def unfinished_tournaments(self) -> int:
        """Return how many tournaments are not over."""
        return int(self._ask(("ZCARD", keys.tournaments_due())))

    def forget_due_tournament(self, tournament: str) -> None:
        """Let the clock look at a tournament no more."""
        self._ask(("ZREM", keys.tournaments_due(), tournament))

    def voided(self, matches: Sequence[str]) -> set[str]:
        """Return those of these matches whose results the operator has voided."""
        if not matches:
            return set()
        found = self._ask(("HMGET", keys.results_index(), *(f"{VOID}{one}" for one in matches)))
        return {match for match, entry in zip(matches, found, strict=True) if entry is not None}


def _read(lines: list[bytes], name: bytes | None) -> StoredTournament | None:
    if not lines:
        return None
    with reading("a tournament"):
        entries = [cast(TournamentEntry, parse_entry(one)) for one in lines]
        opened = entries[0]
        if opened["type"] != "opened":
            raise ValueError("it has not been announced")
        log = Tournament(opened)
        try:
            for entry in entries[1:]:
                log.add(entry, check=False)
        except BadTournament as error:
            raise ValueError(str(error)) from error
        return StoredTournament(text(name or b""), log)

"""The log of results in the store: its entries and tiles, the ratings that follow from them, and tournaments.

A step that ends a rated match leaves its result in the match's bucket; one writer appends it (:mod:`workers.clock.results`).
Appending changes the ratings in the same script, and the index lets each entry in once. So an entry that is appended, but
not yet crossed off in its bucket, is found there and changes nothing. Ratings can be computed again from the log at any
time: they are stored only to be read quickly.

The log gets the entries of a tournament, too; what is secret until its draw stands beside it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from engine.protocol.canon import b64
from engine.standings.ratings import BAND, MILLION, MOST_BANDS, Rating
from engine.standings.results import Entry, Opened, Result, Scored, TournamentEntry, Void, parse_entry, written
from engine.standings.tournaments import BadTournament, Summary, Tournament
from engine.transparency.merkle import Edge, leaf_hash
from engine.transparency.tiles import WIDTH, Tile
from service.store import keys
from service.store.archive.leaves import HASH_TEXT
from service.store.connection.connect import Client
from service.store.connection.scripts import GROW_RESULTS, KEEP_RATING, PUBLISH, TOURNAMENT, Call, Command
from service.store.installation.head_log import HeadLog, LogHead, Publication
from service.store.values import decode, encode, reading, text

LOG = "the log of results"
VOID = "void:"
"""The prefix of a match in the index, and of what waits, if the entry voids its result."""
BUNDLES_AT_ONCE = 16


class Waiting(NamedTuple):
    """An entry that waits to be appended, and where it is crossed off."""

    bucket: int
    field: str
    entry: Result | Void | TournamentEntry


class Point(NamedTuple):
    """A player's rating after the result in this entry of the log."""

    entry: int
    mu: int
    sigma: int


class ResultLog(HeadLog):
    """The log of results, and the ratings."""

    def results_head(self) -> LogHead:
        """Return the state of the log of results."""
        return self._head_at(keys.results_head(), LOG)

    def result_entries(self, start: int, end: int) -> list[bytes]:
        """Return entries ``[start, end)``, which must exist."""
        bundles = range(start // WIDTH, -(-end // WIDTH))
        found: list[bytes] = []
        for bundle, raw in zip(
            bundles, self._ask_many([("LRANGE", keys.results_entries(one), 0, -1) for one in bundles]), strict=True
        ):
            first = bundle * WIDTH
            found += raw[max(0, start - first) : max(0, end - first)]
        with reading(LOG):
            if len(found) != end - start:
                raise ValueError("entries are missing")
        return found

    def all_results(self, size: int) -> Iterator[bytes]:
        """Yield the entries of the log up to a size, some thousand at a time."""
        for start in range(0, size, BUNDLES_AT_ONCE * WIDTH):
            yield from self.result_entries(start, min(size, start + BUNDLES_AT_ONCE * WIDTH))

    def results_tile(self, tile: Tile) -> bytes:
        """Return a tile's hashes, which must exist. Those of level 0 are computed from the entries."""
        if not tile.level:
            first = tile.index * WIDTH
            return b"".join(map(leaf_hash, self.result_entries(first, first + tile.width)))
        return b"".join(self._hashes_at(keys.results_tile(tile.level, tile.index), 0, tile.width, LOG))

    def waiting_results(self) -> list[Waiting]:
        """Return the entries that wait to be appended: results first, in the order of their matches' ends."""
        asked = [("HGETALL", keys.results_due(bucket)) for bucket in range(keys.BUCKETS)]
        found: list[Waiting] = []
        for bucket, fields in enumerate(self._ask_many(asked)):
            with reading(LOG):
                found += [Waiting(bucket, text(name), decode(raw)) for name, raw in fields.items()]
        return sorted(found, key=lambda one: (one.entry["type"] == "void", one.entry["at"], one.field))

    def waiting_results_of(self, matches: Sequence[str]) -> list[Scored]:
        """Return the results of those of these tournament matches that are over, if the writer of the log has not seen them."""
        found = self._ask_many([("HGET", keys.results_due(keys.bucket_of(one)), one) for one in matches])
        with reading(LOG):
            return [decode(raw) for raw in found if raw is not None]

    def ask_to_void(self, void: Void) -> None:
        """Ask the writer of the log to void a result."""
        match = void["match"]
        self._ask(("HSET", keys.results_due(keys.bucket_of(match)), f"{VOID}{match}", encode(void)))

    def cross_off(self, waiting: Waiting) -> None:
        """Forget an entry that is in the log, or cannot get there."""
        self._ask(("HDEL", keys.results_due(waiting.bucket), waiting.field))

    def result_index(self, field: str) -> int | None:
        """Return the log index of a match's result, or of the entry that voids it (``void:<match>``); None if not there."""
        found = self._ask(("HGET", keys.results_index(), field))
        return None if found is None else int(found)

    def grow_results(self, edge: Edge, entry: Entry, note: str, ratings: Mapping[str, Rating], *, field: str) -> bool:
        """Append an entry; return ``False`` if another writer was first, the entry is there already, or it is a result and
        the ratings are stale.

        :param edge: that of the tree before.
        :param note: the checkpoint after it.
        :param ratings: the ratings after it, by player, if it is a result.
        :param field: of the index, so that it gets there once; empty for an epoch.
        """
        grown = Edge(edge.size, edge.hashes)
        raw = written(entry)
        made = grown.append(leaf_hash(raw))
        tiles = [
            (level // 8, *divmod(index, WIDTH), hashed) for level, index, hashed in made if level and level % 8 == 0
        ]
        game = entry["game"] if entry["type"] == "result" else ""
        rows = [_row(edge.size, player, rating) for player, rating in ratings.items()]
        names = [
            keys.results_head(),
            keys.results_entries(edge.size // WIDTH),
            keys.results_index(),
            keys.ratings(game),
            keys.rating_ranks(game),
            *(keys.rating_history(game, player) for player in ratings),
            *(keys.results_tile(level, tile) for level, tile, _, _ in tiles),
        ]
        args: list[str | bytes | int] = [
            edge.size,
            "".join(map(b64, edge.hashes)),
            "".join(map(b64, grown.hashes)),
            note,
            raw,
            field,
            {"epoch": "epoch", "void": "stale"}.get(entry["type"], ""),
            len(rows),
            *(part for row in rows for part in row),
            *(part for _, _, place, hashed in tiles for part in (place * HASH_TEXT, b64(hashed))),
        ]
        return int(self._run(Call(GROW_RESULTS, names, args), again=False)) == 1

    def rename_results(self, head: LogHead, note: str) -> bool:
        """Replace the latest checkpoint by one of the same tree under another name; ``False`` if the log has grown."""
        edge = "".join(map(b64, head.edge))
        names = [keys.results_head(), keys.results_entries(0), keys.results_index()]
        return int(self._run(Call(GROW_RESULTS, names, [head.size, edge, edge, note, ""]))) == 1

    def publish_results(self, published: Publication) -> None:
        """Publish a checkpoint of the log of results."""
        shown: list[str | bytes | int] = [published.size, published.note, published.cosignatures, published.under]
        self._run(Call(PUBLISH, [keys.results_head()], shown))

    def last_epoch(self) -> Entry | None:
        """Return the epoch in which the log's last results were rated; None for an empty log."""
        raw = self._ask(("HGET", keys.results_head(), "epoch"))
        with reading(LOG):
            return None if raw is None else parse_entry(raw)

    def ratings_are_stale(self) -> bool:
        """Return whether a result was voided and the ratings have not been computed again yet."""
        return bool(self._ask(("HGET", keys.results_head(), "stale")))

    def keep_ratings(self, game: str, ratings: Mapping[str, tuple[Rating, Sequence[Point]]], *, size: int) -> bool:
        """Replace the ratings of a game by those computed again, with their histories; others are removed.

        :param size: size of the log from which they were computed; if it has grown since, nothing is changed.
        :returns: ``False`` if the log has grown.
        """
        gone = {text(one) for one in self._ask(("HKEYS", keys.ratings(game)))} - ratings.keys()
        rows: list[tuple[str, list[str | bytes | int]]] = [(player, [player, ""]) for player in gone]
        for player, (rating, points) in ratings.items():
            lines = [f"{one.entry} {one.mu} {one.sigma}" for one in points]
            _, stored, rank, _ = _row(0, player, rating)
            rows.append((player, [player, stored, rank, *lines]))
        return all(int(self._run(Call(KEEP_RATING, _keys(game, player), [size, *row]))) for player, row in rows)

    def ratings_are_fresh(self, *, size: int) -> None:
        """Note that all ratings follow from the log again, unless it has grown beyond this size."""
        self._run(Call(KEEP_RATING, [keys.results_head()], [size]))

    def ratings_of(self, game: str, players: Sequence[str]) -> list[Rating | None]:
        """Return the ratings of these players in a game; None for whoever has no result that counts."""
        if not players:
            return []
        with reading(LOG):
            return [None if raw is None else _rating(raw) for raw in self._ask(("HMGET", keys.ratings(game), *players))]

    def ranking(self, game: str, start: int, count: int) -> list[tuple[str, Rating]]:
        """Return players of a game by rank, the best first, from a place (0 for the best)."""
        players = [text(one) for one in self._ask(("ZREVRANGE", keys.rating_ranks(game), start, start + count - 1))]
        found = zip(players, self.ratings_of(game, players), strict=True)
        return [(player, rating) for player, rating in found if rating is not None]

    def rated_players(self, game: str) -> int:
        """Return how many players have a rating in a game."""
        return int(self._ask(("ZCARD", keys.rating_ranks(game))))

    def rating_bands(self, game: str) -> list[tuple[int, int]]:
        """Return how many players of a game there are in bands of 100 by rank, from the weakest: lowest number and count."""
        key = keys.rating_ranks(game)
        ends = self._ask_many([(of, key, 0, 0, "WITHSCORES") for of in ("ZRANGE", "ZREVRANGE")])
        if not ends[0]:
            return []
        low, high = (60 * int(float(end[1])) // MILLION // BAND for end in ends)
        bands = range(max(low, high - MOST_BANDS + 1), high + 1)
        # A band begins at the first rank that people read as its number.
        starts = [str(-(-BAND * band * MILLION // 60)) for band in bands][1:]
        bounds = zip(["-inf", *starts], [*(f"({one}" for one in starts), "+inf"], strict=True)
        counts = self._ask_many([("ZCOUNT", key, least, most) for least, most in bounds])
        return [(BAND * band, int(count)) for band, count in zip(bands, counts, strict=True)]

    def rating_history(self, game: str, player: str, last: int = 0) -> list[Point]:
        """Return a player's ratings after each result that counts, or after the ``last`` ones, oldest first."""
        with reading(LOG):
            return _points(self._ask(("LRANGE", keys.rating_history(game, player), -last, -1)))

    def ratings_with_course(
        self, games: Sequence[str], player: str, last: int
    ) -> dict[str, tuple[Rating, list[Point]]]:
        """Return a player's ratings by game, each with its history as in :meth:`rating_history`, in one round trip."""
        asked: list[Command] = [("HGET", keys.ratings(game), player) for game in games]
        asked += [("LRANGE", keys.rating_history(game, player), -last, -1) for game in games]
        found = self._ask_many(asked)
        with reading(LOG):
            rows = zip(games, found[: len(games)], found[len(games) :], strict=True)
            return {game: (_rating(raw), _points(lines)) for game, raw, lines in rows if raw is not None}

    def results_read(self, size: int) -> Iterator[Entry]:
        """Yield the entries of the log up to a size, taken apart; :raises Unreadable: when one is corrupt."""
        for raw in self.all_results(size):
            with reading(LOG):
                yield parse_entry(raw)


def _keys(game: str, player: str) -> list[str]:
    return [keys.results_head(), keys.ratings(game), keys.rating_ranks(game), keys.rating_history(game, player)]


def _row(index: int, player: str, rating: Rating) -> tuple[str, str, int, str]:
    stored = f"{rating.mu} {rating.sigma} {rating.results}"
    return player, stored, rating.rank, f"{index} {rating.mu} {rating.sigma}"


def _rating(raw: bytes) -> Rating:
    return Rating(*map(int, text(raw).split(" ")))


def _points(lines: Sequence[bytes]) -> list[Point]:
    return [Point(*map(int, text(line).split(" "))) for line in lines]


SEED = "seed"
INVITATION = "invitation:"
"""Begins the names of the fields that count, for a team, how often its invitation was renewed."""
MADE, TOLD_WEEKS, TOLD_CHALLENGES = "made", "weeks", "told"
"""The fields for the number of rounds whose tables are made, of weeks whose standings were told, and of happenings in a ladder
that were."""
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

    def note_entry(self, account: str, tournament: str, number: int, team: str) -> None:
        """Note an account's entry to a tournament, by its number there, with the name of the team that it founds, unless that is
        noted already. Names are in no log, and go with the account."""
        self._ask(("HSETNX", keys.account_tournaments(account), f"{tournament}:{number}", team))

    def entries_of(self, account: str) -> dict[str, str]:
        """Return the tournaments that an account has entered, each with the name of the last team that it founded there."""
        found = self._ask(("HGETALL", keys.account_tournaments(account)))
        with reading(f"tournaments of {account}"):
            return {text(field).partition(":")[0]: text(name) for field, name in sorted(found.items())}

    def team_names(self, log: Tournament) -> dict[int, str]:
        """Return the names of a tournament's teams; those whose founder's account is deleted have none."""
        founded = [(team, log.entered[team]["player"]) for team in log.lineups]
        asked: list[Command] = [("HGET", keys.account_tournaments(who), f"{log.id}:{team}") for team, who in founded]
        found = zip(founded, self._ask_many(asked) if asked else (), strict=True)
        return {team: text(name) for (team, _), name in found if name}

    def rename_tournament(self, tournament: str, name: str) -> None:
        """Give a tournament another name; its log does not know it."""
        self._ask(("HSET", keys.tournament(tournament), "name", name))

    def rename_team(self, log: Tournament, team: int, name: str) -> None:
        """Give a team another name, which is kept with its founder's account."""
        self._ask(("HSET", keys.account_tournaments(log.entered[team]["player"]), f"{log.id}:{team}", name))

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

    def renew_invitation(self, tournament: str, team: int) -> None:
        """Count that the invitation to a team is renewed."""
        self._ask(("HINCRBY", keys.tournament(tournament), f"{INVITATION}{team}", 1))

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


def entry_field(tournament: str, number: int) -> str:
    """Return the name of a tournament's entry, by its number from 0, in the index of the log (as ``tournament.lua`` has it)."""
    return f"{tournament}:{number:06d}"


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

"""Tournaments: how entrants become tables, and results standings; everything follows from entries of the log of results.

In a league all tables begin at once. Swiss tournaments and knock-outs are played in rounds (:mod:`engine.standings.rounds`):
the next one is paired once every table of the last is scored, or its time is over. Then tables still open count as ties,
until they are scored. The rounds of a league in seasons are leagues (:mod:`engine.standings.seasons`). In a ladder players
challenge each other (:mod:`engine.standings.ladder`). In a league of teams (:mod:`engine.standings.teams`) two teams meet, board
against board.

The draw is seeded as a match is (protocol section 12.2): the server commits to its part before anybody enters, entrants
commit to theirs on entering, and a beacon's round, where there is one, comes from after the entries have closed. So neither
organiser nor operator chooses who meets whom, or who sits where.

Points are counted by pairs of players at a table, as ratings are. Whoever drops out of a league with results in fewer than half
of their matches is taken out of all pairs, those of before, too: no opponent gains or loses by having played them already.
Later all matches count as they are played, so that nobody can take back what others have won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, NamedTuple, TypedDict

from engine.protocol.agreements import Absence
from engine.protocol.beacon import (
    Beacon,
    agrees_with_quicknet,
    is_key,
    is_quicknet,
    round_for,
    round_time,
    signature_holds,
)
from engine.protocol.canon import b64, be32, tagged_hash, unb64
from engine.protocol.chance import Draws, entropy_commitment, game_seed, server_seed_commitment
from engine.protocol.forms import uuid_of
from engine.protocol.log import milliseconds, timestamp
from engine.standings import knockout, seasons, swiss, teams
from engine.standings.formats import FORMATS
from engine.standings.ladder import Challenge, Ladder
from engine.standings.pairing import Schedule, schedule
from engine.standings.ranking import ranked, standings
from engine.standings.ratings import UNRATED
from engine.standings.results import (
    HIGHEST_RATING,
    MOST_BOARDS,
    Answered,
    Cancelled,
    Challenged,
    Drawn,
    DrawnTable,
    Ended,
    Entered,
    Left,
    Opened,
    Paired,
    Scored,
    SignedRound,
    Standing,
    Struck,
    TeamStanding,
    TournamentEntry,
    TournamentFormat,
)
from engine.standings.rounds import CannotPair, Game, Played, counts

Status = Literal["open", "cancelled", "running", "over"]


class Summary(TypedDict):
    """A tournament as lists show it, besides id and name."""

    status: Status
    format: TournamentFormat
    rules: str
    seats: int
    rated: bool
    entrants: int
    most: int
    closes_at: str


class Ratings(NamedTuple):
    """Ratings of players, 1500 for those without one, behind so many first entries of the log of results."""

    size: int
    by_player: Mapping[str, int]


class BadTournament(ValueError):
    """An entry that cannot follow in a tournament; the message says why."""


class Tournament:
    """A tournament as it follows from its entries."""

    def __init__(self, opened: Opened) -> None:
        self.format = FORMATS[opened["format"]]
        if why := self.format.refusal(opened):
            raise BadTournament(why)
        if not opened["seats"] <= opened["least"] <= opened["most"]:
            raise BadTournament(
                "it needs at least as many entrants as a table has seats, and at most as many as it admits"
            )
        if not opened.get("least_rating", 0) <= opened.get("most_rating", HIGHEST_RATING):
            raise BadTournament("nobody has a rating as it asks for")
        beacon = opened["beacon"]
        if beacon is not None and is_quicknet(beacon) and not agrees_with_quicknet(beacon):
            raise BadTournament("its beacon says that it is quicknet, and is not")
        self.terms = opened
        self.ladder = Ladder(opened) if self.format.has_challenges else None
        """The challenges and places of a ladder; None in other formats."""
        self.entered: list[Entered] = []
        self.inside: dict[str, int] = {}
        """The entrants, in the order of their numbers."""
        self.gone: list[str] = []
        """The entrants who dropped out after the draw."""
        self.uncounted: list[str] = []
        """Those of them whose matches count for nobody, in a league, or in the present season."""
        self.waiting: list[str] = []
        """The entrants since the draw, who begin with the next season; some may be back, and gone from this one."""
        self._team_of: dict[str, int] = {}
        """The teams of the entrants, by number."""
        self.encounters: list[list[teams.Encounter]] = []
        """The encounters of teams, round by round."""
        self.drawn: Drawn | None = None
        self.paired: list[Paired] = []
        self.unpaired = 0
        """The number of rounds that could not be computed again, for lack of the library that paired them."""
        self._settled: list[Played] = []
        """The rounds as they were when the next one was paired; in a knock-out every game is decided."""
        self._by_match: dict[str, DrawnTable] = {}
        self.scored: dict[str, Scored] = {}
        self.ended: Ended | None = None
        self.cancelled = False
        self.length = 1
        self.latest = opened["at"]

    @property
    def id(self) -> str:
        """The tournament's id."""
        return self.terms["tournament"]

    @property
    def closes(self) -> int:
        """The close of entries, in milliseconds."""
        return milliseconds(self.terms["closes"])

    @property
    def active(self) -> list[str]:
        """The entrants who have not withdrawn, in the order of their numbers."""
        return [one for one in self.inside if self.is_in(one)]

    def is_in(self, player: str) -> bool:
        """Return whether a player has entered and not withdrawn."""
        return player in self.inside and (player not in self.gone or player in self.waiting)

    @property
    def lineups(self) -> dict[int, list[str]]:
        """The members who are left, in the order in which they joined, by the number of their team; empty in other formats.

        The teams are in the order drawn, then those that were not complete.
        """
        found: dict[int, list[str]] = {self._team_of[one]: [] for one in self.order if one in self._team_of}
        for player, team in self._team_of.items():
            found.setdefault(team, []).extend([player] if self.is_in(player) else [])
        return found

    @property
    def ready(self) -> list[int]:
        """The teams with somebody for each board, whom a draw takes."""
        return [team for team, players in self.lineups.items() if len(players) >= self.terms["boards"]]

    @property
    def has_enough(self) -> bool:
        """Return whether as many have entered as it needs to be drawn; teams have to be complete."""
        entrants = len(self.ready) if self.format.is_of_teams else len(self.inside)
        return entrants >= self.terms["least"]

    def takes_entries(self, at: int) -> bool:
        """Return whether one can enter at this time (ms): before the draw, or for the next season."""
        if self.status == "open":
            return at < self.closes
        if self.status != "running" or not self.format.admits_while_running:
            return False
        return self.round < self.rounds if self.ladder is None else not self.is_round_over(at)

    @property
    def divisions(self) -> list[list[str]] | None:
        """The divisions of the present season, none before the first; None in other formats."""
        if self.terms["format"] != "seasons":
            return None
        return self.paired[-1].get("divisions", []) if self.paired else []

    @property
    def status(self) -> Status:
        """The stage that the tournament has reached."""
        if self.cancelled:
            return "cancelled"
        if self.drawn is None:
            return "open"
        return "running" if self.ended is None else "over"

    @property
    def tables(self) -> list[DrawnTable]:
        """Its tables; none before the draw."""
        drawn = [] if self.drawn is None else self.drawn["tables"]
        challenged = [] if self.ladder is None else self.ladder.tables
        return [*drawn, *(table for one in self.paired for table in one["tables"]), *challenged]

    @property
    def order(self) -> list[str]:
        """The entrants by the numbers that they have in rounds, from 1; empty in a league, and before the draw.

        In a league in seasons and in a ladder those of the beginning, the best first.
        """
        return [] if self.drawn is None else self.drawn.get("order", [])

    @property
    def out(self) -> list[int]:
        """The numbers of those who dropped out of a tournament in rounds."""
        return [number for number, player in enumerate(self.order, start=1) if player in self.gone]

    @property
    def rounds(self) -> int:
        """The number of rounds; all tables of a league are one."""
        if self.format.is_of_teams:
            return self.format.rounds(self.terms, len(self.drawn_teams or self.ready))
        return self.format.rounds(self.terms, len(self.order or self.inside))

    @property
    def round(self) -> int:
        """The number of the round that is played; 0 before the first."""
        return len(self.paired) if self.format.is_in_rounds else int(self.drawn is not None)

    @property
    def round_ends(self) -> int | None:
        """The moment at which the last round stops waiting for tables (ms), or None if it waits for them all.

        A ladder ends then.
        """
        seconds = self.terms.get("round_seconds")
        if self.ladder is not None and seconds is not None and self.drawn is not None:
            return milliseconds(self.drawn["at"]) + seconds * 1000
        return None if seconds is None or not self.paired else milliseconds(self.paired[-1]["at"]) + seconds * 1000

    def tables_of(self, number: int) -> list[DrawnTable]:
        """Return the tables of a round, counted from 1."""
        return self.paired[number - 1]["tables"] if self.paired else self.tables

    def is_round_over(self, at: int) -> bool:
        """Return whether the next round may be paired at this time (ms), or behind the last one the tournament end."""
        if self.round_ends is not None and at >= self.round_ends:
            return True
        if self.ladder is not None:
            return False
        open_now = self.awaited()
        if self.paired and self.round < self.rounds:
            open_now = [one for one in open_now if one in self.paired[-1]["tables"]]
        return self.drawn is not None and not open_now

    @property
    def beacon_round(self) -> int | None:
        """The round of the beacon that counts, or None without a beacon."""
        beacon = self.terms["beacon"]
        return None if beacon is None else round_for(beacon, self.closes)

    def is_settled(self, at: int) -> bool:
        """Return whether nobody may leave before the draw any more at this time (ms): the beacon's round may be known.

        Else an operator could choose between draws, with and without an entrant of their own.
        """
        beacon, number = self.terms["beacon"], self.beacon_round
        return beacon is not None and number is not None and at >= round_time(beacon, number)

    def awaited(self) -> list[DrawnTable]:
        """Return the tables that are not scored, and count."""
        if self.ladder is not None:
            return [one.table for one in self.ladder.open if one.table is not None]
        pairs_count = self.format.is_at_once or self.divisions is not None
        gone, least = (self.uncounted, 2) if pairs_count else (self.gone, 1)
        counted = self.tables if self.divisions is None or not self.round else self.tables_of(self.round)
        return [
            one
            for one in counted
            if one["match"] not in self.scored and len([who for who in one["players"] if who not in gone]) >= least
        ]

    @property
    def summary(self) -> Summary:
        """The tournament as lists show it."""
        terms = self.terms
        return Summary(
            status=self.status,
            format=terms["format"],
            rules=terms["rules"],
            seats=terms["seats"],
            rated=terms["rated"],
            entrants=self._entrants,
            most=terms["most"],
            closes_at=timestamp(self.closes),
        )

    @property
    def _entrants(self) -> int:
        if self.format.is_of_teams:
            return len(self.drawn_teams or self.ready)
        return len(self.active) if self.format.admits_while_running else len(self.inside)

    def team_of(self, player: str) -> int:
        """Return the number of an entrant's team."""
        return self._team_of[player]

    @property
    def drawn_teams(self) -> dict[int, list[str]]:
        """The line-ups of the teams that were drawn, in the order drawn; none before the draw."""
        lineups = self.lineups
        return {self._team_of[one]: lineups[self._team_of[one]] for one in self.order if one in self._team_of}

    def published(self, voided: Collection[str] = ()) -> dict[str, object]:
        """Return all that is published of the tournament, and follows from its entries."""
        terms, drawn = self.terms, self.drawn
        ends = self.round_ends if self.status == "running" else None
        return {
            **self.summary,
            "by": terms["by"],
            "options": terms["options"],
            "pace": terms["pace"],
            "absence": None if terms["absence"] is None else _absence(terms["absence"]),
            "tables_each": terms["tables"],
            "least": terms["least"],
            "least_rating": terms.get("least_rating"),
            "most_rating": terms.get("most_rating"),
            "least_reliability": terms.get("least_reliability"),
            "commitment": terms["commitment"],
            "fewest": None if drawn is None else drawn["fewest"],
            "most_meetings": None if drawn is None else drawn["most"],
            "round": self.round,
            "rounds": self.rounds,
            "round_seconds": terms.get("round_seconds"),
            "division_size": terms.get("division_size"),
            "moving": terms.get("moving"),
            "reach": terms.get("reach"),
            "at_once": terms.get("at_once"),
            "answer_seconds": terms.get("answer_seconds"),
            "again_seconds": terms.get("again_seconds"),
            "boards": terms.get("boards"),
            "round_ends_at": None if ends is None else timestamp(ends),
            "byes": [{"round": one["round"], "player": who} for one in self.paired for who in one["byes"]],
            "challenges": [] if self.ladder is None else self.ladder.published(),
            "tables": [self._table(one, number, voided) for number, one in self._shown()],
            "standings": self.standings(voided),
            "teams": [{**row, "members": self.lineups[row["team"]]} for row in self.team_standings(voided)],
            "encounters": [
                self._encounter(one, number, voided)
                for number, met in enumerate(self.encounters, start=1)
                for one in met
            ],
        }

    def _encounter(self, one: teams.Encounter, number: int, voided: Collection[str]) -> dict[str, object]:
        points = one.points(self._known_points(number, voided))
        boards = [{"players": [board.first, board.second], "match": board.match} for board in one.boards]
        shown = None if points is None else list(points)
        return {"round": number, "teams": [one.first, one.second], "points": shown, "boards": boards}

    def _known_points(
        self, number: int, voided: Collection[str], *, final: bool = False
    ) -> Callable[[str], int | None]:
        """Return a function that returns the points of a match's first seat, None while it is open in a round that is played."""
        over = final or self.ended is not None or number < self.round
        return lambda match: self._points(match, voided) if over or match in self.scored else None

    def team_standings(self, voided: Collection[str] = (), *, final: bool = False) -> list[TeamStanding]:
        """Return the standings of teams, the best first; parameters as of :meth:`standings`.

        Teams that were not complete at the draw come last, without a place; before it no team has one.
        """
        drawn = self.drawn_teams
        met = [
            (one, points)
            for number, encounters in enumerate(self.encounters, start=1)
            for one in encounters
            if (points := one.points(self._known_points(number, voided, final=final))) is not None
        ]
        others = dict.fromkeys([one for one in self.lineups if one not in drawn], ())
        return [*teams.rank(drawn, met), *teams.rank(others, [])]

    def _standings_of_teams(self, rows: Sequence[Standing], voided: Collection[str], *, final: bool) -> list[Standing]:
        """Return the standings of players as members of their teams, team by team."""
        ranks = {
            row["team"]: (number, row["place"]) for number, row in enumerate(self.team_standings(voided, final=final))
        }
        joined = list(self._team_of)
        found: list[Standing] = [
            {
                **row,
                "place": None if row["player"] in self.gone else ranks[self._team_of[row["player"]]][1],
                "team": self._team_of[row["player"]],
            }
            for row in rows
        ]
        return sorted(found, key=lambda row: (ranks[self._team_of[row["player"]]][0], joined.index(row["player"])))

    def _shown(self) -> list[tuple[int, DrawnTable]]:
        """Return the tables that are published, with their rounds."""
        if self.ladder is not None:
            return [(1, one.table) for one in self.ladder.shown if one.table is not None]
        first = 1 if self.divisions is None else max(1, self.round - 1)
        return [(number, one) for number in range(first, self.round + 1) for one in self.tables_of(number)]

    def _table(self, table: DrawnTable, number: int, voided: Collection[str]) -> dict[str, object]:
        scored = self.scored.get(table["match"])
        return {
            **table,
            "round": number,
            "reason": None if scored is None else scored["reason"],
            "places": [one["place"] for one in scored["seats"]] if scored and scored["seats"] else None,
            "voided": table["match"] in voided,
        }

    def standings(self, voided: Collection[str] = (), *, final: bool = False) -> list[Standing]:
        """Return the standings, the best first.

        :param voided: matches whose results the operator has struck.
        :param final: whether tables that are open in the last round of several count as ties, as at the end.
        """
        counted = [one for match, one in self.scored.items() if match not in voided]
        if self.divisions is not None:
            rows = seasons.rank(self.divisions, self._of_season(voided), self.gone, self.uncounted)
            return [*rows, *map(_waiting, self._next())]
        if self.ladder is not None and self.drawn is not None:
            return self.ladder.standings(self.gone, voided)
        if not self.order:
            rows = standings(list(self.inside), counted, self.gone, self.uncounted)
            return self._standings_of_teams(rows, voided, final=final) if self.format.is_of_teams else rows
        is_swiss = self.terms["format"] == "swiss"
        played = self._played(voided, final=final or self.ended is not None)
        if self.terms["format"] == "knockout":
            played = self._decided(played)
        points, strength, won, games = (
            Counter({self.order[one - 1]: number for one, number in found.items()}) for found in counts(played)
        )
        strength = strength if is_swiss else Counter()
        rows = ranked(
            self.order,
            self.gone,
            points=points,
            direct=Counter(),
            strength=strength,
            won=won,
            played=games,
            breaks_ties=self.terms["format"] != "knockout",
        )
        return self._standings_of_teams(rows, voided, final=final) if self.format.is_of_teams else rows

    def _of_season(self, voided: Collection[str] = ()) -> list[Scored]:
        """Return the results of the present season that count."""
        matches = [one["match"] for one in self.tables_of(self.round)] if self.round else []
        return [self.scored[one] for one in matches if one in self.scored and one not in voided]

    def _next(self) -> list[str]:
        """Return the entrants who are in no division yet."""
        first = [] if self.round else [one for one in self.order or self.inside if self.is_in(one)]
        return [*(one for one in first if one not in self.waiting), *self.waiting]

    def next_divisions(self) -> list[list[str]]:
        """Return the divisions of the next season of a league, as things stand.

        :raises CannotPair: if fewer are left than the tournament needs.
        """
        terms, played = self.terms, self.divisions or []
        gone, moving = self.gone, terms["moving"]
        order = seasons.next_order(played, self._of_season(), gone, self.uncounted, moving, self._next())
        if len(order) < terms["least"]:
            raise CannotPair(f"fewer than {terms['least']} are left")
        return seasons.cut(order, terms["division_size"])

    def seed(self) -> bytes:
        """Return the seed of the draw, once it is drawn."""
        drawn = self.drawn
        assert drawn is not None
        entropies = [None if one is None else unb64(one) for one in drawn["entropies"]]
        signature = None if drawn["beacon"] is None else bytes.fromhex(drawn["beacon"]["signature"])
        return game_seed(unb64(drawn["seed"]), self.id, self.terms["method"], entropies, signature)

    def played(self) -> list[Played]:
        """Return the rounds by the entrants' numbers, as the next one is paired from them: open tables are ties.

        A knock-out takes each round as it was when the next one was paired; nobody comes back by a late result.
        """
        now = self._played(final=True)
        return self._decided(now) if self.terms["format"] == "knockout" else now

    def _decided(self, played: Sequence[Played]) -> list[Played]:
        return [*self._settled, *(knockout.decide(one, self.out) for one in played[len(self._settled) :])]

    def _played(self, voided: Collection[str] = (), *, final: bool) -> list[Played]:
        """Return the rounds by the entrants' numbers; without ``final`` open tables of the last one are left out."""
        number = {player: one for one, player in enumerate(self.order, start=1)}
        found = []
        for place, one in enumerate(self.paired):
            games = [
                Game(number[table["players"][0]], number[table["players"][1]], self._points(table["match"], voided))
                for table in one["tables"]
                if final or place < len(self.paired) - 1 or table["match"] in self.scored
            ]
            found.append(Played(games, [number[who] for who in one["byes"]]))
        return found

    def _points(self, match: str, voided: Collection[str]) -> int:
        """Return the points of the first seat; a match without a result is a tie."""
        scored = self.scored.get(match)
        if scored is None or not scored["seats"] or match in voided:
            return 1
        first, second = (one["place"] for one in scored["seats"])
        return 1 + (first < second) - (first > second)

    def add(self, entry: TournamentEntry, *, check: bool = True, signed: bool = True) -> None:
        """Add the next entry.

        :param check: whether a draw is computed again; :param signed: whether the signature of its beacon is checked, too.
        :raises BadTournament: when it cannot follow.
        """
        if entry["at"] < self.latest:
            raise BadTournament("it is older than the entry before it")
        match entry["type"]:
            case "opened":
                raise BadTournament("it has been announced already")
            case "entered":
                self._enter(entry)
            case "left":
                self._leave(entry)
            case "drawn":
                self._draw(entry, check=check, signed=signed)
            case "paired":
                self._pair(entry, check=check)
            case "challenged" | "answered" | "struck":
                self._move(entry, check=check)
            case "cancelled":
                self._cancel(entry)
            case "scored":
                self._score(entry)
            case "ended":
                self._end(entry, check=check)
        self.latest = entry["at"]
        self.length += 1

    def _enter(self, entry: Entered) -> None:
        player = entry["player"]
        if not self.takes_entries(milliseconds(entry["at"])):
            raise BadTournament(f"{player} enters after entries have closed")
        if self.is_in(player) or not self.has_place(entry.get("team")):
            raise BadTournament(f"{player} has entered already, or there is no place left")
        if self.format.is_of_teams != ("team" in entry):
            raise BadTournament(f"{player} names a team exactly if teams enter")
        if self.status == "running":
            if entry["entropy"] is not None:
                raise BadTournament(f"{player} adds to the seed after the draw")
            if self.ladder is None:
                self.waiting.append(player)
            else:
                self.gone = [one for one in self.gone if one != player]
                self.ladder.enter(player)
        self.inside[player] = len(self.entered)
        if "team" in entry:
            self._team_of[player] = entry["team"]
        self.entered.append(entry)

    def has_place(self, team: int | None = None) -> bool:
        """Return whether there is a place left, in a team if its number is given; the next number would found one.

        Only complete teams take places: else a dozen players alone could keep everybody else out.
        """
        if team is None:
            return len(self.active) < self.terms["most"]
        has_room, members = len(self.ready) < self.terms["most"], len(self.lineups.get(team, []))
        if team == len(self.entered):
            return has_room
        return 0 < members < MOST_BOARDS and (has_room or members + 1 != self.terms["boards"])

    def _leave(self, entry: Left) -> None:
        player = entry["player"]
        if not self.is_in(player) or self.status not in ("open", "running"):
            raise BadTournament(f"{player} leaves, but is not in it")
        if self.status == "open":
            if self.is_settled(milliseconds(entry["at"])):
                raise BadTournament(f"{player} leaves before the draw, after the beacon's round has come")
            del self.inside[player]
            self._team_of.pop(player, None)
            return
        self.waiting = [one for one in self.waiting if one != player]
        if player not in self.gone:
            self.gone.append(player)
            if self._takes_matches_along(player):
                self.uncounted.append(player)
        if self.ladder is not None:
            self.ladder.leave(player, milliseconds(entry["at"]))

    def _takes_matches_along(self, player: str) -> bool:
        """Return whether no match of somebody who leaves a league or a season counts: fewer than half have results."""
        if self.terms["method"] == self.format.earlier:
            return True
        own = [one["match"] for one in self.tables_of(self.round) if player in one["players"]] if self.round else []
        return 2 * sum(one in self.scored and bool(self.scored[one]["seats"]) for one in own) < len(own)

    def _move(self, entry: Challenged | Answered | Struck, *, check: bool) -> None:
        """Add an entry of a ladder. What was not answered in time may be noted after the end, if the time was before it."""
        ladder, at = self.ladder, milliseconds(entry["at"])
        if ladder is None or self.status != "running":
            raise BadTournament(f"it is no ladder that runs, and has an entry {entry['type']}")
        if entry["type"] == "struck":
            if entry["match"] not in self.scored or entry["match"] in ladder.struck:
                raise BadTournament(f"match {entry['match']} is struck, and has no result that counts")
            ladder.strike(entry["match"])
            return
        late = ladder.unanswered(self.round_ends or 0)
        if self.is_round_over(at) and not (
            entry["type"] == "answered" and entry["challenge"] in [one.number for one in late]
        ):
            raise BadTournament("it has been over before")
        if entry["type"] == "challenged":
            ladder.challenge(entry)
            return
        table = entry["table"]
        if check and table is not None and table != self.table_of(entry["challenge"]):
            raise BadTournament(f"the table of challenge {entry['challenge']} does not follow from the draw")
        ladder.answered(entry)
        if table is not None:
            self._by_match[table["match"]] = table

    def answerable_until(self, challenge: Challenge) -> int:
        """Return until when (ms) a challenge can be answered: the ladder may end before ``answer_by``."""
        return challenge.answer_by if self.round_ends is None else min(challenge.answer_by, self.round_ends)

    def table_of(self, challenge: int) -> DrawnTable:
        """Return the table at which a challenge, by number, is played if it is accepted next."""
        assert self.ladder is not None
        if not 0 < challenge <= len(self.ladder.challenges):
            raise BadTournament(f"there is no challenge {challenge}")
        return DrawnTable(
            match=match_of(self.id, len(self.ladder.tables)), players=self.ladder.seat(challenge, self.seed())
        )

    def _close(self, at: str, seed: str) -> None:
        if self.status != "open" or milliseconds(at) < self.closes:
            raise BadTournament("it is drawn before entries close, or twice")
        if server_seed_commitment(self.id, unb64(seed)) != self.terms["commitment"]:
            raise BadTournament("the server's seed is not the one that it has committed to")

    def _cancel(self, entry: Cancelled) -> None:
        self._close(entry["at"], entry["seed"])
        if self.has_enough:
            raise BadTournament("it is cancelled, but has enough entrants")
        self.cancelled = True

    def _end(self, entry: Ended, *, check: bool) -> None:
        if self.status != "running" or not self.is_round_over(milliseconds(entry["at"])):
            raise BadTournament("it ends before every table that counts is scored")
        if self.ladder is not None and self.ladder.unanswered(self.round_ends or 0):
            raise BadTournament("it ends although a challenge was not answered in time")
        if check and self.round < self.rounds:
            self._check_pairing(
                None, (self.paired[-1]["version"] or "") if self.paired else swiss.installed(), entry["at"]
            )
        told = self.team_standings(final=True) if self.format.is_of_teams else None
        if entry["standings"] != self.standings(final=True) or entry.get("teams") != told:
            raise BadTournament("its final standings do not follow from its results")
        if self.ladder is not None:
            self.ladder.end(milliseconds(entry["at"]))
        self.ended = entry

    def _draw(self, entry: Drawn, *, check: bool, signed: bool) -> None:
        self._close(entry["at"], entry["seed"])
        if not self.has_enough:
            raise BadTournament("it is drawn, but has not enough entrants")
        if check:
            self._check_draw(entry, signed=signed)
        self.drawn = entry
        self._by_match.update((one["match"], one) for one in entry["tables"])
        if self.ladder is not None:
            for player in self.order:
                self.ladder.enter(player)

    def _check_draw(self, entry: Drawn, *, signed: bool) -> None:
        entropies = [None if one is None else unb64(one) for one in entry["entropies"]]
        kept = [
            one["entropy"] if self.inside.get(one["player"]) == number else None
            for number, one in enumerate(self.entered)
        ]
        shown = [
            None if value is None else entropy_commitment(self.id, number, value)
            for number, value in enumerate(entropies)
        ]
        if shown != kept:
            raise BadTournament("the entropies are not those that the entrants have committed to")
        beacon, shown_round = self.terms["beacon"], entry["beacon"]
        if (shown_round is None) != (beacon is None) or (
            shown_round is not None and shown_round["round"] != self.beacon_round
        ):
            raise BadTournament("it is not drawn with the round of its beacon")
        if signed and beacon is not None and shown_round is not None and not _is_of(beacon, shown_round):
            raise BadTournament("the signature is not that of the beacon's round")
        signature = None if shown_round is None else bytes.fromhex(shown_round["signature"])
        ratings = dict(zip(entry.get("order", []), entry.get("ratings", []), strict=False))
        behind = Ratings(entry.get("ratings_at", 0), ratings)
        if draw(self, unb64(entry["seed"]), entropies, signature, at=entry["at"], ratings=behind) != entry:
            raise BadTournament("its tables do not follow from its seed")

    def _score(self, entry: Scored) -> None:
        table = self._by_match.get(entry["match"])
        if table is None or entry["match"] in self.scored or self.status != "running":
            raise BadTournament(f"match {entry['match']} is none that waits for a result")
        if entry["rules"] != self.terms["rules"]:
            raise BadTournament(f"match {entry['match']} is played by other rules")
        if bool(entry["seats"]) == (entry["reason"] == "unplayed"):
            raise BadTournament(f"match {entry['match']} has results of seats exactly if it was played")
        if entry["seats"] and [one["player"] for one in entry["seats"]] != table["players"]:
            raise BadTournament(f"match {entry['match']} has other players than were drawn")
        self.scored[entry["match"]] = entry
        if self.ladder is not None and not self.is_round_over(milliseconds(entry["at"])):
            self.ladder.score(entry)

    def _pair(self, entry: Paired, *, check: bool) -> None:
        at = milliseconds(entry["at"])
        if self.status != "running" or entry["round"] != self.round + 1 or self.round >= self.rounds:
            raise BadTournament(f"round {entry['round']} does not come next")
        if self.paired and not self.is_round_over(at):
            raise BadTournament(f"round {entry['round']} is paired before the one before it is over")
        if check:
            self._check_pairing(entry, entry["version"] or "", entry["at"])
        if self.divisions is None:
            self._settled = self.played()
        else:
            self.gone = [one for one in self.gone if one not in self.waiting]
            self.waiting, self.uncounted = [], []
        if self.format.is_of_teams:
            self.encounters.append(self.next_encounters())
        self.paired.append(entry)
        self._by_match.update((one["match"], one) for one in entry["tables"])

    def next_encounters(self) -> list[teams.Encounter]:
        """Return the encounters of the next round, as things stand. :raises CannotPair: if fewer than two teams are left."""
        drawn = self.drawn_teams
        if sum(map(bool, drawn.values())) < 2:
            raise CannotPair("fewer than two teams are left")
        number, first = self.round + 1, len(self.tables)
        return teams.meet(drawn, self.terms["boards"], number, first, lambda table: match_of(self.id, table))

    def _check_players(self, entry: Paired) -> None:
        """Check who plays in a Swiss round that cannot be computed again, and its matches."""
        players = [*entry["byes"], *(who for table in entry["tables"] for who in table["players"])]
        left = [player for player in self.order if player not in self.gone]
        if sorted(players) != sorted(left) or any(len(table["players"]) != 2 for table in entry["tables"]):
            raise BadTournament(f"round {entry['round']} has others than the players who are left, in pairs")
        if any(one["match"] != match_of(self.id, n) for n, one in enumerate(entry["tables"], len(self.tables))):
            raise BadTournament(f"round {entry['round']} has other matches than follow from its tables")

    def _check_pairing(self, entry: Paired | None, version: str, at: str) -> None:
        """Compute the next round again; None if the log says that there is none."""
        if self.terms["format"] == "swiss" and (not version or version != swiss.installed()):
            self.unpaired += 1
            if entry is not None:
                self._check_players(entry)
            return
        try:
            computed: Paired | None = pair(self, at=at)
        except CannotPair:
            computed = None
        if computed != entry:
            raise BadTournament(f"round {self.round + 1} does not follow from the draw and the results")


def _absence(agreed: Absence) -> dict[str, object]:
    told = {one: value for one, value in agreed.items() if one in ("misses", "majority", "notice_seconds")}
    return {**told, "people": "substitutes" in agreed, "handing": "handing" in agreed}


def match_of(tournament: str, number: int) -> str:
    """Return the id of the match at a table of a tournament."""
    return uuid_of(tagged_hash("siegelpost/tournament-match/v1", tournament.encode(), be32(number)))


def draw(
    tournament: Tournament,
    seed: bytes,
    entropies: Sequence[bytes | None],
    signature: bytes | None,
    *,
    at: str,
    ratings: Ratings | None = None,
) -> Drawn:
    """Return the draw: entrants are shuffled onto the places of the schedule.

    :param seed: the server's part; :param entropies: the entrants', by number, None for those who left or gave none.
    :param signature: of the beacon's round, None without a beacon.
    :param ratings: those of the entrants, if they order them before the lot does.
    """
    terms, players, number = tournament.terms, list(tournament.inside), tournament.beacon_round
    lineups = tournament.lineups
    drawn_by = game_seed(seed, tournament.id, terms["method"], entropies, signature)
    draws = Draws(drawn_by)
    if tournament.format.is_of_teams:
        placed = [player for team in draws.shuffle("places", tournament.ready) for player in lineups[team]]
    else:
        placed = draws.shuffle("places", players)
    is_league = terms["format"] == "league"
    made = schedule(len(players), terms["seats"], terms["tables"]) if is_league else Schedule((), 0, 0, 1)
    tables = [
        DrawnTable(match=match_of(tournament.id, at_table), players=[placed[place] for place in table])
        for at_table, table in enumerate(made.tables)
    ]
    drawn = Drawn(
        type="drawn",
        tournament=tournament.id,
        at=at,
        seed=b64(seed),
        entropies=[None if one is None else b64(one) for one in entropies],
        beacon=None if signature is None or number is None else SignedRound(round=number, signature=signature.hex()),
        tables=tables,
        fewest=made.fewest,
        most=made.most,
    )
    if is_league:
        return drawn
    if not tournament.format.is_ordered_by_rating or ratings is None:
        return {**drawn, "order": placed}
    order = sorted(placed, key=lambda one: -ratings.by_player.get(one, UNRATED))
    numbers = [ratings.by_player.get(one, UNRATED) for one in order]
    return {**drawn, "order": order, "ratings": numbers, "ratings_at": ratings.size}


def pair(tournament: Tournament, *, at: str) -> Paired:
    """Return the next round of a tournament.

    :raises CannotPair: when there is none that the rules allow. :raises BadTournament: without the library that it takes.
    """
    if tournament.divisions is not None:
        return _pair_season(tournament, at)
    if tournament.format.is_of_teams:
        return _pair_teams(tournament, at)
    order, is_swiss = tournament.order, tournament.terms["format"] == "swiss"
    if is_swiss and not swiss.installed():
        raise BadTournament(f"its rounds are paired by {swiss.LIBRARY}, which is not installed")
    if is_swiss:
        made = swiss.pair(len(order), tournament.rounds, tournament.played(), tournament.out)
    else:
        made = knockout.pair(len(order), tournament.played(), tournament.out)
    first = len(tournament.tables)
    return Paired(
        type="paired",
        tournament=tournament.id,
        at=at,
        round=tournament.round + 1,
        library=swiss.LIBRARY if is_swiss else None,
        version=swiss.installed() if is_swiss else None,
        tables=[
            DrawnTable(match=match_of(tournament.id, first + place), players=[order[one - 1] for one in table])
            for place, table in enumerate(made.tables)
        ],
        byes=[order[one - 1] for one in made.byes],
    )


def _pair_season(tournament: Tournament, at: str) -> Paired:
    divisions, season, first = tournament.next_divisions(), tournament.round + 1, len(tournament.tables)
    tables = seasons.pair(divisions, tournament.seed(), season)
    return Paired(
        type="paired",
        tournament=tournament.id,
        at=at,
        round=season,
        library=None,
        version=None,
        tables=[
            DrawnTable(match=match_of(tournament.id, first + place), players=players)
            for place, players in enumerate(tables)
        ],
        byes=[],
        divisions=divisions,
    )


def _pair_teams(tournament: Tournament, at: str) -> Paired:
    boards = [board for encounter in tournament.next_encounters() for board in encounter.boards]
    return Paired(
        type="paired",
        tournament=tournament.id,
        at=at,
        round=tournament.round + 1,
        library=None,
        version=None,
        tables=[DrawnTable(match=one.match, players=one.seated) for one in boards if one.match is not None],
        byes=[player for one in boards if one.match is None for player in one.seated],
    )


def _waiting(player: str) -> Standing:
    return Standing(player=player, place=None, points=0, direct=0, strength=0, won=0, played=0, division=0)


def _is_of(beacon: Beacon, signed: SignedRound) -> bool:
    key = beacon["public_key"]
    return is_key(key) and signature_holds(key, signed["round"], signed["signature"])

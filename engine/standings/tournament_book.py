"""All tournaments of a log of results, computed again from its entries, and compared with what a server publishes."""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from engine.protocol.beacon import is_quicknet
from engine.protocol.canon import canonical
from engine.protocol.log import milliseconds
from engine.standings.ladder import Ladder
from engine.standings.ratings import UNRATED, BadLog, Book
from engine.standings.results import BadEntry, Drawn, Entry, Result, Scored, TournamentEntry, parse_entry
from engine.standings.tournaments import BadTournament, Ratings, Tournament

MOST_ROUNDS = 1_000
"""The number of beacon rounds whose signatures are checked in a log unless more are wanted: each takes about a second."""
DAY = 86_400_000


class Tournaments:
    """All tournaments of a log of results, as they follow from the entries added so far.

    :param most_rounds: how many beacon rounds' signatures are checked at most; ``unchecked`` counts those beyond.
    """

    def __init__(self, most_rounds: int = MOST_ROUNDS) -> None:
        self.by_id: dict[str, Tournament] = {}
        self.voided: dict[str, int] = {}
        """The matches whose results are voided, and since when (ms)."""
        self.unchecked = 0
        self._rounds = most_rounds
        self._latest = 0
        self._times = array("q")
        """The latest time of the log behind each of its entries (ms), which are in order."""
        self._delayed: set[str] = set()
        """The ladders with an answer or a silence that came more than a day late, or a voided result that was struck so late."""
        self._last: dict[str, int] = {}
        """The place in the log of each tournament's last entry."""
        self._ratings: dict[str, Ratings] = {}
        """The ratings of entrants as they stood when their tournament's draw says that it has read them."""
        self._told: dict[str, bytes] = {}
        """Digests of the results of matches that entered the ratings or a tournament: both must get the same result."""

    @property
    def unpaired(self) -> int:
        """The number of rounds that this program, without the library that paired them, cannot compute again."""
        return sum(one.unpaired for one in self.by_id.values())

    @property
    def foreign_chains(self) -> set[str]:
        """The beacons other than quicknet of tournaments: a chain of the operator's own proves nothing."""
        beacons = (one.terms["beacon"] for one in self.by_id.values())
        return {one["chain"] for one in beacons if one is not None and not is_quicknet(one)}

    @property
    def undrawn(self) -> list[str]:
        """The tournaments of which the log says nothing a day after entries closed, though it goes on: whoever knows the
        seed may not have liked the draw."""
        return [one.id for one in self.by_id.values() if one.status == "open" and one.closes + DAY < self._latest]

    @property
    def overdue(self) -> list[str]:
        """The tournaments of which a round was over for a day, and neither the next one nor the end has come, though the log
        goes on: the operator may not like who goes up. The same of a challenge in a ladder that was not answered, and of a
        voided result that was not struck, even if it was told later: places were others until then."""
        late = (one.id for one in self.by_id.values() if self._over_since(one) + DAY < self._latest)
        return sorted(self._delayed.union(late))

    def note_ratings(self, size: int, tournament: str, players: Sequence[str], book: Book) -> None:
        """Note ratings as they stand behind the first ``size`` entries: the tournament's draw, which follows, has used them."""
        found = self.by_id.get(tournament)
        if found is not None:
            game = found.terms["rules"].partition("@")[0]
            rated = {one: book.ratings[game, one].shown for one in players if (game, one) in book.ratings}
            self._ratings[tournament] = Ratings(size, {one: rated.get(one, UNRATED) for one in players})

    def add(self, index: int, entry: Entry) -> None:
        """Add the next entry of the log. :raises BadLog: when it cannot stand there."""
        if entry["type"] == "epoch":
            return
        self._latest = max(self._latest, milliseconds(entry["at"]))
        self._times.append(self._latest)
        if entry["type"] == "void":
            self.voided.setdefault(entry["match"], self._latest)
            return
        if entry["type"] == "result":
            self._compare(index, entry["match"], _digest(entry))
            return
        found = self.by_id.get(entry["tournament"])
        try:
            if found is not None:
                if entry["type"] == "drawn" and "ratings_at" in entry:
                    self._check_ratings(entry)
                found.add(entry, signed=entry["type"] != "drawn" or self._may_check(entry))
            elif entry["type"] == "opened":
                self.by_id[entry["tournament"]] = Tournament(entry)
            else:
                raise BadTournament("it has not been announced")
        except (BadTournament, ValueError) as error:
            raise BadLog(index, f"tournament {entry['tournament']}: {error}") from error
        if entry["type"] == "struck" and entry["match"] not in self.voided:
            raise BadLog(index, f"tournament {entry['tournament']} strikes match {entry['match']}, which is not voided")
        if found is not None and found.ladder is not None:
            self._note_delay(found, found.ladder, entry)
        self._last[entry["tournament"]] = index
        if found is not None and entry["type"] == "scored":
            is_rated = found.terms["rated"] and entry["reason"] != "unplayed"
            self._compare(index, entry["match"], _digest(entry) if is_rated else b"")

    def _note_delay(self, found: Tournament, ladder: Ladder, entry: TournamentEntry) -> None:
        """Note a ladder whose entry comes late: more than a day after the first one in the log from when it was due.

        So the time in which a server stood still does not count; and an older time in the entry does not help.
        """
        due: list[int] = []
        if entry["type"] == "answered":
            due = [ladder.challenges[entry["challenge"] - 1].answer_by]
        elif entry["type"] == "struck":
            due = [self._voided_since(found, entry["match"])]
        elif entry["type"] == "ended":
            due = self._unstruck(found)
        if any(one <= self._latest and self._times[bisect_left(self._times, one)] + DAY < self._latest for one in due):
            self._delayed.add(found.id)

    def _voided_since(self, found: Tournament, match: str) -> int:
        return max(self.voided[match], milliseconds(found.scored[match]["at"]))

    def _unstruck(self, found: Tournament) -> list[int]:
        """Return since when (ms) results of a ladder are voided, and not struck."""
        struck = set() if found.ladder is None else found.ladder.struck
        return [self._voided_since(found, one) for one in (self.voided.keys() & found.scored.keys()) - struck]

    def _over_since(self, found: Tournament) -> int:
        """Return since when (ms) a running tournament has to go on; now if it has not, or none runs."""
        is_due = found.ladder is not None and found.status == "running"
        return min(_over_since(found, self._latest), *(self._unstruck(found) if is_due else []), self._latest)

    def _check_ratings(self, entry: Drawn) -> None:
        noted = self._ratings.get(entry["tournament"])
        if noted is None or noted.size != entry["ratings_at"] or noted.size <= self._last[entry["tournament"]]:
            raise BadTournament("its ratings are not from the time between the last entry before the draw and the draw")
        if [noted.by_player.get(one) for one in entry.get("order", [])] != entry.get("ratings"):
            raise BadTournament("its players had other ratings")

    def _may_check(self, entry: Drawn) -> bool:
        self._rounds -= entry["beacon"] is not None
        self.unchecked += self._rounds < 0 and entry["beacon"] is not None
        return self._rounds >= 0

    def _compare(self, index: int, match: str, told: bytes) -> None:
        if self._told.setdefault(match, told) != told:
            raise BadLog(index, f"match {match} has one result for its tournament, and another for ratings")

    def differing(self, page: Mapping[str, object]) -> str | None:
        """Return the first published fact of a tournament that the log does not bear out, or None.

        :param page: ``id``, and all that :meth:`Tournament.published` has, perhaps with more in it.
        """
        found = self.by_id.get(str(page.get("id")))
        if found is None:
            return f"the log has no tournament {page.get('id')}"
        for name, value in found.published(self.voided).items():
            said = page.get(name)
            if name == "standings" and isinstance(said, list):
                if wrong := _differing_standing(said, found.standings(self.voided)):
                    return wrong
            elif name == "teams" and isinstance(said, list) and isinstance(value, list):
                if wrong := _differing_standing(said, value):
                    return wrong
            elif said != value:
                return f"{name} is {said}, computed {value}"
        return None


def readings(entries: Iterable[bytes]) -> dict[int, list[Drawn]]:
    """Return the draws that have used ratings, by the size of the log behind which they did.

    :param entries: the bytes of a log's entries; those that are none are passed over here.
    """
    found: dict[int, list[Drawn]] = {}
    for raw in entries:
        if b'"ratings_at":' in raw:
            with suppress(BadEntry):
                entry = parse_entry(raw)
                if entry["type"] == "drawn" and "ratings_at" in entry:
                    found.setdefault(entry["ratings_at"], []).append(entry)
    return found


def _differing_standing(rows: Sequence[Mapping[str, object]], computed: Sequence[Mapping[str, object]]) -> str | None:
    if len(rows) != len(computed):
        return f"it has {len(rows)} entrants, computed {len(computed)}"
    for row, one in zip(rows, computed, strict=True):
        for name, value in {"division": None, "team": None, **one}.items():
            if row.get(name) != value:
                return (
                    f"the standing of {one.get('player', one.get('team'))}: {name} is {row.get(name)}, computed {value}"
                )
    return None


def _over_since(tournament: Tournament, now: int) -> int:
    """Return since when a running tournament's round is over, as its entries say; ``now`` (ms) if it is not, or none runs."""
    if tournament.status != "running":
        return now
    last, ends = milliseconds(tournament.latest), tournament.round_ends
    late = [] if tournament.ladder is None else tournament.ladder.unanswered(now)
    return min(
        last if tournament.is_round_over(last) else now, now if ends is None else ends, *(one.answer_by for one in late)
    )


def _digest(result: Result | Scored) -> bytes:
    """Return a digest of what a match came to; a tournament may have noted it a little later."""
    seats = [{name: one[name] for name in ("player", "place", "end", "team")} for one in result["seats"]]
    facts = [seats, *(result[name] for name in ("rules", "n", "head", "reason"))]
    return hashlib.sha256(canonical(facts)).digest()[:16]

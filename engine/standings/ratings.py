"""Ratings: how each result changes them, and everything computed again from a log of results.

A rating is a mean and an uncertainty, kept as integers in millionths after every result; the next result starts from
those. So a last digit in which ``exp`` of two C libraries differs is rounded away, and does not grow (decision 0014 says
why openskill's model is Bradley-Terry over all pairs). Nothing is rounded twice, and no float is stored or hashed.

A log begins with an epoch; another version of openskill, or another parameter, begins the next. Ratings go on from where
they stand. What was rated in an earlier epoch cannot be voided any more: it would have to be computed by the old version.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import islice
from typing import NamedTuple

from engine.standings.results import Entry, Epoch, Result, SeatResult

MILLION = 1_000_000


UNRATED = 1500
"""The rating that people read for a newcomer."""


class Rating(NamedTuple):
    """A player's rating in one game: mean and uncertainty in millionths, and after how many results."""

    mu: int
    sigma: int
    results: int = 0

    @property
    def shown(self) -> int:
        """The rating as displayed: 1500 for a newcomer, and 60 points for each unit of openskill."""
        return (60 * self.mu + MILLION // 2) // MILLION

    @property
    def plus_minus(self) -> int:
        """Two standard deviations in the same unit: the true strength is within it nineteen times in twenty."""
        return (120 * self.sigma + MILLION // 2) // MILLION

    @property
    def is_provisional(self) -> bool:
        """True while the number may be far off."""
        return self.plus_minus > WIDEST

    @property
    def rank(self) -> int:
        """The number by which players are listed: three standard deviations below the mean, as openskill ranks."""
        return self.mu - 3 * self.sigma

    @property
    def facts(self) -> dict[str, int | bool]:
        """The rating as clients read it: what people see, and the exact numbers behind it."""
        return {
            "rating": self.shown,
            "plus_minus": self.plus_minus,
            "provisional": self.is_provisional,
            "results": self.results,
            "mu": self.mu,
            "sigma": self.sigma,
        }

    @property
    def band(self) -> int:
        """The number of the band of :data:`BAND` in which the rating is counted, by rank."""
        return 60 * self.rank // MILLION // BAND


WIDEST = 600
"""The widest uncertainty of a rating that is not provisional."""

BAND, MOST_BANDS = 100, 60
"""The width of a band of ratings as people read them, and the most bands: weaker players are in the lowest."""
MOST_POINTS = 100
"""The most points of a rating's course that a profile shows."""


def current_epoch() -> Epoch:
    """Return the epoch that this program rates in."""
    return Epoch(
        type="epoch",
        library="openskill",
        version=version("openskill"),
        model="BradleyTerryFull",
        mu=25_000_000,
        sigma=8_333_333,
        beta=4_166_667,
        kappa=100,
        tau=83_333,
    )


MOST_RECOUNTED = 10_000_000
"""The most entries that are read again for voided results (those voided together share one reading), plus ratings that
epochs carry on."""


class BadLog(ValueError):
    """A log of results that cannot be right; ``index`` is the entry at fault."""

    def __init__(self, index: int, why: str) -> None:
        super().__init__(f"entry {index} of the log of results: {why}")
        self.index = index


class OtherEpoch(BadLog):
    """An epoch that this program cannot compute, because it has another version of the library."""


class TooDear(BadLog):
    """A log whose voids and epochs demand more work than :data:`MOST_RECOUNTED` allows."""


class Differs(BadLog):
    """A published number that does not follow from the results before it."""


class Model:
    """openskill with the parameters of an epoch."""

    def __init__(self, epoch: Epoch) -> None:
        from openskill.models import BradleyTerryFull  # here: processes that only show ratings do not load it

        self.start = Rating(epoch["mu"], epoch["sigma"])
        self._model = BradleyTerryFull(
            mu=epoch["mu"] / MILLION,
            sigma=epoch["sigma"] / MILLION,
            beta=epoch["beta"] / MILLION,
            kappa=epoch["kappa"] / MILLION,
            tau=epoch["tau"] / MILLION,
        )

    def rate(self, seats: Sequence[SeatResult], before: Sequence[Rating]) -> list[Rating]:
        """Return the ratings of all seats after a result.

        Teams are listed by place, then by their lowest seat: openskill adds up floats in the order of its list.
        """
        order = sorted({(one["place"], one["team"]) for one in seats})
        members = [[seat for seat, one in enumerate(seats) if one["team"] == team] for _, team in order]
        teams = [
            [self._model.rating(before[seat].mu / MILLION, before[seat].sigma / MILLION) for seat in team]
            for team in members
        ]
        rated = self._model.rate(teams, ranks=[float(place) for place, _ in order])
        after = list(before)
        for team, new in zip(members, rated, strict=True):
            for seat, one in zip(team, new, strict=True):
                after[seat] = Rating(
                    round(one.mu * MILLION), max(1, round(one.sigma * MILLION)), before[seat].results + 1
                )
        return after


class WhatIf(NamedTuple):
    """A player's rating after a match that the player, with partners, wins alone, that all draw, or loses alone."""

    first: Rating
    drawn: Rating
    last: Rating


def what_if(before: Sequence[Rating], teams: Sequence[int]) -> list[WhatIf]:
    """Return the changes that a match would bring for each seat; how the others end among each other makes no difference.

    :param teams: as in :class:`SeatResult`.
    """
    model = Model(current_epoch())

    def after(seat: int, own: int, others: int) -> Rating:
        seats = [
            SeatResult(player="", place=own if team == teams[seat] else others, end="played", team=team)
            for team in teams
        ]
        return model.rate(seats, before)[seat]

    return [WhatIf(after(seat, 1, 2), after(seat, 1, 1), after(seat, 2, 1)) for seat in range(len(before))]


Read = Callable[[], Iterable[Entry]]
"""Reads a log of results from its beginning."""


class Book:
    """All ratings by game and player, as they follow from the entries added so far."""

    def __init__(self) -> None:
        self._ratings: dict[tuple[str, str], Rating] = {}
        self._model: Model | None = None
        self._counted: dict[str, int] = {}
        self.began = 0
        self._carried: dict[tuple[str, str], Rating] = {}
        self._earlier: Callable[[], Iterable[Entry]] | None = None
        self._size = self._recounted = 0

    @property
    def ratings(self) -> dict[tuple[str, str], Rating]:
        """All ratings, computed again if results were voided since the last use.

        :raises BadLog: :class:`TooDear` for a log that demands this too often.
        """
        if self._earlier is not None:
            for _ in self.recount(islice(self._earlier(), self._size)):
                pass
        return self._ratings

    def add(self, index: int, entry: Entry, earlier: Callable[[], Iterable[Entry]], *, check: bool = True) -> None:
        """Add the next entry.

        :param earlier: reads all entries up to this again, perhaps with others behind; asked after a result was voided.
        :param check: whether a result's own numbers are compared with the computed ones.
        :raises BadLog: for an entry that cannot stand here, :class:`Differs` for numbers that do not follow.
        """
        match entry["type"]:
            case "epoch":
                self._begin(index, entry)
            case "result":
                self._count(index, entry, check=check)
            case "void":
                self._void(index, entry["match"])
                self._earlier = earlier
        self._size = index + 1

    def after(self, index: int, result: Result) -> list[Rating]:
        """Return the ratings of a result's seats after it. :raises BadLog: when it cannot stand here."""
        start, game = self._may_count(index, result).start, result["game"]
        ratings = self.ratings
        before = [ratings.get((game, one["player"]), start) for one in result["seats"]]
        return self._rate(index, result, before)

    def _again(self, index: int, much: int) -> None:
        """Count entries read again, and ratings carried on; :raises TooDear: for a log that demands too much of it."""
        self._recounted += much
        if self._recounted > MOST_RECOUNTED:
            why = f"voids and epochs demand more than {MOST_RECOUNTED} entries to be read, and ratings to be carried on, again"
            raise TooDear(index, why)

    def _may_count(self, index: int, result: Result) -> Model:
        if self._model is None:
            raise BadLog(index, "no epoch has begun")
        if result["match"] in self._counted:
            raise BadLog(index, f"match {result['match']} has a result already")
        return self._model

    def _rate(self, index: int, result: Result, before: Sequence[Rating]) -> list[Rating]:
        assert self._model is not None
        try:
            return self._model.rate(result["seats"], before)
        except (ArithmeticError, ValueError) as error:  # an epoch may have any parameters
            raise BadLog(index, f"ratings are too far apart to be computed ({type(error).__name__})") from error

    def _begin(self, index: int, epoch: Epoch) -> None:
        if (epoch["library"], epoch["version"], epoch["model"]) != _computed(current_epoch()):
            said = f"it is rated by {epoch['library']} {epoch['version']} ({epoch['model']})"
            raise OtherEpoch(index, f"{said}: install that version to check what follows")
        carried = self.ratings  # of the epoch that ends
        self._again(index, len(carried))
        self._model = Model(epoch)
        self.began, self._carried = index, dict(carried)

    def _count(self, index: int, result: Result, *, check: bool) -> None:
        if not check and self._earlier is not None:  # all is computed again later, with this
            self._may_count(index, result)
            self._counted[result["match"]] = index
            return
        after = self.after(index, result)
        if check:
            for number, (one, rating) in enumerate(zip(result["seats"], after, strict=True)):
                _compare(index, number, one, rating)
        for one, rating in zip(result["seats"], after, strict=True):
            self._ratings[result["game"], one["player"]] = rating
        self._counted[result["match"]] = index

    def _void(self, index: int, match: str) -> None:
        counted = self._counted.get(match)
        if counted is None:
            raise BadLog(index, f"match {match} has no result to void")
        if counted < 0:
            raise BadLog(index, f"the result of match {match} is void already")
        if counted < self.began:
            raise BadLog(index, f"the result of match {match} is of an earlier epoch")
        self._counted[match] = -1

    def recount(self, entries: Iterable[Entry]) -> Iterator[tuple[int, Result, list[Rating]]]:
        """Compute everything since the epoch began again, without voided results; yield each result with its ratings.

        :param entries: the log up to where this book is.
        """
        assert self._model is not None
        self._earlier, self._ratings = None, dict(self._carried)
        for index, entry in enumerate(entries):
            self._again(index, 1)
            if index > self.began and entry["type"] == "result" and self._counted[entry["match"]] == index:
                keys = [(entry["game"], one["player"]) for one in entry["seats"]]
                before = [self._ratings.get(key, self._model.start) for key in keys]
                after = self._rate(index, entry, before)
                self._ratings.update(zip(keys, after, strict=True))
                yield index, entry, after


def _computed(epoch: Epoch) -> tuple[str, str, str]:
    return epoch["library"], epoch["version"], epoch["model"]


def _compare(index: int, seat: int, said: SeatResult, rating: Rating) -> None:
    for name, computed in (("mu", rating.mu), ("sigma", rating.sigma)):
        published = said.get(name)
        if published != computed:
            raise Differs(index, f"seat {seat} ({said['player']}): {name} is {published}, computed {computed}")


def replay(read: Read, *, check: bool = True) -> Book:
    """Compute all ratings again from a log of results, one entry at a time.

    :raises BadLog: naming the first entry that cannot be right, or whose numbers differ.
    """
    book = Book()
    for index, entry in enumerate(read()):
        book.add(index, entry, read, check=check)
    return book


def rated(result: Result, after: Sequence[Rating]) -> Result:
    """Return a result with the ratings of its seats after it."""
    seats = [
        SeatResult(**{**one, "mu": rating.mu, "sigma": rating.sigma})
        for one, rating in zip(result["seats"], after, strict=True)
    ]
    return {**result, "seats": seats}


def published(book: Book, game: str) -> Iterator[tuple[str, Rating]]:
    """Yield the players of a game with their ratings, the highest rank first."""
    rows = [(player, rating) for (of, player), rating in book.ratings.items() if of == game]
    yield from sorted(rows, key=lambda row: (-row[1].rank, row[0]))


def differing(book: Book, game: str, rows: Iterable[Mapping[str, object]]) -> str | None:
    """Return the first row of a published list of ratings that differs from the computed one, or None.

    :param rows: ``rank``, ``player``, ``mu``, ``sigma``, ``rating``, ``plus_minus``, ``provisional`` and ``results`` of each; any
        part of a list.
    """
    computed = {rank: {"player": player, **one.facts} for rank, (player, one) in enumerate(published(book, game), 1)}
    for row in rows:
        rank = row.get("rank")
        ours = computed.get(rank, {"player": None}) if isinstance(rank, int) else {"player": None}
        for name, value in ours.items():
            if row.get(name) != value:
                return f"rank {rank} of {game}: {name} is {row.get(name)}, computed {value}"
    return None


def differing_bands(book: Book, game: str, page: Mapping[str, object]) -> str | None:
    """Return how a published distribution of a game's players differs from the computed one, or None."""
    numbers = [rating.band for (of, _), rating in book.ratings.items() if of == game]
    high = max(numbers, default=0)
    low = max(min(numbers, default=1), high - MOST_BANDS + 1)
    counts = Counter(max(low, one) for one in numbers)
    computed = [{"at_least": BAND * one, "players": counts[one]} for one in range(low, high + 1)]
    return None if page.get("bands") == computed else f"bands of {game} are {page.get('bands')}, computed {computed}"


def differing_profile(book: Book, player: str, rows: Sequence[Mapping[str, object]], read: Read) -> str | None:
    """Return the first rating of a player, or course of one, that differs from the computed one, or None.

    :param rows: those of a profile, one for each game; courses are compared since the last epoch began.
    """
    told = {row.get("game"): row for row in rows}
    computed = {game: rating for (game, who), rating in book.ratings.items() if who == player and rating.results}
    if len(told) != len(rows) or told.keys() - computed.keys():
        return f"{', '.join(str(row.get('game')) for row in rows)} of {player} is listed twice, or no game with results"
    courses: dict[str, list[dict[str, int]]] = {game: [] for game in computed}
    for index, entry, after in book.recount(read()):
        for seat, rating in zip(entry["seats"], after, strict=True):
            if seat["player"] == player:
                point = {"entry": index, "rating": rating.shown, "plus_minus": rating.plus_minus}
                courses[entry["game"]].append(point)
    for game, rating in computed.items():
        row = told.get(game, {})
        for name, value in rating.facts.items():
            if row.get(name) != value:
                return f"{game} of {player}: {name} is {row.get(name)}, computed {value}"
        course = row.get("course")
        points = course if isinstance(course, list) else []
        since = [one for one in points if one["entry"] > book.began]
        if len(points) != min(rating.results, MOST_POINTS) or since != courses[game][-MOST_POINTS:]:
            return f"{game} of {player}: course is {course}, computed {courses[game][-MOST_POINTS:]}"
    return None

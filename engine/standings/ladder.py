"""A ladder: who challenges somebody further up, and wins, takes that place, and everybody between goes down one.

Places are what the entries make of the first order, one after the other: somebody comes in at the bottom, leaves, wins a match
as the challenger, or has a challenge declined or not answered in time, which is the same as winning it. Nothing else moves
anybody: not a tie, not the rival's win, not a match of somebody who has left. A result that is voided is passed over, so the
places are as though it had never counted.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from engine.protocol.chance import Draws
from engine.protocol.log import milliseconds, timestamp
from engine.standings.results import Answer, Answered, Challenged, DrawnTable, Opened, Scored, Standing

METHOD = "ladder@1"
MOST_CHALLENGES = 24
"""The most challenges that one player makes: nobody can use up the places of the log, and each reading reads them all."""
LONGEST_VACATION = 60 * 86_400_000
"""The most that vacations add to the time to answer (ms): they are in no log, so nobody can check them."""
MOST_SHOWN = 50
"""The number of the latest challenges that are published, besides those that are open."""


class Step(NamedTuple):
    """Something that may move places: a player comes in or leaves, or has these points against a rival who was challenged."""

    player: str
    comes: bool = False
    rival: str = ""
    match: str = ""
    points: int = 0


@dataclass
class Challenge:
    """A challenge: ``since``, ``answer_by`` and ``over`` are in milliseconds, ``over`` None while it is open.

    It is over when it is declined, not answered in time, or its match is scored, when one of the two leaves, and
    with the end of the ladder.
    """

    number: int
    player: str
    rival: str
    since: int
    answer_by: int
    answer: Answer | None = None
    table: DrawnTable | None = None
    over: int | None = None

    @property
    def players(self) -> set[str]:
        """The two."""
        return {self.player, self.rival}


class Happening(NamedTuple):
    """A piece of news for players: that one is challenged, how that was answered, what the match came to."""

    challenge: Challenge
    what: Literal["challenged", "accepted", "declined", "silent", "won", "lost", "tied", "unplayed"]
    """``won`` and ``lost`` are those of the challenger."""


class Ladder:
    """A ladder as it follows from the entries of its tournament."""

    def __init__(self, terms: Opened) -> None:
        self.reach, self.at_once = terms["reach"], terms["at_once"]
        self.answer, self.again = terms["answer_seconds"] * 1000, terms["again_seconds"] * 1000
        self.challenges: list[Challenge] = []
        self.tables: list[DrawnTable] = []
        """The tables of all challenges that were accepted, in that order."""
        self.struck: set[str] = set()
        """The matches whose results are passed over, as the entries of the tournament say."""
        self.happened: list[Happening] = []
        self.open: list[Challenge] = []
        """The challenges that are not over."""
        # Every reading of a tournament adds all its entries: no step may look at all steps before it.
        self._steps: list[Step] = []
        self._order: list[str] = []
        self._made = Counter[str]()
        self._last: dict[frozenset[str], Challenge] = {}

    @property
    def shown(self) -> list[Challenge]:
        """The challenges that are published: those that are open, and the latest of the others."""
        return [one for one in self.challenges if one.over is None or one.number > len(self.challenges) - MOST_SHOWN]

    def unanswered(self, at: int) -> list[Challenge]:
        """Return the challenges whose time to answer is over at this time (ms)."""
        return [one for one in self.open if one.answer is None and one.answer_by <= at]

    def order(self, voided: Collection[str] = ()) -> list[str]:
        """Return the players by place, the first one on top.

        :param voided: matches to be passed over, besides those that are struck.
        """
        return list(self._order) if self.struck.issuperset(voided) else self._replay(self.struck.union(voided))

    def _replay(self, passed: Collection[str]) -> list[str]:
        found: list[str] = []
        for step in self._steps:
            if step.match not in passed:
                move(found, step)
        return found

    def _take(self, step: Step) -> None:
        self._steps.append(step)
        move(self._order, step)

    def _end(self, one: Challenge, at: int) -> None:
        one.over = at
        self.open.remove(one)

    def strike(self, match: str) -> None:
        """Pass over the result of a match from now on."""
        self.struck.add(match)
        self._order = self._replay(self.struck)

    def standings(self, gone: Sequence[str], voided: Collection[str] = ()) -> list[Standing]:
        """Return the standings by place, then those who are out. Points are those of matches that count."""
        points, won, played = Counter[str](), Counter[str](), Counter[str]()
        for step in self._steps:
            if step.match and step.match not in voided and step.match not in self.struck:
                for player, got in ((step.player, step.points), (step.rival, 2 - step.points)):
                    points[player] += got
                    won[player] += got == 2
                    played[player] += 1
        placed: list[tuple[str, int | None]] = [(who, place) for place, who in enumerate(self.order(voided), start=1)]
        return [
            Standing(
                player=one, place=place, points=points[one], direct=0, strength=0, won=won[one], played=played[one]
            )
            for one, place in [*placed, *((who, None) for who in gone)]
        ]

    def refusal(self, player: str, rival: str, at: int, order: Sequence[str]) -> str | None:
        """Return why a player may not challenge a rival at this time (ms), or None if that is allowed.

        :param order: the players by place, as :meth:`order` says.
        """
        places = {who: place for place, who in enumerate(order)}
        if player not in places or rival not in places:
            return "both have to be in the ladder"
        if not 0 < places[player] - places[rival] <= self.reach:
            return f"one may challenge whoever stands 1 to {self.reach} places further up"
        last = self._last.get(frozenset({player, rival}))
        reasons = {
            f"{self.at_once} of your challenges can be open at a time: wait until one is decided": (
                sum(one.player == player for one in self.open) >= self.at_once
            ),
            f"{self.reach} challenges to this player are open, the most there can be": (
                sum(one.rival == rival for one in self.open) >= self.reach
            ),
            f"you have made {MOST_CHALLENGES} challenges in this ladder, the most there can be": (
                self._made[player] >= MOST_CHALLENGES
            ),
            f"the two of you meet now, or did so in the last {self.again // 3_600_000} hours": (
                last is not None and (last.over is None or at < last.over + self.again)
            ),
        }
        return next((why for why, is_so in reasons.items() if is_so), None)

    def rivals(self, player: str, at: int) -> list[str]:
        """Return the players whom one may challenge at this time (ms), the nearest last."""
        order = self.order()
        place = order.index(player) if player in order else 0
        return [
            one for one in order[max(0, place - self.reach) : place] if self.refusal(player, one, at, order) is None
        ]

    def enter(self, player: str) -> None:
        """Let a player come in at the bottom."""
        self._take(Step(player, comes=True))

    def leave(self, player: str, at: int) -> None:
        """Take a player out at this time (ms): those below go up one, and open challenges of the player are over."""
        self._take(Step(player))
        for one in list(self.open):
            if player in one.players:
                self._end(one, at)

    def end(self, at: int) -> None:
        """End the ladder at this time (ms): challenges that are open count for nobody."""
        for one in list(self.open):
            self._end(one, at)

    def challenge(self, entry: Challenged) -> None:
        """Add a challenge. :raises ValueError: if it is not allowed."""
        at, until = milliseconds(entry["at"]), milliseconds(entry["answer_by"])
        if not self.answer <= until - at <= self.answer + LONGEST_VACATION:
            raise ValueError("a challenge has not the time to be answered that the terms give")
        if why := self.refusal(entry["player"], entry["rival"], at, self.order()):
            raise ValueError(f"{entry['player']} may not challenge {entry['rival']}: {why}")
        made = Challenge(len(self.challenges) + 1, entry["player"], entry["rival"], at, until)
        self.challenges.append(made)
        self.open.append(made)
        self._made[made.player] += 1
        self._last[frozenset(made.players)] = made
        self.happened.append(Happening(made, "challenged"))

    def answered(self, entry: Answered) -> None:
        """Add the answer to a challenge, or that there was none in time. :raises ValueError: if it cannot come now."""
        at, number = milliseconds(entry["at"]), entry["challenge"]
        found = self.challenges[number - 1] if number <= len(self.challenges) else None
        if found is None or found.over is not None or found.answer is not None:
            raise ValueError(f"challenge {number} does not wait for an answer")
        if (at >= found.answer_by) != (entry["answer"] == "silent"):
            raise ValueError(f"challenge {number} is answered too late, or said not to be too early")
        if (entry["table"] is None) == (entry["answer"] == "accepted"):
            raise ValueError(f"challenge {number} has a table exactly if it is accepted")
        found.answer = entry["answer"]
        self.happened.append(Happening(found, entry["answer"]))
        if entry["table"] is None:
            self._end(found, at)
            self._take(Step(found.player, rival=found.rival, points=2))
        else:
            found.table = entry["table"]
            self.tables.append(entry["table"])

    def score(self, scored: Scored) -> None:
        """Add the result of a match; it moves nobody if one of the two has left since the challenge."""
        found = next((one for one in self.open if one.table and one.table["match"] == scored["match"]), None)
        if found is None:
            return
        self._end(found, milliseconds(scored["at"]))
        if not scored["seats"]:
            self.happened.append(Happening(found, "unplayed"))
            return
        mine, theirs = sorted(scored["seats"], key=lambda one: one["player"] != found.player)
        points = 1 + (mine["place"] < theirs["place"]) - (mine["place"] > theirs["place"])
        self._take(Step(found.player, rival=found.rival, match=scored["match"], points=points))
        self.happened.append(Happening(found, ("lost", "tied", "won")[points]))

    def seat(self, number: int, seed: bytes) -> list[str]:
        """Return the players of a challenge by seat: the first is for who had it less often than the second, equals by lot.

        :param number: the challenge's number; :param seed: that of the ladder's draw.
        """
        found = self.challenges[number - 1]
        first = Counter(one["players"][0] for one in self.tables)
        first.subtract(one["players"][1] for one in self.tables)
        drawn = Draws(seed).shuffle(f"challenge.{number}", [found.player, found.rival])
        return sorted(drawn, key=lambda one: first[one])

    def published(self) -> list[dict[str, object]]:
        """Return the challenges that are shown, as they are published."""
        return [
            {
                "number": one.number,
                "player": one.player,
                "rival": one.rival,
                "at": timestamp(one.since),
                "answer_by": timestamp(one.answer_by),
                "answer": one.answer,
                "match": None if one.table is None else one.table["match"],
                "is_open": one.over is None,
            }
            for one in self.shown
        ]


def move(order: list[str], step: Step) -> None:
    """Let a step move the players in an order of places."""
    if step.comes:
        order.append(step.player)
    elif not step.rival:
        order.remove(step.player)
    elif step.points == 2:
        climb(order, step.player, step.rival)


def climb(order: list[str], player: str, rival: str) -> None:
    """Move the winner of a challenge up to the rival's place; the rival and everybody between move down one.

    A winner who is above the rival already does not move.

    >>> order = ["a", "b", "c", "d"]
    >>> climb(order, "d", "b")
    >>> order
    ['a', 'd', 'b', 'c']
    """
    place = order.index(rival)
    if order.index(player) > place:
        order.remove(player)
        order.insert(place, player)

"""Players that play tables to their end by the published client: two requests for a decision, each receipt checked."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, cast

import httpx
from siegelpost_client import OVERTAKEN, BadReceipt, Client, Player, Refused, Unreachable
from siegelpost_client.client import trusted

from tests.campaigns.load.measured import Counting, Measured
from tests.campaigns.load.pacing import Pace

if TYPE_CHECKING:
    from siegelpost_client.models import MatchRequest, Waiting

WAIT = 5
"""Seconds of a long poll: what stopping may take."""
PATIENCE = 20.0
"""Seconds for which a request is tried again; every try without success is counted."""
AGENT = "siegelpost-load"


@dataclass(frozen=True)
class Plan:
    """What is played: so many tables of a game with so many seats, acts at a rate, with these options."""

    matches: int
    rate: float
    rules: str = "kontor"
    seats: int = 2
    title: str = "Load test"
    seed: int = 1


@dataclass
class Somebody:
    """One account, in a thread of its own, and the tables it has a seat at."""

    player: Player
    measured: Measured
    pace: Pace
    stop: threading.Event
    whims: random.Random
    seats: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    """Those of its seats' tables that are not known to be over."""

    @classmethod
    def of(cls, url: str, token: str, measured: Measured, pace: Pace, stop: threading.Event, seed: int) -> Somebody:
        """Open a client for one token."""
        http = httpx.Client(transport=Counting(measured, httpx.HTTPTransport(verify=trusted())))
        client = Client(url, token, patience=PATIENCE, agent=AGENT, http=http, sleep=partial(_rest, stop))
        return cls(Player(client), measured, pace, stop, random.Random(seed))

    def play(self) -> None:
        """Answer what waits until the load stops or all tables are over."""
        while not self.stop.is_set():
            items = [item for item in self._waiting() if item["moves"]]
            for item in items:
                self._answer(item)
            if not items:
                self.tables = [one for one in self.tables if self._goes_on(one)]
                if not self.tables:
                    return

    def _waiting(self) -> list[Waiting]:
        # A long poll lasts as long as others think: its time would say nothing.
        try:
            return self.player.waiting(WAIT)
        except (Refused, Unreachable) as error:
            self._note(error)
            self.stop.wait(1)
            return []

    def _answer(self, item: Waiting) -> None:
        if item["match"] not in self.tables or not self.pace.wait():
            return
        move = self.whims.choice(item["moves"] or [])
        try:
            with self.measured.timing("seal" if item["answer"] == "commitment" else "move"):
                self.player.answer(item, move)
        except (Refused, Unreachable, BadReceipt) as error:
            self._note(error)

    def _goes_on(self, match: str) -> bool:
        try:
            with self.measured.timing("look at a table"):
                return self.player.client.get_match(match)["status"] != "closed"
        except (Refused, Unreachable) as error:
            self._note(error)
            return True

    def _note(self, error: Exception) -> None:
        if isinstance(error, Refused) and error.code in OVERTAKEN:
            self.measured.was_overtaken()
        elif isinstance(error, Refused):
            self.measured.failed(f"refused: {error.code}")
        elif isinstance(error, BadReceipt):
            self.measured.failed("a receipt that does not hold")
        else:
            self.measured.failed("gave up")


def seat(people: Sequence[Somebody], plan: Plan) -> list[str]:
    """Make the tables and seat the players, in turn; return the matches.

    :raises Refused, Unreachable: when not even that can be done.
    """
    matches = []
    for number in range(plan.matches):
        first = number * plan.seats % len(people)
        seated = [people[(first + place) % len(people)] for place in range(plan.seats)]
        owner, measured = seated[0], seated[0].measured
        wish = {
            "rules": plan.rules, "seats": plan.seats, "title": plan.title, "grace_seconds": 0, "hold_seconds": 0,
            "visibility": "private",
        }  # fmt: skip
        with measured.timing("make a table"):
            made = owner.player.client.create_match(cast("MatchRequest", wish))
        match = made["match"]
        for place, one in enumerate(seated):
            if place:
                with measured.timing("sit down"):
                    one.player.sit(match, place, invitation=made["invitation"])
            one.tables.append(match)
            one.seats.append(match)
        matches.append(match)
        if owner.stop.is_set():
            break
    return matches


def clear(people: Sequence[Somebody], matches: Sequence[str]) -> None:
    """Give up what still runs: nobody is to be asked about it for weeks."""
    for match in matches:
        for one in people:
            if match in one.tables:
                try:
                    one.player.resign(match)
                except Refused as error:
                    if error.code != "not-running":
                        one.measured.failed(f"refused: {error.code}")
                except Unreachable:
                    one.measured.failed("gave up")
                break


def _rest(stop: threading.Event, seconds: float) -> None:
    stop.wait(seconds)

"""People who need more time: they ask for it, or enter a vacation and come back early; the others grant it, or do not."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from engine.match.time_requests import next_said
from service.context import Context
from service.matches.absence import pauses, time_requests
from service.store.records import Account, Record
from tests.campaigns.simulation.installed.installation import Installation
from tests.campaigns.simulation.world import Process

HOUR = 3_600


@dataclass(frozen=True)
class AskingForTime:
    """What one person says about time in one match.

    :ivar unit: how long a minute of the story is, in minutes.
    :ivar send: sends a request of this name; a refusal is content.
    """

    installation: Installation
    crowd: Process
    unit: float
    match: str
    account: Account
    send: Callable[[str, Callable[[Context], object]], object]

    def ask(self, record: Record, seat: int, decision: str) -> None:
        """Ask for more time."""
        seconds, seq = max(60, round(60 * self.unit)), next_said(record.table, "asked", seat)
        self.send(
            "asked for time",
            lambda context: time_requests.ask(context, self.match, self.account, decision, seconds, seq),
        )

    def say(self, record: Record, seat: int) -> None:
        """Answer who asks, now and then; go on vacation, seldom."""
        chance = self.installation.world.chance
        for standing, request in time_requests.open_requests(record):
            if request["seat"] != seat and chance.random() < 0.5:
                self._answer(standing["id"], request["seat"], grant=chance.random() < 0.6)
        if "vacations" in record.table and chance.random() < 0.01:
            self._go_on_vacation()

    def _answer(self, decision: str, requester: int, *, grant: bool) -> None:
        self.send(
            "granted time" if grant else "refused time",
            lambda context: time_requests.respond(context, self.match, self.account, decision, requester, grant),
        )

    def _go_on_vacation(self) -> None:
        world, account = self.installation.world, self.account.id
        today = datetime.fromtimestamp(world.now, UTC).date()

        def come_back() -> None:
            self.send("came back", lambda context: pauses.end_vacation(context, account, today))

        self.send("vacation", lambda context: pauses.take_vacation(context, account, today, today + timedelta(1)))
        world.after(world.chance.uniform(0, HOUR * self.unit), lambda: self.crowd.start(come_back))

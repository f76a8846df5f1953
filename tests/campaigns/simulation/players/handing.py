"""People who hand their seat over while they are there, or stay away; the others vote about it; who was replaced comes back.

Each word is sent again while no answer comes, and now and then twice at once; its receipt is kept.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.match.absence import case_of, wanted_by
from engine.match.substitutes import candidates_of, former_seat, next_handing
from engine.protocol.agreements import Wanted
from service.context import Context
from service.matches.absence import absence, handing, substitutes
from service.matches.changes import load_match
from service.matches.errors import MatchError, SignedReceipt
from service.store.records import Account, Record
from tests.campaigns.simulation.installed.installation import Installation

Send = Callable[[str, Callable[[Context], object]], bool]


def agreed(seed: int, match: str, unit: float) -> dict[str, Any] | None:
    """Return what a match agrees on about people who stay away; ``None``: nothing.

    The seed's own chance is left alone, so that the other matches of a story go as they did.
    """
    chance = random.Random(f"absence {seed} {match}")
    if chance.random() < 0.5:
        return None
    return {"misses": chance.choice([1, 2]), "notice_seconds": max(1, round(60 * unit)), "majority": "most"}


@dataclass(frozen=True)
class HandingOver:
    """What one person says about seats in one match.

    :ivar send: sends a request of this name; returns whether an answer came. A refusal is content.
    :ivar keep: keeps a receipt.
    :ivar play: lets somebody look at the table as players do, from now on.
    """

    installation: Installation
    match: str
    account: Account
    send: Send
    keep: Callable[[SignedReceipt | None], None]
    others: Callable[[], list[Account]]
    play: Callable[[Account], None]

    def say(self, record: Record, seat: int) -> None:
        """Say something about seats, now and then."""
        if "absence" not in record.table:
            return
        chance, case = self.installation.world.chance, case_of(record.table, seat)
        self._vote(record, seat)
        if case is not None and chance.random() < (0.15 if "to" in case else 0.6):
            self._here(seat)
        elif case is None and chance.random() < 0.12:
            self._hand(record, seat)

    def come_back(self, record: Record) -> None:
        """Ask for the seat that was one's own, now and then."""
        seat = former_seat(record.table, self.account.id)
        if seat is not None and self.installation.world.chance.random() < 0.1:
            self._insist("would come back", lambda context: self._stand_in(context, self.account, seat, None))

    def _vote(self, record: Record, seat: int) -> None:
        table, chance = record.table, self.installation.world.chance
        for other in range(len(table["seats"])):
            case, wishes = (
                case_of(table, other),
                [Wanted("person", one["player"]) for one in candidates_of(table, other)],
            )
            if case is not None and other != seat:
                wishes += [Wanted("wait"), wanted_by(case["to"]) if "to" in case else Wanted("bot")]
            if wishes and chance.random() < 0.5:
                self._say_what_is_wanted(seat, other, chance.choice(wishes))

    def _say_what_is_wanted(self, seat: int, other: int, wanted: Wanted) -> None:
        def vote(context: Context) -> None:
            record = absence.vote(context, self.match, self.account, other, wanted.choice, player=wanted.player)
            told = absence.receipt_for_vote(context, record, seat, other, wanted.choice, wanted.player)
            self.keep(told)

        self._insist("voted", vote)

    def _here(self, seat: int) -> None:
        def here(context: Context) -> None:
            self.keep(absence.receipt_for_here(context, absence.here(context, self.match, self.account, seat), seat))

        self._insist("stays", here)

    def _hand(self, record: Record, seat: int) -> None:
        table, chance = record.table, self.installation.world.chance
        offered, seq = handing.may_hand(table, seat), next_handing(table, seat)
        if all(one.player is None for one in offered) and chance.random() < 0.5:
            self._name_somebody(record, seat)
        elif offered:
            to = chance.choice(offered)

            def hand(context: Context) -> None:
                after = handing.hand(context, self.match, self.account, seat, to, seq)
                self.keep(handing.receipt_for(context, after.table, seat))

            self._insist(f"hands over to a {to.choice}", hand)

    def _name_somebody(self, record: Record, seat: int) -> None:
        """Name somebody of the crowd, who says yes at once."""
        sitting = {one["player"] for one in record.table["seats"]}
        free = [one for one in self.others() if one.id not in sitting]
        if not free:
            return
        friend = self.installation.world.chance.choice(free)

        def name(context: Context) -> None:
            asked = substitutes.asked_by(
                substitutes.ask(context, self.match, self.account, seat, None).table, seat, seat
            )
            if asked is not None:
                self._stand_in(context, friend, seat, asked["secret"])

        self._insist("named somebody", name)
        self.play(friend)

    def _stand_in(self, context: Context, who: Account, seat: int, invitation: str | None) -> None:
        substitutes.stand_in(context, self.match, who, seat, invitation=invitation, key=None)

    def _insist(self, what: str, request: Callable[[Context], object]) -> None:
        """Send a request, again while no answer comes."""
        world = self.installation.world
        if world.chance.random() < 0.2:
            world.process.start(lambda: self.send(what, request))
        for _ in range(4):
            if self.send(what, request):
                return
            world.pause(world.chance.uniform(0.1, 5.0))


def holder_at(record: Record, seat: int, n: int) -> str | None:
    """Return who had a seat behind entry ``n`` of the log."""
    changes = record.table["absence"].get("changes", []) if "absence" in record.table else []
    later = [one for one in changes if one["seat"] == seat and one["n"] > n]
    return later[0]["player"] if later else record.table["seats"][seat]["player"]


def bots_came(record: Record, seat: int) -> list[int]:
    """Return behind which entries of the log a bot has had a seat."""
    changes = record.table["absence"].get("changes", []) if "absence" in record.table else []
    return [one["n"] for one in changes if one["seat"] == seat and one["to"].startswith("bot:")]


def at_the_table(context: Context, match: str, account: Account, seat: int) -> Record:
    """Return a match as the API loads it for whoever acts in a seat. :raises MatchError: when he sits there no more."""
    record = load_match(context, match)
    if record.table["seats"][seat]["player"] != account.id:
        raise MatchError("not-seated", "somebody else sits there")
    return record

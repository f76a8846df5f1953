"""Rounds of public randomness beacons: wanted ones, and those fetched and verified, with their signatures."""

from typing import NamedTuple, cast

from engine.protocol.beacon import Beacon, Chain
from engine.protocol.canon import NotCanonical, canonical, parse
from service.store import keys
from service.store.connection.connect import Client
from service.store.values import text

KEPT = 86_400 * 14
"""How long a fetched round is kept, in seconds: a match takes it a moment later, and has it in its log from then on."""


class WantedRound(NamedTuple):
    """A round that a match waits for."""

    chain: Chain
    number: int


class Beacons(Client):
    """Rounds of beacons: known ones and wanted ones."""

    def beacon_round(self, beacon: Beacon, number: int) -> str | None:
        """Return a round's verified signature (hex), or None if it is missing; then it is marked as wanted."""
        found = self._ask(("GET", keys.beacon_round(beacon["public_key"], number)))
        if found is not None:
            return text(found)
        chain = cast(Chain, {name: fact for name, fact in beacon.items() if name != "delay"})
        self._ask(("ZADD", keys.beacon_wanted(), "NX", 0, _member(WantedRound(chain, number))))
        return None

    def wanted_rounds(self, now: int, most: int) -> list[WantedRound]:
        """Return wanted rounds that may be tried now (ms), the longest wanted first."""
        members = self._ask(("ZRANGEBYSCORE", keys.beacon_wanted(), "-inf", now, "LIMIT", 0, most))
        found: list[WantedRound] = []
        for member in members:
            try:
                wanted = parse(member)
                found.append(WantedRound(wanted["chain"], int(wanted["number"])))
            except (NotCanonical, KeyError, TypeError, ValueError):
                # Nothing is lost: a match that waits for a round asks for it again at its next look.
                self._ask(("ZREM", keys.beacon_wanted(), member))
        return found

    def keep_round(self, wanted: WantedRound, signature: str) -> None:
        """Store the verified signature of a round."""
        self._ask_many(
            [
                ("SET", keys.beacon_round(wanted.chain["public_key"], wanted.number), signature, "EX", KEPT),
                ("ZREM", keys.beacon_wanted(), _member(wanted)),
            ]
        )

    def put_off_round(self, wanted: WantedRound, until: int) -> None:
        """Do not try a round before this time (ms)."""
        self._ask(("ZADD", keys.beacon_wanted(), "XX", until, _member(wanted)))


def _member(wanted: WantedRound) -> bytes:
    return canonical({"chain": dict(wanted.chain), "number": wanted.number})

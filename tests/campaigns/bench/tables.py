"""Running matches for a measurement, made by the service itself, usually of two people each, the first choice standing."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, cycle
from typing import Any

from engine.contract import Move
from engine.registry import game, game_of, newest
from service.accounts.access import tokens
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation, lobby
from service.store.records import Account
from tests.campaigns.bench.load import request
from workers.resolve.drain import drain_once


@dataclass(frozen=True)
class Kind:
    """What is played: the rules in their newest version, a preset (or none), so many people."""

    game: str
    preset: str = ""
    seats: int = 2


KONTOR = Kind("kontor", "tilsit")
PACE = {"kind": "duration", "seconds": 7 * 86_400}
_numbers = count()


@dataclass
class Sitting:
    """A person at a table, with a token, and what may be answered now (nothing: others are asked).

    ``seq`` is that of the commitment that stands.
    """

    match: str
    seat: int
    mail: str
    token: str
    decision: str
    moves: list[dict[str, Any]]
    seq: int = 0
    sealed: bool = True
    _choice: Iterator[Move] = field(init=False)

    def __post_init__(self) -> None:
        self._choice = cycle(self.moves)

    def commitment(self) -> bytes:
        """Return the request that seals the next move, replacing the one before."""
        body = json.dumps({"move": next(self._choice), "replaces": self.seq}).encode()
        self.seq += 1
        return request(
            "PUT", f"/v1/matches/{self.match}/decisions/{self.decision}/commitment", token=self.token, body=body
        )

    def answer(self) -> bytes:
        """Return the request that answers what is asked now, once: sealed, or openly."""
        if self.sealed:
            return self.commitment()
        body = json.dumps({"move": next(self._choice)}).encode()
        return request("PUT", f"/v1/matches/{self.match}/decisions/{self.decision}/move", token=self.token, body=body)


def begin(context: Context, grace: int, kind: Kind = KONTOR, owner: tuple[Account, str] | None = None) -> list[Sitting]:
    """Return the people of a new match that waits for its first decision.

    :param grace: milliseconds between the last commitment and the lock.
    :param owner: an account that creates it, with its token; otherwise all are new.
    """
    people = [owner or person(context), *(person(context) for _ in range(kind.seats - 1))]
    rules = newest(kind.game)
    options = dict(game(rules).rules.presets.get(kind.preset, {}))
    wish = creation.NewMatch(
        rules=rules, seats=kind.seats, options=options, pace=PACE, grace=grace, hold=0, title="Bench"
    )
    match = creation.create(context, people[0][0], wish, new_match_id()).match
    for guest, _ in people[1:]:
        lobby.join(context, match, guest, seat=None, invitation=None)
    return [Sitting(match, seat, one.mail, token, "", [{}]) for seat, (one, token) in enumerate(people)]


def dealt(context: Context, sittings: list[Sitting], *, by_workers: bool = False) -> list[Sitting]:
    """Return the same people with their moves, once the cards are dealt; by workers, or else by this process."""
    while not by_workers and drain_once(context):  # until nothing is due: a drain ends when its time is up
        pass
    return [_with_moves(context, one) for one in sittings]


def _with_moves(context: Context, one: Sitting) -> Sitting:
    until = time.monotonic() + 60
    while True:
        record = context.store.load(one.match)
        assert record is not None
        if record.state is not None:
            break
        assert time.monotonic() < until, "no worker dealt the cards"
        time.sleep(0.02)
    standing = next(asked for asked in record.table["standing"] if not asked["optional"])
    moves = game_of(record.table).moves(record.state, one.seat, standing["id"]) if one.seat in standing["seats"] else []
    return Sitting(one.match, one.seat, one.mail, one.token, standing["id"], moves, sealed=standing["sealed"])


def person(context: Context) -> tuple[Account, str]:
    """Return a new account and a token of it."""
    name = f"bench{next(_numbers)}"
    account = context.store.create_account(mail=f"{name}@players.example", name=name, verified=True)
    return account, tokens.issue_token(context, account.id, name="bench", scopes=tokens.SCOPES).text

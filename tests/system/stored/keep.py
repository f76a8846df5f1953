"""A running match of every game, and a whole store written down in plain JSON and read back.

Keys of a match that has not begun to end do not expire, so nothing depends on when it is read.
"""

import random
from collections.abc import Callable
from typing import Any, cast

import redis

from engine.protocol.canon import b64, canonical
from engine.protocol.chance import Draws, entropy_commitment
from engine.registry import GAMES, game_of
from service.context import Context
from service.matches import acts
from service.matches.orders import NewOrders, set_orders
from service.matches.pace import check_pace
from service.matches.seating import creation, lobby
from service.matches.seating.lobby import Committed
from service.store.records import Record
from tests.given.contexts import account
from workers.resolve.drain import drain_once

PACE = {"kind": "duration", "seconds": 14 * 86_400}
STEPS = 12
"""Decisions played before the store is written down."""
MATCH = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b{:02x}"
ORDERS: dict[str, dict[str, Any]] = {
    "kontor": {"plans": [{"round": 977, "place": [[0, 0]]}]},
    "packet-row": {"harbour": [{"open": "D"}], "last_else": "pass"},
    "anno-1701": {"demand": "most-plentiful", "reject": "G"},
    "seafarers": {"roll": True, "discard": ["wool", "wood"]},
}
SEATS = {"seafarers": 5}
LONG = 10 * 365 * 86_400
"""Seconds: what expires only after so long is kept, too."""
OPTIONS: dict[str, dict[str, Any]] = {"anno-1701": {"turn_limit": 20}}


def newest_rules() -> list[str]:
    """Return the rules id of every game's newest rules, in any release."""
    return list({rules.partition("@")[0]: rules for rules in GAMES}.values())


def play(context: Context, match: str, rng: random.Random | None, steps: int | None = None) -> Record:
    """Answer so many decisions of a match as people do, or until its end; return it.

    Seafarers takes four times as many decisions of chance to its end as of bots.
    """
    drain_once(context)
    while (record := load(context, match)).table["status"] == "running" and steps != 0:
        standing = next(one for one in record.table["standing"] if not one["optional"])
        for seat in standing["seats"]:
            answer(context, record, seat, rng)
        drain_once(context)
        steps = None if steps is None else steps - 1
    return record


def answer(context: Context, record: Record, seat: int, rng: random.Random | None) -> None:
    """Answer what a seat is asked first with any legal move, or without chance with the bot's, unless it has done so."""
    standing = next(one for one in record.table["standing"] if not one["optional"])
    if (standing["id"], seat) in record.acts:
        return
    rules, state = game_of(record.table), record.state or {}
    moves = rules.moves(state, seat, standing["id"])
    own = Draws(standing["id"].encode().ljust(32, b"-"))
    move = rng.choice(moves) if rng else rules.bot(rules.view(state, seat), standing, moves, own)
    if standing["sealed"]:
        acts.commit(context, record, seat, acts.SeatAct(standing["id"], move=move))
    else:
        acts.answer(context, record, seat, acts.SeatAct(standing["id"], move=move))


def load(context: Context, match: str) -> Record:
    """Return a match that exists."""
    record = context.store.load(match)
    assert record is not None
    return record


def begin(context: Context, number: int, rules: str, rng: random.Random) -> str:
    """Return a match of these rules that runs, with standing orders and one answer of two that waits."""
    match = MATCH.format(number)
    name = rules.partition("@")[0]
    people = [account(context, f"{one}{number}") for one in ("Ann", "Ben", "Cem", "Dora", "Edu")[: SEATS.get(name, 2)]]
    wish = creation.NewMatch(
        rules=rules, seats=len(people), options=OPTIONS.get(name, {}), grace=0, hold=0, pace=check_pace(PACE)
    )
    creation.create(context, people[0], wish, match)
    value = bytes([number]) * 32
    box = context.sealer.seal_bytes(canonical({"entropy": b64(value), "match": match, "seat": 1}))
    given = Committed(entropy_commitment(match, 1, value), "escrow", box)
    lobby.join(context, match, people[1], seat=1, invitation=None, committed=given)
    for person in people[2:]:
        lobby.join(context, match, person, seat=None, invitation=None)
    record = play(context, match, rng, STEPS)
    while not next(one for one in record.table["standing"] if not one["optional"])["sealed"] and name == "kontor":
        record = play(context, match, rng, 1)
    set_orders(context, record, 1, NewOrders(ORDERS[name]))
    record = load(context, match)
    standing = next(one for one in record.table["standing"] if not one["optional"])
    if len(standing["seats"]) > 1:
        answer(context, record, standing["seats"][0], rng)
    return match


def make(context: Context) -> dict[str, str]:
    """Play a few decisions of each game; return the matches by their rules."""
    rng = random.Random(1701)
    return {rules: begin(context, number, rules, rng) for number, rules in enumerate(newest_rules())}


def written_down(client: redis.Redis) -> dict[str, Any]:
    """Return everything in a Redis that does not expire soon: by key its type and its content."""
    read: dict[str, Callable[[str], Any]] = {
        "string": client.get,
        "hash": client.hgetall,
        "set": lambda key: sorted(cast(Any, client.smembers(key))),
        "zset": lambda key: client.zrange(key, 0, -1, withscores=True),
        "list": lambda key: client.lrange(key, 0, -1),
        "stream": client.xrange,
    }
    found = {}
    for key in sorted(cast(Any, client.keys())):
        if not 0 <= client.ttl(key) < LONG:
            kind = str(client.type(key))
            if content := read[kind](key):  # a stream that is empty is not there
                found[key] = [kind, content]
    return found


def restore(client: redis.Redis, found: dict[str, Any]) -> None:
    """Write everything back into an empty Redis."""
    for key, (raw_kind, content) in _raw(found).items():
        kind = raw_kind.decode()
        if kind == "string":
            client.set(key, content)
        elif kind == "hash":
            client.hset(key, mapping=content)
        elif kind == "set":
            client.sadd(key, *content)
        elif kind == "zset":
            client.zadd(key, dict(content))
        elif kind == "list":
            client.rpush(key, *content)
        else:
            for at, fields in content:
                client.xadd(key, fields, id=at)


def _raw(value: Any) -> Any:
    """Return JSON with the bytes that its texts stand for: sealed boxes are no UTF-8."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape")
    if isinstance(value, list):
        return [_raw(one) for one in value]
    return {_raw(name): _raw(one) for name, one in value.items()} if isinstance(value, dict) else value

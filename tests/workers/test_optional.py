"""Decisions that nobody waits for: bots leave them alone unless the rules say otherwise, and the clock does not wait for them."""

from pathlib import Path
from typing import Any, cast

import redis

from engine import registry
from engine.match.table import Table
from engine.protocol.chance import Draws
from service.context import Context
from service.keys.signing import new_match_id
from service.matches import acts
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from service.store import keys
from service.store.records import Account, Record
from tests.given.contexts import account, loaded, open_context
from workers.resolve.bots import PATIENCE, waits_until
from workers.resolve.drain import drain_once


def test_a_match_of_packet_row_against_bots_waits_for_the_person(redis_url: str, tmp_path: Path) -> None:
    context = open_context(redis_url, tmp_path)
    owner, match = account(context, "Ann"), new_match_id()
    wish = NewMatch(rules="packet-row", seats=4, bots=["steady", "random", "steady"], grace=0)
    creation.create(context, owner, wish, match)
    for _ in range(60):
        drain_once(context)
        record = loaded(context, match)
        waited_for = next((one for one in record.table["standing"] if not one["optional"]), None)
        if waited_for is not None and waited_for["seats"] == [0]:
            break
    assert waited_for is not None and record.state is not None
    assert waited_for["seats"] == [0], "the bots have answered all that came before"
    assert registry.game(registry.newest("packet-row")).moves(record.state, 0, waited_for["id"])
    optional = {one["id"] for one in record.table["standing"] if one["optional"]}
    assert optional >= {"fulfil.1.1", "fulfil.2.1", "fulfil.3.1"}, "no bot answers where nobody waits"
    client = redis.Redis.from_url(redis_url)
    due = client.zscore(keys.due(keys.bucket_of(match)), match)
    client.close()
    assert due is not None
    assert due > record.now + 60_000, "until the person's reminder there is nothing to do"


def test_bots_answer_an_offer_at_once(redis_url: str, tmp_path: Path) -> None:
    """The attack on the player's patience: at a table of bots an offer stood until he withdrew it."""
    context = open_context(redis_url, tmp_path)
    owner, match = account(context, "Ann"), new_match_id()
    wish = NewMatch(rules="seafarers", seats=5, bots=["steady"] * 3 + ["random"], grace=0)
    creation.create(context, owner, wish, match)
    record = until_an_offer_is_possible(context, owner, match)
    (decision,) = record.table["standing"]
    offer = next(move for move in moves_of(record, decision["id"]) if move["type"] == "offer")
    acts.answer(context, record, 0, acts.SeatAct(decision["id"], move=offer))
    for _ in range(3):
        drain_once(context)
    assert all(one["kind"] != "reply" for one in loaded(context, match).table["standing"])


def test_a_bot_waits_for_who_looks_at_its_offer_and_for_nobody_else(redis_url: str, tmp_path: Path) -> None:
    """The offer was gone in the instant in which it was made: nobody but bots and orders could ever take it."""
    context = open_context(redis_url, tmp_path)
    owner, match = account(context, "Ann"), new_match_id()
    wish = NewMatch(rules="seafarers", seats=5, bots=["steady"] * 4, grace=0)
    creation.create(context, owner, wish, match)
    record = until_offered(context, owner, match)
    (reply,) = [one for one in record.table["standing"] if one["kind"] == "reply" and one["seats"] == [0]]
    (own,) = [one for one in record.table["standing"] if not one["optional"]]
    assert record.table["seats"][own["seats"][0]]["bot"]
    assert record.due is not None and reply["opened"] < record.due <= reply["opened"] + PATIENCE
    assert drain_once(context) == 0, "it waits"
    state, an_hour = record.state, 3_600_000
    assert waits_until(context, state, record.table, record.acts, own, record.now) == record.due
    set_back = record.now - an_hour
    assert waits_until(context, state, record.table, record.acts, own, set_back) is None, (
        "it waits a minute, not an hour"
    )
    assert state is not None
    poor = {**state, "hands": [[0] * 5, *state["hands"][1:]]}
    assert waits_until(context, poor, record.table, record.acts, own, record.now) is None, "nobody here can accept"
    seats = [{**one, "bot": None} if place == 2 else one for place, one in enumerate(record.table["seats"])]
    peopled = cast(Table, {**record.table, "seats": seats})
    waits = waits_until(context, poor, peopled, record.acts, own, record.now)
    assert waits == record.due, "to play on at once would tell the other person that Ann cannot pay"
    acts.answer(context, record, 0, acts.SeatAct(reply["id"], move={"type": "decline"}))
    drain_once(context)
    after = loaded(context, match).table["standing"]
    assert not any(one["id"] in (reply["id"], own["id"]) for one in after), "once it is answered the bot goes on"

    record = until_offered(context, owner, match)
    (own,) = [one for one in record.table["standing"] if not one["optional"]]
    client = redis.Redis.from_url(redis_url)
    client.delete(keys.here(match, owner.id))
    client.zadd(keys.due(keys.bucket_of(match)), {match: record.now})
    client.close()
    drain_once(context)
    assert own["id"] not in {one["id"] for one in loaded(context, match).table["standing"]}, "nobody looks any more"


def until_offered(context: Context, owner: Account, match: str) -> Record:
    """Play as a bot would for the one person, who looks at the table, until a bot offers him something."""
    for _ in range(2000):
        context.store.note_here(match, owner.id, 60)
        drain_once(context)
        record = loaded(context, match)
        assert record.state is not None
        rules = registry.game(record.table["rules"])
        replies = [one for one in record.table["standing"] if one["kind"] == "reply" and one["seats"] == [0]]
        if any(len(moves_of(record, one["id"])) > 1 for one in replies):
            return record
        for one in record.table["standing"]:
            if 0 in one["seats"] and not one["optional"]:
                moves = moves_of(record, one["id"])
                chosen = rules.bot(rules.view(record.state, 0), one, moves, Draws(bytes(32)))
                if one["sealed"]:
                    acts.commit(context, record, 0, acts.SeatAct(one["id"], move=chosen))
                else:
                    acts.answer(context, record, 0, acts.SeatAct(one["id"], move=chosen))
    raise AssertionError("no bot has offered anything in so long a time")


def moves_of(record: Record, decision: str) -> list[dict[str, Any]]:
    assert record.state is not None
    return registry.game(record.table["rules"]).moves(record.state, 0, decision)


def until_an_offer_is_possible(context: Context, owner: Account, match: str) -> Record:
    """Play as a bot would for the one person, until it may offer cards."""
    for _ in range(200):
        drain_once(context)
        record = loaded(context, match)
        for one in record.table["standing"]:
            if one["seats"] != [0] or one["optional"]:
                continue
            moves = moves_of(record, one["id"])
            if any(move["type"] == "offer" for move in moves):
                return record
            assert record.state is not None
            rules = registry.game(record.table["rules"])
            chosen = rules.bot(rules.view(record.state, 0), one, moves, Draws(bytes(32)))
            if one["sealed"]:
                acts.commit(context, record, 0, acts.SeatAct(one["id"], move=chosen))
            else:
                acts.answer(context, record, 0, acts.SeatAct(one["id"], move=chosen))
    raise AssertionError("nothing could be offered in so long a time")

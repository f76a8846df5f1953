"""One mail a turn, also for who plays it action by action: nobody is written to while he is at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.registry import game
from service import acting, tables
from service.context import Context
from service.signing import new_match_id
from service.store import keys
from service.store.records import Account, Notice, Record
from service.tables import Wish
from tests.contexts import account, open_context
from workers.drain import drain_once

HOLD_OFF = 120_000
RULES = "anno-1701@2"


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Context:
    return open_context(redis_url, tmp_path, hold_off=HOLD_OFF)


def first_turn(context: Context, players: list[Account]) -> Record:
    """Return a match of Anno 1701 in which both have settled and the first turn waits for its first action."""
    match = new_match_id()
    tables.create(context, players[0], Wish(rules=RULES, grace=0), match)
    tables.join(context, match, players[1], seat=None, invitation=None, entropy=None)
    drain_once(context)
    for seat in (0, 1):
        record = context.store.load(match)
        assert record is not None
        for one in [one for one in record.table["standing"] if seat in one["seats"]]:
            move = game(RULES).moves(record.state or {}, seat, one["id"])[0]
            acting.commit(context, record, seat, one["id"], move=move)
    while True:
        drain_once(context)
        record = context.store.load(match)
        assert record is not None
        (standing,) = record.table["standing"]
        if standing["kind"] == "act":
            return record
        seat = standing["seats"][0]
        move = game(RULES).moves(record.state or {}, seat, standing["id"])[0]
        acting.answer(context, record, seat, standing["id"], move, token=None)


def asked(context: Context, player: Account, record: Record) -> list[Notice]:
    """Return the questions that wait for a letter to the player, by their place in the log."""
    waiting = context.store.notices(keys.recipient_of(player.id, record.match)).pending
    return sorted((one for one in waiting if one["kind"] == "your-turn"), key=lambda one: one["n"])


def test_the_next_action_of_ones_own_turn_is_asked_by_letter_only_after_an_hour(context: Context) -> None:
    players = [account(context, "Ann"), account(context, "Ben")]
    record = first_turn(context, players)
    (standing,) = record.table["standing"]
    seat = standing["seats"][0]

    acting.answer(context, record, seat, standing["id"], {"type": "close"}, token=None)
    drain_once(context)

    *_, before, last = asked(context, players[seat], record)
    assert before["send_at"] - before["at"] == HOLD_OFF, "the turn itself is news"
    assert last["send_at"] - last["at"] == 3_600_000, "its second action is not"

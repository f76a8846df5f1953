"""Salts the server draws: a request sent again after a lost answer finds its own commitment and gets its receipt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.registry import game_of
from service import acting, tables
from service.acting import Acted
from service.context import Context
from service.pace import check_pace
from service.signing import new_match_id
from service.store.records import Record
from tests.contexts import account, open_context
from workers.drain import drain_once

PASS = {"type": "pass"}


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Context:
    return open_context(redis_url, tmp_path)


@pytest.fixture
def match(context: Context) -> str:
    """A running match whose first decision is sealed."""
    ann, ben, name = account(context, "Ann"), account(context, "Ben"), new_match_id()
    pace = check_pace({"kind": "duration", "seconds": 86_400})
    tables.create(context, ann, tables.Wish(rules="kontor@2", grace=0, pace=pace), name)
    tables.join(context, name, ben, seat=None, invitation=None, entropy=None)
    drain_once(context)
    return name


def load(context: Context, match: str) -> Record:
    record = context.store.load(match)
    assert record is not None
    return record


def commit(context: Context, match: str, seat: int, move: dict[str, Any], replaces: int = 0) -> Acted:
    record = load(context, match)
    return acting.commit(context, record, seat, record.table["standing"][0]["id"], move=move, replaces=replaces)


def test_the_same_move_sent_again_gives_the_same_receipt_and_opening(context: Context, match: str) -> None:
    first, second = (commit(context, match, 0, PASS) for _ in range(2))
    assert (first.stored, second.stored) == (True, False)
    assert (first.receipt, first.signature, first.opening) == (second.receipt, second.signature, second.opening)


def test_the_same_move_as_a_replacement_is_a_new_commitment(context: Context, match: str) -> None:
    first, second = commit(context, match, 0, PASS), commit(context, match, 0, PASS, replaces=1)
    assert second.receipt["seq"] == 2
    assert first.receipt["commitment"] != second.receipt["commitment"]


def test_no_two_seats_and_no_two_moves_share_a_salt(context: Context, match: str) -> None:
    record = load(context, match)
    card = next(
        move for move in game_of(record.table).moves(record.state or {}, 0, record.table["standing"][0]["id"])
        if move["type"] == "play"
    )  # fmt: skip
    acts = [
        commit(context, match, 0, PASS),
        commit(context, match, 1, PASS),
        commit(context, match, 0, card, replaces=1),
    ]
    assert len({(act.opening or {})["salt"] for act in acts}) == 3

"""Salts the server draws: random, and a request sent again after a lost answer gets its own receipt and opening.

For that the salt is kept in the store, under a key that only the sender's token gives, as long as the act stands.
"""

from typing import Any

import pytest
import redis

from engine.match.asking import opening_around
from engine.protocol.canon import b64
from engine.protocol.seal import Opening, commitment
from engine.registry import game_of
from service.context import Context
from service.keys.signing import new_match_id, new_seed
from service.matches import acts
from service.matches.errors import ActError
from service.matches.pace import check_pace
from service.matches.receipts import Acted
from service.matches.seating import creation, lobby
from service.store import keys
from tests.given.contexts import account, loaded
from workers.resolve.drain import drain_once

PASS = {"type": "pass"}


@pytest.fixture
def match(context: Context) -> str:
    """A running match whose first decision is sealed."""
    ann, ben, name = account(context, "Ann"), account(context, "Ben"), new_match_id()
    pace = check_pace({"kind": "duration", "seconds": 86_400})
    creation.create(context, ann, creation.NewMatch(rules="kontor", grace=0, pace=pace), name)
    lobby.join(context, name, ben, seat=None, invitation=None)
    drain_once(context)
    return name


def commit(
    context: Context, match: str, seat: int, move: dict[str, Any], replaces: int = 0, bearer: str | None = "a token",
    wait: bool = False,
) -> Acted:  # fmt: skip
    record = loaded(context, match)
    decision = record.table["standing"][0]["id"]
    return acts.commit(
        context, record, seat, acts.SeatAct(decision, move=move, replaces=replaces, bearer=bearer, wait=wait)
    )


def card_of(context: Context, match: str, seat: int) -> dict[str, Any]:
    """Return a move of the seat that is not to pass."""
    record = loaded(context, match)
    moves = game_of(record.table).moves(record.state or {}, seat, record.table["standing"][0]["id"])
    return next(move for move in moves if move["type"] == "play")


def kept(redis_url: str, match: str) -> list[bytes]:
    """Return what the store keeps for repetitions in a match."""
    with redis.Redis.from_url(redis_url) as client:
        found = client.hgetall(keys.secrets(match))
        return [value for name, value in found.items() if name.startswith(b"kept:")]


def test_the_same_move_sent_again_gives_the_same_receipt_and_opening(context: Context, match: str) -> None:
    first, second = (commit(context, match, 0, PASS) for _ in range(2))
    assert (first.stored, second.stored) == (True, False)
    assert (first.receipt, first.signature, first.opening) == (second.receipt, second.signature, second.opening)


def test_the_same_move_as_a_replacement_is_a_new_commitment(context: Context, match: str) -> None:
    first, second = commit(context, match, 0, PASS), commit(context, match, 0, PASS, replaces=1)
    assert second.receipt["seq"] == 2
    assert first.receipt["commitment"] != second.receipt["commitment"]


def test_no_two_seats_and_no_two_moves_share_a_salt(context: Context, match: str) -> None:
    acts = [
        commit(context, match, 0, PASS),
        commit(context, match, 1, PASS),
        commit(context, match, 0, card_of(context, match, 0), replaces=1),
    ]
    assert len({act.opening["salt"] for act in acts if act.opening is not None}) == 3


@pytest.mark.parametrize("bearer", ["another token", None])
def test_another_sender_gets_neither_opening_nor_receipt(context: Context, match: str, bearer: str | None) -> None:
    commit(context, match, 0, PASS)
    with pytest.raises(ActError) as refused:
        commit(context, match, 0, PASS, bearer=bearer)
    assert refused.value.code == "conflict"
    assert refused.value.act is not None and refused.value.act.seq == 1


def test_another_move_or_another_request_is_no_repetition(context: Context, match: str) -> None:
    commit(context, match, 0, PASS)
    for move, wait in ((card_of(context, match, 0), False), (PASS, True)):
        with pytest.raises(ActError) as refused:
            commit(context, match, 0, move, wait=wait)
        assert refused.value.code == "conflict"


def test_a_repetition_after_the_lock_still_gets_its_receipt(context: Context, match: str) -> None:
    first = commit(context, match, 0, PASS)
    record = loaded(context, match)
    decision = record.table["standing"][0]["id"]
    assert first.opening is not None
    opening: Opening = {**first.opening, "seat": 1, "salt": b64(new_seed())}
    acts.commit(context, record, 1, acts.SeatAct(decision, commitment=commitment(opening)))
    drain_once(context)
    assert loaded(context, match).table["standing"][0]["phase"] == "opening"
    again = commit(context, match, 0, PASS)
    assert (first.receipt, first.signature, first.opening) == (again.receipt, again.signature, again.opening)


def test_what_is_kept_goes_with_the_act(context: Context, match: str, redis_url: str) -> None:
    commit(context, match, 0, PASS)
    (one,) = kept(redis_url, match)
    commit(context, match, 0, PASS, replaces=1)
    (other,) = kept(redis_url, match)
    assert one != other
    record = loaded(context, match)
    decision = record.table["standing"][0]["id"]
    acts.withdraw(context, record, 0, acts.SeatAct(decision, replaces=2))
    assert kept(redis_url, match) == []
    commit(context, match, 0, PASS, replaces=3)
    commit(context, match, 1, PASS)
    assert len(kept(redis_url, match)) == 2
    drain_once(context)
    assert loaded(context, match).table["standing"][0]["id"] != decision
    assert kept(redis_url, match) == []


def test_a_used_salt_does_not_come_in_by_a_change_of_custody(context: Context, match: str) -> None:
    """Attacked: two boxes over one salt, with which a player made the honest log of his match look forged."""
    record = loaded(context, match)
    decision = record.table["standing"][0]["id"]
    first = commit(context, match, 0, PASS).opening
    assert first is not None
    borrowed = Opening(**{**first, "seat": 1})
    acts.commit(context, loaded(context, match), 1, acts.SeatAct(decision, commitment=commitment(borrowed)))
    with pytest.raises(ActError) as refused:
        acts.commit(context, loaded(context, match), 1, acts.SeatAct(decision, opening=borrowed, replaces=1))
    assert refused.value.code == "seen"


def test_a_commitment_of_one_s_own_may_change_custody(context: Context, match: str) -> None:
    standing = loaded(context, match).table["standing"][0]
    mine = opening_around(loaded(context, match).table, standing, 1, PASS, new_seed())
    acts.commit(context, loaded(context, match), 1, acts.SeatAct(standing["id"], commitment=commitment(mine)))
    acted = acts.commit(context, loaded(context, match), 1, acts.SeatAct(standing["id"], opening=mine, replaces=1))
    assert (acted.stored, acted.receipt["custody"]) == (True, "escrow")

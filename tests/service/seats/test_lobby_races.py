"""What one player does before or beside play never undoes what another did, and leaves nothing of him behind."""

import json
import threading
from functools import partial

import pytest

from engine.protocol.canon import b64, canonical
from engine.protocol.chance import entropy_commitment
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.pace import check_pace
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.matches.seating.lobby import Committed
from service.store.records import Account
from tests.given.at_once import at_once
from tests.given.contexts import account, loaded
from workers.resolve.drain import drain_once


def created(context: Context, owner: Account) -> str:
    match = new_match_id()
    creation.create(
        context, owner, NewMatch(rules="kontor", pace=check_pace({"kind": "duration", "seconds": 60})), match
    )
    return match


def test_the_entropy_of_a_player_who_left_does_not_become_the_next_players(context: Context) -> None:
    ann, ben, eve = (account(context, name) for name in ("Ann", "Ben", "Eve"))
    match = new_match_id()
    pace = check_pace({"kind": "duration", "seconds": 60})
    creation.create(context, ann, NewMatch(rules="kontor", start="by-owner", pace=pace), match)
    value = b"e" * 32
    box = context.sealer.seal_bytes(canonical({"entropy": b64(value), "match": match, "seat": 1}))
    given = Committed(entropy_commitment(match, 1, value), "escrow", box)
    lobby.join(context, match, eve, seat=1, invitation=None, committed=given)
    lobby.leave(context, match, eve)
    lobby.join(context, match, ben, seat=1, invitation=None)
    lobby.start(context, match, ann)
    drain_once(context)
    entries = [json.loads(line)["entry"] for line in context.store.lines(match)]
    started = next(entry for entry in entries if entry["type"] == "started")
    assert started["body"]["entropies"] == [None, None]


def test_of_two_resignations_at_once_neither_is_forgotten(context: Context) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    for _ in range(20):
        match = created(context, ann)
        lobby.join(context, match, ben, seat=None, invitation=None)
        drain_once(context)
        ready = threading.Barrier(2)

        def resign(who: Account, match: str = match, ready: threading.Barrier = ready) -> None:
            ready.wait()
            lobby.resign(context, match, who)

        at_once(*(partial(resign, who) for who in (ann, ben)))
        assert sorted(loaded(context, match).table["resigning"]) == [0, 1]


@pytest.mark.parametrize("who", ["owner", "player"])
def test_who_is_gone_before_sitting_down_is_noted_keeps_no_match_in_the_list(
    context: Context, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    """Attacked: between taking the seat and the note in the player's list, the seat is freed again."""
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = new_match_id()
    wish = NewMatch(rules="kontor", start="by-owner", pace=check_pace({"kind": "duration", "seconds": 60}))
    creation.create(context, ann, wish, match)
    note = context.store.note_match

    def late(player: str, noted: str) -> None:
        if player == ben.id:
            monkeypatch.setattr(context.store, "note_match", note)
            if who == "owner":
                lobby.remove(context, match, ann, seat=1, player=ben.id)
            else:
                lobby.leave(context, match, ben)
        note(player, noted)

    monkeypatch.setattr(context.store, "note_match", late)
    lobby.join(context, match, ben, seat=1, invitation=None)
    assert context.store.unfinished_of(ben.id) == []
    assert context.store.unfinished_of(ann.id) == [match]

"""Packet Row by mail with and without plans: the same moves, the same result, a fraction of the mails (RULES.md, E2)."""

import json
from pathlib import Path
from typing import Any

import pytest
import redis

from engine import registry
from engine.contract import Move
from engine.games.packet_row import GAME
from engine.verifier.replay import verify
from service.context import Context
from service.keys.signing import verify_signature
from service.matches import acts
from service.matches.orders import NewOrders, set_orders
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Account, Record
from tests.engine.packet_row.planning import planned
from tests.given.contexts import account, open_context
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once

pytestmark = pytest.mark.usefixtures("without_pictures")

SEED = bytes(range(32))


class Evening:
    """One match of four people, and every mail that asked one of them something."""

    def __init__(self, context: Context, mailbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.context, self.mailbox = context, mailbox
        # Both matches are dealt from one seed, so that only the plans differ.
        monkeypatch.setattr(creation, "new_seed", lambda: SEED)
        self.players: list[Account] = [account(context, name) for name in ("Ann", "Ben", "Cem", "Dora")]
        self.match = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
        creation.create(context, self.players[0], NewMatch(rules="packet-row", seats=4, grace=0, hold=0), self.match)
        for player in self.players[1:]:
            lobby.join(context, self.match, player, seat=None, invitation=None)
        drain_once(context)

    def record(self) -> Record:
        found = self.context.store.load(self.match)
        assert found is not None
        return found

    def view(self, seat: int) -> dict[str, Any]:
        state = self.record().state
        assert state is not None
        return GAME.view(state, seat)

    def deliver(self) -> None:
        deliver_once(self.context, transport_of(self.context.settings.smtp_url))

    def mails(self) -> int:
        """Return how many mails asked somebody something."""
        return sum("your-turn" in path.name for path in self.mailbox.glob("*.eml"))

    def moves(self) -> list[tuple[str, list[tuple[int, Move]]]]:
        entries = [json.loads(line)["entry"] for line in self.context.store.lines(self.match, limit=100_000)]
        bodies = [entry["body"] for entry in entries if entry["type"] == "resolved"]
        return [(body["decision"], [(one["seat"], one["move"]) for one in body["moves"]]) for body in bodies]

    def over(self) -> bool:
        return self.record().table["status"] == "closed"


def play_with_plans(evening: Evening) -> int:
    """Everybody looks once a round and hands in a plan for it; return how many rounds it took."""
    seqs = [0, 0, 0, 0]
    rounds = 0
    while not evening.over():
        evening.deliver()
        rounds += 1
        for seat in range(4):
            document = planned(evening.view(seat), seat)
            acted, _ = set_orders(evening.context, evening.record(), seat, NewOrders(document, replaces=seqs[seat]))
            seqs[seat] = acted.act.seq
        drain_once(evening.context)
        assert rounds < 100
    evening.deliver()
    return rounds


def play_without_plans(evening: Evening) -> None:
    """Everybody is asked everything, and answers what their plan for the round would have said."""
    plans: dict[int, dict[str, Any]] = {}
    written = 0
    while not evening.over():
        evening.deliver()
        record = evening.record()
        assert record.state is not None
        if record.state["round"] != written:
            written = record.state["round"]
            plans = {seat: planned(evening.view(seat), seat) for seat in range(4)}
        for standing in record.table["standing"]:
            seat = standing["seats"][0]
            move = GAME.consult(record.state, seat, standing["id"], plans[seat])
            if move is not None:
                acts.answer(evening.context, record, seat, acts.SeatAct(standing["id"], move=move))
                drain_once(evening.context)
                break
        else:
            raise AssertionError("nobody answers anything")
    evening.deliver()


def proof(evening: Evening) -> tuple[str, str]:
    public = evening.context.signer.public_bytes
    export = b"".join(evening.context.store.lines(evening.match, limit=100_000))
    found = verify(export, check_signature=lambda text, sig: verify_signature(public, text, sig))
    return found.verdict, found.reason


def test_with_everybody_planning_a_round_takes_one_visit_each_and_far_fewer_mails(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(registry.GAMES, GAME.rules.id, GAME)
    evenings = []
    for name, play in (("with", play_with_plans), ("without", play_without_plans)):
        with redis.Redis.from_url(redis_url) as client:
            client.flushall()
        mailbox = tmp_path / name
        mailbox.mkdir()
        context = open_context(redis_url, tmp_path / f"keys-{name}", smtp_url=mailbox.as_uri())
        evening = Evening(context, mailbox, monkeypatch)
        rounds = play(evening)
        assert proof(evening) == ("PASS", "")
        evenings.append((evening.moves(), evening.record().table["outcome"], evening.mails(), rounds))
    (moves, outcome, planned, rounds), (same_moves, same_outcome, asked, _) = evenings
    assert moves == same_moves
    assert outcome == same_outcome
    assert rounds is not None
    assert planned <= rounds, "only the harbour master hears that a round begins"
    assert asked >= 3 * planned
    with capsys.disabled():
        print(f"\nPacket Row, four players, {rounds} rounds: {planned} question mails with plans, {asked} without")

"""Whole matches through the match machine and the offline verifier: what a server would write, with and without plans."""

import hashlib

import nacl.signing
import pytest

from engine import seal
from engine.canon import b64
from engine.chance import Draws, server_seed_commitment
from engine.log import FIRST_HEAD, timestamp
from engine.packet_row.planner import plan
from engine.registry import game
from engine.replay import verify
from engine.table import Seat, Step, Table, Times
from service.signing import verify_signature
from tests.engine.playing import HOUR, MATCH, START

GAME = game("packet-row@1")
KEY = nacl.signing.SigningKey(hashlib.sha256(b"key").digest())


class Server:
    """Plays one match of bots. ``planning`` ones answer what they are asked by handing in a plan for the round."""

    def __init__(self, seats, *, planning=(), hidden_hands=False):
        self.planning = set(planning)
        self.orders = {}
        self.asked = 0
        self.told = []
        self.server_seed = hashlib.sha256(b"server").digest()
        options = GAME.options({"hidden_hands": hidden_hands}, seats)
        players = [Seat(player=f"p_{number:032x}", name=f"P{number}", bot=None) for number in range(seats)]
        table = Table(
            match=MATCH, title="Test", rules=GAME.rules.id, data=GAME.rules.data, options=options, seats=players,
            custody="any", entropy="optional", pace={"kind": "duration", "seconds": 3600}, grace=0, hold=0,
            visibility="open", invitation="", start="when-full", status="lobby", request="", resigning=[],
            owner=players[0]["player"],
            created=START, standing=[], marks=[], labels=[], outcome=None, over=None,
        )  # fmt: skip
        self.step = Step(
            GAME, table, None, n=0, head=b64(FIRST_HEAD), at=START, now=START,
            sign=lambda n, head: KEY.sign(seal.head_bytes(MATCH, n, head)).signature,
        )  # fmt: skip
        self.step.write(
            "created",
            {
                "custody": "any", "data": table["data"], "key": b64(bytes(KEY.verify_key)), "match": MATCH,
                "options": options, "pace": table["pace"], "rules": table["rules"], "seats": seats,
                "seed": server_seed_commitment(MATCH, self.server_seed),
            },
        )  # fmt: skip
        for number, seat in enumerate(players):
            self.step.write("joined", {"player": seat["player"], "seat": number})

    def play(self):
        step = self.step
        self.seed = step.start(self.server_seed, [None] * len(step.table["seats"]))
        step.run_on(self.seed, self.deadline)
        while not step.finish(self.server_seed):
            standing = next(one for one in step.table["standing"] if not one["optional"])
            self.visit(standing)
            step.run_on(self.seed, self.deadline, self.orders)
        self.told = [event for one in step.resolutions for event in one.events]
        return b"".join(step.lines)

    def visit(self, standing):
        """Answer one question that had to be asked: by a new plan, or by the move itself."""
        step, (seat,) = self.step, standing["seats"]
        self.asked += 1
        step.at += 60_000
        view = GAME.view(step.state, seat)
        if seat in self.planning and standing["kind"] != "final":
            self.orders[seat] = plan(view, seat)
            GAME.check_orders(step.state, seat, self.orders[seat])
            return
        moves = GAME.moves(step.state, seat, standing["id"])
        move = GAME.bot(view, standing, moves, Draws(b""))
        received = timestamp(step.at - 5_000)
        step.resolve(self.seed, standing["id"], [{"by": "seat", "move": move, "received": received, "seat": seat}])

    def deadline(self, _):
        return Times(self.step.at + HOUR, HOUR)

    def facts(self, *kinds):
        return [event for event in self.told if event["type"] in kinds]


def verified(export):
    return verify(
        export, check_signature=lambda message, signature: verify_signature(bytes(KEY.verify_key), message, signature)
    )


@pytest.mark.parametrize("seats", GAME.rules.seats)
def test_the_verifier_passes_a_whole_match_and_finds_a_flipped_byte(seats):
    export = Server(seats, hidden_hands=seats == 3).play()
    report = verified(export)
    assert (report.verdict, report.reason) == ("PASS", "")
    broken = bytearray(export)
    broken[len(broken) // 2] ^= 1
    assert verified(bytes(broken)).verdict == "FAIL"


@pytest.mark.parametrize("seats", GAME.rules.seats)
def test_planning_bots_play_the_same_match_with_fewer_visits(seats):
    asked, planned = Server(seats), Server(seats, planning=range(seats))
    asked.play()
    report = verified(planned.play())
    assert (report.verdict, report.reason) == ("PASS", "")
    for kinds in (("opened", "took", "declined", "passed", "skipped"), ("refilled", "round"), ("ended",)):
        assert asked.facts(*kinds) == planned.facts(*kinds)
    assert sorted(map(str, asked.facts("fulfilled"))) == sorted(map(str, planned.facts("fulfilled")))
    rounds = planned.step.state["round"]
    assert planned.asked <= rounds * seats, "at most one visit of each player in each round"
    assert planned.asked < asked.asked


def test_a_plan_shows_nowhere_not_even_in_the_moves_it_played():
    """E2, rule 1: an answer by plan stands in the log like any other, and no answer says when it came."""
    server = Server(3, planning=[1])
    export = server.play()
    assert any(one.ordered for one in server.step.resolutions), "seat 1's plans have answered"
    for word in (b'"ask":', b'"harbour":', b'"last_else"', b'"sweep":{"min"', b'"by":"order"'):
        assert word not in export
    moves = [one for entry in server.step.entries for one in entry["body"].get("moves", [])]
    assert {(one["by"], one["received"]) for one in moves} == {("seat", None)}

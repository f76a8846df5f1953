"""The game of a log of siegelpost/2, played again: what section 12 of the protocol page demands beyond the first version."""

from __future__ import annotations

import contextlib
from typing import cast

from engine.contract import IllegalMove
from engine.match.ending import outcome_of_resigning
from engine.match.orders import check_own
from engine.protocol import bodies
from engine.protocol.canon import same, unb64
from engine.protocol.chance import game_seed_2
from engine.protocol.log import Entry
from engine.protocol.seal import absent_salt
from engine.protocol.siegelpost2.bodies import SEATED, Answer, Fault, Started
from engine.verifier.refuted import Refuted
from engine.verifier.rules_replay import Replay
from engine.verifier.siegelpost2.transcript import Transcript2
from engine.verifier.transcript import Transcript

GAVE_UP = {"resigned": "resigned", "abandoned": "stayed away"}


class Replay2(Replay):
    """The game, played again alongside its log."""

    @staticmethod
    def seed_of(transcript: Transcript, started: bodies.Started, server_seed: bytes) -> bytes:
        """Return the seed of all draws, with the beacon's signature."""
        created, signed = transcript.created, cast(Started, started)["beacon"]
        entropies = [None if one is None else unb64(one) for one in started["entropies"]]
        signature = None if signed is None else bytes.fromhex(signed["signature"])
        return game_seed_2(server_seed, created["match"], created["rules"], entropies, signature)

    def entry(self, entry: Entry) -> None:
        """Check one entry; the time to reveal is no decision of the rules."""
        if entry["type"] != "extended" or entry["body"]["decision"] != SEATED:
            super().entry(entry)

    def result(self, closed: bodies.Closed) -> None:
        """Compare the result with that of the rules, or of those who resigned."""
        super().result(closed)
        log = cast(Transcript2, self._transcript)
        seats = {"resigned": list(log.resigned), "abandoned": log.absence.pending("win")}.get(closed["reason"])
        if seats is None:
            return
        given_up = outcome_of_resigning(self._rules, self.state, log.created["seats"], seats, closed["reason"])
        if not same(closed["outcome"], given_up):
            raise Refuted(
                f"the result is not that of the seats that {GAVE_UP[closed['reason']]}", len(log.entries), "/outcome"
            )

    def locked(self, body: bodies.Locked) -> None:
        """Check who may have kept the openings: nobody, where refusing to open could pay."""
        super().locked(body)
        decision = body["decision"]
        escrow_only = self._transcript.decisions[decision]["kind"] in self._rules.rules.escrow_only
        excepted = cast(Transcript2, self._transcript).excepted
        for place, one in enumerate(body["seats"]):
            if escrow_only and one["custody"] == "client":
                reason = f"{decision} takes escrow only, but seat {one['seat']} is locked with client custody"
                raise Refuted(reason, member=f"/seats/{place}/custody")
            if not escrow_only and (decision, one["seat"]) in excepted:
                reason = (
                    f"the match demands client custody, but seat {one['seat']} sealed {decision} with {one['custody']}"
                )
                raise Refuted(reason, member=f"/seats/{place}/custody")

    def _judge(self, body: bodies.Resolved) -> None:
        """Check the moves, and that an opening which is called illegal is."""
        super()._judge(body)
        for place, fault in enumerate(cast("list[Fault]", body["faults"])):
            if fault["fault"] != "illegal":
                continue
            with contextlib.suppress(IllegalMove):
                check_own(self._rules, self.state, fault["seat"], body["decision"], fault["opening"]["move"])
                reason = f"the move that seat {fault['seat']} opened in {body['decision']} is legal"
                raise Refuted(reason, member=f"/faults/{place}/opening/move")

    def resolved(self, body: bodies.Resolved, n: int) -> None:
        """Resolve again; in an open decision, hide what the rules hide, and open silence as everybody can."""
        decision = body["decision"]
        if not self._transcript.decisions[decision]["sealed"]:
            for place, move in enumerate(body["moves"]):
                self._open_answer(decision, cast(Answer, move), f"/moves/{place}")
        super().resolved(body, n)

    def _open_answer(self, decision: str, move: Answer, pointer: str) -> None:
        rules, seat = self._rules.rules, move["seat"]
        hidden = rules.orders is not None and not rules.orders_shown
        if hidden != ("proof" in move):
            reason = f"the answer of seat {seat} to {decision}: these rules {'hide' if hidden else 'show'} orders"
            raise Refuted(reason, member=pointer)
        opening = self._transcript.openings[decision, seat]
        silent = absent_salt(self._server_seed, decision, seat)
        if (move["by"] == "fallback") != (unb64(opening["salt"]) == silent):
            raise Refuted(f"the salt of seat {seat} in {decision} is that of silence, or should be", member=pointer)
        given = cast(Transcript2, self._transcript).given[decision, seat]
        if given[2] == "order" and rules.orders is None:
            raise Refuted(f"an order answers {decision} for seat {seat}, but these rules have none", member=pointer)
        unsigned = given[2] == "order" and given[5] is None
        if unsigned and seat in cast(Transcript2, self._transcript).keys.seats:
            default = rules.orders_default
            if default is None or not same(self._rules.consult(self.state, seat, decision, default), move["move"]):
                raise Refuted(f"orders that seat {seat} never signed answer {decision}", member=pointer)

"""The game of a log of siegelpost/2, played again: what section 12 of the protocol page demands beyond the first version."""

from __future__ import annotations

from typing import cast

from engine.match.ending import outcome_of_resigning
from engine.protocol import bodies
from engine.verifier.refuted import Refuted
from engine.verifier.rules_replay import Replay
from engine.verifier.siegelpost2.transcript import Transcript2


class Replay2(Replay):
    """The game, played again alongside its log."""

    def result(self, closed: bodies.Closed) -> None:
        """Compare the result with that of the rules, or of those who resigned."""
        super().result(closed)
        if closed["reason"] != "resigned":
            return
        log = cast(Transcript2, self._transcript)
        given_up = outcome_of_resigning(self._rules, self.state, log.created["seats"], list(log.resigned))
        if closed["outcome"] != given_up:
            raise Refuted("the result is not that of the seats that resigned", len(log.entries), "/outcome")

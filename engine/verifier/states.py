"""The states that a closed match went through, played again from its log and the published seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from engine.contract import State
from engine.protocol import bodies
from engine.protocol.chance import Draws
from engine.protocol.log import read_export
from engine.verifier.refuted import Refuted
from engine.verifier.rules_replay import deal_again
from engine.verifier.versions import SIEGELPOST_1, version_of


def states(export: bytes) -> Iterator[tuple[int, State]]:
    """Yield the state after the deal and after each decision that was resolved, with the number of its log entry.

    The log is read as its own server's: bytes and openings are checked, signatures and the rules' judgement are not
    (:mod:`engine.verifier.replay` does that).

    :raises BadLog, Refuted: for a log that does not hold, is not closed, or whose rules or data are not here.
    """
    version = SIEGELPOST_1
    transcript = version.transcript(None, None, None)
    for line in read_export(export):
        if not transcript.entries:
            version = version_of(line["entry"])
            transcript = version.transcript(None, None, None)
        transcript.line(line)
    if transcript.closed is None:
        raise Refuted("the match is not closed, so its seed is not published")
    if transcript.started_at is None:
        return
    rules, seed, state, labels = deal_again(transcript, transcript.closed, version.replay)
    yield transcript.started_at, state
    for entry in transcript.entries:
        if entry["type"] == "resolved":
            body = cast(bodies.Resolved, entry["body"])
            draws = Draws(seed, frozenset(labels))
            state, _ = rules.resolve(
                state, body["decision"], {one["seat"]: one["move"] for one in body["moves"]}, draws
            )
            labels |= {draw["label"] for draw in draws.log}
            yield entry["n"], state


__all__ = ["states"]

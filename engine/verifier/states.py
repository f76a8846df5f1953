"""The states that a match went through, played again from its log and its seed.

Of a closed match the log has the seed. Of one that goes on only a worker has it: what comes out of its states may reach
nobody but through :meth:`engine.contract.Game.view`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from engine.contract import State
from engine.protocol import bodies
from engine.protocol.canon import unb64
from engine.protocol.chance import Draws, server_seed_commitment, state_hash
from engine.protocol.log import read_export
from engine.verifier.refuted import Refuted
from engine.verifier.rules_replay import deal_again
from engine.verifier.transcript import Transcript


def states(export: bytes, server_seed: bytes | None = None) -> Iterator[tuple[int, State]]:
    """Yield the state after the deal and after each decision that was resolved, with the number of its log entry.

    Each is the very one whose hash the log has. The log is read as its own server's: bytes and openings are checked, signatures
    and the rules' judgement are not (:mod:`engine.verifier.replay` does that).

    :param server_seed: the server's part of the seed, which is a secret until the match is closed; ``None``: the published one.
    :raises BadLog, Refuted: for a log that does not hold, has not this seed, or whose rules or data are not here, and when a
        state comes out otherwise than it was.
    """
    transcript = _read(export)
    if server_seed is None:
        if transcript.closed is None:
            raise Refuted("the match is not closed, so its seed is not published")
        server_seed = unb64(transcript.closed["seed"])
    if server_seed_commitment(transcript.created["match"], server_seed) != transcript.created["seed"]:
        raise Refuted("this is not the seed that the match was created with", 1, "/seed")
    for n, state, logged in _played(transcript, server_seed):
        if logged is not None and logged[1] != state_hash(logged[0], n, state):
            raise Refuted("the state is not the one that was", n, "/state")
        yield n, state


def _read(export: bytes) -> Transcript:
    transcript = Transcript(None, None, None)
    for line in read_export(export):
        transcript.line(line)
    return transcript


def _played(transcript: Transcript, server_seed: bytes) -> Iterator[tuple[int, State, tuple[bytes, str] | None]]:
    """Yield entry, state, and (but for the deal) the seed of the draws with the state's hash in the log."""
    if transcript.started_at is None:
        return
    rules, seed, state, labels = deal_again(transcript, server_seed)
    yield transcript.started_at, state, None
    for entry in transcript.entries:
        if entry["type"] == "resolved":
            body = cast(bodies.Resolved, entry["body"])
            draws = Draws(seed, frozenset(labels))
            state, _ = rules.resolve(
                state, body["decision"], {one["seat"]: one["move"] for one in body["moves"]}, draws
            )
            labels |= {draw["label"] for draw in draws.log}
            yield entry["n"], state, (seed, body["state"])


__all__ = ["states"]

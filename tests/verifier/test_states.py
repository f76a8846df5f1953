"""The states of a closed match, played again: those that its log has sealed by their hashes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.protocol.chance import state_hash
from engine.verifier.refuted import Refuted
from engine.verifier.rules_replay import deal_again
from engine.verifier.states import states
from engine.verifier.versions import version_of

GOLDEN = Path(__file__).parents[1] / "system" / "golden"


@pytest.mark.parametrize("name", ["goldsieber-basic", "goldsieber-basic-2", "seafarers-ozeanien-5"])
def test_the_states_are_those_that_the_log_has_hashed(name: str) -> None:
    export = (GOLDEN / f"{name}.jsonl").read_bytes()
    entries = [json.loads(line)["entry"] for line in export.splitlines()]
    version = version_of(entries[0])
    transcript = version.transcript(None, None, None)
    for line in export.splitlines():
        transcript.line(json.loads(line))
    assert transcript.closed is not None
    _, seed, dealt, _ = deal_again(transcript, transcript.closed, version.replay)
    (first, state), *found = states(export)
    assert entries[first - 1]["type"] == "started" and state == dealt
    resolved = {one["n"]: one["body"]["state"] for one in entries if one["type"] == "resolved"}
    assert {n: state_hash(seed, n, one) for n, one in found} == resolved


def test_a_match_that_goes_on_has_no_published_seed() -> None:
    export = (GOLDEN / "goldsieber-basic.jsonl").read_bytes()
    cut = b"".join(export.splitlines(keepends=True)[:-1])
    with pytest.raises(Refuted, match="not closed"):
        list(states(cut))

"""What siegelpost/2 wrote once is proved for ever: a match of each game from the API, with what its players were given."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from engine.protocol.canon import unb64
from engine.verifier.checkpoints import checkpoint_beside
from engine.verifier.replay import Report, verify
from service.cli.ownlog import signature_check
from service.signing import verify_signature
from tests.system.goldens_of_2 import GAMES, log_of, receipts_of


def key_of(game: str) -> str:
    return str(json.loads(log_of(game).partition(b"\n")[0])["entry"]["body"]["key"])


def judged(game: str, export: bytes) -> Report:
    key = key_of(game)
    return verify(
        export,
        check_signature=partial(verify_signature, unb64(key)),
        public_key=key,
        check_seat=verify_signature,
        receipts=receipts_of(game),
    )


def entries(game: str, kind: str) -> list[Any]:
    found = [json.loads(line)["entry"] for line in log_of(game).splitlines()]
    return [one["body"] for one in found if one["type"] == kind]


@pytest.mark.parametrize("game", GAMES)
def test_a_golden_match_is_proved_with_all_its_receipts(game: str) -> None:
    found = judged(game, log_of(game))
    assert (found.verdict, found.reason, found.receipts, found.ignored) == ("PASS", "", len(receipts_of(game)), ())
    check = signature_check(key_of(game))
    shown = [checkpoint_beside(one, key_of(game), check) for one in receipts_of(game) if one.get("checkpoint")]
    assert len(shown) > 5
    assert None not in shown


@pytest.mark.parametrize("game", GAMES)
def test_another_end_of_it_is_not(game: str) -> None:
    """Attacked: the last line is another match's, whose log the same key could have signed."""
    other = next(one for one in GAMES if one != game)
    export = b"".join([*log_of(game).splitlines(keepends=True)[:-1], log_of(other).splitlines(keepends=True)[-1]])
    assert judged(game, export).verdict == "FAIL"


def test_together_they_hold_what_only_siegelpost_2_has() -> None:
    assert [one["faults"] for one in entries("kontor", "resolved") if one["faults"]] == [
        [{"fault": "unopened", "seat": 1}]
    ]
    assert entries("kontor", "answered")
    assert all(entries(game, "seated")[0]["reveal"] == [0] for game in GAMES)
    assert all(entries(game, "joined")[0]["key"] for game in GAMES)
    assert {entries(game, "closed")[0]["reason"] for game in GAMES} == {"finished", "resigned"}

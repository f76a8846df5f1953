"""Checkpoints beside receipts: a server that shows two people two logs of all matches is found by their receipts alone."""

from typing import Any

import pytest

from engine.protocol.canon import b64
from engine.verifier.replay import Report, verify
from tests.engine.verifier.checkpoints import beside, cases, note
from tests.engine.verifier.seats.test_seeding import played

PLAYED = played()


def judged(receipts: list[dict[str, Any]], key: str | None = b64(PLAYED.public_key)) -> Report:
    check = None if key is None else PLAYED.check_signature
    return verify(PLAYED.export, check_signature=check, public_key=key, receipts=receipts)


@pytest.mark.parametrize(("expected", "receipts"), [pytest.param(*rest, id=name) for name, *rest in cases(PLAYED)])
def test_two_roots_of_one_size_are_a_fork_and_nothing_else_is(expected: str, receipts: list[dict[str, Any]]) -> None:
    found = judged(receipts)
    assert found.verdict == expected
    if expected == "FAIL":
        assert (found.n, "two roots of play.example/log at size 7" in found.reason) == (found.entries, True)
    else:
        assert (found.receipts, found.ignored) == (2, ()), "what stands beside a receipt takes nothing from it"


def test_without_a_key_no_checkpoint_counts() -> None:
    assert judged(beside(PLAYED, note(bytes(32)), note(b"x" * 32)), key=None).verdict == "INCOMPLETE"


def test_what_is_no_text_makes_no_receipt() -> None:
    assert [one.number for one in judged(beside(PLAYED, note(bytes(32)), 7)).ignored] == [2]

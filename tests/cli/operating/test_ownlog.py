"""The player's own copy of a log: grows only by what continues it, signed by the key known here."""

import json

import pytest

from engine.protocol.canon import b64
from service.cli.table.ownlog import BadKey, OwnLog, Tampered, signature_check
from tests.engine.playing import MATCH, Played, Server


@pytest.fixture(scope="module")
def played() -> Played:
    return Server(seed=4).play(rounds=6)


def own(
    played: Played, *, match: str = MATCH, key: str | None = None, known: bytes = b"", kept: list[bytes] | None = None
) -> OwnLog:
    keep = kept.append if kept is not None else lambda _: None
    return OwnLog(match, [key or b64(played.public_key)], keep, known)


def test_pieces_make_the_same_copy_as_the_whole(played: Played) -> None:
    lines = played.export.splitlines(keepends=True)
    kept: list[bytes] = []
    log = own(played, kept=kept)
    assert [entry["n"] for entry in log.extend(b"".join(lines[:3]))] == [1, 2, 3]
    assert len(log.extend(b"".join(lines[3:]))) == len(lines) - 3
    assert log.raw == kept[-1] == played.export
    assert log.head == json.loads(lines[-1])["head"]


def test_a_copy_kept_earlier_is_continued(played: Played) -> None:
    lines = played.export.splitlines(keepends=True)
    log = own(played, known=b"".join(lines[:5]))
    log.extend(b"".join(lines[5:]))
    assert log.n == len(lines)


def test_the_head_to_seal_to_is_that_of_the_entry_which_opened_the_decision(played: Played) -> None:
    lines = [json.loads(line) for line in played.export.splitlines()]
    log = own(played, known=played.export)
    opened = next(line for line in lines if line["entry"]["type"] == "opened")
    assert log.opened(opened["entry"]["body"]["decision"]) == opened["head"]
    assert log.opened("r99.choose") is None
    locked = next(line for line in lines if line["entry"]["type"] == "locked")["entry"]["body"]
    assert log.locked(locked["decision"], 1) == locked["seats"][1]["commitment"]


def test_a_second_history_from_the_server_is_refused(played: Played) -> None:
    """The same entries with other players, every head and signature right: a fork."""
    other = Server(seed=5).play(rounds=6)
    mine = played.export.splitlines(keepends=True)
    theirs = other.export.splitlines(keepends=True)
    log = own(played, known=b"".join(mine[:4]))
    with pytest.raises(Tampered, match=r"entry 5.*head does not follow"):
        log.extend(b"".join(theirs[4:]))


@pytest.mark.parametrize("gone", [0, 3])
def test_a_missing_entry_is_refused(played: Played, gone: int) -> None:
    lines = played.export.splitlines(keepends=True)
    del lines[gone]
    with pytest.raises(Tampered):
        own(played).extend(b"".join(lines))


def test_another_matchs_log_and_another_key_are_refused(played: Played) -> None:
    with pytest.raises(Tampered, match="another match"):
        own(played, match="118f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11").extend(played.export)
    with pytest.raises(Tampered, match="signature"):
        own(played, key=b64(bytes(31) + b"\x01")).extend(played.export)


@pytest.mark.parametrize("text", ["", "short", "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4=", "!" * 43])
def test_a_bad_key_is_refused_with_what_a_key_looks_like(text: str) -> None:
    with pytest.raises(BadKey, match="43 characters"):
        signature_check(text)

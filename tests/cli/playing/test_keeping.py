"""What the player's machine keeps: durable before sending, private, exportable."""

import os
import stat
from pathlib import Path

import pytest

from engine.protocol.canon import b64, canonical
from engine.protocol.seal import MalformedOpening, Opening, commitment
from service.cli.player.folder import data_folder, last_server
from service.cli.player.local_files import Keep, SignedReceipt, Unkept, pinned_keys, read_receipts

SERVER = "https://siegelpost.example"
MATCH = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
OTHER = "118f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"


@pytest.fixture
def keep(tmp_path: Path) -> Keep:
    return Keep(tmp_path / "data", SERVER)


def an_opening(match: str = MATCH, salt: int = 1) -> Opening:
    return {
        "v": 1, "match": match, "rules": "kontor@1", "decision": "r3.choose", "seat": 1, "head": b64(bytes(32)),
        "salt": b64(bytes([salt] * 32)), "move": {"type": "play", "card": "C36"},
    }  # fmt: skip


def a_receipt(seq: int = 1, match: str = MATCH) -> SignedReceipt:
    return {"receipt": {"match": match, "decision": "r3.choose", "seq": seq}, "signature": "x" * 86}


def test_a_kept_opening_comes_back_under_its_commitment(keep: Keep) -> None:
    opening = an_opening()
    sealed = keep.keep_opening(opening, "client")
    assert sealed == commitment(opening)
    kept = keep.opening(MATCH, sealed)
    assert kept is not None
    assert (kept.opening, kept.custody) == (opening, "client")


def test_openings_of_one_match_or_of_all_are_listed(keep: Keep) -> None:
    keep.keep_opening(an_opening(), "client")
    keep.keep_opening(an_opening(salt=2), "escrow")
    keep.keep_opening(an_opening(match=OTHER), "escrow")
    assert len(list(keep.openings(MATCH))) == 2
    assert len(list(keep.openings())) == 3
    assert keep.known_matches() == [MATCH, OTHER]


def test_files_are_the_owners_alone_whatever_the_umask(keep: Keep) -> None:
    before = os.umask(0)
    try:
        keep.keep_opening(an_opening(), "client")
        keep.save_login({"token": "sp_x", "account": "p_0", "name": "Ada", "language": "en"})
    finally:
        os.umask(before)
    for path in [keep.folder, *keep.folder.rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_a_damaged_opening_is_named_instead_of_sent(keep: Keep) -> None:
    sealed = keep.keep_opening(an_opening(), "client")
    path = next(keep.folder.glob("openings/*/*.json"))
    path.write_bytes(path.read_bytes().replace(b"C36", b"C38"))
    with pytest.raises(Unkept, match="does not hash"):
        keep.opening(MATCH, sealed)


def test_a_receipt_is_kept_once_and_read_back_as_exported(keep: Keep) -> None:
    for one in (a_receipt(1), a_receipt(2), a_receipt(1), a_receipt(1, OTHER)):
        keep.keep_receipt(one)
    assert [one["receipt"]["seq"] for one in keep.receipts(MATCH)] == [1, 2]
    exported = b"".join(canonical(one) + b"\n" for one in keep.receipts())
    assert read_receipts(exported, "export") == [*keep.receipts()]


STRANGE = ("../../../../gone/astray", "a/b", "..", "", "/etc/x", "a\\b", "x" * 65, "a\n", "a\x00b", None, 7)
"""What a server that means harm may call a match."""


@pytest.mark.parametrize("match", STRANGE)
def test_no_server_names_a_file_outside_its_folder(keep: Keep, tmp_path: Path, match: str) -> None:
    before = [*tmp_path.rglob("*")]
    for kept in (
        lambda: keep.keep_receipt(a_receipt(match=match)),
        lambda: keep.keep_log(match, b"{}\n"),
        lambda: keep.keep_opening(an_opening(match=match), "client"),
        lambda: keep.keep_entropy(match, 0, bytes(32)),
        lambda: keep.keep_orders(match, "so1_x", {}),
        lambda: keep.keep_seat_key(match, bytes(32)),
        lambda: keep.note_seat(match, None),
    ):
        with pytest.raises((Unkept, MalformedOpening)):
            kept()
    assert [*tmp_path.rglob("*")] == before


def test_a_broken_receipt_file_names_the_line(keep: Keep) -> None:
    with pytest.raises(Unkept, match="line 2"):
        read_receipts(canonical(a_receipt()) + b"\n{}\n", "receipts.jsonl")


def test_a_shorter_log_never_replaces_a_longer_one(keep: Keep) -> None:
    keep.keep_log(MATCH, b"one\ntwo\n")
    keep.keep_log(MATCH, b"one\n")
    assert keep.log(MATCH) == b"one\ntwo\n"


def test_servers_are_kept_apart_and_the_last_login_is_remembered(tmp_path: Path) -> None:
    here, there = Keep(tmp_path, "http://127.0.0.1:8000"), Keep(tmp_path, "http://127.0.0.1:8001")
    assert last_server(tmp_path) is None
    (tmp_path / "unreadable" / "last-server").mkdir(parents=True)
    assert last_server(tmp_path / "unreadable") is None, (
        "operators' commands run as users whose HOME is somebody else's"
    )
    here.save_login({"token": "a", "account": "p_1", "name": "Ada", "language": "en"})
    assert there.login() is None
    assert last_server(tmp_path) == "http://127.0.0.1:8000"
    assert here.forget_login()
    assert not here.forget_login()
    assert here.login() is None


def test_pinned_keys_are_found_by_key(tmp_path: Path) -> None:
    Keep(tmp_path, SERVER).pin_key("key")
    assert pinned_keys(tmp_path) == {"key": SERVER}


@pytest.mark.parametrize(
    ("env", "platform", "folder"),
    [
        ({"HOME": "/home/a"}, "linux", "/home/a/.local/share/siegelpost"),
        ({"HOME": "/home/a", "XDG_DATA_HOME": "/x"}, "linux", "/x/siegelpost"),
        ({"HOME": "/home/a", "XDG_DATA_HOME": "relative"}, "linux", "/home/a/.local/share/siegelpost"),
        ({"HOME": "/Users/a"}, "darwin", "/Users/a/Library/Application Support/siegelpost"),
        ({"HOME": "/home/a", "SIEGELPOST_DATA": "/own"}, "linux", "/own"),
    ],
)
def test_the_data_folder_is_the_platforms(env: dict[str, str], platform: str, folder: str) -> None:
    assert str(data_folder(env, platform)) == folder

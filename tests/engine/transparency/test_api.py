"""What everybody can fetch of the log: checkpoint, tiles, leaves, proofs; and what hostile clients get."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from engine.protocol.canon import unb64
from engine.transparency import merkle
from engine.transparency.checkpoint import checkpoint_of, signed_checkpoint
from engine.transparency.merkle import parse_leaf
from engine.transparency.note import Note, VerifierKey, parse_note
from engine.transparency.proof import LogProof, parse_proof
from engine.transparency.tiles import Tile, TileReader, unbundle, width_in
from service.api import create_app
from service.context import Context
from service.keys.signing import verify_signature
from service.store import keys
from tests.engine.transparency import naive
from tests.engine.transparency.heads import begin, go_on
from tests.given.contexts import open_context
from tests.service.api.players import PACE, Player, Table, new_player
from tests.store.examples import match_id
from workers.clock.head_log import HeadLogWriter


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Iterator[Context]:
    opened = open_context(redis_url, tmp_path / "keys", public_url="https://play.example", allowed_hosts=("localhost",))
    yield opened
    opened.store.close()


@pytest.fixture
def app(context: Context) -> Flask:
    return create_app(context)


@pytest.fixture
def visitor(app: Flask) -> Player:
    return Player(app, None, "")


@pytest.fixture
def writer(context: Context) -> HeadLogWriter:
    return HeadLogWriter(context.store, context.signers, context.settings.origin)


def checkpoint_and_key(visitor: Player) -> tuple[Note, VerifierKey]:
    """The checkpoint, checked with the key that the installation shows."""
    told = visitor.sees("/v1/meta")["log"]
    key = VerifierKey.parse(told["vkey"])
    answer = visitor.get(told["checkpoint"])
    assert answer.content_type == "text/plain; charset=utf-8"
    note, checkpoint = signed_checkpoint(answer.get_data(), key, verify_signature)
    assert checkpoint.origin == told["origin"] == "play.example"
    return note, key


def tile_of(visitor: Player, tile: Tile) -> bytes:
    answer = visitor.get(f"/tile/{tile.path}")
    assert answer.status_code == 200, tile.path
    assert answer.content_type == "application/octet-stream"
    assert "immutable" in answer.headers["Cache-Control"]
    return answer.get_data()


def test_before_the_first_batch_there_is_no_checkpoint(visitor: Player) -> None:
    answer = visitor.get("/checkpoint")
    assert answer.status_code == 404
    assert answer.get_json()["type"].endswith("/problems/not-logged")


def test_an_independent_reader_finds_the_root_in_the_leaves_and_in_every_tile(
    context: Context, visitor: Player, writer: HeadLogWriter
) -> None:
    """He fetches what a monitor fetches, recomputes all hashes from the RFC's definition, and compares."""
    for number in range(5):
        go_on(context.store, begin(context.store, number, number), entries=60)
    for _ in range(3):
        writer.batch()
    note, _ = checkpoint_and_key(visitor)
    size = checkpoint_of(note).size
    assert size == 305

    entries: list[bytes] = []
    while len(entries) < size:
        place = Tile(None, len(entries) // 256)
        entries += unbundle(tile_of(visitor, Tile(None, place.index, width_in(place, size))))

    assert naive.mth(entries) == checkpoint_of(note).root
    for (level, index), raw in naive.tiles(entries).items():
        assert tile_of(visitor, Tile(level, index, len(raw) // 32)) == raw
    assert {parse_leaf(entry).match for entry in entries} == {match_id(number, number) for number in range(5)}
    reader = TileReader(size, lambda tile: tile_of(visitor, tile))
    assert reader.root() == checkpoint_of(note).root


def test_an_old_partial_tile_can_still_be_fetched(context: Context, visitor: Player, writer: HeadLogWriter) -> None:
    record = go_on(context.store, begin(context.store, 1, 1), entries=4)
    writer.batch()
    before = tile_of(visitor, Tile(0, 0, 5))
    go_on(context.store, record, entries=3)
    writer.batch()
    assert tile_of(visitor, Tile(0, 0, 5)) == before
    assert tile_of(visitor, Tile(0, 0, 8))[:160] == before


@pytest.mark.parametrize(
    "path",
    [
        "0/001", "0/000", "0/000.p/9", "1/000.p/1", "entries/000", "entries/001", "7/000.p/1", "0/x999/999", "0/000.p/0",
        "0/000.p/00000000000000000001", "0/" + "9" * 4000, "0/" + "x999/" * 700 + "999", "9" * 4000 + "/000", "-1/000", "0/%00",
        "0/x999/x999/x999/x999/x999/x999/999", "0/../0/000.p/1", "0/000.p/1/../..",
        "%2e%2e/checkpoint", "0/000.p/-1", "0/000.p/1e1",
        "63/000", "0/٠٠٠", "entries/000.p/256", "",
    ],
)  # fmt: skip
def test_hostile_tile_addresses_are_refused_without_reading_anything_large(
    context: Context, visitor: Player, writer: HeadLogWriter, path: str
) -> None:
    begin(context.store, 1, 1)
    writer.batch()
    began = time.thread_time()
    answer = visitor.get(f"/tile/{path}")
    assert answer.status_code in (404, 400, 414), answer.get_data()
    assert answer.content_type == "application/problem+json"
    assert time.thread_time() - began < 0.5  # of this thread: others are at work beside it
    assert "immutable" not in answer.headers.get("Cache-Control", "")


def proof_of(answer: TestResponse) -> LogProof:
    assert answer.status_code == 200, answer.get_data(as_text=True)
    proof = parse_proof(answer.get_data())
    proof.check()
    return proof


def test_every_entry_of_a_real_match_has_a_proof_that_leads_to_the_checkpoint(
    context: Context, app: Flask, visitor: Player, writer: HeadLogWriter
) -> None:
    table = Table.begin(context, new_player(app, context, "Ada"), new_player(app, context, "Ben"))
    begin(context.store, 7, 7)
    for _ in range(2):
        writer.batch()
    lines = visitor.sees(f"/v1/matches/{table.match}/log")["entries"]
    note, key = checkpoint_and_key(visitor)

    for line in lines:
        proof = proof_of(visitor.get(f"/v1/matches/{table.match}/proof?n={line['entry']['n']}"))
        assert (proof.leaf.match, proof.leaf.n, proof.leaf.head) == (
            table.match,
            line["entry"]["n"],
            unb64(line["head"]),
        )
        assert proof.note == note and proof.note.signed_by(key, verify_signature)
    assert proof_of(visitor.get(f"/v1/matches/{table.match}/proof")).leaf.n == len(lines)


def test_what_is_not_logged_yet_is_told_so(
    context: Context, visitor: Player, app: Flask, writer: HeadLogWriter
) -> None:
    table = Table.begin(context, new_player(app, context, "Ada"), new_player(app, context, "Ben"))
    for when in ("before", "after"):
        for query in ("", "?n=1") if when == "before" else ("?n=900", "?n=2147483647"):
            answer = visitor.get(f"/v1/matches/{table.match}/proof{query}")
            assert (answer.status_code, answer.get_json()["type"][-10:]) == (404, "not-logged")
        for _ in range(2):
            writer.batch()
    for query in ("?n=0", "?n=-1", "?n=x", "?n=99999999999", "?m=1"):
        assert visitor.get(f"/v1/matches/{table.match}/proof{query}").status_code == 422


def test_a_proof_has_a_tag_and_is_private_where_the_match_is(
    context: Context, app: Flask, writer: HeadLogWriter
) -> None:
    ada = new_player(app, context, "Ada")
    created = ada.post("/v1/matches", {"rules": "kontor", "visibility": "private", "pace": PACE})
    for _ in range(2):
        writer.batch()
    path = f"/v1/matches/{created.get_json()['match']}/proof"
    tag = ada.get(path).headers["ETag"]
    assert ada.get(path, If_None_Match=tag).status_code == 304
    assert Player(app, None, "").get(path).status_code == 403


def test_a_rotten_tile_is_told_as_such_and_not_as_a_fault_of_the_server(
    context: Context, app: Flask, visitor: Player, writer: HeadLogWriter, redis_url: str
) -> None:
    table = Table.begin(context, new_player(app, context, "Ada"), new_player(app, context, "Ben"))
    for _ in range(2):
        writer.batch()
    context.store._ask(("SET", keys.log_leaves(0), "rot"))
    for path in (f"/v1/matches/{table.match}/proof", "/tile/0/000.p/1", "/tile/entries/000.p/1"):
        answer = visitor.get(path)
        assert answer.status_code == 503
        assert answer.get_json()["type"].rpartition("/")[2] in ("match-unavailable", "stored-unreadable")


def test_two_checkpoints_of_an_honest_log_are_consistent(
    context: Context, visitor: Player, writer: HeadLogWriter
) -> None:
    record = go_on(context.store, begin(context.store, 1, 1), entries=20)
    writer.batch()
    old = checkpoint_of(checkpoint_and_key(visitor)[0])
    go_on(context.store, record, entries=300)
    for _ in range(10):
        writer.batch()
    new = checkpoint_of(checkpoint_and_key(visitor)[0])
    assert new.size > 256 > old.size

    reader = TileReader(new.size, lambda tile: tile_of(visitor, tile))
    proof = merkle.consistency_proof(old.size, new.size, reader.subtree)
    merkle.check_consistency(old.size, new.size, old.root, new.root, proof)


def test_the_checkpoint_that_is_shown_parses_as_a_note(
    context: Context, visitor: Player, writer: HeadLogWriter
) -> None:
    writer.batch()
    answer = visitor.get("/checkpoint")
    assert checkpoint_of(parse_note(answer.get_data())).size == 0
    assert "max-age=1" in answer.headers["Cache-Control"]

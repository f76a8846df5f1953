"""Old lines of a log are packed together: whoever reads the log finds it byte for byte, whatever happens meanwhile."""

import hashlib
from pathlib import Path
from typing import cast

import pytest
import redis
from hypothesis import given, settings
from hypothesis import strategies as st

from service.store import Unreadable, keys
from service.store.append_only import NULS
from service.store.connection.scripts import PACK_LINES, Call
from service.store.matches.packing import (
    MAGIC,
    OPTIONS,
    TOGETHER,
    pack,
    pack_together,
    unpack,
    unpack_together,
    unpacked,
)
from service.store.store import Store
from service.store.values import UnknownPacking, zstd
from tests.engine.transparency.heads import assert_complete, begin, go_on
from tests.engine.transparency.test_head_log import writer_of
from tests.store.examples import match_id

MATCH = match_id(1)
GOLDENS = Path(__file__).parents[2] / "system" / "golden"
GAMES = {
    "tilsit": "kontor@1",
    "packet-row": "packet-row@1",
    "anno-1701": "anno-1701@1",
    "seafarers-grosse-insel": "seafarers@1",
    "kontor-by-api": "kontor@1",
}


def in_places(server: redis.Redis, match: str) -> list[bytes]:
    """Return what stands in the places of a log."""
    return cast("list[bytes]", server.lrange(keys.lines(match), 0, -1))


def put(server: redis.Redis, match: str, place: int, text: bytes) -> None:
    server.execute_command("LSET", keys.lines(match), place, text)


def golden(name: str) -> list[bytes]:
    return (GOLDENS / f"{name}.jsonl").read_bytes().splitlines(keepends=True)


def stored(name: str) -> list[bytes]:
    return [pack(line, GAMES[name], MATCH) for line in golden(name)]


@pytest.mark.parametrize("name", GAMES)
def test_sixteen_lines_come_back_and_take_three_quarters_of_what_they_took(name: str) -> None:
    lines = stored(name)
    before = after = 0
    for first in range(0, len(lines) - TOGETHER, TOGETHER):
        some = lines[first : first + TOGETHER]
        packed = pack_together(some, MATCH)
        assert packed is not None
        assert unpack_together(packed, MATCH) == golden(name)[first : first + TOGETHER]
        before, after = before + sum(map(len, some)), after + len(packed)
    assert 0 < after < 0.75 * before


def test_what_the_first_release_with_this_format_stored_is_read() -> None:
    kept = Path(__file__).parents[1].joinpath("packed_lines_format_2.bin").read_bytes()
    assert unpack_together(kept, MATCH) == golden("kontor-by-api")[:TOGETHER]


def test_heads_are_left_out_only_where_they_follow() -> None:
    lines = golden("tilsit")[:TOGETHER]
    honest = pack_together(lines, MATCH)
    assert honest is not None
    wrong = lines[7].replace(b'"head":"', b'"head":"', 1)
    place = wrong.rindex(b'"head":"') + len(b'"head":"')
    wrong = wrong[:place] + (b"A" if wrong[place : place + 1] != b"A" else b"B") + wrong[place + 1 :]
    packed = pack_together([*lines[:7], wrong, *lines[8:]], MATCH)
    assert packed is not None
    assert unpack_together(packed, MATCH) == [*lines[:7], wrong, *lines[8:]]
    assert len(packed) > len(honest) + 60, "neither its head nor the one after it follows"


def test_lines_that_are_not_sixteen_lines_of_json_stay_as_they_are() -> None:
    lines = stored("tilsit")[:TOGETHER]
    assert pack_together(lines[:-1], MATCH) is None
    assert pack_together([*lines[:-1], b""], MATCH) is None
    assert pack_together([*lines[:-1], b'{"n":1}'], MATCH) is None, "no end of line"
    assert pack_together([*lines[:-1], b'{"n":\n1}\n'], MATCH) is None
    assert pack_together([*lines[:-1], b'{"\x04":1}\n'], MATCH) is None
    packed = pack_together(lines, MATCH)
    assert packed is not None
    assert pack_together([packed, *[b""] * 15], MATCH) is None, "they are packed together already"


PIECES = st.sampled_from(
    [
        b"head",
        b",",
        b":",
        b"sig",
        b"A" * 43,
        b"A" * 86,
        b"sc1_" + b"A" * 43,
        b"Zm9v" * 10 + b"Zm8",
        MATCH.encode(),
        b"1",
    ]
)


@settings(deadline=None, max_examples=60, database=None)
@given(st.lists(st.lists(PIECES, max_size=9), min_size=TOGETHER, max_size=TOGETHER))
def test_any_lines_come_back_or_stay(lines: list[list[bytes]]) -> None:
    given_lines = [b'{"' + b'"'.join(pieces) + b"}\n" for pieces in lines]
    packed = pack_together(given_lines, MATCH)
    if packed is not None:
        assert unpack_together(packed, MATCH) == given_lines
        assert NULS not in packed


def hostile(short: bytes, digests: bytes = b"") -> bytes:
    """Return a packed text that nobody of us wrote."""
    return bytes((2, 0)) + zstd.compress(short, options=OPTIONS)[len(MAGIC) :] + digests


FIRST = b'{"entry":{},"head":"\x01","sig":"x"}\n'
BOMBS = {
    "no end of a line": hostile(b"a" * 2_000_000),
    "a head in each piece": hostile(
        FIRST + b'{"entry":{},"head":' + b'"\x05","head":' * 200_000 + b'"x"\n' * 15, b"a" * 32
    ),
    "many digests": hostile(b'"\x01"' * 300_000 + b"\n" * 16, b"a" * 32 * 300_000 + b"more"),
}


@pytest.mark.timeout(60)  # it took hours
@pytest.mark.parametrize("name", BOMBS)
def test_a_few_bytes_do_not_keep_their_reader_busy(name: str) -> None:
    with pytest.raises(ValueError, match="damaged"):
        unpack_together(BOMBS[name], MATCH)


def test_what_is_damaged_is_refused_and_never_crashes() -> None:
    packed = pack_together(stored("tilsit")[:TOGETHER], MATCH)
    assert packed is not None
    whole = golden("tilsit")[:TOGETHER]
    for length in range(2, len(packed), 7):
        with pytest.raises(ValueError, match="damaged"):
            unpack_together(packed[:length], MATCH)
    with pytest.raises(ValueError, match="damaged"):
        unpack_together(packed + b"x", MATCH)
    for place in range(2, len(packed), 11):
        changed = packed[:place] + bytes((packed[place] ^ 1,)) + packed[place + 1 :]
        try:
            assert unpack_together(changed, MATCH) != whole
        except ValueError:
            continue
    with pytest.raises(UnknownPacking):
        unpack_together(bytes((2, 250)) + packed[2:], MATCH)
    with pytest.raises(UnknownPacking, match="format is 2"):
        unpack(packed, MATCH)
    with pytest.raises(ValueError, match="a line is missing"):
        unpacked(MATCH, [whole[0], b""], 0)


def log_all(store: Store) -> None:
    """Have the log of all matches take what it lacks, and note it down in the matches."""
    writer = writer_of(store)
    for _ in range(4):
        writer.batch()


def long_match(store: Store, entries: int = 70) -> str:
    record = go_on(store, begin(store, 1, 1), entries=entries)
    log_all(store)
    return record.match


def test_the_log_of_all_matches_has_old_lines_packed_and_all_read_what_was_there(
    store: Store, server: redis.Redis
) -> None:
    writer = writer_of(store)
    record = begin(store, 1, 1)
    for _ in range(10):
        record = go_on(store, record, entries=7)
        before = store.lines(record.match, limit=record.n)
        writer.batch()
        writer.batch()
        assert store.lines(record.match, limit=record.n) == before
    places = in_places(server, record.match)
    assert len(places) == record.n == 71
    assert [len(one) > 0 for one in places[:64]] == [place % TOGETHER == 0 for place in range(64)]
    assert all(places[64:])
    lines = store.lines(record.match, limit=record.n)
    for first in range(record.n + 2):
        for limit in (1, 5, 16, 40):
            assert store.lines(record.match, first, limit) == lines[first : first + limit], (first, limit)
    assert store.lines_at(record.match, [71, 3, 17, 64, 72, 1]) == [lines[n - 1] for n in (71, 3, 17, 64, 1)]
    go_on(store, record)
    log_all(store)
    assert_complete(store, {record.match: 72})


def test_what_was_left_out_is_packed_the_next_time(store: Store, server: redis.Redis) -> None:
    match = long_match(store)
    lines = store.lines(match, limit=71)
    put(server, match, 16, lines[16])
    for place in range(17, 32):
        put(server, match, place, lines[place])
    assert store.lines(match, limit=71) == lines
    assert store.pack_lines(match, 71) == 0, "it goes back to what is packed, no further"
    for place in range(32, 64):
        put(server, match, place, lines[place])
    assert store.pack_lines(match, 71) == 3
    assert store.lines(match, limit=71) == lines


@pytest.mark.parametrize("done", range(TOGETHER))
def test_a_crash_between_the_writes_of_the_script_costs_nothing(done: int, store: Store, server: redis.Redis) -> None:
    match = go_on(store, begin(store, 1, 1), entries=40).match
    lines = store.lines(match, limit=41)
    as_stored = in_places(server, match)
    packed = pack_together(as_stored[:TOGETHER], match)
    assert packed is not None
    put(server, match, 0, packed)
    for place in range(1, 1 + done):
        put(server, match, place, b"")
    assert store.lines(match, limit=41) == lines
    assert [store.lines(match, first, 1) for first in range(41)] == [[line] for line in lines]


def test_nothing_is_packed_that_is_not_old_or_was_changed_meanwhile(store: Store, server: redis.Redis) -> None:
    record = go_on(store, begin(store, 1, 1), entries=40)
    key = keys.lines(record.match)
    some = in_places(server, record.match)[:TOGETHER]
    packed = pack_together(some, record.match)
    assert packed is not None
    names = [key, keys.leaves(record.match)]
    as_read = hashlib.sha1(b"".join(some), usedforsecurity=False).hexdigest()
    call = Call(PACK_LINES, names, [0, TOGETHER, as_read, packed])
    assert store._run(call) == 0, "the log of all matches has none of it yet"
    for index in range(41):
        server.rpush(keys.leaves(record.match), index)
    assert store._run(Call(PACK_LINES, names, [0, TOGETHER, "0" * 40, packed])) == 0, "others stand there now"
    assert store._run(Call(PACK_LINES, names, [0, 41, as_read, packed])) == 0, "the last line stands by itself"
    assert server.lrange(key, 0, TOGETHER - 1) == some
    assert store._run(call) == 1
    assert store._run(call) == 0
    assert store.lines(record.match, limit=41)[:2] == [unpack(line, record.match) for line in some[:2]]


def test_a_match_that_forgot_its_leaves_gets_them_again_from_packed_lines(store: Store, server: redis.Redis) -> None:
    match = long_match(store)
    leaves = store.leaf_indices(match)
    server.delete(keys.leaves(match))
    server.zadd(keys.unlogged(keys.bucket_of(match)), {match: 1})
    log_all(store)
    assert len(store.leaf_indices(match)) == len(leaves) == 71


def test_a_rotten_packed_text_is_the_match_s_own_trouble(store: Store, server: redis.Redis) -> None:
    match = long_match(store)
    other = begin(store, 2, 2)
    put(server, match, 0, b"\x02\x01rotten")
    with pytest.raises(Unreadable, match=match):
        store.lines(match, limit=71)
    assert len(store.lines(match, after=40)) == 31
    assert store.lines(other.match)

"""Packed texts: every text comes back byte for byte; whatever else is stored is told apart, refused by name, and costs little."""

import contextlib
import hashlib
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.store.append_only import NULS
from service.store.matches import packing
from service.store.matches.packing import DICTIONARIES, LEAST, MOST, PACKED, pack, unpack
from service.store.values import UnknownPacking, encode, zstd
from tests.store.examples import ANNA, digest, match_id

MATCH = match_id(1)
OPENING = {"decision": "r4.choose", "head": digest("opened"), "match": MATCH, "salt": digest("salt"), "seat": 0, "v": 1}
ENTRY = {"at": "2026-11-22T22:31:01.697Z", "body": {"openings": [OPENING]}, "n": 31, "type": "resolved"}
LINE = encode({"entry": ENTRY, "head": digest("head"), "sig": "Zm9v" * 21 + "Zg"}).encode() + b"\n"
GOLDENS = Path(__file__).parents[2] / "system" / "golden"


@pytest.mark.parametrize("one", DICTIONARIES, ids=lambda one: one.file)
def test_a_dictionary_is_the_file_that_texts_were_packed_with(one: packing.Dictionary) -> None:
    raw = (files("service.store") / "dictionaries" / one.file).read_bytes()
    assert hashlib.sha256(raw).hexdigest() == one.sha256
    assert one.number == DICTIONARIES.index(one) + 1


@pytest.mark.parametrize(
    ("log", "rules"),
    [
        ("tilsit", "kontor@1"),
        ("packet-row", "packet-row@1"),
        ("anno-1701", "anno-1701@1"),
        ("seafarers-grosse-insel", "seafarers@1"),
        ("kontor-by-api", "kontor@1"),
    ],
)
def test_lines_of_a_log_come_back_byte_for_byte_and_take_less_than_half(log: str, rules: str) -> None:
    lines = (GOLDENS / f"{log}.jsonl").read_bytes().splitlines(keepends=True)
    packed = [pack(line, rules, MATCH) for line in lines]
    assert [unpack(one, MATCH) for one in packed] == lines
    assert sum(map(len, packed)) < 0.45 * sum(map(len, lines))


def test_a_line_packed_with_no_dictionary_or_with_that_of_another_game_comes_back_too() -> None:
    for rules in ("unheard-of@1", "kontor@1", "anno-1701@1"):
        packed = pack(LINE, rules, MATCH)
        assert packed[0] == PACKED
        assert len(packed) < len(LINE)
        assert unpack(packed, MATCH) == LINE


TEXTS = st.text(alphabet=st.sampled_from('{}"_-: \\AZaz09\x01\x02\x03\0ü' + "€"), max_size=400)
TOKENS = st.text(alphabet="AQgwZ_-09", min_size=42, max_size=87)


@settings(deadline=None, max_examples=100, database=None)
@given(st.lists(TEXTS | TOKENS | st.just(MATCH) | st.just(digest("x")), max_size=12))
def test_any_text_of_an_object_comes_back(pieces: list[str]) -> None:
    text = ('{"' + '"'.join(pieces)).encode()
    assert unpack(pack(text, "kontor@1", MATCH), MATCH) == text


def test_what_is_short_or_does_not_shrink_is_stored_as_it_is() -> None:
    assert pack(b'{"n":1}\n', "kontor@1", MATCH) == b'{"n":1}\n'
    noise = b'{"' + b"".join(hashlib.sha256(bytes([n])).hexdigest().encode() for n in range(2)) + b'"}'
    assert unpack(pack(noise, "none", MATCH), MATCH) == noise
    assert pack(b"", "kontor@1", MATCH) == b"" == unpack(b"", MATCH)


def test_nothing_packed_looks_like_a_lost_block_of_the_append_only_file() -> None:
    zeros = encode({"salt": "A" * 43, "head": "A" * 43, "text": " " * LEAST}).encode()
    stored = pack(zeros, "kontor@1", MATCH)
    assert NULS not in stored
    assert len(stored) < LEAST
    assert unpack(stored, MATCH) == zeros


@pytest.mark.parametrize("text", [b"\x01\x01" + LINE, b"\x08" + LINE])
def test_a_text_that_would_be_taken_for_a_packed_one_is_not_stored(text: bytes) -> None:
    with pytest.raises(ValueError, match="it is no JSON"):
        pack(text, "kontor@1", MATCH)


@pytest.mark.parametrize(
    ("stored", "why"),
    [
        (b"\x02" + bytes(9), "its format is 2, known is 1"),
        (bytes([PACKED, 200]) + b"x", r"it needs dictionary 200, known are \d+"),
    ],
)
def test_what_a_later_release_packed_is_refused_by_its_number(stored: bytes, why: str) -> None:
    with pytest.raises(UnknownPacking, match=why):
        unpack(stored, MATCH)


def test_damage_is_an_error_wherever_it_is() -> None:
    packed = pack(LINE, "kontor@1", MATCH)
    for end in range(2, len(packed)):
        with pytest.raises(ValueError, match="damaged"):
            unpack(packed[:end], MATCH)
    with pytest.raises(ValueError, match="damaged"):
        unpack(packed + b"x", MATCH)
    for at in range(2, len(packed)):
        # Where it is none, it is another text, which its readers judge: heads and signatures tell.
        with contextlib.suppress(ValueError):
            assert unpack(packed[:at] + bytes([packed[at] ^ 0x55]) + packed[at + 1 :], MATCH) != LINE


@pytest.mark.parametrize("inside", [b" ", b"\x03"], ids=["a frame", "places for the match"])
def test_a_small_text_that_unpacks_to_a_giant_is_refused(inside: bytes) -> None:
    short = inside * (MOST + 1 if inside == b" " else MOST // 8)
    bomb = bytes((PACKED, 0)) + zstd.compress(short)[4:]
    assert len(bomb) < 10_000
    with pytest.raises(ValueError, match="damaged"):
        unpack(bomb, MATCH)


def test_a_dictionary_that_is_not_the_one_that_was_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    other = packing.Dictionary(1, DICTIONARIES[0].of, "00" * 32)
    monkeypatch.setattr(packing, "DICTIONARIES", (other, *DICTIONARIES[1:]))
    packing.dictionary.cache_clear()
    try:
        with pytest.raises(RuntimeError, match=DICTIONARIES[0].file):
            unpack(bytes((PACKED, 1)) + b"frame", MATCH)
    finally:
        packing.dictionary.cache_clear()


def test_a_record_about_an_account_names_the_account() -> None:
    text = encode({"notices": [f"{ANNA}.{n}" for n in range(9)], "answer": "250 OK"}).encode()
    assert ANNA.encode() not in pack(text, "kontor@1", ANNA)
    assert unpack(pack(text, "kontor@1", ANNA), ANNA) == text

"""The JSON of stored records: what earlier releases wrote reads the same, and nothing comes back as something else."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocol.canon import LARGEST
from service.store.values import decode, encode

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


@given(VALUES)
def test_what_is_stored_comes_back_with_its_members_in_order(value: Any) -> None:
    assert json.dumps(decode(encode(value))) == json.dumps(value)


@given(VALUES, st.booleans())
def test_what_earlier_releases_wrote_with_another_library_reads_the_same(value: Any, escaped: bool) -> None:
    earlier = json.dumps(value, ensure_ascii=escaped, separators=(",", ":"))
    assert json.dumps(decode(earlier)) == json.dumps(decode(earlier.encode())) == json.dumps(value)


@given(VALUES)
def test_earlier_releases_that_still_run_read_what_is_stored(value: Any) -> None:
    assert json.dumps(json.loads(encode(value))) == json.dumps(value)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"n": LARGEST + 1}, id="an integer that Lua would round"),
        pytest.param({"n": -LARGEST - 1}, id="a negative one"),
        pytest.param({"n": 2**64}, id="one that would be read as a float"),
        pytest.param({"name": "\ud800"}, id="a lone surrogate"),
        pytest.param({1: "one"}, id="a key that is no text"),
        pytest.param({"seats": {0, 1}}, id="a set"),
        pytest.param(json.loads("[" * 300 + "]" * 300), id="deep nesting"),
    ],
)
def test_what_would_not_come_back_is_not_stored(value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        encode(value)


@pytest.mark.parametrize(
    "stored",
    [
        "", "{", "NaN", "[Infinity]", '{"a":1}{}', '"\\ud800"', b'"\xff"', b"\xed\xa0\x80", "[" * 5_000, "\ufeff{}", "1e400",
        "{'a':1}", "0x1", "01",
    ],
)  # fmt: skip
def test_what_is_not_json_is_refused_as_a_fault_of_the_record(stored: str | bytes) -> None:
    with pytest.raises(ValueError):
        decode(stored)

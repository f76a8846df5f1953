"""One text for one value: what the strict reader refuses, and that writing is canonical."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocol.canon import LARGEST, NotCanonical, b64, canonical, parse, unb64

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=4), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(VALUES)
def test_canonical_text_reads_back_as_itself_and_is_a_fixed_point(value: Any) -> None:
    text = canonical(value)
    assert parse(text) == value
    assert canonical(parse(text)) == text


@given(VALUES)
def test_blanks_and_member_order_of_a_received_text_are_free(value: Any) -> None:
    assert canonical(parse(json.dumps(value, indent=3))) == canonical(value)


def test_members_are_ordered_by_utf16_code_units_not_code_points() -> None:
    """RFC 8785 3.2.3: U+1F600 is D83D DE00 in UTF-16 and comes before U+FB33."""
    assert canonical({"\ufb33": 1, "\U0001f600": 2, "a": 3}).decode() == '{"a":3,"\U0001f600":2,"\ufb33":1}'


def test_control_characters_are_escaped_as_rfc_8785_says() -> None:
    assert canonical('\u0000\u0008\t\n\u000b\u000c\r"\\/\u007f') == b'"\\u0000\\b\\t\\n\\u000b\\f\\r\\"\\\\/\x7f"'


@pytest.mark.parametrize(
    "text",
    [
        b'{"a":1,"a":1}', b"1.0", b"1e3", b"-0", b"NaN", b"Infinity", b"-Infinity", b'"\\ud800"', b'{"\\udc00":1}',
        b"9007199254740992", b"1" + b"0" * 5000, b"[1] 2", b"", b"{", b"\xff", b"\xef\xbb\xbf1", b"'a'", b"01",
        b"[" * 100_000, b'{"a":' * 50_000, b"[" * 33 + b"]" * 33, b"True", b'"\x01"',
    ],
)  # fmt: skip
def test_texts_outside_the_protocol_are_refused(text: bytes) -> None:
    with pytest.raises(NotCanonical):
        parse(text)


@pytest.mark.parametrize("value", [1.0, float("nan"), LARGEST + 1, {1: 2}, "\ud800", {"\ud800": 1}, (1,), b"x", {1}])
@pytest.mark.parametrize("within", [lambda one: one, lambda one: [0, one], lambda one: {"a": {"b": [one, "c"]}}])
def test_values_outside_the_protocol_are_refused(value: Any, within: Callable[[Any], Any]) -> None:
    with pytest.raises(NotCanonical):
        canonical(within(value))


class Text(str):
    """Not the protocol's: what looks like a text may do something else when it is written."""


@pytest.mark.parametrize("value", [Text("a"), [Text("a")], {"a": Text("a")}, {Text("a"): 1}])
def test_what_only_resembles_json_is_refused(value: Any) -> None:
    with pytest.raises(NotCanonical):
        canonical(value)


@pytest.mark.parametrize("levels", [1, 2, 32])
def test_depth_counts_containers_of_both_kinds(levels: int) -> None:
    value: Any = "innermost"
    for level in range(levels):
        value = [1, value] if level % 2 else {"a": value, "b": None}
    assert canonical(value, depth=levels) == json.dumps(value, separators=(",", ":")).encode()
    with pytest.raises(NotCanonical, match="too deeply"):
        canonical(value, depth=levels - 1)


def test_brackets_inside_texts_do_not_count_as_depth() -> None:
    assert parse(json.dumps("[" * 1000)) == "[" * 1000


def test_base64_has_one_spelling_per_value() -> None:
    assert b64(b"\x00\x01") == "AAE"
    assert unb64("AAE") == b"\x00\x01"
    for other in ("AAE=", "AAF", "AA+", "AA/", "A", "AAE\n", " AAE", "ÄAE"):
        with pytest.raises(NotCanonical):
            unb64(other)


HALF_A_TEXT = {
    "never closed": '"' + '\\"' * 8_000,
    "never closed, ending amid an escape": '"' + '\\"' * 8_000 + "\\",
    "deep inside": '{"a":["' + '\\"' * 8_000,
    "many texts side by side": '"a""' * 8_000,
}


@pytest.mark.parametrize("text", HALF_A_TEXT.values(), ids=HALF_A_TEXT)
def test_half_a_text_is_refused_in_the_time_it_takes_to_read_it(text: str) -> None:
    """The attack: each of its quotes might begin a text, and whoever looks for the end of each reads it all as often."""
    began = time.process_time()
    with pytest.raises(NotCanonical):
        parse(text)
    assert time.process_time() - began < 1

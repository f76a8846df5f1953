"""One text for one value: what the strict reader refuses, and that writing is canonical."""

import json
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import make_dataclass
from datetime import UTC, datetime
from enum import Enum, IntEnum, StrEnum
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocol import canon
from engine.protocol.canon import LARGEST, NotCanonical, b64, canonical, parse, parse_canonical, unb64

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
    began = time.thread_time()
    with pytest.raises(NotCanonical):
        parse(text)
    assert time.thread_time() - began < 1


class Kind(StrEnum):
    A = "a"


class Size(IntEnum):
    ONE = 1


class Plain(Enum):
    A = "a"


class Number(int):
    pass


STRANGE = st.sampled_from([
    Kind.A, Size.ONE, Plain.A, Number(1), Text("a"), 1.0, 1e300, float("nan"), float("inf"), (), (1,), b"a", {1},
    uuid.UUID(int=1), datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC).date(), OrderedDict(a=1),
    make_dataclass("Point", ["x"])(1), make_dataclass("Slim", ["x"], slots=True)(1), Exception, object(),
    LARGEST, LARGEST + 1, -LARGEST - 1, 2**63, 2**64, -(2**70), "\ud800", "\U0001f600", "\ufb33", "\x7f\u2028",
])  # fmt: skip
"""What is JSON to some libraries and not to the protocol, and what is just inside its bounds."""
STRANGE_KEYS = st.sampled_from([
    1, 1.0, True, None, Kind.A, Size.ONE, Text("a"), (), "\ud800", "\U0001f600", "\ufb33", "\ue000", "\ud7ff", "\xe9", "",
])  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | STRANGE,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3) | STRANGE_KEYS, inner, max_size=5),
    max_leaves=12,
)
DEPTHS = st.integers(0, 5)


def outcome(done: Callable[[], Any]) -> Any:
    """Return what came of it, types and order included: a value, or the refusal's words."""
    try:
        return repr(done())
    except NotCanonical as error:
        return type(error), str(error)


@given(ANYTHING, DEPTHS)
def test_the_quick_writer_agrees_with_the_careful_one(value: Any, depth: int) -> None:
    assert outcome(partial(canonical, value, depth=depth)) == outcome(partial(canon._canonical_carefully, value, depth))


@pytest.mark.parametrize(
    "value", [5, "a", [], {}, [[]], [{}], {"a": []}, [1, [2, [3, [4]]]], {"\U0001f600": 1, "\ufb33": 2}]
)
@pytest.mark.parametrize("depth", range(6))
def test_the_quick_writer_agrees_at_the_bounds(value: Any, depth: int) -> None:
    assert outcome(partial(canonical, value, depth=depth)) == outcome(partial(canon._canonical_carefully, value, depth))


PIECES = st.sampled_from([
    "{", "}", "[", "]", ",", ":", '"a"', '"b"', '"a":1', '"a b":1', '"ab" :1', '"\\u0061"', '"\\ud83d\\ude00"', '"\\ud800"',
    '"\\n"', '"\n"', '"\x00"',
    '"\U0001f600":2', '"\ufb33":3', "0", "-0", "1", "01", "1.0", "1e2", "1e400", "-1", "9007199254740991", "9007199254740992",
    "18446744073709551616", "NaN", "null", "true", "false", " ", "\n", "\ufeff", '"/"', '"\\/"', '"\x7f"', "'a'",
])  # fmt: skip
"""Pieces of texts that readers judge differently."""
TEXTS = st.one_of(
    st.lists(PIECES, max_size=12).map("".join),
    st.lists(PIECES, max_size=6).map(lambda inside: "{" + ",".join(inside) + "}"),
    st.lists(PIECES, max_size=6).map(lambda inside: "[" + ",".join(inside) + "]"),
    VALUES.map(partial(json.dumps, separators=(",", ":"), ensure_ascii=False)),
    VALUES.map(partial(json.dumps, sort_keys=True)),
    VALUES.map(partial(json.dumps, indent=2, ensure_ascii=False)),
    st.lists(PIECES, max_size=6).map(lambda inside: "{ " + ", ".join(inside) + " }"),
    VALUES.map(canonical).map(bytes.decode),
)


@given(TEXTS | st.binary(max_size=20), DEPTHS)
def test_the_quick_reader_agrees_with_the_careful_one(text: str | bytes, depth: int) -> None:
    raw = text.encode() if isinstance(text, str) else text
    assert outcome(partial(parse, text, depth=depth)) == outcome(partial(canon._parse_carefully, raw, depth))


@given(TEXTS | st.binary(max_size=20), DEPTHS)
def test_reading_canonical_bytes_is_reading_and_writing_them_again(text: str | bytes, depth: int) -> None:
    raw = text.encode() if isinstance(text, str) else text

    def in_two_steps() -> Any:
        value = canon._parse_carefully(raw, depth)
        if canon._canonical_carefully(value, depth) != raw:
            raise NotCanonical("the bytes are not canonical JSON")
        return value

    assert outcome(partial(parse_canonical, raw, depth=depth)) == outcome(in_two_steps)


MISJUDGED = (
    "\"\ud800\"", b"[" * 33 + b"]" * 33, b"[" * 300 + b"]" * 300, b"[" * 100_000, b'{"a":1,"a":1}', b'{"b":1,"a":1}',
    b'{"a":1, "a":1}', b'{"a" :1,"a":2}', b'{"a b":1,"ab":2}', b'{ "a b":1,"a b":2}', b'{"ab":1,"a b":2,"ab":3}',
    b'["a b", "ab"]',
    b"1.0", b'{"a":1.5}', b"[1e16]", b"[1 2]", b"- 1", b"tr ue", b'"\\/"', b'"\\ n"', b'"\\u00e9"', b'{"a":1,"\\u0061":2}',
    b" [ ] ", '{"\U0001f600":1,"\ufb33":2}'.encode(), '{"\ufb33":2,"\U0001f600":1}'.encode(),
)  # fmt: skip


@pytest.mark.parametrize("text", MISJUDGED, ids=lambda text: repr(text[:30]))
def test_readers_agree_on_texts_that_are_easily_misjudged(text: str | bytes) -> None:
    raw = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    assert outcome(partial(parse, raw)) == outcome(partial(canon._parse_carefully, raw, 32))


def test_a_text_at_the_greatest_length_is_read_and_a_longer_one_is_not() -> None:
    assert parse(b'"aaaa"', limit=6) == parse_canonical(b'"aaaa"', limit=6) == "aaaa"
    for read in (parse, parse_canonical):
        with pytest.raises(NotCanonical, match="longer than 5 bytes"):
            read(b'"aaaa"', limit=5)

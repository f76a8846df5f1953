"""Canonical bytes: exactly one text for each value (protocol section 1, RFC 8785 restricted to integers).

Two programs that agree on a value agree on its bytes, so hashes can be compared. Reading is strict, because a lenient parser
would accept two different texts for one commitment.
"""

import binascii
import hashlib
import json
import re
from collections.abc import Iterable
from typing import Any, NoReturn

import orjson

LARGEST = 2**53 - 1
"""The largest integer every JSON implementation keeps exactly (RFC 8785 section 3.2.2.3)."""

IDENTIFIER = re.compile(r"[a-z0-9._/@-]{1,64}")
"""Decision ids, rules ids and draw labels."""


_SORTED = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False)
_AS_GIVEN = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)
"""Made once, because ``json.dumps`` makes one for every call. Values are inspected before encoding, so none is circular."""
_QUICK = (
    orjson.OPT_SORT_KEYS
    | orjson.OPT_STRICT_INTEGER
    | orjson.OPT_PASSTHROUGH_SUBCLASS
    | orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
)
"""The options with which orjson writes canonical bytes of everything that :func:`_is_usual` lets through."""


class NotCanonical(ValueError):
    """A text or value outside the protocol's JSON: floats, huge integers, duplicate keys, lone surrogates, depth."""


_TO_URL = bytes.maketrans(b"+/", b"-_")
_FROM_URL = bytes.maketrans(b"-_", b"+/")


def b64(raw: bytes) -> str:
    """Return base64url without padding."""
    return binascii.b2a_base64(raw, newline=False).translate(_TO_URL).rstrip(b"=").decode("ascii")


def unb64(text: object) -> bytes:
    """Return the bytes of base64url without padding; refuse padding, foreign characters and set spare bits.

    Each of these is lost on the way to bytes and back, so whatever comes back as it was is the one text of its bytes.

    >>> unb64("AAE").hex()
    '0001'
    """
    try:
        if not isinstance(text, str):
            raise NotCanonical("not a text")
        raw = binascii.a2b_base64(text.encode("ascii").translate(_FROM_URL) + b"=" * (-len(text) % 4))
    except (binascii.Error, UnicodeError) as error:
        raise NotCanonical("not base64url") from error
    if b64(raw) != text:
        raise NotCanonical("not base64url without padding and spare bits")
    return raw


def be32(number: int) -> bytes:
    """Return four bytes, big-endian, unsigned."""
    return number.to_bytes(4, "big")


def be64(number: int) -> bytes:
    """Return eight bytes, big-endian, unsigned."""
    return number.to_bytes(8, "big")


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    """Return ``H(tag, part...)`` of the protocol: SHA-256 over length-prefixed tag and parts."""
    digest = hashlib.sha256()
    for part in (tag.encode("utf-8"), *parts):
        digest.update(be32(len(part)))
        digest.update(part)
    return digest.digest()


def canonical(value: object, *, depth: int = 32) -> bytes:
    """Return ``JCS(value)``.

    :raises NotCanonical: for floats, integers beyond 2^53 - 1, keys that are not strings, lone surrogates, deep nesting.
    """
    try:
        text = orjson.dumps(value, option=_QUICK)
    except orjson.JSONEncodeError:
        return _canonical_carefully(value, depth)
    if _is_usual(value, depth) and _sorted_alike(text):
        return text
    return _canonical_carefully(value, depth)


def _canonical_carefully(value: object, depth: int) -> bytes:
    """Do what :func:`canonical` does, for every value, deciding what is refused and why."""
    ascii_keys = _inspect(value, depth)
    try:
        if ascii_keys:
            text = _SORTED.encode(value)
        else:
            text = _AS_GIVEN.encode(_by_utf16(value))
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise NotCanonical("lone surrogate in text") from error


def same(one: object, other: object) -> bool:
    """Return whether two values have the same canonical bytes: in Python ``True == 1``, but in the protocol they differ."""
    return one == other and canonical(one, depth=34) == canonical(other, depth=34)


def parse(text: bytes | str, *, depth: int = 32, limit: int = 1 << 20) -> Any:
    """Return the value of a strict JSON text: no duplicate keys, floats, ``-0``, NaN, surrogates, trailing text.

    :param limit: greatest length in bytes as received.
    :raises NotCanonical: with a message that says what is wrong, never what the text contains.
    """
    try:
        raw = text.encode("utf-8") if isinstance(text, str) else text
    except UnicodeError as error:
        raise NotCanonical("not UTF-8") from error
    if len(raw) > limit:
        raise NotCanonical(f"longer than {limit} bytes")
    try:
        value = orjson.loads(raw)
        written = orjson.dumps(value, option=orjson.OPT_STRICT_INTEGER)
    except (orjson.JSONDecodeError, orjson.JSONEncodeError):
        return _parse_carefully(raw, depth)
    if _differ_in_blanks_alone(written, raw) and _is_usual(value, depth):
        return value
    return _parse_carefully(raw, depth)


def parse_canonical(text: bytes, *, depth: int = 32, limit: int = 1 << 20) -> Any:
    """Return the value of canonical bytes.

    :raises NotCanonical: as :func:`parse` does, and for every other text of the same value.
    """
    value: object = parse(text, depth=depth, limit=limit)
    if _sorted_alike(text):  # what was read strictly needs no second look
        written = orjson.dumps(value, option=_QUICK)
    else:
        written = _canonical_carefully(value, depth)
    if written != text:
        raise NotCanonical("the bytes are not canonical JSON")
    return value


def _differ_in_blanks_alone(written: bytes, raw: bytes) -> bool:
    """Return whether a text is orjson's output for its value, apart from blanks.

    Then it has the same tokens: no key that occurs twice, no second spelling of a number. Blanks within texts do no harm:
    where texts begin and end does not depend on them.
    """
    return written == raw or written.translate(None, _BLANKS) == raw.translate(None, _BLANKS)


def _parse_carefully(raw: bytes, depth: int) -> Any:
    """Do what :func:`parse` does, for every text, deciding what is refused and why."""
    try:
        decoded = raw.decode("utf-8")
    except UnicodeError as error:
        raise NotCanonical("not UTF-8") from error
    if decoded.startswith("\ufeff"):
        raise NotCanonical("starts with a byte-order mark")
    _depth_of_text(decoded, depth)
    try:
        value: object = _STRICT.decode(decoded)
    except NotCanonical:
        raise
    except (ValueError, RecursionError) as error:
        raise NotCanonical("not JSON") from error
    _inspect(value, depth)
    return value


_BLANKS = b" \t\n\r"
_CONTAINERS = frozenset({dict, list})
_USUAL = _CONTAINERS | {str, int, bool, type(None)}
_BEYOND_16_BITS = re.compile(rb"[\xf0-\xf4]")


def _is_usual(value: object, depth: int) -> bool:
    """Return whether all values are of the protocol's own types, and not nested too deeply; looks at no key and no size.

    Everything else that orjson would write (floats, tuples, enumerations ...) has another type. Level by level, because the
    types of a whole level are compared without a line of Python for each value.
    """
    level = [value]
    while True:
        kinds = set(map(type, level))
        if not kinds <= _USUAL:
            return False
        if kinds.isdisjoint(_CONTAINERS):
            return True
        if depth <= 0:
            return False
        depth -= 1
        below: list[object] = []
        for one in level:
            if type(one) is dict:
                below += one.values()
            elif type(one) is list:
                below += one
        level = below


def _sorted_alike(text: bytes) -> bool:
    """Return whether the text's keys have the same order by code points, orjson's, as by UTF-16, the protocol's."""
    return text.isascii() or _BEYOND_16_BITS.search(text) is None


def _inspect(value: object, depth: int) -> bool:
    """Refuse what JCS cannot represent; return whether all keys are ASCII (then code-point order is UTF-16 order)."""
    ascii_keys = True
    values: Iterable[object]
    if type(value) is dict:
        ascii_keys, values = _inspect_keys(value), value.values()
    elif type(value) is list:
        values = value
    else:
        _inspect_bare(value)
        return True
    if depth <= 0:
        raise NotCanonical("nested too deeply")
    for one in values:
        if type(one) is str:
            if not one.isascii():
                _inspect_bare(one)
        elif type(one) is int:
            if not -LARGEST <= one <= LARGEST:
                _inspect_bare(one)
        elif type(one) is dict or type(one) is list:
            if not _inspect(one, depth - 1):
                ascii_keys = False
        elif one is not None and type(one) is not bool:
            _inspect_bare(one)
    return ascii_keys


def _inspect_bare(value: object) -> None:
    """Refuse what JCS cannot represent among values without content."""
    if type(value) is str:
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise NotCanonical("lone surrogate in text")
    elif type(value) is int:
        if not -LARGEST <= value <= LARGEST:
            raise NotCanonical("integer beyond 2^53 - 1")
    elif value is not None and type(value) is not bool:
        raise NotCanonical(f"a {type(value).__name__} is not protocol JSON")


def _inspect_keys(value: dict[object, object]) -> bool:
    ascii_keys = True
    for key in value:
        if type(key) is not str:
            raise NotCanonical("a key is not text")
        if not key.isascii():
            _inspect_bare(key)
            ascii_keys = False
    return ascii_keys


def _by_utf16(value: object) -> object:
    if isinstance(value, dict):
        return {key: _by_utf16(item) for key, item in sorted(value.items(), key=_utf16_of_key)}
    if isinstance(value, list):
        return [_by_utf16(item) for item in value]
    return value


def _utf16_of_key(member: tuple[str, object]) -> bytes:
    return member[0].encode("utf-16-be")


_OUTSIDE_TEXT = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
"""Texts and brackets. An unterminated text extends to the end: every quote begins a match and nothing is read twice, so
any input takes linear time."""


def _depth_of_text(text: str, depth: int) -> None:
    """Refuse deep nesting before the parser recurses into it."""
    level = 0
    for token in _OUTSIDE_TEXT.finditer(text):
        mark = token.group()
        if mark in "[{":
            level += 1
            if level > depth:
                raise NotCanonical("nested too deeply")
        elif mark in "]}":
            level -= 1


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotCanonical("a key occurs twice")
    return found


def _refuse_float(_: str) -> NoReturn:
    raise NotCanonical("a number with a fraction or exponent")


def _refuse_constant(_: str) -> NoReturn:
    raise NotCanonical("NaN and Infinity are not JSON")


def _small_integer(text: str) -> int:
    if text == "-0" or len(text) > 17:
        raise NotCanonical("an integer that is not canonical or beyond 2^53 - 1")
    return int(text)


_STRICT = json.JSONDecoder(
    object_pairs_hook=_no_duplicates,
    parse_float=_refuse_float,
    parse_int=_small_integer,
    parse_constant=_refuse_constant,
)

"""Addresses for answers: every bit of them counts, none can be made longer, shorter or another kind, and none is another's."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from functools import partial

import pytest

from service.keys.signing import Links
from workers.inbox.naming import Vocabulary
from workers.inbox.offered import pack_ahead as packed
from workers.inbox.offered import unpack_ahead as unpacked
from workers.mail.reply_address import (
    AHEAD_BYTES,
    PREFIX,
    address_with,
    make_address,
    make_confirming_address,
    make_invited_address,
    make_once_more,
    make_suggesting_address,
    read_address,
)

HOST, MATCH, ANN, MAIL = "antwort.example", "0188d6ac-1f5e-4c6b-9b1a-7d3f5a0c2e11", "p_ann", "ann@players.example"
LINKS = Links(bytes(32))
ASKED = bytes(range(8))


def _once_more(kind: str) -> str:
    return make_once_more(LINKS, ANN, MAIL, MADE[kind]())


MADE: dict[str, Callable[[], str]] = {
    "questions": lambda: make_address(LINKS, HOST, ANN, MAIL, MATCH, 1, ASKED),
    "all of them": lambda: make_address(LINKS, HOST, ANN, MAIL, MATCH, 1, ASKED, whole=True),
    "a suggestion": lambda: make_suggesting_address(LINKS, HOST, ANN, MAIL, MATCH, 1, ASKED, 3),
    "one said ahead": lambda: make_suggesting_address(LINKS, HOST, ANN, MAIL, MATCH, 1, ASKED, 3, ahead=b"abcd"),
    "a yes": lambda: make_confirming_address(LINKS, HOST, ANN, MAIL, MATCH, 1, ASKED),
    "an invitation": lambda: make_invited_address(LINKS, HOST, ANN, MAIL, MATCH, ASKED),
    "one that asks back": lambda: make_invited_address(LINKS, HOST, ANN, MAIL, MATCH, ASKED, asked_back=True),
}
MADE |= {f"{kind}, once more": partial(_once_more, kind) for kind in MADE}


def raw_of(address: str) -> bytes:
    token = address.partition("@")[0].removeprefix(PREFIX).upper()
    return base64.b32decode(token + "=" * (-len(token) % 8))


def is_anns(address: str) -> bool:
    found = read_address(address, HOST)
    return found is not None and found.is_of(LINKS, ANN, MAIL)


@pytest.mark.parametrize("kind", MADE)
def test_an_address_with_any_bit_changed_is_nobodys(kind: str) -> None:
    """The attack: another seat, match, choice, or kind of address than the letter's, such as one that confirms."""
    address = MADE[kind]()
    raw = raw_of(address)
    assert is_anns(address) and is_anns(address.upper().replace(HOST.upper(), HOST))
    for place in range(len(raw) * 8):
        changed = bytearray(raw)
        changed[place // 8] ^= 1 << place % 8
        assert not is_anns(address_with(PREFIX, bytes(changed), HOST)), f"bit {place}"


@pytest.mark.parametrize("kind", MADE)
def test_an_address_cut_stretched_or_of_somebody_else_is_nobodys(kind: str) -> None:
    address = MADE[kind]()
    raw = raw_of(address)
    wrong = [
        raw[:-1],
        raw[1:],
        raw + b"\0",
        raw + b"abcd",
        raw[:-10],
        raw[: len(raw) - 10 - 4] + raw[-10:],
        b"",
        raw * 2,
    ]
    assert not any(is_anns(address_with(PREFIX, one, HOST)) for one in wrong)
    assert not is_anns(address.replace(HOST, "evil.example"))
    assert not is_anns(address.replace("m+", "m-")) and not is_anns(address[2:])
    found = read_address(address, HOST)
    assert found is not None
    assert not found.is_of(LINKS, "p_ben", MAIL) and not found.is_of(Links(bytes([1]) * 32), ANN, MAIL)
    assert not found.is_of(LINKS, ANN, "else@players.example")


def test_bytes_that_nobody_packed_say_nothing_or_what_could_have_been_said() -> None:
    """The attack: four bytes of chance in place of wishes. Nothing breaks, and 255 of 256 say nothing."""
    words = Vocabulary(
        {"at": "place", "not": "pass"}, {"place": {f"{x},1": f"{x},1" for x in range(9)}, "pass": {"": "yes"}}
    )
    dice, read = random.Random(19), 0
    for _ in range(20_000):
        said = unpacked(dice.randbytes(AHEAD_BYTES), words)
        if said is None:
            continue
        read += 1
        assert all(wish in words.wishes[part].values() for part, wishes in said.items() for wish in wishes)
        assert unpacked(packed(said, words) or b"\0" * AHEAD_BYTES, words) == said
    assert read < 20_000 / 100

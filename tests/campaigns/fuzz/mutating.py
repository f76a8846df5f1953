"""Inputs made from seeds by chance alone: what stands for a fuzzer where there is none, the same on every machine."""

import random
import re
from collections.abc import Iterator, Sequence

SIGNS = (
    b"\0",
    b"\xff",
    b"\r",
    b"\n",
    b"\n\n",
    b'"',
    b"\\",
    b"(",
    b")",
    b"[",
    b"{",
    b"%",
    b"-",
    b"@",
    b";",
    b"=",
    b",",
    b"\xc3\xa4",
    b"\xe2\x80\xae",
)
NUMBERS = (b"0", b"-0", b"-1", b"256", b"65536", b"9007199254740992", b"99999999999999999999", b"1e9", b"0x1")
PIECE = re.compile(rb"[A-Za-z0-9_]+|[^A-Za-z0-9_]")
LONGEST = 20_000


def mutations(seeds: Sequence[bytes], seed: int) -> Iterator[bytes]:
    """Yield inputs without end: seeds with pieces taken out, doubled, moved, put in from others, or spoilt."""
    dice = random.Random(seed)
    pieces = sorted({piece for one in seeds for piece in PIECE.findall(one)} | {*SIGNS, *NUMBERS})
    while True:
        made = dice.choice(seeds)
        for _ in range(dice.choice((1, 1, 2, 3, 8))):
            made = _changed(made, pieces, seeds, dice)[:LONGEST]
        yield made


def _changed(raw: bytes, pieces: Sequence[bytes], seeds: Sequence[bytes], dice: random.Random) -> bytes:
    first, last = sorted((dice.randint(0, len(raw)), dice.randint(0, len(raw))))
    if dice.random() < 0.7:
        last = min(last, first + dice.randint(0, 12))
    match dice.randrange(6):
        case 0:
            return raw[:first] + raw[last:]
        case 1:
            return raw[:last] + raw[first:last] * dice.choice((1, 1, 3, 40)) + raw[last:]
        case 2:
            return raw[:first] + dice.choice(pieces) + raw[last:]
        case 3:
            return raw[:first] + dice.choice(pieces) + raw[first:]
        case 4:
            other = dice.choice(seeds)
            return raw[:first] + other[dice.randint(0, len(other)) :]
        case _:
            return raw[:first] + dice.randbytes(dice.randint(1, 4)) + raw[last:]

"""Lines packed together are read by a second reader, written from the module's description: what is stored outlives the code."""

import json
import re
from importlib.resources import files

import pytest

from engine.protocol.canon import b64, tagged_hash, unb64
from service.store.matches.packing import TOGETHER, pack, pack_together
from service.store.values import zstd
from tests.system.goldens import BY_API, export_of

MAGIC = b"\x28\xb5\x2f\xfd"
LENGTHS = {1: 32, 2: 64}
ENTRY, BEHIND_ENTRY = b'{"entry":', b',"head":"'


def decompressed(packed: bytes) -> tuple[bytes, bytes]:
    """Return the short lines, and the digests behind the frame."""
    folder, number = files("service.store") / "dictionaries", packed[1]
    named = {
        one["number"]: f"{one['number']:03}-{one['of']}.zdict"
        for one in json.loads((folder / "index.json").read_text())
    }
    used = zstd.ZstdDict((folder / named[number]).read_bytes()) if number else None
    frame = zstd.ZstdDecompressor(zstd_dict=used)
    return frame.decompress(MAGIC + packed[2:]), frame.unused_data


def read(packed: bytes, match: str) -> list[bytes]:
    """Return the lines, mark by mark from left to right."""
    short, digests = decompressed(packed)
    met: list[bytes] = []
    lines: list[bytes] = []
    for one in short.splitlines(keepends=True):
        pieces = re.split(rb"(\x04\d+|[\x01\x02\x05])", one.replace(b"\x03", match.encode()))
        line = b""
        for piece in pieces:
            mark = piece[0] if piece else 0
            if mark in LENGTHS:
                met.append(digests[: LENGTHS[mark]])
                digests = digests[LENGTHS[mark] :]
            elif mark == 5:
                before = unb64(json.loads(lines[-1])["head"])
                entry = line.removeprefix(ENTRY).removesuffix(BEHIND_ENTRY)
                met.append(tagged_hash("siegelpost/log/v1", before, entry))
            line += (
                b64(met[-int(piece[1:])]).encode() if mark == 4 else b64(met[-1]).encode() if 0 < mark < 6 else piece
            )
        lines.append(line)
    assert digests == b""
    return lines


@pytest.mark.parametrize("golden", BY_API)
def test_a_second_reader_finds_the_same_lines(golden: str) -> None:
    lines = export_of(golden).splitlines(keepends=True)
    created = json.loads(lines[0])["entry"]["body"]
    together = range(0, len(lines) - TOGETHER + 1, TOGETHER)
    assert together
    for first in together:
        some = lines[first : first + TOGETHER]
        packed = pack_together([pack(line, created["rules"], created["match"]) for line in some], created["match"])
        assert packed is not None
        assert read(packed, created["match"]) == some

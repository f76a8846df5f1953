"""Matches of which some lines are packed and some are not go on; what is exported and archived is the same bytes."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import pytest
import redis

from engine.registry import newest
from engine.verifier.replay import verify
from service.context import Context
from service.keys.signing import verify_signature
from service.matches.seating import lobby
from service.store import keys
from service.store.archive.folder import ArchiveFolder
from service.store.archive.reading import Archiving
from service.store.matches.packing import PACKED, TOGETHER, pack, unpack
from tests.given.contexts import open_context
from tests.store.examples import log_all
from tests.system.stored import keep
from workers.resolve.drain import drain_once

GAMES = ("kontor", "packet-row", "anno-1701")


@dataclass
class Plain:
    """A match in the store."""

    context: Context
    client: redis.Redis
    match: str

    def stored(self) -> list[bytes]:
        """Return the lines of the log as they are stored."""
        return cast("list[bytes]", self.client.lrange(keys.lines(self.match), 0, -1))

    def exported(self) -> list[bytes]:
        return self.context.store.lines(self.match, limit=100_000)

    def rewrite(self, lines: list[bytes]) -> None:
        self.client.delete(keys.lines(self.match))
        self.client.rpush(keys.lines(self.match), *lines)


@pytest.fixture(params=GAMES)
def plain(request: pytest.FixtureRequest, redis_url: str, tmp_path: Path) -> Iterator[Plain]:
    """A match that was played for a while, and none of whose lines is packed."""
    with redis.Redis.from_url(redis_url, protocol=2) as client:
        context = open_context(redis_url, tmp_path / "keys")
        match = keep.begin(context, 1, newest(request.param), random.Random(1701))
        found = Plain(context, client, match)
        found.rewrite(found.exported())
        yield found


def test_a_plain_match_goes_on_half_packed_and_ends_with_a_proof(plain: Plain, tmp_path: Path) -> None:
    before = plain.stored()
    assert before == plain.exported()
    assert all(line.startswith(b"{") for line in before)
    keep.play(plain.context, plain.match, random.Random(1), 2)
    after = plain.stored()
    assert after[: len(before)] == before
    assert {line[0] for line in after[len(before) :]} == {PACKED}
    assert cast(bytes, plain.client.hget(keys.match(plain.match), "table"))[0] == PACKED

    owner = plain.context.store.account(keep.load(plain.context, plain.match).table["owner"])
    assert owner is not None
    lobby.resign(plain.context, plain.match, owner)
    drain_once(plain.context)
    ended, half_packed = keep.load(plain.context, plain.match), plain.exported()
    assert ended.table["status"] == "closed"
    found = verify(b"".join(half_packed), check_signature=partial(verify_signature, plain.context.signer.public_bytes))
    assert found.verdict == "PASS", found

    for lines in (half_packed, [pack(line, ended.table["rules"], plain.match) for line in half_packed]):
        plain.rewrite(lines)
        assert plain.exported() == half_packed
    archive = ArchiveFolder(tmp_path / "archive")
    store = plain.context.store.use_archive(Archiving(archive, after=-1))
    log_all(store, plain.match, len(half_packed))
    assert store.pack_lines(plain.match, len(half_packed)) == (len(half_packed) - 1) // TOGETHER > 0
    assert plain.exported() == half_packed
    assert store.archive_finished([plain.match]) == 1
    archived = archive.whole(plain.match)
    assert archived is not None
    assert (archived.lines, json.loads(archived.fields["table"])) == (half_packed, ended.table)
    assert plain.exported() == half_packed


def test_a_range_of_a_half_packed_log_is_the_same_lines(plain: Plain) -> None:
    lines = plain.exported()
    plain.rewrite([pack(line, "kontor", plain.match) if n % 2 else line for n, line in enumerate(lines)])
    assert plain.exported() == lines
    assert plain.context.store.lines(plain.match, after=3, limit=4) == lines[3:7]
    assert [unpack(line, plain.match) for line in plain.stored()] == lines
    assert plain.context.store.sweep().halves == 0, "the last entry is read where it is packed, too"

"""Matches whose lines end as those of real logs do, and what must be true of the log of all matches at any moment."""

from collections import Counter
from dataclasses import replace

from engine.protocol.canon import b64, unb64
from engine.transparency.checkpoint import checkpoint_of, signed_checkpoint
from engine.transparency.merkle import Leaf
from engine.transparency.note import parse_note
from engine.transparency.tiles import Tile, width_in
from service.keys.signing import Signer, verify_signature
from service.store.records import Creation, Record
from service.store.store import Store
from tests.engine.transparency import naive
from tests.store.examples import digest, loaded, match_id, standing, step, table

ORIGIN = "log.example"
SEED = bytes(range(32))


def signer() -> Signer:
    return Signer(SEED)


def line(match: str, n: int) -> bytes:
    """An export line whose head is made of match and number; the signature is as long as one is."""
    return b'{"entry":{"n":%d},"head":"%s","sig":"%s"}\n' % (
        n,
        digest(f"{match} {n}").encode(),
        b64(bytes(64)).encode(),
    )


def head_of(match: str, n: int) -> bytes:
    return unb64(digest(f"{match} {n}"))


def begin(store: Store, number: int, bucket: int) -> Record:
    """Store a match with one entry."""
    match = match_id(number, bucket)
    made = Creation(
        match=match, table=table(match, standing()), head=digest(f"{match} 1"), at=1, line=line(match, 1), seed="s"
    )
    assert store.create(made)
    return loaded(store, match)


def go_on(store: Store, record: Record, entries: int = 1) -> Record:
    """Write a step of so many entries."""
    numbers = range(record.n + 1, record.n + entries + 1)
    done = replace(
        step(record, standing(), lines=entries),
        lines=[line(record.match, n) for n in numbers],
        head=digest(f"{record.match} {numbers[-1]}"),
    )
    assert store.transition(done)
    return loaded(store, record.match)


def all_leaves(store: Store) -> list[Leaf]:
    return store.log_leaves(0, store.log_head().size)


def assert_sound(store: Store) -> list[Leaf]:
    """The checkpoint is signed and is that of the leaves; the tiles are the naive ones; no entry is there twice."""
    head = store.log_head()
    leaves = all_leaves(store)
    entries = [leaf.entry for leaf in leaves]
    _, checkpoint = signed_checkpoint(head.note, signer().log_key(ORIGIN), verify_signature)
    assert (checkpoint.size, checkpoint.root) == (head.size, naive.mth(entries))
    for (level, index), raw in naive.tiles(entries).items():
        tile = Tile(level, index)
        assert store.log_tile(Tile(level, index, width_in(tile, head.size))) == raw
    twice = [one for one, count in Counter((leaf.match, leaf.n) for leaf in leaves).items() if count > 1]
    assert not twice
    for leaf in leaves:
        assert leaf.head == head_of(leaf.match, leaf.n)
    return leaves


def assert_complete(store: Store, matches: dict[str, int]) -> None:
    """Every entry of every match is in the log once, and every match knows where."""
    leaves = assert_sound(store)
    assert {(leaf.match, leaf.n) for leaf in leaves} == {
        (match, number) for match, n in matches.items() for number in range(1, n + 1)
    }
    for match, n in matches.items():
        assert [leaves[index][:2] for index in store.leaf_indices(match)] == [
            (match, number) for number in range(1, n + 1)
        ]


def published(store: Store) -> int:
    """The size of the published checkpoint."""
    return checkpoint_of(parse_note(store.log_head().published)).size

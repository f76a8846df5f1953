"""Old leaves of the log of all matches leave the store for the archive: every reader finds the same, or is told why not."""

import os
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from uuid import UUID

import pytest
import redis

from engine.protocol.canon import unb64
from engine.transparency.merkle import PACKED_BYTES, Edge, Leaf, inclusion_proof, leaf_hash, root_of_inclusion
from engine.transparency.tiles import WIDTH, Tile, TileReader
from service.store import Unreadable, keys
from service.store.archive import leaves
from service.store.archive.bucket import ArchiveBucket
from service.store.archive.folder import Archive, ArchiveFolder
from service.store.archive.leaves import LEAVES, hash_of
from service.store.archive.reading import Archiving
from service.store.installation.head_log import Growth
from service.store.store import Store
from tests.engine.transparency import naive
from tests.servers.object_store import CREDENTIALS, object_store
from tests.store.dying import Killed
from tests.store.examples import digest, finished, match_id
from tests.store.failing_disk import fail_on

SIZE = LEAVES + 300
MATCHES = [match_id(number) for number in range(1, 5)]


@cache
def all_leaves() -> list[Leaf]:
    """Return a whole segment and a little more."""
    return [Leaf(MATCHES[n % 4], n // 4 + 1, unb64(digest(f"head {n}"))) for n in range(SIZE)]


@cache
def growth() -> tuple[Edge, dict[tuple[str, int], bytes]]:
    """Return them laid into the store at once, as the writer lays them bit by bit."""
    return Growth.of(Edge(), all_leaves())


@cache
def hashes() -> dict[Leaf, bytes]:
    return {all_leaves()[at]: hash_of(all_leaves()[at : at + WIDTH]) for at in range(0, LEAVES, WIDTH)}


def grown(store: Store, filed: int = SIZE) -> Edge:
    edge, pieces = growth()
    assert store.grow_log(Growth(0, SIZE, (), tuple(edge.hashes), "note", filed, pieces))
    return edge


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    with object_store("post") as address:
        yield address


@pytest.fixture(params=["folder", "bucket"])
def archive(request: pytest.FixtureRequest, tmp_path: Path, bucket: str, monkeypatch: pytest.MonkeyPatch) -> Archive:
    if request.param == "folder":
        return ArchiveFolder(tmp_path / "archive")
    for name, value in {**CREDENTIALS, "AWS_ENDPOINT_URL": bucket}.items():
        monkeypatch.setenv(name, value)
    return ArchiveBucket(f"s3://post/{request.node.name}")


def stored_bundles(server: redis.Redis) -> set[int]:
    return {int(name.rsplit(b":", 1)[1]) for name in server.scan_iter(keys.log_leaves(0)[:-1] + "*", count=1_000)}


def assert_same(store: Store) -> None:
    """Leaves, tiles and proofs are those of the tree, wherever they come from."""
    for start, end in ((0, 1), (255, 513), (LEAVES - 3, LEAVES + 3), (LEAVES - 1, SIZE), (7, 7)):
        assert store.log_leaves(start, end) == all_leaves()[start:end]
    for index in (300, LEAVES):
        proof = inclusion_proof(index, SIZE, TileReader(SIZE, store.log_tile).subtree)
        assert root_of_inclusion(leaf_hash(all_leaves()[index].entry), index, SIZE, proof) == growth()[0].root
    assert store.log_tile(Tile(0, 3)) == b"".join(leaf_hash(leaf.entry) for leaf in all_leaves()[3 * WIDTH : 4 * WIDTH])
    assert store.log_size() == SIZE


def test_whole_segments_leave_the_store_and_every_reader_finds_the_same(
    store: Store, server: redis.Redis, archive: Archive
) -> None:
    grown(store)
    store.use_archive(Archiving(archive, 0))
    before = server.memory_usage(keys.log_leaves(0)) or 0
    assert before > WIDTH * 75
    assert store.sweep().segments == 1
    assert stored_bundles(server) == {WIDTH, WIDTH + 1}
    assert store.segment_trouble(0) is None
    assert_same(store)
    assert store.sweep().segments == 0


def test_only_what_all_matches_know_leaves(store: Store, server: redis.Redis, tmp_path: Path) -> None:
    grown(store, filed=LEAVES - 1)
    store.use_archive(Archiving(ArchiveFolder(tmp_path), 0))
    assert store.sweep().segments == 0
    assert min(stored_bundles(server)) == 0


def test_the_file_can_be_read_without_this_program(store: Store, tmp_path: Path) -> None:
    """From the format's description and the protocol's page alone: the leaves, the root over them, and so the file's name."""
    grown(store)
    store.use_archive(Archiving(ArchiveFolder(tmp_path), 0)).sweep()
    (file,) = (tmp_path / "log").iterdir()
    raw = file.read_bytes()
    assert (len(raw), raw[:56]) == (56 * 65_537, b"siegelpost-leaves 1\n" + bytes(36))
    found = [
        b"\0\0\0\x12siegelpost/leaf/v1\0\0\0\x24%s\0\0\0\x08%s\0\0\0\x20%s"
        % (str(UUID(bytes=raw[at : at + 16])).encode(), raw[at + 16 : at + 24], raw[at + 24 : at + 56])
        for at in range(56, len(raw), 56)
    ]
    assert found == [leaf.entry for leaf in all_leaves()[:LEAVES]]
    assert file.name == f"00000000-{naive.mth(found)[:16].hex()}.leaves"
    assert file.stat().st_mode & 0o077 == 0


def test_an_archive_that_is_not_there_is_said_and_costs_nothing(
    store: Store, server: redis.Redis, tmp_path: Path
) -> None:
    grown(store)
    store.use_archive(Archiving(ArchiveFolder(tmp_path / "one"), 0)).sweep()
    for elsewhere in (None, Archiving(ArchiveFolder(tmp_path / "other"), 0)):
        store.use_archive(elsewhere)
        with pytest.raises(Unreadable, match="log of all matches"):
            store.log_leaves(LEAVES - 1, LEAVES)
        assert store.log_leaves(LEAVES, SIZE) == all_leaves()[LEAVES:]
        assert store.sweep().segments == 0
    assert not (tmp_path / "other").exists()
    assert_same(store.use_archive(Archiving(ArchiveFolder(tmp_path / "one"), 0)))


def test_leaves_that_are_not_those_that_were_hashed_stay_and_are_not_shown(
    store: Store, server: redis.Redis, tmp_path: Path
) -> None:
    """The attack: another head in the store before it moves, or in the file afterwards."""
    grown(store)
    store.use_archive(Archiving(ArchiveFolder(tmp_path), 0))
    true = server.getrange(keys.log_leaves(3), 0, -1)
    server.setrange(keys.log_leaves(3), 70, "AAAA")
    assert store.sweep().segments == 0
    server.set(keys.log_leaves(3), true)
    assert store.sweep().segments == 1
    (file,) = (tmp_path / "log").iterdir()
    raw = bytearray(file.read_bytes())
    raw[PACKED_BYTES + 50] ^= 1
    file.write_bytes(raw)
    with pytest.raises(Unreadable, match="log of all matches"):
        store.log_leaves(0, 1)
    assert store.log_leaves(WIDTH, WIDTH + 1) == all_leaves()[WIDTH : WIDTH + 1]
    file.write_bytes(raw[: LEAVES // 2])
    with pytest.raises(Unreadable, match="log of all matches"):
        store.log_leaves(LEAVES - 1, LEAVES)


def test_files_of_another_shape_are_refused_or_read_as_far_as_they_are_true(store: Store, tmp_path: Path) -> None:
    grown(store)
    store.use_archive(Archiving(ArchiveFolder(tmp_path), 0)).sweep()
    (file,) = (tmp_path / "log").iterdir()
    raw, (first, second, third) = file.read_bytes(), [PACKED_BYTES * (1 + WIDTH * at) for at in range(3)]
    file.write_bytes(raw + raw)
    assert store.log_leaves(0, WIDTH + 1) == all_leaves()[: WIDTH + 1]
    file.write_bytes(raw[:first] + raw[second:third] + raw[first:second] + raw[third:])
    assert_unreadable(store)
    file.unlink()
    for target in ("/dev/zero", file.name, str(tmp_path)):
        file.symlink_to(target)
        assert_unreadable(store)
        file.unlink()


def test_a_disk_that_fails_while_it_is_read_is_said_like_one_that_is_not_there(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grown(store)
    store.use_archive(Archiving(ArchiveFolder(tmp_path), 0)).sweep()
    fail_on(monkeypatch)
    assert_unreadable(store)


def assert_unreadable(store: Store) -> None:
    with pytest.raises(Unreadable, match="log of all matches"):
        store.log_leaves(0, 1)


def test_a_damaged_file_is_written_anew_while_the_store_has_the_leaves(
    store: Store, server: redis.Redis, tmp_path: Path
) -> None:
    """What a disk that lies has made of the file of a move that was killed."""
    grown(store)
    folder = ArchiveFolder(tmp_path)
    store.use_archive(Archiving(folder, 0)).sweep()
    (first,) = (tmp_path / "log").iterdir()
    whole = first.read_bytes()
    first.write_bytes(b"")
    store.use_archive(None)
    server.hdel(keys.log_head(), "size", "edge", "archived")
    grown(store)
    store.use_archive(Archiving(folder, 0)).sweep()
    assert first.read_bytes() == whole
    assert_same(store)


def test_killed_before_any_step_nothing_is_lost(redis_url: str, server: redis.Redis, tmp_path: Path) -> None:
    """A child moves a segment and is killed (kill -9) before each step in turn; then everything is read."""
    first = Store.connect(redis_url)
    grown(first)
    deaths = 0
    while True:
        folder = tmp_path / str(deaths)
        child = os.fork()
        if child == 0:  # pragma: no cover - dies
            _move_until(redis_url, folder, deaths)
        _, status = os.waitpid(child, 0)
        store = Store.connect(redis_url).use_archive(Archiving(ArchiveFolder(folder), 0))
        assert store.log_leaves(0, WIDTH) == all_leaves()[:WIDTH]
        store.close()
        if not os.WIFSIGNALED(status):
            break
        assert os.WTERMSIG(status) == signal.SIGKILL
        deaths += 1
    assert (status, stored_bundles(server)) == (0, {WIDTH, WIDTH + 1})
    first.close()
    assert deaths > 10


def _move_until(url: str, folder: Path, left: int) -> None:  # pragma: no cover - runs in the child
    fate = Killed(left)
    for name in ("fsync", "mkdir", "replace"):
        setattr(os, name, fate.before(getattr(os, name)))
    Store._evaluate = fate.before(Store._evaluate)  # type: ignore[method-assign]
    vars(leaves)["hash_of"] = lambda leaves: hashes()[leaves[0]]  # a second of work each time
    store = Store.connect(url).use_archive(Archiving(ArchiveFolder(folder), 0))
    os._exit(store.archive_leaves() - 1)


def test_an_archive_that_holds_leaves_alone_is_not_begun_anew(store: Store, tmp_path: Path) -> None:
    """Its disk is not mounted: a folder made in its place would be half an archive."""
    grown(store)
    store.use_archive(Archiving(ArchiveFolder(tmp_path / "archive"), 0)).sweep()
    (tmp_path / "archive").rename(tmp_path / "away")
    finished(store)
    assert store.sweep().archived == 0
    assert not (tmp_path / "archive").exists()


def test_a_disk_that_breaks_while_a_file_is_read_is_said_as_one_that_is_not_there(store: Store, tmp_path: Path) -> None:
    """The file can be opened, and each read of it is an input/output error."""
    grown(store)
    store.use_archive(Archiving(ArchiveFolder(tmp_path), 0)).sweep()
    (file,) = (tmp_path / "log").iterdir()
    file.unlink()
    file.symlink_to("/proc/self/mem")
    with pytest.raises(Unreadable, match="the archive cannot be read"):
        store.log_leaves(0, 1)


def test_a_check_reads_every_file_of_leaves_to_its_last_byte(store: Store, tmp_path: Path) -> None:
    """Whoever restored an archive that is older than the store learns it before somebody asks for a tile."""
    grown(store)
    assert store.archived_segments() == 0
    store.use_archive(Archiving(ArchiveFolder(tmp_path), 0)).sweep()
    assert (store.archived_segments(), store.segment_trouble(0)) == (1, None)
    (file,) = (tmp_path / "log").iterdir()
    whole = file.read_bytes()
    last = bytes([whole[-1] ^ 1])
    for damaged in (b"", whole[:-1], whole[:-1] + last, whole + b"\0", b"S" + whole[1:]):
        file.write_bytes(damaged)
        assert store.segment_trouble(0) == "its file in the archive is damaged"
    file.unlink()
    assert "not where" in (store.segment_trouble(0) or "")
    assert "not where" in (store.use_archive(None).segment_trouble(0) or "")

"""Finished matches leave the store for the archive: none is lost or doubled, and whoever asks sees no difference."""

import contextlib
import errno
import gzip
import io
import os
import signal
import stat
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import redis

from engine.match.table import Seat
from service.store import Unreadable, keys
from service.store.archive import folder as archive_folder
from service.store.archive.folder import LOCK, MARK, ArchivedMatch, ArchiveFolder, pack, read_record, read_whole
from service.store.archive.reading import Archiving
from service.store.matches.lists import Finished
from service.store.records import Creation, Record, Transition
from service.store.store import Store
from tests.servers.redis_server import RedisServer
from tests.store.dying import Killed
from tests.store.examples import (
    ANNA,
    act,
    finished,
    loaded,
    log_all,
    match_id,
    notice,
    recipient,
    running,
    standing,
    step,
    table,
)
from tests.store.failing_disk import fail_on

WEEK = 7 * 86_400_000
FORMAT_1 = Path(__file__).parents[1].joinpath("archive_format_1.jsonl.gz")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


@pytest.fixture
def archiving(store: Store, folder: Path) -> Store:
    return store.use_archive(Archiving(ArchiveFolder(folder), WEEK))


def at_no_time(record: Record | None) -> Record | None:
    return None if record is None else replace(record, now=0)


def keys_of(server: redis.Redis, match: str) -> set[bytes]:
    return set(server.scan_iter(f"*{match}*"))


def files_in(folder: Path) -> list[Path]:
    return sorted(one for one in folder.rglob("*") if one.is_file() and one.name not in (MARK, LOCK))


def test_a_match_that_has_moved_answers_as_before_and_takes_nothing_in_the_store(
    archiving: Store, folder: Path, server: redis.Redis
) -> None:
    going, over = running(archiving, match_id(2)), finished(archiving, 1)
    lines = archiving.lines(over.match)
    server.sadd(keys.sent(recipient(over.match)), "told")
    swept = archiving.sweep()
    assert (swept.archived, swept.filed, swept.halves, swept.unreadable) == (1, 1, 0, 0)
    assert keys_of(server, over.match) == set()
    assert [one.name for one in files_in(folder)] == [f"{over.match}.jsonl.gz"]

    assert at_no_time(archiving.load(over.match)) == at_no_time(over)
    assert at_no_time(archiving.load(over.match, secrets=True)) == at_no_time(over)
    moved, unknown, other = archiving.load_many([over.match, match_id(3), going.match])
    assert isinstance(moved, Record) and moved.table == over.table and moved.now > 0
    assert unknown is None and isinstance(other, Record)
    assert archiving.lines(over.match) == lines
    assert archiving.lines(over.match, after=1, limit=1) == lines[1:2]
    assert archiving.lines(over.match, after=3) == [] == archiving.lines(match_id(3))
    assert archiving.lines_at(over.match, [3, 1, 4]) == [lines[2], lines[0]]
    assert archiving.log_lengths([over.match, going.match, match_id(3)]) == [3, 1, 0]
    assert archiving.leaf_indices(over.match) == [101, 102, 103]
    assert archiving.messages(over.match) == []
    assert archiving.finished_of(ANNA) == [Finished(over.at, over.match)] == archiving.archived()
    assert archiving.archived(after=archiving.archived()[-1]) == []
    assert archiving.half_step_of(over) is None

    again = archiving.sweep()
    assert (again.archived, again.matches_mended, again.logged_late, again.halves) == (0, 0, 0, 0)


def test_the_log_can_be_read_from_the_file_without_this_program(archiving: Store, folder: Path) -> None:
    """``zcat FILE | tail -n +2``: the operator needs nothing of ours to get at a log."""
    over = finished(archiving)
    lines = archiving.lines(over.match)
    archiving.sweep()
    assert gzip.decompress(files_in(folder)[0].read_bytes()).splitlines(keepends=True)[1:] == lines
    assert folder.stat().st_mode & 0o077 == 0 == files_in(folder)[0].stat().st_mode & 0o077


def test_nothing_can_be_done_in_a_match_that_has_moved(archiving: Store, server: redis.Redis) -> None:
    """The attack: make the match anew under its id, step it or act in it, file its leaves again."""
    over = finished(archiving)
    archiving.sweep()
    remade = Creation(match=over.match, table=table(over.match, standing()), head="h", at=1, line=b"{}\n", seed="s")
    assert not archiving.create(remade)
    assert not archiving.transition(step(over, standing()))
    request = act(replace(over, table={**over.table, "standing": [standing()]}), 0)
    assert archiving.act(request).outcome == "gone"
    log_all(archiving, over.match, 3)
    assert archiving.park(over.match, "why", head=(over.n, over.head)) is None
    assert keys_of(server, over.match) == set()


def test_a_match_that_its_account_had_not_filed_when_it_moved_is_filed_later(archiving: Store) -> None:
    over = finished(archiving)
    archiving.sweep()
    archiving.note_match(ANNA, over.match)
    archiving.sweep()
    assert archiving.unfinished_of(ANNA) == [] and archiving.finished_of(ANNA) == [Finished(over.at, over.match)]


def test_letters_about_a_match_that_has_moved_still_go_out(archiving: Store) -> None:
    over = finished(archiving)
    archiving.notify([notice(over.match)], recipient(over.match))
    archiving._ask(("SADD", keys.sent(recipient(over.match)), "told"))
    assert archiving.sweep().archived == 1
    assert archiving._ask(("EXISTS", keys.sent(recipient(over.match)))) == 1
    assert [one["id"] for one in archiving.notices(recipient(over.match)).pending] == [notice(over.match)["id"]]


@pytest.mark.parametrize(
    "busy",
    [
        lambda r, m: r.hset(keys.match(m), "at", 2**52),
        lambda r, m: r.hset(keys.match(m), "due", 5),
        lambda r, m: r.hset(keys.parked(1), m, "why"),
        lambda r, m: r.hset(keys.secrets(m), "box:0:r9.choose", "box"),
        lambda r, m: r.rpop(keys.leaves(m)),
        lambda r, m: r.rpush(keys.lines(m), "{}\n"),
    ],
    ids=["closed lately", "due", "parked", "hidden things left", "not in the log of all matches", "torn"],
)
def test_a_match_with_which_something_is_left_to_do_stays(
    archiving: Store, server: redis.Redis, busy: Callable[[redis.Redis, str], object]
) -> None:
    over, going = finished(archiving), running(archiving, match_id(2))
    busy(server, over.match)
    assert archiving.archive_finished([over.match, going.match]) == 0
    assert server.exists(keys.match(over.match), keys.lines(over.match)) == 2


def move_and_be_killed(redis_url: str, folder: Path, match: str, number: int) -> bool:
    """Move a match in a process that is killed before a step of this number; return whether it lived to the end."""
    child = os.fork()
    if child == 0:
        ended = 1
        with contextlib.suppress(BaseException):
            fate = Killed(number)
            os.fsync = fate.before(os.fsync)
            os.open = fate.before(os.open)
            Path.replace = fate.before(Path.replace)  # type: ignore[method-assign]
            Path.mkdir = fate.before(Path.mkdir)  # type: ignore[method-assign]
            Store._evaluate = fate.before(Store._evaluate)  # type: ignore[method-assign]
            store = Store.connect(redis_url).use_archive(Archiving(ArchiveFolder(folder), WEEK))
            ended = 0 if store.archive_finished([match]) == 1 else 1
        os._exit(ended)
    _, status = os.waitpid(child, 0)
    assert os.WIFEXITED(status) or os.WTERMSIG(status) == signal.SIGKILL
    assert not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFEXITED(status)


def test_killed_before_any_step_of_the_move_no_match_is_lost_or_doubled(
    store: Store, redis_url: str, tmp_path: Path, server: redis.Redis
) -> None:
    killed = 0
    while True:
        folder = tmp_path / str(killed)
        store.use_archive(None)
        server.flushdb()
        record = finished(store)
        lines = store.lines(record.match)
        lived = move_and_be_killed(redis_url, folder, record.match, killed)
        store.use_archive(Archiving(ArchiveFolder(folder), WEEK))
        for moment in ("killed", "swept"):
            assert at_no_time(store.load(record.match)) == at_no_time(record), (killed, moment)
            assert store.lines(record.match) == lines, (killed, moment)
            if moment == "killed":
                store.archive_finished([record.match])
        assert [one.match for one in store.archived()] == [record.match]
        assert keys_of(server, record.match) == set()
        if lived:
            break
        killed += 1
    assert killed > 15


def test_all_is_on_the_disk_before_the_store_lets_go(
    archiving: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill leaves what the kernel knows; a power cut leaves only what was synced: so the order is what counts."""
    done: list[str] = []
    sync, replace_, evaluate = os.fsync, Path.replace, Store._evaluate

    def synced(descriptor: int) -> None:
        sync(descriptor)
        done.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)

    def replaced(part: Path, path: Path) -> None:
        replace_(part, path)
        done.append(f"replace {part.name}")

    def evaluated(*call: Any) -> object:
        done.append("script")
        return evaluate(*call)

    over = finished(archiving)
    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    monkeypatch.setattr(Store, "_evaluate", evaluated)
    assert archiving.archive_finished([over.match]) == 1

    shard, script = over.match[:3], done.index("script")
    written = next(at for at, one in enumerate(done) if one.startswith(f"replace .{over.match}"))
    assert done[written].removeprefix("replace ") in done[:written], "the file's bytes before its name"
    assert shard in done[written:script], "then its name"
    assert folder.name in done[:script] and folder.parent.name in done[:script], "and the folders' own names"
    assert done.count("script") == 1


def test_what_a_crash_of_the_store_leaves_of_the_last_script_is_finished(
    archiving: Store, folder: Path, server: redis.Redis
) -> None:
    """A server that keeps half of a transaction lists the match as archived and still has it."""
    over = finished(archiving)
    server.zadd(keys.archived(1), {over.match: over.at})
    ArchiveFolder(folder).begin("mark")
    server.set(keys.archive_mark(), "mark")
    assert at_no_time(archiving.load(over.match)) == at_no_time(over)
    assert archiving.sweep().archived == 1
    assert at_no_time(archiving.load(over.match)) == at_no_time(over)


def test_a_full_disk_moves_nothing_and_leaves_nothing_behind(
    archiving: Store, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    over = [finished(archiving, number) for number in (1, 2)]
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert archiving.sweep().archived == 0
    assert "finished matches stay in the store" in caplog.text and "No space left" in caplog.text
    assert caplog.text.count("No space left") == 1, "one line a sweep, not one a match"
    assert files_in(folder) == []
    assert archiving.load(over[0].match) is not None
    assert archiving.sweep().archived == 2


def test_a_store_whose_memory_is_full_gets_room_by_moving(own_server: RedisServer, folder: Path) -> None:
    store = Store.connect(own_server.url).use_archive(Archiving(ArchiveFolder(folder), WEEK))
    over = finished(store)
    ArchiveFolder(folder).begin("mark")
    with redis.Redis.from_url(own_server.url) as client:
        client.set(keys.archive_mark(), "mark")
        client.config_set("maxmemory", 1)
    assert store.archive_finished([over.match]) == 1
    store.close()


def cut(raw: bytes) -> bytes:
    return raw[: len(raw) // 2]


def turned(raw: bytes) -> bytes:
    return raw[:-6] + bytes([raw[-6] ^ 1]) + raw[-5:]


def emptied(raw: bytes) -> bytes:
    return b""


def of_another(raw: bytes) -> bytes:
    return gzip.compress(gzip.decompress(raw).replace(match_id(1).encode(), match_id(2).encode()))


def without_lines(raw: bytes) -> bytes:
    return gzip.compress(gzip.decompress(raw).splitlines(keepends=True)[0])


@pytest.mark.parametrize("damage", [cut, turned, emptied, of_another, without_lines])
def test_half_a_file_is_refused_by_name_and_written_again_while_the_store_still_has_the_match(
    archiving: Store, folder: Path, damage: Callable[[bytes], bytes]
) -> None:
    over = finished(archiving)
    archiving.sweep()
    (path,) = files_in(folder)
    raw = path.read_bytes()
    path.write_bytes(damage(raw))
    with pytest.raises(Unreadable, match=f"match {over.match} cannot be read: its file in the archive is damaged"):
        archiving.lines(over.match)
    assert all(isinstance(one, Unreadable | Record) for one in archiving.load_many([over.match]))

    archive = ArchiveFolder(folder)
    archive.keep(read_whole(over.match, io.BytesIO(raw)))
    assert path.read_bytes() == raw


def test_another_history_in_the_archive_is_not_overwritten(archiving: Store, folder: Path) -> None:
    """The attack: the store is put back from an old backup, and the match ends otherwise the second time."""
    over = finished(archiving)
    other = ArchivedMatch(over.match, {"n": "1"}, [1], [b'{"n":1}\n'])
    archive = ArchiveFolder(folder)
    archive.begin("mark")
    archive.keep(other)
    assert archiving.sweep().archived == 0
    assert archive.whole(over.match) == other
    assert at_no_time(archiving.load(over.match)) == at_no_time(over)


def test_a_file_that_a_failing_disk_cannot_read_is_not_overwritten(
    archiving: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may hold a later version of the match, or another history of it: to write needs to know."""
    over = finished(archiving)
    archiving.sweep()
    archive = ArchiveFolder(folder)
    later, (path,) = archive.whole(over.match), files_in(folder)
    assert later is not None
    raw = path.read_bytes()
    with monkeypatch.context() as patched:
        fail_on(patched)
        with pytest.raises(Unreadable, match="Input/output error"):
            archive.keep(replace(later, lines=[b'{"n":1}\n'], fields={"n": "1"}))
        with pytest.raises(Unreadable, match="Input/output error"):
            archiving.load(over.match)
    assert path.read_bytes() == raw


def test_a_file_of_a_later_release_is_named_and_not_overwritten(archiving: Store, folder: Path) -> None:
    over = finished(archiving)
    archiving.sweep()
    (path,) = files_in(folder)
    later = gzip.compress(
        gzip.decompress(path.read_bytes()).replace(b'"siegelpost-archive":1', b'"siegelpost-archive":2', 1)
    )
    path.write_bytes(later)
    with pytest.raises(Unreadable, match="has format 2, known is 1"):
        archiving.load(over.match)
    with pytest.raises(Unreadable, match="has format 2, known is 1"):
        ArchiveFolder(folder).keep(ArchivedMatch(over.match, {"n": "1"}, [1], [b'{"n":1}\n']))
    assert path.read_bytes() == later


def test_files_of_the_first_format_are_read_for_ever() -> None:
    match = match_id(7)
    kept = ArchivedMatch(
        match, {"n": "2", "head": "h", "at": "5", "av": "1", "table": '{"title":"Kölln"}'}, [10, 11], [b"{}\n", b"[]\n"]
    )
    assert read_whole(match, io.BytesIO(FORMAT_1.read_bytes())) == kept
    assert read_record(match, io.BytesIO(FORMAT_1.read_bytes())) == replace(kept, lines=[])
    assert gzip.decompress(pack(kept)) == gzip.decompress(FORMAT_1.read_bytes())


def without_name(record: Record) -> Transition:
    laid = record.table.copy()
    laid["seats"] = [replace_name(one) for one in record.table["seats"]]
    return replace(step(record, lines=0), table=laid, acts_version=record.acts_version)


def replace_name(seat: Seat) -> Seat:
    unnamed = seat.copy()
    unnamed["name"] = "(gone)"
    return unnamed


def test_a_name_goes_from_a_match_that_has_moved(archiving: Store, folder: Path) -> None:
    """Somebody deletes the account: his name goes from all tables, also from those in the archive."""
    over = finished(archiving)
    lines = archiving.lines(over.match)
    archiving.sweep()
    moved = loaded(archiving, over.match)
    assert archiving.transition(without_name(moved))
    assert not archiving.transition(without_name(moved)), "the second of two who read the same is stale"
    after = loaded(archiving, over.match)
    assert [one["name"] for one in after.table["seats"]] == ["(gone)", "(gone)"]
    assert (archiving.lines(over.match), after.acts_version) == (lines, over.acts_version + 1)
    assert b"Anna" not in gzip.decompress(files_in(folder)[0].read_bytes())
    other = running(archiving, match_id(2))
    files_in(folder)[0].write_bytes(b"half")
    lost, done = archiving.transition_many([without_name(after), step(other, standing())])
    assert isinstance(lost, Unreadable) and done is True


def test_a_name_that_goes_while_its_match_moves_does_not_come_back(store: Store, folder: Path) -> None:
    """The attack: a sweep that has read the old table is slow, and writes it over the new one."""
    changed: list[bool] = []

    class Slow(ArchiveFolder):
        def keep(self, archived: ArchivedMatch) -> None:
            if not changed:
                changed.append(store.transition(without_name(loaded(store, over.match))))
            super().keep(archived)

    over = finished(store)
    store.use_archive(Archiving(Slow(folder), WEEK))
    assert store.archive_finished([over.match]) == 0, "it is not what was read any more"
    assert store.archive_finished([over.match]) == 1
    assert [one["name"] for one in loaded(store, over.match).table["seats"]] == ["(gone)", "(gone)"]
    late = read_whole(over.match, io.BytesIO(files_in(folder)[0].read_bytes()))
    ArchiveFolder(folder).keep(replace(late, fields={**late.fields, "av": "1", "table": "{}"}))
    assert loaded(store, over.match).table["seats"][0]["name"] == "(gone)"


def test_two_sweeps_at_once_move_each_match_once(archiving: Store, folder: Path, redis_url: str) -> None:
    records = [finished(archiving, number) for number in range(1, 9)]
    matches = [one.match for one in records]
    start, moved = threading.Barrier(2), []

    def sweep() -> None:
        store = Store.connect(redis_url).use_archive(Archiving(ArchiveFolder(folder), WEEK))
        start.wait()
        moved.append(store.archive_finished(matches))
        store.close()

    threads = [threading.Thread(target=sweep) for _ in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sum(moved) == 8
    assert [at_no_time(archiving.load(one.match)) for one in records] == [at_no_time(one) for one in records]
    assert len(files_in(folder)) == 8


def test_a_match_that_is_asked_for_while_it_moves_is_there_at_every_moment(store: Store, folder: Path) -> None:
    seen: list[tuple[Record | None, list[bytes]]] = []

    class Watched(ArchiveFolder):
        def keep(self, archived: ArchivedMatch) -> None:
            seen.append((at_no_time(store.load(over.match)), store.lines(over.match, after=1)))
            super().keep(archived)
            seen.append((at_no_time(store.load(over.match)), store.lines(over.match, after=1)))

    over = finished(store)
    lines = store.lines(over.match)
    store.use_archive(Archiving(Watched(folder), WEEK))
    assert store.archive_finished([over.match]) == 1
    seen.append((at_no_time(store.load(over.match)), store.lines(over.match, after=1)))
    assert seen == [(at_no_time(over), lines[1:])] * 3


def test_a_machine_that_does_not_see_the_archive_says_so_instead_of_denying_the_match(
    archiving: Store, folder: Path, redis_url: str, tmp_path: Path
) -> None:
    over = finished(archiving)
    archiving.sweep()
    for elsewhere in (None, Archiving(ArchiveFolder(tmp_path / "empty"), WEEK)):
        other = Store.connect(redis_url).use_archive(elsewhere)
        for asked in (other.load, other.lines, other.leaf_indices):
            with pytest.raises(Unreadable, match="not where SIEGELPOST_ARCHIVE leads here"):
                asked(over.match)
        (found,) = other.load_many([over.match])
        assert isinstance(found, Unreadable)
        other.close()


@pytest.mark.parametrize("there", ["not mounted", "another's"])
def test_nothing_is_moved_to_a_folder_that_is_not_the_archive_of_this_installation(
    archiving: Store, tmp_path: Path, there: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The attack: the disk of the archive is not mounted, and matches go under the mount point."""
    finished(archiving, 1)
    archiving.sweep()
    second, elsewhere = finished(archiving, 2), tmp_path / "elsewhere"
    if there == "another's":
        ArchiveFolder(elsewhere).begin("another")
    archiving.use_archive(Archiving(ArchiveFolder(elsewhere), WEEK))
    assert archiving.sweep().archived == 0
    assert "is not the archive that the store knows" in caplog.text or "of another installation" in caplog.text
    assert files_in(elsewhere) == [] and archiving.load(second.match) is not None


def test_a_backup_older_than_the_move_finds_the_match_in_either_place(
    archiving: Store, folder: Path, server: redis.Redis
) -> None:
    over = finished(archiving)
    archiving.sweep()
    server.flushdb()
    assert at_no_time(archiving.load(over.match)) == at_no_time(over), "a file counts though nothing lists it"
    again = finished(archiving, 2)
    assert archiving.sweep().archived == 1, "the archive is known again by its mark"
    assert archiving.load(again.match) is not None


def test_what_a_killed_process_left_behind_goes_after_a_while(
    archiving: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = finished(archiving)
    shard = folder / over.match[:3]
    shard.mkdir(parents=True)
    ArchiveFolder(folder).begin("mark")
    (shard / ".left.part").write_bytes(b"half")
    monkeypatch.setattr(archive_folder, "STALE", 0)
    archiving.sweep()
    assert [one.name for one in files_in(folder)] == [f"{over.match}.jsonl.gz"]


def test_one_sweep_moves_no_more_than_it_may(archiving: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.archive.moving.MOST", 2)
    for number in range(1, 6):
        finished(archiving, number)
    assert [archiving.sweep().archived for _ in range(4)] == [2, 2, 1, 0]
    first, second = archiving.archived(limit=2)
    rest = archiving.archived(after=second, limit=10)
    assert [first.match, second.match, *(one.match for one in rest)] == [match_id(number) for number in range(1, 6)]


@pytest.mark.parametrize(("mode", "folders", "files"), [(0o2770, 0o2770, 0o660), (0o770, 0o700, 0o600)])
def test_an_archive_whose_folder_is_shared_with_a_group_is_shared_and_any_other_is_its_owner_s_alone(
    archiving: Store, folder: Path, mode: int, folders: int, files: int
) -> None:
    """Behind separate users the clock moves matches there, and the API reads them. The setgid bit says that it is meant."""
    folder.mkdir()
    folder.chmod(mode)
    finished(archiving, 1)
    assert archiving.sweep().archived == 1

    found = {path: stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}
    assert {one for path, one in found.items() if path.is_dir()} == {folders}
    assert {one for path, one in found.items() if path.is_file()} == {files}


def test_without_an_archive_everything_stays(store: Store) -> None:
    over = finished(store)
    assert store.sweep().archived == 0
    assert store.load(over.match) is not None

"""The append-only file after a crash: what no EXEC ended is taken out before a server sees it; nothing else ever is."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli.command import main
from service.store import append_only
from service.store.append_only import Scan, Unmendable, mend, scan
from service.store.store import Store
from tests.servers.redis_server import RedisServer
from tests.store.campaigns import check_whole
from tests.store.examples import act, loaded, match_id, notice, running, standing, step


def command(*words: str) -> bytes:
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word.encode()) for word in words)


def parts(*pieces: bytes) -> tuple[bytes, list[int]]:
    """Return pieces in a row, and where each begins; last of all the end."""
    starts = [sum(map(len, pieces[:number])) for number in range(len(pieces) + 1)]
    return b"".join(pieces), starts


SET, OTHER = command("SET", "a", "1"), command("RPUSH", "b", "*1\r\n$4\r\nEXEC\r\n")
MULTI, EXEC, SELECT = command("MULTI"), command("EXEC"), command("SELECT", "0")


def two_turns(server: RedisServer) -> tuple[str, int, int]:
    """Play until a step is the last thing in the file; return the match and where that step begins and ends."""
    store = Store.connect(server.url)
    record = running(store, match_id(1))
    for seq in range(3):
        store.act(act(record, 0, f"{record.n} {seq}", kind="replace" if seq else "commit", replaces=seq))
    before = server.append_only_file.stat().st_size
    change = step(
        loaded(store, record.match), standing("r3.choose"), lines=2, by="1", ended=["r1.choose"], due=1, state={"n": 3},
        notices=[notice(record.match, 1)],
    )  # fmt: skip
    assert store.transition(change)
    store.close()
    return record.match, before, server.append_only_file.stat().st_size


def test_a_step_torn_by_a_crash_is_not_completed_by_the_next_one_at_the_second_start(own_server: RedisServer) -> None:
    match, before, after = two_turns(own_server)
    own_server.kill()
    with own_server.append_only_file.open("r+b") as file:
        file.truncate(after - len(EXEC) - 5)

    # The first start, with writes, and the second: until it was mended, half of the step stood before the EXEC of these.
    own_server.start()
    store = Store.connect(own_server.url)
    running(store, match_id(2))
    own_server.kill()
    own_server.start()

    record = check_whole(store, match)
    assert (record.n, len(record.acts)) == (1, 1), (
        "the torn step is gone as a whole, what was acknowledged before is there"
    )
    assert store.load(match_id(2)) is not None
    assert store.sweep().halves == 0
    assert before < after
    store.close()


@pytest.mark.parametrize("tail", ["zeros", "rubbish", "a dropped block", "a doubled block"])
def test_a_tail_that_is_no_longer_commands_is_cut_where_they_stop(own_server: RedisServer, tail: str) -> None:
    match, before, after = two_turns(own_server)
    own_server.kill()
    whole = own_server.append_only_file.read_bytes()
    third = before + (after - before) // 3
    spoilt = {
        "zeros": whole[:third] + bytes(after - third),
        "rubbish": whole[:third] + b"\xa7*3\r\n$" * 200,
        "a dropped block": whole[:third] + whole[third + 101 :],
        "a doubled block": whole[: third + 101] + whole[third:],
    }[tail]
    own_server.append_only_file.write_bytes(spoilt)

    own_server.start()

    store = Store.connect(own_server.url)
    assert check_whole(store, match).n == 1
    assert [file.read_bytes() for file in own_server.directory.glob("torn-*.aof")] == [spoilt[before:]]
    store.close()


def test_what_is_whole_is_kept_whatever_its_values_say() -> None:
    data, _ = parts(SELECT, SET, MULTI, OTHER, SET, EXEC, b"#TS:1\r\n", OTHER, MULTI, SELECT, SET, EXEC)

    assert scan(data) == Scan([(0, len(data))], None)


@pytest.mark.parametrize("restarted", [MULTI + SELECT, SELECT, SELECT + MULTI])
def test_a_transaction_that_an_earlier_crash_left_open_is_taken_out_of_the_middle(restarted: bytes) -> None:
    rest = restarted + SET + (EXEC if MULTI in restarted else b"")
    data, starts = parts(SET, MULTI, OTHER, rest, SET)

    assert scan(data) == Scan([(0, starts[1]), (starts[3], len(data))], None)


def test_every_cut_leaves_what_was_whole_before_it() -> None:
    pieces = [SET, MULTI, OTHER, SET, EXEC, OTHER]
    data, starts = parts(*pieces)
    units = [0, starts[1], starts[5], starts[6]]
    for cut in range(1, len(data)):
        end = max(one for one in units if one <= cut)
        assert scan(data[:cut]).keep == ([(0, end)] if end else []), cut


def test_damage_far_from_the_end_is_not_a_crashs_and_nothing_is_changed(tmp_path: Path) -> None:
    data = SET + b"\0\0" + OTHER * (append_only.LONGEST_TAIL // len(OTHER) + 1)
    file = tmp_path / "appendonly.aof"
    file.write_bytes(data)

    with pytest.raises(Unmendable, match=rf"damaged at byte {len(SET)} .*backup"):
        mend(tmp_path)

    assert file.read_bytes() == data
    assert [one.name for one in tmp_path.iterdir()] == ["appendonly.aof"]


@pytest.mark.parametrize("lost", ["appendonly.aof.manifest", "appendonly.aof.2.incr.aof"])
def test_a_folder_that_a_server_would_start_empty_from_is_refused(tmp_path: Path, lost: str) -> None:
    folder = tmp_path / "appendonlydir"
    folder.mkdir()
    names = ["appendonly.aof.2.base.rdb", "appendonly.aof.2.incr.aof"]
    for name in names:
        (folder / name).write_bytes(SET)
    (folder / "appendonly.aof.manifest").write_text(f"file {names[0]} seq 2 type b\nfile {names[1]} seq 2 type i\n")
    assert mend(tmp_path) == []
    (folder / lost).unlink()

    with pytest.raises(Unmendable, match=lost):
        mend(tmp_path)


def test_only_the_last_of_several_files_may_be_cut_and_an_open_transaction_goes_from_any(tmp_path: Path) -> None:
    folder = tmp_path / "appendonlydir"
    folder.mkdir()
    (folder / "appendonly.aof.manifest").write_text(
        "file appendonly.aof.1.base.rdb seq 1 type b\n"
        "file appendonly.aof.1.incr.aof seq 1 type i\n"
        "file appendonly.aof.2.incr.aof seq 2 type i\n"
    )
    (folder / "appendonly.aof.1.base.rdb").write_bytes(b"VALKEY080")
    first, last = folder / "appendonly.aof.1.incr.aof", folder / "appendonly.aof.2.incr.aof"
    first.write_bytes(SET + MULTI + OTHER)
    last.write_bytes(SELECT + SET + OTHER[:-3])

    assert [(one.file, one.taken, one.first) for one in mend(tmp_path)] == [
        (first, len(MULTI + OTHER), len(SET)), (last, len(OTHER) - 3, len(SELECT + SET)),
    ]  # fmt: skip
    assert (first.read_bytes(), last.read_bytes()) == (SET, SELECT + SET)
    assert mend(tmp_path) == []

    first.write_bytes(SET + b"\0")
    with pytest.raises(Unmendable, match="too far from its end"):
        mend(tmp_path)


def test_what_was_taken_out_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "appendonly.aof").write_bytes(SET + MULTI + OTHER + SELECT + SET + OTHER[:9])

    [mended] = mend(tmp_path)

    assert mended.aside.read_bytes() == MULTI + OTHER + OTHER[:9]
    assert mended.aside.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "appendonly.aof").read_bytes() == SET + SELECT + SET


def test_on_a_full_disk_nothing_is_cut_and_no_half_of_a_copy_stays(tmp_path: Path) -> None:
    (tmp_path / "appendonly.aof").write_bytes(SET + OTHER[:9])
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4, 4)); from service.cli.command import main"
    code = f"{limit}; main(['admin', 'mend', {str(tmp_path)!r}])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "too large" in done.stderr
    assert (tmp_path / "appendonly.aof").read_bytes() == SET + OTHER[:9]
    assert [file.name for file in tmp_path.iterdir()] == ["appendonly.aof"]


@pytest.mark.parametrize(
    "place", ["nowhere", "state/appendonlydir", "empty", "state/appendonlydir/appendonly.aof.manifest"]
)
def test_as_a_command_it_does_not_call_a_wrong_folder_sound(tmp_path: Path, place: str) -> None:
    (tmp_path / "empty").mkdir()
    parts = tmp_path / "state" / "appendonlydir"
    parts.mkdir(parents=True)
    (parts / "appendonly.aof.manifest").write_text("file appendonly.aof.1.base.rdb seq 1 type b\n", encoding="ascii")
    (parts / "appendonly.aof.1.base.rdb").write_bytes(b"REDIS")
    wrong = CliRunner().invoke(main, ["admin", "mend", str(tmp_path / place)])
    assert wrong.exit_code != 0 and ("holds no append-only file" in wrong.stderr or "is a file" in wrong.stderr)
    assert CliRunner().invoke(main, ["admin", "mend", str(tmp_path / "state")]).exit_code == 0


def test_as_a_command_it_tells_what_it_did(tmp_path: Path) -> None:
    def run(*arguments: str) -> tuple[int, str]:
        done = CliRunner().invoke(main, ["admin", "mend", *arguments])
        return done.exit_code, done.output

    (tmp_path / "appendonly.aof").write_bytes(SET + OTHER[:9])
    status, said = run(str(tmp_path))
    assert status == 0 and f"9 bytes from byte {len(SET)} on" in said
    (tmp_path / "appendonly.aof").write_bytes(b"REDIS0009\x20rubbish")
    status, said = run(str(tmp_path))
    assert status == 1 and "snapshot that cannot be read" in said
    assert run()[0] == 2

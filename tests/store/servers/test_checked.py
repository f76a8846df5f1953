"""What was found whole while it was written is not read again at a start, unless the file is another one."""

import json
from pathlib import Path

import pytest

from service.store import append_only
from service.store.append_only import MARKS, check_ahead, mend, read_marks, whole_until

SET = b"*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1\r\n1\r\n"
MULTI, EXEC = b"*1\r\n$5\r\nMULTI\r\n", b"*1\r\n$4\r\nEXEC\r\n"
STEP = MULTI + SET + EXEC


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(append_only, "WORTH", 1)
    monkeypatch.setattr(append_only, "PIECE", 3 * len(STEP) + 7)
    monkeypatch.setattr(append_only, "LONGEST_TAIL", 2 * len(STEP))
    monkeypatch.setattr(append_only, "DIGESTED", 16)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "appendonly.aof"
    path.write_bytes(10 * STEP)
    return path


def known_in(folder: Path, file: Path) -> int:
    return whole_until(file, read_marks(folder).get(file.name))


def known(file: Path) -> int:
    return known_in(file.parent, file)


def read_all(folder: Path) -> None:
    while check_ahead(folder):
        pass


def spoil(file: Path, at: int) -> None:
    """Write a byte that is no command into what stands in a file, in place."""
    with file.open("r+b") as opened:
        opened.seek(at)
        opened.write(b"\xa7")


def test_it_is_read_piece_by_piece_to_the_last_whole_transaction(file: Path) -> None:
    file.write_bytes(10 * STEP + MULTI + SET)

    looks = 0
    while check_ahead(file.parent):
        looks += 1

    assert looks > 2
    assert known(file) == 10 * len(STEP)
    with file.open("ab") as opened:
        opened.write(EXEC + SET[:5])
    read_all(file.parent)
    assert known(file) == 11 * len(STEP)


def test_a_start_reads_only_what_was_written_since(file: Path) -> None:
    read_all(file.parent)
    spoil(file, 3)  # so that whoever reads it again notices
    with file.open("ab") as opened:
        opened.write(STEP + MULTI + SET)

    [mended] = mend(file.parent, trust_marks=True)

    assert (mended.first, mended.taken) == (11 * len(STEP), len(MULTI + SET))
    assert known(file) == 11 * len(STEP)
    with pytest.raises(append_only.Unmendable):
        mend(file.parent)


@pytest.mark.parametrize("change", ["rewritten", "put back", "cut"])
def test_a_file_that_is_another_one_is_read_from_its_beginning(file: Path, change: str) -> None:
    read_all(file.parent)
    if change == "rewritten":
        new = file.with_name("temp")
        new.write_bytes(file.read_bytes())
        new.replace(file)
    elif change == "put back":
        file.write_bytes(SET + 20 * STEP)  # of the same inode
    else:
        file.write_bytes(9 * STEP)

    assert known(file) == 0
    read_all(file.parent)
    assert known(file) == file.stat().st_size


@pytest.mark.parametrize("text", ["", "[]", "{", '{"appendonly.aof": 3}', '{"appendonly.aof": {"inode": "x"}}'])
def test_marks_that_cannot_be_read_cost_time_only(file: Path, text: str) -> None:
    (file.parent / MARKS).write_text(text)

    assert known(file) == 0
    assert mend(file.parent, trust_marks=True) == []
    assert known(file) == 10 * len(STEP)


def test_of_several_files_each_has_its_mark_and_one_that_went_has_none(tmp_path: Path) -> None:
    folder = tmp_path / "appendonlydir"
    folder.mkdir()
    manifest = folder / "appendonly.aof.manifest"
    first, second = folder / "appendonly.aof.1.incr.aof", folder / "appendonly.aof.2.incr.aof"
    first.write_bytes(5 * STEP)
    manifest.write_text(f"file {first.name} seq 1 type i\n")
    read_all(tmp_path)
    second.write_bytes(4 * STEP)
    manifest.write_text(f"file {first.name} seq 1 type i\nfile {second.name} seq 2 type i\n")

    read_all(tmp_path)

    assert (known_in(tmp_path, first), known_in(tmp_path, second)) == (5 * len(STEP), 4 * len(STEP))
    first.unlink()
    manifest.write_text(f"file {second.name} seq 2 type i\n")
    with second.open("ab") as opened:
        opened.write(STEP)
    read_all(tmp_path)
    assert list(json.loads((tmp_path / MARKS).read_text())) == [second.name]


def test_what_is_damaged_is_not_marked(file: Path) -> None:
    spoil(file, 6 * len(STEP) + 2)

    read_all(file.parent)

    assert known(file) <= 6 * len(STEP)
    with pytest.raises(append_only.Unmendable):
        mend(file.parent, trust_marks=True)

"""A match that has left for the archive, as a client sees it: as before, whatever is asked or tried."""

import gzip
import threading
from functools import partial
from pathlib import Path

import pytest
import redis
from flask import Flask

from engine.verifier.replay import verify
from service.api.app import equip
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches.departure import depart, go_on_with_all
from service.store import keys
from service.store.archive import reading
from service.store.archive.folder import MARK, ArchiveFolder
from service.store.archive.reading import Archiving
from service.store.connection.connect import Unreadable
from service.store.matches.moments import STATES
from service.store.records import Record
from tests.given.contexts import loaded
from tests.given.replays import ReplayQueue
from tests.service.api.players import Player, Table, refused
from workers.clock.head_log import HeadLogWriter
from workers.resolve.drain import drain_once

READS = (
    "",
    "/view",
    "/view?seat=1",
    "/decisions",
    "/decisions/r1.choose",
    "/feed",
    "/log",
    "/log?limit=1",
    "/log?after=2",
    "/log.jsonl",
    "/log.jsonl?after=1",
    "/messages",
    "/picture.svg",
    "/picture.png",
    "/proof",
    "/proof?n=1",
    "/words",
)


@pytest.fixture
def over(context: Context, ada: Player, ben: Player) -> Table:
    """A match that Ben resigned, in the log of all matches."""
    made = Table.begin(context, ada, ben)
    ada.put(f"{made.path}/decisions/r1.choose/commitment", {"move": {"type": "pass"}})
    ben.post(f"{made.path}/resign", {})
    made.resolve()
    writer = HeadLogWriter(context.store, context.signers, context.settings.origin)
    for _ in range(2):  # a batch notes down in the matches what the one before it has logged
        writer.batch()
    return made


def move(context: Context, over: Table, folder: Path) -> None:
    context.store.use_archive(Archiving(ArchiveFolder(folder), 0))
    assert context.store.sweep().archived == 1


def test_every_page_of_a_match_reads_the_same_before_and_after_the_move(
    context: Context, over: Table, ada: Player, tmp_path: Path
) -> None:
    context.store.sweep()
    before = {path: ada.get(f"{over.path}{path}") for path in READS}
    lists = ("/v1/me/matches", "/v1/me/matches?status=closed", "/v1/me/waiting", "/v1/me/deliveries")
    listed = {path: ada.sees(path) for path in lists}
    assert {path for path, answer in before.items() if answer.status_code == 200} >= {
        "",
        "/view",
        "/log",
        "/proof",
        "/words",
    }

    move(context, over, tmp_path / "archive")
    for path, was in before.items():
        now = ada.get(f"{over.path}{path}")
        assert (now.status_code, now.headers.get("ETag")) == (was.status_code, was.headers.get("ETag")), path
        assert timeless(now.get_json(silent=True)) == timeless(was.get_json(silent=True)), path
        assert now.is_json or now.data == was.data, path
        if "ETag" in was.headers:
            assert ada.get(f"{over.path}{path}", If_None_Match=was.headers["ETag"]).status_code == 304, path
    assert {path: timeless(ada.sees(path)) for path in lists} == {path: timeless(one) for path, one in listed.items()}


def test_the_log_of_a_match_that_has_moved_is_proved(
    context: Context, over: Table, ada: Player, tmp_path: Path
) -> None:
    move(context, over, tmp_path / "archive")
    found = verify(
        ada.get(f"{over.path}/log.jsonl").data, check_signature=partial(verify_signature, context.signer.public_bytes)
    )
    assert found.verdict == "PASS"


def test_whatever_is_tried_in_it_is_refused_as_before(
    context: Context, over: Table, ada: Player, ben: Player, tmp_path: Path
) -> None:
    def attempts() -> list[tuple[int, object]]:
        answers = [
            ada.put(f"{over.path}/decisions/r1.choose/commitment", {"move": {"type": "pass"}}),
            ada.delete(f"{over.path}/decisions/r1.choose/commitment"),
            ada.post(f"{over.path}/resign", {}),
            ada.post(f"{over.path}/start", {}),
            ben.put(f"{over.path}/seats/1/orders", {"orders": {}}),
            ben.put(f"{over.path}/seats/0", {}),
        ]
        return [(one.status_code, (one.get_json() or {}).get("type")) for one in answers]

    attempts()  # what the API remembered of the match from before its end, it remembers no more
    before = attempts()
    assert all(status >= 400 for status, _ in before)
    move(context, over, tmp_path / "archive")
    assert attempts() == before


def test_an_api_that_does_not_see_the_archive_says_unavailable_not_unknown(
    context: Context, over: Table, ada: Player, tmp_path: Path
) -> None:
    assert ada.sees("/ready")["archive"] == "none"
    move(context, over, tmp_path / "archive")
    assert ada.sees("/ready")["archive"] == "ok"
    context.store.use_archive(None)
    told = ada.sees("/ready")
    assert (told["archive"], told["status"], told["halted"]) == ("away", "degraded", False)
    for path in ("", "/log", "/view", "/proof"):
        refused(ada.get(f"{over.path}{path}"), 503, "match-unavailable")
    assert ada.sees("/v1/me/matches")["unavailable"] == [over.match]


def test_ready_tells_an_archive_that_is_away_even_if_it_never_answers(
    context: Context, over: Table, ada: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder whose server is gone blocks its readers for good."""
    monkeypatch.setattr(reading, "STALE", -1.0)
    monkeypatch.setattr(reading, "PATIENCE", 0.05)
    move(context, over, tmp_path / "archive")
    (tmp_path / "archive").rename(tmp_path / "unmounted")
    assert ada.sees("/ready")["archive"] == "away"
    back = threading.Event()

    def mark(_: ArchiveFolder) -> str:
        assert back.wait(120)
        return (tmp_path / "unmounted" / MARK).read_text().strip()

    monkeypatch.setattr(ArchiveFolder, "mark", mark)
    assert {ada.sees("/ready")["archive"] for _ in range(3)} == {"away"}
    assert [one.name for one in threading.enumerate()].count(reading.ASKING) == 1
    back.set()
    while ada.sees("/ready")["archive"] != "ok":
        pass


def test_a_damaged_file_is_a_problem_on_every_page_that_needs_it(
    context: Context, over: Table, ada: Player, tmp_path: Path
) -> None:
    move(context, over, tmp_path / "archive")
    (path,) = (tmp_path / "archive").rglob("*.gz")
    path.write_bytes(path.read_bytes()[:-9])
    for wanted in ("/log", "/log.jsonl", "/feed"):
        refused(ada.get(f"{over.path}{wanted}"), 503, "match-unavailable")


@pytest.mark.parametrize("rot", [b"garbage", b"null", b'{"entry":{},"head":1,"sig":null}', b"[" * 100_000, b"another"])
def test_lines_that_are_none_of_its_log_are_a_problem_wherever_they_are_told(
    context: Context, over: Table, ada: Player, tmp_path: Path, workers: ReplayQueue, rot: bytes
) -> None:
    """Whole gzip, right number of lines: only their content tells that they are not what was written."""
    move(context, over, tmp_path / "archive")
    (path,) = (tmp_path / "archive").rglob("*.gz")
    head, *lines = gzip.decompress(path.read_bytes()).split(b"\n")[:-1]
    path.write_bytes(
        gzip.compress(b"\n".join([head, *(lines[::-1] if rot == b"another" else [rot] * len(lines)), b""]))
    )
    for wanted in ("/log", "/log.jsonl", "/log.jsonl?after=1", "/feed", "/messages"):
        refused(ada.get(f"{over.path}{wanted}"), 503, "match-unavailable")
    refused(ada.get(f"{over.path}/picture.svg?n=4"), 503, "replay-pending")
    workers.work()
    for wanted in ("/view?n=3", "/picture.svg?n=4"):
        refused(ada.get(f"{over.path}{wanted}"), 404, "not-found")
    assert ada.get(over.path).status_code == 200


def test_the_states_of_a_match_that_has_moved_stay_beside_it(
    app: Flask, context: Context, over: Table, ada: Player, tmp_path: Path, workers: ReplayQueue, redis_url: str
) -> None:
    """It is played again once, even if its file is damaged later: then once more."""
    move(context, over, tmp_path / "archive")
    n = loaded(context, over.match).n - 1
    refused(ada.get(f"{over.path}/view?n={n}"), 503, "replay-pending")
    workers.work()
    shown = ada.get(f"{over.path}/view?n={n}")
    (kept,) = (tmp_path / "archive").rglob("*.states")
    with redis.Redis.from_url(redis_url) as client:
        for rot in (None, b"", b"{}", kept.read_bytes()[:-1]):
            if rot is not None:
                kept.write_bytes(rot)
            client.delete(keys.replay(over.match, STATES))
            equip(app, context)
            again = ada.get(f"{over.path}/view?n={n}")
            if rot is not None:
                refused(again, 503, "replay-pending")
                workers.work()
                client.delete(keys.replay(over.match, STATES))
                again = ada.get(f"{over.path}/view?n={n}")
            assert again.data == shown.data
            assert workers.asked == []


def test_leaves_that_cannot_be_read_are_no_fault_of_the_match(context: Context, over: Table, ada: Player) -> None:
    """The proof cannot be made; the match itself is whole, and nobody is told otherwise."""
    context.store._ask(("DEL", keys.log_leaves(0)))
    for wanted in (f"{over.path}/proof", "/tile/entries/000.p/1"):
        refused(ada.get(wanted), 503, "stored-unreadable")
    assert ada.get(over.path).status_code == 200


def test_a_deleted_account_leaves_no_name_in_the_archive(
    context: Context, over: Table, ada: Player, ben: Player, tmp_path: Path
) -> None:
    move(context, over, tmp_path / "archive")
    assert any(seat["name"] == "Ben" for seat in ada.sees(over.path)["seats"])
    depart(context, ben.account)
    go_on_with_all(context)
    assert not any(seat["name"] == "Ben" for seat in ada.sees(over.path)["seats"])
    assert context.store.account(ben.account) is None


def test_a_name_in_an_archive_that_is_away_goes_once_it_is_back(
    context: Context, over: Table, ada: Player, ben: Player, tmp_path: Path
) -> None:
    move(context, over, tmp_path / "archive")
    (tmp_path / "archive").rename(tmp_path / "away")
    depart(context, ben.account)
    assert go_on_with_all(context) == 0
    (tmp_path / "away").rename(tmp_path / "archive")
    assert go_on_with_all(context) == 1
    assert not any(seat["name"] == "Ben" for seat in ada.sees(over.path)["seats"])


def test_a_name_in_a_match_that_is_set_aside_goes_once_it_is_taken_up(
    context: Context, over: Table, ada: Player, ben: Player
) -> None:
    context.store.file_match(ben.account, over.match, 0)
    assert context.store.set_aside(over.match, "its log is looked at") == "set aside"
    depart(context, ben.account)
    assert go_on_with_all(context) == 0
    context.store.retry(over.match)
    drain_once(context)
    assert go_on_with_all(context) == 1
    assert not any(seat["name"] == "Ben" for seat in ada.sees(over.path)["seats"])


def test_a_match_that_stays_unreadable_does_not_have_all_others_read_again_and_again(
    context: Context, over: Table, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Accounts that go are looked at twice a minute, and a damaged file may stay damaged for good."""
    rotten = new_match_id()
    context.store.file_match(ben.account, over.match, 0)
    context.store.file_match(ben.account, rotten, 0)
    loaded: list[str] = []
    load = context.store.load

    def watched(match: str) -> Record | None:
        loaded.append(match)
        if match == rotten:
            raise Unreadable(f"match {match}", "a test")
        return load(match)

    monkeypatch.setattr(context.store, "load", watched)
    depart(context, ben.account)
    assert {over.match, rotten} <= {*loaded}
    loaded.clear()
    assert go_on_with_all(context) == 0
    assert loaded == [rotten]
    monkeypatch.setattr(context.store, "load", load)
    assert go_on_with_all(context) == 1
    assert not any(seat["name"] == "Ben" for seat in ada.sees(over.path)["seats"])


def timeless(body: object) -> object:
    """Return an answer without what tells the time of day."""
    return {name: value for name, value in body.items() if name != "server_time"} if isinstance(body, dict) else body

"""The archive in an object store: what holds for a folder holds for a bucket, and the object store is not trusted."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import redis
import requests

from service.config.settings import Settings
from service.config.variables import BadSetting
from service.store import Unreadable, keys
from service.store.archive.bucket import ArchiveBucket, archive_at
from service.store.archive.folder import ArchivedMatch, ArchiveFolder, ArchiveTrouble, pack
from service.store.archive.reading import Archiving
from service.store.store import Store
from tests.given.at_once import at_once
from tests.servers.object_store import CREDENTIALS, SIGNED, object_store
from tests.store.archive.test_archive import WEEK, at_no_time, keys_of, without_name
from tests.store.examples import finished, loaded, match_id

LINES = [b'{"n":1}\n']


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with object_store("post") as address:
        yield address


@pytest.fixture
def url(server: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    for name, value in {**CREDENTIALS, "AWS_ENDPOINT_URL": server}.items():
        monkeypatch.setenv(name, value)
    return f"s3://post/{request.node.name}"


@pytest.fixture
def archiving(store: Store, url: str) -> Store:
    return store.use_archive(Archiving(ArchiveBucket(url), WEEK))


def objects(server: str, url: str) -> dict[str, bytes]:
    """Return what is kept at an address, read without our library."""
    prefix = url.removeprefix("s3://post/") + "/"
    listed = requests.get(f"{server}/post?list-type=2&prefix={prefix}", headers=SIGNED, timeout=120).text
    names = [one.split("</Key>")[0] for one in listed.split("<Key>")[1:]]
    kept = {one: requests.get(f"{server}/post/{one}", headers=SIGNED, timeout=120) for one in names}
    return {one.removeprefix(prefix): answer.content for one, answer in kept.items()}


def test_a_match_that_has_moved_answers_as_before(archiving: Store, url: str, server: str) -> None:
    over = finished(archiving)
    lines = archiving.lines(over.match)
    assert archiving.sweep().archived == 1
    assert set(objects(server, url)) == {"siegelpost-archive", f"{over.match[:3]}/{over.match}.jsonl.gz"}
    assert at_no_time(archiving.load(over.match)) == at_no_time(over)
    assert archiving.lines(over.match) == lines and archiving.lines(over.match, after=1, limit=1) == lines[1:2]
    assert [one.match for one in archiving.archived()] == [over.match]
    assert archiving.load(match_id(9)) is None
    assert archiving.sweep().archived == 0


def test_a_name_goes_from_a_match_that_has_moved(archiving: Store) -> None:
    over = finished(archiving)
    archiving.sweep()
    moved = loaded(archiving, over.match)
    assert archiving.transition(without_name(moved))
    assert not archiving.transition(without_name(moved)), "the second of two who read the same is stale"
    assert [one["name"] for one in loaded(archiving, over.match).table["seats"]] == ["(gone)", "(gone)"]


def test_objects_are_the_files_of_a_folder(archiving: Store, url: str, server: str, tmp_path: os.PathLike[str]) -> None:
    over = finished(archiving)
    archiving.sweep()
    folder = archive_at(os.fspath(tmp_path))
    assert isinstance(folder, ArchiveFolder)
    for name, raw in objects(server, url).items():
        path = folder.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(raw)
    lines = archiving.lines(over.match)
    archiving.use_archive(Archiving(folder, WEEK))
    assert archiving.lines(over.match) == lines


def test_killed_before_any_step_of_the_move_no_match_is_lost_or_doubled(store: Store, redis_url: str, url: str) -> None:
    mover = [sys.executable, "-m", "tests.store.moving_to_bucket"]
    killed = 0
    with (
        redis.Redis.from_url(redis_url, protocol=2) as client,
        subprocess.Popen(mover, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as moving,
    ):
        assert moving.stdin is not None and moving.stdout is not None
        while True:
            place = f"{url}/{killed}"
            store.use_archive(None)
            client.flushdb()
            record = finished(store)
            lines = store.lines(record.match)
            print(place, redis_url, record.match, killed, file=moving.stdin, flush=True)
            ended = int(moving.stdout.readline())
            assert ended in (0, signal.SIGKILL)
            store.use_archive(Archiving(ArchiveBucket(place), WEEK))
            for moment in ("killed", "swept"):
                assert at_no_time(store.load(record.match)) == at_no_time(record), (killed, moment)
                assert store.lines(record.match) == lines, (killed, moment)
                if moment == "killed":
                    store.archive_finished([record.match])
            assert [one.match for one in store.archived()] == [record.match]
            assert keys_of(client, record.match) == set()
            if ended == 0:
                break
            killed += 1
        moving.stdin.close()
    assert killed > 5


def test_of_writers_at_once_the_latest_version_stays(url: str) -> None:
    """The attack: sweeps that have read earlier tables write them late, all at the same moment."""
    match = match_id(1)
    versions = [ArchivedMatch(match, {"n": "1", "av": str(one)}, [1], LINES) for one in range(6)]
    start = threading.Barrier(len(versions))

    def keep(one: ArchivedMatch) -> None:
        archive = ArchiveBucket(url)
        start.wait()
        archive.keep(one)

    at_once(*(partial(keep, one) for one in versions))
    assert ArchiveBucket(url).whole(match) == versions[-1]


def test_another_history_is_not_overwritten_and_a_damaged_object_is(url: str, server: str) -> None:
    archive, match = ArchiveBucket(url), match_id(1)
    kept = ArchivedMatch(match, {"n": "1", "av": "1"}, [1], LINES)
    archive.keep(kept)
    with pytest.raises(Unreadable, match="a different history"):
        archive.keep(replace(kept, lines=[b'{"n":2}\n']))
    ((name, raw),) = objects(server, url).items()
    requests.put(
        f"{server}/{url.removeprefix('s3://')}/{name}", data=raw[:-4], headers=SIGNED, timeout=30
    ).raise_for_status()
    with pytest.raises(Unreadable, match="is damaged"):
        archive.whole(match)
    archive.keep(kept)
    assert archive.whole(match) == kept and objects(server, url)[name] == raw


class Answers(BaseHTTPRequestHandler):
    """An object store that answers as :attr:`answer` says, whatever is asked."""

    answer: Callable[[BaseHTTPRequestHandler], tuple[int, bytes]]

    def _all(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, body = type(self).answer(self)
        self.send_response(status)
        self.send_header("ETag", '"one"')
        self.send_header("Last-Modified", "Mon, 23 Nov 2026 00:00:00 GMT")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_PUT = _all

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def answering(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int, bytes], str]]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}")

        def always(status: int, body: bytes) -> str:
            monkeypatch.setattr(Answers, "answer", staticmethod(lambda _: (status, body)), raising=False)
            return url

        yield always
        server.shutdown()
        thread.join()


def test_an_object_store_that_keeps_no_two_writers_apart_is_refused(answering: Callable[[int, bytes], str]) -> None:
    archive = ArchiveBucket(answering(200, b"mark\n"))
    with pytest.raises(ArchiveTrouble, match="If-None-Match"):
        archive.begin("mark")


def test_an_object_that_is_not_what_was_written_keeps_the_match_in_the_store(
    answering: Callable[[int, bytes], str], store: Store
) -> None:
    """The attack: an object store that acknowledges every write and keeps none."""
    over = finished(store)
    store._ask(("SET", keys.archive_mark(), "mark"))
    store.use_archive(Archiving(ArchiveBucket(answering(200, b"mark\n")), WEEK))
    assert store.archive_finished([over.match]) == 0
    assert at_no_time(store.load(over.match)) == at_no_time(over)


@pytest.mark.parametrize(
    "wrong",
    [
        {"lines": [b'{"n":2}\n']},
        {"fields": {"n": "1", "av": "1", "table": "{}"}},
        {"leaves": [7]},
        {"lines": [b'{"n":2}\n'], "fields": {"n": "1", "av": "2"}},
    ],
)
def test_an_object_that_reads_otherwise_than_it_was_written_is_not_taken_for_kept(
    answering: Callable[[int, bytes], str], monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any]
) -> None:
    """The attack: an object store that acknowledges a write, and then hands out the match with other contents."""
    meant = ArchivedMatch(match_id(1), {"n": "1", "av": "1"}, [1], LINES)
    archive, written = ArchiveBucket(answering(200, b"")), threading.Event()

    def answer(asked: BaseHTTPRequestHandler) -> tuple[int, bytes]:
        if asked.command == "PUT":
            written.set()
            return 200, b""
        return (200, pack(replace(meant, **wrong))) if written.is_set() else (404, b"")

    monkeypatch.setattr(Answers, "answer", staticmethod(answer))
    with pytest.raises(ArchiveTrouble, match="not what was written"):
        archive.keep(meant)
    assert written.is_set()


@pytest.mark.parametrize(
    ("status", "why"), [(403, "refuses these credentials"), (500, "does not answer"), (404, "there is no such bucket")]
)
def test_what_goes_wrong_is_said_without_what_the_object_store_repeats(
    answering: Callable[[int, bytes], str], store: Store, caplog: pytest.LogCaptureFixture, status: int, why: str
) -> None:
    secret = CREDENTIALS["AWS_ACCESS_KEY_ID"]
    url = answering(status, f"<Error><AWSAccessKeyId>{secret}</AWSAccessKeyId></Error>".encode())
    over = finished(store)
    store.use_archive(Archiving(ArchiveBucket(url), WEEK))
    assert store.archive_finished([over.match]) == 0
    assert why in caplog.text and "finished matches stay in the store" in caplog.text
    assert secret not in caplog.text
    assert at_no_time(store.load(over.match)) == at_no_time(over)


def test_a_store_that_has_gone_away_answers_that_the_match_is_there(
    archiving: Store, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    over = finished(archiving)
    archiving.sweep()
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    archiving.use_archive(Archiving(ArchiveBucket(url), WEEK))
    with pytest.raises(Unreadable, match="cannot be read"):
        archiving.load(over.match)
    with pytest.raises(Unreadable, match="cannot be read"):
        archiving.lines(over.match)


def test_an_archive_in_another_bucket_takes_nothing(
    archiving: Store, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = finished(archiving, 1), finished(archiving, 2)
    assert archiving.archive_finished([first.match]) == 1
    archiving.use_archive(Archiving(ArchiveBucket(f"{url}/elsewhere"), WEEK))
    assert archiving.archive_finished([second.match]) == 0
    assert "is not the archive that the store knows" in caplog.text
    other = ArchiveBucket(f"{url}/another")
    other.begin("another")
    with pytest.raises(ArchiveTrouble, match="another archive was begun there"):
        other.begin("mine")
    archiving.use_archive(Archiving(other, WEEK))
    assert archiving.archive_finished([second.match]) == 0
    assert "of another installation" in caplog.text


@pytest.mark.parametrize("place", ["s3://", "gs://bucket", "https://host/bucket", "s3://key:secret@host/b"])
def test_an_address_that_is_none_is_refused_at_the_start(place: str) -> None:
    with pytest.raises(BadSetting, match="s3://BUCKET/PREFIX") as refused:
        Settings.from_environment({"REDIS_URL": "redis://x", "SIEGELPOST_ARCHIVE": place})
    assert "secret" not in str(refused.value)

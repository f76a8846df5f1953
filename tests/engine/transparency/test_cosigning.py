"""Witnesses that work, sleep, refuse and lie: what they cosign is collected, and nobody waits for them."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest
from werkzeug.serving import WSGIRequestHandler, make_server

from engine.transparency.checkpoint import Checkpoint, checkpoint_of, cosignatures
from engine.transparency.merkle import EMPTY_ROOT
from engine.transparency.note import COSIGNATURE, Note, VerifierKey, parse_note
from service.config.settings import Settings
from service.config.variables import BadSetting, WitnessAddress
from service.keys.keyring import Signers
from service.keys.signing import verify_signature
from service.store.connection.connect import StoreUnavailable
from service.store.store import Store
from service.witness.app import Answer, Memory, Witness
from tests.engine.transparency.heads import ORIGIN, begin, go_on, signer
from tests.engine.transparency.test_notes import cosign, signed, vkey
from tests.service.serve.watching import until
from workers.clock import cosigning
from workers.clock.cosigning import Cosigning, Round
from workers.clock.head_log import HeadLogWriter


class Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: object) -> None:
        pass


@contextmanager
def listening(app: WSGIApplication) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Flood:
    """A server that redirects, and sends as much as is taken with it."""

    PIECE, MOST = bytes(1 << 16), 96 << 20

    def __init__(self) -> None:
        self.sent = 0
        self.ended = threading.Event()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
        start_response("302 Found", [("Location", "/elsewhere"), ("Content-Type", "text/plain")])
        return self._pieces()

    def _pieces(self) -> Iterator[bytes]:
        try:
            while self.sent < self.MOST:
                yield self.PIECE
                self.sent += len(self.PIECE)
        finally:
            self.ended.set()


class Witnesses:
    """Running witnesses of the log, by name; any of them can be another program."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        self.addresses: list[WitnessAddress] = []

    def asked_by(self, store: Store) -> Cosigning:
        """Have them asked until the test is over."""
        collecting = Cosigning(self.addresses, store.log_tile)
        collecting.start()
        self._stack.callback(collecting.stop)
        return collecting

    def honest(self, name: str) -> Witness:
        memory = Memory(self._folder / f"{name}.sqlite3")
        witness = Witness(name, bytes([len(self.addresses)]) * 32, [signer().log_key(ORIGIN)], memory)
        self.add(witness.key, witness)
        return witness

    def add(self, key: VerifierKey, app: WSGIApplication) -> None:
        self.addresses.append(WitnessAddress(self._stack.enter_context(listening(app)), key))

    def lying(self, name: str, answer: Callable[[bytes], Answer]) -> None:
        """A witness that answers whatever it likes."""

        def app(environ, start_response):  # type: ignore[no-untyped-def]
            told = answer(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
            start_response(f"{told.status} x", [("Content-Type", told.content_type)])
            return [told.text.encode()]

        self.add(vkey(name, COSIGNATURE), app)

    def keys(self) -> list[VerifierKey]:
        return [one.key for one in self.addresses]


@pytest.fixture
def witnesses(tmp_path: Path) -> Iterator[Witnesses]:
    with ExitStack() as stack:
        yield Witnesses(tmp_path, stack)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failed witnesses are asked again soon."""
    monkeypatch.setattr(cosigning, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(cosigning, "LONGEST_PAUSE", 0.1)


def writing(store: Store, witnesses: Witnesses) -> HeadLogWriter:
    return HeadLogWriter(store, Signers(signer()), ORIGIN, witnesses.asked_by(store))


def shown(store: Store) -> Note:
    return parse_note(store.log_head().published)


def names(note: Note, witnesses: Witnesses) -> set[str]:
    return {one.key.name for one in cosignatures(note, witnesses.keys(), verify_signature)}


def published_with(writer: HeadLogWriter, store: Store, witnesses: Witnesses, size: int, wanted: set[str]) -> Note:
    """Write until a checkpoint of this size is shown with these cosignatures."""

    def there() -> bool:
        writer.batch()
        text = store.log_head().published
        return bool(text) and checkpoint_of(shown(store)).size == size and names(shown(store), witnesses) == wanted

    until(there, f"a checkpoint of size {size} cosigned by {wanted}")
    return shown(store)


def test_the_checkpoint_is_shown_with_the_cosignatures_of_all_witnesses(store: Store, witnesses: Witnesses) -> None:
    for name in ("w1", "w2"):
        witnesses.honest(name)
    writer = writing(store, witnesses)
    record = begin(store, 1, 1)
    published_with(writer, store, witnesses, 1, {"w1", "w2"})
    for size in (3, 6, 300):
        record = go_on(store, record, entries=size - record.n)
        published_with(writer, store, witnesses, size, {"w1", "w2"})
    assert store.log_head().best == store.log_head().published


def test_after_a_restart_of_the_writer_the_witnesses_say_where_they_are(store: Store, witnesses: Witnesses) -> None:
    witnesses.honest("w1")
    record = begin(store, 1, 1)
    published_with(writing(store, witnesses), store, witnesses, 1, {"w1"})
    go_on(store, record, entries=8)
    published_with(writing(store, witnesses), store, witnesses, 9, {"w1"})


def test_a_witness_that_sleeps_delays_nobody_and_counts_when_it_wakes(
    store: Store, witnesses: Witnesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cosigning, "READ", 100.0)
    witnesses.honest("w1")
    asleep, woken = threading.Event(), threading.Event()
    memory = Memory(Path(str(witnesses._folder)) / "slow.sqlite3")
    slow = Witness("slow", b"s" * 32, [signer().log_key(ORIGIN)], memory)

    def sleeping(environ, start_response):  # type: ignore[no-untyped-def]
        asleep.set()
        woken.wait(100)
        return slow(environ, start_response)

    witnesses.add(slow.key, sleeping)
    writer = writing(store, witnesses)
    begin(store, 1, 1)
    began = time.monotonic()
    writer.batch()
    assert time.monotonic() - began < 50, "the witness is asked for a hundred seconds"
    published_with(writer, store, witnesses, 1, {"w1"})
    assert asleep.wait(120)
    began = time.monotonic()
    begin(store, 2, 2)
    writer.batch()
    assert time.monotonic() - began < 50, "the witness is asked for a hundred seconds"
    published_with(writer, store, witnesses, 2, {"w1"})

    woken.set()
    published_with(writer, store, witnesses, 2, {"w1", "slow"})


def foreign(body: bytes) -> Answer:
    """A cosignature by another key."""
    note = parse_note(body.partition(b"\n\n")[2])
    return Answer(200, str(cosign(note, "somebody").signatures[-1]))


def of_another_tree(body: bytes) -> Answer:
    """A true cosignature by the right key, of another checkpoint."""
    note = parse_note(body.partition(b"\n\n")[2])
    other = cosign(Note(note.text.replace("\n1\n", "\n2\n"), note.signatures), "liar")
    return Answer(200, str(other.signatures[-1]))


LIES: dict[str, Callable[[bytes], Answer]] = {
    "nothing": lambda _: Answer(200, ""),
    "rubbish": lambda _: Answer(200, "\x00 rubbish"),
    "another key": foreign,
    "another tree": of_another_tree,
    "a size that never fits": lambda _: Answer(409, "0\n"),
    "a size beyond the tree": lambda _: Answer(409, "9223372036854775807\n"),
    "no size": lambda _: Answer(409, "many\n"),
    "a negative size": lambda _: Answer(409, "-1\n"),
    "a refusal": lambda _: Answer(422, "fork!\n"),
    "a redirect": lambda _: Answer(302, ""),
    "too much": lambda _: Answer(200, "x" * 1_000_000),
    "a broken server": lambda _: Answer(500, "oops"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_witness_that_lies_is_ignored(store: Store, witnesses: Witnesses, lie: str) -> None:
    asked = threading.Event()

    def answer(body: bytes) -> Answer:
        asked.set()
        return LIES[lie](body)

    witnesses.lying("liar", answer)
    witnesses.honest("w1")
    writer = writing(store, witnesses)
    begin(store, 1, 1)
    note = published_with(writer, store, witnesses, 1, {"w1"})
    assert asked.wait(120)
    assert {one.name for one in note.signatures} == {ORIGIN, "w1"}


def test_a_redirect_that_never_ends_is_not_read(store: Store, witnesses: Witnesses) -> None:
    """A redirect is refused by its status; its body could fill the clock's memory."""
    flood = Flood()
    witnesses.add(vkey("liar", COSIGNATURE), flood)
    witnesses.honest("w1")
    writer = writing(store, witnesses)
    begin(store, 1, 1)
    published_with(writer, store, witnesses, 1, {"w1"})
    assert flood.ended.wait(120)
    assert flood.sent < Flood.MOST


def test_with_all_witnesses_down_the_checkpoint_is_shown_without_them(
    store: Store, witnesses: Witnesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    witnesses.addresses.append(WitnessAddress("http://127.0.0.1:9", vkey("down", COSIGNATURE)))
    writer = writing(store, witnesses)
    begin(store, 1, 1)
    published_with(writer, store, witnesses, 1, set())


def test_a_witness_that_saw_a_larger_tree_is_told_in_the_log(
    store: Store, witnesses: Witnesses, caplog: pytest.LogCaptureFixture
) -> None:
    """What an operator sees who put back an old backup."""
    witnesses.lying("w", lambda _: Answer(409, "77\n"))
    writer = writing(store, witnesses)
    begin(store, 1, 1)
    published_with(writer, store, witnesses, 1, set())
    until(lambda: "SIEGELPOST_LOG_ORIGIN" in caplog.text, "the warning")


def test_the_settings_name_witnesses_by_address_and_key() -> None:
    one, two = vkey("w1", COSIGNATURE), vkey("w2", COSIGNATURE)
    found = Settings.from_environment(
        {"REDIS_URL": "unix:///x", "SIEGELPOST_WITNESSES": f"https://a.example/w/ {one}, http://b.example {two},"}
    )
    assert found.witnesses == (WitnessAddress("https://a.example/w", one), WitnessAddress("http://b.example", two))
    assert found.origin == "127.0.0.1:8000"

    for wrong in (
        f"{one}",
        "https://a.example",
        f"ftp://a.example {one}",
        f"https://a {vkey('w')}",
        f"https://a {one}, https://b {one}",
    ):
        with pytest.raises(BadSetting, match="SIEGELPOST_WITNESSES"):
            Settings.from_environment({"REDIS_URL": "unix:///x", "SIEGELPOST_WITNESSES": wrong})
    with pytest.raises(BadSetting, match="SIEGELPOST_LOG_ORIGIN"):
        Settings.from_environment({"REDIS_URL": "unix:///x", "SIEGELPOST_LOG_ORIGIN": "a b"})


def test_cosignatures_that_came_during_an_outage_of_the_store_are_published_after_it(
    store: Store, witnesses: Witnesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else happens in the log meanwhile, so no later checkpoint makes up for it."""
    witnesses.honest("w1")
    writer = writing(store, witnesses)
    begin(store, 1, 1)
    writer.batch()
    assert writer.cosigning is not None
    collecting = writer.cosigning
    until(lambda: collecting._rounds[-1].signatures, "the cosignature is there")

    def down(*_: object) -> bool:
        raise StoreUnavailable("down")

    with monkeypatch.context() as outage:
        outage.setattr(store, "grow_log", down)
        with pytest.raises(StoreUnavailable):
            writer.batch()
    published_with(writer, store, witnesses, 1, {"w1"})


def test_a_checkpoint_that_was_signed_and_not_shown_is_shown_by_the_next_writer(store: Store) -> None:
    record = begin(store, 1, 1)
    HeadLogWriter(store, Signers(signer()), ORIGIN).batch()
    go_on(store, record)
    killed = HeadLogWriter(store, Signers(signer()), ORIGIN)
    killed._to_publish = lambda note: None  # type: ignore[method-assign]
    killed.batch()
    assert checkpoint_of(shown(store)).size == 1
    HeadLogWriter(store, Signers(signer()), ORIGIN).batch()
    assert checkpoint_of(shown(store)).size == 2


def test_a_log_that_begins_anew_does_not_show_a_checkpoint_of_its_old_name(store: Store) -> None:
    """Attacked: the old name's checkpoint stayed the best one, as its witnesses had cosigned it and the new one's not yet."""
    shown = []
    for name, cosigned in (("siegelpost.example/before", ["one", "two"]), ("siegelpost.example/after", [])):
        note = signed(Checkpoint(name, 0, EMPTY_ROOT), name)
        found = Round(note, checkpoint_of(note), 0.0, set())
        found.signatures = {one: cosign(note, one).signatures[-1] for one in cosigned}
        shown.append(found.publication("one two"))
        assert store.grow_log(None, published=shown[-1])
    assert (shown[0].cosignatures, shown[1].cosignatures) == (2, 0)
    assert store.log_head().best == shown[1].note

"""The monitor finds every fork that it or a friend is shown, and what is missing; it keeps the signed evidence."""

import copy
import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from click.testing import CliRunner, Result

from engine.protocol.canon import b64, unb64
from engine.protocol.log import read_export
from engine.protocol.seal import receipt_bytes
from engine.transparency.checkpoint import Checkpoint, checkpoint_of
from engine.transparency.merkle import Leaf
from engine.transparency.note import ED25519, Note, Signature, key_id
from engine.transparency.proof import make_proof
from engine.transparency.tiles import Tile, bundle
from service.cli import main
from service.cli.player.local_files import Keep, SignedReceipt
from tests.engine.playing import MATCH, Played, Server
from tests.engine.transparency import naive
from tests.engine.transparency.test_cosigning import listening
from tests.engine.transparency.test_notes import signed, signing_key, vkey
from tests.engine.verifier.mutations import KEY

ORIGIN = "play.example"
OTHER = "118f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"


def leaves_of(match: str, count: int, salt: str = "") -> list[Leaf]:
    return [Leaf(match, n, hashlib.sha256(f"{salt}{match}{n}".encode()).digest()) for n in range(1, count + 1)]


class Installation:
    """An operator who holds the key and shows whatever he likes: a log of these leaves, unless an answer is put in its place."""

    def __init__(self, leaves: list[Leaf]) -> None:
        self.leaves = leaves
        self.instead: dict[str, bytes | int] = {}
        self._pages: tuple[list[Leaf], dict[str, bytes]] = [], {}

    def note(self) -> Note:
        entries = [leaf.entry for leaf in self.leaves]
        return signed(Checkpoint(ORIGIN, len(entries), naive.mth(entries)))

    def pages(self) -> dict[str, bytes]:
        entries = [leaf.entry for leaf in self.leaves]
        found = {"/checkpoint": str(self.note()).encode()}
        for (level, index), raw in naive.tiles(entries).items():
            for width in range(1, len(raw) // 32 + 1):
                found[f"/tile/{Tile(level, index, width).path}"] = raw[: 32 * width]
        for index in range(0, (len(entries) + 255) // 256):
            part = entries[256 * index : 256 * index + 256]
            for width in range(1, len(part) + 1):
                found[f"/tile/{Tile(None, index, width).path}"] = bundle(part[:width])
        told = b'{"log": {"vkey": "%s"}}' % str(vkey(ORIGIN)).encode()
        return {**found, "/v1/meta": told}

    def proofs(self, path: str) -> dict[str, bytes]:
        """Return the page at a path, if it is the proof of a leaf of the log."""
        entries = [leaf.entry for leaf in self.leaves]
        for place, leaf in reversed(list(enumerate(self.leaves))):
            if path == f"/v1/matches/{leaf.match}/proof?n={leaf.n}":
                return {path: str(make_proof(leaf, place, naive.path(place, entries), self.note())).encode()}
        return {}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        query = f"?{environ['QUERY_STRING']}" if environ.get("QUERY_STRING") else ""
        path = environ["PATH_INFO"] + query
        if self._pages[0] != self.leaves:
            self._pages = list(self.leaves), self.pages()
        known = {**self._pages[1], **self.instead}
        body: Any = known[path] if path in known else self.proofs(path).get(path, 404)
        start_response("200 OK" if isinstance(body, bytes) else f"{body} x", [("Content-Type", "text/plain")])
        return [body if isinstance(body, bytes) else b"{}"]


class Watched:
    """An installation on a socket and monitors of it, each with a machine of its own."""

    def __init__(self, folder: Path, installation: Installation, url: str) -> None:
        self._folder, self.installation, self.url = folder, installation, url

    def look(self, who: str = "ada", *options: str) -> Result:
        environment = {"SIEGELPOST_DATA": str(self._folder / who)}
        return CliRunner().invoke(main, ["monitor", self.url, "--once", *options], env=environment)

    def keep(self, who: str = "ada") -> Keep:
        return Keep(self._folder / who, self.url)

    def fine(self, who: str = "ada", *options: str) -> Result:
        found = self.look(who, *options)
        assert found.exit_code == 0, found.output
        return found

    def alarm(self, kind: str, who: str = "ada", *options: str) -> Result:
        """The next look ends with this alarm, and so does the one after: nothing is forgotten."""
        for _ in range(2):
            found = self.look(who, *options)
            assert found.exit_code == 1, found.output
            assert f"ALARM ({kind})" in found.output
        return found


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    with ExitStack() as stack:
        installation = Installation(leaves_of(OTHER, 5))
        yield Watched(tmp_path, installation, stack.enter_context(listening(installation)))


def test_an_honest_log_that_grows_raises_no_alarm(watched: Watched) -> None:
    watched.fine()
    for size in (5, 6, 260, 520):
        watched.installation.leaves = leaves_of(OTHER, size)
        assert f"{size} entries" in watched.fine().output


def test_a_log_that_changes_what_was_signed_is_a_fork_and_both_notes_are_kept(watched: Watched) -> None:
    watched.fine()
    before = str(watched.installation.note())
    for size in (5, 6, 300):
        watched.installation.leaves = leaves_of(OTHER, size, "forged")
        found = watched.alarm("fork")
        evidence = Path(found.output.rpartition("the evidence is in ")[2].strip()).read_text()
        assert before in evidence and str(watched.installation.note()) in evidence


def test_a_log_that_shrinks_is_an_alarm(watched: Watched) -> None:
    watched.fine()
    watched.installation.leaves = leaves_of(OTHER, 4)
    watched.alarm("shrunk")


def test_two_friends_who_are_shown_two_logs_find_it_by_comparing_checkpoints(watched: Watched, tmp_path: Path) -> None:
    watched.installation.leaves = leaves_of(OTHER, 9)
    watched.fine("ada")
    (tmp_path / "adas").write_text(str(watched.installation.note()))
    watched.installation.leaves = leaves_of(OTHER, 12)
    assert "the same history" in watched.fine("ben", "--compare", str(tmp_path / "adas")).output

    watched.installation.leaves = [*leaves_of(OTHER, 8), *leaves_of(MATCH, 9)]
    watched.fine("cleo")
    watched.alarm("fork", "cleo", "--compare", str(tmp_path / "adas"))


def with_checkpoint(receipt: dict[str, Any], installation: Installation) -> SignedReceipt:
    """A receipt as the server hands it out with the newest checkpoint of this moment beside it."""
    return cast(SignedReceipt, {**receipt, "checkpoint": str(installation.note())})


def test_receipts_of_two_people_show_that_the_server_keeps_two_logs_of_all_matches(
    watched: Watched, ended: Played, tmp_path: Path
) -> None:
    """Attacked: Ben plays at one tree, Cleo is shown another; they have no match in common, and no witness."""
    bens = with_checkpoint(ended.receipts[0], watched.installation)
    (tmp_path / "bens.jsonl").write_text(json.dumps(bens) + "\n")
    watched.installation.leaves = leaves_of(OTHER, 12)
    assert "the same history" in watched.fine("ada", "--compare", str(tmp_path / "bens.jsonl")).output
    watched.installation.leaves = [*leaves_of(OTHER, 3, "another"), *leaves_of(MATCH, 9)]
    watched.fine("cleo")
    watched.alarm("fork", "cleo", "--compare", str(tmp_path / "bens.jsonl"))


def test_the_monitor_holds_the_checkpoints_beside_its_own_receipts_against_the_log(
    watched: Watched, ended: Played
) -> None:
    """Attacked: who acts gets a checkpoint of one tree, who only looks is shown another; the monitor began after the act."""
    kept = with_checkpoint(ended.receipts[0], watched.installation)
    for who in ("ada", "ben"):
        watched.keep(who).keep_receipt(kept)
    watched.installation.leaves = leaves_of(OTHER, 9)
    watched.fine("ben")
    watched.installation.leaves = leaves_of(OTHER, 9, "another")
    watched.alarm("fork", "ada")


def test_a_second_log_of_the_same_key_is_told(watched: Watched, ended: Played, tmp_path: Path) -> None:
    """Attacked: two logs under two names, each for its own players: no two checkpoints of them contradict each other."""
    entries = [leaf.entry for leaf in leaves_of(OTHER, 4, "another")]
    text = str(Checkpoint("other.example", len(entries), naive.mth(entries)))
    signature = signing_key(ORIGIN).sign(text.encode()).signature
    key = key_id("other.example", ED25519, vkey(ORIGIN).public_key)
    note = str(Note(text, (Signature("other.example", key, signature),)))
    kept = cast(SignedReceipt, {**ended.receipts[0], "checkpoint": note})
    watched.keep("ada").keep_receipt(kept)
    assert "another log, other.example, by the key of play.example" in watched.fine("ada").output
    (tmp_path / "adas.jsonl").write_text(json.dumps(kept) + "\n")
    found = watched.look("ben", "--compare", str(tmp_path / "adas.jsonl"))
    assert (found.exit_code, "another log, other.example" in found.output) == (1, True), found.output


def test_receipts_without_a_checkpoint_of_the_log_compare_nothing(
    watched: Watched, ended: Played, tmp_path: Path
) -> None:
    bare = tmp_path / "bens.jsonl"
    bare.write_text(json.dumps(ended.receipts[0]) + "\n")
    found = watched.look("ada", "--compare", str(bare))
    assert (found.exit_code, "beside none of its receipts is a checkpoint" in found.output) == (1, True)


@pytest.mark.parametrize("size", [5, 8])
def test_a_checkpoint_that_another_key_signed_is_an_alarm(watched: Watched, size: int) -> None:
    watched.fine()
    entries = [leaf.entry for leaf in leaves_of(OTHER, size)]
    text = str(Checkpoint(ORIGIN, size, naive.mth(entries)))
    forged = signed(Checkpoint(ORIGIN, size, naive.mth(entries)), "thief")
    for note in (str(forged), text, "", str(watched.installation.note()).replace("\n5\n", "\n6\n"), "\x00"):
        watched.installation.instead["/checkpoint"] = note.encode()
        watched.alarm("signature")
    assert signing_key("thief") is not None


def test_tiles_and_leaves_that_are_not_those_of_the_tree_are_an_alarm(watched: Watched) -> None:
    watched.fine()
    watched.installation.leaves = leaves_of(OTHER, 9)
    for path, kinds in (("/tile/0/000.p/9", ("withheld", "fork")), ("/tile/entries/000.p/9", ("withheld",))):
        for wrong in (404, 500, b"", bytes(9 * 32), b"\xff" * 1000):
            watched.installation.instead = {path: wrong}
            found = watched.look()
            assert found.exit_code == 1, found.output
            assert any(f"ALARM ({kind})" in found.output for kind in kinds), found.output
    watched.installation.instead = {}
    watched.fine()


def test_another_key_for_the_log_is_not_believed_later(watched: Watched) -> None:
    watched.fine()
    watched.installation.instead["/v1/meta"] = b'{"log": {"vkey": "%s"}}' % str(vkey("evil.example")).encode()
    watched.fine()
    assert watched.look("ada", "--log", str(vkey("evil.example"))).exit_code == 1
    watched.keep("ben").pin_key(b64(bytes(32)))
    assert "not the one pinned" in watched.look("ben").output


@pytest.fixture(scope="module")
def played() -> Played:
    return Server(seed=2).play(rounds=3)


def heads(played: Played) -> list[Leaf]:
    return [Leaf(MATCH, n, unb64(line["head"])) for n, line in enumerate(read_export(played.export), 1)]


def test_ones_own_matches_are_looked_for_in_the_log(watched: Watched, played: Played) -> None:
    watched.keep().keep_log(MATCH, played.export)
    watched.installation.leaves = [*leaves_of(OTHER, 5), *heads(played)]
    assert "1 of your matches" in watched.fine().output
    watched.installation.leaves += leaves_of(OTHER, 7)[5:]
    watched.fine()


def test_an_entry_of_ones_own_match_that_the_log_lacks_is_an_alarm(watched: Watched, played: Played) -> None:
    """The match's entries are of last year; the log must have had them for long."""
    watched.keep().keep_log(MATCH, played.export)
    watched.installation.leaves = [*leaves_of(OTHER, 5), *heads(played)[:-1]]
    watched.alarm("missing")


@pytest.mark.parametrize("status", [400, 403, 410, 500])
def test_a_refusal_of_the_proof_is_not_taken_for_one(watched: Watched, played: Played, status: int) -> None:
    """Whoever left an entry out will not say 404."""
    watched.keep().keep_log(MATCH, played.export)
    watched.installation.leaves = [*leaves_of(OTHER, 5), *heads(played)[:-1]]
    watched.installation.instead = {f"/v1/matches/{MATCH}/proof?n={len(heads(played))}": status}
    assert f"the proof of entry {len(heads(played))}" in watched.alarm("withheld").output


def test_another_head_for_an_entry_that_was_signed_for_this_machine_is_an_alarm(
    watched: Watched, played: Played
) -> None:
    """The server shows the player one history and the witnesses another."""
    watched.keep().keep_log(MATCH, played.export)
    true = heads(played)
    forged = [leaf if leaf.n != len(true) else leaf._replace(head=bytes(32)) for leaf in true]
    watched.installation.leaves = forged
    watched.alarm("fork")

    watched.installation.leaves = leaves_of(OTHER, 5)
    watched.fine("ben")
    watched.keep("ben").keep_log(MATCH, played.export)
    watched.installation.leaves = [*leaves_of(OTHER, 5), *[one._replace(head=bytes(32)) for one in true[:4]], *true]
    watched.alarm("fork", "ben")


def test_a_proof_from_another_history_is_an_alarm(watched: Watched, played: Played) -> None:
    watched.keep().keep_log(MATCH, played.export)
    watched.installation.leaves = [*leaves_of(OTHER, 5), *heads(played)]
    elsewhere = Installation([*leaves_of(OTHER, 5, "forged"), *heads(played)])
    path = f"/v1/matches/{MATCH}/proof?n={len(heads(played))}"
    watched.installation.instead = {**elsewhere.proofs(path)}
    watched.alarm("fork")
    watched.installation.instead = {path: b"nonsense"}
    watched.alarm("proof")
    note = elsewhere.note()
    assert checkpoint_of(note).size == len(elsewhere.leaves)


def follows(watched: Watched, played: Played, *decisions: dict[str, Any], known: int | None = None) -> None:
    """Ada's machine knows so many entries of the match, which the installation shows her whole, with these decisions."""
    lines = played.export.splitlines(keepends=True)
    known = len(lines) if known is None else known
    watched.keep().pin_key(b64(played.public_key))
    watched.keep().keep_log(MATCH, b"".join(lines[:known]))
    watched.installation.leaves = [*leaves_of(OTHER, 5), *heads(played)]
    log = f"/v1/matches/{MATCH}/log.jsonl?after="
    watched.installation.instead = {
        f"/v1/matches/{MATCH}": json.dumps({"decisions": decisions}).encode(),
        **{f"{log}{after}": b"".join(lines[after:]) for after in range(len(lines) + 1)},
    }


LOG = ("--log", str(vkey(ORIGIN)))
"""The log's key; in these tests matches are signed by another than the log."""


def settled(decision: str) -> dict[str, Any]:
    later = datetime.now(UTC) + timedelta(days=1)
    return {"id": decision, "deadline_at": later.isoformat(), "opening_ends_at": None}


@pytest.fixture(scope="module")
def ended() -> Played:
    return Server(seed=3, options={"round_limit": 2}).play()


def test_a_match_that_agrees_with_its_receipts_raises_no_alarm(watched: Watched, ended: Played) -> None:
    follows(watched, ended, known=3)
    for receipt in ended.receipts:
        watched.keep().keep_receipt(cast(SignedReceipt, receipt))
    watched.fine("ada", *LOG)
    assert watched.keep().log(MATCH) == ended.export  # what the monitor has seen, it keeps


def test_an_act_with_a_receipt_that_the_log_lacks_is_an_alarm(watched: Watched, ended: Played) -> None:
    """The server says that the seat sealed something else than it has signed for."""
    follows(watched, ended)
    held = copy.deepcopy(ended.receipts[0])
    held["receipt"]["commitment"] = "sc1_" + b64(bytes(32))
    held["signature"] = b64(KEY.sign(receipt_bytes(held["receipt"])).signature)
    watched.keep().keep_receipt(cast(SignedReceipt, held))
    watched.alarm("missing-act", "ada", *LOG)


def test_a_sealed_decision_that_nobody_locks_after_its_time_is_an_alarm(watched: Watched, played: Played) -> None:
    """The match is of last year and stands in the middle of a sealed decision."""
    follows(watched, played)
    assert "still stands" in watched.alarm("late", "ada", *LOG).output


def test_what_the_server_itself_shows_as_overdue_is_an_alarm(watched: Watched, ended: Played) -> None:
    lines = ended.export.splitlines(keepends=True)
    running = Played(b"".join(lines[:4]), ended.public_key)
    follows(watched, running, settled("r1.take"))
    watched.fine("ada", *LOG)
    follows(watched, running, {**settled("r1.take"), "deadline_at": "2025-11-22T08:00:00.000Z"})
    watched.alarm("late", "ada", *LOG)


def test_an_entry_dated_into_the_future_is_missing_some_time_after_it_was_first_missed(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The operator dates an entry a year ahead, so that by its own time it is never late."""
    monkeypatch.setattr("tests.engine.playing.START", int(time.time() * 1000) + 365 * 86_400_000)
    future = Server(seed=3).play(rounds=1)
    watched.keep().keep_log(MATCH, future.export)
    watched.installation.leaves = [*leaves_of(OTHER, 5), *heads(future)[:-1]]
    watched.fine()
    (missed,) = (watched.keep().folder / "monitor").glob("missed-*")
    missed.write_text((datetime.now(UTC) - timedelta(minutes=6)).isoformat(), encoding="ascii")
    watched.alarm("missing")


def test_a_server_that_is_away_is_no_alarm(tmp_path: Path) -> None:
    found = CliRunner().invoke(
        main,
        ["monitor", "http://127.0.0.1:9", "--once", "--log", str(vkey(ORIGIN))],
        env={"SIEGELPOST_DATA": str(tmp_path)},
    )
    assert found.exit_code == 4

"""The witness agrees to one history of a log only: whatever is sent, by how many at once, and whenever it is killed."""

import hashlib
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import requests
from click.testing import CliRunner

from engine.transparency.checkpoint import Checkpoint, checkpoint_of, cosigned_by
from engine.transparency.note import COSIGNATURE, Note, Signature, VerifierKey, parse_note
from engine.transparency.proof import add_checkpoint
from service.cli.command import main
from service.keys.signing import verify_signature
from service.witness.app import Answer, BadFolder, Memory, Witness, WitnessFolder
from tests.engine.transparency import naive
from tests.engine.transparency.test_notes import signed, vkey
from tests.given.at_once import at_once

ORIGIN = "log.example"
NAME = "w.example"
SEED = bytes(32)
COMMAND = ["-c", "from service.cli import main; main()", "witness"]


class Log:
    """A log that can fork: entries, checkpoints and proofs of whichever branch it pleases."""

    def __init__(self, branch: str = "common", fork: int = 0) -> None:
        self.entries = [f"{branch if one >= fork else 'common'} {one}".encode() for one in range(64)]

    def checkpoint(self, size: int, signer: str = ORIGIN) -> Note:
        return signed(Checkpoint(ORIGIN, size, naive.mth(self.entries[:size])), signer)

    def request(self, old: int, size: int) -> bytes:
        proof = naive.proof(old, self.entries[:size]) if 0 < old < size else []
        return add_checkpoint(old, proof, self.checkpoint(size))


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Witness]:
    memory = Memory(tmp_path / "seen.sqlite3")
    yield Witness(NAME, SEED, [vkey(ORIGIN)], memory, lambda: 1_700_000_000.9)
    memory.close()


def cosigned(witness: Witness, note: Note, answer: Answer) -> bool:
    assert answer.status == 200, answer
    lines = tuple(Signature.parse(line) for line in answer.text.splitlines())
    found = cosigned_by(Note(note.text, lines), witness.key, verify_signature)
    return found is not None and found.time == 1_700_000_000


def test_it_cosigns_what_continues_what_it_saw(witness: Witness) -> None:
    log = Log()
    for old, size in ((0, 0), (0, 1), (1, 7), (7, 7), (7, 8), (8, 64)):
        assert cosigned(witness, log.checkpoint(size), witness.add_checkpoint(log.request(old, size)))


def test_a_fork_is_refused_and_the_tree_before_stands(witness: Witness) -> None:
    honest, forked = Log(), Log("b", fork=3)
    assert witness.add_checkpoint(honest.request(0, 8)).status == 200

    for size in (8, 9, 64):
        assert witness.add_checkpoint(forked.request(8, size)).status == 422
        assert witness.add_checkpoint(add_checkpoint(8, [], forked.checkpoint(size))).status == 422
    assert witness.add_checkpoint(forked.request(0, 8)) == Answer(409, "8\n", "text/x.tlog.size")
    assert witness.add_checkpoint(honest.request(8, 9)).status == 200


def test_a_fork_before_anything_was_seen_is_judged_from_the_first_on(witness: Witness) -> None:
    assert witness.add_checkpoint(Log().request(0, 8)).status == 200
    assert witness.add_checkpoint(Log("b").request(8, 9)).status == 422


def test_each_refusal_has_the_status_of_the_protocol(witness: Witness) -> None:
    log = Log()
    stranger = Checkpoint("other.example", 1, bytes(32))
    spoilt = log.checkpoint(8)
    line = spoilt.signatures[0]
    spoilt = Note(spoilt.text, (Signature(line.name, line.key_id, bytes(64)),))

    assert witness.add_checkpoint(b"nonsense").status == 400
    assert witness.add_checkpoint(add_checkpoint(9, [], log.checkpoint(8))).status == 400
    assert witness.add_checkpoint(add_checkpoint(0, [], signed(stranger))).status == 404
    assert witness.add_checkpoint(add_checkpoint(0, [], log.checkpoint(8, signer="thief.example"))).status == 403
    assert witness.add_checkpoint(add_checkpoint(0, [], spoilt)).status == 403
    assert witness.add_checkpoint(add_checkpoint(0, [bytes(32)], log.checkpoint(8))).status == 422
    assert witness.add_checkpoint(log.request(0, 8)).status == 200
    assert witness.add_checkpoint(log.request(7, 9)) == Answer(409, "8\n", "text/x.tlog.size")
    empty = signed(Checkpoint(ORIGIN, 0, bytes(32)))
    assert witness.add_checkpoint(add_checkpoint(0, [], empty)).status == 409


def test_an_empty_tree_has_one_root(witness: Witness) -> None:
    assert witness.add_checkpoint(add_checkpoint(0, [], signed(Checkpoint(ORIGIN, 0, bytes(32))))).status == 422


def test_of_two_branches_at_once_one_is_cosigned(witness: Witness) -> None:
    """The race of the specification: both are judged before either is remembered."""
    for round_ in range(10):
        size = 3 * round_
        branches = [Log(), Log(f"branch {round_}", fork=size)]
        gate = threading.Barrier(2)
        answers: list[int] = []

        def send(log: Log, gate: threading.Barrier = gate, size: int = size, answers: list[int] = answers) -> None:
            gate.wait()
            answers.append(witness.add_checkpoint(log.request(size, size + 3)).status)

        at_once(*(partial(send, log) for log in branches))
        assert answers.count(200) == 1
        if witness._memory.last(ORIGIN) != checkpoint_of(branches[0].checkpoint(size + 3)):
            return  # the forged branch was first, which is as good: the true one is refused from now on


def test_what_could_not_be_written_is_not_remembered_and_not_in_the_way(tmp_path: Path) -> None:
    """A full disk, or somebody who reads the file just then: the write fails at its very end."""
    memory = Memory(tmp_path / "seen.sqlite3", patience=0)
    witness = Witness(NAME, SEED, [vkey(ORIGIN)], memory, lambda: 1_700_000_000.9)
    log = Log()
    assert witness.add_checkpoint(log.request(0, 3)).status == 200
    with closing(sqlite3.connect(tmp_path / "seen.sqlite3", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM seen").fetchall()
        refused = witness.add_checkpoint(log.request(3, 8))
        assert (refused.status, refused.text) == (503, "what it has seen cannot be written now: ask again later\n")

    assert memory.last(ORIGIN) == checkpoint_of(log.checkpoint(3))
    assert cosigned(witness, log.checkpoint(8), witness.add_checkpoint(log.request(3, 8)))
    memory.close()


def test_it_shows_what_it_cosigned_last(witness: Witness) -> None:
    hashed = hashlib.sha256(ORIGIN.encode()).hexdigest()
    assert witness.shown(hashed).status == witness.shown("x").status == 404
    witness.add_checkpoint(Log().request(0, 8))
    note = parse_note(witness.shown(hashed).text)
    assert note.signed_by(vkey(ORIGIN), verify_signature)
    assert cosigned_by(note, witness.key, verify_signature) is not None


def test_it_remembers_across_starts_and_keeps_name_and_key(tmp_path: Path) -> None:
    folder = WitnessFolder(tmp_path / "w")
    with pytest.raises(BadFolder, match="--name"):
        folder.open(None, [])
    first = folder.open(NAME, [vkey(ORIGIN)])
    assert first.add_checkpoint(Log().request(0, 8)).status == 200

    again = folder.open(None, [])
    assert again.key == first.key
    assert again.add_checkpoint(Log("b").request(8, 9)).status == 422
    with pytest.raises(BadFolder, match="called"):
        folder.open("other.example", [])
    (tmp_path / "w" / "witness.key").unlink()
    with pytest.raises(BadFolder, match="put it back"):
        folder.open(None, [])


def test_a_witness_whose_memory_is_lost_does_not_begin_anew(tmp_path: Path) -> None:
    """With its key but without its memory it would sign the other branch, too."""
    folder = WitnessFolder(tmp_path / "w")
    assert folder.open(NAME, [vkey(ORIGIN)]).add_checkpoint(Log().request(0, 8)).status == 200
    (tmp_path / "w" / "seen.sqlite3").unlink()
    with pytest.raises(BadFolder, match=r"seen\.sqlite3 is missing"):
        folder.open(None, [])


class Process:
    """``siegelpost witness`` as friends run it."""

    def __init__(self, folder: Path, *, dies: str = "") -> None:
        module = ["-m", "tests.engine.transparency.dying_witness", dies] if dies else COMMAND
        arguments = ["--folder", str(folder), "--name", NAME, "--log", str(vkey(ORIGIN)), "--port", "0"]
        self.process = subprocess.Popen(
            [sys.executable, *module, *arguments], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3]
        )
        assert self.process.stdout is not None
        self.key = VerifierKey.parse(self.process.stdout.readline().strip(), (COSIGNATURE,))
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None
        self.url = found.group()

    def post(self, body: bytes) -> requests.Response | None:
        """Return the answer, ``None`` when the process died over it."""
        try:
            return requests.post(self.url, data=body, timeout=60)
        except requests.ConnectionError:
            return None

    def end(self) -> int:
        self.process.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.process.wait()


@pytest.mark.parametrize(
    "dies", ["before judging", "before remembering", "in memory", "before signing", "before answering"]
)
def test_killed_at_any_step_it_never_signs_two_histories(tmp_path: Path, dies: str) -> None:
    honest, forked = Log(), Log("b", fork=5)
    first = Process(tmp_path / "w")
    try:
        answer = first.post(honest.request(0, 5))
        assert answer is not None and answer.status_code == 200
    finally:
        first.end()

    mortal = Process(tmp_path / "w", dies=dies)
    try:
        assert mortal.post(honest.request(5, 8)) is None
    finally:
        assert mortal.end() == -signal.SIGKILL

    # Whatever it was about to sign may have got out: the other branch is signed only if nothing was remembered, and then alone.
    last = Process(tmp_path / "w")
    try:
        remembered = dies in ("before signing", "before answering")
        forged = last.post(forked.request(5, 8))
        assert forged is not None
        assert forged.status_code == (409 if remembered else 200)
        true = last.post(honest.request(8, 9))
        assert true is not None
        assert true.status_code == (200 if remembered else 422)
    finally:
        last.end()


def test_the_process_refuses_what_is_no_request(tmp_path: Path) -> None:
    process = Process(tmp_path / "w")
    base = process.url.removesuffix("/add-checkpoint")
    try:
        assert requests.get(base + "/", timeout=60).text.strip() == str(process.key)
        assert requests.get(process.url, timeout=60).status_code == 405
        assert requests.post(base + "/elsewhere", timeout=60).status_code == 405
        assert requests.get(base + "/../witness.key", timeout=60).status_code == 404
        assert requests.post(process.url, data=b"x" * 1_000_000, timeout=60).status_code == 413
        assert requests.post(process.url, data=b"\xff" * 100, timeout=60).status_code == 400
    finally:
        process.end()


def test_the_command_prints_the_key_others_need(tmp_path: Path) -> None:
    arguments = ["witness", "--folder", str(tmp_path / "w"), "--print-key"]
    ran = CliRunner().invoke(main, [*arguments, "--name", NAME])
    assert ran.exit_code == 0
    assert VerifierKey.parse(ran.output.strip(), (COSIGNATURE,)).name == NAME
    assert CliRunner().invoke(main, arguments).output == ran.output
    assert CliRunner().invoke(main, [*arguments, "--log", "nonsense"]).exit_code == 2
    assert CliRunner().invoke(main, [*arguments, "--name", "other"]).exit_code == 1

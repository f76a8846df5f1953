"""``siegelpost verify --policy``: nothing passes whose end enough witnesses did not see, and two histories are found."""

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.protocol.canon import b64, unb64
from engine.protocol.log import read_export
from engine.transparency import merkle
from engine.transparency.checkpoint import Checkpoint
from engine.transparency.merkle import Leaf
from engine.transparency.note import COSIGNATURE, Note, Signature
from engine.transparency.proof import LogProof, make_proof
from service.cli import main
from tests.engine.playing import MATCH, Played, Server
from tests.engine.transparency import naive
from tests.engine.transparency.test_notes import cosign, signed, vkey

LOG = "play.example"


@pytest.fixture(scope="module")
def honest() -> Played:
    return Server(seed=3).play()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SIEGELPOST_DATA", str(tmp_path / "data"))
    policy = [
        f"log {vkey(LOG)}",
        *(f"witness {name} {vkey(name, COSIGNATURE)}" for name in ("w1", "w2", "w3")),
        "group friends 2 w1 w2 w3",
        "quorum friends",
    ]
    (tmp_path / "policy").write_text("\n".join(policy))
    return tmp_path


def heads(played: Played) -> list[bytes]:
    return [unb64(line["head"]) for line in read_export(played.export)]


def proof_of(leaves: list[Leaf], index: int, *witnesses: str, log: str = LOG) -> LogProof:
    """The proof of a leaf in a log of these leaves, cosigned by these witnesses."""
    entries = [leaf.entry for leaf in leaves]
    note = signed(Checkpoint(log, len(entries), merkle.tree_root(entries)))
    for witness in witnesses:
        note = cosign(note, witness, 1_790_000_000)
    return make_proof(leaves[index], index, naive.path(index, entries), note)


def leaves_of(played: Played) -> list[Leaf]:
    return [Leaf(MATCH, n, head) for n, head in enumerate(heads(played), 1)]


def verify(here: Path, played: Played, proof: LogProof | str | bytes | None, *options: str) -> Result:
    (here / "match.jsonl").write_bytes(played.export)
    beside = here / "match.jsonl.tlog-proof"
    beside.unlink(missing_ok=True)
    if proof is not None:
        beside.write_bytes(proof if isinstance(proof, bytes) else str(proof).encode())
    arguments = ["verify", "match.jsonl", "--key", b64(played.public_key), "--policy", "policy", *options]
    return CliRunner().invoke(main, arguments)


def test_enough_witnesses_pass_and_it_is_said_who_saw_what_when(here: Path, honest: Played) -> None:
    leaves = leaves_of(honest)
    found = verify(here, honest, proof_of(leaves, len(leaves) - 1, "w1", "w3"))
    assert found.exit_code == 0, found.output
    assert found.output.startswith("PASS\n")
    assert f"entry {len(leaves)} is in the log {LOG} of {len(leaves)} entries" in found.output
    assert "seen by w1 at 2026-09-21T14:13:20Z\n  seen by w3 at" in found.output
    assert "That there is another one, 2 of the demanded witnesses exclude." in found.output
    assert "Only the server signed it" not in found.output

    told = json.loads(verify(here, honest, proof_of(leaves, len(leaves) - 1, "w1", "w3"), "--json").output)
    assert [one["name"] for one in told["witnessed"]["witnesses"]] == ["w1", "w3"]


def test_without_a_policy_everything_is_as_before(here: Path, honest: Played) -> None:
    (here / "match.jsonl").write_bytes(honest.export)
    found = CliRunner().invoke(main, ["verify", "match.jsonl", "--key", b64(honest.public_key)])
    assert found.exit_code == 0
    assert "seen by" not in found.output


def incomplete(found: Result, why: str) -> None:
    assert found.exit_code == 3, found.output
    assert found.output.startswith("INCOMPLETE") and why in found.output
    assert "seen by" not in found.output or "up to entry" in found.output


def test_what_does_not_satisfy_the_policy_does_not_pass(here: Path, honest: Played) -> None:
    leaves = leaves_of(honest)
    last = len(leaves) - 1
    good = proof_of(leaves, last, "w1", "w2")
    line = good.note.signatures[1]
    late = Signature(line.name, line.key_id, bytes(8) + line.signature[8:])
    elsewhere = [Leaf("118f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11", leaf.n, leaf.head) for leaf in leaves]

    incomplete(verify(here, honest, None), "there is no proof")
    incomplete(verify(here, honest, proof_of(leaves, last, "w1")), "the quorum is not reached")
    incomplete(verify(here, honest, proof_of(leaves, last, "x1", "x2", "x3")), "the quorum is not reached")
    incomplete(verify(here, honest, proof_of(leaves, last, "w1", "w2", log="other.example")), "signed by no log")
    incomplete(verify(here, honest, make_proof(good.leaf, last, good.hashes[:-1], good.note)), "hashes")
    incomplete(verify(here, honest, make_proof(good.leaf, 0, good.hashes, good.note)), "")
    spoilt = Note(good.note.text, (good.note.signatures[0], late, good.note.signatures[2]))
    incomplete(verify(here, honest, make_proof(good.leaf, last, good.hashes, spoilt)), "cosignature")
    incomplete(verify(here, honest, proof_of(elsewhere, last, "w1", "w2")), "of match 118f7c2e")
    for rubbish in (b"", b"\xff\xfe", b"c2sp.org/tlog-proof@v1\n", str(good).encode()[:-40], b"\n" * 100_000):
        incomplete(verify(here, honest, rubbish), "not witnessed")


def test_an_older_proof_says_up_to_where_it_was_seen(here: Path, honest: Played) -> None:
    found = verify(here, honest, proof_of(leaves_of(honest), 4, "w1", "w2"))
    incomplete(found, "witnesses saw it up to entry 5 only")


def test_a_history_that_is_not_the_witnessed_one_fails(here: Path, honest: Played) -> None:
    """Two players, two exports of one match, both with every signature of the server's: the witnesses saw one."""
    forged = [
        leaf if leaf.n != 7 else leaf._replace(head=hashlib.sha256(b"other").digest()) for leaf in leaves_of(honest)
    ]
    found = verify(here, honest, proof_of(forged, 6, "w1", "w2"))
    assert found.exit_code == 1
    assert found.output.startswith("FAIL at entry 7: the witnessed log has another head")


def test_a_cut_export_is_found_by_a_proof_of_what_came_after(here: Path) -> None:
    whole, cut = Server(seed=3).play(), Server(seed=3).play(rounds=5)
    leaves = leaves_of(whole)
    found = verify(here, cut, proof_of(leaves, len(leaves) - 1, "w1", "w2"))
    incomplete(found, "the export ends before it")


def test_a_policy_that_cannot_be_read_is_wrong_usage_and_names_the_line(here: Path, honest: Played) -> None:
    (here / "policy").write_text("quorum none\nnonsense\n")
    found = verify(here, honest, None)
    assert found.exit_code == 2
    assert "line 2" in found.output

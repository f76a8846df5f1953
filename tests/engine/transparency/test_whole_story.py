"""From a match to its proof: an installation, two friends' witnesses, a player who verifies and one who watches."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine.transparency.note import COSIGNATURE, VerifierKey
from service.config.variables import WitnessAddress
from service.witness.app import Memory, Witness
from tests.cli.playing.test_play import Player, table_of_two, wait_for
from tests.cli.served import Served
from tests.engine.transparency.test_cosigning import listening
from tests.service.serve.watching import until
from workers.clock.cosigning import Cosigning
from workers.clock.head_log import HeadLogWriter


@pytest.fixture
def friends(live: Served, tmp_path: Path) -> Iterator[list[WitnessAddress]]:
    """Two witnesses of the installation's log."""
    context = live.context
    log = context.signer.log_key(context.settings.origin)
    with ExitStack() as stack:
        found: list[WitnessAddress] = []
        for number, name in enumerate(("w1.example", "w2.example")):
            witness = Witness(name, bytes([number]) * 32, [log], Memory(tmp_path / f"{name}.sqlite3"))
            found.append(WitnessAddress(stack.enter_context(listening(witness)), witness.key))
        yield found


def policy(live: Served, *witnesses: VerifierKey) -> str:
    context = live.context
    lines = [f"log {context.signer.log_key(context.settings.origin)}"]
    lines += [f"witness w{number} {key}" for number, key in enumerate(witnesses)]
    lines += [
        "group all-of-them all " + " ".join(f"w{number}" for number in range(len(witnesses))),
        "quorum all-of-them",
    ]
    return "\n".join(lines)


def test_a_player_proves_that_his_match_is_what_the_witnesses_saw(
    live: Served, friends: list[WitnessAddress], tmp_path: Path
) -> None:
    ada, ben = Player(live, tmp_path, "Ada"), Player(live, tmp_path, "Ben")
    match = table_of_two(ada, ben)
    ben.run("resign", match, "--yes")
    last = wait_for(ada, match, "closed")["n"]

    store = live.context.store
    cosigning = Cosigning(friends, store.log_tile)
    cosigning.start()
    writer = HeadLogWriter(store, live.context.signers, live.context.settings.origin, cosigning)
    until(lambda: writer.batch() and store.log_head().published.count("\n— ") == 3, "both have cosigned")

    export, proof = tmp_path / "match.jsonl", tmp_path / "match.jsonl.tlog-proof"
    export.write_bytes(ada.run("log", match, "--proof", str(proof)).encode())
    (tmp_path / "policy").write_text(policy(live, *(one.key for one in friends)))

    said = ada.run("verify", str(export), "--policy", str(tmp_path / "policy"))
    assert said.startswith("PASS\n")
    assert f"entry {last} is in the log" in said
    assert "seen by w1.example at" in said and "seen by w2.example at" in said
    url = f"{live.url}/v1/matches/{match}/log.jsonl"
    assert ada.run("verify", url, "--policy", str(tmp_path / "policy")).startswith("PASS\n")

    stranger = VerifierKey("w3.example", COSIGNATURE, bytes(32))
    (tmp_path / "stricter").write_text(policy(live, *(one.key for one in friends), stranger))
    assert "the quorum is not reached" in ada.run("verify", str(export), "--policy", str(tmp_path / "stricter"), code=3)

    assert "1 of your matches in it" in ada.run("monitor", live.url, "--once")
    cosigning.stop()

"""What the player's machine says to a server whose receipts do not fit: a clear refusal, never a traceback."""

from pathlib import Path

import pytest

from engine.protocol.canon import b64
from engine.protocol.seal import receipt_bytes
from service.cli.player.local_files import Keep, SignedReceipt
from service.cli.table.ownlog import Tampered
from service.cli.table.witness import Witness
from tests.engine.playing import MATCH, Server


@pytest.mark.parametrize("n", [0, -1, -9_999])
def test_a_signed_receipt_that_points_before_the_log_is_a_tampered_one(tmp_path: Path, n: int) -> None:
    server = Server(seed=3)
    receipt = {**server.play(rounds=1).receipts[0]["receipt"], "n": n}
    signed: SignedReceipt = {"receipt": receipt, "signature": b64(server.key.sign(receipt_bytes(receipt)).signature)}
    witness = Witness(
        Keep(tmp_path, "https://siegelpost.example"),
        fetch_keys=lambda: [b64(bytes(server.key.verify_key))], fetch_log=lambda match, n: b"", warn=print,
    )  # fmt: skip
    with pytest.raises(Tampered, match="another head"):
        witness.take(signed, MATCH, receipt["decision"], receipt["seat"], receipt["commitment"])


def test_a_receipt_of_another_match_does_not_choose_where_it_is_kept(tmp_path: Path) -> None:
    server = Server(seed=3)
    receipt = {**server.play(rounds=1).receipts[0]["receipt"], "match": "../../elsewhere"}
    signed: SignedReceipt = {"receipt": receipt, "signature": b64(server.key.sign(receipt_bytes(receipt)).signature)}
    witness = Witness(
        Keep(tmp_path, "https://siegelpost.example"),
        fetch_keys=lambda: [b64(bytes(server.key.verify_key))], fetch_log=lambda match, n: b"", warn=print,
    )  # fmt: skip
    with pytest.raises(Tampered, match="the receipt is not for the act that was sent"):
        witness.take(signed, MATCH, receipt["decision"], receipt["seat"], receipt["commitment"])
    assert not [*tmp_path.rglob("*elsewhere*")]

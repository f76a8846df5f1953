"""The vectors of protocol section 8, byte for byte."""

import hashlib

import nacl.signing

from engine.protocol import canon, chance, seal
from engine.protocol.log import Entry, next_head

MATCH = "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11"
HEAD = hashlib.sha256(b"example head").digest()
SERVER_SEED = hashlib.sha256(b"server seed").digest()
ENTROPY = hashlib.sha256(b"p0").digest()
SEED = bytes.fromhex("a83bf2f7bc91b3fac0c52dc77af69b36ebaa2154ab9dcfc8526ac89e6af2fabc")
OPENING = seal.Opening(
    v=1, match=MATCH, rules="kontor@1", decision="r3.choose", seat=1, head=canon.b64(HEAD),
    salt=canon.b64(bytes(range(32))), move={"type": "play", "card": "C36"},
)  # fmt: skip
COMMITMENT = "sc1_fDIuxcqkcS7OZ1FAxKLz6qHtY1mW3wxVuHczl1iAgSQ"


def test_opening_and_commitment() -> None:
    text = (
        b'{"decision":"r3.choose","head":"tEF3WwhNaHvsTy9r6VWYpM8vAXxwQyYtNZ3gCwUF0A0","match":"018f7c2e-6c1a-7c3e-9a5'
        b'5-2f0d5f6e1b11","move":{"card":"C36","type":"play"},"rules":"kontor@1","salt":"AAECAwQFBgcICQoLDA0ODxAREhMUFR'
        b'YXGBkaGxwdHh8","seat":1,"v":1}'
    )
    assert canon.canonical(OPENING) == text
    assert len(text) == 247
    assert seal.commitment(OPENING) == COMMITMENT
    assert seal.matches(OPENING, COMMITMENT)


def test_seeds() -> None:
    assert chance.server_seed_commitment(MATCH, SERVER_SEED) == "ss1_C-EM_M_CMKiW1JfdEzuEjqqVgxanmaa0fa2jhTOIQ4k"
    assert chance.entropy_commitment(MATCH, 0, ENTROPY) == "se1_OD6Mo1QpmhT88OfPWpnNjtIofcp4wCW0EBKKgqyPwyc"
    assert chance.game_seed(SERVER_SEED, MATCH, "kontor@1", [ENTROPY, None], None) == SEED


def test_draws() -> None:
    draws = chance.Draws(SEED)
    assert draws.shuffle("deck/canal", list(range(10))) == [0, 5, 6, 7, 2, 8, 9, 3, 4, 1]
    assert [1 + die for die in draws.below("dice/t1", 6, 10)] == [2, 1, 5, 2, 2, 3, 3, 6, 6, 2]
    drawn = [2321317397, 366703134, 1946072568, 915269874, 420915106, 2606524475]
    assert draws.below("reject", 3 * 2**30, 6) == drawn


def test_log_and_signatures() -> None:
    entry: Entry = {
        "at": "2026-11-21T08:00:00.000Z",
        "body": {
            "entropy": chance.entropy_commitment(MATCH, 0, ENTROPY),
            "entropy_custody": "client",
            "player": "p_01",
            "seat": 0,
        },
        "n": 2,
        "type": "joined",
    }
    head = next_head(HEAD, entry)
    assert canon.b64(head) == "BLQkR-KWPx5u93rI7vxAg-6vxpu2J7hTAhpsQIoFK5I"
    state = {"hands": [["C03"], ["C04"]], "round": 1}
    assert chance.state_hash(SEED, 7, state) == "LkiCNdMmt42pbTJUHqlGnnvRv8-EC-PkxMGT5uC0WKM"
    key = nacl.signing.SigningKey(hashlib.sha256(b"signing key").digest())
    public = bytes(key.verify_key)
    assert canon.b64(public) == "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4"
    assert canon.b64(hashlib.sha256(public).digest()[:8]) == "SR9f_NP18hM"
    receipt = {
        "act": "commit", "commitment": COMMITMENT, "custody": "client", "decision": "r3.choose",
        "head": canon.b64(HEAD), "key": "SR9f_NP18hM", "match": MATCH, "n": 41,
        "protocol": "siegelpost/1", "received": "2026-11-21T08:00:00.000Z", "seat": 1, "seq": 1,
    }  # fmt: skip
    assert canon.b64(key.sign(seal.receipt_bytes(receipt)).signature) == (
        "9dacY5bIuucEGti2Um472G4yJvk-DMV5a1o2sqs1U8hnApCplEDuvz6-A_a0sOMrXWkRTesVfTs7FrjHxOpzAg"
    )
    assert canon.b64(key.sign(seal.head_bytes(MATCH, 2, head)).signature) == (
        "nTfxquZo78U10h_jrZFWtA1yRnhtU3bpjQWTVwGdISNymrtEypLK30rMVvl-vA9w-YtZYQy5Lnmw40HKNCHgBQ"
    )

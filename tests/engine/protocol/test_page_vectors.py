"""The vectors of the protocol page, computed from what the page itself says: another edition cannot name a wrong value."""

import hashlib
import json
import re
from importlib.resources import files

import nacl.signing
import pytest

from engine.protocol import canon, chance, seal
from engine.protocol.acts import act_bytes
from engine.protocol.beacon import QUICKNET, Beacon, round_for, signature_holds
from engine.protocol.log import milliseconds, next_head
from engine.protocol.talk import message_commitment
from service.keys.signing import verify_signature

P = 2**255 - 19
ORDER_8 = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
PAGE = (files("service.api") / "protocol.md").read_text(encoding="utf-8")
SECTION_8 = PAGE.partition("\n## 8.")[2].partition("\n## 9.")[0]
SECTION_10 = re.sub(r"\s+", " ", PAGE.partition("\n## 10.")[2].partition("\n## 11.")[0])


def said(name: str, text: str = SECTION_8) -> str:
    """Return the value that stands behind a name and ``=`` or ``:`` in the page."""
    found = re.search(rf"{name}\s*[=:]\s*(\S+)", text)
    assert found is not None, f"the page has no {name}"
    return found[1].strip(";`")


MATCH = re.findall(r"match ([0-9a-f-]{36})", SECTION_8)[0]
SALT = canon.b64(bytes(range(32)))
SERVER_SEED = hashlib.sha256(b"server seed").digest()
ENTROPY = hashlib.sha256(b"p0").digest()
HEAD = hashlib.sha256(b"example head").digest()
OPENING = json.loads(said(r"JCS\(opening\)"))
KEY = nacl.signing.SigningKey(hashlib.sha256(b"signing key").digest())


def test_the_page_says_what_its_vectors_are_made_of() -> None:
    for words in (
        "salt bytes 00…1f",
        'SHA-256("example head")',
        'SHA-256("server seed")',
        'SHA-256("p0")',
        'SHA-256("signing key")',
    ):
        assert words in SECTION_8
    assert (OPENING["match"], OPENING["salt"], OPENING["head"]) == (MATCH, SALT, canon.b64(HEAD))


def test_commitments() -> None:
    assert seal.commitment(OPENING) == said("commitment  ")
    assert chance.server_seed_commitment(MATCH, SERVER_SEED) == said("server seed commitment")
    assert chance.entropy_commitment(MATCH, 0, ENTROPY) == said("entropy commitment")


def test_draws() -> None:
    seed = chance.game_seed(SERVER_SEED, MATCH, OPENING["rules"], [ENTROPY, None], None)
    assert seed.hex() == said("game_seed")
    draws = chance.Draws(seed)
    assert f"= {draws.shuffle('deck/canal', list(range(10)))}" in SECTION_8
    assert f"= {[1 + die for die in draws.below('dice/t1', 6, 10)]}" in SECTION_8
    assert f"= {draws.below('reject', 3 * 2**30, 6)}" in SECTION_8
    state = json.loads(re.findall(r"state (\{.*?\}) at", SECTION_8)[0])
    assert chance.state_hash(seed, 7, state) == said("at n = 7 ")


def test_log_and_signatures() -> None:
    entry = json.loads(said("entry 2"))
    head = next_head(HEAD, entry)
    assert canon.b64(head) == said(r'SHA-256\("example head"\) ')
    public = bytes(KEY.verify_key)
    assert f"{canon.b64(public)}   key id {canon.b64(hashlib.sha256(public).digest()[:8])}" in SECTION_8
    receipt = json.loads(said("receipt  "))
    assert canon.b64(KEY.sign(seal.receipt_bytes(receipt)).signature) == said("signature    ")
    assert canon.b64(KEY.sign(seal.head_bytes(MATCH, 2, head)).signature) == said(
        r"head signature \(match, n = 2, head_2\)"
    )


def test_which_signatures_hold() -> None:
    """Two verifiers that read RFC 8032 otherwise would disagree about a key that its owner made for that."""
    lines = re.findall(r"Ed25519 under (\S+), message `(\w+)`: (\S+) (holds|does not hold)", SECTION_8)
    assert [verdict for *_, verdict in lines] == ["does not hold", "holds"]
    for key, message, signature, verdict in lines:
        found = verify_signature(canon.unb64(key), message.encode(), canon.unb64(signature))
        assert found == (verdict == "holds")


@pytest.mark.parametrize("y", [0, 1, P - 1, P, P + 1, ORDER_8, P - ORDER_8])
@pytest.mark.parametrize("sign", [0, 1 << 255])
def test_points_of_small_order_are_no_keys(y: int, sign: int) -> None:
    """Under the identity, R = S·B holds for every message."""
    key = (y | sign).to_bytes(32, "little")
    base = bytes.fromhex("58" + "66" * 31)
    assert not verify_signature(key, b"anything", base + (1).to_bytes(32, "little"))


def test_the_message_of_section_10() -> None:
    channel, seat, text, wanted = re.findall(
        r"channel `([^`]+)`, seat (\d+), text `([^`]+)` gives `(sm1_[^`]+)`", SECTION_10
    )[0]
    assert message_commitment(MATCH, channel, int(seat), SALT, text) == wanted


def test_the_salt_of_a_silent_seat() -> None:
    decision, seat, wanted = re.findall(r"decision `([^`]+)`, seat (\d+): salt `([^`]+)`", SECTION_10)[0]
    assert canon.b64(seal.absent_salt(SERVER_SEED, decision, int(seat))) == wanted


def test_the_commitment_of_an_order() -> None:
    order, wanted = re.findall(r"Vector: order `([^`]+)` under section 8's salt gives `([^`]+)`", SECTION_10)[0]
    assert seal.order_commitment(json.loads(order), bytes(range(32))) == wanted


def test_what_a_seat_signs() -> None:
    section = PAGE.partition("\n### 12.9")[2].partition("\n### ")[0]
    key = nacl.signing.SigningKey(hashlib.sha256(b"seat key").digest())
    act = json.loads(said("signed act  ", section))
    assert (act["commitment"], act["head"]) == (seal.commitment(OPENING), OPENING["head"])
    assert canon.b64(act_bytes(act)) == said("    act  ", section)
    assert canon.b64(bytes(key.verify_key)) == said("public key  ", section)
    assert canon.b64(key.sign(act_bytes(act)).signature) == said("signature   ", section)


@pytest.mark.parametrize(
    ("number", "what", "bytes_", "proof"),
    [
        ("12", "vote", "vote", "its signature"),
        ("13", "act", "act", "its signature"),
        ("14", "act", "act", "its signature"),
        ("18", "request", "request", "its signature"),
        ("18", "response", "response", "    signature  "),
        ("20", "act", "act", "its signature"),
    ],
)
def test_what_a_seat_signs_beside_decisions(number: str, what: str, bytes_: str, proof: str) -> None:
    section = PAGE.partition(f"\n### 12.{number}")[2].partition("\n##")[0]
    key = nacl.signing.SigningKey(hashlib.sha256(b"seat key").digest())
    act = json.loads(said(f"signed {what}  ", section))
    assert act["head"] == OPENING["head"]
    assert canon.b64(act_bytes(act)) == said(f"    {bytes_}  ", section)
    assert canon.b64(key.sign(act_bytes(act)).signature) == said(proof, section)


SECTION_12 = PAGE.partition("### 12.11 Vectors")[2].partition("\n## 13.")[0]


def test_the_seed_with_a_beacon_and_without() -> None:
    signature = said("signature of round 1000", SECTION_12)
    seed = chance.game_seed(SERVER_SEED, MATCH, "kontor@1", [ENTROPY, None], bytes.fromhex(signature))
    assert seed.hex() == said("game_seed with it", SECTION_12)
    without = chance.game_seed(SERVER_SEED, MATCH, "kontor@1", [ENTROPY, None], None)
    assert without.hex() == said("game_seed without", SECTION_12)
    assert f"= {chance.Draws(seed).shuffle('deck/canal', list(range(10)))}" in SECTION_12
    facts = json.loads(said("JCS of the facts", SECTION_12))
    assert facts["beacon"] == canon.b64(hashlib.sha256(bytes.fromhex(signature)).digest())
    box = json.loads(said("what is sealed for seat 0", SECTION_12))
    assert chance.entropy_commitment(box["match"], box["seat"], canon.unb64(box["entropy"])) == said(
        "entropy commitment"
    )


def test_the_round_of_a_beacon() -> None:
    given = Beacon(**QUICKNET, delay=30)
    rounds = re.findall(r"(\d{4}-\d\d-\d\dT[\d:.]+Z)[^=]*= (\d+)", SECTION_12)
    assert len(rounds) == 3
    assert [str(round_for(given, milliseconds(at))) for at, _ in rounds] == [number for _, number in rounds]
    assert all(str(QUICKNET[name]) in PAGE for name in ("chain", "genesis", "period", "public_key", "scheme"))
    assert signature_holds(QUICKNET["public_key"], 1000, said("signature of round 1000", SECTION_12))
